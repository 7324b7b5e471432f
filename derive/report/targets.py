r"""The targets: how prose, code and formulas are written in Markdown, LaTeX and HTML; what is shown is the same in all.

What a target writes is `Safe`; everything else is escaped when a template puts it out.
"""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Iterable
from typing import ClassVar

from derive.printing import ARROW, Notation
from derive.printing.names import harmless
from derive.report import escape
from derive.report.breaking import chain_rows, rows, width
from derive.report.formulas import EQUALS, Formula, Typeset
from derive.report.model import ReferenceFunction
from derive.report.snippet import label_of
from derive.statements.scope import Scope

#: Around the LaTeX of the reference functions: what latexify-py wrote, which a drift check may have to pass over.
BEGIN_REFERENCE = "derive: begin latexify"
END_REFERENCE = "derive: end latexify"

#: The widest formula of one row: in a statement, in a line of a derivation, in a narrow cell.
STATEMENT, LINE, CELL, NARROW = 56.0, 40.0, 24.0, 14.0


#: What is smaller in a line of text than on a line of its own.
_TALL = re.compile(r"\\(frac|sum|prod)(?![A-Za-z])")


#: A piece of code in prose.
_CODE = re.compile("``(.+?)``")


class Safe(str):
    """Text of the target: not to be escaped again."""

    __slots__ = ()


class Target:
    """See the module."""

    #: The end of a row in a cell.
    newline: ClassVar[str] = "<br>"

    def __init__(self, notation: Notation = ARROW, mathjax: str = "") -> None:
        self.notation = notation
        self.mathjax = mathjax
        self.plain = Typeset(notation)

    # --- what differs between targets

    def line(self, text: object) -> Safe:
        """Prose in one line."""
        raise NotImplementedError

    def code(self, text: str) -> Safe:
        """A name or a command."""
        raise NotImplementedError

    def prose(self, text: str) -> Safe:
        """Paragraphs."""
        return Safe("\n\n".join(self.line(part) for part in inspect.cleandoc(text).split("\n\n") if part.strip()))

    def cite(self, label: str) -> Safe:
        """The label of a theorem, with a link to the report of its theory where the target has links between files."""
        return self.code(label)

    def formula(self, formula: Formula) -> Safe:
        """A formula in a text, or in the cell of a table."""
        raise NotImplementedError

    def inline(self, formula: Formula) -> Safe:
        """A formula in a sentence, in display size where that makes a difference."""
        return self.formula(formula)

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        """Formulas below one another in a cell, in display size."""
        return Safe(" ".join(self.formula(formula) for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        """t₀ = t₁ = … on lines of their own."""
        raise NotImplementedError

    # --- what follows from it

    def formulas(self, found: Iterable[Formula]) -> Safe:
        """Formulas in a text, with commas."""
        return Safe(", ".join(map(self.formula, found)))

    def sizes(self, scope: Scope) -> Safe:
        """for all N ≥ 1"""
        said = (self.line(part) if isinstance(part, str) else self.formula(part) for part in self.plain.scope(scope))
        return Safe(" ".join(("for", *said)))

    def in_rows(self, formula: Formula, limit: float, first: bool) -> list[Formula]:
        """The rows of a line; the whole text is with the first of them."""
        equals = "" if first else "= "
        head, *more = rows(formula.latex, limit)
        return [Formula(equals + head, equals + formula.text), *(Formula(rf"\quad {{}} {row}", "") for row in more)]

    def differ(self, left: Formula, right: Formula) -> Safe:
        """Two values, below one another where one row would be too narrow."""
        return self.wide([left, right]) if width(left.latex + right.latex) > NARROW else self.formula(left + right)

    def numbers(self, numbers: Iterable[int]) -> Safe:
        """1, 2, 3."""
        return Safe(", ".join(map(str, numbers)))

    def listing(self, source: str) -> Safe:
        """The source of a function in Python."""
        raise NotImplementedError

    def reference(self, reference: ReferenceFunction, otherwise: str) -> Safe:
        """What latexify-py wrote of a function, or the reason why it wrote nothing, between marks."""
        raise NotImplementedError

    def columns(self, sizes: tuple[int, ...]) -> Safe:
        """A centred column for each size."""
        return Safe("c" * len(sizes))

    def comment(self, text: str) -> Safe:
        """Text in a comment of one line."""
        return Safe(harmless(" ".join(text.split())).replace("--", "- -"))

    def label(self, label: str) -> Safe:
        """A label as an anchor."""
        return Safe(label_of(label))


class MarkdownTarget(Target):
    """Markdown with formulas between dollar signs, for GitHub and Jupyter."""

    def line(self, text: object) -> Safe:
        return Safe(escape.markdown_cell(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.markdown_code(text).replace("|", r"\|"))

    def cite(self, label: str) -> Safe:
        theory, _, _ = label.partition(".")
        return Safe(f"[{self.code(label)}]({label_of(theory)}.md#{label_of(label)})")

    def formula(self, formula: Formula) -> Safe:
        return Safe(f"${_barless(formula.latex)}$")

    def inline(self, formula: Formula) -> Safe:
        return self.wide([formula]) if _TALL.search(formula.latex) else self.formula(formula)

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        return Safe(self.newline.join(rf"$\displaystyle {_barless(formula.latex)}$" for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        body = " \\\\\n".join(row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        body = body.replace("<", r"\lt ")
        return Safe(f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$")

    def listing(self, source: str) -> Safe:
        return Safe(f"```python\n{source.rstrip()}\n```")

    def reference(self, reference: ReferenceFunction, otherwise: str) -> Safe:
        shown = f"$$\n{_array_rows(reference.latex)}\n$$" if reference.latex else self.line(otherwise)
        return Safe(f"<!-- {BEGIN_REFERENCE} -->\n{shown}\n<!-- {END_REFERENCE} -->")


def _array_rows(latex: str) -> str:
    """The rows of an array on lines of their own."""
    return (
        latex.replace(r" \\ ", " \\\\\n")
        .replace(r"\begin{array}{l} ", "\\begin{array}{l}\n")
        .replace(r" \end{array}", "\n\\end{array}")
    )


def _barless(latex: str) -> str:
    r"""The same formula without the signs that Markdown takes for its own: the end of a cell, an escaped brace, a tag."""
    for sign, word in _MARKDOWN_SIGNS:
        latex = latex.replace(sign, word)
    return latex


_MARKDOWN_SIGNS = (
    (r"\|", r"\Vert "),
    ("|", r"\vert "),
    (r" \\ ", r" \cr "),
    ("<", r"\lt "),
    (r"\{", r"\lbrace "),
    (r"\}", r"\rbrace "),
)


class TexTarget(Target):
    r"""LaTeX; ``\fit`` and ``\row`` of the template scale a formula that is wider than its column."""

    newline = r" \newline "

    def line(self, text: object) -> Safe:
        return Safe(escape.tex_line(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.tex_code(text))

    def formula(self, formula: Formula) -> Safe:
        whole = width(formula.latex) > CELL / 2 and not re.search(r" (=|\\neq) ", formula.latex)
        return Safe(rf"\fit{{{formula.latex}}}" if whole else f"${formula.latex}$")

    def inline(self, formula: Formula) -> Safe:
        # A formula that may be broken at its signs needs no box, unless a part of it cannot be broken.
        whole = max(map(width, rows(formula.latex, 0))) > CELL
        shown = rf"\displaystyle {formula.latex}" if _TALL.search(formula.latex) else formula.latex
        return Safe(rf"\fit{{{shown}}}" if whole else f"${shown}$")

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        return Safe(self.newline.join(rf"\row{{{formula.latex}}}" for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        body = " \\\\\n".join(row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        return Safe(f"\\begin{{align*}}\n{body}\n\\end{{align*}}")

    def listing(self, source: str) -> Safe:
        return Safe("")  # signs of mathematics in a listing are beyond plain pdflatex

    def reference(self, reference: ReferenceFunction, otherwise: str) -> Safe:
        shown = f"\\[\n{_array_rows(reference.latex)}\n\\]" if reference.latex else self.line(otherwise)
        return Safe(f"% {BEGIN_REFERENCE}\n{shown}\n% {END_REFERENCE}")


class HtmlTarget(Target):
    """HTML; a formula is shown in Unicode with its LaTeX beside it, or left to MathJax when that is wanted."""

    def line(self, text: object) -> Safe:
        whole = html.escape(harmless(" ".join(str(text).split())))
        return Safe(_CODE.sub(r"<code>\1</code>", whole))

    def code(self, text: str) -> Safe:
        return Safe(f"<code>{html.escape(harmless(' '.join(text.split())))}</code>")

    def cite(self, label: str) -> Safe:
        theory, _, _ = label.partition(".")
        return Safe(f'<a href="{label_of(theory)}.html#{label_of(label)}">{self.code(label)}</a>')

    def prose(self, text: str) -> Safe:
        parts = [self.line(part) for part in inspect.cleandoc(text).split("\n\n") if part.strip()]
        return Safe("\n".join(f"<p>{part}</p>" for part in parts))

    def formula(self, formula: Formula) -> Safe:
        if self.mathjax:
            return Safe(rf'<span class="math">\({html.escape(formula.latex)}\)</span>')
        return Safe(f'<span class="math" data-latex="{html.escape(formula.latex)}">{html.escape(formula.text)}</span>')

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        found: list[Formula] = []
        for part in formulas:
            if not self.mathjax and found and not part.text:  # a further row of a formula: its text is in the first
                found[-1] = Formula(f"{found[-1].latex} {part.latex}", found[-1].text)
            else:
                found.append(part)
        return Safe(self.newline.join(self.formula(part) for part in found))

    def display(self, chain: list[Formula]) -> Safe:
        whole = chain[0]
        for term in chain[1:]:
            whole = whole + EQUALS + term
        return Safe(f'<p class="display">{self.formula(whole)}</p>')

    def listing(self, source: str) -> Safe:
        return Safe(f"<pre>{html.escape(source.rstrip())}</pre>")

    def reference(self, reference: ReferenceFunction, otherwise: str) -> Safe:
        latex = html.escape(_array_rows(reference.latex)) or self.line(otherwise)
        shown = rf"<p>\[{latex}\]</p>" if self.mathjax else f"<pre>{latex}</pre>"
        return Safe(f"<!-- {BEGIN_REFERENCE} -->\n{shown}\n<!-- {END_REFERENCE} -->")


#: The name of a target → its class.
TARGETS: dict[str, type[Target]] = {"md": MarkdownTarget, "tex": TexTarget, "html": HtmlTarget}
