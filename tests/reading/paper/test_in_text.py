"""``% derive: inline``: what the text between displays says of names is declared, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.cli.papers import decided
from derive.reading.paper import Relation, read_paper

HAT = "\\[ H^2 = H \\]\n\\[ H X = X \\]\n\\[ H X = 2 X \\]\n"
SAID = "Let $X \\in \\mathbb R^{n \\times p}$ and $H = X(X^TX)^{-1}X^T$, where $X^T X$ is invertible.\n"


def verdicts(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [decided(item).verdict for item in read_paper(path).items if isinstance(item, Relation)]


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return tmp_path / "p.tex"


def test_it_is_declared_where_the_paper_says_so(paper: Path) -> None:
    """Without the comment nothing of the text is used."""
    assert verdicts(paper, f"% derive: inline\n{SAID}{HAT}") == ["proved", "proved", "refuted"]
    assert verdicts(paper, f"% derive: dimension n\n{SAID}{HAT}") == ["error"] * 3
    assert verdicts(paper, f"{SAID}% derive: inline\n{HAT}") == ["error"] * 3  # it stands above


@pytest.mark.parametrize(
    ("said", "formula"),
    [
        (r"Let $x, y \in \mathbb{R}^n$.", r"x^T y = y^T x"),
        (r"Let $A$ be a symmetric $n \times n$ matrix.", r"A^T = A"),
        (r"Let $X$ be an $n \times d$ matrix, and let $\lambda > 0$.", r"\sqrt{\lambda^2} X = \lambda X"),
        (r"Here $c \in \mathbb R$, and $Q \in \R^{n\times n}$ with $Q$ orthogonal.", r"c Q^T Q = c I"),
        (r"We set $\mu = \frac1n \sum_{i=1}^n x_i$ for $x \in \mathbb R^n$.", r"n \mu = \sum_i x_i"),
        (r"Consider $x \in \mathbb R^3$.", r"\sum_{i=1}^3 2 = 6 x^T x / |x|^2"),
    ],
)
def test_what_is_said_is_what_is_meant(paper: Path, said: str, formula: str) -> None:
    assert verdicts(paper, f"% derive: inline\n{said}\n\\[ {formula} \\]\n\\[ {formula} + 1 \\]")[0] == "proved"


def test_what_is_needed_above(paper: Path) -> None:
    """A comment above the text may speak of names that the text declares."""
    text = (
        "% derive: inline\n% derive: let s = x^T x\nLet $x \\in \\mathbb R^n$.\n\\[ s = |x|^2 \\]\n\\[ s = 2 |x|^2 \\]"
    )
    assert verdicts(paper, text) == ["proved", "refuted"]


def test_what_a_comment_says_goes_first(paper: Path) -> None:
    """Whatever the shape is that the text says."""
    for above in (
        "% derive: inline; matrix x : n x n; dimension n\n",
        "% derive: inline\n% derive: dimension n; matrix x : n x n\n",
    ):
        assert verdicts(paper, f"{above}Let $x \\in \\mathbb R^n$.\n\\[ x x^T = x x^T \\]\n\\[ x^2 = x x \\]") == [
            "proved",
            "proved",
        ]


def test_two_things_of_one_name_are_an_error(paper: Path) -> None:
    """Unless the names are forgotten between; the same thing twice is nothing new."""
    first, again, other = (
        "Let $x \\in \\mathbb R^{}$.\n\\[ x = x \\]\n".replace("{}", size) for size in ("n", "n", "m")
    )
    head = "% derive: inline\n"
    assert verdicts(paper, head + first + again) == ["proved", "proved"]
    assert verdicts(paper, head + first + other) == ["proved", "proved", "error"]
    assert verdicts(paper, f"{head}{first}% derive: forget\n{other}") == ["proved", "proved"]


def test_claims_and_denials_are_not_declared(paper: Path) -> None:
    """What cannot be read is noted."""
    text = (
        "% derive: inline\nLet $A \\in \\mathbb R^{n \\times n}$. It follows that $A = I$. $A$ is not symmetric. "
        "Let $z \\in \\mathbb C^n$.\n\\[ A = A^T \\]\n\\[ A = I \\]"
    )
    assert verdicts(paper, text) == ["refuted", "refuted"]
    assert [note.text for note in read_paper(paper).notes] == [
        r"what the text says here is not declared: z \in \mathbb C^n"
    ]


def test_the_identity_is_no_other_matrix(paper: Path) -> None:
    text = "% derive: inline\nLet $I$ be the $n \\times n$ identity matrix and $x \\in \\mathbb R^n$.\n\\[ I x = x \\]"
    assert verdicts(paper, text) == ["proved"]


HEAD = "% derive: inline\nLet $x \\in \\mathbb R^n$ and $A, B \\in \\mathbb R^{n \\times n}$ and $t \\in \\mathbb R$.\n"
SYMMETRIC, TWICE, POSITIVE = "\\[ A^\\top x = A x \\]\n", "\\[ A^\\top x = 2 A x \\]\n", "\\[ |t| = t \\]\n"
LET, ANEW = f"Let $A$ be symmetric. Then\n{SYMMETRIC}", "Let $A$ be any square matrix. Then\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"\\begin{{lemma}}{LET}\\end{{lemma}}\n\\begin{{lemma}}{SYMMETRIC}\\end{{lemma}}", ["proved", "error"]),
        (f"\\begin{{lemma}}{LET}\\end{{lemma}}\n\\begin{{lemma}}{ANEW}{SYMMETRIC}\\end{{lemma}}", ["proved", "error"]),
        (f"\\begin{{lemma}}{LET}\\end{{lemma}}\n\\begin{{proof}}{SYMMETRIC}\\end{{proof}}{SYMMETRIC}",
         ["proved", "proved", "error"]),
        (f"\\begin{{lemma}}{LET}\\end{{lemma}}\n\\begin{{lemma}}{LET}\\end{{lemma}}", ["proved", "proved"]),
        (f"\\begin{{lemma}}{LET}\\end{{lemma}}\n{TWICE}\\[ B x = B x \\]", ["proved", "refuted", "proved"]),
        (f"{LET}{ANEW}{SYMMETRIC}", ["proved", "error"]),
        (f"{LET}Let $A$ be arbitrary.\n{SYMMETRIC}{TWICE}", ["proved", "error", "refuted"]),
        (f"{LET}Let $A$ also be invertible.\n{SYMMETRIC}", ["proved", "proved"]),
        (f"{LET}Let $B$ be any square matrix.\n{SYMMETRIC}", ["proved", "proved"]),
        (f"Let $t > 0$.\n{POSITIVE}Let $t$ be real.\n{POSITIVE}", ["proved", "error"]),
        (f"Let $t > 0$.\n{POSITIVE}Let $t \\in \\mathbb R$.\n{POSITIVE}", ["proved", "error"]),
        (f"Let $t > 0$.\n{POSITIVE}Let $t \\in \\mathbb R$ and $t > 0$.\n{POSITIVE}", ["proved", "proved"]),
    ],
)  # fmt: skip
def test_what_is_supposed_ends_with_its_theorem(paper: Path, text: str, found: list[str]) -> None:
    """And its proof; or where its name begins anew. Behind that both are decided."""
    assert verdicts(paper, HEAD + text) == found
