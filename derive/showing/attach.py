"""The methods that IPython calls to show an object, put on every class of `derive.showing.kinds.METHODS`.

Rooms below do not know of notebooks, the kernel least of all; so the classes get the methods here, when `derive.api` is
loaded.
"""

from __future__ import annotations

from typing import Any

from derive.errors import DeriveError
from derive.showing.formats import markdown, text
from derive.showing.kinds import METHODS


def _pretty(shown: Any, printer: Any, cycle: bool) -> None:
    """What IPython prints in a terminal, also of what stands in a list or tuple."""
    for number, line in enumerate(_said(text, shown).split("\n")):
        if number:
            printer.break_()
        printer.text(line)


def _markdown(shown: Any) -> str:
    """What a notebook shows."""
    return _said(markdown, shown)


def _said(show: Any, shown: Any) -> str:
    """What is shown; of an object that cannot be evaluated, as of a theorem whose statement cannot be made, the reason."""
    try:
        return str(show(shown))
    except (DeriveError, RecursionError) as error:
        words = "it is nested too deeply" if isinstance(error, RecursionError) else str(error).replace("`", "'")
        return f"`{type(shown).__name__}`: {words}".replace("$", r"\$")


def attach() -> None:
    """Give every class of the table the methods."""
    for kind in METHODS:
        for name, method in (("_repr_pretty_", _pretty), ("_repr_markdown_", _markdown)):
            setattr(kind, name, method)
