"""Identifiers: ASCII, and different for different things."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from derive.rocq.environment import RESERVED, Names, ascii_word

WORDS = st.text(alphabet="aAα_Αβ9₁∂'é鉛in", min_size=1, max_size=4)


@given(WORDS)
def test_words_are_identifiers(name: str) -> None:
    """Whatever the name is, the word is one that Rocq can read."""
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", ascii_word(name))


@given(st.lists(WORDS, unique=True, max_size=12))
def test_different_things_have_different_identifiers(keys: list[str]) -> None:
    """The map is injective, keeps clear of what the file uses itself, and does not change its mind."""
    names = Names()
    made = [names(key, key) for key in keys]
    assert len(set(made)) == len(keys)
    assert not set(made) & RESERVED
    assert made == [names(key, key) for key in keys]


def test_greek_letters_get_their_words() -> None:
    """α and a variable called alpha are told apart."""
    names = Names()
    assert [names(1, "α"), names(2, "alpha"), names(3, "Ω"), names(4, "fun")] == ["alpha", "alpha_2", "Omega", "fun_2"]
