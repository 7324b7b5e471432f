"""From a theorem to its obligations.

Its statement (of a chain, every link), every part of that, every line of its derivation, every near miss, every convention.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.obligations import Obligation, obligation, unread
from derive.cli.remembered import answer, question
from derive.errors import DerivationError, DeriveError, InputError

if TYPE_CHECKING:
    from derive.authoring.collected import Collected
    from derive.authoring.theory import CheckedTheorem, Theorem
    from derive.cli.places import Places
    from derive.derivation.derivation import Derivation


def check_theorem(theorem: Theorem | Collected, file: str | None, places: Places | None) -> list[Obligation]:
    """Every obligation of a theorem; of what is not expected to be proved, that of the whole alone."""
    from derive.authoring import theory
    from derive.authoring.collected import Collected

    if not isinstance(theorem, Collected):
        try:
            asked = _asked(theorem)
            known = answer(asked, lambda: obligations_of(theory.check_theorem(theorem)))
            return [replace(o, asked=asked) for o in _placed(known, theorem, file, places)]
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
        return question("theorem", theorem.label, theorem.statement, theorem.derivation, *beside)
    except DerivationError:
        return ""


def obligations_of(checked: CheckedTheorem) -> list[Obligation]:
    """Every obligation of a checked theorem, without places."""
    theorem, verdict, label = checked.theorem, checked.verdict, checked.label
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
    made += _lines(checked)
    beside = [("near miss", "refuted", near.wrong) for near in theorem.near_misses]
    beside += [("convention", "vacuous", each.note) for each in theorem.conventions]
    found = (*checked.near_misses, *checked.conventions)
    pairs = zip(beside, found, strict=True)
    return made + [
        obligation(label, kind, each, expected=expected, note=note) for (kind, expected, note), each in pairs
    ]


def _placed(
    found: Iterable[Obligation], theorem: Theorem, file: str | None, places: Places | None
) -> Iterator[Obligation]:
    """Obligations where they are written; ``file`` is where that is when no place in it is known."""
    derivation = _derivation(theorem) if places is not None else None
    lines, besides = len(derivation.lines) if derivation is not None else 0, count()
    for each in found:
        place: tuple[int, int | None] | None = None
        if places is not None:
            match each.kind:
                case "theorem":
                    place = places.of_link(each.number)
                case "line":
                    place = places.of_line(each.number or 0, lines)
                case "near miss" | "convention":
                    place = places.of_beside(next(besides))
                case _:
                    place = places.start
        yield _at(each, file if places is None else places.file, place)


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
    if places is not None and places.every and made.number is not None:
        start = places.of_line(made.number, 0)
    return _at(made, file, (lines[0], None) if lines else start)


def _at(found: Obligation, file: str | None, place: tuple[int, int | None] | None) -> Obligation:
    line, column = place if place is not None else (None, None)
    return replace(found, file=file, line=line, column=column)


def _lines(checked: CheckedTheorem) -> Iterator[Obligation]:
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
        yield obligation(theorem.label, "line", step.verdict, number=step.number, note=step.line.justification)
    if checked.failure is not None:
        yield failed_line(theorem, checked.failure)


def _derivation(theorem: Theorem) -> Derivation | None:
    """The derivation, where there is one that could be built."""
    try:
        return theorem.derivation
    except DerivationError:
        return None


def failed_line(theorem: Theorem, failure: DerivationError) -> Obligation:
    """The line that does not follow: the kernel's verdict on it, with the checker's report as the reason."""
    from derive.statements.equation import prove_equation

    derivation = _derivation(theorem)
    if derivation is None or not 2 <= failure.number <= len(derivation.lines):
        return Obligation(
            theorem.label, "line", "unsupported", number=failure.number, reason=failure.report, note=failure.rule
        )
    before, after = (derivation.lines[failure.number - k].term for k in (2, 1))
    verdict = prove_equation(before, after, derivation.hypotheses)
    found = obligation(theorem.label, "line", verdict, number=failure.number, note=failure.rule)
    # A true line that does not follow by its rule is not established as a line.
    word = "unsupported" if found.verdict == "proved" else found.verdict
    return replace(found, verdict=word, scope="", reason=failure.report)
