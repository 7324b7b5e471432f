"""``derive check --watch``: look again whenever a file that was read is saved; what did not change is remembered.

The files are asked for their times, which works on every system and for every editor, also for those that move a new file
into the place of the old one; some hundred files cost less than a thousandth of a second.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from derive.cli.console import many, say
from derive.cli.papers import PaperSubject
from derive.errors import DeriveError
from derive.settings import looked_for
from derive.targets import PASSED_OVER, Target

if TYPE_CHECKING:
    from derive.cli.looking import Looked

#: Seconds between two looks at the times of the files.
PAUSE = 0.1

#: File → what tells that it was saved: its time, size and place on the disk; None where it is not there.
Stamps = dict[Path, tuple[int, int, int] | None]


def watch_files(
    look: Callable[[], Looked],
    first: Callable[[Looked], int],
    then: Callable[[Looked | None, Looked], None],
    targets: Sequence[str],
) -> int:
    """Show what is found with ``first``, and after each change what is new with ``then``; ends with an interrupt.

    Raises the error of the first look where no target is a file that could be mended.
    """
    before: Looked | None = None
    ours, roots = frozenset(sys.modules), _roots(targets)
    stamps: Stamps = _stamps(targets, before, {})
    while True:
        began = time.monotonic()
        try:
            found = look()
        except (DeriveError, OSError, RecursionError, MemoryError) as error:  # broken while it is edited
            if before is None and not any(Path(Target.of(target).source).exists() for target in targets):
                raise
            said = "nested too deeply, or too large" if isinstance(error, RecursionError | MemoryError) else str(error)
            say(f"derive: error: {said}")
        else:
            if before is None:
                first(found)
            else:
                then(before, found)
            before = found
        read = _stamps(targets, before, _modules(ours, roots))
        say(f"-- {many(len(read), 'file')} watched ({time.monotonic() - began:.1f} s); Ctrl-C ends")
        sys.stdout.flush()
        stamps = now = {path: stamps.get(path, stamp) for path, stamp in read.items()}  # saved while it was read: again
        changed: set[Path] = set()
        while not changed:
            time.sleep(PAUSE)
            now = _stamps(targets, before, _modules(ours, roots))
            changed = {path for path in {*stamps, *now} if stamps.get(path) != now.get(path)}
        stamps = now
        names = sorted(map(_shown, changed))
        say("", f"-- {', '.join(names[:3])}{f' and {len(names) - 3} more' if len(names) > 3 else ''} saved")
        for name in _modules(ours, roots):
            sys.modules.pop(name, None)  # imported by a file of the user, and to be imported as it is now


def _stamps(targets: Sequence[str], looked: Looked | None, modules: Mapping[str, Path]) -> Stamps:
    """What tells that a file was saved, of each that a look depends on."""
    return {path: _stamp(path) for path in dict.fromkeys((*_files(targets, looked), *modules.values()))}


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _files(targets: Sequence[str], looked: Looked | None) -> Iterator[Path]:
    """What a look depends on: targets, folders, what papers input, settings."""
    yield from looked_for(Path.cwd())
    for target in targets:
        source = Path(Target.of(target).source)
        if source.is_dir():
            yield from _below(source)
        elif (path := Target.of(target).python) is not None:
            yield path.absolute()
        else:
            yield source.absolute()
    for subject in looked.subjects.values() if looked is not None else ():
        if isinstance(subject, PaperSubject):
            yield from (path.absolute() for path in subject.files)


def _below(folder: Path) -> Iterator[Path]:
    """The folders below one, whose times change with the names in them, and the files that could be targets."""
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in PASSED_OVER]
        yield from (Path(here, name).absolute() for name in files if name.endswith((".py", ".tex", ".md", ".ipynb")))


def _modules(ours: frozenset[str], roots: frozenset[Path]) -> dict[str, Path]:
    """The modules that were imported since ``ours`` from files below some folders, by name."""
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name in ours or not file or name.startswith("derive."):
            continue
        path = Path(file)
        if any(map(path.is_relative_to, roots)) and not PASSED_OVER.intersection(path.parts):
            found[name] = path
    return found


def _roots(targets: Sequence[str]) -> frozenset[Path]:
    """The folders of the user's own modules: the current one, and those of targets."""
    return frozenset({Path.cwd(), *(Path(Target.of(target).source).resolve().parent for target in targets)})


def _shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
