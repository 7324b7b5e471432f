"""The verifier: what it accepts is true, near misses and hostile files are rejected, and it stands alone."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from derive.certificates.completing import completed
from derive.verifier import canonical, verify

SOURCE = Path(__file__).parents[1] / "derive" / "verifier.py"
SYMBOLS: dict[str, Any] = {
    "a": ["N"], "b": ["N"], "v": ["N"], "g": ["N", "nonzero"], "s": ["N", "mask"], "A": ["N N"], "B": ["N N"], "W": ["N M"],
    "Q": ["N N", "orthogonal"], "S": ["N N", "symmetric"], "P": ["N N", "idempotent"], "R": ["N N", "invertible"],
    "x": [""], "y": [""], "z": [""], "eps": ["", "nonneg"], "p": ["", "positive"], "c": ["", "nonzero"], "a2": ["2"],
}  # fmt: skip
LINK: dict[str, Any] = {"links": [{}]}
ACCEPTED = {True: "accepted", False: "rejected"}
PI = "add(identity(N), neg(div(mul(ones(N), transpose(ones(N))), N)))"
DEFINITIONS = [
    {"name": "mean", "parameters": [["u", ["N"]]], "body": "div(dot(u, ones(N)), N)"},
    {"name": "centre", "parameters": [["u", ["N"]]], "body": "add(u, neg(mul(mean(u), ones(N))))"},
    {"name": "total", "parameters": [["t", []]], "body": "sum(i:N, mul(at(a, i:N), t))"},
    {"name": "Pi", "parameters": [], "body": PI},
    {"name": "q", "parameters": [], "body": "prod(n:N, add(z, neg(pow(at(a, n:N), 2))))"},
]


def statement(kind: str, /, *hypotheses: Any, **fields: Any) -> dict[str, Any]:
    """A statement over the symbols and definitions above."""
    symbols = {name: {"shape": words[0].split(), "properties": words[1:]} for name, words in SYMBOLS.items()}
    head = {"kind": kind, "dimensions": ["N", "M"], "symbols": symbols, "definitions": DEFINITIONS}
    return head | fields | ({} if kind == "conjunction" else {"hypotheses": list(hypotheses)})


def certificate(of: Any, body_: Any, **changes: Any) -> str:
    digest = hashlib.sha256(canonical(of).encode()).hexdigest()
    whole = {"schema": "derive-certificate/2", "label": "T", "statement": of, "sha256": digest, "body": body_}
    return json.dumps(whole | changes)


def listed(**statements: Any) -> str:
    """A statements' file."""
    return json.dumps({"schema": "derive-statements/1", "statements": statements})


def result(of: Any, body_: Any, seconds: float = 5.0, searched: bool = False, **changes: Any) -> str:
    """What becomes of it, with links that are ``searched`` for where those it has are not enough."""
    found = verify(certificate(of, body_, **changes), listed(T=of), seconds)
    assert (found.reason == "") == (found.verdict == "accepted")
    if found.verdict == "rejected" and searched:
        more = deepcopy(body_)
        completed(of, more)
        return verify(certificate(of, more), listed(T=of), seconds).verdict
    return found.verdict


def equal(*terms: str, given: Any = (), links: Any = None, searched: bool = False) -> str:
    of = statement("equation", *given, terms=list(terms))
    return result(of, {"links": links or [{} for _ in terms[1:]]}, searched=searched)


def bound(lhs: str, relation: str, rhs: str, *given: Any, **body: Any) -> str:
    of = statement("bound", *given, lhs=lhs, relation=relation, rhs=rhs)
    number = 3 if "scale" in body else 2
    return result(of, {"parts": [{}, LINK, {}][-number:]} | body if "form" in body else body)


def read_off(condition: str, term: str, *given: Any, searched: bool = False) -> str:
    return result(statement("sign", *given, condition=[condition, term]), {}, searched=searched)


TWO_PAIRS = "det(add(mul(z, identity(N)), neg(diag(a)), neg(outer(b, a)), neg(outer(ones(N), b))))"


def two_pairs(sign: str) -> str:
    """Its polynomial in z, with minors (the sign neg) or permanents (add)."""
    but = "prod(i:N, add(z, neg(at(a, i:N)))"
    minor = f"add(mul(at(a, n:N), at(b, k:N)), {sign}(mul(at(a, k:N), at(b, n:N)){'' if sign == 'neg' else ', 0'}))"
    one = f"sum(n:N, mul(add(mul(at(b, n:N), at(a, n:N)), at(b, n:N)), {but}, n:N)))"
    return f"add({but}), neg({one}), sum(n:N, sum(k:N, mul(at(b, n:N), {minor}, {but}, n:N, k:N)))))"


TRUE = [
    ("dot(a, b)", "dot(b, a)"),
    ("mul(Pi, Pi)", "Pi"),
    ("trace(Pi)", "add(N, neg(1))"),
    ("centre(a)", "mul(Pi, a)"),
    ("norm(centre(a))", "sqrt(dot(a, mul(Pi, a)))"),
    ("div(x, x)", "1"),
    ("mul(div(1, g), at(b, n:N))", "div(mul(at(b, n:N), ones(N)), g)"),
    ("hadamard(s, s, a)", "hadamard(s, a)"),
    ("mul(transpose(Q), Q)", "identity(N)", "mul(Q, transpose(Q))"),
    ("transpose(S)", "S"),
    ("mul(P, P, P)", "P"),
    ("mul(R, inverse(R), a)", "a"),
    ("mul(transpose(W), A, W)", "transpose(mul(transpose(W), transpose(A), W))"),
    ("trace(mul(A, B))", "trace(mul(B, A))"),
    ("total(at(b, i:N))", "mul(dot(a, ones(N)), at(b, i:N))"),
    ("pow(sqrt(x), 2)", "x"),
    ("sqrt(mul(p, x))", "mul(sqrt(p), sqrt(x))"),
    ("sqrt(mul(x, y))", "mul(sqrt(mul(-1, x)), sqrt(mul(-1, y)))"),  # where both sides are defined
    ("sqrt(pow(p, 2))", "p"),
    ("sqrt(div(add(pow(x, 2), N), N))", "div(sqrt(add(pow(x, 2), N)), sqrt(N))"),
    ("sqrt(12)", "mul(2, sqrt(3))"),
    ("sum(i:N, basis(i:N))", "ones(N)"),
    ("sum(i:N, sum(j:N, delta(i:N, j:N)))", "N"),
    ("pow(zeros(N), 0)", "ones(N)"),
    ("grad(dot(a, a), a)", "mul(2, a)"),
    ("grad(norm(a), a)", "div(a, norm(a))"),
    ("grad(mul(A, a), a)", "A"),
    ("grad(q, z)", "sum(n:N, prod(m:N, add(z, neg(pow(at(a, m:N), 2))), n:N))"),
    ("grad(div(1, x), x)", "neg(div(1, pow(x, 2)))"),
    ("det(add(identity(N), outer(a, b)))", "add(1, dot(a, b))"),
    ("det(diag(a))", "prod(n:N, at(a, n:N))"),
    ("det(add(mul(z, identity(N)), neg(outer(a, a))))", "mul(prod(n:N, z), div(add(z, neg(dot(a, a))), z))"),
    ("mul(prod(m:N, at(a, m:N), n:N), at(a, n:N))", "prod(m:N, at(a, m:N))"),
    ("prod(m:N, at(a, m:N), n:N, k:N)", "prod(m:N, at(a, m:N), k:N, n:N)"),
    ("mul(delta(n:N, k:N), prod(m:N, at(a, m:N), n:N, k:N))", "mul(delta(n:N, k:N), prod(m:N, at(a, m:N), n:N))"),
    (TWO_PAIRS, two_pairs("neg")),
    ("prod(n:N, mul(2, at(a, n:N)))", "mul(prod(n:N, 2), prod(n:N, at(a, n:N)))"),
    ("sum(n:N, mul(pow(at(a, n:N), 2), div(1, add(z, neg(pow(at(a, n:N), 2))))))",
     "add(mul(z, sum(n:N, div(1, add(z, neg(pow(at(a, n:N), 2)))))), neg(N))"),
    ("inverse(diag(g))", "diag(div(1, g))"),
    ("pow(diag(g), -2)", "diag(pow(g, -2))"),
    ("sum(i:2, at(ones(2), i:2))", "2"),
]  # fmt: skip

FALSE = [
    ("dot(a, b)", "dot(a, a)"),
    ("mul(Pi, Pi)", "neg(Pi)"),
    ("trace(Pi)", "N"),
    ("sqrt(pow(x, 2))", "x"),
    ("sqrt(pow(eps, 2))", "neg(eps)"),
    ("sqrt(pow(dot(a, b), 2))", "dot(a, b)"),
    ("sqrt(mul(x, y))", "neg(mul(sqrt(mul(-1, x)), sqrt(mul(-1, y))))"),
    ("sqrt(mul(pow(x, 2), p))", "mul(x, sqrt(p))"),
    ("sqrt(pow(div(1, x), 2))", "div(1, x)"),
    ("mul(A, B)", "mul(B, A)"),
    ("trace(mul(A, A))", "trace(mul(A, transpose(A)))"),
    ("mul(transpose(A), A)", "identity(N)"),
    ("transpose(Q)", "Q"),
    ("transpose(P)", "P"),
    ("mul(P, transpose(P))", "P"),
    ("mul(Q, Q)", "identity(N)"),
    ("hadamard(a, a)", "a"),
    ("sum(i:N, 1)", "sum(i:M, 1)"),
    ("sum(i:N, sum(j:N, delta(i:N, j:N)))", "1"),
    ("total(at(b, i:N))", "dot(a, b)"),
    ("at(a, i:N)", "at(a, j:N)"),
    ("delta(i:N, j:N)", "1"),
    ("mul(delta(i:N, j:N), at(a, i:N), at(b, j:N))", "mul(delta(i:N, j:N), at(a, i:N), at(b, k:N))"),
    ("sum(i:N, sum(j:N, pow(at(A, i:N, j:N), 2)))", "sum(i:N, sum(j:N, mul(at(A, i:N, j:N), at(A, j:N, i:N))))"),
    ("grad(hadamard(s, a), s)", "diag(a)"),
    ("grad(dot(a, a), a)", "a"),
    ("grad(q, z)", "sum(n:N, prod(m:N, add(z, neg(pow(at(a, m:N), 2)))))"),
    ("det(add(identity(N), outer(a, b)))", "add(1, dot(a, a))"),
    ("det(add(identity(N), outer(a, a), outer(b, b)))", "add(1, dot(a, a), dot(b, b))"),
    ("prod(n:N, neg(at(a, n:N)))", "neg(prod(n:N, at(a, n:N)))"),
    ("prod(n:N, z)", "z"),
    ("mul(prod(m:N, at(a, m:N), n:N), at(b, n:N))", "prod(m:N, at(a, m:N))"),
    ("mul(delta(n:N, k:N), prod(m:N, at(a, m:N), n:N, k:N))", "0"),
    ("mul(at(a, n:N), prod(m:N, at(a, m:N), n:N, k:N))", "prod(m:N, at(a, m:N), k:N)"),
    (TWO_PAIRS, two_pairs("add")),
    ("prod(n:N, add(at(s, n:N), 1))", "prod(n:N, add(1, at(a, n:N)))"),
    ("inverse(diag(g))", "diag(g)"),
    ("abs(x)", "x"),
    ("exp(add(x, y))", "add(exp(x), exp(y))"),
    ("centre(a)", "a"),
    ("norm(add(a, b))", "add(norm(a), norm(b))"),
    ("at(a2, i:2)", "at(a2, j:2)"),
    ("pow(sqrt(x), 2)", "neg(x)"),
    ("mul(inverse(R), a, x)", "mul(R, a, x)"),
    ("pow(x, 0)", "0"),
]  # fmt: skip


@pytest.mark.parametrize("terms", TRUE, ids=lambda t: t[0])
def test_true_equations_are_accepted(terms: tuple[str, ...]) -> None:
    assert equal(*terms, searched=True) == "accepted"


@pytest.mark.parametrize("terms", FALSE, ids=lambda t: t[0])
def test_false_equations_are_rejected(terms: tuple[str, ...]) -> None:
    assert equal(*terms) == "rejected"


def test_a_false_link_in_a_chain_is_found() -> None:
    assert equal("mul(2, x)", "add(x, x)", "add(mul(3, x), neg(x))") == "accepted"
    assert equal("mul(2, x)", "add(x, x)", "mul(3, x)") == "rejected"
    assert equal("x", "x", links=[{}, {}]) == equal("x", "x", links=[{"why": "so"}]) == "rejected"


ORTHOGONAL = ["equal", "dot(ones(N), v)", "0"]
COFACTORS = {"indices": ["i:N"], "cofactors": [[0, [], "div(-1, N)"]]}


@pytest.mark.parametrize(
    ("link", "good"),
    [
        (COFACTORS, True),
        (COFACTORS | {"scale": "N"} | {"cofactors": [[0, [], "-1"]]}, True),
        (COFACTORS | {"scale": "0", "cofactors": []}, False),
        (COFACTORS | {"scale": "x", "cofactors": [[0, [], "div(neg(x), N)"]]}, False),
        (COFACTORS | {"cofactors": [[0, [], "div(1, N)"]]}, False),
        (COFACTORS | {"cofactors": [[1, [], "div(-1, N)"]]}, False),
        (COFACTORS | {"cofactors": [[-1, [], "div(-1, N)"]]}, False),
        (COFACTORS | {"cofactors": [[True, [], "div(-1, N)"]]}, False),
        (COFACTORS | {"indices": []}, False),
        (COFACTORS | {"indices": ["i:M"]}, False),
        (COFACTORS | {"cofactors": [[0, [], "mul(div(-1, N), div(x, x))"]]}, False),
        ({}, False),
        ({"scale": "N"}, False),
    ],
)
def test_cofactors(link: Any, good: bool) -> None:
    """Πv = v for 1 · v = 0 by the cofactor -1/N; all that it is made of is checked."""
    assert equal("mul(Pi, v)", "v", given=[ORTHOGONAL], links=[link]) == ACCEPTED[good]


def test_cofactors_over_the_entries_of_a_hypothesis() -> None:
    given = [["equal", "mul(A, v)", "mul(x, v)"]]
    link = {"indices": [], "cofactors": [[0, ["n:N"], "at(b, n:N)"]]}
    assert equal("dot(b, mul(A, v))", "mul(x, dot(b, v))", given=given, links=[link]) == "accepted"
    assert equal("dot(b, mul(A, v))", "mul(x, dot(a, v))", given=given, links=[link]) == "rejected"
    assert equal("dot(b, mul(A, v))", "mul(x, dot(b, v))", links=[link]) == "rejected"


def test_replacing() -> None:
    given = [["equal", "a", "mul(x, ones(N))"]]
    link = {"steps": [["replace", 0, "left"]]}
    assert equal("centre(a)", "zeros(N)", given=given, links=[link]) == "accepted"
    assert equal("centre(a)", "zeros(N)", given=given) == "rejected"
    assert equal("centre(a)", "zeros(N)") == equal("centre(b)", "zeros(N)", given=given) == "rejected"
    # A hypothesis holds at a point; a derivative is about the points around it.
    assert equal("grad(dot(a, a), a)", "zeros(N)", given=[["equal", "a", "zeros(N)"]]) == "rejected"
    assert equal("grad(pow(x, 2), x)", "zeros(N)", given=[["equal", "x", "0"]]) == "rejected"
    assert equal("grad(mul(x, y), x)", "0", given=[["equal", "mul(x, y)", "0"]]) == "rejected"


@pytest.mark.parametrize(
    ("condition", "term", "given", "good"),
    [
        ("nonneg", "dot(a, a)", [], True),
        ("positive", "dot(a, a)", [], False),
        ("positive", "dot(a, a)", [["not_zero", "a"]], True),
        ("positive", "dot(g, g)", [], True),
        ("nonneg", "dot(a, b)", [], False),
        ("positive", "N", [], True),
        ("nonneg", "add(N, -1)", [], True),
        ("positive", "add(N, -1)", [], False),
        ("nonneg", "add(N, -2)", [], False),
        ("positive", "add(mul(N, M), neg(div(1, 2)))", [], True),
        ("nonneg", "x", [], False),
        ("nonneg", "x", [["positive", "mul(2, x)"]], True),
        ("positive", "x", [["nonneg", "x"]], False),
        ("positive", "x", [["positive", "mul(-1, x)"]], False),
        ("positive", "x", [["positive", "mul(x, y)"]], False),
        ("positive", "x", [["positive", "mul(x, p)"]], True),
        ("nonneg", "x", [["nonneg", "mul(x, eps)"]], False),
        ("positive", "sqrt(x)", [], False),
        ("nonneg", "sqrt(x)", [], True),
        ("positive", "div(1, sqrt(x))", [], True),
        ("positive", "div(1, x)", [], False),
        ("positive", "div(1, div(1, sqrt(pow(x, 2))))", [], True),
        ("positive", "mul(x, div(1, div(1, sqrt(pow(x, 2)))))", [], False),
        ("nonneg", "sum(i:N, at(a, i:N))", [["nonneg", "at(a, j:N)"]], True),
        ("nonneg", "sum(i:N, at(b, i:N))", [["nonneg", "at(a, j:N)"]], False),
        ("nonneg", "add(sum(n:N, at(a, n:N)), mul(0, sqrt(at(a, n:N))))", [], False),
        ("nonneg", "add(at(a, n:N), mul(0, sqrt(at(a, n:N))))", [], True),
        ("nonneg", "add(at(a, m:N), mul(0, sqrt(at(a, n:N))))", [], False),
        ("nonneg", "add(at(a, m:N), mul(0, sum(n:N, sqrt(at(a, n:N)))))", [], True),
        ("nonneg", "add(at(A, m:N, n:N), mul(0, sum(n:N, sqrt(at(A, n:N, n:N)))))", [], False),
        ("nonzero", "prod(n:N, at(g, n:N))", [], True),
        ("nonzero", "prod(n:N, at(a, n:N))", [], False),
        ("nonneg", "add(pow(x, 2), pow(y, 2), neg(mul(x, y)))", [], False),
        ("positive", "add(pow(x, 2), 1)", [], True),
        ("nonneg", "pow(x, 3)", [], False),
        ("nonneg", "exp(x)", [], True),
        ("nonneg", "add(x, mul(0, log(x)))", [], True),
        ("not_zero", "g", [], True),
        ("not_zero", "a", [], False),
        ("not_zero", "add(a, b)", [["not_zero", "add(b, a)"]], True),
        ("not_zero", "add(a, b)", [["not_zero", "add(a, neg(b))"]], False),
        ("mask", "hadamard(s, s)", [], True),
        ("mask", "add(s, s)", [], False),
        ("symmetric", "mul(transpose(A), A)", [], True),
        ("symmetric", "mul(A, A)", [], False),
        ("idempotent", "Pi", [], True),
        ("orthogonal", "transpose(Q)", [], True),
        ("orthogonal", "mul(2, Q)", [], False),
        ("invertible", "A", [], False),
        ("invertible", "diag(g)", [], True),
        ("invertible", "diag(a)", [], False),
    ],
)
def test_signs_that_can_be_read_off(condition: str, term: str, given: Any, good: bool) -> None:
    assert read_off(condition, term, *given, searched=good) == ACCEPTED[good]


def test_a_root_of_a_divisor_divides_by_nothing_itself() -> None:
    """(y|x| + p)² is no square of something that has x⁻¹ in it: x ≠ 0 does not follow from it being ≠ 0."""
    whole = "add(mul(pow(y, 2), pow(x, 2)), mul(2, y, p, abs(x)), pow(p, 2))"
    assert read_off("nonzero", "x", ["nonzero", f"div(1, {whole})"]) == "rejected"
    assert read_off("nonzero", "x", ["positive", f"div(1, {whole})"]) == "rejected"
    assert read_off("nonzero", whole, ["nonzero", f"div(1, {whole})"]) == "accepted"


def test_time_that_is_up_in_a_case_is_up() -> None:
    """p ≠ 0 or p = 0, for a p that takes long."""

    def root(i: str, j: str) -> str:
        return f"sqrt(add(pow(at(a, {i}:N), 2), pow(at(A, {i}:N, {j}:N), 2), 1))"

    pairs = [root(*pair) for pair in ("ab", "bc", "ca")]
    body = f"sum(a:N, sum(b:N, sum(c:N, mul({', '.join(pairs)}))))"
    nothing = {"kind": "equation", "hypotheses": [], "terms": ["1", "1"]}
    long = statement("cases", cases=[[["nonzero", "long"], nothing], [["equal", "0", "long"], nothing]])
    long["definitions"] = [*long["definitions"], {"name": "long", "parameters": [], "body": body}]
    zero = {"links": [{"indices": [], "cofactors": [[0, [], "-1"]]}]}
    parts = {"parts": [zero, LINK, LINK]}
    assert result(long, parts) == "accepted"
    assert result(long, parts, seconds=0) == "rejected"


def test_bounds() -> None:
    assert bound("dot(a, mul(Pi, a))", ">=", "0", form="pow(norm(mul(Pi, a)), 2)") == "accepted"
    assert bound("dot(a, mul(Pi, a))", ">", "0", form="pow(norm(mul(Pi, a)), 2)") == "rejected"
    assert bound("0", ">=", "dot(a, mul(Pi, a))", form="pow(norm(mul(Pi, a)), 2)") == "rejected"
    assert bound("pow(x, 2)", "<", "add(pow(x, 2), p)", form="p") == "accepted"
    assert bound("pow(x, 2)", "<", "add(pow(x, 2), eps)", form="eps") == "rejected"
    assert bound("x", "!=", "add(x, c)", form="neg(c)") == "accepted"
    assert bound("x", "!=", "add(x, y)", form="neg(y)") == "rejected"
    assert bound("x", ">=", "0", form="pow(sqrt(x), 2)") == "rejected"  # √x is not defined for all x
    assert bound("mul(x, sqrt(x))", ">=", "0", form="pow(sqrt(x), 3)") == "accepted"
    assert bound("x", ">=", "0", form="div(pow(x, 2), x)") == "rejected"


def test_scaled_and_squared_bounds() -> None:
    assert bound("div(eps, p)", ">=", "0", form="eps", scale="p") == "accepted"
    assert bound("div(neg(eps), c)", ">=", "0", form="neg(eps)", scale="c") == "rejected"
    assert bound("x", ">=", "0", form="0", scale="0") == "rejected"

    def squared(lhs: str, relation: str, rhs: str, form: str) -> str:
        return bound(lhs, relation, rhs, squared=True, parts=[{}, {"form": form, "parts": [LINK, {}]}])

    assert squared("sqrt(add(pow(x, 2), eps))", ">=", "x", "eps") == "accepted"
    assert squared("x", ">=", "neg(sqrt(pow(x, 2)))", "0") == "rejected"  # x need not be ≥ 0
    assert bound("x", ">=", "neg(x)", squared=False, parts=[{}, {}]) == "rejected"

    def equal_roots(lhs: str, rhs: str) -> str:
        return bound(lhs, "=", rhs, links=[{"steps": [["root", lhs, rhs]]}])

    assert equal_roots("norm(neg(a))", "norm(a)") == "accepted"
    assert equal_roots("neg(norm(a))", "norm(a)") == equal_roots("sqrt(pow(x, 2))", "x") == "rejected"


def test_chains_of_bounds() -> None:
    terms = ["x", "add(x, eps)", "add(x, eps, p)"]
    for relations, good in ((["<=", "<"], True), (["<", "<="], False), (["<=", ">"], False), (["<="], False)):
        of = statement("bounds", terms=terms, relations=relations)
        assert result(of, {"parts": [{}] * len(relations)}) == ACCEPTED[good]


def test_implications() -> None:
    of = statement("implication", ["not_zero", "mul(Pi, a)"], conclusion=["not_zero", "a"])
    body = {"covector": "mul(Pi, a)", "form": "pow(norm(mul(Pi, a)), 2)", "parts": [LINK, {}]}
    assert result(of, body) == "accepted"
    other = statement("implication", ["not_zero", "a"], conclusion=["not_zero", "mul(Pi, a)"])
    assert result(other, body) == result(other, {}) == result(of, body | {"more": 1}) == "rejected"
    sign = statement("implication", conclusion=["positive", "x"])
    assert result(sign, {"form": "div(1, x)", "parts": [LINK, {}]}) == "rejected"


def test_null_spaces() -> None:
    """Πv = 0 just for the multiples of 1."""
    body = {"coefficients": ["div(ones(N), N)"], "left": "identity(N)", "parts": [LINK, LINK]}
    good = statement("null space", matrix="Pi", side="right", basis=["ones(N)"])
    assert result(good, body) == "accepted"
    assert result(statement("null space", matrix="Pi", side="right", basis=["a"]), body) == "rejected"
    none = statement("null space", matrix="Pi", side="right", basis=[])
    assert result(none, {"coefficients": [], "left": "identity(N)", "parts": [LINK]}) == "rejected"
    other = statement("null space", matrix="outer(a, b)", side="right", basis=["b"])
    no_side = statement("null space", matrix="Pi", side="up", basis=["ones(N)"])
    assert result(other, body) == result(no_side, body) == "rejected"
    # A coefficient that is not defined everywhere proves nothing.
    undefined = body | {"coefficients": ["div(mul(x, ones(N)), mul(N, x))"]}
    assert result(good, undefined) == "rejected"


def test_ranks_and_pseudo_inverses() -> None:
    body = {"inverse": "identity(N)", "parts": [LINK, LINK]}
    assert result(statement("rank", matrix="Pi", value="add(N, -1)"), body) == "accepted"
    assert result(statement("rank", matrix="Pi", value="N"), body) == "rejected"
    assert result(statement("rank", matrix="mul(2, Pi)", value="mul(2, add(N, -1))"), body) == "rejected"
    assert result(statement("nullity", matrix="Pi", value="1"), body) == "accepted"
    assert result(statement("nullity", matrix="Pi", value="0"), body) == "rejected"
    four = {"parts": [LINK] * 4}
    assert result(statement("pseudo-inverse", matrix="mul(2, Pi)", value="div(Pi, 2)"), four) == "accepted"
    assert result(statement("pseudo-inverse", matrix="mul(2, Pi)", value="mul(2, Pi)"), four) == "rejected"
    assert result(statement("pseudo-inverse", matrix="P", value="P"), four) == "rejected"  # P need not be symmetric


def test_eigenvectors_and_eigenvalues() -> None:
    pair = statement("eigenpair", matrix="outer(g, g)", vector="g", value="dot(g, g)")
    assert result(pair, {"parts": [LINK, {}]}) == "accepted"
    zero = statement("eigenpair", matrix="outer(a, a)", vector="a", value="dot(a, a)")
    assert result(zero, {"parts": [LINK, {}]}) == "rejected"  # a may be 0
    body = {"projections": ["outer(ones(N), div(ones(N), N))", "Pi"], "parts": [LINK] * 7}
    for first, second, good in (
        (["0", "1"], ["1", "add(N, -1)"], True),
        (["0", "2"], ["1", "add(N, -2)"], False),
        (["1", "1"], ["1", "add(N, -1)"], False),
    ):
        of = statement("eigenvalues", matrix="Pi", eigenvalues=[first, second])
        assert result(of, body) == ACCEPTED[good]


def test_numbers_of_eigenvalues() -> None:
    """Π has at least N - 1 eigenvalues ≥ 1: E = Π, and |Πv|² = |Πv|²."""
    inner = {"form": "0", "parts": [LINK, {}]}
    own = {"symbols": {"w": {"shape": ["N"], "properties": []}}}
    body = own | {"projection": "Pi", "vector": "w", "parts": [LINK] * 6 + [inner]}
    of = {"matrix": "Pi", "relation": ">=", "value": "1", "number": "add(N, -1)", "space": "identity(N)"}
    assert result(statement("eigenvalue count", **of), body) == "accepted"
    for change in ({"number": "N"}, {"value": "2"}, {"matrix": "P"}):
        assert result(statement("eigenvalue count", **(of | change)), body) == "rejected"
    assert result(statement("eigenvalue count", **of), body | {"vector": "v"}) == "rejected"  # v may have been chosen


def test_cases_must_cover_everything() -> None:
    inner = {"kind": "bound", "lhs": "pow(x, 2)", "relation": ">=", "rhs": "0", "hypotheses": []}
    zero = {"links": [{"indices": [], "cofactors": [[0, [], "1"]]}]}  # x = 0 is the last hypothesis there
    first, second = ["nonzero", "x"], ["equal", "x", "0"]

    def of(*cases: Any, parts: Any) -> str:
        return result(statement("cases", cases=list(cases)), {"parts": parts})

    assert of([first, inner], [second, inner], parts=[zero, {}, {}]) == "accepted"
    third = ["equal", "x", "1"]
    assert of([first, inner], [third, inner], parts=[zero, {}, {}]) == "rejected"
    positive = ["positive", "x"]
    assert of([positive, inner], [second, inner], parts=[zero, {}, {}, {}]) == "rejected"
    extra = inner | {"hypotheses": [["positive", "y"]]}
    assert of([first, extra], [second, inner], parts=[zero, {}, {}]) == "rejected"
    # A case says something where its own terms are defined.
    partly = {"kind": "equation", "terms": ["div(y, y)", "1"], "hypotheses": []}
    assert of([first, partly], [second, inner], parts=[zero, LINK, {}]) == "accepted"
    other = {"kind": "equation", "terms": ["mul(y, z)", "z"], "hypotheses": [["equal", "mul(y, x, div(1, y))", "x"]]}
    assert of([first, other], [second, inner], parts=[zero, LINK, {}]) == "rejected"


def image(**changes: Any) -> str:
    """{Πa} = {v : 1 · v = 0}, by a = v."""
    fields: dict[str, Any] = {
        "map": {"argument": "a", "domain": [], "term": "mul(Pi, a)"},
        "set": {"element": "v", "conditions": [ORTHOGONAL]},
    }
    link = {"links": [COFACTORS]}
    into, onto = {"parts": [LINK]}, {"preimage": "v", "lemmas": [], "parts": [link]}
    for name, value in changes.items():
        (into if name == "into" else onto if name in onto else fields)[name] = value
    into = into.pop("into", into)
    return result(statement("image", **fields), {"parts": [into, onto]})


def test_images() -> None:
    assert image() == "accepted"
    assert image(set={"element": "v", "conditions": []}, into={"parts": []}, parts=[LINK]) == "rejected"
    assert image(map={"argument": "a", "domain": [], "term": "a"}) == "rejected"
    assert image(map={"argument": "a", "domain": [["not_zero", "a"]], "term": "mul(Pi, a)"}) == "rejected"
    assert image(set={"element": "v", "conditions": [ORTHOGONAL, ["not_zero", "v"]]}) == "rejected"
    assert image(preimage="mul(2, v)") == image(preimage="mul(div(x, x), v)") == "rejected"
    assert image(preimage="a") == image(set={"element": "a", "conditions": []}) == "rejected"
    lemma = {"kind": "equation", "terms": ["v", "zeros(N)"], "hypotheses": []}
    assert image(lemmas=[lemma], parts=[LINK, LINK]) == "rejected"


def test_linear_implications() -> None:
    def combined(*multipliers: str, constant: str = "0", given: Any = (), **conclusion: Any) -> str:
        """By Σ λ h + c, of the hypotheses and numbers that are given."""
        summands = [f"mul({factor}, {h[1]})" for factor, h in zip(multipliers, given, strict=True)]
        body = {"form": f"add({', '.join(summands)}, {constant})", "parts": [LINK, {}]}
        return result(statement("linear implication", *given, **conclusion), body)

    given = [["nonneg", "add(x, neg(mul(2, y)))"], ["positive", "y"]]
    assert combined("1", "2", given=given, conclusion=["positive", "x"]) == "accepted"
    assert combined("1", "2", given=[given[0], ["nonneg", "y"]], conclusion=["positive", "x"]) == "rejected"
    assert combined("-1", "2", given=given, conclusion=["positive", "x"]) == "rejected"
    assert combined("1", "2", constant="-1", given=given, conclusion=["positive", "x"]) == "rejected"
    assert combined("1", "2", given=given, conclusion=["positive", "z"]) == "rejected"
    assert combined("1", "1", given=[["positive", "x"], ["nonneg", "neg(x)"]]) == "accepted"
    assert combined("1", "1", given=[["nonneg", "x"], ["nonneg", "neg(x)"]]) == "rejected"
    both = statement("linear implication", ["nonneg", "x"], ["nonneg", "neg(x)"], conclusion=["equal", "x", "0"])
    assert (
        result(both, {"parts": [{"form": "neg(x)", "parts": [LINK, {}]}, {"form": "x", "parts": [LINK, {}]}]})
        == "accepted"
    )
    assert (
        result(both, {"parts": [{"form": "x", "parts": [LINK, {}]}, {"form": "x", "parts": [LINK, {}]}]}) == "rejected"
    )
    tied = statement("linear implication", ["nonneg", "x"], ["equal", "x", "y"], conclusion=["nonneg", "y"])
    link = {"indices": [], "cofactors": [[0, [], "-1"]]}
    assert result(tied, {"form": "x", "parts": [{"links": [link]}, {}]}) == "accepted"


def test_conjunctions() -> None:
    true = {"kind": "equation", "terms": ["add(x, x)", "mul(2, x)"], "hypotheses": []}
    false = true | {"terms": ["x", "mul(2, x)"]}

    def of(*members: Any, parts: int) -> str:
        named = [[f"part {k}", member] for k, member in enumerate(members)]
        return result(statement("conjunction", members=named), {"parts": [LINK] * parts})

    assert of(true, true, parts=2) == "accepted"
    assert of(true, false, parts=2) == "rejected"
    assert of(true, false, parts=1) == "rejected"
    assert of(parts=0) == "rejected"
    # A member's hypotheses are its own.
    given = true | {"terms": ["sqrt(pow(x, 2))", "x"], "hypotheses": []}
    other = true | {"hypotheses": [["positive", "x"]]}
    assert of(other, given, parts=2) == "rejected"


def test_what_a_body_may_declare() -> None:
    """A body may not touch what the statement says: neither declare its names again nor lend it names."""
    of = statement("equation", terms=["x", "y"])
    again = {"definitions": [{"name": "y", "parameters": [], "body": "x"}]}
    assert result(of, LINK | again) == "rejected"
    lent = statement("equation", terms=["x", "new"])
    assert result(lent, LINK | {"definitions": [{"name": "new", "parameters": [], "body": "x"}]}) == "rejected"
    assert result(of, LINK | {"hypotheses": [["equal", "x", "y"]]}) == "rejected"
    assert result(of, LINK | {"dimensions": ["K"]}) == "rejected"


GOOD = statement("equation", terms=["x", "x"])


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "accepted"),
        ({"schema": "derive-certificate/1"}, "declined"),
        ({"schema": "derive-certificate/21"}, "declined"),
        ({"schema": "other/1"}, "rejected"),
        ({"label": "U"}, "rejected"),
        ({"sha256": "0" * 64}, "rejected"),
        ({"statement": statement("equation", terms=["y", "y"])}, "rejected"),
        ({"more": 1}, "rejected"),
        ({"body": None}, "rejected"),
        ({"body": {}}, "rejected"),
        ({"body": {"links": [{}], "more": 1}}, "rejected"),
        ({"body": {"links": {}}}, "rejected"),
    ],
)
def test_the_frame_of_a_certificate(changes: Any, verdict: str) -> None:
    assert result(GOOD, LINK, **changes) == verdict


D = "add(pow(b, 3), mul(A, v))"
LEFT = f"div(hadamard(pow(b, 3), mul(A, a)), {D})"


@pytest.mark.parametrize(
    ("left", "right", "good"),
    [
        ("at(mul(A, transpose(hpow(A, -1))), n:N, n:N)", "1", False),
        ("at(mul(A, transpose(hpow(B, -1))), n:N, n:N)", "sum(k:N, div(at(A, n:N, k:N), at(B, n:N, k:N)))", True),
        ("dot(mul(transpose(Q), g), mul(transpose(Q), hpow(g, -1)))", "1", False),
        ("dot(mul(transpose(Q), a), mul(transpose(Q), b))", "dot(a, b)", True),
        ("dot(g, hpow(g, -1))", "1", False),
        ("dot(g, hpow(g, -1))", "N", True),
        ("sum(i:N, sum(j:N, mul(delta(i:N, j:N), div(at(g, i:N), at(g, j:N)))))", "1", False),
        ("trace(mul(P, transpose(hpow(P, -1))))", "1", False),
        ("sum(i:N, sum(j:N, div(at(P, i:N, j:N), at(P, i:N, j:N))))", "mul(N, N)", True),
    ],
)
def test_a_bound_index_does_not_go_with_its_factors(left: str, right: str, good: bool) -> None:
    """Σᵢ xᵢ/xᵢ is N, wherever it comes from: two indices made one, δ, or an orthogonal matrix."""
    assert equal(left, right, searched=good) == ACCEPTED[good]


@pytest.mark.parametrize(
    ("left", "right", "good"),
    [
        (LEFT, f"add(mul(A, a), neg(div(mul(hadamard(A, A), hadamard(a, v)), {D})))", False),
        (LEFT, f"add(mul(A, a), neg(div(hadamard(mul(A, a), mul(A, v)), {D})))", True),
        ("pow(dot(a, b), 2)", "dot(hadamard(a, a), hadamard(b, b))", False),
        ("hadamard(mul(A, a), mul(A, b))", "mul(hadamard(A, A), hadamard(a, b))", False),
        ("sum(i:N, mul(at(a, i:N), sum(i:N, at(b, i:N))))", "dot(a, b)", False),
        ("sum(i:N, mul(at(a, i:N), sum(i:N, at(b, i:N))))", "mul(dot(a, ones(N)), dot(b, ones(N)))", True),
        ("hadamard(mul(A, a), pow(mul(A, b), 2))", "mul(hadamard(A, A, A), hadamard(a, b, b))", False),
        ("grad(dot(mul(A, a), mul(A, a)), a)", "mul(2, hadamard(A, A), a)", False),
        ("grad(dot(mul(A, a), mul(A, a)), a)", "mul(2, transpose(A), A, a)", True),
    ],
)  # fmt: skip
def test_bound_indices_of_two_sums_are_two(left: str, right: str, good: bool) -> None:
    """(Σᵢ xᵢ)(Σᵢ yᵢ) is not Σᵢ xᵢyᵢ, however the product comes about."""
    assert equal(left, right) == ACCEPTED[good]


@pytest.mark.parametrize(
    "name", ["#1", "#2", "1", "-1", "a", "p", "f", "t", "w", "u", "c", "('p',0)", "('#',1)", "i", "N"]
)
def test_no_index_has_the_name_of_another(name: str) -> None:
    """A free index is no bound one, and no index that the verifier makes, whatever it is called."""
    free = f"`{name}`:N"
    assert equal(f"sum(i:N, at(A, i:N, {free}))", "trace(A)") == ACCEPTED[name == "i"]
    assert equal("sum(i:N, at(A, i:N, j:N))", f"sum(i:N, at(A, i:N, {free}))") == "rejected"
    if name != "i":
        assert equal(f"sum(i:N, at(A, i:N, {free}))", f"sum(k:N, at(A, k:N, {free}))") == "accepted"
    assert equal("mul(A, a)", f"mul(at(a, {free}), mul(A, ones(N)))") == "rejected"


@pytest.mark.parametrize(
    ("shape", "good"),
    [([], True), (["N"], True), (["1", "N"], True), (["2", "N", "3"], True), (["N", "1"], False), (["1"], False),
     (["1", "1"], False), (["1", "N", "M"], False), (["0"], False), (["-2"], False), (["K"], False),
     (["n"], False), ([""], False)],
)  # fmt: skip
def test_shapes(shape: list[str], good: bool) -> None:
    """Sizes are declared dimensions or numbers from 2 on; the first of a row alone is 1."""
    symbols = {"x": {"shape": shape, "properties": []}}
    assert result(GOOD | {"symbols": symbols, "definitions": []}, LINK) == ACCEPTED[good]


def test_digits_are_numbers() -> None:
    """In terms and shapes the digits 3 are the number, and no dimension can be called so; other digits are none."""
    assert equal("sum(i:3, 1)", "3") == equal("sum(i:12, 1)", "12") == "accepted"
    assert equal("sum(i:1, 1)", "1") == equal("sum(i:03, 1)", "3") == "rejected"
    for name in ("3", "03", "٣"):
        assert result(GOOD | {"dimensions": ["N", "M", name]}, LINK) == "rejected"
    assert result(GOOD | {"dimensions": ["N", "M", "x3"]}, LINK) == "accepted"
    for text in ("1/٠", "٣", "1/٢", "sum(i:٢, 1)", "-٣"):
        assert equal(text, text) == "rejected"
    assert result(GOOD | {"symbols": {"x": {"shape": ["٢"], "properties": []}}}, LINK) == "rejected"


def with_definitions(left: str, right: str, *definitions: Any) -> str:
    symbols = {
        name: {"shape": [size], "properties": []} for name, size in (("a", "K"), ("b", "K"), ("c", "N"), ("y", "N"))
    }
    given = [{"name": name, "parameters": list(parameters), "body": body} for name, parameters, body in definitions]
    of = {"kind": "equation", "dimensions": ["N", "M", "K"], "symbols": symbols, "definitions": given, "hypotheses": []}
    return result(of | {"terms": [left, right]}, LINK)


def test_definitions_capture_nothing() -> None:
    """Arguments and sizes in the places of parameters: what is bound in the body binds the same, and nothing else."""
    f = ("f", [["u", ["N"]], ["v", ["M"]]], "sum(i:N, sum(i:M, mul(at(u, i:N), at(v, i:M))))")
    assert with_definitions("f(a, b)", "mul(K, dot(a, b))", f) == "rejected"
    assert with_definitions("f(a, b)", "mul(dot(a, ones(K)), dot(b, ones(K)))", f) == "accepted"
    g = ("g", [["u", ["N"]]], "sum(i:N, sum(i:K, at(u, i:N)))")
    assert with_definitions("g(a)", "mul(K, dot(a, ones(K)))", g) == "accepted"
    assert with_definitions("g(a)", "dot(a, ones(K))", g) == "rejected"
    free = ("total", [["t", []]], "sum(i:K, mul(at(a, i:K), t))")
    assert with_definitions("total(at(b, i:K))", "dot(a, b)", free) == "rejected"
    assert with_definitions("total(at(b, i:K))", "mul(dot(a, ones(K)), at(b, i:K))", free) == "accepted"


def test_definitions_with_derivatives() -> None:
    """∂(u·y)/∂y is u for the parameter u; it is not claimed to be so where y is put for u."""
    h = ("h", [["u", ["N"]]], "grad(dot(u, y), y)")
    assert with_definitions("h(c)", "c", h) == "accepted"
    assert with_definitions("h(y)", "mul(2, y)", h) == with_definitions("h(y)", "y", h) == "rejected"
    own = ("own", [["u", ["N"]], ["v", ["N"]]], "grad(dot(u, v), u)")
    assert with_definitions("own(y, y)", "mul(2, y)", own) == "rejected"


def test_definitions_at_other_sizes() -> None:
    """The N of a definition that is used with N = K is K; one that has another with N of its own in it is refused."""
    mean = ("mean", [["u", ["N"]]], "div(dot(u, ones(N)), N)")
    assert with_definitions("mean(a)", "div(dot(a, ones(K)), K)", mean) == "accepted"
    assert with_definitions("mean(a)", "div(dot(a, ones(K)), N)", mean) == "rejected"
    size: Any = ("size", [], "sum(i:N, 1)")
    twice = ("twice", [["u", ["N"]]], "mul(size, dot(u, ones(N)))")
    assert with_definitions("twice(c)", "mul(N, dot(c, ones(N)))", size, twice) == "accepted"
    for number in ("N", "K"):
        assert with_definitions("twice(a)", f"mul({number}, dot(a, ones(K)))", size, twice) == "rejected"
    scaled = ("scaled", [["t", []]], "mul(t, N)")
    other = ("other", [["u", ["N"]]], "scaled(dot(u, ones(N)))")
    assert with_definitions("other(c)", "mul(N, dot(c, ones(N)))", scaled, other) == "accepted"
    assert with_definitions("other(a)", "mul(N, dot(a, ones(K)))", scaled, other) == "rejected"
    fixed = ("fixed", [["u", ["N"]]], "mul(dot(c, c), dot(u, ones(N)))")
    assert with_definitions("fixed(y)", "mul(dot(c, c), dot(y, ones(N)))", fixed) == "accepted"
    assert with_definitions("fixed(a)", "mul(dot(c, c), dot(a, ones(K)))", fixed) == "rejected"


@pytest.mark.parametrize(
    ("condition", "term", "given", "good"),
    [
        ("positive", "prod(n:N, at(A, n:N, k:N))", [["positive", "at(A, j:N, j:N)"]], False),
        ("positive", "prod(n:N, at(A, n:N, k:N))", [["positive", "at(A, i:N, j:N)"]], True),
        ("positive", "prod(n:N, at(A, n:N, n:N))", [["positive", "at(A, j:N, j:N)"]], True),
        ("positive", "sum(n:N, at(A, n:N, k:N))", [["positive", "at(A, j:N, j:N)"]], False),
        ("positive", "trace(A)", [["positive", "at(A, j:N, j:N)"]], True),
        ("positive", "at(A, j:N, k:N)", [["positive", "at(A, j:N, j:N)"]], False),
        ("positive", "at(A, k:N, k:N)", [["positive", "at(A, j:N, j:N)"]], True),
        ("positive", "prod(n:N, prod(m:N, at(A, m:N, n:N)))", [["positive", "at(A, j:N, j:N)"]], False),
        ("positive", "prod(n:N, prod(m:N, at(A, m:N, n:N)))", [["positive", "at(A, j:N, i:N)"]], True),
        ("positive", "prod(n:N, add(at(A, n:N, k:N), at(A, k:N, n:N)))", [["positive", "at(A, j:N, j:N)"]], False),
        ("positive", "at(A, j:N, k:N)", [["positive", "at(A, j:N, `('f',0)`:N)"]], True),
        ("nonneg", "add(at(a, m:N), mul(0, sqrt(at(a, `('p',0)`:N))))", [], False),
    ],
)
def test_facts_are_about_the_entries_that_they_say(condition: str, term: str, given: Any, good: bool) -> None:
    """What is known of the diagonal of A is not known of A, inside sums and products, too."""
    assert read_off(condition, term, *given, searched=good) == ACCEPTED[good]


@pytest.mark.parametrize(
    ("term", "divisor", "good"),
    [
        ("prod(i:N, at(a, i:N))", "prod(i:N, add(at(b, i:N), mul(delta(i:N, k:N), div(1, at(a, k:N)))))", False),
        ("prod(i:N, at(a, i:N))", "prod(i:N, add(at(b, i:N), at(div(basis(k:N), at(a, k:N)), i:N)))", False),
        ("at(a, n:N)", "prod(i:N, mul(delta(i:N, k:N), div(1, at(a, k:N))), n:N)", False),
        ("at(a, k:N)", "prod(i:N, add(at(b, i:N), mul(delta(i:N, k:N), div(1, at(a, k:N)))))", True),
    ],
)
def test_a_divisor_beside_delta_is_one_at_its_own_index_only(term: str, divisor: str, good: bool) -> None:
    """δᵢₖ/aₖ says that aₖ ≠ 0, of one k; nothing of the other components."""
    lhs = f"add({term}, mul(0, div(1, {divisor})))"
    claim = statement("bound", ["nonneg", "pow(prod(i:N, at(v, i:N)), 2)"], lhs=lhs, relation="!=", rhs="0")
    assert result(claim, {}) == ACCEPTED[good]


@pytest.mark.parametrize("swapped", [False, True])
def test_lemmas_do_not_depend_on_the_order_of_keys(swapped: bool) -> None:
    """The lemma y + 1 > 0 is no other with "rhs" written first: {-x | x < -1} is {y > 1}, and not {y > -1}."""
    lemma = [("kind", "bound"), ("relation", ">"), ("lhs", "add(y, 1)"), ("rhs", "0"), ("hypotheses", [])]
    whole = dict(lemma[::-1] if swapped else lemma)
    first = {"form": "add(add(-1, neg(x)), 2)", "parts": [LINK, {}]}

    def of(condition: str, domain: str, by: str) -> str:
        fields = {
            "map": {"argument": "x", "domain": [["positive", domain]], "term": "neg(x)"},
            "set": {"element": "y", "conditions": [["positive", condition]]},
        }
        onto = {"preimage": "neg(y)", "lemmas": [whole], "parts": [{}, {"form": by, "parts": [LINK, {}]}, LINK]}
        return result(statement("image", **fields), {"parts": [{"parts": [first]}, onto]})

    assert of("add(y, 1)", "add(-1, neg(x))", "add(add(y, 1), -2)") == "rejected"
    assert of("add(y, 1)", "add(1, neg(x))", "add(y, 1)") == "accepted"


def test_derivatives_teach_nothing_of_their_radicands() -> None:
    """A derivative by y is defined where the radicands that mention y are > 0 (2.4), also where z = 0."""
    root = "sqrt(add(mul(z, y), x))"
    assert read_off("positive", f"add(mul(z, y), x, mul(0, grad({root}, y)))") == "accepted"
    assert read_off("positive", f"add(mul(z, y), x, mul(0, grad({root}, p)))") == "rejected"
    assert read_off("nonneg", f"add(mul(z, y), x, mul(0, grad({root}, y)))") == "accepted"
    assert read_off("positive", f"add(mul(z, y), x, mul(0, div(1, {root})))") == "accepted"
    assert equal(f"grad({root}, y)", f"div(z, mul(2, {root}))") == "accepted"
    assert equal(f"grad({root}, y)", f"div(y, mul(2, {root}))") == "rejected"


def test_cases_in_cases_assume_no_more() -> None:
    """What a statement inside may assume to be defined is no more than what is assumed around it."""
    divided = {"kind": "bound", "relation": "=", "rhs": "1", "hypotheses": []}
    zeros = [
        {"links": [{"indices": [], "cofactors": [[0, [], "1"]]}]}
    ]  # x = 0, z = 0 under hypotheses that are no equations
    zero = {"kind": "bound", "lhs": "0", "relation": "=", "rhs": "0", "hypotheses": []}

    def of(inner: Any, other: Any) -> str:
        nested = {"kind": "cases", "hypotheses": [], "cases": [[["nonzero", "z"], inner], [["equal", "z", "0"], inner]]}
        outer = [[["nonzero", "x"], nested], [["equal", "x", "0"], other]]
        return result(statement("cases", cases=outer), {"parts": [*zeros, {"parts": [*zeros, LINK, LINK]}, LINK]})

    assert (
        of(divided | {"lhs": "div(y, x)"}, zero)
        == of(divided | {"lhs": "div(x, x)"}, zero | {"rhs": "1"})
        == "rejected"
    )
    assert of(divided | {"lhs": "div(y, y)"}, divided | {"lhs": "div(y, y)"}) == "accepted"
    assert of(divided | {"lhs": "div(c, c)"}, zero) == "accepted"


@pytest.mark.parametrize(
    "error", [RecursionError, MemoryError, KeyError, ZeroDivisionError, AssertionError, StopIteration]
)
def test_whatever_goes_wrong_nothing_is_accepted(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that nobody thought of, in the proof or in a file, is a rejection; it never leaves `verify`."""

    def fail(*_: Any) -> None:
        raise error

    assert result(GOOD, LINK) == "accepted"
    for name in ("Checker.check", "Language.declare", "Scope.expand", "read_statements", "canonical"):
        certified = certificate(GOOD, LINK), listed(T=GOOD)
        with monkeypatch.context() as patch:
            patch.setattr(f"derive.verifier.{name}", fail)
            assert verify(*certified).verdict == "rejected"


DEEP = "neg(" * 100_000 + "x" + ")" * 100_000
WIDE = "add(" + ", ".join(["x"] * 900_000) + ")"
HOSTILE = [
    DEEP, WIDE, "pow(add(x, y), 1000000000)", "pow(add(x, y, z, p, eps), 400)", "9" * 100_000, "div(1, 0)", "1/0", "NaN",
    "pow(pow(pow(pow(10, 400), 400), 400), 400)", "`x", "x)", "(x", "", "add(x)", "add(x,)", "x y", "ones(0)", "at(a, i:0)",
    "identity(1000000000000)", "sum(i:N)", "sum(x, i:N)", "prod(i:N, a)", "mul(a, b)", "unknown(x)", "__import__(x)",
    "ones(N, 1)", "norm(" * 150 + "a" + ")" * 150, "pow(x, 1/3)", "pow(a, 1/2)", "grad(x, add(x, y))", "centre(a, b)",
    "centre(x)", "mean(mean)", "trace(mul(" + ", ".join(["A", "B", "transpose(A)"] * 60) + "))",
    "pow(add(" + ", ".join(f"dot(a, pow(b, {k}))" for k in range(40)) + "), 30)",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda t: t[:30])
def test_hostile_terms_are_rejected_soon(text: str) -> None:
    of = statement("equation", terms=[text, "add(y, 1)"])
    assert result(of, LINK, seconds=0.3) == "rejected"


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "1e5", '{"schema": 1.5}', '{"schema": NaN}', '{"a": 1, "a": 2}', "[" * 100_000,
        '{"a":' * 100_000,
        '{"schema": ' + "9" * 5000 + "}", '"\ud800"', '{"schema": "derive-certificate/2"}', "\x00",
    ],
    ids=lambda t: t[:20],
)  # fmt: skip
def test_hostile_files_are_rejected(text: str) -> None:
    assert verify(text, listed(T=GOOD)).verdict == "rejected"
    assert verify(certificate(GOOD, LINK), text).verdict == "rejected"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(SOURCE), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=30, check=False)


def test_it_runs_alone_and_its_exit_codes(tmp_path: Path) -> None:
    """In an empty folder, by itself: 0 all accepted, 1 some rejected or nothing read, 2 some declined."""
    false = statement("equation", terms=["x", "y"])
    (tmp_path / "s.json").write_text(listed(T=GOOD, F=false), "utf-8")
    (tmp_path / "good.json").write_text(certificate(GOOD, LINK), "utf-8")
    (tmp_path / "bad.json").write_text(certificate(false, LINK, label="F"), "utf-8")
    (tmp_path / "later.json").write_text(certificate(GOOD, LINK, schema="derive-certificate/9"), "utf-8")
    (tmp_path / "cut.json").write_text(certificate(GOOD, LINK)[:-40], "utf-8")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for files, code in (
        (["good.json"], 0),
        (["good.json", "later.json"], 2),
        (["good.json", "later.json", "bad.json"], 1),
        (["cut.json"], 1),
        (["bytes.json"], 1),
        (["missing.json"], 1),
        (["."], 1),
    ):
        done = run(tmp_path, *files, "--statements", "s.json")
        assert (done.returncode, done.stderr) == (code, "")
        assert len(done.stdout.splitlines()) == len(files) + 1
    for arguments in ((), ("good.json",), ("good.json", "--statements", "missing.json")):
        done = run(tmp_path, *arguments)
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout
    nothing = run(tmp_path, "--statements", "s.json")
    assert nothing.returncode == 2
    assert nothing.stdout == "0 accepted, 0 rejected, 0 declined, of 0; distinct statements accepted: 0\n"


def test_it_names_the_statement_and_not_the_file(tmp_path: Path) -> None:
    """A copy under another name is a certificate of the same statement, and counted once."""
    other = statement("equation", ["positive", "p"], terms=["sqrt(p)", "sqrt(p)"])
    (tmp_path / "s.json").write_text(listed(T=GOOD, B=other), "utf-8")
    for name in ("F.json", "copy.json"):
        (tmp_path / name).write_text(certificate(GOOD, LINK), "utf-8")
    (tmp_path / "T.json").write_text(certificate(other, LINK, label="B"), "utf-8")
    (tmp_path / "bad.json").write_text(certificate(other, {}, label="B"), "utf-8")
    says = f'{{"hypotheses":[],"kind":"equation","terms":{json.dumps(GOOD["terms"], separators=(",", ":"))}}}'
    done = run(tmp_path, "F.json", "--statements", "s.json")
    assert done.stdout.splitlines() == [
        f"F.json: accepted: T: {says}",
        "1 accepted, 0 rejected, 0 declined, of 1; distinct statements accepted: 1",
    ]
    done = run(tmp_path, "F.json", "copy.json", "T.json", "bad.json", "--statements", "s.json")
    first, second, third, fourth, again, total = done.stdout.splitlines()
    assert (first, second) == (f"F.json: accepted: T: {says}", f"copy.json: accepted: T: {says}")
    assert third == (
        'T.json: accepted: B: {"hypotheses":[["positive","p"]],"kind":"equation","terms":["sqrt(p)","sqrt(p)"]}'
    )
    assert fourth.startswith("bad.json: rejected: ")
    assert again == "T comes 2 times: 2 certificates of one statement"
    assert total == "3 accepted, 1 rejected, 0 declined, of 4; distinct statements accepted: 2"


def test_it_imports_the_standard_library_alone() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
            assert node.level == 0
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            assert name not in {"eval", "exec", "__import__", "loads"} or ast.unparse(node.func) == "json.loads"
    assert imported <= set(sys.stdlib_module_names)
    assert not imported & {"pickle", "importlib", "marshal", "ctypes", "subprocess"}


CERTIFICATES = SOURCE.parents[1] / "output" / "certificates"


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """The written statements, by label."""
    found: dict[str, Any] = json.loads((CERTIFICATES.parent / "statements.json").read_text("utf-8"))["statements"]
    return found


def body_of(label: str) -> Any:
    """The body of a written certificate."""
    return json.loads((CERTIFICATES / f"{label}.json").read_text("utf-8"))["body"]


@pytest.mark.skipif(not CERTIFICATES.is_dir(), reason="no certificates have been written")
def test_written_certificates_near_misses(written: dict[str, Any]) -> None:
    """Of some of the written certificates, with the statement as written: accepted; with a number of it changed: not."""
    for label, old, new in (
        ("layernorm.projector_trace", "neg(1)", "neg(2)"),
        ("layernorm.charpoly_gram", "div(z, N)", "div(z, M)"),
        ("layernorm.jacobian", "pow(r, 2)", "pow(r, 3)"),
        ("layernorm.scaled_length", "mul(N, sigma2)", "mul(2, sigma2)"),
        ("layernorm.projector_rank", "neg(1)", "neg(2)"),
    ):
        of, body = written[label], body_of(label)
        assert result(of, body) == "accepted"
        changed = {
            k: json.loads(json.dumps(v).replace(old, new)) if k in ("terms", "value") else v for k, v in of.items()
        }
        assert changed == of or result(changed, body) == "rejected"


def turned(value: Any) -> Any:
    """The same JSON, with the keys of all its objects in the opposite order."""
    if isinstance(value, dict):
        return {name: turned(x) for name, x in reversed(value.items())}
    return [turned(x) for x in value] if isinstance(value, list) else value


@pytest.mark.skipif(not CERTIFICATES.is_dir(), reason="no certificates have been written")
def test_the_order_of_keys_says_nothing(written: dict[str, Any]) -> None:
    """Every tenth of the written certificates: the verdict with all keys in the opposite order is the same."""
    for path in sorted(CERTIFICATES.glob("*.json"))[::10]:
        of, body = written[path.stem], body_of(path.stem)
        assert result(of, body) == result(turned(of), turned(body)) == "accepted"
