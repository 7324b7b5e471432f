"""Terms that look alike in print."""

from __future__ import annotations

from fractions import Fraction

from derive.language import terms as t
from derive.language.substitution import with_children


def up_to_notation(term: t.Term) -> t.Term:
    """The one of several terms that look alike in print.

    These are u vᵀ as an outer product or as a product, −1 as a number or a negation, p/q as a number or a quotient, A⁻¹ as
    an inverse or a power, 0ᵀ as a row or a transpose, and a product whose last factor is a product that ends with a sum,
    another product over an index, a maximum or a minimum.
    """
    if isinstance(term, t.Defined) and not term.arguments:
        return term
    parts = tuple(up_to_notation(child) for child in term.children)
    term = with_children(term, parts) if parts else term
    match term:
        case t.Outer(left, right):
            return t.Product((left, t.Transpose(right)))
        case t.Number(value) if value < 0:
            return t.Neg(up_to_notation(t.Number(-value)))
        case t.Number(value) if value.denominator != 1:
            return t.Quotient(t.Number(Fraction(value.numerator)), t.Number(Fraction(value.denominator)))
        case t.Power(base, exponent) if exponent == -1 and t.is_square(base.shape):
            return t.Inverse(base)
        case t.Transpose(t.Zeros((dim,))):
            return t.Zeros((1, dim))
        case t.Product((*before, t.Product((*inner, t.Binder() | t.Neg(t.Max(_, t.Neg())) as last)))):
            return up_to_notation(t.Product((*before, *inner, last)))
    return term
