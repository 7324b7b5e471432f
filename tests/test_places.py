"""Entries at places: x₁, x_N, and what is the whole sum less some of them; proved, refuted, written and read back."""

from __future__ import annotations

import pytest

import derive
from derive import verifier
from derive.errors import InputError, NameError_, ShapeError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language import terms as t
from derive.language.hypotheses import Condition
from derive.language.order import Order, known_of, order_of, ordered
from derive.language.substitution import substitute
from derive.printing.latex import latex
from derive.printing.plain import plain
from derive.printing.text import text
from derive.reading import environment_from, read_term

N, K = derive.dimension("N"), derive.dimension("K")
x, y, A = derive.vector("x", N), derive.vector("y", N), derive.matrix("A", N, N)
i = derive.index("i", N)
FIRST, SECOND, LAST, BEFORE = (derive.place(N, number) for number in (1, 2, 0, -1))


def total(body: t.Term) -> t.Term:
    return derive.sum_(i, body)


TRUE = [
    (x[FIRST] + x[LAST], x[LAST] + x[FIRST], "all N ≥ 2"),
    (A[FIRST, LAST], A.T[LAST, FIRST], "all N ≥ 2"),
    (total(x[i] + y[i]) - (x + y)[LAST], total(x[i]) - x[LAST] + total(y[i]) - y[LAST], "all N ≥ 1"),
    (derive.norm(x) ** 2 - x[FIRST] ** 2, total(x[i] ** 2) - x[FIRST] ** 2, "all N ≥ 1"),
    (t.Prod(i, x[i], (FIRST,)) * x[FIRST], t.Prod(i, x[i]), "all N ≥ 1"),
    (x[SECOND] / x[BEFORE] * x[BEFORE], x[SECOND], "all N ≥ 4"),
    (t.Dot(x, t.Basis(LAST)), x[LAST], "all N ≥ 1"),
]
FALSE = [
    (x[FIRST], x[LAST]),
    (x[FIRST], x[SECOND]),
    (x[LAST], x[BEFORE]),
    (total(x[i]) - x[FIRST], total(x[i]) - x[LAST]),
    (A[FIRST, LAST], A[LAST, FIRST]),
    (t.Prod(i, x[i], (FIRST,)), t.Prod(i, x[i], (LAST,))),
    (x[i], x[FIRST]),
]


@pytest.mark.parametrize(("lhs", "rhs", "scope"), TRUE)
def test_proved(lhs: t.Term, rhs: t.Term, scope: str) -> None:
    """For the sizes that have all of its places, with a certificate."""
    verdict = derive.prove(lhs, rhs)
    assert (verdict.status, verdict.scope) == ("proved", scope)
    assert verdict.backing is not None
    assert not verdict.backing.why_not


@pytest.mark.parametrize(("lhs", "rhs"), FALSE)
def test_refuted(lhs: t.Term, rhs: t.Term) -> None:
    """The counterexample has no value for a place, which has one."""
    verdict = derive.prove(lhs, rhs)
    assert verdict.status == "refuted"
    assert "@" not in verdict.explain()


def test_a_certificate_is_of_its_places_alone() -> None:
    """What is certified of two places is not so of two others."""
    backing = derive.prove(x[FIRST] + x[LAST], x[LAST] + x[FIRST]).backing
    assert backing is not None
    assert backing.certificate is not None
    statement, body = backing.certificate["statement"], backing.certificate["body"]
    assert statement["terms"][0] == "add(at(x, `@1`:N), at(x, `@N`:N))"
    verifier.Checker(10).check(statement, body)
    other = {**statement, "terms": ["add(at(x, `@2`:N), at(x, `@N`:N))", statement["terms"][1]]}
    with pytest.raises(verifier.Rejected):
        verifier.Checker(10).check(other, body)


@pytest.mark.parametrize("term", [x[FIRST], x[BEFORE] * A[FIRST, LAST], t.Delta(SECOND, LAST), x[i] + x[FIRST]])
def test_reads_back(term: t.Term) -> None:
    """Plain syntax reads what it writes."""
    assert read_term(plain(term), environment_from({"N": N, "x": x, "A": A, "i": i})) == term


def test_printed() -> None:
    """Places are printed as people write them."""
    term = x[BEFORE] * A[FIRST, LAST]
    assert (text(term), latex(term), plain(term)) == ("x[N - 1] A[1, N]", "x_{N - 1} A_{1N}", "x[N-1]*A[1, N]")


def test_values() -> None:
    """By the size; two places at a size that has not both have no value."""
    point = Point({N: 3}, {x: (5, 7, 11)})
    assert [evaluate(x[place], point) for place in (FIRST, SECOND, LAST, BEFORE)] == [5, 7, 11, 7]
    with pytest.raises(derive.errors.UndefinedAtPoint):
        evaluate(x[SECOND] + x[BEFORE], point)


def test_sizes_that_are_numbers() -> None:
    """The last of three is the third."""
    assert substitute(x[LAST], dims={N: 3}) == derive.vector("x", 3)[derive.place(3, 3)]
    u = derive.vector("u", 3)
    assert derive.prove(u[derive.place(3, 0)] + u[derive.place(3, 1)], u[derive.place(3, 1)] + u[derive.place(3, 3)])
    assert derive.prove(u[derive.place(3, 0)], u[derive.place(3, 1)]).status == "refuted"


def test_assumed() -> None:
    """A condition on an entry at a place is one on that entry; an equation is refused."""
    given = derive.positive(x[FIRST])
    verdict = derive.prove(x[FIRST] / x[FIRST], 1, [given])
    assert (verdict.status, verdict.conditions) == ("proved", ())
    assert derive.prove(x[i] / x[i], 1, [given]).conditions == (Condition("nonzero", x[i], frozenset({i})),)
    assert derive.prove(abs(x[i]), x[i], [given]).status == "refuted"


def test_an_equation_assumed_of_a_place() -> None:
    """It counts where a counterexample is looked for, and no proof uses it."""
    given = [derive.equal(x[FIRST], 0)]
    assert derive.prove(x[i], 0, given).status == "refuted"
    assert derive.prove(x[FIRST] * x[i], 0, given).status == "unsupported"
    assert derive.prove(x[LAST], 0, given).status == "refuted"
    assert derive.prove(x[FIRST] + x[i], x[i] + x[FIRST], given)
    assert derive.bound(x[FIRST] * x[i], ">=", 0, *given).decide().status == "unsupported"


def test_refused() -> None:
    """What is no place, and no index."""
    with pytest.raises(InputError):
        derive.place(N, 12)
    with pytest.raises(ShapeError):
        derive.place(3, 4)
    with pytest.raises(NameError_):
        derive.index("@1", N)
    with pytest.raises(InputError):
        t.Sum(FIRST, x[FIRST])
    with pytest.raises(ShapeError):
        derive.vector("k", K)[FIRST]


j = derive.index("j", N)


def test_the_order() -> None:
    """1 where the row is at most the column; over another dimension it is another one."""
    point = Point({N: 3}, {x: (5, 7, 11)})
    assert evaluate(order_of(N), point) == ((1, 1, 1), (0, 1, 1), (0, 0, 1))
    assert evaluate(derive.sum_(j, ordered(j, i) * x[j]), point, {i: 2}) == 12
    assert substitute(order_of(N), dims={N: K}) == order_of(K)
    assert isinstance(substitute(order_of(N), dims={N: 3}), Order)
    with pytest.raises(ShapeError):
        ordered(i, derive.index("k", K))


def test_what_is_known_of_the_order() -> None:
    """Nothing by itself; with what is known it is certified."""
    body = derive.sum_(i, derive.sum_(j, ordered(j, i)))
    assert derive.prove(body, N * (N + 1) / 2).status == "unsupported"
    assert derive.prove(body, N * (N - 1) / 2).status == "refuted"
    verdict = derive.prove(body, N * (N + 1) / 2, list(known_of(body)))
    assert verdict
    assert verdict.backing is not None
    assert not verdict.backing.why_not


def test_an_order_reads_back() -> None:
    term = derive.sum_(j, ordered(j, i) * x[j])
    assert plain(term) == "sum(j:N, order(j, i)*x[j])"
    assert read_term(plain(term), environment_from({"N": N, "x": x, "i": i})) == term
    assert text(term) == "Σⱼ [j ≤ i] xⱼ"


def test_in_sympy() -> None:
    """SymPy counts from 0, and has no order of indices."""
    assert str(derive.to_sympy(x[FIRST] + x[BEFORE])) == "x[0, 0] + x[N - 2, 0]"
    with pytest.raises(InputError, match="order of indices"):
        derive.to_sympy(ordered(i, j))
