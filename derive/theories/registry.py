"""The theories there are: of the program, of installed packages, and of the project that one is in.

Each is imported when it is asked for.  A package offers theories by entry points of the group ``derive.theories``: the name,
and where the `derive.Theory` is; a project by its settings. ::

    [project.entry-points."derive.theories"]
    weights = "my_package.weights:theory"

    [tool.derive.theories]
    weights = "weights.py"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from derive.above import theory_of_document
from derive.errors import InputError, NameError_
from derive.settings import FILES, Settings, settings_near

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem, Theory

#: Name of a theory → the module that holds it as ``THEORY``.
THEORIES: dict[str, str] = {
    "layernorm": "derive.theories.layernorm",
    "rmsnorm": "derive.theories.rmsnorm",
    "groupnorm": "derive.theories.groupnorm",
    "instancenorm": "derive.theories.instancenorm",
    "batchnorm": "derive.theories.batchnorm",
    "folding": "derive.theories.folding",
    "expressivity": "derive.theories.expressivity",
}


#: Files that are documents.
DOCUMENTS = tuple(end for end in FILES if end != ".py")

#: The group of entry points under which packages offer theories.
GROUP = "derive.theories"


def installed() -> dict[str, EntryPoint]:
    """Name → entry point of the theories that packages offer.

    Those of the project that one is in are left out where its settings have them: they are its files as they are now.
    Raises `InputError` for a name that is there twice.
    """
    here = settings_near(Path.cwd())
    return {name: point for name, point in _offered().items() if not (name in here.theories and _is_of(point, here))}


def _is_of(point: EntryPoint, project: Settings) -> bool:
    """Is a package the project, installed?  Names of packages are compared as pip does."""
    names = (point.dist.name if point.dist is not None else "", project.distribution)
    mine, its = (re.sub(r"[-_.]+", "-", name).lower() for name in names)
    return bool(mine) and mine == its


@cache
def _offered() -> dict[str, EntryPoint]:
    """What the packages offer."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name in THEORIES or found.get(point.name, point).value != point.value:
            owner = point.dist.name if point.dist is not None else point.value
            raise InputError(f"a second theory {point.name!r}, of the package {owner}", hint="uninstall one of them")
        found[point.name] = point
    return found


def of_project() -> Mapping[str, str]:
    """Name → Python file, module or document of the theories of the project that the current folder is in."""
    found = settings_near(Path.cwd()).theories
    others = {**THEORIES, **installed()}
    for name in found:
        if name in others:
            raise InputError(f"a second theory {name!r}, of [tool.derive.theories]", hint="give it another name")
    return found


def theory_names() -> tuple[str, ...]:
    """The theories of the program, of packages, and of the project."""
    return (*THEORIES, *sorted(installed()), *of_project())


def module_of(name: str) -> str:
    """The module of a theory, or the file that it is written in."""
    return THEORIES.get(name) or (installed()[name].module if name in installed() else of_project()[name])


#: Theories that were asked for and are no part of the program: what rests on them changes while the program does not.
foreign: set[str] = set()


def load_theory(name: str) -> Theory:
    """The theory with this name; raises `NameError_` when there is none, `InputError` for what is offered as one."""
    if name in THEORIES:
        return theory_of_program(name)
    foreign.add(name)
    if name in installed():
        return _of_package(name)
    if name not in of_project():
        known = ", ".join(sorted(theory_names()))
        hint = (
            f"theories: {known}; those of a project have names in its folder: [tool.derive.theories] of pyproject.toml"
        )
        raise NameError_(f"there is no theory {name!r}", hint=hint)
    from derive.authoring.modules import file_of

    place = of_project()[name]
    path = Path(place) if place.endswith(FILES) else file_of(place)
    return _named(name, _of_project(place, path.stat().st_mtime_ns if path is not None and path.is_file() else 0))


@cache
def theory_of_program(name: str) -> Theory:
    """A theory of `THEORIES`."""
    theory: Theory = import_module(THEORIES[name]).THEORY
    return theory


@cache
def _of_package(name: str) -> Theory:
    from derive.authoring.theory import Theory

    point = installed()[name]
    try:
        offered = point.load()
    except Exception as error:  # whatever the package's own code raises
        message = f"the theory {name}: {point.value} raised {type(error).__name__}: {error}"
        raise InputError(message, hint=f"python -c 'import {point.module}'") from None
    if not isinstance(offered, Theory):
        raise InputError(f"the theory {name}: {point.value} is no derive.Theory", hint="see docs/theories.md")
    return _named(name, offered)


@cache
def _of_project(place: str, _: int) -> Theory:
    """The theory in a file or module, as it is at a time."""
    if place.endswith(DOCUMENTS):
        stated: Theory = theory_of_document(Path(place))
        return stated
    from derive.authoring.collected import theory_in
    from derive.authoring.modules import run_file, run_module

    return theory_in(vars(run_file(Path(place)) if place.endswith(".py") else run_module(place)), Path(place).stem)


def _named(name: str, theory: Theory) -> Theory:
    if theory.name != name:
        raise InputError(f"the theory {name} calls itself {theory.name!r}", hint="one name in both places")
    return theory


def find_theorem(label: str) -> Theorem:
    """The theorem with a label ``theory.name``."""
    theory, _, name = label.partition(".")
    if not name:
        raise NameError_(f"the label {label!r}", hint="a label is theory.name, such as layernorm.eq6; see derive list")
    return load_theory(theory).find_theorem(label)
