"""What the claims of Brody et al. come to, and statements close to them that must not be proved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.authoring.vocabulary import Statement, bound, equation, vector
from derive.claims import brody
from derive.claims.layers import exact, layernorm, plain
from derive.evaluate.point import Point
from derive.language.build import basis, diag, dot, hadamard, hadamard_power, norm, sqrt, transpose, zeros
from derive.language.hypotheses import Hypothesis, equal, not_zero, positive
from derive.language.terms import Term
from derive.statements.at_point import at_point
from derive.statements.linear_order import LinearImplication
from derive.statements.null_space import null_space_is
from derive.theories.layernorm.jacobian import J_hat
from derive.theories.layernorm.maps import LN, alpha, gain, project, scale, y
from derive.theories.layernorm.names import N, Pi, a, b, eps, eye, g, n, one, sigma2, v, w, x
from tests.claims.checking import assert_as_expected, checked

KIND = {
    "B-01": "TRUE-IF", "B-02": "TRUE-IF", "B-03": "TRUE-IF", "B-04": "TRUE-IF", "B-05": "TRUE-IF", "B-06": "TRUE",
    "B-07": "NOT-MATH", "B-08": "NOT-MATH", "B-09": "TRUE-IF", "B-10": "TRUE",
}  # fmt: skip
CLAIMS = {claim.id: claim for claim in brody.CLAIMS}

Vector = tuple[Fraction, ...]
first, second, support, sizes = brody.first, brody.second, brody.support, brody.sizes
u, third, query = vector("u", N), vector("t", N), vector("q", brody.K)


def row(*numbers: int | str) -> Vector:
    """A vector of exact numbers."""
    return tuple(map(Fraction, numbers))


def test_all_claims_are_here() -> None:
    """Each claim once, with the kind it should have."""
    assert {claim.id: claim.kind for claim in brody.CLAIMS} == KIND


@pytest.mark.parametrize("id", CLAIMS)
def test_claim(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one."""
    assert_as_expected(id)


@pytest.mark.parametrize(("id", "families"), [("B-03", 4), ("B-05", 3)])
def test_every_family_is_a_counterexample(id: str, families: int) -> None:
    """Each way in which the claim fails comes out refuted by itself."""
    without = checked(id).without
    assert without is not None
    judgement = without[1]
    assert judgement is not None
    assert [part.judgement.status for part in judgement.parts] == ["refuted"] * families
    assert all(part.judgement.counterexample is not None for part in judgement.parts)


def between(part: Fraction) -> Hypothesis:
    """y(x2) = (1 − λ) y(x1) + λ y(x3), in the letters of this test."""
    one_way, other = plain(first), plain(third)
    return equal(plain(second), (1 - part) * one_way + part * other)


def _line(size: str) -> Vector:
    return row(size, f"-{size}")


#: Points at which something can be seen by hand.
EXAMPLES: dict[str, Statement] = {
    "B-02 with gains": at_point(
        Point({N: 2}, {g: row(1, 2), a: row(1, -1), b: row(0, 0), eps: Fraction(0)}), equal(dot(one, LN), -1)
    ),
    "B-03 with an offset": at_point(Point({N: 2}, {a: row(1, -1), eps: Fraction(1)}), equal(norm(y) ** 2, 1)),
    "B-03 with gains": at_point(
        Point({N: 3}, {g: row(1, 0, 0), a: row(1, -1, 0), v: row(0, 1, -1)}),
        equal(norm(hadamard(g, exact(a))) ** 2, Fraction(3, 2)),
        equal(norm(hadamard(g, exact(v))), 0),
    ),
    "B-03 with a bias": at_point(
        Point({N: 2}, {b: row(1, 0), a: row(1, -1), v: row(-1, 1)}),
        equal(norm(exact(a) + b) ** 2, 5),
        equal(norm(exact(v) + b) ** 2, 1),
    ),
    "B-04 a key matrix of one row, under which no query but 0 sees all alike": at_point(
        Point({N: 2, brody.K: 1}, {brody.key_matrix: (row(1, 0),), query: row(1)}),
        not_zero((brody.key_matrix * Pi).T * query),
    ),
    "B-05 (a) three keys on a line": at_point(
        Point({N: 2}, {first: _line("5/12"), second: _line("3/4"), third: _line("4/3"), eps: Fraction(1)}),
        equal(plain(first)[n], Fraction(5, 13) * first[n] / Fraction(5, 12)),
        between(Fraction(14, 27)),
        not_zero(plain(first) - plain(second)),
    ),
    "B-05 (b) the third is the midpoint": at_point(
        Point({N: 3}, {g: row(1, 0, 0), first: row(1, -1, 0), second: row(0, 1, -1), third: row(-1, 1, 0)}),
        equal(
            hadamard(g, exact(second)),
            (hadamard(g, exact(first)) + hadamard(g, exact(third))) / 2,
        ),
        not_zero(hadamard(g, exact(first))),
    ),
    "B-05 (c) a key matrix of one row": at_point(
        Point(
            {N: 3, brody.K: 1},
            {
                brody.key_matrix: (row(1, 0, 0),),
                first: row(1, -1, 0), second: row(0, 1, -1), third: row(-1, 1, 0),
            },
        ),
        equal(brody.key_matrix * exact(second), zeros(brody.K)),
        equal(brody.key_matrix * (exact(first) + exact(third)), zeros(brody.K)),
        not_zero(brody.key_matrix * exact(first)),
    ),
    "B-06 keys 0, 1, 2": at_point(
        Point({N: 1}, {w: row(-3), u: row(1)}), equal(dot(w, u), (dot(w, zeros(N)) + dot(w, 2 * u)) / 2)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    """What is said of numbers in the text holds of these numbers."""
    judgement = EXAMPLES[name].decide()
    assert judgement.status == "proved", judgement.explain()


def selects(gains: Term, asked: Term) -> Statement:
    """The query gives the key of x1 a higher score than that of x2, at ε = 0."""
    return brody.strictly_highest(asked, lambda vector_: diag(gains) * exact(vector_) + b)


_inverse = hadamard_power(sizes, -1)
_apart = exact(first) - exact(second)
_with_offset = plain(first) - plain(second)

NEAR_MISSES: dict[str, Statement] = {
    "two components with a bias": equation(LN, scale(project(a), eps), equal(g, one)),
    "two components with gains": equation(LN, scale(project(a), eps), equal(b, zeros(N))),
    "scaling before projecting": equation(y, project(scale(a, eps))),
    "the projection keeps every vector": equation(Pi * v, v),
    "after gains still orthogonal to 1": equation(dot(one, hadamard(gain, y)), 0),
    "the bias forgotten": equation(dot(alpha, hadamard(gain, y) + b), 0),
    "the length is √d wherever it is defined": equation(norm(y) ** 2, N),
    "the length is √d up to ε²": equation(N - norm(y) ** 2, eps**2 * (N / (sigma2 + eps))),
    "longer than √d": bound(norm(y), ">", sqrt(N), positive(eps)),
    "gains of size γ as γ²": equation(
        norm(hadamard(brody.gamma * (2 * support - one), exact(a))), brody.gamma**2 * sqrt(N)
    ),
    "the gains as the query": equation(dot(gain, hadamard(gain, y) + b), dot(gain, b)),
    "every query sees all inputs alike": equation(dot(w, layernorm(x)), dot(w, b)),
    "a query orthogonal to 1": equation(dot(w, layernorm(x)), dot(w, b), equal(dot(one, w), 0)),
    "every query tells inputs apart": bound(
        dot(w, layernorm(Pi * (g * w))), ">", dot(w, layernorm(-Pi * (g * w))), not_zero(w), positive(eps)
    ),
    "α with zero gains": null_space_is(
        diag(hadamard(support, sizes)) * Pi, hadamard(support, _inverse), side="left"
    ),
    "under a key matrix only the query 0": null_space_is((brody.key_matrix * Pi).T, ()),
    "the query without inverting the gains": selects(gain, exact(first)),
    "any zero gains": selects(hadamard(support, sizes), hadamard(support, _inverse, exact(first))),
    "one zero gain, not shifted": selects(
        hadamard(one - basis(n), sizes), hadamard(one - basis(n), _inverse, exact(first))
    ),
    "with an offset": bound(
        dot(plain(first), plain(second)),
        "<",
        dot(plain(first), plain(first)),
        not_zero(_with_offset),
        by=norm(_with_offset) ** 2 / 2,
    ),
    "of one and the same key": bound(
        dot(exact(first), exact(second)), "<", N, by=norm(_apart) ** 2 / 2
    ),
    "highest by |y − y′|²": equation(
        dot(exact(first), exact(second)), N - norm(_apart) ** 2
    ),
    "half way in norm": equation(norm(brody.key1 + brody.key3) / 2, (norm(brody.key1) + norm(brody.key3)) / 2),
    "no higher score than one of them": LinearImplication(
        (positive(dot(w, (brody.key1 + brody.key3) / 2) - dot(w, brody.key1)),), None, (Fraction(1),)
    ),
    "a key beyond the others": LinearImplication(
        (
            positive(dot(w, 2 * brody.key3 - brody.key1) - dot(w, brody.key1)),
            positive(dot(w, 2 * brody.key3 - brody.key1) - dot(w, brody.key3)),
        ),
        None,
        (Fraction(1), Fraction(1)),
    ),
    "B-09 the gradient orthogonal to the input": equation(dot(a, transpose(J_hat) * w), 0),
    "B-09 of one length": equation(norm(transpose(J_hat) * w), norm(w), not_zero(Pi * w)),
    "B-10 a majority at every vote": bound(dot(one, 2 * support - one), ">", 0),
    "the identity for the projection": equation(eye * a, Pi * a),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_miss_is_refuted(name: str) -> None:
    """A statement close to a true one, with one thing wrong, has a counterexample."""
    judgement = NEAR_MISSES[name].decide()
    assert judgement.status == "refuted", judgement.explain()
