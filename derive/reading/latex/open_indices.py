r"""Free indices that nobody declares: ``C_{ij} = \delta_{ij} - e_i e_j / N``.

A letter in a subscript that nothing binds or declares is a free index where nobody reads it otherwise.  It stands on every
side of the relation, or all sides are scalars; and on one side it stands but once in every product, so that
the summation convention, under which both sides have the same free indices, would say the same.  What it runs over is
inferred, and must be the same everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from derive.errors import NameError_
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.reading.declarations import is_zero
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.einstein import bound_by, index_words, multiplicity
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.spelling import LETTERS
from derive.reading.syntax import Tree, Word

#: The most free indices of one chain that nobody has declared.
MAX_OPEN = 6


def may_be_index(name: str) -> bool:
    """Is a name one small letter, with primes or without?"""
    letter = name.rstrip("'")
    return letter[:1].islower() and (len(letter) == 1 or rf"\{letter}" in LETTERS)


def is_free(name: str, sides: Sequence[Reading], before: Collection[str] | None = None) -> bool:
    """Is an undeclared letter a free index of a chain?  ``before`` has the free indices of a side that was read before."""
    told = [side for side in sides if not is_zero(side.tree)]
    counts = [multiplicity(side.tree, name) for side in told]
    everywhere = all(counts) and (before is None or name in before)
    scalars = not any(side.shape for side in told)
    return (everywhere or scalars) and (1 in counts or name in (before or ()))


def words_of(tree: Tree, names: Collection[str]) -> Iterator[Word]:
    """The places at which some indices stand free in a tree."""
    rest = [name for name in names if name not in bound_by(tree)]
    yield from (word for word in index_words(tree) if word.name in rest)
    for child in tree.below():
        yield from words_of(child, rest)


def check_kept(reader: Reader, terms: Sequence[Term], at: int) -> None:
    """Raise `NameError_` where an index that an inequality below a sum leaves free stands on some sides alone.

    A side of numbers alone, `= 0`, may hold for each of its values.
    """
    told = [term for term in terms if any(symbol.shape for symbol in symbols_of(term))]
    free = [{index.name for index in term.free} for term in told]
    if partly := sorted(name for name in reader.effort.kept if 0 < sum(name in names for names in free) < len(free)):
        message = f"the index {partly[0]}, which a sum leaves free, on one side alone"
        raise reader.fail(at, message, CONVENTIONS["inequalities below signs"].hint, NameError_)
