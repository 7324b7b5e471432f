"""Term → explicit SymPy components at concrete sizes, by plain index loops.

A scalar becomes a SymPy number or expression, a vector (as N×1), row or matrix an ``ImmutableMatrix``, a longer shape
an ``ImmutableDenseNDimArray``.  The components of a symbol ``a`` are the SymPy symbols ``a_1 … a_N``, of ``A`` they are
``A_1_1 …``; they carry the declared properties that SymPy can say.  SymPy does the arithmetic as it does for any of its
users; what it says of a term is evidence, and no part of a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod
from typing import Any, TypeAlias

import sympy

from derive.errors import InputError, LimitError, NameError_, UndefinedAtPoint
from derive.interop.expressions import EXPRESSIONS
from derive.interop.field import Field
from derive.language import terms as t
from derive.language.substitution import dimensions_of

#: The largest number of components of one term.
MAX_COMPONENTS = 100_000

#: A determinant of more terms is not written out: SymPy cancels in each step, which takes minutes.
MAX_DETERMINANT = 10_000

#: Terms of which the components are kept.
MAX_KEPT = 4096

#: Assumptions about the components of a symbol, by its number of axes and its property.
ASSUMPTIONS: dict[tuple[int, str], str] = {
    (0, "positive"): "positive",
    (0, "nonneg"): "nonnegative",
    (0, "nonzero"): "nonzero",
    (1, "nonzero"): "nonzero",
}

Sizes: TypeAlias = "Mapping[t.Dimension, int] | int"
Entries: TypeAlias = "dict[tuple[int, ...], Any]"
Rows: TypeAlias = "list[list[Any]]"


def to_explicit(term: t.Term, sizes: Sizes) -> Any:
    """The components of a term at the sizes given (an integer: of every symbolic dimension).

    Raises `InputError` for free indices, and `UndefinedAtPoint` where a divisor vanishes identically at these sizes.

    >>> from derive.language.build import dimension, ones, vector
    >>> N = dimension("N")
    >>> to_explicit(ones(N).T @ vector("a", N), 3)
    a_1 + a_2 + a_3
    """
    return explicit_with_domain(term, sizes)[0]


def explicit_with_domain(term: t.Term, sizes: Sizes) -> tuple[Any, list[tuple[str, Any]]]:
    """`to_explicit`, with what makes the authored sub-terms defined: pairs such as ``("nonneg", radicand)``.

    SymPy rewrites √x² to x while it computes; that x ≥ 0 was needed is only to be seen here.
    """
    writer, entries = _write(term, sizes, EXPRESSIONS)
    if term.shape == ():
        return entries[()], list(writer.domain)
    counts = writer.counts(term.shape)
    values = [entries[position] for position in _positions(counts)]
    if len(term.shape) > 2:
        return sympy.ImmutableDenseNDimArray(values, counts), list(writer.domain)
    rows, columns = (1, counts[0]) if t.is_row(term.shape) else (counts[0], prod(counts[1:]))
    return sympy.ImmutableMatrix(rows, columns, values), list(writer.domain)


def in_field(term: t.Term, sizes: Sizes, field: Field) -> list[Any]:
    """The components of a term as elements of a field; raises as `to_explicit` does."""
    return list(_write(term, sizes, field)[1].values())


def _write(term: t.Term, sizes: Sizes, algebra: Any) -> tuple[_Writer, Entries]:
    if term.free:
        names = ", ".join(sorted(index.name for index in term.free))
        raise InputError(f"a term with the free indices {names} has no explicit value", hint="sum over them first")
    writer = _Writer(_all_sizes(term, sizes), algebra)
    return writer, writer.entries(term, {})


def _all_sizes(term: t.Term, sizes: Sizes) -> dict[t.Dimension, int]:
    dims = dimensions_of(term)
    if not isinstance(sizes, int | Mapping):
        raise InputError(f"{sizes!r} as sizes", hint="an integer is the size of every dimension; or give {N: 3}")
    found: dict[t.Dimension, int] = dict.fromkeys(dims, sizes) if isinstance(sizes, int) else dict(sizes)
    for dim in dims:
        if dim not in found:
            raise InputError(f"no size is given for the dimension {dim.name}", hint=f"give {{{dim.name}: 3}}")
    for dim, size in found.items():
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise InputError(f"the size {size!r} of the dimension {dim.name}", hint="sizes are integers of at least 1")
    return found


def _positions(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(count) for count in counts))


def explicit_symbol(symbol: t.Symbol, position: tuple[int, ...]) -> Any:
    """The real SymPy symbol of one component, declared as ours; positions count from 0, names from 1; a scalar has ()."""
    rank = len(symbol.dims)
    words = {ASSUMPTIONS[rank, word]: True for word in symbol.properties if (rank, word) in ASSUMPTIONS}
    if symbol.properties & {"symmetric", "positive_definite"}:
        position = tuple(sorted(position))
    return sympy.Symbol("_".join([symbol.name, *(str(step + 1) for step in position)]), real=True, **words)


class _Writer:
    """The sizes of one translation; every value is a dictionary from positions (one for each axis) to SymPy scalars.

    ``domain`` is what makes the terms so far defined, without repetitions; ``owners`` are the symbols of components.
    """

    def __init__(self, sizes: Mapping[t.Dimension, int], algebra: Any) -> None:
        self.sizes, self.algebra = sizes, algebra
        self.domain: dict[tuple[str, Any], None] = {}
        self.owners: dict[str, t.Symbol] = {}

    def size(self, dim: t.Dim) -> int:
        return dim if isinstance(dim, int) else self.sizes[dim]

    def counts(self, shape: t.Shape) -> tuple[int, ...]:
        counts = tuple(self.size(dim) for dim in t.axes_of(shape))
        if prod(counts) > MAX_COMPONENTS:
            raise LimitError(f"{prod(counts)} explicit components; the limit is {MAX_COMPONENTS}", hint="smaller sizes")
        return counts

    def entries(self, term: t.Term, env: dict[t.Index, int]) -> Entries:
        """All components of a term; those of closed terms are kept, for other translations too."""
        if term.free:
            return self.compute(term, env)
        key = term, tuple(self.sizes.items())
        kept = self.algebra.kept
        if key not in kept:
            part = _Writer(self.sizes, self.algebra)
            found = part.compute(term, {}), part
            if len(kept) >= MAX_KEPT:
                kept.clear()
            kept[key] = found
        entries: Entries
        entries, part = kept[key]
        self.domain.update(part.domain)
        self.own(part.owners)
        return entries

    def component(self, symbol: t.Symbol, position: tuple[int, ...]) -> Any:
        component = explicit_symbol(symbol, position)
        self.own({component.name: symbol})
        return self.algebra.symbol(component)

    def own(self, owners: Mapping[str, t.Symbol]) -> None:
        """Remember whose components they are; a scalar named a_1 beside a vector a would become the same symbol."""
        for name, symbol in owners.items():
            if (owner := self.owners.setdefault(name, symbol)) is not symbol and owner != symbol:
                raise NameError_(
                    f"the explicit name {name!r} belongs to {symbol.name!r} and {owner.name!r}",
                    hint="rename one of them",
                )

    def scalar(self, term: t.Term, env: dict[t.Index, int]) -> Any:
        return self.entries(term, env)[()]

    def compute(self, term: t.Term, env: dict[t.Index, int]) -> Entries:
        """One node, by its index equation."""
        positions = _positions(self.counts(term.shape))
        number, add, multiply = self.algebra.number, self.algebra.add, self.algebra.multiply
        match term:
            case t.Number():
                return {(): number(term.value)}
            case t.Dimension():
                return {(): number(self.size(term))}
            case t.Symbol():
                return {p: self.component(term, p) for p in positions}
            case t.Ones():
                return dict.fromkeys(positions, number(1))
            case t.Zeros():
                return dict.fromkeys(positions, number(0))
            case t.Identity():
                return {p: number(p[0] == p[1]) for p in positions}
            case t.Basis():
                return {p: number(p[0] == env[term.index]) for p in positions}
            case t.Delta():
                return {(): number(env[term.left] == env[term.right])}
            case t.Add() | t.Hadamard():
                parts = [self.entries(part, env) for part in term.children]
                join = add if isinstance(term, t.Add) else multiply
                return {p: join([part[p] for part in parts]) for p in positions}
            case t.Neg():
                return {p: -value for p, value in self.entries(term.term, env).items()}
            case t.Product():
                return self.product(term.factors, env)
            case t.Quotient():
                above, below = self.entries(term.numerator, env), self.entries(term.denominator, env)
                return {p: self.divide(above.get(p, above.get(())), below.get(p, below.get(()))) for p in positions}
            case t.Power() if t.is_square(term.shape):
                return self.matrix_power(term, env)
            case t.Power() | t.HadamardPower():
                return {p: self.power(value, term.exponent) for p, value in self.entries(term.base, env).items()}
            case t.Sqrt():
                return {(): self.power(self.scalar(term.radicand, env), Fraction(1, 2))}
            case t.Function():
                argument = self.entries(term.argument, env)
                if term.name == "log":
                    self.domain |= dict.fromkeys(("positive", value) for value in argument.values())
                return {p: self.algebra.function(term.name, value) for p, value in argument.items()}
            case t.Transpose():
                return {p[::-1]: value for p, value in self.entries(term.term, env).items()}
            case t.Diag():
                vector = self.entries(term.vector, env)
                return {p: vector[p[:1]] if p[0] == p[1] else number(0) for p in positions}
            case t.Trace():
                return {(): add([v for p, v in self.entries(term.matrix, env).items() if p[0] == p[1]])}
            case t.Dot() | t.Outer():
                left, right = self.entries(term.left, env), self.entries(term.right, env)
                if isinstance(term, t.Dot):
                    return {(): add([left[p] * right[p] for p in left])}
                return {p: left[p[:1]] * right[p[1:]] for p in positions}
            case t.Norm():
                return {(): self.algebra.root(add([v**2 for v in self.entries(term.term, env).values()]))}
            case t.Inverse() | t.Pinv():
                return _from_rows(self.inverse(self.matrix(term.matrix, env), term))
            case t.Det():
                return {(): self.determinant(self.affordable(self.matrix(term.matrix, env)))}
            case t.Component():
                return {(): self.entries(term.base, env)[tuple(env[index] for index in term.indices)]}
            case t.Sum():
                bodies = [self.entries(term.body, {**env, term.index: i}) for i in range(self.size(term.index.dim))]
                return {p: add([body[p] for body in bodies]) for p in positions}
            case t.Prod():
                left_out = [env[index] for index in term.without]
                others = (i for i in range(self.size(term.index.dim)) if i not in left_out)
                return {(): multiply([self.scalar(term.body, {**env, term.index: i}) for i in others])}
            case t.Grad():
                if term.symbol.properties & {"symmetric", "positive_definite"}:
                    raise InputError(
                        f"a derivative with respect to the components of the symmetric {term.symbol.name!r}",
                        hint="its components are not independent; declare it without the property",
                    )
                y, x = self.entries(term.term, env), self.entries(term.symbol, env)
                return {p + q: self.algebra.derivative(y[p], x[q]) for p in y for q in x}
            case t.Defined():
                return self.entries(term.unfold(), env)
        raise InputError(f"{type(term).__name__} has no explicit SymPy form")

    def divide(self, above: Any, below: Any) -> Any:
        if self.algebra.vanishes(below):
            raise UndefinedAtPoint("a divisor is identically zero at these sizes")
        self.domain["nonzero", below] = None
        return above / below

    def power(self, base: Any, exponent: Fraction | int) -> Any:
        if exponent < 0:
            self.divide(self.algebra.number(1), base)
        if exponent.denominator == 2:
            self.domain["nonneg", base] = None
        return self.algebra.power(base, exponent)

    def inverse(self, rows: Rows, term: t.Term) -> Rows:
        """M⁻¹ by the adjugate, which divides once; M⁺ of rational numbers by SymPy's rank decomposition."""
        if isinstance(term, t.Pinv):
            return self.algebra.pseudo_inverse(rows)  # type: ignore[no-any-return]  # of either algebra
        self.affordable(rows)
        scale = self.divide(self.algebra.number(1), self.determinant(rows))
        places = range(len(rows))

        def cofactor(i: int, j: int) -> Any:
            minor = self.determinant([[x for k, x in enumerate(row) if k != j] for n, row in enumerate(rows) if n != i])
            return -minor if (i + j) % 2 else minor

        return [[cofactor(j, i) * scale for j in places] for i in places]

    def affordable(self, rows: Rows) -> Rows:
        """The matrix, if its determinant is not too large: ∏ of the row sums of terms, times n!/nⁿ as for equal entries."""
        n = len(rows)
        terms = prod(sum(self.algebra.terms(x) for x in row) for row in rows) * factorial(n) // n**n
        if terms > MAX_DETERMINANT:
            raise LimitError(
                f"a determinant of about {terms} terms; the limit is {MAX_DETERMINANT}", hint="a smaller size"
            )
        return rows

    def determinant(self, rows: Rows) -> Any:
        """By minors of the last rows, each computed once, without division."""
        n, algebra = len(rows), self.algebra

        @cache
        def minor(columns: tuple[int, ...]) -> Any:
            row = n - len(columns)
            parts = (
                algebra.number((-1) ** k) * rows[row][j] * minor(columns[:k] + columns[k + 1 :])
                for k, j in enumerate(columns)
                if algebra.terms(rows[row][j])
            )
            return algebra.add(list(parts)) if columns else algebra.number(1)

        return algebra.multiplied_out(minor(tuple(range(n))))

    def product(self, factors: tuple[t.Term, ...], env: dict[t.Index, int]) -> Entries:
        """From the left, as `derive.language.terms.Product` says."""
        left, shape = self.entries(factors[0], env), factors[0].shape
        for factor in factors[1:]:
            right, result = self.entries(factor, env), t.product_shape(shape, factor.shape)
            if shape == () or factor.shape == () or t.is_vector(shape):  # a vector here is column · row
                left = {p + q: x * y for p, x in left.items() for q, y in right.items()}
            else:
                left = self.contracted(left, right)
            shape = result
        return left

    def contracted(self, left: Entries, right: Entries) -> Entries:
        """Σ over the last axis of the one and the first of the other."""
        rows: dict[tuple[int, ...], list[Any]] = {}
        for p, x in left.items():
            for q, y in right.items():
                if p[-1] == q[0]:
                    rows.setdefault(p[:-1] + q[1:], []).append(x * y)
        return {p: self.algebra.add(terms) for p, terms in rows.items()}

    def matrix(self, term: t.Term, env: dict[t.Index, int]) -> Rows:
        entries, (rows, columns) = self.entries(term, env), self.counts(term.shape)
        return [[entries[i, j] for j in range(columns)] for i in range(rows)]

    def matrix_power(self, term: t.Power, env: dict[t.Index, int]) -> Entries:
        if term.exponent.denominator == 2:
            raise InputError("a half-integer power of a matrix has no explicit SymPy form")
        entries = self.entries(term.base, env)
        if term.exponent < 0:
            entries = _from_rows(self.inverse(self.matrix(term.base, env), t.Inverse(term.base)))
        result = self.entries(t.Identity(term.shape[0]), env)
        for _ in range(abs(int(term.exponent))):
            result = self.contracted(result, entries)
        return result


def _from_rows(rows: Rows) -> Entries:
    return {(i, j): x for i, row in enumerate(rows) for j, x in enumerate(row)}
