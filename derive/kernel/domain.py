"""The ledger: what the authored sub-terms of a statement need in order to be defined.

One table: division needs a divisor ≠ 0, a root a radicand ≥ 0, a negative power a base ≠ 0, an inverse an invertible matrix,
a logarithm an argument > 0, the logarithm and half-integer powers of a matrix a positive definite one.  What follows from
declarations and hypotheses is left out; the rest is said as simply as it can be: √p below a fraction bar gives p > 0, |v|
gives v ≠ 0, a product gives one condition for each factor.

A condition is about the sub-term where it stands: at the free indices of the statement, and nowhere else; for all values of
an index that is bound around it, since a sum is defined where all its summands are.

The ledger gives an equation something in return, as hypotheses and declared properties do before its terms are looked into:
equalities as replacements; symbols that stand for almost all values; and the terms whose sign is known, or that are not 0,
wherever those of the statement have values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from derive.kernel.assumptions import UNKNOWN, Assumptions
from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import REMEMBERED, substitute, symbols_of, unfold_all, unfolded_subterms


def ledger(terms: Iterable[t.Term], assumptions: Assumptions) -> tuple[Condition, ...]:
    """The conditions that these terms need beyond what is assumed, in the order in which they first arise."""
    needed = dict.fromkeys(condition for term in terms for condition in needs(term))
    found = [condition for condition in needed if not assumptions.holds(condition)]
    return tuple(c for c in found if not _implied(c, found))


@lru_cache(maxsize=REMEMBERED)
def needs(term: t.Term) -> tuple[Condition, ...]:
    """The conditions of a term and its sub-terms, whatever is assumed, in the order in which they first arise."""
    return _gathered(term, _own)


def _gathered(term: t.Term, own: Callable[[t.Term], Iterable[Condition]]) -> tuple[Condition, ...]:
    """The own conditions of all sub-terms, at the free indices of the term, for all values of those that are bound in it."""
    found: dict[t.Term, dict[Condition, None]] = {}
    for part in unfolded_subterms(term):
        here = dict.fromkeys(condition for child in _below(part) for condition in found[child])
        if isinstance(part, t.Binder):
            here = dict.fromkeys(replace(c, at=c.at - {part.index}) for c in here)
        found[part] = here | dict.fromkeys(own(part))
    return tuple(found[term])


def _below(part: t.Term) -> tuple[t.Term, ...]:
    """What a term is made of, definitions unfolded.

    An even power of a norm or an absolute value is one of v · v or x², which has a derivative at 0 as well: it is made of
    v or x.
    """
    match part:
        case t.Defined():
            return (*part.children, part.unfold())
        case t.Power(base, exponent) if exponent > 0 and exponent % 2 == 0 and not t.is_square(part.shape):
            arguments: tuple[t.Term, ...] = ()
            while isinstance(base, t.Defined):
                arguments, base = (*arguments, *base.children), base.unfold()
            if isinstance(base, t.Norm) or (isinstance(base, t.Function) and base.name == "abs"):
                return (*arguments, *base.children)
    return part.children


def _own(part: t.Term) -> Iterable[Condition]:
    """The conditions of one node, at the free indices that it has."""
    return _smooth(part.term, part.symbol) if isinstance(part, t.Grad) else _placed(part, _needs(part))


def _placed(part: t.Term, conditions: Iterable[Condition]) -> Iterator[Condition]:
    return (replace(condition, at=condition.term.free & part.free) for condition in conditions)


def _needs(term: t.Term) -> Iterator[Condition]:
    """The conditions of one node that is no derivative."""
    match term:
        case t.Quotient(_, denominator):
            yield from _nonzero(denominator)
        case t.Sqrt(radicand):
            yield Condition("nonneg", radicand)
        case t.Power(base, exponent):
            if exponent.denominator == 2 and t.is_square(base.shape):
                yield from _definite(base)
            elif exponent < 0 and t.is_square(base.shape):
                yield from _invertible(base)
            elif exponent < 0:
                yield from [Condition("positive", base)] if exponent.denominator == 2 else _nonzero(base)
            elif exponent.denominator == 2:
                yield Condition("nonneg", base)
        case t.HadamardPower(base, exponent) if exponent < 0:
            yield from _nonzero(base if t.is_vector(base.shape) else _entry(base))
        case t.Inverse(matrix):
            yield from _invertible(matrix)
        case t.Function(name, argument) if kind := FUNCTIONS[name].domain:
            yield _of_entries(kind, argument)
        case t.MatrixFunction("log", matrix):
            yield from _definite(matrix)


def _entry(term: t.Term) -> t.Term:
    """A scalar as it is; of anything else the entry at indices that stand for all."""
    axes = t.axes_of(term.shape)
    taken = {index.name for index in term.free}
    names = [name for name in "nmklij" if name not in taken]
    return (
        t.Component(term, tuple(t.Index(name, dim) for name, dim in zip(names, axes, strict=False))) if axes else term
    )


def _of_entries(kind: str, term: t.Term) -> Condition:
    return Condition(kind, term if kind == "nonzero" and t.is_vector(term.shape) else _entry(term))


def _smooth(term: t.Term, symbol: t.Symbol) -> tuple[Condition, ...]:
    """Where the roots, norms and absolute values inside a derivative can be derived: away from 0."""

    def kinks(part: t.Term) -> Iterator[Condition]:
        if symbol not in symbols_of(part):
            return
        match part:
            case t.Sqrt(radicand) | t.Power(radicand, Fraction(denominator=2)) if radicand.shape == ():
                yield Condition("positive", radicand)
            case t.Norm(vector) if t.is_vector(vector.shape):
                yield Condition("not_zero", vector)
            case t.Norm():
                yield Condition("nonzero", part)
            case t.Function(name, argument) if kind := FUNCTIONS[name].smooth:
                yield _of_entries(kind, argument)

    return _gathered(term, lambda part: _placed(part, kinks(part)))


def _nonzero(term: t.Term) -> Iterator[Condition]:
    """The term ≠ 0 (a vector: every component), said of its parts where that is the same."""
    match term:
        case t.Number(value) if value != 0:
            return
        case t.Neg(part):
            yield from _nonzero(part)
        case t.Sqrt(radicand):
            yield Condition("positive", radicand)
        case t.Norm(vector) if t.is_vector(vector.shape):
            yield Condition("not_zero", vector)
        case t.Dot(left, right) if left == right:
            yield Condition("not_zero", left)
        case t.Power(base, exponent) if exponent > 0 and exponent.denominator == 1 and not t.is_square(term.shape):
            yield from _nonzero(base)
        case t.Power(base, exponent) if exponent.denominator == 2:
            yield Condition("positive", base)
        case t.Quotient(numerator, _):
            yield from _nonzero(numerator)
        case t.Product(factors) if all(factor.shape == () for factor in factors):
            for factor in factors:
                yield from _nonzero(factor)
        case t.Defined() if term.arguments and term.shape == ():
            yield Condition("nonzero", term)
        case _ if term.shape == () or t.is_vector(term.shape):
            yield Condition("nonzero", term)


#: Definitions of these are unfolded where an inverse is asked for: the condition is said of their parts.
_SIMPLER_WHEN_INVERTED = t.Diag | t.Identity | t.Inverse | t.Transpose | t.Power | t.Product | t.Defined


def _invertible(term: t.Term) -> Iterator[Condition]:
    """The matrix is invertible, said of its parts where that is the same."""
    match term:
        case t.Identity():
            return
        case t.Diag(vector):
            yield from _nonzero(vector)
        case t.Defined():
            simpler = isinstance(term.unfold(), _SIMPLER_WHEN_INVERTED)
            yield from _invertible(term.unfold()) if simpler else [Condition("invertible", term)]
        case t.Transpose(part) | t.Inverse(part) | t.Neg(part):
            yield from _invertible(part)
        case t.MatrixFunction("exp", _) | t.Power(_, Fraction(denominator=2)):
            return  # of the latter the base is positive definite
        case t.Power(base, _):
            yield from _invertible(base)
        case t.Product(factors) if all(t.is_square(factor.shape) or factor.shape == () for factor in factors):
            for factor in factors:
                yield from _invertible(factor) if t.is_square(factor.shape) else _nonzero(factor)
        case _:
            yield Condition("invertible", term)


def _definite(term: t.Term) -> Iterator[Condition]:
    """The matrix is positive definite, said of its parts where that is the same."""
    match term:
        case t.Identity():
            return
        case t.Diag(vector):
            yield Condition("positive", _entry(vector))
        case t.Transpose(part) | t.Inverse(part):
            yield from _definite(part)
        case _:
            yield Condition("positive_definite", term)


#: The kinds of condition that imply one of the same term.
_STRONGER = {
    "nonneg": ("positive",), "nonzero": ("positive",), "not_zero": ("nonzero",), "invertible": ("positive_definite",),
}  # fmt: skip


def _implied(condition: Condition, found: Iterable[Condition]) -> bool:
    """Is a condition the weaker half of another one in the ledger, or the same in other words?"""
    stronger = _STRONGER.get(condition.kind, ())
    before = True
    for other in found:
        if other is condition:
            before = False
        elif other.at <= condition.at:
            same = other.kind == condition.kind and unfold_all(other.term) == unfold_all(condition.term)
            if (same and (before or other.at != condition.at)) or (
                other.kind in stronger and other.term == condition.term
            ):
                return True
    return False


def without_squares(equality: Equality) -> Equality:
    """xⁿ = 0, x / y = 0, |v| = 0 and v · v = 0 as x = 0 and v = 0; any other equality as it is."""
    zero, side = equality.rhs, equality.lhs
    if not isinstance(zero, t.Zeros) and zero != t.as_term(0):
        return equality
    match side:
        case t.Power(base, exponent) if exponent > 0 and base.shape == ():
            return without_squares(Equality(base, zero))
        case t.Quotient(numerator, _) if numerator.shape == side.shape:
            return without_squares(Equality(numerator, zero))
        case t.Defined():
            return without_squares(Equality(side.unfold(), zero))
        case t.Norm(vector):
            return Equality(vector, t.Zeros(vector.shape))
        case t.Dot(left, right) if left == right:
            return Equality(left, t.Zeros(left.shape))
    return equality


def replacements(equalities: list[Equality]) -> tuple[dict[t.Symbol, t.Term], list[Equality]]:
    """Split equalities into symbol := term, applied to one another, and the rest."""
    replaced: dict[t.Symbol, t.Term] = {}
    rest: list[Equality] = []
    for equality in equalities:
        lhs, rhs = (substitute(side, replaced) if replaced else side for side in (equality.lhs, equality.rhs))
        for symbol, term in ((lhs, rhs), (rhs, lhs)):
            if (
                isinstance(symbol, t.Symbol)
                and symbol not in symbols_of(term)
                and not term.free
                and not symbol.properties
            ):
                replaced = {known: substitute(value, {symbol: term}) for known, value in replaced.items()}
                replaced[symbol] = term
                break
        else:
            rest.append(equality)
    return replaced, [Equality(substitute(h.lhs, replaced), substitute(h.rhs, replaced)) for h in rest]


#: The nodes that are no rational functions of their parts.
_IRRATIONAL = t.Sqrt | t.Norm | t.Function | t.MatrixFunction | t.Pinv | t.Max | t.Rank


def generic_symbols(terms: Sequence[t.Term], hypotheses: Iterable[Hypothesis]) -> tuple[t.Symbol, ...]:
    """The scalars and vectors of which all terms are rational functions, whatever the other data are."""
    tied: set[t.Symbol] = set()
    for hypothesis in hypotheses:
        own = isinstance(hypothesis, Condition) and hypothesis.kind != "mask" and isinstance(hypothesis.term, t.Symbol)
        tied.update(() if own else symbols_of(*hypothesis.terms))
    for part in (part for term in terms for part in unfolded_subterms(term)):
        half = isinstance(part, t.Power) and part.exponent.denominator == 2
        if half or isinstance(part, _IRRATIONAL):
            tied.update(symbols_of(part))
    return tuple(s for s in symbols_of(*terms) if len(s.shape) < 2 and "mask" not in s.properties and s not in tied)


def radicands(terms: Iterable[t.Term]) -> list[t.Term]:
    """What stands under the roots of these terms, and is ≥ 0 wherever they have values; the ledger says so."""
    found: list[t.Term] = []
    for part in (part for term in terms for part in unfolded_subterms(term)):
        match part:
            case t.Sqrt(radicand) | t.Power(radicand, Fraction(denominator=2)) if part.shape == () and not part.free:
                found.append(radicand)
    return found


def definite(terms: Iterable[t.Term]) -> list[t.Symbol]:
    """The matrix symbols that are positive definite wherever these terms have values; the ledger says so."""
    needed = (condition for term in terms for condition in needs(term) if condition.kind == "positive_definite")
    return [condition.term for condition in needed if isinstance(condition.term, t.Symbol)]


def nonzero_entries(terms: Iterable[t.Term], assumptions: Assumptions, everywhere: bool) -> Iterator[t.Term]:
    """Terms whose every entry is assumed to be ≠ 0, or that are divided by; with ``everywhere`` only the first."""
    parts = () if everywhere else (part for term in terms for part in unfolded_subterms(term))
    divisors = [part.denominator for part in parts if isinstance(part, t.Quotient) and part.denominator.shape]
    return (part for part in (*divisors, *assumptions.assumed_terms("nonzero")) if not part.free)


def sums_of_known_sign(
    terms: Iterable[t.Term], assumptions: Assumptions, defined: Collection[t.Term], everywhere: bool
) -> Iterator[tuple[t.Term, bool]]:
    """Scalars that are ≥ 0, as ``defined`` are or as they are written, of a root its square; and whether > 0 at all data.

    With ``everywhere`` only those that are defined at all data.
    """
    known = [part for term in terms for part in unfolded_subterms(term)]
    known += assumptions.assumed_terms("nonneg", "positive", "nonzero")
    known += [t.Dot(vector, vector) for vector in assumptions.assumed_terms("not_zero")]
    for part in dict.fromkeys(known):
        sign = assumptions.sign(part) if part.shape == () and not part.free else UNKNOWN
        match part:
            case t.Norm(vector) if t.is_vector(vector.shape):
                part = t.Dot(vector, vector)
            case t.Sqrt() | t.Norm():
                continue
        if (sign.nonneg or part in defined) and not (everywhere and ledger((part,), assumptions)):
            yield part, sign.positive and everywhere
