r"""``derive.reading.latex.einstein``: the summation convention, where it is declared."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context, read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension N, K; vectors x, y, g : N; matrices A, B : N x N; matrix X : N x K; scalar c, \epsilon > 0
index i, j, n : N; index k : K; einstein; let \mu = \mathbf 1^\top x / N"""


def context(more: str = "") -> Context:
    return context_from(more, context_from(DECLARED))


def status(latex: str, more: str = "") -> str:
    return status_of(latex, context(more))


@pytest.mark.parametrize(
    "latex",
    [
        r"(A x)_i = A_{ij} x_j",
        r"A_{pp} = \operatorname{tr} A",
        r"A_{ii} = \operatorname{tr} A",
        r"x_p y_p = x_i y_i = x^\top y",
        r"A_{ij} B_{ji} = \operatorname{tr}(A B)",
        r"A_{pq} B_{pq} = \operatorname{tr}(A^\top B)",
        r"\delta_{ij} x_j = x_i",
        r"\delta_{ii} = N",
        r"X_{ik} X_{jk} = (X X^\top)_{ij}",
        r"A_{ij} A_{jp} x_p = (A^2 x)_i",
        r"x_p \mathbf e_p = x",
        r"(x_i + y_i) g_i = x^\top g + y^\top g",
        r"x_i y_i + c = c + x^\top y",
        r"\frac{x_p y_p}{c} = \frac{x^\top y}{c}",
        r"\frac1c x_i A_{ij} y_j = \frac{x^\top A y}{c}",
        r"\frac{x_i}{\sqrt{x_p x_p + \epsilon}} = \frac{x_i}{\sqrt{\|x\|^2 + \epsilon}}",
        r"(x_p x_p)^2 = \|x\|^4",
        r"(x_p x_p) (y_q y_q) = \|x\|^2 \|y\|^2",
        r"\frac{\partial (A_{pq} x_p x_q)}{\partial x_i} = (A_{iq} + A_{qi}) x_q",
        r"\frac{\partial x_i}{\partial x_j} = \delta_{ij}",
        r"\sum_i x_i^2 = x_p x_p",
        r"\sum_i x_i y_i g_i = \sum_p x_p y_p g_p",
        r"x_p g_p = 0 + x^\top g",
        r"x_i y_i - x_p y_p + 1 = 1",
        r"\frac{\partial \mu}{\partial x_i} = \frac1N",
        r"\frac{\partial (c + x_i)}{\partial c} = 1",
        r"2 = \frac{\partial (2 c + x_i)}{\partial c}",
    ],
)
def test_what_the_convention_says(latex: str) -> None:
    """An index that occurs twice in a product is summed; a bound one takes no part."""
    assert status(latex) == "proved"


@pytest.mark.parametrize(
    "latex", [r"x_i y_i = \|x\|^2", r"A_{ij} x_j = (A^\top x)_i", r"A_{ii} = N", r"x_i = 0", r"x_i = 1", r"N = x_i x_i"]
)
def test_false_statements(latex: str) -> None:
    """Refuted, as they should be."""
    assert status(latex) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"A_{ii} x_i = c", "more than twice"),
        (r"x_i y_i x_i y_i = (x^\top y)^2", "more than twice"),
        (r"(x_p x_p) y_p = 0", "more than twice"),
        (r"(x_p x_p)(y_p y_p) = c", "more than twice"),
        (r"\frac{x_i}{\sqrt{x_i x_i}} = c", "more than twice"),
        (r"x_i + \mu = c", "the sides of a relation with different free indices: i and none"),
        (r"x_i y_i + g_i = c", "the terms of a sum with different free indices: none and i"),
        (r"y_i (x_i + c) = c", "the index i is summed over, and a term of this factor lacks it"),
        (r"(x_i + c)^2 y_i = c", "the index i is summed over, and a term of this factor lacks it"),
        (r"x_i (y_i g_i + c) = c", "more than twice"),
        (r"x_i \frac{y_i}{\sqrt{g_i g_i}} = c", "more than twice"),
        (r"\frac{x_i y_i}{g_i g_i} = c", "more than twice"),
        (r"x_i \frac{y_i}{g_i g_i} = c", "more than twice"),
        (r"x_i \exp(y_i g_i) = c", "more than twice"),
        (r"x_i + y_j = 0", "the terms of a sum with different free indices: i and j"),
        (r"x_i = y_j", "the sides of a relation with different free indices: i and j"),
        (r"x_i = y_i = c", "the sides of a relation with different free indices: i and none"),
        (r"x_p = c y_q", "the sides of a relation with different free indices: p and q"),
        (r"A_{ij} A_{jk} = 0", "the index k over K for an axis over N"),
        (r"\delta_{pp} = N", "the range of the index p"),
    ],
)
def test_what_breaks_the_convention(latex: str, message: str) -> None:
    """Three times, different free indices, and free ones that are not declared."""
    assert message in refusal(lambda: read_latex(latex, context()))


@pytest.mark.parametrize("latex", [r"x_i^2 = c", r"x_i^{-1} = c", r"(A x)_i^2 = c", r"\frac{x_i}{y_i} = c"])
def test_what_the_convention_leaves_open(latex: str) -> None:
    """A power, or a bar with the index above and below, may be a sum or one for each index."""
    with pytest.raises(AmbiguityError):
        read_latex(latex, context())


def test_fixed_indices() -> None:
    """``hold n fixed`` takes an index out of the convention."""
    assert status(r"A_{nn} x_n^2 = x_n A_{nn} x_n", "hold n fixed") == "proved"
    assert status(r"\frac{x_n}{y_n} A_{nj} x_j = \frac{x_n (A x)_n}{y_n}", "hold n fixed") == "proved"
    assert not read_latex_term(r"A_{jj}", context("hold n fixed")).free


def test_definitions_by_components() -> None:
    """What stands on the left is free on the right, declared or not."""
    more = "let C_{ij} = A_{ip} B_{pj}; let z_a = A_{ap} x_p"
    assert status("C = A B", more) == "proved"
    assert status("z = A x", more) == "proved"
    assert status("z = A \\odot I \\vec 1", "let z_i = A_{ii}") == "proved"
    with pytest.raises(InputError, match="different free indices"):
        context("let C_{ij} = A_{ip} x_p")


def test_a_chain_that_goes_on() -> None:
    """Its free indices are those of the formula before it."""
    before = read_latex(r"(A x)_i = (A x)_i", context()).terms[0]
    assert read_latex(r"= A_{ij} x_j", context(), before=before).terms[1].free == before.free
    with pytest.raises(InputError, match="different free indices: i and i, j"):
        read_latex(r"= A_{ji} x_i", context(), before=before)
    held = context("hold n fixed")
    assert read_latex(r"= x_n", held, before=read_latex(r"x_n = x_n", held).terms[0]).terms[1].free


def test_without_the_declaration() -> None:
    """A repeated index is free, or unbound."""
    plain = context_from("dimension N; vectors x, y : N; index i : N")
    assert read_latex_term("x_i y_i", plain).free
    with pytest.raises(InputError, match="the unbound index p"):
        read_latex_term("x_p y_p", plain)


AS_EINSUM = r"einstein; dimension N; vectors x, y, g, b : N; matrices A, B : N x N; index i, j, k : N; scalar c"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"x_i x_i x_i = \sum_k x_k^3", r"x_i x_i x_i = \sum_k x_k^2"),
        (
            r"A_{ij} A_{ij} B_{ij} = \operatorname{tr}((A \odot A)^\top B)",
            r"A_{ij} A_{ij} B_{ij} = \operatorname{tr}(A A B)",
        ),
        (r"(x \odot g)_i = g_i x_i", r"(x \odot g)_i = g_i x_i + b_i"),
        (r"(A x + b)_i = A_{ij} x_j + b_i", r"(A x + b)_i = A_{ji} x_j + b_i"),
        (r"(x \odot x)_i = x_i^2", r"(x \odot x)_i = x_i"),
        (r"(A (x \odot y))_i = A_{ij} x_j y_j", r"(A (x \odot y))_i = A_{ij} x_j x_j"),
        (r"x_i \vec 1_i = \vec 1^\top x", r"x_i \vec 1_i = c"),
        (r"(\operatorname{diag}(x) y)_i = x_i y_i", r"x^\top y = x_j y_i \delta_{ij} + c"),
        (r"\frac{x_i}{y_i} = (\operatorname{diag}(y)^{-1} x)_i", r"\frac{x_i}{y_i} = x_i"),
        (r"x_i + c = (x + c \vec 1)_i", r"x_i + c = (x + \vec 1)_i"),
        (r"y_i = x_i + c - x_i + y_i - c \vec 1_i", r"y_i = x_i + c - x_i + y_i"),
        (r"g_i (x_i - c) = (g \odot (x - c \vec 1))_i", r"g_i (x_i - c) = (g \odot x)_i - c"),
        (r"y_i = \frac{y_i \sqrt{x_i^2 + 1}}{\sqrt{x_i x_i + 1}}", r"y_i = y_i \sqrt{x_i^2 + 1}"),
        (r"x_i - \frac1N \sum_i x_i = x_i - \frac1N \vec 1^\top x", r"x_i - \frac1N \sum_i x_i = x_i - \vec 1^\top x"),
        (
            r"A_{ij} + x_i - c = (A + x \vec 1^\top - c \vec 1 \vec 1^\top)_{ij}",
            r"A_{ij} + x_i = (A + \vec 1 x^\top)_{ij}",
        ),
        (r"(x \vec 1^\top + \vec 1 y^\top)_{ij} = x_i + y_j", r"(x \vec 1^\top + \vec 1 y^\top)_{ij} = x_j + y_i"),
        (r"x_i^2 y_i = \sum_k x_k x_k y_k", r"x_i^2 y_i = \sum_k x_k y_k"),
        (r"x_i^{-1} y_i = \sum_k y_k / x_k", r"x_i^{-1} y_i = \sum_k y_k x_k"),
        (r"x_i (y_i g_i) = \sum_k x_k y_k g_k", r"x_i (y_i g_i) = \sum_k x_k y_k"),
        (
            r"x_i \frac{y_i}{2 g_i} = \sum_k \frac{x_k y_k}{2 g_k}",
            r"x_i \frac{y_i}{2 g_i} = \sum_k \frac{x_k y_k}{g_k}",
        ),
        (
            r"x_i (-y_i x_i^{-2} g_i \delta_{ik}) = -y_k g_k / x_k",
            r"x_i (-y_i x_i^{-2} g_i \delta_{ik}) = y_k g_k / x_k",
        ),
    ],
)
def test_as_einsum(true: str, false: str) -> None:
    """What the other side lacks is summed, three times too; what it has just once is not; a term is added for each of it."""
    assert status_of(true, AS_EINSUM) == "proved"
    assert status_of(false, AS_EINSUM) == "refuted"


@pytest.mark.parametrize(("choice", "free"), [("sum", 0), ("each", 1)])
def test_powers_are_read_as_declared(choice: str, free: int) -> None:
    """A sum of squares, or the square of each component."""
    chain = read_latex(r"x_i^2 = y_i^2", context_from(f"{AS_EINSUM}; squares of components: {choice}"))
    assert [len(term.free) for term in chain.terms] == [free, free]
    assert status_of(r"c + x_i^2 = c + \|x\|^2", f"{AS_EINSUM}; squares of components: sum") == "proved"


@pytest.mark.parametrize(("latex", "summed", "each"), [
    (r"\frac{\partial x_i}{\partial x_i} = N", "proved", "refuted"),
    (r"\frac{\partial x_i}{\partial x_i} = 1", "refuted", "proved"),
    (r"\frac{\partial x_i}{\partial x_i} = 2", "refuted", "refuted"),
    (r"y_i \frac{\partial x_i}{\partial x_i} = y_i", "proved", "proved"),
    (r"c + \frac{\partial (c x_i)}{\partial x_i} = 2c", "refuted", "proved"),
])  # fmt: skip
def test_diagonals_of_derivatives(latex: str, summed: str, each: str) -> None:
    """An index above and below the bar is summed, or one for each of its values, where no side has it free."""
    assert status_of(latex, f"{AS_EINSUM}; diagonals of derivatives: sum") == summed
    assert status_of(latex, f"{AS_EINSUM}; diagonals of derivatives: each") == each
    if summed != each:
        with pytest.raises(AmbiguityError, match="a divergence"):
            read_latex(latex, context_from(AS_EINSUM))


SCORES = "dimension N, K; matrices S, B, C : N x N; matrix Q : N x K; einstein"


@pytest.mark.parametrize(("said", "true", "false"), [
    (r"let A_{ij}(S) = \frac{e^{S_{ij}}}{\sum_k e^{S_{ik}}}", r"\sum_j A_{ij} = 1", r"\sum_i A_{ij} = 1"),
    (r"let A_{ij} = B_{ij} C_{ij}", r"A = B \odot C", r"A = B C"),
    (r"let A_{ij} = B_{ik} C_{kj}", r"A = B C", r"A = C B"),
    (r"let \mu_B = B_{ii}", r"\mu_B = \operatorname{tr} B", r"\mu_B = 0"),
    ("", r"Q^{ia} Q^{ja} = (Q Q^\top)_{ij}", r"Q^{ia} Q^{ja} = S_{ij}"),
    ("", r"\frac{\partial (B^{ik} C^{kj})}{\partial B^{ml}} = \delta^i_m C^{lj}",
     r"\frac{\partial (B^{ik} C^{kj})}{\partial B^{ml}} = \delta^i_m C^{jl}"),
    ("", r"\sum_{j'} B^{ij'} C^{j'k} = (B C)_{ik}", r"\sum_{j'} B^{ij'} C^{kj'} = (B C)_{ik}"),
    ("einstein off; index i : N; vector x, y : N", r"x_i y_i + C_{ij} = C_{ij} + y_i x_i", r"x_i y_i = x^\top y"),
])  # fmt: skip
def test_indices_on_the_left_and_above(said: str, true: str, false: str) -> None:
    """An index on the left of a let is not summed over, declared or not; those above are indices as those below."""
    assert status_of(true, f"{SCORES}; {said}") == "proved"
    assert status_of(false, f"{SCORES}; {said}") == "refuted"


@pytest.mark.parametrize(
    ("latex", "more"),
    [
        (r"B^{ij} B_{jk} = \delta^i_k", ""),
        (r"B^{ij} = 1", "scalar i"),
        (r"Q^{Ta} = 1", ""),
        (r"B^{ij} = C_{ij}", "einstein off; index i, j : N"),
    ],
)
def test_above_that_is_no_index(latex: str, more: str) -> None:
    """Of a matrix with indices below those above may be of its inverse; a declared number is an exponent."""
    with pytest.raises(InputError, match="the exponent"):
        read_latex(latex, context_from(f"{SCORES}; {more}"))


ABOVE = r"""einstein; dimension N, M, d, e; matrix Q : N x d; matrix K : M x d; matrix V : M x e
let S^{ij} = Q^{ia} K^{ja}; let A^{ij} = \frac{e^{S^{ij}}}{\sum_{j'} e^{S^{ij'}}}; let O^{ib} = A^{ij} V^{jb}; loss L of O"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"S^{ij} V^{jb} = Q^{ia} K^{ja} V^{jb}", r"S^{ij} V^{jb} = 2 Q^{ia} K^{ja} V^{jb}"),
        (r"S = Q K^\top", r"S = 2 Q K^\top"),
        (r"\frac{\partial O^{ib}}{\partial V^{mn}} = A^{ij} \delta^j_m \delta^b_n",
         r"\frac{\partial O^{ib}}{\partial V^{mn}} = 2 A^{im} \delta^b_n"),
        (r"\frac{\partial L}{\partial V^{mn}} = A^{im} \frac{\partial L}{\partial O^{in}}",
         r"\frac{\partial L}{\partial V^{mn}} = 2 A^{im} \frac{\partial L}{\partial O^{in}}"),
        (r"\frac{\partial A^{ij}}{\partial S^{kl}} = A^{ij} \delta^i_k (\delta^j_l - A^{il})",
         r"\frac{\partial A^{ij}}{\partial S^{kl}} = A^{ij} \delta^i_k (\delta^j_l + A^{il})"),
    ],
)  # fmt: skip
def test_definitions_with_indices_above(true: str, false: str) -> None:
    """``let S^{ij} = …`` is the matrix; e^x beside a size e is the exponential."""
    assert status_of(true, ABOVE) == "proved"
    assert status_of(false, ABOVE) == "refuted"
