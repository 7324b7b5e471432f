"""A claim: a statement that somebody made, where, and what becomes of it when it is checked.

`check_claim` computes everything that is said of a claim in a run: the verdict of the statement as it was made (with the
hypotheses that its source leaves out, where it needs any), what it is without them, and the verdicts of the corrected
statements beside a false one.  Its class follows by `class_of`; ``kind`` is what the catalogue expects, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from time import perf_counter
from typing import Any, Literal

from derive.claims.classes import Found, Kind, class_of
from derive.claims.vocabulary import Added, Below, Reading, Undefined, Unplaced, Without, theorem
from derive.errors import InputError
from derive.evaluate.search import Failure
from derive.printing import text_condition, text_hypothesis
from derive.statements.conjunction import All
from derive.statements.statement import Statement, decided
from derive.statements.verdict import Counterexample, Verdict


@dataclass(frozen=True)
class Claim:
    """One claim of a source.

    Attributes:
        id: ``R-59``: the letter of its source, and a number.
        place: where it stands there.
        kind: the class that the catalogue expects; see `class_of`.
        says: the claim in the words of its source, or shortened.
        make: builds the statement; None of what is not mathematical.
        added: the hypotheses that the source leaves out, with the ground for each.  Of a FALSE one: those under which it
            holds, as the first of ``corrected`` says, but which may not be added.
        without: what the statement is without them; of a TRUE-IF.
        corrected: the true statements in the place of a false one.
        undecided: the part of the sentence that no statement here says, and what it would need.
        theorem: the label of the theorem behind it, if any.
        note: what a reader should know besides.
    """

    id: str
    place: str
    kind: Kind
    says: str
    make: Callable[[], Statement] | None = None
    added: tuple[Added, ...] = ()
    without: Callable[[], Without] | None = None
    corrected: Callable[[], Sequence[Statement]] | None = None
    theorem: str = ""
    note: str = ""
    undecided: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Z]+-\d+", self.id):
            raise InputError(f"the id {self.id!r} of a claim", hint="the letter of a source and a number: R-59")
        if (self.make is None) != (self.kind == "NOT-MATH"):
            raise InputError(f"the claim {self.id}: a statement is what tells the mathematical ones from the others")
        if (self.without is None) == (self.kind == "TRUE-IF"):
            raise InputError(f"the claim {self.id}: a TRUE-IF, and only that, says what it is without its hypotheses")
        if bool(self.added) != (self.kind == "TRUE-IF") and self.kind != "FALSE":
            raise InputError(f"the claim {self.id}: a TRUE-IF, and only that, says which hypotheses were added")
        if self.kind == "UNSUPPORTED" and not self.undecided:
            raise InputError(f"the claim {self.id}: it does not say what deciding it would need")
        if self.kind in ("FALSE", "ILL-TYPED") and self.corrected is None:
            raise InputError(f"the claim {self.id}: nothing stands in the place of what is false")

    @property
    def source(self) -> str:
        """The letter of its source."""
        return self.id.partition("-")[0]

    @property
    def number(self) -> int:
        """Its number in the source."""
        return int(self.id.partition("-")[2])

    @property
    def sort(self) -> Literal["sentence", "definition", "words"]:
        """What it is of a thing to say; of a sentence, and only that, it is asked whether it is true."""
        if self.kind == "NOT-MATH":
            return "words"
        return "definition" if self.kind == "DEF" else "sentence"

    @property
    def left_out(self) -> str:
        """The hypotheses that were added, in words."""
        return "; ".join(each.words for each in self.added)


class Claims(list[Claim]):
    """The claims of one module, in order.  A claim is a function that makes its statement; its docstring says it."""

    def claim(self, id: str, place: str, kind: Kind, theorem: str = "") -> Callable[[Below], Claim]:
        """Add the decorated function as a claim; what else is said of it stands below (`derive.claims.vocabulary`)."""

        def register(below: Below) -> Claim:
            beside = Unplaced.with_(below)
            if not beside.make.__doc__:
                raise InputError(f"the claim {id} has no docstring to say it")
            says = cleandoc(beside.make.__doc__)
            self.append(Claim(id, place, kind, says, beside.make, theorem=theorem, **beside.said))
            return self[-1]

        return register

    def theorem(self, id: str, place: str, says: str, label: str, kind: Kind = "TRUE", note: str = "") -> None:
        """Add a claim that is a theorem of a theory as it stands there."""
        self.append(Claim(id, place, kind, says, lambda: theorem(label), theorem=label, note=note))

    def words(self, id: str, place: str, says: str, note: str = "") -> None:
        """Add a claim that is not mathematical."""
        self.append(Claim(id, place, "NOT-MATH", says, note=note))


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with what this run computed of it; ``seconds`` is how long that took."""

    claim: Claim
    judgement: Verdict | None
    without: tuple[Literal["refuted", "undefined", "reading", "open"], Verdict | None] | None
    corrected: tuple[Verdict, ...]
    seconds: float

    @property
    def verdict(self) -> str:
        """``proved``, ``refuted``, ``unsupported``; ``well-posed`` of a definition, ``none`` of what is not mathematical."""
        if self.judgement is None:
            return "none"
        proved = self.judgement.status == "proved"
        return "well-posed" if proved and self.claim.kind == "DEF" else self.judgement.status

    @property
    def answer(self) -> str:
        """The same, where what is not certified is called so: the words of every output."""
        return self.verdict if self.judgement is None else self.judgement.answered(self.verdict)

    @property
    def stated(self) -> Found:
        """What came out of the sentence as it stands."""
        if self.without is not None:
            return "unsupported" if self.without[0] == "open" else self.without[0]
        if self.judgement is None:
            return "unsupported"
        return "ill-typed" if self.ill_typed else self.judgement.status

    @property
    def mended(self) -> Found | None:
        """What came out of it with the hypotheses that were added; None without any."""
        if self.without is not None:
            return None if self.judgement is None else self.judgement.status
        return self.corrected[0].status if self.claim.added and self.corrected else None

    @property
    def kind(self) -> Kind:
        """Its class, by `class_of`."""
        added = all(each.admissible for each in self.claim.added)
        return class_of(self.claim.sort, self.stated, self.mended, added)

    @property
    def as_expected(self) -> bool:
        """Its class is that of the catalogue, and what stands beside it is proved."""
        false = self.verdict == "refuted"
        proved = all(judgement.status == "proved" for judgement in self.corrected)
        return self.kind == self.claim.kind and proved and bool(self.corrected) >= false

    @property
    def ill_typed(self) -> bool:
        """Is it refuted by shapes, or by a name that nothing binds?"""
        found = self.judgement
        while found is not None and found.refuting_part is not None:
            found = found.refuting_part.judgement
        if found is None or found.status != "refuted":
            return False
        by_shapes = isinstance(found.counterexample, Counterexample) and found.counterexample.ill_typed
        return by_shapes or found.statement.kind == "typing"

    @property
    def witness(self) -> Counterexample | Failure | None:
        """Where it fails, when refuted; of a TRUE-IF, where it fails without its hypotheses."""
        if self.judgement is not None and self.judgement.counterexample is not None:
            return self.judgement.counterexample
        return None if self.without is None or self.without[1] is None else self.without[1].counterexample

    @property
    def conditions(self) -> tuple[str, ...]:
        """What the verdict *proved* rests on: hypotheses and ledger, as text.

        Of a conjunction first what all its members rest on, then what single ones do: ``at eps 0: σ² > 0``.
        """
        if self.judgement is None or self.judgement.status != "proved":
            return ()
        members = list(members_of(self.judgement))
        each = [(name, _rests_on(judgement)) for name, judgement in members]
        shared = [said for said in each[0][1] if all(said in found for _, found in each)]
        single = [(name, [said for said in found if said not in shared]) for name, found in each]
        return (*shared, *(f"{name}: {', '.join(found)}" for name, found in single if found))

    def to_json(self) -> dict[str, Any]:
        """The claim in the schema ``derive-claims/1``."""
        claim, judgement = self.claim, self.judgement
        return {
            "id": claim.id,
            "source": claim.source,
            "place": claim.place,
            "kind": self.kind,
            "says": claim.says,
            "statement": "" if judgement is None else str(judgement.statement),
            "verdict": self.verdict,
            "backing": None if judgement is None or judgement.backing is None else judgement.backing.by,
            "not_certified": "" if judgement is None else judgement.not_certified,
            "as_expected": self.as_expected,
            "scope": "" if judgement is None else judgement.scope,
            "added": [{"words": each.words, "ground": each.ground} for each in claim.added],
            "conditions": list(self.conditions),
            "witness": {} if self.witness is None else self.witness.to_json(),
            "without_hypotheses": None if self.without is None else self.without[0],
            "corrected": [_correction(each) for each in self.corrected],
            "theorem": claim.theorem,
            "reason": "" if judgement is None else judgement.reason,
            "note": claim.note,
            "undecided": claim.undecided,
        }


def _correction(verdict: Verdict) -> dict[str, str | None]:
    backing = None if verdict.backing is None else verdict.backing.by
    return {"statement": str(verdict.statement), "verdict": verdict.status, "backing": backing}


def members_of(judgement: Verdict, name: str = "") -> Iterator[tuple[str, Verdict]]:
    """The statements in a conjunction that are none themselves, with their names; of another statement just itself."""
    if not isinstance(judgement.statement, All):
        yield name, judgement
        return
    for part in judgement.parts:
        yield from members_of(part.judgement, f"{name}, {part.name}" if name else part.name)


def _rests_on(judgement: Verdict) -> tuple[str, ...]:
    """Hypotheses and ledger, as text."""
    page, statement = judgement.statement.terms, judgement.statement
    assumed = (text_hypothesis(hypothesis, beside=page) for hypothesis in statement.hypotheses)
    return tuple(dict.fromkeys([*assumed, *(text_condition(c, beside=page) for c in judgement.conditions)]))


def check_claim(claim: Claim) -> CheckedClaim:
    """Decide a claim, what it is without its hypotheses, and what stands in its place."""
    begin = perf_counter()
    if claim.theorem:
        theorem(claim.theorem)  # raises where there is none
    judgement = decided(claim.make()) if claim.make is not None else None
    without = _without(claim.without()) if claim.without is not None else None
    corrected = tuple(decided(statement) for statement in (claim.corrected() if claim.corrected is not None else ()))
    return CheckedClaim(claim, judgement, without, corrected, perf_counter() - begin)


def _without(found: Without) -> tuple[Literal["refuted", "undefined", "reading", "open"], Verdict | None]:
    match found:
        case Reading():
            return "reading", None
        case Undefined(statement):
            judgement = decided(statement)
            return ("undefined" if judgement.status == "proved" else "open"), judgement
        case _:
            judgement = decided(found)
            return ("refuted" if judgement.status == "refuted" else "open"), judgement
