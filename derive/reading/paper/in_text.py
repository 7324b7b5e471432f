"""``% derive: inline``: what the text says of names is declared where it stands, or above, where it is needed.

What a comment declares goes before what the text says.  What the text says of one name in two ways is an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.reading.latex import Context
from derive.reading.latex.declarations import declare
from derive.reading.latex.declaring import clauses
from derive.reading.latex.spelling import Key
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.document import Inline, Item
from derive.reading.paper.sayings import Saying, sayings
from derive.reading.paper.scopes import Held, begins_anew, scope, without
from derive.reading.paper.texts import texts_of
from derive.reading.source import Source

#: The names that are declared, with whether each is a function.
Declared = set[tuple[Key, bool]]


class InText:
    """The text of a paper, and the formulas in it, ``passed`` of which stand above; those ``waiting`` are to be declared.

    ``errors`` has what contradicts something above it.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        self.texts, self.passed = texts_of(items), 0
        self.found = [item for item in items if isinstance(item, Inline)]
        self.waiting: list[Saying] = []
        self.said: dict[tuple[Key, bool], str] = {}
        self.errors: list[Relation] = []
        self.held: list[Held] = []
        self.over: list[Hypothesis] = []
        self.anew: list[tuple[int, str]] = []

    def begin(self) -> None:
        """From here on."""
        self.waiting = [saying for saying in sayings(self.found, self.texts) if saying.number >= self.passed]
        below = list(enumerate(self.found))[self.passed :]
        self.anew = [(n, name) for n, each in below for name in begins_anew(each, self.texts[each.source])]

    def forget(self) -> None:
        """Names that were said are not names any more."""
        self.said, self.held, self.over = {}, [], []
        self.waiting = [saying for saying in self.waiting if saying.number >= self.passed]

    def declared(self, context: Context, known: Declared, everywhere: bool = False) -> Context:
        """The context with what is said above, or also below, that can be read by now."""
        more = True
        while more:
            more = False
            below = [each for each in self.waiting if everywhere and not (each.supposes and self.scope(each))]
            for saying in [each for each in self.waiting if each in below or each.number < self.passed]:
                made = self._with(saying, context, known)
                if made is not None:
                    self.waiting.remove(saying)
                    context, more = made, True
        return context

    def scope(self, saying: Saying) -> int | None:
        """Where what is said ends to hold."""
        inline = self.found[saying.number]
        text = self.texts[inline.source]
        return scope(text, text.whole[inline.begin][0])

    def up_to(self, source: Source, at: int, context: Context, known: Declared) -> Context:
        """The context at an offset: without what was supposed for a theorem above it, or of names that are new since."""
        context = self.declared(context, known)
        anew = [each for each in self.anew if each[0] < self.passed]
        over = [each for each in self.held if each.is_over(source, at, anew)]
        if not over:
            return context
        self.held = [each for each in self.held if each not in over]
        still = {hypothesis for each in self.held for hypothesis in each.hypotheses}
        ended = [hypothesis for each in over for hypothesis in each.hypotheses if hypothesis not in still]
        clauses = {each.clause for each in over} - {each.clause for each in self.held}
        self.said = {name: clause for name, clause in self.said.items() if clause not in clauses}
        self.over += ended
        return without(context, ended)

    def _with(self, saying: Saying, context: Context, known: Declared) -> Context | None:
        """The context with what is said; the same where that is said already, None where it cannot be read."""
        for size in saying.sizes:
            try:
                context = _declared(f"dimension {size}", context, known | self.said.keys())
            except InputError:
                continue  # it is one
        for clause in saying.clauses():
            names = Declared()
            try:
                made = _declared(clause, context, names)
            except InputError:
                continue
            if _bare(names) & _bare(known):  # a comment says what it is
                return context
            before = {self.said[name] for name in names if name in self.said}
            if before - {clause}:
                inline = self.found[saying.number]
                found = f"'{saying.text}', while above '{before.pop()}' is said"
                hint = "% derive: forget between them, or declare the names in comments"
                self.errors.append(
                    Relation(
                        inline.source, inline.begin, error=inline.source.error(inline.begin, found, "one of them", hint)
                    )
                )
                return context
            self.said |= dict.fromkeys(names, clause)
            if saying.supposes:
                self.suppose(saying, clause, context, made)
            return context if before else made
        return None

    def suppose(self, saying: Saying, clause: str, context: Context, made: Context) -> None:
        """Keep what is supposed: what is new of it, or was supposed by another sentence."""
        known = {*context.env.hypotheses} - {hypothesis for each in self.held for hypothesis in each.hypotheses}
        if new := tuple(dict.fromkeys(each for each in made.env.hypotheses if each not in known)):
            source = self.found[saying.number].source
            own = tuple(each for each in new if each not in context.env.hypotheses) or tuple(
                hypothesis for each in self.held if each.clause == clause for hypothesis in each.hypotheses
            )
            self.held.append(Held(saying.number, clause, own, source, self.scope(saying)))

    def notes(self) -> list[Note]:
        """What is said and could not be read."""
        return [
            Note(inline.source, inline.begin, f"what the text says here is not declared: {saying.text}", kind="words")
            for saying in self.waiting
            if (inline := self.found[saying.number])
        ]


def _bare(names: Declared) -> set[Key]:
    """The names, whatever their shapes."""
    return {key._replace(sub=key.sub.replace("[]", "")) for key, _ in names}


def _declared(text: str, context: Context, names: Declared) -> Context:
    """The context with one clause, whose names are put to others; raises `InputError`, `NameError_` for a second time."""
    source = Source(text)
    for clause in clauses(text, 0, len(text)):
        context = declare(source, clause, context, names)
    return context
