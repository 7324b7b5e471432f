"""Forms: sums of index graphs with scalar coefficients.

A *form* with k legs is a finite map ``(graph, monomial) → rational``.  A *monomial* is a product of integer powers of
*generators*: dimensions, closed index graphs (for vectors alone the power sums ⟨m⟩ = Σₙ m(n)), scalar parameters, and
values known by a *key*: √p, 1/q of sums q, exp(x), opaque ones.  A form is the normal form of a term: equal forms are equal
terms for all sizes.  A scalar is an entry without legs: one key stands for a value of scalars, which is a generator, and
for one of entries, which is a symbol with a leg for every leg of its argument.

What a monomial hides of a relation between generators is only r² = p for roots (applied at once: a root occurs with exponent
0 or 1), d h = 1 for resolvents (a rule applied where graphs are joined; see `derive.kernel.resolvents`) and q · (1/q) = 1
(applied at once where r² = q meets 1/q, as in layers on layers; else by `derive.kernel.factors`, which multiplies through;
nothing is cancelled by a gcd).  Of roots and reciprocals of entries the same is applied in graphs, and at legs.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from derive.kernel.graphs import EMPTY, Factor, Graph

Monomial = tuple[tuple[int, int], ...]
Rational = Union[int, Fraction]  # noqa: UP007
Form = dict[tuple[Graph, Monomial], Rational]
FrozenForm = tuple[tuple[tuple[Graph, Monomial], Rational], ...]

ONE: Form = {(EMPTY, ()): 1}


@dataclass(frozen=True)
class DimensionGenerator:
    """A dimension; positive."""

    dim: Hashable


@dataclass(frozen=True)
class ParameterGenerator:
    """A scalar symbol, or the scalar value of a key; ``nonneg`` and ``positive`` as declared."""

    key: Hashable
    nonneg: bool = False
    positive: bool = False


@dataclass(frozen=True)
class ClosedGenerator:
    """A connected index graph without legs."""

    graph: Graph
    nonneg: bool = False


Generator = DimensionGenerator | ParameterGenerator | ClosedGenerator


@dataclass(frozen=True)
class RootOf:
    """The key of √p, entry by entry: the principal root; where p < 0 it is imaginary, and r² = p holds all the same."""

    argument: FrozenForm


@dataclass(frozen=True)
class ReciprocalOf:
    """The key of 1/q, entry by entry; a scalar q is a sum of at least two terms."""

    argument: FrozenForm


@dataclass(frozen=True)
class Rule:
    """A symbol h at a vertex beside at least these powers of others, and these branches: together they become ``value``."""

    powers: tuple[tuple[int, int], ...]
    value: Form
    branches: tuple[Graph, ...] = ()


def freeze(form: Form) -> FrozenForm:
    """A form as a hashable value."""
    return tuple(sorted(form.items()))


def constant(value: Rational) -> Form:
    """A rational number as a form without legs; an integer as an int."""
    return {(EMPTY, ()): value.numerator if value.denominator == 1 else value} if value else {}


def leg_dims(form: Form) -> tuple[int, ...]:
    """The dimensions of the legs of a form that is not 0."""
    (dims, legs, _), _ = next(iter(form))
    return tuple([dims[vertex] for vertex in legs])


def at_legs(dims: tuple[int, ...], factors: tuple[Factor, ...] = ()) -> Form:
    """A product of entries at legs of these dimensions, each on a vertex of its own; without factors 1 at all places."""
    return {((dims, tuple(range(len(dims))), tuple(sorted(factors))), ()): 1}


def entry(dims: tuple[int, ...], number: int, exponent: int = 1) -> Form:
    """A power of a symbol, with a leg on each axis."""
    return at_legs(dims, ((number, tuple(range(len(dims))), exponent),))


def bare_like(form: Form) -> Form:
    """The form with the legs of another one and no factors: 1 at all places."""
    return at_legs(leg_dims(form))


def legs_of(form: Form) -> tuple[int, ...]:
    """A label for every leg of a form that is not 0."""
    return tuple(range(len(next(iter(form))[0][1])))


def scalars(form: Form) -> Form:
    """The coefficients of entries of one graph, as a form without legs."""
    return {(EMPTY, monomial): value for (_, monomial), value in form.items()}


def product_at_legs(form: Form) -> tuple[Graph, Monomial, Rational] | None:
    """The graph of a form that is one product of entries at its legs, each leg on a vertex of its own; else None."""
    (((dims, legs, factors), monomial), value) = next(iter(form.items()))
    alone = len(form) == 1 and len(set(legs)) == len(legs) == len(dims)
    return ((dims, legs, factors), monomial, value) if alone else None
