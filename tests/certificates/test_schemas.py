"""The JSON Schemas: the files that are written fit them, and what is not written does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import derive.certificates
from derive.certificates.certificate import certificate_of
from derive.certificates.statements import KINDS
from derive.certificates.write import Theorem, statements_of

jsonschema: Any = pytest.importorskip("jsonschema")
referencing: Any = pytest.importorskip("referencing")

FOLDER = Path(derive.certificates.__file__).parent
Check = Callable[[Any], None]


def _schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def checks() -> dict[str, Check]:
    """The two schemas as functions that raise."""
    schemas = {name: _schema(name) for name in ("derive-statements-1", "derive-certificate-1")}
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
        checks["derive-certificate-1"](certificate_of(theorem.label, theorem.statement))


def test_every_kind_is_there() -> None:
    """The schema has the kinds that are written."""
    branches = _schema("derive-statements-1")["$defs"]["statement"]["oneOf"]
    assert {branch["properties"]["kind"]["const"] for branch in branches} == set(KINDS.values())


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
        checks["derive-certificate-1"](made)
