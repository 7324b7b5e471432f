"""The notation of terms: what it looks like, that it is read back to the very term, and what is refused where."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

import derive.certificates
from derive.certificates.declarations import Declarations, renamed
from derive.certificates.notation import OPERATIONS, write_name, write_term
from derive.certificates.write import Theorem
from derive.language import build as b
from derive.language.maxima import max_over, rank
from derive.language.terms import (
    Defined,
    Definition,
    HadamardPower,
    Index,
    Neg,
    Number,
    Pinv,
    Power,
    Product,
    Symbol,
    Term,
    Transpose,
    Zeros,
)
from derive.statements.declaration import terms_in
from tests.certificates.reader import read_term, scope_of
from tests.strategies import POLYNOMIAL, WIDE, few
from tests.strategies import terms as random_terms
from tests.words import K, N, m, n

x, y, s, t = b.vector("x", N), b.vector("y", N), b.scalar("s"), b.scalar("t")
A, B = b.matrix("A", N, N), b.matrix("B", N, K)
mu = b.let("mu", b.dot(x, b.ones(N)) / N)
twice = b.define("twice", x + x, x)

EXAMPLES: list[tuple[Term, str]] = [
    (Number(Fraction(-3, 4)), "-3/4"),
    (Neg(Number(Fraction(3))), "neg(3)"),
    (N, "N"),
    (b.ones(N), "ones(N)"),
    (b.ones(N, 3), "ones(N, 3)"),
    (Zeros((1, N)), "zeros(1, N)"),
    (b.identity(N), "identity(N)"),
    (b.basis(n), "basis(n:N)"),
    (b.delta(n, m), "delta(n:N, m:N)"),
    (x + y - x, "add(x, y, neg(x))"),
    (s * A * x, "mul(s, A, x)"),
    (s * (A * x), "mul(s, mul(A, x))"),
    (b.hadamard(x, y), "hadamard(x, y)"),
    (x / y, "div(x, y)"),
    (s**1 / t, "div(pow(s, 1), t)"),
    (Power(s, Fraction(-3, 2)), "pow(s, -3/2)"),
    (HadamardPower(A, -1), "hpow(A, -1)"),
    (b.sqrt(s), "sqrt(s)"),
    (b.exp(x), "exp(x)"),
    (b.log(x), "log(x)"),
    (b.absolute(s), "abs(s)"),
    (b.tanh(s), "tanh(s)"),
    (b.entrywise(b.exp, A), "exp(A)"),
    (b.matrix_exp(s * A), "matrix_exp(mul(s, A))"),
    (b.matrix_log(A), "matrix_log(A)"),
    (Power(A, Fraction(-1, 2)), "pow(A, -1/2)"),
    (Transpose(B), "transpose(B)"),
    (b.diag(x), "diag(x)"),
    (b.trace(A), "trace(A)"),
    (b.det(A), "det(A)"),
    (rank(B), "rank(B)"),
    (max_over(n, x[n]), "max_over(n:N, at(x, n:N))"),
    (b.inverse(A), "inverse(A)"),
    (Pinv(B), "pinv(B)"),
    (b.dot(x, y), "dot(x, y)"),
    (b.outer(x, y), "outer(x, y)"),
    (b.norm(x), "norm(x)"),
    (A[n, m], "at(A, n:N, m:N)"),
    (b.sum_(n, x[n]), "sum(n:N, at(x, n:N))"),
    (b.prod_(n, x[n]), "prod(n:N, at(x, n:N))"),
    (b.prod_(n, x[n], without=m), "prod(n:N, at(x, n:N), m:N)"),
    (b.grad(b.dot(x, x), x), "grad(dot(x, x), x)"),
    (mu, "mu"),
    (twice(y), "twice(y)"),
    (b.mean(b.vector("u", K)), "mean(u)"),
]


def round_trip(term: Term) -> Term:
    """The term that is read from the notation of a term, with the names that it declares."""
    return read_term(write_term(term), scope_of(Declarations.of([term])))


@pytest.mark.parametrize(("term", "notation"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_it_looks_like(term: Term, notation: str) -> None:
    """Every operation has its word and its order of arguments, as the page on the format says."""
    assert write_term(term) == notation
    assert round_trip(term) == term


def test_the_examples_are_all_operations_and_the_page_has_them() -> None:
    """No operation is left without an example, or without a word on the page."""
    used = {word for _, notation in EXAMPLES for word in re.findall(r"(\w+)\(", notation)}
    assert set(OPERATIONS) <= used
    page = (Path(derive.certificates.__file__).parent / "FORMAT.md").read_text("utf-8")
    assert [word for word in OPERATIONS if f"`{word}(" not in page] == []


@few
@given(random_terms(WIDE, 4))
def test_random_terms(term: Term) -> None:
    """Reading gives back the very term, whatever its nodes."""
    assert round_trip(term) == term


@few
@given(random_terms(POLYNOMIAL, 5))
def test_random_polynomials(term: Term) -> None:
    """The same, deeper."""
    assert round_trip(term) == term


def test_terms_of_all_theories(theorems: list[Theorem]) -> None:
    """Every term of every theorem, certificates included, comes back with its definitions folded."""
    found = {term for each in theorems for term in terms_in(each.statement)}
    assert len(found) > 500
    for term in found:
        bare: Term = renamed(term, {})
        assert round_trip(bare) == bare


@pytest.mark.parametrize(
    ("name", "notation"),
    [
        ("sigma2", "sigma2"),
        ("x'", "x'"),
        ("α⁺", "α⁺"),
        ("x\u0302", "x\u0302"),
        ("σ²", "σ²"),
        ("sum", "`sum`"),
        (r"\hat{x}", r"`\hat{x}`"),
        ("2x", "`2x`"),
        ("a`b", "`a``b`"),
        ("a:b", "`a:b`"),
        ("-1", "`-1`"),
    ],
)
def test_names(name: str, notation: str) -> None:
    """A name that could be read as anything else is quoted, and comes back."""
    assert write_name(name) == notation
    for term in (b.scalar(name), b.let(name, s + t), b.vector("u", b.dimension(name)), b.define(name, x + x, x)(y)):
        assert round_trip(term) == term
    assert round_trip(x[b.index(name, N)]) == x[b.index(name, N)]


def test_two_indices_of_one_name() -> None:
    """What an index runs over is part of it."""
    i, j = Index("i", N), Index("i", K)
    term = b.sum_(i, b.sum_(j, B[i, j]))
    assert write_term(term) == "sum(i:N, sum(i:K, at(B, i:N, i:K)))"
    assert round_trip(term) == term


def test_a_definition_that_hides() -> None:
    """The parameters of a definition are names of its body alone."""
    inner = Symbol("s", (N,))
    made = Definition("f", (inner,), b.dot(inner, inner))
    term = Product((s, Defined(made, (x,))))
    assert Declarations.of([term]).symbols == {"s": s, "x": x}
    assert round_trip(term) == term
