"""Normal forms as terms: what is read back is equal to what was normalised, and index notation to the term."""

from __future__ import annotations

import pytest
from hypothesis import given

from derive.derivation.components import in_components
from derive.errors import Undecided
from derive.kernel.decide import Equation
from derive.language.build import (
    det,
    diag,
    dot,
    exp,
    index,
    inverse,
    log,
    matrix,
    norm,
    ones,
    pinv,
    prod_,
    scalar,
    sqrt,
)
from derive.language.terms import Component, Term, axes_of
from derive.printing import text
from derive.search.readback import first_difference, free_names, read_back
from derive.statements.equation import prove_equation
from tests.strategies import POLYNOMIAL, few, terms
from tests.words import K, N, a, v

A, X = matrix("A", N, N), matrix("X", N, K)
p, eps = scalar("p"), scalar("eps", "positive")

CASES = {
    "a sum": a + 2 * v,
    "a root below": a / sqrt(dot(a, a) + eps),
    "a quotient of sums": (p + 1) / (p**2 + 1) * (p - 1),
    "an inner product": dot(a, A * v) * a,
    "a diagonal": diag(a) - a * ones(N).T / N,
    "two dimensions": X * X.T * a,
    "an inverse": inverse(A) * a,
    "a norm": norm(a) * v,
    "functions": exp(a + v) * log(exp(p) + 1) / (exp(a) + ones(N)),
    "a zero": a - a,
}


def back(term: Term) -> tuple[Term, Term]:
    """The term by components, and its normal form read back at the same indices."""
    equation = Equation(term, term)
    tensor = equation.normaliser.tensor(term)
    legs = free_names(tensor.labels, term)
    axes = tuple(leg for leg, label in zip(legs, tensor.labels, strict=True) if isinstance(label, int))
    return (Component(term, axes) if axes else term), read_back(equation.normaliser.algebra, tensor.form, legs)


@pytest.mark.parametrize("name", CASES)
def test_what_is_read_back_is_equal(name: str) -> None:
    """The normal form, read back, is the term."""
    term, again = back(CASES[name])
    assert prove_equation(term, again).status == "proved", text(again)


@few
@given(terms(POLYNOMIAL))
def test_polynomials_are_read_back(term: Term) -> None:
    """So for every polynomial in components."""
    left, right = back(term)
    assert Equation(left, right).holds()


@few
@given(terms(POLYNOMIAL))
def test_components_are_the_term(term: Term) -> None:
    """The expansion into components is equal to the component of the term."""
    if axes_of(term.shape) and len(axes_of(term.shape)) <= 2:
        legs = free_names(tuple(range(len(axes_of(term.shape)))), term)
        assert Equation(Component(term, tuple(legs)), in_components(term, legs)).holds()


def test_components_keep_the_index_left_out() -> None:
    """(u v)ₘ = uₘ vₘ inside a product over all m but n; n is no letter for another sum."""
    n, m = index("n", N), index("m", N)
    term = prod_(m, p - (A * a)[m], without=n)
    assert text(in_components(term, ())) == "∏_{m≠n} (p - Σₖ Aₘₖ aₖ)"


@pytest.mark.parametrize("term", [det(A), pinv(A)])
def test_opaque_values_have_no_index_notation(term: Term) -> None:
    """The readback declines, and the caller leaves the line out."""
    with pytest.raises(Undecided, match="no index notation"):
        back(term)


def test_the_first_difference() -> None:
    """One term of the difference, or nothing where there is none."""
    assert first_difference(a + v, a) == "vₙ"
    assert first_difference(a, a) == ""
    assert first_difference(exp(p), p) in ("-p", "")
