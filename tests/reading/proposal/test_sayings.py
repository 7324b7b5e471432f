"""What the text between displays says of names is proposed: sets, signs, definitions, properties; never what is claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.reading.paper import read_paper
from derive.reading.proposal import propose_for

DISPLAY = "\n\\[ x^T A x = x^T A^T x,\\quad H X = X \\]\n"


def proposed(tmp_path: Path, text: str, name: str = "p.tex") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return propose_for(path)


@pytest.mark.parametrize(
    ("said", "declared"),
    [
        (r"Let $x \in \mathbb{R}^n$ be given.", "vector x : n"),
        (r"Here \(X \in \mathbb R^{n \times p}\).", "matrix X : n x p"),
        (r"We write $H = X(X^TX)^{-1}X^T$ for the hat matrix.", "let H = X(X^TX)^{-1}X^T"),
        (r"Consider $x \in \mathbb R^n$, where $H := X X^T$.", "let H = X X^T"),
        (r"Let $A$ be a symmetric $n \times n$ matrix.", "symmetric A"),
        (r"Let $A$ be a real $n \times n$ matrix.", "matrix A : n x n"),
        (r"Suppose that $A \in \mathbb R^{n \times n}$ is given, with $A$ invertible.", "invertible A"),
        (r"Consider a symmetric matrix $A$.", "symmetric A"),
    ],
)
@pytest.mark.parametrize("name", ["p.tex", "p.md"])
def test_what_is_said_is_proposed(tmp_path: Path, said: str, declared: str, name: str) -> None:
    """In LaTeX and in Markdown, the first of which has two kinds of formulas within a line."""
    if name == "p.md" and r"\(" in said:
        said = said.replace(r"\(", "$").replace(r"\)", "$")
    comment = f"<!-- derive: {declared} -->" if name == "p.md" else f"% derive: {declared}"
    assert comment in proposed(tmp_path, said + DISPLAY, name).splitlines()


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


LAYER = r"""
\[ \frac{\partial z_k}{\partial x_i} = \frac{1}{\sigma} \left(\delta_{ik} - \frac{\partial \mu}{\partial x_i}\right), \quad
   \sum_{j=1}^n (x_j - \bar x) = 0 \]
"""


@pytest.mark.parametrize("name", ["p.tex", "p.md"])
def test_a_proposal_is_read_where_it_is_put(tmp_path: Path, name: str) -> None:
    """Its lines are comments of the file, remarks too; nothing it adds is decided."""
    made = proposed(tmp_path, LAYER, name)
    (tmp_path / name).write_text(made + LAYER, encoding="utf-8")
    assert [getattr(relation, "error", None) for relation in read_paper(tmp_path / name).items] == [None, None]
    assert (name == "p.md") == made.startswith("<!-- derive: dimension n -->")
