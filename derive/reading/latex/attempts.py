"""Attempts to read something, of which those that are well-typed survive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from derive.errors import AmbiguityError, InputError, OpenSize

T = TypeVar("T")


def surviving(attempts: Iterable[Callable[[], T]], *fatal: type[InputError]) -> list[T]:
    """What the attempts give; raises the error of the first when none gives anything, and at once a fatal one.

    One of which only a size is not told is no worse than those that come after it.
    """
    found: list[T] = []
    first: InputError | None = None
    for attempt in attempts:
        try:
            found.append(attempt())
        except fatal:
            raise
        except OpenSize:
            if not found:
                raise
        except InputError as error:
            first = first or error
    if not found and first is not None:
        raise first
    return found


def is_typed(attempt: Callable[[], object]) -> bool:
    """Is something well-typed, in one reading or in several?"""
    try:
        attempt()
    except AmbiguityError:
        return True
    except InputError:
        return False
    return True
