"""The figures of LayerNorm: its sub-steps and the ellipsoid at N = 3, what ε does, and zero gains.

Everything drawn is computed by `figure_data` from gains, bias and ε; only labels are placed by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, cos, hypot, radians
from math import sqrt as root

from derive.authoring import Term, as_term, diag, scalar, sqrt, vector
from derive.authoring import dot as dot_
from derive.authoring.figures import *
from derive.authoring.numbers import Exact, Real, nearest_float, show, show_latex
from derive.theories.layernorm.figure_data import Example, floats, inputs
from derive.theories.layernorm.maps import alpha, gain
from derive.theories.layernorm.maps import root as deviation
from derive.theories.layernorm.names import THEORY, N, Pi, a, b, eps, g, one, sigma2, v
from derive.theories.layernorm.spectrum import G, q, z

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
#: Three gains, for which all is rational but the lengths; a bias; and gains with a zero.
GAINS, BIAS = (Fraction(3, 2), Fraction(1), HALF), (HALF, Fraction(2), HALF)
STEPS = Example(GAINS, BIAS, TENTH)
EPSILONS = (Fraction(1, 10), Fraction(1, 1000), Fraction(1, 100000))
TWO, THREE = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1), Fraction(2))
NO_BIAS = (Fraction(0),) * 3
ORIGIN = (0.0, 0.0, 0.0)
#: How many inputs there are, and where their sequence starts: such that no label meets one.
SAMPLES, START = 120, 0
OUTCOMES, LATER = 220, 5

ZERO_GAINS = Example(THREE, NO_BIAS, Fraction(1, 100))

zeta, rho = scalar("zeta"), scalar("rho")
variance, one_dot_v = sigma2, dot_(one, v)
#: The vector after sub-step (ii), by its name.
y_ = vector("y", N)


def vector_of(parts: Sequence[Fraction]) -> Sentence:
    """(3/2, 1, 1/2)."""
    pieces: list[Sign | Term] = [Sign("(", "(")]
    for at, part in enumerate(parts):
        pieces += [COMMA] * (at > 0) + [as_term(part)]
    return (*pieces, Sign(")", ")"))


def exact(value: Real, root_of: Exact | None = None) -> Sign:
    """A computed number as it is printed; ``root_of`` is its square, for what has no closed form without a root of roots."""
    if isinstance(value, Fraction) or root_of is None or "±" not in show(value):
        return Sign(show_latex(value), show(value))
    return Sign(rf"\sqrt{{{show_latex(root_of)}}}", f"√({show(root_of)})")


def basis(number: int) -> Sentence:
    """The name of a basis vector."""
    return (Sign(rf"\vec e_{number}", f"e{'₁₂₃'[number - 1]}"),)


# --- the four sub-steps --------------------------------------------------------------------------------------------

BESIDE_TIPS: tuple[Side, ...] = ("e", "n")
CAMERA = Camera(radians(-24), radians(22))
UNIT, BOX, BOX_OF_ELLIPSE = 19.8, (-2.75, -2.3, 2.9, 2.95), (-2.2, -2.3, 3.45, 2.95)
ONE = (1.0, 1.0, 1.0)
ALPHA = tuple(1 / float(gain) for gain in GAINS)
#: How far from the middle of the picture inputs are drawn, and axes.
NEAR, AXES = 2.25, 2.35


def patch(first: Vector, second: Vector, centre: Vector = ORIGIN) -> Line:
    """The piece of a plane with these half sides."""
    corners = [plus(centre, times(s, first), times(t, second)) for s, t in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
    return Line(tuple(map(CAMERA, corners)), "plane", closed=True)


def closed(points: Sequence[Vector], centre: Vector = ORIGIN, style: str = "edge") -> Line:
    """A closed curve in space."""
    return Line(tuple(CAMERA(plus(centre, point)) for point in points), style, closed=True)


def arrow(start: Vector, end: Vector, style: str) -> Line:
    """An arrow in space."""
    return Line((CAMERA(start), CAMERA(end)), style, arrow=True)


def normal(vector: Vector, name: Sentence, centre: Vector = ORIGIN, side: Side = "ne") -> tuple[Item, ...]:
    """A vector orthogonal to the plane, at its true length, with its name."""
    tip = plus(centre, vector)
    return arrow(centre, tip, "normal"), Label(CAMERA(tip), name, side, "red")


def named_axes(sides: Sequence[Side]) -> tuple[Item, ...]:
    """The three coordinate axes from the origin, as far as the picture goes, with their names."""
    items: list[Item] = []
    for at, side in enumerate(sides):
        direction = tuple(float(at == k) for k in range(3))
        tip = times(AXES / hypot(*CAMERA(direction)), direction)
        items += [arrow(ORIGIN, tip, "axis"), Label(CAMERA(tip), basis(at + 1), side, "muted")]
    return tuple(items)


def cloud() -> tuple[tuple[Fraction, ...], ...]:
    """The inputs, of which those that would leave the picture are left out."""
    return tuple(point for point in inputs(SAMPLES, 3, START) if hypot(*CAMERA(floats(point))) < NEAR)


def followed(points: Sequence[tuple[Fraction, ...]]) -> tuple[int, int, int]:
    """Three of them that are followed: far from the plane, and from one another in it."""
    found: list[int] = []
    for wanted in (0.5, 2.6, 4.7):

        def score(at: int, wanted: float = wanted) -> float:
            point = floats(points[at])
            centred = plus(point, times(-sum(point) / 3, ONE))
            angle = atan2(dot(centred, unit((1, 1, -2))), dot(centred, unit((1, -1, 0))))
            height = abs(sum(point)) / root(3)
            return cos(angle - wanted) + min(height, 1.3) - 2 * abs(root(dot(centred, centred)) - 1)

        found.append(max((at for at in range(len(points)) if at not in found), key=score))
    return found[0], found[1], found[2]


def scattered(points: Sequence[Vector], tracked: Sequence[int]) -> tuple[Item, ...]:
    """All points, those that are followed in their own styles."""
    rest = tuple(CAMERA(point) for at, point in enumerate(points) if at not in tracked)
    marks = [
        Dots((CAMERA(points[at]),), style) for at, style in zip(tracked, ("first", "second", "third"), strict=True)
    ]
    return Dots(rest, "sample"), *marks


def trails(starts: Sequence[Vector], ends: Sequence[Vector], tracked: Sequence[int]) -> tuple[Item, ...]:
    """From where those that are followed were to where they go."""
    return tuple(Line((CAMERA(starts[at]), CAMERA(ends[at])), "trail") for at in tracked)


@THEORY.figure(
    "The four sub-steps at N = 3",
    (
        "The four sub-steps at", N, EQUALS, as_term(3), ",", g, EQUALS, *vector_of(GAINS), COMMA, b, EQUALS,
        *vector_of(BIAS), COMMA, eps, EQUALS, as_term(TENTH),
        "; all panels have one scale and one point of view. Three inputs are followed by their shape; a dotted line leads "
        "from where each was. In (ii),", y_, EQUALS, Pi * a / deviation, "; in (iii),", G, EQUALS, diag(g), ". The normal "
        "of the plane turns from", one, "to", alpha, EQUALS, 1 / gain, ". Dashed: the semi-axes of the ellipse, of length",
        sqrt(N * zeta), "for the eigenvalues", zeta, "of", G * Pi * G, ".",
    ),
    columns=4,
)  # fmt: skip
def geometry() -> tuple[Panel, ...]:
    """Inputs and their projections, then what scaling, gains and bias make of them."""
    points = cloud()
    tracked = followed(points)
    given = tuple(map(floats, points))
    centred, scaled, stretched, shifted = zip(*map(STEPS.stages, points), strict=True)
    circle = Example((Fraction(1),) * 3, NO_BIAS, TENTH).boundary()
    across, along = unit((1.0, 0.0, -1.0)), unit((1.0, -2.0, 1.0))
    flat = patch(times(1.95, across), times(1.95, along))
    axes, upright = named_axes(("e", "n", "e")), normal(ONE, (one,))
    return (
        Panel(
            ("(i) projection", Pi * a),
            ("Input points in three dimensions, the plane orthogonal to the vector of ones, and three of them with their "
             "projections onto it.",),
            BOX, UNIT,
            (flat, *axes, *trails(given, centred, tracked), *scattered(given, tracked), *upright,
             *(Dots((CAMERA(centred[at]),), "foot") for at in tracked)),
        ),
        Panel(
            ("(ii) scaling", y_),
            ("The points in the plane after scaling: all inside the circle of radius", sqrt(3), ", most of them near it.",),
            BOX, UNIT,
            (flat, closed(circle), *axes, *trails(centred, scaled, tracked), *scattered(scaled, tracked), *upright),
        ),
        _stretched(
            ("(iii) gains", G * y_), ORIGIN, scaled, stretched, tracked,
            "The plane is tilted, its normal has become alpha, and the circle an ellipse with two semi-axes.",
        ),
        _stretched(
            ("(iv) bias", G * y_ + b), floats(BIAS), stretched, shifted, tracked,
            "The same plane and ellipse, shifted by the bias.",
        ),
    )  # fmt: skip


def _stretched(
    title: Sentence,
    centre: Vector,
    before: Sequence[Vector],
    after: Sequence[Vector],
    tracked: Sequence[int],
    alt: str,
) -> Panel:
    """The tilted plane with its ellipse about a centre."""
    first, second = STEPS.axes
    items: list[Item] = [
        patch(times(1.12, first.tip), times(1.25, second.tip), centre),
        closed(STEPS.boundary(), centre),
        *(Line((CAMERA(centre), CAMERA(plus(centre, times(-1, axis.tip)))), "semi-axis") for axis in STEPS.axes),
        *trails(before, after, tracked),
        *scattered(after, tracked),
        *normal(ALPHA, (alpha,), centre),
    ]
    if centre == ORIGIN:
        items += [
            Label(CAMERA(times(-1, axis.tip)), (exact(axis.length, axis.squared),), side, "blue", gap)
            for axis, side, gap in zip(STEPS.axes, BESIDE_TIPS, (7.0, 10.0), strict=True)
        ]
    else:
        items += [
            Dots((CAMERA(ORIGIN),), "foot"),
            Label(CAMERA(ORIGIN), (as_term(0),), "s", "muted"),
            arrow(ORIGIN, centre, "shift"),
            Label(CAMERA(times(0.6, centre)), (b,), "w", "green"),
        ]
    left, bottom, right, top = BOX_OF_ELLIPSE
    x, y = (0.6 * part for part in CAMERA(centre))
    return Panel(title, (alt,), (left + x, bottom + y, right + x, top + y), UNIT, tuple(items))


# --- what epsilon does, and where the lengths lie --------------------------------------------------------------------

#: The variable of q, and its value, for one unit to the right and upward; the part of the graph that is drawn.
BESIDE_ROOTS: tuple[Side, ...] = ("nw", "ne", "se")
WIDE, HIGH, FROM, TO = 2.5, 3.3, 0.09, 2.41


@THEORY.figure(
    "What epsilon does, and where the squared lengths lie",
    (
        "Left: the same inputs with three values of", eps, ", in the plane of the ellipse for", N, EQUALS, as_term(3), "and",
        g, EQUALS, *vector_of(GAINS), ". An outcome lies at", rho, EQUALS, 1 / sqrt(1 + eps),
        "of the way from the middle to the edge where", variance, EQUALS, as_term(1), ", nearer to it where it is more. "
        "Right: the squared gains (black) are the zeros of", q, EQUALS, q.unfold(), "; between them lie its critical points",
        zeta, "(blue), and the semi-axes are", sqrt(N * zeta), "long.",
    ),
    columns=4,
)  # fmt: skip
def epsilon() -> tuple[Panel, ...]:
    """Outcomes for three values of ε in the coordinates of the axes, and the graph of q."""
    points = inputs(OUTCOMES, 3, 5)
    return (*(_outcomes(points, value) for value in EPSILONS), _graph())


def _outcomes(points: Sequence[tuple[Fraction, ...]], value: Fraction) -> Panel:
    example = Example(GAINS, NO_BIAS, value)
    first, second = example.axes
    outcomes = tuple(map(example.outcome, points))
    places = tuple((dot(point, unit(first.tip)), dot(point, unit(second.tip))) for point in outcomes)
    exponent = len(str(value.denominator)) - 1
    radius = f"{1 / root(1 + value):.{max(3, exponent + 1)}f}"
    return Panel(
        (eps, EQUALS, power_of_ten(-exponent), ",", rho, EQUALS, Sign(radius, radius)),
        ("Outcomes inside the ellipse for", eps, EQUALS, as_term(value), ": the smaller it is, the nearer to the edge.",),
        (-2.45, -1.45, 2.45, 1.45),
        17.0,
        (
            ellipse(nearest_float(first.length), nearest_float(second.length), "outline"),
            Dots(places, "outcome"),
        ),
    )  # fmt: skip


def _graph() -> Panel:
    def at(square: float, height: float | None = None) -> Point:
        return WIDE * square, HIGH * (STEPS.q(square) if height is None else height)

    samples = [FROM + (TO - FROM) * k / 90 for k in range(91)]
    squares = sorted((gain * gain, number) for number, gain in enumerate(STEPS.gains, 1))
    items: list[Item] = [
        Line(((-0.1, 0.0), (7.4, 0.0)), "axis", arrow=True),
        Label((7.4, 0.0), (z,), "n", "muted"),
        Line(tuple(map(at, samples)), "curve"),
    ]
    for (square, number), side in zip(squares, BESIDE_ROOTS, strict=True):
        place = at(float(square), 0.0)
        name = (scalar(f"g_{number}") ** 2, EQUALS, exact(square))
        items += [Dots((place,), "root"), Label(place, name, side)]
    for number, axis in enumerate(STEPS.axes, 1):
        foot, place = at(nearest_float(axis.zeta), 0.0), at(nearest_float(axis.zeta))
        level = Line(((place[0] - 0.42, place[1]), (place[0] + 0.42, place[1])), "semi-axis")
        name = (scalar(f"zeta_{number}"), EQUALS, exact(axis.zeta))
        above: Side = "n" if place[1] > 0 else "s"
        items += [
            Line((foot, place), "trail"), level, Dots((foot, place), "critical"), Label(place, name, above, "blue", 4.0)
        ]  # fmt: skip
    return Panel(
        ("zeros and critical points of", q),
        ("The cubic q: its zeros are the squared gains; its critical points lie between them, and N times each is a squared "
         "semi-axis.",),
        (-1.8, -2.7, 8.2, 2.1),
        16.8,
        tuple(items),
    )  # fmt: skip


# --- zero gains ------------------------------------------------------------------------------------------------------


@THEORY.figure(
    "Zero gains: the published rule beside the image",
    (
        "Zero gains. Blue: the image of the ball of centred vectors, with its semi-axes (dashed). Red, dashed: the "
        "published rule, which gives the image of the whole ball. Left, for", N, EQUALS, as_term(2), "and",
        g, EQUALS, *vector_of(TWO), ": the centred vectors of the disc (black) are mapped onto the segment from",
        as_term(-1), "to", as_term(1), "of the", *basis(1), "axis. Right, for", N, EQUALS, as_term(3), "and",
        g, EQUALS, *vector_of(THREE),
        ": outcomes with", eps, EQUALS, as_term(ZERO_GAINS.epsilon), "in the plane of", *basis(2), "and", *basis(3), ".",
    ),
    columns=2,
)  # fmt: skip
def zero_gains() -> tuple[Panel, ...]:
    """The published rule beside the true set, for N = 2 and N = 3."""
    return _segment(), _tilted()


def _segment() -> Panel:
    (axis,) = Example(TWO, NO_BIAS[:2], TENTH).axes
    end, far = nearest_float(axis.length), root(2)
    return Panel(
        (N, EQUALS, as_term(2), ",", g, EQUALS, *vector_of(TWO)),
        ("The centred vectors of the disc are a segment from (-1, 1) to (1, -1). The gains map it onto the segment from -1 "
         "to 1 of the first axis; the published rule gives root 2 for 1.",),
        (-2.1, -1.8, 2.45, 1.9),
        34.0,
        (
            ellipse(far, far, "ball"),
            Line(((-2.0, 0.0), (2.0, 0.0)), "axis", arrow=True), Label((2.0, 0.0), basis(1), "e", "muted"),
            Line(((0.0, -1.65), (0.0, 1.65)), "axis", arrow=True), Label((0.0, 1.65), basis(2), "e", "muted"),
            Line(((-1.0, 1.0), (1.0, -1.0)), "curve"), Label((1.0, -1.0), (one_dot_v, EQUALS, as_term(0)), "se"),
            *(Line(((x, -x), (x, 0.0)), "trail") for x in (-end, end)),
            Dots(((-1.0, 1.0), (1.0, -1.0)), "root"),
            Line(((-far, 0.0), (far, 0.0)), "wrong"),
            *(Line(((x, -0.09), (x, 0.09)), "wrong") for x in (-far, far)),
            Line(((-end, 0.0), (end, 0.0)), "true"), Dots(((-end, 0.0), (end, 0.0)), "critical"),
            Label((-end, 0.0), (as_term(-1),), "s", "blue", 5.0), Label((end, 0.0), (as_term(1),), "n", "blue", 5.0),
            Label((far, 0.0), (sqrt(2),), "se", "red", 5.0), Label((-far, 0.0), (-sqrt(2),), "sw", "red", 5.0),
        ),
    )  # fmt: skip


def _tilted() -> Panel:
    first, second = ZERO_GAINS.axes
    long, short = _in_plane(first.tip), _in_plane(second.tip)
    outcomes = tuple(_in_plane(ZERO_GAINS.outcome(point)) for point in inputs(OUTCOMES, 3, LATER))
    across, upward = (root(3) * float(gain) for gain in (THREE[2], THREE[1]))
    length = nearest_float(first.length)
    return Panel(
        (N, EQUALS, as_term(3), ",", g, EQUALS, *vector_of(THREE)),
        ("The true image is a tilted ellipse; the published rule gives a larger one along the coordinate axes, the image of "
         "the whole ball.",),
        (-3.9, -2.1, 4.55, 2.4),
        30.0,
        (
            Line(((-3.8, 0.0), (4.1, 0.0)), "axis", arrow=True), Label((4.1, 0.0), basis(3), "e", "muted"),
            Line(((0.0, -2.05), (0.0, 2.1)), "axis", arrow=True), Label((0.0, 2.1), basis(2), "e", "muted"),
            ellipse(across, upward, "wrong"),
            ellipse(length, nearest_float(second.length), "edge", (long[0] / length, long[1] / length)),
            Dots(outcomes, "sample"),
            *(Line(((0.0, 0.0), tip), "semi-axis") for tip in (long, short)),
            Label((0.55 * long[0], 0.55 * long[1]), (exact(first.length, first.squared),), "sw", "blue"),
            Label((0.34 * short[0], 0.34 * short[1]), (exact(second.length, second.squared),), "e", "blue"),
            Label((across, 0.0), (2 * sqrt(3),), "se", "red"), Label((0.0, -upward), (sqrt(3),), "se", "red"),
        ),
    )  # fmt: skip


def _in_plane(point: Vector) -> Point:
    """Of three components the last to the right and the second upward: the longer axis lies."""
    return point[2], point[1]
