"""The fences of Markdown: code, displays of ``math``, and directives, ``{prf:theorem}``, of which most hold text.

The name of a directive says which it is.  One of text is walked as if it had no fence; the first line of at least as many
of its marks closes it, whatever stands open in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Directives that hold text, and those that hold code.
_TEXT = _words(
    """admonition attention axiom blockquote card caution claim conjecture container corollary danger definition details div
    dropdown epigraph error example exercise fact grid grid-item grid-item-card highlights hint important lemma margin note
    observation problem proof property proposition pull-quote question remark seealso sidebar solution tab tab-item tab-set
    theorem tip todo toggle topic warning"""
)
_CODE = _words(
    """bash c code code-block code-cell code-example cpp doctest highlight ipython ipython3 javascript julia js
    jupyter-execute literalinclude matlab mermaid octave parsed-literal prompt py python python3 r rust sourcecode sql
    stata testcode"""
)
_OF_TEXT = ("prf:", "proof:", "tab-")
_NAME = re.compile(r"\s*\{\s*([A-Za-z][\w:.+-]*)\s*\}")
_OPENING = re.compile(
    r"<!--.*?(?:-->|\Z)|^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?P<info>[^\n`]*+)\n",
    re.DOTALL | re.MULTILINE,
)
#: Options of ``math``, and those of other directives that say nothing of the text below.
_OF_MATH = re.compile(r"(?:[ \t]*:[a-z-]+:[^\n]*\n)*")
_OPTIONS = re.compile(r"(?:[ \t]*:(?:class|enumerated|icon|label|name|nonumber|number|open|width):[^\n]*\n)*")


def language(info: str) -> str:
    """What the line that opens a fence says that it holds."""
    return "".join(info.split()[:1]).casefold().strip("{}.")


def is_math(info: str) -> bool:
    """Is what a fence holds a display?"""
    return language(info) == "math"


def is_text(info: str) -> bool:
    """Does a fence hold text?"""
    name = directive(info)
    return name in _TEXT or name.startswith(_OF_TEXT)


def is_unknown(info: str) -> bool:
    """Is a fence a directive of which it is not known what it holds?"""
    return directive(info) not in _CODE | {""} and not is_text(info)


def directive(info: str) -> str:
    """The name of the directive that a fence is; "" of none."""
    found = _NAME.match(info)
    return found[1].casefold() if found else ""


def closing(text: str, at: int, mark: str, end: int) -> tuple[int, int]:
    """The range of the line that closes a fence behind an offset; an empty one at the ``end`` where none does."""
    found = re.compile(rf"^[ \t]*{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE).search(text, at, end)
    return found.span() if found else (end, end)


def behind_options(text: str, at: int, end: int) -> int:
    """The offset behind the options that ``math`` begins with."""
    found = _OF_MATH.match(text, at, end)
    return found.end() if found else at


@dataclass(frozen=True)
class Fence:
    """A range of a text: a whole fence of ``code`` or ``math``, or an ``edge``, which opens or closes a block of text."""

    begin: int
    end: int
    kind: str


def fences(text: str) -> Iterator[Fence]:
    """The fences of a text, but one that is never closed."""
    at, closed = 0, list[tuple[int, int]]()
    while found := _OPENING.search(text, at):
        at = found.end()
        if found["fence"] is None:
            continue
        if own := next((one for one in closed if one[0] == found.start()), None):
            yield Fence(*own, "edge")
            continue
        bound = min((end for end, _ in closed if end >= at), default=len(text))
        begin, after = closing(text, at, found["fence"], bound)
        if is_text(found["info"]):
            name = _NAME.match(found["info"])
            yield Fence(found.start("fence"), found.start("info") + (name.end() if name else 0), "edge")
            options = _OPTIONS.match(text, at)
            yield Fence(at, options.end() if options else at, "edge")
            closed.append((begin, after))
        elif begin < len(text):
            at = after
            yield Fence(found.start(), after, "math" if is_math(found["info"]) else "code")
