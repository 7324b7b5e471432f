"""The table of operations is total; what a node contracts is what evaluation and the verifier have in code of their own."""

from __future__ import annotations

import re
from itertools import product
from math import prod

import pytest

from derive import verifier
from derive.derivation.components import in_components
from derive.evaluate.arrays import at as entry
from derive.evaluate.evaluate import evaluate
from derive.evaluate.points import Point
from derive.language import build as b
from derive.language import terms
from derive.language.operations import KINDS, OPERATIONS, Operation, operation_of
from derive.language.terms import (
    Applied,
    Binder,
    Contraction,
    Hadamard,
    Product,
    Term,
    axes_of,
    product_indices,
    product_shape,
)  # fmt: skip
from derive.reading.shapes import TABLE
from derive.statements.equation import prove_equation
from tests.words import K, N, u, v, w

k = b.vector("k", K)
A, B = b.matrix("A", N, N), b.matrix("B", N, K)
SIZES = {N: 2, K: 3}
POINT = Point(
    SIZES, {u: (2, 3), v: (5, 7), w: (11, 13), k: (17, 19, 23), A: ((2, 3), (5, 7)), B: ((1, 4, 9), (2, 8, 3))}
)

CONTRACTIONS = [
    b.dot(u, v), b.outer(u, v), b.outer(u, k), b.trace(A), b.diag(u), A.T, B.T, u.T, u.T.T, Hadamard((u, v, w)),
    Hadamard((B, B)),
]  # fmt: skip
PRODUCTS = [(A, B), (A, u), (B.T, u), (u.T, B), (u.T, v), (u, k.T), (b.dot(u, v), B), (B, b.dot(u, v)), (B.T, A)]


def contracted(indices: str, operands: tuple[Term, ...]) -> dict[tuple[int, ...], int]:
    """The entries that are not 0, by one loop over all letters."""
    inputs, output = indices.split("->")
    sizes: dict[str, int] = {}
    for letters, operand in zip(inputs.split(","), operands, strict=True):
        sizes |= dict(zip(letters, (SIZES[dim] for dim in axes_of(operand.shape)), strict=True))
    found: dict[tuple[int, ...], int] = {}
    for places in product(*map(range, sizes.values())):
        seat = dict(zip(sizes, places, strict=True))
        factors = (
            entry(evaluate(operand, POINT), tuple(seat[letter] for letter in letters))
            for letters, operand in zip(inputs.split(","), operands, strict=True)
        )
        key = tuple(seat[letter] for letter in output)
        found[key] = found.get(key, 0) + prod(factors)
    return {key: value for key, value in found.items() if value}


def entries(term: Term) -> dict[tuple[int, ...], int]:
    """The entries of a term, as evaluation finds them, that are not 0."""
    value = evaluate(term, POINT)
    places = product(*(range(SIZES[dim]) for dim in axes_of(term.shape)))
    return {place: number for place in places if (number := entry(value, place))}


@pytest.mark.parametrize("term", CONTRACTIONS, ids=str)
def test_contractions(term: Contraction) -> None:
    """What a node says that it contracts is its value, and so are its components; the kernel agrees."""
    assert contracted(term.indices, term.children) == entries(term)
    legs = [b.index(name, dim) for name, dim in zip("nm", axes_of(term.shape), strict=False)]
    assert prove_equation(term[tuple(legs)] if legs else term, in_components(term, legs))


@pytest.mark.parametrize(("left", "right"), PRODUCTS, ids=str)
def test_products(left: Term, right: Term) -> None:
    """What a product of shapes contracts is its value."""
    assert contracted(product_indices(left.shape, right.shape), (left, right)) == entries(Product((left, right)))
    assert product_shape(left.shape, right.shape) == Product((left, right)).shape


def test_every_contraction_is_tried() -> None:
    """No node that is a contraction is left out above."""
    assert {type(term) for term in CONTRACTIONS} == {kind for kind in KINDS if issubclass(kind, Contraction)}


def test_the_table_is_total() -> None:
    """Every kind of node of the language is in it, each word once, and each row is found by its nodes."""
    made = {each for each in vars(terms).values() if isinstance(each, type) and issubclass(each, Term)}
    assert made - {Term, Applied, Contraction, Binder} == KINDS
    assert len({operation.word for operation in OPERATIONS}) == len(OPERATIONS)
    assert operation_of(b.entrywise("tanh", A)).word == "tanh"
    assert operation_of(b.matrix_exp(A)).word == "matrix_exp"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.word)
def test_verifier(operation: Operation) -> None:
    """The verifier, which reads none of this, takes the same words with arguments of the same sorts."""
    letters = {"term": "t", "dim": "d", "index": "i", "symbol": "t", "exponent": "n"}
    *first, last = operation.sorts
    written = "".join(letters[sort] for sort in first)
    for count in (2, 3) if last.endswith("…") else (1,):
        assert re.fullmatch(verifier.ARGUMENTS[operation.word], written + letters[last.rstrip("…")] * count)
    assert not re.fullmatch(verifier.ARGUMENTS[operation.word], written + "i" * 2 + "t")
    assert verifier.ARGUMENTS.keys() == {each.word for each in OPERATIONS}


@pytest.mark.parametrize("term", [each for each in CONTRACTIONS if "…" not in operation_of(each).sorts[0]], ids=str)
def test_guessed_shapes(term: Contraction) -> None:
    """The shape that a reader of plain syntax expects is the shape of the node."""
    name = operation_of(term).plain[0]
    assert TABLE[name].shape([child.shape for child in term.children]) == term.shape


@pytest.mark.parametrize("name", [row.plain[0] for row in OPERATIONS if row.sorts == ("term",) and row.plain])
def test_guesses_never_complain(name: str) -> None:
    """Of shapes that do not fit nothing is expected, or a scalar."""
    assert TABLE[name].shape([None]) in (None, ())
