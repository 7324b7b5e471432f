"""Repairs of false lines as papers have them, lines that no small change mends, and the bounds of the work."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import pytest

from derive.answers import repairs
from derive.answers.bounds import with_certificates
from derive.answers.repairs import MAX_CHANGES, MAX_PROOFS, Change, Repair, changes, repair
from derive.language.build import (
    basis,
    define,
    delta,
    diag,
    dot,
    exp,
    grad,
    inverse,
    matrix,
    norm,
    ones,
    scalar,
    sum_,
    trace,
    var,
    vector,
    zeros,
)
from derive.language.hypotheses import Hypothesis, equal
from derive.language.terms import Add, Term, as_term
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex
from derive.statements.bound import Bound
from derive.statements.equation import prove_equation
from tests.words import B, K, N, Pi, i, j

DECLARATIONS = r"""
dimension N, K
vectors x, y, a, b, d, \gamma : N
matrix X : K x N; matrices A, B : N x N; matrices U, V : N x N invertible
matrix S : N x N symmetric; matrix Q : N x N orthogonal
scalars s, t; scalar \epsilon > 0
index i, j : N; index p : K; layout mixed
let \mu = \frac1N \sum_{i=1}^N x_i
let \sigma^2 = \frac1N \sum_{i=1}^N (x_i - \mu)^2
let \tau = \sqrt{\sigma^2}
let r = \sqrt{\sigma^2 + \epsilon}
let \hat x = \frac{x - \mu \mathbf 1}{\sqrt{\sigma^2 + \epsilon}}
let z = \gamma \odot \hat x
let \Pi = I_N - \frac1N \mathbf 1 \mathbf 1^\top
let \bar x = \frac1K X^\top \mathbf 1
let f = \frac12 |A x - b|^2
"""

#: A false line, with what it is true with.
REPAIRED: dict[str, str] = {
    # a factor or divisor lost, or too many
    r"\mu = \sum_i x_i": "1/N",
    r"\sum_i x_i = \mu": "N",
    r"\sigma^2 = \sum_{i=1}^N (x_i - \mu)^2": "1/N",
    r"\|\Pi x\|^2 = \sigma^2": "N",
    r"\sum_{i,j} x_i x_j = N \mu^2": "N",
    r"\Pi^2 = \frac1N \Pi": "the factor 1 / N left out",
    r"\frac{\partial f}{\partial x} = 2 A^\top (A x - b)": "the factor 2 left out",
    r"\frac{\partial (x^\top x)}{\partial x} = x": "2",
    r"\frac{\partial x^\top S x}{\partial x} = S x": "2",
    r"\frac{\partial \mu}{\partial x_i} = 1": "1/N",
    r"\|x + y\|^2 = \|x\|^2 + x^\top y + \|y\|^2": "2 before xᵀ y",
    r"\Pi = I_N - \mathbf 1 \mathbf 1^\top": "1/N before 1 1ᵀ",
    r"\tau = \sqrt{\sum_{i=1}^N (x_i - \mu)^2}": "1/N before Σᵢ (xᵢ - μ)²",
    r"\sum_i (x_i - \mu)^2 = (\sum_i x_i^2) - \mu^2": "N before μ²",
    r"\sum_i \sum_j (x_i - x_j)^2 = N^2 \sigma^2": "2",
    r"\frac{\partial \|x\|}{\partial x} = x": "1/|x|",
    r"z = \hat x": "γ ⊙",
    r"\frac{\partial (d^\top z)}{\partial \gamma} = \hat x": "d ⊙",
    # one size for another
    r"\sigma^2 = \frac{1}{N-1} \sum_{i=1}^N (x_i - \mu)^2": "N in place of N - 1",
    r"\operatorname{tr}(\Pi) = N": "N - 1 in place of N",
    r"\operatorname{tr}(I_N) = N - 1": "N in place of N - 1",
    r"\operatorname{tr}(I_N) = K": "N in place of K",
    r"\bar x_i = \frac1N \sum_p X_{pi}": "K in place of N",
    r"\sum_i (x_i - \mu)^2 = (N - 1) \sigma^2": "N in place of N - 1",
    r"\frac{\partial \sigma^2}{\partial x_i} = \frac{2}{N-1} (x_i - \mu)": "N in place of N - 1",
    r"\frac{1}{N-1} \sum_i (x_i - \mu)^2 = \sigma^2": "N in place of N - 1, on the left",
    r"\frac{1}{N-1} \sum_i (x_i - \mu)^2 = \frac{N-1}{N} \sigma^2": "N / (N - 1) in place of (N - 1) / N",
    # a sign
    r"\Pi^\top = -\Pi": "+ for −",
    r"\Pi x = x + \mu \mathbf 1": "− for + before μ 1",
    r"\frac{\partial \sigma^2}{\partial x_i} = \frac2N (x_i + \mu)": "− for + before μ",
    r"(x + y)^\top (x - y) = \|x\|^2 + \|y\|^2": "− for + before |y|²",
    r"\sum_i (x_i + \mu) = 0": "− for + before μ, on the left",
    # exponents and roots
    r"\sigma^2 = \frac1N \sum_{i=1}^N (x_i - \mu)": "exponent 2 on xᵢ - μ",
    r"\sigma^2 = \frac1N \|x\| - \mu^2": "exponent 2 on |x|",
    r"\sum_i x_i = N \mu^2": "exponent 1 on μ",
    r"\|x\| = x^\top x": "√(xᵀ x) in place of xᵀ x",
    r"\|x\|^2 = \sqrt{x^\top x}": "xᵀ x in place of √(xᵀ x)",
    r"\hat x = \frac{x - \mu \mathbf 1}{\sigma^2 + \epsilon}": "√(σ² + ε) in place of σ² + ε",
    r"\hat x = \frac{x - \mu \mathbf 1}{\sqrt{\sigma^2} + \epsilon}": "√(σ² + ε) in place of √(σ²) + ε",
    r"\frac{\partial}{\partial x_i} \frac1r = -\frac{x_i - \mu}{N} (\sigma^2 + \epsilon)^{-1/2}": (
        "exponent -3/2 on σ² + ε"
    ),
    # transposes, orders, indices
    r"\frac{\partial f}{\partial x} = A (A x - b)": "ᵀ on A",
    r"\frac{\partial (A x)}{\partial x} = A^\top": "A in place of Aᵀ",
    r"Q^{-1} = Q": "ᵀ on Q",
    r"\operatorname{tr}(A B) = \operatorname{tr}(A B^\top)": "B in place of Bᵀ",
    r"X^\top X = X X^\top": "Xᵀ X in place of XXᵀ",
    r"(A B)^\top = A^\top B^\top": "Bᵀ Aᵀ in place of Aᵀ Bᵀ",
    r"(U V)^{-1} = U^{-1} V^{-1}": "V⁻¹ U⁻¹ in place of U⁻¹ V⁻¹",
    r"(A x)_i = \sum_j A_{ji} x_j": "Aᵢⱼ in place of Aⱼᵢ",
    r"\frac{\partial x_i}{\partial x_j} = 1": "δᵢⱼ in place of 1",
    # something forgotten, or one thing for another
    r"\sigma^2 = \frac1N \sum_{i=1}^N x_i^2": "xᵢ - μ in place of xᵢ",
    r"\hat x_i = \frac{x_i}{\sqrt{\sigma^2 + \epsilon}}": "xᵢ - μ in place of xᵢ",
    r"r = \sqrt{\sigma^2}": "σ² + ε in place of σ²",
    r"Q^\top Q = Q": "I in place of Q",
    r"\frac{\partial (a^\top x)}{\partial x} = x": "a in place of x",
    # the Jacobian of a normalisation
    r"\frac{\partial \hat x_i}{\partial x_j} = \frac1r (\delta_{ij} - \frac1N + \frac{\hat x_i \hat x_j}{N})": (
        "− for + before x̂ᵢ x̂ⱼ / N"
    ),
    r"\frac{\partial \hat x_i}{\partial x_j} = \frac1r (\delta_{ij} - \frac1N - \hat x_i \hat x_j)": (
        "1/N before x̂ᵢ x̂ⱼ"
    ),
    r"\frac{\partial \hat x_i}{\partial x_j} = \frac1r (\delta_{ij} - 1 - \frac{\hat x_i \hat x_j}{N})": (
        "-1 / N in place of -1"
    ),
    r"\frac{\partial \hat x_i}{\partial x_j} = \frac{1}{r^2} (\delta_{ij} - \frac1N - \frac{\hat x_i \hat x_j}{N})": (
        "exponent 1 on r"
    ),
    r"\frac{\partial \hat x_i}{\partial x_j} = \frac1r (\delta_{ij} - \frac{\hat x_i \hat x_j}{N})": (
        "− 1 / N after δᵢⱼ - x̂ᵢ x̂ⱼ / N"
    ),
    r"\frac{\partial (d^\top \hat x)}{\partial x} = \frac1r (d - \frac1N \mathbf 1 \mathbf 1^\top d"
    r" + \frac1N \hat x \hat x^\top d)": "− for + before (1 / N) x̂x̂ᵀ d",
    r"\frac{\partial (d^\top \hat x)}{\partial x} = \frac{1}{N r} (d - \mathbf 1 \mathbf 1^\top d"
    r" - \hat x \hat x^\top d)": "N before d",
    # bounds
    r"\|x\|^2 < x^\top x": "≤ in place of <",
    r"\|x\|^2 > N \sigma^2": "≥ in place of >",
    r"\sigma^2 \ge \frac1N \|x\|^2": "≤ in place of ≥",
    r"\sigma^2 < 0": "≥ in place of <",
}

#: False lines that no small change makes true, or only one that leaves nothing of them.
BEYOND = (
    r"A B = B A",
    r"A = A^\top",
    r"x = y",
    r"x = -x",
    r"x + x = 0",
    r"x_i - x_j = 0",
    r"\mu = 0",
    r"\Pi \mathbf 1 = \mathbf 1",
    r"\|\hat x\|^2 = N",
    r"x = \mu",
    r"A^{-1} = A",
    r"(x^\top y)^2 = \|x\|^2 \|y\|^2",
    r"\|x + y\| = \|x\| + \|y\|",
    r"\sqrt{s^2 + t^2} = s + t",
    r"\det(A B) = \det A + \det B",
    r"\frac{\partial x^\top A x}{\partial x} = 2 A x",
    r"\|x\| \ne \sqrt{x^\top x}",
    r"x^\top y \le \|x\|^2",
)

a, b, one, A = vector("a", N), vector("b", N), ones(N), matrix("A", N, N)
s, t, u, v = (scalar(name) for name in "stuv")


@pytest.fixture(scope="module")
def context() -> Context:
    """The names of the lines."""
    return context_from(DECLARATIONS)


def repaired(line: str, context: Context) -> tuple[Repair | None, tuple[Term, Term]]:
    """The repair of a line that is refuted, and its sides."""
    chain = read_latex(line, context)
    (lhs, rhs), (relation,) = chain.terms, chain.relations
    judgement = chain.statement.decide()
    assert judgement.status == "refuted", line
    return repair(lhs, relation, rhs, chain.hypotheses, judgement.counterexample), (lhs, rhs)


def mend(lhs: Term, rhs: Term, *given: Hypothesis) -> Repair | None:
    """The repair of an equation that is refuted."""
    verdict = prove_equation(lhs, rhs, given)
    assert verdict.status == "refuted"
    return repair(lhs, "=", rhs, given, verdict.counterexample)


def proved(found: Repair, *given: Hypothesis) -> bool:
    """Is what was found a theorem?"""
    if found.relation == "=":
        return prove_equation(found.lhs, found.rhs, given).status == "proved"
    return with_certificates(Bound(found.lhs, found.relation, found.rhs, None, given)).decide().status == "proved"


@pytest.mark.parametrize("line", REPAIRED)
def test_a_false_line_is_repaired(line: str, context: Context) -> None:
    """The change that an author would make is found, in words, and what comes of it is proved."""
    found, _ = repaired(line, context)
    assert found is not None
    assert found.change == REPAIRED[line]
    assert proved(found)


@pytest.mark.parametrize("line", REPAIRED)
def test_one_thing_is_changed(line: str, context: Context) -> None:
    """An equation keeps one of its sides, a bound both; then it is the relation that is another one."""
    found, sides = repaired(line, context)
    assert found is not None
    kept = [old == new for old, new in zip(sides, (found.lhs, found.rhs), strict=True)]
    assert kept.count(True) == (1 if found.relation == "=" else 2)
    assert ("on the left" in found.change) == (not kept[0])


@pytest.mark.parametrize("line", BEYOND)
def test_a_line_beyond_repair(line: str, context: Context) -> None:
    """No change is offered, above all none that leaves 0 = 0 or x = x."""
    assert repaired(line, context)[0] is None


#: What the lines above do not show.
BUILT: dict[str, tuple[Term, Term]] = {
    "t in place of -t": (s * exp(t), s * exp(-t)),
    "diag(a + b) in place of a + b": (diag(a + b), a + b),
    "s 1 in place of s": (Pi * a + s * one - Pi * a, s),
    "tr(abᵀ) in place of abᵀ": (dot(a, b), a * b.T),
    "(s + t) / u in place of s + t / u": ((s + t) / u, s + t / u),
    "s + t / u in place of (s + t) / u": (s + t / u, (s + t) / u),
    "(Σᵢ aᵢ)² in place of Σᵢ aᵢ²": (dot(a, one) ** 2, sum_(i, a[i] ** 2)),
    "Σᵢ aᵢ² in place of (Σᵢ aᵢ)²": (norm(a) ** 2, sum_(i, a[i]) ** 2),
    "eⱼ in place of eᵢ": (a[j] * a[i], dot(a, basis(i)) * a[i]),
    "δⱼᵢ in place of δᵢᵢ": (a[i] * delta(j, i), a[j] * delta(i, i)),
    "N² before s": (sum_(i, sum_(j, s)) + t, s + t),
    "1/(NK)": (s * t / (N * K), t * s),
    "2 / N": ((2 / N) * Pi * a, Pi * a),
    "3 in place of 1": (3 + s * t, 1 + s * t),
    "+ s": (2 * t + s, 2 * t),
    "2 before u, on the left": (s + u + (-s + u) - u, as_term(0)),
    "I in place of B": (Pi + one * one.T / N + A, A + B),
    "N before A, on the left": (one.T * (A - one * one.T * A), zeros(N).T),
}


@pytest.mark.parametrize("words", BUILT)
def test_other_slips(words: str) -> None:
    """Each kind of change is found where it is the one that is needed."""
    found = mend(*BUILT[words])
    assert found is not None
    assert found.change == words
    assert proved(found)


TRUE: dict[str, tuple[Term, Term]] = {
    "variance": (var(a), norm(a) ** 2 / N - (dot(a, one) / N) ** 2),
    "centring": (Pi * a, a - (dot(a, one) / N) * one),
    "transposes": ((A * B).T, B.T * A.T),
    "squares": (norm(a + b) ** 2, norm(a) ** 2 + 2 * dot(a, b) + norm(b) ** 2),
    "gradient": (grad(norm(A * a - b) ** 2, a), 2 * A.T * (A * a - b)),
    "trace": (trace(Pi), N - 1),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_changed_is_changed_back(name: str) -> None:
    """Of every true line made false by a change of the right side a repair is found, and it is proved."""
    lhs, rhs = TRUE[name]
    assert prove_equation(lhs, rhs).status == "proved"
    wrong = [change.side for change in islice(changes(lhs, rhs), 60) if not change.on_left]
    refuted = [side for side in wrong if prove_equation(lhs, side).status == "refuted"]
    assert len(refuted) > 8
    found = [mend(lhs, side) for side in refuted]
    assert all(each is None or proved(each) for each in found)
    assert found.count(None) <= len(found) // 10


def test_hypotheses_are_assumed() -> None:
    """A repair may be true only under them."""
    centred = equal(dot(a, one), 0)
    found = mend(Pi * a, 2 * a, centred)
    assert found is not None
    assert found.change == "the factor 2 left out"
    assert proved(found, centred)
    assert not proved(found)


def test_a_condition_is_added_where_it_must_be() -> None:
    """s t = u says s = u / t only for t ≠ 0."""
    product = equal(s * t, u)
    found = mend(s, u * t, product)
    assert found is not None
    assert found.change == "exponent -1 on t"
    assert prove_equation(found.lhs, found.rhs, (product,)).conditions


def test_no_condition_is_added_where_one_can_do_without() -> None:
    """Of u / t and u v, which are both s, the second comes later and needs nothing."""
    given = (equal(s * t, u), equal(s, u * v))
    found = mend(s + v, u * t + v, *given)
    assert found is not None
    assert found.change == "v in place of t"
    assert not prove_equation(found.lhs, found.rhs, given).conditions


def test_a_condition_that_was_there_is_none_that_is_added() -> None:
    """N − 1 is not 0 where the line divides by it; that 1/(N − 1) has no value at N = 1 refutes nothing."""
    found = mend(norm(Pi * a) ** 2 / (N - 1), N * var(a) / N)
    assert found is not None
    assert found.change == "N - 1 in place of N"


def test_long_terms_are_shortened() -> None:
    """A sum of thirty names is not spelt out."""
    long = Add(tuple(scalar(f"x_{n}") for n in range(30)))
    found = mend(long**2, long)
    assert found is not None
    assert found.change.endswith("…")
    assert len(found.change) < 90


def test_the_same_repair_every_time() -> None:
    """The changes and their order depend on the line alone: other hashes of names make no difference."""
    code = (
        "from derive.answers.repairs import changes\n"
        "from derive.language.build import *\n"
        "N, K = dimension('N'), dimension('K')\n"
        "i, j, X, a = index('i', N), index('j', N), matrix('X', N, K), vector('a', N)\n"
        "print([c.words for c in changes(a[i] * a[j], sum_(j, (X * X.T)[i, j] * (a[j] + a[i])) / N)])\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said != {b""}


HOPELESS = (norm(A * a - b) ** 3 + s * t + u * v, (dot(a, A.T * b) / N + s) * (trace(A * A) / N - t) / (1 + u**2) + v)


def test_so_many_changes_are_evaluated_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line with more changes than that is given up after `MAX_CHANGES`."""
    asked: list[Change] = []

    def counted(lhs: Term, rhs: Term) -> Iterator[Change]:
        for change in changes(lhs, rhs):
            asked.append(change)
            yield change

    assert len(list(islice(changes(*HOPELESS), MAX_CHANGES + 1))) > MAX_CHANGES
    monkeypatch.setattr(repairs, "changes", counted)
    assert mend(*HOPELESS) is None
    assert len(asked) == MAX_CHANGES


def test_so_many_attempts_to_prove_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no point tells the changes from the truth, the kernel is asked `MAX_PROOFS` times."""
    asked: list[Term] = []

    def refused(lhs: Term, rhs: Term, _: tuple[Hypothesis, ...]) -> None:
        asked.append(rhs)

    monkeypatch.setattr(repairs, "_fails", lambda *_: False)
    monkeypatch.setattr(repairs, "_conditions_if_proved", refused)
    assert mend(*HOPELESS) is None
    assert len(asked) == MAX_PROOFS


@pytest.mark.parametrize("effort", [50, 2_000])
def test_so_much_is_evaluated_and_no_more(monkeypatch: pytest.MonkeyPatch, effort: int) -> None:
    """When the entry operations are spent, on points or on changes, there is no repair, and no error."""
    lhs, rhs = var(a), sum_(i, a[i] ** 2) / N
    assert mend(lhs, rhs) is not None
    monkeypatch.setattr(repairs, "EFFORT", effort)
    assert mend(lhs, rhs) is None


def test_without_a_counterexample() -> None:
    """Other points tell the changes from the truth as well."""
    found = repair(trace(Pi), "=", N)
    assert found is not None
    assert found.change == "N - 1 in place of N"


def test_changes_are_distinct_and_well_typed() -> None:
    """No change is offered twice, and both sides always have one shape."""
    lhs, rhs = grad(norm(A * a - b) ** 2, a), A * (A * a + b) / N
    found = list(changes(lhs, rhs))
    assert len(found) > 80
    assert len({(change.on_left, change.side) for change in found}) == len(found)
    assert {change.side.shape for change in found} == {lhs.shape}


def test_a_summed_index_is_not_lost() -> None:
    """Σⱼ aᵢ is no slip for Σⱼ aⱼ."""
    assert sum_(j, a[i]) not in [change.side for change in changes(a[i], sum_(j, a[j]))]


def test_changes_beyond_the_limits_of_a_term_are_left_out() -> None:
    """An exponent of 300 is no term; s¹⁵¹ is."""
    found = mend(s**151 * t, s**150 * t)
    assert found is not None
    assert found.change == "exponent 151 on s"
    assert len(list(changes(s**151 * t, s**150 * t))) > 5


def test_a_name_that_is_taken() -> None:
    """Where ``mean`` is something else the mean of a vector cannot be subtracted, and nothing is proved with it."""
    x = vector("x", N)
    centred = define("centred", x - dot(x, one) / N * one, x)
    for name, change in (("length", "a - μ(a) 1 in place of a"), ("mean", None)):
        length = define(name, dot(x, x), x)
        found = mend(length(b) * centred(a), length(b) * a)
        assert (found and found.change) == change


def test_data_that_hardly_exist() -> None:
    """An idempotent matrix that has an inverse is I; the repair is proved of it, or not at all."""
    P = matrix("P", N, N, "idempotent")
    found = mend(inverse(P) * A, 2 * inverse(P) * A)
    assert found is None or proved(found)
