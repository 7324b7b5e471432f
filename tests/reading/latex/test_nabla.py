r"""``derive.reading.latex.rates`` and ``rates``: ``\nabla``, derivatives with a slash, and d for ``\partial``."""

from __future__ import annotations

from functools import partial

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context, read_latex
from derive.statements.equation import prove_chain
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension N, K; vectors x, y, b : N; vector w : K; matrix A : N x N; matrix X : N x K; scalar t, c
index i, j : N; index k : K; let f = \frac12 x^\top A x + b^\top x; let z = X w; loss L of z
let q = \frac12 \|y - X w\|^2; let p(u : N) = u \cdot u; let J = t^3; vector r : N; r depends on t"""


def context(more: str = "") -> Context:
    return context_from(more, context_from(DECLARED))


@pytest.mark.parametrize(
    "latex",
    [
        r"\nabla_x f = \frac12 (A + A^\top) x + b = \frac{\partial f}{\partial x}",
        r"\nabla_{\mathbf w} q = -X^\top (y - X w)",
        r"\nabla_w L = X^\top \nabla_z L = X^\top \frac{\partial L}{\partial z}",
        r"\nabla_X L = (\nabla_z L) w^\top",
        r"\nabla_X q = -(y - X w) w^\top",
        r"\nabla_w \tfrac12 \|y - X w\|^2 = -X^\top (y - X w)",
        r"\nabla_x x^\top A x = (A + A^\top) x",
        r"\nabla_x c\, x^\top x = c \nabla_x (x^\top x) = 2 c x",
        r"\nabla_x x \cdot b = b",
        r"\nabla_x p(x) = 2 x",
        r"\nabla_x (x^\top x) c = 2 c x",
        r"\nabla_{x_i} f = (\nabla_x f)_i",
        r"\nabla_x^2 f + A = A + \frac12 (A + A^\top)",
        r"\operatorname{tr}(\nabla_x^2 f) = \operatorname{tr} A",
        r"\nabla^2_x f + c = c + \operatorname{tr} A",
        r"\nabla_t^2 J = 6 t",
        r"\partial f / \partial x_i = (\partial f / \partial x)_i",
        r"\partial p(x) / \partial x = 2 x",
        r"\partial L / \partial w_k = \sum_m \partial L / \partial z_m \, X_{mk}",
        r"\sum_m (\partial L / \partial z_m)(\partial z_m / \partial w_k) = \partial L / \partial w_k",
        r"\partial^2 f / \partial x_i \partial x_j = \frac12 (A_{ij} + A_{ji})",
        r"\partial^2 f / \partial x_i^2 = A_{ii}",
        r"c \, \partial J / \partial t \, c = 3 c^2 t^2",
        r"\frac{d J}{d t} = \frac{\mathrm{d} J}{\mathrm{d} t} = \frac{d}{d t} t^3 = 3 t^2",
        r"\frac{d^2 J}{d t^2} = \frac{d^2}{dt^2} t^3 = 6 t",
        r"\frac{dL}{dw} = X^\top \frac{dL}{dz}",
        r"\frac{d r}{d t} = \frac{\partial r}{\partial t}",
    ],
)
def test_derivatives_in_rows(latex: str) -> None:
    """A gradient is a column of derivatives; a slash is a bar; d is ∂ where it is no name."""
    assert status_of(latex, context()) == "proved"


@pytest.mark.parametrize(
    "latex", [r"\nabla_w q = X^\top (y - X w)", r"\partial^2 f / \partial x_i^2 = 1", r"\frac{dJ}{dt} = 3 t"]
)
def test_false_statements(latex: str) -> None:
    """Refuted, as they should be."""
    assert status_of(latex, context()) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\nabla_x (x^\top x)(x^\top b) = b", "of 2 of the factors"),
        (r"\nabla_x x^\top x x^\top b = b", "of 4 of the factors"),
    ],
)
def test_what_a_gradient_is_of(latex: str, message: str) -> None:
    """Several scalars in which x occurs may follow; parentheses settle it."""
    with pytest.raises(AmbiguityError, match=message):
        read_latex(latex, context())


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\nabla f = b", r"\nabla without a variable"),
        (r"\nabla_x b = b", r"\nabla of shape (N)"),
        (r"\nabla_x A = A", r"\nabla of shape"),
        (r"\nabla_x \log x^\top = A", r"\nabla of shape (1 × N)"),
        (r"\nabla \|x - y\|^2 = c", r"\nabla_x or \nabla_y"),
        (r"\nabla x^\top A x = x", r"\nabla_A or \nabla_x"),
        (r"\nabla \|X w\|^2 = c", r"\nabla_X or \nabla_w"),
        (r"\nabla \|z\|^2 = 2 z", r"\nabla_X or \nabla_w or \nabla_z"),
        (r"\nabla t^2 = 2 t", r"\nabla without a variable"),
        (r"\nabla A x = A", r"\nabla without a variable"),
        (r"\nabla x = I", r"\nabla of shape (N)"),
        (r"\nabla p(2 x) = 4 x", r"\nabla without a variable"),
        (r"\nabla_x c = b", "of what has no x in it"),
        (r"\nabla_x = b", r"\nabla of nothing"),
        (r"\nabla_x \cdot x = c", r"\nabla of nothing"),
        (r"\nabla_x^3 f = c", r"a power of \nabla"),
        (r"\nabla_z^2 L = A", "a second derivative of what is only declared"),
        (r"\nabla_z f = A", r"\nabla by z of what has no z in it"),
        (r"\nabla_\zeta f = b", r"the unknown name \zeta"),
        (r"\partial f = c", r"\partial outside of a fraction"),
        (r"\partial f / c = c", r"\partial outside of a fraction"),
        (r"\partial f c / \partial x = c", r"\partial outside of a fraction"),
        (r"\partial^2 f / \partial x_i = c", "a derivative of order 1"),
        (r"\frac{d x}{d t} = x", "a derivative by t of what has no t in it"),
    ],
)
def test_what_is_no_derivative(latex: str, message: str) -> None:
    """The place, and what was expected."""
    assert message in refusal(lambda: read_latex(latex, context()))


PRIMED = """dimension n; vectors x, b, z : n; matrix A : n x n; let f(x) = \\frac12 x^\\top A x - b^\\top x; let F(x) = A x
let h(x) = x^\\top z"""


@pytest.mark.parametrize(
    ("latex", "mixed", "numerator"),
    [
        (r"f'(x) = \frac12 (A + A^\top) x - b", "proved", "sides that differ by a transpose"),
        (r"f'(x) = A x - b", "refuted", "sides that differ by a transpose"),
        (r"f'(x) = \frac12 x^\top (A + A^\top) - b^\top", "the layout of a derivative", "proved"),
        (r"f'(x)_i = \nabla f(x)_i + b_i", "refuted", "refuted"),
        (r"f'(z)^\top b = b^\top \nabla f(z)", "proved", "two column vectors side by side"),
        (r"f'(2 x) = b", "the unknown name f'", "the unknown name f'"),
        (r"h'(z) = z", "the unknown name h'", "the unknown name h'"),
        (r"F'(x) = A", "the unknown name F'", "the unknown name F'"),
    ],
)
def test_a_prime_of_a_function_of_a_vector(latex: str, mixed: str, numerator: str) -> None:
    """It is ∂f(x)/∂x in the layout of the text; of no formula, no vector, nor where x stands in the function besides."""
    for expected, layout in ((mixed, ""), (numerator, "; layout numerator")):
        declared = f"{PRIMED}; index i : n{layout}"
        if expected in ("proved", "refuted"):
            assert status_of(latex, declared) == expected
        else:
            assert expected in refusal(lambda declared=declared: status_of(latex, declared))


OF_FORMULAS = "dimension n; vectors x, w : n; matrix A : n x n; assume x \\ne 0; nablas of vectors: "


@pytest.mark.parametrize(
    ("latex", "jacobian", "gradients"),
    [
        (r"\nabla \left( \frac{x}{\|x\|} \right) = \frac{I}{\|x\|} - \frac{x x^\top}{\|x\|^3}", "proved", "proved"),
        (r"\nabla \left( \frac{x}{\|x\|} \right) = \frac{I}{\|x\|} + \frac{x x^\top}{\|x\|^3}", "refuted", "refuted"),
        (r"\nabla \left( (1^\top x) x \right) = (1^\top x) I + x 1^\top", "proved", "refuted"),
        (r"\nabla \left( (1^\top x) x \right) = (1^\top x) I + (x 1^\top)^\top", "refuted", "proved"),
    ],
)
def test_of_a_vector_in_parentheses(latex: str, jacobian: str, gradients: str) -> None:
    """It is the Jacobian of the formula, or its transpose: both are decided."""
    declared = OF_FORMULAS.replace(";", "; ones n;", 1)
    assert status_of(latex, f"{declared}jacobian") == jacobian
    assert status_of(latex, f"{declared}gradients") == gradients
    assert r"\nabla of a vector" in refusal(lambda: status_of(latex, declared.rsplit(";", 1)[0]))


@pytest.mark.parametrize("latex", [r"\nabla (x) = I", r"\nabla (A x) = A", r"\nabla (2x) w = 2 w", r"\nabla x = I"])
def test_of_no_vector_in_parentheses(latex: str) -> None:
    """A name could be what a function is of that is left out, and of two arrays either one could be meant."""
    assert r"\nabla" in refusal(lambda: status_of(latex, f"{OF_FORMULAS}jacobian"))


def test_the_derivative_of_digits() -> None:
    """A number in digits does not vary, a name might."""
    assert status_of(r"\frac{d}{dt}(1) = 0", "scalars t, c") == "proved"
    assert status_of(r"\frac{d}{dt} 2 = 1", "scalars t, c") == "refuted"
    assert "of what has no t in it" in refusal(lambda: status_of(r"\frac{d}{dt} (c) = 0", "scalars t, c"))


def test_a_declared_d_or_nabla() -> None:
    """A d that is a name could be a factor; a declared ∇ is that name."""
    with pytest.raises(AmbiguityError, match="d above and below a bar"):
        read_latex(r"\frac{d J}{d t} = c", context("scalar d"))
    assert read_latex(r"\frac{d c}{d} = c", context("dimension d")).terms[0].shape == ()
    assert read_latex(r"\nabla_x c = c", context(r"scalar \nabla_x")).terms[0].shape == ()


GRADIENTS = r"""dimension n; matrix Q : n x n symmetric; vectors x, b, x_k, p : n; scalars \alpha, c
let f(x) = \frac12 x^\top Q x - b^\top x; let g(c) = c^2"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\nabla f(x) = Q x - b", r"\nabla f(x) = Q x"),
        (r"\nabla f(x_k)^\top p = p^\top (Q x_k - b)", r"\nabla f(x_k)^\top p = p^\top (Q x - b)"),
        (r"c \nabla f(x_k) = c Q x_k - c b", r"c \nabla f(x_k) = Q x_k - b"),
        (
            r"f(x_k + \alpha p) = f(x_k) + \alpha \nabla f(x_k)^\top p + \tfrac12 \alpha^2 p^\top Q p",
            r"f(x_k + \alpha p) = f(x_k) + \alpha \nabla f(x_k)^\top p + \alpha^2 p^\top Q p",
        ),
        (r"\nabla f(x_k) - \nabla f(b) = Q (x_k - b)", r"\nabla f(x_k) - \nabla f(b) = Q (x_k + b)"),
    ],
)
def test_the_gradient_of_a_function(true: str, false: str) -> None:
    """At the argument that it is written with."""
    assert status_of(true, GRADIENTS) == "proved"
    assert status_of(false, GRADIENTS) == "refuted"


@pytest.mark.parametrize("latex", [r"\nabla f(Q x) = 0", r"\nabla c f = Q x", r"\nabla g(c) = 2 c"])
def test_what_a_gradient_is_taken_by_must_be_told(latex: str) -> None:
    """At a formula, of a product with a function without arguments, of a function of a number."""
    assert "without a variable" in refusal(lambda: read_latex(latex, context_from(GRADIENTS)))


def test_a_gradient_of_a_function_before_a_factor_with_its_argument() -> None:
    """Times what follows, or of the product; what has no such name in it is a factor."""
    named = r"dimension n; matrix Q : n x n symmetric; vectors x, b : n; scalar c; let f(x) = x^T Q x; let h(x) = x^T x"
    assert "before a factor with two readings" in refusal(
        lambda: read_latex(r"\nabla f(x) h(x) = 2 h(x) Q x", context_from(named))
    )
    assert status_of(r"\nabla f(x) b^\top c b = 2 c b^\top b Q x", named) == "proved"
    assert status_of(r"(\nabla f(x)) h(x) = 2 h(x) Q x", named) == "proved"
    assert status_of(r"\nabla f(x) x^\top = 2 Q x x^\top", named) == "proved"
    assert status_of(r"\nabla f(x) x^\top = Q x x^\top", named) == "refuted"


ONE = r"""dimension n, m; vectors x, v : n; matrix A : m x n; scalar c; let h = \|x\|^2; let f(x) = A x
let g(x) = \frac12 \|A x\|^2; let s(x) = \frac{x}{\|x\|}"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\nabla \|x\|_2^2 = 2 x", r"\nabla \|x\|_2^2 = x"),
        (r"\nabla \tfrac12 c \|x\|^2 = c x", r"\nabla \tfrac12 c \|x\|^2 = x"),
        (r"v^\top \nabla \sum_i x_i^2 + c = 2 v \cdot x + c", r"v^\top \nabla \sum_i x_i^2 + c = v \cdot x + c"),
        (r"\nabla h = 2 x", r"\nabla h = 2 v"),
        (r"\nabla \|A\|_F^2 = 2 A", r"\nabla \|A\|_F^2 = A"),
        (r"\nabla g = A^\top A x", r"\nabla g = A^\top A v"),
        (r"\nabla_{x x^\top} g(x) = A^\top A", r"\nabla_{x x^\top} g(x) = A^\top A + I"),
        (r"\nabla_{xx} g(x) = A^\top A", r"\nabla_{xx} g(x) = 2 A^\top A"),
        (r"\nabla_{x v^\top} (x^\top A^\top A v) = A^\top A", r"\nabla_{x v^\top} (x^\top A^\top A v) = A^\top"),
    ],
)
def test_a_gradient_without_a_variable_and_second_ones(true: str, false: str) -> None:
    """By the only vector or matrix that stands there; a column and a row in the script say how a Hessian is laid out."""
    assert (status_of(true, ONE), status_of(false, ONE)) == ("proved", "refuted")


@pytest.mark.parametrize("nabla", [r"\nabla_x f(x)", r"\nabla f(x)", r"\nabla_x (A x)", r"\nabla_x A x"])
def test_the_derivative_of_a_vector(nabla: str) -> None:
    """The Jacobian or its transpose: a convention says it, or the layout of derivatives."""
    with pytest.raises(AmbiguityError, match="of a vector"):
        read_latex(f"{nabla} = A", context_from(ONE))
    for declared, right, wrong in (
        ("nablas of vectors: jacobian", "A", "2 A"), ("nablas of vectors: gradients", r"A^\top", r"2 A^\top"),
        ("layout numerator", "A", "2 A"), ("layout denominator", r"A^\top", r"2 A^\top"), ("layout mixed", "A", "2 A"),
    ):  # fmt: skip
        assert status_of(f"{nabla} = {right}", f"{ONE}; {declared}") == "proved"
        assert status_of(f"{nabla} = {wrong}", f"{ONE}; {declared}") == "refuted"


def test_a_symmetric_derivative_of_a_vector_is_one_in_both_ways() -> None:
    """That of x / |x|."""
    for choice in ("jacobian", "gradients"):
        declared = f"{ONE}; nablas of vectors: {choice}"
        assert status_of(r"\nabla_x s(x) = \frac{\|x\|^2 I - x x^\top}{\|x\|^3}", declared) == "proved"
        assert status_of(r"\nabla_x s(x) = \frac{\|x\|^2 I - x x^\top}{\|x\|^2}", declared) == "refuted"


HESSIANS = r"""dimensions m, n; matrix X : m x n; vector y : m; vectors \theta, v : n; scalar c; c depends on v
second nablas: hessian; let J(\theta) = \frac12 \| X \theta - y \|^2; let f(x : n) = \| X x \|^2
let q(x : n) = (v^\top x)^2; let r(x : n) = c x^\top x; let u = 2 v"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\nabla^2 J(\theta) = X^\top X", r"\nabla^2 J(\theta) = 2 X^\top X"),
        (r"\nabla^2 J(v) = X^\top X", r"\nabla^2 J(v) = X^\top X + I"),
        (r"\nabla^2 f(v) = 2 X^\top X", r"\nabla^2 f(v) = X^\top X"),
        (r"\nabla^2 q(\theta) = 2 v v^\top", r"\nabla^2 q(\theta) = v v^\top"),
    ],
)
def test_second_derivatives_by_the_argument(true: str, false: str) -> None:
    r"""``\nabla^2 f(v)`` of a function of one vector, at a symbol."""
    assert status_of(true, HESSIANS) == "proved"
    assert status_of(false, HESSIANS) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"\nabla^2 q(v) = 2 v v^\top", r"\nabla^2 r(v) = 2 c I", r"\nabla^2 f(u) = 2 X^\top X"]
)
def test_second_derivatives_that_are_not_by_the_argument(latex: str) -> None:
    """What the function is made of has the symbol in it, or what it is of is defined: another derivative than by it."""
    assert refusal(lambda: read_latex(latex, context_from(HESSIANS)))


def test_a_variable_that_is_missing_is_named_as_it_is_declared() -> None:
    r"""\theta, and not theta."""
    message = refusal(lambda: read_latex(r"\nabla (y^\top X \theta) = 1", context_from(HESSIANS)))
    assert r"\nabla_{\theta}" in message


def test_gradient_of_a_function_of_several() -> None:
    r"""Without a variable nobody can tell by which of them; the message has them all."""
    more = r"let J(X, w) = \|X w - y\|^2"
    assert status_of(r"\nabla_w J(X, w) = 2 X^\top (X w - y)", context(more)) == "proved"
    said = refusal(read_latex, r"\nabla J(X, w) = 2 X^\top (X w - y)", context(more))
    assert r"expected \nabla_{X} or \nabla_{w}" in said


def test_gradient_of_a_function_of_a_matrix() -> None:
    r"""``\nabla f(X)`` is by the argument, whatever other arrays the function is made of."""
    more = context(r"matrix C : N x K; let F(X) = \frac12 \|X - C\|_F^2")
    assert status_of(r"\nabla F(X) = X - C", more) == "proved"
    assert status_of(r"\nabla F(X) = X + C", more) == "refuted"


def test_gradient_at_what_is_made_of_the_argument() -> None:
    r"""``\nabla F(X^\top)``, and a power behind a second gradient, which could be of the function."""
    more = context(r"let F(Y : N x N) = \|Y\|_F^2; let f(x) = \frac12 x^\top x")
    for latex in (r"\nabla F(A^\top) = 2 A", r"\nabla F(A^\top) = 2 A^\top", r"\nabla^2 f(x)^{-1} \nabla f(x) = x"):
        assert refusal(read_latex, latex, more)
    assert status_of(r"\nabla F(A) = 2 A", more) == "proved"


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("The Hessian is", "proved"), ("Die Hessematrix", "proved"), ("Матрица Гессе", "proved"), ("ヘッセ行列は", "proved"),
        ("The second derivative is", "error"), ("The Hessian, whose trace is the Laplacian, is", "error"),
    ],
)  # fmt: skip
def test_a_text_that_speaks_of_the_hessian(words: str, verdict: str) -> None:
    """In it ``\\nabla^2`` is one; else that, or the Laplacian."""
    head = "% derive: dimension n; vector x : n; matrix A : n x n symmetric; let f(x) = x^\\top A x\n"
    text = rf"{head}{words} \[ \nabla^2 f(x) = 2 A \]"
    begin = text.index(r"\nabla^2")
    page = context_from(head.removeprefix("% derive: "))
    read = partial(read_latex, text, page, begin=begin, end=text.index(r" \]"))
    if verdict == "error":
        with pytest.raises(AmbiguityError):
            read()
    else:
        chain = read()
        assert prove_chain(chain.terms).status == verdict


@pytest.mark.parametrize(
    "head",
    ["<!-- Hessian -->", "![Hessian](hessian.png)", "Hessian-free, ", "ヘッセ行列とラプラシアン", "Its trace is"],
)
def test_what_says_nothing_of_the_hessian(head: str) -> None:
    """A comment, a picture, another word; and beside a number it may be the Laplacian, whatever the text has."""
    trace = head == "Its trace is"
    right = r"2 \operatorname{tr} A" if trace else "2 A"
    text = rf"{'The Hessian. ' if trace else ''}{head} \[ \nabla^2 f(x) = {right} \]"
    page = context_from(r"dimension n; vector x : n; matrix A : n x n symmetric; let f(x) = x^\top A x")
    with pytest.raises(AmbiguityError):
        read_latex(text, page, begin=text.index(r"\nabla^2"), end=text.index(r" \]"))
