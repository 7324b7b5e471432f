"""Statements: chains of equations and bounds, with hypotheses."""

from __future__ import annotations

import pytest

from derive.errors import InputError, ReadError
from derive.language.build import inverse, let, norm, var
from derive.language.hypotheses import Condition, Equality, equal
from derive.language.terms import Diag, Dimension, Identity, Number, Ones, Power, Sqrt, Symbol, Zeros
from derive.reading import environment_of_theory, read_declarations, read_statement
from derive.statements.bound import Bound, BoundChain
from derive.statements.equation import Equations
from derive.theories.registry import load_theory

LAYERNORM = environment_of_theory(load_theory("layernorm"))
N, K = Dimension("N"), Dimension("K")
a, g, v = (Symbol(name, (N,)) for name in "agv")
X = Symbol("X", (N, K))
eps = Symbol("eps", (), frozenset({"nonneg"}))
one = Ones((N,))
one_hat = let("one_hat", one / Sqrt(N))
Pi = let("Pi", Identity(N) - one_hat * one_hat.T)


def test_the_projector_is_idempotent() -> None:
    """Π² = Π needs no declaration but the theory's names."""
    chain = read_statement("Pi*Pi = Pi", LAYERNORM)
    assert chain.terms == (Pi * Pi, Pi)
    assert chain.hypotheses == ()
    assert [str(place) for place in chain.places] == ["1:7"]


def test_the_norm_of_the_centred_vector() -> None:
    """|Πa|² = N var(a)."""
    assert read_statement("norm(Pi*a)^2 = N*var(a)", LAYERNORM).terms == (norm(Pi * a) ** 2, N * var(a))


def test_regression_with_two_dimensions() -> None:
    """Every all-ones and identity finds its dimension, also in (one.T*one)^-1."""
    env = read_declarations("dimension N, K; matrix X : N x K", LAYERNORM)
    text = "X.T*X - X.T*one*(one.T*one)^-1*one.T*X = X.T*(I - one*one.T/N)*X"
    left, right = read_statement(text, env).terms
    assert left == X.T * X - X.T * one * Power(one.T * one, -1) * one.T * X  # type: ignore[arg-type]  # converted there
    assert right == X.T * (Identity(N) - one * one.T / N) * X


def test_chains_and_their_places() -> None:
    """Each relation sign has its place, on its own line."""
    chain = read_statement("Pi*a = a - mu*one\n = s", LAYERNORM)
    assert len(chain.terms) == 3
    assert [str(place) for place in chain.places] == ["1:6", "2:2"]


HYPOTHESES = [
    ("g nonzero |- g = a", (Condition("nonzero", g),)),
    ("nonzero g |- g = a", (Condition("nonzero", g),)),
    ("nonzero g, v |- g = a", (Condition("nonzero", g), Condition("nonzero", v))),
    ("g = a given eps > 0", (Condition("positive", eps),)),
    (
        "g = a given 0 < eps, eps >= 0, 0 <= eps, eps != 0",
        tuple(Condition(k, eps) for k in ("positive", "nonneg", "nonneg", "nonzero")),
    ),
    ("g = a given Pi*a != 0", (Condition("not_zero", Pi * a),)),
    ("one.T*v = 0, v != 0 |- g = a", (equal(one.T * v, 0), Condition("not_zero", v))),
    ("Pi*v = 0 |- g = a", (Equality(Pi * v, Zeros((N,))),)),
    ("a = v = g |- g = a", (Equality(a, v), Equality(v, g))),
    ("A invertible symmetric |- g = a", tuple(Condition(k, Symbol("A", (N, N))) for k in ("invertible", "symmetric"))),
    ("a != 0 |- g = a given g nonzero", (Condition("not_zero", a), Condition("nonzero", g))),
]


@pytest.mark.parametrize(("text", "hypotheses"), HYPOTHESES, ids=[row[0] for row in HYPOTHESES])
def test_hypotheses(text: str, hypotheses: tuple[object, ...]) -> None:
    """Conditions and equations, before |- or after given."""
    chain = read_statement(text, LAYERNORM)
    assert chain.terms == (g, a)
    assert chain.hypotheses == hypotheses


def test_declared_hypotheses_come_first() -> None:
    """What the environment assumes, the statement assumes."""
    env = read_declarations("assume one.T*v = 0", LAYERNORM)
    chain = read_statement("G*inverse(G) = I given g nonzero", env)
    assert chain.hypotheses == (equal(one.T * v, 0), Condition("nonzero", g))
    G = let("G", Diag(g))
    assert chain.terms == (G * inverse(G), Identity(N))


def test_a_bare_zero_takes_the_shape_of_the_other_side() -> None:
    """0 is the zero vector beside a vector, and a number beside a number, wherever it stands in the chain."""
    assert read_statement("Pi*one = 0", LAYERNORM).terms == (Pi * one, Zeros((N,)))
    assert read_statement("0 = one.T*Pi = 0", LAYERNORM).terms[::2] == (Zeros((1, N)), Zeros((1, N)))
    assert read_statement("c - c = 0").terms[1] == Number(0)  # type: ignore[arg-type]  # converted there
    assert read_statement("0 = 0").terms[0] == Number(0)  # type: ignore[arg-type]  # converted there


def test_sides_of_two_shapes_are_read() -> None:
    """A clash between the two sides is a matter of truth, not of reading."""
    left, right = read_statement("a = A").terms
    assert (left.shape, right.shape) == ((N,), (N, N))


@pytest.mark.parametrize("sign", ["<=", "<", ">=", ">", "!="])
def test_other_relations_are_bounds(sign: str) -> None:
    """A relation between scalars is read with its sign and place, and becomes a bound under the hypotheses."""
    chain = read_statement(f"c > 0 |- c {sign} norm(a)")
    assert chain.relations == (sign,)
    assert not chain.is_equation
    statement = chain.statement
    assert isinstance(statement, Bound)
    assert (statement.lhs, statement.relation, statement.rhs) == (chain.terms[0], sign, chain.terms[1])
    assert statement.hypotheses == chain.hypotheses


def test_a_chain_of_bounds() -> None:
    """Links that go one way, equalities among them; a chain that turns round is refused, and so are vectors."""
    statement = read_statement("0 <= norm(a) = sqrt(dot(a, a)) < c").statement
    assert isinstance(statement, BoundChain)
    assert [link.relation for link in statement.links] == ["<=", "=", "<"]
    assert isinstance(read_statement("c = c = c").statement, Equations)
    for text, message in (("c < eps > 0", "different ways"), ("a <= v", "a bound with shape")):
        with pytest.raises(InputError, match=message):
            _ = read_statement(text).statement


RELATION = "an operator or a relation sign such as ="
TERM = "a name, a number or an opening parenthesis"
UNREAD = [
    ("Pi*Pi", "1:6: found the end, expected " + RELATION),
    ("Pi*Pi given g nonzero", "1:7: found 'given', expected " + RELATION),
    ("a = ", "1:4: found the end, expected " + TERM),
    ("= a", "1:1: found '=', expected " + TERM),
    ("a == b", "1:4: found '=', expected " + TERM),
    ("|- a = b", f"1:1: found '|-', expected {TERM}; or a property such as nonzero"),
    ("a = b given", f"1:12: found the end, expected {TERM}; or a property such as nonzero"),
    ("a |- b |- c = c", "1:8: found '|-', expected an operator, a relation sign such as = or the end"),
    ("a = b given g", "1:13: found a term alone, expected a hypothesis such as g nonzero, eps > 0 or one.T*v = 0"),
    ("a = b; c = c", "1:6: found ';', expected an operator, a relation sign such as = or the end"),
]


@pytest.mark.parametrize(("text", "first"), UNREAD, ids=[row[0] for row in UNREAD])
def test_what_is_no_statement(text: str, first: str) -> None:
    """The first line of the message."""
    with pytest.raises(ReadError) as caught:
        read_statement(text)
    assert str(caught.value).split("\n")[0] == first
