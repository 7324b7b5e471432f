r"""``derive.reading.latex.unknown_names``: hints for undeclared names are declarations that can be followed."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex.statement import read_latex
from derive.reading.usual import FUNCTIONS_OF_THE_FIELD

DECLARED = r"dimension N; vectors z, w : N; scalars t, c; index i : N"


def hint(text: str) -> str:
    """The hint of the error."""
    with pytest.raises(InputError) as refused:
        read_latex(text, context_from(DECLARED))
    return refused.value.hint or ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"\nabla_w J(w) = 2 w", r"let J(w) = …, or scalar J;"),
        (r"\operatorname{LN}(z)_i = z_i", r"let \operatorname{LN}(z) = …, or scalar LN;"),
        (r"\mathrm{softmax}(z + c \mathbf 1) = \mathrm{softmax}(z)", r"let \mathrm{softmax}(z) = \frac{\exp(z)}"),
        (r"\operatorname{sigmoid}(c) = c", r"let \operatorname{sigmoid}(c) = \frac{1}{1 + e^{-c}}, of a scalar"),
        (r"softmax(z) = z", r"write \operatorname{softmax}(…)"),
        (r"c tr z = c", r"write \operatorname{tr}(…) for the function"),
        (r"\trc = c", "define it"),
        (r"q (z + w) = q z + q w", "scalar q;"),
        (r"q + 1 = 1 + q", "scalar q;"),
    ],
)
def test_hints(text: str, said: str) -> None:
    """What is applied is declared by its definition; a factor before a sum is a scalar."""
    assert said in hint(text)


@pytest.mark.parametrize("word", FUNCTIONS_OF_THE_FIELD)
def test_the_usual_definition_is_read(word: str) -> None:
    """As the hint gives it."""
    usual = FUNCTIONS_OF_THE_FIELD[word]
    name = rf"\operatorname{{{word}}}"
    context = context_from(f"{DECLARED}; {usual.let(name)}")
    argument = "w" if usual.of_vector else "c"
    body = usual.let(name, argument).split(" = ", 1)[1]
    assert read_latex(f"{name}({argument}) = {body}", context).statement.judge().status == "proved"


@pytest.mark.parametrize(
    ("latex", "declared", "hint"),
    [
        (r"s = \Sigma_{i=1} x_i", "", r"the sign is \sum_{i=1}^N"),
        (r"s = \Pi_{i=1} x_i", "", r"the sign is \prod_{i=1}^N"),
        (r"\frac{\partial L}{\partial y}_{\text{direct}} = x", "; loss L of y", r"leave \text{direct} out"),
        (r"s \overset{\mathrm{i.i.d.}}{\sim} t", "", "is left to the text"),
        ("s = s", r"; assume k \neq i", r"\quad (k \neq i)"),
        ("s = s", "; assume i = k", r"\quad (i = k)"),
    ],
)
def test_what_is_meant_is_said(latex: str, declared: str, hint: str) -> None:
    """A letter for a big sign, a word for an index, a condition on indices."""
    with pytest.raises(InputError) as caught:
        read_latex(latex, context_from(f"dimension N; vectors x, y : N; scalars s, t; index i, k : N{declared}"))
    assert hint in caught.value.hint
