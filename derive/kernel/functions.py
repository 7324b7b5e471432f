"""Functions entry by entry: roots, exp, log and others; and reciprocals of scalars.

*Reciprocals.*  1/p of a single term is a term with negative exponents.  Of a sum, rational content and common powers are
taken out, and the rest q becomes the generator 1/q.

*Roots.*  √p is split by √(x y) = √x √y, which holds for principal roots whenever x ≥ 0 is real, whatever y is.  The factors
x that are taken out are those known to be ≥ 0: positive rational content (by primes), powers of dimensions, of parameters
declared so, of sums of even powers, even powers x²ᵏ = (|x|)²ᵏ of anything, and what `register_nonneg` was told of.  Sums
among that are found by trial division; and |x| is −x where −x is.  What is left is one generator √q.  So
√N · √(σ² + ε) and √(|Πa|² + N ε) meet, and √(x²) does not become x.

*Roots of entries.*  Of a form p with legs, √p is taken entry by entry.  Scalars are split off as above, and a product of
entries by √(x² y) = |x| √y, where |x| = x of entries known to be ≥ 0.  What is left, √q, is one symbol with a leg for every
leg of q.  Its square is q wherever it meets itself (`Algebra.squares`), and the square of 1/√q is 1/q.

An author's √p comes with p ≥ 0 (its ledger); a factor √y split off may be imaginary only where the factor √x beside it is 0.

*exp.*  exp(Σ c t) is the product of exp(t)ᶜ over the terms t of the argument: for each t one generator, or one symbol with a
leg for every leg of t that something hangs on.  exp(t/2) is √exp(t); for c = n/d with d odd it is exp(t/d)ⁿ.  All are > 0.

*log.*  log(x y) = log x + log y where x > 0 is known: the author of log(x y) has said that x y > 0 (the ledger), so y > 0.
log exp(t) is t, log √x is half of log x, and the log of a whole number is the sum of those of its primes.  What is > 0
and stands in every term is taken out first, x in log(x y + x z).  log ∏ₙ dₙ is Σₙ log dₙ where all dₙ > 0 are known.

*Of another function* what its row says is known (`derive.language.functions`): whether it is odd, and > 0.  Derivatives are
in `derive.kernel.resolvents`.  Of other relations, as between tanh and exp or exp(t/3) and exp(t), nothing is known: then an
equation is missed, and none is wrongly proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod

from derive.errors import NowhereDefined, Undecided
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.factors import divide, divisors_cleared, entries_cleared, factored, split, without_bare_legs
from derive.kernel.forms import ONE, Form, Rational
from derive.kernel.graphs import EMPTY, Factor
from derive.kernel.values import FunctionOf, ProductOf, is_positive_over, nonneg, oriented, positive, symbol_of, value
from derive.language.functions import FUNCTIONS


def reciprocal(algebra: Algebra, form: Form) -> Form:
    """1/form; raises `NowhereDefined` when the form is identically zero."""
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared:
        raise NowhereDefined("a divisor that is identically 0")
    content, common, primitive = split(cleared)
    if len(primitive) > 1 and _flips(algebra, primitive):
        content, primitive = -content, algebra.negate(primitive)
    result = f.constant(1 / Fraction(content))
    for number, exponent in common:
        if number in algebra.roots:  # 1/r = r/p, as r² = p; a root is never common twice
            below = reciprocal(algebra, algebra.roots[number])
            result = algebra.times(result, algebra.times({(EMPTY, ((number, 1),)): 1}, below))
        else:
            result = algebra.times(result, {(EMPTY, ((number, -exponent),)): 1})
    if primitive != ONE:
        result = algebra.times(result, value(algebra, f.ReciprocalOf(f.freeze(primitive))))
    for divisor in (q for q, exponent in divisors for _ in range(exponent)):
        result = algebra.multiplied(result, divisor)
    return result


def _flips(algebra: Algebra, primitive: Form) -> bool:
    """Which of q and −q stands for both: the one known to be ≥ 0, else the one that begins with a positive number."""
    algebra.signs_used = True
    if f.freeze(primitive) in algebra.known_nonneg:
        return False
    return f.freeze(algebra.negate(primitive)) in algebra.known_nonneg or min(primitive.items())[1] < 0


def root(algebra: Algebra, form: Form) -> Form:
    """√form, entry by entry."""
    if not form:
        return {}
    outside, primitive, several = _taken_out(algebra, form)
    if not primitive:
        return {}
    if not f.legs_of(primitive):
        return algebra.times(outside, _root_of_scalar(algebra, primitive, several))
    bare = f.bare_like(primitive)
    primitive, kept = without_bare_legs(algebra, primitive)
    inside = _root_of_entries(algebra, primitive) if kept else root(algebra, primitive)
    return algebra.times(algebra.pointwise(bare, inside, kept), outside)


def _radical(algebra: Algebra, form: Form) -> Form:
    """√form as one value."""
    return value(algebra, f.RootOf(f.freeze(form)))


def _root_of_scalar(algebra: Algebra, primitive: Form, several: bool) -> Form:
    """√form of a scalar without rational content and common factors of known sign; ``several`` if it was in a sum."""
    result = ONE
    for known in sorted(algebra.known_nonneg.values(), key=len):  # x - y before (x - y)²
        count = 0
        while len(primitive) > 1 and (quotient := divide(primitive, known)) is not None:
            primitive, count = quotient, count + 1
        result = algebra.times(result, algebra.power(known, count // 2))
        if count % 2:
            result = algebra.times(result, _radical(algebra, known))
    if primitive == ONE:
        return result
    again = len(primitive) == 1 and primitive != {(EMPTY, ()): -1} and several
    return algebra.times(result, (root if again else _radical)(algebra, primitive))


def _taken_out(algebra: Algebra, form: Form) -> tuple[Form, Form, bool]:
    """√form as √q and a factor before it: the factor, q, and whether the form without divisors was a sum.

    Taken out are divisors, rational content and common scalars; q is 0 if the form is, as its divisors show.
    """
    algebra.signs_used = True
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared:
        return ONE, {}, False
    result = ONE
    for divisor, exponent in divisors:
        if f.freeze(divisor) in algebra.known_nonneg:
            half = algebra.power(value(algebra, f.ReciprocalOf(f.freeze(divisor))), (exponent + 1) // 2)
            half = algebra.times(half, root(algebra, divisor)) if exponent % 2 else half
        else:
            if exponent % 2:
                cleared = algebra.times(cleared, divisor)
            half = reciprocal(algebra, _absolute(algebra, divisor, (exponent + 1) // 2))
        result = algebra.times(result, half)
    content, common, primitive = split(cleared)
    result = algebra.times(result, _rational_root(algebra, content if content > 0 else -content))
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        outside, inside = _power_root(algebra, number, exponent)
        result = algebra.times(result, outside)
        primitive = algebra.times(primitive, inside)
    return result, primitive, len(cleared) > 1


def _root_of_entries(algebra: Algebra, form: Form) -> Form:
    """√form of a form with legs that nothing more can be taken out of; of a product x² y it is |x| √y."""
    factors, rest = list[Factor](), form
    if (product := f.product_at_legs(form)) is not None:
        (dims, legs, inside), monomial, number = product
        left: list[Factor] = []
        for symbol, vertices, exponent in inside:
            places = tuple(map(legs.index, vertices))
            half, odd = divmod(exponent, 2)
            if half % 2 and symbol not in algebra.positive_symbols | algebra.nonneg_symbols:
                square = algebra.normal(f.entry(tuple(dims[vertex] for vertex in vertices), symbol, 2))
                factors.append((symbol_of(algebra, f.RootOf(f.freeze(square))), places, 1))
                half -= 1
            if half:
                factors.append((symbol, places, half))
            if odd:
                left.append((symbol, vertices, 1))
        rest = algebra.normal({((dims, legs, tuple(left)), monomial): number})
    if rest != f.bare_like(form):
        radicand, order = oriented(algebra, rest)
        factors.append((symbol_of(algebra, f.RootOf(radicand)), order, 1))
    return algebra.normal(f.at_legs(f.leg_dims(form), tuple(factors)))


def _power_root(algebra: Algebra, number: int, exponent: int) -> tuple[Form, Form]:
    """√(xᵉ) as a factor outside, and what of xᵉ stays inside the root."""
    half, odd = divmod(exponent, 2)
    power: Form = {(EMPTY, ((number, half),)): 1} if half else ONE
    base: Form = {(EMPTY, ((number, 1),)): 1}
    if nonneg(algebra, number):
        return algebra.times(power, _radical(algebra, base) if odd else ONE), ONE
    if half % 2:
        power = algebra.times({(EMPTY, ((number, half - 1),) if half != 1 else ()): 1}, _absolute(algebra, base, 1))
    return power, base if odd else ONE


def _absolute(algebra: Algebra, form: Form, exponent: int) -> Form:
    """|form|ᵉ, as a power of √(form²), or of −form where that is known to be ≥ 0."""
    if exponent % 2 == 0:
        return algebra.power(form, exponent)
    turned = algebra.negate(form)
    size = turned if f.freeze(turned) in algebra.known_nonneg else _radical(algebra, algebra.times(form, form))
    return algebra.times(algebra.power(form, exponent - 1), size)


def _rational_root(algebra: Algebra, number: Rational) -> Form:
    """√number of a positive rational: a rational times roots of distinct primes."""
    fraction = Fraction(number)
    primes = factored(fraction.numerator * fraction.denominator)
    result = f.constant(Fraction(prod(prime ** (count // 2) for prime, count in primes), fraction.denominator))
    for prime in (prime for prime, count in primes if count % 2):
        result = algebra.times(result, _radical(algebra, f.constant(prime)))
    return result


#: 1/x of entries, or of a scalar.
Inverse = Callable[[Form], Form | None]
#: Terms of an argument up to which exp is a product.
MAX_FACTORS = 60
#: The largest n for which exp(n log x) is written out as xⁿ.
MAX_POWER = 12
#: Roots taken of exp(t) for exp(t/2ᵏ); beyond, it has a key of its own.
MAX_HALVINGS = 24


@dataclass(frozen=True)
class Entries:
    """Entries, computed with as a number is: what the slope of a function is made of.  ``bare`` is 1 at all places."""

    algebra: Algebra
    inverse: Inverse
    bare: Form
    form: Form

    def _form(self, other: Entries | int) -> Form:
        return self.algebra.scale(self.bare, other) if isinstance(other, int) else other.form

    def __add__(self, other: Entries | int) -> Entries:
        return replace(self, form=self.algebra.add(self.form, self._form(other)))

    def __sub__(self, other: Entries | int) -> Entries:
        return self + -1 * other

    def __rsub__(self, other: int) -> Entries:
        return -1 * self + other

    def __mul__(self, other: Entries | int) -> Entries:
        return replace(self, form=self.algebra.pointwise(self.form, self._form(other)))

    def __rtruediv__(self, other: int) -> Entries:
        if (inverse := self.inverse(self.form)) is None:
            raise Undecided("the slope of a function where it is divided by what may be 0")
        return replace(self, form=inverse) * other

    def __truediv__(self, other: Entries) -> Entries:
        return self * (1 / other)

    def __pow__(self, exponent: int) -> Entries:
        return self if exponent == 1 else self * self ** (exponent - 1)

    __radd__, __rmul__ = __add__, __mul__


def exponential(algebra: Algebra, argument: Form, bare: Form, inverse: Inverse) -> Form:
    """exp of each entry; ``bare`` is 1 at all places, ``inverse`` makes 1/x of entries that are not 0, or declines."""
    if len(argument) > MAX_FACTORS:
        return _spread(algebra, "exp", argument, bare)
    result = bare
    for key, coefficient in sorted(argument.items()):
        term, kept = without_bare_legs(algebra, {key: 1})
        power = _power_of_exp(algebra, term, Fraction(coefficient), inverse)
        result = algebra.pointwise(result, power, kept)
    return result


def _spread(algebra: Algebra, name: str, argument: Form, bare: Form) -> Form:
    """A function as one value, of an argument with the legs it depends on, at all legs of ``bare``."""
    inner, kept = without_bare_legs(algebra, argument)
    return algebra.pointwise(bare, value(algebra, FunctionOf(name, f.freeze(inner))), kept)


def _power_of_exp(algebra: Algebra, term: Form, exponent: Fraction, inverse: Inverse) -> Form:
    """exp(exponent · term)"""
    below, halvings = exponent.denominator, 0
    while below % 2 == 0 and halvings < MAX_HALVINGS:
        below, halvings = below // 2, halvings + 1
    result = _power_of_logarithm(algebra, term, exponent.numerator, inverse) if below == 1 else None
    if result is None:
        key = FunctionOf("exp", f.freeze(algebra.scale(term, Fraction(1, below))))
        result = value(algebra, key, exponent.numerator)
    for _ in range(halvings):
        result = root(algebra, result)
    return result


def _power_of_logarithm(algebra: Algebra, term: Form, exponent: int, inverse: Inverse) -> Form | None:
    """exp(n log x) = xⁿ; None where the term is no logarithm, or n is large."""
    (((dims, legs, factors), monomial),) = term
    if sorted(legs) != [*range(len(dims))]:  # a Kronecker δ, or a sum
        return None
    keys = [algebra.symbol_keys[symbol] for symbol, _, e in factors if e == 1]
    generators = [algebra.generators[number] for number, e in monomial if e == 1]
    keys += [generator.key for generator in generators if isinstance(generator, f.ParameterGenerator)]
    match keys:
        case [FunctionOf("log", argument)] if len(factors) + len(monomial) == 1 and abs(exponent) <= MAX_POWER:
            base = dict(argument) if exponent > 0 else inverse(dict(argument))
        case _:
            return None
    if base is None:
        return None
    seats = tuple(range(len(legs)))
    base = algebra.rearrange(base, tuple(legs.index(v) for _, vertices, _ in factors for v in vertices), seats)
    result = base
    for _ in range(abs(exponent) - 1):
        result = algebra.pointwise(result, base)
    return result


def logarithm(algebra: Algebra, argument: Form) -> Form:
    """log of each entry; raises `NowhereDefined` of 0."""
    cleared, divisors = divisors_cleared(algebra, argument)
    if not cleared:
        raise NowhereDefined("the logarithm of 0")
    bare = f.bare_like(argument)
    total: Form = {}
    if not all(is_positive_over(algebra, divisor) for divisor, _ in divisors):
        cleared, divisors = argument, []
    for divisor, exponent in divisors:
        total = algebra.add(total, algebra.scale(logarithm(algebra, divisor), -exponent))
    total = algebra.times(bare, total)
    cleared, entries = entries_cleared(algebra, cleared, partial(is_positive_over, algebra))
    for divisor, at, exponent in entries:
        total = algebra.add(total, algebra.pointwise(bare, algebra.scale(logarithm(algebra, divisor), -exponent), at))
    if not cleared:
        raise NowhereDefined("the logarithm of 0")
    content, common, rest = split(cleared)
    if content < 0:
        content, rest = -content, algebra.negate(rest)
    total = algebra.add(total, algebra.times(bare, _log_of_rational(algebra, content)))
    for number, exponent in common:
        if positive(algebra, number):
            generator = algebra.generators[number]
            own: Form = {(EMPTY, ((number, 1),)): 1}
            key = generator.key if isinstance(generator, f.ParameterGenerator) else None
            piece = algebra.scale(_log_of_value(algebra, key, own), exponent)
            total = algebra.add(total, algebra.times(bare, piece))
        else:
            rest = algebra.times(rest, {(EMPTY, ((number, exponent),)): 1})
    shared, rest = _common_at_legs(algebra, rest)
    for (symbol, at), exponent in shared.items():
        own = f.entry(tuple(f.leg_dims(rest)[leg] for leg in at), symbol)
        piece = algebra.scale(_log_of_value(algebra, algebra.symbol_keys[symbol], own), exponent)
        total = algebra.add(total, algebra.pointwise(bare, piece, at))
    return total if rest == bare else algebra.add(total, _spread(algebra, "log", rest, bare))


def _common_at_legs(algebra: Algebra, form: Form) -> tuple[dict[tuple[int, tuple[int, ...]], int], Form]:
    """Powers of symbols that are > 0, each with the legs that it is at, in all terms of a form; and the form over them."""
    lowest: dict[tuple[int, tuple[int, ...]], int] = {}
    count = Counter[tuple[int, tuple[int, ...]]]()
    for (_, legs, factors), _ in form:
        for symbol, vertices, exponent in factors:
            if symbol in algebra.positive_symbols and set(vertices) <= set(legs):
                place = symbol, tuple(map(legs.index, vertices))
                lowest[place] = min(lowest.get(place, exponent), exponent)
                count[place] += 1
    shared = {place: exponent for place, exponent in lowest.items() if count[place] == len(form)}
    if not shared:
        return shared, form
    rest: Form = {}
    for ((dims, legs, factors), monomial), number in form.items():
        taken = {(symbol, tuple(legs[leg] for leg in at)): exponent for (symbol, at), exponent in shared.items()}
        left = tuple((s, at, e - taken.get((s, at), 0)) for s, at, e in factors if e != taken.get((s, at), 0))
        rest = algebra.add(rest, algebra.normal({((dims, legs, left), monomial): number}))
    return shared, rest


def unknown(algebra: Algebra, name: str, argument: Form, bare: Form) -> Form:
    """A function of each entry of which no law is known but that it may be odd; ``bare`` is 1 at all places."""
    odd = FUNCTIONS[name].odd
    if not argument:
        return {} if odd else algebra.times(bare, value(algebra, FunctionOf(name, ())))
    flipped = odd and min(argument.items())[1] < 0
    result = _spread(algebra, name, algebra.negate(argument) if flipped else argument, bare)
    return algebra.negate(result) if flipped else result


def _log_of_value(algebra: Algebra, key: Hashable, own: Form) -> Form:
    """log of a generator or a symbol with this key that is > 0, a leg for every axis; ``own`` is itself as a form."""
    match key:
        case f.ReciprocalOf(divisor):
            return algebra.negate(logarithm(algebra, dict(divisor)))
        case f.RootOf(radicand):
            return algebra.scale(logarithm(algebra, dict(radicand)), Fraction(1, 2))
        case FunctionOf("exp", argument):
            return dict(argument)
        case ProductOf(mask, entries):
            return algebra.contract(dict(mask), (0,), logarithm(algebra, dict(entries)), (0,), ())
    return value(algebra, FunctionOf("log", f.freeze(own)))


def _log_of_rational(algebra: Algebra, number: Rational) -> Form:
    total: Form = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, count in factored(part):
            piece = value(algebra, FunctionOf("log", f.freeze(f.constant(prime))))
            total = algebra.add(total, algebra.scale(piece, sign * count))
    return total
