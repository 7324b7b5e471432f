"""Statements evaluated as numbers: an evaluator written from FORMAT.md alone, that shares nothing with the verifier.

`Reader` reads a term (§2) with its definitions unfolded and each binder's index under a name of its own.  `Point.value`
gives its entries at sizes, data and indices, as floating-point numbers: by §5 everywhere, or by §2.4 where it is defined,
and `Undefined` elsewhere.  `Truth.at` says what a statement is at one point: true, false, or None where it says nothing
(a hypothesis fails, a term is not defined) or where this evaluator does not know.  A derivative is a difference quotient.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np

Shape = tuple[str, ...]
TOKEN = re.compile(r"\s*(?:(-?\d+(?:/\d+)?)|([^\W\d][\w⁺⁻'′\u0302]*|`(?:[^`\s]|``)+`)|([(),:]))")
#: Two numbers that differ by less than this, in parts of the greater, are taken to be equal; with derivatives, more.
CLOSE, CLOSE_WITH_GRADIENTS = 1e-7, 1e-3
BINDERS = ("sum", "prod", "max_over")
#: What is nearer to 0 than this, but not 0, is not told from it.
TINY = 1e-9
STEP = 1e-4
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": np.greater_equal, ">": np.greater, "<=": np.less_equal, "<": np.less, "!=": np.not_equal, "=": np.equal,
}  # fmt: skip


class Undefined(Exception):
    """A term is not defined here, or too near to where it is not."""


@dataclass(frozen=True)
class Term:
    """An operation with its arguments, what stands beside them, and its shape."""

    op: str
    args: tuple[Term, ...] = ()
    beside: Any = None
    shape: Shape = ()

    def subterms(self) -> Iterator[Term]:
        yield self
        for each in self.args:
            yield from each.subterms()

    def mentions(self, name: Any) -> bool:
        return any(t.beside == name for t in self.subterms() if t.op in ("symbol", "grad"))


def axes(shape: Shape) -> Shape:
    return shape[1:] if shape[:1] == ("1",) else shape


@dataclass
class Reader:
    """The names that a statement and its body declare."""

    dimensions: list[str] = field(default_factory=list)
    symbols: dict[str, Shape] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    definitions: dict[str, Any] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)
    read: dict[str, Term] = field(default_factory=dict)

    def declare(self, value: Any) -> Reader:
        self.dimensions += value.get("dimensions", [])
        for name, symbol in value.get("symbols", {}).items():
            self.symbols[name], self.properties[name] = tuple(symbol["shape"]), symbol["properties"]
        self.definitions |= {d["name"]: d for d in value.get("definitions", [])}
        return self

    def term(self, text: str) -> Term:
        if text not in self.read:
            self.read[text] = _Text(self, text, {}, {}).term()
        return self.read[text]


class _Text:
    """One text: ``terms`` are put for names, ``sizes`` for dimensions (§3.1)."""

    def __init__(self, reader: Reader, text: str, terms: dict[str, Term], sizes: dict[str, str]) -> None:
        self.reader, self.terms, self.sizes = reader, terms, sizes
        found = TOKEN.findall(text)
        self.tokens = [number or name or sign for number, name, sign in found][::-1]
        self.bound: dict[tuple[str, str], list[Any]] = {}

    def name(self) -> str:
        word = self.tokens.pop()
        return word[1:-1].replace("``", "`") if word[0] == "`" else word

    def more(self) -> bool:
        """Is there a comma?  It is taken, and so is the bracket at the end."""
        return self.tokens.pop() == ","

    def size(self) -> str:
        word = self.name()
        return self.sizes.get(word, word)

    def index(self) -> Any:
        """The name of an index and its size; of a bound one the number of its binder."""
        name, _, size = self.name(), self.tokens.pop(), self.name()
        return (self.bound.get((name, size)) or [name])[-1], self.sizes.get(size, size), (name, size)

    def term(self) -> Term:
        quoted = self.tokens[-1][0] == "`"
        word = self.name()
        if re.match(r"-?\d", word) and not quoted:
            return Term("number", (), Fraction(word))
        if not self.tokens or self.tokens[-1] != "(":
            return self.bare(word)
        self.tokens.pop()
        return self.operation(word) if not quoted and word not in self.reader.definitions else self.used(word)

    def bare(self, word: str) -> Term:
        if word in self.terms:
            return self.terms[word]
        if word in self.reader.dimensions:
            size = self.sizes.get(word, word)
            return Term("number", (), Fraction(size)) if size.isdigit() else Term("dim", (), size)
        if word in self.reader.symbols:
            return Term("symbol", (), word, self.reader.symbols[word])
        return _Text(self.reader, self.reader.definitions[word]["body"], {}, {}).term()

    def used(self, word: str) -> Term:
        definition = self.reader.definitions[word]
        arguments = [self.term()]
        while self.more():
            arguments.append(self.term())
        terms, sizes = {}, {}
        for (name, shape), argument in zip(definition["parameters"], arguments, strict=True):
            terms[name] = argument
            sizes |= dict(zip(shape, argument.shape, strict=True))
        return _Text(self.reader, definition["body"], terms, sizes).term()

    def operation(self, op: str) -> Term:
        if op in ("ones", "zeros", "identity"):
            sizes = [self.size()]
            while self.more():
                sizes.append(self.size())
            return Term(op, (), None, tuple(sizes * (2 if op == "identity" else 1)))
        if op in ("basis", "delta"):
            indices = [self.index()[:2]]
            while self.more():
                indices.append(self.index()[:2])
            return Term(op, (), tuple(indices), (indices[0][1],) if op == "basis" else ())
        if op in BINDERS:
            _, size, key = self.index()
            own = next(self.reader.numbers)
            self.bound.setdefault(key, []).append(own)
            self.more()
            part = self.term()
            self.bound[key].pop()
            out = []
            while self.more():
                out.append(self.index()[:2])
            return Term(op, (part,), ((own, size), *out), part.shape)
        parts, indices = [self.term()], []
        exponent = Fraction(0)
        while self.more():
            if op == "at":
                indices.append(self.index()[:2])
            elif op in ("pow", "hpow"):
                exponent = Fraction(self.tokens.pop())
            else:
                parts.append(self.term())
        beside: Any = tuple(indices) if op == "at" else exponent if op in ("pow", "hpow") else None
        if op == "grad":
            by = parts.pop()
            return Term(op, tuple(parts), by.beside, axes(parts[0].shape) + axes(by.shape))
        if op == "mul":
            product = parts[0]
            for part in parts[1:]:
                product = Term(op, (product, part), None, _times(product.shape, part.shape))
            return product
        return Term(op, tuple(parts), beside, _shape(op, [p.shape for p in parts]))


def _times(x: Shape, y: Shape) -> Shape:
    if not x or not y:
        return x or y
    result = (x[0], y[1] if len(y) == 2 else "1")
    if result == ("1", "1"):
        return ()
    return result[:1] if result[1] == "1" else result


def _shape(op: str, shapes: list[Shape]) -> Shape:
    x = shapes[0]
    if op in ("sqrt", "trace", "det", "rank", "dot", "norm", "at"):
        return ()
    if op == "transpose":
        return x[1:] if x[:1] == ("1",) else ("1", *x) if len(x) == 1 else x[::-1]
    return {"diag": x * 2, "pinv": x[::-1], "outer": x + shapes[-1], "div": shapes[-1] or x}.get(op, x)


@dataclass
class Point:
    """Sizes, data, the values of free indices; ``total``: are values those of §5 everywhere?"""

    sizes: dict[str, int]
    data: dict[Any, Any]
    indices: dict[Any, int]
    total: bool = False

    def size(self, word: str) -> int:
        return int(word) if word.isdigit() else self.sizes[word]

    def value(self, t: Term) -> Any:
        """The entries of a term, over its axes."""
        with np.errstate(all="ignore"):
            found = np.asarray(self.found(t), dtype=float)
        if not np.all(np.isfinite(found)) or np.any(np.abs(found) > 1e9):
            raise Undefined("too large")
        return found

    def not_zero(self, x: Any) -> Any:
        """1/x, by §5 or where it is defined."""
        if np.any((np.abs(x) < TINY) & (x != 0)) or (not self.total and np.any(x == 0)):
            raise Undefined("a division by 0")
        return np.where(x == 0, 0, 1 / np.where(x == 0, 1, x))

    def root(self, x: Any) -> Any:
        if np.any((np.abs(x) < TINY) & (x != 0)):
            raise Undefined("near to a root of 0")
        if not self.total and np.any(x < 0):
            raise Undefined("a root of a negative number")
        return np.sqrt(np.maximum(x, 0))

    def power(self, x: Any, k: Fraction) -> Any:
        if k.denominator == 2:
            r = self.root(x)
            return r**k.numerator if k > 0 else self.not_zero(r) ** -k.numerator
        return x ** int(k) if k >= 0 else self.not_zero(x) ** -int(k)

    def inverse(self, a: Any) -> Any:
        rank = np.linalg.matrix_rank(a, tol=1e-9)
        if rank < len(a):
            if not self.total:
                raise Undefined("a singular matrix")
            return np.zeros_like(a)
        if np.linalg.cond(a) > 1e7:
            raise Undefined("nearly singular")
        return np.linalg.inv(a)

    def of_positive(self, a: Any, f: Callable[[Any], Any]) -> Any:
        """A function of a positive definite matrix, by its eigenvalues."""
        values, q = np.linalg.eigh((a + a.T) / 2)
        if np.any(np.abs(values) < 1e-6):
            raise Undefined("nearly singular")
        if not np.allclose(a, a.T, atol=1e-10) or np.any(values < 0):
            if not self.total:
                raise Undefined("not positive definite")
            return np.zeros_like(a)
        return q @ np.diag(f(values)) @ q.T

    def matrix_power(self, a: Any, k: Fraction) -> Any:
        if k.denominator == 1:
            return np.linalg.matrix_power(a if k >= 0 else self.inverse(a), abs(int(k)))
        sign = 1 if k > 0 else -1
        whole = Fraction(k - Fraction(sign, 2))
        return self.matrix_power(a, whole) @ self.of_positive(a, lambda x: x ** (sign / 2))

    def found(self, t: Term) -> Any:
        if t.op in (*BINDERS, "grad"):
            return getattr(self, t.op)(t)
        values = [self.value(a) for a in t.args]
        x = values[0] if values else np.float64(0)
        y = values[-1] if values else x
        square = len(axes(t.shape)) == 2
        match t.op:
            case "number":
                return float(t.beside)
            case "dim":
                return self.size(t.beside)
            case "symbol":
                return self.data[t.beside]
            case "ones" | "zeros":
                return np.full([self.size(s) for s in axes(t.shape)], float(t.op == "ones"))
            case "identity":
                return np.eye(self.size(t.shape[0]))
            case "basis":
                return np.eye(self.size(t.shape[0]))[self.indices[t.beside[0]]]
            case "delta":
                return float(self.indices[t.beside[0]] == self.indices[t.beside[1]])
            case "at":
                return x[tuple(self.indices[i] for i in t.beside)]
            case "add":
                return sum(values[1:], x)
            case "neg":
                return -x
            case "hadamard":
                return np.prod(np.stack(values), axis=0)
            case "mul":
                left, right = (a.shape for a in t.args)
                if not left or not right:
                    return x * y
                two = [v.reshape(-1, 1) if len(s) == 1 else v.reshape(1, -1) if s[0] == "1" else v
                       for v, s in zip(values, (left, right), strict=True)]  # fmt: skip
                return (two[0] @ two[1]).reshape([self.size(s) for s in axes(t.shape)])
            case "div":
                return x * self.not_zero(y)
            case "pow" if square:
                return self.matrix_power(x, t.beside)
            case "pow" | "hpow":
                return self.power(x, t.beside)
            case "sqrt":
                return self.root(x)
            case "exp" | "tanh" | "abs":
                return getattr(np, t.op)(x)
            case "log":
                if np.any((np.abs(x) < TINY) & (x != 0)) or (not self.total and np.any(x <= 0)):
                    raise Undefined("log of what is not positive")
                return np.where(x > 0, np.log(np.where(x > 0, x, 1)), 0)
            case "matrix_exp":
                return _matrix_exp(x)
            case "matrix_log":
                return self.of_positive(x, np.log)
            case "transpose":
                return x.T
            case "diag":
                return np.diag(x)
            case "trace":
                return np.trace(x)
            case "det":
                if np.linalg.matrix_rank(x, tol=1e-9) < len(x):
                    return 0.0
                if np.linalg.cond(x) > 1e7:
                    raise Undefined("nearly singular")
                return np.linalg.det(x)
            case "rank":
                s = np.linalg.svd(x, compute_uv=False)
                if np.any((s > 1e-9) & (s < 1e-5 * np.max(s))):
                    raise Undefined("nearly of another rank")
                return float(np.sum(s > 1e-9))
            case "inverse":
                return self.inverse(x)
            case "pinv":
                if 1e-9 < np.min(s := np.linalg.svd(x, compute_uv=False)) < 1e-5 * np.max(s):
                    raise Undefined("nearly singular")
                return np.linalg.pinv(x, rcond=1e-9)
            case "dot":
                return np.sum(x * y)
            case "outer":
                return np.multiply.outer(x, y)
            case "norm":
                return np.sqrt(np.sum(x * x))
        raise ValueError(f"no operation {t.op}")

    def each(self, t: Term) -> list[Any]:
        """The values of the part of a sum or product, for all values of its index."""
        own = t.beside[0]
        found = []
        for n in range(self.size(own[1])):
            self.indices[own] = n
            found.append(self.value(t.args[0]))
        del self.indices[own]
        return found

    def sum(self, t: Term) -> Any:
        return sum(self.each(t))

    def max_over(self, t: Term) -> Any:
        return max(self.each(t))

    def prod(self, t: Term) -> Any:
        out = {self.indices[i] for i in t.beside[1:]}
        return np.prod([x for n, x in enumerate(self.each(t)) if n not in out])

    def grad(self, t: Term) -> Any:
        """A central difference quotient, where the derivative is defined (§2.4)."""
        y, name = t.args[0], t.beside
        self.value(y)
        self.differentiable(y, name)
        x = np.asarray(self.data[name], dtype=float)
        slopes = np.zeros((*np.shape(self.value(y)), *x.shape))
        for place in np.ndindex(x.shape):
            sides = []
            for moved_by in (STEP, -STEP, 2 * STEP, -2 * STEP):
                moved = x.copy()
                moved[place] += moved_by
                sides.append(Point(self.sizes, {**self.data, name: moved}, dict(self.indices), self.total).value(y))
            slope = (sides[0] - sides[1]) / (2 * STEP)
            if not same(slope, (sides[2] - sides[3]) / (4 * STEP), CLOSE_WITH_GRADIENTS / 4):
                raise Undefined("too steep for a difference quotient")
            slopes[(..., *place)] = slope
        return slopes

    def differentiable(self, y: Term, name: Any) -> None:
        """Radicands are > 0; arguments of |·| are not 0, unless all of it is to an even power."""
        if y.op in BINDERS:
            own = y.beside[0]
            for n in range(self.size(own[1])):
                self.indices[own] = n
                self.differentiable(y.args[0], name)
            del self.indices[own]
            return
        even = y.op in ("pow", "hpow") and y.beside > 0 and y.beside % 2 == 0
        even = even and not (y.op == "pow" and len(axes(y.shape)) == 2)
        for part in y.args:
            if even and part.op in ("abs", "norm"):
                self.differentiable(part.args[0], name)
            else:
                self.differentiable(part, name)
        if not y.args or not y.args[0].mentions(name):
            return
        half = y.op == "pow" and y.beside.denominator == 2
        x = self.value(y.args[0]) if half or y.op in ("sqrt", "abs", "norm") else np.float64(1)
        if (half or y.op == "sqrt") and len(np.shape(x)) == 0 and x < 10 * STEP:
            raise Undefined("the derivative of a root at 0")
        if y.op == "abs" and np.any(np.abs(x) < 10 * STEP):
            raise Undefined("the derivative of |·| at 0")
        if y.op == "norm" and np.all(np.abs(x) < 10 * STEP):
            raise Undefined("the derivative of |·| at 0")


def _matrix_exp(a: Any) -> Any:
    """By halving the argument, the series, and squaring."""
    half = max(0, int(np.ceil(np.log2(max(np.max(np.abs(a)), 1e-9)))) + 4)
    scaled, result, summand = a / 2**half, np.eye(len(a)), np.eye(len(a))
    for n in range(1, 20):
        summand = summand @ scaled / n
        result = result + summand
    for _ in range(half):
        result = result @ result
    return result


# --- conditions and statements ----------------------------------------------------------------------------------------


def condition(name: str, x: Any) -> bool | None:
    """Does a value meet a condition (§3.2)?  None: too near to tell."""
    with np.errstate(all="ignore"):
        if name in ("nonzero", "not_zero", "nonneg", "positive") and np.any((np.abs(x) < TINY) & (x != 0)):
            return None
        match name:
            case "nonzero":
                return bool(np.all(x != 0))
            case "not_zero":
                return bool(np.any(x != 0))
            case "nonneg":
                return bool(np.all(x >= 0))
            case "positive":
                return bool(np.all(x > 0))
            case "mask":
                return same(x * x, x)
            case "symmetric":
                return same(x, x.T)
            case "orthogonal":
                return same(x @ x.T, np.eye(len(x)))
            case "idempotent":
                return same(x @ x, x)
            case "invertible":
                return bool(np.linalg.matrix_rank(x, tol=1e-9) == len(x))
            case "positive_definite":
                return same(x, x.T) and bool(np.min(np.linalg.eigvalsh((x + x.T) / 2)) > 1e-9)
    raise ValueError(name)


def same(x: Any, y: Any, close: float = CLOSE) -> bool:
    if not np.size(x):
        return True
    scale = max(1.0, float(np.max(np.abs(x))), float(np.max(np.abs(y))))
    return bool(np.max(np.abs(x - y)) <= close * scale)


class Truth:
    """What statements are at a point: True, False, or None."""

    def __init__(self, reader: Reader, point: Point) -> None:
        self.reader, self.point = reader, point

    def value(self, text: Any) -> Any:
        return self.point.value(text if isinstance(text, Term) else self.reader.term(text))

    def hypothesis(self, h: Any) -> bool:
        """Does it hold, with its free indices closed?"""
        terms = [self.reader.term(t) for t in h[1:]]
        free = sorted({i for t in terms for i in free_indices(t)}, key=str)
        try:
            for choice in np.ndindex(*(self.point.size(size) for _, size in free)):
                self.point.indices |= dict(zip(free, choice, strict=True))
                values = [self.value(t) for t in terms]
                if not (same(*values) if h[0] == "equal" else condition(h[0], values[0])):
                    return False
        except Undefined:
            return False
        return True

    def at(self, statement: Any, known: tuple[str, ...] = ()) -> bool | None:
        """The truth of a statement here, with the point's values of its free indices."""
        indices = dict(self.point.indices)
        if not all(map(self.hypothesis, statement.get("hypotheses", []))):
            return None
        self.point.indices = indices
        try:
            for text in known:
                self.value(text)
            found = getattr(self, statement["kind"].replace(" ", "_").replace("-", "_"), None)
            return found(statement) if found else None
        except Undefined:
            return None

    def close(self, *texts: str) -> float:
        terms = [self.reader.term(t) for t in texts]
        return CLOSE_WITH_GRADIENTS if any(t.op == "grad" for x in terms for t in x.subterms()) else CLOSE

    def equation(self, s: Any) -> bool:
        values = [self.value(t) for t in s["terms"]]
        return all(same(values[0], v, self.close(*s["terms"])) for v in values[1:])

    def compare(self, x: Any, relation: str, y: Any, close: float) -> bool | None:
        if same(x, y, close):
            return None if relation in ("!=", "<", ">") and not np.all(x == y) else relation in ("=", "<=", ">=")
        return bool(RELATIONS[relation](x, y))

    def bound(self, s: Any) -> bool | None:
        return self.compare(self.value(s["lhs"]), s["relation"], self.value(s["rhs"]), self.close(s["lhs"], s["rhs"]))

    def bounds(self, s: Any) -> bool | None:
        values = [self.value(t) for t in s["terms"]]
        found = [self.compare(x, r, y, 1e-6) for x, r, y in zip(values, s["relations"], values[1:], strict=False)]
        return False if False in found else None if None in found else True

    def sign(self, s: Any) -> bool | None:
        name, text = s.get("condition") or s["conclusion"]
        return condition(name, self.value(text))

    implication = sign

    def conjunction(self, s: Any, known: tuple[str, ...] = ()) -> bool | None:
        found = [self.at(member, known) for _, member in s["members"]]
        return False if False in found else None if None in found else True

    def cases(self, s: Any) -> bool | None:
        found = []
        for case, inner in s["cases"]:
            if self.hypothesis(case):
                found.append(self.at(inner))
        return False if False in found else None if None in found else True

    def null_space(self, s: Any) -> bool:
        m = self.value(s["matrix"])
        m = m if s["side"] == "right" else m.T
        basis = [self.value(b) for b in s["basis"]]
        span = np.hstack([b.reshape(len(b), -1) for b in basis]) if basis else np.zeros((m.shape[1], 0))
        rank = np.linalg.matrix_rank(span, tol=1e-7) if basis else 0
        return same(m @ span, 0 * (m @ span)) and bool(rank == m.shape[1] - np.linalg.matrix_rank(m, tol=1e-7))

    def rank(self, s: Any) -> bool:
        return same(np.linalg.matrix_rank(self.value(s["matrix"]), tol=1e-7), self.value(s["value"]))

    def nullity(self, s: Any) -> bool:
        m = self.value(s["matrix"])
        return same(m.shape[1] - np.linalg.matrix_rank(m, tol=1e-7), self.value(s["value"]))

    def pseudo_inverse(self, s: Any) -> bool:
        return same(np.linalg.pinv(self.value(s["matrix"]), rcond=1e-9), self.value(s["value"]))

    def group_inverse(self, s: Any) -> bool:
        m, p = self.value(s["matrix"]), self.value(s["value"])
        return same(m @ p @ m, m) and same(p @ m @ p, p) and same(m @ p, p @ m)

    def eigenpair(self, s: Any) -> bool:
        m, v, value = (self.value(s[name]) for name in ("matrix", "vector", "value"))
        return same(m @ v, value * v) and bool(np.any(v != 0))

    def eigenvalues(self, s: Any) -> bool:
        m = self.value(s["matrix"])
        pairs = [(self.value(a), self.value(n)) for a, n in s["eigenvalues"]]
        if not all(same(n, np.round(n)) and n > -0.5 for _, n in pairs):
            return False
        pairs = [(a, np.round(n)) for a, n in pairs]
        return all(
            same(np.linalg.det(z * np.eye(len(m)) - m), np.prod([(z - a) ** n for a, n in pairs]), 1e-5)
            for z in (17.25, -13.5, 21.125)
        )

    def same_spectrum(self, s: Any) -> bool:
        a, b = self.value(s["first"]), self.value(s["second"])
        sides = [
            [z ** len(y) * np.linalg.det(z * np.eye(len(x)) - x) for x, y in ((a, b), (b, a))] for z in (7.25, -3.5)
        ]
        return all(same(*pair, 1e-5) for pair in sides)

    def linear_implication(self, s: Any) -> bool | None:
        if "conclusion" not in s:
            return False
        if s["conclusion"][0] == "equal":
            return self.compare(self.value(s["conclusion"][1]), "=", self.value(s["conclusion"][2]), CLOSE)
        return condition(s["conclusion"][0], self.value(s["conclusion"][1]))

    def same_shape(self, s: Any) -> bool:
        return self.reader.term(s["lhs"]).shape == self.reader.term(s["rhs"]).shape


def free_indices(t: Term) -> set[Any]:
    """Those of names; bound ones have numbers."""
    found = {i for u in t.subterms() if u.op in ("at", "basis", "delta") for i in u.beside}
    found |= {i for u in t.subterms() if u.op in BINDERS for i in u.beside[1:]}
    return {i for i in found if isinstance(i[0], str)}


def all_free(statement: Any, reader: Reader) -> set[Any]:
    """The free indices of all terms in a statement."""
    found: set[Any] = set()
    for key, value in statement.items():
        if key not in ("dimensions", "symbols", "definitions", "hypotheses", "kind", "relation", "relations", "side"):
            for text in _texts(value):
                try:
                    found |= free_indices(reader.term(text))
                except Exception:  # a name or a word, no term
                    continue
    return found


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
