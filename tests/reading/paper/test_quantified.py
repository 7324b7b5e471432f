r"""Quantifiers before a relation, ``\forall i \ne j, \quad \delta_{ij} = 0``."""

from __future__ import annotations

from typing import Any

import pytest

INDICES = "% derive: index j, k : N; matrix A : N x N\n"


@pytest.mark.parametrize("behind", [r", \quad", ":", r": \quad", r"\quad", r",\qquad"])
def test_it_says_where_a_relation_holds(verdicts: Any, behind: str) -> None:
    """As it does behind it."""
    assert verdicts(INDICES + rf"\[ \forall i \neq j {behind} \delta_{{ij}} = 0 \]") == ["proved"]
    assert verdicts(INDICES + rf"\[ \forall i \neq j {behind} \delta_{{ij}} = 1 \]") == ["refuted"]
    assert verdicts(INDICES + rf"\[ \forall i = j {behind} a_i = a_j \]") == ["proved"]
    assert verdicts(INDICES + rf"\[ \forall i, j {behind} A_{{ij}} = A_{{ji}} \]") == ["refuted"]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\forall i \forall j \, A_{ij} = (A^\top)_{ji}", "proved"), (r"\forall i \forall j \, A_{ij} = A_{ji}", "refuted"),
        (r"\forall a \in \mathbb{R}^N: \quad a^\top a = \|a\|^2", "proved"),
        (r"\forall a \in \R^N, a^\top a = 2 \|a\|^2", "refuted"),
        (r"\forall a, b \in \mathbb{R}^N: a^\top b = b^\top a", "proved"),
        (r"\forall i \in \{1, \dots, N\}, a_i b_i = b_i a_i", "proved"), (r"\forall i: a_i = a_i \quad \forall j", "proved"),
    ],
)  # fmt: skip
def test_several_and_of_sets(verdicts: Any, row: str, verdict: str) -> None:
    assert verdicts(INDICES + rf"\[ {row} \]") == [verdict]


@pytest.mark.parametrize(
    "row",
    [
        r"\forall t > 0, \quad |t| = t", r"\forall t > 0 \quad |t| = t", r"\forall a \in C: \quad a = b",
        r"\forall i \exists j: a_i = a_j",
        r"\forall a \in \mathbb{R}^N_+: a^\top a = 0", r"\forall i, \quad a_i = b_i \text{ and } s = s",
        r"\forall s: s = s \implies t = t",
    ],
)  # fmt: skip
def test_others_are_not_read(read: Any, row: str) -> None:
    """Of numbers that are > 0, of other sets, of two claims: nothing is decided without them."""
    items = read(INDICES + rf"\[ {row} \]").items
    assert items
    assert all(item.error is not None or item.supposed is not None for item in items)


def test_rows_go_on(verdicts: Any) -> None:
    rows = r"\forall i:\ 2 a_i &= a_i + a_i \\ &= 3 a_i"
    assert verdicts(INDICES + rf"\begin{{align}} {rows} \end{{align}}") == ["proved", "refuted"]
