"""The decision of equations, and the only place where theorems are made.

**What an equation means.**  lhs = rhs holds when both sides are equal at all sizes and all data at which every sub-term, as
authored on either side, is defined and every hypothesis holds.  With free indices it is meant for every value of them,
pointwise: at the values at which the sub-terms are defined.  A hypothesis holds for all values of its own free indices.

**Sound.** Each entry of the table in `derive.kernel.normal` is an identity for all sizes: a contraction of index graphs
is the definition of the operation in components, with deltas merged. Graphs that differ by the names of summed indices
have equal values, so equal keys may be added. Of generators only r² = p and q · (1/q) = 1 are used, both true wherever
the term is defined; √(x y) = √x √y is used for x ≥ 0 alone (`derive.kernel.functions`). Opaque values are functions of
their arguments. Hypotheses enter in three ways: as a sign or property (`derive.kernel.assumptions`); a symbol that is
assumed equal to a term is replaced by it (and |v|² = 0 is read as v = 0: the data are real); and any other equality h =
0 through cofactors, D · (lhs − rhs) = Σ cⱼ hⱼ with D the product of authored divisors: that identity is multiplied out
here, wherever the cofactors came from. They may divide by what the authored terms divide by, where these do: by vᵢ at
the free index i of the statement if 1/vᵢ stands there, at every index if 1/v stands there as a vector, below a sum, or in
a hypothesis. So an empty difference means lhs = rhs for every size.

**Complete** for polynomials in the components of vectors and matrices, components of vectors declared nonzero also with
negative exponents; no other property, no roots, no determinants or products over an index. Write the difference as Σ
c_G(dims, scalars) · G over distinct pairs of an open graph and closed graphs without bare vertices. Take sizes at least
the number of vertices of every G. Give each vertex of G an index of its own: among the monomials in the symbols'
components that G contributes there is one whose factors reveal G up to renaming (two graphs with that monomial are
isomorphic, since the indices name the vertices and canonical labelling is injective on classes). Ordered by the number
of vertices, the graphs are therefore linearly independent over ℚ(dims), so a nonempty difference is a nonzero
polynomial at all large sizes that are not zeros of its coefficients, and by Schwartz and Zippel some small integers
make it nonzero: the search for a witness ends. In this fragment the answer is always *proved* or *refuted*. Outside it,
a nonempty difference says nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass
from functools import lru_cache
from typing import NoReturn, final

from derive.errors import DeriveError, InputError, Undecided
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import assumptions_of
from derive.kernel.domain import definite, generic_symbols, ledger, radicands, replacements, without_squares
from derive.kernel.factors import clear_reciprocals, is_zero
from derive.kernel.forms import ClosedGenerator, DimensionGenerator, Form, FrozenForm
from derive.kernel.normal import Normaliser
from derive.kernel.tensors import Tensor
from derive.kernel.values import InverseOf
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import check_names, substitute

_SEAL = object()

#: Equations whose ledger is remembered.
REMEMBERED = 1_024


@dataclass(frozen=True)
class Cofactor:
    """c in D · (lhs − rhs) = Σ c · h: the legs of the difference, then those of the hypothesis, which are summed."""

    hypothesis: int
    form: Form


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Theorem:
    """lhs = rhs as authored, for all sizes, under hypotheses, wherever the ledger's conditions hold.

    ``conditions`` is the ledger: what the authored sub-terms need to be defined.  `Equation.theorem` alone makes one; it
    cannot be built, copied, changed or unpickled.
    """

    seal: InitVar[object]
    lhs: t.Term
    rhs: t.Term
    hypotheses: tuple[Hypothesis, ...]
    conditions: tuple[Condition, ...]

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise DeriveError("a theorem is made by proving it")

    def __init_subclass__(cls) -> NoReturn:
        raise DeriveError("a theorem has no other kinds")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise DeriveError("a theorem is not copied or pickled; its certificate is")

    def __repr__(self) -> str:
        return f"Theorem({self.lhs!r} = {self.rhs!r})"


class Equation:
    """One equation under hypotheses, brought to normal form.

    ``difference`` is the normal form of lhs − rhs, ``cleared`` the same times its divisors; ``hypothesis_forms`` those of
    the equalities that are neither a property nor used by replacement.  Raises `derive.errors.Undecided` where the kernel
    declines.
    """

    def __init__(self, lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis] = ()) -> None:
        if lhs.shape != rhs.shape:
            raise InputError("an equation between different shapes")
        self.lhs, self.rhs, self.hypotheses = lhs, rhs, tuple(hypotheses)
        check_names(lhs, rhs, *(term for h in hypotheses for term in h.terms))
        self.assumptions = assumptions_of(self.hypotheses)
        equalities = [without_squares(h) for h in hypotheses if isinstance(h, Equality) and not h.at]
        left, right = lhs, rhs
        try:
            replaced, rest = replacements(equalities)
            left, right, equalities = substitute(lhs, replaced), substitute(rhs, replaced), rest
        except InputError:
            pass  # a symbol with respect to which is derived cannot be replaced: its equality is left to cofactors
        sides = [side for h in equalities for side in (h.lhs, h.rhs)]
        generic = generic_symbols((lhs, rhs), hypotheses)
        self.normaliser = Normaliser(
            self.assumptions, (left, right, *sides), radicands((left, right)), generic, definite=definite((left, right))
        )
        self.difference = self._difference(left, right)
        differences = [self._difference(h.lhs, h.rhs) for h in equalities]
        algebra = self.normaliser.algebra
        self.hypothesis_forms = [Tensor(h.labels, clear_reciprocals(algebra, h.form)) for h in differences]
        self.cleared = clear_reciprocals(algebra, self.difference.form)
        self._authored = len(algebra.symbol_keys)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger: what the authored sub-terms need to be defined, beyond the hypotheses."""
        return _ledger(self.lhs, self.rhs, self.hypotheses)

    def _difference(self, left: t.Term, right: t.Term) -> Tensor:
        return self.normaliser.tensor(left - right)

    @property
    def opaque(self) -> tuple[t.Term, ...]:
        """The sub-terms that the kernel did not look into."""
        return tuple(self.normaliser.opaque)

    def holds(self, cofactors: Sequence[Cofactor] = ()) -> bool:
        """Is the difference, times its divisors, the sum of cofactor · hypothesis?"""
        algebra = self.normaliser.algebra
        if cofactors and not self._inverses_exist():
            return False
        rest = self.cleared
        legs = tuple(range(len(self.difference.labels)))
        divided = self._divided() if cofactors else set()
        here = self._free_legs
        for cofactor in cofactors:
            if not all(_licensed(divisor, divided) for divisor in _below(algebra, cofactor.form, here)):
                return False
            hypothesis = self.hypothesis_forms[cofactor.hypothesis]
            joined = tuple(range(len(legs), len(legs) + len(hypothesis.labels)))
            part = algebra.contract(cofactor.form, legs + joined, hypothesis.form, joined, legs)
            rest = algebra.add(rest, algebra.negate(part))
        return is_zero(algebra, rest)

    def _inverses_exist(self) -> bool:
        """Are the matrices invertible of which the algebra has learnt an inverse that no authored term has?"""
        later = self.normaliser.algebra.symbol_keys[self._authored :]
        known = (self.assumptions.kinds(key.symbol) for key in later if isinstance(key, InverseOf))
        return all(kinds & {"invertible", "orthogonal"} for kinds in known)

    @property
    def _free_legs(self) -> frozenset[int]:
        """The legs of the difference that are free indices of the statement, and no axes."""
        return frozenset(leg for leg, label in enumerate(self.difference.labels) if isinstance(label, t.Index))

    def _divided(self) -> set[Divisor]:
        """What the authored terms divide by, and so is nonzero: the only divisors that a cofactor may have."""
        algebra = self.normaliser.algebra
        found = _below(algebra, self.cleared, self._free_legs)
        return found.union(*(_below(algebra, h.form) for h in self.hypothesis_forms))

    def theorem(self, cofactors: Sequence[Cofactor] = ()) -> Theorem | None:
        """The theorem, when the equation holds."""
        if not self.holds(cofactors):
            return None
        return Theorem(_SEAL, self.lhs, self.rhs, self.hypotheses, self.conditions)


@lru_cache(maxsize=REMEMBERED)
def _ledger(lhs: t.Term, rhs: t.Term, hypotheses: tuple[Hypothesis, ...]) -> tuple[Condition, ...]:
    """The ledger, without what follows from the rest once terms are compared by their normal forms.

    A condition is left out where one before it, or a sign that holds at all data, says the same.  The needs of its own
    term stand before it, so that it is defined wherever the rest holds.  The normal forms are of an algebra of their own:
    those of the equation use that its terms are defined.
    """
    assumptions = assumptions_of(hypotheses)
    needed = ledger((lhs, rhs), assumptions)
    if not needed:
        return ()
    sure = Normaliser(assumptions, (lhs, rhs), everywhere=True)
    kept: list[Condition] = []
    said: set[tuple[str, FrozenForm]] = set()
    for condition in needed:
        core = None if condition.kind in ("invertible", "positive_definite") else _core_of(sure, condition)
        if core is None:
            kept.append(condition)
        elif (
            not _positive(sure, assumptions.apart(condition))
            and not {(condition.kind, core), ("positive", core)} & said
        ):
            said.add((condition.kind, core))
            kept.append(condition)
    return tuple(kept)


def _positive(sure: Normaliser, term: t.Term) -> bool:
    """Is a scalar a sum known to be > 0 by its normal form, or such a sum and what is ≥ 0?"""
    if isinstance(term, t.Add) and term.shape == () and not ledger((term,), sure.assumptions):
        nonneg = all(sure.assumptions.sign(part).nonneg for part in term.terms)
        if nonneg and any(_positive(sure, part) for part in term.terms):
            return True
    squared = t.Dot(term, term) if t.is_vector(term.shape) else term
    return _core_of(sure, Condition("nonzero", squared)) in sure.algebra.known_positive


def _core_of(sure: Normaliser, condition: Condition) -> FrozenForm | None:
    term = t.Dot(condition.term, condition.term) if condition.kind == "not_zero" else condition.term
    try:
        return sure.core(term)
    except Undecided:
        return None


#: What is divided by: a generator; or a symbol, the pattern of the indices of its entry, and the free legs of each index.
Divisor = tuple[int, tuple[int, ...], tuple[frozenset[int], ...]]


def _licensed(divisor: Divisor, divided: Iterable[Divisor]) -> bool:
    """Is an entry divided by at no other free indices than an authored term divides by it?  At an axis it does at all."""
    symbol, pattern, legs = divisor
    return any(
        (symbol, pattern) == (other, known) and all(there <= here for there, here in zip(places, legs, strict=True))
        for other, known, places in divided
    )


def _below(algebra: Algebra, form: Form, free: frozenset[int] = frozenset()) -> set[Divisor]:
    """What a form divides by, dimensions apart: generators, and entries of symbols, also in closed graphs, where they are
    those at every index; ``free`` are its free legs.
    """
    found: set[Divisor] = set()
    for (_, legs, factors), monomial in form:
        for symbol, vertices, exponent in factors:
            inside = algebra.squares.get(symbol)  # whose square divides as well
            divides = exponent < 0 or symbol in algebra.rules or symbol in algebra.divisors
            if divides or (inside is not None and _below(algebra, inside)):
                places = (frozenset(leg for leg in free if legs[leg] == vertex) for vertex in vertices)
                found.add((symbol, tuple(map(vertices.index, vertices)), tuple(places)))
        for number, exponent in monomial:
            generator = algebra.generators[number]
            if number in algebra.reciprocals or (exponent < 0 and not isinstance(generator, DimensionGenerator)):
                found.add((number, (), ()))
            if isinstance(generator, ClosedGenerator):
                found |= _below(algebra, {(generator.graph, ()): 1})
    return found
