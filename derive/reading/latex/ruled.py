r"""Entries that are dots, and lines in a matrix, which show whether its entries are rows, ``- & x_1 & -``, or columns."""

from __future__ import annotations

from collections.abc import Sequence

from derive.reading.latex.tokens import Tok, is_unseen

#: Dots, which stand for entries.
DOTS = frozenset({r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots", r"\dotsc", r"\dotsb", r"\iddots", r"\adots",
                  r"\hdots", r"\dotsm", r"\dotso"})  # fmt: skip
Cell = Sequence[Tok]
#: Lines in a matrix around its rows, and above and below its columns.
_ACROSS = frozenset({"-", "--", "---", "–", "—", r"\horzbar", r"\textemdash", r"\textendash"})
_UPRIGHT = frozenset({"|", r"\vert", r"\mid", r"\rvert", r"\lvert", r"\vertbar"})


def is_dots(cell: Cell) -> bool:
    seen = [token for token in cell if not is_unseen(token)]
    return len(seen) == 1 and seen[0].text in DOTS


def without_lines(cells: list[list[Cell]]) -> tuple[list[list[Cell]], bool]:
    r"""Entries without the lines that show whether they are rows, ``- & x_1 & -``, or columns; and are they rows?"""

    def is_line(cell: Cell, signs: frozenset[str]) -> bool:
        return len(cell) == 1 and cell[0].text.strip() in signs

    kept = [row for row in cells if not all(is_line(cell, _UPRIGHT) for cell in row if cell) or not any(row)]
    columns = [*zip(*kept, strict=True)]
    across = [any(is_line(c, _ACROSS) for c in line) for line in columns]
    across = [
        one and all(is_line(c, _ACROSS) or is_dots(c) for c in line) for one, line in zip(across, columns, strict=True)
    ]
    kept = [[cell for cell, one in zip(row, across, strict=True) if not one] for row in kept]
    ends = [row[0] for row in kept if len(row) == 1 and not is_dots(row[0])]
    if ends and all(len(c) > 2 and is_line(c[:1], _ACROSS) and is_line(c[-1:], _ACROSS) for c in ends):
        return [[row[0] if is_dots(row[0]) else row[0][1:-1]] for row in kept], True
    return (kept if all(kept) else cells), any(across)
