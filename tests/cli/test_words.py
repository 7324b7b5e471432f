"""Statements and verdicts in words."""

from __future__ import annotations

import pytest

from derive.cli.words import evidence, given, in_words, joint_scope
from derive.language.build import diag, dot, norm, ones
from derive.language.hypotheses import equal, nonzero
from derive.statements.equation import prove_equation
from tests.words import N, a, eps, g, v


def test_declared_properties_are_assumptions() -> None:
    """Hypotheses first, then what is declared of the symbols, each once."""
    assert given([diag(g) * a]) == ["gₙ ≠ 0 for every n"]
    assert given([g * eps], [equal(dot(a, v), 0)]) == ["a · v = 0", "gₙ ≠ 0 for every n", "ε ≥ 0"]
    assert given([a], [nonzero(g)]) == ["gₙ ≠ 0 for every n"]
    assert given([a]) == []


def test_evidence_names_the_first_component_that_differs() -> None:
    """Of vectors with several components; a single number needs no place."""
    many = prove_equation(dot(a, ones(N)) * v, dot(v, ones(N)) * a).counterexample
    assert many is not None
    assert evidence(many)[0].startswith("at N = 2, ")
    assert evidence(many)[-1].startswith("first difference: component ")
    one = prove_equation(norm(a) ** 2, dot(a, v)).counterexample
    assert one is not None
    assert [row.partition(":")[0] for row in evidence(one)[1:]] == ["left side", "right side"]


def test_sizes_at_which_a_statement_says_nothing() -> None:
    """n₀ above 1 is explained."""
    verdict = prove_equation(a / norm(a - dot(a, ones(N)) / N * ones(N)), a / norm(a - dot(a, ones(N)) / N * ones(N)))
    words = [row for row, _ in in_words(verdict)]
    assert words[0] == "proved for all N ≥ 2"
    assert words[-1] == "at N = 1 it says nothing: no data satisfy what it needs"


@pytest.mark.parametrize(
    ("scopes", "together"),
    [
        (["all N ≥ 1"], "all N ≥ 1"),
        (["all N ≥ 9", "all N ≥ 10"], "all N ≥ 10"),
        (["all N ≥ 2, K ≥ 1", "all N ≥ 1, K ≥ 3"], "all N ≥ 2, K ≥ 3"),
        (["all K ≥ 2", "all N ≥ 1"], "all K ≥ 2, N ≥ 1"),
        (["all data", "all N ≥ 2"], "all N ≥ 2"),
        (["all data", "all data"], "all data"),
        (["all N ≥ 1", ""], ""),
        ([], ""),
    ],
)
def test_several_scopes_together(scopes: list[str], together: str) -> None:
    """A chain is proved where every link is; not at all when one link is not."""
    assert joint_scope(scopes) == together
