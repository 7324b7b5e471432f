"""Nodes that LaTeX adds to the trees of plain syntax."""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.terms import Defined, Definition, Symbol, Term
from derive.reading.syntax import Call, Indexed, Ranged, Tree, Word


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


def name_in(tree: Tree) -> str:
    """The name that a tree is, or is a component of; empty for anything else."""
    base = tree.base if isinstance(tree, Indexed) else tree
    return base.name if isinstance(base, Word) else ""


def name_of(term: Term) -> str:
    """What a symbol or a defined name is called; empty for any other term."""
    return term.definition.name if isinstance(term, Defined) else term.name if isinstance(term, Symbol) else ""
