"""The verifier of certificates: one file, the standard library, nothing of `derive`.

    python -I -S verifier.py CERTIFICATE… --statements FILE

It is written from ``certificates/FORMAT.md`` alone (§ are sections and rules of it), by another method than the kernel of
`derive`.  A false statement that it accepts is a bug of the worst kind; a true one that it rejects is a gap.

**What it does.**  A term has a value at all sizes and data, also where it is not defined (1/0 = 0, √x = 0 for x < 0; §5).
Its entries are polynomials (§6) in symbols, sums and values of functions; expanding a term is an identity without
conditions (§8).  Two terms are equal if their difference becomes 0 by one fixed procedure, `Scope.reduced` (§10), which uses
x·(1/x) = 1 where x ≠ 0 is known, and (√x)² = x where x ≥ 0 is known (§7).  What goes beyond that, the certificate says: in
steps, which are rows of a table of laws or inferences of a line, and in cofactors (§11, §12).  The parts of a statement
that is no equation imply it by a lemma that stands at its kind (§13).

**How to read it.**  The sections follow one another as those of the format: terms (§2, §3), polynomials (§6), facts and
expansion (§5, §7–§10), steps (§11, §12), kinds (§13), files (§1).  The docstring of each says why what it does is true at
every point at which the hypotheses hold and the terms are defined of which the statement speaks.  Whatever goes wrong
inside is a rejection.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations, product
from math import gcd, isqrt, lcm
from typing import Any

Json = Any
Shape = tuple[Any, ...]
#: An index of a term: its name (a number, if it is bound) and what it runs over.
Index = tuple[Any, Any]
Number = int | Fraction

STATEMENTS = "derive-statements/1"
CERTIFICATE = "derive-certificate/2"
FAMILY = "derive-certificate/"

# Limits (§1.2)
MAX_BYTES = 4_000_000
MAX_STATEMENTS_BYTES = 64_000_000
MAX_DIGITS = 4_000
MAX_NODES = 100_000
MAX_DEPTH = 200
MAX_EXPONENT = 400
MAX_MONOMIALS = 60_000
MAX_PRODUCTS = 10_000_000
MAX_PLACES = 3
MAX_ORDERS = 720
MAX_ROUNDS = 1_000
SECONDS = 60.0


class Rejected(Exception):
    """The certificate is not accepted; the message says at what."""


class Budget:
    """What one certificate may cost."""

    def __init__(self, seconds: float) -> None:
        self.nodes = 0
        self.products = 0
        self.until = time.monotonic() + seconds

    def node(self) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise Rejected("too many terms")

    def multiply(self, count: int) -> None:
        self.products += count
        if self.products > MAX_PRODUCTS:
            raise Rejected("too many products")
        if time.monotonic() > self.until:
            raise Rejected("it takes too long")


# --- terms (§2, §3) ---------------------------------------------------------------------------------------------------
#
# A term is a node of a graph in which equal terms are one node, definitions being unfolded as they are read.  An index that
# is bound is called by the height of its binder, a number: so terms that differ by names of bound indices are one node
# too, and a name of a statement is never caught.


class Node:
    """A term: operation, parts, what stands beside them (a name, exponent, indices), shape."""

    __slots__ = ("args", "extra", "free", "height", "op", "shape", "symbols")

    def __init__(self, op: str, args: tuple[Node, ...], extra: Any, shape: Shape, free: frozenset[Index]) -> None:
        self.op, self.args, self.extra, self.shape, self.free = op, args, extra, shape, free
        #: The height of its binders: greater than that of all binders inside.
        self.height: int = max((a.height for a in args), default=0) + (op in BINDERS)
        #: The symbols in it.
        self.symbols: frozenset[Any] = frozenset().union(*(a.symbols for a in args))
        if op == "symbol":
            self.symbols = frozenset([extra])
        elif op == "grad":
            self.symbols |= {extra}


BINDERS = ("sum", "prod")
#: Functions of one argument, entry by entry.
ENTRYWISE = ("exp", "log", "tanh", "abs")
#: Functions of a square matrix, with the shape of their argument.
MATRIX = ("inverse", "matrix_exp", "matrix_log")
OPERATIONS = {*ENTRYWISE, *MATRIX, "ones", "zeros", "identity", "basis", "delta", "add", "neg", "mul", "hadamard"}
OPERATIONS |= {"div", "pow", "hpow", "sqrt", "transpose", "diag", "trace", "det", "pinv", "dot", "outer", "norm", "at"}
OPERATIONS |= {"sum", "prod", "grad"}


def axes(shape: Shape) -> Shape:
    """The sizes of a shape without the 1 of a row."""
    return shape[1:] if shape[:1] == (1,) else shape


def is_row(shape: Shape) -> bool:
    return shape[:1] == (1,)


def times_shape(left: Shape, right: Shape) -> Shape:
    """The shape of a product (§2): scaling, or matrices, a column being M × 1."""
    if not left or not right:
        return left or right
    rows = left if len(left) == 2 else (*left, 1)
    columns = right if len(right) == 2 else (*right, 1)
    if len(rows) != 2 or len(columns) != 2 or rows[1] != columns[0]:
        raise Rejected(f"no product of shapes {left} and {right}")
    shape = (rows[0], columns[1])
    if shape == (1, 1):
        return ()
    return shape[:1] if shape[1] == 1 else shape


def is_product(t: Node) -> bool:
    """A product entry by entry, of scalars or of entries?"""
    return t.op == "hadamard" or (t.op == "mul" and not any(x.shape for x in t.args))


def is_matrix_power(t: Node) -> bool:
    return t.op == "pow" and len(axes(t.shape)) == 2


def is_even_power(t: Node) -> bool:
    """Entry by entry, with an even exponent > 0?"""
    return t.op in ("pow", "hpow") and not is_matrix_power(t) and t.extra > 0 and t.extra % 2 == 0


class Terms:
    """Builds nodes: checks their shapes (§2), makes equal terms one node, renames indices, puts terms for symbols."""

    def __init__(self) -> None:
        self.table: dict[Any, Node] = {}
        self.fresh = 0

    def make(self, op: str, args: Sequence[Node] = (), extra: Any = None) -> Node:
        """The node; an index of `sum` and `prod` is bound here."""
        args = tuple(args)
        if op in BINDERS:
            index = extra[0]
            bound = (args[0].height + 1, index[1])
            if index != bound:
                args, extra = (self.renamed(args[0], {index: bound}),), (bound, *extra[1:])
        shape = self.shape(op, args, extra)
        key = (op, tuple(map(id, args)), extra, shape)
        found = self.table.get(key)
        if found is None:
            inside = frozenset[Index]().union(*(a.free for a in args))
            if op in BINDERS:
                inside = (inside - {extra[0]}) | set(extra[1:])
            elif op in ("at", "basis", "delta"):
                inside |= set(extra)
            self.table[key] = found = Node(op, args, extra, shape, inside)
        return found

    def number(self, value: Number) -> Node:
        return self.make("number", (), Fraction(value))

    def shape(self, op: str, args: tuple[Node, ...], extra: Any) -> Shape:
        """The shape of an operation, or a rejection (§2)."""
        shapes = [a.shape for a in args]
        x: Shape = shapes[0] if shapes else ()
        y: Shape = shapes[1] if len(shapes) > 1 else ()
        square, vector = len(x) == 2 and x[0] == x[1], len(x) == 1
        right, shape = True, x
        match op:
            case "number" | "dim":
                shape = ()
            case "symbol":
                shape = self.symbol_shape(extra)
            case "ones" | "zeros":
                shape = extra
            case "identity":
                shape = extra * 2
            case "basis":
                shape = (extra[0][1],)
            case "delta":
                shape, right = (), extra[0][1] == extra[1][1]
            case "add" | "hadamard":
                right = all(s == x for s in shapes)
            case "mul":
                for other in shapes[1:]:
                    shape = times_shape(shape, other)
            case "div":
                shape, right = y or x, not y or (len(y) == 1 and x in ((), y))
            case "pow":
                right = not x or square or (len(axes(x)) == 1 and extra.denominator == 1)
            case "sqrt":
                right = not x
            case "inverse" | "matrix_exp" | "matrix_log":
                right = square
            case "transpose":
                shape, right = (x[1:] if is_row(x) else (1, *x) if vector else x[::-1]), len(x) <= 2
            case "diag":
                shape, right = x * 2, vector
            case "trace" | "det":
                shape, right = (), square
            case "pinv":
                shape, right = x[::-1], len(x) == 2 and not is_row(x)
            case "dot":
                shape, right = (), vector and x == y
            case "outer":
                shape, right = x + y, vector and len(y) == 1
            case "norm":
                shape, right = (), 1 <= len(x) <= 2
            case "at":
                shape, right = (), bool(extra) and axes(x) == tuple(i[1] for i in extra)
            case "prod":
                right = not x and len(extra) <= 3 and all(i[1] == extra[0][1] for i in extra)
            case "grad":
                shape = axes(x) + axes(self.symbol_shape(extra))
        if not right:
            raise Rejected(f"shapes do not fit in {op}: {shapes}")
        return shape

    def symbol_shape(self, name: Any) -> Shape:
        raise NotImplementedError

    def renamed(self, node: Node, names: dict[Index, Index]) -> Node:
        """With other free indices.  No binder inside catches one: its index is a number below those that are put in."""
        memo: dict[int, Node] = {}

        def walk(n: Node) -> Node:
            if n.free.isdisjoint(names):
                return n
            found = memo.get(id(n))
            if found is None:
                extra = n.extra
                if n.op in BINDERS:
                    extra = (extra[0], *(names.get(i, i) for i in extra[1:]))
                elif n.op in ("at", "basis", "delta"):
                    extra = tuple(names.get(i, i) for i in extra)
                found = memo[id(n)] = self.make(n.op, tuple(map(walk, n.args)), extra)
            return found

        return walk(node)

    def put(self, node: Node, terms: dict[Any, Node], sizes: dict[Any, Any] | None = None) -> Node:
        """With terms for symbols and sizes for dimensions; an index of a term that is put in is never caught."""
        sizes = sizes or {}
        memo: dict[int, Node] = {}

        def size(s: Any) -> Any:
            return sizes.get(s, s)

        def index(i: Index) -> Index:
            return (i[0], size(i[1]))

        def walk(n: Node) -> Node:
            if not sizes and n.symbols.isdisjoint(terms):
                return n
            found = memo.get(id(n))
            if found is not None:
                return found
            extra: Any = n.extra
            if n.op == "symbol":
                found = terms.get(extra, n)
            elif n.op == "dim":
                found = self.number(size(extra)) if isinstance(size(extra), int) else self.make("dim", (), size(extra))
            elif n.op in BINDERS:
                self.fresh += 1
                inner = (-self.fresh, extra[0][1])  # a name that nothing else has
                body = walk(self.renamed(n.args[0], {extra[0]: inner}))
                found = self.make(n.op, (body,), (index(inner), *map(index, extra[1:])))
            else:
                if n.op in ("ones", "zeros", "identity"):
                    extra = tuple(map(size, extra))
                elif n.op in ("at", "basis", "delta"):
                    extra = tuple(map(index, extra))
                elif n.op == "grad" and extra in terms:
                    if terms[extra].op != "symbol":
                        raise Rejected("a term is put for a symbol by which is differentiated")
                    extra = terms[extra].extra
                found = self.make(n.op, tuple(map(walk, n.args)), extra)
            memo[id(n)] = found
            return found

        return walk(node)

    def subterms(self, node: Node) -> list[Node]:
        """Each node of a term once, parts first."""
        seen: dict[int, Node] = {}

        def walk(n: Node) -> None:
            if id(n) not in seen:
                for a in n.args:
                    walk(a)
                seen[id(n)] = n

        walk(node)
        return list(seen.values())

    # The operations that kinds of statement build their parts with.

    def add(self, *args: Node) -> Node:
        return self.make("add", args)

    def total(self, terms: Sequence[Node]) -> Node:
        return self.add(*terms) if len(terms) > 1 else terms[0]

    def minus(self, x: Node, y: Node) -> Node:
        return self.make("add", (x, self.make("neg", (y,))))

    def mul(self, *args: Node) -> Node:
        return self.make("mul", args)

    def power(self, x: Node, exponent: int) -> Node:
        return self.make("pow", (x,), Fraction(exponent))

    def transpose(self, x: Node) -> Node:
        return self.make("transpose", (x,))

    def zeros(self, shape: Shape) -> Node:
        return self.make("zeros", (), shape) if shape else self.number(0)

    def identity(self, size: Any) -> Node:
        return self.make("identity", (), (size,))


@dataclass(frozen=True)
class Definition:
    """``name(parameters) := body`` (§3.1).

    ``fixed`` are the dimensions that symbols and other definitions of the body have; ``by`` the symbols by which it
    differentiates.
    """

    parameters: tuple[tuple[Any, Shape], ...]
    body: Node
    fixed: frozenset[Any]
    by: frozenset[Any]


@dataclass(frozen=True)
class Hypothesis:
    """A condition on a term, or ``equal`` of two, with its free indices closed: their names begin with ``_`` here."""

    condition: str
    terms: tuple[Node, ...]
    names: tuple[Index, ...] = ()


TOKEN = re.compile(r"\s*(?:(-?\d+(?:/\d+)?)|([^\W\d][\w⁺⁻'′\u0302]*)|`((?:[^`\s]|``)+)`|([(),:]))")
SIGN_CONDITIONS = ("nonneg", "positive", "nonzero")
MATRIX_CONDITIONS = ("symmetric", "orthogonal", "idempotent", "invertible", "positive_definite")
CONDITIONS = (*SIGN_CONDITIONS, "not_zero", "mask", *MATRIX_CONDITIONS)


class Language(Terms):
    """The names that a statement and its body declare, and the reader of terms and hypotheses in them."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.dimensions: list[str] = []
        self.symbols: dict[Any, Shape] = {}
        self.properties: dict[Any, frozenset[str]] = {}
        self.property_order: dict[Any, list[str]] = {}
        self.definitions: dict[str, Definition] = {}
        #: Those of the statement; the others are of the body.
        self.authored: list[str] = []
        #: Is it the body that is read?
        self.inside = False

    def symbol_shape(self, name: Any) -> Shape:
        if name not in self.symbols:
            raise Rejected(f"no symbol {name}")
        return self.symbols[name]

    # Declarations

    def declare(self, value: Json) -> None:
        """The ``dimensions``, ``symbols`` and ``definitions`` of a statement, or those of a body."""
        for name in strings(value.get("dimensions", [])):
            self.name(name)
            self.dimensions.append(name)
        for name, symbol in items(value.get("symbols", {})):
            self.name(name)
            keys(symbol, "shape properties")
            properties = strings(symbol["properties"])
            shape = self.read_shape(symbol["shape"])
            self.symbols[name] = shape
            self.properties[name] = frozenset(properties)
            self.property_order[name] = properties
            if len(set(properties)) != len(properties) or (self.inside and properties):
                raise Rejected(f"properties of {name}")
            for each in properties:
                fits(each, shape)
            if not self.inside:
                self.authored.append(name)
        for definition in array(value.get("definitions", [])):
            self.define(definition)

    def name(self, name: str) -> None:
        """A new name; those that begin with ``_`` are reserved (§2.1)."""
        if not name or name.startswith("_") or re.search(r"\s", name):
            raise Rejected(f"not a name: {name!r}")
        if name in self.dimensions or name in self.symbols or name in self.definitions:
            raise Rejected(f"{name} is declared twice")

    def size(self, text: str, row: bool = False) -> Any:
        """A size: a dimension, a number from 2, or the 1 of a row (§2.2)."""
        if text in self.dimensions:
            return text
        if re.fullmatch(r"[0-9]{1,18}", text) and (int(text) >= 2 or (row and text == "1")):
            return int(text)
        raise Rejected(f"not a size: {text!r}")

    def read_shape(self, value: Json) -> Shape:
        parts = strings(value)
        return tuple(self.size(each, row=len(parts) == 2 and n == 0) for n, each in enumerate(parts))

    def define(self, value: Json) -> None:
        """A definition (§3.1): parameters are symbols of the body alone."""
        keys(value, "name parameters body")
        name = string(value["name"])
        self.name(name)
        scope: dict[str, Node] = {}
        parameters = []
        for pair in array(value["parameters"]):
            parameter, shape = (string(pair[0]), self.read_shape(pair[1])) if is_pair(pair) else ("", ())
            if not parameter or parameter.startswith("_") or parameter in self.dimensions or parameter in scope:
                raise Rejected(f"a parameter of {name}")
            own = (name, parameter)  # a symbol that nothing else is
            self.symbols[own] = shape
            scope[parameter] = self.make("symbol", (), own)
            parameters.append((own, shape))
        reader = Reader(self, string(value["body"]), scope)
        body = reader.whole()
        if body.free:
            raise Rejected(f"{name} has a free index")
        own_symbols = {each for each, _ in parameters}
        if not own_symbols.isdisjoint(reader.by):
            raise Rejected(f"{name} differentiates by a parameter")
        self.definitions[name] = Definition(tuple(parameters), body, frozenset(reader.fixed), frozenset(reader.by))

    def used(self, definition: Definition, arguments: list[Node], name: str) -> tuple[Node, dict[Any, Any]]:
        """The body of a definition with arguments in their places, and which sizes took the places of dimensions."""
        if len(arguments) != len(definition.parameters):
            raise Rejected(f"{name} takes {len(definition.parameters)} arguments")
        sizes: dict[Any, Any] = {}
        for argument, (_, shape) in zip(arguments, definition.parameters, strict=True):
            if len(argument.shape) != len(shape):
                raise Rejected(f"the shape of an argument of {name}")
            for given, declared in zip(argument.shape, shape, strict=True):
                if declared in self.dimensions:
                    if given == 1 or sizes.setdefault(declared, given) != given:
                        raise Rejected(f"the sizes of the arguments of {name}")
                elif given != declared:
                    raise Rejected(f"the shape of an argument of {name}")
            if not argument.symbols.isdisjoint(definition.by):
                raise Rejected(f"{name} differentiates by a symbol in its argument")
        changed = {old: new for old, new in sizes.items() if new != old}
        if not definition.fixed.isdisjoint(changed):
            raise Rejected(f"{name} is used with another size, and has a symbol of its own with the old one")
        terms = {own: argument for argument, (own, _) in zip(arguments, definition.parameters, strict=True)}
        return self.put(definition.body, terms, changed), sizes

    def sides(self, row: Any, number: str, terms: dict[str, Node]) -> tuple[Node, Node, dict[Any, Any]]:
        """The two sides of a law with its parameters as symbols, and the sizes of the arguments (§12.1)."""
        names = self.dimensions, self.symbols, self.definitions
        own = {word: (row.name, word) for word in terms}
        shapes = {own[word]: shape for word, shape in row.parameters if word in own}
        self.dimensions, self.definitions = ["N", "K", "M"], {}
        self.symbols = {**self.symbols, **shapes}
        try:
            scope = {word: self.make("symbol", (), name) for word, name in own.items()}
            texts = [re.sub(r"\bk\b", number, side) if number else side for side in (row.left, row.right)]
            left, right = (Reader(self, text, scope).whole() for text in texts)
            parameters = tuple(shapes.items())
            nothing: frozenset[Any] = frozenset()
            _, sizes = self.used(Definition(parameters, left, nothing, nothing), list(terms.values()), row.name)
        finally:
            self.dimensions, self.symbols, self.definitions = names[0], {**names[1], **shapes}, names[2]
        return left, right, sizes

    # Terms and hypotheses

    def term(self, value: Json, indices: bool = True) -> Node:
        """A term; ``indices``: may it have free ones?"""
        node = Reader(self, string(value), {}).whole()
        if node.free and not indices:
            raise Rejected("a free index")
        return node

    def index(self, value: Json) -> Index:
        """``name:dimension``."""
        reader = Reader(self, string(value), {})
        found = reader.index()
        reader.end()
        return found

    def condition(self, value: Json, allowed: Sequence[str] = CONDITIONS) -> tuple[str, Node]:
        """[CONDITION, TERM], its free indices not closed."""
        if not is_pair(value) or value[0] not in allowed:
            raise Rejected("not a condition")
        node = self.term(value[1])
        fits(value[0], node.shape)
        return value[0], node

    def hypothesis(self, value: Json) -> Hypothesis:
        """[CONDITION, TERM] or ["equal", TERM, TERM], closed (§3.2)."""
        if isinstance(value, list) and len(value) == 3 and value[0] == "equal":
            terms: tuple[Node, ...] = (self.term(value[1]), self.term(value[2]))
            if terms[0].shape != terms[1].shape:
                raise Rejected("an equality of two shapes")
            condition = "equal"
        else:
            condition, term = self.condition(value)
            terms = (term,)
        return self.closed(condition, terms)

    def closed(self, condition: str, terms: tuple[Node, ...]) -> Hypothesis:
        free = sorted(frozenset[Index]().union(*(t.free for t in terms)), key=repr)
        names = {i: i if str(i[0]).startswith("_") else (f"_{i[0]}", i[1]) for i in free}
        closed = sorted(names.values(), key=lambda i: (i[0], str(i[1])))
        return Hypothesis(condition, tuple(self.renamed(t, names) for t in terms), tuple(closed))

    def hypotheses(self, value: Json) -> tuple[Hypothesis, ...]:
        return tuple(map(self.hypothesis, array(value)))


def fits(condition: str, shape: Shape) -> None:
    """Is a condition one of terms of this shape (§3.2)?"""
    vector = len(axes(shape)) == 1
    right = {
        "nonzero": not shape or vector,
        "nonneg": not shape,
        "positive": not shape,
        "not_zero": vector,
        "mask": len(shape) == 1,
    }.get(condition, condition in MATRIX_CONDITIONS and len(shape) == 2 and shape[0] == shape[1])
    if not right:
        raise Rejected(f"{condition} of shape {shape}")


class Reader:
    """Reads one term (§2)."""

    def __init__(self, language: Language, text: str, scope: dict[str, Node]) -> None:
        self.language = language
        self.scope = scope
        self.tokens = self.split(text)
        self.place = 0
        self.depth = 0
        #: Dimensions that symbols and definitions in it have of their own, and the symbols it differentiates by.
        self.fixed: set[Any] = set()
        self.by: set[Any] = set()

    @staticmethod
    def split(text: str) -> list[tuple[str, str]]:
        tokens, place, text = [], 0, text.rstrip()
        while place < len(text):
            found = TOKEN.match(text, place)
            if not found:
                raise Rejected(f"cannot read {text[place : place + 20]!r}")
            kind = ("number", "word", "quoted", "sign")[(found.lastindex or 1) - 1]
            tokens.append((kind, (found.group(found.lastindex or 1)).replace("``", "`")))
            place = found.end()
        return [*tokens, ("end", "")]

    def next(self) -> tuple[str, str]:
        self.place += 1
        return self.tokens[self.place - 1]

    def take(self, sign: str) -> None:
        if self.next() != ("sign", sign):
            raise Rejected(f"expected {sign!r}")

    def at(self, sign: str) -> bool:
        return self.tokens[self.place] == ("sign", sign)

    def end(self) -> None:
        if self.next()[0] != "end":
            raise Rejected("more than one term")

    def whole(self) -> Node:
        node = self.term()
        self.end()
        return node

    def term(self) -> Node:
        language = self.language
        language.budget.node()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Rejected("nested too deeply")
        kind, text = self.next()
        if kind == "number":
            node = language.number(self.number(text))
        elif kind not in ("word", "quoted"):
            raise Rejected(f"no term at {text!r}")
        elif self.at("("):
            self.take("(")
            node = self.operation(text) if kind == "word" and text in OPERATIONS else self.call(text)
            self.take(")")
        else:
            node = self.bare(text)
        self.depth -= 1
        return node

    @staticmethod
    def number(text: str) -> Fraction:
        if len(text) > MAX_DIGITS:
            raise Rejected("a number is too long")
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise Rejected(f"not a number: {text[:20]}") from None

    def bare(self, name: str) -> Node:
        language = self.language
        if name in self.scope:
            return self.scope[name]
        if name in language.dimensions:
            return language.make("dim", (), name)
        if name in language.symbols:
            self.fixed.update(language.symbols[name])
            return language.make("symbol", (), name)
        if name in language.definitions:
            return self.filled(name, [])
        raise Rejected(f"unknown name {name}")

    def call(self, name: str) -> Node:
        if name not in self.language.definitions:
            raise Rejected(f"no definition {name}")
        arguments = [self.term()]
        while self.at(","):
            self.take(",")
            arguments.append(self.term())
        return self.filled(name, arguments)

    def filled(self, name: str, arguments: list[Node]) -> Node:
        definition = self.language.definitions[name]
        node, sizes = self.language.used(definition, arguments, name)
        own = {size for t in self.language.subterms(definition.body) for size in self.sizes_of(t)}
        self.fixed |= definition.fixed | (own - set(sizes))
        self.by |= definition.by
        return node

    @staticmethod
    def sizes_of(node: Node) -> Iterable[Any]:
        beside = node.extra if node.op in ("at", "basis", "delta", *BINDERS) else ()
        return (*node.shape, *((node.extra,) if node.op == "dim" else ()), *(i[1] for i in beside))

    def words(self) -> list[str]:
        """Sizes, up to the bracket."""
        found = [self.next()[1]]
        while self.at(","):
            self.take(",")
            found.append(self.next()[1])
        return found

    def index(self) -> Index:
        kind, name = self.next()
        if kind not in ("word", "quoted"):
            raise Rejected("not an index")
        if name.startswith("_") and not self.language.inside:
            raise Rejected(f"reserved: {name}")
        self.take(":")
        kind, size = self.next()
        if kind == "sign" or kind == "end":
            raise Rejected("an index without a dimension")
        return (name, self.language.size(size))

    def indices(self) -> tuple[Index, ...]:
        """Indices, each after a comma."""
        found = []
        while self.at(","):
            self.take(",")
            found.append(self.index())
        return tuple(found)

    def exponent(self) -> Fraction:
        self.take(",")
        kind, text = self.next()
        exponent = self.number(text) if kind == "number" else Fraction(1, 3)
        if exponent.denominator > 2 or abs(exponent) > MAX_EXPONENT:
            raise Rejected(f"exponent {text}")
        return exponent

    def operation(self, op: str) -> Node:
        """The rest of an operation, up to its closing bracket."""
        language = self.language
        make = language.make
        match op:
            case "ones" | "zeros":
                words = self.words()
                row = op == "zeros" and len(words) == 2
                return make(op, (), tuple(language.size(w, row and n == 0) for n, w in enumerate(words)))
            case "identity":
                words = self.words()
                if len(words) != 1:
                    raise Rejected("identity has one size")
                return make(op, (), (language.size(words[0]),))
            case "basis":
                return make(op, (), (self.index(),))
            case "delta":
                first = self.index()
                second = self.indices()
                if len(second) != 1:
                    raise Rejected("delta has two indices")
                return make(op, (), (first, *second))
            case "sum" | "prod":
                index = self.index()
                self.take(",")
                body = self.term()
                out = self.indices()
                if op == "sum" and out:
                    raise Rejected("sum has one index")
                return make(op, (body,), (index, *out))
            case "at":
                part = self.term()
                return make(op, (part,), self.indices())
            case "pow" | "hpow":
                part = self.term()
                exponent = self.exponent()
                if op == "hpow" and exponent.denominator != 1:
                    raise Rejected("hpow with a half")
                return make(op, (part,), exponent)
            case "grad":
                part = self.term()
                self.take(",")
                by = self.term()
                if by.op != "symbol":
                    raise Rejected("grad by something that is no symbol")
                self.by.add(by.extra)
                return make(op, (part,), by.extra)
        parts = [self.term()]
        while self.at(","):
            self.take(",")
            parts.append(self.term())
        wanted = (
            (2, MAX_NODES) if op in ("add", "mul", "hadamard") else (2, 2) if op in ("div", "dot", "outer") else (1, 1)
        )
        if not wanted[0] <= len(parts) <= wanted[1]:
            raise Rejected(f"{op} of {len(parts)} terms")
        return make(op, parts)


# JSON, as the format wants it


def is_pair(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2


def string(value: Json) -> str:
    if not isinstance(value, str):
        raise Rejected("expected a string")
    return value


def array(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise Rejected("expected an array")
    return value


def strings(value: Json) -> list[str]:
    return [string(each) for each in array(value)]


def items(value: Json) -> list[tuple[str, Json]]:
    if not isinstance(value, dict):
        raise Rejected("expected an object")
    return list(value.items())


def keys(value: Json, needed: str, allowed: str = "") -> None:
    """An object with just these fields; those of ``allowed`` may be missing."""
    found = {key for key, _ in items(value)}
    wanted, extra = set(needed.split()), set(allowed.split())
    if not wanted <= found:
        raise Rejected(f"missing: {', '.join(sorted(wanted - found))}")
    if not found <= wanted | extra:
        raise Rejected(f"superfluous: {', '.join(sorted(found - wanted - extra))}")


# --- polynomials (§6) -------------------------------------------------------------------------------------------------
#
# An index is a number here: bound ones are negative.  A factor is an atom with its indices, a monomial a sorted tuple of
# (atom, indices, exponent), a polynomial a dictionary from monomials to coefficients.  All functions keep the value at
# every point and for all values of free indices: a name stands for one value since functions are functions, bound indices
# are kept apart and renamed within their dimension, Σ over an index that stands nowhere is its size, Σᵢ δᵢⱼ xᵢ = xⱼ.

#: Functions of a matrix: an entry has a row and a column; f(Aᵀ) = f(A)ᵀ for each.
MATRIX_FUNCTIONS = ("inverse", "pinv", "matrix_exp", "matrix_log", "root+", "root-")

Mono = tuple[tuple[int, tuple[int, ...], int], ...]
Poly = dict[Mono, Number]
Key = tuple[tuple[Mono, Number], ...]


@dataclass
class Atom:
    """What a factor is an entry of.

    Args:
        kind: ``symbol``, ``dim``, ``delta``, ``sum``, or the function.
        name: the symbol or dimension; the monomial of a closed sum; the polynomial that names a function (its key).
        sizes: what its places run over.
        own: the placeholders in ``name`` of the indices that the function binds.
        others: those of its other places, the last ones.
        same: orders of places that do not change its value (a group).
        height: §10.1.
    """

    kind: str
    name: Any
    sizes: tuple[Any, ...]
    own: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    same: tuple[tuple[int, ...], ...] = ()
    height: int = 0


def whole(number: Number) -> Number:
    """A fraction as an integer, where it is one."""
    return number.numerator if number.denominator == 1 else number


def key_of(p: Poly) -> Key:
    return tuple(sorted(p.items()))


def add(p: Poly, q: Poly, factor: Number = 1) -> Poly:
    result = dict(p)
    for mono, c in q.items():
        total = result.get(mono, 0) + c * factor
        if total:
            result[mono] = whole(total)
        else:
            result.pop(mono, None)
    return result


def scale(p: Poly, factor: Number) -> Poly:
    return {m: whole(c * factor) for m, c in p.items()} if factor else {}


def constant(number: Number) -> Poly:
    return {(): whole(number)} if number else {}


def indices_of(p: Poly) -> set[int]:
    """The free indices."""
    return {i for mono in p for _, at, _ in mono for i in at if i > 0}


def is_bare(mono: Mono) -> bool:
    """Without bound indices?"""
    return all(i > 0 for _, at, _ in mono for i in at)


class Ring:
    """Polynomials in the entries of symbols with these properties."""

    def __init__(self, budget: Budget, shapes: dict[Any, Shape], properties: dict[Any, frozenset[str]]) -> None:
        self.budget = budget
        self.shapes = shapes
        self.properties = properties
        self.atoms: list[Atom] = []
        self.by_name: dict[Any, int] = {}
        self.indices: list[tuple[str, Any, Any]] = [("", "", "")]
        self.index_by_name: dict[Any, int] = {}
        self.temporary = 0
        #: Atoms that are known to be ≠ 0 at all indices (§6.7).
        self.invertible: set[int] = set()
        self.simple: dict[Mono, bool] = {}
        self.masks: set[int] = set()

    # Indices

    def index(self, kind: str, name: Any, size: Any) -> int:
        """A free index: ``named`` or ``general`` (§6.2), or ``place`` (a placeholder, general)."""
        key = (kind, name, size)
        found = self.index_by_name.get(key)
        if found is None:
            found = self.index_by_name[key] = len(self.indices)
            self.indices.append(key)
        return found

    def bound(self, number: int, size: Any) -> int:
        return -self.index("bound", number, size)

    def fresh(self, size: Any) -> int:
        """A general index that is new."""
        self.temporary += 1
        return self.index("fresh", self.temporary, size)  # a kind of its own: no index of a term is one

    def size(self, index: int) -> Any:
        return self.indices[abs(index)][2]

    def general(self, index: int) -> bool:
        return self.indices[index][0] != "named"

    # Atoms

    def atom(self, atom: Atom) -> int:
        key = (atom.kind, atom.name, atom.sizes, atom.own)  # own placeholders tell what a function runs over
        found = self.by_name.get(key)
        if found is None:
            found = self.by_name[key] = len(self.atoms)
            self.atoms.append(atom)
            if atom.kind in ("dim", "exp"):
                self.invertible.add(found)
            elif atom.kind == "symbol":
                properties = self.properties.get(atom.name, frozenset())
                if properties & {"nonzero", "positive"}:
                    self.invertible.add(found)
                if "mask" in properties:
                    self.masks.add(found)
        return found

    def symbol(self, name: Any, at: tuple[int, ...]) -> Poly:
        twice = self.properties.get(name, frozenset()) & {"symmetric", "positive_definite"}
        same = ((0, 1), (1, 0)) if twice else ()
        return self.factor(self.atom(Atom("symbol", name, axes(self.shapes[name]), same=same)), at)

    def dimension(self, size: Any) -> Poly:
        return constant(size) if isinstance(size, int) else self.factor(self.atom(Atom("dim", size, ())), ())

    def delta(self, i: int, j: int) -> Poly:
        if i == j:
            return constant(1)
        size = self.size(i)
        at = (i, j) if i < j else (j, i)
        return {((self.atom(Atom("delta", None, (size, size), same=((0, 1), (1, 0)))), at, 1),): 1}

    def factor(self, atom: int, at: tuple[int, ...], exponent: int = 1) -> Poly:
        atom, at = self.placed(atom, at)
        return {((atom, at, exponent),): 1} if exponent else constant(1)

    def placed(self, number: int, at: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """A factor in its one form: of the orders of places that are the same the least; equal indices left out once."""
        atom = self.atoms[number]
        if atom.kind == "prod2" and at[0] == at[1]:
            one = Atom("prod1", atom.name, atom.sizes[1:], atom.own, atom.others, (), atom.height)
            return self.placed(self.atom(one), at[1:])
        if atom.same:
            at = min(tuple(at[k] for k in order) for order in atom.same)
        return number, at

    # Monomials

    def is_simple(self, mono: Mono) -> bool:
        """No bound index, no δ, no mask: exponents of equal factors are added, and that is all."""
        found = self.simple.get(mono)
        if found is None:
            atoms = self.atoms
            found = self.simple[mono] = all(
                atoms[a].kind != "delta" and a not in self.masks and all(i > 0 for i in at) for a, at, _ in mono
            )
        return found

    def gathered(self, factors: Iterable[tuple[int, tuple[int, ...], int]], bound: set[int]) -> tuple[Number, Mono]:
        """The normal form of a product of factors, summed over the indices of ``bound`` (§6.8); with a coefficient."""
        factors = list(factors)
        c: Number = 1
        # 1: δ joins indices
        deltas = [f for f in factors if self.atoms[f[0]].kind == "delta"]
        kept: list[tuple[int, tuple[int, ...], int]] = []
        if deltas:
            root: dict[int, int] = {}

            def find(i: int) -> int:
                while root.get(i, i) != i:
                    i = root[i]
                return i

            for _, (i, j), exponent in deltas:
                if exponent < 0:
                    raise Rejected("a negative power of δ")
                # a free index stays, the lesser of two
                i, j = sorted((find(i), find(j)), key=lambda k: (k in bound, k))
                if i != j:
                    root[j] = i
            bound = set(bound)
            for j in list(root):
                i = find(j)
                if j in bound:
                    bound.discard(j)
                else:
                    ((kept_mono, _),) = self.delta(i, j).items()
                    kept.append(kept_mono[0])
            factors = [(a, tuple(map(find, at)), e) for a, at, e in factors if self.atoms[a].kind != "delta"]
        # 2: equal factors become one
        powers: dict[tuple[int, tuple[int, ...]], int] = {}
        for a, at, e in factors:
            place = self.placed(a, at)
            powers[place] = powers.get(place, 0) + e
        for place in [p for p in powers if p[0] in self.masks and powers[p] > 1]:
            powers[place] = 1
        for each in kept:
            powers[each[:2]] = 1
        # 3: an index that stands nowhere
        standing = {i for (_, at), e in powers.items() if e for i in at}
        for i in bound - standing:
            size = self.size(i)
            if isinstance(size, int):
                c *= size
            else:
                ((one, _),) = self.dimension(size).items()
                powers[one[0][:2]] = powers.get(one[0][:2], 0) + 1
        # 4, 5: parts that hang together
        bound = bound & standing
        whole_mono = [(a, at, e) for (a, at), e in powers.items() if e and not bound.intersection(at)]
        rest = [(a, at, e) for (a, at), e in powers.items() if e and bound.intersection(at)]
        if rest:
            sums: dict[tuple[int, tuple[int, ...]], int] = {}
            parts: list[Mono] = []
            for part, inside in self.parts(rest, bound):
                if all(i in inside for _, at, _ in part for i in at):
                    mono = self.numbered(part, inside)
                    height = max(self.atoms[a].height for a, _, _ in mono)
                    place = (self.atom(Atom("sum", mono, (), height=height)), ())
                    sums[place] = sums.get(place, 0) + 1
                else:
                    parts.append(self.numbered(part, inside))
            if sums:
                bare: dict[tuple[int, tuple[int, ...]], int] = {(a, at): e for a, at, e in whole_mono}
                for place, e in sums.items():
                    bare[place] = bare.get(place, 0) + e
                whole_mono = [(a, at, e) for (a, at), e in bare.items() if e]
            used = 0
            for mono in sorted(parts):
                number = len({i for _, at, _ in mono for i in at if i < 0})
                whole_mono += [(a, tuple(self.moved(i, used) for i in at), e) for a, at, e in mono]
                used += number
        return c, tuple(sorted(whole_mono))

    def moved(self, index: int, by: int) -> int:
        if index > 0 or not by:
            return index
        _, number, size = self.indices[-index]
        return self.bound(number + by, size)

    @staticmethod
    def parts(
        factors: list[tuple[int, tuple[int, ...], int]], bound: set[int]
    ) -> Iterator[tuple[list[tuple[int, tuple[int, ...], int]], list[int]]]:
        """The factors that hang together by bound indices, with those."""
        left = list(factors)
        while left:
            part = [left.pop()]
            inside = bound.intersection(part[0][1])
            grown = True
            while grown:
                near = [f for f in left if inside.intersection(f[1])]
                left = [f for f in left if not inside.intersection(f[1])]
                part += near
                grown = bool(near)
                for f in near:
                    inside |= bound.intersection(f[1])
            yield part, sorted(inside)

    def numbered(self, part: list[tuple[int, tuple[int, ...], int]], inside: list[int]) -> Mono:
        """The least way to number the bound indices of a part, among those that colours leave open (§6.8, 5)."""

        def with_names(names: dict[int, int]) -> Mono:
            placed = ((*self.placed(a, tuple(names.get(i, i) for i in at)), e) for a, at, e in part)
            return tuple(sorted(placed))

        if len(inside) == 1:
            return with_names({inside[0]: self.bound(0, self.size(inside[0]))})
        colours: dict[int, Any] = {i: str(self.size(i)) for i in inside}
        for _ in range(3):
            ranks = {colour: n for n, colour in enumerate(sorted({repr(c) for c in colours.values()}))}
            rank = {i: ranks[repr(c)] for i, c in colours.items()}
            found: dict[int, list[Any]] = {i: [] for i in inside}
            for a, at, e in part:
                orders = self.atoms[a].same or (tuple(range(len(at))),)
                seen = {i for i in at if i in rank}
                for i in seen:
                    views = [
                        tuple(
                            (0, 0) if at[k] == i else (1, rank[at[k]]) if at[k] in rank else (2, at[k]) for k in order
                        )
                        for order in orders
                    ]
                    found[i].append((a, e, min(views)))
            colours = {i: (rank[i], sorted(found[i])) for i in inside}
        groups: dict[str, list[int]] = {}
        for i in inside:
            groups.setdefault(repr((str(self.size(i)), colours[i])), []).append(i)
        ordered = [groups[colour] for colour in sorted(groups)]
        orders_left = 1
        for group in ordered:
            for n in range(2, len(group) + 1):
                orders_left *= n
        if orders_left > MAX_ORDERS:
            raise Rejected("a sum with too much symmetry")
        best: Mono | None = None
        for choice in product(*(permutations(group) for group in ordered)):
            line = [i for group in choice for i in group]
            mono = with_names({i: self.bound(n, self.size(i)) for n, i in enumerate(line)})
            if best is None or mono < best:
                best = mono
        return best or ()

    def opened(self, mono: Mono) -> tuple[list[tuple[int, tuple[int, ...], int]], list[int]]:
        """The factors with fresh general indices for the bound ones, and these."""
        names = {i: self.fresh(self.size(i)) for i in sorted({i for _, at, _ in mono for i in at if i < 0})}
        return [(*self.placed(a, tuple(names.get(i, i) for i in at)), e) for a, at, e in mono], list(names.values())

    # Polynomials

    def collected(self, entries: Iterable[tuple[Number, Iterable[tuple[int, tuple[int, ...], int]], set[int]]]) -> Poly:
        """The sum of products of factors, each summed over its bound indices."""
        result: Poly = {}
        for c, factors, bound in entries:
            more, mono = self.gathered(factors, bound)
            total = result.get(mono, 0) + c * more
            if total:
                result[mono] = whole(total)
            else:
                result.pop(mono, None)
        return result

    def times(self, p: Poly, q: Poly) -> Poly:
        self.budget.multiply(len(p) * len(q))
        if len(p) > len(q):
            p, q = q, p
        if len(p) == 1 and () in p:
            return scale(q, p[()])
        result: Poly = {}
        for m, c in p.items():
            for n, d in q.items():
                more, mono = self.joined(m, n)
                total = result.get(mono, 0) + c * d * more
                if total:
                    result[mono] = whole(total)
                else:
                    result.pop(mono, None)
        if len(result) > MAX_MONOMIALS:
            raise Rejected("a polynomial is too long")
        return result

    def joined(self, m: Mono, n: Mono) -> tuple[Number, Mono]:
        """The product of two monomials, their bound indices apart."""
        if not m or not n:
            return 1, m or n
        if self.is_simple(m) and self.is_simple(n):
            powers = {(a, at): e for a, at, e in m}
            for a, at, e in n:
                powers[a, at] = powers.get((a, at), 0) + e
            return 1, tuple(sorted((a, at, e) for (a, at), e in powers.items() if e))
        bound = {i for _, at, _ in m for i in at if i < 0}
        second, names = self.opened(n)
        return self.gathered([*m, *second], bound | set(names))

    def power(self, p: Poly, exponent: int) -> Poly:
        if exponent < 0:
            return self.power(self.reciprocal(p), -exponent)
        result = constant(1)
        for _ in range(exponent):
            result = self.times(result, p)
        return result

    def renamed(self, p: Poly, names: dict[int, int]) -> Poly:
        """With other free indices."""
        if all(names.get(i, i) == i for i in indices_of(p)):
            return p
        return self.collected(
            (
                c,
                [(a, tuple(names.get(i, i) for i in at), e) for a, at, e in mono],
                {i for _, at, _ in mono for i in at if i < 0},
            )
            for mono, c in p.items()
        )

    def summed(self, p: Poly, over: Iterable[int]) -> Poly:
        """Σ over free indices."""
        over = set(over)
        if not over:
            return p
        return self.collected((c, mono, over | {i for _, at, _ in mono for i in at if i < 0}) for mono, c in p.items())

    def function(self, kind: str, p: Poly, own: Sequence[int] = (), first: Sequence[int] = ()) -> Poly:
        """A function of a polynomial as a factor (§6.5).

        Args:
            own: the indices that it binds.
            first: indices that come before those of the polynomial: left out of a product, or row and column.
        """
        others = sorted(indices_of(p) - set(own))
        if len(others) > MAX_PLACES:
            raise Rejected("a function with too many indices")
        matrix = kind in MATRIX_FUNCTIONS
        best: Key = ()
        found: list[tuple[tuple[Any, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = []
        tags = [("first", n) for n in range(len(first))]
        for turn in (False, True) if matrix or kind == "det" else (False,):
            bound, before, labels = (x[::-1] if turn else x for x in (list(own), list(first), tags))
            if kind == "det":
                before, labels = list(first), tags
            ours = tuple(self.index("place", ("own", n), self.size(i)) for n, i in enumerate(bound))
            for order in permutations(others):
                holders = tuple(self.index("place", n, self.size(i)) for n, i in enumerate(order))
                key = key_of(self.renamed(p, dict(zip((*bound, *order), (*ours, *holders), strict=True))))
                if not found or key < best:
                    best, found = key, []
                if key == best:
                    found.append(((*labels, *order), (*before, *order), ours, holders))
        # the orders of places that leave the value as it is
        labels, line, ours, holders = found[0]
        same = [tuple(labels.index(each) for each in other) for other, _, _, _ in found]
        if kind == "prod2":
            same += [(order[1], order[0], *order[2:]) for order in same]
        height = 1 + max((self.atoms[a].height for mono, _ in best for a, _, _ in mono), default=0)
        sizes = tuple(map(self.size, line))
        atom = Atom(kind, best, sizes, ours, holders, tuple(same) if len(same) > 1 else (), height)
        return self.factor(self.atom(atom), line)

    def argument(self, number: int, at: tuple[int, ...], own: Sequence[int] = ()) -> Poly:
        """The polynomial that names a function, at these indices; ``own`` takes the places of those that it binds."""
        atom = self.atoms[number]
        places = at[len(at) - len(atom.others) :] if atom.others else ()
        names = dict(zip(atom.others, places, strict=True)) | dict(zip(atom.own, own, strict=bool(own)))
        return self.renamed(dict(atom.name), names)

    def reciprocal(self, p: Poly) -> Poly:
        """1/p (§6.9): of a single monomial the reciprocals of its factors, which is right for 0 too."""
        if not p:
            raise Rejected("a division by 0")
        if len(p) == 1:
            ((mono, c),) = p.items()
            if is_bare(mono):
                result = constant(Fraction(1) / c)
                for a, at, e in mono:
                    if a in self.invertible or e < 0:
                        result = self.times(result, self.factor(a, at, -e))
                    else:
                        result = self.times(result, self.power(self.function("recip", self.factor(a, at)), e))
                return result
        return self.function("recip", p)

    def root(self, p: Poly) -> Poly:
        """√p (§6.10)."""
        if not p:
            return {}
        if len(p) == 1 and () in p and p[()] > 0:
            c = Fraction(p[()])
            above, below = isqrt(c.numerator), isqrt(c.denominator)
            if above**2 == c.numerator and below**2 == c.denominator:
                return constant(Fraction(above, below))
        return self.function("sqrt", p)

    def content(self, p: Poly) -> tuple[Number, Mono, Poly]:
        """c > 0, m and the rest, with p = c m rest (§6.11)."""
        numbers = [Fraction(c) for c in p.values()]
        c = Fraction(gcd(*(n.numerator for n in numbers)), lcm(*(n.denominator for n in numbers)))
        exponents: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for mono in p:
            for a, at, e in mono:
                if all(i > 0 for i in at):
                    exponents.setdefault((a, at), []).append(e)
        least = {f: min(es) if len(es) == len(p) else min(*es, 0) for f, es in exponents.items()}
        m = tuple(sorted((a, at, e) for (a, at), e in least.items() if e))
        if not m:
            return c, (), {mono: whole(d / c) for mono, d in p.items()}
        rest: Poly = {}
        for mono, d in p.items():
            powers = {(a, at): e for a, at, e in mono}
            for a, at, e in m:
                powers[a, at] = powers.get((a, at), 0) - e
            rest[tuple(sorted((a, at, e) for (a, at), e in powers.items() if e))] = whole(d / c)
        return c, m, rest


# --- signs (§7.1) -----------------------------------------------------------------------------------------------------
#
# A sign is a set of −, 0, +, as bits.

NEGATIVE, ZERO, POSITIVE = 1, 2, 4
ANY = 7
NONNEGATIVE, NONZERO = ZERO | POSITIVE, NEGATIVE | POSITIVE
SIGN_OF = {"nonneg": NONNEGATIVE, "positive": POSITIVE, "nonzero": NONZERO}


def flip(s: int) -> int:
    return (s & ZERO) | (POSITIVE if s & NEGATIVE else 0) | (NEGATIVE if s & POSITIVE else 0)


def _product(s: int, t: int) -> int:
    result = ZERO if (s & ZERO and t) or (t & ZERO and s) else 0
    for a, b in product((NEGATIVE, POSITIVE), repeat=2):
        if s & a and t & b:
            result |= POSITIVE if a == b else NEGATIVE
    return result


def _sum(s: int, t: int) -> int:
    result = 0
    for a, b in product((NEGATIVE, ZERO, POSITIVE), repeat=2):
        if s & a and t & b:
            result |= a if b in (ZERO, a) else b if a == ZERO else ANY
    return result


PRODUCTS = [[_product(s, t) for t in range(8)] for s in range(8)]
SUMS = [[_sum(s, t) for t in range(8)] for s in range(8)]


def total(s: int) -> int:
    """The sign of a sum of one or more numbers of this sign."""
    return ANY if s & NEGATIVE and s & POSITIVE else s


def powered(s: int, exponent: int) -> int:
    """The sign of a power; for exponents < 0 the 0 stays, as 1/0 = 0."""
    if exponent == 0:
        return POSITIVE
    if exponent % 2:
        return s
    return (s & ZERO) | (POSITIVE if s & NONZERO else 0)


# --- what is known at a point: facts, expansion, derivatives, reduction (§5, §7–§10) ----------------------------------
#
# Fix sizes, data at which the hypotheses hold, and values of the free indices that the statement names, so that the terms
# it speaks of are defined.  By induction: a fact is true there for all values of its general indices, an expansion is the
# entry of its term, and what `reduced` makes 0 is 0.  The rules for each are at the functions.


@dataclass
class Equality:
    """Two terms that are equal at the point, for all values of ``names``."""

    left: Node
    right: Node
    names: tuple[Index, ...]
    hypothesis: bool = False


@dataclass
class Solved:
    """An atom that equals a polynomial in the general indices ``at`` (§10.4)."""

    atom: int
    at: tuple[int, ...]
    value: Poly


class Scope(Ring):
    """What follows from hypotheses, and from terms that are defined (§7.10).

    Args:
        language: the names.
        hypotheses: closed.
        defined: terms that are known to be defined.
    """

    def __init__(self, language: Language, hypotheses: Sequence[Hypothesis], defined: Sequence[Node]) -> None:
        properties = dict(language.properties)
        for each in hypotheses:
            if each.condition != "equal" and each.terms[0].op == "symbol":
                name = each.terms[0].extra
                properties[name] = properties.get(name, frozenset()) | {each.condition}
        super().__init__(language.budget, language.symbols, properties)
        self.language = language
        self.hypotheses = list(hypotheses)
        self.defined: list[Node] = []
        self.facts: dict[Key, int] = {}
        #: What facts look like, names of indices apart: only these are looked up.
        self.looks: set[Any] = set()
        self.signs: dict[Key, int] = {}
        self.asked: set[Key] = set()
        self.reductions: dict[Key, tuple[Poly, int]] = {}
        self.expansions: dict[int, Poly] = {}
        self.learnt: set[int] = set()
        self.solved: list[Solved] = []
        self.conditions: set[tuple[str, int]] = set()
        self.slopes: dict[Any, Poly] = {}
        self.authored: set[int] = set()
        self.equalities = [
            Equality(h.terms[0], h.terms[1], h.names, True) for h in hypotheses if h.condition == "equal"
        ]
        for h in hypotheses:
            for term in h.terms:
                self.authored.update(map(id, language.subterms(term)))
        for _ in range(2):
            self.expansions.clear()
            self.learnt.clear()
            for name in language.symbols:
                if "not_zero" in language.properties.get(name, ()):
                    self.learn(self.squares(language.make("symbol", (), name)), POSITIVE)
            for each in hypotheses:
                self.assume(each)
            for term in defined:
                self.define(term)

    def assume(self, hypothesis: Hypothesis) -> None:
        """What a hypothesis teaches: that its terms are defined, and what it says."""
        for term in hypothesis.terms:
            self.learn_defined(term)
        term = hypothesis.terms[0]
        if hypothesis.condition in SIGN_OF:
            self.learn(self.expand(term), SIGN_OF[hypothesis.condition])
        elif hypothesis.condition == "not_zero":
            self.learn(self.squares(term), POSITIVE)
        elif hypothesis.condition != "equal":
            self.conditions.add((hypothesis.condition, id(term)))

    def define(self, term: Node) -> None:
        """A term of which it is known that it is defined."""
        if not any(term is each for each in self.defined):
            self.defined.append(term)
            self.authored.update(map(id, self.language.subterms(term)))
        self.learn_defined(term)

    def changed(self) -> None:
        """Something more is known: what was found with less is found again."""
        self.signs.clear()
        self.reductions.clear()

    # Facts

    def look(self, p: Poly) -> Any:
        return tuple(sorted((tuple(sorted((a, e) for a, _, e in mono)), c) for mono, c in p.items()))

    def pattern(self, p: Poly, general: Sequence[int]) -> Key:
        """The least name of a polynomial in which these indices are general."""
        best: Key | None = None
        for order in permutations(general):
            names = {i: self.index("place", n, self.size(i)) for n, i in enumerate(order)}
            key = key_of(self.renamed(p, names))
            if best is None or key < best:
                best = key
        return best or ()

    def fact(self, p: Poly) -> int:
        """What facts say of a polynomial: those from which it arises by distinct indices for general ones (§7.2)."""
        if self.look(p) not in self.looks:
            return ANY
        result = ANY
        free = sorted(indices_of(p))
        must = [i for i in free if self.general(i)]
        may = [i for i in free if not self.general(i)]
        for count in range(MAX_PLACES - len(must) + 1):
            for chosen in combinations(may, count):
                result &= self.facts.get(self.pattern(p, [*must, *chosen]), ANY)
        return result

    def note(self, p: Poly, s: int) -> None:
        """Keep a fact, of p and of −p; an atom that is ≠ 0 at all indices becomes invertible (§7.6)."""
        general = sorted(i for i in indices_of(p) if self.general(i))
        if len(general) > MAX_PLACES or s == ANY:
            return
        for q, t in ((p, s), (scale(p, -1), flip(s))):
            key = self.pattern(q, general)
            known = self.facts.get(key, ANY)
            if known & t != known:
                self.facts[key] = known & t
                self.looks.add(self.look(q))
                self.changed()
        if len(p) == 1 and not s & ZERO:
            ((mono, c),) = p.items()
            if c == 1 and len(mono) == 1 and mono[0][2] == 1:
                a, at, _ = mono[0]
                if a not in self.invertible and len(set(at)) == len(at) and all(i > 0 and self.general(i) for i in at):
                    self.invertible.add(a)
                    self.expansions.clear()
                    self.changed()
                if self.atoms[a].kind == "sqrt" and all(i > 0 for i in at):
                    self.learn(self.argument(a, at), POSITIVE)

    def learn(self, p: Poly, s: int) -> None:
        """The sign of a polynomial is known (§7.6)."""
        if not p or s == ANY:
            return
        q, k = self.reduced(p)
        if q and q != p and k in (POSITIVE, NEGATIVE):
            self.enter(q, s if k == POSITIVE else flip(s))
        self.enter(p, s)

    def enter(self, p: Poly, s: int) -> None:
        """What the sign of p = c m rest says of its factors, and of the rest."""
        if self.plain(p) & s == self.plain(p) and s & ZERO:
            return
        _, m, rest = self.content(p)
        is_number = len(rest) == 1 and () in rest
        if not s & ZERO:
            for a, at, _ in m:
                self.note({((a, at, 1),): 1}, NONZERO)
        if is_number:
            for n, (a, at, e) in enumerate(m):
                others = self.of_monomial((*m[:n], *m[n + 1 :]))
                if e % 2 and others in (POSITIVE, NEGATIVE):
                    self.note({((a, at, 1),): 1}, s if (others == POSITIVE) == (rest[()] > 0) else flip(s))
        else:
            beside = self.of_monomial(m)
            if not s & ZERO:
                beside &= NONZERO
            may = 0
            for each in (NEGATIVE, ZERO, POSITIVE):
                if PRODUCTS[each][beside] & s:
                    may |= each
            self.note(rest, may)
            if m:
                self.note(self.times({m: 1}, rest), s)

    # Signs of polynomials

    def sign(self, p: Poly) -> int:
        """The signs that a polynomial may have (§7.3)."""
        key = key_of(p)
        found = self.signs.get(key)
        if found is not None:
            return found
        if key in self.asked:
            return ANY
        self.asked.add(key)
        try:
            s = self.plain(p)
            if s not in (NEGATIVE, ZERO, POSITIVE):
                q, k = self.reduced(p)
                if q != p and k in (POSITIVE, NEGATIVE):
                    s &= self.plain(q) if k == POSITIVE else flip(self.plain(q))
        finally:
            self.asked.discard(key)
        self.signs[key] = s
        return s

    def plain(self, p: Poly) -> int:
        """The same as p = c m rest shows it (§7.4)."""
        if not p:
            return ZERO
        _, m, rest = self.content(p)
        s = ZERO
        for mono, c in rest.items():
            each = self.of_monomial(mono)
            s = SUMS[s][each if c > 0 else flip(each)]
        if not (len(rest) == 1 and () in rest):
            s &= self.fact(rest) & self.of_sizes(rest) & flip(self.of_sizes(scale(rest, -1)))
        s = PRODUCTS[self.of_monomial(m)][s]
        if m:
            s &= self.fact(self.times({m: 1}, rest))
        return s

    def of_sizes(self, p: Poly) -> int:
        """A polynomial in sizes, which are ≥ 1, with coefficients > 0 but for the constant, is least where all are 1."""
        for mono, c in p.items():
            if mono and (c < 0 or any(self.atoms[a].kind != "dim" or e < 0 for a, _, e in mono)):
                return ANY
        least = sum(p.values())
        return POSITIVE if least > 0 else NONNEGATIVE if least == 0 else ANY

    def of_monomial(self, mono: Mono) -> int:
        """The sign of a monomial; of a sum the total of its summands (§7.5)."""
        if not is_bare(mono):
            factors, _ = self.opened(mono)
            s = POSITIVE
            for a, at, e in factors:
                s = PRODUCTS[s][powered(self.of_factor(a, at), e)]
            return total(s)
        s = POSITIVE
        for a, at, e in mono:
            s = PRODUCTS[s][powered(self.of_factor(a, at), e)]
        return s

    def of_factor(self, number: int, at: tuple[int, ...]) -> int:
        """The sign of a factor, whose indices are free (§7.5)."""
        atom = self.atoms[number]
        s = self.fact({((number, at, 1),): 1})
        if number in self.invertible:
            s &= NONZERO
        match atom.kind:
            case "dim" | "exp":
                s &= POSITIVE
            case "delta":
                s &= NONNEGATIVE
            case "symbol":
                properties = self.properties.get(atom.name, frozenset())
                if properties & {"nonneg", "mask"}:
                    s &= NONNEGATIVE
                if "positive" in properties:
                    s &= POSITIVE
                if "nonzero" in properties:
                    s &= NONZERO
            case "sqrt":
                s &= POSITIVE if self.sign(self.argument(number, at)) == POSITIVE else NONNEGATIVE
            case "recip" | "tanh":
                s &= self.sign(self.argument(number, at))
            case "sum":
                s &= self.of_monomial(atom.name)
            case "prod0" | "prod1" | "prod2":
                inner = self.sign(self.argument(number, at, tuple(self.fresh(self.size(i)) for i in atom.own)))
                if inner == POSITIVE:
                    s &= POSITIVE
                elif not inner & NEGATIVE:
                    s &= NONNEGATIVE
                elif not inner & ZERO:
                    s &= NONZERO
        return s

    # Signs of terms

    def read_sign(self, t: Node) -> int:
        """The sign of all entries of a term (§7.7)."""
        s = ANY
        match t.op:
            case "add":
                s = ZERO
                for x in t.args:
                    s = SUMS[s][self.read_sign(x)]
            case "neg":
                s = flip(self.read_sign(t.args[0]))
            case "sum":
                s = total(self.read_sign(t.args[0]))
            case "mul" | "hadamard" if is_product(t):
                s = POSITIVE
                for x, count in Counter(t.args).items():
                    s = PRODUCTS[s][powered(self.read_sign(x), count)]
            case "div":
                s = PRODUCTS[self.read_sign(t.args[0])][self.read_sign(t.args[1])]
            case "pow" | "hpow" if not is_matrix_power(t):
                base = self.read_sign(t.args[0])
                if t.extra.denominator == 1:
                    s = powered(base, int(t.extra))
                else:
                    s = POSITIVE if base == POSITIVE else NONNEGATIVE
            case "sqrt" | "norm" | "abs":
                s = NONNEGATIVE
            case "transpose" | "at":
                s = self.read_sign(t.args[0])
        return s if s in (POSITIVE, NEGATIVE) else s & self.sign(self.expand(t))

    def learn_defined(self, term: Node) -> None:
        """What follows from a term being defined, parts first (§7.8)."""
        for t in self.language.subterms(term):
            if id(t) in self.learnt:
                continue
            self.learnt.add(id(t))
            for condition, x in self.demands(t):
                if condition in ("invertible", "positive_definite"):
                    self.conditions.add((condition, id(x)))
                    d = self.diagonal(self.expand(x), x)
                    if d is not None:
                        self.learn(d, NONZERO if condition == "invertible" else POSITIVE)
                elif condition == "not_zero":
                    self.learn(self.squares(x), POSITIVE)
                else:
                    if t.op in ("div", "sqrt") or (t.op == "pow" and t.extra.denominator == 2):
                        self.tell(x)
                    for factor in self.divisors(x) if t.op == "div" else [x]:
                        self.learn(self.expand(factor), SIGN_OF[condition])

    def divisors(self, y: Node) -> Iterator[Node]:
        """y, its factors first: if y ≠ 0, so are they."""
        for x in y.args[:1] if y.op in ("neg", "div") else y.args if is_product(y) else ():
            yield from self.divisors(x)
        yield y

    def demands(self, t: Node) -> Iterator[tuple[str, Node]]:
        """The conditions on its parts under which a term whose parts are defined is defined itself (§2.4)."""
        match t.op:
            case "div":
                yield "nonzero", t.args[1]
            case "sqrt":
                yield "nonneg", t.args[0]
            case "log":
                yield "positive", t.args[0]
            case "inverse":
                yield "invertible", t.args[0]
            case "matrix_log":
                yield "positive_definite", t.args[0]
            case "pow" | "hpow":
                matrix = is_matrix_power(t)
                if t.extra.denominator == 2:
                    yield ("positive_definite" if matrix else "positive" if t.extra < 0 else "nonneg"), t.args[0]
                elif t.extra < 0:
                    yield ("invertible" if matrix else "nonzero"), t.args[0]
            case "grad":
                yield from self.differentiable(t)

    def differentiable(self, gradient: Node) -> Iterator[tuple[str, Node]]:
        """Radicands in y that depend on x are > 0, arguments of |·| are ≠ 0, unless all of it is to an even power (§2.4)."""
        (y,), x = gradient.args, gradient.extra
        odd: set[int] = {id(y)}
        nodes = self.language.subterms(y)
        for t in nodes:
            if not is_even_power(t):
                odd.update(map(id, t.args))
        for t in nodes:
            if not t.args or x not in t.args[0].symbols:
                continue
            if t.op == "sqrt" or (t.op == "pow" and t.extra.denominator == 2 and not t.shape):
                yield "positive", t.args[0]
            elif t.op in ("abs", "norm") and id(t) in odd:
                yield "nonzero" if t.op == "abs" else "not_zero", t.args[0]

    def show_defined(self, term: Node, at: dict[Any, Node]) -> None:
        """Reject, unless the condition of each node of a term holds where terms are put for symbols (§13.16)."""
        for t in self.language.subterms(term):
            if t.op == "grad" and not t.symbols.isdisjoint(at):
                raise Rejected("a derivative that mentions a bound symbol")
            for condition, x in self.demands(t):
                self.need(condition, self.language.put(x, at))

    def tell(self, x: Node) -> None:
        """Signs that the form of a divisor or radicand shows."""
        if not x.shape and x.op in ("mul", "div", "pow", "neg", "add"):
            for part in x.args:
                self.tell(part)
        self.learn(self.expand(x), self.read_sign(x))

    def need(self, condition: str, t: Node) -> None:
        """Reject, unless a condition on a term is known (§7.11)."""
        if not self.holds(condition, t):
            raise Rejected(f"not shown: {condition} {spell(t)}")

    def holds(self, condition: str, t: Node) -> bool:
        if condition in SIGN_OF:
            return not self.read_sign(t) & ~SIGN_OF[condition]
        if self.declared(condition, t):
            return True
        language = self.language
        found = False
        match condition:
            case "not_zero":
                found = not self.sign(self.squares(t)) & ZERO or not self.read_sign(t) & ZERO
            case "mask":
                found = self.equal(language.make("hadamard", (t, t)), t)
            case "symmetric":
                found = self.declared("positive_definite", t) or self.equal(language.transpose(t), t)
            case "idempotent":
                found = self.equal(language.mul(t, t), t)
            case "orthogonal":
                found = self.equal(language.mul(t, language.transpose(t)), language.identity(t.shape[0]))
            case "invertible":
                found = self.declared("orthogonal", t) or self.declared("positive_definite", t)
        if found or condition not in ("symmetric", "orthogonal", "invertible", "positive_definite"):
            return found
        if t.op == "inverse" and not self.holds("invertible", t.args[0]):
            return False
        return t.op in ("transpose", "inverse") and self.holds(condition, t.args[0])

    def declared(self, condition: str, t: Node) -> bool:
        """Is it a property of a symbol, a hypothesis, or known of this term?"""
        if t.op == "symbol" and condition in self.properties.get(t.extra, frozenset()):
            return True
        return (condition, id(t)) in self.conditions

    # Expansion

    def axis(self, number: int, size: Any) -> int:
        return self.index("general", ("axis", number), size)

    def axes_of(self, t: Node) -> list[int]:
        return [self.axis(n, size) for n, size in enumerate(axes(t.shape))]

    def named(self, i: Index) -> int:
        """An index of a term: it is general if it is bound there, or its name begins with ``_``."""
        name, size = i
        general = not isinstance(name, str) or name.startswith("_")
        return self.index("general" if general else "named", name, size)

    def at(self, t: Node, indices: Sequence[int]) -> Poly:
        """The entry of a term at these indices."""
        return self.renamed(self.expand(t), dict(zip(self.axes_of(t), indices, strict=True)))

    def squares(self, t: Node) -> Poly:
        """Σ of the squares of all entries; it is ≥ 0 (§8.4)."""
        p = self.expand(t)
        result = self.summed(self.times(p, p), self.axes_of(t))
        self.learn(result, NONNEGATIVE)
        return result

    def expand(self, t: Node) -> Poly:
        """The entry of a term at its axes, which are general indices (§8)."""
        found = self.expansions.get(id(t))
        if found is None:
            found = self.expanded(t)
            self.expansions[id(t)] = found
        return found

    def expanded(self, t: Node) -> Poly:
        axis = self.axes_of(t)
        x = t.args[0] if t.args else t
        match t.op:
            case "number":
                return constant(t.extra)
            case "dim":
                return self.dimension(t.extra)
            case "symbol":
                return self.symbol(t.extra, tuple(axis))
            case "ones":
                return constant(1)
            case "zeros":
                return {}
            case "identity":
                return self.delta(*axis)
            case "basis":
                return self.delta(axis[0], self.named(t.extra[0]))
            case "delta":
                return self.delta(self.named(t.extra[0]), self.named(t.extra[1]))
            case "add":
                result: Poly = {}
                for part in t.args:
                    result = add(result, self.expand(part))
                return result
            case "neg":
                return scale(self.expand(x), -1)
            case "hadamard":
                return self.multiplied(map(self.expand, t.args))
            case "mul":
                return self.matrix_product(t)
            case "div":
                return self.times(self.expand(x), self.over(t.args[1]))
            case "dot":
                p = self.times(self.expand(x), self.expand(t.args[1]))
                p = self.summed(p, self.axes_of(x))
                if x is t.args[1]:
                    self.learn(p, NONNEGATIVE)
                return p
            case "outer":
                return self.times(self.expand(x), self.at(t.args[1], axis[1:]))
            case "transpose":
                return self.at(x, axis[::-1])
            case "diag":
                return self.times(self.expand(x), self.delta(*axis))
            case "trace":
                i = self.fresh(x.shape[0])
                return self.summed(self.at(x, (i, i)), (i,))
            case "at":
                return self.at(x, [self.named(i) for i in t.extra])
            case "sum":
                return self.summed(self.expand(x), (self.named(t.extra[0]),))
            case "pow" | "hpow":
                return self.expand_power(t, x)
            case "sqrt":
                return self.root(self.expand(x))
            case "abs":
                p = self.expand(x)
                square = self.times(p, p)
                self.learn(square, NONNEGATIVE)
                return self.root(square)
            case "norm":
                return self.root(self.squares(x))
            case "exp" | "log" | "tanh":
                return self.function(t.op, self.expand(x))
            case "prod":
                out = sorted({self.named(i) for i in t.extra[1:]})
                return self.function(f"prod{len(out)}", self.expand(x), (self.named(t.extra[0]),), out)
            case "det":
                return self.function("det", self.expand(x), self.axes_of(x))
            case "inverse":
                p = self.expand(x)
                d = self.diagonal(p, x)
                if d is not None and not self.sign(d) & ZERO:
                    return self.times(self.delta(*axis), self.reciprocal(d))
                return self.matrix("inverse", p, axis)
            case "pinv":
                return self.matrix("pinv", self.at(x, axis[::-1]), axis, turned=True)
            case "matrix_exp" | "matrix_log":
                return self.matrix(t.op, self.expand(x), axis)
            case "grad":
                return self.gradient(t, axis)
        raise Rejected(f"no operation {t.op}")

    def over(self, y: Node) -> Poly:
        """1/y, factor by factor (§8.5): 1/(xy) = (1/x)(1/y) and 1/(1/x) = x, with 1/0 = 0."""
        if y.op == "neg":
            return scale(self.over(y.args[0]), -1)
        if y.op == "div":
            return self.times(self.over(y.args[0]), self.expand(y.args[1]))
        return self.multiplied(map(self.over, y.args)) if is_product(y) else self.reciprocal(self.expand(y))

    def multiplied(self, factors: Iterable[Poly]) -> Poly:
        result = constant(1)
        for p in factors:
            result = self.times(result, p)
        return result

    def matrix(self, kind: str, p: Poly, axis: Sequence[int], turned: bool = False) -> Poly:
        """An entry of a function of a matrix with the entries p at ``axis`` (of its transpose, for ``turned``)."""
        own = [self.index("general", ("own", n), self.size(i)) for n, i in enumerate(axis)]
        p = self.renamed(p, dict(zip(axis, own, strict=True)))
        return self.function(kind, p, own[::-1] if turned else own, list(axis))

    def matrix_product(self, t: Node) -> Poly:
        """The product of terms, read from the left: scaling, or Σ over the index between."""
        shape, p = t.args[0].shape, self.expand(t.args[0])
        for part in t.args[1:]:
            new = times_shape(shape, part.shape)
            if not shape or not part.shape:
                p = self.times(p, self.expand(part))
            else:
                left = [self.axis(n, size) for n, size in enumerate(axes(shape))]
                right = self.axes_of(part)
                inner_left = len(shape) == 2  # a column has no index between
                inner_right = not is_row(part.shape)
                between = self.fresh(axes(shape)[-1]) if inner_left and inner_right else 0
                names = {left[-1]: between} if between else {}
                first = self.renamed(p, names)
                outer = left[:-1] if inner_left else left
                rest = right[1:] if inner_right else right
                ends = [self.axis(len(outer) + n, self.size(i)) for n, i in enumerate(rest)]
                places = [*([between] if inner_right and between else []), *ends]
                if inner_right and not between:
                    raise Rejected("no product")
                second = self.at(part, places)
                p = self.times(first, second)
                if between:
                    p = self.summed(p, (between,))
            shape = new
        return p

    def expand_power(self, t: Node, x: Node) -> Poly:
        exponent = t.extra
        k = int(exponent) if exponent.denominator == 1 else 0
        if is_matrix_power(t):
            return self.matrix_power(x, exponent)
        if exponent.denominator == 2:
            root = self.root(self.expand(x))
            return self.power(root, exponent.numerator)
        if k > 0 and k % 2 == 0 and x.op in ("norm", "abs"):
            inner = self.expand(x.args[0])
            under = self.squares(x.args[0]) if x.op == "norm" else self.times(inner, inner)
            p = self.power(under, k // 2)
        elif k == 0:
            return constant(1)
        else:
            p = self.power(self.expand(x), k)
        if k % 2 == 0:
            self.learn(p, NONNEGATIVE)
        return p

    def matrix_power(self, x: Node, exponent: Fraction) -> Poly:
        """A power of a matrix: products, of the inverse for negative ones, times a root for halves (§5)."""
        language = self.language
        if exponent == 0:
            return self.expand(language.identity(x.shape[0]))
        if exponent.denominator == 2 and abs(exponent) == Fraction(1, 2):
            return self.matrix("root+" if exponent > 0 else "root-", self.expand(x), self.axes_of(x))
        base = x if exponent > 0 else language.make("inverse", (x,))
        parts = [base] * int(abs(exponent))
        if exponent.denominator == 2:
            half = Fraction(1, 2) if exponent > 0 else Fraction(-1, 2)
            parts.append(language.make("pow", (x,), half))
        return self.expand(language.mul(*parts) if len(parts) > 1 else base)

    def diagonal(self, p: Poly, matrix: Node) -> Poly | None:
        """d, if p is δᵢⱼ d at the axes i, j of a matrix (§8.3)."""
        i, j = self.axes_of(matrix)
        if not p:
            return None
        ((delta, _),) = self.delta(i, j).items()
        result: Poly = {}
        for mono, c in p.items():
            if delta[0] not in mono:
                return None
            rest: Poly = {tuple(f for f in mono if f != delta[0]): c}
            result = add(result, self.renamed(rest, {max(i, j): min(i, j)}))
        return result

    # Derivatives

    def gradient(self, t: Node, axis: Sequence[int]) -> Poly:
        """∂y/∂x, where every part of y is differentiable (§9)."""
        (y,), x = t.args, t.extra
        if id(t) not in self.authored:
            self.show_defined(t, {})
        if self.properties.get(x, frozenset()) & {"mask", "symmetric", "orthogonal", "idempotent", "positive_definite"}:
            raise Rejected(f"a derivative by {x}, of which equations are assumed")
        for part in self.language.subterms(y):
            root = part.op == "pow" and len(axes(part.shape)) == 2 and part.extra.denominator == 2
            if (part.op in ("pinv", "matrix_log") or root) and x in part.args[0].symbols:
                raise Rejected(f"a derivative of {part.op}")
        count = len(axes(y.shape))
        return self.slope(self.expand(y), x, tuple(axis[count:]))

    def slope(self, p: Poly, x: Any, along: tuple[int, ...]) -> Poly:
        """∂p by the entry of a symbol at ``along``."""
        result: Poly = {}
        for mono, c in p.items():
            factors, bound = self.opened(mono)
            for n, (a, at, e) in enumerate(factors):
                inner = self.slope_of_factor(a, at, x, along)
                if not inner:
                    continue
                beside: Poly = constant(c * e)
                for m, (b, there, exponent) in enumerate(factors):
                    power = exponent - 1 if m == n else exponent
                    if power < 0 and b not in self.invertible:
                        raise Rejected("a negative power that is not known")
                    beside = self.times(beside, self.factor(b, there, power))
                result = add(result, self.summed(self.times(beside, inner), bound))
        return result

    def slope_of_factor(self, number: int, at: tuple[int, ...], x: Any, along: tuple[int, ...]) -> Poly:
        key = (number, at, x, along)
        found = self.slopes.get(key)
        if found is None:
            found = self.slopes[key] = self.found_slope(number, at, x, along)
        return found

    def found_slope(self, number: int, at: tuple[int, ...], x: Any, along: tuple[int, ...]) -> Poly:
        atom = self.atoms[number]
        if atom.kind in ("dim", "delta"):
            return {}
        if atom.kind == "symbol":
            p = constant(1 if atom.name == x else 0)
            for i, j in zip(at, along, strict=True) if atom.name == x else ():
                p = self.times(p, self.delta(i, j))
            return p
        if atom.kind == "sum":
            return self.slope({atom.name: 1}, x, along)
        own = tuple(self.fresh(self.size(i)) for i in atom.own)
        argument = self.argument(number, at, own)
        inner = self.slope(argument, x, along)
        if not inner:
            return {}
        value = self.factor(number, at)
        match atom.kind:
            case "recip" if not self.sign(argument) & ZERO:
                return scale(self.times(inner, self.times(value, value)), -1)
            case "sqrt" if self.sign(argument) == POSITIVE:
                self.learn(value, POSITIVE)
                return scale(self.times(inner, self.reciprocal(value)), Fraction(1, 2))
            case "exp":
                return self.times(inner, value)
            case "tanh":
                return self.times(inner, add(constant(1), self.times(value, value), -1))
            case "log" if self.sign(argument) == POSITIVE:
                return self.times(inner, self.reciprocal(argument))
            case "prod0":
                without = self.function("prod1", argument, own, own)  # own is free in what it is left out of
                return self.summed(self.times(inner, without), own)
            case "prod1":
                n = at[0]
                two = self.function("prod2", argument, own, (n, *own))
                one = self.times(self.renamed(inner, {own[0]: n}), value)
                return add(self.summed(self.times(inner, two), own), one, -1)
        raise Rejected(f"no derivative of {atom.kind}")

    # Reduction

    def reduced(self, p: Poly) -> tuple[Poly, int]:
        """p multiplied by numbers that are not 0, and simplified; with the sign of the multiplier (§10).

        If the result is 0, p is 0.  For each round multiplies p by a number that is not 0, or writes an equal polynomial
        for it.  A factor f = 1/x, x ≠ 0: fᵉ xᵗ = x^{t−e}, and p is multiplied by xᵗ.  A factor f = √x, x ≥ 0: f² = x; a
        negative power of f stands only where f ≠ 0 is known, and p is multiplied by a power of f > 0.
        """
        if not p:
            return p, POSITIVE
        key = key_of(p)
        found = self.reductions.get(key)
        if found is None:
            found = self.reduced_now(p)
            self.reductions[key] = found
        return found

    def reduced_now(self, p: Poly) -> tuple[Poly, int]:
        multiplier = POSITIVE
        aside: set[tuple[int, tuple[int, ...]]] = set()
        for _ in range(MAX_ROUNDS):
            p = self.substituted(p)
            exponents: dict[tuple[int, tuple[int, ...]], set[int]] = {}
            for mono in p:
                for a, at, e in mono:
                    if self.atoms[a].kind in ("recip", "sqrt") and all(i > 0 for i in at) and (a, at) not in aside:
                        exponents.setdefault((a, at), set()).add(e)
            candidates = [f for f, es in exponents.items() if self.atoms[f[0]].kind == "recip" or es != {1}]
            if not candidates:
                return p, multiplier
            f = max(candidates, key=lambda f: (self.atoms[f[0]].height, f))
            x = self.argument(*f)
            sign = self.sign(x)
            is_root = self.atoms[f[0]].kind == "sqrt"
            if sign & (NEGATIVE if is_root else ZERO):
                aside.add(f)
                continue
            parts: dict[int, Poly] = {}
            for mono, c in p.items():
                e = next((e for a, at, e in mono if (a, at) == f), 0)
                parts.setdefault(e, {})[tuple(g for g in mono if g[:2] != f)] = c
            result: Poly = {}
            if is_root:
                least = min(0, *parts)
                for e, part in parts.items():
                    half, odd = divmod(e - least, 2)
                    part = self.times(part, self.power(x, half))
                    result = add(result, self.times(part, self.factor(*f, odd)))
            else:
                top = max(parts)
                for e, part in parts.items():
                    result = add(result, self.times(part, self.power(x, top - e)))
                multiplier = PRODUCTS[multiplier][powered(sign, top)]
            p = result
            if not p:
                return p, multiplier
        raise Rejected("a reduction without end")

    def vanishes(self, p: Poly) -> bool:
        return not self.reduced(p)[0]

    def equal(self, x: Node, y: Node) -> bool:
        """Do two terms of one shape have equal entries, by reduction alone?"""
        return x.shape == y.shape and self.vanishes(add(self.expand(x), self.expand(y), -1))

    def solve(self, equality: Equality) -> None:
        """An equality f(…) = value is from now on used wherever that value of f stands (§10.4)."""
        if equality.left.shape:
            return
        left, value = self.expand(equality.left), self.expand(equality.right)
        if len(left) != 1:
            return
        ((mono, c),) = left.items()
        if c != 1 or len(mono) != 1 or mono[0][2] != 1:
            return
        a, at, _ = mono[0]
        names = {self.named(i) for i in equality.names}
        if self.atoms[a].kind not in ("sqrt", "exp", "log", "tanh", "recip", "det", "prod0"):
            return
        if len(set(at)) != len(at) or not set(at) <= names or not indices_of(value) <= set(at):
            return
        if not any(self.mentions(m, a) for m in value):
            self.solved.append(Solved(a, at, value))
            self.changed()

    def mentions(self, mono: Mono, atom: int) -> bool:
        """Is it a factor of a monomial, or of a closed sum in it?"""
        return any(
            a == atom or (self.atoms[a].kind == "sum" and self.mentions(self.atoms[a].name, atom)) for a, _, _ in mono
        )

    def substituted(self, p: Poly) -> Poly:
        for _ in self.solved:
            before = p
            for each in reversed(self.solved):
                if any(self.mentions(mono, each.atom) for mono in p):
                    p = self.replaced(p, each)
            if p == before:
                break
        return p

    def replaced(self, p: Poly, solved: Solved) -> Poly:
        result: Poly = {}
        for mono, c in p.items():
            if not self.mentions(mono, solved.atom):
                result = add(result, {mono: c})
                continue
            factors, bound = self.opened(mono)
            term = constant(c)
            for a, at, e in factors:
                if a == solved.atom:
                    value = self.renamed(solved.value, dict(zip(solved.at, at, strict=True)))
                elif self.atoms[a].kind == "sum" and self.mentions(self.atoms[a].name, solved.atom):
                    value = self.replaced({self.atoms[a].name: 1}, solved)
                else:
                    value = {}
                    term = self.times(term, self.factor(a, at, e))
                    continue
                term = self.times(term, self.power(value, e))
            result = add(result, self.summed(term, bound))
        return result


def spell(t: Node) -> str:
    """A term in a message."""
    beside = "" if t.extra is None else f"{t.extra}"
    if not t.args:
        return beside if t.op in ("number", "dim", "symbol") else f"{t.op}({beside})"
    inside = ", ".join(map(spell, t.args))
    return (f"{t.op}({inside}{', ' + beside if beside else ''})")[:300]


# --- steps and links (§11, §12) ---------------------------------------------------------------------------------------
#
# A step is an inference about the point and all values of its names with ``_``; it adds an equality, or a fact.  Each law of
# the table holds for all values of its parameters under its conditions (the proofs stand in the format, §12).

#: name | parameters with shapes | left | right | conditions.  ``x y z c`` are scalars, ``v w d s u`` vectors (N), ``A B P Q
#: S`` matrices (N × N), if nothing else is said; ``k`` is a written number.
ROWS = """
reciprocal | x | mul(x, div(1, x)) | 1 | nonzero x
square | x | pow(sqrt(x), 2) | x | nonneg x
mask | s | hadamard(s, s) | s | mask s
idempotent | P | mul(P, P) | P | idempotent P
orthogonal | Q | mul(transpose(Q), Q) | identity(N) | orthogonal Q
orthogonal-rows | Q | mul(Q, transpose(Q)) | identity(N) | orthogonal Q
inverse | A | mul(A, inverse(A)) | identity(N) | invertible A
inverse-left | A | mul(inverse(A), A) | identity(N) | invertible A
inverse-product | A B | inverse(mul(A, B)) | mul(inverse(B), inverse(A)) |
inverse-inverse | A | inverse(inverse(A)) | A | invertible A
inverse-scale | z A | inverse(mul(z, A)) | mul(div(1, z), inverse(A)) |
pinv-1 | A:(M×N) | mul(A, pinv(A), A) | A |
pinv-2 | A:(M×N) | mul(pinv(A), A, pinv(A)) | pinv(A) |
pinv-3 | A:(M×N) | transpose(mul(A, pinv(A))) | mul(A, pinv(A)) |
pinv-4 | A:(M×N) | transpose(mul(pinv(A), A)) | mul(pinv(A), A) |
product | v w | prod(i:N, mul(at(v, i:N), at(w, i:N))) | mul(prod(i:N, at(v, i:N)), prod(i:N, at(w, i:N))) |
product-of-ones | v | prod(i:N, add(1, mul(0, at(v, i:N)))) | 1 |
product-reciprocal | v | prod(i:N, div(1, at(v, i:N))) | div(1, prod(i:N, at(v, i:N))) |
product-root | v | prod(i:N, sqrt(at(v, i:N))) | sqrt(prod(i:N, at(v, i:N))) | nonneg v
product-exp | v | prod(i:N, exp(at(v, i:N))) | exp(sum(i:N, at(v, i:N))) |
all-but-one | v | hadamard(v, sum(n:N, mul(prod(i:N, at(v, i:N), n:N), basis(n:N)))) | mul(prod(i:N, at(v, i:N)),
    ones(N)) |
all-but-two | v | sum(n:N, sum(m:N, mul(at(v, n:N), prod(i:N, at(v, i:N), n:N, m:N), outer(basis(n:N), basis(m:N)))))
    | sum(n:N, sum(m:N, mul(add(prod(i:N, at(v, i:N), m:N), mul(delta(n:N, m:N), add(at(v, n:N), -1), prod(i:N, at(v,
    i:N), n:N))), outer(basis(n:N), basis(m:N))))) |
determinant | d u w | det(add(diag(d), outer(u, w))) | add(prod(i:N, at(d, i:N)), sum(n:N, mul(at(u, n:N), at(w, n:N),
    prod(i:N, at(d, i:N), n:N)))) |
determinant-2 | d u v w s | det(add(diag(d), outer(u, v), outer(w, s))) | mul(prod(i:N, at(d, i:N)), add(mul(add(1,
    dot(u, div(v, d))), add(1, dot(w, div(s, d)))), neg(mul(dot(u, div(s, d)), dot(w, div(v, d)))))) | nonzero d
determinant-two | d u v w s | det(add(diag(d), outer(u, v), outer(w, s))) | add(prod(i:N, at(d, i:N)), sum(n:N,
    mul(add(mul(at(u, n:N), at(v, n:N)), mul(at(w, n:N), at(s, n:N))), prod(i:N, at(d, i:N), n:N))), mul(1/2, sum(n:N,
    sum(m:N, mul(add(mul(at(u, n:N), at(w, m:N)), neg(mul(at(u, m:N), at(w, n:N)))), add(mul(at(v, n:N), at(s, m:N)),
    neg(mul(at(v, m:N), at(s, n:N)))), prod(i:N, at(d, i:N), n:N, m:N)))))) |
determinant-3 | d u v w s x:(N) y:(N) | det(add(diag(d), outer(u, v), outer(w, s), outer(x, y))) | mul(prod(i:N, at(d,
    i:N)), add(mul(add(1, dot(u, div(v, d))), add(mul(add(1, dot(w, div(s, d))), add(1, dot(x, div(y, d)))),
    neg(mul(dot(x, div(s, d)), dot(w, div(y, d)))))), neg(mul(dot(w, div(v, d)), add(mul(dot(u, div(s, d)), add(1,
    dot(x, div(y, d)))), neg(mul(dot(x, div(s, d)), dot(u, div(y, d))))))), mul(dot(x, div(v, d)), add(mul(dot(u,
    div(s, d)), dot(w, div(y, d))), neg(mul(add(1, dot(w, div(s, d))), dot(u, div(y, d)))))))) | nonzero d
determinant-lemma | d A:(N×K) B:(N×K) | det(add(diag(d), mul(A, transpose(B)))) | mul(prod(i:N, at(d, i:N)),
    det(add(identity(K), mul(transpose(B), diag(div(ones(N), d)), A)))) | nonzero d
determinant-product | A B | det(mul(A, B)) | mul(det(A), det(B)) |
determinant-scale | z A | det(mul(z, A)) | mul(prod(i:N, z), det(A)) |
determinant-transpose | A | det(transpose(A)) | det(A) |
determinant-sylvester | z A B | det(add(mul(z, identity(N)), mul(A, B))) | det(add(mul(z, identity(N)), mul(B, A))) |
determinant-sylvester-sizes | z A:(N×K) B:(K×N) | mul(prod(k:K, z), det(add(mul(z, identity(N)), mul(A, B)))) |
    mul(prod(n:N, z), det(add(mul(z, identity(K)), mul(B, A)))) |
determinant-inverse | A | det(inverse(A)) | div(1, det(A)) |
determinant-unit | A | mul(det(A), det(inverse(A))) | 1 | invertible A
determinant-orthogonal | Q | pow(det(Q), 2) | 1 | orthogonal Q
exp-sum | x y | exp(add(x, y)) | mul(exp(x), exp(y)) |
exp-zero | x | exp(mul(0, x)) | 1 |
exp-power | x k:number | pow(exp(x), k) | exp(mul(k, x)) |
exp-log | x | exp(log(x)) | x | positive x
log-exp | x | log(exp(x)) | x |
log-product | x y | log(mul(x, y)) | add(log(x), log(y)) | positive x, positive y
log-power | x k:number | log(pow(x, k)) | mul(k, log(x)) | positive x
log-of-product | v | log(prod(i:N, at(v, i:N))) | sum(i:N, log(at(v, i:N))) | positive v
tanh-odd | x | tanh(neg(x)) | neg(tanh(x)) |
tanh-exp | x | tanh(x) | div(add(exp(mul(2, x)), -1), add(exp(mul(2, x)), 1)) |
matrix-exp-zero | A | matrix_exp(mul(0, A)) | identity(N) |
matrix-exp-diagonal | d | matrix_exp(diag(d)) | diag(exp(d)) |
matrix-exp-shift | z A | matrix_exp(add(mul(z, identity(N)), A)) | mul(exp(z), matrix_exp(A)) |
matrix-exp-multiples | x y A | mul(matrix_exp(mul(x, A)), matrix_exp(mul(y, A))) | matrix_exp(mul(add(x, y), A)) |
matrix-exp-inverse | A | mul(matrix_exp(A), matrix_exp(neg(A))) | identity(N) |
matrix-exp-commutes | A | mul(A, matrix_exp(A)) | mul(matrix_exp(A), A) |
matrix-exp-transpose | A | matrix_exp(transpose(A)) | transpose(matrix_exp(A)) |
matrix-exp-similar | A B | matrix_exp(mul(B, A, inverse(B))) | mul(B, matrix_exp(A), inverse(B)) | invertible B
matrix-exp-rotated | A Q | matrix_exp(mul(Q, A, transpose(Q))) | mul(Q, matrix_exp(A), transpose(Q)) | orthogonal Q
matrix-exp-integer | A k:integer | pow(matrix_exp(A), k) | matrix_exp(mul(k, A)) |
matrix-exp-power | A k:number | pow(matrix_exp(A), k) | matrix_exp(mul(k, A)) | symmetric A
matrix-exp-determinant | A | det(matrix_exp(A)) | exp(trace(A)) |
matrix-exp-log | S k:number | matrix_exp(mul(k, matrix_log(S))) | pow(S, k) | positive_definite S
matrix-log-exp | A | matrix_log(matrix_exp(A)) | A | symmetric A
matrix-log-power | S k:number | matrix_log(pow(S, k)) | mul(k, matrix_log(S)) | positive_definite S
matrix-log-scale | c S | matrix_log(mul(c, S)) | add(mul(log(c), identity(N)), matrix_log(S)) | positive c,
    positive_definite S
matrix-log-diagonal | d | matrix_log(diag(d)) | diag(log(d)) | positive d
matrix-log-rotated | S Q | matrix_log(mul(Q, S, transpose(Q))) | mul(Q, matrix_log(S), transpose(Q)) | orthogonal Q
matrix-root-square | S | mul(pow(S, 1/2), pow(S, 1/2)) | S | positive_definite S
matrix-root-unit | S | mul(pow(S, 1/2), pow(S, -1/2)) | identity(N) | positive_definite S
matrix-root-reciprocal | S | mul(pow(S, -1/2), pow(S, -1/2)) | inverse(S) | positive_definite S
matrix-root-scale | c S k:number | pow(mul(c, S), k) | mul(pow(c, k), pow(S, k)) | positive c, positive_definite S
matrix-root-diagonal | d k:number | pow(diag(d), k) | sum(n:N, mul(pow(at(d, n:N), k), outer(basis(n:N), basis(n:N))))
    | positive d
matrix-root-rotated | S Q k:number | pow(mul(Q, S, transpose(Q)), k) | mul(Q, pow(S, k), transpose(Q)) | orthogonal Q
matrix-root-of-inverse | S k:number | pow(inverse(S), k) | inverse(pow(S, k)) |
matrix-root-determinant | S | det(pow(S, 1/2)) | sqrt(det(S)) | positive_definite S
"""
SHAPES = {**dict.fromkeys("xyzc", ()), **dict.fromkeys("vwdsu", ("N",)), **dict.fromkeys("ABPQS", ("N", "N"))}


@dataclass(frozen=True)
class Row:
    """A law: two terms that are equal for all values of the parameters under the conditions."""

    name: str
    parameters: tuple[tuple[str, Any], ...]
    left: str
    right: str
    conditions: tuple[tuple[str, str], ...]


def read_rows() -> dict[str, Row]:
    rows = {}
    for line in re.sub(r"\n +", " ", ROWS.strip()).split("\n"):
        name, parameters, left, right, conditions = (part.strip() for part in f"{line} ".split("|"))
        found: list[tuple[str, Any]] = []
        for each in parameters.split():
            word, _, shape = each.partition(":")
            found.append((word, shape if shape in ("number", "integer") else shape_of(word, shape)))
        pairs = [tuple(each.split()) for each in conditions.split(",") if each.strip()]
        rows[name] = Row(name, tuple(found), left, right, tuple((a, b) for a, b in pairs))
    return rows


def shape_of(word: str, shape: str) -> Shape:
    return tuple(shape.strip("()").split("×")) if shape else SHAPES[word]


TABLE = read_rows()
#: Operations of which equal arguments give equal values (§11.5, 3).
SAME = frozenset(["sqrt", "abs", "norm", "pow", "hpow", "det", "pinv", "prod"]) | {*ENTRYWISE, *MATRIX}


class Links:
    """Shows equations by links, in a scope.

    Args:
        inside: is it the link of a step?
    """

    def __init__(self, scope: Scope, inside: bool = False) -> None:
        self.scope = scope
        self.language = scope.language
        self.inside = inside

    def show(self, left: Node, right: Node, link: Json) -> None:
        """Reject, unless the link shows left = right, at all entries (§11.1–§11.3)."""
        keys(link, "", "steps indices scale cofactors")
        scope = self.scope
        if left.shape != right.shape:
            raise Rejected(f"two shapes: {left.shape} and {right.shape}")
        if ("indices" in link) != ("cofactors" in link) or ("scale" in link and "cofactors" not in link):
            raise Rejected("indices, scale and cofactors stand together")
        steps = array(link.get("steps", []))
        if steps and isinstance(steps[0], list) and steps[0][:1] == ["generic"]:
            self.show_generic(left, right, link)
            return
        with self.steps():
            for step in steps:
                left, right = self.step(left, right, step)
            if "cofactors" in link:
                self.combine(left, right, link)
            elif not scope.vanishes(add(scope.expand(left), scope.expand(right), -1)):
                raise Rejected(f"not shown: {spell(left)} = {spell(right)}")

    @contextmanager
    def steps(self) -> Iterator[None]:
        """What steps inside give ends with it; facts do not, as they are true."""
        scope = self.scope
        equalities, solved = len(scope.equalities), len(scope.solved)
        try:
            yield
        finally:
            del scope.equalities[equalities:]
            if len(scope.solved) > solved:
                del scope.solved[solved:]
                scope.changed()

    def show_generic(self, left: Node, right: Node, link: Json) -> None:
        """A symbol that may be 0 is taken to be ≠ 0: both sides are continuous in it (the proof is §11.7)."""
        step, *rest = link["steps"]
        scope, language = self.scope, self.language
        known = all(any(x is t for t in scope.defined) for x in (left, right))
        if self.inside or not known or len(step) != 2 or step[1] not in language.authored:
            raise Rejected("generic may not stand here")
        name = step[1]
        shape = language.symbols[name]
        if len(shape) > 1 or scope.properties[name] - {"nonneg"}:
            raise Rejected(f"generic of {name}")
        symbol = language.make("symbol", (), name)
        for each in scope.hypotheses:
            entry = each.condition == "nonneg" and each.terms[0].op in ("symbol", "at")
            if any(name in t.symbols for t in each.terms) and not (entry and not each.terms[0].free - set(each.names)):
                raise Rejected(f"generic of {name}, which is in a hypothesis")
        for term in scope.defined:
            for t in language.subterms(term):
                root = t.op == "pow" and t.extra.denominator == 2
                if (root or t.op in ("sqrt", "norm", "abs", "pinv", "matrix_log")) and name in t.args[0].symbols:
                    raise Rejected(f"generic of {name}, which is in a root")
        more = Scope(language, [*scope.hypotheses, Hypothesis("nonzero", (symbol,))], list(scope.defined))
        Links(more).show(left, right, {**link, "steps": rest})

    def inner(self, left: Node, right: Node, link: Json) -> None:
        Links(self.scope, inside=True).show(left, right, link)

    def equality(self, number: Json) -> Equality:
        if type(number) is not int or not 0 <= number < len(self.scope.equalities):
            raise Rejected(f"no equality {number}")
        return self.scope.equalities[number]

    def gives(self, left: Node, right: Node) -> None:
        """A step has shown an equality."""
        free = {i for i in left.free | right.free if isinstance(i[0], str) and i[0].startswith("_")}
        equality = Equality(left, right, tuple(sorted(free, key=lambda i: (i[0], str(i[1])))))
        self.scope.equalities.append(equality)
        self.scope.solve(equality)

    def step(self, left: Node, right: Node, step: Json) -> tuple[Node, Node]:
        """Take a step (§11.5); the sides of the link after it."""
        name, *given = array(step) or [""]
        language = self.language
        terms = {"root": 2, "sign": 2, "same": 2, "equal": 2, "invertible": 2, "zero": 1}
        if name in terms:
            count = terms[name]
            if not count <= len(given) <= count + 1:
                raise Rejected(f"{name} takes {count} terms")
            x, *more = (language.term(t) for t in given[:count])
            link = given[count] if len(given) > count else {}
            self.infer(name, x, more[0] if more else x, link)
        elif name == "replace":
            return self.replace(left, right, *given)
        elif isinstance(name, str) and name in TABLE:
            self.law(TABLE[name], given)
        else:
            raise Rejected(f"no step {name}")
        return left, right

    def infer(self, name: str, x: Node, y: Node, link: Json) -> None:
        """The steps that have a link of their own."""
        language, scope = self.language, self.scope
        match name:
            case "root":  # x, y ≥ 0 and x² = y² give x = y
                if x.shape or y.shape:
                    raise Rejected("root of what is no scalar")
                scope.need("nonneg", x)
                scope.need("nonneg", y)
                self.inner(language.mul(x, x), language.mul(y, y), link)
                self.gives(x, y)
            case "sign":
                self.inner(x, y, link)
                scope.learn(scope.expand(x), scope.read_sign(y))
            case "same":  # equal arguments give equal values
                self.inner(*self.arguments(x, y), link)
                self.gives(x, y)
            case "equal":
                self.inner(x, y, link)
                self.gives(x, y)
            case "zero":  # squares add up to 0 only if each is 0
                square = language.power(language.make("norm", (x,)), 2) if x.shape else language.mul(x, x)
                self.inner(square, language.number(0), link)
                self.gives(x, language.zeros(x.shape))
            case "invertible":  # a right inverse of a square matrix is its inverse
                if len(x.shape) != 2 or x.shape[0] != x.shape[1] or y.shape != x.shape:
                    raise Rejected("invertible: square matrices of one size")
                self.inner(language.mul(x, y), language.identity(x.shape[0]), link)
                scope.conditions.add(("invertible", id(x)))
                self.gives(language.make("inverse", (x,)), y)

    def arguments(self, x: Node, y: Node) -> tuple[Node, Node]:
        """Those of two terms of one operation."""
        if x.op != y.op or x.op not in SAME:
            raise Rejected("same of two operations")
        if x.op != "prod":
            if x.extra != y.extra:
                raise Rejected("same of two exponents")
            return x.args[0], y.args[0]
        if x.extra[1:] != y.extra[1:] or x.extra[0][1] != y.extra[0][1]:
            raise Rejected("same of two products")
        columns = (
            self.language.make(
                "sum", (self.language.mul(t.args[0], self.language.make("basis", (), (t.extra[0],))),), (t.extra[0],)
            )
            for t in (x, y)
        )
        return next(columns), next(columns)

    def replace(self, left: Node, right: Node, number: Json = None, side: Json = None) -> tuple[Node, Node]:
        """A term for a symbol that equals it (§11.5, 7; §11.6)."""
        language, scope = self.language, self.scope
        equality = self.equality(number)
        if side not in ("left", "right"):
            raise Rejected("replace left or right")
        symbol, term = (equality.left, equality.right) if side == "left" else (equality.right, equality.left)
        if symbol.op != "symbol" or symbol.extra in term.symbols or term.free:
            raise Rejected("replace: no symbol, or one that is in the term, or a free index")
        for each in (left, right):
            for t in language.subterms(each):
                if t.op == "grad" and symbol.extra in t.symbols:
                    raise Rejected("replace in a derivative")
        known = equality.hypothesis and all(any(x is t for t in scope.defined) for x in (left, right))
        left, right = (language.put(x, {symbol.extra: term}) for x in (left, right))
        if known:
            scope.define(left)
            scope.define(right)
        return left, right

    def law(self, row: Row, given: list[Json]) -> None:
        """A row of the table at these arguments (§12)."""
        language = self.language
        if len(given) != len(row.parameters):
            raise Rejected(f"{row.name} takes {len(row.parameters)} arguments")
        number, terms = "", {}
        for (word, shape), value in zip(row.parameters, given, strict=True):
            if shape in ("number", "integer"):
                number = string(value)
                if not re.fullmatch(r"-?[0-9]{1,3}" if shape == "integer" else r"-?[0-9]{1,3}(/2)?", number):
                    raise Rejected(f"{row.name}: not a number: {number}")
            else:
                terms[word] = language.term(value)
        left, right, sizes = language.sides(row, number, terms)
        for condition, word in row.conditions:
            self.scope.need(condition, terms[word])
        self.gives(
            language.put(left, {(row.name, w): t for w, t in terms.items()}, sizes),
            language.put(right, {(row.name, w): t for w, t in terms.items()}, sizes),
        )

    def combine(self, left: Node, right: Node, link: Json) -> None:
        """scale · (left − right) − Σ c · (left − right of equalities) must vanish (§11.3)."""
        language, scope = self.language, self.scope
        indices = [language.index(each) for each in array(link["indices"])]
        if len(set(indices)) != len(indices) or tuple(i[1] for i in indices) != axes(left.shape):
            raise Rejected("the indices of a link are distinct, one for each axis")
        outer = {i: (f"_ {n} {i[0]}", i[1]) for n, i in enumerate(indices)}  # names that no text can have
        entry = [scope.named(i) for i in outer.values()]
        p = add(scope.at(left, entry), scope.at(right, entry), -1)
        if "scale" in link:
            factor = language.renamed(self.scalar(link["scale"]), outer)
            scope.need("nonzero", factor)
            p = scope.times(p, scope.expand(factor))
        for cofactor in array(link["cofactors"]):
            if not isinstance(cofactor, list) or len(cofactor) != 3:
                raise Rejected("a cofactor is [k, INDICES, TERM]")
            equality = self.equality(cofactor[0])
            ours = [language.index(each) for each in array(cofactor[1])]
            sizes = (*axes(equality.left.shape), *(i[1] for i in equality.names))
            names = [i[0] for i in equality.names]
            if len(set(ours)) != len(ours) or not set(ours).isdisjoint(indices) or tuple(i[1] for i in ours) != sizes:
                raise Rejected("the indices of a cofactor")
            if len(set(names)) != len(names):
                raise Rejected("an equality with one name for two indices")
            inside = {i: (f"_ c{n} {i[0]}", i[1]) for n, i in enumerate(ours)}
            c = language.renamed(self.scalar(cofactor[2]), {**outer, **inside})
            at = [scope.named(i) for i in inside.values()]
            count = len(axes(equality.left.shape))
            opened = dict(zip(map(scope.named, equality.names), at[count:], strict=True))
            first, second = (scope.renamed(scope.expand(t), opened) for t in (equality.left, equality.right))
            places = dict(zip(scope.axes_of(equality.left), at[:count], strict=True))
            e = add(scope.renamed(first, places), scope.renamed(second, places), -1)
            p = add(p, scope.summed(scope.times(scope.expand(c), e), at), -1)
        if not scope.vanishes(p):
            raise Rejected(f"the cofactors do not show {spell(left)} = {spell(right)}")

    def scalar(self, value: Json) -> Node:
        term = self.language.term(value)
        if term.shape:
            raise Rejected("a cofactor is a scalar")
        return term

    def condition(self, condition: str, term: Node, body: Json) -> None:
        """Reject, unless the steps of a body show a condition on a term (§13.1)."""
        keys(body, "", "steps")
        with self.steps():
            for step in array(body.get("steps", [])):
                if self.step(term, term, step) != (term, term):
                    raise Rejected("replace in a condition")
            self.scope.need(condition, term)


# --- kinds of statement (§4, §13) -------------------------------------------------------------------------------------
#
# Each kind reads its fields, says of which terms it speaks, and asks for the parts that imply it, all in the scope of its
# hypotheses and of these terms.  The lemma stands at the kind.

RELATIONS = {">=": "nonneg", ">": "positive", "<=": "nonneg", "<": "positive", "!=": "nonzero", "=": ""}


@dataclass
class Statement:
    """A statement with its fields as they were read."""

    kind: str
    hypotheses: tuple[Hypothesis, ...]
    fields: dict[str, Any]
    #: The terms whose definedness it presupposes (§4).
    speaks_of: list[Node]

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]


class Parts:
    """The bodies of the parts, one after the other."""

    def __init__(self, body: Json) -> None:
        self.left = list(reversed(array(body["parts"])))

    def next(self) -> Json:
        if not self.left:
            raise Rejected("a part is missing")
        return self.left.pop()

    def end(self) -> None:
        if self.left:
            raise Rejected("superfluous parts")


#: The fields of each kind, with what they are (`Checker.read_field`).
FIELDS = {
    "equation": "terms:chain*",
    "bound": "lhs:scalar* relation:relation rhs:scalar*",
    "bounds": "terms:scalars* relations:relations",
    "implication": "conclusion:sign*",
    "sign": "condition:sign*",
    "conjunction": "members:members",
    "cases": "cases:cases",
    "null space": "matrix:matrix* side:side basis:terms*",
    "rank": "matrix:matrix* value:scalar*",
    "nullity": "matrix:matrix* value:scalar*",
    "pseudo-inverse": "matrix:matrix* value:term*",
    "group inverse": "matrix:square* value:term*",
    "eigenpair": "matrix:square* vector:vector* value:scalar*",
    "eigenvalues": "matrix:square* eigenvalues:eigenvalues*",
    "eigenvalue count": "matrix:square* relation:relation value:scalar* number:scalar* space:square*",
    "same spectrum": "first:square* second:square*",
    "image": "map:map set:set",
    "subset": "map:map set:set",
    "covered": "map:map set:set",
    "existence": "set:set",
    "limit": "term:term variable:symbol value:term* point:scalar* side:direction rate:scalar*?",
    "same shape": "lhs:term rhs:term",
    "linear implication": "conclusion:conclusion*?",
}
#: The words that some fields may hold.
WORDS = {
    "relation": tuple(RELATIONS),
    "side": ("left", "right"),
    "direction": ("+", "-"),
}
#: The shapes of terms in fields.
TERMS = {
    "term": lambda shape: True,
    "scalar": lambda shape: not shape,
    "vector": lambda shape: len(shape) == 1,
    "matrix": lambda shape: len(shape) == 2 and not is_row(shape),
    "square": lambda shape: len(shape) == 2 and shape[0] == shape[1],
}


def nodes_in(value: Any) -> Iterator[Node]:
    """The terms in a field."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from nodes_in(each)


class Checker:
    """Reads a statement and its body, and rejects unless the body establishes the statement."""

    def __init__(self, seconds: float) -> None:
        self.budget = Budget(seconds)
        self.language = Language(self.budget)

    def check(self, statement: Json, body: Json) -> None:
        """A statement at the top, and its body."""
        language = self.language
        declared = ("dimensions", "symbols", "definitions")
        keys(statement, "kind dimensions symbols definitions", " ".join(statement))
        language.declare(statement)
        read = self.read({key: value for key, value in statement.items() if key not in declared})
        language.inside = True
        keys(body, "", " ".join(body))
        language.declare({key: body[key] for key in ("symbols", "definitions") if key in body})
        self.establish(read, {key: value for key, value in body.items() if key not in ("symbols", "definitions")})

    # Reading

    def read(self, value: Json) -> Statement:
        """A statement without its declarations."""
        keys(value, "kind", " ".join(value) if isinstance(value, dict) else "")
        kind = string(value["kind"])
        if kind not in FIELDS:
            raise Rejected(f"no kind {kind!r}")
        fields = dict(each.split(":") for each in FIELDS[kind].split())
        needed = [name for name, what in fields.items() if "?" not in what]
        hypotheses = [] if kind == "conjunction" else ["hypotheses"]
        keys(value, " ".join(["kind", *hypotheses, *needed]), " ".join(fields))
        given = self.language.hypotheses(value["hypotheses"]) if hypotheses else ()
        found = {n: self.read_field(what.rstrip("*?"), value[n]) for n, what in fields.items() if n in value}
        speaks = [t for n, what in fields.items() if "*" in what and n in found for t in nodes_in(found[n])]
        if kind == "cases":
            first, second = (self.all_terms(inner) for _, inner in found["cases"])
            speaks = [t for t in first if any(t is u for u in second)]
        return Statement(kind, given, found, speaks)

    def read_field(self, what: str, value: Json) -> Any:
        language = self.language
        if what in TERMS:
            term = language.term(value)
            if not TERMS[what](term.shape):
                raise Rejected(f"expected a {what}")
            return term
        if what in WORDS:
            if value not in WORDS[what] or not isinstance(value, str):
                raise Rejected(f"expected one of {', '.join(WORDS[what])}")
            return value
        if what == "symbol":
            if language.symbols[self.bound_symbol(value)]:
                raise Rejected("not a scalar symbol")
            return value
        if what == "sign":
            return language.condition(value, (*SIGN_CONDITIONS, "not_zero"))
        if what == "conclusion":
            if isinstance(value, list) and value[:1] == ["equal"] and len(value) == 3:
                return ("equal", *self.read_field("scalars", value[1:]))
            return language.condition(value, ("nonneg", "positive"))
        if what in ("map", "set"):
            keys(value, "argument domain term" if what == "map" else "element conditions")
            if what == "set":
                return self.bound_symbol(value["element"]), language.hypotheses(value["conditions"])
            return (
                self.bound_symbol(value["argument"]),
                language.hypotheses(value["domain"]),
                language.term(value["term"]),
            )
        each = array(value)
        if what == "relations":
            return [self.read_field("relation", x) for x in each]
        if what in ("chain", "scalars", "terms"):
            terms = [self.read_field("scalar" if what == "scalars" else "term", x) for x in each]
            if what != "terms" and (len(terms) < 2 or any(t.shape != terms[0].shape for t in terms)):
                raise Rejected("terms of one shape, two or more")
            return terms
        if not each or not all(map(is_pair, each)):
            raise Rejected(f"{what} are pairs")
        if what == "members":
            return [(string(name), self.read(inner)) for name, inner in each]
        if what == "eigenvalues":
            return [(self.read_field("scalar", a), self.read_field("scalar", b)) for a, b in each]
        if len(each) != 2:
            raise Rejected("two cases")
        return [(language.hypothesis(h), self.read(inner)) for h, inner in each]

    def bound_symbol(self, value: Json) -> str:
        """The name of a symbol that a set or map binds."""
        name = string(value)
        if name not in self.language.authored:
            raise Rejected(f"{name} is no symbol of the statement")
        return name

    @staticmethod
    def one_of(value: Json, *words: str) -> str:
        if value not in words or not isinstance(value, str):
            raise Rejected(f"expected one of {', '.join(words)}")
        return value

    def all_terms(self, s: Statement) -> list[Node]:
        """Those of an inner statement; of a conjunction those of its members."""
        if s.kind == "conjunction":
            return [t for _, member in s["members"] for t in self.all_terms(member)]
        return s.speaks_of

    # Establishing

    def establish(
        self, s: Statement, body: Json, known: Sequence[Node] = (), given: Sequence[Hypothesis] | None = None
    ) -> None:
        """Check a body; in a case, with more terms that are known to be defined, and its hypotheses in their order."""
        match s.kind:
            case "conjunction":
                keys(body, "parts")
                parts = Parts(body)
                for _, member in s["members"]:
                    self.establish(member, parts.next(), known, None if given is None else self.joined(member, given))
                parts.end()
            case "same shape":
                keys(body, "")
                if s["lhs"].shape != s["rhs"].shape:
                    raise Rejected("two shapes")
            case "limit":
                self.limit(s, body)
            case "image" | "subset" | "covered" | "existence":
                self.sets(s, body)
            case _:
                hypotheses = list(s.hypotheses if given is None else given)
                defined = [*s.speaks_of, *known]
                scope = Scope(self.language, hypotheses, defined)
                getattr(self, s.kind.replace(" ", "_").replace("-", "_"))(s, body, scope)

    @staticmethod
    def joined(member: Statement, given: Sequence[Hypothesis]) -> list[Hypothesis]:
        more = [h for h in given if h not in member.hypotheses]
        return [*member.hypotheses, *more]

    def equal(self, scope: Scope, left: Node, right: Node, body: Json) -> None:
        """A part that is an equation."""
        keys(body, "links")
        links = array(body["links"])
        if len(links) != 1:
            raise Rejected("one link")
        Links(scope).show(left, right, links[0])

    def equation(self, s: Statement, body: Json, scope: Scope) -> None:
        """A link for each pair of neighbours."""
        keys(body, "links")
        terms, links = s["terms"], array(body["links"])
        if len(links) != len(terms) - 1:
            raise Rejected("a link for each pair of neighbours")

        for left, right, link in zip(terms[:-1], terms[1:], links, strict=True):
            Links(scope).show(left, right, link)

    def bound_part(self, scope: Scope, lhs: Node, relation: str, rhs: Node, body: Json) -> None:
        """A bound: b ≥ 0, b = c d and c > 0 give d ≥ 0; c d ≠ 0 gives d ≠ 0; p ≥ 0 and p² ≥ q² give p ≥ |q| ≥ q."""
        keys(body, "squared parts", "by scale")
        language = self.language
        squared = body["squared"]
        if not isinstance(squared, bool):
            raise Rejected("squared is true or false")
        parts = Parts(body)
        p, q = (rhs, lhs) if relation.startswith("<") else (lhs, rhs)
        squares = language.power(p, 2), language.power(q, 2)
        links = Links(scope)
        if relation == "=":
            if "by" in body or "scale" in body:
                raise Rejected("an equation has no by, and no scale")
            if squared:
                links.condition("nonneg", lhs, parts.next())
                links.condition("nonneg", rhs, parts.next())
            self.equal(scope, *(squares if squared else (lhs, rhs)), parts.next())
            parts.end()
            return
        if squared and relation != "!=":
            links.condition("nonneg", p, parts.next())
        alone = q.op == "number" and q.extra == 0
        first, second = squares if squared else (p, q)
        d = first if alone else language.minus(first, second)
        if "scale" in body:
            c = self.scalar(body["scale"])
            if relation != "!=":
                links.condition("positive", c, parts.next())
            d = language.mul(c, d)
        b = self.scalar(body["by"]) if "by" in body else d
        self.equal(scope, d, b, parts.next())
        links.condition(RELATIONS[relation], b, parts.next())
        parts.end()

    def scalar(self, value: Json) -> Node:
        found: Node = self.read_field("scalar", value)
        return found

    def bound(self, s: Statement, body: Json, scope: Scope) -> None:
        self.bound_part(scope, s["lhs"], s["relation"], s["rhs"], body)

    def bounds(self, s: Statement, body: Json, scope: Scope) -> None:
        keys(body, "parts")
        terms, relations = s["terms"], s["relations"]
        ways = {each[0] for each in relations} - {"="}
        if len(relations) != len(terms) - 1 or len(ways) > 1 or "!" in ways:
            raise Rejected("relations one way, one for each pair")
        parts = Parts(body)
        for left, relation, right in zip(terms, relations, terms[1:], strict=False):
            self.bound_part(scope, left, relation, right, parts.next())
        parts.end()

    def implied(self, scope: Scope, condition: str, term: Node, body: Json) -> None:
        """A condition: of a form that equals the term; c · v ≠ 0 gives v ≠ 0."""
        if "form" not in body and "covector" not in body:
            Links(scope).condition(condition, term, body)
            return
        keys(body, "parts", "form covector")
        language = self.language
        if "covector" in body:
            if condition != "not_zero":
                raise Rejected("a covector shows that a vector is not 0")
            term, condition = language.make("dot", (language.term(body["covector"]), term)), "nonzero"
        form = language.term(body["form"]) if "form" in body else term
        parts = Parts(body)
        self.equal(scope, term, form, parts.next())
        Links(scope).condition(condition, form, parts.next())
        parts.end()

    def implication(self, s: Statement, body: Json, scope: Scope) -> None:
        self.implied(scope, *s["conclusion"], body)

    def sign(self, s: Statement, body: Json, scope: Scope) -> None:
        Links(scope).condition(*s["condition"], body)

    def cases(self, s: Statement, body: Json, scope: Scope) -> None:
        """Two cases that exhaust: p ≠ 0 or p = 0; p > 0 or p = 0 where p ≥ 0; v ≠ 0 or v = 0 (§13.8)."""
        keys(body, "parts")
        language = self.language
        parts = Parts(body)
        conditions = [case[0].condition for case in s["cases"]]
        if sorted(c == "equal" for c in conditions) != [False, True]:
            raise Rejected("one case is an equality")
        equality = s["cases"][conditions.index("equal")][0]
        other = s["cases"][1 - conditions.index("equal")][0]
        term = other.terms[0]
        if other.condition not in ("nonzero", "positive", "not_zero") or any(h.names for h in (equality, other)):
            raise Rejected("cases of this condition")
        if (other.condition == "not_zero") == (not term.shape) or any(t.shape != term.shape for t in equality.terms):
            raise Rejected("cases of this shape")
        left, right = equality.terms
        first = parts.next()
        try:
            self.equal(scope, term, language.minus(left, right), first)
        except Rejected:
            self.equal(scope, term, language.minus(right, left), first)
        if other.condition == "positive":
            self.implied(scope, "nonneg", term, parts.next())
        for case, inner in s["cases"]:
            given = [*s.hypotheses, case]
            self.within(inner, given)
            more = [h for h in given if h not in inner.hypotheses]
            own = [*inner.hypotheses, *more] if inner.kind != "conjunction" else given
            self.establish(inner, parts.next(), s.speaks_of, own)
        parts.end()

    def within(self, inner: Statement, given: Sequence[Hypothesis]) -> None:
        """The hypotheses of an inner statement are among those that are given."""
        for each in inner.hypotheses:
            if each not in given:
                raise Rejected("a case assumes more than is given")
        if inner.kind == "conjunction":
            for _, member in inner["members"]:
                self.within(member, given)
        elif inner.kind == "cases":
            pass  # its own cases are among its own hypotheses, which it checks

    def by_equations(self, s: Statement, body: Json, scope: Scope) -> None:
        """The kinds that some equations imply, in which terms of the body stand (§13.9–§13.11, §13.13, §13.15).

        *null space*: M b = 0, and I = Σ b cᵀ + X M: if M v = 0, then v = Σ b (c · v).
        *rank, nullity*: M X M = M: then M X is idempotent with the rank of M, which is its trace.
        *pseudo-inverse, group inverse*: Penrose's equations, and MPM = M, PMP = P, MP = PM, have one solution at most.
        *eigenvalues*: idempotents that add up to I split the space; on the range of Eᵢ, of dimension tr Eᵢ, M is λᵢ.
        *same spectrum*: A = XY and B = YX have the same eigenvalues ≠ 0, equally often (Sylvester).
        """
        language = self.language
        mul, transpose = language.mul, language.transpose
        fields = {
            "null space": "coefficients left", "rank": "inverse", "nullity": "inverse", "eigenvalues": "projections",
            "same spectrum": "left right",
        }.get(s.kind, "")  # fmt: skip
        keys(body, f"{fields} parts")
        read = {
            n: [*map(language.term, array(v) if isinstance(v, list) else [v])] for n, v in body.items() if n != "parts"
        }
        equations: list[tuple[Node, Node]] = []
        m = s.fields.get("matrix", s.fields.get("first"))
        match s.kind:
            case "null space":
                m = m if s["side"] == "right" else transpose(m)
                summands = []
                for b, c in zip(s["basis"], read["coefficients"], strict=True):
                    equations.append((mul(m, b), language.zeros(mul(m, b).shape)))
                    if b.shape[0] != m.shape[1] or c.shape != (b.shape if len(b.shape) == 1 else b.shape[::-1]):
                        raise Rejected("a basis of vectors, or of matrices with so many rows")
                    summands.append(language.make("outer", (b, c)) if len(b.shape) == 1 else mul(b, c))
                equations.append((language.identity(m.shape[1]), language.total([*summands, mul(read["left"][0], m)])))
            case "rank" | "nullity":
                (x,) = read["inverse"]
                value, columns = language.make("trace", (mul(m, x),)), m.shape[1]
                if s.kind == "nullity":
                    size = language.number(columns) if isinstance(columns, int) else language.make("dim", (), columns)
                    value = language.minus(size, value)
                equations = [(mul(m, x, m), m), (value, s["value"])]
            case "pseudo-inverse" | "group inverse":
                p = s["value"]
                equations = [(mul(m, p, m), m), (mul(p, m, p), p)]
                if s.kind == "pseudo-inverse":
                    equations += [(transpose(mul(m, p)), mul(m, p)), (transpose(mul(p, m)), mul(p, m))]
                else:
                    equations.append((mul(m, p), mul(p, m)))
            case "eigenvalues":
                equations.append((language.total(read["projections"]), language.identity(m.shape[0])))
                for e, (value, count) in zip(read["projections"], s["eigenvalues"], strict=True):
                    equations += [(mul(e, e), e), (mul(m, e), mul(value, e)), (language.make("trace", (e,)), count)]
            case "same spectrum":
                (x,), (y,) = read["left"], read["right"]
                equations = [(m, mul(x, y)), (s["second"], mul(y, x))]
        parts = Parts(body)
        for left, right in equations:
            self.equal(scope, left, right, parts.next())
        parts.end()

    null_space = rank = nullity = pseudo_inverse = group_inverse = eigenvalues = same_spectrum = by_equations

    def eigenpair(self, s: Statement, body: Json, scope: Scope) -> None:
        """M v = λ v and v ≠ 0."""
        keys(body, "parts", "form covector")
        language = self.language
        parts = Parts(body)
        m, v = s["matrix"], s["vector"]
        self.equal(scope, language.mul(m, v), language.mul(s["value"], v), parts.next())
        last = parts.next()
        if any(body.get(name) != last.get(name) for name in ("form", "covector")):
            raise Rejected("form and covector are those of the last part")
        self.implied(scope, "not_zero", v, last)
        parts.end()

    def eigenvalue_count(self, s: Statement, body: Json, scope: Scope) -> None:
        """By Courant and Fischer: were there fewer than d, the others would span a space that meets the range of E."""
        keys(body, "projection vector by parts")
        language = self.language
        parts = Parts(body)
        m, f, e = s["matrix"], s["space"], language.term(body["projection"])
        name = string(body["vector"])
        if name in language.authored or name not in language.symbols or name in e.symbols:
            raise Rejected("the vector is a symbol of the body, and not in the projection")
        if s["relation"] not in (">=", "<="):
            raise Rejected("at least or at most")
        v = language.make("symbol", (), name)
        self.equal(scope, language.transpose(m), m, parts.next())
        if f.op != "identity":
            self.equal(scope, language.mul(f, f), f, parts.next())
            self.equal(scope, language.mul(f, m, f), language.mul(m, f), parts.next())
            self.equal(scope, language.mul(f, e), e, parts.next())
        self.equal(scope, language.mul(e, e), e, parts.next())
        self.equal(scope, language.make("trace", (e,)), s["number"], parts.next())
        ev = language.mul(e, v)
        quadratic = language.mul(language.transpose(ev), m, ev)
        limit = language.mul(s["value"], language.power(language.make("norm", (ev,)), 2))
        last = parts.next()
        if last.get("by") != body["by"]:
            raise Rejected("by is that of the last part")
        self.bound_part(scope, quadratic, s["relation"], limit, last)
        parts.end()

    def linear_implication(self, s: Statement, body: Json, scope: Scope) -> None:
        """Σ λ h + c = q with λ ≥ 0 where h ≥ 0 or h > 0, and c ≥ 0 (§13.22)."""
        language = self.language
        facts = [(h.condition, h.terms) for h in s.hypotheses]
        if any(h.names or h.terms[0].shape for h in s.hypotheses) or any(
            condition not in ("nonneg", "positive", "equal") for condition, _ in facts
        ):
            raise Rejected("hypotheses are h ≥ 0, h > 0 or h = 0")
        for name in sorted(language.authored):
            if not language.symbols[name]:
                symbol = language.make("symbol", (), name)
                facts += [(c, (symbol,)) for c in ("nonneg", "positive") if c in language.properties[name]]
        conclusion = s.fields.get("conclusion")
        if conclusion is not None and any(t.free for t in conclusion[1:]):
            raise Rejected("a free index")
        if conclusion is None or conclusion[0] != "equal":
            strict = conclusion is None or conclusion[0] == "positive"
            self.combined(scope, facts, conclusion[1] if conclusion else language.number(0), strict, body)
            return
        keys(body, "parts")
        parts = Parts(body)
        left, right = conclusion[1:]
        self.combined(scope, facts, language.minus(right, left), False, parts.next())
        self.combined(scope, facts, language.minus(left, right), False, parts.next())
        parts.end()

    def combined(self, scope: Scope, facts: Any, q: Node, strict: bool, body: Json) -> None:
        keys(body, "multipliers constant", "link")
        language = self.language
        constant_ = self.rational(body["constant"])
        positive = constant_ > 0
        summands = []
        seen = set()
        for pair in array(body["multipliers"]):
            if not is_pair(pair) or type(pair[0]) is not int or not 0 <= pair[0] < len(facts) or pair[0] in seen:
                raise Rejected("multipliers are [number of a hypothesis, rational]")
            seen.add(pair[0])
            condition, terms = facts[pair[0]]
            factor = self.rational(pair[1])
            if condition != "equal" and factor < 0:
                raise Rejected("a multiplier below 0")
            positive = positive or (condition == "positive" and factor > 0)
            h = language.minus(*terms) if condition == "equal" else terms[0]
            summands.append(language.mul(language.number(factor), h))
        if constant_ < 0 or (strict and not positive):
            raise Rejected("nothing shows that it is > 0")
        summands.append(language.number(constant_))
        Links(scope).show(language.total(summands), q, body.get("link", {}))

    @staticmethod
    def rational(value: Json) -> Fraction:
        if not re.fullmatch(r"-?[0-9]+(/[0-9]+)?", string(value)):
            raise Rejected("not a rational number")
        return Reader.number(value)

    # Sets: a bound symbol takes a value

    def condition_at(self, scope: Scope, h: Hypothesis, at: dict[str, Node], body: Json) -> Hypothesis:
        """A condition where a term is put for a symbol (§13.17)."""
        language = self.language
        for t in h.terms:
            scope.show_defined(t, at)
        terms = tuple(language.put(t, at) for t in h.terms)
        keys(body, "", " ".join(body) if isinstance(body, dict) else "")
        if h.condition == "equal":
            if "squared" in body:
                self.bound_part(scope, terms[0], "=", terms[1], body)
            else:
                self.equal(scope, terms[0], terms[1], body)
        elif h.condition in SIGN_CONDITIONS and not terms[0].shape:
            relation = {"nonneg": ">=", "positive": ">", "nonzero": "!="}[h.condition]
            self.bound_part(scope, terms[0], relation, language.number(0), body)
        elif h.condition == "not_zero":
            square = language.power(language.make("norm", (terms[0],)), 2)
            self.bound_part(scope, square, ">", language.number(0), body)
        else:
            Links(scope).condition(h.condition, terms[0], body)
        return Hypothesis(h.condition, terms, h.names)

    def properties(self, name: str) -> list[Hypothesis]:
        """The declared properties of a symbol as conditions, in the order in which they are declared."""
        symbol = self.language.make("symbol", (), name)
        return [Hypothesis(each, (symbol,)) for each in self.language.property_order[name]]

    def sets(self, s: Statement, body: Json) -> None:
        """The image of a map is in a set; each point of the set is an image; a set has a point (§13.18, §13.19)."""
        language = self.language
        element, conditions = s["set"]
        wanted = [*self.properties(element), *conditions]
        bound = {element}
        argument, domain, f = s["map"] if s.kind != "existence" else ("", (), None)
        if f is not None:
            bound.add(argument)
            if len(bound) != 2 or f.free or f.shape != language.symbols[element] or element in f.symbols:
                raise Rejected("argument and element are two, and the map has the shape of the element")
            if any(element in t.symbols for h in domain for t in h.terms):
                raise Rejected("the element is in the map")
            if any(argument in t.symbols for h in conditions for t in h.terms):
                raise Rejected("the argument is in the conditions of the set")
        if any(not bound.isdisjoint(t.symbols) for h in s.hypotheses for t in h.terms):
            raise Rejected("a bound symbol is in a hypothesis")
        given = list(s.hypotheses)
        if s.kind == "existence":
            keys(body, "witness lemmas parts")
            parts = Parts(body)
            scope = Scope(language, given, [])
            self.lemmas(scope, body["lemmas"], bound, parts)
            witness = self.value_for(element, body["witness"], bound)
            for h in wanted:
                self.condition_at(scope, h, {element: witness}, parts.next())
            parts.end()
            return
        inclusions = Parts(body)
        if s.kind == "image":
            keys(body, "preimage lemmas parts")
        elif s.kind == "subset":
            keys(body, "parts")
        else:
            keys(body, "preimage lemmas parts")
        if s.kind in ("image", "subset"):
            inner = body if s.kind == "subset" else inclusions.next()
            keys(inner, "parts")
            parts = Parts(inner)
            scope = self.with_bound(given, [*self.properties(argument), *domain], [f])
            for h in wanted:
                self.condition_at(scope, h, {element: f}, parts.next())
            parts.end()
        if s.kind in ("image", "covered"):
            inner = body if s.kind == "covered" else inclusions.next()
            if s.kind == "image":
                keys(inner, "parts")
                inclusions.end()
            parts = Parts(inner)
            scope = self.with_bound(given, wanted, [])
            replaced = self.lemmas(scope, body["lemmas"], {argument}, parts)
            preimage = self.value_for(argument, body["preimage"], {argument})
            for h in [*self.properties(argument), *domain]:
                found = self.condition_at(scope, h, {argument: preimage}, parts.next())
                self.add_hypothesis(scope, found)
            scope.show_defined(f, {argument: preimage})
            value = language.put(f, {argument: preimage})
            for old, new in replaced:
                value = self.rewritten(value, old, new)
            self.equal(scope, value, language.make("symbol", (), element), parts.next())
            parts.end()

    def with_bound(self, given: list[Hypothesis], more: list[Hypothesis], defined: list[Node]) -> Scope:
        """A scope in which a bound symbol satisfies conditions, its properties among them."""
        return Scope(self.language, [*given, *more], defined)

    def value_for(self, name: str, value: Json, bound: set[str]) -> Node:
        term = self.language.term(value, indices=False)
        if term.shape != self.language.symbols[name] or not bound.isdisjoint(term.symbols):
            raise Rejected(f"a term for {name}")
        return term

    def lemmas(self, scope: Scope, lemmas: Json, bound: set[str], parts: Parts) -> list[tuple[Node, Node]]:
        """Equations and bounds that the parts after them may use."""
        language = self.language
        replaced = []
        for each in array(lemmas):
            lemma = self.read(each)
            terms = lemma.speaks_of
            if lemma.kind not in ("equation", "bound") or lemma.hypotheses or any(t.free for t in terms):
                raise Rejected("a lemma is an equation or a bound, without hypotheses and free indices")
            if any(not bound.isdisjoint(t.symbols) for t in terms):
                raise Rejected("a bound symbol is in a lemma")
            body = parts.next()
            if lemma.kind == "equation":
                keys(body, "links")
                links = array(body["links"])
                if len(links) != len(terms) - 1:
                    raise Rejected("a link for each pair of neighbours")
                for left, right, link in zip(terms[:-1], terms[1:], links, strict=True):
                    Links(scope).show(left, right, link)
                for right in terms[1:]:
                    self.add_hypothesis(scope, Hypothesis("equal", (terms[0], right)))
                replaced.append((terms[0], terms[1]))
            else:
                relation = lemma["relation"]
                self.bound_part(scope, *terms[:1], relation, terms[1], body)
                if relation == "=":
                    self.add_hypothesis(scope, Hypothesis("equal", (terms[0], terms[1])))
                    replaced.append((terms[0], terms[1]))
                else:
                    p, q = terms[::-1] if relation.startswith("<") else terms
                    scope.learn(scope.expand(language.minus(p, q)), SIGN_OF[RELATIONS[relation]])
        return replaced

    @staticmethod
    def add_hypothesis(scope: Scope, h: Hypothesis) -> None:
        """Something that was shown, as a hypothesis that teaches no definedness."""
        if h.condition == "equal":
            scope.equalities.append(Equality(h.terms[0], h.terms[1], h.names))
        elif h.condition in SIGN_OF:
            scope.learn(scope.expand(h.terms[0]), SIGN_OF[h.condition])
        elif h.condition == "not_zero":
            scope.learn(scope.squares(h.terms[0]), POSITIVE)
        else:
            scope.conditions.add((h.condition, id(h.terms[0])))

    def rewritten(self, term: Node, old: Node, new: Node) -> Node:
        """A term for another that it equals, wherever that stands, but in derivatives."""
        language = self.language
        memo: dict[int, Node] = {}

        def walk(t: Node) -> Node:
            if t is old:
                return new
            if t.op == "grad" or not t.args:
                return t
            found = memo.get(id(t))
            if found is None:
                found = memo[id(t)] = language.make(t.op, tuple(map(walk, t.args)), t.extra)
            return found

        return walk(term)

    # Limits

    def limit(self, s: Statement, body: Json) -> None:
        """The term is another one beside the point, which is continuous up to it and has the value there (§13.20)."""
        keys(body, "parts", "equal_to rate_by")
        language = self.language
        term, name, value, point = s["term"], s["variable"], s["value"], s["point"]
        rate = s.fields.get("rate")
        parts = Parts(body)
        others = [value, point, *([rate] if rate else [])]
        if term.shape != value.shape or term.free or any(t.free or name in t.symbols for t in others):
            raise Rejected("term and value of one shape; the variable is in the term alone; no free indices")
        variable = language.make("symbol", (), name)
        h = language.minus(variable, point) if s["side"] == "+" else language.minus(point, variable)
        beside = Scope(language, [*s.hypotheses, Hypothesis("positive", (h,))], [*others, term])
        held = [each for each in s.hypotheses if not any(name in t.symbols for t in each.terms)]
        there = Scope(language, held, others)
        e = language.term(body["equal_to"]) if "equal_to" in body else term
        if "equal_to" in body:
            self.equal(beside, term, e, parts.next())
        at = {name: point}
        for t in language.subterms(e):
            if t.op == "grad" and name in t.symbols:
                raise Rejected("a derivative that has the variable in it")
        self.equal(there, language.put(e, at), value, parts.next())
        if rate is not None:
            difference = language.minus(term, value)
            size = language.make("norm" if term.shape else "abs", (difference,))
            inner = parts.next()
            if body.get("rate_by") != inner.get("by"):
                raise Rejected("rate_by is by of the last part")
            self.bound_part(beside, size, "<=", language.mul(rate, h), inner)
        parts.end()
        self.continuous(there, e, name, at)

    def continuous(self, scope: Scope, e: Node, name: str, at: dict[str, Node]) -> None:
        """Each operation in which the variable stands is continuous at the point."""
        language = self.language
        for t in language.subterms(e):
            if name in t.symbols and t.args:
                half = t.op in ("pow", "hpow") and t.extra.denominator == 2
                if t.op in ("pinv", "matrix_log", "grad") or (half and is_matrix_power(t)):
                    raise Rejected(f"{t.op} is not continuous")
                for condition, x in scope.demands(t):
                    if condition != "nonneg":  # √ is continuous everywhere
                        scope.need(condition, language.put(x, at))


# --- files (§1) -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """``accepted``, ``rejected`` or ``declined``; the label that was accepted, what its statement says, or the reason."""

    verdict: str
    reason: str = ""
    label: str = ""
    says: str = field(default="", compare=False)


def read_json(text: str) -> Json:
    """JSON as §1 has it: no floating point, no null, no key twice; nested no deeper than 200."""

    def unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise Rejected("a key stands twice in an object")
        return found

    def no(value: str) -> None:
        raise Rejected(f"no place for {value[:20]}")

    def digits(value: str) -> int:
        if len(value) > MAX_DIGITS:
            raise Rejected("a number is too long")
        return int(value)

    try:
        value = json.loads(text, object_pairs_hook=unique, parse_float=no, parse_constant=no, parse_int=digits)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"not JSON: {type(error).__name__}") from None
    stack = [(value, 0)]
    while stack:
        each, depth = stack.pop()
        if each is None or depth > MAX_DEPTH:
            raise Rejected("null, or nested too deeply")
        if isinstance(each, dict | list):
            stack += [(part, depth + 1) for part in (each.values() if isinstance(each, dict) else each)]
    return value


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def read_statements(text: str) -> dict[str, Json]:
    value = read_json(text)
    keys(value, "schema statements")
    if value["schema"] != STATEMENTS:
        raise Rejected(f"the statements have another schema than {STATEMENTS}")
    return dict(items(value["statements"]))


def check(text: str, statements: dict[str, Json], seconds: float = SECONDS) -> Result:
    """Check a certificate, as text."""
    label = ""
    try:
        value = read_json(text)
        if not isinstance(value, dict) or not isinstance(value.get("schema"), str):
            raise Rejected("not a certificate")
        schema = value["schema"]
        if schema != CERTIFICATE:
            if schema.startswith(FAMILY):
                return Result("declined", f"another version: {schema}")
            raise Rejected(f"the schema is not {CERTIFICATE}")
        keys(value, "schema label statement sha256 body")
        label = string(value["label"])
        if label not in statements:
            raise Rejected(f"no statement has the label {label}")
        statement = statements[label]
        written = canonical(statement)
        if canonical(value["statement"]) != written:
            raise Rejected("the statement is not the one that is claimed under this label")
        if value["sha256"] != hashlib.sha256(written.encode()).hexdigest():
            raise Rejected("the hash is not that of the statement")
        Checker(seconds).check(statement, value["body"])
    except Rejected as error:
        return Result("rejected", str(error), label)
    except (RecursionError, MemoryError, Exception) as error:
        return Result("rejected", f"{type(error).__name__}: {error}"[:300], label)
    return Result("accepted", "", label)


def verify(certificate_text: str, statements_text: str, seconds: float = SECONDS) -> Result:
    """Check a certificate against statements, both as texts.  Whatever they hold, it returns a result."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        if len(certificate_text) > MAX_BYTES or len(statements_text) > MAX_STATEMENTS_BYTES:
            raise Rejected("a file is too large")
        return check(certificate_text, read_statements(statements_text), seconds)
    except Exception as error:
        return Result(
            "rejected", str(error) if isinstance(error, Rejected) else f"cannot be read: {type(error).__name__}"
        )
    finally:
        sys.setrecursionlimit(limit)


def read_file(path: str, limit: int) -> str:
    try:
        if os.path.getsize(path) > limit:
            raise Rejected("the file is too large")
        with open(path, "rb") as file:
            return file.read(limit).decode("utf-8")
    except (OSError, ValueError) as error:
        raise Rejected(f"cannot be read: {error}") from None


def main(arguments: list[str]) -> int:
    """Check files; 0: all accepted, 1: some rejected, 2: none rejected, some of another version, or there are none.

    A line for each names the statement that was accepted, whatever its file is called; labels that come again are counted.
    """
    sys.setrecursionlimit(20_000)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if arguments.count("--statements") != 1 or len(arguments) < 2 or arguments[-1] == "--statements":
        print("usage: verifier.py CERTIFICATE… --statements FILE")
        return 1
    if len(arguments) == 2:
        print("nothing to verify: no certificates")
        return 2
    at = arguments.index("--statements")
    path, paths = arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    try:
        statements = read_statements(read_file(path, MAX_STATEMENTS_BYTES))
    except Rejected as error:
        print(f"{path}: {error}")
        return 1
    counts = {"accepted": 0, "rejected": 0, "declined": 0}
    labels: Counter[str] = Counter()
    for path in paths:
        try:
            result = check(read_file(path, MAX_BYTES), statements)
        except Rejected as error:
            result = Result("rejected", str(error))
        counts[result.verdict] += 1
        told = [result.label, result.says] if result.verdict == "accepted" else [result.reason]
        print(": ".join([path, result.verdict, *filter(None, told)]))
        labels.update([result.label] * (result.verdict == "accepted"))
    for label, number in labels.items():
        if number > 1:
            print(f"{label} comes {number} times: {number} certificates of one statement")
    total = ", ".join(f"{number} {word}" for word, number in counts.items()) + f", of {len(paths)}"
    again = len(labels) < counts["accepted"]
    print(f"{total}; {len(labels)} distinct statement{'s' * (len(labels) != 1)} accepted" if again else total)
    return 1 if counts["rejected"] else 2 if counts["declined"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
