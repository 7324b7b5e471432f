"""A derivation that is found: a chain of named rules between two terms, replayed and decided as one that is written.

The equation is decided first, so nothing is looked for between terms that are not equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from derive.derivation.connecting import difference
from derive.derivation.derivation import CheckedDerivation, Derivation, Line, check_step
from derive.derivation.moves import Moves, definitions_in, ways_of
from derive.derivation.rules import Rule
from derive.derivation.searching import LIMIT, Found, Search
from derive.errors import DerivationError
from derive.language.hypotheses import Hypothesis, same_shape_zero
from derive.language.terms import Operand, Term, as_term
from derive.statements.equation import given_hypotheses, prove_equation
from derive.statements.verdict import Verdict

#: The place of an error in a derivation that nobody wrote.
_SOUGHT = "a derivation to be found"


def _further(told: Callable[[int], None], before: int, work: int) -> None:
    told(before + work)


@dataclass(frozen=True)
class Sought:
    """What came of looking for a derivation.

    Attributes:
        lhs, rhs: the two sides.
        verdict: of lhs = rhs.
        derivation: the lines, every one accepted; None where none were found, or the verdict is not *proved*.
        work, limit: steps of work that were done, and that were allowed.
        told: in words, how far a search went that found nothing.
    """

    lhs: Term
    rhs: Term
    verdict: Verdict
    derivation: CheckedDerivation | None = None
    work: int = 0
    limit: int = LIMIT
    told: tuple[str, ...] = ()

    @property
    def found(self) -> Derivation:
        """The derivation; raises `DerivationError` where there is none, and says why."""
        if self.derivation is not None:
            return self.derivation.derivation
        if self.verdict.theorem is None:
            report = ["does not follow", *difference(self.lhs, self.rhs, self.verdict, self.verdict.hypotheses)]
        else:
            report = ["the sides are equal, but no lines between them were found", *self.told]
        raise DerivationError(2, _SOUGHT, "\n  ".join(report))


def seek(
    lhs: Operand,
    rhs: Operand,
    rules: Sequence[Rule] = (),
    hypotheses: Sequence[Hypothesis] = (),
    besides: Sequence[Rule] = (),
    limit: int = LIMIT,
    told: Callable[[int], None] = lambda _: None,
) -> Sought:
    """Look for a derivation of lhs = rhs with few lines, each by one rule at one or several places.

    Args:
        lhs, rhs: terms or numbers of one shape.
        rules: what lines may be by, in both directions; definitions in the two sides count among them.
        hypotheses: what is assumed.
        besides: rules that are tried too when the others lead nowhere.
        limit: steps of work: the size of a line, for every rule that is tried on it.
        told: called with the work so far.

    A rule that is no theorem by itself is passed over.  Raises `InputError` for what is no term.
    """
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    given = given_hypotheses(hypotheses)
    verdict = prove_equation(left, right, given)
    if verdict.theorem is None:
        return Sought(left, right, verdict, limit=limit)
    terms = (left, right, *(term for each in given for term in each.terms))
    own = (*rules, *definitions_in((left, right)))

    def accepts(found: Sequence[Found]) -> bool:
        lines = [Line(left), *(Line(term, (rule,)) for rule, term in found)]
        try:
            for number, (before, line) in enumerate(pairwise(lines), start=2):
                check_step(number, before.term, line, given)
        except DerivationError:
            return False
        return True

    work, words = 0, list[str]()
    for pool in [own, (*own, *besides)] if besides else [own]:
        share = (limit + 1) // 2 if pool is own and besides else limit - work
        search = Search(
            left, right, Moves(ways_of(pool, terms), given), accepts, share, told=partial(_further, told, work)
        )
        found = search.run()
        work += search.moves.work
        if found is not None:
            lines = (Line(left), *(Line(term, (rule,)) for rule, term in found))
            return Sought(left, right, verdict, Derivation(lines, given).checked(), work, limit)
        words = search.unfound(limit)
    return Sought(left, right, verdict, None, work, limit, tuple(words))
