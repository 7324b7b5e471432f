r"""Declarations of abbreviations, ``let \langle u, v \rangle_M = u^\top M v``, ``let 1\{y_i = k\} = T_{ik}``.

What is no name, and no function of names, stands for the formula behind the sign wherever it is written so.  For a letter
between brackets, commas or bars that stands in the formula, too, anything may be written there; for a declared index any
other one.  A formula that means something already is none.  So does a letter whose value has the size of what stands around
it, ``let P = \lambda I``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from derive.errors import InputError, NameError_, OpenSize, ReadError, ShapeError
from derive.language.terms import Term
from derive.reading.latex.abbreviations import BRACKETS, EDGES, is_index, with_abbreviations
from derive.reading.latex.context import Abbreviation, Context
from derive.reading.latex.declaring import A_NAME, Declaring, arguments
from derive.reading.latex.signs import OPERATIONS, RELATIONS
from derive.reading.latex.spelling import Key
from derive.reading.latex.statement import read_latex
from derive.reading.latex.tokens import WORDS, tokens
from derive.reading.source import Source

#: Signs between what is more than one factor.
_OPERATORS = frozenset({*OPERATIONS, *RELATIONS, "+", "-", r"\otimes", r"\oplus"})
#: A bar between arguments, and all that parts them.
_GIVEN = re.compile(r"\\mid(?![A-Za-z])|(?<!\\)\|")
_PARTING = re.compile(rf"{_GIVEN.pattern}|[,;]")


def is_abbreviation(here: Declaring, begin: int, bracket: int, stop: int, end: int, named: bool) -> bool:
    """Does something in brackets stand on the left of a definition that is no name, and no function of names?

    One that is ``named`` as a formula is a name, but with an index in its arguments.
    """
    try:
        head, _, _ = here.name(begin, bracket if bracket >= 0 else stop)
    except ReadError as error:
        items = here.items(begin, stop)
        if named or error.expected != A_NAME or not _is_atom(items):
            return False
        return items[0] in (r"\sqrt", r"\sum") or any(text in EDGES for text in items) or _is_word(here, begin, stop)
    except InputError:
        return False
    if bracket < 0:
        return False
    closing = here.text.rfind(")" if here.text[bracket] == "(" else "]", bracket, stop)
    parts = arguments(here.text, bracket + 1, closing)[0] if closing >= 0 else []
    if "=" in here.text[bracket : max(closing, bracket)]:
        return ":" not in here.text[bracket:closing]
    if any(here.text[slice(*part)].strip().isdecimal() or here.formula(*part) is not None for part in parts):
        return True  # p(1 | x), l(f(x), y)
    if {_is_index(here, *part) for part in parts} == {True, False}:
        return True  # y(x, c) = -\log x_c
    if bracket < 0 or closing < 0:
        return False
    if _GIVEN.search(here.text, bracket, closing) and _are_at_an_index(here, bracket + 1, closing, here.text[stop:end]):
        return True  # P(y_i \mid x_i; w)
    indexed = head.sub and here.context.index(Key(head.sub)) is not None
    if indexed and parts and all(_is_unused(here, *part, here.text[stop:end]) for part in parts):
        return True  # f_j(x) = z_j
    whole = not head.sub or (here.context.index(Key(head.sub)) is not None and not here.context.is_word(head.core))
    return bool(parts) and whole and all(_is_indexed(here, *part, here.text[stop:end]) for part in parts)


def _are_at_an_index(here: Declaring, begin: int, end: int, body: str) -> bool:
    """Are arguments parted by a bar declared, one with an index, and not all of them in the value?"""
    cuts = [(begin, begin), *(found.span() for found in _PARTING.finditer(here.text, begin, end)), (end, end)]
    parts = [(before[1], after[0]) for before, after in pairwise(cuts)]
    terms = [_term(here.source, part, here.context) for part in parts]
    free = [isinstance(term, Term) and bool(term.free) for term in terms]
    return (
        all(isinstance(term, Term) for term in terms)
        and any(free)
        and any(
            is_free and here.text[slice(*part)].strip() not in body for part, is_free in zip(parts, free, strict=True)
        )
    )


def _is_atom(items: Sequence[str]) -> bool:
    """Is nothing in it outside of brackets a sign, an operation or a power, so that it is one factor wherever it stands?"""
    depth = 0
    for at, text in enumerate(items):
        opens, closes = text in BRACKETS, text in BRACKETS.values()
        if not depth and (text in _OPERATORS or (text == "^" and items[at + 1 : at + 2] and items[at + 1].isdecimal())):
            return False
        depth += opens - closes
    return bool(items) and not depth


def _is_word(here: Declaring, begin: int, stop: int) -> bool:
    r"""Is it one word with parentheses, ``\text{softmax(x)}``, also with an index, ``\text{softmax(x)}_i``?"""
    found = tokens(here.source, begin, stop)
    scripts = [token.text for token in found[1:] if token.text not in ("{", "}")]
    indexed = len(scripts) == 2 and scripts[0] == "_" and is_index(scripts[1], here.context)
    return found[0].kind in WORDS and found[0].text.rstrip().endswith(")") and (not scripts or indexed)


def _is_unused(here: Declaring, begin: int, end: int, body: str) -> bool:
    """Is an argument a name that nobody declared, and that is not in the value?"""
    try:
        key, mark, _ = here.name(begin, end)
    except InputError:
        return False
    known = here.context.is_word(key.core, upright=True) or here.context.names(key, mark)
    return not known and not re.search(rf"(?<![A-Za-z\\]){re.escape(key.core)}(?![A-Za-z])", body)


def _is_indexed(here: Declaring, begin: int, end: int, body: str) -> bool:
    """Is such an argument one with an index, ``p(x_i) = p_i``?"""
    if not _is_unused(here, begin, end, body):
        return False
    key, _, _ = here.name(begin, end)
    return bool(key.sub) and here.context.index(Key(key.sub)) is not None and key.core not in here.context.families


def _is_index(here: Declaring, begin: int, end: int) -> bool:
    """Is an argument a declared index alone?"""
    return is_index(here.text[begin:end].strip(), here.context)


def with_abbreviation(here: Declaring, begin: int, stop: int, start: int, end: int) -> Context:
    """The context with a notation; raises `InputError` for what has a meaning, and for a value that cannot be read."""
    context, items = here.context, here.items(begin, stop)
    body = context.macros.expand(here.source, tokens(here.source, start, end))
    body = with_abbreviations(here.source, body, context)
    if any(known.items == items for known in context.abbreviations):
        raise here.error(begin, "a notation that is declared above", "one declaration of it")
    indices = frozenset(text for text in items if is_index(text, context))
    texts = {token.text for token in body}
    opened = frozenset(
        text for at, text in enumerate(items) if _is_edged(items, at) and text in texts and text not in indices
    )
    known = [text for text in opened if context.is_word(text)]
    source, at = here.source, begin + len(here.text[begin:stop]) - len(here.text[begin:stop].lstrip())
    left, right = (_term(source, part, context) for part in ((begin, stop), (start, end)))
    if isinstance(left, Term) and isinstance(right, Term) and left.shape == right.shape and context.holds(left, right):
        return context  # it says again what is so
    if isinstance(left, Term):
        raise here.fail(at, "a definition of what has another meaning", "let a letter be it")
    sized = isinstance(right, OpenSize) or (isinstance(right, NameError_) and len(known) < len(opened))
    if isinstance(right, InputError) and not sized:
        raise right
    letters = {token.text for token in body if is_index(token.text, context)} - indices
    made = Abbreviation(items, opened, indices, tuple(body), frozenset(letters))
    return replace(context, abbreviations=(*context.abbreviations, made))


def is_of_another_shape(here: Declaring, begin: int, stop: int) -> bool:
    r"""Has a norm no meaning but for vectors, as ``\|X\|_2`` of a matrix?"""
    return isinstance(_term(here.source, (begin, stop), here.context), ShapeError)


def _term(source: Source, part: tuple[int, int], context: Context) -> Term | InputError:
    try:
        return read_latex(source.text, context, source.file, begin=part[0], end=part[1]).terms[0]
    except InputError as error:
        return error


def _is_edged(items: Sequence[str], at: int) -> bool:
    """Is an item a letter between edges?"""
    letter = (len(items[at]) == 1 or items[at][0] == "\\") and items[at][-1].isalpha() and items[at] not in EDGES
    return letter and 0 < at < len(items) - 1 and items[at - 1] in EDGES and items[at + 1] in EDGES
