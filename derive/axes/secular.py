"""The roots of φ(λ) = Σₖ mₖ/(dₖ² − λ) between its poles, for sizes 0 ≤ d₁ < … < d_K with multiplicities mₖ ≥ 1.

φ increases from −∞ to ∞ between neighbours dₖ² and dₖ₊₁², so each interval has one root, and the root is σ² with σ between
dₖ and dₖ₊₁.  It is kept as σ = p + δ, where p is the dₖ or dₖ₊₁ whose square is nearer: then δ has a small *relative* error,
and each distance dᵢ² − σ² = (dᵢ − p − δ)(dᵢ + p + δ) has one, too.  Nothing is squared before it is subtracted.

The roots of a block of intervals are found together, by Gragg's iteration: r − s/y + S/(L − y) takes the value and two
derivatives of φ at y, and its root is the next y.  Here y > 0 is the distance from the nearer pole and L that of the other
one.  It converges monotonically and cubically; Borges and Gragg, *A parallel divide and conquer algorithm for the
generalized real symmetric definite tridiagonal eigenproblem* (1993).

A relative error of the terms of φ becomes one of σ, multiplied by P/(λφ′), where −P is the sum of the terms with poles below
λ = σ².  It does not grow: these poles are at most λ away, so φ′ ≥ P/λ.  Where more than a part `NOTICEABLE` of it is left,
one step of Newton's follows whose residual has twice the digits.

Time O(K²), memory O(K) beside one block.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

#: Numbers in a block, which stays in a processor's cache; a block is at least one interval.
BLOCK = 48_000
#: The iteration is cubic: after a step as small as this, relative to y, the next one would be lost in rounding.
LAST_STEP = 1e-7
#: The part of an error of the terms of φ that σ may have.
NOTICEABLE = 1 / 16
#: Sizes beyond this many times the interval's add less than the square of a rounding error to φ.
FAR = 2.0**300


def roots(sizes: Array, counts: Array) -> tuple[Indices, Array]:
    """The number of the pole p and the offset δ of each of the K − 1 roots σ = p + δ of φ, the least first.

    ``sizes`` are the dₖ, between 2⁻¹⁰⁰ and 2⁹⁰⁰ apart from d₁ = 0; ``counts`` are the mₖ, as floats.
    """
    last = len(sizes) - 1
    near, shift, growth = np.empty(last, dtype=np.intp), np.empty(last), np.empty(last)
    rows = max(1, BLOCK // len(sizes))
    room = np.empty((3, rows, len(sizes)))  # new memory for each block would take as long as what is done in it
    for start in range(0, last, rows):
        block = np.arange(start, min(start + rows, last))
        near[block], shift[block], growth[block] = _block(sizes, counts, block, room[:, : len(block)])
    noticeable = np.flatnonzero(growth > NOTICEABLE)
    for start in range(0, len(noticeable), rows):
        block = noticeable[start : start + rows]
        shift[block] = _corrected(sizes, counts, block, near[block], shift[block])
    return near, shift


def _block(sizes: Array, counts: Array, lower: Indices, room: Array) -> tuple[Indices, Array, Array]:
    """Nearer poles and offsets for the intervals above the sizes of these numbers, and what errors of terms grow by in σ.

    ``room`` is memory to work in: three arrays with a row for each interval.
    """
    upper, row = lower + 1, np.arange(len(lower))
    scale = _power_of_two(sizes[upper])
    gaps = _gaps(sizes, lower, scale, room)
    length = gaps[row, upper].copy()
    terms = np.subtract(gaps, length[:, None] / 2, out=room[1])
    value = np.divide(counts, terms, out=terms).sum(axis=1)
    near = np.where(value > 0, lower, upper)  # φ increases: the root is below the middle where φ is positive there
    far, sign = lower + upper - near, np.where(near == lower, 1.0, -1.0)
    from_above = np.flatnonzero(near == upper)
    gaps[from_above] = -_gaps(sizes, upper[from_above], scale[from_above], room[1:, : len(from_above)])
    length[from_above] = gaps[from_above, lower[from_above]]
    least = length * counts[near] / (2 * counts.sum())  # the nearer pole alone keeps the root so far away
    others = np.abs(value) + (counts[near] - counts[far]) / (length / 2)  # nearly constant: a first model
    y = np.clip(_model(others, counts[near], counts[far], length), least, length / 2)
    growth, moving = np.empty(len(row)), row
    while len(moving):
        before, distance = y[moving], length[moving]
        some = gaps if len(moving) == len(row) else gaps[moving]
        value, slope, bend, whole = _sums(some, counts, before, room[1:, : len(moving)])
        pull = before**3 / distance * (slope - (distance - before) * bend)
        push = (distance - before) ** 3 / distance * (slope + before * bend)
        constant = value + pull / before - push / (distance - before)
        y[moving] = np.clip(_model(constant, pull, push, distance), least[moving], distance / 2)
        growth[moving] = whole / (slope * before)
        moving = moving[np.abs(y[moving] - before) > LAST_STEP * before]
    pole = sizes[near] / scale
    root = np.sqrt(pole**2 + sign * y)
    shift = sign * y / (pole + root)
    return near, scale * shift, growth * np.abs(shift) / root


def _power_of_two(top: Array) -> Array:
    """The power of two at the top of each interval: a unit in which squares neither overflow nor lose a digit."""
    return np.ldexp(1.0, np.frexp(top)[1])


def _gaps(sizes: Array, pole: Indices, scale: Array, room: Array) -> Array:
    """dᵢ² − p² for each p (a row) and each dᵢ, in units of the square of its scale; in the first of two arrays."""
    base, (gaps, scaled) = (sizes[pole] / scale)[:, None], room[:2]
    np.minimum(np.divide(sizes, scale[:, None], out=scaled), FAR, out=scaled)
    np.subtract(scaled, base, out=gaps)
    return np.asarray(np.multiply(gaps, np.add(scaled, base, out=scaled), out=gaps))


def _sums(gaps: Array, counts: Array, y: Array, room: Array) -> tuple[Array, Array, Array, Array]:
    """φ, φ′ and φ″/2 at y, and the sum of the magnitudes of the terms of φ; in two arrays.

    The terms of φ are added by pairs, for the sake of the rounding error.
    """
    inverse, terms = room
    np.divide(1, np.subtract(gaps, y[:, None], out=inverse), out=inverse)
    value = np.multiply(inverse, counts, out=terms).sum(axis=1)
    whole = np.abs(terms, out=terms).sum(axis=1)
    square = np.multiply(inverse, inverse, out=terms)
    slope = square @ counts
    return value, slope, np.multiply(square, inverse, out=square) @ counts, whole


def _model(constant: Array, pull: Array, push: Array, length: Array) -> Array:
    """The root between 0 and L of r − s/y + S/(L − y), with nothing that cancels where it is below L/2."""
    total = constant * length + pull + push
    larger = np.abs(total) + np.sqrt((constant * length - pull + push) ** 2 + 4 * pull * push)
    below = total > 0
    return np.where(below, 2 * pull * length / larger, larger / np.where(below, 1, -2 * constant))


def _corrected(sizes: Array, counts: Array, lower: Indices, near: Indices, shift: Array) -> Array:
    """δ after one step of Newton's for φ as a function of δ, with the residual in twice the digits of float64."""
    scale = _power_of_two(sizes[lower + 1])[:, None]
    pole, offset, scaled = sizes[near, None] / scale, shift[:, None] / scale, np.minimum(sizes / scale, FAR)
    below, below_rest = _sum_of_three(scaled, -pole, -offset)
    above, above_rest = _sum_of_three(scaled, pole, offset)
    gap, gap_rest = product(below, above)
    gap_rest += below * above_rest + below_rest * above
    quotient = counts / gap
    again, again_rest = product(quotient, gap)
    quotient_rest = (((counts - again) - again_rest) - quotient * gap_rest) / gap
    value = np.array([math.fsum(row) for row in quotient.tolist()]) + quotient_rest.sum(axis=1)
    slope = 2 * (pole + offset)[:, 0] * (quotient * quotient / counts).sum(axis=1)
    return np.asarray(shift - scale[:, 0] * (value / slope))


def sum_(a: Any, b: Any) -> tuple[Array, Array]:
    """a + b as a float and its rounding error, which is a float, too (Knuth)."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


def _sum_of_three(a: Any, b: Any, c: Any) -> tuple[Array, Array]:
    """a + b + c as a float and a remainder."""
    partial, rest = sum_(a, b)
    total, more = sum_(partial, c)
    return total, rest + more


def product(a: Any, b: Any) -> tuple[Array, Array]:
    """a · b as a float and its rounding error, for |a|, |b| < 2⁹⁹⁰ (Dekker)."""
    total = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return total, a_low * b_low - (((total - a_high * b_high) - a_low * b_high) - a_high * b_low)


def _halves(a: Any) -> tuple[Any, Any]:
    """Two floats of 26 bits with the sum a."""
    wide = 134217729.0 * a
    high = wide - (wide - a)
    return high, a - high
