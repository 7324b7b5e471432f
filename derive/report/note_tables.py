"""The sections that every note has: what is used, the side conditions, what is refuted, spot checks, and provenance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from derive.authoring.note import Lines, Stated
from derive.authoring.theory import CheckedTheorem
from derive.errors import InputError
from derive.evaluate.search import Failure
from derive.language.substitution import is_entrywise_root, symbols_of, unfolded_subterms
from derive.language.terms import Defined, Symbol
from derive.printing import text_hypothesis
from derive.report.evidence import EXACT_SIZES, SYMPY_SIZES, verifier_lines
from derive.report.formulas import Formula, joined, sign
from derive.report.note_parts import Block, Checks, Code, Paragraph, Prose, Ref, Table, listed
from derive.statements.needs import stated_terms
from derive.statements.verdict import Verdict

if TYPE_CHECKING:
    from derive.report.note import Building

#: Digits of a hash that are shown.
DIGITS = 12
#: Letters of the equation that fails, where it is shown.
SHORT = 80
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
    "Theorems decided in the run that writes this note: {total}; of these between marks, so that ``derive check`` reads "
    "them back and decides them again: {tex} in ``{name}.tex``, {md} in ``{name}.md``; with a certificate that "
    "``derive verify``, a separate program of {lines} lines, accepted in this run: {accepted}. The certificates are written "
    "by ``derive export``; the first digits of their SHA-256 are shown.{others}"
)
OTHERS = " What else is proved, *not certified*, rests on the program alone that writes this note."


class OwnSections:
    """See the module."""

    def __init__(self, setting: Building) -> None:
        self.of = setting

    def section(self, key: str) -> tuple[str, tuple[Block, ...]]:
        """Its title, and what stands in it."""
        match key:
            case "used":
                return "What is used", (self._notation(), Paragraph(self.of.read(READING)))
            case "ledger":
                ledger = self._ledger()
                nothing = Paragraph(("Nothing is assumed; all that is written is defined everywhere.",))
                return "Side conditions", (ledger if ledger.rows else nothing,)
            case "refuted":
                return "What is refuted", (self._refuted(),)
            case "checks":
                checks = self._checks()
                nothing = Paragraph(("There are no equations to be checked so.",))
                return "Spot checks", (Paragraph(self.of.read(CHECKING)), checks) if checks.rows else (nothing,)
        return "Provenance", (Paragraph(self.of.read(self._counted())), self._provenance(), *self._taken())

    def _counted(self) -> str:
        """How many theorems there are, which of them are marked in a file that can be read back, and what is certified."""
        shown = self.of.shown
        displayed = [b for b in self.of.note.blocks if isinstance(b, Lines | Stated)]
        lines = {b.theorem for b in displayed if shown[b.theorem].theorem.statement.equated}
        whole = {b.theorem for b in displayed if isinstance(b, Stated) and not b.parts}
        accepted = sum(self.of.certified[name].accepted for name in shown)
        return PROVENANCE.format(
            total=len(shown),
            tex=len(lines | whole),
            md=len(lines),
            name=self.of.name,
            accepted=accepted,
            lines=f"{verifier_lines():,}",
            others=OTHERS if accepted < len(shown) else "",
        )

    def _notation(self) -> Table:
        """The names that the displays use, each once: definitions with what they stand for, others in words."""
        parts = [part for term in self.of.terms for part in unfolded_subterms(term)]
        symbols = {part.name: part for part in reversed(parts) if isinstance(part, Symbol)}
        groups = self.of.note.meanings or dict.fromkeys(reversed(symbols), "")
        rows = [row for names, meaning in groups.items() if (row := self._symbols(names.split(", "), meaning, symbols))]
        bodies: dict[str, Formula] = {}
        for part in parts:
            if isinstance(part, Defined) and not is_entrywise_root(part.definition):
                general = Defined(part.definition, part.definition.parameters)
                head, body = self.of.typeset.term(general), self.of.typeset.term(general.unfold())
                known = bodies.get(head.text)
                if known is None:
                    rows.append(((head,), (body,)))
                elif known != body:
                    raise InputError(
                        f"{head.text} stands for {known.text} and for {body.text} in one note",
                        hint="another letter for one of them, or another note",
                    )
                bodies[head.text] = body
        return Table((), tuple(rows))

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
        shown = [piece for symbol in others for piece in (self.of.typeset.term(symbol), sign(",", ","))]
        return ((joined([*shown, self.of.typeset.symbol(last)]),), self.of.read(meaning))

    def _ledger(self) -> Table:
        """Every hypothesis and side condition of what is shown, what needs it, and what is the case without."""
        needs: dict[str, list[Ref]] = {}
        shown_as: dict[str, Prose] = {}
        for each in self.of.shown.values():
            if each.name not in self.of.refs:
                continue
            for hypothesis in self.of.needed(each):
                key = text_hypothesis(hypothesis)
                words = self.of.hypothesis(hypothesis) or (self.of.typeset.hypothesis(hypothesis),)
                shown_as.setdefault(key, words)
                needs.setdefault(key, []).append(self.of.refs[each.name])
        unknown = [key for key in self.of.said if key not in shown_as]
        if unknown:
            raise InputError(f"what is said of {unknown[0]!r}, which nothing in the note needs", hint="leave it out")
        rows = []
        for key, words in shown_as.items():
            once = {ref.shown: ref for ref in reversed(needs[key])}
            without = self.of.said[key].without if key in self.of.said else ""
            rows.append((words, listed(reversed(once.values())), self.of.read(without)))
        if not any(without for _, _, without in rows):
            return Table((("condition",), ("needed for",)), tuple(row[:2] for row in rows))
        return Table((("condition",), ("needed for",), ("without it",)), tuple(rows))

    def _refuted(self) -> Table:
        """Near misses, where they fail, and what the two sides are there."""
        rows: list[tuple[Prose, ...]] = []
        last: tuple[Prose, Prose] = ((), ())
        for miss in self.of.note.refuted:
            found = miss_of(self.of.shown[miss.theorem], miss.miss)
            says: Prose = self.of.read(miss.says) if miss.says else (miss.miss,)
            says = (*says, *self._fails(found))
            ref = self.of.refs.get(miss.within or miss.theorem)
            place, clash = place_of(self.of, found), self._clash(found)
            same = found.counterexample is not None and place == last[0]
            shown_as = ("the same",) if same else place, clash[-1:] if same and clash[:-1] == last[1][:-1] else clash
            apart = () if miss.says else self._stated_apart(found, self.of.shown[miss.theorem])
            near = ("; close to " if apart else ", in ", ref) if ref else ()
            rows.append(((*says, *apart, *near), shown_as[0], shown_as[1]))
            last = place, clash
        return Table((("close, and false",), ("at",), ("left ≠ right",)), tuple(rows))

    def _stated_apart(self, miss: Verdict, theorem: CheckedTheorem) -> Prose:
        """The statement of a near miss with symbols that its theorem does not have, and where these are from."""
        known = {symbol.name for symbol in symbols_of(*stated_terms(theorem.theorem.statement))}
        terms = stated_terms(miss.statement)
        others = [symbol for symbol in symbols_of(*terms) if symbol.name not in known]
        if not others:
            return ()
        page = self.of.typeset.on_page(terms)
        said = self.of.sentence(miss.statement) if len(str(miss.statement)) <= SHORT else ("it has other symbols",)
        return (": ", *said, ", with ", *listed(map(page.symbol, others)))

    def _fails(self, miss: Verdict) -> Prose:
        """Of what has parts, the one that is false: its equation where that is short, else its name."""
        part = miss.refuting_part
        if part is None:
            return ()
        equation = part.judgement.statement
        said = self.of.sentence(equation) if equation.equated and len(str(equation)) <= SHORT else (part.name,)
        return (": not ", *said)

    def _clash(self, miss: Verdict) -> Prose:
        found = miss.counterexample
        if found is None:
            return ()
        if isinstance(found, Failure):
            return (found.says,)
        left, right = self.of.typeset.clash(found)
        return (left, " ", right)

    def _checks(self) -> Checks:
        """Each equation by exact arithmetic and by SymPy, at small sizes."""
        rows = []
        for each in self.of.shown.values():
            self.of.steps(f"spot checks of {each.label}")
            if each.theorem.statement.equated and each.name in self.of.refs:
                found = self.of.checks[each.name]()
                cells = [f"{row.agreed}/{row.points}" if row.points else "–" for row in found.exact]
                cells += [{True: "yes", False: "NO", None: "open"}[answer.result] for answer in found.sympy]
                if found.speak_against:
                    self.of.against.append(each.label)
                rows.append(((self.of.refs[each.name], f" {each.theorem.title}"), tuple(cells)))
        return Checks(EXACT_SIZES, SYMPY_SIZES, tuple(rows))

    def _provenance(self) -> Table:
        """The certificate of each theorem, and what a separate program says of it."""
        rows = []
        for each in self.of.shown.values():
            said = self.of.certified[each.name]
            shown_as = Code(said.digest[:DIGITS]) if said.accepted else f"not certified: {said.why_not}"
            rows.append(((Code(each.name),), (shown_as,)))
        return Table((), tuple(rows))

    def _taken(self) -> Iterator[Paragraph]:
        if self.of.note.taken:
            yield Paragraph(
                ("Taken from textbooks, and not decided: ", *self.of.read("; ".join(self.of.note.taken)), ".")
            )


def miss_of(each: CheckedTheorem, wrong: str) -> Verdict:
    """The verdict of a near miss, by its words."""
    misses = {near.wrong: verdict for near, verdict in zip(each.theorem.near_misses, each.near_misses, strict=True)}
    if wrong not in misses:
        raise InputError(f"{each.label} has no near miss {wrong!r}", hint="; ".join(misses))
    return misses[wrong]


def place_of(setting: Building, miss: Verdict) -> Prose:
    """Sizes and data at which a near miss fails."""
    found = miss.counterexample
    if found is None:
        return ("not refuted",)
    if isinstance(found, Failure):
        return listed(setting.typeset.assignments(found.point))
    return ("every size: the shapes differ",) if found.ill_typed else listed(setting.typeset.witness(found))
