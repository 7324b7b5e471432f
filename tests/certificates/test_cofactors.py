"""Cofactors as terms: the identity they belong to holds at data, by evaluation, wherever they came from."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from derive.certificates.certificate import certificate_of
from derive.certificates.cofactors import Cofactors, cofactors_of
from derive.certificates.notation import write_term
from derive.errors import UndefinedAtPoint
from derive.evaluate.conditions import index_values
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import is_zero
from derive.kernel.decide import Cofactor
from derive.language import build as b
from derive.language.hypotheses import Equality, Hypothesis, equal, nonneg, positive
from derive.language.terms import Add, Component, Number, Product, Sum, Term, as_term
from derive.search import cofactors
from derive.search.cofactors import find_cofactors
from derive.statements.equation import equation
from tests.strategies import random_point
from tests.words import K, N, a, eye, n, one, x, y

s, t, eps = b.scalar("s"), b.scalar("t"), b.scalar("eps", "positive")
A, X = b.matrix("A", N, N), b.matrix("X", N, K)
P = b.let("P", eye - one * one.T / N)

centred = equal(b.dot(one, x), 0)
EXAMPLES: list[tuple[str, Term, Term, tuple[Hypothesis, ...]]] = [
    ("a scalar", P * x, x, (centred,)),
    ("a square", (P * x)[n] ** 2, x[n] ** 2, (centred,)),
    ("a vector", b.dot(x, A * x), s * b.dot(x, x), (equal(A * x, s * x),)),
    ("a matrix", A * A * A, A, (equal(A * A, A),)),
    ("two", b.dot(x, x) + b.dot(x, y), N, (equal(b.dot(x, y), 0), nonneg(s), equal(b.dot(x, x), N))),
    ("a symbol", P * a, b.zeros(N), (equal(a, s * one),)),
    ("with a divisor", x / (b.dot(one, x) + eps), x / eps, (centred,)),
    ("a hypothesis with a divisor", s**2, s * t, (equal(s / (1 + t**2), t / (1 + t**2)),)),
    ("with a root", b.sqrt(eps + 1) * b.dot(one, x), 0 * s, (centred,)),
]


def residue(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...], made: Cofactors) -> Term:
    """scale · (l − r) − Σ cofactor · (left − right side), a scalar with free indices."""
    equalities = [hypothesis for hypothesis in hypotheses if isinstance(hypothesis, Equality)]
    total: Term = Product((made.scale if made.scale is not None else as_term(1), at(lhs - rhs, made.indices)))
    for each in made.cofactors:
        known = equalities[each.hypothesis]
        part: Term = Product((each.term, at(known.lhs - known.rhs, each.indices)))
        for index in each.indices:
            part = Sum(index, part)
        total = Add((total, -part))
    return total


def at(term: Term, indices: Any) -> Term:
    return Component(term, indices) if indices else term


@pytest.mark.parametrize(("name", "lhs", "rhs", "hypotheses"), EXAMPLES, ids=[name for name, *_ in EXAMPLES])
def test_the_identity_holds_at_data(name: str, lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...]) -> None:
    """At random sizes and data at which the hypotheses do *not* hold."""
    made = cofactors_of(lhs, rhs, hypotheses)
    assert made is not None
    assert made.cofactors
    total = residue(lhs, rhs, hypotheses, made)
    random, tried, apart = Random(name), 0, 0
    for _ in range(12):
        point = random_point(random, total, *(term for h in hypotheses for term in h.terms), largest=3)
        evaluation = Evaluation(point)
        for place in index_values(point, total):
            try:
                assert is_zero(evaluation(total, place)) is not False  # type: ignore[arg-type]  # a scalar
                side = {index: i for index, i in place.items() if index in (lhs - rhs).free}
                apart += evaluation(lhs, side) != evaluation(rhs, side)
                tried += 1
            except UndefinedAtPoint:
                continue
    assert tried
    assert apart


def test_what_they_look_like() -> None:
    """Indices, numbers of hypotheses among the equalities, scale."""
    made = cofactors_of(P * x, x, (nonneg(s), equal(s, t), centred))
    assert made is not None
    assert [(each.hypothesis, each.indices, write_term(each.term)) for each in made.cofactors] == [
        (1, (), "neg(div(1, N))")
    ]
    assert (made.indices, made.scale) == ((n,), None)
    scaled = cofactors_of(*EXAMPLES[6][1:])
    assert scaled is not None
    assert scaled.scale is not None
    vector = cofactors_of(*EXAMPLES[2][1:])
    assert vector is not None
    assert [(index.name, index.dim) for index in vector.cofactors[0].indices] == [("n", N)]


@pytest.mark.parametrize(
    ("lhs", "rhs", "hypotheses"),
    [
        (P * P, P, (centred,)),  # needs none
        (P * x, x, ()),  # is false
        (P * x, x, (positive(eps),)),
        (P * x, x, (equal(b.dot(x, x), 1),)),  # does not follow
        (s, t, (equal(s**3, t**3),)),  # follows by no cofactors
        (b.exp(s) * s, b.exp(s) * t, (equal(b.exp(s) * s, b.exp(s) * t * b.exp(t)),)),
    ],
)
def test_none(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...]) -> None:
    """Where none are needed, and where none are found."""
    assert cofactors_of(lhs, rhs, hypotheses) is None


def test_wrong_ones_stand_in_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search gives is left to the verifier, which refuses them; then more are looked for."""
    right = find_cofactors

    def doubled(equation: Any) -> tuple[Cofactor, ...]:
        found = right(equation) or ()
        return tuple(Cofactor(c.hypothesis, {key: 2 * value for key, value in c.form.items()}) for c in found)

    proved, known = equation(P * x, x, centred).judge(), cofactors_of(P * x, x, (centred,))
    monkeypatch.setattr(cofactors, "find_cofactors", doubled)
    assert cofactors_of(P * x, x, (centred,)) not in (None, known)
    (link,) = certificate_of("it", proved)["body"]["links"]
    assert link["cofactors"] == [[0, [], "neg(div(2, N))"], [0, [], "div(1, N)"]]  # what they lack is found


def test_the_letters_of_free_indices_stay() -> None:
    """Indices of axes are other than those that the equation has free."""
    made = cofactors_of(x * x[n], (P * x) * x[n], (centred,))
    assert made is not None
    (index,) = made.indices
    assert index.name != "n"
    assert index.dim == N
    assert Number(Fraction(1)) != made.cofactors[0].term
