r"""Words with mathematics beside a display: ``\text{since $b = 0$}``, ``\tag*{for $a \ge 0$}``, "If $A$ is symmetric, then".

What such words mean is not known, so they may say where the relations hold: these are proved without them, or not checked,
and never refuted.  Words without mathematics, labels, types, and what is assumed or holds anyway limit nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.errors import InputError
from derive.reading.latex import Context
from derive.reading.latex.properties import PROPERTY, SAID_OF_NAMES
from derive.reading.latex.tokens import TEXTUAL, WORDS, group, tokens
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display, Inline
from derive.reading.paper.leading import SIGN, is_given, read
from derive.reading.paper.premises import has_value
from derive.reading.paper.units import Premise
from derive.reading.paper.unsaid import NAMED
from derive.reading.source import Source

_MATH = re.compile(r"\$([^$]+)\$|\\\((.+?)\\\)", re.DOTALL)
_RELATED = re.compile(
    r"[=<>≠≤≥∈⊥]|\\(?:neq?|l(?:eq?|t)|leqslant|g(?:eq?|t)|geqslant|in|notin|perp|equiv|mid)(?![A-Za-z])"
)
#: A relation that is written without mathematics.
_SIGN = re.compile(r"[=<>≠≤≥]")
#: A type, and the range of an index.
_TYPE = re.compile(
    r"[^=<>]*\\in\s*(?:\{\s*)?(?:\\math(?:bb|ds|bbm)\s*\{?\s*[RCFK]|\\R(?:eals?)?(?![A-Za-z])|\\reals|M\s*_[^(]*\(|\\\{\s*1\s*,).*"
    r"|[^=<>]*=\s*1\s*,\s*\\[lc]?dots.*",
    re.DOTALL,
)
#: Where a relation is no claim.
_SCRIPT = re.compile(r"[_^]\s*\{[^{}]*\}")
#: Properties of names, and of pairs of them.
_PROPERTY = re.compile(
    rf"{PROPERTY}|(?<![\\A-Za-z-])(?:{SAID_OF_NAMES}|zero|vanish\w*|differ(?:ent|s)?|distinct|equal|commut\w+|norm one|"
    r"(?:skew-)?symmetric|nonnegative|non-negative|negative|invertible|singular|idempotent)(?![A-Za-z-])",
    re.IGNORECASE,
)
#: By a rule, whose name may have the word of a property.
_NAMED = re.compile(r"\s*\(?\s*(?:by|definition|trivial\w*|q\.?e\.?d)(?![A-Za-z])[^$]*", re.IGNORECASE)
_CONDITION = re.compile(
    r"(?<![A-Za-z])(?:if|iff|when(?:ever)?|where|for|at|since|because|as|assum\w+|suppos\w+|provided|unless|given|under|with|let|"
    r"letting|set|setting|tak\w+|choos\w+|fix\w*|once|in\s+(?:the\s+)?case|in\s+which|whose|until|needs|by\s+hypothesis|impos\w+|requir\w+|restrict\w*|subject|except|on|due|thanks|using)(?![A-Za-z])",
    re.IGNORECASE,
)
#: Before a claim.
_CLAIMS = re.compile(
    r"\W*(?:hence|thus|therefore|so|then|i\.\s?e\.|that\s+is|which\s+gives)(?![A-Za-z])(?!\s+long)", re.IGNORECASE
)
#: Where the paragraph before a display begins.
_APART = re.compile(r"\n[ \t]*\n|\\(?:(?:sub)*section|par|begin|end|item)(?![A-Za-z])[^\n]*|\\[\[\]]|\$\$|\n#[^\n]*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z$])")
#: Sentences that hold beyond themselves.
_HOLDS_ON = re.compile(
    r"\s*(?:(?:now|and|here|so)\s+)*(?:let|suppose|assume|set|take|fix|choose|consider)(?![A-Za-z])", re.I
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*|<!--.*?-->", re.DOTALL)
_OPENING = re.compile(r"(?:\$\$?|\\\(|\\\[|\\begin\s*\{[^{}]*\}(?:\{[^{}]*\})?)\s*\Z")
_CLOSING = re.compile(r"\s*(?:\$\$?|\\\)|\\\]|\\end\s*\{[^{}]*\})?(?:[ \t,;]|\n(?![ \t]*\n))*")
_OVER = (r"\overset", r"\stackrel", r"\underset", r"\xlongequal")


def under_words(display: Display, relations: Sequence[Relation], context: Context) -> list[Relation]:
    """The relations of a display, which are not checked where words beside it may limit them and they need these."""
    if not relations:
        return []
    source = display.source
    doubtful = [each for each in _texts(display, context) if is_doubtful(each[1], source, context)]
    said = max(doubtful, key=lambda each: each[2], default=None)
    if said is None:
        return list(relations)
    at, words, claimed = said
    error = InputError(
        f"not checked: the words beside it may say where it holds, {' '.join(words.split())[:80]}, "
        f"at {source.file}:{source.place(at)}",
        hint="declare what they say: % derive: assume …",
    )
    premise = Premise(source, at, "the words beside it", error)
    if claimed:
        return [each.with_error(premise) for each in relations]
    return [
        each if each.supposed is not None or each.under.narrows else replace(each, supposed=premise)
        for each in relations
    ]


def is_doubtful(words: str, source: Source, context: Context) -> bool:
    """Do words hold mathematics that is not known to hold: a relation, or a property?"""
    words = NAMED.sub(lambda found: " " if has_value(found[1], context) else found[0], words)
    for found in _MATH.finditer(words):
        formula = (found[1] or found[2]).strip()
        if _RELATED.search(_SCRIPT.sub(" ", formula)) and not _TYPE.fullmatch(formula):
            alone = Inline(Source(formula, source.file), 0, len(formula))
            if not is_given(alone, read(formula, context), context):
                return True
    bare = _MATH.sub(" ", words)
    if _NAMED.fullmatch(words):
        return False
    return bool(_PROPERTY.search(bare) or _SIGN.search(bare))


def _texts(display: Display, context: Context) -> Iterator[tuple[int, str, bool]]:
    """The words in a display and around it that may limit what it says, each with its offset.

    The last is whether it is a tag that claims something, which nobody decides.
    """
    source = display.source
    try:
        found = context.macros.expand(source, tokens(source, display.begin, display.end))
    except InputError:
        found = []
    for at, token in enumerate(found):
        if (
            token.kind in TEXTUAL
            and token.kind not in ("label", "begin", "end")
            and not context.is_word(token.text.strip())
        ):
            alone = token.kind not in WORDS or _MATH.search(token.text) or _CONDITION.search(token.text)
            if alone:
                claimed = token.kind == "tag" and bool(_CLAIMS.match(token.text))
                yield token.at, token.text, claimed
        elif token.text in _OVER and at + 1 < len(found):
            above = "".join(f" {each.text}" for each in group(source, found, at + 1)[0] if each.kind not in TEXTUAL)
            yield token.at, f"${above}$", False
    yield from _before(source, display.begin)
    after = _CLOSING.match(source.text, display.end)
    if after and source.text[after.end() : after.end() + 1].islower():
        rest = _APART.split(source.text[after.end() : after.end() + 400], maxsplit=1)[0]
        words = _SENTENCE.split(_COMMENT.sub("", rest), maxsplit=1)[0]
        if _CONDITION.match(words):
            yield after.end(), words, False


def _before(source: Source, begin: int) -> Iterator[tuple[int, str, bool]]:
    """What the sentence before a display says of properties, and those of its paragraph that hold on."""
    text = _OPENING.sub("", source.text[max(0, begin - 800) : begin])
    start = max((each.end() for each in _APART.finditer(text.rstrip())), default=0)
    offset = max(0, begin - 800) + start
    *others, last = _SENTENCE.split(_COMMENT.sub("", text[start:]).strip())
    for words in (last, *(each for each in reversed(others) if _HOLDS_ON.match(each))):
        condition = _CONDITION.search(words)
        if condition and _MATH.search(words):
            yield offset, _SIGN.sub(" ", _MATH.sub(_unrelated, words[condition.start() :])), False


def _unrelated(found: re.Match[str]) -> str:
    """A formula in the text before a display, without one that `said_before` looks at."""
    return "" if SIGN.search(found[0]) else found[0]
