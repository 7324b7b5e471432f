r"""What TeX makes of macros, spaces and scripts; each of these was once read as something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from derive.reading.paper import read_paper

DECLARED = r"dimension N; vectors x, v : N; scalars s, t, p, e, b, \mu, \nu; index i, j : N"


def read(latex: str) -> object:
    """The terms and signs of a chain."""
    chain = read_latex(latex, context_from(DECLARED))
    return chain.terms, chain.relations


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\left(\def\mu{s}\mu\right) - \mu", r"(s) - \mu"),
        (r"\left|\def\mu{s}\mu\right| - \mu", r"|s| - \mu"),
        (r"\left(\def\mu{s}\mu \middle| t \right) - \mu", r"\left(s \middle| t\right) - \mu"),
        (r"s + \def\mu{t}\mu &= \mu", r"s + t = \mu"),
        (r"s \def\mu{t} &= \mu \\ &= \mu \def\mu{t} + \mu \\ &= \mu", r"s = \mu = \mu + t = \mu"),
        (r"\begin{aligned} s + \def\mu{t}\mu &= \mu \end{aligned}", r"s + t = \mu"),
        (r"{\def\mu{s} \left(\def\mu{t}\mu\right) - \mu} - \mu", r"(t - s) - \mu"),
        (r"\def\mu{s} \left(\mu\right) - \mu", "(s) - s"),
    ],
)
def test_a_definition_ends_with_its_group_or_cell(latex: str, plain: str) -> None:
    """With the braces, the fences, the environment or the column in which it stands."""
    try:
        expected = read(plain)
    except InputError:
        with pytest.raises(InputError):
            read(latex)
    else:
        assert read(latex) == expected


@pytest.mark.parametrize(
    "latex",
    [
        r"\norm\,{x}^2",
        r"\frac\,{s}{t}",
        r"\frac{s}\,{t}",
        r"\frac1\,\hat x",
        r"\sqrt\;{s}",
        r"x_~i",
        r"s^\,{2}",
        r"\mathbf\,{x}",
        r"\hat\,{x}",
    ],
)
def test_a_space_is_no_argument(latex: str) -> None:
    r"""TeX takes ``\,`` as the argument, and sets what follows behind it."""
    with pytest.raises(InputError, match="a space that would be its argument"):
        read_latex(latex, context_from(rf"{DECLARED}; vector \hat x : N; \newcommand{{\norm}}[1]{{\|#1\|}}"))


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\tanh^2(s)", r"(\tanh(s))^2"),
        (r"2 \log^3\left(p^2\right) t", r"2 (\log(p^2))^3 t"),
        (r"\log \sum_i \exp(x_i)", r"\log\left(\sum_i \exp(x_i)\right)"),
        (r"s - 2\log \sum_i \exp(x_i + s)", r"s - 2\log\left(\sum_i \exp(x_i + s)\right)"),
    ],
)
def test_functions_as_they_are_written(latex: str, plain: str) -> None:
    """A power before the parentheses is one of the value; a sum after a function is its argument."""
    assert read(latex) == read(plain)


@pytest.mark.parametrize("latex", [r"\tanh^{-1}(s)", r"\tanh^1(s)", r"\log^2 p", r"\log_2(p)", r"\exp^p(s)"])
def test_scripts_on_a_function_that_may_mean_something_else(latex: str) -> None:
    """The inverse function, a base, or the argument that nobody has marked."""
    with pytest.raises(InputError, match="a script on a function"):
        read(latex)


@pytest.mark.parametrize("latex", ["e'^2", "e''^s", r"e'^{x_i}"])
def test_a_prime_is_not_lost(latex: str) -> None:
    """A primed e is no exponential."""
    with pytest.raises(InputError):
        read_latex(latex, context_from("dimension N; vector x : N; scalar s; index i : N"))


@pytest.mark.parametrize(
    "latex", [r"\sum_{i\nabla=1}^N x_i", r"\sum_{j_{_{\ne}}} x_i", r"\sum_{j_{=}}^N x_j", r"\sum_{j_{k_1}} x_i"]
)
def test_what_is_no_index(latex: str) -> None:
    """An operator, and a script that is no letter or number."""
    with pytest.raises(InputError):
        read(latex)


@pytest.mark.parametrize(
    "latex", [r"s = \frac{s t}{2p} \quad \text{b}", r"s &= t && \text{b}", r"s = t \qquad \mathrm{b}"]
)
def test_a_remark_that_is_a_name(latex: str) -> None:
    """Set apart, it is a remark or a factor: nobody can tell; words in upright letters are the name."""
    if r"\text" in latex:
        with pytest.raises(InputError, match="set apart"):
            read(latex)
    else:
        assert read(latex) == read("s = t b")


def test_a_name_of_a_file_that_is_too_long(tmp_path: Path) -> None:
    """There is no such file, and what is below it is not checked: it could declare something."""
    paper = tmp_path / "paper.tex"
    paper.write_text(rf"\usepackage{{{'a' * 300}}} \input{{{'b' * 300}}} $$2 = 2$$", encoding="utf-8")
    missing, relation = read_paper(paper).items
    assert "no such file" in str(missing.error)
    assert "not checked" in str(relation.error)


def test_a_loss_of_what_is_defined_no_more(tmp_path: Path) -> None:
    """Its definition does not fit what a theory declares anew: the relation says so."""
    paper = tmp_path / "paper.tex"
    paper.write_text(
        "% derive: dimension N; vectors x, \\gamma : N; let y_i = \\gamma_i x_i; loss L of y\n"
        "% derive: use layernorm; index i : N\n"
        "\\begin{align} \\frac{\\partial L}{\\partial x_i} &= 0 \\end{align}\n",
        encoding="utf-8",
    )
    (relation,) = read_paper(paper).items
    assert "define it again" in str(relation.error)


def test_a_product_by_entries_between_matrices_and_a_vector() -> None:
    r"""``A B \odot C x`` of square matrices is ((A B) ⊙ C) x or A (B ⊙ C) x; where A is none, only the second."""
    names = "dimension N, K; vector x : N; matrices B, C : N x N"
    with pytest.raises(InputError, match="two readings"):
        read_latex(r"A B \odot C x", context_from(f"{names}; matrix A : N x N"))
    one = context_from(f"{names}; matrix A : K x N")
    assert read_latex(r"A B \odot C x", one).terms == read_latex(r"A (B \odot C) x", one).terms
