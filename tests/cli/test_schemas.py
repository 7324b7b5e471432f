"""The JSON Schemas of what commands print: every ``--json`` fits its own, and what is not printed does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import derive.cli
from derive.certificates.schemas import file_of
from derive.cli import main, schemas
from derive.cli.explain import WHAT, _words
from derive.cli.obligations import IN_JSON
from derive.reading.paper.claims import KINDS

jsonschema: Any = pytest.importorskip("jsonschema", reason="jsonschema is not installed: pip install -e '.[test]'")

ROOT = Path(__file__).parents[2]
FOLDER = Path(derive.cli.__file__).parent
MINE = """import derive
N = derive.dimension("N")
x = derive.vector("x", N)
right = derive.prove(x, x)
wrong = derive.prove(x, 2 * x)
"""
PAPER = r"""% derive: dimension N; vectors a, b : N
\[ \vec a \cdot \vec b = \vec b \cdot \vec a \]
\[ \vec a \cdot \vec b = 2 \vec b \cdot \vec a \approx 3 \]
\[ \vec a^2 = \vec b \qquad \vec c = \vec a \]
% derive: off
\[ \vec a = \vec b \]
% derive: on
"""
COMMANDS = [
    ("derive-prove/1", ("prove", "norm(Pi*a)^2 = N*sigma2 = dot(a, a)")),
    ("derive-prove/1", ("prove", "0 <= norm(a) < 3")),
    ("derive-prove/1", ("prove", "A = x")),
    ("derive-prove/1", ("prove", "tanh(2*mu) = 2*tanh(mu)/(1 + tanh(mu)^2)")),
    ("derive-prove/1", ("prove", "sqrt(x[i]^2) = x[i]", "--given", "x[i] >= 0")),
    ("derive-prove/1", ("prove", "x = zz")),
    ("derive-prove/1", ("prove", "x")),
    ("derive-prove/1", ("prove", "a < b")),
    ("derive-prove/1", ("prove", r"A \cdot B = A B", "--declare", "dimension N; matrices A, B : N x N")),
    ("derive-check/1", ("check", "rmsnorm")),
    ("derive-check/1", ("check", "layernorm.left_null_space", "--strict")),
    ("derive-check/1", ("check", "mine.py", "paper.tex", "--no-cache")),
    ("derive-list/1", ("list",)),
    ("derive-list/1", ("list", "folding")),
    ("derive-show/1", ("show", "layernorm.eq6")),
    ("derive-show/1", ("show", "layernorm.projector_idempotent", "--fine")),
    ("derive-show/1", ("show", "layernorm.left_null_space")),
    ("derive-show/1", ("show", "mine.py:wrong")),
    ("derive-find/1", ("find", "a - mu*one", "Pi*a")),
    ("derive-find/1", ("find", "a", "Pi*a")),
    ("derive-find/1", ("find", "a", "a.T")),
    ("derive-find/1", ("find", "(c + t)^2", "c^2 + 2*c*t + t^2", "--declare", "scalar c, t", "--limit", "9")),
    ("derive-claims/1", ("claims", "R-01", "R-59", "B-01", "--no-cache")),
    ("derive-claims/1", ("claims", "--source", "B", "--no-cache")),
    *(
        ("derive-explain/1", ("explain", word))
        for word in ("vacuous", "invertible", "common denominator", "null space")
    ),
    ("derive-explain/1", ("explain", "layernorm.eq6")),
    ("derive-cache/1", ("cache", "info")),
    ("derive-trust/1", ("trust",)),
    ("derive-axes/1", ("axes", "gains.txt")),
    ("derive-axes/1", ("axes", "zeros.txt", "--directions", "2")),
    ("derive-rocq/1", ("check", "--kernel", "rocq", "layernorm.eq6", "layernorm.jacobian")),
]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=lambda each: " ".join(each)[:50] if each else "")
def test_commands(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: tuple[str, ...]
) -> None:
    """Each form of each command: decided in every way, unread, with lines and with parts."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    (tmp_path / "gains.txt").write_text("1 -2 0.5 3", encoding="utf-8")
    (tmp_path / "zeros.txt").write_text("0 0 1 0", encoding="utf-8")
    found = json.loads(run(*command, "--json").stdout)
    assert found["schema"] == name
    jsonschema.Draft202012Validator(schemas.schemas()[name]).validate(found)


def test_every_json_is_held_to_a_schema() -> None:
    """Whatever command has ``--json`` is among those above, and whatever has a schema is printed by one of them."""
    printing = {
        name for name, later in main.commands.items() if any("--json" in each.opts for each in later.load().params)
    }
    assert {command[0] for _, command in COMMANDS} == printing
    assert {name for name, _ in COMMANDS} == set(schemas.schemas()) - {schemas.ERROR}


def test_every_format_is_on_the_page() -> None:
    """With the command that prints it, and its file."""
    page = (ROOT / "docs" / "programs.md").read_text("utf-8")
    for name, schema in schemas.schemas().items():
        by = "derive serve" if name == schemas.ERROR else schema["title"].removeprefix("What ").removesuffix(" prints")
        assert f"| `{name}` | `{by}` | `derive/cli/{file_of(name)}` |" in page


def test_no_relation_is_graded_without_its_reading(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a verdict has its sides and its names; what has none says why as data."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    found = json.loads(run("check", "paper.tex", "--no-cache", "--json").stdout)["obligations"]
    assert {each["verdict"] for each in found} == {"proved", "refuted", "error"}
    for each in found:
        graded = each["verdict"] != "error"
        assert (bool(each["lhs"] and each["rhs"] and each["declared"]), each["error"] is None) == (graded, graded)


@pytest.mark.parametrize("name", schemas.schemas())
def test_schemas_are_closed(name: str) -> None:
    """They are schemas, and take neither another version nor a key too many."""
    schema = schemas.schemas()[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    least = {"schema": name, **{key: None for key in schema["required"] if key != "schema"}}
    for wrong in ({**least, "schema": "derive-other/1"}, {**least, "more": 1}, {"schema": name}, []):
        assert not check.is_valid(wrong)


def test_the_files_are_what_the_program_says(tmp_path: Path) -> None:
    """They are written by `schemas.write`, which is to be called when a format changes; nothing in them is by hand."""
    schemas.write(tmp_path)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.schema.json")}
    assert set(made) == {file_of(name) for name in schemas.schemas()}


def test_words_are_those_of_the_program() -> None:
    """The keys of an obligation, the kinds of notes, and of what is explained."""
    assert list(schemas.OBLIGATION["properties"]) == list(IN_JSON)
    assert set(schemas.NOTE["properties"]["kind"]["enum"]) == set(KINDS)
    assert {each.what for _, each in _words()} | {"theorem", "rule"} == set(WHAT)
