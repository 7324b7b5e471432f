"""Equations and chains of equalities, under hypotheses: from two terms to a verdict.

The kernel is asked first, for the equation itself or for a theorem from which it follows
(`derive.statements.consequences`).  When it is proved, an admissible point must exist besides, or the statement speaks of
nothing.  When it is not, the search for a witness decides what it can: refuting needs no kernel.  What remains is
*unsupported*, and says where the kernel stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
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
from derive.kernel.decide import Equation, Theorem
from derive.language.hypotheses import Condition, Equality, Hypothesis, same_shape_zero, tie_of
from derive.language.substitution import dimensions_of, unfolded_subterms
from derive.language.terms import Add, Dot, Grad, Norm, Operand, Shape, Term, Zeros, as_term, show_shape
from derive.printing import Sentence, Sign, listed, outline, text
from derive.search.cofactors import by_reduction
from derive.search.witness_sizes import telling_sizes, vanishes_at
from derive.statements.conjunction import All
from derive.statements.consequences import consequence
from derive.statements.declaration import sorts
from derive.statements.domain import ledger_of, written_ledger
from derive.statements.entries import entry_equations, is_written
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Counterexample, Status, Verdict

#: Entries of a term beyond which it is not evaluated.
MAX_ENTRIES = 2_500
#: Entry operations of a search for data at sizes that are numbers, where the usual bound ends before one point is tried.
LARGE_EFFORT = 8 * SEARCH_EFFORT
#: Of one for data that satisfy equations, where the usual bound ends before any came up.
HARD_EFFORT = 4 * SEARCH_EFFORT
_NOT_EQUAL = "the normal forms of both sides differ, and no counterexample was found"
TOO_LARGE = f"an explicit size is too large to be evaluated (more than {MAX_ENTRIES} entries); write it as a dimension"


def prove_equation(lhs: Operand, rhs: Operand, hypotheses: Sequence[Hypothesis] = ()) -> Verdict:
    """Decide lhs = rhs for all sizes; a bare 0 takes the shape of the other side."""
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    given = given_hypotheses(hypotheses)
    if left.shape != right.shape and may_agree(left.shape, right.shape):
        shapes = f"{show_shape(left.shape)} and {show_shape(right.shape)}"
        return Equations((left, right), given).unsupported(
            f"sides of shapes {shapes}, which are one at some sizes alone"
        )
    if left.shape != right.shape:
        return Equations((left, right), given).refuted(Counterexample(left.shape, right.shape))
    return _verdict(left, right, given)


def may_agree(left: Shape, right: Shape) -> bool:
    """Do two shapes differ where one has a letter and the other a number alone?  Of some N they are one."""
    pairs = [*zip(left, right, strict=False)]
    apart = all(
        one == other or (isinstance(one, int) != isinstance(other, int) and 1 not in (one, other))
        for one, other in pairs
    )
    return len(left) == len(right) and apart


@lru_cache(maxsize=1024)
def _verdict(left: Term, right: Term, given: tuple[Hypothesis, ...]) -> Verdict:
    """By the kernel or a witness; remembered, since the parts of statements repeat one another."""
    statement = Equations((left, right), given)
    if any(map(is_written, (left, right, *(term for hypothesis in given for term in hypothesis.terms)))):
        return _by_entries(statement)
    try:
        equation = Equation(left, right, given)
        theorem = _theorem(equation)
    except NowhereDefined as error:
        return statement.unsupported(f"(vacuous) {says_where(error, statement)}")
    except Undecided as error:
        return _refute(statement, None, error)
    return _refute(statement, equation, None) if theorem is None else _proved(statement, equation.conditions, theorem)


def _by_entries(statement: Equations) -> Verdict:
    """By the kernel entry by entry, where something is written out so; or a witness."""
    left, right = statement.chain
    try:
        if (tied := _tied_derivative(left, right, statement.hypotheses)) is not None:
            raise Undecided(f"a derivative with respect to the {tied}")
        for each in entry_equations(left, right, statement.hypotheses):
            if each.lhs != each.rhs and _theorem(Equation(each.lhs, each.rhs, each.hypotheses)) is None:
                raise Undecided(f"{f'entry {each.place}: ' if each.place else ''}{_NOT_EQUAL}")
        return _proved(statement, written_ledger(statement.chain, statement.hypotheses), None)
    except Undecided as error:
        return _refute(statement, None, error)


def by_entries(statement: Statement) -> Statement:
    """What an equation with matrices written out says of their entries, at once; any other statement itself."""
    written = isinstance(statement, Equations) and any(map(is_written, statement.equated))
    if not written:
        return statement
    found = [each for pair in pairwise(statement.equated) for each in entry_equations(*pair, statement.hypotheses)]
    telling = [each for each in found if each.lhs != each.rhs] or found[:1]
    parts = [(f"entry {number}", each) for number, each in enumerate(telling, start=1)]
    return All(tuple((name, Equations((each.lhs, each.rhs), each.hypotheses)) for name, each in parts))


def judged_by_entries(entries: Statement, whole: Verdict) -> Verdict:
    """What `by_entries` made of an equation that is proved: as that speaks of some data, so do its entries."""

    def of_entry(entry: Statement) -> Verdict:
        left, right = entry.equated
        equation = Equation(left, right, entry.hypotheses)
        theorem = _theorem(equation)
        if theorem is None:
            return entry.unsupported(_NOT_EQUAL)
        return Verdict(entry, "proved", (), equation.conditions, admissible=whole.admissible, theorem=theorem)

    return entries.judged(of_entry) if isinstance(entries, All) and whole.status == "proved" else whole


def says_where(declined: Undecided, statement: Equations) -> str:
    """Why a trusted procedure declined, at which term, and where that stands."""
    term = declined.term
    if not isinstance(term, Term):
        return declined.reason
    if isinstance(term, Dot) and term.left == term.right:
        term = next(
            (norm for side in statement.chain for norm in unfolded_subterms(side) if norm == Norm(term.left)), term
        )
    places = [*zip(("on the left side", "on the right side"), statement.chain, strict=True)]
    places += [("in a hypothesis", each) for hypothesis in statement.hypotheses for each in hypothesis.terms]
    found = {place for place, side in places if term in unfolded_subterms(side)}
    where = f", {min(found)}" if len(found) == 1 and term not in statement.chain else ""
    return f"{declined.reason}{where}: {outline(term)}"


def given_hypotheses(given: Sequence[Hypothesis] | Hypothesis) -> tuple[Hypothesis, ...]:
    """One hypothesis or several, checked to be such."""
    found = (given,) if isinstance(given, Condition | Equality) else given
    if not isinstance(found, list | tuple) or not all(isinstance(each, Condition | Equality) for each in found):
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


def _proved(statement: Equations, conditions: tuple[Condition, ...], theorem: Theorem | None) -> Verdict:
    """Proved, if the statement speaks of anything: with an admissible point, and the small sizes that have none."""
    sides, given = statement.chain, statement.hypotheses
    if _too_large(*sides):
        return statement.unsupported(TOO_LARGE, conditions)
    point, stopped = look_for_admissible(sides, given, conditions)
    if point is None and (stopped or _hard_to_meet(given)):
        more = LARGE_EFFORT if stopped else HARD_EFFORT
        point, stopped = look_for_admissible(sides, given, conditions, more)
    if point is None:
        nothing = "(vacuous) no data were found at which every hypothesis and side condition holds"
        return statement.unsupported(_stopped(LARGE_EFFORT) if stopped else nothing, conditions)
    vacuous: list[dict[str, int]] = []
    dims = dimensions_of(*sides)
    if len(dims) == 1:  # sizes below the first admissible one
        vacuous = [{dims[0].name: size} for size in range(1, point.dimensions[dims[0]])]
    else:  # one dimension at a time, the others as found
        for dim in dims:
            at = {**point.dimensions, dim: 1}
            if point.dimensions[dim] > 1 and admissible_at(at, sides, given, conditions) is None:
                vacuous.append({dim.name: 1})
    return Verdict(statement, "proved", (), conditions, admissible=point, vacuous_at=tuple(vacuous), theorem=theorem)


def _stopped(bound: int) -> str:
    """Why nothing is said: the search for data met its bound before it had tried any."""
    return (
        f"the search for data at which the sides are defined met its bound of {bound:,} operations on entries; "
        "write the size as a dimension"
    )


def _hard_to_meet(given: tuple[Hypothesis, ...]) -> bool:
    """Are there equations to be satisfied?  Then it may take more work to come by data."""
    return any(isinstance(hypothesis, Equality) for hypothesis in given)


def _refute(statement: Equations, equation: Equation | None, declined: Undecided | None) -> Verdict:
    """Look for a witness; without one, say where the kernel stopped."""
    (lhs, rhs), given = statement.chain, statement.hypotheses
    tied = _tied_derivative(lhs, rhs, given)
    if tied is not None:
        return statement.unsupported(f"a derivative with respect to the {tied}")
    if _too_large(lhs, rhs):
        return statement.unsupported(TOO_LARGE)
    skip = never if equation is None else partial(vanishes_at, equation)
    sizes = [] if equation is None else telling_sizes(equation)
    witness = find_witness(lhs, rhs, given, skip, sizes)
    if witness is None and _hard_to_meet(given) and find_admissible((lhs, rhs), given) is None:
        witness = find_witness(lhs, rhs, given, skip, sizes, HARD_EFFORT)
    if witness is not None:
        return statement.refuted(Counterexample(witness.lhs, witness.rhs, witness))
    opaque = () if equation is None else equation.opaque
    if declined is not None:
        reason = says_where(declined, statement)
    elif opaque:
        reason = f"no rule for {', '.join(map(text, opaque))}, and no counterexample found"
    elif given:
        point, stopped = look_for_admissible((lhs, rhs), given, budget=HARD_EFFORT)
        nothing = "(vacuous) no data were found at which every hypothesis holds and both sides are defined"
        not_implied = "the hypotheses were not found to imply it, and no counterexample was found"
        reason = not_implied if point is not None else _stopped(HARD_EFFORT) if stopped else nothing
    else:
        reason = _NOT_EQUAL
    return statement.unsupported(reason, opaque=opaque)


def _tied_derivative(lhs: Term, rhs: Term, given: tuple[Hypothesis, ...]) -> str | None:
    """The symbol of a derivative whose components are tied by a hypothesis: what is held fixed is not said."""
    derived = {part.symbol for side in (lhs, rhs) for part in unfolded_subterms(side) if isinstance(part, Grad)}
    for symbol in sorted(derived, key=text):
        if tie := tie_of(symbol, given):
            return f"{tie} symbol {text(symbol)}"
    return None


def prove_chain(terms: Sequence[Operand], hypotheses: Sequence[Hypothesis] = ()) -> Verdict:
    """Decide every link of a chain of equalities."""
    if len(terms) < 2:
        raise InputError("a chain of fewer than two terms", hint="write lhs = rhs")
    links = tuple(prove_equation(a, b, hypotheses) for a, b in pairwise(terms))
    if len(links) == 1:
        return links[0]
    sides = (links[0].lhs, *(link.rhs for link in links))
    return chained(Equations(sides, links[0].hypotheses), links)


def chained(statement: Equations, links: tuple[Verdict, ...]) -> Verdict:
    """The verdict of a chain, from those of its links: proved if each is, refuted if one is."""
    found = {link.status for link in links}
    status: Status = "refuted" if "refuted" in found else "unsupported" if "unsupported" in found else "proved"
    if status == "proved":  # the ledger of all terms together, so that no condition is said twice in other words
        conditions = ledger_of(Add(statement.chain), statement.hypotheses)
    else:
        conditions = tuple(dict.fromkeys(condition for link in links for condition in link.conditions))
    refuted = next((link.counterexample for link in links if link.counterexample is not None), None)
    reason = "" if refuted is not None else next((link.reason for link in links if not link), "")
    return Verdict(statement, status, (), conditions, refuted, reason, links)


#: The zero vector beside a number: not to be taken for the number 0.
ZERO_VECTOR = Sign(r"\vec 0", "0⃗")


@dataclass(frozen=True)
class Equations(Statement):
    """t₀ = t₁ = … for all sizes, wherever every sub-term, as authored, is defined: decided by the kernel's normal forms.

    It has no parts: an equation is where proofs end.
    """

    chain: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "equation"
    certified = "equation"
    claimed = sorts(terms="term 2+")
    shown = sorts(links="link 0+")
    by_itself = "by normal forms"

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the chain."""
        return self.chain

    @property
    def equated(self) -> tuple[Term, ...]:
        """The terms of the chain."""
        return self.chain

    def sentence(self) -> Sentence:
        """t₀ = t₁ = …"""
        typed = len({term.shape for term in self.chain}) == 1
        shown = [ZERO_VECTOR if isinstance(term, Zeros) and not typed else term for term in self.chain]
        return (*(piece for term in shown[:-1] for piece in (term, Sign("=", "="))), shown[-1])

    def judge(self) -> Verdict:
        """Every link by the kernel, or a witness."""
        return prove_chain(self.chain, self.hypotheses)


def equation(lhs: Operand, rhs: Operand, *hypotheses: Hypothesis) -> Equations:
    """lhs = rhs for all sizes, as a statement.

    Args:
        lhs, rhs: terms or numbers; a bare 0 takes the shape of the other side.  Sides of two shapes are refuted by these.
        hypotheses: what is assumed of the data.
    """
    return equations((lhs, rhs), hypotheses)


def equations(terms: Sequence[Operand], hypotheses: Sequence[Hypothesis] = ()) -> Equations:
    """t₀ = t₁ = … for all sizes, as a statement.

    Args:
        terms: two or more terms or numbers; a bare 0 takes the shape of its neighbour.
        hypotheses: what is assumed of the data.

    Raises `InputError` for fewer than two terms.
    """
    made = [as_term(term) for term in terms]
    if len(made) < 2:
        raise InputError("an equation of fewer than two terms", hint="equation(lhs, rhs), or equations((t0, t1, t2))")
    for i in range(1, len(made)):
        made[i - 1], made[i] = same_shape_zero(made[i - 1], made[i])
    return Equations(tuple(made), tuple(hypotheses))


def equalities(
    parts: Mapping[str, tuple[Term, Term]], given: tuple[Hypothesis, ...], necessary: bool = False
) -> tuple[Obligation, ...]:
    """Equations with their names, as parts."""
    return tuple(Obligation(name, Equations(sides, given), necessary) for name, sides in parts.items())


def given_words(hypotheses: Sequence[Hypothesis]) -> Sentence:
    """``, given h₁, h₂`` for the end of a sentence; nothing without hypotheses."""
    return (", given", *listed(tuple(hypotheses))) if hypotheses else ()
