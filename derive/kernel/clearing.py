"""Equality of forms: what they divide by is multiplied through, scalars and entries at legs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import TypeVar

from derive.kernel.algebra import Algebra
from derive.kernel.forms import Form, entry, leg_dims, legs_of

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
    while form and algebra.reciprocals:
        highest = _highest(pair for _, monomial in form for pair in monomial if pair[0] in algebra.reciprocals)
        if not highest:
            break
        number, top = max(highest.items())  # the youngest: its divisor may contain older reciprocals, never the reverse
        divisor = algebra.reciprocals[number]
        divisors.append((divisor, top))
        by_power: dict[int, Form] = {}
        for (graph, monomial), value in form.items():
            place = bisect_left(monomial, (number,))
            here = place < len(monomial) and monomial[place][0] == number
            exponent, rest = (monomial[place][1], monomial[:place] + monomial[place + 1 :]) if here else (0, monomial)
            by_power.setdefault(exponent, {})[graph, rest] = value
        form = _multiplied(algebra, by_power, top, partial(_times, algebra, divisor))
    return form, divisors


def _times(algebra: Algebra, divisor: Form, total: Form) -> Form:
    return algebra.times(total, divisor)


def _cleared_at_legs(algebra: Algebra, form: Form) -> Form:
    """The form times what it divides by at its legs, where that is an entry: both vanish at the same places."""
    while form and (algebra.divisors or algebra.squares):
        highest = _highest(
            ((symbol, tuple(map(legs.index, places))), power)
            for (_, legs, factors), _ in form
            for symbol, places, exponent in factors
            if (power := _power_below(algebra, symbol, exponent)) > 0 and set(places) <= set(legs)
        )
        if not highest:
            break
        (symbol, seats), top = max(highest.items())  # the youngest: what it stands for may contain older ones
        form = clear_reciprocals(algebra, _cleared_of_entry(algebra, form, symbol, seats, top))
    return form


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
