"""What the text between displays says of names is proposed: sets, signs, definitions, properties; never what is claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.reading.proposal import propose_for

DISPLAY = "\n\\[ x^T A x = x^T A^T x,\\quad H X = X \\]\n"


def proposed(tmp_path: Path, text: str, name: str = "p.tex") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return propose_for(path)


@pytest.mark.parametrize(
    ("said", "declared"),
    [
        (r"Let $x \in \mathbb{R}^n$ be given.", "% derive: vector x : n"),
        (r"Here \(X \in \mathbb R^{n \times p}\).", "% derive: matrix X : n x p"),
        (r"We write $H = X(X^TX)^{-1}X^T$ for the hat matrix.", "% derive: let H = X(X^TX)^{-1}X^T"),
        (r"Consider $x \in \mathbb R^n$, where $H := X X^T$.", "% derive: let H = X X^T"),
        (r"Let $A$ be a symmetric $n \times n$ matrix.", "% derive: symmetric A"),
        (r"Let $A$ be a real $n \times n$ matrix.", "% derive: matrix A : n x n"),
        (r"Suppose that $A \in \mathbb R^{n \times n}$ is given, with $A$ invertible.", "% derive: invertible A"),
        (r"Consider a symmetric matrix $A$.", "% derive: symmetric A"),
    ],
)
@pytest.mark.parametrize("name", ["p.tex", "p.md"])
def test_what_is_said_is_proposed(tmp_path: Path, said: str, declared: str, name: str) -> None:
    """In LaTeX and in Markdown, the first of which has two kinds of formulas within a line."""
    if name == "p.md" and r"\(" in said:
        said = said.replace(r"\(", "$").replace(r"\)", "$")
    assert declared in proposed(tmp_path, said + DISPLAY, name).splitlines()


@pytest.mark.parametrize(
    "said",
    [
        r"It follows that $H = X X^T$.",
        r"We write $x$ for the data. Then $H = X X^T$.",
        r"Let $x$ be given; so $H = X X^T$ holds.",
        r"The matrix $A$ is not symmetric.",
        r"A matrix that is not symmetric $A$.",
        "% Let $A$ be a symmetric $n \\times n$ matrix.\n",
        "\\begin{verbatim} Let $A$ be symmetric. \\end{verbatim}",
    ],
)
def test_what_is_claimed_or_denied_is_not(tmp_path: Path, said: str) -> None:
    """Nor what stands in comments and in verbatim text."""
    made = proposed(tmp_path, said + DISPLAY)
    assert not any(line.startswith(("% derive: let H", "% derive: symmetric")) for line in made.splitlines())


def test_what_does_not_fit_is_a_remark(tmp_path: Path) -> None:
    """A property that the shape of its name forbids is for the author to settle."""
    made = proposed(tmp_path, r"Let $X \in \mathbb R^{n \times p}$, with $X$ orthogonal." + DISPLAY)
    assert "% derive: orthogonal X" not in made
    assert "%   X is orthogonal, the text says: " in made
