r"""Files of a paper as texts: their limits, what ``\input`` may name, and which were read."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from derive.errors import InputError
from derive.reading.source import Source

#: A file larger than this is no file of a paper.
MAX_BYTES = 4_000_000

_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,300}")


class Files:
    """The files that were looked for: ``seen`` has a hash of each as it was read, nothing for one that was not there."""

    def __init__(self) -> None:
        self.seen: dict[Path, str] = {}

    def exists(self, path: Path) -> bool:
        try:
            found = path.is_file()
        except OSError:  # a name that is too long, say
            found = False
        if not found:
            self.seen.setdefault(path, "")
        return found

    def text(self, path: Path, what: str) -> str:
        r"""The text of a file, line ends as ``\n``; raises `InputError` for what is no text in UTF-8, or too large.

        ``what`` says what should be given instead: "a paper".
        """
        try:
            if not self.exists(path):
                found = "a folder" if path.is_dir() else "no such file" if not path.exists() else "no ordinary file"
                raise InputError(f"{path}: {found}", hint=f"give {what} that can be read")
            if path.stat().st_size > MAX_BYTES:
                raise InputError(f"{path}: more than {MAX_BYTES} bytes", hint="split the file")
            data = path.read_bytes()
            self.seen[path] = sha256(data).hexdigest()
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"{path}: byte {error.start} is not UTF-8", hint="save the file as UTF-8") from None
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}", hint=f"give {what} that can be read") from None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def source(self, path: Path) -> Source:
        """A file as a source, named as it was given."""
        return Source(self.text(path, "a paper"), str(path))

    def named_by_input(self, main: Path, name: str) -> Path | None:
        r"""The file that ``\input{name}`` means, as TeX finds it from the folder of the main file; None for what is no TeX.

        Raises `InputError` when it does not exist, or lies neither below the folder of the paper nor below the one that
        people are in: a paper by somebody else must not show other files.
        """
        if not _NAME.fullmatch(name):
            raise InputError("a name of a file that cannot be", hint="name a file below the folder of the paper")
        path = main.parent / name
        longer = path.with_name(path.name + ".tex")
        if path.suffix not in ("", ".tex", ".ltx", ".sty") and not self.exists(longer):
            return None
        if not self.exists(path):
            path = longer
        folders = (main.parent.resolve(), Path.cwd().resolve())
        if not any(path.resolve().is_relative_to(folder) for folder in folders):
            hint = "check the paper from a folder above both"
            raise InputError(f"{name}: outside of the folder of the paper", hint=hint)
        if not self.exists(path):
            raise InputError(f"{name}: no such file", hint="name a file below the folder of the paper")
        return path
