"""What the claims R-01 to R-51 and R-66 to R-75 come to, and statements close to them that must not be proved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest

from derive.authoring.vocabulary import Statement, bound, equation, equations
from derive.claims import all_claims, riechers_captions, riechers_ellipsoid, riechers_projection, riechers_scaling
from derive.language.build import basis, diag, dot, grad, norm, sqrt, zeros
from derive.language.hypotheses import equal, nonneg, not_zero, positive
from derive.language.substitution import substitute
from derive.statements.image import Image, Map, Set, Subset
from derive.statements.null_space import null_space_is
from derive.statements.rank import nullity, rank_is
from derive.statements.typed import Closed
from derive.theories.layernorm.axes import zeta
from derive.theories.layernorm.ellipsoid import CENTRED, IN_BALL, ON_SPHERE, y0
from derive.theories.layernorm.maps import G0, LN, alpha, gain, hat, y
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, g, n, one, one_hat, sigma2, v, x
from derive.theories.layernorm.spaces import GZ, SOME_ZERO, GZ_plus, count
from derive.theories.layernorm.spectrum import gram
from tests.claims.checking import assert_as_expected, checked

MODULES = (riechers_projection, riechers_scaling, riechers_ellipsoid, riechers_captions)
KIND = {
    **dict.fromkeys(("R-01", "R-03", "R-04", "R-05", "R-06", "R-26", "R-27", "R-28", "R-30"), "TRUE-IF"),
    **dict.fromkeys(("R-31", "R-32", "R-33"), "TRUE-IF"),
    **dict.fromkeys(("R-34", "R-36", "R-37", "R-42", "R-43", "R-44", "R-66", "R-68", "R-69", "R-70", "R-73"), "TRUE-IF"),
    **dict.fromkeys(("R-18", "R-19"), "ILL-TYPED"),
    **dict.fromkeys(("R-07", "R-08", "R-09", "R-10", "R-40", "R-48"), "DEF"),
    **dict.fromkeys(("R-11", "R-45", "R-71", "R-74"), "NOT-MATH"),
}  # fmt: skip
CLAIMS = {claim.id: claim for claim in chain(*(module.CLAIMS for module in MODULES))}


def test_all_claims_are_here() -> None:
    """Each claim once, in order, with the kind it should have; those not named are true as they stand."""
    numbers = [*range(1, 52), *range(66, 76)]
    assert [claim.id for claim in CLAIMS.values()] == [f"R-{number:02}" for number in numbers]
    assert {id: claim.kind for id, claim in CLAIMS.items()} == {id: KIND.get(id, "TRUE") for id in CLAIMS}


@pytest.mark.parametrize("id", CLAIMS)
def test_claim(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one."""
    assert_as_expected(id)


IN_PLANE = equal(dot(alpha, x), 0)
NEAR: dict[str, Statement] = {
    "R-03 on the boundary for every ε": equation(norm(gain * y / gain) ** 2, N, not_zero(Pi * a)),
    "R-04 another hyperplane": Image(Map(G0 * v, v, (CENTRED,)), Set(x, (equal(dot(gain, x), 0),)), x / gain),
    "R-05 half the depth": bound(1 - 1 / sqrt(1 + eps / sigma2), "<=", eps / (4 * sigma2), not_zero(Pi * a)),
    "R-10 the sample variance": equation(sigma2, dot(a - Pi * a, a - Pi * a) / N),
    "R-15 1 for 1̂": equation(a - dot(a, one_hat) * one, Pi * a),
    "R-16 the farthest point": bound(norm(a - v), "<=", norm(a - Pi * a), CENTRED),
    "R-21 rank N": rank_is(Pi, N, inverse=Pi),
    "R-24 1/N lost": equations((sigma2, a.T * Pi * a)),
    "R-26 √(N − 1)": bound(norm(y) ** 2, "<=", N - 1),
    "R-29 √N lost": equation(
        Pi * a / sqrt(sigma2 + eps), hat(Pi * a) / sqrt(1 + N * eps / (a.T * Pi * a)), not_zero(Pi * a)
    ),
    "R-30 a continuous convention": equation(substitute(y0, {a: c * one + Pi * v}), zeros(N), not_zero(Pi * v)),
    "R-32 always strict": bound(sqrt(1 + N * eps / norm(Pi * a) ** 2), ">", 1, not_zero(Pi * a)),
    "R-33 the open ball": Subset(Map(y, a), Set(v, (positive(N - norm(v) ** 2),))),
    "R-34 gains for their inverses": Subset(Map(G0 * v, v, (ON_SPHERE,)), Set(x, (equal(norm(gain * x) ** 2, N),))),
    "R-37 always tilted": bound(dot(one, alpha) ** 2, "<", N * norm(alpha) ** 2),
    "R-38 the hyperplane through 0": equation(dot(alpha, gain * y + b), 0),
    "R-42 in the ball of radius √N": bound(norm(LN - b) ** 2, "<=", N),
    "R-03 at ε = 0": bound(norm(y) ** 2, "<", N),
    "R-06 an axis in every direction": equation(grad(x.T * gram * x, x), 2 * zeta * x),
    "R-36 not diagonal": equation(dot(basis(n), diag(g) * one), 0),
    "R-41 with μ for a name": Closed(y, (eps,)),
    "R-42 dimension N with zero gains": rank_is(GZ, N, inverse=GZ_plus),
    "R-75 half the radius at every input": bound(norm(y) ** 2, "<=", N / 2, not_zero(Pi * a)),
    "R-75 half the squared radius for σ² ≤ 2ε": bound(
        norm(y) ** 2, "<=", N / 2, nonneg(2 * eps - sigma2), not_zero(Pi * a)
    ),
    "R-75 near for ε ≤ σ²/10": bound(
        norm(y) ** 2, ">=", Fraction(100, 101) * N, nonneg(sigma2 - 10 * eps), not_zero(Pi * a)
    ),
    "R-43 dimension N": rank_is(G0 * Pi, N, inverse=diag(alpha)),
    "R-49 g for 1/g": null_space_is(G0 * Pi, gain, side="left"),
    "R-50 one direction more": nullity((GZ * Pi).T, count + 1, inverse=GZ_plus, hypotheses=[SOME_ZERO]),
    "R-51 the neurons with a gain": null_space_is(GZ * Pi, GZ, side="left", hypotheses=[SOME_ZERO]),
    "R-66 not normalised": equation(norm(alpha), 1),
    "R-73 the ball, not its slice": Subset(Map(G0 * v, v, (IN_BALL,)), Set(x, (IN_PLANE,))),
}


@pytest.mark.parametrize("name", NEAR)
def test_near_misses(name: str) -> None:
    """Close to a claim, and false."""
    judgement = NEAR[name].decide()
    assert judgement.status == "refuted", judgement.explain()


def test_the_claim_on_gains_needs_them_nonzero() -> None:
    """R-04 fails with a zero gain: a vector of the ball needs a longer centred one to reach the same point."""
    found = checked("R-04")
    assert found.without is not None
    assert found.without[0] == "refuted"
    assert found.witness is not None


def test_the_whole_catalogue() -> None:
    """141 claims of four sources, as many of each kind as there should be."""
    assert Counter(claim.source for claim in all_claims()) == {"R": 75, "N": 34, "B": 10, "J": 22}
    assert Counter(claim.kind for claim in all_claims()) == {
        "TRUE": 49, "TRUE-IF": 56, "FALSE": 10, "ILL-TYPED": 2, "DEF": 12, "NOT-MATH": 12,
    }  # fmt: skip
