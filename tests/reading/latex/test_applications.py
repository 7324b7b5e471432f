r"""A node before parentheses or a name: the function of what follows, or its value as a factor."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import refusal, status_of
from tests.reading.test_in_each import asked

NAMES = r"""dimension d; vectors x, y : d; scalar c > 0; index i, j, k : d
let \sigma(x) = \sqrt{x^\top x}; let r(x) = x / \sigma"""


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\sigma (I - r r^\top) = \sigma I - \sigma r r^\top", "proved"),
        (r"\sigma (I - r r^\top) = \sigma I + \sigma r r^\top", "refuted"),
        (r"1/\sigma (I - r r^\top) r = 0", "proved"),
        (r"1/\sigma (I - r r^\top) x = x", "refuted"),
        (r"\frac{1}{\sigma} (1_{i=j} - r_i r_j) = \frac{1_{i=j} - r_i r_j}{\sigma}", "proved"),
        (r"\sigma (1_{i=j} - r_i r_j) = \sigma 1_{i=j} + \sigma r_i r_j", "refuted"),
        (r"\sigma (I - r r^\top) x = \sigma (x - r r^\top x)", "proved"),
        (r"\sigma (I - r r^\top) x = \sigma (x + r r^\top x)", "refuted"),
        (r"\sigma(2x) = 2 \sigma(x)", "proved"),
        (r"\sigma(x + x) = 2 \sigma(x)", "proved"),
        (r"\sigma(x + x) = 3 \sigma(x)", "refuted"),
    ],
)
def test_what_is_no_argument(latex: str, verdict: str) -> None:
    """A node of vectors is a factor before a matrix or a number; then it is one in all of the formula."""
    assert status_of(latex, NAMES) == verdict


@pytest.mark.parametrize(
    ("latex", "product", "function"),
    [
        (r"\sigma x = \sigma \cdot x", "proved", "refuted"),
        (r"\sigma x = 2 \sigma \cdot x", "refuted", "refuted"),
        (r"\sigma x = \sqrt{x^\top x}", "refuted", "proved"),
        (r"\sigma y = \sqrt{y^\top y}", "refuted", "proved"),
    ],
)
def test_before_a_name(latex: str, product: str, function: str) -> None:
    """``f x`` is decided in both readings, and as declared."""
    assert status_of(latex, f"{NAMES}; applications: product") == product
    assert status_of(latex, f"{NAMES}; applications: function") == function
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context_from(NAMES))
    assert "applications: function|product" in caught.value.hint
    alike = f"{product} in each of 2 readings" if product == function else "the readings come out differently"
    assert alike in asked(latex, NAMES.replace("\n", "; "), "--latex")[1]


ITSELF = r"""dimension n; vectors w, x : n; scalars b, y, t; index i : n; let s(u) = \frac{1}{1 + e^{-u}}
let z(w, x, b) = w^\top x + b; let \hat y(z) = s(z); let f(t) = t^2; let a_i(x_i) = s(x_i)"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{d \hat y}{d z} = \hat y(1 - \hat y)", "proved"),
        (r"\frac{d \hat y}{d z} = \hat y(1 + \hat y)", "refuted"),
        (r"\frac{\partial a_i}{\partial x_i} = a_i(1 - a_i)", "proved"),
        (r"\frac{\partial a_i}{\partial x_i} = a_i(1 - 2 a_i)", "refuted"),
        (r"\hat y(y - \hat y) = y \hat y - \hat y^2", "proved"),
        (r"f(1 - f) = t^2 - t^4", "proved"),
        (r"f(1 - f) = (1 - t^2)^2", "refuted"),
        (r"f(f(t)) = t^4", "proved"),
        (r"f(1 - f(t)) = (1 - t^2)^2", "proved"),
        (r"f(t - f) = (t - t^2)^2", "refused"),
        (r"f(t - f / t) = f t - f^2 / t", "refused"),
        (r"\hat y(z - \hat y) = z \hat y - \hat y^2", "refused"),
        (r"\hat y(b - \hat y) = b \hat y - \hat y^2", "refused"),
        (r"f(f) = t^4", "refused"),
    ],
)
def test_before_what_it_stands_in_itself(latex: str, status: str) -> None:
    """A value before parentheses in which it stands by itself is a factor; beside its argument it may be a function."""
    if status == "refused":
        with pytest.raises(AmbiguityError):
            read_latex(latex, context_from(ITSELF))
    else:
        assert status_of(latex, ITSELF) == status


NUMBERS = "dimension N, K; vectors u, w : N; matrices A, B : N x N; matrices X, Y : N x K; scalar t; let q(t) = t^2"


@pytest.mark.parametrize(
    ("latex", "product", "function"),
    [
        (r"q(u + w) = q \cdot u + q \cdot w", "proved", "refuted"),
        (r"q (X - Y) = q \cdot X - q \cdot Y", "proved", "refuted"),
        (r"q(X) = q \cdot X", "proved", "refuted"),
        (r"q(u - w) + q \cdot u = u^{\odot 2} - 2 u \odot w + w^{\odot 2} + t^2 u", "refuted", "proved"),
    ],
)
def test_of_numbers_before_arrays(latex: str, product: str, function: str) -> None:
    """Where it is a value too, what is a function of numbers may be taken entry by entry, or be a factor."""
    assert status_of(latex, f"{NUMBERS}; applications: product") == product
    assert status_of(latex, f"{NUMBERS}; applications: function") == function
    assert "the readings come out differently" in asked(latex, NUMBERS, "--latex")[1]


@pytest.mark.parametrize("latex", [r"q(A) = q \cdot A", r"q(A - B) = q \cdot A - q \cdot B"])
def test_of_numbers_before_a_square_matrix(latex: str) -> None:
    """It could be the function of the matrix as well, and is never a product by that."""
    assert "of a square matrix with two readings" in asked(latex, NUMBERS, "--latex")[1]


BY_WORD = r"dimension N; vectors z, l : N; matrix A : N x N; scalar t; index i : N; let g(u) = u^2"


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\tanh'(t) = 1 - \tanh^2(t)", "proved"),
        (r"2 \tanh'(t) t = 2 t - 2 t \text{tanh}^2(t)", "proved"),
        (r"\tanh'(t) = 1 - \tanh(t)", "refuted"),
        (r"\exp'(2 t)^2 = \exp(4 t)", "proved"),
        (r"\tanh'(z)_i = 1 - \tanh(z_i)^2", "proved"),
        (r"(\sqrt{z})_i = \sqrt{z_i}", "proved"),
        (r"\text{diag}(\sqrt{l}) \text{diag}(\sqrt{l}) = \text{diag}(l)", "proved"),
        (r"\text{diag}(\sqrt{l}) \text{diag}(\sqrt{l}) = \text{diag}(\sqrt{l})", "refuted"),
    ],
)
def test_functions_of_numbers(latex: str, verdict: str) -> None:
    r"""``\tanh'`` is the derivative of tanh; a root of a vector is that of each entry, as other functions are."""
    assert status_of(latex, BY_WORD) == verdict


@pytest.mark.parametrize(
    "latex", [r"\tanh'(A) = A", r"\sqrt{A} = A", r"\log'(t) = 1/t", r"\tanh''(t) = t", r"\tanh' t = t"]
)
def test_no_functions_of_numbers(latex: str) -> None:
    """Of a square matrix it is of each entry, or of the matrix; log has no derivative everywhere."""
    with pytest.raises(InputError):
        read_latex(latex, context_from(BY_WORD))


SCORES = r"""dimension n, k, m; matrix S : n x n; matrix V : n x k; vector s : m; let P(S) = 2 S
let p_i = \frac{s_i}{\sum_j s_j}"""


def test_sizes_of_arguments() -> None:
    """A node of square matrices before another one is its value, as there it has none."""
    assert status_of(r"P V = 2 S V", SCORES) == "proved"
    assert status_of(r"P V = 2 V", SCORES) == "refuted"
    with pytest.raises(AmbiguityError, match="P before a name"):
        read_latex(r"P W = W", context_from(SCORES + "; matrix W : n x n"))


def test_what_an_unbound_index_runs_over() -> None:
    """The hint has the size of what has the index, and no other one."""
    with pytest.raises(InputError) as caught:
        read_latex(r"\frac{\partial p_i}{\partial s_i} = 1", context_from(SCORES))
    assert "index i : m" in str(caught.value)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\log\sigma_i(z) = z_i - \log N(z)", "proved"),
        (r"\log\sigma_i(z) = z_i - N(z)", "refuted"),
        (r"-\sum_i t_i \log\sigma_i(z) = -\sum_i t_i \log(\sigma_i(z))", "proved"),
        (r"-\sum_i t_i \log\sigma_i(z) = -\sum_i \log(\sigma_i(z))", "refuted"),
        (r"\log N(z) c = c \log(N(z))", "ambiguous"),
        (r"\log c (z) = z \log c", "ambiguous"),
    ],
)
def test_a_value_behind_a_word(latex: str, expected: str) -> None:
    r"""``\log\sigma_i(z)`` is that of \sigma_i(z): the parentheses are no factor."""
    declared = r"""dimension n; vectors z, t : n; index i : n; scalar c > 0; let \sigma_i(z) = \frac{e^{z_i}}{\sum_k e^{z_k}}
    let N(z) = \sum_k e^{z_k}"""
    if expected == "ambiguous":
        assert "words before products" in refusal(lambda: status_of(latex, declared))
    else:
        assert status_of(latex, declared) == expected


OWN = r"""scalars s, t; dimension n; vector x : n; index i, k : n; matrix X : n x n; scalar \lambda > 0
let g(s) = \frac{1}{1 + e^{-s}}; let \sigma(x_i) = \frac{e^{x_i}}{\sum_j e^{x_j}}
let H = X (X^\top X + \lambda I)^{-1} X^\top; let df(\lambda) = \operatorname{tr}(H)"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{dg}{ds} = g(s) \cdot [1 - g(s)]", r"\frac{dg}{ds} = g(s) \cdot [1 + g(s)]"),
        (r"\frac{dg}{ds} = g(s) (1 - g)", r"\frac{dg}{ds} = s g (1 - g)"),
        (r"\sigma(x_i) = \frac{e^{x_i}}{\sum_j e^{x_j}}", r"\sigma(x_i) = e^{x_i}"),
        (r"df(\lambda) = \operatorname{tr}(H)", r"df(\lambda) = \lambda \operatorname{tr}(H)"),
    ],
)
def test_a_value_before_the_name_that_it_is_defined_of(true: str, false: str) -> None:
    """It is the value, as it is defined: no factor stands by itself in parentheses right behind another one."""
    assert status_of(true, OWN) == "proved"
    assert status_of(false, OWN) == "refuted"


@pytest.mark.parametrize("latex", [r"\frac{dg}{ds} g(s)^2 = g^3 - g^4", r"\frac{dg}{ds} g(t) = g^2 (1 - g)"])
def test_a_power_or_another_argument_behind_a_value(latex: str) -> None:
    assert "a node before parentheses with two readings" in refusal(read_latex, latex, context_from(OWN))
