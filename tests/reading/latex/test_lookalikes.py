r"""Letters typed for a sign; scripts behind braces; what stands above an e; macros in declarations."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

DECLARED = (
    r"dimension N; vectors x, q, p, b : N; matrices A, B : N x N; scalar c; index i, j, k : N; "
    r"let s_i = e^{x_i} / \sum_j e^{x_j}; let f(x) = x^\top A x"
)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac1N \Sigma^N_{i=1} x_i = \frac1N \sum_i x_i", "proved"),
        (r"\frac1N Σ_{i=1}^N (x_i - c) = \frac1N \sum_i x_i", "refuted"),
        (r"\Pi_{i=1}^N x_i = \prod_{j=1}^N x_j", "proved"),
        (r"\frac{\delta s_i}{\delta x_j} = s_i (\delta_{ij} - s_j)", "proved"),
        (r"\frac{\delta s_i}{\delta x_j} = s_i (\delta_{ij} - s_i)", "refuted"),
        (r"\frac{\partial{}}{\partial{x_i}} (x_i^2) = 2 x_i", "proved"),
    ],
)
def test_letters_for_signs(latex: str, expected: str) -> None:
    """Σ with a range is a sum, δ above and below a bar ∂, where neither is declared."""
    assert status_of(latex, DECLARED) == expected


@pytest.mark.parametrize("latex", [r"\Sigma_i x_i = c", r"\Sigma^N x = x", r"\frac{\delta_{ij}}{\delta x_j} = c"])
def test_letters_that_are_names(latex: str) -> None:
    """A letter without a range, or with an index, is none of these signs."""
    with pytest.raises(InputError, match="unknown name"):
        read_latex(latex, context_from(DECLARED))


def test_letters_that_are_declared() -> None:
    """A declared Σ is the matrix, and a declared δ a number."""
    declared = rf"{DECLARED}; matrix \Sigma : N x N; scalars \delta, t"
    assert status_of(r"\Sigma \Sigma^{-1} = I", declared) == "proved"
    assert status_of(r"\frac{\delta t}{\delta c} = \frac tc", declared) == "proved"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbf{bb}^\top x = b (b \cdot x)", "proved"),
        (r"\mathbf{bb}^\top x = b (b \cdot b)", "refuted"),
        (r"{Ab}^\top = b^\top A^\top", "proved"),
    ],
)
def test_a_script_behind_braces_that_fits_in_one_way(latex: str, expected: str) -> None:
    r"""``\mathbf{bb}^\top`` of a column is b bᵀ, ``{Ab}^\top`` is (A b)ᵀ."""
    assert status_of(latex, f"{DECLARED}; nonzero b") == expected


def test_a_script_behind_braces_with_two_readings() -> None:
    """Of all that the braces hold, or of the last factor, as it is printed."""
    assert len(readings_of(r"\mathbf{AB}^\top = A B^\top", DECLARED)) == 2
    assert status_of(r"\mathbf{AB}^\top = A B^\top", rf"{DECLARED}; scripts behind braces: last") == "proved"
    assert status_of(r"\mathbf{AB}^\top = A B^\top", rf"{DECLARED}; scripts behind braces: all") == "refuted"
    assert status_of(r"{AB}^\top = B^\top A^\top", rf"{DECLARED}; scripts behind braces: all") == "proved"
    with pytest.raises(AmbiguityError, match="a sum in braces"):
        read_latex(r"{A + B}^\top = A", context_from(DECLARED))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\nabla f(x + c p) \cdot p = p^\top (A + A^\top) (x + c p)", "proved"),
        (r"\nabla f(x + c p) \cdot p = p^\top (A + A^\top) (x - c p)", "refuted"),
        (r"q_i = e^{x_i\sum_{k < i} x_k}", "refuted"),
        (r"e^{x_i \sum_{k < i} x_k} = \exp(x_i \sum_{k < i} x_k)", "proved"),
        (r"e^{x_i \sum_{k < i} x_k} = \exp(\sum_i \sum_{k < i} x_i x_k)", "refuted"),
    ],
)
def test_gradients_at_a_point_and_exponents(latex: str, expected: str) -> None:
    """∇f(x + t p) is the gradient of f there; of the indices above an e those are free that are used beside it."""
    assert status_of(latex, DECLARED) == expected


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"1 - X = \mathbf 1_N \mathbf 1_K^\top - X", "proved"),
        (r"X \odot (1 - X) = X - X \odot X", "proved"),
        (r"X \odot (c + X) = X + X \odot X", "refuted"),
    ],
)
def test_a_number_beside_a_matrix(latex: str, expected: str) -> None:
    """It is added to each entry of one that is not square; beside a square one it could be c I."""
    declared = "dimensions N, K; matrix X : N x K; matrix A : N x N; scalar c"
    assert status_of(latex, declared) == expected
    with pytest.raises(InputError, match="a sum of shapes"):
        read_latex(r"1 - A = A", context_from(declared))


@pytest.mark.parametrize("latex", [r"\nabla f(2 x) = x", r"\nabla f(A x - b) = x", r"\nabla f(x - c \nabla f(x)) = x"])
def test_gradients_at_formulas(latex: str) -> None:
    """Of f there, or by x of the value there, which are not the same."""
    assert "without a variable" in refusal(read_latex, latex, context_from(DECLARED))


@pytest.mark.parametrize(
    "declared",
    [
        r"dimension N; \newcommand{\bx}{x} vector \bx : N",
        r"dimension N; vector x : N; \renewcommand{\sum}{\prod}index i : N",
        r"dimension N; vector \newcommand{\bx}{x}y : N",
        r"dimension N; let \newcommand{\bx}{x} y = 1",
    ],
)
def test_a_macro_has_a_clause_of_its_own(declared: str) -> None:
    """Nothing else stands in a clause with a macro, and no macro in another one: neither is passed over."""
    assert "part them by ;" in refusal(context_from, declared)


def test_a_function_before_its_own_call() -> None:
    """``y y(u)`` is y times y(u), and not y(y) u."""
    declared = r"dimension N; vectors x, u : N; let y(x) = x - \frac{x \cdot \mathbf 1}{N} \mathbf 1"
    assert status_of(r"x \cdot y y(u) = (x \cdot y) (y(u))", declared) == "proved"
