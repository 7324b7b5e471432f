"""Files as they would be: paths whose texts are those of an editor, or of a change that is tried, not those on the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_Path: Any = type(Path())  # the class of paths of this system: before Python 3.12 it alone can be a base


def paths_with(texts: Mapping[str, str]) -> type[Path]:
    """The class of paths for which files have these texts; what is made of such a path (``/``, ``parent``) is one too.

    A file that is not named is as it is on the disk.
    """
    known = {place(path): text.encode("utf-8", "surrogatepass") for path, text in texts.items() for place in _NAMES}

    class Opened(_Path):  # type: ignore[misc]  # a base that is known when the program runs
        __slots__ = ()

        def _data(self) -> bytes | None:
            return known.get(os.path.abspath(self))

        def exists(self, **named: Any) -> bool:
            return self._data() is not None or super().exists(**named)

        def is_file(self, **named: Any) -> bool:
            return self._data() is not None or super().is_file(**named)

        def stat(self, **named: Any) -> os.stat_result:
            data = self._data()
            if data is None:
                return super().stat(**named)  # type: ignore[no-any-return]
            return os.stat_result((0o100644, 0, 0, 1, 0, 0, len(data), 0, 0, 0))

        def read_bytes(self) -> bytes:
            data = self._data()
            return super().read_bytes() if data is None else data

        def read_text(self, encoding: str | None = None, errors: str | None = None, **named: Any) -> str:
            data = self._data()
            if data is None:
                return super().read_text(encoding, errors, **named)  # type: ignore[no-any-return]
            return data.decode(encoding or "utf-8", errors or "strict")

    return Opened


#: By which names a file is known.
_NAMES = (os.path.abspath, os.path.realpath)
