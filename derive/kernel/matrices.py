"""Matrices among forms: those with two legs over one dimension, and how they are taken apart."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from derive.kernel.algebra import Algebra
from derive.kernel.factors import split
from derive.kernel.forms import Form, FrozenForm, Monomial, Rational, entry
from derive.kernel.graphs import EMPTY, Factor, Graph, part_of
from derive.kernel.values import positive

_LEGS = (0, 1)


class Matrices:
    """The matrices of one algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def edge(self, number: int, dim: int) -> Form:
        """The matrix that is one symbol."""
        return self.algebra.normal(entry((dim, dim), number))

    def edge_key(self, matrix: Form) -> Hashable | None:
        """The key of a matrix that is one symbol, or its transpose; else None."""
        if len(matrix) != 1:
            return None
        ((((_, legs, factors), monomial), value),) = matrix.items()
        if monomial or value != 1 or len(factors) != 1:
            return None
        number, places, exponent = factors[0]
        return self.algebra.symbol_keys[number] if exponent == 1 and sorted(places) == sorted(legs) == [0, 1] else None

    def times(self, left: Form, right: Form) -> Form:
        """The product of two."""
        return self.algebra.contract(left, (0, 2), right, (2, 1), _LEGS)

    def between(self, left: Form, matrix: Form, right: Form) -> Form:
        """left · matrix · right"""
        return self.times(self.times(left, matrix), right)

    def transposed(self, matrix: Form) -> Form:
        """The transpose."""
        return self.algebra.rearrange(matrix, _LEGS, (1, 0))

    def of_entries(self, entries: Form) -> Form:
        """diag d of the entries d."""
        return self.algebra.rearrange(entries, (0,), (0, 0))

    def diagonal(self, matrix: Form) -> Form | None:
        """d of a matrix that is diag d; else None."""
        if any(legs[0] != legs[1] for (_, legs, _), _ in matrix):
            return None
        return self.algebra.rearrange(matrix, (0, 0), (0,))

    def layer(self, matrix: Form, orthogonal: bool) -> tuple[Form, Form, Form] | None:
        """B, A and B⁻¹ with B A B⁻¹ the matrix, if each term but multiples of I shows them at its legs.

        With ``orthogonal`` B is an orthogonal symbol or its transpose.
        """
        ends: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        inner: Form = {}
        for (graph, monomial), value in matrix.items():
            dims, legs, factors = graph
            if is_unit(graph):
                inner = self.algebra.add(inner, {(graph, monomial): value})
                continue
            found = [self._hanging(graph, leg) for leg in legs]
            if legs[0] == legs[1] or found[0] is None or found[1] is None or found[0] == found[1]:
                return None
            (first, near), (last, far) = found[0], found[1]
            if legs[1] == near or legs[0] == far or {dims[near], dims[far]} != {dims[legs[0]]}:
                return None
            ends.add(((first[0], first[1].index(legs[0])), (last[0], last[1].index(legs[1]))))
            kept = [v for v in range(len(dims)) if v not in legs]
            staying = [factor for factor in factors if factor not in (first, last)]
            if any(v not in kept for _, places, _ in staying for v in places):
                return None
            taken: Form = {(part_of(dims, kept, (near, far), staying), monomial): value}
            inner = self.algebra.add(inner, self.algebra.normal(taken))
        if len(ends) != 1:
            return None
        ((left, seat), (right, seat2)) = ends.pop()
        dim = next(iter(matrix))[0][0][next(iter(matrix))[0][1][0]]
        b, c = self.edge(left, dim), self.edge(right, dim)
        b, c = (b if seat == 0 else self.transposed(b)), (c if seat2 == 1 else self.transposed(c))
        if self.times(c, b) != identity(dim):
            return None
        if orthogonal and not (
            left == right and left in self.algebra.properties.orthogonal and self.transposed(b) == c
        ):
            return None
        return b, inner, c

    @staticmethod
    def _hanging(graph: Graph, leg: int) -> tuple[Factor, int] | None:
        """The one factor at a vertex, if that is a plain edge, and its other end."""
        touching = [factor for factor in graph[2] if leg in factor[1]]
        if len(touching) != 1 or touching[0][2] != 1 or len(touching[0][1]) != 2 or len(set(touching[0][1])) != 2:
            return None
        ((near,),) = [[v for v in touching[0][1] if v != leg]]
        return touching[0], near

    def positive_scale(self, matrix: Form) -> tuple[Form, Form]:
        """A scalar > 0 and what is left of a matrix without it."""
        content, common, rest = split(matrix)
        if content < 0:
            content, rest = -content, self.algebra.negate(rest)
        kept: Monomial = tuple(pair for pair in common if not positive(self.algebra, pair[0]))
        taken: Monomial = tuple(pair for pair in common if pair not in kept)
        rest = self.algebra.times(rest, {(EMPTY, kept): 1})
        return {(EMPTY, taken): content}, rest


def base_dim(base: FrozenForm) -> int:
    """The number of the dimension of a matrix."""
    (((dims, legs, _), _), _) = base[0]
    return dims[legs[0]]


def identity(dim: int) -> Form:
    """I over a dimension."""
    return {(((dim,), (0, 0), ()), ()): 1}


def is_unit(graph: Graph) -> bool:
    """Is it I?"""
    dims, legs, factors = graph
    return legs == (0, 0) and len(dims) == 1 and not factors


def is_forward(base: Form) -> bool:
    """Is a matrix of one edge that symbol itself, and not its transpose?"""
    (((_, legs, factors), _),) = base
    return factors[0][1] == legs


def number_of(multiple: Form) -> Fraction | None:
    """The number that a scalar is."""
    if not multiple:
        return Fraction(0)
    return Fraction(multiple[EMPTY, ()]) if multiple.keys() == {(EMPTY, ())} else None


def multiple_of(matrix: Form) -> tuple[Form, Form]:
    """c and G with c G the matrix: all that is scalar in c, where the terms of each monomial are multiples of one G."""
    parts: dict[Monomial, dict[Graph, Rational]] = {}
    for (graph, monomial), value in matrix.items():
        parts.setdefault(monomial, {})[graph] = value
    first = parts[min(parts)]
    least = min(first)
    base = {graph: Fraction(value) / Fraction(first[least]) for graph, value in first.items()}
    multiple: Form = {}
    for monomial, part in parts.items():
        ratio = Fraction(part.get(least, 0))
        if not ratio or {graph: Fraction(value) / ratio for graph, value in part.items()} != base:
            content, common, rest = split(matrix)
            sign = 1 if rest[min(rest)] > 0 else -1
            return {(EMPTY, common): content * sign}, {key: value * sign for key, value in rest.items()}
        multiple[EMPTY, monomial] = ratio.numerator if ratio.denominator == 1 else ratio
    whole: Form = {(graph, ()): value.numerator if value.denominator == 1 else value for graph, value in base.items()}
    return multiple, whole
