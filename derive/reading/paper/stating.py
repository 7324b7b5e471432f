r"""What a document states of its own: theorems, rules and near misses, which comments announce before their displays.

::

    % derive: theory unit: Vectors of length one
    % derive: theorem length: The length is one
    % derive: given |\vec x| > 0
    \begin{align*}
      |\hat x|^2 &= \hat x \cdot \hat x && \text{by squared norm as an inner product} \\
                 &= 1
    \end{align*}
    % derive: near miss the length is kept
    \[ |\hat x| = |\vec x| \]

A paper without ``theory`` states nothing of its own.  `Stating` goes through a document beside the walk that reads it: that
reads the displays and the declarations, as of any paper, and here each display is put to what was announced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol, get_args

from derive.derivation.rules import Kind
from derive.errors import InputError
from derive.language.hypotheses import CONDITION_KINDS, Hypothesis
from derive.language.terms import Symbol
from derive.reading.latex import Context
from derive.reading.latex.declarations import declare
from derive.reading.latex.declaring import Declaring, clauses, split
from derive.reading.latex.properties import TRAILING
from derive.reading.latex.words import OF_DOCUMENTS
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Comment, Display, Item
from derive.reading.paper.pasting import Pasted
from derive.reading.paper.reasons import Reason, reasons_in
from derive.reading.source import Place, Source

#: What begins something that has a display; other words say something of it, or of the theory.
HEADS = ("theorem", "proof", "rule", "near miss", "convention")
#: Those that stand in a display (`derive.reading.paper.reasons`).
_INSIDE = ("reason", "words")
_WORDS = "|".join(word.replace(" ", "[ ]+") for word in OF_DOCUMENTS if word not in _INSIDE)
_LINE = re.compile(
    rf"[ \t]*(?:%+[ \t]*derive:)?[ \t]*(?P<word>{_WORDS})(?![A-Za-z:])"
    r"(?P<rest>[^\n]*)"
)
_NAMED = re.compile(r"(?P<name>[^\s:]+)\s*(?::\s*(?P<title>.*\S))?\s*\Z")
_NAME = re.compile(r"[^\W\d]\w*")


class PaperWalk(Protocol):
    """The walk that reads a document; what stands in a display that is ``announced`` is claimed there."""

    announced: bool
    context: Context
    items: list[Relation | Pasted]
    theorem: Pasted | None

    def take(self, item: Item) -> None: ...
    def fail(self, source: Source, at: int, error: InputError) -> None: ...


@dataclass
class Announced:
    """Something that a document states: its head, what is said of it, and the relations of its display.

    Attributes:
        source, at: where its head stands.
        kind, words: its first word, of `HEADS`, and the words behind: the name of a theorem, what is wrong with a near miss.
        said: what else is said of it, by its first word.
        places: of its relations, by which they are found when all readings are settled.
        context: what names mean in its display, with what is given.
        proof, beside: of a theorem, what has its lines if that is another display; near misses and conventions.
        reasons: those in its display.
    """

    source: Source
    at: int
    kind: str
    words: str
    title: str = ""
    topic: str = ""
    said: dict[str, str] = field(default_factory=dict)
    places: list[tuple[str, int, str]] = field(default_factory=list)
    context: Context | None = None
    variables: tuple[Symbol, ...] | None = None
    proof: Announced | None = None
    beside: list[Announced] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    prose: str = ""
    error: InputError | None = None

    @property
    def place(self) -> Place:
        """Line and column."""
        return self.source.place(self.at)

    @property
    def all_parts(self) -> tuple[Announced, ...]:
        """Itself, and all that has a display of its own."""
        return (self, *([self.proof] if self.proof is not None else []), *self.beside)


def announces(item: Item) -> bool:
    """Does a comment say that what it stands in is a theory?"""
    return isinstance(item, Comment) and item.error is None and any(word == "theory" for _, _, word, _ in _lines(item))


def _lines(comment: Comment) -> Iterator[tuple[int, int, str, tuple[int, int]]]:
    """The lines of a comment: begin, end, the word of a document that a line begins with, and where the rest stands."""
    text, at = comment.source.text, comment.begin
    while at < comment.end:
        stop = text.find("\n", at, comment.end)
        stop = comment.end if stop < 0 else stop
        found = _LINE.match(text, at, stop)
        yield at, stop, " ".join(found["word"].split()) if found else "", found.span("rest") if found else (at, stop)
        at = stop + 1


class Stating:
    """What a document has stated up to here."""

    def __init__(self, parts: Parts | None = None) -> None:
        self.parts = parts or Parts(())
        self.theory: Announced | None = None
        self.entries: list[Announced] = []
        self.sources: list[str] = []
        self.contexts: list[Context] = []
        self.topic, self.summary = "", ""
        self.open: Announced | None = None
        self.theorem: Announced | None = None
        self.local: tuple[Hypothesis, ...] = ()
        self.own: tuple[Hypothesis, ...] = ()
        self.fresh = False

    def take(self, item: Item, walk: PaperWalk) -> None:
        """Take what stands in the document, in order."""
        match item:
            case Comment(error=None):
                self.comment(item, walk)
            case Display():
                self.display(item, walk)
            case _:
                walk.take(item)

    def comment(self, comment: Comment, walk: PaperWalk) -> None:
        """Obey the lines that are of a document, and have the walk declare all others."""
        begin = comment.begin
        for at, stop, word, rest in _lines(comment):
            if not word or (word in ("theorem", "end") and not self.own_word(comment.source, word, rest, walk)):
                continue
            self.declared(replace(comment, begin=begin, end=at), walk)
            begin = stop
            try:
                self.word(comment.source, at, word, rest, walk)
            except InputError as error:
                walk.fail(comment.source, at, error)
                if self.open is not None and word not in HEADS:
                    self.open.error = self.open.error or error
        self.declared(replace(comment, begin=begin), walk)

    def declared(self, comment: Comment, walk: PaperWalk) -> None:
        if comment.source.text[comment.begin : comment.end].strip():
            walk.take(comment)

    def own_word(self, source: Source, word: str, rest: tuple[int, int], walk: PaperWalk) -> bool:
        """Is a theorem, or an end, one of the document, and of nothing that was pasted?"""
        if word == "end":
            return self.open is not None and walk.theorem is None
        theory, dot, _ = source.text[rest[0] : rest[1]].strip().partition(".")
        return not dot or not _NAME.fullmatch(theory) or (self.theory is not None and theory == self.theory.words)

    def word(self, source: Source, at: int, word: str, rest: tuple[int, int], walk: PaperWalk) -> None:
        """Obey one line; raises `InputError` for what it cannot say."""
        said = source.text[rest[0] : rest[1]].strip().removesuffix("-->").strip()
        if word == "theory":
            return self.begin(source, at, said)
        if self.theory is None:
            raise source.error(at, f"'{word}' before the theory", "'theory NAME: TITLE' above it")
        match word:
            case _ if word in HEADS:
                self.head(source, at, word, said, walk)
            case "end":
                self.close(walk)
            case "group":
                self.close(walk)
                self.topic = said
            case "printed":
                walk.context = replace(walk.context, printed=True)
            case "source" if self.open is None:
                self.sources.append(said)
            case "summary":
                self.summary = said
            case "given":
                self.given(source, at, rest, walk)
            case _ if self.open is None:
                raise source.error(at, f"'{word}' of nothing", "'theorem NAME' or 'rule NAME' above it")
            case "variables":
                self.open.variables = self.variables(source, rest, said, walk.context)
            case "kind" if said not in get_args(Kind):
                raise source.error(rest[0], f"the kind '{said[:40]}'", f"one of {', '.join(get_args(Kind))}")
            case _:
                self.open.said[word] = said or word
        return None

    def begin(self, source: Source, at: int, said: str) -> None:
        """The document is a theory."""
        named = _NAMED.match(said)
        if self.theory is not None:
            raise source.error(at, "a second theory", "one in a document")
        if named is None or not _NAME.fullmatch(named["name"]):
            raise source.error(at, f"the theory '{said[:40]}'", "theory NAME: TITLE, with a name of letters")
        self.theory = Announced(source, at, "theory", named["name"], named["title"] or named["name"])

    def head(self, source: Source, at: int, word: str, said: str, walk: PaperWalk) -> None:
        """Begin what the next display says."""
        if word in ("theorem", "rule"):
            self.close(walk)
        elif self.theorem is None:
            raise source.error(at, f"a {word} of nothing", "a theorem above it")
        if not said and word != "proof":
            raise source.error(at, f"a {word} without a name", f"{word} NAME")
        name, title = said, ""
        if word == "theorem" and self.theory is not None:
            named = _NAMED.match(said)
            name = (named["name"] if named else said).removeprefix(f"{self.theory.words}.")
            title = (named["title"] or "") if named else ""
            if not _NAME.fullmatch(name):
                raise source.error(at, f"the theorem '{said[:40]}'", "theorem NAME: TITLE, with a name of letters")
            if any(each.kind == "theorem" and each.words == name for each in self.entries):
                raise source.error(at, f"a second theorem {name}", "another name")
        self.open = Announced(source, at, word, name, title, self.topic)
        if word == "proof" and self.theorem is not None:
            if self.theorem.proof is not None:
                raise source.error(at, "a second proof", "one of a theorem")
            self.theorem.proof = self.open
            self.suppose(walk, self.own)
            return
        if word in ("near miss", "convention") and self.theorem is not None:
            self.theorem.beside.append(self.open)
            self.suppose(walk, self.own)
            self.fresh = True
            return
        self.entries.append(self.open)
        self.theorem = self.open if word == "theorem" else None

    def close(self, walk: PaperWalk) -> None:
        """Nothing is open any more, and what was given is given no more."""
        self.open = self.theorem = None
        self.suppose(walk, ())
        self.own, self.fresh = (), False

    def suppose(self, walk: PaperWalk, given: tuple[Hypothesis, ...]) -> None:
        """Have the context assume this, and not what was given before."""
        env = walk.context.env
        kept = tuple(each for each in env.hypotheses if each not in self.local)
        self.local = tuple(each for each in given if each not in kept)
        walk.context = replace(walk.context, env=replace(env, hypotheses=(*kept, *self.local)))

    def given(self, source: Source, at: int, rest: tuple[int, int], walk: PaperWalk) -> None:
        """What a theorem or a rule assumes, or a near miss in the place of what its theorem does; ``nothing`` is nothing."""
        if self.open is None:
            raise source.error(at, "'given' of nothing", "'theorem NAME' above it, or 'assume' for all that follows")
        text = source.text[rest[0] : rest[1]].strip()
        if self.fresh:
            self.suppose(walk, ())
            self.fresh = False
        if text == "nothing":
            return
        before = walk.context.env.hypotheses
        context = walk.context
        for clause in clauses(source.text, *rest):
            if clause.keyword and clause.keyword not in CONDITION_KINDS:
                raise source.error(clause.at, f"'{clause.keyword}' among what is given", "a relation, or a property")
            alone = not clause.keyword and not TRAILING.search(source.text, clause.begin, clause.end)
            context = declare(source, replace(clause, keyword="assume") if alone else clause, context, set())
        made = context.env.hypotheses[len(before) :]
        if self.open is self.theorem or self.open.kind == "rule":
            self.own = (*self.own, *made)
        self.suppose(walk, (*self.local, *made))

    def variables(self, source: Source, rest: tuple[int, int], said: str, context: Context) -> tuple[Symbol, ...]:
        """The symbols that stand for any term; ``none`` for none."""
        here, found = Declaring(source, context, set()), list[Symbol]()
        for begin, end in split(source.text, *rest, ",") if said != "none" else ():
            name, meaning = here.term_named(begin, end)
            if not isinstance(meaning, Symbol):
                raise source.error(begin, f"{name}, which is defined", "a symbol")
            found.append(meaning)
        return tuple(found)

    def display(self, display: Display, walk: PaperWalk) -> None:
        """Have the walk read a display, and keep its relations for what is open, if that has no display yet."""
        entry, before, known = self.open, len(walk.items), walk.context.env
        walk.announced = entry is not None
        walk.take(display)
        walk.announced = False
        self.contexts.append(walk.context)
        made = [each for each in walk.items[before:] if isinstance(each, Relation)]
        reasons = self.reasons(display, walk)
        if entry is not None and not made and not entry.places and walk.context.env == known:  # it defines nothing
            error = display.source.error(display.begin, "a display that says nothing exact", f"the {entry.kind}")
            entry.error = entry.error or error
        if entry is None or not made or (entry.places and not _goes_on(entry, made, walk.items[:before])):
            for reason in reasons:
                hint = "above a display with reasons stands 'theorem NAME', or 'proof' below a theorem"
                error = reason.source.error(reason.at, "a reason in a display that is no theorem's", "relations", hint)
                walk.fail(reason.source, reason.at, error)
            return
        if not entry.places and display.source is entry.source:
            entry.prose = display.source.text[entry.at : display.begin]
        entry.places += [place_of(each) for each in made]
        entry.context = walk.context
        entry.reasons += reasons

    def reasons(self, display: Display, walk: PaperWalk) -> list[Reason]:
        """The reasons in a display; what cannot be read of them is an error of the document."""
        own = replace(display, source=self.parts.written(display.source))
        try:
            return [reason for reason, _ in reasons_in(own)]
        except InputError as error:
            walk.fail(own.source, own.begin, error)
            return []


def _goes_on(entry: Announced, made: Sequence[Relation], before: Sequence[Relation | Pasted]) -> bool:
    """Does a display go on from the last side of what is open?"""
    last = next((each for each in reversed(before) if isinstance(each, Relation)), None)
    return (
        last is not None and place_of(last) == entry.places[-1] and made[0].lhs is not None and made[0].lhs == last.rhs
    )


def place_of(relation: Relation) -> tuple[str, int, str]:
    """Where a relation is written, by which it is found among those that were settled."""
    return relation.source.file, relation.at, relation.sign


@dataclass(frozen=True)
class Parts:
    """What stands in a document, with blanks in the place of reasons; ``texts``: each text without them, with its own."""

    items: tuple[Item, ...]
    texts: Sequence[tuple[Source, Source]] = ()

    def written(self, source: Source) -> Source:
        """A text as it is written."""
        return next((own for blank, own in self.texts if blank is source), source)


def without_reasons(found: Sequence[Item]) -> Parts:
    """What stands in a document, reasons taken out of its displays; one that cannot be read stays, and is an error there."""
    spans: dict[int, list[tuple[int, int]]] = {}
    sources: dict[int, Source] = {}
    for item in found:
        sources.setdefault(id(item.source), item.source)
        if isinstance(item, Display):
            with suppress(InputError):
                spans.setdefault(id(item.source), []).extend((r.at, end) for r, end in reasons_in(item))
    blank = {key: source.without(spans.get(key, ())) for key, source in sources.items()}
    made: list[Item] = []
    for item in found:
        source = blank[id(item.source)]
        if isinstance(item, Display):
            comments = [replace(each, source=source) for each in item.comments]
            said = [each for each in comments if source.text[each.begin : each.end].strip()]
            made.append(replace(item, source=source, comments=tuple(said)))
        else:
            made.append(replace(item, source=source))
    return Parts(tuple(made), tuple((blank[key], sources[key]) for key in sources))
