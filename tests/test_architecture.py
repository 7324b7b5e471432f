"""Imports go down only: the house, read from the source with `ast`.

The two tables below are the architecture.  A module belongs to the *room* of its first name under ``derive``; `ROOMS` gives
each room its floor and the rooms it may import; `THIRD_PARTY` says which packages outside the standard library it may use.
Every import counts, also inside a function and under ``TYPE_CHECKING``; an import by name (``import_module("derive.x")``)
counts when its string is written out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "derive"


@dataclass(frozen=True)
class Room:
    """A floor, and the rooms below that may be imported."""

    floor: int
    may_import: frozenset[str]


def _room(floor: int, *names: str) -> Room:
    return Room(floor, frozenset(names))


_BASE = ("errors", "language")
_LOOKING = (*_BASE, "printing", "kernel", "evaluate")
_PROVING = (*_LOOKING, "search", "statements")
_DERIVING = (*_PROVING, "interop", "derivation", "answers")
_AUTHORING = (*_DERIVING, "drawing", "authoring")
_KNOWING = (*_AUTHORING, "theories")
_READING = (*_KNOWING, "reading", "certificates")
_ALL = (*_READING, "targets", "pool", "rocq", "claims", "report")

#: Room → floor and what it may import.  Where two rooms share a floor, at most one of them may import the other.
ROOMS: dict[str, Room] = {
    "above": _room(0),  # what lower rooms ask of upper ones, which the package sets
    "errors": _room(0),
    "settings": _room(0, "errors"),  # what a project says once
    "version": _room(0),
    "processes": _room(0),  # work shared among processes, whatever it is
    "language": _room(1, "errors"),
    "printing": _room(1, *_BASE),
    "drawing": _room(2, *_BASE, "printing"),
    "kernel": _room(2, *_BASE),  # trusted: neither printing nor evaluation can reach it
    "evaluate": _room(2, *_BASE, "printing"),  # shares nothing with the kernel, so that a witness is a second opinion
    "axes": _room(3, "errors", "printing", "drawing"),  # float64: numbers for real gains, on which no verdict rests
    "search": _room(3, *_LOOKING),  # terms that show something, for others to decide: it knows of no statement
    "statements": _room(4, "above", *_LOOKING, "search"),
    "interop": _room(4, *_BASE),  # terms in and out: what another program says is no verdict here
    "derivation": _room(5, "above", *_PROVING, "interop"),
    "answers": _room(5, *_PROVING, "derivation"),
    "authoring": _room(6, *_DERIVING, "drawing"),
    "theories": _room(
        7, "above", "errors", "settings", "authoring"
    ),  # what users write theories with, and nothing else
    "claims": _room(8, *_KNOWING),
    "reading": _room(8, *_KNOWING),
    "targets": _room(9, *_KNOWING, "reading"),  # what a command is given
    "pool": _room(9, *_KNOWING, "targets"),  # rules for the search for derivations
    "certificates": _room(8, *_KNOWING, "verifier"),  # which it asks on behalf of a verdict
    "rocq": _room(9, *_KNOWING, "certificates"),
    "report": _room(10, *_READING, "targets", "rocq", "claims", "processes", "verifier"),
    "cache": _room(11, *_ALL),
    "showing": _room(11, *_ALL),  # objects as people see them
    "api": _room(11, *_ALL, "cache", "showing"),
    "__init__": _room(
        11, "above", "version", "answers", "certificates", "api", "cache", "notebook", "theories", "reading"
    ),
    "cli": _room(11, *_ALL, "settings", "axes", "processes", "cache", "api", "verifier", "version"),
    "notebook": _room(11, *_ALL, "showing", "cli"),
    "pytest_plugin": _room(11, "errors", "targets", "cli"),
    "__main__": _room(11, "cli"),
    "verifier": _room(0),  # stands outside: one file that imports nothing of derive
}

#: What derivations and theories may take of interop: where a derivation begins, translated; never an opinion, or numbers.
BEGINNINGS = frozenset({"derive.interop", "derive.interop.lines", "derive.interop.public"})

#: Room → packages outside the standard library.  A room that is not listed uses the standard library only.
THIRD_PARTY: dict[str, frozenset[str]] = {
    "axes": frozenset({"numpy"}),
    "cache": frozenset({"platformdirs"}),
    "interop": frozenset({"sympy", "numpy", "latexify", "torch"}),
    "reading": frozenset({"lark"}),
    "report": frozenset({"jinja2", "numpy"}),
    "cli": frozenset({"click", "rich", "mcp", "jsonschema", "pygls", "lsprotocol", "pyarrow", "distributed"}),
    "notebook": frozenset({"IPython"}),
    "pytest_plugin": frozenset({"pytest"}),
}

#: What `derive --version` must not import, however far down.
HEAVY = frozenset({"sympy", "numpy", "torch", "latexify"})


@dataclass(frozen=True)
class Import:
    """One import of one module: by whom, of what, in which line, and whether only for types."""

    module: str
    target: str
    line: int
    for_types: bool = False


def module_name(path: Path, package: Path = PACKAGE) -> str:
    """``derive.kernel.forms`` of its file; of a package, the name of its ``__init__``."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def room_of(module: str) -> str:
    """The room of ``derive.room.module``; of ``derive`` itself, ``__init__``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports_of(source: str, module: str, names: frozenset[str]) -> Iterator[Import]:
    """Every import of a module; ``names`` are the modules there are, to tell a submodule from a name in a module."""
    tree = ast.parse(source)
    types_only = {
        id(inner)
        for node in (ast.walk(tree) if "TYPE_CHECKING" in source else ())
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        only = id(node) in types_only
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    yield Import(module, alias.name, node.lineno, only)
            case ast.ImportFrom(module=base, names=aliases, level=0):
                for alias in aliases:
                    inner = f"{base}.{alias.name}"
                    yield Import(module, inner if inner in names else str(base), node.lineno, only)
            case ast.ImportFrom(module=base, level=level):
                yield Import(module, "." * level + (base or ""), node.lineno, only)
            case ast.Constant(value=str(text)) if text.startswith("derive.") and text in names:
                yield Import(module, text, node.lineno, only)


SOURCES = {module_name(path): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = frozenset(SOURCES) | {"derive"}


@cache
def all_imports() -> list[Import]:
    """Every import of the package; read when it is first asked for, not in every process that collects tests."""
    return [found for name, source in SOURCES.items() for found in imports_of(source, name, MODULES)]


def complaints(imports: list[Import]) -> list[str]:
    """Every import that the tables do not allow, in words."""
    found: list[str] = []
    for each in imports:
        here, top = room_of(each.module), each.target.split(".")[0]
        if here not in ROOMS:
            found.append(f"{each.module} is in no room: list {here!r} in ROOMS")
        elif not top:
            found.append(f"{each.module}:{each.line} imports {each.target}: write the whole name, derive.…")
        elif top == "derive":
            there = room_of(each.target)
            if there != here and there not in ROOMS[here].may_import:
                found.append(f"{each.module}:{each.line} imports {each.target}, which {here} may not")
        elif top not in sys.stdlib_module_names | THIRD_PARTY.get(here, frozenset()):
            found.append(f"{each.module}:{each.line} imports the package {top}, which {here} may not")
    return found


def cycle_among(edges: dict[str, set[str]]) -> list[str]:
    """A cycle, as the list of its rooms with the first one repeated; empty when there is none."""
    done: set[str] = set()

    def visit(room: str, path: list[str]) -> list[str]:
        if room in path:
            return [*path[path.index(room) :], room]
        if room in done:
            return []
        for below in sorted(edges.get(room, ())):
            if found := visit(below, [*path, room]):
                return found
        done.add(room)
        return []

    return next((found for room in sorted(edges) if (found := visit(room, []))), [])


def test_modules_were_found() -> None:
    """The package is where this test looks for it: the kernel's modules and many imports are seen."""
    assert {"derive.kernel.decide", "derive.language.terms", "derive.__init__"} <= MODULES
    assert len(all_imports()) > 200


def test_every_module_has_a_room() -> None:
    """A new file or folder under derive/ is listed in ROOMS, or this fails."""
    assert {room_of(module) for module in SOURCES} <= set(ROOMS)


def test_imports_go_down() -> None:
    """No module imports a room that its own may not, and no package that its room may not."""
    assert complaints(all_imports()) == []


def test_theories_are_written_as_those_of_users() -> None:
    """With the public words alone: beside them they import one another, and the list of them an error."""
    beside = {
        (each.module, each.target)
        for each in all_imports()
        if room_of(each.module) == "theories"
        and each.target.startswith("derive.")
        and room_of(each.target) != "theories"
    }
    assert {target for _, target in beside} >= {"derive.authoring"}
    others = {(module, target) for module, target in beside if room_of(target) != "authoring"}
    assert {module for module, _ in others} == {"derive.theories.registry"}


def test_derivations_take_translations_alone() -> None:
    """A derivation may begin in SymPy, as a term; evidence of SymPy or NumPy reaches neither a derivation nor a theory."""
    taken = {
        each.target
        for each in all_imports()
        if room_of(each.module) in ("derivation", "authoring") and room_of(each.target) == "interop"
    }
    assert taken == BEGINNINGS


def test_the_table_goes_down() -> None:
    """Every allowed import of the table leads to a floor not above; so a permission cannot be written upward by mistake."""
    upward = [
        (name, target) for name, room in ROOMS.items() for target in room.may_import if ROOMS[target].floor > room.floor
    ]
    assert upward == []


def test_rooms_have_no_cycle() -> None:
    """Neither what is imported at run time nor what the table allows goes round in a circle."""
    real: dict[str, set[str]] = {}
    for each in all_imports():
        if each.target.split(".")[0] == "derive" and not each.for_types:
            real.setdefault(room_of(each.module), set()).add(room_of(each.target))
    for room, below in real.items():
        below.discard(room)
    allowed = {name: set(room.may_import) for name, room in ROOMS.items()}
    assert cycle_among(real) == []
    assert cycle_among(allowed) == []


def test_modules_have_no_cycle() -> None:
    """Within a room too no module reaches itself by its imports, those inside a function included, those for types not."""
    edges: dict[str, set[str]] = {}
    for each in all_imports():
        if room_of(each.module) == room_of(each.target) and each.target != each.module and not each.for_types:
            edges.setdefault(each.module, set()).add(each.target)
    assert cycle_among(edges) == []


def test_the_reader_of_latex_asks_no_prover() -> None:
    """What a reading needs decided it asks for (`derive.reading.latex.conventions`); nothing that proves is in its reach."""
    taken = {
        each.target
        for each in all_imports()
        if each.module.startswith("derive.reading.latex")
        and (
            room_of(each.target) in ("kernel", "evaluate", "search", "statements", "answers")
            or each.target == "derive.reading.decided"
        )
    }
    assert taken == {"derive.statements.statement"}  # the kinds of statements: what a chain is read as


def test_entrances_start_light() -> None:
    """What `derive --version` imports, followed through the package, reaches none of the heavy packages.

    An import inside a function does not run on the way in, so only those at module level are followed; a module runs the
    ``__init__`` of every package above it.
    """
    at_start: dict[str, set[str]] = {}
    waiting = ["derive.__init__", "derive.cli"]
    while waiting:
        module = waiting.pop()
        if module in SOURCES and module not in at_start:
            plain = [node for node in ast.parse(SOURCES[module]).body if isinstance(node, ast.Import | ast.ImportFrom)]
            text = ast.unparse(ast.Module(plain, []))
            at_start[module] = {each.target for each in imports_of(text, module, MODULES)}
            waiting += [*at_start[module], *(".".join(module.split(".")[:n]) for n in range(2, module.count(".") + 1))]
    reached = {target.split(".")[0] for targets in at_start.values() for target in targets}
    assert reached & HEAVY == set()


UP = "from derive.report import Report"
CASES = [
    ("derive.kernel.forms", UP, "derive.kernel.forms:1 imports derive.report"),
    ("derive.kernel.forms", "import derive.printing.latex", "imports derive.printing.latex, which kernel may not"),
    ("derive.kernel.forms", "import sympy", "imports the package sympy, which kernel may not"),
    ("derive.evaluate.point", "from derive.kernel import decide", "which evaluate may not"),
    ("derive.statements.bound", "def f():\n    import derive.interop.layernorm", ":2 imports derive.interop"),
    ("derive.interop.crosscheck", "from derive.statements.verdict import Verdict", "imports derive.statements"),
    ("derive.theories.layernorm", "import sympy", "imports the package sympy, which theories may not"),
    (
        "derive.language.terms",
        "if TYPE_CHECKING:\n    from derive.kernel.forms import Form",
        ":2 imports derive.kernel",
    ),
    ("derive.statements.scope", "NAME = 'derive.interop.layernorm'", "imports derive.interop.layernorm"),
    ("derive", "def f():\n    import sympy", "imports the package sympy, which __init__ may not"),
    ("derive.cellar", "import json", "derive.cellar is in no room"),
    ("derive.verifier", "from derive.errors import DeriveError", "which verifier may not"),
    ("derive.kernel.forms", "from ..report import model", "imports ..report: write the whole name"),
    ("derive.reading.grammar", "import jinja2", "imports the package jinja2, which reading may not"),
]


@pytest.mark.parametrize(("module", "source", "expected"), CASES)
def test_what_is_caught(module: str, source: str, expected: str) -> None:
    """Each kind of forbidden import is found, wherever it hides, with file and line."""
    found = complaints(list(imports_of(source, module, MODULES | {"derive.interop.layernorm"})))
    assert any(expected in text for text in found), found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("derive.kernel.forms", "from derive.language.terms import Term\nimport json"),
        ("derive.statements.equation", "from derive.printing import text"),
        ("derive.interop.to_sympy", "import sympy"),
        ("derive.kernel.forms", "NAME = 'derive.nothing'"),
    ],
)
def test_what_is_allowed(module: str, source: str) -> None:
    """Imports within the tables raise no complaint."""
    assert complaints(list(imports_of(source, module, MODULES))) == []


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}}, []),
        ({"a": {"b"}, "b": {"a"}}, ["a", "b", "a"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, ["b", "c", "b"]),
    ],
)
def test_cycles_are_found(edges: dict[str, set[str]], expected: list[str]) -> None:
    """A cycle is named by its rooms."""
    assert cycle_among(edges) == expected
