"""What a run of a note stands on: its theorems checked, its names on one page, and how each thing is referred to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from derive.answers.row_elimination import Elimination, eliminate
from derive.derivation.condensing import Lemma
from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.printing import Notation, text_hypothesis
from derive.printing.sentences import Sentence, Sign, sentence_terms
from derive.processes import Workers
from derive.reading.defaults import environment_of_theory
from derive.reading.statement import read_term
from derive.report.evidence import SpotChecks, spot_checks
from derive.report.formulas import EQUALS, Formula, Typeset, joined
from derive.report.progress import Tally
from derive.report.prose import Badge, Prose, Reader, Ref
from derive.report.rechecks import Certified, certified
from derive.report.stating import terms_of
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.needs import needs
from derive.statements.statement import Statement
from derive.theories.note import Eliminated, Lines, Note, Picture, Section, Stated
from derive.theories.theory import CheckedTheorem, Theory, check_theorem


class Setting:
    """One run: what was checked, and how it is referred to."""

    def __init__(
        self, theory: Theory, note: Note, name: str, notation: Notation, steps: Tally, workers: Workers
    ) -> None:
        self.theory, self.note, self.name, self.steps = theory, note, name, steps
        theory.begin(note.theorems)
        self.shown: dict[str, CheckedTheorem] = {}
        #: What other processes find meanwhile, by the names of theorems.
        self.checks: dict[str, Callable[[], SpotChecks]] = {}
        self.certified: dict[str, Callable[[], Certified]] = {}
        own = ["ledger", *(["refuted"] if note.refuted else []), "checks", "provenance"]
        self.sections: list[tuple[int, Section | str]] = list(enumerate(["used", *note.sections, *own], start=1))
        steps.expect(2 * len(note.theorems) + len(self.sections))  # each is checked, and has its spot checks
        for theorem in note.theorems:
            steps(f"{theory.name}.{theorem}")
            each = self.shown[theorem] = check_theorem(theory.find_theorem(theorem))
            self.certified[theorem] = certified(each.theorem, each.verdict, workers)
            if each.theorem.statement.equated:
                self.checks[theorem] = spot_checks(each, workers)
        names = {name: meaning for name, meaning in note.names.items() if not isinstance(meaning, Sign)}
        signs = {name: meaning for name, meaning in note.names.items() if isinstance(meaning, Sign)}
        environment = environment_of_theory(theory).extend(names)
        self.eliminations = {
            block: _elimination(read_term(block.matrix, environment), block)
            for block in note.blocks
            if isinstance(block, Eliminated)
        }
        #: The terms that are shown, on one page.
        self.terms = [term for each in self.shown.values() for term in terms_of(each)]
        self.terms += [
            term for found in self.eliminations.values() for said in found.sentences() for term in sentence_terms(said)
        ]
        self.typeset = Typeset(notation).on_page(self.terms)
        self.said = {text_hypothesis(each.hypothesis): each for each in note.said}
        self.refs = dict(self._references())
        self.read = Reader(environment, signs, self.typeset, self.refs, self.statement)
        self.lemmas: list[Lemma] = []
        #: Labels of theorems that a spot check speaks against.
        self.against: list[str] = []

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
                    yield block.theorem, Ref(block.theorem, f"({block.tag})" if block.tag else f"Sec. {number}")
                    if isinstance(block, Lines) and block.first:
                        yield f"{block.theorem}.first", Ref(f"{block.theorem}.first", f"({block.first})")
        for number, entry in enumerate(self.note.references, start=1):
            yield entry.key, Ref(f"ref:{entry.key}", f"[{number}]")

    def badge(self, each: CheckedTheorem, proved: str = "proved") -> Badge:
        """The verdict of a theorem; ``proved`` is the word where the verifier accepted its certificate."""
        if each.status != "proved":
            return Badge(each.status)
        return Badge(proved if self.certified[each.name]().accepted else "uncertified")

    def scope(self, each: CheckedTheorem) -> Prose:
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
        parts = [block.parts for block in self.note.blocks if isinstance(block, Stated) and block.theorem == each.name]
        members = statement.members if isinstance(statement, All) else ()
        shown = [member for name, member in members if any(not named or name in named for named in parts)]
        found = (*needs(statement, each.conditions), *(h for member in shown for h in needs(member)))
        return tuple(dict.fromkeys(found))

    def besides(self, member: Statement, whole: Statement) -> Prose:
        """What a member of a conjunction needs besides what the whole does."""
        return listed(said for h in needs(member, (), needs(whole)) if (said := self.hypothesis(h)))

    def hypothesis(self, hypothesis: Hypothesis) -> Prose:
        """A hypothesis as the note says it; empty where its notation says it already."""
        said = self.said.get(text_hypothesis(hypothesis))
        if said is None or said.words is None:
            return (self.typeset.hypothesis(hypothesis),)
        return self.read(said.words)

    def statement(self, name: str) -> Prose:
        """A theorem in a text: its equation, or its sentence."""
        if name not in self.shown:
            raise InputError(f"the statement of {name!r}, which the note does not show", hint=", ".join(self.shown))
        return self.sentence(self.shown[name].theorem.statement)

    def sentence(self, statement: Statement) -> Prose:
        if isinstance(statement, All):
            found: list[Prose] = []
            for _, member in statement.members:
                given = self.besides(member, statement)
                found.append((*(("where ", *given, ": ") if given else ()), *self.sentence(member)))
            return tuple(piece for number, part in enumerate(found) for piece in (("; ",) if number else ()) + part)
        if isinstance(statement, Equations):
            head, *others = map(self.typeset.term, statement.chain)
            return (joined([head, *(piece for term in others for piece in (EQUALS, term))]),)
        return self.words(statement.sentence())

    def words(self, sentence: Sentence) -> Prose:
        found: list[str | Formula] = []
        for run in self.typeset.sentence(sentence):
            if found and not (isinstance(run, str) and run[:1] in ",;.:"):
                found.append(" ")
            found.append(run if isinstance(run, str) else joined(run))
        return tuple(found)


def _elimination(matrix: Term, block: Eliminated) -> Elimination:
    found = eliminate(matrix, (), block.side)
    if found is None:
        raise InputError(f"the elimination of {block.matrix}", hint="a diagonal matrix and one product u*v.T")
    return found


def listed(pieces: Iterable[object]) -> Prose:
    """With commas between; a piece may be prose itself."""
    found: list[object] = []
    for piece in pieces:
        inner = piece if isinstance(piece, tuple) else (piece,)
        found += [", ", *inner] if found else inner
    return tuple(found)  # type: ignore[arg-type]
