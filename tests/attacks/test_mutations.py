"""The generators: every mutation applies somewhere, and what it makes is well-typed and something else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from derive.certificates.statements import write_statement
from derive.errors import DeriveError
from tests.attacks import certificates, equations, statements
from tests.attacks.json_mutations import TERM_WAYS, WAYS, tree, vocabulary
from tests.attacks.mutations import NAMES, mutant, property_dropped
from tests.attacks.verifying import as_written


@pytest.mark.parametrize("name", NAMES)
def test_every_mutation_applies_to_some_theorem(name: str) -> None:
    """And is not the theorem itself."""
    random = Random(name)
    for original in random.sample(statements.originals(), len(statements.originals())):
        try:
            made = mutant(original.statement, name, random)
        except DeriveError:
            continue
        if made is not None:
            assert made != original.statement
            return
    pytest.fail("it applies nowhere")


def test_the_same_seed_makes_the_same_case() -> None:
    """So that a finding can be made again."""
    assert statements.one_mutant("again:3") == statements.one_mutant("again:3")
    assert equations.one_case("again:3") == equations.one_case("again:3")
    assert certificates.one_mutant("again:3") == certificates.one_mutant("again:3")


def test_a_mutant_is_judged_as_it_is_written() -> None:
    """Its preimage is that of the theorem, in its own symbols; what is written of it stays."""
    original = next(each for each in statements.originals() if each.label == "rmsnorm.image_ball")
    dropped: Any = next(property_dropped(original.statement, Random()))
    changed = replace(dropped, preimage=2 * dropped.preimage)
    assert as_written(changed, original) == dropped != cast(Any, original.statement)
    false = replace(changed, hypotheses=())
    assert write_statement(as_written(false, original)) == write_statement(false)


def test_every_change_of_a_document_is_made() -> None:
    """At least ten ways for a field; all ways come up."""
    assert len(WAYS) >= 10
    random, names = Random("ways"), set()
    for kind in ("null space", "image", "linear implication"):
        made = next(c for c in certificates.certificates() if c["statement"]["kind"] == kind)
        words = vocabulary(made)
        for attack in ("body", "both"):
            for spot in certificates.spots_of(made, attack):
                names |= {mutant.way for mutant in certificates.mutants_at(made, attack, spot, random, words)}
    assert names == {*WAYS, *(f"term: {name}" for name in TERM_WAYS)}


@pytest.mark.parametrize("text", ["x", "add(x, mul(2, `y,(z`))", "sum(i:N, at(v, i:N))"])
def test_a_tree_prints_as_it_was_read(text: str) -> None:
    """Terms of certificates are trees of words."""
    assert str(tree(text)) == text


@pytest.mark.parametrize("text", ["", "(", "add(x", "add(x))", "x y", "add(,)"])
def test_what_is_no_term_is_no_tree(text: str) -> None:
    """Brackets must fit."""
    assert tree(text) is None
