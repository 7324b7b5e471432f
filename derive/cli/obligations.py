"""Obligations as records: what had to come out, what did, and where it is written.

`obligations_of` is the way from a checked theorem to records: its statement (of a chain, every link), every part of that,
every line of its derivation, every near miss, every convention.  A record is plain data, so that worker processes can send
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from derive.cli.records import digest_of, error_to_json, names_to_json
from derive.cli.remembered import answer, question
from derive.cli.words import evidence, given_of
from derive.errors import AmbiguityError, DerivationError, DeriveError, InputError
from derive.settings import UNREAD_IS as UNREAD_IS

if TYPE_CHECKING:
    from derive.authoring.collected import Collected
    from derive.authoring.theory import CheckedTheorem, Theorem
    from derive.cli.targets import Place, Places
    from derive.derivation.derivation import Derivation
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
        """Is it wrong?  What cannot be read is not where ``unread``, one of `UNREAD_IS`, says so."""
        return not self.as_expected and (self.verdict != "error" or self.unread == "error")

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
        values = ((name, getattr(self, name)) for name in _IN_JSON)
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
_IN_JSON = (
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
    words = list(map(row_word, obligations))
    order = ("proved", UNCERTIFIED, "refuted", "unsupported", UNREAD)
    return "; ".join(f"{words.count(word)} {word}" for word in order if word in words)


def row_word(o: Obligation) -> str:
    """The verdict at the beginning of its row: of what is proved, whether it is certified."""
    if o.verdict == "error":
        return UNREAD
    return UNCERTIFIED if o.not_certified else o.verdict


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


def with_repair(made: Obligation, relation: Sides, found: Counterexample | Failure | None) -> Obligation:
    """A record of what is refuted, with the small change that makes the relation true, where one is found."""
    return made if made.verdict != "refuted" else replace(made, repair=repair_in_words(relation, found))


def repair_in_words(relation: Sides, found: Counterexample | Failure | None) -> str:
    """What small change makes a refuted relation true; "" where none was found."""
    from derive.answers.repairs import repair
    from derive.printing import text

    lhs, sign, rhs, hypotheses = relation
    better = repair(lhs, sign, rhs, hypotheses, found)
    if better is None:
        return ""
    sides = text(better.lhs, beside=(better.lhs, better.rhs)), text(better.rhs, beside=(better.rhs, better.lhs))
    return f"true with {better.change}: {sides[0]} {better.relation} {sides[1]}"


def check_theorem(theorem: Theorem | Collected, file: str | None, places: Places | None) -> list[Obligation]:
    """Every obligation of a theorem; of what is not expected to be proved, that of the whole alone."""
    from derive.authoring import theory
    from derive.authoring.collected import Collected

    if not isinstance(theorem, Collected):
        try:
            checked = answer(_asked(theorem), lambda: theory.check_theorem(theorem))
            return [replace(o, label=theorem.label) for o in obligations_of(checked, file, places)]
        except DeriveError as error:
            return [_failed(theorem.label, error, file, places)]
    made = check_theorem(theorem.theorem, file, places)
    whole = [o for o in made if o.kind == "theorem" and o.verdict != "error"]
    if not whole:  # it could not be made
        return made
    status = next(word for word in ("refuted", "unsupported", "proved") if word in {o.verdict for o in whole})
    if theorem.said and status != theorem.said:
        reason = f"the file has a verdict that says {theorem.said}; decided again it is {status}"
        made = [replace(o, reason=reason) if o.kind == "theorem" else o for o in made]
        whole = [o for o in made if o.kind == "theorem"]
    if theorem.expected == "proved":
        return made
    found = next((o for o in whole if o.verdict == status), whole[0])
    return [replace(found, number=None, expected=theorem.expected, note=theorem.note)]


def _asked(theorem: Theorem) -> str:
    """The key of all that is decided of a theorem; "" where its lines cannot be built."""
    beside = (
        [(n.wrong, n.statement) for n in theorem.near_misses],
        [(c.note, c.statement) for c in theorem.conventions],
    )
    try:
        return question("theorem", theorem.statement, theorem.derivation, *beside)
    except DerivationError:
        return ""


def obligations_of(checked: CheckedTheorem, file: str | None = None, places: Places | None = None) -> list[Obligation]:
    """Every obligation of a checked theorem; ``file`` is where it is written when no place in it is known."""
    theorem, verdict, label = checked.theorem, checked.verdict, checked.label
    file = places.file if places is not None else file
    start = places.start if places is not None else None
    if theorem.statement.equated:
        *links, last = verdict.links
        between = [condition for condition in checked.conditions if condition not in verdict.conditions]
        needed = tuple(dict.fromkeys((*last.conditions, *between)))
        links.append(replace(last, conditions=needed))  # what lines between need stands with the theorem
        numbers = [None] if len(links) == 1 else range(1, len(links) + 1)
        made = [
            obligation(label, "theorem", link, whole=verdict, number=n) for n, link in zip(numbers, links, strict=True)
        ]
    else:
        made = [obligation(label, "theorem", verdict)]
    for number, part in enumerate(verdict.all_parts, start=1):
        made.append(obligation(label, "part", part.judgement, number=number, part=f"{part.number} {part.name}"))
    made = [_at(each, file, start) for each in made] + list(_lines(checked, file, places))
    beside = [("near miss", "refuted", near.wrong) for near in theorem.near_misses]
    beside += [("convention", "vacuous", each.note) for each in theorem.conventions]
    found = (*checked.near_misses, *checked.conventions)
    for (kind, expected, note), each in zip(beside, found, strict=True):
        made.append(_at(obligation(label, kind, each, expected=expected, note=note), file, start))
    return made


def _failed(label: str, error: DeriveError, file: str | None, places: Places | None) -> Obligation:
    """A theorem that cannot be made: a line that does not follow, or what else its function raised, with the place.

    Raises the error where it is no fault of what was given.
    """
    from derive.authoring.modules import line_in

    if isinstance(error, DerivationError):
        number, note = error.number, error.rule
        made = Obligation(label, "line", "unsupported", number=number, note=note, reason=error.report)
    elif isinstance(error, InputError):
        made = unread(label, "theorem", error)
    else:
        raise error
    file, start = (places.file, places.start) if places is not None else (file, None)
    raised = [each.__traceback__ for each in (error, error.__cause__) if each is not None]
    lines = [line for each in raised if file is not None and (line := line_in(Path(file), each)) is not None]
    return _at(made, file, (lines[0], None) if lines else start)


def _at(found: Obligation, file: str | None, place: tuple[int, int | None] | None) -> Obligation:
    line, column = place if place is not None else (None, None)
    return replace(found, file=file, line=line, column=column)


def _lines(checked: CheckedTheorem, file: str | None, places: Places | None) -> Iterator[Obligation]:
    """The lines of the derivation; when one fails, those before it and the failing one."""
    from derive.derivation.derivation import check_step

    theorem, derivation = checked.theorem, _derivation(checked.theorem)
    lines = derivation.lines if derivation is not None else ()
    failing = checked.failure.number if checked.failure is not None else len(lines) + 1
    if checked.derivation is not None:
        steps: Iterable[Any] = checked.derivation.steps
    elif derivation is not None:
        steps = (check_step(n, lines[n - 2].term, lines[n - 1], derivation.hypotheses) for n in range(2, failing))
    else:
        steps = ()
    for step in steps:
        made = obligation(theorem.label, "line", step.verdict, number=step.number, note=step.line.justification)
        yield _at(made, file, _place(places, step.number, len(lines)))
    if checked.failure is not None:
        yield _at(failed_line(theorem, checked.failure), file, _place(places, failing, len(lines)))


def _derivation(theorem: Theorem) -> Derivation | None:
    """The derivation, where there is one that could be built."""
    try:
        return theorem.derivation
    except DerivationError:
        return None


def _place(places: Places | None, number: int, lines: int) -> Place | None:
    """Where a line is written: its own place when every line's is known."""
    if places is None:
        return None
    return places.steps[number - 2] if len(places.steps) == lines - 1 else places.start


def failed_line(theorem: Theorem, failure: DerivationError) -> Obligation:
    """The line that does not follow: the kernel's verdict on it, with the checker's report as the reason."""
    from derive.statements.equation import prove_equation

    derivation = _derivation(theorem)
    if derivation is None or not 2 <= failure.number <= len(derivation.lines):
        return Obligation(theorem.label, "line", "unsupported", number=failure.number, reason=failure.report)
    before, after = (derivation.lines[failure.number - k].term for k in (2, 1))
    verdict = prove_equation(before, after, derivation.hypotheses)
    found = obligation(theorem.label, "line", verdict, number=failure.number, note=failure.rule)
    # A true line that does not follow by its rule is not established as a line.
    word = "unsupported" if found.verdict == "proved" else found.verdict
    return replace(found, verdict=word, scope="", reason=failure.report)
