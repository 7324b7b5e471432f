r"""Definitions that are read as the array of their values: ``let y_i = \delta_{ik}``, in which a declared k is free."""

from __future__ import annotations

from dataclasses import replace

from derive.errors import NameError_
from derive.language.build import basis, let, outer, sum_
from derive.language.places import places_in
from derive.language.terms import Basis, Component, Defined, Definition, Product, Sum, Term, is_row, is_vector
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.spelling import Key


class Unbound(NameError_):
    """A definition with an index in it that nothing binds: its ``term``."""

    def __init__(self, message: str, *, hint: str = "", term: Term) -> None:
        self.term = term
        super().__init__(message, hint=hint)


def with_open(here: Declaring, key: Key, at: int, error: Unbound) -> Context:
    """With a definition of a number or a vector in which one declared index is free; raises the error for any other.

    That of a node with arguments is one of a number.
    """
    body, context = error.term, here.context
    free = sorted(body.free - places_in(body.free), key=lambda index: index.name)
    kept = len(free) == 1 and (body.shape == () or is_vector(body.shape)) and not key.primes
    kept = kept and not ("" in context.graph and body.shape)  # "": it is the definition of a node
    if not kept or context.einstein or context.env.names.get(free[0].name) != free[0]:
        raise error
    (index,) = free
    here.latest = name = here.internal(key, "", len(body.shape) + 1)
    here.once(key, "", at)
    whole = sum_(index, outer(basis(index), body) if body.shape else Product((body, basis(index))))
    context = here.context.declare({(Key(f"∂{name}"), ""): here.make(at, let, name, whole)})
    return replace(context, opened={**context.opened, key: (name, index)})


def value_in(body: Term, function: Definition | None) -> Term:
    """The row of which ``let s_i = s(x)_i`` has the components, the value of the function of that name; else the body."""
    match body:
        case Sum(index, Product((Component(Defined() as value, indices), Basis()))) if indices == (index,):
            return value if is_row(value.shape) and value.definition == function else body
    return body
