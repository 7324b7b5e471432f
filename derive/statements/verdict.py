"""What is said of a statement: the verdict, with its evidence.

``proved`` comes with a theorem, its ledger and an admissible point; ``refuted`` with a counterexample; ``unsupported``
with the reason and the sub-terms that were not looked into.  There is no fourth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from derive.above import write_certificate
from derive.evaluate.numbers import Real
from derive.evaluate.point import Point, Value, show_value, value_to_json
from derive.evaluate.witness import Witness
from derive.kernel.decide import Theorem
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Shape, Term, show_shape
from derive.printing import Sentence, Sign, listed, sentence_latex, text, text_condition, text_hypothesis
from derive.statements.scope import Scope, scope_of

Status = Literal["proved", "refuted", "unsupported"]


@dataclass(frozen=True)
class Counterexample:
    """Where a statement fails: sizes, exact data, and the values of both sides there.

    Of an ill-typed statement ``lhs`` and ``rhs`` are the two shapes, and there is no ``witness``.
    """

    lhs: Value | Shape
    rhs: Value | Shape
    witness: Witness | None = None

    @property
    def ill_typed(self) -> bool:
        """Do the sides have different shapes?"""
        return self.witness is None

    @property
    def dimensions(self) -> dict[str, int]:
        """``{"N": 2}``."""
        return {} if self.witness is None else {dim.name: n for dim, n in self.witness.point.dimensions.items()}

    @property
    def values(self) -> dict[str, Value]:
        """``{"a": (Fraction(1), Fraction(-1))}``."""
        return {} if self.witness is None else {s.name: value for s, value in self.witness.point.values.items()}

    def __str__(self) -> str:
        if self.witness is None:
            return f"the left side is {_shape(self.lhs)}, the right side {_shape(self.rhs)}"
        places = "".join(f", {name} = {value}" for name, value in self.witness.indices)
        left, right = show_value(self.witness.lhs), show_value(self.witness.rhs)
        return f"{self.witness.point}{places}: left {left}, right {right}"

    @property
    def entries(self) -> tuple[Real, Real] | None:
        """The first components that differ."""
        return None if self.witness is None else (self.witness.lhs_entry, self.witness.rhs_entry)

    def to_json(self) -> dict[str, Any]:
        """The witness as in the schema ``derive-check/1``."""
        if self.witness is None:
            return {"lhs": _shape(self.lhs), "rhs": _shape(self.rhs)}
        found = self.witness.point.to_json()
        found.update(dict(self.witness.indices))
        found["lhs"], found["rhs"] = value_to_json(self.witness.lhs), value_to_json(self.witness.rhs)
        return found


def _shape(shape: Any) -> str:
    return show_shape(shape)


class Certified:
    """What may come with a certificate."""

    @cached_property
    def certificate(self) -> dict[str, Any] | None:
        """A proof as JSON in the format ``derive-certificate/1``, which `derive.verifier` checks.

        None where the status is not proved, or the format has no place for the kind of statement.
        """
        found: dict[str, Any] | None = write_certificate(self)
        return found


class Answer:
    """What verdicts, judgements and chains of them have in common: they are true when proved, and say so in one way."""

    if TYPE_CHECKING:

        @property
        def status(self) -> Status:
            """``proved``, ``refuted`` or ``unsupported``."""

    def explain(self) -> str:
        """The answer in words, as the terminal shows it."""
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Is it proved?  So that ``assert derive.prove(lhs, rhs)`` is a test; neither refuted nor unsupported passes it."""
        return self.status == "proved"

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        """The answer in one line: what an assertion that fails shows, with the counterexample."""
        return f"<{self.status}: {'; '.join(line.strip() for line in self.explain().splitlines())}>"


def answer_latex(
    said: Sentence,
    status: Status,
    sizes: Scope | None,
    because: str,
    given: Sequence[Hypothesis],
    where: Sequence[Hypothesis],
) -> str:
    """A statement with its answer in LaTeX of text mode, for notebooks: hypotheses and side conditions are part of it."""
    of: Sentence = (", given", *listed(tuple(given))) if given else ()
    answer: Sentence = (f"(refuted: {because})",) if status == "refuted" else (f"({status}: {because})",)
    if sizes is not None:
        answer = ("(proved for", *sizes.sentence(), *((", where", *listed(tuple(where))) if where else ()), ")")
    return sentence_latex((*said, *of, *answer))


@dataclass(frozen=True, repr=False)
class Verdict(Certified, Answer):
    """The verdict of one equation.

    Attributes:
        status: ``proved``, ``refuted`` or ``unsupported``.
        lhs, rhs: the two sides, as authored.
        hypotheses: what was assumed.
        conditions: the ledger: what the authored sub-terms need to be defined, beyond the hypotheses.
        counterexample: where it fails, when refuted.
        admissible: a point at which all hypotheses and conditions hold, when proved.
        vacuous_at: small sizes without such a point, as ``{"N": 1}``.
        reason: why it is unsupported.
        opaque: the sub-terms that the kernel does not look into.
        notes: what is to be said beside it, such as what symbols of another program were read as.
        theorem: the theorem that it rests on, when proved: of the statement itself, or one from which it follows
            (`derive.statements.consequences`), which has other hypotheses.
        certificate: what a separate program can check, as JSON; see `Certified`.
    """

    status: Status
    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    conditions: tuple[Condition, ...] = ()
    counterexample: Counterexample | None = None
    admissible: Point | None = None
    vacuous_at: tuple[dict[str, int], ...] = ()
    reason: str = ""
    opaque: tuple[Term, ...] = ()
    theorem: Theorem | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()

    @property
    def own_theorem(self) -> Theorem | None:
        """The theorem, if it is that of the statement itself."""
        found = self.theorem
        own = found is not None and (found.lhs, found.rhs, found.hypotheses) == (self.lhs, self.rhs, self.hypotheses)
        return found if own else None

    @property
    def vacuous(self) -> bool:
        """Does it speak of nothing?"""
        return self.reason.startswith("(vacuous)")

    @property
    def least(self) -> dict[str, int]:
        """The smallest size of each dimension, when proved."""
        dims = self.admissible.dimensions if self.theorem is not None and self.admissible is not None else {}
        least = {dim.name: 1 for dim in dims}
        for sizes in self.vacuous_at:
            for name, size in sizes.items():
                least[name] = max(least[name], size + 1)
        return least

    @property
    def sizes(self) -> Scope:
        """For which sizes, when proved: what is assumed of them alone is part of it."""
        return scope_of(self.least, (*self.hypotheses, *self.conditions))

    @property
    def scope(self) -> str:
        """For which sizes: ``all N ≥ 1``, ``all N ≥ 2, K ≥ 1``, ``N = 3``; empty when not proved."""
        return "" if self.theorem is None else str(self.sizes)

    def explain(self) -> str:
        """The verdict in words, as the terminal shows it."""
        lines = [f"{text(self.lhs)} = {text(self.rhs)}"]
        if self.hypotheses:
            lines.append("given " + ", ".join(map(text_hypothesis, self.hypotheses)))
        if self.status == "proved":
            lines.append(f"proved for {self.scope}")
            if self.conditions:
                lines.append("where " + ", ".join(map(text_condition, self.conditions)))
            if self.vacuous_at:
                sizes = "; ".join(", ".join(f"{k} = {v}" for k, v in at.items()) for at in self.vacuous_at)
                lines.append(f"(no admissible point at {sizes})")
        elif self.counterexample is not None:
            word = "refuted (ill-typed)" if self.counterexample.ill_typed else "refuted"
            lines.append(f"{word}: {self.counterexample}")
        else:
            lines.append(f"unsupported{self.reason and ': '}{self.reason}")
        return "\n".join([*lines, *self.notes])

    def _repr_latex_(self) -> str:
        because = self.reason if self.counterexample is None else str(self.counterexample)
        said = (self.lhs, Sign("=", "="), self.rhs)
        sizes = None if self.theorem is None else self.sizes
        said_so = answer_latex(said, self.status, sizes, because, self.hypotheses, self.conditions)
        return "; ".join((said_so, *self.notes))

    def _repr_markdown_(self) -> str:
        return self._repr_latex_()

    def to_json(self) -> dict[str, Any]:
        """The obligation as in the schema ``derive-check/1``, without its place."""
        return {
            "relation": "=",
            "lhs": text(self.lhs),
            "rhs": text(self.rhs),
            "hypotheses": [text_hypothesis(h) for h in self.hypotheses],
            "verdict": self.status,
            "conditions": [text_condition(c) for c in self.conditions],
            "scope": self.scope,
            "witness": None if self.counterexample is None else self.counterexample.to_json(),
            "reason": self.reason,
            **({"notes": list(self.notes)} if self.notes else {}),
        }
