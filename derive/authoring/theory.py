"""What a theory is: names with their definitions, rules, and theorems with sources, near misses and derivations.

A theory is data.  A theorem is a statement, an equation as any other kind, with a derivation where there are lines to read.
What a theorem says is made when it is asked for, and so are its lines and the figures.  `check_theorem` is the one way to
verdicts about it: the statement is decided, every line replayed, and every near miss must come out refuted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import TypeVar

from derive.answers.bounds import with_certificates
from derive.authoring.note import Note
from derive.authoring.vocabulary import HERE, Below, Chain, Convention, Made, NearMiss, Untitled
from derive.derivation.derivation import CheckedDerivation, Derivation
from derive.drawing import Figure, Panel
from derive.errors import DerivationError, DeriveError, InputError, NameError_
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Defined, Dimension, Identity, Index, Ones, Symbol, Term
from derive.printing import text, text_hypothesis
from derive.printing.sentences import Sentence
from derive.statements.arguments import checked_fields
from derive.statements.equation import Equations, equations
from derive.statements.scope import Scope, scope_of
from derive.statements.statement import Statement
from derive.statements.verdict import Status, Verdict, largest

Name = Dimension | Index | Term


@dataclass(frozen=True)
class DefinitionEntry:
    """A name of the theory: the folded term, and where it is from."""

    term: Term
    source: str


@dataclass(frozen=True)
class Theorem:
    """A theorem of a theory.

    Attributes:
        label: ``theory.name``; what ``derive show`` takes.
        title: a few words.
        claim: what is claimed for all sizes, or what makes that when it is asked for; see `statement`.
        source: where it is from.
        doc: the statement in words, with shapes, domain, and when it fails.
        near_misses, conventions: what must come out refuted, or vacuous.
        proof: the derivation, or what makes it when it is asked for: one that begins in SymPy needs SymPy then.
        topic: the title of its group in the theory.
    """

    label: str
    title: str
    claim: Statement | Callable[[], Statement]
    source: str = ""
    doc: str = ""
    near_misses: tuple[NearMiss, ...] = ()
    conventions: tuple[Convention, ...] = ()
    proof: Derivation | Callable[[], object] | None = None
    topic: str = ""

    @property
    def name(self) -> str:
        """Its name in the theory."""
        return self.label.partition(".")[2]

    @cached_property
    def statement(self) -> Statement:
        """What is claimed."""
        return self.claim if isinstance(self.claim, Statement) else self.claim()

    @property
    def equated(self) -> bool:
        """Is it an equation?  What cannot be made is taken for one, so that its failure is its own."""
        with suppress(DeriveError):
            return bool(self.statement.equated)
        return True

    @cached_property
    def derivation(self) -> Derivation | None:
        """The lines from the first side to the last, when it has any.

        Raises `DerivationError` where they begin or end with something else, assume more than the theorem does, or a rule
        does not apply.
        """
        made = self.proof() if callable(self.proof) else self.proof
        if not isinstance(made, Derivation):
            return None
        if more := [each for each in made.hypotheses if each not in self.hypotheses]:
            said = f"it assumes {', '.join(map(text_hypothesis, more))}, which the theorem does not"
            raise DerivationError(1, "the beginning", f"{said}\n  say it of the theorem, too: @given(…)")
        sides = self.statement.equated
        return made.claimed(sides[0], sides[-1])

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the statement."""
        return self.statement.terms

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What it assumes."""
        return self.statement.hypotheses


@dataclass(frozen=True)
class Group:
    """Theorems of one topic, by their labels: a section of the catalogue, in which a name has one meaning."""

    title: str
    labels: tuple[str, ...]

    @property
    def name(self) -> str:
        """The words of the title, for an anchor: the-null-spaces."""
        return "-".join(re.findall(r"\w+", self.title.lower()))


_Labelled = TypeVar("_Labelled", Theorem, Figure)


@dataclass(eq=False)
class Theory:
    """Definitions and theorems under one name, collected while the module that states them is read.

    ::

        theory = derive.Theory("mine", "Vectors of length one", "What scaling to length one keeps.", ("A book",))

        @theory.theorem("The length is one", "A book, §0.6")
        def length():
            \"\"\"|x̂| = 1 for every x ≠ 0 of N components.\"\"\"
            return derive.norm(hat(x)), 1

    Attributes:
        name: the first part of the labels of its theorems.
        title, summary: what it is about, in words.
        sources: where its theorems are from.
        names: what plain syntax may use of it; see `declare`.
        definitions: those that are listed; see `define`.
        stated: its theorems as they were stated; see `theorem`.
        figures: see `figure`.
        note: what ``derive report`` shows of it; without one, a note is made of its theorems with lines.
    """

    name: str
    title: str
    summary: str = ""
    sources: tuple[str, ...] = ()
    names: dict[str, Name] = field(default_factory=dict)
    definitions: list[DefinitionEntry] = field(default_factory=list)
    stated: list[Theorem] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    note: Note | None = None
    _topic: str = field(default="", init=False)

    # --- written by an author

    def group(self, title: str) -> None:
        """The theorems that follow are of this topic; a topic may be taken up again."""
        self._topic = title

    def declare(self, *named: Name) -> None:
        """What plain syntax may use, by its own name; ``one`` and ``I`` for the vector of ones and the identity."""
        self.names |= {_own_name(each): each for each in named}

    def define(self, term: Term, source: str = HERE) -> None:
        """List a definition."""
        self.definitions.append(DefinitionEntry(term, source))

    def theorem(
        self, title: str, source: str = HERE, claim: Chain | Statement | None = None
    ) -> Callable[[Below], Theorem]:
        """Make a theorem of what the decorated function returns; its docstring states it.

        That is a statement, a chain of terms, or a derivation, which claims that its first line is its last, under what it
        assumes.  The function
        is called when the theorem is asked for; with a ``claim``, which it then derives, when the derivation is.  Between
        title and function stand `given`, `near_miss` and `Convention`.

        Raises `InputError` for a function without a docstring and for a label that there is; and, when the theorem is asked
        for, where a statement of another kind, which has hypotheses of its own, is given others.
        """

        def register(below: Below) -> Theorem:
            untitled = Untitled.of(below)
            function = untitled.function
            if not function.__doc__:
                raise InputError(f"the theorem {function.__name__} has no docstring to state it")
            label = self._label(function, self.stated, "theorems")
            called = partial(untitled.made, label)
            made = cache(called) if claim is None else called
            theorem = Theorem(
                label,
                title,
                lambda: _stated(made() if claim is None else claim, untitled.hypotheses),
                source,
                function.__doc__,
                tuple(replace(miss, theorem=lambda: theorem.statement) for miss in untitled.near_misses),
                untitled.conventions,
                made,
                self._topic or self.title,
            )
            self.stated.append(theorem)
            return theorem

        return register

    def figure(
        self, title: str, caption: Sentence, *, columns: int
    ) -> Callable[[Callable[[], tuple[Panel, ...]]], Figure]:
        """Make the decorated function's panels a figure; it is called when they are first looked at.

        Raises `InputError` for a label that there is.
        """

        def register(function: Callable[[], tuple[Panel, ...]]) -> Figure:
            made = Figure(self._label(function, self.figures, "figures"), title, caption, columns, function)
            self.figures.append(made)
            return made

        return register

    def _label(self, function: Callable[[], object], others: Iterable[Theorem | Figure], what: str) -> str:
        """The label of what is made of a function."""
        label = f"{self.name}.{function.__name__}"
        if any(other.label == label for other in others):
            raise InputError(f"two {what} of {self.name} have the label {label}", hint="rename the function of one")
        return label

    # --- asked for by a reader

    def find_theorem(self, name: str) -> Theorem:
        """The theorem with this label or name."""
        return self._labelled(name, self.stated)

    def find_figure(self, name: str) -> Figure:
        """The figure with this label or name."""
        return self._labelled(name, self.figures)

    def _labelled(self, name: str, known: Sequence[_Labelled]) -> _Labelled:
        wanted = name if name.startswith(f"{self.name}.") else f"{self.name}.{name}"
        for each in known:
            if each.label == wanted:
                return each
        raise NameError_(f"the label {name!r} in the theory {self.name!r}", hint=f"labels: derive list {self.name}")

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The equations, then the theorems of other kinds."""
        return tuple(sorted(self.stated, key=lambda theorem: not theorem.equated))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The topics in the order in which they were begun, with their theorems."""
        topics: dict[str, list[str]] = {}
        for theorem in self.stated:
            topics.setdefault(theorem.topic or self.title, []).append(theorem.label)
        return tuple(Group(title, tuple(labels)) for title, labels in topics.items())

    def __iter__(self) -> Iterator[Theorem]:
        return iter(self.theorems)

    def begin(self, names: Sequence[str] = ()) -> None:
        """Build the derivations of these theorems, or of all, so that what one begins with is asked for before any work.

        Raises `InputError` where that cannot be had (SymPy is not installed); a line that fails is left to `check_theorem`.
        """
        for theorem in map(self.find_theorem, names) if names else self.stated:
            with suppress(DerivationError):
                _ = theorem.derivation


def _own_name(named: Name) -> str:
    match named:
        case Ones() | Identity():
            return "one" if isinstance(named, Ones) else "I"
        case Defined(definition):
            return definition.name
        case Dimension() | Index() | Symbol():
            return named.name
    raise InputError(f"{text(named)} has no name of its own", hint='let("name", …) gives it one')


def _stated(made: Made, given: Sequence[Hypothesis]) -> Statement:
    """What a theorem's function claims."""
    if isinstance(made, Derivation):
        hypotheses = tuple(dict.fromkeys((*given, *made.hypotheses)))
        return Equations((made.lines[0].term, made.lines[-1].term), hypotheses)
    if not isinstance(made, Statement):
        return equations(made, given)
    if given:
        raise InputError(f"hypotheses beside the statement {made}", hint="give them where the statement is made")
    return made


@dataclass(frozen=True)
@checked_fields
class CheckedTheorem:
    """The verdicts about one theorem, as this run computed them.

    Attributes:
        theorem: what was checked.
        verdict: that of its statement.
        derivation: its lines, each with a verdict, if it has lines and all follow.
        failure: the line that does not follow.
    """

    theorem: Theorem
    verdict: Verdict
    derivation: CheckedDerivation | None = None
    failure: DerivationError | None = None

    @cached_property
    def near_misses(self) -> tuple[Verdict, ...]:
        """The verdicts of the near misses, decided when they are asked for."""
        return tuple(_judged(miss.statement) for miss in self.theorem.near_misses)

    @cached_property
    def conventions(self) -> tuple[Verdict, ...]:
        """The verdicts of the conventions, decided when they are asked for."""
        return tuple(_judged(convention.statement) for convention in self.theorem.conventions)

    @property
    def label(self) -> str:
        """``theory.name``."""
        return self.theorem.label

    @property
    def name(self) -> str:
        """Its name in the theory."""
        return self.theorem.name

    @property
    def status(self) -> Status:
        """The verdict of the statement; a derivation that fails makes it unsupported."""
        if self.failure is not None and self.verdict.status == "proved":
            return "unsupported"
        return self.verdict.status

    @property
    def as_expected(self) -> bool:
        """Proved, with every near miss refuted and every convention vacuous."""
        return (
            self.status == "proved"
            and all(miss.status == "refuted" for miss in self.near_misses)
            and all(verdict.vacuous for verdict in self.conventions)
        )

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ledger of the statement, and what lines of the derivation need besides."""
        between = self.derivation.only_between if self.derivation is not None else ()
        return tuple(dict.fromkeys((*self.verdict.conditions, *between)))

    @property
    def sizes(self) -> Scope:
        """For which sizes it is proved."""
        return self.verdict.sizes

    @property
    def scope(self) -> str:
        """The sizes for which it is proved, and every line of the derivation has values."""
        if self.derivation is None or not self.verdict.scope:
            return self.verdict.scope
        said = self.derivation.said
        needs = (*self.verdict.hypotheses, *self.verdict.conditions, *said.conditions)
        return str(scope_of(largest((self.verdict.least, said.least)), needs))


def check_theorem(theorem: Theorem) -> CheckedTheorem:
    """Decide a theorem, and replay its derivation."""
    verdict = judged(theorem)
    try:
        derivation = theorem.derivation.checked() if theorem.derivation is not None else None
    except DerivationError as error:
        return CheckedTheorem(theorem, verdict, failure=error)
    return CheckedTheorem(theorem, verdict, derivation)


def judged(theorem: Theorem) -> Verdict:
    """The verdict of what a theorem claims, which its certificate is to show line by line if it has a derivation."""
    verdict = _judged(theorem.statement)
    with suppress(DerivationError):
        if len(theorem.statement.equated) == 2 and (derivation := theorem.derivation) is not None:
            return replace(verdict, through=tuple(line.term for line in derivation.lines[1:-1]))
    return verdict


def _judged(statement: Statement) -> Verdict:
    """The verdict; certificates are looked for only where it needs one, since those of a theory mostly have theirs."""
    found = statement.judge()
    return found if found.status != "unsupported" else with_certificates(statement).judge()
