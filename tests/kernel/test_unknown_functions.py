"""Unknown functions: what holds of every smooth function is proved, what does not is refuted by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import derive
from derive.errors import AmbiguityError, InputError, LimitError, NameError_
from derive.language import build as b
from derive.language.hypotheses import Hypothesis, equal, nonneg, positive
from derive.language.terms import Operand, Term, UnknownFunction, as_term
from derive.statements.bound import bound
from derive.statements.equation import prove_equation
from tests.words import A, K, N, i, j, u, v

f, g = b.function("f"), b.function("g")
x, y, r = b.scalar("x"), b.scalar("y"), b.scalar("r")
W, V, c = b.matrix("W", K, N), b.matrix("V", N, K), b.vector("c", K)
S = b.matrix("S", N, N, "symmetric")
zero = as_term(0)


def d(function: UnknownFunction, order: int = 1) -> UnknownFunction:
    """A derivative."""
    return function.derived(order)


def slope(term: Term) -> Term:
    """By x."""
    return b.grad(term, x)


HIDDEN = W * v + c
LOSS = b.norm(g(V * f(HIDDEN)) - u) ** 2 / 2
DELTA = b.hadamard(g(V * f(HIDDEN)) - u, d(g)(V * f(HIDDEN)))
BACK = b.hadamard(V.T * DELTA, d(f)(HIDDEN))

TRUE: dict[str, Callable[[], tuple[Operand, Operand]]] = {
    "equal arguments": lambda: (f((x + y) ** 2), f(x**2 + 2 * x * y + y**2)),
    "at 0": lambda: (f(x - x), f(0 * y)),
    "entries at 0": lambda: (f(u - u), f(0 * x) * b.ones(N)),
    "a sum at 0": lambda: (b.sum_(i, f(u - u)[i]), N * f(0 * x)),
    "by components": lambda: (f(u)[i], f(u[i])),
    "of a transpose": lambda: (f(A.T), f(A).T),
    "of a symmetric matrix": lambda: (f(S), f(S).T),
    "of entries of one": lambda: (f(S[i, j]), f(S[j, i])),
    "slope": lambda: (slope(f(x)), d(f)(x)),
    "slope of a slope": lambda: (slope(d(f)(x)), d(f, 2)(x)),
    "chain": lambda: (slope(f(g(x))), d(f)(g(x)) * d(g)(x)),
    "chain twice": lambda: (slope(slope(f(g(x)))), d(f, 2)(g(x)) * d(g)(x) ** 2 + d(f)(g(x)) * d(g, 2)(x)),
    "chain of itself": lambda: (slope(f(f(x))), d(f)(f(x)) * d(f)(x)),
    "product": lambda: (slope(f(x) * g(x)), d(f)(x) * g(x) + f(x) * d(g)(x)),
    "quotient": lambda: (slope(f(x) / g(x)), (d(f)(x) * g(x) - f(x) * d(g)(x)) / g(x) ** 2),
    "at a number": lambda: (slope(f(zero)), zero),
    "gradient of a sum": lambda: (b.grad(b.sum_(i, f(u[i])), u), d(f)(u)),
    "Jacobian": lambda: (b.grad(f(u), u), b.diag(d(f)(u))),
    "Hessian": lambda: (b.grad(b.grad(b.sum_(i, f(u[i])), u), u), b.diag(d(f, 2)(u))),
    "mixed": lambda: (b.grad(slope(f(x * y)), y), d(f)(x * y) + x * y * d(f, 2)(x * y)),
    "two layers, by the input": lambda: (b.grad(LOSS, v), W.T * BACK),
    "two layers, by the weights": lambda: (b.grad(LOSS, W), b.outer(BACK, v)),
    "two layers, by the bias": lambda: (b.grad(LOSS, c), BACK),
    "two layers, by the last weights": lambda: (b.grad(LOSS, V), b.outer(DELTA, f(HIDDEN))),
    "laws of others": lambda: (b.exp(f(x) + f(y)), b.exp(f(x)) * b.exp(f(y))),
    "√ of a square": lambda: (b.sqrt(f(x) ** 2), b.absolute(f(x))),
}
FALSE: dict[str, Callable[[], tuple[Operand, Operand]]] = {
    "one function": lambda: (f(x), g(x)),
    "one slope": lambda: (d(f)(x), d(g)(x)),
    "its own slope": lambda: (d(f)(x), f(x)),
    "a multiple of its slope": lambda: (d(f)(x), 2 * f(x)),
    "its second slope": lambda: (d(f, 2)(x), -f(x)),
    "two slopes": lambda: (d(f, 2)(x), d(f)(x)),
    "a polynomial": lambda: (d(f, 5)(x), zero),
    "constant": lambda: (d(f)(x), zero),
    "linear": lambda: (f(x + y), f(x) + f(y)),
    "homogeneous": lambda: (f(2 * x), 2 * f(x)),
    "odd": lambda: (f(-x), -f(x)),
    "even": lambda: (f(-x), f(x)),
    "0 at 0": lambda: (f(zero), zero),
    "1 at 0": lambda: (f(zero), as_term(1)),
    "the identity": lambda: (f(x), x),
    "idempotent": lambda: (f(f(x)), f(x)),
    "commuting": lambda: (f(g(x)), g(f(x))),
    "exp": lambda: (f(x + y), f(x) * f(y)),
    "log": lambda: (f(x * y), f(x) + f(y)),
    "positive": lambda: (b.sqrt(f(x) ** 2), f(x)),
    "of |x|": lambda: (f(b.absolute(x)), f(x)),
    "a factor of the chain": lambda: (slope(f(g(x))), d(f)(g(x))),
    "the other factor of the chain": lambda: (slope(f(g(x))), d(f)(x) * d(g)(x)),
    "f for f'": lambda: (b.grad(f(u), u), b.diag(f(u))),
    "a product of slopes": lambda: (slope(f(x) * g(x)), d(f)(x) * d(g)(x)),
    "of a sum": lambda: (f(b.sum_(i, u[i])), b.sum_(i, f(u[i]))),
    "symmetric": lambda: (f(A), f(A).T),
    "entries turned": lambda: (f(A[i, j]), f(A[j, i])),
    "of the matrix": lambda: (f(A) * A, A * f(A)),
    "two layers, without the slope": lambda: (b.grad(LOSS, v), W.T * b.hadamard(V.T * DELTA, f(HIDDEN))),
    "two layers, the other slope": lambda: (b.grad(LOSS, c), b.hadamard(V.T * DELTA, d(g)(HIDDEN))),
    "two layers, a slope left out": lambda: (b.grad(LOSS, c), V.T * DELTA),
}


@pytest.mark.parametrize("name", TRUE)
def test_true(name: str) -> None:
    """What holds of every smooth function is proved; there is no certificate, and the reason says so."""
    verdict = prove_equation(*map(as_term, TRUE[name]()))
    assert verdict.status == "proved"
    assert verdict.backing is None or "no place for one" in verdict.backing.why_not


@pytest.mark.parametrize("name", FALSE)
def test_false(name: str) -> None:
    """What does not is refuted, at a function that is named."""
    verdict = prove_equation(*map(as_term, FALSE[name]()))
    assert verdict.status == "refuted"
    assert "(t) = " in str(verdict)


@pytest.mark.parametrize(
    ("lhs", "rhs", "given", "status"),
    [
        (f(x), f(y), equal(x, y), "proved"),
        (d(f)(x + 1), d(f)(y + 1), equal(x, y), "proved"),
        (f(x), f(y), equal(x**2, y**2), "refuted"),
        (f(f(x)), x, equal(f(x), x), "proved"),
        (x - f(x) / d(f)(x), x, equal(f(x), zero), "proved"),
        (slope(f(x)), f(x) - f(x) ** 2, equal(d(f)(x), f(x) * (1 - f(x))), "proved"),
        (slope(f(x)), f(x) + f(x) ** 2, equal(d(f)(x), f(x) * (1 - f(x))), "refuted"),
        (d(f)(u), f(u) - b.hadamard(f(u), f(u)), equal(d(f)(u[i]), f(u[i]) * (1 - f(u[i]))), "proved"),
        (b.sqrt(f(x) ** 2), f(x), positive(f(x)), "proved"),
        (b.sqrt(f(y) ** 2), f(y), positive(f(x)), "refuted"),
        (f(x), f(y), equal(f(x), f(r)), "refuted"),
    ],
)
def test_hypotheses(lhs: Term, rhs: Term, given: Hypothesis, status: str) -> None:
    """A fact on a value is one of that value; there is a function with it."""
    assert prove_equation(lhs, rhs, (given,)).status == status


def test_conditions() -> None:
    """An unknown function is defined and smooth everywhere; dividing by it is not."""
    assert prove_equation(slope(f(x)), d(f)(x)).conditions == ()
    (condition,) = prove_equation(f(x) / f(x), as_term(1)).conditions
    assert (condition.kind, condition.term) == ("nonzero", f(x))
    assert bound(f(x) ** 2, ">=", 0).judge().status == "proved"
    assert bound(f(x), ">=", 0).judge().status == "refuted"


def test_names() -> None:
    """A function is another thing than a symbol or a definition of its name, and no function of the language."""
    for other in (b.scalar("f"), b.define("f", x**2, x)(y)):
        with pytest.raises(NameError_, match="used for two things"):
            prove_equation(d(f)(x), as_term(other))
    for name in ("exp", "tanh", "det", "mean", "f'", "f_prime", "a b", ""):
        with pytest.raises(NameError_):
            b.function(name)
    assert b.function("f") == f != d(f) != g
    assert f.derivative.base == f
    assert hash(b.function("f")) == hash(f)


def test_refusals() -> None:
    """It takes one argument, and has so many derivatives."""
    with pytest.raises(InputError, match="2 arguments"):
        f(x, y)
    with pytest.raises(LimitError, match="order 13"):
        f.derived(13)


def test_no_number_is_proved() -> None:
    """What is computed at a point needs to know the function there."""
    with pytest.raises(InputError, match="no value for f"):
        derive.at_point(derive.Point({}, {}), positive(f(as_term(1))))


@pytest.mark.parametrize(
    ("side", "given"),
    [
        (slope(f(x)), equal(f(x), x**2)),
        (d(f)(x), equal(f(x), x**2)),
        (f(y), equal(f(x), x**2)),
        (slope(slope(f(x))), equal(d(f)(x), f(x))),
        (d(f, 2)(x), equal(d(f)(x), f(x))),
        (slope(f(x)), nonneg(f(x))),
    ],
)
def test_what_may_be_meant_everywhere(side: Term, given: Hypothesis) -> None:
    """An equation of f at x says nothing of its slope there, nor of f at y; who assumes it may mean that it does."""
    with pytest.raises(AmbiguityError, match="nothing is assumed of it"):
        derive.prove(side, x, [given])
