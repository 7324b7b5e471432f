"""Certificates for bounds, found: the difference of the sides, as its normal form reads, often shows its sign.

N (σ² + ε) − |Πa|² is Nε.  What is found is a certificate like any other: the kernel decides that it is the difference, and
the rules of signs read it off.
"""

from __future__ import annotations

from dataclasses import replace

from derive.derivation.low_rank import simplified
from derive.kernel.assumptions import Assumptions
from derive.language.hypotheses import Condition
from derive.statements.bound import RELATIONS, Bound, BoundChain, difference
from derive.statements.statement import Statement


def with_certificates(statement: Statement) -> Statement:
    """The statement, a bound without a certificate given one where the search finds it; any other as it is."""
    match statement:
        case Bound():
            return _certified(statement)
        case BoundChain(links, hypotheses):
            return BoundChain(tuple(map(_certified, links)), hypotheses)
    return statement


def _certified(bound: Bound) -> Bound:
    kind, _ = RELATIONS[bound.relation]
    if kind is None or bound.by is not None or bound.squared or bound.scale is not None:
        return bound
    gap = difference(bound.larger, bound.smaller)
    if gap.free or Assumptions(bound.hypotheses).holds(Condition(kind, gap)):
        return bound
    by = simplified(gap, bound.hypotheses)
    shown = by != gap and Assumptions(bound.hypotheses).holds(Condition(kind, by))
    return replace(bound, by=by) if shown else bound
