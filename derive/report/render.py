"""Reports as Markdown, LaTeX and HTML, by Jinja templates; what these call about the equations of a theory.

A template gets the report, its target, a `Writer` for the equations and `SentenceWriter` for others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from derive.errors import InputError
from derive.interop.agreement import Agreement
from derive.language.hypotheses import Hypothesis, conditions_of
from derive.language.substitution import symbols_of
from derive.language.terms import Symbol, Term
from derive.printing import ARROW, Notation
from derive.report.breaking import width
from derive.report.formulas import EQUALS, value
from derive.report.model import ExactComparison, GroupReport, ProofLine, Report, TheoremReport
from derive.report.sentences import SentenceWriter, holding
from derive.report.snippet import Options, snippet
from derive.report.stating import terms_of
from derive.report.targets import BADGES, INDEX, LINE, TARGETS, Safe, Target
from derive.report.templates import OURS, Templates
from derive.statements.verdict import Verdict

#: The share of the page that the formulas of a derivation have.
FORMULAS = 0.6


class Writer:
    """See the module; every method is for templates."""

    def __init__(self, report: Report, target: Target) -> None:
        self.report = report
        self.target = target
        self.plain = target.plain
        self.others = SentenceWriter(target)
        #: Names are told apart among the terms of a theorem and its derivation.
        self._pages = {each.number: self.plain.on_page(terms_of(each.checked)) for each in report.theorems}

    def summary(self) -> Safe:
        """How many theorems came out how, and how many near misses."""
        verdicts = Counter(BADGES[theorem.badge][1] for theorem in self.report.theorems)
        misses = Counter(near.status for theorem in self.report.theorems for near in theorem.checked.near_misses)
        counts = [f"{_many(count, 'theorem')} {status}" for status, count in sorted(verdicts.items())]
        counts += [f"{_many(count, 'near miss', 'es')} {status}" for status, count in sorted(misses.items())]
        return self.target.line("; ".join(counts))

    def brief(self, theorem: TheoremReport) -> Safe:
        """The equation of a theorem in one row, where it fits in one."""
        page, terms = self._pages[theorem.number], theorem.checked.theorem.terms
        whole = page.term(terms[0])
        for term in terms[1:]:
            whole += EQUALS + page.term(term)
        return self.target.formula(whole) if width(whole.latex) <= INDEX else Safe("")

    def symbols(self, group: GroupReport) -> Safe:
        """The symbols of a section, those of one space together."""
        return by_space(
            self.target, ((symbol, self.target.formula(self.plain.term(symbol))) for symbol in group.symbols)
        )

    def dimensions(self, group: GroupReport) -> Safe:
        return self.target.formulas(self.plain.term(dim) for dim in group.dimensions)

    def definition(self, term: Term) -> Safe:
        return self.target.wide([self.plain.definition(term)])

    def statement(self, theorem: TheoremReport) -> Safe:
        page = self._pages[theorem.number]
        return self.target.display([page.term(term) for term in theorem.checked.theorem.terms])

    def given(self, theorem: TheoremReport) -> Safe:
        """The hypotheses and the declared properties."""
        return self.conditions((*theorem.declared, *theorem.checked.theorem.hypotheses), theorem)

    def conditions(self, conditions: Iterable[Hypothesis], theorem: TheoremReport) -> Safe:
        page = self._pages[theorem.number]
        return self.target.formulas(dict.fromkeys(page.hypothesis(c) for c in conditions))

    def scope(self, theorem: TheoremReport) -> Safe:
        """for all N ≥ 1."""
        return self.target.sizes(theorem.checked.sizes)

    def holds(self, theorem: TheoremReport) -> Safe:
        """For which sizes, given what, and wherever: all that stands between an equation and the word *proved*."""
        return holding(self.scope(theorem), self.given(theorem), self.conditions(theorem.checked.conditions, theorem))

    def outcome(self, theorem: TheoremReport) -> Safe:
        """Why a theorem is none: the link that is refuted or unsupported, or the line that does not follow."""
        checked = theorem.checked
        bad = next((link for link in checked.verdict.links if link.status != "proved"), None)
        if bad is not None:
            reason = bad.reason if bad.counterexample is None else f"at {bad.counterexample}"
            return self.target.line(f"{bad.status}: {reason}")
        failed = checked.failure
        return self.target.line(f"the derivation fails at line {failed.number}: {failed.report}" if failed else "")

    def proof_line(self, theorem: TheoremReport, line: ProofLine) -> Safe:
        """A line of a derivation, in rows."""
        page = self._pages[theorem.number]
        return self.target.wide(self.target.in_rows(page.term(line.term), LINE, first=line.number == 1), FORMULAS)

    def proof_term(self, theorem: TheoremReport, line: ProofLine) -> Safe:
        """The term of a line, where its relation stands in a column of its own."""
        return self.target.wide([self._pages[theorem.number].term(line.term)])

    def snippet(self, theorem: TheoremReport) -> str:
        """The theorem as LaTeX to paste."""
        return snippet(theorem.checked, Options(notation=self.target.notation))

    def reasons(self, line: ProofLine) -> list[tuple[int, Safe]]:
        """The rules beside a line: the number of each, and what it says."""
        return [(number, self.target.line(self.report.rules[number - 1].rule.name)) for number in line.rules]

    def stated_rule(self, number: int) -> Safe:
        """The equation of a rule in display size."""
        rule = self.report.rules[number - 1].rule
        return self.target.wide([self.plain.on_page((rule.lhs, rule.rhs)).equation(rule.lhs, rule.rhs)])

    def rule_letters(self, number: int) -> Safe:
        """The letters of a rule that stand for any terms, and what these need: declared, assumed, or to be defined."""
        rule = self.report.rules[number - 1].rule
        page = self.plain.on_page((rule.lhs, rule.rhs))
        letters = [symbol for symbol in symbols_of(rule.lhs, rule.rhs) if symbol in rule.variables]
        declared = [condition for symbol in letters for condition in conditions_of(symbol)]
        needed = (*declared, *rule.theorem.hypotheses, *rule.theorem.conditions)
        needs = dict.fromkeys(map(page.hypothesis, needed))
        said = [f"any {self.target.formulas(map(page.term, letters))}"] if letters else []
        return Safe(" with ".join([*said, *([self.target.formulas(needs)] if needs else [])]))

    def claim(self, verdict: Verdict) -> Safe:
        """A false statement in a cell, with what it assumes."""
        if not verdict.statement.equated:
            return self.others.claim(verdict)
        page = self.plain.on_page((verdict.lhs, verdict.rhs))
        whole = page.equation(verdict.lhs, verdict.rhs)
        short = self.target.in_one_row(whole, self.target.cell)
        equation = [whole] if short else [page.term(verdict.lhs), EQUALS + page.term(verdict.rhs)]
        given = self.target.formulas(page.hypothesis(h) for h in verdict.hypotheses)
        return Safe(self.target.wide(equation) + (f" given {given}" if given else ""))

    def examples(self, group: GroupReport) -> bool:
        """Is there an example of any theorem of a section?"""
        return any(self.example(theorem) for theorem in group.theorems if theorem.equation)

    def example(self, theorem: TheoremReport) -> Safe:
        """One point of size 2 and the common value there; empty when there is none that can be shown."""
        row = next((row for row in theorem.exact if row.size == 2), None)
        if row is None or row.example is None or row.value is None:
            return Safe("")
        page = self._pages[theorem.number]
        at, both = self.target.formulas(page.assignments(row.example)), self.target.formula(value(row.value))
        return Safe(f"at {at} both sides are {both}")

    def evidence_columns(self) -> list[str]:
        """The heads of the table of evidence."""
        sizes = (("SymPy", self.report.sympy_sizes), ("exact", self.report.exact_sizes))
        return ["Theorem", *(f"{what} N = {size}" for what, found in sizes for size in found)]

    def exact(self, row: ExactComparison) -> Safe:
        """How many points were compared, and how many agreed when not all did."""
        if row.points == 0:
            return self.target.line("–")
        return Safe(str(row.points)) if row.agreed == row.points else self.target.line(f"{row.agreed} of {row.points}")

    def answer(self, answer: Agreement) -> Safe:
        """SymPy's answer at one size."""
        words = {True: "yes", False: "no: it disagrees", None: "–" if answer.reason.startswith("undefined") else "open"}
        return self.target.line(words[answer.result])


def by_space(target: Target, symbols: Iterable[tuple[Symbol, Safe]]) -> Safe:
    """Symbols, as they are shown, with their spaces: those of one space together."""
    spaces: dict[Safe, list[Safe]] = {}
    for symbol, shown in symbols:
        spaces.setdefault(target.formula(target.plain.space(symbol)), []).append(shown)
    return Safe("; ".join(f"{', '.join(dict.fromkeys(shown))} in {space}" for space, shown in spaces.items()))


def _many(count: int, word: str, plural: str = "s") -> str:
    return f"{count} {word}{'' if count == 1 else plural}"


def render(report: Report, target: str, notation: Notation = ARROW, templates: Templates = OURS) -> str:
    """The report as ``md``, ``tex`` or ``html``, each in one file that fetches nothing.

    Raises `InputError` for an unknown target.
    """
    to = target_named(target, notation)
    writers = {"w": Writer(report, to), "s": SentenceWriter(to)}
    return templates.filled(f"report.{target}.jinja", target, to, report=report, **writers)


def target_named(target: str, notation: Notation = ARROW) -> Target:
    """The target with this name; raises `InputError` for another one."""
    if target not in TARGETS:
        raise InputError(f"the target {target!r} of a report", hint=f"targets: {', '.join(TARGETS)}, pdf")
    return TARGETS[target](notation)
