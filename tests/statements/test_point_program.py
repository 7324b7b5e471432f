"""Programs on points: what they choose, and that the facts of the path they take hold in the family."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import InputError, Undecided
from derive.evaluate.conditions import holds
from derive.evaluate.numbers import Enclosure
from derive.evaluate.point import Point
from derive.language.hypotheses import equal
from derive.printing import sentence_text
from derive.statements.linear_order import less
from derive.statements.point_program import Choose, Merge, Stop, choice, label, paths, position, told
from tests.strategies import few

i, j, o, w = (position(letter) for letter in "ijow")
NEXT = (less(i, j), equal(label("j"), label("i")))
PAIR = Choose("j", NEXT, Merge("i", "j"), Stop())
LEAST = Choose("i", (), PAIR, Stop())
SHARED = Choose("i", (), PAIR, Stop(), partner="w", relation=(less(i, w), equal(label("w"), label("i"))))
LAST = Choose("i", (), Choose("j", (less(i, j),), Merge("i", "j"), Stop(), greatest=True), Stop())


@pytest.mark.parametrize(
    ("program", "positions", "labels", "expected"),
    [
        (LEAST, (3, 1, 2), (0, 0, 0), (1, 2)),
        (LEAST, (3, 1, 2), (0, 1, 0), None),
        (SHARED, (3, 1, 2), (0, 1, 0), (2, 0)),
        (SHARED, (3, 1, 2), (0, 1, 2), None),
        (LAST, (3, 1, 2), (0, 1, 0), (1, 0)),
        (LAST, (3,), (0,), None),
    ],
)
def test_choice(program, positions, labels, expected):
    """The least or greatest point that satisfies the condition, with a partner where one is asked for."""
    assert choice(program, list(map(Fraction, positions)), labels) == expected


def test_numbers_that_cannot_be_told_apart():
    """Two enclosures that meet are not compared; one point is equal to itself, whatever is known of it."""
    wide = Enclosure(Fraction(0), Fraction(1))
    with pytest.raises(Undecided):
        choice(LEAST, [wide, wide], (0, 0))
    assert choice(LEAST, [wide], (0,)) is None


@few
@given(
    st.sampled_from([LEAST, SHARED, LAST]),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=5, unique_by=lambda pair: pair[0]),
)
def test_the_facts_of_the_path_taken_hold(program, family):
    """For the end that a run comes to, the facts that `paths` gives hold in the family; those of some end always do."""
    positions, labels = [Fraction(p) for p, _ in family], [c for _, c in family]
    chosen = choice(program, positions, labels)
    names = [str(place) for place in range(len(family))]
    values = {position(name): p for name, p in zip(names, positions, strict=True)}
    values |= {label(name): Fraction(c) for name, c in zip(names, labels, strict=True)}
    fitting = []
    for facts, end in paths(program):
        if isinstance(end, Merge) != (chosen is not None):
            continue
        letters = {letter for fact in facts for letter in fact.names}
        for places in _assignments(sorted(letters), names):
            if isinstance(end, Merge) and (places[end.first], places[end.second]) != tuple(map(str, chosen)):
                continue
            at = {position(a): values[position(b)] for a, b in places.items()}
            at |= {label(a): values[label(b)] for a, b in places.items()}
            point = Point({}, {**values, **at})
            fitting.append(all(any(holds(lit, point) for lit in clause) for fact in facts for clause in fact.at(names)))
    assert any(fitting)


def _assignments(letters, names):
    if not letters:
        yield {}
        return
    for rest in _assignments(letters[1:], names):
        yield from ({letters[0]: name, **rest} for name in names)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Choose("x", (), Stop(), Stop()),
        lambda: Choose("i", (), Choose("i", (), Stop(), Stop()), Stop()),
        lambda: Choose("i", (), Choose("j", (), Stop(), Stop(), partner="i", relation=(less(i, j),)), Stop()),
        lambda: Choose("i", (), Stop(), Stop(), partner="w"),
        lambda: Choose("i", (less(position("y"), i),), Stop(), Stop()),
    ],
)
def test_letters_are_kept_apart(make):
    """A letter that would name two points is refused: facts about one would be taken for facts about the other."""
    with pytest.raises(InputError):
        make()


def test_a_merge_of_points_that_were_not_chosen():
    """It cannot be run."""
    with pytest.raises(InputError, match="not both"):
        choice(Choose("i", (), Merge("i", "j"), Stop()), [Fraction(0)], (0,))


def test_told():
    """The program in words."""
    assert (
        sentence_text(told(LEAST))
        == "let pᵢ be the least, and let pⱼ be the least with pᵢ < pⱼ and cⱼ = cᵢ, and merge pᵢ and pⱼ"
    )
