"""What the kernel makes of a row of a function: of functions that the language does not have, so that no law helps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.kernel import assumptions, domain, functions, resolvents, values
from derive.kernel.decide import Equation
from derive.language import arithmetic
from derive.language import build as b
from derive.language.functions import FUNCTIONS, RealFunction
from derive.language.terms import Function, Operand, Power, Term, as_term
from tests.words import N, i, u, v

ROWS = (
    RealFunction("arctan", lambda x, y: 1 / (1 + x**2), odd=True),
    RealFunction("logistic", lambda x, y: y - y**2, nonneg=True, zeros="never"),
    RealFunction(
        "half", lambda x, y: 2, domain="nonzero", smooth="positive"
    ),  # no such function: what is known of none
)

x, y, z = b.scalar("x"), b.scalar("y"), b.scalar("z", "positive")


@pytest.fixture(autouse=True)
def _rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arithmetic, assumptions, domain, functions, resolvents, values):
        monkeypatch.setattr(module, "FUNCTIONS", {**FUNCTIONS, **{row.name: row for row in ROWS}})


def arctan(term: Operand) -> Term:
    return Function("arctan", as_term(term))


def logistic(term: Operand) -> Term:
    return Function("logistic", as_term(term))


def half(term: Operand) -> Term:
    return Function("half", as_term(term))


ONE = b.ones(N)
VALID: dict[str, Callable[[], tuple[Operand, Operand]]] = {
    "odd": lambda: (arctan(y - x), -arctan(x - y)),
    "odd, by components": lambda: (arctan(-u), -arctan(u)),
    "odd, at 0": lambda: (arctan(u - u), b.zeros(N)),
    "equal arguments": lambda: (logistic((x + y) ** 2), logistic(x**2 + 2 * x * y + y**2)),
    "a reciprocal in the slope": lambda: (b.grad(arctan(x), x), 1 / (1 + x**2)),
    "a reciprocal, of entries": lambda: (b.grad(b.sum_(i, arctan(u[i])), u), 1 / (ONE + u**2)),
    "a reciprocal, by the chain": lambda: (b.grad(arctan(x * y), x), y / (1 + x**2 * y**2)),
    "a slope in the value": lambda: (b.grad(logistic(x), x), logistic(x) * (1 - logistic(x))),
    "a value, of entries": lambda: (b.grad(b.sum_(i, logistic(u[i]) * v[i]), u), v * (logistic(u) - logistic(u) ** 2)),
    "a slope that is a number": lambda: (b.grad(half(x), x), as_term(2)),
    "√ of what is > 0": lambda: (b.sqrt(logistic(x) ** 2), logistic(x)),
    "√ of entries > 0": lambda: (b.sqrt(logistic(u)[i] ** 2), logistic(u)[i]),
    "log of a power": lambda: (b.log(logistic(x) ** 3), 3 * b.log(logistic(x))),
    "log of entries": lambda: (b.log(b.hadamard(logistic(u), logistic(v))), b.log(logistic(u)) + b.log(logistic(v))),
    "log of a power of entries": lambda: (b.log(Power(logistic(u), 2)), 2 * b.log(logistic(u))),
}  # fmt: skip
INVALID: dict[str, Callable[[], tuple[Operand, Operand]]] = {
    "even": lambda: (arctan(-x), arctan(x)),
    "odd of another": lambda: (logistic(-x), -logistic(x)),
    "log undoes exp alone": lambda: (b.log(logistic(x)), x),
    "… of entries": lambda: (b.log(logistic(u)), u),
    "… of sums of entries": lambda: (b.sum_(i, b.log(logistic(u)[i])), b.dot(u, ONE)),
    "exp of sums": lambda: (logistic(x + y), logistic(x) * logistic(y)),
    "√ of a square": lambda: (b.sqrt(arctan(x) ** 2), arctan(x)),
    "a slope of 1/(1 − x²)": lambda: (b.grad(arctan(x), x), 1 / (1 + 2 * x**2)),
    "a slope without its square": lambda: (b.grad(logistic(x), x), logistic(x)),
    "one function for another": lambda: (arctan(x), logistic(x)),
    "one argument for another": lambda: (half(x), half(y)),
}


@pytest.mark.parametrize("name", VALID)
def test_valid(name: str) -> None:
    """What follows from a row is decided."""
    assert Equation(*map(as_term, VALID[name]())).holds()


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name: str) -> None:
    """What would need a law that no row says is not."""
    assert not Equation(*map(as_term, INVALID[name]())).holds()


def test_the_value_at_0_is_not_known() -> None:
    """A function that is not odd has one value at 0, and nothing says which."""
    assert Equation(logistic(x - x), logistic(0 * y)).holds()
    assert Equation(logistic(u - u), logistic(0 * y) * ONE).holds()
    assert not Equation(logistic(x - x), as_term(0)).holds()


def test_conditions() -> None:
    """A function needs its domain; its derivative, where it is smooth as well; what is known is left out."""
    none = assumptions.Assumptions()
    assert [str(c.kind) for c in domain.ledger((half(x),), none)] == ["nonzero"]
    assert [str(c.kind) for c in domain.ledger((b.grad(half(x), x),), none)] == ["positive"]
    assert domain.ledger((half(z), b.grad(half(z), z), logistic(x), arctan(u)), none) == ()
