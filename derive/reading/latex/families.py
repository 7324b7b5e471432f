"""Rows and columns of matrices with a name of their own: with the index above, and beside other names of that letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.terms import Index, Term
from derive.reading.latex.context import Context, Family
from derive.reading.latex.conventions import CONVENTIONS, LETTERS, LINES, relied_on, settled_with
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.readings import Option, Reader, Reading, Rough, is_column
from derive.reading.latex.scripts import are_indices, column_of, indices_of, is_line, scripted
from derive.reading.latex.signs import TRANSPOSES
from derive.reading.latex.spelling import UNMARKED, Key, written
from derive.reading.latex.superscripts import is_index
from derive.reading.latex.syntax import Scripts, WrittenName
from derive.reading.source import Source
from derive.reading.syntax import Indexed, Word

T = TypeVar("T")


def family_core(name: WrittenName) -> str:
    """The letter of rows or columns with the primes of a name, as they are kept."""
    return name.core + "'" * name.scripts.primes


def family_of(reader: Reader, name: WrittenName) -> tuple[Family | None, Scripts]:
    """The rows or columns that a name with its primes is declared for, or without them, and the scripts that are left."""
    families, scripts = reader.context.families, name.scripts
    if (found := families.get(family_core(name))) is not None:
        return found, replace(scripts, primes=0)
    return families.get(name.core), scripts


def is_of_family(reader: Reader, name: WrittenName, word: Word, shape: Rough, rest: Scripts) -> bool:
    r"""Is a name with an index one of the declared rows, or columns, of that name, and no part of what a word names?

    It is where it is a row of the same matrix, and where the index runs over the rows and not over the components of a
    vector.  Where it runs over both no component is transposed, and `told_by_letters` has the rest.
    """
    index, choice = own_index(reader, name, rest), reader.context.choice(LETTERS)
    family, sub = reader.context.families.get(family_core(name)), rest.sub
    if family is not None and word.name == family.matrix and sub is not None:
        entry_or_line = (
            not family.columns and not family.above and (is_line(sub.raw) or are_indices(reader, sub.raw, 2))
        )
        return index is not None or entry_or_line
    if index is None or not is_column(shape) or shape[0] not in (None, index.dim):
        return index is not None and is_column(shape)
    transposed = rest.sup is not None and written(rest.sup.raw) in TRANSPOSES
    if transposed and choice == "component":
        raise reader.fail(
            name.at, "the transpose of a component", f"let a letter be the vector {name.core}", ShapeError
        )
    return transposed or choice == "line"


def named_line(reader: Reader, family: Family, of: Reading, index: Word, is_of_columns: bool) -> Reading:
    """A row, or a column, of a matrix, as those with a name of their own are read."""
    found = Reading(column_of(of.tree, index, is_of_columns), (of.shape[0 if is_of_columns else 1],))
    reader.effort.lines = reader.effort.lines or family.lines
    if not family.lines or is_of_columns or reader.context.choice(LINES) != "row":
        return found
    reader.effort.relied.add(relied_on(LINES, "row"))
    return transpose_of(found, of.tree.at)


def told_by_letters(context: Context, at: int, source: Source, read: Callable[[Context], T]) -> T:
    """What is read in a context; where it has two readings, with all letters that could be lines and components as one.

    Raises `AmbiguityError` where both are well-typed.
    """
    try:
        return read(context)
    except AmbiguityError as error:
        if error.convention or context.choice(LETTERS) or not has_shared_letters(context):
            raise
        doubt = error
    found: list[Callable[[], T]] = []
    for choice in CONVENTIONS[LETTERS].choices:
        attempt = partial(read, context.choose(LETTERS, choice))
        if is_open(attempt):
            found.append(attempt)
    if len(found) != 1:
        said = list(CONVENTIONS[LETTERS].choices.values())
        what = "a letter with an index that is a vector, and of which lines are declared,"
        raise source.ambiguous(at, what, said, settled_with(LETTERS), LETTERS) if found else doubt
    return found[0]()


def is_open(attempt: Callable[[], object]) -> bool:
    """Is something well-typed, or not known not to be?"""
    try:
        attempt()
    except ShapeError:
        return False
    except InputError:
        return True
    return True


def has_shared_letters(context: Context) -> bool:
    """Is a vector declared under the letter of rows, or columns, of which there are as many as it has components?"""
    for core, family in context.families.items():
        of = context.env.names.get(family.matrix)
        key = Key(core.rstrip("'"), primes=core.count("'"))
        names = {name for mark in ("", r"\mathbf") for name in context.names(key, mark, True)}
        sizes = {found.shape for name in names if isinstance(found := context.env.names.get(name), Term)}
        if isinstance(of, Term) and any((dim,) in sizes for dim in of.shape):
            return True
    return False


def is_component(reader: Reader, name: WrittenName) -> bool:
    """Is a name with an index settled to be a component of the vector of its letter, where it could be a line, too?"""
    if not name.declared or reader.context.choice(LETTERS) != "component":
        return False
    index = own_index(reader, name, name.scripts)
    names = reader.context.names(Key(name.core), name.mark, True)
    shapes = [found.shape for word in names if isinstance(found := reader.context.env.names.get(word), Term)]
    return index is not None and any(is_column(shape) and shape[0] == index.dim for shape in shapes)


def own_index(reader: Reader, name: WrittenName, rest: Scripts) -> Index | None:
    """The one index of a name that is declared for rows or columns, where it runs over these."""
    family = reader.context.families.get(family_core(name))
    script = rest.sup if family is not None and family.above else rest.sub
    if family is None or script is None:
        return None
    raw = script.raw[1:-1] if family.above and not family.bare else script.raw
    if len(raw) != 1 or not are_indices(reader, raw, 1):
        return None
    of = reader.context.env.names.get(family.matrix)
    index = reader.context.env.names.get(reader.context.index(Key(raw[0].text)) or "")
    if not isinstance(of, Term) or not isinstance(index, Index) or (family.marked and name.mark in UNMARKED):
        return None
    lines = of.shape if family.both else of.shape[1:] if family.columns else of.shape[:1]
    return index if index.dim in lines else None


def entry_of_lines(
    reader: Reader, name: WrittenName, family: Family, indices: tuple[Word, ...], rest: Scripts
) -> list[Reading]:
    r"""``x_{ij}`` of rows x_i of X: an entry of X, and ``x^\top_{ji}`` that of its transpose."""
    turned = rest.sup is not None and not rest.sub_first and written(rest.sup.raw) in TRANSPOSES
    if turned and not (family.columns or family.both):
        rest, indices = replace(rest, sup=None), indices[::-1]
    matrix = Word(name.at, family.matrix)
    entry = Indexed(name.at, matrix, entry_of(reader, name.at, family, indices))
    return scripted(reader, [Reading(entry, ())], rest)


def entry_of(reader: Reader, at: int, family: Family, indices: tuple[Word, ...]) -> tuple[Word, ...]:
    r"""The row and the column of ``a_{ij}`` of ``columns a_j of A``: told by what i and j run over, or two readings."""
    turned, meaning = indices[::-1], reader.context.env.names.get(family.matrix)
    if not family.columns or family.lines or not isinstance(meaning, Term):
        return turned if family.columns else indices
    known = {word.name: reader.context.env.names.get(reader.context.index(Key(word.name)) or "") for word in indices}
    over = [one.dim if isinstance(one := known[word.name], Index) else None for word in indices]
    fits = [
        all(dim in (None, axis) for dim, axis in zip(way, meaning.shape, strict=True)) for way in (over, over[::-1])
    ]
    if fits[0] != fits[1]:
        return indices if fits[0] else turned
    what = f"two indices of a column of {family.matrix}"
    return indices if reader.choice("entries of columns", at, what) == "entry" else turned


def row_above(reader: Reader, name: WrittenName, family: Family) -> list[Option]:
    r"""``x^{(i)}``, a row of a matrix, or ``x^{(i)}_j``, a component of it."""
    sup, meaning = name.scripts.sup, reader.context.env.names.get(family.matrix)
    if sup is None or not isinstance(meaning, Term) or len(meaning.shape) != 2:
        return []
    bracketed = (sup.raw[0].kind, sup.raw[-1].kind) == ("OPEN", "CLOSE")
    if bracketed == family.bare or (family.bare and not is_index(reader, written(sup.raw))):
        return []
    raw, matrix = sup.raw[1:-1] if bracketed else sup.raw, Word(name.at, family.matrix)
    size = meaning.shape[0 if family.columns else 1]

    def one() -> list[Reading]:
        (index,) = indices_of(reader, raw)
        tree = column_of(matrix, index, family.columns)
        return scripted(reader, [Reading(tree, (size,))], replace(family_of(reader, name)[1], sup=None))

    return [(f"a {'column' if family.columns else 'row'} of {family.matrix}", one)] if len(raw) == 1 else []
