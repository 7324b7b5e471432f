"""The judge computes what it says: against values known by heart, and nothing of `derive` is imported."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from tests.traps import algebra
from tests.traps.algebra import Clash
from tests.traps.judge import Setting, declared, holds

SQUARE = "dimension N; vector x, y : N; matrix A, B : N x N; scalar t"


def said(meaning: str, declare: str = SQUARE, where: str = "True", **values: str) -> bool | None:
    """What the judge says of a meaning."""
    return holds(meaning, Setting(tuple(declared(declare)), tuple(values.items()), where))


@pytest.mark.parametrize(
    "meaning",
    [
        "dot(x, y) ~ dot(y, x)",
        "tp(A @ B) ~ tp(B) @ tp(A)",
        "det(A @ B) ~ det(A)*det(B)",
        "inv(A) @ A ~ eye(N)",
        "tr(A @ B) ~ tr(B @ A)",
        "diff(lambda s: s**3, t) ~ 3*t*t",
        "grad(lambda z: dot(z, z), x) ~ 2*x",
        "grad(lambda M: tr(M @ B), A) ~ tp(B)",
        "jacobian(lambda z: A @ z, x) ~ A",
        "exp(t)*exp(-t) ~ 1",
        "log(exp(t)) ~ t",
        "cos(t)**2 + sin(t)**2 ~ 1",
        "root(t*t) ~ abs(t)",
        "det(mexp(A)) ~ exp(tr(A))",
        "mexp(A) @ mexp(-A) ~ eye(N)",
        "mroot(A @ tp(A) + eye(N)) @ mroot(A @ tp(A) + eye(N)) ~ A @ tp(A) + eye(N)",
        "mlog(mexp(A/12)) ~ A/12",
        "var(x) ~ norm2(x)/N - mean(x)**2",
        "var(x, 1)*(N - 1) ~ var(x)*N",
        "x ~ x + 0*x",
        "x - x ~ 0",
    ],
)
def test_true(meaning: str) -> None:
    """Theorems hold at every point."""
    assert said(meaning) is True


@pytest.mark.parametrize(
    "meaning",
    [
        "A @ B ~ B @ A",
        "det(A + B) ~ det(A) + det(B)",
        "dot(x, y) ~ had(x, y)",
        "x ~ tp(x)",
        "x ~ 1",
        "mexp(A + B) ~ mexp(A) @ mexp(B)",
        "mexp(A) ~ entrywise(exp, A)",
        "root(t*t) ~ t",
        "tanh(2*t) ~ 2*tanh(t)",
        "t*t > 0",
        "var(x) ~ var(x, 1)",
    ],
)
def test_false(meaning: str) -> None:
    """What is no theorem fails at some point; sides of different shapes differ."""
    assert said(meaning) is False


@pytest.mark.parametrize(
    "meaning", ["x + t ~ x", "A + x ~ A", "A @ tp(x) ~ A", "x*y ~ x", "exp(A) ~ A", "x**2 ~ x", "t + A ~ A"]
)
def test_ill_typed(meaning: str) -> None:
    """A clash inside of a side is no meaning, at N = 1 too."""
    assert said(meaning) is None


def test_nothing_is_said_of_nothing() -> None:
    """No admissible point is no verdict."""
    with pytest.raises(LookupError):
        said("t ~ t", where="t != t")


def test_what_is_assumed_and_defined() -> None:
    """A hypothesis leaves points out; a value is computed of the data, with a free index for each of its values."""
    assert said("had(x, y) ~ 0", where="had(x, y) == 0*x")
    assert said("m*N ~ total(x)", m="mean(x)")
    assert said("x[i]*y[j] ~ y[j]*x[i]", "dimension N; vector x, y : N; index i, j : N")
    assert said("x[i]*y[j] ~ x[j]*y[i]", "dimension N; vector x, y : N; index i, j : N") is False


def test_signs_of_declarations() -> None:
    """Declared signs are kept."""
    assert said("t >= 0", "scalar t >= 0")
    assert said("t > 0", "scalar t >= 0") is False
    assert said("t != 0", "scalar t != 0")
    assert said("log(k*k + 1) >= 0 and k.denominator == 1", "scalar k integer")


def test_values_by_heart() -> None:
    """Numbers that stand in every table."""
    assert abs(algebra.exp(1) - Fraction("2.71828182845904523536")) < Fraction(1, 10**19)
    assert abs(algebra.log(2) - Fraction("0.69314718055994530941")) < Fraction(1, 10**19)
    assert abs(algebra.cos(1) - Fraction("0.54030230586813971740")) < Fraction(1, 10**19)
    assert algebra.root(Fraction(9, 4)) == Fraction(3, 2)
    with pytest.raises(Clash):
        algebra.tr(algebra.one(2))


def test_the_judge_shares_nothing() -> None:
    """Neither the judge nor the tables import `derive`."""
    for path in Path(algebra.__file__).parent.glob("*.py"):
        if path.name in ("algebra.py", "judge.py", "trap.py") or path.name.startswith("traps_"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not [name for name in names if name.split(".")[0] == "derive"], path
