r"""The text of a paper cut into sentences, at offsets of its source: comments are blank, a formula or a display is one sign.

A sentence goes on behind a display, unless a full stop ends that, or a capital follows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from derive.reading.paper.document import MARKDOWN, Display, Inline
from derive.reading.paper.fences import fences
from derive.reading.source import Source

#: What stands for a formula within the text, and for a display.
FORMULA, DISPLAY = "\ue000", "\ue001"

_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?|<!--.*?-->", re.DOTALL)
_OF_MARKDOWN = re.compile(r"<!--.*?(?:-->|\Z)|^[ \t]*%+[ \t]*derive[^\n]*", re.DOTALL | re.MULTILINE)
#: Tags of HTML, outside of formulas.
_TAG = re.compile(r"</?(?:[bipq]|br|div|em|font|h[1-6]|li|ol|small|span|strong|u|ul)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_OPENING = re.compile(
    r"(?:\$[$`]|\\?\\\[|`{3,}[^\n`]*\n|\\[A-Za-z]+|\\begin\s*\{[^{}]*\}(?:\s*[\[{][^\[\]{}]*[}\]])*)\s*\Z"
)
_CLOSING = re.compile(r"\$\$|`\$|\\?\\\]|`{3,}|\\end\s*\{[^{}]*\}|\\[A-Za-z]+")
_STOPPED = re.compile(
    r"(?<!\\right)\.(?:\s|~|[}$)]|\\(?:label|tag\*?|end)\s*\{[^{}]*\}|\\(?:no(?:number|tag)|qquad|quad|[,;!]))*\Z"
)
#: Before a full stop that ends no sentence, besides numbers and single letters ("Case 1.", "e.g.").
_SHORT = "".join(rf"(?<!\b{word})" for word in ("cf", "Fig", "Eq", "Eqs", "Sec", "Thm", "Lem", "Prop", "Def"))
#: What a sentence begins with: a capital, or a letter of a writing that has none, also if it is stressed.
_CAPITAL = "A-ZÀ-ÖØ-ÞΑ-ΩЀ-Я\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
_STRESS = r"(?:\\(?:text\w+|emph|underline)\s*\{|[*_]+)"
_END = re.compile(
    rf"(?:[!?]|(?<!\d)(?<!\b[a-z]){_SHORT}\.)[\"')*_}}\]]*\s+(?=(?:[-*+]\s+|\\item\s+)?[{_CAPITAL}\\*_{{(\"'{FORMULA}{DISPLAY}])"
    rf"|(?<={DISPLAY})\s*(?={_STRESS}*[{_CAPITAL}])"
    rf"|(?<![:,;\s])[ \t]*\n(?:[ \t]*\n)+(?!\s*(?:[a-z]|{DISPLAY}))"
    r"|(?P<title>\\(?:(?:sub)*section|(?:sub)?paragraph)\*?\s*\{[^{}]*\}|\\par(?![A-Za-z])|^[ \t]*#[^\n]*$"
    r"|\\(?:begin|end)\s*\{(?!itemize|enumerate|description|case)[^{}]*\}(?:\[[^\]]*\])?)",
    re.MULTILINE,
)
#: Headings of LaTeX from the highest level on; one of them, or of Markdown.
_LEVELS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
_HEADING = re.compile(rf"[ \t]*(?:(#+)|\\({'|'.join(_LEVELS)})(?![A-Za-z]))")
#: Behind a display: where its sentence is of something else.
_NEXT = re.compile(rf"{DISPLAY}|\\item(?![A-Za-z])")
_BLANK_LINE = re.compile(r"[ \t]*\n[ \t]*\n\s*")


class Text:
    """A text in which some formulas and displays stand.

    ``written`` is the source; ``bare`` is without comments and displays, ``marked`` has a sign for each formula and display,
    and blanks behind it; all are as long.  Sentences are ranges of them; a title is one of its own, and begins at one of
    ``titles``.
    """

    def __init__(self, source: Source, found: Iterable[Display | Inline]) -> None:
        is_markdown = source.file.partition(" cell ")[0].endswith(MARKDOWN)
        comments = _OF_MARKDOWN if is_markdown else _COMMENT
        plain = source.text.replace(FORMULA, "?").replace(DISPLAY, "?")
        bare = list(comments.sub(lambda match: " " * len(match[0]), plain))
        for fence in fences(source.text) if is_markdown else ():
            if fence.kind != "math":
                bare[fence.begin : fence.end] = ("?" if fence.kind == "code" else "").ljust(fence.end - fence.begin)
        marked = list(bare)
        self.whole: dict[int, tuple[int, int]] = {}
        for item in found:
            begin, end = self.whole[item.begin] = _whole(item)
            stop = "." if _STOPPED.search(source.text, item.begin, item.end) else " "
            is_display = isinstance(item, Display)
            marked[begin:end] = [DISPLAY if is_display else FORMULA, *" " * (end - begin - 2), stop][: end - begin]
            if is_display:
                bare[begin:end] = " " * (end - begin)
            elif plain.startswith("$$", begin):  # as a formula of the text is written elsewhere
                bare[begin] = bare[end - 1] = " "
        for tag in _TAG.finditer("".join(marked)) if is_markdown else ():
            bare[tag.start() : tag.end()] = marked[tag.start() : tag.end()] = " " * len(tag[0])
        self.written, self.bare, self.marked = source.text, "".join(bare), "".join(marked)
        edges, apart, self.titles = {0, len(plain)}, {0}, set[int]()
        for match in _END.finditer(self.marked):
            edges.add(match.end())
            if match["title"]:
                edges.add(match.start())
                self.titles.add(match.start())
            if match["title"] or (
                _BLANK_LINE.search(match[0]) and self.marked[match.end() : match.end() + 1] != DISPLAY
            ):
                apart |= {match.start(), match.end()}
        self._edges, self._apart = sorted(edges), apart

    def sentence(self, at: int) -> tuple[int, int]:
        """The sentence that stands at an offset."""
        number = min(bisect_right(self._edges, at), len(self._edges) - 1)
        return self._edges[number - 1], self._edges[number]

    def around(self, display: Display) -> tuple[tuple[int, int], tuple[int, int]]:
        """The sentence before a display, from the third display before it on, and behind it, up to the next one."""
        begin, end = self.whole[display.begin]
        first, last = self.sentence(begin)
        at, after = begin, _NEXT.search(self.marked, end, last)
        for _ in range(3):
            at = max(self.marked.rfind(DISPLAY, first, at), first)
        return (at, begin), (end, after.start() if after else last)

    def is_apart(self, at: int) -> bool:
        """Does a display that begins at an offset stand in a paragraph of its own?"""
        return bool(_BLANK_LINE.fullmatch(self.bare, len(self.bare[:at].rstrip(" \t\n")), at))

    def paragraph(self, at: int) -> int:
        """Where the paragraph of an offset begins."""
        return max((each for each in self._apart if each <= at), default=0)

    def before(self, at: int) -> Iterator[tuple[int, int]]:
        """The sentences of its paragraph before one at an offset, the last first, up to a display; and its title."""
        while at and at not in self._apart and DISPLAY not in self.marked[slice(*(one := self.sentence(at - 1)))]:
            yield one
            at = one[0]
        while at and not self.marked[slice(*(one := self.sentence(at - 1)))].strip():
            at = one[0]
        if at and one[0] in self.titles:
            yield one

    def headings(self, at: int) -> Iterator[tuple[int, int]]:
        """The headings that an offset stands under, the nearest first: each of a higher level than those below it."""
        level = len(_LEVELS) + 9
        for begin in sorted((each for each in self.titles if each < at), reverse=True):
            found = _HEADING.match(self.marked, begin)
            own = level if found is None else len(found[1]) if found[1] else _LEVELS.index(found[2])
            if own < level:
                level = own
                yield self.sentence(begin)

    def above(self, begin: int) -> tuple[int, int] | None:
        """The display before one that begins at an offset."""
        at = self.marked.rfind(DISPLAY, 0, begin)
        return next((range_ for range_ in self.whole.values() if range_[0] == at), None)

    def is_behind_a_display(self, at: int) -> bool:
        """Does a sentence begin at an offset right behind one with a display, in its paragraph?"""
        return at > 0 and at not in self._apart and DISPLAY in self.marked[slice(*self.sentence(at - 1))]

    def behind(self, at: int) -> tuple[int, int]:
        """The sentence after one that ends at an offset; an empty one where a title or a display stands between."""
        one = self.sentence(at)
        while one[1] < len(self.marked) and not self.marked[slice(*one)].strip():
            one = self.sentence(one[1])
        return (one[1], one[1]) if one[0] in self.titles or DISPLAY in self.marked[slice(*one)] else one


def _whole(item: Display | Inline) -> tuple[int, int]:
    """The range of a formula or a display with what it stands in."""
    text = item.source.text
    if isinstance(item, Inline):
        return item.begin - item.width, item.end + item.width
    opening = _OPENING.search(text, max(item.begin - 120, 0), item.begin)
    closing = _CLOSING.match(text, item.end)
    return opening.start() if opening else item.begin, closing.end() if closing else item.end


def texts_of(found: Iterable[object]) -> dict[Source, Text]:
    """The texts that some formulas and displays stand in."""
    inside: dict[Source, list[Display | Inline]] = {}
    for item in found:
        if isinstance(item, Display | Inline):
            inside.setdefault(item.source, []).append(item)
    return {source: Text(source, items) for source, items in inside.items()}
