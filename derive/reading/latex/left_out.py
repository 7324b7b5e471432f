r"""Sums that leave something out.

There is no node for ``\sum_{j \ne i}``: it is the whole sum less its terms at j = i; so is ``\sum_{i=2}^N`` less the first
term; and ``\sum_{i<j}`` of what is symmetric in i and j is half of ``\sum_{i \ne j}``.  All add terms that the author left
out, so what is summed must be defined there: otherwise the statement would speak of fewer points than it was written for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from derive.errors import InputError
from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import Hypothesis
from derive.language.order import ordered as in_order
from derive.language.places import least_sizes, places_in
from derive.language.substitution import substitute, unfolded_subterms
from derive.printing.text import text
from derive.reading.latex.conventions import Decide, Equal, Everywhere

Pairs = Sequence[tuple[t.Index, t.Index]]


class Asking(NamedTuple):
    """What is assumed of the terms, and who decides what is asked of them."""

    hypotheses: tuple[Hypothesis, ...]
    decide: Decide


#: The largest body whose symmetry is decided.
MAX_SYMMETRIC = 200


def summed(indices: Sequence[t.Index], apart: Pairs, body: t.Term, given: Asking) -> t.Term:
    """Σ body over the values of ``indices`` at which the two indices of every pair differ.

    Raises `InputError` when the body may be undefined where a pair is equal.
    """
    if not apart:
        for index in reversed(indices):
            body = t.Sum(index, body)
        return body
    (one, other), rest = apart[0], apart[1:]
    bound = [pair for pair in ((one, other), (other, one)) if pair[0] in indices]
    if not bound:
        unequal = t.Add((number(1), t.Neg(t.Delta(one, other))))
        return summed(indices, rest, t.Product((unequal, body)), given)
    risky = {left: undefined_part(body, left, given) for left, _ in bound}
    safe = next(((left, right) for left, right in bound if risky[left] is None), None)
    if safe is None:
        part = next(part for part in risky.values() if part is not None)
        message = f"a sum that leaves out values at which {text(part)} may be undefined"
        raise InputError(message, hint="it is read as the whole sum less the terms left out, which must be defined")
    left, right = safe
    merged = [(right if a == left else a, right if b == left else b) for a, b in rest]
    whole = summed(indices, rest, body, given)
    if any(a == b for a, b in merged):
        return whole
    merged = [pair for pair in merged if len(places_in(pair)) < 2]  # where both are there, two places differ
    others, diagonal = [index for index in indices if index != left], substitute(body, indices={left: right})
    return t.Add((whole, t.Neg(summed(others, merged, diagonal, given))))


def ordered(one: t.Index, other: t.Index, body: t.Term, given: Asking) -> t.Term:
    """Σ body over the values at which ``one`` is less than ``other``; of what is symmetric in them half of all that differ.

    Raises `InputError` for what has but one of them, and is not known to be symmetric.
    """
    mirrored = substitute(body, indices={one: other, other: one})
    asked = Equal((body, mirrored), given.hypotheses)
    if body != mirrored and (body.size > MAX_SYMMETRIC or not given.decide(asked)):
        if not {one, other} <= body.free:
            message = f"a sum over {one.name} < {other.name} of what has but one of them"
            raise InputError(message, hint=r"\sum_{j=1}^{i-1} for each i, \sum_i \sum_{j=1}^{i-1} for all of them")

        strictly = t.Add((in_order(one, other), t.Neg(t.Delta(one, other))))
        return summed((one, other), (), weighted(strictly, body, (one, other), given), given)
    return t.Product((number(Fraction(1, 2)), summed((one, other), ((one, other),), body, given)))


def weighted(weight: t.Term, body: t.Term, indices: Sequence[t.Index], given: Asking) -> t.Term:
    """weight · body, where the weight may be 0; raises `InputError` when the body may be undefined there."""
    for index in indices:
        if (part := undefined_part(body, index, given)) is not None:
            message = f"a sum up to an index, beyond which {text(part)} may be undefined"
            raise InputError(message, hint="it is read as a sum over all, of which each must be defined")
    return t.Product((weight, body))


def undefined_part(body: t.Term, index: t.Index, given: Asking) -> t.Term | None:
    """A part of a term, definitions unfolded, that depends on an index and may be undefined; None without one."""
    for part in unfolded_subterms(body):
        match part:
            case t.Quotient(denominator=below):
                risky = index in below.free
            case t.Power(base=base, exponent=exponent) | t.HadamardPower(base=base, exponent=exponent):
                risky = index in base.free and (exponent < 0 or Fraction(exponent).denominator > 1)
            case t.Function(name=name) if not FUNCTIONS[name].domain:
                risky = False
            case t.Sqrt() | t.Inverse() | t.Function():
                risky = index in part.free
            case t.Grad(term=term):
                risky = index in part.free and any(_kinked(inner) for inner in unfolded_subterms(term))
            case _:
                risky = False
        if risky and not given.decide(Everywhere(part, given.hypotheses)):
            return part
    return None


def _kinked(term: t.Term) -> bool:
    """Is a term of a kind that is defined everywhere, and not differentiable everywhere?"""
    return isinstance(term, t.Norm | t.Pinv) or (isinstance(term, t.Function) and FUNCTIONS[term.name].smooth != "")


def spoken_of(places: Iterable[t.Index], term: t.Term) -> t.Term:
    """The term, of which a size that has not these places is outside: Σ from 2 to N - 1 of c, (N - 2) c, needs two."""
    missing = sorted(set(places) - term.free, key=lambda index: index.name)
    needed = any(size > 1 for size in least_sizes((*missing, *term.free)).values())
    if not missing or not needed:
        return term
    free = {index.name for index in term.free}
    name = next(letter for letter in "ijklmnpqrstuvwxyz" if letter not in free)
    runs = (t.Index(name, place.dim) for place in missing)
    return t.Product((*(t.Sum(index, t.Delta(index, place)) for index, place in zip(runs, missing, strict=True)), term))


def number(value: int | Fraction) -> t.Number:
    """A number as a term."""
    return t.Number(Fraction(value))
