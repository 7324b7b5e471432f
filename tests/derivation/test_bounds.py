"""Certificates that are found for bounds, and bounds that stay as they are."""

from __future__ import annotations

import pytest

from derive.derivation.bounds import with_certificates
from derive.language.build import dimension, dot, identity, norm, ones, scalar, var, vector
from derive.language.hypotheses import positive
from derive.statements.bound import bound, bounds
from derive.statements.statement import Statement, equation

N = dimension("N")
a, one = vector("a", N), ones(N)
eps, x = scalar("eps", "nonneg"), scalar("x")
Pi = identity(N) - one * one.T / N

FOUND: dict[str, Statement] = {
    "what is left is a sign": bound(norm(Pi * a) ** 2, "<=", N * (var(a) + eps)),
    "strict under a hypothesis": bound(norm(Pi * a) ** 2, "<", N * (var(a) + eps), positive(eps)),
    "a chain": bounds(0, "<=", norm(Pi * a) ** 2, "<=", N * (var(a) + eps)),
}
LEFT: dict[str, Statement] = {
    "an equation": equation(Pi * Pi, Pi),
    "a sign that shows": bound(dot(a, a), ">=", 0),
    "a false bound": bound(norm(Pi * a) ** 2, ">", dot(a, a)),
    "its own certificate": bound(x, ">=", 0, by=x**2),
}


@pytest.mark.parametrize("name", FOUND)
def test_found_and_proved(name: str) -> None:
    """Without the certificate the sign is not manifest; with it the bound is proved."""
    assert FOUND[name].decide().status == "unsupported"
    assert with_certificates(FOUND[name]).decide().status == "proved"


@pytest.mark.parametrize("name", LEFT)
def test_left_alone(name: str) -> None:
    """Where nothing better is found the statement is the same, and so is its verdict."""
    assert with_certificates(LEFT[name]) == LEFT[name]
    assert with_certificates(LEFT[name]).decide().status == LEFT[name].decide().status
