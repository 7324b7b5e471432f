r"""What a report shows of terms and verdicts, as `Formula`: LaTeX of math mode, and the same in Unicode text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from derive.evaluate.numbers import show_latex
from derive.evaluate.point import Point, Value, show_value
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Component, Defined, Dimension, Symbol, Term, show_dim
from derive.printing import (
    ARROW,
    Notation,
    latex,
    latex_condition,
    latex_equality,
    latex_hypothesis,
    text,
    text_condition,
    text_equality,
    text_hypothesis,
    text_shape,
)
from derive.printing.sentences import Sentence, piece_latex, piece_text, runs, sentence_terms, spaced
from derive.statements.scope import Scope
from derive.statements.verdict import Counterexample

#: Arrays up to these sizes are shown whole; of larger ones the first component that differs.
VECTOR_SHOWN = 3
MATRIX_SHOWN = 2


@dataclass(frozen=True)
class Formula:
    """LaTeX of math mode, and Unicode text that says the same."""

    latex: str
    text: str

    def __add__(self, other: Formula) -> Formula:
        return Formula(f"{self.latex} {other.latex}", f"{self.text} {other.text}")


def joined(pieces: Iterable[Formula]) -> Formula:
    """Pieces of one formula."""
    parts = tuple(pieces)
    return Formula(spaced([part.latex for part in parts]), spaced([part.text for part in parts]))


def sign(latex_sign: str, text_sign: str) -> Formula:
    """A relation sign."""
    return Formula(latex_sign, text_sign)


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
        return replace(self, beside=tuple(dict.fromkeys(part for part in _parts(terms) if _like_a_name(part))))

    def term(self, term: Term) -> Formula:
        """A term."""
        return Formula(latex(term, self.notation, beside=self.beside), text(term, beside=self.beside))

    def equation(self, lhs: Term, rhs: Term) -> Formula:
        """lhs = rhs."""
        return Formula(
            latex_equality(lhs, rhs, self.notation, beside=self.beside), text_equality(lhs, rhs, beside=self.beside)
        )

    def definition(self, term: Term) -> Formula:
        """name := body."""
        page = self.on_page((term, *((term.unfold(),) if isinstance(term, Defined) else ())))
        return page.term(term) + DEFINED_AS + page.term(term.unfold()) if isinstance(term, Defined) else page.term(term)

    def condition(self, condition: Condition) -> Formula:
        """A side condition."""
        return Formula(
            latex_condition(condition, self.notation, beside=self.beside), text_condition(condition, beside=self.beside)
        )

    def hypothesis(self, hypothesis: Hypothesis) -> Formula:
        """A hypothesis."""
        return Formula(
            latex_hypothesis(hypothesis, self.notation, beside=self.beside),
            text_hypothesis(hypothesis, beside=self.beside),
        )

    def symbol(self, symbol: Symbol) -> Formula:
        """A symbol and the space it is from: a ∈ ℝᴺ."""
        return self.term(symbol) + sign(r"\in", "∈") + self.space(symbol)

    def space(self, symbol: Symbol) -> Formula:
        """The space that a symbol is from: ℝᴺ."""
        dims = [latex(dim, self.notation) if isinstance(dim, Dimension) else str(dim) for dim in symbol.shape]
        sizes = "×".join(map(show_dim, symbol.shape))
        power = r" \times ".join(dims)
        return Formula(rf"\mathbb{{R}}^{{{power}}}" if dims else r"\mathbb{R}", f"ℝ^{sizes}" if sizes else "ℝ")

    def sentence(self, sentence: Sentence) -> tuple[str | tuple[Formula, ...], ...]:
        """The words of a sentence and its formulas in turn; a formula in the pieces it was written in."""
        page = self.beside or sentence_terms(sentence)
        return tuple(
            run
            if isinstance(run, str)
            else tuple(Formula(piece_latex(piece, self.notation, page), piece_text(piece, page)) for piece in run)
            for run in runs(sentence)
        )

    def scope(self, scope: Scope) -> tuple[str | Formula, ...]:
        """For which sizes something is proved, in words and formulas in turn: all, N ≥ 1."""
        found = self.sentence(scope.sentence())
        return tuple(run if isinstance(run, str) else joined(run) for run in found)

    def assignments(self, point: Point, limit: int = 12) -> tuple[Formula, ...]:
        """Sizes and data of a point, one formula each; long data are left out."""
        found = [
            Formula(f"{latex(dim, self.notation)} = {size}", f"{dim.name} = {size}")
            for dim, size in point.dimensions.items()
        ]
        for symbol, data in point.values.items():
            shown = value(data) if _entries(data) <= limit else Formula(r"\dots", "…")
            found.append(self.term(symbol) + EQUALS + shown)
        return tuple(found)

    def witness(self, found: Counterexample) -> tuple[Formula, ...]:
        """Where a statement fails."""
        if found.witness is None:
            return ()
        places = tuple(
            Formula(f"{latex(Symbol(name, ()), self.notation)} = {at}", f"{name} = {at}")
            for name, at in found.witness.indices
        )
        return (*self.assignments(found.witness.point), *places)

    def clash(self, found: Counterexample) -> tuple[Formula, Formula]:
        """What the two sides are there, or their first components that differ, the second with its ≠."""
        if found.witness is None:
            left, right = _shape(found.lhs), _shape(found.rhs)
            return Formula(rf"\text{{{left}}}", left), Formula(rf"\neq \text{{{right}}}", f"≠ {right}")
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


def _like_a_name(term: Term) -> bool:
    """May a term be taken for a name, or a name for it?  Larger formulas may not, and need not be looked at."""
    return term.depth <= 2 or isinstance(term, Defined | Component)


def _shape(shape: object) -> str:
    return text_shape(shape).replace("×", "by")  # type: ignore[arg-type]  # of an ill-typed statement


def value(data: Value) -> Formula:
    """A number, a vector in parentheses, a matrix."""
    return Formula(_value_latex(data), show_value(data))


def _value_latex(data: Value) -> str:
    if not isinstance(data, tuple):
        return show_latex(data)
    if (
        data
        and isinstance(data[0], tuple)
        and _entries(data) > 1
        and not any(isinstance(part, tuple) for row in data for part in _row(row))
    ):
        body = r" \\ ".join(" & ".join(map(_value_latex, _row(row))) for row in data)
        return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
    if _entries(data) == 1:  # brackets of a 1 × 1 matrix are no more than those of its row
        return f"({_value_latex(data[0]).strip('()')})"
    return f"({', '.join(map(_value_latex, data))})"


def _row(row: Value) -> tuple[Value, ...]:
    return row if isinstance(row, tuple) else (row,)


def _entries(data: Value) -> int:
    return sum(map(_entries, data)) if isinstance(data, tuple) else 1


def _fits(data: Value) -> bool:
    """Small enough to be shown whole."""
    if not isinstance(data, tuple):
        return True
    if all(isinstance(row, tuple) for row in data):
        return len(data) <= MATRIX_SHOWN and all(len(_row(row)) <= MATRIX_SHOWN for row in data)
    return len(data) <= VECTOR_SHOWN
