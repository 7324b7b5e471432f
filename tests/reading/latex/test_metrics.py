r"""Scalar products and norms by a matrix, ``\langle u, v \rangle_A`` and ``\|u\|_A``."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension n, m; matrix A : n x n symmetric positive definite; matrices B, S : n x n; symmetric S
matrix F : n x n symmetric; matrix C : m x m symmetric; vectors u, v, w : n; scalar c"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\langle u, v \rangle_A = u^\top A v", r"\langle u, v \rangle_A = u^\top v"),
        (r"\langle\ u, v \rangle_{A} = \langle v, u \rangle_A", r"\langle u, v \rangle_A = \langle u, u \rangle_A"),
        (r"\langle u, v \rangle_{A^{-1}} = u^\top A^{-1} v", r"\langle u, v \rangle_{A^{-1}} = u^\top A v"),
        (r"\langle u, v \rangle_S = v^\top S u", r"\langle u, v \rangle_S = v^\top A u"),
        (r"\|u\|_A^2 = u^\top A u", r"\|u\|_A = u^\top A u"),
        (r"\|A^{-1} u\|_A = \|u\|_{A^{-1}}", r"\|A u\|_A = \|u\|_A"),
        (r"\|u + v\|_A^2 = \|u\|_A^2 + 2 \langle u, v \rangle_A + \|v\|_A^2", r"\|u + v\|_A^2 = \|u\|_A^2 + \|v\|_A^2"),
        (r"\|B\|_F^2 = \langle B, B \rangle_F", r"\|B\|_F^2 = \langle B, F \rangle_F"),  # of matrices it is Frobenius's
        (r"\langle u, v \rangle_2 = u^\top v", r"\langle u, v \rangle_2 = u^\top A v"),
    ],
)
def test_it_is_with_the_matrix_between(true: str, false: str) -> None:
    """Of one that is declared symmetric, or positive definite for a norm, or of its inverse."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\langle u, v \rangle_B = u^\top B v", "not declared positive definite or symmetric"),
        (r"\|u\|_S = 0", "not declared positive definite"),
        (r"\|u\|_B = 0", "not declared positive definite"),
        (r"\langle u, v \rangle_{A + S} = 0", "not declared"),
        (r"\langle u, v \rangle_C = 0", "of shapes (n) and (m)"),
        (r"\langle u, v \rangle_c = 0", "found the scalar product"),
        (r"\langle u, B \rangle_A = 0", "of shape (n × n)"),
        (r"\|B\|_A = 0", "of shape (n × n)"),
    ],
)
def test_what_is_none(latex: str, message: str) -> None:
    """Of a matrix that is not symmetric it could be v^T B u; a norm is that of a positive definite one."""
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


@pytest.mark.parametrize("latex", [r"\langle u, v \rangle_F = u^\top F v", r"\|u\|_F = 0"])
def test_the_matrix_may_have_the_letter_of_a_norm(latex: str) -> None:
    """F of Frobenius, or the matrix F."""
    with pytest.raises(AmbiguityError, match="the one without the matrix"):
        read_latex(latex, context_from(DECLARED))


def test_a_definition_may_say_what_it_is() -> None:
    """And nothing else: the sign has its meaning."""
    said = DECLARED + r"; let \langle \vec u, \vec v \rangle_{A} = u^\top A v; let \|u\|_A = \sqrt{u \cdot A u}"
    assert status_of(r"\langle u, v \rangle_A = u^\top A v", said) == "proved"
    for other in (r"\langle u, v \rangle_A = 2 u^\top A v", r"\langle u, v \rangle = u^\top A v"):
        assert "another meaning" in refusal(lambda other=other: context_from(f"{DECLARED}; let {other}"))
