r"""``y = z \\qquad (P x = z)``, ``\\underbrace{P x}_{= z}``: a relation in parentheses behind a row, or below a brace.

It is a claim of its own, and the reason of what the row says, or a condition under which it says it, and then claims
nothing: both are decided without it and with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive.language.hypotheses import Hypothesis
from derive.reading.latex import Context
from derive.reading.paper.claims import Relation
from derive.reading.paper.patterns import group
from derive.reading.paper.units import Unit
from derive.reading.source import Source

#: What may stand behind the parentheses.
_SILENT = ("mark", "layout", "comma")

#: How to settle whether what stands in parentheses behind a relation is a condition.
_REASON = r"write the reason in words, \text{since …}, or declare the condition: % derive: assume …"


@dataclass(frozen=True)
class Aside:
    """Where an aside stands, and the range ``of`` what it may be a condition of."""

    at: tuple[int, int]
    of: tuple[int, int]


_BRACE = re.compile(r"\\(?:under|over)brace\s*\{")
_CLAIM = re.compile(r"\s*[_^]\s*(?P<brace>\{)(?:\s|\\[,;:!])*(?P<sign>=)")
#: What an annotation that is a side of an equation has none of.
_NO_SIDE = re.compile(
    r"[=<>:]|\\(?:le|ge|leq|geq|ne|neq|approx|to|in|text\w*|mbox|sim|equiv|propto|(?:under|over)brace)(?![A-Za-z])"
)

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
        yield alone, (brace.end(), after - 1), sign, Aside((stop, after), (begin, end))


def in_parentheses(cell: Sequence[Unit], at: int) -> list[Unit]:
    """What stands in parentheses that open at a position, with a relation, and with nothing behind them; else nothing."""
    inner: list[Unit] = []
    depth = 1
    for unit in cell[at + 1 :] if cell[at].kind == "opening" and cell[at].text in ("(", r"\left") else ():
        depth += (unit.kind == "opening") - (unit.kind == "closing")
        if not depth:
            break
        inner.append(unit if depth > 1 or unit.kind == "closing" else replace(unit, inside=False))
    rest = [unit for unit in cell[at + len(inner) + 2 :] if unit.kind not in _SILENT and unit.text != "."]
    kinds = {unit.kind for unit in inner if not unit.inside}
    said = not depth and not rest and "relation" in kinds
    return inner if said and kinds.isdisjoint(("words", "arrow", "comma")) else []


def in_both(found: Relation, given: tuple[Hypothesis, ...], context: Context) -> Relation:
    """A relation as it is, and under hypotheses; of several asides it is without all of them, and with all."""
    if found.error is not None or not given:
        return found
    if found.settled_by == _REASON:
        (_, _, found), (_, _, under) = found.readings
        under = under.assuming(given, context)
    elif found.readings:
        return found.with_error(found.source.error(found.at, "a relation with several readings and a reason", "one"))
    else:
        under = found.assuming(given, context)
    if under.error is not None:
        return under
    readings = (("it is claimed", "", found), ("what stands beside it is a condition", "", under))
    return replace(found, readings=readings, settled_by=_REASON)
