"""The JSON Schemas of what commands print with ``--json``, and of the errors of `derive serve`.

The words in them come from the tables of the program.  The files ``*.schema.json`` beside this one are what these functions
give; `write` makes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from derive.certificates.schemas import file_of
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

JSON = dict[str, Any]

LIST, SHOW, FIND, ERROR = "derive-list/1", "derive-show/1", "derive-find/1", "derive-error/1"
CLAIMS, EXPLAIN, TRUST, AXES, ROCQ = (f"derive-{name}/1" for name in ("claims", "explain", "trust", "axes", "rocq"))
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


def _array(items: JSON) -> JSON:
    return {"type": "array", "items": items}


def _object(properties: JSON, *optional: str) -> JSON:
    """An object with these properties and no others, all of which must be there but for the optional ones."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _or_null(schema: JSON) -> JSON:
    return {"anyOf": [schema, {"type": "null"}]}


_STRINGS = _array(_STRING)
_NUMBERS = _array(_NUMBER)
_FORMULAS = _object({"text": _STRING, "latex": _STRING})

FAILURE = _object(
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
DECLARED = _array(
    _object({"name": _STRING, "shape": _STRINGS, "properties": _STRINGS, "means": _STRING, "theory": _STRING})
)
OBLIGATION = _object(
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
NOTE = _object(
    {
        "file": _STRING,
        "line": _PLACE,
        "column": _PLACE,
        "label": _STRING,
        "note": _STRING,
        "kind": {"enum": list(NOTED)},
    }
)
SUMMARY = _object({word: _COUNT for word in (*VERDICTS, "not_certified", "unexpected", "noted")}, "noted")
THEOREM = _object(
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
    **_object(
        {
            "name": _STRING,
            "title": _STRING,
            "summary": _STRING,
            "sources": _STRINGS,
            "count": _COUNT,
            "names": _STRINGS,
            "definitions": _array(_object({"text": _STRING, "latex": _STRING, "source": _STRING})),
            "theorems": _array(THEOREM),
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
_FINE = _object({"text": _STRING, "latex": _STRING, "justification": _STRING})
LINE = _object(
    {"number": _PLACE, "text": _STRING, "latex": _STRING, "rules": _STRING, "fine": _array(_array(_FINE))}, "fine"
)


#: A line of a derivation that was found: the first one has no rules.
STEP = _object({"number": _PLACE, **_FORMULAS["properties"], "rules": _STRINGS})
_CERTIFICATE: JSON = {"type": ["object", "null"], "description": "in the format derive-certificate/2"}
_BESIDE = _object({"statement": _STRING, "verdict": {"enum": list(VERDICTS[:3])}, "backing": _BACKING})
CLAIM = _object(
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
        "added": _array(_object({"words": _STRING, "ground": _STRING})),
        "conditions": _STRINGS,
        "witness": {"type": "object"},
        "without_hypotheses": {"enum": ["refuted", "undefined", "reading", "open", None]},
        "corrected": _array(_BESIDE),
        "theorem": _STRING,
        "reason": _STRING,
        "note": _STRING,
        "undecided": _STRING,
    }
)
ENTRY = _object(
    {"what": {"enum": list(WHAT)}, "name": _STRING, "says": _STRING,
     "more": _array(_object({"title": _STRING, "text": _STRING}))}
)  # fmt: skip
COUNTED = _object({"name": _STRING, "lines": _COUNT, "files": {"type": "object", "additionalProperties": _COUNT}})
RESTS = _object({"answer": _STRING, "parts": _STRINGS, "lines": _COUNT, "besides": _STRING})


def _schema(name: str, title: str, properties: JSON) -> JSON:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": file_of(name),
        "title": title,
        **_object({"schema": {"const": name}, **properties}),
    }


def schemas() -> dict[str, JSON]:
    """The name of a format → its schema."""
    read = _or_null(_object({**_FORMULAS["properties"], "kind": _STRING, "hypotheses": _STRINGS}))
    made = {
        PROVE: (
            "What derive prove --json prints",
            {
                "read": read,
                "verdict": {"enum": list(VERDICTS)},
                "obligations": {**_array(OBLIGATION), "minItems": 1},
                "summary": SUMMARY,
                "certificate": _CERTIFICATE,
                "error": _or_null(FAILURE),
            },
        ),
        CHECK: (
            "What derive check --json prints",
            {"obligations": _array(OBLIGATION), "notes": _array(NOTE), "summary": SUMMARY},
        ),
        LIST: ("What derive list --json prints", {"theories": _array(THEORY)}),
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
                "lines": _array(LINE),
                "parts": _array(_object({"number": _STRING, "name": _STRING, **_JUDGED})),
                "near_misses": _array(_object({"wrong": _STRING, **_JUDGED})),
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
                "lines": _array(STEP),
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
                "claims": _array(CLAIM),
                "summary": _object({**{word: _COUNT for word in (*ANSWERS, "not_certified")}, "unexpected": _STRINGS}),
            },
        ),
        EXPLAIN: (
            "What derive explain --json prints",
            {"asked": _STRING, "entries": {**_array(ENTRY), "minItems": 1}},
        ),
        TRUST: (
            "What derive trust --json prints",
            {"parts": _array(COUNTED), "axioms": _STRINGS, "answers": _array(RESTS)},
        ),
        AXES: (
            "What derive axes --json prints",
            {
                "source": _STRING,
                "N": {"type": "integer", "minimum": 1},
                "zero_gains": _array(_COUNT),
                "dimension": _COUNT,
                "semi_axes": _NUMBERS,
                "condition": _or_null(_NUMBER),
                "log_volume": _or_null(_NUMBER),
                "tilt": _or_null(_NUMBER),
                "normal": _or_null(_NUMBERS),
                "trace_error": _or_null(_NUMBER),
                "directions": _array(_NUMBERS),
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
