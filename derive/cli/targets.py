"""What `derive check` is given: theories, labels, and Python files, as subjects with theorems in them.

A Python file is the user's own code: it is imported, which runs it.  Its module-level `Derivation` and `Entry` objects and
its ``THEORY`` are what is checked.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.find import entry_labelled, theory_named
from derive.cli.obligations import Obligation, obligations_of
from derive.cli.places import Places, places_in
from derive.errors import DerivationError, DeriveError, InputError

if TYPE_CHECKING:
    from types import ModuleType, TracebackType

    from derive.theories.theory import Entry

#: A Python file larger than this is not a file of derivations.
MAX_BYTES = 2_000_000


@dataclass(frozen=True)
class Subject:
    """A theory or a file: its theorems, where they are written, and what already failed when it was read."""

    name: str
    title: str
    file: str | None
    entries: tuple[Entry, ...]
    places: dict[str, Places]
    failures: tuple[Obligation, ...] = ()

    def check(self, label: str) -> list[Obligation]:
        """The obligations of one theorem."""
        from derive.theories.theory import check_entry

        entry = next(entry for entry in self.entries if entry.label == label)
        return obligations_of(check_entry(entry), self.file, self.places.get(label.partition(".")[2]))


@cache
def subject(target: str) -> Subject:
    """The subject of a target; raises `InputError` when it is none.

    Remembered, so that a worker process reads each target once.
    """
    from derive.theories.registry import THEORIES

    if target in THEORIES:
        return _theory(target)
    path = Path(target)
    if path.suffix == ".py":
        return _file(path)
    if path.suffix in (".tex", ".md", ".ipynb"):
        raise InputError(f"{target!r}: papers cannot be checked, only theories and Python files", hint=_WAYS)
    if path.exists():
        what = "a folder" if path.is_dir() else "not a Python file (.py)"
        raise InputError(f"the target {target!r} is {what}", hint=_WAYS)
    if "." in target and "/" not in target:
        entry = entry_labelled(target)
        return _theory(entry.label.partition(".")[0], (entry,))
    theory_named(target)
    raise InputError(f"the target {target!r}", hint=_WAYS)


_WAYS = "give theories (see derive list), labels such as layernorm.eq6, or Python files"


def check_one(target: str, label: str) -> list[Obligation]:
    """The obligations of one theorem of a target: a unit of work, named by strings only."""
    return subject(target).check(label)


def _theory(name: str, entries: tuple[Entry, ...] | None = None) -> Subject:
    from derive.theories.registry import THEORIES

    theory = theory_named(name)
    file = getattr(sys.modules.get(THEORIES[name]), "__file__", None)
    places: dict[str, Places] = {}
    # A theory that is a package is written in all of its modules.
    for path in _modules(Path(file)) if file else ():
        places.update(places_in(path.read_text(encoding="utf-8"), _shown(path)))
    shown = _shown(Path(file)) if file else None
    return Subject(name, theory.title, shown, theory.entries if entries is None else entries, places)


def _modules(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]


def _shown(path: Path) -> str:
    """A path as people want it: from the folder they are in, when it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _file(path: Path) -> Subject:
    from derive.derivation.derivation import CheckedDerivation, Derivation
    from derive.theories.theory import Entry, Theory

    source = _source(path)
    places = places_in(source, str(path))
    try:
        module = _imported(path)
    except DerivationError as error:
        line = _line_in(path, error.__traceback__)
        made = Obligation(
            path.stem, "line", "unsupported", number=error.number, file=str(path), line=line,
            reason=error.report, note=error.rule,
        )  # fmt: skip
        return Subject(path.stem, "", str(path), (), places, (made,))
    entries: dict[str, Entry] = {}
    theory = getattr(module, "THEORY", None)
    if isinstance(theory, Theory):
        entries.update({entry.label: entry for entry in theory.entries})
    known = {id(entry.derivation) for entry in entries.values()} | {id(entry) for entry in entries.values()}
    for name, value in vars(module).items():
        found: Any = value.derivation if isinstance(value, CheckedDerivation) else value
        if id(found) in known:
            continue
        if isinstance(found, Derivation):
            known.add(id(found))
            label = f"{path.stem}.{name}"
            terms = (found.lines[0].term, found.lines[-1].term)
            entries[label] = Entry(label, name, terms, found.hypotheses, derivation=found)
        elif isinstance(found, Entry):
            known.add(id(found))
            entries[found.label] = found
    if not entries:
        message = f"{path}: no module-level Derivation, Entry or THEORY to check"
        raise InputError(message, hint="assign one: proof = Derivation.start(…).by(…)")
    title = theory.title if isinstance(theory, Theory) else ""
    return Subject(path.stem, title, str(path), tuple(entries.values()), places)


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
    name = f"derive_checked_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path.absolute())
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: not a Python file", hint=_WAYS)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        with _search_path(path.resolve().parent):
            spec.loader.exec_module(module)
    except DerivationError:
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
