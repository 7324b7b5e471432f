"""Points in space and in the plane: vectors of floats, parallel projection, ellipses."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from derive.drawing.panel import Line, Point

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Camera:
    """Parallel projection along ``out``; e₁ points to the right and e₂ up, about, and e₃ to the reader."""

    turn: float
    tilt: float

    @property
    def right(self) -> Vector:
        return cos(self.turn), 0.0, -sin(self.turn)

    @property
    def up(self) -> Vector:
        return -sin(self.tilt) * sin(self.turn), cos(self.tilt), -sin(self.tilt) * cos(self.turn)

    def __call__(self, point: Vector) -> Point:
        return dot(self.right, point), dot(self.up, point)


def dot(left: Vector, right: Vector) -> float:
    return sum(x * y for x, y in zip(left, right, strict=True))


def plus(*vectors: Vector) -> Vector:
    return tuple(map(sum, zip(*vectors, strict=True)))


def times(scale: float, vector: Vector) -> Vector:
    return tuple(scale * part for part in vector)


def unit(vector: Vector) -> Vector:
    return times(1 / sqrt(dot(vector, vector)), vector)


def ellipse(across: float, upward: float, style: str, first: Point = (1.0, 0.0), count: int = 96) -> Line:
    """The ellipse with two half lengths, the first along a unit vector."""
    second = (-first[1], first[0])
    turns = [2 * pi * k / count for k in range(count)]
    ends = ((across * cos(turn), upward * sin(turn)) for turn in turns)
    points = tuple((x * first[0] + y * second[0], x * first[1] + y * second[1]) for x, y in ends)
    return Line(points, style, closed=True)
