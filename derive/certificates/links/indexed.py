"""Steps for what is taken over an index: products ∏ₙ of a product, of exp, of 1/x, of √x; and maxima."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import verifier
from derive.certificates.links.asking import size_text
from derive.certificates.links.rewriting import relation
from derive.certificates.links.writing import Poly, PolynomialWriter

if TYPE_CHECKING:
    from derive.certificates.links.values import Value, Values

#: Factors of the entries of a product over an index.
MAX_FACTORS = 8
#: Rows for a product over an index of values of a function.
ROWS = {"exp": "product-exp", "recip": "product-reciprocal", "sqrt": "product-root"}


def over_index(values: Values, value: Value) -> None:
    """Take the steps for a value that is such a product."""
    scope = values.scope
    own = [scope.fresh(scope.size(i)) for i in scope.atoms[value[0]].own]
    inner = scope.argument(value[0], tuple(values.places(value)), own)
    if inner == verifier.constant(1):
        values.take("product-of-ones", f"ones({size_text(scope.size(own[0]))})")
    if inner:
        _factor_by_factor(values, inner, own[0])


def maximum(values: Values, value: Value) -> None:
    """Take the step from maxₙ of some entries to maxₙ of what is known to be equal to them, as a relation."""
    scope = values.scope
    (own,) = (scope.fresh(scope.size(i)) for i in scope.atoms[value[0]].own)
    inner = scope.argument(value[0], tuple(values.places(value)), (own,))
    simple = scope.substituted(inner)
    number, texts = len(scope.equalities), (PolynomialWriter(scope).maximum(p, own) for p in (inner, simple))
    if simple != inner and values.take("same", *texts) and (found := relation(scope, number, left=True)) is not None:
        values.relations.append(found)


def _factor_by_factor(values: Values, p: Poly, own: int) -> None:
    scope = values.scope
    c, m, rest = scope.content(p)
    factors = [verifier.constant(c)] if c != 1 else []
    for a, at, e in m:
        factors += [scope.factor(a, at, 1 if e > 0 else -1)] * abs(e)
    if values.signed and rest[max(rest)] < 0:
        factors.append(verifier.constant(-1))
        rest = verifier.scale(rest, -1)
    if rest != verifier.constant(1):
        factors.append(rest)
    if len(factors) > MAX_FACTORS:
        return
    for n, each in enumerate(factors):
        after = verifier.constant(1)
        for other in factors[n + 1 :]:
            after = scope.times(after, other)
        words = [values.vector(part, own) for part in (each, after)]
        if n + 1 < len(factors):
            values.take("product", *words)
        _of_factor(values, each, own)


def _of_factor(values: Values, p: Poly, own: int) -> None:
    """Of exp, 1/x and √x."""
    if len(p) != 1:
        return
    ((mono, c),) = p.items()
    if len(mono) != 1 or c != 1:
        return
    (a, at, e), scope = mono[0], values.scope
    kind = scope.atoms[a].kind
    if e == -1:
        values.take("product-reciprocal", values.vector(scope.factor(a, at), own))
    elif kind in ROWS:
        values.take(ROWS[kind], values.vector(scope.argument(a, at), own))
