r"""The formulas of a display → relations between terms, each with its place; what cannot be read says why.

A chain is read whole, since its sides decide among the shapes of each other; where that fails, sign by sign, so that one
unreadable side spoils only the two relations that it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Symbol, Term
from derive.reading.latex import Context, read_latex
from derive.reading.latex.conventions import Equal
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import Key
from derive.reading.latex.symbols import assumed_of
from derive.reading.latex.text_definitions import define, is_unknown
from derive.reading.paper import intervals
from derive.reading.paper.apart import below_reason, beside_unread, of_unread
from derive.reading.paper.asides import beside_each_other, in_both, may_limit
from derive.reading.paper.chains import Formula, Formulas
from derive.reading.paper.claims import Note, Relation, conditioned, rows_beside
from derive.reading.paper.conditions import Behind, cases_in, named_in
from derive.reading.paper.defining import below_brace, check_definition, check_name
from derive.reading.paper.directives import Directive, skipped_in
from derive.reading.paper.equated import anew, defined, for_all, is_anew, is_new_behind, name_on, new_names, word_of
from derive.reading.paper.implications import WAYS, beside_arrows, in_sets
from derive.reading.paper.kinds import is_listing
from derive.reading.paper.lets import LetRow, behind_let, behind_rows, lets
from derive.reading.paper.lost import Lost, joined, left_of, letters
from derive.reading.paper.premises import CLAIMED, after_unread, as_not_exact, first_unread, from_above, not_exact
from derive.reading.paper.stationary import claimed_beside, set_to_zero
from derive.reading.paper.types import DEFINITION, not_given, typed
from derive.reading.paper.units import CITED, SO, TYPES, Premise, claims_in, defines, relates
from derive.reading.paper.where import doubt
from derive.reading.source import Source

#: Why a relation is not decided.
_NOTES = {"~": "≈ says nothing exact", "∝": "∝ between scalars: in what they are proportional is not said"}


class DisplayReader:
    """A display being read in a context; ``last`` has the last side of each column, if it could be read, ``sides`` that of
    formulas beside which others stand, ``lost`` is the first definition that cannot be read, ``supposed`` the first value of
    a declared name, ``above`` what cannot be above it, None where no display defines a name by ``=``; ``inside`` has its
    directives, ``repeated`` the letters of names that a display has defined and that are proved to be what it says again,
    ``spoken`` says of which names the text has spoken before.
    """

    def __init__(
        self, source: Source, context: Context, declared: set[tuple[Key, bool]], last: Term | None,
        above: Lost | None = None, inside: Sequence[Directive] = (), spoken: Callable[[str, int], bool] = lambda *_: True,
    ) -> None:  # fmt: skip
        self.source, self.context, self.declared, self.inside = source, context, declared, inside
        self.above, self.spoken = above, spoken
        self.last: dict[int, Term | None] = {0: last}
        self.sides, self.relations, self.notes = list[Term](), list[Relation](), list[Note]()
        self.lost: Premise | None = None
        self.condition: Premise | None = None
        self.supposed: Premise | None = None
        self.repeated, self.narrowed = frozenset[str](), False
        self.asides, self.lets = set[int](), list[LetRow]()
        self.claimed = set[int]()  # signs of what a derivative is, beside 0: that is so everywhere
        self.skipped = frozenset[int]()
        self.over: dict[int, Premise] = {}  # what was skipped behind the last side of a column

    def display(self, found: Formulas) -> None:
        self.skipped = skipped_in(self.source, (at for each in found.formulas for at, _ in each.signs), self.inside)
        before, vague, joint = (dict[int, list[Relation]]() for _ in range(3))
        given: dict[int, tuple[Hypothesis, ...]] = {}
        said_beside, above_it = list[tuple[Behind, ...]](), dict[int, tuple[Behind, ...]]()
        held, earlier, bare = list[Relation](), list[Relation](), list[Relation]()
        whole, condition, letting = self.source, None, False
        self.notes += [Note(whole, at, "a relation in words", found.label(at), "words") for at in found.said]
        blanked = found.source.without(each.aside.at for each in found.formulas if each.aside)
        self.claimed = claimed_beside(found.formulas, set_to_zero(found.formulas))
        for number, formula in enumerate(found.formulas):
            self.source = Source(formula.text, whole.file) if formula.aside else blanked
            if formula.word in ("where", "with") and is_listing(formula.text[formula.begin : formula.end].strip(" &")):
                self.notes.append(Note(self.source, formula.begin, "an array by the names of its entries"))
                continue
            column, last = formula.column, self.last.get(formula.column)
            lost = self.lost
            before_it = before.get(column, [])
            noted = len(self.notes)
            after = next((other.arrow for other in found.formulas[number + 1 :] if other.column == column), "")
            links = [
                replace(link, label=found.label(link.at))
                for link in self.by_cases(formula, bool(after or formula.joint))
            ]
            links = self.equated(formula, links, bool(after))
            if formula.unread is not None:
                links, self.last[column] = of_unread(self.source, formula, links), None
            links = below_reason(self.source, formula, links)
            if not formula.goes_on:
                above_it[column] = ()
            if above_it.get(column):
                links = [self.below(link, above_it[column], formula) for link in links]
            elif any(link.under.narrows for link in links):
                above_it[column] = formula.beside
            if letting := lets(formula, letting):
                formula, links, notes, unknown = behind_let(self.source, formula, links, self.holds, self.context)
                self.notes, self.lets = [*self.notes, *notes], [*self.lets, *unknown]
            unread = first_unread(before_it) if formula.word in SO else None
            condition = condition if formula.behind == 1 and formula.word not in SO else None
            links = [
                replace(link.with_error(unread).with_error(lost), supposed=condition or link.supposed) for link in links
            ]
            condition = condition or (first_unread(links) if formula.condition else None)
            if not formula.goes_on and (formula.word == CITED or (formula.word in SO and not self.holds(before_it))):
                links = [from_above(link, formula) for link in links]
            inexact = [not_exact(note) for note in self.notes[noted:] if note.text in _NOTES.values()]
            inexact += in_sets(self.source, formula, found.types)
            if (formula.arrow or after) and not (links or inexact or letting):
                error = self.source.error(formula.begin, "a formula without a relation", "a relation beside an arrow")
                links = [Relation(self.source, formula.begin, error=error)]
            if formula.arrow and column not in before and number:
                error = self.source.error(formula.begin, "an arrow with nothing before it", "a relation before it")
                links = [replace(link, error=error) for link in links]
            elif formula.arrow and number and any(self.is_of_all(link) for link in before[column]):
                hint = "declare what it says of them: % derive: assume …"
                error = self.source.error(
                    formula.begin, "what follows from what holds for all values", "one reading", hint
                )
                links = [link.with_error(error) for link in links]
                self.relations = [link.with_error(error) if link in before[column] else link for link in self.relations]
            elif formula.arrow and number:
                above = [*(each for each in before[column] if not self.holds([each])), *vague[column]]
                given[column], earlier = self.assumed(above, links), held * (formula.arrow == "implies")
                earlier += joint.pop(column, [])
                held = [*map(as_not_exact, above), *earlier]
            elif not formula.goes_on:
                given[column] = ()
            if formula.arrow == "iff" and column in before:
                back = self.under(before[column], self.assumed([*links, *inexact], before[column]))
                self.relations += [
                    own if own.at in self.claimed or self.holds([own]) else each
                    for own, each in zip(before[column], back, strict=True)
                ]
            if after and not formula.arrow:
                if after == "implies":
                    own = [link for link in links if (formula.joint and link.error) or self.holds([link], False)]
                    self.relations += own
                    rest = [link for link in links if link not in own]
                    self.notes += [Note(link.source, link.at, "assumed by what follows", link.label) for link in rest]
            else:
                if formula.word in ("where", "with"):
                    links = self.said_of_names(links, before.get(column, []))
                said = self.under(links, given.get(column, ()))
                if formula.arrow == "iff":
                    said = [link if link.at in self.claimed else each for link, each in zip(links, said, strict=True)]
                if formula.joint == "premise":
                    said = [in_both(link, self.assumed([link], []), self.context, *WAYS) for link in links]
                elif held and formula.aside is None:
                    also = self.assumed(earlier if formula.arrow else held, said)
                    sure = [each for each in said if each.supposed is None and self.holds([each])]
                    said = [each if each in sure else in_both(each, also, self.context, *WAYS) for each in said]
                self.relations += said
            if formula.joint == "premise":
                joint.setdefault(column, []).extend([*map(as_not_exact, links), *inexact])
            before[column] = links
            vague[column] = [*(vague.get(column, []) if formula.arrow else []), *inexact]
            if any(one.at > formula.begin for one in formula.beside):
                self.also_under(formula, bare, formula.beside)  # it could be one of all that stands above it, too
            elif not (formula.beside or formula.goes_on or formula.aside):
                for one in said_beside:  # and below it
                    self.also_under(formula, links, one)
            if formula.beside:
                said_beside.append(formula.beside)
            bare += [] if formula.beside or formula.aside else links
            if formula.aside is not None:
                self.reason(links, *formula.aside.of)
            self.conditioned(formula, links, before_it)
            if formula.word in ("where", "with"):
                self.last[column] = last  # a display below goes on from what it is said of
            elif formula.behind and last is not None:
                self.sides.append(last)
            if formula.behind and not formula.arrow and formula.word not in CLAIMED:
                of = before.get(max(column - 1, 0), []) if formula.behind == 2 else before_it
                self.unread_beside(formula, links, of)
        self.source = whole
        limiting = not_given(whole, found.types, self.context)
        unknown, lost = behind_rows(whole, limiting, self.context)
        self.lets, self.condition = [*self.lets, *unknown], self.condition or lost
        self.lost = joined(self.lost, lost)
        if found.formulas and found.formulas[0].arrow:
            self.relations = [from_above(each, found.formulas[0]) for each in self.relations]
        self.relations, notes = typed(whole, self.relations, found, self.context, self.notes)
        self.notes += notes
        self.spoil(self.condition, lambda _: True)
        self.relations = beside_unread(whole, self.relations, found.formulas)
        self.relations = beside_arrows(whole, self.relations, found.formulas)
        self.spoil(found.doubt, lambda _: True)
        if found.doubt is not None and self.relations and any(note.text == DEFINITION for note in self.notes):
            self.undefined(self.relations[0].at, found.doubt)
        if held or limiting or self.lets:
            self.last.clear()  # it goes on under the premises
        self.last.update((column, None) for column, one in above_it.items() if one)
        self.narrowed = any(above_it.values())

    def read_again(self, found: Formulas) -> list[Relation]:
        """The relations of a display, which is not declared again."""
        self.declared = set(self.declared)
        self.display(found)
        return self.relations

    def reason(self, links: list[Relation], begin: int, end: int) -> None:
        """What stands in parentheses behind a row is its reason, or a condition."""
        beside = [found for found in self.relations if begin <= found.at < end and found.at not in self.asides]
        self.asides |= {one.at for one in links}
        given = self.assumed([one for one in links if not self.holds([one])], beside)
        made = {one.at: in_both(one, given, self.context) for one in beside}
        made |= {one.at: in_both(one, self.assumed([one], []), self.context) for one in links}
        self.relations = [made.get(found.at, found) for found in self.relations]

    def unread_beside(self, formula: Formula, links: Sequence[Relation], before: Sequence[Relation]) -> None:
        """What stands behind a relation on its line could be a condition of it, also where it cannot be read."""
        which = {other.at for other in before}
        error = next((link.error for link in links if link.error is not None), None)
        if error is None and not links and formula.signs and self.term(*formula.sides[0]) is None:
            error = self.source.error(formula.begin, "what says nothing exact", "a relation that can be read")
        if error is not None:
            self.spoil(Premise(self.source, formula.begin, "what stands beside it", error), which.__contains__)
        elif formula.behind == 1 and not formula.word and may_limit(links, before) and not self.holds(before):
            said = [(each, self.assumed([each], [])) for each in links]
            self.relations = beside_each_other(self.relations, which, said, self.context)

    def spoil(self, why: InputError | Premise | None, which: Callable[[int], bool]) -> None:
        """Relations at some offsets cannot be read, or rest on what cannot be read."""
        self.relations = [found.with_error(why) if which(found.at) else found for found in self.relations]

    def said_of_names(self, links: list[Relation], of: list[Relation]) -> list[Relation]:
        """The relations behind "where": of names that are declared without a value they could be premises, or claims."""
        if not links or links[0].error is not None or not (error := doubt(links, self.context, self.holds(links))):
            return links
        self.spoil(error, {other.at for other in of}.__contains__)
        return [link.with_error(error) for link in links]

    def conditioned(self, formula: Formula, links: list[Relation], before: list[Relation]) -> None:
        """What stands beside words such as "if", and cannot be read with them, is not checked; nor what it goes on from.

        Words before the first sign of a formula concern the whole display, and all below it where they fix names.
        """
        error = next((link.error for link in links if link.error is not None), None)
        condition = formula.condition
        if condition is None and self.source.text[formula.end - 1] == ":":
            condition = (formula.begin, True, False)
        if condition is None and formula.word in ("where", "with") and error is not None:
            condition = (formula.begin, True, not isinstance(error, AmbiguityError))
        if condition is None or (error is None and formula.signs):
            return
        at, first, fixes = condition
        if not formula.signs and not claims_in(self.source.text[formula.begin : formula.end]):
            return
        error = error or self.source.error(at, "a condition in words", "it as a declaration: % derive: assume …")
        premise = Premise(self.source, links[0].at if links else at, "the condition", error)
        if first:
            self.condition = self.condition or premise
            if fixes and self.is_value(formula):
                self.supposed = self.supposed or premise  # what is proved of all its values is so of that one
            else:
                self.lost = joined(self.lost, premise if fixes else None)
        elif formula.goes_on:
            self.spoil(premise, {other.at for other in before}.__contains__)

    def is_value(self, formula: Formula) -> bool:
        """Does a formula behind "where" give a value to a name that is declared?"""
        if formula.word not in ("where", "with") or len(formula.signs) != 1 or formula.goes_on:
            return False
        begin, end = formula.signs[0]
        return self.source.text[begin:end].strip(" &") == "=" and isinstance(self.term(*formula.sides[0]), Symbol)

    def holds(self, links: Sequence[Relation], freely: bool = True) -> bool:
        """Are there relations, all equations that are proved, ``freely`` without any condition, and so what follows?"""
        sides = [(each.lhs, each.rhs, each.hypotheses) for each in links if each.sign == "="]
        asked = [Equal((lhs, rhs), given, freely) for lhs, rhs, given in sides if lhs is not None and rhs is not None]
        return 0 < len(asked) == len(links) and all(map(self.context.decide, asked))

    def assumed(self, links: Sequence[Relation], of: list[Relation]) -> tuple[Hypothesis, ...]:
        """What relations say as hypotheses; of what rests on one that cannot be read see `after_unread`."""
        found: list[Hypothesis] = []
        for link in links:
            try:
                if link.error is not None or link.lhs is None or link.rhs is None:
                    raise link.error or self.source.error(link.at, "a relation without sides", "a hypothesis")
                found.append(assumed_of(self.context, link.lhs, link.sign, link.rhs))
            except InputError as error:
                of[:] = [after_unread(other, link, error) for other in of]
        return tuple(found)

    def under(self, links: Sequence[Relation], given: tuple[Hypothesis, ...]) -> list[Relation]:
        return [link.assuming(given, self.context) for link in links]

    # --- conditions on indices --------------------------------------------------------------------------------------

    def by_cases(self, formula: Formula, premise: bool) -> list[Relation]:
        r"""The relations of a formula under the conditions beside it; the last one twice where its side is ``cases``."""
        named, last = named_in(self.context), self.last.get(formula.column)
        sides = formula.sides
        cases = cases_in(self.source, *sides[-1], self.context.macros, named) if formula.signs else None
        if cases is None:
            links = [self.beside(link, formula, premise) for link in self.links(formula, premise)]
            if formula.beside and any(link.error is not None for link in links):
                self.last[formula.column] = None
            return links
        if defines(self.source, formula.signs[-1], self.context.macros):
            at = formula.signs[-1][0]
            error = self.source.error(at, "a definition by cases", "one formula, such as one with \\delta")
            self.undefined(at, error, formula)
            return [Relation(self.source, at, error=error)]
        made: list[Relation] = []
        source, noted = self.source, len(self.notes)
        for case in cases:
            self.last[formula.column] = last
            begin, end = sides[-1]
            self.source = source.without([(begin, case.begin), (case.end, end)])
            *first, link = self.links(replace(formula, text=self.source.text)) or [Relation(source, case.begin)]
            self.source = source
            if link.lhs is None and link.error is None:
                error = source.error(case.begin, "cases behind a sign that says nothing exact", "a relation")
                link = Relation(source, case.begin, error=error)
            if not made:
                made += [self.beside(replace(each, source=source), formula, premise) for each in first]
                noted = len(self.notes)
            under = replace(formula, beside=(*formula.beside, *case.beside), row=0)
            made.append(self.beside(replace(link, source=source, at=case.begin), under, premise, link.at))
        del self.notes[noted:]
        self.last[formula.column] = None
        return made

    def beside(self, link: Relation, formula: Formula, premise: bool, sign: int = -1) -> Relation:
        """A relation under the conditions behind its formula; its sign stands at ``sign``, if not where it is shown."""
        at = link.at if sign < 0 else sign
        number = next((n for n, (begin, _) in enumerate(formula.signs) if begin == at), 0)
        above = formula.sides[number + 1][1] <= formula.row if formula.signs else False
        return conditioned(link, self.context, formula.beside, premise or bool(formula.arrow), above)

    def below(self, link: Relation, said: Sequence[Behind], formula: Formula) -> Relation:
        """A relation of a chain below a row that has conditions: these could be its own, too."""
        if formula.beside or formula.arrow:
            hint = "write the condition on each row of the chain, with its left side"
            return link.with_error(
                self.source.error(formula.begin, "a row below one with a condition", "one reading", hint)
            )
        return conditioned(link, self.context, said, False, perhaps=True)

    # --- chains -----------------------------------------------------------------------------------------------------

    def links(self, formula: Formula, premise: bool = True) -> list[Relation]:
        """The relations of one formula, those that are only noted left out."""
        if (every := for_all(self.source, formula, self.context)) is not None:
            outside, self.context = self.context, every
            said = self.links(formula, premise)
            self.context = outside
            return said
        column, sides, signs = formula.column, formula.sides, formula.signs
        if formula.is_member:
            return self.within(formula, premise)
        before = self.last.get(column) if formula.goes_on and not formula.after else None
        self.last[column] = None
        first = 0
        if (named := below_brace(self.source, formula, self.context, self.declared)) is not None:
            self.context = named
            self.notes.append(Note(self.source, signs[0][0], DEFINITION))
            return []
        if self.above is not None and not premise and is_new_behind(self.source, formula, self.context):
            try:
                context = define(self.source, sides[-1], sides[-2], self.context, self.declared, signs[-1])
            except InputError as error:
                self.undefined(signs[-1][0], error, formula)
                return [Relation(self.source, at, error=error) for at, _ in signs]
            if context is not None:
                self.context = context
                self.notes.append(Note(self.source, signs[-1][0], DEFINITION))
                return self.links(replace(formula, signs=signs[:-1], end=sides[-2][1]), premise)
        new = 0 if premise else self.new_names(formula)
        if signs and not formula.goes_on and (new or defines(self.source, signs[0], self.context.macros)):
            first = max(new, 1)
            try:
                context = (
                    defined(self.source, formula, new, self.context, self.declared)
                    if new
                    else define(self.source, sides[0], sides[1], self.context, self.declared, signs[0])
                )
                if context is not None and formula.beside:
                    check_definition(self.source, formula, self.term(*sides[0], context), context)
                if context is not None and formula.unread is not None:
                    raise formula.unread
            except InputError as error:
                self.undefined(signs[0][0], error, formula)
                return [Relation(self.source, at, error=error) for at, _ in signs]
            if context is not None:
                self.context = context
                self.notes += [Note(self.source, at, DEFINITION) for at, _ in signs[:first]]
                before = self.term(*sides[0])
            else:
                first = 0
        rest = signs[first:]
        if not signs:
            return self.alone(formula)
        if not rest:
            self.last[column] = before
            return []
        begin = rest[0][0] if before is not None else formula.begin
        try:
            return self.read(rest, begin, formula.end, before, column)
        except InputError as error:
            if not first and defines(self.source, rest[0], self.context.macros) and is_unknown(self.term(*sides[0])):
                self.undefined(rest[0][0], error, formula)
            if len(rest) == 1:
                return self.unread(rest[0], error)
            if formula.whole and TYPES.search(formula.text, formula.begin, formula.end):
                return [Relation(self.source, at, error=error) for at, _ in rest]
            beside = Premise(self.source, rest[0][0], "what stands beside it", error) if formula.whole else None
        found: list[Relation] = []
        for number, sign in enumerate(rest, start=first):
            begin = sides[number][0] if before is None and sides[number][0] < sides[number][1] else sign[0]
            try:
                found += self.read([sign], begin, sides[number + 1][1], before, column)
            except InputError as error:
                found += self.unread(sign, error)
                before = self.term(*sides[number]) if before is None else before
                self.last[column] = None
                if self.taken_out(sign, sides[number + 1]):
                    self.last[column] = before
                    self.over[column] = Premise(self.source, sign[0], "what is skipped", error)
            before = self.last[column]
        return [replace(each, supposed=beside) for each in found] if beside else found

    def also_under(self, formula: Formula, links: Sequence[Relation], said: Sequence[Behind]) -> None:
        """Decide relations of the display under conditions beside a formula, too, where they need any."""
        needy = [link for link in links if not self.holds([link])]
        self.relations = rows_beside(self.relations, needy, self.context, said, bool(formula.arrow))

    def is_of_all(self, link: Relation) -> bool:
        """Does a relation say that it holds for all values of a name that is no index?"""
        return any(self.context.index(Key(name)) is None for name in link.under.every)

    def within(self, formula: Formula, premise: bool) -> list[Relation]:
        """The relations of a formula that ends with an interval: those before it, and the bounds of its last side."""
        *before, (at, _) = formula.signs
        side, interval = formula.sides[-2:]
        found = self.links(replace(formula, signs=tuple(before), end=side[1]), premise) if before else []
        self.last[formula.column] = None
        for bound in intervals.bounds_of(self.source, *interval):
            said = (
                f"{self.source.text[slice(*side)].strip(' &')} {bound.sign} {self.source.text[bound.begin : bound.end]}"
            )
            try:
                chain = read_latex(said, self.context, self.source.file)
                lhs, rhs = chain.terms
                found.append(Relation(self.source, at, chain.relations[0], lhs, rhs, chain.hypotheses))
            except InputError as error:
                found.append(Relation(self.source, at, error=self.source.placed(error, at)))
        return found

    def new_names(self, formula: Formula) -> int:
        """How many names a chain begins with that it defines: of which neither a comment nor the text says what they are."""
        if self.above is None:
            return 0
        count = new_names(self.source, formula, self.context)
        for side in formula.sides[:count]:
            key = name_on(self.source, side, self.context)
            if self.above.has(self.source, *side, self.context) or (key and self.spoken(word_of(key), formula.begin)):
                return 0
        return count

    def equated(self, formula: Formula, links: list[Relation], premise: bool) -> list[Relation]:
        """The relations of a chain; one that begins with a name that a display has defined may define it anew."""
        side = None if self.above is None else is_anew(self.source, formula, self.context)
        if side is None or not links:
            return links
        core = letters(self.source, *side, self.context) or frozenset()
        of = links[:1] if side == formula.sides[0] else links[-1:]
        if not premise and of[0].error is None and self.holds(of, False):
            self.repeated |= core
            return links
        error = of[0].error or anew(self.source, of[0].at)
        self.lost = joined(self.lost, Premise(self.source, of[0].at, "the definition", error, names=core or None))
        return [link.with_error(error) for link in links]

    def taken_out(self, sign: tuple[int, int], side: tuple[int, int]) -> bool:
        """Does a chain of equations go on from before a side, which cannot be read and is skipped?"""
        skipped = self.source.place(sign[0]).line in self.skipped and self.source.text[slice(*sign)].strip(" &") == "="
        return skipped and self.term(*side) is None

    def undefined(self, at: int, error: InputError, formula: Formula | None = None) -> None:
        """A definition cannot be read: what stands below it may rest on it, of that of a formula what has its names."""
        names = None if formula is None else left_of(self.source, formula, self.context)
        self.lost = joined(self.lost, Premise(self.source, at, "the definition", error, names=names))

    def alone(self, formula: Formula) -> list[Relation]:
        """What a formula without a relation sign says: nothing, if none stands inside of it or of its macros."""
        begin, end = formula.begin, formula.end
        try:
            chain = read_latex(self.source.text, self.context, self.source.file, begin=begin, end=end)
            error: InputError = self.source.error(begin, "a relation inside of a macro", "its sign in the formula")
            self.last[formula.column] = chain.terms[-1]
        except InputError as raised:
            error, chain = raised, None
        if chain is not None and not chain.relations:
            return []
        if chain is None and not relates(self.source, begin, end, self.context.macros):
            self.notes.append(Note(self.source, begin, "no relation that can be read", kind="display"))
            return []
        return [Relation(self.source, begin, error=error)]

    def unread(self, sign: tuple[int, int], error: InputError) -> list[Relation]:
        r"""A relation that cannot be read; of ``\approx`` nothing has to be."""
        if RELATIONS.get(self.source.text[sign[0] : sign[1]].strip()) == "~":
            self.notes.append(Note(self.source, sign[0], _NOTES["~"]))
            return []
        return [Relation(self.source, sign[0], error=error)]

    def term(self, begin: int, end: int, context: Context | None = None) -> Term | None:
        """The term in a range, which what follows may go on from."""
        try:
            found = read_latex(self.source.text, context or self.context, self.source.file, begin=begin, end=end)
            return found.terms[0]
        except InputError:
            return None

    def read(
        self, signs: Sequence[tuple[int, int]], begin: int, end: int, before: Term | None, column: int
    ) -> list[Relation]:
        """The relations in a range; raises `InputError` when it cannot be read."""
        if begin == signs[0][0] and before is None:
            raise self.source.error(begin, "a relation sign", "a formula before it that can be read")
        text, file = self.source.text, self.source.file
        chain = read_latex(text, self.context, file, begin=begin, end=end, before=before)
        if len(chain.relations) != len(signs):
            raise self.source.error(signs[0][0], "a relation sign inside of something", "relations between formulas")
        found: list[Relation] = []
        for (at, _), sign, lhs, rhs in zip(signs, chain.relations, chain.terms, chain.terms[1:], strict=False):
            if sign in _NOTES and not (sign == "∝" and lhs.shape == rhs.shape != ()):
                self.notes.append(Note(self.source, at, _NOTES[sign]))
            else:
                check_name(self.source, at, sign, lhs, rhs, self.context)
                found.append(Relation(self.source, at, sign.replace(":=", "="), lhs, rhs, chain.hypotheses))
        if (over := self.over.pop(column, None)) is not None and found:
            found[0] = replace(found[0], supposed=over)
        self.last[column] = None if chain.closed else chain.terms[-1]
        return found
