"""What rooms ask of those above them, which they cannot import: `derive` itself sets it, before any room is imported.

A statement is decided with certificates that are searched for above its room, and a verdict has a certificate that is
written above it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: What answers the functions below.
ANSWERS: dict[str, Callable[[Any], Any]] = {}


def find_certificates(statement: Any) -> Any:
    """The statement with certificates that were found for it."""
    return ANSWERS["find_certificates"](statement)


def write_certificate(proved: Any) -> Any:
    """The certificate of a verdict or judgement as JSON; None where there is none."""
    return ANSWERS["write_certificate"](proved)
