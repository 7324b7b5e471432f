r"""``derive.reading.latex.letters``: upright d as an operator, and a d in italics that may be a name."""

from __future__ import annotations

from itertools import product

import pytest

from derive.errors import InputError, ReadError
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context
from derive.reading.latex.macros import read_macros
from tests.reading.latex.contexts import status_of

DECLARED = (
    r"dimension N, K; vectors x, y : N; matrix A : N x N; scalar t, c; let J = t^3; let h = x^\top A x; loss L of y"
)

#: What d may be declared as; of an index there is no quotient.
DECLARATIONS = ["", "dimension d", "scalar d", "vector d : N", "index d : N", "scalar d_k", r"vector \vec d : N"]


def status(latex: str, more: str = "") -> str:
    return status_of(latex, context_from(more, context_from(DECLARED)))


@pytest.mark.parametrize("more", DECLARATIONS)
@pytest.mark.parametrize(
    ("left", "right", "wrong"),
    [
        (r"\frac{\mathrm d}{\mathrm d t} t^2", "2 t", "t"),
        (r"\frac{\mathrm{d}J}{\mathrm{d}t}", "3 t^2", "t^2"),
        (r"\tfrac{\operatorname{d}}{\operatorname{d} t} (c t)", "c", "1"),
        (r"\frac{\text{d} J}{\text{d} t}", "3 t^2", r"J / t"),
        (r"\frac{{\rm d} J}{{\rm d} t}", "3 t^2", r"J / t"),
        (r"\dfrac{\textrm{d} J}{\textup{d} t}", "3 t^2", "3 t"),
        (r"\frac{\dd J}{\dd t}", "3 t^2", "3 t"),
        (r"\frac{\differential J}{\differential{t}}", "3 t^2", "3 t"),
        (r"\frac{\mathop{}\!\mathrm d J}{\mathop{}\!\mathrm d t}", "3 t^2", "3 t"),
        (r"\frac{\mathrm d^2 J}{\mathrm d t^2}", "6 t", "3 t^2"),
        (r"\frac{\mathrm d^2}{\mathrm d t^2} (c t^2)", "2 c", "c"),
        (r"\mathrm d J / \mathrm d t", "3 t^2", "J / t"),
        (r"\mathrm d / \mathrm d t\, (t^2)", "2 t", "t"),
        (r"\mathrm d^2 J / \mathrm d t^2", "6 t", "6"),
        (r"\frac{\mathrm d J}{d t}", "3 t^2", "J / t"),
        (r"\frac{d J}{\mathrm d t}", "3 t^2", "J / t"),
        (r"c\, \frac{\mathrm d J}{\mathrm d t} c", "3 c^2 t^2", "3 c t^2"),
        (r"\frac{\mathrm d h}{\mathrm d x_i}", r"\sum_j (A_{ij} + A_{ji}) x_j", r"2 \sum_j A_{ij} x_j"),
        (r"\frac{\partial J}{\partial t}", "3 t^2", "3 t"),
    ],
)
def test_upright_d_is_an_operator(more: str, left: str, right: str, wrong: str) -> None:
    """Whatever d is declared as, a fraction with an upright d is a derivative."""
    more = f"{more}; index i : N"
    assert status(f"{left} = {right}", more) == "proved"
    assert status(f"{left} = {wrong}", more) == "refuted"


def test_upright_d_in_a_macro() -> None:
    """A macro of the author stands for what it expands to."""
    macros = read_macros(r"\newcommand{\dd}{\mathop{}\!\mathrm{d}} \newcommand{\rate}[2]{\frac{\dd #1}{\dd #2}}")
    assert (
        status_of(r"\rate{J}{t} = 3 t^2", context_from("scalar t, d; let J = t^3", Context(macros=macros))) == "proved"
    )


@pytest.mark.parametrize("more", DECLARATIONS)
@pytest.mark.parametrize(
    "latex",
    [
        r"\mathrm d t = t", r"c\, \mathrm d x = x", r"\mathrm{d}^2 = c", r"\frac{\mathrm d t}{2} = c", r"2 \text{d} t = t",
        r"\mathrm d_k = c", r"\mathrm{d}(t) = c", r"\exp(\mathrm d t) = c", r"\sum_i x_i \mathrm d x_i = 0",
        r"{\rm d} t = t",
        r"\mathrm d t \, \mathrm d c = 1", r"\frac{t}{\mathrm d t} = c", r"e^{\mathrm d t} = c", r"\dd t = t",
        r"\operatorname{d} t = \operatorname{d} c",
    ],
)  # fmt: skip
def test_a_differential_alone(latex: str, more: str) -> None:
    """An upright d anywhere else is a differential: it is never the declared d."""
    with pytest.raises(ReadError, match="found a differential, expected a derivative"):
        status(latex, more)


def test_an_integral() -> None:
    with pytest.raises(ReadError, match="an integral with its differential"):
        status(r"\int t \, \mathrm d t = c")


@pytest.mark.parametrize(
    "text", [r"scalar \mathrm d", r"scalar \text{d}", r"let \operatorname{d} = 3", r"let \mathrm{d}(t) = t"]
)
def test_upright_d_is_not_declared(text: str) -> None:
    with pytest.raises(ReadError, match="a differential, expected a name"):
        context_from(text, context_from(DECLARED))


def test_other_letters_d() -> None:
    """A bold or a slanted d is a letter."""
    assert status(r"\textbf{d} = \mathbf{d}", r"vector \textbf{d} : N") == "proved"
    assert status(r"\mathit{d}^2 = d \textit{d}", "scalar d") == "proved"
    assert status(r"x_{\mathrm d} = 2 c", r"let x_{\mathrm d} = 2 c") == "proved"


#: Operators before what they act on, which are quotients of the size d as well.
_OPERATORS = [r"\frac{d}{dt} t^2 = t", r"\frac{d}{dt} t^2 = 2 t", r"\tfrac{d}{dt} t^2 = 2 t"]


@pytest.mark.parametrize("latex", _OPERATORS)
def test_an_operator_beside_a_size_d_has_two_readings(latex: str) -> None:
    """Where they come out differently neither is chosen."""
    with pytest.raises(AmbiguityError):
        status(latex, "dimension d")


#: Derivatives as quotients, which are products with a number d, or a size, as well.
_QUOTIENTS = [
    r"\frac{dJ}{dt} = 3 t^2", r"\frac{d c}{d t} = \frac{c}{t}", r"\frac{d^2 J}{d t^2} = 6 t", r"\frac{d y}{d t} = y / t",
    r"\frac{d(t + c)}{d t} = 1", r"d J / d t = 3 t^2", r"d / d t (t^2) = 2 t", r"\frac{d N}{d t} = N / t",
    r"\frac{\mathit{d} J}{\mathit{d} t} = 3 t^2", r"d y / d c = y", r"\frac{d x}{d y} = x / y",
]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "latex"),
    [*product(["scalar d"], _OPERATORS), *product(["dimension d", "scalar d"], _QUOTIENTS)],
)
def test_a_declared_d_has_two_readings(latex: str, more: str) -> None:
    """The derivative and the quotient of products are named, whatever the other side is."""
    with pytest.raises(AmbiguityError) as caught:
        status(latex, more)
    assert caught.value.readings == ("a derivative", "a quotient of products with the declared d")


@pytest.mark.parametrize(
    ("left", "right", "wrong"),
    [
        (r"\frac{2}{d t}", r"\frac2t \cdot \frac1d", "0"),
        (r"\frac{d t}{2}", r"\frac12 t d", r"\frac12 t"),
        (r"\frac{d \cdot J}{d \cdot t}", "t^2", "3 t^2"),
        (r"\frac{d J}{t}", "t^2 d", "3 t^2"),
        (r"\frac{d}{d - t}", r"\frac{1}{1 - t/d}", "0"),
    ],
)
def test_a_size_d_above_or_below_a_bar_alone_is_a_factor(left: str, right: str, wrong: str) -> None:
    """Nothing is derived there."""
    assert status(f"{left} = {right}", "dimension d; index i, j : N") == "proved"
    assert status(f"{left} = {wrong}", "dimension d; index i, j : N") == "refuted"


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{dJ}{1 - J^2} = \frac{dt}{c}", r"dJ = 3 t^2 \, dt", r"dJ = t^2 dt", r"-dJ = dt - dc", r"t\,dc + c\,dt = 0",
        r"\frac12 d(t^2) = t\,dt", r"dJ / J = 3\,dt / t", r"\frac{dJ}{dt} dt = dJ", r"\sum_i x_i dx_i = c\,dt", "dJ < dt",
        r"\left(\frac{dJ}{2}\right) = dt",
    ],
)  # fmt: skip
def test_differentials_beside_a_size_d(latex: str) -> None:
    """``dJ = t^2 dt`` holds as products with d, and ``dJ = 3 t^2 dt`` as differentials: neither is decided."""
    with pytest.raises(AmbiguityError) as caught:
        status(latex, "dimension d; index i : N")
    assert caught.value.readings == ("differentials, which are not in the language", "products with the size d")


@pytest.mark.parametrize(
    ("latex", "more", "expected"),
    [
        (r"d t = t d", "dimension d", "proved"),
        (r"d \cdot J = t^2 \cdot d \cdot t", "dimension d", "proved"),
        (r"\frac{d t^2}{c} = \frac{t^2 d}{c}", "dimension d", "proved"),
        (r"d N + d = d (N + 1)", "dimension d", "proved"),
        (r"d N = 2 d K", "dimension d", "refuted"),
        (r"d J + 1 = d t^3 + 1", "dimension d", "proved"),
        (r"\log (d t) = \log (d t)", "dimension d; assume t > 0", "proved"),
        (r"\exp(d t) = \exp(d c)", "dimension d", "refuted"),
        (r"d J = t^2 d t", "scalar d", "proved"),
        (r"d J = 3 t^2 d t", "scalar d", "refuted"),
    ],
)
def test_what_is_a_relation_of_products(latex: str, more: str, expected: str) -> None:
    """With a term that has no d before a name, before sizes alone, with a dot, or of a number d."""
    assert status(latex, more) == expected


@pytest.mark.parametrize(
    ("latex", "more", "expected"),
    [
        (r"\frac{d t}{d N} = t / N", "scalar d", "proved"),
        (r"\frac{d}{d + 1} = 1 - \frac{1}{d + 1}", "dimension d", "proved"),
        (r"\frac{d x}{d} = x", "dimension d", "proved"),
        (r"\frac{d \cdot J}{d \cdot t} = t^2", "dimension d", "proved"),
        (r"\frac{d \cdot J}{d \cdot t} = 3 t^2", "dimension d", "refuted"),
        (r"\frac{dL}{dy} = \nabla_y L", "dimension d", "proved"),
        (r"\frac{d}{dt} t^2 = 2 t", "index d : N", "proved"),
        (r"\frac{dJ}{dt} = 3 t^2", "scalar d_k", "proved"),
        (r"dJ / dt = 3 t^2", "", "proved"),
        (r"dJ / dt = J / t", "", "refuted"),
    ],
)
def test_a_reading_that_is_ill_typed_does_not_count(latex: str, more: str, expected: str) -> None:
    """A dimension is no variable, a sum below the bar no list of variables, an index and a loss no factors."""
    assert status(latex, more) == expected


def test_a_derivative_of_what_does_not_depend() -> None:
    """In italics without a declared d, an independent quotient is an error as ever."""
    with pytest.raises(InputError, match="a derivative by t of what has no t in it"):
        status(r"\frac{d c}{d t} = 0")


@pytest.mark.parametrize("latex", [r"\frac{d}{d t} = \frac1t", r"\frac{d}{d t} - J = 3 t^2"])
def test_an_operator_of_nothing_beside_a_size_d(latex: str) -> None:
    r"""``\frac{d}{d t}`` could be the quotient of the size, or the derivative of what stands behind a sign."""
    with pytest.raises(AmbiguityError, match="d above and below a bar"):
        status(latex, "dimension d")
