"""The measured statements in `derive`, built anew at each call.

A statement is a pair of terms; `in_kernel` decides it by normal forms alone, which is what the peers do too.
"""

from __future__ import annotations

from collections.abc import Callable

from derive.kernel.decide import Equation
from derive.language.build import (
    diag,
    dimension,
    dot,
    grad,
    hadamard,
    identity,
    norm,
    ones,
    outer,
    scalar,
    sqrt,
    trace,
    transpose,
    vector,
)
from derive.language.hypotheses import same_shape_zero
from derive.language.terms import Operand, Term, as_term

Pair = tuple[Operand, Operand]


def in_kernel(lhs: Operand, rhs: Operand) -> bool:
    """Does the kernel prove lhs = rhs for all sizes?"""
    left, right = same_shape_zero(as_term(lhs), as_term(rhs))
    return Equation(left, right).theorem() is not None


def identities(unit_vector: bool = False) -> dict[str, Callable[[], bool]]:
    """Name → decision, of the projector and variance identities.

    Π is written I − 11ᵀ/N, or with ``unit_vector`` I − 1̂1̂ᵀ where 1̂ = 1/√N, as the note has it.
    """
    return {name: lambda state=state: in_kernel(*state()) for name, state in statements(unit_vector).items()}  # type: ignore[misc]  # mypy does not infer a lambda's default


def statements(unit_vector: bool = False) -> dict[str, Callable[[], Pair]]:
    """The fourteen identities, each built when called."""
    N = dimension("N")
    a, g = vector("a", N), vector("g", N, "nonzero")
    c = scalar("c")
    one, eye = ones(N), identity(N)

    def hat() -> Term:
        return one / sqrt(N)

    def pi() -> Term:
        return eye - outer(hat(), hat()) if unit_vector else eye - outer(one, one) / N

    def mean() -> Term:
        return dot(a, one) / N

    def centred() -> Term:
        return a - mean() * one

    def alpha() -> Term:
        return 1 / g

    def pi2() -> Term:
        return eye - outer(alpha(), alpha()) / dot(alpha(), alpha())

    return {
        "ΠΠ = Π": lambda: (pi() * pi(), pi()),
        "Πᵀ = Π": lambda: (transpose(pi()), pi()),
        "Π1 = 0": lambda: (pi() * one, 0),
        "1ᵀΠ = 0": lambda: (one.T * pi(), 0),
        "tr Π = N − 1": lambda: (trace(pi()), N - 1),
        "1̂ · 1̂ = 1": lambda: (dot(hat(), hat()), 1),
        "Πa = a − μ1": lambda: (pi() * a, centred()),
        "|Πa|² = aᵀΠa": lambda: (dot(pi() * a, pi() * a), dot(a, pi() * a)),
        "aᵀΠa = a·a − (a·1)²/N": lambda: (dot(a, pi() * a), dot(a, a) - dot(a, one) ** 2 / N),
        "|a − μ1|²/N = a·a/N − μ²": lambda: (dot(centred(), centred()) / N, dot(a, a) / N - mean() ** 2),
        "(I − Π)(I − Π) = I − Π": lambda: ((eye - pi()) * (eye - pi()), eye - pi()),
        "Π(a + c1) = Πa": lambda: (pi() * (a + c * one), pi() * a),
        "αᵀ diag(g) Π = 0": lambda: (alpha().T * diag(g) * pi(), 0),
        "Π₂Π₂ = Π₂": lambda: (pi2() * pi2(), pi2()),
    }


def geometric_form() -> Pair:
    """Eq. (1) and Eq. (6) of LayerNorm."""
    N = dimension("N")
    a, g, b, eps = vector("a", N), vector("g", N), vector("b", N), scalar("eps", "nonneg")
    one = ones(N)
    hat = one / sqrt(N)
    projected = (identity(N) - outer(hat, hat)) * a
    centred = a - dot(a, one) / N * one
    eq1 = hadamard(g, centred / sqrt(dot(centred, centred) / N + eps)) + b
    eq6 = sqrt(N) * diag(g) * projected / sqrt(norm(projected) ** 2 + N * eps) + b
    return eq1, eq6


def jacobian() -> Pair:
    """The Jacobian of LayerNorm, and its closed form diag(g) (Π − Πa(Πa)ᵀ/(N(σ² + ε)))/√(σ² + ε)."""
    N = dimension("N")
    a, g, b, eps = vector("a", N), vector("g", N), vector("b", N), scalar("eps", "nonneg")
    one = ones(N)
    pi = identity(N) - outer(one, one) / N
    centred = a - dot(a, one) / N * one
    spread = dot(centred, centred) / N + eps
    layernorm = hadamard(g, centred / sqrt(spread)) + b
    closed = diag(g) * (pi - outer(pi * a, pi * a) / (N * spread)) / sqrt(spread)
    return grad(layernorm, a), closed
