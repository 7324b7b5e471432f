"""Forged theorems, verdicts, judgements and kernels: none survives being checked again.

Python hides nothing: with ``object.__setattr__`` or a patched kernel one can make an object that says *proved*.  What such
an object is worth is what its certificate is worth; and the verifier, which reads text, accepts none of a false statement.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from derive.certificates.certificate import certificate_of
from derive.certificates.statements import write_statement
from derive.errors import DeriveError
from derive.kernel.decide import Equation, Theorem
from derive.language import build as b
from derive.language.hypotheses import Hypothesis, equal
from derive.language.terms import Number, Term
from derive.printing import Sentence
from derive.statements.bound import bound
from derive.statements.conjunction import All
from derive.statements.equation import Equations, equation, prove_equation
from derive.statements.statement import Obligation, Statement, decided
from derive.statements.verdict import Part, Verdict
from tests.attacks.verifying import LABEL, certificate_text, exported, statements_text, verifier
from tests.memory import forget, replaced
from tests.words import N, a, one, v

TRUE = (b.dot(a, one), b.dot(one, a))
FALSE = (b.dot(a, one), N * b.dot(one, a))


def theorem() -> Theorem:
    """A real one."""
    found = Equation(*TRUE).theorem()
    if found is None:
        pytest.fail("a · 1 = 1 · a is not proved")
    return found


def holds_again(claimed: Theorem) -> bool:
    """Does it come out again, from its terms and hypotheses alone?"""
    return Equation(claimed.lhs, claimed.rhs, claimed.hypotheses).theorem() is not None


def forged(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...] = ()) -> Theorem:
    """An object of the class of theorems that was never proved."""
    made = object.__new__(Theorem)
    values = {"lhs": lhs, "rhs": rhs, "hypotheses": hypotheses, "conditions": ()}
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def test_a_real_theorem_comes_out_again_and_its_certificate_is_accepted() -> None:
    """The checks of this file can succeed."""
    assert holds_again(theorem())
    assert verifier(*exported(equation(*TRUE))) == "accepted"


WAYS: dict[str, Callable[[Theorem], Any]] = {
    "constructed": lambda t: Theorem(object(), *FALSE, (), ()),
    "constructed from one": lambda t: Theorem(t, *FALSE, (), ()),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": pickle.dumps,
    "subclassed": lambda t: type("Theorem2", (Theorem,), {}),
    "changed": lambda t: setattr(t, "rhs", FALSE[1]),
    "given a name": lambda t: setattr(t, "note", 1),
    "emptied": lambda t: delattr(t, "lhs"),
    "replaced": lambda t: replace(t, rhs=FALSE[1]),
    "replaced by copy": lambda t: copy.replace(t, rhs=FALSE[1]),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize("way", WAYS)
def test_a_theorem_cannot_be_made_or_changed_by_ordinary_means(way: str) -> None:
    """Construction, copies, pickles, subclasses, assignments."""
    real = theorem()
    with pytest.raises((DeriveError, TypeError, AttributeError, ValueError)):
        WAYS[way](real)
    assert (real.lhs, real.rhs) == TRUE


def test_a_theorem_made_behind_the_classs_back_does_not_come_out_again() -> None:
    """``object.__new__`` and ``object.__setattr__`` cannot be forbidden; being checked again tells."""
    edited = theorem()
    object.__setattr__(edited, "rhs", FALSE[1])
    assert not holds_again(edited)
    assert not holds_again(forged(*FALSE))
    under = Equation(v, b.zeros(N), [equal(v, 0)]).theorem()
    assert under is not None
    assert holds_again(under)
    object.__setattr__(under, "hypotheses", ())
    assert not holds_again(under)


def certified(verdict: Verdict) -> str | None:
    """What the verifier says of the certificate of a verdict; None where there is none."""
    made = verdict.certificate
    return None if made is None else verifier(json.dumps(made), statements_text(made["statement"], made["label"]))


def test_a_forged_verdict_has_no_certificate_that_is_accepted() -> None:
    """Made by hand, with a forged theorem, or from a real one with another side."""
    real = prove_equation(*TRUE)
    assert certified(real) == "accepted"
    for made in (
        Verdict(equation(*FALSE), "proved"),
        Verdict(equation(*FALSE), "proved", theorem=forged(*FALSE)),
        replace(real, statement=equation(TRUE[0], FALSE[1])),
        replace(prove_equation(*FALSE), status="proved"),
    ):
        assert made.status == "proved"
        assert certified(made) in (None, "rejected")


def forged_judgements() -> Iterator[Verdict]:
    """Judgements that say *proved* of something false."""
    false = equation(*FALSE)
    yield Verdict(false, "proved", linked=(Verdict(false, "proved", theorem=forged(*FALSE)),))
    yield replace(equation(*TRUE).decide(), statement=false)
    yield Verdict(All((("a part", false),)), "proved", (Part("a part", Verdict(false, "proved")),))
    sign = bound(b.sum_(b.index("n", N), a[b.index("n", N)]), ">=", 0)
    yield Verdict(sign, "proved", tuple(Part("", Verdict(equation(N, N), "proved")) for _ in range(2)))


@pytest.mark.parametrize("number", range(4))
def test_a_forged_judgement_has_no_certificate_that_is_accepted(number: int) -> None:
    """It may be written down; the verifier does not take its word."""
    made = list(forged_judgements())[number]
    try:
        texts = exported(made)
    except DeriveError:
        return
    assert verifier(*texts) == "rejected"


class Everything(Equations):
    """Equal to every equation, and proved: what is remembered under it would be remembered of all."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equations)

    def __hash__(self) -> int:
        return hash(Equations(FALSE))

    def decide(self) -> Verdict:
        return Verdict(self, "proved", linked=(Verdict(equation(*TRUE), "proved", theorem=theorem()),))


@dataclass(frozen=True)
class Anything(Statement):
    """A kind of one's own, which says that it is proved."""

    chain: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = "equation"

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.chain

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        return ()

    def sentence(self) -> Sentence:
        return self.chain[0], "=", self.chain[1]


def test_a_memory_that_was_poisoned_gives_no_certificate_that_is_accepted() -> None:
    """A conjunction remembers its members' judgements by equality, which anybody may define."""
    false = All((("a part", Equations(FALSE)),))
    try:
        decided(Everything(FALSE))
        judgement = false.decide()
        if judgement.status == "proved":
            try:
                texts = exported(judgement)
            except DeriveError:
                return
            assert verifier(*texts) == "rejected"
    finally:
        forget()


def test_a_kind_of_ones_own_has_no_certificate() -> None:
    """Its lemma was proved by nobody; with no parts, it is proved from nothing."""
    assert Anything(FALSE).decide().status == "proved"
    with pytest.raises(DeriveError):
        certificate_of(LABEL, Anything(FALSE))


class Shifty(Number):
    """A number that is another one each time it is looked at."""

    @property
    def value(self) -> Fraction:
        self.__dict__["looks"] = self.__dict__.get("looks", 0) + 1
        return Fraction(self.__dict__["looks"] % 2)

    @value.setter
    def value(self, _: object) -> None:
        return


def test_a_term_that_changes_does_not_change_what_is_verified() -> None:
    """A number that was edited, or that is another one at each look, may be proved equal to anything; its text may not."""
    edited, two, three = (Number(Fraction(n)) for n in (3, 2, 3))
    object.__setattr__(edited, "value", Fraction(2))
    wanted = write_statement(equation(three, two))
    shifty = Shifty(Fraction(3))
    try:
        # The last pair is the honest question: what is remembered of the first may answer it.
        for lhs, rhs in ((edited, two), (three, edited), (shifty, two), (two, shifty), (three, two)):
            try:
                text, _ = exported(equation(lhs, rhs))
            except DeriveError:
                continue
            made = json.loads(text)
            assert verifier(text, statements_text(wanted)) == "rejected"
            assert verifier(certificate_text(wanted, made["body"]), statements_text(wanted)) == "rejected"
    finally:
        forget()


#: Parts of the kernel that a vandal may change, and what to.
BROKEN: dict[str, Any] = {
    "derive.kernel.decide.Equation.holds": lambda self, cofactors=(): True,
    "derive.kernel.decide.is_zero": lambda algebra, form: True,
    "derive.kernel.decide.Equation.theorem": lambda self, cofactors=(): forged(self.lhs, self.rhs, self.hypotheses),
    "derive.kernel.assumptions.Assumptions.holds": lambda self, condition: True,
}
FALSE_STATEMENTS: dict[str, Statement] = {
    "an equation": equation(*FALSE),
    "a bound": bound(b.dot(a, one), ">=", 0),
    "a conjunction": All((("first", equation(*TRUE)), ("second", equation(*FALSE)))),
}


@pytest.mark.parametrize("place", BROKEN)
@pytest.mark.parametrize("what", FALSE_STATEMENTS)
def test_certificates_of_a_broken_kernel_are_rejected(place: str, what: str) -> None:
    """The verifier shares nothing with the kernel, so that breaking one does not break the other."""
    try:
        with replaced(place, BROKEN[place]):
            texts = exported(FALSE_STATEMENTS[what])
    except DeriveError:
        return
    assert verifier(*texts) == "rejected"


def test_at_least_one_broken_kernel_does_prove_something_false() -> None:
    """So that the test before is not about nothing."""
    with replaced("derive.kernel.decide.Equation.holds", lambda self, cofactors=(): True):
        assert equation(*FALSE).decide().status == "proved"


def test_a_certificate_for_one_statement_is_none_for_another() -> None:
    """Neither with its own statement, nor with the other one copied into it, fingerprint and all."""
    text, _ = exported(equation(*TRUE))
    wanted = write_statement(equation(*FALSE))
    assert verifier(text, statements_text(wanted)) == "rejected"
    assert verifier(certificate_text(wanted, {"links": [{}]}), statements_text(wanted)) == "rejected"
