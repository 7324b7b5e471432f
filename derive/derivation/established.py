"""What is established at a place of a line: the hypotheses of a derivation, and what is defined there.

A rule is a theorem under hypotheses, and its variables have properties.  An instance of it may be used where these hold:
signs and properties where they can be read off (`derive.kernel.assumptions`), are given, or are equations that the kernel
decides, such as AA = A of an idempotent A.

An equality is established where it is given, whichever way it is written.  That the kernel could decide it is not enough:
x = y under x = y would justify every line that is true.  Nothing is lost by this: with terms of which the kernel decides
the hypothesis, the rule is a theorem without it, and can be stated as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from derive.errors import InputError, Undecided
from derive.kernel.assumptions import Assumptions, assumptions_of
from derive.kernel.decide import Equation
from derive.language.alike import same
from derive.language.hypotheses import Condition, Equality, Hypothesis, equation_of
from derive.language.substitution import substitute, symbols_of, unfolded_subterms
from derive.language.terms import Index, Pinv, Rank, Symbol, Term

#: Conditions that hold near data at which they hold.
OPEN = frozenset({"nonzero", "positive", "not_zero", "invertible"})


@dataclass(frozen=True)
class Established:
    """What follows from hypotheses: asked of a property of a term, or of a hypothesis of a rule.

    A hypothesis with a free index is asked for every value of it.
    """

    hypotheses: tuple[Hypothesis, ...] = ()

    def beside(self, ledger: Sequence[Condition]) -> Established:
        """Where the conditions of a ledger hold besides; those of one index only are not used."""
        return Established((*self.hypotheses, *(found for found in ledger if not found.term.free)))

    def inside(self, symbol: Symbol) -> Established:
        """Inside of a derivative with respect to a symbol.

        There a rule needs its hypotheses near the data and not only at them: what is given of the symbol is of use if it
        holds near by, as v ≠ 0 does, and x ≥ 0 or v = w do not.
        """
        return Established(tuple(given for given in self.hypotheses if _holds_near(given, symbol)))

    def __call__(self, wanted: Hypothesis) -> bool:
        """Does it follow, as far as this can be found without a search?"""
        if any(_alike(given, wanted) for given in self.hypotheses):
            return True
        match wanted:
            case Condition():
                return self._assumptions.holds(wanted) or self._by_equations(wanted)
            case Equality(lhs, rhs):
                return same(lhs, rhs) or self._restated(lhs, rhs)

    @cached_property
    def _assumptions(self) -> Assumptions:
        return assumptions_of(self.hypotheses)

    def _by_equations(self, wanted: Condition) -> bool:
        """The properties that are equations, by these."""
        said = equation_of(wanted)
        return said is not None and self._equal(said.lhs, said.rhs)

    def _restated(self, lhs: Term, rhs: Term) -> bool:
        """Is an equality one that is given, which says p - q = 0 of another p and q with the same difference?"""
        given = [each for each in self.hypotheses if isinstance(each, Equality) and each.lhs.shape == lhs.shape]
        if not given or self._equal(lhs, rhs):
            return False
        both = ((lhs - rhs, each.lhs - each.rhs) for each in given)
        return any(self._equal(mine, theirs) or self._equal(mine, -theirs) for mine, theirs in both)

    def _equal(self, lhs: Term, rhs: Term) -> bool:
        """Does the kernel decide an equation from signs and properties, and is it defined wherever what is given holds?"""
        signs = tuple(each for each in self.hypotheses if isinstance(each, Condition))
        try:
            theorem = Equation(lhs, rhs, signs).theorem()
        except (InputError, Undecided):
            return False
        return theorem is not None and all(map(self._assumptions.holds, theorem.conditions))


def _holds_near(given: Hypothesis, symbol: Symbol) -> bool:
    if symbol not in symbols_of(*given.terms):
        return True
    if not isinstance(given, Condition) or given.kind not in OPEN:
        return False
    return not any(isinstance(part, Pinv | Rank) for part in unfolded_subterms(given.term))  # not continuous


def _canonical(given: Hypothesis) -> Hypothesis:
    """A hypothesis with its free indices, of which it says all, named by their order."""
    free = sorted(given.closed, key=lambda index: index.name)
    names = {index: Index(f"{number}", index.dim) for number, index in enumerate(free)}
    terms = [substitute(term, indices=names) for term in given.terms]
    return Condition(given.kind, terms[0], given.at) if isinstance(given, Condition) else Equality(terms[0], terms[1])


def _alike(given: Hypothesis, wanted: Hypothesis) -> bool:
    match _canonical(given), _canonical(wanted):
        case Condition(kind, term, at), Condition(other, found, there):
            return kind == other and at == there and same(term, found)
        case Equality(lhs, rhs), Equality(left, right):
            return (same(lhs, left) and same(rhs, right)) or (same(lhs, right) and same(rhs, left))
    return False
