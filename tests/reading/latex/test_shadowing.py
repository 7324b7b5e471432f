"""An index that is bound anew inside of brackets, a fraction or a root is another index; beside its sum it is an error."""

from __future__ import annotations

import pytest

from derive.language.substitution import subterms
from derive.language.terms import Sum, Term
from derive.reading.decided import context_from
from derive.reading.latex import read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"dimension N; vectors x, y : N; matrix A : N x N; index i, j, k : N; scalar c; mean \mathbb E"
CONTEXT = context_from(DECLARED)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum_i \frac{e^{x_i}}{\sum_i e^{x_i}} = 1", r"\sum_i \frac{e^{x_i}}{\sum_i e^{y_i}} = 1"),
        (
            r"\sum_i x_i \left(\sum_i y_i\right) = \sum_i x_i \sum_j y_j",
            r"\sum_i x_i \left(\sum_i y_i\right) = x^\top y",
        ),
        (
            r"\sum_i \left(x_i - \frac1N \sum_i x_i\right)^2 = \sum_i x_i^2 - \frac1N (\sum_i x_i)^2",
            r"\sum_i \left(x_i - \frac1N \sum_i x_i\right)^2 = \sum_i x_i^2 - N (\sum_i x_i)^2",
        ),
        (
            r"\sum_i (x_i \sum_i (x_i + \sum_i y_i)) = (\sum_i x_i)^2 + N \sum_i x_i \sum_i y_i",
            r"\sum_i (x_i \sum_i (x_i + \sum_i y_i)) = \sum_i x_i^2 + N \sum_i x_i \sum_i y_i",
        ),
        (r"\sum_i \exp(\sum_i x_i) = N \exp(\sum_j x_j)", r"\sum_i \exp(\sum_i x_i) = \exp(\sum_j x_j)"),
        (r"\sum_i \sqrt{\sum_i x_i^2} = N \|x\|", r"\sum_i \sqrt{\sum_i x_i^2} = \|x\|"),
        (
            r"\sum_i (\sum_i (x_i \sum_{j \ne i} y_j)) = N \sum_{i, j} x_i y_j - N x^\top y",
            r"\sum_i (\sum_i (x_i \sum_{j \ne i} y_j)) = \sum_{i, j} x_i y_j - x^\top y",
        ),
        (
            r"\sum_i (c \sum_i x_i \mathbb E_j[y_j]) = c \sum_i x_i \sum_j y_j",
            r"\sum_i (c \sum_i x_i \mathbb E_j[y_j]) = 0",
        ),
        (r"\sum_i (x_i \sum_i A_{ii}) = (\sum_i x_i) \sum_j A_{jj}", r"\sum_i (x_i \sum_i A_{ii}) = \sum_i x_i A_{ii}"),
        (r"\sum_i (x_i \sum_i \delta_{ij} y_i) = y_j \sum_i x_i", r"\sum_i (x_i \sum_i \delta_{ij} y_i) = y_j x_j"),
    ],
)
def test_the_inner_sign_binds(true: str, false: str) -> None:
    """What it binds has nothing to do with the index of the outer one."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("let", "true", "false"),
    [
        (
            r"let c_i = e^{x_i} / \sum_i e^{x_i}",
            r"c_k = e^{x_k} / \sum_i e^{x_i}",
            r"c_k = e^{x_k} / \sum_{i=1}^N e^{x_k}",
        ),
        (r"let u_i = x_i - \frac1N \sum_{i=1}^N x_i", r"\sum_i u_i = 0", r"u_k = x_k"),
        (
            r"let B_{ij} = A_{ij} - \sum_j A_{ij}",
            r"B_{ij} = A_{ij} - \sum_k A_{ik}",
            r"B_{ij} = A_{ij} - \sum_k A_{kj}",
        ),
    ],
)
def test_in_definitions(let: str, true: str, false: str) -> None:
    """The index on the left stays outside of the sum that binds it anew."""
    declared = f"dimension N; vector x : N; matrix A : N x N; {let}"
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


def binds(term: Term) -> list[str]:
    return [part.index.name for part in subterms(term) if isinstance(part, Sum)]


def test_it_has_a_name_of_its_own() -> None:
    """So that what is printed has no index twice."""
    names = binds(read_latex_term(r"\sum_i (x_i \sum_i (x_i + \sum_i y_i))", CONTEXT))
    assert len(set(names)) == len(names) == 3


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_i \sum_i x_i = 0",
        r"\sum_i c \sum_i \sum_i x_i = 0",
        r"\sum_{i,i} x_i = 0",
        r"\sum_i (c \sum_i \sum_i x_i) = 0",
    ],
)
def test_beside_its_sum_it_is_an_error(latex: str) -> None:
    """Nothing closes the inner sum off."""
    assert "bound twice" in refusal(lambda: read_latex(latex, CONTEXT))
