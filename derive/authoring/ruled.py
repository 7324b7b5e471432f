"""The rules that a theory has for derivations of others: what it defines, what its lines use, what it proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from derive.authoring.theory import Theory
from derive.derivation.rules import Rule, definition, in_words, rule
from derive.errors import DeriveError
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import subterms, symbols_of
from derive.language.terms import Defined, Grad, Symbol, Term


def rules_in(theory: Theory) -> Iterator[Rule]:
    """Its definitions, the rules of its derivations, and its equations under their titles.

    Of an equation every symbol stands for any term, but those in what a name without arguments stands for.  A theorem's
    ``source`` is its label.
    """
    yield from _defined(theory)
    yield from _used(theory)
    yield from _stated(theory)


def equation_rule(name: str, lhs: Term, rhs: Term, given: Sequence[Hypothesis] = (), source: str = "") -> Rule:
    """An equation as a rule of whatever its symbols may stand for."""
    return rule(name, lhs, rhs, _open(lhs, rhs), source, given)


def _defined(theory: Theory) -> Iterator[Rule]:
    for entry in theory.definitions:
        if isinstance(entry.term, Defined):
            yield definition(entry.term, source=entry.source)


def _used(theory: Theory) -> Iterator[Rule]:
    for theorem in theory.stated:
        with suppress(DeriveError):  # it needs SymPy, or does not follow: `derive check` says so
            if theorem.derivation is not None:
                yield from (each for line in theorem.derivation.lines for each in line.rules)


def _stated(theory: Theory) -> Iterator[Rule]:
    for theorem in theory.stated:
        title = theorem.title if in_words(theorem.title) else theorem.label
        for lhs, rhs in pairwise(theorem.statement.equated):
            yield equation_rule(title, lhs, rhs, theorem.hypotheses, theorem.label)


def _open(*sides: Term) -> tuple[Symbol, ...]:
    """The symbols that may be replaced: those that no name hides and by which nothing is differentiated."""
    hidden: set[Symbol] = set()
    for part in (part for side in sides for part in subterms(side)):
        if isinstance(part, Defined):
            hidden |= set(symbols_of(part.definition.body)) - set(part.definition.parameters)
        elif isinstance(part, Grad):
            hidden.add(part.symbol)
    return tuple(symbol for symbol in symbols_of(*sides) if symbol not in hidden)
