r"""``derive.derivation.partials``: derivatives by defined names, as batch normalisation has them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from derive.derivation.partials import component, jacobian, occurs, written_out
from derive.errors import InputError
from derive.evaluate.evaluate import evaluate
from derive.evaluate.point import Point
from derive.language.build import dimension, index, let, scalar, sum_, vector
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Component, Grad, Index, Symbol, Term, axes_of
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of
from tests.strategies import SHAPES, WIDE, differ_at, random_point

BATCH = r"""dimension N; index i, j : N; vector x : N; scalars \gamma, \beta; scalar \epsilon > 0
let \mu = \frac1N \sum_i x_i; let \sigma^2 = \frac1N \sum_i (x_i - \mu)^2
let \hat x_i = (x_i - \mu)/\sqrt{\sigma^2 + \epsilon}; let y_i = \gamma \hat x_i + \beta; loss L of y"""
LAYERS = r"""dimension N, K; index i, j : N; index k, l : K; vector x : N; matrix W : K x N; matrix V : N x N
let a = W \vec x; let h_k = \tanh(a_k); let q = h^\top h; let Z = V V; let M = Z \vec x; loss L of h; loss R of M
scalar t; let u = t^2; let v = u^3; let w = u + t"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial L}{\partial \hat x_i} = \gamma \frac{\partial L}{\partial y_i}", "proved"),
        (r"\frac{\partial L}{\partial \hat x_i} = \frac{\partial L}{\partial y_i}", "refuted"),
        (r"\frac{\partial L}{\partial \sigma^2} = \sum_i \frac{\partial L}{\partial \hat x_i} (x_i - \mu) "
         r"\cdot \frac{-1}{2} (\sigma^2 + \epsilon)^{-3/2}", "proved"),
        (r"\frac{\partial L}{\partial \sigma^2} = \sum_i \frac{\partial L}{\partial \hat x_i} (x_i - \mu) "
         r"\cdot \frac{-1}{2} (\sigma^2 + \epsilon)^{-1/2}", "refuted"),
        (r"\frac{\partial L}{\partial \mu} = \sum_i \frac{\partial L}{\partial \hat x_i} "
         r"\frac{-1}{\sqrt{\sigma^2 + \epsilon}} "
         r"+ \frac{\partial L}{\partial \sigma^2} \frac{\sum_i (-2) (x_i - \mu)}{N}", "proved"),
        (r"\frac{\partial L}{\partial x_i} = \frac{\partial L}{\partial \hat x_i} \frac{1}{\sqrt{\sigma^2 + \epsilon}} + "
         r"\frac{\partial L}{\partial \sigma^2} \frac{2 (x_i - \mu)}{N} "
         r"+ \frac{\partial L}{\partial \mu} \frac1N", "proved"),
        (r"\frac{\partial L}{\partial x_i} = \frac{\partial L}{\partial \hat x_i} \frac{1}{\sqrt{\sigma^2 + \epsilon}} + "
         r"\frac{\partial L}{\partial \mu} \frac1N", "refuted"),
        (r"\frac{\partial L}{\partial \gamma} = \sum_i \frac{\partial L}{\partial y_i} \hat x_i", "proved"),
        (r"\frac{\partial L}{\partial \beta} = \sum_i \frac{\partial L}{\partial y_i}", "proved"),
    ],
)  # fmt: skip
def test_the_six_lines_of_batch_normalisation(latex: str, status: str) -> None:
    """The backward pass of Ioffe and Szegedy, and slips in it."""
    assert status_of(latex, BATCH) == status


@pytest.mark.parametrize(
    ("declarations", "latex", "status"),
    [
        (BATCH, r"\frac{\partial L}{\partial \hat x} = \gamma \frac{\partial L}{\partial y}", "proved"),
        (BATCH, r"\nabla_{\hat x} L = \gamma \nabla_y L", "proved"),
        (BATCH, r"\frac{\partial y_i}{\partial \hat x_j} = \gamma \delta_{ij}", "proved"),
        (BATCH, r"\frac{\partial y_i}{\partial \hat x_j} = \gamma", "refuted"),
        (BATCH, r"\frac{d y_i}{d \hat x_j} = \gamma \delta_{ij}", "proved"),
        (BATCH, r"\frac{\partial y}{\partial \hat x} = \gamma I", "proved"),
        (BATCH, r"\frac{\partial \hat x_i}{\partial \mu} = \frac{-1}{\sqrt{\sigma^2 + \epsilon}}", "proved"),
        (
            BATCH,
            r"\frac{\partial \hat x_i}{\partial \sigma^2} = -\frac{x_i - \mu}{2 (\sigma^2 + \epsilon)^{3/2}}",
            "proved",
        ),
        (BATCH, r"\frac{\partial \sigma^2}{\partial \mu} = 0", "proved"),
        (BATCH, r"\frac{\partial \mu}{\partial \mu} = 1", "proved"),
        (LAYERS, r"\frac{\partial L}{\partial a_k} = \frac{\partial L}{\partial h_k} (1 - h_k^2)", "proved"),
        (LAYERS + r"; let p = \det(Z)", r"\frac{\partial p}{\partial Z_{ij}} = p (Z^{-1})_{ji}", "proved"),
        (LAYERS, r"\frac{\partial h_k}{\partial a_l} = \delta_{kl} (1 - h_k^2)", "proved"),
        (LAYERS, r"\frac{\partial q}{\partial h} = 2 h", "proved"),
        (LAYERS, r"\frac{\partial q}{\partial h^\top} = 2 h^\top", "proved"),
        (LAYERS, r"\frac{\partial R}{\partial Z_{ij}} = \frac{\partial R}{\partial M_i} x_j", "proved"),
        (LAYERS, r"\frac{\partial R}{\partial Z} = \frac{\partial R}{\partial M} x^\top", "proved"),
        (LAYERS, r"\frac{\partial R}{\partial Z} = x \frac{\partial R}{\partial M}^\top", "refuted"),
        (LAYERS, r"\frac{\partial q}{\partial h_k} = \frac{\partial}{\partial h_k} (h^\top h)", "proved"),
        (LAYERS, r"\frac{d v}{d u} = 3 u^2", "proved"),
        (LAYERS, r"\frac{\partial w}{\partial u} = 1", "proved"),
        (
            LAYERS,
            r"\frac{\partial v}{\partial t} = \frac{\partial v}{\partial u} \frac{\partial u}{\partial t}",
            "proved",
        ),
    ],
)
def test_derivatives_by_defined_names(declarations: str, latex: str, status: str) -> None:
    """What is defined by the name follows, all else stays."""
    assert status_of(latex, declarations) == status


@pytest.mark.parametrize(
    ("declarations", "latex", "message"),
    [
        (BATCH, r"\frac{\partial x_i}{\partial \mu} = 0", "of what has no mu in it"),
        (BATCH + r"; let c = \gamma \beta", r"\frac{\partial L}{\partial c} = 0", "on which y does not depend"),
        (
            BATCH + r"; let z_i = x_i - \mu - \frac1N \sum_j x_j",
            r"\frac{\partial z_i}{\partial \mu} = 0",
            "written out",
        ),
        (BATCH, r"\frac{\partial^2 y_i}{\partial \mu^2} = 0", "a second derivative by mu, which is defined"),
        (BATCH, r"\frac{\partial y_i}{\partial N} = 0", "a derivative by the dimension N"),
        (LAYERS, r"\frac{\partial M}{\partial Z} = 0", "more than two axes"),
        (LAYERS + r"; let p_k = \frac{\partial q}{\partial x_i}", r"p = p", "unbound"),
    ],
)
def test_what_has_no_derivative_by_a_name(declarations: str, latex: str, message: str) -> None:
    """What does not have the name in it, what has its definition beside it, and what no rule differentiates."""
    assert message in refusal(lambda: read_latex(latex, context_from(declarations)))


@pytest.mark.parametrize("latex", [r"\frac{d y_i}{d \mu} = 0", r"\frac{dL}{d\mu} = 0"])
def test_a_total_derivative_beside_what_the_name_is_made_of(latex: str) -> None:
    """With d nobody can tell whether the x in μ varies too."""
    with pytest.raises(AmbiguityError, match="d by mu, which is defined"):
        read_latex(latex, context_from(BATCH))


def test_names_stay_folded() -> None:
    """What is not differentiated keeps its name."""
    term = read_latex_term(r"\frac{\partial \hat x_i}{\partial \sigma^2}", context_from(BATCH))
    sigma2 = read_latex_term(r"\sigma^2", context_from(BATCH))
    assert occurs(sigma2, term)


def test_written_out_under_other_letters() -> None:
    """A definition is known again whatever its bound index is called; what is a number is not looked for."""
    n = dimension("N")
    x, i, j = vector("x", n), index("i", n), index("j", n)
    total, two = let("s", sum_(i, x[i])), let("c", 2 * scalar("t") ** 0)
    assert written_out(total, total + sum_(j, x[j]))
    assert not written_out(total, total + sum_(j, x[j] ** 2))
    assert not written_out(two, two * 2)


def _by_a_name(random: Random) -> tuple[Term, Term] | None:
    """A derivative by a name for a symbol, and by that symbol; None where there is none."""
    term = WIDE.term(random, random.choice(SHAPES), 4)
    symbols = symbols_of(term)
    if not symbols:
        return None
    symbol = random.choice(symbols)
    own = Symbol("v", symbol.dims, symbol.properties)
    name = let("d", own)
    letters = random.sample("nmkijlp", 7)
    at = tuple(Index(letters.pop(), dim) for dim in axes_of(term.shape))
    along = tuple(Index(letters.pop(), dim) for dim in axes_of(symbol.shape))
    try:
        plain = Grad(substitute(term, {symbol: own}), own)
        found = component(let("y", substitute(term, {symbol: name})), name, at, along)
    except InputError:
        return None
    return found, Component(plain, at + along) if at + along else plain


def test_the_rules_agree_with_dual_numbers() -> None:
    """On random terms the derivative by a name for a symbol is that by the symbol, as exact duals evaluate it."""
    random = Random(7)
    compared = 0
    for _ in range(400):
        if (pair := _by_a_name(random)) is None:
            continue
        differ = differ_at(*pair, random_point(random, *pair, largest=3))
        assert differ is not True, pair
        compared += differ is False
    assert compared > 100


def test_a_path_through_definitions() -> None:
    """∂y/∂μ includes σ² where that is defined by μ: the value at a point is that of the formula with a symbol for μ."""
    context = context_from(BATCH)
    mu = read_latex_term(r"\mu", context)
    free = context_from(BATCH.replace(r"let \mu = \frac1N \sum_i x_i", r"scalar \mu"))
    by_name = read_latex_term(r"\frac{\partial y}{\partial \mu}", context)
    by_symbol = read_latex_term(r"\frac{\partial y}{\partial \mu}", free)
    symbols = {symbol.name: symbol for symbol in symbols_of(by_name, by_symbol)}
    n = dimension("N")
    values = {
        symbols["x"]: (Fraction(1), Fraction(2), Fraction(6)),
        symbols["gamma"]: Fraction(3),
        symbols["epsilon"]: Fraction(4, 3),
    }
    values |= {symbols["beta"]: Fraction(1)} if "beta" in symbols else {}
    point = Point({n: 3}, values)
    at_mean = Point({n: 3}, {**values, symbols["mu"]: evaluate(mu, point)})
    assert evaluate(by_name, point) == evaluate(by_symbol, at_mean)


def test_a_jacobian_of_what_is_constant() -> None:
    """A derivative that is zero has the shape of one that is not."""
    n = dimension("N")
    name = let("d", vector("a", n))
    assert jacobian(scalar("t") * name**0, name).shape == (n, n)


OF_ENTRIES = """matrices Q, K : 2 x 2; vector x : 2; let Z = Q K^T; loss L of Z; index i, j : 2; let f(x) = x^\\top Q x
let y = Q x; matrix S : 2 x 2 symmetric; scalar c; c depends on x; let w = 2 x; let b = w^\\top w"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial (x_1^2 + x_2)}{\partial x_1} = 2 x_1", "proved"),
        (r"\frac{\partial (x_1^2 + x_2)}{\partial x_2} = 2 x_1", "refuted"),
        (r"\frac{\partial Z}{\partial k_{21}} = \begin{pmatrix} 0 & q_{11} \\ 0 & q_{21} \end{pmatrix}", "proved"),
        (r"\frac{\partial Z}{\partial k_{12}} = \begin{pmatrix} 0 & q_{11} \\ 0 & q_{21} \end{pmatrix}", "refuted"),
        (r"\frac{\partial y}{\partial x_1} = \begin{pmatrix} q_{11} \\ q_{21} \end{pmatrix}", "proved"),
        (r"\frac{\partial z_{12}}{\partial k_{21}} = q_{11}", "proved"),
        (r"\frac{\partial L}{\partial k_{12}} = \left(\frac{\partial L}{\partial Z}^\top Q\right)_{12}",
         "proved"),
        (r"\frac{\partial L}{\partial k_{12}} = q_{12} \frac{\partial L}{\partial z_{11}}",
         "refuted"),
        (r"\frac{\partial^2 f(x)}{\partial x_1 \partial x_2} = q_{12} + q_{21}", "proved"),
        (r"\frac{\partial b}{\partial w_1} = 2 w_1", "proved"), (r"\frac{\partial b}{\partial x_1} = 2 w_1", "refuted"),
        (r"\frac{\partial (c x_2)}{\partial x_1} = x_2 \frac{\partial c}{\partial x_1}", "proved"),
        (r"\frac{\partial (x^\top S x)}{\partial S_{12}} = x_1 x_2", "unsupported"),
    ],
)  # fmt: skip
def test_by_an_entry_at_numbers(latex: str, status: str) -> None:
    """By one entry of a vector or matrix whose sizes are numbers; of a symmetric one two entries are the same."""
    assert status_of(latex, OF_ENTRIES) == status


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (
            r"\frac{\partial^2 f(x)}{\partial x_1 \partial x_i} = c",
            "a second derivative by an entry and something else",
        ),
        (r"\frac{\partial (c x_2)}{\partial x_1} = 0", "has names in it that depend"),
        (
            r"\frac{\partial y}{\partial x_1} = \begin{pmatrix} q_{11} & q_{21} \end{pmatrix}",
            "the layout of a derivative",
        ),
    ],
)
def test_what_is_not_said_by_an_entry(latex: str, message: str) -> None:
    """What an index in its place does not say either."""
    assert message in refusal(lambda: status_of(latex, OF_ENTRIES))
