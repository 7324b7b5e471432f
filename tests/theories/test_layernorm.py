"""The theory of LayerNorm: every theorem proved for all N, every near miss refuted, every convention vacuous."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import differ
from derive.statements.equation import prove_equation
from derive.statements.verdict import Verdict
from derive.theories.registry import THEORIES, find_entry, load_theory
from derive.theories.theory import Entry, NearMiss, TheoryBuilder, check_entry

ENTRIES = [entry for name in THEORIES for entry in load_theory(name)]
LAYERNORM = list(load_theory("layernorm"))


@pytest.mark.parametrize("entry", LAYERNORM, ids=lambda entry: entry.label)
def test_theorem_proved_and_near_misses_refuted(entry: Entry) -> None:
    """Each link is proved, each derivation replayed, each near miss refuted by a witness that holds."""
    checked = check_entry(entry)
    assert checked.failure is None
    assert checked.as_expected, "\n".join(map(str, (checked.chain, *checked.near_misses, *checked.conventions)))
    for miss, verdict in zip(entry.near_misses, checked.near_misses, strict=True):
        check_witness(miss, verdict)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e not in LAYERNORM], ids=lambda entry: entry.label)
def test_witnesses_hold_in_the_other_theories(entry: Entry) -> None:
    """So it is in every theory; that its theorems are proved stands in its own tests."""
    for miss in entry.near_misses:
        check_witness(miss, prove_equation(miss.lhs, miss.rhs, miss.hypotheses))


@pytest.mark.parametrize("name", THEORIES)
def test_every_theory_has_tests_of_its_own(name: str) -> None:
    """No theory is left to this file alone."""
    assert Path(__file__).with_name(f"test_{name}.py").is_file()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.label)
def test_every_theorem_is_stated_sourced_and_attacked(entry: Entry) -> None:
    """A theorem has a docstring that ends a sentence, a source, and at least one near miss."""
    assert entry.doc.strip().endswith(".")
    assert entry.source
    assert entry.near_misses


def check_witness(miss: NearMiss, verdict: Verdict) -> None:
    """A witness is small, and the two sides really differ there when they are evaluated anew."""
    counterexample = verdict.counterexample
    assert counterexample is not None
    if counterexample.ill_typed:
        assert miss.lhs.shape != miss.rhs.shape
        return
    witness = counterexample.witness
    assert witness is not None
    assert max(counterexample.dimensions.values(), default=1) <= 2
    place = {index: dict(witness.indices)[index.name] for index in miss.lhs.free | miss.rhs.free}
    left, right = evaluate(miss.lhs, witness.point, place), evaluate(miss.rhs, witness.point, place)
    assert (left, right) == (witness.lhs, witness.rhs)
    assert differ(witness.lhs_entry, witness.rhs_entry)


def test_geometric_form() -> None:
    """Eq. (1) → Eq. (6) takes 6–12 lines, each with a named rule, and one condition: σ² + ε > 0."""
    checked = check_entry(find_entry("layernorm.eq6"))
    assert checked.derivation is not None
    lines = checked.derivation.lines
    assert 6 <= len(lines) <= 12
    assert all(line.rules and line.justification for line in lines[1:])
    assert checked.scope == "all N ≥ 1"
    (condition,) = checked.conditions
    assert condition.kind == "positive"
    assert condition.term == load_theory("layernorm").names["sigma2"] + load_theory("layernorm").names["eps"]  # type: ignore[operator]


def test_eq5_is_a_convention_at_zero_epsilon() -> None:
    """At ε = 0 and a = c1 nothing is proved and nothing refuted: the quotient is nowhere defined."""
    checked = check_entry(find_entry("layernorm.eq5_constant"))
    (convention,) = checked.conventions
    assert convention.status == "unsupported"
    assert convention.reason.startswith("(vacuous)")


def test_eq5_general_case_needs_two_components() -> None:
    """Πa ≠ 0 is impossible at N = 1, and the scope says so."""
    assert check_entry(find_entry("layernorm.eq5_general")).scope == "all N ≥ 2"


def test_statement_near_misses_name_their_witness() -> None:
    """tr Π = N fails at N = 1 already, with 0 against 1."""
    miss = find_entry("layernorm.projector_trace").near_misses[0]
    counterexample = prove_equation(miss.lhs, miss.rhs).counterexample
    assert counterexample is not None
    assert counterexample.dimensions == {"N": 1}
    assert counterexample.entries == (Fraction(0), Fraction(1))


def test_a_false_theorem_is_not_as_expected() -> None:
    """A theory that states a falsehood, or a near miss that is true, is noticed."""
    names = load_theory("layernorm").names
    projector, size = names["Pi"], names["N"]
    from derive.language.build import trace
    from derive.theories.theory import Chain, near_miss

    builder = TheoryBuilder("wrong", "A wrong theory", "", ())

    @builder.theorem("false", "nobody")
    def trace_is_size() -> Chain:
        """Tr Π = N."""
        return trace(projector), size  # type: ignore[arg-type, return-value]

    @builder.theorem("true", "nobody", near=[near_miss("nothing", trace(projector), size - 1)])  # type: ignore[arg-type, operator]
    def trace_is_one_less() -> Chain:
        """Tr Π = N − 1."""
        return trace(projector), size - 1

    first, second = builder.build().entries
    assert check_entry(first).status == "refuted"
    assert not check_entry(first).as_expected
    assert check_entry(second).status == "proved"
    assert not check_entry(second).as_expected
