"""The rules of a theory, as the search for derivations takes them: what it defines, what its lines use, what it proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from derive.derivation.rules import Rule, definition, in_words, rule
from derive.errors import DeriveError
from derive.language.alike import line_key
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import subterms, symbols_of, unfold_all
from derive.language.terms import Defined, Grad, Symbol, Term
from derive.targets import theory_named
from derive.theories import algebra

#: The rules of linear algebra, which every theory has.
ALGEBRA = tuple(each for each in vars(algebra).values() if isinstance(each, Rule))


@cache
def rules_of(name: str) -> tuple[Rule, ...]:
    """The rules of a theory: of algebra, its definitions, those of its derivations, and its equations under their titles.

    Of an equation every symbol stands for any term, but those in what a name without arguments stands for.  A theorem's
    ``source`` is its label.  Raises `NameError_` where there is no such theory.
    """
    found: dict[object, Rule] = {}
    for each in (*ALGEBRA, *_defined(name), *_used(name), *_stated(name)):
        found.setdefault((line_key(each.lhs), line_key(each.rhs), each.variables, each.hypotheses), each)
    return tuple(found.values())


def named_rules(name: str = "") -> dict[str, Rule]:
    """The rules of a theory, or of algebra alone, by their names; of several with one name the later ones are numbered.

    Raises `NameError_` where there is no such theory.
    """
    found: dict[str, Rule] = {}
    for each in rules_of(name) if name else ALGEBRA:
        key, number = each.name, 2
        while key in found:
            key, number = f"{each.name} ({number})", number + 1
        found[key] = each
    return found


@dataclass(frozen=True)
class Pool:
    """The rules with which lines between two terms are looked for: ``rules`` at first, then ``theorems`` besides."""

    rules: tuple[Rule, ...]
    theorems: tuple[Rule, ...] = ()


def pool_for(lhs: Term, rhs: Term, name: str = "") -> Pool:
    """The rules of a theory, or of algebra alone, but for those that say what is to be derived.

    Such a rule has these very sides, or these with their names written out.  Raises `NameError_` for an unknown theory.
    """
    if not name:
        return Pool(ALGEBRA)
    asked, labels = {_meant(lhs), _meant(rhs)}, {theorem.label for theorem in theory_named(name).stated}
    left = [each for each in rules_of(name) if not _says(each, asked)]
    return Pool(
        tuple(each for each in left if each.source not in labels), tuple(each for each in left if each.source in labels)
    )


def _says(rule: Rule, asked: set[object]) -> bool:
    return rule.kind != "definition" and {_meant(rule.lhs), _meant(rule.rhs)} == asked


def equation_rule(name: str, lhs: Term, rhs: Term, given: Sequence[Hypothesis] = (), source: str = "") -> Rule:
    """An equation as a rule of whatever its symbols may stand for."""
    return rule(name, lhs, rhs, _open(lhs, rhs), source, given)


def _meant(term: Term) -> object:
    return line_key(unfold_all(term))


def _defined(name: str) -> Iterator[Rule]:
    for entry in theory_named(name).definitions:
        if isinstance(entry.term, Defined):
            yield definition(entry.term, source=entry.source)


def _used(name: str) -> Iterator[Rule]:
    for theorem in theory_named(name).stated:
        with suppress(DeriveError):  # it needs SymPy, or does not follow: `derive check` says so
            if theorem.derivation is not None:
                yield from (each for line in theorem.derivation.lines for each in line.rules)


def _stated(name: str) -> Iterator[Rule]:
    for theorem in theory_named(name).stated:
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
