r"""What a display says of a name and is no claim, ``t \in [0, 1]``, ``A \succeq 0``, ``\overset{!}{=}``: supposed below."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = "<!-- derive: forget; dimensions m, n; scalars s, t; matrices A : n x n, B : m x n; vectors x : n, z : m -->\n"


def _paper(*displays: str) -> str:
    return HEAD + "\n".join(f"$$ {display} $$" for display in displays)


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        (r"t \in [0, \infty)", "|t| = t"), (r"A \in \mathbb{S}^n", r"A^\top x = A x"), (r"A \succeq 0", r"A^\top x = A x"),
        (r"s, t \in \{0, 1\}", "t^2 = t"), (r"t \in \mathbb{R}_+", "|t| = t"), (r"A x \overset{!}{=} 0", r"x^\top A x = 0"),
        (r"A x \stackrel{!}{=} 0", r"x^\top A x = 0"),
    ],
)  # fmt: skip
def test_what_may_be_supposed_below(verdicts: Any, said: str, claim: str) -> None:
    """A claim about that name is proved, or not decided; one about others is what it was."""
    assert verdicts(_paper(said, claim, "t + s = s + t", r"z^\top z = 0"), "p.md")[-3:] == [
        "error",
        "proved",
        "refuted",
    ]


def test_a_type_restricts_nothing(verdicts: Any) -> None:
    """It says what the declaration says."""
    said = r"t \in \mathbb{R}, \quad A \in \mathbb{R}^{n \times n}"
    assert verdicts(_paper(said, r"A^\top x = A x"), "p.md")[-1] == "refuted"
    assert verdicts(_paper(r"x \in \mathbb R^n", r"A^\top x = A x"), "p.md")[-1] == "refuted"


def test_a_component_before_an_array(verdicts: Any) -> None:
    """``z_1 = B x`` beside a vector z may be another name."""
    assert verdicts(_paper("z_1 = B x", "z_1 = s", "s = B x"), "p.md") == ["error", "refuted", "refuted"]


@pytest.mark.parametrize(
    ("behind", "verdict"),
    [
        (r"where $i \neq j$.", "proved"), (r"where $i \neq j$. This is used below.", "proved"),
        (r"where $i \neq j$. The same holds for $i = j$.", "error"),
        (r"if $i \neq j$. It is also true for $i = j$.", "error"),
    ],
)  # fmt: skip
def test_a_condition_behind(verdicts: Any, behind: str, verdict: str) -> None:
    """It sets the case of its display, unless the next sentence says that the same holds elsewhere."""
    paper = "<!-- derive: forget; dimension n; indices i, j : n -->\n$$ \\delta_{ij} = 0 $$\n" + behind
    assert verdicts(paper, "p.md") == [verdict]


INDICES = "<!-- derive: forget; dimension n; vectors x, y : n; indices i, j : n -->\n"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("First $i = j$, which is easy.\n\nWe turn to $j \\neq i$. It is short.\n\nThe result is", "error"),
        ("Distinct indices are of interest.\n\nThe result is", "error"),
        ("# One\nHere $i \\ne j$.\n\n# Two\nThe result is", "refuted"),
        ("There are two of them. First $i < j$.\n\nThe result is", "refuted"),
    ],
)  # fmt: skip
def test_cases_that_a_section_speaks_of(verdicts: Any, text: str, verdict: str) -> None:
    """What holds in one of them alone is not refuted; what holds in none is, and what holds in all is proved."""
    paper = "%s%s\n$$ %s $$\n"
    assert verdicts(paper % (INDICES, text, r"\delta_{ij} = 0"), "p.md") == [verdict]
    assert verdicts(paper % (INDICES, text, r"\delta_{ij} = 2"), "p.md") == ["refuted"]
    assert verdicts(paper % (INDICES, text, r"x_i y_j = y_j x_i"), "p.md") == ["proved"]


@pytest.mark.parametrize(
    "end", [r"s + s = 2 s \text{ iff }", r"s + s = 2 s \iff", r"s + s = 2 s \quad \text{if and only if}"]
)
def test_behind_iff(verdicts: Any, end: str) -> None:
    """The display below is what it is equivalent to, and no claim."""
    assert verdicts(_paper(end, "s = 0"), "p.md")[-1] == "error"
    assert verdicts(_paper(end, "s - s = 0"), "p.md")[-1] == "proved"


VECTORS = r"<!-- derive: forget; dimension n; vectors y, g : n; matrix X : n x n invertible -->" + "\n"


@pytest.mark.parametrize(
    ("display", "found"),
    [
        (r"\begin{aligned} X - X &= 2 X - X - X \\ &= \mathbf 0 \end{aligned}", ["proved", "proved"]),
        (r"\begin{aligned} X - X &= 2 X - X - X \\ &= \mathbf 1 \end{aligned}", ["proved", "refuted"]),
        (r"dX^{-1} = -X^{-1} (dX) X^{-1}", ["proved"]), (r"dX^{-1} = X^{-1} (dX) X^{-1}", ["refuted"]),
        (r"y^\top = (y^{(1)}, \dots, y^{(n)})", ["proved"]), (r"\sum_{i=1}^n y^{(i)} g^{(i)} = y^\top g", ["proved"]),
        (r"\sum_{i=1}^n y^{(i)} g^{(i)} = y^\top y", ["refuted"]),
        (r"y = \begin{pmatrix} y^{(1)} \\ \vdots \\ y^{(n)} \end{pmatrix}", ["proved"]),
        (r"y = \begin{pmatrix} g^{(1)} \\ \vdots \\ g^{(n)} \end{pmatrix}", ["refuted"]),
        (r"y + y = 2 y \text{.}", ["proved"]), (r"y + y = 3 y \text{.}", ["refuted"]),
        (r"y + y = 2 y \quad 由于对称", ["proved"]), (r"y + y = 3 y \quad 由于对称：", ["refuted"]),
        (r"\parallel y \parallel^2 = y^\top y", ["proved"]), (r"\parallel y \parallel = y^\top y", ["refuted"]),
    ],
)  # fmt: skip
def test_what_was_read_otherwise(verdicts: Any, display: str, found: list[str]) -> None:
    """Zeros of the shape they go on from, the differential of an inverse, components by an index above, other scripts."""
    assert verdicts(f"{VECTORS}$$ {display} $$", "p.md") == found


def test_a_parallel_part_is_a_name(verdicts: Any) -> None:
    r"""``y_{\parallel}``, beside norms with the same sign."""
    declared = VECTORS.replace("vectors y, g", r"vectors y, v_\parallel, g_{\parallel}")
    of = r"$$ \parallel g_\parallel \parallel^2 + v_{\parallel}^\top y = y^\top v_\parallel + %s g_\parallel^2 $$"
    assert verdicts(declared + of % "" + "\n" + of % 2, "p.md") == ["proved", "refuted"]
