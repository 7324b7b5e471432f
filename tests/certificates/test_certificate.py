"""Certificates: their parts are those of the judgement, with what their authors gave."""

from __future__ import annotations

import json
from typing import Any

import pytest

from derive.certificates.certificate import canonical, certificate_of, fingerprint
from derive.certificates.declarations import plain
from derive.certificates.statements import NoPlace, write_statement
from derive.errors import DeriveError, NameError_
from derive.language import build as b
from derive.language.hypotheses import equal, nonneg, not_zero, positive
from derive.statements.bound import bound, bounds
from derive.statements.cases import cases
from derive.statements.conjunction import all_of
from derive.statements.eigenpair import eigenpair
from derive.statements.eigenvalue_count import eigenvalue_count
from derive.statements.eigenvalues import eigenvalues_are
from derive.statements.equation import equation, equations, prove_equation
from derive.statements.image import Image, Map, Set
from derive.statements.implication import implies
from derive.statements.linear_order import LinearImplication, at_most, less
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.pseudo_inverse import pseudo_inverse_is
from derive.statements.rank import nullity, rank_is
from derive.statements.statement import Statement
from derive.statements.typed import Closed
from derive.statements.verdict import Verdict
from derive.theories.registry import load_theory
from derive.verifier import verify
from tests.certificates.reader import Scope, read_term, scope_of
from tests.certificates.statement_reader import read_declarations
from tests.words import N, eye, one, v, x, y

s, t, r = b.scalar("s"), b.scalar("t"), b.scalar("r", "nonneg")
P = b.let("P", eye - one * one.T / N)
E = b.let("E", one * one.T / N)
centred = equal(b.dot(one, x), 0)
LINK: dict[str, Any] = {"links": [{}]}
#: That r = 0 is the other case, where r = 0.
ZERO: dict[str, Any] = {"links": [{"steps": [["replace", 0, "left"]]}]}
#: One proved statement of every kind with its body, parts in the order of the page on the format.
EXAMPLES: list[tuple[str, Statement, dict[str, Any]]] = [
    ("equation", equations((P * P, P, P.T)), {"links": [{}, {}]}),
    (
        "equation with cofactors",
        equation(P * x, x, centred),
        {"links": [{"indices": ["n:N"], "cofactors": [[0, [], "neg(div(1, N))"]]}]},
    ),
    ("bound", bound(b.dot(x, x), ">=", 0), {}),
    (
        "bound by another form",
        bound(s**2 + t**2, ">=", 2 * s * t, by=(s - t) ** 2),
        {"form": "pow(add(s, neg(t)), 2)", "parts": [LINK, {}]},
    ),
    (
        "bound with squares",
        bound(b.norm(x), ">=", b.norm(P * x), by=b.dot(one, x) ** 2, scale=N, squared=True),
        {
            "squared": True,
            "parts": [{}, {"form": "pow(dot(ones(N), x), 2)", "scale": "N", "parts": [{}, LINK, {}]}],
        },
    ),
    (
        "equality by squares",
        bound(b.norm(-x), "=", b.norm(x), squared=True),
        LINK,
    ),
    (
        "bounds",
        bounds(0, "<=", b.dot(x, x), "<", b.dot(x, x) + 1, by=[None, 1]),
        {"parts": [{}, {"form": "1", "parts": [LINK, {}]}]},
    ),
    ("implication", implies([not_zero(x)], not_zero(x)), {}),
    (
        "implication with a covector",
        implies([not_zero(x), centred], not_zero(P * x), covector=x, form=b.dot(x, x)),
        {
            "form": "dot(x, x)",
            "covector": "x",
            "parts": [{"links": [{"indices": [], "cofactors": [[0, [], "neg(div(sum(n:N, at(x, n:N)), N))"]]}]}, {}],
        },
    ),
    (
        "conjunction",
        all_of(equation(s, s), bound(r, ">=", 0)),
        {"parts": [LINK, {}]},
    ),
    (
        "cases",
        cases((positive(r), equation(r / r, 1, positive(r))), (equal(r, 0), equation(0, r, equal(r, 0)))),
        {"parts": [ZERO, {}, LINK, {"links": [{"indices": [], "cofactors": [[0, [], "neg(1)"]]}]}]},
    ),
    (
        "null space",
        null_space_is(P, one, splitting=Splitting((one / N,), P), side="left"),
        {"coefficients": ["div(ones(N), N)"], "left": "P", "parts": [LINK, LINK]},
    ),
    ("rank", rank_is(P, N - 1, inverse=P), {"inverse": "P", "parts": [LINK, LINK]}),
    ("nullity", nullity(P, 1, inverse=P), {"inverse": "P", "parts": [LINK, LINK]}),
    ("pseudo-inverse", pseudo_inverse_is(P, P), {"parts": [LINK] * 4}),
    (
        "eigenpair",
        eigenpair(P, one, 0, form=one),
        {"parts": [LINK, {"form": "ones(N)", "parts": [LINK, {}]}]},
    ),
    (
        "eigenvalues, with a definition of the body",
        eigenvalues_are(P, (1, N - 1, P), (0, 1, E)),
        {
            "definitions": [{"name": "E", "parameters": [], "body": "div(mul(ones(N), transpose(ones(N))), N)"}],
            "projections": ["P", "E"],
            "parts": [LINK] * 7,
        },
    ),
    (
        "eigenvalue count, with a symbol of the body",
        eigenvalue_count(P, ">=", 1, N - 1, projection=P, vector=v, by=s**2 * 0, space=P),
        {
            "symbols": {"s": {"shape": [], "properties": []}, "v": {"shape": ["N"], "properties": []}},
            "projection": "P",
            "vector": "v",
            "parts": [*[LINK] * 6, {"form": "mul(pow(s, 2), 0)", "parts": [LINK, {}]}],
        },
    ),
    (
        "image",
        Image(
            Map(P * x, x, (nonneg(b.norm(x)),)),
            Set(y, (equal(b.dot(one, y), 0),)),
            y,
            lemmas=(equation(P * y, y),),
        ),
        {
            "parts": [
                {"parts": [LINK]},
                {
                    "preimage": "y",
                    "lemmas": [{"kind": "equation", "hypotheses": [], "terms": ["mul(P, y)", "y"]}],
                    "parts": [
                        {"links": [{"indices": ["n:N"], "cofactors": [[0, [], "neg(div(1, N))"]]}]},
                        {},
                        LINK,
                    ],
                },
            ],
        },
    ),
    (
        "linear implication",
        LinearImplication((less(s, t), equal(t, 2 * s)), less(0, s)),
        {
            "form": "add(t, neg(s))",
            "parts": [{"links": [{"indices": [], "cofactors": [[0, [], "neg(1)"]]}]}, {}],
        },
    ),
    (
        "linear implication of an equality",
        LinearImplication((at_most(s, t), at_most(t, s)), equal(s, t)),
        {"parts": [{"form": f"add({pair})", "parts": [LINK, {}]} for pair in ("t, neg(s)", "s, neg(t)")]},
    ),
    (
        "linear implication without a conclusion",
        LinearImplication((less(s, t), less(t, s))),
        {"form": "add(add(t, neg(s)), add(s, neg(t)))", "parts": [LINK, {}]},
    ),
]
NAMES = [name for name, *_ in EXAMPLES]


@pytest.mark.parametrize(("name", "statement", "body"), EXAMPLES, ids=NAMES)
def test_bodies(name: str, statement: Statement, body: dict[str, Any]) -> None:
    """Parts in the order of the format, and beside them what shows them; the statement is a copy, with its fingerprint."""
    found = certificate_of("a.label", statement)
    assert json.loads(json.dumps(found["body"])) == body
    assert {key: value for key, value in found.items() if key != "body"} == {
        "schema": "derive-certificate/2",
        "label": "a.label",
        "statement": write_statement(statement),
        "sha256": fingerprint(write_statement(statement)),
    }
    assert certificate_of("a.label", statement.decide()) == found


@pytest.mark.parametrize(("name", "statement", "body"), EXAMPLES, ids=NAMES)
def test_the_verifier_accepts_them(name: str, statement: Statement, body: dict[str, Any]) -> None:
    """A program that shares nothing with this one reads what is written here, and is convinced."""
    claimed = json.dumps({"schema": "derive-statements/1", "statements": {"a": write_statement(statement)}})
    result = verify(json.dumps(certificate_of("a", statement)), claimed)
    assert (result.verdict, result.reason) == ("accepted", "")


def test_declared_signs_are_hypotheses() -> None:
    """What is declared of the symbols of a linear implication stands in its combination."""
    p, q = b.scalar("p", "positive"), b.scalar("q", "nonneg")
    found = certificate_of("a", LinearImplication((less(q + p, s),), less(0, s)))
    assert found["body"]["form"] == "add(add(s, neg(add(q, p))), q, p)"


def test_cofactors_can_be_read() -> None:
    """The terms of a body are terms in the names of statement and body."""
    found = certificate_of("a", load_theory("layernorm").find_theorem("image_in_ellipsoid").statement)
    scope = scope_of(read_declarations({"symbols": {}, "definitions": [], **found["statement"]}))
    links = [link for link in _links(found["body"]) if link]
    assert links
    for link in links:
        for _, _, term in link.get("cofactors", ()):
            read_term(term, Scope(scope.dimensions, scope.symbols, scope.definitions))


def _links(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.get("links", ()), *(link for item in value.values() for link in _links(item))]
    return [link for item in value for link in _links(item)] if isinstance(value, list) else []


def test_of_verdicts() -> None:
    """A proved verdict has one, a refuted or unsupported one has none; neither have kinds without a place."""
    proved = prove_equation(P * x, x, [centred])
    found = proved.certificate
    assert found is not None
    assert found == equation(P * x, x, centred).decide().certificate
    assert json.loads(json.dumps(found)) == found
    assert prove_equation(P * x, x).certificate is None
    assert equation(P * x, x).decide().certificate is None
    without = Closed(s, (s,))
    assert Verdict(without, "proved").certificate is None


def test_names_with_two_meanings() -> None:
    """Properties are said apart, and what is then certified is decided again; other clashes leave no certificate."""
    g, free = b.vector("g", N, "nonzero"), b.vector("g", N)
    statement = all_of(equation(g / g, one), equation(free - free, 0))
    found = certificate_of("a", statement)
    assert found["statement"]["symbols"]["g"]["properties"] == []
    assert found["statement"]["members"][0][1]["hypotheses"] == [["nonzero", "g"]]
    assert found == certificate_of("a", plain(statement))
    clash = all_of(equation(b.dot(x, x), b.norm(x) ** 2), equation(b.scalar("x"), b.scalar("x")))
    with pytest.raises(NameError_):
        certificate_of("a", clash)
    assert clash.decide().certificate is None


@pytest.mark.parametrize("statement", [equation(s, t), rank_is(P, N, inverse=P), bound(s, ">=", 0)])
def test_only_what_is_proved(statement: Statement) -> None:
    """There is no certificate of anything else."""
    with pytest.raises(DeriveError, match="no certificate"):
        certificate_of("a", statement)


def test_a_stranger_in_the_body() -> None:
    """What shows a statement may not speak of sizes that the statement does not have."""
    other = b.vector("u", b.dimension("M"))
    by = b.dot(x, x) + 0 * b.dot(other, other)
    with pytest.raises(NoPlace, match="the dimension M"):
        certificate_of("a", bound(b.dot(x, x), ">=", 0, by=by))


def test_canonical() -> None:
    """Keys sorted, no spaces, characters as themselves; so the fingerprint does not depend on the layout."""
    assert canonical({"b": ["σ", 1], "a": True}) == '{"a":true,"b":["σ",1]}'
    assert fingerprint({"b": 1, "a": 2}) == fingerprint({"a": 2, "b": 1})
    assert fingerprint({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
