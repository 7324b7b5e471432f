"""What rooms ask of those above them, which they cannot import: `derive` itself sets it, before any room is imported.

A statement is decided with certificates that are searched for above its room; the certificate of a verdict is written above
it, and there the verifier is asked.  A line whose rule is looked for may have one of algebra, which are stated above.  A
theory of a project may be a document, which is read above.
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


def known_rules(beside: Any) -> Any:
    """Rules, and after them those of algebra, which nobody has to give."""
    return ANSWERS["known_rules"](beside)


def theory_of_document(path: Any) -> Any:
    """The theory that a document states."""
    return ANSWERS["theory_of_document"](path)
