"""Numbers, columns, rows and matrices in exact rationals and plain loops: the words of meanings, and nothing of `derive`.

Indices count from 0.  Columns, rows and matrices are told apart by kind and not by size, so that a clash is one at N = 1
too.  exp, log, roots and derivatives are computed to 50 digits and make the comparison one up to 10⁻²⁰; everything else is
exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Any

getcontext().prec = 70
DIGITS = 10**55
STEP = Fraction(1, 10**15)
CLOSE = Fraction(1, 10**20)


class Clash(Exception):
    """Shapes that do not fit: this is no meaning."""


class Undefined(Exception):
    """No value at this point."""


class Mode:
    """Of the point at hand: was anything rounded, and how much work is it?"""

    rough = False
    cost = 1


def rounded(x: Decimal | Fraction) -> Fraction:
    """A number to 55 digits."""
    Mode.rough = True
    return Fraction(round(Fraction(x) * DIGITS), DIGITS)


@dataclass(frozen=True)
class Array:
    """``kind`` is "column", "row" or "matrix"; ``rows`` has the entries, of a column one in each row."""

    kind: str
    rows: tuple[tuple[Fraction, ...], ...]

    @property
    def shape(self) -> tuple[str, int, int]:
        return self.kind, len(self.rows), len(self.rows[0])

    def __getitem__(self, at: int | tuple[int, int]) -> Fraction:
        i, j = at if isinstance(at, tuple) else (at, 0) if self.kind == "column" else (0, at)
        if isinstance(at, tuple) != (self.kind == "matrix"):
            raise Clash(f"{self.kind} at {at}")
        if not (0 <= i < len(self.rows) and 0 <= j < len(self.rows[0])):
            raise Undefined(f"index {at}")
        return self.rows[i][j]

    def __add__(self, other: Any) -> Array:
        return entrywise(lambda x, y: x + y, self, other)

    def __sub__(self, other: Any) -> Array:
        return entrywise(lambda x, y: x - y, self, other)

    def __neg__(self) -> Array:
        return self * -1

    def __radd__(self, other: Any) -> Array:
        raise Clash("a number + an array")

    __rsub__ = __rtruediv__ = __rmatmul__ = __radd__

    def __mul__(self, c: Any) -> Array:
        if isinstance(c, Array):
            raise Clash("* of two arrays: write had or @")
        return Array(self.kind, tuple(tuple(x * c for x in row) for row in self.rows))

    __rmul__ = __mul__

    def __truediv__(self, c: Any) -> Array:
        if isinstance(c, Array):
            raise Clash("/ by an array")
        return self * (1 / Fraction(c))

    def __pow__(self, k: int) -> Array:
        if self.kind != "matrix" or len(self.rows) != len(self.rows[0]):
            raise Clash("a power of what is not square")
        base, made = (inv(self), eye(len(self.rows))) if k < 0 else (self, eye(len(self.rows)))
        for _ in range(abs(k)):
            made = made @ base
        return made

    def __matmul__(self, other: Any) -> Any:
        if not isinstance(other, Array) or len(self.rows[0]) != len(other.rows):
            raise Clash("@")
        kind = {
            ("matrix", "matrix"): "matrix",
            ("matrix", "column"): "column",
            ("row", "matrix"): "row",
            ("row", "column"): "scalar",
            ("column", "row"): "matrix",
        }.get((self.kind, other.kind))
        if kind is None:
            raise Clash(f"{self.kind} @ {other.kind}")
        columns = tuple(zip(*other.rows, strict=True))
        rows = tuple(tuple(total_of_products(row, column) for column in columns) for row in self.rows)
        return rows[0][0] if kind == "scalar" else Array(kind, rows)


def total_of_products(row: tuple[Fraction, ...], column: tuple[Fraction, ...]) -> Fraction:
    """Σ pᵢ qᵢ; what is 0 is left out."""
    return sum((p * q for p, q in zip(row, column, strict=True) if p and q), Fraction())


def span(a: Array, axis: int) -> range:
    """The indices along one axis."""
    return range(len(a.rows[0]) if axis else len(a.rows))


def exact(x: Any) -> Fraction:
    """A number as a fraction."""
    return x if type(x) is Fraction else Fraction(x)


def entrywise(f: Callable[..., Any], *arrays: Any) -> Array:
    """f of the entries at equal places."""
    if not all(isinstance(a, Array) for a in arrays) or len({a.shape for a in arrays}) != 1:
        raise Clash("entries of unequal shapes")
    first = arrays[0]
    return Array(
        first.kind,
        tuple(tuple(exact(f(*(a.rows[i][j] for a in arrays))) for j in span(first, 1)) for i in span(first, 0)),
    )


def col(n: int, f: Callable[[int], Any]) -> Array:
    """The column with the entries f(0), f(1), …"""
    return Array("column", tuple((exact(f(i)),) for i in range(n)))


def mat(n: int, k: int, f: Callable[[int, int], Any]) -> Array:
    """The matrix with the entries f(i, j)."""
    return Array("matrix", tuple(tuple(exact(f(i, j)) for j in range(k)) for i in range(n)))


def one(n: int) -> Array:
    """The column of ones."""
    return col(n, lambda i: 1)


def eye(n: int) -> Array:
    """The identity matrix."""
    return mat(n, n, lambda i, j: i == j)


def ones(n: int, k: int) -> Array:
    """The matrix of ones."""
    return mat(n, k, lambda i, j: 1)


def tp(a: Array) -> Array:
    """The transpose."""
    if not isinstance(a, Array):
        raise Clash("transpose of a number")
    kind = {"column": "row", "row": "column"}.get(a.kind, "matrix")
    return Array(kind, tuple(zip(*a.rows, strict=True)))


def had(*arrays: Any) -> Array:
    """The entrywise product."""
    return entrywise(lambda *xs: product(xs), *arrays)


def quot(a: Array, b: Array) -> Array:
    """The entrywise quotient."""
    return entrywise(lambda x, y: x / y, a, b)


def dot(a: Array, b: Array) -> Fraction:
    """Σ aᵢ bᵢ."""
    return total(had(a, b))


def outer(a: Array, b: Array) -> Array:
    """a bᵀ."""
    return mat(len(a.rows), len(b.rows), lambda i, j: a[i] * b[j])


def diag(a: Array) -> Array:
    """The diagonal matrix."""
    return mat(len(a.rows), len(a.rows), lambda i, j: a[i] if i == j else 0)


def total(a: Array) -> Fraction:
    """The sum of all entries."""
    return sum((x for row in a.rows for x in row), Fraction())


def norm2(a: Array) -> Fraction:
    """The sum of the squares of all entries."""
    return dot(a, a)


def tr(a: Array) -> Fraction:
    """The trace."""
    if a.kind != "matrix" or len(a.rows) != len(a.rows[0]):
        raise Clash("trace of what is not square")
    return sum((a[i, i] for i in span(a, 0)), Fraction())


def det(a: Array) -> Fraction:
    """The determinant, by elimination."""
    if a.kind != "matrix" or len(a.rows) != len(a.rows[0]):
        raise Clash("determinant of what is not square")
    return _eliminated(a.rows)[0]


def inv(a: Array) -> Array:
    """The inverse, by elimination beside the identity."""
    n = len(a.rows)
    if a.kind != "matrix" or n != len(a.rows[0]):
        raise Clash("determinant of what is not square")
    d, rows = _eliminated(tuple((*row, *unit) for row, unit in zip(a.rows, eye(n).rows, strict=True)))
    if d == 0:
        raise Undefined("singular")
    return Array("matrix", tuple(tuple(row[n:]) for row in rows))


def _eliminated(given: tuple[tuple[Fraction, ...], ...]) -> tuple[Fraction, list[list[Fraction]]]:
    """The determinant of the square in front, and the rows that are left where that becomes the identity."""
    rows, d = [list(row) for row in given], Fraction(1)
    for k in range(len(rows)):
        at = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if at is None:
            return Fraction(), rows
        if at != k:
            rows[k], rows[at], d = rows[at], rows[k], -d
        pivot = rows[k][k]
        d *= pivot
        rows[k] = [x / pivot for x in rows[k]]
        for i, row in enumerate(rows):
            if i != k and (c := row[k]):
                rows[i] = [x - c * y if y else x for x, y in zip(row, rows[k], strict=True)]
    return d, rows


def Sum(n: Any, f: Callable[[int], Any]) -> Any:
    """Σ f(i) over i < n, or over the given indices."""
    parts = [f(i) for i in (range(n) if isinstance(n, int) else n)]
    return sum(parts[1:], parts[0]) if parts else Fraction()


def Prod(n: Any, f: Callable[[int], Any]) -> Fraction:
    """∏ f(i) over i < n, or over the given indices."""
    return product(f(i) for i in (range(n) if isinstance(n, int) else n))


def Max(n: Any, f: Callable[[int], Any]) -> Fraction:
    """The greatest value over an index."""
    return max(f(i) for i in range(n))


def product(xs: Any) -> Fraction:
    """The product of numbers."""
    made = Fraction(1)
    for x in xs:
        made *= x
    return made


def but(n: int, *left_out: int) -> list[int]:
    """The indices below n without some."""
    return [i for i in range(n) if i not in left_out]


def mean(a: Array) -> Fraction:
    """The mean of the entries."""
    return total(a) / len(a.rows)


def var(a: Array, less: int = 0) -> Fraction:
    """The mean square deviation; with ``less`` = 1 that of a sample."""
    return total(entrywise(lambda x: (x - mean(a)) ** 2, a)) / (len(a.rows) - less)


def cov(a: Array, b: Array, less: int = 0) -> Fraction:
    """The mean product of deviations."""
    return total(entrywise(lambda x, y: (x - mean(a)) * (y - mean(b)), a, b)) / (len(a.rows) - less)


def power(x: Any, y: Any) -> Fraction:
    """x to the y: of a positive number, or by a whole one."""
    if Fraction(y).denominator == 1:
        return Fraction(x) ** int(y)
    return exp(y * log(x))


def root(x: Any) -> Any:
    """The square root: exact of a square."""
    if isinstance(x, Array):
        raise Clash("root of an array")
    x = Fraction(x)
    if x < 0:
        raise Undefined("root")
    value = rounded((Decimal(x.numerator) / Decimal(x.denominator)).sqrt())
    short = value.limit_denominator(10**12)
    return short if short * short == x else value


def exp(x: Any) -> Fraction:
    """e to a number."""
    if isinstance(x, Array):
        raise Clash("exp of an array: say which")
    x = Fraction(x)
    return rounded((Decimal(x.numerator) / Decimal(x.denominator)).exp())


def log(x: Any) -> Fraction:
    """The natural logarithm."""
    if isinstance(x, Array):
        raise Clash("log of an array: say which")
    x = Fraction(x)
    if x <= 0:
        raise Undefined("log")
    return rounded((Decimal(x.numerator) / Decimal(x.denominator)).ln())


def tanh(x: Any) -> Fraction:
    """(eˣ − e⁻ˣ) / (eˣ + e⁻ˣ)."""
    p, q = exp(x), exp(-x)
    return (p - q) / (p + q)


def _series(x: Fraction, k: int) -> Fraction:
    made, term = Fraction(), Fraction(1) if k == 0 else x
    while abs(term) > Fraction(1, DIGITS):
        made += term
        k += 2
        term = rounded(-term * x * x / (k * (k - 1)))
    return rounded(made)


def cos(x: Any) -> Fraction:
    """The cosine, by its series."""
    return _series(Fraction(x), 0)


def sin(x: Any) -> Fraction:
    """The sine, by its series."""
    return _series(Fraction(x), 1)


def mexp(a: Array) -> Array:
    """The exponential of a square matrix: the series of a/2¹⁰, squared ten times."""
    n = len(a.rows)
    made = term = eye(n)
    if a.kind != "matrix" or n != len(a.rows[0]):
        raise Clash("exp of what is not square")
    for k in range(1, 40):
        term = entrywise(rounded, term @ a / (1024 * k))
        if term == term * 0:
            break
        made = made + term
    Mode.cost = 15
    for _ in range(10):
        made = entrywise(rounded, made @ made)
    return made


def mtanh(a: Array) -> Array:
    """The hyperbolic tangent of a square matrix: (e²ᵃ + 1)⁻¹ (e²ᵃ − 1)."""
    p = mexp(a * 2)
    half: Array = inv(p + eye(len(a.rows))) @ (p - eye(len(a.rows)))
    return half


def mroot(a: Array) -> Array:
    """The principal square root of a positive definite matrix, by Denman and Beavers."""
    y, z = a, eye(len(a.rows))
    if a != tp(a) or any(det(mat(k, k, lambda i, j: a[i, j])) <= 0 for k in range(1, len(a.rows) + 1)):
        raise Undefined("not positive definite")
    for _ in range(12):
        before, y, z = y, entrywise(rounded, (y + inv(z)) / 2), entrywise(rounded, (z + inv(y)) / 2)
        if norm2(y - before) < Fraction(1, 10**60):  # the digits double
            break
    return y


def mlog(a: Array) -> Array:
    """The logarithm of a matrix near to the identity: the Mercator series; undefined where that does not converge."""
    e = a - eye(len(a.rows))
    if norm2(e) > Fraction(1, 4):
        raise Undefined("far from the identity")
    made, term = e * 0, eye(len(a.rows))
    for k in range(1, 250):
        term = entrywise(rounded, term @ e)
        made = made + term * Fraction((-1) ** (k + 1), k)
        if norm2(term) < Fraction(1, 10**60):
            break
    return entrywise(rounded, made)


def diff(f: Callable[[Any], Any], x: Any, *at: int) -> Any:
    """The derivative of f at x; of an array, with respect to the entry ``at``."""
    Mode.rough = True
    if not isinstance(x, Array):
        return (f(x + STEP) - f(x - STEP)) / (2 * STEP)
    place = at if x.kind == "matrix" else (at[0], 0) if x.kind == "column" else (0, at[0])
    e = Array(x.kind, tuple(tuple(Fraction((i, j) == place) for j in span(x, 1)) for i in span(x, 0)))
    return (f(x + e * STEP) - f(x - e * STEP)) / (2 * STEP)


def grad(f: Callable[[Any], Any], x: Array) -> Array:
    """The derivatives of a scalar f, in the shape of x."""
    if x.kind == "column":
        return col(len(x.rows), lambda i: diff(f, x, i))
    return mat(len(x.rows), len(x.rows[0]), lambda i, j: diff(f, x, i, j))


def jacobian(f: Callable[[Any], Array], x: Array) -> Array:
    """The matrix ∂fᵢ/∂xⱼ."""
    return mat(len(f(x).rows), len(x.rows), lambda i, j: diff(lambda v: f(v)[i], x, j))


def same(p: Any, q: Any) -> bool:
    """Are two values equal?  Those of different shapes are not; a bare 0 has every shape."""
    if isinstance(p, Array) and not isinstance(q, Array) and q == 0:
        q = p * 0
    if isinstance(q, Array) and not isinstance(p, Array) and p == 0:
        p = q * 0
    if isinstance(p, Array) and isinstance(q, Array):
        return p.shape == q.shape and all(
            same(x, y) for r, s in zip(p.rows, q.rows, strict=True) for x, y in zip(r, s, strict=True)
        )
    if isinstance(p, Array) or isinstance(q, Array):
        return False
    return abs(p - q) <= CLOSE * (1 + abs(p)) if Mode.rough else bool(p == q)


TOOLS: dict[str, Any] = {
    f.__name__: f
    for f in (
        *(
            had,
            quot,
            dot,
            outer,
            diag,
            total,
            norm2,
            tr,
            det,
            inv,
            Sum,
            Prod,
            Max,
            but,
            mean,
            var,
            cov,
            root,
            exp,
            log,
            tanh,
            cos,
        ),
        *(sin, mexp, mtanh, mroot, mlog, diff, grad, jacobian, same, col, mat, one, eye, ones, tp, power, entrywise),
    )
}
TOOLS["F"] = Fraction
