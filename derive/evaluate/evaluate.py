"""The value of a term at a point, by the index equations of its nodes.

Each node is computed strictly from its sub-terms as authored: where a sub-term has no value, the term has none, even if
its factor is 0.  Shared sub-terms are computed once (memory: sub-term and values of its free indices).  A derivative is
the value of its term at duals, see `duals`.  Inside, integers are ints, which are several times faster than the fractions
they stand for; what comes out are fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import add, mul, neg

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.evaluate import arrays, duals, elementary, matrix_functions
from derive.evaluate.arrays import Array
from derive.evaluate.duals import Entry
from derive.evaluate.effort import Effort
from derive.evaluate.point import Point, Value
from derive.language import terms as t
from derive.language.hypotheses import TIES
from derive.language.order import Order
from derive.language.places import least_sizes
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Index, Symbol, Term
from derive.language.unknown import Coefficients, Pi

#: What an operation costs beside one on rationals.
_COST_OF_FUNCTION = 100
_COST_OF_MATRIX = 2_000


def evaluate(
    term: Term, point: Point, indices: Mapping[Index, int] | None = None, effort: Effort | None = None
) -> Value:
    """The value of a term: a number, or nested tuples of them.

    Args:
        term: any term; its symbols and dimensions must have values in ``point``.
        indices: values of the free indices, counted from 1; places have one of their own.
        effort: a bound of the work, possibly shared by several evaluations.

    Raises:
        UndefinedAtPoint: a sub-term has no value here (division by 0, negative radicand, singular inverse, …), or none
            that can be certified.
        InputError: a symbol, dimension or index without a value; an index outside its range.
        LimitError: more work than ``effort`` allows.
    """
    return Evaluation(point, effort)(term, indices)


class Evaluation:
    """Evaluations at one point that share their memory; see `evaluate` for the arguments and errors."""

    def __init__(self, point: Point, effort: Effort | None = None) -> None:
        self.point = point
        self.effort = effort if effort is not None else Effort()
        self._root = _Scope(point, self.effort, {})

    def __call__(self, term: Term, indices: Mapping[Index, int] | None = None) -> Value:
        return exact(self.inside(term, indices))

    def inside(self, term: Term, indices: Mapping[Index, int] | None = None) -> Array:
        """The value with integers as ints: for who compares it, and divides by nothing."""
        place: dict[Index, int] = {}
        if any(self.point.size(dim) < least for dim, least in least_sizes(term.free).items()):
            raise UndefinedAtPoint("an entry at a place that this size has not")
        for index in term.free:
            if isinstance(index, t.Place):
                place[index] = index.value(self.point.size(index.dim)) - 1
                continue
            if indices is None or index not in indices:
                raise InputError(f"no value for the index {index.name}", hint="give it in indices, counted from 1")
            if not 1 <= indices[index] <= self.point.size(index.dim):
                raise InputError(f"the index {index.name} = {indices[index]} out of range", hint="indices count from 1")
            place[index] = indices[index] - 1
        try:
            return self._root.value(term, place)
        except RecursionError:
            raise LimitError("definitions nested too deep to be evaluated", hint="unfold some of them") from None


def _ratio(entry: Entry, whole: int) -> Entry:
    """A number over a whole one that is not 0."""
    return Fraction(entry, whole) if type(entry) is int or type(entry) is Fraction else Fraction(1, whole) * entry


def exact(array: Array) -> Value:
    """A value from inside an evaluation: ints as fractions."""
    value: Value = arrays.apply(lambda entry: Fraction(entry) if type(entry) is int else entry, array)
    return value


@lru_cache(maxsize=1024)
def in_order(free: frozenset[Index]) -> tuple[Index, ...]:
    """Indices by name, then dimension."""
    return tuple(sorted(free, key=lambda index: (index.name, str(index.dim))))


class _Scope:
    """Evaluation with some symbols replaced by duals; level 0 has none, a derivative opens the next level."""

    def __init__(
        self,
        point: Point,
        effort: Effort,
        replaced: Mapping[Symbol, Array],
        parent: _Scope | None = None,
        varied: Symbol | None = None,
    ) -> None:
        self.point = point
        self.effort = effort
        self.replaced = replaced
        self.parent = parent
        self.varied = varied
        self.level: int = parent.level + 1 if parent is not None else 0
        #: The values found so far: of a term, or of a term with the values of its free indices.
        self.memory: dict[Hashable, Array] = {}
        self.derivatives: dict[Symbol, _Scope] = {}
        self.dependent: dict[Term, bool] = {}

    # place: the values of the indices in scope, counted from 0.
    def value(self, term: Term, place: dict[Index, int]) -> Array:
        if self.parent is not None and not self.depends(term):
            return self.parent.value(term, place)
        free = term.free
        key: Hashable = (term, *[place[index] for index in in_order(free)]) if free else term
        self.effort.spend(1)
        result = self.memory.get(key)
        if result is None:
            result = self.memory[key] = self.effort.take(self.compute(term, place))
        return result

    def depends(self, term: Term) -> bool:
        """Whether the symbol that this level varies occurs."""
        known = self.dependent.get(term)
        if known is None:
            known = any(part == self.varied for part in unfolded_subterms(term))
            self.dependent[term] = known
        return known

    def sizes(self, shape: t.Shape) -> tuple[int, ...]:
        return tuple(self.point.size(dim) for dim in t.axes_of(shape))

    def size(self, dim: t.Dim) -> int:
        return self.point.size(dim)

    def compute(self, term: Term, place: dict[Index, int]) -> Array:  # one case a node, the frequent ones first
        match term:
            case Symbol():
                return self.symbol(term)
            case t.Add():
                return self.add([self.value(part, place) for part in term.terms])
            case t.Quotient():
                return self.quotient(term, place)
            case t.Product():
                return self.product(term, place)
            case t.Defined():
                return self.value(term.unfold(), place)
            case t.Neg():
                return arrays.apply(neg, self.value(term.term, place))
            case t.Number():
                return term.value
            case t.Dimension():
                return self.size(term)
            case t.Power():
                return self.power(term, place)
            case t.Dot():
                return arrays.dot(self.value(term.left, place), self.value(term.right, place))
            case t.Ones():
                return arrays.fill(self.sizes(term.shape), lambda *_: 1)
            case t.Component():
                return arrays.at(self.value(term.base, place), tuple(place[index] for index in term.indices))
            case t.Written():
                return arrays.laid_out([self.value(entry, place) for entry in term.entries], self.sizes(term.shape))
            case t.Entry():
                return arrays.at(self.value(term.base, place), tuple(position - 1 for position in term.positions))
            case t.Transpose():
                value = self.value(term.term, place)
                return arrays.transpose(value) if t.is_matrix(term.term.shape) else value
            case t.Sqrt():
                return duals.sqrt(self.value(term.radicand, place))
            case t.Norm():
                return duals.sqrt(self.squares(term.term, place))
            case t.Zeros():
                return arrays.fill(self.sizes(term.shape), lambda *_: 0)
            case t.Identity():
                return arrays.identity(self.size(term.dim))
            case t.Basis():
                here = place[term.index]
                return arrays.fill(self.sizes(term.shape), lambda i: int(i == here))
            case t.Delta():
                return int(place[term.left] == place[term.right])
            case t.Sum():
                return self.add(
                    [self.value(term.body, {**place, term.index: i}) for i in range(self.size(term.index.dim))]
                )
            case t.Prod():
                left_out = [place[index] for index in term.without]
                values = [self.value(term.body, {**place, term.index: i}) for i in range(self.size(term.index.dim))]
                return self.multiply([value for i, value in enumerate(values) if i not in left_out])
            case t.Hadamard():
                return self.multiply([self.value(factor, place) for factor in term.factors])
            case t.HadamardPower():
                return arrays.apply(lambda x: duals.power(x, term.exponent), self.value(term.base, place))
            case t.Function():
                argument = self.value(term.argument, place)
                self.effort.spend(_COST_OF_FUNCTION * sum(1 for _ in arrays.entries(argument)))
                return arrays.apply(self.function(term), argument)
            case t.MatrixFunction():
                matrix = self.value(term.argument, place)
                directions = (len(e.parts) << 3 * e.level for e in arrays.entries(matrix) if isinstance(e, duals.Dual))
                self.effort.spend(_COST_OF_MATRIX * len(matrix) ** 3 * (1 + max(directions, default=0)))
                return (matrix_functions.exp if term.name == "exp" else matrix_functions.log)(matrix)
            case t.Diag():
                vector = self.value(term.vector, place)
                size = len(vector)
                return arrays.fill((size, size), lambda i, j: vector[i] if i == j else 0)
            case t.Trace():
                matrix = self.value(term.matrix, place)
                return self.add([matrix[i][i] for i in range(len(matrix))])
            case t.Outer():
                left, right = self.value(term.left, place), self.value(term.right, place)
                return tuple(tuple(u * v for v in right) for u in left)
            case t.Inverse():
                return arrays.inverse(self.square(self.value(term.matrix, place), 1))
            case t.Det():
                return arrays.determinant(self.square(self.value(term.matrix, place), 2))
            case t.Pinv():
                return arrays.pseudo_inverse(self.square(self.value(term.matrix, place), 1))
            case t.Max():
                return duals.greatest(
                    [self.value(term.body, {**place, term.index: i}) for i in range(self.size(term.index.dim))]
                )
            case t.Rank():
                return arrays.rank(self.square(self.value(term.matrix, place), 1))
            case t.Grad():
                return self.gradient(term, place)
        raise InputError(f"no evaluation of the node {type(term).__name__}")

    def symbol(self, symbol: Symbol) -> Array:
        value: Array = self.replaced.get(symbol) if self.replaced else None
        if value is None:
            value = self.point.inside.get(symbol)
        if isinstance(symbol, Order):
            size = self.size(symbol.dims[0])
            return arrays.fill((size, size), lambda i, j: int(i <= j))
        if isinstance(symbol, Pi):
            return elementary.pi()
        if value is None:
            raise InputError(f"no data for {symbol.name!r}", hint="give it in Point(values=…)")
        return value

    def function(self, term: t.Function) -> Callable[[Entry], Entry]:
        """What a function is here: one of the language, or that which the data of an unknown one say."""
        if (unknown := t.unknown_function_of(term)) is None:
            return duals.FUNCTIONS[term.name]
        return duals.unknown(unknown.order, self.symbol(Coefficients.of(unknown)))

    def square(self, matrix: Array, extra: int) -> Array:
        """Count what elimination costs, before it is done: n³ or n⁴."""
        self.effort.spend(len(matrix) ** (2 + extra))
        return matrix

    def add(self, terms: list[Array]) -> Array:
        self.effort.spend(len(terms))
        total = terms[0]
        for part in terms[1:]:
            total = arrays.apply(add, total, part)
        return total

    def multiply(self, factors: list[Array]) -> Array:
        """The product of arrays of one shape; of none the number 1."""
        total = factors[0] if factors else 1
        for part in factors[1:]:
            total = self.effort.take(arrays.apply(mul, total, part))
        return total

    def product(self, term: t.Product, place: dict[Index, int]) -> Array:
        """From the left, as the shapes are read: see `derive.language.terms.product_shape`."""
        shape, total = term.factors[0].shape, self.value(term.factors[0], place)
        for factor in term.factors[1:]:
            value = self.value(factor, place)
            total = self.effort.take(self.times(total, shape, value, factor.shape))
            shape = t.product_shape(shape, factor.shape)
        return total

    def times(self, left: Array, left_shape: t.Shape, right: Array, right_shape: t.Shape) -> Array:
        if left_shape == ():
            return arrays.apply(lambda x: left * x, right)
        if right_shape == ():
            return arrays.apply(lambda x: x * right, left)
        if t.is_vector(left_shape):  # column · row
            return tuple(tuple(u * v for v in right) for u in left)
        if t.is_row(left_shape):
            if t.is_vector(right_shape):
                return arrays.dot(left, right)
            self.effort.spend(len(left) * len(right[0]))
            return tuple(arrays.dot(left, column) for column in arrays.transpose(right))
        if t.is_vector(right_shape):
            self.effort.spend(len(left) * len(right))
            return tuple(arrays.dot(row, right) for row in left)
        self.effort.spend(len(left) * len(right) * len(right[0]))
        return arrays.times(left, right)

    def quotient(self, term: t.Quotient, place: dict[Index, int]) -> Array:
        above, below = self.value(term.numerator, place), self.value(term.denominator, place)
        if type(below) is int and below:
            return arrays.apply(lambda x: _ratio(x, below), above)
        inverse = arrays.apply(duals.reciprocal, below)
        if term.denominator.shape == ():
            return arrays.apply(lambda x: inverse * x, above)
        if term.numerator.shape == ():
            return arrays.apply(lambda x: x * above, inverse)
        return arrays.apply(mul, inverse, above)

    def power(self, term: t.Power, place: dict[Index, int]) -> Array:
        exponent = term.exponent
        base: Array = self.squared(term, place) if exponent > 0 and exponent % 2 == 0 else None
        if base is not None:
            exponent /= 2
        else:
            base = self.value(term.base, place)
        if exponent.denominator == 2 and t.is_matrix(term.base.shape):
            self.effort.spend(_COST_OF_MATRIX * len(base))
            base, exponent = matrix_functions.sqrt(base), 2 * exponent
        if exponent.denominator == 2:
            return duals.power(duals.sqrt(base), exponent.numerator)
        whole = exponent.numerator
        if not t.is_matrix(term.base.shape):
            return arrays.apply(lambda x: duals.power(x, whole), base)
        if whole < 0:
            base, whole = arrays.inverse(self.square(base, 1)), -whole
        result = arrays.identity(len(base))
        for _ in range(whole):
            result = self.effort.take(arrays.times(result, self.square(base, 1)))
        return result

    def squares(self, term: Term, place: dict[Index, int]) -> Array:
        """The sum of the squares of all entries."""
        return self.add([duals.power(x, 2) for x in arrays.entries(self.value(term, place))])

    def squared(self, term: t.Power, place: dict[Index, int]) -> Array | None:
        """v · v of a power of |v|, or x² of one of |x|, which have a derivative at 0 as well; None of another power."""
        base = term.base
        while isinstance(base, t.Defined):
            base = base.unfold()
        match base:
            case t.Norm(part):
                return self.squares(part, place)
            case t.Function("abs", argument) if not t.is_matrix(term.shape):
                return arrays.apply(lambda x: duals.power(x, 2), self.value(argument, place))
        return None

    def gradient(self, term: t.Grad, place: dict[Index, int]) -> Array:
        """(∂y/∂x)ᵢⱼ: the coefficient of εⱼ in component i of y at x + ε."""
        tied = sorted(term.symbol.properties & TIES)
        if tied:
            said = f"the {tied[0]} {term.symbol.name!r}"
            raise UndefinedAtPoint(f"a derivative with respect to {said}, whose components are not independent")
        value, sizes, level = self.symbol(term.symbol), self.sizes(term.symbol.shape), self.level + 1
        number = {position: k for k, position in enumerate(arrays.positions(value))}
        scope = self.derivatives.get(term.symbol)
        if scope is None:
            varied = arrays.fill(sizes, lambda *at: duals.variable(arrays.at(value, at), number[at], level))
            scope = _Scope(self.point, self.effort, {**self.replaced, term.symbol: varied}, self, term.symbol)
            self.derivatives[term.symbol] = scope
        return arrays.apply(
            lambda entry: arrays.fill(sizes, lambda *at: duals.derivative(entry, number[at], level)),
            scope.value(term.term, place),
        )
