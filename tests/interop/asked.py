"""Questions to SymPy that tests ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.interop.crosscheck import examine
from derive.interop.explicit import Sizes
from derive.interop.field import Field
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term


def agrees_at(lhs: Term, rhs: Term, n: Sizes, hypotheses: Iterable[Hypothesis] = ()) -> bool | None:
    """Whether SymPy finds lhs = rhs at the size ``n`` of every symbolic dimension, or at the sizes of a mapping."""
    return examine(lhs, rhs, n, hypotheses).result


def vanishes_identically(expr: Any) -> bool:
    """Whether an expression is zero in the field of its symbols and roots; False decides nothing by itself.

    Raises `UndefinedAtPoint` when a divisor is zero, `LimitError` when the work would be too much.
    """
    field = Field()
    return field.vanishes(field.of(expr))
