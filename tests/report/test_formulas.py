"""Values and witnesses as formulas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.evaluate.numbers import Enclosure, surd
from derive.evaluate.point import Value
from derive.language.build import dimension, identity, matrix, vector
from derive.report.formulas import Formula, Typeset, value
from derive.statements.equation import prove_equation
from derive.statements.scope import scope_of

ONE, HALF = Fraction(1), Fraction(-1, 2)


@pytest.mark.parametrize(
    ("data", "latex"),
    [
        (ONE, "1"),
        (HALF, "-1/2"),
        (surd({1: ONE, 5: HALF}), r"1 - \sqrt{5}/2"),
        (Enclosure(ONE, ONE), r"1 \pm 0"),
        ((ONE, HALF), "(1, -1/2)"),
        ((ONE,), "(1)"),
        (((ONE,),), "(1)"),
        (((ONE, HALF), (HALF, ONE)), r"\begin{pmatrix} 1 & -1/2 \\ -1/2 & 1 \end{pmatrix}"),
    ],
)
def test_value(data: Value, latex: str) -> None:
    """Numbers in a line, vectors in parentheses, matrices as matrices."""
    assert value(data).latex == latex


def test_clash() -> None:
    """Small values are shown whole, large ones by the component that differs, clashing shapes in words."""
    N = dimension("N")
    a, A = vector("a", N), matrix("A", 3, 3)
    typeset = Typeset()
    shown = []
    for lhs, rhs in ((a, 2 * a), (A, 2 * identity(3)), (a, A)):
        found = prove_equation(lhs, rhs).counterexample
        assert found is not None
        shown.append(" ".join(part.text for part in typeset.clash(found)))
    assert shown[0] == "(1) ≠ (2)"
    assert shown[1].startswith("component 1, 1: ")
    assert shown[2] == "vector of length N ≠ 3 by 3 matrix"


def test_scope() -> None:
    """The sizes of a verdict: words, and a formula."""
    words, found = Typeset().scope(scope_of({"N": 1, "K": 2}))
    assert words == "all"
    assert isinstance(found, Formula)
    assert (found.latex, found.text) == (r"N \geq 1, K \geq 2", "N ≥ 1, K ≥ 2")
