"""c₀ p + c₁ p′ for the determinant of zI − diag(δ) − U Wᵀ, where each wᵢ ⊙ uⱼ is a polynomial in δ with scalar coefficients.

See `derive.answers.characteristic_polynomials`; p = ∏ₙ (z − δₙ).  This only searches.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.answers.null_spaces import vanishes
from derive.language.alike import join
from derive.language.build import dot, grad, hadamard, hadamard_power, ones
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import subterms, symbols_of
from derive.language.terms import Add, Dim, Hadamard, Ones, Power, Quotient, Symbol, Term, Zeros, as_term
from derive.search.low_rank import LowRank, determinant, plus, scale_of, scaled, simplified

#: The degrees of polynomials that are looked for, first those that give the shortest answers.
DEGREES = ((1,), (4, 3, 2, 1, 0))
ZERO, ONE = as_term(0), as_term(1)

#: A polynomial in δ: its coefficients by degree.
Coefficients = dict[int, Term]


def closed_form(parts: LowRank, z: Symbol, whole: Term, hypotheses: Sequence[Hypothesis]) -> Term | None:
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
    vector: Term, delta: Term, degrees: Sequence[int], hypotheses: Sequence[Hypothesis]
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


def _summands(vector: Term) -> dict[frozenset[Term], Term]:
    """The scalar factors of a sum of products of vectors, by what they multiply."""
    found: dict[frozenset[Term], Term] = {}
    for term in vector.terms if isinstance(vector, Add) else (vector,):
        scale, bare = scale_of(term)
        if isinstance(bare, Zeros):
            continue
        factors = bare.factors if isinstance(bare, Hadamard) else () if isinstance(bare, Ones) else (bare,)
        found[frozenset(factors)] = scale
    return found


def _power(delta: Term, k: int) -> Term:
    """δᵏ, by components."""
    return ones(delta.shape[0]) if k == 0 else delta if k == 1 else hadamard_power(delta, k)


def _assembled(
    entries: Sequence[Sequence[Coefficients]], parts: LowRank, z: Symbol, whole: Term, hypotheses: Sequence[Hypothesis]
) -> Term:
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


def _remainder(entry: Coefficients, delta: Term, size: Dim, z: Symbol) -> Term:
    """Σₖ cₖ Σ_{j<k} zᵏ⁻¹⁻ʲ S_j."""
    total = ZERO
    for k, c in entry.items():
        for j in range(k):
            power_sum = as_term(size) if j == 0 else dot(_power(delta, j), ones(size))
            total = total + c * _power_of(z, k - 1 - j) * power_sum
    return total


def _written(constant: Term, slope: Term, z: Symbol, whole: Term, hypotheses: Sequence[Hypothesis]) -> Term:
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


def _divisors(term: Term) -> list[Term]:
    """What is divided by."""
    found = [part.denominator for part in subterms(term) if isinstance(part, Quotient)]
    return found + [
        part.base for part in subterms(term) if isinstance(part, Power) and part.exponent < 0 and not part.shape
    ]


def _power_of(z: Symbol, k: int) -> Term:
    return ONE if k == 0 else z if k == 1 else z**k


def _sum(terms: Sequence[Term]) -> Term:
    return join(Add, terms) if terms else ZERO
