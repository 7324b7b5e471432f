"""Certificates that are found for bounds, and bounds that stay as they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from derive.answers import bounds as searching
from derive.answers.bounds import with_certificates
from derive.language.build import dot, norm, ones, scalar, sqrt, var, vector
from derive.language.hypotheses import equal, positive
from derive.reading.decided import context_from
from derive.reading.environment import DEFAULT
from derive.reading.latex import Context, read_latex
from derive.search.combining import Combiner
from derive.statements.bound import Bound, bound, bounds
from derive.statements.cases import Cases
from derive.statements.equation import equation
from derive.statements.statement import Statement
from tests.answers.bound_tables import BEYOND, DECLARED, FALSE, OTHER, TIGHT, TRUE
from tests.attacks import mutations, truth
from tests.words import N, Pi, i

a, b, one = vector("a", N), vector("b", N), ones(N)
eps, x = scalar("eps", "nonneg"), scalar("x")

FOUND: dict[str, Statement] = {
    "what is left is a sign": bound(norm(Pi * a) ** 2, "<=", N * (var(a) + eps)),
    "strict under a hypothesis": bound(norm(Pi * a) ** 2, "<", N * (var(a) + eps), positive(eps)),
    "a square": bound(x**2 + 1, ">=", 2 * x),
    "a chain": bounds(0, "<=", norm(Pi * a) ** 2, "<=", N * (var(a) + eps)),
    "a chain with a root": bounds(dot(a, b), "<=", norm(a) * norm(b), "<=", (dot(a, a) + dot(b, b)) / 2),
    "a chain under a hypothesis": bounds(0, "<", eps / (1 + eps), "<", eps, hypotheses=(positive(eps),)),
}
LEFT: dict[str, Statement] = {
    "an equation": equation(Pi * Pi, Pi),
    "a sign that shows": bound(dot(a, a), ">=", 0),
    "a false bound": bound(norm(Pi * a) ** 2, ">", dot(a, a)),
    "its own certificate": bound(x, ">=", 0, by=x**2),
    "equality by squares": bound(norm(a), "=", sqrt(dot(a, a)), squared=True),
    "what is never so": bound(1 / (x - x), ">=", 0),
    "the root of a negative number": bound(dot(a, b), ">", sqrt(-2)),
}
#: The strict relation for a weak one, and the opposite of every one.
STRICT = {"<=": "<", ">=": ">"}
OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<="}
#: Mutants of each kind, and points at which those that are proved are evaluated.
MUTANTS, POINTS = 6, 20


@cache
def context(declared: str) -> Context:
    """Declarations of the tables."""
    return context_from(DECLARED[declared], Context(DEFAULT), "table")


@cache
def read(declared: str, statement: str) -> Statement:
    """A statement of the tables."""
    return read_latex(statement, context(declared)).statement


def decided(statement: Statement) -> str:
    """Its verdict, with what is found."""
    return with_certificates(statement).judge().status


@pytest.mark.parametrize("name", FOUND)
def test_found_and_proved(name: str) -> None:
    """Without the certificate the sign is not manifest; with it the bound is proved."""
    assert FOUND[name].judge().status == "unsupported"
    assert decided(FOUND[name]) == "proved"


@pytest.mark.parametrize("name", LEFT)
def test_left_alone(name: str) -> None:
    """Where nothing better is found the statement is the same, and so is its verdict."""
    assert with_certificates(LEFT[name]) == LEFT[name]
    assert decided(LEFT[name]) == LEFT[name].decide().status


@pytest.mark.parametrize("row", [*TIGHT, *TRUE, *OTHER], ids=" | ".join)
def test_true_bounds_are_proved(row: tuple[str, str]) -> None:
    """A true bound is proved."""
    assert decided(read(*row)) == "proved"


@pytest.mark.parametrize("row", TIGHT, ids=" | ".join)
def test_strict_bounds_are_refuted_where_the_sides_meet(row: tuple[str, str]) -> None:
    """The strict form of a bound with equality somewhere is false, and refuted."""
    weak = read(*row)
    assert isinstance(weak, Bound)
    assert decided(replace(weak, relation=STRICT[weak.relation])) == "refuted"


@pytest.mark.parametrize("row", FALSE, ids=" | ".join)
def test_false_bounds_are_refuted(row: tuple[str, str]) -> None:
    """A near miss is not proved: a counterexample is found."""
    assert decided(read(*row)) == "refuted"


@pytest.mark.parametrize("row", [*TIGHT, *TRUE], ids=" | ".join)
def test_opposites_are_refuted(row: tuple[str, str]) -> None:
    """The opposite of a true bound has no certificate that is accepted."""
    statement = read(*row)
    assert isinstance(statement, Bound)
    assert decided(replace(statement, relation=OPPOSITE[statement.relation])) == "refuted"


@pytest.mark.parametrize("row", BEYOND, ids=" | ".join)
def test_what_is_not_found_stays(row: tuple[str, str]) -> None:
    """Where the search fails, the statement is the same, and nobody claims that it is false."""
    statement = read(*row)
    assert with_certificates(statement) == statement
    assert statement.decide().status == "unsupported"


def test_norms_that_may_vanish_are_cases() -> None:
    """Of |a + b| ≤ |a| + |b| there are two cases, and it is claimed in both."""
    triangle = bound(norm(a + b), "<=", norm(a) + norm(b))
    found = with_certificates(triangle)
    assert isinstance(found, Cases)
    claims = [claim for _, claim in found.cases if isinstance(claim, Bound)]
    assert [replace(claim, by=None, squared=False, hypotheses=()) for claim in claims] == [triangle, triangle]
    assert found.decide().status == "proved"


def test_a_bound_with_a_free_index_has_no_cases() -> None:
    """A case is a closed condition: where one with a free index would be needed, nothing is found."""
    statement = bound(-norm(a) * norm(b), "<=", a[i] * b[i])
    assert with_certificates(statement) == statement


@pytest.mark.parametrize(("count", "status"), [(6, "proved"), (9, "unsupported")])
def test_many_fractions_are_left_alone(count: int, status: str) -> None:
    """A sum of many fractions with different denominators is not multiplied out."""
    terms = [scalar(f"x{number}", "positive") for number in range(count)]
    assert decided(bound(sum((x / (x + 1) for x in terms), eps - eps), "<=", count)) == status


def test_what_is_found_needs_no_more_than_the_bound() -> None:
    """A certificate does not narrow the statement: the ledger is that of the sides."""
    quotient = bound(eps / (eps + dot(a, a)), "<=", 1)
    assert with_certificates(quotient).decide().conditions == quotient.decide().conditions


@pytest.mark.parametrize("name", mutations.LOCAL)
def test_mutants_that_are_proved_hold(name: str) -> None:
    """Small changes make most bounds false; what is proved of them holds at random points, by evaluation alone."""
    random = Random(name)
    for row in random.sample([*TIGHT, *TRUE, *FALSE], MUTANTS):
        mutant = mutations.locally(read(*row), mutations.LOCAL[name], random)
        if isinstance(mutant, Bound) and decided(mutant) == "proved":
            assert truth.falsified(mutant, random, POINTS)[1] == ""


def test_a_certificate_that_does_not_hold_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what is found does not follow from assumed equations, no counterexample to it is looked for."""

    def looked_for(_: Statement) -> None:
        pytest.fail("it is decided as a whole")

    monkeypatch.setattr(searching, "decided", looked_for)
    statement = bound(dot(a, b), "<=", 0, equal(norm(a + b), norm(a - b)))
    assert with_certificates(statement) == statement


@pytest.mark.parametrize("seen", [True, False])
def test_a_false_bound_is_not_searched_for_at_length(seen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look for a counterexample comes before the long part of the search, which would have been next."""
    begun: list[object] = []

    def products(_: Combiner, facts: object) -> tuple[()]:
        begun.append(facts)
        return ()

    monkeypatch.setattr(searching, "FIRST_LOOK", 0)
    monkeypatch.setattr(Combiner, "_products", products)
    if not seen:
        monkeypatch.setattr(searching, "SECOND_LOOK", 0)
    false = bound(dot(a, b), "<=", dot(a, a) / 2 + dot(b, b) / 3)
    assert with_certificates(false) == false
    assert bool(begun) != seen


FORMS = r"""dimension n, p; vectors x, y, w : n; scalar c > 0; matrix A : n x n symmetric positive definite; matrix B : n x n
matrix S : n x n symmetric; matrix X : n x p; let H = X (X^\top X)^{-1} X^\top"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x^\top A x \ge 0", "proved"),
        (r"\langle A x, x \rangle \ge 0", "proved"),
        (r"x^\top A^{-1} x + 3 c \ge 0", "proved"),
        (r"(x - y)^\top (A x - A y) \ge 0", "proved"),
        (r"x^\top (A + c I) x \ge 0", "proved"),
        (r"x^\top B^\top A B x \ge 0", "proved"),
        (r"x^\top (B^\top B + A) x \ge 0", "proved"),
        (r"x^\top A x \ge 2 x^\top w - w^\top A^{-1} w", "proved"),
        (r"\frac12 x^\top A x - w^\top x \ge -\frac12 w^\top A^{-1} w", "proved"),
        (r"x^\top H x \ge 0", "proved"),
        (r"x^\top x \ge x^\top X (X^\top X)^{-1} X^\top x", "proved"),
        (r"x^\top (I - H) x \ge 0", "proved"),
        (r"x^\top S x \ge 0", "refuted"),
        (r"x^\top A y \ge 0", "refuted"),
        (r"x^\top A S x \ge 0", "refuted"),
        (r"x^\top A x \ge x^\top x", "refuted"),
        (r"x^\top A x \ge 2 x^\top w - \frac12 w^\top A^{-1} w", "refuted"),
        (r"x^\top (H - I) x \ge 0", "refuted"),
    ],
)
def test_quadratic_forms(latex: str, status: str) -> None:
    """Those of definite matrices, of BᵀB and of projections are squares; others are not."""
    chain = read_latex(latex, context_from(FORMS))
    verdict = with_certificates(bound(chain.terms[0], chain.relations[0], chain.terms[1])).decide()
    assert verdict.status == status
    assert status != "proved" or verdict.backing.certificate is not None
