r"""How far what a sentence supposes holds: in a theorem to its end, and in the proof right behind it; and to a new "let".

Behind that it is not known whether it is meant: what stands there is decided without it and with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of
from derive.reading.latex import Context
from derive.reading.paper.asides import in_both
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Inline
from derive.reading.paper.sentences import NAME
from derive.reading.paper.stationary import names_in
from derive.reading.paper.texts import FORMULA, Text
from derive.reading.paper.units import Premise
from derive.reading.source import Source

#: Environments in which nothing is supposed for itself.
_OPEN = r"document|itemize|enumerate|description|quot\w*|center|flush\w+|minipage|multicols|appendix|appendices|frame"
_EDGE = re.compile(
    rf"\\(?:(?P<begin>begin)|end)\s*\{{(?!(?:{_OPEN})\*?\}})[^{{}}]*\}}"
    r"|^[ \t]*(?:> ?)*(?:(?P<opens>[:`]{3,}[ \t]*[^\s`:][^`\n]*)|[:`]{3,}[ \t]*)$",
    re.MULTILINE,
)
_PROOF = re.compile(r"\s*(?:\\begin\s*\{proof\*?\}|[:`]{3,}[ \t]*\{?(?:prf:)?proof\b[^\n]*)")
#: "Let $A$", "Let $B$ and $A$ be", "consider an arbitrary matrix $A$": where a name begins anew.
_LET = re.compile(
    rf"\b(?P<let>let|take|choose|consider)\b[^.;:]*\Z|\b(?:suppose|assum(?:e|ing))\b[^.;:{FORMULA}]*\Z", re.IGNORECASE
)
_ANY = re.compile(r"\b(?:an?|any|arbitrary|every|each)\b[^,]*\Z", re.IGNORECASE)
_GENERAL = re.compile(r"\b(?:any|arbitrary|general|every|not?|all)\b", re.IGNORECASE)
_BE = re.compile(rf"(?:\s|,|\band\b|{FORMULA})*(?:both\s+|all\s+)?(?:be|is|are|denotes?)\b")
_ALSO = re.compile(r"\b(?:also|moreover|further(?:more)?|addition(?:ally)?|in fact)\b", re.IGNORECASE)
_NAMED = re.compile(rf"({NAME})(?:\Z|\\in\b|[<>=,]|\\[gln]e(?:q|qslant)?(?![A-Za-z]))")

#: The readings of what may rest on what was supposed before, and how to write it in one.
WAYS = ("what was supposed in a theorem above, or before a new 'let', is over", "it holds here, too")
SETTLED = "say it again in this theorem, or declare what holds: % derive: assume …"


def scope(text: Text, place: int) -> int | None:
    """Where the environment ends that an offset of a text stands in, with the proof behind it; None outside of all."""
    depth = 0
    for edge in _EDGE.finditer(text.marked, place):
        depth += 1 if edge["begin"] or edge["opens"] else -1
        if depth < 0:
            proof = _PROOF.match(text.marked, edge.end())
            return (scope(text, proof.end()) or len(text.marked)) if proof else edge.end()
    return None


def region(text: Text, at: int) -> int:
    """Where the theorem begins that an offset stands in, or in whose proof it does; elsewhere the paragraph."""
    opened, last = list[int](), (-1, -1)
    for edge in _EDGE.finditer(text.marked, 0, at):
        if edge["begin"] or edge["opens"]:
            proves = last[1] >= 0 and _PROOF.match(text.marked, last[1], edge.end()) is not None
            opened.append(last[0] if proves else edge.end())
        elif opened:
            last = opened.pop(), edge.end()
    return opened[-1] if opened else text.paragraph(at)


def begins_anew(inline: Inline, text: Text) -> list[str]:
    """The names that a sentence takes for something new at a formula, as they are written."""
    formula = inline.source.text[inline.begin : inline.end]
    place = text.whole[inline.begin][0]
    begin, end = text.sentence(place)
    before, behind = text.marked[begin:place], text.marked[place + 1 : end]
    let = _LET.search(before)
    if let is None or _ALSO.search(before) or not (let["let"] or _GENERAL.search(text.marked[begin:end])):
        return []
    names = formula.split(r"\in")[0].split(",") if r"\in" in formula else [formula]
    found = [named[1].strip() for name in names if (named := _NAMED.match(name.strip()))]
    alone = len(found) == 1 and re.fullmatch(NAME, formula)
    return found if not alone or _BE.match(behind) or _ANY.search(before[let.start() :]) else []


@dataclass(frozen=True)
class Held:
    """What a sentence supposes by the ``clause`` that says it, at a formula with a ``number``, and its ``end``."""

    number: int
    clause: str
    hypotheses: tuple[Hypothesis, ...]
    source: Source
    end: int | None

    def is_over(self, source: Source, at: int, anew: Sequence[tuple[int, str]]) -> bool:
        """Is it over at an offset, where some names were begun anew?"""
        if self.end is not None and (source is not self.source or at >= self.end):
            return True
        return any(number > self.number and _speaks_of(self.clause, name) for number, name in anew)


def _speaks_of(clause: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z_'])", clause) is not None


def without(context: Context, hypotheses: Sequence[Hypothesis]) -> Context:
    """A context in which some hypotheses do not hold any more."""
    kept = tuple(each for each in context.env.hypotheses if each not in hypotheses)
    return context if kept == context.env.hypotheses else replace(context, env=replace(context.env, hypotheses=kept))


def in_scope(relation: Relation, over: Sequence[Hypothesis], context: Context) -> Relation:
    """A relation without what was supposed of its names above, and with it."""
    names = {*names_in(relation)}
    given = tuple(each for each in over if each not in relation.hypotheses and names & {*symbols_of(*each.terms)})
    if relation.error is not None or not given:
        return relation
    if relation.readings or relation.supposed is not None:
        error = relation.source.ambiguous(relation.at, "what was supposed above", WAYS, SETTLED)
        premise = Premise(relation.source, relation.at, "what was supposed above", error)
        return replace(relation, supposed=premise.after(relation.supposed))
    return in_both(relation, given, context, WAYS, SETTLED)
