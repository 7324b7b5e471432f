"""Escaping: prose of any kind becomes harmless text of a target."""

from __future__ import annotations

import pytest

from derive.report.escape import markdown, markdown_cell, tex


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("plain words", "plain words"),
        ("50% of $5 & #1", r"50\% of \$5 \& \#1"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("Πa", r"$\Pi a$"),
        ("diag(g)Π", r"diag($g$)$\Pi$"),
        ("σ² + ε > 0", r"$\sigma^{2}$ + $\epsilon$ \textgreater{} 0"),
        ("1̂1̂ᵀ", r"$\hat{1}\hat{1}{}^{\top}$"),
        ("ℝᴺ", r"$\mathbb{R}{}^{N}$"),
        ("xₙ²", r"$x_{n}^{2}$"),
        ("``a_b.c``", r"\texttt{a\_\allowbreak{}b.\allowbreak{}c}"),
        ("漢\x1b", "U+6F22U+001B"),
        ("\u0302", ""),
    ],
)
def test_tex(prose: str, expected: str) -> None:
    """Signs of mathematics become math, all other commands text."""
    assert tex(prose) == expected


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("plain words", "plain words"),
        ("a_b *c* <d> $e$ [f](g)", r"a\_b \*c\* \<d\> \$e\$ \[f\](g)"),
        ("- no list\n1. no list\n= no heading", "\\- no list\n1\\. no list\n\\= no heading"),
        ("``a|b``", "`a|b`"),
        ("``a`b``", "``a`b``"),
        ("&amp; \x1b[0m", r"\&amp; U+001B\[0m"),
    ],
)
def test_markdown(prose: str, expected: str) -> None:
    """No character starts anything."""
    assert markdown(prose) == expected


def test_cells() -> None:
    """A cell has one line, and no bar ends it, not even in code."""
    assert markdown_cell("a |\n``b|c``") == r"a \| `b\|c`"
