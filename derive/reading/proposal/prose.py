r"""What the text between displays says of names: "let $x \in \mathbb R^n$", "we write $H = …$", "where $A$ is symmetric".

It is proposed, never used by itself: what holds for a section, a proof or a thought is for the author to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.reading.paper.document import Inline
from derive.reading.paper.units import FIXING

#: Properties as sentences have them, and as clauses do.
_PROPERTIES = {
    "symmetric": "symmetric", "invertible": "invertible", "nonsingular": "invertible", "non-singular": "invertible",
    "orthogonal": "orthogonal", "diagonal": "diagonal", "positive definite": "positive_definite",
    "positive-definite": "positive_definite",
}  # fmt: skip
_PROPERTY = re.compile(rf"\b({'|'.join(_PROPERTIES)})\b")
_BESIDE = re.compile(rf"(?<!not )(?<!non-)\b({'|'.join(_PROPERTIES)})(?:\s+(?:matrix|matrices))?\s*(?:\$|\\\()\Z")
_SET = re.compile(r"\\in\b.*\\(?:mathbb|mathbf|R)")
_SIGN = re.compile(r"[^=]*(?:[<>]|\\g(?:e|eq|t)\b)\s*0\s*")
_DEFINED = re.compile(r"[^=&<>]+?(?<![<>!])(?::|\\coloneq)?=[^=]+")
_SIZES = re.compile(r"\s*(\S+)\s*\\times\s*(\S+)\s*")
_NAME = re.compile(r"\s*\\?[A-Za-z]+(?:\s*\{\s*\\?[A-Za-z]+\s*\})?(?:_(?:\w|\{[^{}]*\}))?'*\s*")
#: Where a sentence begins anew, and how far back one is looked at.
_STOP = re.compile(r"[.;:!?]\s|\n\s*\n")
_REACH = 160


@dataclass(frozen=True)
class Said:
    """Formulas that say what names are, and properties of names: ``("symmetric", "A")``."""

    formulas: tuple[str, ...]
    properties: tuple[tuple[str, str], ...]


def said_in(found: Sequence[Inline]) -> Said:
    """What the formulas within a text say of names, with the words around them."""
    formulas: list[str] = []
    properties: list[tuple[str, str]] = []
    for number, inline in enumerate(found):
        formula = inline.source.text[inline.begin : inline.end]
        if _SET.search(formula) or _SIGN.fullmatch(formula) or (_DEFINED.fullmatch(formula) and _fixes(inline)):
            formulas.append(formula)
        elif _NAME.fullmatch(formula):
            following = found[number + 1] if number + 1 < len(found) else None
            made, words = _said_of(formula.strip(), inline, following)
            formulas += made
            properties += ((word, formula.strip()) for word in words)
    return Said(tuple(formulas), tuple(dict.fromkeys(properties)))


def _fixes(inline: Inline) -> bool:
    """Do the words before a formula, in its sentence, give names their values?"""
    before = inline.source.text[max(inline.begin - _REACH, 0) : inline.begin - 1].rstrip("$\\(")
    sentence = _STOP.split(before)[-1]
    return any(FIXING.match(part) for part in _openings(sentence))


def _openings(sentence: str) -> Iterator[str]:
    """The sentence from each of its words on, the last first; a formula between ends what its words fix."""
    words = list(re.finditer(r"\S+", sentence.rpartition("$")[2]))
    yield from (sentence.rpartition("$")[2][word.start() :] for word in reversed(words[-4:]))
    if "$" in sentence and re.fullmatch(r"\s*(?:,|and|,\s*and)\s*", sentence.rpartition("$")[2]):
        yield sentence.lstrip()


def _said_of(name: str, inline: Inline, following: Inline | None) -> tuple[list[str], list[str]]:
    """What is said of a name alone: "$A$ is a symmetric $n \\times n$ matrix", "the symmetric matrix $A$"."""
    text = inline.source.text
    behind = re.sub(r"\A(?:\$|\\\))", "", _STOP.split(text[inline.end : inline.end + _REACH])[0])
    before = _BESIDE.search(text, max(inline.begin - _REACH, 0), inline.begin)
    properties = [_PROPERTIES[before[1]]] if before else []
    is_said = re.match(r"\s*(?:is|be|denotes?)\b", behind)
    if is_said is None:
        beside = re.match(rf"\s*({'|'.join(_PROPERTIES)})\b", behind)
        return [], [*properties, *([_PROPERTIES[beside[1]]] if beside else [])]
    until = following.begin - inline.end if following is not None and following.source is inline.source else len(behind)
    properties += [_PROPERTIES[word] for word in _PROPERTY.findall(behind[:until]) if " not " not in behind[:until]]
    sizes = _SIZES.fullmatch(text[following.begin : following.end]) if following is not None else None
    if sizes is None or following is None or until >= len(behind):
        return [], properties
    if re.match(r"(?:\$|\\\))[\s-]*(?:[a-z]+[\s-]+){0,3}?matri", text[following.end : following.end + _REACH]) is None:
        return [], properties
    return [rf"{name} \in \mathbb{{R}}^{{{sizes[1]} \times {sizes[2]}}}"], properties
