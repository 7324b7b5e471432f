r"""When the account of a text and that of what is printed of its reading say the same, and why they may differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derive.language.substitution import subterms
from derive.language.terms import Power, Product, Term
from derive.printing import latex
from derive.reading.latex import Context, LatexChain
from tests.attacks.latex_account import FUNCTIONS, Account, account
from tests.attacks.latex_seeds import Seed
from tests.attacks.latex_trees import (
    Tree,
    alike,
    excepted,
    leaves,
    squared,
    tight,
    transposed,
    undotted,
    unindexed,
    unspread,
    widened,
    without_ones,
)

#: Why the account of what is printed may differ from that of the text, and how its leaves, or what is printed, show it.
REASONS: dict[str, tuple[str, str]] = {
    "a sum or product over some values alone": (r"(sum|prod)\b.* _([<>:]|\\(l|g)(e|eq|t|eqslant)\b)", ""),
    "a sum without one value, of what is defined": (r"sum\b.* _\\neq?\b", r"'=1"),
    "the norm that sums absolute values": (r"bars.* _(1|\\ell)", ""),
    "a name that no print has": ("", r"\\backslash"),
    "a derivative by a row, which is the Jacobian": (r"by a row", r"\\partial"),
    "a derivative by a matrix, in components": (r"derivative", r"\\delta"),
    "a derivative by what is defined, worked out": (r"derivative", r"\\mathbf e_|\\sum"),
    "a function of a matrix, entry by entry": (r"(log|exp|tanh)\b.* _", r"\\(log|exp|tanh)"),
    "a mean over a formula": (r"bar ([^ ]+ )?(\\(sqrt|sum|overline|bar)|[^ ]*[-+])", r"\\sum"),
    "a derivative of a vector by a component": (r"derivative", r"\\(vec|mathbf) e_"),
    "a row of a matrix by its index": (r"_[a-z]\b", r"\\(vec|mathbf) e_"),
    "a function without arguments, in a product": (
        r"^(?!.*\\epsilon).*\b(LN|RMSNorm|RMS|IN|GN|BN|MVN)\b",
        r"\\epsilon",
    ),
    "a function alone, which is its definition": (r"^(LN|RMSNorm|RMS|IN|GN|BN|MVN|h|f)$", ""),
}
#: Where brackets may stand elsewhere than in the text, since a sign says how far it reaches.
REACHING = re.compile(
    r"/|\\slash|\\odot[^=&]*\\cdot|\\partial\s*[}_^]|\\(tr|Tr|det|exp|log|ln|tanh|diag|cos)(?![A-Za-z])(?!\s*(\\left|\\[bB]igg?l?)?\s*[(\[])"
    r"|\\(operatorname|mathrm)\s*\{(tr|Tr|det|diag)\}(?!\s*(\\left|\\[bB]igg?l?)?\s*[(\[])"
)


#: Brackets beside ``\odot``, which then say what it multiplies.
BRACKETED = re.compile(r"\\odot\s*(\\left|\\[bB]igg?l?)?\s*[(\[{]|[)\]}]\s*\\odot")


#: A sum without an index below.
BARE = re.compile(r"(\\sum|∑)(?!\s*(\\limits)?\s*_)")


def said(start: Seed, text: str, *, spaced: bool = False) -> Account:
    """The account of a text in the place of a seed."""
    return account(text, start.macros, start.functions, start.own, spaced=spaced)


#: How the second name of a letter is printed; which of them is meant is said by its shape.
OTHER = r"_{\mathrm{other}}"


def shown(terms: Sequence[Term], context: Context) -> list[str]:
    """Terms as they are printed beside each other."""
    return [latex(term, context.notation, beside=terms) for term in terms]


def agree(one: Account, other: Account) -> bool:
    """Do two accounts say the same, up to brackets?"""
    same = len(one.sides) == len(other.sides) and all(map(alike, one.sides, other.sides))
    return one.relations == other.relations and (same or one.census == other.census)


def compared(
    text: str, written: Account, chain: LatexChain, printed: Sequence[tuple[Tree, ...]], start: Seed
) -> list[tuple[str, str]]:
    """In which column each side is counted, and what is wrong with it."""
    if written.relations != chain.relations or len(written.sides) != len(chain.terms):
        return [
            ("relations differ", f"the relations {' '.join(written.relations)} are read as {' '.join(chain.relations)}")
        ]
    found = []
    prints = "  ".join(shown(chain.terms, start.context))
    others = [said(start, text, spaced=True).sides, said(replace(start, own={}), text).sides]
    for side, *views, sides, term in zip(written.sides, *others, printed, chain.terms, strict=True):
        sides = (bound_anew(side, sides[0]), *sides[1:])
        one, other = Counter(leaves(side)), Counter(leaves(sides[0]))
        less, more = dict(one - other), dict(other - one)
        if len(sides) == 1 and (form := same_form(text, [side, *views], sides[0], gone(one, other, term))):
            found.append((form, ""))
        elif less.keys() == {"Var"} and more == dict.fromkeys((r"\sigma", "2"), less["Var"]):
            found.append(("a function by its sign", ""))
        elif not less and more.keys() == {"1"} and alike(unspread(side), unspread(sides[0])):
            found.append(("a number added to each component", ""))
        elif one == other and REACHING.search(text):
            found.append(("brackets by reach", ""))
        elif less and "".join(more).isalpha() and letters(less) == letters(more):
            found.append(("a word of letters", ""))
        elif loose(start.context) and not missing(one, other, start.context):
            found.append(("by a convention", ""))
        elif any(re.search(a, " ".join(leaves(side))) and re.search(b, prints) for a, b in REASONS.values()):
            found.append(("for a reason", ""))
        else:
            found.append(("differs", f"lost {less}, new {more}" if less or more else "other brackets or order"))
    return found


def bound_anew(written: Tree, printed: Tree) -> Tree:
    """What is printed with the indices of the text, where signs bind some anew, which have names of their own then."""
    one, other = Counter(leaves(written)), Counter(leaves(printed))
    less, more = one - other, other - one
    lost, new = [name[1:] for name in less], [name[1:] for name in more]
    outside = all(name in other for name in less)  # the outer sign keeps its index
    if outside and 0 < len(new) < 4 and all(name.startswith("_") for name in (*less, *more)):
        for way in product(lost, repeat=len(new)):
            found = called(printed, dict(zip(new, way, strict=True)))
            if Counter(leaves(found)) == one:
                return found
    return printed


def called(tree: Tree, names: Mapping[str, str]) -> Tree:
    """A tree with other names for some words."""
    if isinstance(tree, str):
        return " ".join(names.get(word, word) for word in tree.split(" "))
    return tuple(called(part, names) for part in tree)


def same_form(text: str, views: Sequence[Tree], printed: Tree, undot: bool) -> str:
    """How what may be written is what is printed; nothing if it is not."""
    for view in views:
        if alike(view, printed):
            return "as written"
        if alike(widened(view), printed):
            return "a sum that goes on"
        if alike(excepted(view), printed):
            return "a sum without one value"
        if not BRACKETED.search(text) and alike(tight(view), printed):
            return "a product by components first"
        if alike(transposed(view), printed):
            return "a prime that is a transpose"
        bare = [unindexed(view), unindexed(printed)] if BARE.search(text) else []
        if bare and (alike(*bare) or (undot and alike(*map(undotted, bare)))):
            return "a sum without an index"
        if alike(without_ones(view), without_ones(printed)):
            return "a scalar beside a vector"
        if alike(squared(view), squared(printed)):
            return "a square of a vector"
        if undot and alike(undotted(view), undotted(printed)):
            return "a product by components"
    return ""


def gone(one: Counter[str], other: Counter[str], term: Term) -> bool:
    r"""May ``\odot`` be gone?  As often as a number is a factor, a product or has an exponent in what was read."""
    numbers = 0
    for part in subterms(term):
        if isinstance(part, Product):
            scalars = [factor for factor in part.factors if factor.shape == ()]
            numbers += min(len(scalars), len(part.factors) - 1) + (part.shape == ())
        numbers += isinstance(part, Power) and part.base.shape == ()
    return 0 < one[r"\odot"] - other[r"\odot"] <= numbers


def letters(words: Mapping[str, int]) -> list[str]:
    """The letters of words, each as often as it occurs."""
    return sorted("".join(word * times for word, times in words.items()))


def loose(context: Context) -> bool:
    """Has a context conventions by which more is read than is written, or by another name?"""
    conventions = (context.losses, context.depends, context.operators, context.families)
    return any(conventions) or context.broadcast or context.einstein or context.primed


def missing(one: Counter[str], other: Counter[str], context: Context) -> set[str]:
    """Names and numerals of a text that do not occur in what was read, but for those a convention is written with."""
    own = {core for core, _ in context.operators} | {
        re.sub(r"[{} ]|\\math[a-z]+", "", key.core) for key in context.losses
    }
    if context.losses and "derivative" in one:  # by what it is, the chain rule need not name
        own |= set(one)
    own |= {y for y, _ in (*context.losses.values(), *context.depends)} | set(context.families)
    written: set[str] = set()
    for leaf in one:
        accent, _, rest = leaf.partition(" ")
        if accent == "bar" and r"\bar" in own:
            written |= barred(rest)
        elif leaf.startswith(r"\math"):
            written.add(re.sub(r"\\math[a-z]+ ", "", leaf))
        elif not leaf.startswith("_"):
            written.add(leaf.rstrip("'") if context.primed else leaf)
    if context.primed and any("'" in leaf or leaf == "primed" for leaf in one):
        own |= {"'", "primed"}
    return {leaf for leaf in written if leaf not in other} - own - IMPLIED


def barred(word: str) -> set[str]:
    """The names and numerals of a formula below a bar, which its account has as one word."""
    names = set(re.findall(r"\\[A-Za-z]+|[A-Za-z]", word)) - {r"\bar", r"\frac", r"\times", r"\cdot"}
    found = {FUNCTIONS.get(name[1:], name) for name in names}
    for number in map(Fraction, re.findall(r"[0-9]+(?:\.[0-9]+)?", word)):
        found |= {str(number.numerator), str(number.denominator)}
    return found


#: Signs that a convention may write in another way: a derivative by its symbol, a mean by a sum.
IMPLIED = frozenset({"derivative", "mean", "/", "-", "+", "1", "2", "raw", r"\odot"})
