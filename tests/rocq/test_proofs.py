"""Proofs: premises, relations, denominators."""

from __future__ import annotations

import pytest

from derive.language.build import dot, hadamard, matrix, norm, ones, scalar, sqrt
from derive.language.hypotheses import equal, idempotent
from derive.language.terms import Term
from derive.rocq.environment import Library
from derive.rocq.pieces import Unreachable
from derive.rocq.proofs import Proof
from tests.words import N, a, g, s

c, eps = scalar("c"), scalar("eps", "nonneg")


def _proof(*terms: Term, hypotheses: tuple[object, ...] = (), certificate: tuple[Term, ...] = ()) -> Proof:
    return Proof(Library(), hypotheses, terms, certificate)  # type: ignore[arg-type]  # hypotheses


@pytest.mark.parametrize(
    ("term", "premises"),
    [
        (a / N, []),
        (c / dot(g, g), ["(forall i, g i 0 != 0)"]),
        (hadamard(s, s), ["hadamard s s = s"]),
        (a / c, ["c != 0"]),
        (sqrt(dot(a, a) + eps), ["0 <= eps"]),
        (sqrt(c), ["0 <= c"]),
        (a / norm(a), ["norm a != 0"]),
        (1 / a, ["(forall i, a i 0 != 0)"]),
    ],
)
def test_premises(term: Term, premises: list[str]) -> None:
    """Premises are the properties, and that the terms are defined where that cannot be read off; nothing else."""
    assert _proof(term).given.texts == premises


def test_a_certificate_adds_no_premise() -> None:
    """A divisor that only the certificate has may not become a premise."""
    with pytest.raises(Unreachable, match="certificate"):
        _proof(c, certificate=(1 / c,))


def test_hypotheses_as_rules() -> None:
    """A symbol, or else the largest monomial, is rewritten."""
    one = ones(N)
    assert _proof(a, hypotheses=(equal(a, c * one),)).given.facts[0].rule == "RV (VS 0) (VS 0) (VScale (SP 0) V1)"
    assert _proof(a, hypotheses=(equal(norm(a) ** 2, N),)).given.facts[0].proof == "(etrans (norm_square _) h1)"
    assert (
        _proof(a, hypotheses=(equal(dot(a, one) + dot(a, a), 0),)).given.facts[0].rule.startswith("RS (SDot V1 (VPow")
    )
    with pytest.raises(Unreachable, match="generic matrix"):
        _proof(a, hypotheses=(idempotent(matrix("A", N, N)),))


def test_denominators_are_multiplied_out() -> None:
    """Of a sum in a denominator, as often as it occurs; not N."""
    proof = _proof(a / (N * (dot(a, a) + 1) ** 2))
    left = proof.side(proof.authored[0])
    lines = proof.identity(left, left, "V")
    assert lines[-1].startswith("derive_vector")
    assert any(line.startswith("apply: (scale_cancel") for line in lines)
    plain = _proof(a / N)
    assert [line.split()[0] for line in plain.identity(plain.side(a / N), plain.side(a / N), "V")] == ["derive_vector"]
