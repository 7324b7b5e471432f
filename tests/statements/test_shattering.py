"""Shattering: explicit networks, checked by the definition of LayerNorm; any number of points, by the merging argument."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from derive.errors import InputError
from derive.evaluate.numbers import sign
from derive.language.build import scalar
from derive.statements.merging import PureMerging
from derive.statements.shattering import Network, Shattered, ShattersEveryFamily, layernorm_of
from derive.theories.expressivity.merging import CORRECTED, LAYER_FOLD, PRINTED, SCALING_FOLD, vc_bound


def shattered(count: int, depth: int, epsilon: int = 0, program=CORRECTED) -> Shattered:
    """The points 0, 1, 2, … with so many layers."""
    return Shattered(tuple(map(Fraction, range(count))), depth, Fraction(epsilon), program)


@pytest.mark.parametrize("epsilon", [0, 1])
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_depth_plus_two_points(depth, epsilon):
    """L + 2 equally spaced points, the least generic ones, with L layers."""
    assert shattered(depth + 2, depth, epsilon).decide().status == "proved"


def test_points_that_are_not_equally_spaced():
    """Any distinct rationals do."""
    points = (Fraction(-7, 3), Fraction(0), Fraction(1, 100), Fraction(5))
    assert Shattered(points, 2, Fraction(1, 10), CORRECTED).decide().status == "proved"


def test_three_points_and_no_layer():
    """Without a layer three points of a line are not shattered: 010, by multipliers."""
    judgement = shattered(3, 0).decide()
    assert judgement.status == "refuted"
    assert judgement.counterexample.says == "no affine function has the signs 010"


def test_what_was_not_found_is_not_refuted():
    """The algorithm as printed, or too few layers, leave a labelling without a network: that proves and refutes nothing."""
    for statement in (shattered(4, 2, program=PRINTED), shattered(5, 2)):
        judgement = statement.decide()
        assert judgement.status == "unsupported"
        assert "no network was found" in judgement.reason


def test_a_network_is_checked_not_believed():
    """A network of the wrong depth, or with its read-out shifted or negated, is not accepted."""
    statement = shattered(3, 1)
    network = statement.witness((0, 1, 0))
    assert network is not None
    assert statement.accepts(network, (0, 1, 0))
    assert not statement.accepts(network, (1, 0, 1))
    assert not statement.accepts(replace(network, bias=network.bias + 10), (0, 1, 0))
    assert not statement.accepts(replace(network, layers=network.layers * 2), (0, 1, 0))
    assert not statement.accepts(Network(network.layers, Fraction(0), Fraction(0)), (0, 1, 0))


def test_the_negated_read_out_gives_the_opposite_labels():
    """Which is why half of the labellings are enough."""
    statement = shattered(4, 2)
    for labels in statement.labellings():
        network = statement.witness(labels)
        opposite = replace(network, weight=-network.weight, bias=-network.bias)
        assert statement.accepts(opposite, tuple(1 - c for c in labels))
    assert len(list(statement.labellings())) == 8


def test_any_number_of_points():
    """The theorem for all n rests on the merging, the layer and its affine input; each is a part."""
    judgement = vc_bound.statement.decide()
    assert judgement.status == "proved"
    names = {part.name for part in judgement.parts}
    assert {"merging", "the fold is a layer", "component 1 is affine", "a fold at one side merges nothing"} <= names


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"merging": PureMerging(PRINTED, LAYER_FOLD, vc_bound.statement.merging.assumed)}, "merging"),
        ({"merging": PureMerging(CORRECTED, SCALING_FOLD, vc_bound.statement.merging.assumed)}, "the fold is a layer"),
        ({"component": 1}, "the fold is a layer"),
    ],
)
def test_every_part_is_needed(change, missing):
    """With another program, another fold or another component it is not proved, and says which part is missing."""
    judgement = replace(vc_bound.statement, **change).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason.startswith(missing)


def test_inputs_of_a_layer_are_affine():
    """A square in what LayerNorm is applied to is no layer."""
    first, second, third = vc_bound.statement.components
    judgement = replace(vc_bound.statement, components=(first**2, second, third)).decide()
    assert judgement.status == "unsupported"
    assert judgement.reason.startswith("component 1 is affine")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Shattered((Fraction(0), Fraction(0)), 1, Fraction(0), CORRECTED),
        lambda: Shattered((), 1, Fraction(0), CORRECTED),
        lambda: Shattered((Fraction(0),), 1, Fraction(-1), CORRECTED),
        lambda: ShattersEveryFamily(PureMerging(CORRECTED, LAYER_FOLD), vc_bound.statement.components, scalar("eps")),
    ],
)
def test_misuse(make):
    """Equal points, no points, a negative ε, and a merging that does not assume two labels are refused."""
    with pytest.raises(InputError):
        make()


def test_layernorm_of_components():
    """Mean 0 before the gains, and the sum of squares N·variance/(variance + ε): here 3 components with ε = 0."""
    from derive.evaluate.evaluate import evaluate
    from derive.evaluate.point import Point

    parts = [evaluate(part, Point()) for part in layernorm_of((2, -1, -1), 0)]
    assert sign(sum(parts, start=Fraction(0))) == 0
    assert sum((part * part for part in parts), start=Fraction(0)) == 3
