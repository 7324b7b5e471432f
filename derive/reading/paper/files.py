r"""Files of a paper as texts: their limits, what ``\input`` may name, and which were read.

``paper.derive.toml`` has what ``% derive:`` comments say, beside a paper that is to stay as it is.

::

    use = "layernorm"
    dimension = "N, K"
    vectors = ["a, g, b : N", 'v : K']
    let = ['\mu = \vec a \cdot \vec 1 / N']
    declare = '''
    scalar t > 0
    nonzero g
    '''
    skip = ["eq:rest"]                 # by \label
    [expect]
    "eq:variance" = "refuted"

Every key is the first word of a declaration, its value what follows; ``declare`` has whole declarations.  They are read in
their order, before the paper.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

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


#: Verdicts that ``expect`` may name.
EXPECTED = ("proved", "refuted", "unsupported", "error")


@dataclass(frozen=True)
class Sidecar:
    """Declarations, each on its line of the file; the verdicts expected at labels, labels that are skipped, premises."""

    declarations: Source
    expected: Mapping[str, str] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def sidecar_of(paper: Path, files: Files) -> Sidecar:
    """The sidecar of a paper, an empty one when there is none; raises `InputError` for one that cannot be read."""
    path = paper.with_suffix(".derive.toml")
    if not files.exists(path):
        return Sidecar(Source("", str(path)))
    text = files.text(path, "a TOML file")
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: {error}", hint="see the TOML language: key = 'value'") from None
    expected, skipped, by = found.pop("expect", {}), found.pop("skip", []), found.pop("by", {})
    skipped = [skipped] if isinstance(skipped, str) else skipped
    if not _labels(skipped):
        raise InputError(f"{path}: skip is no list of labels", hint='skip = ["eq:one"]')
    if not isinstance(by, dict) or not all(_labels(labels) for labels in by.values()):
        raise InputError(f"{path}: by is no table of labels", hint='[by] and "eq:two" = ["eq:one"] below')
    if not isinstance(expected, dict):
        raise InputError(f"{path}: expect is no table", hint='[expect] and "eq:one" = "refuted" below')
    for label, verdict in expected.items():
        if verdict not in EXPECTED:
            message = f"{path}: the verdict {str(verdict)[:40]!r} expected at {label!r}"
            raise InputError(message, hint=f"one of {', '.join(EXPECTED)}")
    return Sidecar(Source(_in_place(path, text, found), str(path)), expected, frozenset(skipped), by)


def _labels(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(label, str) for label in value)


def _in_place(path: Path, text: str, found: Mapping[str, Any]) -> str:
    """The declarations of all entries, each on the line on which its value stands in the file."""
    lines = [""] * (text.count("\n") + 1)
    at = 0
    for key, value in found.items():
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str) for part in values):
            hint = f"{key} = 'text' or {key} = ['text', 'text']; tables are only [expect] and [by]"
            raise InputError(f"{path}: the value of {key!r} is no text", hint=hint)
        named = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", re.MULTILINE).search(text, at)
        at = named.end() if named else at
        for part in values:
            begin = text.find(part.rstrip("\n"), at)  # not found when it is written with escapes
            at = begin if begin >= 0 else at
            number = text.count("\n", 0, at)
            for line in part.split("\n") if key == "declare" else [f"{key} {part}"]:
                lines[min(number, len(lines) - 1)] += f"{line}; "
                number += 1
    return "\n".join(lines)
