r"""What stands on the left of a definition, and behind the arguments there: names with indices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError
from derive.language.terms import Defined, Shape, Symbol, Term
from derive.reading.latex.abbreviations import with_abbreviations
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.declaring import Declaring, find, split
from derive.reading.latex.factors import NORM, NORMS
from derive.reading.latex.grammar import parse
from derive.reading.latex.letters import free_names
from derive.reading.latex.open_indices import may_be_index
from derive.reading.latex.readings import Reader
from derive.reading.latex.scripts import index_keys, sorted_scripts
from derive.reading.latex.spelling import (
    UNMARKED,
    Key,
    Lexeme,
    dotted,
    is_diagonal,
    is_dot,
    left_open,
    plain_name,
    read_key,
    written,
)
from derive.reading.latex.statement import arranged, read_latex_term
from derive.reading.latex.syntax import Bars, Name, Node, Scripted
from derive.reading.latex.table import LATEX
from derive.reading.latex.tokens import tokens
from derive.reading.syntax import Word


def formula_of(here: Declaring, begin: int, end: int) -> Node:
    """The tree of a formula; raises `AmbiguityError` for bare bars that may be paired in several ways."""
    ways, choice, known = (
        arranged(here.source, here.context, begin, end),
        here.context.choice("bars"),
        CONVENTIONS["bars"],
    )
    if len(ways) > 1 and not choice:
        raise here.source.ambiguous(begin, "bars", [known.said(each) for each in known.choices], known.hint, "bars")
    node: Node = parse(here.source, ways[-1 if choice == "nested" else 0], "expr", end)
    return node


def left_indices(here: Declaring, begin: int, end: int) -> list[Key]:
    """The subscript on the left of a let, if it could be one or two indices."""
    key, mark, at = here.name(begin, end)
    here = Declaring(here.source, replace(here.context, families={}), set())  # \bar{x_i} is \bar x_i
    if not here.context.is_word(key.core):  # dy_i is one name, and no product
        word = {(Key(key.core), mark): here.make(at, Symbol, plain_name(Key(key.core)), ())}
        here = Declaring(here.source, here.make(at, here.context.declare, word), set())
    node = formula_of(here, begin, end)
    if not isinstance(node, Scripted) or not isinstance(node.base, Name):
        return []
    reader = Reader(LATEX, here.source, here.context)
    sub = sorted_scripts(reader, node.scripts).sub
    try:
        raw = [lexeme for lexeme in sub.raw if not is_dot(written([lexeme]))] if sub else []
        raw = list(left_open(raw)) if dotted(key.sub) else raw
        raw = raw[2:] if sub and here.context.stem(key.sub) == written(raw[:1]) else raw  # J_{\text{LN}, ij}
        keys = [key for key, _ in index_keys(reader, raw)]
    except InputError:
        return []
    return keys if len(keys) <= 2 and all(len(key.core) == 1 for key in keys) else []


def stand_behind(here: Declaring, indices: Sequence[Key], start: int, end: int) -> bool:
    """Do the letters below a name on the left stand as indices on the right, under the summation convention?

    Nothing sums over them, then; without it what nothing binds is one of them.
    """
    if not here.context.einstein:
        return False
    free = free_names(formula_of(here, start, end), None, here.context.operators)
    return all(plain_name(index) in free for index in indices)


def index_above(here: Declaring, key: Key, mark: str) -> list[Key]:
    r"""The declared index of ``\mathcal L^{(i)}``, a name that is declared in no other way; none of anything else."""
    found = re.fullmatch(r"\( (\S+) \)", key.sup)
    if found is None or key != Key(key.core, "", key.sup, key.primes) or here.context.names(key, mark):
        return []
    return [index] if here.context.index(index := Key(found[1])) else []


def raised_indices(here: Declaring, key: Key, mark: str) -> list[Key]:
    """The indices of ``S^{ij}``, or ``Z^i`` of a declared i, under the summation convention, a new name; else none."""
    letters = key.sup.split()
    if not here.context.einstein or key.sub or key.primes or here.context.names(key, mark):
        return []
    if len(letters) < 2 and here.context.index(Key(key.sup)) is None:
        return []
    return [Key(letter) for letter in letters] if all(map(may_be_index, letters)) else []


def arrays_of(here: Declaring, key: Key, mark: str, begin: int, end: int) -> list[Term]:
    """The declared arrays of which a component stands on the left."""
    core, rank = Key(key.core, here.context.stem(key.sub), key.sup, key.primes), len(left_indices(here, begin, end))
    if is_diagonal(key):
        core, rank = core._replace(sub=""), 2 * rank
    arrays = [here.context.env.names[name] for name in here.context.names(core, mark, True)] if rank else []
    return [array for array in arrays if isinstance(array, Term) and len(array.shape) == rank]


def check_diagonal(here: Declaring, key: Key, mark: str, at: int, indices: Sequence[Key]) -> None:
    """Refuse a definition of the diagonal of an array that is declared, ``H_{ii} = …``, and ``P[i, i] = …``."""
    whole = here.context.names(key._replace(sub=""), mark, component=True)
    known = is_diagonal(key) and (whole or here.context.einstein)
    if known or len(set(indices)) < len(indices):
        raise here.fail(at, "a definition of entries on a diagonal", "all entries, or a letter that nothing else has")


def says_again(here: Declaring, begin: int, stop: int, start: int, end: int) -> bool:
    r"""Does a definition say what its left side, a sign with a meaning, is: ``\langle u, v \rangle_A = u^\top A v``?

    So ``\textbf{1} = \mathbf{1}`` does.  Raises `InputError` where it says something else, also of a 1 after ``ones N``.
    """
    left = _constant(here, begin, stop)
    if left and left == _constant(here, start, end):
        return True
    if (loss := loss_written(here, begin, stop)) and loss == loss_written(here, start, end):
        return True
    again = bool(bracketed_indices(here, here.text.find("(", begin, stop), stop))  # p(i) = p_i
    signs = re.match(r"\s*(?:\\left\s*)?(?:\\[lL](?:angle|ang|Vert)\b|\\?\|)", here.text[begin:stop])
    entry = re.match(r"[^_^]*?\\?(\w+)\s*\}*\s*_", here.text[begin:stop])  # y_{ik} of rows y_i
    entry = entry if entry and {entry[1], rf"\{entry[1]}"} & here.context.families.keys() else None
    if not signs and not again and not entry and not (left[1:] == "_" and here.context.size is not None):
        return False
    try:
        sides = [read_latex_term(here.text[slice(*part)], here.context) for part in ((begin, stop), (start, end))]
    except InputError:
        return False
    if again:
        return sides[0] == sides[1]
    if entry:
        return not any(side.shape for side in sides) and here.context.holds(*sides)
    if sides[0] != sides[1] and not here.context.holds(*sides):
        raise here.fail(begin, "a definition of what has another meaning", "let a letter be it")
    return True


def loss_written(here: Declaring, begin: int, end: int) -> Key | None:
    """The loss that stands between two offsets, with its arguments or without; None of anything else."""
    found = here.context.macros.expand(here.source, tokens(here.source, begin, end))
    found = with_abbreviations(here.source, found, here.context)
    lexeme = found[0] if len(found) == 1 else None
    key = Key(lexeme.text) if isinstance(lexeme, Lexeme) else None
    known = read_key(here.source, found) if key is None else (key, "")
    return known[0] if known is not None and known[0] in here.context.losses else None


def _constant(here: Declaring, begin: int, end: int) -> str:
    r"""The digit that is between two offsets with the mark of a vector, ``\mathbf{1}``, whichever it is."""
    try:
        key, mark, _ = here.name(begin, end)
    except InputError:
        return ""
    return f"{key.core}_{key.sub}" if key in (Key("0", key.sub), Key("1", key.sub)) and mark not in UNMARKED else ""


#: What a norm with a mark is written with.
_BARS = r"(?:\\[lrLR]?Vert(?![A-Za-z])|\\\|)"
_NORMED = re.compile(rf"\s*(?:\\left\s*)?{_BARS}(?P<inner>.*?)(?:\\right\s*)?{_BARS}\s*_", re.DOTALL)


def head_of(here: Declaring, begin: int, bracket: int) -> tuple[Key, int]:
    r"""The name of a function, or of the norm ``\|x\|_{RMS}``, where it is defined."""
    if here.text[bracket] in "([":
        key, _, at = here.name(begin, bracket)
        return key, at
    sign = find(here.text, begin, len(here.text), "=")
    node = formula_of(here, begin, sign - (here.text[sign - 1] == ":"))
    marks = [script for script in node.scripts if script.sign == "_"] if isinstance(node, Scripted) else []
    if not isinstance(node, Scripted) or not isinstance(node.base, Bars) or len(marks) != len(node.scripts) != 1:
        raise here.error(begin, "a formula with a norm in it", "one norm, as in let \\|x\\|_{RMS} = …")
    mark = marks[0].text
    known = here.context.names(Key(mark)) or here.context.index(Key(mark)) or mark in (*NORMS, r"\infty")
    if known or not re.search("[A-Za-z]", mark):
        raise here.error(marks[0].at, rf"the norm \|…\|_{mark[:20]}, which has a meaning", "a mark without one")
    return Key(NORM, mark), begin


def normed(here: Declaring, begin: int, stop: int) -> tuple[int, int] | None:
    r"""Where the name in ``\|x\|_{RMS}`` begins and ends, if a norm with a mark stands on the left; else None."""
    found = _NORMED.match(here.text, begin, stop)
    return found.span("inner") if found else None


def bracketed_indices(here: Declaring, bracket: int, stop: int) -> list[Key]:
    """The declared indices of ``let P[i, j] = …``, or in parentheses; none of anything else."""
    inside = here.text[bracket:stop].rstrip()
    if bracket < 0 or inside[:1] + inside[-1:] not in ("[]", "()"):
        return []
    try:
        keys = [here.name(*part)[0] for part in split(here.text, bracket + 1, bracket + len(inside) - 1, ",")]
    except InputError:
        return []
    return keys if all(here.context.index(key) for key in keys) else []


def is_gradient(here: Declaring, begin: int, bracket: int, closing: int) -> bool:
    r"""Is a head with its argument ``d(K^\top)``, d a size and inside a formula of declared names that is none itself?"""
    if here.name(begin, bracket)[0] != Key("d") or not here.context.is_size_d:
        return False
    try:
        read_latex_term(here.text[bracket + 1 : closing], here.context)
    except InputError:
        return False
    try:
        return not names_of(here, bracket + 1, closing)
    except InputError:
        return True


def argument_of(here: Declaring, begin: int, end: int) -> tuple[str, Term]:
    """The declared name that an argument is, or is a component of."""
    key, mark, at = here.name(begin, end)
    found = names_of(here, begin, end)
    above = bool(index_above(here, key, mark)) and here.context.families.keys().isdisjoint((key.core, f"{key.core}^"))
    if not found and (above or left_indices(here, begin, end)):
        sup = "" if above else key.sup
        found = here.context.names(Key(key.core, here.context.stem(key.sub), sup, key.primes), mark, component=True)
    term = here.context.env.names[found[0]] if len(found) == 1 else None
    if not isinstance(term, Symbol | Defined):
        raise here.unknown(key, at)
    return found[0], term


def indices_of_argument(here: Declaring, begin: int, end: int) -> list[Key]:
    """The declared indices of a single argument that is a component of a declared array; none of anything else.

    Nor where derivatives of nodes hold other nodes.
    """
    if len(list(split(here.text, begin, end, ","))) > 1:
        return []
    try:
        key, mark, _ = here.name(begin, end)
        indices = left_indices(here, begin, end)
        found = here.context.names(key._replace(sub=here.context.stem(key.sub)), mark, component=True)
    except InputError:
        return []
    array = here.context.env.names[found[0]] if len(found) == 1 else None
    known = isinstance(array, Term) and len(array.shape) == len(set(indices)) and not here.context.names(key, mark)
    known = known and here.context.families.keys().isdisjoint((key.core, f"{key.core}^"))
    graph = here.context.graph
    holds = any(len(of) > 1 or not graph.keys().isdisjoint(of) for of in graph.values()) or {*found} & graph.keys()
    return indices if known and not holds and all(here.context.index(index) for index in indices) else []


def names_of(here: Declaring, begin: int, end: int) -> tuple[str, ...]:
    r"""The names that an argument is: as it is written, or, of an ``x`` that is declared as ``\vec x`` alone, that one."""
    key, mark, _ = here.name(begin, end)
    return here.context.names(key, mark) or here.context.names(key, mark, component=mark in UNMARKED)


def value_indices(here: Declaring, begin: int, end: int) -> tuple[Word, ...]:
    r"""The indices of ``\operatorname{softmax}(z)_i``, of which the value is a vector or a matrix."""
    text = here.text[begin:end].strip()
    name = re.fullmatch(r"_(?:\{(.*)\}|(\S))", text)
    at = begin + here.text[begin:end].index(text)
    if name is None:
        raise here.error(at, f"'{text[:20]}' behind the arguments", "'=', or indices as in f(x)_i")
    reader = Reader(LATEX, here.source, here.context)
    raw = [
        x for x in arranged(here.source, here.context, at + 1, at + len(text))[0] if x.kind not in ("LBRACE", "RBRACE")
    ]
    keys = [key for key, _ in index_keys(reader, raw)]
    if not 1 <= len(set(keys)) == len(keys) <= 2:
        raise here.error(at, f"{len(keys)} indices of a value", "one, or two that differ")
    return tuple(Word(at, plain_name(key)) for key in keys)


def sample_shape(context: Context, key: Key, mark: str) -> Shape:
    """The shape of x where the rows of a matrix are x^{(i)} and x itself is not declared; else that of a number."""
    family = context.families.get(key.core) if key == Key(key.core) else None
    if family is None or family.pattern or family.marked != (mark not in UNMARKED):
        return ()
    of = context.env.names[family.matrix]
    return (of.shape[0 if family.columns else 1],) if isinstance(of, Term) else ()
