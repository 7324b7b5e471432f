"""The attacks as checks: each says what it found that must not be; nothing, if all is well.

A check takes its size and seed, and asks whatever `derive` and `derive.verifier` are at the time: so a dummy in their place
makes checks fail, which `test_dummies` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from derive.errors import DeriveError
from tests.attacks import certificates, equations, latex, statements
from tests.attacks.tally import Tally
from tests.attacks.verifying import accepts, accepts_mutant, as_written

#: A part of the theorems and certificates, every so many, for the checks that nothing true is lost.
STEP = 23
#: Of the equations that are true by construction, the share that the kernel must prove.
SHARE = 0.85


def seeds(seed: str, cases: int) -> list[str]:
    """The seeds of so many cases."""
    return [f"{seed}:{k}" for k in range(cases)]


Attack = Callable[[Sequence[str]], Tally]


TO_THE_VERIFIER = "mutated statements, to the verifier"

#: The attacks that take seeds.
ATTACKS: dict[str, Attack] = {
    "mutated statements": statements.attack,
    TO_THE_VERIFIER: partial(
        statements.attack, prover=accepts_mutant, name=TO_THE_VERIFIER, word="accepted", asked_of=as_written
    ),
    "random equations": equations.attack,
    "mutated certificates": certificates.attack,
    "mutated LaTeX": latex.attack,
}


def near_misses(step: int = 1, first: int = 0) -> Tally:
    """The near misses of the theories, put to the verifier: false, each of them."""
    tally = Tally("near misses of the theories, to the verifier")
    for miss in statements.near_misses()[first::step]:
        row = miss.statement.kind
        tally.count(row, "cases")
        try:
            accepted = accepts(miss.statement)
        except DeriveError:  # the format has no place for it, or a name has two meanings
            tally.count(row, "no certificate")
            continue
        except statements.CRASHES as error:
            tally.count(row, "crash")
            tally.report(miss.label, f"{type(error).__name__}: {error}")
            continue
        tally.count(row, "accepted" if accepted else "rejected")
        if accepted:
            tally.count(row, "wrong")
            tally.report(miss.label, f"{statements.show(miss.statement)} is accepted")
    return tally


def theorems_lost() -> list[str]:
    """Theorems that are not proved, of a part of them."""
    return [f"{label} is not proved" for label in statements.missed(statements.originals()[::STEP])]


def equations_lost() -> list[str]:
    """Too few of the equations that are true by construction proved."""
    proved, made = equations.proved_of_true(seeds("lost", 60))
    return [] if proved >= SHARE * made else [f"{proved} of {made} true equations are proved"]


def certificates_lost() -> list[str]:
    """Certificates that are not accepted, of a part of them."""
    return [f"{label} is not accepted" for label in certificates.missed(certificates.certificates()[::STEP])]


#: The checks that nothing true is lost.
LOST: dict[str, Callable[[], list[str]]] = {
    "theorems": theorems_lost,
    "true equations": equations_lost,
    "certificates": certificates_lost,
}

#: Seed and number of cases in the suite.
MODEST: dict[str, tuple[str, int]] = {
    "mutated statements": ("suite", 50),
    TO_THE_VERIFIER: ("suite verifier", 12),
    "random equations": ("suite", 60),
    "mutated certificates": ("suite", 80),
    "mutated LaTeX": ("suite", 100),
}


def found_by(name: str, cases: int | None = None) -> list[str]:
    """What an attack finds at its modest size."""
    seed, number = MODEST[name]
    return [str(finding) for finding in ATTACKS[name](seeds(seed, cases or number)).wrong]
