r"""A formula → rows of at most a given width in points: broken before signs of a sum, then between factors, then inside.

What is broken inside is written so that it can be: ``\left( … \right)`` as ``\Bigl( … \Bigr)``, a fraction with ``\Big/``, a
root as a power 1/2.  Nothing is scaled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.report.breaking import group, opens, outside, pieces, tex_width, tokens

#: How far a row that goes on is indented.
INDENT = 20.0
#: The narrowest inside of a fence that is broken.
_NARROW = 24.0

#: Signs between factors; what stands before a factor and is not broken off from it.
_JOINING = re.compile(r"(?:\\(?:odot|cdot|circ|times)(?![A-Za-z])|/)")
_LEAD = re.compile(
    rf"(?:[+-]|{_JOINING.pattern}|\\(?:sum|prod)(?:[_^](?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}|[^\\{{]))*)\s*"
)
_LARGE = {"(": (r"\Bigl(", r"\Bigr)"), "|": (r"\Bigl|", r"\Bigr|"), "[": (r"\Bigl[", r"\Bigr]"),
          r"\{": (r"\Bigl\{", r"\Bigr\}"), r"\|": (r"\Bigl\|", r"\Bigr\|")}  # fmt: skip
#: Where a product may be broken: a row that begins there begins with a sign.
_PRODUCT = "\0"


def fitted(latex: str, limit: float) -> list[str]:
    r"""The formula in rows; rows after the first are narrower by the indent.  What cannot be broken has a row of its own.

    >>> fitted("a + b", 100), fitted("a + b", 20), fitted("A (b + c)", 30)
    (['a + b'], ['a', '+ b'], ['A', '\\times (b + c)'])
    """
    if tex_width(latex) <= limit:
        return [latex]
    rows: list[str] = []
    for part in _parts(latex, limit - INDENT):
        bare = part.removeprefix(_PRODUCT)
        if rows and tex_width(f"{rows[-1]} {bare}") <= limit - (INDENT if len(rows) > 1 else 0.0):
            rows[-1] += f" {bare}"
        else:
            rows.append(rf"\times {bare}" if rows and part != bare else bare)
    return rows


def _parts(latex: str, limit: float) -> list[str]:
    """A formula in parts that are at most so wide, where it can be broken; their sequence is the formula."""
    if tex_width(latex) <= limit:
        return [latex]
    units = _units(latex)
    if len(units) == 1:
        return _inside(latex, limit)
    found: list[str] = []
    for unit in units:
        mark = _PRODUCT if unit.startswith(_PRODUCT) else ""
        first, *rest = _parts(unit.removeprefix(mark), limit - (12.0 if mark else 0.0))
        found += [mark + first, *rest]
    return found


def _units(latex: str) -> list[str]:
    """The arguments of a function, or the terms of a sum; or else the factors of a product; each with its sign."""
    arguments = _split(latex, r",\s*")
    if len(arguments) > 1:
        return [f"{part}," for part in arguments[:-1]] + arguments[-1:]
    terms = pieces(latex)
    return terms if len(terms) > 1 else _factors(latex)


def _factors(latex: str) -> list[str]:
    """The factors of a product, each but the first with the sign before it, or the mark of a product without one."""
    found: list[str] = []
    glued = ""
    for part in _split(latex, r"\s+|\\,"):
        if _JOINING.fullmatch(part) or _LEAD.fullmatch(part) or re.search(r"\\[A-Za-z]+$", part):
            glued += f"{part} "
            continue
        part, glued = glued + part, ""
        found.append(part if not found or _JOINING.match(part) else _PRODUCT + part)
    if glued:
        found[-1:] = [f"{found[-1]} {glued.strip()}" if found else glued.strip()]
    return found


def _inside(factor: str, limit: float) -> list[str]:
    """A factor broken inside of its widest fence, its fraction or its root; whole where it has none."""
    lead = ""
    while found := _LEAD.match(factor, len(lead)):
        lead += found[0]
    body = factor[len(lead) :]
    if lead and len(pieces(body)) > 1:
        return [factor]
    for fences in (_quotient(body), _fence(body)):
        if fences:
            made: list[str] = []
            for number, (before, inside, after) in enumerate(fences):
                before = lead + before if number == 0 else before
                room = limit - max(tex_width(before), tex_width(after))
                first, *rest = _parts(inside, room) if before else [inside]
                rows = [f"{before} {first}".strip(), *rest]
                rows[-1] += f" {after}"
                made += rows
            return made
    return [factor]


_Fences = list[tuple[str, str, str]]


def _fence(body: str) -> _Fences:
    """What stands before, inside of, and behind the widest fence of a factor."""
    best = max(_fences(body), key=lambda each: tex_width(body[each[0] : each[2]]), default=None)
    if best is None:
        return []
    begin, opening, end, closing = best
    inside, name = body[begin + len(opening) : end], opening.removeprefix(r"\left").strip()
    if name not in _LARGE or tex_width(inside) < _NARROW:
        return []
    left, right = _LARGE[name]
    return [(body[:begin] + left, inside, right + body[end + len(closing) :])]


def _fences(body: str) -> Iterator[tuple[int, str, int, str]]:
    """The fences of a factor that stand in nothing else: where they begin and end, and with what."""
    stack: list[tuple[int, str]] = []
    bar: int | None = None
    for at, token in tokens(body):
        if token in ("|", r"\|") and not stack:
            if bar is not None:
                yield bar, token, at, token
            bar = at if bar is None else None
        elif opens(token) > 0:
            stack.append((at, token))
        elif opens(token) < 0 and stack:
            begin, opening = stack.pop()
            if not stack and opening != "{":
                yield begin, opening, at, token


def _quotient(body: str) -> _Fences:
    """A fraction or a root as fences that can be broken inside."""
    if found := re.match(r"\\frac(?=\{)", body):
        above, after = group(body, found.end())
        below, end = group(body, after)
        if end == len(body):
            first = (r"\Bigl(", above, r"\Bigr)")
            simple = re.fullmatch(r"\\?[A-Za-z0-9]+", below)
            return [first, ("", rf"\Big/ {below}", "") if simple else (r"\Big/ \Bigl(", below, r"\Bigr)")]
    if found := re.match(r"\\sqrt(?=\{)", body):
        inside, end = group(body, found.end())
        if end == len(body):
            return [(r"\Bigl(", inside, r"\Bigr)^{1/2}")]
    return []


def _split(latex: str, separator: str) -> list[str]:
    """The parts of a formula between separators that stand in nothing; a blank behind a command separates nothing."""
    found, begin = list[str](), 0
    for at, token in outside(latex):
        named = token.isspace() and re.search(r"\\[A-Za-z]+$", latex[begin:at])
        if not named and re.fullmatch(separator, token):
            found.append(latex[begin:at])
            begin = at + len(token)
    return [part.strip() for part in (*found, latex[begin:]) if part.strip()]
