"""Cofactors among multiples of the hypotheses: where they share terms with the goal, and where they need a factor."""

from __future__ import annotations

import pytest

from derive.kernel.decide import Equation
from derive.kernel.values import InverseOf
from derive.language import build as b
from derive.language.hypotheses import equal, nonzero, not_zero
from derive.language.terms import as_term
from derive.search.cofactors import by_reduction
from derive.search.contexts import authored, contexts, divided_by, known_nonzero, laid_open
from derive.search.multiples import combine, goal_of, matrix_at
from tests.words import K, N, eye, g, i, j, one, u, v, w, x

p, q, r = (b.scalar(name) for name in "pqr")
s = b.scalar("s", "nonzero")
A, B, C = (b.matrix(name, N, N) for name in "ABC")
J = b.matrix("J", N, N, "invertible")
Q = b.matrix("Q", N, N, "orthogonal")
R = b.matrix("R", K, K, "invertible")
X = b.matrix("X", N, K)

FOUND = {
    "a transpose": (Q.T @ one, one, [equal(Q @ one, one)]),
    "a lead that is not the greatest term": (p, q, [equal(p * r, 1), equal(q * r, 1)]),
    "a diagonal": (b.diag(v * v * w * w * v * v), b.diag(v * v), [equal(b.diag(v * w * v), b.diag(v))]),
    "across an open and a closed graph": (b.dot(v, u) * w, b.zeros(N), [equal(b.outer(w, v), b.zeros(N, N))]),
    "a vertex cut by δ": (A, C, [equal(A @ B, eye), equal(B @ C, eye)]),
    "an end cut by δ": (A @ one, C @ one, [equal(A @ B, eye), equal(B @ C, eye)]),
    "times an inverse": (A, C, [equal(J @ A, J @ C)]),
    "times the transpose of an orthogonal matrix": (A, C, [equal(Q @ A, Q @ C)]),
    "times a root": (b.dot(v, v), as_term(1), [equal(b.norm(v), 1)]),
    "inverses at both ends": (b.inverse(J) @ X, X @ b.inverse(R), [equal(X @ R, J @ X)]),
    "a vector at an end": (b.dot(x, b.inverse(J) @ w), b.dot(x, A @ w), [equal(J @ A, eye)]),
    "free indices": (b.inverse(J)[i, j], A[i, j], [equal(J @ A, eye)]),
}


@pytest.mark.parametrize("name", FOUND)
def test_found_among_multiples(name):
    """Reduction finds no cofactors; those found among multiples make the equation hold, as the kernel says."""
    equation = Equation(*FOUND[name])
    assert by_reduction(equation) is None
    cofactors = combine(equation)
    assert cofactors is not None
    assert equation.theorem(cofactors) is not None


NOT_FOUND = {
    "division": (q, as_term(0), [equal(p * q, 0)]),
    "cancellation of what may be singular": (B, C, [equal(A @ B, A @ C)]),
    "the other side": (A, C, [equal(J @ A, C @ J)]),
    "the other order": (B @ A, eye, [equal(A @ B, eye)]),
    "a transpose of what is not orthogonal": (A.T @ one, one, [equal(A @ one, one)]),
    "a root of either sign": (p, q, [equal(p**2, q**2)]),
    "an inverse of another matrix": (b.inverse(J) @ A, A @ b.inverse(J), [equal(J @ B, B @ J)]),
    "an entry of a diagonal": (v * w, v, [equal(b.dot(v, w), b.dot(v, one))]),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_not_found_where_it_is_false(name):
    """Nothing comes out that the kernel accepts."""
    equation = Equation(*NOT_FOUND[name])
    cofactors = combine(equation)
    assert cofactors is None or equation.theorem(cofactors) is None


def test_only_the_first_hypotheses_are_used():
    """With one of two that are needed, nothing is found."""
    equation = Equation(p, q, [equal(p * r, 1), equal(q * r, 1)])
    assert combine(equation, 1) is None
    assert {cofactor.hypothesis for cofactor in combine(equation, 2)} == {0, 1}


def test_the_kernel_refuses_what_divides_by_more_than_is_authored():
    """s v = s w gives v = w with 1/s, of which the kernel is not told; with v/s in place of v it is."""
    equation = Equation(v, w, [equal(s * v, s * w)])
    cofactors = combine(equation)
    assert divided_by(equation, cofactors) - authored(equation)
    assert equation.theorem(cofactors) is None
    told = Equation(v / s, w / s, [equal(s * v, s * w)])
    assert told.theorem(combine(told)) is not None


def test_what_is_known_not_to_be_0():
    """Declared and assumed: scalars, vectors by components, v·v of v ≠ 0; not sums, nor what may be 0."""
    given = [equal(s * g * p, v), nonzero(q * r), nonzero(p + q), not_zero(v), not_zero(v - w)]
    equation = Equation(p * q * r * b.dot(v, v) * g, b.dot(w, w) * g, given)
    assert set(known_nonzero(equation)) == {s, g, q * r, b.dot(v, v)}


@pytest.mark.parametrize("name", ["inverses at both ends", "a vector at an end", "free indices"])
def test_a_goal_without_inverses_at_its_ends(name):
    """What stands at the legs is multiplied away, and what takes it back gives the goal again."""
    equation = Equation(*FOUND[name])
    algebra = equation.normaliser.algebra
    goal = goal_of(equation, frozenset())
    for graph, _ in goal.form:
        for leg in range(goal.legs):
            found = matrix_at(algebra, graph, leg)
            assert found is None or not isinstance(algebra.symbol_keys[found.symbol], InverseOf)
    outer = tuple(range(goal.outer))
    inner = tuple(range(goal.outer, goal.outer + goal.legs))
    assert algebra.contract(goal.back, outer + inner, goal.form, inner, outer) == equation.cleared


def terms_of(equation: Equation, number: int):
    """The terms of the goal, and of one hypothesis, laid open."""
    algebra = equation.normaliser.algebra
    forms = equation.cleared, equation.hypothesis_forms[number].form
    return [[laid_open(algebra, term, frozenset()) for term in sorted(form)] for form in forms]


@pytest.mark.parametrize("name", list(FOUND)[:6])
def test_a_context_times_the_hypothesis_has_the_target(name):
    """Wherever a lead occurs in a term of the goal, the multiple has that term, or it has been cancelled."""
    equation = Equation(*FOUND[name])
    algebra = equation.normaliser.algebra
    legs, found = len(equation.difference.labels), 0
    for number, hypothesis in enumerate(equation.hypothesis_forms):
        targets, leads = terms_of(equation, number)
        for target, closed in zip(targets, sorted(equation.cleared), strict=True):
            for lead, (graph, _) in zip(leads, sorted(hypothesis.form), strict=True):
                for context in contexts(algebra, target, lead, frozenset(), cutting=True):
                    here, joined = tuple(range(legs)), tuple(range(legs, legs + len(graph[1])))
                    key = sorted(hypothesis.form)[leads.index(lead)]
                    only = {key: hypothesis.form[key]}
                    part = algebra.contract({context: 1}, here + joined, only, joined, here)
                    assert list(part) == [closed]
                    found += 1
    assert found
