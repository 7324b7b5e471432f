"""Obligations as rows in the terminal: what came out of theorems and of relations of papers, and what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from derive.cli.console import STYLES, console, many, say, width_of
from derive.cli.obligations import UNCERTIFIED, Group, Obligation, came_out, counted, qualified, row_word
from derive.cli.words import joint_scope

if TYPE_CHECKING:
    from derive.cli.papers import PaperSubject
    from derive.cli.targets import CodeSubject
    from derive.reading.source import Source

_REMARK = re.compile(r"(?<!\\)%(?![ \t]*derive:).*")
#: Columns of a source line that are shown around a sign.
WINDOW = 72


# --- theorems -----------------------------------------------------------------------------------------------------------


def print_subject(subject: CodeSubject, groups: list[Group]) -> None:
    print_theorems(f"{subject.name}: {subject.title}" if subject.title else subject.file or subject.name, groups)


def print_theorems(title: str, groups: Sequence[Group]) -> None:
    """Print a row for each theorem; below one that is not as expected, what is wrong."""
    say(title, style="bold")
    column = min(max((width_of(label) for label, _ in groups), default=0), 44)
    for label, group in groups:
        _print_theorem(label, group, column)


def _print_theorem(label: str, group: list[Obligation], column: int) -> None:
    wrong = [o for o in group if not o.as_expected]
    if wrong:
        place = f"{label}  ({wrong[0].place})" if wrong[0].place else label
        say(f"  FAILED  {place}", style=STYLES["FAILED"])
        for o in wrong:
            say(*failure(o), indent=10)
        return
    theorem = [o for o in group if o.kind == "theorem"]
    if any(o.expected != "proved" for o in theorem):
        note = f": {theorem[0].note}" if theorem[0].note else ""
        say(f"  {theorem[0].expected}  {label}{' ' * (column - width_of(label))}  as expected{note}")
        return
    scope = joint_scope(o.scope for o in theorem)
    conditions = list(dict.fromkeys(c for o in theorem for c in o.conditions))
    why = next((o.not_certified for o in theorem if o.not_certified), "")
    row = f"  {UNCERTIFIED if why else 'proved'}  {label}{' ' * (column - width_of(label))}  {scope}"
    where = f"where {', '.join(conditions)}" if conditions else ""
    if where and width_of(row) + 2 + width_of(where) <= console().width:
        say(f"{row}, {where}")
    else:
        say(row)
        say(*([where] if where else []), indent=12)
    if why:
        say(f"not certified: {why}", style=STYLES["not certified"], indent=12)


#: What came out instead, for each expectation.
_EXPECTED = {
    "refuted": "the near miss is not refuted but {}",
    "vacuous": "the convention is not vacuous but {}",
}


def failure(o: Obligation) -> list[str]:
    """What is wrong with an obligation, in lines."""
    rows: list[str] = []
    number = f" {o.number}" if o.number is not None else ""
    if o.kind == "line":  # the reason has both sides and the witness
        first, *others = o.reason.splitlines()
        return [f"line{number} [{o.note}]: {first}", *others]
    if o.expected != "proved" and o.kind == "theorem":
        rows.append(f"{came_out(o)}, but expected to be {o.expected}{f': {o.note}' if o.note else ''}")
    elif o.expected != "proved":
        rows.append(f"{_EXPECTED[o.expected].format(came_out(o))}: {o.note}")
    else:
        which = number if o.part is None else f" {o.part}"
        rows.append(f"{o.kind}{which}: {o.verdict}{', but' if o.verdict == o.expected else ''}")
    if o.lhs:
        rows.append(f"  {o.lhs}")
    if o.rhs:
        rows.append(f"  = {o.rhs}")
    if o.hypotheses:
        rows.append(f"  given {', '.join(o.hypotheses)}")
    if o.verdict != o.expected:
        rows += [f"  {row}" for row in o.evidence]
    rows += [f"  {row}" for row in o.reason.splitlines()]
    return rows


# --- relations of papers ------------------------------------------------------------------------------------------------


def print_paper(subject: PaperSubject, groups: Sequence[Group], notes: Sequence[dict[str, Any]] | None = None) -> None:
    """Print the relations of a paper, then what it states of its own."""
    stated = [each for each in groups if not each[0].isdecimal()]
    print_relations(subject, [o for label, group in groups if label.isdecimal() for o in group], notes)
    if stated:
        print_theorems(subject.title, stated)


def print_relations(
    subject: PaperSubject, obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] | None = None
) -> None:
    """Print a row for each relation; below one that is not as expected, its line and what is wrong.

    Below them stand ``notes``, by default those of the paper.
    """
    say(subject.name, style="bold")
    files = list(dict.fromkeys(o.file for o in obligations))
    shown_of = (o for o in obligations if o.as_expected or o.fails or o.unread != "ignore")
    obligations = sorted(shown_of, key=lambda o: (files.index(o.file), o.line or 0))
    shown = [f"{_where(subject, vars(o))}  {f'({o.label})' if o.label else ''}".rstrip() for o in obligations]
    column = min(max(map(len, shown), default=0), 40)
    for o, place in zip(obligations, shown, strict=True):
        word = row_word(o)
        scope = o.scope + qualified(o)
        if o.as_expected:
            said = scope if o.verdict == "proved" else "as expected"
            say(f"  {word:11}  {place:{column}}  {said}".rstrip())
            if o.not_certified:
                say(f"not certified: {o.not_certified}", style=STYLES["not certified"], indent=15)
            continue
        say(f"  {word:11}  {place}", style=STYLES["FAILED" if o.fails else "not certified"])
        for row in wrong_with(o):
            say(row, indent=6)
    for note in subject.notes if notes is None else notes:
        say(f"  {'not checked':11}  {_where(subject, note)}  {note['note']}")


def _where(subject: PaperSubject, found: dict[str, Any]) -> str:
    """A place: in the paper itself without the name of the file."""
    place = f"{found['line']}:{found['column']}"
    return place if found["file"] == subject.name else f"{found['file']}:{place}"


def wrong_with(o: Obligation) -> list[str]:
    """What is wrong with a relation of a paper, in lines: its source, both sides, the evidence, the repair."""
    if o.verdict == "error":
        return _cropped(o.reason.splitlines())
    rows = [*o.shown.splitlines(), f"{o.lhs} {o.relation} {o.rhs}"]
    if o.hypotheses:
        rows.append(f"given {', '.join(o.hypotheses)}")
    if o.verdict != o.expected:
        rows += o.evidence if o.expected == "proved" else [f"{came_out(o)}, but expected to be {o.expected}"]
    rows += o.reason.splitlines()
    return [*rows, o.repair] if o.repair else rows


def _cropped(rows: list[str]) -> list[str]:
    """The rows of a message, a source line above a caret cut to what fits."""
    for number in range(1, len(rows)):
        line, caret = rows[number - 1], rows[number]
        if caret.strip() == "^" and len(line) > WINDOW:
            column = caret.index("^")
            first = _beginning(line, column)
            rows[number - 1 : number + 1] = [line[first : first + WINDOW], " " * (column - first) + "^"]
    return rows


def excerpt(source: Source, at: int) -> str:
    """The line of a source around an offset, with a caret below."""
    start = source.text.rfind("\n", 0, at) + 1
    end = source.text.find("\n", at)
    line = source.text[start : end if end >= 0 else len(source.text)]
    line = "".join(letter if letter.isprintable() else " " for letter in _REMARK.sub("", line))
    column = at - start
    first = _beginning(line, column)
    lead = len(line[first:]) - len(line[first:].lstrip())
    first += min(lead, max(column - first, 0))
    return f"{line[first : first + WINDOW].rstrip()}\n{' ' * (column - first)}^"


def _beginning(line: str, column: int) -> int:
    """Where the part of a line begins that is shown around a column."""
    return max(0, min(column - WINDOW * 2 // 3, len(line) - WINDOW))


# --- all of them --------------------------------------------------------------------------------------------------------


def print_summary(groups: list[Group], notes: str) -> None:
    obligations = [o for _, group in groups for o in group]
    if passed_over := sum(not o.as_expected and not o.fails for o in obligations):
        notes = "; ".join(filter(None, (f"{many(passed_over, 'relation')} NOT READ, not counted as wrong", notes)))
    theorems = sum(all(o.kind != "relation" for o in group) for _, group in groups)
    wrong = [o for o in obligations if o.fails]
    called = {"theorem": "equation"}
    kinds = Counter(
        "statement" if o.kind == "theorem" and o.relation != "=" else called.get(o.kind, o.kind) for o in obligations
    )
    parts = ", ".join(many(count, kind) for kind, count in kinds.items())
    total = f"{many(theorems, 'theorem')}, {many(len(obligations), 'obligation')} ({parts})"
    if not theorems:
        said = counted(obligations)
        total = f"{many(len(obligations), 'relation')}{f' ({said})' if said else ''}"
    elif open_ := sum(bool(o.not_certified) for o in obligations):
        total += f", {open_} of them {UNCERTIFIED}"
    also = f"; {notes}" if notes else ""
    if wrong:
        say(f"{total}: {len(wrong)} NOT as expected{also}", style=STYLES["FAILED"])
    elif not obligations:
        say(f"nothing was checked{also}")
    else:
        but = ", BUT" if "NOT READ" in notes or " off" in notes else ";"
        say(f"{total}: all as expected{f'{but} {notes}' if notes else ''}", style="" if notes else "green")
