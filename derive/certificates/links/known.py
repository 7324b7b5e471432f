"""What the kernel knows of an equation, for whoever asks: the cofactors of hypotheses and of inverses."""

from __future__ import annotations

from collections.abc import Sequence

from derive.certificates.declarations import JSON
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.terms import Term


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
