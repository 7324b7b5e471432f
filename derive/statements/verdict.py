"""What is said of a statement: the verdict, with its evidence.

``proved`` comes with what establishes it: of an equation a theorem and an admissible point, of another kind its parts.  What
it rests on is its `Backing`: a certificate that the separate verifier accepted, or the search that found the proof alone;
``refuted`` with a counterexample; ``unsupported`` with the reason and the sub-terms that were not looked into.  There is
no fourth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from derive.above import ask_verifier
from derive.evaluate.numbers import Real
from derive.evaluate.point import Point, Value, show_value, value_to_json
from derive.evaluate.search import Failure
from derive.evaluate.witness import Witness
from derive.kernel.decide import Theorem
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.places import least_sizes
from derive.language.terms import Shape, Term, show_shape
from derive.printing import text, text_condition, text_hypothesis
from derive.statements.declaration import terms_in
from derive.statements.needs import ledger_of, needs
from derive.statements.scope import Scope, scope_of

if TYPE_CHECKING:
    from derive.statements.statement import Statement

Status = Literal["proved", "refuted", "unsupported"]


@dataclass(frozen=True)
class Backing:
    """What *proved* rests on.

    Attributes:
        certificate: what the separate verifier accepted in this run, as JSON; None if it is the search alone that found the
            proof.
        why_not: why there is no certificate.
    """

    certificate: dict[str, Any] | None = None
    why_not: str = ""

    @property
    def by(self) -> Literal["verifier", "search"]:
        """The word for it in JSON."""
        return "search" if self.certificate is None else "verifier"


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


@dataclass(frozen=True)
class Part:
    """A part with its verdict; ``number`` is its place among all parts: ``2.1``, the first part of the second."""

    name: str
    judgement: Verdict
    number: str = ""


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict of a statement of any kind.

    Attributes:
        statement: what was decided.
        status: ``proved``, ``refuted`` or ``unsupported``.
        parts: its parts, each with its own verdict; up to the one that refuted it.
        conditions: the ledger: what the authored terms need to be defined, beyond the hypotheses.
        counterexample: where it fails, when refuted.
        reason: the missing step, when unsupported.
        linked: the verdicts of the equations it rests on directly: of a chain of more than two terms, its links.
        notes: what is to be said beside it, such as what symbols of another program were read as.
        point: of what is decided at one point: that point.
        admissible: of an equation that is proved, a point at which all hypotheses and conditions hold.
        vacuous_at: small sizes without such a point, as ``{"N": 1}``.
        opaque: the sub-terms that the kernel does not look into.
        theorem: of an equation that is proved, the theorem that it rests on: of the statement itself, or one from which it
            follows (`derive.statements.consequences`), which has other hypotheses.
        through: of first = last, the lines of a derivation between them: its certificate shows each by the one before.
        certificate: what a separate program can check, as JSON.
    """

    statement: Statement
    status: Status
    parts: tuple[Part, ...] = ()
    conditions: tuple[Condition, ...] = ()
    counterexample: Counterexample | Failure | None = None
    reason: str = ""
    linked: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()
    point: Point | None = None
    admissible: Point | None = None
    vacuous_at: tuple[dict[str, int], ...] = ()
    opaque: tuple[Term, ...] = ()
    theorem: Theorem | None = field(default=None, repr=False)
    through: tuple[Term, ...] = field(default=(), repr=False)

    @property
    def certificate(self) -> dict[str, Any] | None:
        """A proof as JSON in the format ``derive-certificate/2``, which `derive.verifier` has accepted.

        None where the status is not proved, or no certificate was accepted.
        """
        return None if self.backing is None else self.backing.certificate

    @cached_property
    def backing(self) -> Backing | None:
        """What *proved* rests on; None where it is not proved.  The verifier is asked when this is first looked at."""
        found: Backing | None = ask_verifier(self) if self.status == "proved" else None
        return found

    def backing_of(self, link: Verdict) -> Backing | None:
        """What a link of it rests on: the certificate of the whole chain; where that is not proved, one of its own."""
        return self.backing if self.status == "proved" else link.backing

    @property
    def not_certified(self) -> str:
        """Why *proved* rests on the search alone; empty where the verifier accepted a certificate, or nothing is proved."""
        return self.backing.why_not if self.backing is not None else ""

    @property
    def answer(self) -> str:
        """The status in words: ``proved`` of what the verifier accepted, else ``proved, not certified``."""
        return self.answered()

    def answered(self, word: str = "proved", then: str = "") -> str:
        """The same with another word for *proved*, and words that go on behind it: ``Proved, not certified, if``."""
        if self.status != "proved":
            return self.status
        return f"{word}, not certified{',' if then else ''}{then}" if self.not_certified else f"{word}{then}"

    @property
    def lhs(self) -> Term:
        """Of an equation, the left side; of a chain, the first."""
        return self._side(0)

    @property
    def rhs(self) -> Term:
        """Of an equation, the right side; of a chain, the last."""
        return self._side(-1)

    def _side(self, place: int) -> Term:
        if not self.statement.equated:
            raise AttributeError(f"the verdict of a {self.statement.kind} has no sides: it is no equation")
        return self.statement.equated[place]

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What was assumed."""
        return self.statement.hypotheses

    @property
    def links(self) -> tuple[Verdict, ...]:
        """The verdicts of the equations it rests on directly: of a chain its links; of an equation itself."""
        return self.linked or ((self,) if self.statement.equated else ())

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

    @property
    def equations(self) -> tuple[Verdict, ...]:
        """The verdicts of all equations that were decided for it."""
        return (*self.links, *(verdict for part in self.parts for verdict in part.judgement.equations))

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
    def ill_typed(self) -> bool:
        """Was it refuted for its shapes?"""
        return isinstance(self.counterexample, Counterexample) and self.counterexample.ill_typed

    @property
    def least(self) -> dict[str, int]:
        """The smallest size of each dimension, when proved."""
        if self.status != "proved":
            return {}
        if self.linked:
            return largest(verdict.least for verdict in self.linked)
        if self.admissible is None:
            return self.statement.least(self.parts)
        above = ({name: size + 1 for name, size in sizes.items()} for sizes in self.vacuous_at)
        free = (index for term in terms_in(self.statement) for index in term.free)
        placed = {dim.name: size for dim, size in least_sizes(free).items()}
        return largest(({dim.name: 1 for dim in self.admissible.dimensions}, placed, *above))

    @property
    def sizes(self) -> Scope:
        """For which sizes, when proved: what is assumed of them alone is part of it; or the point it was decided at."""
        if self.point is not None:
            return Scope(also=((str(self.point) or "these numbers",),))
        return scope_of(self.least, (*self.statement.premises, *self.conditions))

    @property
    def scope(self) -> str:
        """For which sizes: ``all N ≥ 1``, ``all N ≥ 2, K ≥ 1``, ``N = 3``; empty when not proved."""
        return str(self.sizes) if self.status == "proved" else ""

    @property
    def explanation(self) -> str:
        """Why it is not proved, in words."""
        return f"refuted: {self.counterexample}" if self.counterexample is not None else self.reason

    def __bool__(self) -> bool:
        """Is it proved?  So that ``assert derive.prove(lhs, rhs)`` is a test; neither refuted nor unsupported passes it."""
        return self.status == "proved"

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        """The answer in one line: what an assertion that fails shows, with the counterexample."""
        return f"<{self.status}: {'; '.join(line.strip() for line in self.explain().splitlines())}>"

    def explain(self) -> str:
        """The verdict in words, as the terminal shows it; of a chain, one link after the other."""
        if self.statement.equated and self.linked:
            return "\n".join([*(link._explained(self.backing_of(link)) for link in self.linked), *self.notes])
        return self._explained(self.backing)

    def _explained(self, backing: Backing | None) -> str:
        """The verdict in words; of a link, with what is said of the certificate of the whole chain."""
        not_certified = backing.why_not if backing is not None else ""
        lines = [str(self.statement)]
        if assumed := needs(self.statement):
            lines.append("given " + ", ".join(map(text_hypothesis, assumed)))
        if self.status == "proved":
            lines.append(proved_for(self.scope, not_certified))
            if self.conditions:
                lines.append("where " + ", ".join(map(text_condition, self.conditions)))
            if self.vacuous_at:
                lines.append(f"(no admissible point at {self.nothing_at})")
            if not_certified:
                lines.append(f"(not certified: {not_certified})")
            lines += [f"  {name}: {said}" for part in self.parts for name, said in self._part(part, part.name)]
        elif self.counterexample is not None:
            lines.append(f"refuted{' (ill-typed)' if self.ill_typed else ''}: {self.counterexample}")
        else:
            lines.append(f"unsupported{self.reason and ': '}{self.reason}")
        return "\n".join([*lines, *self.notes])

    @property
    def nothing_at(self) -> str:
        """`vacuous_at` in words: ``N = 1; K = 1``."""
        return "; ".join(", ".join(f"{name} = {size}" for name, size in at.items()) for at in self.vacuous_at)

    def _part(self, part: Part, name: str) -> list[tuple[str, str]]:
        """A part and what it says; the members of a conjunction among the parts where these must say whose a name is."""
        found = part.judgement
        inner = [row for sub in found.parts for row in self._part(sub, f"{name}, {sub.name}")]
        if any(self.statement.whose(sub.judgement.statement) for sub in found.all_parts):
            return inner
        own = needs(found.statement, ledger_of(found), needs(self.statement, self.conditions))
        whose = dict.fromkeys((*self.statement.whose(found.statement), *own))
        words = ", ".join(word if isinstance(word, str) else text_hypothesis(word) for word in whose)
        return [(name, f"{found.statement}, given {words}" if words else f"{found.statement}")]

    def to_json(self) -> dict[str, Any]:
        """Kind, statement and verdict, with the parts; of an equation also its sides, as in ``derive-check/1``.

        ``backing`` is ``verifier`` or ``search`` of what is proved, else None; see `Backing`.
        """
        found = self._to_json()
        place = list(found).index("verdict") + 1
        items = list(found.items())
        backing = None if self.backing is None else self.backing.by
        return dict([*items[:place], ("backing", backing), *items[place:]])

    def _to_json(self) -> dict[str, Any]:
        """The same without what it rests on."""
        equation = len(self.statement.equated) == 2
        return {
            "kind": self.statement.kind,
            "statement": str(self.statement),
            **({"relation": "=", "lhs": text(self.lhs), "rhs": text(self.rhs)} if equation else {}),
            "hypotheses": [text_hypothesis(h) for h in self.hypotheses],
            "verdict": self.status,
            "conditions": [text_condition(c) for c in self.conditions],
            "scope": self.scope,
            "witness": None if self.counterexample is None else self.counterexample.to_json(),
            "reason": self.reason,
            "parts": [{"name": part.name, **part.judgement._to_json()} for part in self.parts],
            **({"notes": list(self.notes)} if self.notes else {}),
        }


def proved_for(scope: str, not_certified: str) -> str:
    """``proved for`` these sizes, in words that tell what the verifier accepted from what it did not.

    >>> proved_for("all N ≥ 1", ""), proved_for("all N ≥ 1", "a limit"), proved_for("", "")
    ('proved for all N ≥ 1', 'proved, not certified, for all N ≥ 1', 'proved')
    """
    word = "proved, not certified" if not_certified else "proved"
    return f"{word}{',' if scope and not_certified else ''}{f' for {scope}' if scope else ''}"


def largest(found: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The largest number of each name."""
    least: dict[str, int] = {}
    for sizes in found:
        for name, size in sizes.items():
            least[name] = max(least.get(name, 1), size)
    return least
