"""The table of operations: every kind of node is in it, what it spells goes both ways, what it lacks is refused."""

from __future__ import annotations

from collections import Counter

import pytest
import sympy

from derive.errors import InputError
from derive.interop.lines import read_line
from derive.interop.to_sympy import LACKS, OPERATIONS, Operation, to_sympy
from derive.language import build as d
from derive.language import terms as t
from derive.language.maxima import max_, min_
from derive.language.operations import KINDS
from derive.language.substitution import unfold_all
from derive.statements.equation import prove_equation
from derive.theories.registry import THEORIES, load_theory
from tests.words import K, N, i, j, x, y

A, X = d.matrix("A", N, N), d.matrix("X", N, K)
s, q = d.scalar("s"), d.scalar("q", "positive")
tensor = t.Symbol("T", (N, N, N))

#: Terms that come back as they were.
SAME: dict[type[t.Term], list[t.Term]] = {
    t.Dimension: [N * s, N],
    t.Number: [t.as_term(2), t.as_term(-3), t.as_term(1) / 3],
    t.Symbol: [s, q, x, X, x.T],
    t.Ones: [d.ones(N), d.ones(N, K)],
    t.Zeros: [d.zeros(N), d.zeros(N, K)],
    t.Identity: [d.identity(N)],
    t.Add: [q + s, y + x, x + A @ x - y],
    t.Neg: [-s, -x, -A, y - x],
    t.Product: [s * q, x * s, A @ X, x * y.T, (s * q) * x, A @ (A @ x)],
    t.Hadamard: [d.hadamard(y, x), d.hadamard(A, A)],
    t.Quotient: [s / q, x / q, 1 / q, (d.trace(A) / q) * x, (x / s) / q, s / (s / q)],
    t.Power: [s**3, A**2, x**2, x**-1],
    t.HadamardPower: [d.hadamard_power(X, 2)],
    t.Sqrt: [d.sqrt(q), d.sqrt(q + s)],
    t.Function: [d.exp(s), d.log(q), d.absolute(s), d.tanh(s), d.exp(x), d.absolute(x)],
    t.MatrixFunction: [d.matrix_exp(A), d.matrix_log(A)],
    t.Transpose: [X.T, (A @ x).T],
    t.Diag: [d.diag(x), d.diag(x) @ y],
    t.Trace: [d.trace(A), d.trace(A @ A)],
    t.Dot: [d.dot(x, y), d.dot(x, y) / N * d.ones(N)],
    t.Outer: [],
    t.Norm: [d.norm(x), d.norm(A @ x) ** 2 / N],
    t.Inverse: [d.inverse(A), d.inverse(A) @ x],
    t.Det: [d.det(A)],
    t.Component: [x[i], X[i, d.index("k", K)], A[i, j]],
    t.Sum: [d.sum_(i, x[i] * y[i])],
    t.Prod: [d.prod_(i, x[i])],
    t.Delta: [d.sum_(i, d.sum_(j, d.delta(i, j) * A[i, j]))],
    t.Defined: [d.let("m", d.dot(x, y) / N) * x],
}
#: Terms that come back in another form with the same value.
EQUAL: dict[type[t.Term], list[t.Term]] = {
    t.Outer: [d.outer(x, y)],
    t.Norm: [d.norm(X)],
    t.Product: [x.T @ y],
    t.Hadamard: [t.Hadamard((s, q))],
    t.Quotient: [x / y, s / x, (s / q) * x],
    t.Defined: [d.cos(x, y) * d.norm(x) * d.norm(y), d.var(x), max_(s, q), s - min_(s, 2)],
}
#: Terms that SymPy cannot say.
LACKING: dict[type[t.Term], t.Term] = {
    t.Symbol: tensor,
    t.Ones: t.Ones((N, N, N)),
    t.Zeros: t.Zeros((N, N, N)),
    t.Basis: d.basis(i),
    t.Pinv: d.pinv(A),
    t.Max: t.Max(i, x[i]),
    t.Rank: t.Rank(A),
    t.Component: tensor[i, j, d.index("k", N)],
    t.Sum: d.sum_(i, x[i] * d.basis(i)),
    t.Prod: t.Prod(i, x[i], (j,)),
    t.Grad: d.grad(x / d.norm(x), x),
    t.Written: t.Written((2,), (s, q)),
    t.Entry: t.Entry(t.Written((2,), (s, q)), (1,)),
}


def test_every_kind_of_node_has_a_row() -> None:
    """No operation of the language is left out, and none stands twice."""
    rows = Counter(operation.node for operation in OPERATIONS)
    assert set(rows) == KINDS
    assert set(rows.values()) == {1}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.node.__name__)
def test_what_is_spelt_goes_both_ways(operation: Operation) -> None:
    """A spelling comes back as the same term, or as one that is proved equal; evaluated by SymPy, as one that is equal."""
    same, equal = SAME.get(operation.node, []), EQUAL.get(operation.node, [])
    assert bool(same or equal) is bool(operation.spelling)
    for term in same:
        assert read_line(to_sympy(term, folded=True, evaluate=False), before=[term]) == term
    for term in equal:
        back = read_line(to_sympy(term, folded=True, evaluate=False), before=[term])
        assert back != term
        assert prove_equation(term, back).status == "proved"
    for term in (*same, *equal):
        assert prove_equation(term, read_line(to_sympy(term), before=[unfold_all(term)])).status == "proved"


@pytest.mark.parametrize("node", LACKS)
def test_what_sympy_lacks_is_refused_with_the_reason(node: type[t.Term]) -> None:
    """The refusal names the node, and says what the table says."""
    with pytest.raises(InputError) as found:
        to_sympy(LACKING[node])
    told = LACKS[node] if node is not t.Component else LACKS[t.Symbol]
    assert told in str(found.value) or "Basis" in str(found.value)


def test_sympy_does_lose_the_rank_one_part() -> None:
    """The reason in the row of derivatives: if SymPy mends it, the row has to change."""
    n = sympy.Symbol("N", integer=True, positive=True)
    v = sympy.MatrixSymbol("x", n, 1)
    root = sympy.sqrt(sympy.Trace(v.T * v))
    assert (v / root).diff(v) == sympy.Identity(n) / root


def _terms(theory: str) -> list[t.Term]:
    """Every side, line and near miss of a theory, once."""
    found: list[t.Term] = []
    for theorem in load_theory(theory).theorems:
        found += theorem.terms
        found += [line.term for line in theorem.derivation.lines] if theorem.derivation is not None else []
        found += [side for near in theorem.near_misses for side in near.statement.equated]
    return list(dict.fromkeys(found))


def _outcome(term: t.Term) -> str:
    try:
        written = to_sympy(term, folded=True, evaluate=False)
    except InputError as error:
        return "refused" if any(reason in error.message for reason in LACKS.values()) else error.message
    back = read_line(written, before=[term])
    if back == term:
        return "same"
    if unfold_all(back) == unfold_all(term):
        return "unfolded"
    return prove_equation(term, back).status


@pytest.mark.parametrize("theory", THEORIES)
def test_the_terms_of_a_theory_go_both_ways(theory: str) -> None:
    """Every term of every theorem that SymPy can say comes back: most the same, the others unfolded, or proved equal."""
    found = Counter(map(_outcome, _terms(theory)))
    assert set(found) <= {"same", "unfolded", "proved", "refused"}
    assert found["same"] + found["unfolded"] > 3 * found["proved"]
    assert found["refused"] < found.total() / 5
