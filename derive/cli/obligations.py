"""Obligations as records: what had to come out, what did, and where it is written.

`obligations_of` and `obligations_of_structure` are the ways from a checked theorem to records: every link of its chain and
every line of its derivation, or its statement and every part of that; every near miss, every convention.  A record is plain
data, so that worker processes can send it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derive.cli.words import evidence, given, given_of
from derive.errors import AmbiguityError, InputError

if TYPE_CHECKING:
    from derive.cli.places import Place, Places
    from derive.derivation.derivation import Derivation
    from derive.errors import DerivationError
    from derive.statements.statement import Judgement
    from derive.statements.verdict import Verdict
    from derive.theories.theory import CheckedEntry, CheckedStructure, Entry

SCHEMA = "derive-check/1"
VERDICTS = ("proved", "refuted", "unsupported", "error")

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
  scope            the sizes it is proved for
  conditions       side conditions, as text
  witness          {"N": 2, "a": ["1", "-1"], "lhs": …, "rhs": …} or null; with "says", what fails there, where that
                   is no equation
  reason           why it is not proved, or not as expected
  readings         of what has two readings: the readings, in words; else empty
  names            of `derive prove`, the names that came from a theory, as "μ, σ² of layernorm"
  repair           of a refuted relation: what small change makes it true, as "true with 1/N: a = 1/N b"; or ""
notes has what a paper says that is not decided, and why: file, line, column, label, note, and kind: relation (only
noted), display (not read), skipped, off, include (not followed).
summary counts the verdicts, under "unexpected" what is not as expected, and under "noted" the notes."""


@dataclass(frozen=True)
class Obligation:
    """One statement with its verdict; see `SCHEMA_HELP`.

    ``note`` is the rule of a line, or what is wrong with a near miss; ``evidence`` is the counterexample in words;
    ``shown`` is the line it is written in, with a caret below.
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
        return {
            "label": self.label,
            "kind": self.kind,
            "number": self.number,
            "part": self.part,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "relation": self.relation,
            "lhs": self.lhs,
            "rhs": self.rhs,
            "hypotheses": list(self.hypotheses),
            "verdict": self.verdict,
            "expected": self.expected,
            "as_expected": self.as_expected,
            "scope": self.scope,
            "conditions": list(self.conditions),
            "witness": self.witness,
            "reason": self.reason,
            "readings": list(self.readings),
            "names": list(self.names),
            "repair": self.repair,
        }

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Obligation:
        """The obligation that `dataclasses.asdict` and JSON made a record of."""
        fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in record.items()}
        return cls(**fields)

    def strict(self) -> Obligation:
        """The record when conditions must be stated as hypotheses; the lines of a proof need not state theirs."""
        if self.kind != "line" and self.verdict == self.expected == "proved" and self.conditions and not self.reason:
            return replace(self, reason=f"its conditions are not stated: {', '.join(self.conditions)}")
        return self


#: A theorem, or a relation, and what was found of it.
Group = tuple[str, list[Obligation]]


def to_json(obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The whole document; ``notes`` are counted where there could be any."""
    summary = {word: sum(o.verdict == word for o in obligations) for word in VERDICTS}
    summary["unexpected"] = sum(not o.as_expected for o in obligations)
    if notes is not None:
        summary["noted"] = len(notes)
    records = [o.to_json() for o in obligations]
    return {"schema": SCHEMA, "obligations": records, "notes": list(notes or ()), "summary": summary}


def came_out(o: Obligation) -> str:
    """The verdict in words, of what is proved with its sizes and side conditions."""
    if o.verdict != "proved":
        return o.verdict
    where = f", where {', '.join(o.conditions)}" if o.conditions else ""
    return f"proved for {o.scope}{where}" if o.scope else f"proved{where}"


def unread(label: str, kind: str, error: InputError, **more: Any) -> Obligation:
    """What could not be read, as a record with the reason; where it can be read in two ways, with the readings."""
    readings = error.readings if isinstance(error, AmbiguityError) else ()
    return Obligation(label, kind, "error", reason=str(error), readings=readings, **more)


def obligation(label: str, kind: str, verdict: Verdict, **more: Any) -> Obligation:
    """A verdict as a record."""
    found = verdict.to_json()
    return Obligation(
        label,
        kind,
        found["verdict"],
        found["lhs"],
        found["rhs"],
        hypotheses=tuple(given((verdict.lhs, verdict.rhs), verdict.hypotheses)),
        scope=found["scope"],
        conditions=tuple(found["conditions"]),
        witness=found["witness"],
        reason=found["reason"],
        evidence=() if verdict.counterexample is None else evidence(verdict.counterexample),
        **more,
    )


def obligations_of(checked: CheckedEntry, file: str | None = None, places: Places | None = None) -> list[Obligation]:
    """Every obligation of a checked theorem; ``file`` is where it is written when no place in it is known."""
    entry = checked.entry
    file = places.file if places is not None else file
    start = places.start if places is not None else None
    *links, last = checked.chain.links
    needed = dict.fromkeys((*last.conditions, *(c for c in checked.conditions if c not in checked.chain.conditions)))
    links.append(replace(last, conditions=tuple(needed)))  # what lines between need stands with the theorem
    made = [
        obligation(entry.label, "theorem", link, number=None if len(entry.terms) == 2 else number)
        for number, link in enumerate(links, start=1)
    ]
    made = [_at(o, file, start) for o in made]
    made += _lines(checked, file, places)
    for miss, verdict in zip(entry.near_misses, checked.near_misses, strict=True):
        made.append(
            _at(obligation(entry.label, "near miss", verdict, expected="refuted", note=miss.wrong), file, start)
        )
    for convention, verdict in zip(entry.conventions, checked.conventions, strict=True):
        found = obligation(entry.label, "convention", verdict, expected="vacuous", note=convention.note)
        made.append(_at(found, file, start))
    return made


def judged(label: str, kind: str, judgement: Judgement, **more: Any) -> Obligation:
    """A judgement as a record: of an equation its sides, of another kind of statement the sentence."""
    from derive.printing import text, text_condition
    from derive.statements.statement import Equations

    statement = judgement.statement
    relation, lhs, rhs = statement.kind, str(statement), ""
    if isinstance(statement, Equations):
        first, *others = (text(term, beside=statement.chain) for term in statement.chain)
        relation, lhs, rhs = "=", first, " = ".join(others)
    found = judgement.counterexample
    cause = judgement.refuting_part
    why = () if cause is None else (f"{cause.name}: {cause.judgement.statement}",)
    return Obligation(
        label,
        kind,
        judgement.status,
        lhs,
        rhs,
        relation=relation,
        hypotheses=tuple(given_of(statement)),
        scope=judgement.scope,
        conditions=tuple(text_condition(c, beside=statement.terms) for c in judgement.conditions),
        witness=None if found is None else found.to_json(),
        reason="" if judgement.status == "proved" else judgement.reason,
        evidence=() if found is None else (*why, *evidence(found)),
        **more,
    )


def obligations_of_structure(
    checked: CheckedStructure, file: str | None = None, places: Places | None = None
) -> list[Obligation]:
    """Every obligation of a checked structure theorem: the statement, all parts of it, the near misses."""
    structure = checked.structure
    made = [judged(structure.label, "theorem", checked.judgement)]
    for number, part in enumerate(checked.judgement.all_parts, start=1):
        made.append(judged(structure.label, "part", part.judgement, number=number, part=f"{part.number} {part.name}"))
    for miss, judgement in zip(structure.near_misses, checked.near_misses, strict=True):
        made.append(judged(structure.label, "near miss", judgement, expected="refuted", note=miss.wrong))
    file = places.file if places is not None else file
    return [_at(found, file, places.start if places is not None else None) for found in made]


def _at(found: Obligation, file: str | None, place: Place | None) -> Obligation:
    line, column = place if place is not None else (None, None)
    return replace(found, file=file, line=line, column=column)


def _lines(checked: CheckedEntry, file: str | None, places: Places | None) -> Iterator[Obligation]:
    """The lines of the derivation; when one fails, those before it and the failing one."""
    from derive.derivation.derivation import check_step

    entry, derivation = checked.entry, _derivation(checked.entry)
    lines = derivation.lines if derivation is not None else ()
    failing = checked.failure.number if checked.failure is not None else len(lines) + 1
    if checked.derivation is not None:
        steps: Iterable[Any] = checked.derivation.steps
    elif derivation is not None:
        steps = (check_step(n, lines[n - 2].term, lines[n - 1], derivation.hypotheses) for n in range(2, failing))
    else:
        steps = ()
    for step in steps:
        made = obligation(entry.label, "line", step.verdict, number=step.number, note=step.line.justification)
        yield _at(made, file, _place(places, step.number, len(lines)))
    if checked.failure is not None:
        yield _at(failed_line(entry, checked.failure), file, _place(places, failing, len(lines)))


def _derivation(entry: Entry) -> Derivation | None:
    """The derivation, where there is one that could be built."""
    from derive.errors import DerivationError

    try:
        return entry.derivation
    except DerivationError:
        return None


def _place(places: Places | None, number: int, lines: int) -> Place | None:
    """Where a line is written: its own place when every line's is known."""
    if places is None:
        return None
    return places.steps[number - 2] if len(places.steps) == lines - 1 else places.start


def failed_line(entry: Entry, failure: DerivationError) -> Obligation:
    """The line that does not follow: the kernel's verdict on it, with the checker's report as the reason."""
    from derive.statements.equation import prove_equation

    derivation = _derivation(entry)
    if derivation is None or not 2 <= failure.number <= len(derivation.lines):
        return Obligation(entry.label, "line", "unsupported", number=failure.number, reason=failure.report)
    before, after = (derivation.lines[failure.number - k].term for k in (2, 1))
    verdict = prove_equation(before, after, derivation.hypotheses)
    found = obligation(entry.label, "line", verdict, number=failure.number, note=failure.rule)
    # A true line that does not follow by its rule is not established as a line.
    word = "unsupported" if found.verdict == "proved" else found.verdict
    return replace(found, verdict=word, scope="", reason=failure.report)
