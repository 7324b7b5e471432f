r"""Derivatives by a row or a column of a matrix, ``\frac{\partial L}{\partial A_{i,:}}``: that line of the one by A."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Family
from derive.reading.latex.derivatives import variables_of
from derive.reading.latex.families import named_line
from derive.reading.latex.readings import Reader, Reading, is_matrix, is_row
from derive.reading.latex.scripts import component_of, indices_of, is_line, sorted_scripts
from derive.reading.latex.spelling import UNMARKED, Key
from derive.reading.syntax import At


@dataclass(frozen=True)
class ByLine:
    """The derivative by a whole matrix, the subscript that says which line of it, and its rows, if they have its name."""

    whole: tex.Fraction_
    sub: tex.Script
    family: Family | None


def below_bar(reader: Reader, node: tex.Fraction_) -> ByLine | None:
    """The line of a matrix that a derivative is by; None of any other, and in a layout that transposes."""
    items = tex.items_of(tex.held(node.below))
    name, found = tex.parted(items[-1])
    if len(items) != 2 or not isinstance(name, tex.Name) or reader.context.layout == "numerator":
        return None
    try:
        scripts = sorted_scripts(reader, found)
        sub = scripts.sub
        if sub is None or scripts.sup is not None or scripts.primes:
            return None
        matrix = None if is_line(sub.raw) else matrix_of(reader, name)
        if matrix is not None and len(indices_of(reader, sub.raw)) != 1:
            return None  # an entry of the row
        if matrix is None and not is_line(sub.raw) and not is_by_index(reader, name, scripts):
            return None
        whole = replace(node, below=tex.Row(node.below.at, (items[0], matrix or tex.rescripted(items[1], name, []))))
        (variable,) = variables_of(reader, whole)
    except (InputError, ValueError):
        return None
    entry = matrix is None and not is_line(sub.raw) and is_row(variable.term.shape)  # x_i of a row x
    if len(variable.term.shape) != 2 or entry or variable.indices or variable.positions:
        return None
    family = reader.context.families.get(name.lexeme.text)
    if matrix is not None or not (is_line(sub.raw) or (family is not None and family.matrix != variable.name)):
        return ByLine(whole, sub, family)
    own = family is not None and family.matrix == variable.name and not family.columns and sub.raw[-1].kind == "COLON"
    return ByLine(whole, sub, family if own else None)


def is_by_index(reader: Reader, name: tex.Name, scripts: tex.Scripts) -> bool:
    """Has a name one index, or a number as its rows have, and is it, with that, no name of its own?"""
    indices = indices_of(reader, scripts.sub.raw) if scripts.sub is not None else ()
    known = reader.context.names(scripts.key(name.lexeme.text), name.lexeme.mark)
    return (
        len(indices) == 1
        and not known
        and (not isinstance(indices[0], At) or name.lexeme.text in reader.context.families)
    )


def derivative(reader: Reader, found: Sequence[Reading], line: ByLine) -> list[Reading]:
    """A line of the derivative of a number by a matrix, as that line of the matrix is read."""
    made = reader.shaped(found, line.whole.at, is_matrix, "a derivative by a row or a column")
    family = line.family
    if family is None:
        return reader.mapped(made, lambda c: component_of(reader, c, line.sub))
    raw = line.sub.raw[:-2] if is_line(line.sub.raw) else line.sub.raw
    (index,) = indices_of(reader, raw)
    return reader.mapped(made, lambda c: named_line(reader, family, c, index, family.columns))


def matrix_of(reader: Reader, name: tex.Name) -> tex.Name | None:
    """The matrix of whose rows, or columns, a letter is the name and nothing else has it, as it is typeset."""
    family, key = reader.context.families.get(name.lexeme.text), Key(name.lexeme.text)
    if family is None or family.above or family.both or reader.context.names(key, name.lexeme.mark, True):
        return None
    if family.marked and name.lexeme.mark in UNMARKED:
        return None
    for whole, entries in reader.context.keys.table.items():
        for mark, word in entries:
            if (
                word == family.matrix and whole == Key(whole.core) and "∂" not in whole.core
            ):  # that is the let of a line
                return tex.Name(name.at, replace(name.lexeme, text=whole.core, mark=mark))
    return None
