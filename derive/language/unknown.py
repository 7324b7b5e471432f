"""Values of unknown functions: as symbols, and what the functions themselves are where data are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Symbol, Term, UnknownFunction, unknown_function_of

#: How many numbers stand for an unknown function.
COEFFICIENTS = 4


@dataclass(frozen=True, eq=False)
class ValueOf(Symbol):
    """A symbol that is the value of an unknown ``function``: another value of it is equal where the arguments are.

    To everything but the search for data it is a symbol, a leaf; of how it varies with its arguments nothing is known.
    """

    function: str = ""
    arguments: tuple[Term, ...] = ()


@dataclass(frozen=True, eq=False)
class Tied(ValueOf):
    """A symbol that others may be tied to by what is not said, as p(y | x) is to p(x, y): no data are tried for it."""


@dataclass(frozen=True, eq=False)
class Pi(Symbol):
    """The number π: where data are tried it is that, and what is proved of it is so of any positive number."""


class Coefficients(Symbol):
    """An unknown function among data: (c₀, c₁, c₂, c₃) is f(t) = (c₀ + c₁ t + c₂ t² + c₃ t³)/(1 + t²), by the name f.

    It is smooth everywhere, and exact where t is.  No other relation holds of all of these functions and their derivatives
    than of all smooth ones, as far as people write any; and what is false of one of them is false.
    """

    @classmethod
    def of(cls, function: UnknownFunction) -> Coefficients:
        """Those of a function, which its derivatives share."""
        return cls(function.base.name, (COEFFICIENTS,))


def coefficients_of(*terms: Term) -> tuple[Coefficients, ...]:
    """What unknown functions in terms are among data, in order of first appearance; definitions unfolded."""
    found: Iterable[Term] = (part for term in terms for part in unfolded_subterms(term))
    functions = (function for part in found if (function := unknown_function_of(part)) is not None)
    return tuple(dict.fromkeys(map(Coefficients.of, functions)))


def names_of(*terms: Term) -> frozenset[Symbol]:
    """The symbols of terms, and those in the arguments of values of unknown functions, and these; definitions unfolded."""
    found = frozenset((*symbols_of(*terms), *coefficients_of(*terms)))
    return found.union(*(names_of(*value.arguments) for value in found if isinstance(value, ValueOf)))
