"""The JSON Schemas: the files that are written fit them, and what is not written does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import derive.certificates
from derive.certificates import schemas
from derive.certificates.certificate import certificate_of
from derive.certificates.statements import SORTS
from derive.certificates.write import Theorem, statements_of
from derive.language.hypotheses import CONDITION_KINDS

jsonschema: Any = pytest.importorskip("jsonschema")
referencing: Any = pytest.importorskip("referencing")

FOLDER = Path(derive.certificates.__file__).parent
Check = Callable[[Any], None]


def _schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def checks() -> dict[str, Check]:
    """The two schemas as functions that raise."""
    schemas = {name: _schema(name) for name in ("derive-statements-1", "derive-certificate-2")}
    resources = [(schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values()]
    registry = referencing.Registry().with_resources(resources)
    made = {}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        made[name] = jsonschema.Draft202012Validator(schema, registry=registry).validate
    return made


@pytest.fixture(scope="module")
def one_of_each(theorems: list[Theorem]) -> list[Theorem]:
    """The first theorem of each kind, and the first that rests on an equation."""
    found = {type(theorem.statement): theorem for theorem in reversed(theorems)}
    return [*found.values(), next(theorem for theorem in theorems if theorem.label == "layernorm.projector_fixes")]


def test_statements(checks: dict[str, Check], theorems: list[Theorem]) -> None:
    """The statements of the theories fit: every third one."""
    checks["derive-statements-1"](statements_of(theorems[::3]))


def test_certificates(checks: dict[str, Check], one_of_each: list[Theorem]) -> None:
    """So does a certificate of each kind."""
    assert len(one_of_each) > 10
    for theorem in one_of_each:
        checks["derive-certificate-2"](certificate_of(theorem.label, theorem.statement))


def test_the_files_are_what_the_kinds_declare(tmp_path: Path) -> None:
    """They are written by `schemas.write`, which is to be called when a kind is changed; nothing in them is by hand."""
    schemas.write(tmp_path)
    for made in tmp_path.iterdir():
        assert made.read_text("utf-8") == (FOLDER / made.name).read_text("utf-8"), made.name
    assert len(list(tmp_path.iterdir())) == 2


def test_every_sort_has_a_schema() -> None:
    """What is written and what the schema allows are told by the same words."""
    assert set(SORTS) == set(schemas.SORTS)


def test_every_condition_may_stand_in_a_statement(checks: dict[str, Check]) -> None:
    """Each word for a property is one of the schema."""
    for word in CONDITION_KINDS:
        symbol = {"A": {"shape": ["N", "N"], "properties": [word]}}
        claim = {"kind": "sign", "dimensions": ["N"], "symbols": symbol, "definitions": [], "hypotheses": [[word, "A"]]}
        statements = {"schema": "derive-statements/1", "statements": {"a": {**claim, "condition": [word, "A"]}}}
        checks["derive-statements-1"](statements)


@pytest.mark.parametrize("part", [(), ("statement",), ("body",), ("body", "links", 0)], ids=str)
@pytest.mark.parametrize("change", ["more", "less"])
def test_what_does_not_fit(
    checks: dict[str, Check], one_of_each: list[Theorem], part: tuple[str | int, ...], change: str
) -> None:
    """A key too few or too many, in the certificate, its statement, its body or a link with cofactors."""
    made = json.loads(json.dumps(certificate_of("a", one_of_each[-1].statement)))
    place = made
    for key in part:
        place = place[key]
    if change == "more":
        place["more"] = 1
    else:
        place.pop("cofactors" if "cofactors" in place else next(reversed(place)))
    with pytest.raises(jsonschema.ValidationError):
        checks["derive-certificate-2"](made)
