"""What stands at the top level of a Python file and is to be checked: verdicts, statements, derivations, theorems, theories.

Collected is what a name of the file holds, wherever it was made, and what stands in lists, tuples, sets and dicts of such
names; each object once.  A verdict is decided again, and must be *proved*, unless `derive.expect` says otherwise or it is
a near miss.  `derive.equal` is a hypothesis and claims nothing.  `theory_in` makes one theory of a module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from derive.answers.bounds import with_certificates
from derive.authoring.theory import CheckedTheorem, Theorem, Theory
from derive.authoring.vocabulary import Convention, NearMiss, Untitled
from derive.derivation.derivation import CheckedDerivation, Derivation, Rule
from derive.derivation.expected import Expected
from derive.errors import DeriveError, InputError
from derive.statements.equation import Equations
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict

#: What is looked for, in words.
LOOKED_FOR = (
    "verdict, Derivation, Statement, Theorem, theory or derive.expect(…), also in lists, tuples, sets and dicts"
)
#: What to do where there is nothing of it.
ASSIGN = "assign one: claim = derive.prove(lhs, rhs); derive.equal(…) is a hypothesis"
#: The deepest list in a list that is looked into.
MAX_DEPTH = 50


@dataclass(frozen=True)
class Collected:
    """A verdict or a statement that must come out as ``expected``; ``said`` is the status that it has in the file."""

    label: str
    theorem: Theorem
    expected: str = "proved"
    said: str = ""
    note: str = ""


def collect(values: Mapping[str, object], stem: str) -> dict[str, Theorem | Collected]:
    """The theorems of a file, each once: those of its theories first, then what else stands at its top level."""
    return _Collection(values, stem).found


def names_in(values: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Every object at the top level of a module with its name: ``claims[0]``, ``table['key']``.

    Raises `InputError` for lists that are nested too deeply.
    """
    seen: set[int] = set()

    def inside(name: str, value: object, depth: int) -> Iterator[tuple[str, object]]:
        parts: Iterator[tuple[str, object]]
        match value:
            case list() | tuple():
                parts = ((f"{name}[{number}]", part) for number, part in enumerate(value))
            case set() | frozenset():
                parts = ((f"{name}[{number}]", part) for number, part in enumerate(sorted(value, key=str)))
            case dict():
                parts = ((f"{name}[{key!r}]", part) for key, part in value.items())
            case _:
                yield name, value
                return
        if depth > MAX_DEPTH:
            raise InputError(f"{name[:60]}…: lists nested deeper than {MAX_DEPTH}", hint="give what is in them names")
        if id(value) not in seen:
            seen.add(id(value))
            for part in parts:
                yield from inside(*part, depth + 1)

    for name, value in values.items():
        if not (name.startswith("__") and name.endswith("__")):
            yield from inside(name, value, 0)


def theory_in(values: Mapping[str, object], stem: str) -> Theory:
    """A module as one theory: the one that it holds, or all that must be proved at its top level under the module's name.

    Raises `InputError` where there is nothing of the kind.
    """
    found = collect(values, stem)
    if not found:
        raise InputError(f"{stem}: nothing at its top level: no {LOOKED_FOR}", hint=ASSIGN)
    held = theories_in(values)
    theorems = [each for each in found.values() if isinstance(each, Theorem)]
    if len(held) == 1 and len(theorems) == len(found) and {*map(id, theorems)} == {*map(id, held[0].stated)}:
        return held[0]
    loose = [each.theorem for each in found.values() if isinstance(each, Collected) and each.expected == "proved"]
    names = {name: named for theory in held for name, named in theory.names.items()}
    return Theory(
        stem,
        str(values.get("__doc__") or stem).strip().splitlines()[0].rstrip("."),
        sources=tuple(dict.fromkeys(source for theory in held for source in theory.sources)),
        names=names,
        definitions=[entry for theory in held for entry in theory.definitions],
        stated=[*theorems, *loose],
        figures=[figure for theory in held for figure in theory.figures],
    )


def theories_in(values: Mapping[str, object]) -> list[Theory]:
    """The theories at the top level of a module, each once."""
    return list({id(value): value for _, value in names_in(values) if isinstance(value, Theory)}.values())


class _Collection:
    """The objects of a module being collected; ``known`` has the identities of those that are checked already."""

    def __init__(self, values: Mapping[str, object], stem: str) -> None:
        self.stem = stem
        self.found: dict[str, Theorem | Collected] = {}
        self.known: set[int] = set()
        self.decided: list[Statement] = []
        named = list(names_in(values))
        for name, value in named:
            if isinstance(value, Theory):
                self.theory(name, value)
        # What is said of others: it keeps them from being checked as if nothing were said.
        for _, value in named:
            match value:
                case Expected():
                    self.known |= {id(value.what)}
                    stated = value.what.statement if isinstance(value.what, Verdict) else value.what
                    self.decided += [stated] if isinstance(stated, Statement) else []
                case CheckedTheorem():
                    self.known |= {id(part) for part in _inside(value.theorem)}
                case Theorem():
                    self.known |= {id(part) for part in _inside(value)}
                case Verdict():
                    self.decided.append(value.statement)
        for name, value in named:
            self.take(name, value)

    def theory(self, name: str, theory: Theory) -> None:
        if id(theory) not in self.known:
            self.known.add(id(theory))
            for theorem in theory.theorems:
                self.known |= {id(part) for part in (theorem, *_inside(theorem))}
                self.add(name, theorem.label, theorem)

    def add(self, name: str, label: str, theorem: Theorem | Collected) -> None:
        """Keep a theorem; one of another's label is told apart by the name it has in the file."""
        self.found[label if label not in self.found else f"{self.stem}.{name}"] = theorem

    def take(self, name: str, value: object) -> None:
        """Keep what is to be checked of an object."""
        bare: object = value
        match value:
            case CheckedDerivation():
                bare = value.derivation
            case CheckedTheorem():
                bare = value.theorem
            case Statement() if _said_of(value, self.decided):
                return
        if id(value) in self.known or id(bare) in self.known:
            return
        self.known |= {id(value), id(bare)}
        label = f"{self.stem}.{name}"
        match bare:
            case Rule():
                try:
                    _ = bare.theorem
                except InputError as error:
                    self.add(name, label, Theorem(label, name, _raising(error)))
            case Derivation():
                self.add(name, label, _derived(label, name, bare))
            case Theorem():
                self.add(name, bare.label, bare)
            case Expected(what, status, note):
                self.add(name, label, replace(_collected(label, name, what), expected=status, note=note))
            case Statement() | Verdict():
                self.add(name, label, _collected(label, name, bare))
            case NearMiss(wrong, statement):
                self.add(name, label, Collected(label, Theorem(label, name, statement), "refuted", note=wrong))
            case Convention(note, statement):
                self.add(name, label, Collected(label, Theorem(label, name, statement), "vacuous", note=note))
            case Untitled():
                raise InputError(
                    f"the theorem {name} without its title", hint="@….theorem(title, source) stands above it"
                )


def _raising(error: InputError) -> Callable[[], Statement]:
    """The claim of a rule that is no theorem: it says so when it is checked."""

    def claim() -> Statement:
        raise error

    return claim


def _derived(label: str, name: str, derivation: Derivation) -> Theorem:
    """The theorem first = last of a derivation."""
    ends = (derivation.lines[0].term, derivation.lines[-1].term)
    return Theorem(label, name, Equations(ends, derivation.hypotheses), proof=derivation)


def _collected(label: str, name: str, what: object) -> Collected:
    """A verdict or a statement, to be decided again."""
    match what:
        case CheckedDerivation():
            return Collected(label, _derived(label, name, what.derivation), said=what.verdict.status)
        case Verdict():
            return Collected(label, Theorem(label, name, what.statement), said=what.status)
        case Statement():
            return Collected(label, Theorem(label, name, with_certificates(what)))
    raise TypeError(f"{type(what).__name__} is neither a verdict nor a statement")


def _said_of(statement: Statement, others: list[Statement]) -> bool:
    """Is a statement one of others, whatever certificates they have?"""
    return any(
        other is statement
        or (
            type(other) is type(statement)
            and (other.hypotheses, other.terms) == (statement.hypotheses, statement.terms)
            and str(other) == str(statement)
        )
        for other in others
    )


def _inside(theorem: Theorem) -> tuple[object, ...]:
    """What a theorem is made of, and is checked with it."""
    beside: list[NearMiss | Convention] = [*theorem.near_misses, *theorem.conventions]
    found: list[object] = [theorem.proof, *beside]
    for each in (theorem, *beside):
        with suppress(DeriveError):  # it says so when it is checked
            found.append(each.statement)
    return tuple(found)
