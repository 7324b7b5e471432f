"""What people write around their formulas: reasons in a column, displays by themselves, names with numbers below."""

from __future__ import annotations

from typing import Any

import pytest

MATRICES = "% derive: matrices A, D : N x N invertible; vectors x, y : N\n"


@pytest.mark.parametrize(
    "words", ["use", "using", "apply", "apply the product rule", "Recall that", "substituting", "note that"]
)
def test_a_reason_in_a_column(verdicts: Any, words: str) -> None:
    """It is noted, where it holds anyway; elsewhere what stands beside it is proved without it, or not checked."""
    row = rf"s (s + t) &= s^2 + s t \\ &= s^2 + t s && \text{{{words} }} s t = t s"
    assert verdicts(rf"\begin{{align}} {row} \end{{align}}") == ["proved", "proved"]
    false = rf"s (s + t) &= s^2 + s t \\ &= s^2 + 2 t s && \text{{{words} }} s t = 2 t s"
    assert verdicts(rf"\begin{{align}} {false} \end{{align}}")[:2] == ["proved", "error"]


def test_a_reason_in_a_row(verdicts: Any) -> None:
    """In a column of its own the chain goes on from above it; elsewhere nobody knows from where."""
    rows = r"s + t &= t + s \\ {}\text{{use }} s t = t s \\ &= t + s + 0"
    assert verdicts(rf"\begin{{align}} {rows.format('&& ')} \end{{align}}") == ["proved", "proved", "proved"]
    assert sorted(verdicts(rf"\begin{{align}} {rows.format('& ')} \end{{align}}")) == ["error", "proved", "proved"]


@pytest.mark.parametrize("name", ["aligned", "split", "gathered"])
def test_a_display_by_itself(verdicts: Any, name: str) -> None:
    rows = r"s + t &= t + s \\ &= t + 2 s" if name != "gathered" else r"s + t = t + s \\ s + t = t + 2 s"
    assert verdicts(rf"Then \begin{{{name}}} {rows} \end{{{name}}}") == ["proved", "refuted"]


def test_names_with_numbers_below(verdicts: Any) -> None:
    r"""C_{12} is another name than C_{11}; said again one of them may be defined anew."""
    text = (
        MATRICES + r"\[ C_{11} = A + D \] \[ C_{12} = A - D \] \[ C_{11} + C_{12} = 2 A \] \[ C_{11} - C_{12} = 2 A \]"
    )
    assert verdicts(text) == ["proved", "refuted"]
    assert verdicts(text + r"\[ C_{11} = A \] \[ C_{11} = A \]") == ["proved", "refuted", "error", "error"]
    letters = text.replace("11", "u").replace("12", "v")
    assert "refuted" not in verdicts(letters)


def test_what_goes_on_has_its_shape(verdicts: Any) -> None:
    other = "% derive: dimension K; matrix B : K x K invertible\n"
    text = (
        f"{MATRICES}{other}" + r"\[ A A^{-1} = A^{-1} A \] \[ = I \] \[ E = B B^{-1} = I \] \[ D D^{-1} \] \[ = 2 I \]"
    )
    assert verdicts(text) == ["proved", "proved", "proved", "refuted"]


def test_a_matrix_of_numbers(verdicts: Any) -> None:
    numbers = r"\[ A = \begin{pmatrix} 1 & 0 \\ 1 & 2 \end{pmatrix} \]"
    text = rf"{numbers} \[ A^\top A = \begin{{pmatrix}} ROW \\ 2 & 4 \end{{pmatrix}} \]"
    assert verdicts(text.replace("ROW", "2 & 2")) == ["proved"]
    assert verdicts(text.replace("ROW", "2 & 3")) == ["refuted"]


def test_words_that_are_no_case(verdicts: Any) -> None:
    """ "For" is one only before what is one."""
    text = r"For problem 2 we check that $C = A$ below. We have \[ C_{11} = A D A^{-1} \] \[ C_{11} A = A D \]"
    assert verdicts(MATRICES + text) == ["proved"]
    assert verdicts(MATRICES + r"For $A = D$ we have \[ C_{11} = A D A^{-1} \] \[ C_{11} A = A A \]") == [
        "error",
        "error",
    ]


def test_a_square_matrix(verdicts: Any) -> None:
    """That it is square is known of its shape; singular values are no property."""
    more = "% derive: dimension K; matrix X : N x K; vector z : K\n"
    for words in (
        r"Because $X^\top X$ is square, this becomes",
        r"For a square matrix $A$",
        r"With singular values of $A$:",
    ):
        assert verdicts(MATRICES + more + words + r" \[ A x = 2 x \]") == ["refuted"]
    assert verdicts(MATRICES + more + r"If $X$ is square, \[ X z = 2 X z \]") == ["error"]


def test_numbers_of_formulas(verdicts: Any) -> None:
    assert verdicts(r"\[ s + t = t + s \quad [1] \] \[ s = 2 s \ \ \ (2.3) \]") == ["proved", "refuted"]
    assert verdicts(r"\begin{align} \tag 1 \label 1 s &= s \\ t &= 2 t \end{align}") == ["proved", "refuted"]
