"""``derive cache``: what is kept, as text and JSON, and removing it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derive import cache

pytestmark = pytest.mark.usefixtures("entries")


def test_info_and_clear(run: Any, entries: Path) -> None:
    """What is kept is counted; then it is gone, and a command that was known is done again."""
    assert "0 of 500 entries" in " ".join(run("cache", "info").stdout.split())
    run("check", "instancenorm")
    found = json.loads(run("cache", "info", "--json").stdout)
    assert (found["folder"], found["entries"]) == (str(entries), 1)
    assert found["bytes"] == sum(path.stat().st_size for path in entries.iterdir())
    assert found["limits"] == {"entries": cache.MAX_ENTRIES, "bytes": cache.MAX_BYTES}
    assert run("cache", "clear").stdout.split() == ["1", "entry", "removed", "from", str(entries)]
    assert json.loads(run("cache", "info", "--json").stdout)["oldest"] is None


def test_nothing_is_kept(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder is named empty."""
    monkeypatch.setenv("DERIVE_CACHE", "")
    assert run("cache", "info").stdout == "nothing is kept: DERIVE_CACHE is empty\n"
    assert run("cache", "clear").exit_code == 0
    assert run("cache", "empty").exit_code == 2
