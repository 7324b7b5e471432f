"""A square matrix as diag(d) + Σ uᵢ wᵢᵀ, read off its normal form, with d, uᵢ, wᵢ as vector terms.

In the normal form of M every index graph without edges is either one vertex with both legs (a term of d) or two vertices
with one leg each (a term of some u wᵀ).  Terms with the same left vertex are gathered: M = diag(d) + Σᵢ uᵢ (Σⱼ cᵢⱼ wⱼ)ᵀ.
The number of pairs is fixed, whatever N is.  Nothing here is trusted: what is made of it is decided anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from derive.errors import InputError, Undecided
from derive.kernel import forms as f
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Equation
from derive.kernel.forms import Form, Monomial, Rational
from derive.kernel.graphs import EMPTY, Graph
from derive.language import terms as t
from derive.language.alike import join, product_of
from derive.language.build import dot, ones
from derive.language.hypotheses import Hypothesis
from derive.printing import text
from derive.search.readback import dimension_of, power, product_of_powers


@dataclass(frozen=True)
class LowRank:
    """diag(diagonal) + Σ uᵢ wᵢᵀ; ``pairs`` are the (uᵢ, wᵢ)."""

    size: t.Dim
    diagonal: t.Term
    pairs: tuple[tuple[t.Term, t.Term], ...]


def low_rank(matrix: t.Term, hypotheses: Sequence[Hypothesis] = ()) -> LowRank:
    """The diagonal and the rank-one terms of a square matrix; raises `Undecided` when it is not of that form."""
    if not t.is_square(matrix.shape):
        raise InputError("a matrix that is not square", hint="give an N × N matrix")
    equation = Equation(matrix, t.Zeros(matrix.shape), hypotheses)
    if matrix.free:
        raise InputError("a matrix with free indices", hint="give a matrix term without free indices")
    algebra, size = equation.normaliser.algebra, matrix.shape[0]
    diagonal: Form = {}
    rows: dict[Graph, Form] = {}
    for (graph, monomial), value in equation.difference.form.items():
        dims, legs, factors = graph
        if any(len(vertices) != 1 for _, vertices, _ in factors) or len(dims) != len(set(legs)):
            raise Undecided(f"no matrix of the form diagonal + fixed rank: {text(matrix)}", matrix)
        if legs[0] == legs[1]:
            diagonal[((dims, (0,), factors), monomial)] = value
        else:
            left, right = (_vertex(graph, leg) for leg in legs)
            row = rows.setdefault(left, {})
            row[right, monomial] = value
    pairs = [(_vector(algebra, {(left, ()): 1}, size), _vector(algebra, row, size)) for left, row in rows.items()]
    return LowRank(size, _vector(algebra, diagonal, size), tuple(pairs))


def simplified(vector: t.Term, hypotheses: Sequence[Hypothesis] = ()) -> t.Term:
    """A vector, or a scalar, as its normal form reads in vector notation; as it is where that cannot be read."""
    try:
        equation = Equation(vector, t.Zeros(vector.shape) if vector.shape else t.Number(Fraction(0)), hypotheses)
        algebra, form = equation.normaliser.algebra, equation.difference.form
        return _vector(algebra, form, vector.shape[0]) if vector.shape else _scalar_sum(algebra, form)
    except Undecided:
        return vector


def scale_of(vector: t.Term) -> tuple[t.Term, t.Term]:
    """t v as (t, v)."""
    match vector:
        case t.Neg(part):
            scale, inner = scale_of(part)
            return -scale, inner
        case t.Product((scale, inner)) if scale.shape == () and t.is_vector(inner.shape):
            return scale, inner
    return t.Number(Fraction(1)), vector


def plus(first: t.Term, scale: t.Term, second: t.Term) -> t.Term:
    """first + scale · second, with a minus where the scale is written with one."""
    if _is_written_negative(scale):
        return first - scaled(simplified(-scale), second)
    return first + scaled(scale, second)


def scaled(scale: t.Term, term: t.Term) -> t.Term:
    """scale · term; the term itself for 1."""
    return term if scale == t.Number(Fraction(1)) else t.Neg(term) if scale == t.Number(Fraction(-1)) else scale * term


def determinant(rows: Sequence[Sequence[t.Term]]) -> t.Term:
    """The determinant of a small matrix of scalars, by permutations."""
    total: t.Term | None = None
    for places in permutations(range(len(rows))):
        term = product_of([rows[i][j] for i, j in enumerate(places)])
        odd = sum(i > j for i, j in combinations(places, 2)) % 2
        total = term if total is None else total - term if odd else total + term
    return t.Number(Fraction(1)) if total is None else total


def _is_written_negative(scale: t.Term) -> bool:
    match scale:
        case t.Neg():
            return True
        case t.Number(value):
            return value < 0
        case t.Quotient(above, _):
            return _is_written_negative(above)
        case t.Product((first, *_)):
            return _is_written_negative(first)
    return False


def _vertex(graph: Graph, vertex: int) -> Graph:
    """One vertex of a graph without edges, with its leg."""
    dims, _, factors = graph
    return (dims[vertex],), (0,), tuple((s, (0,), e) for s, (v,), e in factors if v == vertex)


def _vector(algebra: Algebra, form: Form, size: t.Dim) -> t.Term:
    """The vector of a form with one leg."""
    parts = [
        _scaled(_scalar(algebra, monomial, value), _monomial(algebra, graph, size))
        for (graph, monomial), value in form.items()
    ]
    return join(t.Add, parts) if parts else t.Zeros((size,))


def _monomial(algebra: Algebra, graph: Graph, size: t.Dim) -> t.Term:
    """The product of powers of symbols at one vertex."""
    dims, _, factors = graph
    if len(dims) != 1:
        raise Undecided("a vector with matrices in it")
    powers = [power(_symbol(algebra, symbol), exponent) for symbol, _, exponent in factors]
    return join(t.Hadamard, powers) if powers else ones(size)


def _symbol(algebra: Algebra, number: int) -> t.Symbol:
    key = algebra.symbol_keys[number]
    if not isinstance(key, t.Symbol):
        raise Undecided("an opaque value")
    return key


def _scaled(scalar: t.Term, vector: t.Term) -> t.Term:
    match scalar:
        case t.Number(value) if value == 1:
            return vector
        case t.Number(value) if value == -1:
            return t.Neg(vector)
        case t.Neg(part):
            return t.Neg(_scaled(part, vector))
    return scalar * vector


def _scalar_sum(algebra: Algebra, form: Form) -> t.Term:
    parts = [_scalar(algebra, monomial, value) for (graph, monomial), value in form.items() if graph == EMPTY]
    if len(parts) != len(form):
        raise Undecided("a scalar with legs")
    return join(t.Add, parts) if parts else t.Number(Fraction(0))


def _scalar(algebra: Algebra, monomial: Monomial, value: Rational) -> t.Term:
    if not monomial and Fraction(value).denominator == 1:
        return t.Number(Fraction(value))
    return product_of_powers(value, [(_generator(algebra, number), exponent) for number, exponent in monomial])


def _generator(algebra: Algebra, number: int) -> t.Term:
    match algebra.generators[number]:
        case f.DimensionGenerator(t.Dimension() as dim):
            return dim
        case f.ParameterGenerator(t.Symbol() as symbol):
            return symbol
        case f.ClosedGenerator((dims, _, factors)) if len(dims) == 1 and all(len(vs) == 1 for _, vs, _ in factors):
            return _sum_of_components(algebra, dims[0], factors)
        case f.ParameterGenerator(f.RootOf(radicand)):
            return t.Sqrt(_scalar_sum(algebra, dict(radicand)))
        case f.ParameterGenerator(f.ReciprocalOf(divisor)):
            return t.Quotient(t.Number(Fraction(1)), _scalar_sum(algebra, dict(divisor)))
    raise Undecided("an opaque value")


def _sum_of_components(algebra: Algebra, dim: int, factors: Sequence[tuple[int, tuple[int, ...], int]]) -> t.Term:
    """Σₙ of a product of powers, as an inner product."""
    size = dimension_of(algebra, dim)
    left: list[t.Term] = []
    right: list[t.Term] = []
    for symbol, _, exponent in factors:
        base = _symbol(algebra, symbol)
        if exponent % 2 == 0:  # half of it on either side: a square is seen to be one
            left.append(power(base, exponent // 2))
            right.append(power(base, exponent // 2))
        else:
            (left if len(left) <= len(right) else right).append(power(base, exponent))
    sides = [join(t.Hadamard, side) if side else ones(size) for side in (left, right)]
    return dot(*sides)
