"""Where theorems and the lines of derivations are written, found in the syntax tree of a Python file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

#: A line and a column, both from 1.
Place = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """Where a function or an assignment begins, and its longest chain of ``.by(…)``: one place for each."""

    file: str
    start: Place
    steps: tuple[Place, ...] = ()


def places_in(source: str, file: str) -> dict[str, Places]:
    """Name → places, for the functions and assignments at the top level of a file; {} for a file that has no tree.

    >>> places_in("d = start(x).by(r).by(q)", "d.py")["d"].steps
    ((1, 14), (1, 20))
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    rows = source.splitlines()
    found: dict[str, Places] = {}
    for node in tree.body:
        for name in _names(node):
            steps = max(_chains(node), key=len, default=[])
            found[name] = Places(
                file,
                (node.lineno, node.col_offset + 1),
                tuple((line, len(rows[line - 1].encode()[:at].decode(errors="replace")) + 1) for line, at in steps),
            )
    return found


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            found = [
                part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
            return [target.id for target in found if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _chains(node: ast.AST) -> Iterator[list[tuple[int, int]]]:
    """For every call of ``.by``: the places of the words ``by`` in the chain it ends, first to last, in bytes."""
    for part in ast.walk(node):
        chain: list[tuple[int, int]] = []
        while isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr == "by" and part.func.end_lineno is not None and part.func.end_col_offset is not None:
                chain.append((part.func.end_lineno, part.func.end_col_offset - len("by")))
            part = part.func.value
        yield chain[::-1]
