r"""Single factors: numbers, roots, names, and what has scripts."""

from __future__ import annotations

from fractions import Fraction

from derive.errors import LimitError
from derive.reading.grammar import MAX_DIGITS
from derive.reading.latex.constants import sized_constant
from derive.reading.latex.fences import marked_norm, mean_by
from derive.reading.latex.nabla import is_nabla
from derive.reading.latex.names import read_name
from derive.reading.latex.occurrences import parts
from derive.reading.latex.products import brace_sum, unprinted
from derive.reading.latex.readings import Built, Reader, Reading
from derive.reading.latex.scripts import scripted, sorted_scripts
from derive.reading.latex.syntax import Angles, Bars, BigSign, Func, Name, Num, Over, Root, Row, Scripted
from derive.reading.syntax import Call, Numeral


def read_built(reader: Reader, node: Built) -> list[Reading]:
    """What has been read already."""
    return list(node.readings)


def read_number(reader: Reader, node: Num) -> list[Reading]:
    """Digits."""
    if len(node.text) > MAX_DIGITS:
        raise reader.fail(node.at, f"a numeral of more than {MAX_DIGITS} digits", kind=LimitError)
    if node.spaced:
        hint = r"write the number without spaces, or \cdot between two numbers"
        raise reader.error(node.at, "digits with a space between them", "one number", hint)
    return [Reading(Numeral(node.at, Fraction(node.text)), ())]


def read_root(reader: Reader, node: Root) -> list[Reading]:
    """A square root."""
    inner = reader.shaped(reader.read(node.inner), node.at, lambda shape: not shape, "a square root")
    return reader.mapped(inner, lambda c: Reading(Call(node.at, "sqrt", (c.tree,)), ()))


def read_scripted(reader: Reader, node: Scripted) -> list[Reading]:
    """A name or a part with scripts."""
    base = node.base
    if is_nabla(reader, node):
        return reader.row((node,))
    if isinstance(base, Name):
        return read_name(reader, node)
    if isinstance(base, BigSign | Func):
        return reader.row((node,))
    scripts = sorted_scripts(reader, node.scripts)
    if isinstance(base, Num) and base.text in "01" and scripts.sub is not None:
        kind = "ones" if base.text == "1" else "zeros"
        sized = sized_constant(reader, node.at, kind, scripts.sub.raw)
        if sized is None:
            raise reader.error(scripts.sub.at, "a number with a subscript", "dimensions, as in 0_{N \\times K}")
        return scripted(reader, [sized], scripts.above)
    if isinstance(base, Bars) and base.double and scripts.sub is not None:
        return marked_norm(reader, base, scripts)
    if isinstance(base, Angles | Over) and scripts.sub is not None and len(inner := tuple(parts(base))) == 1:
        sign = r"\langle" if isinstance(base, Angles) else r"\bar"
        found = mean_by(reader, sign, base, inner, scripts.sub)
        return scripted(reader, found, scripts.above)
    if unprinted(base, Row):
        raise brace_sum(reader, base)
    return scripted(reader, reader.read(base), scripts)
