"""Which names a tree holds, and which indices in it nothing binds: what a formula says of its letters before it is read."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import fields

from derive.reading.latex.spelling import Key, Lexeme, plain_name
from derive.reading.latex.syntax import BigSign, Group, Name, Node, Row, Script, Scripted, items_of, parted


def parts(node: Node) -> Iterator[Node]:
    """The nodes directly below."""
    for field in fields(node):
        yield from _nodes(getattr(node, field.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def holds(node: Node, target: Node) -> bool:
    """Is a node this one, or has it this one somewhere below?"""
    return any(one is target for one in _all(node))


def _all(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(parts(one))


def stands_alone(text: str, *nodes: Node) -> bool:
    """Does a name stand somewhere in some nodes without parentheses right behind it?"""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        items = items_of(node)
        for item, after in zip(items, (*items[1:], None), strict=True):
            base, _ = parted(item)
            behind = parted(after)[0] if after is not None else None
            if not isinstance(base, Name):
                stack.extend(parts(item))
            elif base.lexeme.text == text and not (isinstance(behind, Group) and behind.visible):
                return True
    return False


def letters(*nodes: Node) -> set[str]:
    """Every name in some nodes, scripts included, as an index of that name would be called."""
    found: set[str] = set()
    for one in (one for node in nodes for one in _all(node)):
        if isinstance(one, Name):
            found |= index_names([one.lexeme])
        elif isinstance(one, Scripted):
            for script in one.scripts:
                found |= index_names(script.raw)
    return found


def index_names(raw: Sequence[Lexeme]) -> set[str]:
    """The names in a script, with their primes, and without."""
    found: set[str] = set()
    for position, lexeme in enumerate(raw):
        if lexeme.kind == "NAME":
            after = raw[position + 1 :]
            primes = next((n for n, x in enumerate(after) if x.kind != "PRIME"), len(after))
            found |= {plain_name(Key(lexeme.text)), plain_name(Key(lexeme.text, primes=primes))}
    return found


def free_names(node: Node, end: Node, operators: Container[tuple[str, str]]) -> set[str]:
    r"""The names in subscripts that no ``\sum``, and no operator with an index, binds in the row around them.

    What stands in a row from ``end`` on is left out.
    """
    found: set[str] = set()
    stack: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
    while stack:
        one, bound = stack.pop()
        for item in one.items if isinstance(one, Row) else (one,):
            if item is end:
                break
            base, scripts = parted(item)
            used: set[str] = set()
            for script in scripts:
                used |= index_names(script.raw) if script.sign == "_" else _below(script)
            if _binds(base, operators):
                new = bound_names(scripts)
                found |= used - bound - new
                bound |= new
                continue
            found |= used - bound
            inside = (base,) if isinstance(item, Scripted) else parts(item)
            stack.extend((part, bound) for part in inside)
    return found


def letters_behind(node: Node, sign: Node) -> set[str]:
    """The `letters` of what follows a sign in its row."""
    rows = (one.items for one in _all(node) if isinstance(one, Row))
    return next((letters(*items[place + 1 :]) for items in rows for place, x in enumerate(items) if x is sign), set())


def _binds(base: Node, operators: Container[tuple[str, str]]) -> bool:
    if isinstance(base, Name):
        return (base.lexeme.text, base.lexeme.mark) in operators
    return isinstance(base, BigSign)


def bound_names(scripts: Sequence[Script]) -> set[str]:
    r"""The names that the subscript of a big sign binds: with ``i=1`` in it those before an equals sign, without any all."""
    raw = [lexeme for script in scripts if script.sign == "_" for lexeme in script.raw]
    if not any(lexeme.kind == "REL" and lexeme.text == "=" for lexeme in raw):
        return index_names(raw)
    return set().union(*(index_names(piece) for piece in pieces(raw) if not any(x.text == "!=" for x in piece)))


def pieces(raw: Sequence[Lexeme]) -> list[list[Lexeme]]:
    """What stands between the commas and colons of a script, its braces left out."""
    found: list[list[Lexeme]] = [[]]
    for lexeme in raw:
        if lexeme.kind in ("COMMA", "COLON"):
            found.append([])
        elif lexeme.kind not in ("LBRACE", "RBRACE"):
            found[-1].append(lexeme)
    return [piece for piece in found if piece]


def _below(script: Script) -> set[str]:
    """The names in the subscripts of a superscript."""
    found: set[str] = set()
    depth, raised = 0, False
    for position, lexeme in enumerate(script.raw):
        if lexeme.kind == "SUB":
            raised, depth = True, 0
            continue
        depth += (lexeme.kind == "LBRACE") - (lexeme.kind == "RBRACE")
        if raised and lexeme.kind == "NAME":
            found |= index_names(script.raw[position : position + 2])
        raised = raised and depth > 0
    return found
