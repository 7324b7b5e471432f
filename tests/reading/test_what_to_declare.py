"""The table in docs/papers.md of what to declare: each of its rows is proved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.reading.latex.contexts import status_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "papers.md"
ROWS = re.findall(
    r"^\| [^|`]+ \| `([^`]+)` \| `([^`]+)` \|$",
    DOCUMENT.read_text("utf-8").split("## What to declare\n")[1].split("\n## ")[0],
    re.MULTILINE,
)


def test_the_table_is_there() -> None:
    assert len(ROWS) > 15


@pytest.mark.parametrize(("declared", "relation"), ROWS)
def test_a_row(declared: str, relation: str) -> None:
    """It is proved, and twice one side is not three times the other; of a distribution nothing is refuted."""
    context = f"dimension N, K; {declared}"
    assert status_of(relation, context) == "proved"
    assert status_of(f"2 ({relation.replace(' = ', ') = 3 (', 1)})", context) == (
        "unsupported" if r"\mid" in declared else "refuted"
    )
