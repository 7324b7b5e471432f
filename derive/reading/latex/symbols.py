"""Declarations of symbols: ``dimension N, K``, ``vectors a, g : N nonzero``, ``matrix X : N x K``, ``scalar s > 0, t``."""

from __future__ import annotations

import re

from derive.language.terms import Dim, Dimension, Index, Symbol
from derive.reading.assumptions import OF_RELATION
from derive.reading.environment import Meaning
from derive.reading.latex.assumed import TRAILING, assumptions_in
from derive.reading.latex.clauses import Clause, find, split
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import plain_name

_BOUND = re.compile(
    r"\s*(>=|<=|!=|>|<|=|\\geq?(?![A-Za-z])|\\neq?(?![A-Za-z])|\\leq?(?![A-Za-z])|\\gt|\\lt)\s*(\S+)\s*$"
)
_CROSSING = re.compile(r"\s(?:x|by|×)\s|\\times")


def declare_symbols(here: Declaring, clause: Clause) -> Context:
    """``dimension N, K``, ``vectors a, g : N nonzero``, ``matrix X : N x K``, ``index i : N``."""
    text, begin, end = here.text, clause.begin, clause.end
    colon = find(text, begin, end, ":")
    words: list[str] = []
    dims: tuple[Dim, ...] = ()
    stop = end
    if clause.keyword != "dimension":
        if colon < 0:
            raise here.error(end, "the end", f"a colon and a dimension, as in {clause.keyword} … : N")
        stop = colon
        if trailing := TRAILING.search(text, colon + 1, end):
            words, end = trailing[1].split(), trailing.start()
            if clause.keyword == "index":
                raise here.error(trailing.start(1), f"the property {words[0]!r}", "the end")
        cuts = [edge for match in _CROSSING.finditer(text, colon + 1, end) for edge in match.span()]
        edges = [colon + 1, *cuts, end]
        dims = tuple(here.dim(edges[n], edges[n + 1]) for n in range(0, len(edges), 2))
        wanted = 2 if clause.keyword == "matrix" else 1
        if len(dims) != wanted:
            found = f"{len(dims)} dimension{'s' if len(dims) > 1 else ''}"
            raise here.error(colon + 1, found, "two, as in N x K" if wanted == 2 else "one")
    for part in split(text, begin, stop, ","):
        key, mark, at = here.name(*part)
        meaning: Meaning
        if clause.keyword in ("vector", "matrix"):
            here.once(key, mark, at, (len(dims),), (1, 2))
            meaning = here.make(at, Symbol, here.internal(key, mark, len(dims)), dims, frozenset(words))
        else:
            here.once(key, mark, at)
            if clause.keyword == "dimension":
                meaning = here.make(at, Dimension, here.context.internal(key, mark))
            else:
                meaning = here.make(at, Index, plain_name(key), dims[0])
        here.context = here.make(clause.at, here.context.declare, {(key, mark): meaning})
    if not text[begin:stop].replace(",", "").strip():
        raise here.error(clause.begin, "nothing", "a name")
    return here.context


def declare_scalars(here: Declaring, clause: Clause) -> Context:
    r"""``scalar \epsilon >= 0, s > 0, t, d > 2, c nonzero``"""
    bounds: list[tuple[int, int]] = []
    text = here.text
    for begin, end in split(text, clause.begin, clause.end, ","):
        words: set[str] = set()
        if trailing := TRAILING.search(text, begin, end):
            words, end = set(trailing[1].split()), trailing.start()
        if bound := _BOUND.search(text, begin, end):
            sign = RELATIONS.get(bound[1], bound[1])
            if bound[2] == "0" and sign in OF_RELATION:
                words.add(OF_RELATION[sign])
            else:
                bounds.append((begin, end))
            end = bound.start()
        key, mark, at = here.name(begin, end)
        here.once(key, mark, at, (0,))
        meaning = here.make(at, Symbol, here.internal(key, mark, 0), (), frozenset(words))
        here.context = here.make(clause.at, here.context.declare, {(key, mark): meaning})
    if not text[clause.begin : clause.end].replace(",", "").strip():
        raise here.error(clause.begin, "nothing", "a name")
    context = here.context
    inside = Declaring(here.source, context, here.declared)
    return context.assume([found for begin, end in bounds for found in assumptions_in(inside, begin, end)])
