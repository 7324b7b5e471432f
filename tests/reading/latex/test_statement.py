r"""``derive.reading.latex.statement``: chains, their places, and what is decided of them."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ShapeError
from derive.language.terms import Zeros
from derive.reading.latex import read_latex, read_latex_term
from tests.reading.latex.contexts import context, status_of

TRUE = [
    r"\vec a \cdot \vec 1 = N \mu",
    r"\sigma^2 = \frac{1}{N} \sum_{i=1}^N (a_i - \mu)^2 = \left(\frac1N \sum_i a_i^2\right) - \mu^2.",
    r"\|\vec x\|^2 = \langle x, x \rangle = x^\top x = \sum_{n'} x_{n'}^2",
    r"\operatorname{tr}(A B) = \mathrm{tr}(BA)",
    r"\frac{\partial \mu}{\partial a_n} = \frac{1}{N}",
    r"\left(I - \frac{\vec 1 \vec 1^\top}{N}\right) \vec a = \vec a - \mu \vec 1",
    r"\sum_{i=1}^N \delta_{in} a_i = a_n",
    r"(p + 1)^{-1/2} = \frac{1}{\sqrt{p + 1}}",
    r"\operatorname{diag}(\vec a) \vec b = \vec a \odot \vec b",
    r"X^\top X \vec u \cdot \vec u = \|X \vec u\|^2",
]
FALSE = [
    r"\vec a \cdot \vec 1 = \mu",
    r"\sigma^2 = \frac{1}{N-1} \sum_{i=1}^N (a_i - \mu)^2",
    r"\operatorname{tr}(A B) = \operatorname{tr}(A) \operatorname{tr}(B)",
    r"\frac{\partial \mu}{\partial a_n} = 1",
    r"A B \vec a = B A \vec a",
    r"\vec a = s",
]


@pytest.mark.parametrize("latex", TRUE)
def test_true_statements(latex: str) -> None:
    """Read and proved, link by link."""
    assert status_of(latex, context()) == "proved"


@pytest.mark.parametrize("latex", FALSE)
def test_false_statements(latex: str) -> None:
    """Read and refuted: what is read is what was written."""
    assert status_of(latex, context()) == "refuted"


def test_places() -> None:
    """A relation is placed at its sign, in the text that the formula is a part of."""
    text = "The mean:\n\\[ N \\mu\n  = \\vec a \\cdot \\vec 1 \\]\nand so on"
    begin, end = text.index("\\["), text.index("\nand")
    chain = read_latex(text, context(), "paper.tex", begin=begin, end=end)
    assert [str(place) for place in chain.places] == ["3:3"]
    broken = text.replace(r"\vec a", r"\zeta")
    with pytest.raises(InputError, match=r"paper.tex:3:5: the unknown name"):
        read_latex(broken, context(), "paper.tex", begin=begin, end=broken.index("\nand"))


def test_a_chain_that_goes_on() -> None:
    """A formula that begins with a relation sign needs the term before it."""
    before = read_latex_term(r"N \mu", context())
    chain = read_latex(r"&= \vec a \cdot \vec 1", context(), before=before)
    assert chain.terms[0] == before
    assert len(chain.terms) == 2
    with pytest.raises(InputError, match="a formula before it"):
        read_latex(r"&= \vec a \cdot \vec 1", context())


def test_bare_zero_and_bounds() -> None:
    """0 takes the shape of the other side; bounds become statements; ≈ says nothing exact."""
    assert read_latex(r"X^\top X = 0", context()).terms[1] == Zeros(read_latex_term(r"X^\top X", context()).shape)
    assert read_latex(r"s \le t \le c", context()).statement.decide().status == "refuted"
    assert read_latex(r"0 \le \|\vec a\|", context()).statement.decide().status == "proved"
    with pytest.raises(ShapeError):
        _ = read_latex(r"\vec a \le \vec b", context()).statement
    with pytest.raises(InputError, match="nothing exact"):
        _ = read_latex(r"s \approx t", context()).statement
    with pytest.raises(InputError, match="proportional"):
        _ = read_latex(r"s \propto t", context()).statement


@pytest.mark.parametrize("latex", ["", "   ", "%", r"\label{x}", "=", "s =", "= s =", "s t =="])
def test_nothing(latex: str) -> None:
    """An error with a place, never an empty chain."""
    with pytest.raises(InputError, match="1:"):
        read_latex(latex, context())


def test_the_usual_pairing_of_bars() -> None:
    """Bars that can be paired in two ways which say the same are no ambiguity."""
    assert read_latex_term("|s||t||c|", context()) == read_latex_term(
        r"\lvert s\rvert\lvert t\rvert\lvert c\rvert", context()
    )
