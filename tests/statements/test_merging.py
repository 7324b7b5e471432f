"""Merging procedures: proved for any number of points, refuted by the smallest input; folds and their parts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.evaluate.numbers import equal as same
from derive.language.build import scalar
from derive.language.hypotheses import equal, nonzero, positive
from derive.statements.linear_order import less
from derive.statements.merging import APART, TWO_LABELS, Fold, PureMerging, Terminates, labelings
from derive.statements.point_cases import Fact
from derive.statements.point_program import Choose, Merge, Stop, label, position

i, j, h, x = (position(letter) for letter in "ijhx")
MIDDLE, HALF = (i + j) / 2, (j - i) / 2
FOLD = Fold(HALF, (x - MIDDLE) ** 2 + HALF**2, Fraction(1), (APART,))


def program(greatest: bool, condition: bool = True):
    """Least point and its next of a label; else the second and the least or greatest above it."""
    alike = (equal(label("j"), label("i")),) if condition else ()
    last = Choose("j", (less(h, j), equal(label("j"), label("h"))), Merge("h", "j"), Stop(), greatest)
    first = Choose("j", (less(i, j), *alike), Merge("i", "j"), Choose("h", (less(i, h),), last, Stop()))
    return Choose("i", (), first, Stop())


def test_proved_for_any_number_of_points():
    """Two labels, the greatest partner where the least point is alone: proved, with the fold and every end as parts."""
    judgement = PureMerging(program(True), FOLD, (TWO_LABELS,)).decide()
    assert judgement.status == "proved", judgement.reason
    names = [part.name for part in judgement.parts]
    assert names[0] == "fold"
    assert "end 1, no confusion" in names
    assert any(name.endswith("is never reached") for name in names)


@pytest.mark.parametrize(
    ("greatest", "condition", "assumed", "expected"),
    [
        (
            False,
            True,
            (TWO_LABELS,),
            "points 0, 1, 2, 3 labelled A, B, B, B: merging 1 (B) and 2 (B) also merges 0 (A) and 3 (B)",
        ),
        (True, True, (), "points 0, 1, 2, 3 labelled A, B, B, C: merging 1 (B) and 2 (B) also merges 0 (A) and 3 (C)"),
        (True, False, (TWO_LABELS,), "points 0, 1 labelled A, B: it chooses 0 (A) and 1 (B)"),
    ],
)
def test_refuted_by_the_smallest_input(greatest, condition, assumed, expected):
    """The least partner, three labels, or points without a common label: refuted by the first input that shows it."""
    judgement = PureMerging(program(greatest, condition), FOLD, assumed).decide()
    assert judgement.status == "refuted"
    assert judgement.counterexample.says == expected


def test_a_program_that_stops_early_is_refuted():
    """To stop with two positions of one label is a fault."""
    judgement = PureMerging(Stop(), FOLD, (TWO_LABELS,)).decide()
    assert judgement.status == "refuted"
    assert judgement.counterexample.says == "points 0, 1 labelled A, A: it stops with two positions of the label A"


def test_the_counterexample_has_the_folded_positions():
    """The input, the labels and the positions after the fold, exactly."""
    found = PureMerging(program(False), FOLD, (TWO_LABELS,)).failure().to_json()
    assert found["p"] == ["0", "1", "2", "3"]
    assert found["labels"] == ["0", "1", "1", "1"]
    assert found["after fold 1"] == ["√10/10", "√2/2", "√2/2", "√10/10"]


def test_a_run_merges_what_the_fold_makes_equal():
    """On the first step of every small input the positions that a run merges are those the fold gives one value."""
    merging = PureMerging(program(True), FOLD, (TWO_LABELS,))
    for positions, labels in merging.inputs(4, 4):
        steps, fault = merging.run(positions, labels)
        assert not fault
        if steps:
            a, b = steps[0].merged
            assert same(steps[0].after[a], steps[0].after[b])
            assert labels[a] == labels[b]
        assert len(steps) <= len(positions) - len(set(labels))


@pytest.mark.parametrize(
    ("fold", "expected"),
    [
        (Fold(HALF, 3 * (x - MIDDLE) ** 2 + HALF**2, Fraction(3), (APART,)), "proved"),
        (Fold(HALF, (x - MIDDLE) ** 2 + HALF**2, Fraction(2), (APART,)), "refuted"),
        (Fold(HALF, (x - i) ** 2 + HALF**2, Fraction(1), (APART,)), "refuted"),
        (Fold(HALF, (x - MIDDLE) ** 2 - HALF**2, Fraction(1), (APART,)), "unsupported"),
        (Fold(HALF, (x - MIDDLE) ** 2 + HALF**2, Fraction(1)), "unsupported"),
        (Fold(scalar("t"), (x - MIDDLE) ** 2 + 1, Fraction(1), (APART,)), "unsupported"),
        (Fold(scalar("t"), (x - MIDDLE) ** 2 + 1, Fraction(1), (APART, nonzero(scalar("t")))), "proved"),
    ],
)
def test_folds(fold, expected):
    """The centre, the factor, the sign of the radicand and a numerator that is not 0 are all needed."""
    assert fold.decide().status == expected


@pytest.mark.parametrize(
    "make",
    [
        lambda: Fold(HALF, x**2, Fraction(0), (APART,)),
        lambda: Fold(HALF, x**2, Fraction(1), (positive(j - i),)),
        lambda: PureMerging(Stop(), FOLD, (Fact((less(position("k"), 1),), ("k",)),)),
        lambda: PureMerging(Stop(), FOLD, (Fact((equal(label("i"), 0),)),)),
        lambda: PureMerging(Stop(), FOLD, (), (APART,)),
        lambda: Terminates(Stop(), FOLD, (APART,)),
    ],
)
def test_what_the_closing_lemma_could_not_use(make):
    """Hypotheses that a merge does not establish, and assumptions that a fold does not keep, are refused."""
    with pytest.raises(InputError):
        make()


def test_termination():
    """Two different positions at every merge: it ends; a point merged with itself: it does not."""
    assert Terminates(program(False), FOLD).decide().status == "proved"
    assert Terminates(Choose("i", (), Merge("i", "i"), Stop()), FOLD).decide().status == "refuted"
    loose = Choose("i", (), Choose("j", (equal(label("i"), label("j")),), Merge("i", "j"), Stop(), True), Stop())
    assert Terminates(loose, FOLD).decide().status == "refuted"


def test_labelings_are_counted_by_bell_numbers():
    """Every partition of the points comes up once."""
    assert [len(list(labelings(count))) for count in range(1, 6)] == [1, 2, 5, 15, 52]
