"""What the claims R-52 to R-65 come to, and statements close to them that must not be proved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.authoring.vocabulary import Statement, bound, equation
from derive.claims import riechers_axes
from derive.claims.riechers_axes import lam
from derive.evaluate.point import Point
from derive.language.build import basis, diag, dot, norm, sqrt, trace, transpose
from derive.language.hypotheses import equal, not_zero
from derive.statements.at_point import at_point
from derive.statements.eigenpair import eigenpair
from derive.statements.null_space import null_space_is
from derive.statements.pseudo_inverse import PseudoInverse
from derive.statements.rank import nullity, rank_is
from derive.statements.spectrum import same_spectrum
from derive.theories.layernorm.axes import IS_CENTRED_EIGENVECTOR, IS_EIGENVECTOR, zeta
from derive.theories.layernorm.maps import G0, Pi2, alpha, gain, y
from derive.theories.layernorm.names import N, Pi, b, eye, g, m, n, one, v, w, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, count, size, some_gains, support
from derive.theories.layernorm.spectrum import G, centred_gram, gram, inverse_gram
from tests.claims.checking import assert_as_expected, checked

KIND = {
    "R-52": "TRUE-IF", "R-53": "TRUE-IF", "R-54": "TRUE-IF", "R-55": "TRUE-IF", "R-56": "DEF", "R-57": "TRUE",
    "R-58": "TRUE-IF", "R-59": "FALSE", "R-60": "FALSE", "R-61": "TRUE-IF", "R-62": "TRUE-IF", "R-63": "TRUE-IF",
    "R-64": "TRUE", "R-65": "TRUE",
}  # fmt: skip
CLAIMS = {claim.id: claim for claim in riechers_axes.CLAIMS}


def row(*numbers: int | str) -> tuple[Fraction, ...]:
    """A vector of exact numbers."""
    return tuple(map(Fraction, numbers))


def test_all_claims_are_here() -> None:
    """Each claim once, in order, with the kind it should have."""
    assert {claim.id: claim.kind for claim in riechers_axes.CLAIMS} == KIND
    assert [claim.id for claim in riechers_axes.CLAIMS] == list(KIND)


@pytest.mark.parametrize("id", CLAIMS)
def test_claim(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one."""
    assert_as_expected(id)


@pytest.mark.parametrize("id", ["R-59", "R-60"])
def test_a_false_claim_has_a_small_witness(id: str) -> None:
    """The first counterexample has at most three neurons, and one of them has a zero gain where the claim speaks of that."""
    witness = checked(id).witness
    assert witness is not None
    shown = witness.to_json()
    assert shown["N"] <= 3
    assert "0" in shown["s"]


#: Points at which something can be seen by hand.
EXAMPLES: dict[str, Statement] = {
    "R-59 one gain of two: 1 and not √2": at_point(
        Point({N: 2}, {support: row(1, 0), size: row(1, 1), v: row(1, -1)}),
        equal(norm(v) ** 2, N),
        equal(norm(GZ * v), 1),
        equal(N * trace(GZ * Pi * GZ), 1),
        equal(N * trace(GZ * GZ), 2),
    ),
    "R-59 one zero gain: the axis (0, 1, 1, 1) is 1 and not 2": at_point(
        Point({N: 4}, {g: row(0, 1, 1, 1), x: row(0, 1, 1, 1)}), equal(N * (gram * x), x)
    ),
    "R-60 three neurons": at_point(
        Point({N: 3}, {g: row(0, 1, 2), x: row(0, 1, 0), w: row(0, "2/3", "-2/3")}), equal(gram * x, w)
    ),
    "R-63 one gain of two": at_point(
        Point({N: 2}, {g: row(1, 0), v: row(1, -1)}), equal(N * (centred_gram * v), v)
    ),
    "R-64 (1, −1) is no axis, G(1, −1) = (1, −2) is one": at_point(
        Point({N: 2}, {g: row(1, 2), v: row(1, -1), x: row(1, -2)}),
        equal(centred_gram * v, Fraction(5, 2) * v),
        equal(G * v, x),
        equal(gram * x, Fraction(5, 2) * x),
        not_zero(gram * v - Fraction(5, 2) * v),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    """What is said of numbers in the text holds of these numbers."""
    judgement = EXAMPLES[name].decide()
    assert judgement.status == "proved", judgement.explain()


_without_n = eye - basis(n) * basis(n).T
NEAR_MISSES: dict[str, Statement] = {
    "R-52 gains, not squared": equation(G * G.T * basis(n), g[n] * basis(n)),
    "R-52 sums of two neurons": equation(G * G * (basis(n) + basis(m)), g[n] ** 2 * (basis(n) + basis(m))),
    "R-53 without Π₂": equation(G0**-2 * x, lam * x, equal(inverse_gram * x, lam * x)),
    "R-53 outside the hyperplane": equation(norm(x / gain) ** 2, transpose(x) * inverse_gram * x),
    "R-53 neurons are eigenstates": eigenpair(inverse_gram, basis(n), alpha[n] ** 2),
    "R-54 √(Nλ)": equation(
        dot(x, inverse_gram * x) * N * lam, N * norm(x) ** 2, equal(inverse_gram * x, lam * x), not_zero(x)
    ),
    "R-54 N of them": rank_is(inverse_gram, N, inverse=G0 * Pi * G0),
    "R-55 onto 1^⊥": equation(dot(one, Pi2 * v), 0),
    "R-55 loses 1": null_space_is(Pi2, one),
    "R-56 the inverse of every gain": equation(support[n] * size[n] * GZ_plus[n, n], 1),
    "R-57 inverse, not pseudo-inverse": equation(GZ * GZ_plus, eye),
    "R-57 of the square, not squared": PseudoInverse(GZ * GZ, GZ_plus),
    "R-58 any neuron": equation(_without_n * GZ_plus * GZ_plus * _without_n, GZ_plus * GZ_plus),
    "R-59 right with a zero gain": same_spectrum(
        GZ * Pi * GZ, GZ * GZ, left=GZ * Pi, right=GZ, hypotheses=[SOME_ZERO, not_zero(support)]
    ),
    "R-59 wrong with no nonzero gain": bound(trace(GZ * Pi * GZ), "<", norm(some_gains) ** 2, SOME_ZERO),
    "R-60 with any other gains": equation(gram * basis(n), (1 - 1 / N) * g[n] ** 2 * basis(n)),
    "R-61 k + 1": nullity(GZ_plus * GZ_plus, count + 1, inverse=GZ * GZ),
    "R-61 the eigenstate 1": equation(inverse_gram * one, 0),
    "R-62 1 for α": equation(dot(one, gain * y + b - b), 0),
    "R-62 with the bias": equation(dot(alpha, gain * y + b), 0),
    "R-63 all the eigenvectors are centred": equation(v, Pi * v, equal(centred_gram * v, zeta * v)),
    "R-63 ΠGΠ": equation(Pi * G * Pi * G * Pi, centred_gram),
    "R-64 v itself": equation(gram * (Pi * w), zeta * (Pi * w), IS_CENTRED_EIGENVECTOR),
    "R-64 Gx for ΠGx": equation(centred_gram * (G * x), zeta * (G * x), IS_EIGENVECTOR),
    "R-58 other projections": equation(Pi * GZ_plus * GZ_plus * Pi, GZ_plus * GZ_plus),
    "R-64 they are the directions": equation(gram * v, zeta * v, equal(centred_gram * v, zeta * v)),
    "R-65 one for all": equation(dot(basis(n), basis(m)), 1),
    "semi-axes of all neurons": equation(norm(diag(g) * (sqrt(N) * one)), N * norm(g)),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_miss_is_refuted(name: str) -> None:
    """A statement close to a true one, with one thing wrong, has a counterexample."""
    judgement = NEAR_MISSES[name].decide()
    assert judgement.status == "refuted", judgement.explain()
