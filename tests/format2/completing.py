"""Bodies completed: the verifier reads a certificate, and for a link that does not show its equation it gets one that does.

So links are found for the parts of every kind of statement, in the very scopes in which the verifier will ask for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from derive.certificates.declarations import JSON
from tests.format2 import verifier
from tests.format2.asking import Asked
from tests.format2.steps import conditioned, searched

#: Seconds that a certificate may take.
SECONDS = 60.0


class _Finding(verifier.Links):
    """Links that are searched for where those given are rejected."""

    searching = False

    def show(self, left: verifier.Node, right: verifier.Node, link: JSON) -> None:
        """Show an equation, by the link given or by one that is put in its place."""
        if not (self.inside or _Finding.searching):
            with _searching():
                asked = Asked(Asked(self.scope).scope())
                if not asked.accepts(left, right, link):
                    _put(link, searched(asked, left, right, link if "cofactors" in link else None))
        super().show(left, right, link)

    def condition(self, condition: str, term: verifier.Node, body: JSON) -> None:
        """Show a condition, by the steps given or by others."""
        if not _Finding.searching:
            with _searching():
                asked = Asked(Asked(self.scope).scope())
                if not asked.meets(condition, term, body):
                    _put(body, conditioned(asked, condition, term))
        super().condition(condition, term, body)


@contextmanager
def _searching() -> Iterator[None]:
    """While links are tried, none are searched for."""
    _Finding.searching = True
    try:
        yield
    finally:
        _Finding.searching = False


def _put(old: JSON, new: JSON | None) -> None:
    if new is not None:
        old.clear()
        old.update(new)


def completed(statement: JSON, body: JSON) -> JSON | None:
    """A body that the verifier accepts for a statement, with the links of this one where they do; None if none is found."""
    made = deepcopy(body)
    plain = verifier.Links
    verifier.Links = _Finding  # type: ignore[misc]  # the checker makes its links by this name
    try:
        verifier.Checker(SECONDS).check(statement, made)
    except verifier.Rejected:
        return None
    finally:
        verifier.Links = plain  # type: ignore[misc]
    return made
