r"""What templates call about statements of any kind but an equation: their sentence, their parts, where they fail.

A sentence is words, which are escaped, and formulas, which are the checked terms.  A part that is an equation is typeset as
one; any other is a sentence itself, and its own parts follow it.  The members of a conjunction are statements by
themselves: each is shown with all that it assumes, what all of them assume apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from derive.evaluate.search import Failure
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.printing import text
from derive.printing.sentences import sentence_terms, spaced
from derive.report.breaking import HEAD
from derive.report.formulas import EQUALS, Formula, Typeset, joined, value
from derive.report.stating import mathematical
from derive.report.targets import INDEX_WORDS, LINE, STATEMENT, Safe, Target
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.needs import ledger_of, needs, own_terms, stated_terms
from derive.statements.statement import Statement
from derive.statements.verdict import Counterexample, Part, Verdict

#: More parts than this are not shown, but the first few, and how many others there are; members of a conjunction always are.
MANY, FIRST = 12, 3

#: Signs before which a formula that is a whole statement may be broken.
RELATIONS = frozenset("=≠≤≥<>∈⊆⊂")


def shown_terms(judgement: Verdict) -> tuple[Term, ...]:
    """The terms that stand where a statement is shown with its parts."""
    found = [*own_terms(judgement.statement)]
    for part in judgement.all_parts:
        found += own_terms(part.judgement.statement)
    return tuple(dict.fromkeys(found))


def holding(scope: Safe, given: Safe, where: Safe) -> Safe:
    """For which sizes, given what, and wherever: all that stands between a statement and the word *proved*."""
    return Safe(", ".join([scope, *([f"given {given}"] if given else []), *([f"wherever {where}"] if where else [])]))


@dataclass(frozen=True)
class Row:
    """A part as it is shown: its number and name, what it says, and whether it holds."""

    number: str
    name: str
    says: Safe
    holds: Safe


def _general(found: Verdict | Part) -> bool:
    """Does it speak of all data, and not of a point, or of inputs that are run one by one?"""
    judgement = found.judgement if isinstance(found, Part) else found
    if isinstance(judgement.statement, All):
        return all(map(_general, judgement.parts))
    return judgement.point is None and judgement.statement.general


@dataclass(frozen=True)
class SentenceWriter:
    """See the module; every method is for templates.

    ``label_of`` gives the label of a statement that is a theorem of a theory, of any other an empty string: a member of a
    conjunction that is one is cited, and its parts are not repeated.
    """

    target: Target
    label_of: Callable[[Statement], str] = lambda _: ""

    def statement(self, judgement: Verdict) -> Safe:
        """The sentence of a statement, as one: with a capital and a full stop."""
        statement, page = judgement.statement, self.page(judgement)
        if isinstance(statement, All):
            return self.target.line("Each of the parts below.")
        if isinstance(statement, Equations):
            return self._chain(statement, page, STATEMENT)
        said = self._sentence(statement, page, STATEMENT)
        return said if mathematical(statement) else Safe(f"{said[:1].upper()}{said[1:]}.")

    def stated(self, statement: Statement) -> Safe:
        """A statement with what it assumes, whatever is found of it."""
        return self._said(statement, self.target.plain.on_page(stated_terms(statement)), needs(statement))

    def brief(self, judgement: Verdict) -> Safe:
        """The statement, where it fits in a row of an index."""
        statement = judgement.statement
        if isinstance(statement, All) or len(str(statement)) > INDEX_WORDS:
            return Safe("")
        page = self.page(judgement)
        if isinstance(statement, Equations):
            return self._chain(statement, page, STATEMENT)
        words = (run if isinstance(run, str) else joined(run) for run in page.sentence(statement.sentence()))
        shown = [self.target.line(run) if isinstance(run, str) else self.target.formula(run) for run in words]
        return Safe(spaced(shown))

    def conjunction(self, judgement: Verdict) -> bool:
        """Is it a conjunction, whose members have conditions of their own?"""
        return isinstance(judgement.statement, All)

    def scope(self, judgement: Verdict) -> Safe:
        """for all N ≥ 1; of what is decided at a point, the point; of what is run, that it is."""
        if judgement.point is not None:
            found = self.target.formulas(self.page(judgement).assignments(judgement.point))
            return Safe(f"at {found}") if found else self.target.line("by exact numbers")
        if isinstance(judgement.statement, All) and not all(map(_general, judgement.parts)):
            return self.target.line("as said of each part")
        if not _general(judgement):
            return self.target.line("by exact runs")
        return self.target.sizes(judgement.sizes)

    def conditions(self, judgement: Verdict) -> Safe:
        """What the terms of the statement need to be defined."""
        page = self.page(judgement)
        return self.target.formulas(map(page.condition, judgement.conditions))

    def given(self, judgement: Verdict) -> Safe:
        """The declared properties and the hypotheses; of a conjunction, those of all its members."""
        page = self.page(judgement)
        return self.target.formulas(dict.fromkeys(map(page.hypothesis, needs(judgement.statement))))

    def holds(self, judgement: Verdict) -> Safe:
        """For which sizes, given what, and wherever: all that stands between a statement and the word *proved*."""
        known, members = needs(judgement.statement), judgement.parts if judgement.statement.joined else ()
        own = any(needs(part.judgement.statement, ledger_of(part.judgement), known) for part in members)
        where = self.target.formulas(map(self.page(judgement).condition, ledger_of(judgement)))
        words = holding(self.scope(judgement), self.given(judgement), where)
        return Safe(f"{words}, and as said of each part" if own else words)

    def hypotheses(self, judgement: Verdict) -> Safe:
        """The hypotheses alone; of a conjunction, those of all its members."""
        page = self.page(judgement)
        return self.target.formulas(dict.fromkeys(map(page.hypothesis, judgement.statement.assumes)))

    def outcome(self, judgement: Verdict) -> Safe:
        """Why a statement is not proved."""
        if judgement.counterexample is not None:
            return self.target.line(judgement.explanation)
        return self.target.line(f"unsupported: {judgement.reason}")

    def lemma(self, judgement: Verdict) -> Safe:
        """Why the parts imply the statement, where that is more than its meaning; else empty."""
        return self.target.line("" if isinstance(judgement.statement, All) else judgement.statement.lemma)

    def rows(self, judgement: Verdict) -> tuple[Row, ...]:
        """All parts, each followed by its own."""
        page = self.page(judgement)
        return tuple(self._rows(judgement, "", page, judgement, needs(judgement.statement)))

    def _rows(
        self, whole: Verdict, prefix: str, page: Typeset, top: Verdict, known: tuple[Hypothesis, ...]
    ) -> Iterator[Row]:
        members = isinstance(whole.statement, All)
        if not members:
            known = (*known, *needs(whole.statement, whole.conditions))
        parts = [part for part in whole.parts if not _trivial(part)]
        shown = parts if len(parts) <= MANY or members else parts[:FIRST]
        for number, part in enumerate(shown, start=1):
            judgement, place = part.judgement, f"{prefix}{number}"
            label = self.label_of(judgement.statement) if members else ""
            holds = self._holds(judgement, page, top, known, label)
            whose = top.statement.whose(judgement.statement) if members else ()
            yield Row(place, part.name, self._part(judgement.statement, page, known, whose), holds)
            if not label and (judgement.status == "proved" or isinstance(judgement.statement, All)):
                yield from self._rows(judgement, f"{place}.", page, top, known)

        if len(shown) < len(parts):
            yield self._rest(f"{prefix}{len(shown) + 1} to {prefix}{len(parts)}", parts[len(shown) :])

    def _rest(self, place: str, parts: Sequence[Part]) -> Row:
        """Parts that are counted and not shown."""
        counts = Counter(part.judgement.status for part in parts)
        holds = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        said = self.target.line(f"{len(parts)} parts more of this sort, not shown")
        return Row(place, "", said, self.target.line(holds))

    def _part(
        self, statement: Statement, page: Typeset, known: tuple[Hypothesis, ...], whose: tuple[Hypothesis | str, ...]
    ) -> Safe:
        """What a part says, with what it assumes beyond what is known, and whose its names are."""
        if isinstance(statement, All):
            return self.target.line("each of the following")
        own = list(needs(statement, (), known))
        own += [h for h in whose if not isinstance(h, str) and h not in (*known, *own)]
        said = self._said(statement, page, own)
        words = [self.target.line(word) for word in whose if isinstance(word, str)]
        return Safe(f"{said}, with {', '.join(words)}") if words else said

    def _holds(
        self, judgement: Verdict, page: Typeset, top: Verdict, known: tuple[Hypothesis, ...], label: str
    ) -> Safe:
        """How a part is established, or why it is not."""
        if judgement.counterexample is not None:
            if judgement.counterexample is top.counterexample:
                return self.target.line("refuted at these data")
            found, there = self._place(judgement, page), self._difference(judgement, page)
            return Safe(f"refuted{f' at {found}' if found else ''}: {there}")
        if judgement.status != "proved":
            return self.target.line(f"unsupported: {judgement.reason}")
        said = self.target.line(f"proved {_by(judgement)}".strip())
        if judgement.point is not None:
            found = self.target.formulas(page.assignments(judgement.point))
            return Safe(f"{said}{' at ' if found else ''}{found}")
        # A part without dimensions holds at all of them; the scope of the whole is not said again.
        same = judgement.sizes == top.sizes or not judgement.least
        sizes = "" if same else f" {self.target.sizes(judgement.sizes)}"
        ledger = [c for c in ledger_of(judgement) if c not in known]
        where = f", wherever {self.target.formulas(map(page.condition, ledger))}" if ledger else ""
        cited = f"{self.target.newline}{self.target.cite(label)}" if label else ""
        return Safe(f"{said}{sizes}{where}{cited}")

    def claim(self, judgement: Verdict) -> Safe:
        """A false statement, with what it assumes."""
        return self._said(judgement.statement, self.page(judgement), judgement.statement.assumes)

    def where(self, judgement: Verdict) -> Safe:
        """Sizes and data at which a statement fails."""
        return self._place(judgement, self.page(judgement))

    def _place(self, judgement: Verdict, page: Typeset) -> Safe:
        found = judgement.counterexample
        if found is None:
            return Safe("")
        if isinstance(found, Failure):
            return self.target.formulas(page.assignments(found.point))
        if found.ill_typed:
            return self.target.line("every size (ill-typed)")
        return self.target.formulas(page.witness(found))

    def fails(self, judgement: Verdict) -> Safe:
        """The part that is false, if it is one: its name and what it says; else empty."""
        part = judgement.refuting_part
        if part is None:
            return Safe("")
        said = self._said(part.judgement.statement, self.page(judgement), ())
        return Safe(self.target.newline.join([self.target.line(f"{part.name} fails:"), said]))

    def wrong(self, judgement: Verdict) -> Safe:
        """What is false: the part that is, or the statement, with what it assumes."""
        part = judgement.refuting_part
        statement = judgement.statement if part is None else part.judgement.statement
        said = self._said(statement, self.page(judgement), statement.assumes)
        return said if part is None else Safe(f"{self.target.line(part.name)}: {said}")

    def there(self, judgement: Verdict) -> Safe:
        """The values or words that show where a statement fails."""
        return self._difference(judgement, self.page(judgement))

    def _difference(self, judgement: Verdict, page: Typeset) -> Safe:
        found = judgement.counterexample
        if found is None:
            return self.target.line(f"not refuted: {judgement.status} {judgement.reason}")
        if isinstance(found, Counterexample):
            return self.target.differ(*page.clash(found))
        part = judgement.refuting_part
        return self._failure(found, judgement.statement if part is None else part.judgement.statement, page)

    def clash(self, judgement: Verdict) -> Safe:
        """`fails` and `there`."""
        fails, there = self.fails(judgement), self.there(judgement)
        return Safe(self.target.newline.join([fails, there])) if fails else there

    def briefly(self, judgement: Verdict) -> Safe:
        """`there`, after the name of the part that is false."""
        part = judgement.refuting_part
        there = self.there(judgement)
        return there if part is None else Safe(f"{self.target.line(part.name)}: {there}")

    def _failure(self, found: Failure, statement: Statement, page: Typeset) -> Safe:
        """The words of a failure, unless they repeat the statement, and its values."""
        terms = (*statement.terms, *sentence_terms(statement.sentence()))
        named = {text(term, beside=statement.terms): term for term in terms}
        said = found.says.removeprefix(f"{statement} is false").removeprefix(" ")
        words = [self.target.line(said or ("" if found.values else "false"))] if said or not found.values else []
        values = []
        for name, data in found.values:
            shown = EQUALS + value(data)
            if name in named:
                values.append(self.target.wide([page.term(named[name]) + shown]))
            else:
                values.append(Safe(f"{self.target.line(name)} {self.target.wide([shown])}"))
        return Safe(self.target.newline.join([*words, *values]))

    def page(self, judgement: Verdict) -> Typeset:
        """Names are told apart among all that is shown of a statement."""
        return self.target.plain.on_page(shown_terms(judgement))

    def _said(self, statement: Statement, page: Typeset, hypotheses: Iterable[Hypothesis]) -> Safe:
        """A statement in a cell, and what it assumes."""
        if isinstance(statement, All):
            return Safe(self.target.newline.join(self._said(s, page, s.assumes) for _, s in statement.members))
        equation = isinstance(statement, Equations)
        said = self._chain(statement, page, LINE) if equation else self._sentence(statement, page, self.target.cell)  # type: ignore[arg-type]
        assumed = list(map(page.hypothesis, hypotheses))
        # A comma belongs to its formula: behind a box as wide as the column there is no place for it.
        given = [self.target.inline(each.ending(",")) for each in assumed[:-1]]
        given += map(self.target.inline, assumed[-1:])
        return Safe(" ".join([said, "given", *given]) if given else said)

    def _chain(self, statement: Equations, page: Typeset, limit: float) -> Safe:
        """t₀ = t₁ = …: in one row, or a row for each term."""
        first, *others = map(page.term, statement.chain)
        whole = first
        for term in others:
            whole += EQUALS + term
        if self.target.in_one_row(whole, limit):
            return self.target.wide([whole])
        made = self.target.in_rows(first, limit, first=True)
        for term in others:
            head, *more = self.target.in_rows(term, limit, first=False)
            short = len(made) == 1 and self.target.in_one_row(made[0], HEAD)
            made = [made[0] + head, *more] if short else [*made, head, *more]
        return self.target.wide(made)

    def _sentence(self, statement: Statement, page: Typeset, limit: float) -> Safe:
        """Words and formulas; a statement that is one long formula is broken before its relations."""
        words: list[str] = []
        for run in page.sentence(statement.sentence()):
            if isinstance(run, str):
                words.append(self.target.line(run))
            elif mathematical(statement) and not self.target.in_one_row(joined(run), limit):
                words.append(self.target.wide(_broken(run)))
            else:
                words.append(self.target.inline(joined(run)))
        return Safe(spaced(words))


def _trivial(part: Part) -> bool:
    """A term is equal to itself; that it is defined is said elsewhere."""
    statement = part.judgement.statement
    return isinstance(statement, Equations) and part.judgement.status == "proved" and len(set(statement.chain)) == 1


def _by(judgement: Verdict) -> str:
    """What establishes a part."""
    if judgement.parts:
        return "by its parts"
    return judgement.statement.by_itself or ("by evaluation" if judgement.point is not None else "")


def _broken(pieces: Iterable[Formula]) -> list[Formula]:
    """A formula in rows, each from the second on with its relation in front."""
    found: list[list[Formula]] = [[]]
    for piece in pieces:
        if piece.text in RELATIONS and found[-1]:
            found.append([])
        found[-1].append(piece)
    return [joined(row) for row in found]
