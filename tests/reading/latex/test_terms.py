r"""``derive.reading.latex``, `terms`, `fences` and `factors`: sums, bars, roots, fractions, the dimensions of constants."""

from __future__ import annotations

import pytest

from derive.printing import latex as printed_latex
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex, read_latex_term
from tests.reading.latex.contexts import read, refusal, same, status_of


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"-s + t - c", "-s + t - c"),
        (r"- 2", "-2"),
        (r"-2 s", "-(2*s)"),
        (r"+ s", "s"),
        (r"s - (t - c)", "s - (t - c)"),
        (r"(s + t) + c", "add(s + t, c)"),
        (r"\sqrt{s + t}", "sqrt(s + t)"), (r"\sqrt s", "sqrt(s)"), (r"\sqrt2", "sqrt(2)"), (r"\sqrt{N} \vec a", "sqrt(N)*a"),
        (r"|s|", "abs(s)"), (r"\left| s \right|", "abs(s)"), (r"\lvert s \rvert", "abs(s)"), (r"\vert s \vert", "abs(s)"),
        (r"|\vec a|", "norm(a)"), (r"\|\vec a\|", "norm(a)"), (r"\lVert a \rVert", "norm(a)"), (r"\Vert a \Vert", "norm(a)"),
        (r"\bigl\| A \vec a \bigr\|^2", "norm(A*a)^2"), (r"\|a\|_2^2", "norm(a)^2"), (r"\|X\|_F", "norm(X)"),
        (r"\lVert X \rVert_{\mathrm F}^2", "norm(X)^2"), (r"\|X\|_{\text{F}}", "norm(X)"), (r"\|a\|_{\ell_2}", "norm(a)"),
        (r"\|a\|_1", "sum(i, abs(a[i]))"), (r"\|A a\|_1^2", "sum(i, abs((A*a)[i]))^2"),
        (r"\sum_i \|a_i b\|_1", "sum(i, sum(j, abs((a[i]*b)[j])))"),
        (r"|\vec a| |\vec b|", "norm(a)*norm(b)"),
        (r"|a||b||s|", "norm(a)*norm(b)*abs(s)"), (r"|a|-|b|", "norm(a) - norm(b)"),
        (r"|s|^2 |-t|", "abs(s)^2*abs(-t)"), (r"| |s| - t |", "abs(abs(s) - t)"),
        (r"\bigl|\, |s| - |t| \,\bigr|", "abs(abs(s) - abs(t))"),
        (r"\langle \vec a, \vec b \rangle", "dot(a, b)"), (r"\left\langle A a , b \right\rangle^2", "dot(A*a, b)^2"),
        (r"\left[ s + t \right]^{2}", "(s + t)^2"), (r"\{ s + t \} c", "(s + t)*c"), (r"\Bigl( s \Bigr)", "s"),
        (r"\frac{\sqrt{s}}{\frac{s}{t}}", "sqrt(s)/(s/t)"),
        (r"\vec a - \vec 1 \vec 1^\top \vec a / N", "a - one*one.T*a/N"),
        (r"(I - B) \vec a", "(I - B)*a"),
    ],
)  # fmt: skip
def test_formulas(latex: str, plain: str) -> None:
    """What each construct says."""
    same(latex, plain)


@pytest.mark.parametrize(
    ("latex", "what"),
    [
        (r"|A|", "the determinant"),
        (r"\|A\|", "the spectral norm"),
        (r"|s| t |s|", "bars"),
    ],
)
def test_bars_that_say_two_things(latex: str, what: str) -> None:
    """|A| is a norm or a determinant; a bar between factors may open or close."""
    with pytest.raises(AmbiguityError, match=what):
        read(latex)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"s + \vec a \vec b^\top", "a sum of shapes scalar and (N × N)"),
        (r"\vec a + \vec u", "a sum of shapes (N) and (K)"),
        (r"A + \vec a", "a sum of shapes"),
        (r"\vec a + |\vec a|", "a sum of shapes"),
        (r"\sqrt{\vec a^\top}", "a square root of shape (1 × N)"),
        (r"\sqrt[3]{s}", "a root of another degree"),
        (r"\|A\|_1", "the norm"),
        (r"\|A\|_2", "the norm"),
        (r"2 {s + t}", "a sum in braces"),
        (r"{s + t}^2", "a sum in braces"),
        (r"\langle a \rangle", r"% derive: mean \langle"),
        (r"\overline{a b}", r"% derive: mean \overline"),
        (r"|s", "a bar without its partner"),
        (r"\langle A, s \rangle", "a scalar product of shape scalar"),
        (r"\langle A, \vec a \rangle", "a scalar product of shapes (N × N) and (N)"),
        (r"\langle \vec a, \vec b \rangle_A", r"the scalar product \langle … \rangle_A"),
        (r"A : X", "a scalar product of shapes (N × N) and (N × K)"),
        (r"X_{n:m}", "a colon in a subscript"),
        (r"\vec a_{1:n}", "a colon in a subscript"),
        (r"X_{:N}", "a colon in a subscript"),
        (r"X_{:,:}", "a colon in a subscript"),
        (r"A^\top_{:,n}", "a colon beside a transpose"),
        (r"\frac{}{s}", "found '}'"),
        (r"\frac{s}{} t", "found '}'"),
        (r"\vec 1 \cdot \vec 1", r"write \vec 1_N or \vec 1_K"),
        (r"\vec 1 \vec u^\top", r"the dimension of \vec 1"),
        (r"\widehat{A \vec a}", "over a formula"),
        (r"10\,000", "digits with a space between them"),
        (r"(s]", "found"),
    ],
)
def test_formulas_that_say_nothing(latex: str, message: str) -> None:
    """Shapes that do not fit, fences without partners, sizes that nothing tells."""
    assert message in refusal(lambda: read(latex))


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\|s\|", "abs(s)"), (r"\|a_n\|_2", "abs(a[n])"), (r"\|s\|_1", "abs(s)"), (r"\|s\|_F", "abs(s)"),
        (r"\|s\|_\infty", "abs(s)"), (r"\|\vec a^\top\|_2", "norm(a.T)"), (r"\|u\|_F", "norm(u)"),
    ],
)  # fmt: skip
def test_norms_of_numbers_and_rows(latex: str, plain: str) -> None:
    """All norms of a number are its absolute value; ‖·‖₂ of a row is that of the vector."""
    same(latex, plain)


@pytest.mark.parametrize(
    "latex", [r"\sqrt{\vec a}", r"\sqrt{\vec a + \vec b}_n", r"A \sqrt{\vec a}", r"\sqrt{\vec a}^\top \vec b"]
)
def test_the_root_of_a_vector_is_printed_as_it_is_read(latex: str) -> None:
    printed = printed_latex(term := read(latex))
    assert r"\sqrt" in printed
    assert read(printed) == term


def test_one_dimension_sizes_every_constant() -> None:
    """Where there is only one dimension, nothing has to be written."""
    only = context_from("dimension N")
    assert read_latex_term(r"\vec 1 \cdot \vec 1", only) == read_latex_term(r"\vec 1_N \cdot \vec 1_N", only)


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"(2 I)^{-1} = \frac12 I", "proved"), (r"\frac12 I = I", "refuted"), (r"I^\top I = I", "proved"),
        (r"\vec 1^\top \vec 1 = 2", "refuted"),
    ],
)  # fmt: skip
def test_what_holds_of_identities_alone_holds_for_every_size(latex: str, status: str) -> None:
    assert status_of(latex, "dimensions n, p") == status


@pytest.mark.parametrize("latex", [r"\vec 1^\top \vec 1 = n", r"\operatorname{tr}(I) I = I", r"s I = I"])
def test_beside_another_size_that_of_an_identity_has_to_be_told(latex: str) -> None:
    """Also where it is inside of a definition."""
    context = context_from(r"dimensions n, p; vector x : n; let s = \vec 1^\top x")
    assert "cannot be told" in refusal(read_latex, latex, context)
