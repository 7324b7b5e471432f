"""Hypotheses: ``nonzero g``, ``A invertible``, ``eps > 0``, ``Pi*a != 0``, ``one.T*v = 0`` → conditions and equalities."""

from __future__ import annotations

from derive.language.hypotheses import Condition, Hypothesis, equal
from derive.language.terms import is_vector
from derive.reading.elaborate import Elaboration
from derive.reading.syntax import Assumption, Claimed, Numeral, Property, Tree

#: A relation to 0 and what it claims of a scalar.
OF_RELATION = {">": "positive", ">=": "nonneg", "!=": "nonzero"}

#: The same relation read from the right.
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "=": "="}


def is_zero(tree: Tree) -> bool:
    """A bare 0."""
    return isinstance(tree, Numeral) and tree.value == 0


def infer_assumptions(reading: Elaboration, assumptions: tuple[Assumption, ...]) -> None:
    """The first walk over hypotheses."""
    for assumption in assumptions:
        if isinstance(assumption, Claimed):
            reading.infer(assumption.term)
        else:
            reading.relate(assumption.first, *(side for _, _, side in assumption.rest))


def build_assumptions(reading: Elaboration, assumptions: tuple[Assumption, ...]) -> tuple[Hypothesis, ...]:
    """The hypotheses, once dimensions are settled; in ``nonzero g, h`` the property speaks of both."""
    found: list[Hypothesis] = []
    leading: tuple[Property, ...] = ()
    for assumption in assumptions:
        if not isinstance(assumption, Claimed):
            leading = ()
            left = assumption.first
            for sign, at, right in assumption.rest:
                found.append(_relation(reading, left, sign, at, right))
                left = right
            continue
        if assumption.before or assumption.after:
            leading = assumption.before
        claims = (*leading, *assumption.after)
        if not claims:
            expected = "a hypothesis such as g nonzero, eps > 0 or one.T*v = 0"
            raise reading.source.error(assumption.term.at, "a term alone", expected)
        term = reading.term(assumption.term)
        found.extend(reading.make(claim.at, Condition, claim.word, term) for claim in claims)
    return tuple(found)


def relation_to_zero(reading: Elaboration, sign: str, at: int, right: Tree) -> str:
    """The property that ``> 0``, ``>= 0`` or ``!= 0`` claims of a scalar."""
    if sign in OF_RELATION and is_zero(right):
        return OF_RELATION[sign]
    hint = "a hypothesis is an equation, or one of x > 0, x >= 0, x != 0"
    raise reading.source.fail(at, f"the relation {sign!r} in a hypothesis", hint)


def _relation(reading: Elaboration, left: Tree, sign: str, at: int, right: Tree) -> Hypothesis:
    if sign == "=":
        return reading.make(at, equal, reading.term(left), reading.term(right))
    if is_zero(left) and not is_zero(right):
        left, sign, right = right, MIRRORED[sign], left
    kind, term = relation_to_zero(reading, sign, at, right), reading.term(left)
    return reading.make(at, Condition, "not_zero" if kind == "nonzero" and is_vector(term.shape) else kind, term)
