r"""``$$ … $$`` within a line of Markdown: kramdown has no other sign for mathematics of the text.

So it is of the text in a paper that has no ``$ … $`` and sets names in ``$$`` beside words, as no display is: "for matrices
$$A$$ and $$B$$".  There all that has words on its line is; a display is alone in its lines, in a list or a quotation, too.
Anywhere else it is a display, as MathJax has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.reading.source import Source

NOTE = "a relation in $$ within a line: where names in the text stand in $$, that is mathematics of the text"
_DOUBLED = re.compile(r"\$\$[^$\n]*\$\$")
#: What says nothing beside a display: the mark of an item, punctuation.
_MARK = re.compile(r"\s*(?:\d{1,9}[.)]|[A-Za-z][.)]|\(\d{1,9}\))?[\W\d_]*\Z")
_NAME = re.compile(r"\s*(?:\\[A-Za-z]+\s*)?\{?\s*\\?[A-Za-z]+\s*\}?(?:[_^](?:\w|\{[^{}]*\}))*\s*")
#: What a display states: a relation, rows.
STATES = re.compile(
    r"[=<>≠≤≥≈∈]|\\(?:neq?|l(?:eq?|t)|leqslant|g(?:eq?|t)|geqslant|equiv|approx|sim(?:eq)?|in|to|subset(?:eq)?|[lL]eq\w*"
    r"|(?:pre|suc)c(?:eq)?|perp|propto|coloneqq|triangleq|iff|implies|(?:long)?(?:left)?rightarrow|begin|\\)(?![A-Za-z])",
    re.IGNORECASE,
)


def in_text(source: Source, displays: Iterable[tuple[int, int]]) -> frozenset[int]:
    """Where formulas in ``$$`` begin that are of the text, of the insides of ``displays`` in a paper without ``$ … $``."""
    made, names = set[int](), False
    for begin, end in displays:
        first, last = begin - 2, end + 2
        if not _DOUBLED.fullmatch(source.text, first, last):
            continue
        after = source.text.find("\n", last)
        line = (
            source.text[source.text.rfind("\n", 0, first) + 1 : first],
            source.text[last : after if after >= 0 else None],
        )
        if not all(_MARK.fullmatch(_DOUBLED.sub(" ", part)) for part in line):
            made.add(begin)
            names = names or _NAME.fullmatch(source.text, begin, end) is not None
    return frozenset(made) if names else frozenset()
