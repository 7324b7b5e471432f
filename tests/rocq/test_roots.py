"""Roots that are products of others."""

from __future__ import annotations

from derive.language.build import dot, mean, norm, ones, sqrt, vector
from derive.language.hypotheses import equal
from derive.printing import text
from derive.rocq.roots import dependences
from derive.statements.equation import equation
from tests.words import N, a, eps

centred = a - mean(a) * ones(N)


def test_layernorm() -> None:
    """√(|a − μ1|² + Nε) = √(σ² + ε) √N, in this order; and the kernel proves it."""
    radicands = [dot(centred, centred) / N + eps, N + 0, dot(centred, centred) + N * eps]
    (found,) = dependences(radicands, ())
    assert found.root == 2
    assert equation(sqrt(radicands[2]), found.value).decide().status == "proved"
    assert text(found.value).count("√") == 2


def test_independent_roots() -> None:
    """Different radicands stay apart."""
    assert dependences([N + 0, eps, dot(a, a) + eps], ()) == []


def test_under_a_hypothesis() -> None:
    """Roots that are equal by a hypothesis are one."""
    b = vector("b", N)
    assert dependences([dot(a, a), dot(b, b)], ()) == []
    (found,) = dependences([dot(a, a), dot(b, b)], [equal(b, a)])
    assert found.value == sqrt(dot(a, a)) or text(found.value) == text(norm(a))
