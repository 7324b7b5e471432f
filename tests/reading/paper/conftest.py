"""Reading small papers: what their relations say, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from derive.cli.papers import decided
from derive.printing import text
from derive.reading.paper import Paper, Relation, read_paper

HEAD = r"dimension N; vectors a, b : N; scalar s, t, u, v, w; index i : N"
Read = Callable[..., Paper]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """``read(r"\\[ s = t \\]", "p.md", sidecar=…, files={…})``: a paper whose first line declares names."""

    def made(body: str, name: str = "p.tex", sidecar: str = "", files: Mapping[str, str] | None = None) -> Paper:
        head = f"<!-- derive: {HEAD} -->\n" if name.endswith(".md") else f"% derive: {HEAD}\n"
        path = tmp_path / name
        path.write_text(head + body, encoding="utf-8")
        for other, inside in (files or {}).items():
            (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / other).write_text(inside, encoding="utf-8")
        if sidecar:
            path.with_suffix(".derive.toml").write_text(sidecar, encoding="utf-8")
        return read_paper(path)

    return made


def said(relation: object) -> str:
    """A relation in words: ``s = t``, with its hypotheses after ``given``; or ``error``."""
    assert isinstance(relation, Relation)
    if relation.error is not None or relation.lhs is None or relation.rhs is None:
        return "error"
    lhs, rhs = (text(side, beside=(relation.lhs, relation.rhs)) for side in (relation.lhs, relation.rhs))
    given = " given" if relation.hypotheses else ""
    return f"{lhs} {relation.sign} {rhs}{given}"


@pytest.fixture
def says(read: Read) -> Callable[..., list[str]]:
    """What the relations of a paper say, in order."""
    return lambda *args, **more: [said(item) for item in read(*args, **more).items]


@pytest.fixture
def verdicts(read: Read) -> Callable[..., list[str]]:
    """The verdicts on the relations of a paper."""
    return lambda *args, **more: [
        decided(item).verdict for item in read(*args, **more).items if isinstance(item, Relation)
    ]


@pytest.fixture
def places(read: Read) -> Callable[..., list[str]]:
    """``line:column`` of each relation; the first line of a paper declares names."""
    return lambda *args, **more: [str(item.place) for item in read(*args, **more).items]
