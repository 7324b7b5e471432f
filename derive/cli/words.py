"""Statements and verdicts in words, as the terminal shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.cli.console import STYLES
from derive.cli.notation import notation_near

if TYPE_CHECKING:
    from derive.evaluate.point import Point, Value
    from derive.evaluate.search import Failure
    from derive.language.hypotheses import Hypothesis
    from derive.language.terms import Symbol, Term
    from derive.statements.statement import Statement
    from derive.statements.verdict import Counterexample, Verdict


def given(terms: Sequence[Term], hypotheses: Sequence[Hypothesis] = ()) -> list[str]:
    """What is assumed: the hypotheses, and the declared properties of every symbol."""
    from derive.language.hypotheses import Equality, conditions_of
    from derive.language.substitution import symbols_of
    from derive.printing import text_hypothesis

    parts = list(terms)
    for found in hypotheses:
        parts += [found.lhs, found.rhs] if isinstance(found, Equality) else [found.term]
    declared = [condition for symbol in symbols_of(*parts) for condition in conditions_of(symbol)]
    everything: dict[Hypothesis, None] = dict.fromkeys([*hypotheses, *declared])
    return [text_hypothesis(found, beside=terms) for found in everything]


def page_of(statement: Statement) -> tuple[Term, ...]:
    """The terms that a statement shows, among which names are told apart."""
    from derive.printing import sentence_terms

    return tuple(dict.fromkeys((*statement.terms, *sentence_terms(statement.sentence()))))


def wording(lhs: Term, rhs: Term) -> tuple[str, str]:
    """Two sides as they are shown beside each other."""
    from derive.printing import text

    return text(lhs, beside=(lhs, rhs)), text(rhs, beside=(rhs, lhs))


def given_of(statement: Statement) -> list[str]:
    """What a statement needs (`derive.statements.needs`), but for its ledger."""
    from derive.statements.needs import needs

    return hypotheses_in_words(statement, needs(statement))


def hypotheses_in_words(statement: Statement, hypotheses: Iterable[Hypothesis]) -> list[str]:
    """Hypotheses as they stand beside a statement."""
    from derive.printing import text_hypothesis

    page = page_of(statement)
    return list(dict.fromkeys(text_hypothesis(found, beside=page) for found in hypotheses))


def evidence(found: Counterexample | Failure) -> tuple[str, ...]:
    """A counterexample to be followed by hand: the data, both sides, and the first component that differs.

    Of a failure: the data, what fails, and the values that show it.
    """
    from derive.evaluate.point import show_value
    from derive.evaluate.search import Failure
    from derive.printing import text_shape

    if isinstance(found, Failure):
        at = ", ".join(_data(found.point))
        return (
            *([f"at {at}"] if at else []),
            found.says,
            *(f"{name} = {show_value(value)}" for name, value in found.values),
        )
    witness = found.witness
    if witness is None:
        left, right = (text_shape(shape) for shape in (found.lhs, found.rhs))  # type: ignore[arg-type]  # shapes, as ill-typed
        return (f"left side:  {left}", f"right side: {right}")
    data = _data(witness.point, [f"{name} = {value}" for name, value in witness.indices])
    rows = [f"at {', '.join(data)}"] if data else []
    rows += [f"left side:  {show_value(witness.lhs)}", f"right side: {show_value(witness.rhs)}"]
    if len(witness.index) > 0 and max(_size(witness.lhs), _size(witness.rhs)) > 1:
        where = ", ".join(map(str, witness.index))
        left, right = show_value(witness.lhs_entry), show_value(witness.rhs_entry)
        rows.append(f"first difference: component {where}: {left} ≠ {right}")
    return tuple(rows)


def _data(point: Point, indices: Sequence[str] = ()) -> list[str]:
    """Sizes, values of indices, and data of a point."""
    from derive.evaluate.point import function_said, show_value
    from derive.printing import text

    def datum(symbol: Symbol, value: Value) -> str:
        function = function_said(symbol, value)
        return f"{text(symbol)} = {show_value(value)}" if function is None else " = ".join(map(text, function))

    sizes = [f"{text(dim)} = {size}" for dim, size in point.dimensions.items()]
    return [*sizes, *indices, *(datum(symbol, value) for symbol, value in point.values.items())]


def _size(value: Any) -> int:
    return sum(map(_size, value)) if isinstance(value, tuple) else 1


def joint_scope(scopes: Iterable[str]) -> str:
    """The sizes for which several equations are all proved; empty when one of them is not, or there is none.

    >>> joint_scope(["all N ≥ 2", "all N ≥ 1, K ≥ 3", "all data"])
    'all N ≥ 2, K ≥ 3'
    >>> joint_scope(["all K ≥ 1 with N = 3", "N = 3"])
    'all K ≥ 1 with N = 3'
    """
    found = list(scopes)
    if not found or not all(found):
        return ""
    least: dict[str, int] = {}
    also: dict[str, None] = {}
    for scope in found:
        sizes, _, others = (
            scope.removeprefix("all ").partition(" with ") if scope.startswith("all ") else ("", "", scope)
        )
        for name, sign, size in (part.rpartition(" ≥ ") for part in sizes.split(", ")):
            if sign:
                least[name] = max(least.get(name, 1), int(size))
        also |= {others: None} if others else {}
    known = "all " + ", ".join(f"{name} ≥ {size}" for name, size in least.items()) if least else ""
    return " with ".join(part for part in (known, ", ".join(also)) if part) or found[0]


def in_words(verdict: Verdict, whole: Verdict | None = None) -> list[tuple[str, str]]:
    """A verdict as lines, each with its style; its parts are not among them.

    ``whole`` is the chain of which it is a link, and whose certificate the verifier was asked about.
    """
    from derive.printing import text, text_condition
    from derive.statements.verdict import proved_for

    style = STYLES[verdict.status]
    if verdict.status == "proved":
        backing = (whole or verdict).backing_of(verdict)
        not_certified = backing.why_not if backing is not None else ""
        rows = [(proved_for(verdict.scope, not_certified), style if not not_certified else STYLES["not certified"])]
        page = page_of(verdict.statement)
        if verdict.conditions:
            rows.append((f"where {', '.join(text_condition(c, beside=page) for c in verdict.conditions)}", ""))
        if verdict.vacuous_at:
            rows.append((f"at {verdict.nothing_at} it says nothing: no data satisfy what it needs", ""))
        if not_certified:
            rows.append((f"not certified: {not_certified}", ""))
        return rows
    if verdict.counterexample is not None:
        part = verdict.refuting_part
        failing = [f"{part.name}: {part.judgement.statement}"] if part is not None else []
        shown = [*failing, *evidence(verdict.counterexample)]
        return [
            ("refuted (ill-typed)" if verdict.ill_typed else "refuted", style),
            *((f"  {row}", "") for row in shown),
        ]
    rows = [(f"unsupported: {verdict.reason}", style)]
    if verdict.opaque:
        rows.append((f"not looked into: {', '.join(map(text, verdict.opaque))}", ""))
    return rows


def statement_formulas(statement: Statement) -> dict[str, str]:
    """What a statement says, as text and as LaTeX: an equation in math mode, another kind in text mode."""
    from derive.printing import latex, sentence_latex, text

    notation, chain = notation_near(Path.cwd()), statement.equated
    if not chain:
        return {"text": str(statement), "latex": sentence_latex(statement.sentence(), notation)}
    return {
        "text": " = ".join(text(term, beside=chain) for term in chain),
        "latex": " = ".join(latex(term, notation, beside=chain) for term in chain),
    }


#: What of a paper is not decided: one, several.
NOTED = {
    "relation": ("relation noted, not decided", "relations noted, not decided"),
    "words": ("relation in words not checked", "relations in words not checked"),
    "display": ("display NOT READ", "displays NOT READ"),
    "skipped": ("skipped", "skipped"),
    "off": ("part off", "parts off"),
    "include": ("include not followed", "includes not followed"),
}


def noted(notes: Sequence[dict[str, Any]]) -> str:
    """What is not decided, in words: ``2 relations noted, not decided; 1 include not followed``; "" for nothing."""
    counts = Counter(note["kind"] for note in notes)
    return "; ".join(f"{counts[kind]} {words[counts[kind] != 1]}" for kind, words in NOTED.items() if counts[kind])
