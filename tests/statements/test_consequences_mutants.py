"""Mutants of statements that follow from hypotheses or rest on inverses: none is proved that evaluation refutes."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from derive.errors import InputError, Undecided
from derive.evaluate.witness import find_witness
from derive.kernel.decide import Equation
from derive.language.hypotheses import same_shape_zero
from derive.language.terms import as_term
from derive.statements import consequences
from derive.statements.consequences import consequence
from derive.statements.equation import Equations
from tests.attacks.mutations import NAMES, mutant
from tests.statements import test_consequences, test_extension

STATEMENTS = [*test_consequences.TRUE.values(), *test_extension.TRUE.values()]


def mutants(seed: int):
    """Statements with one to three mutations, all of one shape on both sides."""
    random = Random(seed)
    while True:
        lhs, rhs, given = random.choice(STATEMENTS)
        made = Equations(same_shape_zero(as_term(lhs), as_term(rhs)), tuple(given))
        for name in random.sample(NAMES, random.randint(1, 3)):
            new = mutant(made, name, random)
            made = made if new is None else new
        left, right = made.chain[:2]
        if left.shape == right.shape:
            yield left, right, made.hypotheses


@pytest.mark.parametrize("seed", range(12))
def test_no_mutant_is_proved_and_refuted(seed, monkeypatch):
    """A theorem is looked for without a look at data; where there is one, no witness is found."""
    monkeypatch.setattr(consequences, "_fails", lambda *_: False)
    for lhs, rhs, given in islice(mutants(seed), 3):
        try:
            equation = Equation(lhs, rhs, given)
            theorem = equation.theorem() or consequence(equation)
        except (Undecided, InputError):
            continue
        assert theorem is None or find_witness(lhs, rhs, given, budget=50_000) is None
