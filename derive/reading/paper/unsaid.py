r"""What of a display claims nothing: reasons, ``& \text{by } \textbf{P1}``, types, end marks, the sign on an empty side.

A reason stands in a cell of its own, or behind a ``\quad``, up to the end of its row, and has words.  Words that limit what
is said are no reason.  One that speaks of mathematics, of a property or of a case could be a condition: its row is proved
without it, or not decided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.reading.latex import Macros
from derive.reading.latex.limiting import BECAUSE, DENIES, FIXING, IF, LET, LIMITING, RULE, UNSURE, qualifies
from derive.reading.latex.signs import ARGUMENTS, INLINE, RELATIONS, says
from derive.reading.latex.tokens import tokens
from derive.reading.paper.conditions import Named
from derive.reading.paper.provisos import goes_on_below, in_front, is_one, of_indices, parts_of
from derive.reading.paper.sets import REAL, dims_of, members, type_in_front
from derive.reading.paper.units import BLANK, LOGIC, SO, Unit, spoken
from derive.reading.source import Source

#: Words that join formulas.
_JOINING = re.compile(rf"\W*(?:(?:and )?(?:{'|'.join(map(re.escape, SO))})|and|or|where|with)?\W*", re.IGNORECASE)
#: What is said of the mathematics before it.
_PREDICATE = re.compile(r"\s*(?:is|are|has|have|being|holds?|commutes?|vanish(?:es)?)(?![A-Za-z])")
#: How something is written, in words without a letter that they could name.
_WRITES = re.compile(r"\W*writ(?:e|ing)(?:[\s-]+(?:[A-Za-z]{2,}|a))+\W*", re.IGNORECASE)
#: Words before a reason that may be a condition, and those for which a reason is in doubt.
_SINCE = re.compile(r"\W*(?:since|because)(?![A-Za-z])", re.IGNORECASE)
_DOUBTS = re.compile(rf"{DENIES.pattern}|{_SINCE.pattern}", re.IGNORECASE)
#: An operation in words, which is no remark.
_OPERATION = re.compile(r"\W*(?:plus|minus|times|(?:divided|multiplied) by)(?![A-Za-z])", re.IGNORECASE)
#: What a label has besides words.
_LABEL = re.compile(r"[\d.:*'-]+|\\(?:eq|c|C)?ref|\\(?:star|ast|dagger|ddagger)|\\left|\\right|[()\[\]]")
#: The name of a theorem, or of an equation.
_NUMBERED = re.compile(r"\s*[A-Z][A-Za-z]*[-. ]?\d[\w.-]*\s*")
#: What ends a proof.
_ENDS = frozenset({r"\blacksquare", r"\square", r"\Box", r"\qed", r"\qedhere", r"\qedsymbol", r"\QED"})
#: What ends a row that has been shown.
_CHECKED = frozenset({r"\checkmark"})
_ENDING = re.compile(r"\s*(?:\(\s*)?q\.?\s*e\.?\s*d\.?\s*(?:\)\s*)?", re.IGNORECASE)
#: A set that is one letter; those of numbers with other values than the real ones are another type.
_SET = re.compile(
    r"(?![CFHK])[A-Z]|\\math(?:cal|scr) (?:\{ )?(?![CFHK])[A-Z](?: \})?"
    r"|\\(?:mathbb|Bbb|mathbbm|mathds) (?:\{ )?(?![CDFHKTU])[A-Z](?: \})?"
)
#: Words before the type of a name, and before a relation that may hold anyway.
_EVERY = re.compile(r"\W*(?:for\s+)?(?:all|any|every|each)\W*", re.IGNORECASE)
_AS = re.compile(rf"\W*{BECAUSE}\W*", re.IGNORECASE)
#: Words before a shape, and what stands between sizes.
_SHAPE = re.compile(r"\W*(?:of\s+)?(?:shape|size|dim(?:ension)?s?)(?:\s+is)?\W*", re.IGNORECASE)
_SHAPED = re.compile(
    r"\W*(?:(?:it|this|that|which)\s+is\s+)?an?\s+\$[^$=<>]*\\times[^$=<>]*\$\s+(?:matrix|vector)\W*", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(?:\\times(?![A-Za-z])|,)\s*")
#: Signs of conditions that say nothing exact.
_VAGUE = (r"\ll", r"\gg", "≪", "≫")
#: Is this the core of a declared name?
Known = Callable[[str], bool]


@dataclass(frozen=True)
class Doubt:
    """A reason at an offset, as it is written, that may limit what stands between two; only words and labels, or more."""

    begin: int
    end: int
    at: int
    text: str
    labels: bool


@dataclass(frozen=True)
class Membership:
    r"""``\in \R^{N \times K}`` behind the relation whose sign stands ``of``: where it stands, and its dimensions as written.

    None where it is a number.  ``names``: it is said of these, "for all $b \in \R^K$".  ``listed``: in a set in braces.
    ``remark``: in parentheses, a ``shape``, one ``worded`` so, or a ``flat`` one, ``(N,)``, of a row or a column; or
    ``words``, of which the relation that stands ``at`` is said; a ``set``, in which the names are; or a ``map``, f : A → B.
    """

    at: int
    of: int
    dims: str | None
    names: tuple[str, ...] = ()
    listed: bool = False
    remark: str = ""


@dataclass(frozen=True)
class Proviso:
    r"""Relations behind words such as "when", at the end of a row, with their ``signs``.

    ``of``: the relation sign before it.  Without signs of its own it says nothing exact, as ``h \ll 1``.  Behind "let" it
    ``fixes`` a name for what stands below; behind "if" it ``limits`` what stands before it in its ``row``, which begins
    there.
    """

    at: int
    parts: tuple[tuple[int, int], ...]
    of: tuple[int, int]
    signs: tuple[int, ...] = ()
    fixes: bool = False
    limits: bool = False
    row: int = 0

    def is_of(self, relation: int) -> bool:
        """Does a relation stand before it in its row?"""
        return self.limits and self.row <= relation <= self.of[0]


@dataclass(frozen=True)
class Spoken:
    """A display with what it says alone: its ``rows``, and its text, the rest of it blanked."""

    rows: list[list[Unit]]
    source: Source
    doubts: tuple[Doubt, ...] = ()
    types: tuple[Membership | Proviso, ...] = ()


def said_in(source: Source, rows: Sequence[list[Unit]], macros: Macros, named: Named, known: Known) -> Spoken:
    """The rows of a display without what says nothing."""
    silent: list[tuple[int, int]] = []
    doubts: list[Doubt] = []
    types: list[Membership | Proviso] = []
    made = [_without_end(source.text, row, row is rows[-1], macros, known, silent) for row in rows]
    made = [row for row in made if row]
    related, begin = False, 0
    for number, row in enumerate(made):
        at = _reason_at(source.text, row, known, related or _goes_on(made[number + 1 : number + 2]))
        relates = any(unit.kind == "relation" for unit in row)
        related, begin = related or relates, row[0].at if relates else begin
        if at is None:
            continue
        tail, made[number] = row[at:], row[:at]
        silent.append((tail[0].at, tail[-1].end))
        labels = all(_is_label(unit, source.text, known) and not _doubted(spoken(unit, source.text)) for unit in tail)
        types += (Membership(one.at, one.at, None, remark="words") for one in tail if one.kind == "relation")
        said = next(unit.at for unit in tail if unit.kind not in BLANK)
        doubts.append(Doubt(begin, row[-1].end, said, source.text[said : tail[-1].end], labels))
    sign, marked = -1, any(unit.kind == "mark" for row in made for unit in row)
    front = None
    for number, row in enumerate(made):
        while (kind := type_in_front(source, row, macros)) is not None:
            types.append(Membership(row[0].at, -1, kind.dims, kind.names, remark="map" if kind.map else ""))
            silent.append((row[0].at, row[kind.stop - 1].end))
            row = made[number] = row[kind.stop :]
        front = in_front(source, row, sign >= 0, front is not None and front.limits, macros, named)
        if front is not None:
            types.append(Proviso(front.at, front.parts, front.of, front.signs, limits=front.limits, row=row[0].at))
            silent.append(front.range)
            row = made[number] = [unit for unit in row if unit.at >= front.range[1]]
        if not row:
            continue
        found = [*_tail_in(source, row, sign if marked else -1, macros, named), *_types_in(source, row, sign, macros)]
        found += _shape_in(source, row, sign, macros)
        sign = max((unit.at for unit in row if unit.kind == "relation" and not unit.inside), default=sign)
        more = number + 1 < len(made) and goes_on_below(row, made[number + 1])
        types += (replace(one, limits=False) if more and isinstance(one, Proviso) else one for one, _ in found)
        ranges = [(row[each.start].at, row[each.stop - 1].end) for _, each in found]
        silent += ranges
        made[number] = [unit for unit in row if not any(begin <= unit.at < end for begin, end in ranges)]
    made = [row for row in made if row]
    for row, after in pairwise(made):
        first = next((unit for unit in after if unit.kind not in BLANK), None) if _goes_on([after]) else None
        last = next((unit for unit in reversed(row) if unit.kind not in BLANK), None)
        if first and last and _alike(last, first):
            row.remove(last)
            silent.append((last.at, last.end))
    return Spoken([row for row in made if row], source.without(silent), tuple(doubts), tuple(types))


def _tail_in(
    source: Source, row: Sequence[Unit], above: int, macros: Macros, named: Named
) -> Iterator[tuple[Membership | Proviso, range]]:
    r"""What a row ends with: types of names, "for all $b \in \R^K$", ``\quad b \in \R^K``, or a condition, "when $b = A x$".

    Of the relation sign ``above`` a row of its own says "let $b = A x$", whose sign is not aligned with it.
    """
    of, sign, apart = -1, (-1, -1), 0
    begin = next((unit for unit in row if unit.kind not in BLANK), None)
    if begin is not None and begin.matches(LET) and not _aligned(row):
        of, sign = above, (above, above)
    for at, unit in enumerate(row):
        if unit.kind == "arrow" or (unit.kind == "relation" and not unit.inside):
            of, apart = unit.at if unit.kind == "relation" else -1, 0
            sign = unit.at, unit.end
        if of >= 0 and not unit.inside and (unit.kind == "comma" or (unit.apart and not apart)):
            apart = at
        if apart and unit.text in _VAGUE and not unit.inside and not any(e.kind == "relation" for e in row[apart:]):
            yield Proviso(row[apart].at, ((row[apart].at, row[-1].end),), sign), range(apart, len(row))
            return
        alone = unit.apart and unit.kind == "other" and unit.text != r"\forall"
        alone = alone and not any(each.kind == "relation" for each in row[at:])
        tail = [each for each in row[at + (not alone) :] if each.kind not in ("mark", "layout")]
        while tail and (tail[-1].kind == "comma" or tail[-1].text == "."):
            tail.pop()
        every, limits = (unit.text == r"\forall" or unit.matches(words) for words in (_EVERY, IF))
        fixes = unit.matches(LET)
        when = fixes or limits or unit.matches(_AS)
        if of < 0 or not tail or unit.inside or not (every or when or alone):
            continue
        if any(each.kind in ("words", "arrow", "environment", "intertext") for each in tail):
            continue
        text = " ".join(token.text for token in macros.expand(source, tokens(source, tail[0].at, tail[-1].end)))
        names, kind = members(text)
        if (every or alone) and names and (real := REAL.fullmatch(rf"\in {kind}")):
            yield Membership(unit.at, of, dims_of(real), names), range(at, len(row))
            return
        if every and names and _SET.fullmatch(kind):
            yield Membership(unit.at, of, kind, names, remark="set"), range(at, len(row))
            return
        if (
            when
            and any(each.kind == "relation" and not each.inside for each in tail)
            and not any(of_indices(part, named) for part in text.split(" , "))
        ):
            signs = tuple(each.at for each in tail if each.kind == "relation" and not each.inside)
            limits = limits and is_one(source, row[at + 1 :], tail, text)
            yield Proviso(unit.at, parts_of(tail), sign, signs, fixes, limits, row[0].at), range(at, len(row))
            return


def _aligned(row: Sequence[Unit]) -> bool:
    """Does a mark stand right before a relation of a row?"""
    return any(one.kind == "mark" and unit.kind == "relation" and not unit.inside for one, unit in pairwise(row))


def _doubted(words: str) -> bool:
    """May words behind a row limit it, though they name nothing?"""
    return bool(_DOUBTS.search(words) or UNSURE.search(words) or (LIMITING.match(words) and not RULE.match(words)))


def _types_in(source: Source, row: Sequence[Unit], sign: int, macros: Macros) -> Iterator[tuple[Membership, range]]:
    """The types behind relations of a row, and their units; a row may begin with that of one whose ``sign`` stands above."""
    of = sign if next((unit.text for unit in row if unit.kind not in BLANK), "") == r"\in" else -1
    alone = True
    for at, unit in enumerate(row):
        if unit.inside:
            continue
        alone = alone and unit.kind not in ("comma", "words", "arrow") and not (unit.apart and at)
        if unit.kind == "relation":
            of = unit.at
        elif unit.text == r"\in" and of >= 0:
            stop = at + 1
            if (
                alone
                and (end := _braces(row, stop))
                and all(unit.kind in BLANK or unit.text == "." for unit in row[end:])
            ):
                yield Membership(unit.at, of, None, listed=True), range(at, end)
                return
            while stop < len(row) and row[stop].kind == "other" and row[stop].text != "." and not row[stop].apart:
                stop += 1
            goes_on = stop < len(row) and not row[stop].apart
            if goes_on and row[stop].kind in ("relation", "sign", "operator", "opening"):
                continue
            found = macros.expand(source, tokens(source, unit.at, row[stop - 1].end))
            if real := REAL.fullmatch(" ".join(token.text for token in found)):
                yield Membership(unit.at, of, dims_of(real)), range(at, stop)
        elif unit.kind in ("comma", "words", "arrow") or unit.text in LOGIC or (unit.apart and unit.kind not in BLANK):
            of = -1


def _shape_in(
    source: Source, row: Sequence[Unit], sign: int, macros: Macros
) -> Iterator[tuple[Membership | Proviso, range]]:
    r"""The shape in parentheses that a row ends with, ``\quad (N \times K)``, ``(N,)``, ``(\text{shape: } N \times K)``."""
    of = sign
    for at, unit in enumerate(row):
        of = unit.at if unit.kind == "relation" and not unit.inside else of
        begins = unit.apart or (at > 0 and row[at - 1].kind == "mark")
        if of < 0 or not begins or unit.kind != "opening" or unit.inside or unit.text not in ("(", r"\left"):
            continue
        stop = next(
            (n for n in range(at + 1, len(row)) if row[n].kind == "closing" and row[n].end and not row[n].inside), 0
        )
        inner = row[at + 1 : stop]
        worded = bool(inner) and inner[0].matches(_SHAPE)
        inner = inner[1:] if worded else inner
        behind = any(each.kind not in BLANK and each.text != "." for each in row[stop + 1 :])
        if not stop or behind or not inner or any(each.kind in ("words", "relation", "arrow") for each in inner):
            continue
        text = " ".join(token.text for token in macros.expand(source, tokens(source, inner[0].at, inner[-1].end)))
        parts = _BETWEEN.split(text.strip())
        flat = len(parts) == 2 and not parts[1]
        parts = parts[:1] if flat else parts
        if all(parts) and (flat or worded or len(parts) > 1):
            sizes = r" \times ".join(parts)
            yield (
                Membership(unit.at, of, sizes, remark="flat" if flat else "worded" if worded else "shape"),
                range(at, stop + 1),
            )


def _braces(row: Sequence[Unit], at: int) -> int:
    r"""The position behind a set in braces ``\{0, 1\}`` that begins at one; 0 where none does."""
    if at >= len(row) or row[at].text != r"\{" or row[at].kind != "opening":
        return 0
    return next((n + 1 for n in range(at + 1, len(row)) if not row[n].inside or row[n].kind == "closing"), 0)


def _alike(last: Unit, first: Unit) -> bool:
    """Are two units the same relation sign, so that no side stands between them?"""
    same = last.text == first.text and RELATIONS.get(last.text) in ("=", "<", ">", "<=", ">=")
    return same and last.kind == "relation" and not last.inside


def _goes_on(below: Sequence[Sequence[Unit]]) -> bool:
    """Does the row below, if there is one, begin with a relation?"""
    first = next((unit for row in below for unit in row if unit.kind not in BLANK), None)
    return first is not None and first.kind == "relation" and not first.inside


def _reason_at(text: str, row: Sequence[Unit], known: Known, related: bool) -> int | None:
    """Where the reason begins that a row ends with, if a relation stands before it; ``related``: or right below."""
    for at in range(1, len(row)):
        related = related or (row[at - 1].kind == "relation" and not row[at - 1].inside)
        begins = row[at].apart or row[at - 1].kind == "mark"
        shaped = row[at].matches(_SHAPED) and all(unit.kind in BLANK or unit.text == "." for unit in row[at + 1 :])
        if related and not row[at].inside and (shaped or (begins and _is_reason(text, row[at:], known))):
            return at
    return None


def _is_reason(text: str, tail: Sequence[Unit], known: Known) -> bool:
    """Is what stands apart up to the end of a row words, with labels, or with mathematics that they speak of?"""
    found = [unit for unit in tail if unit.kind not in BLANK]
    words = [(number, said) for number, unit in enumerate(found) if (said := _words(unit, text, known))]
    if not words or any(unit.kind in ("arrow", "intertext", "environment") for unit in found):
        return False
    number, first = words[0]
    each = (" ".join(said for _, said in words), *(said for _, said in words))
    worded = _in_words(found)
    since = bool(_SINCE.match(first)) and number == (found[0].kind == "opening")
    bracketed = since and number == 1 < len(words)  # (because y = x from z = x), of which no sign stands apart
    if not worded and any(unit.kind == "relation" and not (bracketed and unit.inside) for unit in found):
        return False
    fixes = any(map(FIXING.match, each)) and not (_WRITES.fullmatch(each[0]) and not any(map(known, each[0].split())))
    if (
        fixes
        or any(says(said) or qualifies(said) for said in each)
        or _JOINING.fullmatch(each[0])
        or _OPERATION.match(first)
    ):
        return False
    if any(unit.text in LOGIC or unit.text == r"\in" for unit in found):
        return False
    if worded or (since and len(words) < len(found)):
        return True
    in_words = len(words) == len(found) and not INLINE.search(each[0])
    if not RULE.match(first) and any(map(LIMITING.match, each)) and not in_words:
        return False
    if all(_is_label(unit, text, known) for unit in found):
        worded = found[number].kind == "words" or bool(_NUMBERED.fullmatch(first))
        return worded and not known(first.strip()) and (number == 0 or found[0].kind == "opening")
    leads = number == 0 and found[0].kind == "words" and bool(RULE.match(first) or len(first.split()) > 1)
    return leads or bool(_PREDICATE.match(first))


def _in_words(found: Sequence[Unit]) -> bool:
    r"""Have units a relation that is said of words alone, ``\text{(it is always } \ge 0 \text{)}``, in parentheses?"""
    last = found[-2:] if found[-1].text == "." else found[-1:]
    closed = found[0].text.lstrip().startswith("(") and last[0].text.rstrip().endswith(")")
    signs = [number for number, unit in enumerate(found) if unit.kind == "relation"]
    return closed and bool(signs) and all(number and found[number - 1].kind == "words" for number in signs)


def _words(unit: Unit, text: str, known: Known) -> str:
    r"""The words of a unit with a letter in them; of ``\mathbf{TSS}``, which is mathematics for TeX, where it is no name."""
    said = spoken(unit, text)
    named = unit.kind != "words" and (known(said.strip()) or len(said.strip()) == 1)
    return said if re.search("[A-Za-z]", said) and not named else ""


def _is_label(unit: Unit, text: str, known: Known) -> bool:
    """Is a unit words, or what the label of a theorem is made of?"""
    said = unit.kind in (*BLANK, "words") or bool(_words(unit, text, known))
    return said or bool(_LABEL.fullmatch(unit.text)) or bool(re.match(r"\{[^{}\\]*\}", text[unit.at : unit.end]))


def _without_end(
    text: str, row: list[Unit], last: bool, macros: Macros, known: Known, silent: list[tuple[int, int]]
) -> list[Unit]:
    """A row without the check mark that it ends with, the ``last`` one without that which ends a proof; they are silent."""
    at = next((n for n in reversed(range(len(row))) if row[n].kind not in BLANK and row[n].text != "."), None)
    if at is None:
        return row
    before = row[at - 1] if at else None
    bound = before is not None and (before.text in ARGUMENTS or before.kind in ("relation", "sign", "operator"))
    said = row[at].text
    marks = said in (_ENDS | _CHECKED if last else _CHECKED) and said not in macros.table and not known(said)
    if bound or not (marks or (last and _ENDING.fullmatch(spoken(row[at], text) or "-"))):
        return row
    silent.append((row[at].at, row[at].end))
    return [*row[:at], *row[at + 1 :]]
