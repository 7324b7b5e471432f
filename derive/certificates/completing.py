"""Bodies completed: the verifier reads a certificate, and a link that does not show its equation is put in its place.

So links are found for the parts of every kind of statement, in the very scopes in which the verifier will ask for them.
"""

from __future__ import annotations

from functools import cache

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import Asked
from derive.certificates.links.known import Link
from derive.certificates.links.steps import by_extension, conditioned, searched
from derive.certificates.notation import write_term

#: Seconds that a certificate may take.
SECONDS = 60.0


class Finder(verifier.Links):
    """Links that are searched for where those given are rejected."""

    def show(self, left: verifier.Node, right: verifier.Node, link: JSON) -> None:
        """Show an equation, by the link given or by one that is put in its place."""
        asked = Asked(self.scope)
        try:
            super().show(left, right, link)
        except verifier.Rejected:
            asked.restore(self.scope)
            found = _found(asked, left, right, link)
            if found is None and isinstance(link, Link):
                found = _compared(asked, left, right, link)
            _put(link, found)
            if not asked.went_on(self.scope, link):
                super().show(left, right, link)

    def condition(self, condition: str, term: verifier.Node, body: JSON) -> None:
        """Show a condition, by the steps given or by others."""
        asked = Asked(self.scope)
        try:
            super().condition(condition, term, body)
        except verifier.Rejected:
            asked.restore(self.scope)
            _put(body, conditioned(asked, condition, term))
            super().condition(condition, term, body)


def _found(asked: Asked, left: verifier.Node, right: verifier.Node, link: JSON) -> JSON | None:
    """A link for left = right by what is known of it, by searches, or by the inverses in it."""
    known = link.known() if isinstance(link, Link) else link if "cofactors" in link else None
    found = searched(asked, left, right, known)
    return by_extension(asked, left, right, link.extended()) if found is None and isinstance(link, Link) else found


def _compared(asked: Asked, left: verifier.Node, right: verifier.Node, link: Link) -> JSON | None:
    """One in which inverses, roots or other values are shown to be equal, by links for their arguments."""

    def shown(part: Link) -> JSON | None:
        sides = asked.language.term(write_term(part.lhs)), asked.language.term(write_term(part.rhs))
        return {} if asked.accepts(*sides, {}) else _found(asked, *sides, part)

    steps, after = list[list[object]](), asked
    for simple, other in link.equal_values():
        within = shown(Link(other.children[0], simple.children[0], link.hypotheses))
        step: list[object] = ["same", write_term(other), write_term(simple), within]
        if within is not None and (then := after.with_step(left, right, step)) is not None:
            steps, after = [*steps, step], then
    last = searched(after, left, right) if steps else None
    return None if last is None else {**last, "steps": [*steps, *last.get("steps", [])]}


def _put(old: JSON, new: JSON | None) -> None:
    if new is not None:
        old.clear()
        old.update(new)


def completed(statement: JSON, body: JSON) -> bool:
    """Give a body the links that it lacks, so that the verifier accepts it for a statement; False where none are found."""
    try:
        checker = verifier.Checker(SECONDS, Finder)
        checker.language.term = cache(checker.language.term)  # type: ignore[method-assign]  # steps name the same terms
        checker.check(statement, body)
    except (verifier.Rejected, RecursionError):
        return False
    return True
