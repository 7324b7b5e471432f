"""Unknown functions are printed in the letters of their author, and read back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.language.build import function, grad, hadamard, index, matrix, scalar, sum_, vector
from derive.language.terms import Dimension, Term, UnknownFunction
from derive.printing import PROFILES, latex, mathml, text
from derive.printing.plain import plain
from derive.reading import read_term
from derive.reading.environment import environment_of
from derive.reading.latex import Context, read_latex_term

N = Dimension("N")
x, t, v, A, i = scalar("x"), scalar("t"), vector("v", N), matrix("A", N, N), index("i", N)
FORMS: tuple[Callable[[UnknownFunction], Term], ...] = (
    lambda f: f(x), lambda f: f.derivative(x), lambda f: f.derived(3)(2 * x + t), lambda f: f(v),
    lambda f: f.derivative(v)[i], lambda f: f(A), lambda f: 2 * f(x) * f(t), lambda f: f(x) ** 2, lambda f: f(v).T * v,
    lambda f: f(f(x)), lambda f: hadamard(f(v), f.derivative(v)), lambda f: f(A) * v, lambda f: x * f(x + t),
    lambda f: grad(f(x), x), lambda f: -f(-x), lambda f: f(t) / f.derivative(t), lambda f: sum_(i, f(v[i])),
)  # fmt: skip


@pytest.mark.parametrize(
    "name", ["f", "sigma", "phi_1", "act", "relu_a", "sigma2", "f^*", "e", "d", "T", "mu", "Pi", "given"]
)
def test_read_back(name: str) -> None:
    """In plain syntax, and in LaTeX of every notation."""
    for form in FORMS:
        term = form(function(name))
        assert read_term(plain(term), environment_of(term)) == term
        for profile in PROFILES.values():
            assert read_latex_term(latex(term, profile), Context(notation=profile).of_terms(term)) == term


def test_spelled() -> None:
    """σ′(z), of each entry as of a number; of a square matrix without a mark."""
    sigma = function("sigma")
    assert text(sigma.derivative(v) + sigma(v)) == "σ′(v) + σ(v)"
    assert latex(sigma.derived(2)(x)) == r"\sigma''(x)"
    assert plain(sigma.derived(2)(x)) == "sigma''(x)"
    assert text(sigma(A)) == "σ(A)"
    assert latex(function("act").derivative(x)) == r"\operatorname{act}'(x)"
    assert "σ" in mathml(sigma(x))
    assert str(sigma.derivative) == "σ′(t)"
