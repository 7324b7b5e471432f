"""SymPy's answers in a report: line by line, and of the whole."""

from __future__ import annotations

from derive.interop.agreement import Agreement, LineConfirmation
from derive.interop.crosscheck import confirm_lines
from derive.language import build as d
from derive.report.evidence import SYMPY_SIZES, sympy_answers
from derive.report.model import Report
from tests.words import a


def test_lines_that_are_confirmed_confirm_the_whole() -> None:
    """A size at which every line is confirmed is not asked again; the others are."""
    terms = [d.dot(a, a), d.norm(a)]  # false: what is said of the lines is taken as it is
    lines = (LineConfirmation(2, (Agreement(2, True), Agreement(3, None))),)
    assert [answer.result for answer in sympy_answers(terms, (), (2, 3), lines)] == [True, False]
    assert [answer.result for answer in sympy_answers(terms, (), (2, 3))] == [False, False]


def test_each_line_has_its_answers() -> None:
    """The same as of SymPy asked directly."""
    found = confirm_lines([d.dot(a, a), d.norm(a) ** 2, d.norm(a)], (), SYMPY_SIZES)
    assert [(line.number, line.confirmed, line.denied) for line in found] == [
        (2, (1, 2, 3, 4), ()),
        (3, (), (1, 2, 3, 4)),
    ]


def test_a_report_has_them(small: Report) -> None:
    """Every line after the first, of every theorem with a derivation."""
    lines = [line for theorem in small.theorems for line in theorem.lines]
    assert lines
    assert all((line.sympy is None) is (line.number == 1) for line in lines)
    assert all(line.sympy.number == line.number and not line.sympy.denied for line in lines if line.sympy is not None)
