"""Statements with free indices, in the notation of certificates, and what they mean, from the page of the format alone.

A statement with free indices says, for every value of them, pointwise: where every authored sub-term is defined at that
value, the relation holds.  A free index of a hypothesis is closed in it.  `failing` takes that word for word: it goes over
small sizes, data and values of the indices, with fractions, and shares nothing with `derive`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt, log, prod, sqrt
from random import Random
from typing import Any

JSON = dict[str, Any]

#: Shapes and properties of the symbols that the statements may use.
SYMBOLS: JSON = {
    **{name: (["N"], []) for name in "uvwxt"},
    "g": (["N"], ["nonzero"]),
    "A": (["N", "N"], []),
    "c": ([], []),
    "p": ([], ["positive"]),
}

ORTHOGONAL = ["equal", "hadamard(u, v)", "zeros(N)"]


def closed(condition: str, *terms: str) -> list[str]:
    """A hypothesis; its free indices are closed in it."""
    return [condition, *map(spelled, terms)]


def spelled(term: str) -> str:
    """``u[i]``, ``A[i, j]``, ``sum(i, …)``, ``delta(i, j)`` and ``basis(i)`` in the notation of the format."""
    term = re.sub(r"\b(\w)\[(\w), (\w)\]", r"at(\1, \2:N, \3:N)", term)
    term = re.sub(r"\b(\w)\[(\w)\]", r"at(\1, \2:N)", term)
    term = re.sub(r"\bdelta\((\w), (\w)\)", r"delta(\1:N, \2:N)", term)
    return re.sub(r"\b(sum|prod|basis)\((\w)(?=[,)])", r"\1(\2:N", term)


def stated(kind: str, fields: JSON, given: tuple[list[str], ...] = ()) -> JSON:
    """A statement with the symbols that it uses."""
    text = str((fields, given))
    used = {name for name in SYMBOLS if re.search(rf"\b{name}\b(?!:)", re.sub(r"\w:N", "", text))}
    symbols = {name: {"shape": SYMBOLS[name][0], "properties": SYMBOLS[name][1]} for name in sorted(used)}
    return {
        "kind": kind, "dimensions": ["N"], "symbols": symbols, "definitions": [], **fields, "hypotheses": list(given),
    }  # fmt: skip


def equal(lhs: str, rhs: str, *given: list[str]) -> JSON:
    """lhs = rhs."""
    return stated("equation", {"terms": [spelled(lhs), spelled(rhs)]}, given)


def bound(lhs: str, relation: str, rhs: str, *given: list[str]) -> JSON:
    """lhs ≥ rhs, or another relation."""
    return stated("bound", {"lhs": spelled(lhs), "relation": relation, "rhs": spelled(rhs)}, given)


def implies(condition: str, term: str, *given: list[str]) -> JSON:
    """The condition holds."""
    return stated("implication", {"conclusion": [condition, spelled(term)]}, given)


# --- the meaning ------------------------------------------------------------------------------------------------------


class Undefined(Exception):
    """A sub-term has no value at this point and these values of the indices."""


Value = Any  # a number, or a tuple of values
Place = dict[str, int]
TOKEN = re.compile(r"-?\d+|\w+|[(),:]")


def parsed(text: str) -> Any:
    """A number, a name, an index (":", name), or (operation, arguments)."""
    tokens = TOKEN.findall(text)

    def term() -> Any:
        word = tokens.pop(0)
        if tokens and tokens[0] == ":":
            del tokens[:2]
            return (":", word)
        if not tokens or tokens[0] != "(":
            return Fraction(word) if re.fullmatch(r"-?\d+", word) else word
        arguments = []
        while tokens.pop(0) != ")":
            arguments.append(term())
        return word, arguments

    return term()


def free(term: Any) -> set[str]:
    """The free indices of a term."""
    if not isinstance(term, tuple):
        return set()
    if term[0] == ":":
        return {term[1]}
    inner = set().union(*map(free, term[1]))
    return inner - {term[1][0][1]} if term[0] in ("sum", "prod") else inner


@dataclass(frozen=True)
class Data:
    """A size and the values of the symbols."""

    size: int
    values: dict[str, Value]

    def value(self, term: Any, place: Place) -> Value:
        """The value of a term, by the table of the format; every sub-term must have one."""
        if isinstance(term, Fraction):
            return term
        if term == "N":
            return Fraction(self.size)
        if isinstance(term, str):
            return self.values[term]
        operation, arguments = term
        every = range(self.size)
        if operation in ("sum", "prod"):
            (_, name), body = arguments
            found = [self.value(body, {**place, name: n}) for n in every]
            return _total(found) if operation == "sum" else prod(found, start=Fraction(1))
        if operation in ("ones", "zeros"):
            return (Fraction(operation == "ones"),) * self.size
        if operation in ("delta", "basis"):
            places = [place[name] for _, name in arguments]
            if operation == "basis":
                return tuple(Fraction(n == places[0]) for n in every)
            return Fraction(places[0] == places[1])
        if operation == "at":
            made = self.value(arguments[0], place)
            for _, name in arguments[1:]:
                made = made[place[name]]
            return made
        return _applied(operation, [self.value(each, place) for each in arguments])


def _total(values: list[Value]) -> Value:
    if isinstance(values[0], tuple):
        return tuple(_total(list(column)) for column in zip(*values, strict=True))
    return sum(values, Fraction(0))


def _entrywise(function: Any, *values: Value) -> Value:
    if isinstance(values[0], tuple):
        return tuple(_entrywise(function, *entries) for entries in zip(*values, strict=True))
    return function(*values)


def _quotient(above: Value, below: Value) -> Value:
    if below == 0:
        raise Undefined
    return above / below


def _root(value: Value) -> Value:
    if value < 0:
        raise Undefined
    if isinstance(value, Fraction):
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above**2 == value.numerator and below**2 == value.denominator:
            return Fraction(above, below)
    return sqrt(value)


def _power(value: Value, exponent: Fraction) -> Value:
    if value == 0 and exponent < 0:
        raise Undefined
    return value**exponent


def _log(value: Value) -> Value:
    if value <= 0:
        raise Undefined
    return log(value)


def _applied(operation: str, values: list[Value]) -> Value:
    first, last = values[0], values[-1]
    match operation:
        case "add":
            return _total(values)
        case "neg":
            return _entrywise(lambda x: -x, first)
        case "mul" | "hadamard":
            out = first
            for value in values[1:]:
                if isinstance(out, tuple) == isinstance(value, tuple):
                    out = _entrywise(lambda x, y: x * y, out, value)
                else:
                    scalar, vector = (value, out) if isinstance(out, tuple) else (out, value)
                    out = _entrywise(lambda x, s=scalar: s * x, vector)
            return out
        case "div" if isinstance(last, tuple):
            above = first if isinstance(first, tuple) else (first,) * len(last)
            return _entrywise(_quotient, above, last)
        case "div":
            return _entrywise(lambda x: _quotient(x, last), first)
        case "pow":
            return _entrywise(lambda x: _power(x, last), first)
        case "sqrt":
            return _root(first)
        case "log":
            return _entrywise(_log, first)
        case "abs":
            return _entrywise(abs, first)
        case "dot":
            return sum((x * y for x, y in zip(first, last, strict=True)), Fraction(0))
        case "norm":
            return _root(sum((x * x for x in first), Fraction(0)))
    raise NotImplementedError(operation)


def _same(left: Value, right: Value) -> bool:
    if isinstance(left, tuple):
        return all(map(_same, left, right))
    return left == right or ((isinstance(left, float) or isinstance(right, float)) and abs(left - right) < 1e-9)


def _condition(kind: str, value: Value) -> bool:
    entries = value if isinstance(value, tuple) else (value,)
    match kind:
        case "nonzero":
            return all(not _same(x, 0) for x in entries)
        case "not_zero":
            return any(not _same(x, 0) for x in entries)
        case "positive":
            return value > 1e-9
        case "nonneg":
            return value > -1e-9
    raise NotImplementedError(kind)


def _places(size: int, *terms: Any) -> Iterator[Place]:
    names = sorted(set().union(*map(free, terms)))
    for values in product(range(size), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def assumed(data: Data, hypothesis: list[str]) -> bool:
    """Does a hypothesis hold: for all values of its own indices, and defined at all of them."""
    word, *terms = hypothesis
    trees = [parsed(term) for term in terms]
    try:
        for place in _places(data.size, *trees):
            values = [data.value(tree, place) for tree in trees]
            if not (_same(*values) if word == "equal" else _condition(word, *values)):
                return False
    except Undefined:
        return False
    return True


def fails_at(statement: JSON, data: Data, place: Place) -> bool | None:
    """Is the relation false there; None where the statement says nothing."""
    try:
        match statement["kind"]:
            case "equation":
                values = [data.value(parsed(term), place) for term in statement["terms"]]
                return not _same(*values)
            case "bound":
                left, right = (data.value(parsed(statement[side]), place) for side in ("lhs", "rhs"))
                gap = right - left if statement["relation"][0] == "<" else left - right
                kind = {">=": "nonneg", "<=": "nonneg", ">": "positive", "<": "positive", "!=": "nonzero"}
                return not _condition(kind[statement["relation"]], gap)
            case "implication":
                word, term = statement["conclusion"]
                return not _condition(word, data.value(parsed(term), place))
    except Undefined:
        return None
    raise NotImplementedError(statement["kind"])


def spoken_of(statement: JSON) -> list[Any]:
    """The terms that it speaks of."""
    fields = {"equation": statement.get("terms"), "bound": [statement.get("lhs"), statement.get("rhs")]}
    return [parsed(term) for term in fields.get(statement["kind"], statement.get("conclusion", [])[1:])]


def admitted(statement: JSON, data: Data) -> bool:
    """Do all hypotheses hold, and the properties of the symbols?"""
    declared = [[word, name] for name, each in statement["symbols"].items() for word in each["properties"]]
    return all(assumed(data, hypothesis) for hypothesis in [*declared, *statement["hypotheses"]])


def grid(statement: JSON) -> Iterator[Data]:
    """Small sizes and data; sampled where they are many."""
    shapes = {name: each["shape"] for name, each in statement["symbols"].items()}
    for size in (1, 2, 3):
        numbers = sum(size ** len(shape) for shape in shapes.values())
        if 4**numbers <= 300:
            drawn: Any = product((0, 1, -1, 2), repeat=numbers)
        else:
            random = Random(f"{numbers}")
            drawn = ([random.choice((0, 0, 1, 1, -1, 2)) for _ in range(numbers)] for _ in range(400))
        for found in drawn:
            rest = [Fraction(number) for number in found]
            yield Data(size, {name: _taken(rest, size, len(shape)) for name, shape in shapes.items()})


def _taken(rest: list[Fraction], size: int, axes: int) -> Value:
    return tuple(_taken(rest, size, axes - 1) for _ in range(size)) if axes else rest.pop()


def failing(statement: JSON) -> tuple[bool, tuple[Data, Place] | None]:
    """Does it speak of anything on the grid; and a point and a place at which it fails, if there is one."""
    speaks = False
    terms = spoken_of(statement)
    for data in grid(statement):
        if not admitted(statement, data):
            continue
        for place in _places(data.size, *terms):
            fails = fails_at(statement, data, place)
            if fails:
                return True, (data, place)
            speaks = speaks or fails is False
    return speaks, None


# --- the table --------------------------------------------------------------------------------------------------------

UV = closed("equal", "mul(u[k], v[k])", "0")
UV_SAME = closed("equal", "mul(u[i], v[i])", "0")
CV = closed("equal", "mul(c, v[k])", "0")
T_POSITIVE, T_NONNEG, V_NONZERO = closed("positive", "t[j]"), closed("nonneg", "t[j]"), closed("nonzero", "v[j]")
AU = closed("equal", "mul(A[i, j], u[j])", "0")
A_SYMMETRIC = closed("equal", "A[i, j]", "A[j, i]")
CONSTANT = closed("equal", "u[i]", "u[j]")

TRUE: dict[str, JSON] = {
    "a divisor where it stands": equal("div(u[i], v[i])", "0", ORTHOGONAL),
    "by components": equal("div(u[i], v[i])", "0", UV),
    "by components with the claim's index": equal("div(u[i], v[i])", "0", UV_SAME),
    "by components, another name": equal("div(u[j], v[j])", "0", UV_SAME),
    "a divisor beside it": equal("add(u[j], div(0, v[j]))", "0", ORTHOGONAL),
    "a divisor of which one factor is enough": equal("div(mul(u[i], u[j]), v[i])", "0", ORTHOGONAL),
    "two divisors": equal("div(mul(u[i], u[j]), mul(v[i], v[j]))", "0", ORTHOGONAL),
    "cancelled": equal("div(v[i], v[i])", "1"),
    "cancelled crosswise": equal("mul(div(v[i], v[j]), div(v[j], v[i]))", "1"),
    "cancelled apart": equal("div(mul(u[j], v[i]), v[i])", "u[j]"),
    "a product of quotients": equal("mul(div(u[i], v[i]), div(u[j], v[j]))", "div(mul(u[i], u[j]), mul(v[i], v[j]))"),
    "an entry of a quotient": equal("at(div(u, v), i:N)", "div(u[i], v[i])"),
    "a vector divisor": equal("dot(div(u, v), v)", "sum(i, u[i])"),
    "a vector divisor is of all": equal("add(u[j], mul(0, sum(i, at(div(1, v), i:N))))", "0", ORTHOGONAL),
    "a sum of quotients": equal("sum(i, div(u[i], v[i]))", "0", ORTHOGONAL),
    "a divisor below a sum is of all": equal("add(u[j], mul(0, sum(i, div(1, v[i]))))", "0", ORTHOGONAL),
    "one of the same name below a sum": equal("add(u[i], mul(0, sum(i, div(1, v[i]))))", "0", ORTHOGONAL),
    "the whole sum": equal("add(sum(i, u[i]), mul(0, sum(i, div(1, v[i]))))", "0", ORTHOGONAL),
    "one name free and bound": equal(
        "add(div(u[i], v[i]), sum(i, mul(u[i], w[i])))", "add(div(u[i], v[i]), dot(u, w))"
    ),
    "a quotient and a sum": equal("add(div(u[i], v[i]), sum(i, u[i]))", "sum(i, u[i])", ORTHOGONAL),
    "a scalar is 0": equal("add(c, div(0, v[i]))", "0", CV),
    "a scalar over a component": equal("div(c, v[i])", "0", CV),
    "equal components": equal("u[i]", "w[i]", closed("equal", "u[j]", "w[j]")),
    "equal components of the same name": equal("u[i]", "w[i]", closed("equal", "u[i]", "w[i]")),
    "equal vectors by components": equal("u", "w", closed("equal", "u[i]", "w[i]")),
    "a constant vector": equal("u[k]", "u[l]", CONSTANT),
    "a constant vector, by its sum": equal("mul(N, u[i])", "sum(k, u[k])", CONSTANT),
    "a constant vector, the names changed": equal("u[j]", "u[i]", CONSTANT),
    "reciprocals": equal("mul(v[i], w[i])", "1", closed("equal", "div(1, v[k])", "w[k]")),
    "a hypothesis that divides": equal("u[i]", "0", closed("equal", "div(u[k], v[k])", "0")),
    "a hypothesis on a norm": equal("u[i]", "0", closed("equal", "norm(u)", "0")),
    "nonzero at every index": equal("u[j]", "0", UV, closed("nonzero", "v[k]")),
    "nonzero at every index, over another": equal("div(u[j], v[i])", "0", ORTHOGONAL, closed("nonzero", "v[k]")),
    "an entry over itself": equal("div(A[i, j], A[i, j])", "1"),
    "symmetric by components": equal("A[k, l]", "A[l, k]", A_SYMMETRIC),
    "an entry over its mirror": equal("div(A[i, j], A[j, i])", "1", A_SYMMETRIC),
    "a matrix as a divisor": equal("div(u[j], A[i, j])", "0", AU),
    "a matrix as a divisor, renamed": equal("div(u[i], A[j, i])", "0", AU),
    "a delta and a divisor": equal("div(delta(i, j), v[i])", "div(delta(i, j), v[j])"),
    "a delta makes them one": equal("mul(delta(i, j), div(u[i], v[j]))", "0", ORTHOGONAL),
    "a basis vector": equal("dot(basis(i), u)", "u[i]"),
    "a basis vector and a divisor": equal("div(dot(basis(i), u), v[i])", "0", ORTHOGONAL),
    "a product and its factor": equal("mul(div(prod(k, v[k]), v[i]), v[i])", "prod(k, v[k])"),
    "a root squared": equal("mul(sqrt(x[i]), sqrt(x[i]))", "x[i]"),
    "a root of a product": equal("sqrt(mul(x[i], x[j]))", "mul(sqrt(x[i]), sqrt(x[j]))"),
    "a root of a square": equal("sqrt(pow(x[j], 2))", "abs(x[j])"),
    "a root below a bar": equal("div(x[i], sqrt(x[i]))", "sqrt(x[i])"),
    "a logarithm": equal("log(mul(x[i], x[j]))", "add(log(x[i]), log(x[j]))"),
    "an absolute value": equal("abs(mul(u[i], v[j]))", "mul(abs(u[i]), abs(v[j]))"),
    "a normed component": equal("div(u[i], norm(u))", "at(div(u, norm(u)), i:N)"),
    "a declared divisor": equal("div(u[j], g[i])", "0", ["equal", "hadamard(u, g)", "zeros(N)"]),
    "positive components": bound("t[i]", ">", "0", T_POSITIVE),
    "positive components of the same name": bound("t[j]", ">", "0", T_POSITIVE),
    "their sum": bound("sum(k, t[k])", ">", "0", T_POSITIVE),
    "their product": bound("mul(t[i], t[j])", ">", "0", T_POSITIVE),
    "their reciprocal": bound("div(1, t[i])", ">", "0", T_POSITIVE),
    "nonnegative components": bound("add(t[i], t[k])", ">=", "0", T_NONNEG),
    "nonzero components": bound("v[i]", "!=", "0", V_NONZERO),
    "a radicand": bound("add(x[i], sqrt(x[i]))", ">=", "0"),
    "a square over a square": bound("div(pow(u[i], 2), pow(v[j], 2))", ">=", "0"),
    "one over a square": bound("div(1, pow(v[i], 2))", ">", "0"),
    "the square of a divisor": bound("add(pow(v[i], 2), div(0, v[i]))", ">", "0"),
    "a difference of squares": bound("add(pow(u[i], 2), pow(u[j], 2))", ">=", "mul(2, u[i], u[j])"),
    "a root is not negative": implies("nonneg", "sqrt(mul(x[i], x[j]))"),
    "a quotient of roots": implies("positive", "div(sqrt(x[i]), x[i])"),
    "a divisor is not 0": implies("nonzero", "div(p, v[i])"),
    "implied at every index": implies("positive", "mul(p, t[i])", T_POSITIVE),
    "a vector by its components": implies("not_zero", "v", V_NONZERO),
    "all components": implies("nonzero", "v", V_NONZERO),
}

#: True, and beyond what `derive` proves.
UNREACHED = frozenset(
    {
        "a divisor beside it",
        "a vector divisor is of all",
        "a sum of quotients",
        "a divisor below a sum is of all",
        "one of the same name below a sum",
        "the whole sum",
        "a scalar is 0",
        "a matrix as a divisor",
        "a matrix as a divisor, renamed",
        "a root of a product",
        "a logarithm",
        "the square of a divisor",
        "a difference of squares",
    }
)

FALSE: dict[str, JSON] = {
    "a divisor at another index": equal("div(u[j], v[i])", "0", ORTHOGONAL),
    "at another index, by components": equal("div(u[j], v[i])", "0", UV),
    "at another index, the claim's name": equal("div(u[j], v[i])", "0", UV_SAME),
    "at another index, the other name": equal("div(u[i], v[j])", "0", UV_SAME),
    "a divisor beside it at another index": equal("add(u[j], div(0, v[i]))", "0", ORTHOGONAL),
    "three indices": equal("div(mul(u[i], u[j]), v[k])", "0", ORTHOGONAL),
    "not the whole sum": equal("add(sum(i, u[i]), div(0, v[i]))", "0", ORTHOGONAL),
    "not the whole vector": equal("mul(add(1, div(0, v[i])), u)", "zeros(N)", ORTHOGONAL),
    "not cancelled": equal("div(v[i], v[j])", "1"),
    "not cancelled beside": equal("div(mul(u[j], v[j]), v[i])", "u[j]"),
    "a reciprocal of another": equal("mul(v[i], w[j])", "1", closed("equal", "div(1, v[k])", "w[k]")),
    "other components": equal("u[i]", "w[j]", closed("equal", "u[j]", "w[j]")),
    "a scalar need not be 0": equal("c", "0", CV),
    "constant, and not 0": equal("u[k]", "0", CONSTANT),
    "an entry over another": equal("div(A[i, j], A[j, i])", "1"),
    "a matrix as a divisor in another row": equal("div(u[j], A[i, k])", "0", AU),
    "a matrix as a divisor, mirrored": equal("div(u[j], A[j, i])", "0", AU),
    "a delta apart from it": equal("add(div(delta(i, j), v[j]), u[i])", "div(delta(i, j), v[j])", ORTHOGONAL),
    "a delta in the divisor's place": equal("div(u[i], add(v[j], delta(i, j)))", "0", ORTHOGONAL),
    "a basis vector over another": equal("div(dot(basis(i), u), v[j])", "0", ORTHOGONAL),
    "a root with a sign": equal("sqrt(pow(x[j], 2))", "x[j]"),
    "a radicand at another index": equal("add(sqrt(pow(x[j], 2)), mul(0, sqrt(x[i])))", "x[j]"),
    "two logarithms": equal("log(mul(x[i], x[j]))", "mul(log(x[i]), log(x[j]))"),
    "a quotient of components": equal("div(u[i], v[j])", "div(u[j], v[i])"),
    "some are positive": bound("t[i]", ">", "0", T_NONNEG),
    "a radicand says nothing of others": bound("add(x[j], mul(0, sqrt(x[i])))", ">=", "0"),
    "a divisor says nothing of others": bound("add(pow(v[j], 2), div(0, v[i]))", ">", "0"),
    "nor of their product": bound("add(prod(i, v[i]), div(0, v[i]))", "!=", "0"),
    "a divisor with a sign": bound("div(1, v[i])", ">", "0"),
    "a radicand and a sum": bound("add(sum(i, x[i]), sqrt(x[i]))", ">=", "0"),
    "other components are not positive": bound("add(t[i], neg(t[j]))", ">=", "0", T_POSITIVE),
    "a root over another": implies("nonneg", "div(sqrt(x[i]), x[j])"),
    "a divisor at another": implies("nonzero", "add(v[j], div(0, v[i]))"),
    "a vector has more components": implies("nonzero", "mul(add(1, div(0, v[i])), v)"),
}
