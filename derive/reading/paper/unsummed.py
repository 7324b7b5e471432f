"""What a text says under the summation convention of indices that are not summed: "no sum over i", "for each i"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from derive.language.substitution import subterms
from derive.language.terms import Binder
from derive.reading.paper.claims import Relation
from derive.reading.paper.units import Premise


@dataclass(frozen=True)
class Unsummed:
    """Under the summation convention: words say that these indices are not summed, or that none is."""

    premise: Premise
    names: frozenset[str]
    sets: ClassVar[None] = None

    def limited(self, relation: Relation) -> Relation:
        """A relation in which they are summed is refused."""
        return relation.with_error(self.premise)

    def limits(self, relation: Relation) -> bool:
        """Are they summed in a relation?"""
        bound = {each.index.name for side in relation.sides for each in subterms(side) if isinstance(each, Binder)}
        return bool(bound & self.names or (bound and not self.names))
