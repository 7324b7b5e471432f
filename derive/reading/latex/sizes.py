r"""Dimensions in scripts: ``N``, ``n_1``, and the constants that have them below, ``I_N``, ``0_{N \times K}``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.errors import InputError
from derive.language.terms import Dim, Dimension
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import SIZES
from derive.reading.latex.grammar import parse
from derive.reading.latex.places import size_named
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import GIVEN, Key, Lexeme, written
from derive.reading.latex.syntax import Name, parted
from derive.reading.syntax import Call, Numeral, Word


def named_by(reader: Reader, at: int, key: Key, mark: str, component: bool) -> tuple[str, ...]:
    r"""The names of terms with this key; where it is the letter of a size and of an array, of the one that is settled.

    Raises where a sign binds what stands beside the bar of one, ``\sum_j p_{j|i}``: a name is the same for every j.
    """
    context = reader.context
    found = context.names(key, mark, component)
    if found and GIVEN in key.sub and (bound := reader.bound.intersection(key.sub.split())):
        hint = "a name with a bar in its subscript has no indices; write p_{ij}, of a declared matrix"
        raise reader.fail(at, f"the name {shown(key)} with {min(bound)} in it, which a sign binds", hint)
    if component or not any(isinstance(context.env.names[name], Dimension) for name in found):
        return found
    arrays = tuple(name for name in context.names(key, mark, True) if name not in found)
    if not arrays:
        return found
    return arrays if reader.choice(SIZES, at, f"{shown(key)}, a size and an array,") == "array" else found


def dimension_in(reader: Reader, raw: Sequence[Lexeme]) -> Word | Numeral | None:
    """The dimension that a script says, with scripts of its own or without: ``N``, ``n_1``; or a number of at least 2."""
    found = size_in(reader, raw)
    return found[0] if found and not found[1] else None


def words_in(reader: Reader, raw: Sequence[Lexeme]) -> tuple[str, ...]:
    """The names of the environment of what a script says, where that is one name with scripts of its own or without."""
    if not raw or raw[0].kind != "NAME":
        return ()
    try:
        name, found = parted(parse(reader.source, raw, "expr", raw[-1].end))
        scripts = sorted_scripts(reader, found)
    except InputError:
        return ()
    return reader.context.names(scripts.key(name.lexeme.text), name.lexeme.mark) if isinstance(name, Name) else ()


def size_in(reader: Reader, raw: Sequence[Lexeme]) -> tuple[Word | Numeral, int] | None:
    """The dimension N and the k of a script that says N - k: ``N-1``, or n + 1 and n - 1 after ``let n = N - 2``.

    Also a number of at least 2, and 0.
    """
    digits = "".join(lexeme.text for lexeme in raw if lexeme.kind == "DIGIT")
    if digits and len(digits) == len(raw) < 9 and int(digits) > 1:
        return Numeral(raw[0].at, Fraction(digits)), 0
    signed = len(raw) > 2 and raw[-2].text in ("+", "-") and raw[-1].kind == "DIGIT"
    shift = int(raw[-1].text) * (-1 if raw[-2].text == "+" else 1) if signed else 0
    if (found := letter_in(reader, raw[:-2] if signed else raw)) is None or found[1] + shift < 0:
        return None
    return found[0], found[1] + shift


def letter_in(reader: Reader, raw: Sequence[Lexeme]) -> tuple[Word, int] | None:
    """The dimension N and the k of a script that names N, or what is defined as N - k, ``let n = N - 1``."""
    return size_named(reader, raw[0].at, words_in(reader, raw)) if raw else None


def sized_constant(reader: Reader, at: int, kind: str, raw: Sequence[Lexeme]) -> Reading | None:
    r"""``\vec 1_N``, ``I_N``, ``I_{N \times N}``, ``0_{N \times K}``, ``1_{N \times 1}``: a constant with its dimensions
    below, if they are that.
    """
    cut = next((n for n, x in enumerate(raw) if x.kind == "OP" and x.text == "x"), None)
    parts = [raw] if cut is None else [raw[:cut], raw[cut + 1 :]]
    if len(parts) == 2 and written(parts[1]) == "1":
        del parts[1]
    dims = [dimension_in(reader, part) for part in parts]
    words = tuple(dim for dim in dims if dim is not None)
    shape = tuple(dim_of(reader, word) for word in words)
    if len(words) != len(parts):
        return None
    if kind != "identity":
        return Reading(Call(at, kind, words), shape)
    if len(words) != (1 if cut is None else 2) or len(set(shape)) != 1:
        return None
    return Reading(Call(at, kind, words[:1]), shape[:1] * 2)


def dim_of(reader: Reader, tree: Word | Numeral) -> Dim:
    """The dimension that `dimension_in` found."""
    if isinstance(tree, Numeral):
        return int(tree.value)
    meaning = reader.context.env.names[tree.name]
    if not isinstance(meaning, Dimension):
        raise TypeError(f"{tree.name} is no dimension")
    return meaning
