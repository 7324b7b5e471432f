"""The environment: one parameter for one value, whatever name it has."""

from __future__ import annotations

import pytest

from derive.language.build import let, matrix, norm, scalar, vector
from derive.language.terms import Symbol
from derive.rocq.environment import Library, Parameters, kind_of, stripped, type_of
from derive.rocq.pieces import ATOM, Unreachable
from tests.words import K, N


def test_parameters_are_shared() -> None:
    """Definitions are unfolded and properties dropped before two parameters are compared."""
    parameters = Parameters()
    p, q = scalar("p"), let("q", scalar("p", "positive"))
    first = parameters.scalar("inverse", p, "p^-1", ATOM)
    assert parameters.scalar("inverse", q, "q^-1", ATOM).deep == first.deep
    assert parameters.scalar("root", p, "Num.sqrt p", ATOM).deep != first.deep
    assert stripped(q) == p


def test_authored_once_is_authored() -> None:
    """A divisor of the statement stays one when a certificate has it too."""
    parameters = Parameters()
    parameters.authored = False
    parameters.scalar("inverse", scalar("p"), "p^-1", ATOM)
    assert not parameters.scalars[0].authored
    parameters.authored = True
    parameters.scalar("inverse", scalar("p"), "p^-1", ATOM)
    assert parameters.scalars[0].authored


def test_types() -> None:
    """Shapes of one dimension have types; two dimensions have none."""
    v = vector("v", N)
    assert [type_of(t.shape) for t in (norm(v), v, v.T, v * v.T)] == ["F", "'cV[F]_n", "'rV[F]_n", "'M[F]_n"]
    assert kind_of(v.T.shape) == "R"
    with pytest.raises(Unreachable, match="two dimensions"):
        type_of(matrix("A", N, K).shape)


def test_variables() -> None:
    """Properties do not make another variable; a type does."""
    library = Library()
    assert library.symbol(vector("g", N)) == library.symbol(vector("g", N, "nonzero")) == "g"
    assert library.symbol(Symbol("g", ())) == "g_2"
    with pytest.raises(Unreachable, match="generic matrix"):
        library.symbol(matrix("A", N, N))


def test_a_copy_goes_on_by_itself() -> None:
    """It knows the names given so far; what it gives itself is not in the first library."""
    library = Library()
    library.symbol(vector("g", N))
    copy = library.copy()
    assert copy.symbol(vector("g", N)) == "g"
    assert copy.bind(Symbol("h", ())) == copy.symbol(Symbol("h", ())) == "h"
    assert (list(library.variables), library.bound) == ([("g", "'cV[F]_n")], set())
    assert library.symbol(vector("h", N)) == "h"
