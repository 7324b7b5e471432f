"""What was found before, kept for the next run: valid as long as nothing that it rests on has changed.

An entry is a JSON file in a folder of the user: ``DERIVE_CACHE``, or the one that the system has for caches.  Its name is a
hash of the question and of the program itself; it holds a hash of every file that was read.  What depends on more than that
(the user's own code, a measurement) is not to be kept.  Whoever can write there could change the program as well; who trusts
neither asks without it.

An entry is written beside its place and moved there: another run, or one that is killed, leaves it whole.  `recall` imports
nothing but the standard library and platformdirs: an answer that is known costs the start of Python and one file.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

#: Entries that are kept, and bytes of all of them; what was asked for longest ago goes first.
MAX_ENTRIES = 500
MAX_BYTES = 100_000_000
#: Seconds after which a part of an entry is one of a run that was killed.
ABANDONED = 3600.0
#: The packages whose answers or texts stand in ours.
PACKAGES = ("jinja2", "lark", "latexify-py", "mpmath", "numpy", "sympy")


def folder() -> Path | None:
    """Where entries are; None when ``DERIVE_CACHE`` is set to nothing."""
    if (named := os.environ.get("DERIVE_CACHE")) is not None:
        return Path(named) if named else None
    from platformdirs import user_cache_path

    return user_cache_path("derive", appauthor=False)


def entries() -> list[tuple[Path, int, float]]:
    """The entries that are kept, each with its bytes and when it was last asked for, the latest first."""
    where = folder()
    found = [] if where is None else [(path, path.stat()) for path in where.glob("*.json")]
    return sorted(((path, of.st_size, of.st_mtime) for path, of in found), key=lambda entry: -entry[2])


def clear() -> int:
    """Remove all entries; gives their number."""
    found = entries()
    for path, _, _ in found:
        path.unlink(missing_ok=True)
    return len(found)


@cache
def program() -> str:
    """The digest of the program when this run began."""
    return digest_of_program()


def digest_of_program() -> str:
    """A hash of every module and template of this package, and of the versions of Python and of `PACKAGES`."""
    digest = sha256(f"{sys.version} {sys.flags.optimize} {[_version(name) for name in PACKAGES]}".encode())
    root = Path(__file__).parent
    templates = (root.parent / "templates", root / "report" / "templates")  # in the source tree, and installed
    for path in sorted([*root.rglob("*.py"), *(path for place in templates for path in place.glob("*.*"))]):
        digest.update(str(path.relative_to(root.parent)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def recall(question: str) -> Any:
    """What was kept as the answer to a question, if every file that it rests on is as it was; None otherwise."""
    return _read(question, lambda files: all(hash_of(Path(path)) == known for path, known in files.items()))


def outdated(question: str) -> Any:
    """What was last kept as the answer to a question, whatever became of the files that it rests on; None if nothing was."""
    return _read(question, lambda _: True)


def _read(question: str, holds: Callable[[Mapping[str, str]], bool]) -> Any:
    """The answer in the entry of a question, if it holds with the files that it names."""
    where = _entry(question)
    if where is None:
        return None
    try:
        found = json.loads(where.read_text(encoding="utf-8"))
        if not holds(found["files"]):
            return None
        with suppress(OSError):  # a folder that is only read
            os.utime(where)
        return found["answer"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def keep(question: str, answer: Any, files: Mapping[Path, str] | None = None) -> None:
    """Keep an answer, which is JSON.

    It rests on some files, each with its `sha256` when it was read, or nothing if it was not there.  Where nothing can be
    written nothing is kept; nor is it where the program was changed while it ran.
    """
    where = _entry(question)
    if where is None or digest_of_program() != program():
        return
    with suppress(OSError):
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = where.with_suffix(f".{os.getpid()}.part")
        found = {"files": {str(path.absolute()): known for path, known in (files or {}).items()}, "answer": answer}
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(where)
        _tidy(where.parent)


def remembered(question: str, make: Callable[[], Any], use: bool = True) -> Any:
    """The answer to a question, made where it is not known: JSON that depends on nothing but question and program.

    It is the same whether it was known or not: what is made goes through JSON too.  Without ``use`` nothing is looked up
    or kept.
    """
    found = recall(question) if use else None
    if found is None:
        found = json.loads(json.dumps(make()))
        if use:
            keep(question, found)
    return found


def _tidy(where: Path) -> None:
    """Remove the entries that are too many, and parts of which nobody makes an entry any more."""
    for part in where.glob("*.part"):
        if time.time() - part.stat().st_mtime > ABANDONED:
            part.unlink(missing_ok=True)
    total = 0
    for number, (path, size, _) in enumerate(entries()):
        total += size
        if number >= MAX_ENTRIES or total > MAX_BYTES:
            path.unlink(missing_ok=True)


def _entry(question: str) -> Path | None:
    where = folder()
    return None if where is None else where / f"{sha256(f'{program()} {question}'.encode()).hexdigest()}.json"


def hash_of(path: Path) -> str:
    """A hash of a file; of one that is not there, nothing."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
