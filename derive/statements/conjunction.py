"""Several statements at once: all of them hold.

**Closing lemma.**  A conjunction holds where each of its members does; it fails where one of them fails.

**Names.**  Each member has names of its own: one name may be a symbol that is declared nonzero in one member, and any symbol
in another.  Such a name says nothing of the whole: what it stands for is said with each member (`whose`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Union

from derive.errors import InputError
from derive.language.hypotheses import Hypothesis, conditions_of
from derive.language.substitution import meanings
from derive.language.terms import Definition, Dimension, Symbol, Term, show_shape
from derive.printing import Sentence, listed, sentence_terms, text
from derive.statements.declaration import sorts
from derive.statements.statement import Obligation, Statement, decided
from derive.statements.verdict import Part, Verdict

#: What a name stands for.
Meaning = Union[Symbol, Dimension, Definition]  # noqa: UP007


@dataclass(frozen=True)
class All(Statement):
    """Each of the named statements holds; every one is necessary, and has its own hypotheses."""

    members: tuple[tuple[str, Statement], ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "conjunction"
    certified = "conjunction"
    claimed = sorts(members="member 1+")
    lemma = "it says just that each of its parts holds"

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError("a conjunction of no statements", hint="give all_of(first=…, second=…)")

    @property
    def terms(self) -> tuple[Term, ...]:
        """None of its own: each member has its own domain."""
        return ()

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """What the members assume."""
        return tuple(dict.fromkeys(hypothesis for _, member in self.members for hypothesis in member.premises))

    @property
    def joined(self) -> tuple[Statement, ...]:
        """The members."""
        return tuple(member for _, member in self.members)

    @cached_property
    def assumes(self) -> tuple[Hypothesis, ...]:
        """What all members assume."""
        first, *others = (member.assumes for _, member in self.members)
        return (*self.hypotheses, *(h for h in first if all(h in found for found in others)))

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The members as they are."""
        return tuple(Obligation(name, statement, necessary=True) for name, statement in self.members)

    def judge(self) -> Verdict:
        """Every member by itself; what a member needs to be defined, the whole needs."""
        return self.judged(decided)

    def judged(self, by: Callable[[Statement], Verdict]) -> Verdict:
        """From what is found of each member."""
        parts = tuple(Part(name, by(statement)) for name, statement in self.members)
        conditions = tuple(dict.fromkeys(c for part in parts for c in part.judgement.conditions))
        refuted = next((p.judgement for p in parts if p.judgement.status == "refuted"), None)
        if refuted is not None:
            return Verdict(self, "refuted", parts, conditions, refuted.counterexample)
        missing = next((f"{p.name}: {p.judgement.reason}" for p in parts if p.judgement.status != "proved"), "")
        return Verdict(self, "unsupported" if missing else "proved", parts, conditions, reason=missing)

    def whose(self, member: Statement) -> tuple[Hypothesis | str, ...]:
        """What a member says of the names that others use for something else: declared properties, a shape, a body.

        Members may be inside of conjunctions in this one; of such a conjunction, its members say it.
        """
        if isinstance(member, All):
            return ()
        apart = self.told_apart
        return tuple(
            word for name, meaning in _meanings_of(member) if name in apart for word in _said(meaning, apart[name])
        )

    @property
    def of_members(self) -> frozenset[Hypothesis]:
        """The declared properties of symbols that share their name with something else: they are those of members."""
        several = (meaning for found in self.told_apart.values() for meaning in found)
        return frozenset(c for meaning in several if isinstance(meaning, Symbol) for c in conditions_of(meaning))

    @cached_property
    def told_apart(self) -> dict[str, tuple[Meaning, ...]]:
        """The names that members use for several things, with what they stand for.

        A definition that is another one only because such a name is in its body is not told apart by itself.
        """
        found: dict[str, dict[Meaning, None]] = {}
        for name, meaning in _meanings_of(self):
            found.setdefault(name, {})[meaning] = None
        return {name: tuple(several) for name, several in found.items() if len({_outline(one) for one in several}) > 1}

    def sentence(self) -> Sentence:
        """The sentences of the members, with semicolons between, each behind what it assumes and others do not."""
        pieces: Sentence = ()
        for _, member in self.members:
            own = dict.fromkeys(h for h in (*member.assumes, *self.whose(member)) if not isinstance(h, str))
            where = listed([h for h in own if h not in self.assumes])
            pieces += (*((";",) if pieces else ()), *(("where", *where, ":") if where else ()), *member.sentence())
        return pieces


def _meanings_of(statement: Statement) -> Iterator[tuple[str, Meaning]]:
    """What the names in a statement stand for."""
    if isinstance(statement, All):
        for _, member in statement.members:
            yield from _meanings_of(member)
        return
    sides = (term for hypothesis in statement.hypotheses for term in hypothesis.terms)
    terms = (*statement.terms, *sentence_terms(statement.sentence()), *sides)
    for meaning in dict.fromkeys(meaning for term in terms for meaning in meanings(term)):
        yield meaning.name, meaning


def _outline(meaning: Meaning) -> object:
    """What a name stands for; of a definition, how its body is written."""
    if not isinstance(meaning, Definition):
        return meaning
    return tuple(text(parameter) for parameter in meaning.parameters), text(meaning.body)


def _said(meaning: Meaning, several: Sequence[Meaning]) -> Iterator[Hypothesis | str]:
    match meaning:
        case Symbol():
            if len({one.dims if isinstance(one, Symbol) else None for one in several}) > 1:
                yield f"{meaning.name} of shape {show_shape(meaning.dims)}"
            yield from conditions_of(meaning)
        case Dimension():
            yield f"{meaning.name} a dimension"
        case Definition():
            yield f"{meaning.name} := {text(meaning.body)}"


def all_of(*statements: Statement, **named: Statement) -> All:
    """All of the ``statements``; those in ``named``, given by keyword, have names of their own.

    >>> from derive.language.build import scalar
    >>> from derive.statements.equation import equation
    >>> x = scalar("x")
    >>> print(all_of(first=equation(x + x, 2 * x), second=equation(x - x, 0)).decide().status)
    proved
    """
    members = [(f"part {number}", statement) for number, statement in enumerate(statements, start=1)]
    members += [(name.replace("_", " "), statement) for name, statement in named.items()]
    return All(tuple(members))
