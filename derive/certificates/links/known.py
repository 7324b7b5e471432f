"""What the kernel knows of an equation, for whoever asks: the cofactors of hypotheses and of inverses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from derive.certificates.declarations import JSON
from derive.certificates.notation import write_term
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import subterms, unfold_all
from derive.language.terms import Det, Function, Inverse, Pinv, Sqrt, Term

#: What has one argument, and equal values where these are equal.
VALUES = (Inverse, Pinv, Det, Sqrt, Function)
#: The most pairs of values that are compared.
MAX_PAIRS = 6


class Link(dict[str, JSON]):
    """The link of lhs = rhs, which is proved; it says nothing yet.  What finds more is loaded when it is asked for."""

    def __init__(self, lhs: Term, rhs: Term, hypotheses: Sequence[Hypothesis] = ()) -> None:
        super().__init__()
        self.lhs, self.rhs, self.hypotheses = lhs, rhs, tuple(hypotheses)

    def known(self) -> JSON | None:
        """One with the cofactors by which the kernel proved it; None where it needed none."""
        from derive.certificates import cofactors
        from derive.certificates.links import extending

        if not any(isinstance(hypothesis, Equality) for hypothesis in self.hypotheses):
            return None
        found = cofactors.cofactors_of(self.lhs, self.rhs, self.hypotheses)
        return None if found is None else extending.written(found)

    def extended(self) -> JSON | None:
        """One with steps and cofactors for the inverses in it; None where there are none, or none are found."""
        from derive.certificates.links import extending

        return extending.extended(self.lhs, self.rhs, self.hypotheses)

    def equal_values(self) -> list[tuple[Term, Term]]:
        """Two values in it without free indices, of what is proved to be equal, the simpler one first."""
        from derive.statements.equation import prove_equation

        parts = {part for side in (self.lhs, self.rhs) for part in subterms(unfold_all(side))}
        found = sorted(
            (x for x in parts if isinstance(x, VALUES) and not x.free), key=lambda x: (x.size, write_term(x))
        )
        pairs = [pair for pair in combinations(found, 2) if _alike(*pair)][:MAX_PAIRS]
        of = [(a, b, a.children[0], b.children[0]) for a, b in pairs]
        return [(a, b) for a, b, one, two in of if prove_equation(one, two, self.hypotheses).status == "proved"]


def _alike(one: Term, other: Term) -> bool:
    """Are two values of one kind, and of arguments of one shape?"""
    same = type(one) is type(other) and one.children[0].shape == other.children[0].shape
    return same and (not isinstance(one, Function) or one.values[0] == other.values[0])
