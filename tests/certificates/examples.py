"""One statement of every kind, with its fields as they must be written."""

from __future__ import annotations

import json
from typing import Any

from derive.language import build as b
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.statements.bound import Manifest, bound, bounds
from derive.statements.cases import cases
from derive.statements.conjunction import all_of
from derive.statements.eigenpair import eigenpair
from derive.statements.eigenvalue_count import eigenvalue_count
from derive.statements.eigenvalues import eigenvalues_are
from derive.statements.equation import equation, equations
from derive.statements.image import Covered, Exists, Image, Map, Set, Subset
from derive.statements.implication import implies
from derive.statements.limit import limit
from derive.statements.linear_order import LinearImplication, at_most, less
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.pseudo_inverse import GroupInverse, pseudo_inverse_is
from derive.statements.rank import nullity, rank_is
from derive.statements.spectrum import same_spectrum
from derive.statements.statement import Statement
from derive.statements.typed import SameShape
from tests.words import N, eye, one

x, y, v, s, t = b.vector("x", N), b.vector("y", N), b.vector("v", N), b.scalar("s"), b.scalar("t")
P = b.let("P", eye - one * one.T / N)
E = eye - P
B = b.matrix("B", N, N)
given = (not_zero(x), equal(b.dot(one, x), 0))

HYPS = [["not_zero", "x"], ["equal", "dot(ones(N), x)", "0"]]
#: One statement of every kind, with its fields as they must be written.
EXAMPLES: list[tuple[Statement, str, dict[str, Any]]] = [
    (equations((s, t, s)), "equation", {"hypotheses": [], "terms": ["s", "t", "s"]}),
    (
        bound(s, "<=", b.dot(x, x), *given, by=t, scale=t, squared=True),
        "bound",
        {"hypotheses": HYPS, "lhs": "s", "relation": "<=", "rhs": "dot(x, x)"},
    ),
    (
        bounds(s, "<=", t, "<", 2, hypotheses=[positive(s)]),
        "bounds",
        {"hypotheses": [["positive", "s"]], "terms": ["s", "t", "2"], "relations": ["<=", "<"]},
    ),
    (
        implies(given, not_zero(P * x), covector=x),
        "implication",
        {"hypotheses": HYPS, "conclusion": ["not_zero", "mul(P, x)"]},
    ),
    (Manifest(nonneg(b.norm(x))), "sign", {"hypotheses": [], "condition": ["nonneg", "norm(x)"]}),
    (
        all_of(first=equation(s, s), last=bound(t, "!=", 0, nonzero(t))),
        "conjunction",
        {
            "members": [
                ["first", {"kind": "equation", "hypotheses": [], "terms": ["s", "s"]}],
                ["last", {"kind": "bound", "hypotheses": [["nonzero", "t"]], "lhs": "t", "relation": "!=", "rhs": "0"}],
            ]
        },
    ),
    (
        cases((nonzero(s), equation(s / s, 1, nonzero(s))), (equal(s, 0), equation(s, 0, equal(s, 0)))),
        "cases",
        {
            "hypotheses": [],
            "cases": [
                [["nonzero", "s"], {"kind": "equation", "hypotheses": [["nonzero", "s"]], "terms": ["div(s, s)", "1"]}],
                [["equal", "s", "0"], {"kind": "equation", "hypotheses": [["equal", "s", "0"]], "terms": ["s", "0"]}],
            ],
        },
    ),
    (
        null_space_is(P, one, splitting=Splitting((one / N,), P), side="left", hypotheses=given),
        "null space",
        {"hypotheses": HYPS, "matrix": "P", "side": "left", "basis": ["ones(N)"]},
    ),
    (rank_is(P, N - 1, inverse=P), "rank", {"hypotheses": [], "matrix": "P", "value": "add(N, neg(1))"}),
    (nullity(P, 1, inverse=P), "nullity", {"hypotheses": [], "matrix": "P", "value": "1"}),
    (pseudo_inverse_is(P, P), "pseudo-inverse", {"hypotheses": [], "matrix": "P", "value": "P"}),
    (
        eigenpair(P, x, 1, hypotheses=given, covector=x),
        "eigenpair",
        {"hypotheses": HYPS, "matrix": "P", "vector": "x", "value": "1"},
    ),
    (
        eigenvalues_are(P, (1, N - 1, P), (0, 1, E)),
        "eigenvalues",
        {"hypotheses": [], "matrix": "P", "eigenvalues": [["1", "add(N, neg(1))"], ["0", "1"]]},
    ),
    (
        eigenvalue_count(P, ">=", 0, N, projection=eye, vector=v, by=b.dot(P * v, P * v)),
        "eigenvalue count",
        {"hypotheses": [], "matrix": "P", "relation": ">=", "value": "0", "number": "N", "space": "identity(N)"},
    ),
    (
        Image(Map(P * x, x), Set(y, (equal(b.dot(one, y), 0),)), y, (positive(s),)),
        "image",
        {
            "hypotheses": [["positive", "s"]],
            "map": {"argument": "x", "domain": [], "term": "mul(P, x)"},
            "set": {"element": "y", "conditions": [["equal", "dot(ones(N), y)", "0"]]},
        },
    ),
    (GroupInverse(P, P), "group inverse", {"hypotheses": [], "matrix": "P", "value": "P"}),
    (
        same_spectrum(P * B, B * P, left=P, right=B),
        "same spectrum",
        {"hypotheses": [], "first": "mul(P, B)", "second": "mul(B, P)"},
    ),
    (
        Subset(Map(P * x, x, (nonneg(b.norm(x)),)), Set(y, (equal(b.dot(one, y), 0),))),
        "subset",
        {
            "hypotheses": [],
            "map": {"argument": "x", "domain": [["nonneg", "norm(x)"]], "term": "mul(P, x)"},
            "set": {"element": "y", "conditions": [["equal", "dot(ones(N), y)", "0"]]},
        },
    ),
    (
        Covered(Map(P * x, x), Set(y, (equal(b.dot(one, y), 0),)), y),
        "covered",
        {
            "hypotheses": [],
            "map": {"argument": "x", "domain": [], "term": "mul(P, x)"},
            "set": {"element": "y", "conditions": [["equal", "dot(ones(N), y)", "0"]]},
        },
    ),
    (
        Exists(Set(y, (equal(b.dot(one, y), s),)), s * one / N),
        "existence",
        {"hypotheses": [], "set": {"element": "y", "conditions": [["equal", "dot(ones(N), y)", "s"]]}},
    ),
    (
        limit(s * t + t**2, t, 0, rate=s + 1, equal_to=t * (s + t)),
        "limit",
        {
            "hypotheses": [],
            "term": "add(mul(s, t), pow(t, 2))",
            "variable": "t",
            "value": "0",
            "point": "0",
            "side": "+",
            "rate": "add(s, 1)",
        },
    ),
    (SameShape(x, y), "same shape", {"hypotheses": [], "lhs": "x", "rhs": "y"}),
    (
        LinearImplication((less(s, t),), at_most(s, t)),
        "linear implication",
        {"hypotheses": [["positive", "add(t, neg(s))"]], "conclusion": ["nonneg", "add(t, neg(s))"]},
    ),
    (
        LinearImplication((less(s, t), less(t, s))),
        "linear implication",
        {"hypotheses": [["positive", "add(t, neg(s))"], ["positive", "add(s, neg(t))"]]},
    ),
]


def through_json(value: object) -> Any:
    """What a reader gets of it."""
    return json.loads(json.dumps(value))
