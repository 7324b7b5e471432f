r"""``A^\top A = B \in \R^{K \times K}``: the type behind a relation is no claim; one that its side has not is an error.

So it is of "for all $b \in \R^K$", where b is a declared name of which nothing else is said; and a condition that holds
anyway, "when $a = A x$", limits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.node import show_shape
from derive.language.substitution import symbols_of
from derive.language.terms import Dim, Dimension, Symbol
from derive.reading.latex import Context, read_latex
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import key_of_text
from derive.reading.latex.symbols import assumed_by
from derive.reading.paper.asides import in_both
from derive.reading.paper.chains import Formula, Formulas
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.conditions import EVERYWHERE
from derive.reading.paper.known import is_given, read
from derive.reading.paper.units import Premise
from derive.reading.paper.unsaid import Membership, Proviso
from derive.reading.source import Source

#: What is noted of a definition, and of a relation that is a condition.
DEFINITION = "definition"
CONDITION = "a condition of what stands before it"
HELD = "a condition that holds anyway"
_CROSSING = re.compile(r"\\times(?![A-Za-z])")


def typed(
    source: Source, relations: Sequence[Relation], said: Formulas, context: Context, noted: Sequence[Note]
) -> tuple[list[Relation], list[Note]]:
    """Relations of a display, those with another type behind them an error; and notes of types of unknown dimensions.

    All of them are where a type is not that of a name; a condition behind one of them, which may limit it and cannot be
    assumed, as beside a definition, is supposed by all.
    """
    made, notes = [replace(each, source=source) for each in relations], list[Note]()
    defines = any(note.text == DEFINITION for note in noted)
    for one in said.types:
        if isinstance(one, Proviso):
            if narrows(source, one, context):
                of = next((each for each in said.formulas if one.of in each.signs and each.aside is None), None)
                given = _given(source, one, context) if one.limits and of is not None and not defines else ()
                if of is not None and given:
                    others = [other for other in said.types if isinstance(other, Proviso) and other is not one]
                    made = [_under(each, given, (one, *others), of, context) for each in made]
                    notes += (Note(source, sign, CONDITION) for sign in one.signs)
                    continue
                hint = "declare it: % derive: assume …; what is assumed or holds anyway may stay"
                what = "a condition in words" if one.signs else "a condition that says nothing exact"
                error = source.error(one.at, what, "relations that need none", hint)
                premise = Premise(source, one.at, "the condition", error)
                made = [_supposing(each, premise) for each in made]
                made += (Relation(source, sign, error=error) for sign in one.signs)
            else:
                notes += (Note(source, sign, HELD) for sign in one.signs)
            continue
        if one.remark == "words":
            notes.append(Note(source, one.at, "a relation in words", kind="words"))
            continue
        if one.remark == "map":
            notes.append(Note(source, one.at, "the type of a function, of which nothing is decided"))
            continue
        if one.listed:
            notes.append(Note(source, one.at, "membership in a set, of which nothing is decided"))
            continue
        if (why := _of_names(source, one, context)) is not None:
            made = [each.with_error(why) for each in made]
            continue
        if one.remark == "set":
            key = key_of_text((one.dims or "").replace(" ", ""))
            if key is not None and context.names(*key):
                found = f"a set {one.dims}, which is declared as something else"
                made = [each.with_error(source.error(one.at, found, "a set")) for each in made]
                continue
            error = source.error(one.at, "a condition that says nothing exact", "relations that need none")
            made = [_supposing(each, Premise(source, one.at, "the condition", error)) for each in made]
            continue
        wanted = _shape(one, context)
        if wanted is None and one.remark in ("shape", "flat") and not _of_sizes(one, context):
            hint = r"a number of a formula is \tag{1}; a remark is \text{…}"
            expected = "a relation in it, or a shape"
            error = source.error(one.at, "what stands apart behind a formula", expected, hint)
            made = [each.with_error(error) for each in made]
            continue
        if wanted is None:
            notes.append(Note(source, one.at, "a type with dimensions that are not declared"))
            continue
        for number, each in enumerate(made):
            if one.names or each.at != one.of or each.rhs is None:
                continue
            shape = _of_matrix(each.rhs.shape)
            if wanted not in (shape, shape[::-1] if one.remark == "flat" else shape):
                found = f"the type {show_shape(wanted)} of what has the shape {show_shape(each.rhs.shape)}"
                hint = "mend the type, or the declarations that the shape comes from"
                made[number] = each.with_error(source.error(one.at, found, "the type that it has", hint))
    return made, notes


def _supposing(relation: Relation, premise: Premise) -> Relation:
    """A relation that may have a condition; beside another one, or in several readings, nobody knows what that is of."""
    if relation.readings or relation.under != EVERYWHERE:
        return relation.with_error(premise.error)
    return replace(relation, supposed=premise.after(relation.supposed))


def not_given(source: Source, types: Sequence[Membership | Proviso], context: Context) -> list[Proviso]:
    """The conditions that may limit what stands before them."""
    return [one for one in types if isinstance(one, Proviso) and narrows(source, one, context)]


def narrows(source: Source, one: Proviso, context: Context) -> bool:
    r"""May a condition limit the relation before it?  ``h \ll 1`` limits no ``\approx``, of which nothing is decided."""
    if not one.signs:
        return RELATIONS.get(source.text[slice(*one.of)]) != "~"
    formulas = (source.text[slice(*part)] for part in one.parts)
    return not all(is_given(formula, read(formula, context), context) for formula in formulas)


def _given(source: Source, one: Proviso, context: Context) -> tuple[Hypothesis, ...]:
    """What a condition says as hypotheses; none where a part of it cannot be one, or speaks of an index of the relation."""
    found: list[Hypothesis] = []
    for part in one.parts:
        try:
            chain = read_latex(source.text, context, source.file, begin=part[0], end=part[1])
            if len(chain.terms) < 2 or any(term.free for term in chain.terms):
                return ()
            found += assumed_by(context, chain)
        except InputError:
            return ()
    return tuple(found)


def _under(
    relation: Relation, given: tuple[Hypothesis, ...], said: Sequence[Proviso], formula: Formula, context: Context
) -> Relation:
    """A relation under the first of some conditions, which stands behind a formula, if it is of its row.

    Another one of the display is with it and without, or as it is under its own; below it in a chain it could go on from
    the row with the condition, or from the side before it.
    """
    one, *others = said
    if any(other.is_of(relation.at) for other in others):
        if not (formula.begin < relation.at < formula.end and one.of[0] < relation.at):
            return relation
        hint = "write the left side of each row that has a condition of its own"
        error = relation.source.error(relation.at, "a row with a condition below another one", "one reading", hint)
        return relation.with_error(error)
    own = one.is_of(relation.at) and formula.begin <= relation.at and not (formula.arrow or formula.joint)
    if own and relation.error is None and not relation.readings:
        return relation.assuming(given, context)
    ways = ("it is claimed of all", "it is claimed under the condition in the display")
    return in_both(relation, given, context, ways, "write the condition on each row of what it limits")


def _of_names(source: Source, one: Membership, context: Context) -> InputError | None:
    """Why a type of names says more than their declarations do; None of none, and where nothing more is said."""
    for name in one.names:
        found = key_of_text(name)
        terms = [] if found is None else [context.env.names[word] for word in context.names(*found)]
        symbol = terms[0] if len(terms) == 1 else None
        expected = "a declared name, with the type of its declaration"
        if not isinstance(symbol, Symbol):
            return source.error(one.at, f"a type of {name[:40]}", expected, "declare it")
        limited = symbol.properties or any(symbol in symbols_of(*each.terms) for each in context.env.hypotheses)
        wanted = None if one.remark == "set" else _shape(one, context)
        if limited or (wanted is not None and _of_matrix(symbol.shape) != wanted):
            hint = "the relation is decided for what is declared; mend the declaration, or the text"
            what = f"a type of {name[:40]}, of which the declarations say {'more' if limited else show_shape(symbol.shape)}"
            return source.error(one.at, what, expected, hint)
    return None


def _shape(one: Membership, context: Context) -> tuple[Dim, ...] | None:
    """Rows and columns of a type, 1 of what has none; None where a dimension is not known."""
    parts = [] if one.dims is None else _CROSSING.split(one.dims)
    found = [_dim(part.strip(), context) for part in (*parts, "1", "1")[: max(2, len(parts))]]
    known = tuple(dim for dim in found if dim is not None)
    return known if len(known) == len(found) else None


def _of_sizes(one: Membership, context: Context) -> bool:
    """Could a type be one, of which no part is anything else than a dimension, or a name that is not declared?"""
    parts = [part.strip() for part in _CROSSING.split(one.dims or "")]
    keys = [key_of_text(part) for part in parts if _dim(part, context) is None]
    return all(key is not None and not context.names(*key) for key in keys)


def _dim(text: str, context: Context) -> Dim | None:
    if text.replace(" ", "").isdecimal():
        return int(text.replace(" ", ""))
    found = key_of_text(text)
    meanings = [] if found is None else [context.env.names[name] for name in context.names(*found)]
    return next((meaning for meaning in meanings if isinstance(meaning, Dimension)), None)


def _of_matrix(shape: Sequence[Dim | None]) -> tuple[Dim, ...]:
    """A shape as one of a matrix; a vector is a column."""
    whole = tuple(1 if dim is None else dim for dim in shape)
    return (*whole, 1, 1)[: max(2, len(whole))]
