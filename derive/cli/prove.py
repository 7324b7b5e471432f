"""``derive prove``: one statement, in LaTeX or in plain syntax; what it may use without declaring it.

The names of a theory are there when it is asked for, or when nothing is declared.  Beside declared symbols there is only N,
since an undeclared x could be anything.  Beside declarations that make no symbols (``let``, ``assume``, conventions) the
letters of `derive.reading.environment.LETTERS` are what they are without any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derive.cli.completing import THEORY
from derive.cli.console import STYLES, say, say_json
from derive.cli.obligations import SCHEMA_HELP, Obligation, jointly, obligation, to_json, unread, with_repair
from derive.cli.records import came_from, error_to_json
from derive.cli.words import given as assumed
from derive.cli.words import given_of, in_words, statement_formulas
from derive.errors import AmbiguityError, InputError, NameError_
from derive.language.functions import FUNCTIONS
from derive.targets import DEFAULT_THEORY, theory_named

if TYPE_CHECKING:
    from derive.reading import ReadChain
    from derive.reading.latex import Context
    from derive.statements.verdict import Verdict


_Names = TypeVar("_Names")
_Read = TypeVar("_Read")

#: Where names and hypotheses were declared, as an error says it, and the text.
Declared = tuple[str, str]

#: The first words of clauses of LaTeX that declare symbols, and of those that declare other names.
_SYMBOLS = frozenset({"dimension", "vector", "matrix", "scalar", "index"})
_NAMES = _SYMBOLS | {"let", "use", "theorem", "loss", "rows", "columns"}


@dataclass(frozen=True)
class Known:
    """A statement as read, and the theory of each name that came from one.

    Where it is read in more than one way, ``reading`` is this one in words, and ``declaration`` what declares it.
    """

    chain: ReadChain
    origins: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""
    declaration: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in it that came from a theory, as ``μ, σ² of layernorm``."""
        return came_from(self.chain, self.origins)


def read(
    statement: str, declared: Sequence[Declared] = (), theory: str | None = None, as_latex: bool = False
) -> tuple[Known, ...]:
    """A statement in LaTeX, where there is a backslash in any of the texts, in each of its readings; or in plain syntax.

    Raises `InputError` with the place of what cannot be read, is no statement, or has no relation.
    """
    from derive.reading.source import Source

    latex = as_latex or any("\\" in text for text in (statement, *(text for _, text in declared)))
    readings = read_latex(statement, theory, declared) if latex else (read_plain(statement, theory, declared),)
    source = Source(statement)
    for chain in (known.chain for known in readings):
        if not chain.relations:
            raise source.error(len(statement.rstrip()), "a formula alone", "a relation sign such as =")
        if not chain.is_equation:
            line, column = chain.places[0].line, chain.places[0].column
            at = sum(map(len, statement.splitlines(keepends=True)[: line - 1])) + column - 1
            source.make(at, lambda chain=chain: chain.statement)
    return readings


def only(readings: Sequence[Known]) -> Known:
    """The one reading; raises `AmbiguityError` where there are several."""
    known, *others = readings
    if not others:
        return known
    ways = ", or ".join(filter(None, (each.declaration for each in readings)))
    raise AmbiguityError("the statement", [each.reading for each in readings], hint=f"declare one of them: {ways}")


def decide(chain: ReadChain) -> Verdict:
    """The verdict of what was read."""
    from derive.statements.equation import prove_chain

    return prove_chain(chain.terms, chain.hypotheses) if chain.is_equation else chain.statement.decide()


def read_plain(statement: str, theory: str | None, declared: Sequence[Declared]) -> Known:
    from derive.reading import environment_of_theory, read_declarations, read_statement
    from derive.reading.declarations import declared_in
    from derive.reading.environment import BARE, LETTERS

    words = [found for where, text in declared for found in declared_in(text, where)]
    of = _theory(theory, bool(words))
    bare = BARE if any(is_symbol for _, is_symbol in words) else LETTERS
    env = bare if of is None else environment_of_theory(theory_named(of))
    env = _explaining(of, lambda: _with(declared, read_declarations, env))
    chain = _explaining(of, lambda: read_statement(statement, env))
    own = {*LETTERS.names, *(word for word, _ in words)}
    return Known(chain, {name: of for name in env.names if of is not None and name not in own})


def read_latex(statement: str, theory: str | None, declared: Sequence[Declared]) -> tuple[Known, ...]:
    from derive.reading.in_each import Choices, in_each
    from derive.reading.latex import read_latex as read

    def under(choices: Choices) -> Known:
        of, context = latex_context(theory, declared, choices)
        chain = _explaining(of, lambda: read(statement, context))
        return Known(chain, context.origins)

    found = in_each(under, lambda one, other: one.chain == other.chain)
    if len(found) == 1:
        return (found[0].read,)
    return tuple(replace(each.read, reading=each.words, declaration=each.declaration) for each in found)


def latex_context(
    theory: str | None, declared: Sequence[Declared], choices: Mapping[str, str] | None = None
) -> tuple[str | None, Context]:
    """The theory in use, if any, and the names and conventions for what is in LaTeX, under choices of conventions.

    A theory that nobody asked for settles no notation that has two readings.
    """
    from derive.reading.decided import context_from, proved
    from derive.reading.environment import BARE, DEFAULT, LETTERS
    from derive.reading.latex import Context
    from derive.reading.latex.declaring import clauses

    words = {clause.keyword for _, text in declared for clause in clauses(text)}
    of = _theory(theory, not words.isdisjoint(_NAMES))
    if of is not None:
        context = Context(DEFAULT, decide=proved).use(theory_named(of))
        context = context if theory is not None else replace(context, theories=())
    else:
        context = Context(LETTERS if words.isdisjoint(_SYMBOLS) else BARE, decide=proved)
    return of, _explaining(of, lambda: _with(declared, context_from, context.chosen(choices or {})))


def _with(declared: Sequence[Declared], add: Callable[[str, _Names, str], _Names], names: _Names) -> _Names:
    """The names with what is declared."""
    for where, text in declared:
        names = add(text, names, where)
    return names


def _explaining(theory: str | None, work: Callable[[], _Read]) -> _Read:
    """What is read; an unknown name could be one of a theory that was not asked for."""
    try:
        return work()
    except NameError_ as error:
        raise explained(error, theory) from None


def _theory(asked: str | None, declares: bool) -> str | None:
    """The theory whose names are there, if any."""
    return None if asked is None and declares else asked or DEFAULT_THEORY


def explained(error: InputError, theory: str | None) -> InputError:
    """An error that says, of an unknown name, that it could be one of a theory that was not asked for."""
    if theory is not None or not isinstance(error, NameError_) or "unknown name" not in error.message:
        return error
    more = f"the names of a theory are there with --theory {DEFAULT_THEORY}"
    return NameError_(error.message, hint=f"{error.hint}; {more}" if error.hint else more)


_SYNTAX = """\b
Plain syntax:
  + - * / ^ @      * is the product of scalars, matrices and vectors (componentwise for two vectors); A.T
  dot(u, v)  norm(v)  sqrt(x)  diag(g)  trace(A)  det(A)  mean(v)  var(v)  outer(u, v)  abs(x)
  FUNCTIONS  of scalars and components; of a square matrix entrywise(exp, A), or
  matrix_exp(A)  matrix_log(A)  A^(1/2)
  f(x)  f'(x)  f''(x)  of a function that is declared, --declare 'function f', of which nothing is known
  one  I  ones(N)  identity(N)  zeros(N)  sum(i, x[i])  prod(i, x[i])  prod(i != j, x[i])  delta(i, j)  grad(y, x)
  relations: = between any terms; <= < >= > != between scalars, a free index meaning every component
LaTeX, where there is a backslash: what amsmath typesets.
Known names, where none is declared: N; vectors a g b u v w x y; scalars c, eps >= 0; matrices A B C; and those
  of the theory (of layernorm: mu, sigma2, one_hat, Pi, s, LN, alpha, Pi2, G = diag(g), ...).
  Beside declared symbols only N; the names of a theory then with --theory, or 'use layernorm' in LaTeX.

""".replace("FUNCTIONS", "  ".join(f"{row.name}(x)" for row in FUNCTIONS.values() if row.twofold))


SCHEMA = "derive-prove/1"

_JSON = """\b
JSON (schema "derive-prove/1"): {"schema", "read", "verdict", "obligations", "summary", "certificate", "error"}.
  read         the statement that was decided: text, latex, kind, hypotheses; null where nothing could be read
  verdict      of the whole: proved, refuted, unsupported or error
  obligations  as below, one for each link of a chain of equations; summary as below
  certificate  of the whole, as the verifier accepted it: `derive verify` takes it; else null
  error        why it cannot be read, as below; else null

"""


@click.command(context_settings={"ignore_unknown_options": True}, epilog=_SYNTAX + _JSON + SCHEMA_HELP)
@click.argument("statement", metavar="'LHS = RHS'")
@click.option("--declare", multiple=True, metavar="TEXT", help="Names: 'dimension K; matrix X : N x K; scalar t > 0'.")
@click.option("--given", multiple=True, metavar="HYPOTHESIS", help="Assume: 'one.T*v = 0', 'nonzero g', 'eps > 0'.")
@click.option("--theory", type=THEORY, metavar="THEORY",
              help=f"Whose names may be used: {DEFAULT_THEORY}, where nothing is declared.")  # fmt: skip
@click.option("--latex", "as_latex", is_flag=True, help="Read everything as LaTeX, though there is no backslash.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-prove/1".')
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

    What has a backslash is LaTeX, declarations included. What has two readings is decided in each, and where these
    come out differently that is an error, with the declaration that settles it; docs/reading.md lists them.

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
    Exit codes: 0 proved; 1 refuted, unsupported, or with readings that come out differently; 2 the statement cannot be
    read (in JSON a record with the reason).
    """
    declared = [*(("--declare", text) for text in declare), *(("--given", text) for text in given)]
    try:
        readings = read(statement, declared, theory, as_latex)
    except InputError as error:
        if as_json:  # what has two readings carries them
            say_json(unread_to_json(error))
        raise
    decided = [(known, decide(known.chain)) for known in readings]
    status = {verdict.status for _, verdict in decided}
    if as_json:
        say_json(decided_to_json(decided))
    else:
        for known, verdict in decided:
            if known.reading:
                say(f"if {known.reading}:", style="bold")
            _print(known, verdict)
        if len(decided) > 1 and len(status) == 1:
            say(f"{min(status)} in each of {len(decided)} readings")
        elif len(decided) > 1:
            ways = ", or % derive: ".join(filter(None, (known.declaration for known, _ in decided)))
            say("error: the readings come out differently", style=STYLES["FAILED"])
            say(f"  declare the one that is meant: % derive: {ways}")
    if status != {"proved"}:
        ctx.exit(1)


# --- JSON -----------------------------------------------------------------------------------------------------------


def decided_to_json(decided: Sequence[tuple[Known, Verdict]]) -> dict[str, Any]:
    """The verdict in the schema ``derive-prove/1``; what was read is the statement that was decided.

    Of several readings ``read`` is the first, and each obligation has them all; where they come out differently the verdict
    is an error.
    """
    verdict = decided[0][1]
    said = statement_formulas(verdict.statement)
    read_as = {**said, "kind": verdict.statement.kind, "hypotheses": given_of(verdict.statement)}
    records = [[(known.reading, each) for each in _records(known, found)] for known, found in decided]
    joint = [jointly(list(each)) for each in zip(*records, strict=True)]
    alike = len({found.status for _, found in decided}) == 1
    certificate = verdict.certificate if len(decided) == 1 else None
    return _in_schema(joint, verdict.status if alike else "error", read=read_as, certificate=certificate)


def unread_to_json(error: InputError) -> dict[str, Any]:
    """What cannot be read, in the same schema."""
    return _in_schema([unread("", "statement", error)], "error", error=error_to_json(error))


def _in_schema(
    records: Sequence[Obligation],
    verdict: str,
    read: dict[str, Any] | None = None,
    certificate: dict[str, Any] | None = None,
    error: dict[str, Any] | None = None,
) -> dict[str, Any]:
    found = to_json(records)
    return {
        "schema": SCHEMA,
        "read": read,
        "verdict": verdict,
        "obligations": found["obligations"],
        "summary": found["summary"],
        "certificate": certificate,
        "error": error,
    }


def _records(known: Known, verdict: Verdict) -> list[Obligation]:
    """The obligation of each link of a chain of equations, or of the bound or bounds as one."""
    chain = known.chain
    if chain.is_equation:
        return [_record(number, verdict, known) for number in range(1, len(verdict.links) + 1)]
    made = obligation("", "statement", verdict, names=known.names, origins=known.origins)
    if len(chain.relations) == 1:
        (lhs, rhs), (sign,) = chain.terms, chain.relations
        made = with_repair(made, (lhs, sign, rhs, chain.hypotheses), verdict.counterexample)
    return [_placed(made, known, 1)]


def _record(number: int, chain: Verdict, known: Known) -> Obligation:
    count = number if len(known.chain.terms) > 2 else None
    link, (lhs, rhs) = chain.links[number - 1], list(pairwise(known.chain.terms))[number - 1]
    made = obligation("", "statement", link, whole=chain, number=count, names=known.names, origins=known.origins)
    made = with_repair(made, (lhs, "=", rhs, known.chain.hypotheses), link.counterexample)
    return _placed(made, known, number)


def _placed(made: Obligation, known: Known, number: int) -> Obligation:
    place = known.chain.places[number - 1]
    return replace(made, line=place.line, column=place.column)


# --- text -----------------------------------------------------------------------------------------------------------


def _say_names(known: Known) -> None:
    if known.names:
        say(f"names:   {'; '.join(known.names)}")


def _print(known: Known, verdict: Verdict) -> None:
    from derive.printing import text

    chain, links = known.chain, verdict.links
    if not chain.is_equation:
        say(f"read as: {verdict.statement}")
        _say_names(known)
        if words := given_of(verdict.statement):
            say(f"given:   {', '.join(words)}")
        for line, style in in_words(verdict):
            say(line, style=style)
        return
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
    if len(links) > 1:
        say(f"the chain is {verdict.answer}", style=STYLES[verdict.status])
