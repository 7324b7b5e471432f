"""What hypotheses, declared properties and the ledger give an equation before its terms are looked into.

Equalities as replacements; symbols that stand for almost all values; and the terms whose sign is known, or that are not 0,
wherever those of the statement have values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from derive.kernel.assumptions import UNKNOWN, Assumptions
from derive.kernel.domain import ledger, needs
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import substitute, symbols_of, unfolded_subterms


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


def generic_symbols(terms: Sequence[t.Term], hypotheses: Iterable[Hypothesis]) -> tuple[t.Symbol, ...]:
    """The scalars and vectors of which all terms are rational functions, whatever the other data are."""
    tied: set[t.Symbol] = set()
    for hypothesis in hypotheses:
        own = isinstance(hypothesis, Condition) and hypothesis.kind != "mask" and isinstance(hypothesis.term, t.Symbol)
        tied.update(() if own else symbols_of(*hypothesis.terms))
    for part in (part for term in terms for part in unfolded_subterms(term)):
        half = isinstance(part, t.Power) and part.exponent.denominator == 2
        if half or isinstance(part, t.Sqrt | t.Norm | t.Function | t.MatrixFunction | t.Pinv):
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
