r"""What the grammar of LaTeX gives: a tree of what was written, before anything is known of types.

A product is a flat row of factors and signs: which factors belong together (``f(x)``, the body of a ``\sum``, what stands
below a slash) depends on what the names mean, and is found by `derive.reading.latex.readings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import dataclass_transform

from derive.reading.latex.spelling import Key, Lexeme, written


@dataclass_transform(frozen_default=True, eq_default=False)
@dataclass(frozen=True, eq=False)
class Node:
    """Base of the nodes, each of which is a frozen dataclass compared by identity; ``at`` is an offset into the text."""

    at: int

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)


class Num(Node):
    """Digits; ``spaced`` with explicit space between them."""

    text: str
    spaced: bool = False


class Name(Node):
    """The core of a name and its mark; digits under a mark too."""

    lexeme: Lexeme


class Func(Node):
    """A function by its word: ``det``, ``exp``."""

    name: str


class BigSign(Node):
    r"""``\sum`` or ``\prod``; its scripts are those of the `Scripted` around it."""

    kind: str


class Partial(Node):
    r"""``\partial``, or ``\partial^2`` with what stands in its superscript; ``total`` when a d was written.

    Of ``\partial_x`` ``by`` is what it derives by.
    """

    order: tuple[Lexeme, ...] = ()
    total: bool = False
    by: tuple[Lexeme, ...] = ()


class Op(Node):
    r"""A sign between factors: ``\cdot``, ``\odot``, ``\times``, ``/``."""

    sign: str


class Group(Node):
    """What ``fence`` opens; ``spaced`` when explicit space stands before; braces are not ``visible``."""

    parts: tuple[Node, ...]
    spaced: bool = False
    visible: bool = True
    fence: str = "("


class Fraction_(Node):
    r"""``\frac{above}{below}``"""

    above: Node
    below: Node


class Root(Node):
    r"""``\sqrt{inner}``"""

    inner: Node


class Bars(Node):
    r"""``|inner|`` or ``\|inner\|``; that of ``\log|A|`` or ``|A|^{1/2}``, which of a square matrix is the determinant."""

    inner: Node
    double: bool
    of_log: bool = False


class Angles(Node):
    r"""``\langle u, v \rangle``, or ``\langle u \rangle``; that of ``u \perp v``, which is of vectors alone."""

    parts: tuple[Node, ...]
    orthogonal: bool = False


class Over(Node):
    r"""An accent over more than a name: ``\widehat{\Pi a}``."""

    accent: str
    inner: Node


class Table(Node):
    """What an environment of matrices has in its rows; with dots its one entry, and the ``pattern`` of what that is for."""

    rows: tuple[tuple[Node, ...], ...]
    environment: str
    pattern: str = ""


@dataclass(frozen=True, eq=False)
class Script:
    """``_`` or ``^`` with what it holds, or a prime, whose ``sign`` is ``'``."""

    sign: str
    at: int
    raw: tuple[Lexeme, ...] = ()

    @property
    def text(self) -> str:
        return "".join(lexeme.text for lexeme in self.raw)


class Scripted(Node):
    """A base with scripts in the order they were written."""

    base: Node
    scripts: tuple[Script, ...]


class Row(Node):
    """Factors and signs side by side."""

    items: tuple[Node, ...]


class Terms(Node):
    """± row ± row …; ``terms`` has the sign ("" before a first one without), its offset and the row."""

    terms: tuple[tuple[str, int, Node], ...]


@dataclass(frozen=True, eq=False)
class Chain:
    """side = side = …; ``first`` is None for a chain that goes on with one from before."""

    first: Node | None
    rest: tuple[tuple[str, int, Node], ...]


def parted(node: Node) -> tuple[Node, tuple[Script, ...]]:
    """A node without the scripts on it, and those scripts."""
    return (node.base, node.scripts) if isinstance(node, Scripted) else (node, ())


def rescripted(node: Node, base: Node, scripts: Sequence[Script]) -> Node:
    """A base in the place of a node, with scripts on it if there are any."""
    return Scripted(node.at, base, tuple(scripts)) if scripts else base


def items_of(node: Node) -> tuple[Node, ...]:
    """The factors and signs of a node, which may be one alone."""
    return node.items if isinstance(node, Row) else (node,)


def held(node: Node) -> Node:
    """What braces or parentheses hold; any other node itself."""
    return node.parts[0] if isinstance(node, Group) and len(node.parts) == 1 else node


def is_big(node: Node) -> bool:
    r"""Is a node ``\sum`` or ``\prod``, with its scripts?"""
    return isinstance(parted(node)[0], BigSign)


def is_group(node: Node) -> bool:
    """Is a node parentheses, with scripts or without?"""
    base, _ = parted(node)
    return isinstance(base, Group) and base.visible


def group_of(node: Node) -> tuple[Group, tuple[Script, ...]]:
    """The parentheses of a node for which `is_group` holds, and the scripts on them."""
    base, scripts = parted(node)
    if not isinstance(base, Group):
        raise TypeError(f"a {type(base).__name__} where parentheses were seen")
    return base, scripts


def is_operator(node: Fraction_) -> bool:
    r"""Is a fraction ``\frac{\partial}{\partial x}``?"""
    items = items_of(held(node.above))
    return len(items) == 1 and isinstance(items[0], Partial)


@dataclass(frozen=True)
class Scripts:
    sub: Script | None = None
    sup: Script | None = None
    primes: int = 0
    sub_first: bool = True

    @property
    def above(self) -> Scripts:
        """Those that are no subscript."""
        return Scripts(None, self.sup, self.primes)

    def key(self, core: str) -> Key:
        """The key of a name with every script in it."""
        sub, sup = (written(script.raw) if script else "" for script in (self.sub, self.sup))
        return Key(core, sub, sup, self.primes)


@dataclass(frozen=True)
class WrittenName:
    """A name as it stands somewhere, with its scripts; ``declared`` when it is one with some of them."""

    at: int
    core: str
    mark: str
    scripts: Scripts
    declared: bool = False

    @property
    def below(self) -> tuple[Lexeme, ...]:
        """What stands in the subscript."""
        return self.scripts.sub.raw if self.scripts.sub else ()


def of_log(node: Node) -> Node:
    r"""What a logarithm or a root is of: bars in it, in a product, power or quotient, are of a number or a determinant."""
    match node:
        case Bars(double=False):
            return replace(node, of_log=True)
        case Scripted():
            return replace(node, base=of_log(node.base))
        case Group(parts=(part,)):
            return replace(node, parts=(of_log(part),))
        case Row():
            return replace(node, items=tuple(map(of_log, node.items)))
        case Fraction_():
            return replace(node, above=of_log(node.above), below=of_log(node.below))
    return node
