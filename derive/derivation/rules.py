"""Rules: equations with a name, used from left to right, which the kernel proves when they are first used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Literal, final, get_args

from derive.derivation.matching import Pattern
from derive.errors import InputError
from derive.kernel.decide import Theorem
from derive.language.hypotheses import Hypothesis, same_shape_zero
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Operand, Symbol, Term, as_term
from derive.printing import text
from derive.statements.arguments import checked_fields
from derive.statements.equation import given_hypotheses, prove_equation

#: What a rule is: the body of a name, a fact with a content of its own, or a rearrangement that holds of all terms alike.
Kind = Literal["definition", "lemma", "algebra"]

_RELATION = re.compile(r"[=<>≠≤≥≈≡∝∈∉⊂⊆⊢→↦⇒⇔]")
_WORD = re.compile(r"[^\W\d_]{3}")


def in_words(name: str) -> bool:
    """Does a name say what a rule does: a word of three letters or more, and no sign of a relation?

    >>> in_words("common denominator"), in_words("ΠΠ = Π"), in_words("∂r/∂a")
    (True, False, False)
    """
    return _WORD.search(name) is not None and _RELATION.search(name) is None


@final
@dataclass(frozen=True)
@checked_fields
class Rule:
    """lhs = rhs, to be used from left to right; `rule` states one.

    It is proved when it is first used (`theorem`): a pattern, and so a line, is made of the theorem alone.

    Attributes:
        name: what stands beside a line that uses it, in words; its equation is printed from the sides.
        lhs, rhs: the two sides; symbols in ``variables`` stand for any terms of their shapes and properties.
        hypotheses: what it holds under; an instance needs it of the terms that the variables stand for.
        source: where the equation is from.
        kind: a definition, a lemma, or algebra, of which lines that follow one another are read as one move.

    Raises `InputError` for a name that is no words, and for variables or a kind that are none.
    """

    name: str
    lhs: Term
    rhs: Term
    variables: frozenset[Symbol]
    hypotheses: tuple[Hypothesis, ...] = ()
    source: str = ""
    kind: Kind = "lemma"

    def __post_init__(self) -> None:
        if not in_words(self.name):
            hint = "say what it does, as in rule('common denominator', …): its equation is printed from the two sides"
            raise InputError(f"the rule {self.name!r} without a name in words", hint=hint)
        if not isinstance(self.variables, frozenset) or not all(isinstance(each, Symbol) for each in self.variables):
            message = f"variables of the rule {self.name!r} that are no set of symbols"
            raise InputError(message, hint="frozenset({u, v})")
        if self.kind not in get_args(Kind):
            raise InputError(f"the kind {self.kind!r} of the rule {self.name!r}", hint=f"one of {get_args(Kind)}")

    @cached_property
    def theorem(self) -> Theorem:
        """The kernel's theorem of the two sides; raises `InputError` where the kernel does not prove it by itself."""
        verdict = prove_equation(self.lhs, self.rhs, self.hypotheses)
        if verdict.own_theorem is None:
            raise InputError(f"the rule {self.name!r} is not a theorem by itself: {verdict}")
        return verdict.own_theorem

    @property
    def pattern(self) -> Pattern:
        """The rule as a pattern for matching; raises `InputError` as `theorem` does."""
        return Pattern(self.theorem.lhs, self.theorem.rhs, self.variables, self.theorem.hypotheses)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is proved anew: a theorem is not copied."""
        return Rule, tuple(getattr(self, each.name) for each in fields(self))

    def reversed(self, name: str = "") -> Rule:
        """The rule from right to left."""
        return replace(self, name=name or self.name, lhs=self.rhs, rhs=self.lhs)


def rule(
    name: str,
    lhs: Operand,
    rhs: Operand,
    variables: Sequence[Symbol] | frozenset[Symbol] | None = None,
    source: str = "",
    hypotheses: Sequence[Hypothesis] = (),
    kind: Kind = "lemma",
) -> Rule:
    """State a rule: an equation to be used from left to right, which the kernel proves when it is first used.

    Args:
        name: in words, what it does; it stands beside the lines that use it.
        lhs, rhs: terms or numbers of one shape.
        variables: the symbols that stand for any term of their shape and properties; by default every symbol of both sides.
            Other symbols stand for themselves.
        source: where the equation is from.
        hypotheses: what it is proved under; where it is used they are needed of what the variables stand for.
        kind: ``definition``, ``lemma`` or ``algebra``, of which lines that follow one another are read as one move.

    Raises `InputError` where its name does not say in words what it does; and, when it is first used, unless the kernel
    proves it.

    >>> from derive.language.build import dimension, dot, norm, vector
    >>> u = vector("u", dimension("N"))
    >>> squared = rule("squared norm as an inner product", dot(u, u), norm(u) ** 2)
    >>> squared.kind, len(squared.variables)
    ('lemma', 1)
    """
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    free = frozenset(symbols_of(left, right) if variables is None else variables)
    return Rule(name, left, right, free, given_hypotheses(hypotheses), source, kind)


def definition(term: Term, name: str = "", source: str = "") -> Rule:
    """The rule that unfolds a definition: its name = its body.

    Args:
        term: a term made by `let` or `define`.
        name: what stands beside the line; by default "definition of" the name.
        source: where the definition is from.

    Raises `InputError` for a term that is no definition.
    """
    if not isinstance(term, Defined):
        raise InputError("a definition rule of a term that is no definition")
    return rule(name or f"definition of {text(term)}", term, term.unfold(), (), source, kind="definition")


def rules_among(values: Sequence[object]) -> tuple[Rule, ...]:
    """The values, which have to be rules; raises `InputError` with the first that is none."""
    for each in values:
        if not isinstance(each, Rule):
            raise InputError(f"{each!r} as a rule", hint="derive.rule(name, lhs, rhs) states one")
    return tuple(each for each in values if isinstance(each, Rule))


def proved_rules(values: Sequence[object]) -> tuple[Rule, ...]:
    """The same, each of which is a theorem; raises `InputError` where one is not."""
    rules = rules_among(values)
    for each in rules:
        _ = each.theorem
    return rules


def named_in(rules: Mapping[str, Rule], wanted: Rule) -> str:
    """How a rule is written with rules that have names, as ``rules["…"].reversed()``; empty where it is none of them."""
    for name, each in rules.items():
        if (each.variables, each.hypotheses) == (wanted.variables, wanted.hypotheses):
            if (each.lhs, each.rhs) == (wanted.lhs, wanted.rhs):
                return f"rules[{name!r}]"
            if (each.lhs, each.rhs) == (wanted.rhs, wanted.lhs):
                return f"rules[{name!r}].reversed()"
    return ""
