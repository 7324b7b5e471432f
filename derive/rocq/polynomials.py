"""Characteristic polynomials in Rocq: det(zI − M) for M, or two factors of M in the other order, a diagonal and one product.

With M = diag(d) + u wᵀ (`derive.search.low_rank` finds it, reflection proves it), or M = A B and B A = diag(d) + u wᵀ:

* u ⊙ w = −d/N gives det(zI − M) = (z/N) q′(z) with q(z) = ∏ₙ (z − dₙ);
* u ⊙ w = −d ⊙ d/s with s = Σ dₙ ≠ 0 gives det(zI − M) = z (z q′(z) − N q(z))/s.

The derivative with respect to z is written as that of the polynomial, MathComp's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from derive.errors import DeriveError
from derive.language import terms as t
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import unfold_all
from derive.rocq.pieces import POWER, PRODUCT, Text, Unreachable
from derive.search.low_rank import LowRank, low_rank


@dataclass(frozen=True)
class Characteristic:
    """det(zI − M) = a polynomial of which one of the two lemmas speaks.

    Attributes:
        lemma: its name in DeriveExport.v.
        equations, signs: its premises, in order.
        spoken: the terms of the statement, those under the derivative included.
        claim: the proposition.
    """

    lemma: str
    equations: tuple[tuple[t.Term, t.Term], ...]
    signs: tuple[tuple[str, t.Term], ...]
    spoken: tuple[t.Term, ...]
    claim: Callable[[Text], str]


def characteristic(lhs: t.Term, rhs: t.Term, hypotheses: tuple[Hypothesis, ...]) -> Characteristic:
    """The statement lhs = rhs with a determinant on the left; raises `Unreachable` when it has another form."""
    matrix, z = _left(lhs)
    index, root, weight = _right(rhs, z)
    size = matrix.shape[0]
    if not isinstance(size, t.Dimension):
        raise Unreachable("a determinant of a numerical size")
    parts, swapped = _parts(matrix, hypotheses)
    ((u, w),) = parts.pairs
    d = parts.diagonal
    one = t.Number(Fraction(1))
    equations: list[tuple[t.Term, t.Term]] = []
    if swapped is not None:
        equations.append((matrix, t.Product(swapped)))
    shape = t.Add((t.Diag(d), t.Outer(u, w)))
    equations.append((matrix if swapped is None else t.Product(swapped[::-1]), shape))
    signs: tuple[tuple[str, t.Term], ...] = ()
    if weight is None:
        lemma = "det_mean"
        equations.append((t.Hadamard((u, w)), t.Neg(t.Product((t.Quotient(one, size), d)))))
    else:
        lemma, signs = "det_own", (("nonzero", weight),)
        equations.append((t.Hadamard((u, w)), t.Neg(t.Product((t.Quotient(one, weight), t.Hadamard((d, d)))))))
        equations.append((t.Dot(t.Ones((size,)), d), weight))
    equations.append((root, t.Component(d, (index,))))

    def claim(text: Text) -> str:
        factor, name = text(root).at(PRODUCT), text(z).text
        q = f"\\prod_i ('X - ({factor})%:P)"
        left = f"\\det ({name} *: 1%:M - {text(matrix).at(PRODUCT)})"
        slope = f"(({q})^`()).[{name}]"
        if weight is None:
            return f"{left} = {name} / n%:R * {slope}"
        plain = f"n%:R * \\prod_i ({name} - {factor})"
        return f"{left} = {name} * ({name} * {slope} - {plain}) / {text(weight).at(POWER)}"

    spoken = (matrix, z) if weight is None else (matrix, z, weight)
    return Characteristic(lemma + "_swap" * (swapped is not None), tuple(equations), signs, spoken, claim)


def _left(term: t.Term) -> tuple[t.Term, t.Symbol]:
    """M and z of det(z I − M)."""
    match term:
        case t.Det(t.Add((t.Product((t.Symbol() as z, t.Identity())), t.Neg(matrix)))):
            return matrix, z
    raise Unreachable("a determinant")


def _right(term: t.Term, z: t.Symbol) -> tuple[t.Index, t.Term, t.Term | None]:
    """The index and the root dₙ of q = ∏ₙ (z − dₙ) in (z/N) q′ or z (z q′ − N q)/s, and s."""
    match _open(term):
        case t.Product((t.Quotient(z_, t.Dimension()), t.Grad(q, z__))) if z_ == z == z__:
            return (*_roots(q, z), None)
        case t.Quotient(
            t.Product((z_, t.Add((t.Product((z__, t.Grad(q, z___))), t.Neg(t.Product((t.Dimension(), q_))))))), weight
        ):
            if z_ == z == z__ == z___ and unfold_all(q) == unfold_all(q_):
                return (*_roots(q, z), weight)
    raise Unreachable("a determinant")


def _open(term: t.Term) -> t.Term:
    return term.unfold() if isinstance(term, t.Defined) else term


def _roots(q: t.Term, z: t.Symbol) -> tuple[t.Index, t.Term]:
    match _open(q):
        case t.Prod(index, t.Add((z_, t.Neg(root))), ()) if z_ == z:
            return index, root
    raise Unreachable("a determinant")


def _parts(matrix: t.Term, hypotheses: tuple[Hypothesis, ...]) -> tuple[LowRank, tuple[t.Term, t.Term] | None]:
    """M as a diagonal and one product; or A and B with M = A B, and B A so."""
    tries: list[tuple[t.Term, t.Term] | None] = [None]
    match matrix:
        case t.Product((left, t.Power(middle, exponent), right)) if exponent.numerator % 2 == 0:
            half = middle if exponent == 2 else t.Power(middle, exponent / 2)
            tries.append((t.Product((left, half)), t.Product((half, right))))
    for swapped in tries:
        try:
            parts = low_rank(matrix if swapped is None else t.Product(swapped[::-1]), hypotheses)
        except DeriveError:
            continue
        if len(parts.pairs) == 1:
            return parts, swapped
    raise Unreachable("a determinant of more than a diagonal and one product")
