r"""``y = z \\qquad (P x = z)``: what stands in parentheses behind a row, with a relation in it.

It is a claim of its own, and the reason of what the row says, or a condition under which it says it, and then claims
nothing: both are decided without it and with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.language.hypotheses import Hypothesis
from derive.reading.paper.claims import Relation
from derive.reading.paper.units import Unit

#: What may stand behind the parentheses.
_SILENT = ("mark", "layout", "comma")

#: How to settle whether what stands in parentheses behind a relation is a condition.
_REASON = r"write the reason in words, \text{since …}, or declare the condition: % derive: assume …"


def in_parentheses(cell: Sequence[Unit], at: int) -> list[Unit]:
    """What stands in parentheses that open at a position, with a relation, and with nothing behind them; else nothing."""
    inner: list[Unit] = []
    depth = 1
    for unit in cell[at + 1 :] if cell[at].kind == "opening" and cell[at].text in ("(", r"\left") else ():
        depth += (unit.kind == "opening") - (unit.kind == "closing")
        if not depth:
            break
        inner.append(unit if depth > 1 or unit.kind == "closing" else replace(unit, inside=False))
    rest = [unit for unit in cell[at + len(inner) + 2 :] if unit.kind not in _SILENT and unit.text != "."]
    kinds = {unit.kind for unit in inner if not unit.inside}
    said = not depth and not rest and "relation" in kinds
    return inner if said and kinds.isdisjoint(("words", "arrow", "comma")) else []


def in_both(found: Relation, given: tuple[Hypothesis, ...]) -> Relation:
    """A relation as it is, and under hypotheses."""
    if found.error is not None or not given:
        return found
    if found.readings:
        return found.with_error(found.source.error(found.at, "a relation with several readings and a reason", "one"))
    under = replace(found, hypotheses=(*found.hypotheses, *given))
    readings = (("it is claimed", "", found), ("what stands in parentheses is a condition", "", under))
    return replace(found, readings=readings, settled_by=_REASON)
