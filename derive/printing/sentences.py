"""Statements as they are printed, in each format: Unicode text, LaTeX, MathML without ``<math>``.

Conditions and equalities are said by a `Printer`; an index that is closed in a hypothesis (`derive.language.hypotheses`) is
printed so: ``tⱼ > 0 for every j``.  A statement that is more than an equation ("the null space of M is spanned by α") says
itself as a sentence, words and mathematics in turn; the terms in it are the checked terms, so that what is printed is what
was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby

from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import subterms
from derive.language.terms import Term
from derive.printing.latex import latex
from derive.printing.markup import words_markup
from derive.printing.mathml import entry_markup, markup
from derive.printing.notation import ARROW, Notation
from derive.printing.text import text
from derive.printing.typeset import superscript


def _word(word: str) -> tuple[str, str, str]:
    return f"{{}} {word}", rf"{{}} \text{{{{ {word}}}}}", "{}" + words_markup(f" {word}")


_BITS = '<mrow><mo stretchy="false">{{</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy="false">}}</mo></mrow>'

#: Signs and words of conditions, for each printer.
_WORDS: dict[str, tuple[str, str, str]] = {
    "unequal": ("{} ≠ {}", r"{} \neq {}", "{}<mo>≠</mo>{}"),
    "nonneg": ("{} ≥ {}", r"{} \geq {}", "{}<mo>≥</mo>{}"),
    "positive": ("{} > {}", "{} > {}", "{}<mo>&gt;</mo>{}"),
    "equal": ("{} = {}", "{} = {}", "{}<mo>=</mo>{}"),
    "for every": ("{} for every {}", r"{} \text{{ for every }} {}", f"{{}}{words_markup(' for every ')}{{}}"),
    "group": ("({})", "({})", '<mrow><mo stretchy="false">(</mo>{}<mo stretchy="false">)</mo></mrow>'),
    "zero": ("0", "0", "<mn>0</mn>"),
    "mask": ("{} ∈ {{0, 1}}^{}", r"{} \in \{{0, 1\}}^{{{}}}", f"{{}}<mo>∈</mo><msup>{_BITS}{{}}</msup>"),
    "comma": (", ", ", ", "<mo>,</mo>"),
    "symmetric": _word("symmetric"),
    "orthogonal": _word("orthogonal"),
    "idempotent": _word("idempotent"),
    "invertible": _word("invertible"),
    "positive_definite": _word("positive definite"),
}


@dataclass(frozen=True)
class Printer:
    """Prints terms by ``show``, of a term, a notation and the terms of its page; words are in a ``column`` of the table."""

    column: int
    show: Callable[[t.Term, Notation, tuple[t.Term, ...]], str]

    def words(self, key: str, *parts: str) -> str:
        return _WORDS[key][self.column].format(*parts)

    def condition(self, condition: Condition, notation: Notation = ARROW, *, beside: Iterable[t.Term] = ()) -> str:
        """``σ² + ε > 0``, ``gₙ ≠ 0 for every n``, ``A invertible``, ``Πa ≠ 0``; ``beside``: terms of the same page."""
        page, closed = tuple(beside), set(condition.closed)
        if condition.kind == "nonzero" and t.is_vector(condition.term.shape):
            index = _fresh_index(condition.term)
            closed.add(index)
            condition = Condition("nonzero", t.Component(condition.term, (index,)))
        said = self._said(condition, lambda term: self.show(term, notation, page))
        return self._for_every(said, closed, notation, page)

    def equality(self, lhs: t.Term, rhs: t.Term, notation: Notation = ARROW, *, beside: Iterable[t.Term] = ()) -> str:
        """``lhs = rhs``; the shapes may differ, as they do when a statement is ill-typed."""
        page = (lhs, rhs, *beside)
        return self.words("equal", *(self.show(_side(term), notation, page) for term in (lhs, rhs)))

    def hypothesis(self, hypothesis: Hypothesis, notation: Notation = ARROW, *, beside: Iterable[t.Term] = ()) -> str:
        """A condition, or an equality for all values of its free indices."""
        page = tuple(beside)
        if not isinstance(hypothesis, Equality):
            return self.condition(hypothesis, notation, beside=page)
        said = self.equality(hypothesis.lhs, hypothesis.rhs, notation, beside=page)
        return self._for_every(said, hypothesis.closed, notation, (*hypothesis.terms, *page))

    def _for_every(self, said: str, indices: Iterable[t.Index], notation: Notation, page: tuple[t.Term, ...]) -> str:
        ordered = sorted(indices, key=lambda index: (index.name, t.show_dim(index.dim)))
        names = [self.show(t.Symbol(index.name, ()), notation, page) for index in ordered]
        return self.words("for every", said, self.words("comma").join(names)) if names else said

    def _said(self, condition: Condition, show: Callable[[t.Term], str]) -> str:
        term, zero = condition.term, self.words("zero")
        match condition.kind:
            case "nonneg" | "positive" as kind:
                return self.words(kind, show(term), zero)
            case "nonzero":
                return self.words("unequal", show(term), zero)
            case "not_zero":
                return self.words("unequal", show(term), show(t.Zeros(term.shape)))
            case "mask" if self is TEXT or not t.is_vector(term.shape):  # as plain syntax reads it
                return self.words("equal", show(t.Hadamard((term, term))), show(term))
            case "mask":
                return self.words("mask", show(term), show(t.as_term(t.axes_of(term.shape)[0])))
        simple = isinstance(
            term, t.Symbol | t.Defined | t.Written
        )  # of a formula with signs a word is said in parentheses
        return self.words(condition.kind, show(term) if simple else self.words("group", show(term)))


TEXT = Printer(0, lambda term, _, page: text(term, beside=page))
LATEX = Printer(1, lambda term, notation, page: latex(term, notation, beside=page))
#: MathML without ``<math>``.
MARKUP = Printer(2, lambda term, notation, page: markup(term, notation, beside=page))

text_condition, text_equality, text_hypothesis = TEXT.condition, TEXT.equality, TEXT.hypothesis
latex_condition, latex_equality, latex_hypothesis = LATEX.condition, LATEX.equality, LATEX.hypothesis
markup_condition, markup_equality, markup_hypothesis = MARKUP.condition, MARKUP.equality, MARKUP.hypothesis


def _side(term: t.Term) -> t.Term:
    """A zero matrix alone on its side needs no size: the other side has it."""
    return t.as_term(0) if isinstance(term, t.Zeros) and not t.is_vector(term.shape) else term


def _fresh_index(term: t.Term) -> t.Index:
    """An index over the axis of a vector, with a name that does not occur in it."""
    used = {index.name for part in subterms(term) for index in _indices(part)}
    names = chain(("n", "m", "i", "j", "k", "l"), (f"n_{number}" for number in count(1)))
    return t.Index(next(name for name in names if name not in used), t.axes_of(term.shape)[0])


def _indices(term: t.Term) -> tuple[t.Index, ...]:
    match term:
        case t.Component(_, indices):
            return indices
        case t.Prod(index, _, without):
            return (index, *without)
        case t.Sum(index) | t.Max(index) | t.Basis(index):
            return (index,)
        case t.Delta(left, right):
            return (left, right)
    return ()


def text_shape(shape: t.Shape) -> str:
    """A shape in words.

    >>> from derive.language.terms import Dimension
    >>> N, K = Dimension("N"), Dimension("K")
    >>> text_shape(()), text_shape((N,)), text_shape((1, N)), text_shape((N, K)), text_shape((N, N, 3))
    ('scalar', 'vector of length N', 'row of length N', 'N × K matrix', 'N × N × 3 tensor')
    """
    size = " × ".join(t.show_dim(dim) for dim in t.axes_of(shape))
    if not shape:
        return "scalar"
    if t.is_vector(shape):
        return f"vector of length {size}"
    if t.is_row(shape):
        return f"row of length {size}"
    return f"{size} {'matrix' if len(shape) == 2 else 'tensor'}"


@dataclass(frozen=True)
class Sign:
    """A sign of mathematics that is no term: ``∈``, ``⊆``, ``{``."""

    latex: str
    text: str


#: A sign, a term, or a hypothesis.
Math = Sign | Term | Hypothesis
#: Words (a plain string, escaped by nobody here: keep it free of TeX), or mathematics.
Piece = str | Math
Sentence = tuple[Piece, ...]

EQUALS = Sign("=", "=")
COMMA = Sign(",", ",")


def power_of_ten(exponent: int, factor: str = "") -> Sign:
    """10 to a power, a number times it.

    >>> power_of_ten(-3, "2.5").text
    '2.5·10⁻³'
    """
    latex_dot, dot = (r" \cdot ", "·") if factor else ("", "")
    return Sign(f"{factor}{latex_dot}10^{{{exponent}}}", f"{factor}{dot}10{superscript(exponent)}")


def listed(terms: Sequence[Term | Hypothesis]) -> Sentence:
    """Terms with commas between."""
    return tuple(piece for i, term in enumerate(terms) for piece in ((COMMA, term) if i else (term,)))


def sentence_terms(sentence: Sentence) -> tuple[Term, ...]:
    """The terms in a sentence, those of its hypotheses included."""
    found: list[Term] = []
    for piece in sentence:
        if isinstance(piece, Term):
            found.append(piece)
        elif isinstance(piece, Condition | Equality):
            found.extend(piece.terms)
    return tuple(found)


def sentence_text(sentence: Sentence, *, beside: Iterable[Term] = ()) -> str:
    """The sentence in Unicode: ``the null space of Πdiag(g) is spanned by α``; ``beside`` are terms of the same page."""
    page = (*sentence_terms(sentence), *beside)
    return spaced([piece if isinstance(piece, str) else shown(piece, TEXT, page) for piece in sentence])


def sentence_latex(sentence: Sentence, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """The sentence in LaTeX of text mode, its mathematics between dollar signs; Markdown reads the same."""
    page = (*sentence_terms(sentence), *beside)
    formulas = (
        run if isinstance(run, str) else f"${spaced([shown(piece, LATEX, page, notation) for piece in run])}$"
        for run in runs(sentence)
    )
    return spaced([*formulas])


def runs(sentence: Sentence) -> tuple[str | tuple[Math, ...], ...]:
    """The sentence as words and formulas in turn: pieces of mathematics that stand together are one formula."""
    found: list[str | tuple[Math, ...]] = []
    for prose, pieces in groupby(sentence, key=lambda piece: isinstance(piece, str)):
        group = tuple(pieces)
        if prose:
            found.append(spaced([piece for piece in group if isinstance(piece, str)]))
        else:
            found.append(tuple(piece for piece in group if not isinstance(piece, str)))
    return tuple(found)


def shown(piece: Math, printer: Printer, page: Iterable[Term], notation: Notation = ARROW) -> str:
    """A piece of mathematics: in Unicode, in LaTeX of math mode, or in MathML without ``<math>``."""
    match piece:
        case Sign():
            return piece.text if printer is TEXT else entry_markup(piece.latex) if printer is MARKUP else piece.latex
        case Term():
            return printer.show(piece, notation, tuple(page))
    return printer.hypothesis(piece, notation, beside=page)


def spaced(words: Sequence[str]) -> str:
    """Joined by blanks, none before a comma, a full stop or a bracket that closes, none after one that opens.

    >>> spaced(["{", "v", "∈", "V", ":", "v", "≠", "0", "}", ", given", "N"])
    '{v ∈ V: v ≠ 0}, given N'
    """
    joined = ""
    for word in words:
        close = word[:1] in _NO_BLANK_BEFORE or joined.endswith(_NO_BLANK_AFTER)
        joined += word if not joined or close else f" {word}"
    return joined


_NO_BLANK_BEFORE = frozenset(",;.:)]}")
_NO_BLANK_AFTER = ("(", "[", "{")
