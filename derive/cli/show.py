"""``derive show``: a theorem in the terminal: its derivation line by line, or its statement and the parts behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from inspect import cleandoc
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.completing import TARGET
from derive.cli.console import STYLES, console, fold, say, say_json, say_prose, width_of
from derive.cli.notation import notation_near
from derive.cli.records import digest_of, names_to_json
from derive.cli.words import evidence, given, given_of, hypotheses_in_words, in_words, page_of, statement_formulas
from derive.errors import InputError
from derive.targets import theorem_labelled

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem
    from derive.derivation.derivation import Step
    from derive.language.hypotheses import Hypothesis
    from derive.language.terms import Term
    from derive.statements.verdict import Part, Verdict

_HELP = """\b
JSON (schema "derive-show/1"): {"schema", "label", "title", "doc", "source", "hypotheses", "lines", "verdict",
"scope", "conditions", "kind", "statement", "witness", "reason", "parts"}. Each line has "number", "text", "latex",
"rules" and, with --fine or --line, "fine": for each place that changes (alike ones once) a list of {"text", "latex",
"justification"}. The kind is "equation", or another one: then there are no lines, and the statement is a sentence,
{"text", "latex"}, its mathematics in the LaTeX between dollar signs. Each part has "number", "name", "hypotheses",
"verdict", "scope", "conditions", "kind", "statement", "witness", "reason"; the parts 2.1, 2.2, … of part 2 follow it.
Besides: "backing", "not_certified", "digest" and "declared" as in "derive-check/1"; and "near_misses", the false statements
beside it: each has "wrong" (what is wrong with it) and what a part has, but for number and name."""

Fine = tuple[tuple["Term", str], ...]


@dataclass(frozen=True)
class ShownLine:
    """One line to be shown: the term, the names of its rules, and its expansions."""

    number: int
    term: Term
    rules: str = ""
    fine: tuple[Fine, ...] = ()


@click.command(epilog=_HELP)
@click.argument("label", type=TARGET)
@click.option("--fine", "every", is_flag=True, help="Expand every line down to index notation.")
@click.option("--line", type=click.IntRange(min=2), metavar="K", help="Expand line K only.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-show/1".')
@click.option("--sympy", "as_sympy", is_flag=True, help="Print the lines as Python code for SymPy.")
def show(label: str, every: bool, line: int | None, as_json: bool, as_sympy: bool) -> None:
    """Show the derivation of a theorem; each line is checked again.

    Without a derivation, the chain of equations is shown; of a theorem that is no equation, the parts that establish
    it. LABEL is theory.name or the name alone, file.py:name, or paper.tex:label. With --sympy each line (each side,
    without lines) is the SymPy expression that it is; a line with an operation that SymPy lacks is None, and says which.

    \b
    Examples:
      derive show layernorm.eq6
      derive show layernorm.projector_idempotent --line 3
      derive show my_proofs.py:proof
      derive show layernorm.eq6 --fine | less
      derive show layernorm.eq6 --sympy > eq6.py

    \b
    Exit codes: 0 shown, and proved; 1 it is not proved, or a line does not follow; 2 no such label or line.
    """
    if as_sympy and (every or as_json or line is not None):
        raise InputError("--sympy beside --fine, --line or --json", hint="--sympy prints every line, as Python alone")
    theorem = theorem_labelled(label)
    derivation = theorem.derivation
    if line is not None and (derivation is None or line > len(derivation.lines)):
        count = f"{len(derivation.lines)} lines" if derivation is not None else "no derivation"
        hint = f"show it all: derive show {theorem.label}" if not every else "leave --line out"
        raise InputError(f"no line {line} to expand: {theorem.label} has {count}", hint=hint)
    shown = _shown(theorem, every, line)
    if as_sympy:
        _print_sympy(shown)
    elif as_json:
        say_json(_to_json(shown))
    else:
        _print(shown)
    if shown.verdict.status != "proved":
        click.get_current_context().exit(1)


@dataclass(frozen=True)
class Shown:
    """A theorem with its lines, the verdict of the whole, and what the whole does without."""

    theorem: Theorem
    verdict: Verdict
    lines: tuple[ShownLine, ...] = ()
    besides: str = ""

    @property
    def page(self) -> tuple[Term, ...]:
        """The terms that are shown, among which names are told apart."""
        return tuple(line.term for line in self.lines) or page_of(self.theorem.statement)

    @property
    def given(self) -> list[str]:
        return given(self.page, self.theorem.hypotheses) if self.lines else given_of(self.theorem.statement)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict of each link of a chain; of anything else, of the whole."""
        return self.verdict.links if self.lines else (self.verdict,)


def _shown(theorem: Theorem, every: bool, wanted: int | None) -> Shown:
    """Decide a theorem; its lines are replayed."""
    if theorem.derivation is None:
        sides = theorem.statement.equated
        lines = tuple(ShownLine(number, term) for number, term in enumerate(sides, start=1))
        return Shown(theorem, theorem.statement.decide(), lines)
    checked = theorem.derivation.checked()
    lines = (
        ShownLine(1, checked.lines[0].term),
        *(
            ShownLine(
                step.number,
                step.line.term,
                step.line.justification,
                _expansions(step, theorem) if every or wanted == step.number else (),
            )
            for step in checked.steps
        ),
    )
    return Shown(theorem, checked.said, lines, checked.besides)


def _print_sympy(shown: Shown) -> None:
    """Print the lines (of a theorem without lines, the sides) as Python code for SymPy."""
    from derive.interop.code import python_code

    theorem = shown.theorem
    terms = [line.term for line in shown.lines] or list(theorem.terms)
    if shown.lines:
        words = [row for verdict in shown.verdicts for row, _ in in_words(verdict, shown.verdict)]
    else:
        words = [row for row, _ in in_words(shown.verdict)]
    assumed = [f"given {word}" for word in given(terms, theorem.hypotheses)]
    for row in (f"{theorem.label}: {theorem.title}", *assumed, *dict.fromkeys(words)):
        click.echo("\n".join(f"# {part}" for part in row.splitlines()))
    click.echo(python_code(terms, "lines" if shown.lines else "sides"))


def _expansions(step: Step, theorem: Theorem) -> tuple[Fine, ...]:
    """The expansion of each place that a step changes; places that change alike are shown once."""
    from derive.derivation.components import fine

    hypotheses = theorem.derivation.hypotheses if theorem.derivation is not None else ()
    parts = (fine(replace(step, changes=(change,)), hypotheses) for change in step.changes)
    return tuple(dict.fromkeys(tuple((line.term, line.justification) for line in part) for part in parts))


# --- text -----------------------------------------------------------------------------------------------------------


def _print(shown: Shown) -> None:
    """Title, words, lines or statement, verdict, parts, source."""
    from derive.printing import text

    theorem = shown.theorem
    say(f"{theorem.label}: {theorem.title}", style="bold")
    if theorem.doc:
        say_prose(cleandoc(theorem.doc))
    if words := shown.given:
        say(f"given {', '.join(words)}")
    say("")
    if shown.lines:
        page = shown.page
        print_lines([(line.number, text(line.term, beside=page), line.rules, line.fine) for line in shown.lines])
    else:
        say(str(theorem.statement), style="cyan", indent=2)
    say("")
    for row, style in dict.fromkeys(row for verdict in shown.verdicts for row in in_words(verdict, shown.verdict)):
        say(row, style=style)
    if shown.besides:
        say(shown.besides, style="dim")
    if shown.verdict.parts:
        _print_parts(shown.verdict)
    elif theorem.derivation is None and (shown.lines or shown.verdict.status == "proved"):
        say("decided by the normal forms of both sides, without lines between", style="dim")
    if theorem.source:
        say(f"source: {theorem.source}", style="dim")


def print_lines(lines: Sequence[tuple[int, str, str, tuple[Fine, ...]]]) -> None:
    """Number, formula and rule in columns; the rule's column begins where the longest formula allows it."""
    total = console().width
    numbers = len(str(lines[-1][0])) + 2
    longest_rule = max(width_of(rule) for _, _, rule, _ in lines)
    right = min(longest_rule, max(total * 2 // 5, 12))
    left = min(max(width_of(formula) + 2 for _, formula, _, _ in lines), total - numbers - (right + 2 if right else 0))
    for number, formula, rule, expansions in lines:
        sign = "  " if number == 1 else "= "
        _print_columns(f"{number:>{numbers - 2}}  ", sign + formula, rule, left, right)
        for fine in expansions:
            _print_fine(fine, numbers + 2)


def _print_columns(head: str, formula: str, rule: str, left: int, right: int) -> None:
    from rich.text import Text

    out = console()
    hang = formula[:2] == "= "
    rows = fold(formula[2:], left - 2)
    rows = [(formula[:2] if i == 0 else "  ") + row for i, row in enumerate(rows)] if hang else [f"  {r}" for r in rows]
    rules = textwrap.wrap(rule, right) if rule else []
    for i, (row, note) in enumerate(zip_longest(rows, rules, fillvalue="")):
        line = Text(head if i == 0 else " " * len(head), style="dim")
        line.append(row, style="not dim")
        if note:
            line.append(" " * (left - width_of(row) + 2))
            line.append(note, style="not dim cyan")
        line.rstrip()
        out.print(line, soft_wrap=True)


def _print_fine(fine: Fine, indent: int) -> None:
    """An expansion below its line: each formula with its justification beneath or beside."""
    from derive.printing import text

    page = tuple(term for term, _ in fine)
    total = console().width - indent
    for i, (term, why) in enumerate(fine):
        formula = ("= " if i else "  ") + text(term, beside=page)
        note = f"  ({why})" if why else ""
        if width_of(formula) + width_of(note) <= total:
            say(formula + note, style="dim", indent=indent)
        else:
            say(formula, f"  {note}", style="dim", indent=indent)


def _print_parts(judgement: Verdict) -> None:
    from derive.statements.needs import ledger_of, needs

    statement = judgement.statement
    say("", f"parts ({statement.kind})", style="bold")
    if statement.lemma:
        say_prose(f"they imply it: {statement.lemma}", indent=2)
    # What the whole assumes, and what its own terms need, is not said again of every part.
    beside = needs(statement, ledger_of(judgement))
    for part in judgement.all_parts:
        _print_part(part, beside, judgement.scope, 2 + 2 * part.number.count("."))
    say("")


def _print_part(part: Part, beside: Sequence[Hypothesis], known: str, indent: int) -> None:
    from derive.printing import sentence_text
    from derive.statements.needs import ledger_of, needs

    found = part.judgement
    by = " by its parts" if found.parts and found.status == "proved" else ""
    scope = f" for {found.scope}" if found.least and found.scope != known else ""
    say(f"{part.number} {part.name}: {found.status}{by}{scope}", style=STYLES[found.status], indent=indent)
    say(sentence_text(found.statement.sentence(), beside=page_of(found.statement)), indent=indent + 4)
    if more := hypotheses_in_words(found.statement, needs(found.statement, (), beside)):
        say(f"given {', '.join(more)}", style="dim", indent=indent + 4)
    ledger = [condition for condition in ledger_of(found) if condition not in beside]
    if where := hypotheses_in_words(found.statement, ledger):
        say(f"where {', '.join(where)}", style="dim", indent=indent + 4)
    if found.counterexample is not None:
        say(*evidence(found.counterexample), indent=indent + 4)
    elif found.reason:
        say(found.reason, indent=indent + 4)


def _conditions(judgement: Verdict) -> list[str]:
    from derive.printing import text_condition

    page = page_of(judgement.statement)
    return [text_condition(condition, beside=page) for condition in judgement.conditions]


# --- JSON -----------------------------------------------------------------------------------------------------------


def theorem_to_json(theorem: Theorem) -> dict[str, Any]:
    """A theorem that is decided for this, in the schema ``derive-show/1``."""
    return _to_json(_shown(theorem, every=False, wanted=None))


def _to_json(shown: Shown) -> dict[str, Any]:
    theorem, verdict = shown.theorem, shown.verdict
    return {
        "schema": "derive-show/1",
        "label": theorem.label,
        "title": theorem.title,
        "doc": cleandoc(theorem.doc),
        "source": theorem.source,
        **_verdict_to_json(verdict),
        "backing": None if verdict.backing is None else verdict.backing.by,
        "not_certified": verdict.not_certified,
        "digest": digest_of(verdict.backing, theorem.label),
        "declared": list(names_to_json(theorem.statement, {})),
        "hypotheses": shown.given,
        "lines": [_line_to_json(line) for line in shown.lines],
        "conditions": list(dict.fromkeys(word for each in shown.verdicts for word in _conditions(each))),
        "parts": [
            {"number": part.number, "name": part.name, **_verdict_to_json(part.judgement)} for part in verdict.all_parts
        ],
        "near_misses": [
            {"wrong": near.wrong, **_verdict_to_json(near.statement.decide())} for near in theorem.near_misses
        ],
    }


def _verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    found = verdict.counterexample
    return {
        "hypotheses": given_of(verdict.statement),
        "verdict": verdict.status,
        "scope": verdict.scope,
        "conditions": _conditions(verdict),
        "kind": verdict.statement.kind,
        "statement": statement_formulas(verdict.statement),
        "witness": None if found is None else found.to_json(),
        "reason": verdict.reason,
    }


def _line_to_json(line: ShownLine) -> dict[str, Any]:
    found = {"number": line.number, **_formula(line.term), "rules": line.rules}
    if line.fine:
        found["fine"] = [[{**_formula(term), "justification": why} for term, why in part] for part in line.fine]
    return found


def _formula(term: Term) -> dict[str, Any]:
    from derive.printing import latex, text

    return {"text": text(term), "latex": latex(term, notation_near(Path.cwd()))}
