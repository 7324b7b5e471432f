"""``derive show`` for a theorem that is more than an equation: the sentence, the verdict, and the parts behind it."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.console import STYLES, say, say_prose
from derive.cli.notation import notation_near
from derive.cli.words import evidence, given_of, judgement_in_words, page_of

if TYPE_CHECKING:
    from derive.language.terms import Term
    from derive.statements.statement import Judgement, Part, Statement
    from derive.theories.theory import Structure


def print_structure(structure: Structure, judgement: Judgement) -> None:
    """Title, words, statement, verdict, source, then every part with what it says and whether it holds."""
    statement = structure.statement
    say(f"{structure.label}: {structure.title}", style="bold")
    if structure.doc:
        say_prose(cleandoc(structure.doc))
    if words := given_of(statement):
        say(f"given {', '.join(words)}")
    say("")
    say(str(statement), style="cyan", indent=2)
    say("")
    for row, style in judgement_in_words(judgement):
        say(row, style=style)
    if judgement.parts:
        _print_parts(judgement)
    elif judgement.status == "proved":
        say("decided by the normal forms of both sides, without lines between", style="dim")
    if structure.source:
        say(f"source: {structure.source}", style="dim")


def _print_parts(judgement: Judgement) -> None:
    statement = judgement.statement
    say("", f"parts ({statement.kind})", style="bold")
    if statement.lemma:
        say_prose(f"they imply it: {statement.lemma}", indent=2)
    # What the whole assumes, and what its own terms need, is not said again of every part.
    said = {*given_of(statement), *map(str, _conditions(judgement))}
    for part in judgement.all_parts:
        _print_part(part, said, judgement.scope, 2 + 2 * part.number.count("."))
    say("")


def _print_part(part: Part, said: set[str], known: str, indent: int) -> None:
    from derive.printing import sentence_text

    found = part.judgement
    by = " by its parts" if found.parts and found.status == "proved" else ""
    scope = f" for {found.scope}" if found.least and found.scope != known else ""
    say(f"{part.number} {part.name}: {found.status}{by}{scope}", style=STYLES[found.status], indent=indent)
    say(sentence_text(found.statement.sentence(), beside=page_of(found.statement)), indent=indent + 4)
    if more := [word for word in given_of(found.statement) if word not in said]:
        say(f"given {', '.join(more)}", style="dim", indent=indent + 4)
    if needs := [word for word in _conditions(found) if word not in said]:
        say(f"where {', '.join(needs)}", style="dim", indent=indent + 4)
    if found.counterexample is not None:
        say(*evidence(found.counterexample), indent=indent + 4)
    elif found.reason:
        say(found.reason, indent=indent + 4)


def _conditions(judgement: Judgement) -> list[str]:
    from derive.printing import text_condition

    page = page_of(judgement.statement)
    return [text_condition(condition, beside=page) for condition in judgement.conditions]


def structure_to_json(structure: Structure, judgement: Judgement) -> dict[str, Any]:
    """The theorem in the schema ``derive-show/1``: it has parts, and no lines."""
    return {
        "schema": "derive-show/1",
        "label": structure.label,
        "title": structure.title,
        "doc": cleandoc(structure.doc),
        "source": structure.source,
        "hypotheses": given_of(structure.statement),
        "lines": [],
        "verdict": judgement.status,
        "scope": judgement.scope,
        "conditions": _conditions(judgement),
        **statement_to_json(judgement),
        "parts": [
            {"number": part.number, "name": part.name, **_part_to_json(part.judgement)} for part in judgement.all_parts
        ],
    }


def statement_to_json(judgement: Judgement) -> dict[str, Any]:
    """What a statement says, of which kind it is, and why it is not proved."""
    found = judgement.counterexample
    return {
        "kind": judgement.statement.kind,
        "statement": formulas_of(judgement.statement),
        "witness": None if found is None else found.to_json(),
        "reason": judgement.reason,
    }


def _part_to_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "hypotheses": given_of(judgement.statement),
        "verdict": judgement.status,
        "scope": judgement.scope,
        "conditions": _conditions(judgement),
        **statement_to_json(judgement),
    }


def formulas_of(statement: Statement) -> dict[str, str]:
    """What a statement says, as text and as LaTeX: an equation in math mode, another kind in text mode."""
    from derive.printing import sentence_latex
    from derive.statements.statement import Equations

    if isinstance(statement, Equations):
        return chain_formulas(statement.chain)
    return {"text": str(statement), "latex": sentence_latex(statement.sentence(), notation_near(Path.cwd()))}


def chain_formulas(chain: tuple[Term, ...]) -> dict[str, str]:
    """t₀ = t₁ = … as text, and as LaTeX of math mode."""
    from derive.printing import latex, text

    return {
        "text": " = ".join(text(term, beside=chain) for term in chain),
        "latex": " = ".join(latex(term, notation_near(Path.cwd()), beside=chain) for term in chain),
    }
