r"""What relations of a paper rest on: words in a display that make it conditional, "if", "for", "let", signs such as
``\forall``; and premises that cannot be read, so that what rests on them is neither proved nor refuted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from derive.errors import InputError
from derive.reading.paper.units import Unit
from derive.reading.source import Placed


@dataclass(frozen=True)
class Premise(Placed):
    """A premise that could not be read: where it stands, ``what`` it is, and the ``error``."""

    what: str
    error: InputError

    def not_checked(self, hint: str = "mend it; what rests on it is neither proved nor refuted") -> InputError:
        """The error of a relation that rests on it."""
        place = f"{self.source.file}:{self.place}"
        if self.error.message.startswith("not checked: "):
            return self.error
        reason = str(self.error).split("\n", 1)[0].removeprefix(f"{place}: ").removeprefix(f"{self.source.file}:")
        return InputError(f"not checked: {self.what} at {place} could not be read: {reason}", hint=hint)


_LEADS = r"[\s(~\\]*(?:(?:and|but|or|so|now|then|hence|thus|therefore|here|also|moreover|that is|i\.e\.)[\s,:~]+)*"
_FIXING = (
    r"(?:let|suppos\w+|assum\w+|set|put|denot\w+|defin\w+|fix|take|choose|consider|writ\w+|given|where\w*|with|note|"
    r"abbreviat\w+|call|under)"
)
_LIMITING = (
    r"(?:if|iff|for|from|by|in|on|at|as|when\w*|while|until|unless|without|provided|since|because|due|such that|s\.\s?t\.|"
    r"subject|only|once|using|up to|near|except\w*|either|neither|not|no|or|there|exists?|some|any|each|every|all|almost|"
    r"a\.\s?[se]\.|"
    r"w\.\s?p\.|mod\w*|approximately|asymptotically|it is|in case|whatever|otherwise|else)"
)
#: Words that give names their values, or say what is supposed from here on.
FIXING = re.compile(rf"{_LEADS}{_FIXING}\b", re.IGNORECASE)
#: Words under which a relation holds, or that take it back.
LIMITING = re.compile(rf"{_LEADS}{_LIMITING}(?![A-Za-z])", re.IGNORECASE)
#: Words in letters of mathematics, or of text that is no word of the reader.
_SPELLED = re.compile(
    r"\\(?:math(?:rm|it|sf|bf|tt|normal|op)|operatorname\*?|[hm]box|emph|text[a-z]*|shortintertext)\s*\{(?:\s*\\rm)?"
    r"(?P<words>[^{}]*)\}"
)
#: Signs of logic: what stands on one side of them is not claimed by itself.
LOGIC = frozenset({
    r"\forall", r"\exists", r"\nexists", r"\because", r"\neg", r"\lnot", r"\lor", r"\vee", r"\land", r"\wedge",
    r"\impliedby", r"\Leftarrow", r"\Longleftarrow", r"\rightarrow", r"\longrightarrow", r"\to", r"\leftarrow",
    r"\leftrightarrow", r"\longleftrightarrow", r"\xrightarrow", r"\xRightarrow", r"\xLeftarrow", r"\xLeftrightarrow",
    r"\vdash", r"\models", r"\nRightarrow", r"\nLeftarrow", r"\not", r"\mid", r"\colon", r"\given", r"\suchthat",
    r"\leadsto", r"\rightsquigarrow", ":", "¬", "∀", "∃", "⇒", "⟹", "⇐", "⇔", "⟺", "→", "∧", "∨",
})  # fmt: skip


#: Words of a reason, which says nothing where it has no mathematics.
_REASON = re.compile(
    rf"{_LEADS}(?:since|because|by|from|due|using|in|on|at|as|for (?:all|every|each|any))(?![A-Za-z])", re.I
)
_WORDED = re.compile(r"\\(?:[A-Za-z]+)\s*\{(.*)", re.DOTALL)


def claims_in(text: str) -> bool:
    """Does a formula without a relation sign of its own that begins with a condition say something that could be false?"""
    words = _WORDED.match(text)
    return not words or not _REASON.match(words[1]) or "$" in text or r"\(" in text


def spoken(unit: Unit, text: str) -> str:
    """The words of a unit, if it has any: also of ``\\mathrm{if}``, which is mathematics for TeX."""
    if unit.kind == "words":
        return unit.words
    found = _SPELLED.match(text, unit.at) if unit.kind == "other" and unit.text.startswith("\\") else None
    return found["words"].strip() if found else ""


def condition_in(found: Sequence[Unit], text: str) -> tuple[int, bool, bool] | None:
    """Where units say under which condition they hold: the offset, whether it stands first, and whether it fixes names."""
    related = False
    for unit in found:
        related = related or (unit.kind == "relation" and not unit.inside)
        words = spoken(unit, text)
        fixes = bool(FIXING.match(words))
        if words and (fixes or LIMITING.match(words)):
            return unit.at, not related, fixes
        if unit.text in (r"\forall", r"\exists", r"\nexists", r"\because", "∀", "∃") and not unit.inside:
            return unit.at, not related, False
    return None


def joins(found: Sequence[Unit], text: str) -> bool:
    """Do words or signs of logic stand in units, so that no part of them says something by itself?"""
    return any(bool(spoken(unit, text)) or (unit.text in LOGIC and not unit.inside) for unit in found)
