"""The notebook of the documentation: run from top to bottom, it gives what is committed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.notebook.executed import NOTEBOOK, execute


def _cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def _outputs(cell: dict[str, Any]) -> list[tuple[str, Any]]:
    """What a cell showed: data by their kind, or text."""
    return [(out["output_type"], out.get("data") or out.get("text")) for out in cell.get("outputs", ())]


def test_it_has_its_outputs() -> None:
    """Every code cell that ends with an expression shows something, and none an error."""
    shown = [_outputs(cell) for cell in _cells(NOTEBOOK) if cell["cell_type"] == "code"]
    assert sum(map(bool, shown)) > 12
    assert not any(kind == "error" for outputs in shown for kind, _ in outputs)


@pytest.mark.skipif(
    find_spec("nbclient") is None or find_spec("ipykernel") is None,
    reason="nbclient or ipykernel is not installed: both come with derive-proofs[test]",
)
def test_it_runs(tmp_path: Path) -> None:
    """With the outputs that are committed; `python -m tests.notebook.executed` writes them anew."""
    execute(NOTEBOOK, tmp_path / "executed.ipynb")
    for committed, made in zip(_cells(NOTEBOOK), _cells(tmp_path / "executed.ipynb"), strict=True):
        assert committed["source"] == made["source"]
        assert _outputs(committed) == _outputs(made), "".join(committed["source"])
