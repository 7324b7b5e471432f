"""Linear inequalities between scalars: what follows from them, with the multipliers that show it.

**Certificate** (Farkas 1902, Motzkin 1936).  Hypotheses h₁ ≥ 0, h₂ > 0, h₃ = 0, … and a conclusion q ≥ 0 or q > 0.  If

    q = Σ λᵢhᵢ + c

as an equation for all data, with rationals c ≥ 0 and λᵢ ≥ 0 (of any sign where hᵢ = 0), then q ≥ 0 wherever the hypotheses
hold, and q > 0 if c > 0 or some hᵢ > 0 has λᵢ > 0.  Without a conclusion the statement is that the hypotheses cannot all
hold: the same with 0 for q, and strict.  The equation is decided by the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from derive.errors import InputError
from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.evaluate.witness import admitted, find_admissible, find_violation
from derive.language.alike import join
from derive.language.hypotheses import Condition, Equality, Hypothesis, conditions_of, nonneg, positive
from derive.language.order import data_of
from derive.language.substitution import symbols_of
from derive.language.terms import Add, Neg, Number, Operand, Term, as_term
from derive.printing import Sentence, Sign
from derive.search.elimination import Certificate, Literal, side, solve
from derive.statements.arguments import checked_fields
from derive.statements.declaration import sorts, terms_in
from derive.statements.equation import equation
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict

_SIGNS = ("positive", "nonneg")


def less(left: Operand, right: Operand) -> Condition:
    """left < right."""
    return positive(as_term(right) - as_term(left))


def at_most(left: Operand, right: Operand) -> Condition:
    """left ≤ right."""
    return nonneg(as_term(right) - as_term(left))


def negated(literal: Literal) -> tuple[Literal, ...]:
    """What holds where the literal fails: one of these."""
    if isinstance(literal, Equality):
        return less(literal.lhs, literal.rhs), less(literal.rhs, literal.lhs)
    sides = _sides(literal.term)
    if sides is not None:
        other = sides[0] - sides[1]
    else:
        other = literal.term.term if isinstance(literal.term, Neg) else -literal.term
    return (nonneg(other) if literal.kind == "positive" else positive(other),)


def relation(literal: Literal) -> Sentence:
    """The literal as people write it: ``p < q`` for q − p > 0."""
    if isinstance(literal, Equality):
        return literal.lhs, Sign("=", "="), literal.rhs
    sign = Sign("<", "<") if literal.kind == "positive" else Sign(r"\leq", "≤")
    left, right = _sides(literal.term) or (as_term(0), literal.term)
    return left, sign, right


def _sides(difference: Term) -> tuple[Term, Term] | None:
    """The p and q of a term that is written q − p."""
    match difference:
        case Add((*others, Neg(left))):
            return left, join(Add, others)
    return None


def check_literal(literal: Hypothesis) -> Literal:
    """The literal; raises `InputError` for anything but p > 0, p ≥ 0, p = q between scalars without free indices."""
    known = isinstance(literal, Condition | Equality)
    scalar = known and all(term.shape == () and not term.free for term in literal.terms)
    if not scalar or (isinstance(literal, Condition) and literal.kind not in _SIGNS):
        raise InputError(
            "a hypothesis or conclusion that is no inequality between scalars", hint="positive, nonneg or equal"
        )
    return literal


@dataclass(frozen=True)
@checked_fields
class LinearImplication(Statement):
    """Wherever the hypotheses hold, so does the conclusion; without one, the hypotheses cannot all hold.

    **Closing lemma**: see the module.  ``multipliers``, one for each hypothesis, and ``constant`` may be given; otherwise
    they are searched for, with every scalar that is neither a sum nor a multiple as an unknown of its own.
    """

    hypotheses: tuple[Hypothesis, ...]
    conclusion: Literal | None = None
    multipliers: tuple[Fraction, ...] | None = None
    constant: Fraction = Fraction(0)
    kind = "linear implication"
    certified = "linear implication"
    claimed = sorts(conclusion="hypothesis?")
    shown = sorts(form="term?")
    lemma = "the conclusion is a sum of nonnegative multiples of the hypotheses and of a nonnegative number (Farkas)"

    def __post_init__(self) -> None:
        if not self.hypotheses:
            raise InputError(
                "a linear implication without hypotheses", hint="of what it follows: positive(p), nonneg(q)"
            )
        for literal in (*self.hypotheses, *([] if self.conclusion is None else [self.conclusion])):
            check_literal(literal)
        if self.multipliers is not None and len(self.multipliers) != len(self.hypotheses):
            raise InputError(f"{len(self.multipliers)} multipliers for {len(self.hypotheses)} hypotheses")
        if self.multipliers is not None and isinstance(self.conclusion, Equality):
            raise InputError("multipliers for an equality", hint="an equality is two inequalities: state them apart")

    @property
    def assumes(self) -> tuple[Hypothesis, ...]:
        """Its hypotheses; nothing where it says of them that they cannot all hold."""
        return () if self.conclusion is None else self.hypotheses

    @cached_property
    def assumed(self) -> tuple[Literal, ...]:
        """The hypotheses, and the signs that are declared of their symbols."""
        symbols = symbols_of(*terms_in(self.hypotheses), *self.terms)
        declared = (condition for symbol in symbols for condition in conditions_of(symbol))
        signs = (condition for condition in declared if condition.kind in _SIGNS and condition.term.shape == ())
        return (*self.hypotheses, *dict.fromkeys(signs))

    @cached_property
    def certificate(self) -> Certificate | None:
        """The λᵢ by the place of their hypothesis, and c; None when none is known."""
        if self.multipliers is not None:
            return Certificate(dict(enumerate(self.multipliers)), self.constant)
        opposite = () if self.conclusion is None else negated(self.conclusion)[:1]
        found = solve((*self.assumed, *opposite))
        if not isinstance(found, Certificate):
            return None
        if self.conclusion is None:
            return Certificate(found.of, -found.constant)
        last = len(self.assumed)  # Σ λh − scale·q = constant
        scale = found.of.get(last)
        if scale is None:
            return None  # the hypotheses alone are incompatible
        return Certificate({k: v / scale for k, v in found.of.items() if k != last}, -found.constant / scale)

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The equation of the certificate; of an equality, both directions."""
        if isinstance(self.conclusion, Equality):
            lhs, rhs = self.conclusion.lhs, self.conclusion.rhs
            return (
                Obligation("not more", LinearImplication(self.hypotheses, at_most(lhs, rhs))),
                Obligation("not less", LinearImplication(self.hypotheses, at_most(rhs, lhs))),
            )
        if self.certificate is None:
            raise InputError("a linear implication without multipliers", hint="ask judge()")
        return (Obligation("nonnegative combination", equation(self.goal, self._combination(self.certificate))),)

    @property
    def goal(self) -> Term:
        """What is to be ≥ 0 or > 0; without a conclusion that is 0, which is not."""
        return as_term(0) if self.conclusion is None else side(self.conclusion)

    @property
    def form(self) -> Term | None:
        """The goal as a nonnegative combination of inequalities, up to equalities; None of an equality."""
        if isinstance(self.conclusion, Equality) or self.certificate is None:
            return None
        return self._combination(self.certificate, (Condition,))

    def _combination(self, certificate: Certificate, of: tuple[type[Literal], ...] = (Condition, Equality)) -> Term:
        """Σ λᵢhᵢ + c, of hypotheses of a sort."""
        summands = []
        for place, value in sorted(certificate.of.items()):
            h = side(self.assumed[place])
            if value and isinstance(self.assumed[place], of):
                summands.append(h if value == 1 else -h if value == -1 else value * h)
        if certificate.constant or not summands:
            summands.append(Number(certificate.constant))
        return Add(tuple(summands)) if summands[1:] else summands[0]

    @property
    def fault(self) -> str:
        """What is wrong with the signs of the certificate; empty when nothing is."""
        if isinstance(self.conclusion, Equality):
            return ""  # its two directions have their own
        if self.certificate is None:
            return "no nonnegative combination of the hypotheses was found"
        of = [(self.assumed[place], value) for place, value in self.certificate.of.items()]
        inequalities = [(literal, value) for literal, value in of if isinstance(literal, Condition)]
        if self.certificate.constant < 0 or any(value < 0 for _, value in inequalities):
            return "a multiplier of an inequality, or the constant, is negative"
        strict = any(value > 0 and literal.kind == "positive" for literal, value in inequalities)
        wanted = self.conclusion is None or self.conclusion.kind == "positive"
        return "the combination is not strict" if wanted and not strict and self.certificate.constant == 0 else ""

    def failure(self) -> Failure | None:
        """Exact numbers at which the hypotheses hold and the conclusion fails."""
        for opposite in ((),) if self.conclusion is None else ((literal,) for literal in negated(self.conclusion)):
            point = self._model((*self.assumed, *opposite))
            if point is not None and self._fails(point):
                return Failure(point, self._says)
        if self.conclusion is None:
            point = find_admissible((), self.hypotheses)
        else:
            point = find_violation(self.conclusion, self.hypotheses)
        return Failure(point, self._says) if point is not None and self._fails(point) else None

    @property
    def _says(self) -> str:
        return "all of them hold" if self.conclusion is None else "the hypotheses hold, the conclusion does not"

    def _fails(self, point: Point) -> bool:
        if not admitted(point, self.hypotheses):
            return False
        return self.conclusion is None or holds(self.conclusion, point) is False

    def _model(self, literals: Sequence[Literal]) -> Point | None:
        """Numbers for all symbols, at which the literals hold as far as the search looks into them."""
        found = solve(literals)
        symbols = data_of(*terms_in((*literals, *self.hypotheses)), *self.terms)
        if not isinstance(found, dict) or any(symbol.shape for symbol in symbols):
            return None
        return Point({}, {symbol: found.get(symbol, Fraction(0)) for symbol in symbols})

    @property
    def _can_hold(self) -> bool:
        point = self._model(self.assumed)
        if point is not None and admitted(point, self.hypotheses):
            return True
        return find_admissible(self.terms, self.hypotheses) is not None

    def sentence(self) -> Sentence:
        """The conclusion; without one, what cannot all hold."""
        if self.conclusion is not None:
            return relation(self.conclusion)
        # Commas are words here: a formula for each, so that they are not typeset as one chain.
        *others, last = map(relation, self.hypotheses)
        first = tuple(piece for number, said in enumerate(others) for piece in ((",", *said) if number else said))
        return (*first, "and", *last, "cannot all hold") if others else (*last, "cannot hold")

    def judge(self) -> Verdict:
        """By the certificate, if its signs are right and the hypotheses can hold; else by a point at which it fails."""
        if self.conclusion is not None and not self._can_hold:
            return self.unsupported("(vacuous) no data were found at which the hypotheses hold")
        fault = self.fault
        if not fault:
            return super().judge()
        failure = self.failure()
        return self.unsupported(fault) if failure is None else self.refuted(failure)
