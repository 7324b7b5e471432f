"""Obligations as records: what had to come out, what did, and where it is written.

A record is plain data, so that worker processes can send it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from derive.cli.records import digest_of, error_to_json, names_to_json
from derive.cli.words import evidence, given_of, wording
from derive.errors import AmbiguityError, InputError
from derive.settings import UNREAD_IS as UNREAD_IS

if TYPE_CHECKING:
    from derive.evaluate.search import Failure
    from derive.language.hypotheses import Hypothesis
    from derive.language.terms import Term
    from derive.statements.verdict import Counterexample, Verdict


SCHEMA = "derive-check/1"
VERDICTS = ("proved", "refuted", "unsupported", "error")
#: What rows call what is proved by the search alone, and an error.
UNCERTIFIED, UNREAD = "proved, not certified", "unread"

SCHEMA_HELP = """\b
JSON (schema "derive-check/1"): {"schema", "obligations", "notes", "summary"}.
Each obligation has
  label, kind      the theorem; theorem, part, line, near miss, convention or statement
  number           of the line, the link of the chain, or the part; or null
  part             of a part, its place and name, as "2.1 splitting"; or null
  file, line, column   where it is written, null where not known
  relation, lhs, rhs   the equation, as text; of another kind of statement its kind, the sentence that says it, ""
  hypotheses       what is assumed, with the declared properties of symbols
  verdict          proved, refuted, unsupported or error
  expected         proved, refuted, vacuous, unsupported or error; as_expected: true or false
  backing          of what is proved: "verifier" where the separate verifier accepted its certificate in this run, "search"
                   where it is proved, not certified; null of anything else, and of parts and lines
  not_certified    of the latter, why
  digest           of what the verifier accepted, the SHA-256 of the certificate, as `derive export` writes it; else null
  scope            the sizes it is proved for
  by               of a relation of a paper, the labels of those above it that it rests on, which are among the hypotheses
  conditions       side conditions, as text
  witness          {"N": 2, "a": ["1", "-1"], "lhs": …, "rhs": …} or null; with "says", what fails there, where that
                   is no equation
  reason           why it is not proved, or not as expected
  readings         of what has two readings: the readings, in words; else empty
  names            of `derive prove`, the names that came from a theory, as "μ, σ² of layernorm"
  declared         the names in it (but for parts and lines): name, shape (a list of sizes), properties, means (what a
                   defined name stands for, else ""), theory (of `derive prove`, where it came from; of a paper, the
                   theory in use that has this name with this meaning; else "")
  repair           of a refuted relation: what small change makes it true, as "true with 1/N: a = 1/N b"; or ""
  error            of what cannot be read: kind, message, file, line, column, found, expected, hint, readings; else null
notes has what a paper says that is not decided, and why: file, line, column, label, note, and kind: relation (only
noted), words (a relation in words), display (not read), skipped, off, include (not followed).
summary counts the verdicts, under "not_certified" what of the proved is not certified, under "unexpected" what is not as
expected (with --unread warn or ignore without what cannot be read), and under "noted" the notes."""


@dataclass(frozen=True)
class Obligation:
    """One statement with its verdict; see `SCHEMA_HELP`.

    ``note`` is the rule of a line, or what is wrong with a near miss; ``evidence`` is the counterexample in words;
    ``shown`` is the line it is written in, with a caret below; ``asked`` is the key of what was decided, if it has one
    (`derive.cli.remembered`).
    """

    label: str
    kind: str
    verdict: str
    lhs: str = ""
    rhs: str = ""
    number: int | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    hypotheses: tuple[str, ...] = ()
    expected: str = "proved"
    scope: str = ""
    by: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    witness: dict[str, Any] | None = None
    reason: str = ""
    note: str = ""
    evidence: tuple[str, ...] = ()
    relation: str = "="
    part: str | None = None
    repair: str = ""
    readings: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    shown: str = ""
    backing: str | None = None
    not_certified: str = ""
    digest: str | None = None
    declared: tuple[dict[str, Any], ...] = ()
    error: dict[str, Any] | None = None
    asked: str = ""
    unread: str = "error"

    @property
    def fails(self) -> bool:
        """Is it wrong?  What cannot be read is not where ``unread``, one of `UNREAD_IS`, says so and nothing is expected."""
        passed_over = self.verdict == "error" and self.unread != "error" and self.expected == "proved"
        return not self.as_expected and not passed_over

    @property
    def as_expected(self) -> bool:
        """Did what had to come out come out?"""
        if self.expected == "vacuous":
            return self.verdict == "unsupported" and "(vacuous)" in self.reason
        if self.expected in ("unsupported", "error"):
            return self.verdict == self.expected
        return self.verdict == self.expected and not self.reason

    @property
    def place(self) -> str:
        """``file:line:column``, as far as known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)

    def to_json(self) -> dict[str, Any]:
        """The record in the schema ``derive-check/1``."""
        values = ((name, getattr(self, name)) for name in IN_JSON)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Obligation:
        """The obligation that `dataclasses.asdict` and JSON made a record of."""
        fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in record.items()}
        return cls(**fields)

    def strict(self) -> Obligation:
        """The record when all that is proved must be certified, and conditions be stated as hypotheses.

        The lines of a proof need not state theirs.
        """
        if self.kind == "line" or not self.verdict == self.expected == "proved" or self.reason:
            return self
        unstated = f"its conditions are not stated: {', '.join(self.conditions)}" if self.conditions else ""
        uncertified = f"not certified: {self.not_certified}" if self.not_certified else ""
        return replace(self, reason="\n".join(reason for reason in (unstated, uncertified) if reason))


#: What of an obligation is in JSON, in order.
IN_JSON = (
    "label", "kind", "number", "part", "file", "line", "column", "relation", "lhs", "rhs", "hypotheses", "verdict",
    "expected", "as_expected", "backing", "not_certified", "digest", "scope", "by", "conditions", "witness", "reason",
    "readings", "names", "declared", "repair", "error",
)  # fmt: skip

#: A relation: left side, sign, right side, hypotheses.
Sides: TypeAlias = "tuple[Term, str, Term, tuple[Hypothesis, ...]]"

#: A theorem, or a relation, and what was found of it.
Group = tuple[str, list[Obligation]]


def to_json(obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The whole document; ``notes`` are counted where there could be any."""
    summary = {word: sum(o.verdict == word for o in obligations) for word in VERDICTS}
    summary["not_certified"] = sum(bool(o.not_certified) for o in obligations)
    summary["unexpected"] = sum(o.fails for o in obligations)
    if notes is not None:
        summary["noted"] = len(notes)
    records = [o.to_json() for o in obligations]
    return {"schema": SCHEMA, "obligations": records, "notes": list(notes or ()), "summary": summary}


def came_out(o: Obligation) -> str:
    """The verdict in words, of what is proved with its sizes and side conditions."""
    if o.verdict != "proved":
        return o.verdict
    from derive.statements.verdict import proved_for

    return f"{proved_for(o.scope, o.not_certified)}{qualified(o)}"


def qualified(o: Obligation) -> str:
    """What stands behind the sizes of what is proved: by which premises, and where."""
    by = f", by {', '.join(o.by)}" if o.by else ""
    return by + (f", where {', '.join(o.conditions)}" if o.conditions else "")


def counted(obligations: Sequence[Obligation]) -> str:
    """How many there are of each verdict, as rows say it; with semicolons, for some have commas."""
    return in_order(Counter(map(row_word, obligations)))


def in_order(words: Mapping[str, int]) -> str:
    """How many there are of each word of a row."""
    order = ("proved", UNCERTIFIED, "refuted", "unsupported", UNREAD)
    return "; ".join(f"{words[word]} {word}" for word in order if words.get(word))


def row_word(o: Obligation) -> str:
    """The verdict at the beginning of its row: of what is proved, whether it is certified."""
    return word_for(o.verdict, o.not_certified)


def word_for(verdict: str, not_certified: str) -> str:
    """The word for a verdict, and for why it is not certified."""
    if verdict == "error":
        return UNREAD
    return UNCERTIFIED if not_certified else verdict


def unread(label: str, kind: str, error: InputError, **more: Any) -> Obligation:
    """What could not be read, as a record with the reason; where it can be read in two ways, with the readings."""
    readings = error.readings if isinstance(error, AmbiguityError) else ()
    found = error_to_json(error)
    return Obligation(label, kind, "error", reason=str(error), readings=readings, error=found, **more)


def jointly(readings: Sequence[tuple[str, Obligation]]) -> Obligation:
    """One record of what was decided in each of its readings: an error with all of them where they come out differently."""
    (_, first), *others = readings
    if not others:
        return first
    said = tuple(f"if {words}: {each.lhs} {each.relation} {each.rhs}: {came_out(each)}" for words, each in readings)
    if all(each.verdict == first.verdict for _, each in others):
        conditions = tuple(dict.fromkeys(c for _, each in readings for c in each.conditions))
        why = next((each.not_certified for _, each in readings if each.not_certified), "")
        backing = next((each.backing for _, each in readings if each.not_certified), first.backing)
        scope = "; ".join(dict.fromkeys(each.scope for _, each in readings))
        return replace(first, readings=said, scope=scope, conditions=conditions, not_certified=why, backing=backing)
    reason = "\n".join((f"{len(readings)} readings, which come out differently:", *(f"  {each}" for each in said)))
    return replace(
        first, verdict="error", readings=said, reason=reason, scope="", conditions=(), witness=None, evidence=(),
        backing=None, not_certified="",
    )  # fmt: skip


def obligation(
    label: str,
    kind: str,
    verdict: Verdict,
    *,
    whole: Verdict | None = None,
    origins: Mapping[str, str] = MappingProxyType({}),
    **more: Any,
) -> Obligation:
    """A verdict as a record: of an equation its sides, of another kind of statement the sentence.

    ``whole`` is what it is a link of: of that the verifier is asked, but of parts and lines alone it is not.  ``origins``
    has the theory of each name that came from one.
    """
    from derive.printing import text, text_condition

    statement = verdict.statement
    relation, lhs, rhs = statement.kind, str(statement), ""
    if statement.equated:
        first, *others = (text(term, beside=statement.equated) for term in statement.equated)
        relation, lhs, rhs = "=", first, " = ".join(others)
    inner = kind in ("part", "line")
    backing = None if inner else (whole or verdict).backing_of(verdict)
    found, cause = verdict.counterexample, verdict.refuting_part
    why = () if cause is None else (f"{cause.name}: {cause.judgement.statement}",)
    return Obligation(
        label,
        kind,
        verdict.status,
        lhs,
        rhs,
        relation=relation,
        hypotheses=tuple(given_of(statement)),
        scope=verdict.scope,
        conditions=tuple(text_condition(c, beside=statement.terms) for c in verdict.conditions),
        witness=None if found is None else found.to_json(),
        reason="" if verdict.status == "proved" else verdict.reason,
        evidence=() if found is None else (*why, *evidence(found)),
        backing=None if backing is None else backing.by,
        not_certified="" if backing is None else backing.why_not,
        digest=digest_of(backing, label if kind == "theorem" else ""),
        declared=() if inner else names_to_json(statement, origins),
        **more,
    )


def holds_at(given: Sequence[tuple[Term, Term]], found: Counterexample | Failure | None) -> bool:
    """Do equalities that words suppose hold at a counterexample, which then refutes what rests on them all the same?"""
    from derive.evaluate.evaluate import Evaluation
    from derive.statements.verdict import Counterexample

    if not given or not isinstance(found, Counterexample) or found.witness is None:
        return False
    value = Evaluation(found.witness.point)
    try:
        return all(value(left) == value(right) for left, right in given)
    except InputError:
        return False


def with_repair(made: Obligation, relation: Sides, found: Counterexample | Failure | None) -> Obligation:
    """A record of what is refuted, with the small change that makes the relation true, where one is found."""
    return made if made.verdict != "refuted" else replace(made, repair=repair_in_words(relation, found))


def repair_in_words(relation: Sides, found: Counterexample | Failure | None) -> str:
    """What small change makes a refuted relation true; "" where none was found."""
    from derive.answers.repairs import repair

    better = repair(*relation, found)
    if better is None:
        return ""
    lhs, rhs = wording(better.lhs, better.rhs)
    return f"true with {better.change}: {lhs} {better.relation} {rhs}"
