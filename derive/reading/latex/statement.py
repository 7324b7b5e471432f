r"""LaTeX → terms and chains: `read_latex`, `read_latex_term`.

Every pairing of bare bars that makes sense is read.  Each side of a relation must have one reading by itself: no reading is
chosen because its shape is that of another side, or because the relation then holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from derive.errors import AmbiguityError, InputError, LimitError, ShapeError
from derive.language.terms import MAX_DEPTH, Term
from derive.printing.text import text
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.bars import pairings
from derive.reading.latex.chains import check_sums
from derive.reading.latex.context import Context
from derive.reading.latex.einstein import contracted
from derive.reading.latex.elaborate import Elaborator
from derive.reading.latex.grammar import parse
from derive.reading.latex.jacobians import check_layout, has_whole, in_another, may_differentiate
from derive.reading.latex.readings import Candidate, Scope, is_one, is_square
from derive.reading.latex.settling import settled
from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.syntax import Chain
from derive.reading.latex.tokens import tokens
from derive.reading.latex.typed import Typed
from derive.reading.source import Source
from derive.reading.statement import ReadChain, shaped_zeros
from derive.reading.syntax import TooDeep, Tree
from derive.statements.equation import prove_equation
from derive.statements.statement import Statement

#: The largest terms whose equality is decided to tell whether two readings differ.
MAX_COMPARED = 40

#: The most relations in one chain.
MAX_RELATIONS = 200

#: Relations that are read and not decided.
_INEXACT = {"~": "a relation that says nothing exact", "∝": "a relation that says proportional, and not by what"}

T = TypeVar("T")


@dataclass(frozen=True)
class LatexChain(ReadChain):
    r"""A chain read from LaTeX.

    Relations are ``= <= < >= > !=``, ``:=`` for definitions, ``~`` for ``\approx``, ``∝`` for ``\propto``.
    """

    @property
    def is_equation(self) -> bool:
        """Is every relation an equality or a definition?"""
        return set(self.relations) <= {"=", ":="}

    @property
    def statement(self) -> Statement:
        r"""What it says; raises `InputError` for a chain with ``\approx`` or ``\propto``."""
        for place, relation in zip(self.places, self.relations, strict=True):
            if what := _INEXACT.get(relation):
                raise InputError(f"{place}: {what}", hint=r"only =, \le, <, \ge, >, \ne are decided")
        plain = tuple("=" if relation == ":=" else relation for relation in self.relations)
        return ReadChain(self.terms, self.hypotheses, self.places, plain).statement


def read_latex(
    text: str,
    context: Context,
    file: str = "",
    *,
    begin: int = 0,
    end: int | None = None,
    before: Term | None = None,
) -> LatexChain:
    r"""The chain of relations that LaTeX says, in a declared context.

    ``begin`` and ``end`` bound the formula in a longer text, so that places are those of the text; ``before`` is the last
    term of the chain that a formula beginning with a relation sign goes on with.

    Raises `ReadError` (`AmbiguityError` where there are two readings), `NameError_`, `ShapeError` or `LimitError`, each with
    file, line and column.

    >>> from derive.reading.latex import context_from
    >>> context = context_from("dimension N; vectors a, b : N")
    >>> str(read_latex(r"\vec a \cdot \vec b = \vec b^\top \vec a", context).statement)
    'a · b = bᵀ a'
    """
    source, end = _source(text, file, begin, end)
    sides, relations, at = _read(source, context, begin, end, before)
    return LatexChain(
        shaped_zeros(sides), context.env.hypotheses, tuple(source.place(place) for place in at), tuple(relations)
    )


def read_latex_term(text: str, context: Context, file: str = "") -> Term:
    """The term that LaTeX says; raises as `read_latex` does."""
    source, end = _source(text, file, 0, None)
    sides, _, at = _read(source, context, 0, end, None)
    if len(sides) != 1:
        raise source.error(at[0], "a relation sign", "a term")
    return sides[0]


def _source(text: str, file: str, begin: int, end: int | None) -> tuple[Source, int]:
    if not isinstance(text, str):
        raise InputError(f"{type(text).__name__} given as a text to read", hint="give a str")
    source = Source(text, file)
    end = len(text) if end is None else end
    if not text[begin:end].strip():
        raise source.error(begin, "an empty text", "a formula")
    return source, end


def arranged(source: Source, context: Context, begin: int, end: int) -> list[list[Lexeme]]:
    """The lexemes of a text, in every way in which bare bars may be paired."""
    found = context.macros.expand(source, tokens(source, begin, end))
    lexemes = Arrangement(source, context).lexemes(found)
    if not lexemes:
        raise source.error(begin, "nothing but layout", "a formula")
    return pairings(source, lexemes)


def _read(
    source: Source, context: Context, begin: int, end: int, before: Term | None
) -> tuple[tuple[Term, ...], list[str], list[int]]:
    """The terms, relation signs and their offsets."""
    found: list[tuple[tuple[Term, ...], list[str], list[int]]] = []
    first: InputError | None = None
    for lexemes in arranged(source, context, begin, end):
        try:
            made = guarded(source, partial(_laid_out, source, context, lexemes, end, before))
        except AmbiguityError:
            raise
        except InputError as error:
            first = first or error
            continue
        if not any(_same(made, other) for other in found):
            found.append(made)
    if not found and first is not None:
        raise first
    if len(found) > 1:
        bar = next(lexeme for lexeme in lexemes if lexeme.kind in ("LBAR", "RBAR", "LNORM", "RNORM"))
        readings = [" = ".join(_shown(made[0])) for made in found[:2]]
        raise Elaborator(source, context).ambiguous(bar.at, "bars", readings, r"write \lvert x \rvert")
    return found[0]


def _same(one: tuple[Sequence[Term], list[str], list[int]], other: tuple[Sequence[Term], list[str], list[int]]) -> bool:
    """Do two readings say the same?  Small ones may differ as terms if the kernel proves them equal without a condition."""
    if one[0] == other[0]:
        return True
    if one[1] != other[1] or len(one[0]) != len(other[0]):
        return False
    for left, right in zip(one[0], other[0], strict=True):
        if left.shape != right.shape or max(left.size, right.size) > MAX_COMPARED:
            return False
        verdict = prove_equation(left, right)
        if verdict.status != "proved" or verdict.conditions:
            return False
    return True


def _shown(terms: Sequence[Term]) -> list[str]:
    return [text(term, beside=terms) for term in terms]


def guarded(source: Source, function: Callable[[], T]) -> T:
    """Call a function; a tree that is too deep becomes an error with its place."""
    try:
        return function()
    except TooDeep as error:
        message = f"an expression nested deeper than {MAX_DEPTH}"
        raise source.placed(LimitError(message, hint="name a part of it with let"), error.at) from None
    except RecursionError:
        raise source.placed(LimitError("an expression nested too deep", hint="name a part of it with let"), 0) from None


def _laid_out(
    source: Source, context: Context, lexemes: Sequence[Lexeme], end: int, before: Term | None
) -> tuple[tuple[Term, ...], list[str], list[int]]:
    """A chain in the layout of derivatives that is declared, or in the mixed one, if it does not take another one."""
    if context.printed or not may_differentiate(lexemes):
        return _chain(source, context, lexemes, end, before)[0]

    def read(layout: str) -> tuple[Term, ...]:
        return _chain(source, replace(context, layout=layout, supposed=not context.layout), lexemes, end, before)[0][0]

    try:
        found, whole = _chain(source, context, lexemes, end, before)
    except ShapeError as error:
        raise in_another(error, context.layout, read) from None
    if whole and set(found[1]) <= {"=", ":="}:
        try:
            check_layout(found[0], context.env.hypotheses, context.layout, read)
        except (AmbiguityError, ShapeError) as error:
            raise source.placed(error, found[2][-1] if found[2] else 0) from None
    return found


def _chain(
    source: Source, context: Context, lexemes: Sequence[Lexeme], end: int, before: Term | None
) -> tuple[tuple[tuple[Term, ...], list[str], list[int]], bool]:
    """The terms, relation signs and their offsets; and whether there is a derivative without indices."""
    chain: Chain = parse(source, lexemes, "chain", end)
    if len(chain.rest) > MAX_RELATIONS:
        message = f"a chain of {len(chain.rest)} relations; the limit is {MAX_RELATIONS}"
        raise source.placed(LimitError(message, hint="split it"), chain.rest[MAX_RELATIONS][1])
    relations = [sign for sign, _, _ in chain.rest]
    at = [place for _, place, _ in chain.rest]
    nodes = [node for _, _, node in chain.rest]
    if chain.first is not None:
        nodes.insert(0, chain.first)
    elif before is None:
        raise source.error(at[0], "a relation sign", "a formula before it")
    scope: Scope = frozenset()
    free = scope if before is None else frozenset(index.name for index in before.free)
    elaborator, sides = settled(
        context,
        lambda own: Elaborator(source, own, nodes, free),
        lambda reader: [reader.read(node, scope) for node in nodes],
    )
    terms = decided(source, context, elaborator, sides, None if before is None else free - context.fixed)
    symbols = {*context.depends.values(), *(symbol for _, symbol in context.losses.values())}
    whole = any(has_whole(candidate.tree, symbols) for side in sides for candidate in side)
    return ((terms if chain.first is not None or before is None else (before, *terms)), relations, at), whole


def decided(
    source: Source,
    context: Context,
    elaborator: Elaborator,
    sides: Sequence[Sequence[Candidate]],
    wanted: frozenset[str] | None = None,
) -> tuple[Term, ...]:
    """The terms of sides with their candidates; raises when more than one choice of candidates is left.

    Under the summation convention their free indices are those ``wanted``, if these are given.
    """
    chosen: list[Tree] = []
    for side in sides:
        if len(side) > 1:
            labels = elaborator.told_apart(*side[:2])
            raise elaborator.ambiguous(
                side[0].tree.at, "a side", labels, "add parentheses; the other side does not choose"
            )
        chosen.append(side[0].tree)
    matrix = any(is_square(side[0].shape) for side in sides)
    for side in sides if matrix and not context.printed else []:
        if is_one(side[0].tree):
            labels = ["the number 1", "the identity, I"]
            raise elaborator.ambiguous(side[0].tree.at, "a bare 1 beside a matrix", labels, "write I for the identity")
    if context.einstein:
        chosen = contracted(elaborator, chosen, wanted)
    check_chain_rules(source, context, chosen)
    reading = Typed(source, context)
    reading.relate(*chosen)
    reading.settle()
    return tuple(reading.term(tree) for tree in chosen)


def check_chain_rules(source: Source, context: Context, sides: Sequence[Tree]) -> None:
    """Raise `AmbiguityError` for a sum of chain rules with two readings: see `derive.reading.latex.chains`."""
    losses = {symbol: y for y, symbol in context.losses.values()}
    try:
        check_sums(sides, context.env.names, losses)
    except AmbiguityError as error:
        raise source.placed(error, sides[-1].at) from None
