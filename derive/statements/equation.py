"""Equations and chains of equalities, under hypotheses: from two terms to a verdict.

The kernel is asked first, for the equation itself or for a theorem from which it follows
(`derive.statements.consequences`).  When it is proved, an admissible point must exist besides, or the statement speaks of
nothing.  When it is not, the search for a witness decides what it can: refuting needs no kernel.  What remains is
*unsupported*, and says where the kernel stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from math import prod

from derive.errors import InputError, NowhereDefined, Undecided
from derive.evaluate.witness import (
    SEARCH_EFFORT,
    admissible_at,
    find_admissible,
    find_witness,
    look_for_admissible,
    never,
)
from derive.kernel.assumptions import assumptions_of
from derive.kernel.decide import Equation, Theorem
from derive.kernel.domain import ledger
from derive.language.hypotheses import TIES, Condition, Equality, Hypothesis, same_shape_zero
from derive.language.substitution import check_names, dimensions_of, unfolded_subterms
from derive.language.terms import Add, Grad, Operand, Term, as_term
from derive.printing import text
from derive.statements.cofactors import by_reduction
from derive.statements.consequences import consequence
from derive.statements.scope import Scope, scope_of
from derive.statements.telling import telling_sizes, vanishes_at
from derive.statements.verdict import Answer, Counterexample, Status, Verdict

#: Entries of a term beyond which it is not evaluated.
MAX_ENTRIES = 2_500
#: Entry operations of a search for data at sizes that are numbers, where the usual bound ends before one point is tried.
LARGE_EFFORT = 8 * SEARCH_EFFORT
TOO_LARGE = f"an explicit size is too large to be evaluated (more than {MAX_ENTRIES} entries); write it as a dimension"


def prove_equation(lhs: Operand, rhs: Operand, hypotheses: Sequence[Hypothesis] = ()) -> Verdict:
    """Decide lhs = rhs for all sizes; a bare 0 takes the shape of the other side."""
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    given = given_hypotheses(hypotheses)
    if left.shape != right.shape:
        shapes = Counterexample(left.shape, right.shape)
        return Verdict("refuted", left, right, given, counterexample=shapes)
    return _verdict(left, right, given)


@lru_cache(maxsize=1024)
def _verdict(left: Term, right: Term, given: tuple[Hypothesis, ...]) -> Verdict:
    """By the kernel or a witness; remembered, since the parts of statements repeat one another."""
    try:
        equation = Equation(left, right, given)
        theorem = _theorem(equation)
    except NowhereDefined as error:
        where = f": {text(error.term)}" if error.term is not None else ""
        return Verdict("unsupported", left, right, given, reason=f"(vacuous) {error.reason}{where}")
    except Undecided as error:
        return _refute(left, right, given, None, error)
    if theorem is not None:
        return _proved(equation, theorem)
    return _refute(left, right, given, equation, None)


def ledger_of(term: Term, hypotheses: tuple[Hypothesis, ...]) -> tuple[Condition, ...]:
    """What a term needs to be defined, beyond the hypotheses.

    Raises `NowhereDefined` where the kernel finds that something it needs is never so.  Where it needs nothing, as can be
    read off, no normal form is made.
    """
    check_names(term, *(part for hypothesis in hypotheses for part in hypothesis.terms))
    if not ledger((term,), assumptions_of(hypotheses)):
        return ()
    return Equation(term, term, hypotheses).conditions


def given_hypotheses(given: Sequence[Hypothesis] | Hypothesis) -> tuple[Hypothesis, ...]:
    """One hypothesis or several, checked to be such."""
    found = (
        (given,)
        if isinstance(given, Condition | Equality)
        else tuple(given)
        if isinstance(given, list | tuple)
        else None
    )
    if found is None or not all(isinstance(each, Condition | Equality) for each in found):
        raise InputError(f"{given!r} as hypotheses", hint="give a list of nonzero(g), equal(p, q), …")
    return tuple(found)


def _too_large(*terms: Term) -> bool:
    """Has a sub-term so many entries by its numbers alone that no point is worth a try?"""
    return any(
        prod(dim for dim in part.shape if isinstance(dim, int)) > MAX_ENTRIES
        for term in terms
        for part in unfolded_subterms(term)
    )


def _theorem(equation: Equation) -> Theorem | None:
    """The theorem, or one from which it follows."""
    theorem = equation.theorem()
    if theorem is None and equation.hypothesis_forms:
        cofactors = by_reduction(equation)
        theorem = None if cofactors is None else equation.theorem(cofactors)
    return theorem or consequence(equation)


def _proved(equation: Equation, theorem: Theorem) -> Verdict:
    """Proved, if the statement speaks of anything: with an admissible point, and the small sizes that have none."""
    lhs, rhs, given, conditions = equation.lhs, equation.rhs, equation.hypotheses, equation.conditions
    if _too_large(lhs, rhs):
        return Verdict("unsupported", lhs, rhs, given, conditions, reason=TOO_LARGE)
    point, stopped = look_for_admissible((lhs, rhs), given, conditions)
    if point is None and (stopped or _hard_to_meet(given)):
        more = LARGE_EFFORT if stopped else 2 * SEARCH_EFFORT
        point, stopped = look_for_admissible((lhs, rhs), given, conditions, more)
    if point is None:
        nothing = "(vacuous) no data were found at which every hypothesis and side condition holds"
        reason = _stopped(LARGE_EFFORT) if stopped else nothing
        return Verdict("unsupported", lhs, rhs, given, conditions, reason=reason)
    vacuous: list[dict[str, int]] = []
    dims = dimensions_of(lhs, rhs)
    if len(dims) == 1:  # sizes below the first admissible one
        vacuous = [{dims[0].name: size} for size in range(1, point.dimensions[dims[0]])]
    else:  # one dimension at a time, the others as found
        for dim in dims:
            at = {**point.dimensions, dim: 1}
            if point.dimensions[dim] > 1 and admissible_at(at, (lhs, rhs), given, conditions) is None:
                vacuous.append({dim.name: 1})
    return Verdict("proved", lhs, rhs, given, conditions, admissible=point, vacuous_at=tuple(vacuous), theorem=theorem)


def _stopped(bound: int) -> str:
    """Why nothing is said: the search for data met its bound before it had tried any."""
    return (
        f"the search for data at which the sides are defined met its bound of {bound:,} operations on entries; "
        "write the size as a dimension"
    )


def _hard_to_meet(given: tuple[Hypothesis, ...]) -> bool:
    """Are there equations to be satisfied?  Then it may take more work to come by data."""
    return any(isinstance(hypothesis, Equality) for hypothesis in given)


def _refute(
    lhs: Term, rhs: Term, given: tuple[Hypothesis, ...], equation: Equation | None, declined: Undecided | None
) -> Verdict:
    """Look for a witness; without one, say where the kernel stopped."""
    tied = _tied_derivative(lhs, rhs, given)
    if tied is not None:
        return Verdict("unsupported", lhs, rhs, given, reason=f"a derivative with respect to the {tied}")
    if _too_large(lhs, rhs):
        return Verdict("unsupported", lhs, rhs, given, reason=TOO_LARGE)
    skip = never if equation is None else partial(vanishes_at, equation)
    sizes = [] if equation is None else telling_sizes(equation)
    witness = find_witness(lhs, rhs, given, skip, sizes)
    if witness is None and _hard_to_meet(given) and find_admissible((lhs, rhs), given) is None:
        witness = find_witness(lhs, rhs, given, skip, sizes, 2 * SEARCH_EFFORT)
    if witness is not None:
        return Verdict("refuted", lhs, rhs, given, counterexample=Counterexample(witness.lhs, witness.rhs, witness))
    opaque = () if equation is None else equation.opaque
    if declined is not None:
        reason = declined.reason + (f": {text(declined.term)}" if declined.term is not None else "")
    elif opaque:
        reason = f"no rule for {', '.join(map(text, opaque))}, and no counterexample found"
    elif given:
        point, stopped = look_for_admissible((lhs, rhs), given, budget=2 * SEARCH_EFFORT)
        nothing = "(vacuous) no data were found at which every hypothesis holds and both sides are defined"
        not_implied = "the hypotheses were not found to imply it, and no counterexample was found"
        reason = not_implied if point is not None else _stopped(2 * SEARCH_EFFORT) if stopped else nothing
    else:
        reason = "the normal forms of both sides differ, and no counterexample was found"
    return Verdict("unsupported", lhs, rhs, given, reason=reason, opaque=opaque)


def _tied_derivative(lhs: Term, rhs: Term, given: tuple[Hypothesis, ...]) -> str | None:
    """The symbol of a derivative whose components are tied by a hypothesis: what is held fixed is not said."""
    derived = {part.symbol for side in (lhs, rhs) for part in unfolded_subterms(side) if isinstance(part, Grad)}
    for hypothesis in given:
        if isinstance(hypothesis, Condition) and hypothesis.kind in TIES and hypothesis.term in derived:
            return f"{hypothesis.kind} symbol {text(hypothesis.term)}"
    return None


@dataclass(frozen=True, repr=False)
class ChainVerdict(Answer):
    """The verdict of t₀ = t₁ = … = tₖ: ``links`` has one for every link."""

    links: tuple[Verdict, ...]

    @property
    def status(self) -> Status:
        """Proved if every link is; refuted if one is; else unsupported."""
        found = {link.status for link in self.links}
        return "refuted" if "refuted" in found else "unsupported" if "unsupported" in found else "proved"

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger of all terms together, so that no condition is said twice in other words."""
        if self.status != "proved" or len(self.links) == 1:
            return tuple(dict.fromkeys(condition for link in self.links for condition in link.conditions))
        total = Add((self.links[0].lhs, *(link.rhs for link in self.links)))
        return ledger_of(total, self.links[0].hypotheses)

    @property
    def sizes(self) -> Scope:
        """For which sizes every link is proved, when each is."""
        least: dict[str, int] = {}
        for link in self.links:
            for name, size in link.least.items():
                least[name] = max(least.get(name, 1), size)
        return scope_of(least, dict.fromkeys(h for link in self.links for h in (*link.hypotheses, *link.conditions)))

    @property
    def scope(self) -> str:
        """For which sizes every link is proved; empty when one is not."""
        return str(self.sizes) if self.status == "proved" else ""

    def explain(self) -> str:
        """The verdicts of the links, one after the other."""
        return "\n".join(map(str, self.links))

    def _repr_latex_(self) -> str:
        return "\n\n".join(link._repr_latex_() for link in self.links)

    def _repr_markdown_(self) -> str:
        return self._repr_latex_()


def prove_chain(terms: Sequence[Operand], hypotheses: Sequence[Hypothesis] = ()) -> ChainVerdict:
    """Decide every link of a chain of equalities."""
    if len(terms) < 2:
        raise InputError("a chain of fewer than two terms", hint="write lhs = rhs")
    return ChainVerdict(tuple(prove_equation(a, b, hypotheses) for a, b in pairwise(terms)))
