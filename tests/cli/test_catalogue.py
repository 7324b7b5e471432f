"""``derive list``: theories and what they hold."""

from __future__ import annotations

import json
from typing import Any

from derive.theories.registry import THEORIES, load_theory


def test_theories_with_titles(run: Any) -> None:
    """Every theory, with its title and how many theorems it has."""
    result = run("list")
    assert result.exit_code == 0
    for name in THEORIES:
        theory = load_theory(name)
        assert f"{name}: {theory.title} ({len(theory.entries)} theorems)" in result.stdout


def test_labels_with_titles_and_statements(run: Any) -> None:
    """Every theorem of a theory, what it says and what it assumes; every definition."""
    result = run("list", "layernorm")
    assert result.exit_code == 0
    for entry in load_theory("layernorm"):
        assert f"  {entry.label}: {entry.title}" in result.stdout
    assert "      ΠΠ = Π\n" in result.stdout
    assert "      given 1 · v = 0\n" in result.stdout
    assert "= I - 1̂ 1̂ᵀ\n" in result.stdout
    assert "α         = 1 / g  given gₙ ≠ 0 for every n\n" in result.stdout


def test_unknown_theories(run: Any) -> None:
    """A message with the nearest name, and exit code 2."""
    result = run("list", "layer_norm")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "derive: error: there is no theory 'layer_norm'\n  hint: did you mean layernorm?\n"


def test_json(run: Any) -> None:
    """The schema derive-list/1, of all theories and of one."""
    found = json.loads(run("list", "--json").stdout)
    assert found["schema"] == "derive-list/1"
    assert [theory["name"] for theory in found["theories"]] == sorted(THEORIES)
    one = json.loads(run("list", "layernorm", "--json").stdout)["theories"][0]
    assert one in found["theories"]
    assert set(one) == {"name", "title", "summary", "sources", "names", "definitions", "theorems"}
    assert all(set(found) == {"text", "latex", "source"} for found in one["definitions"])
    keys = {"label", "title", "statement", "latex", "hypotheses", "source", "lines"}
    assert all(set(found) == keys for found in one["theorems"])
    eq6 = next(found for found in one["theorems"] if found["label"] == "layernorm.eq6")
    assert eq6["lines"] >= 6
