"""Projection Merge (Algorithm 1): as printed, and as it has to be for two classes; what follows for networks of any depth.

The algorithm keeps a set of points and removes the least of them while no other has its label.  A point that is removed has
no other point of its label, and none comes up later, since points that are equal stay equal.  So in each turn i is the least
of the points that share their label with a greater one, and this is how the programs here say it: they need no set.

As printed, j is the least of the points with the label of i.  For two labels the correction is: if a point less than i is
there, j is the greatest.  As the points less than i have another label than all that are greater, and there are two labels,
everything from i on has one label; mirror images of lesser points would be greater than j, and there are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from derive.authoring import Operand, Statement, Term, as_term, equal, less, near_miss, sqrt, substitute
from derive.authoring.constructions import *
from derive.authoring.numbers import Real, differ, enclose, real_root, reciprocal
from derive.theories.expressivity.fold import LAYER
from derive.theories.expressivity.names import NI, THEORY, delta, eps, t

_i, _j, _o, _w, _x = (position(letter) for letter in "ijowx")


def _partner(greatest: bool) -> Program:
    """Let j be the least (greatest) point above i with its label; merge them."""
    return Choose("j", (less(_i, _j), equal(label("j"), label("i"))), Merge("i", "j"), Stop(), greatest)


def _turn(then: Program) -> Program:
    """Let i be the least point that shares its label with a greater one."""
    return Choose("i", (), then, Stop(), partner="w", relation=(less(_i, _w), equal(label("w"), label("i"))))


#: Algorithm 1 as printed.
PRINTED = _turn(_partner(greatest=False))
#: … with the greatest j where a point less than i is there.
CORRECTED = _turn(Choose("o", (less(_o, _i),), _partner(greatest=True), _partner(greatest=False)))

_middle, _half = (_i + _j) / 2, (_j - _i) / 2
#: Lines 8 to 10.
SCALING_FOLD = Fold(_half, (_x - _middle) ** 2 + _half**2, Fraction(1), (APART,))
#: The LayerNorm of width 3.
LAYER_FOLD = Fold(2 * delta, (2 * (_x - _middle) ** 2 + 6 * delta**2) / 3 + eps, Fraction(2, 3), (APART,))


THEORY.group("Merging and separation")


@THEORY.theorem("What a fold merges", f"{NI}, Algorithm 1, lines 8 to 10")
@near_miss("not halved", Fold(_half, (_x - _i - _j) ** 2 + _half**2, Fraction(1), (APART,)))
def exact_merging() -> Statement:
    """φ(pₖ) = φ(pₗ) exactly if pₖ = pₗ or pₖ + pₗ = pᵢ + pⱼ."""
    return SCALING_FOLD


@THEORY.theorem("What a layer of width 3 merges", f"{NI}, Capacity")
@near_miss("centred at pᵢ", Fold(2 * delta, (2 * (_x - _i) ** 2 + 6 * delta**2) / 3 + eps, Fraction(2, 3), (APART,)))
def layer_merging() -> Statement:
    """The same of the LayerNorm of width 3, with every δ ≠ 0 and ε ≥ 0."""
    return LAYER_FOLD


@THEORY.theorem(
    "Projection Merge, corrected, separates two classes",
    f"{NI}, Capacity, and Algorithm 1 with the greatest j where i is not the least point",
)
@near_miss("as printed", PureMerging(PRINTED, SCALING_FOLD, (TWO_LABELS,)))
@near_miss("more than two classes", PureMerging(CORRECTED, SCALING_FOLD))
@near_miss("always the greatest j", PureMerging(_turn(_partner(greatest=True)), SCALING_FOLD, (TWO_LABELS,)))
def projection_merge() -> Statement:
    """For any number of points on a line with two labels: different labels are never merged, and each ends at one point.

    That takes at most as many folds as there are points more than labels.  As printed, with the least j, it fails.
    """
    return PureMerging(CORRECTED, SCALING_FOLD, (TWO_LABELS,))


@THEORY.theorem("Projection Merge ends", f"{NI}, Algorithm 1, while loop")
@near_miss("without the least i", Terminates(Choose("i", (), Merge("i", "i"), Stop()), SCALING_FOLD))
def projection_merge_ends() -> Statement:
    """As printed, with any labels, it ends after fewer merges than there are points."""
    return Terminates(PRINTED, SCALING_FOLD)


# Small inputs, one by one.

Input = tuple[Positions, Labels]
Trace = tuple[list[Step], str]


def _inputs(most: int, largest: int, labels: int) -> Iterator[Input]:
    for count in range(1, most + 1):
        for positions in combinations(range(largest + 1), count):
            yield from ((positions, each) for each in labelings(count) if max(each) < labels)


def _shown(given: Input, made: Trace) -> Shown:
    return failure_at(*given, made[1], made[0]).values


def _small(most: int, largest: int, labels: int) -> Family:
    says = f"sets of at most {most} integers from 0 to {largest} with at most {labels} labels"
    return Family(says, lambda: _inputs(most, largest, labels))


def _run_all(program: Program, says: str, family: Family) -> ForEvery:
    merging = PureMerging(program, SCALING_FOLD)
    return ForEvery(says, lambda given: merging.run(*given), family, lambda _, made: made[1] or None, _shown)


_PURE = "never merges different labels, and ends with one position for each"


@THEORY.theorem("Projection Merge as printed, on up to three points", f"{NI}, Algorithm 1")
@near_miss("up to four points", _run_all(PRINTED, f"Algorithm 1 as printed {_PURE}", _small(4, 5, 2)))
def printed_on_three_points() -> Statement:
    """With at most three points Algorithm 1 as printed merges rightly; with four it does not."""
    return _run_all(PRINTED, f"Algorithm 1 as printed {_PURE}", _small(3, 5, 2))


@THEORY.theorem(
    "Projection Merge, corrected, on small inputs",
    f"{NI}, Algorithm 1 with the greatest j where i is not the least point",
)
@near_miss("three labels", _run_all(CORRECTED, f"Algorithm 1, corrected, {_PURE}", _small(4, 4, 3)))
def corrected_on_small_inputs() -> Statement:
    """The exact runs beside the argument for all inputs."""
    return _run_all(CORRECTED, f"Algorithm 1, corrected, {_PURE}", _small(5, 5, 2))


@THEORY.theorem("With more than two classes confusion is possible", f"{NI}, 'Difference: confusion is possible'")
@near_miss(
    "with three points",
    ForSome(
        "Algorithm 1, corrected, merges different labels",
        lambda given: PureMerging(CORRECTED, SCALING_FOLD).run(*given),
        _small(3, 5, 3),
        lambda _, made: made[1] or None,
        _shown,
    ),
)
def multiclass_confusion() -> Statement:
    """Four points with three labels can be confused, also by the corrected algorithm; three points cannot."""
    return ForSome(
        "Algorithm 1, corrected, merges different labels",
        lambda given: PureMerging(CORRECTED, SCALING_FOLD).run(*given),
        _small(4, 5, 3),
        lambda _, made: made[1] or None,
        _shown,
    )


# Several classes: a layer between, so that no two sums of positions agree.

#: Where the layer between may be centred: so many ranges of the positions below the least.
CENTRES = (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(1, 3), Fraction(3))


def _mid(value: Real) -> Fraction:
    found = enclose(value)
    return (found.lo + found.hi) / 2


def _folded(values: Sequence[Real], centre: Real, width: Fraction) -> list[Real]:
    """1/√(((p − c)/d)² + 1) at every position."""
    scaled = [(value - centre) * (1 / width) for value in map(enclose, values)]
    return [reciprocal(real_root(value * value + 1)) for value in scaled]


def _pure(values: Sequence[Real], chosen: tuple[int, int]) -> bool:
    """Is the sum of the chosen positions certainly different from that of any other two?"""
    total = values[chosen[0]] + values[chosen[1]]
    others = (pair for pair in combinations(range(len(values)), 2) if pair != chosen)
    return all(differ(values[k] + values[m], total) for k, m in others)


def separate(given: Input, between: bool = True) -> int:
    """How many layers lead to one position for each label, merging two points of one label at a time.

    Before each merge a layer that is injective changes the positions (``between``) so that nothing else is merged.

    Raises `Undecided` where it cannot be certain that nothing else is.
    """
    positions, tags = [enclose(Fraction(p)) for p in given[0]], list(given[1])
    now: list[Real] = list(positions)
    layers = 0
    while chosen := next((pair for pair in combinations(range(len(now)), 2) if tags[pair[0]] == tags[pair[1]]), None):
        least, most = min(map(_mid, now)), max(map(_mid, now))
        choices = (_folded(now, least - part * (most - least), most - least) for part in CENTRES) if between else [now]
        moved = next((values for values in choices if _pure(values, chosen)), None)
        if moved is None:
            raise Undecided("no layer was found after which only the two points are merged")
        i, j = chosen
        now = _folded(moved, (moved[i] + moved[j]) * Fraction(1, 2), abs(_mid(moved[i]) - _mid(moved[j])) / 2)
        del now[j], tags[j]
        layers += 2
    return layers


def _separation(family: Family) -> ForEvery:
    def fault(given: Input, layers: int) -> str | None:
        most = 2 * (len(given[0]) - len(set(given[1])))
        return None if layers <= most else f"{layers} layers, more than {most}"

    says = "an injective layer before each merge leads m points in C classes to C positions, by at most 2(m - C) layers"
    return ForEvery(says, separate, family, fault, lambda given, _: (("p", tuple(map(Fraction, given[0]))),))


@THEORY.theorem("Several classes, one merge at a time, on small inputs", f"{NI}, 'Solution: breaking parallelization'")
@near_miss("no layer between", _run_all(CORRECTED, f"without a layer between, it {_PURE}", _small(4, 3, 3)))
def breaking_parallelization() -> Statement:
    """With an injective layer before each merge no others are merged, for every labelling of at most five small integers."""
    return _separation(_small(5, 4, 5))


def _far(by: Operand) -> Term:
    """1/√((1 + hp)² + h²δ²): the layer at c = q − 1/h, at the point q + p, over h."""
    return 1 / sqrt((1 + NEAR * as_term(by)) ** 2 + NEAR**2 * delta**2)


def _separates(radicand: Term, grows: Term) -> SeparatesEveryFamily:
    root, left, plain = (1 / _far(at) for at in (_x, -_x, 0))
    first, second = root * plain * (root + plain), left * plain * (left + plain)
    turned = 4 * _x * plain * (plain / (root + left) + Fraction(1))
    return SeparatesEveryFamily(
        radicand,
        grows,
        _far(_x),
        Fraction(-1),
        Fraction(2),
        -_x * (2 + NEAR * _x) / first,
        _x * (2 * turned - _x * (first + second)) / (first * second),
        SCALING_FOLD,
    )


@THEORY.theorem("Several classes, one merge at a time", f"{NI}, 'Solution: breaking parallelization'")
@near_miss("no layer between", PureMerging(CORRECTED, SCALING_FOLD))
def separation() -> Statement:
    """Any m positions with labels in C classes end at one position for each class, after at most 2(m − C) layers."""
    k, m = position("k"), position("l")
    return _separates((_x - CENTRE) ** 2 + delta**2, (m - k) ** 2 + 2 * (m - k) * (k - CENTRE))


# Depth.


@THEORY.theorem("Networks of depth L shatter any L + 2 points", f"{NI}, VC dimension")
@near_miss("by the algorithm as printed", PureMerging(PRINTED, LAYER_FOLD, (TWO_LABELS,)))
def vc_bound() -> Statement:
    """Any n ≥ 2 distinct reals are shattered by n − 2 LayerNorms of width 3, for every ε ≥ 0: with depth L, any L + 2 reals.

    Depth is the number of LayerNorms, with an affine map before each and a sign at the end.  So the VC dimension is at least
    L + 2, in every input dimension.
    """
    first, second, third = (substitute(part, {t: _x - _middle}) for part in LAYER)
    return ShattersEveryFamily(PureMerging(CORRECTED, LAYER_FOLD, (TWO_LABELS,)), (first, second, third), eps)


@THEORY.theorem("Networks of depth 3 shatter five points", f"{NI}, VC dimension")
@near_miss("three points by an affine function", Shattered(tuple(map(Fraction, range(3))), 0, Fraction(1), CORRECTED))
def five_points() -> Statement:
    """The points 0, 1, 2, 3, 4 are shattered by three LayerNorms of width 3 with ε = 1, by explicit rational weights."""
    return Shattered(tuple(map(Fraction, range(5))), 3, Fraction(1), CORRECTED)
