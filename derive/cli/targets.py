"""What `derive check` is given: theories, labels, Python files and papers, as subjects with theorems or relations in them.

A Python file is the user's own code: it is imported, which runs it.  What stands at its top level is what is checked:
see `derive.cli.collected`; where it is written is found in its syntax tree.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from derive.cli.find import is_ours, theorem_labelled, theory_named
from derive.cli.kept import Kept
from derive.cli.obligations import Group, Obligation
from derive.cli.papers import SUFFIXES, PaperSubject
from derive.errors import DerivationError, DeriveError, InputError

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem
    from derive.cli.collected import Collected


#: A line and a column, both from 1.
Place = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """Where a function or an assignment begins, and its longest chain of ``.by(…)``: one place for each."""

    file: str
    start: Place
    steps: tuple[Place, ...] = ()


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


#: A Python file larger than this is not a file of derivations.
MAX_BYTES = 2_000_000


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
        from derive.cli.collected import check_theorem

        name = label.partition(".")[2].partition("[")[0]
        return [replace(o, label=label) for o in check_theorem(self.theorems[label], self.file, self.places.get(name))]


class TheorySubject(Kept):
    """A theory, or one theorem of it; or ``known``, what was found of it by the same program.

    Nothing of it is read before it is needed: of what is known, ``read`` has the title and no theorems.
    """

    failures: tuple[Obligation, ...] = ()

    def __init__(self, target: str) -> None:
        self.target = target

    @cached_property
    def read(self) -> Subject:
        """The theorems; raises `NameError_` for a label that there is not."""
        from derive.theories.registry import THEORIES

        if self.target in THEORIES:
            return _theory(self.target)
        theorem = theorem_labelled(self.target)
        return _theory(theorem.label.partition(".")[0], (theorem,))

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

    def check(self, label: str) -> list[Obligation]:
        return self.read.check(label)

    @property
    def question(self) -> str:
        """The theory or label, and the folder from which its files are named."""
        return f"check {self.target} from {Path.cwd()}"

    def look_up(self) -> dict[str, Any] | None:
        """What was found of the theory, with its title; None of one that is not a part of the program."""
        self.known = None
        self.__dict__.pop("read", None)
        found = super().look_up() if is_ours(self.target) else None
        if found is not None:
            self.__dict__["read"] = Subject(found["name"], found["title"], found["file"], {}, {})
        return found

    def keep(self, groups: Sequence[Group]) -> None:
        """Keep what was found of a theory that is a part of the program."""
        if is_ours(self.target):
            self.put(groups, {"name": self.name, "title": self.title, "file": self.file}, {})


#: What a target is.
AnySubject: TypeAlias = Subject | TheorySubject | PaperSubject


@cache
def subject(target: str) -> AnySubject:
    """The subject of a target; raises `InputError` when it is none.

    Remembered, so that a worker process reads each target once.
    """
    from derive.theories.registry import THEORIES

    if target in THEORIES:
        return TheorySubject(target)
    path = Path(target)
    if path.suffix == ".py":
        return _file(path)
    if path.suffix in SUFFIXES:
        return PaperSubject(path)
    if path.exists():
        what = "a folder" if path.is_dir() else "neither a Python file (.py) nor a paper (.tex, .md)"
        raise InputError(f"the target {target!r} is {what}", hint=_WAYS)
    if "." in target and "/" not in target:
        return TheorySubject(target)
    theory_named(target)
    raise InputError(f"the target {target!r}", hint=_WAYS)


_WAYS = "give theories (see derive list), labels such as layernorm.eq6, Python files, or papers (.tex, .md)"


def check_one(target: str, label: str) -> list[Obligation]:
    """The obligations of one theorem of a target: a unit of work, named by strings only."""
    return subject(target).check(label)


def _theory(name: str, theorems: tuple[Theorem, ...] | None = None) -> Subject:
    from derive.theories.registry import THEORIES

    theory = theory_named(name)
    file = getattr(sys.modules.get(THEORIES[name]), "__file__", None)
    places: dict[str, Places] = {}
    # A theory that is a package is written in all of its modules.
    for path in _modules(Path(file)) if file else ():
        places.update(places_in(path.read_text(encoding="utf-8"), _shown(path)))
    shown = _shown(Path(file)) if file else None
    listed = theory.theorems if theorems is None else theorems
    return Subject(name, theory.title, shown, {theorem.label: theorem for theorem in listed}, places)


def _modules(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]


def _shown(path: Path) -> str:
    """A path as people want it: from the folder they are in, when it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _file(path: Path) -> Subject:
    from derive.authoring.theory import Theory
    from derive.cli.collected import LOOKED_FOR, collect

    source = _source(path)
    places = places_in(source, str(path))
    try:
        module = _imported(path)
    except (DerivationError, AssertionError) as error:
        if isinstance(error, DerivationError):
            number, reason, note = error.number, error.report, error.rule
        else:
            said = f": {error}" if str(error) else ""
            number, reason, note = None, f"what the file asserts does not hold{said}", "assert"
        line = _line_in(path, error.__traceback__)
        made = Obligation(
            path.stem, "line", "unsupported", number=number, file=str(path), line=line, reason=reason, note=note
        )
        return Subject(path.stem, "", str(path), {}, places, (made,))
    theory = getattr(module, "THEORY", None)
    try:
        theorems = collect(vars(module), path.stem)
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint=error.hint) from error
    if not theorems:
        message = f"{path}: nothing to check: no module-level {LOOKED_FOR}"
        raise InputError(message, hint="assign one: claim = derive.prove(lhs, rhs); derive.equal(…) is a hypothesis")
    title = theory.title if isinstance(theory, Theory) else ""
    return Subject(path.stem, title, str(path), theorems, places)


def _source(path: Path) -> str:
    """The text of a Python file, refused before it is imported when it cannot be one."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path}: more than {MAX_BYTES} bytes", hint="split the file")
        source = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8"
        raise InputError(message, hint="save the file as UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", hint="give a Python file that can be read") from None
    if not source.strip():
        raise InputError(f"{path}: the file is empty", hint="write a Derivation in it: proof = Derivation.start(…)")
    return source


@contextmanager
def _search_path(folder: Path) -> Iterator[None]:
    """The folder in front of the import path, as for a script."""
    before = list(sys.path)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path[:] = before


def _imported(path: Path) -> ModuleType:
    """Run a Python file as a module; what it raises becomes an `InputError` with the line, a `DerivationError` stays."""
    if path.suffix != ".py":
        raise InputError(f"{path}: not a Python file", hint=_WAYS)
    name = f"derive_checked_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path.absolute())
    sys.modules[name] = module  # dataclasses look their module up
    try:
        with _search_path(path.resolve().parent):  # as the file is now: bytecode beside it may be of a second ago
            exec(compile(path.read_bytes(), module.__file__, "exec", dont_inherit=True), module.__dict__)
    except (DerivationError, AssertionError):
        raise
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}", hint="the file is no Python") from None
    except DeriveError as error:
        line = _line_in(path, error.__traceback__) or 1
        raise InputError(f"{path}:{line}: {error}") from None
    except (RecursionError, MemoryError):
        raise InputError(f"{path}: nested too deeply", hint="name its parts") from None
    except SystemExit as error:
        line = _line_in(path, error.__traceback__) or 1
        hint = "put what runs under: if __name__ == '__main__'"
        raise InputError(f"{path}:{line}: the file ends the program ({error.code!r})", hint=hint) from None
    except Exception as error:  # whatever the user's own code raises
        line = _line_in(path, error.__traceback__) or 1
        message = f"{path}:{line}: the file raised {type(error).__name__}: {error}"
        raise InputError(message, hint=f"run it by itself: python {path}") from None
    finally:
        sys.modules.pop(name, None)
    return module


def _line_in(path: Path, traceback: TracebackType | None) -> int | None:
    """The line of the file from which an error came, the innermost one."""
    line, here = None, path.absolute()
    while traceback is not None:
        if Path(traceback.tb_frame.f_code.co_filename) == here:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line
