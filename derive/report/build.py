"""From a theory to its report: every theorem checked, every rule numbered, every piece of evidence gathered."""

from __future__ import annotations

from collections.abc import Callable

from derive.derivation.derivation import Rule
from derive.processes import Workers
from derive.report.evidence import (
    EXACT_SIZES,
    NO_CHECKS,
    SYMPY_SIZES,
    float_agreement,
    reference_functions,
    spot_checks,
)
from derive.report.groups import group_reports
from derive.report.model import NumberedRule, ProofLine, Report, TheoremReport
from derive.report.progress import Tally
from derive.report.rechecks import recheck
from derive.statements.needs import declared
from derive.theories.theory import CheckedTheorem, Theory, check_theorem


def build_report(theory: Theory, steps: Tally | None = None, jobs: int = 1) -> Report:
    """Check a theory and gather its report; a theorem that is not proved is reported as what it is.

    What is proved is decided in this process; the evidence beside it is gathered by ``jobs`` processes meanwhile.
    """
    theory.begin()
    numbers: dict[tuple[str, object, object], NumberedRule] = {}
    places = {label: number for number, group in enumerate(theory.groups) for label in group.labels}
    ordered = sorted(theory.theorems, key=lambda theorem: places[theorem.label])  # group by group, equations first
    steps = steps or Tally()
    steps.expect(2 * len(ordered))  # each is checked, and has its evidence
    with Workers(jobs) as workers:
        begun: list[Callable[[], TheoremReport]] = []
        for number, theorem in enumerate(ordered, start=1):
            steps(theorem.label)
            begun.append(_theorem(number, check_theorem(theorem), numbers, workers))
        references, not_rendered = reference_functions(theory.name)
        floats = float_agreement(theory.name)
        theorems: list[TheoremReport] = []
        for theorem, made in zip(ordered, begun, strict=True):
            steps(f"evidence of {theorem.label}")
            theorems.append(made())
    return Report(
        theory=theory,
        groups=group_reports(theory, theorems, tuple(numbers.values())),
        rules=tuple(numbers.values()),
        sympy_sizes=SYMPY_SIZES,
        exact_sizes=EXACT_SIZES,
        references=references,
        not_rendered=not_rendered,
        floats=floats,
    )


def _theorem(
    number: int,
    checked: CheckedTheorem,
    numbers: dict[tuple[str, object, object], NumberedRule],
    workers: Workers,
) -> Callable[[], TheoremReport]:
    """The report of a theorem, once the evidence is gathered that is begun here."""
    theorem = checked.theorem
    beside = spot_checks(checked, workers) if theorem.statement.equated else lambda: NO_CHECKS
    rechecked = recheck(theorem, checked.verdict, workers)
    lines = () if checked.derivation is None or not theorem.statement.equated else checked.derivation.lines
    rules = [tuple(_number(rule, numbers) for rule in line.rules) for line in lines]
    _ = checked.near_misses, checked.conventions  # which are shown too: others are at work meanwhile

    def made() -> TheoremReport:
        found = beside()
        shown = tuple(
            ProofLine(at, line.term, by, line.note, answers)
            for at, (line, by, answers) in enumerate(zip(lines, rules, (None, *found.lines), strict=False), start=1)
        )
        return TheoremReport(number, checked, declared(theorem.statement), rechecked(), shown, found.sympy, found.exact)

    return made


def _number(rule: Rule, numbers: dict[tuple[str, object, object], NumberedRule]) -> int:
    """The number of a rule; the same equation under the same name is the same rule."""
    key = (rule.name, rule.lhs, rule.rhs)
    return numbers.setdefault(key, NumberedRule(len(numbers) + 1, rule)).number
