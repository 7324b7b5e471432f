"""Functions entry by entry.

*exp.*  exp(Σ c t) is the product of exp(t)ᶜ over the terms t of the argument: for each t one generator, or one symbol with a
leg for every leg of t that something hangs on.  exp(t/2) is √exp(t); for c = n/d with d odd it is exp(t/d)ⁿ.  All are > 0.

*log.*  log(x y) = log x + log y where x > 0 is known: the author of log(x y) has said that x y > 0 (the ledger), so y > 0.
log exp(t) is t, log √x is half of log x, and the log of a whole number is the sum of those of its primes.

*Of another function* what its row says is known (`derive.language.functions`): whether it is odd, and > 0.  Derivatives are
in `derive.kernel.resolvents`.  Of other relations, as between tanh and exp or exp(t/3) and exp(t), nothing is known: then an
equation is missed, and none is wrongly proved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from derive.errors import NowhereDefined, Undecided
from derive.kernel import forms as f
from derive.kernel import roots
from derive.kernel.algebra import Algebra
from derive.kernel.clearing import divisors_cleared
from derive.kernel.factors import factored, split, without_bare_legs
from derive.kernel.forms import Form, Rational
from derive.kernel.graphs import EMPTY
from derive.kernel.signs import is_positive, positive
from derive.kernel.values import FunctionOf, value
from derive.language.functions import FUNCTIONS

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
        result = roots.root(algebra, result)
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
    if not all(is_positive(algebra, divisor) for divisor, _ in divisors):
        cleared, divisors = argument, []
    for divisor, exponent in divisors:
        total = algebra.add(total, algebra.scale(logarithm(algebra, divisor), -exponent))
    content, common, rest = split(cleared)
    if content < 0:
        content, rest = -content, algebra.negate(rest)
    total = algebra.add(total, _log_of_rational(algebra, content))
    for number, exponent in common:
        if positive(algebra, number):
            generator = algebra.generators[number]
            own: Form = {(EMPTY, ((number, 1),)): 1}
            key = generator.key if isinstance(generator, f.ParameterGenerator) else None
            total = algebra.add(total, algebra.scale(_log_of_value(algebra, key, own), exponent))
        else:
            rest = algebra.times(rest, {(EMPTY, ((number, exponent),)): 1})
    total = algebra.times(bare, total)
    if (product := f.product_at_legs(rest)) is not None:
        (dims, legs, factors), monomial, sign = product
        known = [factor for factor in factors if factor[0] in algebra.positive_symbols]
        for symbol, vertices, exponent in known:
            at = tuple(map(legs.index, vertices))
            own = f.entry(tuple(dims[vertex] for vertex in vertices), symbol)
            piece = algebra.scale(_log_of_value(algebra, algebra.symbol_keys[symbol], own), exponent)
            total = algebra.add(total, algebra.pointwise(bare, piece, at))
        left = tuple(factor for factor in factors if factor not in known)
        rest = algebra.normal({((dims, legs, left), monomial): sign})
    return total if rest == bare else algebra.add(total, _spread(algebra, "log", rest, bare))


def unknown(algebra: Algebra, name: str, argument: Form, bare: Form) -> Form:
    """A function of each entry of which no law is known but that it may be odd; ``bare`` is 1 at all places."""
    odd = FUNCTIONS[name].odd
    if not argument:
        if not odd:
            raise Undecided(f"{name} of 0")
        return {}
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
    return value(algebra, FunctionOf("log", f.freeze(own)))


def _log_of_rational(algebra: Algebra, number: Rational) -> Form:
    total: Form = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, count in factored(part):
            piece = value(algebra, FunctionOf("log", f.freeze(f.constant(prime))))
            total = algebra.add(total, algebra.scale(piece, sign * count))
    return total
