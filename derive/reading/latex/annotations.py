r"""What is written below or above a part of a formula: a name or words say nothing, a relation is a claim or a reason.

``\underbrace{u - v}_{=0}`` claims that u = v, and the ``c = 0`` of ``\overset{c=0}{=}`` could be a premise of the relation
that it stands over or a claim beside it.  Neither is passed over: both are errors here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.reading.latex.signs import NOT_READ, RELATIONS
from derive.reading.latex.tokens import WORDS, Tok, group
from derive.reading.source import Source

#: Where the annotation of a brace stands.
BRACES = {r"\underbrace": "_", r"\overbrace": "^"}
#: Signs besides those of `RELATIONS` that say something of what they are written beside.
_SAYING = frozenset({
    *RELATIONS, *NOT_READ, r"\in", r"\notin", r"\ni", r"\subset", r"\subseteq", r"\perp", r"\parallel", r"\to",
    r"\rightarrow", r"\longrightarrow", r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\iff", r"\nearrow", r"\searrow",
    r"\forall", r"\exists", r"\succcurlyeq", r"\preccurlyeq", r"\not",
})  # fmt: skip
_INLINE = re.compile(r"\$([^$]*)\$|\\\((.*?)\\\)", re.DOTALL)
_SIGN = re.compile(r"[=<>≤≥≠]|\\[A-Za-z]+")
#: What above a sign makes it say less than it says of values: in distribution, almost surely, in question.
_WEAKER = re.compile(
    r"(?:\\(?:mathrm|mathcal|mathscr|mathit|text|textrm|rm|operatorname))?\s*\{?\s*"
    r"(?:[dDpPwL]|dist|law|a\.?\s*s\.?|a\.?\s*e\.?|w\.?\s*p\.?\s*1|i\.?\s*i\.?\s*d\.?|\?)\s*\}?\.?"
)


def claims(found: Sequence[Tok]) -> bool:
    """Do tokens say something that may be false: is a relation sign among them, in groups and in words too?"""
    return any(_says(token) for token in found)


def _says(token: Tok) -> bool:
    return says(token.text) if token.kind in WORDS else token.text in _SAYING


def annotated(source: Source, found: Sequence[Tok]) -> bool:
    r"""Does a relation stand in words among tokens, or in the annotation of an ``\\underbrace``?"""
    for at, token in enumerate(found):
        if token.kind in WORDS and _says(token):
            return True
        if token.text in BRACES and at + 1 < len(found):
            after = group(source, found, at + 1)[1]
            scripted = after + 1 < len(found) and found[after].text in ("_", "^")
            if scripted and claims(group(source, found, after + 1)[0]):
                return True
    return False


def says(words: str) -> bool:
    """Is a relation sign in words, or in mathematics among them?"""
    texts = [said[1] or said[2] or "" for said in _INLINE.finditer(words)]
    texts.append(re.sub(r"\\[A-Za-z]+", " ", _INLINE.sub(" ", words)))
    signs = {sign[0] for text in texts for sign in _SIGN.finditer(text)}
    return bool(signs & {*_SAYING, *"≤≥≠"})


def check_reason(source: Source, command: Tok, reason: Sequence[Tok]) -> None:
    r"""Raise `AmbiguityError` for a relation over a sign, ``\overset{c=0}{=}``, `ReadError` for one "in distribution"."""
    if claims(reason):
        what = f"a relation in an annotation, the first argument of {command.text}"
        readings = ("it is a premise of what stands here", "it is claimed besides")
        hint = r"a claim is a formula of its own; a reason is words: \text{(a)}"
        raise source.ambiguous(command.at, what, readings, f"declare the premise: % derive: assume …; {hint}")
    said = "".join(token.text for token in reason)
    if _WEAKER.fullmatch(said):
        found, hint = f"{said[:20]} {command.text[1:]} a sign", r"a number of a reason is (a); nothing else is read"
        raise source.error(command.at, f"{found}, which is no relation of values", "a relation of values", hint)


def after_annotation(source: Source, found: Sequence[Tok], at: int, after: int) -> int:
    r"""The position after what ``\underbrace`` has below; raises `ReadError` for a claim there, and for a second script."""
    command = found[at].text
    if after < len(found) and found[after].text == BRACES[command]:
        said, end = group(source, found, after + 1)
        if claims(said):
            hint = "write it as a formula of its own; a name, or words without a relation, may stay"
            raise source.error(found[after].at, f"a relation in the annotation of {command}", "a name, or words", hint)
        after = end
    if after < len(found) and found[after].text in ("_", "^"):
        expected = "a script in the braces, or behind braces around the whole"
        raise source.error(found[after].at, f"a script of {command}", expected)
    return after
