"""The sentences of a text that fix names: those of which each word is known; any other sentence fixes nothing.

A claim, a question, a denial, a case and a condition have words that are not known here, so none of them is taken for a
hypothesis.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from derive.reading.paper.document import Inline
from derive.reading.paper.units import LOGIC

#: What stands for a formula within the text, and for a display.
FORMULA, DISPLAY = "\ue000", "\ue001"

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TEX_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")
_DISPLAYS = re.compile(
    r"\$\$.*?\$\$|\\\[.*?\\\]|\\begin\s*\{(equation|align|gather|multline|eqnarray|displaymath|flalign|alignat)(\*?)\}"
    r".*?\\end\s*\{\1\2\}",
    re.DOTALL,
)
#: Between two sentences: not behind a number or a single letter ("Case 1.", "e.g."), nor where a colon leads on.
_END = re.compile(
    rf"(?:[!?]|(?<!\d)(?<!\b[a-z])\.)[\"')*_}}]*\s+(?=(?:[-*+]\s+|\\item\s+)?[A-Z\\*_{{(\"'{FORMULA}])|(?<![:,;\n])\n\n"
    r"|\\(?:sub)*section\*?\s*\{[^{}]*\}|\\par(?![A-Za-z])|\\(?:begin|end)\s*\{(?!itemize|enumerate|description|case)[^{}]*\}(?:\[[^\]]*\])?"
    r"|^[ \t]*#[^\n]*$",
    re.MULTILINE,
)
#: How a sentence goes on behind a display of which it says nothing.
_GOES_ON = re.compile(r"[\s,]*(?:where|with|and|for|here)\b")
#: Before a display, in the same sentence: it may not hold.
_DOUBTED = re.compile(
    r"\b(?:if|not|no|never|cannot|nor|or|false|wrong|whether|unless|case|contra\w*|is it|does|do)\b",
    re.IGNORECASE,
)

#: Layout that says nothing.
_LAYOUT = re.compile(r"\\(?:emph|textit|textbf|text|noindent|item|q?quad)(?![A-Za-z])|\\[,; ]")
_TOKEN = re.compile(rf"(?:[^\W\d_]|(?<=\w)[-'](?=\w))+|[,;:{FORMULA}{DISPLAY}]|\S")
_SILENT = frozenset("().*_{}~\"'`+-")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words that a sentence which fixes names begins with, each of which governs what follows it.
_ASSUMING = _words("suppose assume supposing assuming where here that throughout")
_GIVING = _words("with given consider for")
_FIXING = _words("let set put take fix choose write define denote call writing denoting defining setting abbreviate")
_HEADS = _ASSUMING | _GIVING | _FIXING
#: Words before those.
_LEADS = _words(
    "and now also moreover furthermore further finally first next we us inputs input notation setup assumptions"
)
_BEING = _words("is are denotes")
_OTHERS = _words(
    """be by a an the of in to its their all both such which so-called respectively
    real square symmetric invertible nonsingular non-singular orthogonal diagonal positive definite positive-definite
    semidefinite positive-semidefinite nonnegative non-negative nonzero non-zero constant fixed arbitrary
    finite integer natural small large one two three second single full rank identity unit zero all-ones ones
    matrix matrices vector vectors scalar scalars number numbers function functions map dimension dimensions size
    sizes index row rows column columns component components variable variables parameter parameters data hat design
    output outputs feature features sample samples batch layer score scores weight weights bias mean variance norm
    squared loss gradient target targets length space sets learnable regularization ridge denoted defined written
    called known"""
)
_SIGNS = frozenset({DISPLAY, ","})
_WORDS = _HEADS | _LEADS | _BEING | _OTHERS | _SIGNS
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


def fixing(found: Sequence[Inline]) -> list[Fixing | None]:
    """Each formula in its sentence; None of one whose sentence fixes nothing."""
    made: list[Fixing | None] = []
    begin = 0
    while begin < len(found):
        end = begin
        while end < len(found) and found[end].source is found[begin].source:
            end += 1
        made += _fixing(found[begin:end])
        begin = end
    return made


def _fixing(found: Sequence[Inline]) -> list[Fixing | None]:
    """The same of the formulas of one text."""
    source = found[0].source
    text, places, until = "", list[int](), 0
    for inline in found:
        width = 2 if source.text[inline.begin - 2 : inline.begin] == r"\(" else 1
        text += _plain(source.text[until : inline.begin - width], source.file)
        places.append(len(text))
        text += FORMULA + ("." if source.text[inline.begin : inline.end].rstrip().endswith(".") else "")
        until = inline.end + width
    text += _plain(source.text[until:], source.file)
    edges = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    made: list[Fixing | None] = []
    for number, place in enumerate(places):
        after = bisect_right(edges, place)
        begin, end = _without_displays(text, edges[after - 1], edges[after], place)
        first = number - text.count(FORMULA, begin, place)
        own = found[first : first + text.count(FORMULA, begin, end)]
        heads = None if begin > place else _governing(text[begin:end], [source.text[x.begin : x.end] for x in own])
        made.append(None if heads is None else Fixing(text[begin:place], text[place + 1 : end], heads[number - first]))
    return made


def _plain(text: str, file: str) -> str:
    """A text without comments, with a mark for each display."""
    text = _COMMENT.sub("", text.replace(FORMULA, "?").replace(DISPLAY, "?"))
    text = text if file.endswith((".md", ".ipynb")) else _TEX_COMMENT.sub("", text)
    return re.sub(r"\n\n+", "\n\n", re.sub(r"[ \t]+\n", "\n", _DISPLAYS.sub(DISPLAY, text)))


def _without_displays(text: str, begin: int, end: int, place: int) -> tuple[int, int]:
    """The part of a sentence between displays that a formula stands in; an empty one of what may not hold."""
    before, behind = text.rfind(DISPLAY, begin, place), text.find(DISPLAY, place, end)
    if before >= 0:
        capital = text[before + 1 : end].lstrip()[:1].isupper()
        if not capital and _DOUBTED.search(text, begin, before):
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
    found = [x.lower() for x in _TOKEN.findall(_LAYOUT.sub(" ", sentence))]
    found = [x for x in found if x not in _SILENT]
    heads, head, joined, anew, before = list[str](), "", True, True, ""
    for word in found:
        if word in _HEADS and not (word == "set" and before in ("a", "the")):
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
