"""From a theory to its report: every theorem checked, every rule numbered, every piece of evidence gathered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from derive.derivation.derivation import Rule
from derive.language.hypotheses import Equality, conditions_of
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Defined, Dimension, Symbol, Term
from derive.report.evidence import (
    EXACT_SIZES,
    SYMPY_SIZES,
    exact_comparisons,
    float_agreement,
    reference_functions,
    sympy_answers,
    sympy_confirmations,
)
from derive.report.model import (
    AgreedConvention,
    NumberedRule,
    ProofLine,
    RefutedMiss,
    Report,
    StructureReport,
    TheoremReport,
)
from derive.report.rechecks import recheck
from derive.report.structures import shown_terms
from derive.theories.theory import (
    CheckedEntry,
    DefinitionEntry,
    Entry,
    Theory,
    check_entry,
    check_structure,
)

#: Called with the label of each theorem, its number, and how many there are, before it is checked.
Progress = Callable[[str, int, int], None]


def build_report(theory: Theory, progress: Progress | None = None) -> Report:
    """Check a theory and gather its report; a theorem that is not proved is reported as what it is."""
    theory.begin()
    numbers: dict[tuple[str, object, object], NumberedRule] = {}
    theorems: list[TheoremReport] = []
    structures: list[StructureReport] = []
    for number, theorem in enumerate(theory.theorems, start=1):
        if progress is not None:
            progress(theorem.label, number, len(theory.theorems))
        if isinstance(theorem, Entry):
            theorems.append(_theorem(number, check_entry(theorem), numbers))
        else:
            checked = check_structure(theorem)
            structures.append(StructureReport(number, checked, recheck(theorem, checked.judgement)))
    references, not_rendered = reference_functions(theory.name)
    return Report(
        theory=theory,
        definitions=_definitions(theory, theorems, structures),
        dimensions=tuple(dict.fromkeys(name for name in theory.names.values() if isinstance(name, Dimension))),
        symbols=tuple(dict.fromkeys(name for name in theory.names.values() if isinstance(name, Symbol))),
        theorems=tuple(theorems),
        rules=tuple(numbers.values()),
        sympy_sizes=SYMPY_SIZES,
        exact_sizes=EXACT_SIZES,
        references=references,
        not_rendered=not_rendered,
        floats=float_agreement(theory.name),
        structures=tuple(structures),
    )


def _definitions(
    theory: Theory, theorems: Sequence[TheoremReport], structures: Sequence[StructureReport]
) -> tuple[DefinitionEntry, ...]:
    """What the theory lists, then every other name that a line of it uses, in order of first use."""
    found = {entry.term.definition: entry for entry in theory.definitions if isinstance(entry.term, Defined)}
    pages: list[tuple[Term, ...]] = []
    for entry, theorem in zip(theory.entries, theorems, strict=True):
        lines = [line.term for line in theorem.lines]
        sides = [side for near in entry.near_misses for side in (near.lhs, near.rhs)]
        sides += [side for agreed in entry.conventions for side in (agreed.lhs, agreed.rhs)]
        pages.append((*entry.terms, *lines, *sides))
    for structure in structures:
        pages += map(shown_terms, (structure.checked.judgement, *structure.checked.near_misses))
    for term in chain.from_iterable(pages):
        for part in unfolded_subterms(term):
            if isinstance(part, Defined) and part.definition not in found:
                general = Defined(part.definition, part.definition.parameters)
                found[part.definition] = DefinitionEntry(general, "")
    return tuple(found.values())


def _theorem(
    number: int, checked: CheckedEntry, numbers: dict[tuple[str, object, object], NumberedRule]
) -> TheoremReport:
    entry = checked.entry
    sides = [side for h in entry.hypotheses for side in ((h.lhs, h.rhs) if isinstance(h, Equality) else (h.term,))]
    derivation = checked.derivation
    lines = () if derivation is None else derivation.lines
    confirmed = sympy_confirmations([line.term for line in lines], entry.hypotheses)
    return TheoremReport(
        number=number,
        checked=checked,
        declared=tuple(c for symbol in symbols_of(*entry.terms, *sides) for c in conditions_of(symbol)),
        lines=tuple(
            ProofLine(at, line.term, tuple(_number(rule, numbers) for rule in line.rules), line.note, answers)
            for at, (line, answers) in enumerate(zip(lines, (None, *confirmed), strict=False), start=1)
        ),
        near_misses=tuple(RefutedMiss(*pair) for pair in zip(entry.near_misses, checked.near_misses, strict=True)),
        conventions=tuple(AgreedConvention(*pair) for pair in zip(entry.conventions, checked.conventions, strict=True)),
        sympy=sympy_answers(entry.terms, entry.hypotheses, lines=confirmed),
        exact=exact_comparisons(entry.terms, entry.hypotheses, checked.conditions),
        recheck=recheck(entry, entry.statement),
    )


def _number(rule: Rule, numbers: dict[tuple[str, object, object], NumberedRule]) -> int:
    """The number of a rule; the same equation under the same name is the same rule."""
    key = (rule.name, rule.lhs, rule.rhs)
    return numbers.setdefault(key, NumberedRule(len(numbers) + 1, rule)).number
