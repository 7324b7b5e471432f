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
import re
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import combinations, permutations, product
from math import factorial, gcd, isqrt, lcm, prod
from typing import Any

Json = Any
#: A size: the name of a dimension, or a number.
Shape = tuple[Any, ...]
#: An index of a term: its name (a number, if it is bound) and what it runs over.
Index = tuple[Any, Any]
Number = int | Fraction

STATEMENTS = "derive-statements/1"
CERTIFICATE = "derive-certificate/2"
#: What a statement declares, and but for dimensions its body too.
DECLARED = ("dimensions", "symbols", "definitions")

# Limits (§1.2)
MAX_BYTES = 4_000_000
MAX_STATEMENTS_BYTES = 64_000_000
MAX_DIGITS = 4_000
MAX_NODES = 100_000
MAX_CHARACTERS = 1_000_000
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


def reject_if(wrong: object, why: str, *terms: Node) -> None:
    if wrong:
        raise Rejected(" ".join([why, *map(spell, terms)]))


class Budget:
    """What one certificate may cost: nodes of terms, products of monomials, time."""

    def __init__(self, seconds: float) -> None:
        self.nodes = 0
        self.products = 0
        self.until = time.monotonic() + seconds

    def spend(self, nodes: int = 0, products: int = 0) -> None:
        self.nodes += nodes
        self.products += products
        reject_if(self.nodes > MAX_NODES, "too many terms")
        reject_if(self.products > MAX_PRODUCTS, "too many products")
        reject_if(time.monotonic() > self.until, "it takes too long")


def read(value: Json, schema: Any) -> Any:
    """JSON as a schema has it, or a rejection.

    Args:
        schema: a dictionary for an object with these fields (those with ``?`` may be missing), a list for an array of such
            values, a tuple for an array of just these, a set for one of these words, a type for a value of it, or a function
            that reads it.
    """
    if isinstance(schema, dict):
        fields = {name.rstrip("?"): what for name, what in schema.items()}
        unknown = read(value, dict).keys() - fields
        missing = {name for name in schema if name not in value} & fields.keys()
        reject_if(unknown or missing, f"superfluous: {sorted(unknown)}, missing: {sorted(missing)}")
        return {name: read(value[name], what) for name, what in fields.items() if name in value}
    if isinstance(schema, list):
        return [read(each, schema[0]) for each in read(value, list)]
    if isinstance(schema, tuple):
        reject_if(len(read(value, list)) != len(schema), f"expected {len(schema)} entries")
        return tuple(map(read, value, schema))
    if isinstance(schema, set):
        reject_if(read(value, str) not in schema, f"expected one of {', '.join(sorted(schema))}")
        return value
    if isinstance(schema, type):
        fits = isinstance(value, schema) and (schema is bool or not isinstance(value, bool))
        reject_if(not fits, f"expected a value of type {schema.__name__}")
        return value
    return schema(value)


# --- terms (§2, §3) ---------------------------------------------------------------------------------------------------
#
# A term is a node of a graph in which equal terms are one node, definitions being unfolded as they are read.  An index that
# is bound is called by the height of its binder, a number greater than those of the binders inside: so terms that differ by
# names of bound indices are one node too.  Nothing is ever caught: names of a text are words, and a binder is read, and
# gone through when terms are put in, with an index that nothing else is called by; it gets its number when what stands
# inside is complete.  A definition is read anew with its arguments, as nodes, for its parameters: a name in its text means
# what it means there, and an index of an argument is none of its text.


def lines_of(table: str) -> list[str]:
    """The rows of a table that is written here; a line that is indented goes on with the one before."""
    return re.sub(r"\n +", " ", table.strip()).split("\n")


#: operations | arguments | shapes.  *Arguments*, as they are written: i an index, n a number, d a dimension, t any term;
#: they are a regular expression.  *Shapes* are tried in order, and say what the operation is as well, where it is
#: linear in each argument: a letter stands for a size, and an entry of the result is the sum, over the letters that the
#: result has not, of the products of the entries of the arguments; if it has a letter twice, it is 0 off the diagonal.  1
#: is that of a row, * any shape.  Operations of two or more are read from the left.  Words without arguments are
#: conditions (§3.2), and what the fields of a statement may hold (§4).
SYNTAX = """
ones zeros | [nd]+ |
identity | [nd] |
basis | i | i->i
delta | ii | i,i->
at | ti+ |
grad | tt |
add hadamard | ttt* | *,*->*
mul | ttt* | *,->* ,*->* ik,kj->ij ik,k->i 1k,kj->1j 1k,k-> i,1j->ij
div | tt | *,->* i,i->i ,i->i
dot | tt | i,i->
outer | tt | i,j->ij
transpose | t | -> 1i->i i->1i ij->ji
trace | t | ii->
diag | t | i->ii
neg exp log tanh abs | t | *->*
sum | it | *->*
prod | iti* | ->
max_over | it | ->
pow | tn | -> i->i 1i->1i ii->ii
hpow | tn | *->*
sqrt | t | ->
norm | t | i-> 1i-> ij->
rank | t | ij->
det | t | ii->
inverse matrix_exp matrix_log | t | ii->ii
pinv | t | ij->ji
nonneg positive scalar | | ->
nonzero | | -> i-> 1i->
not_zero | | i-> 1i->
mask vector | | i->
symmetric orthogonal idempotent invertible positive_definite square | | ii->
matrix | | ij->
"""
#: Ways in which shapes fit: the letters of each argument, and of the result.
Pattern = tuple[tuple[str, ...], str]
ARGUMENTS: dict[str, re.Pattern[str]] = {}
SHAPES: dict[str, list[Pattern]] = {}
for _line in lines_of(SYNTAX):
    _words, _arguments, _shapes = (part.strip() for part in _line.split("|"))
    for _word in _words.split():
        SHAPES[_word] = [(tuple(s.split("->")[0].split(",")), s.split("->")[1]) for s in _shapes.split()]
        if _arguments:
            ARGUMENTS[_word] = re.compile(_arguments.replace("t", "[ndt]"))

BINDERS = ("sum", "prod", "max_over")
INDEXED = (*BINDERS, "at", "basis", "delta")
SIGN_CONDITIONS = ("nonneg", "positive", "nonzero")
MATRIX_CONDITIONS = ("symmetric", "orthogonal", "idempotent", "invertible", "positive_definite")
CONDITIONS = (*SIGN_CONDITIONS, "not_zero", "mask", *MATRIX_CONDITIONS)


def axes(shape: Shape) -> Shape:
    """The sizes of a shape without the 1 of a row."""
    return shape[1:] if shape[:1] == (1,) else shape


def binds(letters: Sequence[Any], shape: Shape, sizes: dict[Any, Any]) -> bool:
    """Does a shape fit letters, together with the sizes that they have already?  1 is that of a row, and of nothing else."""
    if letters == "*":
        return bool(sizes.setdefault("*", shape) == shape)
    return len(letters) == len(shape) and all(
        (letter in (1, "1")) == (size == 1) and sizes.setdefault(letter, size) == size
        for letter, size in zip(letters, shape, strict=True)
    )


@lru_cache(maxsize=1_000)
def fitted(op: str, *shapes: Shape) -> tuple[Pattern, Shape]:
    """The way in which these shapes fit an operation, and the shape of the result; or a rejection (§2)."""
    for sides, result in SHAPES[op]:
        sizes: dict[Any, Any] = {"1": 1}
        if len(sides) == len(shapes) and all(binds(*each, sizes) for each in zip(sides, shapes, strict=True)):
            return (sides, result), sizes["*"] if result == "*" else tuple(sizes[letter] for letter in result)
    raise Rejected(f"{op} of shapes {', '.join(map(str, shapes))}")


class Node:
    """A term: operation, parts, what stands beside them (a name, exponent, indices), shape."""

    __slots__ = ("args", "extra", "free", "height", "op", "shape", "size", "symbols")

    def __init__(self, op: str, args: tuple[Node, ...], extra: Any, shape: Shape) -> None:
        self.op, self.args, self.extra, self.shape = op, args, extra, shape
        #: The nodes in it as it is written out, definitions unfolded.
        self.size: int = 1 + sum(a.size for a in args)
        reject_if(self.size > MAX_NODES, "too many terms")
        #: The height of its binders: greater than that of all binders inside.
        self.height: int = max((a.height for a in args), default=0) + (op in BINDERS)
        #: The indices that are free in it, and its symbols.
        self.free: frozenset[Index] = frozenset().union(*(a.free for a in args))
        self.symbols: frozenset[Any] = frozenset().union(*(a.symbols for a in args))
        if op in BINDERS:
            self.free = (self.free - {extra[0]}) | set(extra[1:])
        elif op in ("at", "basis", "delta"):
            self.free |= set(extra)
        elif op in ("symbol", "grad"):
            self.symbols |= {extra}


def is_product(t: Node) -> bool:
    """A product entry by entry, of scalars or of entries?"""
    return t.op == "hadamard" or (t.op == "mul" and not any(x.shape for x in t.args))


def is_matrix_power(t: Node) -> bool:
    return t.op == "pow" and len(axes(t.shape)) == 2


def is_root(t: Node) -> bool:
    """√, or a power with a half?"""
    return t.op == "sqrt" or (t.op == "pow" and t.extra.denominator == 2)


def is_even_power(t: Node) -> bool:
    """A power of entries, with an exponent that is even and > 0?"""
    return t.op in ("pow", "hpow") and not is_matrix_power(t) and t.extra > 0 and t.extra % 2 == 0


def jumps(t: Node) -> bool:
    """Is it a function that is not continuous beside where it is defined?"""
    return t.op in ("pinv", "rank", "matrix_log") or (is_root(t) and is_matrix_power(t))


def subterms(*nodes: Node) -> list[Node]:
    """Each node of some terms once, parts first."""
    seen: dict[int, Node] = {}

    def walk(n: Node) -> None:
        if id(n) not in seen:
            for a in n.args:
                walk(a)
            seen[id(n)] = n

    for node in nodes:
        walk(node)
    return list(seen.values())


def spell(t: Node, depth: int = 5) -> str:
    """A term in a message, what stands deep in it left out."""
    words = [spell(a, depth - 1) if depth else "…" for a in t.args]
    words += [f"{t.extra}"] if t.extra is not None else []
    return words[0] if t.op in ("number", "dim", "symbol") else f"{t.op}({', '.join(words)})"[:300]


@dataclass(frozen=True)
class Definition:
    """``name(parameters) := body``, as a text (§3.1)."""

    name: str
    parameters: tuple[tuple[str, Shape], ...]
    body: str


@dataclass(frozen=True)
class Hypothesis:
    """A condition on a term, or ``equal`` of two, with its free indices closed: their names begin with ``_`` here."""

    condition: str
    terms: tuple[Node, ...]
    names: tuple[Index, ...] = ()

    @property
    def symbols(self) -> frozenset[Any]:
        return frozenset[Any]().union(*(t.symbols for t in self.terms))


def stands_in(symbol: Node, *where: Node | Hypothesis) -> bool:
    return any(symbol.extra in each.symbols for each in where)


def by_name(indices: Iterable[Index]) -> tuple[Index, ...]:
    return tuple(sorted(indices, key=lambda i: (i[0], str(i[1]))))


class Language:
    """The names that a statement and its body declare; the nodes of terms; the reader of terms and hypotheses."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        #: Nodes by operation, parts and what stands beside them; how many indices were made.
        self.nodes: dict[Any, Node] = {}
        self.counted = 0
        #: The shapes of symbols.
        self.symbols: dict[Any, Shape] = {}
        #: All names as they look, with how they are written.
        self.written: dict[str, str] = {}
        self.dimensions: set[str] = set()
        #: The properties of each symbol, in the order in which they are declared.
        self.properties: dict[Any, list[str]] = {}
        self.definitions: dict[str, Definition] = {}
        #: Definitions unfolded, and texts taken apart.
        self.unfolded: dict[Any, Node] = {}
        self.texts: dict[str, Text] = {}
        #: The symbols of the statement; the others are of the body.
        self.authored: set[str] = set()
        #: Is it the body that is read?
        self.inside = False

    # Nodes: their shapes are checked (§2), equal ones are one, indices renamed, terms put for terms

    def fresh(self, size: Any) -> Index:
        """An index that nothing else is called by: it stands for a bound one until it is bound."""
        self.counted += 1
        return (-self.counted, size)

    def make(self, op: str, args: Sequence[Node] = (), extra: Any = None) -> Node:
        """The node; an index of `sum` and `prod` is bound here."""
        args = tuple(args)
        if op in BINDERS:
            index = extra[0]
            bound = (args[0].height + 1, index[1])
            caught = index in extra[1:] or bound in extra[1:] or (index != bound and bound in args[0].free)
            reject_if(caught, "an index would be caught, or a product leaves out its own")
            if index != bound:
                args, extra = (self.renamed(args[0], {index: bound}),), (bound, *extra[1:])
        key = (op, tuple(map(id, args)), extra)
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = Node(op, args, extra, self.shape(op, [a.shape for a in args], extra))
        return found

    def number(self, value: Number) -> Node:
        return self.make("number", (), Fraction(value))

    def symbol(self, name: Any) -> Node:
        return self.make("symbol", (), name)

    def several(self, op: str, terms: Sequence[Node]) -> Node:
        """The sum or product of one or more."""
        return self.make(op, terms) if terms[1:] else terms[0]

    def identity(self, size: Any) -> Node:
        return self.make("identity", (), (size, size))

    def zeros(self, shape: Shape) -> Node:
        return self.make("zeros", (), shape) if shape else self.number(0)

    def shape(self, op: str, shapes: list[Shape], extra: Any) -> Shape:
        """The shape of an operation, or a rejection (§2)."""
        sizes = tuple(size for _, size in extra) if op in INDEXED else ()
        match op:
            case "number" | "dim":
                return ()
            case "symbol":
                return self.symbols[extra]
            case "ones" | "zeros" | "identity":
                return tuple(extra)
            case "grad":
                return axes(shapes[0]) + axes(self.symbols[extra])
            case "at":
                reject_if(axes(shapes[0]) != sizes, f"indices of other dimensions than the axes {shapes[0]}")
                return ()
            case "basis" | "delta":
                shapes = [(size,) for size in sizes]
        shape = reduce(lambda x, y: fitted(op, x, y)[1], shapes) if shapes[1:] else fitted(op, *shapes)[1]
        reject_if(op == "prod" and (len(sizes) > 3 or len(set(sizes)) > 1), "indices that a product leaves out")
        reject_if(op == "pow" and extra.denominator == 2 and len(axes(shape)) == 1, "a root of a vector")
        return shape

    def renamed(self, node: Node, names: Mapping[Index, Index]) -> Node:
        """With other free indices.  No binder inside catches one: its index is a number below those that are put in."""
        return self.put(node, {}, names=names)

    def put(self, node: Node, terms: Mapping[Node, Node], names: Mapping[Index, Index] | None = None) -> Node:
        """With terms for terms without free indices; an index of what is put in is never caught.

        Args:
            names: other free indices.
        """
        memo: dict[int, Node] = {}
        if terms:  # an index of a binder around this term has a number, too, that a binder inside may come to have
            names = {i: self.fresh(i[1]) for i in node.free if not isinstance(i[0], str)}
            node = self.renamed(node, names)
        names = names or {}

        def walk(n: Node) -> Node:
            if n in terms:
                return terms[n]
            if n.free.isdisjoint(names) and not any(old.symbols <= n.symbols for old in terms):
                return n
            reject_if(n.op == "grad" and terms, "a term is put into a derivative")
            if id(n) not in memo:
                args, extra = n.args, n.extra
                if n.op in BINDERS and terms:
                    inner = self.fresh(extra[0][1])
                    args, extra = (self.renamed(args[0], {extra[0]: inner}),), (inner, *extra[1:])
                if n.op in INDEXED:
                    extra = tuple(names.get(i, i) for i in extra)
                memo[id(n)] = self.make(n.op, tuple(map(walk, args)), extra)
            return memo[id(n)]

        return walk(node)

    # Declarations

    def declare(self, value: Json) -> None:
        """The ``dimensions``, ``symbols`` and ``definitions`` of a statement, or those of a body."""
        for name in read(value.get("dimensions", []), [str]):
            self.new_name(name)
            self.dimensions.add(name)
        for name, symbol in read(value.get("symbols", {}), dict).items():
            self.new_name(name)
            declared = read(symbol, {"shape": self.read_shape, "properties": [set(CONDITIONS)]})
            self.symbols[name] = declared["shape"]
            self.properties[name] = properties = declared["properties"]
            reject_if(len(set(properties)) != len(properties) or (self.inside and properties), f"properties of {name}")
            for each in properties:
                fitted(each, self.symbols[name])
        for definition in read(value.get("definitions", []), list):
            self.define(definition)

    def new_name(self, name: str) -> None:
        """A new name; those that begin with ``_`` are reserved (§2.1)."""
        wrong = not name or name[0] == "_" or " " in name or re.fullmatch(r"-?\d+(/\d+)?", name)
        reject_if(wrong, f"not a name: {name!r}")
        self.looks(name)
        twice = name in self.dimensions or name in self.symbols or name in self.definitions
        reject_if(twice, f"{name} is declared twice")

    def looks(self, name: str) -> None:
        """A name, of an index or parameter too, can be printed; none is written in two ways that look the same (§2.1)."""
        reject_if(not name.isprintable(), f"a name that cannot be printed: {name!r}")
        written = self.written.setdefault(unicodedata.normalize("NFC", name), name)
        reject_if(written != name, f"two names that look the same: {name}")

    def text(self, value: Json) -> Text:
        """A text taken apart."""
        written: str = read(value, str)
        reject_if(len(written) > MAX_CHARACTERS, "a term is too long")
        if written not in self.texts:
            words = tokens(written)
            for word in dict.fromkeys(word for _, word in words):
                self.looks(word)
            self.texts[written] = parsed(words, self.budget)
        return self.texts[written]

    def size(self, text: str, row: bool = False) -> Any:
        """A size: a dimension, a number from 2, or the 1 of a row (§2.2)."""
        if text in self.dimensions:
            return text
        if re.fullmatch(r"[1-9][0-9]{0,17}", text) and (int(text) >= 2 or (row and text == "1")):
            return int(text)
        raise Rejected(f"not a size: {text!r}")

    def read_shape(self, value: Json) -> Shape:
        parts = read(value, [str])
        return tuple(self.size(each, row=len(parts) == 2 and n == 0) for n, each in enumerate(parts))

    def define(self, value: Json) -> None:
        """A definition (§3.1); its body is read once with symbols of its own for the parameters, to see that it is one."""
        found = read(value, {"name": str, "parameters": [(str, self.read_shape)], "body": str})
        name, parameters, scope = found["name"], tuple(found["parameters"]), dict[str, Node]()
        self.new_name(name)
        for parameter, shape in parameters:
            wrong = not parameter or parameter.startswith("_") or parameter in self.dimensions or parameter in scope
            reject_if(wrong, f"a parameter of {name}")
            self.looks(parameter)
            self.symbols[name, parameter] = shape
            scope[parameter] = self.symbol((name, parameter))
        reject_if(Reader(self, scope).term(self.text(found["body"])).free, f"{name} has a free index")
        self.definitions[name] = Definition(name, parameters, found["body"])

    def used(self, definition: Definition, arguments: Sequence[Node], refused: frozenset[str] = frozenset()) -> Node:
        """The body of a definition with arguments for its parameters, and their sizes for its dimensions (§3.1).

        Args:
            refused: dimensions that have another size where the definition is used: it may have none of these of its own.
        """
        key = (definition, tuple(map(id, arguments)), refused)
        if key not in self.unfolded:
            pairs = list(zip(definition.parameters, arguments, strict=False))
            sizes: dict[Any, Any] = {size: size for (_, shape), _ in pairs for size in shape if isinstance(size, int)}
            fits = len(definition.parameters) == len(arguments)
            fits = fits and all(binds(shape, given.shape, sizes) for (_, shape), given in pairs)
            reject_if(not fits, f"the arguments of {definition.name}")
            changed = {old for old, new in sizes.items() if new != old}
            scope = {word: given for (word, _), given in pairs}
            reader = Reader(self, scope, sizes, (refused - set(sizes)) | changed)
            self.unfolded[key] = reader.term(self.text(definition.body))
        self.budget.spend(nodes=self.unfolded[key].size)
        return self.unfolded[key]

    def stated(self, row: Row, terms: Sequence[Node], number: str = "k") -> list[Node]:
        """The sides of a row, and of what a link shows, with these terms and a number for k (§12.1): as of definitions."""
        parameters = tuple(each for each in row.parameters if each[0] != "k")
        sides = (re.sub(r"\bk\b", number, side) for side in (row.left, row.right, *row.shown))
        return [self.used(Definition(row.name, parameters, side), terms) for side in sides]

    # Terms and hypotheses

    def declared(self, symbol: Node) -> list[Hypothesis]:
        """The declared properties of a symbol as conditions, in the order in which they are declared."""
        return [Hypothesis(each, (symbol,)) for each in self.properties[symbol.extra]]

    def term(self, value: Json) -> Node:
        return Reader(self).term(self.text(value))

    def shaped(self, shape: str, value: Json) -> Node:
        """A term of a shape."""
        term = self.term(value)
        fitted(shape, term.shape)
        return term

    def build(self, text: str, /, **names: Node) -> Node:
        """A term that is written here, without indices, in which these names stand for terms."""
        return Reader(self, names).term(self.text(text))

    def indices(self, value: Json) -> list[Index]:
        """Each is ``name:dimension``; none stands twice."""
        found = [Reader(self).index(self.text(each)) for each in read(value, list)]
        reject_if(len(set(found)) != len(found), "an index stands twice")
        return found

    def claim(self, value: Json, allowed: Sequence[str] = CONDITIONS) -> tuple[Any, ...]:
        """[CONDITION, TERM] or ["equal", TERM, TERM], its free indices not closed."""
        equal = "equal" in allowed and read(value, list)[:1] == ["equal"]
        condition, *terms = read(value, (str, self.term, self.term) if equal else (set(allowed), self.term))
        fitted("add" if equal else condition, *(t.shape for t in terms))
        return condition, *terms

    def hypothesis(self, value: Json) -> Hypothesis:
        """A claim, closed (§3.2)."""
        condition, *terms = self.claim(value, (*CONDITIONS, "equal"))
        free = frozenset[Index]().union(*(t.free for t in terms))
        names = {i: i if i[0].startswith("_") else (f"_{i[0]}", i[1]) for i in free}
        return Hypothesis(condition, tuple(self.renamed(t, names) for t in terms), by_name(names.values()))


#: It never begins with a space: a search would try each of many spaces, from each of them on.
TOKEN = re.compile(
    r"(?P<number>-?[0-9]+(/[0-9]+)?)|(?P<word>[^\W\d][\w⁺⁻'′\u0302]*)|`(?P<quoted>([^`\s]|``)+)`|(?P<sign>[(),:])"
)


def tokens(text: str) -> list[tuple[str, str]]:
    """The words of a term, each with its kind; a sign is of its own kind."""
    rest = TOKEN.sub("", text).strip()
    reject_if(rest, f"cannot read {rest[:20]!r}")
    words = ((str(match.lastgroup), match[str(match.lastgroup)]) for match in TOKEN.finditer(text))
    return [*((word if kind == "sign" else kind, word.replace("``", "`")) for kind, word in words), ("end", "")]


@dataclass(frozen=True)
class Text:
    """A term as it is written: a word of a kind; what it runs over, of an index; what stands between brackets after it."""

    kind: str
    word: str
    over: str = ""
    arguments: tuple[Text, ...] = ()


def parsed(words: list[tuple[str, str]], budget: Budget) -> Text:
    """The one term, or index, that words are."""
    left = words[::-1]

    def next(*kinds: str) -> tuple[str, str]:
        kind, word = left.pop()
        reject_if(kind not in kinds, f"{word!r} stands where {' or '.join(kinds)} is expected")
        return kind, word

    def term(depth: int) -> Text:
        budget.spend()
        reject_if(depth > MAX_DEPTH, "nested too deeply")
        kind, word = next("number", "word", "quoted")
        sign, _ = left[-1]
        arguments = []
        if kind != "number" and sign == ":":
            next(":")
            return Text(kind, word, over=next("word", "quoted", "number")[1])
        if kind != "number" and sign == "(":
            next("(")
            while sign != ")":
                arguments.append(term(depth + 1))
                sign, _ = next(",", ")")
        return Text(kind, word, "", tuple(arguments))

    found = term(1)
    next("end")
    return found


def read_number(text: str) -> Fraction:
    reject_if(len(text) > MAX_DIGITS or re.search("/0+$", text), "a number is too long, or divided by 0")
    return Fraction(text)


@dataclass
class Reader:
    """Makes the node of a text (§2).

    Args:
        scope: names that stand for terms.
        sizes: dimensions that stand for sizes.
        refused: dimensions that may not stand here.
        bound: the indices that are bound here, as they are written.
    """

    language: Language
    scope: Mapping[str, Node] = field(default_factory=dict)
    sizes: Mapping[str, Any] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    bound: Mapping[tuple[str, str], Index] = field(default_factory=dict)

    def term(self, text: Text) -> Node:
        language, name = self.language, text.word
        language.budget.spend(nodes=1)
        reject_if(text.over, f"an index is no term: {name}")
        if text.kind == "number":
            return language.number(read_number(name))
        if text.arguments and text.kind == "word" and name in ARGUMENTS:
            return self.operation(name, text.arguments)
        if not text.arguments and name in self.scope:
            return self.scope[name]
        if self.is_dimension(text):
            size = self.size(name)
            return language.number(size) if isinstance(size, int) else language.make("dim", (), size)
        if not text.arguments and name in language.symbols:
            hidden = not self.refused.isdisjoint(language.symbols[name])
            reject_if(hidden, f"{name} in a definition used with another size")
            return language.symbol(name)
        reject_if(name not in language.definitions, f"unknown name {name}")
        return language.used(language.definitions[name], list(map(self.term, text.arguments)), self.refused)

    def is_dimension(self, text: Text) -> bool:
        """A dimension without arguments?"""
        return not text.arguments and (text.word in self.sizes or text.word in self.language.dimensions)

    def size(self, word: str, row: bool = False) -> Any:
        reject_if(word in self.refused and word not in self.sizes, f"{word} in a definition used with another size")
        return self.sizes[word] if word in self.sizes else self.language.size(word, row)

    def index(self, text: Text) -> Index:
        reject_if(not text.over, f"not an index: {text.word}")
        reject_if(text.word.startswith("_") and not self.language.inside, f"reserved: {text.word}")
        return self.bound.get((text.word, text.over)) or (text.word, self.size(text.over))

    def sort(self, text: Text) -> str:
        """What an argument is, in `SYNTAX`."""
        if text.over:
            return "i"
        return "n" if text.kind == "number" else "d" if self.is_dimension(text) else "t"

    def operation(self, op: str, arguments: tuple[Text, ...]) -> Node:
        language, reader = self.language, self
        reject_if(not ARGUMENTS[op].fullmatch("".join(map(self.sort, arguments))), f"the arguments of {op}")
        if op in BINDERS:
            written = (arguments[0].word, arguments[0].over)
            reader = replace(self, bound={**self.bound, written: language.fresh(self.size(written[1]))})
        terms = [reader.term(each) for each in arguments if not each.over]
        extra: Any = tuple(reader.index(each) for each in arguments if each.over) or None
        match op:
            case "ones" | "zeros" | "identity":
                row = op == "zeros" and len(terms) == 2
                sizes = tuple(self.size(each.word, row and n == 0) for n, each in enumerate(arguments))
                terms, extra = [], sizes * 2 if op == "identity" else sizes
            case "pow" | "hpow":
                extra = terms.pop().extra
                reject_if(extra.denominator > 1 + (op == "pow") or abs(extra) > MAX_EXPONENT, f"exponent {extra}")
            case "grad":
                symbol = terms.pop()
                extra = symbol.extra
                mentioned = any(extra in each.symbols for each in self.scope.values())
                reject_if(symbol.op != "symbol" or mentioned, f"a derivative by {extra}, no symbol or in an argument")
        return language.make(op, terms, extra)


# --- polynomials (§6) -------------------------------------------------------------------------------------------------
#
# An index is a number here: bound ones are negative.  A factor is an atom with its indices, a monomial a sorted tuple of
# (atom, indices, exponent), a polynomial a dictionary from monomials to coefficients.  All functions keep the value at
# every point and for all values of free indices: a name stands for one value since functions are functions, bound indices
# are kept apart and renamed within their dimension, Σ over an index that stands nowhere is its size, Σᵢ δᵢⱼ xᵢ = xⱼ.

#: Functions of a matrix: an entry has a row and a column; f(Aᵀ) = f(A)ᵀ for each.
MATRIX_FUNCTIONS = ("inverse", "pinv", "matrix_exp", "matrix_log", "root+", "root-")

Factor = tuple[int, tuple[int, ...], int]
Mono = tuple[Factor, ...]
Poly = dict[Mono, Number]
Key = tuple[tuple[Mono, Number], ...]
#: Exponents of factors.
Powers = dict[tuple[int, tuple[int, ...]], int]


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
    reject_if(number.numerator.bit_length() + number.denominator.bit_length() > 4 * MAX_DIGITS, "a number is too long")
    return number.numerator if number.denominator == 1 else number


def key_of(p: Poly) -> Key:
    return tuple(sorted(p.items()))


def collect(p: Poly, mono: Mono, c: Number) -> None:
    """Add a multiple of a monomial to a polynomial, in its place."""
    total = p.get(mono, 0) + c
    if total:
        p[mono] = whole(total)
    else:
        p.pop(mono, None)


def add(p: Poly, q: Poly, factor: Number = 1) -> Poly:
    result = dict(p)
    for mono, c in q.items():
        collect(result, mono, c * factor)
    return result


def scale(p: Poly, factor: Number) -> Poly:
    return {m: whole(c * factor) for m, c in p.items()} if factor else {}


def constant(number: Number) -> Poly:
    return {(): whole(number)} if number else {}


def is_number(p: Poly) -> bool:
    return len(p) == 1 and () in p


def sole_factor(p: Poly) -> tuple[int, tuple[int, ...]] | None:
    """The factor that a polynomial is, if it is one, with free indices."""
    if len(p) == 1:
        ((mono, c),) = p.items()
        if c == 1 and len(mono) == 1 and mono[0][2] == 1 and is_bare(mono):
            return mono[0][:2]
    return None


def product_of(powers: Powers) -> Mono:
    return tuple(sorted((a, at, e) for (a, at), e in powers.items() if e))


def quotient(mono: Mono, by: Mono) -> Mono:
    """Of monomials, by factors without bound indices."""
    powers = Counter({(a, at): e for a, at, e in mono})
    powers.subtract({(a, at): e for a, at, e in by})
    return product_of(powers)


def indices_of(p: Poly) -> set[int]:
    """The free indices."""
    return {i for mono in p for _, at, _ in mono for i in at if i > 0}


def bound_in(mono: Mono) -> set[int]:
    return {i for _, at, _ in mono for i in at if i < 0}


def by_parity(mono: Mono) -> tuple[Mono, Mono]:
    """The factors with odd exponents, to the power 1, and those with even ones: the sign of the product is theirs."""
    return tuple((a, at, 1) for a, at, e in mono if e % 2), tuple(f for f in mono if not f[2] % 2)


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
        #: Atoms that are known to be ≠ 0 at all indices (§6.7).
        self.invertible: set[int] = set()
        self.masks: set[int] = set()
        self.delta_atom = self.atom(Atom("delta", None, (), same=((0, 1), (1, 0))))

    # Indices

    def index(self, kind: str, name: Any, size: Any) -> int:
        """A free index: ``named`` or ``general`` (§6.2), or ``place`` (a placeholder, general)."""
        key = (kind, name, size)
        if key not in self.index_by_name:
            self.index_by_name[key] = len(self.indices)
            self.indices.append(key)
        return self.index_by_name[key]

    def bound(self, number: int, size: Any) -> int:
        return -self.index("bound", number, size)

    def fresh(self, size: Any) -> int:
        """A general index that is new."""
        return self.index("fresh", len(self.indices), size)  # a kind of its own: no index of a term is one

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
            if atom.kind == "symbol" and "mask" in self.properties.get(atom.name, ()):
                self.masks.add(found)
        return found

    def symbol(self, name: Any, at: tuple[int, ...]) -> Poly:
        twice = self.properties.get(name, frozenset()) & {"symmetric", "positive_definite"}
        same = ((0, 1), (1, 0)) if twice else ()
        return self.factor(self.atom(Atom("symbol", name, axes(self.shapes[name]), same=same)), at)

    def dimension(self, size: Any) -> Poly:
        return constant(size) if isinstance(size, int) else self.factor(self.atom(Atom("dim", size, ())), ())

    def delta(self, i: int, j: int) -> Poly:
        return self.factor(self.delta_atom, (i, j)) if i != j else constant(1)

    def factor(self, atom: int, at: tuple[int, ...], exponent: int = 1) -> Poly:
        return {((*self.placed(atom, at), exponent),): 1} if exponent else constant(1)

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

    def gathered(self, factors: Iterable[Factor], bound: set[int]) -> tuple[Number, Mono]:
        """The normal form of a product of factors, summed over the indices of ``bound`` (§6.8); with a coefficient."""
        self.budget.spend()
        factors = list(factors)
        deltas = [f for f in factors if f[0] == self.delta_atom]
        same = self.joined(deltas, bound) if deltas else {}  # 1: δ joins indices
        powers: Powers = {}
        for a, at, e in factors if not deltas else (f for f in factors if f[0] != self.delta_atom):
            place = self.placed(a, tuple(same.get(i, i) for i in at) if same else at)
            powers[place] = powers.get(place, 0) + e  # 2: equal factors become one
        for place in powers:
            if place[0] in self.masks and powers[place] > 1:
                powers[place] = 1
        for i, j in same.items():
            if i not in bound:
                ((kept, _),) = self.delta(i, j).items()
                powers[kept[0][:2]] = 1
        if not bound:
            return 1, product_of(powers)
        standing = {i for (_, at), e in powers.items() if e for i in at}
        c: Number = 1
        for i in bound - standing - set(same):  # 3: an index that stands nowhere
            ((size, number),) = self.dimension(self.size(i)).items()
            c *= number
            for a, at, _ in size:
                powers[a, at] = powers.get((a, at), 0) + 1
        bound = bound & standing
        open_parts: list[Mono] = []
        rest = [(a, at, e) for (a, at), e in powers.items() if e and not bound.isdisjoint(at)]
        powers = {place: e for place, e in powers.items() if bound.isdisjoint(place[1])}
        for part, inside in self.parts(rest, bound):  # 4, 5: parts that hang together
            mono = self.numbered(part, inside)
            if all(i < 0 for _, at, _ in mono for i in at):
                closed = Atom("sum", mono, (), height=max(self.atoms[a].height for a, _, _ in mono))
                place = (self.atom(closed), ())
                powers[place] = powers.get(place, 0) + 1
            else:
                open_parts.append(mono)
        used = 0
        for mono in sorted(open_parts):
            for a, at, e in mono:
                powers[a, tuple(self.moved(i, used) for i in at)] = e
            used += len(bound_in(mono))
        return c, product_of(powers)

    def joined(self, deltas: list[Factor], bound: set[int]) -> dict[int, int]:
        """Indices that δ makes others: of a bound and a free one the free one stays, of two free ones the lesser."""
        reject_if(any(e < 0 for _, _, e in deltas), "a negative power of δ")
        same: dict[int, int] = {}
        for _, inside in self.parts(deltas, {i for _, at, _ in deltas for i in at}):
            stays = min(inside, key=lambda k: (k in bound, k))
            same |= {i: stays for i in inside if i != stays}
        return same

    def moved(self, index: int, by: int) -> int:
        """A bound index, its number greater by so much."""
        if index > 0 or not by:
            return index
        _, number, size = self.indices[-index]
        return self.bound(number + by, size)

    @staticmethod
    def parts(factors: list[Factor], bound: set[int]) -> list[tuple[list[Factor], set[int]]]:
        """The factors that hang together by bound indices, with those."""
        found: list[tuple[list[Factor], set[int]]] = []
        for f in factors:
            part, inside = [f], bound.intersection(f[1])
            for other in [each for each in found if not inside.isdisjoint(each[1])]:
                found.remove(other)
                part, inside = part + other[0], inside | other[1]
            found.append((part, inside))
        return found

    def numbered(self, part: list[Factor], inside: set[int]) -> Mono:
        """The least way to number the bound indices of a part, among those that colours leave open (§6.8, 5)."""

        def with_names(line: Iterable[int]) -> Mono:
            names = {i: self.bound(n, self.size(i)) for n, i in enumerate(line)}
            placed = ((*self.placed(a, tuple(names.get(i, i) for i in at)), e) for a, at, e in part)
            return tuple(sorted(placed))

        if len(inside) == 1:
            return with_names(inside)
        colours: dict[int, Any] = {i: str(self.size(i)) for i in inside}
        for _ in range(2):
            colours = {i: self.views(i, part, colours) for i in inside}
        groups = [sorted(i for i in inside if colours[i] == colour) for colour in sorted(set(colours.values()))]
        reject_if(prod(factorial(len(group)) for group in groups) > MAX_ORDERS, "a sum with too much symmetry")
        choices = product(*(permutations(group) for group in groups))
        return min(with_names(i for group in choice for i in group) for choice in choices)

    def views(self, i: int, part: list[Factor], colours: Mapping[int, Any]) -> tuple[Any, ...]:
        """What a bound index sees: the factors it stands in, with itself, the colours of bound indices, and free ones."""
        found = []
        for a, at, e in part:
            if i in at:
                seen = [(0, 0) if k == i else (1, colours[k]) if k in colours else (2, k) for k in at]
                orders = self.atoms[a].same or (range(len(at)),)
                found.append((a, e, min(tuple(seen[k] for k in order) for order in orders)))
        return colours[i], *sorted(found)

    def opened(self, mono: Mono) -> tuple[list[Factor], list[int]]:
        """The factors with fresh general indices for the bound ones, and these."""
        names = {i: self.fresh(self.size(i)) for i in sorted(bound_in(mono))}
        if not names:
            return list(mono), []
        return [(*self.placed(a, tuple(names.get(i, i) for i in at)), e) for a, at, e in mono], list(names.values())

    # Polynomials

    def collected(self, entries: Iterable[tuple[Number, Iterable[Factor], set[int]]]) -> Poly:
        """The sum of products of factors, each summed over its bound indices."""
        result: Poly = {}
        for c, factors, bound in entries:
            more, mono = self.gathered(factors, bound)
            collect(result, mono, c * more)
        return result

    def times(self, p: Poly, q: Poly) -> Poly:
        if is_number(p) or is_number(q):
            return scale(q, p[()]) if is_number(p) else scale(p, q[()])
        result: Poly = {}
        for m, c in p.items():
            self.budget.spend(products=len(q))
            for n, d in q.items():
                more, mono = self.product(m, n)
                collect(result, mono, c * d * more)
        reject_if(len(result) > MAX_MONOMIALS, "a polynomial is too long")
        return result

    def product(self, m: Mono, n: Mono) -> tuple[Number, Mono]:
        """The product of two monomials, their bound indices apart."""
        second, names = self.opened(n)
        return self.gathered([*m, *second], bound_in(m) | set(names))

    def multiplied(self, factors: Iterable[Poly]) -> Poly:
        return reduce(self.times, factors, constant(1))

    def power(self, p: Poly, exponent: int) -> Poly:
        return self.multiplied([p if exponent > 0 else self.reciprocal(p)] * abs(exponent)) if exponent else constant(1)

    def renamed(self, p: Poly, names: Mapping[int, int]) -> Poly:
        """With other free indices."""
        if all(names.get(i, i) == i for i in indices_of(p)):
            return p
        return self.collected(
            (c, [(a, tuple(names.get(i, i) for i in at), e) for a, at, e in mono], bound_in(mono))
            for mono, c in p.items()
        )

    def summed(self, p: Poly, over: Iterable[int]) -> Poly:
        """Σ over free indices."""
        over = set(over)
        return self.collected((c, mono, over | bound_in(mono)) for mono, c in p.items()) if over else p

    def function(self, kind: str, p: Poly, own: Sequence[int] = (), first: Sequence[int] = ()) -> Poly:
        """A function of a polynomial as a factor (§6.5).

        Args:
            own: the indices that it binds.
            first: indices that come before those of the polynomial: left out of a product, or row and column.
        """
        others = sorted(indices_of(p) - set(own))
        reject_if(len(others) > MAX_PLACES, "a function with too many indices")
        ways: list[tuple[Key, list[int], list[Any], tuple[int, ...], tuple[int, ...]]] = []
        for turn in (1, -1) if kind in (*MATRIX_FUNCTIONS, "det", "rank") else (1,):
            bound, places = list(own)[::turn], list(enumerate(first))[::turn]
            ours = tuple(self.index("place", ("own", n), self.size(i)) for n, i in enumerate(bound))
            for order in permutations(enumerate(others, len(first))):
                holders = tuple(self.index("place", n, self.size(i)) for n, (_, i) in enumerate(order))
                names = dict(zip((*bound, *(i for _, i in order)), (*ours, *holders), strict=True))
                line = [*places, *order]
                ways.append((key_of(self.renamed(p, names)), [n for n, _ in line], [i for _, i in line], ours, holders))
        best, labels, at, ours, holders = min(ways)
        # the orders of places that leave the value as it is
        same = [tuple(labels.index(n) for n in way[1]) for way in ways if way[0] == best]
        if kind == "prod2":
            same += [(order[1], order[0], *order[2:]) for order in same]
        height = 1 + max((self.atoms[a].height for mono, _ in best for a, _, _ in mono), default=0)
        atom = Atom(kind, best, tuple(map(self.size, at)), ours, holders, tuple(same) if same[1:] else (), height)
        return self.factor(self.atom(atom), tuple(at))

    def argument(self, number: int, at: tuple[int, ...], own: Sequence[int] = ()) -> Poly:
        """The polynomial that names a function, at these indices; ``own`` takes the places of those that it binds."""
        atom = self.atoms[number]
        places = at[len(at) - len(atom.others) :]
        names = dict(zip(atom.others, places, strict=True)) | dict(zip(atom.own, own, strict=bool(own)))
        return self.renamed(dict(atom.name), names)

    def reciprocal(self, p: Poly) -> Poly:
        """1/p (§6.9): of a single monomial the reciprocals of its factors, which is right for 0 too."""
        reject_if(not p, "a division by 0")
        ((mono, c), *more) = p.items()
        if more or not is_bare(mono):
            return self.function("recip", p)
        result = constant(Fraction(1) / c)
        for a, at, e in mono:
            if a in self.invertible or e < 0:
                result = self.times(result, self.factor(a, at, -e))
            else:
                result = self.times(result, self.power(self.function("recip", self.factor(a, at)), e))
        return result

    def root(self, p: Poly) -> Poly:
        """√p (§6.10)."""
        c = Fraction(p.get((), 0))
        if p == constant(c) and c >= 0:
            r = Fraction(isqrt(c.numerator), isqrt(c.denominator))
            if r**2 == c:
                return constant(r)
        return self.function("sqrt", p)

    def content(self, p: Poly) -> tuple[Number, Mono, Poly]:
        """c > 0, m and the rest, with p = c m rest (§6.11)."""
        c = Fraction(gcd(*(n.numerator for n in p.values())), lcm(*(n.denominator for n in p.values())))
        exponents: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for mono in p:
            for a, at, e in mono:
                if not at or min(at) > 0:
                    exponents.setdefault((a, at), []).append(e)
        m = product_of({f: min(es) if len(es) == len(p) else min(*es, 0) for f, es in exponents.items()})
        rest = p if c == 1 else scale(p, 1 / c)
        if m:
            rest = {quotient(mono, m): d for mono, d in rest.items()}
        return whole(c), m, rest


# --- signs (§7.1) -----------------------------------------------------------------------------------------------------
#
# A sign is a set of −, 0, +, as bits: of those that a number may have.  The tables hold, for two sets, all that may come out
# of a number of the one and a number of the other; so they are right for any numbers, and {} says that there is none.

NEGATIVE, ZERO, POSITIVE = 1, 2, 4
ANY = 7
NONNEGATIVE, NONZERO = ZERO | POSITIVE, NEGATIVE | POSITIVE
SIGN_OF = {"nonneg": NONNEGATIVE, "positive": POSITIVE, "nonzero": NONZERO}


def flip(s: int) -> int:
    return (s & ZERO) | (POSITIVE if s & NEGATIVE else 0) | (NEGATIVE if s & POSITIVE else 0)


def elementwise(outcomes: dict[tuple[int, int], int]) -> list[list[int]]:
    """A table of two sets of signs from one of two signs."""
    table = [[0] * 8 for _ in range(8)]
    for s, t, (a, b) in product(range(8), range(8), outcomes):
        if s & a and t & b:
            table[s][t] |= outcomes[a, b]
    return table


EACH = (NEGATIVE, ZERO, POSITIVE)
_TWO = list(product(EACH, repeat=2))
PRODUCTS = elementwise({(a, b): ZERO if ZERO in (a, b) else POSITIVE if a == b else NEGATIVE for a, b in _TWO})
SUMS = elementwise({(a, b): ANY if {a, b} == {NEGATIVE, POSITIVE} else a if b == ZERO else b for a, b in _TWO})


def total(s: int) -> int:
    """The sign of a sum of one or more numbers of this sign."""
    return SUMS[s][s]


def powered(s: int, exponent: int) -> int:
    """The sign of a power; for exponents < 0 the 0 stays, as 1/0 = 0; a power 0 is 1, whatever its base."""
    if exponent == 0:
        return POSITIVE
    return s if exponent % 2 else (s & ZERO) | (POSITIVE if s & NONZERO else 0)


# --- what is known at a point: facts, expansion, derivatives, reduction (§5, §7–§10) ----------------------------------
#
# Fix sizes, data at which the hypotheses hold, and values of the free indices that the statement names, so that the terms
# it speaks of are defined.  By induction: a fact is true there for all values of its general indices, an expansion is the
# entry of its term, and what `reduced` makes 0 is 0.  The rules for each are at the functions.

#: What an operation demands of its first part (a divisor: the second), where its parts are defined (§2.4).
NEEDS = dict(div="nonzero", sqrt="nonneg", log="positive", inverse="invertible", matrix_log="positive_definite")
#: A matrix that has the first property has the others.
IMPLIED = {"orthogonal": ("invertible",), "positive_definite": ("invertible", "symmetric")}
#: The signs of d for which diag(d) has a property.
OF_DIAGONALS = {"invertible": NONZERO, "positive_definite": POSITIVE}
#: Conditions that are equations, those of rows of the table of laws.
MEANING = {"mask": "mask", "symmetric": "symmetric", "idempotent": "idempotent", "orthogonal": "orthogonal-rows"}
#: The signs of functions, at all values of their arguments (§7.5).
SIGNS = {"dim": POSITIVE, "exp": POSITIVE, "delta": NONNEGATIVE, "sqrt": NONNEGATIVE, "rank": NONNEGATIVE}


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
        known = [*(h for name in language.properties for h in language.declared(language.symbol(name))), *hypotheses]
        properties: dict[Any, frozenset[str]] = {}
        for each in known:
            if each.condition != "equal" and each.terms[0].op == "symbol":
                name = each.terms[0].extra
                properties[name] = properties.get(name, frozenset()) | {each.condition}
        super().__init__(language.budget, language.symbols, properties)
        self.language = language
        self.hypotheses = list(hypotheses)
        self.defined: list[Node] = []
        self.facts: dict[Key, int] = {}
        #: What was found; it is found again when more is known.
        self.signs: dict[Any, int] = {}
        self.expansions: dict[Node, Poly] = {}
        #: Terms that have taught what follows from their being defined.
        self.learnt: set[Node] = set()
        self.solved: list[Solved] = []
        self.conditions: set[tuple[str, Node]] = set()
        #: Those of two terms: hypotheses, and what steps and parts have shown.
        self.equalities: list[Hypothesis] = []
        for each in known:
            for term in each.terms:
                self.learn_defined(term)
            self.suppose(each)
        for term in defined:
            self.define(term)

    def suppose(self, h: Hypothesis) -> None:
        """A hypothesis, written in the statement or shown; that it is defined is another thing."""
        if h.condition == "equal":
            self.equalities.append(h)
        else:
            self.assume(h.condition, *h.terms)

    def assume(self, condition: str, term: Node) -> None:
        """What a condition says of a term, whether it is defined or not."""
        if condition in SIGN_OF:
            self.learn(self.expand(term), SIGN_OF[condition])
        elif condition == "not_zero":
            self.learn(self.squares(term), POSITIVE)
        else:
            self.conditions.add((condition, term))
            if condition in OF_DIAGONALS and (d := self.diagonal(term)) is not None:
                self.learn(d, OF_DIAGONALS[condition])

    def define(self, term: Node) -> None:
        """A term of which it is known that it is defined."""
        self.defined.append(term)
        self.learn_defined(term)

    # Facts

    def pattern(self, p: Poly, general: Sequence[int]) -> Key:
        """The least name of a polynomial in which these indices are general."""
        return min(
            key_of(self.renamed(p, {i: self.index("place", n, self.size(i)) for n, i in enumerate(order)}))
            for order in permutations(general)
        )

    def fact(self, p: Poly) -> int:
        """What facts say of a polynomial: those from which it arises by distinct indices for general ones (§7.2)."""
        result = ANY
        free = sorted(indices_of(p))
        must = [i for i in free if self.general(i)]
        may = [i for i in free if not self.general(i)]
        for count in range(MAX_PLACES - len(must) + 1):
            for chosen in combinations(may, count):
                result &= self.facts.get(self.pattern(p, [*must, *chosen]), ANY)
        return result

    def note(self, p: Poly, s: int) -> None:
        """Keep a fact, of p and of −p; an atom that is ≠ 0 at all indices becomes invertible (§7.6).

        Not δ, which is one atom for all dimensions: where N = 1, δ of N is 1 everywhere, and δ of K is not.
        """
        general = sorted(i for i in indices_of(p) if self.general(i))
        if len(general) > MAX_PLACES or s == ANY:
            return
        for q, t in ((p, s), (scale(p, -1), flip(s))):
            key = self.pattern(q, general)
            known = self.facts.get(key, ANY)
            if known & t == known:
                break  # and so it is with −p
            self.facts[key] = known & t
            self.signs.clear()
        alone = sole_factor(p)
        if alone and not s & ZERO:
            a, at = alone
            everywhere = len(set(at)) == len(at) and all(map(self.general, at))
            if everywhere and a not in self.invertible and a != self.delta_atom:
                self.invertible.add(a)
                self.expansions.clear()
                self.signs.clear()
            if self.atoms[a].kind == "sqrt":
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
        """What the sign of p = c m rest says of parts of it: signs whose product with that of the others may be in s."""
        if s & ZERO and not self.plain(p) & ~s:
            return
        _, m, rest = self.content(p)
        odd, even = by_parity(m)
        of_rest = self.plain(rest)
        parts: list[tuple[Poly, int]] = []
        for n, (a, at, e) in enumerate(m):
            others = PRODUCTS[self.of_monomial((*m[:n], *m[n + 1 :]))][of_rest] if e % 2 else ANY
            parts.append(({((a, at, 1),): 1}, others))
        parts.append(({odd: 1}, PRODUCTS[self.of_monomial(even)][of_rest]))
        parts.append((rest, self.of_monomial(m)))
        parts.append((self.times({m: 1}, rest), POSITIVE))
        for part, others in parts:
            beside = others & (ANY if s & ZERO else NONZERO)
            if not is_number(part):
                self.note(part, sum(each for each in EACH if PRODUCTS[each][beside] & s))

    # Signs of polynomials

    def sign(self, p: Poly) -> int:
        """The signs that a polynomial may have (§7.3); any, while they are being found."""
        key = key_of(p)
        if key not in self.signs:
            self.signs[key] = ANY
            s = self.plain(p)
            if s not in (NEGATIVE, ZERO, POSITIVE):
                q, k = self.reduced(p)
                if q != p and k in (POSITIVE, NEGATIVE):
                    s &= self.plain(q) if k == POSITIVE else flip(self.plain(q))
            self.signs[key] = s
        return self.signs[key]

    def plain(self, p: Poly) -> int:
        """The same as p = c m rest shows it (§7.4)."""
        if not p:
            return ZERO
        _, m, rest = self.content(p)
        s = ZERO
        for mono, c in rest.items():
            each = self.of_monomial(mono)
            s = SUMS[s][each if c > 0 else flip(each)]
        if not is_number(rest):
            s &= self.fact(rest) & self.of_sizes(rest) & flip(self.of_sizes(scale(rest, -1)))
        if not m:
            return s
        s = PRODUCTS[self.of_monomial(m)][s] & self.fact(self.times({m: 1}, rest))
        if is_number(rest):
            odd, even = by_parity(m)
            s &= PRODUCTS[self.of_monomial(even)][self.fact({odd: rest[()]})]
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
        factors, bound = self.opened(mono)
        s = POSITIVE
        for a, at, e in factors:
            s = PRODUCTS[s][powered(self.of_factor(a, at), e)]
        return total(s) if bound else s

    def of_factor(self, number: int, at: tuple[int, ...]) -> int:
        """The sign of a factor, whose indices are free (§7.5)."""
        key = (number, at)
        if key in self.signs:
            return self.signs[key]
        atom = self.atoms[number]
        s = self.fact({((number, at, 1),): 1}) & SIGNS.get(atom.kind, ANY)
        if number in self.invertible:
            s &= NONZERO
        if number in self.masks:
            s &= NONNEGATIVE
        match atom.kind:
            case "sqrt" if self.sign(self.argument(number, at)) == POSITIVE:
                s &= POSITIVE
            case "recip" | "tanh":
                s &= self.sign(self.argument(number, at))
            case "sum":
                s &= self.of_monomial(atom.name)
            case "prod0" | "prod1" | "prod2":
                inner = self.sign(self.argument(number, at, [self.fresh(self.size(i)) for i in atom.own]))
                s &= next(each for each in (POSITIVE, NONNEGATIVE, NONZERO, ANY) if not inner & ~each)
            case "max_over":  # one of the values
                s &= self.sign(self.argument(number, at, [self.fresh(self.size(i)) for i in atom.own]))
        self.signs[key] = s
        return s

    # Signs of terms

    def read_sign(self, t: Node) -> int:
        """The sign of all entries of a term (§7.7)."""
        if t in self.signs:
            return self.signs[t]
        s, of = ANY, self.read_sign
        match t.op:
            case "add":
                s = reduce(lambda s, x: SUMS[s][of(x)], t.args, ZERO)
            case "sum":
                s = total(of(t.args[0]))
            case "mul" | "hadamard" if is_product(t):
                s = reduce(lambda s, x: PRODUCTS[s][powered(of(x[0]), x[1])], Counter(t.args).items(), POSITIVE)
            case "div":
                s = PRODUCTS[of(t.args[0])][of(t.args[1])]
            case "pow" | "hpow" if not is_matrix_power(t) and not is_root(t):
                s = powered(of(t.args[0]), int(t.extra))
        self.signs[t] = s if s in (POSITIVE, NEGATIVE) else s & self.sign(self.expand(t))
        return self.signs[t]

    # Definedness

    def learn_defined(self, term: Node) -> None:
        """What follows from a term being defined, parts first (§7.8)."""
        for t in subterms(term):
            if t in self.learnt:
                continue
            self.learnt.add(t)
            for condition, x in self.demands(t):
                for factor in self.divisors(x) if t.op == "div" else (x,):
                    self.assume(condition, factor)

    def divisors(self, y: Node) -> Iterator[Node]:
        """y, its factors first: if y ≠ 0, so are they."""
        for x in y.args[:1] if y.op in ("neg", "div") else y.args if is_product(y) else ():
            yield from self.divisors(x)
        yield y

    def demands(self, t: Node) -> list[tuple[str, Node]]:
        """The conditions on its parts under which a term whose parts are defined is defined itself (§2.4)."""
        if t.op in NEEDS:
            return [(NEEDS[t.op], t.args[-1])]
        if t.op in ("pow", "hpow") and (t.extra < 0 or is_root(t)):
            root = ("positive_definite", "positive" if t.extra < 0 else "nonneg")
            of_matrix, of_entries = root if is_root(t) else ("invertible", "nonzero")
            return [(of_matrix if is_matrix_power(t) else of_entries, t.args[0])]
        return self.differentiable(t) if t.op == "grad" else []

    def differentiable(self, gradient: Node) -> list[tuple[str, Node]]:
        """Radicands in y that depend on x are > 0, arguments of |·| are ≠ 0, unless all of it is to an even power (§2.4)."""
        (y,), x = gradient.args, gradient.extra
        nodes = subterms(y)
        odd = {y}.union(*(t.args for t in nodes if not is_even_power(t)))
        demands = []
        for t in nodes:
            if t.args and x in t.args[0].symbols:
                if is_root(t) and not t.shape:
                    demands.append(("positive", t.args[0]))
                elif t.op in ("abs", "norm") and t in odd:
                    demands.append(("nonzero" if t.op == "abs" else "not_zero", t.args[0]))
        return demands

    def show_defined(self, term: Node, at: Mapping[Node, Node]) -> Node:
        """The term with terms put for symbols; reject, unless the condition of each of its nodes holds there (§13.16)."""
        for t in subterms(term):
            for condition, x in self.demands(t):
                self.need(condition, self.language.put(x, at))
        return self.language.put(term, at)  # a derivative that mentions a bound symbol is a rejection

    def need(self, condition: str, t: Node) -> None:
        """Reject, unless a condition on a term is known (§7.11)."""
        reject_if(not self.holds(condition, t), f"not shown: {condition}", t)

    def holds(self, condition: str, t: Node) -> bool:
        if condition in SIGN_OF:
            return not self.read_sign(t) & ~SIGN_OF[condition]
        enough = [condition, *(each for each, implied in IMPLIED.items() if condition in implied)]
        if any((each, t) in self.conditions for each in enough):
            return True
        if condition == "not_zero":
            return not self.sign(self.squares(t)) & ZERO or not self.read_sign(t) & ZERO
        if condition in MEANING and self.equal(*self.language.stated(TABLE[MEANING[condition]], [t])):
            return True
        if condition in OF_DIAGONALS and (d := self.diagonal(t)) is not None:
            return not self.sign(d) & ~OF_DIAGONALS[condition]
        if condition in ("mask", "idempotent") or t.op not in ("transpose", "inverse"):
            return False
        invertible = t.op == "transpose" or self.holds("invertible", t.args[0])
        return invertible and self.holds(condition, t.args[0])

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

    def squares(self, t: Node, over: Sequence[int] | None = None) -> Poly:
        """Σ of the squares of all entries, or of those that differ in the axes ``over``; it is ≥ 0 (§8.4)."""
        p = self.expand(t)
        result = self.summed(self.times(p, p), self.axes_of(t) if over is None else over)
        self.learn(result, NONNEGATIVE)
        return result

    def expand(self, t: Node) -> Poly:
        """The entry of a term at its axes, which are general indices (§8)."""
        if t not in self.expansions:
            expansion = EXPANSIONS.get(t.op, Scope.linear)
            self.expansions[t] = expansion(self, t, self.axes_of(t))
        return self.expansions[t]

    def linear(self, t: Node, axis: list[int]) -> Poly:
        """An operation that is linear in each argument, as `SYNTAX` has it; of two or more read from the left."""
        parts = [(self.expand(x), x.shape) for x in t.args]
        if not parts[1:]:
            return self.contracted(t.op, *parts)[0]
        p, _ = reduce(lambda first, second: self.contracted(t.op, first, second), parts)
        if t.op == "dot" and t.args[0] is t.args[1]:
            self.learn(p, NONNEGATIVE)
        return p

    def contracted(self, op: str, *parts: tuple[Poly, Shape]) -> tuple[Poly, Shape]:
        """An operation that is linear in each part, as `SYNTAX` has it; entries at axes, and the shape."""
        (sides, result), shape = fitted(op, *(each for _, each in parts))
        letters: dict[str, int] = {}
        between: list[int] = []

        def places(side: str, own: Shape) -> Iterator[tuple[str, int, Any]]:
            sized = zip(side.replace("1", ""), axes(own), strict=True)
            return ((letter, self.axis(n, size), size) for n, (letter, size) in enumerate(sized))

        factors = []
        for letter, i, _ in places(result, shape) if result != "*" else ():
            if letter in letters:
                factors.append(self.delta(letters[letter], i))
            letters.setdefault(letter, i)
        for side, (p, own) in zip(sides, parts, strict=True):
            names = {}
            for letter, i, size in places(side, own) if side != "*" else ():
                if letter not in letters:
                    letters[letter] = self.fresh(size)
                    between.append(letters[letter])
                names[i] = letters[letter]
            factors.append(self.renamed(p, names))
        return self.summed(self.multiplied(factors), between), shape

    def over(self, y: Node) -> Poly:
        """1/y, factor by factor (§8.5): 1/(xy) = (1/x)(1/y) and 1/(1/x) = x, with 1/0 = 0."""
        if y.op == "div":
            return self.times(self.over(y.args[0]), self.expand(y.args[1]))
        return self.multiplied(map(self.over, y.args)) if is_product(y) else self.reciprocal(self.expand(y))

    def under(self, t: Node) -> Poly:
        """What |x| is the root of: x² entry by entry, or Σ of squares (§8.2)."""
        return self.squares(t.args[0], () if t.op == "abs" else None)

    def matrix(self, kind: str, p: Poly, axis: Sequence[int], turned: bool = False) -> Poly:
        """An entry of a function of a matrix with the entries p at ``axis`` (of its transpose, for ``turned``)."""
        own = [self.index("general", ("own", n), self.size(i)) for n, i in enumerate(axis)]
        p = self.renamed(p, dict(zip(axis, own, strict=True)))
        return self.function(kind, p, own[::-1] if turned else own, list(axis))

    def expand_power(self, t: Node, axis: list[int]) -> Poly:
        """A power entry by entry; of |x| to an even exponent > 0 as one of what it is the root of (§8.1)."""
        (x,), exponent = t.args, t.extra
        if is_matrix_power(t):
            return self.matrix_power(x, exponent)
        if exponent.denominator == 2:
            return self.power(self.root(self.expand(x)), exponent.numerator)
        k = int(exponent)
        if is_even_power(t) and x.op in ("norm", "abs"):
            p = self.power(self.under(x), k // 2)
        else:
            p = self.power(self.expand(x), k) if k else constant(1)
        if k % 2 == 0:
            self.learn(p, NONNEGATIVE)
        return p

    def product_over(self, t: Node, axis: list[int]) -> Poly:
        out = sorted({self.named(i) for i in t.extra[1:]})
        return self.function(f"prod{len(out)}", self.expand(t.args[0]), (self.named(t.extra[0]),), out)

    def maximum(self, t: Node, axis: list[int]) -> Poly:
        """maxᵢ(p + c q) = p + c maxᵢ q for p without i and a number c > 0 (§8.6)."""
        index, p = self.named(t.extra[0]), self.expand(t.args[0])
        rest = {mono: c for mono, c in p.items() if index in indices_of({mono: c})}
        if not rest:
            return p
        c = self.content(rest)[0]
        return add(add(p, rest, -1), self.function("max_over", scale(rest, Fraction(1) / c), (index,)), c)

    def inverse(self, t: Node, axis: list[int]) -> Poly:
        """Of diag d, d ≠ 0, it is diag(1/d)."""
        d = self.diagonal(t.args[0])
        if d is not None and not self.sign(d) & ZERO:
            return self.times(self.delta(*axis), self.reciprocal(d))
        return self.matrix("inverse", self.expand(t.args[0]), axis)

    def matrix_power(self, x: Node, exponent: Fraction) -> Poly:
        """A power of a matrix: products, of the inverse for negative ones, times a root for halves (§5)."""
        language = self.language
        if exponent == 0:
            return self.expand(language.identity(x.shape[0]))
        if abs(exponent) == Fraction(1, 2):
            return self.matrix("root+" if exponent > 0 else "root-", self.expand(x), self.axes_of(x))
        parts = [x if exponent > 0 else language.make("inverse", (x,))] * int(abs(exponent))
        if exponent.denominator == 2:
            parts.append(language.make("pow", (x,), Fraction(1 if exponent > 0 else -1, 2)))
        return self.expand(language.several("mul", parts))

    def diagonal(self, matrix: Node) -> Poly | None:
        """d, if the entries of a matrix are δᵢⱼ d at its axes i, j (§8.3)."""
        i, j = self.axes_of(matrix)
        ((delta, _),) = self.delta(i, j).items()
        p = self.expand(matrix)
        if not p or any(delta[0] not in mono for mono in p):
            return None
        rest = {tuple(f for f in mono if f != delta[0]): c for mono, c in p.items()}
        return self.renamed(rest, {max(i, j): min(i, j)})

    # Derivatives

    def gradient(self, t: Node, axis: list[int]) -> Poly:
        """∂y/∂x, where every part of y is differentiable (§9)."""
        (y,), x = t.args, t.extra
        if t not in self.learnt:
            self.show_defined(t, {})
        assumed = self.properties.get(x, frozenset()) & {*MEANING, "positive_definite"}
        reject_if(assumed, f"a derivative by {x}, of which equations are assumed")
        for part in subterms(y):
            reject_if(jumps(part) and x in part.args[0].symbols, f"a derivative of {part.op}")
        return self.slope(self.expand(y), x, tuple(axis[len(axes(y.shape)) :]))

    def slope(self, p: Poly, x: Any, along: tuple[int, ...]) -> Poly:
        """∂p by the entry of a symbol at ``along``."""
        result: Poly = {}
        for mono, c in p.items():
            factors, bound = self.opened(mono)
            for n, (a, at, e) in enumerate(factors):
                inner = self.slope_of_factor(a, at, x, along)
                if not inner:
                    continue
                reject_if(e < 0 and a not in self.invertible, "a negative power that is not known")
                beside = [self.factor(b, there, k - (m == n)) for m, (b, there, k) in enumerate(factors)]
                result = add(result, self.summed(self.multiplied([*beside, inner]), bound), c * e)
        return result

    def slope_of_factor(self, number: int, at: tuple[int, ...], x: Any, along: tuple[int, ...]) -> Poly:
        """∂ of a factor (§9.2).

        That of ∏ p over all i but n is the sum over m of ∂p(m) ∏ p over all i but m and n, without the summand at m = n:
        there the product leaves out n alone, so it is ∂p(n) times the value.
        """
        atom = self.atoms[number]
        match atom.kind:
            case "symbol" if atom.name == x:
                return self.multiplied(map(self.delta, at, along))
            case "symbol" | "dim" | "delta":
                return {}
            case "sum":
                return self.slope({atom.name: 1}, x, along)
        own = tuple(self.fresh(self.size(i)) for i in atom.own)
        argument = self.argument(number, at, own)
        inner = self.slope(argument, x, along)
        if not inner:
            return {}
        value = self.factor(number, at)
        if atom.kind in DERIVATIVES:
            condition, outer = DERIVATIVES[atom.kind]
            reject_if(self.sign(argument) & ~condition, f"no derivative of {atom.kind}")
            return self.times(inner, outer(self, value, argument))
        if atom.kind == "matrix_exp":  # of f R, f a number, R a matrix that does not change: ∂f R e^{f R}
            c, mono, rest = self.content(argument)
            of_matrix = [f for f in mono if not set(own).isdisjoint(f[1])]
            rest = self.multiplied([rest, *(self.factor(*f) for f in of_matrix)])
            reject_if(self.slope(rest, x, along), "a matrix_exp whose matrix changes by more than a factor")
            k = self.fresh(self.size(own[1]))
            changing = self.slope({tuple(f for f in mono if f not in of_matrix): c}, x, along)
            beside = [changing, self.renamed(rest, {own[0]: at[0], own[1]: k}), self.factor(number, (k, *at[1:]))]
            return self.summed(self.multiplied(beside), (k,))
        reject_if(atom.kind not in ("prod0", "prod1"), f"no derivative of {atom.kind}")
        out = at[: int(atom.kind[-1])]
        without = self.function(f"prod{len(out) + 1}", argument, own, (*out, *own))
        result = self.summed(self.times(inner, without), own)
        for n in out:
            result = add(result, self.times(self.renamed(inner, {own[0]: n}), value), -1)
        return result

    # Reduction

    def reduced(self, p: Poly) -> tuple[Poly, int]:
        """p multiplied by numbers that are not 0, and simplified; with the sign of the multiplier (§10).

        If the result is 0, p is 0.  For each round multiplies p by a number that is not 0, or writes an equal polynomial
        for it.  A factor f = 1/x, x ≠ 0: fᵉ xᵗ = x^{t−e}, and p is multiplied by xᵗ.  A factor f = √x, x ≥ 0: f² = x; a
        negative power of f stands only where f ≠ 0 is known, and p is multiplied by a power of f > 0.
        """
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
            is_recip = self.atoms[f[0]].kind == "recip"
            if sign & (ZERO if is_recip else NEGATIVE):
                aside.add(f)
                continue
            parts: dict[int, Poly] = {}
            for mono, c in p.items():
                e = next((e for a, at, e in mono if (a, at) == f), 0)
                parts.setdefault(e, {})[tuple(g for g in mono if g[:2] != f)] = c
            if is_recip:
                multiplier = PRODUCTS[multiplier][powered(sign, max(parts))]
            top, least = max(parts), min(0, *parts)
            p = {}
            for e, part in parts.items():
                times, odd = (top - e, 0) if is_recip else divmod(e - least, 2)
                p = add(p, self.multiplied([part, self.power(x, times), self.factor(*f, odd)]))
        raise Rejected("a reduction without end")

    def vanishes(self, p: Poly) -> bool:
        return not self.reduced(p)[0]

    def equal(self, x: Node, y: Node) -> bool:
        """Do two terms of one shape have equal entries, by reduction alone?"""
        return x.shape == y.shape and self.vanishes(add(self.expand(x), self.expand(y), -1))

    def solve(self, equality: Hypothesis) -> None:
        """An equality f(…) = value is from now on used wherever that value of f stands (§10.4)."""
        if equality.terms[0].shape:
            return
        left, value = map(self.expand, equality.terms)
        alone = sole_factor(left)
        if not alone or self.atoms[alone[0]].kind not in SOLVABLE:
            return
        a, at = alone
        names, general = {self.named(i) for i in equality.names}, [i for i in at if self.general(i)]
        distinct = len(set(general)) == len(general) and names.issuperset(general)
        fixed = set(filter(self.general, indices_of(value))) <= set(general)
        if distinct and fixed and not any(self.mentions(m, a) for m in value):
            self.solved.append(Solved(a, at, value))
            self.signs.clear()

    def mentions(self, mono: Mono, atom: int) -> bool:
        """Is it a factor of a monomial, or of a closed sum in it?"""
        return any(
            a == atom or (self.atoms[a].kind == "sum" and self.mentions(self.atoms[a].name, atom)) for a, _, _ in mono
        )

    def substituted(self, p: Poly) -> Poly:
        for each in [*reversed(self.solved)] * len(self.solved):
            if any(self.mentions(mono, each.atom) for mono in p):
                p = self.replaced(p, each)
        return p

    def replaced(self, p: Poly, solved: Solved) -> Poly:
        result: Poly = {}
        for mono, c in p.items():
            factors, bound = self.opened(mono)
            values = []
            for a, at, e in factors:
                if a == solved.atom and all(i == j or self.general(i) for i, j in zip(solved.at, at, strict=True)):
                    value = self.renamed(solved.value, dict(zip(solved.at, at, strict=True)))
                    values.append(self.power(value, e))
                elif a != solved.atom and self.mentions(((a, at, e),), solved.atom):
                    values.append(self.power(self.replaced({self.atoms[a].name: 1}, solved), e))
                else:
                    values.append(self.factor(a, at, e))
            result = add(result, self.summed(self.multiplied(values), bound), c)
        return result


#: The functions of which a value may be solved for (§10.4).
SOLVABLE = ("sqrt", "exp", "log", "tanh", "recip", "det", "rank", "prod0")

#: The derivative of a function of p by p, from its value and p, and the signs that p must have (§9.2).
DERIVATIVES: dict[str, tuple[int, Callable[[Ring, Poly, Poly], Poly]]] = {
    "recip": (NONZERO, lambda ring, value, p: scale(ring.power(value, 2), -1)),
    "sqrt": (POSITIVE, lambda ring, value, p: scale(ring.reciprocal(value), Fraction(1, 2))),
    "exp": (ANY, lambda ring, value, p: value),
    "tanh": (ANY, lambda ring, value, p: add(constant(1), ring.power(value, 2), -1)),
    "log": (POSITIVE, lambda ring, value, p: ring.reciprocal(p)),
}


#: The entry of a term at its axes, for each operation that is not `Scope.linear` (§8).
EXPANSIONS: dict[str, Callable[[Scope, Node, list[int]], Poly]] = {
    "number": lambda scope, t, axis: constant(t.extra),
    "dim": lambda scope, t, axis: scope.dimension(t.extra),
    "symbol": lambda scope, t, axis: scope.symbol(t.extra, tuple(axis)),
    "ones": lambda scope, t, axis: constant(1),
    "zeros": lambda scope, t, axis: {},
    "identity": lambda scope, t, axis: scope.delta(*axis),
    "basis": lambda scope, t, axis: scope.delta(axis[0], scope.named(t.extra[0])),
    "delta": lambda scope, t, axis: scope.delta(*map(scope.named, t.extra)),
    "add": lambda scope, t, axis: reduce(add, map(scope.expand, t.args)),
    "neg": lambda scope, t, axis: scale(scope.expand(t.args[0]), -1),
    "div": lambda scope, t, axis: scope.times(scope.expand(t.args[0]), scope.over(t.args[1])),
    "at": lambda scope, t, axis: scope.at(t.args[0], list(map(scope.named, t.extra))),
    "sum": lambda scope, t, axis: scope.summed(scope.expand(t.args[0]), (scope.named(t.extra[0]),)),
    "prod": Scope.product_over,
    "max_over": Scope.maximum,
    "pow": Scope.expand_power,
    "hpow": Scope.expand_power,
    "sqrt": lambda scope, t, axis: scope.root(scope.expand(t.args[0])),
    **dict.fromkeys(("abs", "norm"), lambda scope, t, axis: scope.root(scope.under(t))),
    **dict.fromkeys(("exp", "log", "tanh"), lambda scope, t, axis: scope.function(t.op, scope.expand(t.args[0]))),
    "det": lambda scope, t, axis: scope.function("det", scope.expand(t.args[0]), scope.axes_of(t.args[0])),
    "rank": lambda scope, t, axis: scope.function("rank", scope.expand(t.args[0]), scope.axes_of(t.args[0])),
    "inverse": Scope.inverse,
    "pinv": lambda scope, t, axis: scope.matrix("pinv", scope.at(t.args[0], axis[::-1]), axis, turned=True),
    "matrix_exp": lambda scope, t, axis: scope.matrix(t.op, scope.expand(t.args[0]), axis),
    "matrix_log": lambda scope, t, axis: scope.matrix(t.op, scope.expand(t.args[0]), axis),
    "grad": Scope.gradient,
}


# --- steps and links (§11, §12) ---------------------------------------------------------------------------------------
#
# A step is an inference about the point and all values of its names with ``_``; it adds an equality, or a fact.  Each law of
# the table holds for all values of its parameters under its conditions (the proofs stand in the format, §12).

#: name | parameters with shapes | left | right | conditions | an equation that a link shows, if there is one.  ``x y z c``
#: are scalars, ``v w d s u`` vectors (N), ``A B P Q S`` matrices (N × N), unless said; ``k`` is a written number.
#: ``v.n`` is ``at(v, n:N)``, and ``∏(v, n:N)`` the product of the ``v.i`` but for n.
ROWS = """
root | x y | x | y | nonneg x, nonneg y | mul(x, x) = mul(y, y)
invertible | A B | inverse(A) | B | | mul(A, B) = identity(N)
rank | A:(M×N) X:(N×M) | rank(A) | trace(mul(A, X)) | | mul(A, X, A) = A
commuting | A B | matrix_exp(add(A, B)) | mul(matrix_exp(A), matrix_exp(B)) | | mul(A, B) = mul(B, A)
reciprocal | x | mul(x, div(1, x)) | 1 | nonzero x
square | x | pow(sqrt(x), 2) | x | nonneg x
mask | s | hadamard(s, s) | s | mask s
idempotent | P | mul(P, P) | P | idempotent P
symmetric | A | transpose(A) | A | symmetric A
orthogonal | Q | mul(transpose(Q), Q) | identity(N) | orthogonal Q
orthogonal-rows | Q | mul(Q, transpose(Q)) | identity(N) | orthogonal Q
inverse | A | mul(A, inverse(A)) | identity(N) | invertible A
inverse-left | A | mul(inverse(A), A) | identity(N) | invertible A
inverse-product | A B | inverse(mul(A, B)) | mul(inverse(B), inverse(A)) |
inverse-inverse | A | inverse(inverse(A)) | A | invertible A
inverse-scale | z A | inverse(mul(z, A)) | mul(div(1, z), inverse(A)) |
inverse-push | z A:(N×K) B:(K×N) | mul(inverse(add(mul(z, identity(N)), mul(A, B))), A) | mul(A, inverse(add(mul(z,
    identity(K)), mul(B, A)))) | nonzero z
pinv-1 | A:(M×N) | mul(A, pinv(A), A) | A |
pinv-2 | A:(M×N) | mul(pinv(A), A, pinv(A)) | pinv(A) |
pinv-3 | A:(M×N) | transpose(mul(A, pinv(A))) | mul(A, pinv(A)) |
pinv-4 | A:(M×N) | transpose(mul(pinv(A), A)) | mul(pinv(A), A) |
product | v w | prod(i:N, mul(v.i, w.i)) | mul(∏(v), ∏(w)) |
product-of-ones | v | prod(i:N, add(1, mul(0, v.i))) | 1 |
product-reciprocal | v | prod(i:N, div(1, v.i)) | div(1, ∏(v)) |
product-root | v | prod(i:N, sqrt(v.i)) | sqrt(∏(v)) | nonneg v
product-exp | v | prod(i:N, exp(v.i)) | exp(sum(i:N, v.i)) |
all-but-one | v | hadamard(v, sum(n:N, mul(∏(v, n:N), basis(n:N)))) | mul(∏(v), ones(N)) |
product-but-one | v w | sum(n:N, mul(prod(i:N, mul(v.i, w.i), n:N), basis(n:N))) | sum(n:N, mul(∏(v, n:N), ∏(w, n:N),
    basis(n:N))) |
all-but-two | v | sum(n:N, sum(m:N, mul(v.n, ∏(v, n:N, m:N), outer(basis(n:N), basis(m:N))))) | sum(n:N, sum(m:N,
    mul(add(∏(v, m:N), mul(delta(n:N, m:N), add(v.n, -1), ∏(v, n:N))), outer(basis(n:N), basis(m:N))))) |
determinant | d u w | det(add(diag(d), outer(u, w))) | add(∏(d), sum(n:N, mul(u.n, w.n, ∏(d, n:N)))) |
determinant-2 | d u v w s | det(add(diag(d), outer(u, v), outer(w, s))) | mul(∏(d), add(mul(add(1, dot(u, div(v, d))),
    add(1, dot(w, div(s, d)))), neg(mul(dot(u, div(s, d)), dot(w, div(v, d)))))) | nonzero d
determinant-two | d u v w s | det(add(diag(d), outer(u, v), outer(w, s))) | add(∏(d), sum(n:N, mul(add(mul(u.n, v.n),
    mul(w.n, s.n)), ∏(d, n:N))), mul(1/2, sum(n:N, sum(m:N, mul(add(mul(u.n, w.m), neg(mul(u.m, w.n))), add(mul(v.n,
    s.m), neg(mul(v.m, s.n))), ∏(d, n:N, m:N)))))) |
determinant-3 | d u v w s x:(N) y:(N) | det(add(diag(d), outer(u, v), outer(w, s), outer(x, y))) | mul(∏(d),
    add(mul(add(1, dot(u, div(v, d))), add(mul(add(1, dot(w, div(s, d))), add(1, dot(x, div(y, d)))), neg(mul(dot(x,
    div(s, d)), dot(w, div(y, d)))))), neg(mul(dot(w, div(v, d)), add(mul(dot(u, div(s, d)), add(1, dot(x, div(y, d)))),
    neg(mul(dot(x, div(s, d)), dot(u, div(y, d))))))), mul(dot(x, div(v, d)), add(mul(dot(u, div(s, d)), dot(w, div(y,
    d))), neg(mul(add(1, dot(w, div(s, d))), dot(u, div(y, d)))))))) | nonzero d
determinant-lemma | d A:(N×K) B:(N×K) | det(add(diag(d), mul(A, transpose(B)))) | mul(∏(d), det(add(identity(K),
    mul(transpose(B), diag(div(ones(N), d)), A)))) | nonzero d
determinant-product | A B | det(mul(A, B)) | mul(det(A), det(B)) |
determinant-scale | z A | det(mul(z, A)) | mul(prod(i:N, z), det(A)) |
determinant-sylvester | z A B | det(add(mul(z, identity(N)), mul(A, B))) | det(add(mul(z, identity(N)), mul(B, A))) |
determinant-sylvester-sizes | z A:(N×K) B:(K×N) | mul(prod(k:K, z), det(add(mul(z, identity(N)), mul(A, B)))) |
    mul(prod(n:N, z), det(add(mul(z, identity(K)), mul(B, A)))) |
determinant-inverse | A | det(inverse(A)) | div(1, det(A)) |
determinant-unit | A | mul(det(A), det(inverse(A))) | 1 | invertible A
determinant-orthogonal | Q | pow(det(Q), 2) | 1 | orthogonal Q
exp-sum | x y | exp(add(x, y)) | mul(exp(x), exp(y)) |
exp-zero | x | exp(mul(0, x)) | 1 |
exp-power | x k | pow(exp(x), k) | exp(mul(k, x)) |
exp-log | x | exp(log(x)) | x | positive x
log-exp | x | log(exp(x)) | x |
log-product | x y | log(mul(x, y)) | add(log(x), log(y)) | positive x, positive y
log-power | x k | log(pow(x, k)) | mul(k, log(x)) | positive x
log-of-product | v | log(∏(v)) | sum(i:N, log(v.i)) | positive v
tanh-odd | x | tanh(neg(x)) | neg(tanh(x)) |
tanh-exp | x | tanh(x) | div(add(exp(mul(2, x)), -1), add(exp(mul(2, x)), 1)) |
matrix-exp-zero | A | matrix_exp(mul(0, A)) | identity(N) |
matrix-exp-diagonal | d | matrix_exp(diag(d)) | diag(exp(d)) |
matrix-exp-shift | z A | matrix_exp(add(mul(z, identity(N)), A)) | mul(exp(z), matrix_exp(A)) |
matrix-exp-multiples | x y A | mul(matrix_exp(mul(x, A)), matrix_exp(mul(y, A))) | matrix_exp(mul(add(x, y), A)) |
matrix-exp-inverse | A | mul(matrix_exp(A), matrix_exp(neg(A))) | identity(N) |
matrix-exp-commutes | x A | mul(A, matrix_exp(mul(x, A))) | mul(matrix_exp(mul(x, A)), A) |
matrix-exp-similar | A B | matrix_exp(mul(B, A, inverse(B))) | mul(B, matrix_exp(A), inverse(B)) | invertible B
matrix-exp-rotated | A Q | matrix_exp(mul(Q, A, transpose(Q))) | mul(Q, matrix_exp(A), transpose(Q)) | orthogonal Q
matrix-exp-power | A k | pow(matrix_exp(A), k) | matrix_exp(mul(k, A)) | symmetric A
matrix-exp-determinant | A | det(matrix_exp(A)) | exp(trace(A)) |
matrix-exp-log | S k | matrix_exp(mul(k, matrix_log(S))) | pow(S, k) | positive_definite S
matrix-log-exp | A | matrix_log(matrix_exp(A)) | A | symmetric A
matrix-log-power | S k | matrix_log(pow(S, k)) | mul(k, matrix_log(S)) | positive_definite S
matrix-log-scale | c S | matrix_log(mul(c, S)) | add(mul(log(c), identity(N)), matrix_log(S)) | positive c,
    positive_definite S
matrix-log-diagonal | d | matrix_log(diag(d)) | diag(log(d)) | positive d
matrix-log-rotated | S Q | matrix_log(mul(Q, S, transpose(Q))) | mul(Q, matrix_log(S), transpose(Q)) | orthogonal Q
matrix-root-square | S | mul(pow(S, 1/2), pow(S, 1/2)) | S | positive_definite S
matrix-root-unit | S | mul(pow(S, 1/2), pow(S, -1/2)) | identity(N) | positive_definite S
matrix-root-reciprocal | S | mul(pow(S, -1/2), pow(S, -1/2)) | inverse(S) | positive_definite S
matrix-root-scale | c S k | pow(mul(c, S), k) | mul(pow(c, k), pow(S, k)) | positive c, positive_definite S
matrix-root-diagonal | d k | pow(diag(d), k) | sum(n:N, mul(pow(d.n, k), outer(basis(n:N), basis(n:N)))) | positive d
matrix-root-rotated | S Q k | pow(mul(Q, S, transpose(Q)), k) | mul(Q, pow(S, k), transpose(Q)) | orthogonal Q
matrix-root-of-inverse | S k | pow(inverse(S), k) | inverse(pow(S, k)) |
"""
SHAPES_OF_WORDS: dict[str, Any] = {"k": "number", **dict.fromkeys("xyzc", ()), **dict.fromkeys("vwdsu", ("N",))}
SHAPES_OF_WORDS |= dict.fromkeys("ABPQS", ("N", "N"))


@dataclass(frozen=True)
class Row:
    """A law: two terms that are equal for all values of the parameters under the conditions, where an equation is shown."""

    name: str
    parameters: tuple[tuple[str, Any], ...]
    left: str
    right: str
    conditions: tuple[tuple[str, str], ...]
    shown: tuple[str, ...]


def read_row(line: str) -> Row:
    name, parameters, left, right, conditions, *shown = (part.strip() for part in f"{line} ".split("|"))
    found: list[tuple[str, Any]] = []
    for each in parameters.split():
        word, _, shape = each.partition(":")
        found.append((word, tuple(shape.strip("()").split("×")) if shape else SHAPES_OF_WORDS[word]))
    pairs = tuple(re.findall(r"(\w+) (\w+)", conditions))
    return Row(name, tuple(found), left, right, pairs, tuple(shown[0].split(" = ")) if shown else ())


_PRODUCTS = re.sub(r"∏\((\w)", r"prod(i:N, \1.i", ROWS)
TABLE = {row.name: row for row in map(read_row, lines_of(re.sub(r"(\w)\.(\w)", r"at(\1, \2:N)", _PRODUCTS)))}
#: Inferences that are no rows, as they are of terms of any shape, with how many terms they take.
INFERENCES = {"sign": 2, "same": 2, "equal": 2, "zero": 1}


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
        scope, language = self.scope, self.language
        reject_if(left.shape != right.shape, f"two shapes: {left.shape} and {right.shape}")
        scalar = partial(language.shaped, "scalar")
        together = {"indices": language.indices, "scale?": scalar, "cofactors": [(int, language.indices, scalar)]}
        found = read(link, {"steps?": [list], **(together if "cofactors" in read(link, dict) else {})})
        steps = found.get("steps", [])
        if steps and steps[0][:1] == ["generic"]:
            self.show_generic(left, right, link)
            return
        with self.steps():
            for step in steps:
                left, right = self.step(left, right, step)
            if "cofactors" in found:
                self.combine(left, right, found)
            else:
                reject_if(not scope.equal(left, right), "not shown to be equal:", left, right)

    def condition(self, condition: str, term: Node, body: Json) -> None:
        """Reject, unless the steps of a body show a condition on a term (§13.1)."""
        with self.steps():
            for step in read(body, {"steps?": [list]}).get("steps", []):
                reject_if(self.step(term, term, step) != (term, term), "replace in a condition")
            self.scope.need(condition, term)

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
                scope.signs.clear()

    def show_generic(self, left: Node, right: Node, link: Json) -> None:
        """A symbol that may be 0 is taken to be ≠ 0: both sides are continuous in it (the proof is §11.7)."""
        step, *rest = link["steps"]
        scope, language = self.scope, self.language
        here = not self.inside and self.spoken(left, right) and len(step) == 2 and step[1] in language.authored
        reject_if(not here, "generic may not stand here")
        name = step[1]
        assumed = scope.properties.get(name, frozenset()) - {"nonneg"}
        reject_if(assumed or len(language.symbols[name]) > 1, f"generic of {name}")
        for each in scope.hypotheses:
            term, symbol = each.terms[0], language.symbol(name)
            entry = each.condition == "nonneg" and (term.args[0] if term.op == "at" else term) is symbol
            apart = name not in each.symbols or (entry and not term.free - set(each.names))
            reject_if(not apart, f"generic of {name}, which is in a hypothesis")
        for t in subterms(*scope.defined):
            rough = is_root(t) or t.op in ("norm", "abs", "max_over", "rank", "pinv", "matrix_log")
            reject_if(rough and name in t.args[0].symbols, f"generic of {name}, which is in a root")
        more = Hypothesis("nonzero", (language.symbol(name),))
        Links(Scope(language, [*scope.hypotheses, more], scope.defined)).show(left, right, {**link, "steps": rest})

    def spoken(self, *terms: Node) -> bool:
        """Are these terms known to be defined?"""
        return all(x in self.scope.defined for x in terms)

    def equality(self, number: Json) -> Hypothesis:
        reject_if(not 0 <= read(number, int) < len(self.scope.equalities), f"no equality {number}")
        return self.scope.equalities[number]

    def gives(self, left: Node, right: Node) -> None:
        """A step has shown an equality."""
        free = {i for i in left.free | right.free if isinstance(i[0], str) and i[0].startswith("_")}
        equality = Hypothesis("equal", (left, right), by_name(free))
        self.scope.equalities.append(equality)
        self.scope.solve(equality)

    def step(self, left: Node, right: Node, step: Json) -> tuple[Node, Node]:
        """Take a step (§11.5); the sides of the link after it."""
        name, given = read(step[:1], (str,))[0], step[1:]
        if name == "replace":
            return self.replace(left, right, *given)
        if name in TABLE:
            self.law(TABLE[name], given)
        else:
            self.infer(name, given)
        return left, right

    def infer(self, name: str, given: list[Json]) -> None:
        """From x = y: x has the sign of y, or x = y.  Equal arguments give equal values; squares that add up to 0 are 0."""
        language, scope = self.language, self.scope
        reject_if(name not in INFERENCES, f"no step {name}")
        terms, links = list(map(language.term, given[: INFERENCES[name]])), given[INFERENCES[name] :]
        reject_if(
            len(terms) != INFERENCES[name] or len(links) > 1, f"{name} takes {INFERENCES[name]} terms, and a link"
        )
        x = left = terms[0]
        y = right = terms[-1] if name != "zero" else language.zeros(x.shape)
        if name == "same":
            left, right = self.arguments(x, y)
        if name == "zero":
            left, right = language.build("pow(norm(x), 2)" if x.shape else "mul(x, x)", x=x), language.number(0)
        Links(scope, inside=True).show(left, right, *links or [{}])
        if name == "sign":
            scope.learn(scope.expand(x), scope.read_sign(y))
        else:
            self.gives(x, y)

    def arguments(self, x: Node, y: Node) -> tuple[Node, Node]:
        """Those of two terms of one operation; of products and maxima over an index they are taken as columns."""
        reject_if(
            x.op != y.op or len(x.args) != 1 or x.op in ("sum", "grad"), "same of two operations, or not of a function"
        )
        if x.op not in BINDERS:
            reject_if(x.extra != y.extra, "same of two exponents")
            return x.args[0], y.args[0]
        reject_if(x.extra[1:] != y.extra[1:] or x.extra[0][1] != y.extra[0][1], f"same of two {x.op}")
        make = self.language.make
        entries = [(t.extra[:1], make("mul", (*t.args, make("basis", (), t.extra[:1])))) for t in (x, y)]
        left, right = (make("sum", (entry,), index) for index, entry in entries)
        return left, right

    def replace(self, left: Node, right: Node, number: Json = None, side: Json = None) -> tuple[Node, Node]:
        """A term for a symbol that equals it (§11.5, 6; §11.6)."""
        equality = self.equality(number)
        symbol, term = equality.terms if read(side, {"left", "right"}) == "left" else equality.terms[::-1]
        wrong = symbol.op != "symbol" or symbol.extra in term.symbols or term.free
        reject_if(wrong, "replace: no symbol, or one that is in the term, or a free index")
        known = any(each is equality for each in self.scope.hypotheses) and self.spoken(left, right)
        left, right = (self.language.put(x, {symbol: term}) for x in (left, right))
        if known:
            self.scope.define(left)
            self.scope.define(right)
        return left, right

    def law(self, row: Row, given: list[Json]) -> None:
        """A row of the table at these arguments (§12): a definition of each side, used."""
        number, terms = "k", {}
        reject_if(not 0 <= len(given) - len(row.parameters) <= bool(row.shown), f"the arguments of {row.name}")
        for (word, _), value in zip(row.parameters, given, strict=False):
            if word == "k":
                reject_if(
                    not re.fullmatch(r"-?[0-9]{1,3}(/2)?", read(value, str)), f"{row.name}: not a number: {value}"
                )
                number = value
            else:
                terms[word] = self.language.term(value)
        left, right, *shown = self.language.stated(row, list(terms.values()), number)
        for condition, word in row.conditions:
            self.scope.need(condition, terms[word])
        if shown:
            Links(self.scope, inside=True).show(*shown, *given[len(row.parameters) :] or [{}])
        if row.name == "invertible":
            self.scope.assume("invertible", terms["A"])
        self.gives(left, right)

    def combine(self, left: Node, right: Node, link: Mapping[str, Any]) -> None:
        """scale · (left − right) − Σ c · (left − right of equalities) must vanish (§11.3)."""
        language, scope = self.language, self.scope
        outer = self.listed(link["indices"], axes(left.shape), "")
        p = self.difference((left, right), scope.axes_of(left), outer)
        if "scale" in link:
            factor = language.renamed(link["scale"], outer)
            scope.need("nonzero", factor)
            p = scope.times(p, scope.expand(factor))
        for n, (number, indices, term) in enumerate(link["cofactors"]):
            equality = self.equality(number)
            first, names = equality.terms[0], equality.names
            inside = self.listed(indices, (*axes(first.shape), *(size for _, size in names)), f"c{n}")
            wrong = inside.keys() & outer or len({name for name, _ in names}) != len(names)
            reject_if(wrong, "an index of a link in a cofactor, or an equality with one name for two indices")
            places = [*scope.axes_of(first), *map(scope.named, names)]
            zero = self.difference(equality.terms, places, inside)
            c = scope.expand(language.renamed(term, {**outer, **inside}))
            p = add(p, scope.summed(scope.times(c, zero), map(scope.named, inside.values())), -1)
        reject_if(not scope.vanishes(p), "the cofactors do not show to be equal:", left, right)

    @staticmethod
    def listed(found: list[Index], sizes: Shape, tag: str) -> dict[Index, Index]:
        """Indices that are listed in a link, with names that no text can have."""
        reject_if(tuple(size for _, size in found) != sizes, "indices of other dimensions than the axes")
        return {i: (f"_ {tag} {n} {i[0]}", i[1]) for n, i in enumerate(found)}

    def difference(self, sides: Iterable[Node], places: list[int], at: dict[Index, Index]) -> Poly:
        """left − right, with indices for its axes and open names."""
        scope = self.scope
        names = dict(zip(places, map(scope.named, at.values()), strict=True))
        left, right = (scope.renamed(scope.expand(side), names) for side in sides)
        return add(left, right, -1)


# --- kinds of statement (§4, §13) -------------------------------------------------------------------------------------
#
# Each kind reads its fields, says of which terms it speaks, and asks for the parts that imply it, all in the scope of its
# hypotheses and of these terms.  The lemma stands at the kind.

RELATIONS = {">=": "nonneg", ">": "positive", "<=": "nonneg", "<": "positive", "!=": "nonzero", "=": ""}

#: The fields of each kind, with what they are (`Checker.schemas`); ``?``: may be missing; ``*``: it speaks of them.
FIELDS = {
    "equation": "terms:term[]*",
    "bound": "lhs:scalar* relation:relation rhs:scalar*",
    "bounds": "terms:scalar[]* relations:relation[]",
    "implication": "conclusion:sign*",
    "sign": "condition:condition*",
    "conjunction": "members:member[]",
    "cases": "cases:cases",
    "null space": "matrix:matrix* side:left|right basis:term[]*",
    "rank": "matrix:matrix* value:scalar*",
    "nullity": "matrix:matrix* value:scalar*",
    "pseudo-inverse": "matrix:matrix* value:term*",
    "group inverse": "matrix:square* value:term*",
    "eigenpair": "matrix:square* vector:vector* value:scalar*",
    "eigenvalues": "matrix:square* eigenvalues:eigenvalue[]*",
    "eigenvalue count": "matrix:square* relation:>=|<= value:scalar* number:scalar* space:square*",
    "same spectrum": "first:square* second:square*",
    "image": "map:map set:set",
    "subset": "map:map set:set",
    "covered": "map:map set:set",
    "existence": "set:set",
    "limit": "term:term variable:symbol value:term* point:scalar* side:+|- rate:scalar*?",
    "same shape": "lhs:term rhs:term",
    "linear implication": "conclusion:conclusion*?",
}
#: The kinds that some equations imply (§13.9–§13.11, §13.13, §13.15): further fields of the body, and the equations.
#:
#: *rank, nullity*: M X M = M: then M X is idempotent with the rank of M, which is its trace.
#: *pseudo-inverse, group inverse*: Penrose's equations, and MPM = M, PMP = P, MP = PM, have one solution at most.
#: *same spectrum*: A = XY and B = YX have the same eigenvalues ≠ 0, equally often (Sylvester).
#: *eigenvalue count*, by Courant and Fischer: were there fewer than d, the others would span a space that meets the range
#: of E, where vᵀMv ≥ λ |v|² (or ≤), for all v; so v is a symbol of the body, of which nothing is assumed, and not in E.
EQUATIONS = """
rank | inverse:matrix | mul(matrix, inverse, matrix) = matrix; trace(mul(matrix, inverse)) = value
nullity | inverse:matrix | mul(matrix, inverse, matrix) = matrix;
    add(trace(identity), neg(trace(mul(matrix, inverse)))) = value
pseudo-inverse | | mul(matrix, value, matrix) = matrix; mul(value, matrix, value) = value;
    transpose(mul(matrix, value)) = mul(matrix, value); transpose(mul(value, matrix)) = mul(value, matrix)
group inverse | | mul(matrix, value, matrix) = matrix; mul(value, matrix, value) = value;
    mul(matrix, value) = mul(value, matrix)
same spectrum | left:matrix right:matrix | first = mul(left, right); second = mul(right, left)
eigenpair | | mul(matrix, vector) = mul(value, vector); not_zero vector
eigenvalue count | projection:term vector:symbol | transpose(matrix) = matrix; mul(space, space) = space;
    mul(space, matrix, space) = mul(matrix, space); mul(space, projection) = projection;
    mul(projection, projection) = projection; trace(projection) = number;
    mul(transpose(mul(projection, vector)), matrix, mul(projection, vector)) ~
    mul(value, pow(norm(mul(projection, vector)), 2))
"""
BY_EQUATIONS = {kind: parts for kind, *parts in (map(str.strip, row.split("|")) for row in lines_of(EQUATIONS))}


@dataclass
class Statement:
    """A statement with its fields as they were read."""

    kind: str
    hypotheses: tuple[Hypothesis, ...]
    fields: dict[str, Any]
    #: The terms whose definedness it presupposes (§4).
    speaks_of: list[Node]

    def __getitem__(self, name: str) -> Any:
        return self.fields.get(name)


def nodes_in(value: Any) -> Iterator[Node]:
    """The terms in a field."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from nodes_in(each)


def leaves(s: Statement) -> list[Statement]:
    """The members of a conjunction, and theirs; of every other statement itself."""
    return [leaf for _, member in s["members"] for leaf in leaves(member)] if s.kind == "conjunction" else [s]


class Body:
    """A body with the fields that its kind asks for; its parts are shown one after the other, in a scope."""

    def __init__(self, checker: Checker, scope: Scope, value: Json, fields: str) -> None:
        self.checker, self.scope = checker, scope
        self.build = checker.language.build
        self.fields = checker.read_fields(value, f"{fields} parts:any[]")
        self.left = list(reversed(self.fields["parts"]))

    def __getitem__(self, name: str) -> Any:
        """A field that it has, or may have; None where it has not."""
        return self.fields.get(name)

    def names(self, s: Statement) -> dict[str, Node]:
        """The terms that are fields of a statement, or of this body, and the identity of the size of columns."""
        found = {name: each for name, each in {**s.fields, **self.fields}.items() if isinstance(each, Node)}
        if "matrix" in found:
            found["identity"] = self.checker.language.identity(found["matrix"].shape[-1])
        return found

    def next(self) -> Json:
        reject_if(not self.left, "a part is missing")
        return self.left.pop()

    def equal(self, left: Node, right: Node) -> None:
        """The next part shows an equation."""
        self.checker.chain(self.scope, (left, right), self.next())

    def claims(self, text: str, relation: str = "=", **names: Node) -> None:
        """The next parts show these equations, bounds with this relation (``~``), and conditions, of terms made of these."""
        for claim in text.split(";"):
            if re.search("[=~]", claim):
                left, right = (self.build(side, **names) for side in re.split("[=~]", claim))
                self.checker.bound_part(self.scope, left, relation if "~" in claim else "=", right, self.next())
            else:
                condition, name = claim.split()
                self.checker.implied(self.scope, self.next(), condition, names[name])


def joined(inner: Statement, given: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses of an inner statement, then the others that are given."""
    return [*inner.hypotheses, *(h for h in given if h not in inner.hypotheses)]


class Checker:
    """Reads a statement and its body, and rejects unless the body establishes the statement; ``links`` show equations."""

    def __init__(self, seconds: float, links: type[Links] = Links) -> None:
        self.links = links
        self.language = language = Language(Budget(seconds))
        term, scalar = language.term, partial(language.shaped, "scalar")

        def symbol(value: Json) -> Node:
            return language.symbol(read(value, set(language.properties)))

        #: What the fields of statements and bodies may be.
        self.schemas: dict[str, Any] = {
            "any": lambda value: value,
            "name": str,
            "true": lambda value: reject_if(value is not True, "it is true, or left out"),
            "term": term,
            **{shape: partial(language.shaped, shape) for shape in ("scalar", "vector", "matrix", "square")},
            "symbol": symbol,
            "relation": set(RELATIONS),
            "eigenvalue": (scalar, scalar),
            "hypothesis": language.hypothesis,
            "statement": self.read,
            "member": (str, self.read),
            "cases": ((language.hypothesis, self.read), (language.hypothesis, self.read)),
            "condition": language.claim,
            "sign": lambda value: language.claim(value, (*SIGN_CONDITIONS, "not_zero")),
            "conclusion": lambda value: language.claim(value, ("nonneg", "positive", "equal")),
            "map": {"argument": symbol, "domain": [language.hypothesis], "term": term},
            "set": {"element": symbol, "conditions": [language.hypothesis]},
        }

    def check(self, statement: Json, body: Json) -> None:
        """A statement at the top, and its body."""
        reject_if(not statement.keys() >= set(DECLARED), f"a statement declares {', '.join(DECLARED)}")
        self.language.declare({key: statement[key] for key in DECLARED})
        found = self.read({key: value for key, value in statement.items() if key not in DECLARED})
        self.language.inside, self.language.authored = True, set(self.language.properties)
        self.language.declare({key: body[key] for key in DECLARED[1:] if key in body})
        self.establish(found, {key: value for key, value in body.items() if key not in DECLARED[1:]})

    # Reading

    def read(self, value: Json) -> Statement:
        """A statement without its declarations."""
        kind = read(read(value, dict).get("kind"), set(FIELDS))
        spec = f"kind:name {FIELDS[kind]}" + (" hypotheses:hypothesis[]" if kind != "conjunction" else "")
        fields = self.read_fields(value, spec)
        spoken = [each.split(":")[0] for each in FIELDS[kind].split() if "*" in each]
        terms = [t for name in spoken for t in nodes_in(fields.get(name))]
        few = fields.get("members") == [] or ("terms" in fields and len(terms) < 2)
        reject_if(few, "a conjunction of nothing, or an equation or bounds of less than two terms")
        if kind == "cases":
            first, second = ([t for each in leaves(inner) for t in each.speaks_of] for _, inner in fields["cases"])
            terms = [t for t in first if t in second]
        return Statement(kind, tuple(fields.get("hypotheses", ())), fields, terms)

    def read_fields(self, value: Json, spec: str) -> dict[str, Any]:
        """An object with just these fields, ``name:what``, those with ``?`` perhaps missing."""
        fields = (each.replace("*", "").split(":") for each in spec.split())
        schema = {name + "?" * what.endswith("?"): self.schema(what.rstrip("?")) for name, what in fields}
        return dict(read(value, schema))

    def schema(self, what: str) -> Any:
        if what.endswith("[]"):
            return [self.schema(what[:-2])]
        return set(what.split("|")) if "|" in what else self.schemas[what]

    # Establishing

    def establish(self, s: Statement, body: Json, known: Sequence[Node] = (), given: Sequence[Hypothesis] = ()) -> None:
        """Check a body; in a case, with more terms that are known to be defined, and given hypotheses in their order."""
        if s.kind == "conjunction":
            parts = self.read_fields(body, "parts:any[]")["parts"]
            reject_if(len(parts) != len(s["members"]), "a part for each member")
            for (_, member), part in zip(s["members"], parts, strict=True):
                self.establish(member, part, known, joined(member, given) if given else ())
            return
        scope = Scope(self.language, given or s.hypotheses, [*s.speaks_of, *known])
        way = Checker.by_equations if s.kind in BY_EQUATIONS else getattr(Checker, s.kind.replace(" ", "_"))
        way(self, s, body, scope)

    @contextmanager
    def body(self, scope: Scope, value: Json, fields: str = "") -> Iterator[Body]:
        """A body with these fields and ``parts``, all of which are used."""
        body = Body(self, scope, value, fields)
        yield body
        reject_if(body.left, "superfluous parts")

    def chain(self, scope: Scope, terms: Sequence[Node], body: Json) -> None:
        """A link for each pair of neighbours, terms between them included."""
        fields = self.read_fields(body, "links:any[] through:term[][]?")
        through = fields.get("through", [[]] * len(terms[1:]))
        reject_if(len(through) != len(terms) - 1, "terms between each pair of neighbours")
        line = [terms[0], *(t for between, right in zip(through, terms[1:], strict=True) for t in (*between, right))]
        reject_if(len(fields["links"]) != len(line) - 1, "a link for each pair of neighbours")
        for left, right, link in zip(line[:-1], line[1:], fields["links"], strict=True):
            self.links(scope).show(left, right, link)

    def equation(self, s: Statement, body: Json, scope: Scope) -> None:
        self.chain(scope, s["terms"], body)

    def bound_part(self, scope: Scope, lhs: Node, relation: str, rhs: Node, value: Json) -> None:
        """A bound of scalars: the sign of p − q; or p ≥ 0 and that of p² − q², so p ≥ |q| ≥ q (p² ≠ q² gives p ≠ q)."""
        build, condition = self.language.build, RELATIONS[relation]
        p, q = (rhs, lhs) if relation.startswith("<") else (lhs, rhs)
        if relation == "=":
            self.chain(scope, (p, q), value)
        elif "squared" in read(value, dict):
            with self.body(scope, value, "squared:true") as body:
                if condition != "nonzero":
                    self.implied(scope, body.next(), "nonneg", p)
                self.implied(scope, body.next(), condition, build("add(pow(p, 2), neg(pow(q, 2)))", p=p, q=q))
        else:
            self.implied(scope, value, condition, build("add(p, neg(q))", p=p, q=q))

    def same_shape(self, s: Statement, body: Json, scope: Scope) -> None:
        read(body, {})
        fitted("add", s["lhs"].shape, s["rhs"].shape)

    def bound(self, s: Statement, body: Json, scope: Scope) -> None:
        self.bound_part(scope, s["lhs"], s["relation"], s["rhs"], body)

    def bounds(self, s: Statement, value: Json, scope: Scope) -> None:
        terms, relations = s["terms"], s["relations"]
        ways = {each[0] for each in relations} - {"="}
        reject_if(len(relations) != len(terms) - 1 or len(ways) > 1 or "!" in ways, "relations one way, for each pair")
        with self.body(scope, value) as body:
            for left, relation, right in zip(terms, relations, terms[1:], strict=False):
                self.bound_part(scope, left, relation, right, body.next())

    def implied(self, scope: Scope, value: Json, condition: str, term: Node) -> None:
        """A condition: by steps; or of a form that equals the term, or c t with c > 0 (c t ≠ 0 gives t ≠ 0), or c · v."""
        if not {"form", "scale", "covector"} & set(read(value, dict)):
            self.links(scope).condition(condition, term, value)
            return
        with self.body(scope, value, "form:term? scale:scalar? covector:vector?") as body:
            if body["covector"]:
                reject_if(condition != "not_zero", "a covector shows that a vector is not 0")
                term, condition = body.build("dot(c, v)", c=body["covector"], v=term), "nonzero"
            if body["scale"]:
                reject_if(condition not in SIGN_CONDITIONS, "a scale is that of a sign")
                if condition != "nonzero":
                    self.implied(scope, body.next(), "positive", body["scale"])
                term = body.build("mul(c, d)", c=body["scale"], d=term)
            form = body["form"] or term
            body.equal(term, form)
            self.implied(scope, body.next(), condition, form)

    def linear_implication(self, s: Statement, value: Json, scope: Scope) -> None:
        """The conclusion; an equality is two inequalities; without one, 0 > 0: the hypotheses cannot all hold."""
        condition, *terms = s["condition"] or s["conclusion"] or ("positive", self.language.number(0))
        if condition != "equal":
            self.implied(scope, value, condition, *terms)
            return
        with self.body(scope, value) as body:
            for x, y in (terms[::-1], terms):
                self.implied(scope, body.next(), "nonneg", body.build("add(x, neg(y))", x=x, y=y))

    implication = sign = linear_implication

    def cases(self, s: Statement, value: Json, scope: Scope) -> None:
        """Two cases that exhaust: p ≠ 0, or p > 0 where p ≥ 0, or v ≠ 0; and l = r, which p = 0 or v = 0 implies (§13.8).

        p is shown to be defined, l and r where p is 0: at any data one of the cases applies.
        """
        other, equality = sorted((case for case, _ in s["cases"]), key=lambda h: h.condition == "equal")
        may = ("nonzero", "positive", "not_zero")
        wrong = equality.condition != "equal" or other.condition not in may or other.names or equality.names
        reject_if(wrong, "one case is an equality, the other a condition of its difference")
        (term,) = other.terms
        reject_if((other.condition == "not_zero") == (not term.shape), "cases of a shape")
        zero = Hypothesis("equal", (term, self.language.zeros(term.shape)))
        with self.body(scope, value) as body:
            scope.show_defined(term, {})
            there = Scope(self.language, [*scope.hypotheses, zero], scope.defined)
            self.chain(there, equality.terms, body.next())
            for each in equality.terms:
                there.show_defined(each, {})
            if other.condition == "positive":
                self.implied(scope, body.next(), "nonneg", term)
            for case, inner in s["cases"]:
                given = [*s.hypotheses, case]
                more = [h for leaf in leaves(inner) for h in leaf.hypotheses if h not in given]
                reject_if(more, "a case assumes more than is given")
                self.establish(inner, body.next(), s.speaks_of, joined(inner, given))

    def by_equations(self, s: Statement, value: Json, scope: Scope) -> None:
        """Each equation of the kind; the lemmas stand at `EQUATIONS`."""
        fields, equations = BY_EQUATIONS[s.kind]
        with self.body(scope, value, fields) as body:
            if v := body["vector"]:
                wrong = v.extra in self.language.authored or stands_in(v, body["projection"])
                reject_if(wrong, "the vector is a symbol of the body, and not in the projection")
            body.claims(equations, s["relation"], **body.names(s))

    def null_space(self, s: Statement, value: Json, scope: Scope) -> None:
        """M b = 0, and I = Σ b cᵀ + X M: if M v = 0, then v = I v = Σ b (c · v)."""
        language, build = self.language, self.language.build
        m = s["matrix"] if s["side"] == "right" else build("transpose(m)", m=s["matrix"])
        with self.body(scope, value, "coefficients:term[] left:matrix") as body:
            reject_if(len(body["coefficients"]) != len(s["basis"]), "a coefficient for each of the basis")
            summands = []
            for b, c in zip(s["basis"], body["coefficients"], strict=True):
                reject_if(b.shape[:1] != m.shape[1:] or c.shape != b.shape[::-1], "the shape of a basis or coefficient")
                image = build("mul(m, b)", m=m, b=b)
                body.equal(image, language.zeros(image.shape))
                summands.append(build("outer(b, c)" if len(b.shape) == 1 else "mul(b, c)", b=b, c=c))
            summands.append(build("mul(x, m)", x=body["left"], m=m))
            body.equal(language.identity(m.shape[1]), language.several("add", summands))

    def eigenvalues(self, s: Statement, value: Json, scope: Scope) -> None:
        """Idempotents that add up to I split the space; on the range of Eᵢ, of dimension tr Eᵢ, M is λᵢ."""
        language = self.language
        m = s["matrix"]
        with self.body(scope, value, "projections:term[]") as body:
            es = body["projections"]
            reject_if(not es or len(es) != len(s["eigenvalues"]), "a projection for each eigenvalue")
            body.equal(language.several("add", es), language.identity(m.shape[1]))
            for e, (root, count) in zip(es, s["eigenvalues"], strict=True):
                text = "mul(e, e) = e; mul(m, e) = mul(root, e); trace(e) = count"
                body.claims(text, m=m, e=e, root=root, count=count)

    # Sets: a bound symbol takes a value

    def sets(self, s: Statement, value: Json, _: Scope) -> None:
        """The image of a map is in a set; each point of the set is an image; a set has a point (§13.18, §13.19)."""
        language = self.language
        element, conditions = s["set"].values()
        argument, domain, f = (s["map"] or {"argument": element, "domain": conditions, "term": None}).values()
        wanted = [*language.declared(element), *conditions] if f else []
        source = [*language.declared(argument), *domain]
        wrong = stands_in(element, *s.hypotheses) or stands_in(argument, *s.hypotheses)
        reject_if(wrong, "a bound symbol is in a hypothesis")
        if f:
            reject_if(f.free or f.shape != element.shape, "the map has the shape of the element, and no free index")
            wrong = argument is element or stands_in(element, f, *domain) or stands_in(argument, *conditions)
            reject_if(wrong, "the element is not in map and domain, the argument not in the conditions of the set")
        into = onto = value
        if s.kind == "image":
            into, onto = read(value, {"parts": (dict, dict)})["parts"]
        if s.kind in ("image", "subset"):
            with self.body(Scope(language, [*s.hypotheses, *source], [f]), into) as body:
                for h in wanted:
                    self.condition_at(body, h, {element: f})
        if s.kind != "subset":
            scope, point = Scope(language, [*s.hypotheses, *wanted], []), "preimage" if f else "witness"
            with self.body(scope, onto, f"{point}:term lemmas:statement[]") as body:
                rewritten = self.lemmas(body, argument)
                term = body[point]
                wrong = term.free or term.shape != argument.shape or stands_in(argument, term)
                reject_if(wrong, "a term for a bound symbol:", argument)
                at = {argument: term}
                for h in source:
                    scope.suppose(self.condition_at(body, h, at))
                if f:
                    image = scope.show_defined(f, at)
                    for old, new in rewritten:
                        image = language.put(image, {old: new})
                    body.equal(image, element)

    image = subset = covered = existence = sets

    def condition_at(self, body: Body, h: Hypothesis, at: Mapping[Node, Node]) -> Hypothesis:
        """The next part shows a condition where a term is put for a symbol (§13.17)."""
        language, scope, part = self.language, body.scope, body.next()
        terms = tuple(scope.show_defined(t, at) for t in h.terms)
        if h.condition == "equal":
            self.chain(scope, terms, part)
        elif h.condition == "not_zero":
            self.implied(scope, part, "positive", language.build("pow(norm(v), 2)", v=terms[0]))
        else:
            self.implied(scope, part, h.condition, terms[0])
        return Hypothesis(h.condition, terms, h.names)

    def lemmas(self, body: Body, bound: Node) -> list[tuple[Node, Node]]:
        """The next parts show equations and bounds, which those after them may use; what is rewritten by them."""
        scope, rewritten = body.scope, []
        for lemma in body["lemmas"]:
            terms, relation = lemma.speaks_of, lemma.fields.get("relation", "=")
            wrong = lemma.kind not in ("equation", "bound") or lemma.hypotheses or any(t.free for t in terms)
            reject_if(wrong, "a lemma is an equation or a bound, without hypotheses and free indices")
            reject_if(stands_in(bound, *terms), "a bound symbol is in a lemma")
            getattr(self, lemma.kind)(lemma, body.next(), scope)
            if relation == "=":
                for right in terms[1:]:
                    scope.suppose(Hypothesis("equal", (terms[0], right)))
                rewritten.append((terms[0], terms[1]))
            else:
                p, q = terms[::-1] if relation.startswith("<") else terms
                scope.assume(RELATIONS[relation], self.language.build("add(p, neg(q))", p=p, q=q))
        return rewritten

    # Limits

    def limit(self, s: Statement, value: Json, _: Scope) -> None:
        """The term is another one beside the point, which is continuous up to it and has the value there (§13.20)."""
        language = self.language
        term, x, point, rate, others = s["term"], s["variable"], s["point"], s["rate"], s.speaks_of
        wrong = (
            x.shape or term.shape != s["value"].shape or any(t.free for t in (term, *others)) or stands_in(x, *others)
        )
        reject_if(wrong, "term and value of one shape; the variable is in the term alone; no free indices")
        h = language.build("add(x, neg(y))" if s["side"] == "+" else "add(y, neg(x))", x=x, y=point)
        beside = Scope(language, [*s.hypotheses, Hypothesis("positive", (h,))], [*others, term])
        there = Scope(language, [each for each in s.hypotheses if not stands_in(x, each)], others)
        with self.body(beside, value, "equal_to:term?") as body:
            e = body["equal_to"] or term
            if "equal_to" in value:
                body.equal(term, e)
            at = {x: point}
            self.chain(there, (language.put(e, at), s["value"]), body.next())
            if rate is not None:
                text = "norm(add(x, neg(y)))" if term.shape else "abs(add(x, neg(y)))"
                size, reach = language.build(text, x=term, y=s["value"]), language.build("mul(rate, h)", rate=rate, h=h)
                self.bound_part(beside, size, "<=", reach, body.next())
        for t in subterms(e):
            if stands_in(x, t) and t.args:
                reject_if(jumps(t) or t.op == "grad", f"{t.op} is not continuous")
                for condition, part in there.demands(t):
                    if condition != "nonneg":  # √ is continuous everywhere
                        there.need(condition, language.put(part, at))


# --- files (§1) -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """``accepted``, ``rejected`` or ``declined``; the reason; the label that it has; what was accepted, in its notation."""

    verdict: str
    reason: str = ""
    label: str = ""
    says: str = ""


def read_json(text: str) -> Json:
    """JSON in which no key stands twice in an object, nested no deeper than 200; `read` sees to the rest."""

    def unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        reject_if(len(found) != len(pairs), "a key stands twice in an object")
        return found

    def inside(value: Json, depth: int) -> None:
        reject_if(depth == MAX_DEPTH, "nested too deeply")
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            inside(part, depth + 1)

    value = json.loads(text, object_pairs_hook=unique)
    inside(value, 0)
    return value


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def read_statements(text: str) -> dict[str, Json]:
    reject_if(len(text) > MAX_STATEMENTS_BYTES, "too large a file")
    return dict(read(read_json(text), {"schema": {STATEMENTS}, "statements": dict})["statements"])


def check(text: str, statements: dict[str, Json], seconds: float) -> Result:
    """Check a certificate, as text."""
    reject_if(len(text) > MAX_BYTES, "too large a file")
    value = read_json(text)
    schema = read(read(value, dict).get("schema"), str)
    if schema != CERTIFICATE and schema.startswith("derive-certificate/"):
        return Result("declined", f"another version: {schema}")
    read(value, {"schema": {CERTIFICATE}, "label": str, "statement": dict, "sha256": str, "body": dict})
    label = value["label"]
    reject_if(label not in statements, f"no statement has the label {label}")
    written = canonical(statements[label])
    reject_if(canonical(value["statement"]) != written, "the statement is not the one claimed under this label")
    reject_if(value["sha256"] != hashlib.sha256(written.encode()).hexdigest(), "not the hash of the statement")
    Checker(seconds).check(statements[label], value["body"])
    told = {name: part for name, part in statements[label].items() if name not in DECLARED}
    return Result("accepted", "", label, canonical(told))


def guarded(check: Callable[..., Result], *given: Any) -> Result:
    """What a check gives; an exception of any kind is a rejection."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        return check(*given)
    except Exception as error:  # exhausted memory and depth too
        reason = str(error) if isinstance(error, Rejected) else f"{type(error).__name__}: {error}"
        return Result("rejected", reason[:300])
    finally:
        sys.setrecursionlimit(limit)


def verify(certificate_text: str, statements_text: str, seconds: float = SECONDS) -> Result:
    """Check a certificate against statements, both as texts.  Whatever they hold, it returns a result."""
    return guarded(lambda: check(certificate_text, read_statements(statements_text), seconds))


def read_file(path: str, limit: int) -> str:
    with open(path, "rb") as file:
        found = file.read(limit + 1)
    reject_if(len(found) > limit, "the file is too large")
    return found.decode("utf-8")


def main(arguments: list[str]) -> int:
    """Check files; 0: all accepted, 1: some rejected, 2: none rejected, some of another version, or there are none.

    A line for each names the statement that was accepted, whatever its file is called; labels that come again are counted.
    """
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if arguments[-2:-1] != ["--statements"]:
        print("usage: verifier.py CERTIFICATE… --statements FILE")
        return 1
    claimed = lru_cache(lambda: read_statements(read_file(arguments[-1], MAX_STATEMENTS_BYTES)))

    def check_file(path: str) -> Result:
        return check(read_file(path, MAX_BYTES), claimed(), SECONDS)

    counts = {"accepted": 0, "rejected": 0, "declined": 0}
    labels: Counter[str] = Counter()
    for path in arguments[:-2]:
        result = guarded(check_file, path)
        counts[result.verdict] += 1
        line = f"{path}: {result.verdict}: {result.reason or f'{result.label}: {result.says}'}"
        print("".join(each if each.isprintable() else "�" for each in line))
        labels.update([result.label] * (result.verdict == "accepted"))
    for label, number in labels.items():
        if number > 1:
            print(f"{label} comes {number} times: {number} certificates of one statement")
    told = ", ".join(f"{number} {word}" for word, number in counts.items())
    print(f"{told}, of {len(arguments) - 2}; distinct statements accepted: {len(labels)}")
    return 1 if counts["rejected"] else 2 if not counts["accepted"] or counts["declined"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
