"""SymPy expressions are read as they stand, or refused by name."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
import sympy
from sympy import (
    Adjoint,
    Determinant,
    DotProduct,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    KroneckerDelta,
    MatMul,
    MatPow,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.interop.from_sympy import from_sympy, read_together
from derive.language import build as d
from derive.language import terms as t
from derive.language.maxima import MAX, MIN

N, K, i, j, k = sympy.symbols("N K i j k")
x, y, g = (MatrixSymbol(name, N, 1) for name in "xyg")
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
X = MatrixSymbol("X", N, K)
row = MatrixSymbol("r", 1, N)
one = OneMatrix(N, 1)
z = Symbol("z")
c, c1 = sympy.IndexedBase("c"), sympy.IndexedBase("c", shape=(N,))
s = Symbol("s", real=True)

n_, k_ = d.dimension("N"), d.dimension("K")
x_, y_, g_, r_ = (d.vector(name, n_) for name in "xygr")
a_, b_ = d.matrix("A", n_, n_), d.matrix("B", n_, n_)
big_ = d.matrix("X", n_, k_)
i_, j_, ki_ = d.index("i", n_), d.index("j", n_), d.index("k", k_)
s_ = d.scalar("s")
one_ = d.ones(n_)

VALID: dict[str, tuple[Any, t.Term]] = {
    "int": (3, t.as_term(3)),
    "Integer": (sympy.Integer(-2), t.as_term(-2)),
    "Rational": (Rational(2, 3), t.as_term(Fraction(2, 3))),
    "E": (sympy.E, d.exp(t.as_term(1))),
    "Max": (sympy.Max(s, 2, s**2), reduce(MAX, (t.as_term(2), s_, s_**2))),
    "Min": (sympy.Min(s, 2), MIN(2, s_)),
    "Symbol": (s, s_),
    "Symbol positive": (Symbol("s", positive=True), d.scalar("s", "positive")),
    "Symbol nonnegative": (Symbol("s", nonnegative=True), d.scalar("s", "nonneg")),
    "Symbol nonzero": (Symbol("s", nonzero=True, real=True), d.scalar("s", "nonzero")),
    "Symbol integer": (Symbol("s", integer=True), s_),
    "dimension as a scalar": (N + Trace(A), n_ + d.trace(a_)),
    "vector": (x, x_),
    "row": (row, r_.T),
    "matrix": (X, big_),
    "1×1 symbol": (MatrixSymbol("s", 1, 1), s_),
    "element of a 1×1 symbol": (MatrixSymbol("s", 1, 1)[0, 0], s_),
    "number as dimension": (MatrixSymbol("q", 3, 1), d.vector("q", 3)),
    "MatAdd": (sympy.MatAdd(x, y), x_ + y_),
    "MatAdd of one": (sympy.MatAdd(x), x_),
    "difference": (x - y, t.Add((t.Neg(y_), x_))),
    "scalar multiple": (Rational(2, 3) * x, t.Quotient(t.Product((t.as_term(2), x_)), t.as_term(3))),
    "negative": (-A, -a_),
    "quotient": (x / s, t.Quotient(x_, s_)),
    "x/√p": (x / sympy.sqrt(s), t.Quotient(x_, d.sqrt(s_))),
    "power": (s**3, s_**3),
    "negative power": (s**-2, t.Quotient(t.as_term(1), s_**2)),
    "half-integer power": (s ** Rational(3, 2), t.Power(s_, Fraction(3, 2))),
    "sqrt": (sympy.sqrt(s), d.sqrt(s_)),
    "exp": (sympy.exp(s), d.exp(s_)),
    "log": (sympy.log(s), d.log(s_)),
    "Abs": (sympy.Abs(s), d.absolute(s_)),
    "tanh": (sympy.tanh(s), d.tanh(s_)),
    "applyfunc": (x.applyfunc(sympy.exp), d.exp(x_)),
    "MatMul": (A * B * x, t.Product((a_, b_, x_))),
    "MatMul with its inverse": (MatMul(A, MatPow(A, -1)), t.Product((a_, t.Inverse(a_)))),
    "1×1": (x.T * y, t.Product((x_.T, y_))),
    "1×1 plus identity": (x.T * y + Identity(1), t.Add((t.Product((x_.T, y_)), t.as_term(1)))),
    "1×1 inverse": (Inverse(x.T * y), t.Quotient(t.as_term(1), t.Product((x_.T, y_)))),
    "1×1 as Pow": (sympy.Pow(x.T * y, -1, evaluate=False), t.Quotient(t.as_term(1), t.Product((x_.T, y_)))),
    "1×1 as MatPow": (sympy.sqrt(x.T * y), d.sqrt(t.Product((x_.T, y_)))),
    "1×1 HadamardPower": (HadamardPower(x.T * y, Rational(1, 2)), d.sqrt(t.Product((x_.T, y_)))),
    "(1ᵀ1)⁻¹": ((one.T * one) ** -1 * (x.T * y), t.Quotient(t.Product((x_.T, y_)), n_)),
    "1×1 in front": ((x.T * y) * x, t.Product((x_.T, y_, x_))),
    "1×1 inside, brackets put back": (A * (x.T * y) * x, t.Product((a_, t.Product((x_.T, y_)), x_))),
    "t·I₁": (s * Identity(1), s_),
    "I₁": (Identity(1), t.as_term(1)),
    "1₁ₓ₁": (OneMatrix(1, 1), t.as_term(1)),
    "0₁ₓ₁": (ZeroMatrix(1, 1), t.as_term(0)),
    "Identity": (Identity(N), d.identity(n_)),
    "Identity transposed": (Identity(N).T, d.identity(n_)),
    "OneMatrix": (OneMatrix(N, K), d.ones(n_, k_)),
    "row of ones": (OneMatrix(1, N), one_.T),
    "ZeroMatrix": (ZeroMatrix(N, 1), d.zeros(n_)),
    "row of zeros": (ZeroMatrix(1, N), d.zeros(n_).T),
    "Transpose": (Transpose(X), big_.T),
    "Inverse": (Inverse(A), t.Inverse(a_)),
    "Pow of a matrix": (sympy.Pow(A, -1, evaluate=False), t.Inverse(a_)),
    "MatPow": (A**3, a_**3),
    "DiagMatrix": (DiagMatrix(x), d.diag(x_)),
    "product of DiagMatrix": (DiagMatrix(x) * DiagMatrix(y), t.Product((d.diag(x_), d.diag(y_)))),
    "DiagMatrix power": (DiagMatrix(g) ** -2, t.Power(d.diag(g_), Fraction(-2))),
    "HadamardProduct": (HadamardProduct(x, y), d.hadamard(x_, y_)),
    "HadamardProduct with ones": (HadamardProduct(x, one), d.hadamard(x_, one_)),
    "HadamardProduct of rows": (HadamardProduct(x.T, y.T), d.hadamard(x_.T, y_.T)),
    "HadamardPower of a vector": (HadamardPower(g, -1), g_**-1),
    "HadamardPower of a row": (HadamardPower(g.T, 2), (g_**2).T),
    "HadamardPower of a matrix": (HadamardPower(A, 2), t.HadamardPower(a_, 2)),
    "Trace": (Trace(x * y.T), d.trace(t.Product((x_, y_.T)))),
    "tr(xᵀy)": (Trace(x.T * y), d.dot(x_, y_)),
    "√tr(xᵀx)": (sympy.sqrt(Trace(x.T * x)) / N, d.norm(x_) / n_),
    "tr(xᵀy) of other vectors below a root": (sympy.sqrt(Trace(x.T * y)), d.sqrt(d.dot(x_, y_))),
    "coefficient that SymPy gathered": (-s * x / N, t.Neg(t.Quotient(t.Product((s_, x_)), n_))),
    "coefficient as it is written": (
        MatMul(sympy.Mul(Trace(A), 1 / N, evaluate=False), x),
        t.Product((t.Quotient(d.trace(a_), n_), x_)),
    ),
    "product in a product": (
        sympy.Mul(s, sympy.Mul(Trace(A), s, evaluate=False), evaluate=False),
        t.Product((s_, t.Product((d.trace(a_), s_)))),
    ),
    "Determinant": (Determinant(A), d.det(a_)),
    "DotProduct": (DotProduct(x, y), d.dot(x_, y_)),
    "component of a vector": (x[i, 0], x_[i_]),
    "component of a row": (row[0, i], r_[i_]),
    "component of a matrix": (X[i, k], big_[i_, ki_]),
    "Sum from 0": (Sum(x[i, 0], (i, 0, N - 1)), d.sum_(i_, x_[i_])),
    "Sum over an array": (Sum(c[i], (i, 0, N - 1)), d.sum_(i_, d.vector("c", n_)[i_])),
    "Sum over an array, from 1": (Sum(c[i], (i, 1, N)), d.sum_(i_, d.vector("c", n_)[i_])),
    "Sum over an array with two axes": (
        Sum(c[i, k], (i, 1, N), (k, 1, K)),
        d.sum_(ki_, d.sum_(i_, d.matrix("c", n_, k_)[i_, ki_])),
    ),
    "component of an array": (sympy.IndexedBase("c", shape=(N,))[i], d.vector("c", n_)[i_]),
    "array of one column": (sympy.IndexedBase("c", shape=(N, 1))[i, 0], d.vector("c", n_)[i_]),
    "Sum of a constant from 1": (Sum(s, (i, 1, N)), d.sum_(i_, s_)),
    "Sum over a number": (
        Sum(MatrixSymbol("q", 3, 1)[i, 0], (i, 0, 2)),
        d.sum_(d.index("i", 3), d.vector("q", 3)[d.index("i", 3)]),
    ),
    "two sums, the first innermost": (
        Sum(X[i, k], (i, 0, N - 1), (k, 0, K - 1)),
        d.sum_(ki_, d.sum_(i_, big_[i_, ki_])),
    ),
    "Product": (sympy.Product(x[i, 0], (i, 0, N - 1)), d.prod_(i_, x_[i_])),
    "KroneckerDelta, bound": (
        Sum(KroneckerDelta(i, j) * x[j, 0], (j, 0, N - 1)),
        d.sum_(j_, t.Product((d.delta(i_, j_), x_[j_]))),
    ),
    "KroneckerDelta, known from a component": (
        A[i, j] * KroneckerDelta(i, j),
        t.Product((d.delta(i_, j_), a_[i_, j_])),
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_each_class_is_read(name: str) -> None:
    """Each SymPy class becomes the term that says the same."""
    expr, expected = VALID[name]
    assert from_sympy(expr) == expected


INVALID: dict[str, tuple[Any, type[InputError], str]] = {
    "float": (0.5 * x, InputError, "Float in 0.5.*\n.*exact"),
    "python float": (0.5, InputError, "0.5 of type float"),
    "bool": (True, InputError, "True of type bool"),
    "text": ("x + y", InputError, "type str"),
    "list": ([x], InputError, "type list"),
    "explicit matrix": (sympy.Matrix([1, 2]), InputError, "explicit MutableDenseMatrix of size 2×1"),
    "explicit immutable matrix": (sympy.ImmutableMatrix([[1]]), InputError, "explicit ImmutableDenseMatrix"),
    "explicit matrix inside": (x + sympy.MatAdd(sympy.ImmutableMatrix([[1], [2]])), InputError, "ImmutableDenseMatrix"),
    "array": (sympy.ImmutableDenseNDimArray([1, 2]), InputError, "explicit ImmutableDenseNDimArray"),
    "relation": (sympy.Eq(x, y), InputError, "relation Eq"),
    "adjoint": (Adjoint(A), InputError, "adjoint.*\n.*real=True"),
    "conjugate": (sympy.conjugate(A), InputError, "adjoint"),
    "product of columns": (x * x, AmbiguityError, "a power of x of shape"),
    "flattened scalar product": ((y.T * x) * x, AmbiguityError, "equal factors of a product"),
    "flattened outer product": ((y.T * x) * (x * y.T), AmbiguityError, "equal factors of a product"),
    "power of a column": (x**2, AmbiguityError, r"the power of each component"),
    "unevaluated power of a column": (sympy.Pow(x, 2, evaluate=False), AmbiguityError, "two readings"),
    "power of a row": (x.T * x.T, AmbiguityError, "two readings"),
    "power of an oblong matrix": (X**2, AmbiguityError, "two readings"),
    "reciprocal of a column": (x**-1, AmbiguityError, "two readings"),
    "division by a column": (A / x, AmbiguityError, "two readings"),
    "absolute value of a matrix": (sympy.Abs(A), InputError, "which SymPy makes of abs"),
    "root of a complex scalar": (sympy.sqrt(z), InputError, "z below a root is complex"),
    "half power of a complex scalar": (z ** Rational(3, 2), InputError, "z below a root is complex"),
    "reciprocal root of a complex scalar": (x / sympy.sqrt(z), InputError, "z below a root is complex"),
    "root of a sum with a complex scalar": (sympy.sqrt(s**2 + z), InputError, "z below a root is complex"),
    "absolute value of a complex scalar": (sympy.Abs(z), InputError, "z under the function abs is complex"),
    "logarithm of a complex scalar": (sympy.log(z), InputError, "z under the function log"),
    "tanh of a complex scalar": (sympy.tanh(z), InputError, "z under the function tanh"),
    "logarithm of complex components": ((z * x).applyfunc(sympy.log), InputError, "z under the function log"),
    "absolute value of complex components": (sympy.Abs(c1[i]), InputError, "c under the function abs"),
    "sum from 1 of a column": (Sum(x[i, 0], (i, 1, N)), InputError, "out of range"),
    "sum from 1 of an array with a shape": (Sum(c1[i], (i, 1, N)), InputError, "out of range"),
    "sum from 1 in a product": (Sum(c[i] * x[i, 0], (i, 1, N)), InputError, "out of range"),
    "array over two ranges": (Sum(c[i], (i, 1, N)) * Sum(c[j], (j, 1, K)), ShapeError, "summed from 1 over K here"),
    "array from 0 and from 1": (Sum(c[i], (i, 0, N - 1)) - Sum(c[i], (i, 1, N)), InputError, "sums from 0 and sums"),
    "array with a free index": (c[i], InputError, "no index of a sum"),
    "array at a number": (c1[0], InputError, "position 0"),
    "array at a shifted index": (Sum(c[i + 1], (i, 0, N - 1)), InputError, r"position i \+ 1"),
    "array with another range than its shape": (Sum(c1[i], (i, 0, K - 1)), ShapeError, "for an axis over N"),
    "array with an offset": (sympy.IndexedBase("c", offset=1)[i], InputError, "offset"),
    "array of positive numbers": (Sum(sympy.IndexedBase("c", positive=True)[i], (i, 0, N - 1)), InputError, "declared"),
    "delta of an index from 1 and one from 0": (
        Sum(KroneckerDelta(i, j) * c[j], (j, 1, N)) * x[i, 0],
        InputError,
        "an index from 1 and one from 0",
    ),
    "Idx": (Sum(c[sympy.Idx("i", N)], (sympy.Idx("i", N), 0, N - 1)), InputError, "the Idx i as an index"),
    "even index": (x[Symbol("i", even=True), 0], InputError, "not every position has: even"),
    "index from 1 on": (x[Symbol("i", positive=True, integer=True), 0], InputError, "not every position has"),
    "derivative": (sympy.Derivative(s**2, s), InputError, "Derivative.*\n.*grad"),
    "pi": (sympy.pi, InputError, "class Pi"),
    "infinity": (sympy.oo, InputError, "class Infinity"),
    "zoo": (sympy.zoo, InputError, "class ComplexInfinity"),
    "nan": (sympy.nan, InputError, "class NaN"),
    "imaginary unit": (sympy.I * s, InputError, "class ImaginaryUnit in I"),
    "Piecewise": (sympy.Piecewise((s, s > 0), (0, True)), InputError, "class Piecewise"),
    "unknown function": (sympy.Function("f")(s, s), InputError, r"f\(s, s\) of 2 arguments"),
    "BlockMatrix": (sympy.BlockMatrix([[A, A]]), InputError, "class BlockMatrix"),
    "Wild": (sympy.Wild("w"), InputError, "class Wild"),
    "imaginary symbol": (Symbol("z", imaginary=True), InputError, "z is declared not real"),
    "non-real symbol": (Symbol("z", complex=True, real=False), InputError, "z is declared not real"),
    "complex symbol": (Symbol("z", complex=True), InputError, "z is declared complex"),
    "negative symbol": (Symbol("z", negative=True), InputError, "z is declared negative"),
    "zero symbol": (Symbol("z", zero=True), InputError, "z is declared zero"),
    "noncommutative symbol": (Symbol("z", commutative=False), InputError, "not commutative"),
    "symbolic exponent": (s**K, InputError, r"the exponent K, in the SymPy expression s\*\*K"),
    "cube root": (s ** Rational(1, 3), InputError, "exponent 1/3"),
    "third root of a matrix": (A ** Rational(1, 3), InputError, "exponent 1/3"),
    "tanh of a square matrix": (sympy.tanh(A), AmbiguityError, r"SymPy expression tanh\(A\): tanh of a square matrix"),
    "half power of components": (HadamardPower(A, Rational(1, 2)), InputError, "exponent 1/2 of a matrix"),
    "symbolic HadamardPower": (HadamardPower(x, k), InputError, "exponent k"),
    "huge exponent": (s ** (10**9), LimitError, "exponent of 1000000000"),
    "huge number": (sympy.Integer(10) ** 5000 * s, LimitError, "4096 bits.*a large"),
    "huge number as exponent": (sympy.Pow(s, sympy.Integer(10) ** 5000, evaluate=False), LimitError, "an exponent"),
    "diag of a matrix": (DiagMatrix(A), ShapeError, "diag of shape"),
    "product that no brackets help": (MatMul(A, x, A), ShapeError, r"in the SymPy expression A\*x\*A"),
    "scalar plus vector": (sympy.Add(s, x, evaluate=False), ShapeError, "a sum of shapes"),
    "dimension that is a sum": (MatrixSymbol("v", N + 1, 1), InputError, r"N \+ 1 as a dimension"),
    "numeric position": (A[0, j], InputError, r"position 0, in the SymPy expression A\[0, j\]"),
    "shifted position": (x[i + 1, 0], InputError, r"position i \+ 1"),
    "index along a column's width": (x[i, j], InputError, "axis of size 1"),
    "index as a number": (Sum(i * x[i, 0], (i, 1, N)), InputError, "i is an index and also a scalar"),
    "index that is a dimension": (Sum(x[N, 0], (N, 0, K - 1)), InputError, "N is an index and also a dimension"),
    "index over two dimensions": (x[i, 0] * X[j, i], ShapeError, "index i runs over"),
    "bound index over another axis": (Sum(X[i, i], (i, 0, N - 1)), ShapeError, "index i over N for an axis over K"),
    "partial sum": (Sum(x[i, 0], (i, 1, N - 1)), InputError, "limits"),
    "counting from 0 and from 1": (
        Sum(x[i, 0], (i, 0, N - 1)) - Sum(s, (i, 1, N)),
        InputError,
        "sums from 0 and sums from 1",
    ),
    "index bound twice": (Sum(x[i, 0], (i, 1, N), (i, 1, N)), InputError, "bound twice"),
    "delta over an unknown dimension": (KroneckerDelta(i, j), InputError, "not known"),
    "delta with a range": (
        Sum(KroneckerDelta(i, j, (0, 0)) * x[i, 0], (i, 0, N - 1)) + x[j, 0],
        InputError,
        "with a range, outside of which it is 0",
    ),
    "delta at a number": (KroneckerDelta(i, 0) * x[i, 0], InputError, "KroneckerDelta at 0"),
    "one name twice": (Symbol("N", integer=True) + Trace(A), NameError_, "'N' belongs to two different"),
    "a name of a matrix and a scalar": (MatrixSymbol("s", N, N) * s, NameError_, "'s' belongs to two different"),
    "general applyfunc": (x.applyfunc(sympy.sin), InputError, "applied to each component"),
}


@pytest.mark.parametrize("name", INVALID)
def test_what_cannot_be_read_is_refused_by_name(name: str) -> None:
    """A refusal is an `InputError` of the stated class, and its message names what was found."""
    expr, error, message = INVALID[name]
    with pytest.raises(error, match=message):
        from_sympy(expr)


def test_shape_symbols_are_positive_integers() -> None:
    """Assumptions that allow positive integers are fine; a symbol that excludes them is no dimension."""
    assert from_sympy(MatrixSymbol("v", Symbol("M", positive=True), 1)).shape == (d.dimension("M"),)
    with pytest.raises(InputError, match="exclude positive integers"):
        from_sympy(MatrixSymbol("v", Symbol("M", integer=True, nonnegative=True, zero=True), 1))


def test_two_sides_share_the_roles_of_symbols() -> None:
    """N alone is a scalar; beside a matrix of size N it is this dimension, on either side."""
    assert from_sympy(N) == d.scalar("N")
    assert read_together((one.T * one, Trace(A))).terms == (n_, d.trace(a_))
    with pytest.raises(NameError_, match="belongs to two different"):
        read_together((Trace(A), Symbol("N", positive=True)))


def test_given_terms_carry_properties() -> None:
    """``symbols`` replaces symbols by terms, by the SymPy symbol or by its name, and checks their shapes."""
    declared = d.vector("g", n_, "nonzero")
    assert from_sympy(HadamardPower(g, -1), {g: declared}) == declared**-1
    assert from_sympy(HadamardPower(g, -1), {"g": declared}) == declared**-1
    assert from_sympy(KroneckerDelta(i, j), {i: i_, j: j_}) == d.delta(i_, j_)
    with pytest.raises(ShapeError, match="given for the SymPy symbol g"):
        from_sympy(g, {g: s_})
    with pytest.raises(InputError, match="given for the dimension N"):
        from_sympy(g, {N: s_})
    with pytest.raises(InputError, match="given for the index i"):
        from_sympy(x[i, 0], {i: s_})


def test_dummies_get_names_of_their_own() -> None:
    """SymPy's dummy indices print alike; two of them, or one and a symbol, never become one index."""
    first, second = sympy.Dummy("i"), sympy.Dummy("i")
    term = from_sympy(Sum(A[first, second] * x[i, 0], (first, 0, N - 1), (second, 0, N - 1)))
    names = {part.index.name for part in (term, term.body) if isinstance(part, t.Sum)}  # type: ignore[attr-defined]  # a Sum
    assert len(names) == 2
    assert term.free == {i_}


def test_nothing_is_simplified() -> None:
    """The reader returns what SymPy holds: x − x that was built unevaluated stays a sum."""
    assert from_sympy(sympy.MatAdd(x, MatMul(-1, x))) == t.Add((x_, t.Neg(x_)))
    assert from_sympy(MatMul(Transpose(Transpose(A)), Identity(N))) == t.Product((a_.T.T, d.identity(n_)))


@pytest.mark.parametrize("levels", [149, 151, 3000])
def test_depth_is_limited(levels: int) -> None:
    """Deep expressions end in a `LimitError`, up to the limit they are read."""
    expr: Any = s
    for _ in range(levels - 1):
        expr = sympy.exp(expr, evaluate=False)
    if levels < 150:
        assert from_sympy(expr).depth == levels
    else:
        with pytest.raises(LimitError, match="nested"):
            from_sympy(expr)


def test_size_is_limited() -> None:
    """An expression of many nodes, shared or not, ends in a `LimitError`."""
    expr: Any = s
    for _ in range(20):
        expr = sympy.Add(expr, expr, evaluate=False)
    with pytest.raises(LimitError, match="nodes"):
        from_sympy(expr)


def test_with_real_everything_is_real() -> None:
    """What a complex symbol may not stand in, a real one may; the adjoint of a real matrix is its transpose."""
    assert from_sympy(sympy.sqrt(z), real=True) == d.sqrt(d.scalar("z"))
    assert from_sympy(Adjoint(A), real=True) == a_.T
    assert from_sympy(Sum(sympy.Abs(c[i]), (i, 1, N)), real=True) == d.sum_(i_, d.absolute(d.vector("c", n_)[i_]))
    with pytest.raises(InputError, match="which SymPy makes of abs"):
        from_sympy(sympy.Abs(A), real=True)


def test_what_sympy_assumes_of_its_context_is_refused() -> None:
    """``with assuming(Q.symmetric(A))`` would be ignored, and a counterexample could violate it."""
    with sympy.assuming(sympy.Q.symmetric(A)):
        assert from_sympy(B) == b_
        with pytest.raises(InputError, match=r"Q.symmetric\(A\) of SymPy's context"):
            from_sympy(A)
    assert from_sympy(A) == a_


def test_what_no_property_says_is_told_beside_the_terms() -> None:
    """``integer=True`` and the like, with a test of numbers; which symbols are complex; what is read as real."""
    k, even = Symbol("k", integer=True), Symbol("M", even=True)
    read = read_together((k * MatrixSymbol("u", even, 1) * z, s))
    assert read.complex == {d.scalar("z")}
    assert read.real == ("u",)
    assert [(each.name, each.word) for each in read.assumed] == [
        (d.scalar("k"), "integer=True"),
        (d.dimension("M"), "even=True"),
    ]
    admitted = [[n for n in map(Fraction, ("-1", "0", "1/2", "1", "2")) if each.admits(n)] for each in read.assumed]
    assert admitted == [[-1, 0, 1, 2], [0, 2]]
