"""What earlier runs measured is kept beside the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import history

PAGE = [
    "| aim | measured | met |",
    "|---|---:|---|",
    "| `a` ≤ 2 × `b` | 3 s / 2 s = 1.5 × (1.4 to 1.6) | yes |",
    "| c ≤ 20 ms | 30 ms | no |",
]


def test_runs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column for each of the last; the same commit on the same day once."""
    path = tmp_path / "h.csv"
    for name in ("one", "two", "two"):
        monkeypatch.setattr(history, "commit", lambda name=name: name)
        history.keep(path, PAGE)
    shown = list(history.section(path))
    assert [row[1:] for row in history.read(path)] == [
        [name, *row] for name in ("one", "two") for row in (["`a` ≤ 2 × `b`", "1.5 ×"], ["c ≤ 20 ms", "30 ms"])
    ]
    assert shown[-2:] == ["| `a` ≤ 2 × `b` | 1.5 × | 1.5 × |", "| c ≤ 20 ms | 30 ms | 30 ms |"]
    assert shown[-4].count("one") == shown[-4].count("two") == 1
