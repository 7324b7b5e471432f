r"""Declarations proposed: the names in a paper's formulas → a block of ``% derive:`` comments for its author to edit."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from derive.errors import InputError
from derive.reading.latex import Macros
from derive.reading.latex.tokens import tokens
from derive.reading.paper.document import Display, items_of
from derive.reading.paper.files import Files
from derive.reading.paper.patterns import Definition
from derive.reading.proposal.propose import propose

__all__ = ["propose", "propose_for"]


def propose_for(path: Path) -> str:
    """Declarations for the names in a paper; raises `InputError` when it cannot be read."""
    macros, formulas = Macros(), list[str]()
    for item in items_of(path, Files()):
        if isinstance(item, Definition):
            with suppress(InputError):  # its use is an unknown name then
                macros = macros.collected(item.source, tokens(item.source, item.begin, item.end, strict=False))
        elif isinstance(item, Display):
            formulas.append(item.source.text[item.begin : item.end])
    return propose(formulas, macros)
