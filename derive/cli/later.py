"""Commands whose modules are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class Later(click.Command):
    """Stands for the command of a name until it is called; name and summary are all that the help of the group needs."""

    def __init__(self, name: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self.module, self.attribute = _ELSEWHERE.get(name, (name, name))

    def load(self) -> click.Command:
        command: click.Command = getattr(import_module(f"derive.cli.{self.module}"), self.attribute)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, which is then the one that parses and runs."""
        return self.load().make_context(info_name, args, parent, **extra)


#: The module and the function of a command whose name is no name for them.
_ELSEWHERE = {"list": ("catalogue", "list_")}
