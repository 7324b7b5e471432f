"""The characteristic polynomial of diag(δ) + U Wᵀ in symbolic size, found by the determinant lemma.

With p(z) = ∏ₙ (z − δₙ), for pairs (u, w), (u′, w′), … and without any division, so at every z and for equal δₙ too,

    det(zI − M) = p − Σₙ (uₙ wₙ + u′ₙ w′ₙ + …) ∏_{k≠n} (z − δₖ) + Σₙ Σₘ uₙ u′ₘ (wₙ w′ₘ − wₘ w′ₙ) ∏_{k≠n,m} (z − δₖ) + … − …,

for each choice of r pairs a sum over r indices, of which only those that differ count: where two agree, the minor of the wᵢ
is 0.  It is the expansion by columns with Cauchy and Binet's formula for the minors of U Wᵀ.  Of all orders in which the
factors of a product M may go round, det(zI − XY) = det(zI − YX), the one with the fewest pairs is taken.

**Closed forms.**  Where each wᵢ ⊙ uⱼ is a polynomial fᵢⱼ in δ with scalar coefficients, no sum over n is left: as
δₙ = z − (z − δₙ), for S_j = Σₙ δₙʲ

    Σₙ δₙᵏ ∏_{m≠n} (z − δₘ) = zᵏ p′ − (Σ_{j<k} zᵏ⁻¹⁻ʲ S_j) p.

So the determinant is p times that of I − B − A p′/p with Aᵢⱼ = fᵢⱼ(z) and polynomials Bᵢⱼ; A has rank one, like wᵢuⱼ, and
what comes out is c₀ p + c₁ p′, at every z.  Nothing here is trusted: the statement that is found is decided as if an author
had written it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from derive.answers.closed_forms import closed_form
from derive.answers.null_spaces import vanishes
from derive.errors import Undecided
from derive.language import terms as t
from derive.language.alike import product_of
from derive.language.build import hadamard, prod_, sum_
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.search.low_rank import LowRank, determinant, low_rank, plus, scale_of, simplified
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
    matrix: t.Term
    parts: LowRank
    by_lemma: t.Term
    closed: bool


def search_characteristic_polynomial(matrix: t.Term, z: t.Symbol, hypotheses: Sequence[Hypothesis] = ()) -> Found:
    """det(zI − M) of a square matrix diag(δ) + fixed rank in symbolic size, and the forms on the way.

    Raises `Undecided` when the matrix is not of that form, or has more than `MAX_PAIRS` pairs.
    """
    turned, parts = _fewest_pairs(matrix, hypotheses)
    if len(parts.pairs) > MAX_PAIRS:
        raise Undecided(f"a matrix of diagonal + rank {len(parts.pairs)}; up to {MAX_PAIRS} is written out", matrix)
    indices = _fresh(matrix, parts)
    whole = prod_(indices[0], _factor(z, parts, indices[0]))
    by_lemma = _by_lemma(parts, z, whole, indices, hypotheses)
    closed = closed_form(parts, z, whole, hypotheses) if parts.pairs else None
    answer = by_lemma if closed is None else closed
    statement = characteristic_polynomial(matrix, answer, z=z, hypotheses=hypotheses)
    return Found(statement, turned, parts, by_lemma, closed is not None)


def _fewest_pairs(matrix: t.Term, hypotheses: Sequence[Hypothesis]) -> tuple[t.Term, LowRank]:
    """The matrix with its factors gone round so that it has the fewest pairs; as it is, where that is no more."""
    best, parts = matrix, low_rank(matrix, hypotheses)
    whole = matrix.unfold() if isinstance(matrix, t.Defined) else matrix
    factors = whole.factors if isinstance(whole, t.Product) else ()
    if any(factor.shape != matrix.shape for factor in factors):
        return best, parts
    for turn in range(1, len(factors)):
        turned = t.Product((*factors[turn:], *factors[:turn]))
        other = low_rank(turned, hypotheses)
        if len(other.pairs) < len(parts.pairs):
            best, parts = turned, other
    return best, parts


def _by_lemma(
    parts: LowRank, z: t.Symbol, whole: t.Term, indices: Sequence[t.Index], hypotheses: Sequence[Hypothesis]
) -> t.Term:
    """The determinant by the matrix determinant lemma, at every z."""
    total = whole
    for count in range(1, len(parts.pairs) + 1):
        at, other = tuple(indices[:count]), indices[count]
        rest = prod_(other, _factor(z, parts, other), without=at)
        for scale, weight in _weights(parts, at, hypotheses):
            summed = product_of([weight, rest])
            for index in reversed(at):
                summed = sum_(index, summed)
            total = plus(total, simplified(-scale) if count % 2 else scale, summed)
    return total


def _weights(
    parts: LowRank, at: Sequence[t.Index], hypotheses: Sequence[Hypothesis]
) -> Iterator[tuple[t.Term, t.Term]]:
    """What the product without the entries at some indices is multiplied by, a number in front; nothing that is 0."""
    if len(at) == 1:
        products = tuple(hadamard(u, w) for u, w in parts.pairs)
        scale, vector = scale_of(simplified(products[0] if len(products) == 1 else t.Add(products), hypotheses))
        if not isinstance(vector, t.Zeros):
            yield scale, entry(vector, at[0])
        return
    for pairs in combinations(parts.pairs, len(at)):
        scales, rows = zip(*(scale_of(w) for _, w in pairs), strict=True)
        minor = determinant([[entry(row, n) for n in at] for row in rows])
        if not vanishes(minor, hypotheses):
            factors = [entry(u, n) for (u, _), n in zip(pairs, at, strict=True)]
            yield simplified(product_of(scales), hypotheses), product_of([*factors, minor])


def _factor(z: t.Symbol, parts: LowRank, n: t.Index) -> t.Term:
    """z − δₙ."""
    delta = entry(parts.diagonal, n)
    return z if delta == t.as_term(0) else z - delta


def _fresh(matrix: t.Term, parts: LowRank) -> list[t.Index]:
    """Indices with names that nothing else has, one more than there are pairs."""
    taken = {symbol.name for symbol in symbols_of(matrix)} | {
        part.index.name for part in unfolded_subterms(matrix) if hasattr(part, "index")
    }
    names = [name for name in (*_LETTERS, *(f"n_{k}" for k in range(len(taken) + 4))) if name not in taken]
    return [t.Index(name, parts.size) for name in names[: len(parts.pairs) + 1]]


def entry(vector: t.Term, n: t.Index) -> t.Term:
    """vₙ, written inside: (u ⊙ v)ₙ as uₙ vₙ, 1ₙ as 1."""
    match vector:
        case t.Ones():
            return t.as_term(1)
        case t.Zeros():
            return t.as_term(0)
        case t.Neg(part):
            return -entry(part, n)
        case t.Add(terms):
            return t.Add(tuple(entry(term, n) for term in terms))
        case t.Hadamard(factors):
            return product_of([entry(factor, n) for factor in factors])
        case t.HadamardPower(base, exponent):
            return t.Power(entry(base, n), Fraction(exponent))
        case t.Power(base, exponent):
            return t.Power(entry(base, n), exponent)
        case t.Product((scale, inner)) if scale.shape == () and t.is_vector(inner.shape):
            return product_of([scale, entry(inner, n)])
    return t.Component(vector, (n,))
