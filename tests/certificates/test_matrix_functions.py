"""Functions of matrices in certificates: values of their arguments, and the laws that the format has of them."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

import derive
from derive import verifier
from derive.certificates.certificate import fingerprint
from derive.language import build as b
from derive.language.build import matrix_exp, matrix_log
from derive.language.hypotheses import Hypothesis, equal, positive_definite
from derive.language.terms import Power, Term
from tests.words import N, v

A, B, C = (b.matrix(name, N, N) for name in "ABC")
S = b.matrix("S", N, N, "positive_definite")
root = Power(S, F(1, 2))

ACCEPTED: dict[str, tuple[Term, Term, list[Hypothesis]]] = {
    "the same": (matrix_exp(A) + A, A + matrix_exp(A), []),
    "products": (matrix_exp(A) * (B + C), matrix_exp(A) * C + matrix_exp(A) * B, []),
    "log of any matrix": (matrix_log(A) + A, A + matrix_log(A), []),
    "roots": (root * (B + C) - root * B, root * C, []),
    "S is symmetric": (S.T * root, S * root, []),
    "S is invertible": (S * b.inverse(S), b.identity(N), []),
    "A is, by a hypothesis": (A * b.inverse(A) + A, b.identity(N) + A.T, [positive_definite(A)]),
    "a hypothesis": (matrix_exp(B) * A * v, matrix_exp(B) * v, [equal(A * v, v)]),
    "a hypothesis with a value": (B * C * v, matrix_exp(A) * v, [equal(B * C, matrix_exp(A))]),
    "by entries": (b.entrywise("exp", A) + A, A + b.entrywise("exp", A), []),
}

LAWS: dict[str, tuple[Term, Term, list[Hypothesis]]] = {
    "inverses": (matrix_exp(A) * matrix_exp(-A), b.identity(N), []),
    "a transpose": (matrix_exp(A.T), matrix_exp(A).T, []),
    "a determinant": (b.det(matrix_exp(A)), b.exp(b.trace(A)), []),
    "roots": (root * root, S, []),
    "commuting": (matrix_exp(A + B), matrix_exp(A) * matrix_exp(B), [equal(A * B, B * A)]),
    "equal arguments": (matrix_exp(A + B), matrix_exp(B + A), []),
}


def checked(statement: Term, other: Term, given: list[Hypothesis]) -> tuple[dict[str, object] | None, str]:
    verdict = derive.prove(statement, other, hypotheses=given)
    assert verdict.status == "proved"
    made = verdict.certificate
    if made is None:
        return None, ""
    statements = {"schema": "derive-statements/1", "statements": {made["label"]: made["statement"]}}
    return made, verifier.verify(json.dumps(made), json.dumps(statements)).verdict


@pytest.mark.parametrize(("left", "right", "given"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(left: Term, right: Term, given: list[Hypothesis]) -> None:
    """What rests on values alone has a certificate, and the verifier accepts it."""
    assert checked(left, right, given)[1] == "accepted"


@pytest.mark.parametrize(("left", "right", "given"), LAWS.values(), ids=LAWS)
def test_laws(left: Term, right: Term, given: list[Hypothesis]) -> None:
    """What rests on a law of the table is accepted."""
    assert checked(left, right, given)[1] == "accepted"


FALSE = [
    ["matrix_exp(A)", "exp(A)"],
    ["matrix_exp(A)", "matrix_exp(B)"],
    ["matrix_exp(A)", "transpose(matrix_exp(A))"],
    ["matrix_exp(A)", "matrix_log(A)"],
    ["pow(A, 1/2)", "pow(A, 3/2)"],
    ["pow(A, 1/2)", "A"],
    ["mul(matrix_exp(A), matrix_exp(B))", "mul(matrix_exp(B), matrix_exp(A))"],
    ["A", "transpose(A)"],
    ["grad(trace(matrix_exp(A)), A)", "zeros(N, N)"],
]


@pytest.mark.parametrize("terms", FALSE, ids=str)
def test_nothing_else_is_accepted(terms: list[str]) -> None:
    """Forged certificates of what is false are rejected."""
    statement = {
        "kind": "equation", "dimensions": ["N"], "definitions": [], "hypotheses": [],
        "symbols": {name: {"shape": ["N", "N"], "properties": []} for name in "AB"},
        "terms": terms,
    }  # fmt: skip
    certificate = {
        "schema": "derive-certificate/2", "label": "x", "statement": statement,
        "sha256": fingerprint(statement), "body": {"links": [{}]},
    }  # fmt: skip
    statements = {"schema": "derive-statements/1", "statements": {"x": statement}}
    assert verifier.verify(json.dumps(certificate), json.dumps(statements)).verdict == "rejected"
