"""Free indices that nobody declares, where nobody reads them otherwise."""

from __future__ import annotations

import pytest

from derive.errors import UnboundIndex
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension N, K; vectors x, y, e : N; vector w : K; matrices A, C : N x N; matrix B : N x K; scalar c
let \mu = \frac1N \sum_i x_i; let P = I_N - \frac1N \vec 1 \vec 1^\top"""
CONTEXT = context_from(DECLARED)


@pytest.mark.parametrize(
    "latex",
    [
        r"(x y^\top)_{ij} = x_i y_j",
        r"P_{ij} = \delta_{ij} - \frac1N",
        r"(A x)_i = \sum_j A_{ij} x_j",
        r"B_{ik} = (B^\top)_{ki}",
        r"x_i - \mu = x_i - \frac1N \sum_i x_i",
        r"\frac{\partial \mu}{\partial x_i} = \frac1N",
        r"(x \odot y)_i + c = x_i y_i + c",
        r"x_m + y_m = (x + y)_m = y_m + x_m",
        r"\sum_j P_{ij} = 0",
    ],
)
def test_they_stand_for_every_value(latex: str) -> None:
    """On both sides, or on scalar ones; the other side says that a product is not summed."""
    assert status_of(latex, DECLARED) == "proved"


@pytest.mark.parametrize(
    "latex",
    [
        r"(x y^\top)_{ij} = x_j y_i",
        r"P_{ij} = \delta_{ij} - 1",
        r"B_{ik} = (B^\top)_{ki} + c",
        r"\frac{\partial \mu}{\partial x_i} = \frac1N x_i",
        r"x_i = \mu",
    ],
)
def test_false_ones_are_refuted(latex: str) -> None:
    """One token changed."""
    assert status_of(latex, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\|x\|^2 = x_i x_i", "the unbound index i"),
        (r"y_i = A_{ij} x_j", "the unbound index j"),
        (r"x_i y_i = y_i x_i", "the unbound index i"),
        (r"x^\top y = x_i^2", "the unbound index i"),
        (r"x_i / y_i = c", "the unbound index i"),
        (r"x = x_i y", "the unbound index i"),
        (r"A = A_{ij}", "the unbound index i"),
        (r"x_{N+1} = c", "the entry N+1"),
        (r"x_T = c", "the unbound index T"),
        (r"x_{max} = c", "the unbound index x"),
        (r"B_{ij} = C_{ij}", "the index j over K for an axis over N"),
        (r"x_i = w_i", "the index i over N for an axis over K"),
        (r"\delta_{ij} = 0", "the range of the index i cannot be told"),
    ],
)
def test_what_could_be_a_sum_is_refused(latex: str, message: str) -> None:
    """An index that stands twice in a product everywhere may be summed; one without a range, or with two, says nothing."""
    assert message in refusal(lambda: read_latex(latex, CONTEXT))


def test_a_term_alone_has_none() -> None:
    """Without a relation nothing says what an index is."""
    with pytest.raises(UnboundIndex):
        read_latex(r"x_i y_j", CONTEXT)
