"""Obligations for other programs: JUnit XML, GitHub's workflow commands, SARIF 2.1.0.

`junit`, `github` and `sarif` each give a whole text: nothing in it depends on the time, and the same obligations give the
same text.  JUnit lists every obligation; the others list what is not as expected.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from derive.cli.console import many
from derive.cli.obligations import Obligation, came_out, counted
from derive.cli.words import noted

#: What the formats of this module are called.
FORMATS = ("junit", "github", "sarif")

#: What can be wrong with an obligation → in short, and what to do about it.
_RULES = {
    "refuted": (
        "The statement is false.",
        "A counterexample was computed exactly: at the data in the message the two sides differ, or what is said fails. "
        "Correct the statement, or state the hypothesis that it needs.",
    ),
    "unsupported": (
        "The statement is neither proved nor refuted.",
        "No proof was found and no counterexample; the message says where the procedure stopped. State more hypotheses, "
        "or prove it in smaller steps.",
    ),
    "unreadable": (
        "The statement cannot be read.",
        "Nothing is known about it, because what is written there has no certain meaning. The message says what was "
        "found and what was expected.",
    ),
    "unexpected": (
        "The outcome is not the one that was declared.",
        "A near miss must be refuted and a convention must be vacuous; with --strict the side conditions of a proved "
        "statement must be hypotheses of it, and the verifier must accept its certificate. Correct the statement, or what "
        "is declared of it.",
    ),
}

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

#: The longest statement in a title, and the most theorems whose side conditions a notice names.
LONGEST_TITLE = 100
MOST_TOLD = 50

#: What XML 1.0 cannot hold, not even escaped; and the carriage return, which its readers change.
_UNWRITABLE = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(form: str, obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] = ()) -> str:
    """The obligations in one of `FORMATS`, with what of papers is not decided."""
    from derive.version import __version__

    match form:
        case "junit":
            return junit(obligations, notes)
        case "github":
            return github(obligations, notes)
    return sarif(obligations, __version__, notes)


def junit(obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] = ()) -> str:
    """JUnit XML: a suite for each file, or theory where no file is known, with a case for each obligation.

    What is proved has its sizes, hypotheses and side conditions as output; what is not decided is a skipped case.

    It is written in ASCII, so that every locale and reader takes it; a character that XML cannot hold is spelled as in
    Python, ``\\x1b``.
    """
    suites: dict[str, list[Obligation]] = {}
    for o in obligations:
        suites.setdefault(o.file or o.label.partition(".")[0], []).append(o)
    for note in notes:
        suites.setdefault(note["file"], [])
    root = ElementTree.Element("testsuites", _counts(obligations, notes))
    for name, group in suites.items():
        beside = [note for note in notes if note["file"] == name]
        suite = ElementTree.SubElement(root, "testsuite", {"name": _writable(name), **_counts(group, beside)})
        for o in group:
            _case(suite, o)
        for note in beside:
            _skipped(suite, note)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="us-ascii", xml_declaration=True)
    return document.decode("ascii")


def _counts(obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]]) -> dict[str, str]:
    wrong = [rule_of(o) for o in obligations if o.fails]
    errors = wrong.count("unreadable")
    skipped = len(notes) + sum(not o.as_expected for o in obligations) - len(wrong)
    counts = {"tests": len(obligations) + len(notes), "failures": len(wrong) - errors, "errors": errors}
    return {key: str(count) for key, count in {**counts, **({"skipped": skipped} if skipped else {})}.items()}


def _testcase(
    suite: ElementTree.Element, name: str, of: str, file: str | None, line: int | None
) -> ElementTree.Element:
    known = {"name": name, "classname": of, "file": file, "line": line}
    attributes = {key: _writable(str(value)) for key, value in known.items() if value is not None}
    return ElementTree.SubElement(suite, "testcase", attributes)


def _skipped(suite: ElementTree.Element, note: dict[str, Any]) -> None:
    """A case for what is not decided."""
    place = f"{note['file']}:{note['line']}:{note['column']}"
    case = _testcase(suite, f"{place}: {note['note']}", note["label"] or note["file"], note["file"], note["line"])
    ElementTree.SubElement(case, "skipped", {"message": _writable(f"not checked: {note['note']}")})


def _case(suite: ElementTree.Element, o: Obligation) -> None:
    name = ": ".join(part for part in (o.place, _what(o), statement_in(o)) if part)
    case = _testcase(suite, name, o.label or o.file or o.kind, o.file, o.line)
    if not o.as_expected and not o.fails:
        ElementTree.SubElement(case, "skipped", {"message": _writable("\n".join(message_of(o)))})
        return
    if o.as_expected:
        if o.hypotheses or o.conditions or o.not_certified:
            ElementTree.SubElement(case, "system-out").text = _writable(under(o))
        return
    headline, *details = message_of(o)
    tag, kind = ("error", "error") if rule_of(o) == "unreadable" else ("failure", rule_of(o))
    wrong = ElementTree.SubElement(case, tag, {"type": kind, "message": _writable(headline)})
    wrong.text = _writable("\n".join((headline, *o.shown.splitlines(), *details)))


def _writable(text: str) -> str:
    """The text with every character spelled out that XML, or a file in UTF-8, cannot hold."""
    return _UNWRITABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def github(obligations: Sequence[Obligation], notes: Sequence[dict[str, Any]] = ()) -> str:
    """Commands of GitHub's workflows: an error for each obligation that is not as expected (or a warning, where it
    cannot be read, if that is to be one), and at last a notice.

    The notice counts all of them, and what is not decided; it names the side conditions of what is proved.
    """
    rows = []
    for o in told_of(obligations):
        if not o.as_expected:
            path = _path(o.file).as_posix() if o.file is not None else None
            known = {"file": path, "line": o.line, "col": o.column, "title": _title(o)}
            properties = ",".join(f"{key}={_property(str(value))}" for key, value in known.items() if value is not None)
            message = _data("\n".join(message_of(o)))
            rows.append(f"::{level_of(o)} {properties}::{message}")
    told = [f"{o.label or statement_in(o)}: {came_out(o)}" for o in obligations if _conditional(o)]
    more = [f"… and {len(told) - MOST_TOLD} more under side conditions"] if len(told) > MOST_TOLD else []
    also = f"; {noted(notes)}" if notes else ""
    notice = "\n".join((_summary(obligations) + also, *told[:MOST_TOLD], *more))
    return "\n".join((*rows, f"::notice::{_data(notice)}"))


def told_of(obligations: Sequence[Obligation]) -> list[Obligation]:
    """Those of which something may be said: without what cannot be read, where that is to be ignored."""
    return [o for o in obligations if o.as_expected or o.fails or o.unread != "ignore"]


def level_of(o: Obligation) -> str:
    """How bad it is that an obligation is not as expected: ``error`` or ``warning``."""
    return "error" if o.fails else "warning"


def _title(o: Obligation) -> str:
    """What is said of an obligation in short: ``eq:one: refuted``, or ``relation refuted: a = b`` without a label."""
    word = rule_of(o) if not o.as_expected else o.verdict
    if o.label:
        return f"{o.label}: {word}"
    said = _sentence(o)
    return said if len(said) <= LONGEST_TITLE else f"{said[: LONGEST_TITLE - 1]}…"


def _sentence(o: Obligation) -> str:
    """What is to be said of an obligation without a label: ``relation refuted: a = b``."""
    reason = o.reason.splitlines() or [""]
    said = statement_in(o).strip()
    if o.as_expected:
        short = came_out(o)
    elif o.verdict == "error" and o.expected == "proved":
        short, said = "cannot be read", re.sub(r"^\S*?:\d+:\d+: ", "", reason[0])  # its place is that of the obligation
    elif o.verdict != o.expected:
        short = came_out(o) if o.expected == "proved" else f"not {o.expected} but {came_out(o)}"
    else:
        short = f"{o.verdict}, but {reason[0]}"
    return f"{_what(o)} {short}{f': {said}' if said else ''}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _summary(obligations: Sequence[Obligation]) -> str:
    """How many there are of each verdict, and how many are not as expected."""
    counts = f" ({counted(obligations)})" if obligations else ""
    wrong = sum(o.fails for o in obligations)
    unread = sum(not o.as_expected for o in obligations) - wrong
    if unread:
        counts = f"{counts[:-1]}; what is unread is not counted as wrong)"
    return f"{many(len(obligations), 'obligation')}{counts}: {f'{wrong} NOT' if wrong else 'all'} as expected"


def sarif(obligations: Sequence[Obligation], version: str, notes: Sequence[dict[str, Any]] = ()) -> str:
    """SARIF 2.1.0, in ASCII: a result for each obligation that is not as expected.

    The properties of the run have the side conditions of what is proved, and what is not decided.

    Fingerprints hold neither places nor witnesses, so that a result stays the same one when other lines are edited.
    """
    seen: Counter[str] = Counter()
    results = []
    for o in told_of(obligations):
        if not o.as_expected:
            mark = _fingerprint(o)
            seen[mark] += 1
            results.append(_result(o, f"{mark}:{seen[mark]}"))
    driver = {"name": "derive", "version": version, "rules": [_descriptor(rule) for rule in _RULES]}
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    told = [_writable(f"{o.place}: {o.label or statement_in(o)}: {under(o)}") for o in obligations if _conditional(o)]
    if told or notes:
        where = [f"{note['file']}:{note['line']}:{note['column']}: {note['note']}" for note in notes]
        run["properties"] = {"conditions": told, "notChecked": [_writable(text) for text in where]}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _descriptor(rule: str) -> dict[str, Any]:
    short, help_ = _RULES[rule]
    return {
        "id": rule,
        "shortDescription": {"text": short},
        "fullDescription": {"text": f"{short} {help_}"},
        "help": {"text": help_},
        "defaultConfiguration": {"level": "error"},
    }


def _fingerprint(o: Obligation) -> str:
    """What tells this obligation from others of its file, whatever its place and its verdict are."""
    return sha256(json.dumps([o.label, o.kind, o.note, statement_in(o)]).encode()).hexdigest()


def _result(o: Obligation, fingerprint: str) -> dict[str, Any]:
    location: dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": _writable(o.label or statement_in(o) or o.kind)}]
    }
    if o.file is not None:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(_path(o.file))}}
        if o.line is not None:
            column = {} if o.column is None else {"startColumn": o.column}
            location["physicalLocation"]["region"] = {"startLine": o.line, **column}
    # The format reads {0} as a placeholder and [text](address) as a link, and keeps layout for its Markdown.
    text = "\n".join(row.strip() for row in message_of(o))
    text = _writable(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")
    rule = rule_of(o)
    return {
        "ruleId": rule,
        "ruleIndex": list(_RULES).index(rule),
        "level": level_of(o),
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {"obligationHash/v1": fingerprint},
    }


def _uri(path: Path) -> str:
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _path(file: str) -> Path:
    """The file itself, links followed: from the current folder when it is below."""
    here, path = Path.cwd().resolve(), Path(file).resolve()
    return path.relative_to(here) if path.is_relative_to(here) else path


def rule_of(o: Obligation) -> str:
    """Which of `_RULES` an obligation breaks that is not as expected."""
    if o.verdict == "error":
        return "unreadable"
    return o.verdict if o.expected == "proved" and o.verdict != "proved" else "unexpected"


def _what(o: Obligation) -> str:
    """Which obligation of its theorem it is: ``line 3``, ``part 2.1 splitting``, ``near miss``."""
    which = o.number if o.part is None else o.part
    return o.kind if which is None else f"{o.kind} {which}"


def statement_in(o: Obligation) -> str:
    """What an obligation says, as it is printed."""
    return f"{o.lhs} {o.relation} {o.rhs}" if o.rhs else o.lhs


def message_of(o: Obligation) -> list[str]:
    """What is wrong with an obligation, in lines: first in short, then the statement, the witness, reason and repair."""
    note = f" [{o.note}]" if o.note else ""
    reason = o.reason.splitlines()
    if o.verdict != o.expected:
        short = came_out(o) if o.expected == "proved" else f"not {o.expected} but {came_out(o)}"
    else:
        short, reason = reason[0], reason[1:]
    given = [f"given {', '.join(o.hypotheses)}"] if o.hypotheses else []
    head, statement = f"{o.label}: {_what(o)}{note}: {short}", statement_in(o)
    if not o.label:
        head, statement = f"{_sentence(o)}{note}", ""
        reason = reason[1:] if o.verdict == "error" and o.expected == "proved" else reason
    return [head, *(row for row in (statement, *given, *o.evidence, *reason, o.repair) if row)]


def _conditional(o: Obligation) -> bool:
    said = bool(o.conditions or o.not_certified)
    return o.as_expected and o.verdict == "proved" and said and o.kind in ("theorem", "relation")


def under(o: Obligation) -> str:
    """For which sizes something is proved, under which hypotheses, and where; of anything else its hypotheses."""
    given = [f"given {', '.join(o.hypotheses)}"] if o.hypotheses else []
    return "\n".join((came_out(o), *given))
