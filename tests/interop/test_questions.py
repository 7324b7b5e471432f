"""What is asked in SymPy: relations, what SymPy assumes of its symbols, and where complex numbers make a difference."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import (
    Abs,
    Eq,
    Identity,
    IndexedBase,
    MatMul,
    MatrixSymbol,
    Mul,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    sqrt,
)

import derive
from derive.errors import AmbiguityError, InputError
from derive.printing import text_condition

N, i, j = sympy.symbols("N i j")
x, y = MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1)
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
one = OneMatrix(N, 1)
z, w = sympy.symbols("z w")  # complex
r, q = sympy.symbols("r q", real=True)
p = Symbol("p", positive=True)
k, m = sympy.symbols("k m", integer=True)
even, odd, prime = Symbol("e", even=True), Symbol("o", odd=True), Symbol("l", prime=True)
fraction, surd = Symbol("f", integer=False, rational=True), Symbol("t", irrational=True)
nonpositive_not = Symbol("v", real=True, nonpositive=False)
E_, O_ = Symbol("E_", even=True), Symbol("O_", odd=True)
u, v = MatrixSymbol("u", E_, 1), MatrixSymbol("v", O_, 1)
b, c = IndexedBase("b"), IndexedBase("c", shape=(N,))
d = IndexedBase("d", real=True)


def unevaluated(*factors: Any) -> Any:
    """A product that SymPy leaves as it is."""
    return Mul(*factors, evaluate=False)


ASSUMED: dict[str, tuple[Any, Any, list[Any], str]] = {
    "true of integers, false at ½": (Abs(k) * Abs(k - 1), k * (k - 1), [], "unsupported"),
    "true of even numbers, false at ½": (Abs(even) * Abs(even - 1), even * (even - 1), [], "unsupported"),
    "true of odd numbers, false at ½": (Abs(odd) * Abs(odd - 1), odd * (odd - 1), [], "unsupported"),
    "true of real numbers": (Abs(k) ** 2, k**2, [], "proved"),
    "false of negative integers": (Abs(k), k, [], "refuted"),
    "false of some integers": (k**2, k, [], "refuted"),
    "false of 4": (even * (even - 1) * (even - 2), 0, [], "refuted"),
    "false of 3": (odd * (odd - 1), 0, [], "refuted"),
    "false of 5": ((prime - 2) * (prime - 3), 0, [], "refuted"),
    "false of 1/2": (fraction, 1, [], "refuted"),
    "irrational": (surd**2, 2, [], "unsupported"),
    "two integers": (Abs(k) * m, k * m, [], "refuted"),
    "not nonpositive": (Abs(nonpositive_not), nonpositive_not, [], "proved"),
    "not nonpositive, false": (nonpositive_not, 1, [], "refuted"),
    "no integer meets the hypothesis": (4 * k**2, 1, [derive.equal(2 * k, r), derive.equal(r, 1)], "unsupported"),
    "an integer meets the hypothesis": (k**2, 4, [Eq(k, 2)], "proved"),
    "even size": (Trace(u * u.T), 0, [], "refuted"),
    "even size, false at 1 only": (unevaluated(E_ - 2, E_ - 4) * Trace(Identity(E_)), 0, [], "refuted"),
    "odd size": (OneMatrix(1, O_) * OneMatrix(O_, 1) * Trace(v * v.T), Trace(v * v.T), [], "refuted"),
    "no even size": (sqrt(1 - E_) * Trace(Identity(E_)), sqrt(1 - E_) * E_, [], "unsupported"),
    "all sizes": (Trace(Identity(E_)), E_, [], "proved"),
}


@pytest.mark.parametrize("name", ASSUMED)
def test_a_counterexample_has_what_sympy_assumes(name: str) -> None:
    """Refuted by data that are integer, even, …; where only other data were found, unsupported, and the reason says so."""
    lhs, rhs, hypotheses, status = ASSUMED[name]
    verdict = derive.prove(lhs, rhs, hypotheses)
    assert verdict.status == status
    assert status != "unsupported" or "=" in verdict.reason
    if verdict.counterexample is None:
        return
    values = {**verdict.counterexample.dimensions, **verdict.counterexample.values}
    for symbol in (lhs - rhs if rhs == 0 or not getattr(lhs, "is_Matrix", False) else lhs).free_symbols:
        if isinstance(symbol, Symbol) and symbol.name in values:
            value = sympy.Rational(Fraction(values[symbol.name]))
            for word, wanted in symbol.assumptions0.items():
                assert getattr(value, f"is_{word}") is wanted


def test_the_reason_names_what_is_not_used() -> None:
    """The point is no counterexample, but tells that the assumption is needed."""
    reason = derive.prove(Abs(k) * Abs(k - 1), k * (k - 1)).reason
    assert reason.startswith("it fails at k = 1/2, which integer=True of k excludes")
    vacuous = derive.prove(4 * k**2, r, [derive.equal(2 * k, 1), derive.equal(r, 1)])
    assert vacuous.vacuous
    assert "integer=True of k" in vacuous.reason


COMPLEX: dict[str, tuple[Any, Any]] = {
    "ring": ((z + w) ** 2, z**2 + 2 * z * w + w**2),
    "a multiple of a vector": (A * (z * x), z * (A * x)),
    "trace": (Trace(z * A), z * Trace(A)),
    "a norm of what is real": (z * sqrt(Trace(x.T * x)) * sqrt(Trace(x.T * x)), z * Trace(x.T * x)),
    "a divisor": (unevaluated(1 / (z * w), z), 1 / w),
    "exp": (unevaluated(exp(z), exp(-z)), 1),
    "a sum of components": (Sum(b[i] * z, (i, 1, N)), z * Sum(b[i], (i, 1, N))),
}


@pytest.mark.parametrize("name", COMPLEX)
def test_rational_equations_hold_of_complex_numbers(name: str) -> None:
    """A symbol without assumptions is harmless there; and a false one is refuted at real numbers."""
    lhs, rhs = COMPLEX[name]
    assert derive.prove(lhs, rhs).status == "proved"
    assert derive.prove(lhs, 2 * rhs).status == "refuted"


@pytest.mark.parametrize(
    ("lhs", "rhs", "wanted"),
    [
        (unevaluated(1 / (z**2 + 1), z**2 + 1), 1, {"1 + z² ≠ 0"}),
        (unevaluated(1 / (w * (z**2 + w**2)), w), 1 / (z**2 + w**2), {"w ≠ 0", "w² + z² ≠ 0"}),
        (unevaluated(1 / (p**2 + 1), p**2 + 1), 1, set()),
        (unevaluated(1 / (exp(z) + 1), exp(z) + 1), 1, {"1 + exp(z) ≠ 0"}),
    ],
)
def test_a_divisor_of_complex_numbers_is_a_condition(lhs: Any, rhs: Any, wanted: set[str]) -> None:
    """z² + 1 is never 0 among real numbers, and 0 at the imaginary unit."""
    verdict = derive.prove(lhs, rhs)
    assert verdict.status == "proved"
    assert set(map(text_condition, verdict.conditions)) == wanted


def test_an_inverse_of_complex_numbers_is_a_condition() -> None:
    """I + z²11ᵀ is invertible for every real z, and not for every complex one."""
    matrix = Identity(N) + z**2 * one * one.T
    verdict = derive.prove(MatMul(matrix, matrix.inverse()), Identity(N))
    assert verdict.status == "proved"
    assert [condition.kind for condition in verdict.conditions] == ["invertible"]


REAL_ONLY: dict[str, tuple[tuple[Any, ...], list[Any]]] = {
    "|z|² = z²": ((Abs(z) ** 2, z**2), []),
    "√(z²) = |z|": ((sqrt(z**2), Abs(z)), []),
    "√(z²) = z": ((sqrt(z**2), z), []),
    "log of a square": ((sympy.log(z**2), 2 * sympy.log(z)), []),
    "a norm": ((sqrt(Trace(z * x.T * x)), 0), []),
    "|z| of a positive p": ((Abs(z * p), p * Abs(z)), []),
    "components": ((Sum(Abs(b[i]) ** 2, (i, 1, N)), Sum(b[i] ** 2, (i, 1, N))), []),
    "z² + w² = 0 gives z = 0": ((z, 0), [Eq(z**2 + w**2, 0)]),
    "an equation assumed": ((z**2, w**2), [Eq(z, w)]),
    "a sign assumed": ((z * w, w * z), [z > 0]),
    "order": ((z <= z**2 + 1,), []),
    "≠": ((Ne(z**2 + 1, 0),), []),
}


@pytest.mark.parametrize("name", REAL_ONLY)
def test_where_it_makes_a_difference_complex_numbers_are_refused(name: str) -> None:
    """The error names the symbol and both ways on; with ``real=True`` it is decided."""
    sides, hypotheses = REAL_ONLY[name]
    with pytest.raises(InputError, match=r"complex: no real assumption(.|\n)*real=True\)(.|\n)*real=True\)"):
        derive.prove(*sides, hypotheses=hypotheses)
    decided = derive.prove(*sides, hypotheses=hypotheses, real=True)
    assert decided.status in ("proved", "refuted", "unsupported")
    assert "read as: real symbols" in str(decided)


@pytest.mark.parametrize("make", [derive.positive, derive.nonneg])
def test_signs_of_complex_numbers_are_refused(make: Any) -> None:
    """A hypothesis of a sign says that the symbol is real; that must be declared."""
    with pytest.raises(InputError, match="in a hypothesis is complex"):
        make(z)
    assert make(z, real=True) == make(derive.scalar("z")) == make(Symbol("z", real=True))
    assert derive.nonzero(z) == derive.nonzero(derive.scalar("z"))


def test_equalities_of_complex_numbers_are_refused() -> None:
    """x² + y² = 0 says x = y = 0 of real numbers only."""
    with pytest.raises(InputError, match="in a hypothesis are complex"):
        derive.equal(z**2 + w**2, 0)
    assert derive.equal(z**2, w, real=True) == derive.equal(derive.scalar("z") ** 2, derive.scalar("w"))
    with pytest.raises(InputError, match="in a hypothesis is complex"):
        derive.prove(z, 0, [derive.equal(derive.scalar("z") ** 2, 0)])


def test_null_spaces_are_of_real_matrices() -> None:
    """Whether 1 + z² vanishes decides what the null space is."""
    with pytest.raises(InputError, match="is complex"):
        derive.null_space(Identity(N) + z**2 * one * one.T)


RELATIONS: dict[str, tuple[Any, list[Any], str]] = {
    "Eq of matrices": (Eq(MatMul(A, A).T * x, A.T * A.T * x, evaluate=False), [], "proved"),
    "Eq of matrices, false": (Eq(A * B, B * A), [], "refuted"),
    "Eq of scalars": (Eq((r + q) ** 2, r**2 + 2 * r * q + q**2), [], "proved"),
    "Eq of scalars, false": (Eq((r + q) ** 2, r**2 + q**2), [], "refuted"),
    "≥": (r**2 + q**2 >= 2 * r * q, [], "proved"),
    "≥, false": (r**2 + q**2 >= 3 * r * q, [], "refuted"),
    "≤": (2 * r * q <= r**2 + q**2, [], "proved"),
    "<, false": (2 * r * q < r**2 + q**2, [], "refuted"),
    "> under a hypothesis": (r * q > 0, [r > 0, q > 0], "proved"),
    "> under a weaker hypothesis": (r * q > 0, [r >= 0, q > 0], "refuted"),
    "≠": (Ne(r**2 + q**2 + 1, 0, evaluate=False), [], "proved"),
    "≠, false": (Ne(r, q), [], "refuted"),
    "< of an integer": (k**2 < k, [], "refuted"),
    "≤ of an integer": (k <= k**2, [], "unsupported"),
    "given > 0": (Eq(Abs(r), r), [r > 0], "proved"),
    "given < 0": (Eq(Abs(r), r), [r < 0], "refuted"),
    "given r ≤ q": (Eq(Abs(r - q), q - r), [r <= q], "proved"),
    "given Eq": (Eq(A * x, y), [Eq(y, A * x)], "proved"),
    "given Eq of other sides": (Eq(A * x, y), [Eq(x, A * y)], "refuted"),
    "given Ne": (Eq(unevaluated(1 / r, r), 1), [Ne(r, 0)], "proved"),
    "given Ne of a vector": (
        Eq(unevaluated(1 / Trace(x.T * x), Trace(x.T * x)), 1),
        [Ne(x, ZeroMatrix(N, 1))],
        "proved",
    ),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_relations_are_statements_and_hypotheses(name: str) -> None:
    """`Eq`, orders and `Ne`, with near misses."""
    statement, hypotheses, status = RELATIONS[name]
    found = derive.prove(statement, hypotheses=hypotheses)
    assert found.status == status
    if not isinstance(found, derive.Verdict) and hypotheses and name == "given Ne":
        assert not found.conditions


def test_a_bound_is_refuted_by_data_that_are_assumed() -> None:
    """k ≤ k² of integers fails at 1/2 only, k² < k at every integer."""
    assert "1/2" in derive.prove(k <= k**2).reason
    found = derive.prove(k**2 < k)
    assert not any("/" in str(value) for value in found.counterexample.point.values.values())


DECIDED: dict[str, Any] = {
    "Eq(x, x)": Eq(x, x),
    "x == x": x == x,
    "Ne(x, 0) of a vector": Ne(x, 0),
    "Eq(x, A)": Eq(x, A),
    "p > 0": p > 0,
    "2k = 1": Eq(2 * k, 1),
}


@pytest.mark.parametrize("name", DECIDED)
def test_what_was_decided_before_is_refused(name: str) -> None:
    """True and False come from SymPy's own evaluation, of shapes or names, or from ==."""
    with pytest.raises(InputError, match=r"the statement (True|False), which was decided before"):
        derive.prove(DECIDED[name])
    with pytest.raises(InputError, match=r"the hypothesis (True|False), which was decided before"):
        derive.prove(A * x, x, [DECIDED[name]])


@pytest.mark.parametrize(
    "made", [sympy.And(r > 0, r < 1), sympy.Or(r > 0, q > 0), sympy.Not(Eq(r, q) & (r < 1)), A * x, r]
)
def test_what_is_no_single_relation_is_refused(made: Any) -> None:
    """One relation at a time; an expression alone is none."""
    with pytest.raises(InputError, match=r"the statement .* of the SymPy class"):
        derive.prove(made)


def test_a_relation_beside_a_side_is_refused() -> None:
    """A relation is a whole statement."""
    with pytest.raises(InputError, match="relation Eq"):
        derive.prove(Eq(r, q), r)


SUMS: dict[str, tuple[Any, Any, str]] = {
    "from 0": (Sum(2 * b[i], (i, 0, N - 1)), 2 * Sum(b[i], (i, 0, N - 1)), "proved"),
    "from 1": (Sum(2 * b[i], (i, 1, N)), 2 * Sum(b[i], (i, 1, N)), "proved"),
    "from 1, false": (Sum(b[i] ** 2, (i, 1, N)), Sum(b[i], (i, 1, N)) ** 2, "refuted"),
    "double": (Sum(b[i] * b[j], (i, 1, N), (j, 1, N)), Sum(b[i], (i, 1, N)) ** 2, "proved"),
    "with a shape": (Sum(c[i] * x[i, 0], (i, 0, N - 1)), Sum(x[j, 0] * c[j], (j, 0, N - 1)), "proved"),
    "a column": (Sum(x[i, 0], (i, 0, N - 1)), one.T * x, "proved"),
    "a constant": (Sum(r, (i, 1, N)) * Trace(A), N * r * Trace(A), "proved"),
    "real": (Sum(Abs(d[i]) ** 2, (i, 1, N)), Sum(d[i] * d[i], (i, 1, N)), "proved"),
    "free index": (c[i] * Sum(c[j], (j, 0, N - 1)), Sum(c[i] * c[j], (j, 0, N - 1)), "proved"),
    "free index, false": (c[i], Sum(c[j], (j, 0, N - 1)), "refuted"),
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_over_arrays(name: str) -> None:
    """An `IndexedBase` is summed over its axis, however that is counted."""
    lhs, rhs, status = SUMS[name]
    assert derive.prove(lhs, rhs).status == status


def test_one_sum_is_out_of_range() -> None:
    """Of Σ xᵢ over 0 … N − 1 and over 1 … N at most one is 1ᵀx."""
    with pytest.raises(InputError, match="out of range"):
        derive.prove(Sum(x[i, 0], (i, 1, N)), one.T * x)
    with pytest.raises(InputError, match="sums from 0 and sums from 1"):
        derive.prove(Sum(b[i], (i, 0, N - 1)), Sum(b[i], (i, 1, N)))


def test_a_power_of_a_column_has_two_readings() -> None:
    """SymPy makes yᵀ x² of (yᵀx) x."""
    for side in ((y.T * x) * x, y.T * x**2, x * x, A * x * x):
        with pytest.raises(AmbiguityError) as raised:
            derive.prove(side, x)
        assert len(raised.value.readings) == 2
    assert derive.prove(x * (y.T * x), (x * y.T) * x).status == "proved"


def test_the_verdict_says_what_is_read_as_real() -> None:
    """Matrix symbols always, others with ``real=True``; in words, in LaTeX, in JSON."""
    verdict = derive.prove(A * x, z * x)
    assert str(verdict).endswith("\nread as: real matrix symbols A, x")
    assert "read as: real matrix symbols A, x" in derive.latex(verdict)
    assert verdict.to_json()["notes"] == ["read as: real matrix symbols A, x"]
    assert str(derive.prove(A * x, z * x, real=True)).endswith("\nread as: real symbols A, x, z")
    assert "notes" not in derive.prove(r + r, 2 * r).to_json()
    bound = derive.prove(sympy.GreaterThan(Trace(x.T * x), 0))
    assert bound.status == "proved"
    assert str(bound).endswith("\nread as: real matrix symbols x")


def test_both_doors_agree() -> None:
    """A term of the other language beside SymPy's names the same symbols; what is complex stays so."""
    with pytest.raises(InputError, match="under the function abs is complex"):
        derive.prove(derive.absolute(derive.scalar("z")) ** 2, z**2)
    assert derive.prove(derive.absolute(derive.scalar("r")) ** 2, r**2).status == "proved"
