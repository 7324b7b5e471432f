"""What a printer is: how strongly each way of writing binds, and a `Spelling` that says how each construct looks.

One table of strengths for all printers.  A printed sub-term is a `Piece`: its characters, how strongly they bind, and what
stands at its two edges.  A place in a larger expression (`SLOTS`) lists the strengths that may stand there as they are;
everything else gets parentheses.  Sets instead of a minimum, because binding is not quite linear: ``Σᵢ xᵢ`` may be the last
factor of a product but not an earlier one, where it would swallow what follows.

The grouping of the author is part of a term, so a sum in a sum and a product in a product keep their parentheses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, IntEnum, auto
from fractions import Fraction

from derive.language.operations import Operation
from derive.language.terms import Dimension, Shape, Term
from derive.printing.notation import Notation


class Strength(IntEnum):
    """From loose to tight."""

    SUM = 0  # a + b
    NEGATIVE = 1  # −a, −1/2
    DOT = 2  # u · v, u ⊙ v, 2 · 3
    BIG = 3  # Σᵢ x, ∏ᵢ x, cos θ: takes what follows on its right
    QUOTIENT = 4  # x / y on one line
    JUXTAPOSED = 5  # A v
    PREFIX = 6  # √x, a fraction with a bar
    POWER = 7  # x², Aᵀ, a name with a superscript
    CALL = 8  # f(x)
    SUBSCRIPT = 9  # xᵢ, a name with a subscript
    ATOM = 10  # a name, a number, anything between fences


def at_least(strength: Strength) -> frozenset[Strength]:
    """All strengths from this one on."""
    return frozenset(s for s in Strength if s >= strength)


_OPERAND = at_least(Strength.PREFIX)

#: Place in an expression → strengths that stand there without parentheses.
SLOTS: dict[str, frozenset[Strength]] = {
    "anything": frozenset(Strength),  # between fences: f(…), |…|, above a fraction bar
    "first term": at_least(Strength.NEGATIVE),
    "term": at_least(Strength.DOT),  # also what follows a minus
    "factor": _OPERAND,
    "last factor": _OPERAND | {Strength.BIG},
    "dot operand": at_least(Strength.JUXTAPOSED),  # Πa · b is (Πa) · b
    "hadamard operand": _OPERAND,  # (Πa) ⊙ b and Π(a ⊙ b) both make sense, so both get parentheses
    "last hadamard operand": _OPERAND | {Strength.QUOTIENT},
    "big body": at_least(Strength.JUXTAPOSED) | {Strength.BIG},
    "numerator": at_least(Strength.JUXTAPOSED),  # of x / y on one line
    "denominator": _OPERAND,
    "radicand": at_least(Strength.SUBSCRIPT),  # after √ without a bar
    "power base": at_least(Strength.CALL),
    "index base": frozenset({Strength.ATOM}),
    "derived": at_least(Strength.POWER),  # y in ∂y/∂x
}


def fits(strength: Strength, slot: str) -> bool:
    """Whether a piece of this strength may stand in this slot as it is.

    >>> fits(Strength.SUM, "factor"), fits(Strength.ATOM, "factor")
    (False, True)
    """
    return strength in SLOTS[slot]


class Edge(Enum):
    """What stands at the left or right end of a piece; decides the gap between two factors."""

    NUMBER = auto()
    UNIT = auto()  # a 1 that is no number
    LETTER = auto()
    WORD = auto()  # an upright name of several letters
    SCRIPT = auto()  # a letter with a subscript or superscript
    GROUP = auto()  # a parenthesis
    FRACTION = auto()
    RADICAL = auto()
    BAR = auto()  # |x|
    OPERATOR = auto()  # Σ, diag, …


Gaps = Mapping[tuple[Edge, Edge], str]
ANY = tuple(Edge)


def gap_table(default: str, *rules: tuple[Iterable[Edge], Iterable[Edge], str]) -> Gaps:
    """The gap for each pair of edges: of the first rule that speaks of it, or the default."""
    table: dict[tuple[Edge, Edge], str] = {}
    for lefts, rights, gap in (*rules, (ANY, ANY, default)):
        for left in lefts:
            for right in rights:
                table.setdefault((left, right), gap)
    return table


@dataclass(frozen=True, slots=True)
class Piece:
    """A printed sub-term."""

    text: str
    strength: Strength = Strength.ATOM
    head: Edge = Edge.LETTER
    tail: Edge = Edge.LETTER
    tall: bool = False  # higher than a line
    bars: bool = False  # shows a |, so that another pair of bars around it needs parentheses
    negated: Piece | None = None  # what follows the leading minus


@dataclass(frozen=True)
class Page:
    """What must be told apart on one page (`derive.printing.walk`)."""

    verbatim: frozenset[str] = frozenset()  # names whose usual spelling would look like something else
    sized: bool = False  # ones and identities of several sizes: show the size
    words: bool = False  # names of several letters: letters side by side need a space
    e_taken: bool = False  # a name that could be taken for the base of the exponential
    indices: tuple[tuple[str, str], ...] = ()  # those with the letter of a number in their sum, and their names


class Spelling(ABC):
    """How a printer spells each construct."""

    plus: str
    minus: str
    negative: str
    hadamard: str
    dot: str
    times: str  # between two numbers
    gaps: Gaps
    line: bool  # quotients and roots on one line, not drawn around their contents
    transpose: str
    pinv: str
    entrywise: str  # after a function of a square matrix that is applied to each entry

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def written(self, text: str) -> str:
        """What is printed, of the text of a whole piece."""
        return text

    @abstractmethod
    def join(self, left: str, gap: str, right: str, page: Page) -> str:
        """Two factors side by side."""

    @abstractmethod
    def group(self, text: str, tall: bool) -> str:
        """(x)."""

    @abstractmethod
    def bars(self, text: str, tall: bool, norm: bool) -> str:
        """|x|."""

    @abstractmethod
    def quotient(self, above: str, below: str) -> str:
        """x / y."""

    @abstractmethod
    def root(self, text: str) -> str:
        """√x."""

    @abstractmethod
    def raised(self, base: str, exponent: str) -> str:
        """x to an exponent as given by `transpose`, `pinv` or `exponent`."""

    @abstractmethod
    def exponent(self, value: Fraction, hadamard: bool) -> str:
        """The characters of an exponent."""

    @abstractmethod
    def exponential(self, text: str) -> str:
        """e to a matrix."""

    @abstractmethod
    def indexed(self, base: str, indices: tuple[str, ...]) -> str:
        """x with the names of indices."""

    @abstractmethod
    def ordered(self, left: str, right: str) -> str:
        """1 where the one index is at most the other."""

    @abstractmethod
    def table(self, rows: Sequence[Sequence[str]]) -> Piece:
        """A matrix written out."""

    @abstractmethod
    def name(self, name: str, vector: bool, page: Page) -> Piece:
        """A name, with the mark of vectors if there is one."""

    @abstractmethod
    def special(self, kind: str, shape: Shape, sized: bool) -> Piece:
        """``ones``, ``zeros``, ``identity`` or ``basis``."""

    @abstractmethod
    def big(self, kind: str, index: str, dim: str, without: Sequence[str]) -> str:
        """The sign and limits of a ``sum`` or ``product``; ``without``, the indices left out, may have no ``dim``."""

    @abstractmethod
    def call(self, head: str, arguments: tuple[Piece, ...]) -> str:
        """head(arguments)."""

    @abstractmethod
    def defined(self, name: str, arguments: tuple[Piece, ...], terms: tuple[Term, ...], page: Page) -> Piece:
        """A definition used with arguments."""

    @abstractmethod
    def derivative(self, term: Piece, symbol: str, simple: bool) -> str:
        """∂y/∂x; ``simple`` when y needs no parentheses."""

    @abstractmethod
    def operation(self, operation: Operation) -> str:
        """The name of an operation that is written before its argument."""

    def marked(self, head: str) -> str:
        """The name of a function that is applied to each entry of a square matrix."""
        return head + self.entrywise

    def number(self, value: Fraction) -> Piece:
        """A rational number."""
        if value < 0:
            return self.negation(self.number(-value))
        if value.denominator == 1:
            return Piece(str(value.numerator), head=Edge.NUMBER, tail=Edge.NUMBER)
        text = self.rational(str(value.numerator), str(value.denominator))
        strength = Strength.QUOTIENT if self.line else Strength.PREFIX
        return Piece(text, strength, Edge.FRACTION, Edge.FRACTION, tall=True)

    def rational(self, above: str, below: str) -> str:
        """A fraction of two numbers."""
        return self.quotient(above, below)

    def dim(self, dim: object) -> str:
        """A size, on no page in particular."""
        return self.name(dim.name, False, Page()).text if isinstance(dim, Dimension) else str(dim)

    def negation(self, piece: Piece) -> Piece:
        """−x, for an x that has its parentheses."""
        return replace(
            piece, text=self.negative + piece.text, strength=Strength.NEGATIVE, head=Edge.OPERATOR, negated=piece
        )
