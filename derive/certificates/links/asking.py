"""What a logger asks the verifier: what a term expands to, whether a step is accepted, and whether a link is.

The logger works in the verifier's own polynomials, so that what it finds is what the verifier will look for.  It trusts
nothing of what it learns there: each link is asked for anew, in a scope that has seen no other step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, TypeVar

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.notation import write_dim, write_name
from derive.language.terms import Dimension

_Scope = TypeVar("_Scope", bound=verifier.Scope)

#: Seconds that one search may take, and one question.
SECONDS = 10.0
#: Products of monomials in one of them: more than twice what any has taken, so that what is found depends on no clock.
PRODUCTS = 100_000


class _Watched(verifier.Scope):
    """A scope that notes which equalities are put in for values of functions."""

    numbers: dict[int, int]
    used: set[int]

    def solve(self, equality: verifier.Hypothesis) -> None:
        """The same."""
        before = len(self.solved)
        super().solve(equality)
        if len(self.solved) > before:
            self.numbers[self.solved[-1].atom] = len(self.equalities) - 1

    def replaced(self, p: verifier.Poly, solved: verifier.Solved) -> verifier.Poly:
        """The same, noted."""
        self.used.add(self.numbers.get(solved.atom, -1))
        return super().replaced(p, solved)


class Asked:
    """A scope of the verifier, as it is before a link: each question is asked in a copy of it."""

    def __init__(self, scope: verifier.Scope) -> None:
        self.base, self.language = _copied(scope, verifier.Scope), scope.language
        #: The last link that was accepted, and the scope as it is after it.
        self.accepted: tuple[JSON, verifier.Scope] | None = None

    def restore(self, scope: verifier.Scope) -> None:
        """Make the scope what it was."""
        vars(scope).update(vars(_copied(self.base, verifier.Scope)))

    def went_on(self, scope: verifier.Scope, link: JSON) -> bool:
        """Make the scope what it is after a link, if that is the last that was accepted."""
        if self.accepted is None or self.accepted[0] != link:
            return False
        vars(scope).update({**vars(self.accepted[1]), "budget": self.base.budget})
        return True

    def scope(self) -> verifier.Scope:
        """A copy of the scope, in which nothing is known but what was known in it."""
        made = _copied(self.base, verifier.Scope)
        made.budget = _budget()
        return made

    def with_nonzero(self, name: str) -> Asked:
        """The scope with the hypothesis that a symbol is ≠ 0."""
        symbol = self.language.make("symbol", (), name)
        more = verifier.Hypothesis("nonzero", (symbol,))
        return Asked(verifier.Scope(self.language, [*self.base.hypotheses, more], list(self.base.defined)))

    def with_step(self, left: verifier.Node, right: verifier.Node, step: Sequence[object]) -> Asked | None:
        """The scope after a step of a link for left = right, if the verifier accepts it."""
        scope = self.scope()
        try:
            verifier.Links(scope).step(left, right, [*step])
        except verifier.Rejected:
            return None
        return Asked(scope)

    def accepts(self, left: verifier.Node, right: verifier.Node, link: JSON) -> bool:
        """Does the verifier accept the link for left = right?"""
        return self._after(left, right, link, self.scope()) is not None

    def used(self, left: verifier.Node, right: verifier.Node, link: JSON) -> set[int] | None:
        """The equalities that a link uses for values of functions, if the verifier accepts it."""
        scope = _copied(self.base, _Watched)
        scope.budget, scope.numbers, scope.used = _budget(), {}, set()
        after = self._after(left, right, link, scope)
        return None if after is None else after.used

    def _after(self, left: verifier.Node, right: verifier.Node, link: JSON, scope: _Scope) -> _Scope | None:
        """The scope after the link, if the verifier accepts it."""
        try:
            verifier.Links(scope).show(left, right, link)
        except verifier.Rejected:
            return None
        self.accepted = link, scope
        return scope

    def generic(self, left: verifier.Node, right: verifier.Node, name: str) -> bool:
        """May a symbol be taken to be generic in a link for left = right?"""
        try:
            verifier.Links(self.scope()).show(left, right, {"steps": [["generic", name]]})
        except verifier.Rejected as no:
            return not str(no).startswith("generic")
        return True

    def meets(self, condition: str, term: verifier.Node, body: JSON) -> bool:
        """Does the verifier accept the body for "condition of term"?"""
        try:
            verifier.Links(self.scope()).condition(condition, term, body)
        except verifier.Rejected:
            return False
        return True


def _budget() -> verifier.Budget:
    made = verifier.Budget(SECONDS)
    made.products = verifier.MAX_PRODUCTS - PRODUCTS
    return made


def _copied(scope: verifier.Scope, kind: type[_Scope]) -> _Scope:
    made = kind.__new__(kind)
    for name, value in vars(scope).items():
        setattr(made, name, copy(value) if isinstance(value, list | dict | set) else value)
    return made


def nodes(*terms: verifier.Node) -> Iterator[verifier.Node]:
    """The sub-terms, parts first, each once."""
    seen: set[int] = set()

    def walk(node: verifier.Node) -> Iterator[verifier.Node]:
        if id(node) not in seen:
            seen.add(id(node))
            for part in node.args:
                yield from walk(part)
            yield node

    for term in terms:
        yield from walk(term)


def size_text(size: Any) -> str:
    """A size in notation: a dimension by its name, or a number."""
    return write_dim(size) if isinstance(size, int) else write_dim(Dimension(size))


def _index(index: Any) -> str:
    name, size = index
    return f"{write_name(name) if isinstance(name, str) else f'b{name}'}:{size_text(size)}"


def text_of(node: verifier.Node) -> str:
    """A node in notation: reading it gives the node back.  Bound indices are called b1, b2, …."""
    inside = [text_of(each) for each in node.args]
    match node.op:
        case "number":
            return str(node.extra)
        case "dim":
            return size_text(node.extra)
        case "symbol":
            return write_name(node.extra)
        case "ones" | "zeros":
            words = [size_text(each) for each in node.extra or node.shape]
        case "identity":
            words = [size_text(node.shape[0])]
        case "pow" | "hpow":
            words = [*inside, str(node.extra)]
        case "sum" | "max_over":
            words = [_index(node.extra[0]), *inside]
        case "prod":
            words = [_index(node.extra[0]), *inside, *map(_index, node.extra[1:])]
        case "grad":
            words = [*inside, write_name(node.extra)]
        case "basis" | "delta" | "at":
            words = [*inside, *map(_index, node.extra)]
        case _:
            words = inside
    return f"{node.op}({', '.join(words)})"
