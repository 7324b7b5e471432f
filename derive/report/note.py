"""A note, built: the theorems it shows checked, its words read, its numbers given, its tables filled.

What a theory declares (`derive.theories.note`) says what is shown and in which order; every formula, verdict, size,
condition and number here is the run's.  The parts are data, for templates to put in their places;
`derive.report.note_writer` writes them for a target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from derive.derivation.condensing import CondensedLine, Lemma, condensed
from derive.derivation.derivation import CheckedDerivation, Line
from derive.derivation.row_elimination import Elimination, eliminate
from derive.errors import InputError
from derive.evaluate.search import Failure
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Defined, Symbol, Term
from derive.printing import ARROW, Notation, text_hypothesis
from derive.printing.sentences import Sentence, Sign, sentence_terms
from derive.reading.defaults import environment_of_theory
from derive.reading.statement import read_term
from derive.report.evidence import EXACT_SIZES, SYMPY_SIZES, reference_functions, spot_checks
from derive.report.example import worked
from derive.report.formulas import Formula, Typeset, joined, sign
from derive.report.note_parts import (
    BuiltNote,
    Case,
    Cases,
    Checks,
    Display,
    Drawn,
    DrawnPanel,
    Entered,
    Equalities,
    FineLine,
    Listing,
    Paragraph,
    Part,
    Sentences,
    ShownLine,
    Steps,
    Table,
    VerdictRow,
)
from derive.report.progress import Tally
from derive.report.prose import Badge, Code, Prose, Reader, Ref
from derive.report.rechecks import certified, verifier_lines
from derive.report.shown import Miss, Shown, shown
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.report.stating import given, let, paragraph, then
from derive.statements.conjunction import All
from derive.statements.statement import Equations, Statement
from derive.theories.note import (
    Block,
    Coded,
    Eliminated,
    Example,
    Lines,
    Note,
    Picture,
    Refuted,
    Row,
    Section,
    Stated,
    Words,
)
from derive.theories.theory import CheckedEntry, CheckedStructure, Entry, Theory

#: Digits of a hash that are shown.
DIGITS = 12


def build_note(
    theory: Theory, note: Note, name: str = "", notation: Notation = ARROW, steps: Tally | None = None
) -> BuiltNote:
    """Check the theorems of a note and build it; ``name`` is that of its files.

    Raises `InputError` where the note shows what is not there, or gives one name two meanings.
    """
    return _Building(theory, note, name or theory.name, notation, steps or Tally()).built()


def note_of(theory: Theory, labels: Sequence[str] = ()) -> Note:
    """A note of some theorems of a theory, of those with lines where none are named: each with its words and its lines.

    Raises `NameError_` for a name that the theory does not have.
    """
    chosen = [theory.theorem(label) for label in dict.fromkeys(labels)]
    chosen = chosen or [entry for entry in theory.entries if entry.derivation is not None] or list(theory.theorems)
    sections, rows, refuted = [], [], []
    for number, theorem in enumerate(chosen, start=1):
        name = theorem.label.partition(".")[2]
        equation = isinstance(theorem, Entry)
        shows = Lines(name, str(number)) if equation else Stated(name)
        sections.append(Section(f"of.{name}", theorem.title, (Words(theorem.doc, plain=True), shows)))
        rows.append(Row(theorem.title, name))
        refuted += [Refuted(name, near.wrong) for near in theorem.near_misses]
    return Note(
        title=chosen[0].title if len(chosen) == 1 else theory.title,
        subtitle=", ".join(dict.fromkeys(theorem.source for theorem in chosen)),
        summary=theory.summary,
        rows=tuple(rows),
        sections=tuple(sections),
        refuted=tuple(refuted),
    )


class _Building:
    """One run: what was checked, and how it is referred to."""

    def __init__(self, theory: Theory, note: Note, name: str, notation: Notation, steps: Tally) -> None:
        self.theory, self.note, self.name, self.steps = theory, note, name, steps
        theory.begin(note.theorems)
        self.shown: dict[str, Shown] = {}
        self.sections = self._numbered()
        steps.expect(2 * len(note.theorems) + len(self.sections))  # each is checked, and has its spot checks
        for theorem in note.theorems:
            steps(f"{theory.name}.{theorem}")
            self.shown[theorem] = shown(theory, theorem)
        names = {name: meaning for name, meaning in note.names.items() if not isinstance(meaning, Sign)}
        signs = {name: meaning for name, meaning in note.names.items() if isinstance(meaning, Sign)}
        environment = environment_of_theory(theory).extend(names)
        self.eliminations = {
            block: _elimination(read_term(block.matrix, environment), block)
            for block in note.blocks
            if isinstance(block, Eliminated)
        }
        #: The terms that are shown, on one page.
        self.terms = [term for each in self.shown.values() for term in each.terms]
        self.terms += [
            term for found in self.eliminations.values() for said in found.sentences() for term in sentence_terms(said)
        ]
        self.typeset = Typeset(notation).on_page(self.terms)
        self.said = {text_hypothesis(each.hypothesis): each for each in note.said}
        self.refs = dict(self._references())
        self.read = Reader(environment, signs, self.typeset, self.refs, self._statement)
        self.lemmas: list[Lemma] = []
        #: Labels of theorems that a spot check speaks against.
        self.against: list[str] = []

    def _numbered(self) -> list[tuple[int, Section | str]]:
        own = ["ledger", *(["refuted"] if self.note.refuted else []), "checks", "provenance"]
        return list(enumerate(["used", *self.note.sections, *own], start=1))

    def _references(self) -> Iterator[tuple[str, Ref]]:
        pictures = 0
        for number, section in self.sections:
            key = section if isinstance(section, str) else section.key
            yield key, Ref(f"sec:{key}", f"Sec. {number}")
            for block in () if isinstance(section, str) else section.blocks:
                if isinstance(block, Picture):
                    pictures += 1
                    yield block.name, Ref(f"fig:{block.name}", f"Fig. {pictures}")
                elif isinstance(block, Lines | Stated):
                    yield block.theorem, _numbered_ref(block.theorem, block.tag, f"Sec. {number}")
                    if isinstance(block, Lines) and block.first:
                        yield f"{block.theorem}.first", _numbered_ref(f"{block.theorem}.first", block.first, "")
        for number, entry in enumerate(self.note.references, start=1):
            yield entry.key, Ref(f"ref:{entry.key}", f"[{number}]")

    def built(self) -> BuiltNote:
        """The note."""
        note = self.note
        parts = []
        for number, section in self.sections:
            self.steps(f"section {number}")
            if isinstance(section, str):
                title, blocks = self._own_section(section)
                key = section
            else:
                blocks = tuple(block for declared in section.blocks for block in self._block(declared))
                title, key = section.title, section.key
            parts.append(Part(number, f"sec:{key}", self.read(title), blocks))
        return BuiltNote(
            name=self.name,
            title=note.title,
            subtitle=self.read(note.subtitle),
            summary=self.read(note.summary),
            rows=tuple(map(self._row, note.rows)),
            parts=tuple(parts),
            references=tuple(
                Entered(number, f"ref:{entry.key}", entry.text, entry.address)
                for number, entry in enumerate(note.references, start=1)
            ),
            unexpected=tuple(
                dict.fromkeys([*(each.label for each in self.shown.values() if not each.as_expected), *self.against])
            ),
        )

    # --- the verdict box

    def _row(self, row: Row) -> VerdictRow:
        each, says = self.shown[row.theorem], self.read(row.says)
        anchor = self.refs[row.theorem].anchor if row.theorem in self.refs else "sec:refuted"
        if not row.miss:
            kind = "corrected" if row.corrects and each.status == "proved" else each.status
            return VerdictRow(says, self.scope(each), Badge(kind), anchor)
        found = _miss(each, row.miss)
        scope = ("fails at ", *self._place(found)) if found.refuted else ()
        return VerdictRow(says, scope, Badge("refuted" if found.refuted else "unsupported"), anchor)

    def scope(self, each: Shown) -> Prose:
        """For which sizes and data a theorem is proved: all N ≥ 1, no gain zero."""
        if each.status != "proved":
            return ()
        found = list(self._words(each.sizes.sentence()))
        for hypothesis in each.assumed:
            said = self._hypothesis(hypothesis)
            found += [", ", *said] if said else []
        conditions = [self._hypothesis(condition) for condition in each.conditions]
        for number, condition in enumerate(filter(None, conditions)):
            found += [", " if number else ", where ", *condition]
        return tuple(found)

    def _hypothesis(self, hypothesis: Hypothesis) -> Prose:
        """A hypothesis as the note says it; empty where its notation says it already."""
        said = self.said.get(text_hypothesis(hypothesis))
        if said is None or said.words is None:
            return (self.typeset.hypothesis(hypothesis),)
        return self.read(said.words)

    # --- sections that a theory declares

    def _block(self, block: Block) -> Iterator[object]:
        match block:
            case Words(words, plain):
                yield from (Paragraph((part,) if plain else self.read(part)) for part in words.split("\n\n"))
            case Lines(theorem, tag, first, inline):
                yield self._display(self.shown[theorem], tag, first, inline)
            case Stated(theorem, tag, parts):
                yield self._stated(self.shown[theorem], tag, parts)
            case Coded(function):
                yield self._coded(function)
            case Eliminated():
                found = self.eliminations[block]
                yield Steps(tuple(self._words(move.sentence()) for move in found.moves))
                cases = [
                    Case(self._words(case.head), tuple(map(self._words, case.sentences()))) for case in found.cases
                ]
                yield Cases(tuple(cases))
            case Picture(name):
                yield self._drawn(name)
            case Example():
                for part in worked(block, self.theory, self.read):
                    match part:
                        case "words", says:
                            yield Paragraph(says)
                        case "rows", rows:
                            yield Equalities(rows)
                        case "table", (head, cells):
                            yield Table(head, cells)

    def _coded(self, name: str) -> Listing:
        functions, otherwise = reference_functions(self.theory.name)
        found = next((each for each in functions if each.name == name), None)
        if found is None:
            raise InputError(f"the function {name!r}", hint=", ".join(each.name for each in functions))
        if not found.as_expected:
            self.against.append(found.name)
        return Listing(found, otherwise)

    def _drawn(self, name: str) -> Drawn:
        figure = self.theory.figure(name)
        stem = f"{self.theory.name}-{name}"
        panels = tuple(
            DrawnPanel(f"{stem}-{number}", self._words(panel.title), panel)
            for number, panel in enumerate(figure.panels, start=1)
        )
        ref = self.refs[name]
        return Drawn(ref.anchor, int(ref.shown.split()[-1]), self._words(figure.caption), panels, figure.columns)

    def _display(self, each: Shown, tag: str, first: str, inline: bool) -> Display:
        checked = each.checked
        if not isinstance(checked, CheckedEntry):
            raise InputError(f"{each.label} in lines", hint="it is no equation: state it")
        lines = self._lines(checked, inline)
        terms = checked.entry.terms
        if each.status == "proved":
            self.lemmas.append(Lemma(each.name, terms[0], terms[-1], checked.entry.hypotheses))
        if lines and tag:
            lines = (*lines[:-1], replace(lines[-1], tag=tag))
        head, opening = self.typeset.term(terms[0]), self._opening(each)
        return Display(each.label, each.name, head, first, lines, inline, _badge(each), self.scope(each), opening)

    def _opening(self, each: Shown) -> str:
        """What a theorem assumes, as words before it; nothing where it assumes nothing."""
        if not each.assumed:
            return ""
        page = Typeset(self.typeset.notation).on_page(each.terms)
        found = given(each.theorem.statement, each.sizes, each.conditions, page)
        before = let(found)
        return "\n".join(paragraph((*before, *then(found, bool(before))), LAYOUTS["article"].width))

    def _lines(self, checked: CheckedEntry, inline: bool) -> tuple[ShownLine, ...]:
        if checked.derivation is None:
            return tuple(ShownLine(self.typeset.term(term), ()) for term in checked.entry.terms[1:])
        return tuple(
            ShownLine(self.typeset.term(line.term), self._reason(line), "", self._fine(line, checked.derivation))
            for line in condensed(checked.derivation, self.lemmas)
        )

    def _reason(self, line: CondensedLine) -> Prose:
        if line.lemma:
            return ("Lemma ", self.refs[line.lemma])
        return (", ".join(dict.fromkeys(rule.name for rule in line.rules)),)

    def _fine(self, line: CondensedLine, derivation: CheckedDerivation) -> tuple[FineLine, ...]:
        lines: Sequence[Line] = derivation.lines[line.first - 1 : line.last]
        return tuple(FineLine(self.typeset.term(each.term), each.justification) for each in lines)

    def _stated(self, each: Shown, tag: str, parts: tuple[str, ...]) -> Display | Sentences:
        checked = each.checked
        if isinstance(checked, CheckedEntry):
            lines = [ShownLine(self.typeset.term(term), ()) for term in checked.entry.terms[1:]]
            lines[-1] = replace(lines[-1], tag=tag)
            head = self.typeset.term(checked.entry.terms[0])
            opening = self._opening(each)
            return Display(each.label, each.name, head, "", tuple(lines), True, _badge(each), self.scope(each), opening)
        statement = checked.structure.statement
        members = dict(statement.members) if isinstance(statement, All) else {"": statement}
        missing = [part for part in parts if part not in members]
        if missing:
            raise InputError(f"{each.label} has no part {missing[0]!r}", hint=", ".join(members))
        says = tuple(self._said(members[part]) for part in parts or members)
        pasted = "" if parts else self._pasted(checked)
        return Sentences(each.label, each.name, says, tag, _badge(each), self.scope(each), pasted)

    def _pasted(self, checked: CheckedStructure) -> str:
        label = checked.structure.label
        options = Options(notation=self.typeset.notation, ends=True)
        return snippet((checked.structure, checked.judgement), options, f"derive latex {label} --layout article --ends")

    def _statement(self, name: str) -> Prose:
        """A theorem in a text: its equation, or its sentence."""
        if name not in self.shown:
            raise InputError(f"the statement of {name!r}, which the note does not show", hint=", ".join(self.shown))
        theorem = self.shown[name].theorem
        return self._said(theorem.statement)

    def _said(self, statement: Statement) -> Prose:
        if isinstance(statement, All):
            found: list[Prose] = [self._said(member) for _, member in statement.members]
            return tuple(piece for number, part in enumerate(found) for piece in (("; ",) if number else ()) + part)
        if isinstance(statement, Equations):
            return (joined(self._chain(statement.chain)),)
        return self._words(statement.sentence())

    def _chain(self, terms: Sequence[Term]) -> Iterator[Formula]:
        for number, term in enumerate(terms):
            if number:
                yield sign("=", "=")
            yield self.typeset.term(term)

    def _words(self, sentence: Sentence) -> Prose:
        found: list[str | Formula] = []
        for run in self.typeset.sentence(sentence):
            if found and not (isinstance(run, str) and run[:1] in ",;.:"):
                found.append(" ")
            found.append(run if isinstance(run, str) else joined(run))
        return tuple(found)

    # --- sections that every note has

    def _own_section(self, key: str) -> tuple[str, tuple[object, ...]]:
        match key:
            case "used":
                return "What is used", (self._notation(), Paragraph(self.read(READING)))
            case "ledger":
                ledger = self._ledger()
                nothing = Paragraph(("Nothing is assumed; all that is written is defined everywhere.",))
                return "Side conditions", (ledger if ledger.rows else nothing,)
            case "refuted":
                return "What is refuted", (self._refuted(),)
            case "checks":
                checks = self._checks()
                nothing = Paragraph(("There are no equations to be checked so.",))
                return "Spot checks", (Paragraph(self.read(CHECKING)), checks) if checks.rows else (nothing,)
        says = PROVENANCE.replace("LINES", f"{verifier_lines():,}")
        return "Provenance", (Paragraph(self.read(says)), self._provenance(), *self._taken())

    def _notation(self) -> Table:
        """The names that the displays use, each once: definitions with what they stand for, others in words."""
        parts = [part for term in self.terms for part in unfolded_subterms(term)]
        symbols = {part.name: part for part in reversed(parts) if isinstance(part, Symbol)}
        groups = self.note.meanings or dict.fromkeys(reversed(symbols), "")
        rows = [row for names, meaning in groups.items() if (row := self._symbols(names.split(", "), meaning, symbols))]
        bodies: dict[str, Formula] = {}
        for part in parts:
            if isinstance(part, Defined):
                general = Defined(part.definition, part.definition.parameters)
                head, body = self.typeset.term(general), self.typeset.term(general.unfold())
                known = bodies.get(head.text)
                if known is None:
                    rows.append(((head,), (body,)))
                elif known != body:
                    raise InputError(
                        f"{head.text} stands for {known.text} and for {body.text} in one note",
                        hint="another letter for one of them, or another note",
                    )
                bodies[head.text] = body
        return Table((), tuple(rows), kind="pairs")

    def _symbols(self, names: Sequence[str], meaning: str, symbols: Mapping[str, Symbol]) -> tuple[Prose, ...]:
        """a, g, b ∈ ℝᴺ, and what they are; nothing where the note does not use them all."""
        if not symbols.keys() >= set(names):
            return ()
        found = [symbols[name] for name in names]
        if len({symbol.shape for symbol in found}) != 1:
            raise InputError(
                f"{', '.join(names)} in one row, which are from different spaces", hint="give each its own"
            )
        *others, last = found
        shown = [piece for symbol in others for piece in (self.typeset.term(symbol), sign(",", ","))]
        return ((joined([*shown, self.typeset.symbol(last)]),), self.read(meaning))

    def _ledger(self) -> Table:
        """Every hypothesis and side condition of what is shown, what needs it, and what is the case without."""
        needs: dict[str, list[Ref]] = {}
        shown_as: dict[str, Prose] = {}
        for each in self.shown.values():
            if each.name not in self.refs:
                continue
            for hypothesis in (*each.assumed, *each.conditions):
                key = text_hypothesis(hypothesis)
                words = self._hypothesis(hypothesis) or (self.typeset.hypothesis(hypothesis),)
                shown_as.setdefault(key, words)
                needs.setdefault(key, []).append(self.refs[each.name])
        unknown = [key for key in self.said if key not in shown_as]
        if unknown:
            raise InputError(f"what is said of {unknown[0]!r}, which nothing in the note needs", hint="leave it out")
        rows = []
        for key, words in shown_as.items():
            once = {ref.shown: ref for ref in reversed(needs[key])}
            without = self.said[key].without if key in self.said else ""
            rows.append((words, _listed(reversed(once.values())), self.read(without)))
        return Table((("condition",), ("needed for",), ("without it",)), tuple(rows))

    def _refuted(self) -> Table:
        """Near misses, where they fail, and what the two sides are there."""
        rows: list[tuple[Prose, ...]] = []
        last: tuple[Prose, Prose] = ((), ())
        for miss in self.note.refuted:
            found = _miss(self.shown[miss.theorem], miss.miss)
            says: Prose = self.read(miss.says) if miss.says else (miss.miss,)
            ref = self.refs.get(miss.theorem)
            place, clash = self._place(found), self._clash(found)
            same = found.found is not None and place == last[0]
            shown_as = ("the same",) if same else place, clash[-1:] if same and clash[:-1] == last[1][:-1] else clash
            rows.append(((*says, *((", in ", ref) if ref else ())), shown_as[0], shown_as[1]))
            last = place, clash
        return Table((("close, and false",), ("at",), ("left ≠ right",)), tuple(rows))

    def _place(self, miss: Miss) -> Prose:
        found = miss.found
        if found is None:
            return ("not refuted",)
        if isinstance(found, Failure):
            return _listed(self.typeset.assignments(found.point))
        return ("every size: the shapes differ",) if found.ill_typed else _listed(self.typeset.witness(found))

    def _clash(self, miss: Miss) -> Prose:
        found = miss.found
        if found is None:
            return ()
        if isinstance(found, Failure):
            return (found.says,)
        left, right = self.typeset.clash(found)
        return (left, " ", right)

    def _checks(self) -> Checks:
        """Each equation by exact arithmetic and by SymPy, at small sizes."""
        rows = []
        for each in self.shown.values():
            self.steps(f"spot checks of {each.label}")
            if isinstance(each.checked, CheckedEntry) and each.name in self.refs:
                found = spot_checks(each.checked)
                cells = [f"{row.agreed}/{row.points}" if row.points else "–" for row in found.exact]
                cells += [{True: "yes", False: "NO", None: "open"}[answer.result] for answer in found.sympy]
                if found.speak_against:
                    self.against.append(each.label)
                rows.append(((self.refs[each.name], f" {each.theorem.title}"), tuple(cells)))
        return Checks(EXACT_SIZES, SYMPY_SIZES, tuple(rows))

    def _provenance(self) -> Table:
        """The certificate of each theorem, and what a separate program says of it."""
        rows = []
        for each in self.shown.values():
            said = certified(each.theorem, each.proved)
            shown_as = Code(said.digest[:DIGITS]) if said.accepted else f"not accepted: {said.why_not}"
            rows.append(((Code(each.name),), (shown_as,)))
        return Table((), tuple(rows), kind="pairs")

    def _taken(self) -> Iterator[Paragraph]:
        if self.note.taken:
            yield Paragraph(("Taken from textbooks, and not decided: ", *self.read("; ".join(self.note.taken)), "."))


#: How a note is read.
READING = (
    "Powers and quotients of vectors are taken by components. *Proved* means: decided for every size in the range named "
    "and for all real data, the sizes staying letters. A side condition ({ledger}) says where what is written is defined."
)
CHECKING = (
    "Exact: all sides evaluated in exact arithmetic, at points where they are defined. SymPy: each line against the one "
    "before, or the two sides, components written out; *open* where that does not come to an end. These prove nothing; they "
    "would show a slip."
)
PROVENANCE = (
    "Each theorem, as it stands here, is read back from this file and decided by ``derive check``. The certificates, of "
    "which the first digits of the SHA-256 are shown, are written by ``derive export`` and accepted by a separate program "
    "of LINES lines, ``derive verify``."
)


def _elimination(matrix: Term, block: Eliminated) -> Elimination:
    found = eliminate(matrix, (), block.side)
    if found is None:
        raise InputError(f"the elimination of {block.matrix}", hint="a diagonal matrix and one product u*v.T")
    return found


def _numbered_ref(anchor: str, tag: str, otherwise: str) -> Ref:
    return Ref(anchor, f"({tag})" if tag else otherwise)


def _badge(each: Shown) -> Badge:
    return Badge(each.status)


def _miss(each: Shown, wrong: str) -> Miss:
    found = next((miss for miss in each.misses if miss.wrong == wrong), None)
    if found is None:
        raise InputError(f"{each.label} has no near miss {wrong!r}", hint="; ".join(miss.wrong for miss in each.misses))
    return found


def _listed(pieces: Iterable[object]) -> Prose:
    found: list[object] = []
    for piece in pieces:
        found += [", ", piece] if found else [piece]
    return tuple(found)  # type: ignore[arg-type]
