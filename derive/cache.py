"""What was found of a file before, kept for the next run: valid as long as nothing that was read has changed.

An entry is a JSON file in a folder of the user (``DERIVE_CACHE``, else ``derive`` in the folder that the system has for
caches).  Its name is a hash of the question and of the program itself; it holds a hash of every file that was read.  Whoever
can write there could change the program as well; who trusts neither asks without it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

#: Entries that are kept; the oldest go first.
MAX_ENTRIES = 500


def folder() -> Path | None:
    """Where entries are; None when ``DERIVE_CACHE`` is set to nothing."""
    if (named := os.environ.get("DERIVE_CACHE")) is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "derive"


@cache
def program() -> str:
    """A hash of every module of this package, and of the version of Python."""
    digest = sha256(sys.version.encode())
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def recall(question: str) -> Any:
    """What was kept as the answer to a question, if every file that it rests on is as it was; None otherwise."""
    where = _entry(question)
    if where is None:
        return None
    try:
        found = json.loads(where.read_text(encoding="utf-8"))
        if any(_hash(Path(path)) != known for path, known in found["files"].items()):
            return None
        return found["answer"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep(question: str, answer: Any, files: Mapping[Path, str]) -> None:
    """Keep an answer that rests on some files, each with its `sha256` when it was read, or nothing if it was not there.

    Where nothing can be written nothing is kept.
    """
    where = _entry(question)
    if where is None:
        return
    with suppress(OSError):
        where.parent.mkdir(parents=True, exist_ok=True)
        part = where.with_suffix(f".{os.getpid()}.part")
        found = {"files": {str(path.absolute()): known for path, known in files.items()}, "answer": answer}
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(where)
        entries = sorted(where.parent.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in entries[MAX_ENTRIES:]:
            old.unlink(missing_ok=True)


def _entry(question: str) -> Path | None:
    where = folder()
    return None if where is None else where / f"{sha256(f'{program()} {question}'.encode()).hexdigest()}.json"


def _hash(path: Path) -> str:
    """A hash of a file; of one that is not there, nothing."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
