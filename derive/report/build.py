"""From a theory to its report: every theorem checked, every rule numbered, every piece of evidence gathered.

The sections of the catalogue are the groups of the theory.  A name has one meaning within a section: two names that are
printed alike and mean different things (definitions with other bodies, a definition and a symbol, a vector and a number) are
an error of the theory, which names both.  Definitions that are printed alike with their bodies are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from derive.authoring.theory import CheckedTheorem, DefinitionEntry, Group, Theory, check_theorem
from derive.derivation.derivation import Rule
from derive.errors import InputError
from derive.language.substitution import dimensions_of, symbols_of, unfolded_subterms
from derive.language.terms import Defined, Symbol, Term
from derive.printing import text
from derive.processes import Workers
from derive.report.evidence import (
    EXACT_SIZES,
    NO_CHECKS,
    SYMPY_SIZES,
    float_agreement,
    recheck,
    reference_functions,
    spot_checks,
)
from derive.report.formulas import Typeset
from derive.report.model import GroupReport, NumberedRule, ProofLine, Report, TheoremReport
from derive.report.progress import Tally
from derive.report.sentences import shown_terms
from derive.report.stating import terms_of
from derive.statements.needs import declared, stated_terms


def group_reports(
    theory: Theory, theorems: Sequence[TheoremReport], rules: Sequence[NumberedRule]
) -> tuple[GroupReport, ...]:
    """The sections of a theory, in its order; raises `InputError` where a name has two meanings in one of them."""
    found = []
    for group in theory.groups:
        here = tuple(theorem for theorem in theorems if theorem.label in group.labels)
        used = {at for theorem in here for line in theorem.lines for at in line.rules}
        shown = tuple(dict.fromkeys(chain.from_iterable(shown_with(theorem.checked) for theorem in here)))
        definitions = definitions_of(theory, shown)
        symbols = symbols_of(*shown)
        one_meaning(group, definitions, symbols)
        rows = tuple(rules[at - 1] for at in sorted(used))
        found.append(GroupReport(group, definitions, dimensions_of(*shown), symbols, here, rows))
    return tuple(found)


def shown_with(checked: CheckedTheorem) -> tuple[Term, ...]:
    """All terms that stand where a theorem is shown: of its statement and parts, its lines, near misses and conventions."""
    if not checked.verdict.statement.equated:
        return tuple(term for verdict in (checked.verdict, *checked.near_misses) for term in shown_terms(verdict))
    beside = [near.statement for near in checked.theorem.near_misses]
    beside += [convention.statement for convention in checked.theorem.conventions]
    return (*terms_of(checked), *(term for statement in beside for term in stated_terms(statement)))


def definitions_of(theory: Theory, shown: Iterable[Term]) -> tuple[DefinitionEntry, ...]:
    """The names in these terms: those that the theory lists in its order, then the others in order of first use.

    Of names that are printed alike with their bodies, the first.
    """
    used: dict[object, Term] = {}
    for part in chain.from_iterable(map(unfolded_subterms, shown)):
        if isinstance(part, Defined):
            used.setdefault(part.definition, Defined(part.definition, part.definition.parameters))
    listed = [entry for entry in theory.definitions if isinstance(entry.term, Defined)]
    known = {entry.term.definition for entry in listed if isinstance(entry.term, Defined)}
    found = [entry for entry in listed if isinstance(entry.term, Defined) and entry.term.definition in used]
    found += [DefinitionEntry(term, "") for made, term in used.items() if made not in known]
    return tuple({Typeset().definition(entry.term).latex: entry for entry in reversed(found)}.values())[::-1]


def one_meaning(group: Group, definitions: Iterable[DefinitionEntry], symbols: Iterable[Symbol]) -> None:
    """Raise `InputError`, naming both, where two names are printed alike in a section and mean different things."""
    page, seen = Typeset(), dict[str, str]()
    terms = [entry.term for entry in definitions]
    bodies = [f" := {text(term.unfold())}" if isinstance(term, Defined) else "" for term in terms]
    meanings = [(page.term(term).latex, text(term) + body) for term, body in zip(terms, bodies, strict=True)]
    meanings += [(page.term(symbol).latex, f"{text(symbol)}, {_SORTS[len(symbol.shape)]}") for symbol in symbols]
    for head, meaning in meanings:
        other = seen.setdefault(head, meaning)
        if other != meaning:
            raise InputError(
                f"one name for two in the section {group.title!r}: {other}, and {meaning}",
                hint="give one of them a letter of its own, or put them into two groups",
            )


#: What a symbol is, by the number of its sizes.
_SORTS = ("a number", "a vector", "a matrix", "a tensor")


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
