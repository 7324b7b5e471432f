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

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from derive.errors import NowhereDefined, Undecided
from derive.kernel import roots
from derive.kernel.forms import (
    Algebra,
    Form,
    FrozenForm,
    ParameterGenerator,
    Rational,
    ReciprocalGenerator,
    RootGenerator,
    constant,
    freeze,
)
from derive.kernel.graphs import EMPTY
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
class FunctionOf:
    """The key of a function of an argument, entry by entry."""

    name: str
    argument: FrozenForm

    @property
    def positive(self) -> bool:
        """Is it > 0 everywhere?"""
        return FUNCTIONS[self.name].positive


def value(algebra: Algebra, key: FunctionOf, exponent: int = 1) -> Form:
    """A power of the value, with the legs of the argument."""
    positive = key.positive
    ((dims, seats, _),) = {graph for graph, _ in roots.bare_like(dict(key.argument))}
    if not seats:
        return algebra.generator(ParameterGenerator(key, positive, positive), exponent)
    number = algebra.symbol(key)
    if positive:
        algebra.positive_symbols.add(number)
    if roots.is_symmetric(algebra, dict(key.argument)):
        algebra.properties = algebra.properties.extended(number, ["symmetric"])
    return {((dims, seats, ((number, seats, exponent),)), ()): 1}


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
        ((_, seats, _),) = {graph for graph, _ in self.bare}
        return replace(self, form=self.algebra.contract(self.form, seats, self._form(other), seats, seats))

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
    ((_, seats, _),) = {graph for graph, _ in bare}
    if len(argument) > MAX_FACTORS:
        inner, kept = roots.without_bare_legs(algebra, argument)
        return algebra.contract(bare, seats, value(algebra, FunctionOf("exp", freeze(inner))), kept, seats)
    result = bare
    for key, coefficient in sorted(argument.items()):
        term, kept = roots.without_bare_legs(algebra, {key: 1})
        power = _power_of_exp(algebra, term, Fraction(coefficient), inverse)
        result = algebra.contract(result, seats, power, kept, seats)
    return result


def _power_of_exp(algebra: Algebra, term: Form, exponent: Fraction, inverse: Inverse) -> Form:
    """exp(exponent · term)"""
    below, halvings = exponent.denominator, 0
    while below % 2 == 0 and halvings < MAX_HALVINGS:
        below, halvings = below // 2, halvings + 1
    result = _power_of_logarithm(algebra, term, exponent.numerator, inverse) if below == 1 else None
    if result is None:
        key = FunctionOf("exp", freeze(algebra.scale(term, Fraction(1, below))))
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
    keys += [generator.key for generator in generators if isinstance(generator, ParameterGenerator)]
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
        result = algebra.contract(result, seats, base, seats, seats)
    return result


def logarithm(algebra: Algebra, argument: Form) -> Form:
    """log of each entry; raises `NowhereDefined` of 0."""
    cleared, divisors = algebra.divisors_cleared(argument)
    if not cleared:
        raise NowhereDefined("the logarithm of 0")
    bare = roots.bare_like(argument)
    ((_, seats, _),) = {graph for graph, _ in bare}
    total: Form = {}
    if not all(roots.is_positive(algebra, divisor) for divisor, _ in divisors):
        cleared, divisors = argument, []
    for divisor, exponent in divisors:
        total = algebra.add(total, algebra.scale(logarithm(algebra, divisor), -exponent))
    content, common, rest = roots.split(cleared)
    if content < 0:
        content, rest = -content, algebra.negate(rest)
    total = algebra.add(total, _log_of_rational(algebra, content))
    for number, exponent in common:
        if roots.positive(algebra, number):
            total = algebra.add(total, algebra.scale(_log_of_generator(algebra, number), exponent))
        else:
            rest = algebra.times(rest, {(EMPTY, ((number, exponent),)): 1})
    total = algebra.times(bare, total)
    ((dims, legs, factors), monomial), sign = next(iter(rest.items()))
    if len(rest) == 1 and sorted(legs) == [*range(len(dims))]:
        known = [factor for factor in factors if factor[0] in algebra.positive_symbols]
        for symbol, vertices, exponent in known:
            at = tuple(map(legs.index, vertices))
            piece = algebra.scale(_log_of_symbol(algebra, symbol), exponent)
            total = algebra.add(total, algebra.contract(bare, seats, piece, at, seats))
        left = tuple(factor for factor in factors if factor not in known)
        rest = algebra.rearrange({((dims, legs, left), monomial): sign}, seats, seats)
    if rest != bare:
        inner, kept = roots.without_bare_legs(algebra, rest)
        piece = value(algebra, FunctionOf("log", freeze(inner)))
        total = algebra.add(total, algebra.contract(bare, seats, piece, kept, seats))
    return total


def unknown(algebra: Algebra, name: str, argument: Form, bare: Form) -> Form:
    """A function of each entry of which no law is known but that it may be odd; ``bare`` is 1 at all places."""
    odd = FUNCTIONS[name].odd
    if not argument:
        if not odd:
            raise Undecided(f"{name} of 0")
        return {}
    flipped = odd and min(argument.items())[1] < 0
    ((_, seats, _),) = {graph for graph, _ in bare}
    inner, kept = roots.without_bare_legs(algebra, algebra.negate(argument) if flipped else argument)
    result = algebra.contract(bare, seats, value(algebra, FunctionOf(name, freeze(inner))), kept, seats)
    return algebra.negate(result) if flipped else result


def _log_of_generator(algebra: Algebra, number: int) -> Form:
    match algebra.generators[number]:
        case ParameterGenerator(FunctionOf("exp", argument)):
            return dict(argument)
        case RootGenerator(radicand):
            return algebra.scale(logarithm(algebra, dict(radicand)), Fraction(1, 2))
        case ReciprocalGenerator(divisor):
            return algebra.negate(logarithm(algebra, dict(divisor)))
    return value(algebra, FunctionOf("log", freeze({(EMPTY, ((number, 1),)): 1})))


def _log_of_symbol(algebra: Algebra, symbol: int) -> Form:
    """log of the entries of a symbol that are > 0, a leg for every axis."""
    key = algebra.symbol_keys[symbol]
    if symbol in algebra.divisors:
        return algebra.negate(logarithm(algebra, algebra.divisors[symbol]))
    if symbol in algebra.squares:
        return algebra.scale(logarithm(algebra, algebra.squares[symbol]), Fraction(1, 2))
    match key:
        case FunctionOf("exp", argument):
            return dict(argument)
        case FunctionOf(_, argument):
            ((dims, seats, _),) = {graph for graph, _ in roots.bare_like(dict(argument))}
            entries: Form = {((dims, seats, ((symbol, seats, 1),)), ()): 1}
            return value(algebra, FunctionOf("log", freeze(entries)))
    raise Undecided(f"the logarithm of {key!r}")


def _log_of_rational(algebra: Algebra, number: Rational) -> Form:
    total: Form = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, count in roots.factored(part):
            piece = value(algebra, FunctionOf("log", freeze(constant(prime))))
            total = algebra.add(total, algebra.scale(piece, sign * count))
    return total
