r"""``derive.reading.latex.derivatives``: losses, what is said to depend on something, what is held fixed."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

LINEAR = r"""dimension N, K; vector x : K; vector b : N; matrix W : N x K; index i : N; index j : K; scalar t
let y = t W \vec x + \vec b; loss L of y"""
ABSTRACT = (
    r"dimension N; vectors x, y : N; index i, j : N; scalar t; y depends on x; y depends on t; loss \mathcal{L} of y"
)
CENTRED = r"dimension N; vector a : N; let m = \vec a \cdot \vec 1 / N; let y = a - m \vec 1"
SCALAR = r"""dimension N; index n, m : N; vector x : N; let y = \vec x \cdot \vec x; loss L of y
matrix A : N x N; let Z = A A; loss M of Z"""

QUADRATIC = r"""dimension N, K; index i, j : N; vector x : N; vector w : K; matrix A : N x N; matrix X : N x K; scalar t
let q = x^\top A x; let p = x^\top X w"""


@pytest.mark.parametrize(
    ("declarations", "latex", "status"),
    [
        (LINEAR, r"\frac{\partial L}{\partial \vec x} = t W^\top \frac{\partial L}{\partial \vec y}", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial \vec x} = W^\top \frac{\partial L}{\partial \vec y}", "refuted"),
        (LINEAR, r"\frac{\partial L}{\partial x_j} = t \sum_i \frac{\partial L}{\partial y_i} W_{ij}", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial x_j} = t \sum_m \frac{\partial L}{\partial y_m} W_{mj}", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial W_{ij}} = t \frac{\partial L}{\partial y_i} x_j", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial W_{ij}} = \frac{\partial L}{\partial y_i}", "refuted"),
        (LINEAR, r"\frac{\partial L}{\partial b_i} = \frac{\partial L}{\partial y_i}", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial t} = \frac{\partial L}{\partial \vec y} \cdot W \vec x", "proved"),
        (ABSTRACT, r"\frac{\partial \mathcal L}{\partial x_j} = \sum_n \frac{\partial \mathcal{L}}{\partial y_n} "
                   r"\frac{\partial y_n}{\partial x_j}", "proved"),
        (ABSTRACT, r"\frac{\partial \mathcal L}{\partial t} = "
                   r"\frac{\partial \mathcal L}{\partial \vec y} \cdot \frac{\partial \vec y}{\partial t}", "proved"),
        (CENTRED, r"\frac{\partial \vec y}{\partial \vec a} = I - \frac{\vec 1 \vec 1^\top}{N}", "proved"),
        (CENTRED, r"\frac{\partial \vec y}{\partial \vec a} = I", "refuted"),
        (CENTRED + "; hold m fixed", r"\frac{\partial \vec y}{\partial \vec a} = I", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial W} = t \frac{\partial L}{\partial y} \vec x^\top", "proved"),
        (LINEAR, r"\frac{\partial L}{\partial W} = t \vec x \frac{\partial L}{\partial y}^\top", "refuted"),
        (LINEAR, r"\frac{\partial L}{\partial \vec x^\top} = t (\partial L / \partial \vec y)^\top W", "proved"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x_i \partial x_j} = A_{ij} + A_{ji}", "proved"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x_i \partial x_j} = 2 A_{ij}", "refuted"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x_i^2} = 2 A_{ii}", "proved"),
        (QUADRATIC, r"\frac{\partial^2}{\partial x_i \partial x_j} (x^\top A x) = A_{ij} + A_{ji}", "proved"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x \partial x^\top} = A + A^\top", "proved"),
        (QUADRATIC, r"\frac{\partial^3 t^3}{\partial t^3} = 6", "proved"),
        (QUADRATIC, r"\frac{\partial^2 p}{\partial x \partial w^\top} = X", "proved"),
        (QUADRATIC, r"\frac{\partial^2 p}{\partial x^\top \partial w} = X^\top", "proved"),
        (QUADRATIC, r"\frac{\partial (A x)}{\partial x^\top} = A", "proved"),
        (QUADRATIC, r"\frac{\partial (A x)^\top}{\partial x} = A^\top", "proved"),
        (QUADRATIC, r"\frac{\partial q}{\partial x^\top} = x^\top (A + A^\top)", "proved"),
        (QUADRATIC, r"\frac{\partial (t x)^\top}{\partial t} = x^\top", "proved"),
        (SCALAR, r"\frac{\partial L}{\partial x_n} = 2 x_n \frac{\partial L}{\partial y}", "proved"),
        (SCALAR, r"\frac{\partial M}{\partial A_{nm}} = "
         r"\sum_i \frac{\partial M}{\partial Z_{im}} A_{in} + \frac{\partial M}{\partial Z_{ni}} A_{mi}", "proved"),
    ],
)  # fmt: skip
def test_the_chain_rule(declarations: str, latex: str, status: str) -> None:
    """By what the loss is of, by what that is made of, and by what it is only said to depend on."""
    assert status_of(latex, declarations) == status


@pytest.mark.parametrize(
    ("declarations", "latex", "message"),
    [
        (LINEAR, r"L = 1", "the unknown name L"),
        (LINEAR, r"\frac{\partial^2 L}{\partial t^2} = 0", "a second derivative of what is only declared"),
        (LINEAR, r"\frac{\partial^2 L}{\partial x_j \partial t} = 0", "a second derivative of what is only declared"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x_i} = 0", "a derivative of order 1 below a bar"),
        (QUADRATIC, r"\frac{\partial q}{\partial x_i \partial x_j} = 0", "a derivative of order 2 below a bar"),
        (QUADRATIC, r"\frac{\partial^2 x}{\partial t^2} = 0", "a second derivative of shape (N)"),
        (QUADRATIC, r"\frac{\partial^2 q}{\partial x_i \partial x} = 0", "some indices"),
        (QUADRATIC, r"\frac{\partial^9 q}{\partial t^9} = 0", "an order up to 4"),
        (QUADRATIC, r"\frac{\partial x}{\partial x_{i} x_{j}} = 0", "by something else"),
        (QUADRATIC, r"\frac{\partial A x}{\partial A^\top} = 0", "a derivative by a formula"),
        (LINEAR + "; vector u : K", r"\frac{\partial L}{\partial u_j} = 0", "does not depend"),
        (LINEAR, r"\frac{\partial}{\partial x_j} \frac{\partial L}{\partial y_i} = 0", "a second derivative"),
        ("scalar L; loss L of y", "L = 0", "declared twice"),
        ("loss L of y", "L = 0", "the unknown name y"),
        ("scalar y; loss L", "L = 0", "'of' and a name"),
        ("scalar x; let y = x; y depends on x", "y = 0", "y, which is defined"),
        ("scalar m; hold m", "m = 0", "hold m fixed"),
    ],
)
def test_what_cannot_be_differentiated(declarations: str, latex: str, message: str) -> None:
    """What is only declared has first derivatives only, by what it is declared to depend on."""
    assert message in refusal(lambda: read_latex(latex, context_from(declarations)))


@pytest.mark.parametrize(
    ("layout", "true", "false"),
    [
        (
            "numerator",
            r"\frac{\partial y_j}{\partial x} = e_j^\top \frac{\partial y}{\partial x}",
            r"\frac{\partial y_j}{\partial x} = e_i^\top \frac{\partial y}{\partial x}",
        ),
        (
            "mixed",
            r"\frac{\partial y_j}{\partial x} = (\frac{\partial y}{\partial x})^\top e_j",
            r"\frac{\partial y_j}{\partial x} = \frac{\partial y}{\partial x} e_j",
        ),
        (
            "denominator",
            r"\frac{\partial y_j}{\partial x} = \frac{\partial y}{\partial x} e_j",
            r"\frac{\partial y_j}{\partial x} = (\frac{\partial y}{\partial x})^\top e_j",
        ),
        (
            "numerator",
            r"\frac{\partial y}{\partial x_i} = \frac{\partial y}{\partial x} e_i",
            r"\frac{\partial y}{\partial x_i} = (\frac{\partial y}{\partial x})^\top e_i",
        ),
        (
            "mixed",
            r"x^\top \frac{\partial y}{\partial x_i} = \sum_j x_j \frac{\partial y_j}{\partial x_i}",
            r"x^\top \frac{\partial y}{\partial x_i} = \sum_j x_j \frac{\partial y_i}{\partial x_j}",
        ),
    ],
)
def test_of_or_by_one_component_of_what_depends(layout: str, true: str, false: str) -> None:
    """A gradient of one component, and the vector of the derivatives by one."""
    declared = f"{ABSTRACT}; layout {layout}"
    assert (status_of(true, declared), status_of(false, declared)) == ("proved", "refuted")


@pytest.mark.parametrize("sign", [r"\nabla_x", r"\nabla_{x}", r"\nabla_{\bm x}", r"\frac{\partial}{\partial x}"])
def test_by_an_array_without_its_mark(sign: str) -> None:
    r"""Where \mathbf x alone is declared; a scalar x beside it is another name."""
    declared = r"dimension n; vectors \mathbf x, \mathbf b : n"
    assert status_of(rf"{sign} (\mathbf b^T \mathbf x) = \mathbf b", declared) == "proved"
    assert status_of(rf"{sign} (\mathbf b^T \mathbf x) = \mathbf x", declared) == "refuted"
    if "frac" in sign:
        assert status_of(rf"{sign} (\mathbf b^T \mathbf x) = 0", declared + "; scalar x") == "proved"


def test_the_rows_of_mixed_derivatives() -> None:
    """A transpose says which symbol the columns belong to; without one nobody can tell."""
    with pytest.raises(AmbiguityError, match="a matrix of mixed derivatives"):
        read_latex(r"\frac{\partial^2 p}{\partial x \partial w} = X", context_from(QUADRATIC))


OF_SUMS = "dimension d; vectors x, c : d; matrix A : d x d; scalar s; layout numerator"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{\partial x - c}{\partial x} = I", r"\frac{\partial c - x}{\partial x} = I"),
        (r"\frac{\partial A x + c}{\partial x} = A", r"\frac{\partial A x + x}{\partial x} = A"),
        (
            r"\dfrac{\partial x^\top x + c^\top x}{\partial x} = 2 x^\top + c^\top",
            r"\dfrac{\partial x^\top x + c^\top x}{\partial x} = 2 x^\top",
        ),
        (r"\frac{\partial^2 s^2 + s}{\partial s^2} = 2", r"\frac{\partial^2 s^2 + s}{\partial s^2} = 2 s"),
    ],
)
def test_a_sum_behind_a_sign(true: str, false: str) -> None:
    """``\\frac{\\partial x - c}{\\partial x}`` is the derivative of x - c: nothing else is meant."""
    assert status_of(true, OF_SUMS) == "proved"
    assert status_of(false, OF_SUMS) == "refuted"


@pytest.mark.parametrize("above", [r"\partial x + \partial c", r"-\partial x + c", r"c + \partial x"])
def test_a_sum_with_several_signs_is_refused(above: str) -> None:
    """Nobody says what the others are."""
    assert "outside of a fraction" in refusal(
        lambda: read_latex(rf"\frac{{{above}}}{{\partial x}} = I", context_from(OF_SUMS))
    )


INVERSES = r"""\newcommand{\p}[2]{\frac{\partial #1}{\partial #2}}; \newcommand{\tr}{\operatorname{tr}}; dimension N
matrices A, B : N x N; vectors a, b : N; scalar s; indices n, m : N"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\p{}{A} (a^T A^{-1} b) = -A^{-T} a b^T A^{-T}", r"\p{}{A} (a^T A^{-1} b) = -A^{-T} b a^T A^{-T}"),
        (r"\p{\det A}{A} = (\det A) A^{-T}", r"\p{\det A}{A} = 2 (\det A) A^{-T}"),
        (r"\p{\log \det A}{A_{nm}} = (A^{-1})_{mn}", r"\p{\log \det A}{A_{nm}} = A_{mn}"),
        (r"\nabla_A \tr(B A^{-1}) = -(A^{-1} B A^{-1})^T", r"\nabla_A \tr(B A^{-1}) = (A^{-1} B A^{-1})^T"),
        (r"\p{A^{-2}}{A_{nm}} = -A^{-1} (A^{-1} e_n e_m^T + e_n e_m^T A^{-1}) A^{-1}", r"\p{A^{-2}}{A_{nm}} = -e_n e_m^T"),
        (r"\frac{d}{d s} (A + s B)^{-1} = -(A + s B)^{-1} B (A + s B)^{-1}",
         r"\frac{d}{d s} (A + s B)^{-1} = -(A + s B)^{-2} B"),
        (r"\frac{d}{d s} \log \det(A + s B) = \tr((A + s B)^{-1} B)",
         r"\frac{d}{d s} \log \det(A + s B) = \tr((A + s B)^{-1} A)"),
        (r"\p{}{a_n} (a a^T) = e_n a^T + a e_n^T", r"\p{}{a_n} (a a^T) = 2 e_n a^T"),
    ],
)  # fmt: skip
def test_inverses_and_determinants(true: str, false: str) -> None:
    """What normal forms have no derivative of is written out; a matrix by a component is one of components."""
    assert [status_of(latex, INVERSES) for latex in (true, false)] == ["proved", "refuted"]


def test_the_layout_of_what_is_written_out() -> None:
    """A derivative in a definition could be laid out otherwise, too."""
    given = context_from(INVERSES + r"; invertible A; let G = \p{\log \det A}{A}")
    assert status_of(r"G = A^{-T}", given) == "proved"
    assert "the layout of a derivative" in refusal(lambda: read_latex("G = A^{-1}", given))


def test_a_matrix_whose_components_are_tied() -> None:
    """Of a derivative by a symmetric matrix nothing is said."""
    assert status_of(r"\p{\tr(A B)}{A} = B^T", INVERSES + "; symmetric A") == "unsupported"


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"\frac{\partial}{\partial w_i} \frac{x_i}{c} \cdot w_i = \frac{x_i}{c}", "proved"),
        (r"\frac{\partial}{\partial w_i} \frac{x_i}{c} \cdot w_i = 0", "refuted"),
        (r"\frac{\partial}{\partial w_i} \frac{x_i}{c} \cdot w_i = \frac{2 x_i}{c}", "refuted"),
        (r"\frac{\partial}{\partial w} x \cdot w = x", "proved"),
        (r"\frac{d}{da} c \times a^2 = 2 a c", "proved"),
        (r"\frac{d}{da} c / a = -\frac{c}{a^2}", "proved"),
        (r"\frac{\partial}{\partial a} r \cdot a = 3 a^2", ""),
        (r"\frac{\partial}{\partial a} c \cdot a \cdot r = 3 a^2 c", ""),
        (r"\frac{\partial}{\partial a} (c) \cdot a = 0", ""),
    ],
)
def test_nobody_writes_the_derivative_of_a_constant(latex: str, verdict: str) -> None:
    """What varies behind one sign alone is differentiated; else it is in doubt."""
    declared = "dimension N; vectors x, w : N; index i : N; scalars a, c > 0; let r = a^2"
    if verdict:
        assert status_of(latex, declared) == verdict
    else:
        assert len(readings_of(latex, declared)) == 2


PRIMED = r"""dimension N; vector v : N; scalars x, y, t; let \sigma(x) = \frac{1}{1+e^{-x}}; let a = 2 x; let g(u) = u^2
let b(y) = 3 y^2"""


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\left( \frac{1}{1+e^{-x}} \right)' = \sigma(x) (1 - \sigma(x))", "proved"),
        (r"[\sigma(x)^{-1}]' = -e^{-x}", "proved"),
        (r"[\sigma(x)^{-1}]' = e^{-x}", "refuted"),
        (r"3 (x^2)' y = 6 x y", "proved"),
        (r"(x^2)' + (y^2)' = 2 x + 2 y", "proved"),
        (r"(g(2x))' = 8 x", "proved"),
        (r"(g(2x))' = 4 x", "refuted"),
        (r"((x^2)' + x)' = 3", "proved"),
        (r"(N x)' = N", "proved"),
        (r"t (b(y))' = 6 t y", "proved"),
    ],
)
def test_primed_brackets(latex: str, expected: str) -> None:
    """The derivative by the only number that stands in them."""
    assert status_of(latex, PRIMED) == expected


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"(x y)' = y", "not one number alone"),
        (r"(x a)' = 4 x", "not one number alone"),
        (r"[\sigma^{-1}]' = 1", "not one number alone"),
        (r"(v^\top v)' = 1", "not one number alone"),
        (r"(3)' = 0", "not one number alone"),
        (r"(x^2)'(2) = 4", "primed brackets before others"),
        (r"g(2x)' = 4x", "a prime that is no part"),
        (r"(v)' = v", "a prime that is no part"),
        (r"(x)' = 1", "a prime that is no part"),
    ],
)
def test_other_primes_at_brackets(latex: str, message: str) -> None:
    """By which of several, in which bracket, at which point: nobody can tell."""
    assert message in refusal(read_latex, latex, context_from(PRIMED))


def test_primed_brackets_as_transposes() -> None:
    """A prime that is declared as a transpose is one."""
    assert status_of(r"(v v')' v = v v' v", PRIMED + "; transpose '") == "proved"
