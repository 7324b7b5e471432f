r"""Notation profiles: how a field writes vectors, ones, transposes and norms, as data.

A profile is a frozen `Notation`; `ARROW` (``\vec a``), `BOLD` (``\mathbf a``) and `PLAIN` (no mark) are given, and the
table ``[tool.derive.notation]`` of a project changes single entries::

    [tool.derive.notation]
    profile = "bold"
    transpose = '\mathsf{T}'

    [tool.derive.notation.names]
    eps = '\varepsilon'

Entries are LaTeX of math mode; they may use the commands in `COMMANDS` only, so that a snippet needs nothing but amsmath and
a configuration cannot do more than spell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from derive.errors import InputError
from derive.printing.names import GREEK

#: Commands that an entry of a notation may use.
COMMANDS: frozenset[str] = frozenset(rf"\{word}" for word in GREEK) | frozenset(
    re.findall(
        r"\\\S+",
        r"""
    \varepsilon \vartheta \varpi \varrho \varsigma \varphi \ell \imath \jmath \partial \nabla \infty \Re \Im
    \vec \hat \widehat \bar \overline \tilde \widetilde \dot \ddot \check \breve \acute \grave \underline
    \overrightarrow \mathbf \boldsymbol \mathrm \mathsf \mathit \mathcal \mathtt \operatorname
    \odot \circ \cdot \times \ast \star \bullet \otimes \oplus \top \dagger \prime \perp \parallel \mid
    \lvert \rvert \lVert \rVert \vert \Vert \langle \rangle \| \, \; \! \: \_
    """,
    )
)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z0-9 ^_{}'+*|/()<>=,.\-]")

#: Entries that are put before a name, or around a term with ``\left`` and ``\right``, are one of these.
_MARKS = ("", r"\vec", r"\overrightarrow", r"\underline", r"\hat", r"\mathbf", r"\boldsymbol", r"\mathrm", r"\mathsf",
          r"\mathit")  # fmt: skip
_FENCES = ("|", r"\|", r"\lvert", r"\rvert", r"\lVert", r"\rVert", r"\vert", r"\Vert")
_SINGLE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("vector", "greek_vector"), _MARKS),
    **dict.fromkeys(("norm_left", "norm_right"), _FENCES),
}


@dataclass(frozen=True)
class Notation:
    r"""The spellings that differ between fields; every entry is LaTeX.

    ``vector`` and ``greek_vector`` are the commands put on the name of a vector ("" for none); ``names`` maps a name of the
    language to its LaTeX, mark included.
    """

    vector: str = r"\vec"
    greek_vector: str = r"\vec"
    ones: str = r"\vec 1"
    zero_vector: str = r"\vec 0"
    identity: str = "I"
    basis: str = r"\vec e"
    hadamard: str = r"\odot"
    dot: str = r"\cdot"
    transpose: str = r"\top"
    pinv: str = "+"
    norm_left: str = "|"
    norm_right: str = "|"
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for entry in fields(self):
            if entry.name != "names":
                _check_latex(entry.name, getattr(self, entry.name), empty="" in _SINGLE.get(entry.name, ()))
        for name, known in _SINGLE.items():
            if (found := getattr(self, name)) not in known:
                hint = f"one of {', '.join(map(repr, known))}"
                raise InputError(f"the notation entry {name!r} is {found!r}", hint=hint)
        if self.ones.strip().isdigit():
            raise InputError(f"the notation entry 'ones' is {self.ones!r}, a number", hint=r"mark it: '\mathbf 1'")
        if not isinstance(self.names, Mapping):
            raise InputError(f"the notation entry 'names' is {self.names!r}", hint="a table: eps = '\\varepsilon'")
        for name, latex in self.names.items():
            _check_latex(f"names.{name}", latex)
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))


def _check_latex(entry: str, value: object, *, empty: bool = False) -> None:
    if not isinstance(value, str) or not (value.strip() or empty) or len(value) > 200:
        raise InputError(f"the notation entry {entry!r} is {value!r}", hint="a short piece of LaTeX in quotes")
    if rest := _TOKEN.sub("", value):
        hint = f"found {value!r}; LaTeX of math mode"
        raise InputError(f"the notation entry {entry!r} contains {rest[0]!r}", hint=hint)
    depth = 0
    for token in _TOKEN.findall(value):
        if token.startswith("\\") and token not in COMMANDS:
            raise InputError(
                f"the notation entry {entry!r} uses {token}",
                hint="letters, accents, alphabets, operators and fences of LaTeX and amsmath can be used",
            )
        depth += (token == "{") - (token == "}")
        if depth < 0:
            break
    if depth:
        raise InputError(f"the notation entry {entry!r} has unbalanced braces: {value!r}", hint="close each { by a }")


ARROW = Notation()
BOLD = Notation(
    vector=r"\mathbf", greek_vector=r"\boldsymbol", ones=r"\mathbf 1", zero_vector=r"\mathbf 0", basis=r"\mathbf e"
)
#: Without a mark on vectors; all-ones stays bold, because 1 is a number.
PLAIN = Notation(vector="", greek_vector="", ones=r"\mathbf 1", zero_vector="0", basis="e")

PROFILES: Mapping[str, Notation] = MappingProxyType({"arrow": ARROW, "bold": BOLD, "plain": PLAIN})


def from_mapping(table: Mapping[str, Any]) -> Notation:
    r"""The notation of a table ``[tool.derive.notation]``: a ``profile`` (arrow, bold or plain), then changes to it.

    Raises `InputError` for an unknown key or profile, or for LaTeX beyond `COMMANDS`.

    >>> from_mapping({"profile": "bold", "transpose": r"\mathsf{T}"}).transpose
    '\\mathsf{T}'
    """
    profile = table.get("profile", "arrow")
    if not isinstance(profile, str) or profile not in PROFILES:
        raise InputError(f"the notation profile {profile!r}", hint=f"profiles: {', '.join(PROFILES)}")
    known = tuple(entry.name for entry in fields(Notation))
    for key in table:
        if key != "profile" and key not in known:
            raise InputError(f"the notation entry {key!r} is unknown", hint=f"entries: profile, {', '.join(known)}")
    return replace(PROFILES[profile], **{key: value for key, value in table.items() if key != "profile"})
