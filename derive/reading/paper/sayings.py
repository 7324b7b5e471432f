r"""What the text between displays says of names: "let $x \in \mathbb R^n$", "we write $H = …$", "where $A$ is symmetric".

It is proposed by ``derive check --init``, and declared where a paper says ``% derive: inline``: what holds for a section, a
proof or a thought is for its author to say.
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
_COMPARED = r">=|<=|[<>]|\\g(?:eqslant|eq|e|t)(?![A-Za-z])|\\l(?:eqslant|eq|e|t)(?![A-Za-z])"
_SIGN = re.compile(rf"[^=<>]*(?:{_COMPARED})\s*0\s*")
#: ℝ with its sizes.
_SPACE = re.compile(
    r"\s*\\(?:(?:mathbb|mathbf|Bbb)\s*\{?\s*R\s*\}?|R(?![A-Za-z]))\s*(?:\^\s*(?:\{(?P<sizes>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(?P<size>\w)))?\s*"
)
#: Matrices that have a name of their own: nothing is said of another one.
_KNOWN = re.compile(r"\b(?:identity|unit|zero|null|all-ones)\b")
_DEFINED = re.compile(r"[^=&<>]+?(?<![<>!])(?::|\\coloneq)?=[^=]+")
_GROUP = re.compile(r"\{[^{}]*\}")
_SIZES = re.compile(r"\s*(\S+)\s*\\times\s*(\S+)\s*")
_NAME = re.compile(r"\s*\\?[A-Za-z]+(?:\s*\{\s*\\?[A-Za-z]+\s*\})?(?:_(?:\w|\{[^{}]*\}))?'*\s*")
#: Where a sentence begins anew, and how far back one is looked at.
_COMMENT = re.compile(r"(?<!\\)%[^\n]*(?:\n|\Z)|<!--.*?-->", re.DOTALL)
_STOP = re.compile(r"[.;:!?]\s|\n\s*\n")
_REACH = 160


@dataclass(frozen=True)
class Saying:
    r"""What the text says of names at the formula with this ``number``.

    ``kind`` is set (``x \in \mathbb R^n``), sign (``t > 0``), definition, or a property such as symmetric; ``text`` is
    the formula, of a property the name.
    """

    number: int
    kind: str
    text: str

    @property
    def _set(self) -> tuple[str, list[str]] | None:
        """The names, and the sizes behind ℝ, "" for numbers; None for another set."""
        names, where = re.split(r"\\in\b", self.text, maxsplit=1) if self.kind == "set" else ("", "")
        found = _SPACE.fullmatch(where)
        if found is None:
            return None
        return names.strip(), [size.strip() for size in re.split(r"\\times", found["sizes"] or found["size"] or "")]

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes that a set names."""
        _, sizes = self._set or ("", [])
        return tuple(dict.fromkeys(size for size in sizes if size and not size.isdigit()))

    def clauses(self) -> tuple[str, ...]:
        """Declarations that say the same; the first that can be read is meant."""
        match self.kind:
            case "set":
                names, sizes = self._set or ("", [])
                if not 1 <= len(sizes) <= 2:
                    return ()
                if not sizes[0]:
                    return (f"scalars {names}",)
                return (f"{('vectors', 'matrices')[len(sizes) - 1]} {names} : {' x '.join(sizes)}",)
            case "sign":
                return (f"assume {self.text}", f"scalars {self.text}")
            case "definition":
                return (f"let {self.text}",)
        return (f"{self.kind} {self.text}",)


def sayings(found: Sequence[Inline]) -> tuple[Saying, ...]:
    """What the formulas within a text say of names, with the words around them."""
    made: list[Saying] = []
    for number, inline in enumerate(found):
        formula = inline.source.text[inline.begin : inline.end].strip()
        if _SET.search(formula):
            made.append(Saying(number, "set", formula))
        elif _SIGN.fullmatch(formula):
            made.append(Saying(number, "sign", formula))
        elif _DEFINED.fullmatch(_GROUP.sub("", formula)) and _fixes(inline):
            made.append(Saying(number, "definition", formula))
        elif _NAME.fullmatch(formula):
            following = found[number + 1] if number + 1 < len(found) else None
            sets, words = _said_of(formula, inline, following)
            made += (Saying(number, "set", each) for each in sets)
            made += (Saying(number, word, formula) for word in words)
    return tuple(made)


def _fixes(inline: Inline) -> bool:
    """Do the words before a formula, in its sentence, give names their values?"""
    before = inline.source.text[max(inline.begin - _REACH, 0) : inline.begin - 1].rstrip("$\\(")
    sentence = _STOP.split(_COMMENT.sub("\n\n", before))[-1]
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
    matrix = re.match(r"(?:\$|\\\))[\s-]*((?:[a-z]+[\s-]+){0,3}?)matri", text[following.end : following.end + _REACH])
    if matrix is None or _KNOWN.search(behind[:until]) or _KNOWN.search(matrix[1]):
        return [], properties
    return [rf"{name} \in \mathbb{{R}}^{{{sizes[1]} \times {sizes[2]}}}"], properties
