"""The measured statements in tensorgrad (Tensor Network Library with Symbolic Autograd), written as its documentation does.

A tensor has named edges with symbolic sizes; ``@`` contracts the edges that two tensors share; ``full_simplify`` brings a
tensor to its normal form.  An identity is decided when the simplified difference is `tensorgrad.Zero`.  Every object is
built anew at each call, since tensorgrad keeps hashes on its objects.  Edges are named on the variables: `Tensor.rename` of
a sum is not simplified further, and identities written with it stay undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorgrad as tg
import tensorgrad.functions as F
from sympy import symbols


def decides(difference: Any) -> bool:
    """Does the difference simplify to zero?"""
    return isinstance(difference.full_simplify(), tg.Zero)


def identities(unit_vector: bool = False) -> dict[str, Callable[[], bool]]:
    """Name → decision, of the same identities as in `tests.benchmarks.ours`, under the same names."""
    n = symbols("n")
    a, g, c = tg.Variable("a", i=n), tg.Variable("g", i=n), tg.Variable("c")

    def size() -> Any:
        return tg.Delta(n)

    def one(i: str = "i") -> Any:
        return tg.Ones(**{i: n})

    def hat(i: str) -> Any:
        return one(i) / F.sqrt(size())

    def eye(i: str = "i", j: str = "j") -> Any:
        return tg.Delta(n, i, j)

    def pi(i: str = "i", j: str = "j") -> Any:
        return eye(i, j) - (hat(i) @ hat(j) if unit_vector else one(i) @ one(j) / size())

    def vec(i: str) -> Any:
        return a.rename(i=i)

    def projected(i: str = "i") -> Any:
        return pi(i, "j") @ vec("j")

    def mean() -> Any:
        return a @ one() / size()

    def centred() -> Any:
        return a - mean() @ one()

    def alpha(i: str = "i") -> Any:
        return (g**-1).rename(i=i)

    def pi2(i: str, j: str) -> Any:
        return eye(i, j) - alpha(i) @ alpha(j) / (alpha() @ alpha())

    def complement(i: str, j: str) -> Any:
        return eye(i, j) - pi(i, j)

    differences: dict[str, Callable[[], Any]] = {
        "ΠΠ = Π": lambda: pi("i", "j") @ pi("j", "k") - pi("i", "k"),
        "Πᵀ = Π": lambda: pi("j", "i") - pi("i", "j"),
        "Π1 = 0": lambda: pi() @ one("j"),
        "1ᵀΠ = 0": lambda: one("i") @ pi(),
        "tr Π = N − 1": lambda: F.trace(pi()) - (size() - 1),
        "1̂ · 1̂ = 1": lambda: hat("i") @ hat("i") - 1,
        "Πa = a − μ1": lambda: projected() - centred(),
        "|Πa|² = aᵀΠa": lambda: projected() @ projected() - a @ projected(),
        "aᵀΠa = a·a − (a·1)²/N": lambda: a @ projected() - (a @ a - (a @ one()) ** 2 / size()),
        "|a − μ1|²/N = a·a/N − μ²": lambda: centred() @ centred() / size() - (a @ a / size() - mean() ** 2),
        "(I − Π)(I − Π) = I − Π": lambda: complement("i", "j") @ complement("j", "k") - complement("i", "k"),
        "Π(a + c1) = Πa": lambda: pi("i", "j") @ (vec("j") + c @ one("j")) - projected(),
        "αᵀ diag(g) Π = 0": lambda: alpha("h") @ F.diag(g, ["h", "i"]) @ pi(),
        "Π₂Π₂ = Π₂": lambda: pi2("i", "j") @ pi2("j", "k") - pi2("i", "k"),
    }
    return {name: lambda build=build: decides(build()) for name, build in differences.items()}  # type: ignore[misc]  # mypy does not infer a lambda's default


def _layernorm(n: Any, a: Any, g: Any, b: Any, eps: Any) -> tuple[Any, Any, Any]:
    """LayerNorm, a − μ1 and σ² + ε."""
    one = tg.Ones(i=n)
    centred = a - F.mean(a, "i") @ one
    spread = F.mean(centred * centred, "i") + eps
    return g * (centred / F.sqrt(spread)) + b, centred, spread


def _variables() -> tuple[Any, ...]:
    n = symbols("n")
    return (n, *(tg.Variable(name, i=n) for name in "agb"), tg.Variable("eps"))


def geometric_form() -> bool:
    """Eq. (1) = Eq. (6), decided?"""
    n, a, g, b, eps = _variables()
    eq1, _, _ = _layernorm(n, a, g, b, eps)
    size = tg.Delta(n)
    projected = (tg.Delta(n, "i", "j") - tg.Ones(i=n) @ tg.Ones(j=n) / size) @ a.rename(i="j")
    eq6 = F.sqrt(size) @ (g * projected) / F.sqrt(projected @ projected + size @ eps) + b
    return decides(eq1 - eq6)


def control() -> bool:
    """Eq. (1) = Eq. (1), so that an undecided `geometric_form` is not a mistake in the way of asking."""
    n, a, g, b, eps = _variables()
    return decides(_layernorm(n, a, g, b, eps)[0] - _layernorm(n, a, g, b, eps)[0])


def jacobian() -> Any:
    """The simplified Jacobian of LayerNorm; no closed form is compared.  Not expanded, which is three times as fast."""
    n, a, g, b, eps = _variables()
    return _layernorm(n, a, g, b, eps)[0].grad(a).full_simplify(expand=False)


def jacobian_decided() -> bool:
    """Does the Jacobian simplify to its closed form?"""
    n, a, g, b, eps = _variables()
    layernorm, centred, spread = _layernorm(n, a, g, b, eps)
    size = tg.Delta(n)
    other = a.rename(i="j") - F.mean(a, "i") @ tg.Ones(j=n)
    pi = tg.Delta(n, "i", "j") - tg.Ones(i=n) @ tg.Ones(j=n) / size
    closed = g * (pi - centred @ other / (size @ spread)) / F.sqrt(spread)
    return decides(layernorm.grad(a, {"i": "j"}) - closed)
