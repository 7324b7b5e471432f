r"""``derive.reading.latex.rows``: implicit products, ``\cdot``, ``\odot``, slashes."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.reading.latex import AmbiguityError
from tests.reading.latex.contexts import read, same, status_of
from tests.reading.test_in_each import asked


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"s t c", "s*t*c"),
        (r"2 s", "2*s"),
        (r"s \cdot 2 t", "s*2*t"),
        (r"2 \times 3", "2*3"),
        (r"A B \vec a", "A*B*a"),
        (r"s(t + c)", "s*(t + c)"),
        (r"(s t) c", "product(s*t, c)"),
        (r"\vec a^\top \vec b", "a.T*b"),
        (r"\vec a \vec b^\top", "a*b.T"),
        (r"\vec a \cdot \vec b", "dot(a, b)"),
        (r"A \vec a \cdot \vec b", "dot(A*a, b)"),
        (r"s \vec a \cdot t \vec b", "dot(s*a, t*b)"),
        (r"\vec a \cdot \vec b \, \vec y", "dot(a, b)*y"),
        (r"(\vec a \cdot \vec b) \cdot s", "dot(a, b)*s"),
        (r"\vec a \odot \vec b", "hadamard(a, b)"),
        (r"\vec a \circ \vec b", "hadamard(a, b)"),
        (r"\vec a \odot \vec b \odot \vec x", "hadamard(a, b, x)"),
        (r"(\vec a \odot \vec b) \odot \vec x", "hadamard(hadamard(a, b), x)"),
        (r"s \vec a \odot \vec b", "hadamard(s*a, b)"),
        (r"A \odot B", "hadamard(A, B)"),
        (r"(A \vec a) \odot \vec b", "hadamard(A*a, b)"),
        (r"\vec a \odot A \vec b", "hadamard(a, A*b)"),
        (r"s / t", "s/t"),
        (r"2 s / t", "2*s/t"),
        (r"\vec a / N", "a/N"),
        (r"\vec a \cdot \vec b / N", "dot(a, b)/N"),
        (r"1 / N \vec a", "1/N*a"),
        (r"1/2", "1/2"),
        (r"2/4", "2/4"),
        (r"1 / \vec a", "1/a"),
        (r"\vec x / \vec a", "x/a"),
        (r"s / t \cdot c", "s/t*c"),
        (r"s / (t c)", "s/(t*c)"),
        (r"\frac{s}{t} c", "s/t*c"),
        (r"\frac12 s", "(1/2)*s"),
        (r"\tfrac{s}2", "s/2"),
        (r"\dfrac{A \vec a}{N}", "A*a/N"),
        (r"3.5 t", "(7/2)*t"),
    ],
)  # fmt: skip
def test_what_is_multiplied(latex: str, plain: str) -> None:
    """The product that the shapes call for, in the order and grouping that was written."""
    same(latex, plain)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\vec a \vec b", "two column vectors side by side"),
        (r"\vec a * \vec b", "the sign '*' between shapes (N) and (N)"),
        (r"\vec a \times \vec b", r"the sign '\times' between shapes"),
        (r"A * B", "the sign '*' between shapes"),
        (r"A \vec u", "a product of shapes (N × N) and (K)"),
        (r"\vec a \odot \vec u", "of shapes (N) and (K)"),
        (r"\vec a \odot s", "of shapes (N) and scalar"),
        (r"\vec a \cdot \vec u", "of shapes (N) and (K)"),
        (r"s / A", "division of shape scalar by shape (N × N)"),
        (r"\frac{A}{\vec a}", "division of shape (N × N) by shape (N)"),
    ],
)
def test_what_does_not_fit(latex: str, message: str) -> None:
    """Two shapes are named, with the place."""
    with pytest.raises(ShapeError) as caught:
        read(latex)
    assert message in str(caught.value)
    assert "\n  " in str(caught.value)


@pytest.mark.parametrize(
    ("latex", "readings"),
    [
        (r"1/2N^2 t", ["(1/2)*N^2*t", "(1/(2*N^2))*t"]),
        (r"s/t c", ["(1/t)*c", "1/(t*c)"]),
        (r"A \vec a \odot \vec b", ["(A*a) ⊙ b", "A*(a ⊙ b)"]),
        (r"\vec a \odot A B \odot \vec b", []),
        (r"A \odot B A", ["A ⊙ (B*A)", "(A ⊙ B)*A"]),
        (r"\vec a \cdot \vec b \cdot \vec x", [r"(u \cdot v) w", r"u (v \cdot w)"]),
    ],
)
def test_what_is_ambiguous(latex: str, readings: list[str]) -> None:
    """Two groupings that differ are an error which shows both."""
    with pytest.raises(AmbiguityError if readings else InputError) as caught:
        read(latex)
    for reading in readings:
        assert reading in str(caught.value)


@pytest.mark.parametrize("latex", [r"s \cdot", r"\cdot s", r"s \cdot \cdot t", r"s / / t", r"s \odot"])
def test_signs_need_factors(latex: str) -> None:
    """A sign stands between two factors."""
    with pytest.raises(InputError, match="a factor on either side"):
        read(latex)


MATRICES = "dimensions m, n, p; matrices A, B : m x n; matrix C : m x p; matrix D : p x n; vectors x, y : n; scalar c"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\langle A, B \rangle = \operatorname{tr}(A^\top B)", r"\langle A, B \rangle = \operatorname{tr}(A^\top A)"),
        (r"\left< A, B \right>_F = \sum_{ij} A_{ij} B_{ij}", r"\left< A, B \right>_F = \sum_{ij} A_{ij}^2"),
        (r"\langle A, A \rangle_{\mathrm F} = \|A\|_F^2", r"\langle A, A \rangle_{\mathrm F} = \|A\|_F"),
        (r"\langle x^\top, y^\top \rangle = x^\top y", r"\langle x^\top, y^\top \rangle = x^\top x"),
        (r"A : C D = C^\top A : D", r"A : C D = C : A D^\top + 1"),
        (r"2 A : B + c = c + B : 2 A", r"2 A : B + c = c + B : A"),
        (r"x : y = \langle x, y \rangle_2", r"x : y = \langle x, y \rangle_2 + c"),
        (r"\|x\|_F = \|x\|", r"\|x\|_F = \|x\|^2"),
    ],
)
def test_scalar_products_of_matrices(true: str, false: str) -> None:
    r"""``\langle A, B \rangle`` and ``A : B`` are tr(AᵀB); what stands side by side is multiplied first."""
    assert (status_of(true, MATRICES), status_of(false, MATRICES)) == ("proved", "refuted")


@pytest.mark.parametrize("latex", ["A : C = 1", "x : c = 1", "A : B : A = 1", r"A : B D = 1", "2 : 3 = 1"])
def test_a_colon_between_other_things(latex: str) -> None:
    """Two shapes, or numbers; and the colon does not go before a product that is ill-typed."""
    with pytest.raises(ShapeError):
        status_of(latex, MATRICES)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"y - \frac{x^\top y}{x^\top x} x \perp x", r"y - x \perp x"),
        (r"A^\top (A x - A x) \perp y", r"A^\top A x \perp y"),
        (r"x - x \perp y + x^\perp", r"x^\perp \perp x^{\perp}"),
    ],
)
def test_orthogonal_vectors(true: str, false: str) -> None:
    """Their scalar product is 0; in a script the sign is a part of a name."""
    declared = MATRICES + r"; vector x^\perp : n; nonzero x"
    assert (status_of(true, declared), status_of(false, declared)) == ("proved", "refuted")
    assert status_of(r"\|x + y\|^2 = \|x\|^2 + \|y\|^2", declared + r"; assume x \perp y") == "proved"


@pytest.mark.parametrize(
    "latex", [r"A \perp B", r"c \perp x", r"x = y \perp x", r"x \perp y \perp x", r"\perp x", r"x \perp S"]
)
def test_what_is_not_said_to_be_orthogonal(latex: str) -> None:
    """Of matrices it could be by entries or by columns; numbers are not, nor what stands in a chain."""
    with pytest.raises(InputError):
        status_of(latex, MATRICES)


def test_a_colon_in_curly_brackets_is_that_of_a_set() -> None:
    """And no product."""
    with pytest.raises(InputError, match="a set"):
        status_of(r"\{x : y\} = 1", MATRICES)


@pytest.mark.parametrize(
    ("latex", "first", "last"),
    [
        (r"x \cdot y \cdot z = (x^\top y) z", "proved", "refuted"),
        (r"x \cdot y \cdot z = (y^\top z) x", "refuted", "proved"),
        (r"c x \cdot A y \cdot \frac{z}{c} = (z^\top A y) x", "refuted", "proved"),
        (r"x \cdot y \cdot z \cdot u = (x^\top y) (z^\top u)", "proved", "refuted"),
        (r"x \cdot x \cdot x = |x|^2 x", "proved", "proved"),
        (r"x \cdot y \cdot z = 2 (x^\top y) z", "refuted", "refuted"),
    ],
)
def test_three_dots(latex: str, first: str, last: str) -> None:
    """(u · v) w or u (v · w), as declared; else in doubt, and decided in both."""
    declared = "dimension N; vectors x, y, z, u : N; scalar c > 0; matrix A : N x N"
    assert status_of(latex, f"{declared}; three dots: first") == first
    assert status_of(latex, f"{declared}; three dots: last") == last
    output = asked(latex, declared, "--latex")[1]
    assert (f"{first} in each of" if first == last else "come out differently") in output


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"{\frac{1}{N} \sum_n} a_n", "(1/N)*sum(n, a[n])"),
        (r"\sqrt{{\frac{1}{N} \sum_n}a^2_n}", "sqrt((1/N)*sum(n, a[n]^2))"),
        (r"s {\sum_n} a_n", "s*sum(n, a[n])"),
        (r"{s {t \sum_n}} a_n", "s*t*sum(n, a[n])"),
        (r"{\log} p", "log(p)"),
        (r"{\frac{\partial}{\partial s}} s^2", "grad(s^2, s)"),
        (r"{s \cdot} t", "s*t"),
        (r"{s + \sum_n} a_n", "s + sum(n, a[n])"),
    ],
)
def test_braces_that_end_too_early(latex: str, plain: str) -> None:
    """What acts on what follows does so from within braces, which are not printed."""
    same(latex, plain)


@pytest.mark.parametrize("latex", [r"{\sum_n a_n} b_n", r"{s \vec a}^\top \vec b", r"{\log s} t"])
def test_braces_that_group(latex: str) -> None:
    """Whatever ends by itself in braces stays one thing, or is in doubt."""
    with pytest.raises((AmbiguityError, InputError)):
        read(latex)


LOGISTIC = r"dimension m; vectors a, b, d : m; matrix W : m x m; let \sigma(s) = \frac{1}{1 + e^{-s}}"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sigma'(a) = \sigma(a)(1 - \sigma(a))", r"\sigma'(a) = 2 \sigma(a)(1 - \sigma(a))"),
        (r"d \odot (a (1 - a)) = d \odot a - d \odot a \odot a", r"d \odot (a (1 - a)) = d \odot a + d \odot a \odot a"),
        (r"W ((1 - a) a) = W a - W (a \odot a)", r"W ((1 - a) a) = W a"),
    ],
)  # fmt: skip
def test_a_vector_before_one_less_it(true: str, false: str) -> None:
    """f (1 - f) of columns is by components: nothing else is a product of the two."""
    assert status_of(true, LOGISTIC) == "proved"
    assert status_of(false, LOGISTIC) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"d \odot (a (1 - b)) = d", r"a b = d", r"a (1 - a) = a \cdot (1 - a)", r"a (2 - a) = d"]
)
def test_other_columns_side_by_side_are_refused(latex: str) -> None:
    """They could be a scalar product."""
    with pytest.raises(InputError):
        status_of(latex, LOGISTIC)
