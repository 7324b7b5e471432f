"""Options that take some of a few words, with commas between."""

from __future__ import annotations

from collections.abc import Callable, Collection

import click


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
