r"""What a document states → a `Theory`, as `derive.authoring` has it of a module in Python; and where all of it is written.

A theorem whose display has reasons is a derivation: each of its steps is by the rules that it names, those of a step without
a reason are looked for.  Any other is the chain of its display, or a bound.  What cannot be read is the theorem's own error,
raised where its statement is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice, product

from derive.authoring.ruled import rules_in
from derive.authoring.theory import Theorem, Theory
from derive.authoring.vocabulary import HERE, Convention, NearMiss
from derive.derivation.connecting import connects
from derive.derivation.derivation import Derivation, Line, check_step
from derive.derivation.established import Established
from derive.derivation.moves import definitions_in
from derive.derivation.rules import Rule, definition, rule
from derive.errors import DerivationError, InputError, nearest
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Defined, Definition, Dimension, Index, Term
from derive.printing import text
from derive.reading.latex import Context
from derive.reading.paper.citing import named, spoken
from derive.reading.paper.claims import Relation, statement_of
from derive.reading.paper.pasting import Pasted
from derive.reading.paper.prose import in_words, title_in
from derive.reading.paper.reasons import Because, Reason, of_steps
from derive.reading.paper.stating import Announced, Stating, place_of
from derive.reading.source import Place, Source
from derive.statements.equation import Equations, equations, prove_equation
from derive.statements.statement import Statement
from derive.theories import algebra
from derive.theories.registry import load_theory

#: How many ways to read the names of a reason are tried.
WAYS = 64
#: What stands for the rule of a step that has no reason.
_UNSAID = "a rule to be found"


@dataclass(frozen=True)
class Whereabouts:
    """Where something is written: its head, each link of its display, each step of its proof, and what stands beside it.

    ``numbers``: the step that each line of its derivation is, after the first, once that was made.
    """

    source: Source
    start: Place
    links: tuple[Place, ...] = ()
    steps: tuple[Place, ...] = ()
    beside: tuple[Place, ...] = ()
    numbers: list[int] = field(default_factory=list)

    @property
    def lines(self) -> tuple[Place, ...]:
        """Where each line of its derivation is."""
        return tuple(self.steps[number] for number in self.numbers) or self.steps


@dataclass(frozen=True)
class StatedTheory:
    """A theory as a document states it.

    Attributes:
        theory: with all that a theory in Python has of this.
        rules: those that it declares, each as a theorem, under its label.
        places: where theorems and rules are written, by their labels.
        loose: the relations that stand beside what it states.
    """

    theory: Theory
    rules: Mapping[str, Theorem]
    places: Mapping[str, Whereabouts]


def document_of(
    stated: Stating, items: Sequence[Relation | Pasted]
) -> tuple[StatedTheory | None, list[Relation | Pasted]]:
    """The theory that a document states, if it does, and what else stands in it."""
    if stated.theory is None:
        return None, list(items)
    made = _Building(stated, stated.theory, {place_of(each): each for each in items if isinstance(each, Relation)})
    taken = {place for entry in stated.entries for each in entry.all_parts for place in each.places}
    return made.document(), [each for each in items if not isinstance(each, Relation) or place_of(each) not in taken]


class _Building:
    """A theory being made of what is stated; ``ruled`` are the rules that were declared so far."""

    def __init__(self, stated: Stating, head: Announced, relations: Mapping[tuple[str, int, str], Relation]) -> None:
        self.stated, self.head, self.relations = stated, head, relations
        self.ruled: list[Rule] = []
        self.names = _Declared(stated.contexts)

    def document(self) -> StatedTheory:
        head = self.head
        theory = Theory(head.words, head.title, self.stated.summary, tuple(self.stated.sources), dict(self.names.names))
        for term in self.names.defined:
            theory.define(term)
        rules: dict[str, Theorem] = {}
        places: dict[str, Whereabouts] = {}
        for entry in self.stated.entries:
            own = self.own(entry)
            name = entry.words if entry.kind == "theorem" else "_".join(re.findall(r"[A-Za-z0-9]+", entry.words))
            label = f"{head.words}.{name or 'rule'}"
            while label in places:
                label += "_other"
            written = places[label] = Whereabouts(
                entry.source,
                entry.place,
                tuple(each.place for each in own),
                tuple(each.place for each in self.own(entry.proof or entry)),
                tuple(each.place for each in sorted(entry.beside, key=lambda each: each.kind != "near miss")),
            )
            if entry.kind == "rule":
                rules[label] = self.rule(label, entry, own)
            else:
                theory.stated.append(self.theorem(label, entry, own, written))
        return StatedTheory(theory, rules, places)

    def own(self, entry: Announced) -> list[Relation]:
        """The relations of an entry, as they were settled."""
        return [self.relations[place] for place in entry.places if place in self.relations]

    # --- rules and theorems

    def rule(self, label: str, entry: Announced, own: Sequence[Relation]) -> Theorem:
        """A rule, which what stands below may use, as a theorem."""
        made = partial(self.claim, entry, own)
        try:
            terms, given = _chain(entry, own)
            if len(terms) != 2:
                raise entry.source.error(entry.at, f"a rule of {len(terms)} sides", "one equation")
            stated = rule(
                entry.words, *terms, entry.variables, entry.said.get("source", ""), given,
                entry.said.get("kind", "lemma"),  # type: ignore[arg-type]  # one of them
            )  # fmt: skip
            self.ruled.append(stated)
        except InputError as error:
            made = partial(_raise, entry.source.placed(error, entry.at))
        return Theorem(label, entry.words, made, entry.said.get("source", HERE))

    def theorem(self, label: str, entry: Announced, own: Sequence[Relation], written: Whereabouts) -> Theorem:
        misses, others = list[NearMiss](), list[Convention]()
        claim: Callable[[], Statement] = cache(partial(self.claim, entry, own))
        for each in entry.beside:
            try:
                said = self.claim(each, self.own(each))
            except InputError as error:
                claim = partial(_raise, error)
                continue
            if each.kind == "near miss":
                misses.append(NearMiss(each.words, said))
            else:
                others.append(Convention(each.words, said))
        proof = entry.proof or entry
        lines = None
        if proof is not entry or _stepwise(entry):
            lines = _Lines(proof, self.own(proof), self.rules_for(proof), written.numbers)
        return Theorem(
            label,
            entry.title or title_in(entry.prose) or entry.words.replace("_", " ").capitalize(),
            claim,
            entry.said.get("source", HERE),
            entry.said.get("says") or in_words(entry.prose, entry.context),
            tuple(misses),
            tuple(others),
            None if lines is None else lines.derivation,
            entry.topic or self.head.title,
        )

    def claim(self, entry: Announced, own: Sequence[Relation]) -> Statement:
        """What a display claims; raises `InputError` where it cannot be read."""
        if entry.reasons and (entry.kind != "theorem" or entry.proof is not None):
            expected = "the reasons below 'proof'" if entry.proof is not None else "reasons in a theorem or its proof"
            raise entry.reasons[0].source.error(entry.reasons[0].at, f"a reason in a {entry.kind}", expected)
        if (resting := next((each for each in own if each.by), None)) is not None:
            hint = "declare what it rests on as a rule, and say 'given' of what it assumes"
            raise resting.source.error(resting.at, f"'by {resting.by[0]}' in a {entry.kind}", "no label", hint)
        apart = len(own) == 1 and (own[0].sign != "=" or own[0].under.narrows)
        if apart and entry.error is None and own[0].expected == "proved" and not _stepwise(entry):
            return statement_of(own[0])
        terms, given = _chain(entry, own)
        return Equations((terms[0], terms[-1]), given) if _stepwise(entry) else equations(terms, given)

    def rules_for(self, entry: Announced) -> Callable[[], Mapping[str, list[Rule]]]:
        """The rules that a theorem may name: of the document above it, of theories in use, definitions, and of algebra."""
        above, context = tuple(self.ruled), entry.context or Context()

        @cache
        def known() -> Mapping[str, list[Rule]]:
            used = (each for name in context.theories for each in rules_in(load_theory(name)))
            found: dict[str, list[Rule]] = {}
            for each in (*above, *_definitions(context), *used, *algebra.RULES):
                if each not in found.setdefault(each.name, []):
                    found[each.name].append(each)
            return found

        return known


def _stepwise(entry: Announced) -> bool:
    """Are the lines of a theorem's display the steps of its derivation?"""
    return entry.proof is None and ("derivation" in entry.said or any(not each.words for each in entry.reasons))


def _raise(error: InputError) -> Statement:
    raise error


def _chain(entry: Announced, own: Sequence[Relation]) -> tuple[tuple[Term, ...], tuple[Hypothesis, ...]]:
    """The terms of a chain of equations, and what it assumes; raises `InputError` where it is none, or was not read."""
    if entry.error is not None:
        raise entry.error
    if not own:
        raise entry.source.error(entry.at, f"a {entry.kind} without a display that can be read", "its display below it")
    terms: list[Term] = []
    for each in own:
        said = statement_of(each)  # raises the error of what cannot be read
        if each.expected != "proved":
            raise each.source.error(each.at, f"'expect {each.expected}' in a {entry.kind}", "'near miss WORDS'")
        if not isinstance(said, Equations) or each.sign != "=" or each.under.narrows:
            hint = "give each relation that is no equation a theorem of its own"
            raise each.source.error(each.at, "a relation that is no equation in a chain", "equations", hint)
        if each.hypotheses != own[0].hypotheses:
            raise each.source.error(each.at, "a line that assumes what another does not", "'given' above the display")
        if terms and each.lhs != terms[-1]:
            found = f"a second formula, which begins with {text(said.terms[0])}"
            raise each.source.error(each.at, found, "one chain, in which each line goes on from the one before")
        terms += said.terms[1:] if terms else said.terms
    return tuple(terms), own[0].hypotheses


def _definitions(context: Context) -> Iterator[Rule]:
    """The rules that unfold what is defined."""
    for meaning in context.env.names.values():
        if isinstance(meaning, Defined):
            yield definition(meaning)
    for each in context.definitions.values():
        yield definition(each(*each.parameters))


class _Declared:
    """The names of a document, also those that it uses of theories, for plain syntax; and what it defines itself."""

    def __init__(self, contexts: Sequence[Context]) -> None:
        self.names: dict[str, Dimension | Index | Term] = {}
        self.defined: list[Term] = []
        for context in contexts:
            for name, meaning in context.env.names.items():
                if name in self.names or isinstance(meaning, Definition):
                    continue
                self.names[name] = meaning
                if isinstance(meaning, Defined) and name not in context.origins:
                    self.defined.append(meaning)
            for name, each in context.definitions.items():
                if name not in context.origins and all(
                    each != d.definition for d in self.defined if isinstance(d, Defined)
                ):
                    self.defined.append(each(*each.parameters))


@dataclass
class _Lines:
    """The steps of a display, each with its reason, being made a derivation."""

    entry: Announced
    own: Sequence[Relation]
    known: Callable[[], Mapping[str, list[Rule]]]
    numbers: list[int]
    #: What came of it, once it was asked for.
    made: list[Derivation | DerivationError | InputError] = field(default_factory=list)

    def derivation(self) -> Derivation:
        """The derivation; raises `DerivationError` with the number of a line whose reason names no rule that leads to it."""
        if not self.made:
            try:
                self.made.append(self._derivation())
            except (DerivationError, InputError) as error:
                self.made.append(error)
        if isinstance(self.made[0], Derivation):
            return self.made[0]
        raise self.made[0]

    def _derivation(self) -> Derivation:
        terms, given = _chain(self.entry, self.own)
        because = of_steps(self.own, self.entry.reasons)
        derivation = Derivation.start(terms[0], given)
        for number, (term, why) in enumerate(zip(terms[1:], because, strict=True)):
            self.numbers.append(number)
            if prove_equation(derivation.lines[-1].term, term, given).theorem is None:  # the check of lines ends there
                rest = (Line(each, note=why.reason.text if why.reason else _UNSAID) for each in terms[number + 1 :])
                self.numbers += range(number + 1, len(terms) - 1)
                return Derivation((*derivation.lines, *rest), given)
            derivation = self.step(derivation, term, why)
            self.numbers += [number] * (len(derivation.lines) - 1 - len(self.numbers))
        return derivation

    def step(self, before: Derivation, term: Term, why: Because) -> Derivation:
        """With one more line, which is true: by the rules that its reason names, or by those that are found."""
        number, last = len(before.lines) + 1, before.lines[-1].term
        if why.reason is None:
            try:
                return before.to(term, *self.looked_for(), note=why.words)
            except DerivationError as error:
                report = error.report.replace("give the rule: .by(rule, to=…)", r"give the rule: \text{by RULE}")
                raise DerivationError(number, _UNSAID, report) from None
        failed: DerivationError | None = None
        for rules in islice(self.meant(number, why.reason, (last, term)), WAYS):
            line = Line(term, rules, why.words)
            try:
                check_step(number, last, line, before.hypotheses)
            except DerivationError as error:
                failed = failed or error
            else:
                return Derivation((*before.lines, line), before.hypotheses)
        if failed is None:
            raise TypeError(f"no way to mean {why.reason.text!r}")
        raise DerivationError(number, failed.rule, f"{failed.report}{self.nearest_rule(before, term)}")

    def looked_for(self) -> Iterator[Rule]:
        """The rules among which one that is not named is looked for: theorems by themselves, which are none of a theory."""
        for each in (each for rules in self.known().values() for each in rules):
            with suppress(InputError):
                if not re.fullmatch(r"[^\W\d]\w*\.\S+", each.source):
                    _ = each.theorem
                    yield each

    def nearest_rule(self, before: Derivation, term: Term) -> str:
        """A rule that does lead to a line which is true, in words; "" where none does by itself."""
        last = before.lines[-1].term
        verdict = prove_equation(last, term, before.hypotheses)
        there = Established(before.hypotheses).beside(verdict.conditions)
        for each in self.looked_for():
            if any(connects([way.pattern], last, term, there) for way in (each, each.reversed())):
                return f"\n  a rule that leads to it: by {each.name}"
        return ""

    def meant(self, number: int, reason: Reason, lines: tuple[Term, Term]) -> Iterator[tuple[Rule, ...]]:
        """The rules that a reason may mean, each from left to right before it is from right to left."""
        known = dict(self.known())
        for each in definitions_in(lines):
            if each not in known.get(each.name, ()):
                known[each.name] = [*known.get(each.name, ()), each]
        names = named(spoken(reason, self.entry.context), known)
        if not names:
            hint = nearest(reason.text, known, "rules of a theory: derive explain; or declare one: rule NAME")
            raise DerivationError(number, reason.text, f"there is no rule {reason.text!r} here\n  {hint}")
        choices = [[way for each in known[name] for way in (each, each.reversed())] for name in names]
        yield from product(*choices)
