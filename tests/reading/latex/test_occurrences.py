r"""``derive.reading.latex.letters``: the letters of a tree, and the indices in it that nothing binds."""

from __future__ import annotations

import pytest

from derive.reading.latex import Context
from derive.reading.latex.grammar import parse
from derive.reading.latex.letters import bound_names, free_names, holds, letters, parts
from derive.reading.latex.statement import arranged
from derive.reading.latex.syntax import BigSign, Node, Num, Scripted, items_of, parted
from derive.reading.source import Source

NOWHERE = Num(0, "0")


def tree(latex: str) -> Node:
    """The tree of a formula without declarations."""
    node: Node = parse(Source(latex), arranged(Source(latex), Context(), 0, len(latex))[0], "expr", len(latex))
    return node


@pytest.mark.parametrize(
    ("latex", "free"),
    [
        (r"x_i + y_j", {"i", "j"}),
        (r"\sum_i x_i y_j", {"j"}),
        (r"x_i \sum_i x_i", {"i"}),
        (r"(\sum_i x_i) y_i", {"i"}),
        (r"\sum_{i=1}^N \sum_{j=1, j \ne k}^N A_{ij}", {"k"}),
        (r"\sum_{j \ne i} A_{ij}", set()),
        (r"\frac{x_i}{y_j}", {"i", "j"}),
        (r"\sqrt{x_i} + |y_j| + \langle z_k, u \rangle", {"i", "j", "k"}),
        (r"x^{a_i + b_{jk}}", {"i", "j", "k"}),
        (r"\mathbb{E}_i[x_i y_j]", {"j"}),
        (r"x_{n'}", {"n", "n'"}),
        (r"\prod_k f(x_k, y_m)", {"m"}),
        (r"2 x", set()),
    ],
)
def test_free_names(latex: str, free: set[str]) -> None:
    """What stands in a subscript, and is bound by no sign in the row around it."""
    assert free_names(tree(latex), NOWHERE, {("E", "\\mathbb")}) == free


def test_names_up_to_a_sign() -> None:
    """What stands in the row of a sign, from it on, is left out."""
    node = tree(r"x_i \sum_{j \ne k} A_{jk} + y_m")
    row = next(parts(node))
    sign = next(item for item in items_of(row) if isinstance(parted(item)[0], BigSign))
    assert free_names(node, sign, ()) == {"i", "m"}
    assert holds(node, sign)
    assert not holds(tree("x"), sign)


@pytest.mark.parametrize(
    ("below", "bound"),
    [("i", {"i"}), ("i=1", {"i"}), ("i,j=1", {"i", "j"}), ("i=1, j", {"i", "j"}), (r"j=1, j \ne k", {"j"}),
     (r"i \ne j", {"i", "j"})],
)  # fmt: skip
def test_bound_names(below: str, bound: set[str]) -> None:
    """With an equals sign those before it; without one all."""
    sign = items_of(tree(rf"\sum_{{{below}}} x"))[0]
    assert isinstance(sign, Scripted)
    assert bound_names(sign.scripts) == bound


def test_letters() -> None:
    """Every name, scripts included."""
    assert letters(tree(r"\sum_{i=1}^N x_i y'^{a} + \alpha"), tree("z")) >= {"i", "N", "x", "y", "a", "alpha", "z"}
