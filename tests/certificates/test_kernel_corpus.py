"""What the kernel proves, the verifier accepts: the equations of the kernel's own tests, but for a few, listed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from derive.certificates.completing import completed
from derive.certificates.links.known import Link
from derive.certificates.statements import write_statement
from derive.errors import InputError
from derive.language.hypotheses import equal, same_shape_zero
from derive.language.terms import as_term
from derive.statements.equation import equation
from tests.certificates import test_matrix_functions as certified_matrices
from tests.kernel import (
    test_decide,
    test_derivative,
    test_determinants,
    test_entries,
    test_functions,
    test_matrix_functions,
    test_normal,
    test_roots,
    test_stacks,
)
from tests.statements import test_consequences, test_equation, test_extension
from tests.words import v, w

#: Left, right, hypotheses.
Row = Sequence[Any]


def first(pairs: Mapping[str, Any]) -> dict[str, Row]:
    """The equal pairs of a table of equal and unequal ones."""
    return {name: equal for name, (equal, _) in pairs.items()}


def proved(rows: Mapping[str, Any]) -> dict[str, Row]:
    """Those of a table with verdicts that are proved."""
    return {name: row for name, (*row, status) in rows.items() if status == "proved"}


INVERTIBLE = test_normal.R
TRUE: dict[str, Mapping[str, Row]] = {
    "matrix functions": test_matrix_functions.EQUAL,
    "matrix functions, in certificates": {**certified_matrices.ACCEPTED, **certified_matrices.LAWS},
    "functions": test_functions.VALID,
    "roots": {**test_roots.VALID, **test_roots.ASSUMED},
    "layers in a row": test_stacks.VALID,
    "entries": test_entries.VALID,
    "normal forms": first(test_normal.TABLE),
    "properties": first(test_normal.PROPERTIES),
    "reciprocals": {str(number): row for number, row in enumerate(test_normal.SIGNS)},
    "determinants": test_determinants.VALID,
    "determinants, under hypotheses": proved(test_determinants.UNDER_HYPOTHESES),
    "replacements": test_decide.REPLACEMENTS,
    "derivatives": test_derivative.VALID,
    "inverses": {"Rv = Rw: v = w": (v, w, [equal(INVERTIBLE @ v, INVERTIBLE @ w)])},
    "equations": {**test_equation.PROVED, **test_equation.UNDER_HYPOTHESES},
    "consequences": test_consequences.TRUE,
    "extensions": test_extension.TRUE,
}
FALSE: dict[str, Mapping[str, Row]] = {
    "matrix functions": test_matrix_functions.OPEN,
    "functions": test_functions.INVALID,
    "roots": test_roots.INVALID,
    "layers in a row": test_stacks.INVALID,
    "derivatives": test_derivative.INVALID,
}

#: What is not certified, and why.  This list may only become shorter.
OPEN: dict[str, dict[str, str]] = {
    "functions": {"exp log M, on the diagonal": "a value at a place that stands twice is another atom (FORMAT 6.5)"},
    "determinants": {
        "all but three, times one": "products with three factors left out are out of reach (FORMAT 2.3)",
        "∂det": "the derivative of a determinant has no rule (FORMAT 9.2)",
        "C3": "masks in products over an index, which are taken apart where they need not be",
    },
    "extensions": {
        "Woodbury": "no cofactors are found of M M⁻¹ = I alone; the kernel takes an equation for M as well",
        "Woodbury, in general": "the same",
        "an inverse inside an inverse": "the same",
    },
}


def certified(left: Any, right: Any, given: Any = ()) -> bool:
    """Is there a link that the verifier accepts?"""
    try:
        sides = same_shape_zero(as_term(left), as_term(right))
        statement = write_statement(equation(*sides, *given))
        return completed(statement, {"links": [Link(*sides, tuple(given))]})
    except InputError:  # what the format does not have
        return False


@pytest.mark.parametrize("kind", TRUE)
def test_what_the_kernel_proves_is_certified(kind: str) -> None:
    """All of a table but what is listed as open; and what is listed is open."""
    assert {name for name, row in TRUE[kind].items() if not certified(*row)} == set(OPEN.get(kind, {}))


def test_few_are_open() -> None:
    """Of more than five hundred."""
    assert sum(map(len, TRUE.values())) > 500
    assert sum(map(len, OPEN.values())) <= 7


@pytest.mark.parametrize("kind", FALSE)
def test_what_is_false_is_not(kind: str) -> None:
    """No link shows what the kernel's tests say does not follow."""
    assert [name for name, row in FALSE[kind].items() if certified(*row)] == []
