"""Units: rows with their lengths, macros that are one sign, relations of two tokens."""

from __future__ import annotations

import pytest

from derive.reading.latex import Macros, read_macros
from derive.reading.paper.units import Unit, units
from derive.reading.source import Source


def found(text: str, macros: str = "") -> list[Unit]:
    """The units of a text."""
    return units(Source(text), 0, len(text), read_macros(macros) if macros else Macros())


def kinds(text: str, macros: str = "") -> list[str]:
    """Their kinds."""
    return [unit.kind for unit in found(text, macros)]


@pytest.mark.parametrize("row", [r"\\", r"\\*", r"\\[1em]", r"\\*[2pt]", r"\\[-0.5ex]", r"\\[\jot]", "\\\\\n [3mm]"])
def test_a_row_with_its_length_is_one_unit(row: str) -> None:
    """No letter of it is a name."""
    assert kinds(f"s {row} &= t") == ["other", "row", "mark", "relation", "other"]


def test_a_bracket_that_is_no_length_stays() -> None:
    """``[s + t]`` begins a row."""
    assert kinds(r"s \\ [s + t]")[:3] == ["other", "row", "opening"]


@pytest.mark.parametrize("sign", ["=", "<=", r"\le", ":=", r"\not=", r"\overset{!}{=}", r"\stackrel{\text{def}}{=}"])
def test_a_relation_is_one_unit(sign: str) -> None:
    """However many tokens it has."""
    assert kinds(f"s {sign} t") == ["other", "relation", "other"]


def test_a_macro_is_what_it_stands_for() -> None:
    """A relation, an arrow, the end of a row."""
    macros = r"\newcommand{\eq}{=}\newcommand{\im}{\;\implies\;}\newcommand{\nl}{\\}\newcommand{\df}{:=}"
    assert kinds(r"s \eq t \im s \df t \nl", macros) == [
        "other", "relation", "other", "arrow", "other", "relation", "other", "row",
    ]  # fmt: skip


def test_what_stands_in_brackets_is_inside() -> None:
    """A sign in brackets belongs to no chain."""
    assert [unit.inside for unit in found("(s = t) = u")] == [False, True, True, True, False, False, False]


def test_a_quad_sets_apart() -> None:
    r"""So does ``\qquad``; ``\,`` does not."""
    assert [unit.apart for unit in found(r"s \quad t \qquad u \, v")] == [False, True, True, False]


def test_a_wide_space_sets_apart() -> None:
    r"""``\hspace{1cm}`` is as wide as ``\quad``."""
    assert [unit.apart for unit in found(r"s \hspace{1cm} t") if unit.text == "t"] == [True]
