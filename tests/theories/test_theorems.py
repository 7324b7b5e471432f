"""Every theorem of every theory: proved for all sizes, its near misses refuted by witnesses that hold, stated and sourced.

This is the one place for it; the file of a theory compares its terms with references, and says what is special in it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from derive.authoring.theory import Theorem
from derive.authoring.vocabulary import NearMiss
from derive.derivation.derivation import Rule
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import differ
from derive.statements.verdict import Counterexample, Verdict
from derive.theories import algebra
from derive.theories.registry import THEORIES, find_theorem, load_theory
from tests.not_certified import THEOREMS
from tests.theorems import all_theorems, checked

ENTRIES = [theorem for theorem in all_theorems() if theorem.statement.equated]
STRUCTURES = [theorem for theorem in all_theorems() if not theorem.statement.equated]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.label)
def test_equation_proved_and_near_misses_refuted(entry: Theorem) -> None:
    """Each link is proved, each derivation replayed, each near miss refuted by a witness that holds."""
    found = checked(entry)
    assert found.failure is None
    assert bool(found.verdict.not_certified) == (entry.label in THEOREMS), found.verdict.not_certified
    assert found.as_expected, "\n".join(map(str, (found.verdict, *found.near_misses, *found.conventions)))
    assert entry.near_misses
    assert entry.source
    assert entry.doc.strip().endswith(".")
    for miss, verdict in zip(entry.near_misses, found.near_misses, strict=True):
        check_witness(entry, miss, verdict)


def check_witness(entry: Theorem, miss: NearMiss, verdict: Verdict) -> None:
    """A witness is small, and the two sides really differ there when they are evaluated anew.

    Shapes alone refute only what a source of LayerNorm, or of its expressivity, prints ill-typed.
    """
    counterexample, (lhs, rhs) = verdict.counterexample, miss.statement.terms
    assert isinstance(counterexample, Counterexample)
    if counterexample.ill_typed:
        assert entry.label.startswith(("layernorm.", "expressivity."))
        assert lhs.shape != rhs.shape
        return
    witness = counterexample.witness
    assert witness is not None
    assert max(counterexample.dimensions.values(), default=1) <= 2
    place = {index: dict(witness.indices)[index.name] for index in lhs.free | rhs.free}
    left, right = evaluate(lhs, witness.point, place), evaluate(rhs, witness.point, place)
    assert (left, right) == (witness.lhs, witness.rhs)
    assert differ(witness.lhs_entry, witness.rhs_entry)


@pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.label)
def test_structure_proved_and_near_misses_refuted(structure: Theorem) -> None:
    """Each bound, null space, rank, image, … is proved for all sizes, each near miss refuted."""
    found = checked(structure)
    reasons = [found.verdict.explain(), *(miss.explain() for miss in found.near_misses)]
    assert found.as_expected, "\n".join(reasons)
    assert bool(found.verdict.not_certified) == (structure.label in THEOREMS), found.verdict.not_certified
    assert structure.near_misses
    assert structure.source
    assert structure.doc.strip().endswith(".")


@pytest.mark.parametrize(
    "label",
    [
        "rmsnorm.geometric_form",
        "groupnorm.geometric_form",
        "instancenorm.geometric_form",
        "batchnorm.geometric_form",
        "folding.layernorm_folded",
    ],
)
def test_a_geometric_form_can_be_followed(label: str) -> None:
    """At most 8 lines, each with a named rule, and one condition: what the root is taken of is positive."""
    found = checked(find_theorem(label))
    assert found.derivation is not None
    lines = found.derivation.lines
    assert 5 <= len(lines) <= 8
    assert all(line.rules and line.justification for line in lines[1:])
    (condition,) = found.conditions
    assert condition.kind == "positive"


@pytest.mark.parametrize("name", THEORIES)
def test_every_theory_has_tests_of_its_own(name: str) -> None:
    """No theory is left to this file alone."""
    assert Path(__file__).with_name(f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", THEORIES)
def test_every_rule_is_a_theorem(name: str) -> None:
    """Also those that no derivation of a theory uses: rules are proved when they are asked for."""
    load_theory(name)
    package = THEORIES[name]
    modules = [module for path, module in sys.modules.items() if path == package or path.startswith(f"{package}.")]
    rules = [value for module in (*modules, algebra) for value in vars(module).values() if isinstance(value, Rule)]
    assert rules
    assert all((each.theorem.lhs, each.theorem.rhs) == (each.lhs, each.rhs) for each in rules)
