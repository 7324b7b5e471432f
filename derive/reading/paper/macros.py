r"""The macros in force in a paper, group by group, and the names whose definitions are lost."""

from __future__ import annotations

import re

from derive.errors import InputError
from derive.reading.latex import Macros
from derive.reading.latex.signs import OPERATIONS, RELATIONS, is_known
from derive.reading.latex.spelling import LETTERS
from derive.reading.latex.tokens import tokens
from derive.reading.paper.document import Display
from derive.reading.paper.patterns import MAX_BODY, Definition, group
from derive.reading.paper.units import Premise

#: A command.
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
#: What ``\\let`` makes a name mean.
_MEANT = re.compile(r"\s*=?\s*(\\(?:[A-Za-z@]+|.)|[^\s\\])", re.DOTALL)
#: What makes a definition outlast its group.
_GLOBAL = re.compile(r"\\global\s*(?:\\(?:long|outer|protected)\s*)*\Z")
#: Signs of definitions.
_PLAIN = (":=", *(sign for sign, meant in RELATIONS.items() if meant == ":="))
BACKWARDS = re.compile(
    r"=\s*:|(?<![_^])\{[^{}\w,]*:[^{}\w,]*\}\s*=|\\(?:eqqcolon|coloneq|colonequals|equalscolon|eqdef)(?![A-Za-z])"
)
SIGNS = re.compile(rf"{'|'.join(map(re.escape, _PLAIN))}|:\s*&\s*=|{BACKWARDS.pattern}")
#: The beginning of what is put off, as to the beginning of the document.
_HOOK = re.compile(
    r"\\(?:AtBeginDocument|AtEndPreamble|AfterEndPreamble|AddToHook\s*\{[^{}]*\})\s*(?:\[[^\]]*\]\s*)?\{"
)


class Groups:
    """The names of macros that cannot be read, which are ``lost``; the macros and what was lost around each open group."""

    def __init__(self) -> None:
        self.lost: frozenset[str] = frozenset()
        self.groups: list[tuple[Macros, frozenset[str]]] = []
        self.using: tuple[frozenset[str], Macros, frozenset[str]] | None = None

    def begin(self, macros: Macros) -> None:
        self.groups.append((macros, self.lost))

    def end(self, macros: Macros) -> Macros:
        found, self.lost = self.groups.pop() if self.groups else (macros, self.lost)
        return found

    def define(self, item: Definition, known: Macros) -> Macros:
        """The macros with one more; one that cannot be read, or may be another, is none, and its use is an error."""
        others = Macros({name: macro for name, macro in known.table.items() if name != item.name})
        found = tokens(item.source, item.begin, item.end, strict=False)
        try:
            macros = (known if found[0].text == r"\providecommand" else others).collected(item.source, found)
        except InputError:
            macros = others
        lost = not item.sure or item.name not in macros.table
        if found[0].text == r"\let":  # another name of a sign, or another meaning of a name
            meant = _MEANT.match(item.source.text, item.end)
            lost = is_known(item.name) and item.name not in LETTERS and not _same(item.name, meant[1] if meant else "")
        self.lost = self.lost | {item.name} if lost else self.lost - {item.name}
        if found[0].text in (r"\gdef", r"\xdef") or _outlives_its_group(item.source.text, item.begin):
            self.groups = [
                (Macros({name: macro for name, macro in outer.table.items() if name != item.name}), lost_ | {item.name})
                for outer, lost_ in self.groups
            ]
        return macros if item.sure else others

    def unknown(self, display: Display, macros: Macros) -> Premise | None:
        """A macro that a display uses and that has a definition that cannot be read: its usual meaning is not the one."""
        if not self.lost:
            return None
        known = self.using
        if known is None or known[1] is not macros or known[0] != self.lost:
            self.using = known = (self.lost, macros, using(self.lost, macros))
        lost = known[2]
        if {display.environment, f"{display.environment}*"} & lost:
            hint = "leave it as amsmath has it, or give yours another name"
            expected = "an environment of the usual meaning"
            error = display.source.error(display.begin, display.environment, expected, hint)
            return Premise(display.source, display.begin, "the environment", error)
        for found in _COMMAND.finditer(display.source.text, display.begin, display.end):
            if found[0] in lost:
                hint = "define it once, outside of conditionals, with arguments #1 #2 …"
                error = display.source.error(found.start(), found[0], "a macro whose definition could be read", hint)
                return Premise(display.source, found.start(), "the macro", error)
        return None


def using(names: frozenset[str], macros: Macros) -> frozenset[str]:
    """Names with those of all macros that use them."""
    more = names
    while more:
        found = {name for name, macro in macros.table.items() if any(token.text in more for token in macro.body)}
        more = frozenset(found) - names
        names = names | more
    return names


def _same(name: str, other: str) -> bool:
    """Are two relation signs, or two signs of operations, one?"""
    meanings = {**RELATIONS, **OPERATIONS}
    return name in meanings and meanings[name] == meanings.get(other)


def _outlives_its_group(text: str, at: int) -> bool:
    """Is what is defined here global, or put off to where no group is open?"""
    if _GLOBAL.search(text, max(at - 80, 0), at):
        return True
    ends = [group(text, hook.end() - 1) for hook in _HOOK.finditer(text, max(at - MAX_BODY, 0), at)]
    return any(end < 0 or end > at for end in ends)


def defines(text: str, macros: Macros, sign: re.Pattern[str]) -> bool:
    """Does a text have a sign of definitions, or a macro that is not read as one and has it inside?"""
    if sign.search(text):
        return True
    bodies = {name: "".join(token.text for token in macro.body) for name, macro in macros.table.items()}
    names = {name for name, body in bodies.items() if (SIGNS.search(body) and body not in _PLAIN) or sign.search(body)}
    return any(found[0] in names for found in _COMMAND.finditer(text))
