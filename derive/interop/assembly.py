"""Products and powers in the form in which people write them: brackets where the shapes need them, p/q, √p, A⁻¹."""

from __future__ import annotations

from fractions import Fraction

from derive.errors import ShapeError
from derive.language import terms as t

#: More factors than this in one product are not bracketed anew.
MAX_BRACKETED = 40


def multiplied(factors: list[t.Term]) -> t.Term:
    """The product of any number of factors, read from the left where that fits, else with brackets (`bracketed`)."""
    if len(factors) < 2:
        return factors[0] if factors else t.Number(Fraction(1))
    try:
        return t.Product(tuple(factors))
    except ShapeError:
        if len(factors) > MAX_BRACKETED:
            raise
        found = bracketed(factors)
        if found is None:
            raise
        return found


def bracketed(factors: list[t.Term]) -> t.Term | None:
    """The product with brackets where the shapes need them, or None where no brackets help.

    Dynamic programming over intervals, as for a chain of matrices: ``best[i, j]`` is a term for factors i … j−1.
    """
    best: dict[tuple[int, int], t.Term] = {(i, i + 1): factor for i, factor in enumerate(factors)}
    for width in range(2, len(factors) + 1):
        for start in range(len(factors) - width + 1):
            stop = start + width
            for middle in range(stop - 1, start, -1):
                left, right = best.get((start, middle)), best.get((middle, stop))
                if left is not None and right is not None and _fits(left.shape, right.shape):
                    best[start, stop] = t.product(left, right)
                    break
    return best.get((0, len(factors)))


def _fits(left: t.Shape, right: t.Shape) -> bool:
    try:
        t.product_shape(left, right)
    except ShapeError:
        return False
    return True


def raised(base: t.Term, exponent: Fraction) -> t.Term:
    """A power in the form in which people write it: p/q, √p, A⁻¹, and |x| for √(x·x)."""
    if exponent == 1:
        return base
    if base.shape == ():
        if exponent < 0:
            return t.Quotient(t.Number(Fraction(1)), raised(base, -exponent))
        if exponent == Fraction(1, 2):
            return t.Norm(base.left) if isinstance(base, t.Dot) and base.left == base.right else t.Sqrt(base)
    if exponent == -1 and t.is_square(base.shape):
        return t.Inverse(base)
    return t.Power(base, exponent)


def as_column(term: t.Term) -> t.Term:
    """A row as the column it is the transpose of; others as they are."""
    if not t.is_row(term.shape):
        return term
    return term.term if isinstance(term, t.Transpose) else t.Transpose(term)
