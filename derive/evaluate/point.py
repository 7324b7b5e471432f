"""A point: sizes for the dimensions and exact data for the symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from numbers import Rational
from typing import Any, Union

from derive.errors import InputError
from derive.evaluate import arrays
from derive.evaluate.numbers import Enclosure, Real, Surd, show, to_json
from derive.language.alike import join, product_of
from derive.language.terms import (
    Add,
    Dim,
    Dimension,
    Neg,
    Number,
    Sqrt,
    Symbol,
    Term,
    UnknownFunction,
    axes_of,
    show_shape,
)
from derive.language.unknown import Coefficients
from derive.printing import text
from derive.printing.plain import plain

#: A number, or nested tuples of numbers: a vector or a row is a tuple, a matrix a tuple of rows.
Value = Union[Real, tuple["Value", ...]]  # noqa: UP007 (a runtime alias that names itself)


@dataclass(frozen=True)
class Point:
    """Sizes and data.

    Attributes:
        dimensions: the size of each dimension.
        values: for each symbol exact data of its shape: of a scalar a `Fraction`, of a vector a tuple of them, of a matrix a
            tuple of its rows.

    Raises `InputError` for a size below 1 and for data that do not fit the shape of their symbol.

    >>> from fractions import Fraction
    >>> N = Dimension("N")
    >>> print(Point({N: 2}, {Symbol("a", (N,)): (Fraction(1), Fraction(-1))}))
    N = 2, a = (1, -1)
    """

    dimensions: Mapping[Dimension, int] = field(default_factory=dict)
    values: Mapping[Symbol, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for held in (self.dimensions, self.values):
            if not isinstance(held, Mapping):
                raise InputError(f"{held!r} in a point", hint="Point({N: 2}, {a: (1, -1)}): sizes, then data")
        for dim, size in self.dimensions.items():
            if not isinstance(dim, Dimension) or isinstance(size, bool) or not isinstance(size, int):
                raise InputError(f"the size {size!r} for {dim!r}", hint="sizes are integers, of dimensions: {N: 2}")
            if size < 1:
                raise InputError(f"the size {size} for the dimension {dim.name}", hint="sizes are at least 1")
        exact = {symbol: _exact(symbol, value) for symbol, value in self.values.items()}
        if any(exact[symbol] is not value for symbol, value in self.values.items()):
            object.__setattr__(self, "values", exact)
        for symbol, value in self.values.items():
            sizes = tuple(self.size(dim) for dim in axes_of(symbol.shape))
            if not _fits(value, sizes):
                raise InputError(
                    f"data that do not fit {symbol.name!r} of shape {show_shape(symbol.shape)} at sizes {sizes}",
                    hint="a vector is a tuple of numbers, a matrix a tuple of rows",
                )

    @classmethod
    def within_a_search(cls, dimensions: Mapping[Dimension, int], values: Mapping[Symbol, Value]) -> Point:
        """A point of data that fit, for an evaluation alone: nothing is checked, and integers stay as they are."""
        made = object.__new__(cls)
        object.__setattr__(made, "dimensions", dimensions)
        object.__setattr__(made, "values", values)
        return made

    def __hash__(self) -> int:
        return hash((frozenset(self.dimensions.items()), frozenset(self.values.items())))

    @cached_property
    def inside(self) -> Mapping[Symbol, arrays.Array]:
        """The data as evaluations compute with them: whole numbers are ints."""
        return {symbol: arrays.whole(value) for symbol, value in self.values.items()}

    def size(self, dim: Dim) -> int:
        """The size of a dimension; an integer is its own size."""
        if isinstance(dim, int):
            return dim
        size = self.dimensions.get(dim)
        if size is None:
            raise InputError(f"no size for the dimension {dim.name}", hint="give it in Point(dimensions=…)")
        return size

    def __str__(self) -> str:
        words = [f"{dim.name} = {size}" for dim, size in self.dimensions.items()]
        for symbol, value in self.values.items():
            found = function_said(symbol, value)
            words.append(f"{symbol.name} = {show_value(value)}" if found is None else " = ".join(map(text, found)))
        return ", ".join(words)

    def to_json(self) -> dict[str, Any]:
        """``{"N": 2, "a": ["1", "-1"]}``."""
        found: dict[str, Any] = {dim.name: size for dim, size in self.dimensions.items()}
        for symbol, value in self.values.items():
            if (said := function_said(symbol, value)) is None:
                found[symbol.name] = value_to_json(value)
            else:
                head, is_there = map(plain, said)
                found[head] = is_there
        return found


def function_said(symbol: Symbol, value: Value) -> tuple[Term, Term] | None:
    """What an unknown function is among data, f(t) and what it is equal to; None of any other symbol."""
    if not isinstance(symbol, Coefficients) or not isinstance(value, tuple):
        return None
    t, above = Symbol("t", ()), list[Term]()
    for exponent, coefficient in enumerate(value):
        power = () if exponent == 0 else (t if exponent == 1 else t**exponent,)
        for root, factor in _roots(coefficient):
            size = product_of([Number(abs(factor)), *root, *power])
            above += [size] if factor > 0 else [Neg(size)] if factor < 0 else []
    total = join(Add, above) if above else Number(Fraction(0))
    return UnknownFunction.named(symbol.name)(t), total / (1 + t**2)


def _roots(number: Value) -> list[tuple[tuple[Term, ...], Fraction]]:
    """A number as a sum of roots, each with its factor."""
    if isinstance(number, Surd):
        return [((Sqrt(Number(Fraction(d))),) if d != 1 else (), factor) for d, factor in number.parts]
    if isinstance(number, Fraction):
        return [((), number)]
    raise TypeError("a coefficient that is not exact")


def _exact(symbol: object, value: object) -> Value:
    """The data of a symbol with integers as fractions and lists as tuples; the value itself if it has none."""
    if not isinstance(symbol, Symbol):
        raise InputError(f"data for {symbol!r}", hint="give them by symbols: {a: (1, -1)}")
    if type(value) is Fraction or isinstance(value, Surd | Enclosure):
        return value
    if isinstance(value, tuple | list):
        made = tuple(_exact(symbol, part) for part in value)
        same = isinstance(value, tuple) and all(one is other for one, other in zip(made, value, strict=True))
        return value if same else made  # type: ignore[return-value]  # its parts are values
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    message = f"{value!r} of type {type(value).__name__} as data of {symbol.name!r}"
    raise InputError(message, hint="data are exact: Fraction(1, 2)")


def _fits(value: Value, sizes: tuple[int, ...]) -> bool:
    if not sizes:
        return not isinstance(value, tuple)
    if not isinstance(value, tuple) or len(value) != sizes[0]:
        return False
    return tuple not in map(type, value) if len(sizes) == 1 else all(_fits(part, sizes[1:]) for part in value)


def show_value(value: Value) -> str:
    """``1/2``, ``(1, -1)``, ``[[1, 2], [0, 1]]``."""
    if not isinstance(value, tuple):
        return show(value)
    if value and isinstance(value[0], tuple):
        return f"[{', '.join(_bracketed(part) for part in value)}]"
    return f"({', '.join(show_value(part) for part in value)})"


def _bracketed(value: Value) -> str:
    return f"[{', '.join(map(_bracketed, value))}]" if isinstance(value, tuple) else show(value)


def value_to_json(value: Value) -> Any:
    """Numbers as strings, arrays as lists."""
    return [value_to_json(part) for part in value] if isinstance(value, tuple) else to_json(value)
