"""The rules of a theory, as the search for derivations takes them: what it defines, what its lines use, what it proves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from derive.authoring.ruled import rules_in
from derive.derivation.rules import Rule
from derive.language.alike import line_key
from derive.language.substitution import unfold_all
from derive.language.terms import Term
from derive.targets import theory_named
from derive.theories import algebra


@cache
def rules_of(name: str) -> tuple[Rule, ...]:
    """The rules of algebra and those of a theory, each once; raises `NameError_` where there is no such theory."""
    found: dict[object, Rule] = {}
    for each in (*algebra.RULES, *rules_in(theory_named(name))):
        found.setdefault((line_key(each.lhs), line_key(each.rhs), each.variables, each.hypotheses), each)
    return tuple(found.values())


def named_rules(name: str = "") -> dict[str, Rule]:
    """The rules of a theory, or of algebra alone, by their names; of several with one name the later ones are numbered.

    Raises `NameError_` where there is no such theory.
    """
    found: dict[str, Rule] = {}
    for each in rules_of(name) if name else algebra.RULES:
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
        return Pool(algebra.RULES)
    asked, labels = {_meant(lhs), _meant(rhs)}, {theorem.label for theorem in theory_named(name).stated}
    left = [each for each in rules_of(name) if not _says(each, asked)]
    return Pool(
        tuple(each for each in left if each.source not in labels), tuple(each for each in left if each.source in labels)
    )


def _says(rule: Rule, asked: set[object]) -> bool:
    return rule.kind != "definition" and {_meant(rule.lhs), _meant(rule.rhs)} == asked


def _meant(term: Term) -> object:
    return line_key(unfold_all(term))
