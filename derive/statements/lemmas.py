"""Lemmas on the way: equations and bounds that are established first and may be used after.

**Cut.**  If the hypotheses imply L, and the hypotheses with L imply S, then the hypotheses imply S.  A lemma is a part of
the statement like any other; it must hold under what is given, without conditions of its own, and so adds nothing to what
the statement assumes.

**Replacing.**  Where s and s' are defined and equal, a term with s in some places and s' in others has one value, and is
defined in both writings or in none.  Not inside a derivative: there a term is looked at beside the point, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Union

from derive.errors import InputError
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import unfold_all, with_children
from derive.language.terms import Grad, Term
from derive.statements.bound import Bound
from derive.statements.declaration import with_terms
from derive.statements.equation import Equations
from derive.statements.statement import Obligation

#: What can be used after it is established.
Lemma = Union[Bound, Equations]  # noqa: UP007 (a runtime alias)


def cut(
    lemmas: Sequence[Lemma], given: tuple[Hypothesis, ...]
) -> tuple[tuple[Obligation, ...], tuple[Hypothesis, ...]]:
    """The lemmas as parts, each under what is given and the ones before it; and all that is then known.

    Raises `InputError` for a lemma with hypotheses of its own, which would be conditions nobody stated.
    """
    parts: list[Obligation] = []
    known = given
    for number, lemma in enumerate(lemmas, 1):
        if lemma.hypotheses:
            raise InputError("a lemma with hypotheses of its own", hint="lemmas use those of the statement")
        parts.append(Obligation(f"lemma {number}", replace(lemma, hypotheses=known)))
        known = (*known, *_said(lemma))
    return tuple(parts), known


def replaced(term: Term, lemmas: Sequence[Lemma]) -> Term:
    """The term with the left side of each equality among the lemmas replaced by its right side, definitions unfolded.

    Lemmas with free indices are left out: they would have to be matched.
    """
    for lemma in lemmas:
        for equality in _said(lemma):
            if isinstance(equality, Equality) and not equality.lhs.free | equality.rhs.free:
                term = _replace(unfold_all(term), unfold_all(equality.lhs), equality.rhs, {})
    return term


def replaced_in(hypothesis: Hypothesis, lemmas: Sequence[Lemma]) -> Hypothesis:
    """`replaced`, in the terms of a hypothesis."""
    return with_terms(hypothesis, lambda term: replaced(term, lemmas))


def _replace(term: Term, old: Term, new: Term, made: dict[Term, Term]) -> Term:
    if term == old:
        return new
    if isinstance(term, Grad):
        return term
    if term not in made:
        made[term] = with_children(term, tuple(_replace(child, old, new, made) for child in term.children))
    return made[term]


def _said(lemma: Lemma) -> tuple[Hypothesis, ...]:
    if isinstance(lemma, Bound):
        return (lemma.hypothesis,)
    first, *others = lemma.chain
    return tuple(Equality(first, other) for other in others)
