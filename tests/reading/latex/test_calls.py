r"""``derive.reading.latex.functions`` and ``calls``: functions by their words, and declared ones."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.printing import text
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from derive.statements.equation import prove_equation
from tests.reading.latex.contexts import read, refusal, same, status_of


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\operatorname{diag}(\vec a) \vec b", "diag(a)*b"), (r"\text{diag}(a)", "diag(a)"),
        (r"\mathrm{diag}\, a", "diag(a)"), (r"\operatorname{Tr} A", "trace(A)"),
        (r"\mathrm{tr}(A B)", "trace(A*B)"), (r"\operatorname{tr} \left(A\right)", "trace(A)"),
        (r"\operatorname{tr}(A)^2", "trace(A)^2"),
        (r"\det A", "det(A)"), (r"\det(A) B", "det(A)*B"),
        (r"\exp(t)", "exp(t)"), (r"\log t", "log(t)"), (r"\ln(t)", "log(t)"), (r"2 \tanh t", "2*tanh(t)"),
        (r"\operatorname{mean}(x)", "mean(x)"),
        (r"\cos\theta_{a, b}", "cos(a, b)"), (r"\cos\theta_{a + b, A b}", "cos(a + b, A*b)"),
        (r"\frac{\partial \mu}{\partial \vec a}", "grad(mu, a)"),
        (r"\frac{\partial x_n}{\partial y_m}", "grad(x[n], y)[m]"),
        (r"\frac{\partial}{\partial \vec x} (A \vec x)", "grad(A*x, x)"),
        (r"\frac{\partial}{\partial x_n} (\vec x \cdot \vec y)", "grad(dot(x, y), x)[n]"),
        (r"\frac{\partial A\vec x}{\partial x_n}", "grad(A*x, x)*basis(n)"),
        (r"\frac{\partial}{\partial t} \frac{\partial}{\partial s} (s t)", "grad(grad(s*t, s), t)"),
    ],
)  # fmt: skip
def test_functions_and_derivatives(latex: str, plain: str) -> None:
    """A function takes its parentheses, or the one factor after it."""
    same(latex, plain)


def test_declared_functions() -> None:
    """A declared function takes its parentheses; scripts after them are on the value."""
    assert text(read(r"2 h(\vec a)^2 + h\left(A \vec a\right)")) == "2 h(a)² + h(Aa)"


@pytest.mark.parametrize(
    ("latex", "readings"),
    [
        (r"\log s t", ["log(s)*t", "log(s*t)"]),
        (r"\log s / t", ["log(s)/t", "log(s/t)"]),
        (r"\operatorname{tr} A s", ["trace(A)*s", "trace(A*s)"]),
        (r"\frac{\partial}{\partial x_n} \vec x \cdot \vec y", ["grad(dot(x, y), x)[n]"]),
        (r"\frac{\partial}{\partial t} (t + s) (t - s)", ["the derivative of 1 of the factors"]),
    ],
)
def test_how_far_a_function_reaches(latex: str, readings: list[str]) -> None:
    """Without parentheses around all of it, what a function takes may be ambiguous."""
    with pytest.raises(AmbiguityError) as caught:
        read(latex)
    for reading in readings:
        assert reading in str(caught.value)


def test_a_trace_or_a_matrix_is_settled_by_the_other_side() -> None:
    r"""``\operatorname{tr} A B`` is a number or a matrix: only what stands around it tells."""
    same(r"s + \operatorname{tr} A B", "s + trace(A*B)")
    same(r"A + \operatorname{tr} A B", "A + trace(A)*B")
    with pytest.raises(AmbiguityError):
        read(r"\operatorname{tr} A B")


def test_a_name_that_is_a_function_and_a_scalar() -> None:
    """``f(t)`` with both declared; a function of a vector beside a scalar is told by the shapes."""
    more = "let f(t) = t^2; scalar f"
    with pytest.raises(AmbiguityError) as caught:
        read("f(t)", more)
    assert "% derive: function f" in str(caught.value)
    same(r"f\,(t)", "f*t", more)
    assert text(read("f(t)", more + "; function f")) == "f(t)"
    assert text(read(r"f\,(t)", more + "; function f")) == "ft"
    vectors = r"let f(x) = \vec x \cdot \vec x; scalar f"
    assert text(read(r"f(x) + s", vectors)) == "f(x) + s"
    assert text(read(r"f(x) + \vec x", vectors)) == "fx + x"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\det", "without an argument"), (r"\log \cdot s", "without an argument"),
        (r"\det X", "det of shape (N × K)"), (r"\operatorname{diag}(s)", "diag of shape scalar"),
        (r"\log^2 t", "a script on a function"), (r"s + \log^2", "a script on a function"),
        (r"h(s)", "h of shape scalar"), (r"h(a, b)", "h of 2 arguments"), (r"\det(A, B)", "det of 2 arguments"),
        (r"(a, b)", "a block of shape"), (r"t(s, t)", "several formulas in parentheses"),
        (r"\frac{\partial t}{\partial \mu}", "a derivative by mu, which is defined"),
        (r"\frac{\partial t}{\partial (s + t)}", "a derivative by a formula"),
        (r"\frac{\partial t}{t}", "a derivative by something else"),
        (r"\frac{\partial}{\partial t}", r"\partial of nothing"),
        (r"\partial t", r"\partial outside of a fraction"),
        (r"\frac{\partial x_i}{\partial x_n}", "the unbound index i"),
        (r"\cos\theta_{a}", "an angle without two vectors"),
    ],
)  # fmt: skip
def test_what_no_function_takes(latex: str, message: str) -> None:
    """Arguments of a wrong number or shape, and derivatives by what is no symbol."""
    assert message in refusal(lambda: read(latex))


DEFINED = r"let z = \vec a \odot \vec b; let r = \vec a \cdot \vec b"


@pytest.mark.parametrize("latex", [r"z(\vec a)", r"z(a)", r"z(\vec a, \vec b)", r"z(a)^\top A b"])
def test_a_vector_at_what_it_is_made_of(latex: str) -> None:
    """It is itself: a column before a column is no product."""
    same(latex, "z.T*A*b" if "top" in latex else "z", DEFINED)


@pytest.mark.parametrize("latex", [r"z(\vec x)", r"\vec a(\vec b)", r"z(\vec a, \vec x)"])
def test_a_vector_at_anything_else(latex: str) -> None:
    """It is no function."""
    with pytest.raises(InputError):
        read(latex, DEFINED)


def test_a_scalar_before_the_vector_that_it_is_made_of() -> None:
    """It may be a factor, or itself; with a sign it is one."""
    assert "itself, as it is defined of that; or a product" in refusal(lambda: read(r"r(\vec a)", DEFINED))
    same(r"r \cdot (\vec a)", "r*a", DEFINED)
    same(r"r(\vec a + \vec a)", "r*(a + a)", DEFINED)


@pytest.mark.parametrize("latex", [r"\sum_{i=1}^N -2 a_i", r"-2 \sum_i a_i", r"\frac{\sum_i -2 a_i}{1}"])
def test_a_sum_of_what_has_a_sign(latex: str) -> None:
    r"""The sign after ``\sum`` belongs to its body."""
    verdict = prove_equation(read(latex), read(r"-2\,\vec a \cdot \vec 1"))
    assert verdict.status == "proved"


def test_a_script_on_an_angle() -> None:
    """It is not lost."""
    with pytest.raises(InputError, match="a script on an angle"):
        read(r"\cos\theta_{a,b}^2")


def test_a_function_as_it_was_defined_is_its_value() -> None:
    """``J(t)`` after ``let J(t) = …`` is no product with t; of another J it could be one."""
    declared = r"dimension n; scalar t; vectors \theta, y : n; let J(t) = t^2; let L(\theta) = y^\top \theta"
    assert status_of("J(t) = t^2", declared) == "proved"
    assert status_of(r"J(t) = t^3", declared) == "refuted"
    assert status_of(r"L(\theta) + 1 = 1 + y^\top \theta", declared) == "proved"
    with pytest.raises(AmbiguityError, match="two readings"):
        status_of("J(t) = t^2", declared + "; scalar J")


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"tr(A B)", "trace(A*B)"), (r"2det\left(A\right)", "2*det(A)"),
        (r"\vec a^\top diag(\vec a) \vec b", "a.T*diag(a)*b"),
        (r"exp(s) log(s)", "exp(s)*log(s)"), (r"tr(A)^2", "trace(A)^2"), (r"mean(x)", "mean(x)"),
        (r"tr[A B]", "trace(A*B)"), (r"Tr[A]", "trace(A)"), (r"2det\left[A\right]", "2*det(A)"), (r"exp[s]", "exp(s)"),
    ],
)  # fmt: skip
def test_a_function_in_letters_before_a_parenthesis(latex: str, plain: str) -> None:
    r"""As Markdown and notebooks have it, without ``\operatorname``."""
    same(latex, plain)


def test_letters_that_are_declared_are_the_function_or_a_product() -> None:
    declared = context_from("dimension n; matrix A : n x n; scalars t, r")
    for latex in (
        "tr(A)",
        r"tr\bigl(A\bigr)",
        "tr (A)",
        r"tr\,(A)",
        "tr^2(A)",
        r"tr^{2} \left(A\right)",
        "rtr(A)",
        "tr[A]",
        "tr [A]",
    ):
        assert "tr(…), the function or a product" in refusal(read_latex, f"{latex} = t", declared)
    one = context_from("dimension n; matrix A : n x n; scalar t")
    assert "tr(…), the function or a product" in refusal(read_latex, "tr (A) = t", one)
    assert status_of("tr (A) = tr(A^T)", "dimension n; matrix A : n x n") == "proved"
    assert status_of("tr (A) = 2 tr[A]", "dimension n; matrix A : n x n") == "refuted"
    assert status_of("t r (A) = r t A", "dimension n; matrix A : n x n; scalars t, r") == "proved"
    for latex in ("A tr", "tr A"):
        assert "unknown name" in refusal(
            read_latex, f"{latex} = t", context_from("dimension n; matrix A : n x n; scalars t")
        )


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"A^Tdiag(x) A = A^\top \operatorname{diag}(x) A", r"A^Tdiag(x) = \operatorname{diag}(x) A^\top"),
        (r"x^Tln(1 + e^x) = x^\top \log(1 + \exp(x))", r"x^Tln(x) = x^\top \exp(x)"),
        (r"\sum_itr(A) = n \operatorname{tr}(A)", r"x_itr(A) = \operatorname{tr}(A)"),
        (r"s^2tr(A) = s s\operatorname{tr}(A)", r"s^2tr(A) = s\operatorname{tr}(A)"),
    ],
)
def test_a_function_in_letters_behind_a_script(true: str, false: str) -> None:
    r"""The script is the one letter behind ``^`` or ``_``; there are two readings where each letter is declared."""
    declared = "dimension n; matrix A : n x n; vector x : n; index i : n; scalar s"
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"
    for letters, latex in (("d, a, g", r"A^Tdiag(x) = A"), ("t, r", r"A^Ttr(A) = A"), ("t", r"A^\top Atr(A) = A")):
        message = refusal(read_latex, latex, context_from(f"{declared}; scalars {letters}"))
        assert "(…), the function or a product" in message


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\operatorname{diag}(a_i) b = a \odot b", "proved"),
        (r"\operatorname{diag}(a_i)_{ij} = a_i \delta_{ij}", "proved"),
        (r"\operatorname{diag}(a_i (1 - a_i)) = \operatorname{diag}(a)", "refuted"),
    ],
)  # fmt: skip
def test_diag_of_all_entries(latex: str, status: str) -> None:
    """diag(aᵢ) is the matrix with all aᵢ on its diagonal; of two indices, and of one that a sum binds, it is refused."""
    names = "dimension n; vectors a, b : n; indices i, j : n"
    assert status_of(latex, names) == status
    for other in (r"\operatorname{diag}(a_i b_j) = 0", r"\sum_i a_i \operatorname{diag}(b_i) = 0"):
        assert "diag of shape scalar" in refusal(read_latex, other, context_from(names))


def test_a_power_before_parentheses_is_refused_beside_what_is_printed() -> None:
    """A print says with a space that they hold a factor."""
    page = context_from("use rmsnorm")
    square, side = (read_latex(latex, page).terms[0] for latex in (r"\mu^2 \cdot a", r"\operatorname{mean}(a)"))
    printed = page.of_terms(square, side)
    assert read_latex(r"\mu^2\,(a)", printed).terms == (square,)
    with pytest.raises(AmbiguityError, match="three readings"):
        read_latex(r"\mu^2(a)", printed)


OF_SEVERAL = r"""dimension n; vectors x, y : n; matrix S : n x n symmetric positive definite; scalars s, t
let D(x, y; S) = \sqrt{(x - y)^\top S^{-1} (x - y)}; let d(x, y) = \|x - y\|; let M(u : n) = \sqrt{u^\top u}
let h(u) = 2 u"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"D^2(x, y; S) = (x - y)^\top S^{-1} (x - y)", r"D^2(x, y; S) = (x + y)^\top S^{-1} (x + y)"),
        (r"d^{2}(x, y) = \|x\|^2 + \|y\|^2 - 2 x^\top y", r"d^2(x, y) = \|x\|^2 + \|y\|^2"),
        (r"M^2(x - y) = d(x, y)^2", r"M^2(x - y) = d(x, y)"),
    ],
)
def test_a_power_of_a_function_that_is_not_taken_twice(true: str, false: str) -> None:
    """Of several things, or of an array, and with a number for its value."""
    assert status_of(true, OF_SEVERAL) == "proved"
    assert status_of(false, OF_SEVERAL) == "refuted"


def test_a_power_of_a_function_that_may_be_taken_twice() -> None:
    assert "a power of h before parentheses" in refusal(read_latex, "h^2(t) = 4 t^2", context_from(OF_SEVERAL))


@pytest.mark.parametrize("latex", [r"f^\top(y) y", r"f^{\mathsf T}(A y)", r"1 \cdot f^T(y)"])
def test_a_transposed_function_before_parentheses_is_refused(latex: str) -> None:
    """It is the transpose of the value, or a factor."""
    page = context_from("dimension N; vectors x, y : N; matrix A : N x N; let f(x) = A x")
    with pytest.raises(AmbiguityError, match="a power of f before parentheses with two readings"):
        read_latex(latex, page)
    assert read_latex(r"f^\top \cdot y = f(x)^\top y = f^\top\,(y)", page).terms


OF_THEMSELVES = r"""dimension n, p; matrix A : p x n; vector \theta : p; vectors x, y : n; matrix B : n x n; scalar s
let V(\theta) = I_n + A^\top A; let r(\theta) = \theta^\top \theta; let f(x) = B x
let S(x) = x x^\top + I; let g(s) = s + 1"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"V^{-1}(\theta) = I - A^\top (I + A A^\top)^{-1} A", r"V^{-1}(\theta) = I - A^\top A"),
        (r"r^2(\theta) r^{-1}(\theta) = r(\theta)", r"r^{-1}(\theta) = \theta^\top \theta"),
        (r"f^\top(x) y = x^\top B^\top y", r"f^\top(x) y = x^\top B y"),
        (r"S^{-1}(x) (x x^\top + I) = I", r"S^2(x) = x x^\top + I"),
    ],
)
def test_a_power_before_the_parameters_of_the_definition(true: str, false: str) -> None:
    """It is that of the value, which is not of their shape; a transpose is, of any."""
    assert status_of(true, OF_THEMSELVES) == "proved"
    assert status_of(false, OF_THEMSELVES) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"f^2(x) = B B x", r"f^{-1}(x) = x", r"g^2(s) = (s + 1)^2", r"g^{-1}(s) = s - 1", r"r^2(y) = 1"]
)
def test_a_power_before_other_things_or_of_their_shape(latex: str) -> None:
    """It could be taken twice, or be the inverse function; and beside other things a factor."""
    with pytest.raises(InputError):
        read_latex(latex, context_from(OF_THEMSELVES))


@pytest.mark.parametrize("declared", ["let f(x) = x^\\top x; loss f of x", "loss f of x; let f(x) = x^\\top x"])
def test_a_function_is_no_loss(declared: str) -> None:
    """Its derivatives are known: that of a loss is a name of its own, and what is true of the function is not of it."""
    message = refusal(lambda: context_from("dimension n; vector x : n; " + declared))
    assert "f as a loss, and as a function that is defined" in message


ONE_LETTER = (
    r"dimension N; vectors v, w : N; scalars s, t, f', q'; vector z' : N; index i, j : N;"
    r"let c(v) = v - \frac{v \cdot \mathbf 1}{N} \mathbf 1; let \mu(v) = v \cdot \mathbf 1 / N; let g(t) = t^2;"
    r"let f(s) = s^3; let u_\epsilon(v) = 2 v"
)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"c(c_2) = 0", "the node at another argument; or a product"),
        (r"c_i(c_2) = 0", "the node at another argument; or a product"),
        (r"\mu(\mu) = \mu", "the node at another argument; or a product"),
        (r"\mu(v_1) = 0", "of shape scalar; it takes (N)"),
        (r"\mu(v_1) = \mu", "with two readings"),
        (r"g(g) = g", "with two readings"),
        (r"g^2(g) = 0", "a power of g before parentheses"),
        (r"g(v) = g \cdot v", "the function g, g_other(v); or g times the parentheses"),
        (r"f'(t) = 3 t^2", "f' before a name in parentheses with two readings: a derivative there; or a product"),
        (r"q'(t) = s", "q' before a name in parentheses with two readings"),
        (r"z'(t) = w", "z' before a name in parentheses with two readings"),
    ],
)
def test_a_function_before_a_name_in_parentheses_is_no_product(latex: str, message: str) -> None:
    """Neither by the shape of the name, nor as the function stands elsewhere, or there itself."""
    assert message in refusal(lambda: read_latex(latex, context_from(ONE_LETTER)))


@pytest.mark.parametrize("latex", [r"z_i(x_i) = 0", r"z(v)_i = 0", r"z_i^2(s) = 0", r"z_i(v_i) = 0"])
def test_nor_is_a_node_of_more_arguments_before_one_name(latex: str) -> None:
    """Before a formula it is a factor, \\hat x_i (x_i - \\mu), as it takes more."""
    declared = r"dimension N; vectors x, v : N; scalars s, t; index i : N; let z_i(x_i, t) = t x_i"
    assert "the node at another argument; or a product" in refusal(lambda: read_latex(latex, context_from(declared)))
    assert status_of(r"z_i (x_i - t) = t x_i^2 - t^2 x_i", declared) == "proved"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\mu(1 - \mu) = \mu - \mu^2", "proved"),
        (r"g(1 - g) = g - g^2", "proved"),
        (r"f' \cdot (t) = f' t", "proved"),
        (r"q'(t + s) = q' t + q' s", "proved"),
        (r"g(v) = v \odot v", "proved"),
        (r"c_i(w) = w_i - \mu(w)", "proved"),
        (r"c_i(v + w) = w_i - \mu(w)", "refuted"),
        (r"u_{\epsilon 2}(2 w) = 4 w_2", "proved"),
        (r"u_{\epsilon,i}(w - v) = 2 (w_i - v_i)", "proved"),
        (r"\mu(w) = w \cdot \mathbf 1 / N", "proved"),
    ],
)
def test_what_stands_beside_something_in_parentheses_is_a_factor(latex: str, status: str) -> None:
    """As is what \\cdot stands before; and a function takes its argument."""
    assert status_of(latex, ONE_LETTER) == status


@pytest.mark.parametrize("latex", [r"p_i ln p_i = p_i \ln p_i", "p_i ln p_i = l n p_i^2"])
def test_a_function_in_letters_that_are_all_declared(latex: str) -> None:
    """``ln p`` is the function, or l n p, where both letters are declared."""
    declared = "dimension n; vector p : n; scalar l; index i : n"
    assert "found ln(…), the function or a product" in refusal(status_of, latex, declared)


@pytest.mark.parametrize("latex", [
    r"\log (2\pi t^2)^{-1/2} = 0", r"\log(t)^{-1} = 1", r"\log\left(\frac1t\right)^2 = 0", r"\log [t]^{1/2} = 1",
    r"\ln (t)^s = s \ln t",
])  # fmt: skip
def test_a_power_behind_what_a_logarithm_is_of(latex: str) -> None:
    """It is of what stands there, or of the logarithm."""
    with pytest.raises(AmbiguityError, match="a power behind what a logarithm is of"):
        read_latex(latex, context_from("scalars t, s > 0"))


@pytest.mark.parametrize(
    "latex", [r"f_i^2(x) = 1", r"\sum_i f_i^2(x) = 1", r"R^\top_{ij}(t) = 1", r"R_{ij}^\top(t) = 1"]
)
def test_a_power_of_a_component_before_the_argument(latex: str) -> None:
    """It is no product with the argument."""
    page = context_from(
        r"dimension n; matrix A : n x n; vector x : n; index i, j : n; scalar t; let f(x) = A x; let R(t) = I + t A"
    )
    with pytest.raises(AmbiguityError, match="a power of a component"):
        read_latex(latex, page)
