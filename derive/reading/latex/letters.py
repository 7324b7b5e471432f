r"""What a formula says of its letters before it is read: which names it holds, which indices nothing binds, which d derive.

``\frac{\mathrm d y}{\mathrm d x}``, ``\frac{dy}{dx}``, ``dy/dx``: an upright d is an operator and never a name.  It
stands above and below a bar (or on either side of a slash), and anywhere else it is a differential, which has no meaning
here.  A d in italics is one too where no d is declared.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import takewhile

from derive.errors import ReadError
from derive.reading.latex import syntax as tex
from derive.reading.latex.spelling import PARTIAL, Key, Lexeme, is_differential, is_of_d, plain_name
from derive.reading.source import Source


def parts(node: tex.Node) -> Iterator[tex.Node]:
    """The nodes directly below."""
    for field in fields(node):
        yield from _nodes(getattr(node, field.name))


def _nodes(value: object) -> Iterator[tex.Node]:
    if isinstance(value, tex.Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def holds(node: tex.Node, target: tex.Node) -> bool:
    """Is a node this one, or has it this one somewhere below?"""
    return any(one is target for one in everything(node))


def everything(node: tex.Node) -> Iterator[tex.Node]:
    """A node, and all that is below it."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(parts(one))


def stands_alone(text: str, *nodes: tex.Node) -> bool:
    """Does a name stand somewhere in some nodes without parentheses right behind it?"""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        items = tex.items_of(node)
        for item, after in zip(items, (*items[1:], None), strict=True):
            base, _ = tex.parted(item)
            behind = tex.parted(after)[0] if after is not None else None
            if not isinstance(base, tex.Name):
                stack.extend(parts(item))
            elif base.lexeme.text == text and not (isinstance(behind, tex.Group) and behind.visible):
                return True
    return False


def letters(*nodes: tex.Node) -> set[str]:
    """Every name in some nodes, scripts included, as an index of that name would be called."""
    found: set[str] = set()
    for one in (one for node in nodes for one in everything(node)):
        if isinstance(one, tex.Name):
            found |= index_names([one.lexeme])
        elif isinstance(one, tex.Scripted):
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


def free_names(
    node: tex.Node, end: tex.Node | None, operators: Container[tuple[str, str]], everywhere: bool = False
) -> set[str]:
    r"""The names in subscripts that no ``\sum``, and no operator with an index, binds in the row around them.

    What stands in a row from ``end`` on is left out.  With ``everywhere`` also the names outside of subscripts.
    """
    found: set[str] = set()
    stack: list[tuple[tex.Node, frozenset[str]]] = [(node, frozenset())]
    while stack:
        one, bound = stack.pop()
        for item in one.items if isinstance(one, tex.Row) else (one,):
            if item is end:
                break
            base, scripts = tex.parted(item)
            used: set[str] = set()
            for script in scripts:
                used |= index_names(script.raw if script.sign == "_" or everywhere else below(script))
            if everywhere and isinstance(base, tex.Name):
                used |= index_names([base.lexeme])
            if isinstance(base, tex.Partial):
                used |= index_names(base.by)
            if _binds(base, operators):
                new = bound_names(scripts)
                found |= used - bound - new
                bound |= new
                continue
            found |= used - bound
            inside = (base,) if isinstance(item, tex.Scripted) else parts(item)
            stack.extend((part, bound) for part in inside)
    return found


def free_letters(node: tex.Node, operators: Container[tuple[str, str]]) -> set[str]:
    """Every name in a part, in its scripts too, that no sign in it binds."""
    return free_names(node, None, operators, everywhere=True)


def letters_behind(nodes: Iterable[tex.Node], sign: tex.Node) -> set[str]:
    """The `letters` of what follows a sign in its row."""
    rows = (one.items for node in nodes for one in everything(node) if isinstance(one, tex.Row))
    return next((letters(*items[place + 1 :]) for items in rows for place, x in enumerate(items) if x is sign), set())


def _binds(base: tex.Node, operators: Container[tuple[str, str]]) -> bool:
    if isinstance(base, tex.Name):
        return (base.lexeme.text, base.lexeme.mark) in operators
    return isinstance(base, tex.BigSign)


def bound_names(scripts: Sequence[tex.Script]) -> set[str]:
    r"""The names that the subscript of a big sign binds: with ``i=1`` in it those before an equals sign, without any all."""
    raw = [lexeme for script in scripts if script.sign == "_" for lexeme in script.raw]
    cuts = [n for n, lexeme in enumerate(raw) if lexeme.kind == "REL"]
    if len(cuts) > 1 and raw[cuts[0]].text == raw[cuts[-1]].text == "<=":  # 1 ≤ i ≤ N
        raw = raw[cuts[0] + 1 : cuts[-1]]
    if not any(lexeme.kind == "REL" and lexeme.text == "=" for lexeme in raw):
        return index_names(raw)
    bound = [piece for piece in pieces(raw) if not any(x.text == "!=" for x in piece)]
    return set().union(*(index_names(list(takewhile(lambda x: x.text != "=", piece))) for piece in bound))


def pieces(raw: Sequence[Lexeme]) -> list[list[Lexeme]]:
    """What stands between the commas and colons of a script, its braces left out, but those of the script of an index."""
    found: list[list[Lexeme]] = [[]]
    end = -1
    for position, lexeme in enumerate(raw):
        if lexeme.kind in ("SUB", "SUP") and position > end:
            end = closing(raw, position + 1)
        if position <= end:
            found[-1].append(lexeme)
        elif lexeme.kind in ("COMMA", "COLON"):
            found.append([])
        elif lexeme.kind not in ("LBRACE", "RBRACE"):
            found[-1].append(lexeme)
    return [piece for piece in found if piece]


def closing(raw: Sequence[Lexeme], position: int) -> int:
    """The position at which the argument of a script that begins at one ends: that of its closing brace, or its own."""
    depth = 0
    for end in range(position, len(raw)):
        depth += (raw[end].kind == "LBRACE") - (raw[end].kind == "RBRACE")
        if depth <= 0:
            return end
    return len(raw) - 1


def below(script: tex.Script) -> list[Lexeme]:
    """What stands in the subscripts of a superscript."""
    found: list[Lexeme] = []
    depth, raised, before = 0, False, None
    for lexeme in script.raw:
        if lexeme.kind == "SUB":
            raised, depth = True, 0
            continue
        depth += (lexeme.kind == "LBRACE") - (lexeme.kind == "RBRACE")
        primed = lexeme.kind == "PRIME" and found[-1:] == [before]
        if primed or (raised and lexeme.kind == "NAME"):
            found.append(lexeme)
        raised, before = raised and depth > 0, lexeme
    return found


def _unbraced(node: tex.Node) -> tuple[tex.Node, tuple[tex.Script, ...]]:
    """A node without braces that are not printed and without scripts, and its scripts."""
    base, scripts = tex.parted(node)
    if isinstance(base, tex.Group) and not base.visible and len(base.parts) == 1:
        inner, own = _unbraced(tex.held(base))
        return inner, (*own, *scripts)
    return base, scripts


def is_d(node: tex.Node) -> bool:
    """Is a node a d, in italics or upright, with an exponent or without?"""
    base, scripts = _unbraced(node)
    plain = isinstance(base, tex.Name) and base.lexeme.text == "d" and base.lexeme.mark in ("", "rm")
    return plain and all(script.sign == "^" for script in scripts)


def is_upright_d(node: tex.Node) -> bool:
    base, _ = _unbraced(node)
    return is_d(node) and isinstance(base, tex.Name) and is_differential(base.lexeme)


def as_operator(node: tex.Node) -> tex.Node:
    r"""``\partial`` for d; any other node itself."""
    if not is_d(node):
        return node
    return tex.Partial(node.at, next((script.raw for script in _unbraced(node)[1]), ()), total=True)


def rate_of(fraction: tex.Fraction_) -> tex.Fraction_ | None:
    r"""``\frac{d y}{d x}`` as a derivative; None where no d stands above or none below."""
    above, below = tex.items_of(tex.held(fraction.above)), tex.items_of(tex.held(fraction.below))
    if not is_d(above[0]) or not is_d(below[0]):
        return None
    upright = is_upright_d(above[0]) and is_upright_d(below[0])
    parts = [[as_operator(x) if is_upright_d(x) or not upright else x for x in items] for items in (above, below)]
    return tex.Fraction_(fraction.at, tex.Row(above[0].at, tuple(parts[0])), tex.Row(below[0].at, tuple(parts[1])))


def with_sum(node: tex.Fraction_) -> tex.Fraction_:
    r"""``\frac{\partial x - c}{\partial x}`` with the sum behind its one ∂ in parentheses; any other itself."""
    above, below = tex.held(node.above), tex.items_of(tex.held(node.below))[0]
    if not isinstance(above, tex.Terms) or not isinstance(below, tex.Partial):
        return node
    (sign, at, first), *others = above.terms
    (partial_, *rest) = tex.items_of(first)
    alone = not any(isinstance(item, tex.Partial) for _, _, term in others for item in tex.items_of(term))
    if sign or not isinstance(partial_, tex.Partial) or not rest or not alone:
        return node
    terms = tex.Terms(at, (("", rest[0].at, tex.Row(rest[0].at, tuple(rest))), *others))
    return replace(node, above=tex.Row(at, (partial_, tex.Group(rest[0].at, (terms,)))))


def has_upright_d(fraction: tex.Fraction_) -> bool:
    """Does a fraction with a d above and below say by one of them that it is a derivative?"""
    return any(is_upright_d(tex.items_of(tex.held(part))[0]) for part in (fraction.above, fraction.below))


def slash_after(first: tex.Node, rest: Sequence[tex.Node]) -> int | None:
    """Where in what follows the first d of ``dy/dx`` the slash stands."""
    if not isinstance(first, tex.Partial) and not is_d(first):
        return None
    for slash in range(min(3, len(rest) - 2)):
        if isinstance(sign := rest[slash], tex.Op):
            return slash if sign.sign == "/" and is_d(rest[slash + 1]) else None
    return None


def with_slash(rest: Sequence[tex.Node], slash: int) -> list[tex.Node]:
    """What follows the first d, with operators for the second of ``dy/dx`` and for those behind it: ``dx dz``."""
    made = list(rest)
    for at in range(slash + 1, len(made) - 1, 2):
        if not is_d(made[at]):
            break
        made[at] = as_operator(made[at])
    return made


#: What tells a derivative from a quotient of names that begin with a d.
OF_D = (
    r"the derivative is \frac{\mathrm d y}{\mathrm d x}, or with \partial; the quotient has brackets around the names"
)


def alone(source: Source, at: int) -> ReadError:
    """The error for a differential outside of a derivative."""
    hint = r"an upright d is an operator and never a name: write d in italics for a name"
    return source.error(at, "a differential", r"a derivative, as in \frac{\mathrm d y}{\mathrm d x}", hint)


def check_quotients(source: Source, made: Sequence[Lexeme]) -> None:
    """Raises `ReadError` for ``dy/dx`` of a declared name dy or dx: a derivative, or a quotient of names?"""
    for slash in (number for number, lexeme in enumerate(made[:-1]) if lexeme.text == "/"):
        over = takewhile(lambda part: part.kind not in ("OP", "REL", "OPEN", "SIGN"), reversed(made[:slash]))
        above = [part for part in over if is_of_d(part) or part.text in ("d", PARTIAL)]
        below = made[slash + 1]
        if above and any(map(is_of_d, (*above, below))) and (is_of_d(below) or below.text in ("d", PARTIAL)):
            raise source.error(above[-1].at, "a derivative, or a quotient of names with d or ∂", "one reading", OF_D)
