"""Bounds: p ≥ q, p > q, p ≤ q, p < q, p ≠ q, and chains of them.

A bound is established by an equation and a sign that can be read off: the difference of the sides, possibly times a positive
factor, is written as a term whose form shows its sign, such as a sum of squares or a product of what is assumed to be
nonnegative.  The kernel checks the equation; the rules of `derive.kernel.assumptions.Assumptions.sign`, each of one line,
read the sign.  Nobody has to believe whoever found the term.

A free index in a bound (xₙ ≥ 0) means: for all its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from derive.errors import InputError, ShapeError, Undecided
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point, Value
from derive.evaluate.search import Failure
from derive.evaluate.witness import failing_place, find_violation
from derive.kernel.assumptions import Assumptions
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis, pointwise
from derive.printing import Sentence, Sign, sentence_text, text, text_condition, text_hypothesis
from derive.statements.declaration import sorts
from derive.statements.equation import Equations
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict

#: Relation → the condition on larger − smaller side (None: an equation), and its sign.
RELATIONS: dict[str, tuple[str | None, Sign]] = {
    ">=": ("nonneg", Sign(r"\ge", "≥")),
    ">": ("positive", Sign(">", ">")),
    "<=": ("nonneg", Sign(r"\le", "≤")),
    "<": ("positive", Sign("<", "<")),
    "!=": ("nonzero", Sign(r"\neq", "≠")),
    "=": (None, Sign("=", "=")),
}
_UPWARD = frozenset({"<=", "<"})
_DOWNWARD = frozenset({">=", ">"})
_ZERO = t.Number(Fraction(0))


@dataclass(frozen=True)
class Manifest(Statement):
    """A condition that can be read off the form of its term.

    Lemma: each rule of `Assumptions.sign` and `Assumptions.holds` is true under the hypotheses wherever the term is defined;
    what the term needs for that is in the ledger of the judgement.

    ``alone``: whether data are looked for, at which it speaks of anything or fails; not as a step to a bound, which looks
    for both itself: it has an equation with the same term under the same hypotheses, and a failure of its own.
    """

    condition: Condition
    hypotheses: tuple[Hypothesis, ...] = ()
    alone: bool = True
    kind = "sign"
    certified = "sign"
    claimed = sorts(condition="condition")
    by_itself = "by its form"

    def failure(self) -> Failure | None:
        """A point at which the condition does not hold."""
        return violation(self.condition, self.hypotheses)

    def sentence(self) -> Sentence:
        """p > 0"""
        return (pointwise(self.condition),)

    def judge(self) -> Verdict:
        """By the rules alone."""
        links: tuple[Verdict, ...] = ()
        if self.alone:
            defined = Equations((self.condition.term, self.condition.term), self.hypotheses).judge()
            if defined.status != "proved":
                return self.unsupported(defined.reason, defined.conditions)
            domain, links = defined.conditions, defined.links
        else:
            try:
                domain = self.domain()
            except Undecided as error:
                return self.unsupported(str(error.reason))
        if Assumptions((*self.hypotheses, *domain)).holds(pointwise(self.condition)):
            return Verdict(self, "proved", (), domain, linked=links)
        failure = self.failure() if self.alone else None
        if failure is not None:
            return Verdict(self, "refuted", (), domain, failure)
        said = text_condition(pointwise(self.condition))
        return self.unsupported(f"{said} is not manifest: no rule reads it off the way the term is written", domain)


@dataclass(frozen=True)
class Bound(Statement):
    """p ≥ q (or another of `RELATIONS`) between scalars, for all sizes, wherever both are defined and the hypotheses hold.

    Let p be the larger and q the smaller side as claimed, d = p − q, or with ``squared`` d = p² − q².  Let c be ``scale``
    (1 when it is not given) and b be ``by`` (or c d as it is written).

    Lemma.  Suppose c d = b wherever p and q are defined and the hypotheses hold.

    * b ≥ 0 and c > 0 give d ≥ 0; b > 0 and c > 0 give d > 0; b ≠ 0 gives d ≠ 0, for c d ≠ 0.
    * If d = p² − q² and p ≥ 0: d ≥ 0 gives p = √(p²) ≥ √(q²) = |q| ≥ q, and d > 0 gives p > q in the same way; p² ≠ q² gives
      p ≠ q without a sign.
    * Equality by squares: p ≥ 0, q ≥ 0 and p² = q² give p = q.

    The equation c d = b is decided by the kernel; that b and c, and p where it is squared, have their signs is *manifest*.

    The fields (lhs, rhs and so on) are the arguments of `bound`; ``=`` without ``squared`` is an equation.

    Raises `ShapeError` for a side that is no scalar, `InputError` for an unknown relation, or a certificate for an equation.
    """

    lhs: t.Term
    relation: str
    rhs: t.Term
    by: t.Term | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    scale: t.Term | None = None
    squared: bool = False
    kind = "bound"
    certified = "bound"
    claimed = sorts(lhs="term", relation="relation", rhs="term")
    shown = sorts(form="term?", scale="term?")
    wording = "{lhs} {sign} {rhs}"
    lemma = (
        "where the difference of the sides, or of their squares, times a positive factor equals a term whose sign "
        "can be read off, the difference has that sign; and p ≥ 0 with p² ≥ q² gives p ≥ q"
    )

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise InputError(f"the relation {self.relation!r}", hint=f"relations: {' '.join(RELATIONS)}")
        for term in (self.lhs, self.rhs, self.by, self.scale):
            if term is not None and term.shape != ():
                shape = t.show_shape(term.shape)
                raise ShapeError(f"a bound with shape {shape}", hint="compare components x[n], or norms")
        if self.relation == "=" and (self.by is not None or self.scale is not None):
            raise InputError("a certificate for an equation", hint="give by and scale for bounds only")

    @property
    def larger(self) -> t.Term:
        """The side that is the larger one as claimed."""
        return self.rhs if self.relation in _UPWARD else self.lhs

    @property
    def smaller(self) -> t.Term:
        """The other side."""
        return self.lhs if self.relation in _UPWARD else self.rhs

    @property
    def form(self) -> t.Term | None:
        """What the difference is equal to, by the name that it has for every condition."""
        return self.by

    @property
    def hypothesis(self) -> Hypothesis:
        """The bound as a hypothesis."""
        kind, _ = RELATIONS[self.relation]
        if kind is None:
            return Equality(self.lhs, self.rhs)
        return Condition(kind, difference(self.larger, self.smaller))

    @property
    def sign(self) -> Sign:
        """The relation as a sign."""
        return RELATIONS[self.relation][1]

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The equation of the difference, and the signs."""
        kind, _ = RELATIONS[self.relation]
        larger, smaller = self.larger, self.smaller
        parts: list[Obligation] = []
        if self.squared and self.relation != "!=":
            sides = (larger, smaller) if kind is None else (larger,)
            parts += [_manifest("not negative", "nonneg", side, given) for side in sides]
        if self.squared:
            larger, smaller = _square(larger), _square(smaller)
        if kind is None:
            name = "the squares are equal" if self.squared else "equation"
            return (*parts, Obligation(name, Equations((larger, smaller), given), necessary=True))
        gap = difference(larger, smaller)
        if self.scale is not None:
            gap = t.Product((self.scale, gap))
            if kind != "nonzero":
                parts.append(_manifest("the factor is positive", "positive", self.scale, given))
        by = gap if self.by is None else self.by
        sign = _manifest("sign of the difference", kind, by, given)
        return (*parts, Obligation("difference", Equations((gap, by), given)), sign)

    def failure(self) -> Failure | None:
        """A point at which the bound does not hold, with both sides there."""
        return violation(self.hypothesis, self.hypotheses, self.terms, sentence_text(self.sentence()))


def _manifest(name: str, kind: str, term: t.Term, given: tuple[Hypothesis, ...]) -> Obligation:
    return Obligation(name, Manifest(Condition(kind, term), given, alone=False))


@dataclass(frozen=True)
class BoundChain(Statement):
    """t₀ ≤ t₁ < t₂ …: every link holds wherever all the terms are defined.

    Lemma: a chain is the conjunction of its links, by its meaning.  Its relations go one way (equalities apart), so that it
    also says what follows from it: that t₀ is at most, or less than, the last term.
    """

    links: tuple[Bound, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "bound"
    certified = "bounds"
    claimed = sorts(terms="term 2+", relations="relation 1+")
    lemma = "a chain of bounds holds where each of its links does"

    def __post_init__(self) -> None:
        if not self.links:
            raise InputError("a chain of fewer than two terms", hint="write lhs <= rhs")
        ways = {link.relation for link in self.links} - {"="}
        if not (ways <= _UPWARD or ways <= _DOWNWARD or len(self.links) == 1):
            raise InputError(f"a chain of bounds that go different ways: {' '.join(sorted(ways))}")
        if any(first.rhs != second.lhs for first, second in pairwise(self.links)):
            raise InputError("a chain whose links do not meet")
        if any(link.hypotheses for link in self.links):
            raise InputError("links with hypotheses of their own", hint="give them with the chain")

    @property
    def terms(self) -> tuple[t.Term, ...]:
        """The terms of the chain."""
        return (self.links[0].lhs, *(link.rhs for link in self.links))

    @property
    def relations(self) -> tuple[str, ...]:
        """What stands between them."""
        return tuple(link.relation for link in self.links)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The links; each is necessary."""
        return tuple(
            Obligation(f"link {number}", replace(link, hypotheses=given), necessary=True)
            for number, link in enumerate(self.links, 1)
        )

    def sentence(self) -> Sentence:
        """t₀ ≤ t₁ < t₂"""
        rest = (piece for link in self.links for piece in (link.sign, link.rhs))
        return (self.links[0].lhs, *rest)


def bound(
    lhs: t.Operand,
    relation: str,
    rhs: t.Operand,
    *hypotheses: Hypothesis,
    by: t.Operand | None = None,
    scale: t.Operand | None = None,
    squared: bool = False,
) -> Bound:
    """lhs ≥ rhs, or another relation.

    Args:
        lhs, rhs: scalar terms or numbers.
        relation: ``>=``, ``>``, ``<=``, ``<``, ``!=``, or ``=``.
        hypotheses: what is assumed of the data.
        by: the larger side less the smaller one, in a form that shows its sign: the certificate.  Without it, one is
            looked for when the statement is decided.
        scale: a positive factor of that difference; for ``!=`` any factor.
        squared: compare the squares; with ``=``, equality by squares.

    Raises `ShapeError` for a side that is no scalar, `InputError` for another relation.
    """
    shown = None if by is None else t.as_term(by)
    factor = None if scale is None else t.as_term(scale)
    return Bound(t.as_term(lhs), relation, t.as_term(rhs), shown, tuple(hypotheses), factor, squared)


def bounds(
    *pieces: t.Operand | str, hypotheses: Sequence[Hypothesis] = (), by: Sequence[t.Operand | None] = ()
) -> BoundChain:
    """``bounds(t0, "<=", t1, "<", t2)``: every link holds.

    Args:
        pieces: scalar terms or numbers with relations between them, which go one way; equalities may stand between.
        hypotheses: what is assumed of the data.
        by: the certificate of each link, or None, as in `bound`.

    Raises `ShapeError` for a side that is no scalar, `InputError` for another relation, or for two that go different ways.
    """
    terms, relations = pieces[::2], pieces[1::2]
    if len(terms) != len(relations) + 1 or len(terms) < 2:
        raise InputError("a chain that does not alternate between terms and relations")
    if by and len(by) != len(relations):
        raise InputError(f"{len(by)} certificates for {len(relations)} links")
    made = [_operand(term) for term in terms]
    shown = by or (None,) * len(relations)
    links = (
        bound(first, str(relation), second, by=certificate)
        for (first, second), relation, certificate in zip(pairwise(made), relations, shown, strict=True)
    )
    return BoundChain(tuple(links), tuple(hypotheses))


def condition_holds(hypothesis: Hypothesis, given: tuple[Hypothesis, ...], by: t.Term | None = None) -> Statement:
    """The statement that a condition or an equality holds under others, as something to be established.

    A sign of a scalar is a bound with 0, v ≠ 0 is |v|² > 0, an equality is an equation; anything else must be manifest.
    """
    if isinstance(hypothesis, Equality):
        return Equations((hypothesis.lhs, hypothesis.rhs), given)
    kind, term = hypothesis.kind, hypothesis.term
    if kind == "not_zero" and t.is_vector(term.shape):
        return Bound(t.Power(t.Norm(term), Fraction(2)), ">", _ZERO, by, given)
    relation = {"nonneg": ">=", "positive": ">", "nonzero": "!="}.get(kind)
    if relation is None or term.shape != ():
        return Manifest(hypothesis, given)
    return Bound(term, relation, _ZERO, by, given)


def difference(larger: t.Term, smaller: t.Term) -> t.Term:
    """larger − smaller; the larger side alone when the smaller is 0."""
    return larger if smaller == _ZERO else larger - smaller


def violation(
    conclusion: Hypothesis, hypotheses: Sequence[Hypothesis], shown: Sequence[t.Term] = (), claimed: str = ""
) -> Failure | None:
    """The first point found at which the hypotheses certainly hold and the conclusion certainly does not.

    ``shown`` are terms whose values there are told, at the first values of the free indices at which it fails, unless they
    stand there anyhow; without any, those of the conclusion.  ``claimed`` is the conclusion as its author wrote it.
    """
    point = find_violation(conclusion, hypotheses)
    if point is None:
        return None
    terms = shown or conclusion.terms
    telling = dict.fromkeys(term for term in terms if not isinstance(term, t.Symbol | t.Dimension | t.Number))
    named = [(text(term, beside=terms), term) for term in telling]
    here, values = values_where_false(conclusion, point, named, hypotheses)
    if not claimed:
        claimed = text_hypothesis(pointwise(conclusion) if isinstance(conclusion, Condition) else conclusion)
    says = f"{claimed} is false{here and ' for '}{here}"
    return Failure(point, says, values if telling else ())


def values_where_false(
    conclusion: Hypothesis,
    point: Point,
    shown: Sequence[tuple[str, t.Term]] = (),
    hypotheses: Sequence[Hypothesis] = (),
) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """The first values of the free indices at which it certainly fails, in words, and the values of terms there."""
    evaluation = Evaluation(point)
    terms = shown or [("value", term) for term in conclusion.terms]
    place = failing_place(conclusion, hypotheses, evaluation)
    if place is None:
        return "", ()
    here = ", ".join(f"{index.name} = {value}" for index, value in place.items())
    return here, tuple((name, evaluation(term, place)) for name, term in terms)


def _square(term: t.Term) -> t.Term:
    return t.Power(term, Fraction(2))


def _operand(piece: t.Operand | str) -> t.Term:
    if isinstance(piece, str):
        raise InputError(f"the relation {piece!r} in the place of a term", hint="write t0, '<=', t1, '<', t2")
    return t.as_term(piece)
