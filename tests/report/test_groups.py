"""Groups of theorems as sections: every theorem in one, and in each of them one meaning for a name."""

from __future__ import annotations

import re

import pytest

from derive.authoring.theory import DefinitionEntry, Group, Theory
from derive.authoring.vocabulary import Chain
from derive.errors import InputError
from derive.language.build import dimension, dot, let, matrix, scalar, vector
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.report.build import definitions_of, one_meaning
from derive.report.model import Report
from derive.statements.needs import stated_terms
from derive.theories.registry import THEORIES, load_theory
from tests.words import N, a, one

mean, total = let("m", dot(a, one) / N), let("m", dot(a, one))
GROUP = Group("Means", ())


def entries(*terms: Term) -> list[DefinitionEntry]:
    """Definitions without sources."""
    return [DefinitionEntry(term, "") for term in terms]


@pytest.mark.parametrize("name", THEORIES)
def test_every_theorem_is_in_one_group(name: str) -> None:
    """Groups are short enough to be read, in words, and together they are the theory."""
    theory = load_theory(name)
    labels = [label for group in theory.groups for label in group.labels]
    assert sorted(labels) == sorted(theorem.label for theorem in theory.theorems)
    assert all(3 <= len(group.labels) <= 16 for group in theory.groups)
    assert len({group.name for group in theory.groups}) == len(theory.groups)
    assert all(re.fullmatch("[A-Za-z ,:-]+", group.title) for group in theory.groups)


@pytest.mark.parametrize("name", THEORIES)
def test_a_name_has_one_meaning_in_a_section(name: str) -> None:
    """In all that theorems state; what their parts add is looked at when the report is built."""
    theory = load_theory(name)
    for group in theory.groups:
        shown = [
            term
            for theorem in theory.theorems
            if theorem.label in group.labels
            for near in (theorem, *theorem.near_misses, *theorem.conventions)
            for term in stated_terms(near.statement)
        ]
        derived = [each.derivation for each in theory.theorems if each.label in group.labels]
        shown += [line.term for lines in derived if lines is not None for line in lines.lines]
        one_meaning(group, definitions_of(theory, shown), symbols_of(*shown))


def test_two_bodies_of_a_name_are_an_error() -> None:
    """Both are named, with the section."""
    with pytest.raises(InputError, match=r"'Means': m := \(a · 1\) / N, and m := a · 1\n.*two groups"):
        one_meaning(GROUP, entries(mean, total), ())
    one_meaning(GROUP, entries(mean), (a,))


def test_a_letter_for_two_sorts_is_an_error() -> None:
    """A definition that is printed as a symbol is, and a number that is printed as another definition."""
    with pytest.raises(InputError, match="m, a number"):
        one_meaning(GROUP, entries(mean), (scalar("m"),))
    with pytest.raises(InputError, match="X, a matrix, and X, a number"):
        one_meaning(GROUP, (), (matrix("X", N, N), scalar("X")))
    one_meaning(GROUP, (), (vector("x", N), vector("x", dimension("K")), vector("x", N, "nonzero")))


def test_names_that_read_alike_are_one() -> None:
    """Two definitions with one name and one body stand once."""
    again = let("m", dot(vector("a", N, "nonzero"), one) / N)
    made = Theory("t", "T", "", ())
    assert len(definitions_of(made, (mean, again))) == 1


def test_topics_may_be_taken_up_again() -> None:
    """And before the first the theory's title is one."""
    made = Theory("t", "A title", "", ())

    def state(name: str) -> None:
        def theorem() -> Chain:
            """1 = 1."""
            return one, one

        theorem.__name__ = name
        made.theorem("title", "")(theorem)

    state("p")
    for title, name in (("First", "q"), ("Second", "r"), ("First", "s")):
        made.group(title)
        state(name)
    assert [(group.title, group.labels) for group in made.groups] == [
        ("A title", ("t.p",)),
        ("First", ("t.q", "t.s")),
        ("Second", ("t.r",)),
    ]


def test_a_section_has_what_it_uses(small: Report) -> None:
    """Definitions, symbols and rules of its theorems; numbers run through."""
    (group,) = small.groups
    assert [entry.source for entry in group.definitions] == ["A book, Eq. (2)", ""]
    assert [symbol.name for symbol in group.symbols] == ["a", "v", "eps"]
    assert [numbered.number for numbered in group.rules] == [1, 2]
    assert [theorem.number for theorem in small.theorems] == [1, 2, 3]
