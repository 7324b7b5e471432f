r"""``derive.reading.latex.readings``: shapes that are known in part, and the error for two readings."""

from __future__ import annotations

import pytest

from derive.language.terms import Dimension
from derive.printing import text
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex_term
from derive.reading.latex.readings import Rough, product_shape, same_shape, show_rough
from tests.reading.latex.contexts import read, same

N, K = Dimension("N"), Dimension("K")


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        ((), (), ()),
        ((N,), (None,), (N,)),
        ((None, K), (N, None), (N, K)),
        ((N,), (K,), None),
        ((N,), (), None),
        ((1, N), (None, N), None),
    ],
)
def test_same_shape(left: Rough, right: Rough, both: Rough | None) -> None:
    """What may be one shape; an unknown dimension is never the mark of a row."""
    assert same_shape(left, right) == same_shape(right, left) == both


@pytest.mark.parametrize(
    ("left", "right", "shape"),
    [
        ((), (N,), (N,)),
        ((N, K), (K,), (N,)),
        ((N, K), (None, N), (N, N)),
        ((1, N), (N,), ()),
        ((1, None), (N, K), (1, K)),
        ((N,), (1, K), (N, K)),
        ((N,), (N,), None),
        ((N, K), (N,), None),
        ((N, N, N), (N,), None),
    ],
)
def test_product_shape(left: Rough, right: Rough, shape: Rough | None) -> None:
    """Products as in linear algebra."""
    assert product_shape(left, right) == shape


def test_shapes_in_messages() -> None:
    """An unknown dimension is a question mark."""
    assert [show_rough(shape) for shape in ((), (N,), (None, K))] == ["scalar", "(N)", "(? × K)"]


def test_the_error_for_two_readings() -> None:
    """Its place with a caret, both readings, and what settles it."""
    with pytest.raises(AmbiguityError) as caught:
        read("s + 1/2 t")
    assert str(caught.value).splitlines() == [
        "1:6: a slash before several factors with two readings: (1/2)*t; or 1/(2*t)",
        "  s + 1/2 t",
        "       ^",
        r"  hint: write \frac, or parentheses; or declare it: % derive: slashes: first|all",
    ]
    assert (caught.value.where, caught.value.readings) == ("1:6", ("(1/2)*t", "1/(2*t)"))


@pytest.mark.parametrize(
    ("latex", "more", "settled", "plain"),
    [
        (r"x^T y", "scalar T", r"x^\top y", "x.T*y"),
        (r"f(t)", "let f(t) = t^2; scalar f", r"f\,(t)", "f*t"),
        (r"\sum_n a_n + b_n", "", r"\left(\sum_n a_n\right) + b_n", "sum(n, a[n]) + b[n]"),
        (r"\sum_n a_n + b_n", "", r"\sum_n (a_n + b_n)", "sum(n, a[n] + b[n])"),
        (r"1/2N^2 t", "", r"\frac{1}{2N^2} t", "1/(2*N^2)*t"),
        (r"A \vec a \odot \vec b", "", r"A (\vec a \odot \vec b)", "A*hadamard(a, b)"),
        (r"\|A\|", "", r"\|A\|_F", "norm(A)"),
        (r"|A|", "", r"\det A", "det(A)"),
        (r"A_{nm}^{-1}", "", r"(A^{-1})_{nm}", "(A^-1)[n, m]"),
        (r"\log s t", "", r"\log(s t)", "log(s*t)"),
        (r"\prod_i a_i s", "", r"\left(\prod_i a_i\right) s", "prod(i, a[i])*s"),
    ],
)
def test_ambiguities_and_what_settles_them(latex: str, more: str, settled: str, plain: str) -> None:
    """Each is an error; written so that there is one reading, it is read."""
    with pytest.raises(AmbiguityError):
        read(latex, more)
    same(settled, plain, more)


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"N(\sigma^2 + \epsilon)", "N*(sigma2 + epsilon)"),
        (r"\sigma^2", "sigma2"),
        (r"s(t)", "s*t"),
        (r"\sum_i a_i + b_i", "sum(i, a[i] + b[i])"),
        (r"1/N \vec a", "1/N*a"),
        (r"x^T y", "x.T*y"),
        (r"\vec a \cdot \vec b \vec x", "dot(a, b)*x"),
        (r"|\vec a|", "norm(a)"),
    ],
)
def test_one_reading_is_simply_read(latex: str, plain: str) -> None:
    """Where only one reading is well-typed there is nothing to ask."""
    same(latex, plain)


def test_no_summand_is_lost_before_a_sum_that_goes_on() -> None:
    """The second sum has one reading, over both of its summands; the first stays."""
    context = context_from("dimension K; vectors u, w : K; scalars s, t")
    term = read_latex_term(r"\sum_{k=1}^K u_k^2 + \sum_{k=1}^K s + w_k", context)
    assert text(term) == "Σₖ uₖ² + Σₖ (s + wₖ)"
    term = read_latex_term(r"t + \sum_{k=1}^K u_k^2 - \sum_{k=1}^K s + w_k", context)
    assert text(term) == "t + Σₖ uₖ² - Σₖ (s + wₖ)"
