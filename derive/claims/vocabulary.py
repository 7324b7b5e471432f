"""The words in which claims are written: what stands between the place of a claim and its function.

::

    @CLAIMS.claim("R-31", "after Eq. (5)", "TRUE-IF", theorem="layernorm.direction_unit")
    @unless("the input is not constant", not_zero(Pi * a))
    @without(lambda: Undefined(undefined_somewhere(hat(Pi * a))))
    def direction() -> Statement:
        \"\"\"Π̂a is a unit vector in the direction of Πa.\"\"\"
        return equation(norm(hat(Pi * a)), 1, not_zero(Pi * a))

They are the attributes of `derive.claims.claim.Claim`, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.claims.classes import excluded_is_null
from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of
from derive.statements.statement import Statement
from derive.statements.undefined import UndefinedSomewhere
from derive.theories.registry import find_theorem


@dataclass(frozen=True)
class Added:
    """Hypotheses that the sentence of a source does not state, with the ground on which they may be added.

    At most one ground: ``quoted`` is where the source itself gives them, in its words; ``word`` is a word or letter that
    the source leaves open and that they give a meaning.  Without either they must be exceptional: `excluded_is_null`.

    Attributes:
        words: the hypotheses in words.
        hypotheses: the same as formulas, where they are of the exceptional sort.
        quoted: words of the source that give them.
        word: what they give a meaning to.
    """

    words: str
    hypotheses: tuple[Hypothesis, ...] = ()
    quoted: str = ""
    word: str = ""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.hypotheses, self.quoted, self.word))) != 1:
            hint = "formulas that leave out a null set, words of the source, or a word that it leaves open: one of them"
            raise InputError(f"the hypothesis {self.words!r} without one ground", hint=hint)

    def __call__(self, below: Below) -> Unplaced:
        """As a decorator: added to the claim below."""
        later = below.said.get("added", ()) if isinstance(below, Unplaced) else ()
        return Unplaced.with_(below, added=(self, *later))

    @property
    def admissible(self) -> bool:
        """May it be added to a sentence that stays true by it?  See `class_of`."""
        return all(map(excluded_is_null, self.hypotheses))

    @property
    def ground(self) -> str:
        """Why it may be added, or why not, in words; the formulas are in ``hypotheses``."""
        if self.quoted:
            return f"the source gives it: “{self.quoted}”"
        if self.word:
            return f"the source leaves open what “{self.word}” means"
        if not self.admissible:
            return "it leaves out more than a null set"
        of_sizes = not any(symbols_of(*hypothesis.terms) for hypothesis in self.hypotheses)
        return "it leaves out single sizes" if of_sizes else "it leaves out a null set"


def unless(words: str, *hypotheses: Hypothesis) -> Added:
    """Hypotheses that leave out exceptional data; whether they do is decided."""
    return Added(words, hypotheses)


def quoted(words: str, source: str) -> Added:
    """Hypotheses that the source itself gives, with its words."""
    return Added(words, quoted=source)


def read(words: str, word: str) -> Added:
    """One meaning of a word or letter that the source leaves open."""
    return Added(words, word=word)


@dataclass(frozen=True)
class Reading:
    """The source leaves a word undefined: the statement holds in the reading that we supply, and says so."""

    words: str


@dataclass(frozen=True)
class Undefined:
    """Without the hypotheses the statement speaks of something that is not defined.

    ``statement`` asserts just that and must be proved.
    """

    statement: UndefinedSomewhere


#: What a statement is without the hypotheses that were added: a statement to be refuted, or one of the other two.
Without = Statement | Undefined | Reading


@dataclass(frozen=True)
class Unplaced:
    """A claim below its place, as its author wrote it: what makes its statement, and its other attributes by name."""

    make: Callable[[], Statement]
    said: Mapping[str, Any]

    @classmethod
    def with_(cls, below: Below, **said: Any) -> Unplaced:
        """What stands below a decorator, and more said of it; raises `InputError` for a claim that has its place."""
        if isinstance(below, Unplaced):
            return cls(below.make, {**below.said, **said})
        if not callable(below):
            raise InputError("a decorator above the place of a claim", hint="write it below @CLAIMS.claim(…)")
        return cls(below, said)


#: What a decorator stands on.
Below = Callable[[], Statement] | Unplaced


def without(made: Callable[[], Without]) -> Callable[[Below], Unplaced]:
    """What the statement is without the hypotheses that were added."""
    return lambda below: Unplaced.with_(below, without=made)


def corrected(made: Callable[[], Sequence[Statement]]) -> Callable[[Below], Unplaced]:
    """The true statements in the place of a false one."""
    return lambda below: Unplaced.with_(below, corrected=made)


def note(words: str) -> Callable[[Below], Unplaced]:
    """What a reader should know besides."""
    return lambda below: Unplaced.with_(below, note=words)


def undecided(words: str) -> Callable[[Below], Unplaced]:
    """The part of the sentence that no statement here says, and what it would need."""
    return lambda below: Unplaced.with_(below, undecided=words)


def theorem(label: str) -> Statement:
    """The statement of a theorem of a theory, by its label."""
    return find_theorem(label).statement
