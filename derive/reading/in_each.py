"""Decided in each reading: what the field reads in two ways is read in every way, one choice for all that belongs together.

A block (definitions, premises, a chain) is read with no choice made.  Where a convention is in doubt it is read again with
each choice of it, and so on.  A choice under which a part is ill-typed does not count, but one that is only beyond what can
be read does: then the doubt is the answer.  Readings that come to the same are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.reading.latex.conventions import declaring, in_words, settling

T = TypeVar("T")

#: The most readings of one block.
MAX_READINGS = 16

#: How conventions are read, by their names.
Choices = Mapping[str, str]


@dataclass(frozen=True)
class InReading(Generic[T]):
    """What was read under some choices, in none of which there was any doubt."""

    choices: Choices
    read: T

    @property
    def declaration(self) -> str:
        """What declares this reading, as ``sums: wide``; empty where nothing does."""
        return declaring(self.choices)

    @property
    def words(self) -> str:
        """The reading in words."""
        return in_words(self.choices)


def in_each(read: Callable[[Choices], T], same: Callable[[T, T], bool]) -> tuple[InReading[T], ...]:
    """Every reading that counts, those that are the ``same`` once; the choices of one alone say nothing.

    Raises what ``read`` raises where it can be read in no way, `AmbiguityError` for a doubt that no convention settles or of
    which a choice cannot be read, and `LimitError` for more than `MAX_READINGS`.
    """
    found: list[InReading[T]] = []
    first: InputError | None = None
    waiting: list[tuple[Choices, AmbiguityError | None]] = [({}, None)]
    while waiting:
        choices, doubt = waiting.pop(0)
        try:
            made = read(choices)
        except AmbiguityError as error:
            ways = settling(error) if error.convention else []
            if not ways or ways[0][0] in choices:
                raise
            waiting += [({**choices, convention: choice}, error) for convention, choice in ways]
            if len(waiting) + len(found) > MAX_READINGS:
                raise LimitError(f"{error.message}; and more than {MAX_READINGS} readings", hint=error.hint) from None
        except (ShapeError, NameError_) as error:
            first = first or error
        except InputError:
            if doubt is None:
                raise
            raise doubt from None
        else:
            if not any(same(made, other.read) for other in found):
                found.append(InReading(choices, made))
    if not found and first is not None:
        raise first
    return tuple(found)
