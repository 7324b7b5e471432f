r"""``y = z \\qquad (P x = z)``, ``\\underbrace{P x}_{= z}``: a relation in parentheses behind a row, or below a brace.

It is a claim of its own, and the reason of what the row says, or a condition under which it says it, and then claims
nothing: both are decided without it and with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.language.hypotheses import Hypothesis
from derive.language.terms import Number, Symbol, Zeros
from derive.reading.latex import Context
from derive.reading.latex.limiting import BECAUSE, FIXING, limits
from derive.reading.latex.signs import RELATIONS, SIZES, says
from derive.reading.paper.claims import Relation
from derive.reading.paper.patterns import group
from derive.reading.paper.units import BLANK, Unit
from derive.reading.source import Source

#: How to settle whether what stands in parentheses behind a relation is a condition.
_REASON = "a reason holds by itself; declare the condition: % derive: assume …"


_WAYS = "it is claimed", "what stands beside it is a condition"
#: Words that a row is a reason, and that what stands in parentheses is one.
_SINCE = re.compile(rf"\W*(?!as){BECAUSE}\W*", re.IGNORECASE)
_BECAUSE = re.compile(rf"\(?\s*(?:by|{BECAUSE})\W*", re.IGNORECASE)


@dataclass(frozen=True)
class Aside:
    """Where an aside stands, and the range ``of`` what it may be a condition of; does it say what its last side is?"""

    at: tuple[int, int]
    of: tuple[int, int]
    defines: bool = False


_BRACE = re.compile(r"\\(?:under|over)brace\s*\{")
#: Signs of definitions: what stands below a brace, or the part above it, is the name of the other.
_DEFINED = r"=\s*:|:\s*=|\\(?:triangleq|coloneqq|eqqcolon|equiv)(?![A-Za-z])"
_CLAIM = re.compile(
    rf"\s*[_^]\s*(?P<brace>\{{)(?:\s|\\[,;:!])*(?P<sign>{_DEFINED}|=|[<>≤≥]|\\[lg](?:eqslant|eq|e|t)(?![A-Za-z]))"
)
#: What an annotation that is a side of an equation has none of.
_NO_SIDE = re.compile(
    r"[=<>:]|\\(?:le|ge|leq|geq|ne|neq|approx|to|in|text\w*|mbox|sim|equiv|propto|(?:under|over)brace)(?![A-Za-z])"
)

_BELOW = re.compile(r"\s*[_^]\s*\{")
_WORDS = re.compile(r"\\(?:text[a-z]*|mbox)\s*\{")

Range = tuple[int, int]


def below_braces(source: Source, begin: int, end: int) -> Iterator[tuple[str, Range, Range, Aside]]:
    r"""``\underbrace{x}_{= y}`` in a range: a text that has ``x = y`` alone there, where, its sign, and the annotation."""
    text = source.text
    for brace in _BRACE.finditer(text, begin, end):
        stop = group(text, brace.end() - 1, end)
        claim = _CLAIM.match(text, stop, end) if stop > 0 else None
        after = group(text, claim.start("brace"), end) if claim else -1
        if claim is None or after < 0:
            continue
        if _NO_SIDE.search(text, claim.end(), after - 1) or _BRACE.search(text, brace.end(), stop - 1):
            continue
        sign = claim.span("sign")
        alone = source.without([(0, brace.end()), (stop - 1, sign[0])]).text[: after - 1]
        if defines := re.match(_DEFINED, claim["sign"]) is not None:
            alone = f"{alone[: sign[0]]}{'=':{len(claim['sign'])}}{alone[sign[1] :]}"
        yield alone, (brace.end(), after - 1), sign, Aside((stop, after), (begin, end), defines)


def said_below(source: Source, begin: int, end: int) -> Iterator[int]:
    r"""Where words with a relation stand below braces in a range: ``\underbrace{x}_{\text{since $y = z$}}``."""
    text = source.text
    for brace in _BRACE.finditer(text, begin, end):
        stop = group(text, brace.end() - 1, end)
        below = _BELOW.match(text, stop, end) if stop > 0 else None
        after = group(text, below.end() - 1, end) if below else -1
        for words in _WORDS.finditer(text, below.end(), after) if below and after > 0 else ():
            if says(text[words.end() : group(text, words.end() - 1, end)]):
                yield words.start()


@dataclass(frozen=True)
class Enclosed:
    """What stands in parentheses: the units of its relation, how many units it has, and where words behind that stand."""

    inner: list[Unit]
    length: int
    words: Unit | None = None


def enclosed(row: Sequence[Unit]) -> list[Unit]:
    r"""A row, in which what stands in parentheses of words, ``\text{(since } x = y \text{)}``, is inside of them."""
    made = list(row)
    for at, unit in enumerate(row):
        if unit.inside or not unit.words.startswith("(") or not unit.matches(_BECAUSE):
            continue
        if (stop := _closing(row, at)) > 0:
            made[at + 1 : stop + 1] = [replace(each, inside=True) for each in row[at + 1 : stop + 1]]
    return made


def in_parentheses(cell: Sequence[Unit], at: int) -> Enclosed | None:
    """What stands in parentheses that open at a position, with a relation, and with nothing behind them; else nothing."""
    worded = cell[at].matches(_BECAUSE)
    opens = (cell[at].kind == "opening" and (cell[at].text in ("(", r"\left") or SIZES.match(cell[at].text))) or (
        worded and cell[at].words.startswith("(")
    )
    stop = _closing(cell, at) if opens else -1
    if stop < 0 or any(unit.kind not in BLANK and unit.text != "." for unit in cell[stop + 1 :]):
        return None
    inner = [*_outermost(cell[at + 1 : stop])]
    last = cell[stop] if cell[stop].kind == "words" else None
    if last is None and inner and inner[-1].kind == "words":
        last = inner.pop()
    if inner and not worded and inner[0].matches(_BECAUSE):
        inner.pop(0)
    if last is not None and (FIXING.match(last.words) or limits(last.words) or says(last.words)):
        return None
    kinds = {unit.kind for unit in inner if not unit.inside}
    if "relation" not in kinds or not kinds.isdisjoint(("words", "arrow", "comma")):
        return None
    said = last is not None and re.search(r"[A-Za-z]", last.words)
    return Enclosed(inner, stop + 1 - at, last if said else None)


def because(row: Sequence[Unit]) -> list[Unit] | None:
    r"""The relations behind "since" or "use" that a row begins with, ``\because x &= y \\``, where it says nothing else."""
    found = [unit for unit in row if unit.kind not in BLANK]
    if not found or not found[0].matches(_SINCE):
        return None
    begin = row.index(found[0]) + 1
    signs = [unit.text for unit in row if unit.kind == "relation" and not unit.inside]
    exact = bool(signs) and all(RELATIONS.get(sign) in ("=", "<", ">", "<=", ">=") for sign in signs)
    more = any(unit.kind in ("words", "arrow", "comma", "intertext") and not unit.inside for unit in row[begin:])
    return [*row[begin:]] if exact and not more and sum(unit.kind == "mark" for unit in row[begin:]) < 2 else None


def _closing(row: Sequence[Unit], at: int) -> int:
    """The position of the unit that closes the parenthesis which one opens, in text or mathematics; -1 where none does."""
    depth = 0
    for position in range(at, len(row)):
        unit = row[position]
        words = unit.text.count("(") - unit.text.count(")") if unit.kind == "words" else 0
        depth += (unit.kind == "opening") - (unit.kind == "closing") + words
        if depth <= 0:
            return position if not depth else -1
    return -1


def _outermost(inner: Sequence[Unit]) -> Iterator[Unit]:
    """The units in a parenthesis, as they are without it."""
    depth = 0
    for unit in inner:
        depth += unit.kind == "opening"
        yield unit if depth else replace(unit, inside=False)
        depth -= unit.kind == "closing"


def may_limit(relations: Sequence[Relation], before: Sequence[Relation]) -> bool:
    """Could a relation behind others be a condition of them: a bound, or one with a number, but in a list of bounds?"""
    bounds = [(each.sign, *(isinstance(side, Number | Zeros) for side in each.sides)) for each in relations]
    names = (isinstance(side, Symbol | Number | Zeros) for each in (*relations, *before) for side in each.sides)
    return any(sign != "=" or any(numbers) for sign, *numbers in bounds) and not all(names)


def beside_each_other(
    relations: Sequence[Relation],
    before: Collection[int],
    said: Sequence[tuple[Relation, tuple[Hypothesis, ...]]],
    context: Context,
) -> list[Relation]:
    """Relations, of which what is ``said`` behind those at some offsets is claimed too, or is the condition of these."""
    given = {each.at: own for each, own in said} | dict.fromkeys(before, tuple(one for _, own in said for one in own))
    ways = ("what stands behind a comma is claimed", "it is the condition of what stands before it")
    settled = r"write \text{and} between two claims; declare a condition: % derive: assume …"
    return [
        in_both(each, given[each.at], context, ways, settled) if each.at in given and not each.readings else each
        for each in relations
    ]


def in_both(
    found: Relation,
    given: tuple[Hypothesis, ...],
    context: Context,
    ways: tuple[str, str] = _WAYS,
    settled: str = _REASON,
) -> Relation:
    """A relation as it is, and under hypotheses; of several asides it is without all of them, and with all."""
    given = tuple(each for each in given if each not in found.hypotheses)
    if found.error is not None or not given:
        return found
    if found.settled_by == settled:
        (_, _, found), (_, _, under) = found.readings
        under = under.assuming(given, context)
    elif found.readings:
        return found.with_error(found.source.error(found.at, "a relation with several readings and a reason", "one"))
    else:
        under = found.assuming(given, context)
    if under.error is not None:
        return under
    return replace(found, readings=((ways[0], "", found), (ways[1], "", under)), settled_by=settled)
