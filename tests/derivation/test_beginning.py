"""A derivation begins in SymPy, and its lines may be written in SymPy: what is changed by hand is caught at its line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sympy

import derive as d
from derive.authoring.theory import check_theorem
from derive.cli.theorems import obligations_of
from derive.derivation.derivation import Derivation
from derive.errors import DerivationError, InputError
from derive.interop import layernorm
from derive.interop.to_sympy import to_sympy
from derive.theories.layernorm import maps, names
from derive.theories.layernorm.forms import eq6

N = sympy.Symbol("N", integer=True, positive=True)
a, g, b = (sympy.MatrixSymbol(name, N, 1) for name in "agb")
mu, sigma2 = layernorm.MU, layernorm.SIGMA2
PROJECTED = names.Pi * names.a
DEFINITIONS = {"epsilon": names.eps, **layernorm.sympy_definitions(N)}


def lines() -> tuple[Any, ...]:
    """The lines of Eq. (6)."""
    assert eq6.derivation is not None
    return eq6.derivation.lines


def as_sympy() -> list[Any]:
    """The same as SymPy expressions."""
    return [to_sympy(line.term, folded=True, evaluate=False) for line in lines()]


def in_sympy(written: list[Any]) -> Derivation:
    """The derivation of Eq. (6) with every line written in SymPy."""
    made = Derivation.start(written[0], symbols={"eps": names.eps, **layernorm.sympy_definitions(N)})
    for line, expr in zip(lines()[1:], written[1:], strict=True):
        made = made.by(*line.rules, to=expr, symbols=layernorm.sympy_definitions(N))
    return made


def test_the_derivation_of_eq6_begins_in_sympy() -> None:
    """Line 1 is what SymPy builds, read as a term, and it is Eq. (1) of the theory."""
    begun = Derivation.start(d.sympy_layernorm(names.N, folded=True), symbols=DEFINITIONS)
    assert begun.lines[0].term == maps.EQ1 == maps.LN.unfold() == lines()[0].term
    assert check_theorem(eq6).as_expected


def _definitions_with(name: Any, change: Callable[[Any], Any]) -> Callable[[Any], dict[Any, Any]]:
    real = layernorm.sympy_definitions
    return lambda size: {key: change(body) if key == name else body for key, body in real(size).items()}


def _fewer(body: Any) -> Any:
    """A statistic divided by N − 1."""
    return body * N / (N - 1)


CENTRED = sympy.MatAdd(a, sympy.MatMul(-1, mu, sympy.OneMatrix(N, 1)))
OUTSIDE = sympy.MatAdd(sympy.HadamardProduct(g, sympy.MatMul(CENTRED, 1 / (sympy.sqrt(sigma2) + layernorm.EPSILON))), b)
DOUBLED = layernorm.FORMS["eq1"](N).xreplace({b: 2 * b})
EXPECTED = "expected g ⊙ (a - μ 1) / √(σ² + ε) + b"


@pytest.mark.parametrize(
    ("definitions", "form", "words"),
    [
        (
            _definitions_with(mu, _fewer),
            None,
            ["defines μ otherwise", "expected (a · 1) / N", "found    (a · 1) / (-1 + N)"],
        ),
        (_definitions_with(sigma2, _fewer), None, ["defines σ² otherwise"]),
        (None, OUTSIDE, ["is not what is claimed", EXPECTED, "/ (ε + √(σ²)) + b"]),
        (None, DOUBLED, ["is not what is claimed", EXPECTED, "+ 2b"]),
    ],
)
def test_a_change_of_eq1_is_caught_at_line_1(
    definitions: Any, form: Any, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """N − 1 for N in μ or σ², ε outside the root, another bias: not Eq. (1), with both lines and a witness."""
    if definitions is not None:
        monkeypatch.setattr(layernorm, "sympy_definitions", definitions)
    else:
        monkeypatch.setitem(layernorm.FORMS, "eq1", lambda size: form)
    checked = check_theorem(replace(eq6))
    assert checked.status == "unsupported"
    assert checked.failure is not None
    assert checked.failure.number == 1
    for word in ("line 1 (the beginning)", "witness: N = ", *words):
        assert word in str(checked.failure)


def test_a_derivation_that_does_not_begin_as_claimed_is_an_obligation_that_fails() -> None:
    """`derive check` names line 1, with the reason; the equation itself is proved."""
    checked = check_theorem(replace(eq6, proof=lambda: Derivation.start(DOUBLED, symbols=DEFINITIONS)))
    found = [o for o in obligations_of(checked) if o.kind == "line"]
    assert [(o.number, o.verdict) for o in found] == [(1, "unsupported")]
    assert "is not what is claimed" in found[0].reason


def test_every_line_may_be_written_in_sympy() -> None:
    """The ten lines as SymPy expressions are read as the same ten lines, and follow by the same rules."""
    made = in_sympy(as_sympy())
    assert made.lines == lines()
    assert made.checked().theorem == eq6.derivation.checked().theorem  # type: ignore[union-attr]  # it has one


@pytest.mark.parametrize("number", range(1, 11))
def test_a_line_changed_by_hand_is_caught_there(number: int) -> None:
    """The bias doubled in one SymPy line: the error has the number of that line."""
    written = as_sympy()
    written[number - 1] = written[number - 1].xreplace({b: 2 * b})
    failure = check_theorem(replace(eq6, proof=lambda: in_sympy(written))).failure
    assert failure is not None
    assert failure.number == number
    assert "witness: N = " in failure.report


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (2, d.diag(names.g) * ((names.a - names.mu * names.one) / (d.sqrt(names.sigma2) + names.eps)) + names.b),
        (7, d.diag(names.g) * (PROJECTED / d.sqrt(d.norm(PROJECTED) ** 2 / (names.N - 1) + names.eps)) + names.b),
        (10, names.N * d.diag(names.g) * (PROJECTED / d.sqrt(d.norm(PROJECTED) ** 2 + names.N * names.eps)) + names.b),
    ],
)
def test_a_slip_in_a_line_is_caught_there(number: int, wrong: d.Term) -> None:
    """ε outside the root, N − 1 for N below |Πa|², N for √N."""
    written = as_sympy()
    written[number - 1] = to_sympy(wrong, folded=True, evaluate=False)
    failure = check_theorem(replace(eq6, proof=lambda: in_sympy(written))).failure
    assert failure is not None
    assert failure.number == number


def test_names_of_the_lines_before_are_known() -> None:
    """A later line uses the names of the first one, with their properties and definitions."""
    n = d.dimension("N")
    v, c = d.vector("v", n), d.scalar("c", "positive")
    m = d.let("m", d.dot(v, v) / n)
    rule = d.rule("definition of m", m, d.dot(v, v) / n, ())
    made = Derivation.start(c + m).by(rule, to=sympy.Symbol("c") + sympy.Trace(_v().T * _v()) / sympy.Symbol("N"))
    assert made.checked().verdict.status == "proved"
    again = Derivation.start(c + m).by(rule, to=sympy.Symbol("c") + sympy.Symbol("m", real=True))
    assert again.lines[1].term == c + m


def _v() -> Any:
    return sympy.MatrixSymbol("v", sympy.Symbol("N"), 1)


def test_what_sympy_leaves_open_is_refused() -> None:
    """A scalar that is complex in SymPy, a line that cannot be read, symbols for a term."""
    z = sympy.Symbol("z")
    with pytest.raises(InputError, match="z in a derivation is complex"):
        Derivation.start(z * _v())
    assert Derivation.start(z * _v(), symbols={z: d.scalar("z")}).lines[0].term.shape == (d.dimension("N"),)
    with pytest.raises(InputError, match=r"0\.5"):
        Derivation.start(0.5 * _v())
    with pytest.raises(InputError, match="symbols of a line that is no SymPy expression"):
        Derivation.start(maps.LN, symbols={"mu": names.mu})
    with pytest.raises(DerivationError, match="is not what is claimed, but equal to it"):
        Derivation.start(maps.LN).claimed(maps.EQ1, maps.LN)
