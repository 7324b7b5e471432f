"""The example project: a theory that is none of the program's, with its paper, written from the pages alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main

PROJECT = Path(__file__).parents[1] / "docs" / "examples" / "weightstd"


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its folder, whose settings name the theory."""
    monkeypatch.chdir(PROJECT)


def test_all_of_it_is_as_expected() -> None:
    """Theory and paper: every line, near miss and relation; what is proved is certified."""
    done = CliRunner().invoke(main, ["check", ".", "--no-cache", "--json"])
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)["summary"]
    assert (summary["unexpected"], summary["not_certified"], summary["error"]) == (0, 0, 0)
    assert summary["proved"] >= 40
    assert summary["refuted"] >= 13


def test_a_derivation_is_shown() -> None:
    """The geometric form, line by line."""
    shown = CliRunner().invoke(main, ["show", "weightstd.geometric"])
    assert (shown.exit_code, "proved for all N ≥ 1" in shown.stdout) == (0, True)
