r"""``derive.reading.latex.declaring``: declarations in comments, cut into clauses."""

from __future__ import annotations

import pytest

from derive.reading.latex.declaring import clauses, find, split


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dimension N, K; vectors a : N", [("dimension", "N, K"), ("vector", "a : N")]),
        ("% derive: scalar s\n% derive: skip", [("scalar", "s"), ("skip", "")]),
        ("  %% derive: nonzero g; A invertible", [("nonzero", "g"), ("", "A invertible")]),
        ("scalar s % and a remark; scalar t\nscalar u", [("scalar", "s"), ("scalar", "u")]),
        (r"let f(x; y) = {a;b}; skip", [("let", "f(x; y) = {a;b}"), ("skip", "")]),
        (";;\n\n ; ", []),
        ("letter a", [("", "letter a")]),
    ],
)
def test_clauses(text: str, expected: list[tuple[str, str]]) -> None:
    """``;`` and line ends separate, outside of brackets; comments are passed over, ``% derive:`` is optional."""
    assert [(clause.keyword, text[clause.begin : clause.end].strip()) for clause in clauses(text)] == expected


def test_find_and_split() -> None:
    """Signs inside of brackets do not count."""
    assert find("f(a = b) = c", 0, 12, "=") == 9
    assert find("f(a)", 0, 4, "(") == 1
    assert find(r"\=", 0, 2, "=") == -1
    assert list(split("a_{1,2}, b", 0, 10, ",")) == [(0, 7), (8, 10)]
    angled = r"s = \langle a, b \rangle, t"
    assert [angled[slice(*one)] for one in split(angled, 0, len(angled), ",")] == [r"s = \langle a, b \rangle", " t"]
    alone = r"mean \langle, \overline; s = \rangle, t"
    assert len(list(split(alone, 0, len(alone), ",;"))) == 4
