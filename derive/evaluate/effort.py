"""What an evaluation may cost: entry operations are counted down, and numbers too long to go on with are refused.

Many searches ask for the same points: the parts of a statement share its hypotheses.  A `Recording` keeps what was
generated, with the entry operations that each item took, and whoever asks again pays the same; `Priced` does so for single
answers.  So what a search finds, and where its share of the work ends, does not depend on what ran before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from threading import RLock
from typing import Generic, TypeVar

from derive.errors import LimitError
from derive.evaluate import arrays, duals
from derive.evaluate.arrays import Array
from derive.evaluate.duals import Dual, Entry
from derive.evaluate.numbers import Surd, check_bits

#: The most entry operations one evaluation may take.
EFFORT = 20_000_000
#: What an operation costs beside one on rationals.
_COST_OF_NODE = 2
_COST_OF_OTHERS = 8
#: Numbers of so many bits are not long.
_SHORT = 255
_LONG = 1 << _SHORT


class Effort:
    """Counts entry operations down; `spend` raises `LimitError` at 0."""

    def __init__(self, left: int = EFFORT) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Take from what is left."""
        self.left -= amount
        if self.left < 0:
            raise LimitError("an evaluation of more entry operations than allowed", hint="take smaller sizes")

    def take(self, result: Array) -> Array:
        """The result with integers as ints.  Counts the work, and refuses numbers too long to go on with."""
        if type(result) is int and -_LONG < result < _LONG:
            self.spend(_COST_OF_NODE + 1)
            return result
        if not isinstance(result, tuple):
            found: Iterable[Entry] = (result,)
        else:
            found = arrays.entries(result) if result and isinstance(result[0], tuple) else result
        count = _COST_OF_NODE
        fractions = False
        for entry in found:
            if type(entry) is int and -_LONG < entry < _LONG:
                count += 1
            elif type(entry) is Fraction or isinstance(entry, int):
                above, below = entry.as_integer_ratio()
                fractions = fractions or below == 1
                count += 1
                length = above.bit_length()
                if length > _SHORT or below.bit_length() > _SHORT:
                    # Long numbers cost about the square of their length.
                    count += (length >> 8) ** 2 >> 4
                    check_bits(entry)
            elif isinstance(entry, Dual):
                value = duals.real_part(entry)
                weight = 1 if isinstance(value, int | Fraction) else _COST_OF_OTHERS
                count += weight * (1 + len(entry.parts)) << entry.level
                check_bits(value)
            else:
                count += _COST_OF_OTHERS + (len(entry.roots) ** 2 if isinstance(entry, Surd) else 0)
                check_bits(entry)
        self.spend(count)
        return arrays.whole(result) if fractions else result


Item = TypeVar("Item")
Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Priced(Generic[Key, Answer]):
    """Answers, each found once, with the work that takes by itself: whoever asks pays that.

    ``find`` must give the same answer, at the same cost, whenever it is called.  Raises `LimitError` where ``effort`` ends.

    >>> def double(number, effort):
    ...     effort.spend(10)
    ...     return 2 * number
    >>> doubles, effort = Priced(double), Effort(100)
    >>> doubles.ask(4, effort), doubles.ask(4, effort), effort.left
    (8, 8, 80)
    """

    def __init__(self, find: Callable[[Key, Effort], Answer]) -> None:
        self._find = find
        self._known: dict[Key, tuple[Answer, int]] = {}

    def ask(self, key: Key, effort: Effort) -> Answer:
        """The answer, paid from the effort."""
        known = self._known.get(key)
        if known is not None:
            effort.spend(known[1])
            return known[0]
        left = effort.left
        answer = self._find(key, effort)
        self._known[key] = answer, left - effort.left
        return answer


class Recording(Generic[Item]):
    """The items that ``generate`` makes; it must make the same ones, at the same cost, whenever it is called.

    >>> def numbers(effort):
    ...     for number in range(3):
    ...         effort.spend(10)
    ...         yield number
    >>> recording, first, second = Recording(numbers), Effort(100), Effort(100)
    >>> list(recording.replay(first)), list(recording.replay(second)), first.left, second.left
    ([0, 1, 2], [0, 1, 2], 70, 70)
    """

    def __init__(self, generate: Callable[[Effort], Iterator[Item]]) -> None:
        self._generate = generate
        self._items: list[Item] = []
        #: What each item cost; one more when the sequence has ended, the cost of finding that out.
        self._costs: list[int] = []
        #: An effort that is known not to be enough for what comes next.
        self._too_little = -1
        self._source: Iterator[Item] | None = None
        self._effort = Effort()
        self._lock = RLock()

    def replay(self, effort: Effort) -> Iterator[Item]:
        """The items; raises `LimitError` where ``effort`` ends."""
        place = 0
        while True:
            with self._lock:
                if place == len(self._costs):
                    self._advance(effort.left)
            effort.spend(self._costs[place])
            if place == len(self._items):
                return
            yield self._items[place]
            place += 1

    def _advance(self, allowed: int) -> None:
        """Generate and record one more item, with so much effort at the most."""
        if allowed <= self._too_little:
            raise LimitError("an evaluation of more entry operations than allowed", hint="take smaller sizes")
        source = self._source if self._source is not None else self._resumed()
        self._source = None  # whatever interrupts it: it has not ended
        self._effort.left = allowed
        try:
            item = next(source)
        except StopIteration:
            self._costs.append(allowed - self._effort.left)
            return
        except LimitError:
            if self._effort.left < 0:
                self._too_little = allowed
            raise
        self._source, self._too_little = source, -1
        self._items.append(item)
        self._costs.append(allowed - self._effort.left)

    def _resumed(self) -> Iterator[Item]:
        """The generator, run up to where the recording ends."""
        self._effort = Effort()
        source = self._generate(self._effort)
        for _ in self._items:
            self._effort.left = sum(self._costs)
            next(source)
        return source
