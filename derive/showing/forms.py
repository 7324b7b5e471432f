r"""The formats in which an object is shown: a target that writes words and formulas, and how paragraphs and tables are made.

No format needs more than its reader has: Markdown is what notebooks show, with formulas between dollar signs; LaTeX needs
amsmath; HTML has MathML; text is Unicode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from derive.printing import ARROW, Notation
from derive.printing.names import harmless
from derive.report.formulas import EQUALS, Formula
from derive.report.targets import LINE, HtmlTarget, MarkdownTarget, Safe, Target, TexTarget, rows_within

#: Points of a row of a formula in a notebook.
ROOM = 460.0

#: The share of a page that the formulas of a derivation have.
FORMULAS = 0.7

#: Statements that belong together: the name of each, what it says, and what is found of it.
Items = Sequence[tuple[Safe, Safe, Safe]]
#: The terms t₀ = t₁ = … of a chain, each with the reason why it equals the one before.
Lines = Sequence[tuple[Formula, Safe]]


class _Notebook(MarkdownTarget):
    """Markdown in which no formula is wider than a cell of a notebook, as far as it can be broken."""

    def line(self, text: object) -> Safe:
        # a dollar sign of the words would begin a formula, even one that Markdown was told to leave alone
        return Safe(super().line(text).replace(r"\$", r"<span>\$</span>"))

    def differ(self, left: Formula, right: Formula) -> Safe:
        return self.formula(left + right)

    def formula(self, formula: Formula) -> Safe:
        rows = rows_within(formula.latex, ROOM)
        return super().formula(formula) if len(rows) == 1 else self.wide([formula])

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        rows = (row for formula in formulas for row in rows_within(formula.latex, share * ROOM))
        return super().wide(Formula(row, "") for row in rows)


class _Paste(TexTarget):
    """LaTeX that needs amsmath alone."""

    newline, row_form, badge_form = " \\newline\n", r"$\displaystyle {}$", "{2}"

    def differ(self, left: Formula, right: Formula) -> Safe:
        return self.formula(left + right)


class _Plain(Target):
    """Unicode text."""

    newline, badge_form, stress_form, link_form = "\n", "{2}", "{}", "{1}"
    cell_marks = ("", "  ", "")

    def line(self, text: object) -> Safe:
        return Safe(harmless(" ".join(str(text).split())))

    code = line

    def formula(self, formula: Formula) -> Safe:
        return Safe(formula.text)

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        return Safe(" ".join(formula.text for formula in formulas if formula.text))

    def in_rows(self, formula: Formula, limit: float, first: bool) -> list[Formula]:
        return [formula if first else EQUALS + formula]


@dataclass(frozen=True)
class Form:
    """A format: ``target`` writes words and formulas, the others put them together."""

    target: Target
    paragraphs: Callable[[Sequence[Safe]], str]
    items: Callable[[Target, Items], Safe]
    lines: Callable[[Target, Lines], Safe]


def _rows(target: Target, lines: Lines) -> list[tuple[Safe, Safe]]:
    """Each line, broken where it is too wide, and its reason."""
    return [
        (target.wide(target.in_rows(formula, LINE, first=number == 0), FORMULAS), reason)
        for number, (formula, reason) in enumerate(lines)
    ]


def _listed(name: Safe, says: Safe, holds: Safe) -> str:
    return f"{name}{': ' if name and says else ''}{says}{'; ' if holds else ''}{holds}"


def _apart(parts: Sequence[Safe]) -> str:
    return "\n\n".join(parts)


def _markdown_items(target: Target, items: Items) -> Safe:
    return Safe("\n".join(f"- {_listed(*item)}" for item in items))


def _markdown_lines(target: Target, lines: Lines) -> Safe:
    # no table: what turns a notebook into HTML lets MathJax break formulas in the cells of one between any two signs
    rows = (f"{said}{f'&emsp;({reason})' if reason else ''}" for said, reason in _rows(target, lines))
    return Safe("\n".join(f"{number}. {row}" for number, row in enumerate(rows, start=1)))


def _tex_items(target: Target, items: Items) -> Safe:
    rows = (rf"  \item {_listed(*item)}" for item in items)
    return Safe("\n".join([r"\begin{itemize}", *rows, r"\end{itemize}"]))


def _tex_lines(target: Target, lines: Lines) -> Safe:
    r"""Lines as ``align*``, the reasons beside them."""
    made = []
    for number, (formula, reason) in enumerate(lines):
        first, *more = rows_within(formula.latex, FORMULAS * TexTarget.room)
        rows = [f"&{'= ' if number else ''}{first}", *(rf"&\quad {{}} {row}" for row in more)]
        made += [*rows[:-1], rows[-1] + (rf" && \text{{{reason}}}" if reason else "")]
    body = " \\\\\n  ".join(made)
    return Safe(f"\\begin{{align*}}\n  {body}\n\\end{{align*}}")


def _html_table(target: Target, rows: Sequence[Sequence[Safe]]) -> Safe:
    return Safe(f"<table>{''.join(f'<tr>{target.cells(row)}</tr>' for row in rows)}</table>")


def _html_lines(target: Target, lines: Lines) -> Safe:
    return _html_table(target, _rows(target, lines))


def _html_paragraphs(parts: Sequence[Safe]) -> str:
    return "\n".join(part if part.startswith("<table") else f"<p>{part}</p>" for part in parts)


def _plain_items(target: Target, items: Items) -> Safe:
    return Safe("\n".join(f"  {_listed(*item)}" for item in items))


def _plain_lines(target: Target, lines: Lines) -> Safe:
    rows = [
        f"{'  = ' if number else ''}{formula.text:<54}  [{reason}]" for number, (formula, reason) in enumerate(lines)
    ]
    return Safe("\n".join(row.removesuffix("[]").rstrip() for row in rows))


def _below(parts: Sequence[Safe]) -> str:
    return "\n".join(parts)


def markdown(notation: Notation = ARROW) -> Form:
    """What a notebook shows."""
    return Form(_Notebook(notation), _apart, _markdown_items, _markdown_lines)


def tex(notation: Notation = ARROW) -> Form:
    """LaTeX of text mode, for amsmath."""
    return Form(_Paste(notation), _apart, _tex_items, _tex_lines)


def markup(notation: Notation = ARROW) -> Form:
    """HTML with MathML."""
    return Form(HtmlTarget(notation), _html_paragraphs, _html_table, _html_lines)


def plain() -> Form:
    """Unicode text."""
    return Form(_Plain(), _below, _plain_items, _plain_lines)
