"""Terms: shapes are checked when a term is built, authored order is kept, equality is structural."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.language import build as b
from derive.language.substitution import substitute
from derive.language.terms import (
    MAX_DEPTH,
    Add,
    Component,
    Definition,
    Delta,
    Function,
    Hadamard,
    HadamardPower,
    Index,
    Neg,
    Norm,
    Number,
    Ones,
    Power,
    Product,
    Quotient,
    Symbol,
    Transpose,
    product_shape,
    show_shape,
)
from tests.strategies import SHAPES, WIDE, K, N, few, shapes

s = b.scalar("s")
u, v, k = b.vector("u", N), b.vector("v", N), b.vector("k", K)
A, X = b.matrix("A", N, N), b.matrix("X", N, K)
i, c = b.index("i", N), b.index("c", K)

SHAPED = {
    "row": (u.T, (1, N)),
    "row of a row": (u.T.T, (N,)),
    "transpose": (X.T, (K, N)),
    "row times column": (Product((u.T, v)), ()),
    "column times row": (Product((u, k.T)), (N, K)),
    "row times matrix": (Product((u.T, X)), (1, K)),
    "matrix times column": (X @ k, (N,)),
    "scalar times matrix": (s * X, (N, K)),
    "matrix times scalar": (X * s, (N, K)),
    "two columns": (u * v, (N,)),
    "outer": (b.outer(u, k), (N, K)),
    "diag": (b.diag(k), (K, K)),
    "component": (X[i, c], ()),
    "component of a row": (u.T[i], ()),
    "sum": (b.sum_(i, u[i] * k), (K,)),
    "gradient of a vector": (b.grad(X @ k, k), (N, K)),
    "gradient of a scalar by a matrix": (b.grad(b.dot(u, X @ k), X), (N, K)),
    "gradient of a matrix": (b.grad(X, k), (N, K, K)),
    "pseudo-inverse": (b.pinv(X), (K, N)),
    "scalar over vector": (s / u, (N,)),
    "definition": (b.mean(k), ()),
    "numeric dimension": (b.ones(3), (3,)),
    "leave-one-out product": (b.prod_(i, u[i], without=b.index("j", N)), ()),
}


@pytest.mark.parametrize("name", SHAPED)
def test_shapes(name):
    """The shape that linear algebra gives."""
    term, shape = SHAPED[name]
    assert term.shape == shape


ILL_TYPED = {
    "sum": lambda: u + k,
    "sum with a number": lambda: u + 1,
    "product of matrices": lambda: X @ X,
    "two rows": lambda: Product((u.T, u.T)),
    "two columns in a product": lambda: Product((u, u)),
    "Hadamard": lambda: Hadamard((u, k)),
    "dot": lambda: b.dot(u, k),
    "dot of a row": lambda: b.dot(u.T, u),
    "trace": lambda: b.trace(X),
    "inverse": lambda: b.inverse(X),
    "det": lambda: b.det(X),
    "diag of a matrix": lambda: b.diag(A),
    "root of a vector": lambda: b.sqrt(u),
    "norm of a scalar": lambda: Norm(s),
    "division by a matrix": lambda: Quotient(A, A),
    "division of a matrix by a vector": lambda: Quotient(A, u),
    "power of a rectangle": lambda: Power(X, F(2)),
    "component with one index too few": lambda: X[i],
    "component with the wrong index": lambda: X[c, i],
    "delta of two dimensions": lambda: Delta(i, c),
    "a product without an index of another dimension": lambda: b.prod_(i, u[i], without=c),
    "a rectangle that is symmetric": lambda: b.matrix("S", N, K, "symmetric"),
}


@pytest.mark.parametrize("name", ILL_TYPED)
def test_ill_typed(name):
    """Refused when built."""
    with pytest.raises(ShapeError):
        ILL_TYPED[name]()


def test_a_clash_names_both_shapes():
    """Found and expected, and one way on."""
    with pytest.raises(ShapeError, match=r"\(N\).*\(K\)") as error:
        _ = u + k
    assert error.value.hint


REFUSED = {
    "a float": lambda: s + 0.5,
    "a truth value": lambda: s + True,
    "a word": lambda: s * "x",
    "dimension 1": lambda: b.ones(1),
    "dimension 0": lambda: b.vector("x", 0),
    "dimension True": lambda: b.vector("x", True),
    "an unknown property": lambda: b.scalar("x", "prime"),
    "a property of another shape": lambda: b.vector("x", N, "symmetric"),
    "a third root": lambda: Power(s, F(1, 3)),
    "the root of a vector by power": lambda: Power(u, F(1, 2)),
    "a sum of one": lambda: Add((s,)),
    "a product of one": lambda: Product((s,)),
    "an index that is none": lambda: Component(u, ("i",)),
    "truth": lambda: bool(s == s and s),
    "iteration": lambda: list(u),
    "a derivative by a term": lambda: b.grad(s, s + 1),
    "free indices in a definition": lambda: Definition("d", (), u[i]),
    "a product without its own index": lambda: b.prod_(i, u[i], without=i),
    "a product without what is no index": lambda: b.prod_(i, u[i], without="j"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    """An `InputError` with one way on, or at least with what was found."""
    with pytest.raises(InputError) as error:
        REFUSED[name]()
    assert error.value.message


@pytest.mark.parametrize("name", ["", " ", "a b", "x" * 101, None])
def test_names(name):
    """A name is a word."""
    with pytest.raises(NameError_):
        Symbol(name, ())


def test_unknown_function():
    """Functions are a table."""
    with pytest.raises(NameError_, match="'sin'"):
        Function("sin", s)


def test_limits():
    """Exponents, numbers and nesting end in an error."""
    with pytest.raises(LimitError):
        Power(s, F(10**9))
    with pytest.raises(LimitError):
        HadamardPower(X, -(10**9))
    with pytest.raises(LimitError):
        Number(F(1 << 5000))
    with pytest.raises(LimitError, match="nested"):
        _repeat(Neg, MAX_DEPTH + 1)
    with pytest.raises(LimitError, match="nodes"):
        _repeat(lambda term: Add((term, term)), 20)


def _repeat(operation, times):
    term = s
    for _ in range(times):
        term = operation(term)
    return term


def test_authored_order_is_kept():
    """Nothing is sorted, cancelled or evaluated."""
    x = b.scalar("x")
    assert s + x != x + s
    assert (s + x - s).terms == (s, x, Neg(s))
    assert 1 * s != s
    assert (s + x + 1).terms == (s, x, Number(F(1)))
    assert s + (x + 1) != s + x + 1


@few
@given(st.randoms(use_true_random=False), shapes)
def test_equality_is_structural(random, shape):
    """Two drawings from one state are equal with equal hashes; a term is not its negative."""
    state = random.getstate()
    first = WIDE.term(random, shape, 3)
    random.setstate(state)
    second = WIDE.term(random, shape, 3)
    if first == second:
        assert hash(first) == hash(second)
    assert first != Neg(first)
    assert first.shape == shape


@pytest.mark.parametrize("left", SHAPES)
@pytest.mark.parametrize("right", SHAPES)
def test_product_shape(left, right):
    """Scalars act on everything; otherwise inner dimensions agree and the outer ones stay."""
    fits = () in (left, right) or (len(left) == 2 and left[1] == right[0])
    if fits:
        expected = right if left == () else left if right == () else (left[0], *right[1:])
        assert product_shape(left, right) == expected
    else:
        with pytest.raises(ShapeError):
            product_shape(left, right)


def test_the_index_left_out_of_a_product_is_free():
    """∏_{i≠j} uᵢ depends on j as much as uⱼ does; a sum over j binds it; without j it is another term."""
    j = b.index("j", N)
    term = b.prod_(i, u[i], without=j)
    assert term.free == {j}
    assert b.sum_(j, term).free == frozenset()
    assert term != b.prod_(i, u[i])
    assert b.prod_(i, u[i], without=None) == b.prod_(i, u[i])


def test_indices_left_out_of_a_product():
    """Each is free and is named once; two that become one index leave out one."""
    j, k = b.index("j", N), b.index("k", N)
    term = b.prod_(i, u[i], without=(j, k))
    assert term.free == {j, k}
    assert substitute(term, indices={k: j}) == b.prod_(i, u[i], without=j)
    assert substitute(term, indices={k: i}).free == {i, j}
    with pytest.raises(InputError, match="left out twice"):
        b.prod_(i, u[i], without=(j, j))
    with pytest.raises(InputError, match="left out of a product over i"):
        b.prod_(i, u[i], without=(j, i))
    with pytest.raises(ShapeError, match="left out of a product over N"):
        b.prod_(i, u[i], without=(j, b.index("k", K)))


def test_shapes_as_words():
    """As messages show them."""
    assert show_shape(()) == "scalar"
    assert show_shape((N, 3)) == "(N × 3)"
    assert Ones((N, K)).shape == (N, K)
    assert Transpose(s).shape == ()
    assert Index("i", N) != Index("i", K)


def test_equality_of_nested_definitions() -> None:
    """Definitions that nest, each used twice in the next, are compared in as many steps as there are, not in 2ⁿ."""

    def nested(depth, innermost):
        term = b.scalar(innermost)
        for k in range(depth):
            term = b.let(f"d{k}", term + term)
        return term

    assert nested(60, "x") == nested(60, "x")
    assert hash(nested(60, "x")) == hash(nested(60, "x"))
    assert nested(60, "x") != nested(60, "y")
    assert nested(60, "x") != nested(59, "x")
