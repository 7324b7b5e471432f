r"""A paper → its relations, each with its two sides as terms, or with the reason why it cannot be read.

The walk goes through the paper once, in the order of its text.  Comments and definitions of macros change the context of
what follows; a display gives a `Relation` for every relation sign between neighbours of a chain.  A chain that begins with a
relation sign goes on with the last side before it.  ``\approx`` says nothing exact and is noted; ``:=`` of a new name
defines it; what stands left of ``\implies`` is a hypothesis of what stands right of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from derive.errors import InputError, NameError_, ReadError
from derive.language.terms import Term
from derive.reading.latex import Context, Macros
from derive.reading.latex.clauses import DIRECTIVES, Clause, clauses
from derive.reading.latex.declarations import declare
from derive.reading.latex.spelling import Key
from derive.reading.latex.tokens import tokens
from derive.reading.paper.defining import Definition
from derive.reading.paper.document import Comment, Display, Item, Missing, Scope, items_of
from derive.reading.paper.files import Files
from derive.reading.paper.formulas import formulas_of
from derive.reading.paper.relations import Note, Reading, Relation
from derive.reading.paper.sidecar import EXPECTED, Sidecar, sidecar_of
from derive.reading.source import Place, Source


@dataclass(frozen=True)
class Pasted:
    """A display that says what a theorem says: ``% derive: theorem LABEL`` stands before it, at ``at``."""

    source: Source
    at: int
    display: Display
    label: str
    macros: Macros

    @property
    def place(self) -> Place:
        """Line and column of the comment."""
        return self.source.place(self.at)


@dataclass(frozen=True)
class Paper:
    """What a paper says: relations and displays pasted from theorems, and what is passed over.

    ``files`` has a hash of every file as it was read, and nothing for one that was looked for and is not there.
    """

    items: tuple[Relation | Pasted, ...]
    notes: tuple[Note, ...]
    files: Mapping[Path, str]


#: What stands before the first formula of a display.
_BLANK = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z))*")


def read_paper(path: Path) -> Paper:
    """What a ``.tex`` or ``.md`` file says; raises `InputError` when the file, or its sidecar, cannot be read."""
    files = Files()
    walk = _Walk(sidecar_of(path, files))
    for item in items_of(path, files):
        walk.take(item)
    walk.end()
    return Paper(tuple(walk.items), tuple(walk.notes), files.seen)


@dataclass(frozen=True)
class _Directive:
    """``kind`` is expect, skip or label; ``alone`` on its line it concerns the lines below it."""

    source: Source
    at: int
    kind: str
    text: str
    alone: bool


class _Walk:
    """The paper up to here: the context of what follows, and what is waiting for the next relation."""

    def __init__(self, sidecar: Sidecar) -> None:
        self.sidecar = sidecar
        self.context, self.declared = Context(), set[tuple[Key, bool]]()
        self.items: list[Relation | Pasted] = []
        self.notes: list[Note] = []
        self.directives: list[_Directive] = []
        self.scopes: list[Macros] = []
        self.theorem: tuple[Source, int, str] | None = None
        self.unread: str = ""
        self.last: Term | None = None
        self.off: Note | None = None
        if sidecar.declarations.text.strip():
            self.comment(Comment(sidecar.declarations, 0, len(sidecar.declarations.text)))

    def take(self, item: Item) -> None:
        """Walk over one item."""
        match item:
            case Comment():
                self.comment(item)
            case Definition():
                self.define_macro(item)
            case Scope(begins=True):
                self.scopes.append(self.context.macros)
            case Scope():
                macros = self.scopes.pop() if self.scopes else self.context.macros
                self.context = replace(self.context, macros=macros)
            case Missing(source, at, None, note):
                self.notes.append(Note(source, at, note))
            case Missing(source, at, error):
                self.items.append(Relation(source, at, error=error))
            case Display():
                self.display(item)

    def end(self) -> None:
        """What was said of relations that never came."""
        self.waiting()
        for directive in self.directives:
            self.stray(directive)
        if self.theorem is not None:
            source, at, label = self.theorem
            self.fail(source, at, source.error(at, f"'theorem {label[:40]}'", "a display below it"))
        labels = {found.label for found in self.items} | {found.label for found in self.notes}
        for label in (*self.sidecar.expected, *self.sidecar.skipped):
            if label not in labels:
                source = self.sidecar.declarations
                hint = "take it out, or set the \\label"
                error = InputError(f"{source.file}: no relation has the label {label!r}", hint=hint)
                self.fail(source, 0, error)

    def waiting(self) -> None:
        """Definitions whose arguments have not been declared, and that cannot be read without."""
        for waiting in self.context.waiting:
            if waiting.error is not None:
                self.fail(waiting.source, waiting.span.begin, waiting.error)
                self.unread = self.unread or f"{waiting.source.file}:{waiting.source.place(waiting.span.begin)}"
        rest = tuple(replace(waiting, error=None) for waiting in self.context.waiting)
        self.context = replace(self.context, waiting=rest)

    def fail(self, source: Source, at: int, error: InputError) -> None:
        """Something that is said in the paper cannot be read."""
        self.items.append(Relation(source, at, error=error))

    def stray(self, directive: _Directive) -> None:
        """A directive that concerns nothing."""
        found = f"'{directive.kind}', which concerns no relation"
        error = directive.source.error(directive.at, found, "a relation on a line below it")
        self.fail(directive.source, directive.at, error)

    # --- comments ---------------------------------------------------------------------------------------------------

    def comment(self, comment: Comment, inside: bool = False, late: bool = False) -> None:
        """Declare what a comment says, or keep it for the relation that follows; in a display ``late`` is too late."""
        source = comment.source
        for clause in clauses(source.text, comment.begin, comment.end):
            rest = source.text[clause.begin : clause.end].strip()
            try:
                if clause.keyword in DIRECTIVES:
                    self.directive(comment, clause, rest, inside)
                elif late:
                    found = "a declaration inside of a display"
                    raise source.error(clause.at, found, "declarations before it, since they hold for all of it")
                elif clause.keyword == "theorem":
                    self.theorem = (source, clause.at, rest)
                else:
                    self.context = declare(source, clause, self.context, self.declared)
                    if clause.keyword == "forget":
                        self.unread, self.last = "", None
            except InputError as error:
                self.fail(source, clause.at, self.explained(error))
                if clause.keyword not in DIRECTIVES:
                    self.unread = self.unread or f"{source.file}:{source.place(clause.at)}"

    def directive(self, comment: Comment, clause: Clause, rest: str, inside: bool) -> None:
        """Keep what is said of a relation; behind a display it is one of those before it on the line."""
        source, kind = comment.source, clause.keyword
        if kind == "expect" and rest not in EXPECTED:
            raise source.error(clause.begin, f"'{rest[:40]}'", f"one of {', '.join(EXPECTED)}")
        if kind == "label" and not rest:
            raise source.error(clause.end, "the end", "a label")
        if kind in ("off", "on", "skip") and rest:
            raise source.error(clause.begin, f"'{rest[:40]}'", f"nothing after '{kind}'")
        match kind:
            case "off":
                self.off = Note(source, clause.at, "off: nothing is checked from here on")
                self.notes.append(self.off)
            case "on":
                self.off = None
            case _:
                directive = _Directive(source, clause.at, kind, rest, comment.alone)
                if comment.alone or inside:
                    self.directives.append(directive)
                else:
                    self.trailing(directive)

    def trailing(self, directive: _Directive) -> None:
        """Obey a directive that stands behind a display, on the line of its last relations."""
        line = directive.source.place(directive.at).line
        concerned = [
            number
            for number, item in enumerate(self.items)
            if isinstance(item, Relation) and item.source is directive.source and item.place.line == line
        ]
        for number in reversed(concerned):
            item = self.items[number]
            if directive.kind == "skip":
                self.notes.append(Note(item.source, item.at, "skipped", item.label))
                del self.items[number]
            elif isinstance(item, Relation):
                change = {"expected": directive.text} if directive.kind == "expect" else {"label": directive.text}
                self.items[number] = replace(item, **change)  # type: ignore[arg-type]  # strings both
        if not concerned:
            self.stray(directive)

    def define_macro(self, item: Definition) -> None:
        """Define a macro; one that cannot be read, or may be another, is none, and its use is an error."""
        known = self.context.macros
        others = Macros({name: macro for name, macro in known.table.items() if name != item.name})
        found = tokens(item.source, item.begin, item.end, strict=False)
        try:
            macros = (known if found[0].text == r"\providecommand" else others).collected(item.source, found)
        except InputError:
            macros = others
        self.context = replace(self.context, macros=macros if item.sure else others)

    # --- displays ---------------------------------------------------------------------------------------------------

    def display(self, display: Display) -> None:
        """Read a display, and say of its relations what the comments before them say."""
        self.waiting()
        source = display.source
        before, self.directives = self.directives, []
        begin = _BLANK.match(source.text, display.begin, display.end)
        first = begin.end() if begin else display.begin
        for comment in display.comments:
            self.comment(comment, inside=True, late=comment.begin > first)
        inside, self.directives = self.directives, []
        if self.off is not None:
            self.last, self.theorem = None, None
            return
        if self.theorem is not None:
            self.items.append(Pasted(*self.theorem[:2], display, self.theorem[2], self.context.macros))
            self.theorem, self.last = None, None
            for directive in (*before, *inside):
                self.stray(directive)
            return
        if any(d.kind == "skip" for d in before):
            self.notes.append(Note(source, display.begin, "skipped"))
            self.last = None
            return
        reading = Reading(source, self.context, self.declared, self.last)
        try:
            found = formulas_of(source, display.begin, display.end, display.environment, self.context.macros)
        except InputError as error:
            reading.relations.append(Relation(source, _at(source, error, display.begin), error=error))
            self.last = None
        else:
            reading.display(found)
            self.context, self.last = reading.context, reading.last.get(0)
        self.directed(reading.relations, reading.notes, before, inside)

    def directed(
        self, relations: list[Relation], notes: list[Note], before: list[_Directive], inside: list[_Directive]
    ) -> None:
        """Keep relations and notes, with what directives say of those on the line that each concerns."""
        lines = sorted({found.place.line for found in relations} | {found.place.line for found in notes})
        concerned: dict[int, list[_Directive]] = {}
        for directive in (*before, *inside):
            own = directive.source.place(directive.at).line
            if directive in before:
                below = lines
            else:
                below = [line for line in lines if (line > own if directive.alone else line == own)]
            if below:
                concerned.setdefault(below[0], []).append(directive)
            else:
                self.stray(directive)
        for note in notes:
            said = concerned.get(note.place.line, [])
            label = next((d.text for d in said if d.kind == "label"), note.label)
            self.notes.append(replace(note, label=label))
        if self.unread:
            relations = [self.undeclared(relation) for relation in relations]
        for relation in relations:
            said = concerned.get(relation.place.line, [])
            label = next((d.text for d in said if d.kind == "label"), relation.label)
            if label in self.sidecar.skipped or any(d.kind == "skip" for d in said):
                self.notes.append(Note(relation.source, relation.at, "skipped", label))
                continue
            expected = self.sidecar.expected.get(label, "proved")
            expected = next((d.text for d in said if d.kind == "expect"), expected)
            self.items.append(replace(relation, label=label, expected=expected))

    def undeclared(self, relation: Relation) -> Relation:
        """A relation below a declaration that cannot be read: nobody knows what it says."""
        error = InputError(f"the declaration at {self.unread} cannot be read", hint="nothing below it is checked")
        return replace(relation, error=error if relation.error is None else self.explained(relation.error))

    def explained(self, error: InputError) -> InputError:
        """An error, unless a declaration above is the cause that a name is not known."""
        if not self.unread or not isinstance(error, NameError_):
            return error
        return InputError(f"the declaration at {self.unread} cannot be read", hint="it may be that of a name here")


def _at(source: Source, error: InputError, default: int) -> int:
    """The offset that an error names, if it does."""
    if not isinstance(error, ReadError):
        return default
    lines = source.text.split("\n")
    return sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1
