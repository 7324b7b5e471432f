r"""``e^{\sum_i x_i}`` as ``\exp(\sum_i x_i)`` where no e is declared: what is asked of a formula's letters, and of which
index a sign binds, is asked of what stands above an e too."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from derive.reading.latex.context import Context
from derive.reading.latex.grammar import parse
from derive.reading.latex.spelling import UNMARKED, Key
from derive.reading.latex.syntax import Func, Group, Name, Node, Row, Scripted
from derive.reading.shapes import NATURAL
from derive.reading.source import Source


def with_exponentials(source: Source, context: Context, node: Node) -> Node:
    """A tree in which the exponential of a formula with a sum or a product in it is written as one."""
    return node if context.names(Key("e"), "") else _written(source, node)


def _written(source: Source, value: Any) -> Any:
    if isinstance(value, Row):
        items = [part for item in value.items for part in (_exponential(source, item) or (_written(source, item),))]
        return value if items == [*value.items] else replace(value, items=tuple(items))
    if isinstance(value, tuple):
        return tuple(_written(source, one) for one in value)
    if not isinstance(value, Node):
        return value
    if alone := _exponential(source, value):
        return Row(value.at, alone)
    changed = {field.name: _written(source, old) for field in fields(value) if (old := getattr(value, field.name))}
    new = {name: found for name, found in changed.items() if found is not getattr(value, name)}
    return replace(value, **new) if new else value


def _exponential(source: Source, node: Node) -> tuple[Node, ...]:
    """The word and what it is of, where a node is an e with an exponent, no other script, and a big sign in it."""
    if not (isinstance(node, Scripted) and isinstance(node.base, Name) and len(node.scripts) == 1):
        return ()
    name, script = node.base.lexeme, node.scripts[0]
    signed = script.sign == "^" and any(lexeme.kind == "BIG" for lexeme in script.raw)
    if not signed or name.text != "e" or name.mark not in UNMARKED:
        return ()
    inner = parse(source, script.raw, "expr", script.raw[-1].end)
    return (Func(node.at, NATURAL), Group(script.at, (_written(source, inner),)))
