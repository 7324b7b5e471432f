"""The measured statements in SymPy: matrix expressions for symbolic N, explicit vectors for concrete N.

A symbolic identity is decided when one of SymPy's own ways to simplify (`ATTEMPTS`) brings the difference to zero.
`simplify` is not among them: on several of these it has not ended after minutes, so it gets a second look under a cap, in
the runner.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp
from sympy.core.cache import clear_cache
from sympy.matrices.expressions.diagonal import DiagMatrix

Attempt = Callable[[Any], Any]

ATTEMPTS: tuple[Attempt, ...] = (
    lambda e: e.doit(),
    lambda e: sp.expand(e).doit(),
    lambda e: sp.expand(e.doit()).doit(),
)


def forget() -> None:
    """Empty SymPy's cache, so that no call profits from the one before."""
    clear_cache()


def is_zero(expression: Any) -> bool:
    """Is it the number 0 or a zero matrix, without further thought?"""
    return bool(expression == 0 or getattr(expression, "is_ZeroMatrix", False))


def decides(build: Callable[[], Any], attempts: Sequence[Attempt] = ATTEMPTS) -> bool:
    """Does one of the attempts bring the difference to zero?  One that SymPy cannot carry out decides nothing."""
    for attempt in attempts:
        try:
            if is_zero(attempt(build())):
                return True
        except (AttributeError, TypeError, ValueError, NotImplementedError, RecursionError):
            continue
    return False


def within(seconds: float, call: Callable[[], bool]) -> bool | None:
    """What the call answers, or None when it has not ended in time (main thread, Unix)."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return call()
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def identities(attempts: Sequence[Attempt] = ATTEMPTS) -> dict[str, Callable[[], bool]]:
    """Name → decision, of the same identities as in `tests.benchmarks.ours`, under the same names."""
    N = sp.Symbol("N", positive=True, integer=True)
    a, g = sp.MatrixSymbol("a", N, 1), sp.MatrixSymbol("g", N, 1)
    c = sp.Symbol("c", real=True)
    one, eye = sp.OneMatrix(N, 1), sp.Identity(N)
    pi = eye - one * one.T / N
    hat = one / sp.sqrt(N)

    def number(matrix: Any) -> Any:
        """A 1×1 matrix as a number: SymPy's way is the trace."""
        return sp.Trace(matrix)

    def mean() -> Any:
        return number(a.T * one) / N

    def centred() -> Any:
        return a - one * (one.T * a) / N

    alpha = sp.HadamardPower(g, -1)

    def pi2() -> Any:
        return eye - alpha * alpha.T / number(alpha.T * alpha)

    differences: dict[str, Callable[[], Any]] = {
        "ΠΠ = Π": lambda: pi * pi - pi,
        "Πᵀ = Π": lambda: pi.T - pi,
        "Π1 = 0": lambda: pi * one,
        "1ᵀΠ = 0": lambda: one.T * pi,
        "tr Π = N − 1": lambda: sp.Trace(pi) - (N - 1),
        "1̂ · 1̂ = 1": lambda: number(hat.T * hat) - 1,
        "Πa = a − μ1": lambda: pi * a - centred(),
        "|Πa|² = aᵀΠa": lambda: number((pi * a).T * (pi * a)) - number(a.T * pi * a),
        "aᵀΠa = a·a − (a·1)²/N": lambda: number(a.T * pi * a) - number(a.T * a) + number(a.T * one) ** 2 / N,
        "|a − μ1|²/N = a·a/N − μ²": lambda: number(centred().T * centred()) / N - number(a.T * a) / N + mean() ** 2,
        "(I − Π)(I − Π) = I − Π": lambda: (eye - pi) * (eye - pi) - (eye - pi),
        "Π(a + c1) = Πa": lambda: pi * (a + c * one) - pi * a,
        "αᵀ diag(g) Π = 0": lambda: alpha.T * DiagMatrix(g) * pi,
        "Π₂Π₂ = Π₂": lambda: pi2() * pi2() - pi2(),
    }
    return {name: lambda build=build: decides(build, attempts) for name, build in differences.items()}  # type: ignore[misc]  # mypy does not infer a lambda's default


def _explicit(size: int) -> tuple[Any, Any, Any, Any]:
    """a, g, b and ε at a concrete size."""
    a, g, b = (sp.Matrix(sp.symbols(f"{name}1:{size + 1}", real=True)) for name in "agb")
    return a, g, b, sp.Symbol("epsilon", positive=True)


def geometric_form(size: int) -> bool:
    """Eq. (1) = Eq. (6) at one concrete size: does `simplify` bring every component of the difference to 0?"""
    a, g, b, eps = _explicit(size)
    mean = sum(a) / size
    centred = a.applyfunc(lambda x: x - mean)
    eq1 = g.multiply_elementwise(centred / sp.sqrt(sum(x**2 for x in centred) / size + eps)) + b
    projected = (sp.eye(size) - sp.ones(size, size) / size) * a
    eq6 = sp.sqrt(size) * sp.diag(*g) * projected / sp.sqrt(sum(x**2 for x in projected) + size * eps) + b
    return all(sp.simplify(x) == 0 for x in eq1 - eq6)


def jacobian() -> Any:
    """What SymPy answers to the derivative of Πa/√(aᵀΠa/N + ε) by a, for symbolic N."""
    N = sp.Symbol("N", positive=True, integer=True)
    a, eps = sp.MatrixSymbol("a", N, 1), sp.Symbol("epsilon", positive=True)
    pi = sp.Identity(N) - sp.OneMatrix(N, 1) * sp.OneMatrix(N, 1).T / N
    return (pi * a / sp.sqrt(sp.Trace(a.T * pi * a) / N + eps)).diff(a)


def jacobian_is_right() -> bool:
    """Is that answer, at N = 2, a = (1, 3), ε = 1, the matrix of the partial derivatives taken one by one?

    There aᵀΠa = 2, which is put in for the one trace of the answer.
    """
    found = jacobian().replace(sp.Trace, lambda _: sp.Integer(2))
    at = {
        symbol: {"N": 2, "epsilon": 1}[symbol.name] for symbol in found.free_symbols if symbol.name in ("N", "epsilon")
    }
    value = found.subs(at).as_explicit()
    a, _, _, eps = _explicit(2)
    centred = a.applyfunc(lambda x: x - sum(a) / 2)
    true = (centred / sp.sqrt(sum(x**2 for x in centred) / 2 + eps)).jacobian(a).subs({a[0]: 1, a[1]: 3, eps: 1})
    return bool((value - true).applyfunc(sp.simplify).is_zero_matrix)
