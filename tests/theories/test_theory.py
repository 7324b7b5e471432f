"""Theories: two sorts of theorems with labels, checked with what must fail beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive.derivation.derivation import Derivation, rule
from derive.errors import InputError, NameError_
from derive.language.build import dimension, norm, vector
from derive.statements.statement import Statement, equation
from derive.theories.theory import (
    Convention,
    Entry,
    FalseStatement,
    NearMiss,
    Structure,
    TheoryBuilder,
    check_entry,
    check_structure,
    near_miss,
)
from tests.structures import NULLITY, null_line_of_projector, structured_theory

N = dimension("N")
u, v = vector("u", N), vector("v", N)
THEORY = structured_theory()


def builder() -> TheoryBuilder:
    return TheoryBuilder("mine", "Mine", "Words.", ("me",))


@pytest.mark.parametrize("structure", THEORY.structures, ids=lambda structure: structure.label)
def test_structures_are_checked_with_their_near_misses(structure: Structure) -> None:
    """Proved, and every near miss refuted."""
    checked = check_structure(structure)
    assert checked.status == "proved"
    assert checked.as_expected
    assert len(checked.near_misses) == len(structure.near_misses)


@pytest.mark.parametrize(
    ("statement", "miss"),
    [
        (null_line_of_projector(u), None),
        (NULLITY, NULLITY),
        (equation(u, v), null_line_of_projector(u)),
    ],
)
def test_structures_that_are_not_as_expected(statement: Statement, miss: Statement | None) -> None:
    """A statement that is not proved, or a near miss that is not refuted."""
    near = (FalseStatement("wrong", miss),) if miss is not None else ()
    assert not check_structure(Structure("mine.s", "s", statement, near_misses=near)).as_expected


def test_both_sorts_have_labels() -> None:
    """By label and by name; one sort is not looked for among the other."""
    assert THEORY.structure("nullity") is THEORY.structure("structured.nullity")
    assert THEORY.entry("idempotent").label == "structured.idempotent"
    assert THEORY.theorems == (*THEORY.entries, *THEORY.structures)
    assert list(THEORY) == list(THEORY.entries)
    for lookup in (lambda: THEORY.entry("nullity"), lambda: THEORY.structure("idempotent")):
        with pytest.raises(NameError_, match="derive list structured"):
            lookup()


def test_one_label_for_one_theorem() -> None:
    """Two theorems of one name, of whatever sort, are refused."""
    made = builder()

    def twice() -> tuple[object, ...]:
        """u = u."""
        return u, u

    def again() -> Statement:
        """As above."""
        return NULLITY

    again.__name__ = "twice"
    made.theorem("one", "me")(twice)
    made.structure("two", "me")(again)
    with pytest.raises(InputError, match="two theorems of mine have one label"):
        made.build()


def test_a_theorem_is_stated() -> None:
    """Without a docstring there is no theorem, of either sort."""
    made = builder()
    with pytest.raises(InputError, match="no docstring"):
        made.theorem("t", "me")(lambda: (u, u))
    with pytest.raises(InputError, match="no docstring"):
        made.structure("t", "me")(lambda: NULLITY)


def test_entries_are_checked_whole() -> None:
    """The chain, the derivation, near misses and conventions: each of them can be what is not as expected."""
    good = Entry("mine.e", "e", (u + u, 2 * u), near_misses=(near_miss("wrong", u, v),))
    assert check_entry(good).as_expected
    assert (check_entry(good).status, check_entry(good).scope) == ("proved", "all N ≥ 1")
    assert not check_entry(replace(good, terms=(u, v))).as_expected
    assert not check_entry(replace(good, near_misses=(NearMiss("none", u, u),))).as_expected
    vain = Convention("0/0", v / norm(0 * v), v)
    assert check_entry(replace(good, conventions=(vain,))).as_expected
    assert not check_entry(replace(good, conventions=(Convention("true", u, u),))).as_expected


def test_a_derivation_that_fails_is_no_proof() -> None:
    """A true equation whose lines do not follow is unsupported, with the line."""
    twice = rule("twice a vector", u + u, 2 * u, (u,))
    entry = Entry("mine.e", "e", (u + u + v, v + 2 * u), proof=Derivation.start(u + u + v).by(twice, to=v + 2 * u))
    assert check_entry(entry).as_expected
    commuted = rule("components commute", u * v, v * u, (u, v))
    failing = replace(entry, proof=Derivation.start(u + u + v).by(commuted, to=v + 2 * u))
    checked = check_entry(failing)
    assert checked.chain.status == "proved"
    assert checked.status == "unsupported"
    assert checked.failure is not None
    assert checked.failure.number == 2


def test_a_bare_zero_of_a_near_miss() -> None:
    """Takes the shape of the other side."""
    assert near_miss("not zero", u, 0).rhs.shape == u.shape
