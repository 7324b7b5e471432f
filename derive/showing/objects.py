"""What is shown of each kind of object: paragraphs and tables, in any `Form`.

Each method shows what `derive.showing.kinds.METHODS` names it for.  A verdict says by a sign and a word what came out; where
it is proved, for which sizes, wherever, and whether the verifier accepted a certificate; where it is refuted, at which data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from derive.answers.derived import Derived
from derive.answers.row_elimination import Elimination
from derive.authoring.theory import CheckedTheorem, Theorem, Theory
from derive.authoring.vocabulary import Convention, NearMiss
from derive.claims.claim import CheckedClaim, Claim
from derive.derivation.derivation import CheckedDerivation, Derivation, Line, Rule
from derive.derivation.expected import Expected
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.kernel.decide import Theorem as KernelTheorem
from derive.language.hypotheses import Hypothesis, conditions_of
from derive.language.substitution import symbols_of
from derive.language.terms import Definition, Index, Symbol, Term, UnknownFunction
from derive.printing import Sentence
from derive.printing.sentences import spaced
from derive.report.formulas import DEFINED_AS, Typeset, joined
from derive.report.sentences import SentenceWriter
from derive.report.targets import Safe
from derive.showing.forms import Form, Items
from derive.showing.kinds import method_of
from derive.statements.conjunction import All
from derive.statements.scope import Scope
from derive.statements.statement import Statement
from derive.statements.verdict import Backing, Counterexample, Part, Verdict

#: What is said of what is proved, and certified.
_CERTIFIED = " (certified: the verifier accepted its certificate)"

#: Marks that stand behind a formula.
_MARKS = frozenset(".:,")

Blocks = list[Safe]


class Shower:
    """Shows objects in one form."""

    def __init__(self, form: Form) -> None:
        self.form, self.target = form, form.target
        self.plain: Typeset = form.target.plain
        self.sentences = SentenceWriter(form.target)

    def show(self, shown: Any) -> str:
        """The object in the form; raises `InputError` for one that is of no kind."""
        return self.form.paragraphs([block for block in self.blocks(shown) if block])

    def blocks(self, shown: Any) -> Blocks:
        found: Blocks = getattr(self, method_of(shown))(shown)
        return found

    # --- mathematics

    def term(self, term: Term) -> Blocks:
        return [self.target.wide([self.plain.on_page([term]).term(term)])]

    def index(self, index: Index) -> Blocks:
        return self.term(Symbol(index.name, ()))

    def definition(self, found: Definition) -> Blocks:
        page = self.plain.on_page((*found.parameters, found.body))
        named = page.term(found(*found.parameters))
        if isinstance(found, UnknownFunction):
            return [self.target.formula(named)]
        return [self.target.wide([named + DEFINED_AS + page.term(found.body)])]

    def hypothesis(self, hypothesis: Hypothesis) -> Blocks:
        return [self.target.formula(self.plain.on_page(hypothesis.terms).hypothesis(hypothesis))]

    def point(self, point: Point) -> Blocks:
        return [self.target.formulas(self.plain.assignments(point))]

    def counterexample(self, found: Counterexample) -> Blocks:
        left, right = self.plain.clash(found)
        at = self.target.formulas(self.plain.witness(found))
        return [Safe(f"{self.at(at)}{self.target.differ(left, right)}")]

    def failure(self, found: Failure) -> Blocks:
        return [
            Safe(f"{self.at(self.target.formulas(self.plain.assignments(found.point)))}{self.target.line(found.says)}")
        ]

    def at(self, place: Safe) -> str:
        return f"at {place}: " if place else ""

    def sentence(self, sentence: Sentence) -> Safe:
        """Words and formulas."""
        words = []
        for run in self.plain.sentence(sentence):
            if not isinstance(run, str):
                words.append(self.target.formula(joined(run)))
            else:  # a mark alone is not the beginning of a line
                words.append(Safe(run) if run in _MARKS else self.target.line(run))
        return Safe(spaced(words))

    def statement(self, statement: Statement) -> Blocks:
        if isinstance(statement, All):
            said = [
                (self.target.line(name), self.sentences.stated(member), Safe("")) for name, member in statement.members
            ]
            return [self.target.line("each of these:"), self.items(said)]
        return [self.sentences.stated(statement)]

    # --- verdicts

    def verdict(self, verdict: Verdict) -> Blocks:
        """The statement, what came out of it, its links or parts."""
        links = verdict.links if len(verdict.links) > 1 else ()
        items = [
            (Safe(str(number)), self.sentences.stated(link.statement), self.brief(link, verdict.backing_of(link)))
            for number, link in enumerate(links, start=1)
        ]
        parts = self.sentences.rows(verdict) if verdict.parts else ()
        items += [(self.target.line(f"{row.number} {row.name}".strip()), row.says, row.holds) for row in parts]
        lemma = self.sentences.lemma(verdict) if parts else ""
        return [
            self.sentences.statement(verdict),
            self.given(self.sentences.given(verdict)),
            *self.answer(verdict, verdict.backing),
            Safe(f"The parts imply it: {lemma}." if lemma else ""),
            self.items(items),
            *map(self.target.line, verdict.notes),
        ]

    def items(self, items: Items) -> Safe:
        return self.form.items(self.target, items) if items else Safe("")

    def brief(self, verdict: Verdict, backing: Backing | None) -> Safe:
        """What came out, in a line; of a certificate alone that there is none."""
        return Safe(self.answer(verdict, backing)[0].removesuffix(_CERTIFIED))

    def given(self, hypotheses: Safe) -> Safe:
        return Safe(f"given {hypotheses}" if hypotheses else "")

    def answer(self, verdict: Verdict, backing: Backing | None) -> Blocks:
        """What came out, and what is to be said besides."""
        if verdict.status == "proved":
            conditions = () if isinstance(verdict.statement, All) else verdict.conditions
            where = self.target.formulas(map(self.sentences.page(verdict).condition, conditions))
            return [
                *self.proved(backing, self.sentences.scope(verdict), where),
                self.target.line(
                    f"At {verdict.nothing_at} it says nothing: no data satisfy what it needs."
                    if verdict.vacuous_at
                    else ""
                ),
            ]
        if verdict.counterexample is not None:
            badge = self.target.badge("refuted", "refuted (ill-typed)" if verdict.ill_typed else "")
            where = self.sentences.where(verdict) if not verdict.ill_typed else Safe("")
            return [Safe(f"{badge}{f' at {where}' if where else ''}: {self.sentences.clash(verdict)}")]
        badge = self.target.badge("unsupported", "unsupported (vacuous)" if verdict.vacuous else "")
        reason = self.target.line(verdict.reason.removeprefix("(vacuous)").strip())
        opaque = self.target.formulas(map(self.sentences.page(verdict).term, verdict.opaque))
        return [Safe(f"{badge}{f': {reason}' if reason else ''}"), Safe(f"not looked into: {opaque}" if opaque else "")]

    def proved(self, backing: Backing | None, sizes: Safe, where: Safe) -> Blocks:
        """That it is proved: for which sizes, wherever, and on what that rests."""
        certified = backing is None or backing.certificate is not None
        badge = self.target.badge("proved" if certified else "uncertified")
        why = self.target.line(f"not certified: {backing.why_not}" if backing is not None and not certified else "")
        rests = _CERTIFIED if backing is not None and certified else ""
        return [Safe(f"{badge}{'' if certified else ','} {sizes}{f', wherever {where}' if where else ''}{rests}"), why]

    def derived(self, derived: Derived) -> Blocks:
        found = self.blocks(derived.derivation) if derived.derivation is not None else []
        return [*self.verdict(derived), *([self.target.stress("derivation"), *found] if found else [])]

    def elimination(self, found: Elimination) -> Blocks:
        return list(map(self.sentence, found.sentences()))

    def part(self, part: Part) -> Blocks:
        return [self.target.line(f"{part.number} {part.name}".strip()), *self.verdict(part.judgement)]

    def expected(self, expected: Expected) -> Blocks:
        what = expected.what.decide() if isinstance(expected.what, Statement) else expected.what
        return [self.target.line(str(expected)), *self.blocks(what)]

    def theorem(self, theorem: KernelTheorem) -> Blocks:
        page = self.plain.on_page((theorem.lhs, theorem.rhs))
        given, where = (
            self.target.formulas(map(page.condition, each)) for each in (theorem.hypotheses, theorem.conditions)
        )
        said = self.target.wide([page.equation(theorem.lhs, theorem.rhs)])
        return [said, self.given(given), Safe(f"wherever {where}" if where else "")]

    # --- derivations

    def line(self, line: Line) -> Blocks:
        return self.lines((line,), ())

    def rule(self, rule: Rule) -> Blocks:
        page = self.plain.on_page((rule.lhs, rule.rhs))
        letters = [symbol for symbol in symbols_of(rule.lhs, rule.rhs) if symbol in rule.variables]
        needs = dict.fromkeys((*(found for symbol in letters for found in conditions_of(symbol)), *rule.hypotheses))
        any_ = self.target.formulas(map(page.term, letters))
        given = self.target.formulas(map(page.hypothesis, needs))
        return [
            Safe(f"{self.target.line(f'{rule.kind}:')} {self.target.stress(rule.name)}"),
            self.target.wide([page.equation(rule.lhs, rule.rhs)]),
            Safe(", ".join([*([f"for any {any_}"] if any_ else []), *([f"given {given}"] if given else [])])),
            self.source(rule.source),
        ]

    def source(self, source: str) -> Safe:
        return self.target.line(f"source: {source}" if source else "")

    def lines(self, lines: Sequence[Line], hypotheses: Iterable[Hypothesis]) -> Blocks:
        """The lines with their reasons beside them, and what is given."""
        declared = (found for symbol in symbols_of(*(line.term for line in lines)) for found in conditions_of(symbol))
        given = dict.fromkeys((*hypotheses, *declared))
        page = self.plain.on_page([*(line.term for line in lines), *(term for found in given for term in found.terms)])
        rows = [(page.term(line.term), self.target.line(line.justification)) for line in lines]
        return [
            self.form.lines(self.target, rows),
            self.given(self.target.formulas(map(page.hypothesis, given))),
        ]

    def derivation(self, derivation: Derivation) -> Blocks:
        unchecked = "not checked: .checked() replays every line"
        return [*self.lines(derivation.lines, derivation.hypotheses), self.target.line(unchecked)]

    def checked(self, found: CheckedDerivation) -> Blocks:
        page = self.plain.on_page([line.term for line in found.lines])
        where = self.target.formulas(map(page.condition, found.conditions))
        return [
            *self.lines(found.lines, found.hypotheses),
            *self.proved(found.verdict.backing, self.target.sizes(found.said.sizes), where),
            self.target.line(found.besides),
        ]

    # --- theories and claims

    def stated_theorem(self, theorem: Theorem) -> Blocks:
        return [
            self.title(theorem.label, theorem.title),
            *self.statement(theorem.statement),
            self.source(theorem.source),
        ]

    def title(self, label: str, title: str) -> Safe:
        return Safe(f"{self.target.code(label)}: {self.target.stress(title)}")

    def checked_theorem(self, found: CheckedTheorem) -> Blocks:
        theorem, failure = found.theorem, found.failure
        failed = "" if failure is None else f"The derivation fails: {failure}"
        misses = [
            (self.target.line(miss.wrong), self.sentences.stated(near.statement), self.brief(near, near.backing))
            for miss, near in zip(theorem.near_misses, found.near_misses, strict=True)
        ]
        return [
            self.title(theorem.label, theorem.title),
            *(self.checked(found.derivation) if found.derivation is not None else self.verdict(found.verdict)),
            self.target.line(failed),
            self.target.stress("near misses") if misses else Safe(""),
            self.items(misses),
            self.source(theorem.source),
        ]

    def near_miss(self, miss: NearMiss) -> Blocks:
        return [self.target.line(f"must be refuted: {miss.wrong}"), *self.statement(miss.statement)]

    def convention(self, convention: Convention) -> Blocks:
        return [self.target.line(f"must be vacuous: {convention.note}"), *self.statement(convention.statement)]

    def theory(self, theory: Theory) -> Blocks:
        items = [(self.target.code(each.label), self.target.line(each.title), Safe("")) for each in theory.stated]
        return [
            self.title(theory.name, theory.title),
            self.target.line(theory.summary),
            self.items(items),
        ]

    def claim(self, claim: Claim) -> Blocks:
        added = f"added: {claim.left_out}" if claim.added else ""
        return [
            Safe(f"{self.target.code(claim.id)}, {self.target.line(claim.place)}: {self.target.stress(claim.says)}"),
            self.target.line(f"expected: {claim.kind}"),
            *(self.statement(claim.make()) if claim.make is not None else []),
            *map(self.target.line, (added, claim.note)),
        ]

    def checked_claim(self, found: CheckedClaim) -> Blocks:
        claim = found.claim
        corrected = [
            (Safe(""), self.sentences.stated(each.statement), self.brief(each, each.backing))
            for each in found.corrected
        ]
        return [
            Safe(f"{self.target.code(claim.id)}, {self.target.line(claim.place)}: {self.target.stress(claim.says)}"),
            self.target.line(f"{found.kind}, as expected" if found.as_expected else f"{found.kind}, NOT {claim.kind}"),
            *(self.verdict(found.judgement) if found.judgement is not None else []),
            self.target.stress("in its place") if corrected else Safe(""),
            self.items(corrected),
        ]

    def scope(self, scope: Scope) -> Blocks:
        return [self.target.sizes(scope)]
