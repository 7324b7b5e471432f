r"""Derivatives by a defined name, or beside names that are held: ∂y/∂d, where a definition in y calls d by its name.

d is varied where it occurs, also inside of definitions but those of held names, and everything else stays: with
μ = Σᵢ xᵢ / N, σ² = |x − μ 1|² / N and y = (x − μ 1) / √(σ² + ε), ∂y/∂μ goes through σ² too, and ∂y/∂σ² holds μ and x.  The
derivative is a term without ∂, in components; what is not differentiated stays as it is written, so that d and other
definitions keep their names there.  A held name keeps its value, and its derivative is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from derive.errors import InputError
from derive.language import terms as t
from derive.language.alike import join, opened, product_of, same, sum_over
from derive.language.functions import FUNCTIONS
from derive.language.substitution import dimensions_of, substitute, unfold_all, unfolded_subterms, with_children

_ONE = t.Number(Fraction(1))

#: Where a component is taken, or which component of d is varied.
Indices = tuple[t.Index, ...]


def occurs(name: t.Term, term: t.Term, held: frozenset[t.Term] = frozenset()) -> bool:
    """Does a term use a name, itself or in the definitions it uses, but those of held names?"""
    return name in (_outside(term, held - {name}) if held else unfolded_subterms(term))


def concerned(term: t.Term, name: t.Term, held: frozenset[t.Term]) -> bool:
    """Does a term use a held name in which the name occurs that is differentiated by?"""
    return any(one != name and occurs(name, one) and occurs(one, term) for one in held)


def without_rule(term: t.Term, name: t.Term, held: frozenset[t.Term] = frozenset()) -> bool:
    """Has a term an inverse or a determinant that varies with a name, of whose derivative no normal form knows?"""
    return any(
        isinstance(part, t.Inverse | t.Det)
        or (isinstance(part, t.Power) and part.exponent < 0 and t.is_square(part.base.shape))
        for part in unfolded_subterms(term)
        if occurs(name, part, held)
    )


def _outside(term: t.Term, held: frozenset[t.Term]) -> set[t.Term]:
    """The parts of a term and of the definitions it uses, without what held names are made of."""
    stack, seen = [term], {term}
    while stack:
        part = stack.pop()
        below = (
            () if part in held else (*part.children, part.unfold()) if isinstance(part, t.Defined) else part.children
        )
        stack.extend(child for child in below if child not in seen)
        seen.update(below)
    return seen


def written_out(name: t.Defined, term: t.Term) -> bool:
    """Does a term hold the definition of a name also elsewhere than under that name?  Of a number nobody can tell."""
    body = unfold_all(name)
    if isinstance(body, t.Number):
        return False
    parts = (part for part in beside(name, term) if part.shape == body.shape and not is_alias(part, name))
    return any(same(unfold_all(part), body) for part in parts)


def is_alias(part: t.Term, name: t.Defined) -> bool:
    """Is a term defined as a name, or as what is?"""
    while isinstance(part, t.Defined) and part != name:
        part = part.unfold()
    return part == name


def beside(name: t.Defined, term: t.Term) -> Iterator[t.Term]:
    """The parts of a term, with those of its definitions, that stand outside of a name."""
    stack, seen = [term], {term, name}
    while stack:
        part = stack.pop()
        if part == name:
            continue
        yield part
        below = (*part.children, part.unfold()) if isinstance(part, t.Defined) else part.children
        stack.extend(child for child in below if child not in seen)
        seen.update(below)


def component(
    term: t.Term, name: t.Defined | t.Symbol, at: Indices, along: Indices, held: frozenset[t.Term] = frozenset()
) -> t.Term:
    """The derivative of the component of a term at some indices by a component of a name, where other names are held.

    Raises `InputError` where the term holds the name inside of what has no rule.
    """
    found = _Differential(term, name, at, along, held).of(term, at)
    return t.Number(Fraction(0)) if found is None else found


def jacobian(term: t.Term, name: t.Defined | t.Symbol, held: frozenset[t.Term] = frozenset()) -> t.Term:
    """The derivative by a name, with the axes of the term first; raises `InputError` for more than two axes."""
    rows, columns = t.axes_of(term.shape), t.axes_of(name.shape)
    if len(rows) + len(columns) > 2:
        raise InputError("a derivative with more than two axes", hint="write all indices")
    letters = _letters(_taken(term, name))
    places = [t.Index(next(letters), dim) for dim in (*rows, *columns)]
    at, along = tuple(places[: len(rows)]), tuple(places[len(rows) :])
    inner = _Differential(term, name, at, along, held).of(term, at)
    if inner is None:
        return t.Zeros(rows + columns) if places else t.Number(Fraction(0))
    if not places:
        return inner
    units = tuple(t.Basis(index) for index in places)
    return sum_over(places, t.Product((inner, units[0] if len(units) == 1 else t.Outer(*units))))


def _taken(*terms: t.Term, places: Sequence[t.Index] = ()) -> set[str]:
    """Every name of an index, dimension or other thing in some terms."""
    taken = {index.name for index in places} | {dim.name for dim in dimensions_of(*terms)}
    for part in (part for term in terms for part in unfolded_subterms(term)):
        taken |= {index.name for index in part.free}
        if isinstance(part, t.Binder):
            taken.add(part.index.name)
        elif isinstance(part, t.Symbol):
            taken.add(part.name)
        elif isinstance(part, t.Defined):
            taken.add(part.definition.name)
    return taken


def unused(dims: Sequence[t.Dim], terms: Sequence[t.Term], places: Sequence[t.Index]) -> Indices:
    """New indices over some dimensions, of names that neither terms nor other indices have."""
    letters = _letters(_taken(*terms, places=places))
    return tuple(t.Index(next(letters), dim) for dim in dims)


def _letters(taken: set[str]) -> Iterator[str]:
    return (name for name in (letter + "'" * n for n in count() for letter in "ijklmn") if name not in taken)


class _Differential:
    """One differentiation.  A derivative that is 0 is None; every index that is summed anew has a new name."""

    def __init__(
        self,
        term: t.Term,
        name: t.Defined | t.Symbol,
        at: Indices,
        along: Indices,
        held: frozenset[t.Term] = frozenset(),
    ) -> None:
        self.name, self.along, self.held = name, along, held - {name}
        self.letters = _letters(_taken(term, name, places=(*at, *along)))
        self.used = {index.name for index in (*at, *along, *term.free)}

    def new(self, dim: t.Dim) -> t.Index:
        return t.Index(next(self.letters), dim)

    def of(self, term: t.Term, at: Indices) -> t.Term | None:
        """The derivative of the component of a term at some indices."""
        if not occurs(self.name, term, self.held):
            return None
        if term == self.name:
            return product_of([t.Delta(one, other) for one, other in zip(at, self.along, strict=True)])
        match term:
            case t.Defined():
                return self.of(term.unfold(), at)
            case t.Add(terms):
                return _add([self.of(part, at) for part in terms])
            case t.Neg(part):
                return _neg(self.of(part, at))
            case t.Contraction():
                return self.of_contraction(term.indices, term.children, at)
            case t.Product(factors):
                return self.of_product(factors, at)
            case t.Quotient(above, below):
                return self.of_quotient((above, at if above.shape else ()), (below, at if below.shape else ()))
            case t.Power(base, exponent) if t.is_square(base.shape) and exponent.denominator == 2:
                pass  # as any function of a matrix
            case t.Power(base, exponent) if t.is_square(base.shape):
                return self.of_matrix_power(base, int(exponent), at)
            case t.Power(t.Norm(part), Fraction(numerator=2, denominator=1)):
                return self.of_square(part)
            case t.Power(base, exponent):
                return self.of_power(base, exponent, at)
            case t.HadamardPower(base, exponent):
                return self.of_power(base, Fraction(exponent), at)
            case t.Sqrt(radicand):
                return _over(self.of(radicand, ()), product_of([t.Number(Fraction(2)), term]))
            case t.Function(word, argument):
                return self.of_function(word, argument, at)
            case t.Norm(part):
                return _over(self.of_square(part), product_of([t.Number(Fraction(2)), term]))
            case t.Inverse(matrix):
                return self.of_inverse(term, matrix, at)
            case t.Det(matrix):
                return self.of_determinant(term, matrix)
            case t.Component(base, indices):
                return self.of(base, indices)
            case t.Sum():
                index, body = self.opened(term.index, term.body)
                return _sum(index, self.of(body, at))
            case t.Prod(without=()):
                index, body = self.opened(term.index, term.body)
                others = self.new(index.dim)
                rest = t.Prod(others, _renamed(body, index, others), (index,))
                return _sum(index, _times([rest], self.of(body, ())))
        if isinstance(self.name, t.Symbol) and not concerned(term, self.name, self.held):
            whole = t.Grad(term, self.name)
            return t.Component(whole, (*at, *self.along)) if whole.shape else whole
        what = type(term).__name__
        name, hint = self.name.definition.name if isinstance(self.name, t.Defined) else self.name.name, _BY_NAME
        if isinstance(self.name, t.Symbol):
            held, hint = sorted(one.definition.name for one in self.held if isinstance(one, t.Defined)), _BESIDE_HELD
            name += f" with {', '.join(held)} held fixed"
        raise InputError(f"a derivative by {name}, which stands inside of {_KINDS.get(what, what)}", hint=hint)

    def opened(self, index: t.Index, body: t.Term) -> tuple[t.Index, t.Term]:
        """A bound index and what it binds, renamed where the name is in use outside."""
        if index.name not in self.used:
            self.used.add(index.name)
            return index, body
        renamed = self.new(index.dim)
        return renamed, _renamed(body, index, renamed)

    def leibniz(self, factors: Sequence[tuple[t.Term, Indices]]) -> t.Term | None:
        """The derivative of a product of components."""
        parts = []
        for n, (factor, at) in enumerate(factors):
            rest = [_at(*other) for m, other in enumerate(factors) if m != n]
            parts.append(_times(rest, self.of(factor, at)))
        return _add(parts)

    def of_contraction(self, indices: str, operands: Sequence[t.Term], at: Indices) -> t.Term | None:
        summed, deltas, entries = opened(indices, operands, at, self.new)
        found = self.leibniz(entries)
        if deltas:
            found = _times(deltas, found)
        for index in reversed(summed):
            found = _sum(index, found)
        return found

    def of_product(self, factors: tuple[t.Term, ...], at: Indices) -> t.Term | None:
        """Of a product as in linear algebra, read from the left."""
        left, right = factors[0] if len(factors) == 2 else t.Product(factors[:-1]), factors[-1]
        return self.of_contraction(t.product_indices(left.shape, right.shape), (left, right), at)

    def of_quotient(self, above: tuple[t.Term, Indices], below: tuple[t.Term, Indices]) -> t.Term | None:
        divisor = _at(*below)
        slope = _times([_at(*above)], self.of(*below))
        return _add([_over(self.of(*above), divisor), _neg(_over(slope, t.Power(divisor, Fraction(2))))])

    def of_power(self, base: t.Term, exponent: Fraction, at: Indices) -> t.Term | None:
        """Of a power component by component."""
        if exponent == 0:
            return None
        value = _at(base, at)
        factors: list[t.Term] = [] if exponent == 1 else [t.Number(exponent)]
        if exponent == 2:
            factors.append(value)
        elif exponent != 1:
            factors.append(t.Power(value, exponent - 1))
        return _times(factors, self.of(base, at))

    def of_matrix_power(self, base: t.Term, exponent: int, at: Indices) -> t.Term | None:
        if exponent == 0:
            return None
        if exponent < 0:
            positive = base if exponent == -1 else t.Power(base, Fraction(-exponent))
            return self.of_inverse(t.Inverse(positive), positive, at)
        return self.of(base, at) if exponent == 1 else self.of_product((base,) * exponent, at)

    def of_inverse(self, inverse: t.Term, matrix: t.Term, at: Indices) -> t.Term | None:
        """−M⁻¹ dM M⁻¹"""
        rows, columns = self.new(matrix.shape[0]), self.new(matrix.shape[0])
        around: list[t.Term] = [t.Component(inverse, (at[0], rows)), t.Component(inverse, (columns, at[1]))]
        return _neg(_sum(rows, _sum(columns, _times(around, self.of(matrix, (rows, columns))))))

    def of_determinant(self, whole: t.Term, matrix: t.Term) -> t.Term | None:
        """det M tr(M⁻¹ dM), where M is invertible."""
        rows, columns = self.new(matrix.shape[0]), self.new(matrix.shape[0])
        around: list[t.Term] = [whole, t.Component(t.Inverse(matrix), (columns, rows))]
        return _sum(rows, _sum(columns, _times(around, self.of(matrix, (rows, columns)))))

    def of_function(self, word: str, argument: t.Term, at: Indices) -> t.Term | None:
        inner, value = self.of(argument, at), _at(argument, at)
        match t.as_term(FUNCTIONS[word].slope_at(value, t.Function(word, value), t.Function)):
            case t.Quotient(above, below) if above == _ONE:
                return _over(inner, below)
            case slope:
                return _times([slope], inner)

    def of_square(self, part: t.Term) -> t.Term | None:
        """Of the sum of the squares of all components."""
        places = tuple(self.new(dim) for dim in t.axes_of(part.shape))
        inner = _times([t.Number(Fraction(2)), _at(part, places)], self.of(part, places))
        for index in reversed(places):
            inner = _sum(index, inner)
        return inner


_BY_NAME = "declare it as a symbol of its own to differentiate by it"
_BESIDE_HELD = "declare what is held as a symbol of its own"

#: What some nodes are called.
_KINDS = {
    "Grad": "a derivative",
    "Pinv": "a pseudo-inverse",
    "Prod": "a product that leaves indices out",
    "Max": "a maximum",
    "Rank": "a rank",
}


def _at(term: t.Term, at: Indices) -> t.Term:
    """A component, or the scalar itself."""
    match term:
        case t.Ones():
            return _ONE
        case t.Basis(index):
            return t.Delta(at[0], index)
    return t.Component(term, at) if at else term


def _times(factors: Sequence[t.Term], inner: t.Term | None) -> t.Term | None:
    return None if inner is None else product_of([*factors, inner])


def _over(above: t.Term | None, below: t.Term) -> t.Term | None:
    return None if above is None else t.Quotient(above, below)


def _neg(term: t.Term | None) -> t.Term | None:
    return None if term is None else term.term if isinstance(term, t.Neg) else t.Neg(term)


def _add(parts: Sequence[t.Term | None]) -> t.Term | None:
    found = [part for part in parts if part is not None]
    return join(t.Add, found) if found else None


def _sum(index: t.Index, term: t.Term | None) -> t.Term | None:
    """Σ over an index; where a δ fixes the index, the one term that is left."""
    if isinstance(term, t.Add):
        return _add([_sum(index, part) for part in term.terms])
    if term is None:
        return None
    taken = _without_delta(index, term)
    return t.Sum(index, term) if taken is None else _renamed(taken[0], index, taken[1])


def _renamed(term: t.Term, old: t.Index, new: t.Index) -> t.Term:
    """With another free index; definitions, which have none, stay folded."""
    if old not in term.free:
        return term
    match term:
        case t.Component(base, indices):
            return t.Component(_renamed(base, old, new), tuple(new if index == old else index for index in indices))
        case t.Sum(index, body) if index != new:
            return t.Sum(index, _renamed(body, old, new))
        case t.Binder() | t.Basis() | t.Delta():
            return substitute(term, indices={old: new})
    return with_children(term, tuple(_renamed(child, old, new) for child in term.children))


def _without_delta(index: t.Index, term: t.Term) -> tuple[t.Term, t.Index] | None:
    """What a δ of an index and another one is a factor of, without it, and the other index; None when there is no δ."""
    match term:
        case t.Delta(left, right) if left != right and index in (left, right):
            return _ONE, right if left == index else left
        case t.Product(factors) if not term.shape:
            for n, factor in enumerate(factors):
                if not factor.shape and (found := _without_delta(index, factor)) is not None:
                    return product_of([*factors[:n], found[0], *factors[n + 1 :]]), found[1]
        case t.Neg(part) if (found := _without_delta(index, part)) is not None:
            return t.Neg(found[0]), found[1]
        case t.Quotient(above, below) if not below.shape and (found := _without_delta(index, above)) is not None:
            return t.Quotient(found[0], below), found[1]
        case t.Sum(other, body) if (found := _without_delta(index, body)) is not None and found[1] != other:
            return t.Sum(other, found[0]), found[1]
    return None
