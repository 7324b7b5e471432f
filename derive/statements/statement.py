"""Statements of every kind: what each says, which parts establish it, and what its verdict carries.

A *kind* is a module of this room with one frozen dataclass.  Its docstring states the closing lemma: the named parts,
equations in the end, together imply the statement; the lemma is proved there in a few lines.  `Statement.judge` is the one
way from a statement to its judgement:

* every part proved, under the hypotheses and wherever the authored terms are defined: *proved*;
* a necessary part refuted, or a failure found by exact evaluation: *refuted*, with that counterexample;
* anything else: *unsupported*, naming the first part that is missing.

A certificate (a splitting, a preimage, a sum of squares) may be anybody's guess: what it must satisfy is a part.  It may not
narrow the statement: a condition that only the certificate needs makes the part count for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from derive.above import find_certificates
from derive.errors import Undecided
from derive.evaluate.search import Failure
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Term
from derive.printing import Sentence, sentence_text, text_condition
from derive.statements.declaration import Fields, Shaped, check_shapes, said, terms_in
from derive.statements.domain import domain_of, follows
from derive.statements.verdict import Counterexample, Part, Verdict, largest


@dataclass(frozen=True)
class Obligation:
    """A part of a statement.  ``necessary``: the statement is false where this part is."""

    name: str
    statement: Statement
    necessary: bool = False


class Statement:
    """Something that can be true or false for all sizes; every kind is a frozen dataclass that declares itself in tables."""

    kind: ClassVar[str]
    #: The word for the kind in certificates; empty where the format has no place for it.
    certified: ClassVar[str] = ""
    #: What it speaks of: the fields that stand in the statement of a certificate.
    claimed: ClassVar[Fields] = {}
    #: What shows it: the fields that stand in the body of a certificate.
    shown: ClassVar[Fields] = {}
    #: The shapes of its fields, checked in this order when one is made.
    shapes: ClassVar[tuple[Shaped, ...]] = ()
    #: What it says, with the fields in their places (`derive.statements.declaration.said`).
    wording: ClassVar[str] = ""
    #: What establishes one that has no parts: ``by normal forms``.
    by_itself: ClassVar[str] = ""
    #: Does it speak of all data, and not of inputs that are run one by one?
    general: ClassVar[bool] = True
    #: The closing lemma in a sentence, for readers of a proof: why the parts imply the statement.
    lemma: ClassVar[str] = ""
    hypotheses: tuple[Hypothesis, ...]

    def __post_init__(self) -> None:
        check_shapes(self, self.shapes)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms the statement speaks of, certificates apart: it speaks of the data at which they are defined."""
        return tuple(term for name in self.claimed for term in terms_in(getattr(self, name)))

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The parts that imply it under ``given``: the hypotheses, and that the authored terms are defined.

        None of a kind that is seen, read off or evaluated, which says how in its `judge`; of one that says neither,
        nothing is proved.
        """
        return ()

    def failure(self) -> Failure | None:
        """An exact counterexample, found by evaluation alone; None when none was found."""
        return None

    def domain(self) -> tuple[Condition, ...]:
        """What the terms it speaks of need to be defined, at its free indices."""
        return domain_of(self.terms, self.hypotheses)

    def sentence(self) -> Sentence:
        """What it says, without its hypotheses."""
        return said(self.wording, self)

    def unsupported(self, reason: str, domain: tuple[Condition, ...] = (), **more: Any) -> Verdict:
        """The verdict that it is neither proved nor refuted."""
        return Verdict(self, "unsupported", (), domain, reason=reason, **more)

    def refuted(self, at: Failure | Counterexample, **more: Any) -> Verdict:
        """The verdict of a counterexample."""
        return Verdict(self, "refuted", counterexample=at, **more)

    def decide(self) -> Verdict:
        """Prove it, or refute it; a bound that comes without a certificate is given one where the search finds it."""
        found: Statement = find_certificates(self)
        return found.judge()

    def judge(self) -> Verdict:
        """Prove it by its parts, as it stands, or refute it."""
        try:
            return self._by_parts()
        except Undecided as error:  # of what its terms, or those of its parts, need to be defined
            return self.unsupported(str(error.reason))

    def _by_parts(self) -> Verdict:
        if type(self).obligations is Statement.obligations:
            raise Undecided("its kind does not say what parts would show it")
        domain = self.domain()
        given = (*self.hypotheses, *domain)
        parts: list[Part] = []
        missing = ""
        for obligation in self.obligations(given):
            judgement = decided(obligation.statement)
            parts.append(Part(obligation.name, judgement))
            if judgement.status == "refuted" and obligation.necessary:
                return Verdict(self, "refuted", tuple(parts), domain, judgement.counterexample)
            if judgement.status != "proved":
                missing = missing or f"{obligation.name}: {judgement.explanation}"
            elif not missing:
                needs = [text_condition(c) for c in judgement.conditions if not follows(c, given)]
                if needs:
                    missing = f"{obligation.name} needs what the statement does not say: {', '.join(needs)}"
        if not missing:
            return Verdict(self, "proved", tuple(parts), domain)
        failure = self.failure()
        if failure is not None:  # of the whole; a part that was not decided says nothing of it
            told = tuple(part for part in parts if part.judgement.status != "unsupported")
            return Verdict(self, "refuted", told, domain, failure)
        return Verdict(self, "unsupported", tuple(parts), domain, reason=missing)

    @property
    def equated(self) -> tuple[Term, ...]:
        """The terms of an equation or chain, from left to right; none of another kind."""
        return ()

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """All that is assumed anywhere in it."""
        return self.hypotheses

    @property
    def assumes(self) -> tuple[Hypothesis, ...]:
        """What it assumes beside what it says: its hypotheses, unless its sentence names them; see `needs`."""
        return self.hypotheses

    @property
    def joined(self) -> tuple[Statement, ...]:
        """The statements that a conjunction consists of."""
        return ()

    @property
    def of_members(self) -> frozenset[Hypothesis]:
        """Declared properties of names that statements of a conjunction have for several things: each says its own."""
        return frozenset()

    def whose(self, member: Statement) -> tuple[Hypothesis | str, ...]:
        """What a part says of names that other parts use for something else; only conjunctions have such parts."""
        return ()

    def least(self, parts: Sequence[Part]) -> dict[str, int]:
        """The smallest size of each dimension for which all parts speak of something."""
        return largest(part.judgement.least for part in parts)

    def __str__(self) -> str:
        return sentence_text(self.sentence())


@lru_cache(maxsize=1024)
def decided(statement: Statement) -> Verdict:
    """`Statement.judge`, remembered: one theorem, or one part, may be a part of many statements of a run."""
    return statement.judge()
