"""Python files and modules as their authors wrote them: imported, which runs them; what they raise says in which line.

A file is run as it is now, whatever was imported of it before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, TracebackType

from derive.errors import DerivationError, DeriveError, InputError

#: A Python file larger than this is not a file of derivations.
MAX_BYTES = 2_000_000


def run_file(path: Path) -> ModuleType:
    """Run a Python file as a module.

    Raises `InputError` with the line for what it raises and for a file that is none; `DerivationError` and `AssertionError`
    stay, as they say what does not hold.
    """
    source(path)
    name = f"derive_checked_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path.absolute())
    sys.modules[name] = module  # dataclasses look their module up
    try:
        with search_path(path.resolve().parent):  # as the file is now: bytecode beside it may be of a second ago
            exec(compile(path.read_bytes(), module.__file__, "exec", dont_inherit=True), module.__dict__)
    except (DerivationError, AssertionError):
        raise
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}", hint="the file is no Python") from None
    except DeriveError as error:
        line = line_in(path, error.__traceback__) or 1
        raise InputError(f"{path}:{line}: {error}") from None
    except (RecursionError, MemoryError):
        raise InputError(f"{path}: nested too deeply", hint="name its parts") from None
    except SystemExit as error:
        line = line_in(path, error.__traceback__) or 1
        hint = "put what runs under: if __name__ == '__main__'"
        raise InputError(f"{path}:{line}: the file ends the program ({error.code!r})", hint=hint) from None
    except Exception as error:  # whatever the user's own code raises
        line = line_in(path, error.__traceback__) or 1
        message = f"{path}:{line}: the file raised {type(error).__name__}: {error}"
        raise InputError(message, hint=f"run it by itself: python {path}") from None
    finally:
        sys.modules.pop(name, None)
    return module


def file_of(name: str) -> Path | None:
    """The Python file of a module that can be imported, as from the current folder; None where there is none."""
    with search_path(Path.cwd()):
        try:
            found = find_spec(name)
        except (ImportError, ValueError, AttributeError):  # what stands before the last dot is no package
            return None
    return Path(found.origin) if found is not None and found.origin and found.origin.endswith(".py") else None


def run_module(name: str) -> ModuleType:
    """Import a module, as from the current folder; raises `InputError` for what that raises."""
    with search_path(Path.cwd()):
        try:
            return import_module(name)
        except (DerivationError, AssertionError):
            raise
        except Exception as error:
            raise InputError(
                f"the module {name} raised {type(error).__name__}: {error}", hint=f"python -m {name}"
            ) from None


def source(path: Path) -> str:
    """The text of a Python file; raises `InputError` for what cannot be one."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path}: more than {MAX_BYTES} bytes", hint="split the file")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8"
        raise InputError(message, hint="save the file as UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", hint="give a Python file that can be read") from None
    if not text.strip():
        raise InputError(f"{path}: the file is empty", hint="write a Derivation in it: proof = Derivation.start(…)")
    return text


def line_in(path: Path, traceback: TracebackType | None) -> int | None:
    """The line of the file from which an error came, the innermost one."""
    line, here = None, path.absolute()
    while traceback is not None:
        if Path(traceback.tb_frame.f_code.co_filename) == here:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


@contextmanager
def search_path(folder: Path) -> Iterator[None]:
    """The folder in front of the import path, as for a script."""
    before = list(sys.path)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path[:] = before
