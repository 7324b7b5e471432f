"""What a statement declares, and how names with two meanings are said apart."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.certificates.declarations import Declarations, plain
from derive.errors import InputError, NameError_
from derive.language import build as b
from derive.language.hypotheses import nonzero, positive
from derive.language.terms import Definition, Symbol, as_term
from derive.statements.conjunction import All, all_of
from derive.statements.equation import Equations, equation
from tests.certificates.statement_reader import read_declarations
from tests.words import K, N

x, g, free = b.vector("x", N), b.vector("g", N, "nonzero"), b.vector("g", N)
s = b.scalar("s", "nonneg")


def test_everything_is_declared_in_order() -> None:
    """Dimensions of shapes, indices and definitions; a definition after those that it uses; parameters are no symbols."""
    mu = b.let("mu", b.dot(x, b.ones(N)) / N)
    centred = b.let("c", x - mu * b.ones(N))
    root = b.define("root", b.sqrt(b.dot(x, x) + s), x, s)
    n = b.index("n", K)
    found = Declarations.of([b.dot(centred, centred) * root(g, as_term(2)), b.sum_(n, as_term(1))])
    assert found.to_json() == {
        "dimensions": ["N", "K"],
        "symbols": {"x": {"shape": ["N"], "properties": []}, "g": {"shape": ["N"], "properties": ["nonzero"]}},
        "definitions": [
            {"name": "mu", "parameters": [], "body": "div(dot(x, ones(N)), N)"},
            {"name": "c", "parameters": [], "body": "add(x, neg(mul(mu, ones(N))))"},
            {"name": "root", "parameters": [["x", ["N"]], ["s", []]], "body": "sqrt(add(dot(x, x), s))"},
        ],
    }


def test_what_a_body_adds() -> None:
    """Names that are known are left out."""
    known = Declarations.of([b.dot(x, x)])
    found = Declarations.of([b.dot(x, g) + b.let("d", b.dot(g, g))], known)
    assert (list(found.dimensions), list(found.symbols), list(found.definitions)) == ([], ["g"], ["d"])
    with pytest.raises(NameError_, match="'x' is used for two things"):
        Declarations.of([b.scalar("x")], known)


@pytest.mark.parametrize(
    "terms",
    [
        (b.dot(g, g), b.dot(free, free)),
        (b.dot(x, x), b.scalar("N")),
        (b.let("m", s), b.let("m", s * s)),
        (b.let("s", b.dot(x, x)), s),
    ],
)
def test_one_name_one_meaning(terms: Any) -> None:
    """A name for two things is an error that names it."""
    with pytest.raises(NameError_, match="is used for two things in one statement"):
        Declarations.of(terms)


def test_properties_become_hypotheses_where_they_differ() -> None:
    """g with a property in one part only: declared without it, which is then assumed of that part alone."""
    gain, plain_gain = b.let("G", b.diag(g)), b.let("G", b.diag(free))
    first = equation(b.inverse(gain) * gain, b.identity(N))
    second = equation(plain_gain.T, plain_gain, positive(s))
    made = plain(all_of(first, second))
    assert made == All(
        (
            ("part 1", equation(b.inverse(plain_gain) * plain_gain, b.identity(N), nonzero(free))),
            ("part 2", second),
        )
    )
    assert [made.decide().status, all_of(first, second).decide().status] == ["proved", "proved"]
    assert plain(second) is second  # nothing to do


def test_parameters_have_no_properties() -> None:
    """They stand for arguments, of which nothing follows from what the parameter was declared with."""
    made = b.define("f", b.sqrt(s), s)
    statement = equation(made(as_term(4)), 2)
    bare = Symbol("s", ())
    assert plain(statement) == equation(Definition("f", (bare,), b.sqrt(bare))(as_term(4)), 2)


def test_a_name_in_a_body_that_speaks_of_a_parameter() -> None:
    """It is unfolded there: of the function's argument it says another thing than of the name outside."""
    root = b.let("r", b.sqrt(s))
    made = b.define("f", root + 1, s)
    statement = plain(equation(made(as_term(4)), 3, positive(s)))
    bare = Symbol("s", ())
    assert statement == equation(Definition("f", (bare,), b.sqrt(bare) + 1)(as_term(4)), 3, positive(s))
    assert derive.prove(made(s), root + 1).answer == "proved"  # certified: with two roots r it could not be stated


def test_what_cannot_be_said_apart() -> None:
    """Shapes that differ are two things."""
    statement = all_of(equation(b.dot(x, x), b.dot(x, x)), equation(b.scalar("x"), b.scalar("x")))
    with pytest.raises(NameError_, match="two things"):
        Declarations.of(t for _, member in plain(statement).members for t in member.terms)  # type: ignore[attr-defined]
    assert isinstance(statement.members[0][1], Equations)


def test_one_member_has_one_symbol_of_a_name() -> None:
    """√(g²) = g of a positive g and another one is not said by assuming that both are the same, and positive."""
    q = b.scalar("q", "positive")
    false = equation(b.sqrt(q * q), b.scalar("q"))
    for statement in (false, all_of(false, equation(x, x))):
        with pytest.raises(NameError_, match="two things"):
            plain(statement)


GOOD: dict[str, Any] = {
    "dimensions": ["N"],
    "symbols": {"x": {"shape": ["N"], "properties": []}},
    "definitions": [{"name": "m", "parameters": [], "body": "dot(x, x)"}],
}


def test_reading() -> None:
    """What is declared is there under its name."""
    found = read_declarations(GOOD)
    assert found.to_json() == GOOD
    assert found.definitions["m"].body == b.dot(x, x)


@pytest.mark.parametrize(
    "change",
    [
        {"dimensions": ["N", "N"]},
        {"dimensions": ["N", "x"]},
        {"dimensions": "N"},
        {"dimensions": [1]},
        {"dimensions": []},
        {"symbols": []},
        {"symbols": {"x": {"shape": ["N"]}}},
        {"symbols": {"x": {"shape": ["N"], "properties": [], "more": 1}}},
        {"symbols": {"x": {"shape": ["K"], "properties": []}}},
        {"symbols": {"x": {"shape": [3], "properties": []}}},
        {"symbols": {"x": {"shape": ["1"], "properties": []}}},
        {"symbols": {"x": {"shape": ["N"], "properties": ["positive"]}}},
        {"symbols": {"x": {"shape": ["N"], "properties": ["odd"]}}},
        {"symbols": {"a b": {"shape": [], "properties": []}}},
        {"definitions": [{"name": "x", "parameters": [], "body": "1"}]},
        {"definitions": [{"name": "m", "parameters": [], "body": "k"}]},
        {"definitions": [{"name": "m", "parameters": [], "body": "m"}]},
        {"definitions": [{"name": "m", "parameters": [], "body": 1}]},
        {"definitions": [{"name": "m", "parameters": [], "body": "at(x, n:N)"}]},
        {"definitions": [{"name": "m", "parameters": [["t", []]], "body": "dot(x, x)"}]},
        {"definitions": [{"name": "m", "parameters": [["t", []], ["t", []]], "body": "t"}]},
        {"definitions": [{"name": "m", "parameters": ["t"], "body": "1"}]},
        {"definitions": [{"name": "m", "body": "1"}]},
    ],
    ids=str,
)
def test_refusals(change: dict[str, Any]) -> None:
    """Names that are missing, superfluous or declared twice, and whatever does not fit."""
    with pytest.raises(InputError):
        read_declarations({**GOOD, **change})


def test_a_dimension_is_no_number() -> None:
    """In a shape the name "2" would be the number."""
    with pytest.raises(NameError_, match="a dimension with the name '2'"):
        Declarations.of([b.ones(b.dimension("2"))])
