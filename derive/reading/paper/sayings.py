r"""What the text between displays says of names: "let $x \in \mathbb R^n$", "we write $H = …$", "where $A$ is symmetric".

It is proposed by ``derive check --init``, and declared where a paper says ``% derive: inline``: what holds for a section, a
proof or a thought is for its author to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.reading.latex.limiting import FIXING
from derive.reading.paper.document import Inline
from derive.reading.paper.sentences import HEADS, NAME, SPACE, Fixing, fixing
from derive.reading.paper.texts import FORMULA, Text
from derive.reading.source import Source

#: Properties as sentences have them, and as clauses do.
_PROPERTIES = {
    "symmetric": "symmetric", "invertible": "invertible", "nonsingular": "invertible", "non-singular": "invertible",
    "orthogonal": "orthogonal", "diagonal": "diagonal", "positive definite": "positive_definite",
    "positive-definite": "positive_definite",
}  # fmt: skip
#: One that is said of a thing as a whole: not "the diagonal of".
_PROPERTY = re.compile(
    rf"\b({'|'.join(_PROPERTIES)})"
    rf"(?=[\s*_}}]+(?:matri|(?:and|real|square|positive|with|where|{'|'.join(_PROPERTIES)})\b|{FORMULA})|[\s*_}}]*(?:[,.;:)]|\Z))"
)
_BESIDE = re.compile(rf"\b({'|'.join(_PROPERTIES)})(?:\s+(?:matrix|matrices))?[\s*_}}]*\Z")
#: Where something else is said: "$A$ is a matrix, and we take a symmetric".
_CLAUSE = re.compile(rf"\b(?:of|{'|'.join(sorted(HEADS - {'given', 'set', 'put'}))})\b")
_SET = re.compile(r"\\in\b.*\\(?:mathbb|mathbf|R)")
_COMPARED = r">=|<=|[<>]|\\g(?:eqslant|eq|e|t)(?![A-Za-z])|\\l(?:eqslant|eq|e|t)(?![A-Za-z])"
_SIGN = re.compile(rf"[^=<>]*(?:{_COMPARED})\s*0\s*")
_SPACE = re.compile(SPACE)
#: Matrices that have a name of their own: nothing is said of another one.
_KNOWN = re.compile(r"\b(?:identity|unit|zero|null|all-ones)\b")
_DEFINED = re.compile(r"[^=&<>]+?(?<![<>!])(?::|\\coloneq)?=[^=]+")
_GROUP = re.compile(r"\{[^{}]*\}")
_SIZES = re.compile(r"\s*(\S+)\s*\\times\s*(\S+)\s*")
_NAME = re.compile(NAME)


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
    def supposes(self) -> bool:
        """Is it a hypothesis, rather than what a name is?"""
        return self.kind not in ("set", "definition")

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


def sayings(found: Sequence[Inline], texts: Mapping[Source, Text]) -> tuple[Saying, ...]:
    """What the formulas within texts say of names, in the sentences that fix names."""
    made: list[Saying] = []
    for number, (inline, place) in enumerate(zip(found, fixing(found, texts), strict=True)):
        if place is None:
            continue
        formula = _formula(inline)
        if _SET.search(formula):
            made.append(Saying(number, "set", formula))
        elif _SIGN.fullmatch(formula):
            made += [Saying(number, "sign", formula)] if place.always else []
        elif _DEFINED.fullmatch(_GROUP.sub("", formula)) and _fixes(place.before):
            made.append(Saying(number, "definition", formula))
        elif _NAME.fullmatch(formula) and place.always:
            sets, words = _said_of(formula, place, _formula(found[number + 1]) if number + 1 < len(found) else "")
            made += (Saying(number, "set", each) for each in sets)
            made += (Saying(number, word, formula) for word in words)
    return tuple(made)


def _formula(inline: Inline) -> str:
    return inline.source.text[inline.begin : inline.end].strip()


def _fixes(before: str) -> bool:
    """Do the words before a formula, in its sentence, give names their values?"""
    return any(FIXING.match(part) for part in _openings(before))


def _openings(sentence: str) -> Iterator[str]:
    """The sentence from each of its words on, the last first; a formula between ends what its words fix."""
    last = sentence.rpartition(FORMULA)[2]
    yield from (last[word.start() :] for word in reversed([*re.finditer(r"\S+", last)][-4:]))
    if FORMULA in sentence and re.fullmatch(r"\s*(?:,|and|,\s*and)\s*", last):
        yield sentence.lstrip()


def _said_of(name: str, place: Fixing, following: str) -> tuple[list[str], list[str]]:
    """What is said of a name alone: "$A$ is a symmetric $n \\times n$ matrix", "the symmetric matrix $A$"."""
    behind, more, rest = place.behind.partition(FORMULA)
    before = _BESIDE.search(place.before)
    properties = [_PROPERTIES[before[1]]] if before else []
    if re.match(r"\s*(?:is|be|denotes?)\b", behind) is None:
        beside = _PROPERTY.match(behind.lstrip())
        return [], [*properties, *([_PROPERTIES[beside[1]]] if beside else [])]
    sizes = _SIZES.fullmatch(following) if more else None
    own = re.split(r"\bof\b", behind + more)[0] if sizes else behind
    while more and not sizes and (other := _BESIDE.search(own)):  # it is said of what follows
        own = re.sub(r"[\s,]+and\s*\Z", "", own[: other.start()])
    own = _CLAUSE.split(own)[0]
    properties += [_PROPERTIES[word] for word in _PROPERTY.findall(own)]
    matrix = re.match(r"[\s-]*((?:[a-z]+[\s-]+){0,3}?)matri", rest)
    if sizes is None or matrix is None or _KNOWN.search(behind) or _KNOWN.search(matrix[1]):
        return [], properties
    return [rf"{name} \in \mathbb{{R}}^{{{sizes[1]} \times {sizes[2]}}}"], properties
