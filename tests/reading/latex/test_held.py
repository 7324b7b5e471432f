r"""``hold m fixed``: m keeps its value, and derivatives do not look into it."""

from __future__ import annotations

from random import Random

import pytest

from derive.derivation.partials import component
from derive.errors import InputError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import let
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Component, Grad, Index, Symbol, axes_of
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of
from tests.strategies import SHAPES, WIDE, differ_at, random_point

MEAN = r"""dimension N; vectors x, w : N; index i, j, k : N; scalar t; let m = \frac1N \sum_i x_i
let v = \frac1N \sum_i (x_i - m)^2; let s = \sqrt{v + 1}; let z_i = (x_i - m) / s; let y_i = w_i z_i; loss L of y
"""


def verdict(latex: str, held: str) -> str:
    return status_of(latex, MEAN + "; ".join(f"hold {name} fixed" for name in held.split()))


@pytest.mark.parametrize(
    ("latex", "held", "status"),
    [
        (r"\sum_i (x_i - m) = 0", "m", "proved"),
        (r"\sum_i (x_i - m) = 1", "m", "refuted"),
        (r"m = \frac1N \sum_i x_i", "m", "proved"),
        (r"N v = \left(\sum_i x_i^2\right) - N m^2", "m v s", "proved"),
        (r"\frac{\partial}{\partial x_j} \frac12 \sum_i (x_i - m)^2 = x_j - m", "m", "proved"),
        (r"\frac{\partial}{\partial x_j} \frac12 \sum_i (x_i - m)^2 = x_j - m", "", "proved"),
        (r"\sum_j \left(\frac{\partial}{\partial x_j} \frac12 \sum_i (x_i - m)^2\right) = 0", "m", "proved"),
        (r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 1", "m", "proved"),
        (r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 1", "", "refuted"),
        (r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 0", "m", "refuted"),
        (r"\frac{\partial m}{\partial x_j} = 0", "m", "proved"),
        (r"\frac{\partial m}{\partial x_j} = \frac1N", "", "proved"),
        (r"\frac{\partial v}{\partial x_j} = \frac2N (x_j - m)", "m", "proved"),
        (r"\nabla_x \|x - m \vec 1\|^2 = 2 (x - m \vec 1)", "m", "proved"),
        (r"\frac{\partial z_i}{\partial x_j} = \frac1s (\delta_{ij} - \frac1N)", "s", "proved"),
        (r"\frac{\partial z_i}{\partial x_j} = \frac1s (\delta_{ij} - \frac1N)", "v", "proved"),
        (r"\frac{\partial z_i}{\partial x_j} = \frac1s (\delta_{ij} - \frac1N)", "", "refuted"),
        (r"\frac{\partial z_i}{\partial x_j} = \frac{\delta_{ij}}{s}", "m s", "proved"),
        (r"\frac{\partial z}{\partial x} = \frac1s I", "m s", "proved"),
        (r"\sum_j \left(\frac{\partial z_i}{\partial x_j}\right) x_j = z_i", "s", "proved"),
        (r"\frac{\partial z_i}{\partial x_j} = \frac{\delta_{ij}}{s} - \frac{z_i z_j}{N s}", "m", "proved"),
        (r"\frac{\partial L}{\partial x_j} = \frac{w_j}{s} \frac{\partial L}{\partial y_j}", "m s", "proved"),
        (r"\frac{\partial L}{\partial x_j} = \frac{w_j}{s} \frac{\partial L}{\partial y_j}", "s", "refuted"),
        (r"\frac{\partial (m^2 t)}{\partial t} = m^2", "m", "proved"),
        (r"\frac{d (m^2 t)}{d m} = 2 m t", "m", "proved"),
        (r"\frac{\partial v}{\partial m} = 0", "m", "proved"),
        (r"\frac{\partial v}{\partial m} = 1", "m", "refuted"),
        (r"\frac{\partial^2}{\partial x_i \partial x_j} (m \sum_k x_k^2) = 2 m \delta_{ij}", "m", "proved"),
        (r"\frac{\partial^2}{\partial x_i \partial x_j} (m \sum_k x_k^2) = 2 m \delta_{ij}", "", "refuted"),
    ],
)
def test_what_is_held_keeps_its_value(latex: str, held: str, status: str) -> None:
    """In derivatives it is a constant; its value is what it was defined as, there and everywhere else."""
    assert verdict(latex, held) == status


@pytest.mark.parametrize("again", ["", r"; let f(u : N) = u \cdot \vec 1 - N m", "; rows r_k of X"])
def test_no_witness_takes_another_value_for_a_name(again: str) -> None:
    """Whatever a name is defined by, what follows from its definition is not refuted."""
    context = context_from(MEAN + "matrix X : N x N; hold m fixed" + again)
    lines = [r"v = \frac1N \left(\sum_i x_i^2\right) - m^2", r"\sum_i z_i = 0"]
    if "f(" in again:
        lines.append("f(x) = 0")
    if "rows" in again:
        lines.append(r"\sum_k r_k = X^\top \vec 1")
    for latex in lines:
        assert status_of(latex, context) == "proved"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial f(x_i)}{\partial x_j} = m \delta_{ij}", "proved"),
        (r"\frac{\partial f(x_i)}{\partial x_j} = m \delta_{ij} + \frac{x_i}{N}", "refuted"),
        (r"\frac{\partial}{\partial x_j} \mathbb{E}[(x - m)^2] = \frac2N (x_j - m)", "proved"),
        (r"\frac{\partial}{\partial x_j} \mathbb{E}[m x] = \frac{m}{N}", "proved"),
        (r"\frac{\partial}{\partial x_j} \left(\sum_{i \ne k} x_i m\right) = m (1 - \delta_{jk})", "proved"),
        (r"\sum_i \frac{\partial (x_i m)}{\partial x_i} = N m", "proved"),
    ],
)
def test_held_inside_of_what_is_replaced(latex: str, status: str) -> None:
    """In functions, means and sums that leave an index out a held name is still known by its name."""
    declared = MEAN + r"mean \mathbb{E}; let f(t) = t m; hold m fixed"
    assert status_of(latex, declared) == status


def test_a_symbol_that_is_held_depends_on_nothing() -> None:
    """It keeps its properties, and what it was said to depend on is taken back."""
    context = context_from("scalar p > 0, t; p depends on t; hold p fixed")
    assert status_of(r"\frac{\partial}{\partial t} |p| t = p", context) == "proved"


def test_forgotten_names_are_held_no_more() -> None:
    """``forget`` begins anew."""
    text = r"dimension n; vector x : n; let m = \frac1n \sum_i x_i; index j : n"
    assert status_of(r"\frac{\partial m}{\partial x_j} = \frac1n", f"{MEAN}hold m fixed; forget; {text}") == "proved"


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        ("hold y fixed", r"\frac{\partial L}{\partial x_j} = 0", "a loss of y, which is held fixed"),
        (
            "hold m fixed",
            r"\frac{\partial}{\partial x_j} \operatorname{rank}(m x x^\top) = 0",
            "with m held fixed, which stands inside",
        ),
    ],
)
def test_what_cannot_be_held(declared: str, latex: str, message: str) -> None:
    """A loss of what is held would have no gradient; what no rule differentiates is named."""
    assert message in refusal(lambda: read_latex(latex, context_from(MEAN + declared)))


def test_held_names_are_constants_to_dual_numbers() -> None:
    """On random terms the derivative with a name held is that with a symbol for it, at the value of the name."""
    random = Random(11)
    compared = 0
    for _ in range(1500):
        term = WIDE.term(random, random.choice(SHAPES), 4)
        symbols = [symbol for symbol in symbols_of(term) if not symbol.properties]
        pairs = [(s, o) for s in symbols for o in symbols if s != o and s.shape == o.shape]
        if not pairs:
            continue
        symbol, other = random.choice(pairs)
        fresh = Symbol("t0", symbol.dims)
        held = let("h", other * 2)
        letters = random.sample("nmkijlp", 7)
        at = tuple(Index(letters.pop(), dim) for dim in axes_of(term.shape))
        along = tuple(Index(letters.pop(), dim) for dim in axes_of(other.shape))
        try:
            plain = Grad(substitute(term, {symbol: fresh}), other)
            found = component(substitute(term, {symbol: held}), other, at, along, frozenset({held}))
        except InputError:
            continue
        whole = Component(plain, at + along) if at + along else plain
        drawn = random_point(random, found, whole, largest=3)
        point = Point(drawn.dimensions, {**drawn.values, fresh: evaluate(held, drawn)})
        differ = differ_at(found, whole, point)
        assert differ is not True, (term, symbol, other)
        compared += differ is False
    assert compared > 30


def test_several_are_held() -> None:
    """``hold m, v fixed``, and indices among them."""
    declared = MEAN + "hold m, v fixed"
    assert status_of(r"\frac{\partial}{\partial x_j} (v + m x_j) = m", declared) == "proved"
    assert status_of(r"\frac{\partial}{\partial x_j} (v + m x_j) = m + x_j / N", declared) == "refuted"
    assert status_of(r"x_i x_j = x_j x_i", f"{MEAN} einstein; hold i, j fixed") == "proved"
    assert "unknown name q" in refusal(lambda: context_from(f"{MEAN} hold m, q fixed"))


def test_an_index_that_is_held_above_a_definition() -> None:
    """Nothing sums over it there: the message says what is the cause."""
    with pytest.raises(InputError) as caught:
        context_from("dimension N; vector x : N; index i : N; einstein; hold i fixed; let s = x_i x_i")
    assert "hold i fixed, above it" in caught.value.hint
