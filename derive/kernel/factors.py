"""Forms taken apart: what they divide by, content and common factors, exact division, primes, legs that nothing hangs on.

Two forms are equal when their difference, times what it divides by, is empty: scalars, and entries at legs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd, isqrt, lcm, prod
from typing import TypeVar

from derive.kernel.algebra import Algebra
from derive.kernel.forms import Form, Monomial, Rational, entry, leg_dims, legs_of
from derive.kernel.graphs import EMPTY, Graph, part_of

Key = TypeVar("Key", bound=Hashable)


def is_zero(algebra: Algebra, form: Form) -> bool:
    """Does the form vanish for all sizes and data where it is defined?"""
    return not _cleared_at_legs(algebra, clear_reciprocals(algebra, form))


def clear_reciprocals(algebra: Algebra, form: Form) -> Form:
    """The form times the least product of divisors that leaves no reciprocal of a scalar in it."""
    return divisors_cleared(algebra, form)[0]


def divisors_cleared(algebra: Algebra, form: Form) -> tuple[Form, list[tuple[Form, int]]]:
    """form · ∏ qᵉ without reciprocals of scalars, and the list of (q, e)."""
    divisors: list[tuple[Form, int]] = []
    while highest := _highest(pair for _, monomial in form for pair in monomial if pair[0] in algebra.reciprocals):
        number, top = max(highest.items())  # the youngest: its divisor may contain older reciprocals, never the reverse
        divisor = algebra.reciprocals[number]
        divisors.append((divisor, top))
        by_power: dict[int, Form] = {}
        for (graph, monomial), value in form.items():
            rest = tuple([pair for pair in monomial if pair[0] != number])
            by_power.setdefault(dict(monomial).get(number, 0), {})[graph, rest] = value
        form = _multiplied(algebra, by_power, top, partial(algebra.times, right=divisor))
    return form, divisors


def _cleared_at_legs(algebra: Algebra, form: Form) -> Form:
    """The form times what it divides by at its legs, where that is an entry: both vanish at the same places."""
    while highest := _below_at_legs(algebra, form):
        (symbol, seats), top = max(highest.items())  # the youngest: what it stands for may contain older ones
        form = clear_reciprocals(algebra, _cleared_of_entry(algebra, form, symbol, seats, top))
    return form


def entries_cleared(
    algebra: Algebra, form: Form, among: Callable[[Form], bool]
) -> tuple[Form, list[tuple[Form, tuple[int, ...], int]]]:
    """form · ∏ dᵉ without the reciprocals 1/d of such entries at its legs, and the list of d, its legs among them, and e."""
    divisors: list[tuple[Form, tuple[int, ...], int]] = []
    while highest := {
        place: power
        for place, power in _below_at_legs(algebra, form).items()
        if place[0] in algebra.divisors and among(algebra.divisors[place[0]])
    }:
        (symbol, seats), top = max(highest.items())
        form = _cleared_of_entry(algebra, form, symbol, seats, top)
        divisors.append((algebra.divisors[symbol], seats, top))
    return form, divisors


def _below_at_legs(algebra: Algebra, form: Form) -> dict[tuple[int, tuple[int, ...]], int]:
    """The highest powers of the entries at the legs of a form that it divides by."""
    if not (algebra.divisors or algebra.squares):
        return {}
    return _highest(
        ((symbol, tuple(map(legs.index, places))), power)
        for (_, legs, factors), _ in form
        for symbol, places, exponent in factors
        if (power := _power_below(algebra, symbol, exponent)) > 0 and set(places) <= set(legs)
    )


def _cleared_of_entry(algebra: Algebra, form: Form, symbol: int, seats: tuple[int, ...], top: int) -> Form:
    """The form times a power of d at these legs, for the symbol of 1/d, or of √p for its own."""
    divisor = algebra.divisors.get(symbol)
    if divisor is None:
        divisor = entry(leg_dims(algebra.squares[symbol]), symbol)
    labels = legs_of(form)
    by_power: dict[int, Form] = {}
    for ((dims, legs, factors), monomial), value in form.items():
        places = tuple(legs[seat] for seat in seats)
        places = tuple(sorted(places)) if symbol in algebra.properties.symmetric else places
        exponent = sum(e for s, at, e in factors if (s, at) == (symbol, places))
        here = min(max(_power_below(algebra, symbol, exponent), 0), top)
        less = ((symbol, places, -_power_below(algebra, symbol, here)),)
        rest = (dims, legs, (*factors, *less) if here else factors)
        by_power.setdefault(here, {})[rest, monomial] = value
    by_power = {power: algebra.normal(part) for power, part in by_power.items()}
    return _multiplied(algebra, by_power, top, lambda total: algebra.contract(total, labels, divisor, seats, labels))


def _power_below(algebra: Algebra, symbol: int, exponent: int) -> int:
    """The power of d in (1/d)ᵉ, or of √p in √pᵉ, below the fraction bar; of other symbols 0."""
    return exponent if symbol in algebra.divisors else -exponent if symbol in algebra.squares else 0


def _highest(powers: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Of each of what is divided by the highest power."""
    found: dict[Key, int] = {}
    for key, power in powers:
        found[key] = max(found.get(key, 0), power)
    return found


def _multiplied(algebra: Algebra, by_power: dict[int, Form], top: int, times: Callable[[Form], Form]) -> Form:
    """Σ part · q^(top − power), by Horner's scheme: ``times`` multiplies by q."""
    result: Form = {}
    for power in range(min(by_power), top + 1):
        result = times(result) if result else {}
        result = algebra.add(result, by_power.get(power, {}))
    return result


#: Primes are split off by trial division up to here.
MAX_PRIME = 2_000

#: Terms of a quotient after which a trial division gives up.
MAX_QUOTIENT = 200

#: Terms of a root after which none is looked for, and the greatest number that it may begin with the power of.
MAX_ROOT = 12
MAX_NUMBER = 10**12


def split(form: Form) -> tuple[Rational, Monomial, Form]:
    """form = content · common powers · primitive, with integers in it; the content is negative only for a single term."""
    if len(form) == 1:
        (((graph, monomial), value),) = form.items()
        return value.numerator if value.denominator == 1 else value, monomial, {(graph, ()): 1}
    above = gcd(*(value.numerator for value in form.values()))
    below = lcm(*(value.denominator for value in form.values()))
    content: Rational = above if below == 1 else Fraction(above, below)
    lowest: dict[int, int] = {}
    count: dict[int, int] = {}
    for _, monomial in form:
        for number, exponent in monomial:
            lowest[number] = min(lowest.get(number, exponent), exponent)
            count[number] = count.get(number, 0) + 1
    shared = {n: e if count[n] == len(form) else min(e, 0) for n, e in lowest.items()}
    common = tuple(sorted((n, e) for n, e in shared.items() if e))
    if content == 1 and not common:
        return content, common, form
    primitive: Form = {}
    for (graph, monomial), value in form.items():
        rest = dict(monomial)
        for number, exponent in common:
            rest[number] = rest.get(number, 0) - exponent
        key = graph, tuple(sorted((n, e) for n, e in rest.items() if e))
        primitive[key] = value.numerator // above * (below // value.denominator)
    return content, common, primitive


def divide(form: Form, divisor: Form) -> Form | None:
    """The quotient of forms without legs when it is exact and short, else None."""
    above, below = ({monomial: value for (_, monomial), value in each.items()} for each in (form, divisor))
    steps = iter(range(MAX_QUOTIENT))
    found = quotient(above, below, lambda left, factor: next(steps, None) is not None)
    return None if found is None else {(EMPTY, monomial): value for monomial, value in found.items()}


def quotient(
    polynomial: Mapping[Monomial, Rational],
    divisor: Mapping[Monomial, Rational],
    goes_on: Callable[[int, Fraction], bool],
) -> dict[Monomial, Fraction] | None:
    """The quotient of polynomials, with exponents ≥ 0, when the division is exact, else None.

    ``goes_on`` is asked before each step, with the number of terms that are left and the next coefficient.
    """
    numbers = _numbered(polynomial, divisor)
    rest = {_dense(monomial, numbers): value for monomial, value in polynomial.items()}
    terms = {_dense(monomial, numbers): value for monomial, value in divisor.items()}
    lead, last = max(terms), min(terms)
    if rest and any(a < b for a, b in zip(min(rest), last, strict=True)):
        return None
    found: dict[Monomial, Fraction] = {}
    while rest:
        top = max(rest)
        powers = tuple(a - b for a, b in zip(top, lead, strict=True))
        factor = Fraction(rest[top]) / terms[lead]
        if min(powers, default=0) < 0 or not goes_on(len(rest), factor):
            return None
        found[tuple((n, e) for n, e in zip(numbers, powers, strict=True) if e)] = factor
        for term, value in terms.items():
            key = tuple(a + b for a, b in zip(term, powers, strict=True))
            new = rest.get(key, 0) - factor * value
            if new:
                rest[key] = new
            else:
                rest.pop(key, None)
    return found


def root_of(polynomial: Mapping[Monomial, Rational], degree: int) -> dict[Monomial, Rational] | None:
    """What has this power, of integers and with exponents of any sign, where it is short and begins with a positive one."""
    numbers = _numbered(polynomial)
    terms = {_dense(monomial, numbers): value for monomial, value in polynomial.items()}
    top, last = max(terms), min(terms)
    first = round(float(terms[top]) ** (1 / degree)) if 0 < terms[top] <= MAX_NUMBER else 0
    if first**degree != terms[top] or any(exponent % degree for exponent in (*top, *last)):
        return None
    lead, end = ([exponent // degree for exponent in powers] for powers in (top, last))
    found = {tuple(lead): first}
    while len(found) <= MAX_ROOT:
        rest: dict[tuple[int, ...], Rational] = dict(terms)
        for chosen in product(found.items(), repeat=degree):
            powers = tuple(map(sum, zip(*(each for each, _ in chosen), strict=True)))
            rest[powers] = rest.get(powers, 0) - prod(value for _, value in chosen)
        rest = {powers: value for powers, value in rest.items() if value}
        if not rest:
            return {tuple((n, e) for n, e in zip(numbers, each, strict=True) if e): v for each, v in found.items()}
        following = max(rest)
        powers = tuple(a - (degree - 1) * b for a, b in zip(following, lead, strict=True))
        number = Fraction(rest[following]) / (degree * first ** (degree - 1))
        if powers < tuple(end) or powers in found or number.denominator != 1:
            return None
        found[powers] = number.numerator
    return None


def _numbered(*polynomials: Iterable[Monomial]) -> dict[int, int]:
    """The generators of polynomials in their order, each with its place."""
    return {n: place for place, n in enumerate(sorted({n for p in polynomials for monomial in p for n, _ in monomial}))}


def _dense(monomial: Monomial, numbers: Mapping[int, int]) -> tuple[int, ...]:
    powers = [0] * len(numbers)
    for number, exponent in monomial:
        powers[numbers[number]] = exponent
    return tuple(powers)


def factored(number: int) -> list[tuple[int, int]]:
    """Primes up to `MAX_PRIME` with their exponents, and what is left, as its root where it is a square."""
    found: list[tuple[int, int]] = []
    prime = 2
    while prime <= MAX_PRIME and prime * prime <= number:
        count = 0
        while number % prime == 0:
            number, count = number // prime, count + 1
        if count:
            found.append((prime, count))
        prime += 1
    if number > 1:
        whole = isqrt(number)
        found.append((whole, 2) if whole**2 == number else (number, 1))
    return found


def without_bare_legs(algebra: Algebra, form: Form) -> tuple[Form, tuple[int, ...]]:
    """The form without the legs that it does not depend on, and the places of those that stay."""
    count = len(next(iter(form))[0][1])
    kept = [seat for seat in range(count) if any(depends(graph, seat) for graph, _ in form)]
    if len(kept) == count:
        return form, tuple(kept)
    found: Form = {}
    for ((dims, legs, factors), monomial), value in form.items():
        gone = {legs[seat] for seat in range(count) if seat not in kept}
        staying = [vertex for vertex in range(len(dims)) if vertex not in gone]
        graph = part_of(dims, staying, [legs[seat] for seat in kept], factors)
        found[graph, monomial] = value
    return algebra.normal(found), tuple(kept)


def depends(graph: Graph, seat: int) -> bool:
    """Does a graph depend on where a leg is?"""
    _, legs, factors = graph
    return legs.count(legs[seat]) > 1 or any(legs[seat] in vertices for _, vertices, _ in factors)
