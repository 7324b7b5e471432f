"""Pieces of output: a text with how tightly it binds, the deep term beside it, and the degrees of the parameters in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive.language.terms import Neg, Term


class Unreachable(Exception):
    """A statement that has no form in DeriveNormal.v, and why."""


#: How tightly a text binds: sum, product, power, application, postfix, atom.
SUM, PRODUCT, POWER, APPLY, POSTFIX, ATOM = range(2, 8)
LEVELS = {"sum": SUM, "product": PRODUCT, "power": POWER, "apply": APPLY, "postfix": POSTFIX, "atom": ATOM}
#: Parameter → highest power of it in a term, as it is written.
Degrees = Mapping[int, int]


@dataclass(frozen=True)
class Piece:
    """A term as text and as a deep term, with the degrees of the parameters in it."""

    text: str
    level: int
    deep: str
    degrees: Degrees = field(default_factory=dict)
    #: Of a product, which one.
    operator: str = ""

    def at(self, level: int) -> str:
        """The text as an operand that must bind at least so tightly."""
        return self.text if self.level >= level else f"({self.text})"

    def __format__(self, level: str) -> str:
        """The text; ``f"{piece:postfix}"`` is `at` that level."""
        return self.at(LEVELS[level]) if level else self.text


#: The text of a term.
Text = Callable[[Term], Piece]


def top(*pieces: Piece) -> Degrees:
    """The degrees of a sum."""
    keys = {key for piece in pieces for key in piece.degrees}
    return {key: max(piece.degrees.get(key, 0) for piece in pieces) for key in keys}


def total(*pieces: Piece) -> dict[int, int]:
    """The degrees of a product."""
    found: dict[int, int] = {}
    for piece in pieces:
        for key, degree in piece.degrees.items():
            found[key] = found.get(key, 0) + degree
    return found


def negated(letter: str, piece: Piece) -> Piece:
    """- x, with a deep term of this letter."""
    return Piece(f"- {piece:apply}", SUM, f"({letter}Opp {piece.deep})", piece.degrees)


def summed(letter: str, terms: Sequence[Term], text: Text) -> Piece:
    """A sum, with a deep term of this letter; what is negated is subtracted."""
    made = text(terms[0])
    for term in terms[1:]:
        part, sign, node = (text(term.term), "-", "Sub") if isinstance(term, Neg) else (text(term), "+", "Add")
        words = f"{made:sum} {sign} {part:product}"
        made = Piece(words, SUM, f"({letter}{node} {made.deep} {part.deep})", top(made, part))
    return made


def times(letter: str, left: Piece, right: Piece) -> Piece:
    """The product of two scalars, with a deep term of this letter."""
    deep = f"({letter}Mul {left.deep} {right.deep})"
    return Piece(f"{chained(left, '*')} * {right:power}", PRODUCT, deep, total(left, right), "*")


def number(value: Fraction) -> Piece:
    """A rational number."""
    if value < 0:
        return negated("S", number(-value))
    if value.denominator != 1:
        above = number(Fraction(value.numerator))
        return Piece(
            f"{above.text} / {value.denominator}%:R", PRODUCT, f"(SDivNat {above.deep} {value.denominator})", {}, "/"
        )
    if value in (0, 1):
        return Piece(str(value), ATOM, f"S{value}")
    return Piece(f"{value}%:R", ATOM, f"(SNat {value})")


def chained(piece: Piece, operator: str) -> str:
    """A left operand of a product: a product with the same operator needs no brackets."""
    if piece.level > PRODUCT:
        return piece.text
    kept = {"*": ("*", "/"), "/": ("*", "/"), "*m": ("*m",)}[operator]
    return piece.text if piece.level == PRODUCT and piece.operator in kept else f"({piece.text})"


_WORDS = {
    "Grad": "a derivative",
    "Det": "a determinant",
    "Prod": "a product over an index",
    "Max": "a maximum over an index",
    "Rank": "a rank as a term",
    "Inverse": "the inverse of a matrix",
    "Pinv": "a pseudo-inverse as a term",
    "Function": "a function such as exp or |x|",
    "MatrixFunction": "exp or log of a matrix",
    "Basis": "a basis vector",
}


def missing(term: Term) -> str:
    """Why a node has no form, in words."""
    free = " with free indices" if term.free else ""
    return _WORDS.get(type(term).__name__, f"{type(term).__name__}{free}")
