"""The theory of LayerNorm: its derivation, its conventions, and what a theory that states falsehoods comes to."""

from __future__ import annotations

from fractions import Fraction

from derive.authoring.theory import Theory, check_theorem
from derive.statements.verdict import Counterexample
from derive.theories.registry import find_theorem, load_theory
from tests.theorems import checked


def test_geometric_form() -> None:
    """Eq. (1) → Eq. (6) takes 6–12 lines, each with a named rule, and one condition: σ² + ε > 0."""
    found = checked(find_theorem("layernorm.eq6"))
    assert found.derivation is not None
    lines = found.derivation.lines
    assert 6 <= len(lines) <= 12
    assert all(line.rules and line.justification for line in lines[1:])
    assert found.scope == "all N ≥ 1"
    (condition,) = found.conditions
    assert condition.kind == "positive"
    assert condition.term == load_theory("layernorm").names["sigma2"] + load_theory("layernorm").names["eps"]  # type: ignore[operator]


def test_eq5_is_a_convention_at_zero_epsilon() -> None:
    """At ε = 0 and a = c1 nothing is proved and nothing refuted: the quotient is nowhere defined."""
    found = checked(find_theorem("layernorm.eq5_constant"))
    (convention,) = found.conventions
    assert convention.status == "unsupported"
    assert convention.reason.startswith("(vacuous)")


def test_eq5_general_case_needs_two_components() -> None:
    """Πa ≠ 0 is impossible at N = 1, and the scope says so."""
    assert checked(find_theorem("layernorm.eq5_general")).scope == "all N ≥ 2"


def test_statement_near_misses_name_their_witness() -> None:
    """tr Π = N fails at N = 1 already, with 0 against 1."""
    miss = find_theorem("layernorm.projector_trace").near_misses[0]
    counterexample = miss.statement.judge().counterexample
    assert isinstance(counterexample, Counterexample)
    assert counterexample.dimensions == {"N": 1}
    assert counterexample.entries == (Fraction(0), Fraction(1))


def test_a_false_theorem_is_not_as_expected() -> None:
    """A theory that states a falsehood, or a near miss that is true, is noticed."""
    names = load_theory("layernorm").names
    projector, size = names["Pi"], names["N"]
    from derive.authoring.vocabulary import Chain, near_miss
    from derive.language.build import trace

    theory = Theory("wrong", "A wrong theory", "", ())

    @theory.theorem("false", "nobody")
    def trace_is_size() -> Chain:
        """Tr Π = N."""
        return trace(projector), size  # type: ignore[arg-type, return-value]

    @theory.theorem("true", "nobody")
    @near_miss("nothing", size - 1)  # type: ignore[operator]
    def trace_is_one_less() -> Chain:
        """Tr Π = N − 1."""
        return trace(projector), size - 1

    first, second = theory.theorems
    assert check_theorem(first).status == "refuted"
    assert not check_theorem(first).as_expected
    assert check_theorem(second).status == "proved"
    assert not check_theorem(second).as_expected
