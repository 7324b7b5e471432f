"""Values of unknown functions."""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.substitution import symbols_of
from derive.language.terms import Symbol, Term


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


def names_of(*terms: Term) -> frozenset[Symbol]:
    """The symbols of terms, and those in the arguments of values of unknown functions; definitions unfolded."""
    found = frozenset(symbols_of(*terms))
    return found.union(*(names_of(*value.arguments) for value in found if isinstance(value, ValueOf)))
