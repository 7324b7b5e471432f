r"""The catalogue of claims as a document: every claim with its verdict, then what is wrong and what is true instead.

Like a report of a theory it is data (`ClaimsReport`, made by `build_claims`) and what templates call (`Catalogue`).
Everything in it is a checked object of this run; nothing is said of how long it took.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from derive.authoring.theory import Theorem
from derive.claims import SOURCES
from derive.claims.claim import CheckedClaim, Claim, check_claim
from derive.claims.classes import Kind, rule
from derive.claims.vocabulary import Added
from derive.derivation.derivation import Line
from derive.language.hypotheses import conditions_of
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Defined, Symbol
from derive.printing import ARROW, Notation
from derive.report.formulas import Formula
from derive.report.progress import Tally
from derive.report.render import FORMULAS, by_space, target_named
from derive.report.sentences import SentenceWriter, shown_terms
from derive.report.targets import LINE, Safe, Target
from derive.report.templates import OURS, Templates
from derive.statements.statement import Statement
from derive.statements.verdict import Counterexample, Verdict
from derive.theories.registry import THEORIES, load_theory

#: What the document is called, on the command line and as a file.
NAME = "claims"

#: What is said of proofs that rest on the search, and the meaning of these words.
UNCERTIFIED = "not certified"
NOT_CERTIFIED = (
    "there is no certificate that the verifier, a separate program, accepted in this run, so it rests on the program that "
    "found the proof alone; without these words there is one."
)
#: The columns of the summary: the classes, as their heads.
OUTCOMES: dict[Kind, str] = {
    "TRUE": "true",
    "TRUE-IF": "true if",
    "FALSE": "false",
    "ILL-TYPED": "ill-typed",
    "UNSUPPORTED": "unsupported",
    "DEF": "definitions",
    "NOT-MATH": "not mathematical",
}


@dataclass(frozen=True)
class Correction:
    """A true statement in the place of a false one: its judgement, its label where it is a theorem, and its derivation."""

    judgement: Verdict
    label: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class ClaimReport:
    checked: CheckedClaim
    corrections: tuple[Correction, ...]

    @property
    def claim(self) -> Claim:
        return self.checked.claim

    @property
    def ill_typed(self) -> bool:
        """Was it refuted for its shapes?"""
        found = None if self.checked.judgement is None else self.checked.judgement.counterexample
        return isinstance(found, Counterexample) and found.ill_typed

    @property
    def uncertified(self) -> bool:
        """Does what is proved of it rest on the search alone?"""
        return self.checked.judgement is not None and bool(self.checked.judgement.not_certified)

    @property
    def outcome(self) -> str:
        return OUTCOMES[self.checked.kind]


@dataclass(frozen=True)
class SourceReport:
    """A source: its letter, its name, and its claims in order."""

    letter: str
    name: str
    claims: tuple[ClaimReport, ...]

    @property
    def refuted(self) -> tuple[ClaimReport, ...]:
        return tuple(claim for claim in self.claims if claim.checked.verdict == "refuted")

    @property
    def conditional(self) -> tuple[ClaimReport, ...]:
        """The claims that need hypotheses which the source leaves out."""
        return tuple(claim for claim in self.claims if claim.checked.without is not None)


@dataclass(frozen=True)
class ClaimsReport:
    """All that the document says."""

    sources: tuple[SourceReport, ...]

    @property
    def claims(self) -> tuple[ClaimReport, ...]:
        return tuple(claim for source in self.sources for claim in source.claims)

    @property
    def unexpected(self) -> tuple[str, ...]:
        """The ids of what did not come out as its kind says."""
        return tuple(claim.claim.id for claim in self.claims if not claim.checked.as_expected)


def build_claims(claims: Sequence[Claim], steps: Tally | None = None) -> ClaimsReport:
    """Decide the claims and gather the document; a claim that is not as expected is reported as what it is."""
    found: dict[str, list[ClaimReport]] = {letter: [] for letter in SOURCES}
    steps = steps or Tally()
    steps.expect(len(claims))
    for claim in claims:
        steps(claim.id)
        checked = check_claim(claim)
        found[claim.source].append(ClaimReport(checked, tuple(map(_correction, checked.corrected))))
    sources = (SourceReport(letter, name, tuple(found[letter])) for letter, name in SOURCES.items())
    return ClaimsReport(tuple(source for source in sources if source.claims))


def _correction(judgement: Verdict) -> Correction:
    theorem = _theorems().get(judgement.statement)
    derivation = None if theorem is None else theorem.derivation
    lines = derivation.checked().lines if derivation is not None else ()
    return Correction(judgement, "" if theorem is None else theorem.label, lines)


def label_of_statement(statement: Statement) -> str:
    """The label of the theorem that says just this; else empty."""
    theorem = _theorems().get(statement)
    return "" if theorem is None else theorem.label


@cache
def _theorems() -> dict[Statement, Theorem]:
    """The theorems of all theories, by what they state."""
    found: dict[Statement, Theorem] = {}
    for name in THEORIES:
        for theorem in load_theory(name).theorems:
            found.setdefault(theorem.statement, theorem)
    return found


def render_claims(report: ClaimsReport, target: str, notation: Notation = ARROW, templates: Templates = OURS) -> str:
    """The document as ``md``, ``tex`` or ``html``; as `derive.report.render.render`."""
    to = target_named(target, notation)
    shown = SentenceWriter(to, label_of_statement)
    return templates.filled(f"claims.{target}.jinja", target, to, report=report, s=shown, c=Catalogue(to))


@dataclass(frozen=True)
class Catalogue:
    """What templates call about claims."""

    target: Target

    def words(self, text: str) -> Safe:
        """Words of a source in one line, with code in it in simple backquotes."""
        return self.target.line(re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", text))

    def count(self, claims: Iterable[ClaimReport], outcome: str = "") -> int:
        """How many claims there are, or came to that."""
        return sum(
            1 for claim in claims if outcome in ("", claim.outcome) or (outcome == UNCERTIFIED and claim.uncertified)
        )

    def columns(self) -> tuple[str, ...]:
        """The outcomes, in the order of the summary, and how many of all are not certified."""
        return (*OUTCOMES.values(), UNCERTIFIED)

    @property
    def not_certified(self) -> str:
        """What these words say."""
        return NOT_CERTIFIED

    def rule(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The rule for the class of a claim: see `derive.claims.classes.class_of`."""
        return rule()

    def ground(self, added: Added, whole: bool = True) -> Safe:
        """Why hypotheses may be added, or not; ``whole``: after their words."""
        page = self.target.plain.on_page(term for hypothesis in added.hypotheses for term in hypothesis.terms)
        formulas = self.target.formulas(map(page.hypothesis, added.hypotheses))
        said = Safe(f"{self.words(added.ground)}{f': {formulas}' if formulas else ''}")
        return Safe(f"{self.words(added.words)}: {said}") if whole else said

    def definitions(self, claims: Iterable[ClaimReport]) -> tuple[Safe, ...]:
        """name := body, for the names in statements about these claims, in order of first use; what reads alike once."""
        found: dict[Safe, None] = {}
        seen: set[object] = set()
        for judgement in _judgements(claims):
            for part in (part for term in shown_terms(judgement) for part in unfolded_subterms(term)):
                if isinstance(part, Defined) and part.definition not in seen:
                    seen.add(part.definition)
                    general = Defined(part.definition, part.definition.parameters)
                    found[self.target.wide([self.target.plain.definition(general)])] = None
        return tuple(found)

    def letters(self, judgement: Verdict) -> Safe:
        """The symbols of a statement with their spaces, those of one space together, and what they are declared to be."""
        terms = shown_terms(judgement)
        page = self.target.plain.on_page(terms)

        def said(symbol: Symbol) -> Safe:
            words = self.target.formulas(map(page.condition, conditions_of(symbol)))
            return Safe(f"{self.target.formula(page.term(symbol))}{f' (with {words})' if words else ''}")

        return by_space(self.target, ((symbol, said(symbol)) for symbol in symbols_of(*terms)))

    def without(self, claim: ClaimReport) -> str:
        """What a claim is without the hypotheses that were added, in a word or two."""
        words = {"refuted": "false", "undefined": "not defined", "reading": "open to reading", "open": "NOT DECIDED"}
        return "" if claim.checked.without is None else words[claim.checked.without[0]]

    def line(self, correction: Correction, number: int) -> Safe:
        """A line of the derivation of a correction, counted from 1."""
        return self.target.wide(self.target.in_rows(self._term(correction, number), LINE, number == 1), FORMULAS)

    def term(self, correction: Correction, number: int) -> Safe:
        """The term of that line, where its relation stands in a column of its own."""
        return self.target.wide([self._term(correction, number)])

    def _term(self, correction: Correction, number: int) -> Formula:
        page = self.target.plain.on_page(line.term for line in correction.lines)
        return page.term(correction.lines[number - 1].term)

    def reasons(self, line: Line) -> Safe:
        """The words or rules that lead to a line."""
        return self.target.line(line.justification)


def _judgements(claims: Iterable[ClaimReport]) -> Iterable[Verdict]:
    for checked in (claim.checked for claim in claims):
        without = None if checked.without is None else checked.without[1]
        yield from (found for found in (checked.judgement, without, *checked.corrected) if found is not None)
