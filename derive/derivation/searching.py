"""The search for lines between two terms: from both sides at once, the lines that look nearest to the other side first.

A line is entered once for all the ways to write it (`derive.language.alike`).  From the left side rules lead on, from the
right side they come back, until both meet.  A line is gone on from only when its rule really leads to it, and what was found
is handed out only when ``accepts`` takes it.  When lines have been found, as much work again goes into fewer of them.

The search is bounded by its work, which is counted and the same in every run, and never by a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from derive.derivation.moves import Moves, Way, apart
from derive.derivation.rules import Rule
from derive.language import terms as t
from derive.language.alike import line_key
from derive.printing import text

#: Work until a search gives up: ten seconds or so.
LIMIT = 800_000
#: Work for fewer lines when some have been found, at least.
AGAIN = 60_000
#: How much a feature by which two lines differ counts, in lines.  Lines that look near, and lines that are few, have turns.
WEIGHTS = 0.5, 0.1
#: How many lines a rule counts that is used from right to left, when it is chosen what to try.
BACKWARDS = 2.0
#: A line is no longer than so many times the longer side, and this many nodes besides.
GROWTH, ROOM = 3, 20

#: As many lines as it takes.
ANY = 1_000

#: A line, and the rule that leads to it.
Found = tuple[Rule, t.Term]
Key = tuple[object, ...]


@dataclass
class _Entry:
    """A line, how many lines it is from its side, the line it came from, and by what."""

    term: t.Term
    depth: int
    cost: float = 0.0
    parent: Key | None = None
    way: Way | None = None
    follows: bool | None = None


@dataclass
class _Side:
    """The lines that were reached from one side, and those still to go on from, the most promising first."""

    start: t.Term
    entries: dict[Key, _Entry] = field(default_factory=dict)
    waiting: tuple[list[tuple[float, int, Key]], ...] = field(default_factory=lambda: tuple([] for _ in WEIGHTS))
    done: set[Key] = field(default_factory=set)
    entered: int = 0

    def enter(self, key: Key, entry: _Entry, towards: t.Term) -> None:
        self.entries[key] = entry
        self.done.discard(key)
        self.entered += 1
        distance = apart(entry.term, towards)
        for weight, waiting in zip(WEIGHTS, self.waiting, strict=True):
            heappush(waiting, (entry.cost + weight * distance, self.entered, key))

    def next(self, turn: int) -> Key | None:
        """The most promising line that was not gone on from, by the weight whose turn it is."""
        waiting = self.waiting[turn % len(WEIGHTS)]
        while waiting:
            *_, key = heappop(waiting)
            if key not in self.done:
                return key
        return None


@dataclass
class Search:
    """A search for lines from ``left`` to ``right``, no more than ``longest`` of them.

    Attributes:
        moves: what rules make of a line, and the work so far.
        accepts: is what was found a derivation?
        limit: work until it gives up.
        told: called now and then with the work so far.
        exhausted: did it end because the rules make no further line?
    """

    left: t.Term
    right: t.Term
    moves: Moves
    accepts: Callable[[Sequence[Found]], bool] = lambda _: True
    limit: int = LIMIT
    longest: int = ANY
    told: Callable[[int], None] = lambda _: None
    exhausted: bool = False
    _sides: tuple[_Side, _Side] = field(init=False)
    _best: list[Found] | None = None

    def __post_init__(self) -> None:
        self._sides = _Side(self.left), _Side(self.right)
        for side, towards in zip(self._sides, (self.right, self.left), strict=True):
            side.enter(line_key(side.start), _Entry(side.start, 0, follows=True), towards)

    def run(self) -> list[Found] | None:
        """The lines after the first with their rules, as few as were found; None where there are none."""
        if line_key(self.left) == line_key(self.right):
            return []
        end, turn = self.limit, 0
        while self.moves.work < end:
            number, turn = turn % 2, turn + 1
            key = self._sides[number].next(turn // 2)
            if key is None:
                number = 1 - number
                key = self._sides[number].next(turn // 2)
            if key is None:
                self.exhausted = True
                break
            found = self._best
            self._go_on(number, key)
            self.told(self.moves.work)
            if self._best is not None and found is None:
                end = min(self.limit, max(2 * self.moves.work, self.moves.work + AGAIN))
        return self._best

    def nearest(self) -> list[Found]:
        """Of all lines that the left side is known to lead to, those to the one that looks nearest to the right side."""
        entries = self._sides[0].entries
        reached = (key for key, entry in entries.items() if entry.follows)
        return self._to(min(reached, key=lambda key: apart(entries[key].term, self.right)))

    def unfound(self, limit: int) -> list[str]:
        """In words, how far the search went, under a limit of all work, and its lines to the one that looks nearest."""
        gone_on, rules = sum(len(side.done) for side in self._sides), len(self.moves.ways)
        ended = "they lead no further" if self.exhausted else f"the limit of {limit:,} steps of work was reached"
        most = f", of at most {self.longest} lines to it" if self.longest < ANY else ""
        return [
            f"tried {rules} rules, each direction counted, on {gone_on} lines{most}: {ended}",
            f"from     {text(self.left)}",
            f"to       {text(self.right)}",
            *(
                f"line {n}   {text(term)}  [{rule.name}], so far"
                for n, (rule, term) in enumerate(self.nearest(), start=2)
            ),
        ]

    def _go_on(self, number: int, key: Key) -> None:
        """Enter every line that a rule makes of a line of a side."""
        side, other = self._sides[number], self._sides[1 - number]
        entry = side.entries[key]
        depth = entry.depth + 1
        if depth > self._most or not self._follows(number, entry):
            return
        side.done.add(key)
        largest = GROWTH * max(self.left.size, self.right.size) + ROOM
        for way, made in self.moves.of(entry.term):
            new = line_key(made)
            against = way.rule.kind != "definition" and way.forwards != (number == 0)
            candidate = _Entry(made, depth, entry.cost + (BACKWARDS if against else 1.0), key, way)
            known = side.entries.get(new)
            if made.size > largest or (known is not None and known.follows is not False and known.depth <= depth):
                continue
            if known is not None and known.follows and not self._follows(number, candidate):
                continue  # what was gone on from keeps the lines that lead to it
            side.enter(new, candidate, other.start)
            if new in other.entries and depth + other.entries[new].depth <= self._most:
                self._meet(new)

    @property
    def _most(self) -> int:
        """Lines after the first that are still of use."""
        return self.longest if self._best is None else min(self.longest, len(self._best) - 1)

    def _follows(self, number: int, entry: _Entry) -> bool:
        """Does its rule really lead to a line from the one it came from, or from it to that one?"""
        if entry.follows is None and entry.parent is not None and entry.way is not None:
            before, way = self._sides[number].entries[entry.parent].term, entry.way
            if number == 0:
                entry.follows = self.moves.follows(way, before, entry.term)
            else:
                entry.follows = self.moves.follows(way.reversed, entry.term, before)
        return bool(entry.follows)

    def _to(self, key: Key) -> list[Found]:
        """The lines from the left side to this one."""
        lines: list[Found] = []
        entry = self._sides[0].entries[key]
        while entry.parent is not None and entry.way is not None:
            lines.append((entry.way.rule, entry.term))
            entry = self._sides[0].entries[entry.parent]
        return lines[::-1]

    def _meet(self, key: Key) -> None:
        """Take the lines that meet here, if they are fewer than those known and are accepted."""
        if not all(self._follows(number, side.entries[key]) for number, side in enumerate(self._sides)):
            return
        lines = self._to(key)
        entry = self._sides[1].entries[key]
        if entry.parent is None and lines:  # the last line is the right side as it is written
            lines[-1] = lines[-1][0], self.right
        while entry.parent is not None and entry.way is not None:
            rule = entry.way.back
            entry = self._sides[1].entries[entry.parent]
            lines.append((rule, entry.term))
        if len(lines) <= self._most and self.accepts(lines):
            self._best = lines
