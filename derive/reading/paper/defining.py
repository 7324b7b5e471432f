r"""Definitions in a paper: macros, and what of them begins, ends or hides a display."""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.reading.paper.patterns import DISPLAYS, ENVIRONMENTS
from derive.reading.source import Source

#: The longest definition of a macro.
MAX_BODY = 1000

#: The beginning of a definition, up to its body.
_HEAD = re.compile(
    r"""\\(?:(?:re|provide)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator)\*?(?:\s|%[^\n]*\n)*
        (?:\{\s*(?P<braced>\\(?:[A-Za-z]+|.))\s*\}|(?P<bare>\\(?:[A-Za-z]+|.)))(?:\s|%[^\n]*\n)*
        (?P<arguments>(?:\[[^\]]{0,1000}\](?:\s|%[^\n]*\n)*)*)
    | \\let\s*(?P<let>\\(?:[A-Za-z]+|.))\s*=?\s*(?P<meant>\\\[|\\\])
    | \\(?:[egx]def|let|(?:New|Renew|Provide|Declare)DocumentCommand|DeclareMath(?:Symbol|Accent)|(?:math)?chardef)
        \s*\{?\s*(?P<other>\\(?:[A-Za-z]+|.))
    | \\def\s*(?P<defined>\\(?:[A-Za-z]+|.))(?P<parameters>[^{}\n]*)
    | \\(?:re)?newenvironment\*?\s*\{\s*(?P<new>[A-Za-z]+\*?)\s*\}\s*(?P<taken>(?:\[[^\]]*\]\s*)*)
    | \\DeclarePairedDelimiter\s*\{?\s*(?P<paired>\\[A-Za-z]+)\s*\}?\s*""",
    re.VERBOSE,
)
#: A name that is spelled out: what is defined under it is not followed further.
_CSNAME = re.compile(r"\\csname\s*([A-Za-z]+)\s*\\endcsname")
_GROUP = re.compile(r"\\.|%[^\n]*|[{}]|\S", re.DOTALL)
_EDGE = re.compile(r"\s*\\(?P<which>begin|end)\s*\{(?P<environment>[A-Za-z]+\*?)\}\s*|\s*(?P<bracket>\\[\[\]])\s*")


@dataclass(frozen=True)
class Definition:
    """A definition of the macro ``name``; ``sure`` when it stands in no conditional."""

    source: Source
    begin: int
    end: int
    name: str
    sure: bool = True


class Edges:
    """Names that have to do with displays.

    ``macros`` begin or end one, ``environments`` of the author stand for one, ``hidden`` macros and environments have one in
    them that cannot be seen from outside.
    """

    def __init__(self) -> None:
        self.macros: dict[str, tuple[str, str]] = {}
        self.environments: dict[str, str] = {}
        self.hidden: set[str] = set()

    def of(self, command: str | None) -> tuple[str, str]:
        """``begin`` or ``end`` and an environment, if a macro stands for that."""
        return self.macros.get(command or "", ("", ""))

    def define(self, source: Source, at: int, sure: bool) -> Definition | None:
        """The definition that begins here; None for one that is not understood."""
        text, head = source.text, _HEAD.match(source.text, at)
        if head is None:
            return None
        if head["let"]:
            self.macros[head["let"]] = ("begin" if head["meant"] == r"\[" else "end", "[")
            return Definition(source, at, head.end(), head["let"], sure)
        name = head["new"] or head["braced"] or head["bare"] or head["defined"] or head["paired"] or head["other"]
        if name == r"\csname" and (named := _CSNAME.match(text, text.index(name, head.start()))):
            return Definition(source, at, named.end(), f"\\{named[1]}", sure=False)
        begin = head.end()
        end = 0 if head["other"] else group(text, begin)
        if head["paired"] and end > 0:
            end = group(text, end)
        self.macros.pop(name, None)
        self.environments.pop(name, None)
        self.hidden.discard(name)
        if end <= 0:
            return Definition(source, at, begin, name, sure)
        edge = _EDGE.fullmatch(text, begin + 1, end - 1)
        plain = sure and edge is not None and not (head["arguments"] or head["parameters"] or head["taken"])
        if plain and edge is not None and head["new"] and edge["environment"]:
            self.environments[name] = edge["environment"]
        elif plain and edge is not None and (edge["bracket"] or edge["environment"].rstrip("*") in ENVIRONMENTS):
            which = edge["which"] or ("begin" if edge["bracket"] == r"\[" else "end")
            self.macros[name] = (which, edge["environment"] or "[")
        elif DISPLAYS.search(text, begin, end):
            self.hidden.add(name)
        return Definition(source, at, max(group(text, end), end) if head["new"] else end, name, sure)


def group(text: str, at: int) -> int:
    """The offset after the group in braces that begins here, blanks passed over; -1 for none, or a long one."""
    depth = 0
    for found in _GROUP.finditer(text, at, at + MAX_BODY):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return found.end() if found[0] == "}" else -1
    return -1
