"""What is shown of statements that are no equations: rows of parts, with what each rests on; where they fail."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from pathlib import Path

import derive.statements
from derive.claims.vocabulary import theorem
from derive.language.build import norm
from derive.language.hypotheses import not_zero, positive
from derive.report.sentences import FIRST, MANY, SentenceWriter
from derive.report.targets import MarkdownTarget
from derive.statements.bound import bound
from derive.statements.conjunction import all_of
from derive.statements.equation import equation
from derive.statements.printed import rounds
from derive.statements.statement import Statement
from derive.theories.layernorm.maps import y
from derive.theories.layernorm.names import N, Pi, a, eps, g, one, v

SHOWN = SentenceWriter(MarkdownTarget())
#: Kinds without parts: they are decided as they stand, so there is no lemma to tell.
DECIDED_WHOLE = {
    "Equations", "Manifest", "AtPoint", "Within", "SameShape", "Closed", "UndefinedSomewhere", "ForEvery", "ForSome",
}  # fmt: skip


def test_every_kind_with_parts_says_why_they_imply_it() -> None:
    """One clause, which goes on after a colon and ends before a full stop."""
    modules = sorted(Path(*derive.statements.__path__).glob("*.py"))
    kinds = {
        name: kind
        for module in modules
        for name, kind in getmembers(import_module(f"derive.statements.{module.stem}"), isclass)
        if issubclass(kind, Statement) and not isabstract(kind) and hasattr(kind, "kind")
    }
    assert {name for name, kind in kinds.items() if not kind.lemma} == DECIDED_WHOLE
    for kind in kinds.values():
        assert not kind.lemma.endswith(".")
        assert "\n" not in kind.lemma


def test_what_members_share() -> None:
    """The hypotheses of a conjunction are those that all its members have, however deep."""
    known, more = not_zero(a), positive(eps)
    inner = all_of(equation(a, a, known), equation(a, a, known, more))
    assert inner.assumes == (known,)
    assert all_of(inner, equation(a, a, more, known)).assumes == (known,)
    assert all_of(inner, equation(a, a, more)).assumes == ()
    assert equation(a, a, more).assumes == (more,)


def test_members_of_a_conjunction_have_their_own_conditions() -> None:
    """What a member assumes and needs stands in its row, unless all share it; nothing is said of the whole but that."""
    judgement = all_of(first=equation(norm(v / norm(v)), 1), second=equation(Pi * Pi, Pi, not_zero(a))).decide()
    first, second = SHOWN.rows(judgement)
    assert first.holds == "proved by normal forms, wherever $\\vec v \\neq \\vec 0$"
    assert "wherever" not in second.holds
    assert "given $\\vec a \\neq \\vec 0$" in second.says
    assert SHOWN.hypotheses(judgement) == ""


def test_trivial_parts_are_left_out() -> None:
    """A term is equal to itself: no row for it; the others are counted without a gap."""
    judgement = bound(norm(v) ** 2, ">=", 0).decide()
    assert [part.name for part in judgement.parts] == ["difference", "sign of the difference"]
    assert [(row.number, row.name) for row in SHOWN.rows(judgement)] == [("1", "sign of the difference")]


def test_where_a_statement_fails() -> None:
    """The data, and the values of the sides as terms; the words of the failure only where they say more."""
    judgement = all_of(true=equation(Pi * Pi, Pi), strict=bound(norm(y) ** 2, "<", N)).decide()
    assert SHOWN.where(judgement) == "$N = 2$, $\\vec a = (1, -1)$, $\\epsilon = 0$"
    assert SHOWN.there(judgement).endswith("= 2$")
    assert "false" not in SHOWN.there(judgement)
    assert SHOWN.fails(judgement).startswith("strict fails:<br>")
    assert SHOWN.briefly(judgement).startswith("strict: $")
    assert [row.holds for row in SHOWN.rows(judgement)][1:] == ["refuted at these data"]
    assert not judgement.ill_typed
    assert equation(norm(v), one).decide().ill_typed


def test_many_parts_are_counted_and_not_shown() -> None:
    """Of a statement with more parts than anybody reads the first few stand there, and how many more there are."""
    many = all_of(**{f"part{number}": bound(norm(v), ">=", 0, not_zero(a)) for number in range(MANY + 3)})
    rows = SHOWN.rows(many.decide())
    assert (
        sum("." not in row.number for row in rows) == MANY + 3
    )  # the members of a conjunction are the statement itself
    one_kind = replace(many.decide(), statement=equation(Pi * g, Pi * g))
    rows = SHOWN.rows(one_kind)
    assert [row.number for row in rows if "." not in row.number] == [
        *map(str, range(1, FIRST + 1)),
        f"{FIRST + 1} to {MANY + 3}",
    ]
    assert rows[-1].says == f"{MANY + 3 - FIRST} parts more of this sort, not shown"
    assert rows[-1].holds == f"{MANY + 3 - FIRST} proved"


def test_what_is_run_or_evaluated_is_not_said_of_all_data() -> None:
    """The scope of runs, of a point, and of a conjunction with one of them."""
    runs = theorem("expressivity.corrected_on_small_inputs")
    point = rounds("3.14159", "3.14")
    general = equation(Pi * Pi, Pi)
    found = [SHOWN.scope(each.decide()) for each in (general, all_of(general, general), runs, point)]
    assert found == ["for all $N \\geq 1$", "for all $N \\geq 1$", "by exact runs", "by exact numbers"]
    for local in (runs, point):
        assert SHOWN.scope(all_of(general, all_of(local)).decide()) == "as said of each part"
