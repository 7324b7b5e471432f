r"""``function \sigma``: an unknown function of a number, taken entry by entry, in LaTeX."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.language.build import function
from derive.language.terms import Symbol
from derive.reading.decided import context_from
from derive.reading.latex import read_latex, read_latex_term
from tests.reading.latex.contexts import status_of

NAMES = r"""dimension n, m, k; vectors x, z, u : n; vector b : m; matrix W : m x n; matrix A : n x n; matrix V : k x m
vectors c, y : k; scalars t, s; index i, j : n; index p : m; """
SIGMA = NAMES + r"function \sigma; "
TWO = NAMES + "functions f, g; "
LAYERS = (
    SIGMA
    + r"""function \phi; let h = W x + b; let a = \sigma(h); let q = V a + c; let L = \tfrac12 \|\phi(q) - y\|^2
let \delta = (\phi(q) - y) \odot \phi'(q)"""
)


@pytest.mark.parametrize(
    ("latex", "declared", "status"),
    [
        (r"\frac{\partial \sigma(z_i)}{\partial z_j} = \sigma'(z_i) \delta_{ij}", SIGMA, "proved"),
        (r"\frac{\partial \sigma(z_i)}{\partial z_j} = \sigma(z_i) \delta_{ij}", SIGMA, "refuted"),
        (r"\frac{\partial \sigma(z_i)}{\partial z_j} = \sigma'(z_i)", SIGMA, "refuted"),
        (r"\frac{\partial \sigma(z)}{\partial z} = \operatorname{diag}(\sigma'(z))", SIGMA, "proved"),
        (r"\frac{\partial \sigma(z)}{\partial z} = \operatorname{diag}(\sigma(z))", SIGMA, "refuted"),
        (r"\sigma(z)_i = \sigma(z_i)", SIGMA, "proved"),
        (r"\sigma'(z)_i = \sigma'(z_i)", SIGMA, "proved"),
        (r"\sigma(A)_{ij} = \sigma(A_{ij})", SIGMA, "proved"),
        (r"\sigma(A)_{ij} = \sigma(A_{ji})", SIGMA, "refuted"),
        (r"\sigma(W x + b) = \sigma(b + W x)", SIGMA, "proved"),
        (r"\sigma(x + z) = \sigma(x) + \sigma(z)", SIGMA, "refuted"),
        (r"\sigma(-t) = -\sigma(t)", SIGMA, "refuted"),
        (r"\sigma(0) = 0", SIGMA, "refuted"),
        (r"\sigma'(t) = \sigma(t)", SIGMA, "refuted"),
        (r"\frac{d^2}{dt^2} \sigma(t) = \sigma''(t)", SIGMA, "proved"),
        (r"\frac{d^2}{dt^2} \sigma(t) = \sigma^{(2)}(t)", SIGMA, "proved"),
        (r"\sigma^{(12)}(t) = \sigma^{(11)}(t)", SIGMA, "refuted"),
        (r"\frac{d}{dt} \sigma(t)^2 = 2 \sigma(t) \sigma'(t)", SIGMA, "proved"),
        (r"(\sigma(2t))' = 2 \sigma'(2t)", SIGMA, "proved"),
        (r"\left. \frac{d}{dt} \sigma(t) \right|_{t=0} = \sigma'(0)", SIGMA, "proved"),
        (r"\nabla_x \sum_p \sigma(W x + b)_p = W^\top \sigma'(W x + b)", SIGMA, "proved"),
        (r"\nabla_x \sum_p \sigma(W x + b)_p = W^\top \sigma(W x + b)", SIGMA, "refuted"),
        (r"\frac{d}{dt} f(g(t)) = f'(g(t)) g'(t)", TWO, "proved"),
        (r"\frac{d}{dt} f(g(t)) = f'(g(t))", TWO, "refuted"),
        (r"\frac{d}{dt} f(g(t)) = f'(t) g'(t)", TWO, "refuted"),
        (r"f(g(t)) = g(f(t))", TWO, "refuted"),
        (r"f(t) = g(t)", TWO, "refuted"),
        (r"f(x)^\top g(x) = \sum_i f(x_i) g(x_i)", TWO, "proved"),
        (r"\nabla_x^2 \sum_i f(x_i) = \operatorname{diag}(f''(x))", TWO + "second nablas: hessian", "proved"),
        (r"f(t) = f(s)", TWO + "assume t = s", "proved"),
        (r"f'(t) = f(s)", TWO + "assume t = s", "refuted"),
        (r"\sigma'(x^\top u) = \sigma'(u^\top x)", SIGMA, "proved"),
        (r"\frac{\partial L}{\partial q} = \delta", LAYERS, "proved"),
        (r"\frac{\partial L}{\partial x} = W^\top ((V^\top \delta) \odot \sigma'(h))", LAYERS, "proved"),
        (r"\frac{\partial L}{\partial W} = ((V^\top \delta) \odot \sigma'(h)) x^\top", LAYERS, "proved"),
        (r"\frac{\partial L}{\partial b} = (V^\top \delta) \odot \sigma'(h)", LAYERS, "proved"),
        (r"\frac{\partial L}{\partial V} = \delta a^\top", LAYERS, "proved"),
        (r"\frac{\partial L}{\partial x} = W^\top ((V^\top \delta) \odot \sigma(h))", LAYERS, "refuted"),
        (r"\frac{\partial L}{\partial b} = V^\top \delta", LAYERS, "refuted"),
        (r"\frac{\partial L}{\partial b} = (V^\top \delta) \odot \phi'(h)", LAYERS, "refuted"),
    ],
)
def test_relations(latex: str, declared: str, status: str) -> None:
    """What holds of every function is proved, and what does not is refuted."""
    assert status_of(latex, declared) == status


@pytest.mark.parametrize("node", [r"let a = \sigma(z)", r"let a(z) = \sigma(z)"])
def test_losses(node: str) -> None:
    """A loss of an activation."""
    declared = SIGMA + node + "; loss L of a"
    by_entries = r"\frac{\partial L}{\partial z_j} = \frac{\partial L}{\partial a_j} \sigma'(z_j)"
    assert (
        status_of(r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} \odot \sigma'(z)", declared)
        == "proved"
    )
    assert (
        status_of(r"\frac{\partial L}{\partial z} = \frac{\partial L}{\partial a} \odot \sigma(z)", declared)
        == "refuted"
    )
    assert status_of(by_entries, declared) == "proved"
    assert status_of(r"\frac{\partial a_i}{\partial z_j} = \sigma'(z_i) \delta_{ij}", declared) == "proved"


@pytest.mark.parametrize(
    "declared", [r"function \phi", r"function \phi(t)", r"functions f, \phi(s)", r"function \phi ( t ), f"]
)
def test_declarations(declared: str) -> None:
    """Alone, with the letter of its argument, in a list."""
    t, phi = Symbol("t", ()), function("phi")
    assert read_latex_term(r"\phi(t) + \phi'(t)", context_from(NAMES + declared)) == phi(t) + phi.derivative(t)


def test_words() -> None:
    r"""Of a word, and of a name with a subscript or a superscript."""
    declared = NAMES + r"function \operatorname{act}, \sigma_1, f^{(2)}"
    assert status_of(r"\frac{d}{dt} \operatorname{act}(t) = \operatorname{act}'(t)", declared) == "proved"
    assert status_of(r"\operatorname{act}(t) = \sigma_1(t)", declared) == "refuted"
    assert status_of(r"f^{(2)}(t) = f^{(2)}(t)", declared) == "proved"
    assert status_of(r"\frac{d}{dt} f^{(2)}(t) = f^{(2)}(t)", declared) == "refuted"


@pytest.mark.parametrize(
    ("latex", "declared", "status"),
    [
        (r"f(t) = t^2", r"function f; let f(t) = t^2", "proved"),
        (r"f(t) = t^2", r"let f(t) = t^2; function f", "proved"),
        (r"f'(s) = 2 s", r"function f; let f(t) = t^2", "proved"),
        (r"f \, (t) = f \cdot t", "scalar f; function f", "proved"),
        (r"t f = f \cdot t", "function f; vector f : n", "proved"),
        (r"\mu(x) = \frac{1}{n} \sum_i x_i", r"function \mu", "proved"),
        (r"\mu(t) = 2 t", r"scalar \mu; let \mu(t) = 2 t; function \mu", "proved"),
        (r"\frac{\partial f}{\partial x} = x", "function f; loss f of x", "refuted"),
    ],
)
def test_what_is_declared_otherwise(latex: str, declared: str, status: str) -> None:
    """Of a name of which something else is declared, before or behind, the declaration says what it said."""
    assert status_of(latex, NAMES + declared) == status


@pytest.mark.parametrize(
    ("latex", "declared", "message"),
    [
        (r"\sigma = 2", SIGMA, r"the function \sigma without arguments"),
        (r"2 \sigma + t = t", SIGMA, r"the function \sigma without arguments"),
        (r"\frac{d \sigma}{dt} = t", SIGMA, r"the function \sigma without arguments"),
        (r"\sigma(t, s) = t", SIGMA, "of 2 arguments"),
        (r"\sigma^{(13)}(t) = t", SIGMA, "order 13"),
        (r"\sigma^2(t) = t", SIGMA, r"a power of \sigma before parentheses"),
        (r"\sigma^2(z) = t", SIGMA, r"a power of \sigma before parentheses"),
        (r"\sigma^{-1}(t) = t", SIGMA, r"a power of \sigma before parentheses"),
        (r"\dot\sigma(t) = t", SIGMA, r"the unknown name \dot \sigma"),
        (r"(f + g)(t) = t", TWO, "the function f without arguments"),
        (r"f g(t) = t", TWO, "the function f without arguments"),
        (r"f'(t) = t", NAMES + "function f'", "f' of something else than it is defined of"),
        (r"f(t) = t", NAMES + "function f; loss f of x", "f of something else than it is defined of"),
        (r"f(t) = f \cdot t", NAMES + "scalar f; function f", "f of something else than it is defined of"),
        (r"f(t) = t f", NAMES + "function f; vector f : n", "f of something else than it is defined of"),
        (r"\sigma(t) = t", SIGMA + "forget; scalar t", r"the unknown name \sigma"),
        (r"t = t", NAMES + "function f(t, s)", "a function of several things"),
        (r"t = t", NAMES + "function f(x)", "which is no number"),
        (r"t = t", NAMES + r"function \mu(t)", "take another letter"),
        (r"t = t", NAMES + r"function \operatorname{mean}", "a function of the language"),
        (r"f(t) = r", NAMES + "function f; let r = f(t); let f(t) = t^2", "two things"),
        (r"f(t) = 1", NAMES + "function f; assume f(t) = 1; let f(t) = t^2", "two things"),
        (r"\sigma''(t) = t", SIGMA + r"assume \sigma'(t) = \sigma(t) (1 - \sigma(t))", "nothing is assumed of it"),
        (r"\sigma'(s) = t", SIGMA + r"assume \sigma'(t) = \sigma(t) (1 - \sigma(t))", "nothing is assumed of it"),
        (r"\frac{d}{dt} \sigma(t) = 2 t", SIGMA + r"assume \sigma(t) = t^2", "nothing is assumed of it"),
    ],
)
def test_refused(latex: str, declared: str, message: str) -> None:
    """What is none of it, or could be two things, is refused by its name."""
    with pytest.raises(InputError) as caught:
        status_of(latex, declared)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("latex", "assumed", "status"),
    [
        (r"\sigma'(z) = \sigma(z) - \sigma(z)^{\odot 2}", r"\sigma'(z_i) = \sigma(z_i) (1 - \sigma(z_i))", "proved"),
        (r"\sigma'(z) = \sigma(z) + \sigma(z)^{\odot 2}", r"\sigma'(z_i) = \sigma(z_i) (1 - \sigma(z_i))", "refuted"),
        (r"\frac{d}{dt} \log \sigma(t) = 1 - \sigma(t)", r"\sigma'(t) = \sigma(t) (1 - \sigma(t))", "proved"),
        (r"\frac{d}{dt} \sqrt{\sigma(t)} = \frac{\sigma'(t)}{2 \sqrt{\sigma(t)}}", r"\sigma(t) > 0", "proved"),
        (r"\frac{d}{dt} \sqrt{\sigma(t)} = \frac{\sigma'(t)}{\sqrt{\sigma(t)}}", r"\sigma(t) > 0", "refuted"),
        (r"t - \frac{\sigma(t)}{\sigma'(t)} = t", r"\sigma(t) = 0", "proved"),
        (r"\sigma'(0) + \sigma(0) = 1 + s", r"\sigma(0) = 1, \sigma'(0) = s", "proved"),
        (r"\sigma(t) = 1", r"\sigma(0) = 1", "refuted"),
    ],
)
def test_assumed(latex: str, assumed: str, status: str) -> None:
    """Facts on values are used as those on other terms."""
    assert status_of(latex, f"{SIGMA}assume {assumed}") == status


def test_primes_as_transposes() -> None:
    """Where a prime is a transpose, that of a function is its derivative."""
    declared = SIGMA + "transpose '"
    assert status_of(r"\sigma'(z)_i = \sigma'(z_i)", declared) == "proved"
    assert status_of(r"W' \sigma'(b) = W^\top \sigma'(b)", declared) == "proved"
    assert status_of(r"\sigma(z)' \sigma(z) = \sum_i \sigma(z_i)^2", declared) == "proved"
    assert status_of(r"\frac{\partial \sigma(z_i)}{\partial z_j} = \sigma'(z_i) \delta_{ij}", declared) == "proved"


def test_nothing_is_relied_on() -> None:
    """That it is taken entry by entry is declared, and no convention."""
    context = context_from(SIGMA)
    assert read_latex(r"\sigma(z) = \sigma(z)", context).terms[0] == function("sigma")(
        Symbol("z", context.env.names["z"].shape)
    )  # type: ignore[union-attr]
    assert not context.relied
