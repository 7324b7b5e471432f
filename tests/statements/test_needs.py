"""What a statement needs where it is printed: over all theorems, nothing is printed as proved without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from derive.errors import Undecided
from derive.language.build import dimension, scalar, vector
from derive.language.hypotheses import Hypothesis, nonzero, positive
from derive.printing import text_hypothesis
from derive.report.sentences import SentenceWriter
from derive.report.targets import TARGETS
from derive.statements.conjunction import all_of
from derive.statements.equation import equation
from derive.statements.linear_order import LinearImplication
from derive.statements.needs import ledger_of, needs
from derive.statements.statement import Statement
from derive.statements.verdict import Part, Verdict
from derive.theories.registry import THEORIES, load_theory

STATEMENTS = {theorem.label: theorem.statement for name in THEORIES for theorem in load_theory(name).theorems}
CONJUNCTIONS = [label for label, statement in STATEMENTS.items() if statement.joined]


def as_if_proved(statement: Statement) -> Verdict:
    """A verdict with the members of a conjunction as its parts, and the ledger that the terms have."""
    if statement.joined:
        members = statement.obligations(())
        parts = tuple(Part(each.name, as_if_proved(each.statement)) for each in members)
        return Verdict(statement, "proved", parts, tuple(c for part in parts for c in part.judgement.conditions))
    try:
        return Verdict(statement, "proved", conditions=statement.domain())
    except Undecided:
        return Verdict(statement, "proved")


def members(verdict: Verdict) -> Iterator[Part]:
    """The parts of a conjunction that are none themselves."""
    for part in verdict.all_parts:
        if not part.judgement.statement.joined:
            yield part


def needed(verdict: Verdict) -> tuple[Hypothesis, ...]:
    """All that a statement needs."""
    return needs(verdict.statement, ledger_of(verdict))


@pytest.mark.parametrize("label", STATEMENTS)
def test_a_row_of_an_index_says_what_it_needs(label: str) -> None:
    """Each hypothesis, property and condition stands beside *proved*; of a conjunction, that its parts need more."""
    to = TARGETS["md"]()
    writer, verdict = SentenceWriter(to), as_if_proved(STATEMENTS[label])
    page, row = writer.page(verdict), writer.holds(verdict)
    assert [h for h in needed(verdict) if to.formula(page.hypothesis(h)) not in row] == []
    more = any(set(needed(part.judgement)) - set(needed(verdict)) for part in members(verdict))
    assert ("as said of each part" in row) == (more and bool(verdict.parts))


@pytest.mark.parametrize("label", CONJUNCTIONS)
def test_a_part_is_shown_with_what_it_needs(label: str) -> None:
    """What a part needs stands in its row, or in what is said of the whole."""
    writer, verdict = SentenceWriter(TARGETS["md"]()), as_if_proved(STATEMENTS[label])
    page = writer.page(verdict)
    rows = {row.number: f"{row.says} {row.holds}" for row in writer.rows(verdict)}
    context = writer.holds(verdict)
    for part in members(verdict):
        for hypothesis in needs(part.judgement.statement, ledger_of(part.judgement), needed(verdict)):
            shown = writer.target.formula(page.hypothesis(hypothesis)).strip(
                "$"
            )  # a comma may follow, and it may be in display size
            assert shown in rows.get(part.number, shown) or shown in context, (part.number, shown)


@pytest.mark.parametrize("label", CONJUNCTIONS)
def test_the_sentence_of_a_conjunction_says_what_single_members_assume(label: str) -> None:
    """So it does not say more than what was proved, wherever it stands."""
    statement = STATEMENTS[label]
    whole, given = str(statement), needs(statement)
    for part in members(as_if_proved(statement)):
        for hypothesis in part.judgement.statement.assumes:
            if hypothesis in needs(part.judgement.statement, (), given):
                assert text_hypothesis(hypothesis, beside=statement.terms) in whole


def test_what_stands_beside_is_not_said_again() -> None:
    """A theorem with 1/x and a declared sign, and a part of it."""
    x, y = scalar("x"), scalar("y", "positive")
    verdict = equation(y / x, y * x**-1, nonzero(y)).decide()
    whole = needs(verdict.statement, ledger_of(verdict))
    assert [text_hypothesis(h) for h in whole] == ["y > 0", "x ≠ 0"]  # y ≠ 0 is weaker
    assert needs(verdict.statement, ledger_of(verdict), whole) == ()
    assert needs(verdict.statement, verdict.conditions, whole[:1]) == whole[1:]


def test_a_verdict_in_words_says_what_each_part_needs() -> None:
    """Printing a verdict shows the hypotheses of its members, and where they are defined."""
    N = dimension("N")
    x, v = scalar("x"), vector("v", N)
    said = all_of(equation(x / x, 1), equation(v + v, 2 * v, positive(x))).decide().explain()
    assert "part 1: x / x = 1, given x ≠ 0" in said or "where x ≠ 0" in said
    assert "where x > 0: v + v = 2v" in said


def test_what_cannot_hold_is_not_assumed() -> None:
    """A statement that its hypotheses contradict one another does not print them as what is given."""
    x = scalar("x")
    statement = LinearImplication((positive(x), positive(-x)))
    assert needs(statement) == ()
    assert str(statement) == "0 < x and 0 < -x cannot all hold"
    assert "given" not in statement.decide().explain()
