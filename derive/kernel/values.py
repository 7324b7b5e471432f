"""What generators and symbols stand for, beside authored symbols: each is known by a key.

Roots, reciprocals and functions of a form are values entry by entry: of a scalar the value is a generator, of a form with
legs a symbol with a leg for every leg.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from derive.errors import Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.forms import Form, FrozenForm, ParameterGenerator, ReciprocalOf, RootOf, entry, leg_dims
from derive.kernel.signs import is_positive
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
class Opaque:
    """The key of a value that the kernel does not look into.

    ``symbols`` are those it may depend on; the key is the normal form of the argument, so they are no part of it.
    """

    head: str
    arguments: tuple[Hashable, ...]
    symbols: frozenset[Symbol] = field(compare=False)


ValueOf = RootOf | ReciprocalOf | FunctionOf


def value(algebra: Algebra, key: ValueOf, exponent: int = 1) -> Form:
    """A power of the value, with the legs of the argument."""
    dims = leg_dims(dict(key.argument))
    if not dims:
        positive = isinstance(key, FunctionOf) and key.positive
        return algebra.generator(ParameterGenerator(key, positive, positive), exponent)
    return entry(dims, symbol_of(algebra, key), exponent)


def symbol_of(algebra: Algebra, key: ValueOf) -> int:
    """The number of the symbol whose entries are the values at the entries of the argument."""
    known = len(algebra.symbol_keys)
    number = algebra.symbol(key)
    if number < known:
        return number
    of = dict(key.argument)
    match key:
        case RootOf():
            algebra.squares[number] = of
        case ReciprocalOf():
            algebra.divisors[number] = of
    if key.positive if isinstance(key, FunctionOf) else is_positive(algebra, of):
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
    dims = leg_dims(form)
    return len(dims) == 2 and dims[0] == dims[1] and algebra.rearrange(form, (0, 1), (1, 0)) == form
