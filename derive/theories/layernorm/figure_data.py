"""What the figures of LayerNorm show, computed: outcomes, ellipsoids and axes for given gains, bias and ε.

Terms of the theory are evaluated exactly; axes are found by exact elimination from the characteristic polynomial of GΠG, not
from the theorems about them.  Numbers become floats once, where they leave this module.  Letters as in `names`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import cos, log, pi, sin
from math import sqrt as root

from derive.authoring import InputError, Term, diag
from derive.authoring.figures import Vector
from derive.authoring.numbers import *
from derive.theories.layernorm.maps import LN, y
from derive.theories.layernorm.names import N, Pi, a, b, eps, g
from derive.theories.layernorm.spectrum import gram

#: Πa, y, Gy and LN: what each sub-step makes of an input.
STAGES = (Pi * a, y, diag(g) * y, LN)
#: Numbers whose multiples, modulo 1, fill the cube evenly, and how finely inputs are rounded.
_KRONECKER = (0.8191725133961645, 0.6710436067037893, 0.5497004779019703, 0.4503599627370493)
_GRAIN = 100


def inputs(count: int, size: int, start: int = 0) -> tuple[tuple[Fraction, ...], ...]:
    """So many inputs of 2 to 4 components, of normal law: the same ones everywhere, as no random generator is asked."""
    found = []
    for k in range(start + 1, start + count + 1):
        first, second, third, fourth = ((k * step) % 1.0 for step in _KRONECKER)
        near, far = root(-2 * log(first)), root(-2 * log(third))
        normal = (
            near * cos(2 * pi * second), near * sin(2 * pi * second), far * cos(2 * pi * fourth), far * sin(2 * pi * fourth)
        )  # fmt: skip
        found.append(tuple(Fraction(round(_GRAIN * part), _GRAIN) for part in normal[:size]))
    return tuple(found)


def floats(vector: Value) -> Vector:
    """An exact vector in floating point."""
    parts = vector if isinstance(vector, tuple) else (vector,)
    return tuple(nearest_float(part) for part in parts if not isinstance(part, tuple))


@dataclass(frozen=True)
class Axis:
    """An axis of the ellipsoid: GΠGx = ζx with the eigenvector x not normed, and the half length ℓ = √(Nζ)."""

    zeta: Exact
    eigenvector: tuple[Exact, ...]
    squared: Exact
    length: Real

    @cached_property
    def tip(self) -> Vector:
        """ℓx/|x|, where it ends."""
        square = sum((part * part for part in self.eigenvector), Fraction(0))
        scale = self.length * reciprocal(elementary.sqrt(square))
        return tuple(nearest_float(scale * part) for part in self.eigenvector)


@dataclass(frozen=True)
class Example:
    """LayerNorm with given gains, bias and ε; N is the number of gains."""

    gains: tuple[Fraction, ...]
    bias: tuple[Fraction, ...]
    epsilon: Fraction

    @property
    def size(self) -> int:
        """N."""
        return len(self.gains)

    def at(self, input_: Sequence[Fraction] | None = None) -> Evaluation:
        """Evaluates terms of the theory, at an input where they have one."""
        data: dict[Symbol, Value] = {g: self.gains, b: self.bias, eps: self.epsilon}
        if input_ is not None:
            data[a] = tuple(input_)
        return Evaluation(Point({N: self.size}, data))

    def stages(self, input_: Sequence[Fraction]) -> tuple[Vector, ...]:
        """Πa, y, Gy and LN of an input a."""
        value = self.at(input_)
        return tuple(floats(value(term)) for term in STAGES)

    def outcome(self, input_: Sequence[Fraction]) -> Vector:
        """Gy alone."""
        return floats(self.at(input_)(STAGES[2]))

    @cached_property
    def gram(self) -> Matrix:
        """GΠG."""
        return _matrix(self.at(), gram)

    @cached_property
    def axes(self) -> tuple[Axis, ...]:
        """The axes, the longest first, for ζ > 0 that are simple: eigenvectors of GΠG, for up to three gains."""
        return tuple(
            self._axis(zeta) for zeta in map(_exactly, _positive_roots(linear.characteristic_polynomial(self.gram)))
        )

    def _axis(self, zeta: Exact) -> Axis:
        shifted = tuple(
            tuple(_exactly(entry - zeta) if i == j else entry for j, entry in enumerate(row))
            for i, row in enumerate(self.gram)
        )
        (eigenvector,) = linear.null_space(shifted)
        squared = _exactly(zeta * self.size)
        return Axis(zeta, eigenvector, squared, elementary.sqrt(squared))

    def boundary(self, count: int = 96) -> tuple[Vector, ...]:
        """Gv for centred v with |v|² = N, evenly round the circle of them, for N = 3."""
        across, along = (1 / root(2), -1 / root(2), 0.0), (1 / root(6), 1 / root(6), -2 / root(6))
        turns = [2 * pi * k / count for k in range(count)]
        return tuple(
            tuple(
                float(gain) * root(self.size) * (cos(turn) * u + sin(turn) * w)
                for gain, u, w in zip(self.gains, across, along, strict=True)
            )
            for turn in turns
        )

    def q(self, z: float) -> float:
        """∏ₙ (z − gₙ²)."""
        product = 1.0
        for gain in self.gains:
            product *= z - float(gain * gain)
        return product


def _matrix(value: Evaluation, term: Term) -> Matrix:
    found: Matrix = value(term)  # type: ignore[assignment]  # an N × N term of rationals
    return found


def _positive_roots(polynomial: Sequence[Exact]) -> tuple[Real, ...]:
    """The positive roots of a polynomial of degree 2 or 3 that vanishes at 0, the largest first."""
    *kept, last = polynomial
    if last != 0 or len(kept) not in (2, 3):
        raise InputError("axes of other than two or three gains", hint="a figure has two or three gains")
    if len(kept) == 2:
        return (-kept[1],)
    half = kept[1] * Fraction(-1, 2)
    apart = elementary.sqrt(half * half - kept[2])
    return half + apart, half - apart


def _exactly(value: Real) -> Exact:
    if isinstance(value, Enclosure):
        raise InputError("gains whose axes have no closed form", hint="a figure has gains with square roots at most")
    return value
