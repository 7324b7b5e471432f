"""What the claims of Ni et al. come to, and statements close to them that must not be proved."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import pytest

from derive.authoring.vocabulary import Statement, bound, equation, scalar, vector
from derive.claims import in_order, ni, ni_hessian, ni_merging
from derive.claims.claim import Claim, check_claim
from derive.claims.layers import layernorm, plain
from derive.evaluate.point import Point
from derive.language.build import basis, diag, dot, grad, mean, norm, ones, sqrt, var
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.language.terms import Term
from derive.statements.at_point import at_point
from derive.statements.conjunction import All
from derive.statements.implication import implies
from derive.statements.limit import limit
from derive.statements.linear_order import LinearImplication, less
from derive.statements.point_cases import Fact, PointCases
from derive.statements.point_program import label, position
from derive.statements.statement import decided
from derive.statements.typed import Closed, SameShape
from derive.theories.expressivity.fold import phi, squared_norm
from derive.theories.expressivity.names import apart, half, middle, p, p_i, p_j, p_k, p_l
from derive.theories.expressivity.scaling import ISOMETRY, B, M, pair_mean, pair_variance, r
from derive.theories.expressivity.xor import affine
from derive.theories.layernorm.names import N, Pi, eps, g, n, one, v, x
from derive.theories.layernorm.ratio import (
    H_G,
    H_L,
    C,
    D,
    H_L_sample,
    K,
    X,
    factor,
    m,
    per_group,
    spread,
    t,
    three_or_more,
    total,
    two_or_more,
    variances,
    within,
)

KIND = {
    "N-01": "DEF", "N-02": "NOT-MATH", "N-03": "TRUE-IF", "N-04": "NOT-MATH", "N-05": "TRUE-IF", "N-06": "TRUE",
    "N-07": "TRUE", "N-08": "TRUE-IF", "N-09": "TRUE-IF", "N-10": "TRUE-IF", "N-11": "TRUE", "N-12": "TRUE",
    "N-13": "TRUE", "N-14": "TRUE", "N-15": "FALSE", "N-16": "TRUE", "N-17": "TRUE", "N-18": "TRUE-IF",
    "N-19": "TRUE-IF", "N-20": "TRUE-IF", "N-21": "TRUE-IF", "N-22": "DEF", "N-23": "TRUE", "N-24": "FALSE",
    "N-25": "NOT-MATH", "N-26": "TRUE-IF", "N-27": "TRUE-IF", "N-28": "DEF", "N-29": "TRUE-IF", "N-30": "NOT-MATH",
    "N-31": "TRUE-IF", "N-32": "NOT-MATH", "N-33": "TRUE", "N-34": "TRUE",
}  # fmt: skip
ALL = tuple(chain(ni.CLAIMS, ni_merging.CLAIMS, ni_hessian.CLAIMS))
CLAIMS = {claim.id: claim for claim in ALL}

Vector = tuple[Fraction, ...]


def row(*numbers: int | str) -> Vector:
    """A vector of exact numbers."""
    return tuple(map(Fraction, numbers))


def test_all_claims_are_here() -> None:
    """Each claim once, in order, with the kind it should have."""
    assert [(claim.id, claim.kind) for claim in in_order(ALL)] == list(KIND.items())


@pytest.mark.parametrize("claim", ALL, ids=lambda claim: claim.id)
def test_claim(claim: Claim) -> None:
    """The verdict of its kind, refuted or a reading without its hypotheses, with true statements beside a false one."""
    checked = check_claim(claim)
    reasons = [checked.judgement and checked.judgement.explain(), *(found.explain() for found in checked.corrected)]
    assert checked.as_expected, "\n".join(map(str, reasons))


def refuted_members(statement: object) -> None:
    """Each member of a conjunction is refuted, by itself, with a witness."""
    assert isinstance(statement, All)
    found = {name: decided(member) for name, member in statement.members}
    assert {name: judgement.status for name, judgement in found.items()} == dict.fromkeys(found, "refuted")
    assert all(judgement.counterexample is not None for judgement in found.values())


@pytest.mark.parametrize("id", ["N-24"])
def test_every_defect_is_a_counterexample(id: str) -> None:
    """Each way in which the claim fails comes out refuted by itself."""
    make = CLAIMS[id].make
    assert make is not None
    refuted_members(make())


def test_every_hypothesis_of_the_first_part_is_needed() -> None:
    """N-26 fails with an offset, and it fails with gains."""
    without = CLAIMS["N-26"].without
    assert without is not None
    refuted_members(without())


def test_smallest_confusion() -> None:
    """The printed algorithm goes wrong at the four points 0, 1, 2, 3, the first of which has a label of its own."""
    checked = check_claim(CLAIMS["N-15"])
    assert checked.witness is not None
    found = checked.witness.to_json()
    assert (found["p"], found["labels"]) == (["0", "1", "2", "3"], ["0", "1", "1", "1"])


_groups = ni_hessian.curvature_of_groups(within, C)
_together = ni_hessian.curvature_together(total, D)
_six, _three = vector("x", 6), vector("z", 3)
_gains, _gains_of_three = vector("g", 6), vector("h", 3)


def _size(gains: Term, values: Term, components: int) -> Term:
    """ℋ of LayerNorm with gains at ε = 0: `layernorm.nonlinearity_gains`."""
    centred = values - mean(values) * ones(components)
    variance = var(values)
    lengths = norm(gains) ** 2, norm(diag(gains) * centred) ** 2
    return (2 * (components - 1) * variance * lengths[0] + (components - 4) * lengths[1]) / (
        components**2 * variance**3
    )


#: Points at which something can be seen by hand.
EXAMPLES: dict[str, Statement] = {
    "N-06 values of the layer": at_point(
        Point({}, {eps: Fraction(0)}),
        equal(ni.corner(0, 0), sqrt(6) / 2),
        equal(ni.corner(0, 1), sqrt(2)),
    ),
    "N-08 a Hadamard matrix": at_point(
        Point(
            {N: 3, M: 4},
            {B: (row(1, 1, 1), row(-1, 1, -1), row(1, -1, -1), row(-1, -1, 1)), r: Fraction(4)},
        ),
        *ISOMETRY,
    ),
    "N-21 groups of two": at_point(
        Point({K: 2, C: 2}, {X: (row(0, 1), row(0, 1))}),
        equal(ni_hessian.H_G_sample, 0),
        equal(H_L_sample, 24),
    ),
    "N-26 with an offset": at_point(
        Point({K: 2, C: 3}, {X: (row(0, 0, 0), row(1, 1, 1)), eps: Fraction(1)}),
        equal(_groups, 0),
        equal(_together, Fraction(1184, 3125)),
    ),
    "N-27 with an offset": at_point(
        Point({K: 2, C: 4}, {X: (row(0, 0, 0, 0), row(1, 1, 1, 1)), eps: Fraction(1)}),
        equal(_groups, 0),
        equal(_together, Fraction(1188, 3125)),
    ),
    "N-26 with gains": at_point(
        Point(
            {},
            {
                _six: row(1, 0, -1, "1/10", 0, "-1/10"), _gains: row(1, 1, 1, 0, 0, 0),
                _three: row(1, 0, -1), _gains_of_three: row(1, 1, 1),
            },
        ),
        equal(_size(_gains_of_three, _three, 3) / _size(_gains, _six, 6), Fraction(1030301, 4700000)),
    ),
    "N-29 factor 1 for six in two groups": at_point(Point({K: 2, C: 3}, {}), equal(factor, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    """What is said of numbers in the text holds of these numbers."""
    judgement = EXAMPLES[name].decide()
    assert judgement.status == "proved", judgement.explain()


_doubled, _single = ni.bends(v)
_h = scalar("h")
_low, _high = ni.corner(0, 0), ni.corner(0, 1)
_h_k = ni_merging.h_of(p_k)
_names = {letter: (position(letter), label(letter)) for letter in "kl"}
_four = 4 * K

NEAR_MISSES: dict[str, Statement] = {
    "N-01 e for its square": equation(plain(x, ni.e**2), layernorm(x), equal(eps, ni.e)),
    "N-01 with a bias": equation(plain(x, ni.e**2), layernorm(x, offset=ni.e**2), equal(g, one)),
    "N-01 defined for every e": bound(var(x) + ni.e**2, ">", 0),
    "N-03 affine after all": bound(_doubled, ">=", _single, not_zero(diag(g) * Pi * v)),
    "N-03 wherever the input is not constant": bound(_doubled, "<", _single, not_zero(Pi * v)),
    "N-03 a gain at another place": implies([nonzero(g[n])], not_zero(diag(g) * Pi * basis(n))),
    "N-03 a quarter of it": bound(_doubled, "<", _single / 4, not_zero(diag(g) * Pi * v)),
    "N-05 nothing within at first": equation(ni.squares([affine(0, 0), affine(1, 1)]), 0),
    "N-05 nothing in total": equation(ni.squares([_low, _low, _high, _high]), 0),
    "N-06 the other way round": bound(_low, ">", _high),
    "N-06 a threshold below both": bound(1 / sqrt(ni.t**2 + 1), "<", Fraction(7, 10), equal(ni.t**2, 1)),
    "N-07 three points can be separated": LinearImplication(
        (less(affine(0, 0), 0), less(affine(1, 1), 0), positive(affine(0, 1)))
    ),
    "N-08 with ε": equation(
        (x - pair_mean * one) / sqrt(pair_variance + eps) / sqrt(N), x / norm(x), not_zero(x), positive(eps)
    ),
    "N-08 one limit at 0": limit(-_h * x / norm(-_h * x), _h, x / norm(x), not_zero(x), equal_to=-x / norm(x)),
    "N-09 for every t": bound(dot(ni_merging.w + ni_merging.t * ni_merging.u, ni_merging.u), "!=", 0),
"N-10 a scalar for the bold p": SameShape(p_k, ni_merging.shift),
    "N-11 without a frame": equation(norm(_h_k) ** 2, squared_norm(p_k)),
    "N-12 below 1": bound(phi(p), "<", 1, apart),
    "N-12 positive in any order": bound(phi(p), ">", 0, apart),
    "N-13 in any order": bound(phi(p_i), "=", 1 / sqrt(2), apart, squared=True),
    "N-14 equal sums only": equation(phi(p_k) - phi(p_l), p_k + p_l - p_i - p_j, apart),
    "N-16 a merge that moves no points": bound(
        (p + 1) * p_i + p_k, "<", (p + 1) * p_j + p_l, nonneg(p_j - p_i), nonneg(p_l - p_k)
    ),
    "N-17 with three points": equation(p_k, p_l, equal(p_i + p_k, p_j + p_l)),
"N-18 sums that agree": implies([nonzero(p_k - p_l)], nonzero(2 * p_k**2 - 2 * p_l**2)),
    "N-19 one position without stopping": PointCases(
        (), Fact((less(_names["k"][1], _names["l"][1]), equal(_names["k"][0], _names["l"][0])), ("k", "l"))
    ),
    "N-20 affine functions at three points": bound(p_k + p_l - p, ">", 0, positive(p_k), positive(p_l)),
    "N-21 where D ≥ 3": bound(H_G, ">=", H_L, *variances, two_or_more, three_or_more),
    "N-22 the trace for the norm": equation(ni_hessian.total_size, ni_hessian.summed / 2),
    "N-23 positive": bound(ni_hessian.total_size, ">", 0),
    "N-24 the fourth power": ni_hessian.additive(ni_hessian.z**4),
    "N-24 quadratic maps have none": equation(ni_hessian.curvature(ni_hessian.z**2), 0),
    "N-26 strict": bound(H_G, ">", H_L, *variances, ni_hessian.three_each, ni_hessian.more_groups, three_or_more),
    "N-26 two components a group": bound(H_G, ">=", H_L, *variances, two_or_more, ni_hessian.more_groups),
    "N-26 other means alone": bound(
        H_G, "<=", factor * H_L, *variances, positive(C - 2), three_or_more, not_zero(m - mean(m) * per_group)
    ),
    "N-26 equality for equal variances": equation(
        H_G, factor * H_L, equal(t, ni_hessian.level * per_group), three_or_more
    ),
    "N-27 d/4": bound(K * (_four - 2 * K) / (_four - 2), ">=", _four / 4, positive(_four - 2)),
    "N-28 defined at ε = 0": bound(spread + eps, ">", 0),
    "N-29 one more": bound(factor, ">", 1, positive(K - 1), nonneg(D - 2 * K - 2), three_or_more),
    "N-29 largest at d/2": bound(
        ni_hessian.q * (ni_hessian.z - 2 * ni_hessian.q) / (ni_hessian.z - 2),
        "<=",
        ni_hessian.z**2 / (9 * (ni_hessian.z - 2)),
        positive(ni_hessian.z - 2),
    ),
    "N-29 slope": equation(
        grad(ni_hessian.q * (ni_hessian.z - 2 * ni_hessian.q), ni_hessian.q), ni_hessian.z - 2 * ni_hessian.q
    ),
    "N-31 equal samples": bound(p_i, "!=", p_j),
    "N-33 without line 1": Closed(ni_merging.states[ni_merging.layer_number], (ni_merging.states,)),
    "N-09 equal samples": ni_merging.equal_samples_told_apart(),
    "N-09 lines 8 to 10 not halved": equation(
        ni_merging.h_of(p_k), (p_k - middle) * ni_merging.e1 + 2 * half * ni_merging.e2
    ),
    "N-34 any other point": PointCases(
        (Fact((less(_names["k"][0], _names["l"][0]),)),), Fact((equal(_names["k"][1], _names["l"][1]),))
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_miss_is_refuted(name: str) -> None:
    """A statement close to a true one, with one thing wrong, has a counterexample."""
    judgement = NEAR_MISSES[name].decide()
    assert judgement.status == "refuted", judgement.explain()
