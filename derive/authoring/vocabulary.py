"""The words in which theories are written: what stands between the title of a theorem and its function.

::

    @theory.theorem("The length of a unit vector", f"{BOOK}, §0.6")
    @given(not_zero(x))
    @near_miss("the length is kept", norm(x))
    def length() -> Chain:
        \"\"\"|x̂| = 1 for every x ≠ 0.\"\"\"
        return norm(hat(x)), 1

What is said of the theorem is not said again of its near misses: they have its first side, and assume what it does.

Beside these words are here, from their own rooms, those that most theories need, to declare names and to make statements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from derive.derivation.derivation import Derivation
from derive.errors import DeriveError, InputError
from derive.language.build import define, dimension, index, let, matrix, scalar, vector
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Operand, Term
from derive.statements.arguments import checked_fields
from derive.statements.bound import Bound, bound
from derive.statements.conjunction import all_of
from derive.statements.equation import equation, equations
from derive.statements.statement import Statement

__all__ = [
    "HERE", "Below", "Chain", "Convention", "Made", "NearMiss", "Statement", "Untitled", "all_of", "bound", "define",
    "dimension", "equation", "equations", "given", "index", "let", "matrix", "near_miss", "scalar", "vector",
]  # fmt: skip

#: The source of what is not in the literature.
HERE = "derived here"

#: What a theorem's function may return that has no derivation and is an equation: the terms of its chain.
Chain = Sequence[Operand]
#: What a theorem's function returns.
Made = Statement | Derivation | Chain


@dataclass(frozen=True)
class Untitled:
    """A theorem below its title, as its author wrote it: the function, what is given, and what must fail beside it."""

    function: Callable[[], Made]
    hypotheses: tuple[Hypothesis, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    conventions: tuple[Convention, ...] = ()

    @classmethod
    def of(cls, below: Below) -> Untitled:
        """What stands below; raises `InputError` for what is no function, such as a theorem that has its title."""
        if isinstance(below, cls):
            return below
        if not callable(below):
            raise InputError("a decorator above the title of a theorem", hint="write it below @….theorem(…)")
        return cls(below)

    def made(self, label: str) -> Made:
        """What the function returns; raises `InputError` for what the author's own code raises."""
        try:
            return self.function()
        except (DeriveError, RecursionError, MemoryError):
            raise
        except Exception as error:
            raise InputError(f"{label} raised {type(error).__name__}: {error}", hint="mend its function") from error


#: What a decorator stands on.
Below = Callable[[], Made] | Untitled


@dataclass(frozen=True, match_args=False)
@checked_fields
class NearMiss:
    """A statement close to a theorem that must come out refuted, and what is wrong with it.

    Made by `near_miss`; below the title of a theorem it is a decorator.

    Attributes:
        wrong: what is wrong, in words.
        said: the statement; or the sides of an equation, or the last one, of an equation or a bound.
        relation: that of the bound, if it is one.
        given: what an equation or a bound assumes; None for what the theorem does.
        theorem: makes the statement that it is near to.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("wrong", "statement")
    wrong: str
    said: Statement | Chain
    relation: str = ""
    given: tuple[Hypothesis, ...] | None = None
    theorem: Callable[[], Statement] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.said, Statement) and not self.said:
            raise InputError(f"no side in the near miss {self.wrong!r}", hint="give one side or all of them")

    @cached_property
    def statement(self) -> Statement:
        """What must come out refuted; raises `InputError` where a side is left out that the theorem does not have."""
        if isinstance(self.said, Statement):
            return self.said
        near = None if self.theorem is None else self.theorem()
        given = self.given if self.given is not None else () if near is None else near.hypotheses
        last = self.said[-1]
        if self.relation and isinstance(near, Bound):
            return bound(near.lhs, self.relation, last, *given)
        if len(self.said) > 1:
            return equations(self.said, given)
        if not self.relation and near is not None and near.equated:
            return equation(near.equated[0], last, *given)
        raise InputError(f"one side of the near miss {self.wrong!r}, of no such theorem", hint="give both sides")

    def __call__(self, below: Below) -> Untitled:
        """Beside the theorem below."""
        untitled = Untitled.of(below)
        return replace(untitled, near_misses=(self, *untitled.near_misses))


def near_miss(wrong: str, *said: Operand | str | Statement, given: Sequence[Hypothesis] | None = None) -> NearMiss:
    """What must be refuted beside a theorem, as a decorator below its title; ``wrong`` says what is wrong with it.

    Args:
        said: what takes the place of the last side of the theorem; beside a bound, its relation and last side, as in
            ``near_miss("strictly", "<", 1)``; or all sides of an equation, where a bare 0 takes the shape of its
            neighbour; or a statement of any kind.
        given: what an equation or a bound assumes, if that is not what the theorem does.

    Raises `InputError` for a statement with hypotheses beside it, and for anything else.
    """
    assumed = None if given is None else tuple(given)
    match said:
        case (Statement() as statement,) if given is None:
            return NearMiss(wrong, statement)
        case (str() as relation, Term() | int() | Fraction() as side):
            return NearMiss(wrong, (side,), relation, assumed)
    sides = tuple(each for each in said if isinstance(each, Term | int | Fraction))
    if not sides or len(sides) < len(said):
        raise InputError(
            f"the near miss {wrong!r}", hint="one side or all of them, a relation and a side, or a statement"
        )
    return NearMiss(wrong, sides, given=assumed)


def given(*hypotheses: Hypothesis) -> Callable[[Below], Untitled]:
    """What a theorem that is an equation assumes, as a decorator below its title.

    Args:
        hypotheses: what is assumed; its near misses assume it, too.
    """

    def beside(below: Below) -> Untitled:
        untitled = Untitled.of(below)
        return replace(untitled, hypotheses=(*hypotheses, *untitled.hypotheses))

    return beside


@dataclass(frozen=True)
@checked_fields
class Convention:
    """A statement that speaks of nothing where it is made, and is only agreed upon: must come out vacuous.

    Below the title of a theorem it is a decorator.

    Attributes:
        note: what is agreed upon, in words.
        statement: what speaks of nothing.
    """

    note: str
    statement: Statement

    def __call__(self, below: Below) -> Untitled:
        """Beside the theorem below."""
        untitled = Untitled.of(below)
        return replace(untitled, conventions=(self, *untitled.conventions))
