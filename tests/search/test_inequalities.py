"""What the search takes to be ≥ 0 shows it, and is what it is said to be; terms are read back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import Hypothesis, equal, nonneg, not_zero, positive
from derive.language.terms import Number, Product, Term
from derive.printing import text
from derive.search.atoms import Atoms
from derive.search.combining import Squares
from derive.search.denominators import Denominators
from derive.search.facts import Fact, Facts
from tests.words import K, N, one, u, v, w

A, M, k = b.matrix("A", N, K), b.matrix("M", N, N), b.vector("k", K)
i, j, n = b.index("i", N), b.index("j", N), b.index("n", K)
s, t, e = b.scalar("s", "positive"), b.scalar("t"), b.scalar("e", "nonneg")
P = b.let("P", b.identity(N) - one * one.T / N)
ZERO = Number(Fraction(0))

SCALARS: dict[str, tuple[Term, tuple[Hypothesis, ...]]] = {
    "vectors": (b.dot(u, v) ** 2 - b.dot(u, u) * b.dot(v, v) + t * b.dot(u, w), ()),
    "one component": (u[i] ** 2 - b.dot(u, u) + b.sum_(j, b.exp(v[j])) - b.exp(v[i]), ()),
    "two components": (A[i, n] ** 2 - b.sum_(j, A[j, n] ** 2) - b.dot(k, k), ()),
    "matrices": (b.dot(A * k, u) - b.trace(A.T * A) * b.dot(k, k) + b.trace(M * M), ()),
    "centred": (b.norm(P * u) ** 2 / (b.dot(P * u, P * u) + N * s) - t * b.dot(P * u, v), ()),
    "roots": (b.sqrt(e) * b.sqrt(s + e) - 2 * t * b.norm(u) + b.dot(u, v) / b.sqrt(s + e), ()),
    "hypotheses": (t * e - b.dot(u, v) + 1, (nonneg(t - e), positive(1 - b.norm(u)), not_zero(v), equal(t, e**2))),
    "components that are ≥ 0": (
        b.sum_(i, u[i] * v[i] ** 2) - b.dot(u, v) ** 2,
        (nonneg(u[i]), equal(b.dot(u, one), 1)),
    ),
}


def surroundings(name: str) -> tuple[Atoms, Denominators, Facts, tuple[Hypothesis, ...]]:
    """The atoms, the denominators and the facts of a scalar."""
    scalar, given = SCALARS[name]
    domain = Equation(scalar, ZERO, given).conditions
    atoms = Atoms(scalar, (*given, *domain))
    denominators = Denominators(atoms)
    return atoms, denominators, Facts(atoms, denominators, (*given, *domain), given), (*given, *domain)


def facts_of(name: str) -> Iterator[tuple[Fact, Term, Atoms, tuple[Hypothesis, ...]]]:
    """Each fact, with its polynomial as a term."""
    atoms, denominators, facts, given = surroundings(name)
    labels, form = atoms.difference
    polynomial = denominators.cleared(labels, form, lambda _: None).polynomial
    squares = Squares(polynomial, atoms, facts).all()
    for fact in (*facts.all(polynomial), *squares):
        yield fact, atoms.written(fact.polynomial), atoms, given


@pytest.mark.parametrize("name", SCALARS)
def test_facts_show_their_sign(name: str) -> None:
    """The rules of signs read off each term that it is ≥ 0, and > 0 where that is said."""
    for fact, _, atoms, _ in facts_of(name):
        sign = atoms.assumptions.sign(fact.term)
        assert sign.nonneg, text(fact.term)
        assert sign.positive or not fact.positive, text(fact.term)


@pytest.mark.parametrize("name", SCALARS)
def test_facts_are_their_polynomials(name: str) -> None:
    """The kernel decides that each term is its polynomial."""
    found = list(facts_of(name))
    assert len(found) > 10
    wrong = [text(f.term) for f, written, _, given in found if not Equation(f.term, written, given).holds()]
    assert wrong == []


@pytest.mark.parametrize("name", SCALARS)
def test_scalars_are_read_back(name: str) -> None:
    """A scalar times what stands below it is its polynomial, times the factors that were put apart."""
    atoms, denominators, _, given = surroundings(name)
    cleared = denominators.cleared(*atoms.difference, lambda _: None)
    above = Product((atoms.written(cleared.polynomial), Number(Fraction(1)), *map(atoms.written, cleared.factors)))
    below = Product((atoms.scalar, Number(Fraction(1)), *cleared.below))
    assert Equation(below, above, given).holds()
    assert all(atoms.assumptions.sign(part).positive for part in cleared.below)
