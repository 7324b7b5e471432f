r"""Term → MathML Core, for pages of HTML.

Nothing is parsed: what is printed is the checked term, by the same walk as the LaTeX of it.  Names, brackets and gaps
follow `LatexSpelling`, of which this is one that writes elements instead of commands, so that the two cannot come to differ
in what they say.  What a reader of LaTeX has to guess is known: bars are brackets, a leading minus is a prefix.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from derive.language.operations import Operation
from derive.language.terms import Term
from derive.printing.latex import LatexSpelling, latex
from derive.printing.markup import APPLY, TIMES, Marks, Sheet, fence_sign, math_element
from derive.printing.names import ACCENTS, Name, harmless
from derive.printing.notation import ARROW, Notation
from derive.printing.spelling import ANY, Edge, Page, Piece, gap_table
from derive.printing.typeset import subscript
from derive.printing.walk import printed


class MathMLSpelling(LatexSpelling):
    """MathML in one notation; a text is a row of elements on its `sheet`."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.sheet = sheet = Sheet()
        self.marks = Marks(sheet)
        self.plus, self.minus, self.times = map(sheet.sign, "+−·")
        self.negative = sheet.sign("−", form="prefix")
        self.comma, self.by = map(sheet.sign, ",×")
        self.hadamard, self.dot = map(self.marks.read, (notation.hadamard, notation.dot))
        self.transpose, self.pinv = map(self.marks.read, (notation.transpose, notation.pinv))
        self.entrywise = sheet.sign("⊙")
        thin = sheet.space("0.167em")
        self.gaps = gap_table(
            sheet.sign(TIMES),
            (ANY, (Edge.NUMBER,), self.times),
            ((Edge.NUMBER,), (Edge.FRACTION,), self.times),
            ((Edge.NUMBER,), (Edge.UNIT,), thin),
            ((Edge.RADICAL, Edge.WORD, Edge.FRACTION), ANY, thin),
            (ANY, (Edge.WORD, Edge.OPERATOR, Edge.FRACTION), thin),
            ((Edge.LETTER, Edge.SCRIPT), (Edge.GROUP,), thin),
            ((Edge.BAR,), (Edge.BAR,), thin),
        )

    def written(self, text: str) -> str:
        return self.sheet.written(text)

    def join(self, left: str, gap: str, right: str, page: Page) -> str:
        return left + gap + right

    def group(self, text: str, tall: bool) -> str:
        return self.sheet.fenced("(", text, ")", tall)

    def bars(self, text: str, tall: bool, norm: bool) -> str:
        left, right = (self.notation.norm_left, self.notation.norm_right) if norm else ("|", "|")
        return self.sheet.fenced(fence_sign(left), text, fence_sign(right), tall)

    def quotient(self, above: str, below: str) -> str:
        return self.sheet.add("mfrac", above, below)

    def root(self, text: str) -> str:
        return self.sheet.add("msqrt", text)

    def raised(self, base: str, exponent: str) -> str:
        return self.sheet.scripted(base, sup=exponent)

    def exponent(self, value: Fraction, hadamard: bool) -> str:
        sign = self.negative if value < 0 else ""
        parts = map(self.sheet.number, str(abs(value)).split("/"))
        return (self.hadamard if hadamard else "") + sign + self.sheet.sign("/", lspace="0", rspace="0").join(parts)

    def exponential(self, text: str) -> str:
        return self.raised(self.sheet.identifier("e"), text)

    def indexed(self, base: str, indices: tuple[str, ...]) -> str:
        letters = all(len(index) == 1 and len(self.sheet[index].text) == 1 for index in indices)
        return self.sheet.scripted(base, sub=("" if letters else self.comma).join(indices))

    def ordered(self, left: str, right: str) -> str:
        return self.sheet.scripted(self.sheet.number("1"), sub=left + self.sheet.sign("≤") + right)

    def table(self, rows: Sequence[Sequence[str]]) -> Piece:
        add = self.sheet.add
        body = (add("mtr", *(add("mtd", cell) for cell in row)) for row in rows)
        return Piece(
            self.sheet.fenced("(", add("mtable", *body), ")", True), head=Edge.GROUP, tail=Edge.GROUP, tall=True
        )

    def number(self, value: Fraction) -> Piece:
        piece = super().number(value)
        whole = value >= 0 and value.denominator == 1
        return replace(piece, text=self.sheet.number(piece.text)) if whole else piece

    def rational(self, above: str, below: str) -> str:
        return self.quotient(self.sheet.number(above), self.sheet.number(below))

    def entry(self, latex: str) -> Piece:
        return replace(super().entry(latex), text=self.marks.read(latex))

    def word(self, alphabet: str, name: str) -> str:
        return self.marks.word(alphabet, harmless(name))

    def spelled(self, core: str, mark: str, parts: Name) -> str:
        sheet, marks = self.sheet, self.marks
        core = marks.read(core)
        if mark:
            core = marks.marked(mark, core)
        if parts.accent:
            core = marks.marked(ACCENTS[parts.accent][0], core)
        sub = self.comma.join(map(self._lowered, parts.sub))
        sup = sheet.sign("′") * parts.primes + (marks.read(parts.sup) if parts.sup else "")
        return sheet.scripted(core, sub, sup)

    def _lowered(self, part: str) -> str:
        shown = subscript(part)
        return self.sheet.identifier(part) if shown.latex.startswith(r"\mathrm") else self.marks.read(shown.latex)

    def sized(self, text: str, size: str) -> Piece:
        return replace(super().sized(text, size), text=self.sheet.scripted(self.marks.read(text), sub=size))

    def dim(self, dim: object) -> str:
        return self.sheet.number(str(dim)) if isinstance(dim, int) else super().dim(dim)

    def big(self, kind: str, index: str, dim: str, without: Sequence[str]) -> str:
        sheet = self.sheet
        if kind in ("maximum", "minimum"):
            below = sheet.number("1") + sheet.sign("≤") + index + sheet.sign("≤")
            below += sheet.number(dim) if dim.isdigit() else dim
            return sheet.add("munder", sheet.identifier(kind[:3]), below)
        sign = sheet.sign({"sum": "∑", "product": "∏"}[kind], lspace="0")
        start, unequal = index + sheet.sign("=") + sheet.number("1"), [index + sheet.sign("≠") + n for n in without]
        if not dim:
            return sheet.add("munder", sign, sheet.sign(",").join(unequal))
        above = sheet.number(dim) if dim.isdigit() else dim
        return sheet.add("munderover", sign, sheet.sign(",").join([start, *unequal]), above)

    def operation(self, operation: Operation) -> str:
        return self.sheet.identifier(operation.text)

    def marked(self, head: str) -> str:
        return self.sheet.scripted(head, sub=self.entrywise)

    def call(self, head: str, arguments: tuple[Piece, ...]) -> str:
        return super().call(head + self.sheet.sign(APPLY), arguments)

    def extreme(self, name: str) -> str:
        return self.sheet.identifier(name)

    def cosine(self, between: Sequence[str]) -> str:
        angle = self.sheet.scripted(self.marks.letter(r"\theta"), sub=self.comma.join(between))
        return self.sheet.identifier("cos") + self.sheet.sign(APPLY) + angle

    def wide_hat(self, text: str) -> str:
        return self.marks.marked(r"\widehat", text)

    def derivative(self, term: Piece, symbol: str, simple: bool) -> str:
        partial = self.marks.letter(r"\partial")
        if simple:
            return self.quotient(partial + term.text, partial + symbol)
        return self.quotient(partial, partial + symbol) + self.group(term.text, True)


def markup(term: Term, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """The term as MathML without ``<math>`` around it: what `latex` is without dollar signs."""
    return printed(MathMLSpelling, notation, term, frozenset((term, *beside)))


def entry_markup(latex: str) -> str:
    r"""A sign or an entry of a notation as MathML without ``<math>``: ``\in``, ``\{0\}``, ``\vec 0``."""
    sheet = Sheet()
    return sheet.written(Marks(sheet).read(latex))


def mathml(term: Term, notation: Notation = ARROW, *, beside: Iterable[Term] = (), display: bool = False) -> str:
    r"""The term as an element ``<math>`` of MathML Core, with its LaTeX as ``alttext``.

    ``notation``: the profile in which names and operations are spelled; ``beside``: other terms of the same page, from which
    names and sizes are to be told apart; ``display``: in the size of a display, with limits above and below sums.  Any name
    is spelled harmlessly; nothing is fetched to show it.

    >>> from derive.language.build import scalar
    >>> mathml(scalar("x") + 1)
    '<math alttext="x + 1"><mi>x</mi><mo>+</mo><mn>1</mn></math>'
    """
    page = (*beside,)
    return math_element(markup(term, notation, beside=page), latex(term, notation, beside=page), display=display)
