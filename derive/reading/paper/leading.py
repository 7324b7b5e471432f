r"""What the sentence before a display says: "off the diagonal, where $j \neq i$:", "set $\phi'(t) = 0$:".

It may be where the relations hold, so none of them is refuted, those that have other indices left out; what is proved for
all is proved.  What is assumed or holds anyway is no condition.  "Let $x = y$." may also stand in a sentence before it, in
the same paragraph, and "Suppose" right before a display, which then is the condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.errors import InputError
from derive.language.substitution import dimensions_of, symbols_of
from derive.language.terms import Term
from derive.reading.latex import Context, LatexChain, read_latex
from derive.reading.latex.spelling import key_of_text
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display, Inline
from derive.reading.paper.lost import letters
from derive.reading.paper.stationary import names_in
from derive.reading.paper.units import Premise

SIGN = re.compile(r"(\\neq?|\\not\s*=|\\l(?:eq?|t)|\\g(?:eq?|t)|[<>=≠≤≥])(?![A-Za-z])")
#: How a display begins.
_OPENING = r"(?:\$\$?|\\\(|\\\[|\\begin\s*\{[^{}]*\}(?:\{[^{}]*\})?)?"
_LAST = re.compile(_OPENING + r"\s*\Z")
#: Between the formula and the next one, or the display, of one sentence.
_ON = re.compile(r"(?:\$|\\\))?[^$#.!?\\]*" + _OPENING)
#: Between paragraphs, and displays.
_APART = re.compile(r"\n[ \t]*\n|\\(?:(?:sub)*section|par|begin|end|item)(?![A-Za-z])|\\[\[\]]|\$\$|\n#")


#: Words before a formula that is a condition of what follows.
_CONDITION = re.compile(
    r"(?<![A-Za-z])(?:set(?:ting)?|put(?:ting)?|tak(?:e|ing)|choos(?:e|ing)|let(?:ting)?|if|when(?:ever)?|suppos(?:e|ing)"
    r"|assum(?:e|ing|ption),?|fix|consider|case|choice|provided|given|where|with|for|under|at|since|because|as|by|from|us(?:e|ing)"
    r"|substitut(?:e|ing)|plug(?:ging)?\s+in|impos(?:e|ing)|speciali[sz](?:e|ing)\s+to|restrict(?:\s+ourselves)?\s+to"
    r"|restricting\s+to|once|long\s+as|inasmuch\s+as|in\s+case(?:\s+of)?|subject\s+to|not(?:e|ing)|requir(?:es?|ing)|needs"
    r"|(?:thanks|due)\s+to|because\s+of|except|unless|outside|until|being|after|granted|fixing|knowing|but)"
    r"(?:\s+(?:that|now|we\s+have))?\s*(?:\$|\\\()?\s*\Z",
    re.IGNORECASE,
)
#: Those that begin a sentence which holds beyond it.
_SET = re.compile(
    r"(?:^|[.:;,]\s|\n\s*)\s*(?:(?:now|moreover|and|also|here|so|we|let\s+us)\s+)*(?:set|put|take|choose|let|suppose|assume|fix|consider)"
    r"(?:\s+(?:that|now|we\s+have))?\s*(?:\$|\\\()?\s*\Z",
    re.IGNORECASE,
)
#: Words behind a formula that what follows rests on.
_RESTS = re.compile(r"(?<![A-Za-z])(?:so|hence|thus|therefore|then|gives|yields)(?![A-Za-z])")
#: Before a display that is a condition itself.
_ANNOUNCED = re.compile(
    r"(?<![A-Za-z])(?:let|if|when(?:ever)?|suppos(?:e|ing)|assum(?:e|ing)|provided)(?:\s+that)?[\s:,]*"
    + _OPENING
    + r"\s*\Z",
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
        if relation.supposed is not None:
            return relation
        if not self.names:
            sides = [side for side in (relation.lhs, relation.rhs) if side is not None]
            limits = self.symbols is None or bool(self.symbols & {*names_in(relation), *dimensions_of(*sides)})
            return replace(relation, supposed=self.premise) if limits else relation
        free = {index.name for side in (relation.lhs, relation.rhs) if side is not None for index in side.free}
        limits = self.names <= free if self.equal else bool(self.names & free)
        return replace(relation, supposed=self.premise) if limits and not relation.under.narrows else relation


def said_before(display: Display, above: Sequence[Inline], context: Context) -> tuple[Leading, ...]:
    """The conditions in the sentence that leads to a display, and behind such a word in its paragraph, the last one first.

    ``above`` are the formulas in the text.
    """
    made: list[Leading] = []
    until, near = display.begin, True
    for inline in reversed(above):
        source = inline.source
        if source is not display.source:
            break
        between = source.text[inline.end : until].rstrip()
        near = near and bool(_ON.fullmatch(between))
        if not near and _APART.search(_LAST.sub("", source.text[inline.end : display.begin])):
            break
        formula = source.text[inline.begin : inline.end].strip()
        first, *rest = SIGN.split(formula)
        names = [_index(side, context) for side in (first, *rest[1::2])]
        words = source.text[max(0, inline.begin - 40) : inline.begin]
        worded = _SET.search(words) or (near and (_CONDITION.search(words) or _RESTS.search(between)))
        chain = read(formula, context) if rest and worded else None
        if rest and ((near and all(names)) or (worded and not is_given(inline, chain, context))):
            place = f"{source.file}:{source.place(inline.begin)}"
            hint = rf"write behind the relation where it holds: \quad ({formula})"
            if not all(names):
                hint = f"declare it, % derive: assume {formula}, or expect: refuted"
            error = InputError(f"not checked: it may hold where the text says, {formula}, at {place}", hint=hint)
            premise = Premise(source, inline.begin, "the condition in the text", error)
            own = frozenset(filter(None, names)) if all(names) else frozenset[str]()
            made.append(Leading(own, set(rest[::2]) == {"="}, premise, speaks_of(chain, context)))
        until = inline.begin
    return tuple(made)


def is_announced(display: Display) -> bool:
    """Does a word such as "suppose" stand right before a display, so that it may be a condition?"""
    return bool(_ANNOUNCED.search(display.source.text, max(0, display.begin - 80), display.begin))


def read(formula: str, context: Context) -> LatexChain | None:
    """What a formula says; None of one that cannot be read."""
    try:
        return read_latex(formula, context)
    except InputError:
        return None


def is_given(inline: Inline, chain: LatexChain | None, context: Context) -> bool:
    """Does a formula say what is assumed, or holds anyway, or something of names alone that are not declared?"""
    said = letters(inline.source, inline.begin, inline.end, context)
    if said is not None and not any(context.is_word(letter, upright=True) for letter in said):
        return True
    if chain is None:
        return False
    pairs = zip(pairwise(chain.terms), chain.relations, strict=True)
    try:
        given = {hypothesis_of(left, sign, right) for (left, right), sign in pairs}
    except InputError:
        return False
    return given <= set(chain.hypotheses) or (chain.is_equation and context.holds(*chain.terms))


def speaks_of(chain: LatexChain | None, context: Context) -> frozenset[Term] | None:
    """The symbols in a formula, definitions unfolded, and derivatives that are only declared, or else its dimensions.

    None of a formula that cannot be read.
    """
    if chain is None:
        return None
    found = symbols_of(*chain.terms)
    names = {symbol.name for symbol in found}
    slopes = (context.env.names.get(slope) for slope, pair in context.slopes.items() if names.intersection(pair))
    said = [*found, *(slope for slope in slopes if isinstance(slope, Term))]
    return frozenset[Term](said or dimensions_of(*chain.terms))


def _index(text: str, context: Context) -> str | None:
    """The name of the index that stands there, if one does."""
    found = key_of_text(text.strip())
    return None if found is None else context.index(found[0])
