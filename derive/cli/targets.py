"""What `derive check` is given: theories, labels, Python files and papers, as subjects with theorems or relations in them.

A Python file is the user's own code: it is imported, which runs it.  What stands at its top level is what is checked:
see `derive.authoring.collected`; where it is written is found in its syntax tree.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from derive.cli.kept import Kept
from derive.cli.obligations import Group, Obligation
from derive.cli.papers import PaperSubject
from derive.cli.places import Places
from derive.errors import DerivationError, InputError
from derive.targets import Target, labelled
from derive.theories.registry import DOCUMENTS, load_theory, module_of

if TYPE_CHECKING:
    from derive.authoring.collected import Collected
    from derive.authoring.theory import Theorem


#: What is said of a file in which there is nothing.
EMPTY = "nothing to check"


def places_in(source: str, file: str) -> dict[str, Places]:
    """Name → places, for the functions and assignments at the top level of a file; {} for a file that has no tree.

    >>> places_in("d = start(x).by(r).by(q)", "d.py")["d"].steps
    ((1, 14), (1, 20))
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    rows = source.splitlines()
    found: dict[str, Places] = {}
    for node in tree.body:
        for name in _names(node):
            steps = max(_chains(node), key=len, default=[])
            found[name] = Places(
                file,
                (node.lineno, node.col_offset + 1),
                tuple((line, len(rows[line - 1].encode()[:at].decode(errors="replace")) + 1) for line, at in steps),
            )
    return found


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            found = [
                part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
            return [target.id for target in found if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _chains(node: ast.AST) -> Iterator[list[tuple[int, int]]]:
    """For every call of ``.by``: the places of the words ``by`` in the chain it ends, first to last, in bytes."""
    for part in ast.walk(node):
        chain: list[tuple[int, int]] = []
        while isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            if part.func.attr == "by" and part.func.end_lineno is not None and part.func.end_col_offset is not None:
                chain.append((part.func.end_lineno, part.func.end_col_offset - len("by")))
            part = part.func.value
        yield chain[::-1]


@dataclass(frozen=True)
class Subject:
    """A theory or a file: its theorems, where they are written, and what already failed when it was read."""

    name: str
    title: str
    file: str | None
    theorems: Mapping[str, Theorem | Collected]
    places: dict[str, Places]
    failures: tuple[Obligation, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.theorems)

    def check(self, label: str) -> list[Obligation]:
        from derive.cli.theorems import check_theorem

        name = label.partition(".")[2].partition("[")[0]
        return [replace(o, label=label) for o in check_theorem(self.theorems[label], self.file, self.places.get(name))]


class CodeSubject(Kept):
    """A theory, or a Python file or module, or one theorem of it; or ``known``, what was found of it by the same program.

    Nothing of a theory of the program is read before it is needed: of what is known, ``read`` has the title and no theorems.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self.lasts = Target.of(target).is_ours
        if not self.lasts:  # what is no subject is said at once
            _ = self.read

    @cached_property
    def read(self) -> Subject:
        """The theorems; raises `NameError_` for a label that there is not."""
        target = Target.of(self.target)
        return _theory(target) if target.python is None else _python(target, target.python)

    @property
    def name(self) -> str:
        return self.read.name

    @property
    def title(self) -> str:
        return self.read.title

    @property
    def file(self) -> str | None:
        """Where it is written, as people want it."""
        return self.read.file

    @property
    def labels(self) -> tuple[str, ...]:
        return self.read.labels

    @property
    def failures(self) -> tuple[Obligation, ...]:
        """What failed when it was read, which happens to nothing of the program."""
        return () if self.lasts else self.read.failures

    def check(self, label: str) -> list[Obligation]:
        return self.read.check(label)

    @property
    def question(self) -> str:
        """The theory or label, and the folder from which its files are named."""
        return f"check {self.target} from {Path.cwd()}"

    def look_up(self) -> dict[str, Any] | None:
        """What was found of it, with its title; None of one that is not a part of the program."""
        if self.lasts:
            self.__dict__.pop("read", None)
        found = super().look_up()
        if found is not None:
            self.__dict__["read"] = Subject(found["name"], found["title"], found["file"], {}, {})
        return found

    def keep(self, groups: Sequence[Group]) -> None:
        self.put(groups, {"name": self.name, "title": self.title, "file": self.file}, {})


#: What a target is.
AnySubject: TypeAlias = CodeSubject | PaperSubject


@cache
def subject(target: str) -> AnySubject:
    """The subject of a target; raises `InputError` when it is none.

    Remembered, so that a worker process reads each target once.
    """
    found = Target.of(target)
    if found.is_paper:
        return PaperSubject(Path(found.source), found.label)
    if found.is_theory and module_of(found.source).endswith(DOCUMENTS):
        load_theory(found.source)  # which sees that it has this name
        return PaperSubject(Path(_shown(Path(module_of(found.source)))), found.label)
    if found.is_theory or found.python is not None or (found.source == target and not Path(target).exists()):
        return CodeSubject(target)
    raise found.unknown()


def labels_of(target: str) -> tuple[str, ...]:
    """What there is to check of a target, which is read by then: a unit of work as well."""
    return tuple(subject(target).labels)


def check_one(target: str, label: str) -> list[Obligation]:
    """The obligations of one theorem of a target: a unit of work, named by strings only."""
    return subject(target).check(label)


def _theory(target: Target) -> Subject:
    """A theory, or the one theorem of it that is asked for."""
    theorems = target.theorems
    theory = target.theory if target.is_theory else load_theory(theorems[0].label.partition(".")[0])
    module = module_of(theory.name)
    file = module if module.endswith(".py") else getattr(sys.modules.get(module), "__file__", None)
    places: dict[str, Places] = {}
    # A theory that is a package is written in all of its modules.
    for path in _modules(Path(file)) if file else ():
        places.update(places_in(path.read_text(encoding="utf-8"), _shown(path)))
    shown = _shown(Path(file)) if file else None
    return Subject(theory.name, theory.title, shown, {theorem.label: theorem for theorem in theorems}, places)


def _modules(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]


def _shown(path: Path) -> str:
    """A path as people want it: from the folder they are in, when it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _python(target: Target, path: Path) -> Subject:
    """What a Python file or module has at its top level, or the one theorem of it that is asked for."""
    from derive.authoring.collected import ASSIGN, LOOKED_FOR, collect, theories_in
    from derive.authoring.modules import line_in, run_file, run_module, source

    shown = _shown(path) if path.is_absolute() else str(path)
    stem = path.stem if target.source.endswith(".py") else target.source.rpartition(".")[2]
    places = places_in(source(path), shown)
    try:
        module = run_file(path) if target.source.endswith(".py") else run_module(target.source)
    except (DerivationError, AssertionError) as error:
        if isinstance(error, DerivationError):
            number, reason, note = error.number, error.report, error.rule
        else:
            said = f": {error}" if str(error) else ""
            number, reason, note = None, f"what the file asserts does not hold{said}", "assert"
        line = line_in(path, error.__traceback__)
        made = Obligation(stem, "line", "unsupported", number=number, file=shown, line=line, reason=reason, note=note)
        return Subject(stem, "", shown, {}, places, (made,))
    try:
        theorems = collect(vars(module), stem)
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint=error.hint) from error
    if not theorems:
        raise InputError(f"{path}: {EMPTY}: no module-level {LOOKED_FOR}", hint=ASSIGN)
    if target.label:
        found = labelled(target.label, {label: label for label in theorems}, "theorem", target.given)
        theorems = {found: theorems[found]}
    held = theories_in(vars(module))
    title = held[0].title if len(held) == 1 else ""
    return Subject(stem, title, shown, theorems, places)
