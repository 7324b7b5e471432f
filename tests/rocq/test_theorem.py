"""One theorem: premises, statement, proof."""

from __future__ import annotations

import pytest

from derive.language.build import dot, matrix, ones, scalar, vector
from derive.language.terms import Symbol
from derive.rocq.environment import Library
from derive.rocq.pieces import Unreachable
from derive.rocq.statements import plan
from derive.rocq.theorem import draft, size_of
from derive.statements.equation import equation
from tests.words import K, N, m, n

a, c = vector("a", N), scalar("c")


def test_premises_come_first() -> None:
    """That a divisor is not 0 is a premise, and the proof names it."""
    made = draft(Library(), "t", plan(equation(c / c, 1)))
    assert made.premises == ("c != 0",)
    assert made.domain == (("nonzero", c),)
    assert made.text.startswith("Theorem t :\n  c != 0 ->\n  c / c = 1 :> F.\nProof.\nmove=> h1.\n")
    assert made.text.endswith("Qed.\n")


def test_free_indices_are_quantified() -> None:
    """A free index of the statement is one of its theorem."""
    made = draft(Library(), "t", plan(equation(a[n] * a[m], a[m] * a[n])))
    assert made.claim == "forall i : 'I_n, forall j : 'I_n, a j 0 * a i 0 = a i 0 * a j 0"
    assert "move=> i j." in made.text


def test_bound_symbols_are_quantified() -> None:
    """A symbol that the theorem quantifies over is no variable of the file."""
    library = Library()
    made = draft(library, "t", plan(equation(a - a, 0 * a)), bound=(Symbol("a", (N,)),))
    assert "forall a : 'cV[F]_n, a - a = 0 *: a" in made.text
    assert library.bound == {("a", "'cV[F]_n")}


def test_fails() -> None:
    """A false equation becomes a goal whose proof is rejected."""
    made = draft(Library(), "", plan(equation(dot(a, ones(N)), c)), fails=True)
    assert made.text.startswith("Goal\n")
    assert made.text.endswith("Abort.\n")
    assert "Fail derive_scalar" in made.text


def test_sizes() -> None:
    """One dimension, a symbol or a number."""
    assert size_of([a]) == "m"
    assert size_of([vector("p", 3)]) == "2"
    with pytest.raises(Unreachable, match="two dimensions"):
        size_of([matrix("A", N, K)])
