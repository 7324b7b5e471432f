"""Exact real numbers: rationals, sums of square roots of rationals, and certified enclosures of everything else.

* ``Fraction``: wherever possible.
* `Surd`: q₁√d₁ + q₂√d₂ + … with distinct squarefree integers dₖ ≥ 1 and rationals qₖ ≠ 0, not rational as a whole.  The
  √dₖ are linearly independent over ℚ (Besicovitch 1940), so this form is unique: equality is equality of the parts, and
  the sign is found by refining enclosures, which ends because the number is not 0.
* `Enclosure`: an interval with rational endpoints, rounded outward to `PRECISION` significant bits, that contains the
  number meant.  Two enclosures are never called equal; they are called different when they do not meet.

Arithmetic stays exact while it can and becomes an `Enclosure` where it cannot: more than `MAX_RADICALS` roots, or
radicands of more than `MAX_RADICAND_BITS` bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any, Union

from derive.errors import UndefinedAtPoint

#: Significant bits of the endpoints of an enclosure.
PRECISION = 256
#: The most square roots in one surd; beyond, an enclosure stands in.
MAX_RADICALS = 64
#: The longest radicand kept exactly.
MAX_RADICAND_BITS = 512
#: The longest numerator or denominator of any value; beyond, there is no value ("too large to be computed exactly").
MAX_BITS = 100_000

ZERO = Fraction(0)
ONE = Fraction(1)


def round_outward(value: Fraction, up: bool, bits: int = PRECISION) -> Fraction:
    """``value`` to so many significant bits, upward or downward."""
    if value == 0:
        return value
    numerator, denominator = value.numerator, value.denominator
    if denominator & (denominator - 1) == 0 and numerator.bit_length() <= bits:
        return value  # it has no more bits
    shift = bits - numerator.bit_length() + denominator.bit_length()
    if shift >= 0:
        numerator <<= shift
    else:
        denominator <<= -shift
    whole, rest = divmod(numerator, denominator)
    whole += up and rest != 0
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


class Ring:
    """Differences, by + and a negative."""

    __slots__ = ()

    def __sub__(self: Any, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self: Any, other: Any) -> Any:
        return -self + other


@dataclass(frozen=True, slots=True, eq=False)
class Enclosure(Ring):
    """A real number of which only ``lo`` ≤ x ≤ ``hi`` is known."""

    lo: Fraction
    hi: Fraction

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.hi, -self.lo)

    def __add__(self, other: Real | int) -> Enclosure:
        if not isinstance(other, _REAL):
            return NotImplemented
        that = enclose(other)
        return outward(self.lo + that.lo, self.hi + that.hi)

    __radd__ = __add__

    def __mul__(self, other: Real | int) -> Real:
        if not isinstance(other, _REAL):
            return NotImplemented
        if other == 0:
            return ZERO  # exact, whatever the other factor is
        that = enclose(other)
        if self.lo >= 0 and that.lo >= 0:
            return outward(self.lo * that.lo, self.hi * that.hi)
        corners = (self.lo * that.lo, self.lo * that.hi, self.hi * that.lo, self.hi * that.hi)
        return outward(min(corners), max(corners))

    __rmul__ = __mul__


@dataclass(frozen=True, slots=True)
class Surd(Ring):
    """Σ n·√d / below over ``roots`` (d, n), sorted by d; made by `surd` only, which keeps it canonical and irrational.

    One denominator for all: what arithmetic makes of them are integers, reduced once.
    """

    roots: tuple[tuple[int, int], ...]
    below: int

    @property
    def parts(self) -> tuple[tuple[int, Fraction], ...]:
        """Pairs (d, q): the same as Σ q·√d."""
        return tuple((d, Fraction(n, self.below)) for d, n in self.roots)

    def __neg__(self) -> Surd:
        return Surd(tuple([(d, -n) for d, n in self.roots]), self.below)

    def __add__(self, other: Real | int) -> Real:
        if not isinstance(other, _EXACT):
            return NotImplemented
        if isinstance(other, Surd):
            roots, below = other.roots, other.below
        else:
            roots, below = ((1, other.numerator),), other.denominator
        common = gcd(self.below, below)
        mine, others = below // common, self.below // common
        total = {d: n * mine for d, n in self.roots}
        for d, n in roots:
            total[d] = total.get(d, 0) + n * others
        return _reduced(total, self.below * mine)

    __radd__ = __add__

    def __mul__(self, other: Real | int) -> Real:
        if not isinstance(other, _EXACT):
            return NotImplemented
        if not isinstance(other, Surd):
            factor = other.numerator
            return _reduced({d: n * factor for d, n in self.roots}, self.below * other.denominator)
        total: dict[int, int] = {}
        for d, n in self.roots:
            for e, m in other.roots:
                common = gcd(d, e)  # √d √e = g √(d e / g²), squarefree again
                root = (d // common) * (e // common)
                total[root] = total.get(root, 0) + n * m * common
        return _reduced(total, self.below * other.below)

    __rmul__ = __mul__


Exact = Union[Fraction, Surd]  # noqa: UP007 (a runtime alias, also used before the classes exist)
Real = Union[Fraction, Surd, Enclosure]  # noqa: UP007
_EXACT = (int, Surd, Fraction)  # whose metaclass is asked last: it is slow to say no
_REAL = (int, Surd, Enclosure, Fraction)


def surd(parts: dict[int, Fraction]) -> Real:
    """Σ q·√d in canonical form: a rational when it is one, an enclosure when it has too many parts."""
    below = lcm(*(q.denominator for q in parts.values()))
    return _reduced({d: q.numerator * (below // q.denominator) for d, q in parts.items()}, below)


def _reduced(roots: dict[int, int], below: int) -> Real:
    """Σ n·√d / below in canonical form, as `surd` gives it."""
    kept = sorted([pair for pair in roots.items() if pair[1]])
    if not kept:
        return ZERO
    if len(kept) == 1 and kept[0][0] == 1:
        return Fraction(kept[0][1], below)
    common = gcd(below, *[n for _, n in kept])
    value = Surd(tuple([(d, n // common) for d, n in kept]), below // common)
    if len(kept) > MAX_RADICALS or kept[-1][0].bit_length() > MAX_RADICAND_BITS:
        return enclose(value)
    return value


def outward(lo: Fraction, hi: Fraction) -> Enclosure:
    """The enclosure [lo, hi], endpoints rounded outward."""
    return Enclosure(round_outward(lo, up=False), round_outward(hi, up=True))


def root_bounds(value: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above √value for value ≥ 0, to about so many significant bits."""
    if value == 0:
        return ZERO, ZERO
    numerator, denominator = value.numerator, value.denominator
    shift = max(0, bits - (numerator.bit_length() - denominator.bit_length()) // 2)
    scaled, rest = divmod(numerator << (2 * shift), denominator)
    root = isqrt(scaled)
    exact = rest == 0 and root * root == scaled
    return Fraction(root, 1 << shift), Fraction(root if exact else root + 1, 1 << shift)


def surd_bounds(value: Surd, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above a surd, each root to so many bits."""
    lo = hi = ZERO
    for d, q in value.parts:
        below, above = root_bounds(Fraction(d), bits)
        lo += q * (below if q > 0 else above)
        hi += q * (above if q > 0 else below)
    return lo, hi


def enclose(value: Real | int) -> Enclosure:
    """The narrowest enclosure we keep of a value."""
    if isinstance(value, Enclosure):
        return value
    if not isinstance(value, Surd):
        exact = Fraction(value)
        return outward(exact, exact)
    bits = PRECISION + 32
    while True:
        lo, hi = surd_bounds(value, bits)
        if (lo > 0 or hi < 0) and (hi - lo) * (1 << PRECISION) <= min(abs(lo), abs(hi)):
            return outward(lo, hi)
        bits *= 2


def sign(value: Real | int) -> int | None:
    """−1, 0 or 1 when certain, else None."""
    if isinstance(value, Surd):
        if len(signs := {n > 0 for _, n in value.roots}) == 1:
            return 1 if signs.pop() else -1
        value = enclose(value)
    if isinstance(value, Enclosure):
        if value.lo > 0:
            return 1
        if value.hi < 0:
            return -1
        return 0 if value.lo == value.hi == 0 else None
    return (value > 0) - (value < 0)


def is_nonneg(value: Real | int) -> bool | None:
    """Whether value ≥ 0, when certain."""
    if isinstance(value, Enclosure):
        return True if value.lo >= 0 else False if value.hi < 0 else None
    return sign(value) != -1


def is_zero(value: Real | int) -> bool | None:
    """Whether value = 0, when certain."""
    known = sign(value)
    return None if known is None else known == 0


def equal(left: Real | int, right: Real | int) -> bool | None:
    """Whether two numbers are equal; None when that cannot be certified."""
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        return False if differ(left, right) else None
    return left == right


def differ(left: Real | int, right: Real | int) -> bool:
    """Whether two numbers are certainly different."""
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        one, other = enclose(left), enclose(right)
        return one.hi < other.lo or other.hi < one.lo
    return left != right


def greater(left: Real | int, right: Real | int) -> Real | int:
    """The greater of two numbers; where that is not certain, an enclosure of it."""
    known = sign(left - right)
    if known is not None:
        return left if known >= 0 else right
    one, other = enclose(left), enclose(right)
    return Enclosure(max(one.lo, other.lo), max(one.hi, other.hi))


def reciprocal(value: Real | int) -> Real:
    """1/value; raises `UndefinedAtPoint` at 0, and where 0 cannot be excluded."""
    if isinstance(value, int | Fraction):
        if value == 0:
            raise UndefinedAtPoint("division by zero")
        return Fraction(value.denominator, value.numerator)
    if isinstance(value, Surd):
        return _surd_reciprocal(value)
    if value.lo <= 0 <= value.hi:
        raise UndefinedAtPoint("division by a number that cannot be told from zero")
    return outward(1 / value.hi, 1 / value.lo)


def _surd_reciprocal(value: Surd) -> Real:
    """Rationalise root by root: 1/(a + b√p) = (a − b√p)/(a² − p b²), where √p no longer occurs below.

    p need not be prime: it suffices that every radicand is a multiple of p or prime to p, since √p is then independent
    of the other roots.
    """
    above: Real = ONE
    below: Real = value
    while isinstance(below, Surd):
        radicands = [d for d, _ in below.roots if d != 1]
        divisor = radicands[0]
        while True:
            smaller = min(gcd(divisor, d) for d in radicands if gcd(divisor, d) > 1)
            if smaller == divisor:
                break
            divisor = smaller
        conjugate = surd({d: -q if d % divisor == 0 else q for d, q in below.parts})
        above, below = above * conjugate, below * conjugate
    return above * reciprocal(below)


def check_bits(value: Real | int) -> None:
    """Raise `UndefinedAtPoint` for a number too long to compute with."""
    if isinstance(value, int | Fraction):
        parts: tuple[int | Fraction, ...] = (value,)
    elif isinstance(value, Enclosure):
        parts = (value.lo, value.hi)
    else:
        short = max(value.below, *(abs(n) for _, n in value.roots)).bit_length() <= MAX_BITS
        parts = () if short else tuple(q for _, q in value.parts)
    for part in parts:
        if part.numerator.bit_length() > MAX_BITS or part.denominator.bit_length() > MAX_BITS:
            raise UndefinedAtPoint(f"a number of more than {MAX_BITS} bits, too large to be computed exactly")


# --- showing ----------------------------------------------------------------------------------------------------


#: Numbers with so many digits are shown by the leading ones.
_LONG = 10**4000


def show(value: Real) -> str:
    """``1/2``, ``√2/2``, ``1 - 3√5/4``; of an enclosure its leading digits and a bound of the error.

    >>> show(surd({1: Fraction(1), 5: Fraction(-3, 4)}))
    '1 - 3√5/4'
    """
    if isinstance(value, Fraction):
        long = max(abs(value.numerator), value.denominator) >= _LONG
        return f"about {_decimal(value, 20)}" if long else str(value)
    if isinstance(value, Enclosure):
        middle = (value.lo + value.hi) / 2
        shown = Fraction(f"{_decimal(middle, 20)}")
        error = max(value.hi - shown, shown - value.lo)
        return f"{_decimal(middle, 20)} ± {_decimal(error, 1, up=True)}"
    words: list[str] = []
    for d, q in value.parts:
        size = abs(q)
        above = (str(size.numerator) if size.numerator != 1 or d == 1 else "") + (f"√{d}" if d != 1 else "")
        word = above + (f"/{size.denominator}" if size.denominator != 1 else "")
        words.append((" - " if q < 0 else " + ") + word if words else ("-" if q < 0 else "") + word)
    return "".join(words)


def show_latex(value: Real) -> str:
    r"""The same in LaTeX: ``\sqrt{2}/2``.

    >>> show_latex(surd({1: Fraction(1), 5: Fraction(-3, 4)}))
    '1 - 3\\sqrt{5}/4'
    """
    return re.sub(r"√(\d+)", r"\\sqrt{\1}", show(value)).replace("±", r"\pm")


def nearest_float(value: Real) -> float:
    """The value in floating point, rounded once (of an enclosure its middle)."""
    if isinstance(value, Fraction):
        return float(value)
    known = enclose(value)
    return float((known.lo + known.hi) / 2)


def to_json(value: Real) -> str | dict[str, str]:
    """A string for an exact number; for an enclosure its two ends, decimal, rounded outward."""
    if isinstance(value, Enclosure):
        return {"lo": _decimal(value.lo, 40), "hi": _decimal(value.hi, 40, up=True)}
    return show(value)


def _decimal(value: Fraction, digits: int, up: bool = False) -> str:
    """So many significant decimal digits, rounded down or up, as 12.5 or 1.25e-30."""
    if value == 0:
        return "0"
    exponent = 0
    size = abs(value)
    # The estimate by bit lengths is off by at most one decade, which the two loops below repair.
    exponent = int((size.numerator.bit_length() - size.denominator.bit_length()) * 0.30103)
    while Fraction(10) ** exponent > size:
        exponent -= 1
    while Fraction(10) ** (exponent + 1) <= size:
        exponent += 1
    scaled = value / Fraction(10) ** (exponent - digits + 1)
    whole = -((-scaled.numerator) // scaled.denominator) if up else scaled.numerator // scaled.denominator
    text = str(abs(whole))
    exponent += len(text) - digits
    mark = "-" if whole < 0 else ""
    if -6 <= exponent < digits:
        point = exponent + 1
        text = text[:point] + "." + text[point:] if point > 0 else "0." + "0" * -point + text
        return mark + text.rstrip("0").rstrip(".") if "." in text else mark + text
    mantissa = (text[0] + "." + text[1:]).rstrip("0").rstrip(".")
    return f"{mark}{mantissa}e{exponent}"
