"""Statements of every kind: what each says, which parts establish it, and what its verdict carries.

A *kind* is a module of this room with one frozen dataclass.  Its docstring states the closing lemma: the named parts,
equations in the end, together imply the statement; the lemma is proved there in a few lines.  `Statement.judge` is the one
way from a statement to its judgement:

* every part proved, under the hypotheses and wherever the authored terms are defined: *proved*;
* a necessary part refuted, or a failure found by exact evaluation: *refuted*, with that counterexample;
* anything else: *unsupported*, naming the first part that is missing.

A certificate (a splitting, a preimage, a sum of squares) may be anybody's guess: what it must satisfy is a part.  It may not
narrow the statement: a condition that only the certificate needs makes the part count for nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from derive.above import find_certificates
from derive.errors import InputError, Undecided
from derive.evaluate.search import Failure
from derive.kernel.decide import Equation
from derive.language.hypotheses import Condition, Hypothesis, same_shape_zero
from derive.language.terms import Operand, Term, Zeros, as_term
from derive.printing import Sentence, Sign, listed, sentence_text, text_condition, text_hypothesis
from derive.statements.equation import ChainVerdict, ledger_of, prove_chain
from derive.statements.scope import Scope, scope_of
from derive.statements.verdict import Answer, Certified, Counterexample, Status, Verdict, answer_latex


@dataclass(frozen=True)
class Obligation:
    """A part of a statement.  ``necessary``: the statement is false where this part is."""

    name: str
    statement: Statement
    necessary: bool = False


@dataclass(frozen=True)
class Part:
    """A part with its judgement; ``number`` is its place among all parts: ``2.1``, the first part of the second."""

    name: str
    judgement: Judgement
    number: str = ""


class Statement(ABC):
    """Something that can be true or false for all sizes; every kind is a frozen dataclass."""

    kind: ClassVar[str]
    #: The closing lemma in a sentence, for readers of a proof: why the parts imply the statement.
    lemma: ClassVar[str] = ""
    hypotheses: tuple[Hypothesis, ...]

    @property
    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """The terms the statement speaks of, certificates apart: it speaks of the data at which they are defined."""

    @abstractmethod
    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The parts that imply it under ``given``: the hypotheses, and that the authored terms are defined."""

    def failure(self) -> Failure | None:
        """An exact counterexample, found by evaluation alone; None when none was found."""
        return None

    def domain(self) -> tuple[Condition, ...]:
        """What the terms it speaks of need to be defined, at its free indices."""
        return domain_of(self.terms, self.hypotheses)

    @abstractmethod
    def sentence(self) -> Sentence:
        """What it says, without its hypotheses."""

    def decide(self) -> Judgement:
        """Prove it, or refute it; a bound that comes without a certificate is given one where the search finds it."""
        found: Statement = find_certificates(self)
        return found.judge()

    def judge(self) -> Judgement:
        """Prove it by its parts, as it stands, or refute it."""
        try:
            domain = self.domain()
            given = (*self.hypotheses, *domain)
            obligations = self.obligations(given)
        except Undecided as error:
            return Judgement(self, "unsupported", reason=str(error.reason))
        parts: list[Part] = []
        missing = ""
        for obligation in obligations:
            judgement = decided(obligation.statement)
            parts.append(Part(obligation.name, judgement))
            if judgement.status == "refuted" and obligation.necessary:
                return Judgement(self, "refuted", tuple(parts), domain, judgement.counterexample)
            if judgement.status != "proved":
                missing = missing or f"{obligation.name}: {judgement.explanation}"
            elif not missing:
                needs = [text_condition(c) for c in judgement.conditions if not follows(c, given)]
                if needs:
                    missing = f"{obligation.name} needs what the statement does not say: {', '.join(needs)}"
        if not missing:
            return Judgement(self, "proved", tuple(parts), domain)
        failure = self.failure()
        if failure is not None:  # of the whole; a part that was not decided says nothing of it
            told = tuple(part for part in parts if part.judgement.status != "unsupported")
            return Judgement(self, "refuted", told, domain, failure)
        return Judgement(self, "unsupported", tuple(parts), domain, reason=missing)

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """All that is assumed anywhere in it."""
        return self.hypotheses

    def whose(self, member: Statement) -> tuple[Hypothesis | str, ...]:
        """What a part says of names that other parts use for something else; only conjunctions have such parts."""
        return ()

    def least(self, parts: Sequence[Part]) -> dict[str, int]:
        """The smallest size of each dimension for which all parts speak of something."""
        return largest(part.judgement.least for part in parts)

    def __str__(self) -> str:
        return sentence_text(self.sentence())


def largest(found: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The largest number of each name."""
    least: dict[str, int] = {}
    for sizes in found:
        for name, size in sizes.items():
            least[name] = max(least.get(name, 1), size)
    return least


@lru_cache(maxsize=1024)
def decided(statement: Statement) -> Judgement:
    """`Statement.judge`, remembered: one theorem, or one part, may be a part of many statements of a run."""
    return statement.judge()


def domain_of(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> tuple[Condition, ...]:
    """What the terms need to be defined, beyond the hypotheses: at their free indices."""
    found = (_needs(term, tuple(hypotheses)) for term in terms)
    return tuple(dict.fromkeys(condition for conditions in found for condition in conditions))


def closed_domain_of(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> tuple[Condition, ...]:
    """`domain_of` terms of hypotheses or of conditions of a set, which are defined for all values of their free indices."""
    return tuple(replace(condition, at=frozenset()) for condition in domain_of(terms, hypotheses))


@lru_cache(maxsize=1024)
def _needs(term: Term, hypotheses: tuple[Hypothesis, ...]) -> tuple[Condition, ...]:
    """The ledger of one term: the parts of a statement ask for that of the same terms."""
    return ledger_of(term, hypotheses)


#: The kinds of condition that imply a condition of the same term.
_STRONGER = {"nonzero": ("nonzero", "positive"), "nonneg": ("nonneg", "positive"), "not_zero": ("not_zero", "nonzero")}


def follows(condition: Condition, given: Sequence[Hypothesis]) -> bool:
    """Is a condition assumed, of a term that is equal to its own for all sizes, and at its indices?"""
    strong = _STRONGER.get(condition.kind, (condition.kind,))
    for known in given:
        if not isinstance(known, Condition) or known.kind not in strong or known.term.shape != condition.term.shape:
            continue
        try:  # what is known at indices of the statement says nothing of other values of them
            if known.at <= condition.at and Equation(known.term, condition.term, given).holds():
                return True
        except Undecided:
            continue
    return False


@dataclass(frozen=True, repr=False)
class Judgement(Certified, Answer):
    """The verdict of a statement of any kind.

    Attributes:
        statement: what was decided.
        status: ``proved``, ``refuted`` or ``unsupported``.
        parts: its parts, each with its own judgement; up to the one that refuted it.
        conditions: the ledger: what the authored terms need to be defined, beyond the hypotheses.
        counterexample: where it fails, when refuted.
        reason: the missing step, when unsupported.
        links: the verdicts of the equations, of an equation or chain.
        notes: what is to be said beside it, such as what symbols of another program were read as.
        certificate: what a separate program can check, as JSON; see `Certified`.
    """

    statement: Statement
    status: Status
    parts: tuple[Part, ...] = ()
    conditions: tuple[Condition, ...] = ()
    counterexample: Counterexample | Failure | None = None
    reason: str = ""
    links: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, numbered, each followed by its own."""
        found: list[Part] = []
        for number, part in enumerate(self.parts, start=1):
            found.append(replace(part, number=str(number)))
            found += (replace(sub, number=f"{number}.{sub.number}") for sub in part.judgement.all_parts)
        return tuple(found)

    @property
    def refuting_part(self) -> Part | None:
        """The innermost part whose counterexample is that of the whole."""
        found = [part for part in self.all_parts if part.judgement.counterexample is self.counterexample]
        return found[-1] if self.counterexample is not None and found else None

    @cached_property
    def equations(self) -> tuple[Verdict, ...]:
        """The verdicts of all equations that were decided for it."""
        return (*self.links, *(verdict for part in self.parts for verdict in part.judgement.equations))

    @property
    def least(self) -> dict[str, int]:
        """The smallest size of each dimension, when proved."""
        if self.status != "proved":
            return {}
        return largest(verdict.least for verdict in self.links) if self.links else self.statement.least(self.parts)

    @property
    def sizes(self) -> Scope:
        """For which sizes, when proved: what is assumed of them alone is part of it."""
        return scope_of(self.least, (*self.statement.premises, *self.conditions))

    @property
    def scope(self) -> str:
        """For which sizes: ``all N ≥ 1``, ``N = 3``; empty when not proved."""
        return str(self.sizes) if self.status == "proved" else ""

    @property
    def vacuous(self) -> bool:
        """Does it speak of nothing?"""
        return self.reason.startswith("(vacuous)")

    @property
    def explanation(self) -> str:
        """Why it is not proved, in words."""
        return f"refuted: {self.counterexample}" if self.counterexample is not None else self.reason

    def explain(self) -> str:
        """The judgement in words, as the terminal shows it."""
        lines = [str(self.statement)]
        if self.statement.hypotheses:
            lines.append("given " + ", ".join(map(text_hypothesis, self.statement.hypotheses)))
        if self.status == "proved":
            lines.append(f"proved for {self.scope}")
            if self.conditions:
                lines.append("where " + ", ".join(map(text_condition, self.conditions)))
            lines += [f"  {name}: {said}" for part in self.parts for name, said in self._part(part, part.name)]
        else:
            lines.append(self.explanation if self.counterexample is not None else f"unsupported: {self.reason}")
        return "\n".join([*lines, *self.notes])

    def _part(self, part: Part, name: str) -> list[tuple[str, str]]:
        """A part and what it says; the members of a conjunction among the parts where these must say whose a name is."""
        found = part.judgement
        inner = [row for sub in found.parts for row in self._part(sub, f"{name}, {sub.name}")]
        if any(self.statement.whose(sub.judgement.statement) for sub in found.all_parts):
            return inner
        whose = self.statement.whose(found.statement)
        words = ", ".join(word if isinstance(word, str) else text_hypothesis(word) for word in whose)
        return [(name, f"{found.statement}, given {words}" if words else f"{found.statement}")]

    def _repr_latex_(self) -> str:
        sizes = self.sizes if self.status == "proved" else None
        because = self.reason if self.counterexample is None else str(self.counterexample)
        said, given = self.statement.sentence(), self.statement.hypotheses
        return "; ".join((answer_latex(said, self.status, sizes, because, given, self.conditions), *self.notes))

    def _repr_markdown_(self) -> str:
        return self._repr_latex_()

    def to_json(self) -> dict[str, Any]:
        """Kind, statement and verdict, with the parts."""
        return {
            "kind": self.statement.kind,
            "statement": str(self.statement),
            "hypotheses": [text_hypothesis(h) for h in self.statement.hypotheses],
            "verdict": self.status,
            "conditions": [text_condition(c) for c in self.conditions],
            "scope": self.scope,
            "witness": None if self.counterexample is None else self.counterexample.to_json(),
            "reason": self.reason,
            "parts": [{"name": part.name, **part.judgement.to_json()} for part in self.parts],
            **({"notes": list(self.notes)} if self.notes else {}),
        }


#: The zero vector beside a number: not to be taken for the number 0.
ZERO_VECTOR = Sign(r"\vec 0", "0⃗")


@dataclass(frozen=True)
class Equations(Statement):
    """t₀ = t₁ = … for all sizes, wherever every sub-term, as authored, is defined: decided by the kernel's normal forms."""

    chain: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "equation"

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the chain."""
        return self.chain

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """None: an equation is where proofs end."""
        return ()

    def sentence(self) -> Sentence:
        """t₀ = t₁ = …"""
        typed = len({term.shape for term in self.chain}) == 1
        shown = [ZERO_VECTOR if isinstance(term, Zeros) and not typed else term for term in self.chain]
        return (*(piece for term in shown[:-1] for piece in (term, Sign("=", "="))), shown[-1])

    def judge(self) -> Judgement:
        """Every link by the kernel, or a witness."""
        verdict: ChainVerdict = prove_chain(self.chain, self.hypotheses)
        bad = next((link for link in verdict.links if link.status != "proved"), None)
        refuted = next((link.counterexample for link in verdict.links if link.counterexample is not None), None)
        reason = "" if bad is None or refuted is not None else bad.reason
        return Judgement(self, verdict.status, (), verdict.conditions, refuted, reason, verdict.links)


def equation(lhs: Operand, rhs: Operand, *hypotheses: Hypothesis) -> Equations:
    """lhs = rhs for all sizes, as a statement.

    Args:
        lhs, rhs: terms or numbers; a bare 0 takes the shape of the other side.  Sides of two shapes are refuted by these.
        hypotheses: what is assumed of the data.
    """
    return equations((lhs, rhs), hypotheses)


def equations(terms: Sequence[Operand], hypotheses: Sequence[Hypothesis] = ()) -> Equations:
    """t₀ = t₁ = … for all sizes, as a statement.

    Args:
        terms: two or more terms or numbers; a bare 0 takes the shape of its neighbour.
        hypotheses: what is assumed of the data.

    Raises `InputError` for fewer than two terms.
    """
    made = [as_term(term) for term in terms]
    if len(made) < 2:
        raise InputError("an equation of fewer than two terms", hint="equation(lhs, rhs), or equations((t0, t1, t2))")
    for i in range(1, len(made)):
        made[i - 1], made[i] = same_shape_zero(made[i - 1], made[i])
    return Equations(tuple(made), tuple(hypotheses))


def given_words(hypotheses: Sequence[Hypothesis]) -> Sentence:
    """``, given h₁, h₂`` for the end of a sentence; nothing without hypotheses."""
    return (", given", *listed(tuple(hypotheses))) if hypotheses else ()
