"""``derive show``: a derivation in the terminal, line by line; of a statement that is no equation, its parts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from inspect import cleandoc
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import console, fold, say, say_json, say_prose, width_of
from derive.cli.find import theorem_labelled
from derive.cli.notation import notation_near
from derive.cli.structures import chain_formulas, print_structure, structure_to_json
from derive.cli.words import given, in_words

if TYPE_CHECKING:
    from derive.derivation.derivation import Step
    from derive.language.terms import Term
    from derive.statements.verdict import Verdict
    from derive.theories.theory import Entry, Structure

_HELP = """\b
JSON (schema "derive-show/1"): {"schema", "label", "title", "doc", "source", "hypotheses", "lines", "verdict",
"scope", "conditions", "kind", "statement", "witness", "reason", "parts"}. Each line has "number", "text", "latex",
"rules" and, with --fine or --line, "fine": for each place that changes (alike ones once) a list of {"text", "latex",
"justification"}. The kind is "equation", or another one: then there are no lines, and the statement is a sentence,
{"text", "latex"}, its mathematics in the LaTeX between dollar signs. Each part has "number", "name", "hypotheses",
"verdict", "scope", "conditions", "kind", "statement", "witness", "reason"; the parts 2.1, 2.2, … of part 2 follow it."""

Fine = tuple[tuple["Term", str], ...]


@dataclass(frozen=True)
class ShownLine:
    """One line to be shown: the term, the names of its rules, and its expansions."""

    number: int
    term: Term
    rules: str = ""
    fine: tuple[Fine, ...] = ()


@click.command(epilog=_HELP)
@click.argument("label")
@click.option("--fine", "every", is_flag=True, help="Expand every line down to index notation.")
@click.option("--line", type=click.IntRange(min=2), metavar="K", help="Expand line K only.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-show/1".')
@click.option("--sympy", "as_sympy", is_flag=True, help="Print the lines as Python code for SymPy.")
def show(label: str, every: bool, line: int | None, as_json: bool, as_sympy: bool) -> None:
    """Show the derivation of a theorem; each line is checked again.

    Without a derivation, the chain of equations is shown; of a theorem that is no equation, the parts that establish
    it. LABEL is theory.name, or the name alone. With --sympy each line (each side, without lines) is the SymPy
    expression that it is; a line with an operation that SymPy lacks is None, and says which.

    \b
    Examples:
      derive show layernorm.eq6
      derive show layernorm.projector_idempotent --line 3
      derive show layernorm.eq6 --fine | less
      derive show layernorm.eq6 --sympy > eq6.py

    \b
    Exit codes: 0 shown, and proved; 1 it is not proved, or a line does not follow; 2 no such label or line.
    """
    from derive.errors import InputError
    from derive.theories.theory import Entry

    if as_sympy and (every or as_json or line is not None):
        raise InputError("--sympy beside --fine, --line or --json", hint="--sympy prints every line, as Python alone")
    theorem = theorem_labelled(label)
    derivation = theorem.derivation if isinstance(theorem, Entry) else None
    if line is not None and (derivation is None or line > len(derivation.lines)):
        count = f"{len(derivation.lines)} lines" if derivation is not None else "no derivation"
        hint = f"show it all: derive show {theorem.label}" if not every else "leave --line out"
        raise InputError(f"no line {line} to expand: {theorem.label} has {count}", hint=hint)
    if as_sympy:
        shown = _show_sympy(theorem)
    else:
        shown = _show_entry(theorem, every, line, as_json) if isinstance(theorem, Entry) else _show(theorem, as_json)
    if not shown:
        click.get_current_context().exit(1)


def _show_entry(entry: Entry, every: bool, line: int | None, as_json: bool) -> bool:
    """Show an equation; is it proved?"""
    lines, verdicts, besides = _checked(entry, every, line)
    if as_json:
        say_json(_to_json(entry, lines, verdicts))
    else:
        _print(entry, lines, verdicts, besides)
    return all(verdict.status == "proved" for verdict in verdicts)


def _show(structure: Structure, as_json: bool) -> bool:
    """Show a theorem that is more than an equation; is it proved?"""
    judgement = structure.statement.decide()
    if as_json:
        say_json(structure_to_json(structure, judgement))
    else:
        print_structure(structure, judgement)
    return judgement.status == "proved"


def _show_sympy(theorem: Entry | Structure) -> bool:
    """Print the lines (of a theorem without lines, the sides) as Python code for SymPy; is it proved?"""
    from derive.interop.code import python_code
    from derive.theories.theory import Entry

    if isinstance(theorem, Entry):
        lines, verdicts, _ = _checked(theorem, every=False, wanted=None)
        terms, hypotheses = [line.term for line in lines], theorem.hypotheses
        proved = all(verdict.status == "proved" for verdict in verdicts)
        words = [row for verdict in verdicts for row, _ in in_words(verdict)]
    else:
        judgement = theorem.statement.decide()
        terms, hypotheses = list(theorem.statement.terms), theorem.statement.hypotheses
        proved, words = judgement.status == "proved", [f"{judgement.status} for {judgement.scope}"]
    assumed = [f"given {word}" for word in given(terms, hypotheses)]
    for row in (f"{theorem.label}: {theorem.title}", *assumed, *dict.fromkeys(words)):
        click.echo("\n".join(f"# {part}" for part in row.splitlines()))
    click.echo(python_code(terms, "lines" if isinstance(theorem, Entry) else "sides")[0])
    return proved


def _checked(entry: Entry, every: bool, wanted: int | None) -> tuple[list[ShownLine], list[Verdict], str]:
    """The lines, replayed; the verdict of the whole (of each link, for a chain); and what the whole does without."""
    from derive.statements.equation import prove_chain

    if entry.derivation is None:
        lines = [ShownLine(number, term) for number, term in enumerate(entry.terms, start=1)]
        return lines, list(prove_chain(entry.terms, entry.hypotheses).links), ""
    checked = entry.derivation.checked()
    lines = [ShownLine(1, checked.lines[0].term)]
    for step in checked.steps:
        expand = every or wanted == step.number
        fine = _expansions(step, entry) if expand else ()
        lines.append(ShownLine(step.number, step.line.term, step.line.justification, fine))
    return lines, [checked.said], checked.besides


def _expansions(step: Step, entry: Entry) -> tuple[Fine, ...]:
    """The expansion of each place that a step changes; places that change alike are shown once."""
    from derive.derivation.components import fine

    hypotheses = entry.derivation.hypotheses if entry.derivation is not None else ()
    parts = (fine(replace(step, changes=(change,)), hypotheses) for change in step.changes)
    return tuple(dict.fromkeys(tuple((line.term, line.justification) for line in part) for part in parts))


# --- text -----------------------------------------------------------------------------------------------------------


def _print(entry: Entry, lines: Sequence[ShownLine], verdicts: Sequence[Verdict], besides: str) -> None:
    from derive.printing import text

    page = tuple(line.term for line in lines)
    say(f"{entry.label}: {entry.title}", style="bold")
    if entry.doc:
        say_prose(cleandoc(entry.doc))
    if words := given(page, entry.hypotheses):
        say(f"given {', '.join(words)}")
    say("")
    _print_lines([(line.number, text(line.term, beside=page), line.rules, line.fine) for line in lines])
    say("")
    done: set[str] = set()
    for row, style in (row for verdict in verdicts for row in in_words(verdict)):
        if row not in done:
            say(row, style=style)
        done.add(row)
    if besides:
        say(besides, style="dim")
    if entry.derivation is None:
        say("decided by the normal forms of both sides, without lines between", style="dim")
    if entry.source:
        say(f"source: {entry.source}", style="dim")


def _print_lines(lines: Sequence[tuple[int, str, str, tuple[Fine, ...]]]) -> None:
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


# --- JSON -----------------------------------------------------------------------------------------------------------


def _to_json(entry: Entry, lines: Sequence[ShownLine], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    from derive.printing import text_condition
    from derive.statements.equation import ChainVerdict

    chain = ChainVerdict(tuple(verdicts))
    bad = next((verdict for verdict in verdicts if verdict.status != "proved"), None)
    found = next((verdict.counterexample for verdict in verdicts if verdict.counterexample is not None), None)
    return {
        "schema": "derive-show/1",
        "label": entry.label,
        "title": entry.title,
        "doc": cleandoc(entry.doc),
        "source": entry.source,
        "hypotheses": given([line.term for line in lines], entry.hypotheses),
        "lines": [_line_to_json(line) for line in lines],
        "verdict": chain.status,
        "scope": chain.scope,
        "conditions": _unique(text_condition(c) for v in verdicts for c in v.conditions),
        "kind": "equation",
        "statement": chain_formulas(entry.terms),
        "witness": None if found is None else found.to_json(),
        "reason": "" if bad is None or found is not None else bad.reason,
        "parts": [],
    }


def _line_to_json(line: ShownLine) -> dict[str, Any]:
    found = {"number": line.number, **_formula(line.term), "rules": line.rules}
    if line.fine:
        found["fine"] = [[{**_formula(term), "justification": why} for term, why in part] for part in line.fine]
    return found


def _formula(term: Term) -> dict[str, Any]:
    from derive.printing import latex, text

    return {"text": text(term), "latex": latex(term, notation_near(Path.cwd()))}


def _unique(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
