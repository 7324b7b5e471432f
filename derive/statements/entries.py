"""What has sizes that are numbers, entry by entry: an equation between matrices written out is one for each entry.

**Sound.**  A symbol of a size in numbers is put as its components, symbols of their own, so that what is proved of all
values of these holds of all its values.  Every rule below is the definition of an operation in components; a sum over an
index whose range is a number is written out, and a free index of that kind takes each of its values.  An entry of a product
of which one factor is 0 is 0: so an entry is defined wherever the term is, and may be where the term is not; what is claimed
is claimed where the term is.  A determinant is that of Leibniz, by the first row; an inverse, cofactors over the determinant
that is not 0 where the term is defined.  A hypothesis that cannot be said entry by entry is left out, so that less is
assumed.  What has no such number in it, and no entry of something that has, stays as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product as every

from derive.errors import LimitError, Undecided
from derive.language import terms as t
from derive.language.hypotheses import TIES, Condition, Equality, Hypothesis, conditions_of, equation_of
from derive.language.substitution import meanings, symbols_of, unfolded_subterms, with_children
from derive.statements.entry_arrays import (
    ONE,
    ZERO,
    Array,
    added,
    determinant,
    dot,
    each,
    entry_at,
    filled,
    flat,
    inverse,
    is_open,
    laid_out,
    matrices,
    matrix_of,
    negative,
    pointwise,
    product,
    times,
    total,
    transposed,
)

Place = Mapping[t.Index, int]

#: What is more than an operation on its sub-terms.
_OWN = (
    t.Defined,
    t.Written,
    t.Entry,
    t.Symbol,
    t.Ones,
    t.Zeros,
    t.Identity,
    t.Basis,
    t.Delta,
    t.Component,
    t.Sum,
    t.Prod,
    t.Max,
)


@lru_cache(maxsize=1_024)
def is_written(term: t.Term) -> bool:
    """Does a term have a matrix written out, or an entry at a position that is a number?"""
    return any(isinstance(part, t.Written | t.Entry) for part in unfolded_subterms(term))


@lru_cache(maxsize=4_096)
def _is_numbered(term: t.Term) -> bool:
    """Does a term have an axis or an index whose range is a number?"""
    for part in unfolded_subterms(term):
        bound = isinstance(part, t.Binder) and isinstance(part.index.dim, int)
        if bound or _sized(part) or isinstance(part, t.Entry) or any(isinstance(i.dim, int) for i in part.free):
            return True
    return False


def _sized(term: t.Term) -> bool:
    """Has a term an axis that is a number?"""
    return any(isinstance(dim, int) for dim in t.axes_of(term.shape))


@dataclass(frozen=True)
class EntryEquation:
    """One entry: where it is, as the values of indices and the position, and its sides under the hypotheses."""

    place: str
    lhs: t.Term
    rhs: t.Term
    hypotheses: tuple[Hypothesis, ...]


def entry_equations(lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis]) -> tuple[EntryEquation, ...]:
    """lhs = rhs as one equation for each entry, and each value of free indices whose range is a number.

    Raises `Undecided` for what cannot be said entry by entry, or has too much in an entry.
    """
    try:
        return _entry_equations(lhs, rhs, hypotheses)
    except LimitError as error:
        raise Undecided(f"entry by entry, {error.message}") from error


def _entry_equations(lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis]) -> tuple[EntryEquation, ...]:
    entries = Entries((lhs, rhs, *(term for h in hypotheses for term in h.terms)))
    given = tuple(entries.hypotheses(hypotheses))
    found = []
    for values in _values(lhs.free | rhs.free):
        left, right = entries.array(lhs, values), entries.array(rhs, values)
        indices = [f"{index.name} = {value + 1}" for index, value in values.items()]
        for position, one, other in _pairs(left, right):
            said = [f"({', '.join(str(at + 1) for at in position)})"] if position else []
            found.append(EntryEquation(", ".join([*indices, *said]), one, other, given))
    return tuple(found)


def _derivative(entry: t.Term, symbol: t.Term) -> t.Term:
    """That of an entry by a component."""
    if entry.shape or symbol.shape or not isinstance(symbol, t.Symbol):
        raise Undecided("a derivative with axes of which some are numbers and some are none")
    return t.Grad(entry, symbol)


def _values(indices: Iterable[t.Index]) -> Iterator[dict[t.Index, int]]:
    """All values, counted from 0, of the indices whose range is a number."""
    numbered = sorted((i for i in indices if isinstance(i.dim, int)), key=lambda i: (i.name, str(i.dim)))
    for values in every(*map(_range, numbered)):
        yield dict(zip(numbered, values, strict=True))


def _range(index: t.Index) -> range:
    """The values of an index whose range is a number, counted from 0; a place has one."""
    size = index.dim if isinstance(index.dim, int) else 0
    return range(index.number - 1, index.number) if isinstance(index, t.Place) else range(size)


def _pairs(left: Array, right: Array, *at: int) -> Iterator[tuple[tuple[int, ...], t.Term, t.Term]]:
    if isinstance(left, tuple) and isinstance(right, tuple):
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _pairs(one, other, *at, number)
    elif isinstance(left, t.Term) and isinstance(right, t.Term):
        yield at, left, right
    else:
        raise Undecided("sides of which one has axes that are numbers")


class Entries:
    """The entries of the terms of one statement."""

    def __init__(self, terms: Iterable[t.Term]) -> None:
        terms = tuple(terms)
        self.symbols = symbols_of(*terms)
        self.taken = {meaning.name for term in terms for meaning in meanings(term)}
        self.components: dict[t.Symbol, Array] = {}
        self.memory: dict[tuple[t.Term, tuple[tuple[t.Index, int], ...]], Array] = {}

    # --- hypotheses ---

    def hypotheses(self, given: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """What is assumed, and what symbols that are put as their components were declared to be, of entries."""
        for hypothesis in given:
            yield from self.hypothesis(hypothesis)
        for symbol in self.symbols:
            if t.axes_of(symbol.shape) and all(isinstance(dim, int) for dim in symbol.shape):
                for condition in conditions_of(symbol):
                    yield from self.hypothesis(condition)

    def hypothesis(self, given: Hypothesis) -> list[Hypothesis]:
        """The same of entries; nothing for what cannot be said so."""
        if not any(map(_is_numbered, given.terms)):
            return [given]
        if isinstance(given, Condition) and given.at:
            return []
        try:
            free = frozenset[t.Index]().union(*(term.free for term in given.terms))
            return [made for values in _values(free) for made in self.said(given, values)]
        except Undecided:
            return []

    def said(self, given: Hypothesis, place: Place) -> Iterator[Hypothesis]:
        if isinstance(given, Condition):
            term = given.term
            equation = equation_of(given)
            match given.kind:
                case "nonzero" | "nonneg" | "positive":
                    yield from (
                        Condition(given.kind, entry) for entry in flat(self.array(term, place)) if is_open(entry)
                    )
                case "not_zero":
                    yield Condition("nonzero", self.scalar(t.Dot(term, term), place))
                case "invertible":
                    yield Condition("nonzero", determinant(matrix_of(self.array(term, place))))
                case "positive_definite":
                    matrix = matrix_of(self.array(term, place))
                    yield from self.said(Condition("symmetric", term), place)
                    for size in range(1, len(matrix) + 1):
                        minor = determinant([list(row[:size]) for row in matrix[:size]])
                        yield from [Condition("positive", minor)] if is_open(minor) else []
        else:
            equation = given
        if equation is not None:
            left, right = self.array(equation.lhs, place), self.array(equation.rhs, place)
            yield from (Equality(one, other) for _, one, other in _pairs(left, right) if one != other)

    # --- terms ---

    def scalar(self, term: t.Term, place: Place) -> t.Term:
        """What has no axis that is a number."""
        found = self.array(term, place)
        if isinstance(found, tuple):
            raise Undecided("axes that are numbers where none are said entry by entry", term)
        return found

    def array(self, term: t.Term, place: Place) -> Array:
        """The entries of a term at values of its free indices, counted from 0."""
        key = term, tuple(sorted(((i, n) for i, n in place.items() if i in term.free), key=lambda pair: pair[0].name))
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self._kept(term, place) if _is_numbered(term) else term
        return found

    def _kept(self, term: t.Term, place: Place) -> Array:
        """The entries; what has none, and nothing that is written out in it, stays as it is."""
        try:
            return self._array(term, place)
        except Undecided:
            if is_written(term) or _sized(term) or any(isinstance(index.dim, int) for index in term.free):
                raise
            return term

    def rebuilt(self, term: t.Term, place: Place) -> t.Term:
        """The same operation on sub-terms that have no axes that are numbers."""
        return with_children(term, tuple(self.scalar(child, place) for child in term.children))

    def _array(self, term: t.Term, place: Place) -> Array:
        if _sized(term) and any(isinstance(dim, t.Dimension) for dim in t.axes_of(term.shape)):
            raise Undecided("beside a matrix written out, one of which one size is a number and one is none", term)
        if not isinstance(term, _OWN) and not any(map(_sized, term.children)):
            return self.rebuilt(term, place)
        match term:
            case t.Defined():
                return self.array(term.unfold(), place)
            case t.Written():
                entries = [self.scalar(entry, place) for entry in term.entries]
                return laid_out(entries, t.axes_of(term.shape))
            case t.Entry(base, positions):
                return entry_at(self.array(base, place), [position - 1 for position in positions])
            case t.Symbol():
                return self.symbol(term)
            case t.Ones():
                return filled(term.shape, lambda *_: ONE)
            case t.Zeros():
                return filled(t.axes_of(term.shape), lambda *_: ZERO)
            case t.Identity(dim):
                return filled((dim, dim), lambda i, j: ONE if i == j else ZERO)
            case t.Basis(index):
                return filled((index.dim,), lambda i: ONE if i == place[index] else ZERO)
            case t.Delta(left, right):
                return ONE if place[left] == place[right] else ZERO
            case t.Component(base, indices) if all(isinstance(index.dim, int) for index in indices):
                return entry_at(self.array(base, place), [place[index] for index in indices])
            case t.Component(_, indices) if not any(isinstance(index.dim, int) for index in indices):
                return self.rebuilt(term, place)
            case t.Component():
                raise Undecided("a component at an index whose range is a number, and one at which it is none", term)
            case t.Sum(index, body) if isinstance(index.dim, int):
                return added([self.array(body, {**place, index: value}) for value in range(index.dim)])
            case t.Sum(index, body):
                return each(lambda entry: t.Sum(index, entry), self.array(body, place))
            case t.Prod(index, body, without) if isinstance(index.dim, int):
                out = {place[other] for other in without}
                return product([self.scalar(body, {**place, index: n}) for n in range(index.dim) if n not in out])
            case t.Prod(index, body, without):
                return t.Prod(index, self.scalar(body, place), without)
            case t.Max(index, body) if not isinstance(index.dim, int):
                return t.Max(index, self.scalar(body, place))
            case t.Add(terms):
                return added([self.array(part, place) for part in terms])
            case t.Neg(part):
                return each(negative, self.array(part, place))
            case t.Product(factors):
                return self.product(factors, place)
            case t.Hadamard(factors):
                return reduce(pointwise, [self.array(factor, place) for factor in factors])
            case t.Quotient(above, below):
                top, bottom = self.array(above, place), self.array(below, place)
                if isinstance(bottom, t.Term):
                    return each(lambda entry: t.Quotient(entry, bottom), top)
                if isinstance(top, t.Term):
                    return each(lambda entry: t.Quotient(top, entry), bottom)
                return each(t.Quotient, top, bottom)
            case t.Power(base, exponent) if t.is_square(base.shape):
                return self.power(term, matrix_of(self.array(base, place)), exponent)
            case t.Power(base, exponent):
                return each(lambda entry: t.Power(entry, exponent), self.array(base, place))
            case t.HadamardPower(base, power):
                return each(lambda entry: t.Power(entry, Fraction(power)), self.array(base, place))
            case t.Sqrt(inner):
                return each(t.Sqrt, self.array(inner, place))
            case t.Function(name, inner):
                return each(lambda entry: t.Function(name, entry), self.array(inner, place))
            case t.Transpose(inner):
                array = self.array(inner, place)
                return transposed(matrix_of(array)) if t.is_matrix(inner.shape) else array
            case t.Diag(vector):
                entries = flat(self.array(vector, place))
                return filled((len(entries),) * 2, lambda i, j: entries[i] if i == j else ZERO)
            case t.Trace(inner):
                return total([row[n] for n, row in enumerate(matrix_of(self.array(inner, place)))])
            case t.Dot(left, right):
                return dot(flat(self.array(left, place)), flat(self.array(right, place)))
            case t.Outer(left, right):
                columns = flat(self.array(right, place))
                return tuple(tuple(product([u, v]) for v in columns) for u in flat(self.array(left, place)))
            case t.Norm(inner):
                return t.Sqrt(total([product([x, x]) for x in flat(self.array(inner, place))]))
            case t.Det(inner):
                return determinant(matrix_of(self.array(inner, place)))
            case t.Inverse(inner):
                return inverse(matrix_of(self.array(inner, place)))
            case t.Grad(inner, symbol) if not symbol.properties & TIES:
                by = self.array(symbol, place)
                return each(lambda entry: each(lambda x: _derivative(entry, x), by), self.array(inner, place))
        raise Undecided("beside a matrix written out, what has no entries in closed form", term)

    def symbol(self, symbol: t.Symbol) -> Array:
        """A symbol as its components; those of a symmetric matrix that are equal are one."""
        found = self.components.get(symbol)
        if found is None:
            mirrored = symbol.properties & {"symmetric", "positive_definite"}
            kept = frozenset({"nonzero"}) & symbol.properties
            made: dict[tuple[int, ...], t.Symbol] = {}

            def component(*at: int) -> t.Term:
                key = tuple(sorted(at)) if mirrored else at
                if key not in made:
                    made[key] = t.Symbol(self.name(symbol, key), (), kept)
                return made[key]

            found = self.components[symbol] = filled(symbol.shape, component)
        return found

    def name(self, symbol: t.Symbol, at: tuple[int, ...]) -> str:
        """A name for a component that nothing in the statement has."""
        between = "" if all(place < 9 for place in at) else "_"
        name = f"{symbol.name}_{between.join(str(place + 1) for place in at)}"
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        return name

    def product(self, factors: Sequence[t.Term], place: Place) -> Array:
        """From the left, as the shapes are read: see `derive.language.node.product_shape`."""
        shape, found = factors[0].shape, self.array(factors[0], place)
        for factor in factors[1:]:
            found = times(found, shape, self.array(factor, place), factor.shape)
            shape = t.product_shape(shape, factor.shape)
        return found

    def power(self, term: t.Term, base: list[list[t.Term]], exponent: Fraction) -> Array:
        if exponent.denominator != 1 or abs(exponent) > t.MAX_WRITTEN:
            raise Undecided("beside a matrix written out, a power of a matrix that is no small integer", term)
        if exponent < 0:
            base = matrix_of(inverse(base))
        size = len(base)
        found: Array = filled((size, size), lambda i, j: ONE if i == j else ZERO)
        for _ in range(abs(int(exponent))):
            found = matrices(matrix_of(found), base)
        return found
