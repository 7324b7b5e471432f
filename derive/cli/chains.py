"""``derive find``: a derivation that nobody wrote, found, replayed and printed; or as Python or LaTeX to paste."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import STYLES, say, say_json, watched
from derive.cli.notation import notation_near
from derive.cli.prove import Declared, Known, only, read_latex, read_plain
from derive.cli.records import names_to_json
from derive.cli.show import print_lines
from derive.cli.words import given, in_words
from derive.errors import InputError
from derive.targets import DEFAULT_THEORY

if TYPE_CHECKING:
    from derive.derivation.finding import Sought
    from derive.derivation.rules import Rule
    from derive.language.hypotheses import Hypothesis
    from derive.language.terms import Term
    from derive.statements.verdict import Verdict

_HELP = """\b
JSON (schema "derive-find/1"): {"schema", "lhs", "rhs", "names", "declared", "hypotheses", "verdict", "backing",
"not_certified", "scope", "conditions", "lines", "reason", "witness", "certificate", "work", "limit"}. Each line has
"number", "text", "latex" and "rules", the names of its rules; "declared", "backing" and "not_certified" are as in
"derive-check/1", "certificate" is that of LHS = RHS. Where no lines are found "verdict" is "unsupported", and "reason"
says what was tried."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted: the two sides as read, the rules that were given, and the theory whose rules are tried."""

    known: Known
    rules: tuple[Rule, ...]
    theory: str
    declare: tuple[str, ...]
    in_latex: bool

    @property
    def sides(self) -> tuple[Term, Term]:
        lhs, rhs = self.known.chain.terms
        return lhs, rhs

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        return tuple(self.known.chain.hypotheses)


@click.command("find", context_settings={"ignore_unknown_options": True}, epilog=_HELP)
@click.argument("lhs")
@click.argument("rhs")
@click.option("--declare", multiple=True, metavar="TEXT", help="Names: 'dimension K; matrix X : N x K; scalar t > 0'.")
@click.option("--given", "assume", multiple=True, metavar="HYPOTHESIS", help="Assume: 'nonzero g', 'eps > 0'.")
@click.option("--theory", help=f"Whose names and rules are used: {DEFAULT_THEORY}, where nothing is declared.")
@click.option("--rule", "stated", multiple=True, metavar="'NAME: LHS = RHS'", help="A rule of yours, proved at once.")
@click.option("--limit", type=click.IntRange(min=1), metavar="STEPS", help="Steps of work until the search gives up.")
@click.option("--python", "as_python", is_flag=True, help="Print the derivation as Python to paste.")
@click.option("--latex", "as_latex", is_flag=True, help="Print the derivation as LaTeX to paste.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-find/1".')
@click.pass_context
def find_(
    ctx: click.Context,
    lhs: str,
    rhs: str,
    declare: tuple[str, ...],
    assume: tuple[str, ...],
    theory: str | None,
    stated: tuple[str, ...],
    limit: int | None,
    as_python: bool,
    as_latex: bool,
    as_json: bool,
) -> None:
    """Find a derivation of LHS = RHS: a chain of named rules, with few lines.

    The equation is decided first. Lines are looked for by the rules of a theory (its definitions, and those of its
    derivations), of linear algebra, and yours, in both directions; then by the theory's theorems besides, but for one
    that says what is wanted. Every line is replayed, and decided for all sizes.

    LHS and RHS are written as for `derive prove`. The symbols of a rule of yours stand for any terms.

    \b
    Examples:
      derive find 'a - mu*one' 'Pi*a'
      derive find 'g*((a - mu*one)/sqrt(sigma2 + eps)) + b' \\
                  'sqrt(N)*diag(g)*(Pi*a/sqrt(norm(Pi*a)^2 + N*eps)) + b'
      derive find 'sqrt(c/t)' 'sqrt(c)/sqrt(t)' --declare 'scalar c; scalar t > 0' --python

    \b
    Exit codes: 0 found; 1 refuted, unsupported, or no lines found; 2 something cannot be read.
    """
    if as_python + as_latex + as_json > 1:
        raise InputError("two ways to print", hint="one of --python, --latex and --json")
    wanted = read_wanted(lhs, rhs, theory, declare, assume, stated)
    with watched("find", "steps") as watch:
        sought = sought_for(wanted, limit, lambda work, most: watch("", work + 1, most))
    if as_json:
        say_json(sought_to_json(wanted, sought))
    elif sought.derivation is None or not (as_python or as_latex):
        _print(wanted, sought)
    else:
        click.echo(python_of(wanted, sought) if as_python else latex_of(sought))
    if sought.derivation is None:
        ctx.exit(1)


def read_wanted(
    lhs: str,
    rhs: str,
    theory: str | None,
    declare: Sequence[str],
    assume: Sequence[str],
    stated: Sequence[str],
    sources: tuple[str, str] = ("--declare", "--given"),
) -> Wanted:
    """What is wanted, as read; raises `InputError` where a side is no term, and for a rule that is no theorem.

    ``sources`` are the names by which errors call declarations and hypotheses.
    """
    from derive.authoring.ruled import equation_rule
    from derive.reading.declarations import declared_in

    in_latex = any("\\" in text for text in (lhs, rhs, *declare, *assume, *stated))
    named = [(sources[0], text) for text in declare]
    given = [*named, *((sources[1], text) for text in assume)]
    declares = any(in_latex or declared_in(text, sources[0]) for text in declare)
    known = _equation(_read_one(f"{lhs} = {rhs}", theory, given, in_latex), "what is to be derived")
    rules = []
    for text in stated:
        name, colon, equation = text.partition(":")
        if not colon:
            raise InputError(f"the rule {text!r} without a name", hint="--rule 'name in words: LHS = RHS'")
        chain = _equation(_read_one(equation, theory, named, in_latex), f"the rule {name.strip()!r}").chain
        left, right = chain.terms
        rules.append(equation_rule(name.strip(), left, right, tuple(chain.hypotheses)))
        _ = rules[-1].theorem
    used = next(iter(known.origins.values()), "") if in_latex else ""  # by 'use', of several the first
    return Wanted(known, tuple(rules), theory or used or ("" if declares else DEFAULT_THEORY), tuple(declare), in_latex)


def sought_for(wanted: Wanted, limit: int | None = None, told: Callable[[int, int], None] = lambda *_: None) -> Sought:
    """What came of looking for the lines; ``told`` is called with the steps of work that were done, and the most."""
    from derive.derivation.finding import seek
    from derive.derivation.searching import LIMIT
    from derive.pool import pool_for

    pool, most = pool_for(*wanted.sides, wanted.theory), limit or LIMIT
    rules = (*wanted.rules, *pool.rules)
    return seek(*wanted.sides, rules, wanted.hypotheses, pool.theorems, most, lambda work: told(work, most))


def _read_one(text: str, theory: str | None, declared: Sequence[Declared], in_latex: bool) -> Known:
    """An equation that is read in one way."""
    return only(read_latex(text, theory, declared)) if in_latex else read_plain(text, theory, declared)


def _equation(known: Known, what: str) -> Known:
    if list(known.chain.relations) != ["="]:
        raise InputError(f"{what} is no equation of two sides", hint="give two terms, without a relation in either")
    return known


# --- text -----------------------------------------------------------------------------------------------------------


def _print(wanted: Wanted, sought: Sought) -> None:
    from derive.printing import text

    page = [line.term for line in sought.derivation.lines] if sought.derivation is not None else wanted.sides
    say(f"read as: {' = '.join(text(side, beside=page) for side in wanted.sides)}")
    if wanted.known.names:
        say(f"names:   {'; '.join(wanted.known.names)}")
    if words := given(page, wanted.hypotheses):
        say(f"given:   {', '.join(words)}")
    if sought.derivation is None:
        if sought.verdict.theorem is None:
            for row, style in in_words(sought.verdict):
                say(row, style=style)
        else:
            say("unsupported: the sides are equal, but no lines between them were found", style=STYLES["unsupported"])
            say(*sought.told, indent=2)
        return
    lines = sought.derivation.lines
    print_lines([(n, text(line.term, beside=page), line.justification, ()) for n, line in enumerate(lines, start=1)])
    for row, style in in_words(sought.derivation.said, sought.derivation.verdict):
        say(row, style=style)
    if sought.derivation.besides:
        say(sought.derivation.besides, style="dim")


# --- to paste -------------------------------------------------------------------------------------------------------

_PASTED = """\
import derive
from derive.reading import {imported}
{known}

names = {names}
rules = derive.rules({theory})


def read(text):
    return read_term(text, names)


proof = (
    derive.Derivation.start({first}{hypotheses})
{lines}
)
print(proof.checked())"""


def python_of(wanted: Wanted, sought: Sought) -> str:
    """The derivation as a Python file, its terms in plain syntax and its rules by their names."""
    from derive.pool import named_rules
    from derive.reading.declarations import declared_in

    assert sought.derivation is not None
    first, *lines = sought.derivation.lines
    if wanted.in_latex and wanted.declare:
        raise InputError("Python to paste of declarations in LaTeX", hint="declare in plain syntax: 'vector x : N'")
    symbols = any(is_symbol for text in wanted.declare for _, is_symbol in declared_in(text, "--declare"))
    names = (
        f"environment_of_theory(load_theory({wanted.theory!r}))" if wanted.theory else "BARE" if symbols else "LETTERS"
    )
    for text in wanted.declare:
        names = f"read_declarations({text!r}, {names})"
    imported = [word for word in ("environment_of_theory", "read_declarations") if word in names]
    book = named_rules(wanted.theory)
    given = ", ".join(map(_hypothesis, sought.verdict.hypotheses))
    theories = "from derive.theories.registry import load_theory"
    return _PASTED.format(
        imported=", ".join([*imported, "read_term"]),
        known=theories
        if wanted.theory
        else f"from derive.reading.environment import {'BARE' if symbols else 'LETTERS'}",
        names=names,
        theory=repr(wanted.theory) if wanted.theory else "",
        first=_read(first.term),
        hypotheses=f", [{given}]" if given else "",
        lines="\n".join(f"    .by({_rule(line.rules[0], book)}, to={_read(line.term)})" for line in lines),
    )


def _read(term: Term) -> str:
    from derive.printing.plain import plain

    return f"read({plain(term)!r})"


def _hypothesis(found: Hypothesis) -> str:
    from derive.language.hypotheses import Condition

    kind = found.kind if isinstance(found, Condition) else "equal"
    return f"derive.{kind}({', '.join(map(_read, found.terms))})"


def _rule(rule: Rule, book: dict[str, Rule]) -> str:
    """A rule by its name, from left to right or from right to left; one of the user's, or a definition, written out."""
    from derive.derivation.rules import named_in

    if name := named_in(book, rule):
        return name
    if rule.kind == "definition":
        from derive.language.terms import Defined

        if isinstance(rule.lhs, Defined):
            return f"derive.definition({_read(rule.lhs)})"
        return f"derive.definition({_read(rule.rhs)}).reversed()"
    parts = [repr(rule.name), _read(rule.lhs), _read(rule.rhs)]
    parts.append(f"[{', '.join(_read(each) for each in sorted(rule.variables, key=lambda each: each.name))}]")
    given = ", ".join(map(_hypothesis, rule.hypotheses))
    return f"derive.rule({', '.join(parts)}{f', hypotheses=[{given}]' if given else ''})"


def latex_of(sought: Sought) -> str:
    """The derivation as a display of amsmath, with the reason beside each line."""
    from derive.printing import latex
    from derive.report.escape import tex_line

    assert sought.derivation is not None
    notation = notation_near(Path.cwd())
    first, *lines = sought.derivation.lines
    page = [line.term for line in sought.derivation.lines]
    rows = [f"  {latex(first.term, notation, beside=page)}"] if lines else [latex(first.term, notation)]
    for number, line in enumerate(lines):
        row = f"&= {latex(line.term, notation, beside=page)} && \\text{{{tex_line(line.justification)}}}"
        rows = [f"{rows[0]} {row}"] if number == 0 else [*rows, f"  {row}"]
    body = " \\\\\n".join(rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


# --- JSON -----------------------------------------------------------------------------------------------------------


def sought_to_json(wanted: Wanted, sought: Sought) -> dict[str, Any]:
    """What was sought, in the schema ``derive-find/1``; the verdict is that of the lines together."""
    from derive.printing import text, text_condition

    found = sought.derivation
    verdict: Verdict = sought.verdict if found is None else found.said
    lines = () if found is None else found.lines
    page = [line.term for line in lines] or list(wanted.sides)
    missing = found is None and verdict.theorem is not None
    said = sought.told and "the sides are equal, but no lines between them were found; " + "; ".join(sought.told)
    return {
        "schema": "derive-find/1",
        "lhs": text(wanted.sides[0], beside=page),
        "rhs": text(wanted.sides[1], beside=page),
        "names": list(wanted.known.names),
        "declared": list(names_to_json(verdict.statement, wanted.known.origins)),
        "hypotheses": given(page, wanted.hypotheses),
        "verdict": "unsupported" if missing else verdict.status,
        "backing": None if missing or verdict.backing is None else verdict.backing.by,
        "not_certified": "" if missing else verdict.not_certified,
        "scope": "" if missing else verdict.scope,
        "conditions": [text_condition(condition, beside=page) for condition in verdict.conditions],
        "lines": [
            {**_formula(line.term, page), "number": number, "rules": [rule.name for rule in line.rules]}
            for number, line in enumerate(lines, start=1)
        ],
        "reason": said if missing else verdict.reason,
        "witness": None if verdict.counterexample is None else verdict.counterexample.to_json(),
        "certificate": None if missing else verdict.certificate,
        "work": sought.work,
        "limit": sought.limit,
    }


def _formula(term: Term, page: Sequence[Term]) -> dict[str, str]:
    from derive.printing import latex, text

    return {"text": text(term, beside=page), "latex": latex(term, notation_near(Path.cwd()), beside=page)}
