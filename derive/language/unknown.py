"""Values of unknown functions."""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.terms import Symbol, Term


@dataclass(frozen=True, eq=False)
class ValueOf(Symbol):
    """A symbol that is the value of an unknown ``function``: another value of it is equal where the arguments are.

    To everything but the search for data it is a symbol, a leaf; of how it varies with its arguments nothing is known.
    """

    function: str = ""
    arguments: tuple[Term, ...] = ()
