"""The lead of an equality: its largest monomial, where rewriting by it comes down."""

from __future__ import annotations

import pytest

from derive.language.build import diag, dot, hadamard, norm, ones, scalar, vector, zeros
from derive.language.terms import Term
from derive.rocq.leads import leading, monomials
from derive.rocq.pieces import Unreachable
from derive.statements.equation import equation
from derive.theories.layernorm.names import N, Pi

g, x, one = vector("g", N), vector("x", N), ones(N)
c = scalar("c")


@pytest.mark.parametrize(
    ("lhs", "rhs", "lead"),
    [
        (diag(g) * (Pi * (g * x)), c * x, hadamard(g, g, x)),
        (dot(one, x), 0 * c, dot(one, x)),
        (norm(x) ** 2, N + 0, dot(x, x)),
        (hadamard(g * g - c * one, x), zeros(N), hadamard(g, g, x)),
    ],
)
def test_leads(lhs: Term, rhs: Term, lead: Term) -> None:
    """The monomial with the most factors."""
    assert equation(leading(lhs, rhs), lead).decide().status == "proved"


def test_a_rule_that_would_rewrite_itself() -> None:
    """In Π(g ⊙ x) = cx the sum of the gₙxₙ stands beside gₙxₙ: there is no lead."""
    with pytest.raises(Unreachable, match="own lead"):
        leading(Pi * (g * x), c * x)


def test_matrices() -> None:
    """An equality of matrices is no rule."""
    with pytest.raises(Unreachable, match="matrices"):
        leading(Pi, x * x.T)


def test_monomials() -> None:
    """A normal form is counted, not the term as it is written."""
    assert [monomials(term) for term in (dot(x, x) + c, (c + 1) ** 2, dot(x, x) - dot(x, x))] == [2, 3, 1]
