"""Links for the equations that the kernel has proved: what the verifier has to be told, if anything.

The verifier is asked first whether it needs nothing.  Then come the cofactors that the kernel knows, steps for the values of
functions, and cofactors found by rewriting with relations of the table.  What is handed out has been accepted.
"""

from __future__ import annotations

from typing import Any

from derive import verifier2 as verifier
from derive.certificates.asking import Asked
from derive.certificates.declarations import JSON
from derive.certificates.values import Values


class Logger:
    """Links between terms of one statement."""

    def __init__(self, statement: JSON, own: JSON | None = None) -> None:
        self.asked = Asked(statement, own)

    def link(self, left: verifier.Node, right: verifier.Node, known: JSON | None = None) -> JSON | None:
        """A link for left = right; ``known``: one with cofactors that the kernel has found."""
        asked = self.asked
        for each in ({}, known):
            if each is not None and asked.accepts(left, right, each):
                return each
        for search in SEARCHES:
            try:
                found = search(asked, left, right, known)
            except (verifier.Rejected, RecursionError):
                continue
            if found is not None and asked.accepts(left, right, found):
                return found
        return None


def _by_values(asked: Asked, left: verifier.Node, right: verifier.Node, known: JSON | None) -> JSON | None:
    scope = asked.scope()
    values = Values(scope)
    values.all_of(scope.expand(left), scope.expand(right))
    return {**(known or {}), "steps": values.steps}


SEARCHES: list[Any] = [_by_values]
