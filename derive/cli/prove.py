"""``derive prove``: one statement, in LaTeX or in plain syntax."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from derive.cli.console import STYLES, say, say_json
from derive.cli.find import DEFAULT_THEORY
from derive.cli.known import Known, read_latex, read_plain
from derive.cli.obligations import SCHEMA_HELP, Obligation, obligation, to_json, unread
from derive.cli.words import given as assumed
from derive.cli.words import given_of, in_words
from derive.errors import InputError, ReadError
from derive.language.functions import FUNCTIONS

if TYPE_CHECKING:
    from derive.statements.verdict import Verdict

_SYNTAX = """\b
Plain syntax:
  + - * / ^ @      * is the product of scalars, matrices and vectors (componentwise for two vectors); A.T
  dot(u, v)  norm(v)  sqrt(x)  diag(g)  trace(A)  det(A)  mean(v)  var(v)  outer(u, v)  abs(x)
  FUNCTIONS  of scalars and components; of a square matrix entrywise(exp, A), or
  matrix_exp(A)  matrix_log(A)  A^(1/2)
  one  I  ones(N)  identity(N)  zeros(N)  sum(i, x[i])  prod(i, x[i])  prod(i != j, x[i])  delta(i, j)  grad(y, x)
  relations: = between any terms; <= < >= > != between scalars, a free index meaning every component
LaTeX, where there is a backslash: what amsmath typesets.
Known names, where none is declared: N; vectors a g b u v w x y; scalars c, eps >= 0; matrices A B C; and those
  of the theory (of layernorm: mu, sigma2, one_hat, Pi, s, LN, alpha, Pi2, G = diag(g), ...).
  Beside declared symbols only N; the names of a theory then with --theory, or 'use layernorm' in LaTeX.

""".replace("FUNCTIONS", "  ".join(f"{row.name}(x)" for row in FUNCTIONS.values() if row.twofold))


@click.command(context_settings={"ignore_unknown_options": True}, epilog=_SYNTAX + SCHEMA_HELP)
@click.argument("statement", metavar="'LHS = RHS'")
@click.option("--declare", multiple=True, metavar="TEXT", help="Names: 'dimension K; matrix X : N x K; scalar t > 0'.")
@click.option("--given", multiple=True, metavar="HYPOTHESIS", help="Assume: 'one.T*v = 0', 'nonzero g', 'eps > 0'.")
@click.option("--theory", help=f"Whose names may be used: {DEFAULT_THEORY}, where nothing is declared.")
@click.option("--latex", "as_latex", is_flag=True, help="Read everything as LaTeX, though there is no backslash.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-check/1".')
@click.pass_context
def prove(
    ctx: click.Context,
    statement: str,
    declare: tuple[str, ...],
    given: tuple[str, ...],
    theory: str | None,
    as_latex: bool,
    as_json: bool,
) -> None:
    """Decide one equation or bound, or chain of them, for every dimension N.

    The answer is proved, with the side conditions that were used; refuted, with a counterexample; or unsupported,
    with the reason. How the statement was read, and which of its names came from a theory, is printed first.

    What has a backslash is LaTeX, declarations included. What has two readings is an error that names both, with
    the declaration that settles it; docs/reading.md lists them.

    \b
    Examples:
      derive prove 'Pi*Pi = Pi'
      derive prove 'norm(Pi*a)^2 = N*sigma2 = dot(a, Pi*a)'
      derive prove 'Pi*v = v' --given 'one.T*v = 0'
      derive prove 'norm(Pi*a)^2 <= N*(sigma2 + eps)'
      derive prove 'norm(X*q)^2 = q.T*X.T*X*q' --declare 'dimension K; matrix X : N x K; vector q : K'
      derive prove '\\vec a \\cdot \\vec 1 = N \\mu' --declare 'use layernorm'
      derive prove '\\bar x = \\frac1N \\sum_i x_i' --declare 'let \\bar x = \\vec 1^\\top \\vec x / N'

    \b
    Exit codes: 0 proved; 1 refuted or unsupported; 2 the statement cannot be read (in JSON a record with the reason).
    """
    from derive.statements.equation import prove_chain

    latex = as_latex or any("\\" in text for text in (statement, *declare, *given))
    try:
        known = (read_latex if latex else read_plain)(statement, theory, declare, given)
    except InputError as error:
        if as_json:  # what has two readings carries them
            say_json(to_json([unread("", "statement", error)]))
        raise
    chain = known.chain
    if not chain.relations:
        raise ReadError(
            "a formula alone", "a relation sign such as =", column=len(statement) + 1, source=statement[:160]
        )
    if not chain.is_equation:
        if not _bounded(known, as_json):
            ctx.exit(1)
        return
    verdict = prove_chain(chain.terms, chain.hypotheses)
    if as_json:
        say_json(to_json([_record(number, verdict, known) for number in range(1, len(verdict.links) + 1)]))
    else:
        _print(known, verdict)
        if len(verdict.links) > 1:
            say(f"the chain is {verdict.answer}", style=STYLES[verdict.status])
    if verdict.status != "proved":
        ctx.exit(1)


def _bounded(known: Known, as_json: bool) -> bool:
    """Decide and print a bound, or a chain with bounds in it; is it proved?"""
    statement = known.chain.statement
    judgement = statement.decide()
    if as_json:
        place = known.chain.places[0]
        made = obligation("", "statement", judgement, names=known.names)
        say_json(to_json([replace(made, line=place.line, column=place.column)]))
    else:
        say(f"read as: {statement}")
        _say_names(known)
        if words := given_of(statement):
            say(f"given:   {', '.join(words)}")
        for line, style in in_words(judgement):
            say(line, style=style)
    return judgement.status == "proved"


def _say_names(known: Known) -> None:
    if known.names:
        say(f"names:   {'; '.join(known.names)}")


def _record(number: int, chain: Verdict, known: Known) -> Obligation:
    place = known.chain.places[number - 1]
    count = number if len(known.chain.terms) > 2 else None
    made = obligation("", "statement", chain.links[number - 1], whole=chain, number=count, names=known.names)
    return replace(made, line=place.line, column=place.column)


def _print(known: Known, verdict: Verdict) -> None:
    from derive.printing import text

    chain, links = known.chain, verdict.links
    shown = [text(term, beside=chain.terms) for term in chain.terms]
    say(f"read as: {' = '.join(shown)}")
    _say_names(known)
    if words := assumed(chain.terms, chain.hypotheses):
        say(f"given:   {', '.join(words)}")
    for number, link in enumerate(links, start=1):
        if len(links) > 1:
            say(f"{number}. {shown[number - 1]} = {shown[number]}")
        for line, style in in_words(link, verdict):
            say(line, style=style, indent=3 if len(links) > 1 else 0)
