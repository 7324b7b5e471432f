"""The verdicts on papers whose every line is labelled: none is wrong, nearly all are decided."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from derive.cli.obligations import Obligation
from derive.cli.papers import judge
from derive.reading.paper import Relation, read_paper
from tests.not_certified import RELATIONS

FOLDER = Path(__file__).parent
PAPERS = sorted([*FOLDER.glob("*.tex"), FOLDER / "notes.md"])
LABEL = re.compile(r"%% (true|false: \S|definition)")
#: What is said of a line, the worst of its relations.
WORST = ("error", "refuted", "unsupported", "proved")


@cache
def labels(path: Path) -> dict[int, str]:
    """Line → what its author says of it."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found = {number: LABEL.search(line) for number, line in enumerate(lines, start=1)}
    return {number: match[1].partition(":")[0] for number, match in found.items() if match}


@cache
def judged(path: Path) -> list[Obligation]:
    """What comes out of each relation."""
    items = read_paper(path).items
    assert all(isinstance(item, Relation) for item in items)
    return [judge(item)[0] for item in items if isinstance(item, Relation)]


def verdicts(path: Path) -> dict[int, str]:
    """Line → what comes out, the worst of its relations."""
    found: dict[int, list[str]] = {}
    for made in judged(path):
        assert made.line is not None
        found.setdefault(made.line, []).append(made.verdict)
    return {line: min(words, key=WORST.index) for line, words in found.items()}


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
def test_no_verdict_is_wrong(path: Path) -> None:
    """No true line is refuted, no false one proved; every labelled line has a relation, and every relation a label."""
    said, found = labels(path), verdicts(path)
    assert {line for line, word in said.items() if word != "definition"} == set(found)
    wrong = {"true": "refuted", "false": "proved"}
    assert [line for line, verdict in found.items() if wrong[said[line]] == verdict] == []


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
def test_what_is_proved_is_certified(path: Path) -> None:
    """The verifier accepts a certificate of every relation that is proved, but for those of the list."""
    open_ = {made.line for made in judged(path) if made.not_certified}
    assert open_ == RELATIONS.get(path.name, frozenset())


def test_nearly_all_is_decided() -> None:
    """At least nine of ten lines are proved or refuted."""
    count = Counter(verdict in ("proved", "refuted") for path in PAPERS for verdict in verdicts(path).values())
    assert count[True] >= 9 * count[False]


def test_the_corpus_is_what_it_should_be() -> None:
    """Sixty derivations and more in six styles and more; a third of the lines and more are false, each with its reason."""
    texts = [path.read_text(encoding="utf-8") for path in PAPERS]
    assert sum(len(re.findall(r"(?:%|<!--) derivation: \S", text)) for text in texts) >= 60
    assert len(PAPERS) >= 6
    count = Counter(word for path in PAPERS if path.stem != "sources" for word in labels(path).values())
    assert 3 * count["false"] >= count["true"] + count["false"]
