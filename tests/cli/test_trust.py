"""``derive trust``: what must be believed, counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from derive.cli.trust import ANSWERS, code_lines, trusted_base

PACKAGE = Path(__file__).parents[2] / "derive"


def test_counts_are_of_the_files(run: Any) -> None:
    """Each part is the sum of its files, and the files are those of the package."""
    data = json.loads(run("trust", "--json").stdout)
    assert data["schema"] == "derive-trust/1"
    assert data["axioms"] == []
    for part in data["parts"]:
        counted = {name: code_lines((PACKAGE / name).read_text("utf-8")) for name in part["files"]}
        assert part["files"] == counted
        assert part["lines"] == sum(counted.values())


def test_every_module_of_kernel_and_language_counts() -> None:
    """No module of the trusted rooms is left out."""
    parts = {part.name: part for part in trusted_base()}
    for room in ("kernel", "language"):
        modules = {f"{room}/{path.name}" for path in (PACKAGE / room).glob("*.py")}
        assert set(parts[room].files) == modules


def test_kinds_that_only_search_do_not_count() -> None:
    """A kind of statement is believed; what only searches for certificates is not."""
    kinds = next(part for part in trusted_base() if part.name == "kinds").files
    assert {"statements/bound.py", "statements/null_space.py", "statements/statement.py"} <= kinds.keys()
    assert not {"search/cofactors.py", "search/witness_sizes.py"} & kinds.keys()


def test_answers_name_parts() -> None:
    """Every answer rests on parts there are."""
    names = {part.name for part in trusted_base()}
    assert all(set(answer.parts) <= names for answer in ANSWERS)


def test_terminal(run: Any) -> None:
    """Parts, answers and axioms; the files when asked."""
    result = run("trust", code=0)
    assert "axioms: none" in result.stdout
    assert "accepted certificate: verifier, " in result.stdout
    assert "kernel/normal.py" not in result.stdout
    assert "kernel/normal.py" in run("trust", "--files").stdout
