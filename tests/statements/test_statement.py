"""Statements of any kind: proved by all their parts, refuted by a necessary one or by evaluation, never proved of less."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

import derive
from derive.evaluate.search import Failure
from derive.language.build import dot, identity, norm, scalar, sqrt, tanh
from derive.language.hypotheses import Hypothesis, equal, nonneg, nonzero, positive
from derive.language.terms import Term
from derive.printing import Sentence
from derive.statements.declaration import sorts
from derive.statements.domain import domain_of
from derive.statements.equation import equation, equations
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Counterexample
from tests.structures import (
    BOUND,
    DIRECTION,
    GAINED,
    NULLITY,
    AtLeast,
    N,
    NullityOne,
    Pi,
    a,
    null_line_of_projector,
    one,
    v,
)

x, y = scalar("x"), scalar("y")


@dataclass(frozen=True)
class ByParts(Statement):
    """A statement about some terms that its parts are said to imply; each is an equation under what is given."""

    about: tuple[Term, ...]
    sides: tuple[tuple[Term, Term], ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    necessary: bool = False
    kind: ClassVar[str] = "claim"

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.about

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        return tuple(
            Obligation(f"part {number}", equation(*sides, *given), self.necessary)
            for number, sides in enumerate(self.sides, start=1)
        )

    def sentence(self) -> Sentence:
        return "a claim about", *self.terms


@pytest.mark.parametrize("statement", [null_line_of_projector(), GAINED, NULLITY, DIRECTION, BOUND])
def test_proved_by_parts(statement: Statement) -> None:
    """All parts are proved, and none of them needs what the statement does not say."""
    judgement = statement.decide()
    assert judgement.status == "proved"
    assert (judgement.reason, judgement.counterexample, judgement.conditions) == ("", None, ())
    assert all(part.judgement.status == "proved" for part in judgement.all_parts)


def test_the_scope_is_that_of_all_parts() -> None:
    """A size at which one part speaks of nothing is no size of the whole."""
    assert DIRECTION.decide().scope == "all N ≥ 2"
    assert DIRECTION.decide().least == {"N": 2}
    assert NULLITY.decide().scope == "all N ≥ 1"
    assert null_line_of_projector(a).decide().scope == ""


def test_a_refuted_necessary_part_refutes() -> None:
    """With the counterexample of that part; what comes after it is not decided."""
    judgement = null_line_of_projector(a).decide()
    assert judgement.status == "refuted"
    assert [part.name for part in judgement.parts] == ["annihilation"]
    assert isinstance(judgement.counterexample, Counterexample)
    assert judgement.counterexample is judgement.parts[0].judgement.counterexample
    assert judgement.refuting_part is not None
    assert judgement.refuting_part.name == "annihilation"
    assert judgement.explanation == "refuted: N = 2, a = (1, -1): left (1, -1), right (0, 0)"


def test_a_refuted_part_that_is_not_necessary_proves_nothing() -> None:
    """A false splitting says nothing about the null space: unsupported, naming the part."""
    judgement = replace(null_line_of_projector(), dual=one).decide()
    assert judgement.status == "unsupported"
    assert judgement.counterexample is None
    assert judgement.refuting_part is None
    assert judgement.reason.startswith("splitting: refuted: N = 2")


def test_an_undecided_part_names_itself() -> None:
    """The first part that is not proved is named, with its reason; the others are decided all the same."""
    judgement = ByParts((x,), ((x + x, 2 * x), (tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2)), (x, y))).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason.startswith("part 2: ")
    assert [part.judgement.status for part in judgement.parts] == ["proved", "unsupported", "refuted"]


def test_a_failure_refutes_where_parts_do_not() -> None:
    """An exact counterexample by evaluation alone; it is looked for only when a part is missing."""
    judgement = AtLeast(norm(Pi * a) ** 2, norm(a) ** 2, v).decide()
    assert judgement.status == "refuted"
    assert isinstance(judgement.counterexample, Failure)
    assert judgement.counterexample.says == "0 < 1"
    assert judgement.refuting_part is None


@pytest.mark.parametrize(
    ("sides", "needs"),
    [
        (((x * y / y, x),), "part 1 needs what the statement does not say: y ≠ 0"),
        (((sqrt(y) ** 2 + x, x + y),), "part 1 needs what the statement does not say: y ≥ 0"),
        (((x, x), (1 / x, x**-1)), "part 2 needs what the statement does not say: x ≠ 0"),
    ],
)
def test_a_certificate_that_narrows_the_statement_counts_for_nothing(
    sides: tuple[tuple[Term, Term], ...], needs: str
) -> None:
    """A part that is true only where something else is defined does not establish a statement about all data."""
    judgement = ByParts((x + y,), sides).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason == needs
    assert all(part.judgement.status == "proved" for part in judgement.parts)


@pytest.mark.parametrize(("terms", "hypotheses"), [((x, 1 / y), ()), ((x, y), (nonzero(y),)), ((x, y), (positive(y),))])
def test_what_the_statement_says_may_be_used(terms: tuple[Term, ...], hypotheses: tuple[Hypothesis, ...]) -> None:
    """Its hypotheses, and that its own terms are defined, hold for the parts; the latter is its ledger."""
    judgement = ByParts(terms, ((x * y / y, x),), hypotheses).decide()
    assert judgement.status == "proved"
    assert judgement.conditions == (() if hypotheses else (nonzero(y),))


def test_the_domain_is_that_of_the_authored_terms() -> None:
    """Divisors and radicands of the terms themselves, beyond the hypotheses."""
    assert domain_of((x / y, sqrt(x)), ()) == (nonzero(y), nonneg(x))
    assert domain_of((x / y, sqrt(x)), (nonzero(y), positive(x))) == ()


def test_nothing_is_proved_of_nothing() -> None:
    """Hypotheses that contradict one another leave every kind unsupported, and the reason says why."""
    contradictory = (positive(x), equal(x, -1))
    for statement in (ByParts((x,), ((x, x),), contradictory), equation(x, x, *contradictory)):
        judgement = statement.decide()
        assert judgement.status == "unsupported"
        assert "(vacuous)" in judgement.reason


def test_parts_of_parts() -> None:
    """A kind inside a kind: its parts follow it, under its number; an undecided one is named from outside."""
    assert [(part.number, part.name) for part in NULLITY.decide().all_parts] == [
        ("1", "null space"),
        ("1.1", "annihilation"),
        ("1.2", "splitting"),
        ("2", "a basis"),
    ]
    inner = NullityOne(replace(null_line_of_projector(), dual=one)).decide()
    assert inner.status == "unsupported"
    assert inner.reason.startswith("null space: splitting: refuted: N = 2")
    assert len(NULLITY.decide().equations) == 3


def test_in_words_and_as_json() -> None:
    """The terminal, notebooks and programs are told the same."""
    assert str(DIRECTION.decide()).splitlines()[:3] == [
        "the null space of I - aaᵀ / |a|² is spanned by a",
        "given 1 · a = 0, a ≠ 0",
        "proved, not certified, for all N ≥ 2",
    ]
    assert str(null_line_of_projector(a).decide()).splitlines()[1].startswith("refuted: N = 2, a = (1, -1)")
    proved, refuted = NULLITY.decide(), AtLeast(norm(a), N, v).decide()
    assert r"proved, not certified, for all $N \geq 1$" in derive.latex(proved)
    assert r"refuted at $N = 1$" in derive.latex(refuted)
    written = json.loads(json.dumps(proved.to_json()))
    assert (written["kind"], written["verdict"], written["scope"]) == ("nullity", "proved", "all N ≥ 1")
    assert [part["name"] for part in written["parts"]] == ["null space", "a basis"]
    assert [part["name"] for part in written["parts"][0]["parts"]] == ["annihilation", "splitting"]
    assert json.loads(json.dumps(refuted.to_json()))["witness"]["says"] == "0 < 1"


@pytest.mark.parametrize(
    ("terms", "status"),
    [
        ((Pi * Pi, Pi, Pi.T), "proved"),
        ((Pi * Pi, Pi, identity(N)), "refuted"),
        ((tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2)), "unsupported"),
    ],
)
def test_equations(terms: tuple[Term, ...], status: str) -> None:
    """A chain is a statement too: with its links, and without parts."""
    judgement = equations(terms).decide()
    assert judgement.status == status
    assert judgement.parts == ()
    assert len(judgement.links) == len(terms) - 1
    assert (judgement.counterexample is not None) == (status == "refuted")
    assert (judgement.reason != "") == (status == "unsupported")


def test_a_bare_zero_takes_the_shape_beside_it() -> None:
    """As on a side of `prove`."""
    assert equation(Pi * one, 0).decide().status == "proved"
    assert equation(dot(one, Pi * a), 0).decide().status == "proved"


@dataclass(frozen=True)
class WithoutParts(Statement):
    """A kind whose author forgot what shows it."""

    term: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "without parts"
    claimed = sorts(term="term")
    wording = "{term} is right"


def test_a_kind_that_does_not_say_its_parts_is_not_proved() -> None:
    """Nothing is proved of nothing."""
    judgement = WithoutParts(x).decide()
    assert (judgement.status, judgement.reason) == ("unsupported", "its kind does not say what parts would show it")
