"""The JSON Schemas of statements and of certificates, from what the kinds declare of themselves.

The files ``*.schema.json`` beside this one are what these functions give; `write` makes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from derive import verifier
from derive.certificates.certificate import SCHEMA
from derive.certificates.declarations import JSON
from derive.certificates.statements import SCHEMA as STATEMENTS
from derive.certificates.statements import kinds_in_format
from derive.certificates.write import layout
from derive.language.hypotheses import CONDITION_KINDS
from derive.statements.bound import RELATIONS, Bound, Manifest
from derive.statements.conjunction import All
from derive.statements.declaration import Fields, sort_of
from derive.statements.equation import Equations
from derive.statements.implication import KINDS as SIGNS
from derive.statements.implication import Implication
from derive.statements.statement import Statement

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_STRING: JSON = {"type": "string"}
_COUNT: JSON = {"type": "integer", "minimum": 0}


def file_of(schema: str) -> str:
    """The name of the file: ``derive-certificate-1.schema.json``."""
    return f"{schema.replace('/', '-')}.schema.json"


def _ref(name: str) -> JSON:
    return {"$ref": f"#/$defs/{name}"}


def array(items: JSON, **more: object) -> JSON:
    """An array of these, with what else is said of it."""
    return {"type": "array", "items": items, **more}


def _row(*items: JSON) -> JSON:
    """An array of just these."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


def record(properties: JSON, *optional: str) -> JSON:
    """An object with these properties and no others, all of which must be there but for the optional ones."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_TERM, _NAME, _HYPOTHESES, _INNER = _ref("term"), _ref("name"), _ref("hypotheses"), _ref("inner")
_CONDITIONS: JSON = {"enum": list(CONDITION_KINDS)}

#: A field of each sort, as `derive.certificates.statements.SORTS` writes it.
SORTS: dict[str, JSON] = {
    "term": _TERM,
    "name": _NAME,
    "relation": _ref("relation"),
    "inequality": {"enum": [">=", "<="]},
    "side": {"enum": ["right", "left"]},
    "direction": {"enum": ["+", "-"]},
    "boolean": {"type": "boolean"},
    "sign": _row({"enum": list(SIGNS)}, _TERM),
    "condition": _ref("condition"),
    "hypothesis": _ref("hypothesis"),
    "lemma": {"oneOf": [_ref("equation"), _ref("bound")]},
    "member": _row(_STRING, _INNER),
    "case": _row(_ref("hypothesis"), _INNER),
    "eigenvalue": _row(_TERM, _TERM),
    "map": record({"argument": _NAME, "domain": _HYPOTHESES, "term": _TERM}),
    "set": record({"element": _NAME, "conditions": array(_ref("hypothesis"), minItems=1)}),
}


def _elsewhere(schema: Any) -> Any:
    """The same in another file than that of the statements."""
    match schema:
        case {"$ref": str(name)}:
            return {"$ref": f"{file_of(STATEMENTS)}{name}"}
        case dict():
            return {key: _elsewhere(item) for key, item in schema.items()}
        case list():
            return [_elsewhere(item) for item in schema]
    return schema


_INDICES, _LINK, _STEPS = array(_ref("index")), _ref("link"), array(_ref("step"))
_THERE = _elsewhere(_TERM)
#: The links of equations: what stands in them can be left out, cofactors with their indices.
LINKS: JSON = {
    **record(
        {
            "steps": _STEPS,
            "indices": _INDICES,
            "cofactors": array(_row(_COUNT, _INDICES, _THERE)),
            "scale": _THERE,
        },
        "steps",
        "indices",
        "cofactors",
        "scale",
    ),
    "dependentRequired": {"indices": ["cofactors"], "cofactors": ["indices"], "scale": ["cofactors"]},
}


def _step(words: list[str], *items: JSON) -> JSON:
    """A step with one of these words, and with a link at the end where it needs one."""
    return {**_row({"enum": words}, *items, _LINK), "minItems": 1 + len(items)}


#: The steps of a link, and the rows of the table of laws.
STEPS: tuple[JSON, ...] = (
    *(
        _step(
            [
                *(name for name, number in verifier.INFERENCES.items() if number == terms),
                *(name for name, row in verifier.TABLE.items() if row.shown and len(row.parameters) == terms),
            ],
            *[_THERE] * terms,
        )
        for terms in (2, 1)
    ),
    _row({"const": "replace"}, _COUNT, {"enum": ["left", "right"]}),
    _row({"const": "generic"}, _elsewhere(_NAME)),
    array(
        _THERE,
        prefixItems=[{"enum": sorted(name for name, row in verifier.TABLE.items() if not row.shown)}],
        minItems=2,
    ),
)
#: A field of a body, where it is of a sort that stands in bodies alone.
BODY_SORTS: dict[str, JSON] = {
    "link": _LINK,
    **{sort: _elsewhere(schema) for sort, schema in SORTS.items()},
}


def _fields(declared: Fields, sorts: dict[str, JSON]) -> JSON:
    made: JSON = {}
    for name, each in declared.items():
        word, least, more, _ = sort_of(each)
        most = {} if more or least is None else {"maxItems": least}
        made[name] = (
            sorts[word] if least is None else array(sorts[word], **({"minItems": least} if least else {}), **most)
        )
    return made


def _optional(declared: Fields) -> list[str]:
    return [name for name, each in declared.items() if sort_of(each).optional]


def statements_schema() -> JSON:
    """Of `derive.certificates.statements`."""
    names: JSON = {"symbols": _ref("symbols"), "definitions": _ref("definitions")}
    top = {"dimensions": array(_NAME, uniqueItems=True), **names}
    inner: dict[str, JSON] = {}
    whole: list[JSON] = []
    for kind, word in kinds_in_format().items():
        given = {} if kind is All else {"hypotheses": _HYPOTHESES}
        fields, optional = {**given, **_fields(kind.claimed, SORTS)}, _optional(kind.claimed)
        inner[word.replace(" ", "-")] = record({"kind": {"const": word}, **fields}, *optional)
        whole.append(record({"kind": {"const": word}, **top, **fields}, *optional))
    symbol = record({"shape": _ref("shape"), "properties": array(_CONDITIONS, uniqueItems=True)})
    parameters = array(_row(_NAME, _ref("shape")))
    definition = record({"name": _NAME, "parameters": parameters, "body": _TERM})
    dim = "the name of a dimension, or a number of at least 2"
    by_label = {"type": "object", "additionalProperties": _ref("statement")}
    return {
        "$schema": DRAFT,
        "$id": file_of(STATEMENTS),
        "title": "Statements, version 1",
        "description": "What is claimed, by label; FORMAT.md says what it means.",
        **record({"schema": {"const": STATEMENTS}, "statements": by_label}),
        "$defs": {
            "name": {**_STRING, "minLength": 1, "maxLength": 100, "pattern": r"^\S+$"},
            "term": {**_STRING, "minLength": 1, "description": "a term in functional notation"},
            "dim": {**_STRING, "minLength": 1, "description": dim},
            "shape": array(_ref("dim")),
            "relation": {"enum": list(RELATIONS)},
            "condition": _row(_CONDITIONS, _TERM),
            "hypothesis": {"oneOf": [_ref("condition"), _row({"const": "equal"}, _TERM, _TERM)]},
            "hypotheses": array(_ref("hypothesis")),
            "symbols": {"type": "object", "propertyNames": _NAME, "additionalProperties": symbol},
            "definitions": array(definition),
            "inner": {"oneOf": [_ref(name) for name in inner]},
            **inner,
            "statement": {"oneOf": whole},
        },
    }


def _bodies(kind: type[Statement], own: JSON) -> list[JSON]:
    """The forms of the body of a kind, with names of its own in front: what shows it, and its parts."""
    shown, optional = _fields(kind.shown, BODY_SORTS), _optional(kind.shown)
    parts = {} if kind.by_itself else {"parts": array(_ref("part"))}
    if kind is Equations:  # terms between two of a chain, such as the lines of a derivation
        return [record({**own, **shown, "through": array(array(_THERE))}, *own, "through")]
    if kind not in (Implication, Manifest, Bound):
        return [record({**own, **shown, **parts}, *own, *optional)]
    parts = {"parts": array(_ref("part"))}  # a condition that is read off has none
    read_off = record({**own, **shown, **parts, "steps": _STEPS}, *own, *optional, *parts, "steps")
    squared = record({**own, "squared": {"const": True}, **parts}, *own)
    return [read_off, squared, *_bodies(Equations, own)] if kind is Bound else [read_off]


def certificate_schema() -> JSON:
    """Of `derive.certificates.certificate`."""
    own = {name: _elsewhere(_ref(name)) for name in ("symbols", "definitions")}
    branches: list[JSON] = []
    inside: dict[str, JSON] = {}
    plain = {**_fields(Implication.shown, BODY_SORTS), "steps": _STEPS}
    for kind, word in kinds_in_format().items():
        made = _bodies(kind, own)
        body = made[0] if len(made) == 1 else {"oneOf": made}
        of_kind = {"properties": {"statement": {"properties": {"kind": {"const": word}}}}}
        branches.append({"if": of_kind, "then": {"properties": {"body": body}}})
        if "parts" in made[0]["properties"] and kind.shown in ({}, Implication.shown):
            inside["by-its-parts"] = record({**plain, "parts": array(_ref("part"))}, *plain)
            continue
        for number, alone in enumerate(_bodies(kind, {})):
            if alone not in inside.values():
                inside[word.replace(" ", "-") + f"-{number}" * (number > 0)] = alone
    whole: JSON = {
        "schema": {"const": SCHEMA},
        "label": {**_STRING, "minLength": 1},
        "statement": _elsewhere(_ref("statement")),
        "sha256": {**_STRING, "pattern": "^[0-9a-f]{64}$"},
        "body": {"type": "object"},
    }
    return {
        "$schema": DRAFT,
        "$id": file_of(SCHEMA),
        "title": "A certificate, version 2",
        "description": "A statement with what establishes it; FORMAT.md says what it means.",
        **record(whole),
        "allOf": branches,
        "$defs": {
            "index": {**_STRING, "pattern": ":"},
            "link": LINKS,
            "step": {"oneOf": list(STEPS)},
            **inside,
            "part": {"anyOf": [_ref(name) for name in inside]},
        },
    }


def write(folder: Path = Path(__file__).parent) -> None:
    """Write the two files."""
    for schema in (statements_schema(), certificate_schema()):
        (folder / schema["$id"]).write_text(layout(schema), "utf-8")
