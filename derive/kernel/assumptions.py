"""What is known of terms: declared properties, hypotheses, and the signs that follow from the way a term is written.

A sign is a pair (x ≥ 0, x ≠ 0) of facts that hold for all sizes and admissible data; both together say x > 0.  Signs are
read off the authored term by the rules in `Assumptions.sign`, each of one line; nothing is searched for.

What is known of a term with free indices is of two kinds: a hypothesis in which they are closed, whatever they are called,
is one about every entry; and a condition *at* indices of the statement is one about these.  A free index of a term that
is asked about is the statement's.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import substitute, unfold_all, unfolded_subterms


class Sign(NamedTuple):
    """Facts about a scalar, or every entry: ``nonneg`` x ≥ 0, ``nonzero`` x ≠ 0.  False means: not known."""

    nonneg: bool
    nonzero: bool

    @property
    def positive(self) -> bool:
        """x > 0."""
        return self.nonneg and self.nonzero


#: Sets of hypotheses that are remembered, and terms whose signs are, for each.
REMEMBERED_SETS, REMEMBERED = 32, 1_024

#: The conditions of a scalar that say so.
_NONNEG, _NONZERO = frozenset({"nonneg", "positive"}), frozenset({"nonzero", "positive"})

UNKNOWN = Sign(False, False)
POSITIVE = Sign(True, True)


class Assumptions:
    """The properties of symbols and the hypotheses of one statement.

    Nothing in here changes once it is made: what it says of a term follows from the hypotheses and the term alone.  So
    the signs of the last terms asked for are remembered, and all equations under the same hypotheses share one object
    (`assumptions_of`); what one of them asked cannot change what another is told.  That a sign holds where its term is
    defined, and no further, is for those who use it to mind: see `derive.kernel.decide`.
    """

    def __init__(self, hypotheses: Iterable[Hypothesis] = ()) -> None:
        #: What is assumed for all values of the indices of a term, of its `_pattern`; and at the indices it has.
        self._kinds: dict[t.Term, set[str]] = {}
        self._there: dict[t.Term, set[str]] = {}
        #: What is assumed of every entry of a vector, matrix or tensor.
        self._entries: dict[t.Term, set[str]] = {}
        self._indices: frozenset[t.Index] = frozenset()
        for hypothesis in hypotheses:
            if not isinstance(hypothesis, Condition):
                continue
            if not hypothesis.at:
                self._close(unfold_all(hypothesis.term), hypothesis.kind)
            elif not hypothesis.closed:
                self._there.setdefault(unfold_all(hypothesis.term), set()).add(hypothesis.kind)
                self._indices |= hypothesis.at
        #: The sign that every entry of a term has, a scalar of itself, as far as it can be read off.
        self.sign = lru_cache(maxsize=REMEMBERED)(self._sign)

    def _close(self, term: t.Term, kind: str) -> None:
        """Note what is assumed of a term at all values of its indices."""
        self._kinds.setdefault(_pattern(term), set()).add(kind)
        match term:
            case t.Component(base, indices) if not base.free and len(set(indices)) == len(indices):
                self._entries.setdefault(base, set()).add(kind)
                if t.is_vector(base.shape) and kind in ("nonzero", "positive"):
                    self._kinds.setdefault(base, set()).add("nonzero")

    def kinds(self, term: t.Term) -> frozenset[str]:
        """The conditions known of a term, as declared of a symbol or assumed."""
        known = term.properties if isinstance(term, t.Symbol) else frozenset()
        if self._kinds:
            known |= self._kinds.get(_pattern(unfold_all(term)), set())
        if self._there:
            known |= self._there.get(unfold_all(term), set())
        return known.union(*(t.IMPLIED[word] for word in known & t.IMPLIED.keys())) if known else known

    def assumed_terms(self, *kinds: str) -> list[t.Term]:
        """The compound terms for which one of these conditions is assumed; their indices are closed."""
        return [term for term, known in self._kinds.items() if known & set(kinds)]

    def apart(self, condition: Condition) -> t.Term:
        """The term of a condition, where an index that is closed in it is none at which something is assumed."""
        names: dict[t.Index, t.Index] = {}
        for index in sorted(condition.closed & self._indices, key=lambda index: index.name):
            other = index
            while other in self._indices | condition.term.free | set(names.values()):
                other = t.Index(other.name + "'", other.dim)
            names[index] = other
        return substitute(condition.term, indices=names)

    def _inside(self, term: t.Binder) -> t.Term:
        """The body, where no index that is bound in it is one at which something is assumed."""
        made = substitute(term, indices={index: index for index in self._indices}) if self._indices else term
        return made.body if isinstance(made, t.Binder) else term

    def holds(self, condition: Condition) -> bool:
        """Does a condition follow from declarations, hypotheses and signs?"""
        kind, term = condition.kind, self.apart(condition)
        known = self.kinds(term)
        if kind in known:
            return True
        if term.shape == ():
            sign = self.sign(term)
            wanted = {"nonneg": sign.nonneg, "nonzero": sign.nonzero, "positive": sign.positive}
            return wanted.get(kind, False)
        if kind == "nonzero":
            return self.sign(term).nonzero
        if kind == "not_zero":
            return self._not_zero(term)
        if kind == "invertible":
            return "orthogonal" in known or self._definite(term)
        if kind == "positive_definite":
            return self._definite(term)
        return False

    def _definite(self, term: t.Term, strictly: bool = True) -> bool:
        """Is a matrix known to be symmetric with xᵀAx > 0 for x ≠ 0, or ≥ 0 if not ``strictly``, by the way it is written?

        A sum of matrices with xᵀAx ≥ 0 of which one is definite; a multiple by a scalar > 0; the transpose, the inverse and
        any power of a definite matrix; exp of a symmetric one; a diagonal > 0.  BᵀB and u uᵀ have xᵀAx ≥ 0.
        """
        if "positive_definite" in self.kinds(term):
            return True
        match term:
            case t.Identity():
                return True
            case t.Defined():
                return self._definite(term.unfold(), strictly)
            case t.Diag(vector):
                sign = self.sign(vector)
                return sign.nonneg and (sign.nonzero or not strictly)
            case t.Transpose(part) | t.Inverse(part):
                return self._definite(part, strictly)
            case t.Power(base, exponent) if t.is_square(term.shape):
                return exponent == 0 or self._definite(base)
            case t.MatrixFunction("exp", part):
                return "symmetric" in self.kinds(part) or self._definite(part, strictly=False)
            case t.Quotient(part, scalar) if t.is_square(part.shape):
                return self._definite(part, strictly) and self.sign(scalar).positive
            case t.Add(parts):
                definite = not strictly or any(map(self._definite, parts))
                return definite and all(self._definite(part, strictly=False) for part in parts)
            case t.Outer(left, right) if left == right and not strictly:
                return True
            case t.Product(factors):
                scalars = [self.sign(factor) for factor in factors if factor.shape == ()]
                rest = tuple(factor for factor in factors if factor.shape != ())
                if not all(sign.nonneg and (sign.nonzero or not strictly) for sign in scalars):
                    return False
                if len(rest) == 1:
                    return self._definite(rest[0], strictly)
                pair = len(rest) == 2 and (t.Transpose(rest[0]) == rest[1] or rest[0] == t.Transpose(rest[1]))
                return pair and not strictly
        return False

    def _not_zero(self, term: t.Term) -> bool:
        """Is a vector known to have a component ≠ 0?  Sizes are at least 1."""
        return (
            "not_zero" in self.kinds(term)
            or isinstance(term, t.Basis)
            or (t.is_vector(term.shape) and self.sign(term).nonzero)
        )

    def _sign(self, term: t.Term) -> Sign:
        known = self.kinds(term) | (self._entries.get(unfold_all(term), set()) if self._entries else set())
        read = self._read(term)
        return Sign(read.nonneg or bool(known & _NONNEG), read.nonzero or bool(known & _NONZERO))

    def _read(self, term: t.Term) -> Sign:
        match term:
            case t.Number(value):
                return Sign(value >= 0, value != 0)
            case t.Dimension() | t.Ones():
                return POSITIVE
            case t.Basis() | t.Identity():
                return Sign(True, False)
            case t.Defined():
                return self.sign(term.unfold())
            case t.Add(terms) if (least := _least_of_dimensions(terms)) is not None:
                return Sign(least >= 0, least > 0)
            case t.Add(terms):
                signs = [self.sign(part) for part in terms]
                nonneg = all(sign.nonneg for sign in signs)
                return Sign(nonneg, nonneg and any(sign.nonzero for sign in signs))
            case t.Product(factors) | t.Hadamard(factors) if term.shape == ():
                return self._product_sign(factors)
            case t.Product(factors):
                sign = _all(map(self.sign, factors))
                return Sign(
                    sign.nonneg, sign.positive or (sign.nonzero and sum(part.shape != () for part in factors) == 1)
                )
            case t.Hadamard(factors):
                return _all(map(self.sign, factors))
            case t.Outer(left, right):
                return _all(map(self.sign, (left, right)))
            case t.Quotient(numerator, denominator):
                above, below = self.sign(numerator), self.sign(denominator)
                return Sign(above.nonneg and below.nonneg, above.nonzero)
            case t.Power() if t.is_square(term.shape):  # another product
                return UNKNOWN
            case t.Power(base, exponent):
                sign = self.sign(base)
                even = exponent.denominator == 2 or exponent.numerator % 2 == 0
                return Sign(even or sign.nonneg, sign.nonzero or exponent == 0)
            case t.HadamardPower(base, exponent):
                sign = self.sign(base)
                return Sign(sign.nonneg or exponent % 2 == 0, sign.nonzero)
            case t.Sqrt(radicand):
                return Sign(True, self.sign(radicand).positive)
            case t.Norm(part):
                return Sign(True, self._not_zero(part))
            case t.Dot(left, right) if left == right:
                return Sign(True, self._not_zero(left))
            case t.Dot(left, right):
                return _of_sum(map(self.sign, (left, right)))
            case t.Component(part, _) | t.Transpose(part):
                return self.sign(part)
            case t.Diag(vector):
                return Sign(self.sign(vector).nonneg, False)
            case t.Function(name, part):
                row = FUNCTIONS[name]
                return Sign(row.nonneg, row.zeros == "never" or (row.zeros == "at 0" and self.sign(part).nonzero))
            case t.Sum() if term.shape:
                entry = None if self._indices else _entry_of(term)
                return Sign(self.sign(self._inside(term)).nonneg, False) if entry is None else self.sign(entry)
            case t.Rank():
                return Sign(True, False)
            case t.Det(part):  # the product of the eigenvalues
                return POSITIVE if self._definite(part) else Sign(self._definite(part, strictly=False), False)
            case t.Max():  # one of the values of its body
                return self.sign(self._inside(term))
            case t.Sum() | t.Prod():
                sign = self.sign(self._inside(term))
                return Sign(sign.nonneg, (isinstance(term, t.Prod) and sign.nonzero) or sign.positive)
        return UNKNOWN

    def _product_sign(self, factors: tuple[t.Term, ...]) -> Sign:
        """Equal scalar factors in pairs and a pair uᵀu are squares; of what stays all have signs, of uᵀAv its entries."""
        signs: list[Sign] = []
        rest = list(factors)
        while rest:
            factor = rest.pop(0)
            if factor.shape == ():
                twin = next((i for i, other in enumerate(rest) if other == factor), None)
                if twin is None:
                    signs.append(self.sign(factor))
                else:
                    del rest[twin]
                    signs.append(Sign(True, self.sign(factor).nonzero))
            elif t.is_row(factor.shape) and rest and t.Transpose(rest[0]) == factor:
                vector = rest.pop(0)
                signs.append(Sign(True, self._not_zero(vector)))
            else:
                end = next((n for n, other in enumerate(rest, 1) if t.is_vector(other.shape)), len(rest))
                signs.append(_of_sum(map(self.sign, (factor, *rest[:end]))))
                del rest[:end]
        return Sign(all(s.nonneg for s in signs), all(s.nonzero for s in signs))


@lru_cache(maxsize=REMEMBERED_SETS)
def assumptions_of(hypotheses: tuple[Hypothesis, ...]) -> Assumptions:
    """The assumptions of all statements with these hypotheses."""
    return Assumptions(hypotheses)


def _pattern(term: t.Term) -> t.Term:
    """The term with its free indices numbered as they appear: the same for all that differ by the names of these."""
    if not term.free:
        return term
    found: dict[t.Index, None] = {}
    for part in unfolded_subterms(term):
        match part:
            case t.Component(_, indices):
                found |= dict.fromkeys(indices)
            case t.Basis(index):
                found[index] = None
            case t.Delta(left, right):
                found |= {left: None, right: None}
            case t.Prod(_, _, without):
                found |= dict.fromkeys(without)
    order = [index for index in found if index in term.free]
    return substitute(term, indices={index: t.Index(f"#{k}", index.dim) for k, index in enumerate(order)})


def _all(signs: Iterable[Sign]) -> Sign:
    """The sign of a product."""
    found = list(signs)
    return Sign(all(sign.nonneg for sign in found), all(sign.nonzero for sign in found))


def _of_sum(signs: Iterable[Sign]) -> Sign:
    """The sign of a sum of products of entries; sizes are at least 1."""
    found = _all(signs)
    return Sign(found.nonneg, found.positive)


def _entry_of(term: t.Term) -> t.Term | None:
    """The scalar f of Σᵢ f eᵢ, and of Σᵢ Σⱼ f eᵢ eⱼᵀ: the entry at i, or i and j."""
    indices: list[t.Index] = []
    whole = term
    while isinstance(term, t.Sum):
        indices.append(term.index)
        term = term.body
    factors = [term]
    while any(isinstance(factor, t.Product | t.Outer) for factor in factors):
        factors = [inner for factor in factors for inner in _factors(factor)]
    scalars = [factor for factor in factors if factor.shape == ()]
    units = [unit.term if isinstance(unit, t.Transpose) else unit for unit in factors if unit.shape != ()]
    places = {unit.index for unit in units if isinstance(unit, t.Basis)}
    if places != set(indices) or not len(places) == len(units) == len(indices) == len(t.axes_of(whole.shape)):
        return None
    return t.Product(tuple(scalars)) if len(scalars) > 1 else scalars[0] if scalars else t.Number(Fraction(1))


def _factors(term: t.Term) -> tuple[t.Term, ...]:
    match term:
        case t.Product(factors):
            return factors
        case t.Outer(left, right):
            return left, right
    return (term,)


def _least_of_dimensions(terms: tuple[t.Term, ...]) -> Fraction | None:
    """The least value of a sum of dimensions and numbers, such as N - 1; None for any other sum."""
    least = Fraction(0)
    for term in terms:
        match term:
            case t.Dimension():
                least += 1
            case t.Number(value):
                least += value
            case t.Neg(t.Number(value)):
                least -= value
            case _:
                return None
    return least
