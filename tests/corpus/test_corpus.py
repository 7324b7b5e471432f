"""What people write: nothing true is refuted, nothing false proved, and no fewer relations are decided than were."""

from __future__ import annotations

import tomllib

import pytest

from tests.corpus.measure import ROOT, SOURCES, relations_of

DECIDED = tomllib.loads((ROOT / "decided.toml").read_text("utf-8"))


def test_the_corpus_is_there() -> None:
    """Thirty-three sources, each with a row."""
    assert set(SOURCES) == set(DECIDED)
    assert len(SOURCES) == 33


@pytest.mark.parametrize("source", SOURCES)
def test_a_source(source: str) -> None:
    """No wrong verdict; as many right ones as `decided.toml` says, which is to be raised where there are more."""
    relations = list(relations_of(source))
    assert [each for each in relations if each.is_wrong] == []
    proved = sum(each.is_decided for each in relations if each.kind == "true")
    refuted = sum(each.is_decided for each in relations if each.kind == "false")
    assert {"proved": proved, "refuted": refuted} == DECIDED[source]
