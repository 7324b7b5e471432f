"""What the symbols of a SymPy expression are: dimensions, indices, scalars or matrices.

SymPy has one ``Symbol`` for everything.  Its role follows from where it stands: in a shape (or as the end of a sum) it
is a dimension, in ``M[i, j]`` or as the variable of a sum an index, elsewhere a scalar: complex, unless it is
declared real.  `survey` finds the roles
in one walk with an explicit stack, so that a deep or large expression ends in a `LimitError` and not in a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

import sympy
from sympy import KroneckerDelta
from sympy.assumptions.assume import global_assumptions
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.special import GenericIdentity, GenericZeroMatrix
from sympy.matrices.matrixbase import MatrixBase

from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.language import terms as t
from derive.language.build import function

#: Words of SymPy's assumptions that our properties say, strongest first; the first that holds is all that is needed of
#: the words it implies.
ASSUMPTIONS: tuple[tuple[str, str], ...] = (
    ("is_extended_positive", "positive"),
    ("is_extended_nonnegative", "nonneg"),
    ("is_extended_nonzero", "nonzero"),
)

#: SymPy's words for our properties of scalars.
_SYMPY_WORDS = {"positive": "positive", "nonneg": "nonnegative", "nonzero": "nonzero"}

#: Assumptions that no property of ours says, and that a proof or a counterexample would then ignore.
REFUSED: tuple[tuple[str, bool, str], ...] = (
    ("is_commutative", False, "not commutative"),
    ("is_extended_real", False, "not real"),
    ("is_infinite", True, "infinite"),
    ("is_zero", True, "zero"),
    ("is_extended_negative", True, "negative"),
    ("is_extended_nonpositive", True, "not positive"),
)


#: One way on for classes that people are likely to try.
HINTS: dict[str, str] = {
    "Float": "numbers are exact: write Rational(1, 2) or Integer(2), not 0.5",
    "Derivative": "write derive's grad(y, x), the derivative with respect to a symbol",
    "ArrayDerivative": "write derive's grad(y, x), the derivative with respect to a symbol",
    "ImaginaryUnit": "terms are real",
    "ImmutableDenseMatrix": "use MatrixSymbol, OneMatrix, Identity, DiagMatrix …, of a symbolic size",
    "ImmutableSparseMatrix": "use MatrixSymbol, OneMatrix, Identity, DiagMatrix …, of a symbolic size",
    "Pi": "name the number as a positive Symbol",
    "ComplexInfinity": "SymPy met a division by zero before the expression came here",
    "NaN": "SymPy met an undefined form before the expression came here",
    "BlockMatrix": "write the blocks as separate matrices",
    "Piecewise": "state one case at a time",
}


@dataclass(frozen=True)
class Assumed:
    """What SymPy assumes of a scalar or a dimension beyond its properties: ``word`` says it, ``admits`` tests a number."""

    name: t.Symbol | t.Dimension
    word: str
    admits: Callable[[Fraction], bool]


#: Of what SymPy derives from an assumption, the words that say it best, strongest first.
_TELLING = ("prime", "composite", "even", "odd", "integer", "transcendental", "irrational", "noninteger", "rational")


def _unsaid(symbol: Any, **said: bool) -> dict[str, bool]:
    """The assumptions of a symbol that do not follow from those that are said otherwise."""
    known = sympy.Dummy(**said).assumptions0
    return {word: value for word, value in symbol.assumptions0.items() if known.get(word) is not value}


def _word(unsaid: Mapping[str, bool]) -> str:
    word = next((word for word in (*_TELLING, *unsaid) if unsaid.get(word)), next(iter(unsaid)))
    return f"{word}={unsaid[word]}"


def _admits(unsaid: Mapping[str, bool], value: Fraction) -> bool:
    """Whether a rational number has the assumptions."""
    number = sympy.Rational(value.numerator, value.denominator)
    return all(getattr(number, f"is_{word}") is wanted for word, wanted in unsaid.items())


@dataclass
class Survey:
    """The SymPy symbols of an expression by role; ``axes`` holds the dimensions under which an index is used."""

    dimensions: set[sympy.Symbol] = field(default_factory=set)
    indices: set[sympy.Symbol] = field(default_factory=set)
    scalars: set[sympy.Symbol] = field(default_factory=set)
    matrices: set[sympy.MatrixSymbol] = field(default_factory=set)
    arrays: set[sympy.IndexedBase] = field(default_factory=set)
    axes: dict[sympy.Symbol, set[sympy.Basic]] = field(default_factory=dict)


def show(expr: object) -> str:
    """A short text of a SymPy object for messages."""
    try:
        text = str(expr)
    except (RecursionError, ValueError):  # the printer's frames, and Python's limit for printing large integers
        text = f"a large {type(expr).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def checked(expr: Any) -> sympy.Basic:
    """The expression, when it is one that could be read."""
    if isinstance(expr, int) and not isinstance(expr, bool):
        return sympy.Integer(expr)
    if isinstance(expr, MatrixBase | sympy.NDimArray):
        raise InputError(
            f"an explicit {type(expr).__name__} of size {'×'.join(map(str, expr.shape))}",
            hint="use MatrixSymbol, OneMatrix, Identity, DiagMatrix …, of a symbolic size",
        )
    if isinstance(expr, sympy.core.relational.Relational):
        raise InputError(
            f"the SymPy relation {show(expr)}, where a term is expected",
            hint="give it alone, derive.prove(Eq(p, q), hypotheses=[…]), or its sides, .lhs and .rhs",
        )
    if not isinstance(expr, sympy.Basic):
        raise InputError(f"{show(expr)} of type {type(expr).__name__}, where a SymPy expression is expected")
    return expr


def survey(*exprs: sympy.Basic) -> Survey:
    """The roles of all symbols in expressions that belong together.

    Raises `LimitError` beyond the limits of terms, `InputError` for a symbol with two roles.
    """
    found = Survey()
    stack: list[tuple[Any, int]] = [(expr, 1) for expr in exprs]
    count = 0
    while stack:
        node, depth = stack.pop()
        count += 1
        if depth > t.MAX_DEPTH:
            raise LimitError(f"a SymPy expression nested more than {t.MAX_DEPTH} deep", hint="name a part of it")
        if count > t.MAX_SIZE:
            raise LimitError(f"a SymPy expression of more than {t.MAX_SIZE} nodes", hint="split the statement")
        stack.extend((child, depth + 1) for child in _visit(node, found))
    found.scalars -= found.dimensions
    for symbol in sorted(found.indices & (found.scalars | found.dimensions), key=str):
        raise InputError(
            f"the SymPy symbol {symbol} is an index and also a {'scalar' if symbol in found.scalars else 'dimension'}",
            hint="use another name for the index; an index has no value of its own",
        )
    return found


def _visit(node: Any, found: Survey) -> Iterator[Any]:
    """Record what ``node`` says of symbols; yields the children that remain to be visited."""
    match node:
        case GenericIdentity() | GenericZeroMatrix():
            return
        case sympy.MatrixSymbol():
            found.matrices.add(node)
            _dimensions(node.shape, found)
        case sympy.OneMatrix() | sympy.ZeroMatrix() | sympy.Identity():
            _dimensions(node.shape, found)
        case MatrixElement():
            for position, axis in zip((node.i, node.j), node.parent.shape, strict=True):
                if isinstance(position, sympy.Symbol):
                    found.indices.add(position)
                    found.axes.setdefault(position, set()).add(axis)
            yield node.parent
        case sympy.Indexed():
            found.arrays.add(node.base)
            found.indices.update(position for position in node.indices if isinstance(position, sympy.Symbol))
            _dimensions(node.base.shape or (), found)
            for position, axis in zip(node.indices, node.base.shape or (), strict=False):
                if isinstance(position, sympy.Symbol):
                    found.axes.setdefault(position, set()).add(axis)
        case KroneckerDelta():
            found.indices.update(position for position in node.args[:2] if isinstance(position, sympy.Symbol))
        case sympy.Sum() | sympy.Product():
            for variable, *ends in node.limits:
                if not isinstance(variable, sympy.Symbol):
                    raise InputError(
                        f"the {type(variable).__name__} {show(variable)} as an index", hint="an index is a Symbol"
                    )
                found.indices.add(variable)
                for end in ends:
                    found.dimensions.update(end.free_symbols)
            yield node.function
        case ElementwiseApplyFunction():
            yield node.expr
        case sympy.Subs():
            yield from node.point
        case sympy.Symbol():
            found.scalars.add(node)
        case _:
            yield from node.args


def _check_context(found: Survey) -> None:
    """Raises `InputError` when SymPy's context assumes something of a symbol, such as ``Q.symmetric(A)``."""
    named = found.scalars | found.matrices
    for predicate in sorted(global_assumptions, key=str):
        parts = set(sympy.preorder_traversal(predicate))
        if parts & named or set(predicate.args) & found.dimensions:
            raise InputError(
                f"the assumption {show(predicate)} of SymPy's context is not used here",
                hint="give it as a hypothesis: derive.symmetric(A), derive.invertible(A), derive.positive(c)",
            )


def _dimensions(shape: tuple[Any, ...], found: Survey) -> None:
    found.dimensions.update(dim for dim in shape if isinstance(dim, sympy.Symbol))


class Declarations:
    """The terms and indices that stand for the symbols of expressions that belong together."""

    def __init__(
        self, exprs: tuple[sympy.Basic, ...], given: Mapping[Any, t.Term | t.Index | int], real: bool = False
    ) -> None:
        self.survey = survey(*exprs)
        self.given = dict(given)
        self.real = real
        self.complex: set[t.Symbol] = set()
        self.assumed: dict[str, Assumed] = {}
        _check_context(self.survey)
        self.names = self._name_all()
        self.free: dict[sympy.Symbol, t.Index] = {}
        self.functions: dict[str, Any] = {}

    def _name_all(self) -> dict[sympy.Basic, str]:
        """One name for each symbol; SymPy's dummies, which print alike, get primes."""
        roles = self.survey
        everything = roles.dimensions | roles.scalars | roles.matrices | roles.arrays | roles.indices
        owner: dict[str, sympy.Basic] = {}
        names: dict[sympy.Basic, str] = {}
        for symbol in sorted(everything, key=lambda s: (isinstance(s, sympy.Dummy), s.sort_key())):
            name = str(symbol.name)
            while isinstance(symbol, sympy.Dummy) and name in owner:
                name += "'"
            if name in owner:
                raise NameError_(
                    f"the name {name!r} belongs to two different SymPy symbols, "
                    f"{sympy.srepr(owner[name])} and {sympy.srepr(symbol)}",
                    hint="use one symbol throughout, with one set of assumptions",
                )
            owner[name] = symbol
            names[symbol] = name
        return names

    def _given(self, symbol: sympy.Basic) -> t.Term | t.Index | int | None:
        return self.given.get(symbol, self.given.get(self.names[symbol]))

    def dimension(self, dim: Any) -> int | t.Dimension:
        """A SymPy dimension: a symbol, or a positive integer (1 included)."""
        if isinstance(dim, sympy.Integer) and dim >= 1:
            return int(dim)
        if not isinstance(dim, sympy.Symbol):
            raise InputError(
                f"{show(dim)} as a dimension in a SymPy shape", hint="a dimension is one Symbol or an integer"
            )
        if dim.is_positive is False or dim.is_integer is False or dim.is_commutative is False:
            raise InputError(
                f"the SymPy symbol {dim} as a dimension, with assumptions that exclude positive integers",
                hint="Symbol('N') or Symbol('N', positive=True, integer=True)",
            )
        given = self._given(dim)
        if given is None:
            found = t.Dimension(self.names[dim])
            self._assume(found, _unsaid(dim, integer=True, positive=True))
            return found
        if isinstance(given, t.Dimension) or (isinstance(given, int) and not isinstance(given, bool) and given >= 1):
            return given
        raise InputError(f"{given!r} given for the dimension {dim}", hint="give dimension('N')")

    def scalar(self, symbol: sympy.Symbol) -> t.Term:
        """A scalar symbol, or a dimension that stands as a number."""
        if symbol in self.survey.indices:
            raise InputError(f"the index {symbol} as a number", hint="an index only stands in M[i, j], δ and Σ")
        if symbol in self.survey.dimensions:
            dim = self.dimension(symbol)
            return dim if isinstance(dim, t.Dimension) else t.as_term(dim)
        for attribute, value, word in REFUSED:
            if getattr(symbol, attribute) is value:
                raise InputError(
                    f"the SymPy symbol {symbol} is declared {word}",
                    hint="symbols here are real numbers; write -p with p positive for a negative one",
                )
        if symbol.is_complex and symbol.is_extended_real is None and not self.real:
            raise InputError(f"the SymPy symbol {symbol} is declared complex", hint="symbols here are real: real=True")
        given = self._given(symbol)
        if given is not None:
            return self._checked(given, (), symbol)
        word = next((word for attribute, word in ASSUMPTIONS if getattr(symbol, attribute)), "")
        found = t.Symbol(self.names[symbol], (), frozenset([word] if word else []))
        if symbol.is_extended_real is None and not self.real:
            self.complex.add(found)
        said = {"real": True} | ({_SYMPY_WORDS[word]: True} if word else {})
        self._assume(found, _unsaid(symbol, **said))
        return found

    def function(self, expr: Any) -> t.UnknownFunction:
        """The unknown function for an undefined one, which is real; raises `InputError` where more is assumed of it."""
        name, assumed = type(expr).__name__, getattr(type(expr), "_kwargs", {})
        known = sympy.Dummy(real=True).assumptions0
        if unsaid := {word: value for word, value in assumed.items() if known.get(word) is not value}:
            hint = f"Function({name!r}, real=True), and what else is assumed as hypotheses"
            raise InputError(f"the SymPy function {name} is declared with {_word(unsaid)}", hint=hint)
        if name in self.names.values() or self.functions.setdefault(name, expr.func) != expr.func:
            raise NameError_(
                f"the name {name!r} is that of a SymPy function and of something else", hint="rename one of them"
            )
        return function(name)

    def functions_read_as_real(self) -> tuple[str, ...]:
        """The undefined functions that are not declared to be real, and are read so."""
        return tuple(
            sorted(name for name, made in self.functions.items() if not getattr(made, "_kwargs", {}).get("real"))
        )

    def array(self, expr: sympy.Indexed, dims: tuple[t.Dim, ...]) -> t.Term:
        """The vector, matrix or tensor whose component an ``Indexed`` is; complex, unless it is declared real."""
        unsaid = _unsaid(expr, real=True)
        if unsaid:
            raise InputError(
                f"the IndexedBase {expr.base} is declared with {_word(unsaid)}",
                hint=f"IndexedBase({str(expr.base)!r}, real=True), and what else is assumed as hypotheses",
            )
        given = self._given(expr.base)
        if given is not None:
            return self._checked(given, dims, expr.base)
        found = t.Symbol(self.names[expr.base], dims)
        if expr.is_extended_real is None and not self.real:
            self.complex.add(found)
        return found

    def _assume(self, name: t.Symbol | t.Dimension, unsaid: Mapping[str, bool]) -> None:
        if unsaid:
            self.assumed[name.name] = Assumed(name, _word(unsaid), partial(_admits, unsaid))

    def read_as_real(self) -> tuple[str, ...]:
        """The names of what is complex in SymPy and real here: matrices, and with ``real`` all that is not declared so."""
        roles = self.survey
        found = set(roles.matrices)
        if self.real:
            found |= {s for s in roles.scalars | roles.arrays if s.is_extended_real is None}
        return tuple(sorted(self.names[symbol] for symbol in found if self._given(symbol) is None))

    def matrix(self, symbol: sympy.MatrixSymbol) -> t.Term:
        """A matrix symbol: N×1 is a vector, 1×N the transpose of one, 1×1 a scalar."""
        rows, columns = (self.dimension(dim) for dim in symbol.shape)
        given = self._given(symbol)
        if given is not None:
            return self._checked(given, t.column(rows, columns), symbol)
        if rows == 1 and columns != 1:
            return t.Transpose(t.Symbol(self.names[symbol], (columns,)))
        return t.Symbol(self.names[symbol], t.column(rows, columns))

    def _checked(self, given: t.Term | t.Index | int, shape: tuple[t.Dim, ...], symbol: sympy.Basic) -> t.Term:
        if not isinstance(given, t.Term):
            raise InputError(f"{given!r} given for the SymPy symbol {symbol}", hint="give a term of the same shape")
        if given.shape != shape:
            raise ShapeError(
                f"a term of shape {t.show_shape(given.shape)} given for the SymPy symbol {symbol} "
                f"of shape {t.show_shape(shape)}"
            )
        return given

    def index(self, symbol: sympy.Symbol, dim: int | t.Dimension) -> t.Index:
        """The free index ``symbol`` over ``dim``; raises `ShapeError` when it already runs over another dimension."""
        if dim == 1:
            raise ShapeError(f"the index {symbol} over an axis of size 1", hint="write 0 there")
        if not all(_admits(_unsaid(symbol), Fraction(position)) for position in range(3)):
            raise InputError(
                f"the index {symbol} with an assumption that not every position has: {_word(_unsaid(symbol))}",
                hint="an index runs over a whole axis, from 0: Symbol('i', integer=True)",
            )
        given = self._given(symbol)
        if given is not None and not isinstance(given, t.Index):
            raise InputError(f"{given!r} given for the index {symbol}", hint="give index('i', N)")
        known = self.free.setdefault(symbol, given or t.Index(self.names[symbol], dim))
        if known.dim != dim:
            raise ShapeError(
                f"the index {symbol} runs over {t.show_shape((known.dim,))} and over {t.show_shape((dim,))}",
                hint="use two indices",
            )
        return known

    def index_alone(self, symbol: sympy.Symbol) -> t.Index:
        """A free index in a place that does not show its dimension; it must be known from elsewhere."""
        given = self._given(symbol)
        if isinstance(given, t.Index):
            return self.index(symbol, given.dim)
        axes = self.survey.axes.get(symbol, set())
        if len(axes) != 1:
            raise InputError(
                f"the index {symbol} of a KroneckerDelta runs over a dimension that is not known",
                hint=f"from_sympy(expr, symbols={{{symbol}: index('{symbol}', N)}})",
            )
        return self.index(symbol, self.dimension(next(iter(axes))))
