"""Python code for SymPy: what is printed runs, and gives the expressions that are read as the terms again."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive.errors import InputError
from derive.interop.code import python_code
from derive.interop.lines import read_line
from derive.interop.to_sympy import to_sympy
from derive.language import build as d
from derive.language import terms as t
from derive.theories.registry import THEORIES, load_theory
from tests.words import K, N, x

i, k = d.index("i", N), d.index("k", K)


def ran(terms: list[t.Term]) -> dict[str, Any]:
    """The names that the code makes."""
    names: dict[str, Any] = {}
    exec(python_code(terms), names)
    return names


def read(expr: Any, term: t.Term) -> t.Term:
    """An expression as a term, with the names of ``term``."""
    return read_line(expr, before=[term])


@pytest.mark.parametrize("theory", THEORIES)
def test_what_is_printed_runs_and_says_the_same(theory: str) -> None:
    """Every side and line of a theory: run, the code gives what `to_sympy` gives, and it is read as the same term."""
    pages = [
        list(structure.statement.terms)
        for structure in [each for each in load_theory(theory).theorems if not each.statement.equated]
    ]
    pages += [
        [line.term for line in entry.derivation.lines] if entry.derivation else list(entry.terms)
        for entry in [each for each in load_theory(theory).theorems if each.statement.equated]
    ]
    written = 0
    for page in pages:
        for term, expr in zip(page, ran(page)["lines"], strict=True):
            if expr is None:
                with pytest.raises(InputError):
                    to_sympy(term, folded=True, evaluate=False)
            else:
                written += 1
                direct = to_sympy(term, folded=True, evaluate=False)
                assert expr == direct or read(expr, term) == read(direct, term)  # Lambda has a new variable each time
    assert written > len(pages)


def test_the_lines_of_eq6_come_back_as_they_were() -> None:
    """All ten, and each definition as the theory has it."""
    lines = [line.term for line in load_theory("layernorm").find_theorem("eq6").derivation.lines]  # type: ignore[union-attr]
    names = ran(lines)
    assert None not in names["lines"]
    assert [read_line(expr, before=lines) for expr in names["lines"]] == lines
    assert len(set(names["lines"])) == 10
    theory = load_theory("layernorm").names
    for symbol, body in names["definitions"].items():
        known = theory[symbol.name]
        assert isinstance(known, t.Defined)
        assert read_line(body, before=[known]) == known.unfold()
    # read without any term of the theory, but what the code declares, the first line is Eq. (1) too
    alone = read_line(names["lines"][0], symbols={"eps": theory["eps"], **names["definitions"]})
    assert alone == lines[0]


def test_names_are_made_identifiers() -> None:
    """A name that Python or SymPy has, one with other signs, and two that would become one."""
    terms: list[t.Term] = [
        d.scalar(name) * d.scalar("s") for name in ("gamma", "lambda", "x'", "x_", "2c", "Symbol", "lines")
    ]
    names = ran(terms)
    assert None not in names["lines"]
    assert [read(expr, term) for expr, term in zip(names["lines"], terms, strict=True)] == terms
    assert all(isinstance(expr, sympy.Mul) for expr in names["lines"])


def test_what_sympy_lacks_is_said_in_its_place() -> None:
    """The line is None, with the reason behind it; the other lines are there."""
    code = python_code([x, d.grad(x, x), d.sum_(i, x[i])], "sides")
    reasons = [line for line in code.splitlines() if "    None,  # " in line]
    assert len(reasons) == 1
    assert reasons[0].startswith("    None,  # 2: Grad of shape (N × N)")
    assert "derivatives" in reasons[0]
    assert "    Sum(MatrixElement(x, i, 0), (i, 0, N - 1)),  # 3" in code
    assert "sides = [" in code


def test_the_assumptions_of_every_kind_of_symbol_are_declared() -> None:
    """Dimension, index, scalars with each property, vector, matrix."""
    scalars = [d.scalar("p", "positive"), d.scalar("q", "nonneg"), d.scalar("r", "nonzero"), d.scalar("s")]
    X = d.matrix("X", N, K)
    names = ran([t.Add(tuple(scalars)), X[i, k]])
    for scalar in scalars:
        assert names[scalar.name] == to_sympy(scalar)
    assert (names["N"], names["i"], names["X"]) == (to_sympy(N), to_sympy(d.sum_(i, x[i])).variables[0], to_sympy(X))
