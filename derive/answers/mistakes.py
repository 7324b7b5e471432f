"""Slips: what authors write by mistake, turned back.  A *kind* makes of one place of a side what may have been meant there.

The kinds know nothing of each other, nor of what is true; `derive.answers.repairs` has their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from derive.answers import places as p
from derive.language import terms as t
from derive.language.alike import join, try_product
from derive.language.build import mean
from derive.language.substitution import symbols_of

# --- signs and summands -------------------------------------------------------------------------------------------


def opposite(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """−x for x, x for −x."""
    yield p.Option(_opposite_of(place.term), ("+ for −" if isinstance(place.term, t.Neg) else "−",))


def sign(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """The other sign of a summand; −x for x in a function."""
    if isinstance(place.parent, t.Function):
        yield p.instead(_opposite_of(place.term), place.term)
    if isinstance(place.term, t.Add):
        summands = [*enumerate(place.term.terms)]
        for number, old in summands[1:] + summands[:1]:  # a sign that is written is the likelier slip
            new = _opposite_of(old)
            turned = ("− for + before", old) if isinstance(new, t.Neg) else ("+ for − before", new)
            yield p.Option(t.Add(p.with_other(place.term.terms, number, new)), turned)


def _opposite_of(term: t.Term) -> t.Term:
    return term.term if isinstance(term, t.Neg) else t.Neg(term)


def summand_left_out(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    if isinstance(place.term, t.Add):
        for number, old in enumerate(place.term.terms):
            new = join(t.Add, p.with_other(place.term.terms, number))
            yield p.Option(new, ("the summand", old, "left out"))


def statistic(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """x − μ for x, where μ is what the relation defines, or the mean of x."""
    defined = [name for name in relation.names if isinstance(name, t.Defined)][: p.MAX_NAMES]
    scalars: list[t.Term] = [name for name in defined if name.shape == ()]
    parts: list[t.Term]
    match place.term:
        case t.Component(t.Symbol() as base, indices):
            parts = [*scalars, mean(base)] if t.is_vector(base.shape) else scalars
            parts += [name[index] for name in defined for index in indices if name.shape == (index.dim,)]
        case term if t.is_vector(term.shape) and (isinstance(term, t.Symbol) or isinstance(place.parent, t.Add)):
            parts = [t.Product((found, t.Ones(term.shape))) for found in (*scalars, mean(term))]
            parts += [name for name in defined if name.shape == term.shape]
        case _:
            return
    yield from (p.instead(place.term - part, place.term) for part in parts)


def parameter(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """p + ε for p, under a root or in a divisor."""
    divisor = isinstance(place.parent, t.Quotient) and place.position[-1] == 1
    if place.term.shape == () and (divisor or place.under_root):
        here = symbols_of(place.term)
        scalars = [name for name in relation.names if isinstance(name, t.Symbol) and name.shape == ()]
        for name in [name for name in scalars if name not in here][: p.MAX_NAMES]:
            yield p.instead(place.term + name, place.term)


# --- sizes, exponents, transposes ---------------------------------------------------------------------------------


def size(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """N − 1, another dimension or N + 1 for N; N and its neighbours for N + k."""
    found = p.offset(place.term)
    if found is None or (place.parent is not None and p.offset(place.parent) is not None):
        return
    dim, more = found
    others = [] if more else [other for other in relation.dimensions if other != dim]
    for new in (*([dim] if more else []), p.shifted(dim, more - 1), *others, p.shifted(dim, more + 1)):
        yield p.instead(new, place.term)


def exponent(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """An exponent one more or less, twice or half as large, or with the other sign; a root or an exponent added or taken."""
    term = place.term
    match term:
        case t.Power(base, old):
            for new in dict.fromkeys((old + 1, old - 1, old * 2, old / 2, -old)):
                if new and new.denominator <= (2 if base.shape == () else 1):
                    yield _raised(base, new)
        case t.Sqrt(inner):
            yield p.instead(inner, term)
            yield from (_raised(inner, Fraction(new, 2)) for new in (3, -1))
        case t.Inverse(matrix):
            yield p.instead(matrix, term)
        case _ if not _may_be_raised(place):
            return
        case _ if term.shape == ():
            yield _raised(term, Fraction(2))
            if not isinstance(term, t.Component):
                yield p.instead(t.Sqrt(term), term)
                yield from (_raised(term, Fraction(new)) for new in (-1, 3))
        case _ if t.is_vector(term.shape):
            yield _raised(term, Fraction(2))
        case _ if t.is_square(term.shape):
            yield p.instead(t.Inverse(term), term)


def _may_be_raised(place: p.Place) -> bool:
    """May an exponent be missing here?  Not where there is one, nor on a scaled term: it is missing on its factors."""
    if isinstance(place.parent, t.Power | t.Sqrt | t.Inverse):
        return False
    match place.term:
        case t.Product(factors) if all(factor.shape != () for factor in factors):
            return True
        case t.Product() | t.Quotient():
            return not place.position
    return isinstance(
        place.term, t.Symbol | t.Component | t.Dot | t.Norm | t.Trace | t.Det | t.Defined | t.Dimension | t.Sum | t.Add
    )


def _raised(base: t.Term, new: Fraction) -> p.Option:
    made = base if new == 1 else t.Sqrt(base) if new == Fraction(1, 2) else t.Power(base, new)
    return p.Option(made, (f"exponent {new} on", base))


def reciprocal(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """N/(N − 1) for (N − 1)/N."""
    match place.term:
        case t.Quotient(above, below) if above != below and p.is_constant(above) and p.is_constant(below):
            yield p.instead(below if above == p.ONE else t.Quotient(below, above), place.term)


def transpose_left_out(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """A for Aᵀ."""
    if isinstance(place.term, t.Transpose):
        yield p.instead(place.term.term, place.term)


def transpose(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """Aᵀ for A."""
    if isinstance(place.parent, t.Transpose | t.Component):
        return
    match place.term:
        case t.Transpose() | t.Neg() | t.Quotient() | t.Identity() | t.Ones() | t.Zeros() | t.Diag():
            return  # the transpose is the same, or one of what is inside
        case t.Product(factors) if sum(factor.shape != () for factor in factors) == 1:
            return
        case term if 1 <= len(term.shape) <= 2:
            yield p.Option(t.Transpose(term), ("ᵀ on", term))


def shape(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """s 1 for s, diag(v) for v, tr A for A, where the other side has such a shape."""
    term, wanted = place.term, relation.other.shape
    if place.position or term.shape == wanted:
        return
    if term.shape == () and t.is_vector(wanted):
        yield p.instead(t.Product((term, t.Ones(wanted))), term)
    if t.is_vector(term.shape) and wanted == term.shape * 2:
        yield p.instead(t.Diag(term), term)
    if t.is_square(term.shape) and wanted == ():
        yield p.instead(t.Trace(term), term)


# --- one for another ----------------------------------------------------------------------------------------------


def order(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """B A for A B."""
    if isinstance(place.term, t.Product):
        factors = place.term.factors
        moved = [number for number, factor in enumerate(factors) if factor.shape != ()]
        for first, second in pairwise(moved):
            pair = (factors[first], factors[second])
            turned = [*factors]
            turned[first], turned[second] = reversed(pair)
            new, swapped = try_product(turned), try_product(pair[::-1])
            if new is not None and swapped is not None:
                yield p.Option(new, p.instead(swapped, t.Product(pair)).words)


def exchanged_indices(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """Aⱼᵢ for Aᵢⱼ."""
    if isinstance(place.term, t.Component) and len(place.term.indices) == 2:
        one, other = place.term.indices
        if one.dim == other.dim:
            yield p.instead(t.Component(place.term.base, (other, one)), place.term)


def brackets(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """√(p + q) for √p + q, (p + q)/r for p + q/r, (Σ x)² for Σ x², and back; p² + q² for (p + q)²."""
    term = place.term
    match term:
        case t.Add((t.Sqrt(inner), *rest)):
            yield p.instead(t.Sqrt(t.Add((inner, *rest))), term)
        case t.Add((first, t.Quotient(above, below))) if first.shape == above.shape:
            yield p.instead(t.Quotient(first + above, below), term)
        case t.Sqrt(t.Add((first, *rest))):
            yield p.instead(t.Add((t.Sqrt(first), *rest)), term)
        case t.Quotient(t.Add((*rest, last)), below) if last.shape == term.shape:
            yield p.instead(t.Add((*rest, t.Quotient(last, below))), term)
        case t.Sum(over, t.Power(base, power)):
            yield p.instead(t.Power(t.Sum(over, base), power), term)
        case t.Power(t.Sum(over, base), power):
            yield p.instead(t.Sum(over, t.Power(base, power)), term)
        case t.Power(t.Add(terms), power) if not t.is_square(term.shape):
            yield p.instead(t.Add(tuple(t.Power(part, power) for part in terms)), term)


def index(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """Another index that is known here."""
    known = tuple(dict.fromkeys((*place.bound, *relation.free)))
    match place.term:
        case t.Component(base, indices):
            for new in _other_indices(indices, known):
                yield p.instead(t.Component(base, new), place.term)
        case t.Delta(left, right):
            for new in _other_indices((left, right), known):
                yield p.instead(t.Delta(*new), place.term)
        case t.Basis(old):
            for new in _other_indices((old,), known):
                yield p.instead(t.Basis(*new), place.term)


def _other_indices(old: tuple[t.Index, ...], known: Sequence[t.Index]) -> Iterator[tuple[t.Index, ...]]:
    for number, one in enumerate(old):
        for other in known:
            if other.dim == one.dim and other != one:
                yield (*old[:number], other, *old[number + 1 :])


def number(place: p.Place, _: p.Relation) -> Iterator[p.Option]:
    """Twice or half the number, one more or less."""
    if isinstance(place.term, t.Number) and (place.parent is None or p.offset(place.parent) is None):
        value = place.term.value
        for new in dict.fromkeys((value * 2, value / 2, value + 1, value - 1)):
            if new:
                yield p.instead(t.as_term(new), place.term)


def name(place: p.Place, relation: p.Relation) -> Iterator[p.Option]:
    """Another name of the same shape; I for a square matrix that is a side or a summand."""
    term = place.term
    if p.is_name(term):
        fitting = [other for other in relation.names if other.shape == term.shape and other != term]
        yield from (p.instead(other, term) for other in fitting[: p.MAX_NAMES])
        if t.is_square(term.shape) and (not place.position or isinstance(place.parent, t.Add)):
            yield p.instead(t.Identity(term.shape[0]), term)
