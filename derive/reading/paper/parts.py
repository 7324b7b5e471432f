"""What the units of a part of a row are: a formula that could end, a bound of a name, words of what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import InputError
from derive.reading.latex.conventions import SIGNED_ROWS, placed, settled_with
from derive.reading.latex.limiting import LET
from derive.reading.latex.signs import RELATIONS
from derive.reading.paper.inner import PAIRED
from derive.reading.paper.units import SILENT, Unit, joining, stated
from derive.reading.source import Source

#: What stands where the number of a formula did.
NUMBERED = "numbered"
#: What the signs of bounds mean.
BOUNDS = ("<", "<=", ">", ">=", "!=")


def is_bound(part: Sequence[Unit]) -> bool:
    """Is a formula x > 0, or x ≠ y, of one name?"""
    seen = stated(part)
    sign = next((number for number, unit in enumerate(seen) if relates(unit)), -1)
    bounds = RELATIONS.get(seen[sign].text) in BOUNDS and sum(map(relates, seen)) == 1
    return bounds and sign == 1 and (len(seen) == 3 or all(unit.text.isdecimal() for unit in seen[2:]))


def is_let(seen: Sequence[Unit]) -> bool:
    """Do units begin with "let", and is the rest a relation?"""
    return len(seen) > 1 and seen[0].matches(LET) and any(map(relates, seen)) and not relates(seen[1])


def relates(unit: Unit) -> bool:
    return unit.kind == "relation" and not unit.inside


def continues(unit: Unit) -> bool:
    """Is a unit one with which a row goes on, and no formula begins: an operation, a closing bracket, a sign?"""
    return unit.kind in ("operator", "closing", "sign") and not unit.inside


def mathematics(part: Sequence[Unit]) -> list[Unit]:
    """The units that say something, but for words."""
    return [
        unit for unit in stated(part) if unit.kind not in ("words", "layout", "environment") or "{cases}" in unit.text
    ]


def signs_of(found: Sequence[Unit]) -> tuple[tuple[int, int], ...]:
    """The begin and end of each relation sign among units."""
    return tuple((unit.at, unit.end) for unit in found if relates(unit))


def written(found: Sequence[Unit]) -> str:
    return "".join(unit.text for unit in found if unit.kind not in SILENT)


def is_condition(part: Sequence[Unit]) -> bool:
    return any(unit.kind == "condition" for unit in part)


def ends(part: Sequence[Unit]) -> bool:
    """Could a formula end here?"""
    seen = stated(part)
    return any(map(relates, seen)) and seen[-1].kind not in ("relation", "operator", "sign")


def leads(part: Sequence[Unit]) -> bool:
    r"""Does a formula end with words of what comes next, ``\text{when} \quad``, so that this is no claim by itself?"""
    said = [unit for unit in part if unit.kind not in SILENT]
    return bool(said) and said[-1].kind == "words" and not joining(said[-1]) and said[-1].words.strip()[-1].isalpha()


def separates(unit: Unit) -> bool:
    """Does a unit between two relations separate formulas: a comma, a word, or anything after a ``\\quad``?"""
    joins = unit.kind == "comma" or joining(unit)
    return bool(joins) or (unit.apart and unit.kind in ("other", "opening"))


def goes_on(before: Sequence[Unit], row: Sequence[Unit], environment: str, aligned: bool) -> bool | None:
    """Does a row go on with the formula before it?

    None for a row without ``&`` that begins with a sign and has a relation: it could be both.
    """
    if not (seen := stated(row)):
        return False
    first, is_open = seen[0], stated(before)[-1].kind in ("relation", "operator", "sign")
    if any(unit.text == NUMBERED for unit in row if unit.at <= first.at) and not is_open:
        return False
    if environment == "multline" or first.inside or first.kind in ("relation", "operator", "closing"):
        return True
    if is_open:
        return True
    related = any(relates(unit) for unit in row)
    marked = marks_in([unit for unit in row if unit.at < first.at])
    if first.kind == "sign" and related and not any(map(relates, before)):
        return True  # a left side over two rows
    if first.kind == "sign" and related and not marked and not aligned and environment != "gather":
        return None
    if first.kind == "sign" and related and marked and not (environment in PAIRED and marked in _columns(before)):
        return None
    if first.kind == "sign" and (marked or not related):
        return True
    return not related and environment != "gather"


def _columns(before: Sequence[Unit]) -> set[int]:
    """The numbers of marks in front of the first relations of rows, and in a last row that ends with a mark."""
    rows: list[list[Unit]] = [[]]
    for unit in before:
        if unit.kind == "begins":
            rows.append([])
        elif unit.kind != "layout":
            rows[-1].append(unit)
    found = set[int]()
    for row in rows:
        first = next((at for at, unit in enumerate(row) if relates(unit)), 0)
        if first and row[first - 1].kind == "mark":
            found.add(marks_in(row[:first]))
    if rows[-1] and rows[-1][-1].kind == "mark":
        found.add(marks_in(rows[-1]))
    return found


def marks_in(row: Sequence[Unit]) -> int:
    """How many marks of columns stand in a row."""
    return sum(unit.kind == "mark" for unit in row)


def signed_row(source: Source, at: int) -> tuple[list[str], InputError]:
    """The readings of a row that begins with a sign at an offset, and the error where nothing says which."""
    readings = placed(SIGNED_ROWS, source.place(at))
    what = "a row that begins with a sign and has a relation"
    return readings, source.ambiguous(at, what, readings, settled_with(SIGNED_ROWS), SIGNED_ROWS)
