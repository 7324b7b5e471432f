"""Derivations: a first line, then lines that each follow by named rules; and the checker that replays them.

A line is accepted when both hold: the named rules really turn the line before into it (`derive.derivation.connecting`), and
the kernel decides the two lines equal for all sizes.  So a justification in a report is never decoration.  Rules are
equations that the kernel has proved; a rule that is no theorem cannot be built.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from derive.derivation.connecting import Change, connects
from derive.derivation.matching import Pattern, rewrites
from derive.derivation.readback import first_difference
from derive.errors import DerivationError, InputError
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Theorem
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Operand, Symbol, Term, as_term
from derive.printing import latex, text
from derive.statements.equation import prove_equation
from derive.statements.verdict import Verdict


@dataclass(frozen=True)
class Rule:
    """lhs = rhs, proved, to be used from left to right.

    Attributes:
        name: what stands beside a line that uses it.
        lhs, rhs: the two sides; symbols in ``variables`` stand for any terms of their shapes and properties.
        source: where the equation is from.
        theorem: the kernel's theorem.
    """

    name: str
    lhs: Term
    rhs: Term
    variables: frozenset[Symbol]
    theorem: Theorem
    source: str = ""

    @property
    def pattern(self) -> Pattern:
        """The rule as a pattern for matching."""
        return Pattern(self.lhs, self.rhs, self.variables)

    def reversed(self, name: str = "") -> Rule:
        """The rule from right to left."""
        return rule(name or self.name, self.rhs, self.lhs, self.variables, self.source, self.theorem.hypotheses)


def rule(
    name: str,
    lhs: Operand,
    rhs: Operand,
    variables: Sequence[Symbol] | frozenset[Symbol] | None = None,
    source: str = "",
    hypotheses: Sequence[Hypothesis] = (),
) -> Rule:
    """State a rule; raises `InputError` unless the kernel proves it.

    ``variables`` are the symbols that stand for any term; by default every symbol of both sides.
    """
    verdict = prove_equation(lhs, rhs, hypotheses)
    theorem = verdict.own_theorem
    if theorem is None:
        raise InputError(f"the rule {name!r} is not a theorem by itself: {verdict}")
    left, right = verdict.lhs, verdict.rhs
    free = frozenset(symbols_of(left, right) if variables is None else variables)
    return Rule(name, left, right, free, theorem, source)


def definition(term: Term, name: str = "", source: str = "") -> Rule:
    """The rule that unfolds a definition: its name = its body."""
    if not isinstance(term, Defined):
        raise InputError("a definition rule of a term that is no definition")
    return rule(name or f"definition of {text(term)}", term, term.unfold(), (), source)


@dataclass(frozen=True)
class Line:
    """One line: the term, and the rules that lead to it from the line before (none for the first)."""

    term: Term
    rules: tuple[Rule, ...] = ()
    note: str = ""

    @property
    def justification(self) -> str:
        """The names of the rules."""
        return self.note or ", ".join(r.name for r in self.rules)


@dataclass(frozen=True)
class Derivation:
    """Lines as an author gives them; `checked` replays them.

    >>> from derive.language.build import dimension, vector, diag
    >>> N = dimension("N")
    >>> u, v, w = (vector(name, N) for name in "uvw")
    >>> hadamard_as_diag = rule("u ⊙ v = diag(u) v", u * v, diag(u) * v)
    >>> print(Derivation.start(v * w).by(hadamard_as_diag).checked())
    v ⊙ w
      = diag(v) w                                               [u ⊙ v = diag(u) v]
    proved for all N ≥ 1
    """

    lines: tuple[Line, ...]
    hypotheses: tuple[Hypothesis, ...] = ()

    @staticmethod
    def start(term: Operand, hypotheses: Sequence[Hypothesis] = (), note: str = "") -> Derivation:
        """A derivation that begins with a term."""
        return Derivation((Line(as_term(term), note=note),), tuple(hypotheses))

    def by(self, *rules: Rule, to: Operand | None = None, note: str = "") -> Derivation:
        """The next line: performed by the one rule, or written as ``to`` and connected by the rules.

        Raises `DerivationError` when the rule does not apply, or does not lead to ``to``.
        """
        last = self.lines[-1].term
        number = len(self.lines) + 1
        holds = Assumptions(self.hypotheses).holds
        if to is None:
            if len(rules) != 1:
                raise InputError("several rules at once need the line they lead to", hint="give it as to=…")
            new = next(rewrites(rules[0].pattern, last, holds), None)
            if new is None:
                raise DerivationError(number, rules[0].name, f"the rule does not apply to {text(last)}")
        else:
            new = as_term(to)
        return Derivation((*self.lines, Line(new, rules, note)), self.hypotheses)

    def checked(self) -> CheckedDerivation:
        """Replay every line; raises `DerivationError` at the first that does not follow."""
        steps = tuple(
            check_step(number, before.term, line, self.hypotheses)
            for number, (before, line) in enumerate(pairwise(self.lines), start=2)
        )
        whole = prove_equation(self.lines[0].term, self.lines[-1].term, self.hypotheses)
        if whole.theorem is None:
            raise DerivationError(len(self.lines), "the whole", str(whole))
        return CheckedDerivation(self, steps, whole)


@dataclass(frozen=True)
class Step:
    """A line that was accepted: where it changed what, and the kernel's verdict."""

    number: int
    before: Term
    line: Line
    changes: tuple[Change, ...]
    verdict: Verdict


def check_step(number: int, before: Term, line: Line, hypotheses: Sequence[Hypothesis]) -> Step:
    """Accept one line, or raise `DerivationError` with both sides, the first difference and a witness."""
    after = line.term
    verdict = prove_equation(before, after, hypotheses)
    if verdict.theorem is None:
        report = [f"expected {text(before)}", f"found    {text(after)}"]
        difference = first_difference(before, after, hypotheses)
        if difference:
            report.append(f"first difference of the normal forms: {difference}")
        if verdict.counterexample is not None:
            report.append(f"witness: {verdict.counterexample}")
        else:
            report.append(f"unsupported: {verdict.reason}")
        raise DerivationError(number, line.justification, "\n  ".join(["does not follow", *report]))
    changes = connects([r.pattern for r in line.rules], before, after, Assumptions(hypotheses).holds)
    if not changes:
        reason = "is the line before again" if changes == () else "is true, but not by this rule"
        raise DerivationError(number, line.justification, f"{reason}\n  before {text(before)}\n  after  {text(after)}")
    return Step(number, before, line, changes, verdict)


@dataclass(frozen=True)
class CheckedDerivation:
    """A derivation in which every line was accepted, with the theorem first = last."""

    derivation: Derivation
    steps: tuple[Step, ...]
    verdict: Verdict

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines."""
        return self.derivation.lines

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger of the whole."""
        return self.verdict.conditions

    @property
    def theorem(self) -> Theorem:
        """first = last; raises `DerivationError` when that is not proved by a theorem of its own."""
        theorem = self.verdict.own_theorem
        if theorem is None:
            raise DerivationError(len(self.lines), "the whole", "not proved by a theorem of its own")
        return theorem

    def __str__(self) -> str:
        rows = [text(self.lines[0].term)]
        rows += [f"  = {text(line.term):<54}  [{line.justification}]" for line in self.lines[1:]]
        rows.append(f"proved for {self.verdict.scope}")
        return "\n".join(rows)

    def _repr_latex_(self) -> str:
        rows = [rf"{latex(self.lines[0].term)}"]
        rows += [rf"&= {latex(line.term)}" for line in self.lines[1:]]
        return "$\\begin{aligned}" + r" \\ ".join([rows[0] + " " + rows[1], *rows[2:]]) + "\\end{aligned}$"
