"""Verdicts of equations: tables of what must be proved for every size, refuted with a witness, or named as unsupported."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError, Undecided
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import differ
from derive.kernel.decide import Equation
from derive.language.build import (
    define,
    det,
    diag,
    dimension,
    dot,
    exp,
    grad,
    hadamard,
    index,
    inverse,
    log,
    matrix,
    mean,
    norm,
    ones,
    outer,
    scalar,
    sqrt,
    sum_,
    tanh,
    trace,
    var,
    vector,
    zeros,
)
from derive.language.hypotheses import Condition, equal, invertible, nonzero, not_zero, positive
from derive.language.terms import Power, Product, Term
from derive.statements.equation import Equations, prove_chain, prove_equation, says_where
from tests.strategies import differ_at
from tests.words import A, B, a, eye, g, one, v, w

N, K, M = dimension("N"), dimension("K"), dimension("M")
b = vector("b", N)
c, x, y, z = (scalar(name) for name in "cxyz")
eps = scalar("eps", "positive")
X = matrix("X", N, K)

MU = dot(a, one) / N
CENTRED = a - MU * one
PI = eye - outer(one, one) / N
S = PI @ a
VAR = dot(CENTRED, CENTRED) / N
G = diag(g)
ALPHA = Power(g, Fraction(-1))
PI2 = eye - outer(ALPHA, ALPHA) / dot(ALPHA, ALPHA)
R = sqrt(VAR + eps)
JACOBIAN = G @ (PI - outer(S, S) / (N * R**2)) / R
LN1 = hadamard(g, CENTRED) / R + b
LN4 = G @ CENTRED / R + b
LN6 = sqrt(N) * (G @ PI @ a) / sqrt(dot(S, S) + N * eps) + b


def u(x: Term, delta: Term) -> Term:
    """u_δ(x) = x / √(|x|² + δ)."""
    return x / sqrt(dot(x, x) + delta)


def only_at(size: int) -> Term:
    """A scalar that vanishes at this size and at no other: (N − size)."""
    return N - size


PROVED = {
    "Π² = Π": (PI @ PI, PI),
    "Πᵀ = Π": (PI.T, PI),
    "Π1 = 0": (PI @ one, zeros(N)),
    "1ᵀΠa = 0": (Product((one.T, PI, a)), 0),
    "tr Π = N − 1": (trace(PI), N - 1),
    "a − μ1 = Πa": (CENTRED, S),
    "σ² = aᵀΠa/N": (VAR, Product((a.T, PI, a)) / N),
    "σ² = |Πa|²/N": (VAR, norm(S) ** 2 / N),
    "σ² = aᵀa/N − μ²": (VAR, dot(a, a) / N - MU**2),
    "var and mean": (var(a), dot(a, a) / N - mean(a) ** 2),
    "diag(g)Πa = g∘(a − μ1)": (G @ PI @ a, hadamard(g, CENTRED)),
    "αᵀ diag(g) Π = 0": (Product((ALPHA.T, G, PI)), zeros(N).T),
    "diag(g) − g1ᵀ/N = diag(g)Π": (G - outer(g, one) / N, G @ PI),
    "Π₂² = Π₂": (PI2 @ PI2, PI2),
    "Π₂α = 0": (PI2 @ ALPHA, zeros(N)),
    "(Π₂G⁻²Π₂)(GΠG) = Π₂": (PI2 @ Power(G, Fraction(-2)) @ PI2 @ (G @ PI @ G), PI2),
    "LayerNorm, Eq. (1) = (4)": (LN1, LN4),
    "LayerNorm, Eq. (4) = (6)": (LN4, LN6),
    "LayerNorm, Eq. (1) = (6)": (LN1, LN6),
    "the Jacobian of LayerNorm": (grad(LN1, a), JACOBIAN),
    "(ABᵀ)ᵀ = BAᵀ": ((X @ matrix("Y", M, K).T).T, matrix("Y", M, K) @ X.T),
    "tr(ABC) = tr(CAB)": (
        trace(matrix("F", N, K) @ matrix("H", K, M) @ matrix("L", M, N)),
        trace(matrix("L", M, N) @ matrix("F", N, K) @ matrix("H", K, M)),
    ),
    "centred Gram matrix": (
        X.T @ X - Product((X.T, one, Power(Product((one.T, one)), Fraction(-1)), one.T, X)),
        X.T @ (eye - outer(one, one) / N) @ X,
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved_for_every_size(name):
    """The verdict is *proved*, and its admissible point is one: the two sides are equal there."""
    lhs, rhs = PROVED[name]
    verdict = prove_equation(lhs, rhs)
    assert verdict.status == "proved", verdict
    assert verdict.theorem is not None
    assert differ_at(verdict.lhs, verdict.rhs, verdict.admissible) is False


UNDER_HYPOTHESES = {
    "Eq. (5), a constant": (S / R, zeros(N), [equal(a, c * one)]),
    "Eq. (5), not constant": (
        S / R,
        sqrt(N) * (S / norm(S)) / sqrt(1 + N * eps / Product((a.T, PI, a))),
        [not_zero(S)],
    ),
    "(X + A⁻¹)A = XA + I": ((B + inverse(A)) @ A, B @ A + eye, [invertible(A)]),
    "x = y ⊢ x² = y²": (x**2, y**2, [equal(x, y)]),
    "xy = 1 ⊢ x²y = x": (x**2 * y, x, [equal(x * y, 1)]),
    "|v|² = 0 ⊢ v = 0": (v, zeros(N), [equal(dot(v, v), 0)]),
    "|v| = 0 ⊢ v = 0": (v, zeros(N), [equal(norm(v), 0)]),
    "1·v = 0 ⊢ Πv = v": (PI @ v, v, [equal(dot(one, v), 0)]),
    "|v|² = 1 ⊢ (vvᵀ)² = vvᵀ": (outer(v, v) @ outer(v, v), outer(v, v), [equal(dot(v, v), 1)]),
    "1·v = 0, |v|² = 1 ⊢ Πvvᵀ = vvᵀvvᵀ": (
        PI @ outer(v, v),
        outer(v, v) @ outer(v, v),
        [equal(dot(one, v), 0), equal(dot(v, v), 1)],
    ),
    "AB = I ⊢ ABA = A": (A @ B @ A, A, [equal(A @ B, eye)]),
    "x ≥ 0 as a hypothesis": (sqrt(x**2), x, [positive(x)]),
}


@pytest.mark.parametrize("name", UNDER_HYPOTHESES)
def test_proved_under_hypotheses(name):
    """With the hypotheses the equation is proved; without them it is refuted: they are used."""
    lhs, rhs, hypotheses = UNDER_HYPOTHESES[name]
    assert prove_equation(lhs, rhs, hypotheses).status == "proved"
    if hypotheses[0] not in (not_zero(S), invertible(A)):  # these only say where both sides are defined
        assert prove_equation(lhs, rhs).status == "refuted"


INVALID_UNDER_HYPOTHESES = {
    "xy = 0 does not give y = 0": (y, 0, [equal(x * y, 0)]),
    "x² = y² does not give x = y": (x, y, [equal(x**2, y**2)]),
    "1·v = 0 does not give v = 0": (v, zeros(N), [equal(dot(one, v), 0)]),
    "v·w = 0 does not give v∘w = 0": (hadamard(v, w), zeros(N), [equal(dot(v, w), 0)]),
    "|v|² = |w|² does not give v = w": (v, w, [equal(dot(v, v), dot(w, w))]),
    "v ≠ 0 is not componentwise": (hadamard(v, w), zeros(N), [not_zero(v), equal(dot(v, w), 0)]),
    "A² = A does not give A = I": (A, eye, [equal(A @ A, A)]),
    "AB = 0 does not give BA = 0": (B @ A, zeros(N, N), [equal(A @ B, zeros(N, N))]),
    "x ≥ 0 says nothing of y": (sqrt(y**2), y, [positive(x)]),
}


@pytest.mark.parametrize("name", INVALID_UNDER_HYPOTHESES)
def test_not_proved_under_hypotheses(name):
    """A hypothesis that does not suffice leaves the equation refuted, at a point where the hypothesis holds."""
    lhs, rhs, hypotheses = INVALID_UNDER_HYPOTHESES[name]
    verdict = prove_equation(lhs, rhs, hypotheses)
    assert verdict.status == "refuted"
    for hypothesis in hypotheses:
        if hasattr(hypothesis, "lhs"):
            assert differ_at(hypothesis.lhs, hypothesis.rhs, verdict.counterexample.witness.point) is False


REFUTED = {
    "ΠG = GΠ": (PI @ G, G @ PI),
    "Π² = −Π": (PI @ PI, -PI),
    "Π1 = 1": (PI @ one, one),
    "tr Π = N": (trace(PI), N),
    "a lost square": (VAR, dot(a, a) / N - MU),
    "variance with 1/(N − 1)": (VAR, dot(CENTRED, CENTRED) / (N - 1)),
    "ε outside the root": (S / R, S / (sqrt(VAR) + eps)),
    "√N lost": (LN1, (G @ PI @ a) / sqrt(dot(S, S) + N * eps) + b),
    "N lost before ε": (LN1, sqrt(N) * (G @ PI @ a) / sqrt(dot(S, S) + eps) + b),
    "G on the wrong side": (LN1, PI @ G @ a / R + b),
    "a lost mean": (LN1, hadamard(g, a) / R + b),
    "a lost bias": (LN1, LN6 - b),
    "a is not centred before it is normalised": (sqrt(N) * u(a, N * eps), a / sqrt(var(a) + eps)),
    "LN = u∘c lacks √N": (S / R, u(S, N * eps)),
    "the Jacobian without its rank-one term": (grad(LN1, a), G @ PI / R),
    "AB = BA": (A @ B, B @ A),
    "tr(AB) = tr A tr B": (trace(A @ B), trace(A) * trace(B)),
    "true at N = 1 only": (only_at(1) * x, 0),
    "true at N = 2 only": (only_at(2) * x, 0),
    "true at N = 3 only": (only_at(3) * x, 0),
    "Π = 0 at N = 1 only": (PI, zeros(N, N)),
    "true up to N = 20": (_ := Product((*(N - k for k in range(1, 21)), x)), 0),
    "A² = (tr A)A − … is not for all N": (A @ A, trace(A) * A),
    "det(cA) = c det A": (det(c * A), c * det(A)),
    "(A + B)⁻¹ = A⁻¹ + B⁻¹": (inverse(A + B), inverse(A) + inverse(B)),
    "√(x²) = x": (sqrt(x**2), x),
    "exp(a + b) = exp a": (exp(x + y), exp(x)),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted_with_a_witness(name):
    """The verdict is *refuted*, and evaluation anew gives different values at its witness."""
    lhs, rhs = REFUTED[name]
    verdict = prove_equation(lhs, rhs)
    assert verdict.status == "refuted", verdict
    assert differ_at(verdict.lhs, verdict.rhs, verdict.counterexample.witness.point) is True
    assert differ(*verdict.counterexample.entries)
    if all(isinstance(entry, Fraction) for entry in verdict.counterexample.entries):
        assert evaluate(verdict.lhs, verdict.counterexample.witness.point) == verdict.counterexample.lhs


def test_the_first_size_that_tells_is_named():
    """(N − 1)…(N − 20) x = 0 fails at N = 21 first."""
    verdict = prove_equation(*REFUTED["true up to N = 20"])
    assert verdict.counterexample.dimensions == {"N": 21}


UNSUPPORTED = {
    "tanh is not looked into": (tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2), (), "tanh"),
    "a divisor that is 0": (v / dot(one, S), w / dot(one, S), (), "(vacuous)"),
    "a divisor that is 0, both sides alike": (v / dot(one, S), v / dot(one, S), (), "(vacuous)"),
    "contradictory equalities": (x, y, [equal(x, 1), equal(x, 2)], ""),
    "contradictory signs": (sqrt(x**2), x, [positive(x), positive(-x)], "(vacuous)"),
    "a zero vector that is nonzero": (v, v, [nonzero(v), equal(v, zeros(N))], "(vacuous)"),
    "√(−1)": (sqrt(-1 - x**2), sqrt(-1 - x**2), (), "(vacuous)"),
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_says_why(name):
    """Neither proved nor refuted; the reason names the sub-term, or that nothing is spoken of."""
    lhs, rhs, hypotheses, word = UNSUPPORTED[name]
    verdict = prove_equation(lhs, rhs, hypotheses)
    assert verdict.status == "unsupported"
    assert word in verdict.reason
    assert verdict.theorem is None
    assert verdict.counterexample is None


def test_different_shapes_are_refuted_as_ill_typed():
    """A vector is no matrix; the two shapes are the witness."""
    verdict = prove_equation(a, A)
    assert verdict.status == "refuted"
    assert verdict.counterexample.ill_typed
    assert (verdict.counterexample.lhs, verdict.counterexample.rhs) == ((N,), (N, N))


def test_vacuous_sizes_are_told():
    """a / σ needs a vector that is not constant: no admissible point at N = 1."""
    verdict = prove_equation(S / sqrt(VAR), sqrt(N) * S / norm(S))
    assert verdict.status == "proved"
    assert verdict.vacuous_at == ({"N": 1},)
    assert verdict.scope == "all N ≥ 2"


def test_two_indices_of_one_name_over_two_dimensions_are_two_indices():
    """i over N and i over K do not mix, in whatever order they come."""
    i, k = index("i", N), index("i", K)
    p, q = ones(N)[i], ones(K)[k]
    square = sum_(k, sum_(i, p * q + q * p) ** 2)
    assert prove_equation(square, 4 * N**2 * K).status == "proved"
    assert prove_equation(square, 2 * N**2 * K + 2 * N * K**2).status == "refuted"
    s = vector("s", K)
    assert prove_equation(v[i] * s[k], s[k] * v[i]).status == "proved"


def test_a_chain_has_a_verdict_for_every_link():
    """Proved if all links are; the false link is found."""
    chain = prove_chain([VAR, dot(a, a) / N - MU**2, Product((a.T, PI, a)) / N])
    assert chain.status == "proved"
    chain = prove_chain([VAR, dot(a, a) / N - MU, Product((a.T, PI, a)) / N])
    assert chain.status == "refuted"
    assert [link.status for link in chain.links] == ["refuted", "refuted"]
    with pytest.raises(InputError, match="chain"):
        prove_chain([x])


def test_definitions_are_unfolded():
    """A definition is worth its body."""
    f = define("f", x * v, x, v)
    assert prove_equation(f(c + 1, a), c * a + a).status == "proved"
    assert prove_equation(f(c + 1, a), c * a).status == "refuted"


def test_coefficients_that_vanish_at_equal_sizes_are_seen_at_unequal_ones():
    """(N − K − d) = 0 for d = −12 … 12 has no solution in the small equal sizes, and is refuted at unequal ones."""
    factors = tuple(N - K - d for d in range(-12, 13))
    verdict = prove_equation(Product((*factors, x)), 0)
    assert verdict.status == "refuted"
    assert abs(verdict.counterexample.dimensions["N"] - verdict.counterexample.dimensions["K"]) == 13


def test_interchangeable_factors_do_not_stop_the_kernel():
    """(A v)⁷ by components has seven sums that nothing tells apart."""
    assert prove_equation((A @ v) ** 7, hadamard(*[A @ v] * 7)).status == "proved"
    assert prove_equation((A @ v) ** 7, (A @ v) ** 6).status == "refuted"


def test_roots_of_squares_of_positive_sums():
    """√((y − x)²) = x − y where x − y > 0, and not without."""
    assert prove_equation(sqrt((y - x) ** 2), x - y, [positive(x - y)]).status == "proved"
    assert prove_equation(sqrt((y - x) ** 2), x - y).status == "refuted"


def test_opaque_values_depend_on_the_normal_form_of_their_argument():
    """exp(x + y − y) is exp(x); exp(x + y) is not."""
    assert prove_equation(exp(x + y - y), exp(x)).status == "proved"
    assert prove_equation(exp(x + y), exp(x)).status == "refuted"


def test_a_replaced_symbol_of_a_derivative_gives_a_verdict():
    """∂(t²)/∂t = 2s under s = t is no error; nothing false is proved of it."""
    assert prove_equation(grad(z * z, z), 2 * x, [equal(x, z)]).status in ("proved", "unsupported")
    assert prove_equation(grad(z * z, z), 3 * x, [equal(x, z)]).status != "proved"


@pytest.mark.parametrize("kind", ["symmetric", "orthogonal", "idempotent"])
def test_derivatives_by_tied_symbols_are_not_decided(kind):
    """What is held fixed when A is symmetric is not said, whether A is declared so or assumed so."""
    gradient = grad(dot(v, A @ b), A)
    assumed = prove_equation(gradient, outer(b, v), [Condition(kind, A)])
    assert assumed.status == "unsupported"
    assert kind in assumed.reason
    declared = matrix("A", N, N, kind)
    assert prove_equation(grad(dot(v, declared @ b), declared), outer(b, v)).status == "unsupported"


def test_ledger_of_components():
    """The logarithm of a vector needs every component > 0, and says so."""
    (condition,) = prove_equation(log(v) + a, a + log(v)).conditions
    assert condition.kind == "positive"
    assert condition.term.shape == ()


#: What is too much for a small limit: the sides, and where the message says that it was met.
TOO_MUCH = {
    "a norm": (norm(a + b + g) + c, norm(b + g) + c, ", on the left side: |a + b + g|"),
    "a power": (x, (x + y + z + c) ** 9 + x, ", on the right side: (x + y + z + c)⁹"),
    "a root": (x, sqrt((x + y + z + c) ** 9), ", on the right side: (x + y + z + c)⁹"),
    "on both sides": ((x + y + z + c) ** 9 + 1, 2 + (x + y + z + c) ** 9, ": (x + y + z + c)⁹"),
    "a whole side": ((x + y + z + c) ** 9, x, ": (x + y + z + c)⁹"),
    "a known sign": (
        x / (norm(a + b + g + one) ** 2 + eps),
        y / (norm(a + b + g + one) ** 2 + eps),
        ": |a + b + g + 1|",
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_limit_of_work_names_the_part_that_met_it(name, monkeypatch):
    """The first sub-term that takes too much, as it was written, and its side; never one that comes after it."""
    monkeypatch.setattr("derive.kernel.algebra.MAX_WORK", 60)
    lhs, rhs, where = TOO_MUCH[name]
    with pytest.raises(Undecided) as stopped:
        Equation(lhs, rhs)
    found = says_where(stopped.value, Equations((lhs, rhs)))
    assert found == f"the normal form needs too many products of terms (more work than 60){where}"


def test_a_limit_met_in_a_hypothesis(monkeypatch):
    """The place is the hypothesis."""
    monkeypatch.setattr("derive.kernel.algebra.MAX_WORK", 60)
    given = (equal(x * y, (x + y + z + c) ** 9),)
    with pytest.raises(Undecided) as stopped:
        Equation(x, y, given)
    assert "in a hypothesis: (x + y + z + c)⁹" in says_where(stopped.value, Equations((x, y), given))


def test_a_limit_is_the_reason_of_a_verdict(monkeypatch):
    """Where neither the kernel nor a witness decides, the part is named in one line, however much stands in it."""
    monkeypatch.setattr("derive.kernel.algebra.MAX_WORK", 2_000)
    layers = a
    for k in range(4):
        layers = vector(f"h_{k}", N) * (PI @ layers) / sqrt(dot(PI @ layers, PI @ layers) + eps)
    verdict = prove_equation(one.T @ PI @ layers, scalar("zero") * 0)
    assert verdict.status == "unsupported"
    assert "on the left side: " in verdict.reason
    assert len(verdict.reason) < 200
