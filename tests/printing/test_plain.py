"""Plain syntax: what `plain` writes reads back to the same term."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.language import build
from derive.language import terms as t
from derive.language.maxima import max_, max_over, min_, min_over
from derive.language.operations import KINDS
from derive.language.substitution import subterms
from derive.printing.plain import plain
from derive.reading import environment_of, read_term

N, K = t.Dimension("N"), t.Dimension("K")
DIMS = (N, K, 3)
a, b = t.Symbol("a", (N,)), t.Symbol("b", (N,))
A, B = t.Symbol("A", (N, N)), t.Symbol("B", (N, N))
X = t.Symbol("X", (N, K))
c, d = t.Symbol("c", ()), t.Symbol("d", ())
i, j, k = t.Index("i", N), t.Index("j", N), t.Index("k", K)
pi = build.let("Pi", t.Identity(N) - t.Quotient(t.Ones((N,)) * t.Ones((N,)).T, N))
unit = t.Definition(
    "unit",
    (t.Symbol("z", (t.Dimension("M"),)),),
    t.Symbol("z", (t.Dimension("M"),)) / t.Norm(t.Symbol("z", (t.Dimension("M"),))),
)


def name(dim: t.Dim) -> str:
    return dim.name if isinstance(dim, t.Dimension) else str(dim)


@st.composite
def terms(draw: st.DrawFn, shape: tuple[t.Dim, ...], depth: int) -> t.Term:
    """A random well-typed term of a shape (scalar, column or matrix) over N, K and 3."""

    def sub(*inner: t.Dim) -> t.Term:
        return draw(terms(inner, depth - 1))

    def some() -> t.Dim:
        return draw(st.sampled_from(DIMS))

    numbers = st.fractions(-3, 3, max_denominator=4)
    if shape == ():
        leaves = [lambda: c, lambda: d, lambda: N, lambda: t.Number(draw(numbers))]
    elif len(shape) == 1:
        leaves = [lambda: t.Symbol(f"v_{name(shape[0])}", shape), lambda: t.Ones(shape), lambda: t.Zeros(shape)]
    else:
        label = f"M_{name(shape[0])}_{name(shape[1])}"
        leaves = [lambda: t.Symbol(label, shape), lambda: t.Ones(shape)]
        leaves += [lambda: t.Identity(shape[0])] if shape[0] == shape[1] else []
        leaves += [lambda: pi] if shape == (N, N) else []
    if depth == 0:
        return draw(st.sampled_from(leaves))()

    def chain(join: type[t.Add] | type[t.Hadamard]) -> t.Term:
        return join(tuple(sub(*shape) for _ in range(draw(st.integers(2, 3)))))

    def product() -> t.Term:
        parts = [sub(), sub(*shape), sub()][draw(st.integers(0, 1)) :]
        return t.Product(tuple(parts))

    choices = [
        *leaves,
        lambda: chain(t.Add),
        lambda: sub(*shape) + sub(*shape),
        lambda: sub(*shape) - sub(*shape),
        lambda: t.Neg(sub(*shape)),
        product,
        lambda: sub(*shape) * sub(),
        lambda: chain(t.Hadamard),
        lambda: sub(*shape) / sub(),
        lambda: t.Function(draw(st.sampled_from(["exp", "abs", "tanh", "log"])), sub(*shape)),
        lambda: t.Sum(k, t.Component(t.Symbol("v_K", (K,)), (k,)) * sub(*shape)),
        lambda: t.Sum(k, sub(*shape)),
        lambda: t.Transpose(t.Transpose(sub(*shape))),
    ]
    exponents = st.integers(-3, 3)
    if shape == ():
        dim = some()
        index = t.Index("m", dim)
        choices += [
            lambda: t.Dot(sub(dim), sub(dim)),
            lambda: sub(dim).T * sub(dim),
            lambda: t.Norm(sub(dim)),
            lambda: t.Sqrt(sub()),
            lambda: t.Power(sub(), draw(exponents) / Fraction(2)),
            lambda: t.Trace(sub(dim, dim)),
            lambda: build.det(sub(dim, dim)),
            lambda: t.Rank(sub(dim, N)),
            lambda: max_over(index, t.Component(sub(dim), (index,))),
            lambda: draw(st.sampled_from((max_, min_)))(sub(), sub()),
            lambda: build.mean(sub(dim)),
            lambda: build.cos(sub(dim), sub(dim)),
            lambda: t.Prod(index, t.Component(sub(dim), (index,))),
            lambda: t.Prod(
                t.Index("m", N), t.Component(sub(N), (t.Index("m", N),)), draw(st.sampled_from(((i,), (j, i))))
            ),
            lambda: t.Sum(index, t.Component(t.Transpose(sub(dim)), (index,))),
            lambda: t.Component(sub(dim, N), (t.Index("p", dim), i)),
            lambda: build.delta(i, j),
            lambda: t.Grad(sub(), c),
        ]
    elif len(shape) == 1:
        dim = some()
        choices += [
            lambda: sub(*shape) * sub(*shape),
            lambda: sub(*shape, dim) * sub(dim),
            lambda: sub(*shape) / sub(*shape),
            lambda: sub() / sub(*shape),
            lambda: t.Power(sub(*shape), Fraction(draw(exponents))),
            lambda: unit(sub(*shape)),
            lambda: t.Grad(sub(), t.Symbol(f"v_{name(shape[0])}", shape)),
            lambda: build.basis(t.Index("q", shape[0])) if isinstance(shape[0], t.Dimension) else sub(*shape),
        ]
    else:
        rows, columns = shape
        dim = some()
        choices += [
            lambda: sub(rows, dim) * sub(dim, columns),
            lambda: sub(rows, dim) @ sub(dim, columns),
            lambda: sub(rows) * sub(columns).T,
            lambda: t.Outer(sub(rows), sub(columns)),
            lambda: t.Transpose(sub(columns, rows)),
            lambda: t.Pinv(sub(columns, rows)),
            lambda: build.hadamard_power(sub(*shape), draw(exponents)),
            lambda: t.Grad(sub(rows), t.Symbol(f"v_{name(columns)}", (columns,))),
        ]
        if rows == columns:
            choices += [
                lambda: t.Inverse(sub(*shape)),
                lambda: t.Power(sub(*shape), Fraction(draw(exponents))),
                lambda: t.Power(sub(*shape), Fraction(2 * draw(exponents) + 1, 2)),
                lambda: t.MatrixFunction(draw(st.sampled_from(["exp", "log"])), sub(*shape)),
                lambda: build.diag(sub(rows)),
            ]
    return draw(st.sampled_from(choices))()


SHAPES = st.sampled_from([(), (N,), (K,), (N, N), (N, K), (3, N)])


def fitting(term: t.Term) -> bool:
    """Free indices p and q may be drawn over two dimensions: then no environment names both."""
    names = [index.name for index in term.free]
    return len(names) == len(set(names))


@settings(max_examples=400, deadline=None)
@given(SHAPES.flatmap(lambda shape: terms(shape, 3)).filter(fitting))
def test_plain_reads_back_to_the_same_term(term: t.Term) -> None:
    """read_term(plain(t), environment_of(t)) == t."""
    assert read_term(plain(term), environment_of(term)) == term


CASES = [
    (a + b + c * a, "a + b + c*a"),
    (a + (b + a), "a + (b + a)"),
    (a - (b - a), "a - (b - a)"),
    (t.Add((t.Add((a, b)), a)), "add(a + b, a)"),
    (t.Product((t.Product((A, B)), A)), "product(A*B, A)"),
    (A * (B * A), "A*(B*A)"),
    (a * b * a, "a*b*a"),
    (t.Hadamard((t.Hadamard((a, b)), a)), "hadamard(a*b, a)"),
    (t.Hadamard((A, B)), "hadamard(A, B)"),
    (-a * c, "-a*c"),
    (-(a * c), "-(a*c)"),
    (a + -a, "a - a"),
    (a + (-a) * c, "a + (-a*c)"),
    (t.Neg(t.Neg(a)), "-(-a)"),
    (-2 * a, "-2*a"),
    (t.Neg(t.Number(Fraction(2))) * a, "-(2)*a"),
    (c - 2, "c - 2"),
    (c + t.Number(Fraction(-2)), "c + (-2)"),
    (Fraction(1, 2) * a, "1/2*a"),
    (a * Fraction(1, 2), "a*(1/2)"),
    (t.Quotient(t.Number(Fraction(1)), t.Number(Fraction(2))) * a, "(1)/2*a"),
    (c / (c * d), "c/(c*d)"),
    (c / d / c, "c/d/c"),
    (c / (d / c), "c/(d/c)"),
    (t.Power(c, Fraction(-1, 2)), "c^(-1/2)"),
    (t.Power(c**2, Fraction(3)), "(c^2)^3"),
    (-(c**2), "-c^2"),
    ((-c) ** 2, "(-c)^2"),
    (t.Inverse(A), "A^-1"),
    (t.Power(A, Fraction(-1)), "power(A, -1)"),
    (t.Inverse(A).T, "(A^-1).T"),
    ((A * B).T, "(A*B).T"),
    (build.hadamard_power(A, 2), "hadamard_power(A, 2)"),
    (t.Sum(i, a[i] ** 2), "sum(i:N, a[i]^2)"),
    (A[i, j] * build.delta(i, j), "A[i, j]*delta(i, j)"),
    (pi * a, "Pi*a"),
    (build.var(pi * a), "var(Pi*a)"),
    (unit(a), "unit(a)"),
    (t.Ones((N, K)), "ones(N, K)"),
    (t.Zeros((1, N)), "zeros(1, N)"),
    (t.Grad(pi * a, a), "grad(Pi*a, a)"),
    (t.Norm(a) * t.Dot(a, b) + t.Sqrt(N), "norm(a)*dot(a, b) + sqrt(N)"),
    (t.Outer(a, b) * build.diag(a) - t.Identity(N), "outer(a, b)*diag(a) - identity(N)"),
    (t.Trace(A) / build.det(B), "trace(A)/det(B)"),
    (t.Rank(X) - min_over(i, max_(a[i], c)), "rank(X) - min_over(i:N, max(a[i], c))"),
    (c - max_over(i, a[i]), "c - max_over(i:N, a[i])"),
    (t.Pinv(X) * t.Function("tanh", a), "pinv(X)*tanh(a)"),
    (t.Function("tanh", A) * t.Function("abs", A), "entrywise(tanh, A)*abs(A)"),
    (t.MatrixFunction("exp", c * A), "matrix_exp(c*A)"),
    (t.MatrixFunction("log", A).T, "matrix_log(A).T"),
    (t.Power(A, Fraction(-3, 2)), "A^(-3/2)"),
    (t.Prod(i, build.basis(j)[i]), "prod(i:N, basis(j)[i])"),
    (t.Prod(i, c - a[i], (j,)), "prod(i != j, c - a[i])"),
    (t.Prod(i, c - a[i], (j, t.Index("k", N))), "prod(i != j, i != k, c - a[i])"),
    (t.Sum(j, a[j] * t.Prod(i, a[i], (j,))), "sum(j:N, a[j]*prod(i != j, a[i]))"),
    (t.Prod(t.Index("mask", N), a[t.Index("mask", N)], (t.Index("x-y", N),)), "prod(`mask` != `x-y`, a[`mask`])"),
    (t.Symbol("\\vec`a", (N,)) + a, "`\\vec``a` + a"),
    (t.Symbol("mask", ()) + t.Symbol("given", ()), "`mask` + `given`"),
    (t.Symbol("σ²", ()) + t.Symbol("μ", ()), "`σ²` + μ"),
]


@pytest.mark.parametrize(("term", "text"), CASES, ids=[text for _, text in CASES])
def test_exact_text(term: t.Term, text: str) -> None:
    """Parentheses stand where the author grouped, and nowhere else; the text reads back."""
    assert plain(term) == text
    assert read_term(text, environment_of(term)) == term


def test_every_node_has_a_text() -> None:
    """The table above has every kind of node, so that none is without plain syntax."""
    seen = {type(part) for term, _ in CASES for part in subterms(term)}
    assert seen == KINDS - {t.Written, t.Entry}  # of which plain syntax reads none


def test_what_is_written_out() -> None:
    """Plain syntax has no matrices written out; it says them as Unicode text does."""
    rows = t.Written((2, 2), (a[i] + 1, -t.as_term(1), t.Entry(t.Symbol("x", (3,)), (2,)), t.as_term(0)))
    assert plain(rows) == "[a[i] + 1, -(1); x[2], 0]"


def test_short_names_stand_for_one_dimension_only() -> None:
    """`one` and `I` are written for the dimension asked for, and never when a symbol has such a name."""
    term = t.Identity(N) * t.Ones((N,)) * t.Ones((K,)).T
    assert plain(term) == "identity(N)*ones(N)*ones(K).T"
    assert plain(term, N) == "I*one*ones(K).T"
    assert plain(t.Symbol("I", ()) * t.Ones((N,)), N) == "I*ones(N)"
