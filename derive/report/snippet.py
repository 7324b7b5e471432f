r"""One theorem as LaTeX to paste: what it assumes, what it says, and the lines or parts that establish it.

A `Layout` is the width of a line, and where the reasons of lines stand: beside them where there is room, or below the
display, with (a), (b) … over the signs.  A snippet needs amsmath, that of the layout ``theorem`` amsthm too, and no more.
Its first line names the theorem, its last says where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from derive.authoring.theory import CheckedTheorem
from derive.derivation.derivation import Line
from derive.errors import InputError
from derive.language.hypotheses import Condition
from derive.language.terms import Term
from derive.printing import ARROW, Notation
from derive.printing.names import harmless
from derive.report import stating
from derive.report.breaking import tex_width, text_width
from derive.report.escape import tex_line
from derive.report.fitting import INDENT, fitted
from derive.report.formulas import Typeset
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.needs import needs, stated_terms
from derive.statements.scope import Scope
from derive.statements.statement import Statement
from derive.statements.verdict import Part
from derive.theories.registry import theory_names

Number = Literal["last", "all", "none"]

#: The longest equation that is a reason, and the most parts that are shown.
REASON, MANY = 40.0, 16
#: Room for the number of an equation, between a formula and its reason, and for a relation sign.
_NUMBERED, _BETWEEN, _SIGN = 26.0, 22.0, 14.0
#: The part of a line that a left side before its first sign may take up.
_HEAD = 0.35
#: How much narrower an item of a list is than a line.
_ITEM = 28.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Layout:
    """``width`` of a line in points; ``beside``: may reasons stand beside the lines; ``theorem``: environments of amsthm."""

    name: str
    width: float
    beside: bool = True
    theorem: bool = False


LAYOUTS = {
    "article": Layout("article", 345.0),
    "twocolumn": Layout("twocolumn", 229.0, beside=False),
    "theorem": Layout("theorem", 345.0, theorem=True),
}


@dataclass(frozen=True)
class Options:
    """How a snippet is written; ``definitions``: are those it uses put before it; ``ends``: first and last line only."""

    layout: Layout = LAYOUTS["article"]
    notation: Notation = ARROW
    number: Number = "last"
    definitions: bool = False
    ends: bool = False


def label_of(label: str) -> str:
    r"""A label as LaTeX can have it in ``\label``.

    >>> label_of("layernorm.eq6"), label_of("a}b#c")
    ('layernorm.eq6', 'a-b-c')
    """
    return re.sub(r"[^A-Za-z0-9._:-]", "-", label)


def snippet(theorem: CheckedTheorem, options: Options = Options(), note: str = "") -> str:
    """A theorem as LaTeX to paste; ``note`` is a comment below its first line.

    Of a theory that papers can name it stands between comments which hold it to its theorem.

    Raises `InputError` for an equation of a single line.
    """
    made = _Snippet(theorem, options).text()
    said = [f"% {note}"] if note else []
    if is_held(theorem.label):
        return "\n".join([f"% derive: theorem {harmless(theorem.label)}", *said, *made, "% derive: end"]) + "\n"
    return "\n".join([*said, *made]) + "\n"


def is_held(label: str) -> bool:
    """Is this the label of a theory that papers can name?"""
    return label.partition(".")[0] in theory_names()


def scope_words(scope: Scope, conditions: Iterable[Condition]) -> str:
    """For which sizes a theorem is proved, and where, in ASCII."""
    page = Typeset()
    sizes = " ".join(part if isinstance(part, str) else part.latex for part in page.scope(scope))
    where = ", ".join(page.condition(condition).latex for condition in conditions)
    return f"{sizes}{f', wherever {where}' if where else ''}"


class _Snippet:
    """A theorem in one layout: of an equation or a chain the lines, of another kind of statement the parts behind it."""

    def __init__(self, checked: CheckedTheorem, options: Options) -> None:
        theorem = checked.theorem
        self.checked, self.label, self.title, self.statement = checked, theorem.label, theorem.title, theorem.statement
        self.options, self.layout = options, options.layout
        self.lines = theorem.derivation.lines if theorem.derivation is not None else tuple(map(Line, theorem.terms))
        members = _members(self.statement)
        parts = () if self.statement.equated else checked.verdict.all_parts
        self.parts = [p for p in parts if not p.judgement.parts and p.judgement.statement not in members]
        if self.statement.equated and len(self.lines) < 2:
            raise InputError(f"the theorem {theorem.label!r} has a single line", hint="a chain has two terms or more")
        beside = (term for part in self.parts for term in stated_terms(part.judgement.statement))
        shown = (*stated_terms(self.statement), *(line.term for line in self.lines), *beside)
        self.put = stating.definitions_in(shown) if options.definitions else ()
        bodies = [term for d in self.put for term in (d.body, *d.parameters)]
        self.typeset = Typeset(options.notation).on_page([*shown, *bodies])

    def text(self) -> list[str]:
        opening = stating.opening(self.checked, self.typeset, self.put)
        if self.statement.equated:
            return self.equation(stating.paragraph(opening, self.layout.width))
        return self.framed(self.claim(opening), [] if self.options.ends else self.proof())

    def equation(self, opening: list[str]) -> list[str]:
        """A chain behind what is assumed; in environments its ends alone are claimed, and the lines prove them."""
        number, only_ends = self.options.number, self.options.ends
        lines = (self.lines[0], self.lines[-1]) if only_ends else self.lines
        terms = [line.term for line in lines]
        whys = [] if only_ends else [tex_line(line.justification) for line in lines[1:]]
        if not self.layout.theorem:
            return [*opening, *self.chain(terms, whys, number)]
        claim = [*opening, *self.chain([terms[0], terms[-1]] if any(whys) else terms, (), number)]
        if only_ends:
            return self.framed(claim, [])
        told = ["Both sides are equal in components, for all sizes."]
        return self.framed(claim, self.chain(terms, whys, "none") if any(whys) else told)

    def framed(self, claim: list[str], proof: list[str]) -> list[str]:
        """What is claimed and why, in the environments of the layout."""
        if not self.layout.theorem:
            return [*claim, *proof]
        head = rf"\begin{{theorem}}[{tex_line(self.title)}]\label{{thm:{label_of(self.label)}}}"
        ending = [r"\begin{proof}", *proof, r"\end{proof}"] if proof else []
        return [head, *claim, r"\end{theorem}", *ending]

    def chain(
        self, terms: Sequence[Term], whys: Sequence[str], number: Number, layout: Layout | None = None
    ) -> list[str]:
        """t₀ = t₁ = … as a display, with a reason for each line after the first."""
        formulas = [self.typeset.term(term).latex for term in terms]
        return self.display([(formulas, whys)], number, layout or self.layout)

    def display(
        self, chains: Sequence[tuple[Sequence[str], Sequence[str]]], number: Number, layout: Layout
    ) -> list[str]:
        """Chains as rows of one display, and below it the reasons that do not stand beside them."""
        beside = layout.beside and any(why for _, whys in chains for why in whys) and self.fits(chains, layout)
        keys: list[str] = []
        body: list[str] = []
        left = max(tex_width(formulas[0]) if self.short(formulas[0], layout) else 0.0 for formulas, _ in chains)
        for formulas, whys in chains:
            narrower = replace(layout, width=layout.width - (left + 4 if left else 0.0))
            body += self.rows(formulas, whys, narrower, beside, keys, self.short(formulas[0], layout))
        starred = "*" if number == "none" else ""
        rows = _numbered(body, number, label_of(self.label))
        joined = " \\\\\n  ".join(rows)
        below = "; ".join(f"({_key(n)})~{why}" for n, why in enumerate(keys))
        told = [f"Reasons: {below}."] if below else []
        return [rf"\begin{{align{starred}}}", f"  {joined}", rf"\end{{align{starred}}}", *told]

    def fits(self, chains: Sequence[tuple[Sequence[str], Sequence[str]]], layout: Layout) -> bool:
        """Is there room for every reason beside its line?"""
        left = max(tex_width(formulas[0]) if self.short(formulas[0], layout) else 0.0 for formulas, _ in chains)
        right = max(tex_width(formula) for formulas, _ in chains for formula in formulas[1:])
        right = max([right, *(tex_width(f[0]) for f, _ in chains if not self.short(f[0], layout))])
        reasons = max(text_width(why) for _, whys in chains for why in whys)
        return left + _SIGN + right + _BETWEEN + reasons + _NUMBERED <= layout.width

    def short(self, formula: str, layout: Layout) -> bool:
        """May a left side stand before its first sign?"""
        return layout.beside and tex_width(formula) <= layout.width * _HEAD

    def rows(
        self, formulas: Sequence[str], whys: Sequence[str], layout: Layout, beside: bool, keys: list[str], short: bool
    ) -> list[str]:
        """The rows of a chain, right of its first sign if its left side is short."""
        head, *others = formulas
        made: list[str] = []
        indent = "" if short else r" \quad"
        room = layout.width - _SIGN - _NUMBERED / 2 - (0.0 if short else INDENT)
        if not short:
            first, *more = fitted(head, layout.width - _NUMBERED / 2)
            made += [f"& {first}", *(rf"& \quad {{}} {row}" for row in more)]
        for number, formula in enumerate(others):
            why = whys[number] if number < len(whys) else ""
            sign = "="
            if why and not beside:
                keys.append(why)
                sign = rf"\overset{{({_key(len(keys) - 1)})}}{{=}}"
            first, *more = fitted(formula, room)
            lead = f"{head} " if short and number == 0 else ""
            row = f"{lead}&{indent} {sign} {first}".replace("&  ", "& ")
            made += [row, *(rf"&{indent} \quad {{}} {row_}" for row_ in more)]
            if why and beside:
                made[-1] += rf" && \text{{{why}}}"
        return made

    def claim(self, opening: stating.Prose) -> list[str]:
        """What is claimed, behind what is assumed."""
        statement = self.statement
        if isinstance(statement, All):
            holds = "each of these holds." if opening else "Each of these holds."
            begin = stating.paragraph((*opening, holds), self.layout.width)
            items = [line for member in _members(statement) for line in self.item(member)]
            return [*begin, r"\begin{enumerate}", *items, r"\end{enumerate}"]
        prose = stating.prose_of(statement, self.typeset)
        prose = stating.displayed(prose) if stating.mathematical(statement) else prose
        prose = prose if opening else stating.capital(prose)
        return stating.paragraph((*opening, *prose, "."), self.layout.width)

    def item(self, member: Statement) -> list[str]:
        """A member of a conjunction, with what it assumes besides."""
        shared = {self.typeset.hypothesis(h).latex for h in needs(self.statement)}
        own = [self.typeset.hypothesis(h).latex for h in needs(member)]
        words: list[str | stating.Math | stating.Several] = []
        if own := [latex for latex in dict.fromkeys(own) if latex not in shared]:
            words += ["If ", *stating.listed(own), ", then "]
        if told := [tex_line(word) for word in self.statement.whose(member) if isinstance(word, str)]:
            words = [f"With {', '.join(told)}: ", *words]
        prose = stating.prose_of(member, self.typeset)
        if stating.mathematical(member):
            prose = stating.displayed(prose) if words else prose
        lines = stating.paragraph(
            (*words, *(prose if words else stating.capital(prose)), "."), self.layout.width - _ITEM
        )
        return [rf"  \item {lines[0]}", *(f"  {line}" for line in lines[1:])]

    def proof(self) -> list[str]:
        """The parts that establish it."""
        if not self.parts:
            words = [tex_line(f"{self.statement.lemma}.")] if self.statement.lemma else []
            return ["Decided by exact computation.", *words] if self.layout.theorem else []
        if len(self.parts) > MANY:
            count = f"{len(self.parts)} equations and inequalities"
            return [rf"This is established by {count}: \texttt{{derive show {tex_line(self.label)}}}."]
        made = ["This is established as follows."]
        nested = any("." in part.number for part in self.parts)
        group: list[Part] = []
        for part in self.parts:
            if isinstance(part.judgement.statement, Equations):
                group.append(part)
                continue
            made += self.equations(group, nested)
            group = []
            prose = stating.prose_of(part.judgement.statement, self.typeset)
            named = stating.capital((f"{_name(part, nested)}: ",))
            made += stating.paragraph((*named, *prose, "."), self.layout.width)
        return [*made, *self.equations(group, nested)]

    def equations(self, parts: Sequence[Part], nested: bool) -> list[str]:
        """Parts that are equations, as one display with their names as reasons."""
        if not parts:
            return []
        chains = []
        for part in parts:
            chain = part.judgement.statement.terms
            formulas = [self.typeset.term(term).latex for term in chain]
            chains.append((formulas, [_name(part, nested), *[""] * (len(formulas) - 2)]))
        number: Number = "none" if self.layout.theorem or self.options.number == "last" else self.options.number
        return self.display(chains, number, self.layout)


def _key(number: int) -> str:
    more, rest = divmod(number, 26)
    return (_LETTERS[more - 1] if more else "") + _LETTERS[rest]


def _numbered(rows: Sequence[str], number: Number, label: str) -> list[str]:
    """Rows with their labels: one for the last, one for each, or none."""
    if number == "none":
        return list(rows)
    found = [
        f"{row} \\label{{eq:{label}:{n}}}" if number == "all" else f"{row} \\notag" for n, row in enumerate(rows, 1)
    ]
    found[-1] = f"{rows[-1]} \\label{{eq:{label}}}"
    return found


def _members(statement: Statement) -> list[Statement]:
    """The members of a conjunction, those of conjunctions in it in their place."""
    if not isinstance(statement, All):
        return []
    found: list[Statement] = []
    for _, member in statement.members:
        found += _members(member) if isinstance(member, All) else [member]
    return found


def _name(part: Part, nested: bool) -> str:
    return tex_line(f"{part.number} {part.name}" if nested else part.name)
