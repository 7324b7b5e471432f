"""The kinds of objects that are shown, each with the method of `derive.showing.objects.Shower` that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.answers.derived import Derived
from derive.answers.row_elimination import Elimination
from derive.authoring.theory import CheckedTheorem, Theorem, Theory
from derive.authoring.vocabulary import Convention, NearMiss
from derive.claims.claim import CheckedClaim, Claim
from derive.derivation.derivation import CheckedDerivation, Derivation, Line, Rule
from derive.derivation.expected import Expected
from derive.errors import InputError
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.kernel.decide import Theorem as KernelTheorem
from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Definition, Index, Term
from derive.statements.scope import Scope
from derive.statements.statement import Statement
from derive.statements.verdict import Counterexample, Part, Verdict

#: A class → the name of the method that shows its objects, and those of the classes below it without a row.
METHODS: Mapping[type, str] = {
    Term: "term",
    Index: "index",
    Definition: "definition",
    Condition: "hypothesis",
    Equality: "hypothesis",
    Point: "point",
    Counterexample: "counterexample",
    Failure: "failure",
    Statement: "statement",
    Verdict: "verdict",
    Part: "part",
    Scope: "scope",
    Derived: "derived",
    Elimination: "elimination",
    Expected: "expected",
    KernelTheorem: "theorem",
    Rule: "rule",
    Line: "line",
    Derivation: "derivation",
    CheckedDerivation: "checked",
    Theorem: "stated_theorem",
    CheckedTheorem: "checked_theorem",
    NearMiss: "near_miss",
    Convention: "convention",
    Theory: "theory",
    Claim: "claim",
    CheckedClaim: "checked_claim",
}


def method_of(shown: Any) -> str:
    """The method that shows an object; raises `InputError` for one that is of no kind."""
    for kind in type(shown).__mro__:
        if kind in METHODS:
            return METHODS[kind]
    hint = "a term, hypothesis, statement, verdict, rule, derivation, theorem, claim, …"
    raise InputError(f"{type(shown).__name__} given as what is to be shown", hint=hint)
