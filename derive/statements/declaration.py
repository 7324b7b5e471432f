"""What follows from the declaration of a kind: its terms, its sentence, the checks of its shapes.

A kind declares its fields once, in tables of its class: `Statement.claimed`, `Statement.shown`, `Statement.shapes` and
`Statement.wording`.  Certificates and their schemas are written from the first two as well (`derive.certificates`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from string import Formatter
from typing import Any

from derive.language.terms import Dim, Term
from derive.printing import Sentence, Sign, listed
from derive.printing.sentences import EQUALS, Piece
from derive.statements.shapes import require_matrix, require_shape, require_square

#: Field → the sort of what stands there, in the words of `derive.certificates.sorts`.
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
