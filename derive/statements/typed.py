"""Statements about how formulas are written: shapes that agree, and names that are bound.

A formula that adds a scalar to a vector, or equates them, has no meaning to be true; a formula with a name that nobody
introduced has none either.  Both are decided by looking, and refuted by what is seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Index, Symbol, Term
from derive.printing import Sentence, listed
from derive.statements.declaration import sorts
from derive.statements.statement import Statement
from derive.statements.verdict import Counterexample, Verdict


@dataclass(frozen=True)
class SameShape(Statement):
    """lhs and rhs have the same shape, so that they can be added, compared and equated.

    Lemma: a shape is what its author declared; shapes of terms are computed when they are built, and equality of shapes,
    which are tuples of dimensions, is equality for all sizes.
    """

    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "typing"
    certified = "same shape"
    claimed = sorts(lhs="term", rhs="term")
    by_itself = "by their shapes"
    wording = "{lhs} and {rhs} have the same shape"

    def judge(self) -> Verdict:
        """By comparing the shapes."""
        if self.lhs.shape == self.rhs.shape:
            return Verdict(self, "proved")
        return self.refuted(Counterexample(self.lhs.shape, self.rhs.shape))


@dataclass(frozen=True)
class Closed(Statement):
    """Every symbol and every free index of the term is one of the names that are introduced.

    Lemma: the symbols and free indices of a term are all that its value depends on, the sizes apart.
    """

    term: Term
    introduced: tuple[Symbol | Index, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "typing"
    claimed = sorts(term="term")

    @property
    def unbound(self) -> tuple[str, ...]:
        """The names that are used and not introduced."""
        symbols = [symbol.name for symbol in symbols_of(self.term) if symbol not in self.introduced]
        return (*symbols, *sorted(index.name for index in self.term.free if index not in self.introduced))

    def sentence(self) -> Sentence:
        """every name in x is introduced: a, b"""
        symbols = tuple(name for name in self.introduced if isinstance(name, Symbol))
        indices = ", ".join(name.name for name in self.introduced if isinstance(name, Index))
        names: Sentence = (*listed(symbols), *((f", {indices}" if symbols else indices,) if indices else ()))
        return ("in", self.term, "no name is used but", *(names or ("sizes",)))

    def judge(self) -> Verdict:
        """By looking for names that are not introduced."""
        if not self.unbound:
            return Verdict(self, "proved")
        verb = "is" if len(self.unbound) == 1 else "are"
        return self.refuted(Failure(Point(), f"{', '.join(self.unbound)} {verb} used and not introduced"))
