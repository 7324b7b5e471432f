"""Limits: those that are, those that are others, and those that are not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError, NameError_, ShapeError
from derive.evaluate.conditions import holds
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import (
    absolute,
    diag,
    grad,
    identity,
    log,
    matrix_exp,
    mean,
    norm,
    pinv,
    scalar,
    sqrt,
    var,
)
from derive.language.hypotheses import Hypothesis, equal, nonneg, nonzero, not_zero, positive
from derive.language.substitution import symbols_of
from derive.language.terms import Term
from derive.statements.bound import bound
from derive.statements.limit import Limit, NoLimit, limit
from derive.statements.statement import Statement
from tests.words import N, Pi, a, one, u

eps, t, c, x, s = scalar("eps", "nonneg"), scalar("t"), scalar("c"), scalar("x"), scalar("s", "positive")


def layer_norm(z: Term, e: Term | int) -> Term:
    """(z − mean 1) / √(variance + e)."""
    return (z - mean(z) * one) / sqrt(var(z) + e)


NORM2 = norm(layer_norm(a, eps)) ** 2
DIRECTION = sqrt(N) * Pi * u / norm(Pi * u)
ALONG = layer_norm(c * one + t * Pi * u, 0)
ROOT = (sqrt(1 + t) - 1) / t
SLOPE = 1 / (sqrt(1 + t) + 1)

TRUE: dict[str, Statement] = {
    "norm": limit(norm(layer_norm(a, eps)), eps, sqrt(N), not_zero(Pi * a)),
    "norm, with a rate": limit(
        NORM2,
        eps,
        N,
        not_zero(Pi * a),
        rate=N / var(a),
        rate_by=eps**2 * N**2 * (2 * var(a) * eps + eps**2) / (var(a) ** 2 * (var(a) + eps) ** 2),
    ),
    "vector": limit(layer_norm(a, eps), eps, sqrt(N) * Pi * a / norm(Pi * a)),
    "to zero": limit(t * u, t, 0),
    "0 / 0": limit(ROOT, t, Fraction(1, 2), equal_to=SLOPE),
    "0 / 0 from the left": limit(ROOT, t, Fraction(1, 2), equal_to=SLOPE, side="-"),
    "at the end of a root": limit(sqrt(t), t, 0),
    "inside a root": limit(sqrt(1 - t), t, 1),
    "sign": limit(absolute(t) / t, t, -1, side="-", equal_to=-1),
    "elsewhere": limit((t**2 - 4) / (t - 2), t, 4, point=2, equal_to=t + 2),
    "at a symbol": limit((t**2 - x**2) / (t - x), t, 2 * x, point=x, equal_to=t + x),
    "logarithm": limit(log(s + t), t, log(s)),
    "hypotheses that hold beside the point": limit(t + 1, t, 1, nonneg(t), nonzero(t)),
    "one value and a lemma": limit(t + sqrt(x**2), t, x, nonneg(x), lemmas=(bound(sqrt(x**2), "=", x, squared=True),)),
    "no limit at a constant vector": NoLimit(
        limit(ALONG, t, DIRECTION, equal_to=DIRECTION),
        limit(ALONG, t, -DIRECTION, side="-", equal_to=-DIRECTION),
        apart=4 * N,
        hypotheses=(not_zero(Pi * u),),
    ),
    "no sign at 0": NoLimit(
        limit(absolute(t) / t, t, 1, equal_to=1), limit(absolute(t) / t, t, -1, side="-", equal_to=-1)
    ),
}

FALSE: dict[str, Statement] = {
    "norm against N - 1": limit(NORM2, eps, N - 1, not_zero(Pi * a)),
    "0 / 0, another value": limit(ROOT, t, Fraction(1, 3), equal_to=SLOPE),
    "the value from the other side": limit(absolute(t) / t, t, 1, side="-", equal_to=-1),
    "√(x²) for any x": limit(t + sqrt(x**2), t, x),
    "direction with another sign": limit(layer_norm(a, eps), eps, -sqrt(N) * Pi * a / norm(Pi * a)),
    "two sides that agree": NoLimit(limit(t * x, t, 0), limit(t * x, t, 0, side="-")),
    "two sides that agree somewhere": NoLimit(
        limit(x * absolute(t) / t, t, x, equal_to=x), limit(x * absolute(t) / t, t, -x, side="-", equal_to=-x)
    ),
}

OPEN: dict[str, tuple[Statement, str]] = {
    "undefined at the point": (limit(1 / t, t, 0), "at the point"),
    "undefined beside the point": (limit(sqrt(t), t, 0, side="-"), "beside the point"),
    "a root that may end": (limit(sqrt(x * t), t, 0), "root stays defined"),
    "a root that may end, under a value": (limit(sqrt(x + t), t, sqrt(x), side="-"), "root stays defined"),
    "a wrong form": (limit(ROOT, t, 1, equal_to=1 + t), "beside the point"),
    "a form for some data": (limit(x * t, t, 0, equal_to=t / (1 / x)), "what the statement does not say"),
    "pseudo-inverse": (limit(pinv(t * identity(N)), t, 0 * identity(N)), "not known to be continuous"),
    "exp of a matrix": (limit(matrix_exp(t * identity(N)), t, identity(N)), "not known to be continuous"),
    "root of a matrix": (
        limit((t * identity(N)) ** Fraction(1, 2), t, 0 * identity(N)),
        "not known to be continuous",
    ),
    "derivative": (limit(grad(t * u, u), t, 0 * identity(N)), "not known to be continuous"),
    "some data only": (limit(t / x, t, 0), "what the statement does not say"),
    "a poor rate": (limit(t + t**2, t, 0, rate=1, rate_by=t**2), "rate"),
    "contradiction": (limit(t, t, 0, equal(x, x + 1)), "vacuous"),
}


@pytest.mark.parametrize("name", TRUE)
def test_limits_are_proved(name: str) -> None:
    """By continuity of a form that is defined at the point."""
    judgement = TRUE[name].decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", FALSE)
def test_other_limits_are_refuted(name: str) -> None:
    """A limit is unique: where the form has another value at the point, exactly, the claim is false."""
    judgement = FALSE[name].decide()
    assert judgement.status == "refuted", judgement.explain()


@pytest.mark.parametrize("name", OPEN)
def test_what_is_missing_is_said(name: str) -> None:
    """Forms that are not equal, not defined at the point or beside it, not continuous, or equal for some data only."""
    statement, missing = OPEN[name]
    judgement = statement.decide()
    assert judgement.status == "unsupported", judgement.explain()
    assert missing in judgement.explanation


def test_the_pseudo_inverse_is_not_continuous() -> None:
    """(t I)⁺ at t = 0 is 0, but tends to infinity: continuity there would prove a false limit."""
    assert limit(norm(pinv(diag(t * u))), t, 0).decide().status == "unsupported"


def test_the_domain_is_that_of_the_value() -> None:
    """The limit is claimed where the value is defined, and the judgement says where that is."""
    judgement = TRUE["vector"].decide()
    assert [(c.kind, c.term) for c in judgement.conditions] == [("not_zero", Pi * a)]
    assert judgement.scope == "all N ≥ 2"


@pytest.mark.parametrize(
    "hypotheses", [(positive(t),), (nonneg(t),), (nonneg(x - t),), (equal(t, 1),)], ids=["> 0", "≥ 0", "tied", "fixed"]
)
def test_hypotheses_about_the_variable_must_hold_beside_the_point(hypotheses: tuple[Hypothesis, ...]) -> None:
    """From the left of 0 the variable is negative; what ties it to other data is refused."""
    with pytest.raises(InputError):
        limit(t, t, 0, *hypotheses, side="-")


def test_misuse_is_refused() -> None:
    """Values that vary, vectors as variables, other shapes, two-sided limits of different things."""
    with pytest.raises(InputError):
        limit(t, t, t)
    with pytest.raises(InputError):
        limit(eps, eps, 0, side="-")
    with pytest.raises(InputError):
        limit(t, t, 0, side="")
    with pytest.raises(ShapeError):
        limit(u, t, x)
    with pytest.raises(ShapeError):
        Limit(t, u, t)
    with pytest.raises(InputError):
        NoLimit(limit(t, t, 0), limit(2 * t, t, 0, side="-"))
    with pytest.raises(InputError):
        NoLimit(limit(t, t, 0), limit(t, t, 0))


def test_the_sentence_says_from_where() -> None:
    """An arrow down from the right, an arrow up from the left."""
    assert str(limit(t, t, 0)) == "t → 0 as t ↓ 0"
    assert str(limit(t, t, 2, point=2, side="-")) == "t → 2 as t ↑ 2"


def test_one_name_has_one_meaning() -> None:
    """The variable beside the point has a symbol of its own; no other of that name may stand beside it."""
    other = scalar("t", "positive")
    with pytest.raises(NameError_):
        limit(t - other, t, 0, equal_to=0 * x)
    with pytest.raises(NameError_):
        limit(t, t, 0, rate=other)


def test_the_distance_takes_no_name_that_is_in_use() -> None:
    """Also not one that only the rate uses: |t| ≤ h |t| is false for h < 1, whatever the distance is called."""
    h = scalar("h", "positive")
    assert limit(t, t, 0, side="-", rate=h, rate_by=0 * h).decide().status == "unsupported"
    assert limit(h * t, t, 0, side="-", rate=h + 1, rate_by=t**2 * (1 + 2 * h)).decide().status == "proved"
    assert limit(t / h, t, 0, side="-", rate=h, rate_by=t**2 * (h**2 - 1 / h**2)).decide().status == "unsupported"


def test_terms_without_a_domain_are_declined() -> None:
    """1 / (t − t) is defined nowhere."""
    assert limit(1 / (t - t), t, 0).decide().status == "unsupported"


@pytest.mark.parametrize("name", [name for name, statement in TRUE.items() if isinstance(statement, Limit)])
def test_proved_limits_are_near_at_a_small_distance(name: str) -> None:
    """Evaluated at exact data, one millionth of a millionth from the point, the term is within 1/1000 of the value."""
    statement = TRUE[name]
    assert isinstance(statement, Limit)
    data = statement.decide().equations[-1].admissible
    assert data is not None
    for exponent in (12, 13):
        step = Fraction(1, 10**exponent) * (1 if statement.side == "+" else -1)
        values = dict(data.values)
        for symbol in symbols_of(*statement._all_terms()):
            values.setdefault(symbol, Fraction(1))
        start = evaluate(statement.point, Point(data.dimensions, values))
        values[statement.variable] = start + step  # type: ignore[operator]  # a scalar
        error = statement.term - statement.value
        size = absolute(error) if error.shape == () else norm(error)
        assert holds(positive(Fraction(1, 1000) - size), Point(data.dimensions, values)) is True
