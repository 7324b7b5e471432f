"""Terms in which hypotheses exchange products: UᵀU for I, wherever it stands.

That the term has the same value is for others to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.language import terms as t
from derive.language.alike import join_product
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import unfold_all, with_children


def exchanged(term: t.Term, given: Iterable[Hypothesis]) -> t.Term:
    """The term, definitions unfolded, with the other side of an equality for each product of matrices that is one side."""
    rules = []
    for each in given:
        if isinstance(each, Equality) and not each.lhs.free | each.rhs.free:
            pair = sorted(map(unfold_all, (each.lhs, each.rhs)), key=lambda side: -side.size)
            rules.append((_factors(pair[0]), _factors(pair[1])))
    return _exchanged(unfold_all(term), [rule for rule in rules if len(rule[0]) > 1])


Rule = tuple[list[t.Term], list[t.Term]]


def _exchanged(term: t.Term, rules: Sequence[Rule]) -> t.Term:
    if isinstance(term, t.Grad):
        return term
    term = with_children(term, tuple(_exchanged(child, rules) for child in term.children))
    factors = whole = _factors(term)
    for product, value in rules:
        for place in range(len(factors) - len(product), -1, -1):
            if factors[place : place + len(product)] == product:
                factors = [*factors[:place], *value, *factors[place + len(product) :]]
    if factors == whole:
        return term
    return join_product([factor for factor in factors if not isinstance(factor, t.Identity)] or factors[:1])


def _factors(term: t.Term) -> list[t.Term]:
    """The factors of a product of matrices and vectors, those of transposes too; scalars are not opened."""
    match term:
        case t.Product(factors) if term.shape != ():
            return [inner for factor in factors for inner in _factors(factor)]
        case t.Transpose(t.Product(factors)) if term.shape != ():
            return [inner for factor in reversed(factors) for inner in _factors(t.Transpose(factor))]
        case t.Transpose(t.Transpose(inner)):
            return _factors(inner)
        case t.Transpose(t.Diag() | t.Identity() as inner):
            return [inner]
    return [term]
