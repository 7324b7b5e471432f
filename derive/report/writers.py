r"""What templates call: everything a report holds, as text of one target, escaped.

A `Writer` knows the report and the notation.  Its subclasses say how prose, code and formulas are written in Markdown,
LaTeX and HTML; what is shown is the same in all.
"""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass

from derive.interop.crosscheck import Agreement
from derive.language.hypotheses import Equality, Hypothesis, conditions_of
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.printing import Notation
from derive.printing.names import harmless
from derive.report import escape
from derive.report.breaking import rows, width
from derive.report.formulas import EQUALS, Formula, Typeset, value
from derive.report.model import ExactComparison, ProofLine, ReferenceFunction, RefutedMiss, Report, TheoremReport
from derive.report.snippet import chain_rows, label_of
from derive.statements.verdict import Verdict

#: Around the LaTeX of the reference functions: what latexify-py wrote, which a drift check may have to pass over.
BEGIN_REFERENCE = "derive: begin latexify"
END_REFERENCE = "derive: end latexify"

#: The widest formula of one row: in a statement, in a line of a derivation, in a narrow cell.
STATEMENT, LINE, CELL, NARROW = 56.0, 40.0, 24.0, 14.0


class Safe(str):
    """Text of the target: not to be escaped again."""

    __slots__ = ()


@dataclass(frozen=True)
class Reason:
    """A rule beside a line: its number and what it says."""

    number: int
    says: Safe


class Writer:
    """See the module; the methods below `_formula` are for templates."""

    def __init__(self, report: Report, notation: Notation, mathjax: str = "") -> None:
        self.report = report
        self.notation = notation
        self.mathjax = mathjax
        self._pages = {theorem.number: self._page(theorem) for theorem in report.theorems}
        self.plain = Typeset(notation)

    def _page(self, theorem: TheoremReport) -> Typeset:
        """Names are told apart among the terms of a theorem and its derivation."""
        entry = theorem.checked.entry
        sides = [s for h in entry.hypotheses for s in ((h.lhs, h.rhs) if isinstance(h, Equality) else (h.term,))]
        return Typeset(self.notation).on_page([*entry.terms, *sides, *(line.term for line in theorem.lines)])

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

    def formula(self, formula: Formula) -> Safe:
        """A formula in a text, or in the cell of a table."""
        raise NotImplementedError

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        """Formulas below one another in a cell, in display size."""
        return Safe(" ".join(self.formula(formula) for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        """t₀ = t₁ = … on lines of their own."""
        raise NotImplementedError

    # --- for templates

    def formulas(self, found: Iterable[Formula]) -> Safe:
        """Formulas in a text, with commas."""
        return Safe(", ".join(map(self.formula, found)))

    def symbols(self) -> Safe:
        """The symbols of the theory, with the spaces they are from and the properties they were declared with."""
        found = []
        for symbol in self.report.symbols:
            declared = self.formulas(map(self.plain.condition, conditions_of(symbol)))
            found.append(self.formula(self.plain.symbol(symbol)) + (f" with {declared}" if declared else ""))
        return Safe("; ".join(found))

    def dimensions(self) -> Safe:
        """The dimensions of the theory."""
        return self.formulas(self.plain.term(dim) for dim in self.report.dimensions)

    def definition(self, term: Term) -> Safe:
        """name := body."""
        return self.wide([self.plain.definition(term)])

    def statement(self, theorem: TheoremReport) -> Safe:
        """The chain of a theorem."""
        page = self._pages[theorem.number]
        return self.display([page.term(term) for term in theorem.checked.entry.terms])

    def given(self, theorem: TheoremReport) -> Safe:
        """The hypotheses and the declared properties."""
        return self.conditions((*theorem.declared, *theorem.checked.entry.hypotheses), theorem)

    def conditions(self, conditions: Iterable[Hypothesis], theorem: TheoremReport) -> Safe:
        """Conditions, each a formula."""
        page = self._pages[theorem.number]
        return self.formulas(dict.fromkeys(page.hypothesis(c) for c in conditions))

    def scope(self, theorem: TheoremReport) -> Safe:
        """for all N ≥ 1."""
        scope = theorem.checked.scope
        if not scope or "≥" not in scope:
            return self.line(f"for {scope or 'all data'}")
        return Safe("for all " + self.formula(self.plain.scope(scope)))

    def outcome(self, theorem: TheoremReport) -> Safe:
        """Why a theorem is none: the link that is refuted or unsupported, or the line that does not follow."""
        checked = theorem.checked
        bad = next((link for link in checked.chain.links if link.status != "proved"), None)
        if bad is not None:
            reason = bad.reason if bad.counterexample is None else f"at {bad.counterexample}"
            return self.line(f"{bad.status}: {reason}")
        return self.line(
            f"the derivation fails at line {checked.failure.number}: {checked.failure.report}"
            if checked.failure
            else ""
        )

    def proof_line(self, theorem: TheoremReport, line: ProofLine) -> Safe:
        """A line of a derivation, in rows."""
        page = self._pages[theorem.number]
        return self.wide(self._rows(page.term(line.term), LINE, first=line.number == 1))

    def _rows(self, formula: Formula, limit: float, first: bool) -> list[Formula]:
        """The rows of a line; the whole text is with the first of them."""
        equals = "" if first else "= "
        head, *more = rows(formula.latex, limit)
        return [Formula(equals + head, equals + formula.text), *(Formula(rf"\quad {{}} {row}", "") for row in more)]

    def reasons(self, line: ProofLine) -> list[Reason]:
        """The rules beside a line."""
        return [Reason(number, self.rule(number)) for number in line.rules]

    def rule(self, number: int) -> Safe:
        """A rule as it stands beside a line: its equation where its name is one, else its name."""
        rule = self.report.rules[number - 1].rule
        return self.rule_equation(number) if "=" in rule.name else self.line(rule.name)

    def rule_equation(self, number: int) -> Safe:
        """The equation of a rule."""
        return self.formula(self._equation(number))

    def stated_rule(self, number: int) -> Safe:
        """The equation of a rule in display size."""
        return self.wide([self._equation(number)])

    def _equation(self, number: int) -> Formula:
        rule = self.report.rules[number - 1].rule
        return self.plain.on_page((rule.lhs, rule.rhs)).equation(rule.lhs, rule.rhs)

    def rule_letters(self, number: int) -> Safe:
        """The letters of a rule that stand for any terms, and what these need: declared, assumed, or to be defined."""
        rule = self.report.rules[number - 1].rule
        page = self.plain.on_page((rule.lhs, rule.rhs))
        letters = [symbol for symbol in symbols_of(rule.lhs, rule.rhs) if symbol in rule.variables]
        declared = [condition for symbol in letters for condition in conditions_of(symbol)]
        needs = dict.fromkeys(
            page.hypothesis(c) for c in (*declared, *rule.theorem.hypotheses, *rule.theorem.conditions)
        )
        said = [f"any {self.formulas(map(page.term, letters))}"] if letters else []
        return Safe(" with ".join([*said, *([self.formulas(needs)] if needs else [])]))

    def claim(self, lhs: Term, rhs: Term, hypotheses: Iterable[Hypothesis] = ()) -> Safe:
        """An equation in a cell, with what it assumes."""
        page = self.plain.on_page((lhs, rhs))
        whole = page.equation(lhs, rhs)
        left, right = page.term(lhs), page.term(rhs)
        equation = [whole] if width(whole.latex) <= CELL else [left, Formula(f"= {right.latex}", f"= {right.text}")]
        given = self.formulas(page.hypothesis(h) for h in hypotheses)
        return Safe(self.wide(equation) + (f" given {given}" if given else ""))

    def where(self, miss: RefutedMiss) -> Safe:
        """The sizes and data of a witness."""
        found = miss.verdict.counterexample
        page = self.plain.on_page((miss.near.lhs, miss.near.rhs))
        return self.formulas(page.witness(found)) if found is not None else Safe("")

    def clash(self, miss: RefutedMiss) -> Safe:
        """What the sides are there."""
        found = miss.verdict.counterexample
        if found is None:
            return self.line(f"not refuted: {miss.verdict.status} {miss.verdict.reason}")
        left, right = self.plain.clash(found)
        return self.wide([left, right]) if width(left.latex + right.latex) > NARROW else self.formula(left + right)

    def ill_typed(self, verdict: Verdict) -> bool:
        """Do the sides have different shapes?"""
        return verdict.counterexample is not None and verdict.counterexample.ill_typed

    def vacuous(self, verdict: Verdict) -> bool:
        """Does a statement speak of nothing?"""
        return verdict.vacuous

    def example(self, theorem: TheoremReport) -> Safe:
        """One point of size 2 and the common value there; empty when there is none that can be shown."""
        row = next((row for row in theorem.exact if row.size == 2), None)
        if row is None or row.example is None or row.value is None:
            return Safe("")
        page = self._pages[theorem.number]
        return Safe(
            f"at {self.formulas(page.assignments(row.example))} both sides are {self.formula(value(row.value))}"
        )

    def exact(self, row: ExactComparison) -> Safe:
        """How many points were compared, and how many agreed when not all did."""
        if row.points == 0:
            return self.line("–")
        return Safe(str(row.points)) if row.agreed == row.points else self.line(f"{row.agreed} of {row.points}")

    def answer(self, answer: Agreement) -> Safe:
        """SymPy's answer at one size."""
        words = {True: "yes", False: "no: it disagrees", None: "–" if answer.reason.startswith("undefined") else "open"}
        return self.line(words[answer.result])

    def numbers(self, numbers: Iterable[int]) -> Safe:
        """1, 2, 3."""
        return Safe(", ".join(map(str, numbers)))

    def listing(self, source: str) -> Safe:
        """The source of a function in Python."""
        raise NotImplementedError

    def reference(self, reference: ReferenceFunction) -> Safe:
        """What latexify-py wrote of a function, or why it wrote nothing, between marks."""
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


class MarkdownWriter(Writer):
    """Markdown with formulas between dollar signs, for GitHub and Jupyter."""

    def line(self, text: object) -> Safe:
        return Safe(escape.markdown_cell(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.markdown_code(text).replace("|", r"\|"))

    def formula(self, formula: Formula) -> Safe:
        return Safe(f"${_barless(formula.latex)}$")

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        return Safe("<br>".join(rf"$\displaystyle {_barless(formula.latex)}$" for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        body = " \\\\\n".join(row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        body = body.replace("<", r"\lt ")
        return Safe(f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$")

    def listing(self, source: str) -> Safe:
        return Safe(f"```python\n{source.rstrip()}\n```")

    def reference(self, reference: ReferenceFunction) -> Safe:
        shown = f"$$\n{_array_rows(reference.latex)}\n$$" if reference.latex else self.line(self.report.not_rendered)
        return Safe(f"<!-- {BEGIN_REFERENCE} -->\n{shown}\n<!-- {END_REFERENCE} -->")


def _array_rows(latex: str) -> str:
    """The rows of an array on lines of their own."""
    return (
        latex.replace(r" \\ ", " \\\\\n")
        .replace(r"\begin{array}{l} ", "\\begin{array}{l}\n")
        .replace(r" \end{array}", "\n\\end{array}")
    )


def _barless(latex: str) -> str:
    r"""The same formula without the sign that ends a cell of a table."""
    return latex.replace(r"\|", r"\Vert ").replace("|", r"\vert ").replace(r" \\ ", r" \cr ").replace("<", r"\lt ")


class TexWriter(Writer):
    r"""LaTeX; ``\fit`` and ``\row`` of the template scale a formula that is wider than its column."""

    def line(self, text: object) -> Safe:
        return Safe(escape.tex_line(str(text)))

    def code(self, text: str) -> Safe:
        return Safe(escape.tex_code(text))

    def formula(self, formula: Formula) -> Safe:
        whole = width(formula.latex) > CELL / 2 and not re.search(r" (=|\\neq) ", formula.latex)
        return Safe(rf"\fit{{{formula.latex}}}" if whole else f"${formula.latex}$")

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        return Safe(r" \newline ".join(rf"\row{{{formula.latex}}}" for formula in formulas))

    def display(self, chain: list[Formula]) -> Safe:
        body = " \\\\\n".join(row for group in chain_rows([f.latex for f in chain], STATEMENT) for row in group)
        return Safe(f"\\begin{{align*}}\n{body}\n\\end{{align*}}")

    def listing(self, source: str) -> Safe:
        return Safe("")  # signs of mathematics in a listing are beyond plain pdflatex

    def reference(self, reference: ReferenceFunction) -> Safe:
        shown = f"\\[\n{_array_rows(reference.latex)}\n\\]" if reference.latex else self.line(self.report.not_rendered)
        return Safe(f"% {BEGIN_REFERENCE}\n{shown}\n% {END_REFERENCE}")


class HtmlWriter(Writer):
    """HTML; a formula is shown in Unicode with its LaTeX beside it, or left to MathJax when that is wanted."""

    def line(self, text: object) -> Safe:
        return Safe(html.escape(harmless(" ".join(str(text).split()))))

    def code(self, text: str) -> Safe:
        return Safe(f"<code>{self.line(text)}</code>")

    def prose(self, text: str) -> Safe:
        parts = [self.line(part) for part in inspect.cleandoc(text).split("\n\n") if part.strip()]
        return Safe("\n".join(f"<p>{part}</p>" for part in parts))

    def formula(self, formula: Formula) -> Safe:
        if self.mathjax:
            return Safe(rf'<span class="math">\({html.escape(formula.latex)}\)</span>')
        return Safe(f'<span class="math" data-latex="{html.escape(formula.latex)}">{html.escape(formula.text)}</span>')

    def wide(self, formulas: Iterable[Formula]) -> Safe:
        found = list(formulas)
        if not self.mathjax and len(found) > 1 and not found[1].text:  # rows of one formula: its text is in the first
            found = [Formula(" ".join(part.latex for part in found), found[0].text)]
        return Safe("<br>".join(self.formula(part) for part in found))

    def display(self, chain: list[Formula]) -> Safe:
        whole = chain[0]
        for term in chain[1:]:
            whole = whole + EQUALS + term
        return Safe(f'<p class="display">{self.formula(whole)}</p>')

    def listing(self, source: str) -> Safe:
        return Safe(f"<pre>{html.escape(source.rstrip())}</pre>")

    def reference(self, reference: ReferenceFunction) -> Safe:
        latex = html.escape(_array_rows(reference.latex)) or self.line(self.report.not_rendered)
        shown = rf"<p>\[{latex}\]</p>" if self.mathjax else f"<pre>{latex}</pre>"
        return Safe(f"<!-- {BEGIN_REFERENCE} -->\n{shown}\n<!-- {END_REFERENCE} -->")


WRITERS: dict[str, type[Writer]] = {"md": MarkdownWriter, "tex": TexWriter, "html": HtmlWriter}
