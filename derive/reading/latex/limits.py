r"""Limits of sums and products: ``\sum_{i=2}^{N-1}`` is over all but the first and the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError, NameError_
from derive.reading.latex.context import shown
from derive.reading.latex.letters import pieces
from derive.reading.latex.places import check_counts_to, counted_from, counts
from derive.reading.latex.readings import Reader
from derive.reading.latex.scripts import index_keys
from derive.reading.latex.sizes import dimension_in, size_in
from derive.reading.latex.spelling import Key, Lexeme, plain_name, written
from derive.reading.latex.syntax import Script
from derive.reading.syntax import At, Numeral, Word

#: The dimension that an index runs over, and the places that it leaves out.
Limits = tuple[Word | Numeral, tuple[At, ...]]

_HINT = r"limits are \sum_{i=2}^N, \sum_{i=1}^{N-1}; a sum to another limit may be declared as a name"


def bound_twice(reader: Reader, name: str, at: int) -> InputError:
    """The error of an index that a sign binds once more."""
    return reader.fail(at, f"the index {name} bound twice", "rename one of them", NameError_)


def is_left_out(reader: Reader, key: Key, at: int) -> bool:
    r"""Is the second name after ``k \ne i, j`` another value left out, and no index of its own?"""
    if plain_name(key) in reader.bound:
        return True
    if reader.context.index(key) is None:
        return False
    labels = [f"the index {shown(key)} left out too", f"a sum over {shown(key)} too"]
    raise reader.ambiguous(at, "a comma after an inequality", labels, r"write k \ne i, k \ne j")


def membership(reader: Reader, raw: Sequence[Lexeme]) -> tuple[Sequence[Lexeme], Script | None]:
    r"""``i \in [N]`` and ``i \in \{1, \dots, N\}`` as ``i = 1`` and the dimension; any other range as it is."""
    at = next((n for n, lexeme in enumerate(raw) if lexeme.text == r"\in"), None)
    if at is None:
        return raw, None
    end = next((n for n, lexeme in enumerate(raw) if n > at and lexeme.kind == "CLOSE"), at)
    inside = raw[at + 2 : end]
    words = [lexeme.text for lexeme in inside if lexeme.kind != "COMMA"]
    if dimension_in(reader, inside) is not None:
        words = [written(inside)]
    opening = raw[at + 1].text if at + 1 < len(raw) else ""
    if opening == "{" and words[:1] == ["1"] and words[1:2] in ([r"\dots"], [r"\ldots"]):
        dots = next(n for n, lexeme in enumerate(inside) if lexeme.text == words[1])
        inside = inside[dots + 2 if inside[dots + 1 : dots + 2] and inside[dots + 1].kind == "COMMA" else dots + 1 :]
        words = [written(inside)] if dimension_in(reader, inside) is not None else []
    elif opening not in ("", "["):
        words = []
    if len(words) != 1:
        raise reader.error(raw[at].at, r"\in", r"i \in [N], i \in \{1, \dots, N\}, or i=1 and an upper limit")
    sign = raw[at]
    start = (replace(sign, kind="REL", text="="), replace(sign, kind="DIGIT", text="1"))
    return (*raw[:at], *start, *raw[end + 1 :]), Script("^", inside[0].at, tuple(inside))


def lower_limit(reader: Reader, raw: Sequence[Lexeme]) -> int | None:
    """The number behind the equals signs below a sign, None without any; raises for what is none, or for two."""
    found: dict[int, int] = {}
    for piece in pieces(raw):
        signs = [n for n, lexeme in enumerate(piece) if lexeme.kind == "REL"]
        if [piece[n].text for n in signs] == ["="] and signs[0] + 1 < len(piece):
            after = piece[signs[0] + 1 :]
            said = "".join(lexeme.text for lexeme in after)
            if not said.isdecimal() or len(said) > 1 or (found and int(said) not in found):
                raise reader.error(after[0].at, f"a sum from {said[:20]}", "a sum from 1 to a dimension", _HINT)
            found[int(said)] = after[0].at
    return next(iter(found), None)


def upper_limit(reader: Reader, script: Script, less: bool = False) -> tuple[Word | Numeral, int]:
    """The dimension N that a sum runs to, and 0; or N and k of a limit N - k, where it may be ``less``."""
    found = size_in(reader, script.raw)
    if found is not None and (less or not found[1]):
        return found
    name = reader.source.text[script.raw[0].at : script.raw[-1].end]
    hint, expected = f"declare it: % derive: dimension {name[:20]}", "a dimension or an integer of at least 2"
    raise reader.error(script.at, "an upper limit that is no dimension", expected, hint)


Bounds = tuple[tuple[Key, int], str, tuple[Key, int], Word | Numeral | None, tuple[At, ...]]


def limit_at_index(reader: Reader, raw: Sequence[Lexeme], top: Script) -> Bounds | None:
    """The index of ``j=1`` to i or i-1, of ``j=i`` or ``j=i+1`` to N, its relation to i, and the limits; None of another."""
    parts = pieces(raw)
    cut = next((n for n, lexeme in enumerate(parts[0]) if lexeme.text == "="), 0) if len(parts) == 1 else 0
    if not cut or cut + 1 == len(parts[0]):
        return None
    low, keys = parts[0][cut + 1 :], index_keys(reader, parts[0][:cut])
    above, below = _offset(reader, top.raw, "-"), _offset(reader, low, "+")
    if len(keys) != 1 or (above is None) == (below is None):
        return None
    if above is not None:
        other, strict = above
        if "".join(lexeme.text for lexeme in low) != str(counted_from(reader, low[0].at)):
            raise reader.error(low[0].at, "a sum to an index that starts later", "a sum from the first")
        return keys[0], "<" if strict else "<=", other, None, ()
    if below is None:
        return None
    other, strict = below
    return keys[0], ">" if strict else ">=", other, *limits(reader, low[0].at, None, top)


def _offset(reader: Reader, raw: Sequence[Lexeme], sign: str) -> tuple[tuple[Key, int], bool] | None:
    """The index of ``i``, or of ``i-1`` or ``i+1``, that is bound or declared; None of another limit."""
    strict = len(raw) > 2 and (raw[-2].text, raw[-1].text) == (sign, "1")
    name = raw[:-2] if strict else raw
    if (
        not name
        or name[0].kind != "NAME"
        or dimension_in(reader, name) is not None
        or any(x.kind == "SIGN" for x in name)
    ):
        return None
    try:
        keys = index_keys(reader, name)
    except InputError:
        return None
    known = len(keys) == 1 and (plain_name(keys[0][0]) in reader.bound or reader.context.index(keys[0][0]) is not None)
    return (keys[0], strict) if known else None


def between(
    reader: Reader, at: int, sides: Sequence[Sequence[Lexeme]], signs: Sequence[str]
) -> tuple[Sequence[Lexeme], Limits] | None:
    r"""The index of ``1 \le i < N`` or ``i \le N-1`` and its limits; None where the last side is no dimension."""
    top = Script("^", sides[-1][0].at, tuple(sides[-1]))
    said = "".join(lexeme.text for lexeme in sides[0])
    if not set(signs) <= {"<", "<="} or len(sides) > 3 or size_in(reader, top.raw) is None:
        return None
    if len(sides) == 3 and not (said.isdecimal() and len(said) == 1):
        return None
    low = int(said) + (signs[0] == "<") if len(sides) == 3 else None
    return sides[-2], limits(reader, at, low, top, strict=signs[-1] == "<")


def limits(reader: Reader, at: int, low: int | None, top: Script, strict: bool = False) -> Limits:
    """The dimension N of a sum from ``low`` to N or N-k, and the places that it leaves out; raises for another top.

    Without ``low`` it starts at the first; a ``strict`` one ends before the top.
    """
    dim, less = upper_limit(reader, top, less=True)
    less += strict
    low = 1 if low is None and not less else low
    whole = (low, less) in ((1, 0), (0, 1))
    name = "" if isinstance(dim, Numeral) else dim.name
    own = low is not None and (whole or low == 0)
    first = counts(reader, at, low, dim) if own and low is not None else counted_from(reader, at, name)
    if first:
        check_counts_to(reader, top.at, top.raw[0], dim)
    before, behind = 0 if low is None else low - first, less - 1 + first
    if behind < 0:
        hint = "in a sum from 0 the components are counted from 0 to N - 1"
        raise reader.error(top.at, "an upper limit that is no dimension less 1", "N - 1", hint)
    starts = [At(at, str(number + first), number + 1, dim) for number in range(before)]
    ends = [At(top.at, f"{name}-{n + 1 - first}" if n + 1 - first else name, -n, dim) for n in range(behind)]
    return dim, (*starts, *ends)
