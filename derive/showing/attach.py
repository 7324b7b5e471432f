"""The methods that `print` and IPython call to show an object, put on every class of `derive.showing.kinds.METHODS`.

Rooms below do not know of notebooks, the kernel least of all; so the classes get the methods here, when `derive.api` is
loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.showing.formats import as_text, markdown, said, text
from derive.showing.kinds import METHODS


def _bundle(shown: Any, **_: Any) -> dict[str, str]:
    """What notebooks and terminals show."""
    return {"text/markdown": said(markdown, shown), "text/plain": said(text, shown)}


def _pretty(shown: Any, printer: Any, cycle: bool) -> None:
    """What IPython prints of an object in a list or a tuple."""
    for number, line in enumerate(said(text, shown).split("\n")):
        if number:
            printer.break_()
        printer.text(line)


def attach() -> None:
    """Give every class of the table the methods.

    Of a class below with a ``__repr__`` of its own, as those of dataclasses have, IPython would print that in a list.
    """
    for kind in METHODS:
        for each in _from(kind):
            each._repr_mimebundle_, each._repr_pretty_ = _bundle, _pretty
            if each.__str__ is object.__str__:
                each.__str__ = as_text


def _from(kind: Any) -> Iterator[Any]:
    """The class and those below it."""
    yield kind
    for each in type.__subclasses__(kind):
        yield from _from(each)
