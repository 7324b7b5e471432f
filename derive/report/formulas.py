r"""What a report shows of terms and verdicts, as `Formula`: LaTeX of math mode, and the same in Unicode text and MathML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from derive.evaluate.numbers import Real, show, show_latex
from derive.evaluate.point import Point, Value, function_said, show_value
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Component, Defined, Dimension, Symbol, Term, show_dim
from derive.printing import ARROW, Notation, latex, markup, math_element, text_shape
from derive.printing.markup import words_markup
from derive.printing.mathml import entry_markup
from derive.printing.sentences import LATEX, MARKUP, TEXT, Math, Printer, Sentence, runs, sentence_terms, shown, spaced
from derive.statements.scope import Scope
from derive.statements.verdict import Counterexample

#: Arrays up to these sizes are shown whole; of larger ones the first component that differs.
VECTOR_SHOWN = 3
MATRIX_SHOWN = 2


@dataclass(frozen=True)
class Formula:
    """LaTeX of math mode, and Unicode text that says the same; ``made`` prints the MathML, when a page of HTML asks for it.

    What was made without is words, and shown as such.
    """

    latex: str
    text: str
    made: Callable[[], str] | None = field(default=None, compare=False, repr=False)

    def __add__(self, other: Formula) -> Formula:
        return Formula(f"{self.latex} {other.latex}", f"{self.text} {other.text}", lambda: self.markup + other.markup)

    @property
    def markup(self) -> str:
        """MathML without ``<math>`` around it."""
        return words_markup(self.text) if self.made is None else self.made()

    def math(self, *, display: bool = False) -> str:
        """The formula as ``<math>`` with its LaTeX; ``display``: in the size of a display."""
        return math_element(self.markup, self.latex, display=display)

    def ending(self, mark: str) -> Formula:
        return Formula(self.latex + mark, self.text + mark, lambda: self.markup + words_markup(mark))


def joined(pieces: Iterable[Formula]) -> Formula:
    parts = tuple(pieces)
    return Formula(
        spaced([part.latex for part in parts]),
        spaced([part.text for part in parts]),
        lambda: "".join(part.markup for part in parts),
    )


def sign(latex_sign: str, text_sign: str) -> Formula:
    return Formula(latex_sign, text_sign, partial(entry_markup, latex_sign))


EQUALS = sign("=", "=")
UNEQUAL = sign(r"\neq", "≠")
DEFINED_AS = sign(":=", ":=")


@dataclass(frozen=True)
class Typeset:
    """Terms and their like in one notation, told apart from the terms of the same theorem (``beside``)."""

    notation: Notation = ARROW
    beside: tuple[Term, ...] = ()

    def on_page(self, terms: Iterable[Term]) -> Typeset:
        """The same, for another page."""
        # larger formulas are not taken for names, nor names for them
        alike = (p for p in _parts(terms) if p.depth <= 2 or isinstance(p, Defined | Component))
        return replace(self, beside=tuple(alike))

    def _printed(self, said: Callable[[Printer], str]) -> Formula:
        return Formula(said(LATEX), said(TEXT), partial(said, MARKUP))

    def term(self, term: Term) -> Formula:
        return self._printed(lambda printer: printer.show(term, self.notation, self.beside))

    def equation(self, lhs: Term, rhs: Term) -> Formula:
        return self._printed(lambda printer: printer.equality(lhs, rhs, self.notation, beside=self.beside))

    def definition(self, term: Term) -> Formula:
        """name := body."""
        page = self.on_page((term, *((term.unfold(),) if isinstance(term, Defined) else ())))
        return page.term(term) + DEFINED_AS + page.term(term.unfold()) if isinstance(term, Defined) else page.term(term)

    def hypothesis(self, hypothesis: Hypothesis) -> Formula:
        """A hypothesis, or a side condition."""
        return self._printed(lambda printer: printer.hypothesis(hypothesis, self.notation, beside=self.beside))

    condition = hypothesis

    def symbol(self, symbol: Symbol) -> Formula:
        """A symbol and the space it is from: a ∈ ℝᴺ."""
        return self.term(symbol) + sign(r"\in", "∈") + self.space(symbol)

    def space(self, symbol: Symbol) -> Formula:
        """The space that a symbol is from: ℝᴺ."""
        if not symbol.shape:
            return sign(r"\mathbb{R}", "ℝ")

        def sizes(between: str, show: Callable[[Dimension, Notation], str], number: str = "{}") -> str:
            shape = symbol.shape
            return between.join(show(d, self.notation) if isinstance(d, Dimension) else number.format(d) for d in shape)

        power, text = sizes(r" \times ", latex), "×".join(map(show_dim, symbol.shape))
        return Formula(
            rf"\mathbb{{R}}^{{{power}}}",
            f"ℝ^{text}",
            lambda: f"<msup><mi>ℝ</mi><mrow>{sizes('<mo>×</mo>', markup, '<mn>{}</mn>')}</mrow></msup>",
        )

    def sentence(self, sentence: Sentence) -> tuple[str | tuple[Formula, ...], ...]:
        """The words of a sentence and its formulas in turn; a formula in the pieces it was written in."""
        page = self.beside or sentence_terms(sentence)

        def formula(piece: Math) -> Formula:
            return self._printed(lambda printer: shown(piece, printer, page, self.notation))

        return tuple(run if isinstance(run, str) else tuple(map(formula, run)) for run in runs(sentence))

    def scope(self, scope: Scope) -> tuple[str | Formula, ...]:
        """For which sizes something is proved, in words and formulas in turn: all, N ≥ 1."""
        found = self.sentence(scope.sentence())
        return tuple(run if isinstance(run, str) else joined(run) for run in found)

    def assignments(self, point: Point, limit: int = 12) -> tuple[Formula, ...]:
        """Sizes and data of a point, one formula each; long data are left out."""
        found = [self._of_size(dim, size) for dim, size in point.dimensions.items()]
        for symbol, data in point.values.items():
            if (function := function_said(symbol, data)) is not None:
                found.append(self.term(function[0]) + EQUALS + self.term(function[1]))
                continue
            found.append(self.term(symbol) + EQUALS + (value(data) if _entries(data) <= limit else sign(r"\dots", "…")))
        return tuple(found)

    def _of_size(self, named: Dimension | Symbol, size: int) -> Formula:
        name = Formula(latex(named, self.notation), named.name, partial(markup, named, self.notation))
        return name + EQUALS + value(Fraction(size))

    def witness(self, found: Counterexample) -> tuple[Formula, ...]:
        """Where a statement fails."""
        if found.witness is None:
            return ()
        places = (self._of_size(Symbol(name, ()), at) for name, at in found.witness.indices)
        return (*self.assignments(found.witness.point), *places)

    def clash(self, found: Counterexample) -> tuple[Formula, Formula]:
        """What the two sides are there, or their first components that differ, the second with its ≠."""
        if found.witness is None:  # ill-typed, and the sides are shapes
            words = (text_shape(shape).replace("×", "by") for shape in (found.lhs, found.rhs))  # type: ignore[arg-type]
            left, right = (Formula(rf"\text{{{each}}}", each) for each in words)
            return left, UNEQUAL + right
        if _fits(found.witness.lhs) and _fits(found.witness.rhs):
            return value(found.witness.lhs), UNEQUAL + value(found.witness.rhs)
        place = ", ".join(map(str, found.witness.index))
        component = Formula(rf"\text{{component }} {place}\colon", f"component {place}:")
        return component + value(found.witness.lhs_entry), UNEQUAL + value(found.witness.rhs_entry)


def _parts(terms: Iterable[Term]) -> Iterator[Term]:
    """Every sub-term once."""
    seen: set[Term] = set()
    stack = list(terms)[::-1]
    while stack:
        part = stack.pop()
        if part not in seen:
            seen.add(part)
            yield part
            stack.extend(reversed(part.children))


def value(data: Value) -> Formula:
    """A number, a vector in parentheses, a matrix."""
    return Formula(_value_latex(data), show_value(data), partial(_value_markup, data))


def _value_latex(data: Value) -> str:
    if not isinstance(data, tuple):
        return show_latex(data)
    if _is_matrix(data):
        body = r" \\ ".join(" & ".join(map(_value_latex, _row(row))) for row in data)
        return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
    if _entries(data) == 1:  # brackets of a 1 × 1 matrix are no more than those of its row
        return f"({_value_latex(data[0]).strip('()')})"
    return f"({', '.join(map(_value_latex, data))})"


def _is_matrix(data: tuple[Value, ...]) -> bool:
    """Rows of numbers; but a single number is none."""
    nested = any(isinstance(part, tuple) for row in data for part in _row(row))
    return bool(data) and isinstance(data[0], tuple) and _entries(data) > 1 and not nested


def _row(row: Value) -> tuple[Value, ...]:
    return row if isinstance(row, tuple) else (row,)


def _value_markup(data: Value) -> str:
    if not isinstance(data, tuple):
        return _real_markup(data)
    if _is_matrix(data):
        cells = ("".join(f"<mtd>{_value_markup(part)}</mtd>" for part in _row(row)) for row in data)
        rows = "".join(f"<mtr>{row}</mtr>" for row in cells)
        return f"<mrow><mo>(</mo><mtable>{rows}</mtable><mo>)</mo></mrow>"
    if _entries(data) == 1 and isinstance(data[0], tuple):  # as in LaTeX
        return _value_markup(data[0])
    inside = "<mo>,</mo>".join(map(_value_markup, data))
    return f'<mrow><mo stretchy="false">(</mo>{inside}<mo stretchy="false">)</mo></mrow>'


#: The parts of a number as it is shown: a root, digits, a sign, a word.
_REAL = re.compile(r"√(\d+)|(\d[\d.]*(?:[eE][-+]?\d+)?)|([-+/±])|(\w+ ?)")


def _real_markup(number: Real) -> str:
    made = ""
    for root, digits, mark, word in _REAL.findall(show(number)):
        if root:
            made += f"<msqrt><mn>{root}</mn></msqrt>"
        elif digits:
            made += f"<mn>{digits}</mn>"
        elif word:
            made += words_markup(word)
        else:
            space = ' lspace="0" rspace="0"' if mark == "/" else "" if made else ' form="prefix"'
            made += f"<mo{space}>{mark.replace('-', '−')}</mo>"
    return made


def _entries(data: Value) -> int:
    return sum(map(_entries, data)) if isinstance(data, tuple) else 1


def _fits(data: Value) -> bool:
    """Small enough to be shown whole."""
    if not isinstance(data, tuple):
        return True
    if all(isinstance(row, tuple) for row in data):
        return len(data) <= MATRIX_SHOWN and all(len(_row(row)) <= MATRIX_SHOWN for row in data)
    return len(data) <= VECTOR_SHOWN
