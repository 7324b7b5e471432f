"""``derive.reading.decided``: what a reading asks is proved, or not asked of anybody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive.language.build import dimension, scalar, vector
from derive.language.hypotheses import nonzero
from derive.reading.decided import context_from, proved
from derive.reading.latex import read_latex_term
from derive.reading.latex.conventions import Equal, Everywhere, undecided

N = dimension("N")
a, b, t = vector("a", N), vector("b", N), scalar("t")


def test_equal() -> None:
    """Terms are equal where it is proved; freely only where that takes no condition."""
    assert proved(Equal((a + b, b + a)))
    assert not proved(Equal((a + b, a - b)))
    assert proved(Equal((t / t * a, a)))
    assert not proved(Equal((t / t * a, a), freely=True))
    assert proved(Equal((t / t * a, a), (nonzero(t),), freely=True))


def test_everywhere() -> None:
    """A quotient is defined where its divisor is known not to be 0."""
    assert proved(Everywhere(a + b))
    assert not proved(Everywhere(1 / t))
    assert proved(Everywhere(1 / t, (nonzero(t),)))


def test_a_question_to_nobody() -> None:
    """A reading that rests on an answer is not made without one; any other is."""
    context = context_from("dimension N; vectors x, y : N")
    latex = r"\sum_{i<j} (x_i x_j + y_j y_i)"
    assert read_latex_term(latex, context).shape == ()
    alone = replace(context, decide=undecided)
    assert read_latex_term(r"\vec x \cdot \vec y", alone).shape == ()
    with pytest.raises(TypeError, match="a question to nobody"):
        read_latex_term(latex, alone)
