"""``derive prove``: one statement, in LaTeX or in plain syntax; what it may use without declaring it.

The names of a theory are there when it is asked for, or when nothing is declared.  Beside declared symbols there is only N,
since an undeclared x could be anything.  Beside declarations that make no symbols (``let``, ``assume``, conventions) the
letters of `derive.reading.environment.LETTERS` are what they are without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import click

from derive.cli.console import STYLES, say, say_json
from derive.cli.obligations import SCHEMA_HELP, Obligation, jointly, obligation, to_json, unread
from derive.cli.words import given as assumed
from derive.cli.words import given_of, in_words
from derive.errors import InputError, NameError_, ReadError
from derive.language.functions import FUNCTIONS
from derive.targets import DEFAULT_THEORY, theory_named

if TYPE_CHECKING:
    from derive.language.terms import Term
    from derive.reading import ReadChain
    from derive.statements.verdict import Verdict


_Names = TypeVar("_Names")

#: The first words of clauses of LaTeX that declare symbols, and of those that declare other names.
_SYMBOLS = frozenset({"dimension", "vector", "matrix", "scalar", "index"})
_NAMES = _SYMBOLS | {"let", "use", "theorem", "loss", "rows", "columns"}


@dataclass(frozen=True)
class Known:
    """A statement as read, and the theories of the names in it that came from one, as ``μ, σ² of layernorm``.

    Where it is read in more than one way, ``reading`` is this one in words, and ``declaration`` what declares it.
    """

    chain: ReadChain
    names: tuple[str, ...] = ()
    reading: str = ""
    declaration: str = ""


def read_plain(statement: str, theory: str | None, declare: Sequence[str], given: Sequence[str]) -> Known:
    from derive.reading import environment_of_theory, read_declarations, read_statement
    from derive.reading.declarations import declared_in
    from derive.reading.environment import BARE, LETTERS

    words = [found for text in declare for found in declared_in(text, "--declare")]
    of = _theory(theory, bool(words))
    bare = BARE if any(is_symbol for _, is_symbol in words) else LETTERS
    env = bare if of is None else environment_of_theory(theory_named(of))
    chain, _ = _read(of, declare, given, read_declarations, env, lambda env: read_statement(statement, env))
    own = {*LETTERS.names, *(word for word, _ in words)}
    return Known(chain, came_from(chain, {name: of for name in env.names if of is not None and name not in own}))


def read_latex(statement: str, theory: str | None, declare: Sequence[str], given: Sequence[str]) -> tuple[Known, ...]:
    """A statement in LaTeX, in each of its readings; a theory that nobody asked for settles no notation that has two."""
    from derive.reading.decided import context_from, proved
    from derive.reading.environment import BARE, DEFAULT, LETTERS
    from derive.reading.in_each import Choices, in_each
    from derive.reading.latex import Context
    from derive.reading.latex import read_latex as read
    from derive.reading.latex.declaring import clauses

    words = {clause.keyword for text in declare for clause in clauses(text)}
    of = _theory(theory, not words.isdisjoint(_NAMES))
    if of is not None:
        context = Context(DEFAULT, decide=proved).use(theory_named(of))
        context = context if theory is not None else replace(context, theories=())
    else:
        context = Context(LETTERS if words.isdisjoint(_SYMBOLS) else BARE, decide=proved)

    def under(choices: Choices) -> Known:
        chosen = context.chosen(choices)
        chain, known = _read(of, declare, given, context_from, chosen, lambda context: read(statement, context))
        return Known(chain, came_from(chain, known.origins))

    found = in_each(under, lambda one, other: one.chain == other.chain)
    if len(found) == 1:
        return (found[0].read,)
    return tuple(replace(each.read, reading=each.words, declaration=each.declaration) for each in found)


def _read(
    theory: str | None,
    declare: Sequence[str],
    given: Sequence[str],
    add: Callable[[str, _Names, str], _Names],
    names: _Names,
    read: Callable[[_Names], ReadChain],
) -> tuple[ReadChain, _Names]:
    """What is read with names to which declarations and hypotheses are added; and these names."""
    try:
        for option, texts in (("--declare", declare), ("--given", given)):
            for text in texts:
                names = add(text, names, option)
        return read(names), names
    except NameError_ as error:
        raise _explained(error, theory) from None


def _theory(asked: str | None, declares: bool) -> str | None:
    """The theory whose names are there, if any."""
    return None if asked is None and declares else asked or DEFAULT_THEORY


def _explained(error: NameError_, theory: str | None) -> NameError_:
    """An unknown name could be one of a theory that was not asked for."""
    if theory is not None or "unknown name" not in error.message:
        return error
    more = f"the names of a theory are there with --theory {DEFAULT_THEORY}"
    return NameError_(error.message, hint=f"{error.hint}; {more}" if error.hint else more)


def came_from(chain: ReadChain, origins: Mapping[str, str]) -> tuple[str, ...]:
    """The names in a statement, and in what it assumes, that came from a theory, each theory with its own."""
    from derive.language.terms import Symbol
    from derive.printing import text

    terms = [*chain.terms, *(term for hypothesis in chain.hypotheses for term in hypothesis.terms)]
    found: dict[str, list[str]] = {}
    for name in _names_in(terms):
        if (theory := origins.get(name)) is not None:
            found.setdefault(theory, []).append(text(Symbol(name, ())))
    return tuple(f"{', '.join(names)} of {theory}" for theory, names in found.items())


def _names_in(terms: Iterable[Term]) -> list[str]:
    """The names of symbols, definitions and free indices, each once."""
    from derive.language.substitution import subterms
    from derive.language.terms import Defined
    from derive.printing.walk import name_of

    found: dict[str, None] = {}
    for part in (part for term in terms for part in subterms(term)):
        name = part.definition.name if isinstance(part, Defined) else name_of(part)
        if name is not None:
            found[name] = None
    for term in terms:
        found |= dict.fromkeys(sorted(index.name for index in term.free))
    return list(found)


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
    Exit codes: 0 proved; 1 refuted or unsupported; 2 the statement cannot be read (in JSON a record with the reason).
    """
    latex = as_latex or any("\\" in text for text in (statement, *declare, *given))
    try:
        if latex:
            readings = read_latex(statement, theory, declare, given)
        else:
            readings = (read_plain(statement, theory, declare, given),)
    except InputError as error:
        if as_json:  # what has two readings carries them
            say_json(to_json([unread("", "statement", error)]))
        raise
    if not readings[0].chain.relations:
        raise ReadError(
            "a formula alone", "a relation sign such as =", column=len(statement) + 1, source=statement[:160]
        )
    decided = [(known, _verdict(known)) for known in readings]
    if as_json:
        records = [[(known.reading, each) for each in _records(known, verdict)] for known, verdict in decided]
        say_json(to_json([jointly(list(each)) for each in zip(*records, strict=True)]))
    else:
        for known, verdict in decided:
            if known.reading:
                say(f"if {known.reading}:", style="bold")
            _print(known, verdict)
    status = {verdict.status for _, verdict in decided}
    if not as_json and len(decided) > 1:
        if len(status) == 1:
            say(f"{status.pop()} in each of {len(decided)} readings")
        else:
            ways = ", or % derive: ".join(known.declaration for known, _ in decided)
            say("error: the readings come out differently", style=STYLES["FAILED"])
            say(f"  declare the one that is meant: % derive: {ways}")
    if any(verdict.status != "proved" for _, verdict in decided):
        ctx.exit(1)


def _verdict(known: Known) -> Verdict:
    """The verdict on a statement as it was read."""
    from derive.statements.equation import prove_chain

    chain = known.chain
    return prove_chain(chain.terms, chain.hypotheses) if chain.is_equation else chain.statement.decide()


def _records(known: Known, verdict: Verdict) -> list[Obligation]:
    """A record for each link of a chain of equations, one for any other statement."""
    if known.chain.is_equation:
        return [_record(number, verdict, known) for number in range(1, len(verdict.links) + 1)]
    place = known.chain.places[0]
    made = obligation("", "statement", verdict, names=known.names)
    return [replace(made, line=place.line, column=place.column)]


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

    chain = known.chain
    if not chain.is_equation:
        say(f"read as: {chain.statement}")
        _say_names(known)
        if words := given_of(chain.statement):
            say(f"given:   {', '.join(words)}")
        for line, style in in_words(verdict):
            say(line, style=style)
        return
    links = verdict.links
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
