"""The methods that IPython calls to show an object, put on every class of `derive.showing.kinds.METHODS`.

Rooms below do not know of notebooks, the kernel least of all; so the classes get the methods here, when `derive.api` is
loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from derive.errors import DeriveError
from derive.showing.formats import markdown, text
from derive.showing.kinds import METHODS


def _bundle(shown: Any, **_: Any) -> dict[str, str]:
    """What notebooks and terminals show."""
    return {"text/markdown": _said(markdown, shown), "text/plain": _said(text, shown)}


def _pretty(shown: Any, printer: Any, cycle: bool) -> None:
    """What IPython prints of an object in a list or a tuple."""
    for number, line in enumerate(_said(text, shown).split("\n")):
        if number:
            printer.break_()
        printer.text(line)


def _said(show: Callable[[Any], str], shown: Any) -> str:
    """What is shown; of an object that cannot be evaluated, as of a theorem whose statement cannot be made, the reason."""
    try:
        return show(shown)
    except (DeriveError, RecursionError) as error:
        words = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        return f"{type(shown).__name__}: {words}" if show is text else f"    {type(shown).__name__}: {words}"


def attach() -> None:
    """Give every class of the table the methods.

    Of a class below with a ``__repr__`` of its own, as those of dataclasses have, IPython would print that in a list.
    """
    for kind in METHODS:
        for each in _from(kind):
            each._repr_mimebundle_, each._repr_pretty_ = _bundle, _pretty


def _from(kind: Any) -> Iterator[Any]:
    """The class and those below it."""
    yield kind
    for each in type.__subclasses__(kind):
        yield from _from(each)
