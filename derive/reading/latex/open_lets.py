r"""Definitions that are read as the array of their values: ``let y_i = \delta_{ik}``, in which a declared k is free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from derive.errors import NameError_
from derive.language.build import basis, define, outer, sum_
from derive.language.places import places_in
from derive.language.substitution import symbols_of
from derive.language.terms import (
    Basis,
    Component,
    Defined,
    Definition,
    Index,
    Product,
    Sum,
    Symbol,
    Term,
    is_row,
    is_vector,
)
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.dependence import check_constants
from derive.reading.latex.spelling import Key, plain_name


class Unbound(NameError_):
    """A definition with an index in it that nothing binds: its ``term``."""

    def __init__(self, message: str, *, hint: str = "", term: Term) -> None:
        self.term = term
        super().__init__(message, hint=hint)


def with_open(here: Declaring, key: Key, at: int, error: Unbound) -> Context:
    """With a definition of a number or a vector in which one declared index is free, or of a matrix with one or two.

    Raises the error for any other.  That of a node with arguments is one of a number.
    """
    body, context = error.term, here.context
    free = sorted(body.free - places_in(body.free), key=lambda index: index.name)
    turned = key.primes and context.transposes
    if is_for_each(here, body, free) and not turned:
        here.once(key, "", at)
        return replace(context, opened={**context.opened, key: (of_units(here, key, at, body, free), tuple(free))})
    kept = len(free) == 1 and (body.shape == () or is_vector(body.shape)) and not turned
    kept = kept and not ("" in context.graph and body.shape)  # "": it is the definition of a node
    if not kept or context.einstein or context.env.names.get(free[0].name) != free[0]:
        raise error
    (index,) = free
    here.latest = name = here.internal(key, "", len(body.shape) + 1)
    here.once(key, "", at)
    whole = sum_(index, outer(basis(index), body) if body.shape else Product((body, basis(index))))
    context = here.hidden(at, name, whole)
    return replace(context, opened={**context.opened, key: (name, (index,))})


def is_for_each(here: Declaring, body: Term, free: Sequence[Index]) -> bool:
    """Is a term a matrix for each value of one or two declared indices, outside of a node of a graph and of einstein?"""
    matrix = len(body.shape) == 2 and not is_row(body.shape) and "" not in here.context.graph
    declared = all(here.context.env.names.get(index.name) == index for index in free)
    return matrix and declared and len(free) in (1, 2) and not here.context.einstein


def of_units(here: Declaring, key: Key, at: int, body: Term, free: Sequence[Index]) -> Definition:
    """The function of unit vectors whose value at those of some indices is a matrix in which these are free."""
    constants, whole, units = symbols_of(body), body, list[Symbol]()
    for index in free:
        name = next(word for n in count() if (word := f"u_{index.name}{n or ''}") not in {c.name for c in constants})
        units.append(Symbol(name, (index.dim,)))
        whole = sum_(index, Product((Component(units[-1], (index,)), whole)))
    here.make(at, check_constants, shown(key), units, constants, here.context.of_derivatives)
    return here.make(at, define, plain_name(key, here.context.definitions), whole, *units, *constants)


def with_matrices(here: Declaring, key: Key, mark: str, at: int, body: Term, words: Sequence[Key]) -> Context:
    r"""With ``let P_k = w_k w_k^\top``, a matrix for each k."""
    free = [index for word in words for index in body.free if index.name == here.context.index(word)]
    if key.sub or key.sup or not is_for_each(here, body, free) or len(free) != len(words) or body.free - set(free):
        raise here.fail(
            at, f"matrices with the name {shown(key)}", "use a new letter, with one or two indices", NameError_
        )
    if here.context.names(key, mark, True) or key.core in here.context.families:
        raise here.fail(at, f"matrices with the name {shown(key)}, which is declared", "use a new letter", NameError_)
    for each in ("", r"\mathbf"):
        here.once(key, each, at, (1, 2))
    return replace(
        here.context, matrices={**here.context.matrices, key: (of_units(here, key, at, body, free), tuple(free))}
    )


def value_in(body: Term, function: Definition | None) -> Term:
    """The row of which ``let s_i = s(x)_i`` has the components, the value of the function of that name; else the body."""
    match body:
        case Sum(index, Product((Component(Defined() as value, indices), Basis()))) if indices == (index,):
            return value if is_row(value.shape) and value.definition == function else body
    return body
