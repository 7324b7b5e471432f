"""``[tool.derive]`` of the nearest ``pyproject.toml``: what a project says once for every command.

::

    [tool.derive]
    templates = "my_templates"          # a folder, for reports: see docs/report.md

    [tool.derive.theories]              # theories of the project, by name: a Python file, a module or a document
    weights = "weights.py"

    [tool.derive.notation]              # how LaTeX is spelled: see docs/latex.md
    profile = "bold"

    [tool.derive]
    unread = "warn"                     # what cannot be read: an error (the default), a warning, or ignored

Options of a command come before these.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from derive.errors import InputError

#: What counts as what cannot be read.
UNREAD_IS = ("error", "warn", "ignore")


@dataclass(frozen=True)
class Settings:
    """What a project says.

    Attributes:
        theories: the name of a theory → the Python file or the document, in full, or the module in which it is.
        notation: how LaTeX is spelled, as a table of `derive.printing.from_mapping`.
        distribution: what the project is called where it is installed, its ``[project] name``; "" where it has none.
        templates: the folder of templates of reports, in full; "" for none.
        unread: what `derive check` makes of what cannot be read, one of `UNREAD_IS`.
    """

    theories: Mapping[str, str] = field(default_factory=dict)
    notation: Mapping[str, Any] = field(default_factory=dict)
    distribution: str = ""
    templates: str = ""
    unread: str = "error"


#: Files that may hold a theory, by their ends.
FILES = (".py", ".tex", ".md", ".ipynb")

#: The keys of the table.
KEYS = ("theories", "notation", "templates", "unread")


def looked_for(folder: Path) -> tuple[Path, ...]:
    """The files in which the settings of a folder are looked for; the last is the nearest one, if any is there."""
    found = [each / "pyproject.toml" for each in (folder.resolve(), *folder.resolve().parents)]
    there = next((number for number, path in enumerate(found) if path.is_file()), len(found))
    return tuple(found[: there + 1])


def settings_near(folder: Path) -> Settings:
    """The settings of a folder; those of nobody where no file is there.

    Raises `InputError` for a file that is no TOML, a key that there is not, and a value of another kind.
    """
    path = looked_for(folder)[-1]
    return _settings(path, path.stat().st_mtime_ns) if path.is_file() else Settings()


@cache
def _settings(path: Path, _: int) -> Settings:
    """The settings in a file, as it is at a time."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}", hint="see the TOML language: key = 'value'") from None
    table = _table(path, "tool.derive", found.get("tool", {}).get("derive", {}))
    for key in table:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"keys: {', '.join(KEYS)}"
            raise InputError(f"{path}: [tool.derive] has no key {key!r}", hint=hint)
    theories = _table(path, "tool.derive.theories", table.get("theories", {}))
    for name, place in theories.items():
        if not isinstance(place, str) or not name.isidentifier():
            hint = 'weights = "weights.py", or a module: weights = "package.weights"'
            raise InputError(f"{path}: [tool.derive.theories] has {name} = {place!r}", hint=hint)
    files = {name: str(path.parent / place) if place.endswith(FILES) else place for name, place in theories.items()}
    project = found.get("project", {})
    name = project.get("name", "") if isinstance(project, dict) else ""
    templates = table.get("templates", "")
    if not isinstance(templates, str):
        raise InputError(f"{path}: [tool.derive] has templates = {templates!r}", hint='templates = "my_templates"')
    notation = _table(path, "tool.derive.notation", table.get("notation", {}))
    unread = table.get("unread", "error")
    if unread not in UNREAD_IS:
        raise InputError(f"{path}: [tool.derive] has unread = {unread!r}", hint=f"one of {', '.join(UNREAD_IS)}")
    return Settings(files, notation, str(name), str(path.parent / templates) if templates else "", unread)


def _table(path: Path, name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{path}: [{name}] is {value!r}", hint='a table: key = "value"')
    return value
