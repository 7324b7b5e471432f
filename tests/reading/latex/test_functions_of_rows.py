r"""Functions of rows, ``let s(w)_i = …`` of a w : 1 x n: the value is a row, against an evaluation of its own in numpy."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from derive.errors import AmbiguityError, ShapeError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex_term
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension n; matrices \mathbf x, \mathbf y : 1 x n; matrix A : n x n; vector b : n; scalar c; indices i, j : n
ones n; let s(\mathbf x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}; let q(\mathbf x) = \mathbf x \mathbf x^\top"""
SHORT = NAMES + r"; let s_i = s(\mathbf x)_i; let \mathbf s = s(\mathbf x)"

#: Sides in LaTeX and in numpy, with x and y of shape 1 x n, and what may stand in their slots.
PATTERNS: tuple[tuple[str, str, str, str, tuple[tuple[tuple[str, str], ...], ...]], ...] = (
    (r"s(\mathbf x + c)_i", r"\frac{e^{<0>_i <1> c}}{\sum_j e^{x_j <2> c}}", "s(x + c)",
     "np.exp({0} {1} c) / np.exp(x {2} c).sum()",
     ((("x", "x"), ("y", "y")), (("+", "+"), ("-", "-")), (("+", "+"), ("-", "-")))),
    (r"s(<0>)_i", r"s(<1>)_i", "s({0})", "s({1})", ((
        (r"\mathbf x", "x"), (r"\mathbf x + c", "x + c"), (r"2 \mathbf x", "2 * x"), (r"b^\top", "b.T"),
        (r"\mathbf x A", "x @ A"), (r"(A^\top \mathbf x^\top)^\top", "x @ A")),) * 2),
    (r"s(\mathbf x) <0>", "<1>", "s(x) @ {0}", "{1}", (
        ((r"\mathbf 1", "one"), ("b", "b"), (r"\mathbf y^\top", "y.T")),
        (("1", "1"), (r"\sum_i s_i b_i", "s(x) @ b"), (r"\sum_i s_i y_i", "s(x) @ y.T"),
         (r"\sum_i x_i s_i", "s(x) @ x.T")))),
    (r"\mathbf s", "s(<0>)<1>", "s(x)", "s({0}){1}", (
        ((r"\mathbf x", "x"), (r"\mathbf y", "y"), (r"b^\top", "b.T")), (("", ""), (r" + \mathbf x", " + x")))),
    (r"q(<0>)", r"\sum_i <1>^2", "{0} @ ({0}).T", "(({1})**2).sum()", (
        ((r"\mathbf x", "x"), (r"\mathbf x - \mathbf y", "(x - y)"), (r"\mathbf s", "s(x)")),
        (("x_i", "x"), ("(x_i - y_i)", "x - y"), ("s_i", "s(x)")))),
)  # fmt: skip


def values(formula: str) -> list[np.ndarray]:
    """What a formula in numpy comes to at random data of two sizes."""
    found = []
    for n in (2, 5):
        random = np.random.default_rng(n)
        data: dict[str, Any] = {name: random.normal(size=(1, n)) for name in "xy"}
        data |= {"A": random.normal(size=(n, n)), "b": random.normal(size=(n, 1)), "c": 0.7, "one": np.ones((n, 1))}
        data |= {"np": np, "s": lambda row: np.exp(row) / np.exp(row).sum()}
        found.append(np.asarray(eval(formula, data)))
    return found


def cases() -> list[tuple[str, bool]]:
    """The formulas, and whether both sides agree."""
    made = []
    for left, right, known, other, slots in PATTERNS:
        for choice in product(*slots):
            latex, numbers = f"{left} = {right}", [each for _, each in choice]
            for number, (said, _) in enumerate(choice):
                latex = latex.replace(f"<{number}>", said)
            sides = values(known.format(*numbers)), values(other.format(*numbers))
            made.append((latex, all(np.allclose(one, two) for one, two in zip(*sides, strict=True))))
    return made


def test_there_are_true_and_false_ones() -> None:
    """Of each many."""
    assert sum(true for _, true in cases()) >= 15
    assert sum(not true for _, true in cases()) >= 40


@pytest.mark.parametrize(("latex", "true"), cases())
def test_against_numpy(latex: str, true: bool) -> None:
    """What agrees is proved, and what does not is refuted."""
    assert status_of(latex, SHORT) == ("proved" if true else "refuted")


@pytest.mark.parametrize(
    ("latex", "true"),
    [
        (r"\frac{\partial s(\mathbf x)_i}{\partial x_i} = s(\mathbf x)_i - s(\mathbf x)_i^2", True),
        (r"\frac{\partial s(\mathbf x)_i}{\partial x_i} = s(\mathbf x)_i + s(\mathbf x)_i^2", False),
        (r"\frac{\partial s(\mathbf x)_i}{\partial x_j} = s_i (\delta_{ij} - s_j)", True),
        (r"\frac{\partial s(\mathbf x)_i}{\partial x_j} = s_i (\delta_{ij} - s_i)", False),
        (r"\frac{\partial s(\mathbf x)_i}{\partial x_j} = - s_i s_j", False),
    ],
)
def test_derivatives_by_components(latex: str, true: bool) -> None:
    """Of the value, by components of the row."""
    assert status_of(latex, SHORT) == ("proved" if true else "refuted")


def test_the_value_is_a_row() -> None:
    """And so is what is defined by its components under its name; under another name it is a column, as all such."""
    for latex in (r"s(\mathbf x)", r"s(\mathbf x A)", r"\mathbf s", "s"):
        assert read_latex_term(latex, context_from(SHORT)).shape[0] == 1
    other = context_from(NAMES + r"; let p_i = s(\mathbf x)_i")
    assert len(read_latex_term("p", other).shape) == 1
    assert status_of(r"p^\top = s(\mathbf x)", NAMES + r"; let p_i = s(\mathbf x)_i") == "proved"


def test_a_column_is_no_row() -> None:
    """A function of rows takes no column, nor a matrix, and one of columns no row."""
    for latex in (r"s(\mathbf x^\top)_i = s_i", "s(b)_i = s_i", "s(A)_i = s_i"):
        with pytest.raises(ShapeError, match="it takes"):
            status_of(latex, SHORT)
    with pytest.raises(ShapeError, match="it takes"):
        status_of(r"f(\mathbf x) = 1", NAMES + r"; let f(b) = b \cdot b")


def test_of_rows_and_columns() -> None:
    """Nobody tells how the value stands."""
    with pytest.raises(AmbiguityError, match="of rows and of columns"):
        context_from(NAMES + r"; let r(\mathbf x, b)_i = x_i b_i")
    assert "a row; or a column" in refusal(lambda: context_from(NAMES + r"; let r(\mathbf x, b)_i = x_i b_i"))


def test_a_component_of_the_value_is_no_product() -> None:
    """``s(z)_i`` is one where the value has a name, too; a space, or a sign, makes it a product."""
    declared = r"dimension n; vectors z, w : n; index i : n; scalar c; let s(z)_i = 2 z_i; let s_i = s(z)_i"
    assert status_of("s(w)_i = 2 w_i", declared) == status_of(r"s \cdot w_i = 2 w_i z", declared) == "proved"
    assert status_of("s(w)_i = 2 z_i", declared) == "refuted"
    whole = r"dimension n; vectors z, w : n; index i : n; scalar f; let f(z) = 2 z"
    with pytest.raises(AmbiguityError, match="two readings"):
        status_of("f(w)_i = 2 w_i", whole)


OF_A_SHAPE = r"""dimensions n, q; matrix y : 1 x q; vector z : q; matrix A : n x q; index a, b : q; ones q
let \psi(u : 1 x q)_a = \frac{e^{u_a}}{\sum_b e^{u_b}}; let f(u : 1 x q) = u u^\top"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\psi(y) \mathbf 1 = 1", r"\psi(y) \mathbf 1 = q"),
        (r"\psi(y)_a = \frac{e^{y_a}}{\sum_b e^{y_b}}", r"\psi(y)_a = e^{y_a}"),
        (r"\psi(z^\top) z = \sum_a \psi(z^\top)_a z_a", r"\psi(z^\top) z = \sum_a z_a"),
        (r"f(2 y) = 4 f(y)", r"f(2 y) = 2 f(y)"),
    ],
)
def test_a_parameter_is_a_row_by_its_shape(true: str, false: str) -> None:
    """As one of a name that is declared as a row."""
    assert status_of(true, OF_A_SHAPE) == "proved"
    assert status_of(false, OF_A_SHAPE) == "refuted"


def test_what_is_no_row_by_its_shape() -> None:
    """Nor is a shape with more than two sizes, or a 1 behind another."""
    with pytest.raises(ShapeError):
        status_of(r"\psi(z)_a = 0", OF_A_SHAPE)
    for shape in ("q x 1", "q x q x q"):
        assert "no dimension of a vector" in refusal(
            lambda shape=shape: context_from(f"{OF_A_SHAPE}; let g(u : {shape}) = u")
        )
