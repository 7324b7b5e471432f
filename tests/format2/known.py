"""What the kernel knows of an equation, for whoever asks: the cofactors of hypotheses, and the lines of a derivation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from derive.certificates.cofactors import Cofactors, cofactors_of
from derive.certificates.declarations import JSON, Declarations, plain
from derive.certificates.notation import write_index, write_term
from derive.certificates.opaque import opaque
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import unfold_all
from derive.language.terms import Term
from derive.statements.equation import Equations


class Link(dict[str, JSON]):
    """A link that says nothing yet; ``known`` gives one with cofactors, or None, if it is asked."""

    def __init__(self, known: Callable[[], JSON | None]) -> None:
        super().__init__()
        self.known = known


def link_of(lhs: Term, rhs: Term, hypotheses: Sequence[Hypothesis] = ()) -> Link:
    """The link of lhs = rhs, which is proved."""
    return Link(lambda: _cofactors(lhs, rhs, tuple(hypotheses)))


def _cofactors(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...]) -> JSON | None:
    if not any(isinstance(hypothesis, Equality) for hypothesis in hypotheses):
        return None
    functions = opaque(lhs, rhs, hypotheses)
    found = cofactors_of(lhs, rhs, hypotheses) if functions is None else functions.cofactors()
    return None if found is None else _written(found)


def _written(found: Cofactors) -> JSON:
    link: JSON = {
        "indices": [write_index(index) for index in found.indices],
        "cofactors": [
            [each.hypothesis, [write_index(index) for index in each.indices], write_term(unfold_all(each.term))]
            for each in found.cofactors
        ],
    }
    return link if found.scale is None else {**link, "scale": write_term(unfold_all(found.scale))}


def body_of(lines: Sequence[Term], hypotheses: Sequence[Hypothesis], claimed: Declarations) -> JSON:
    """The body of first = last through the lines of its derivation; ``claimed``: the names that the statement declares."""
    between = plain(Equations(tuple(lines), tuple(hypotheses))).terms[1:-1]
    names = Declarations.of(between, claimed).to_json()
    own = {key: value for key, value in names.items() if value and key != "dimensions"}
    links = [link_of(before, after, hypotheses) for before, after in pairwise(lines)]
    return {**own, "through": [list(map(write_term, between))], "links": links}
