"""Signs: proof terms where the form of a term shows its sign, and only there."""

from __future__ import annotations

import pytest

from derive.language.build import dimension, dot, norm, ones, scalar, sqrt, vector
from derive.language.terms import Term, as_term
from derive.rocq.premises import Signs

N = dimension("N")
a, g = vector("a", N), vector("g", N)
c, eps = scalar("c"), scalar("eps")
SIGNS = Signs({("nonneg", eps): "h1", ("nonzero", g): "h2", ("nonzero", sqrt(c)): "h3"})


@pytest.mark.parametrize("term", [N - 1, dot(a, a) / N + eps, norm(a), c**2, c * c, sqrt(c), a.T * a, as_term(0)])
def test_nonneg(term: Term) -> None:
    """0 ≤ x by the rules."""
    assert SIGNS.nonneg(term) is not None


@pytest.mark.parametrize("term", [c, N - 2, dot(a, g), eps - 1, c**3, a.T * g, -eps])
def test_no_sign_is_made_up(term: Term) -> None:
    """A term without a manifest sign gets no proof."""
    assert SIGNS.nonneg(term) is None


@pytest.mark.parametrize(
    "term", [N, N + eps, norm(g), dot(1 / g, 1 / g), c, sqrt(N), norm(ones(N)) * 2, as_term(3) / 4]
)
def test_nonzero(term: Term) -> None:
    """x ≠ 0 by the rules; a scalar with a root ≠ 0 is not 0."""
    assert SIGNS.nonzero(term) is not None


@pytest.mark.parametrize("term", [eps, norm(a), N - 1, dot(g, a), N - N])
def test_nothing_is_said_to_be_nonzero_without_reason(term: Term) -> None:
    """Neither ε ≥ 0 nor a vector that may vanish gives x ≠ 0."""
    assert SIGNS.nonzero(term) is None


def test_vectors() -> None:
    """g has no zero component, so neither have its powers; a may vanish."""
    assert SIGNS.entries(2 * g**-2) == "(scale_entries (succ_neq0 F 1) (@vpow_entries F _ _ 2 (vinv_entries h2)))"
    assert SIGNS.not_zero(g) == "(entries_not_zero h2)"
    assert SIGNS.not_zero(a) is None
