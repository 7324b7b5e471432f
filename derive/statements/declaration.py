"""What follows from the declaration of a kind: its terms, its sentence, the checks of its shapes.

A kind declares its fields once, in tables of its class: `Statement.claimed`, `Statement.shown`, `Statement.shapes` and
`Statement.wording`.  Certificates and their schemas are written from the first two as well (`derive.certificates`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Dim, Term
from derive.printing import Sentence, Sign, listed
from derive.printing.sentences import EQUALS, Piece
from derive.statements.shapes import require_matrix, require_shape, require_square

V = TypeVar("V")
#: Field → the sort of what stands there, a word of `derive.certificates.statements.SORTS`, and how often: ``term``,
#: ``term?`` for one that may be missing, ``term 2+`` for two or more, ``case 2`` for just two.
Fields = Mapping[str, str]
#: A field, what it is in words, and its shape: ``N K`` is a matrix, the same letter the same dimension, nothing a scalar.
Shaped = tuple[str, str, str]

#: What stands between fields of a sentence and is neither word nor term.
SIGNS = {"=": EQUALS, "⊆": Sign(r"\subseteq", "⊆"), "→": Sign(r"\to", "→"), ",": Sign(",", ",")}


def terms_in(value: object) -> tuple[Term, ...]:
    """All terms in a statement, a hypothesis, or tuples of such; in order."""
    if isinstance(value, Term):
        return (value,)
    if isinstance(value, tuple):
        return tuple(term for item in value for term in terms_in(item))
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(term for each in fields(value) for term in terms_in(getattr(value, each.name)))
    return ()


def with_terms(value: V, change: Callable[[Term], Term]) -> V:
    """A statement, a hypothesis, or a tuple of such, with each of its terms changed."""
    made: Any = value
    if isinstance(value, Term):
        made = change(value)
    elif isinstance(value, tuple):
        made = tuple(with_terms(item, change) for item in value)
    elif isinstance(value, Condition):  # the next two by themselves, since there are many of them
        made = Condition(value.kind, change(value.term), value.at)
    elif isinstance(value, Equality):
        made = Equality(change(value.lhs), change(value.rhs))
    elif is_dataclass(value) and not isinstance(value, type):
        new: dict[str, Any] = {}
        for each in fields(value):
            old = getattr(value, each.name)
            item = with_terms(old, change)
            if item is not old and item != old:
                new[each.name] = item
        made = replace(value, **new) if new else value
    return cast(V, made)


class Sort(NamedTuple):
    """A sort of `Fields`, taken apart: its word, how many there are at least, of several, and whether there may be more."""

    word: str
    least: int | None
    more: bool
    optional: bool


@lru_cache
def sort_of(sort: str) -> Sort:
    """The parts of a sort.

    >>> sort_of("term 2+"), sort_of("term?")
    (Sort(word='term', least=2, more=True, optional=False), Sort(word='term', least=None, more=False, optional=True))
    """
    word, _, count = sort.rstrip("?").partition(" ")
    return Sort(word, int(count.rstrip("+")) if count else None, count.endswith("+"), sort.endswith("?"))


def sorts(**of: str) -> Fields:
    """The table of fields with their sorts, which nobody changes."""
    return MappingProxyType(of)


def said(template: str, of: object) -> Sentence:
    """Words with fields and signs in their places: ``the rank of {matrix} is {value}``; a tuple is listed with commas.

    A field with a sentence of its own, such as a set, says that.
    """
    pieces: list[Piece] = []
    for words, name, _, _ in Formatter().parse(template):
        if words.strip():
            pieces.append(words.strip())
        if name is not None:
            value: Any = SIGNS[name] if name in SIGNS else getattr(of, name)
            if isinstance(value, tuple):
                pieces += listed(value)
            else:
                pieces += value.sentence() if hasattr(value, "sentence") else (value,)
    return tuple(pieces)


def check_shapes(of: object, shapes: Sequence[Shaped]) -> None:
    """Raises `ShapeError` for a field of another shape than is declared, `InputError` for one with free indices."""
    dims: dict[str, Dim] = {}
    for name, what, pattern in shapes:
        term: Term = getattr(of, name)
        letters = pattern.split()
        if all(letter in dims for letter in letters):
            require_shape(what, term, tuple(dims[letter] for letter in letters))
        elif len(set(letters)) == 1:
            dims[letters[0]] = require_square(what, term)
        else:
            dims.update(zip(letters, require_matrix(what, term), strict=True))
