"""The sentences of a text that fix names: those of which each word is known; any other sentence fixes nothing.

A claim, a question, a denial, a case and a condition have words that are not known here, so none of them is taken for a
hypothesis.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from derive.reading.latex.limiting import UNSURE
from derive.reading.paper.document import Inline
from derive.reading.paper.texts import DISPLAY, FORMULA, Text
from derive.reading.paper.units import LOGIC
from derive.reading.source import Source

#: How a sentence goes on behind a display of which it says nothing.
_GOES_ON = re.compile(r"[\s,]*(?:where|with|and|for|here)\b")
#: Layout that says nothing.
_LAYOUT = re.compile(r"\\(?:emph|textit|textbf|text|noindent|item|q?quad)(?![A-Za-z])|\\[,; ]")
_TOKEN = re.compile(rf"(?:[^\W\d_]|(?<=\w)[-'](?=\w))+|[,;:{FORMULA}{DISPLAY}]|\S")
_SILENT = frozenset("().*_{}~\"'`+-")
#: Signs beside a formula or between two of them, which may be of mathematics: "$A$ + $B$", "$A$ $B$", "$A$'".
_SIGNED = re.compile(
    rf"{FORMULA}[^\w,;:{FORMULA}{DISPLAY}]*{FORMULA}|{FORMULA}\s*(?:['+/^]|-(?!-))|(?<=[^\s\W])\s*[-+/]\s*{FORMULA}"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words that a sentence which fixes names begins with, each of which governs what follows it.
_ASSUMING = _words("suppose assume supposing assuming where here that throughout")
_GIVING = _words("with given consider for")
_FIXING = _words("let set put take fix choose write define denote call writing denoting defining setting abbreviate")
HEADS = _ASSUMING | _GIVING | _FIXING
#: Words before those.
_LEADS = _words(
    "and now also moreover furthermore further finally first next we us inputs input notation setup assumptions"
)
#: Those of them that may stand elsewhere, too.
_ANYWHERE = _words("and also we us inputs input")
_BEING = _words("is are denotes")
#: Words of properties, and what may stand beside them where they are said of names: not "the columns of", "its diagonal".
_PROPERTIES = _words(
    """symmetric invertible nonsingular non-singular orthogonal diagonal positive definite positive-definite semidefinite
    positive-semidefinite"""
)
_BESIDE = _PROPERTIES | _ANYWHERE | _words(
    """is are be that a an the all both real square nonnegative non-negative nonzero non-zero constant fixed arbitrary
    finite matrix matrices vector vectors scalar scalars number numbers variable variables parameter parameters known
    given hat design data weight weights ,"""
)  # fmt: skip
_SIZES = _words("size sizes length dimension dimensions")
#: Words that what is compared is not of the names beside them.
_PARTS = _words("of its their mean norm variance row rows column columns component components which such one")
#: Words that tell in what case something is said, where they stand behind "for".
_CASES = _PROPERTIES | _words(
    "nonnegative non-negative nonzero non-zero constant finite integer natural full unit zero single two three in"
)
_OTHERS = _words(
    """be by a an the of in to its their all both such which so-called
    real square symmetric invertible nonsingular non-singular orthogonal diagonal positive definite positive-definite
    semidefinite positive-semidefinite nonnegative non-negative nonzero non-zero constant fixed arbitrary
    finite integer natural two three single full rank identity unit zero all-ones ones
    matrix matrices vector vectors scalar scalars number numbers function functions map dimension dimensions size
    sizes index row rows column columns component components variable variables parameter parameters data hat design
    output outputs feature features sample samples batch layer score scores weight weights bias mean variance norm
    squared loss gradient target targets length space sets learnable regularization ridge denoted defined written
    called known"""
)
_SIGNS = frozenset({DISPLAY, ","})
_WORDS = HEADS | _LEADS | _BEING | _OTHERS | _SIGNS
#: ℝ with its sizes, and a name.
SPACE = (
    r"\s*\\(?:(?:mathbb|mathbf|Bbb)\s*\{?\s*R\s*\}?|R(?![A-Za-z]))\s*"
    r"(?:\^\s*(?:\{(?P<sizes>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(?P<size>\w)))?\s*"
)
NAME = r"\s*\\?[A-Za-z]+(?:\s*\{\s*\\?[A-Za-z]+\s*\})?(?:_(?:\w|\{[^{}]*\}))?'*\s*"
#: What "for" may have behind it: names, and a space that they are of; $t > 0$ is a case.
_NAMED = re.compile(rf"{NAME}(?:,{NAME})*(?:\\in\b{SPACE})?")
_COMPARED = re.compile(r"[<>≤≥]|\\[gl](?:eqslant|eq|e|t)(?![A-Za-z])")
_IN_MATHS = re.compile(r"\\[A-Za-z]+|\S")
_NO_MATHS = (LOGIC - {":"}) | {r"\text", r"\mbox", r"\hbox", r"\textrm", r"\iff", r"\implies", r"\Rightarrow", "?"}


@dataclass(frozen=True)
class Fixing:
    """Where a formula stands in a sentence that fixes names: what is before and behind it, and the word that governs it."""

    before: str
    behind: str
    governed: str

    @property
    def always(self) -> bool:
        """Is what is said of the names meant wherever they stand, rather than for what is said beside it?"""
        return self.governed != "for"


def fixing(found: Sequence[Inline], texts: Mapping[Source, Text]) -> list[Fixing | None]:
    """Each formula in its sentence; None of one whose sentence fixes nothing."""
    formulas = {(inline.source, texts[inline.source].whole[inline.begin][0]): inline for inline in found}
    made: list[Fixing | None] = []
    for inline in found:
        source, text = inline.source, texts[inline.source].marked
        place = texts[source].whole[inline.begin][0]
        begin, end = texts[source].sentence(place)
        begin = texts[source].sentence(begin - 1)[0] if begin and text[begin] == DISPLAY else begin
        begin, end = _without_displays(text, begin, end, place)
        own = [formulas[source, at] for at in range(begin, end) if text[at] == FORMULA]
        heads = None if begin > place else _governing(text[begin:end], [source.text[x.begin : x.end] for x in own])
        made.append(
            None if heads is None else Fixing(text[begin:place], text[place + 1 : end], heads[own.index(inline)])
        )
    return made


def _without_displays(text: str, begin: int, end: int, place: int) -> tuple[int, int]:
    """The part of a sentence between displays that a formula stands in; an empty one of what may not hold."""
    before, behind = text.rfind(DISPLAY, begin, place), text.find(DISPLAY, place, end)
    if before >= 0:
        if UNSURE.search(text, begin, before):
            return place + 1, place + 1
        begin = before + 1
    if behind >= 0:
        rest = text[behind + 1 : end].lstrip()
        if not rest[:1].islower() or _GOES_ON.match(rest):
            end = behind
    return begin, end


def _governing(sentence: str, formulas: Sequence[str]) -> list[str] | None:
    """The word that governs each formula of a sentence; None of a sentence that fixes nothing."""
    if "~~" in sentence or any(x in _NO_MATHS for each in formulas for x in _IN_MATHS.findall(each)):
        return None
    if _SIGNED.search(sentence):
        return None
    found = [x.lower() for x in _TOKEN.findall(_LAYOUT.sub(" ", sentence))]
    found = [x for x in found if x not in _SILENT]
    if not _said_of_names(found, formulas):
        return None
    heads, head, joined, anew, before = list[str](), "", True, True, ""
    for word in found:
        if is_head(word, before):
            if word == "where" and before not in ("", ",", DISPLAY, "and"):
                return None  # it says where the rest holds
            head, joined, anew = word, True, False
        elif word in (";", ":"):
            anew = True
        elif word == FORMULA:
            if anew or (before == "," and head in _GIVING | {"here", "throughout"}):
                return None  # it may follow from what is given
            heads.append(head)
        elif word not in _WORDS or (anew and word not in _LEADS | _SIGNS):
            return None
        elif word in _BEING:
            if head not in _ASSUMING or not joined:
                return None
            joined = False
        joined = joined or word == "and"
        before = word
    return heads


def is_head(word: str, before: str) -> bool:
    return word in HEADS and not (word in ("set", "given") and before in ("a", "the", "be", "is", "are"))


def _said_of_names(found: Sequence[str], formulas: Sequence[str]) -> bool:
    """Is what a sentence says said of the names in it themselves, and in every case?

    Not of "the columns of $B$", "one of $A$ and $B$", "for $t > 0$", "in one dimension", "with symmetric diagonal".
    """
    formula = iter(formulas)
    clauses: list[tuple[str, list[str], list[str]]] = [("", [], [])]
    for number, word in enumerate(found):
        after = next((each for each in found[number + 1 :] if each not in _LEADS), "")
        if is_head(word, found[number - 1] if number else ""):
            clauses.append((word, [], []))
            continue
        if word in _LEADS - _ANYWHERE and clauses[-1][0] and after not in HEADS:
            return False
        if word == "in" and found[number + 1 : number + 2] != [FORMULA]:
            return False
        clauses[-1][1].append(word)
        if word == FORMULA:
            clauses[-1][2].append(next(formula))
    return all(_is_of_names(head, said, named) for head, said, named in clauses)


def _is_of_names(head: str, said: Sequence[str], formulas: Sequence[str]) -> bool:
    """The same of a clause, behind its head."""
    words = {word for word, after in pairwise((*said, "")) if not (word == "of" and after in _SIZES)}
    if head == "for" and (words & _CASES or not all(map(_NAMED.fullmatch, formulas))):
        return False
    if "of" in words and words & {"be", *_BEING} and head not in _FIXING - {"let"}:
        first = said.index(next(word for word in said if word in ("be", *_BEING)))
        if "of" in said[:first]:
            return False
    if words & _PARTS and any(map(_COMPARED.search, formulas)):
        return False
    if not words & _PROPERTIES:
        return True
    beside = any(word in _PROPERTIES and after == FORMULA for word, after in pairwise(said))
    return bool(formulas) and words <= _BESIDE | _SIZES | {FORMULA, DISPLAY} and not (head == "with" and beside)
