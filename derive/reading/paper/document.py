r"""A paper → what stands in it, in order: displayed mathematics, ``derive:`` comments, definitions of macros.

A ``.tex`` file is read with what it ``\input``\ s, up to ``\end{document}``; comments, verbatim text, ``\iffalse`` and
mathematics within a line are passed over.  Of a ``.md`` file code is passed over, ``<!-- derive: … -->`` is a comment, a
fence of ``math`` a display, a directive such as ``{note}`` text; a notebook (``.ipynb``) is its Markdown cells.  Places
stay those of the file, or cell, that each piece is written in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from derive.errors import InputError
from derive.reading.paper import dollars, fences, patterns
from derive.reading.paper.files import Files
from derive.reading.paper.notebook import cells_of
from derive.reading.paper.patterns import Definition, Edges
from derive.reading.source import Placed, Source

#: The suffixes of papers whose declarations stand in comments ``<!-- … -->``.
MARKDOWN = (".md", ".ipynb")
#: The most files of one paper, the deepest ``\input``, and the most definitions of macros.
MAX_FILES = 200
MAX_INPUTS = 10
MAX_DEFINITIONS = 2000
#: The longest environment of Markdown, and the most nested ones of TeX, that are looked at.
MAX_ENVIRONMENT = 5000
MAX_OPEN = 100


@dataclass(frozen=True)
class Comment:
    """What stands after ``derive:``, between two offsets; ``alone`` when nothing stands before it on its line.

    ``error`` says why it is none, though it nearly is: ``% Derive:``.
    """

    source: Source
    begin: int
    end: int
    alone: bool = True
    error: InputError | None = None


@dataclass(frozen=True)
class Display:
    r"""The inside of a display, and the comments in it; ``environment`` is its name without a star, or ``[`` or ``$``."""

    source: Source
    begin: int
    end: int
    environment: str
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True)
class Inline:
    r"""A formula within the text, between two offsets, without its ``$``, ``\(`` or ``$$``, of this ``width``."""

    source: Source
    begin: int
    end: int
    width: int = 1


@dataclass(frozen=True)
class GroupEdge:
    """A group begins or ends: definitions of macros in it end with it."""

    source: Source
    begins: bool


@dataclass(frozen=True)
class Heading(Placed):
    """The text begins anew: what stands below goes on from nothing above."""


@dataclass(frozen=True)
class Missing(Placed):
    """What cannot be walked, and why; or what is passed over, when there is only a ``note``, of this ``kind``.

    ``premise`` is what it is, when there could be declarations in it.  ``display``: it is a display that a macro holds, and
    nothing where displays are not checked.
    """

    error: InputError | None = None
    note: str = ""
    kind: str = "display"
    premise: str = ""
    display: bool = False


def missing(source: Source, at: int, found: str, expected: str, premise: str = "", display: bool = False) -> Missing:
    """What cannot be walked, by what was found instead of what."""
    return Missing(source, at, source.error(at, found, expected), premise=premise, display=display)


Item = Comment | Definition | Display | Inline | GroupEdge | Heading | Missing


def declares(path: Path) -> bool:
    """Does a paper, or a file that it inputs, have a ``derive:`` comment or one that nearly is, or a sidecar?

    Raises `InputError` when it cannot be read.
    """
    if path.with_suffix(".derive.toml").is_file():
        return True
    return any(
        isinstance(item, Comment) or (isinstance(item, Display) and item.comments) for item in items_of(path, Files())
    )


def items_of(path: Path, files: Files) -> Iterator[Item]:
    """What stands in a paper; ``files`` notes what was read.  Raises `InputError` when the main file cannot be read."""
    source = files.source(path)
    walk = _Walk(path, files)
    for part in cells_of(source) if path.suffix == ".ipynb" else (source,):
        part = Source(patterns.unquoted(patterns.with_dollars(part.text)), part.file) if walk.markdown else part
        found: Iterable[Item] = walk.items(part)
        if path.suffix == ".md" and "$$" in part.text:
            found = [*found]
            displays = ((item.begin, item.end) for item in found if isinstance(item, Display))
            if not any(isinstance(item, Inline) for item in found) and (within := dollars.in_text(part, displays)):
                walk = _Walk(path, files)
                walk.within, found = within, walk.items(part)
        yield from found


def are_of_mathjax(text: str, begin: int, end: int, found: Sequence[Definition]) -> bool:
    """Are definitions all that a formula is made of, and of names that nothing else in a text defines?"""
    edges = [begin, *(edge for each in found for edge in (each.begin, each.end)), end]
    blank = not any(text[first:last].strip() for first, last in zip(edges[::2], edges[1::2], strict=True))
    defining = r"\\\w*(?:def|let|command|Operator)\*?\s*\{?\s*"
    defined = (len(re.findall(rf"{defining}{re.escape(each.name)}(?![A-Za-z])", text)) for each in found)
    return bool(found) and blank and all(each.sure for each in found) and max(defined) <= 1


class _Walk:
    """One paper being walked: ``conditions`` counts those that are open, ``closed`` is where blocks of text end.

    ``within`` is where formulas in ``$$`` begin that are of the text.
    """

    def __init__(self, main: Path, files: Files) -> None:
        self.main, self.files, self.opened = main, files, [main.resolve()]
        self.edges = Edges()
        self.open: list[tuple[str, Source, int, list[str]]] = []
        self.conditions, self.count, self.definitions = 0, 1, 0
        self.markdown, self.closed = main.suffix in MARKDOWN, set[int]()
        self.within = frozenset[int]()

    def items(self, source: Source) -> Iterator[Item]:
        """What stands in one file and those it names."""
        at, text = 0, source.text
        self.closed.clear()
        pattern = patterns.MARKDOWN if self.markdown else patterns.TEX
        while match := pattern.search(text, at):
            if self.open:
                self.open[-1][3].append(text[at : match.start()])
            at = match.end()
            group = match.groupdict()
            command = group.get("other") or group.get("command")
            if group.get("heading") or command in patterns.HEADINGS:
                yield Heading(source, match.start())
            within = bool(group["display"]) and at in self.within
            if group["inline"] or within:
                edge = 2 if within else 1 if match[0][0] == "$" else match[0].index("(") + 1
                at = text.index("$$", at) + edge if within else at
                begin, end = match.start() + edge, at - edge
                if within and dollars.STATES.search(text, begin, end):
                    yield Missing(source, begin, note=dollars.NOTE, kind="relation")
                yield from self.defining(source, begin, end, partial(Inline, source, end=end, width=edge))
            elif group["comment"]:
                yield from self.comments(source, match.start(), at)
            elif command in self.edges.hidden:
                found = f"{match[0]}, a macro with a display in it"
                yield missing(source, match.start(), found, "the display itself", display=True)
            elif group.get("command") and command is not None and command[1:] in patterns.ENVIRONMENTS:
                if let := patterns.LET.search(text, max(match.start() - 80, 0), match.start()):
                    self.edges.hidden.add(let[1])
                    continue
                yield missing(source, match.start(), command, f"\\begin{{{command[1:]}}}")
            elif group["display"] or self.edges.of(command)[0] == "begin" or command in self.edges.environments:
                name = group["environment"] or group.get("other") or self.edges.of(command)[1] or match[0][-1]
                end, after = self.edges.closing(text, at, name)
                if end < 0:
                    yield self.unclosed(source, match)
                    return
                yield from self.displayed(source, at, end, name)
                at = after
            elif group["define"]:
                definition = self.edges.define(source, match.start(), self.conditions == 0)
                self.definitions += 1
                if self.definitions > MAX_DEFINITIONS:
                    yield missing(source, match.start(), f"more than {MAX_DEFINITIONS} definitions", "fewer macros")
                    return
                if definition is not None and definition.name in patterns.HIDING:
                    found, expected = f"a definition of {definition.name}", "its usual meaning, which hides text"
                    yield missing(source, match.start(), found, expected, premise=found)
                if definition is not None:
                    yield definition
                    at = definition.end
            elif self.markdown:
                at = yield from self.aside(source, match)
            elif group["stop"]:
                if self.conditions == 0:
                    return
            else:
                at = yield from self.structure(source, match)

    def defining(self, source: Source, begin: int, end: int, made: Callable[[int], Item]) -> Iterator[Item]:
        """What is made of mathematics that begins at an offset, and the definitions in it, which in Markdown go on below.

        Those that it begins with are no part of it; where nothing else is there, it is nothing.  In TeX a formula of
        nothing but definitions, once for each name, is one of MathJax: there they would end with it.
        """
        found = self.edges.inside(source, begin, end, MAX_DEFINITIONS)
        if not self.markdown and not are_of_mathjax(source.text, begin, end, found):
            found = []
        self.definitions += len(found)
        if self.definitions > MAX_DEFINITIONS and found:
            what = f"more than {MAX_DEFINITIONS} definitions"
            yield missing(source, begin, what, "fewer macros", premise=what)
            return
        first, later = begin, list(found)
        while later and not source.text[first : later[0].begin].strip():
            first = later[0].end
            yield later.pop(0)
        if first == begin or source.text[first:end].strip():
            yield made(first)
        yield from later

    def displayed(self, source: Source, begin: int, end: int, name: str) -> Iterator[Item]:
        """The display with this name between two offsets, and the definitions in it."""
        return self.defining(source, begin, end, partial(self.display, source, end=end, name=name))

    def unclosed(self, source: Source, match: re.Match[str]) -> Missing:
        """The error for a display, or a comment, without an end."""
        begins = match[0].split("\n")[0][:20]
        found, premise = f"{begins} that is never closed", f"what stands behind {begins}"
        return missing(source, match.start(), found, "its end", premise)

    def structure(self, source: Source, match: re.Match[str]) -> Generator[Item, None, int]:
        """What TeX has besides; gives the offset after it."""
        at = match.end()
        if match["verbatim"]:
            end = source.text.find(rf"\end{{{match['verbatim']}}}", at)
            if end < 0:
                yield self.unclosed(source, match)
            return len(source.text) if end < 0 else end
        if match["false"]:
            live = patterns.LIVE.search(source.text, at)
            if live is None:
                yield self.unclosed(source, match)
            return live.end() if live else len(source.text)
        if match["if"] or match["fi"]:
            self.conditions = max(self.conditions + (1 if match["if"] else -1), 0)
        elif match["start"]:
            self.conditions = 0
        elif match["category"]:
            found, expected = f"{match['category']}, which changes what a character is", "characters as TeX has them"
            yield missing(source, match.start(), found, expected, premise=found)
        elif match["opens"] or match["other"]:
            if match["other"] and len(self.open) < MAX_OPEN:
                self.open.append((match["other"], source, match.start(), []))
            elif self.open:
                self.open[-1][3].append(match[0])
            yield GroupEdge(source, begins=True)
        elif match["closes"]:
            if match["ends"]:
                yield from self.environment(match["ends"])
            elif self.open:
                self.open[-1][3].append(match[0])
            yield GroupEdge(source, begins=False)
        elif match["unfollowed"]:
            yield from self.unfollowed(source, match)
        elif match["packages"]:
            for name in match["packages"].split(","):
                if self.files.exists(self.main.parent / f"{name.strip()}.sty"):
                    yield from self.input(source, match.start(), f"{name.strip()}.sty")
        elif name := match["input"] or match["bare"] or match["imported"]:
            folder = f"{match['folder'].rstrip('/')}/" if match["folder"] else ""
            yield from self.input(source, match.start(), folder + name)
        elif self.open and (match["command"] or len(match[0]) == 2):  # no mathematics within the line
            self.open[-1][3].append(match[0])
        return at

    def environment(self, name: str) -> Iterator[Item]:
        """What is to be said of an environment that ends: one that is not known, and looks like a display."""
        if not any(name == opened[0] for opened in self.open):
            return
        while self.open:
            opened, source, at, inside = self.open.pop()
            if opened not in patterns.PLAIN and patterns.looks_displayed("".join(inside)):
                note = f"the environment {opened} is not known: the mathematics in it is not read"
                yield Missing(source, at, note=note)
            if opened == name:
                return

    def unfollowed(self, source: Source, match: re.Match[str]) -> Iterator[Item]:
        r"""A file that is not followed: it is noted, and an error where it declares what the paper rests on."""
        name, at = match["left"] or match["leftbare"] or "", match.start()
        if match["unfollowed"] in (r"\documentclass", r"\LoadClass"):
            if self.files.exists(self.main.parent / f"{name}.cls"):
                yield Missing(source, at, note=f"the class {name}.cls is not read", kind="include")
            return
        try:
            path = self.files.named_by_input(self.main, name)
            if path is not None and patterns.DERIVE.search(self.files.source(path).text):
                said = f"{name}: it has derive: comments, and {match['unfollowed']} is not followed"
                error = source.fail(at, said, rf"name it by \input{{{name}}}")
                yield Missing(source, at, error, premise=f"the file {name[:100]}")
                return
        except InputError:
            pass  # it need not be there
        yield Missing(source, at, note=f"{match['unfollowed']} {name[:100]} is not followed", kind="include")

    def aside(self, source: Source, match: re.Match[str]) -> Generator[Item, None, int]:
        """What Markdown has besides; gives the offset after it."""
        at = match.end()
        if match["html"]:
            if opening := patterns.HTML.match(match["html"]):
                end = at - 3 if match["html"].endswith("-->") else at
                yield Comment(source, match.start() + opening.end(), end)
            elif not match["html"].endswith("-->"):
                yield self.unclosed(source, match)
            elif patterns.NEARLY.match(match["html"]):
                yield self.nearly(source, match.start(), at, r"<!-- derive: … -->")
        elif match["other"]:
            end = source.text.find(rf"\end{{{match['other']}}}", at, at + MAX_ENVIRONMENT)
            if end >= 0 and match["other"] not in patterns.PLAIN and patterns.looks_displayed(source.text[at:end]):
                note = f"the environment {match['other']} is not known: the mathematics in it is not read"
                yield Missing(source, match.start(), note=note)
        elif match["ticked"]:
            yield from self.displayed(source, match.start("ticked"), match.end("ticked"), "$")
        elif match["doubled"]:
            end = source.text.find(r"\\]", at)
            if end < 0:
                yield self.unclosed(source, match)
            else:
                yield from self.displayed(source, at, end, "[")
            at = len(source.text) if end < 0 else end + 3
        elif match["fence"]:
            at = yield from self.fence(source, match)
        return at

    def fence(self, source: Source, match: re.Match[str]) -> Generator[Item, None, int]:
        """What a fence of Markdown holds; gives the offset after it, or after its first line where it holds text."""
        text, at, mark, info = source.text, match.end(), match["fence"], match["info"]
        if match.start() in self.closed or (mark[0] == ":" and not fences.is_math(info)):
            return at  # of a block of text
        bound = min((end for end in self.closed if end >= at), default=len(text))
        end, after = fences.closing(text, at, mark, bound)
        if fences.is_text(info):
            self.closed.add(end)
            return at
        if end == after and patterns.DISPLAYS.search(text, at, end):
            yield Missing(source, match.start(), note=f"{mark} is never closed: what stands below it is not read")
        if fences.is_math(info):
            yield from self.displayed(source, fences.behind_options(text, at, end), end, "$")
        elif note := patterns.unread(info, text[at:end]):
            yield Missing(source, match.start(), note=note)
        return after

    def comments(self, source: Source, begin: int, end: int) -> Iterator[Comment]:
        for found in patterns.COMMENT.finditer(source.text, begin, end):
            if opening := patterns.DERIVE.match(found[0]):
                at = found.start()
                alone = not source.text[source.text.rfind("\n", 0, at) + 1 : at].strip()
                yield Comment(source, at + opening.end(), found.end(), alone)
            elif patterns.NEARLY.match(found[0]):
                yield self.nearly(source, found.start(), found.end(), "% derive: …")

    def nearly(self, source: Source, begin: int, end: int, expected: str) -> Comment:
        found = f"'{source.text[begin:end].split(chr(10))[0].strip()[:40]}', which nearly is a declaration"
        hint = "write it as expected, or reword it if it is none"
        return Comment(source, begin, end, error=source.error(begin, found, expected, hint))

    def display(self, source: Source, begin: int, end: int, name: str) -> Display:
        """The display with this name between two offsets."""
        bare = name.rstrip("*")
        takes = patterns.COUNTED if bare.endswith("alignat") else patterns.ARGUMENTS
        if bare in patterns.WITH_ARGUMENTS and (taken := takes.match(source.text, begin, end)):
            begin = taken.end()
            name = taken["inner"] if name == "empheq" and taken["inner"] else name
        environment = self.edges.environments.get(name, name).rstrip("*")
        return Display(source, begin, end, environment, tuple(self.comments(source, begin, end)))

    def input(self, source: Source, at: int, name: str) -> Iterator[Item]:
        r"""What stands in the file that ``\input`` names."""
        try:
            path = self.files.named_by_input(self.main, name)
            if path is None:
                yield Missing(source, at, note=f"{name[:100]} is no .tex file: it is not read", kind="include")
                return
            if path.resolve() in self.opened:
                raise InputError(f"{name}: a file that names itself", hint=r"take the \input out")
            if len(self.opened) > MAX_INPUTS or self.count >= MAX_FILES:
                raise InputError(f"{name}: too many files", hint=f"at most {MAX_FILES}, {MAX_INPUTS} deep")
            inner = self.files.source(path)
        except InputError as error:
            yield Missing(source, at, source.placed(error, at), premise=f"the file {name[:100]}")
            return
        self.count += 1
        self.opened.append(path.resolve())
        yield from self.items(inner)
        self.opened.pop()
