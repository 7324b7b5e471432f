r"""Sets of real numbers, vectors and matrices, as texts write them, and the types that a row begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from derive.reading.latex import Macros
from derive.reading.latex.tokens import tokens
from derive.reading.paper.units import Unit
from derive.reading.source import Source

#: What stands above ℝ⁺ and ℝ^{>0}, which are other sets than the real numbers, and vectors and matrices of them.
_SIGNED = r"[-+*<>]|\\(?:geq?|leq?|neq?|gt|lt|ast|star|perp|circ)(?![A-Za-z])"
_DOUBLE = r"\\(?:mathbb|Bbb|mathbbm|mathds) (?:R|\{ R \})|\\R|\\Reals?|\\reals"
#: ``\in R^n``, with any R: only its power is such a set for sure.
_PLAIN = r"(?:R|\\Re|\\(?:mathbf|mathrm|bm|boldsymbol|textbf|bf|rm) (?:R|\{ R \}))(?= (?:\} )?\^)"
_NUMBERS = rf"(?:\{{ )?(?:{_DOUBLE}|{_PLAIN})(?: \}})?"
_ABOVE = rf"\^ (?!(?:\{{ )?(?:{_SIGNED}))"
_DIMS, _DIM = r"[^{}^]+(?:\{ [^{}]* \}[^{}^]*)*(?<![-+*] )", r"[^\s{}]"
#: ``\in \R^{N \times K}`` as tokens, with its dimensions.
REAL = re.compile(rf"\\in {_NUMBERS}(?: {_ABOVE}(?:\{{ (?P<dims>{_DIMS})\}}|(?P<dim>{_DIM})))?")
_SET = rf"{_NUMBERS}(?: {_ABOVE}(?:\{{ {_DIMS}\}}|{_DIM}))?"
#: ``f : \R^d \to \R`` as tokens.
_MAP = re.compile(rf"[^:=<>]+ (?::|\\colon) {_SET} \\(?:to|rightarrow|longrightarrow) {_SET}")


def members(text: str) -> tuple[tuple[str, ...], str]:
    r"""The names of ``x , y \in \R ^ n`` as tokens, and the set that they are in; no names of anything else."""
    names, _, kind = text.rpartition(r"\in ")
    return tuple(name.strip() for name in names.split(" , ")) if names else (), kind


def dims_of(real: re.Match[str]) -> str | None:
    """The dimensions of what `REAL` matches, as written; None of a number."""
    return real["dims"] or real["dim"]


class Type(NamedTuple):
    """The type of ``names`` at the beginning of a row, up to a unit: of real numbers, ``dims`` as written, or a ``map``."""

    stop: int
    names: tuple[str, ...]
    dims: str | None
    map: bool


def type_in_front(source: Source, row: Sequence[Unit], macros: Macros) -> Type | None:
    r"""The type that a row begins with, ``x, y \in \R^n, \quad``, or ``f \colon \R^d \to \R,``, if it does."""
    stops = [at for at, unit in enumerate(row) if at and not unit.inside and (unit.kind == "comma" or unit.apart)]
    for stop in (*stops[:8], len(row)):
        begin = next((unit for unit in row[:stop] if unit.kind not in ("mark", "layout")), None)
        if begin is None or any(unit.kind in ("words", "relation", "environment") for unit in row[:stop]):
            return None
        found = macros.expand(source, tokens(source, begin.at, row[stop - 1].end))
        text = " ".join(token.text for token in found if token.text != "&")
        after = stop
        while after < len(row) and row[after].kind in ("comma", "layout"):
            after += 1
        names, kind = members(text)
        if names and (real := REAL.fullmatch(rf"\in {kind}")):
            return Type(after, names, dims_of(real), False)
        if _MAP.fullmatch(text):
            return Type(after, (), None, True)
    return None
