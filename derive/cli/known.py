"""What a statement of the command line may use without declaring it, and which of its names came from a theory.

The names of a theory are there when it is asked for, or when nothing is declared.  Beside declared symbols there is only N,
since an undeclared x could be anything.  Beside declarations that make no symbols (``let``, ``assume``, conventions) the
letters of `derive.reading.defaults.LETTERS` are what they are without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from derive.cli.find import DEFAULT_THEORY, theory_named
from derive.errors import NameError_

if TYPE_CHECKING:
    from derive.language.terms import Term
    from derive.reading import ReadChain

_Names = TypeVar("_Names")

#: The first words of clauses of LaTeX that declare symbols, and of those that declare other names.
_SYMBOLS = frozenset({"dimension", "vector", "matrix", "scalar", "index"})
_NAMES = _SYMBOLS | {"let", "use", "theorem", "loss", "rows", "columns"}


@dataclass(frozen=True)
class Known:
    """A statement as read, and the theories of the names in it that came from one, as ``μ, σ² of layernorm``."""

    chain: ReadChain
    names: tuple[str, ...] = ()


def read_plain(statement: str, theory: str | None, declare: Sequence[str], given: Sequence[str]) -> Known:
    """A statement in plain syntax."""
    from derive.reading import environment_of_theory, read_declarations, read_statement
    from derive.reading.declarations import declared_in
    from derive.reading.defaults import BARE, LETTERS

    words = [found for text in declare for found in declared_in(text, "--declare")]
    of = _theory(theory, bool(words))
    bare = BARE if any(is_symbol for _, is_symbol in words) else LETTERS
    env = bare if of is None else environment_of_theory(theory_named(of))
    chain, _ = _read(of, declare, given, read_declarations, env, lambda env: read_statement(statement, env))
    own = {*LETTERS.names, *(word for word, _ in words)}
    return Known(chain, came_from(chain, {name: of for name in env.names if of is not None and name not in own}))


def read_latex(statement: str, theory: str | None, declare: Sequence[str], given: Sequence[str]) -> Known:
    """A statement in LaTeX; a theory that nobody asked for settles no notation that has two readings."""
    from dataclasses import replace

    from derive.reading.decided import context_from, proved
    from derive.reading.defaults import BARE, DEFAULT, LETTERS
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
    chain, context = _read(of, declare, given, context_from, context, lambda context: read(statement, context))
    return Known(chain, came_from(chain, context.origins))


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
