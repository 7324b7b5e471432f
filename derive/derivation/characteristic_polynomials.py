"""The characteristic polynomial of diag(δ) + U Wᵀ in symbolic size, found by the determinant lemma.

With p(z) = ∏ₙ (z − δₙ), for one pair and without any division

    det(zI − M) = p − Σₙ uₙ wₙ ∏_{m≠n} (z − δₘ),

and for more pairs p · det(δᵢⱼ − Σₙ wᵢₙ uⱼₙ/(z − δₙ)), written where no z − δₙ is 0.  Of all orders in which the factors of a
product M may go round, det(zI − XY) = det(zI − YX), the one with the fewest pairs is taken.

**Closed forms.**  Where each wᵢ ⊙ uⱼ is a polynomial fᵢⱼ in δ with scalar coefficients, no sum over n is left: as
δₙ = z − (z − δₙ), for S_j = Σₙ δₙʲ

    Σₙ δₙᵏ ∏_{m≠n} (z − δₘ) = zᵏ p′ − (Σ_{j<k} zᵏ⁻¹⁻ʲ S_j) p.

So the determinant is p times that of I − B − A p′/p with Aᵢⱼ = fᵢⱼ(z) and polynomials Bᵢⱼ; A has rank one, like wᵢuⱼ, and
what comes out is c₀ p + c₁ p′, at every z.  Nothing here is trusted: the statement that is found is decided as if an author
had written it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from derive.derivation.closed_forms import closed_form
from derive.derivation.low_rank import LowRank, low_rank, plus, scale_of, simplified
from derive.errors import Undecided
from derive.language.build import hadamard, prod_, sum_
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import (
    Add,
    Component,
    Defined,
    Hadamard,
    HadamardPower,
    Index,
    Neg,
    Number,
    Ones,
    Power,
    Product,
    Symbol,
    Term,
    Zeros,
    as_term,
    is_vector,
)
from derive.statements.spectrum import CharacteristicPolynomial, characteristic_polynomial

#: The largest number of pairs whose determinant is written out.
MAX_PAIRS = 3
_LETTERS = "nmkljpqrst"


@dataclass(frozen=True)
class Found:
    """A characteristic polynomial with the forms on the way to it.

    Attributes:
        statement: the answer, still to be decided.
        matrix: M with its factors in the order that was taken.
        parts: that as diag(δ) + Σ uᵢ wᵢᵀ.
        by_lemma: the determinant by the lemma alone.
        closed: is the answer c₀ p + c₁ p′?
    """

    statement: CharacteristicPolynomial
    matrix: Term
    parts: LowRank
    by_lemma: Term
    closed: bool


def search_characteristic_polynomial(matrix: Term, z: Symbol, hypotheses: Sequence[Hypothesis] = ()) -> Found:
    """det(zI − M) of a square matrix diag(δ) + fixed rank in symbolic size, and the forms on the way.

    Raises `Undecided` when the matrix is not of that form, or has more than `MAX_PAIRS` pairs.
    """
    turned, parts = _fewest_pairs(matrix, hypotheses)
    if len(parts.pairs) > MAX_PAIRS:
        raise Undecided(f"a matrix of diagonal + rank {len(parts.pairs)}; up to {MAX_PAIRS} is written out", matrix)
    n, m = _fresh(matrix, parts)
    whole = prod_(n, _factor(z, parts, n))
    by_lemma = _by_lemma(parts, z, whole, n, m, hypotheses)
    closed = closed_form(parts, z, whole, hypotheses) if parts.pairs else None
    answer = by_lemma if closed is None else closed
    statement = characteristic_polynomial(matrix, answer, z=z, hypotheses=hypotheses)
    return Found(statement, turned, parts, by_lemma, closed is not None)


def _fewest_pairs(matrix: Term, hypotheses: Sequence[Hypothesis]) -> tuple[Term, LowRank]:
    """The matrix with its factors gone round so that it has the fewest pairs; as it is, where that is no more."""
    best, parts = matrix, low_rank(matrix, hypotheses)
    whole = matrix.unfold() if isinstance(matrix, Defined) else matrix
    factors = whole.factors if isinstance(whole, Product) else ()
    if any(factor.shape != matrix.shape for factor in factors):
        return best, parts
    for turn in range(1, len(factors)):
        turned = Product((*factors[turn:], *factors[:turn]))
        other = low_rank(turned, hypotheses)
        if len(other.pairs) < len(parts.pairs):
            best, parts = turned, other
    return best, parts


def _by_lemma(parts: LowRank, z: Symbol, whole: Term, n: Index, m: Index, hypotheses: Sequence[Hypothesis]) -> Term:
    """The determinant by the matrix determinant lemma; for one pair at every z."""
    if not parts.pairs:
        return whole
    if len(parts.pairs) == 1:
        ((u, w),) = parts.pairs
        scale, vector = scale_of(simplified(hadamard(u, w), hypotheses))
        total = sum_(n, entry(vector, n) * prod_(m, _factor(z, parts, m), without=n))
        return plus(whole, simplified(-scale), total)
    below = _factor(z, parts, n)
    sums = [[_sum(hadamard(w, u), n, below, hypotheses) for u, _ in parts.pairs] for _, w in parts.pairs]
    return whole * _determinant(sums)


def _factor(z: Symbol, parts: LowRank, n: Index) -> Term:
    """z − δₙ."""
    delta = entry(parts.diagonal, n)
    return z if delta == as_term(0) else z - delta


def _fresh(matrix: Term, parts: LowRank) -> tuple[Index, Index]:
    """Two indices with names that nothing else has."""
    taken = {symbol.name for symbol in symbols_of(matrix)} | {
        part.index.name for part in unfolded_subterms(matrix) if hasattr(part, "index")
    }
    first, second, *_ = [name for name in _LETTERS if name not in taken]
    return Index(first, parts.size), Index(second, parts.size)


def _sum(vector: Term, n: Index, below: Term, hypotheses: Sequence[Hypothesis]) -> Term:
    """Σₙ vₙ/(z − δₙ), with scalars in front."""
    scale, inner = scale_of(simplified(vector, hypotheses))
    total = sum_(n, entry(inner, n) / below)
    return total if scale == as_term(1) else scale * total


def _determinant(sums: Sequence[Sequence[Term]]) -> Term:
    """det(δᵢⱼ − sᵢⱼ) by permutations: each index that moves brings a sign of its own."""
    total: Term | None = None
    for places in permutations(range(len(sums))):
        factors = [1 - sums[i][j] if i == j else sums[i][j] for i, j in enumerate(places)]
        moved = sum(i != j for i, j in enumerate(places))
        inversions = sum(a > b for a, b in combinations(places, 2))
        term = _product(factors)
        total = term if total is None else total - term if (moved + inversions) % 2 else total + term
    return total if total is not None else as_term(1)


def entry(vector: Term, n: Index) -> Term:
    """vₙ, written inside: (u ⊙ v)ₙ as uₙ vₙ, 1ₙ as 1."""
    match vector:
        case Ones():
            return as_term(1)
        case Zeros():
            return as_term(0)
        case Neg(part):
            return -entry(part, n)
        case Add(terms):
            return Add(tuple(entry(term, n) for term in terms))
        case Hadamard(factors):
            return _product([entry(factor, n) for factor in factors])
        case HadamardPower(base, exponent):
            return Power(entry(base, n), Fraction(exponent))
        case Power(base, exponent):
            return Power(entry(base, n), exponent)
        case Product((scale, inner)) if scale.shape == () and is_vector(inner.shape):
            return _product([scale, entry(inner, n)])
    return Component(vector, (n,))


def _product(factors: Sequence[Term]) -> Term:
    kept = [factor for factor in factors if factor != Number(Fraction(1))]
    return as_term(1) if not kept else kept[0] if len(kept) == 1 else Product(tuple(kept))
