"""What a theory is: names with their definitions, rules, and theorems with sources, near misses and derivations.

A theory is data.  Its theorems are of two sorts: equations (`Entry`), with a derivation where there are lines to read, and
statements of the other kinds (`Structure`): null spaces, ranks, bounds, images.  Its figures are drawn when asked for.
`check_entry` and `check_structure` are the one way to verdicts about them: every link is decided, every line replayed, every
part of a statement established, and every near miss must come out refuted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from derive.derivation.bounds import with_certificates
from derive.derivation.derivation import CheckedDerivation, Derivation
from derive.drawing import Figure, Panel
from derive.errors import DerivationError, InputError, NameError_
from derive.language.hypotheses import Condition, Hypothesis, same_shape_zero
from derive.language.terms import Dimension, Index, Operand, Term, as_term
from derive.printing.sentences import Sentence
from derive.statements.equation import ChainVerdict, prove_chain, prove_equation
from derive.statements.scope import Scope
from derive.statements.statement import Equations, Judgement, Statement
from derive.statements.verdict import Status, Verdict
from derive.theories.note import Note

Name = Dimension | Index | Term
#: What a theorem's function returns when it has no derivation: the terms of its chain.
Chain = Sequence[Operand]


@dataclass(frozen=True)
class NearMiss:
    """An equation close to a theorem that must come out refuted, and what is wrong with it."""

    wrong: str
    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class Convention:
    """An equation that speaks of nothing where it is stated, and is only agreed upon: must come out vacuous."""

    note: str
    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class DefinitionEntry:
    """A name of the theory: the folded term, and where it is from."""

    term: Term
    source: str


@dataclass(frozen=True)
class Entry:
    """A theorem of a theory.

    Attributes:
        label: ``theory.name``; what ``derive show`` takes.
        title: a few words.
        terms: the chain t₀ = t₁ = … that is claimed for all sizes.
        hypotheses: what it assumes.
        source: where it is from.
        doc: the statement in words, with shapes, domain, and when it fails.
        near_misses, conventions: what must come out refuted, or vacuous.
        proof: the derivation, or what builds it when it is asked for: one that begins in SymPy needs SymPy then.
    """

    label: str
    title: str
    terms: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    source: str = ""
    doc: str = ""
    near_misses: tuple[NearMiss, ...] = ()
    conventions: tuple[Convention, ...] = ()
    proof: Derivation | Callable[[], Derivation] | None = None

    @cached_property
    def derivation(self) -> Derivation | None:
        """The lines from the first term to the last, when it has any.

        Raises `DerivationError` where they begin or end with something else, or a rule does not apply.
        """
        if self.proof is None:
            return None
        made = self.proof if isinstance(self.proof, Derivation) else self.proof()
        return made.claimed(self.terms[0], self.terms[-1])

    @property
    def statement(self) -> Equations:
        """What is claimed, as the statement that it is."""
        return Equations(self.terms, self.hypotheses)


@dataclass(frozen=True)
class FalseStatement:
    """A statement close to a structure theorem that must come out refuted, and what is wrong with it."""

    wrong: str
    statement: Statement


@dataclass(frozen=True)
class Structure:
    """A theorem that is more than an equation: a null space, a rank, a bound, the image of a map.

    Attributes:
        label: ``theory.name``; what ``derive show`` takes.
        title: a few words.
        statement: what is claimed for all sizes, with its certificate.
        source: where it is from.
        doc: the statement in words, with shapes, domain, and when it fails.
        near_misses: what must come out refuted.
    """

    label: str
    title: str
    statement: Statement
    source: str = ""
    doc: str = ""
    near_misses: tuple[FalseStatement, ...] = ()


@dataclass(frozen=True)
class Group:
    """Theorems of one topic, by their labels: a section of the catalogue, in which a name has one meaning."""

    title: str
    labels: tuple[str, ...]

    @property
    def name(self) -> str:
        """The words of the title, for an anchor: the-null-spaces."""
        return "-".join(re.findall(r"\w+", self.title.lower()))


_Theorem = TypeVar("_Theorem", bound="Entry | Structure | Figure")


@dataclass(frozen=True)
class Theory:
    """A named collection of definitions and theorems.

    ``names`` is what plain syntax may use of it; each theorem is in one of the ``groups``.
    """

    name: str
    title: str
    summary: str
    sources: tuple[str, ...]
    names: Mapping[str, Name]
    definitions: tuple[DefinitionEntry, ...]
    entries: tuple[Entry, ...]
    structures: tuple[Structure, ...] = ()
    figures: tuple[Figure, ...] = ()
    groups: tuple[Group, ...] = ()
    note: Note | None = None

    def theorem(self, name: str) -> Entry | Structure:
        """The theorem with this label or name."""
        return self._labelled(name, self.theorems)

    def entry(self, name: str) -> Entry:
        """The equation with this label or name."""
        return self._labelled(name, self.entries)

    def structure(self, name: str) -> Structure:
        """The structure theorem with this label or name."""
        return self._labelled(name, self.structures)

    def figure(self, name: str) -> Figure:
        """The figure with this label or name."""
        return self._labelled(name, self.figures)

    def _labelled(self, name: str, theorems: Sequence[_Theorem]) -> _Theorem:
        wanted = name if "." in name else f"{self.name}.{name}"
        for theorem in theorems:
            if theorem.label == wanted:
                return theorem
        raise NameError_(f"the label {name!r} in the theory {self.name!r}", hint=f"labels: derive list {self.name}")

    @property
    def theorems(self) -> tuple[Entry | Structure, ...]:
        """The equations, then the structure theorems."""
        return (*self.entries, *self.structures)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def begin(self, names: Sequence[str] = ()) -> None:
        """Build the derivations of these theorems, or of all, so that what one begins with is asked for before any work.

        Raises `InputError` where that cannot be had (SymPy is not installed); a line that fails is left to `check_entry`.
        """
        for theorem in map(self.theorem, names) if names else self.theorems:
            with suppress(DerivationError):
                _ = theorem.derivation if isinstance(theorem, Entry) else None


@dataclass
class TheoryBuilder:
    """Collects a theory while its module is read; `build` freezes it."""

    name: str
    title: str
    summary: str
    sources: tuple[str, ...]
    names: dict[str, Name] = field(default_factory=dict)
    definitions: list[DefinitionEntry] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    structures: list[Structure] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    _groups: dict[str, list[str]] = field(default_factory=dict)
    _topic: str = ""

    def group(self, title: str) -> None:
        """The theorems that follow are of this topic; a topic may be taken up again."""
        self._topic = title

    def _file(self, label: str) -> None:
        """Put a theorem into the group of the topic; before the first topic, that is the theory's own title."""
        self._groups.setdefault(self._topic or self.title, []).append(label)

    def define(self, term: Term, source: str) -> None:
        """List a definition."""
        self.definitions.append(DefinitionEntry(term, source))

    def theorem(
        self,
        title: str,
        source: str,
        *,
        given: Sequence[Hypothesis] = (),
        near: Sequence[NearMiss] = (),
        conventions: Sequence[Convention] = (),
    ) -> Callable[[Callable[[], Derivation | Chain]], Entry]:
        """Make the decorated function's chain, or derivation, a theorem; its docstring states it."""

        def register(function: Callable[[], Derivation | Chain]) -> Entry:
            made = function()
            terms = (made.lines[0].term, made.lines[-1].term) if isinstance(made, Derivation) else _chain(made)
            proof = made if isinstance(made, Derivation) else None
            return self._entry(function, title, source, terms, proof, given, near, conventions)

        return register

    def derivation(
        self,
        title: str,
        source: str,
        claim: Chain,
        *,
        given: Sequence[Hypothesis] = (),
        near: Sequence[NearMiss] = (),
        conventions: Sequence[Convention] = (),
    ) -> Callable[[Callable[[], Derivation]], Entry]:
        """Make a chain a theorem that the decorated function derives; it is called when the derivation is asked for.

        The derivation must begin and end with what is claimed.
        """

        def register(function: Callable[[], Derivation]) -> Entry:
            return self._entry(function, title, source, _chain(claim), function, given, near, conventions)

        return register

    def _entry(
        self,
        function: Callable[[], object],
        title: str,
        source: str,
        terms: tuple[Term, ...],
        proof: Derivation | Callable[[], Derivation] | None,
        given: Sequence[Hypothesis],
        near: Sequence[NearMiss],
        conventions: Sequence[Convention],
    ) -> Entry:
        if not function.__doc__:
            raise InputError(f"the theorem {function.__name__} has no docstring to state it")
        label = f"{self.name}.{function.__name__}"
        doc = function.__doc__
        entry = Entry(label, title, terms, tuple(given), source, doc, tuple(near), tuple(conventions), proof)
        self.entries.append(entry)
        self._file(label)
        return entry

    def structure(
        self, title: str, source: str, *, near: Sequence[FalseStatement] = ()
    ) -> Callable[[Callable[[], Statement]], Structure]:
        """Make the decorated function's statement a structure theorem; its docstring states it."""

        def register(function: Callable[[], Statement]) -> Structure:
            if not function.__doc__:
                raise InputError(f"the theorem {function.__name__} has no docstring to state it")
            label = f"{self.name}.{function.__name__}"
            made = Structure(label, title, function(), source, function.__doc__, tuple(near))
            self.structures.append(made)
            self._file(label)
            return made

        return register

    def figure(
        self, title: str, caption: Sentence, *, columns: int
    ) -> Callable[[Callable[[], tuple[Panel, ...]]], Figure]:
        """Make the decorated function's panels a figure; it is called when they are first looked at."""

        def register(function: Callable[[], tuple[Panel, ...]]) -> Figure:
            made = Figure(f"{self.name}.{function.__name__}", title, caption, columns, function)
            self.figures.append(made)
            return made

        return register

    def build(self, note: Note | None = None) -> Theory:
        """The finished theory, with its headline note."""
        theorems = [entry.label for entry in self.entries] + [structure.label for structure in self.structures]
        for what, labels in (("theorems", theorems), ("figures", [figure.label for figure in self.figures])):
            if len(set(labels)) != len(labels):
                raise InputError(f"two {what} of {self.name} have one label")
        return Theory(
            self.name,
            self.title,
            self.summary,
            self.sources,
            dict(self.names),
            tuple(self.definitions),
            tuple(self.entries),
            tuple(self.structures),
            tuple(self.figures),
            tuple(Group(title, tuple(labels)) for title, labels in self._groups.items()),
            note,
        )


def _chain(terms: Chain) -> tuple[Term, ...]:
    """Terms of a chain; a bare 0 takes the shape of its neighbours."""
    made = [as_term(term) for term in terms]
    for i in range(1, len(made)):
        made[i - 1], made[i] = same_shape_zero(made[i - 1], made[i])
    return tuple(made)


def near_miss(wrong: str, lhs: Operand, rhs: Operand, *hypotheses: Hypothesis) -> NearMiss:
    """A near miss; a bare 0 takes the shape of the other side."""
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    return NearMiss(wrong, left, right, hypotheses)


@dataclass(frozen=True)
class CheckedEntry:
    """The verdicts about one theorem, as this run computed them."""

    entry: Entry
    chain: ChainVerdict
    derivation: CheckedDerivation | None
    near_misses: tuple[Verdict, ...]
    conventions: tuple[Verdict, ...]
    failure: DerivationError | None = None

    @property
    def status(self) -> Status:
        """The verdict of the chain; a derivation that fails makes it unsupported."""
        if self.failure is not None and self.chain.status == "proved":
            return "unsupported"
        return self.chain.status

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
        """The ledger of the chain, and what lines of the derivation need besides."""
        between = self.derivation.only_between if self.derivation is not None else ()
        return tuple(dict.fromkeys((*self.chain.conditions, *between)))

    @property
    def sizes(self) -> Scope:
        """For which sizes every link is proved, when each is."""
        return self.chain.sizes

    @property
    def scope(self) -> str:
        """The sizes for which every link is proved, and every line of the derivation has values."""
        if self.derivation is None or not self.chain.scope:
            return self.chain.scope
        return ChainVerdict((*self.chain.links, self.derivation.said)).scope


def check_entry(entry: Entry) -> CheckedEntry:
    """Decide a theorem, replay its derivation, and decide its near misses."""
    chain = prove_chain(entry.terms, entry.hypotheses)
    derivation: CheckedDerivation | None = None
    failure: DerivationError | None = None
    try:
        derivation = entry.derivation.checked() if entry.derivation is not None else None
    except DerivationError as error:
        failure = error
    misses = tuple(prove_equation(m.lhs, m.rhs, m.hypotheses) for m in entry.near_misses)
    conventions = tuple(prove_equation(c.lhs, c.rhs, c.hypotheses) for c in entry.conventions)
    return CheckedEntry(entry, chain, derivation, misses, conventions, failure)


@dataclass(frozen=True)
class CheckedStructure:
    """The judgements about one structure theorem, as this run computed them."""

    structure: Structure
    judgement: Judgement
    near_misses: tuple[Judgement, ...]

    @property
    def status(self) -> Status:
        """The verdict of the statement."""
        return self.judgement.status

    @property
    def as_expected(self) -> bool:
        """Proved, with every near miss refuted."""
        return self.status == "proved" and all(miss.status == "refuted" for miss in self.near_misses)


def check_structure(structure: Structure) -> CheckedStructure:
    """Decide a structure theorem and its near misses."""
    misses = tuple(_judged(near.statement) for near in structure.near_misses)
    return CheckedStructure(structure, _judged(structure.statement), misses)


def _judged(statement: Statement) -> Judgement:
    """The judgement; certificates are looked for only where it needs one, since those of a theory mostly have theirs."""
    found = statement.judge()
    return found if found.status != "unsupported" else with_certificates(statement).judge()
