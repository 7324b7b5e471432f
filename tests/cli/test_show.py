"""``derive show``: derivations in the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from derive.cli.console import width_of


def test_a_derivation_line_by_line(run: Any) -> None:
    """Numbered lines, each with its rule, the verdict, the source."""
    result = run("show", "layernorm.projector_idempotent")
    rows = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert rows[0].startswith("layernorm.projector_idempotent: ")
    numbered = [row for row in rows if row[:1].isdigit()]
    assert numbered[0].split() == ["1", "ΠΠ"]
    assert [int(row.split()[0]) for row in numbered] == list(range(1, len(numbered) + 1))
    assert all(row.split()[1] == "=" for row in numbered[1:])
    assert numbered[-1].endswith("definition of Π")
    assert "proved for all N ≥ 1" in rows
    assert rows[-1].startswith("source: Riechers")


def test_rules_are_aligned(run: Any) -> None:
    """Every rule begins in the same column."""
    rows = [row for row in run("show", "layernorm.eq6").stdout.splitlines() if row.strip()[:1].isdigit()]
    rules = ("u ⊙ v = diag(u) v", "definition of μ", "definition of Π")
    columns = {width_of(row[: row.index(rule)]) for row in rows for rule in rules if row.endswith(rule)}
    assert len(columns) == 1


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("args", [("layernorm.eq6",), ("layernorm.jacobian",), ("layernorm.eq6", "--line", "7")])
def test_nothing_is_wider_than_the_terminal(
    run: Any, monkeypatch: pytest.MonkeyPatch, width: int, args: tuple[str, ...]
) -> None:
    """Long formulas fold, with and without a terminal, and no row ends in blanks."""
    monkeypatch.setenv("COLUMNS", str(width))
    rows = run("show", *args).stdout.splitlines()
    assert max(map(width_of, rows)) <= width
    assert all(row == row.rstrip() for row in rows)


def test_the_ledger_and_what_is_assumed(run: Any) -> None:
    """Side conditions and declared properties are printed."""
    output = run("show", "layernorm.eq6").stdout
    assert "\ngiven ε ≥ 0\n" in output
    assert "\nproved for all N ≥ 1\nwhere σ² + ε > 0\n" in output


def test_a_theorem_without_derivation_shows_its_chain(run: Any) -> None:
    """The terms of the chain stand where the lines would."""
    result = run("show", "layernorm.projector_trace")
    assert result.exit_code == 0
    assert "1    tr(Π)\n2  = N - 1\n" in result.stdout


def test_one_line_in_index_notation(run: Any) -> None:
    """--line expands that line only."""
    plain, fine = run("show", "layernorm.centring").stdout, run("show", "layernorm.centring", "--line", "4").stdout
    added = [row for row in fine.splitlines() if row not in plain.splitlines()]
    assert added
    assert any("δₙₘ" in row for row in added)
    assert all(row.startswith("     ") for row in added)


def test_every_line_in_index_notation(run: Any) -> None:
    """--fine expands every line."""
    found = json.loads(run("show", "layernorm.centring", "--fine", "--json").stdout)
    first, *others = found["lines"]
    assert "fine" not in first
    assert all(part[0]["justification"] for line in others for part in line["fine"])
    assert all(
        set(row) == {"text", "latex", "justification"} for line in others for part in line["fine"] for row in part
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("layernorm.eq7",), "did you mean layernorm.eq6"),
        (("layernrm.eq6",), "did you mean layernorm?"),
        (("layernorm.eq6", "--line", "99"), "no line 99 to expand: layernorm.eq6 has"),
        (("layernorm.projector_trace", "--line", "2"), "has no derivation"),
    ],
)
def test_labels_and_lines_that_are_not_there(run: Any, args: tuple[str, ...], message: str) -> None:
    """A message with the nearest labels, and exit code 2."""
    result = run("show", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_json(run: Any) -> None:
    """The schema derive-show/1."""
    found = json.loads(run("show", "layernorm.eq6", "--json").stdout)
    assert set(found) == {
        "schema", "label", "title", "doc", "source", "hypotheses", "lines", "verdict", "scope", "conditions",
    }  # fmt: skip
    assert found["schema"] == "derive-show/1"
    assert (found["verdict"], found["scope"], found["conditions"]) == ("proved", "all N ≥ 1", ["σ² + ε > 0"])
    assert all(set(line) == {"number", "text", "latex", "rules"} for line in found["lines"])
    assert [line["number"] for line in found["lines"]] == list(range(1, len(found["lines"]) + 1))
