"""What a derivative holds, where an assumed equation may say that it varies: refused from every door."""

from __future__ import annotations

import pytest

import derive
from derive.errors import AmbiguityError
from derive.language.hypotheses import Equality
from derive.language.terms import Dimension, Ones, Symbol
from derive.reading import read_declarations, read_statement
from derive.reading.decided import context_from
from derive.reading.latex.statement import read_latex
from derive.statements.equation import prove_equation

N = Dimension("N")
x, mu = Symbol("x", (N,)), Symbol("mu", ())
MEANS = pytest.mark.parametrize(
    "given", ["mu = sum(k, x[k])/N", "N*mu = sum(k, x[k])", "sum(k, x[k]) = N*mu", "mu^2 = dot(x, x)", "norm(x) = mu"]
)


@MEANS
@pytest.mark.parametrize("said", ["grad(mu, x)[i] = 1/N", "grad(mu, x)[i] = 0", "grad(x[j] - mu, x)[i] = delta(i, j)"])
def test_in_plain_syntax(given: str, said: str) -> None:
    """∂μ/∂xᵢ = 1/N was refuted, and ∂μ/∂xᵢ = 0 proved, with μ held."""
    env = read_declarations("dimension N; vector x : N; scalar mu; index i, j : N")
    with pytest.raises(AmbiguityError, match="mu stays; or mu varies with x"):
        read_statement(f"{said} given {given}", env)


@pytest.mark.parametrize(
    "given", [r"\mu = \frac1N \sum_k x_k", r"N \mu = \sum_k x_k", r"\sum_k x_k = N \mu", r"\mu^2 = x^\top x"]
)
def test_in_latex(given: str) -> None:
    """∂(xⱼ − μ)/∂xᵢ = δᵢⱼ was proved, with μ held."""
    context = context_from(rf"dimension N; vector x : N; scalar \mu; assume {given}")
    with pytest.raises(AmbiguityError, match="mu stays; or mu varies with x"):
        read_latex(r"\frac{\partial (x_j - \mu)}{\partial x_i} = \delta_{ij}", context)


def test_in_python() -> None:
    """``derive.prove`` and ``derive.chain``: what is defined as a term varies, and needs no hypothesis."""
    mean = Ones((N,)).T @ x / N
    for given in (derive.equal(mu, mean), derive.equal(N * mu, Ones((N,)).T @ x)):
        with pytest.raises(AmbiguityError, match="mu stays"):
            derive.prove(derive.grad(mu, x), 0, [given])
        with pytest.raises(AmbiguityError, match="mu stays"):
            derive.chain(derive.grad(mu, x), 0, hypotheses=[given])
    assert derive.prove(derive.grad(mean, x), Ones((N,)) / N).status == "proved"


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("grad(dot(x, A*x)/2 - dot(b, x), x) = A*x - b", "A*x = b"),  # which says what x is
        ("grad(dot(x, A*x) - t*dot(x, x), x) = 2*A*x - 2*t*x", "A*x = t*x"),  # an eigenvector
        ("grad(s*x[j], x)[i] = s*delta(i, j)", "s = t^2"),  # which has no x
        ("grad(dot(x, x), x) = 2*x", "dot(x, x) = 1"),
    ],
)
def test_what_stays(said: str, given: str) -> None:
    """An equation that says what x is lets A and b stay."""
    env = read_declarations(
        "dimension N; vectors x, b : N; matrix A : N x N; scalars s, t; symmetric A; index i, j : N"
    )
    found = read_statement(f"{said} given {given}", env)
    assert isinstance(found.hypotheses[-1], Equality)
    assert prove_equation(*found.terms, found.hypotheses).status == "proved"


@pytest.mark.parametrize("given", ["s + t = 1", "s*t = 3", "exp(s + t) = 1", "s/t = 2"])
def test_numbers_that_an_equation_ties(given: str) -> None:
    """Each could be what varies; of s = f(t) it is s alone."""
    env = read_declarations("scalars s, t, u")
    with pytest.raises(AmbiguityError):
        read_statement(f"grad(s*t, t) = s given {given}", env)
    found = read_statement("grad(s*t, s) = t given s = t*u", env)
    assert prove_equation(*found.terms, found.hypotheses).status == "proved"


def test_the_cosine_of_an_angle_varies_with_what_it_is_between() -> None:
    context = context_from(
        r"dimension N; vectors x, y : N; scalar \cos\theta; assume x^\top y = \|x\| \|y\| \cos\theta"
    )
    with pytest.raises(AmbiguityError):
        read_latex(r"\frac{\partial}{\partial x} (x^\top y + \cos\theta) = y", context)
