"""The JSON Schemas of what commands print with ``--json``, and of the errors of `derive serve`.

The words in them come from the tables of the program.  The files ``*.schema.json`` beside this one are what these functions
give; `write` makes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from derive.certificates.declarations import JSON
from derive.certificates.schemas import DRAFT, array, file_of, record
from derive.certificates.write import layout
from derive.claims import SOURCES
from derive.claims.classes import Kind
from derive.cli.claims import ANSWERS
from derive.cli.explain import WHAT
from derive.cli.obligations import SCHEMA as CHECK
from derive.cli.obligations import VERDICTS
from derive.cli.prove import SCHEMA as PROVE
from derive.cli.records import ERRORS
from derive.cli.words import NOTED
from derive.rocq.check import Status

LIST, SHOW, FIND, ERROR = "derive-list/1", "derive-show/1", "derive-find/1", "derive-error/1"
CACHE, CLAIMS, EXPLAIN, TRUST, AXES, ROCQ = (
    f"derive-{name}/1" for name in ("cache", "claims", "explain", "trust", "axes", "rocq")
)
#: What kinds an obligation has, and what can be expected of one.
KINDS = ("theorem", "part", "line", "near miss", "convention", "statement", "relation")
EXPECTED = (*VERDICTS[:2], "vacuous", *VERDICTS[2:])

_STRING: JSON = {"type": "string"}
_NUMBER: JSON = {"type": "number"}
_FLAG: JSON = {"type": "boolean"}
_COUNT: JSON = {"type": "integer", "minimum": 0}
_PLACE: JSON = {"type": ["integer", "null"], "minimum": 1}
_NAME: JSON = {"type": ["string", "null"]}
_DIGEST: JSON = {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"}
_BACKING: JSON = {"enum": ["verifier", "search", None]}
_WITNESS: JSON = {"type": ["object", "null"], "description": "sizes and data by name; lhs, rhs, or says"}


def _or_null(schema: JSON) -> JSON:
    return {"anyOf": [schema, {"type": "null"}]}


_STRINGS = array(_STRING)
_NUMBERS = array(_NUMBER)
_FORMULAS = record({"text": _STRING, "latex": _STRING})

FAILURE = record(
    {
        "kind": {"enum": [*ERRORS, "program", "time"]},
        "message": _STRING,
        "file": _NAME,
        "line": _PLACE,
        "column": _PLACE,
        "found": _STRING,
        "expected": _STRING,
        "hint": _STRING,
        "readings": _STRINGS,
    }
)
DECLARED = array(
    record({"name": _STRING, "shape": _STRINGS, "properties": _STRINGS, "means": _STRING, "theory": _STRING})
)
OBLIGATION = record(
    {
        "label": _STRING,
        "kind": {"enum": list(KINDS)},
        "number": _PLACE,
        "part": _NAME,
        "file": _NAME,
        "line": _PLACE,
        "column": _PLACE,
        "relation": _STRING,
        "lhs": _STRING,
        "rhs": _STRING,
        "hypotheses": _STRINGS,
        "verdict": {"enum": list(VERDICTS)},
        "expected": {"enum": list(EXPECTED)},
        "as_expected": _FLAG,
        "backing": _BACKING,
        "not_certified": _STRING,
        "digest": _DIGEST,
        "scope": _STRING,
        "by": _STRINGS,
        "conditions": _STRINGS,
        "witness": _WITNESS,
        "reason": _STRING,
        "readings": _STRINGS,
        "names": _STRINGS,
        "declared": DECLARED,
        "repair": _STRING,
        "error": _or_null(FAILURE),
    }
)
NOTE = record(
    {
        "file": _STRING,
        "line": _PLACE,
        "column": _PLACE,
        "label": _STRING,
        "note": _STRING,
        "kind": {"enum": list(NOTED)},
    }
)
SUMMARY = record({word: _COUNT for word in (*VERDICTS, "not_certified", "unexpected", "noted")}, "noted")
THEOREM = record(
    {
        "label": _STRING,
        "title": _STRING,
        "kind": _STRING,
        "statement": _STRING,
        "latex": _STRING,
        "hypotheses": _STRINGS,
        "source": _STRING,
        "lines": _COUNT,
    }
)
THEORY = {
    **record(
        {
            "name": _STRING,
            "title": _STRING,
            "summary": _STRING,
            "sources": _STRINGS,
            "count": _COUNT,
            "names": _STRINGS,
            "definitions": array(record({"text": _STRING, "latex": _STRING, "source": _STRING})),
            "theorems": array(THEOREM),
        },
        "names",
        "definitions",
        "theorems",
    ),
    "dependentRequired": {"names": ["definitions", "theorems"], "definitions": ["names"], "theorems": ["names"]},
}
#: What `derive show` says of a verdict.
_JUDGED: JSON = {
    "hypotheses": _STRINGS,
    "verdict": {"enum": list(VERDICTS[:3])},
    "scope": _STRING,
    "conditions": _STRINGS,
    "kind": _STRING,
    "statement": _FORMULAS,
    "witness": _WITNESS,
    "reason": _STRING,
}
_FINE = record({"text": _STRING, "latex": _STRING, "justification": _STRING})
LINE = record(
    {"number": _PLACE, "text": _STRING, "latex": _STRING, "rules": _STRING, "fine": array(array(_FINE))}, "fine"
)


#: A line of a derivation that was found: the first one has no rules.
STEP = record({"number": _PLACE, **_FORMULAS["properties"], "rules": _STRINGS})
_CERTIFICATE: JSON = {"type": ["object", "null"], "description": "in the format derive-certificate/2"}
_BESIDE = record({"statement": _STRING, "verdict": {"enum": list(VERDICTS[:3])}, "backing": _BACKING})
CLAIM = record(
    {
        "id": _STRING,
        "source": {"enum": list(SOURCES)},
        "place": _STRING,
        "kind": {"enum": list(get_args(Kind))},
        "says": _STRING,
        "statement": _STRING,
        "verdict": {"enum": list(ANSWERS)},
        "backing": _BACKING,
        "not_certified": _STRING,
        "as_expected": _FLAG,
        "scope": _STRING,
        "added": array(record({"words": _STRING, "ground": _STRING})),
        "conditions": _STRINGS,
        "witness": {"type": "object"},
        "without_hypotheses": {"enum": ["refuted", "undefined", "reading", "open", None]},
        "corrected": array(_BESIDE),
        "theorem": _STRING,
        "reason": _STRING,
        "note": _STRING,
        "undecided": _STRING,
    }
)
ENTRY = record(
    {"what": {"enum": list(WHAT)}, "name": _STRING, "says": _STRING,
     "more": array(record({"title": _STRING, "text": _STRING}))}
)  # fmt: skip
COUNTED = record({"name": _STRING, "lines": _COUNT, "files": {"type": "object", "additionalProperties": _COUNT}})
RESTS = record({"answer": _STRING, "parts": _STRINGS, "lines": _COUNT, "besides": _STRING})


def _schema(name: str, title: str, properties: JSON) -> JSON:
    return {
        "$schema": DRAFT,
        "$id": file_of(name),
        "title": title,
        **record({"schema": {"const": name}, **properties}),
    }


def schemas() -> dict[str, JSON]:
    """The name of a format → its schema."""
    read = _or_null(record({**_FORMULAS["properties"], "kind": _STRING, "hypotheses": _STRINGS}))
    made = {
        PROVE: (
            "What derive prove --json prints",
            {
                "read": read,
                "verdict": {"enum": list(VERDICTS)},
                "obligations": array(OBLIGATION, minItems=1),
                "summary": SUMMARY,
                "certificate": _CERTIFICATE,
                "error": _or_null(FAILURE),
            },
        ),
        CHECK: (
            "What derive check --json prints",
            {"obligations": array(OBLIGATION), "notes": array(NOTE), "summary": SUMMARY},
        ),
        LIST: ("What derive list --json prints", {"theories": array(THEORY)}),
        SHOW: (
            "What derive show --json prints",
            {
                "label": _STRING,
                "title": _STRING,
                "doc": _STRING,
                "source": _STRING,
                **_JUDGED,
                "backing": _BACKING,
                "not_certified": _STRING,
                "digest": _DIGEST,
                "declared": DECLARED,
                "lines": array(LINE),
                "parts": array(record({"number": _STRING, "name": _STRING, **_JUDGED})),
                "near_misses": array(record({"wrong": _STRING, **_JUDGED})),
            },
        ),
        FIND: (
            "What derive find --json prints",
            {
                "lhs": _STRING,
                "rhs": _STRING,
                "names": _STRINGS,
                "declared": DECLARED,
                "hypotheses": _STRINGS,
                "verdict": {"enum": list(VERDICTS[:3])},
                "backing": _BACKING,
                "not_certified": _STRING,
                "scope": _STRING,
                "conditions": _STRINGS,
                "lines": array(STEP),
                "reason": _STRING,
                "witness": _WITNESS,
                "certificate": _CERTIFICATE,
                "work": _COUNT,
                "limit": _COUNT,
            },
        ),
        CLAIMS: (
            "What derive claims --json prints",
            {
                "claims": array(CLAIM),
                "summary": record({**{word: _COUNT for word in (*ANSWERS, "not_certified")}, "unexpected": _STRINGS}),
            },
        ),
        EXPLAIN: (
            "What derive explain --json prints",
            {"asked": _STRING, "entries": array(ENTRY, minItems=1)},
        ),
        CACHE: (
            "What derive cache --json prints",
            {
                "folder": _NAME,
                "entries": _COUNT,
                "bytes": _COUNT,
                "limits": record({"entries": _COUNT, "bytes": _COUNT}),
                "oldest": _NAME,
            },
        ),
        TRUST: (
            "What derive trust --json prints",
            {"parts": array(COUNTED), "axioms": _STRINGS, "answers": array(RESTS)},
        ),
        AXES: (
            "What derive axes --json prints",
            {
                "source": _STRING,
                "N": {"type": "integer", "minimum": 1},
                "zero_gains": array(_COUNT),
                "dimension": _COUNT,
                "semi_axes": _NUMBERS,
                "condition": _or_null(_NUMBER),
                "log_volume": _or_null(_NUMBER),
                "tilt": _or_null(_NUMBER),
                "normal": _or_null(_NUMBERS),
                "trace_error": _or_null(_NUMBER),
                "directions": array(_NUMBERS),
                "notes": _STRINGS,
            },
        ),
        ROCQ: (
            "What derive check --kernel rocq --json prints",
            {
                "status": {"enum": list(get_args(Status))},
                "accepted": _STRINGS,
                "not_exported": {"type": "object", "additionalProperties": _STRING},
                "seconds": _NUMBER,
                "reason": _STRING,
            },
        ),
        ERROR: ("What a tool of derive serve answers where it has no other answer", {"error": FAILURE}),
    }
    return {name: _schema(name, title, properties) for name, (title, properties) in made.items()}


def write(folder: Path = Path(__file__).parent) -> None:
    """Write the files."""
    for name, schema in schemas().items():
        (folder / file_of(name)).write_text(layout(schema), "utf-8")
