"""``% derive: inline``: what the text says of names is declared where it stands, or above, where it is needed.

What a comment declares goes before what the text says.  What the text says of one name in two ways is an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import InputError
from derive.reading.latex import Context
from derive.reading.latex.declarations import declare
from derive.reading.latex.declaring import clauses
from derive.reading.latex.spelling import Key
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.document import Inline, Item
from derive.reading.paper.sayings import Saying, sayings
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

    def begin(self) -> None:
        """From here on."""
        self.waiting = [saying for saying in sayings(self.found, self.texts) if saying.number >= self.passed]

    def forget(self) -> None:
        """Names that were said are not names any more."""
        self.said = {}
        self.waiting = [saying for saying in self.waiting if saying.number >= self.passed]

    def declared(self, context: Context, known: Declared, everywhere: bool = False) -> Context:
        """The context with what is said above, or also below, that can be read by now."""
        more = True
        while more:
            more = False
            for saying in [each for each in self.waiting if everywhere or each.number < self.passed]:
                made = self._with(saying, context, known)
                if made is not None:
                    self.waiting.remove(saying)
                    context, more = made, True
        return context

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
            return context if before else made
        return None

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
