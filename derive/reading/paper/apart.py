"""What stands apart behind a row and cannot be read, or is a row of its own, a reason, from which the next may go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.paper.chains import Formula
from derive.reading.paper.claims import Relation
from derive.reading.paper.units import Premise
from derive.reading.source import Source


def of_unread(source: Source, formula: Formula, links: Sequence[Relation]) -> list[Relation]:
    """The relations of a formula of which the last row cannot be read: each of that row is an error."""
    own = [link.at for link in links if link.at >= formula.row]
    made = [link.with_error(formula.unread) if link.at in own else link for link in links]
    return made if own else [*made, Relation(source, formula.begin, error=formula.unread)]


def beside_unread(source: Source, relations: Sequence[Relation], formulas: Sequence[Formula]) -> list[Relation]:
    """The relations of a display; what cannot be read behind a row may be a condition of others, which may hold anyway."""
    made = [*relations]
    for formula in formulas:
        if formula.unread is not None:
            at = max(formula.begin, formula.row)
            premise = Premise(source, at, "what stands behind the row", formula.unread)
            made = [replace(each, supposed=premise.after(each.supposed)) for each in made]
    return made


def below_reason(source: Source, formula: Formula, links: list[Relation]) -> list[Relation]:
    """The relations of a formula; of the first below a reason, or "let", nobody knows what it goes on from."""
    if not formula.after:
        return links
    at = formula.signs[0][0]
    readings = ("it goes on from what stands above that", "it goes on from that")
    hint = r"write the reason behind its row: \quad \because …; give what 'let' says a display of its own"
    error = source.ambiguous(at, "a row below a reason, or below 'let'", readings, hint)
    return [replace(link, error=error) if link.at == at else link for link in links]
