"""SymPy's answers line by line: every line of Eq. (6) is confirmed, and a wrong line is denied."""

from __future__ import annotations

import pytest

from derive.derivation.derivation import Derivation
from derive.interop.agreement import LineConfirmation
from derive.interop.crosscheck import confirm_lines
from derive.language import build as d
from derive.language.hypotheses import equal
from derive.language.terms import Term
from derive.theories.layernorm.forms import eq5_general, eq6
from tests.words import N, a, one

c = d.scalar("c")


def lines_of(derivation: Derivation | None) -> list[Term]:
    """The terms of its lines."""
    assert derivation is not None
    return [line.term for line in derivation.lines]


def test_every_line_of_eq6_is_confirmed() -> None:
    """Each of lines 2 to 10 against the line before, at N = 1, 2, 3, 4."""
    found = confirm_lines(lines_of(eq6.derivation))
    assert [line.number for line in found] == list(range(2, 11))
    assert {line.confirmed for line in found} == {(1, 2, 3, 4)}
    assert {line.denied for line in found} == {()}


@pytest.mark.parametrize("number", range(2, 11))
def test_a_wrong_line_is_denied_there(number: int) -> None:
    """The bias doubled from a line on: that line is denied at every size, and the others are confirmed."""
    lines = lines_of(eq6.derivation)
    lines[number - 1 :] = [line + d.vector("b", N) for line in lines[number - 1 :]]
    found = {line.number: line for line in confirm_lines(lines, sizes=(1, 2))}
    assert found.pop(number).denied == (1, 2)
    assert {line.confirmed for line in found.values()} == {(1, 2)}


def test_a_true_whole_of_other_parts() -> None:
    """Where the changed places differ by themselves, what is around them is compared."""
    (found,) = confirm_lines([c * (2 * d.norm(a)), (2 * c) * d.norm(a)])
    assert found.confirmed == (1, 2, 3, 4)
    (found,) = confirm_lines([d.dot(a, one) + c, c + d.dot(one, a)])
    assert found.confirmed == (1, 2, 3, 4)


def test_what_has_no_value_is_not_confirmed() -> None:
    """Equal parts below a divisor that is 0 at N = 1: SymPy has no answer there, though the parts agree."""
    (found,) = confirm_lines([d.dot(a, a) / (N - 1), d.norm(a) ** 2 / (N - 1)])
    assert found.confirmed == (2, 3, 4)
    assert found.answers[0].result is None
    assert found.answers[0].reason.startswith("undefined")


def test_hypotheses_are_used() -> None:
    """a = c1 makes a line true that is false without."""
    lines = [a + one, c * one + one]
    assert confirm_lines(lines)[0].denied == (1, 2, 3, 4)
    assert confirm_lines(lines, [equal(a, c * one)])[0].confirmed == (1, 2, 3, 4)


def test_an_answer_that_sympy_does_not_have() -> None:
    """In Eq. (5) one line is confirmed at some sizes only, and none is denied."""
    found = confirm_lines(lines_of(eq5_general.derivation), eq5_general.hypotheses, sizes=(2,))
    assert all(line.confirmed == (2,) and line.denied == () for line in found)


def test_one_line_has_nothing_before_it() -> None:
    """No line, no answer."""
    assert confirm_lines([a]) == ()
    assert LineConfirmation(2, ()).confirmed == ()
