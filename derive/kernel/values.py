"""What generators and symbols stand for, beside authored symbols: each is known by a key.

Roots, reciprocals and functions of a form are values entry by entry: of a scalar the value is a generator, of a form with
legs a symbol with a leg for every leg.

Signs are those that hold at all data, of generators and forms, and so of values.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import permutations

from derive.errors import Undecided
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.factors import divisors_cleared, entries_cleared, split
from derive.kernel.forms import Form, FrozenForm, Monomial, Rational
from derive.kernel.graphs import EMPTY, Graph
from derive.language.functions import FUNCTIONS
from derive.language.terms import Symbol


@dataclass(frozen=True)
class FunctionOf:
    """The key of a function of an argument, entry by entry."""

    name: str
    argument: FrozenForm

    @property
    def positive(self) -> bool:
        """Is it > 0 everywhere?"""
        return FUNCTIONS[self.name].positive


@dataclass(frozen=True)
class InverseOf:
    """The key of the inverse of a matrix symbol."""

    symbol: Symbol


@dataclass(frozen=True)
class DeterminantOf:
    """The key of the determinant of a matrix symbol."""

    symbol: Symbol


@dataclass(frozen=True)
class ProductOf:
    """The key of ∏ entries over the indices at which the mask is 1."""

    mask: FrozenForm
    entries: FrozenForm


@dataclass(frozen=True)
class Opaque:
    """The key of a value that the kernel does not look into.

    ``symbols`` are those it may depend on; the key is the normal form of the argument, so they are no part of it.
    """

    head: str
    arguments: tuple[Hashable, ...]
    symbols: frozenset[Symbol] = field(compare=False)


ValueOf = f.RootOf | f.ReciprocalOf | FunctionOf

#: The most legs of an argument that are brought into one order.
MAX_TURNED = 3


def value(algebra: Algebra, key: ValueOf, exponent: int = 1) -> Form:
    """A power of the value, with the legs of the argument."""
    form = dict(key.argument)
    if not form or not f.leg_dims(form):
        positive = isinstance(key, FunctionOf) and key.positive
        return algebra.generator(f.ParameterGenerator(key, positive, positive), exponent)
    first, order = oriented(algebra, form)
    entry = f.entry(f.leg_dims(dict(first)), symbol_of(algebra, replace(key, argument=first)), exponent)
    return entry if order == f.legs_of(form) else algebra.rearrange(entry, order, f.legs_of(form))


def oriented(algebra: Algebra, form: Form) -> tuple[FrozenForm, tuple[int, ...]]:
    """The form with its legs in the order in which it comes first, and which leg each of these was: f(Aᵀ) is f(A)ᵀ."""
    legs = f.legs_of(form)
    if not 2 <= len(legs) <= MAX_TURNED:
        return f.freeze(form), legs
    return min((f.freeze(algebra.rearrange(form, legs, order)), order) for order in permutations(legs))


def symbol_of(algebra: Algebra, key: ValueOf) -> int:
    """The number of the symbol whose entries are the values at the entries of the argument."""
    known = len(algebra.symbol_keys)
    number = algebra.symbol(key)
    if number < known:
        return number
    of = dict(key.argument)
    match key:
        case f.RootOf():
            algebra.squares[number] = of
        case f.ReciprocalOf():
            algebra.divisors[number] = of
    if key.positive if isinstance(key, FunctionOf) else is_positive_over(algebra, of):
        algebra.positive_symbols.add(number)
    if is_symmetric(algebra, of):
        algebra.properties = algebra.properties.extended(number, ["symmetric"])
    return number


def inverse_symbol(algebra: Algebra, number: int, matrix: Symbol) -> int:
    """The number of the inverse of a matrix symbol with this number; they undo each other from now on."""
    inverse, known = algebra.symbol(InverseOf(matrix)), algebra.properties
    pairs = replace(known, inverses=known.inverses | {(number, inverse), (inverse, number)})
    algebra.properties = pairs.extended(inverse, ["symmetric"] if number in known.symmetric else [])
    return inverse


def refuse(key: Hashable, symbol: Symbol) -> None:
    """Raises `Undecided` when an opaque value depends on the symbol."""
    match key:
        case Opaque(symbols=symbols) if symbol in symbols:
            pass
        case InverseOf(matrix) | DeterminantOf(matrix) if matrix == symbol:
            pass
        case _:
            return
    raise Undecided(f"the derivative of an opaque value with respect to {symbol.name}")


def is_symmetric(algebra: Algebra, form: Form) -> bool:
    """Has it two legs that can be exchanged?"""
    dims = f.leg_dims(form)
    return len(dims) == 2 and dims[0] == dims[1] and algebra.rearrange(form, (0, 1), (1, 0)) == form


def core(algebra: Algebra, form: Form) -> FrozenForm | None:
    """The sum q when form = q · positive factors, so that both have one sign; None when that is not known."""
    cleared, divisors = divisors_cleared(algebra, form)
    if not cleared or any(e % 2 and f.freeze(q) not in algebra.known_nonneg for q, e in divisors):
        return None
    content, common, primitive = split(cleared)
    if content < 0:
        primitive = algebra.negate(primitive)
    for number, exponent in common:
        if not positive(algebra, number):
            primitive = algebra.times(primitive, {(EMPTY, ((number, exponent),)): 1})
    return f.freeze(primitive)


def register_nonneg(algebra: Algebra, form: Form, positive: bool = False) -> bool:
    """Remember a form that is ≥ 0 at every admissible point, as a factor to look for in radicands.  Is it new?

    Of a single term, cᵉ or −cᵉ with an odd e, that is the sign of a generator.
    """
    if (known := core(algebra, form)) is None:
        return False
    if positive:
        algebra.known_positive.add(known)
    match known:
        case (((graph, ((number, e),)), value),) if graph == EMPTY and e % 2 and not nonneg(algebra, number):
            known = (((EMPTY, ((number, 1),)), value),)
        case (_,):  # its factors are generators, whose signs are known
            return False
    if known in algebra.known_nonneg:
        return False
    algebra.known_nonneg[known] = dict(known)
    return True


def positive(algebra: Algebra, number: int) -> bool:
    """Is a generator > 0 at all data?"""
    match algebra.generators[number]:
        case f.DimensionGenerator():
            return True
        case f.ParameterGenerator(f.RootOf(inner) | f.ReciprocalOf(inner) | ProductOf(entries=inner)):
            return is_positive_over(algebra, dict(inner))
        case f.ParameterGenerator(positive=declared):
            return declared
        case f.ClosedGenerator(graph):
            return all(symbol in algebra.positive_symbols for symbol, _, _ in graph[2])


def is_positive(algebra: Algebra, form: Form) -> bool:
    """Is it, entry by entry, a sum of squares and what is > 0, and of that not only squares?"""
    signs = [_is_strict(algebra, key, value) for key, value in form.items()]
    return None not in signs and any(signs)


def is_positive_over(algebra: Algebra, form: Form) -> bool:
    """Is it > 0 entry by entry, as it is over what is known to be: 1 - 1/(1 + exp(x)) as exp(x)/(1 + exp(x))?"""
    if is_positive(algebra, form):
        return True
    cleared, divisors = divisors_cleared(algebra, form)
    cleared, entries = entries_cleared(algebra, cleared, partial(is_positive_over, algebra))
    below = all(is_positive_over(algebra, divisor) for divisor, _ in divisors)
    return bool(divisors or entries) and below and is_positive(algebra, cleared)


def _is_strict(algebra: Algebra, key: tuple[Graph, Monomial], value: Rational) -> bool | None:
    """Is a term > 0, or else ≥ 0, at all data?  None of one that is neither; each factor is asked once, as roots nest."""
    if value <= 0:
        return None
    (_, legs, factors), monomial = key
    others = [(n, e) for n, e in monomial if not positive(algebra, n)]
    entries = [(s, e) for s, _, e in factors if s not in algebra.positive_symbols]
    if any(e % 2 and not nonneg(algebra, n) for n, e in others) or any(
        e % 2 or s in algebra.squares for s, e in entries
    ):
        return None
    return not others and not entries and len(set(legs)) == len(legs)  # no Kronecker δ


def nonneg(algebra: Algebra, number: int) -> bool:
    """Is a generator known to be ≥ 0?"""
    match algebra.generators[number]:
        case f.DimensionGenerator():
            return True
        case f.ParameterGenerator(f.RootOf(radicand)):
            (_, monomial), value = radicand[0]
            single = len(radicand) == 1 and value > 0
            return radicand in algebra.known_nonneg or (
                single and all(e % 2 == 0 or nonneg(algebra, n) for n, e in monomial)
            )
        case f.ParameterGenerator(f.ReciprocalOf(divisor)):
            return divisor in algebra.known_nonneg
        case f.ParameterGenerator(nonneg=known) | f.ClosedGenerator(nonneg=known):
            return known or (((EMPTY, ((number, 1),)), 1),) in algebra.known_nonneg
