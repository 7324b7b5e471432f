"""What must be told apart on one page.

Two different terms may come out with one spelling: the name ``sigma2`` and the square of ``sigma``, the scalar ``a_n``
and a component of ``a``, all-ones of two sizes.  The survey prints the page once, looks for such pairs, and says which names
must then be spelled verbatim and whether sizes must be shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from derive.language import terms as t
from derive.language.substitution import subterms
from derive.printing.names import is_word, read_name
from derive.printing.notation import Notation
from derive.printing.spelling import Page, Spelling
from derive.printing.walk import Walk

#: How many printed terms are remembered, each with its page.
REMEMBERED = 16384

#: Pairs of these say the same in two ways and may look alike: u vᵀ, A⁻¹, 1/2, −1.
_SYNONYMS = (t.Number, t.Neg, t.Quotient, t.Product, t.Outer, t.Transpose, t.Inverse, t.Power, t.Hadamard)


def survey(spelling: Spelling, terms: Iterable[t.Term]) -> Walk:
    """A walk on the page on which these terms, printed with this spelling, cannot be confused, in whatever order."""
    terms = tuple(terms)
    names: set[str] = set()
    sizes = set()
    for term in terms:
        for part in subterms(term):
            name = name_of(part)
            if name is not None:
                names.add(name)
            elif isinstance(part, t.Ones | t.Identity):
                sizes.add(part.shape[0] if part.shape else 1)
    words = any(read_name(name) is None and is_word(name) for name in names)
    spelled = [read_name(name) for name in names]
    e_taken = any(name is not None and name.letter == "e" and not name.sub for name in spelled)
    draft = Walk(spelling, Page(sized=len(sizes) > 1, words=words, e_taken=e_taken))
    for term in terms:
        draft.show(term)
    alike: dict[str, list[t.Term]] = {}
    for part, piece in draft.pieces.items():
        alike.setdefault(piece.text, []).append(part)
    parts = {name: read_name(name) for name in names}
    # σ² is the square of σ wherever there is a σ
    verbatim = {name for name, p in parts.items() if p and p.sup.isdigit() and replace(p, sup="") in parts.values()}
    for group in alike.values():
        if len(group) > 1:
            verbatim.update(_to_change(group))
    page = Page(frozenset(verbatim), draft.page.sized, words, e_taken)
    return draft if page == draft.page else Walk(spelling, page)


@lru_cache(maxsize=192)
def _page(spelling: type[Spelling], notation: Notation, terms: frozenset[t.Term]) -> Walk:
    """The page of these terms: the formulas of a sentence are printed one by one on the same."""
    return survey(spelling(notation), terms)


@lru_cache(maxsize=REMEMBERED)
def printed(spelling: type[Spelling], notation: Notation, term: t.Term, page: frozenset[t.Term]) -> str:
    """A term on a page; a report has most of its formulas several times, and in several formats."""
    walk = _page(spelling, notation, page)
    return walk.spelling.written(walk.show(term).text)


def name_of(term: t.Term) -> str | None:
    """The name of a symbol, dimension or definition without arguments; None for other terms."""
    match term:
        case t.Symbol(name) | t.Dimension(name):
            return name
        case t.Defined(definition, ()):
            return definition.name
    return None


def _to_change(group: list[t.Term]) -> list[str]:
    """The names to spell verbatim so that terms of one spelling differ: all names, or all but the simplest."""
    names = sorted({name for name in map(name_of, group) if name is not None}, key=lambda name: (len(name), name))
    others = [term for term in group if name_of(term) is None]
    if names:
        return names if others else names[1:]
    if all(isinstance(term, _SYNONYMS) for term in group):
        return []
    return [name for name in map(_base_name, others) if name is not None]


def _base_name(term: t.Term) -> str | None:
    """The name inside a component or a definition used with arguments."""
    match term:
        case t.Component(base):
            return name_of(base)
        case t.Defined(definition, _):
            return definition.name
    return None
