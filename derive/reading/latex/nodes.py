"""Nodes that LaTeX adds to the trees of plain syntax."""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.terms import Definition
from derive.reading.syntax import Tree


@dataclass(frozen=True, eq=False)
class Constant(Tree):
    """All-ones, the identity or a zero vector, of a dimension to be inferred."""

    kind: str


@dataclass(frozen=True, eq=False)
class Apply(Tree):
    """A function of the context at its arguments."""

    definition: Definition
    arguments: tuple[Tree, ...]

    def below(self) -> tuple[Tree, ...]:
        return self.arguments
