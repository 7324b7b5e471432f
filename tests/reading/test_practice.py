"""What people write is read: relations of papers, lecture notes and forums, true and false, at the first attempt."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from derive.cli.prove import read_latex
from derive.errors import InputError

#: The share of the relations that has to be read.
SHARE = 0.95


def relations() -> Iterator[tuple[str, str, bool, bool]]:
    """What is declared, the relation, whether it is true, and whether it can be read."""
    found = tomllib.loads((Path(__file__).parent / "practice.toml").read_text(encoding="utf-8"))
    for group in found["group"]:
        for true, texts in ((True, group["true"]), (False, group["false"])):
            yield from ((group["declare"], text, true, text not in group.get("unread", ())) for text in texts)


RELATIONS = list(relations())


@pytest.mark.parametrize(("declared", "text", "true", "read"), RELATIONS, ids=[text for _, text, _, _ in RELATIONS])
def test_a_relation(declared: str, text: str, true: bool, read: bool) -> None:
    """Proved where it is true, refuted where it is false, in every reading; or it cannot be read."""
    if not read:
        with pytest.raises(InputError):
            read_latex(text, None, [declared], [])
        return
    readings = read_latex(text, None, [declared], [])
    assert {known.chain.statement.decide().status for known in readings} == {"proved" if true else "refuted"}


def test_most_are_read() -> None:
    """What cannot be read is the exception, and there are true and false ones."""
    assert sum(read for *_, read in RELATIONS) >= SHARE * len(RELATIONS)
    assert len(RELATIONS) >= 60
    assert sum(not true for _, _, true, _ in RELATIONS) >= 10
