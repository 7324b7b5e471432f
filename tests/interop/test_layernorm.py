"""LayerNorm as SymPy, symbolic and explicit, in three forms."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive.errors import InputError, LimitError, NameError_
from derive.interop.explicit import to_explicit
from derive.interop.from_sympy import from_sympy
from derive.interop.layernorm import FORMS, sympy_definitions, sympy_layernorm
from derive.interop.lines import read_line
from derive.language.build import let
from derive.language.terms import Index, Term
from derive.statements.equation import prove_equation
from derive.theories.layernorm import names
from tests.interop.asked import agrees_at, vanishes_identically

N = sympy.Symbol("N")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_symbolic_and_explicit_agree(form: str, n: int) -> None:
    """The symbolic form, read as a term and written out at n, is the explicit form."""
    symbolic = from_sympy(sympy_layernorm(N, form))
    difference = to_explicit(symbolic, n) - sympy_layernorm(n, form)
    assert all(vanishes_identically(entry) for entry in difference)


@pytest.mark.parametrize("form", ["eq4", "eq6"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_forms_agree_with_eq1(form: str, n: int) -> None:
    """Eqs. (1), (4) and (6) are one function at N = 1, 2, 3, explicitly and from the symbolic forms."""
    explicit = sympy_layernorm(n, "eq1") - sympy_layernorm(n, form)
    assert all(vanishes_identically(entry) for entry in explicit)
    assert agrees_at(from_sympy(sympy_layernorm(N, "eq1")), from_sympy(sympy_layernorm(N, form)), n)


def test_a_wrong_form_does_not_agree() -> None:
    """ε for Nε in Eq. (6) is seen at N = 2."""
    epsilon = sympy.Symbol("epsilon", nonnegative=True)
    wrong = sympy_layernorm(2, "eq6").subs(epsilon, epsilon / 2)
    assert not all(vanishes_identically(entry) for entry in sympy_layernorm(2, "eq1") - wrong)


@pytest.mark.parametrize("form", FORMS)
def test_shapes(form: str) -> None:
    """The result is a column of N components."""
    assert sympy_layernorm(N, form).shape == (N, 1)
    assert sympy_layernorm(4, form).shape == (4, 1)
    assert isinstance(sympy_layernorm(sympy.Integer(2), form), sympy.ImmutableMatrix)


@pytest.mark.parametrize(
    ("size", "form", "error", "message"),
    [
        (0, "eq1", InputError, "0 as the size"),
        (-1, "eq1", InputError, "-1 as the size"),
        (True, "eq1", InputError, "True as the size"),
        (2.0, "eq1", InputError, "2.0 as the size"),
        ("N", "eq1", InputError, "'N' as the size"),
        (N + 1, "eq1", InputError, "as the size"),
        (10**9, "eq1", LimitError, "the limit is 256"),
        (2, "eq2", InputError, "forms: eq1, eq4, eq6"),
        (sympy.Symbol("a"), "eq1", NameError_, "name of another symbol"),
        (sympy.Symbol("N", negative=True), "eq1", InputError, "positive integer"),
    ],
)
def test_bad_sizes_and_forms(size: Any, form: str, error: type[InputError], message: str) -> None:
    """Anything but a Symbol or a positive integer, and unknown forms, are refused."""
    with pytest.raises(error, match=message):
        sympy_layernorm(size, form)


def test_what_is_folded_unfolds_to_the_whole() -> None:
    """With the definitions in the place of its names, a folded form says what the form itself says."""
    for form in FORMS:
        terms: dict[Any, Term | Index | int] = {}
        for symbol, body in sympy_definitions(N).items():
            terms[symbol] = let(symbol.name, from_sympy(body, terms))
        folded = from_sympy(sympy_layernorm(N, form, folded=True), terms)
        assert prove_equation(folded, from_sympy(sympy_layernorm(N, form))).status == "proved"


def test_the_definitions_are_those_of_the_theory() -> None:
    """μ, σ², 1̂ and Π as SymPy has them, read in order, are the theory's own."""
    found = {str(key): read_line(key, sympy_definitions(names.N)) for key in sympy_definitions(names.N)}
    assert found == {"mu": names.mu, "sigma2": names.sigma2, "one_hat": names.one_hat, "Pi": names.Pi}


def test_a_dimension_is_a_symbol_of_its_name() -> None:
    """A dimension of ours serves as N."""
    whole = sympy.Symbol("N", integer=True, positive=True)
    assert sympy_layernorm(names.N, "eq6") == sympy_layernorm(whole, "eq6")


def test_folded_names_have_no_entries() -> None:
    """At a concrete size there is nothing to fold."""
    with pytest.raises(InputError, match="folded names at a concrete size"):
        sympy_layernorm(2, folded=True)
