"""Spectra of the ellipsoid: every theorem proved for all N, every near miss refuted, and numbers that agree."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from itertools import product as every
from math import prod
from typing import Any

import pytest

from derive.authoring.theory import Theorem
from derive.authoring.vocabulary import Statement, equation, scalar
from derive.evaluate.evaluate import evaluate
from derive.evaluate.linear import characteristic_polynomial, determinant
from derive.evaluate.point import Point
from derive.language.build import det, dot, grad, hadamard, norm, prod_, sum_, trace
from derive.language.hypotheses import equal, not_zero, positive
from derive.language.substitution import substitute
from derive.language.terms import Term
from derive.statements.equation import prove_equation
from derive.theories.layernorm import axes, spectrum, spectrum_sums, zero_gains
from derive.theories.layernorm.axes import axis_at, gamma, phi, preimage_at, xi, zeta
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain
from derive.theories.layernorm.names import N, Pi, eye, g, n, one, one_hat, v, w, x
from derive.theories.layernorm.spaces import GZ, M_Z, SOME_ZERO, count, size, some_gains, support
from derive.theories.layernorm.spectrum import (
    G,
    centred_gram,
    charpoly_centred_gram,
    charpoly_gram,
    charpoly_inverse,
    gram,
    inverse_gram,
    m,
    p,
    q,
    z,
)
from derive.theories.layernorm.spectrum_sums import all_minors, on_plane
from tests.theorems import checked

MODULES = (spectrum, spectrum_sums, axes, zero_gains)
THEOREMS = [value for module in MODULES for value in vars(module).values() if isinstance(value, Theorem)]
ENTRIES = [theorem for theorem in THEOREMS if theorem.statement.equated]
STRUCTURES = [theorem for theorem in THEOREMS if not theorem.statement.equated]

#: What speaks of nothing at N = 1: two sizes need two neurons, and no ζ is a root of φ.
FROM_TWO = {"layernorm.explicit_axes", "layernorm.two_sizes"}


def row(*numbers: int | str) -> tuple[Fraction, ...]:
    """A vector of exact numbers."""
    return tuple(map(Fraction, numbers))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.label)
def test_equations(entry: Theorem) -> None:
    """Proved for all N, with its derivation replayed; each near miss refuted."""
    found = checked(entry)
    assert found.as_expected, "\n".join(map(str, (found.verdict, *found.near_misses)))
    assert found.scope == "all N ≥ 1"


@pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.label)
def test_structures(structure: Theorem) -> None:
    """Proved for all N, for N ≥ 2 where it speaks of nothing at N = 1; each near miss refuted."""
    found = checked(structure)
    reasons = [found.verdict.explain(), *(miss.explain() for miss in found.near_misses)]
    assert found.as_expected, "\n".join(reasons)
    assert found.verdict.scope == ("all N ≥ 2" if structure.label in FROM_TWO else "all N ≥ 1")
    assert structure.near_misses
    assert structure.doc.strip().endswith(".")


@pytest.mark.parametrize("entry", [charpoly_gram, charpoly_centred_gram, charpoly_inverse], ids=lambda e: e.label)
def test_derivations(entry: Theorem) -> None:
    """The three polynomials come in three to six lines, each with its reason, and need nothing besides declared gains."""
    found = checked(entry)
    assert found.derivation is not None
    assert 3 <= len(found.derivation.lines) <= 6
    assert all(line.justification for line in found.derivation.lines[1:])
    assert found.conditions == ()


VALUES = [
    row(*values)
    for length in (1, 2, 3)
    for values in every((-1, 0, 1, 2), repeat=length)
    if list(values) == sorted(values)
] + [row("1/2", 0, 0, 3), row(1, 1, 1, 2, 2)]


def symmetric(numbers: tuple[Fraction, ...], degree: int) -> Fraction:
    """The elementary symmetric polynomial, by its definition."""
    return sum((prod(chosen, start=Fraction(1)) for chosen in combinations(numbers, degree)), start=Fraction(0))


@pytest.mark.parametrize("gains", VALUES, ids=str)
def test_symmetric_functions(gains: tuple[Fraction, ...]) -> None:
    """e_j(ζ) = (N − j)/N e_j(g²), in the coefficients of characteristic polynomials that are computed exactly."""
    length = len(gains)
    squares = tuple(value**2 for value in gains)
    expected = [(-1) ** j * Fraction(length - j, length) * symmetric(squares, j) for j in range(length + 1)]
    point = Point({N: length}, {g: gains})
    for matrix in (gram, centred_gram):
        value: Any = evaluate(matrix, point)
        assert list(characteristic_polynomial(value)) == expected
    on_it: Any = evaluate(on_plane, point)
    assert determinant(on_it) == evaluate(all_minors / N, point) == symmetric(squares, length - 1) / length


@pytest.mark.parametrize("at", row(0, 1, "-1/2", 3))
@pytest.mark.parametrize("gains", [gains for gains in VALUES if len(gains) < 4], ids=str)
def test_polynomial_at_points(gains: tuple[Fraction, ...], at: Fraction) -> None:
    """det(zI − GΠG) has, at numbers, the value of the sum over products that leave one factor out."""
    point = Point({N: len(gains)}, {g: gains, z: at})
    left: Any = evaluate(det(z * eye - gram), point)
    others = (prod(at - value**2 for j, value in enumerate(gains) if j != i) for i in range(len(gains)))
    assert left == at / len(gains) * sum(others)


EXACT_AXES = [(row(1, 2), "5/2"), (row(1, 1, 2), 3), (row(0, 1), "1/2"), (row(3, 1, -1, 1), 7)]


@pytest.mark.parametrize(("gains", "root"), EXACT_AXES, ids=str)
def test_explicit_axis(gains: tuple[Fraction, ...], root: int | str) -> None:
    """At critical points of q that are rational, g/(g² − ζ) is an eigenvector, checked by multiplication."""
    point = Point({N: len(gains)}, {g: gains, zeta: Fraction(root)})
    assert evaluate(phi, point) == 0
    assert evaluate(gram * axis_at, point) == evaluate(zeta * axis_at, point)
    assert evaluate(norm(axis_at) ** 2, point) == evaluate(zeta * norm(preimage_at) ** 2, point)


_polynomial = z / N * grad(q, z)
_product = prod_(n, z - gain[n] ** 2)
#: Statements close to the theorems, with one thing wrong.
FALSE: dict[str, tuple[Term, Term]] = {
    "N q′ for q′/N": (det(z * eye - gram), N * z * grad(q, z)),
    "the polynomial of the gains themselves": (det(z * eye - gram), q),
    "z² for z": (det(z * eye - gram), z**2 / N * grad(q, z)),
    "−z for z in one place": (det(z * eye + gram), _polynomial),
    "det(M − zI) without its sign": (det(gram - z * eye), _polynomial),
    "GΠG twice": (det(z * eye - gram * gram), _polynomial),
    "ΠGΠ squared": (det(z * eye - Pi * G * Pi * G * Pi), _polynomial),
    "G(I − Π)G": (det(z * eye - G * (eye - Pi) * G), _polynomial),
    "Π with 2/N": (det(z * eye - G * (eye - 2 * one * one.T / N) * G), _polynomial),
    "G⁻² for G²": (det(z * eye - Pi * G0**-2 * Pi), z / N * grad(_product, z)),
    "Π₂ once with G² for G⁻²": (det(z * eye - Pi2 * G0**2 * Pi2), z / N * grad(_product, z)),
    "p of the gains": (det(z * eye - inverse_gram), z * (z * grad(_product, z) - N * _product) / norm(alpha) ** 2),
    "|α|⁴ for |α|²": (det(z * eye - inverse_gram), z * (z * grad(p, z) - N * p) / norm(alpha) ** 4),
    "N − 1 for N in it": (det(z * eye - inverse_gram), z * (z * grad(p, z) - (N - 1) * p) / norm(alpha) ** 2),
    "equal weights": (det(z * eye - inverse_gram), z / N * sum_(n, prod_(m, z - alpha[m] ** 2, without=n))),
    "αₙ for αₙ² in the weights": (
        det(z * eye - inverse_gram),
        z * sum_(n, alpha[n] / dot(alpha, one) * prod_(m, z - alpha[m] ** 2, without=n)),
    ),
    "the two matrices have one spectrum": (det(z * eye - inverse_gram), det(z * eye - G0 * Pi * G0)),
    "the determinant of the whole": (det(centred_gram), all_minors / N),
    "the hyperplane of another vector": (det(centred_gram + one * one.T), all_minors / N),
    "a trace of ΠGΠ": (trace(Pi * G * Pi), (N - 1) / N * norm(g) ** 2),
    "a residual without ζ": (gram * axis_at - zeta * axis_at, -(phi / N) * g),
    "φ and ζ exchanged": (norm(axis_at) ** 2, zeta + phi * norm(preimage_at) ** 2),
    "orthogonal whatever the values": ((zeta - xi) * dot(x, w), dot(x, gram * w - zeta * w) - dot(w, gram * x - xi * x)),
    "any vector centred": (zeta * (v - Pi * v), (eye - Pi) * (centred_gram * v - zeta * v)),
    "one sign of the gain": (gram * hadamard(one, x), substitute(gram * x, {g: -g}) * 2),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_false_equations(name: str) -> None:
    """Each is refuted."""
    verdict = prove_equation(*FALSE[name])
    assert verdict.status == "refuted", verdict.explain()


FALSE_WITH_HYPOTHESES: dict[str, Statement] = {
    "M_Z with 1/N": equation(M_Z * (GZ * Pi * GZ), eye, SOME_ZERO),
    "k for N": equation(det(N * (GZ * Pi * GZ)), count, SOME_ZERO),
    "all of the sphere with zero gains": equation(
        dot(GZ * v, M_Z * (GZ * v)), N, equal(dot(one, v), 0), equal(norm(v) ** 2, N), SOME_ZERO
    ),
    "an eigenvector of one is one of the other": equation(
        centred_gram * x, zeta * x, equal(gram * x, zeta * x), not_zero(x)
    ),
    "x of the length of Πw": equation(
        norm(G * (Pi * w)) ** 2, norm(Pi * w) ** 2, equal(centred_gram * w, zeta * (Pi * w))
    ),
    "a repeated size, any x there": equation(
        gram * x, gamma**2 * x, equal(hadamard(g**2 - gamma**2 * one, x), 0)
    ),
    "the axis for any ζ > 0": equation(gram * axis_at, zeta * axis_at, positive(zeta)),
    "lengths with zero gains": equation(norm(some_gains) ** 2, trace(GZ * Pi * GZ), SOME_ZERO),
    "g² constant on the support": equation(support[n] * size[n] ** 2, support[n] * size[m] ** 2, SOME_ZERO),
    "a volume of 1̂ alone": equation(det(one_hat * one_hat.T) * scalar("V"), scalar("V")),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE_WITH_HYPOTHESES)
def test_false_statements(name: str) -> None:
    """Each is refuted, at a point with its hypotheses."""
    judgement = FALSE_WITH_HYPOTHESES[name].decide()
    assert judgement.status == "refuted", judgement.explain()
