"""What was decided in this process, by what was asked: the same statement is not decided a second time.

The key of a verdict is a hash of the whole question: terms with all that their names mean, hypotheses, sign, expectation,
lines of a derivation with their rules; of a theorem its label, which its certificate has.  No place in a file belongs to it.
A question that holds anything but data of this package has no key, and is decided each time: classes of others change while
the program does not.  What is kept on the disk (`derive.cli.kept`) begins the memory of the next run, as long as the program
is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeVar

_T = TypeVar("_T")

#: Verdicts that are remembered; what was asked for longest ago goes first.
MAX_REMEMBERED = 5000

_OURS = __name__.partition(".")[0]

_verdicts: OrderedDict[str, Any] = OrderedDict()


class _NoData(Exception):
    """A part of a question is no data: two that look the same could mean different things."""


def question(*parts: object) -> str:
    """The key of a question; "" of one that has none.

    >>> question("p", (1, 2)) == question("p", (1, 2)) != question("p", (2, 1))
    True
    >>> question(print)
    ''
    """
    try:
        return _hash(parts, {}).hex()
    except (_NoData, RecursionError):
        return ""


def _hash(value: object, known: dict[int, bytes]) -> bytes:
    """A hash of data, each object in it once; ``known`` has those that were met, all of which the question holds."""
    if (found := known.get(id(value))) is not None:
        return found
    kind = type(value)
    match value:
        case None | bool() | int() | str() | Fraction() if kind in (type(None), bool, int, str, Fraction):
            return sha256(f"{kind.__name__} {value!r}".encode("utf-8", "surrogatepass")).digest()
        case tuple() | list():
            parts = [_hash(part, known) for part in value]
        case frozenset() | set():
            parts = sorted(_hash(part, known) for part in value)
        case Mapping():
            parts = [_hash(part, known) for pair in value.items() for part in pair]
        case _ if is_dataclass(value) and not isinstance(value, type) and kind.__module__.startswith(f"{_OURS}."):
            parts = [_hash(getattr(value, field.name), known) for field in fields(value)]
        case _:
            raise _NoData(kind.__name__)
    made = sha256(f"{kind.__module__}.{kind.__qualname__} {len(parts)} ".encode() + b"".join(parts)).digest()
    known[id(value)] = made
    return made


def is_known(key: str) -> bool:
    """Is the answer to a question remembered?"""
    return key in _verdicts


def answer(key: str, decide: Callable[[], _T], lasting: Callable[[_T], bool] = lambda _: True) -> _T:
    """What is remembered under a key, or is decided now; then it is remembered, if it is ``lasting`` and has a key."""
    if key in _verdicts:
        _verdicts.move_to_end(key)
        found: _T = _verdicts[key]
        return found
    found = decide()
    if lasting(found):
        remember(key, found)
    return found


def remember(key: str, found: object) -> None:
    """Remember an answer; one without a key is not."""
    if not key:
        return
    _verdicts[key] = found
    _verdicts.move_to_end(key)
    while len(_verdicts) > MAX_REMEMBERED:
        _verdicts.popitem(last=False)


def forget() -> None:
    """Remember nothing."""
    _verdicts.clear()
