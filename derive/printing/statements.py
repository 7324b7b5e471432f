"""Conditions, equalities and shapes in words and formulas, for each printer: text, LaTeX, MathML without ``<math>``.

An index that is closed in a hypothesis (`derive.language.hypotheses`) is printed so: ``tⱼ > 0 for every j``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import subterms
from derive.language.terms import (
    Basis,
    Component,
    Defined,
    Delta,
    Hadamard,
    Index,
    Prod,
    Shape,
    Sum,
    Symbol,
    Term,
    Zeros,
    as_term,
    axes_of,
    is_row,
    is_vector,
    show_dim,
)
from derive.printing.latex import latex
from derive.printing.markup import words_markup
from derive.printing.mathml import markup
from derive.printing.notation import ARROW, Notation
from derive.printing.text import text

_Show = Callable[[Term], str]

#: The printers, as columns of the table.
_TEXT, _LATEX, _MATHML = range(3)


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
_INDEX_NAMES = ("n", "m", "i", "j", "k", "l")


def text_condition(condition: Condition, *, beside: Iterable[Term] = ()) -> str:
    """A condition as one line: ``σ² + ε > 0``, ``gₙ ≠ 0 for every n``, ``A invertible``, ``Πa ≠ 0``."""
    page = tuple(beside)
    return _condition(condition, _TEXT, lambda term: text(term, beside=page))


def latex_condition(condition: Condition, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    r"""A condition in LaTeX: ``\sigma^2 + \epsilon > 0``, ``g_n \neq 0 \text{ for every } n``, …"""
    page = tuple(beside)
    return _condition(condition, _LATEX, lambda term: latex(term, notation, beside=page))


def markup_condition(condition: Condition, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """A condition in MathML, without ``<math>``."""
    page = tuple(beside)
    return _condition(condition, _MATHML, lambda term: markup(term, notation, beside=page))


def _condition(condition: Condition, printer: int, show: _Show) -> str:
    closed = list(condition.closed)
    if condition.kind == "nonzero" and is_vector(condition.term.shape):
        index = _fresh_index(condition.term)
        closed.append(index)
        condition = Condition("nonzero", Component(condition.term, (index,)))
    return _for_every(_said(condition, printer, show), closed, printer, show)


def _for_every(said: str, indices: Iterable[Index], printer: int, show: _Show) -> str:
    names = [_index_name(index, show) for index in sorted(indices, key=lambda index: (index.name, show_dim(index.dim)))]
    return _WORDS["for every"][printer].format(said, _WORDS["comma"][printer].join(names)) if names else said


def _said(condition: Condition, printer: int, show: _Show) -> str:
    term, zero = condition.term, _WORDS["zero"][printer]
    match condition.kind:
        case "nonneg" | "positive" as kind:
            return _WORDS[kind][printer].format(show(term), zero)
        case "nonzero":
            return _WORDS["unequal"][printer].format(show(term), zero)
        case "not_zero":
            return _WORDS["unequal"][printer].format(show(term), show(Zeros(term.shape)))
        case "mask" if printer == _TEXT or not is_vector(term.shape):  # as plain syntax reads it
            return _WORDS["equal"][printer].format(show(Hadamard((term, term))), show(term))
        case "mask":
            return _WORDS["mask"][printer].format(show(term), show(as_term(axes_of(term.shape)[0])))
        case kind:
            return _WORDS[kind][printer].format(_subject(term, printer, show))


def _subject(term: Term, printer: int, show: _Show) -> str:
    """A matrix of which a word is said: a formula with signs gets parentheses."""
    simple = isinstance(term, Symbol | Defined)
    return show(term) if simple else _WORDS["group"][printer].format(show(term))


def _index_name(index: Index, show: _Show) -> str:
    """The name of an index, in the spelling at hand."""
    return show(Symbol(index.name, ()))


def _fresh_index(term: Term) -> Index:
    """An index over the axis of a vector, with a name that does not occur in it."""
    used = {index.name for part in subterms(term) for index in _indices(part)}
    name = next((name for name in _INDEX_NAMES if name not in used), "")
    number = 1
    while not name:
        candidate = f"n_{number}"
        name, number = ("" if candidate in used else candidate), number + 1
    return Index(name, axes_of(term.shape)[0])


def _indices(term: Term) -> tuple[Index, ...]:
    match term:
        case Component(_, indices):
            return indices
        case Prod(index, _, without):
            return (index, *without)
        case Sum(index) | Basis(index):
            return (index,)
        case Delta(left, right):
            return (left, right)
    return ()


def text_equality(lhs: Term, rhs: Term, *, beside: Iterable[Term] = ()) -> str:
    """``lhs = rhs`` as one line; the shapes may differ, as they do when a statement is ill-typed."""
    page = (lhs, rhs, *beside)
    return " = ".join(text(_side(term), beside=page) for term in (lhs, rhs))


def latex_equality(lhs: Term, rhs: Term, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """``lhs = rhs`` in LaTeX; the shapes may differ, as they do when a statement is ill-typed."""
    page = (lhs, rhs, *beside)
    return " = ".join(latex(_side(term), notation, beside=page) for term in (lhs, rhs))


def markup_equality(lhs: Term, rhs: Term, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """``lhs = rhs`` in MathML, without ``<math>``; the shapes may differ."""
    page = (lhs, rhs, *beside)
    return _WORDS["equal"][_MATHML].format(*(markup(_side(term), notation, beside=page) for term in (lhs, rhs)))


def _side(term: Term) -> Term:
    """A zero matrix alone on its side needs no size: the other side has it."""
    return as_term(0) if isinstance(term, Zeros) and not is_vector(term.shape) else term


def text_hypothesis(hypothesis: Hypothesis, *, beside: Iterable[Term] = ()) -> str:
    """A condition or an equality as one line."""
    if not isinstance(hypothesis, Equality):
        return text_condition(hypothesis, beside=beside)
    said = text_equality(hypothesis.lhs, hypothesis.rhs, beside=beside)
    page = (*hypothesis.terms, *beside)
    return _for_every(said, _free(hypothesis), _TEXT, lambda term: text(term, beside=page))


def latex_hypothesis(hypothesis: Hypothesis, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """A condition or an equality in LaTeX."""
    if not isinstance(hypothesis, Equality):
        return latex_condition(hypothesis, notation, beside=beside)
    said = latex_equality(hypothesis.lhs, hypothesis.rhs, notation, beside=beside)
    page = (*hypothesis.terms, *beside)
    return _for_every(said, _free(hypothesis), _LATEX, lambda term: latex(term, notation, beside=page))


def markup_hypothesis(hypothesis: Hypothesis, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    """A condition or an equality in MathML, without ``<math>``."""
    if not isinstance(hypothesis, Equality):
        return markup_condition(hypothesis, notation, beside=beside)
    said = markup_equality(hypothesis.lhs, hypothesis.rhs, notation, beside=beside)
    page = (*hypothesis.terms, *beside)
    return _for_every(said, _free(hypothesis), _MATHML, lambda term: markup(term, notation, beside=page))


def _free(equality: Equality) -> frozenset[Index]:
    return equality.lhs.free | equality.rhs.free


def text_shape(shape: Shape) -> str:
    """A shape in words.

    >>> from derive.language.terms import Dimension
    >>> N, K = Dimension("N"), Dimension("K")
    >>> text_shape(()), text_shape((N,)), text_shape((1, N)), text_shape((N, K)), text_shape((N, N, 3))
    ('scalar', 'vector of length N', 'row of length N', 'N × K matrix', 'N × N × 3 tensor')
    """
    size = " × ".join(show_dim(dim) for dim in axes_of(shape))
    if not shape:
        return "scalar"
    if is_vector(shape):
        return f"vector of length {size}"
    if is_row(shape):
        return f"row of length {size}"
    return f"{size} {'matrix' if len(shape) == 2 else 'tensor'}"
