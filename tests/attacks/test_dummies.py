"""Dummies in the place of the kernel and of the verifier: the attacks tell them from the real ones."""

from __future__ import annotations

from typing import Any

import pytest

from derive.certificates.certificate import NotAccepted
from derive.kernel.decide import Equation, Theorem
from derive.verifier import Result
from tests.attacks import suite, test_forging
from tests.memory import replaced


def always_accepting(certificate: str, statements: str, *_: Any) -> Result:
    """A verifier that has nothing against anything."""
    return Result("accepted")


def always_rejecting(certificate: str, statements: str, *_: Any) -> Result:
    """A verifier that believes nothing."""
    return Result("rejected", "no")


def always_proving(self: Equation, cofactors: object = ()) -> Theorem:
    """A kernel to which everything is equal."""
    return test_forging.forged(self.lhs, self.rhs, self.hypotheses)


def never_proving(self: Equation, cofactors: object = ()) -> None:
    """A kernel to which nothing is equal."""


@pytest.mark.parametrize("name", ["mutated statements, to the verifier", "random equations", "mutated certificates"])
def test_a_verifier_that_accepts_everything_is_found_out(name: str) -> None:
    """By every attack that asks the verifier."""
    with replaced("derive.verifier.verify", always_accepting):
        assert suite.found_by(name, 12)


def test_a_verifier_that_rejects_everything_is_found_out() -> None:
    """By the certificates that must be accepted, and by nothing else."""
    with replaced("derive.verifier.verify", always_rejecting):
        assert suite.certificates_lost()
        assert not suite.found_by("mutated certificates", 12)


@pytest.mark.parametrize("name", ["mutated statements", "random equations"])
def test_a_kernel_that_proves_everything_is_found_out(name: str) -> None:
    """By every attack that asks the kernel."""
    with replaced("derive.kernel.decide.Equation.theorem", always_proving):
        assert suite.found_by(name, 12)


def test_a_kernel_that_proves_nothing_is_found_out() -> None:
    """By the theorems and the true equations that must be proved."""
    with replaced("derive.kernel.decide.Equation.theorem", never_proving):
        assert suite.theorems_lost()
        assert suite.equations_lost()


def test_the_forgeries_find_out_a_verifier_that_accepts_everything() -> None:
    """What a broken kernel proves is rejected by the verifier alone: with this dummy the test fails."""
    place, what = next(iter(test_forging.BROKEN)), next(iter(test_forging.FALSE_STATEMENTS))
    with replaced("derive.verifier.verify", always_accepting), pytest.raises(AssertionError):
        test_forging.test_certificates_of_a_broken_kernel_are_rejected(place, what)


def test_the_forgeries_find_out_a_verifier_that_rejects_everything() -> None:
    """A true statement must be accepted."""
    with replaced("derive.verifier.verify", always_rejecting), pytest.raises(NotAccepted):
        test_forging.test_a_real_theorem_comes_out_again_and_its_certificate_is_accepted()
