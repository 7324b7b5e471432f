"""``derive list``: the theories there are, and what a theory holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from derive.cli.completing import THEORY
from derive.cli.console import many, say, say_json, say_prose, width_of
from derive.cli.words import given, given_of, statement_formulas
from derive.targets import theory_named

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem, Theory

_HELP = """\b
JSON (schema "derive-list/1"): {"schema", "theories"}. Each theory has "name", "title", "summary", "sources",
"count" (of theorems), "names", "definitions" (each "text", "latex", "source") and "theorems" (each "label", "title", "kind",
"statement", "latex", "hypotheses", "source", "lines": how many lines its derivation has, 0 without). The LaTeX is of math
mode where the kind is "equation"; of other kinds it is a sentence, with its mathematics between dollar signs."""


@click.command("list", epilog=_HELP)
@click.argument("theory", required=False, type=THEORY)
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-list/1".')
def list_(theory: str | None, as_json: bool) -> None:
    """List the theories, or the names and theorems of one.

    THEORY may be a Python file or module, or a paper.

    \b
    Examples:
      derive list
      derive list layernorm
      derive list my_theory.py
      derive list --json

    \b
    Exit codes: 0 listed; 2 no such theory.
    """
    from derive.theories.registry import theory_names

    theories = [theory_named(name) for name in ([theory] if theory is not None else sorted(theory_names()))]
    if as_json:
        say_json(listed(theories))
    elif theory is None:
        for found in theories:
            say(f"{found.name}: {found.title} ({many(len(found.theorems), 'theorem')})", style="bold")
            say_prose(found.summary, indent=2)
        say("", "one theory: derive list NAME     one theorem: derive show LABEL")
    else:
        _print_theory(theories[0])


def listed(theories: Sequence[Theory], whole: bool = True) -> dict[str, Any]:
    """Theories in the schema ``derive-list/1``; unless ``whole``, without what they hold."""
    return {"schema": "derive-list/1", "theories": [_theory_to_json(found, whole) for found in theories]}


def _print_theory(theory: Theory) -> None:
    from derive.printing import text

    theory.begin()  # lines are counted
    say(f"{theory.name}: {theory.title}", style="bold")
    say_prose(theory.summary)
    for source in theory.sources:
        say(f"source: {source}", style="dim")
    if theory.definitions:
        say("", "Definitions", style="bold")
        terms = [definition.term for definition in theory.definitions]
        column = max(width_of(text(term)) for term in terms)
        for term in terms:
            name, words = text(term), given([term])
            assumed = f"  given {', '.join(words)}" if words else ""
            say(f"{name}{' ' * (column - width_of(name))} = {_unfolded(term)}{assumed}", indent=2)
    say("", "Theorems", style="bold")
    for theorem in theory.theorems:
        statement, derivation = theorem.statement, theorem.derivation
        count = f" ({len(derivation.lines)} lines)" if derivation is not None else ""
        say(f"{theorem.label}: {theorem.title}{count if statement.equated else f' ({statement.kind})'}", indent=2)
        say(statement_formulas(statement)["text"], style="cyan", indent=6)
        if words := given_of(statement):
            say(f"given {', '.join(words)}", style="dim", indent=6)


def _unfolded(term: Any) -> str:
    from derive.printing import text

    return text(term.unfold(), beside=(term,))


def _theory_to_json(theory: Theory, whole: bool) -> dict[str, Any]:
    from derive.printing import latex_equality, text

    said = {
        "name": theory.name,
        "title": theory.title,
        "summary": theory.summary,
        "sources": list(theory.sources),
        "count": len(theory.theorems),
    }
    if not whole:
        return said
    theory.begin()  # lines are counted
    return {
        **said,
        "names": sorted(theory.names),
        "definitions": [
            {
                "text": f"{text(found.term)} = {_unfolded(found.term)}",
                "latex": latex_equality(found.term, found.term.unfold()),  # type: ignore[attr-defined]  # of definitions
                "source": found.source,
            }
            for found in theory.definitions
        ],
        "theorems": [_theorem_to_json(theorem) for theorem in theory.theorems],
    }


def _theorem_to_json(theorem: Theorem) -> dict[str, Any]:
    said = statement_formulas(theorem.statement)
    return {
        "label": theorem.label,
        "title": theorem.title,
        "kind": theorem.statement.kind,
        "statement": said["text"],
        "latex": said["latex"],
        "hypotheses": given_of(theorem.statement),
        "source": theorem.source,
        "lines": 0 if theorem.derivation is None else len(theorem.derivation.lines),
    }
