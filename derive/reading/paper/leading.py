r"""What the sentence before a display says: "off the diagonal, where $j \neq i$:", "set $\phi'(t) = 0$:".

It may be where the relations hold, so none of them is refuted, those that have other indices left out; what is proved for
all is proved.  What is assumed or holds anyway is no condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.errors import InputError
from derive.language.substitution import dimensions_of, symbols_of
from derive.language.terms import Term
from derive.reading.latex import Context, read_latex
from derive.reading.latex.spelling import key_of_text
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display, Inline
from derive.reading.paper.lost import letters
from derive.reading.paper.stationary import names_in
from derive.reading.paper.units import Premise

_SIGN = re.compile(r"(\\neq?|\\not\s*=|\\l(?:eq?|t)|\\g(?:eq?|t)|[<>=≠≤≥])(?![A-Za-z])")
#: Between the formula and the next one, or the display, of one sentence.
_ON = re.compile(r"(?:\$|\\\))?[^$#.!?\\]*(?:\$\$?|\\\(|\\\[|\\begin\s*\{[^{}]*\}(?:\{[^{}]*\})?)?")


#: Words before a formula that is a condition of what follows.
_CONDITION = re.compile(
    r"(?<![A-Za-z])(?:set(?:ting)?|put(?:ting)?|tak(?:e|ing)|choos(?:e|ing)|let(?:ting)?|if|when(?:ever)?|suppos(?:e|ing)"
    r"|assum(?:e|ing)|provided|given|where|with|for|under|at)(?:\s+that)?\s*(?:\$|\\\()?\s*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Leading:
    """A condition on the indices of these names, or that they are ``equal``; without names, on these ``symbols``, or on any.

    ``premise`` says why what it may limit is not checked.
    """

    names: frozenset[str]
    equal: bool
    premise: Premise
    symbols: frozenset[Term] | None = None

    def limiting(self, relation: Relation) -> Relation:
        """A relation that may hold under it alone; the same where it has a condition of its own, or another index."""
        if not self.names:
            sides = [side for side in (relation.lhs, relation.rhs) if side is not None]
            limits = self.symbols is None or bool(self.symbols & {*names_in(relation), *dimensions_of(*sides)})
            return replace(relation, supposed=self.premise) if limits else relation
        free = {index.name for side in (relation.lhs, relation.rhs) if side is not None for index in side.free}
        limits = self.names <= free if self.equal else bool(self.names & free)
        return replace(relation, supposed=self.premise) if limits and not relation.under.narrows else relation


def said_before(display: Display, above: Sequence[Inline], context: Context) -> Leading | None:
    """The condition in the sentence that leads to a display, behind the formulas ``above``; None without one."""
    until = display.begin
    for inline in reversed(above):
        source = inline.source
        if source is not display.source or not _ON.fullmatch(source.text[inline.end : until].rstrip()):
            return None
        formula = source.text[inline.begin : inline.end].strip()
        first, *rest = _SIGN.split(formula)
        names = [_index(side, context) for side in (first, *rest[1::2])]
        worded = _CONDITION.search(source.text, max(0, inline.begin - 40), inline.begin)
        if rest and (all(names) or (worded and not is_given(inline, formula, context))):
            place = f"{source.file}:{source.place(inline.begin)}"
            hint = rf"write behind the relation where it holds: \quad ({formula})"
            if not all(names):
                hint = f"declare it, % derive: assume {formula}, or expect: refuted"
            error = InputError(f"not checked: it may hold where the text says, {formula}, at {place}", hint=hint)
            premise = Premise(source, inline.begin, "the condition in the text", error)
            own = frozenset(filter(None, names)) if all(names) else frozenset[str]()
            return Leading(own, set(rest[::2]) == {"="}, premise, speaks_of(formula, context))
        until = inline.begin
    return None


def is_given(inline: Inline, formula: str, context: Context) -> bool:
    """Does a formula say what is assumed, or holds anyway, or something of names alone that are not declared?"""
    said = letters(inline.source, inline.begin, inline.end, context)
    if said is not None and not any(context.is_word(letter, upright=True) for letter in said):
        return True
    try:
        chain = read_latex(formula, context)
        pairs = zip(pairwise(chain.terms), chain.relations, strict=True)
        given = {hypothesis_of(left, sign, right) for (left, right), sign in pairs}
    except InputError:
        return False
    return given <= set(chain.hypotheses) or (chain.is_equation and context.holds(*chain.terms))


def speaks_of(formula: str, context: Context) -> frozenset[Term] | None:
    """The symbols in a formula, definitions unfolded, or the dimensions, if it has none; None of one that cannot be read."""
    try:
        terms = read_latex(formula, context).terms
    except InputError:
        return None
    return frozenset[Term](symbols_of(*terms) or dimensions_of(*terms))


def _index(text: str, context: Context) -> str | None:
    """The name of the index that stands there, if one does."""
    found = key_of_text(text.strip())
    return None if found is None else context.index(found[0])
