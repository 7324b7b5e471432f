"""The reference of the site, from the tables of the program: each page is written when the site is built, and no other time.

A page is Markdown with MathML, as the program prints it; what Python has to offer, Sphinx reads from docstrings.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import click

import derive
from derive import api, errors
from derive.certificates.notation import write_term
from derive.cli import main, schemas
from derive.cli.records import ERRORS
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import CONDITION_KINDS
from derive.language.operations import OPERATIONS, operation_of
from derive.pool import rules_of
from derive.printing import latex, markup, math_element, text_shape
from derive.printing.plain import plain
from derive.printing.sentences import latex_equality, markup_condition, markup_equality, markup_hypothesis
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.declaring import SPELLINGS
from derive.reading.latex.words import OF_DOCUMENTS, WORDS, Head
from derive.report.escape import markdown_code
from derive.statements.equation import prove_equation
from derive.statements.kinds import all_kinds
from derive.theories import algebra
from derive.theories.registry import THEORIES, load_theory

# --- Markdown -------------------------------------------------------------------------------------------------------


def said(words: str) -> str:
    """Words as they stand: marks of Markdown are none, but for code between backticks and *emphasis* of words."""

    def kept(found: re.Match[str]) -> str:
        if found["code"]:
            return code(found["code"].strip("`"))
        return found["emphasis"] or rf"\{found[0]}"

    marks = r"(?P<code>``.+?``|`[^`]+`)|(?P<emphasis>(?<![\w*])\*\w[^*\n]*?\w\*(?![\w*]))|[\\*_\[\]<>|~$#]"
    return re.sub(marks, kept, words, flags=re.DOTALL)


def code(words: str) -> str:
    """As code; nothing of nothing."""
    return markdown_code(words) if words else ""


def formula(markup: str, spelled: str = "") -> str:
    """MathML, in a line, in the size of a display."""
    return math_element(markup, spelled, display=True).replace("\n", " ")


def shown(each: Any) -> str:
    """What the program prints of an object as MathML, within a line."""
    made = re.sub(r"^<p>|</p>$", "", derive.mathml(each).strip())
    return re.sub(r"</?p>|\n", " ", made)


def block(words: str, language: str = "text") -> str:
    """A fenced block."""
    return f"```{language}\n{dedent(words).strip()}\n```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar in a cell, after a backslash too, ends none."""
    barred = ([cell.replace("|", r"\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *barred))


def page(title: str, *parts: str) -> str:
    """A page; tables of it go on beside its margin."""
    return "\n\n".join([f"# {title}", *parts]) + "\n"


def prose(doc: str | None) -> str:
    """A docstring as paragraphs and lists; what is indented, or of a session, is a block."""
    made = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(doc or "")):
        literal = part.startswith((" ", ">>>"))
        listed = re.sub(r"(?m)^\\\*", "-", said(re.sub(r"::$", ":", part)))
        made.append(block(part) if literal else listed)
    return "\n\n".join(made)


# --- commands -------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with all of its options, as its ``--help`` has them."""
    parts = ["What `derive --help` and `derive COMMAND --help` print."]
    for name in sorted(main.commands):
        command: click.Command = main.commands[name].load()  # type: ignore[attr-defined]
        context = click.Context(command, info_name=f"derive {name}", parent=None)
        usage = " ".join(command.collect_usage_pieces(context))
        options = [
            record for each in command.get_params(context) if (record := each.get_help_record(context)) and record[1]
        ]
        parts += [
            f"## derive {name}",
            block(f"derive {name} {usage}"),
            help_of(command.help),
            table(("option", "says"), ((code(spelled), said(" ".join(says.split()))) for spelled, says in options)),
            help_of(command.epilog),
        ]
    return page("Commands", *filter(None, parts))


def help_of(words: str | None) -> str:
    """The help of a command: its paragraphs, and blocks where they are to stand as they are."""
    made = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(words or "")):
        first, _, rest = part.partition("\n")
        kept = first.strip() == "\b"
        made.append(block(rest) if kept else said(" ".join(part.split())))
    return "\n\n".join(made)


# --- rules, theorems and kinds of statement ---------------------------------------------------------------------------


def rules() -> str:
    """Every named rule of linear algebra and of each theory; a theorem that is used as a rule stands among theorems."""
    parts = [
        "A line of a derivation follows by a rule, used in either direction ([derivations](../derivations.md)). A rule is a "
        "*definition*, a *lemma* with a content of its own, or *algebra*, a rearrangement. `derive explain RULE` says more.",
    ]
    known = {line_of(rule) for rule in algebra.RULES}
    parts += ["## Linear algebra", "Of every theory.", rules_table(algebra.RULES)]
    for name in THEORIES:
        labels = {theorem.label for theorem in load_theory(name).stated}
        own = [rule for rule in rules_of(name) if rule.source not in labels and line_of(rule) not in known]
        known |= {line_of(rule) for rule in own}
        if own:
            parts += [f"## {name}", rules_table(own)]
    return page("Rules", *parts)


def line_of(rule: Any) -> tuple[Any, ...]:
    return rule.name, rule.lhs, rule.rhs


def rules_table(found: Iterable[Any]) -> str:
    """Name, equation, kind and hypotheses."""
    return table(
        ("rule", "equation", "kind", "needs"),
        (
            (
                said(rule.name),
                equation(rule.lhs, rule.rhs),
                rule.kind,
                ", ".join(hypothesis(each, (rule.lhs, rule.rhs)) for each in rule.hypotheses),
            )
            for rule in found
        ),
    )


def equation(lhs: Any, rhs: Any) -> str:
    return formula(markup_equality(lhs, rhs), latex_equality(lhs, rhs))


def hypothesis(each: Any, beside: Sequence[Any]) -> str:
    return formula(markup_hypothesis(each, beside=beside))


def theorems(name: str) -> str:
    """The theorems of a theory, by topic."""
    theory = load_theory(name)
    parts = [said(theory.summary), f"From: {said('; '.join(theory.sources))}." if theory.sources else ""]
    for group in theory.groups:
        rows = (
            (f"{said(theorem.title)}<br>{code(theorem.label)}", shown(theorem.statement))
            for theorem in map(theory.find_theorem, group.labels)
        )  # fmt: skip
        parts += [f"## {said(group.title)}", table(("theorem", "says"), rows)]
    return page(f"{name}: {said(theory.title)}", *filter(None, parts))


def all_theorems() -> str:
    """The theories, each with its page."""
    rows = (
        (f"[{name}](theory-{name}.md)", said(load_theory(name).title), str(len(load_theory(name).stated)))
        for name in THEORIES
    )
    inside = "\n".join(f"theory-{name}" for name in THEORIES)
    return page(
        "Theorems", table(("theory", "is about", "theorems"), rows), f":::{{toctree}}\n:hidden:\n\n{inside}\n:::"
    )


def kinds() -> str:
    """Every kind of statement, with its fields, their shapes, and the lemma with its proof."""
    parts = ["How each is stated, and what refutes it, is said in [kinds of statement](../statements.md)."]
    for kind in all_kinds():
        shapes = {name: (what, shape) for name, what, shape in kind.shapes}
        sorts = {each.name: str(each.type) for each in fields(kind)} | {**kind.claimed, **kind.shown}
        rows = [
            (code(name), said(shapes[name][0] if name in shapes else sorts[name]),
             shape_of(name, shapes), "shows it" if name in kind.shown else "is stated")
            for name in kind.__match_args__ if name != "hypotheses"
        ]  # fmt: skip
        parts += [f"## {kind.__name__}", prose(kind.__doc__)]
        if rows:
            parts.append(table(("field", "what it is", "shape", ""), rows))
    return page("Fields and lemmas of statements", *parts)


def shape_of(name: str, shapes: dict[str, tuple[str, str]]) -> str:
    if name not in shapes:
        return ""
    return " × ".join(shapes[name][1].split()) or "scalar"


# --- the language ---------------------------------------------------------------------------------------------------

#: An example of each operation, in Python: every row of the table of operations has one.
EXAMPLES = """
ones(N) | zeros(N) | identity(N) | basis(i) | delta(i, j) | a + b | -a | A * a | hadamard(a, b) | c / t | c**2
hadamard_power(A, 2) | sqrt(c) | exp(c) | log(c) | absolute(c) | tanh(c) | matrix_exp(A) | matrix_log(A) | transpose(A)
diag(a) | trace(A) | det(A) | inverse(A) | pinv(A) | dot(a, b) | outer(a, b) | norm(a) | a[i] | sum_(i, a[i])
prod_(i, a[i]) | max_over(i, a[i]) | rank(A) | grad(norm(a), a)
"""


def names() -> dict[str, Any]:
    """What examples may speak of."""
    N = derive.dimension("N")
    given = {"i": derive.index("i", N), "j": derive.index("j", N), "A": derive.matrix("A", N, N)}
    given |= {name: derive.vector(name, N) for name in "ab"} | {name: derive.scalar(name) for name in "ct"}
    return {**{name: getattr(api, name) for name in api.__all__}, "N": N, **given}


def operations() -> str:
    """Every operation, by an example: what it means, its shape, where it is defined, how it is written in each notation."""
    given, means, written = names(), {}, {}
    for example in re.split(r"[|\n]", EXAMPLES.strip()):
        term = eval(example.strip(), given)
        row, shape = operation_of(term), text_shape(term.shape)
        conditions = prove_equation(term, term).conditions
        where = ", ".join(formula(markup_condition(each, beside=(term,))) for each in conditions)
        doc = said(" ".join(inspect.cleandoc(row.node.__doc__ or "").partition("\n\n")[0].split()))
        doc = "a function, [see below](#functions-of-real-numbers)" if row.function else doc
        means[row] = (code(row.word), formula(markup(term), latex(term)), doc, shape, where)
        written[row] = tuple(map(code, (row.word, example.strip(), plain(term), latex(term), write_term(term))))
    c = given["c"]
    functions = (
        (code(row.name), formula(markup(row.slope(c, derive.entrywise(row.name, c)))),
         said(row.domain or "everywhere"), said(row.smooth or "wherever it is defined"), code(row.matrix))
        for row in FUNCTIONS.values()
    )  # fmt: skip
    return page(
        "Operations",
        "In the examples *a*, *b* are vectors of *N* components, *A* is a square matrix, *c*, *t* are scalars, *i*, *j* "
        "indices. *Where* says what the kernel finds that the term needs to be defined.",
        table(("operation", "such as", "means", "shape", "where"), (means[row] for row in OPERATIONS)),
        "## Notations",
        "The same examples as they are written; *format* is that of statements and certificates.",
        table(("operation", "Python", "plain syntax", "LaTeX", "format"), (written[row] for row in OPERATIONS)),
        "## Functions of real numbers",
        "Of a vector they are taken of each component. A derivative is made of these rows, and the rules of sums, products, "
        "quotients and roots.",
        table(("function", "derivative at c", "defined where c is", "and has it", "of a square matrix"), functions),
    )


def declarations() -> str:
    """Every first word of a declaration, in a paper and in a document that states a theory; conventions, conditions."""
    heads = ("word", "written", "says", "example")
    conventions = (
        (code(f"{name}: {choice}"), said(each.said(choice)))
        for name, each in CONVENTIONS.items()
        for choice in each.choices
    )
    return page(
        "Declarations",
        "In a paper they stand in comments, `% derive: …` ([papers](../papers.md)), on the command line in `--declare`; `;` "
        "stands between them. Names are written as they are typeset. Besides, a definition `NAME := FORMULA`, a macro "
        r"(`\newcommand…`), `y depends on x`, and a relation alone, which is assumed, are clauses.",
        table(heads, rows_of(WORDS)),
        "## Documents that state a theory",
        "What such a document says besides ([theories](../theories.md)).",
        table(heads, rows_of(OF_DOCUMENTS)),
        "## Conventions",
        "What a field reads in two ways ([what is read](../reading.md)).",
        table(("written", "says"), conventions),
        "## Conditions",
        "Properties behind a name, hypotheses before one.",
        table(("word", "says"), ((code(word), said(says)) for word, says in CONDITION_KINDS.items())),
    )


def rows_of(words: Mapping[str, Head]) -> list[tuple[str, ...]]:
    """A table of first words."""
    return [
        (
            ", ".join(map(code, SPELLINGS.get(word, (word,)))),
            code(row.written),
            said(row.says),
            code(row.example),
        )
        for word, row in words.items()
    ]


# --- messages and formats ---------------------------------------------------------------------------------------------


def messages() -> str:
    """Every exception, with what it says; the formats of JSON."""
    words = {kind: word for word, kind in ERRORS.items()}
    found = [each for each in vars(errors).values() if inspect.isclass(each) and issubclass(each, errors.DeriveError)]
    rows = (
        (code(each.__name__), code(next((words[base] for base in each.__mro__ if base in words), "")),
         "2" if issubclass(each, errors.InputError) else "1", said(" ".join(inspect.getdoc(each).split())))
        for each in found
    )  # fmt: skip
    return page(
        "Messages and formats",
        "Every error that is raised on purpose: its name in Python, the word for it in JSON, the exit code of a command.",
        table(("error", "in JSON", "exit code", "says"), rows),
        "## Formats of JSON",
        table(
            ("format", "what it is"), ((code(name), said(each["title"])) for name, each in schemas.schemas().items())
        ),
    )


# --- Python -----------------------------------------------------------------------------------------------------------


def python() -> str:
    """Every public name, by the room it is made in; its page is made of docstrings by Sphinx."""
    rooms: dict[str, list[str]] = {}
    for name in sorted(api.__all__, key=str.casefold):
        module = getattr(getattr(api, name), "__module__", "").split(".")
        rooms.setdefault(module[1] if module[0] == "derive" else "authoring", []).append(name)
    parts = ["What `import derive` offers."]
    for room, found in rooms.items():
        says = inspect.cleandoc(import_module(f"derive.{room}").__doc__ or "").partition("\n\n")[0]
        parts += [
            f"## {room}",
            said(" ".join(says.split())),
            "```{eval-rst}\n" + "\n".join(map(directive, found)) + "\n```",
        ]
    return page("Python", *parts)


def directive(name: str) -> str:
    """What has Sphinx read a docstring."""
    made = getattr(api, name)
    if getattr(made, "__name__", name) != name:
        return f".. py:data:: derive.{name}\n\n   The same as `{made.__name__}`.\n"
    if inspect.isclass(made):
        return f".. auto{'exception' if issubclass(made, Exception) else 'class'}:: derive.{name}\n   :members:\n"
    return f".. auto{'function' if callable(made) else 'data'}:: derive.{name}\n"


#: The pages, by their files.
PAGES: dict[str, Callable[[], str]] = {
    "commands": commands, "declarations": declarations, "operations": operations, "kinds": kinds, "rules": rules,
    "theorems": all_theorems,
    **{f"theory-{name}": (lambda name=name: theorems(name)) for name in THEORIES},  # type: ignore[misc]
    "messages": messages, "python": python,
}  # fmt: skip


def put(path: Path, words: str) -> None:
    """Write a page, unless it says that already: what has not changed is not made again."""
    if not path.is_file() or path.read_text("utf-8") != words:
        path.parent.mkdir(exist_ok=True)
        path.write_text(words, "utf-8")


def write(folder: Path) -> None:
    """Write the pages."""
    for name, made in PAGES.items():
        put(folder / f"{name}.md", made())
