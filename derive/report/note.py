"""A note, built: the theorems it shows checked, its words read, its numbers given, its tables filled.

What a theory declares (`derive.authoring.note`) says what is shown and in which order; every formula, verdict, size,
condition and number here is the run's.  The parts are data, for templates to put in their places;
`derive.report.note_writer` writes them for a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.answers.row_elimination import Elimination, eliminate
from derive.authoring import note as told
from derive.authoring.theory import CheckedTheorem, Theory, check_theorem
from derive.derivation.condensing import CondensedLine, Lemma, condensed
from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.printing import ARROW, Notation, text_hypothesis
from derive.printing.sentences import Sentence, Sign, sentence_terms
from derive.processes import Workers
from derive.reading.environment import environment_of_theory
from derive.reading.statement import read_term
from derive.report import note_parts as made
from derive.report.evidence import SpotChecks, certified, reference_functions, spot_checks
from derive.report.example import Worked
from derive.report.formulas import EQUALS, Formula, Typeset, joined
from derive.report.model import Recheck
from derive.report.note_tables import OwnSections, miss_of, place_of
from derive.report.progress import Tally
from derive.report.snippet import LAYOUTS, Options, is_held, snippet
from derive.report.stating import opening, paragraph, terms_of
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.needs import needs
from derive.statements.statement import Statement


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
        return Building(theory, note, name or theory.name, notation, steps or Tally(), workers).built()


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


class Building:
    """One run: what was checked and how it is referred to, the sections that a theory declares, and the whole."""

    def __init__(
        self, theory: Theory, note: told.Note, name: str, notation: Notation, steps: Tally, workers: Workers
    ) -> None:
        self.theory, self.note, self.name, self.steps = theory, note, name, steps
        theory.begin(note.theorems)
        self.shown: dict[str, CheckedTheorem] = {}
        #: What other processes find meanwhile, by the names of theorems.
        self.checks: dict[str, Callable[[], SpotChecks]] = {}
        self.certified: dict[str, Recheck] = {}
        own = ["ledger", *(["refuted"] if note.refuted else []), "checks", "provenance"]
        self.sections: list[tuple[int, told.Section | str]] = list(enumerate(["used", *note.sections, *own], start=1))
        steps.expect(2 * len(note.theorems) + len(self.sections))  # each is checked, and has its spot checks
        for theorem in note.theorems:
            steps(f"{theory.name}.{theorem}")
            each = self.shown[theorem] = check_theorem(theory.find_theorem(theorem))
            self.certified[theorem] = certified(each.theorem, each.verdict)
            if each.theorem.statement.equated:
                self.checks[theorem] = spot_checks(each, workers)
        names = {name: meaning for name, meaning in note.names.items() if not isinstance(meaning, Sign)}
        signs = {name: meaning for name, meaning in note.names.items() if isinstance(meaning, Sign)}
        environment = environment_of_theory(theory).extend(names)
        self.eliminations = {
            block: _elimination(read_term(block.matrix, environment), block)
            for block in note.blocks
            if isinstance(block, told.Eliminated)
        }
        #: The terms that are shown, on one page.
        self.terms = [term for each in self.shown.values() for term in terms_of(each)]
        self.terms += [
            term for found in self.eliminations.values() for said in found.sentences() for term in sentence_terms(said)
        ]
        self.typeset = Typeset(notation).on_page(self.terms)
        self.said = {text_hypothesis(each.hypothesis): each for each in note.said}
        self.refs = dict(self._references())
        self.read = made.Reader(environment, signs, self.typeset, self.refs, self.statement)
        self.lemmas: list[Lemma] = []
        #: Labels of theorems that a spot check speaks against.
        self.against: list[str] = []

    def _references(self) -> Iterator[tuple[str, made.Ref]]:
        pictures = 0
        for number, section in self.sections:
            key = section if isinstance(section, str) else section.key
            yield key, made.Ref(f"sec:{key}", f"Sec. {number}")
            for block in () if isinstance(section, str) else section.blocks:
                if isinstance(block, told.Picture):
                    pictures += 1
                    yield block.name, made.Ref(f"fig:{block.name}", f"Fig. {pictures}")
                elif isinstance(block, told.Lines | told.Stated):
                    yield block.theorem, made.Ref(block.theorem, f"({block.tag})" if block.tag else f"Sec. {number}")
                    if isinstance(block, told.Lines) and block.first:
                        yield f"{block.theorem}.first", made.Ref(f"{block.theorem}.first", f"({block.first})")
        for number, entry in enumerate(self.note.references, start=1):
            yield entry.key, made.Ref(f"ref:{entry.key}", f"[{number}]")

    def badge(self, each: CheckedTheorem, proved: str = "proved") -> made.Badge:
        """The verdict of a theorem; ``proved`` is the word where the verifier accepted its certificate."""
        if each.status != "proved":
            return made.Badge(each.status)
        return made.Badge(proved if self.certified[each.name].accepted else "uncertified")

    def scope(self, each: CheckedTheorem) -> made.Prose:
        """For which sizes and data a theorem is proved: all N ≥ 1, no gain zero."""
        if each.status != "proved":
            return ()
        statement = each.theorem.statement
        found = list(self.words(each.sizes.sentence()))
        for hypothesis in needs(statement):
            said = self.hypothesis(hypothesis)
            found += [", ", *said] if said else []
        conditions = [self.hypothesis(condition) for condition in each.conditions]
        for number, condition in enumerate(filter(None, conditions)):
            found += [", " if number else ", where ", *condition]
        return tuple(found)

    def needed(self, each: CheckedTheorem) -> tuple[Hypothesis, ...]:
        """All that is needed of what the note shows of a theorem, the members of conjunctions that it shows included."""
        statement = each.theorem.statement
        parts = [
            block.parts for block in self.note.blocks if isinstance(block, told.Stated) and block.theorem == each.name
        ]
        members = statement.members if isinstance(statement, All) else ()
        shown = [member for name, member in members if any(not named or name in named for named in parts)]
        found = (*needs(statement, each.conditions), *(h for member in shown for h in needs(member)))
        return tuple(dict.fromkeys(found))

    def besides(self, member: Statement, whole: Statement) -> made.Prose:
        """What a member of a conjunction needs besides what the whole does."""
        return made.listed(said for h in needs(member, (), needs(whole)) if (said := self.hypothesis(h)))

    def hypothesis(self, hypothesis: Hypothesis) -> made.Prose:
        """A hypothesis as the note says it; empty where its notation says it already."""
        said = self.said.get(text_hypothesis(hypothesis))
        if said is None or said.words is None:
            return (self.typeset.hypothesis(hypothesis),)
        return self.read(said.words)

    def statement(self, name: str) -> made.Prose:
        """A theorem in a text: its equation, or its sentence."""
        if name not in self.shown:
            raise InputError(f"the statement of {name!r}, which the note does not show", hint=", ".join(self.shown))
        return self.sentence(self.shown[name].theorem.statement)

    def sentence(self, statement: Statement) -> made.Prose:
        if isinstance(statement, All):
            found: list[made.Prose] = []
            for _, member in statement.members:
                given = self.besides(member, statement)
                found.append((*(("where ", *given, ": ") if given else ()), *self.sentence(member)))
            return tuple(piece for number, part in enumerate(found) for piece in (("; ",) if number else ()) + part)
        if isinstance(statement, Equations):
            head, *others = map(self.typeset.term, statement.chain)
            return (joined([head, *(piece for term in others for piece in (EQUALS, term))]),)
        return self.words(statement.sentence())

    def words(self, sentence: Sentence) -> made.Prose:
        found: list[str | Formula] = []
        for run in self.typeset.sentence(sentence):
            if found and not (isinstance(run, str) and run[:1] in ",;.:"):
                found.append(" ")
            found.append(run if isinstance(run, str) else joined(run))
        return tuple(found)

    # --- the whole

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
        return made.VerdictRow(
            says, scope, made.Badge("refuted" if found.status == "refuted" else "unsupported"), anchor
        )

    # --- sections that a theory declares

    def _block(self, block: told.Block) -> Iterator[made.Block]:
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
            each.label, each.name, head, first, tuple(lines), inline, self.badge(each), self.scope(each), before,
            is_held(each.label),
        )  # fmt: skip

    def _lines(self, checked: CheckedTheorem) -> Sequence[made.ShownLine]:
        derivation = checked.derivation
        if derivation is None:
            return [made.ShownLine(self.typeset.term(term), ()) for term in checked.theorem.terms[1:]]

        def shown(line: CondensedLine) -> made.ShownLine:
            rules = ", ".join(dict.fromkeys(rule.name for rule in line.rules))
            reason: made.Prose = ("Lemma ", self.refs[line.lemma]) if line.lemma else (rules,)
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


def _elimination(matrix: Term, block: told.Eliminated) -> Elimination:
    found = eliminate(matrix, (), block.side)
    if found is None:
        raise InputError(f"the elimination of {block.matrix}", hint="a diagonal matrix and one product u*v.T")
    return found
