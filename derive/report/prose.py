"""Words with mathematics and references in them: read from what a note declares, written by a target.

Mathematics is plain syntax between dollar signs.  What plain syntax has no word for is a *sign* that stands between blanks
(``in``, ``{``, ``<=``): a formula is terms and signs in turn, and each term is printed as every other term is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby

from derive.errors import InputError
from derive.language.terms import Index, Symbol, Term
from derive.printing.sentences import Math, Sign
from derive.reading.environment import Environment
from derive.reading.statement import read_term
from derive.report.formulas import Formula, Typeset, joined

#: What may stand between terms of a formula.
SIGNS: Mapping[str, Sign] = {
    "in": Sign(r"\in", "∈"), "RR": Sign(r"\mathbb{R}", "ℝ"), "{": Sign(r"\{", "{"), "}": Sign(r"\}", "}"),
    "!=": Sign(r"\neq", "≠"), "<=": Sign(r"\leq", "≤"), ">=": Sign(r"\geq", "≥"), "...": Sign(r"\dots", "…"),
    "|->": Sign(r"\mapsto", "↦"), "~": Sign(r"\approx", "≈"), **{char: Sign(char, char) for char in ":,=<>()"},
}  # fmt: skip

_PARTS = re.compile(
    r"\$(?P<math>[^$]+)\$|\{=(?P<stated>[\w.]+)\}|\{(?P<ref>[\w.:]+)\}|``(?P<code>[^`]+)``|\*(?P<stress>[^*$]+)\*"
)


@dataclass(frozen=True)
class Ref:
    """A reference: the anchor that it leads to, and what is shown of it."""

    anchor: str
    shown: str


@dataclass(frozen=True)
class Code:
    """A command or a name, letter by letter."""

    text: str


@dataclass(frozen=True)
class Stress:
    """Words that are stressed."""

    text: str


@dataclass(frozen=True)
class Badge:
    """A verdict: ``proved``, ``uncertified`` (proved, not certified), ``refuted``, ``corrected``, ``unsupported``."""

    kind: str


Piece = str | Formula | Ref | Code | Stress | Badge
Prose = tuple[Piece, ...]


@dataclass(frozen=True)
class Reader:
    """Reads the words of a note.

    Attributes:
        environment: what names of plain syntax mean.
        signs: names that stand for signs.
        typeset: how terms are printed.
        refs: the key of a reference → what it is.
        stated: the name of a theorem → its statement.
    """

    environment: Environment
    signs: Mapping[str, Sign]
    typeset: Typeset
    refs: Mapping[str, Ref]
    stated: Callable[[str], Prose]

    def __call__(self, text: str) -> Prose:
        """The prose that a text says; raises `InputError` for a reference that leads nowhere."""
        found: list[Piece] = []
        makers: dict[str, Callable[[str], Piece]]
        makers = {"math": self.formula, "ref": self.ref, "code": Code, "stress": Stress}
        end = 0
        for part in _PARTS.finditer(text):
            found += [text[end : part.start()]]
            kind = str(part.lastgroup)
            found += self.stated(part[kind]) if kind == "stated" else (makers[kind](part[kind]),)
            end = part.end()
        return tuple(piece for piece in (*found, text[end:]) if piece != "")

    def ref(self, key: str) -> Ref:
        """A reference by its key."""
        if key not in self.refs:
            raise InputError(f"a reference to {key!r}, which the note does not show", hint=", ".join(sorted(self.refs)))
        return self.refs[key]

    def formula(self, text: str) -> Formula:
        """A formula: terms and signs in turn."""
        (run,) = self.typeset.sentence(self.pieces(text))
        return joined(run if not isinstance(run, str) else ())

    def pieces(self, text: str) -> tuple[Math, ...]:
        """The terms and signs of a formula."""
        known = {**SIGNS, **self.signs}
        words = re.sub(r"(?<=\S),(?=\s|$)", " ,", text).split()
        found: list[Math] = []
        for signs, group in groupby(words, key=known.__contains__):
            run = list(group)
            found += [known[word] for word in run] if signs else [self.term(" ".join(run))]
        return tuple(found)

    def term(self, text: str) -> Term:
        """A term in plain syntax, or the name of an index."""
        named = self.environment.names.get(text)
        return Symbol(named.name, ()) if isinstance(named, Index) else read_term(text, self.environment)
