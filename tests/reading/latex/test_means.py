r"""``derive.reading.latex.means``: means, variances and covariances of components, where their signs are declared."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context, read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""narrow sums; dimension N, K; index n : N; vectors x, y : N; vector u : K; matrix A : N x N
scalar c, \epsilon > 0; let \mu = \frac1N \sum_i x_i; let \nu = \frac1N \sum_i y_i; let f(x) = x^\top x; let h(t) = t^2"""
SIGNS = r"mean \mathbb{E}, \overline, \langle; variance \operatorname{Var}; covariance \operatorname{Cov}"


def context(more: str = SIGNS) -> Context:
    return context_from(more, context_from(NAMES))


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathbb{E}[x] = \mathbb E x = \overline{x} = \bar x = \langle x \rangle = \mu",
        r"\mathbb{E}(x) = \mathbb{E}\{x\} = \mathbb{E}\left[ x \right] = \mu",
        r"\mathbb{E}[x^2] = \mathbb{E} x^2 = \overline{x^2} = \langle x^2 \rangle = \frac1N \sum_i x_i^2",
        r"\mathbb{E}[x]^2 = \bar x^2 = \overline{x}^2 = \langle x \rangle^2 = \mu^2",
        r"\mathbb{E}[x y] = \overline{xy} = \langle x y \rangle = \frac{x^\top y}{N}",
        r"\operatorname{Var}(x) = \operatorname{Var}[x] = \operatorname{Var} x = \mathbb{E}[x^2] - \mathbb{E}[x]^2",
        r"\operatorname{Var}(x) = \frac1N \|x - \mu \mathbf 1\|^2 = \mathbb E[(x - \mathbb E x)^2]",
        r"\operatorname{Var}(c x + c) = c^2 \operatorname{Var}(x)",
        r"\operatorname{Cov}(x, y) = \mathbb{E}[(x - \mu)(y - \nu)] = \overline{xy} - \bar x \bar y",
        r"\operatorname{Cov}(x, x) = \operatorname{Var}(x)",
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y) + 2 \operatorname{Cov}(x, y)",
        r"\mathbb E(x - \mu)(y - \nu) = \operatorname{Cov}(x, y)",
        r"\mathbb E x \, \mathbb E y = \mu \nu",
        r"\mathbb E c x = \mathbb{E}(x) c = c \mu",
        r"\mathbb E[c] = c",
        r"\mathbb{E}_i[x_i y_i] = \langle x_i y_i \rangle_i = \overline{x_n y_n}_n = \overline{xy}",
        r"\operatorname{Var}_i(x_i) = \operatorname{Var}(x)",
        r"\mathbb{E}[u] + \mathbb{E}[x] = \frac1K \mathbf 1^\top u + \mu",
        r"\mathbb{E}[\mathbb{E}[x] y] = \mu \nu",
        r"\mathbb E[f(x) x] = \|x\|^2 \mu",
        r"\mathbb E[h(x)] = \overline{x^2}",
        r"\mathbb E[x \odot y] = \mathbb E[x \cdot y] = \overline{xy}",
        r"\mathbb E[x - \mu \mathbf 1] = 0",
        r"\mathbb E[\operatorname{mean}(x) x] = \mu^2",
        r"\mathbb E[|x|] = \frac1N \|x\|_1",
        r"\mathbb{E}\left[\frac{x - \mathbb{E}[x]}{\sqrt{\operatorname{Var}[x] + \epsilon}}\right] = 0",
        r"\langle x, y \rangle = N \langle x y \rangle",
        r"\overline{(x - \bar x)^2} = \overline{x^2} - \bar x^2",
        r"\sum_i (x_i - \bar x) = 0",
        r"\mathbb{E}\Bigl[\frac{\partial f(x)}{\partial x}\Bigr] = 2 \mu",
    ],
)
def test_means_of_components(latex: str) -> None:
    """Vectors are their components, products and powers those of numbers; a mean is one N-th of a sum."""
    assert status_of(latex, context()) == "proved"


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{Var}(x) = \frac{1}{N-1} \|x - \mu \mathbf 1\|^2",
        r"\mathbb{E}[x y] = \mathbb{E}[x] \mathbb{E}[y]",
        r"\operatorname{Var}(c x) = c \operatorname{Var}(x)",
        r"\overline{x^2} = \bar x^2",
        r"\mathbb{E}[x] = \sum_i x_i",
        r"\operatorname{Cov}(x, y) = \operatorname{Cov}(x, x)",
    ],
)
def test_false_statements_of_means(latex: str) -> None:
    """Refuted, as they should be."""
    assert status_of(latex, context()) == "refuted"


@pytest.mark.parametrize(
    ("latex", "readings"),
    [
        (r"\mathbb E(x - \mu)^2 = c", "of the parentheses"),
        (r"\operatorname{Var} x\, c = c", "of 2 of the factors"),
        (r"\mathbb E x^2 y^2 \cdot x = x", "of 4 of the factors"),
    ],
)
def test_what_a_mean_is_of(latex: str, readings: str) -> None:
    """Both readings are well-typed and differ; brackets settle it."""
    with pytest.raises(AmbiguityError, match=readings):
        read_latex(latex, context())


@pytest.mark.parametrize("latex", [r"\mathbb E x y = \mu y", r"\mathbb E x y = \mathbb E[x y]"])
def test_the_other_side_does_not_tell_what_a_mean_is_of(latex: str) -> None:
    """One reading is a vector and the other a number: what stands in the same side decides, and nothing else."""
    with pytest.raises(AmbiguityError, match="of 2 of the factors"):
        read_latex(latex, context())
    assert status_of(rf"y + {latex.partition(' =')[0]} = \mu y + y", context()) == "proved"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\mathbb{E}[u x]", "vectors over K and N inside of one mean"),
        (r"\mathbb{E}[\max_n x]", "an index that nothing behind it has, with two readings"),
        (r"\operatorname{Var}(\sum_n x)", "over the components of a vector, by n"),
        (r"\operatorname{Cov}(x, u)", "vectors over K and N inside of one covariance"),
        (r"\mathbb{E}[A]", "(N × N) inside of a mean"),
        (r"\overline{A}", "the unknown name"),
        (r"\mathbb{E}[x_n]", "a component inside of a mean"),
        (r"\mathbb{E}[x^\top y]", "the transpose of shape scalar"),
        (r"\mathbb{E}[\|x\|]", "a norm of shape scalar"),
        (r"\mathbb{E}", "write what it is of in brackets"),
        (r"\mathbb{E} + c", "write what it is of in brackets"),
        (r"\mathbb{E} \cdot c", "a mean without an argument"),
        (r"\mathbb{E}^2[x]", "a superscript on the mean"),
        (r"\mathbb{E}_x[x]", "a subscript that is no index"),
        (r"\sum_i \mathbb{E}_i[x_i]", "the index i bound twice"),
        (r"\mathbb{E}_i[c]", "the range of the index i"),
        (r"\operatorname{Var}(c)", "what has no vector in it"),
        (r"\operatorname{Var}(x, y)", "a variance of 2 arguments"),
        (r"\operatorname{Cov}(x)", "a covariance of something else"),
        (r"\bar x_n", "a component of a scalar"),
        (r"\mathbb{E}[x", "found the end"),
    ],
)
def test_what_has_no_mean(latex: str, message: str) -> None:
    """Matrices, two dimensions, components, and signs without an argument."""
    assert message in refusal(lambda: read_latex_term(latex, context()))


@pytest.mark.parametrize(
    ("latex", "hint"),
    [
        (r"\mathbb{E}[x]", r"% derive: mean \mathbb{E}"),
        (r"\overline{x y}", r"% derive: mean \overline"),
        (r"\bar x", r"% derive: let \bar x = …, or % derive: mean \bar"),
        (r"\langle x \rangle", r"% derive: mean \langle"),
        (r"\operatorname{Cov}(x, y)", r"% derive: covariance \operatorname{Cov}"),
    ],
)
def test_signs_that_are_not_declared(latex: str, hint: str) -> None:
    """The error names the declaration."""
    assert hint in refusal(lambda: read_latex_term(latex, context("")))


def test_a_declared_bar_is_that() -> None:
    r"""A ``let \bar x`` wins over the mean, and ``\overline{x y}`` may be a name too."""
    own = context(r"mean \bar; let \bar x = 2 \mu; let \overline{x y} = c")
    for latex in (r"\bar x = 2 \mu", r"\overline{x y} = c", r"\bar y = \nu"):
        assert status_of(latex, own) == "proved", latex


def test_other_signs() -> None:
    """A letter, a word in italics, a macro; the mark of a letter matters."""
    own = context(r"mean E; variance \mathrm{Var}; \newcommand{\Ex}{\operatorname{M}}; mean \operatorname{M}")
    for latex in (r"E[x] = \mu", r"Var(x) = E[x^2] - E[x]^2", r"\Ex[x] = \mu"):
        assert status_of(latex, own) == "proved", latex
    with pytest.raises(InputError, match="the unknown name E"):
        read_latex_term(r"\mathbb{E}[x]", own)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"x - \mathbb{E}[x] - y \cdot \mathbb{E}[y \odot x] = x - \mu - \frac{x^\top y}{N} y", "proved"),
        (r"x - \mathbb{E}[x] - y \cdot \mathbb{E}[y \odot x] = x - \mu - x^\top y \, y", "refuted"),
        (r"x - \mathbb{E}[x] = x - \mu \vec 1", "proved"),
    ],
)
def test_means_beside_vectors(latex: str, expected: str) -> None:
    """A mean is a number by how it is written, and is added to each component, as a sum over an index is."""
    assert status_of(latex, context()) == expected


@pytest.mark.parametrize("latex", [r"x - \operatorname{Cov}(x, y) = x", r"x - \mathbb{E}[x] - x \cdot y = x"])
def test_other_numbers_beside_vectors(latex: str) -> None:
    """Where another number is made of whole vectors a vector may have been left out."""
    assert "a sum of shapes" in refusal(read_latex, latex, context())


MADE = r"""dimension n, d; matrix X : n x d; vectors w, v : d; vector y : n; rows x_i of X; index i : n
mean \overline, \mathbb E; variance \operatorname{Var}; covariance \operatorname{Cov}"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\overline{X w} = \frac1n \mathbf 1^\top X w", r"\overline{X w} = \mathbf 1^\top X w"),
        (r"\overline{y - X w} = \overline y - \overline{X w}", r"\overline{y - X w} = \overline y + \overline{X w}"),
        (r"\operatorname{Var}(X w) = \frac1n \|X w - \overline{X w} \mathbf 1\|^2",
         r"\operatorname{Var}(X w) = \frac1n \|X w\|^2"),
        (r"\operatorname{Var}(X w + y) = \operatorname{Var}(X w) + \operatorname{Var}(y) + 2 \operatorname{Cov}(X w, y)",
         r"\operatorname{Var}(X w + y) = \operatorname{Var}(X w) + \operatorname{Var}(y) + \operatorname{Cov}(X w, y)"),
    ],
)  # fmt: skip
def test_of_a_vector_that_a_matrix_makes(true: str, false: str) -> None:
    """It is a mean of its components."""
    assert status_of(true, MADE) == "proved"
    assert status_of(false, MADE) == "refuted"


@pytest.mark.parametrize(
    "latex",
    [r"\mathbb E[x_i] = 0", r"\mathbb E[X] = 0", r"\mathbb E[x_i x_i^\top] = 0", r"\mathbb E[w^\top X^\top y] = 0"],
)
def test_of_rows_and_matrices_there_is_none(latex: str) -> None:
    """A mean of rows is one over i, and not of their components."""
    with pytest.raises(InputError):
        status_of(latex, MADE)
