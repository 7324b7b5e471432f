"""The figures of LayerNorm: what is plotted satisfies the equations that the figures illustrate."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from derive.drawing import Dots, Line, svg
from derive.drawing.space import Vector, dot, plus, times, unit
from derive.evaluate import linear
from derive.theories.layernorm import THEORY
from derive.theories.layernorm.figure_data import Example, inputs
from derive.theories.layernorm.figures import CAMERA, STEPS, TWO, ZERO_GAINS, cloud
from tests.drawing.clearance import collisions

CLOSE = 1e-12
GAINS = tuple(map(float, STEPS.gains))
BIAS = tuple(map(float, STEPS.bias))
#: Sphere and planes of the first figure, for the gains that are drawn: nothing here is taken from what draws.
STAGES = [STEPS.stages(point) for point in cloud()]


def over_gains(point: Vector, gains: Vector = GAINS) -> Vector:
    """x/g."""
    return tuple(part / gain for part, gain in zip(point, gains, strict=True))


def in_plane_and_ball(point: Vector, normal: Vector, preimage: Vector) -> bool:
    """The point is orthogonal to the normal, and its preimage within the ball of radius √N."""
    return abs(dot(normal, point)) < CLOSE and dot(preimage, preimage) <= 3 + CLOSE


def test_every_stage_lies_where_the_theorems_say() -> None:
    """1 · Πa = 0; 1 · y = 0 and |y|² ≤ N; α · Gy = 0 and |Gy/g|² ≤ N; the bias is added."""
    one = (1.0, 1.0, 1.0)
    for centred, scaled, stretched, shifted in STAGES:
        assert abs(sum(centred)) < CLOSE
        assert in_plane_and_ball(scaled, one, scaled)
        assert in_plane_and_ball(stretched, over_gains(one), over_gains(stretched))
        assert max(map(abs, plus(shifted, times(-1, plus(stretched, BIAS))))) < CLOSE


@pytest.mark.parametrize("at", range(3))
def test_another_gain_leaves_the_plane(at: int) -> None:
    """The test above fails when one gain is changed by a thousandth."""
    changed = tuple(gain + (0.001 if at == k else 0) for k, gain in enumerate(GAINS))
    one = (1.0, 1.0, 1.0)
    assert not all(
        in_plane_and_ball(stage[2], over_gains(one, changed), over_gains(stage[2], changed)) for stage in STAGES
    )


def test_the_boundary_is_the_edge_of_the_ellipsoid() -> None:
    """Each of its points has α · x = 0 and |x/g|² = N, so that none is inside."""
    for point in STEPS.boundary():
        assert abs(sum(over_gains(point))) < CLOSE
        assert abs(dot(over_gains(point), over_gains(point)) - 3) < CLOSE


@pytest.mark.parametrize("example", [STEPS, ZERO_GAINS, Example(TWO, (Fraction(0),) * 2, Fraction(0))])
def test_axes_are_eigenvectors(example: Example) -> None:
    """GΠG x = ζx exactly, for the matrix written out: gₙ²δₙₘ − gₙgₘ/N; and |tip|² = Nζ."""
    g, size = example.gains, example.size
    assert len(example.axes) == size - 1
    for axis in example.axes:
        for n in range(size):
            row = [(g[n] ** 2 if n == m else 0) - g[n] * g[m] / size for m in range(size)]
            image = sum((x * entry for x, entry in zip(axis.eigenvector, row, strict=True)), Fraction(0))
            assert image == axis.zeta * axis.eigenvector[n]
        assert axis.squared == axis.zeta * size
        assert axis.length * axis.length == axis.squared or abs(dot(axis.tip, axis.tip) - _float(axis.squared)) < CLOSE
        assert abs(dot(axis.tip, axis.tip) - _float(axis.squared)) < CLOSE


def _float(value: object) -> float:
    from derive.evaluate.numbers import nearest_float

    return nearest_float(value)  # type: ignore[arg-type]


def test_tips_are_on_the_boundary() -> None:
    """The ends of the axes have |x/g|² = N and α · x = 0, which the elimination that found them knows nothing of."""
    for axis in STEPS.axes:
        assert abs(dot(over_gains(axis.tip), over_gains(axis.tip)) - 3) < CLOSE
        assert abs(sum(over_gains(axis.tip))) < CLOSE
    assert [str(axis.zeta) for axis in STEPS.axes] == ["7/4", "7/12"]


def test_zeta_are_critical_points_between_the_zeros() -> None:
    """q′(ζ) = 0 with q = (z − 9/4)(z − 1)(z − 1/4), by its coefficients; the squared gains separate them."""
    for axis in STEPS.axes:
        z = axis.zeta
        assert isinstance(z, Fraction)
        assert 3 * z * z - 7 * z + Fraction(49, 16) == 0
    assert Fraction(1, 4) < STEPS.axes[1].zeta < 1 < STEPS.axes[0].zeta < Fraction(9, 4)  # type: ignore[operator]


def test_outcomes_with_a_zero_gain_are_inside_the_true_ellipse() -> None:
    """xᵀ M_Z x < N with M_Z = (G⁺)² + α⁺α⁺ᵀ for g = (0, 1, 2), written out; M_Z is the pseudo-inverse of GΠG."""
    for point in inputs(60, 3):
        x = ZERO_GAINS.outcome(point)
        assert x[0] == 0
        assert x[1] ** 2 + x[2] ** 2 / 4 + (x[1] + x[2] / 2) ** 2 < 3
    one, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    assert linear.pseudo_inverse(ZERO_GAINS.gram) == ((none, none, none), (none, 2 * one, half), (none, half, half))


def test_the_published_ellipse_is_too_large() -> None:
    """Its own form reaches 3 only beyond what is true: no drawn outcome of many comes near its vertices."""
    farthest = max(abs(ZERO_GAINS.outcome(point)[2]) for point in inputs(200, 3))
    assert farthest < sqrt(8) + CLOSE < 2 * sqrt(3)


@pytest.mark.parametrize("figure", THEORY.figures, ids=lambda figure: figure.name)
def test_panels_can_be_read(figure: object) -> None:
    """No label meets anything; each panel is small, and says what it shows; rows fit a page of 455 points."""
    panels = THEORY.find_figure(figure.name).panels  # type: ignore[attr-defined]
    for panel in panels:
        assert collisions(panel) == ()
        assert len(svg(panel, standalone=True).encode()) <= 25_000
        assert len(panel.alt) >= 1
    columns = THEORY.find_figure(figure.name).columns  # type: ignore[attr-defined]
    assert max(sum(panel.size[0] for panel in panels[at : at + columns]) for at in range(0, len(panels), columns)) < 455


def test_what_is_drawn_is_the_data() -> None:
    """The dots of the third panel are the outcomes Gy, seen by the camera, and its dashed lines end at ℓx/|x|."""
    panel = THEORY.find_figure("geometry").panels[2]
    drawn = {point for item in panel.items if isinstance(item, Dots) for point in item.points}
    assert drawn == {CAMERA(stage[2]) for stage in STAGES}
    dashed = [item.points for item in panel.items if isinstance(item, Line) and item.style == "semi-axis"]
    assert dashed == [(CAMERA((0.0,) * 3), CAMERA(times(-1, axis.tip))) for axis in STEPS.axes]


def test_the_camera_is_orthonormal() -> None:
    """So nothing is drawn longer than it is."""
    right, up = CAMERA.right, CAMERA.up
    assert max(abs(dot(right, right) - 1), abs(dot(up, up) - 1), abs(dot(right, up))) < CLOSE
    assert unit((3.0, 4.0, 0.0)) == pytest.approx((0.6, 0.8, 0.0))


def test_figures_are_drawn_when_they_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A theory with figures is read without drawing one; a figure is drawn once."""
    calls: list[int] = []
    figure = THEORY.find_figure("geometry")
    from dataclasses import replace

    counted = replace(figure, draw=lambda: calls.append(1) or ())  # type: ignore[func-returns-value]
    assert calls == []
    assert counted.panels == counted.panels == ()
    assert calls == [1]
