r"""Definitions beside a condition: "if $t > 0$ we set \[ d := a \]", ``d := a, \quad t > 0``: they hold under it only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from derive.errors import InputError
from derive.language.places import Place
from derive.language.substitution import subterms, symbols_of
from derive.language.terms import Component, Symbol, Term, unknown_function_of
from derive.reading.latex import Context
from derive.reading.latex.spelling import Key
from derive.reading.latex.text_definitions import define
from derive.reading.paper.chains import Formula, Formulas
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.conditions import Conditioned
from derive.reading.paper.document import Display
from derive.reading.paper.known import is_foreign, is_given, read
from derive.reading.paper.limits import Limitation
from derive.reading.paper.lost import DECORATIONS, SCRIPTS, letters
from derive.reading.paper.premises import CLAIMED
from derive.reading.paper.texts import Text
from derive.reading.paper.types import DEFINITION, narrows
from derive.reading.paper.units import Premise
from derive.reading.paper.unsaid import Proviso
from derive.reading.paper.unsummed import Unsummed
from derive.reading.source import Source

#: Words that what follows is a case of; what is supposed from here on is none.
_CASE = re.compile(
    r"\b(?:if|iff|when(?:ever)?|unless|provided|only|except|otherwise|else|cases?|as long as|until|while)\b",
    re.IGNORECASE,
)
#: "For" right before what is one, "for all $b > 0$", but not "for problem 2 we check that $C = I$".
_FOR = re.compile(r"\bfor(?:\s+(?!(?:we|it|which|that|is|are)\b)[a-z]+){0,2}\s*\Z", re.IGNORECASE)
#: A sign that may give its left side a value.
_EQUALS = re.compile(r"&?\s*(?::?=|\\(?:coloneqq|triangleq|equiv|doteq)(?![A-Za-z]))")


def check_definition(source: Source, formula: Formula, term: Term | None, context: Context) -> None:
    """Raise `InputError` where a definition stands under a condition that is more than a declared range."""
    if any(one.sign != "all" for one in formula.beside):
        one = formula.beside[0]
        raise source.error(one.at, f"a definition under the condition {one.said}", "one for all values")
    dims = () if term is None else (*term.shape, *(index.dim for index in term.free))
    Conditioned(source, context, formula.beside).of(*(() if term is None else (term,)), dims=dims)


def under_conditions(
    display: Display, found: Formulas | None, notes: Sequence[Note], limits: Sequence[Limitation | Unsummed],
    text: Text, context: Context,
) -> Iterator[tuple[Formula, Premise, Formula | None]]:  # fmt: skip
    """The formulas of a display that define something in one case, what is not known so, and the formula of the case."""
    defined = [note.at for note in notes if note.text == DEFINITION] if found is not None else []
    ends = [
        one.of
        for one in (found.types if found is not None and defined else ())
        if isinstance(one, Proviso) and narrows(display.source, one, context)
    ]
    for number, formula in enumerate(found.formulas if found is not None else ()):
        at = next((at for at, _ in formula.signs if at in defined), None)
        if at is None or found is None:
            continue
        case = next(_cases(formula, found.formulas[number + 1 :], defined, context), None)
        named = any(isinstance(each, Limitation) and _is_case(each, at, display, text) for each in limits)
        if case is not None or named or any(end in formula.signs for end in ends):
            hint = "write it as one formula, or declare what it needs above: % derive: assume …"
            error = display.source.error(at, "a definition beside a condition", "one for all values", hint)
            yield formula, Premise(display.source, at, "the definition", error), case


def _is_case(limit: Limitation, at: int, display: Display, text: Text) -> bool:
    """Do words say of a definition in what case it is one?"""
    if limit.within is not None:
        return limit.within[0] <= at < limit.within[1]
    place = limit.premise.at
    if place >= display.end:
        words = text.bare[display.end : text.sentence(place)[1]]
        return bool(_CASE.search(words) or re.search(r"\bfor\b", words, re.IGNORECASE))
    begin = text.sentence(place)[0]
    return bool(_CASE.search(text.bare, begin, display.begin) or _FOR.search(text.bare, begin, place))


def _cases(formula: Formula, behind: Sequence[Formula], defined: Sequence[int], context: Context) -> Iterator[Formula]:
    """What stands beside a definition, and is no claim: it does not speak of what is defined, nor hold anyway."""
    name = _bare(formula, *formula.sides[0])
    for other in behind:
        if not other.behind and other.aside is None:
            return
        said = other.text[other.begin : other.end]
        claims = other.word in CLAIMED or any(at in defined for at, _ in other.signs)
        if claims or not other.signs or name in _bare(other, other.begin, other.end):
            continue
        if not is_given(said, read(said, context), context):
            yield other


def _bare(formula: Formula, begin: int, end: int) -> str:
    return re.sub(r"[\s&{}]", "", formula.text[begin:end])


def below_brace(source: Source, formula: Formula, context: Context, declared: set[tuple[Key, bool]]) -> Context | None:
    r"""The context in which a new name below a brace, ``\underbrace{x + y}_{=: z}``, is what stands above it; else None."""
    if formula.aside is None or not formula.aside.defines or len(formula.signs) != 1:
        return None
    above, name = formula.sides
    try:
        return define(source, name, above, context, declared)
    except InputError:
        return None


def check_name(source: Source, at: int, sign: str, lhs: Term, rhs: Term, context: Context) -> None:
    """Raise `ReadError` for a ``:=`` that is no claim: of what stands on both sides, or of a name that is in use.

    Of a declared name, of which nothing is assumed, no equation can be a claim.
    ``z_1 = A x`` beside a vector z is hardly of its first component: it may be another name.
    """
    if isinstance(lhs, Component) and all(isinstance(index, Place) for index in lhs.indices) and rhs.shape:
        hint = "if it is a name of its own, declare it with its index, as in vector z_1 : m"
        raise source.error(at, "a component before an array", "both of one shape", hint)
    if sign != ":=":
        return
    name = lhs.base if isinstance(lhs, Component) else lhs
    if (function := unknown_function_of(name)) is not None:
        hint = "define it with let before it is used, or write = for a claim"
        raise source.error(at, f"a definition of the unknown function {function.name}", "another name", hint)
    if name in subterms(rhs):
        raise source.error(at, "an assignment, what is defined on both sides", "two names, x_1 = x_0 - g")
    assumed = {symbol for each in context.env.hypotheses for symbol in symbols_of(*each.terms)}
    identity = source.text.startswith((r"\equiv", "≡"), at)  # which may say that they are the same anyway
    if isinstance(lhs, Symbol) and lhs not in assumed and not identity:
        hint = "define it before it is used, take another name, or write = for a claim"
        raise source.error(at, "a definition of a name that is in use above", "a name that is not", hint)


def valued(relations: Iterable[Relation], formulas: Sequence[Formula], context: Context) -> dict[str, Premise]:
    r"""The letters of declared names of which an equation that cannot be read may give the value, ``w^* = \arg\min …``."""
    found: dict[str, Premise] = {}
    for relation in relations:
        within = (each for each in formulas if each.begin <= relation.at < each.end)
        formula = next(within, None) if relation.error is not None else None
        if formula is None or formula.goes_on or relation.error is None:
            continue
        if not _EQUALS.match(formula.text, relation.at) or is_foreign(formula.text[slice(*formula.sides[-1])], context):
            continue  # of s = q of an unknown q it is q that gets a value
        left = formula.text[slice(*formula.sides[0])]
        chain = read(left, context)
        term = chain.terms[0] if chain is not None and not chain.relations else None
        if isinstance(term, Symbol):
            source = Source(SCRIPTS.sub(" ", left), relation.source.file)
            premise = Premise(relation.source, relation.at, "what may give a name its value", relation.error)
            names = letters(source, 0, len(source.text), context) or frozenset()
            found |= dict.fromkeys(names - DECORATIONS - found.keys(), premise)
    return found
