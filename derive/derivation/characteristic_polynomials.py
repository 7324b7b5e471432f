"""The characteristic polynomial of diag(δ) + U Wᵀ in symbolic size, found by the determinant lemma.

With q(z) = ∏ₙ (z − δₙ), for one pair and without any division

    det(zI − M) = q − Σₙ uₙ wₙ ∏_{m≠n} (z − δₘ),

and for more pairs q · det(δᵢⱼ − Σₙ wᵢₙ uⱼₙ/(z − δₙ)), written where no z − δₙ is 0.  Where u ⊙ w is a multiple κ of δ, one
uses δₙ = z − (z − δₙ), and the sum is κ (z q′ − N q).  Nothing here is trusted: the statement that is found is decided as if
an author had written it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

from derive.derivation.low_rank import LowRank, low_rank, scale_of, simplified
from derive.errors import Undecided
from derive.language.build import grad, hadamard, prod_, sum_
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import (
    Add,
    Component,
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
from derive.statements.equation import prove_equation
from derive.statements.spectrum import CharacteristicPolynomial, characteristic_polynomial

#: The largest number of pairs whose determinant is written out.
MAX_PAIRS = 3
_LETTERS = "nmkljpqrst"


def find_characteristic_polynomial(
    matrix: Term, z: Symbol, hypotheses: Sequence[Hypothesis] = ()
) -> CharacteristicPolynomial:
    """det(zI − M) of a square matrix diag(δ) + fixed rank in symbolic size, as a statement still to be decided.

    Raises `Undecided` when the matrix is not of that form, or has more than `MAX_PAIRS` pairs.
    """
    parts = low_rank(matrix, hypotheses)
    if len(parts.pairs) > MAX_PAIRS:
        raise Undecided(f"a matrix of diagonal + rank {len(parts.pairs)}; up to {MAX_PAIRS} is written out", matrix)
    n, m = _fresh(matrix, parts)
    whole = prod_(n, _factor(z, parts, n))
    if not parts.pairs:
        polynomial = whole
    elif len(parts.pairs) == 1:
        polynomial = _of_one_pair(parts, z, whole, n, m, hypotheses)
    else:
        below = _factor(z, parts, n)
        polynomial = whole * _determinant(
            [[_sum(hadamard(w, u), n, below, hypotheses) for u, _ in parts.pairs] for _, w in parts.pairs]
        )
    return characteristic_polynomial(matrix, polynomial, z=z, hypotheses=hypotheses)


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


def _of_one_pair(parts: LowRank, z: Symbol, whole: Term, n: Index, m: Index, hypotheses: Sequence[Hypothesis]) -> Term:
    ((u, w),) = parts.pairs
    scale, vector = scale_of(simplified(hadamard(u, w), hypotheses))
    if prove_equation(vector, parts.diagonal, hypotheses).status == "proved":
        rest = simplified(1 + scale * as_term(parts.size), hypotheses)
        slope = simplified(-scale, hypotheses) * z * grad(whole, z)
        return slope if rest == as_term(0) else rest * whole + slope
    others = prod_(m, _factor(z, parts, m), without=n)
    total = sum_(n, entry(vector, n) * others)
    return whole - (total if scale == as_term(1) else scale * total)


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
