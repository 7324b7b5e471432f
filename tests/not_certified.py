"""What of theorems, claims and the papers is proved, not certified: the lists of ``not_certified.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

_LISTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

#: Labels of theorems.
THEOREMS: frozenset[str] = frozenset(_LISTS["theorems"])
#: Ids of claims, and of the statements that stand in their place: ``N-15/1``.
CLAIMS: frozenset[str] = frozenset(_LISTS["claims"])
#: Paper → lines.
RELATIONS: dict[str, frozenset[int]] = {name: frozenset(lines) for name, lines in _LISTS["relations"].items()}
