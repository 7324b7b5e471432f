"""`docs/architecture.md`: the rooms, the way of a statement and the words of classes are those of the program."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import CodeType, FrameType
from typing import Any

import pytest
from click.testing import CliRunner

from derive.cli import main
from tests.test_architecture import PACKAGE, ROOMS, SOURCES, THIRD_PARTY
from tests.test_documents import ROOT, resolves

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def section(title: str) -> str:
    """What stands under a heading of the second level."""
    return re.split(r"^## ", PAGE.partition(f"\n## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def rows(title: str) -> list[list[str]]:
    """The table of a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


# --- rooms ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A room as the page has it."""

    floor: int
    may_import: frozenset[str]
    packages: frozenset[str]


def rooms() -> dict[str, Row]:
    """The rooms of the page, with ``as `room`, and …`` written out."""
    found: dict[str, Row] = {}
    for floor, room, _, imports, packages in rows("Rooms"):
        names = set(named(imports))
        if imports.startswith("as "):
            base, *more = named(imports)
            names = {*found[base].may_import, *more}
        found[named(room)[0]] = Row(int(floor), frozenset(names), frozenset(named(packages)))
    return found


def test_the_rooms_are_those_of_the_house() -> None:
    """Floor, permitted imports and packages from outside."""
    none: frozenset[str] = frozenset()
    house = {name: Row(room.floor, room.may_import, THIRD_PARTY.get(name, none)) for name, room in ROOMS.items()}
    assert rooms() == house


def test_every_room_is_there() -> None:
    """As a folder or a module."""
    assert [name for name in rooms() if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").is_file()] == []


# --- the way of a statement -------------------------------------------------------------------------------------


def hops() -> list[list[str]]:
    """The functions that the numbered lists name, list by list."""
    text = section("The way of a statement")
    lists: list[list[str]] = []
    for number, item in re.findall(r"^(\d+)\. ((?:.|\n(?!\n|\d+\. ))+)", text, re.MULTILINE):
        if number == "1":
            lists.append([])
        lists[-1] += [name for name in named(item) if name.startswith("derive.")]
    return lists


def code_of(name: str) -> CodeType:
    """The code that runs when a function is called, a class made, a command invoked or a property read."""
    parts = name.split(".")
    count = max(n for n in range(1, len(parts)) if resolves(".".join(parts[:n])) and _is_module(parts[:n]))
    here: Any = import_module(".".join(parts[:count]))
    for part in parts[count:]:
        here = vars(here)[part] if isinstance(here, type) else getattr(here, part)
    for inner in ("callback", "fget", "__wrapped__"):
        here = getattr(here, inner, None) or here
    code: CodeType = (here.__init__ if isinstance(here, type) else here).__code__
    return code


def _is_module(parts: list[str]) -> bool:
    return ".".join(parts) in sys.modules or ".".join(parts) in SOURCES


def called(work: Callable[[], object]) -> list[CodeType]:
    """The code of every call while something is done, in order."""
    seen: list[CodeType] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.append(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return seen


def first_missing(wanted: list[str], seen: list[CodeType]) -> str:
    """The first name whose code is not called after that of the name before it; empty when all are."""
    calls = iter(seen)
    return next((name for name in wanted if code_of(name) not in calls), "")


@pytest.mark.parametrize(("number", "last"), [(0, "mu^2"), (1, "mu")])
def test_a_statement_goes_this_way(number: int, last: str) -> None:
    """Every function that the page names is called, in the order of the page."""
    statement = re.search(r"`derive prove '([^']+)'`", section("The way of a statement"))
    assert statement
    text = statement[1].removesuffix("mu^2") + last
    assert text != statement[1] or number == 0
    CliRunner().invoke(main, ["prove", "mu = mu"])  # the theory whose names are used is loaded
    wanted = hops()[number]
    assert len(wanted) >= 4
    seen = called(lambda: _run(text))
    assert first_missing(wanted, seen) == ""


def _run(text: str) -> None:
    with pytest.raises(SystemExit):
        main(["prove", text])


def test_a_function_that_is_not_called_is_found() -> None:
    """And one that is called too early."""
    seen = [code_of(name) for name in ("derive.statements.equation.prove_chain", "derive.kernel.decide.Equation.holds")]
    assert first_missing(["derive.statements.equation.prove_chain", "derive.kernel.decide.Equation.holds"], seen) == ""
    assert first_missing(["derive.kernel.decide.Equation.holds", "derive.statements.equation.prove_chain"], seen) == (
        "derive.statements.equation.prove_chain"
    )


# --- words ------------------------------------------------------------------------------------------------------


def shared() -> dict[str, set[str]]:
    """Every public name that two classes have, with their modules."""
    found: dict[str, set[str]] = {}
    for module, source in SOURCES.items():
        for node in ast.parse(source).body if module != "derive.verifier" else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, set()).add(module.removeprefix("derive."))
    return {name: modules for name, modules in found.items() if len(modules) > 1}


def test_names_of_two_classes_are_listed() -> None:
    """Give a new class a name of its own; or say on the page what each of the classes is."""
    listed: dict[str, set[str]] = {}
    word = ""
    for name, module, meaning in rows("Class names with several meanings"):
        word = named(name)[0] if name else word
        assert meaning
        listed.setdefault(word, set()).update(named(module))
    assert listed == shared()
