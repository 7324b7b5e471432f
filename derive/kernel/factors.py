"""Forms taken apart: content and common factors, exact division, primes, and legs that nothing hangs on."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from derive.kernel.algebra import Algebra
from derive.kernel.forms import Form, Monomial, Rational
from derive.kernel.graphs import EMPTY, Graph, part_of

#: Primes are split off by trial division up to here.
MAX_PRIME = 2_000

#: Terms of a quotient after which a trial division gives up.
MAX_QUOTIENT = 200


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


def divide(algebra: Algebra, form: Form, divisor: Form) -> Form | None:
    """The quotient when it is exact, else None; the quotient found is multiplied back."""
    numbers = sorted({n for f in (form, divisor) for _, monomial in f for n, _ in monomial})
    place = {number: i for i, number in enumerate(numbers)}

    def dense(monomial: Monomial) -> tuple[int, ...]:
        powers = [0] * len(numbers)
        for number, exponent in monomial:
            powers[place[number]] = exponent
        return tuple(powers)

    rest = {dense(monomial): value for (_, monomial), value in form.items()}
    terms = {dense(monomial): value for (_, monomial), value in divisor.items()}
    lead = max(terms)
    quotient: dict[tuple[int, ...], Rational] = {}
    while rest:
        top = max(rest)
        powers = tuple(a - b for a, b in zip(top, lead, strict=True))
        if min(powers) < 0 or len(quotient) > MAX_QUOTIENT:
            return None
        factor = Fraction(rest[top]) / terms[lead]
        quotient[powers] = factor
        for term, value in terms.items():
            key = tuple(a + b for a, b in zip(term, powers, strict=True))
            new = rest.get(key, 0) - factor * value
            if new:
                rest[key] = new
            else:
                rest.pop(key, None)
    result: Form = {
        (EMPTY, tuple((n, e) for n, e in zip(numbers, powers, strict=True) if e)): value
        for powers, value in quotient.items()
    }
    return result if algebra.times(result, divisor) == form else None


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
    kept = [seat for seat in range(count) if any(_depends(graph, seat) for graph, _ in form)]
    if len(kept) == count:
        return form, tuple(kept)
    found: Form = {}
    for ((dims, legs, factors), monomial), value in form.items():
        gone = {legs[seat] for seat in range(count) if seat not in kept}
        staying = [vertex for vertex in range(len(dims)) if vertex not in gone]
        graph = part_of(dims, staying, [legs[seat] for seat in kept], factors)
        found[graph, monomial] = value
    return algebra.normal(found), tuple(kept)


def _depends(graph: Graph, seat: int) -> bool:
    _, legs, factors = graph
    return legs.count(legs[seat]) > 1 or any(legs[seat] in vertices for _, vertices, _ in factors)
