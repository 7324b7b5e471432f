"""Words for properties in declarations, as people spell them: ``positive definite``, ``non-zero``, ``a and b``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from derive.language.hypotheses import CONDITION_KINDS

#: A matrix that is declared so is the diagonal matrix of a vector; it is no condition of a term.
DIAGONAL = "diagonal"

_SPELLED = {
    "positive_definite": r"positive[ _-]definite|SPD|spd|s\.p\.d\.",
    "invertible": r"invertible|non-?singular",
    "orthogonal": r"orthogonal|orthonormal",
    "not_zero": "not[ _-]zero",
    "nonneg": "non-?neg(?:ative)?",
    "nonzero": "non-?zero",
}
#: Said of a declared vector: its length is 1.
UNIT = "unit"
#: Besides, in declarations; what is real says nothing, as every name is.
_DECLARED = {**_SPELLED, DIAGONAL: "diag(?:onal)?", UNIT: UNIT, "": r"real(?:[ -]valued)?"}


def _property(spelled: Mapping[str, str], *more: str) -> str:
    kinds = sorted({*CONDITION_KINDS, DIAGONAL, *more}, key=len, reverse=True)
    return rf"(?<![\\\w-])(?:{'|'.join(spelled.get(kind, kind) for kind in kinds)})(?![\w-])"


#: One property, as texts spell it, and as declarations do.
PROPERTY, DECLARED = _property(_SPELLED), _property(_DECLARED, UNIT, "")
#: One property or more, with blanks or "and" between them.
PROPERTIES = rf"{DECLARED}(?:\s+(?:and\s+)?{DECLARED})*"
#: What texts say of names beyond these properties, as a pattern.
SAID_OF_NAMES = (
    r"(?<!mean\s)(?<!least\s)square(?!\s(?:roots?|errors?|loss)(?![a-z]))"
    r"|ortho(?:gonal|normal)|unit|normali[sz]ed|cent(?:er|re)d|independent|constant|small|large"
)
#: Properties that matrices have, and the language does not.
BEYOND = re.compile(
    r"(?<![\\\w-])(?:(?:(?:positive|negative)[\s_-]+)?semi[\s_-]?definite|negative[\s_-]+definite)(?![\w-])",
    re.IGNORECASE,
)
#: What is said instead.
NO_ORDER = (
    r"a matrix may be positive definite; x^\top A x \ge 0 is assumed for an x by itself, and B^\top B, as in"
    r" let A = B^\top B, is semidefinite"
)
#: Properties at the end of a range.
TRAILING = re.compile(rf"\s*({PROPERTIES})\s*$")
#: What the shape of a matrix may end with: A^\\top A, or A A^\\top, is invertible.
FULL_RANK = re.compile(r"\s*(?:(?:of|with)\s+)?full[ -](column|row)[ -]rank\s*$")


def properties_in(text: str) -> list[str]:
    """The properties that a text spells out.

    >>> properties_in("symmetric and positive definite")
    ['symmetric', 'positive_definite']
    """
    kinds = (*CONDITION_KINDS, DIAGONAL, UNIT, "")
    spelled = re.findall(DECLARED, text)
    found = (next(kind for kind in kinds if re.fullmatch(_DECLARED.get(kind, kind), word)) for word in spelled)
    return [kind for kind in found if kind]
