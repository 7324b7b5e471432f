r"""What an account is made of: trees of sums, rows of factors, quotients and scripts, and when two of them say the same.

A tree is a kind and what it is made of: ``("name", text, scripts)``, ``("number", text)``, ``("sum", terms)``,
``("row", *factors)``, ``("up", base, exponent)``, ``("component", base, indices)``, ``("apply", function, argument)``,
``("call", name, *arguments)``, ``("big", sign, index, limit)``, ``("derivative", above, below, indices)`` and so on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import pairwise
from typing import Any

from tests.attacks.latex_tokens import Unaccounted, group

Tree = tuple[Any, ...]

GREEK = frozenset(
    re.findall(
        r"\w+",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega",
    )
)
#: Commands around a name that are no part of it, and those around words.
MARKS = frozenset(
    {r"\vec", r"\vect", r"\overrightarrow", r"\underline", r"\mathbf", r"\boldsymbol", r"\bm", r"\bf", r"\mathsf", r"\sf",
     r"\pmb", r"\mathbb", r"\mathbbm", r"\mathds", r"\symbf"}
)  # fmt: skip
WORDS = frozenset({r"\mathrm", r"\operatorname", r"\operatorname*", r"\mathit", r"\mathtt", r"\rm"})
#: Commands that are a part of a name, fractions, and words of functions.
ALPHABETS = frozenset({r"\mathcal", r"\mathfrak", r"\mathscr"})
ACCENTS = {
    r"\hat": "hat", r"\widehat": "hat", r"\bar": "bar", r"\overline": "bar", r"\tilde": "tilde", r"\widetilde": "tilde",
    r"\dot": "dot", r"\ddot": "ddot", r"\check": "check", r"\breve": "breve", r"\acute": "acute", r"\grave": "grave",
}  # fmt: skip
FRACTIONS = frozenset({r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"})
FUNCTIONS = {
    "det": "det", "tr": "tr", "Tr": "tr", "trace": "tr", "diag": "diag", "Diag": "diag", "exp": "exp", "log": "log",
    "ln": "log", "logm": "log", "expm": "exp", "tanh": "tanh", "abs": "abs", "cos": "cos", "max": "max", "min": "min",
    "rank": "rank", "rk": "rank",
}  # fmt: skip
#: Three dots, wherever they stand.
DOTS = frozenset({r"\dots", r"\cdots", r"\ldots", r"\dotsb", r"\dotsc"})
#: What may be written with its size, or without.
UNITS = ("0", "1", "I")
#: Relations, and what they are in an account.
RELATIONS = {
    "=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=",
    r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=", r"\lt": "<", r"\gt": ">", r"\equiv": ":=", r"\coloneqq": ":=",
    r"\triangleq": ":=", r"\approx": "~", r"\simeq": "~", r"\sim": "~", r"\propto": "∝",
}  # fmt: skip
TRANSPOSE = ("transpose",)
TRANSPOSES = frozenset({r"\top", "T", r"\intercal"})
DOT = ("op", r"\odot")
ONES = ("name", "1")
#: Signs that bind an index, the last two where they have one.
BIG = (r"\sum", r"\prod", r"\max", r"\min")
#: A derivative of nothing yet: ``\frac{\partial}{\partial x}``.
OPERATOR = ("derivative", ("nothing",))

#: Behind a limit: of the indices of an inequality the first alone is bound, as it starts at 1.
ALONE = " alone"
#: Ranges that are written out, and admit every value.
WHOLE = re.compile(
    r"1 \\le (\S+) \\le (\S+)|(\S+(?: (?:, )?\S+)*) \\in \( (?:(?:, )?1 (?:, )?\\l?dots (?:, )?)?(\S+) \)"
)

# --- scripts ---------------------------------------------------------------------------------------------------


def head(tree: Tree) -> str:
    """The name at the bottom of scripts."""
    while tree[0] in ("up", "component"):
        tree = tree[1]
    return str(tree[1]) if tree[0] == "name" else ""


def lowered(raw: Sequence[str], without: Sequence[str] = ("{", "}", ",")) -> str:
    """A subscript as words: without braces, commas and marks; Greek letters letter by letter, as a longer name has them."""
    said: list[str] = []
    for x in raw:
        if x not in without:
            if x == "'" and said:
                said[-1] += x
                continue
            accent = ACCENTS.get(said[-1]) if said else None
            said[len(said) - bool(accent) :] = [
                rf"\{accent}_{x}" if accent else x[6:] if x.startswith(r"\text ") else x
            ]
    words = " ".join(" ".join(x[1:]) if x[1:] in GREEK else x for x in said if x not in MARKS and x not in WORDS)
    return words.removesuffix(" _")  # of nothing


def ranged(raw: Sequence[str]) -> str:
    """What stands below a sum: as a subscript, but for words, which are the name of one index, and primes."""
    found: list[str] = []
    at = 0
    while at < len(raw):
        if raw[at] in WORDS and raw[at + 1 : at + 2] == ["{"] and "}" in raw[at:]:
            end = raw.index("}", at)
            found.append("".join(raw[at + 2 : end]))
            at = end
        elif raw[at] == "'" and found:
            found[-1] += "'"
        elif raw[at] == "_" and found:
            inside, at = group(raw, at + 1)
            found[-1] += "_" + "".join(inside)
            continue
        elif raw[at] != "^" or raw[at + 1 : at + 2] != ["'"]:
            found.append(raw[at])
        at += 1
    return lowered(found, "{}")


def signs_above(base: Tree, raw: Sequence[str]) -> list[Tree]:
    """The exponents that a transpose is, or another sign; none of a formula."""
    plain = [token for token in raw if token not in "{}" and token not in MARKS and token not in WORDS]
    transposed = plain[-1:] and (plain[-1] in TRANSPOSES or (plain[-1] == "t" and base != ("name", "e")))
    if transposed and plain[:-1] in ([], ["-"]):
        return [("number", "-1"), TRANSPOSE][2 - len(plain) :]
    signs = plain[0] in ("+", "*") or (plain[0][0] == "\\" and base != ("name", "e"))
    return [("raw", plain[0])] if len(plain) == 1 and signs else []


def lowest(power: Tree) -> Tree:
    """An exponent that is a number, or a sum of numbers, as a fraction in lowest terms."""
    text = "".join(leaves(power))
    if not re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?([-+][0-9]+(/0*[1-9][0-9]*)?)*", text):
        return power
    return ("number", str(sum(map(Fraction, re.findall(r"-?[0-9]+(?:/[0-9]+)?", text)))))


def primed(base: Tree) -> Tree:
    """With a prime, which is a part of a name."""
    return ("name", base[1] + "'", *base[2:]) if base[0] == "name" else ("primed", base)


def summed(base: Tree, sub: str, ups: Sequence[Tree]) -> Tree:
    """A sign with its range, words with commas between them, and its limit; one over several indices is one in another."""
    limit, sub = ups[0][1] if ups else "", re.sub("^(, )+|( ,)+(?= )|( ,)+$", lambda found: found[2] or "", sub)
    if limit and " " not in limit and (found := re.match(r"(\S+) = 1 , (?=\1 \\ne )", sub)):  # to N, not N - 1
        sub, limit = sub[found.end() :], f"{limit}{ALONE}"
    if found := WHOLE.fullmatch(sub):
        index, limit = next(filter(None, found.groups()[::2])), next(filter(None, found.groups()[1::2]))
        return product([("big", base[1], name, limit) for name in index.replace(",", " ").split()])
    names, sign, limits = sub.replace(",", " ").partition("=")
    greek = [
        word for word in re.findall("[a-z]+", sub.replace(" ", "")) if any(word.startswith(each) for each in GREEK)
    ]
    if greek and RELATIONS.keys() & set(sub.split()):
        raise Unaccounted("a Greek index, which is letter by letter here")
    later = sign and (limits.strip() != "1" or " " in limit)
    if later or RELATIONS.keys() & set(names.split()) or r"\in" in names.split():
        return ("big", base[1], sub, limit)
    found = [("big", base[1], name, limit) for name in names.split() or [""]]
    return ("row", *found) if len(found) > 1 else found[0]


def scripted(base: Tree, sub: str, ups: Sequence[Tree]) -> Tree:
    """A base with its scripts."""
    if base[0] == "big":
        return summed(base, sub, ups) if len(base) == 2 else base
    if base[0] == "bars" and sub in ("2", "F", r"\ell 2"):
        sub = ""
    if base == ("name", "e") and ups and not sub and len(ups) == 1 and ups[0] != TRANSPOSE:
        return ("apply", "exp", ups[0])
    ups = [lowest(up) for up in ups]
    if base[0] == "derivative" and sub:
        base, sub = (*base[:3], f"{base[3]} {sub}".strip()), ""
    if sub and head(base):
        base, sub = indexed(base, sub), ""
    if base == ("number", "1") and sub:
        base, sub = ("name", "1", sub), ""
    if sub:  # of a transpose: both stand at the same place
        base = ("component", raised(base, [up for up in ups if up == TRANSPOSE]), sub)
        ups = [up for up in ups if up != TRANSPOSE]
    return raised(base, ups)


def indexed(base: Tree, sub: str) -> Tree:
    """A name, or a power of one, with indices; those of a power of a matrix are no indices of the matrix."""
    if base[0] == "name":
        size = () if base[1] in UNITS else base[2:]
        words = " ".join([*size, sub.removesuffix("o t h e r").strip()]).strip()
        return ("name", base[1], words) if words else base
    single = " " not in sub or sub.replace(" ", "") in GREEK
    if base[0] == "up" and (base[2] in (TRANSPOSE, ("raw", "+")) or single):
        return ("up", indexed(base[1], sub), base[2])
    return ("component", base, sub)


def raised(base: Tree, ups: Sequence[Tree]) -> Tree:
    """A base with its exponents; a transposed 1 is a row of ones, and 11 a column before one, 10 before zeros."""
    if base[0] == "number" and base[1] in ("1", "11", "10") and TRANSPOSE in ups:
        row = raised(("name", base[1][-1]), ups)
        return row if base[1] == "1" else product([ONES, row])
    for up in ups:
        base = ("up", base, up)
    return base


# --- sums and products -----------------------------------------------------------------------------------------


def total(terms: Sequence[tuple[str, Tree]]) -> Tree:
    """± row ± row …: a sum that is added is a part of the sum; a row alone is that row."""
    found: list[tuple[str, Tree]] = []
    for number, (sign, row) in enumerate(terms):
        flat = row[0] == "sum" and (sign == "+" or number == 0 == len(row) - 2)
        found += row[1] if flat and sign == "+" else [(sign, row)]
    if len(found) == 1 and found[0][0] == "+":
        return found[0][1]
    return ("sum", tuple(found))


def reaching(tree: Tree) -> bool:
    """Is it an operation that reaches to the end of its row?"""
    return tree[0] in ("big", "function") or tree[:2] == OPERATOR


def reaches(tree: Tree) -> bool:
    """Does a row have an operation in it that reaches to its end?"""
    return reaching(tree) or (tree[0] == "row" and any(map(reaches, tree[1:])))


def sums(tree: Tree) -> bool:
    """Does it begin with a sum?  That of a factor before it may reach over it or not."""
    return tree[0] == "big" or (tree[0] == "row" and sums(tree[1]))


def more(factor: Tree, following: Tree) -> bool:
    """May what follows stand in a row without brackets around it?"""
    return not reaches(factor) or (sums(following) and all(part[1] == "sum" for part in factor[1:] if part[0] == "big"))


def bare(tree: Tree) -> bool:
    """Does it end with the sign of a sum, of which nothing stands there yet?"""
    return tree[0] == "big" or (tree[0] == "row" and bare(tree[-1]))


def product(factors: Sequence[Tree]) -> Tree:
    """Factors side by side: a row in a row is a part of it, unless what it holds would then reach further."""
    if DOT in factors:
        return dotted(factors)
    found: list[Tree] = []
    for number, factor in enumerate(factors):
        before = found[-1] if found else ("",)
        last = number == len(factors) - 1
        apart = before == ("op", "/") or before[0] == "function" or any(part[:2] == OPERATOR for part in found)
        signs = all(part[0] == "big" for part in factor[1:] if isinstance(part, tuple))
        if before[:2] == OPERATOR and last:
            found[-1] = nested("derivative", factor, *before[2:])
        elif before[0] == "function" and (last or before[1] == "abs"):
            found[-1] = applied(before[1], factor)
        elif factor[0] == "row" and not apart and (last or signs or bare(factor) or more(factor, factors[number + 1])):
            found += factor[1:]
        else:
            found.append(factor)
    return found[0] if len(found) == 1 else ("row", *found)


def dotted(factors: Sequence[Tree]) -> Tree:
    r"""A product with ``\odot``, which is done after the others, but not outside of a sum before it."""
    dots = [at for at, factor in enumerate(factors) if factor == DOT]
    sums_before = [at for at, factor in enumerate(factors) if bare(factor) and at < dots[-1]]
    if sums_before:
        begin = sums_before[-1] + 1
        return product([*factors[:begin], dotted(factors[begin:])])
    parts = [product(factors[begin + 1 : end]) for begin, end in pairwise([-1, *dots, len(factors)])]
    return ("odot", *(factor for part in parts for factor in (part[1:] if part[0] == "odot" else (part,))))


def applied(function: str, argument: Tree) -> Tree:
    """A function of what it is applied to."""
    return ("bars", argument) if function == "abs" else ("apply", function, argument)


def derivative(above: Tree, below: Tree) -> Tree:
    """A derivative, with the indices of names above and below as its own; (y^T)^T above is y."""
    if above[0] == "up" and above[2] == TRANSPOSE and above[1][0] == "up" and above[1][2] == TRANSPOSE:
        above = above[1][1]
    subs = [tree[2] for tree in (above, below) if tree[0] == "name" and len(tree) == 3]
    names = [tree[:2] if tree[0] == "name" else tree for tree in (above, below)]
    return nested("derivative", *names, " ".join(subs))


def by_signs(above: list[str], below: list[str], inside: Callable[[list[str]], Tree]) -> Tree:
    r"""``\frac{\partial y}{\partial x}``, ``\frac{d^2 y}{dx^2}``, by what stands behind the signs."""
    twice = above[:2] == ["^", "2"] == below[-2:]
    if twice:
        above, below = above[2:], below[:-2]
    row = len(below) > 2 and below[-2] == "^" and below[-1] in TRANSPOSES and bool(above)
    by = inside(below[:-2] if row else below)
    once = derivative(inside(above) if above else ("nothing",), by)
    once = product([("name", "by a row"), once]) if row else once
    return derivative(once, by) if twice else once


def nested(kind: str, above: Tree, below: Tree, subs: str) -> Tree:
    """A derivative; one of a derivative has the indices of both."""
    if above[0] == kind and len(above) == 4:
        return (kind, (*above[:3], ""), below, f"{above[3]} {subs}".strip())
    return (kind, above, below, subs)


def gradient_of(name: str) -> str:
    """The function whose gradient a name is, as it is printed; nothing if it is none."""
    sign, _, function = name.partition(r"\_")
    if sign != "nabla":
        return ""
    return rf"\{function}" if function in GREEK else {"mean": r"\mu"}.get(function, function)


# --- leaves ----------------------------------------------------------------------------------------------------


def leaves(tree: Tree) -> Iterator[str]:
    """Names, numerals, signs and operations of a tree, one by one."""
    kind = tree[0]
    if kind == "sum":
        for number, (sign, row) in enumerate(tree[1]):
            if sign == "-" or number:
                yield sign
            yield from leaves(row)
        return
    if kind in ("name", "number", "function", "op", "raw"):
        yield " ".join(tree[1:2])
        if len(tree) > 2 and tree[1] not in UNITS:
            yield from (f"_{word}" for word in tree[2].split())
        return
    if kind == "nothing":
        return
    if kind == "odot":
        yield from [DOT[1]] * (len(tree) - 2)
    if kind == "apply":
        yield tree[1]
        yield from leaves(tree[2])
        return
    if kind not in ("row", "odot", "up", "arguments", "call", "component"):
        yield kind if kind != "big" else tree[1]
    if kind == "big":
        yield from (f"_{word}" for word in " ".join(tree[2:3]).split() if word != ",")
        return
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from leaves(part)
        elif part:
            yield from (f"_{word}" for word in part.split())


@dataclass(frozen=True)
class Account:
    """The sides of a chain, its relations, and the words that stand in it as text."""

    sides: tuple[Tree, ...]
    relations: tuple[str, ...]

    @property
    def census(self) -> Counter[str]:
        """How often each name, numeral, sign and operation occurs."""
        return Counter(leaf for side in self.sides for leaf in leaves(side))


# --- comparison ------------------------------------------------------------------------------------------------


def alike(written: Any, printed: Any) -> bool:
    """Do two trees say the same?  A limit, or a size, that is not given is any."""
    if isinstance(written, tuple) != isinstance(printed, tuple):
        return False
    if not isinstance(written, tuple):
        return bool(written == printed)
    if written[:1] == ("big",) == printed[:1]:
        return written[:3] == printed[:3] and (written[3:] == printed[3:] or "" in (*written[3:], *printed[3:]))
    if printed == ("number", "1") and written[:1] == ("derivative",):  # of a scalar by itself
        return bool(written[1] == written[2] and written[1][0] == "name" and not written[3])
    if (size := _unsized(written)) != written or _unsized(printed) != printed:
        if size != written and _unsized(printed) != printed:
            return bool(written == printed)
        return size == _unsized(printed)
    if written[:1] == ("call",) == printed[:1]:  # what else a definition speaks of stands after the arguments
        printed = printed[: len(written)]
    return len(written) == len(printed) and all(map(alike, written, printed))


def _unsized(tree: Tree) -> Tree:
    """One, zero or identity without its size."""
    return tree[:2] if tree[:1] == ("name",) and tree[1] in UNITS else tree


def from_below(change: Callable[[Tree], Tree]) -> Callable[[Any], Any]:
    """A change of one tree, made in all of its parts first."""

    @wraps(change)
    def changed(tree: Any) -> Any:
        return change(tuple(map(changed, tree))) if isinstance(tree, tuple) else tree

    return changed
