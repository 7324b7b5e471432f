r"""Definitions in one case, "if $t > 0$ we set \[ d := a \]": they hold in it only, and are refused."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided

USED = r"\[ d = s \]"


@pytest.mark.parametrize(
    "text",
    [
        r"If $t > 0$ we set \[ d := s \] and otherwise \[ d := u \] Now",
        r"\[ d := s, \quad t > 0 \]",
        r"\[ d := s \quad (t > 0) \]",
        r"\[ d := s, \quad \text{for } t > 0 \]",
        r"\[ d := s \text{ if } t > 0 \]",
        r"\[ d := s \quad \text{if } t > 0 \]",
        r"\[ d := s \quad \forall t > 0 \]",
        r"\[ d := s, \quad t = 0 \]",
        r"\[ d := s \tag{$t > 0$} \]",
        r"\begin{align} d &:= s & t &> 0 \\ e &:= u & t &= 0 \end{align}",
        "\\[ d := s \\]\nif $t > 0$.",
        r"For $t > 0$ define \[ d := s. \]",
        "\\section{Case 1: $t = 0$}\nSet \\[ d := s. \\]",
    ],
)
def test_it_is_not_used_in_the_other_case(read: Any, text: str) -> None:
    assert [decided(item).verdict for item in read(f"{text}\n{USED}").items][-1] == "error"


@pytest.mark.parametrize(
    "text",
    [
        r"We set \[ d := s, \quad e := u \]",
        r"\[ d := s, \quad d + s = 2 s \]",
        r"\[ d := s \quad \text{and} \quad t u = u t \]",
        r"\[ d := s, \quad t u = u t \]",
        "% derive: assume t > 0\n\\[ d := s, \\quad t > 0 \\]",
        "% derive: assume t > 0\nFor $t > 0$ define \\[ d := s. \\]",
        r"For each $i$ we define \[ d := s. \]",
    ],
)
def test_a_claim_beside_it_is_no_case(read: Any, text: str) -> None:
    found = [decided(item).verdict for item in read(f"{text}\n{USED}\n\\[ d = 2 s \\]").items]
    assert found[-2:] == ["proved", "refuted"]
