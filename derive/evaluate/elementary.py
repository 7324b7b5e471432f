"""Square roots, half-integer powers and the elementary functions of exact real numbers.

Roots of rationals are exact (squarefree part by trial division); exp, log and tanh are sums in fixed point, rounded
outward, with a bound of what is left out: exp by its Taylor series after halving the argument, log by the series of artanh
after splitting off a power of two.  exp(0) = 1, log(1) = 0 and tanh(0) = 0 are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, wraps
from math import factorial, isqrt

from derive.errors import UndefinedAtPoint
from derive.evaluate import numbers
from derive.evaluate.numbers import ONE, ZERO, Enclosure, Real, Surd

#: Square factors are looked for up to this divisor; what remains below its cube is squarefree or a square.
TRIAL_BOUND = 4096
#: Arguments of exp beyond this are not evaluated.
MAX_EXP_ARGUMENT = 4096
_GUARD = numbers.PRECISION + 64


@lru_cache(maxsize=4096)
def square_parts(number: int) -> tuple[int, int] | None:
    """(s, d) with number = s² d and d squarefree, for number ≥ 1; None when trial division does not find out."""
    square = free = 1
    rest = number
    for divisor in _primes():
        if divisor * divisor > rest:
            break
        count = 0
        while rest % divisor == 0:
            rest //= divisor
            count += 1
        square *= divisor ** (count // 2)
        free *= divisor ** (count % 2)
    root = isqrt(rest)
    if root * root == rest:
        # A square that may itself have square factors is still a square: nothing of it stays under the root.
        return square * root, free
    if rest < TRIAL_BOUND**3:
        # Fewer than three prime factors, all beyond the bound or one alone, and not a square: squarefree.
        return square, free * rest
    return None


@lru_cache(maxsize=1)
def _primes() -> tuple[int, ...]:
    sieve = bytearray([1]) * TRIAL_BOUND
    for number in range(2, isqrt(TRIAL_BOUND) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, TRIAL_BOUND, number)))
    return tuple(number for number in range(2, TRIAL_BOUND) if sieve[number])


def sqrt(value: Real | int) -> Real:
    """√value ≥ 0; raises `UndefinedAtPoint` below 0, and where value ≥ 0 cannot be certified."""
    known = numbers.is_nonneg(value)
    if known is None:
        raise UndefinedAtPoint("the root of a number of which value ≥ 0 cannot be certified")
    if not known:
        raise UndefinedAtPoint("the root of a negative number")
    if isinstance(value, int | Fraction):
        if value == 0:
            return ZERO
        found = square_parts(value.numerator * value.denominator)
        if found is not None:
            return numbers.surd({found[1]: Fraction(found[0], value.denominator)})
    if isinstance(value, Surd):
        exact = _denested(value)
        if exact is not None:
            return exact
    bounds = numbers.enclose(value)
    return numbers.outward(numbers.root_bounds(bounds.lo, _GUARD)[0], numbers.root_bounds(bounds.hi, _GUARD)[1])


def _denested(value: Surd) -> Real | None:
    """√(a + b√d) = √((a + s)/2) ± √((a − s)/2) when s = √(a² − b² d) is rational (Borodin et al. 1985)."""
    parts = dict(value.parts)
    a = parts.pop(1, ZERO)
    if len(parts) != 1:
        return None
    ((d, b),) = parts.items()
    square = a * a - b * b * d
    if square < 0:
        return None
    s = sqrt(square)
    if not isinstance(s, Fraction):
        return None
    first, second = sqrt((a + s) / 2), sqrt((a - s) / 2)
    root = first + second if b > 0 else first - second
    return root if isinstance(root, Fraction | Surd) and root * root == value else None


def power(base: Real | int, exponent: int) -> Real | int:
    """base ** exponent; 0 ** 0 = 1.  Raises `UndefinedAtPoint` for 0 to a negative power."""
    if exponent < 0:
        base, exponent = numbers.reciprocal(base), -exponent
    if isinstance(base, int | Fraction):
        if exponent * max(base.numerator.bit_length(), base.denominator.bit_length()) > 2 * numbers.MAX_BITS:
            raise UndefinedAtPoint(f"a power of more than {numbers.MAX_BITS} bits, too large to be computed exactly")
        return base**exponent
    if isinstance(base, Enclosure) and exponent % 2 == 0 and base.lo <= 0 <= base.hi:
        # x² ≥ 0 even where the sign of x is not known.
        return numbers.outward(ZERO, max(-base.lo, base.hi) ** exponent) if exponent else ONE
    result: Real | int = ONE
    while exponent:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        if exponent:
            base = base * base
    return result


def absolute(value: Real | int) -> Real | int:
    """|value|."""
    known = numbers.sign(value)
    if known is not None:
        return -value if known < 0 else value
    bounds = numbers.enclose(value)
    return Enclosure(ZERO, max(-bounds.lo, bounds.hi))


def _kept_of_rationals(function: Callable[[Real | int], Real]) -> Callable[[Real | int], Real]:
    """The function; its values at rationals are remembered, since the points of a search are made of a few small ones."""
    kept = lru_cache(maxsize=4096)(function)

    @wraps(function)
    def value_of(value: Real | int) -> Real:
        return kept(value) if isinstance(value, int | Fraction) else function(value)

    return value_of


@_kept_of_rationals
def exp(value: Real | int) -> Real:
    """eˣ."""
    if value == ZERO:
        return ONE
    bounds = numbers.enclose(value)
    if max(abs(bounds.lo), abs(bounds.hi)) > MAX_EXP_ARGUMENT:
        raise UndefinedAtPoint(f"exp beyond ±{MAX_EXP_ARGUMENT}, too large to be enclosed")
    return numbers.outward(_exp_bounds(bounds.lo)[0], _exp_bounds(bounds.hi)[1])


@lru_cache(maxsize=1024)
def _exp_bounds(x: Fraction) -> tuple[Fraction, Fraction]:
    """exp x = exp(x/2ᵏ)^(2ᵏ) with |x|/2ᵏ < 1/256; the tail of the series is at most twice its first term."""
    halvings = max(0, abs(x.numerator).bit_length() - x.denominator.bit_length() + 10)
    bits = _GUARD + 2 * halvings
    low, high = _scaled(abs(x) / (1 << halvings), bits)
    lo = hi = term_lo = term_hi = 1 << bits
    count = 0
    while term_hi > 1:
        count += 1
        term_lo = term_lo * low // (count << bits)
        term_hi = _up(term_hi * high, count << bits)
        lo, hi = lo + term_lo, hi + term_hi
    hi += 2 * term_hi
    for _ in range(halvings):
        lo, hi = lo * lo >> bits, _up(hi * hi, 1 << bits)
    below, above = Fraction(lo, 1 << bits), Fraction(hi, 1 << bits)
    return (below, above) if x > 0 else (1 / above, 1 / below)


def _scaled(value: Fraction, bits: int) -> tuple[int, int]:
    """The integers below and above value · 2ᵇⁱᵗˢ."""
    return (value.numerator << bits) // value.denominator, _up(value.numerator << bits, value.denominator)


def _up(numerator: int, denominator: int) -> int:
    """The least integer that is not below a quotient."""
    return -(-numerator // denominator)


@_kept_of_rationals
def log(value: Real | int) -> Real:
    """The natural logarithm; raises `UndefinedAtPoint` for value ≤ 0, and where value > 0 cannot be certified."""
    if value == ONE:
        return ZERO
    if numbers.sign(value) != 1:
        raise UndefinedAtPoint("the logarithm of a number that is not certainly positive")
    bounds = numbers.enclose(value)
    return numbers.outward(_log_bounds(bounds.lo)[0], _log_bounds(bounds.hi)[1])


@lru_cache(maxsize=1024)
def _log_bounds(x: Fraction) -> tuple[Fraction, Fraction]:
    """log x = 2 artanh((m − 1)/(m + 1)) + k log 2 with x = m 2ᵏ and 2/3 ≤ m ≤ 4/3."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / (1 << k) if k >= 0 else x * (1 << -k)
    while m > Fraction(4, 3):
        m, k = m / 2, k + 1
    while m < Fraction(2, 3):
        m, k = m * 2, k - 1
    lo, hi = _artanh_bounds((m - 1) / (m + 1))
    two_lo, two_hi = _artanh_bounds(Fraction(1, 3)) if k else (ZERO, ZERO)
    if k < 0:
        two_lo, two_hi = two_hi, two_lo
    return 2 * (lo + k * two_lo), 2 * (hi + k * two_hi)


@lru_cache(maxsize=1024)
def _artanh_bounds(t: Fraction) -> tuple[Fraction, Fraction]:
    """artanh t = t + t³/3 + t⁵/5 + … for |t| ≤ 1/3; the tail is at most a quarter of the last term, taken whole."""
    if t == 0:
        return ZERO, ZERO
    bits = _GUARD + max(0, t.denominator.bit_length() - t.numerator.bit_length())
    low, high = lo, hi = power_lo, power_hi = _scaled(abs(t), bits)
    count = 1
    while power_hi > 1:
        count += 2
        power_lo = power_lo * low * low >> 2 * bits
        power_hi = _up(power_hi * high * high, 1 << 2 * bits)
        lo, hi = lo + power_lo // count, hi + _up(power_hi, count)
    below, above = Fraction(lo, 1 << bits), Fraction(hi + power_hi, 1 << bits)
    return (below, above) if t > 0 else (-above, -below)


@_kept_of_rationals
def tanh(value: Real | int) -> Real:
    """tanh x = 1 − 2/(e²ˣ + 1); rounded into [−1, 1]."""
    if value == ZERO:
        return ZERO
    result = numbers.enclose(1 - 2 * numbers.reciprocal(exp(2 * value) + 1))
    return Enclosure(max(result.lo, -ONE), min(result.hi, ONE))


@lru_cache(maxsize=1)
def pi() -> Enclosure:
    """π = 16 arctan(1/5) − 4 arctan(1/239) (Machin, 1706)."""
    (below, above), (least, most) = _arctan_bounds(5), _arctan_bounds(239)
    return numbers.outward(16 * below - 4 * most, 16 * above - 4 * least)


def _arctan_bounds(n: int) -> tuple[Fraction, Fraction]:
    """arctan 1/n = 1/n − 1/(3n³) + 1/(5n⁵) − …, which lies between any two partial sums that follow each other."""
    total, power, count = ZERO, Fraction(1, n), 1
    while True:
        term = power / count
        if abs(term) * (1 << _GUARD) < 1:
            return min(total, total + term), max(total, total + term)
        total, power, count = total + term, -power / n**2, count + 2


def derived_quotient(coefficients: Sequence[Real | int], order: int, x: Real | int) -> Real | int:
    """The derivative of this order at x of (c₀ + c₁ t + c₂ t² + …)/(1 + t²), n! times a coefficient of its series there."""
    above = [*coefficients]
    for start in range(len(above)):  # the polynomial in t − x, by Horner's rule
        for place in range(len(above) - 2, start - 1, -1):
            above[place] = above[place] + x * above[place + 1]
    divisor = numbers.reciprocal(1 + x * x)
    before: Real | int = 0
    last: Real | int = 0
    for n in range(order + 1):
        rest = (above[n] if n < len(above) else 0) - 2 * x * last - before
        before, last = last, rest * divisor
    return factorial(order) * last
