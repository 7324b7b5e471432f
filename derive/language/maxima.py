"""The greatest and the least of numbers, of entries and of what an index runs through, as people write them.

max(a, b) = (a + b + |a − b|)/2 and min(a, b) = (a + b − |a − b|)/2 are definitions; what is known of |·| decides them.
There is one node, `derive.language.terms.Max`:
the maximum of the entries of a vector is that over its index, and minᵢ x = −maxᵢ(−x).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import chain, count

from derive.errors import InputError, ShapeError
from derive.language import terms as t
from derive.language.terms import Definition, Index, Operand, Symbol, Term


def _of_two() -> tuple[Definition, Definition]:
    a, b = Symbol("a", ()), Symbol("b", ())
    apart = t.Function("abs", a - b)
    return Definition("max", (a, b), (a + b + apart) / 2), Definition("min", (a, b), (a + b - apart) / 2)


MAX, MIN = _of_two()


def max_(*terms: Operand) -> Term:
    """The greatest of two or more numbers ``terms``, or of all entries of one vector or matrix: a scalar.

    Raises `ShapeError` for several terms that are no scalars, and for one that has no entries; `InputError` for none.
    """
    return _greatest(MAX, max_over, terms)


def min_(*terms: Operand) -> Term:
    """The least of two or more numbers ``terms``, or of all entries of one vector or matrix: a scalar.

    Raises `ShapeError` for several terms that are no scalars, and for one that has no entries; `InputError` for none.
    """
    return _greatest(MIN, min_over, terms)


def max_over(i: Index, body: Operand) -> Term:
    """maxᵢ of a scalar ``body`` over the index ``i``, which is bound.  Raises `ShapeError` for a body that is no scalar."""
    return t.Max(i, t.as_term(body))


def min_over(i: Index, body: Operand) -> Term:
    """minᵢ = −maxᵢ(−body) of a scalar ``body`` over the index ``i``, which is bound.

    Raises `ShapeError` for a body that is no scalar.
    """
    return t.Neg(t.Max(i, t.Neg(t.as_term(body))))


def rank(matrix: Term) -> Term:
    """The rank of a ``matrix``: the dimension of the span of its columns, a scalar.  Raises `ShapeError` for no matrix."""
    return t.Rank(matrix)


def _greatest(of_two: Definition, over: Callable[[Index, Term], Term], terms: tuple[Operand, ...]) -> Term:
    found = [t.as_term(term) for term in terms]
    word, hint = of_two.name, f"{of_two.name}_(a, b) of numbers, {of_two.name}_(x) of a vector or a matrix"
    if not found:
        raise InputError(f"{word} of nothing", hint=hint)
    if len(found) > 1:
        return reduce(of_two, found)
    (term,) = found
    if not term.shape:
        raise ShapeError(f"{word} of one number", hint=hint)
    taken = {index.name for index in term.free}
    names = (name for name in chain("ijkl", (f"i_{number}" for number in count(1))) if name not in taken)
    indices = tuple(Index(name, dim) for name, dim in zip(names, t.axes_of(term.shape), strict=False))
    made: Term = t.Component(term, indices)
    for index in reversed(indices):
        made = over(index, made)
    return made
