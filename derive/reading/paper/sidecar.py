r"""``paper.derive.toml``: what ``% derive:`` comments say, beside a paper that is to stay as it is.

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
from pathlib import Path
from typing import Any

from derive.errors import InputError
from derive.reading.paper.files import Files
from derive.reading.source import Source

#: Verdicts that ``expect`` may name.
EXPECTED = ("proved", "refuted", "unsupported", "error")


@dataclass(frozen=True)
class Sidecar:
    """Declarations, each on its line of the file; the verdicts expected at labels, and the labels that are skipped."""

    declarations: Source
    expected: Mapping[str, str] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()


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
    expected, skipped = found.pop("expect", {}), found.pop("skip", [])
    skipped = [skipped] if isinstance(skipped, str) else skipped
    if not isinstance(skipped, list) or not all(isinstance(label, str) for label in skipped):
        raise InputError(f"{path}: skip is no list of labels", hint='skip = ["eq:one"]')
    if not isinstance(expected, dict):
        raise InputError(f"{path}: expect is no table", hint='[expect] and "eq:one" = "refuted" below')
    for label, verdict in expected.items():
        if verdict not in EXPECTED:
            message = f"{path}: the verdict {str(verdict)[:40]!r} expected at {label!r}"
            raise InputError(message, hint=f"one of {', '.join(EXPECTED)}")
    return Sidecar(Source(_in_place(path, text, found), str(path)), expected, frozenset(skipped))


def _in_place(path: Path, text: str, found: Mapping[str, Any]) -> str:
    """The declarations of all entries, each on the line on which its value stands in the file."""
    lines = [""] * (text.count("\n") + 1)
    at = 0
    for key, value in found.items():
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str) for part in values):
            hint = f"{key} = 'text' or {key} = ['text', 'text']; tables are only [expect]"
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
