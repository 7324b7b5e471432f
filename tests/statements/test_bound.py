"""Bounds: what is proved, what is refuted, and what no certificate can bring about."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError, ShapeError
from derive.language.build import (
    absolute,
    dot,
    hadamard,
    matrix,
    norm,
    scalar,
    sqrt,
    sum_,
    trace,
    var,
    vector,
)
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.statements.bound import Bound, BoundChain, Manifest, bound, bounds, condition_holds
from derive.statements.statement import Statement
from tests.words import K, N, Pi, eps, g, m, n, one

a, u, v, alpha = vector("a", N), vector("u", N), vector("v", N), vector("alpha", N)
A = matrix("A", N, K)
p, q, x = scalar("p"), scalar("q"), scalar("x")
s, t, w = scalar("s", "positive"), scalar("t", "positive"), scalar("w", "positive")
y = (a - dot(a, one) / N * one) / sqrt(var(a) + eps)

GAP = N * eps / (var(a) + eps)
LAGRANGE = sum_(n, sum_(m, (u[n] * v[m] - u[m] * v[n]) ** 2)) / 2
SPREAD = sum_(n, sum_(m, (alpha[n] - alpha[m]) ** 2)) / 2

TRUE: dict[str, Statement] = {
    "norm of y": bound(norm(y) ** 2, "<=", N, by=GAP),
    "norm of y, strict": bound(norm(y) ** 2, "<", N, positive(eps), by=GAP),
    "root": bound(
        sqrt(1 + N * eps / (a.T * Pi * a)), ">=", 1, not_zero(Pi * a), by=N * eps / norm(Pi * a) ** 2, squared=True
    ),
    "root, by a factor": bound(
        sqrt(1 + N * eps / norm(Pi * a) ** 2),
        ">=",
        1,
        by=N * eps / norm(Pi * a) ** 2,
        scale=sqrt(1 + N * eps / norm(Pi * a) ** 2) + 1,
    ),
    "depth": bound((w**2 - 1) / 2, ">=", 1 - 1 / w, by=(w - 1) ** 2 * (w + 2) / (2 * w)),
    "tangent": bound(1 / t**2 - 1 / s**2 + 2 * (t - s) / s**3, ">=", 0, by=(t - s) ** 2 * (2 * t + s) / (t**2 * s**3)),
    "spread": bound(N * sum_(n, alpha[n] ** 2), ">=", sum_(n, alpha[n]) ** 2, by=SPREAD),
    "Cauchy–Schwarz": bound(norm(u) * norm(v), ">=", dot(u, v), by=LAGRANGE, squared=True),
    "Cauchy–Schwarz, absolute": bound(absolute(dot(u, v)), "<=", norm(u) * norm(v), by=LAGRANGE, squared=True),
    "Gram": bound(trace(A.T * A), ">=", 0, by=norm(A) ** 2),
    "as written": bound(norm(u) ** 2 + s, ">", 0),
    "as a hypothesis says": bound(p * x, ">=", q * x, nonneg(p - q), nonneg(x), by=(p - q) * x),
    "different": bound(x**2 + 1, "!=", 2 * x - 3, by=(x - 1) ** 2 + 3),
    "different, by any factor": bound(x, "!=", 0, equal(x * p, 1), by=1, scale=p),
    "every component": bound((hadamard(u, u))[n], ">=", 0, by=u[n] ** 2),
    "equal by squares": bound(sqrt(s**2 + 2 * s * t + t**2), "=", s + t, squared=True),
    "chain": bounds(0, "<=", norm(y) ** 2, "=", N * var(a) / (var(a) + eps), "<=", N, by=(None, None, GAP)),
}

TINY = Fraction(1, 10**5)
LN = (a - dot(a, one) / N * one) / sqrt(var(a) + TINY)

#: Statements that are false, each with the certificate of a true one beside it where there is one.
FALSE: dict[str, Statement] = {
    "norm of y, strict at ε = 0": bound(norm(y) ** 2, "<", N, by=GAP),
    "norm of y against N - 1": bound(norm(y) ** 2, "<=", N - 1, by=GAP),
    "norm of y, the wrong way": bound(norm(y) ** 2, ">=", N, by=GAP),
    "root > 1": bound(sqrt(1 + N * eps / norm(Pi * a) ** 2), ">", 1, by=N * eps / norm(Pi * a) ** 2, squared=True),
    "depth, strict": bound((w**2 - 1) / 2, ">", 1 - 1 / w, by=(w - 1) ** 2 * (w + 2) / (2 * w)),
    "depth for any w ≠ 0": bound((x**2 - 1) / 2, ">=", 1 - 1 / x, by=(x - 1) ** 2 * (x + 2) / (2 * x)),
    "spread without N": bound(sum_(n, alpha[n] ** 2), ">=", sum_(n, alpha[n]) ** 2, by=SPREAD),
    "Cauchy–Schwarz, strict": bound(norm(u) * norm(v), ">", dot(u, v), by=LAGRANGE, squared=True),
    "squares that say nothing of signs": bound(x, ">=", p, equal(x**2, p**2), by=0, squared=True),
    "the variance of LN(a) is near 1": bound(absolute(var(LN) - 1), "<", Fraction(1, 20), not_zero(Pi * a)),
    "the variance of LN(a) is far from 1": bound(absolute(var(LN) - 1), ">", TINY**2, not_zero(Pi * a)),
    "the variance of LN(a) is 1 to five places": bound(absolute(var(LN) - 1), "<", TINY, not_zero(Pi * a)),
    "not different": bound(x**2 + 1, "!=", 2 * x, by=(x - 1) ** 2),
    "negative factor": bound(1, ">=", 2, by=1, scale=Fraction(-1) * s / s),
    "not equal by squares": bound(sqrt(x**2), "=", x, squared=True),
    "component": bound(u[n], ">=", 0, by=u[n] ** 2),
    "chain": bounds(0, "<=", norm(y) ** 2, "=", N * var(a) / (var(a) + eps), "<", N, by=(None, None, GAP)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_bounds_are_proved(name: str) -> None:
    """With a certificate in a form that shows its sign; the judgement is proved for all sizes, with its parts."""
    judgement = TRUE[name].decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope.startswith("all")
    assert judgement.parts


@pytest.mark.parametrize("name", FALSE)
def test_false_bounds_are_refuted(name: str) -> None:
    """By exact values; a certificate that serves a neighbouring statement does not help."""
    judgement = FALSE[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert judgement.counterexample is not None


def test_the_witness_of_the_strict_norm_bound_has_no_epsilon() -> None:
    """|y|² < N fails at ε = 0 alone, where both sides are equal."""
    found = FALSE["norm of y, strict at ε = 0"].decide().counterexample
    length = "|(a - ((a · 1) / N) 1) / √(σ²(a) + ε)|²"
    assert str(found) == f"N = 2, a = (1, -1), eps = 0: {length} < N is false; {length} = 2"


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        (bound(norm(y) ** 2, "<=", N, by=2 * GAP), "difference"),
        (bound(x**2 - 2 * x + 1, ">=", 0), "not manifest"),
        (bound(x**2 - 2 * x + 1, ">=", 0, by=(x - 1) ** 3 / (x - 1)), "what the statement does not say"),
        (bound(x**2, ">=", 2 * x - 1, by=(x - 1) ** 2, scale=1 + x - x), "factor"),
        (bound(sqrt(x**2), ">=", x, by=0), "difference"),
        (bound(x**2, ">=", 0, equal(x, x + 1)), "vacuous"),
    ],
    ids=["another certificate", "no sum of squares", "narrower", "sign of the factor", "root", "nothing"],
)
def test_true_bounds_with_poor_certificates_are_not_proved(statement: Bound, missing: str) -> None:
    """A wrong, unreadable or narrower certificate leaves a true bound unsupported, with the reason."""
    judgement = statement.judge()
    assert judgement.status == "unsupported"
    assert missing in judgement.reason


def test_a_manifest_condition_is_read_off_or_searched_for() -> None:
    """A sign is proved by the rules, refuted by a point, and otherwise left open; the ledger says where it is meant."""
    assert Manifest(positive(x**2 + 1)).decide().status == "proved"
    assert Manifest(nonneg(x)).decide().status == "refuted"
    assert Manifest(nonneg(x**2 - 2 * x + 1)).decide().status == "unsupported"
    assert "vacuous" in Manifest(positive(s), (equal(x, x + 1),)).decide().reason
    assert [c.kind for c in Manifest(nonneg(1 / x**2)).decide().conditions] == ["nonzero"]


def test_a_bound_looks_for_its_failure_itself() -> None:
    """The sign of the difference is a step: read off, or left out where the bound tells with both sides where it fails."""
    judgement = bound(x, ">=", x**2).decide()
    assert judgement.status == "refuted"
    assert [(part.name, part.judgement.status) for part in judgement.parts] == [("difference", "proved")]
    assert dict(judgement.counterexample.values).keys() == {"x²"}


@pytest.mark.parametrize("condition", [positive(s), nonneg(s), nonzero(s), not_zero(g), nonzero(g), equal(s, s)])
def test_every_kind_of_condition_can_be_a_statement(condition: object) -> None:
    """`condition_holds` makes of each condition something that can be decided."""
    assert condition_holds(condition, ()).decide().status == "proved"  # type: ignore[arg-type]


def test_a_bound_serves_as_a_hypothesis() -> None:
    """p ≥ q as a hypothesis is the condition p − q ≥ 0; an equality stays one."""
    assert bound(p, ">=", q).hypothesis == nonneg(p - q)
    assert bound(p, "<", q).hypothesis == positive(q - p)
    assert bound(p, "=", q).hypothesis == equal(p, q)


def test_misuse_is_refused() -> None:
    """Shapes other than scalars, unknown relations, chains that turn round or do not alternate."""
    with pytest.raises(ShapeError):
        bound(u, ">=", v)
    with pytest.raises(InputError):
        bound(p, "≥", q)
    with pytest.raises(InputError):
        bound(p, "=", q, by=1)
    with pytest.raises(InputError):
        bounds(p, "<=", q, ">=", x)
    with pytest.raises(InputError):
        bounds(p, "<=")
    with pytest.raises(InputError):
        BoundChain((bound(p, "<=", q), bound(x, "<=", q)))
    with pytest.raises(InputError):
        BoundChain((bound(p, "<=", q, nonneg(x)),))


def test_the_sentence_is_the_bound() -> None:
    """Bounds print as people write them."""
    assert str(bound(p, "<=", q)) == "p ≤ q"
    assert str(bounds(0, "<=", p, "<", q)) == "0 ≤ p < q"
