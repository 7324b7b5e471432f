"""A second evaluator, in floating point, that shares nothing with `derive.evaluate`: a witness must differ here too.

Terms are evaluated by NumPy over whole arrays, where `derive.evaluate` goes entry by entry over exact numbers; derivatives
by the complex step Im f(x + ih)/h (Squire and Trapp 1998), which has no cancellation.  A column is an array with one axis, a
row one of shape (1, N).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from derive.evaluate.numbers import Enclosure, Surd
from derive.evaluate.point import Point
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Defined,
    Delta,
    Det,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
    Neg,
    Norm,
    Number,
    Ones,
    Outer,
    Pinv,
    Power,
    Prod,
    Product,
    Quotient,
    Shape,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    axes_of,
    is_matrix,
    product_shape,
)

Array = Any
_STEP = 1e-40


class NoValue(Exception):
    """The term has no value here, or none that this evaluator computes."""


def number(value: Any) -> float:
    """A rational, a surd or an enclosure as a float."""
    if isinstance(value, Surd):
        return sum(float(q) * sqrt(d) for d, q in value.parts)
    return float((value.lo + value.hi) / 2) if isinstance(value, Enclosure) else float(value)


def array(value: Any) -> Array:
    """Nested tuples as an array."""
    return np.array([array(part) for part in value]) if isinstance(value, tuple) else np.float64(number(value))


class Floats:
    """Evaluation at a point; ``largest`` is the largest number that came up, for an idea of the error."""

    def __init__(self, point: Point) -> None:
        self.point = point
        self.largest = 1.0
        self.data: dict[Symbol, Array] = {
            symbol: array(value).reshape(self.sizes(symbol.shape)) for symbol, value in point.values.items()
        }
        self.inside = False

    def size(self, dim: Dim) -> int:
        """The size of a dimension."""
        return dim if isinstance(dim, int) else self.point.dimensions[dim]

    def sizes(self, shape: Shape) -> tuple[int, ...]:
        """The sizes of a shape."""
        return tuple(map(self.size, shape))

    def __call__(self, term: Term, at: Mapping[Index, int]) -> Array:
        """The value, indices counted from 0."""
        value = np.asarray(self._value(term, at))
        if not np.all(np.isfinite(value)):
            raise NoValue("a number that is not finite")
        self.largest = max(self.largest, float(np.max(np.abs(value), initial=0)))
        return value

    def _value(self, term: Term, at: Mapping[Index, int]) -> Array:
        match term:
            case Number(value):
                return float(value)
            case Dimension():
                return float(self.point.dimensions[term])
            case Symbol():
                return self.data[term]
            case Ones(dims):
                return np.ones(self.sizes(dims))
            case Zeros(dims):
                return np.zeros(self.sizes(dims))
            case Identity(dim):
                return np.eye(self.size(dim))
            case Basis(index):
                return np.eye(self.size(index.dim))[at[index]]
            case Delta(left, right):
                return float(at[left] == at[right])
            case Defined():
                return self(term.unfold(), at)
            case Add(items):
                return sum(self(item, at) for item in items)
            case Neg(inner):
                return -self(inner, at)
            case Product(factors):
                return self._product(factors, at)
            case Hadamard(factors):
                return np.prod([self(item, at) for item in factors], axis=0)
            case Quotient(above, below):
                return self(above, at) / self._not_zero(self(below, at))
            case Power(base, exponent):
                return self._power(self(base, at), exponent, is_matrix(base.shape))
            case HadamardPower(base, exponent):
                return self._power(self(base, at), Fraction(exponent), False)
            case Sqrt(inner):
                return self._power(self(inner, at), Fraction(1, 2), False)
            case Function(name, inner):
                return self._function(name, self(inner, at))
            case Transpose(inner):
                value = self(inner, at)
                return value.reshape(self.sizes(term.shape)) if len(inner.shape) < 2 or 1 in inner.shape else value.T
            case Diag(inner):
                return np.diag(self(inner, at))
            case Trace(inner):
                return np.trace(self(inner, at))
            case Dot(left, right):
                return self(left, at) @ self(right, at)
            case Outer(left, right):
                return np.multiply.outer(self(left, at), self(right, at))
            case Norm(inner):
                return self._power(np.sum(self(inner, at) ** 2), Fraction(1, 2), False)
            case Det(inner):
                return np.linalg.det(self(inner, at))
            case Inverse(inner):
                return self._inverse(self(inner, at))
            case Pinv(inner) if not self.inside:
                return np.linalg.pinv(self(inner, at))
            case Component(base, indices):
                return self(base, at).reshape(self.sizes(axes_of(base.shape)))[tuple(at[i] for i in indices)]
            case Sum(index, body):
                return sum(self(body, {**at, index: k}) for k in range(self.size(index.dim)))
            case Prod(index, body, without):
                skipped = [at[other] for other in without]
                values = [self(body, {**at, index: k}) for k in range(self.size(index.dim))]
                return np.prod([value for k, value in enumerate(values) if k not in skipped])
            case Grad(inner, symbol) if not self.inside:
                return self._gradient(inner, symbol, at, self.sizes(term.shape))
        raise NoValue(f"a {type(term).__name__} is not computed here")

    def _product(self, factors: tuple[Term, ...], at: Mapping[Index, int]) -> Array:
        value, shape = self(factors[0], at), factors[0].shape
        for factor in factors[1:]:
            right, new = self(factor, at), product_shape(shape, factor.shape)
            if shape == () or factor.shape == ():
                value = value * right
            else:
                left = value.reshape(-1, 1) if len(shape) == 1 else value
                value = (left @ (right.reshape(-1, 1) if len(factor.shape) == 1 else right)).reshape(self.sizes(new))
            shape = new
        return value

    def _not_zero(self, value: Array) -> Array:
        if np.any(np.abs(value) < 1e-12):
            raise NoValue("division by 0")
        return value

    def _power(self, value: Array, exponent: Fraction, of_matrix: bool) -> Array:
        if of_matrix:
            base = self._inverse(value) if exponent < 0 else value
            return np.linalg.matrix_power(base, abs(int(exponent)))
        if exponent < 0:
            self._not_zero(value)
        if exponent.denominator == 1:
            return value ** int(exponent)
        if np.any(np.real(value) < -1e-9 * self.largest) or (self.inside and np.any(np.abs(value) < 1e-12)):
            raise NoValue("a root that is not real, or has no derivative")
        root = np.sqrt(value) if self.inside else np.sqrt(np.maximum(value, 0))
        return root ** int(2 * exponent)

    def _inverse(self, matrix: Array) -> Array:
        if np.linalg.cond(np.real(matrix)) > 1e9:
            raise NoValue("a matrix that is nearly singular")
        return np.linalg.inv(matrix)

    def _function(self, name: str, value: Array) -> Array:
        if name == "abs":
            if self.inside and np.any(np.abs(value) < 1e-12):
                raise NoValue("|x| has no derivative at 0")
            return value * np.sign(np.real(value)) if self.inside else np.abs(value)
        if name == "log" and np.any(np.real(value) <= 0):
            raise NoValue("log of what is not positive")
        if name == "exp" and np.any(np.real(value) > 300):
            raise NoValue("exp of a large number")
        return {"exp": np.exp, "log": np.log, "tanh": np.tanh}[name](value)

    def _gradient(self, inner: Term, symbol: Symbol, at: Mapping[Index, int], sizes: tuple[int, ...]) -> Array:
        kept = self.data[symbol]
        self.inside = True
        try:
            columns = []
            for k in range(kept.size):
                moved = kept.astype(complex).reshape(-1)
                moved[k] += 1j * _STEP
                self.data[symbol] = moved.reshape(kept.shape)
                columns.append(np.imag(self(inner, at)) / _STEP)
        finally:
            self.data[symbol] = kept
            self.inside = False
        return np.stack([np.reshape(column, -1) for column in columns], axis=-1).reshape(sizes)


def agrees(term: Term, point: Point, at: Mapping[Index, int], exact: Any) -> bool | None:
    """Is an exact value, as nested tuples, what this evaluator finds?  None where it finds none; indices from 1."""
    floats = Floats(point)
    try:
        with np.errstate(all="ignore"):
            found = floats(term, {index: value - 1 for index, value in at.items()})
            claimed = array(exact)
    except (NoValue, OverflowError, np.linalg.LinAlgError):
        return None
    if floats.largest > 1e7:
        return None  # too much may have cancelled
    return bool(np.allclose(np.reshape(found, -1), np.reshape(claimed, -1), rtol=1e-6, atol=1e-8 * floats.largest))
