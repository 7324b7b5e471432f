r"""The letter d in derivatives: ``\frac{\mathrm d y}{\mathrm d x}``, ``\frac{dy}{dx}``, ``dy/dx``.

An upright d is an operator and never a name: it stands above and below a bar (or on either side of a slash), and anywhere
else it is a differential, which has no meaning here.  A d in italics is one too where no d is declared.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import ReadError
from derive.reading.latex.spelling import is_differential
from derive.reading.latex.syntax import Fraction_, Group, Name, Node, Op, Partial, Row, Script, held, items_of, parted
from derive.reading.source import Source


def _parted(node: Node) -> tuple[Node, tuple[Script, ...]]:
    """A node without braces that are not printed and without scripts, and its scripts."""
    base, scripts = parted(node)
    if isinstance(base, Group) and not base.visible and len(base.parts) == 1:
        inner, own = _parted(held(base))
        return inner, (*own, *scripts)
    return base, scripts


def is_d(node: Node) -> bool:
    """Is a node a d, in italics or upright, with an exponent or without?"""
    base, scripts = _parted(node)
    plain = isinstance(base, Name) and base.lexeme.text == "d" and base.lexeme.mark in ("", "rm")
    return plain and all(script.sign == "^" for script in scripts)


def is_upright_d(node: Node) -> bool:
    base, _ = _parted(node)
    return is_d(node) and isinstance(base, Name) and is_differential(base.lexeme)


def as_operator(node: Node) -> Node:
    r"""``\partial`` for d; any other node itself."""
    if not is_d(node):
        return node
    return Partial(node.at, next((script.raw for script in _parted(node)[1]), ()), total=True)


def rate_of(fraction: Fraction_) -> Fraction_ | None:
    r"""``\frac{d y}{d x}`` as a derivative; None where no d stands above or none below."""
    above, below = items_of(held(fraction.above)), items_of(held(fraction.below))
    if not is_d(above[0]) or not is_d(below[0]):
        return None
    parts = [[as_operator(item) for item in items] for items in (above, below)]
    return Fraction_(fraction.at, Row(above[0].at, tuple(parts[0])), Row(below[0].at, tuple(parts[1])))


def has_upright_d(fraction: Fraction_) -> bool:
    """Does a fraction with a d above and below say by one of them that it is a derivative?"""
    return any(is_upright_d(items_of(held(part))[0]) for part in (fraction.above, fraction.below))


def slash_after(first: Node, rest: Sequence[Node]) -> int | None:
    """Where in what follows the first d of ``dy/dx`` the slash stands."""
    if not isinstance(first, Partial) and not is_d(first):
        return None
    for slash in range(min(3, len(rest) - 2)):
        if isinstance(sign := rest[slash], Op):
            return slash if sign.sign == "/" and is_d(rest[slash + 1]) else None
    return None


def with_slash(rest: Sequence[Node], slash: int) -> list[Node]:
    """What follows the first d, with operators for the second of ``dy/dx`` and for those behind it: ``dx dz``."""
    made = list(rest)
    for at in range(slash + 1, len(made) - 1, 2):
        if not is_d(made[at]):
            break
        made[at] = as_operator(made[at])
    return made


def alone(source: Source, at: int) -> ReadError:
    """The error for a differential outside of a derivative."""
    hint = r"an upright d is an operator and never a name: write d in italics for a name"
    return source.error(at, "a differential", r"a derivative, as in \frac{\mathrm d y}{\mathrm d x}", hint)
