"""The calculus of LayerNorm against SymPy's derivatives at explicit sizes, and the examples that bound its theorems."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F

import pytest
import sympy as sp

from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point, Value
from derive.language.build import diag, grad, norm
from derive.language.terms import Index, Symbol, Term
from derive.statements.equation import prove_equation
from derive.theories.layernorm import hessian, jacobian, maps, names, ratio, ratio_epsilon
from derive.theories.registry import find_theorem

#: Inputs with a rational r = √(σ² + ε) for ε > 0; gains with a zero and of both signs.
CASES = [
    pytest.param((F(1), F(3)), (F(2), F(-1)), F(3), id="N=2"),
    pytest.param((F(1), F(2), F(6)), (F(2), F(0), F(-3)), F(13, 3), id="N=3"),
]
MEASURED = [
    *CASES,
    pytest.param((F(1), F(3)), (F(1), F(1)), F(0), id="N=2, ε=0"),
    pytest.param((F(1), F(2), F(6)), (F(1), F(1), F(1)), F(0), id="N=3, ε=0"),
]


def point(a: tuple[F, ...], g: tuple[F, ...], eps: F, **more: tuple[F, ...]) -> Point:
    """Sizes and data for the letters of the theory; the bias is 0."""
    data: dict[Symbol, Value] = {names.a: a, names.g: g, names.b: tuple(F(0) for _ in a), names.eps: eps}
    data.update({getattr(names, name): value for name, value in more.items()})
    return Point({names.N: len(a)}, data)


def layernorm(size: int, g: tuple[F, ...], eps: F) -> tuple[list[sp.Symbol], list[sp.Expr]]:
    """LayerNorm written out in SymPy, component by component; without derive."""
    x = list(sp.symbols(f"x0:{size}", real=True))
    mean = sum(x) / size
    root = sp.sqrt(sum((xi - mean) ** 2 for xi in x) / size + rational(eps))
    return x, [rational(gain) * (xi - mean) / root for gain, xi in zip(g, x, strict=True)]


def rational(value: F) -> sp.Rational:
    """A fraction in SymPy."""
    return sp.Rational(value.numerator, value.denominator)


def fraction(value: sp.Expr) -> F:
    """A SymPy number that is rational, as a fraction."""
    number = sp.nsimplify(sp.simplify(value)) if not value.is_Rational else value
    assert number.is_Rational
    return F(int(number.p), int(number.q))


def at(expression: sp.Expr, x: list[sp.Symbol], values: tuple[F, ...]) -> sp.Expr:
    """The value of an expression."""
    return expression.subs(dict(zip(x, map(rational, values), strict=True)))


def measure(outputs: list[sp.Expr], x: list[sp.Symbol], values: tuple[F, ...]) -> F:
    """ℋ by differentiation: the sum of the squares of all second derivatives."""
    total = sp.Integer(0)
    for output in outputs:
        slopes = [output.diff(xi) for xi in x]
        total += sum(at(slope.diff(xi), x, values) ** 2 for slope in slopes for xi in x)
    return fraction(total)


@pytest.mark.parametrize(("a", "g", "eps"), CASES)
def test_jacobian_is_that_of_sympy(a: tuple[F, ...], g: tuple[F, ...], eps: F) -> None:
    """∂LN/∂a as evaluated, its closed form and its backward pass agree with SymPy's derivatives, exactly."""
    x, outputs = layernorm(len(a), g, eps)
    expected = tuple(tuple(fraction(at(output.diff(xi), x, a)) for xi in x) for output in outputs)
    w = tuple(F(n + 1, 2) for n in range(len(a)))
    here = point(a, g, eps, w=w)
    closed = find_theorem("layernorm.jacobian").terms[-1]
    assert evaluate(grad(maps.LN, names.a), here) == expected
    assert evaluate(closed, here) == expected
    backwards = tuple(sum(row[n] * weight for row, weight in zip(expected, w, strict=True)) for n in range(len(a)))
    assert evaluate(find_theorem("layernorm.vjp").terms[-1], here) == backwards


@pytest.mark.parametrize(("a", "g", "eps"), CASES)
def test_hessian_is_that_of_sympy(a: tuple[F, ...], g: tuple[F, ...], eps: F) -> None:
    """The closed form of every second derivative agrees with SymPy's, exactly."""
    x, outputs = layernorm(len(a), g, eps)
    here = point(a, g, eps)
    for n, output in enumerate(outputs, start=1):
        expected = tuple(tuple(fraction(at(output.diff(xi).diff(xj), x, a)) for xj in x) for xi in x)
        place: Mapping[Index, int] = {jacobian.i: n}
        assert evaluate(hessian.closed, here, place) == expected
        assert evaluate(hessian.hessian_of_output, here, place) == expected


@pytest.mark.parametrize(("a", "g", "eps"), MEASURED)
def test_nonlinearity_is_that_of_sympy(a: tuple[F, ...], g: tuple[F, ...], eps: F) -> None:
    """ℋ in closed form, with and without gains, is the sum of the squares of SymPy's second derivatives."""
    here = point(a, g, eps)
    ones = tuple(F(1) for _ in a)
    x, outputs = layernorm(len(a), ones, eps)
    assert evaluate(hessian.nonlinearity, here) == measure(outputs, x, a)
    x, outputs = layernorm(len(a), g, eps)
    assert evaluate(find_theorem("layernorm.nonlinearity_gains").terms[-1], here) == measure(outputs, x, a)


@pytest.mark.parametrize("label", ["jacobian", "vjp", "hessian", "nonlinearity_layernorm"])
def test_derivations_can_be_followed(label: str) -> None:
    """At most 12 lines, each with a named rule, and every line is replayed."""
    derivation = find_theorem(f"layernorm.{label}").derivation
    assert derivation is not None
    checked = derivation.checked()
    assert 5 <= len(checked.lines) <= 12
    assert all(line.rules and line.justification for line in checked.lines[1:])
    assert checked.verdict.scope == "all N ≥ 1"


# Groups.


def groups_point(x: tuple[tuple[F, ...], ...], eps: F = F(0)) -> Point:
    """A sample of groups, its group variances and means."""
    size = len(x[0])
    means = tuple(sum(row, F(0)) / size for row in x)
    spread = tuple(sum(((entry - mean) ** 2 for entry in row), F(0)) / size for row, mean in zip(x, means, strict=True))
    data: dict[Symbol, Value] = {
        ratio.X: x,
        ratio.m: means,
        ratio.t: spread,
        ratio_epsilon.rho: tuple(value + eps for value in spread),
        names.eps: eps,
    }
    return Point({ratio.K: len(x), ratio.C: size}, data)


def value(term: Term, x: tuple[tuple[F, ...], ...], eps: F = F(0)) -> F:
    """A rational term of `ratio` at a sample."""
    found = evaluate(term, groups_point(x, eps))
    assert isinstance(found, F | int)
    return F(found)


SAMPLE = ((F(1), F(2), F(6)), (F(0), F(5), F(1)))
EQUAL_GROUPS = ((F(1), F(2), F(6)), (F(1), F(2), F(6)))
FLAT_GROUPS = ((F(0), F(0), F(0)), (F(1), F(1), F(1)))


@pytest.mark.parametrize("eps", [F(0), F(1)], ids=["ε=0", "ε=1"])
def test_nonlinearity_of_groups_is_that_of_sympy(eps: F) -> None:
    """H_G is the sum over all outputs of the squares of all second derivatives, also those across the groups."""
    x: list[sp.Symbol] = []
    outputs: list[sp.Expr] = []
    for number, group in enumerate(SAMPLE):
        letters, images = layernorm(len(group), tuple(F(1) for _ in group), eps)
        renamed = dict(zip(letters, sp.symbols(f"y{number}_0:{len(group)}", real=True), strict=True))
        x += renamed.values()
        outputs += [image.subs(renamed) for image in images]
    found = value(ratio_epsilon.H_G_eps if eps else ratio.H_G, SAMPLE, eps)
    assert found == measure(outputs, x, sum(SAMPLE, ()))


@pytest.mark.parametrize("x", [SAMPLE, EQUAL_GROUPS])
def test_the_ratio_is_at_least_the_factor(x: tuple[tuple[F, ...], ...]) -> None:
    """H_G ≥ factor · H_L, with equality for equal groups; the letters t, m and the sample X give one H_L."""
    lower = value(ratio.factor * ratio.H_L, x)
    assert value(ratio.H_L, x) == value(ratio.H_L_sample, x)
    assert (value(ratio.H_G, x) == lower) is (x == EQUAL_GROUPS)
    assert value(ratio.H_G, x) >= lower


def test_groups_of_two_are_locally_constant() -> None:
    """At C = 2 and ε = 0, LayerNorm in groups has no curvature where LayerNorm has ℋ = 24."""
    x = ((F(0), F(1)), (F(0), F(1)))
    assert value(ratio.H_G, x) == 0
    assert value(ratio.H_L, x) == 24


@pytest.mark.parametrize(("size", "expected"), [(3, F(1184, 3125)), (4, F(1188, 3125))])
def test_flat_groups_refute_the_ratio_for_positive_epsilon(size: int, expected: F) -> None:
    """Groups of equal components: H_G = 0 < H_L at ε = 1, so group variances of at least ε are needed."""
    x = tuple(tuple(F(number) for _ in range(size)) for number in range(2))
    assert value(ratio_epsilon.H_G_eps, x, F(1)) == 0
    assert value(ratio_epsilon.H_L_eps, x, F(1)) == expected


@pytest.mark.parametrize("part", [ratio.tangent_gap, ratio.means_gap], ids=["variances", "means"])
def test_both_parts_of_the_ratio_identity_are_needed(part: Term) -> None:
    """Without the spread of the group means, or of the group variances, the identity is refuted."""
    gap = 3 * (ratio.C - 2) / ratio.C * part
    verdict = prove_equation(ratio.H_G - ratio.factor * ratio.H_L, gap, [ratio.three_or_more])
    assert verdict.status == "refuted"


def test_the_jacobian_without_its_rank_one_term_is_refuted_by_name() -> None:
    """The error that differentiating a symbolic quotient invites: the near miss names it, with both sides."""
    miss = find_theorem("layernorm.jacobian").near_misses[0]
    assert miss.wrong == "without its rank-one term"
    assert miss.statement.judge().counterexample is not None


def test_gains_do_not_commute_with_the_normalised_jacobian() -> None:
    """‖GĴ‖ = ‖ĴG‖, since both matrices are symmetric, but GĴ = ĴG is false."""
    gains = diag(names.g)
    assert prove_equation(norm(gains * jacobian.J_hat) ** 2, norm(jacobian.J_hat * gains) ** 2).status == "proved"
    assert prove_equation(gains * jacobian.J_hat, jacobian.J_hat * gains).status == "refuted"
