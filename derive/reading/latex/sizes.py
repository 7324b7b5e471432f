r"""Dimensions in scripts: ``N``, ``n_1``, and the constants that have them below, ``I_N``, ``0_{N \times K}``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.errors import InputError
from derive.language.terms import Dim, Dimension
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import SIZES
from derive.reading.latex.grammar import parse
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.latex.syntax import Name, parted
from derive.reading.syntax import Call, Numeral, Word


def named_by(reader: Reader, at: int, key: Key, mark: str, component: bool) -> tuple[str, ...]:
    """The names of terms with this key; where it is the letter of a size and of an array, of the one that is settled."""
    context = reader.context
    found = context.names(key, mark, component)
    if component or not any(isinstance(context.env.names[name], Dimension) for name in found):
        return found
    arrays = tuple(name for name in context.names(key, mark, True) if name not in found)
    if not arrays:
        return found
    return arrays if reader.choice(SIZES, at, f"{shown(key)}, a size and an array,") == "array" else found


def dimension_in(reader: Reader, raw: Sequence[Lexeme]) -> Word | Numeral | None:
    """The dimension that a script names, with scripts of its own or without: ``N``, ``n_1``; or a number of at least 2."""
    digits = "".join(lexeme.text for lexeme in raw if lexeme.kind == "DIGIT")
    if digits and len(digits) == len(raw) < 9 and int(digits) > 1:
        return Numeral(raw[0].at, Fraction(digits))
    if not raw or raw[0].kind != "NAME":
        return None
    try:
        name, found = parted(parse(reader.source, raw, "expr", raw[-1].end))
        scripts = sorted_scripts(reader, found)
    except InputError:
        return None
    if not isinstance(name, Name):
        return None
    key = scripts.key(name.lexeme.text)
    for word in reader.context.names(key, name.lexeme.mark):
        if isinstance(reader.context.env.names[word], Dimension):
            return Word(raw[0].at, word)
    return None


def sized_constant(reader: Reader, at: int, kind: str, raw: Sequence[Lexeme]) -> Reading | None:
    r"""``\vec 1_N``, ``I_N``, ``0_{N \times K}``: a constant with its dimensions below, if they are that."""
    cut = next((n for n, x in enumerate(raw) if x.kind == "OP" and x.text == "x"), None)
    parts = [raw] if cut is None else [raw[:cut], raw[cut + 1 :]]
    dims = [dimension_in(reader, part) for part in parts]
    words = tuple(dim for dim in dims if dim is not None)
    if len(words) != len(dims) or (kind == "identity" and len(words) != 1):
        return None
    shape = tuple(dim_of(reader, word) for word in words) * (2 if kind == "identity" else 1)
    return Reading(Call(at, kind, words), shape)


def dim_of(reader: Reader, tree: Word | Numeral) -> Dim:
    """The dimension that `dimension_in` found."""
    if isinstance(tree, Numeral):
        return int(tree.value)
    meaning = reader.context.env.names[tree.name]
    if not isinstance(meaning, Dimension):
        raise TypeError(f"{tree.name} is no dimension")
    return meaning
