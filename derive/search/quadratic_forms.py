"""Scalars with quadratic forms of definite and other matrices in them, as sums of squares.

uᵀAu is |A^½u|² for a positive definite A, |Bu|² for BᵀB, and |Pu|² for a projection P.  What has a least value in x where
A x + w = 0, such as xᵀAx + 2xᵀw + wᵀA⁻¹w, is ¼ |A^−½ g|² with its gradient g.  The kernel decides whether it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive.errors import DeriveError
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms

_HALF = Fraction(1, 2)


def as_squares(scalar: t.Term, given: tuple[Hypothesis, ...]) -> Iterator[t.Term]:
    """Terms that may equal a scalar under what is given, and show it to be ≥ 0."""
    known = Assumptions(given)
    if (found := _shown(scalar, known)) is not None and found != scalar:
        yield found
    if (found := _collected(scalar)) is not None:
        yield found
    conditions = tuple(hypothesis for hypothesis in given if isinstance(hypothesis, Condition))
    definite = [part for part in dict.fromkeys(unfolded_subterms(scalar)) if _is_definite(part, known)]
    for matrix in definite:
        for x in sorted(symbols_of(scalar), key=lambda symbol: symbol.name):
            if t.is_vector(x.shape) and x.shape == matrix.shape[:1]:
                slope = t.Grad(scalar, x)
                if (times := _multiple(t.Grad(slope, x), matrix, conditions)) is not None:
                    square = _square(t.Product((_root(matrix, known, -_HALF), slope)))
                    yield t.Product((t.Number(_HALF / times), square))


def _multiple(second: t.Term, matrix: t.Term, conditions: tuple[Condition, ...]) -> int | None:
    """c of second derivatives that are c A for a matrix A, such as 2 of xᵀAx and 1 of its half; None of others."""
    try:
        return next((c for c in (1, 2) if Equation(second, c * matrix, conditions).holds()), None)
    except DeriveError:
        return None


def _is_definite(term: t.Term, known: Assumptions) -> bool:
    return t.is_square(term.shape) and isinstance(term, t.Symbol) and "positive_definite" in known.kinds(term)


def _root(matrix: t.Term, known: Assumptions, power: Fraction) -> t.Term:
    """A power of a definite matrix, or of its inverse."""
    match matrix:
        case t.Inverse(part):
            return _root(part, known, -power)
        case t.Transpose(part):
            return _root(part, known, power)
    return t.Power(matrix, power)


def _square(vector: t.Term) -> t.Term:
    return t.Power(t.Norm(vector), Fraction(2))


def _shown(term: t.Term, known: Assumptions) -> t.Term | None:
    """A scalar with its quadratic forms as squares, if it is a sum of products of these and of what is ≥ 0."""
    if known.sign(term).nonneg:
        return term
    match term:
        case t.Defined():
            return _shown(term.unfold(), known)
        case t.Add(parts):
            found = [_shown(part, known) for part in parts]
            made = tuple(part for part in found if part is not None)
            return t.Add(made) if len(made) == len(parts) else None
        case t.Quotient(above, below) if known.sign(below).nonneg:
            found_above = _shown(above, known)
            return None if found_above is None else t.Quotient(found_above, below)
        case t.Dot(left, right):
            for one, other in ((left, right), (right, left)):
                if (matrix := _before(one, other)) is not None:
                    return _form(matrix, other, known)
        case t.Product(factors):
            scalars = tuple(factor for factor in factors if factor.shape == ())
            rest = tuple(factor for factor in factors if factor.shape != ())
            of = [_shown(scalar, known) for scalar in scalars]
            seen = tuple(scalar for scalar in of if scalar is not None)
            if len(seen) < len(scalars):
                return None
            if not rest:
                return t.Product(seen)
            if len(rest) < 3 or t.Transpose(rest[-1]) != rest[0]:
                return None
            form = _form(_product(rest[1:-1]), rest[-1], known)
            return form if form is None or not seen else t.Product((*seen, form))
    return None


def _collected(scalar: t.Term) -> t.Term | None:
    """|Pv|² of a sum or difference of quadratic forms in one vector, whose matrix P may be a projection."""
    if isinstance(scalar, t.Defined):
        return _collected(scalar.unfold())
    if not isinstance(scalar, t.Add):
        return None
    of: list[tuple[t.Term, t.Term]] = []
    for part in scalar.terms:
        found = _matrix_of(part.term if isinstance(part, t.Neg) else part)
        if found is None or (of and found[0] != of[0][0]):
            return None
        vector, image = found
        of.append((vector, t.Neg(image) if isinstance(part, t.Neg) else image))
    return _square(t.Add(tuple(image for _, image in of)))


def _matrix_of(term: t.Term) -> tuple[t.Term, t.Term] | None:
    """v and A v of vᵀAv; v and v of vᵀv, and of |v|²."""
    match term:
        case t.Power(t.Norm(part), Fraction(numerator=2, denominator=1)):
            return part, part
        case t.Dot(left, right) if left == right:
            return left, left
        case t.Dot(left, right):
            one = next(
                (other for one, other in ((left, right), (right, left)) if _before(one, other) is not None), None
            )
            return None if one is None else (one, left if one == right else right)
        case t.Product(factors) if len(factors) > 1 and t.Transpose(factors[-1]) == factors[0]:
            rest = factors[1:]
            return rest[-1], _product(rest)
    return None


def _before(term: t.Term, vector: t.Term) -> t.Term | None:
    """A of A v."""
    if not isinstance(term, t.Product) or term.factors[-1] != vector or len(term.factors) < 2:
        return None
    return _product(term.factors[:-1])


def _product(factors: tuple[t.Term, ...]) -> t.Term:
    return factors[0] if len(factors) == 1 else t.Product(factors)


def _form(matrix: t.Term, vector: t.Term, known: Assumptions) -> t.Term | None:
    """vᵀAv as a square, or a sum of such."""
    match matrix:
        case t.Defined():
            return _form(matrix.unfold(), vector, known)
        case t.Identity():
            return _square(vector)
        case t.Add(parts) if not any(isinstance(part, t.Neg) for part in parts):
            found = [_form(part, vector, known) for part in parts]
            made = tuple(part for part in found if part is not None)
            return t.Add(made) if len(made) == len(parts) else None
        case t.Product(factors) if factors[0].shape == ():
            inner = _form(_product(factors[1:]), vector, known) if known.sign(factors[0]).nonneg else None
            return None if inner is None else t.Product((factors[0], inner))
        case t.Product(factors) if t.Transpose(factors[-1]) == factors[0] or factors[-1] == t.Transpose(factors[0]):
            inside = t.Product((factors[-1], vector))
            if len(factors) == 2:
                return _square(inside)
            middle = _product(factors[1:-1])
            if not isinstance(middle, t.Inverse) or _is_definite(middle.children[0], known):
                return _form(middle, inside, known)
    base = matrix
    while isinstance(base, t.Inverse | t.Transpose):
        base = base.children[0]
    if _is_definite(base, known):
        return _square(t.Product((_root(matrix, known, _HALF), vector)))
    return _square(t.Product((matrix, vector)))  # of a projection
