"""Maxima over an index and ranks in certificates: false ones are rejected whatever the body says, true ones accepted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.verifier.asked import answer

SYMBOLS = {
    "c": [], "g": ["N"], "v": ["N"], "w": ["N"], "u": ["K"], "A": ["N", "N"], "B": ["N", "N"], "X": ["N", "K"],
}  # fmt: skip
DEFINITIONS = [
    {"name": "scaled", "parameters": [["c", []], ["v", ["N"]]], "body": "max_over(i:N, mul(c, at(v, i:N)))"},
    {"name": "top", "parameters": [["v", ["N"]]], "body": "max_over(i:N, at(v, i:N))"},
]
M = "max_over(i:N, at({}, i:N))"
FULL: dict[str, Any] = {"indices": ["i:N"], "cofactors": [[0, ["p:N"], "delta(i:N, p:N)"]]}
SAME = ["same", M.format("v"), M.format("w"), FULL]

#: Name, left, right, steps of the link, its cofactors, hypotheses, accepted?
CASES: list[tuple[str, str, str, list[Any], list[Any], list[Any], bool]] = [
    ("bound names do not matter", M.format("v"), "max_over(j:N, at(v, j:N))", [], [], [], True),
    ("another vector", M.format("v"), M.format("w"), [], [], [], False),
    ("another vector, by a step", M.format("v"), M.format("w"), [[*SAME[:3], {}]], [[0, [], "1"]], [], False),
    ("equal vectors, by a step", M.format("v"), M.format("w"), [SAME], [[1, [], "1"]], [["equal", "v", "w"]], True),
    ("a sum for a maximum", M.format("v"), "sum(i:N, at(v, i:N))", [], [], [], False),
    ("a product for a maximum", M.format("v"), "prod(i:N, at(v, i:N))", [], [], [], False),
    ("same of a maximum and a product", M.format("v"), "prod(i:N, at(v, i:N))",
     [["same", M.format("v"), "prod(i:N, at(v, i:N))", {}]], [[0, [], "1"]], [], False),
    ("same over two dimensions", "max_over(i:N, c)", "max_over(k:K, mul(c, at(u, k:K)))",
     [["same", "max_over(i:N, c)", "max_over(k:K, mul(c, at(u, k:K)))", {}]], [[0, [], "1"]], [], False),
    ("a constant", "max_over(i:N, c)", "c", [], [], [], True),
    ("a summand that is free of the index", "max_over(i:N, add(c, at(v, i:N)))", f"add(c, {M.format('v')})",
     [], [], [], True),
    ("a summand that is not", "max_over(i:N, add(at(w, i:N), at(v, i:N)))", f"add({M.format('w')}, {M.format('v')})",
     [], [], [], False),
    ("a positive number", "max_over(i:N, mul(3, at(v, i:N)))", f"mul(3, {M.format('v')})", [], [], [], True),
    ("a negative number", "max_over(i:N, mul(-3, at(v, i:N)))", f"mul(-3, {M.format('v')})", [], [], [], False),
    ("a negative", "max_over(i:N, neg(at(v, i:N)))", f"neg({M.format('v')})", [], [], [], False),
    ("a factor of any sign", "max_over(i:N, mul(c, at(v, i:N)))", f"mul(c, {M.format('v')})", [], [], [], False),
    ("a size as a factor", "max_over(i:N, mul(N, at(v, i:N)))", f"mul(N, {M.format('v')})", [], [], [], False),
    ("an index that is free is another one", "max_over(i:N, mul(at(v, j:N), at(v, i:N)))",
     "max_over(i:N, mul(at(v, i:N), at(v, i:N)))", [], [], [], False),
    ("an argument's index is not caught", "scaled(at(v, i:N), v)", "max_over(i:N, mul(at(v, i:N), at(v, i:N)))",
     [], [], [], False),
    ("an argument's index stays free", "scaled(at(v, i:N), v)", "max_over(j:N, mul(at(v, i:N), at(v, j:N)))",
     [], [], [], True),
    ("a definition over another dimension", "top(u)", "max_over(k:K, at(u, k:K))", [], [], [], True),
    ("its dimension counts", "top(mul(c, ones(K)))", "c", [], [], [], True),
    ("maxima in another order", "max_over(i:N, max_over(k:K, at(X, i:N, k:K)))",
     "max_over(i:N, max_over(k:K, mul(2, at(X, i:N, k:K))))", [], [], [], False),
    ("a maximum is no derivative", f"grad({M.format('v')}, v)", "zeros(N)", [], [], [], False),
    ("nor is a rank", "grad(mul(rank(mul(c, A)), c), c)", "rank(mul(c, A))", [], [], [], False),
    ("what does not vary with it has one", f"grad(mul(c, {M.format('v')}), c)", M.format("v"), [], [], [], True),
    ("generic of what is in a maximum", f"mul({M.format('g')}, at(g, j:N), div(1, at(g, j:N)))", M.format("g"),
     [["generic", "g"]], [], [], False),
    ("generic of what is in a rank", "mul(c, rank(mul(c, A)))", "mul(c, rank(A))", [["generic", "c"]], [], [], False),
    ("rank of the transpose", "rank(transpose(X))", "rank(X)", [], [], [], True),
    ("rank of another matrix", "rank(A)", "rank(B)", [], [], [], False),
    ("rank of a multiple", "rank(mul(c, A))", "rank(A)", [], [], [], False),
    ("rank of equal matrices", "rank(A)", "rank(B)", [["same", "rank(A)", "rank(B)", {
        "indices": ["i:N", "j:N"], "cofactors": [[0, ["p:N", "q:N"], "mul(delta(i:N, p:N), delta(j:N, q:N))"]]}]],
     [[1, [], "1"]], [["equal", "A", "B"]], True),
    ("the trace of what is no projection", "rank(A)", "trace(A)", [["rank", "A", "identity(N)", {}]], [[0, [], "1"]],
     [], False),
    ("an inner inverse that is none", "rank(A)", "trace(mul(A, B))", [["rank", "A", "B", {}]], [[0, [], "1"]], [], False),
    ("of the identity", "rank(identity(N))", "N", [["rank", "identity(N)", "identity(N)", {}]], [], [], True),
    ("of another size", "rank(identity(N))", "K", [["rank", "identity(N)", "identity(N)", {}]], [], [], False),
    ("rank for a determinant", "rank(A)", "det(A)", [], [], [], False),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_equations(case: tuple[str, str, str, list[Any], list[Any], list[Any], bool]) -> None:
    """The verifier says what is true, and no more."""
    _, left, right, steps, cofactors, hypotheses, accepted = case
    symbols = {name: {"shape": shape, "properties": []} for name, shape in SYMBOLS.items()}
    statement = {
        "kind": "equation", "dimensions": ["N", "K"], "symbols": symbols, "definitions": DEFINITIONS,
        "hypotheses": hypotheses, "terms": [left, right],
    }  # fmt: skip
    link: dict[str, Any] = {"steps": steps} if steps else {}
    if cofactors:
        link |= {"indices": [], "cofactors": cofactors}
    found = answer(statement, {"links": [link]})
    assert (found.verdict == "accepted") is accepted, found.reason


@pytest.mark.parametrize(
    ("property_", "condition", "accepted"),
    [("positive", "positive", True), ("nonneg", "nonneg", True), ("nonneg", "positive", False), ("nonzero", "nonzero", True),
     ("nonzero", "positive", False), ("", "nonneg", False)],
)  # fmt: skip
def test_signs(property_: str, condition: str, accepted: bool) -> None:
    """A maximum is one of its values, and has the signs that all of them have."""
    given = [[property_, "at(v, j:N)"]] if property_ else []
    statement = {
        "kind": "implication", "dimensions": ["N"], "symbols": {"v": {"shape": ["N"], "properties": []}}, "definitions": [],
        "hypotheses": given, "conclusion": [condition, M.format("v")],
    }  # fmt: skip
    found = answer(statement, {})
    assert (found.verdict == "accepted") is accepted, found.reason
