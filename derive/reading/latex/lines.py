r"""Derivatives by a row or a column of a matrix, ``\frac{\partial L}{\partial A_{i,:}}``: that line of the one by A."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Family
from derive.reading.latex.derivatives import variables_of
from derive.reading.latex.families import named_line
from derive.reading.latex.readings import Reader, Reading, is_matrix
from derive.reading.latex.scripts import component_of, indices_of, is_line, sorted_scripts


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
        if sub is None or scripts.sup is not None or scripts.primes or not is_line(sub.raw):
            return None
        whole = replace(node, below=tex.Row(node.below.at, (items[0], tex.rescripted(items[1], name, []))))
        (variable,) = variables_of(reader, whole)
    except (InputError, ValueError):
        return None
    if len(variable.term.shape) != 2 or variable.indices or variable.positions:
        return None
    family = reader.context.families.get(name.lexeme.text)
    own = family is not None and family.matrix == variable.name and not family.columns and sub.raw[-1].kind == "COLON"
    return ByLine(whole, sub, family if own else None)


def derivative(reader: Reader, found: Sequence[Reading], line: ByLine) -> list[Reading]:
    """A line of the derivative of a number by a matrix, as that line of the matrix is read."""
    made = reader.shaped(found, line.whole.at, is_matrix, "a derivative by a row or a column")
    family = line.family
    if family is None:
        return reader.mapped(made, lambda c: component_of(reader, c, line.sub))
    (index,) = indices_of(reader, line.sub.raw[:-2])
    return reader.mapped(made, lambda c: named_line(reader, family, c, index, False))
