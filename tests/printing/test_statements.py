"""Conditions, equalities and shapes read as a paper would say them."""

from __future__ import annotations

import pytest

from derive.language import hypotheses as h
from derive.language.build import identity, matrix, prod_, sum_, vector, zeros
from derive.language.terms import Shape
from derive.printing import (
    BOLD,
    latex_condition,
    latex_equality,
    latex_hypothesis,
    text_condition,
    text_equality,
    text_hypothesis,
    text_shape,
)
from tests.printing.examples import A, B, K, N, Pi, X, a, eps, g, m, n, s, sigma2, x

CONDITIONS: list[tuple[h.Condition, str, str]] = [
    (h.positive(sigma2 + eps), "σ² + ε > 0", r"\sigma^2 + \epsilon > 0"),
    (h.nonneg(eps), "ε ≥ 0", r"\epsilon \geq 0"),
    (h.nonzero(x), "x ≠ 0", r"x \neq 0"),
    (h.nonzero(g), "gₙ ≠ 0 for every n", r"g_n \neq 0 \text{ for every } n"),
    (h.nonzero(Pi * a), "(Πa)ₙ ≠ 0 for every n", r"(\Pi \vec a)_n \neq 0 \text{ for every } n"),
    (h.pointwise(h.nonzero(g[n] * a)), "(gₙ a)ₘ ≠ 0 for every m", r"(g_n \vec a)_m \neq 0 \text{ for every } m"),
    (h.nonzero(g[n] * a), "(gₙ a)ₘ ≠ 0 for every m, n", r"(g_n \vec a)_m \neq 0 \text{ for every } m, n"),
    (h.nonneg(g[n]), "gₙ ≥ 0 for every n", r"g_n \geq 0 \text{ for every } n"),
    (h.pointwise(h.nonneg(g[n])), "gₙ ≥ 0", r"g_n \geq 0"),
    (h.not_zero(Pi * a), "Πa ≠ 0", r"\Pi \vec a \neq \vec 0"),
    (h.mask(s), "s ⊙ s = s", r"\vec s \in \{0, 1\}^{N}"),
    (h.symmetric(A), "A symmetric", r"A \text{ symmetric}"),
    (h.symmetric(A + B), "(A + B) symmetric", r"(A + B) \text{ symmetric}"),
    (h.orthogonal(A), "A orthogonal", r"A \text{ orthogonal}"),
    (h.idempotent(Pi), "Π idempotent", r"\Pi \text{ idempotent}"),
    (h.invertible(A), "A invertible", r"A \text{ invertible}"),
    (h.positive_definite(A), "A positive definite", r"A \text{ positive definite}"),
]


@pytest.mark.parametrize(("condition", "shown", "typeset"), CONDITIONS, ids=[shown for _, shown, _ in CONDITIONS])
def test_conditions(condition: h.Condition, shown: str, typeset: str) -> None:
    """Each kind of condition has its words in both printers."""
    assert text_condition(condition) == text_hypothesis(condition) == shown
    assert latex_condition(condition) == latex_hypothesis(condition) == typeset


def test_every_kind_has_words() -> None:
    """No kind of condition is left out of the table above."""
    assert {condition.kind for condition, _, _ in CONDITIONS} == set(h.CONDITION_KINDS)


def test_equalities() -> None:
    """Both sides stand on one page; a zero matrix needs no size beside a matrix, a zero vector is a vector."""
    assert text_equality(Pi * a, s) == "Πa = s"
    assert latex_equality(Pi * a, s, BOLD) == r"\Pi \mathbf a = \mathbf s"
    assert latex_hypothesis(h.equal(A * B, 0)) == "A B = 0"
    assert latex_hypothesis(h.equal(Pi * a, 0)) == r"\Pi \vec a = \vec 0"
    assert text_hypothesis(h.equal(X, zeros(N, K))) == "X = 0"
    assert text_equality(identity(N), matrix("I", N, N)) == "I = ⟨I⟩"


def test_an_ill_typed_equality_prints() -> None:
    """The sides may have two shapes: such a statement is refuted, and shown."""
    assert text_equality(a, X) == "a = X"
    assert latex_equality(a, X) == r"\vec a = X"


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((), "scalar"),
        ((N,), "vector of length N"),
        ((3,), "vector of length 3"),
        ((1, N), "row of length N"),
        ((N, K), "N × K matrix"),
        ((N, N, K), "N × N × K tensor"),
    ],
)
def test_shapes(shape: Shape, words: str) -> None:
    """A shape in words."""
    assert text_shape(shape) == words


def test_a_fresh_index_is_found_however_many_are_taken() -> None:
    """When all usual names of indices occur, a numbered one is taken."""
    from derive.language.build import index

    term = vector("g", N)
    for name in ("n", "m", "i", "j", "k", "l", "n_1"):
        term = vector("g", N)[index(name, N)] * term
    assert text_condition(h.pointwise(h.nonzero(term))).endswith("for every n₂")
    assert m.name in text_condition(h.nonzero(g[n] * g))


def test_a_fresh_index_is_not_one_left_out_of_a_product() -> None:
    """An index that only a product leaves out occurs all the same."""
    assert text_condition(h.pointwise(h.nonzero(prod_(m, g[m], without=n) * g))) == "((∏_{m≠n} gₘ) g)ᵢ ≠ 0 for every i"


def test_a_closed_index_of_an_equality_is_told() -> None:
    """gₙ = aₙ as a hypothesis is for every n; an index that is bound in it is not told."""
    assert text_hypothesis(h.equal(g[n], a[n])) == "gₙ = aₙ for every n"
    assert latex_hypothesis(h.equal(g[n], a[n])) == r"g_n = a_n \text{ for every } n"
    assert text_hypothesis(h.equal(sum_(n, g[n]), 0)) == "Σₙ gₙ = 0"
