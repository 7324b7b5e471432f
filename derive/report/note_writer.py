r"""What templates call to write a note: its words, and its displays in rows.

A row of LaTeX or Markdown is a formula with ``&`` before its relation, a reason, and a number.  A line that is too wide is
broken at the signs of its sums, never scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from derive.drawing import svg, theme_css
from derive.printing import ARROW, Notation
from derive.printing.sentences import sentence_text
from derive.report import note_parts as parts
from derive.report.breaking import rows, width
from derive.report.escape import tex
from derive.report.formulas import EQUALS, Formula
from derive.report.render import target_named
from derive.report.targets import Safe, Target
from derive.report.templates import OURS, Templates

#: The widest formula of a row, and the widest first term beside the second one.
ROW, HEAD = 58.0, 24.0
#: Letters of words beyond which a cell of a table runs on.
WORDY = 32
#: In points: a line without its number, a letter of a formula, a letter of a reason.
LINE, LETTER, SMALL = 425.0, 6.2, 4.4


@dataclass(frozen=True)
class Row:
    """A row of a display: LaTeX with its alignment mark, the reason beside it (and in plain words), and its number."""

    latex: str
    reason: str = ""
    words: str = ""
    tag: str = ""
    anchor: str = ""


@dataclass(frozen=True)
class NoteWriter:
    """See the module; every method is for templates."""

    target: Target

    def prose(self, prose: Iterable[parts.Piece]) -> Safe:
        """Words, formulas and references."""
        return Safe("".join(map(self._piece, prose)))

    def _piece(self, piece: parts.Piece) -> str:
        match piece:
            case Formula():
                return self.target.formula(piece)
            case parts.Ref(anchor, shown):
                return self.target.link(anchor, shown)
            case parts.Code(text):
                return self.target.code(text)
            case parts.Stress(text):
                return self.target.stress(text)
            case parts.Badge(kind):
                return self.target.badge(kind)
        inner = self.target.line(piece) if piece.strip() else ""
        before = " " if piece[:1].isspace() else ""
        return f"{before}{inner}{' ' if piece.strip() and piece[-1:].isspace() else ''}"

    def rows(self, display: parts.Display) -> list[Row]:
        """The rows of a display; a reason that is too wide for its place beside them has a row of its own below."""
        found = list(self._inline(display) if display.inline else self._aligned(display))
        room = LINE - LETTER * max(width(row.latex) for row in found)
        made: list[Row] = []
        for row in found:
            if row.reason and SMALL * len(row.words) > room:
                made += [replace(row, reason=""), Row(r"&\qquad", row.reason, row.words)]
            else:
                made.append(row)
        return made

    def _inline(self, display: parts.Display) -> Iterator[Row]:
        """Terms side by side, as many as fit."""
        head, *others = display.terms
        made: list[str] = []
        for formula in others:
            if not made:
                made.append(f"{head.latex} &= {formula.latex}")
            elif width(made[-1]) + width(formula.latex) <= ROW:
                made[-1] += f" = {formula.latex}"
            else:
                made.append(f"&= {formula.latex}")
        for latex in made[:-1]:
            yield Row(latex)
        yield Row(made[-1], tag=display.lines[-1].tag, anchor=display.anchor)

    def verdict(self, block: parts.Display) -> Safe:
        """The verdict of a display with no line of its own for it, and for which sizes and data it holds."""
        return Safe(f"{self.target.badge(block.status.kind)} {self.prose(block.scope)}")

    def below(self, display: parts.Display) -> Safe:
        """The reasons of terms that stand side by side, each said once."""
        found = [line.reason for line in display.lines if line.reason] if display.inline else []
        once = tuple(dict.fromkeys(found))
        return self.prose(tuple(piece for n, reason in enumerate(once) for piece in ((", ", *reason) if n else reason)))

    def _aligned(self, display: parts.Display) -> Iterator[Row]:
        """A row for every term; the first beside the second where it is narrow and has no number of its own."""
        head = display.head.latex
        begin = ""
        if display.first or width(head) > HEAD:
            first, *more = rows(head, ROW)
            yield Row(rf"&\phantom{{{{}}={{}}}} {first}", tag=display.first, anchor=f"{display.anchor}.first")
            yield from (Row(rf"&\quad {{}} {row}") for row in more)
        else:
            begin = f"{head} "
        for line in display.lines:
            first, *more = rows(line.formula.latex, ROW)
            *broken, last = [f"{begin}&= {first}", *(rf"&\quad {{}} {row}" for row in more)]
            yield from map(Row, broken)
            words = (piece if isinstance(piece, str) else str(getattr(piece, "shown", "")) for piece in line.reason)
            yield Row(last, self.prose(line.reason), "".join(words), line.tag, display.anchor)
            begin = ""

    def sentence(self, given: parts.Prose, prose: parts.Prose) -> Safe:
        """A statement in words, as a sentence, behind what it needs."""
        said = self.prose(("where ", *given, ": ", *prose) if given else prose)
        return Safe(f"{said[:1].upper()}{said[1:]}.")

    def lead(self, block: parts.Sentences) -> Safe:
        """For which sizes and data, before what is said."""
        return self.prose(("For ", *block.scope, ":")) if block.scope else self.target.line("Not proved:")

    def entries(self, table: parts.Table) -> list[Safe]:
        """Rows of two cells as entries of a list: what = what it stands for; what it is; what, and its digits at the end."""
        return [self._entry(*cells) for cells in table.rows]

    def _entry(self, what: parts.Prose, meaning: parts.Prose) -> Safe:
        match what, meaning:
            case (Formula() as name,), (Formula() as body,):
                return self.prose((name + EQUALS + body,))
            case _, (parts.Code(),):
                return Safe(rf"{self.prose(what)}\hfill {self.prose(meaning)}")
        return self.prose((*what, ", ", *meaning) if meaning else what)

    def list_columns(self, table: parts.Table) -> int:
        return (
            2 if any(isinstance(piece, parts.Code) for cells in table.rows for cell in cells for piece in cell) else 3
        )

    def alt(self, drawn: parts.DrawnPanel) -> str:
        """What a reader who cannot see a panel is told."""
        return sentence_text(drawn.panel.alt)

    def aligned(self, formula: Formula) -> str:
        """An equation with a mark before its first relation."""
        return formula.latex.replace(" = ", " &= ", 1)

    def code(self, source: str) -> Safe:
        """Code in lines, for LaTeX."""
        lines = source.rstrip().splitlines()
        return Safe("\n".join(r"\ " * (len(line) - len(line.lstrip())) + tex(line.strip()) for line in lines))

    def both(self, rows: Sequence[Sequence[parts.Prose]]) -> list[list[Safe]]:
        return [[self.prose(cell) for cell in row] for row in rows]

    def verdicts(self, built: parts.BuiltNote) -> list[dict[str, object]]:
        """The verdict box, for a page: each row is a link, and has none inside."""
        return [
            {
                "href": f"#{self.target.label(row.anchor)}",
                "says": self.prose([each.shown if isinstance(each, parts.Ref) else each for each in row.says]),
                "scope": self.prose(row.scope),
                "kind": row.verdict.kind,
            }
            for row in built.rows
        ]

    def tag(self, tag: str) -> Safe:
        """A number in parentheses."""
        return Safe(f"({self.target.line(tag)})" if tag else "")

    def fine(self, line: parts.ShownLine) -> list[list[tuple[Safe, Safe]]]:
        """The lines below one that is shown, where they are more than it."""
        steps = [(self.target.wide([formula]), self.target.line(reason)) for formula, reason in line.fine]
        return [steps] if len(steps) > 1 else []

    def latex(self, display: parts.Display) -> str:
        """The display as LaTeX to paste."""
        return "\n".join([r"\begin{align*}", " \\\\\n".join(row.latex for row in self.rows(display)), r"\end{align*}"])

    def theme(self) -> Safe:
        """The colours and lines of figures, for the style of a page."""
        return Safe(f"<style>\n{theme_css()}\n</style>")

    def panels(self, drawn: parts.Drawn) -> list[dict[str, Safe]]:
        """The panels of a figure as SVG, each with its title."""
        return [{"svg": Safe(svg(each.panel)), "title": self.prose(each.title)} for each in drawn.panels]

    def sizes(self, checks: parts.Checks) -> list[str]:
        """The head of the table of checks."""
        return ["", *(f"exact, {size}" for size in checks.exact), *(f"SymPy, {size}" for size in checks.sympy)]

    def answers(self, checks: parts.Checks) -> list[list[object]]:
        return [[self.prose(says), *cells] for says, cells in checks.rows]

    def cells(self, cells: Sequence[parts.Prose]) -> Safe:
        return self.target.cells([self.prose(cell) for cell in cells])

    def columns(self, table: parts.Table) -> Safe:
        """The columns of a table in LaTeX: words may run on."""
        longest = [max(sum(map(_letters, cell)) for cell in column) for column in zip(*table.rows, strict=True)]
        wide = r">{\raggedright\arraybackslash}p{.3\linewidth}"
        inner = "".join((wide if size > WORDY else "l") + r"@{\quad}" for size in longest[:-1])
        return Safe(f"@{{}}{inner}Y@{{}}")


def _letters(piece: parts.Piece) -> float:
    """About how many letters wide a piece of prose is."""
    if isinstance(piece, Formula):
        return width(piece.latex)
    return len(piece) if isinstance(piece, str) else len(getattr(piece, "shown", ""))


def render_note(
    built: parts.BuiltNote, target: str, command: str, notation: Notation = ARROW, templates: Templates = OURS
) -> str:
    """A note as ``md``, ``tex`` or ``html``; ``command`` writes it again.  Raises `InputError` for an unknown target."""
    to = target_named(target, notation)
    footer = f"derive {version('derive-proofs')}"
    values = {"n": built, "w": NoteWriter(to), "command": command, "footer": footer}
    return templates.filled(f"note.{target}.jinja", target, to, **values)
