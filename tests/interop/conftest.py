"""Exact comparison of terms at concrete data, without the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy

from derive.interop.explicit import to_explicit
from derive.language.terms import Term
from tests.interop.asked import vanishes_identically


def entries_of(value: Any) -> list[Any]:
    """The components of what `to_explicit` returns, as a list."""
    if isinstance(value, sympy.NDimArray):
        return list(sympy.flatten(value.tolist()))
    return list(value) if isinstance(value, sympy.MatrixBase) else [value]


def at_numbers(expr: Any) -> Any:
    """The expression at rational numbers that depend on the symbols' names only; every component differs, all are > 0."""
    values = {}
    for symbol in expr.free_symbols:
        code = sum((position + 3) * ord(letter) for position, letter in enumerate(symbol.name))
        values[symbol] = sympy.Rational(2 + code % 13, 1 + code % 5)
    return expr.xreplace(values)


@pytest.fixture
def same_value() -> Callable[[Term, Term, int], bool]:
    """Whether two terms have the same components at size n, exactly, at rational data."""

    def compare(left: Term, right: Term, n: int) -> bool:
        assert left.shape == right.shape
        pairs = zip(entries_of(to_explicit(left, n)), entries_of(to_explicit(right, n)), strict=True)
        return all(vanishes_identically(at_numbers(x) - at_numbers(y)) for x, y in pairs)

    return compare
