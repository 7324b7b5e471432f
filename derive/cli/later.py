"""Commands whose modules are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class Later(click.Command):
    """Stands for the command ``attribute`` of ``module`` until it is called.

    Its name and summary are all that the help of the group needs; the summary is the one of the command itself.
    """

    def __init__(self, name: str, module: str, attribute: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self.module = module
        self.attribute = attribute

    def load(self) -> click.Command:
        """The command itself."""
        command: click.Command = getattr(import_module(self.module), self.attribute)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, which is then the one that parses and runs."""
        return self.load().make_context(info_name, args, parent, **extra)
