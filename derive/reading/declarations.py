"""Declarations, ``dimension N, K; vectors a, g : N; scalar eps >= 0; let mu = mean(a)``, and hypotheses, ``one.T*v = 0``.

Clauses are separated by ``;`` or a line's end, and ``#`` begins a comment.  Properties stand after the shape, or in a
clause of their own (``nonzero g``), where they become hypotheses; both mean the same.  ``functions of matrices: matrix``
(or ``entrywise``) says what exp(A) is of a square matrix A.  ``function f``: of f(x), a function of a number that is taken
entry by entry, nothing is known but that it is smooth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.errors import NameError_
from derive.language import terms as t
from derive.language.build import define, function, let
from derive.language.hypotheses import Condition, Hypothesis, equal
from derive.printing.plain import QUOTED_NAME
from derive.reading import syntax as s
from derive.reading.elaborate import Elaboration
from derive.reading.environment import OF_MATRICES, Environment, Meaning
from derive.reading.grammar import parse_clause
from derive.reading.source import Source

#: A relation to 0 and what it claims of a scalar.
OF_RELATION = {">": "positive", ">=": "nonneg", "!=": "nonzero"}

#: The same relation read from the right.
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "=": "="}


def is_zero(tree: s.Tree) -> bool:
    return isinstance(tree, s.Numeral) and tree.value == 0


def infer_assumptions(reading: Elaboration, assumptions: tuple[s.Assumption, ...]) -> None:
    """The first walk over hypotheses."""
    for assumption in assumptions:
        if isinstance(assumption, s.Claimed):
            reading.infer(assumption.term)
        else:
            reading.relate(assumption.first, *(side for _, _, side in assumption.rest))


def build_assumptions(reading: Elaboration, assumptions: tuple[s.Assumption, ...]) -> tuple[Hypothesis, ...]:
    """The hypotheses, once dimensions are settled; in ``nonzero g, h`` the property speaks of both."""
    found: list[Hypothesis] = []
    leading: tuple[s.Property, ...] = ()
    for assumption in assumptions:
        if not isinstance(assumption, s.Claimed):
            leading = ()
            left = assumption.first
            for sign, at, right in assumption.rest:
                found.append(_hypothesis(reading, left, sign, at, right))
                left = right
            continue
        if assumption.before or assumption.after:
            leading = assumption.before
        claims = (*leading, *assumption.after)
        if not claims:
            expected = "a hypothesis such as g nonzero, eps > 0 or one.T*v = 0"
            raise reading.source.error(assumption.term.at, "a term alone", expected)
        term = reading.term(assumption.term)
        found.extend(reading.make(claim.at, Condition, claim.word, term) for claim in claims)
    return tuple(found)


def relation_to_zero(reading: Elaboration, sign: str, at: int, right: s.Tree) -> str:
    """The property that ``> 0``, ``>= 0`` or ``!= 0`` claims of a scalar."""
    if sign in OF_RELATION and is_zero(right):
        return OF_RELATION[sign]
    hint = "a hypothesis is an equation, or one of x > 0, x >= 0, x != 0"
    raise reading.source.fail(at, f"the relation {sign!r} in a hypothesis", hint)


def _hypothesis(reading: Elaboration, left: s.Tree, sign: str, at: int, right: s.Tree) -> Hypothesis:
    if sign == "=":
        return reading.make(at, equal, reading.term(left), reading.term(right))
    if is_zero(left) and not is_zero(right):
        left, sign, right = right, MIRRORED[sign], left
    kind, term = relation_to_zero(reading, sign, at, right), reading.term(left)
    return reading.make(at, Condition, "not_zero" if kind == "nonzero" and t.is_vector(term.shape) else kind, term)


_BREAKS = re.compile(rf"{QUOTED_NAME}|(?P<comment>#[^\n]*)|(?P<end>[;\n])")


def read_declarations(text: str, env: Environment | None = None, file: str = "") -> Environment:
    """The environment ``env`` (an empty one by default) with what a text declares.

    Raises `ReadError`, `NameError_`, `ShapeError` or `LimitError` with the place; a name may be declared once in a text.

    >>> env = read_declarations("dimension N; vector v : N nonzero; let m = mean(v)")
    >>> env.names["v"]
    Symbol(name='v', dims=(Dimension(name='N'),), properties=frozenset({'nonzero'}))
    """
    source = Source(text, file)
    if isinstance(text, str) and not text.strip():
        return env or Environment()
    source.check("declarations")
    env = env or Environment()
    declared: set[str] = set()
    for begin, end in _clauses(text):
        if (of_matrices := OF_MATRICES.fullmatch(text, begin, end)) is not None:
            env = Elaboration(source, env).make(begin, env.functions_of_matrices, of_matrices["said"])
            continue
        clause = parse_clause(source, begin, end)
        for word in _names(clause):
            if word.name in declared:
                raise source.fail(word.at, f"the name {word.name!r} is declared twice", "declare it once", NameError_)
            declared.add(word.name)
        env = _Clause(source, env).declare(clause)
    return env


def declared_in(text: str, file: str = "") -> list[tuple[str, bool]]:
    """The names that a text declares, each with whether it is a symbol, a dimension or an index: no definition or function.

    Raises `ReadError` or `LimitError` with the place.
    """
    source = Source(text, file)
    if isinstance(text, str) and not text.strip():
        return []
    source.check("declarations")
    parsed = [parse_clause(source, begin, end) for begin, end in _clauses(text)]
    return [(word.name, not _is_of_others(clause)) for clause in parsed for word in _names(clause)]


def _is_of_others(clause: s.Clause) -> bool:
    """Does a clause declare what is made of other names, or taken of them: a definition, or a function?"""
    return isinstance(clause, s.Lets) or (isinstance(clause, s.Declares) and clause.kind == "function")


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """The places where clauses begin and end, comments and blanks left out."""
    begin = end = 0
    for found in _BREAKS.finditer(text):
        if found["comment"] is not None:
            end = found.start()
            if text[begin:end].strip():
                yield begin, end
            begin = found.end()
        elif found["end"] is not None:
            if text[begin : found.start()].strip():
                yield begin, found.start()
            begin = found.end()
    if text[begin:].strip():
        yield begin, len(text)


def _names(clause: s.Clause) -> tuple[s.Word, ...]:
    match clause:
        case s.Declares(names=names):
            return names
        case s.DeclaresScalars(items=items):
            return tuple(word for word, _, _ in items)
        case s.Lets(name=name):
            return (name,)
    return ()


class _Clause:
    """One clause, read in the environment before it."""

    def __init__(self, source: Source, env: Environment) -> None:
        self.source = source
        self.env = env
        self.reading = Elaboration(source, env)

    def declare(self, clause: s.Clause) -> Environment:
        match clause:
            case s.Declares():
                return self.extend({word.name: self.symbol(clause, word) for word in clause.names}, clause.names[0].at)
            case s.DeclaresScalars(items=items):
                return self.extend({item[0].name: self.scalar(*item) for item in items}, items[0][0].at)
            case s.Lets():
                return self.extend({clause.name.name: self.let(clause)}, clause.name.at)
            case s.Assumes(assumptions=assumptions):
                infer_assumptions(self.reading, assumptions)
                self.reading.settle()
                return self.env.extend({}, build_assumptions(self.reading, assumptions))
        raise TypeError(f"a clause {type(clause).__name__}")

    def extend(self, names: dict[str, Meaning], at: int) -> Environment:
        env = self.reading.make(at, self.env.extend, names)
        first = next((meaning for meaning in names.values() if isinstance(meaning, t.Dimension)), None)
        # The first dimension of an environment that had none is the one that `one` and `I` stand for.
        return env if self.env.dimensions or first is None else replace(env, default=first)

    def symbol(self, clause: s.Declares, word: s.Word) -> Meaning:
        dims = tuple(self.reading.names.dim(dim) for dim in clause.dims)
        match clause.kind:
            case "dimension":
                return self.reading.make(word.at, t.Dimension, word.name)
            case "function":
                return self.reading.make(word.at, function, word.name)
            case "index":
                for claim in clause.properties:
                    raise self.source.error(claim.at, f"the property {claim.word!r}", "the end")
                return self.reading.make(word.at, t.Index, word.name, dims[0])
        properties = frozenset(claim.word for claim in clause.properties)
        return self.reading.make(word.at, t.Symbol, word.name, dims, properties)

    def scalar(
        self, word: s.Word, relations: tuple[tuple[str, int, object], ...], claims: tuple[s.Property, ...]
    ) -> t.Symbol:
        words = {relation_to_zero(self.reading, sign, at, right) for sign, at, right in relations}  # type: ignore[arg-type]
        return self.reading.make(word.at, t.Symbol, word.name, (), frozenset(words | {claim.word for claim in claims}))

    def let(self, clause: s.Lets) -> Meaning:
        if clause.sign.word != "=":
            raise self.source.error(clause.sign.at, f"'{clause.sign.word}'", "'='")
        parameters = {
            word.name: self.reading.make(
                word.at, t.Symbol, word.name, tuple(self.reading.names.dim(dim) for dim in dims)
            )
            for word, dims in clause.parameters
        }
        if len(parameters) != len(clause.parameters):
            raise self.source.fail(clause.name.at, "two parameters of one name", "rename one of them")
        if not parameters:
            (body,) = self.reading.terms(clause.body)
            return self.reading.make(clause.name.at, let, clause.name.name, body)
        inside = replace(self.env, names={**self.env.names, **parameters}, hypotheses=())
        (body,) = Elaboration(self.source, inside).terms(clause.body)
        definition: t.Definition = self.reading.make(
            clause.name.at, define, clause.name.name, body, *parameters.values()
        )
        return definition
