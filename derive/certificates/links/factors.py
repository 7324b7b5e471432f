"""Matrices as products: the factors that are square, and the ways to cut a product beside a multiple of I in two."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive import verifier


def square_factors(language: verifier.Language, matrix: verifier.Node) -> list[verifier.Node]:
    """The shortest square factors, in their order, of a square matrix that is a product of matrices; else the matrix."""
    if matrix.op != "mul" or any(len(part.shape) != 2 for part in matrix.args):
        return [matrix]
    found: list[verifier.Node] = []
    parts: list[verifier.Node] = []
    for part in matrix.args:
        parts.append(part)
        if parts[0].shape[0] == part.shape[1] == matrix.shape[0]:
            found.append(language.several("mul", parts))
            parts = []
    return found


def cuts(
    language: verifier.Language, matrix: verifier.Node
) -> Iterator[tuple[verifier.Node, verifier.Node, verifier.Node]]:
    """Terms z, A, B with zI + AB the matrix, and A and B square."""
    if matrix.op != "add" or len(matrix.args) != 2:
        return
    for first, second in (matrix.args, matrix.args[::-1]):
        if first.op == "identity":
            z = language.number(1)
        elif first.op == "mul" and len(first.args) == 2 and first.args[1].op == "identity":
            z = first.args[0]
        else:
            continue
        scalars: list[verifier.Node] = []
        factors = _factors(language, second, scalars)
        if any(len(part.shape) != 2 for part in factors):
            continue
        for n in range(1, len(factors)):
            if factors[n].shape[0] != matrix.shape[0]:
                continue
            before = language.several("mul", [*scalars, *factors[:n]])
            after = language.several("mul", factors[n:])
            yield z, before, after


def _factors(language: verifier.Language, term: verifier.Node, scalars: list[verifier.Node]) -> list[verifier.Node]:
    """The factors of a product of matrices, powers written out; its scalars are put with the others."""
    if term.op == "neg":
        scalars.append(language.number(-1))
        return _factors(language, term.args[0], scalars)
    if term.op == "mul":
        found = []
        for part in term.args:
            if part.shape:
                found += _factors(language, part, scalars)
            else:
                scalars.append(part)
        return found
    if term.op == "pow" and term.extra.denominator == 1 and abs(term.extra) > 1 and len(term.shape) == 2:
        base = language.make("pow", (term.args[0],), Fraction(-1)) if term.extra < 0 else term.args[0]
        return [base] * int(abs(term.extra))
    return [term]
