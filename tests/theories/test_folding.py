"""Folding against matrices of numbers, and its theorems: proved for all sizes, near misses refuted."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point, Value
from derive.language.terms import Symbol
from derive.reading import environment_of_theory, read_statement
from derive.statements.equation import prove_chain, prove_equation
from derive.theories.folding import THEORY, A, D, G, H, K, LNa, O, S, V, W, d, e, f, h, layernorm, y, z
from derive.theories.layernorm.names import N, Pi, a, b, eps, g
from derive.theories.rmsnorm.names import rmsnorm

READER = ((F(1), F(-2)), (F(3), F(5)), (F(0), F(7)))
DATA: dict[Symbol, Value] = {
    W: READER,
    d: (F(1), F(2), F(3)),
    g: (F(2), F(-3)),
    b: (F(1), F(4)),
    a: (F(1), F(3)),
    eps: F(3),
}
HERE = Point({N: 2, K: 3}, DATA)


def test_folded_weights_by_hand() -> None:
    """For a = (1, 3) and ε = 3: y = (-1/2, 1/2), LN(a) = (0, 5/2), and W LN(a) + d is as the folded weights say."""
    normalised, output = (F(-1, 2), F(1, 2)), (F(0), F(5, 2))
    expected = tuple(sum(x * o for x, o in zip(row, output, strict=True)) + n for n, row in enumerate(READER, start=1))
    assert evaluate(y, HERE) == normalised
    assert evaluate(LNa, HERE) == output
    for term in THEORY.find_theorem("layernorm_folded").terms:
        assert evaluate(term, HERE) == expected
    for term in THEORY.find_theorem("reader_with_rmsnorm").terms:
        assert evaluate(term, HERE) == expected


def test_folded_weights_are_gains_on_the_columns_less_their_mean() -> None:
    """WGΠ: columns times gains, then each row less its mean."""
    scaled = [[x * gain for x, gain in zip(row, (2, -3), strict=True)] for row in READER]
    expected = tuple(tuple(x - sum(row) / 2 for x in row) for row in scaled)
    assert evaluate(W * G * Pi, HERE) == expected


def test_writers_are_centred_over_the_residual_stream() -> None:
    """ΠV: each column of V less its mean, so that what is written has mean zero."""
    writer = ((F(1), F(4), F(0)), (F(3), F(-2), F(5)))
    found = evaluate(Pi * V, Point({N: 2, D: 3}, {V: writer}))
    assert found == ((F(-1), F(3), F(-5, 2)), (F(1), F(-3), F(5, 2)))


def test_rmsnorm_needs_every_writer_centred() -> None:
    """LayerNorm is RMSNorm of the centred stream; leave any one writer as it is, and it is refuted."""
    whole = layernorm(e + V * z + f, g, b, eps)
    parts = (e, V * z, f)
    for left in range(len(parts)):
        first, second, third = (part if n == left else Pi * part for n, part in enumerate(parts))
        assert prove_equation(whole, rmsnorm(first + second + third, g, eps) + b).status == "refuted"
    assert prove_equation(whole, rmsnorm(Pi * e + Pi * V * z + Pi * f, g, eps) + b).status == "proved"


def test_a_bias_of_values_needs_rows_that_sum_to_one() -> None:
    """Without A1 = 1 folding the bias of the values is refuted."""
    left, right = THEORY.find_theorem("value_bias").terms
    assert prove_equation(left, right).status == "refuted"
    assert prove_equation(left, right, THEORY.find_theorem("value_bias").hypotheses).status == "proved"
    assert evaluate(left, Point({S: 1, D: 1, N: 1}, {A: ((F(1),),), H: ((F(2),),), h: (F(3),), O: ((F(4),),)})) == (
        (20,),
    )


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("W*LN + d = W*G*Pi*y + (W*b + d)", "proved"),
        ("W*Pi*y = W*y", "proved"),
        ("W*LN + d = W*G*y + d", "refuted"),
        ("W*Pi*G*y = W*G*y", "refuted"),
    ],
)
def test_names_in_plain_syntax(statement: str, status: str) -> None:
    """What is typed with the names of the theory is read as its terms."""
    chain = read_statement(statement, environment_of_theory(THEORY))
    assert prove_chain(chain.terms, chain.hypotheses).status == status
