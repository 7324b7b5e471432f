"""SymPy's opinion of each line of a derivation against the line before, at explicit sizes: evidence, never a proof.

Two lines differ in a few places.  Where SymPy finds the old and the new sub-term of every such place equal, and both lines
have values at that size, the lines are equal.  Where it does not, what is around that place is compared, up to the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.interop.agreement import Agreement, LineConfirmation
from derive.interop.crosscheck import examine
from derive.interop.explicit import in_field
from derive.interop.field import Field
from derive.language import terms as t
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import with_children


def confirm_lines(
    lines: Sequence[t.Term], hypotheses: Iterable[Hypothesis] = (), sizes: Iterable[int] = (1, 2, 3, 4)
) -> tuple[LineConfirmation, ...]:
    """Each line after the first against the line before it, every dimension having the size.

    >>> from derive.language.build import dimension, dot, norm, vector
    >>> a = vector("a", dimension("N"))
    >>> [line.confirmed for line in confirm_lines([dot(a, a) + 1, norm(a) ** 2 + 1, norm(a) + 1])]
    [(1, 2, 3, 4), ()]
    """
    given = tuple(hypotheses)
    at_sizes = [_AtSize(size, given) for size in sizes]
    return tuple(
        LineConfirmation(number, tuple(at.answer(before, after) for at in at_sizes))
        for number, (before, after) in enumerate(pairwise(lines), start=2)
    )


class _AtSize:
    """SymPy's answers at one size; what was asked is remembered, since lines have much in common."""

    def __init__(self, size: int, given: tuple[Hypothesis, ...]) -> None:
        self.size = size
        self.given = given
        self.field = Field()
        self.asked: dict[tuple[t.Term, t.Term], bool] = {}
        self.valued: dict[t.Term, bool] = {}

    def answer(self, before: t.Term, after: t.Term) -> Agreement:
        """Whether the lines are equal; the reason for None is that of the whole lines."""
        if (
            before.shape == after.shape
            and self.has_value(before)
            and self.has_value(after)
            and self.equal(before, after)
        ):
            return Agreement(self.size, True)
        return examine(before, after, self.size, self.given, self.field)

    def equal(self, before: t.Term, after: t.Term) -> bool:
        """Whether SymPy finds two sub-terms equal: in the places where they differ, or as they are."""
        if before == after:
            return True
        pairs = list(zip(before.children, after.children, strict=False))
        alike = (
            type(before) is type(after)
            and len(before.children) == len(after.children)
            and not any(old.shape != new.shape or old.free or new.free for old, new in pairs)
            and with_children(before, after.children) == after
        )
        if alike and all(self.equal(old, new) for old, new in pairs):
            return True
        if (before, after) not in self.asked:
            answer = examine(before, after, self.size, self.given, self.field, refute=False)
            self.asked[before, after] = answer.result is True
        return self.asked[before, after]

    def has_value(self, line: t.Term) -> bool:
        """Whether SymPy writes out a line at this size without dividing by zero."""
        if line not in self.valued:
            self.field.done = 0
            try:
                in_field(line, self.size, self.field)
                self.valued[line] = True
            except (InputError, LimitError, UndefinedAtPoint):
                self.valued[line] = False
        return self.valued[line]
