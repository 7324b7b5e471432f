r"""Declarations proposed: the names in a paper's formulas → a block of comments for its author to edit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import Context, Macros
from derive.reading.latex.tokens import tokens
from derive.reading.paper.document import MARKDOWN, Display, Inline, items_of
from derive.reading.paper.files import Files
from derive.reading.paper.patterns import Definition
from derive.reading.paper.sayings import sayings
from derive.reading.paper.texts import texts_of
from derive.reading.proposal.propose import propose

__all__ = ["propose", "propose_for"]


def propose_for(path: Path) -> str:
    """Declarations for the names in a paper, as its comments; raises `InputError` when it cannot be read."""
    macros, formulas, items = Macros(), list[str](), list(items_of(path, Files()))
    for item in items:
        if isinstance(item, Definition):
            with suppress(InputError):  # its use is an unknown name then
                macros = macros.collected(item.source, tokens(item.source, item.begin, item.end, strict=False))
        elif isinstance(item, Display):
            formulas.append(item.source.text[item.begin : item.end])
    said = sayings([item for item in items if isinstance(item, Inline)], texts_of(items))
    names = [each.text for each in said if each.kind in ("set", "sign", "definition")]
    properties = dict.fromkeys(
        (each.kind, each.text) for each in said if each.kind not in ("set", "sign", "definition")
    )
    declared = with_properties(propose((*names, *formulas), macros), properties, macros)
    return in_markdown(declared) if path.suffix in MARKDOWN else declared


def in_markdown(declared: str) -> str:
    """Declarations and remarks as comments of Markdown."""
    said = (re.sub(r"^%\s*", "", line).replace("--", "- -") for line in declared.splitlines())
    return "".join(f"<!-- {line} -->\n" for line in said)


def with_properties(declared: str, properties: Iterable[tuple[str, str]], macros: Macros) -> str:
    """Declarations with properties that the text gives to names; those that cannot be read stand in a remark."""
    lines, remarks = _clauses(declared), [line for line in declared.splitlines() if not line.startswith("% derive:")]
    for word, name in properties:
        try:
            context_from("\n".join((*lines, f"% derive: {word} {name}")), Context(macros=macros))
            lines.append(f"% derive: {word} {name}")
        except InputError as error:
            remarks.append(f"%   {name} is {word}, the text says: {error.message.splitlines()[0]}")
    return "\n".join((*lines, *remarks, ""))


def _clauses(declared: str) -> list[str]:
    return [line for line in declared.splitlines() if line.startswith("% derive:")]
