"""Nodes that LaTeX adds to the trees of plain syntax."""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.terms import Definition, Symbol
from derive.reading.syntax import Call, Ranged, Tree, Word


@dataclass(frozen=True, eq=False)
class Constant(Tree):
    """All-ones, the identity or a zero vector, of a dimension to be inferred."""

    kind: str


@dataclass(frozen=True, eq=False)
class Apply(Tree):
    """A function of the context at its arguments; ``constants`` are what else its definition speaks of."""

    definition: Definition
    arguments: tuple[Tree, ...]
    constants: tuple[Symbol, ...] = ()

    def below(self) -> tuple[Tree, ...]:
        return self.arguments


@dataclass(frozen=True, eq=False)
class Restricted(Tree):
    """A sum or product over the values of ``indices`` at which every pair differs, or, when ``ordered``, increases."""

    kind: str
    indices: tuple[Word | Ranged, ...]
    apart: tuple[tuple[Word, Word], ...]
    body: Tree
    ordered: bool = False

    def below(self) -> tuple[Tree, ...]:
        return (self.body,)


@dataclass(frozen=True, eq=False)
class Statistic(Tree):
    """The mean or (sample) variance of ``arguments[0]``, or the (sample) covariance of two, over the values of ``index``."""

    kind: str
    index: Word
    arguments: tuple[Tree, ...]

    def below(self) -> tuple[Tree, ...]:
        return self.arguments


class Total(Call):
    """A derivative in which all varies that is made of what is differentiated by; nothing else is meant."""


class Beside(Call):
    """The derivative of a node of a graph by one of its arguments, in which the others stay."""
