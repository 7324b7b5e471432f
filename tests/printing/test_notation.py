"""Notation profiles are data, checked when they are read."""

from __future__ import annotations

from typing import Any

import pytest

from derive.errors import InputError
from derive.printing import ARROW, BOLD, PLAIN, PROFILES, Notation, from_mapping


def test_profiles_by_name() -> None:
    """A table that names a profile and changes nothing is that profile; the empty table is the arrow notation."""
    assert from_mapping({}) == ARROW
    assert [from_mapping({"profile": name}) for name in PROFILES] == [ARROW, BOLD, PLAIN]


def test_changes() -> None:
    """Single entries change a profile; the profile itself stays as it is."""
    changed = from_mapping({"profile": "bold", "hadamard": r"\circ", "names": {"eps": r"\varepsilon", "N": "d"}})
    assert (changed.hadamard, changed.vector, changed.names["N"]) == (r"\circ", r"\mathbf", "d")
    assert BOLD.hadamard == r"\odot"
    assert not BOLD.names


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "'colour' is unknown"),
    ({"profile": "italic"}, "'italic'"),
    ({"profile": 3}, "3"),
    ({"transpose": 3}, "'transpose' is 3"),
    ({"transpose": ""}, "'transpose' is ''"),
    ({"hadamard": r"\input"}, r"uses \input"),
    ({"ones": "1"}, "a number"),
    ({"vector": r"\odot"}, r"'\\odot'"),
    ({"norm_left": r"\sqrt"}, r"uses \sqrt"),
    ({"norm_left": "1"}, "'norm_left'"),
    ({"names": "eps"}, "'names'"),
    ({"names": {"eps": r"\write18{ls}"}}, r"'names.eps' uses \write"),
    ({"names": {"eps": "$"}}, "contains '$'"),
    ({"names": {"eps": "a % b"}}, "contains '%'"),
    ({"names": {"eps": "a}{b"}}, "unbalanced"),
    ({"names": {"eps": r"\mathrm{a"}}, "unbalanced"),
    ({"names": {"eps": "a\nb"}}, "contains"),
    ({"names": {"eps": "x" * 300}}, "'names.eps'"),
]


@pytest.mark.parametrize(("table", "message"), WRONG, ids=[str(table) for table, _ in WRONG])
def test_wrong_tables(table: dict[str, Any], message: str) -> None:
    """A wrong entry is an input error that names the entry and says one way on."""
    with pytest.raises(InputError) as caught:
        from_mapping(table)
    assert message in caught.value.message
    assert caught.value.hint


def test_notation_is_frozen() -> None:
    """The names of a notation cannot be changed from outside, nor after the check."""
    names = {"eps": "e"}
    notation = Notation(names=names)
    names["eps"] = r"\input"
    assert notation.names["eps"] == "e"
    with pytest.raises(TypeError):
        notation.names["eps"] = "x"  # type: ignore[index]  # the write that must fail
