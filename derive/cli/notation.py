"""Options that commands share: some of a few words, with commas between; and how LaTeX is spelled.

The notation is ``[tool.derive.notation]`` of the nearest ``pyproject.toml``, changed by options.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derive.errors import InputError
from derive.settings import settings_near

if TYPE_CHECKING:
    from derive.printing import Notation


def some_of(words: Collection[str]) -> Callable[[click.Context, click.Parameter, str], tuple[str, ...]]:
    """The callback of such an option: those that are asked for, each once; anything else is a usage error."""

    def chosen(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
        unknown = [part for part in found if part not in words]
        if unknown or not found:
            what = repr(unknown[0]) if unknown else "nothing"
            raise click.BadParameter(f"found {what}, expected some of {', '.join(words)}, with commas between")
        return found

    return chosen


#: The choices of ``--notation``: profiles, and hats instead of arrows (all-ones stays bold, because it is no unit vector).
NOTATIONS = {
    "arrow": {"profile": "arrow"},
    "bold": {"profile": "bold"},
    "hat": {"profile": "bold", "vector": r"\hat", "greek_vector": r"\hat", "basis": r"\hat e"},
    "plain": {"profile": "plain"},
}

_Command = TypeVar("_Command", bound=Callable[..., Any])


def notation_options(command: _Command) -> _Command:
    """``--notation`` and ``--name`` for a command, which takes them as ``profile`` and ``names``."""
    profile = click.option("--notation", "profile", type=click.Choice(list(NOTATIONS)), default=None,
                           help="How vectors are marked: \\vec a, \\mathbf a, \\hat a, a.  [default: as in the nearest"
                                " pyproject.toml, [tool.derive.notation]; else arrow]")  # fmt: skip
    names = click.option("--name", "names", multiple=True, metavar="NAME=LATEX",
                         help="How a name is spelled: epsilon=\\varepsilon, sigma2=v; may be repeated.")  # fmt: skip
    return profile(names(command))


def notation_near(folder: Path, profile: str | None = None, names: Sequence[str] = ()) -> Notation:
    """The notation of the nearest ``pyproject.toml`` at or above a folder, changed by a profile and by names.

    Raises `InputError` for a table that is none, and for what is no LaTeX of a name.
    """
    from derive.printing import from_mapping

    table = dict(settings_near(folder).notation)
    if profile is not None:
        table = {**NOTATIONS[profile], **({"names": table["names"]} if "names" in table else {})}
    spelled = dict(table["names"]) if isinstance(table.get("names"), dict) else {}
    spelled.update((alias, latex) for name, latex in tuple(spelled.items()) for alias in _same(name) - spelled.keys())
    for text in names:
        name, equals, latex = text.partition("=")
        if not equals or not name.strip():
            raise InputError(f"the name {text!r}", hint=r"--name NAME=LATEX, as in --name 'epsilon=\varepsilon'")
        spelled.update(dict.fromkeys(sorted(_same(name)), latex.strip()))
    return from_mapping({**table, "names": spelled} if spelled else table)


def _same(name: str) -> set[str]:
    """The words for one name: eps, epsilon."""
    from derive.printing.names import ALIASES

    return {name, ALIASES.get(name, name), *(alias for alias, word in ALIASES.items() if word == name)}


def as_options(profile: str | None, names: Sequence[str]) -> str:
    """The options as they are typed.

    >>> as_options("bold", ["sigma2=v"])
    ' --notation bold --name sigma2=v'
    """
    found = [*(["--notation", profile] if profile else []), *(word for name in names for word in ("--name", name))]
    return "".join(f" {shlex.quote(word)}" for word in found)
