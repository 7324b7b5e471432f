r"""A display → what stands in it outside of brackets: relation signs, arrows, operators, separators, row ends, the rest.

What brackets hold, ``\overset{…}{=}`` and an environment within are one unit each.  Words in a display may make it
conditional, "if", "for", "let", as signs such as ``\forall`` do; a premise that cannot be read is one of which what rests
on it is neither proved nor refuted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from derive.errors import AmbiguityError, InputError, ReadError, ShapeError
from derive.language.terms import Term
from derive.reading.latex import Macros
from derive.reading.latex.fences import with_bars
from derive.reading.latex.limiting import FIXING, LIMITING, REASON
from derive.reading.latex.older import ALIGNED
from derive.reading.latex.signs import (
    BIG,
    FENCES,
    FUNCTIONS,
    NOT_READ,
    OPENS,
    OPERATIONS,
    ORTHOGONAL,
    RELATIONS,
    SIZES,
    annotated,
)  # fmt: skip
from derive.reading.latex.tokens import LAYOUT, ROWS, WIDE_GAP, WORDS, Tok, after_row, is_split, tokens
from derive.reading.paper import arrows, intervals
from derive.reading.source import Placed, Source

#: Arrows between statements, and what they say.
ARROWS = {
    r"\implies": "implies", r"\Rightarrow": "implies", r"\Longrightarrow": "implies", r"\iff": "iff",
    r"\Leftrightarrow": "iff", r"\Longleftrightarrow": "iff", "=>": "implies", "==>": "implies", "<=>": "iff", "<==>": "iff",
}  # fmt: skip
#: What a row follows from by an arrow behind numbers of equations, ``\\text{By (3), (4)} \\implies``, and no premise of it.
CITED = "by what is cited"
_CITES = re.compile(
    r"\W*(?:based?\s+(?:up)?on|from|by|using|combining|according\s+to)\s+(?:eqs?\.?|equations?)?\s*"
    r"\(\d+[a-z]?\)(?:\s*(?:,|and|&|,\s*and)\s*\(\d+[a-z]?\))*\W*",
    re.IGNORECASE,
)
#: Spaces with an argument.
_WIDE = (r"\hspace", r"\hskip", r"\mspace")
_OVER = (r"\overset", r"\stackrel", r"\underset")
#: Kinds of units that are one token; the last that names a token wins.
_KINDS = {
    **dict.fromkeys(OPERATIONS, "operator"), **dict.fromkeys(RELATIONS, "relation"), **dict.fromkeys(ARROWS, "arrow"),
    **dict.fromkeys("+-", "sign"), **dict.fromkeys(",;", "comma"), **dict.fromkeys(LAYOUT, "layout"),
    **{sign: "opening" if kind in OPENS else "closing" for sign, (kind, _) in FENCES.items()}, "&": "mark",
    **dict.fromkeys(ROWS, "row"),
}  # fmt: skip


#: Kinds of units of a row behind which another formula may begin.
PARTING = ("comma", "words", "arrow", "intertext")


@dataclass(frozen=True, slots=True)
class Unit:
    """``kind`` is relation, arrow, sign, operator, mark, row, comma, words, layout, environment, opening or other.

    ``inside``: it stands in brackets that opened before; ``apart``: a ``\\quad`` stands before it.
    """

    kind: str
    text: str
    at: int
    end: int
    inside: bool = False
    apart: bool = False

    @property
    def words(self) -> str:
        """What a unit of words says."""
        return self.text.strip()

    def matches(self, words: re.Pattern[str]) -> bool:
        """Is it words that match as a whole?"""
        return self.kind == "words" and words.fullmatch(self.words) is not None


def units(source: Source, begin: int, end: int, macros: Macros) -> list[Unit]:
    """The units of a display; raises as `tokens` does."""
    found = with_bars(tokens(source, begin, end))
    made: list[Unit] = []
    at, brackets, last = 0, 0, begin
    while at < len(found):
        token = found[at]
        kind, after = _kind(found, at, macros)
        if made and made[-1].text in ("_", "^") and kind in ("operator", "sign"):  # the star of w^*, the plus of A^+
            kind = "other"
        if token.text == intervals.MEMBER and not brackets:
            before = [unit for unit in made if not unit.inside]
            parting = (u.at if u.apart else u.end for u in reversed(before) if u.apart or u.kind in ("row", *PARTING))
            goes_on = any(unit.kind == "relation" and not unit.inside for unit in made)
            kind = "relation" if intervals.is_claimed(source, found, at, next(parting, begin), goes_on) else kind
        said = "".join(each.text for each in found[at:after]) if kind == "arrow" else token.text
        if (words := _worded(source, found, at, macros)) is not None:
            kind, (said, after) = "words", words
        if kind == "words" and _first(made) and _CITES.fullmatch(said) and after < len(found):
            arrow, stop = _kind(found, after, macros)
            said, after = (CITED, stop) if arrow == "arrow" else (said, after)
        if token.text in macros.table:
            pass
        elif _leads_on(source, found, at, made):
            kind, said = "words", "therefore"
        elif kind == "other" and not brackets and arrows.implies(found, at):
            kind, said = "arrow", r"\implies"
        if kind == "closing":
            brackets = max(brackets - 1, 0)
        elif kind == "row":
            stop = after_row(source, token.end)
            after = next((n for n in range(after, len(found)) if found[n].at >= stop), len(found))
        if token.text in _WIDE:
            at = _argument(found, at + 1 + (at + 1 < len(found) and found[at + 1].text == "*"))
            continue
        gap = source.text[last : token.at]
        apart = bool(WIDE_GAP.search(gap)) or any(space in gap for space in _WIDE)
        apart = apart or bool(made and made[-1].text == r"\hfill")
        if is_split(found, at):
            made.append(Unit("mark", "&", token.at, token.at, brackets > 0, apart))
        made.append(Unit(kind, _meant(said, macros), token.at, found[after - 1].end, brackets > 0, apart))
        if kind == "opening":
            brackets += 1
        elif kind == "words":  # (y = x \text{ by definition)}
            brackets = max(brackets + said.count("(") - said.count(")"), 0)
        last, at = found[after - 1].end, after
    return made


def rows_of(found: Sequence[Unit]) -> list[list[Unit]]:
    r"""The rows; an ``\intertext`` is one of its own."""
    rows: list[list[Unit]] = [[]]
    for unit in found:
        if unit.kind == "intertext":
            rows += [[unit], []]
        elif unit.kind == "row":
            rows.append([])
        else:
            rows[-1].append(unit)
    return [row for row in rows if row]


def _kind(found: Sequence[Tok], at: int, macros: Macros) -> tuple[str, int]:
    """The kind of the unit at a position, and the position after it."""
    token = found[at]
    text, following = token.text, found[at + 1].text if at + 1 < len(found) else ""
    if token.kind == "begin":
        return "environment", _matching(found, at, lambda t: (t.kind == "begin") - (t.kind == "end"))
    if text == ALIGNED and following == "{" and text not in macros.table:
        return "environment", _argument(found, at + 1)
    if token.kind in ("label", "tag", "require"):
        return "layout", at + 1
    if token.kind == "intertext":
        return "intertext", at + 1
    if token.kind in WORDS:
        return "words", at + 1
    if token.kind == "sign" and text == "{":
        after = _matching(found, at, lambda t: (t.text == "{") - (t.text == "}") if t.kind == "sign" else 0)
        return ("layout" if after == at + 2 else "other"), after
    if is_split(found, at):
        return "relation", at + 3
    if (after := _typed_arrow(found, at)) and text not in macros.table:
        return "arrow", after
    if (text in ("<", ">", ":") and following == "=") or (text == r"\not" and following in RELATIONS):
        return "relation", at + 2
    if text == "=" and following == ":" and [each.text for each in found[at + 2 : at + 3]] != ["="]:
        return "relation", at + 2
    if text in _OVER:
        middle = _argument(found, at + 1)
        after = _argument(found, middle)
        over = [t.text for t in found[middle:after]]
        if any(text in RELATIONS for text in over) and BIG.keys().isdisjoint(over):
            return "relation", after
        return "other", after
    if text in (r"\left", r"\right", r"\middle") and following:
        side = {r"\left": "opening", r"\right": "closing"}.get(text, "other")
        return side, at + 2
    if SIZES.match(text) and following in FENCES and text not in macros.table:
        return _KINDS[following], at + 2
    if text == ORTHOGONAL and at and found[at - 1].text in ("_", "^"):
        return "other", at + 1
    return _KINDS.get(_meant(text, macros), "other"), at + 1


def _first(before: Sequence[Unit]) -> bool:
    """Does a row begin behind some units?"""
    return next((unit.kind == "row" for unit in reversed(before) if unit.kind not in ("mark", "layout")), True)


def _leads_on(source: Source, found: Sequence[Tok], at: int, before: Sequence[Unit]) -> bool:
    r"""Is a token an arrow that a row begins with, ``\rightarrow \quad``, so that it says what follows?"""
    apart = at + 1 < len(found) and bool(WIDE_GAP.search(source.text[found[at].end : found[at + 1].at]))
    plain = found[at].text in (*arrows.PLAIN, r"\to")
    return plain and _first(before) and (apart or arrows.leads(found, at))


def _typed_arrow(found: Sequence[Tok], at: int) -> int:
    """The position after an arrow that is typed as signs without a space, ``=>``, ``<=>``; 0 where none begins."""
    stop = at + 1
    while stop < len(found) and stop < at + 4 and found[stop].at == found[stop - 1].end and found[stop].text in "=>":
        stop += 1
    return stop if stop > at + 1 and "".join(each.text for each in found[at:stop]) in ARROWS else 0


def _worded(source: Source, found: Sequence[Tok], at: int, macros: Macros) -> tuple[str, int] | None:
    r"""The words that a macro stands for, ``\newcommand{\why}[1]{\text{#1}}``, and the position after its arguments.

    Those of ``\therefore`` and ``\because`` are their own.
    """
    if found[at].text == r"\therefore":
        return "therefore", at + 1
    if found[at].text == r"\because" and found[at].text not in macros.table:
        return "since", at + 1
    macro = macros.table.get(found[at].text) if found[at].kind == "command" else None
    if macro is None or macro.default is not None:
        return None
    after = at + 1
    for _ in range(macro.count):
        after = _argument(found, after)
    try:
        made = macros.expand(source, found[at:after])
    except InputError:
        return None  # said where the formula is read
    return (made[0].text, after) if len(made) == 1 and made[0].kind in WORDS else None


def _meant(text: str, macros: Macros) -> str:
    """A token, or the one that it stands for as a macro without arguments."""
    macro = macros.table.get(text)
    if macro is None or macro.count:
        return text
    body = [token.text for token in macro.body]
    return r"\coloneqq" if body == [":", "="] else body[0] if len(body) == 1 else text


def _argument(found: Sequence[Tok], at: int) -> int:
    """The position after an argument: a group, or one token."""
    if at < len(found) and found[at].text == "{" and found[at].kind == "sign":
        return _matching(found, at, lambda t: (t.text == "{") - (t.text == "}") if t.kind == "sign" else 0)
    return min(at + 1, len(found))


def _matching(found: Sequence[Tok], at: int, step: Callable[[Tok], int]) -> int:
    """The position after the token that closes the one at a position, or the end."""
    depth = 0
    for position in range(at, len(found)):
        depth += step(found[position])
        if not depth:
            return position + 1
    return len(found)


#: Words behind which stands what follows from what stands before them, also behind "and".
SO = (
    "so that", "so", "hence", "thus", "therefore", "i.e.", "that is", "then", "consequently", "now", "finally", "moreover",
    "furthermore", "next", "also", "again", "similarly", "likewise",
)  # fmt: skip
#: "And" in other languages; a letter that is a word has blanks around it.
_ELSEWHERE = (
    "und",
    "et",
    "og",
    "och",
    "и",
    "και",
    "且",
    "并且",
    "以及",
    "和",
    "かつ",
    "および",
    "そして",
    "그리고",
    "및",
)
_LETTERS = r"(?<=\s)[eyi](?=\s)"
_AND = re.compile(
    rf"\s*(?:[,;,,、]\s*)?(?:(?:(?:and )?(?:{'|'.join(map(re.escape, SO))})|and|where|with|{_LETTERS}"
    rf"|{'|'.join(map(re.escape, _ELSEWHERE))})(?!\w)\s*)?(?:[,:,:、]\s*)?\Z",
    re.I,
)
#: Kinds of units that say nothing, in a row.
BLANK = ("mark", "layout", "comma")
#: Kinds of units that are no text of a formula.
SILENT = ("mark", "layout", "condition", "begins", "behind", "beside", "joint", "unread", "after")


def joining(unit: Unit) -> bool:
    """Is a unit words that join two formulas?"""
    return unit.kind == "words" and (unit.text == CITED or bool(_AND.match(unit.text)))


def states(unit: Unit) -> bool:
    """Is a unit part of what a formula says?"""
    return unit.kind not in (*SILENT, "comma", "intertext") and not joining(unit)


def stated(found: Sequence[Unit]) -> list[Unit]:
    """The units that say something."""
    return list(filter(states, found))


@dataclass(frozen=True)
class Premise(Placed):
    """A premise that could not be read: where it stands, ``what`` it is, and the ``error``.

    ``given`` are the sides of what it supposes for what rests on it, ``names`` the letters of what it would define.
    """

    what: str
    error: InputError
    given: tuple[tuple[Term, Term], ...] = ()
    names: frozenset[str] | None = None

    def after(self, other: Premise | None) -> Premise:
        """The first of two premises, which supposes what both do."""
        if other is None:
            return self
        return replace(other, given=(*other.given, *self.given) if other.given and self.given else ())

    def vague(self) -> Premise:
        """The premise, of which nobody knows whether it is all that is supposed."""
        return replace(self, given=())

    def not_checked(
        self, hint: str = "mend it; what rests on it is neither proved nor refuted", without: str = ""
    ) -> InputError:
        """The error of a relation that rests on it; ``without`` says why it is not proved without it, if nobody knows."""
        place = f"{self.source.file}:{self.place}"
        if self.error.message.startswith("not checked: "):
            said = f"{self.error.message}; without it {without}"
            return InputError(said, hint=self.error.hint) if without else self.error
        if isinstance(self.error, AmbiguityError) and self.error.convention:  # decided in each of its readings
            return self.error
        cause = cause_of(self.error)
        kind = ShapeError if isinstance(self.error, ShapeError) else InputError  # of one reading: it does not count
        return kind(f"not checked: {self.what} at {place} could not be read: {cause}", hint=hint)


_PLACED = re.compile(r"(?:[^\n]*:)?\d+:\d+: ")
#: The longest cause that is repeated.
_LONGEST_CAUSE = 100


def cause_of(error: InputError) -> str:
    """What an error says, in a few words on one line, without its place.

    >>> cause_of(Source("a ?").error(2, "'?'", "the end"))
    "found '?'"
    """
    if isinstance(error, ReadError):
        said = f"found {error.found}"
    elif isinstance(error, AmbiguityError):
        said = f"{error.what} with {len(error.readings)} readings"
    else:
        said = error.message.partition("\n")[0]
        said = said.removeprefix(place[0]) if (place := _PLACED.match(said)) else said
    said = " ".join(said.split())
    return said if len(said) <= _LONGEST_CAUSE else f"{said[:_LONGEST_CAUSE]} …"


#: Words in letters of mathematics, or of text that is no word of the reader.
_SPELLED = re.compile(
    r"\\(?:math(?:rm|it|sf|bf|tt|normal|op)|operatorname\*?|[hm]box|emph|text[a-z]*)\s*\{(?:\s*\\rm)?"
    r"(?P<words>[^{}]*)\}"
)
#: A sign of what names are, of which all is claimed that stands beside it.
TYPES = re.compile(r"\\(?:in|forall)(?![A-Za-z])|[∈∀]")
#: Signs of logic: what stands on one side of them is not claimed by itself.
LOGIC = frozenset({
    r"\forall", r"\exists", r"\nexists", r"\because", r"\neg", r"\lnot", r"\lor", r"\vee", r"\land", r"\wedge",
    r"\impliedby", r"\Leftarrow", r"\Longleftarrow", r"\rightarrow", r"\longrightarrow", r"\to", r"\leftarrow",
    r"\leftrightarrow", r"\longleftrightarrow", r"\xrightarrow", r"\xRightarrow", r"\xLeftarrow", r"\xLeftrightarrow",
    r"\vdash", r"\models", r"\nRightarrow", r"\nLeftarrow", r"\not", r"\mid", r"\colon", r"\given", r"\suchthat",
    r"\leadsto", r"\rightsquigarrow", ":", "¬", "∀", "∃", "⇒", "⟹", "⇐", "⇔", "⟺", "→", "∧", "∨",
})  # fmt: skip
_WORDED = re.compile(r"\\(?:[A-Za-z]+)\s*\{(.*)", re.DOTALL)


def claims_in(text: str) -> bool:
    """Does a formula without a relation sign of its own that begins with a condition say something that could be false?"""
    words = _WORDED.match(text)
    return not words or not REASON.match(words[1]) or "$" in text or r"\(" in text


def spoken(unit: Unit, text: str) -> str:
    """The words of a unit, if it has any: also of ``\\mathrm{if}``, which is mathematics for TeX; no function's name."""
    words = unit.words if unit.kind == "words" else ""
    if unit.kind == "other" and unit.text.startswith("\\") and (found := _SPELLED.match(text, unit.at)):
        words = found["words"].strip()
    return "" if words.strip() in FUNCTIONS else words


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


def joins(found: Sequence[Unit], text: str, known: Callable[[str], bool]) -> bool:
    r"""Do words or signs of logic stand in units, so that no part says something by itself?

    A letter in bold is no word, nor is what is ``known`` as a name, \mathrm{TSS}.
    """
    said = ((unit, spoken(unit, text)) for unit in found)
    words = (unit.kind == "words" or len(words) > 1 for unit, words in said if words and not known(words))
    return any(words) or any(unit.text in LOGIC and not unit.inside for unit in found)


def relates(source: Source, begin: int, end: int, macros: Macros) -> bool:
    """Does a relation sign stand in a range, outside of scripts other than annotations, or in words?"""
    try:
        found = macros.expand(source, tokens(source, begin, end))
    except InputError:
        return True
    script, before = 0, ""
    if annotated(source, found):
        return True
    for token in found:
        text = token.text if token.kind in ("sign", "command") else ""
        if text == "{" and (script or before in ("_", "^")):
            script += 1
        elif text == "}" and script:
            script -= 1
        elif not script and (text in RELATIONS or text in NOT_READ) and before not in ("_", "^"):
            return True
        before = text
    return False


#: An equality with a word above that makes it a definition.
_DEFINED = re.compile(r"\\(?:overset|stackrel)\s*\{[^=]*(?:def|\\triangle|\\Delta)[^=]*\}")


def defines(source: Source, sign: tuple[int, int], macros: Macros) -> bool:
    """Is a sign one of definitions?"""
    text = re.sub(r"[\s&]", "", source.text[slice(*sign)])
    if macro := macros.table.get(text):
        text = "".join(token.text for token in macro.body)
    return RELATIONS.get(text, text) == ":=" or bool(_DEFINED.match(text))
