"""What rooms ask of those above them, which they cannot import: `derive` itself sets it, before any room is imported.

A statement is decided with certificates that are searched for above its room; the certificate of a verdict is written above
it, and there the verifier is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: What answers the functions below.
ANSWERS: dict[str, Callable[[Any], Any]] = {}


def find_certificates(statement: Any) -> Any:
    """The statement with certificates that were found for it."""
    return ANSWERS["find_certificates"](statement)


def ask_verifier(proved: Any) -> Any:
    """Whether the verifier accepts the certificate of a verdict, as a `derive.statements.verdict.Backing`."""
    return ANSWERS["ask_verifier"](proved)
