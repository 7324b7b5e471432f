"""Scopes say what was proved: what is assumed of sizes is part of them, in text, in LaTeX and in JSON."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.report.formulas import Typeset
from tests.words import K, N, a, one

b = derive.vector("b", K)
x = derive.scalar("x")
EQUAL, POSITIVE, NONNEG, NONZERO = derive.equal, derive.positive, derive.nonneg, derive.nonzero


@pytest.mark.parametrize(
    ("lhs", "rhs", "given", "scope"),
    [
        (derive.dot(one, one), N, [], "all N ≥ 1"),
        (derive.dot(one, one), 3, [EQUAL(N, 3)], "N = 3"),
        (derive.dot(one, one), 3, [EQUAL(3, N)], "N = 3"),
        (derive.dot(one, one), 3, [EQUAL(2 * N, 6)], "N = 3"),
        (derive.dot(a, a), derive.dot(a, a), [EQUAL(derive.dot(one, one), 3)], "all N ≥ 3 with 1 · 1 = 3"),
        (derive.dot(a, a) * N, 2 * derive.dot(a, a) * K, [EQUAL(N, 2 * K)], "all N ≥ 2, K ≥ 1 with N = 2K"),
        (derive.sqrt(3 - N) ** 2, 3 - N, [], "all N ≥ 1 with N ≤ 3"),
        (derive.sqrt(N - 3) ** 2, N - 3, [], "all N ≥ 3"),
        (1 / derive.sqrt(3 - N) ** 2, 1 / (3 - N), [], "all N ≥ 1 with N ≤ 2"),
        (derive.dot(a, a), derive.dot(a, a), [POSITIVE(N - 1)], "all N ≥ 2"),
        (derive.dot(a, a), derive.dot(a, a), [POSITIVE(N * (N - 1))], "all N ≥ 2"),
        (derive.dot(a, a), derive.dot(a, a), [POSITIVE(N - 1), POSITIVE(5 - N)], "all N ≥ 2 with N ≤ 4"),
        (derive.dot(a, a), derive.dot(a, a), [NONNEG(2 * N - 5)], "all N ≥ 3"),
        (x / (N - 4), x * (1 / (N - 4)), [], "all N ≥ 1 with N ≠ 4"),
        (x / (2 * N - 5), x * (1 / (2 * N - 5)), [], "all N ≥ 1"),
        (derive.dot(a, a) * K, K * derive.dot(a, a), [POSITIVE(N - K)], "all N ≥ 2, K ≥ 1 with N - K > 0"),
        (derive.dot(a, a) * K, K * derive.dot(a, a), [NONZERO(N + K)], "all N ≥ 1, K ≥ 1"),
        (derive.dot(b, b) * N, 3 * derive.dot(b, b), [EQUAL(N, 3)], "all K ≥ 1 with N = 3"),
        (x + x, 2 * x, [], "all data"),
        (x / x, 1, [], "all data"),
    ],
)
def test_scope(lhs: Term, rhs: Any, given: list[Hypothesis], scope: str) -> None:
    """Of a verdict, of its chain, of its statement, and of a conjunction with that in it: in words and in JSON."""
    verdict = derive.prove(lhs, rhs, given)
    assert (verdict.status, verdict.scope) == ("proved", scope)
    assert verdict.to_json()["scope"] == scope
    assert f"proved for {scope}" in str(verdict)
    assert derive.chain(lhs, rhs, hypotheses=given).scope == scope
    statement = derive.equation(lhs, rhs, *given)
    assert derive.prove(statement).scope == scope
    assert derive.prove(derive.all_of(statement)).scope == scope


def test_scope_of_a_bound() -> None:
    """Other kinds of statement say it in the same way."""
    judgement = derive.prove(derive.bound(derive.dot(a, a) * (N - 5), ">=", 0, NONNEG(N - 5), POSITIVE(9 - N)))
    assert judgement.scope == "all N ≥ 5 with N ≤ 8"


def test_scope_in_latex() -> None:
    """Words and formulas in turn."""
    verdict = derive.prove(derive.dot(one, one), 3, [EQUAL(N, 3)])
    (formula,) = Typeset().scope(verdict.sizes)
    assert not isinstance(formula, str)
    assert (formula.latex, formula.text) == ("N = 3", "N = 3")
    parts = Typeset().scope(derive.prove(derive.sqrt(3 - N) ** 2, 3 - N).sizes)
    assert [part if isinstance(part, str) else part.latex for part in parts] == [
        "all", r"N \geq 1", "with", r"N \leq 3",
    ]  # fmt: skip


def test_what_notebooks_show_has_hypotheses_and_conditions() -> None:
    """Neither is dropped, of equations, of chains and of other kinds."""
    verdict = derive.prove(derive.sqrt(x) ** 2 * derive.dot(one, one), 3 * x, [EQUAL(N, 3)])
    for shown in (verdict, derive.prove(derive.equation(verdict.lhs, verdict.rhs, EQUAL(N, 3)))):
        latex = derive.latex(shown)
        assert "given $N = 3$" in latex
        assert r"wherever $x \geq 0$" in latex
    chain = derive.chain(derive.sqrt(x) ** 2, x, hypotheses=[NONZERO(x)])
    assert r"given $x \neq 0$" in derive.latex(chain)
    assert r"wherever $x \geq 0$" in derive.latex(chain)


# --- truth --------------------------------------------------------------------------------------------------------------


def test_only_what_is_proved_is_true() -> None:
    """Verdicts, judgements and chains; refuted and unsupported are both false."""
    proved, refuted = derive.prove(derive.dot(a, a), derive.norm(a) ** 2), derive.prove(derive.dot(a, a), N)
    unsupported = derive.prove(derive.tanh(2 * x), 2 * derive.tanh(x) / (1 + derive.tanh(x) ** 2))
    vacuous = derive.prove(x, x, [EQUAL(x, x + 1)])
    assert proved
    assert [verdict.status for verdict in (refuted, unsupported, vacuous)] == ["refuted", "unsupported", "unsupported"]
    assert not refuted
    assert not unsupported
    assert not vacuous
    assert derive.prove(derive.bound(x**2, ">=", 0))
    assert not derive.prove(derive.bound(x, ">=", 0))
    assert derive.chain(x + x, 2 * x)
    assert not derive.chain(x + x, 2 * x, x)


def test_an_assertion_that_fails_shows_the_counterexample() -> None:
    """The representation is one line, with the statement and what refutes it."""
    assert repr(derive.prove(derive.dot(a, a), N)) == "<refuted: a · a = N; refuted: N = 1, a = (2): left 4, right 1>"
    judgement = derive.prove(derive.bound(x, ">=", 0))
    assert repr(judgement).startswith("<refuted: x ≥ 0; refuted: x = -1: x ≥ 0 is false")


# --- one answer from every door -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        derive.bound(x**2 - 2 * x + 1, ">=", 0),
        derive.bound(derive.dot(a, one) ** 2, "<=", N * derive.dot(a, a)),
        derive.bound(x**2, ">", 0),
        derive.bounds(0, "<=", x**2 - 2 * x + 1, "<", x**2 - 2 * x + 2),
    ],
)
def test_deciding_a_statement_is_proving_it(statement: Any) -> None:
    """`Statement.decide` looks for a certificate, as `derive.prove` does."""
    assert statement.decide().status == derive.prove(statement).status != "unsupported"


def test_all_names_can_be_imported() -> None:
    """``from derive import *`` gives the public names."""
    found: dict[str, Any] = {}
    exec("from derive import *", found)
    assert set(derive.api.__all__) <= set(found)


def test_an_even_power_of_a_norm_is_smooth() -> None:
    """|x|² has a derivative at 0, so that the Jacobian of RMSNorm needs no x ≠ 0; |x|, |x|³ and |x|² |x| do."""
    eps = derive.scalar("eps", "positive")
    root = derive.sqrt(derive.norm(a) ** 2 / N + eps)
    jacobian = derive.identity(N) / root - a * a.T / (N * root**3)
    assert derive.prove(derive.grad(a / root, a), jacobian).conditions == ()
    assert derive.prove(derive.grad(derive.norm(a) ** 2, a), 2 * a).conditions == ()
    assert derive.prove(derive.grad(derive.absolute(x) ** 4, x), 4 * x**3).conditions == ()
    assert derive.prove(derive.grad(derive.norm(a) ** 2, a), 3 * a).status == "refuted"
    for term, slope in [
        (derive.norm(a) ** 3, 3 * derive.norm(a) * a),
        (derive.norm(a) ** 2 * derive.norm(a), 3 * derive.norm(a) * a),
        (derive.norm(a / derive.norm(a)) ** 2, derive.zeros(N)),
    ]:
        verdict = derive.prove(derive.grad(term, a), slope)
        assert (verdict.status, verdict.conditions) == ("proved", (derive.not_zero(a),))


def test_a_large_explicit_size_is_no_reason_to_call_it_vacuous() -> None:
    """Data are found where one point costs more than the usual search; beyond, the bound that was met is named."""
    g = derive.vector("g", 32, "nonzero")
    i = derive.index("i", 32)
    assert derive.prove(derive.det(derive.diag(g)), derive.prod_(i, g[i])).status == "proved"
    h = derive.vector("h", 64, "nonzero")
    answer = derive.prove(derive.inverse(derive.diag(h)), derive.diag(1 / h))
    assert answer.status == "unsupported"
    assert "2500 entries" in answer.reason
    assert "vacuous" not in answer.reason
