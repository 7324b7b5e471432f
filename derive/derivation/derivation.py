"""Derivations: a first line, then lines that each follow by named rules; and the checker that replays them.

A line is accepted when both hold: the named rules really turn the line before into it (`derive.derivation.connecting`), and
the kernel decides the two lines equal for all sizes.  So a justification in a report is never decoration.  Rules are
equations that the kernel proves when they are first used; a rule that is no theorem cannot be used.  A rule that holds
under hypotheses is used where these are established: by the hypotheses of the derivation, or by what both lines need to be
defined.

**What a derivation needs.**  The theorem is first = last, and has a ledger of its own; the lines between may need more.
`CheckedDerivation.conditions` is the ledger of all lines together, and what is printed; where the theorem holds without some
of it, that is said besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, final

from derive.above import known_rules
from derive.derivation.connecting import Change, connects, difference, how_it_differs, needing
from derive.derivation.established import Established
from derive.derivation.matching import rewrites
from derive.derivation.moves import Moves, definitions_in, ways_of
from derive.derivation.rules import Rule as Rule
from derive.derivation.rules import definition as definition
from derive.derivation.rules import in_words as in_words
from derive.derivation.rules import named_in, proved_rules, rules_among
from derive.derivation.rules import rule as rule
from derive.derivation.searching import Found, Search
from derive.errors import DerivationError, InputError, Undecided
from derive.interop import is_sympy
from derive.kernel.decide import Theorem
from derive.language.alike import same
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Add, Term, as_term
from derive.printing import text, text_condition, text_hypothesis
from derive.statements.arguments import checked_fields
from derive.statements.domain import ledger_of
from derive.statements.equation import given_hypotheses, prove_equation
from derive.statements.verdict import Verdict, proved_for

#: Lines that one written line stands for at most, where its rule is looked for; and the work that may take.
LONGEST, LIMIT_OF_ONE = 3, 150_000
#: What stands for the rule in an error about a line that was written without one.
_SOUGHT = "a rule to be found"


@dataclass(frozen=True)
@checked_fields
class Line:
    """One line: the term, and the rules that lead to it from the line before (none for the first)."""

    term: Term
    rules: tuple[Rule, ...] = ()
    note: str = ""

    @property
    def justification(self) -> str:
        """The names of the rules."""
        return self.note or ", ".join(r.name for r in self.rules)


@final
@dataclass(frozen=True)
@checked_fields
class Derivation:
    """``lines`` as an author gives them, under ``hypotheses``; `start` and `by` make them, `checked` replays them.

    >>> from derive.language.build import dimension, vector, diag
    >>> N = dimension("N")
    >>> u, v, w = (vector(name, N) for name in "uvw")
    >>> hadamard_as_diag = rule("components as a diagonal matrix", u * v, diag(u) * v)
    >>> print(Derivation.start(v * w).by(hadamard_as_diag).checked())
    v ⊙ w
      = diag(v) w                                               [components as a diagonal matrix]
    proved for all N ≥ 1
    """

    lines: tuple[Line, ...]
    hypotheses: tuple[Hypothesis, ...] = ()

    def __post_init__(self) -> None:
        if not self.lines:
            raise InputError("a derivation without lines", hint="begin with Derivation.start(term)")

    @staticmethod
    def start(
        term: Any, hypotheses: Sequence[Hypothesis] = (), note: str = "", symbols: Mapping[Any, Any] | None = None
    ) -> Derivation:
        """A derivation that begins with a term, or with a SymPy expression.

        ``symbols`` says what SymPy's symbols stand for: a term, or a SymPy expression that defines the name
        (`derive.interop.lines`).
        """
        given = given_hypotheses(hypotheses)
        beside = [term for hypothesis in given for term in hypothesis.terms]
        return Derivation((Line(_line(term, symbols, beside), note=note),), given)

    def by(self, *rules: Rule, to: Any = None, note: str = "", symbols: Mapping[Any, Any] | None = None) -> Derivation:
        """The next line: performed by the one rule, or written as ``to`` and connected by the rules.

        ``to`` is a term, or a SymPy expression: names of the lines before stand in it for what they are there, and
        ``symbols`` says the others, as in `start`.

        Raises `DerivationError` when the rule does not apply, or does not lead to ``to``.
        """
        last = self.lines[-1].term
        number = len(self.lines) + 1
        rules_among(rules)
        if to is None:
            if len(rules) != 1:
                raise InputError("several rules at once need the line they lead to", hint="give it as to=…")
            pattern = rules[0].pattern
            new = next(rewrites(pattern, last, self._there(last)), None)
            if new is None:
                reason = f"the rule does not apply to {text(last)}{needing([pattern])}"
                raise DerivationError(number, rules[0].name, reason)
        else:
            new = _line(to, symbols, [line.term for line in self.lines])
        return Derivation((*self.lines, Line(new, rules, note)), self.hypotheses)

    def to(self, term: Any, *rules: Rule, note: str = "", symbols: Mapping[Any, Any] | None = None) -> Derivation:
        """The next line by itself: the rule that leads to it is looked for, and stands beside it when the line is printed.

        It is one rule at one or several places, or two at two places; or up to `LONGEST` rearrangements, each a line of its
        own.  It is looked for among the ``rules``, those of the lines before, the definitions in both lines, and the rules
        of algebra that every theory has, from both sides each.  ``note`` and ``symbols`` are as in `by`.

        Raises `DerivationError` where none is found: it says whether the line is true, and what was tried.
        """
        last, number = self.lines[-1].term, len(self.lines) + 1
        rules = proved_rules(rules)
        new = _line(term, symbols, [line.term for line in self.lines])
        verdict = prove_equation(last, new, self.hypotheses)
        if verdict.theorem is None:
            report = difference(last, new, verdict, self.hypotheses)
            raise DerivationError(number, _SOUGHT, "\n  ".join(["does not follow", *report]))
        if same(last, new):
            raise DerivationError(number, _SOUGHT, f"is the line before again: {text(new)}")
        given = (*rules, *(rule for line in self.lines for rule in line.rules), *definitions_in((last, new)))
        ways = ways_of(known_rules(given), (last, new, *(each for given in self.hypotheses for each in given.terms)))
        chosen: list[Line] = []

        def accepts(found: Sequence[Found]) -> bool:
            lines = self._in_one(found, new)
            chosen[:] = lines or chosen
            return bool(lines)

        search = Search(last, new, Moves(ways, self.hypotheses), accepts, LIMIT_OF_ONE, LONGEST)
        if search.run() is None:
            told = [
                "is true, but no rule was found that leads to it",
                *search.unfound(LIMIT_OF_ONE),
                "give the rule: .by(rule, to=…)",
            ]
            raise DerivationError(number, _SOUGHT, "\n  ".join(told))
        chosen[-1] = replace(chosen[-1], note=note)
        return Derivation((*self.lines, *chosen), self.hypotheses)

    def _in_one(self, found: Sequence[Found], new: Term) -> list[Line]:
        """What was found as one line if it can be one, as lines of rearrangements if it has no other, and else nothing."""
        number, last = len(self.lines) + 1, self.lines[-1].term
        apart = [Line(term, (rule,)) for rule, term in found]
        choices = [[Line(new, tuple(rule for rule, _ in found))]]
        if all(rule.kind == "algebra" for rule, _ in found):
            choices.append(apart)
        for lines in choices:
            with suppress(DerivationError):
                for before, line in zip((last, *(line.term for line in lines)), lines, strict=False):
                    check_step(number, before, line, self.hypotheses)
                return lines
        return []

    def pinned(self, rules: Mapping[str, Rule]) -> str:
        """What to write for lines whose rules were found: a row ``.by(rules["…"], to=…)`` for each line after the first.

        ``rules`` are by their names, as `derive.rules` gives them; one that is not among them is called by its name alone.
        """
        rows = [[named_in(rules, each) or f"<{each.name}>" for each in line.rules] for line in self.lines[1:]]
        return "\n".join(f".by({', '.join(row)}, to=…)" for row in rows)

    def claimed(self, first: Term, last: Term) -> Derivation:
        """The derivation itself, where it leads from ``first`` to ``last``.

        Raises `DerivationError` with the number of the line that is another, what was claimed, and where they differ.
        """
        for number, claim in ((1, first), (len(self.lines), last)):
            line = self.lines[number - 1].term
            if line != claim:
                place = "the beginning" if number == 1 else "the end"
                raise DerivationError(number, place, "\n  ".join(how_it_differs(claim, line, self.hypotheses)))
        return self

    def _there(self, line: Term) -> Established:
        """What is established where a line has values."""
        given = Established(self.hypotheses)
        try:
            return given.beside(ledger_of(line, self.hypotheses))
        except Undecided:  # `checked` says why
            return given

    def checked(self) -> CheckedDerivation:
        """Replay every line; raises `DerivationError` at the first that does not follow."""
        return CheckedDerivation(self)


@dataclass(frozen=True)
class Step:
    """A line that was accepted: where it changed what, and the kernel's verdict."""

    number: int
    before: Term
    line: Line
    changes: tuple[Change, ...]
    verdict: Verdict


def _line(written: Any, symbols: Mapping[Any, Any] | None, before: Sequence[Term]) -> Term:
    """A line as it is given, a SymPy expression translated."""
    if is_sympy(written):
        from derive.interop.lines import read_line  # it loads SymPy, which is there

        return read_line(written, symbols, before)
    if symbols:
        raise InputError("symbols of a line that is no SymPy expression", hint="leave symbols out: a term has its own")
    return as_term(written)


def check_step(number: int, before: Term, line: Line, hypotheses: Sequence[Hypothesis]) -> Step:
    """Accept one line, or raise `DerivationError` with both sides, the first difference and a witness."""
    after = line.term
    verdict = prove_equation(before, after, hypotheses)
    if verdict.theorem is None:
        report = difference(before, after, verdict, hypotheses)
        raise DerivationError(number, line.justification, "\n  ".join(["does not follow", *report]))
    there = Established(tuple(hypotheses)).beside(verdict.conditions)
    patterns = [rule.pattern for rule in line.rules]
    changes = connects(patterns, before, after, there)
    if not changes:
        reason = "is the line before again" if changes == () else "is true, but not by this rule"
        reason += needing(patterns) if changes is None else ""
        raise DerivationError(number, line.justification, f"{reason}\n  before {text(before)}\n  after  {text(after)}")
    return Step(number, before, line, changes, verdict)


@final
@dataclass(frozen=True)
class CheckedDerivation:
    """A derivation in which every line was accepted, with the theorem first = last.

    Making one replays every line, and raises `DerivationError` at the first that does not follow: there is no other way.
    """

    derivation: Derivation
    steps: tuple[Step, ...] = field(init=False)
    verdict: Verdict = field(init=False)
    #: The equation of all lines together with themselves: their ledger, and the sizes for which it can be met.
    together: Verdict = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.derivation) is not Derivation:
            raise InputError(f"{self.derivation!r} is no derivation", hint="Derivation.start(…).by(…).checked()")
        lines, hypotheses = self.lines, self.derivation.hypotheses
        steps = tuple(
            check_step(number, before.term, line, hypotheses)
            for number, (before, line) in enumerate(pairwise(lines), start=2)
        )
        first, last, between = lines[0].term, lines[-1].term, tuple(line.term for line in lines[1:-1])
        whole = replace(prove_equation(first, last, hypotheses), through=between)
        if whole.theorem is None:
            raise DerivationError(len(lines), "the whole", str(whole))
        together = whole
        if any(step.verdict.conditions != whole.conditions or step.verdict.least != whole.least for step in steps):
            total = Add((first, last, *between))
            together = prove_equation(total, total, hypotheses)
            if together.theorem is None:
                raise DerivationError(len(lines), "all lines together", together.reason)
        for name, value in (("steps", steps), ("verdict", whole), ("together", together)):
            object.__setattr__(self, name, value)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines."""
        return self.derivation.lines

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What was assumed."""
        return self.verdict.hypotheses

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger of first = last, then of all lines together, so that no condition is said twice in other words."""
        return tuple(dict.fromkeys((*self.verdict.conditions, *self.together.conditions)))

    @property
    def only_between(self) -> tuple[Condition, ...]:
        """What the lines between need, and first = last does not."""
        return tuple(condition for condition in self.conditions if condition not in self.verdict.conditions)

    @property
    def besides(self) -> str:
        """In words, what the theorem does without; empty where it needs what its lines need."""
        spared = ", ".join(map(text_condition, self.only_between))
        return f"(first = last holds without {spared})" if spared else ""

    @property
    def said(self) -> Verdict:
        """The verdict of first = last with what all lines need: as the derivation proves it."""
        whole = self.together
        return replace(
            self.verdict, conditions=self.conditions, admissible=whole.admissible, vacuous_at=whole.vacuous_at
        )

    @property
    def scope(self) -> str:
        """For which sizes all lines have values."""
        return self.said.scope

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
        if self.hypotheses:
            rows.append("given " + ", ".join(map(text_hypothesis, self.hypotheses)))
        rows.append(proved_for(self.scope, self.verdict.not_certified))
        if self.conditions:
            rows.append("where " + ", ".join(map(text_condition, self.conditions)))
        return "\n".join([*rows, *filter(None, [self.besides])])
