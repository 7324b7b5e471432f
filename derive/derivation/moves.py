"""What rules make of a line: each rule from both sides, at one place, or at every place where it fits.

A rule is tried only where the line has what its left side cannot do without.  What is made is a suggestion; that a line
follows by its rule is found by `derive.derivation.connecting`, and that it is true by the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice

from derive.derivation.connecting import connects
from derive.derivation.established import Established
from derive.derivation.matching import Pattern, rewrites
from derive.derivation.rules import Rule, definition
from derive.errors import InputError, Undecided
from derive.language import terms as t
from derive.language.alike import flat, line_key, open_factors
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import meanings, subterms, symbols_of, unfolded_subterms
from derive.statements.domain import ledger_of

#: Places at which one line uses one rule, and places that are looked at for one more, at most.
PLACES = 8
#: Terms whose features are remembered.
REMEMBERED = 32_768


@dataclass(frozen=True, eq=False)
class Way:
    """A rule in one direction, and in the other: ``rule`` leads on, ``back`` comes back.

    ``forwards``: is it used as it was stated?  A definition has no direction.
    """

    rule: Rule
    back: Rule
    forwards: bool = True

    @property
    def reversed(self) -> Way:
        """The same rule in the other direction."""
        return Way(self.back, self.rule, not self.forwards)

    @cached_property
    def pattern(self) -> Pattern | None:
        """The rule as a pattern, proved when it is first asked for; None where it is no theorem of the kernel by itself."""
        try:
            return self.rule.pattern
        except (InputError, Undecided):
            return None

    @cached_property
    def needs(self) -> frozenset[str]:
        """What a line must have for the rule to fit: names and operations, but for products, which have many forms."""
        parts = (part for part in subterms(self.rule.lhs) if part not in self.rule.variables)
        return frozenset(_label(part) for part in parts if not isinstance(part, t.Product | t.Number | t.Dimension))

    @cached_property
    def free(self) -> bool:
        """Does the rule fit without anything that has to be established?"""
        return not self.rule.hypotheses and not any(symbol.properties for symbol in self.rule.variables)

    @property
    def leads(self) -> bool:
        """Can a line be made by it: its left side is no lone variable or number, and has every variable of its right?"""
        lhs, rhs = self.rule.lhs, self.rule.rhs
        if lhs in self.rule.variables or isinstance(lhs, t.Number | t.Dimension):
            return False
        return self.rule.variables & set(symbols_of(rhs)) <= set(symbols_of(lhs))


def ways_of(rules: Iterable[Rule], terms: Sequence[t.Term]) -> tuple[Way, ...]:
    """The rules from both sides, those alone whose names mean in them what they mean in the terms, and each once."""
    known = {meaning.name: meaning for term in terms for meaning in meanings(term)}
    found: dict[object, Way] = {}
    for rule in rules:
        own = {meaning for side in (rule.lhs, rule.rhs) for meaning in meanings(side)} - rule.variables
        own = {meaning for meaning in own if not isinstance(meaning, t.Dimension)}
        if any(known.get(meaning.name, meaning) != meaning for meaning in own):
            continue
        for way in _both(rule):
            key = line_key(way.rule.lhs), line_key(way.rule.rhs), way.rule.variables, way.rule.hypotheses
            if way.leads and key not in found:
                found[key] = way
    return tuple(found.values())


@lru_cache(maxsize=4_096)
def _both(rule: Rule) -> tuple[Way, Way]:
    """A rule in both directions, remembered since each is proved once."""
    forwards = Way(rule, rule.reversed())
    return forwards, forwards.reversed


def definitions_in(terms: Iterable[t.Term]) -> tuple[Rule, ...]:
    """The rules that unfold the names in terms, and the names in what they stand for."""
    parts = dict.fromkeys(part for term in terms for part in unfolded_subterms(term) if isinstance(part, t.Defined))
    return tuple(definition(part) for part in parts)


# --- lines ----------------------------------------------------------------------------------------------------------


@dataclass
class Moves:
    """What the ways make of lines under hypotheses; ``work`` counts the size of a line for each rule that is tried on it."""

    ways: tuple[Way, ...]
    hypotheses: tuple[Hypothesis, ...]
    work: int = 0
    _known: dict[t.Term, Established | None] = field(default_factory=dict)

    def of(self, line: t.Term) -> Iterator[tuple[Way, t.Term]]:
        """Every line that one rule makes of a line: at each place, and at all of them."""
        has = _labels(line)
        for way in self.ways:
            if not way.needs <= has or way.pattern is None:
                continue
            holds = Established() if way.free else self.there(line)
            if holds is None:
                continue
            self.work += line.size
            try:
                single = tuple(dict.fromkeys(rewrites(way.pattern, line, holds)))
            except InputError:  # beyond the size of a term
                continue
            self.work += sum(made.size for made in single)
            for made in single:
                yield way, made
            if len(single) > 1:
                everywhere = self._everywhere(way.pattern, line, single[0], holds)
                if everywhere is not None:
                    yield way, everywhere

    def _everywhere(self, rule: Pattern, line: t.Term, first: t.Term, holds: Established) -> t.Term | None:
        """The line with the rule used wherever that still is one line; None where it fits at one place only."""
        made, seen = first, {line_key(line), line_key(first)}
        for _ in range(PLACES):
            further = (other for other in islice(rewrites(rule, made, holds), PLACES) if line_key(other) not in seen)
            for other in further:
                self.work += line.size + other.size
                seen.add(line_key(other))
                if connects([rule], line, other, holds):
                    break
            else:
                break
            made = other
        return made if made is not first else None

    def follows(self, way: Way, before: t.Term, after: t.Term) -> bool:
        """Does the rule of a way lead from one line to the other?"""
        if way.pattern is None or (holds := self.there(before)) is None:
            return False
        self.work += before.size
        return bool(connects([way.pattern], before, after, holds))

    def there(self, line: t.Term) -> Established | None:
        """What is established where a line has values; None where its names have two meanings, or it never has any."""
        if line not in self._known:
            given: Established | None = Established(self.hypotheses)
            try:
                given = Established(self.hypotheses).beside(ledger_of(line, self.hypotheses))
            except InputError:
                given = None
            except Undecided:
                pass
            self._known[line] = given
        return self._known[line]


# --- how far two lines are apart -------------------------------------------------------------------------------------


def apart(left: t.Term, right: t.Term) -> int:
    """How many operations and names one line has and the other has not, counted with what they stand in."""
    mine, theirs = _features(left), _features(right)
    return (mine - theirs).total() + (theirs - mine).total()


def _label(term: t.Term) -> str:
    match term:
        case t.Defined(definition):
            return f"= {definition.name}"
        case t.Symbol() | t.Dimension() | t.Function():
            return f"{type(term).__name__} {term.name}"
        case t.Number(value):
            return str(value)
    return type(term).__name__


@lru_cache(maxsize=REMEMBERED)
def _labels(term: t.Term) -> frozenset[str]:
    return frozenset(map(_label, subterms(term)))


@lru_cache(maxsize=REMEMBERED)
def _features(term: t.Term) -> Counter[str]:
    label = _label(term)
    found = Counter([label])
    parts = open_factors(term) if isinstance(term, t.Product) else flat(term)
    for part in term.children if len(parts) == 1 else parts:
        found.update(_features(part))
        found[f"{label} of {_label(part)}"] += 1
    return found
