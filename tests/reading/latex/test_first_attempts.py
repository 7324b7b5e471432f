r"""What people declare at the first attempt: functions by an entry, rows with labels, entries above and below, own marks."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

ENTRY = r"dimension n, C; vectors z, y : C; matrix Z : n x C; index p : n; index i, j, k : C; "
SOFTMAX = ENTRY + r"let S(z_i) = \frac{e^{z_i}}{\sum_{j=1}^{C} e^{z_j}}"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"S(z_k) = \frac{e^{z_k}}{\sum_j e^{z_j}}", "proved"),
        (r"\sum_i S(z_i) = 1", "proved"),
        (r"\sum_j S(z_j) = C S(z_i)", "refuted"),
        (r"\frac{\partial S(z_k)}{\partial z_i} = S(z_k) (\delta_{ik} - S(z_i))", "proved"),
        (r"\frac{\partial S(z_k)}{\partial z_i} = S(z_k) (\delta_{ik} + S(z_i))", "refuted"),
        (r"S(z_1)^2 = e^{2 z_1} \left(\sum_j e^{z_j}\right)^{-2}", "proved"),
    ],
)
def test_a_function_that_is_defined_by_its_value_at_an_entry(latex: str, status: str) -> None:
    r"""σ(z_i) of all of z: σ(z_k) is its k-th component, whatever binds k."""
    assert status_of(latex, SOFTMAX) == status


@pytest.mark.parametrize(
    "latex", ["S(y_i) = S(z_i)", "S_i = S(z_i)", "S(z_i + 1) = S(z_i)", "S = S(z_i)", "S(y) = S(z)"]
)
def test_at_anything_else_it_is_refused(latex: str) -> None:
    """Of all of z it is all of the array; by itself, and of another vector, nothing."""
    assert refusal(read_latex, latex, context_from(SOFTMAX))
    assert status_of(r"y^\top S(z) = \sum_k y_k S(z_k)", SOFTMAX) == "proved"
    assert status_of(r"\mathbf 1^\top S(z) = S(z_i)", SOFTMAX) == "refuted"


@pytest.mark.parametrize("more", ["let S(z_1) = 2", "vector S : C", "let S_i = 2 z_i", "let S(y_i) = 2 y_i; scalar S"])
def test_it_is_declared_once(more: str) -> None:
    with pytest.raises(InputError):
        context_from(f"{SOFTMAX}; {more}")
    with pytest.raises(InputError):
        context_from(SOFTMAX.replace("let", "vector S : C; let"))


def test_one_of_a_matrix_and_one_beside_another() -> None:
    """Its indices are those of the entry; two of them hold nothing of each other."""
    matrix = ENTRY + r"let S(Z_{pj}) = \frac{e^{Z_{pj}}}{\sum_k e^{Z_{pk}}}; let f(z_i) = z_i^2; let L = \sum_i f(z_i)"
    assert status_of(r"\sum_j S(Z_{pj}) = 1", matrix) == "proved"
    assert status_of(r"\sum_p S(Z_{pj}) = 1", matrix) == "refuted"
    assert status_of(r"\frac{\partial L}{\partial z_j} = 2 z_j", matrix) == "proved"
    assert status_of(r"f(z_1) = z_1^2", matrix) == "proved"


ROWS = r"""dimension m, n; index p, q : m; index i : n; matrices A, B : m x n
rows x^{(p,2)} of A; rows x^{(p,3)} of B; rows A[p,:] of A; columns A[:,i] of A"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x^{(p,2)}_i = A_{pi}", "proved"),
        (r"(x^{(q,3)})_{i} = B_{qi}", "proved"),
        (r"x^{(p,3)}_i = A_{pi}", "refuted"),
        (r"x_i^{(1,2)} = A_{1i}", "proved"),
        (r"x_2^{(1,2)} = A_{12}", "proved"),
        (r"\sum_p x^{(p,2)} (x^{(p,2)})^\top = A^\top A", "proved"),
        (r"\sum_q A[q,:]^T A[q,:] = A A^\top", "refuted"),
        (r"\sum_i A[:,i] A[:,i]^\top = A A^\top", "proved"),
        (r"\frac{\partial (x^{(p,3)})_i}{\partial (x^{(p,3)})_i} = 1", "proved"),
    ],
)
def test_rows_whose_name_has_more_than_the_index(latex: str, status: str) -> None:
    """x^{(p, 2)} is the row p of its own matrix, the label telling which; A[p,:] as well."""
    assert status_of(latex, ROWS + ("; named rows: row" if "[q,:]" in latex else "")) == status


@pytest.mark.parametrize(
    "declared",
    [
        "rows x^{(p,2)} of A; vector x^{(1,2)} : n", "vector x^{(1,2)} : n; rows x^{(p,2)} of A",
        "vector u : n; rows x^{(p,2)} of A; let x^{(1,2)} = u", "rows x^{(p,2)} of A; let x^{(1,2)}_i = A_{2i}",
        "rows x^{(p,2)} of A; columns x^{(2,i)} of B", "rows A[p,:] of A; rows A[q,:] of B",
        "vector u : n; let A[1,:] = u; rows A[p,:] of A",
    ],
)  # fmt: skip
def test_rows_with_labels_are_declared_once(declared: str) -> None:
    """Neither wins over the other without a word."""
    with pytest.raises(InputError, match=r"declared|entries"):
        context_from(f"dimension m, n; index p, q : m; index i : n; matrices A, B : m x n; {declared}")


ABOVE = ENTRY + r"rows z^{(p)} of Z; index q : n; let \hat p_k^{(p)} = \frac{e^{Z_{pk}}}{\sum_j e^{Z_{pj}}}"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\sum_p \sum_k \hat p_k^{(p)} = n", "proved"),
        (r"\sum_p \hat p_k^{(p)} = 1", "refuted"),
        (r"\hat p^{(q)}_i = \frac{e^{Z_{qi}}}{\sum_j e^{Z_{qj}}}", "proved"),
        (r"\mathbf 1^\top \hat p^{(p)} = 1", "proved"),
        (
            r"\frac{\partial \hat p_k^{(p)}}{\partial z^{(p)}_j} = \hat p_k^{(p)} (\delta_{kj} - \hat p_j^{(p)})",
            "proved",
        ),
        (
            r"\frac{\partial \hat p_k^{(p)}}{\partial (z^{(p)})_j} = \hat p_k^{(p)} (\delta_{kj} + \hat p_j^{(p)})",
            "refuted",
        ),
        (
            r"\frac{\partial \hat p_k^{(p)}}{\partial z^{(q)}_j} "
            r"= \delta_{pq} \hat p_k^{(p)} (\delta_{kj} - \hat p_j^{(p)})",
            "proved",
        ),
    ],
)
def test_a_definition_with_an_index_above_and_one_below(latex: str, status: str) -> None:
    r"""``let \hat p_k^{(p)} = …`` is for all p and k, and a derivative may be by an entry z^{(p)}_j of a row."""
    assert status_of(latex, ABOVE) == status


def test_a_mark_that_nobody_defines() -> None:
    r"""``\Vec{b}`` is another name than b, and nothing is known of ``\Vec{c}``: the command may be no mark of vectors."""
    declared = r"dimension n; vectors \Vec{x}, \vv{y} : n; matrix \mat{A} : n x n"
    assert status_of(r"\Vec{x}^\top \mat{A} \vv{y} = \vv{y}^\top \mat{A}^\top \Vec{x}", declared) == "proved"
    assert status_of(r"\Vec{x} - \Vec{x} = \Vec{0}", declared) == "proved"
    assert status_of(r"\|\Vec{x}\|^2 = \sum_i \Vec{x}_i^2", declared + "; index i : n") == "proved"
    assert status_of(r"\mathbf{x} = \Vec{x}", declared + r"; vector \mathbf{x} : n") == "refuted"
    for other in (r"\Vec{y} = 0", r"\Vec{x}_i = x_i", r"\Vex{x} = 0"):
        assert "unknown" in refusal(read_latex, other, context_from(declared + "; index i : n"))


DEFINED = r"dimension n; vectors x, y : n; let \cos\theta = \frac{x^\top y}{\|x\| \|y\|}"
COSINE = r"dimension n; vectors x, y : n; scalar \cos\theta; assume x^\top y = \|x\| \|y\| \cos\theta"


@pytest.mark.parametrize(
    ("declared", "latex", "status"),
    [
        (COSINE, r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 - 2 \|x\| \|y\| \cos{\theta}", "proved"),
        (COSINE, r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 + 2 \|x\| \|y\| \cos(\theta)", "refuted"),
        (DEFINED, r"x^\top y = \|x\| \|y\| \cos\theta", "proved"),
        (DEFINED, r"x^\top y = \|x\| \|y\| - \cos\theta", "refuted"),
        (r"scalar \cos\theta", r"(\cos\theta)^2 \le 1", "proved"),
        (r"scalar \cos\theta", r"(\cos\theta)^2 \le \frac12", "refuted"),
    ],
)
def test_the_cosine_of_an_angle_as_a_name(declared: str, latex: str, status: str) -> None:
    """It is a number between -1 and 1, of which nothing else is known."""
    assert read_latex(latex, context_from(declared)).statement.decide().status == status


@pytest.mark.parametrize(
    "latex", [r"\cos\theta t = t", r"\cos\theta^2 = 1", r"\cos\theta/2 = 1", r"\cos\theta (t + 1) = t"]
)
def test_what_could_be_of_the_angle_is_refused(latex: str) -> None:
    """A factor or a power behind it; and all of it where the angle is declared, as it would have to vary with that."""
    assert refusal(read_latex, latex, context_from(r"scalars \cos\theta, t"))
    beside = context_from(r"scalars \cos\theta, \theta, t; let f(\theta) = 2 \theta")
    assert "cosine" in refusal(read_latex, r"\frac{d}{d\theta} (\theta + \cos\theta) = 1", beside)
    assert refusal(context_from, r"scalar \cos\theta; let f(\theta) = \theta + \cos\theta")
    defined = context_from(r"scalars \theta, t; let \cos\theta = 2 t")
    assert "cosine" in refusal(read_latex, r"\frac{d}{d\theta} (\theta \cos\theta) = 2 t", defined)


@pytest.mark.parametrize("declared", [r"transpose \intercal", "transpose T", r"transpose ^\top"])
def test_what_is_a_transpose_anyhow_may_be_declared_one(declared: str) -> None:
    assert status_of(r"x^\intercal y = y^\top x", rf"{declared}; dimension n; vectors x, y : n") == "proved"


@pytest.mark.parametrize("mark", ["", r"\bm"])
def test_rows_with_the_index_above_beside_a_vector_of_another_size(mark: str) -> None:
    """No index of the rows runs over the vector: x^{(i)} is no component of it."""
    x = rf"{mark} x" if mark else "x"
    declared = rf"dimension m, d; matrix X : m x d; rows {x}^{{(i)}} of X; vector y : m; vector {x} : d; index i : m"
    assert status_of(rf"\sum_i y^{{(i)}} {x}^{{(i)}} = X^\top y", declared) == "proved"


def test_a_name_with_a_place_of_another_size() -> None:
    r"""θ_{t-1} that is declared, or defined, is no component of a θ of d components; of one of t components it may be."""
    declared = r"dimension t, d; vectors \theta, p : d; matrix P : d x d; let \theta_{t-1} = P p"
    assert status_of(r"\theta_{t-1} = P p", declared) == "proved"


@pytest.mark.parametrize(
    ("latex", "narrow", "wide"),
    [
        (r"\frac{\partial}{\partial w} w x + b = x", "refuted", "proved"),
        (r"c \left[\frac{\partial}{\partial w} w x + b\right] = c x", "refuted", "proved"),
        (r"\frac{d}{dw} \frac12 (y - w x)^2 + w b = b - x (y - w x)", "refuted", "proved"),
        (r"\frac{d}{dw} w x + b = x + b", "proved", "refuted"),
    ],
)
def test_where_a_derivative_ends(latex: str, narrow: str, wide: str) -> None:
    """Before a sign, or not: where several factors stand behind it, bare, and no other term has a derivative."""
    names = "scalars w, x, b, c, y; words before products: product"
    with pytest.raises(AmbiguityError, match="derivative"):
        status_of(latex, names)
    assert status_of(latex, names + "; derivatives before signs: narrow") == narrow
    assert status_of(latex, names + "; derivatives before signs: wide") == wide


@pytest.mark.parametrize("gap", ["", " ", r"\,"])
def test_a_derivative_before_a_function_at_its_argument(gap: str) -> None:
    """The rule for products as it is written: of f(t) alone, or of the product, and never the latter without a word."""
    names = r"scalars t, c; let f(t) = t^2 + c t; let g(t) = t^3"
    rule = rf"\frac{{d}}{{dt}}[f(t)g(t)] = \frac{{d}}{{dt}}f(t){gap} g(t) + f(t)\frac{{d}}{{dt}}g(t)"
    with pytest.raises(AmbiguityError):
        status_of(rule, names)
    assert status_of(rule, names + "; words before products: first") == "proved"
    assert status_of(rule, names + "; words before products: product") == "refuted"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{d}{dw} (w x) + b = x + b", "proved"),
        (r"\frac{d}{dw} w + b = 1 + b", "proved"),
        (r"\frac{d}{dw} w x + x \frac{d}{dw} w = 2 x", "proved"),
        (r"\frac{d}{dw} (w x) + b = x", "refuted"),
    ],
)
def test_where_it_ends_is_no_question(latex: str, status: str) -> None:
    """Behind parentheses, or one name, and before another derivative; and where one reading alone is of one shape."""
    assert status_of(latex, "scalars w, x, b; words before products: product") == status
    vectors = "dimension N; vectors v, u : N"
    assert status_of(r"\frac{\partial}{\partial v} v^\top v + v^\top u = 2 v + u", vectors) == "proved"
    assert status_of(r"\frac{\partial}{\partial v} v^\top v + v^\top u = 2 v", vectors) == "refuted"


VALUE = r"dimension n; vectors x, z : n; let q(x : n) = x^\top x; let g(z : 3) = z^\top z"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"q = x^\top x", "proved"),
        (r"\frac{\partial q}{\partial x} = 2 x", "proved"),
        (r"\frac{\partial q}{\partial z} = 0", "proved"),
        (r"q = q(z)", "refuted"),
    ],
)
def test_a_function_alone_is_its_value_at_what_its_parameters_are_called(latex: str, status: str) -> None:
    r"""``let q(x : n) = …`` beside a declared x of that shape; of a z of another shape it is none."""
    assert status_of(latex, VALUE) == status
    assert "without arguments" in refusal(read_latex, "g = 1", context_from(VALUE))


#: Names that are written as those of distributions are, and what is assumed of them.
BAYES = r"""scalars P(y=k | X), P(X | y=k), P(y=k), P(X); assume P(X) > 0;
    assume P(y=k | X) = \frac{P(X | y=k) P(y=k)}{P(X)}"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"P(y=k|X) P(X) = P(X \mid y = k) P(y = k)", "proved"),
        (r"\log P(y=k|X) = \log \frac{P(X|y=k)P(y=k)}{P(X)}", "proved"),
        ("P(y=k|X) = P(X | y=k)", "unsupported"),  # nothing says that it is not so
    ],
)
def test_names_of_distributions_are_tied_by_what_is_not_said(latex: str, status: str) -> None:
    """What is proved of any numbers is so of these; nothing of them is refuted, as the data would be no probabilities."""
    assert status_of(latex, BAYES) == status


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        ("dimension K; scalar P(y=l)", r"\sum_{l=1}^K P(y=l) = K P(y=l)"),
        ("dimension n; vector x, y : n; scalar p(x|y)", r"\frac{\partial}{\partial x} (x^T x p(x|y)) = 2 x p(x|y)"),
        ("scalars s, t, p(s|t); assume t = p(s|t) + 1", r"\frac{d}{ds} (s t) = t"),
        ("dimension K; index l : K; scalar P(y=l)", "P(y=l) = P(y=l)"),
    ],
)
def test_a_name_of_a_distribution_is_one_number(declared: str, latex: str) -> None:
    """It is no vector over what stands in it, and what it varies with is not known."""
    assert refusal(lambda: read_latex(latex, context_from(declared)))


def test_a_value_of_an_unknown_function_ties_what_is_equal_to_it() -> None:
    """c = f(s) varies with s: ∂(c s)/∂s is not c."""
    assert refusal(lambda: status_of(r"\frac{d}{ds} (c s) = c", "scalars s, c, f(s); assume c = f(s)"))


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x_k^- + y = y + x_k^-", "proved"), (r"A x_k^- - y = A x_k^- + y", "refuted"),
        (r"x_k^+ - y = x_k^- - y", "refuted"), (r"x_k^+ + A x_k^- = A x_k^- + x_k^+", "proved"),
    ],
)  # fmt: skip
def test_a_sign_above_a_name_is_none_of_a_sum(latex: str, status: str) -> None:
    assert status_of(latex, "dimension n; vectors x_k^-, x_k^+, y : n; matrix A : n x n") == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"‖v−w‖^2 = ‖v‖^2 - 2 v^T w + ‖w‖^2", "proved"), (r"（v＋w）^T v ＝ v^T v + w^T v，", "proved"),
        (r"\vert{}v\vert{}^{2} = v^T{}v", "proved"), (r"\overset{\sim}{\mathbf{u}}^T v = v^T \tilde{\mathbf u}", "proved"),
        (r"‖v−w‖^2 = ‖v‖^2 + ‖w‖^2", "refuted"), (r"\alpha^t \alpha = \alpha^{t+1}", "proved"),
        (r"\text{const.} + t = t + \text{const}", "proved"), (r"v\cdot{}w = w^T v", "proved"),
    ],
)  # fmt: skip
def test_signs_as_people_type_them(latex: str, status: str) -> None:
    """Signs of Unicode and of Eastern keyboards, empty braces, accents set above, an exponent t, a shortened word."""
    declared = r"dimension N; vectors v, w, \overset{\sim}{\mathbf u} : N; scalars t, \text{const.}; scalar \alpha > 0"
    assert status_of(latex, declared) == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\beta_0 + \beta_1 = \mathbf 1^T \beta", "proved"), (r"\beta_1 = \beta_0", "refuted"),
        (r"\beta^T \beta = \beta_0^2 + \beta_1^2", "proved"),
    ],
)  # fmt: skip
def test_the_entries_of_a_vector_by_their_names(latex: str, status: str) -> None:
    r"""β = (β_0; β_1): β_1 is the name, and never the first entry."""
    declared = (
        r"scalars \beta_0, \beta_1; vector \beta : 2; let \beta = \begin{bmatrix} \beta_0 \\ \beta_1 \end{bmatrix}"
    )
    assert status_of(latex, declared) == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial L(\Theta, x)}{\partial w} = 2 (w - x)", "proved"),
        (r"\nabla_w L = 2 (x - w)", "refuted"), (r"L(\Theta, x) = L", "proved"),
    ],
)  # fmt: skip
def test_a_function_with_an_argument_that_says_nothing(latex: str, status: str) -> None:
    """L(Θ, x) of a Θ that nobody declares and that is not in the value is L; at anything else it is refused."""
    declared = r"dimension n; vectors x, w : n; let L(\Theta, x) = \|w - x\|^2"
    assert status_of(latex, declared) == status
    assert "something else" in refusal(lambda: status_of(r"L(2) = 2 L", declared))


def test_what_is_not_told_is_not_read_in_another_way() -> None:
    """Of |A| |I| the size of I is not told; in |A |B| I| it would be, and nobody means that."""
    declared = r"dimension N, M; matrices A, B : M x M; single bars of matrices: determinant"
    assert "cannot be told" in refusal(lambda: read_latex(r"|A| \, |B| \, |2 I| = |A B|", context_from(declared)))


def test_gradients_of_one_function_at_two_places() -> None:
    """∇g is defined of ∇f at x, and at y, by one formula; of two formulas it is refused."""
    declared = (
        r"dimension n; vectors x, y, \nabla f(x), \nabla f(y) : n; scalar m; let \nabla g(x) = \nabla f(x) - m x; "
    )
    both = declared + r"let \nabla g(y) = \nabla f(y) - m y"
    assert status_of(r"\nabla g(y) - \nabla g(x) = \nabla f(y) - \nabla f(x) - m (y - x)", both) == "proved"
    assert refusal(lambda: context_from(declared + r"let \nabla g(y) = \nabla f(x) - m y"))


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{d}{dt} t^2 + c t = 2 t + c t", "proved"),
        (r"\frac{d}{dt} t^2 + c t = 2 t + 2 c", "refuted"),
        (r"\frac{d}{dt} \log t + c = \frac1t + c", "proved"),
    ],
)
def test_a_derivative_before_one_factor_ends_before_the_sign(latex: str, status: str) -> None:
    """Where the sides are equal in the other way alone there are two readings."""
    assert status_of(latex, "scalars t, c") == status
    with pytest.raises(AmbiguityError, match="derivative"):
        status_of(r"\frac{d}{dt} t^2 + c t = 2 t + c", "scalars t, c")
    assert status_of(r"\frac{d}{dt} t^2 + c t = 2 t + c", "scalars t, c; derivatives before signs: wide") == "proved"


def test_a_derivative_beside_a_declared_vector_d() -> None:
    """By a vector nobody divides."""
    declared = r"dimension n; matrix Q : n x n symmetric; vectors x, d : n; scalar s; let q(x) = x^T Q x"
    assert status_of(r"\frac{d}{ds} q(x + s d) = 2 (x + s d)^T Q d", declared) == "proved"
    assert status_of(r"\delta_i^2 = \delta_i \delta_i", r"dimension n; vector \delta : n; index i : n") == "proved"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\log p(x) = -\frac12 \log(2\pi) - \log s - \frac{x^2}{2 s^2}", "proved"),
        (r"\log p(x) = -\frac12 \log(2\pi) + \log s - \frac{x^2}{2 s^2}", "refuted"),
        (r"\pi^2 = 10", "refuted"), (r"\frac{d}{dx} (\pi x^2) = 2 \pi x", "proved"),
        (r"\log \frac{1}{(2\pi s^2)^{n/2}} = -\frac n2 \log(2 \pi s^2)", "proved"),
        (r"(2\pi)^{n/2} = (2\pi)^n", "refuted"),
    ],
)  # fmt: skip
def test_pi_is_the_number(latex: str, status: str) -> None:
    """What is proved is so of any positive number; where data are tried it is π."""
    declared = r"dimension n; scalar x; scalar s > 0; let p(x) = \frac{1}{\sqrt{2\pi} s} e^{-\frac{x^2}{2 s^2}}"
    assert status_of(latex, declared) == status
    assert status_of(r"\pi^T \pi = 1", r"vector \pi : 3") == "refuted"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\norm{x + y}^2 + \norm{x - y}^2 = 2 \norm{x}^2 + 2 \norm{y}^2", "proved"),
        (r"\abs{\inner{x}{y}}^2 = \abs{x^T y} \abs{y^T x}", "proved"), (r"\ip{x}{y} = \norm{x}", "refuted"),
        (r"\newcommand{\norm}[1]{2 #1} \norm{x} = x + x", "proved"),
        (r"\nabla \log(x^T x + 1) = \frac{2 x}{x^T x + 1}", "proved"),
    ],
)  # fmt: skip
def test_commands_that_every_preamble_has(latex: str, status: str) -> None:
    """A text's own definition goes before."""
    assert status_of(latex, "dimension n; vectors x, y : n") == status


MARKS = (
    r"dimension n, m; vectors \mathbf{x}, \mathbf{b} : n; matrix W : n x m; matrix \mathbf{l} : 1 x m; index i : n; "
    r"index o : m; scalar t; let \phi(s) = \frac{1}{1 + e^{-s}}"
)


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\phi(b_i) = (1 + e^{-b_i})^{-1}", "proved"),
        (r"\phi(\sum_i x_i W_{i,o} + l_o) = \phi(l_o + \mathbf{x}^\top W_{:,o})", "proved"),
        (r"\phi(\sum_i x_i W_{i,o} - l_o) = \phi(l_o + \mathbf{x}^\top W_{:,o})", "refuted"),
        (r"\phi(x^\top x) + \phi(- \mathbf{x}^\top \mathbf{x}) = 1", "proved"),
    ],
)
def test_a_number_of_a_vector_without_its_mark_in_a_function(latex: str, status: str) -> None:
    assert status_of(latex, MARKS) == status


def test_a_vector_without_its_mark_in_a_function_of_numbers_is_refused() -> None:
    r"""φ(x) = x², of \mathbf x: entry by entry, or x · x."""
    assert "without its mark" in refusal(read_latex, r"\phi(x) = \phi(\mathbf{x})", context_from(MARKS))
    assert "without its mark" in refusal(read_latex, r"\phi(x + b) = \phi(\mathbf{x} + b)", context_from(MARKS))


def test_an_exponent_T_that_is_declared() -> None:
    """Of a number > 0 it is the power; of another one c^T could be c, and is refused."""
    declared = r"dimension T; scalars c; scalar \gamma > 0"
    assert status_of(r"\gamma^T \gamma = \gamma^{T+1}", declared) == "proved"
    assert status_of(r"\gamma^T = \gamma", declared) == "refuted"
    assert "two readings" in refusal(read_latex, "c^T = c", context_from(declared))
