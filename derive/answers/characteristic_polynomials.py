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

from derive.answers.null_spaces import vanishes
from derive.errors import Undecided
from derive.language import terms as t
from derive.language.alike import join, product_of
from derive.language.build import dot, grad, hadamard, hadamard_power, ones, prod_, sum_
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import subterms, symbols_of, unfolded_subterms
from derive.search.low_rank import LowRank, determinant, low_rank, plus, scale_of, scaled, simplified
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


#: The degrees of polynomials that are looked for, first those that give the shortest answers.
DEGREES = ((1,), (4, 3, 2, 1, 0))
ZERO, ONE = t.as_term(0), t.as_term(1)

#: A polynomial in δ: its coefficients by degree.
Coefficients = dict[int, t.Term]


def closed_form(parts: LowRank, z: t.Symbol, whole: t.Term, hypotheses: Sequence[Hypothesis]) -> t.Term | None:
    """c₀ p + c₁ p′ for p = ``whole``; None where some wᵢ ⊙ uⱼ is not found to be a polynomial in δ."""
    for degrees in DEGREES:
        found = [
            [in_powers(hadamard(w, u), parts.diagonal, degrees, hypotheses) for u, _ in parts.pairs]
            for _, w in parts.pairs
        ]
        known = [[entry for entry in row if entry is not None] for row in found]
        if all(len(row) == len(parts.pairs) for row in known):
            return _assembled(known, parts, z, whole, hypotheses)
    return None


def in_powers(
    vector: t.Term, delta: t.Term, degrees: Sequence[int], hypotheses: Sequence[Hypothesis]
) -> Coefficients | None:
    """The vector as Σₖ cₖ δᵏ over some degrees, in falling order; None where that is not found."""
    found: Coefficients = {}
    rest = simplified(vector, hypotheses)
    powers = {k: simplified(_power(delta, k), hypotheses) for k in degrees}
    for place, k in enumerate(degrees):
        lower = {key for j in degrees[place + 1 :] for key in _summands(powers[j])}
        own = next((key for key in _summands(powers[k]) if key not in lower), None)
        summands = _summands(rest)
        if own is None or own not in summands:
            continue
        found[k] = simplified(summands[own] / _summands(powers[k])[own], hypotheses)
        rest = simplified(rest - found[k] * powers[k], hypotheses)
    return found if vanishes(rest, hypotheses) else None


def _summands(vector: t.Term) -> dict[frozenset[t.Term], t.Term]:
    """The scalar factors of a sum of products of vectors, by what they multiply."""
    found: dict[frozenset[t.Term], t.Term] = {}
    for term in vector.terms if isinstance(vector, t.Add) else (vector,):
        scale, bare = scale_of(term)
        if isinstance(bare, t.Zeros):
            continue
        factors = bare.factors if isinstance(bare, t.Hadamard) else () if isinstance(bare, t.Ones) else (bare,)
        found[frozenset(factors)] = scale
    return found


def _power(delta: t.Term, k: int) -> t.Term:
    """δᵏ, by components."""
    return ones(delta.shape[0]) if k == 0 else delta if k == 1 else hadamard_power(delta, k)


def _assembled(
    entries: Sequence[Sequence[Coefficients]],
    parts: LowRank,
    z: t.Symbol,
    whole: t.Term,
    hypotheses: Sequence[Hypothesis],
) -> t.Term:
    size = parts.size
    slopes = [[_sum([c * _power_of(z, k) for k, c in entry.items()]) for entry in row] for row in entries]
    rest = [
        [(ONE if i == j else ZERO) + _remainder(entry, parts.diagonal, size, z) for j, entry in enumerate(row)]
        for i, row in enumerate(entries)
    ]
    constant = simplified(determinant(rest), hypotheses)
    by_rows = [determinant([*rest[:i], slopes[i], *rest[i + 1 :]]) for i in range(len(rest))]
    slope = simplified(-_sum(by_rows), hypotheses)
    return _written(constant, slope, z, whole, hypotheses)


def _remainder(entry: Coefficients, delta: t.Term, size: t.Dim, z: t.Symbol) -> t.Term:
    """Σₖ cₖ Σ_{j<k} zᵏ⁻¹⁻ʲ S_j."""
    total = ZERO
    for k, c in entry.items():
        for j in range(k):
            power_sum = t.as_term(size) if j == 0 else dot(_power(delta, j), ones(size))
            total = total + c * _power_of(z, k - 1 - j) * power_sum
    return total


def _written(constant: t.Term, slope: t.Term, z: t.Symbol, whole: t.Term, hypotheses: Sequence[Hypothesis]) -> t.Term:
    """c₀ p + c₁ p′ with what the two have in common in front."""
    derivative = grad(whole, z)
    if constant == ZERO:
        return scaled(slope, derivative)
    if slope == ZERO:
        return scaled(constant, whole)
    for degree in range(3):
        lead = simplified(slope / _power_of(z, degree), hypotheses)
        ratio = simplified(constant / lead, hypotheses)
        if not _divisors(ratio) and all(z not in symbols_of(divisor) for divisor in _divisors(lead)):
            return scaled(lead, plus(scaled(_power_of(z, degree), derivative), ratio, whole))
    return plus(scaled(slope, derivative), constant, whole)


def _divisors(term: t.Term) -> list[t.Term]:
    """What is divided by."""
    found = [part.denominator for part in subterms(term) if isinstance(part, t.Quotient)]
    return found + [
        part.base for part in subterms(term) if isinstance(part, t.Power) and part.exponent < 0 and not part.shape
    ]


def _power_of(z: t.Symbol, k: int) -> t.Term:
    return ONE if k == 0 else z if k == 1 else z**k


def _sum(terms: Sequence[t.Term]) -> t.Term:
    return join(t.Add, terms) if terms else ZERO
