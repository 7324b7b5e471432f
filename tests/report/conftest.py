"""A small theory with everything that a report shows, and one with hostile names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from derive.authoring.theory import Theory
from derive.authoring.vocabulary import Convention, given, near_miss
from derive.derivation.derivation import Derivation, definition, rule
from derive.language.build import dimension, dot, identity, let, norm, ones, scalar, sqrt, trace, vector
from derive.language.hypotheses import Hypothesis, equal
from derive.language.terms import Term
from derive.printing import Sentence
from derive.report.build import build_report
from derive.report.model import Report
from derive.statements.equation import Equations, equation, equations
from derive.statements.statement import Obligation, Statement
from tests.structures import structured_theory

HOSTILE = r"100% |of| <script>alert(1)</script> \input{/etc/passwd} \end{document} $x$ & #1 _a_ `b` ~^"


def small_theory() -> Theory:
    N = dimension("N")
    a, v = vector("a", N), vector("v", N)
    eps = scalar("eps", "nonneg")
    one = ones(N)
    mu = let("mu", dot(a, one) / N)
    P = let("P", identity(N) - one * one.T / N)
    theory = Theory("small", "A small theory", "The mean, and the projector P.", ("A book, p. 1",))
    theory.names.update({"N": N, "a": a, "eps": eps, "P": P})
    theory.define(mu, "A book, Eq. (2)")
    by_mean = definition(mu)

    @theory.theorem("the mean removed", "A book, Eq. (3)")
    @near_miss("the mean lost", a, P * a)
    def centred() -> Derivation:
        """a − μ1 = Pa, for every a in ℝᴺ."""
        factor = rule("centring is a projection", a - dot(a, one) / N * one, P * a, ())
        return Derivation.start(a - mu * one).by(by_mean).by(factor)

    @theory.theorem("the trace of P", "")
    @near_miss("N for N - 1", N)
    @near_miss("a vector for a number", 0 * one)
    def rank() -> tuple[object, ...]:
        """tr P = N − 1."""
        return trace(P), N - 1

    @theory.theorem("no length", "")
    @given(equal(dot(one, v), 0))
    @Convention("0/0", equation(v / norm(0 * v), v))
    def kept() -> tuple[object, ...]:
        """Pv/√(|v|² + ε) = v/√(|v|² + ε) where 1·v = 0."""
        root = sqrt(norm(v) ** 2 + eps)
        return P * v / root, v / root

    return theory


@pytest.fixture(scope="session")
def small() -> Report:
    """The report of the small theory."""
    return build_report(small_theory())


@pytest.fixture(scope="session")
def structured() -> Report:
    """The report of a theory with theorems that are no equations."""
    return build_report(structured_theory())


@dataclass(frozen=True)
class HostileStatement(Statement):
    """Its words are commands of every target."""

    claim: Equations
    hypotheses: tuple[Hypothesis, ...] = ()
    kind: ClassVar[str] = HOSTILE
    lemma: ClassVar[str] = HOSTILE

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.claim.terms

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        return (Obligation(HOSTILE, self.claim, necessary=True),)

    def sentence(self) -> Sentence:
        return HOSTILE, self.claim.chain[0]


@pytest.fixture(scope="session")
def hostile() -> Report:
    """The report of a theory whose words are commands of every target."""
    N = dimension("N")
    a, odd = vector("a", N), vector(r"\input{x}<b>|$", N)
    theory = Theory("hostile", HOSTILE, HOSTILE, (HOSTILE,))
    theory.names.update({"N": N, "odd": odd})
    theory.define(let(r"\write18{ls}", odd), HOSTILE)
    without_relations = HOSTILE.replace("<", "").replace(">", "")
    swap = rule(without_relations, dot(a, odd), dot(odd, a), ())

    @theory.theorem(HOSTILE, HOSTILE)
    @near_miss(HOSTILE, odd, 2 * odd)
    def swapped() -> Derivation:
        r"""\input{/etc/passwd} <script>alert(1)</script> ``\end{document}|<b>``"""
        return Derivation.start(dot(a, odd)).by(swap, note=HOSTILE)

    @theory.theorem(HOSTILE, HOSTILE)
    @near_miss(HOSTILE, HostileStatement(equations((odd, 2 * odd))))
    def said() -> Statement:
        r"""\input{/etc/passwd} <script>alert(1)</script> ``\end{document}|<b>``"""
        return HostileStatement(equations((dot(a, odd), dot(odd, a))))

    return build_report(theory)
