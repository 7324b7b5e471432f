r"""A condition on indices that a sentence sets for its display: "If $i = j$, then", "For $i \neq j$ we have", and behind
it "where $i \neq j$."

Only a sentence of which each word is known here sets one: "unless $i = j$", "as for $i = j$", "for $i = j$ or not" do not.
What holds under a condition on two indices is decided under it, as with ``\quad (i \neq j)`` behind the relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.reading.latex import limiting
from derive.reading.latex.signs import INLINE
from derive.reading.paper.texts import DISPLAY, FORMULA, Text

_TOKEN = re.compile(rf"\\?[^\W\d_]+(?:[-'][^\W\d_]+)*|\d+|[/&+?{FORMULA}{DISPLAY}]")
_LISTS = "itemize|enumerate|description"
_LAYOUT = rf"\\(?:(?:sub)*(?:section|paragraph)|text(?:bf|it)|emph|underline|item|begin|end|noindent)|{_LISTS}"
_THINGS = r"(?:(?:off|non)-?diagonal |diagonal |partial )?(?:entry|entries|elements?|terms?|components?|derivatives?)"
#: What kind of entries a condition on indices is of, said behind it.
ENTRIES = re.compile(
    r"\(\s*(?:the\s+)?(?:(?:off|non)-?)?diagonal (?:entry|entries|elements?|terms?|components?)\s*\)", re.IGNORECASE
)
_OF = rf"(?: (?:of|by|to|with respect to) {FORMULA})*"
_CASE = r"(?:case|caso|cas|fall|случай)(?: (?:[ivx]+|\d+))?"
#: What a sentence may begin with, before the word that sets the condition.
_OPENING = (
    rf"(?:\d+ )?(?:(?:{_LAYOUT}|and|now|then|so|hence|thus|therefore|next|finally|first|second|secondly|likewise|similarly"
    rf"|also|here|conversely|on the other hand|on the diagonal|off the diagonal|for the {_THINGS}{_OF}|the {_THINGS}{_OF}"
    r"|we (?:now )?(?:have|get|obtain|find|compute|see)(?: that)?) )*"
)
#: "For", "if" and "when" in other languages; and what some say behind the condition.
_FOREIGN = (
    "wenn|falls|für|si|cuando|para|se|quando|caso|per|pour|quand|lorsque|если|когда|при|для|当|當|若|如果|对于|對於|在"
)
_BEHIND_IT = (
    r"时|時|的时候|时候|的情况|的情况下|の場合|の場合は|のとき|のときは|とき|の時|일 때|일때|이면|인 경우|인 경우에는"
)
_SETS = (
    rf"(?:{_FOREIGN}|for(?: (?:all|every|each|any))?|(?:if|when|whenever|where|with)|(?:(?:if )?(?:we )?(?:now )?)"
    r"(?:let|consider|suppose(?: that)?|assum(?:e|ing)(?: that)?)"
    rf"|(?:(?:for|in|consider|take|suppose|assume) )?(?:the )?{_CASE}(?: where| when| that| of| in which)?)"
)
_SETTING = re.compile(_OPENING + _SETS)
_BEHIND = re.compile(r"(?:for(?: (?:all|every|each|any))?|if|when|whenever|where|with)")
#: What may stand between the condition and the display.
_ON = re.compile(
    rf"(?:(?:{_BEHIND_IT})(?: |\Z))?"
    r"(?:(?:then|here|we|have|get|obtain|find|see|compute|and|now|so|hence|thus|therefore|it|this|that|follows|gives?|yields?|is"
    r"|are|reads|becomes?|equals?|simplif(?:y|ies)|reduces?|to|as follows|by|using|the|its|(?:quotient|product|chain) rule"
    r"|gilt|dann|folgt|ist|haben|erhalten|wir|alors|on|a|obtient|entonces|tenemos|se tiene|obtenemos|temos|então|allora"
    r"|abbiamo|то|имеем|получим|有|则有|則有|则|則|得|得到|可得"
    rf"|results?|above|gradient|{_THINGS}{_OF}|{DISPLAY})(?: |\Z))*"
)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+|\\item(?![A-Za-z])", re.MULTILINE)
_ITEM_NEXT = re.compile(rf"\s*(?:{_ITEM.pattern})", re.MULTILINE)


#: What a line has beside a condition that is all it says, an item or a heading; in some languages "when" stands behind it.
_LABEL = r"[ \t>#*_-]*(?:\(?(?:\d+|[ivx]+|[a-z])[.)])?[ \t*_]*"
_ALONE = re.compile(rf"{_LABEL}{FORMULA}[ \t*_]*[:：.,]?[ \t*_]*")
_BEHIND_ONE = re.compile(rf"{_LABEL}{FORMULA}[ \t*_]*(?:{_BEHIND_IT})(?!\w).*", re.DOTALL)


#: What stands before a condition that is alone in its line: the end of a sentence, a display, a heading, a rule, or nothing.
_ENDED = re.compile(
    rf"(?:\A|[.!?][*_)\]}}]*|{DISPLAY}|(?:\A|\n)[ \t]*#[^\n]*|\n[ \t]*(?:---+|\*\*\*+)|\}})"
    rf"\s*{_LABEL}\Z"
)
#: What ends a block, where its edges are blanks, and what a line begins with in one; an item of a list.
_EDGE = re.compile(rf"{DISPLAY}[^\S\n]*\n(?:[^\S\n]*\n){{2,}}")
_NOTE, _BLANKS = re.compile(r"[ \t]*\[\^[^\]]*\]:"), re.compile(r"[ \t]*")
_LISTED = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]")


def _is_beside(text: Text, at: int, begin: int) -> bool:
    """Do a condition and its display stand in one block: a quotation, an item of a list that has no other one; no note?"""
    one, other = (text.written.rfind("\n", 0, place) + 1 for place in (at, begin))
    deep, own = (len(found[0]) if (found := _BLANKS.match(text.written, line)) else 0 for line in (one, other))
    if _NOTE.match(text.bare, one) or _EDGE.search(text.marked, at, begin) or (deep > own and deep > 1):
        return False
    if not _LISTED.match(text.bare, one):
        return True
    before = text.bare.rfind("\n", 0, max(one - 1, 0)) + 1
    beside = one > before and _LISTED.match(text.bare, before) and FORMULA in text.marked[before:one]
    return not beside and DISPLAY not in text.marked[at:begin] and not (other > one and _LISTED.match(text.bare, other))


def _line_end(text: str, at: int) -> int:
    """Where the line of an offset ends."""
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def _words(text: str) -> str:
    """The words of a text in small letters, with the signs of formulas and displays, a blank between them."""
    return " ".join(_TOKEN.findall(text)).lower()


def speaks(sentence: str) -> bool:
    """Has a sentence a word besides those of its layout?"""
    return any(word.isalpha() and not re.fullmatch(_LAYOUT, word) for word in _words(sentence).split())


def _items(text: str, first: int, last: int) -> Iterator[int]:
    """Where the items of a list begin between two offsets, with the blanks before them."""
    for item in _ITEM.finditer(text, first, last):
        yield first + len(text[first : item.start()].rstrip())
        first = item.end()


def begins(text: Text, first: int, at: int) -> int:
    """Where the part of a sentence begins that an offset stands in: behind a display, or an item of a list."""
    found = max(first, text.marked.rfind(DISPLAY, first, at) + 1)
    return max([found, *_items(text.marked, found, at)])


def elsewhere(text: Text, first: int, begin: int, end: int, last: int) -> Iterator[tuple[int, str, bool]]:
    """Words in the sentence of a display that say where it holds, "otherwise", "on the diagonal", each with its offset.

    They are of two indices where they speak of a diagonal.
    """
    ranges = [(begins(text, first, begin), begin)] + [(end, last)] * (text.marked[last : last + 1] != DISPLAY)
    for one in ranges:
        for words, of_indices in ((limiting.ELSE, False), (limiting.DIAGONAL, True)):
            if found := words.search(text.bare, *one):
                yield found.start(), found[0], of_indices


def sets(text: Text, at: int, first: int, begin: int) -> bool:
    """Does the formula at an offset set a condition for the display at ``begin``, whose sentence begins at ``first``?

    It does in that sentence, or as all that one before it says: "Case 1: $i = j$. Then".
    """
    one, end = (begins(text, first, at), first) if at >= first else text.sentence(at)
    formula = INLINE.match(text.bare, at)  # $ i = j $ has no sign
    stop = formula.end() if formula else at + 1
    line = (
        text.marked[text.marked.rfind("\n", 0, at) + 1 : at] + FORMULA + text.marked[stop : _line_end(text.marked, at)]
    )
    between = text.marked[stop:begin]
    titled = text.sentence(at)[0] in text.titles and DISPLAY in between  # that of the display right below it alone
    if at >= begin or not _is_beside(text, at, begin) or (titled and _words(between.rpartition(DISPLAY)[2])):
        return False
    if re.search(r"[.!?][\s*_)}]*[^\s*_)}.!?]", between.lstrip(" \n.:;,*_)}")):  # another sentence begins before it
        return False
    alone = _ALONE.fullmatch(line) and _ENDED.search(text.marked, 0, at)
    said = alone or _BEHIND_ONE.fullmatch(line) or _SETTING.fullmatch(_words(text.marked[one:at]))
    more = said and _words(ENTRIES.sub(" ", text.marked[stop:end], 1))
    return bool(said and not more and _ON.fullmatch(_words(between)))


#: Words that say of a display above that it holds elsewhere too.
_TOO = re.compile(
    r"\b(?:also|too|as well|likewise|otherwise|same|hold(?:s|ing)?|both|either|any|all|always|still|similar\w*|identical\w*"
    r"|analog\w*|for|case|others?|else|without|restriction|true|general\w*)\b"
)


def follows(text: Text, at: int, end: int, last: int) -> bool:
    r"""Does the formula at an offset set a condition for the display that ends before it: "where $i \neq j$."?

    It does where the next sentence does not say that the same holds elsewhere.
    """
    return at >= end and bool(
        _BEHIND.fullmatch(_words(text.marked[end:at]))
        and not _words(ENTRIES.sub(" ", text.marked[at + 1 : last], 1))
        and not _TOO.search(_words(text.marked[slice(*text.behind(last))]))
        and not re.search(r"[=≠]|\\neq?(?![A-Za-z])", text.bare[slice(*text.behind(last))])
    )


#: Words before a proof of the display above, and the marks that one ends with.
_PROOF = re.compile(
    r"\bproofs?\b|\b(?:to|we|us)\s+(?:now\s+)?(?:see|show|prove|verify|derive)\s+th(?:is|at|e\s+last)\b", re.IGNORECASE
)
_ENDS = re.compile(r"\\(?:blacksquare|square|Box|qed\w*|QED)(?![A-Za-z])|[∎□■]|\bq\.?e\.?d\b", re.IGNORECASE)


def proves(text: Text, begin: int) -> bool:
    """Do the words between a display at an offset and the one above it say that it begins a proof of that?"""
    above = text.marked.rfind(DISPLAY, 0, begin)
    return above >= 0 and bool(_PROOF.search(text.bare, above, begin))


def ends_proof(text: Text, source: str, begin: int, end: int) -> bool:
    """Has a display, or what stands behind it, up to the next one, the mark that a proof ends with?"""
    below = text.marked.find(DISPLAY, end)
    stop = below if below >= 0 else len(text.bare)
    return bool(_ENDS.search(source, begin, end) or _ENDS.search(text.bare, end, stop))


def leads_on(text: Text, end: int, last: int) -> bool:
    """Is what stands behind a display an item of a list that sets a condition for the next one, and says nothing of it?"""
    at = text.marked.find(FORMULA, end, last)
    is_item = _ITEM_NEXT.match(text.marked, end, last) and text.marked.startswith(DISPLAY, last)
    return bool(is_item and at >= 0 and sets(text, at, end, last))


def was_set(text: Text, at: int, first: int, begin: int) -> bool:
    """Does the formula at an offset set a condition for the display of an item before the one that leads to ``begin``?"""
    *_, item = [-1, *_items(text.marked, first, begin)]
    own = text.marked.find(DISPLAY, at, item) if first <= at < item else -1
    return own >= 0 and text.marked.find(DISPLAY, item, begin) < 0 and sets(text, at, first, own)
