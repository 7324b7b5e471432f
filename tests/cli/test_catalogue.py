"""``derive list``: theories and what they hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from derive.theories.registry import THEORIES, load_theory


def test_theories_with_titles(run: Any) -> None:
    """Every theory, with its title and how many theorems it has."""
    result = run("list", code=0)
    for name in THEORIES:
        theory = load_theory(name)
        assert f"{name}: {theory.title} ({len(theory.theorems)} theorems)" in result.stdout


def test_labels_with_titles_and_statements(run: Any) -> None:
    """Every theorem of a theory, what it says and what it assumes; every definition."""
    result = run("list", "layernorm", code=0)
    unfolded = " ".join(result.stdout.split())  # long rows are folded
    for theorem in load_theory("layernorm").theorems:
        assert f" {theorem.label}: {theorem.title}" in unfolded
    assert "      ΠΠ = Π\n" in result.stdout
    assert "      given 1 · v = 0\n" in result.stdout
    assert "= I - 1̂ 1̂ᵀ\n" in result.stdout
    assert "α         = 1 / g  given gₙ ≠ 0 for every n\n" in result.stdout


@pytest.mark.usefixtures("structured")
def test_kinds(run: Any) -> None:
    """A theorem that is no equation is listed with its kind, as a sentence, with what it assumes; all kinds count."""
    result = run("list", "structured", code=0)
    assert "  structured.null_direction: along a direction (null line)\n" in result.stdout
    assert "      the null space of I - aaᵀ / |a|² is spanned by a\n      given 1 · a = 0, a ≠ 0\n" in result.stdout
    assert "A structured theory (7 theorems)" in run("list").stdout
    theorems = json.loads(run("list", "structured", "--json").stdout)["theories"][0]["theorems"]
    assert [found["label"] for found in theorems[:3:2]] == ["structured.idempotent", "structured.null_space"]
    assert theorems[2]["kind"] == "null line"
    assert theorems[2]["statement"] == "the null space of Π is spanned by 1"
    assert theorems[2]["latex"] == r"the null space of $\Pi$ is spanned by $\vec 1$"
    assert theorems[2]["lines"] == 0
    assert (theorems[1]["kind"], theorems[1]["latex"]) == ("equation", r"\Pi \Pi = \Pi")
    assert {frozenset(found) for found in theorems} == {frozenset(theorems[0])}


def test_unknown_theories(run: Any) -> None:
    """A message with the nearest name, and exit code 2."""
    result = run("list", "layer_norm")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("derive: error: there is no theory 'layer_norm'\n  hint: did you mean layernorm")


def test_json(run: Any) -> None:
    """The schema derive-list/1, of all theories and of one."""
    found = json.loads(run("list", "--json").stdout)
    assert found["schema"] == "derive-list/1"
    assert [theory["name"] for theory in found["theories"]] == sorted(THEORIES)
    one = json.loads(run("list", "layernorm", "--json").stdout)["theories"][0]
    assert one in found["theories"]
    assert set(one) == {"name", "title", "summary", "sources", "count", "names", "definitions", "theorems"}
    assert all(set(found) == {"text", "latex", "source"} for found in one["definitions"])
    keys = {"label", "title", "kind", "statement", "latex", "hypotheses", "source", "lines"}
    assert all(set(found) == keys for found in one["theorems"])
    eq6 = next(found for found in one["theorems"] if found["label"] == "layernorm.eq6")
    assert eq6["lines"] >= 6
