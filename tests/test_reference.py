"""The reference of the site is made of the program's tables: nothing that they have is missing, and every table is whole."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from derive import api, errors
from derive.cli import main
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import CONDITION_KINDS
from derive.language.operations import OPERATIONS
from derive.pool import rules_of
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.declaring import KEYWORDS, SYNONYMS
from derive.reading.latex.words import OF_DOCUMENTS
from derive.statements.kinds import all_kinds
from derive.theories.registry import THEORIES, load_theory

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def reference() -> Iterator[ModuleType]:
    """`docs/reference.py`, which is no module of the package."""
    spec = spec_from_file_location("docs_reference", DOCS / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    yield made
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def pages(reference: ModuleType) -> dict[str, str]:
    """Its pages, as they are for a build of the site."""
    return {name: made() for name, made in reference.PAGES.items()}


def first_cells(page: str) -> list[str]:
    """What stands in the first column of its tables."""
    return [row.split(" | ")[0].removeprefix("| ") for row in page.splitlines() if row.startswith("| ")]


def test_every_declaration_is_there(pages: dict[str, str]) -> None:
    """The words of the reader, in the singular and in the plural, the choices of conventions, the conditions."""
    cells = " ".join(first_cells(pages["declarations"]))
    named = {
        *KEYWORDS,
        *SYNONYMS,
        *CONDITION_KINDS,
        *OF_DOCUMENTS,
        *(f"{name}: {c}" for name, each in CONVENTIONS.items() for c in each.choices),
    }
    began = {name.split()[0] for name in CONVENTIONS}  # a word of the reader begins these
    assert [word for word in named - began if f"`{word}`" not in cells] == []
    assert [word for word in began if f"`{word}" not in cells] == []


def test_every_operation_is_there(reference: ModuleType, pages: dict[str, str]) -> None:
    """By an example in each notation, once; with the condition under which it is defined, and each function."""
    cells = first_cells(pages["operations"])
    for row in OPERATIONS:
        assert cells.count(f"`{row.word}`") == 2 + (row.word in FUNCTIONS)
    (root,) = (line for line in pages["operations"].splitlines() if line.startswith("| `sqrt` | <math"))
    assert "scalar" in root
    assert "<mi>c</mi><mo>≥</mo><mn>0</mn>" in root
    (dot,) = (line for line in pages["operations"].splitlines() if line.startswith("| `dot` | `dot(a, b)`"))
    assert dot == r"| `dot` | `dot(a, b)` | `dot(a, b)` | `\vec a \cdot \vec b` | `dot(a, b)` |"


def test_every_kind_is_there(pages: dict[str, str]) -> None:
    """With every field, in a section of its own."""
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", pages["kinds"], re.MULTILINE | re.DOTALL))
    assert set(sections) == {kind.__name__ for kind in all_kinds()}
    for kind in all_kinds():
        assert set(first_cells(sections[kind.__name__])) - {"field", "---"} == {
            f"`{name}`" for name in kind.__match_args__ if name != "hypotheses"
        }


def test_every_rule_and_theorem_is_there(reference: ModuleType, pages: dict[str, str]) -> None:
    """By its name; a rule that is a theorem stands among theorems."""
    named = set(first_cells(pages["rules"]))
    for name in THEORIES:
        stated = load_theory(name).stated
        labels = {theorem.label for theorem in stated}
        assert [
            rule.name for rule in rules_of(name) if rule.source not in labels and reference.said(rule.name) not in named
        ] == []
        cells = first_cells(pages[f"theory-{name}"])
        assert [cell.partition("<br>")[2] for cell in cells if "<br>" in cell] != []
        assert {cell.partition("<br>")[2] for cell in cells if "<br>" in cell} == {f"`{label}`" for label in labels}


def test_every_command_and_name_is_there(pages: dict[str, str]) -> None:
    """Commands with their options, public names of Python, exceptions."""
    for name, later in main.commands.items():
        section = pages["commands"].partition(f"\n## derive {name}\n")[2].partition("\n## ")[0]
        options = [each for each in later.load().params if each.param_type_name == "option"]  # type: ignore[attr-defined]
        assert [each.opts[-1] for each in options if each.opts[-1] not in section] == [], name
    made = re.findall(r"^\.\. [\w:]+:: derive\.(\w+)$", pages["python"], re.MULTILINE)
    assert sorted(made) == sorted(api.__all__)
    found = {
        name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, errors.DeriveError)
    }
    assert {f"`{name}`" for name in found} <= set(first_cells(pages["messages"]))


def test_every_table_is_whole(pages: dict[str, str]) -> None:
    """Each row has as many cells as its head: no bar in a formula, and no code, ends a cell."""
    for name, page in pages.items():
        count = 0
        for before, line in zip(["", *page.splitlines()], page.splitlines(), strict=False):
            if line.startswith("| "):
                cells = len(re.split(r"(?<!\\)\|", line))
                count = count if before.startswith("| ") else cells
                assert cells == count, (name, line)


def test_words_are_not_marks(reference: ModuleType) -> None:
    """What Markdown would take for a mark stands as it is; code and emphasis are kept."""
    assert (
        reference.said("|v| = a*b_c <x> `p|q`, ``r`` and *manifest*")
        == r"\|v\| = a\*b\_c \<x\> `p|q`, `r` and *manifest*"
    )
    row = reference.table(("a",), [(reference.said("|v| `p|q`"),)]).splitlines()[-1]
    assert len(re.split(r"(?<!\\)\|", row)) == 3


def test_every_page_is_in_the_contents(reference: ModuleType) -> None:
    """Those that are written by hand, and those that are made."""
    contents = set(re.findall(r"^([\w/-]+)$", (DOCS / "index.md").read_text("utf-8"), re.MULTILINE))
    written = {page.stem for page in DOCS.glob("*.md")} - {"index"}
    made = {f"reference/{name}" for name in reference.PAGES if not name.startswith("theory-")}
    assert written | made <= contents


def test_a_page_is_written_when_it_changes(
    reference: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And at no other time, so that a build does not begin anew."""
    said: dict[str, Any] = {"one": lambda: "1\n"}
    monkeypatch.setattr(reference, "PAGES", said)
    reference.write(tmp_path / "new")
    path = tmp_path / "new" / "one.md"
    before = path.stat().st_mtime_ns
    reference.write(tmp_path / "new")
    assert (path.read_text("utf-8"), path.stat().st_mtime_ns) == ("1\n", before)
    said["one"] = lambda: "2\n"
    reference.write(tmp_path / "new")
    assert path.read_text("utf-8") == "2\n"
