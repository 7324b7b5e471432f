r"""LaTeX → terms and chains: `read_latex`, `read_latex_term`.

Every pairing of bare bars that makes sense is read.  Each side of a relation must have one reading by itself: none is chosen
because the relation then holds.  Of a list in brackets, a column or a row, one whose shape no other side has does not count.

A notation with two readings is read in each, the same way wherever it stands in the formula.  A choice under which a side is
ill-typed does not count.  When one is left it is taken; when more are, and they say different things, the formula is
ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError, UnboundIndex
from derive.language.order import known_of
from derive.language.terms import MAX_DEPTH, Dim, Shape, Term
from derive.printing.text import text
from derive.reading.latex.arrange import Arrangement
from derive.reading.latex.attempts import surviving
from derive.reading.latex.bare_sums import with_indices
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import CONVENTIONS, LINES, NODES, ONE_WAY, Equal, or_declare, settling
from derive.reading.latex.dependence import check_sums, symmetric_slopes
from derive.reading.latex.derivatives import check_open
from derive.reading.latex.differentials import check_differentials
from derive.reading.latex.einstein import contracted
from derive.reading.latex.families import told_by_letters
from derive.reading.latex.formula_uses import check_indices
from derive.reading.latex.grammar import parse
from derive.reading.latex.graphs import held_together
from derive.reading.latex.in_doubt import doubts_in
from derive.reading.latex.jacobians import (
    check_layout,
    check_other,
    check_transposed,
    has_whole,
    in_another,
    may_differentiate,
)
from derive.reading.latex.lookalikes import stands_for_sign
from derive.reading.latex.open_indices import MAX_OPEN, check_kept, is_free, may_be_index, words_of
from derive.reading.latex.otherwise import Otherwise
from derive.reading.latex.readings import Reader, Reading, alike, is_column, is_one, is_square
from derive.reading.latex.scripts import unbound
from derive.reading.latex.sides import (
    are_of_one_rank,
    are_turned,
    as_number,
    check_bases,
    fitting_lists,
    orthogonal,
)
from derive.reading.latex.signs import pairings
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.latex.syntax import Chain, Node
from derive.reading.latex.table import LATEX
from derive.reading.latex.tokens import tokens
from derive.reading.latex.typed import Typed
from derive.reading.latex.varied import check_sides, in_italics, varying
from derive.reading.source import Source
from derive.reading.statement import ReadChain, shaped_zeros
from derive.reading.syntax import TooDeep, Tree
from derive.statements.statement import Statement

#: The readings of each side.
Sides = list[list[Reading]]

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
    ``closed``: it is u · v = 0 for ``u \perp v``, and nothing goes on from its last term.
    """

    closed: bool = False

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
    text: str, context: Context, file: str = "", *, begin: int = 0, end: int | None = None, before: Term | None = None
) -> LatexChain:
    r"""The chain of relations that LaTeX says, in a declared context.

    ``begin`` and ``end`` bound the formula in a longer text, so that places are those of the text; ``before`` is the last
    term of the chain that a formula beginning with a relation sign goes on with.

    Raises `ReadError` (`AmbiguityError` where there are two readings), `NameError_`, `ShapeError` or `LimitError`, each with
    file, line and column.

    >>> from derive.reading.decided import context_from
    >>> context = context_from("dimension N; vectors a, b : N")
    >>> str(read_latex(r"\vec a \cdot \vec b = \vec b^\top \vec a", context).statement)
    'a · b = bᵀ a'
    """
    formula = _formula(text, context, file, begin, end, before)
    found = formula.read(begin)
    places = tuple(map(formula.source.place, found.places))
    formula.source.make(begin, context.check_slopes, found.terms, context.env.hypotheses)
    slopes = symmetric_slopes(found.terms, context.env.names, context.slopes)
    given = (*context.env.hypotheses, *known_of(*found.terms), *slopes)
    return LatexChain(shaped_zeros(found.terms), given, places, tuple(found.relations), found.closed)


def read_latex_term(text: str, context: Context, file: str = "") -> Term:
    """The term that LaTeX says; raises as `read_latex` does."""
    formula = _formula(text, context, file)
    found = formula.read(0)
    if len(found.terms) != 1:
        raise formula.source.error(found.places[0], "a relation sign", "a term")
    return found.terms[0]


def _formula(
    text: str, context: Context, file: str, begin: int = 0, end: int | None = None, before: Term | None = None
) -> _Formula:
    if not isinstance(text, str):
        raise InputError(f"{type(text).__name__} given as a text to read", hint="give a str")
    source = Source(text, file)
    end = len(text) if end is None else end
    if not text[begin:end].strip():
        raise source.error(begin, "an empty text", "a formula")
    return _Formula(source, context, end, before)


def arranged(source: Source, context: Context, begin: int, end: int) -> list[list[Lexeme]]:
    """The lexemes of a text, in every way in which bare bars may be paired."""
    found = context.macros.expand(source, tokens(source, begin, end))
    found = in_italics(found) if context.varied else found
    lexemes = Arrangement(source, context).lexemes(found)
    if not lexemes:
        raise source.error(begin, "nothing but layout", "a formula")
    return pairings(source, lexemes)


class _Sides(NamedTuple):
    """Terms, the relation signs between them and their offsets.

    ``are_equal``: they are those of equations; of these ``whole``: with a derivative without indices, and ``doubts``: what
    in them could be meant otherwise.
    """

    terms: tuple[Term, ...]
    relations: list[str]
    places: list[int]
    are_equal: bool
    whole: bool
    doubts: tuple[Otherwise, ...]
    closed: bool


@dataclass(frozen=True)
class _Formula:
    """What is read: up to an offset, in a context; ``before`` is the last term of the chain that it goes on with."""

    source: Source
    context: Context
    end: int
    before: Term | None

    def read(self, begin: int) -> _Sides:
        """The one reading of the formula that begins at an offset."""
        if (other := varying(self.source, self.context, begin, self.end, self.before)) is not self.context:
            return replace(self, context=other).read(begin)
        ways = arranged(self.source, self.context, begin, self.end)
        attempts = (partial(guarded, self.source, partial(self.without_doubts, lexemes)) for lexemes in ways)
        found: list[_Sides] = []
        for made in surviving(attempts, AmbiguityError, LimitError):
            if not any(self.same(made, other) for other in found):
                found.append(made)
        if len(found) > 1:
            if choice := self.context.choice("bars"):
                return found[0 if choice == "apart" else -1]
            bar = next(lexeme for lexeme in ways[-1] if lexeme.kind in ("LBAR", "RBAR", "LNORM", "RNORM"))
            shown = [" = ".join(text(term, beside=made.terms) for term in made.terms) for made in found[:2]]
            error = AmbiguityError("bars", shown, hint=CONVENTIONS["bars"].hint, convention="bars")
            raise self.source.placed(error, bar.at)
        return found[0]

    def same(self, one: _Sides, other: _Sides) -> bool:
        """Do two readings say the same?  Small ones may differ as terms if they are decided equal without a condition."""
        if one.terms == other.terms:
            return True
        if one.relations != other.relations or len(one.terms) != len(other.terms):
            return False
        pairs = list(zip(one.terms, other.terms, strict=True))
        if any(left.shape != right.shape or max(left.size, right.size) > MAX_COMPARED for left, right in pairs):
            return False
        return all(self.context.decide(Equal(pair, freely=True)) for pair in pairs)

    def without_doubts(self, lexemes: Sequence[Lexeme]) -> _Sides:
        """A chain; raises `AmbiguityError` where its sides are equal only if something in it is meant otherwise."""
        found = self.laid_out(lexemes)
        for doubt in found.doubts:
            other = partial(self.meant_otherwise, lexemes, doubt)
            self.source.make(found.places[-1], check_other, found.terms, doubt, other, self.context.holds)
        return found

    def meant_otherwise(self, lexemes: Sequence[Lexeme], doubt: Otherwise) -> tuple[Term, ...]:
        return replace(self, context=replace(self.context, otherwise=doubt)).chain(lexemes).terms

    def laid_out(self, lexemes: Sequence[Lexeme]) -> _Sides:
        """A chain in the layout of derivatives that is declared, or in the mixed one, if it does not take another one."""
        context = self.context
        if context.printed:
            return self.chain(lexemes)

        def read(layout: str) -> tuple[Term, ...]:
            supposed = replace(context, layout=layout, supposed=not context.layout)
            return replace(self, context=supposed).chain(lexemes).terms

        try:
            found = self.chain(lexemes)
        except ShapeError as error:
            raise (in_another(error, context.layout, read) if may_differentiate(lexemes) else error) from None
        if found.whole:
            self.source.make(found.places[-1], check_layout, found.terms, context.layout, read, context.holds)
        if found.are_equal and not context.layout:
            self.source.make(found.places[-1], check_transposed, found.terms, context.holds)
        return found

    def chain(self, lexemes: Sequence[Lexeme]) -> _Sides:
        """The sides of a chain in the layout of the context, letters that are free indices declared or not."""
        context, related = self.context, any(lexeme.kind == "REL" for lexeme in lexemes)
        while True:
            try:
                return told_by_letters(context, lexemes[0].at, self.source, lambda own: self.chain_in(own, lexemes))
            except UnboundIndex as error:
                known = context.printed or error.name in context.open or error.name in context.env.names
                if known or not related or not may_be_index(error.name) or len(context.open) == MAX_OPEN:
                    raise
                context = replace(context, open=context.open | {error.name})

    def chain_in(self, context: Context, lexemes: Sequence[Lexeme]) -> _Sides:
        """The sides of a chain in a context."""
        chain: Chain = parse(self.source, lexemes, "chain", self.end)
        if len(chain.rest) > MAX_RELATIONS:
            message = f"a chain of {len(chain.rest)} relations; the limit is {MAX_RELATIONS}"
            raise self.source.fail(chain.rest[MAX_RELATIONS][1], message, "split it", LimitError)
        relations, at = [sign for sign, _, _ in chain.rest], [place for _, place, _ in chain.rest]
        nodes = [*filter(None, [chain.first]), *(node for _, _, node in chain.rest)]
        if chain.first is None and self.before is None:
            raise self.source.error(at[0], "a relation sign", "a formula before it")
        nodes, relations, closed = orthogonal(self.source, nodes, relations, at)
        check_differentials(self.source, context, nodes)
        nodes = [with_indices(self.source, context, node) for node in nodes]
        before = self.before
        free = frozenset[str]() if before is None else frozenset(index.name for index in before.free)
        equations = bool(relations) and set(relations) <= {"=", ":="}
        reader, sides = settled(Reader(LATEX, self.source, context, nodes, free), equations)
        of_rows = reader.effort.lines and not context.choice(LINES) and len({len(side[0].shape) for side in sides}) > 1
        if of_rows and not are_of_one_rank(side[0] for side in sides):
            reader.choice(LINES, nodes[0].at, "the named row of a matrix")  # x_i^T x_i = X^T X
        if stands_for_sign(self.source, lexemes):
            reader.effort.relied.add(ONE_WAY["letters"])
        own = None if before is None else {index.name: index.dim for index in before.free}
        if not equations:
            check_open(reader, sides)
        beside = () if before is None else before.shape
        terms = decided(reader, sides, None if before is None else free - context.fixed, own, beside)
        if of_rows and not are_turned(context, terms, lambda other: self.chain_in(other, lexemes).terms):
            reader.choice(LINES, nodes[0].at, "the named row of a matrix")  # \sum_i x_i^T y_i y_i^T = 0
        trees = [reading.tree for side in sides for reading in side] if equations else []
        whole = may_differentiate(lexemes) and any(has_whole(tree, context.slopes) for tree in trees)
        doubts = doubts_in(trees, context)
        terms = terms if chain.first is not None or before is None else (before, *terms)
        check_kept(reader, terms, at[0] if at else lexemes[0].at)
        if reader.effort.told and len({term.shape for term in terms}) > 1:  # \nabla^2 f = \operatorname{tr} H
            reader.choice(min(reader.effort.told), nodes[0].at, r"\nabla^2 of a scalar by a vector")
        check_sides(self.source, context, lexemes[0].at, nodes, terms)
        return _Sides(terms, relations, at, equations, whole, doubts, closed)


def settled(reader: Reader, equations: bool = False) -> tuple[Reader, Sides]:
    """A reader and what it reads, under the only choice of each convention in doubt; raises `AmbiguityError` for two.

    In equations nodes stay in the derivative of a formula where they do in that of a node by the same name.
    """
    try:
        return reader, [read_side(reader, node) for node in reader.sides]
    except AmbiguityError as error:
        doubt = error
        if not error.convention:
            raise
    anew = (reader.anew(reader.context.choose(*way)) for way in settling(doubt))
    attempts = (partial(settled, other, equations) for other in anew)
    found = fitting_lists(reader, doubt.convention, surviving(attempts, AmbiguityError, LimitError))
    if any(not alike(found[0][1], other) for _, other in found[1:]):
        trees = (reading.tree for side in found[0][1] for reading in side)
        if not (equations and doubt.convention == NODES and held_together(trees)):
            raise doubt
    return found[0]


def read_side(reader: Reader, node: Node) -> list[Reading]:
    """The readings of a side; a number is added to each component of a vector where nothing else is well-typed in it."""
    try:
        return reader.read(node)
    except (AmbiguityError, NameError_, LimitError):
        raise
    except InputError as error:
        if reader.context.printed:
            raise
        try:
            return reader.spreading.read(node)
        except InputError:
            raise error from None


def guarded(source: Source, function: Callable[[], T]) -> T:
    """Call a function; a tree that is too deep becomes an error with its place."""
    try:
        return function()
    except TooDeep as error:
        message = f"an expression nested deeper than {MAX_DEPTH}"
        raise source.fail(error.at, message, "name a part of it with let", LimitError) from None
    except RecursionError:
        raise source.fail(0, "an expression nested too deep", "name a part of it with let", LimitError) from None


#: What a bare 1 beside a matrix and beside a vector could be, too.
_OF_ONE = {
    False: ("matrix", "the identity, I", "write I for the identity"),
    True: ("vector", r"the vector of ones, \vec 1", r"write \vec 1 for the vector"),
}


def decided(
    reader: Reader,
    sides: Sequence[Sequence[Reading]],
    wanted: frozenset[str] | None = None,
    before: Mapping[str, Dim] | None = None,
    beside: Shape = (),
) -> tuple[Term, ...]:
    """The terms of sides with their readings; raises when more than one choice of readings is left.

    Under the summation convention their free indices are those ``wanted``, if these are given.  ``before`` are the free
    indices of the side that a chain goes on with, and what they run over, ``beside`` is its shape.
    """
    chosen: list[Tree] = []
    for side in sides:
        if len(side) > 1:
            labels, convention = reader.told_apart(*side[:2]), side[0].convention
            hint = f"add parentheses; the other side does not choose{or_declare(convention)}"
            raise reader.ambiguous(side[0].tree.at, "a side", labels, hint, convention)
        chosen.append(side[0].tree)
    matrix = len(beside) == 2 or any(len(side[0].shape) == 2 for side in sides)
    square = any(is_square(side[0].shape) for side in sides)
    column = any(is_column(side[0].shape) for side in sides)
    for side in sides if (square or column) and not reader.context.printed else []:
        if is_one(side[0].tree):
            what, other, hint = _OF_ONE[column]
            raise reader.ambiguous(side[0].tree.at, f"a bare 1 beside a {what}", ["the number 1", other], hint)
    if matrix:
        chosen = [as_number(tree) for tree in chosen]
    check_bases(reader, [side[0] for side in sides])
    if reader.context.einstein:
        chosen = contracted(reader, chosen, wanted)
    else:
        for name in sorted(reader.context.open):
            if not is_free(name, [side[0] for side in sides], before):
                word = next((word for tree in chosen for word in words_of(tree, [name])), chosen[0])
                raise unbound(reader, Key(name), word.at)
    check_chain_rules(reader, chosen)
    reader.make(chosen[0].at, check_indices, reader.context, chosen, {*reader.context.open, *(before or {})})
    reader.context.relied.update(reader.effort.relied, [ONE_WAY["open"]] if reader.context.open else ())
    known = {name: dim for name, dim in (before or {}).items() if name in reader.context.open}
    return Typed(reader.source, reader.context).terms(*chosen, known=known, beside=beside)


def check_chain_rules(reader: Reader, sides: Sequence[Tree]) -> None:
    """Raise `AmbiguityError` for a sum of chain rules with two readings: see `derive.reading.latex.dependence`."""
    context = reader.context
    losses = {symbol: y for each in context.losses.values() for y, symbol in each}
    reader.make(sides[-1].at, check_sums, sides, context.env.names, losses, context.depends, context.decide)
