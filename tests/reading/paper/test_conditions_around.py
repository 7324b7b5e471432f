"""Conditions on indices around a display: where they reach, and how else they are said."""

from __future__ import annotations

from typing import Any

import pytest

NAMES = r"dimension n; vector z : n; index i, j, k : n; let p_i = \frac{e^{z_i}}{\sum_k e^{z_k}}"
HEAD = f"<!-- derive: forget; {NAMES} -->\n\n"
OFF = r"$$\frac{\partial p_i}{\partial z_j} = -p_i p_j$$"
ON = r"$$\frac{\partial p_i}{\partial z_j} = p_i (1 - p_j)$$"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("> For $i \\neq j$:\n> OFF\n\nOFF", ["proved", "error"]),
        ("```{note}\nFor $i \\neq j$:\n\nOFF\n```\n\nOFF", ["proved", "error"]),
        ("- For $i \\neq j$:\n\n  OFF\n\nOFF", ["proved", "error"]),
        ("- For $i \\neq j$:\n\n  OFF\n\n- For $i = j$:\n\n  ON", ["proved", "proved"]),
        ("If $i \\ne j$:\n\nOFF\n\nOFF", ["proved", "proved"]),
        ("1. For $i = j$:\n2. For $i \\neq j$:\n\nOFF", ["error"]),
        ("- case $i \\neq j$\n- OFF", ["error"]),
        ("[^1]: For $i \\neq j$:\n\nOFF", ["error"]),
        ("It is so.\n\n$i \\neq j$\n\nOFF", ["proved"]),
        ("### When $j \\ne i$\n\n#### Computation\n\nOFF", ["error"]),
        ("## Case $i = j$\n\n### Proof\n\nON\n\n## Other\n\nON", ["error", "refuted"]),
        ("$$i \\neq j$$\n\nOFF", ["error", "error"]),
    ],
)
def test_how_far_it_reaches(read: Any, text: str, wanted: list[str]) -> None:
    assert verdicts_of(read, text) == wanted


@pytest.mark.parametrize(
    "words",
    [
        "Never assume\n\n$i = j$", "We do not need\n\n> $i = j$", "Drop the assumption\n$i = j$",
        "Contrary to the case\n\n**$i = j$**", "Treat these together:\n\n$i = j$", "When $i$ is equal to $j$:",
        "If $i$ and $j$ are the same:", "If $i$ is the same as $j$:", "when i == j:", "When *i* = *j*:", "When `i = j`:",
    ],
)  # fmt: skip
def test_what_may_be_one(read: Any, words: str) -> None:
    """It sets none, and nothing is refuted where it may be meant."""
    assert verdicts_of(read, f"{words}\n\nON") == ["error"]


def test_letters_side_by_side(read: Any) -> None:
    r"""``$Ax = b$`` is a condition on declared names, and no new name."""
    head = "<!-- derive: forget; dimension n; matrices A, B : n x n; vectors x, b : n; let SS = x^T x -->\n\n"
    for text in ("If $Ax = b$, then\n\n$$ x^T A x = x^T b $$", "If $AB = BA$, then\n\n$$ A B A = A A B $$",
                 "If $SS = 1$, then\n\n$$ x^T x = 1 $$"):  # fmt: skip
        assert verdicts_of(read, text, head) == ["error"]
    assert verdicts_of(read, "If $Ex = b$, then\n\n$$ x^T x = 1 $$", head) == ["error"]


def verdicts_of(read: Any, text: str, head: str = HEAD) -> list[str]:
    from derive.cli.papers import decided

    body = text.replace("OFF", "@1").replace("ON", "@2").replace("@1", OFF).replace("@2", ON)
    return [decided(item).verdict for item in read(head + body, name="p.md").items]


def test_cases_of_a_display_above_are_its_own(read: Any) -> None:
    """A display that distinguishes cases says nothing of the one below it."""
    cases = r"\begin{cases} p_i (1 - p_i), & i = j \\ -p_i p_j, & i \neq j \end{cases}"
    above = rf"$$\frac{{\partial p_i}}{{\partial z_j}} = {cases}$$"
    assert verdicts_of(read, above + "\n\nSo\n\n" + r"$$p_i + p_j = 2$$") == ["proved", "proved", "refuted"]
