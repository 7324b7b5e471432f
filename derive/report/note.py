"""A note, built: the theorems it shows checked, its words read, its numbers given, its tables filled.

What a theory declares (`derive.theories.note`) says what is shown and in which order; every formula, verdict, size,
condition and number here is the run's.  The parts are data, for templates to put in their places;
`derive.report.note_writer` writes them for a target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.derivation.condensing import CondensedLine, Lemma, condensed
from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.processes import Workers
from derive.report import note_parts as made
from derive.report.evidence import reference_functions
from derive.report.example import Worked
from derive.report.formulas import Typeset
from derive.report.note_setting import Setting
from derive.report.note_tables import OwnSections, miss_of, place_of
from derive.report.progress import Tally
from derive.report.prose import Badge, Prose
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.report.stating import opening, paragraph, terms_of
from derive.statements.conjunction import All
from derive.statements.needs import needs
from derive.theories import note as told
from derive.theories.theory import CheckedTheorem, Theory


def build_note(
    theory: Theory,
    note: told.Note,
    name: str = "",
    notation: Notation = ARROW,
    steps: Tally | None = None,
    jobs: int = 1,
) -> made.BuiltNote:
    """Check the theorems of a note and build it; ``name`` is that of its files.

    The evidence is gathered by ``jobs`` processes.

    Raises `InputError` where the note shows what is not there, or gives one name two meanings.
    """
    with Workers(jobs) as workers:
        return _Building(theory, note, name or theory.name, notation, steps or Tally(), workers).built()


def note_of(theory: Theory, labels: Sequence[str] = ()) -> told.Note:
    """A note of some theorems of a theory, of those with lines where none are named: each with its words and its lines.

    Raises `NameError_` for a name that the theory does not have.
    """
    chosen = [theory.find_theorem(label) for label in dict.fromkeys(labels)]
    chosen = chosen or [each for each in theory.theorems if each.derivation is not None] or list(theory.theorems)
    sections, rows, refuted = [], [], []
    for number, theorem in enumerate(chosen, start=1):
        name = theorem.label.partition(".")[2]
        shows = told.Lines(name, str(number)) if theorem.statement.equated else told.Stated(name)
        sections.append(told.Section(f"of.{name}", theorem.title, (told.Words(theorem.doc, plain=True), shows)))
        rows.append(told.Row(theorem.title, name))
        refuted += [told.Refuted(name, near.wrong) for near in theorem.near_misses]
    return told.Note(
        title=f"{theory.title}: {chosen[0].title}" if len(chosen) == 1 else theory.title,
        subtitle=chosen[0].source if len(chosen) == 1 else "; ".join(theory.sources),
        summary=theory.summary,
        rows=tuple(rows),
        sections=tuple(sections),
        refuted=tuple(refuted),
    )


class _Building(Setting):
    """The sections that a theory declares, and the whole."""

    def built(self) -> made.BuiltNote:
        note, own = self.note, OwnSections(self)
        parts = []
        for number, section in self.sections:
            self.steps(f"section {number}")
            if isinstance(section, str):
                title, blocks = own.section(section)
                key = section
            else:
                blocks = tuple(block for declared in section.blocks for block in self._block(declared))
                title, key = section.title, section.key
            parts.append(made.Part(number, f"sec:{key}", self.read(title), blocks))
        return made.BuiltNote(
            name=self.name,
            title=note.title,
            subtitle=self.read(note.subtitle),
            summary=self.read(note.summary),
            rows=tuple(map(self._row, note.rows)),
            parts=tuple(parts),
            references=tuple(
                made.Entered(number, f"ref:{entry.key}", entry.text, entry.address)
                for number, entry in enumerate(note.references, start=1)
            ),
            unexpected=tuple(
                dict.fromkeys([*(each.label for each in self.shown.values() if not each.as_expected), *self.against])
            ),
        )

    # --- the verdict box

    def _row(self, row: told.Row) -> made.VerdictRow:
        each, says = self.shown[row.theorem], self.read(row.says)
        if row.taken:
            says = (
                *says,
                "; by textbooks, not decided (",
                self.refs["provenance"],
                "): ",
                *self.read(row.taken),
            )
        anchor = self.refs[row.theorem].anchor if row.theorem in self.refs else "sec:refuted"
        if not row.miss:
            return made.VerdictRow(
                says, self.scope(each), self.badge(each, "corrected" if row.corrects else "proved"), anchor
            )
        found = miss_of(each, row.miss)
        scope = ("fails at ", *place_of(self, found)) if found.status == "refuted" else ()
        return made.VerdictRow(says, scope, Badge("refuted" if found.status == "refuted" else "unsupported"), anchor)

    # --- sections that a theory declares

    def _block(self, block: told.Block) -> Iterator[object]:
        match block:
            case told.Words(words, plain):
                yield from (made.Paragraph((part,) if plain else self.read(part)) for part in words.split("\n\n"))
            case told.Lines(theorem, tag, first, inline):
                yield self._display(self.shown[theorem], tag, first, inline)
            case told.Stated(theorem, tag, parts):
                yield self._stated(self.shown[theorem], tag, parts)
            case told.Coded(function):
                yield self._coded(function)
            case told.Eliminated():
                found = self.eliminations[block]
                yield made.Steps(tuple(self.words(move.sentence()) for move in found.moves))
                cases = ((self.words(case.head), tuple(map(self.words, case.sentences()))) for case in found.cases)
                yield made.Cases(tuple(cases))
            case told.Picture(name):
                yield self._drawn(name)
            case told.Example():
                yield from Worked(block, self.theory, self.read).blocks()

    def _coded(self, name: str) -> made.Listing:
        functions, otherwise = reference_functions(self.theory.name)
        found = next((each for each in functions if each.name == name), None)
        if found is None:
            raise InputError(f"the function {name!r}", hint=", ".join(each.name for each in functions))
        if not found.as_expected:
            self.against.append(found.name)
        return made.Listing(found, otherwise)

    def _drawn(self, name: str) -> made.Drawn:
        figure = self.theory.find_figure(name)
        stem = f"{self.theory.name}-{name}"
        panels = tuple(
            made.DrawnPanel(f"{stem}-{number}", self.words(panel.title), panel)
            for number, panel in enumerate(figure.panels, start=1)
        )
        ref = self.refs[name]
        return made.Drawn(ref.anchor, int(ref.shown.split()[-1]), self.words(figure.caption), panels, figure.columns)

    def _display(self, each: CheckedTheorem, tag: str, first: str, inline: bool) -> made.Display:
        if not each.theorem.statement.equated:
            raise InputError(f"{each.label} in lines", hint="it is no equation: state it")
        lines = self._lines(each)
        terms = each.theorem.terms
        if each.status == "proved":
            self.lemmas.append(Lemma(each.name, terms[0], terms[-1], each.theorem.hypotheses))
        return self._displayed(each, lines, tag, first, inline)

    def _displayed(
        self, each: CheckedTheorem, lines: Sequence[made.ShownLine], tag: str, first: str = "", inline: bool = True
    ) -> made.Display:
        """A theorem with lines after its first term, the last of them numbered; before it, in words, what it needs."""
        if lines and tag:
            lines = (*lines[:-1], replace(lines[-1], tag=tag))
        head, before = self.typeset.term(each.theorem.terms[0]), ""
        if needs(each.theorem.statement, each.conditions) or any(size > 1 for _, size in each.sizes.least):
            page = Typeset(self.typeset.notation).on_page(terms_of(each))
            before = "\n".join(paragraph(opening(each, page), LAYOUTS["article"].width))
        return made.Display(
            each.label, each.name, head, first, tuple(lines), inline, self.badge(each), self.scope(each), before
        )

    def _lines(self, checked: CheckedTheorem) -> Sequence[made.ShownLine]:
        derivation = checked.derivation
        if derivation is None:
            return [made.ShownLine(self.typeset.term(term), ()) for term in checked.theorem.terms[1:]]

        def shown(line: CondensedLine) -> made.ShownLine:
            rules = ", ".join(dict.fromkeys(rule.name for rule in line.rules))
            reason: Prose = ("Lemma ", self.refs[line.lemma]) if line.lemma else (rules,)
            replaced = derivation.lines[line.first - 1 : line.last]
            fine = tuple((self.typeset.term(each.term), each.justification) for each in replaced)
            return made.ShownLine(self.typeset.term(line.term), reason, "", fine)

        return list(map(shown, condensed(derivation, self.lemmas)))

    def _stated(self, each: CheckedTheorem, tag: str, parts: tuple[str, ...]) -> made.Display | made.Sentences:
        statement = each.theorem.statement
        if statement.equated:
            return self._displayed(
                each, [made.ShownLine(self.typeset.term(term), ()) for term in statement.equated[1:]], tag
            )
        members = dict(statement.members) if isinstance(statement, All) else {"": statement}
        missing = [part for part in parts if part not in members]
        if missing:
            raise InputError(f"{each.label} has no part {missing[0]!r}", hint=", ".join(members))
        says = tuple(
            (self.besides(members[part], statement), self.sentence(members[part])) for part in parts or members
        )
        options = Options(notation=self.typeset.notation, ends=True)
        pasted = "" if parts else snippet(each, options, f"derive latex {each.label} --layout article --ends")
        return made.Sentences(each.label, each.name, says, tag, self.badge(each), self.scope(each), pasted)
