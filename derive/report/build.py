"""From a theory to its report: every theorem checked, every rule numbered, every piece of evidence gathered."""

from __future__ import annotations

from dataclasses import replace

from derive.derivation.derivation import Rule
from derive.report.evidence import EXACT_SIZES, SYMPY_SIZES, float_agreement, reference_functions, spot_checks
from derive.report.groups import group_reports
from derive.report.model import NumberedRule, ProofLine, Report, TheoremReport
from derive.report.progress import Tally
from derive.report.rechecks import recheck
from derive.report.stating import declared
from derive.theories.theory import CheckedTheorem, Theorem, Theory, check_theorem


def build_report(theory: Theory, steps: Tally | None = None) -> Report:
    """Check a theory and gather its report; a theorem that is not proved is reported as what it is."""
    theory.begin()
    numbers: dict[tuple[str, object, object], NumberedRule] = {}
    theorems: list[TheoremReport] = []
    ordered = _by_topic(theory)
    steps = steps or Tally()
    steps.expect(len(ordered))
    for number, theorem in enumerate(ordered, start=1):
        steps(theorem.label)
        theorems.append(_theorem(number, check_theorem(theorem), numbers))
    references, not_rendered = reference_functions(theory.name)
    return Report(
        theory=theory,
        groups=group_reports(theory, theorems, tuple(numbers.values())),
        rules=tuple(numbers.values()),
        sympy_sizes=SYMPY_SIZES,
        exact_sizes=EXACT_SIZES,
        references=references,
        not_rendered=not_rendered,
        floats=float_agreement(theory.name),
    )


def _by_topic(theory: Theory) -> tuple[Theorem, ...]:
    """All theorems group by group, in each the equations first."""
    places = {label: number for number, group in enumerate(theory.groups) for label in group.labels}
    return tuple(sorted(theory.theorems, key=lambda theorem: places[theorem.label]))


def _theorem(
    number: int, checked: CheckedTheorem, numbers: dict[tuple[str, object, object], NumberedRule]
) -> TheoremReport:
    statement = checked.theorem.statement
    found = TheoremReport(number, checked, declared(statement), recheck(checked.theorem, checked.verdict))
    if not found.equation:
        return found
    lines = () if checked.derivation is None else checked.derivation.lines
    beside = spot_checks(checked)
    shown = tuple(
        ProofLine(at, line.term, tuple(_number(rule, numbers) for rule in line.rules), line.note, answers)
        for at, (line, answers) in enumerate(zip(lines, (None, *beside.lines), strict=False), start=1)
    )
    return replace(found, lines=shown, sympy=beside.sympy, exact=beside.exact)


def _number(rule: Rule, numbers: dict[tuple[str, object, object], NumberedRule]) -> int:
    """The number of a rule; the same equation under the same name is the same rule."""
    key = (rule.name, rule.lhs, rule.rhs)
    return numbers.setdefault(key, NumberedRule(len(numbers) + 1, rule)).number
