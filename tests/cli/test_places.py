"""Places in Python files."""

from __future__ import annotations

import pytest

from derive.cli.targets import Places, places_in


@pytest.mark.parametrize(
    ("source", "name", "start", "steps"),
    [
        ("d = start(x)", "d", (1, 1), ()),
        ("d = start(x).by(r).by(q)", "d", (1, 1), ((1, 14), (1, 20))),
        ("\nd = (\n    start(x)\n    .by(r)\n    .by(q)\n)", "d", (2, 1), ((4, 6), (5, 6))),
        ("d: D = start(x).by(r)", "d", (1, 1), ((1, 17),)),
        ("@theorem('t')\ndef eq6():\n    return start(x).by(r)", "eq6", (2, 1), ((3, 21),)),
        ("def f():\n    e = start(x).by(r)\n    return start(x).by(r).by(q)", "f", (1, 1), ((3, 21), (3, 27))),
        ("Π = start('σ²').by(r)", "Π", (1, 1), ((1, 17),)),
    ],
)
def test_lines_of_derivations(
    source: str, name: str, start: tuple[int, int], steps: tuple[tuple[int, int], ...]
) -> None:
    """The word ``by`` of every line, counted in letters from 1."""
    assert places_in(source, "f.py")[name] == Places("f.py", start, steps)


@pytest.mark.parametrize("source", ["d = (", "\0", "x = " + "(" * 100_000, "x = " + "-" * 100_000 + "1"])
def test_what_has_no_tree_has_no_places(source: str) -> None:
    """Files that are no Python, or nested too deeply, have no places and do no harm."""
    assert places_in(source, "f.py") == {}
