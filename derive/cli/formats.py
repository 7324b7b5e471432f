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

from derive.cli.obligations import VERDICTS, Obligation

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
        "statement must be hypotheses of it. Correct the statement, or what is declared of it.",
    ),
}

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

#: What XML 1.0 cannot hold, not even escaped; and the carriage return, which its readers change.
_UNWRITABLE = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(form: str, obligations: Sequence[Obligation]) -> str:
    """The obligations in one of `FORMATS`."""
    from derive import __version__

    match form:
        case "junit":
            return junit(obligations)
        case "github":
            return github(obligations)
    return sarif(obligations, __version__)


def junit(obligations: Sequence[Obligation]) -> str:
    """JUnit XML: a suite for each file, or theory where no file is known, with a case for each obligation.

    It is written in ASCII, so that every locale and reader takes it; a character that XML cannot hold is spelled as in
    Python, ``\\x1b``.
    """
    suites: dict[str, list[Obligation]] = {}
    for o in obligations:
        suites.setdefault(o.file or o.label.partition(".")[0], []).append(o)
    root = ElementTree.Element("testsuites", _counts(obligations))
    for name, group in suites.items():
        suite = ElementTree.SubElement(root, "testsuite", {"name": _writable(name), **_counts(group)})
        for o in group:
            _case(suite, o)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="us-ascii", xml_declaration=True)
    return document.decode("ascii")


def _counts(obligations: Sequence[Obligation]) -> dict[str, str]:
    wrong = [_rule(o) for o in obligations if not o.as_expected]
    errors = wrong.count("unreadable")
    return {"tests": str(len(obligations)), "failures": str(len(wrong) - errors), "errors": str(errors)}


def _case(suite: ElementTree.Element, o: Obligation) -> None:
    name = ": ".join(part for part in (o.place, _what(o), _statement(o)) if part)
    known = {"name": name, "classname": o.label, "file": o.file, "line": o.line}
    attributes = {key: _writable(str(value)) for key, value in known.items() if value is not None}
    case = ElementTree.SubElement(suite, "testcase", attributes)
    if o.as_expected:
        return
    headline, *details = _message(o)
    tag, kind = ("error", "error") if _rule(o) == "unreadable" else ("failure", _rule(o))
    wrong = ElementTree.SubElement(case, tag, {"type": kind, "message": _writable(headline)})
    wrong.text = _writable("\n".join((headline, *o.shown.splitlines(), *details)))


def _writable(text: str) -> str:
    """The text with every character spelled out that XML, or a file in UTF-8, cannot hold."""
    return _UNWRITABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def github(obligations: Sequence[Obligation]) -> str:
    """Commands of GitHub's workflows: an error for each obligation that is not as expected, and at last a notice."""
    rows = []
    for o in obligations:
        if not o.as_expected:
            path = _path(o.file).as_posix() if o.file is not None else None
            known = {"file": path, "line": o.line, "col": o.column, "title": f"{o.label}: {_rule(o)}"}
            properties = ",".join(f"{key}={_property(str(value))}" for key, value in known.items() if value is not None)
            message = _data("\n".join(_message(o)))
            rows.append(f"::error {properties}::{message}")
    return "\n".join((*rows, f"::notice::{_summary(obligations)}"))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _summary(obligations: Sequence[Obligation]) -> str:
    """How many there are of each verdict, and how many are not as expected."""
    verdicts = Counter(o.verdict for o in obligations)
    counts = [f"{verdicts[word]} {word}" for word in VERDICTS if verdicts[word]]
    wrong = sum(not o.as_expected for o in obligations)
    total = f"{len(obligations)} {'obligation' if len(obligations) == 1 else 'obligations'}"
    return f"{', '.join((total, *counts))}: {f'{wrong} NOT' if wrong else 'all'} as expected"


def sarif(obligations: Sequence[Obligation], version: str) -> str:
    """SARIF 2.1.0, in ASCII: a result for each obligation that is not as expected.

    Fingerprints hold neither places nor witnesses, so that a result stays the same one when other lines are edited.
    """
    seen: Counter[str] = Counter()
    results = []
    for o in obligations:
        if not o.as_expected:
            mark = _fingerprint(o)
            seen[mark] += 1
            results.append(_result(o, f"{mark}:{seen[mark]}"))
    driver = {"name": "derive", "version": version, "rules": [_descriptor(rule) for rule in _RULES]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
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
    return sha256(json.dumps([o.label, o.kind, o.note, _statement(o)]).encode()).hexdigest()


def _result(o: Obligation, fingerprint: str) -> dict[str, Any]:
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": _writable(o.label)}]}
    if o.file is not None:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(_path(o.file))}}
        if o.line is not None:
            column = {} if o.column is None else {"startColumn": o.column}
            location["physicalLocation"]["region"] = {"startLine": o.line, **column}
    # The format reads {0} as a placeholder and [text](address) as a link, and keeps layout for its Markdown.
    text = "\n".join(row.strip() for row in _message(o))
    text = _writable(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")
    rule = _rule(o)
    return {
        "ruleId": rule,
        "ruleIndex": list(_RULES).index(rule),
        "level": "error",
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


def _rule(o: Obligation) -> str:
    """Which of `_RULES` an obligation breaks that is not as expected."""
    if o.verdict == "error":
        return "unreadable"
    return o.verdict if o.expected == "proved" and o.verdict != "proved" else "unexpected"


def _what(o: Obligation) -> str:
    """Which obligation of its theorem it is: ``line 3``, ``part 2.1 splitting``, ``near miss``."""
    which = o.number if o.part is None else o.part
    return o.kind if which is None else f"{o.kind} {which}"


def _statement(o: Obligation) -> str:
    return f"{o.lhs} {o.relation} {o.rhs}" if o.rhs else o.lhs


def _message(o: Obligation) -> list[str]:
    """What is wrong with an obligation, in lines: first in short, then the statement, the witness, reason and repair."""
    note = f" [{o.note}]" if o.note else ""
    reason = o.reason.splitlines()
    if o.verdict != o.expected:
        short = o.verdict if o.expected == "proved" else f"not {o.expected} but {o.verdict}"
    else:
        short, reason = reason[0], reason[1:]
    given = [f"given {', '.join(o.hypotheses)}"] if o.hypotheses else []
    rows = [_statement(o), *given, *o.evidence, *reason, o.repair]
    return [f"{o.label}: {_what(o)}{note}: {short}", *(row for row in rows if row)]
