"""Square roots of forms, and reciprocals of those without legs.

*Reciprocals.*  1/p of a single term is a term with negative exponents.  Of a sum, rational content and common powers are
taken out, and the rest q becomes the generator 1/q.

*Roots.*  √p is split by √(x y) = √x √y, which holds for principal roots whenever x ≥ 0 is real, whatever y is.  The factors
x that are taken out are those known to be ≥ 0: positive rational content (by primes), powers of dimensions, of parameters
declared so, of sums of even powers, even powers x²ᵏ = (|x|)²ᵏ of anything, and the sums that `register_nonneg` was told of.
Those are found by trial division; a quotient counts only if it multiplies back.  What is left is one generator √q.  So
√N · √(σ² + ε) and √(|Πa|² + N ε) meet, and √(x²) does not become x.

*Roots of entries.*  Of a form p with legs, √p is taken entry by entry.  Scalars are split off as above, and a product of
entries by √(x² y) = |x| √y.  What is left, √q, is one symbol with a leg for every leg of q.  Its square is q wherever it
meets itself (`Algebra.squares`), and the square of 1/√q is 1/q.

An author's √p comes with p ≥ 0 (its ledger); a factor √y split off may be imaginary only where the factor √x beside it is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm

from derive.errors import NowhereDefined
from derive.kernel.forms import (
    ONE,
    Algebra,
    ClosedGenerator,
    DimensionGenerator,
    Form,
    FrozenForm,
    Monomial,
    ParameterGenerator,
    Rational,
    ReciprocalGenerator,
    RootGenerator,
    constant,
    freeze,
)
from derive.kernel.graphs import EMPTY, Factor, Graph

#: Primes are split off by trial division up to here.
MAX_PRIME = 2_000

#: Terms of a quotient after which a trial division gives up.
MAX_QUOTIENT = 200


@dataclass(frozen=True)
class RootOf:
    """The key of the symbol whose entries are the roots of others."""

    radicand: FrozenForm


def reciprocal(algebra: Algebra, form: Form) -> Form:
    """1/form; raises `NowhereDefined` when the form is identically zero."""
    cleared, divisors = algebra.divisors_cleared(form)
    if not cleared:
        raise NowhereDefined("a divisor that is identically 0")
    content, common, primitive = split(cleared)
    if len(primitive) > 1 and _flips(algebra, primitive):
        content, primitive = -content, algebra.negate(primitive)
    result = constant(1 / Fraction(content))
    for number, exponent in common:
        generator = algebra.generators[number]
        if isinstance(generator, RootGenerator):  # 1/r = r/p, as r² = p; a root is never common twice
            root = algebra.generator(generator)
            result = algebra.times(result, algebra.times(root, reciprocal(algebra, dict(generator.radicand))))
        else:
            result = algebra.times(result, {(EMPTY, ((number, -exponent),)): 1})
    if primitive != ONE:
        result = algebra.times(result, algebra.generator(ReciprocalGenerator(freeze(primitive))))
    for divisor, exponent in divisors:
        result = algebra.times(result, algebra.power(divisor, exponent))
    return result


def _flips(algebra: Algebra, primitive: Form) -> bool:
    """Which of q and −q stands for both: the one known to be ≥ 0, else the one that begins with a positive number."""
    algebra.signs_used = True
    if freeze(primitive) in algebra.known_nonneg:
        return False
    return freeze(algebra.negate(primitive)) in algebra.known_nonneg or min(primitive.items())[1] < 0


def core(algebra: Algebra, form: Form) -> FrozenForm | None:
    """The sum q when form = q · positive factors, so that both have one sign; None when that is not known."""
    cleared, divisors = algebra.divisors_cleared(form)
    if not cleared or any(e % 2 and freeze(q) not in algebra.known_nonneg for q, e in divisors):
        return None
    content, common, primitive = split(cleared)
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        if not positive(algebra, number):
            primitive = algebra.times(primitive, {(EMPTY, ((number, exponent),)): 1})
    return freeze(primitive)


def register_nonneg(algebra: Algebra, form: Form, positive: bool = False) -> bool:
    """Remember a form that is ≥ 0 at every admissible point, as a factor to look for in radicands.  Is it new?"""
    if len(form) == 1 and not positive:  # its factors are generators, whose signs are known
        return False
    if (known := core(algebra, form)) is None:
        return False
    if positive:
        algebra.known_positive.add(known)
    if len(known) == 1 or known in algebra.known_nonneg:
        return False
    algebra.known_nonneg[known] = dict(known)
    return True


def square_root(algebra: Algebra, form: Form) -> Form:
    """√form of a form without legs."""
    if not form:
        return {}
    result, primitive, several = _taken_out(algebra, form)
    if not primitive:
        return {}
    for known in sorted(algebra.known_nonneg.values(), key=len):  # x - y before (x - y)²
        count = 0
        while len(primitive) > 1 and (quotient := divide(algebra, primitive, known)) is not None:
            primitive, count = quotient, count + 1
        result = algebra.times(result, algebra.power(known, count // 2))
        if count % 2:
            result = algebra.times(result, algebra.generator(RootGenerator(freeze(known))))
    if primitive == ONE:
        return result
    if len(primitive) == 1 and primitive != {(EMPTY, ()): -1} and several:
        return algebra.times(result, square_root(algebra, primitive))
    return algebra.times(result, algebra.generator(RootGenerator(freeze(primitive))))


def _taken_out(algebra: Algebra, form: Form) -> tuple[Form, Form, bool]:
    """√form as √q and a factor before it: the factor, q, and whether the form without divisors was a sum.

    Taken out are divisors, rational content and common scalars; q is 0 if the form is, as its divisors show.
    """
    algebra.signs_used = True
    cleared, divisors = algebra.divisors_cleared(form)
    if not cleared:
        return ONE, {}, False
    result = ONE
    for divisor, exponent in divisors:
        if freeze(divisor) in algebra.known_nonneg:
            half = algebra.power(algebra.generator(ReciprocalGenerator(freeze(divisor))), (exponent + 1) // 2)
            root = square_root(algebra, divisor) if exponent % 2 else ONE
        else:
            if exponent % 2:
                cleared = algebra.times(cleared, divisor)
            half = reciprocal(algebra, _absolute(algebra, divisor, (exponent + 1) // 2))
            root = ONE
        result = algebra.times(result, algebra.times(half, root))
    content, common, primitive = split(cleared)
    result = algebra.times(result, _rational_root(algebra, content if content > 0 else -content))
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        outside, inside = _power_root(algebra, number, exponent)
        result = algebra.times(result, outside)
        primitive = algebra.times(primitive, inside)
    return result, primitive, len(cleared) > 1


def root(algebra: Algebra, form: Form) -> Form:
    """√form, entry by entry."""
    if not form:
        return {}
    if not next(iter(form))[0][1]:
        return square_root(algebra, form)
    outside, primitive, _ = _taken_out(algebra, form)
    if not primitive:
        return {}
    bare = bare_like(primitive)
    primitive, kept = without_bare_legs(algebra, primitive)
    inside = _root_of_entries(algebra, primitive) if kept else square_root(algebra, primitive)
    ((_, seats, _),) = {graph for graph, _ in bare}
    return algebra.times(algebra.contract(bare, seats, inside, kept, seats), outside)


def _root_of_entries(algebra: Algebra, form: Form) -> Form:
    """√form of a form with legs that nothing more can be taken out of."""
    bare = bare_like(form)
    ((own, seats, _),) = {graph for graph, _ in bare}
    factors: list[Factor] = []
    dims, legs, _ = next(iter(form))[0]
    if len(form) == 1 and sorted(legs) == [*range(len(dims))]:
        factors, form = _halved(algebra, form)
    if form != bare:
        factors.append((_root_symbol(algebra, form), seats, 1))
    return algebra.rearrange({((own, seats, tuple(factors)), ()): 1}, seats, seats)


def _halved(algebra: Algebra, product: Form) -> tuple[list[Factor], Form]:
    """The factors of |x|, at legs, and y of a product x² y of entries at its legs."""
    ((((dims, legs, factors), monomial), value),) = product.items()
    out: list[Factor] = []
    left: list[Factor] = []
    for symbol, vertices, exponent in factors:
        at = tuple(map(legs.index, vertices))
        half, odd = divmod(exponent, 2)
        if half % 2 and symbol not in algebra.positive_symbols:
            axes = tuple(range(len(vertices)))
            square: Form = {((tuple(dims[vertex] for vertex in vertices), axes, ((symbol, axes, 2),)), ()): 1}
            out.append((_root_symbol(algebra, algebra.rearrange(square, axes, axes)), at, 1))
            half -= 1
        if half:
            out.append((symbol, at, half))
        if odd:
            left.append((symbol, vertices, 1))
    seats = tuple(range(len(legs)))
    return out, algebra.rearrange({((dims, legs, tuple(left)), monomial): value}, seats, seats)


def _root_symbol(algebra: Algebra, radicand: Form) -> int:
    """The number of the symbol whose entries are the roots of the entries of a form."""
    number = algebra.symbol(RootOf(freeze(radicand)))
    if number not in algebra.squares:
        algebra.squares[number] = radicand
        if is_positive(algebra, radicand):
            algebra.positive_symbols.add(number)
        if is_symmetric(algebra, radicand):
            algebra.properties = algebra.properties.extended(number, ["symmetric"])
    return number


def is_symmetric(algebra: Algebra, form: Form) -> bool:
    """Has it two legs that can be exchanged?"""
    dims, legs, _ = next(iter(form))[0]
    return len(legs) == 2 and dims[legs[0]] == dims[legs[1]] and algebra.rearrange(form, (0, 1), (1, 0)) == form


def without_bare_legs(algebra: Algebra, form: Form) -> tuple[Form, tuple[int, ...]]:
    """The form without the legs that it does not depend on, and the places of those that stay."""
    count = len(next(iter(form))[0][1])
    kept = [seat for seat in range(count) if any(_depends(graph, seat) for graph, _ in form)]
    if len(kept) == count:
        return form, tuple(kept)
    found: Form = {}
    for ((dims, legs, factors), monomial), value in form.items():
        gone = {legs[seat] for seat in range(count) if seat not in kept}
        place = {vertex: i for i, vertex in enumerate(v for v in range(len(dims)) if v not in gone)}
        graph = (
            tuple(dims[vertex] for vertex in place),
            tuple(place[legs[seat]] for seat in kept),
            tuple((symbol, tuple(place[v] for v in vertices), e) for symbol, vertices, e in factors),
        )
        found[graph, monomial] = value
    labels = tuple(range(len(kept)))
    return algebra.rearrange(found, labels, labels), tuple(kept)


def _depends(graph: Graph, seat: int) -> bool:
    _, legs, factors = graph
    return legs.count(legs[seat]) > 1 or any(legs[seat] in vertices for _, vertices, _ in factors)


def bare_like(form: Form) -> Form:
    """The form with the legs of another one and no factors: 1 at all places."""
    dims, legs, _ = next(iter(form))[0]
    return {((tuple(dims[vertex] for vertex in legs), tuple(range(len(legs))), ()), ()): 1}


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


def positive(algebra: Algebra, number: int) -> bool:
    """Is a generator > 0 at all data?"""
    match algebra.generators[number]:
        case DimensionGenerator():
            return True
        case ParameterGenerator(positive=declared):
            return declared
        case ClosedGenerator(graph):
            return all(symbol in algebra.positive_symbols for symbol, _, _ in graph[2])
        case RootGenerator(inner) | ReciprocalGenerator(inner):
            return is_positive(algebra, dict(inner))


def is_positive(algebra: Algebra, form: Form) -> bool:
    """Is it, entry by entry, a sum of squares and what is > 0, and of that not only squares?"""
    return all(_has_sign(algebra, key, value, strict=False) for key, value in form.items()) and any(
        _has_sign(algebra, key, value, strict=True) for key, value in form.items()
    )


def _has_sign(algebra: Algebra, key: tuple[Graph, Monomial], value: Rational, strict: bool) -> bool:
    """Is a term ≥ 0, or > 0, at all data?"""
    (_, legs, factors), monomial = key
    if strict and len(set(legs)) < len(legs):  # a Kronecker δ
        return False
    return (
        value > 0
        and all(positive(algebra, n) or (not strict and (e % 2 == 0 or _nonneg(algebra, n))) for n, e in monomial)
        and all(
            s in algebra.positive_symbols or (not strict and e % 2 == 0 and s not in algebra.squares)
            for s, _, e in factors
        )
    )


def _nonneg(algebra: Algebra, number: int) -> bool:
    generator = algebra.generators[number]
    match generator:
        case DimensionGenerator():
            return True
        case ParameterGenerator() | ClosedGenerator():
            return generator.nonneg
        case RootGenerator():
            if generator.radicand in algebra.known_nonneg:
                return True
            (_, monomial), value = generator.radicand[0]
            single = len(generator.radicand) == 1
            return single and value > 0 and all(e % 2 == 0 or _nonneg(algebra, n) for n, e in monomial)
        case ReciprocalGenerator():
            return generator.divisor in algebra.known_nonneg


def _power_root(algebra: Algebra, number: int, exponent: int) -> tuple[Form, Form]:
    """√(xᵉ) as a factor outside, and what of xᵉ stays inside the root."""
    half, odd = divmod(exponent, 2)
    power: Form = {(EMPTY, ((number, half),)): 1} if half else ONE
    base: Form = {(EMPTY, ((number, 1),)): 1}
    if _nonneg(algebra, number):
        root = algebra.generator(RootGenerator(freeze(base))) if odd else ONE
        return algebra.times(power, root), ONE
    if half % 2:
        size = algebra.generator(RootGenerator(freeze(algebra.times(base, base))))
        power = algebra.times({(EMPTY, ((number, half - 1),) if half != 1 else ()): 1}, size)
    return power, base if odd else ONE


def _absolute(algebra: Algebra, form: Form, exponent: int) -> Form:
    """|form|ᵉ, as a power of √(form²)."""
    if exponent % 2 == 0:
        return algebra.power(form, exponent)
    size = algebra.generator(RootGenerator(freeze(algebra.times(form, form))))
    return algebra.times(algebra.power(form, exponent - 1), size)


def _rational_root(algebra: Algebra, value: Rational) -> Form:
    """√value of a positive rational: a rational times roots of distinct primes."""
    fraction = Fraction(value)
    outside = Fraction(1, fraction.denominator)
    roots: list[int] = []
    for prime, count in factored(fraction.numerator * fraction.denominator):
        outside *= prime ** (count // 2)
        if count % 2:
            roots.append(prime)
    result = constant(outside)
    for number in roots:
        result = algebra.times(result, algebra.generator(RootGenerator(freeze(constant(number)))))
    return result


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
