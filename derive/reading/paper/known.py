r"""What the words around a display say, and is known: of names that are not declared, what is assumed, what holds anyway."""

from __future__ import annotations

import re
from itertools import pairwise
from operator import eq

from derive.errors import InputError
from derive.language.build import dot
from derive.language.hypotheses import Condition, conditions_of
from derive.language.substitution import dimensions_of, symbols_of, unfold_all
from derive.language.terms import Defined, Symbol, Term, as_term, is_vector
from derive.language.unknown import Coefficients, coefficients_of
from derive.reading.in_each import in_each
from derive.reading.latex import Context, LatexChain, read_latex
from derive.reading.latex.conventions import Equal
from derive.reading.latex.open_indices import may_be_index
from derive.reading.latex.properties import PROPERTIES, properties_in
from derive.reading.latex.signs import INLINE, RELATIONS
from derive.reading.latex.spelling import key_of_text
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.paper.kinds import PARTIAL
from derive.reading.paper.lost import letters
from derive.reading.source import Source

SIGN = re.compile(r"(\\(?:neq?|l(?:eq?|t)|g(?:eq?|t))(?![A-Za-z])|\\not\s*=|[<>=≠≤≥])")
_LIST = r"\$[^$]*\$(?:\s*(?:,|and|,\s*and)\s*\$[^$]*\$)*"
_NOUNS = {"symmetry": "symmetric", "orthogonality": "orthogonal", "invertibility": "invertible"}
_THINGS = r"(?:(?:real|square|matrix|matrices|vectors?|numbers?)\s+)*"
#: Names, and what properties they have: "$A$ is symmetric", "let $A$ be a symmetric matrix", "the symmetric matrix $A$",
#: "by symmetry of $A$ and $B$".
_NAMED = re.compile(
    rf"\$(?P<name>[^$]*)\$\s+(?:(?:is|be|being|denotes?)\s+)?(?:an?\s+)?(?P<behind>{PROPERTIES})(?!\s+(?:to|with|on)(?![a-z]))"
)
_BEFORE = re.compile(
    rf"(?<!not )(?<!necessarily )(?:(?P<before>{PROPERTIES})\s+{_THINGS}"
    rf"|(?<![\w-])(?P<noun>{'|'.join(_NOUNS)})\s+of\s+(?:(?:the|both)\s+)*{_THINGS})(?P<names>{_LIST})"
)
#: A matrix of which a text says that it is square.
_SQUARE = re.compile(
    rf"\$(?P<name>[^$]*)\$\s+(?:is|be|being)\s+(?:an?\s+)?square(?![\w-])|(?<![\w-])square\s+{_THINGS}(?P<names>{_LIST})"
)
#: Two vectors of which a text says that they are orthogonal.
_ORTHOGONAL = re.compile(
    r"\$(?P<one>[^$]*)\$\s+(?:(?:is|be|being)\s+)?(?:orthogonal|perpendicular)\s+to\s+\$(?P<other>[^$]*)\$"
    r"|\$(?P<first>[^$]*)\$\s+and\s+\$(?P<second>[^$]*)\$\s+(?:are|being)\s+(?:orthogonal|perpendicular)(?![\w-])"
)
#: What stands between a name and a set.
_IN_SET = re.compile(r"\\in(?![A-Za-z])|∈")
#: Signs of operations alone.
_OPERATIONS = r"(?:\s|[-+*/]|\\(?:cdot|times|circ|odot|otimes|oplus)(?![A-Za-z]))*"
_LAWS = re.compile(rf"\${_OPERATIONS}\$(?:\s+(?:commutes|is\s+commutative)(?=\W*\Z))?")


def read(formula: str, context: Context) -> LatexChain | None:
    """What a formula says, in the one reading in which the shapes of its sides fit; None of one that cannot be read."""
    try:
        found = in_each(lambda choices: read_latex(formula, context.chosen(choices)), eq)
    except InputError:
        return None
    chains = [each.read for each in found]
    if len(chains) > 1:
        chains = [each for each in chains if len({term.shape for term in each.terms}) == 1]
    return chains[0] if len(chains) == 1 else None


def is_foreign(formula: str, context: Context) -> bool:
    """Are all letters of a formula of names that are not declared?"""
    named = letters(Source(formula), 0, len(formula), context)
    if not named or not named - RELATIONS.keys():
        return False
    if any(context.is_word(word, upright=True) for word in re.findall(r"(?<!\\)\b[A-Za-z]{2,}", formula)):
        return False  # SSE
    return not any(context.is_word(letter, upright=True) for letter in named)


def is_known_member(formula: str, context: Context) -> bool:
    r"""Does ``t \in \R_+`` say of names what is declared of them?"""
    name, *sets = _IN_SET.split(formula)
    if PARTIAL.search(formula) is None or re.search(
        r"\\|\*", re.sub(r"\\(?:mathbb|mathds|R|ge(?:q|qslant)?)", "", sets[-1])
    ):
        return False
    kinds = {"positive", "nonneg"} if "0" in sets[-1] else {"positive"}
    chains = [read(each, context) for each in name.split(",")]
    return all(chain is not None and _is_one_of(chain, kinds) for chain in chains)


def _is_one_of(chain: LatexChain, kinds: set[str]) -> bool:
    """Has what stands alone in a formula one of some properties?"""
    term = chain.terms[0]
    said = (*chain.hypotheses, *(each for symbol in symbols_of(term) for each in conditions_of(symbol)))
    return any(isinstance(each, Condition) and each.term == term and each.kind in kinds for each in said)


def is_given(formula: str, chain: LatexChain | None, context: Context) -> bool:
    """Does a formula say what is assumed, or holds anyway, or something of names alone that are not declared?"""
    if is_foreign(formula, context):
        return True
    if chain is None:
        return False
    known = {*chain.hypotheses, *(each for symbol in symbols_of(*chain.terms) for each in conditions_of(symbol))}
    pairs = zip(pairwise(chain.terms), chain.relations, strict=True)
    try:
        said_again = len({unfold_all(term) for term in chain.terms}) == 1
        given = {hypothesis_of(left, sign, right) for (left, right), sign in pairs}
    except InputError:
        given, said_again = None, False
    holds = Equal(chain.terms, context.env.hypotheses, freely=not said_again)
    return (given is not None and given <= known) or (chain.is_equation and context.decide(holds))


def without_new(formula: str, context: Context) -> bool:
    """Does a chain of equations say what holds anyway, but for names that are not declared, each a side of it?"""
    first, *rest = SIGN.split(formula)
    sides = [side for side in (first, *rest[1::2]) if not (key_of_text(side.strip()) and is_foreign(side, context))]
    if {*rest[::2]} != {"="} or not 1 < len(sides) < len(rest) // 2 + 1:
        return False
    chain = read(said := " = ".join(sides), context)
    return chain is not None and is_given(said, chain, context)


def unknown(words: str, context: Context) -> str:
    """Words with blanks in the place of the properties of names that are known, and of operations, which commute."""

    def behind(found: re.Match[str]) -> str:
        return " " * len(found[0]) if _is_known(found["name"], found["behind"], context) else found[0]

    def before(found: re.Match[str]) -> str:
        said = found["before"] or _NOUNS[found["noun"]]
        names = [name for name, *_ in INLINE.findall(found["names"])]
        known = all(_is_known(name, said, context) for name in names)
        return found["names"].rjust(len(found[0])) if known else found[0]

    def square(found: re.Match[str]) -> str:
        said = found["names"] or f"${found['name']}$"
        known = all(_is_square(name, context) for name, *_ in INLINE.findall(said))
        return said.rjust(len(found[0])) if known else found[0]

    words = _LAWS.sub(lambda found: " " * len(found[0]), words)
    words = _ORTHOGONAL.sub(lambda found: " " * len(found[0]) if _are_orthogonal(found, context) else found[0], words)
    words = _SQUARE.sub(square, words)
    return _BEFORE.sub(before, _NAMED.sub(behind, words))


def speaking(words: str, others: str, context: Context) -> str:
    """Words with what they say that is not known, without formulas of names that ``others`` do not have."""
    spoken = letters(Source(others), 0, len(others), context)

    def said(found: re.Match[str]) -> str:
        formula = found[1] or found[2] or ""
        named = letters(Source(formula), 0, len(formula), context)
        own = named is not None and {name for name in named if name.isalpha() or may_be_index(name[1:])}
        away = own and spoken is not None and is_foreign(formula, context) and not own & spoken
        return " " * len(found[0]) if away else found[0]

    return INLINE.sub(said, unknown(words, context))


def _is_known(name: str, properties: str, context: Context) -> bool:
    r"""Is this the name of something with a value, or that is declared to have these properties, ``A \in S`` or ``A``?"""
    if (chain := read(_IN_SET.split(name)[0], context)) is None or isinstance(chain.terms[0], Defined):
        return chain is not None
    said = (*chain.hypotheses, *(each for symbol in symbols_of(chain.terms[0]) for each in conditions_of(symbol)))
    term = chain.terms[0]
    kinds = {each.kind for each in said if isinstance(each, Condition) and each.term == term}
    open_ = {*properties_in(properties)} - kinds
    if open_ == {"symmetric"} and _is_square(name, context) and not isinstance(term, Symbol):
        return context.decide(Equal((term.T, term), context.env.hypotheses, freely=False))
    return not open_


def _are_orthogonal(found: re.Match[str], context: Context) -> bool:
    """Is the scalar product of two vectors 0 for all data?"""
    chains = [read(name, context) for name in (found["one"] or found["first"], found["other"] or found["second"])]
    one, other = (None if chain is None or chain.relations else chain.terms[0] for chain in chains)
    if one is None or other is None or not (is_vector(one.shape) and one.shape == other.shape):
        return False
    return context.decide(Equal((dot(one, other), as_term(0)), context.env.hypotheses, freely=False))


def _is_square(name: str, context: Context) -> bool:
    """Is this a formula for a square matrix?"""
    chain = read(name, context)
    shape = () if chain is None or chain.relations else chain.terms[0].shape
    return len(shape) == 2 and shape[0] == shape[1]


def speaks_of(chain: LatexChain | None, context: Context) -> frozenset[Term] | None:
    """The symbols and unknown functions in a formula, definitions unfolded, and derivatives that are only declared.

    Where there are none, its dimensions.

    None of a formula that cannot be read.
    """
    if chain is None:
        return None
    found = (*symbols_of(*chain.terms), *coefficients_of(*chain.terms))
    names = {symbol.name for symbol in found}
    slopes = (context.env.names.get(slope) for slope, pair in context.slopes.items() if names.intersection(pair))
    said = [*found, *(slope for slope in slopes if isinstance(slope, Term))]
    return frozenset[Term](said or dimensions_of(*chain.terms))


def index_of(text: str, context: Context) -> str | None:
    """The name of the index that stands there, if one does: one that is declared, or a letter that is no other name."""
    found, name = key_of_text(text.strip()), text.strip()
    known = None if found is None else context.index(found[0])
    return known or (name if name.isalpha() and may_be_index(name) and not context.is_word(name) else None)


def function_in(text: str, context: Context) -> frozenset[Term]:
    """The unknown function whose name alone stands there, if one does."""
    found = key_of_text(text.strip())
    known = None if found is None else context.unknown(found[0])
    return frozenset() if known is None else frozenset({Coefficients.of(known)})
