"""Layers in a row: what the roots of one layer divide by meets their squares in the next, and is not multiplied out."""

from __future__ import annotations

import pytest

from derive.kernel.decide import Equation
from derive.language.build import grad, norm, scalar, sqrt, vector
from derive.language.hypotheses import same_shape_zero
from derive.language.terms import Number, Term, as_term
from derive.statements.equation import prove_equation
from tests.strategies import differ_at
from tests.words import N, Pi, a, one

eps, c = scalar("eps", "positive"), scalar("c", "positive")


def written(x: Term, e: Term | int = eps) -> Term:
    """LayerNorm as people write it."""
    d = x - (one.T * x) / N * one
    return d / sqrt(norm(d) ** 2 / N + e)


def geometric(x: Term, e: Term | int = eps) -> Term:
    """LayerNorm by the projection; without ε a direction."""
    return sqrt(N) * (Pi * x) / (sqrt(norm(Pi * x) ** 2 + N * e) if isinstance(e, Term) else norm(Pi * x))


def rms(x: Term) -> Term:
    """RMSNorm by the mean of the squares."""
    return x / sqrt((x.T * x) / N + eps)


def rms_by_norm(x: Term) -> Term:
    """RMSNorm by the norm."""
    return sqrt(N) * x / sqrt(norm(x) ** 2 + N * eps)


def stack(layer, n, x=a, gains=False, biases=False):
    """n layers on x, with a gain and a bias of each where they are asked for."""
    for k in range(n):
        x = layer(x)
        x = vector(f"g_{k}", N) * x if gains else x
        x = x + vector(f"b_{k}", N) if biases else x
    return x


def scaled(n):
    """n LayerNorms as one, of Πa over one root."""
    powers = sum((eps**k for k in range(1, n)), as_term(1))
    return sqrt(N) * (Pi * a) / sqrt(norm(Pi * a) ** 2 * powers + N * eps**n)


def squared(n):
    """|yₙ|² of n LayerNorms by what stands under the last root."""
    before = norm(Pi * stack(geometric, n - 1)) ** 2
    return N * before / (before + N * eps)


def bare(x):
    """LayerNorm with ε = 0."""
    return geometric(x, 0)


#: Statements about n layers, and the numbers of layers to look at.
STATED = {
    "1 · y = 0": (lambda n: (one.T * stack(geometric, n), 0), (1, 4, 8)),
    "two forms": (lambda n: (stack(written, n), stack(geometric, n)), (1, 3, 4)),
    "one root": (lambda n: (stack(geometric, n), scaled(n)), (2, 3, 5)),
    "|y|²": (lambda n: (norm(stack(geometric, n)) ** 2, squared(n)), (1, 4, 8)),
    "shifted": (lambda n: (stack(geometric, n, a + c * one), stack(geometric, n)), (4,)),
    "idempotent": (lambda n: (stack(bare, n), bare(a)), (2, 8)),
    "|y|² = N": (lambda n: (norm(stack(bare, n)) ** 2, N), (1, 8)),
    "of c a": (lambda n: (stack(bare, n, c * a), stack(bare, n)), (4,)),
    "Jacobian at 1": (lambda n: (grad(stack(geometric, n), a) * one, 0), (1, 3, 5)),
    "Jacobian on 1": (lambda n: (grad(stack(geometric, n), a).T * one, 0), (1, 3, 5)),
    "RMSNorm": (lambda n: (stack(rms, n), stack(rms_by_norm, n)), (1, 3, 5)),
    "RMSNorm, gains and biases": (
        lambda n: (stack(rms, n, gains=True, biases=True), stack(rms_by_norm, n, gains=True, biases=True)),
        (2,),
    ),
    "gains": (lambda n: (stack(written, n, gains=True), stack(geometric, n, gains=True)), (2,)),
    "gains and biases": (
        lambda n: (stack(written, n, gains=True, biases=True), stack(geometric, n, gains=True, biases=True)),
        (2,),
    ),
    "biases, then a LayerNorm": (
        lambda n: (one.T * geometric(stack(geometric, n - 1, gains=True, biases=True)), 0),
        (4,),
    ),
    "beside the input": (
        lambda n: (stack(lambda x: x + written(x), n), stack(lambda x: x + geometric(x), n)),
        (2,),
    ),
}

#: More layers, which the kernel decides too; where it multiplies their radicands out, the verifier declines.
LARGER = {
    "two forms": 5,
    "RMSNorm, gains and biases": 4,
    "gains": 4,
    "gains and biases": 4,
    "beside the input": 4,
}


def of(name, n):
    """The sides of a statement about n layers."""
    return same_shape_zero(*map(as_term, STATED[name][0](n)))


VALID = {f"{name}, n = {n}": of(name, n) for name, (_, sizes) in STATED.items() for n in sizes}

#: What would be true if a root met another one's divisor, or a divisor were lost.
INVALID = {
    "one root with another ε": (stack(geometric, 3), sqrt(N) * (Pi * a) / sqrt(norm(Pi * a) ** 2 + N * eps**3)),
    "idempotent with ε": (stack(geometric, 2), geometric(a)),
    "|y|² = N with ε": (norm(stack(geometric, 2)) ** 2, N),
    "another layer's root": (
        geometric(a) * sqrt(norm(Pi * stack(geometric, 1)) ** 2 + N * eps),
        sqrt(N) * (Pi * a),
    ),
    "twice its root over its square": (
        sqrt(a.T * a + eps) * sqrt(a.T * a + eps) / (a.T * a + 2 * eps),
        Number(1),
    ),
    "thrice": (sqrt(a.T * a + eps) ** 3 / (a.T * a + eps), Number(1)),
    "a square lost": (sqrt(a.T * a + eps) ** 2 / (a.T * a + eps) ** 2, Number(1)),
}

#: What does not grow from layer to layer, and the work that each may take; an equation may take 600,000.
POLITE, EACH = (
    ("1 · y = 0", "two forms", "one root", "|y|²", "idempotent", "Jacobian at 1", "Jacobian on 1", "RMSNorm"),
    500,
)


@pytest.mark.parametrize(
    ("name", "n"), [*((name, n) for name, (_, sizes) in STATED.items() for n in sizes), *LARGER.items()]
)
def test_stacks(name, n):
    """Proved for n layers, and not with the opposite sign."""
    lhs, rhs = of(name, n)
    assert Equation(lhs, rhs).theorem() is not None
    if rhs != same_shape_zero(lhs, as_term(0))[1]:
        assert Equation(lhs, -rhs).theorem() is None


@pytest.mark.parametrize("name", POLITE)
def test_the_work_grows_with_the_layers(name):
    """No layer takes more than its share, at the highest number of them."""
    n = STATED[name][1][-1]
    assert Equation(*of(name, n)).normaliser.algebra._work < EACH * n


@pytest.mark.parametrize("name", INVALID)
def test_false_of_stacks(name):
    """Refuted, at a point where evaluation anew gives different values."""
    verdict = prove_equation(*INVALID[name])
    assert verdict.status == "refuted"
    assert differ_at(verdict.lhs, verdict.rhs, verdict.counterexample.witness.point) is True
