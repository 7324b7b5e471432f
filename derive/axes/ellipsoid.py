"""The ellipsoid {Gw : 1 · w = 0, |w|² ≤ N} for real gains g: lengths and directions of its semi-axes, volume, tilt.

LayerNorm (bias 0) maps into it, at ε = 0 onto its boundary where at most one gain is zero.  Its semi-axes are √(Nζ) x for
the unit eigenvectors x of GΠG = diag(g²) − ggᵀ/N with eigenvalue ζ > 0 (theorem ``layernorm.semi_axes``).  These ζ are the
critical points of q(z) = ∏ₙ(z − gₙ²), for det(zI − GΠG) = (z/N) q′(z) (``layernorm.explicit_axes``).  So of the gains only
the sizes |gₙ| count, d₁ < … < d_K, with their multiplicities mₖ:

* a size dₖ that occurs mₖ times is √ζ for mₖ − 1 semi-axes, exactly (``layernorm.repeated_sizes``);
* between two neighbours lies one more, a root of Σₖ mₖ/(dₖ² − ζ) (`derive.axes.secular`).

A zero gain is a size like any other: k ≥ 1 of them leave N − k semi-axes that are not 0, no zero gain leaves N − 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

import numpy as np

from derive.axes.secular import Array, Indices, product, roots, sum_
from derive.errors import InputError, LimitError, ShapeError

#: More gains than this would take days: the time is quadratic.
MOST = 1 << 20
#: Sizes are brought to just below this power of two, which is exact.
TOP = 900
#: And spread over at most so many.
SPREAD = 1000


@dataclass(frozen=True)
class Ellipsoid:
    """The ellipsoid for ``gains``, a vector of N ≥ 1 finite float64; made by `ellipsoid`.

    ``semi_axes`` has the lengths that are not 0, the longest first.  An axis is p + δ (times √N): ``pole`` is the number
    of p among the ``sizes``, which are scaled by 2^``exponent``, and ``shift`` is δ; for one of the axes of a repeated
    size δ is 0, and ``turn`` counts them from 1.
    """

    gains: Array
    semi_axes: Array
    sizes: Array
    exponent: int
    pole: Indices
    shift: Array
    turn: Indices

    @property
    def dimension(self) -> int:
        """N − k for k ≥ 1 zero gains, N − 1 for none."""
        return len(self.semi_axes)

    @cached_property
    def zero_gains(self) -> Indices:
        """The neurons whose gain is zero, counted from 0: on them the image is 0."""
        return np.flatnonzero(self.gains == 0)

    @property
    def condition(self) -> float | None:
        """The longest semi-axis by the shortest; None for a point."""
        return float(self.semi_axes[0] / self.semi_axes[-1]) if self.dimension else None

    @cached_property
    def _inverse(self) -> Array:
        """Where no gain is zero, 1/g in units of its largest component."""
        return np.asarray(np.abs(self.gains).min() / self.gains)

    @property
    def normal(self) -> Array | None:
        """1/g as a unit vector: the one direction orthogonal to the image where no gain is zero, else None.

        With zero gains these directions are those of `zero_gains` (``layernorm.left_null_space_zero_gains``).
        """
        return None if len(self.zero_gains) else np.asarray(self._inverse / np.linalg.norm(self._inverse))

    @property
    def tilt(self) -> float | None:
        """The angle between the ellipsoid's hyperplane and that of 1 · w = 0, in radians; None where k ≥ 2.

        For no zero gain cos θ = |Σₙ αₙ|/(√N |α|) with α = 1/g, for one it is 1/√N.  Both by tan θ, for the sake of small θ.
        """
        count = len(self.gains)
        if len(self.zero_gains) > 1 or count == 1:
            return None
        alpha = self._inverse if not len(self.zero_gains) else (self.gains == 0).astype(np.float64)
        mean = alpha.mean()
        return math.atan2(float(np.linalg.norm(alpha - mean)), math.sqrt(count) * abs(float(mean)))

    @property
    def log_volume(self) -> float:
        """The logarithm of the volume of the ellipsoid's dimension D, by a closed form (``layernorm.volume``).

        Its square is V_D² N^(N−2) ∏ gₙ² |1/g|² where no gain is zero, V_D² (k/N) ∏ N gₙ² over the others where k are; here
        V_D = π^(D/2)/Γ(D/2 + 1).
        """
        count, zeros, dimension = len(self.gains), len(self.zero_gains), self.dimension
        if not dimension:
            return 0.0
        size = np.abs(self.gains[self.gains != 0])
        ball = dimension / 2 * math.log(math.pi) - math.lgamma(dimension / 2 + 1)
        logarithms = np.log(size)
        if zeros:
            factor = math.log(zeros / count) / 2
        else:  # one size less: 1/g is in units of 1 over the least
            logarithms = np.delete(logarithms, size.argmin())
            factor = math.log(float(self._inverse @ self._inverse) / count) / 2
        return ball + factor + dimension / 2 * math.log(count) + math.fsum(logarithms)

    @property
    def trace_error(self) -> float:
        """The relative difference of the sum of squared semi-axes and (N − 1) Σ gₙ² (``layernorm.squared_lengths``)."""
        if not self.dimension:
            return 0.0
        greatest, size = np.abs(self.gains).max(), np.abs(self.gains)
        right = (len(self.gains) - 1) * math.fsum((size / greatest) ** 2)
        return abs(math.fsum((self.semi_axes / greatest) ** 2) / right - 1)

    def directions(self, count: int) -> Array:
        """The unit vectors of the ``count`` longest semi-axes, as rows; the greatest component of each is positive.

        x = g/(g² − ζ), and for the axes of a repeated size contrasts of the neurons that have it, each of one neuron
        against those before it.
        """
        found = [self._direction(axis) for axis in range(min(count, self.dimension))]
        return np.array(found).reshape(-1, len(self.gains))

    def _direction(self, axis: int) -> Array:
        scaled, shift, turn = np.ldexp(self.gains, self.exponent), self.shift[axis], self.turn[axis]
        size, pole = np.abs(scaled), self.sizes[self.pole[axis]]
        if turn:
            same = np.flatnonzero(size == pole)[: turn + 1]
            found = np.zeros(len(size))
            found[same] = np.sign(scaled[same])
            found[same[-1]] *= -turn
        else:
            found = (scaled / ((size + pole) + shift)) * (shift / ((size - pole) - shift))
        found /= np.linalg.norm(found)
        return np.asarray(found * np.sign(found[np.abs(found).argmax()]) + 0.0)  # no negative zero


def ellipsoid(gains: Array) -> Ellipsoid:
    """The ellipsoid for gains: a vector of N ≥ 1 finite numbers, of any sign, some or all of them zero.

    Raises `ShapeError` for another shape, `InputError` for NaN, infinities, or sizes that float64 cannot hold together, and
    `LimitError` beyond `MOST` gains.
    """
    gains = np.asarray(gains, dtype=np.float64)
    _check(gains)
    size = np.abs(gains)
    exponent = TOP - int(np.frexp(size.max())[1])
    sizes, numbers = np.unique(size, return_counts=True)
    sizes = np.ldexp(sizes, exponent)
    near, shift = roots(sizes, numbers.astype(np.float64))
    repeats = np.where(sizes > 0, numbers - 1, 0)
    pole = np.concatenate([near, np.repeat(np.arange(len(sizes)), repeats)])
    shift = np.concatenate([shift, np.zeros(repeats.sum())])
    turn = np.concatenate([np.zeros(len(near), np.intp), *(np.arange(1, many + 1) for many in repeats[repeats > 0])])
    lengths = _times_root(len(gains), sizes[pole], shift)
    order = np.argsort(-lengths, kind="stable")
    with np.errstate(over="ignore"):
        semi_axes = np.ldexp(lengths[order], -exponent)
    if np.isinf(semi_axes).any():
        raise InputError("a semi-axis is longer than float64 can hold", hint="give the gains in a larger unit")
    return Ellipsoid(gains, semi_axes, sizes, exponent, pole[order], shift[order], turn[order])


def semi_axes(gains: Array) -> Array:
    """The lengths of the semi-axes that are not 0, the longest first; see `ellipsoid`.

    >>> semi_axes(np.array([1.0, -7.0])).tolist()
    [7.0710678118654755]
    """
    return ellipsoid(gains).semi_axes


def as_npy(numbers: Array) -> bytes:
    """An array as the content of a file that `numpy.load` reads."""
    stream = BytesIO()
    np.save(stream, numbers, allow_pickle=False)
    return stream.getvalue()


def _check(gains: Array) -> None:
    if gains.ndim != 1 or not gains.size:
        raise ShapeError(
            f"gains of the shape {gains.shape}, expected a vector (N,), N ≥ 1", hint="choose one LayerNorm"
        )
    if len(gains) > MOST:
        raise LimitError(f"{len(gains)} gains, more than {MOST}", hint="the time grows with the square of their number")
    wrong = np.flatnonzero(~np.isfinite(gains))
    if len(wrong):
        raise InputError(
            f"{gains[wrong[0]]} at the neuron {wrong[0]}, and {len(wrong)} such gains in all: they must be finite",
            hint="look where training or conversion went wrong",
        )
    size = np.abs(gains[gains != 0])
    if len(size) and np.frexp(size.max())[1] - np.frexp(size.min())[1] > SPREAD:
        raise InputError(
            f"sizes from {size.min()} to {size.max()}: float64 cannot hold their quotients",
            hint="set the least to zero",
        )


def _times_root(count: int, pole: Array, shift: Array) -> Array:
    """√N (p + δ), rounded once."""
    root = math.sqrt(count)
    root_rest = math.ldexp(math.isqrt(count << 200) - int(math.ldexp(root, 60)) * (1 << 40), -100)
    axis, axis_rest = sum_(pole, shift)
    length, length_rest = product(np.full(len(axis), root), axis)
    return np.asarray(length + (length_rest + (root * axis_rest + root_rest * axis)))
