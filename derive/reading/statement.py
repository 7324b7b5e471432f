"""Texts → terms and statements: `read_term`, `read_statement`.

A statement is ``lhs = mid = rhs``, or a bound such as ``lhs <= rhs``, with hypotheses before ``|-`` or after ``given``::

    one.T*v = 0, v nonzero |- Pi*v = v
    G*G^-1 = I given g nonzero
    dot(u, v)^2 <= dot(u, u)*dot(v, v)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from derive.language.hypotheses import Hypothesis, same_shape_zero
from derive.language.order import known_of
from derive.language.terms import Number, Term
from derive.printing.plain import QUOTED_NAME
from derive.reading.declarations import build_assumptions, infer_assumptions
from derive.reading.elaborate import Elaboration
from derive.reading.environment import DEFAULT, Environment
from derive.reading.grammar import parse
from derive.reading.held import check_held
from derive.reading.source import Place, Source
from derive.reading.syntax import Assumption, Relations
from derive.statements.bound import Bound, BoundChain
from derive.statements.equation import Equations
from derive.statements.statement import Statement

_PARTS = re.compile(rf"{QUOTED_NAME}|(?P<turnstile>\|-)|(?P<given>(?<!\w)given(?!\w))")


@dataclass(frozen=True)
class ReadChain:
    """``terms[0] = terms[1] = …`` under ``hypotheses`` (the environment's first).

    ``places`` has the place of each relation sign, ``relations`` the signs.  The terms may differ in shape: that is for the
    statement to judge.
    """

    terms: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...]
    places: tuple[Place, ...]
    relations: tuple[str, ...]

    @property
    def is_equation(self) -> bool:
        """Is every relation an equality?"""
        return set(self.relations) == {"="}

    @property
    def statement(self) -> Statement:
        """What it says: equations, or bounds between scalars.

        Raises `ShapeError` for a bound between anything else, `InputError` for bounds that go different ways.
        """
        if self.is_equation:
            return Equations(self.terms, self.hypotheses)
        pairs = zip(pairwise(self.terms), self.relations, strict=True)
        links = [Bound(lhs, relation, rhs, None, self.hypotheses) for (lhs, rhs), relation in pairs]
        return links[0] if len(links) == 1 else BoundChain(tuple(links), self.hypotheses)


def read_term(text: str, env: Environment | None = None, file: str = "") -> Term:
    """The term that a text in plain syntax says; without ``env`` the names of `DEFAULT` are known.

    Raises `ReadError`, `NameError_`, `ShapeError` or `LimitError`, each with line and column.

    >>> read_term("c + 1/2").shape
    ()
    """
    source = Source(text, file)
    source.check("a term")
    tree = parse(source, "term")
    return Elaboration(source, env or DEFAULT).terms(tree)[0]


def read_statement(text: str, env: Environment | None = None, file: str = "") -> ReadChain:
    """The equation or bound, or chain of them, that a text in plain syntax says.

    A bare 0 takes the shape of the other sides.  Raises as `read_term` does.

    >>> chain = read_statement("G*v = g*v")
    >>> len(chain.terms), str(chain.places[0])
    (2, '1:5')
    """
    source = Source(text, file)
    source.check("a statement")
    env = env or DEFAULT
    before, chain, after = _parts(source)
    signs = [(sign, at) for sign, at, _ in chain.rest]
    sides = (chain.first, *(side for _, _, side in chain.rest))
    reading = Elaboration(source, env)
    infer_assumptions(reading, (*before, *after))
    reading.relate(*sides)
    reading.settle()
    terms = tuple(reading.term(side) for side in sides)
    hypotheses = (*build_assumptions(reading, before), *build_assumptions(reading, after))
    places = tuple(source.place(at) for _, at in signs)
    relations = tuple(sign for sign, _ in signs)
    given = (*env.hypotheses, *hypotheses, *known_of(*terms))
    source.make(chain.first.at, check_held, terms, given)
    return ReadChain(shaped_zeros(terms), given, places, relations)


def _parts(source: Source) -> tuple[tuple[Assumption, ...], Relations, tuple[Assumption, ...]]:
    """The hypotheses before ``|-``, the chain, and the hypotheses after ``given``."""
    begin, end = 0, len(source.text)
    before: tuple[Assumption, ...] = ()
    after: tuple[Assumption, ...] = ()
    marks = [found for found in _PARTS.finditer(source.text) if found.lastgroup]
    if turnstile := next((found for found in marks if found["turnstile"]), None):
        before = parse(source, "hypotheses", 0, turnstile.start())
        begin = turnstile.end()
    if given := next((found for found in marks if found["given"] and found.start() >= begin), None):
        end = given.start()
        after = parse(source, "hypotheses", given.end())
    chain: Relations = parse(source, "chain", begin, end)
    if not chain.rest:
        at = len(source.text[:end].rstrip())
        found = "the end" if end == len(source.text) else "'given'"
        raise source.error(at if end == len(source.text) else end, found, "an operator or a relation sign such as =")
    return before, chain, after


def shaped_zeros(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Every bare 0 in the shape of the first side that is none."""
    pattern = next((term for term in terms if term != Number(0)), terms[0])  # type: ignore[arg-type]  # converted there
    return tuple(same_shape_zero(term, pattern)[0] if term != pattern else term for term in terms)
