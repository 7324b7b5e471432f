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
from derive.report.absent import BEGIN_REFERENCE, END_REFERENCE
from derive.report.breaking import chain_rows, rows, sides, tex_width, width
from derive.report.fitting import fitted
from derive.report.formulas import EQUALS, Formula, Typeset
from derive.report.model import ReferenceFunction
from derive.report.snippet import label_of
from derive.statements.scope import Scope

#: The widest formula of one row: in a statement, in a line of a derivation, in a narrow cell.
STATEMENT, LINE, CELL, NARROW = 56.0, 40.0, 24.0, 14.0
#: The widest statement of an index, and the longest one in words.
INDEX, INDEX_WORDS = 30.0, 60

#: What is smaller in a line of text than on a line of its own.
_TALL = re.compile(r"\\(frac|sum|prod)(?![A-Za-z])")


#: The sign beside the word of a verdict.
BADGES = {
    "proved": ("✓", "proved"),
    "uncertified": ("?", "proved, not certified"),
    "refuted": ("✗", "refuted"),
    "corrected": ("↻", "corrected"),
    "unsupported": ("?", "unsupported"),
}

#: A piece of code in prose.
_CODE = re.compile("``(.+?)``")


class Safe(str):
    """Text of the target: not to be escaped again."""

    __slots__ = ()

    def __html__(self) -> str:
        """As markupsafe asks whether a string is escaped."""
        return str(self)


class Target:
    """See the module; what differs in spelling alone is given as forms."""

    #: The end of a row in a cell, and the widest formula of one row where claims stand.
    newline: ClassVar[str] = "<br>"
    cell: ClassVar[float] = CELL
    #: A reference (anchor, what is shown), words that are stressed, a verdict (kind, sign, word), a comment.
    link_form: ClassVar[str]
    stress_form: ClassVar[str]
    badge_form: ClassVar[str]
    comment_form: ClassVar[str] = "<!-- {} -->"
    #: The label of a theorem (as code, and as an anchor), with a link to the report of its theory where files have links.
    cite_form: ClassVar[str] = "{0}"
    #: What stands before, between and behind the cells of a row.
    cell_marks: ClassVar[tuple[str, str, str]]

    def __init__(self, notation: Notation = ARROW) -> None:
        self.notation = notation
        self.plain = Typeset(notation)

    # --- what differs between targets

    def line(self, text: object) -> Safe:
        """Prose in one line."""
        raise NotImplementedError

    def code(self, text: str) -> Safe:
        """A name or a command."""
        raise NotImplementedError

    def formula(self, formula: Formula) -> Safe:
        """A formula in a text, or in the cell of a table."""
        raise NotImplementedError

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        """Formulas below one another in display size, in a column that is so wide a ``share`` of the page."""
        raise NotImplementedError

    def display(self, chain: list[Formula]) -> Safe:
        """t₀ = t₁ = … on lines of their own."""
        raise NotImplementedError

    def listing(self, source: str) -> Safe:
        """The source of a function in Python."""
        raise NotImplementedError

    def rendered(self, latex: str, said: str, otherwise: str) -> str:
        """LaTeX that latexify-py wrote with what is said of it, or the reason why it wrote nothing."""
        raise NotImplementedError

    # --- what follows from it

    def prose(self, text: str) -> Safe:
        """Paragraphs."""
        return Safe("\n\n".join(self.line(part) for part in inspect.cleandoc(text).split("\n\n") if part.strip()))

    def inline(self, formula: Formula) -> Safe:
        """A formula in a sentence, in display size where that makes a difference."""
        return self.wide([formula]) if _TALL.search(formula.latex) else self.formula(formula)

    def cite(self, label: str) -> Safe:
        """The label of a theorem."""
        theory = label_of(label.partition(".")[0])
        return Safe(self.cite_form.format(self.code(label), theory, label_of(label)))

    def link(self, anchor: str, shown: str) -> Safe:
        """A reference within the document."""
        return Safe(self.link_form.format(self.label(anchor), self.line(shown)))

    def stress(self, text: str) -> Safe:
        return Safe(self.stress_form.format(self.line(text)))

    def badge(self, kind: str, word: str = "") -> Safe:
        """A verdict: a sign and a word, never a colour alone; ``word`` in the place of the kind's own."""
        sign, own = BADGES[kind]
        return Safe(self.badge_form.format(kind, self.line(sign), self.line(word or own)))

    def cells(self, cells: Iterable[object]) -> Safe:
        """The cells of a row of a table."""
        before, between, behind = self.cell_marks
        return Safe(f"{before}{between.join(map(str, cells))}{behind}")

    def raw(self, text: str) -> Safe:
        """Text of the target that was made here, or by a printer."""
        return Safe(text)

    def formulas(self, found: Iterable[Formula]) -> Safe:
        """Formulas in a text, with commas."""
        return Safe(", ".join(map(self.formula, found)))

    def sizes(self, scope: Scope) -> Safe:
        """for all N ≥ 1"""
        said = (self.line(part) if isinstance(part, str) else self.formula(part) for part in self.plain.scope(scope))
        return Safe(" ".join(("for", *said)))

    def in_one_row(self, formula: Formula, limit: float) -> bool:
        """Is a formula narrow enough not to be broken before its relations?"""
        return width(formula.latex) <= limit

    def in_rows(self, formula: Formula, limit: float, first: bool) -> list[Formula]:
        """The rows of a line; the whole text is with the first of them."""
        equals = "" if first else "= "
        head, *more = rows(formula.latex, limit)
        return [Formula(equals + head, equals + formula.text), *(Formula(rf"\quad {{}} {row}", "") for row in more)]

    def differ(self, left: Formula, right: Formula) -> Safe:
        """Two values, below one another where one row would be too narrow."""
        return self.formula(left + right) if self.in_one_row(left + right, NARROW) else self.wide([left, right])

    def numbers(self, numbers: Iterable[int]) -> Safe:
        return Safe(", ".join(map(str, numbers)))

    def reference(self, reference: ReferenceFunction, otherwise: str) -> Safe:
        """What latexify-py wrote of a function, or the reason why it wrote nothing, between marks."""
        latex = reference.latex.replace(r" \\ ", " \\\\\n")  # the rows of an array on lines of their own
        latex = latex.replace(r"\begin{array}{l} ", "\\begin{array}{l}\n").replace(r" \end{array}", "\n\\end{array}")
        shown = self.rendered(latex, self.line(read_back(reference)), self.line(otherwise))
        begin, end = map(self.comment_form.format, (BEGIN_REFERENCE, END_REFERENCE))
        return Safe(f"{begin}\n{shown}\n{end}")

    def columns(self, sizes: tuple[int, ...]) -> Safe:
        """A centred column for each size."""
        return Safe("c" * len(sizes))

    def comment(self, text: str) -> Safe:
        """Text in a comment of one line."""
        return Safe(harmless(" ".join(text.split())).replace("--", "- -"))

    def label(self, label: str) -> Safe:
        return Safe(label_of(label))


class MarkdownTarget(Target):
    """Markdown with formulas between dollar signs, for GitHub and Jupyter."""

    link_form, stress_form, badge_form = "[{1}](#{0})", "*{}*", "{1} **{2}**"
    cite_form = "[{0}]({1}-catalogue.md#{2})"
    cell_marks = ("| ", " | ", " |")

    def line(self, text: object) -> Safe:
        return Safe(escape.markdown_cell(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.markdown_code(text).replace("|", r"\|"))

    def formula(self, formula: Formula) -> Safe:
        return Safe(f"${_barless(formula.latex)}$")

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        return Safe(self.newline.join(rf"$\displaystyle {_barless(formula.latex)}$" for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        body = " \\\\\n".join(row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        body = body.replace("<", r"\lt ")
        return Safe(f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$")

    def of_latex(self, words: str) -> Safe:
        """Words with formulas between dollar signs, as LaTeX has them."""
        return Safe(_barless(words))

    def listing(self, source: str) -> Safe:
        return Safe(f"```python\n{source.rstrip()}\n```")

    def rendered(self, latex: str, said: str, otherwise: str) -> str:
        return f"$$\n{latex}\n$$\n\n{said}" if latex else otherwise


def read_back(reference: ReferenceFunction) -> str:
    """What became of the LaTeX of a function when it was read again."""
    if reference.verdict is None:
        return f"NOT decided: {reference.unread}."
    status = reference.verdict.status
    words = status if status == "proved" else f"NOT proved ({status})"
    scope = f", for {reference.verdict.scope}" if reference.verdict.scope else ""
    return f"This LaTeX, read back as that of a paper is, is {words} to be the formula of the theory{scope}."


def _barless(latex: str) -> str:
    r"""The same formula without the signs that Markdown takes for its own: the end of a cell, an escaped brace, a tag."""
    for sign, word in _MARKDOWN_SIGNS:
        latex = latex.replace(sign, word)
    # A blank before the dollar that ends a formula would make it text.
    return re.sub(r"(\\[a-zA-Z]+) \$", r"\1$", latex).rstrip()


_MARKDOWN_SIGNS = (
    (r"\|", r"\Vert "),
    ("|", r"\vert "),
    (r" \\ ", r" \cr "),
    ("<", r"\lt "),
    (r"\{", r"\lbrace "),
    (r"\}", r"\rbrace "),
)


class TexTarget(Target):
    r"""LaTeX; a formula that is wider than its line is broken, and its rows are ``\row``, in display size."""

    newline, cell, comment_form = r" \newline ", STATEMENT, "% {}"
    link_form, stress_form, badge_form = r"\hyperref[{}]{{{}}}", r"\emph{{{}}}", "{1} {2}"
    cell_marks = ("", " & ", "")
    #: Points of the line of a list, and a row of a formula there.
    room = 410.0
    row_form: ClassVar[str] = r"\row{{{}}}"

    def line(self, text: object) -> Safe:
        return Safe(escape.tex_line(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.tex_code(text))

    def formula(self, formula: Formula) -> Safe:
        return Safe(f"${formula.latex}$") if tex_width(formula.latex) <= self.room else self.wide([formula])

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        found = (row for each in formulas for row in rows_within(each.latex, share * self.room))
        return Safe(self.newline.join(map(self.row_form.format, found)))

    def display(self, chain: list[Formula]) -> Safe:
        made = (row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        body = " \\\\\n".join(part for row in made for part in _aligned(row, self.room))
        return Safe(f"\\begin{{align*}}\n{body}\n\\end{{align*}}")

    def listing(self, source: str) -> Safe:
        return Safe("")  # signs of mathematics in a listing are beyond plain pdflatex

    def rendered(self, latex: str, said: str, otherwise: str) -> str:
        return f"\\[\n{latex}\n\\]\n{said}" if latex else otherwise


def rows_within(latex: str, room: float) -> list[str]:
    r"""A formula in rows of at most so many points: broken before its relations, then as `fitted` breaks it.

    >>> rows_within("a = b + c", 20)
    ['a', '= b', '\\quad {} + c']
    """
    if tex_width(latex) <= room:
        return [latex]
    made: list[str] = []
    for side in sides(latex):
        sign, _, rest = side.partition(" ") if made else ("", "", side)
        first, *more = fitted(rest, room - tex_width(sign))
        made += [f"{sign} {first}".strip(), *(rf"\quad {{}} {row}" for row in more)]
    return made


def _aligned(row: str, room: float) -> list[str]:
    r"""A row of ``align`` in as many as its formula asks for.

    >>> _aligned("&= a + b", 20)
    ['&= a', '&\\quad {} + b']
    """
    lead, formula = re.match(r"(.*?&(?:= |\\quad \{\} |\\phantom\{\{\}=\{\}\} )?)(.*)", row, re.DOTALL).groups()  # type: ignore[union-attr]
    first, *more = fitted(formula, room - tex_width(lead))
    return [lead + first, *(rf"&\quad {{}} {each}" for each in more)]


class HtmlTarget(Target):
    """HTML; formulas are MathML, with their LaTeX as ``alttext``.

    A browser breaks a line between two elements ``<math>``, and nowhere inside of one: a chain is one for each link.
    """

    link_form, stress_form = '<a href="#{}">{}</a>', "<em>{}</em>"
    badge_form = '<span class="badge {}"><span aria-hidden="true">{}</span> {}</span>'
    cite_form = '<a href="{1}-catalogue.html#{2}">{0}</a>'
    cell_marks = ("<td>", "</td><td>", "</td>")

    def line(self, text: object) -> Safe:
        whole = html.escape(harmless(" ".join(str(text).split())))
        return Safe(_CODE.sub(r"<code>\1</code>", whole))

    def code(self, text: str) -> Safe:
        return Safe(f"<code>{html.escape(harmless(' '.join(text.split())))}</code>")

    def prose(self, text: str) -> Safe:
        return Safe("\n".join(f"<p>{part}</p>" for part in super().prose(text).split("\n\n")))

    def formula(self, formula: Formula) -> Safe:
        return self._boxed(formula, display=False)

    def inline(self, formula: Formula) -> Safe:
        return self._boxed(formula, display=_TALL.search(formula.latex) is not None)

    def _boxed(self, formula: Formula, display: bool) -> Safe:
        """A formula in a text; one that a narrow page may not hold in a box that scrolls."""
        shown = formula.math(display=display)
        return Safe(shown if width(formula.latex) <= CELL else f'<span class="wide">{shown}</span>')

    def wide(self, formulas: Iterable[Formula], share: float = 1.0) -> Safe:
        links = "".join(formula.math(display=True) for formula in formulas)
        return Safe(f'<span class="chain">{links}</span>')

    def in_one_row(self, formula: Formula, limit: float) -> bool:
        return False

    def in_rows(self, formula: Formula, limit: float, first: bool) -> list[Formula]:
        return [formula if first else EQUALS + formula]

    def display(self, chain: list[Formula]) -> Safe:
        return self.wide([chain[0], *(EQUALS + term for term in chain[1:])])

    def listing(self, source: str) -> Safe:
        return Safe(f"<pre>{html.escape(source.rstrip())}</pre>")

    def rendered(self, latex: str, said: str, otherwise: str) -> str:
        return f"<pre>{html.escape(latex)}</pre>\n<p>{said}</p>" if latex else f"<pre>{otherwise}</pre>"


#: The name of a target → its class.
TARGETS: dict[str, type[Target]] = {"md": MarkdownTarget, "tex": TexTarget, "html": HtmlTarget}
