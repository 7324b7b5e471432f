"""Null spaces of diagonal + fixed rank, found for all N, and what the search declines."""

from __future__ import annotations

import pytest

from derive.answers.null_spaces import find_null_space
from derive.errors import InputError, Undecided
from derive.language.build import diag, dot, inverse, matrix, norm, outer, vector
from derive.language.hypotheses import Hypothesis, equal, nonzero, not_zero
from derive.language.terms import Term
from derive.printing import text
from derive.statements.null_space import NullSpace, Side
from tests.words import A, K, N, a, eye, g, one, u, v

u2, v2 = vector("u2", N), vector("v2", N)
Pi, G = eye - outer(one, one) / N, diag(g)
alpha = 1 / g
Pi2 = eye - outer(alpha, alpha) / norm(alpha) ** 2
s = Pi * a

FOUND: dict[str, tuple[Term, list[Hypothesis], Side, list[str]]] = {
    "centring": (Pi, [], "right", ["1"]),
    "an invertible diagonal": (G, [], "right", []),
    "the affine part": (G * Pi, [], "right", ["1"]),
    "the affine part from the left": (G * Pi, [], "left", ["g⁻¹"]),
    "the Gram matrix": (G * Pi * G, [], "right", ["g⁻¹"]),
    "two pairs, one pivot": (Pi * G * G * Pi, [], "right", ["1"]),
    "its inverse on the hyperplane": (Pi2 * G**-2 * Pi2, [], "right", ["g⁻¹"]),
    "two pairs, no pivot": (Pi - outer(s, s) / norm(s) ** 2, [not_zero(s)], "right", ["1", "a"]),
    "a pivot by its sign": (eye + outer(u, u), [], "right", []),
    "a pivot by a hypothesis": (eye + outer(u, v), [nonzero(1 + dot(u, v))], "right", []),
    "no pivot by a hypothesis": (eye + outer(u, v), [equal(dot(u, v), -1)], "right", ["u"]),
    "two pairs by hypotheses": (
        eye + outer(u, v) + outer(u2, v2),
        [equal(dot(u, v), -1), equal(dot(u2, v2), -1), equal(dot(u, v2), 0), equal(dot(u2, v), 0)],
        "right",
        ["u", "u₂"],
    ),
}

DECLINED: dict[str, tuple[Term, list[Hypothesis], str]] = {
    "a pivot that may be 0": (eye + outer(u, v), [], "depends on whether this is 0"),
    "a diagonal that may be 0": (diag(a), [], "may be 0"),
    "no diagonal at all": (outer(u, v), [], "may be 0"),
    "a general matrix": (A, [], "diagonal \\+ fixed rank"),
    "an inverse": (inverse(A) + eye, [], "diagonal \\+ fixed rank"),
}


@pytest.mark.parametrize("name", FOUND)
def test_found_and_proved_complete(name: str) -> None:
    """The basis is the expected one, and the statement with its splitting is proved for all N."""
    term, hypotheses, side, basis = FOUND[name]
    found = find_null_space(term, hypotheses, side)
    assert [text(b) for b in found.basis] == basis
    judgement = found.decide()
    assert judgement.status == "proved", judgement.explain()
    assert judgement.scope == "all N ≥ 1" or hypotheses


@pytest.mark.parametrize("name", FOUND)
def test_a_smaller_basis_is_refuted(name: str) -> None:
    """Without one of its vectors the space is not spanned: the search found no vector too many."""
    term, hypotheses, side, basis = FOUND[name]
    if basis and not any(not isinstance(h, type(not_zero(u))) for h in hypotheses):
        found = find_null_space(term, hypotheses, side)
        smaller = type(found.splitting)(found.splitting.coefficients[1:], found.splitting.left)
        judgement = NullSpace(term, found.basis[1:], smaller, side, tuple(hypotheses)).decide()
        assert judgement.status == "refuted", judgement.explain()


@pytest.mark.parametrize("name", DECLINED)
def test_declined_with_the_reason(name: str) -> None:
    """Where the answer depends on what is not known, the message names it."""
    term, hypotheses, reason = DECLINED[name]
    with pytest.raises(Undecided, match=reason):
        find_null_space(term, hypotheses)


def test_only_square_matrices() -> None:
    """A rectangular matrix is no diagonal + fixed rank."""
    with pytest.raises(InputError, match="not square"):
        find_null_space(matrix("B", N, K))
