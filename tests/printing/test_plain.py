"""Plain syntax: what `plain` writes reads back to the same term."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.language import build
from derive.language.operations import KINDS
from derive.language.substitution import subterms
from derive.language.terms import (
    Add,
    Component,
    Definition,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    Identity,
    Index,
    Inverse,
    MatrixFunction,
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
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
)
from derive.printing.plain import plain
from derive.reading import environment_of, read_term

N, K = Dimension("N"), Dimension("K")
DIMS = (N, K, 3)
a, b = Symbol("a", (N,)), Symbol("b", (N,))
A, B = Symbol("A", (N, N)), Symbol("B", (N, N))
X = Symbol("X", (N, K))
c, d = Symbol("c", ()), Symbol("d", ())
i, j, k = Index("i", N), Index("j", N), Index("k", K)
pi = build.let("Pi", Identity(N) - Quotient(Ones((N,)) * Ones((N,)).T, N))
unit = Definition(
    "unit", (Symbol("z", (Dimension("M"),)),), Symbol("z", (Dimension("M"),)) / Norm(Symbol("z", (Dimension("M"),)))
)


def name(dim: Dim) -> str:
    return dim.name if isinstance(dim, Dimension) else str(dim)


@st.composite
def terms(draw: st.DrawFn, shape: tuple[Dim, ...], depth: int) -> Term:
    """A random well-typed term of a shape (scalar, column or matrix) over N, K and 3."""

    def sub(*inner: Dim) -> Term:
        return draw(terms(inner, depth - 1))

    def some() -> Dim:
        return draw(st.sampled_from(DIMS))

    numbers = st.fractions(-3, 3, max_denominator=4)
    if shape == ():
        leaves = [lambda: c, lambda: d, lambda: N, lambda: Number(draw(numbers))]
    elif len(shape) == 1:
        leaves = [lambda: Symbol(f"v_{name(shape[0])}", shape), lambda: Ones(shape), lambda: Zeros(shape)]
    else:
        label = f"M_{name(shape[0])}_{name(shape[1])}"
        leaves = [lambda: Symbol(label, shape), lambda: Ones(shape)]
        leaves += [lambda: Identity(shape[0])] if shape[0] == shape[1] else []
        leaves += [lambda: pi] if shape == (N, N) else []
    if depth == 0:
        return draw(st.sampled_from(leaves))()

    def chain(join: type[Add] | type[Hadamard]) -> Term:
        return join(tuple(sub(*shape) for _ in range(draw(st.integers(2, 3)))))

    def product() -> Term:
        parts = [sub(), sub(*shape), sub()][draw(st.integers(0, 1)) :]
        return Product(tuple(parts))

    choices = [
        *leaves,
        lambda: chain(Add),
        lambda: sub(*shape) + sub(*shape),
        lambda: sub(*shape) - sub(*shape),
        lambda: Neg(sub(*shape)),
        product,
        lambda: sub(*shape) * sub(),
        lambda: chain(Hadamard),
        lambda: sub(*shape) / sub(),
        lambda: Function(draw(st.sampled_from(["exp", "abs", "tanh", "log"])), sub(*shape)),
        lambda: Sum(k, Component(Symbol("v_K", (K,)), (k,)) * sub(*shape)),
        lambda: Sum(k, sub(*shape)),
        lambda: Transpose(Transpose(sub(*shape))),
    ]
    exponents = st.integers(-3, 3)
    if shape == ():
        dim = some()
        index = Index("m", dim)
        choices += [
            lambda: Dot(sub(dim), sub(dim)),
            lambda: sub(dim).T * sub(dim),
            lambda: Norm(sub(dim)),
            lambda: Sqrt(sub()),
            lambda: Power(sub(), draw(exponents) / Fraction(2)),
            lambda: Trace(sub(dim, dim)),
            lambda: build.det(sub(dim, dim)),
            lambda: build.mean(sub(dim)),
            lambda: build.cos(sub(dim), sub(dim)),
            lambda: Prod(index, Component(sub(dim), (index,))),
            lambda: Prod(Index("m", N), Component(sub(N), (Index("m", N),)), draw(st.sampled_from(((i,), (j, i))))),
            lambda: Sum(index, Component(Transpose(sub(dim)), (index,))),
            lambda: Component(sub(dim, N), (Index("p", dim), i)),
            lambda: build.delta(i, j),
            lambda: Grad(sub(), c),
        ]
    elif len(shape) == 1:
        dim = some()
        choices += [
            lambda: sub(*shape) * sub(*shape),
            lambda: sub(*shape, dim) * sub(dim),
            lambda: sub(*shape) / sub(*shape),
            lambda: sub() / sub(*shape),
            lambda: Power(sub(*shape), Fraction(draw(exponents))),
            lambda: unit(sub(*shape)),
            lambda: Grad(sub(), Symbol(f"v_{name(shape[0])}", shape)),
            lambda: build.basis(Index("q", shape[0])) if isinstance(shape[0], Dimension) else sub(*shape),
        ]
    else:
        rows, columns = shape
        dim = some()
        choices += [
            lambda: sub(rows, dim) * sub(dim, columns),
            lambda: sub(rows, dim) @ sub(dim, columns),
            lambda: sub(rows) * sub(columns).T,
            lambda: Outer(sub(rows), sub(columns)),
            lambda: Transpose(sub(columns, rows)),
            lambda: Pinv(sub(columns, rows)),
            lambda: build.hadamard_power(sub(*shape), draw(exponents)),
            lambda: Grad(sub(rows), Symbol(f"v_{name(columns)}", (columns,))),
        ]
        if rows == columns:
            choices += [
                lambda: Inverse(sub(*shape)),
                lambda: Power(sub(*shape), Fraction(draw(exponents))),
                lambda: Power(sub(*shape), Fraction(2 * draw(exponents) + 1, 2)),
                lambda: MatrixFunction(draw(st.sampled_from(["exp", "log"])), sub(*shape)),
                lambda: build.diag(sub(rows)),
            ]
    return draw(st.sampled_from(choices))()


SHAPES = st.sampled_from([(), (N,), (K,), (N, N), (N, K), (3, N)])


def fitting(term: Term) -> bool:
    """Free indices p and q may be drawn over two dimensions: then no environment names both."""
    names = [index.name for index in term.free]
    return len(names) == len(set(names))


@settings(max_examples=400, deadline=None)
@given(SHAPES.flatmap(lambda shape: terms(shape, 3)).filter(fitting))
def test_plain_reads_back_to_the_same_term(term: Term) -> None:
    """read_term(plain(t), environment_of(t)) == t."""
    assert read_term(plain(term), environment_of(term)) == term


CASES = [
    (a + b + c * a, "a + b + c*a"),
    (a + (b + a), "a + (b + a)"),
    (a - (b - a), "a - (b - a)"),
    (Add((Add((a, b)), a)), "add(a + b, a)"),
    (Product((Product((A, B)), A)), "product(A*B, A)"),
    (A * (B * A), "A*(B*A)"),
    (a * b * a, "a*b*a"),
    (Hadamard((Hadamard((a, b)), a)), "hadamard(a*b, a)"),
    (Hadamard((A, B)), "hadamard(A, B)"),
    (-a * c, "-a*c"),
    (-(a * c), "-(a*c)"),
    (a + -a, "a - a"),
    (a + (-a) * c, "a + (-a*c)"),
    (Neg(Neg(a)), "-(-a)"),
    (-2 * a, "-2*a"),
    (Neg(Number(Fraction(2))) * a, "-(2)*a"),
    (c - 2, "c - 2"),
    (c + Number(Fraction(-2)), "c + (-2)"),
    (Fraction(1, 2) * a, "1/2*a"),
    (a * Fraction(1, 2), "a*(1/2)"),
    (Quotient(Number(Fraction(1)), Number(Fraction(2))) * a, "(1)/2*a"),
    (c / (c * d), "c/(c*d)"),
    (c / d / c, "c/d/c"),
    (c / (d / c), "c/(d/c)"),
    (Power(c, Fraction(-1, 2)), "c^(-1/2)"),
    (Power(c**2, Fraction(3)), "(c^2)^3"),
    (-(c**2), "-c^2"),
    ((-c) ** 2, "(-c)^2"),
    (Inverse(A), "A^-1"),
    (Power(A, Fraction(-1)), "power(A, -1)"),
    (Inverse(A).T, "(A^-1).T"),
    ((A * B).T, "(A*B).T"),
    (build.hadamard_power(A, 2), "hadamard_power(A, 2)"),
    (Sum(i, a[i] ** 2), "sum(i:N, a[i]^2)"),
    (A[i, j] * build.delta(i, j), "A[i, j]*delta(i, j)"),
    (pi * a, "Pi*a"),
    (build.var(pi * a), "var(Pi*a)"),
    (unit(a), "unit(a)"),
    (Ones((N, K)), "ones(N, K)"),
    (Zeros((1, N)), "zeros(1, N)"),
    (Grad(pi * a, a), "grad(Pi*a, a)"),
    (Norm(a) * Dot(a, b) + Sqrt(N), "norm(a)*dot(a, b) + sqrt(N)"),
    (Outer(a, b) * build.diag(a) - Identity(N), "outer(a, b)*diag(a) - identity(N)"),
    (Trace(A) / build.det(B), "trace(A)/det(B)"),
    (Pinv(X) * Function("tanh", a), "pinv(X)*tanh(a)"),
    (Function("tanh", A) * Function("abs", A), "entrywise(tanh, A)*abs(A)"),
    (MatrixFunction("exp", c * A), "matrix_exp(c*A)"),
    (MatrixFunction("log", A).T, "matrix_log(A).T"),
    (Power(A, Fraction(-3, 2)), "A^(-3/2)"),
    (Prod(i, build.basis(j)[i]), "prod(i:N, basis(j)[i])"),
    (Prod(i, c - a[i], (j,)), "prod(i != j, c - a[i])"),
    (Prod(i, c - a[i], (j, Index("k", N))), "prod(i != j, i != k, c - a[i])"),
    (Sum(j, a[j] * Prod(i, a[i], (j,))), "sum(j:N, a[j]*prod(i != j, a[i]))"),
    (Prod(Index("mask", N), a[Index("mask", N)], (Index("x-y", N),)), "prod(`mask` != `x-y`, a[`mask`])"),
    (Symbol("\\vec`a", (N,)) + a, "`\\vec``a` + a"),
    (Symbol("mask", ()) + Symbol("given", ()), "`mask` + `given`"),
    (Symbol("σ²", ()) + Symbol("μ", ()), "`σ²` + μ"),
]


@pytest.mark.parametrize(("term", "text"), CASES, ids=[text for _, text in CASES])
def test_exact_text(term: Term, text: str) -> None:
    """Parentheses stand where the author grouped, and nowhere else; the text reads back."""
    assert plain(term) == text
    assert read_term(text, environment_of(term)) == term


def test_every_node_has_a_text() -> None:
    """The table above has every kind of node, so that none is without plain syntax."""
    seen = {type(part) for term, _ in CASES for part in subterms(term)}
    assert seen == KINDS


def test_short_names_stand_for_one_dimension_only() -> None:
    """`one` and `I` are written for the dimension asked for, and never when a symbol has such a name."""
    term = Identity(N) * Ones((N,)) * Ones((K,)).T
    assert plain(term) == "identity(N)*ones(N)*ones(K).T"
    assert plain(term, N) == "I*one*ones(K).T"
    assert plain(Symbol("I", ()) * Ones((N,)), N) == "I*ones(N)"
