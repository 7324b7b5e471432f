"""Separation: merging two points of one label at a time, whatever the number of labels, with a layer before each merge.

A fold merges all pairs of positions with one sum.  So before each of them the positions are changed by an injective map
under which no two pairs keep one sum; that there is one is shown by a centre that moves away to the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derive.errors import InputError
from derive.language.build import scalar, sqrt
from derive.language.hypotheses import Hypothesis, positive
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Term, as_term
from derive.printing import Sentence
from derive.statements.bound import bound
from derive.statements.equation import equation
from derive.statements.limit import limit
from derive.statements.linear_order import less
from derive.statements.merging import Fold
from derive.statements.point_program import position
from derive.statements.statement import Obligation, Statement

#: The centre of the layer, and the inverse of its distance from a point q.
CENTRE, NEAR, BASE = scalar("c"), scalar("h"), scalar("q")


@dataclass(frozen=True)
class SeparatesEveryFamily(Statement):
    """Any m positions with labels in C classes are led to one position for each class, by at most 2(m − C) layers.

    The layers come in pairs, a layer u(p) = 1/√r(p) and a fold; no two labels are merged.

    **Closing lemma.**  Let two of the positions, p_i = q − y and p_j = q + y, have one label, and let c = q − 1/h with
    h > 0.  By the second part u(q + x) = h w(x).  Let k, l be another pair of positions.  If p_k + p_l ≠ 2q, then by the
    third part (w_k + w_l − w_i − w_j)/h tends to α(p_k + p_l − 2q) ≠ 0.  Else p_k = q + x and p_l = q − x with x² ≠ y², and
    by the fourth part (w_k + w_l − w_i − w_j)/h² tends to β(x² − y²) ≠ 0.  So u_k + u_l ≠ u_i + u_j for every small h, and
    as there are finitely many pairs, for one h for all of them, at which c is less than all positions besides; by the first
    part u is injective there.  By the fifth part the fold of u_i and u_j merges these two and no others.  Now there is one
    position less, and none has two labels; again and again, until no label has two positions, which is after m − C times. ∎

    Attributes:
        radicand: r, in p_x, c and parameters.
        grows: what shows that r(p_l) > r(p_k) for c < p_k < p_l, in p_k, p_l and c.
        far: w, in p_x and h.
        slope, curvature: the numbers α and β, not 0.
        first, second: the quotients of the third and fourth part in forms that are defined at h = 0.
        fold: the fold, whose parts say what it merges.

    Raises `InputError` for α = 0 or β = 0, and for hypotheses.
    """

    radicand: Term
    grows: Term
    far: Term
    slope: Fraction
    curvature: Fraction
    first: Term
    second: Term
    fold: Fold
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "separation"
    lemma = (
        "for a centre far enough to the left the layer is injective and no two pairs of positions keep one sum, so the fold "
        "merges two positions of one label and no others; each pair of layers leaves one position less"
    )

    def __post_init__(self) -> None:
        if self.slope == 0 or self.curvature == 0:
            raise InputError("a layer whose slope or curvature far away is 0", hint="numbers other than 0")
        if self.hypotheses:
            raise InputError(
                "hypotheses of a separation", hint="declare what parameters are: scalar('delta', 'nonzero')"
            )
        x = position("x")
        named = [
            (self.radicand, {x, CENTRE}),
            (self.grows, {position("k"), position("l"), CENTRE}),
            (self.far, {x, NEAR}),
            (self.first, {x, NEAR}),
            (self.second, {x, NEAR}),
        ]
        variables = {x, position("k"), position("l"), position("i"), position("j"), CENTRE, NEAR, BASE}
        if any((variables - allowed) & set(symbols_of(term)) for term, allowed in named):
            raise InputError("a term of a separation in other letters", hint="r in p_x and c; w in p_x and h")

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """What the closing lemma needs: the layer, how it bends far away, the fold."""
        x, k, m = position("x"), position("k"), position("l")
        there, opposite, origin = self.far, substitute(self.far, {x: -x}), substitute(self.far, {x: as_term(0)})
        moved = 1 / sqrt(substitute(self.radicand, {x: BASE + x, CENTRE: BASE - 1 / NEAR}))
        steeper = bound(self._at(m), ">", self._at(k), less(CENTRE, k), less(k, m), by=self.grows)
        rate, bend = (there - origin) / NEAR, (there + opposite - 2 * origin) / NEAR**2
        return (
            Obligation("the layer is defined", bound(self.radicand, ">", 0)),
            Obligation("injective to the right of its centre", steeper),
            Obligation("the layer far to the left", equation(moved, NEAR * there, positive(NEAR))),
            Obligation("first order", limit(rate, NEAR, self.slope * x, equal_to=self.first)),
            Obligation("second order", limit(bend, NEAR, self.curvature * x**2, equal_to=self.second)),
            Obligation("fold", self.fold),
        )

    def _at(self, place: Term) -> Term:
        return substitute(self.radicand, {position("x"): place})

    def sentence(self) -> Sentence:
        """What it does, and by which layers."""
        return (
            "any m positions with labels in C classes are led to one position for each class by at most 2(m - C) layers, in "
            "pairs of an injective one that maps",
            position("x"),
            "to",
            1 / sqrt(self.radicand),
            "and a fold of two positions with one label that merges no others",
        )
