"""What SymPy says of an equation, as data; it is asked by `derive.interop.crosscheck` and `derive.interop.crosscheck`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Agreement:
    """SymPy's answer at one size: ``result`` True, False or None, and the reason for None."""

    n: int | None
    result: bool | None
    reason: str = ""


@dataclass(frozen=True)
class LineConfirmation:
    """SymPy's answers about one line of a derivation against the line before it, one for each size.

    Attributes:
        number: of the line, counted from 1; the first line has none before it.
        answers: at each size, in the order in which they were asked.
    """

    number: int
    answers: tuple[Agreement, ...]

    @property
    def confirmed(self) -> tuple[int, ...]:
        """The sizes at which SymPy finds the line equal to the one before."""
        return tuple(answer.n for answer in self.answers if answer.result is True and answer.n is not None)

    @property
    def denied(self) -> tuple[int, ...]:
        """The sizes at which SymPy finds them different: that must not happen."""
        return tuple(answer.n for answer in self.answers if answer.result is False and answer.n is not None)
