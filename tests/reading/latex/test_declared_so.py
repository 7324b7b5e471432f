"""Declarations as people write them: what depends and is not declared, full rank, a first word that is said again."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from tests.reading.latex.contexts import refusal, status_of


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (
            "scalars x, y; F depends on x, y; let s = x + F",
            r"\frac{\partial s}{\partial x} = 1 + \frac{\partial F}{\partial x}",
            r"\frac{\partial s}{\partial x} = \frac{\partial F}{\partial x}",
        ),
        (
            "dimension N, p; matrix X : N x p full column rank; vector w : p",
            r"(X^T X)^{-1} X^T X w = w",
            r"(X^T X)^{-1} X^T X w = 2 w",
        ),
        (
            "dimension N, p; matrices A : N x p of full row rank, B : p x p symmetric",
            r"A A^T (A A^T)^{-1} A B = A B^T",
            r"A A^T (A A^T)^{-1} A B = B^T",
        ),
        (
            "dimension N, K, d; matrices X : N x d; V : K x d; index i : N; index k : K; rows x_i of X, rows v_k of V",
            r"x_i^T v_k = (X V^T)_{ik}",
            r"x_i^T v_k = 2 (X V^T)_{ik}",
        ),
    ],
)
def test_it_is_declared(declared: str, true: str, false: str) -> None:
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("dimension n; vector x : n; F depends on x", "the unknown name F"),  # a number, a vector?
        ("F depends on x", "the unknown name x"),
        ("dimension n; vector x : n full column rank", "unknown dimension"),
        ("dimension n, p; matrix X : n x p full rank", "unknown dimension"),  # of rows, or of columns?
    ],
)
def test_what_does_not_say_enough_is_refused(declared: str, said: str) -> None:
    assert said in refusal(context_from, declared)
