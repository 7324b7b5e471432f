r"""The layout of derivatives of and by whole arrays: ``layout numerator``, ``layout denominator``, ``layout mixed``.

==============================  ================  ==================  ======================
a derivative of … by …          mixed             numerator           denominator
==============================  ================  ==================  ======================
a scalar by a column            a column          a row               a column
a scalar by a matrix X          as X              as Xᵀ               as X
a scalar by a row r             as r              as rᵀ, a column     as r
a column by a scalar            a column          a column            a row
a column y by a column x        (i, j): ∂yᵢ/∂xⱼ   (i, j): ∂yᵢ/∂xⱼ     (i, j): ∂yⱼ/∂xᵢ
a matrix by a scalar            as the matrix     as the matrix       two readings, refused
a row yᵀ by a column x          (i, j): ∂yⱼ/∂xᵢ   as yᵢ, or refused   (i, j): ∂yⱼ/∂xᵢ
==============================  ================  ==================  ======================

Derivatives with all their indices are the same in every layout, ``\nabla_x f`` is always as x, and what is written
as a row, ``\partial x^\top``, says itself what its rows are; a row above in the numerator layout, which some read as its
column, is refused where that layout is declared; by a row, all but a scalar is refused.  Where nothing is
declared the layout is mixed; a relation that holds in another one, and not in this, is refused.  Where one is declared,
sides that would fit in another are an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from derive.errors import AmbiguityError, DeriveError, InputError, ShapeError
from derive.language.substitution import unfolded_subterms, with_children
from derive.language.terms import Basis, Defined, Det, Grad, Inverse, Outer, Product, Sum, Symbol, Term, show_shape
from derive.printing.text import text
from derive.reading.latex.otherwise import Otherwise
from derive.reading.latex.spelling import Lexeme
from derive.reading.syntax import Call, Indexed, TooDeep, Tree, Word

T = TypeVar("T")

#: What ``layout`` may declare; the first is that of texts that declare none.
LAYOUTS = ("mixed", "numerator", "denominator")

_HINT = "declare % derive: layout {}, or write the transpose that is meant"


def is_transposed(layout: str, above: int, below: int) -> bool:
    """Is a derivative of what has so many axes by what has so many the transpose of the one in the mixed layout?

    Raises `AmbiguityError` where the layout does not say it.
    """
    if layout == "numerator":
        return above == 0 and below > 0
    if layout == "denominator" and (above, below) == (2, 0):
        labels = ["as the matrix", "as its transpose"]
        hint = "write all indices, or declare layout mixed"
        raise AmbiguityError("a matrix by a scalar in the denominator layout", labels, hint=hint)
    return layout == "denominator" and above == 1 and below < 2


def check_row(layout: str, above: int, below: int) -> None:
    """Raise `InputError` for a derivative that is written with a row, where the layout has none or it says too little."""
    if layout == "numerator" or (layout == "denominator" and above > 0 and below == 0):
        message = f"a derivative that is written with a transpose, in the {layout} layout"
        raise InputError(message, hint="leave the transpose out, write all indices, or declare layout mixed")


def has_whole(tree: Tree, symbols: Collection[str]) -> bool:
    """Has a tree a derivative without indices?  ``symbols``: those of derivatives that are only declared."""
    if isinstance(tree, Indexed):
        return any(has_whole(child, symbols) for child in tree.base.below())
    grad = isinstance(tree, Call) and tree.name == "grad"
    return grad or (isinstance(tree, Word) and tree.name in symbols) or any(has_whole(c, symbols) for c in tree.below())


def may_differentiate(lexemes: Sequence[Lexeme]) -> bool:
    r"""Is there a ``\partial``, a d or a prime in a formula?"""
    return any(lexeme.text in (r"\partial", "d") or lexeme.kind in ("PARTIAL", "PRIME") for lexeme in lexemes)


def in_another(error: ShapeError, own: str, read: Callable[[str], object]) -> ShapeError:
    """The error of shapes that do not fit, which names the layout in which they do."""
    for layout, _ in _others(own, read):
        return ShapeError(error.message, hint=f"in the {layout} layout of derivatives it fits: " + _HINT.format(layout))
    return error


def check_layout(
    terms: Sequence[Term], own: str, read: Callable[[str], Sequence[Term]], holds: Callable[..., bool]
) -> None:
    """Raise where a chain of equations has one shape, or holds, in another layout and not in its own.

    ``own`` is the layout that is declared, or nothing; ``holds`` decides chains of terms.  Raises `ShapeError` where it is
    declared, and `AmbiguityError` otherwise; what has one shape in the layout that is declared is taken by its word.
    """
    clash = not _fits(terms)
    if len(terms) < 2 or (own and not clash):
        return
    held: bool | None = None
    for layout, others in _others(own, read):
        if not _fits(others) or (not clash and list(others) == list(terms)):
            continue
        if not clash:
            held = holds(*terms) if held is None else held
            if held or not holds(*others):
                continue
        shown = [_shown(sides, clash) for sides in (terms, others)]
        if own:
            which = f"in the {own} layout of derivatives, which is declared"
            hint = f"they fit in the {layout} layout, or with another transpose"
            raise ShapeError(f"sides that differ by a transpose, {shown[0]}, {which}", hint=hint)
        labels = [f"layout mixed, {shown[0]}", f"layout {layout}, {shown[1]}"]
        raise AmbiguityError("the layout of a derivative", labels, hint=_HINT.format(layout))


def check_transposed(terms: Sequence[Term], holds: Callable[..., bool]) -> None:
    """Raise `AmbiguityError` where a column and a row are said to be equal, and one is made with a derivative.

    It may be defined by one, of which nobody said how it is laid out.  So it is where sides are equal only if the
    derivatives in definitions are transposed.
    """
    for pair in pairwise(terms):
        column, row = sorted((side.shape for side in pair), key=len)
        clash = (1, *column) == row and any(_is_made(part) for side in pair for part in unfolded_subterms(side))
        if clash or _holds_otherwise(pair, holds):
            labels = [f"layout mixed, {_shown(pair, clash)}", "another layout"]
            raise AmbiguityError(
                "the layout of a derivative",
                labels,
                hint=_HINT.format(LAYOUTS[1] if clash else " or ".join(LAYOUTS[1:])),
            )


def _holds_otherwise(pair: tuple[Term, Term], holds: Callable[..., bool]) -> bool:
    """Are two sides not decided to be equal, and are with the derivatives in definitions transposed?"""
    try:
        others = [_turned(side) for side in pair]
    except (DeriveError, TooDeep):
        return False
    return others != list(pair) and _fits(others) and holds(*others) and not (_fits(pair) and holds(*pair))


def _turned(term: Term, defined: bool = False) -> Term:
    """A term with the derivatives in definitions transposed, that are arrays."""
    if defined and _is_made(term):
        return term.T if term.shape else term
    if isinstance(term, Defined):
        made = any(_is_made(part) and part.shape for part in unfolded_subterms(term))
        return _turned(term.unfold(), True) if made else term
    children = tuple(_turned(child, defined) for child in term.children)
    return with_children(term, children) if children != tuple(term.children) else term


def _is_made(term: Term) -> bool:
    """Is a term a derivative, as a node, or of an inverse and so written out: Σᵢ Σⱼ … (eᵢ eⱼᵀ)?"""
    if not isinstance(term, Sum) or not any(isinstance(part, Inverse | Det) for part in unfolded_subterms(term)):
        return isinstance(term, Grad)
    while isinstance(term, Sum):
        term = term.body
    unit = term.factors[-1] if isinstance(term, Product) else term
    return isinstance(unit, Basis) or (
        isinstance(unit, Outer) and all(isinstance(each, Basis) for each in unit.children)
    )


def check_other(
    terms: Sequence[Term], doubt: Otherwise, other: Callable[[], Sequence[Term]], holds: Callable[..., bool]
) -> None:
    """Raise `AmbiguityError` where two sides are not decided to be equal as they are read, and are in the ``other`` way."""
    pairs = list(pairwise(terms))
    open_pairs = [number for number, pair in enumerate(pairs) if not (_fits(pair) and holds(*pair))]
    try:
        others = list(pairwise(other())) if open_pairs else []
    except (DeriveError, TooDeep):
        return
    if any(others[n] != pairs[n] and _fits(others[n]) and holds(*others[n]) for n in open_pairs):
        raise AmbiguityError(doubt.what, doubt.labels, hint=doubt.hint)


def _others(own: str, read: Callable[[str], T]) -> Iterator[tuple[str, T]]:
    """The readings in other layouts, where there are any."""
    for layout in LAYOUTS:
        if layout != (own or LAYOUTS[0]):
            try:
                yield layout, read(layout)
            except (DeriveError, TooDeep):
                continue


def _fits(terms: Sequence[Term]) -> bool:
    return len({term.shape for term in terms if not _nought(term)}) < 2


def _nought(term: Term) -> bool:
    return not isinstance(term, Symbol) and text(term) == "0"


def _shown(terms: Sequence[Term], shapes: bool) -> str:
    if shapes:
        return " = ".join(show_shape(term.shape) for term in terms)
    return " = ".join(text(term, beside=terms) for term in terms)


def of_entries(at: int, entry: Tree, own: Sequence[Word]) -> Tree:
    """The vector or matrix with an entry at some indices."""
    bases = tuple(Call(at, "basis", (index,)) for index in own)
    unit = bases[0] if len(bases) == 1 else Call(at, "outer", bases)
    return summed(at, own, Call(at, "product", (entry, unit)))


def summed(at: int, indices: Sequence[Word], tree: Tree) -> Tree:
    """A sum over some indices."""
    for word in reversed(indices):
        tree = Call(at, "sum", (Word(at, word.name), tree))
    return tree
