"""Derivatives by dual numbers, exactly.

A `Dual` of level k is v + Σⱼ pⱼ εⱼ with εᵢ εⱼ = 0, one direction j for each component of the symbol with respect to
which is derived.  v and pⱼ are numbers of lower levels, so that derivatives of derivatives nest and never mix.  The
functions here are those of `elementary`, continued to duals by the chain rule.

Integers are ints here, as everywhere inside an evaluation: most pⱼ are 0 or 1, and fractions cost many times as much.

A dual stays one when all pⱼ are 0: |x|² at x = 0 has no derivative in its root, although its own derivative is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Union

from derive.errors import UndefinedAtPoint
from derive.evaluate import elementary, numbers
from derive.evaluate.numbers import ONE, Real


@dataclass(frozen=True, slots=True, eq=False)
class Dual(numbers.Ring):
    """value + Σⱼ parts[j] εⱼ at one level."""

    level: int
    value: Entry
    parts: dict[int, Entry]

    def __neg__(self) -> Dual:
        return Dual(self.level, -self.value, {j: -p for j, p in self.parts.items()})

    def __add__(self, other: Entry | int) -> Dual:
        if not isinstance(other, Dual) or other.level < self.level:
            return Dual(self.level, self.value + other, self.parts)
        if other.level > self.level:
            return other + self
        parts = dict(self.parts)
        for j, p in other.parts.items():
            parts[j] = parts[j] + p if j in parts else p
        return Dual(self.level, self.value + other.value, parts)

    __radd__ = __add__

    def __mul__(self, other: Entry | int) -> Dual:
        if not isinstance(other, Dual) or other.level < self.level:
            return Dual(self.level, self.value * other, {j: p * other for j, p in self.parts.items()})
        if other.level > self.level:
            return other * self
        parts = {j: p * other.value for j, p in self.parts.items()}
        for j, p in other.parts.items():
            extra = p * self.value
            parts[j] = parts[j] + extra if j in parts else extra
        return Dual(self.level, self.value * other.value, parts)

    __rmul__ = __mul__

    def chain(self, value: Entry, slope: Entry) -> Dual:
        """f(self), given f and f′ at the value."""
        return Dual(self.level, value, {j: slope * p for j, p in self.parts.items()})


#: Inside an evaluation integers are ints.
Entry = Union[int, Real, Dual]  # noqa: UP007 (a runtime alias)


def variable(value: Entry, direction: int, level: int) -> Dual:
    """The component number ``direction`` of the symbol with respect to which is derived."""
    return Dual(level, value, {direction: 1})


def derivative(entry: Entry, direction: int, level: int) -> Entry:
    """The derivative of an entry in one direction."""
    return entry.parts.get(direction, 0) if isinstance(entry, Dual) and entry.level == level else 0


def real_part(entry: Entry) -> Real | int:
    """The number without its infinitesimals."""
    while isinstance(entry, Dual):
        entry = entry.value
    return entry


def continued(function: Callable[[Any], Any], slope: Callable[[Any, Any], Entry]) -> Callable[[Any], Any]:
    """A function continued to duals by the chain rule: ``slope`` is f′, of x and f(x)."""

    def value_of(entry: Any) -> Any:
        if not isinstance(entry, Dual):
            return function(entry)
        value = value_of(entry.value)
        return entry.chain(value, slope(entry.value, value))

    return value_of


def power(entry: Entry, exponent: int) -> Entry:
    """xⁿ for an integer n; x⁰ = 1."""
    if not isinstance(entry, Dual):
        return elementary.power(entry, exponent)
    if exponent == 0:
        return ONE
    return entry.chain(power(entry.value, exponent), exponent * power(entry.value, exponent - 1))


def absolute(entry: Entry) -> Entry:
    """|x|; where the derivative is asked for, x ≠ 0."""
    if not isinstance(entry, Dual):
        return elementary.absolute(entry)
    known = numbers.sign(real_part(entry))
    if not known:
        raise UndefinedAtPoint("the derivative of |x| where x ≠ 0 is not certain")
    return entry if known > 0 else -entry


def greatest(entries: Sequence[Entry]) -> Entry:
    """The greatest of some numbers, at least one; where the derivative is asked for, certainly greater than the others."""
    found = entries[0]
    for entry in entries[1:]:
        if not isinstance(found, Dual) and not isinstance(entry, Dual):
            found = numbers.greater(found, entry)
            continue
        known = numbers.sign(real_part(entry) - real_part(found))
        if not known:
            raise UndefinedAtPoint("the derivative of a maximum of numbers of which none is certainly the greatest")
        found = entry if known > 0 else found
    return found


def _slope_of_root(_: Entry, value: Entry) -> Entry:
    if numbers.sign(real_part(value)) != 1:
        raise UndefinedAtPoint("the derivative of a root that is not certainly positive")
    slope: Entry = reciprocal(2 * value)
    return slope


reciprocal = continued(numbers.reciprocal, lambda x, y: -(y * y))
sqrt = continued(elementary.sqrt, _slope_of_root)
exp = continued(elementary.exp, lambda x, y: y)
log = continued(elementary.log, lambda x, y: reciprocal(x))
tanh = continued(elementary.tanh, lambda x, y: ONE - y * y)


def unknown(order: int, coefficients: Sequence[Any]) -> Callable[[Any], Any]:
    """The derivative of this order of the function that stands for an unknown one; see `Coefficients`."""
    return continued(
        lambda x: elementary.derived_quotient(coefficients, order, x),
        lambda x, _: unknown(order + 1, coefficients)(x),
    )


#: The functions of the language by name.
FUNCTIONS = {"exp": exp, "log": log, "tanh": tanh, "abs": absolute}
