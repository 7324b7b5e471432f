"""A comment may speak of names that a comment below it declares, above the display that both are for."""

from __future__ import annotations

from typing import Any

import pytest

LATER = "% derive: let y = A a\n% derive: matrix A : N x N\n\\[ y \\cdot b = b^T A a \\]\n\\[ y = a \\]"
CHAIN = "% derive: let z = y + a\n% derive: let y = A a\n% derive: matrix A : N x N\n\\[ z = A a + a \\]\n\\[ z = y \\]"
LOSS = (
    "% derive: loss L of z; let G_i = \\frac{\\partial L}{\\partial z_i}\n% derive: let z_i = 2 a_i\n"
    "\\[ \\frac{\\partial L}{\\partial a_i} = 2 G_i \\]\n\\[ \\frac{\\partial L}{\\partial a_i} = G_i \\]"
)


@pytest.mark.parametrize("text", [LATER, CHAIN, LOSS])
def test_what_is_declared_below(verdicts: Any, text: str) -> None:
    """It is declared before the display."""
    assert verdicts(text) == ["proved", "refuted"]


def test_what_is_declared_below_the_display_is_not_known(verdicts: Any, read: Any) -> None:
    """The comment is an error, and what rests on it is not checked."""
    text = "% derive: let y = A a\n\\[ y = A a \\]\n% derive: matrix A : N x N\n\\[ A a = A a \\]"
    assert verdicts(text) == ["error", "error", "proved"]
    assert "unknown name A" in read(text).items[0].error.message


def test_not_beyond_forget(verdicts: Any) -> None:
    """What is forgotten below was not declared above."""
    text = (
        "% derive: let y = A a\n% derive: forget\n% derive: dimension N; matrix A : N x N\n\\[ A = A \\]\n\\[ y = y \\]"
    )
    assert verdicts(text)[0] == "error"
    assert verdicts(text)[-1] == "error"


def test_a_name_has_one_meaning(verdicts: Any) -> None:
    """A declaration that is waiting declares no name before it is read; one of two things of a name is an error."""
    assert (
        verdicts("% derive: let y = A a\n% derive: vector y : N nonzero\n% derive: matrix A : N x N\n\\[ y = y \\]")[0]
        == "error"
    )
