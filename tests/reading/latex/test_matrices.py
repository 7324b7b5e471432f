r"""Matrices written out: what is read of them, what is refused, and SymPy's own matrices as a second opinion."""

from __future__ import annotations

from random import Random

import pytest
import sympy

from derive.errors import InputError
from derive.printing.text import text
from derive.reading.decided import context_from
from derive.reading.latex import read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

NAMES = (
    "scalars a, b, c, d; vectors x, y : 3; matrix M : 2 x 2; matrix S : 2 x 2 symmetric; dimension N, K; vectors u, v : N;"
    r"matrix X : N x K; index i : N; vector w : K; let C_N = I_N - \frac1N \mathbf 1_N \mathbf 1_N^\top"
)
P = r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}"


def shown(latex: str) -> str:
    """A term as it is printed back."""
    return text(read_latex_term(latex, context_from(NAMES)))


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (P, "[a, b; c, d]"),
        (r"\begin{bmatrix*}[r] a & -b \\[2pt] c & \frac{1}{2} \\ \end{bmatrix*}", "[a, -b; c, 1/2]"),
        (r"\left[ \begin{array}{rrr} a & b \\ c & d \end{array} \right]^\top", "[a, b; c, d]ᵀ"),
        (r"\bigl(\begin{smallmatrix} a \\ b \end{smallmatrix}\bigr)", "[a; b]"),
        (r"\left( \begin{matrix} a & b \end{matrix} \right)", "[a, b]"),
        (r"\begin{pmatrix} \sum_i u_i & |a| \\ u \cdot v & \|u\|^2 \end{pmatrix}", "[Σᵢ uᵢ, |a|; u · v, |u|²]"),
        (r"\begin{pmatrix} \sum_i u_i + a \\ \sum_i v_i \end{pmatrix}", "[Σᵢ uᵢ + a; Σᵢ vᵢ]"),
        (r"\begin{vmatrix} a & b \\ c & d \end{vmatrix}", "det([a, b; c, d])"),
        (r"\left| \begin{array}{cc} a & b \\ c & d \end{array} \right|^2", "det([a, b; c, d])²"),
        (r"\begin{bmatrix} a + b \end{bmatrix}", "a + b"),
        (r"x_2 - y_{3}", "x₂ - y₃"),
        (r"M_{12} M_{2,1}", "M₁₂ M₂₁"),
        (r"(M^2)_{11}", "(M²)₁₁"),
        (r"I_2 + 0_{2 \times 2}", "I + 0[2 × 2]"),
        (r"\mathbf 1_3^\top x", "1ᵀ x"),
        (r"C_3 x", "C₃ x"),
        (r"C_1", "C₁"),
        (r"\begin{pmatrix} u_1 \\ u_2 \\ \vdots \\ u_N \end{pmatrix}", "u"),
        (r"\begin{bmatrix} u_1 & \cdots & u_{N} \end{bmatrix}", "uᵀ"),
        (r"\begin{bmatrix} u_1 v_1 \\ \vdots \\ u_N v_N \end{bmatrix}", "Σⱼ (uⱼ vⱼ) eⱼ"),
        (r"\begin{bmatrix} 1 \\ \vdots \\ 1 \end{bmatrix}^\top u", "1ᵀ u"),
        (r"\begin{bmatrix} u_1 & & \\ & \ddots & \\ & & u_N \end{bmatrix}", "diag(u)"),
        (r"\begin{bmatrix} u_1 & & & 0 \\ & u_2 & & \\ & & \ddots & \\ 0 & & & u_N \end{bmatrix}", "diag(u)"),
        (
            r"u^\top \begin{bmatrix} 1 & \cdots & 1 \\ \vdots & \ddots & \vdots \\ 1 & \cdots & 1 \end{bmatrix} u",
            "uᵀ (1 1ᵀ) u",
        ),
        (
            r"\begin{bmatrix} X_{11} & \cdots & X_{1K} \\ \vdots & & \vdots \\ X_{N1} & \cdots & X_{NK} \end{bmatrix}",
            "",
        ),
        (
            r"\begin{bmatrix} X_{11} & \dots & X_{1K} \\ \vdots & \ddots & \vdots \\ X_{N1} & \dots & X_{NK} \end{bmatrix}",
            "X",
        ),
        (
            r"\begin{bmatrix} X_{11} & \dots & X_{1K} \\ \vdots & \ddots & \vdots \\ X_{N1} & \dots & X_{N} \end{bmatrix}",
            "",
        ),
    ],
)
def test_what_is_read(latex: str, printed: str) -> None:
    """As it is printed back; what has no print here is refused."""
    if printed:
        assert shown(latex) == printed
    else:
        assert "a matrix with dots" in refusal(lambda: shown(latex))


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\begin{pmatrix} a & b \\ c \end{pmatrix}", "1:26: found a matrix with 2 entries in row 1 and 1 in row 2"),
        (r"\begin{pmatrix} a & b \\ c & d & a \end{pmatrix}", "2 entries in row 1 and 3 in row 2"),
        (r"\begin{pmatrix} a & \\ c & d \end{pmatrix}", "no entry in row 1, column 2"),
        (r"\begin{pmatrix} & a \\ c & d \end{pmatrix}", "no entry in row 1, column 1"),
        (r"\begin{pmatrix} a & b \\ \\ c & d \end{pmatrix}", "no entry in row 2, column 1"),
        (r"\begin{pmatrix} \end{pmatrix}", "no entry in row 1, column 1"),
        (r"\begin{pmatrix} {a & b} \\ c & d \end{pmatrix}", "& inside of braces"),
        (r"\begin{pmatrix} a \\ \sqrt{ \end{pmatrix} b}", "a brace { that is not closed in it"),
        (r"{\begin{pmatrix} a \\ b} \end{pmatrix}", "a closing brace } in a matrix"),
        (r"\begin{pmatrix} u & v \end{pmatrix}", "a block of shape (N) in a matrix"),
        (r"\begin{pmatrix} M & 0 \\ 0 & M \end{pmatrix}", "a block of shape (2 × 2) in a matrix"),
        (rf"\begin{{pmatrix}} {P} & 0 \\ 0 & 1 \end{{pmatrix}}", "a block of shape (2 × 2) in a matrix"),
        (r"\begin{array}{cc} a & b \\ c & d \end{array}", r"\begin{array} without brackets of its own"),
        (r"\begin{matrix} a & b \\ c & d \end{matrix}", r"\begin{matrix} without brackets of its own"),
        (r"\left\{ \begin{array}{c} a \\ b \end{array} \right\}", r"\begin{array} without brackets of its own"),
        (r"\left[ \begin{array}{c|c} a & b \end{array} \right]", "'|' among the columns of an array"),
        (r"\left[ \begin{array} a & b \end{array} \right]", "an array without its columns"),
        (r"\begin{pmatrix} a \\ \hline b \end{pmatrix}", r"\hline in a matrix"),
        (r"\begin{Vmatrix} a & b \\ c & d \end{Vmatrix}", "a norm of a matrix written out"),
        (r"\begin{Bmatrix} a & b \\ c & d \end{Bmatrix}", "a matrix written out in curly brackets"),
        (r"\begin{cases} a \\ b \end{cases}", "a distinction of cases"),
        (rf"|{P}|", "the determinant; or the Frobenius norm"),
        (r"\left\| \begin{matrix} a & b \\ c & d \end{matrix} \right\|", r"\begin{matrix} without brackets of its own"),
        (r"\begin{vmatrix} a & b \end{vmatrix}", "a determinant of 1 rows and 2 columns"),
        (r"\begin{vmatrix} a \end{vmatrix}", "one entry between bars with two readings"),
        (r"\begin{pmatrix} a = b \\ c \end{pmatrix}", "found '='"),
        (r"\begin{pmatrix} a, b \end{pmatrix}", "found ','"),
        (r"\begin{pmatrix} a \quad \text{or so} \\ b \end{pmatrix}", "the words 'or so'"),
        (r"\begin{pmatrix} a \\ b \quad \text{(a remark)} \end{pmatrix}", "the words '(a remark)'"),
        (r"\begin{pmatrix} |a & b| \end{pmatrix}", "a bar without its partner"),
        (r"\begin{pmatrix} a & b \\ c & d \end{bmatrix}", r"found \end{bmatrix}"),
        (r"\begin{pmatrix} a & b", r"\begin{pmatrix} that is never closed"),
        (r"\begin{pmatrix} " + " & ".join("a" * 17) + r" \end{pmatrix}", "17 columns written out"),
        (rf"{P} + 1 = {P}", "a sum of shapes"),
        (rf"{P} x", "a product of shapes"),
        (r"x_4", "the entry 4 of shape (3)"),
        (r"x_0", "the entry 0 of shape (3)"),
        (r"M_{1}", "the subscript 1 of shape (2 × 2)"),
        (r"M_{13}", "the entry 13 of shape (2 × 2)"),
        (r"u_{10}", "10 as a place"),
        (r"e^{\begin{pmatrix} a & b \end{pmatrix}}", "a matrix written out in a script"),
        (r"\begin{pmatrix} u_1 \\ \vdots \\ u_K \end{pmatrix}", "the index j over K for an axis over N"),
        (r"\begin{pmatrix} u_1 \\ u_3 \\ \vdots \\ u_N \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} u_1 \\ \vdots \\ v_N \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} u_1 \\ \vdots \\ u_{N-1} \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} u_0 \\ \vdots \\ u_N \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} 1 \\ 2 \\ \vdots \\ N \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} a & \cdots & b \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} \frac{a}{1} \\ \vdots \\ \frac{a}{N} \end{pmatrix}", "a matrix with dots"),
        (r"\begin{pmatrix} u_1 & a & 0 \\ 0 & \ddots & 0 \\ 0 & 0 & u_N \end{pmatrix}", "a matrix with dots"),
        (
            r"\begin{pmatrix} a & \cdots & 0 \\ \vdots & \ddots & \vdots \\ 0 & \cdots & b \end{pmatrix}",
            "a matrix with dots",
        ),
        (r"(u_1, \dots, v_N)", r"found '\dots'"),
        (r"(u_1, u_3, \dots, u_N)", r"found '\dots'"),
        (r"(1, 2, \dots, N)", r"found '\dots'"),
        (r"\{u_1, \dots, u_N\}", r"found '\dots'"),
        (r"(u, v)", "a block of shape (N) in a matrix"),
        (r"a(b, c)", "several formulas in parentheses that no function takes"),
        (r"a(u_1, \dots, u_N)", "several formulas in parentheses that no function takes"),
        (r"\{a, b\}", "a set"),
    ],
)
def test_what_is_refused(latex: str, message: str) -> None:
    """With the place, and by name."""
    assert message in refusal(lambda: shown(latex) if "=" not in latex else read_latex(latex, context_from(NAMES)))


def test_a_declared_name_is_no_entry() -> None:
    """Of a vector x and a scalar x_1 it is not said which is meant; dots go on from no name of its own."""
    declared = "vector x : 3; scalar x_1; dimension N; vector u : N; scalar u_1"
    with pytest.raises(InputError, match="two readings"):
        read_latex_term("x_1", context_from(declared))
    with pytest.raises(InputError, match="a matrix with dots"):
        read_latex_term(r"\begin{pmatrix} u_1 \\ \vdots \\ u_N \end{pmatrix}", context_from(declared))
    with pytest.raises(InputError, match="a matrix written out under the summation convention"):
        read_latex_term(P, context_from(f"{NAMES}; einstein"))


@pytest.mark.parametrize("dimensions", ["", "dimension N", "dimension N, K"])
def test_a_size_that_nothing_tells_beside_numbers(dimensions: str) -> None:
    r"""A bare I could be of one of the sizes that are numbers, declared or written out: tr(I) = 2 is not refuted."""
    for declared, latex in (
        ("matrix A : 2 x 2", r"\operatorname{tr}(I) = 2"),
        ("scalar a", r"\begin{vmatrix} a & 0 \\ 0 & 1 \end{vmatrix} \operatorname{tr}(I) = 2 a"),
        ("scalar a", r"\operatorname{tr}(I_2) = \operatorname{tr}(I)"),
    ):
        context = context_from(f"{declared}; {dimensions}" if dimensions else declared)
        with pytest.raises(InputError, match="the dimension of I cannot be told"):
            read_latex(latex, context)


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (rf"{P}^{{-1}} = \frac{{1}}{{ad - bc}} \begin{{pmatrix}} d & -b \\ -c & a \end{{pmatrix}}", "proved"),
        (rf"{P}^{{-1}} = \frac{{1}}{{ad - bc}} \begin{{pmatrix}} d & b \\ c & a \end{{pmatrix}}", "refuted"),
        (rf"{P} = M", "refuted"),
        (r"M = \begin{pmatrix} M_{11} & M_{12} \\ M_{21} & M_{22} \end{pmatrix}", "proved"),
        (r"M = \begin{pmatrix} M_{11} & M_{12} \\ M_{12} & M_{22} \end{pmatrix}", "refuted"),
        (r"S = \begin{pmatrix} S_{11} & S_{12} \\ S_{12} & S_{22} \end{pmatrix}", "proved"),
        (r"M^2 - (M_{11} + M_{22}) M + (M_{11} M_{22} - M_{12} M_{21}) I = 0", "proved"),
        (r"\|M\|_F^2 = M_{11}^2 + M_{12}^2 + M_{21}^2 + M_{22}^2", "proved"),
        (r"\sum_i x_i y_i = x_1 y_1 + x_2 y_2 + x_3 y_3", "proved"),
        (r"\sum_i x_i y_i = x_1 y_1 + x_2 y_2", "refuted"),
        (r"x_i = x_1", "refuted"),
        (r"\frac{\partial}{\partial x} (x_1 x_2) = \begin{pmatrix} x_2 \\ x_1 \\ 0 \end{pmatrix}", "proved"),
        (r"\begin{pmatrix} u \cdot u \\ 1 \end{pmatrix} = \begin{pmatrix} \|u\|^2 \\ 1 \end{pmatrix}", "proved"),
        (r"\begin{pmatrix} u \cdot u \\ 1 \end{pmatrix} = \begin{pmatrix} \|u\|^2 \\ N \end{pmatrix}", "refuted"),
        (r"C_2 = \frac12 \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}", "proved"),
        (r"C_2 = \frac12 \begin{pmatrix} 1 & 1 \\ 1 & 1 \end{pmatrix}", "refuted"),
        (r"C_1 = \begin{pmatrix} 0 \end{pmatrix}", "proved"),
        (r"C_1 = \begin{pmatrix} 1 \end{pmatrix}", "refuted"),
    ],
)
def test_what_is_decided(latex: str, status: str) -> None:
    """Entry by entry."""
    assert status_of(latex, NAMES.replace("index i : N; ", "")) == status


def test_what_is_assumed_of_entries() -> None:
    """A rotation is orthogonal, where its entries are on the circle; and nowhere else."""
    declared = r"scalars a, b; let R = \begin{pmatrix} a & -b \\ b & a \end{pmatrix}"
    assert status_of(r"R^\top R = I_2", declared) == "refuted"
    assert status_of(r"R^\top R = I_2", f"{declared}; assume a^2 + b^2 = 1") == "proved"
    assert status_of(r"x_1^2 + x_2^2 = 1", "vector x : 2; assume x \\cdot x = 1") == "proved"
    assert status_of(r"Q_{11}^2 + Q_{21}^2 = 1", "matrix Q : 2 x 2 orthogonal") == "proved"
    assert status_of(r"Q_{11}^2 + Q_{22}^2 = 1", "matrix Q : 2 x 2 orthogonal") == "refuted"
    assert status_of(r"x_1 / x_1 = 1", "vector x : 2 nonzero") == "proved"


def test_what_is_defined_for_every_size_is_of_no_number() -> None:
    r"""C_n = C_3 holds for n = 3 alone, which nobody said; nor is \Pi, without a size in its name, the one of size 2."""
    centring = r"I_n - \tfrac1n \mathbf 1_n \mathbf 1_n^\top"
    declared = rf"dimension n; let C_n = {centring}; let \Pi = {centring}; matrix A : 2 x 2; dimension m; vector y : m"
    with pytest.raises(InputError, match="defined for every n, beside a size that is 2"):
        read_latex(r"\Pi = \frac12 \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}", context_from(declared))
    with pytest.raises(InputError, match=r"a product of shapes \(2 × 2\) and \(n × n\)"):
        read_latex(r"A C_n = C_n A", context_from(declared))
    assert status_of(r"C_n = C_3", declared) == "unsupported"
    assert status_of(r"\Pi \Pi y = \Pi y", declared) == "proved"


def test_two_digits_below_a_matrix() -> None:
    r"""C_{12} of C_n could be its entry, which is -1/n, or the matrix of size 12, which is not."""
    declared = r"dimension n; let C_n = I_n - \tfrac1n \mathbf 1_n \mathbf 1_n^\top; let s_n = \operatorname{tr} C_n"
    with pytest.raises(InputError, match="the subscript 12 of a matrix with two readings"):
        read_latex(r"C_{12} = -\frac1n", context_from(declared))
    assert status_of(r"\operatorname{tr} C_{10} = 9", declared) == "proved"
    assert status_of(r"s_{12} = 11", declared) == "proved"


# --- SymPy's matrices ---------------------------------------------------------------------------------------------

A, B, C = sympy.symbols("a b c", real=True)


def written(matrix: sympy.Matrix) -> str:
    """A matrix of SymPy as an environment."""
    rows = (" & ".join(sympy.latex(entry) for entry in matrix.row(n)) for n in range(matrix.rows))
    inside = r" \\ ".join(rows)
    return rf"\begin{{pmatrix}} {inside} \end{{pmatrix}}"


def entry(random: Random) -> sympy.Expr:
    """A small entry."""
    number = sympy.Rational(random.randint(-3, 3), random.choice((1, 1, 2)))
    return random.choice((number, number, A, B, C, A + number, A * B, B**2 - C, number * C))


def expression(random: Random, rows: int, columns: int, depth: int) -> tuple[str, sympy.Matrix]:
    """LaTeX of a matrix of this size, and its value."""
    way = random.randrange(7) if depth else 0
    if way == 1:
        inner = random.randint(2, 3)
        (one, left), (other, right) = (
            expression(random, rows, inner, depth - 1),
            expression(random, inner, columns, depth - 1),
        )
        return f"({one}) ({other})", left * right
    if way in (2, 3):
        (one, left), (other, right) = (expression(random, rows, columns, depth - 1) for _ in range(2))
        return (f"{one} + ({other})", left + right) if way == 2 else (f"{one} - ({other})", left - right)
    if way == 4:
        one, value = expression(random, columns, rows, depth - 1)
        return rf"({one})^{{\top}}", value.T
    if way == 5:
        one, value = expression(random, rows, columns, depth - 1)
        return rf"\frac{{a}}{{2}} ({one})", A / 2 * value
    if way == 6 and rows == columns == 2:
        one, value = expression(random, 2, 2, depth - 1)
        return (
            (f"({one})^2", value**2) if random.random() < 0.5 else (rf"(\det ({one})) I_2", value.det() * sympy.eye(2))
        )
    value = sympy.Matrix(rows, columns, lambda *_: entry(random))
    return written(value), value


@pytest.mark.parametrize("seed", range(60))
def test_against_sympy(seed: int) -> None:
    """What SymPy's matrices come to is proved, and with one entry changed refuted."""
    random = Random(f"matrices {seed}")
    rows, columns = random.choice(((2, 2), (2, 3), (3, 3), (3, 2)))
    latex, value = expression(random, rows, columns, 3)
    value = value.applyfunc(sympy.expand)
    assert status_of(f"{latex} = {written(value)}", "scalars a, b, c") == "proved"
    at = random.randrange(rows * columns)
    wrong = value.copy()
    wrong[at] += random.choice((1, A, -B))
    assert status_of(f"{latex} = {written(wrong)}", "scalars a, b, c") == "refuted"


def test_a_bracket_right_behind_a_row_of_a_matrix_is_a_length() -> None:
    declared = "dimension n; scalars a, b"
    assert (
        status_of(r"\begin{pmatrix} a \\[2pt] b \end{pmatrix} = \begin{pmatrix} a \\ b \end{pmatrix}", declared)
        == "proved"
    )
    wrong = r"\begin{pmatrix} a \\[2] b \end{pmatrix} = \begin{pmatrix} a \\ 2 b \end{pmatrix}"
    assert "holds no length" in refusal(read_latex, wrong, context_from(declared))


def test_the_entry_of_a_column_that_is_a_name() -> None:
    """Where q is made of q_1 and q_2, the entry is that name; another entry with its name has two readings."""
    declared = r"""scalars c, s, q_1, q_2, k_1, k_2; let q = \begin{pmatrix} q_1 \\ q_2 \end{pmatrix}
        let m_1 = 2 q_2; let m_2 = q_1
        let R = \begin{pmatrix} c & -s \\ s & c \end{pmatrix}; let k = \begin{pmatrix} k_1 & k_2 \end{pmatrix}
        let m = \begin{pmatrix} m_1 \\ m_2 \end{pmatrix}"""
    assert status_of(r"q^\top R k^\top = c (q_1 k_1 + q_2 k_2) + s (q_2 k_1 - q_1 k_2)", declared) == "proved"
    assert status_of(r"q^\top R k^\top = c (q_1 k_1 + q_2 k_2) + s (q_2 k_1 + q_1 k_2)", declared) == "refuted"
    assert status_of(r"m_1^2 + m_2^2 = 4 q_2^2 + (q)_1^2", declared) == "proved"
    assert status_of(r"m_1 = m_2", declared) == "refuted"
    turned = declared.replace(r"q_1 \\ q_2", r"q_2 \\ q_1").replace("let m_1 = 2 q_2; let m_2 = q_1", "")
    turned = turned.replace(r"let m = \begin{pmatrix} m_1 \\ m_2 \end{pmatrix}", "")
    assert "q_1 with two readings" in refusal(lambda: read_latex(r"q_1 = k_1", context_from(turned)))
