r"""Definitions in which a declared index is free, ``let y_i = \delta_{ik}``: a vector that is one-hot at k."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension v; vector z : v; scalar \lambda; index i, j, k : v; ones v; let y_i = \delta_{ik}
let r = \log \sum_j \exp(z_j); let p_i = \exp(z_i - r); let \bar y = (1-\lambda) y + \frac{\lambda}{v} \mathbf 1
let o = - \sum_i \bar y_i (z_i - r); let c = z_k; let q_i = y_i z_i; let w = c \mathbf 1"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"y_i = \delta_{ik}", r"y_i = \delta_{ij}"),
        (r"\mathbf y^\top z = z_k", r"\mathbf y^\top z = z_i"),
        (r"\sum_i y_i = 1", r"\sum_i y_i = 2"),
        (r"y_k = 1", r"y_i = 1"),
        (r"\|y\|^2 = 1", r"y^\top y = v"),
        (r"\mathbf 1^\top \bar y = 1", r"\mathbf 1^\top \bar y = 1 - \lambda"),
        (r"o = -(1-\lambda)(z_k - r) - \frac{\lambda}{v} \sum_i (z_i - r)", r"o = -(1-\lambda)(z_k - r)"),
        (r"\frac{\partial o}{\partial z_i} = p_i - \bar y_i", r"\frac{\partial o}{\partial z_i} = p_i + \bar y_i"),
        (r"\frac{\partial o}{\partial z_k} = p_k - \bar y_k", r"\frac{\partial o}{\partial z_k} = p_k - y_k"),
        (r"\nabla_z o = p - \bar y", r"\nabla_z o = p - y"),
        (r"c + z_j = z_j + z_k", r"c + z_j = z_j + z_i"),
        (r"q = c\, y", r"q = z"),
        (r"\sum_i w_i = v z_k", r"w_i = z_i"),
        (r"\frac{\partial c}{\partial z_i} = \delta_{ik}", r"\frac{\partial c}{\partial z_i} = 1"),
    ],
)
def test_it_is_that_at_the_index(true: str, false: str) -> None:
    """For every k, which is the k of the text; what is made of it has the k, too."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_k y_k = 1", r"\sum_k z_k y_i = 1", r"\prod_k (1 + y_i) = 2", r"\max_k y_k = 1",
        r"\operatorname{diag}(y_k) = I",
        r"p_k (\sum_k y_k) = 1", r"\frac{\sum_k y_k}{2} = 1", r"\sum_{k=1}^v c = 1", r"\sum_{j<k} y_j = 0", r"\sum y_k = 1",
        r"\operatorname{diag}(z_k c) = I", r"\operatorname{diag}(z_k o) = I", r"\sum_k o = 1",
        r"\sum_i \sum_k \bar y_i z_k = 1",
    ],
)  # fmt: skip
def test_where_the_index_is_bound_it_is_refused(latex: str) -> None:
    """The k below the sign is another one than that of the definition."""
    assert "in which the index k stands, where k is bound" in refusal(lambda: read_latex(latex, context_from(DECLARED)))


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("let q_k = y_k", "where k is bound"),
        ("let f(z)_k = y_k z_k", "where k is bound"),
        ("let t = y_i z_j", "unbound index"),
        ("let t_j = z_i", "unbound index i"),
        ("let J_{ij} = y_i z_k", "unbound index"),
        (r"let f(z) = y^\top z", "unbound index k"),
        ("loss L of o", "in which the index k is free"),
        ("let y = z", "declared twice"),
        (r"let M = e_i e_k^\top", "unbound index"),
        ("assume c = 1", "a hypothesis of a definition in which the index k is free"),
        ("assume o > 0", "a hypothesis of a definition in which the index k is free"),
        ("let c_i = 2 z_i", "declared twice"),
        ("let r_i = z_i; let r_j = z_k", "unbound index"),
    ],
)
def test_what_is_not_kept_so(declared: str, message: str) -> None:
    """A definition for every k, one with two indices left, a function, a matrix; nor is it assumed of, which is for all."""
    assert message in refusal(lambda: context_from(DECLARED + "\n" + declared))


def test_under_the_summation_convention_it_is_refused() -> None:
    """An index that occurs twice is summed there."""
    declared = r"dimension v; index i, k : v; vector z : v; einstein; let c = z_k"
    assert "unbound index k" in refusal(lambda: context_from(declared))
    context = context_from("einstein", context_from(DECLARED))
    assert "where k is bound" in refusal(lambda: read_latex("y_k z_k = 1", context))
