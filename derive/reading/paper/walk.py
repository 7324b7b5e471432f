r"""A paper → its relations, each with its two sides as terms, or with the reason why it cannot be read.

The walk goes through the paper once, in the order of its text.  Comments and definitions of macros change the context of
what follows; a display gives a `Relation` for every relation sign between neighbours of a chain.  A chain that begins with a
relation sign goes on with the last side before it.  ``\approx`` says nothing exact and is noted; ``:=`` of a new name
defines it; what stands left of ``\implies`` is a hypothesis of what stands right of it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from derive.errors import InputError, NameError_
from derive.reading.decided import proved
from derive.reading.in_each import Choices
from derive.reading.latex import Context, limiting, read_latex
from derive.reading.latex.declarations import declare, in_order, labels_in
from derive.reading.latex.declaring import DIRECTIVES, Clause, clauses
from derive.reading.latex.spelling import Key
from derive.reading.latex.tokens import tokens
from derive.reading.paper import leading
from derive.reading.paper.chains import Formulas
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.conditions import named_in
from derive.reading.paper.defining import under_conditions, valued
from derive.reading.paper.directives import Directive, check_directive, directed
from derive.reading.paper.document import Comment, Display, GroupEdge, Heading, Inline, Item, Missing
from derive.reading.paper.equated import Seen, anew, assigns, is_told, occurs, word_of
from derive.reading.paper.files import Sidecar
from derive.reading.paper.formulas import formulas_of
from derive.reading.paper.going_on import Ended, closes, in_each_way, left_open, ways
from derive.reading.paper.in_text import Declared, InText
from derive.reading.paper.lets import with_lets
from derive.reading.paper.limits import Limitation, goes_on_in_the_case, held_on, limited, limits_of, nearest
from derive.reading.paper.lost import Lost, left_in, letters, names_of_core, stand_in, unread_rows
from derive.reading.paper.macros import BACKWARDS, SIGNS, Groups, defines, using
from derive.reading.paper.mentioned import in_case
from derive.reading.paper.pasting import Pasted, sentence_below
from derive.reading.paper.patterns import Definition
from derive.reading.paper.relations import DisplayReader
from derive.reading.paper.stationary import (
    Supposable,
    conditions_in,
    is_within,
    on_claims,
    restrictions_in,
    set_to_zero,
    supposing,
)  # fmt: skip
from derive.reading.paper.texts import Text
from derive.reading.paper.units import Premise
from derive.reading.paper.unsummed import Unsummed
from derive.reading.source import Source

#: What stands before the first formula of a display.
_BLANK = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z))*")


class PaperReader:
    """The paper up to here, and what is waiting for the next relation; where it ``states`` a theory words are titles."""

    def __init__(self, sidecar: Sidecar, choices: Choices, in_text: InText, states: bool = False) -> None:
        self.sidecar, self.in_text, self.states = sidecar, in_text, states
        self.context, self.declared = Context(decide=proved).chosen(choices), Declared()
        self.items: list[Relation | Pasted] = []
        self.notes: list[Note] = []
        self.directives: list[Directive] = []
        self.groups = Groups()
        self.theorem: Pasted | None = None
        self.lost = Lost()
        self.early: list[tuple[Source, Clause]] = []
        self.conditions: list[Supposable] = []
        self.limits: list[Limitation | Unsummed] = []
        self.announced, self.proves, self.seen = False, False, Seen()
        self.ends: list[Ended] = []
        self.open: Relation | None = None
        self.off: Note | None = None
        self.displays, self.passed = 0, 0
        if sidecar.declarations.text.strip():
            self.comment(Comment(sidecar.declarations, 0, len(sidecar.declarations.text)))

    def take(self, item: Item) -> None:
        match item:
            case Comment():
                self.comment(item)
            case Definition():
                self.untouched(item.source, item.begin, "a definition of a macro")
                self.context = replace(self.context, macros=self.groups.define(item, self.context.macros))
            case GroupEdge(begins=True):
                self.groups.begin(self.context.macros)
            case GroupEdge():
                self.context = replace(self.context, macros=self.groups.end(self.context.macros))
            case Missing(source, at, display=True) if self.off is not None:
                self.ends.append(Ended(source, at, None))
            case Missing(source, at, None, note, kind):
                self.displays += kind == "display"
                self.notes.append(Note(source, at, note, kind=kind))
            case Missing(source, at, error, premise=premise) if error is not None:
                if premise and self.off is not None:
                    self.notes.append(Note(source, at, f"off: {premise} is missing", kind="include"))
                    return
                self.fail(source, at, error)
                if premise:
                    self.lost.all_below(Premise(source, at, premise, error))
            case Inline(source, begin, end):
                self.in_text.passed += 1
                self.spoken_again(source, begin, end)
            case Heading():
                self.ends, self.proves = [], False
            case Display():
                self.display(item)

    def end(self) -> None:
        """What was said of relations that never came."""
        self.settle()
        self.waiting()
        self.switch_on(", and never on again")
        self.items += self.in_text.errors
        self.notes += self.in_text.notes()
        self.stray(*self.directives)
        self.pending()
        labels = {found.label for found in self.items} | {found.label for found in self.notes}
        for label in (*self.sidecar.expected, *self.sidecar.skipped, *self.sidecar.by):
            if label not in labels:
                source = self.sidecar.declarations
                hint = "take it out, or set the \\label"
                error = InputError(f"{source.file}: no relation has the label {label!r}", hint=hint)
                self.fail(source, 0, error)

    def pending(self) -> None:
        """A theorem that nothing ends: its sentence, or an error."""
        if (opened := self.theorem) is None:
            return
        self.theorem = None
        if opened.end < 0 and (sentence := sentence_below(opened)) is not None:
            self.close(opened, (sentence,))
        else:
            found, expected = f"'theorem {opened.label[:40]}'", "a display below it"
            self.fail(opened.source, opened.at, opened.source.error(opened.at, found, expected))

    def close(self, opened: Pasted, displays: tuple[Display, ...]) -> None:
        """Keep what was pasted, which has the macros of where it begins."""
        macros = opened.macros
        if (macros, opened.lost) != (self.context.macros, self.groups.lost):
            found, expected = "a group with macros of its own, which ends in what is pasted", "its end below"
            self.fail(opened.source, opened.at, opened.source.error(opened.at, found, expected))
        self.items.append(opened.closed(displays, using(opened.lost, macros) if opened.lost else opened.lost))

    def ended(self, source: Source, clause: Clause) -> None:
        if (opened := self.theorem) is None or opened.end < 0:
            raise source.error(clause.at, "'end', which ends nothing", "'theorem LABEL' above it")
        self.theorem = None
        self.ends.append(Ended(source, clause.at, None))
        if self.off is None:
            self.close(opened, opened.displays)

    def untouched(self, source: Source, at: int, what: str) -> None:
        """A declaration or a macro below ``theorem LABEL`` concerns what follows the sentence, and never the display."""
        if (opened := self.theorem) is None:
            return
        if opened.end < 0 and sentence_below(opened, at if source is opened.source else None) is not None:
            self.pending()
            return
        found = f"{what} between 'theorem' and its display"
        expected = f"it above or below, since the display has the names of {opened.label}"
        self.fail(source, at, source.error(at, found, expected))

    def waiting(self) -> None:
        """Definitions whose arguments have not been declared, and that cannot be read without."""
        for waiting in self.context.waiting:
            if waiting.error is not None:
                error = self.lost.explained(waiting.source, waiting.span, self.context, waiting.error)
                self.fail(waiting.source, waiting.span.begin, error)
                self.lost.waiting(waiting.source, waiting.span, self.context, error)
        rest = tuple(replace(waiting, error=None) for waiting in self.context.waiting)
        self.context = replace(self.context, waiting=rest)

    def fail(self, source: Source, at: int, error: InputError) -> None:
        """Something that is said in the paper cannot be read."""
        self.items.append(Relation(source, at, error=error))

    def stray(self, *directives: Directive) -> None:
        """Directives that concern nothing."""
        self.items += (Relation(each.source, each.at, error=each.stray) for each in directives)

    # --- comments ---------------------------------------------------------------------------------------------------

    def comment(self, comment: Comment, inside: bool = False, late: bool = False) -> None:
        """Declare what a comment says, or keep it for the relation that follows; in a display ``late`` is too late."""
        source = comment.source
        if comment.error is not None:
            self.fail(source, comment.begin, comment.error)
            self.lost.all_below(Premise(source, comment.begin, "the comment", comment.error))
            return
        for clause in in_order(clauses(source.text, comment.begin, comment.end)):
            rest = source.text[clause.begin : clause.end].strip()
            try:
                if clause.keyword in DIRECTIVES:
                    self.directive(comment, clause, rest, inside)
                elif late:
                    found = "a declaration inside of a display"
                    raise source.error(clause.at, found, "declarations before it, since they hold for all of it")
                elif clause.keyword == "theorem":
                    self.pending()
                    labels = labels_in(source, clause.begin, clause.end)
                    self.theorem = Pasted.at_comment(source, clause.at, labels, self.context.macros, self.groups.lost)
                elif clause.keyword == "end":
                    self.ended(source, clause)
                else:
                    self.untouched(source, clause.at, "a declaration")
                    if clause.keyword == "forget":
                        self.settle()
                    self.declared_by(source, clause)
                    while any(self.is_settled(waiting) for waiting in self.early):
                        pass
            except NameError_ as error:
                if clause.keyword in DIRECTIVES or late:
                    self.unread(source, clause, error)
                else:
                    self.early.append((source, clause))
            except InputError as error:
                self.unread(source, clause, error)

    def declared_by(self, source: Source, clause: Clause) -> None:
        """Declare what a clause says."""
        self.context = self.with_clause(source, clause)
        if clause.keyword == "forget":
            self.lost, self.ends, self.conditions, self.proves = Lost(), [], [], False
            self.seen = Seen()
            self.in_text.forget()
        else:
            self.lost.declared(source, clause, self.context)

    def unread(self, source: Source, clause: Clause, error: InputError) -> None:
        """A clause cannot be read; what rests on what it declares cannot be either."""
        self.fail(source, clause.at, self.lost.explained(source, clause, self.context, error))
        if clause.keyword not in DIRECTIVES:
            self.lost.declaration(source, clause, self.context, Premise(source, clause.at, "the declaration", error))

    def is_settled(self, waiting: tuple[Source, Clause]) -> bool:
        """Can a clause be declared by now that had a name which was not known?"""
        try:
            self.declared_by(*waiting)
        except InputError:
            return False
        self.early.remove(waiting)
        return True

    def settle(self) -> None:
        """Clauses whose names no comment below them declares, before the display that they are for."""
        early, self.early = self.early, []
        for source, clause in early:
            try:
                self.declared_by(source, clause)
            except InputError as error:
                self.unread(source, clause, error)

    def with_clause(self, source: Source, clause: Clause) -> Context:
        """The context with a declaration; what the text says of names that it needs is declared before it."""
        try:
            return self.declaring(source, clause, self.context)
        except InputError:
            context = self.in_text.declared(self.context, self.declared, everywhere=True)
            if context is self.context:
                raise
            self.context = context
            return self.declaring(source, clause, context)

    def declaring(self, source: Source, clause: Clause, context: Context) -> Context:
        """The context with a declaration; one that cannot be read declares no name."""
        declared = set(self.declared)
        made = declare(source, clause, context, declared)
        self.declared = declared
        return made

    def directive(self, comment: Comment, clause: Clause, rest: str, inside: bool) -> None:
        """Keep what is said of a relation; behind a display it is one of those before it on the line."""
        source, kind = comment.source, clause.keyword
        check_directive(source, clause, rest)
        match kind:
            case "off":
                self.switch_on()
                self.off, self.passed = Note(source, clause.at, "off", kind="off"), 0
                self.notes.append(self.off)
            case "on":
                self.switch_on()
            case "inline":
                self.in_text.begin()
            case _:
                directive = Directive(source, clause.at, kind, rest, comment.alone)
                if comment.alone or inside:
                    self.directives.append(directive)
                else:
                    self.trailing(directive)

    def switch_on(self, never: str = "") -> None:
        """Note how much was not checked since it was switched off."""
        if self.off is not None:
            count = f"{self.passed} {'display' if self.passed == 1 else 'displays'}"
            self.notes[self.notes.index(self.off)] = replace(self.off, text=f"off{never}: {count} not checked")
        self.off = None

    def trailing(self, directive: Directive) -> None:
        """Obey a directive that stands behind a display, on the line of its last relations."""
        line = directive.place.line
        concerned = [
            number
            for number, item in enumerate(self.items)
            if isinstance(item, Relation) and item.source is directive.source and item.place.line == line
        ]
        for number in reversed(concerned):
            item = self.items[number]
            if directive.kind == "skip":
                self.notes.append(Note(item.source, item.at, "skipped", item.label, "skipped"))
                del self.items[number]
            elif isinstance(item, Relation):
                self.items[number] = directive.changed(item)
        if not concerned:
            self.stray(directive)

    def spoken(self, display: Display, core: str, at: int) -> bool:
        """Has the text spoken of a name before an offset in a display?"""
        around, source = self.in_text.texts[display.source], display.source
        first = around.around(display)[0][0]
        within = occurs(core, source.text[display.begin : at])
        return within or self.seen.has(core) or is_told(core, around.bare, first)

    def spoken_again(self, source: Source, begin: int, end: int) -> None:
        """A formula in the text may say anew what a display has defined."""
        text = source.text[begin:end]
        for key in self.context.equated:
            if assigns(word_of(key), self.expanded(source, begin, end)):
                try:
                    chain = read_latex(text, self.context)
                except InputError:
                    chain = None
                if chain is None or len(chain.terms) < 2 or not self.context.holds(*chain.terms):
                    self.anew(source, begin, key.core)

    def again(
        self,
        source: Source,
        begin: int,
        end: int,
        proved: frozenset[str] = frozenset(),
        known: frozenset[Key] | None = None,
    ) -> None:
        """A display may say anew what one above it has ``known``; where that is ``proved`` it says the same."""
        for key in self.context.equated if known is None else known:
            repeated = stand_in(names_of_core(key.core), proved)
            if not repeated and assigns(word_of(key), self.expanded(source, begin, end)):
                self.anew(source, begin, key.core)

    def expanded(self, source: Source, begin: int, end: int) -> str:
        """A text of formulas with the macros in it written out, where that can be done."""
        try:
            return " ".join(token.text for token in self.context.macros.expand(source, tokens(source, begin, end)))
        except InputError:
            return source.text[begin:end]

    def anew(self, source: Source, at: int, core: str) -> None:
        """Nothing that has a name is proved or refuted from here on."""
        premise = Premise(source, at, "the definition", anew(source, at))
        self.lost.let(names_of_core(core), premise)

    def of_what_is_shown(self, around: Text, display: Display) -> list[Limitation | Unsummed]:
        """What limits a display besides its own sentence: that of the display above, where it goes on from that; in a proof
        the conditions on indices of what is shown, which set the case of the first.
        """
        begin, end = around.whole[display.begin]
        first = leading.proves(around, begin)
        self.proves = proves = first or self.proves
        if leading.ends_proof(around, display.source.text, display.begin, end):
            self.proves = False
        goes_on = goes_on_in_the_case(display, around)
        return [each for each in held_on(self.limits) if goes_on or (proves and each.names)]

    # --- displays ---------------------------------------------------------------------------------------------------

    def display(self, display: Display) -> None:
        """Read a display, and say of its relations what the comments before them say."""
        source = display.source
        self.context = self.in_text.up_to(source, display.begin, self.context, self.declared)
        self.settle()
        self.waiting()
        self.displays += 1
        before, self.directives, open_above, self.open = self.directives, [], self.open, None
        begin = _BLANK.match(source.text, display.begin, display.end)
        first = begin.end() if begin else display.begin
        for comment in display.comments:
            self.comment(comment, inside=True, late=comment.begin > first)
        inside, self.directives = self.directives, []
        ends, self.ends = self.ends, [*self.ends, Ended(source, display.begin, None)]
        opened = self.theorem
        alone = opened is not None and opened.source is source and opened.end < 0
        if alone and opened is not None and sentence_below(opened, before=display.begin) is not None:
            self.pending()
        outside = any(d.kind == "skip" for d in before)
        if self.off is not None or outside:
            self.again(source, display.begin, display.end)
            self.seen.add(source.text[display.begin : display.end])
        if self.off is not None:
            self.theorem = opened if opened is not None and opened.end >= 0 else None
            self.passed += 1
            return
        if self.theorem is not None and self.theorem.source is not source:
            self.untouched(source, display.begin, "a display of another file")
        if self.theorem is not None:
            self.theorem = replace(self.theorem, displays=(*self.theorem.displays, display))
            if self.theorem.end < 0:
                self.close(self.theorem, self.theorem.displays)
                self.theorem = None
            self.stray(*before, *inside)
            return
        if outside:
            self.notes.append(Note(source, display.begin, "skipped", kind="skipped"))
            return
        which, declared, around = ways(ends), set(self.declared), self.in_text.texts[source]
        above, spoken = None if self.states else self.lost, partial(self.spoken, display)
        reader = partial(DisplayReader, source, self.context, above=above, inside=inside, spoken=spoken)
        reading = reader(self.declared, which[0].last if which else None)
        found: Formulas | None = None
        known = self.context.equated
        try:
            if (macro := self.groups.unknown(display, self.context.macros)) is not None:
                raise macro.error
            found = formulas_of(
                source, display.begin, display.end, display.environment, self.context.macros, named_in(self.context),
                partial(self.context.is_word, upright=True), self.context.choices,
            )  # fmt: skip
            found, self.open = left_open(found, source)
            reading.display(found)
        except InputError as error:
            reading, found = reader(declared, which[0].last if which else None), None
            reading.relations += unread_rows(source, display.begin, display.end, self.context.macros, error)
            if defines(source.text[display.begin : display.end], self.context.macros, SIGNS):
                reading.undefined(reading.relations[0].at, error)
        else:
            self.items = [item for item in self.items if item is not open_above or not closes(found)]
            long = bool(found.formulas) and found.formulas[0].goes_on
            limits = limits_of(display, around, self.context, found.doubts, self.states) if long else []
            case = any(one.sets for one in limits)
            if long and len(which) > 1:
                reading.relations = in_each_way(
                    which, reading.relations, lambda last: reader(declared, last).read_again(found), case
                )
            if long and which and which[0].narrowed:
                what, hint = "a display that goes on from a row with a condition", "write the side before the sign"
                below = source.error(display.begin, what, "one reading", hint)
                reading.relations = [relation.with_error(below) for relation in reading.relations]
            unread = next((relation for relation in reading.relations if relation.error is not None), None)
            text = source.text[display.begin : display.end]
            if unread is not None and unread.error is not None and defines(text, self.context.macros, BACKWARDS):
                reading.undefined(unread.at, unread.error)
                reading.spoil(reading.lost, unread.at.__lt__)
            alone = self.open is not None or not any(formula.signs for formula in found.formulas)
            last = None if reading.over else reading.last.get(0)
            sides, narrowed = tuple(reading.sides), reading.narrowed
            self.ends[-1] = Ended(source, display.begin, last, long, alone, sides, case=case, narrowed=narrowed)
            said = letters(source, display.begin, display.end, self.context)
            if reading.context is not self.context and said is not None:
                new = frozenset(name for key in reading.context.equated - known for name in names_of_core(key.core))
                left = left_in(source, found.formulas, self.context)
                self.lost.defined(said if left is None else left | new or said, said)
            self.context = reading.context
        self.again(source, display.begin, display.end, reading.repeated, known)
        self.seen.add(source.text[display.begin : display.end])
        if found is None or not found.formulas or not found.formulas[0].goes_on:
            self.limits = self.of_what_is_shown(around, display)
        own = [*limits_of(display, around, self.context, found.doubts if found else (), self.states)]
        self.limits = nearest(own, self.limits)
        cases = under_conditions(display, found, reading.notes, own, around, self.context)
        reading.relations = self.lost.in_cases(reading.relations, cases, self.context)
        said = letters(source if found is None else found.source, display.begin, display.end, self.context)
        reading.relations, rests = self.lost.resting(reading.relations, said)
        self.ends[-1] = replace(self.ends[-1], last=None) if rests else self.ends[-1]
        lost, reading.relations = with_lets(self.lost, reading, found, self.in_text.said.values())
        reading.relations = [limited(each, self.limits, self.context, self.in_text.over) for each in reading.relations]
        reading.relations = [in_case(each, around, display, self.context) for each in reading.relations]
        kept = directed(reading.relations, reading.notes, before, inside, self.sidecar)
        self.stray(*kept.strays)
        self.notes += kept.notes
        members = list[Supposable]()
        if found is not None and not self.announced:
            signs = set_to_zero(found.formulas)
            kept = replace(kept, relations=on_claims(kept.relations, reading.claimed, self.context))
            signs |= reading.asides
            if limiting.ANNOUNCED.search(around.bare, *around.around(display)[0]):
                signs |= {relation.at for relation in kept.relations}
            demanded = [each for each in own if isinstance(each, Limitation) and each.demanded]
            signs |= {relation.at for relation in kept.relations if any(each.limits(relation) for each in demanded)}
            self.conditions += conditions_in(kept.relations, signs, self.context)
            claimed = [each for each in found.formulas if each.is_member]
            others = [each for each in found.formulas if each not in claimed]
            self.conditions += () if self.states else restrictions_in(found.source, others, self.context)
            unproved = [each for each in claimed if not is_within(each, kept.relations, self.context)]
            members += () if self.states else restrictions_in(found.source, unproved, self.context)
        self.items += [supposing(each, self.conditions, self.context) for each in kept.relations]
        self.items += [self.open] if self.open else []
        self.conditions += members  # of what is claimed there, and could limit what follows
        places = {relation.at for relation in kept.relations}
        self.lost = lost if any(let.premise.at in places for let in reading.lets) else self.lost
        self.lost.supposed = self.lost.supposed or reading.supposed
        if found is not None and not self.states:
            self.lost.valued |= valued(reading.relations, found.formulas, self.context)
        if reading.lost is not None and reading.lost.at in places:
            self.lost.definition(reading.lost)
