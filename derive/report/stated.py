r"""Theorems as a document, in LaTeX or Markdown, that is read as the theory it was printed from.

Whatever is written is read back, and stays only where that gives the same terms line for line, the same rules and the same
near misses, up to what looks alike in print and the names of plain syntax.  The rest is left out, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from derive.authoring.ruled import rules_in
from derive.authoring.theory import Theorem, Theory
from derive.certificates.write import Files
from derive.derivation.derivation import Derivation, Line
from derive.derivation.moves import definitions_in
from derive.derivation.rules import Rule
from derive.errors import DeriveError, InputError
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import substitute, symbols_of, with_children
from derive.language.terms import Defined, Definition, Grad, Number, Symbol, Term, Zeros, is_vector
from derive.printing import Notation
from derive.printing.alike import up_to_notation
from derive.printing.notation import ARROW
from derive.reading.decided import proved
from derive.reading.latex import Context
from derive.reading.latex.spelling import key_of_name, plain_name
from derive.reading.paper.citing import named, spoken
from derive.reading.paper.reasons import Reason
from derive.reading.paper.theory import theory_of_paper
from derive.reading.source import Source
from derive.report.declared import Declared, together
from derive.report.escape import markdown_cell, tex_line
from derive.report.formulas import Typeset
from derive.statements.equation import Equations
from derive.theories import algebra
from derive.theories.registry import load_theory, theory_names

#: The languages of documents, and how their files end.
Form = Literal["latex", "markdown"]
ENDS: dict[Form, str] = {"latex": ".tex", "markdown": ".md"}

#: What stands before the display of what is beside a theorem.
_SAID = {"near miss": "False, and refuted:", "convention": "Without meaning, by convention:"}
_OPENING = r"""\documentclass{article}
\usepackage{amsmath}
\begin{document}
"""


def latex_files(theories: Iterable[Theory]) -> Files:
    """A document in LaTeX for each theory."""
    return _files(theories, "latex")


def markdown_files(theories: Iterable[Theory]) -> Files:
    """A document in Markdown for each theory."""
    return _files(theories, "markdown")


def _files(theories: Iterable[Theory], form: Form) -> Files:
    texts: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for theory in theories:
        made = document_of(theory, form)
        texts |= {f"{theory.name}{ENDS[form]}": made.text} if made.kept else {}
        left_out |= made.left_out
    return Files(texts, left_out)


@dataclass(frozen=True)
class Printed:
    """A document, the labels of the theorems in it, and why others are left out."""

    text: str
    kept: tuple[str, ...]
    left_out: dict[str, str]


def document_of(theory: Theory, form: Form, notation: Notation = ARROW) -> Printed:
    """A theory as a document, without what is not read as it was printed.

    It declares its names and rules itself; where these are read otherwise, they are taken from the theory that is printed,
    if a document can use that.
    """
    usable = theory.name in theory_names() and load_theory(theory.name).definitions is theory.definitions
    ways = _WAYS if usable else _WAYS[:1]
    chosen: dict[str, _Way] = {theorem.label: ways[0] for theorem in theory.stated}
    left_out: dict[str, str] = {}
    alone = partial(_written, replace(theory, stated=[]), form, notation)
    while True:
        kept = [theorem for theorem in theory.stated if theorem.label not in left_out]
        text, failed = _written(theory, form, notation, [(theorem, chosen[theorem.label]) for theorem in kept])
        wrong = [theorem for theorem in kept if theorem.label in failed]
        by_itself = {each.label: found for each in wrong if (found := alone([(each, chosen[each.label])])[1])}
        for theorem in wrong:
            own = chosen[theorem.label]
            if theorem.label in by_itself:
                later = ways[ways.index(replace(own, apart=False)) + 1 :]
                if (good := next((way for way in later if not alone([(theorem, way)])[1]), None)) is not None:
                    chosen[theorem.label] = good
                else:
                    left_out |= by_itself[theorem.label]
            elif not by_itself and not own.apart:  # what stands above it is in its way
                chosen[theorem.label] = replace(own, apart=True)
            elif not by_itself:
                left_out[theorem.label] = failed[theorem.label]
        if not failed:
            return Printed(text, tuple(theorem.label for theorem in kept), left_out)


def _written(
    theory: Theory, form: Form, notation: Notation, theorems: Sequence[tuple[Theorem, _Way]]
) -> tuple[str, dict[str, str]]:
    """Theorems as a document; and label → how one is read otherwise, or why it has no place there."""
    writer, failed = _Writer(theory, form, notation), dict[str, str]()
    for theorem, way in theorems:
        try:
            writer.theorem(theorem, way)
        except DeriveError as error:
            failed[theorem.label] = _first(error)
    text = writer.text()
    return text, failed | _read_otherwise(text, form, [each for each, _ in theorems if each.label not in failed])


@dataclass(frozen=True)
class _Way:
    """Are the names and the rules of a theory taken from it; and is all forgotten that was declared ``apart`` from it?"""

    names: bool = False
    rules: bool = False
    apart: bool = False


_WAYS = (_Way(), _Way(names=True), _Way(names=True, rules=True))


def _first(error: DeriveError) -> str:
    return (error.message if isinstance(error, InputError) else str(error)).splitlines()[0]


class _Writer:
    """A document being written: parts of text, and what a reader knows up to here."""

    def __init__(self, theory: Theory, form: Form, notation: Notation) -> None:
        self.theory_, self.form, self.notation = theory, form, notation
        self.parts: list[str] = []
        self.topic = ""
        self.ruled = list[Rule]()
        self.names = Declared(Context(notation=notation, decide=proved))
        said = [f"theory {theory.name}: {theory.title}"]
        said += [f"summary {' '.join(theory.summary.split())}"] if theory.summary else []
        self.comments([*said, *(f"source {source}" for source in theory.sources)])

    def text(self) -> str:
        body = "\n".join(self.parts)
        return f"{_OPENING}\n{body}\n\\end{{document}}\n" if self.form == "latex" else f"{body}\n"

    def comments(self, said: Sequence[str]) -> None:
        """Lines that speak to derive."""
        form = "% derive: {}" if self.form == "latex" else "<!-- derive: {} -->"
        for each in said:
            if "-->" in each or "\n" in each:
                raise InputError(f"a comment cannot hold {each!r}")
            self.parts.append(form.format(each))

    def words(self, head: str, said: str) -> None:
        """What a reader of the page sees before a display; it says nothing to derive."""
        if self.form == "latex":
            self.parts.append(rf"\paragraph{{{tex_line(head)}}} {tex_line(said)}")
        else:
            self.parts += [f"\n**{markdown_cell(head)}** {markdown_cell(said)}\n"]

    def theorem(self, theorem: Theorem, way: _Way) -> None:
        """Add a theorem, or nothing of it; raises `DeriveError` for one that has no place in a document."""
        parts, topic, ruled, state = len(self.parts), self.topic, len(self.ruled), self.names.state()
        try:
            self._theorem(theorem, way)
        except DeriveError:
            del self.parts[parts:]
            del self.ruled[ruled:]
            self.topic = topic
            self.names.reset(state)
            raise

    def _theorem(self, theorem: Theorem, way: _Way) -> None:
        base = (*([f"use {self.theory_.name}"] if way.names else []), "printed")
        statement, derivation = theorem.statement, theorem.derivation
        if not isinstance(statement, Equations):
            raise InputError("a statement that is no equation")
        if theorem.topic != self.topic and theorem.topic != self.theory_.title:
            self.parts.append("")
            self.comments([f"group {theorem.topic}"])
        self.topic = theorem.topic
        lines = derivation.lines if derivation is not None else ()
        known = (*algebra.RULES, *definitions_in([line.term for line in lines]))
        known += tuple(rules_in(load_theory(self.theory_.name))) if way.rules else ()
        for rule in (rule for line in lines for rule in line.rules):
            self.rule(rule, known, base, way.apart)
        beside = [("near miss", miss.wrong, miss.statement) for miss in theorem.near_misses]
        beside += [("convention", each.note, each.statement) for each in theorem.conventions]
        for kind, wrong, said in beside:
            if not isinstance(said, Equations):
                raise InputError(f"a {kind} that is no equation: {wrong}")
        terms = [*statement.terms, *(line.term for line in lines), *(term for _, _, s in beside for term in s.terms)]
        given = [*statement.hypotheses, *(each for _, _, said in beside for each in said.hypotheses)]
        page = [*terms, *(term for each in given for term in each.terms)]
        typeset = Typeset(self.notation).on_page(page)
        self.parts.append("")
        self.comments(together(self.names.lines(page, typeset, base, way.apart)))
        self.comments([
            f"theorem {theorem.name}: {theorem.title}",
            *([f"says {' '.join(theorem.doc.split())}"] if theorem.doc else []),
            f"source {theorem.source}",
            *self.given(statement.hypotheses, typeset),
        ])  # fmt: skip
        self.words(f"{theorem.title}.", " ".join(theorem.doc.split()))
        if derivation is None:
            self.chain(statement.chain, typeset)
        elif len(statement.chain) == 2:
            self.derivation(derivation, typeset)
        else:
            self.chain(statement.chain, typeset)
            self.comments(["proof"])
            self.derivation(derivation, typeset)
        for kind, wrong, said in beside:
            own = (
                []
                if said.hypotheses == statement.hypotheses
                else self.given(said.hypotheses, typeset) or ["given nothing"]
            )
            self.comments([f"{kind} {' '.join(wrong.split())}", *own])
            self.words(_SAID[kind], f"{' '.join(wrong.split())}.")
            self.chain(said.equated, typeset)
        self.comments(["end"])

    def given(self, hypotheses: Sequence[Hypothesis], typeset: Typeset) -> list[str]:
        made = []
        for each in hypotheses:
            if isinstance(each, Condition):
                made.append(f"given {each.kind} {typeset.term(each.term).latex}")
            else:
                made.append(f"given {' = '.join(typeset.term(term).latex for term in each.terms)}")
        return made

    def rule(self, rule: Rule, known: Sequence[Rule], base: tuple[str, ...], apart: bool) -> None:
        """Declare a rule that a reader does not know."""
        if any(each.name == rule.name and rule in (each, each.reversed()) for each in (*known, *self.ruled)):
            return
        page = [rule.lhs, rule.rhs, *(term for each in rule.hypotheses for term in each.terms)]
        typeset = Typeset(self.notation).on_page(page)
        self.parts.append("")
        self.comments(together(self.names.lines(page, typeset, base, apart=apart)))
        said = [f"rule {rule.name}"]
        said += [f"kind {rule.kind}"] if rule.kind != "lemma" else []
        said += [f"source {rule.source}"] if rule.source else []
        if rule.variables != set(symbols_of(rule.lhs, rule.rhs)):
            free = [typeset.term(each).latex for each in sorted(rule.variables, key=lambda each: each.name)]
            said += [f"variables {', '.join(free) or 'none'}"]
        self.comments([*said, *self.given(rule.hypotheses, typeset)])
        self.words("Rule.", f"{rule.name}.")
        self.chain((rule.lhs, rule.rhs), typeset)
        self.comments(["end"])
        self.ruled.append(rule)

    # --- displays

    def chain(self, terms: Sequence[Term], typeset: Typeset) -> None:
        first, *others = (typeset.term(term).latex for term in terms)
        self.display([f"{first} &= {others[0]}", *(f"&= {each}" for each in others[1:])])

    def derivation(self, derivation: Derivation, typeset: Typeset) -> None:
        first, *others = derivation.lines
        head = typeset.term(first.term).latex
        rows = [f"&= {typeset.term(line.term).latex}" for line in others]
        rows[0] = f"{head} {rows[0]}"
        self.display(rows, [self.because(line) for line in others])

    def because(self, line: Line) -> tuple[str, str]:
        """The reason of a line as text, and the comment behind it: its words, and the reason where text cannot say it."""
        names = ", ".join(rule.name for rule in line.rules)
        visible = tex_line(names) if self.form == "latex" else names
        known = {rule.name: rule for rule in line.rules}
        words = f" % derive: words {line.note}" if line.note else ""
        reason = Reason(Source(visible), 0, visible)
        plain = self.form == "latex" or not set("{}%\\#") & set(visible)
        if plain and len(named(spoken(reason, self.names.context), known)) == len(line.rules):
            return rf" && \text{{by {visible}}}", words
        return "", f" % derive: reason {names}{words}"

    def display(self, rows: Sequence[str], whys: Sequence[tuple[str, str]] = ()) -> None:
        begin, end = (r"\begin{align*}", r"\end{align*}")
        if self.form == "markdown":
            begin, end = "$$\n\\begin{aligned}", "\\end{aligned}\n$$"
        stops = [r" \\"] * (len(rows) - 1) + [""]
        said = zip(rows, whys or [("", "")] * len(rows), stops, strict=True)
        self.parts += [begin, *(f"  {row}{shown}{stop}{comment}" for row, (shown, comment), stop in said), end]


# --- read back ----------------------------------------------------------------------------------------------------------


def _read_otherwise(text: str, form: Form, wanted: Sequence[Theorem]) -> dict[str, str]:
    """Label → how a theorem is read otherwise than it was printed."""
    with TemporaryDirectory(prefix="derive-document-") as folder:
        path = Path(folder) / f"document{ENDS[form]}"
        path.write_text(text, encoding="utf-8")
        found = {theorem.label: theorem for theorem in theory_of_paper(path).stated}
    return {each.label: why for each in wanted if (why := difference(found[each.label], each))}


def difference(read: Theorem, printed: Theorem) -> str:
    """How a theorem that was read is another than the one that was printed; "" where it is not."""
    try:
        said, lines = read.statement, read.derivation
    except DeriveError as error:
        return f"it is not read: {_first(error)}"
    if not isinstance(said, Equations) or _said(said) != _said(printed.statement):
        return "its statement is read otherwise"
    if _all_said(read) != _all_said(printed):
        return "what is beside it is read otherwise"
    own = printed.derivation
    if (lines is None) != (own is None):
        return "its lines are not read"
    if lines is None or own is None:
        return ""
    if [in_print(line.term) for line in lines.lines] != [in_print(line.term) for line in own.lines]:
        return "a line is read otherwise"
    if [list(map(_rule, line.rules)) for line in lines.lines] != [list(map(_rule, line.rules)) for line in own.lines]:
        return "the rule of a line is read otherwise"
    return (
        "" if [line.note for line in lines.lines] == [line.note for line in own.lines] else "words are read otherwise"
    )


def _all_said(theorem: Theorem) -> list[object]:
    beside = [(miss.wrong, miss.statement) for miss in theorem.near_misses]
    beside += [(each.note, each.statement) for each in theorem.conventions]
    return [(wrong, _said(statement)) for wrong, statement in beside]


def _said(statement: object) -> object:
    if not isinstance(statement, Equations):
        return None
    return [in_print(term) for term in statement.equated], [_given(each) for each in statement.hypotheses]


def _given(hypothesis: Hypothesis) -> object:
    kind = hypothesis.kind if isinstance(hypothesis, Condition) else "="
    return kind, [in_print(term) for term in hypothesis.terms]


def _rule(rule: Rule) -> object:
    sides = in_print(rule.lhs), in_print(rule.rhs)
    return rule.name, sides, {in_print(each) for each in rule.variables}, [_given(each) for each in rule.hypotheses]


def in_print(term: Term) -> Term:
    """The one of several terms that are printed alike: with the names that a reader gives to what is printed."""
    return _renamed(up_to_notation(term))


@lru_cache(maxsize=65_536)
def _renamed(term: Term) -> Term:
    match term:
        case Symbol(name, dims, properties):
            return Symbol(_name(name, is_vector(dims)), dims, properties)
        case Defined(definition, arguments):
            free = {each: replace(each, properties=frozenset()) for each in definition.parameters}
            parameters = tuple(part for part in map(_renamed, free.values()) if isinstance(part, Symbol))
            body = _renamed(up_to_notation(substitute(definition.body, free)))
            return Definition(_name(definition.name, is_vector(body.shape)), parameters, body)(
                *map(_renamed, arguments)
            )
        case Grad(inside, symbol):
            own = _renamed(symbol)
            return Grad(_renamed(inside), own) if isinstance(own, Symbol) else term
        case Zeros(dims) if not dims:
            return Number(0)  # type: ignore[arg-type]  # converted there
    return with_children(term, tuple(map(_renamed, term.children))) if term.children else term


def _name(name: str, vector: bool) -> str:
    key = key_of_name(name, ARROW, vector)
    return name if key is None else plain_name(key)
