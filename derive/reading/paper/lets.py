r"""``\text{Let } f(x) &= \ln x`` in a display: it says again what is declared, or what has the name is not checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from derive.errors import AmbiguityError, InputError, NameError_
from derive.language.terms import Dimension, Index
from derive.reading.latex import Context, read_latex
from derive.reading.latex.declaring import Clause, clauses
from derive.reading.latex.limiting import LET
from derive.reading.paper.chains import Formula, Formulas
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.known import is_given
from derive.reading.paper.lost import Letters, Lost, letters, named_by
from derive.reading.paper.types import HELD
from derive.reading.paper.units import SO, Premise, defines
from derive.reading.paper.unsaid import Proviso
from derive.reading.source import Source

#: Are some relations proved, without any condition?
Holds = Callable[[Sequence[Relation]], bool]
#: How what is said so is declared.
_DECLARED = "it as a declaration: % derive: let …"


@dataclass(frozen=True)
class LetRow:
    """What "let" says and is not known: a ``premise`` of what has some letters; what has none is proved without it."""

    names: Letters
    premise: Premise


def lets(formula: Formula, before: bool) -> bool:
    """Does a formula stand behind "let", or behind another one that does in its row?"""
    return bool(LET.fullmatch(formula.word)) or (
        before and formula.behind > 0 and not (formula.arrow or formula.word in SO)
    )


def behind_let(
    source: Source, formula: Formula, links: list[Relation], holds: Holds, context: Context
) -> tuple[Formula, list[Relation], list[Note], list[LetRow]]:
    """A formula behind "let", its relations, of which the first is noted where it holds anyway, and what is not known."""
    if not links:
        return formula, links, [], []
    error = _unknown(source, formula, links, holds, context)
    if error is None and _defines(source, formula, context):
        return formula, links, [], []
    if error is None:
        return formula, links[1:], [Note(source, links[0].at, HELD, links[0].label)], []
    found = _let(source, links[0].at, formula.sides[0], context, error)
    made = [replace(each, error=each.error if isinstance(each.error, AmbiguityError) else error) for each in links]
    return replace(formula, condition=None) if found else formula, made, [], [found] if found else []


def behind_rows(source: Source, said: Sequence[Proviso], context: Context) -> tuple[list[LetRow], Premise | None]:
    """What "let" says at the ends of rows, and is not known; the first of which the names cannot be told."""
    made: list[LetRow] = []
    lost: Premise | None = None
    for one in said:
        if one.fixes:
            at, error = one.signs[0], source.error(one.at, "the words 'let'", _DECLARED)
            found = _let(source, at, (one.parts[0][0], at), context, error) if len(one.parts) == 1 else None
            made += [found] if found else []
            lost = lost or (None if found else Premise(source, at, "the definition", error))
    return made, lost


def _let(source: Source, at: int, left: tuple[int, int], context: Context, error: InputError) -> LetRow | None:
    """What "let" says of what stands left of its sign; None where the names cannot be told, or bound others."""
    own = Source(f"{source.text[slice(*left)]} = 0", source.file)
    names = named_by(own, Clause("let", 0, 0, len(own.text)), context)
    entries = (entry for key, each in context.keys.table.items() if key.core in (names or ()) for _, entry in each)
    if names is None or any(isinstance(context.env.names.get(entry), Dimension | Index) for entry in entries):
        return None
    return LetRow(names, Premise(source, at, "the definition", error))


def _unknown(
    source: Source, formula: Formula, links: Sequence[Relation], holds: Holds, context: Context
) -> InputError | None:
    """Why what stands behind "let" is not known; None where it defines, or holds anyway, and what goes on from it does."""
    error = next((link.error for link in links if link.error is not None), None)
    if (error is not None and not isinstance(error, NameError_)) or _defines(source, formula, context):
        return error
    begin, end = formula.sides[0][0], formula.sides[1][1]
    try:
        chain = read_latex(source.text, context, source.file, begin=begin, end=end)
    except InputError:
        chain = None
    given = is_given(source.text[begin:end], chain, context) and (
        error is not None or not links[1:] or holds(links[1:])
    )
    return None if given else source.error(formula.begin, "the words 'let'", _DECLARED)


def _defines(source: Source, formula: Formula, context: Context) -> bool:
    return defines(source, formula.signs[0], context.macros)


class Walked(Protocol):
    """A display that was read."""

    relations: list[Relation]
    lets: list[LetRow]
    context: Context


def with_lets(lost: Lost, reading: Walked, found: Formulas | None, text: Iterable[str]) -> tuple[Lost, list[Relation]]:
    """What is lost below a display by what "let" says in it, and its relations; the ``text`` declares names too."""
    made, own, context = [*reading.relations], lost.copied(), reading.context
    if found is None or not reading.lets:
        return lost, made
    for declared in dict.fromkeys(text):
        for clause in clauses(declared, 0, len(declared)):
            own.declared(Source(declared), clause, context)
    for let in reading.lets:
        own.let(let.names, let.premise)
        for number, each in enumerate(made):
            premise = own.of(_letters(each, found, context))
            made[number] = each.with_error(premise)
            if premise is None:
                made[number] = replace(each, supposed=let.premise.after(each.supposed))
    return own, made


def _letters(relation: Relation, found: Formulas, context: Context) -> Letters | None:
    """The letters of the chain that a relation stands in; of one that rests on others those of the display."""
    own = next((n for n, each in enumerate(found.formulas) if any(at == relation.at for at, _ in each.signs)), None)
    rests = own is None or relation.readings or relation.under.given
    chain = [each for each in found.formulas if not LET.fullmatch(each.word)] if rests else []
    while own is not None and not rests:
        formula = found.formulas[own]
        chain.append(formula)
        if not formula.goes_on:
            break
        own = next((n for n in reversed(range(own)) if found.formulas[n].column == formula.column), None)
        if own is None:
            return None
    made: Letters = frozenset()
    for formula in chain:
        each = letters(Source(formula.text, relation.source.file), formula.begin, formula.end, context)
        if each is None:
            return None
        made |= each
    return made
