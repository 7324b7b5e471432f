r"""Names that are written as formulas: ``\nabla L(\theta_k)``, ``L(\theta^\star)``, ``\frac{\partial L}{\partial z_j}``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.printing import latex, text
from derive.reading.decided import context_from
from derive.reading.latex import read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"dimension N, K; vectors x, y : N; scalars s, t, \eta; index k : N; "
GRADIENT = r"vector \nabla L(\theta_{k+1}) : N"
DERIVATIVE = r"vector \frac{\partial \hat{L}}{\partial z_{j}} : N"
BY_X = r"vector \frac{\partial L}{\partial x} : N"
BY_Z = r"vector \frac{\partial L}{\partial z} : N"
STEP = r"vector \nabla L(x) : N; let z = x - \eta \nabla L(x); vector \nabla L(z) : N"


def verdict(declared: str, written: str) -> str:
    """How a relation comes out."""
    return read_latex(written, context_from(NAMES + declared)).statement.decide().status


def refused(declared: str, written: str = "1 = 0") -> str:
    """Why a declaration, or a formula below it, is not read."""
    return refusal(lambda: read_latex(written, context_from(NAMES + declared)))


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (GRADIENT, r"\nabla L(\theta_{k+1}) = \nabla{L}\left(\theta_{{k} + 1}\right)"),
        (GRADIENT, r"\nabla\,L \bigl( {\theta}_{k+1} \bigr)^\top x = x \cdot \nabla L(\theta_{k+1})"),
        (DERIVATIVE, r"\dfrac{\partial \hat L}{\partial z_j} = \tfrac{\partial\hat{L}}{\partial {z}_{j}}"),
        (r"\newcommand{\cL}{\mathcal{L}} ; scalar \cL(w^{\star})", r"\mathcal L(w^\star)^2 = \cL(w^\star) \cL(w^\star)"),
        (r"scalars f'(t), f(t) > 0", r"f^\prime(t) \sqrt{f(t)}^2 = f(t) f'(t)"),
        (r"vector \frac{d L}{d w} : N", r"\|\frac{dL}{dw}\|^2 = \frac{dL}{dw} \cdot \frac{d L}{d w}"),
        (r"vector \nabla_w L : N; vector v : N", r"\nabla_{w} L \cdot v = v^\top \nabla_w L"),
        (r"vector \nabla L(x) : N; transpose '", r"\nabla L(x)' y = y' \nabla L(x)"),
        (r"matrix J(x) : 1 x N", r"J(x) y = y^\top J(x)^\top"),
        (r"matrix \nabla^2 L(x) : N x N symmetric", r"\nabla^2 L(x)^\top = \nabla^2 L(x)"),
        (r"let \nabla L(x) = 2 x", r"\nabla L(x) = x + x"),
        (r"let \frac{\partial L}{\partial z} = s y", r"\sum_k \frac{\partial L}{\partial z_k} y_k = s \|y\|^2"),
        (r"scalars f(a, b), f(b; a)", r"(f(a, b) + f(b; a))^2 \ge 0"),
        (STEP, r"\|z - x\|^2 = \eta^2 \|\nabla L(x)\|^2"),
        (r"scalars f(x), f(y); assume x = y", r"f(x) + f(y) = f(y) + f(x)"),
        (r"scalar f(x)", r"\frac{f(x)}{2} + \frac{1}{2} f(x) = f(x)"),
        (r"scalar f(a); let g(b) = b f(a)", r"g(3) = 3 f(a)"),
    ],
)  # fmt: skip
def test_found_by_its_tokens(declared: str, written: str) -> None:
    """Spaces, braces around one token, sizes and macros do not matter; what stands behind is as behind other names."""
    assert verdict(declared, written) == "proved"


@pytest.mark.parametrize(
    ("declared", "written", "status"),
    [
        (BY_Z, r"\sum_k \left(\frac{\partial L}{\partial z_k}\right)^2 = \|\frac{\partial L}{\partial z}\|^2", "proved"),
        (BY_Z, r"\frac{\partial L}{\partial z^{(k)}} = [\frac{\partial L}{\partial z}]_k", "proved"),
        (BY_Z, r"\sum_k \frac{\partial L}{\partial z_k} = 1", "refuted"),
        (DERIVATIVE, r"\sum_k \frac{\partial \hat L}{\partial z_j^{(k)}} x_k = 1", "refuted"),
        (BY_X, r"\frac{\partial L}{\partial x_k} = \frac{\partial L}{\partial x}_k", "proved"),
        (r"vector \nabla L(x) : N", r"[\nabla L(x)]_k = \nabla L(x)_k", "proved"),
        (r"matrix \frac{dL}{dW} : N x K", r"\sum_i \sum_j \frac{dL}{dW_{ij}} = 0", "refuted"),
    ],
)  # fmt: skip
def test_components(declared: str, written: str, status: str) -> None:
    """As people write them, where the letter is nothing else."""
    assert verdict(declared, written) == status


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (r"scalars f(x), f(y); assume x = y", r"f(x) = f(y)"),
        (r"scalars f(x), f(y); assume \|x - y\| = 0", r"f(x) = f(y)"),
        (r"let z = x; scalars f(x), f(z)", r"f(x) = f(z)"),
        (r"scalars f(2 x), f(x + x)", r"f(2 x) = f(x + x)"),
        (r"scalars f(x), f(0); assume x = 0", r"f(x) = f(0)"),
        (r"scalars f(x, s), f(y, s); assume x = y", r"f(x, s) = f(y, s)"),
        (r"scalars f(x, a), f(y, a); assume x = y", r"f(x, a) = f(y, a)"),
        (r"matrices D(x), D(y) : N x N diagonal; assume x = y", r"D(x) = D(y)"),
        (r"matrices J(x), J(y) : 1 x N; assume x = y", r"J(x) = J(y)"),
        (STEP + r"; assume \eta = 0", r"\nabla L(z) = \nabla L(x)"),
        (STEP + r"; assume \nabla L(x) = 0", r"\nabla L(z) = \nabla L(x)"),
        (r"vectors f(x), f(x - s f(x)) : N; assume s = 0", r"f(x - s f(x)) = f(x)"),
        (r"scalars f_s(x), f_t(x); assume s = t", r"f_s(x) = f_t(x)"),
        (r"vectors \nabla_w L^x, \nabla_w L^y : N; assume x = y", r"\nabla_w L^x = \nabla_w L^y"),
        (r"vector z : K; scalars f(x), f(z); assume N = K, x = 0, z = 0", r"f(x) = f(z)"),
        (r"scalars f(x), f(x^\top)", r"f(x) = f(x^\top)"),
    ],
)  # fmt: skip
def test_equal_arguments(declared: str, written: str) -> None:
    """What makes arguments equal makes values equal: it is not refuted."""
    assert verdict(declared, written) == "unsupported"


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (r"scalars f(x), f(y)", r"f(x) = f(y)"),
        (r"scalars f(x), f(y)", r"(f(x) - f(y)) (x - y) = 0"),
        (r"scalars f(x), f(y); assume x \cdot y = 1", r"f(x) = f(y)"),
        (r"scalars f(x, a), f(y, b); assume x = y", r"f(x, a) = f(y, b)"),
        (r"scalars f(x), g(y); assume x = y", r"f(x) = g(y)"),
        (r"scalars f(a), f(b)", r"f(a) = f(b)"),
        (r"scalars f_s(x), f_t(x)", r"f_s(x) = f_t(x)"),
        (r"scalars f_1(x), f_2(x)", r"f_1(x) = f_2(x)"),
        (STEP, r"\nabla L(z) = \nabla L(x)"),
        (r"scalars f(t), f'(t), f(s), f'(s)", r"f'(s) = f(s)"),
    ],
)
def test_witnesses_keep_to_a_function(declared: str, written: str) -> None:
    """Where the values differ, the arguments do."""
    chain = read_latex(written, context_from(NAMES + declared))
    found = chain.statement.decide()
    assert found.status == "refuted"
    witness = found.counterexample
    values = {symbol.name: value for symbol, value in witness.witness.point.values.items()}  # type: ignore[union-attr]
    if "f(x)" in values and "f(y)" in values and values["f(x)"] != values["f(y)"]:
        assert values["x"] != values["y"]


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (r"scalar f(x)", r"\frac{\partial f(x)}{\partial x} = 0"),
        (r"scalar f(x)", r"\frac{\partial f(x)}{\partial y} = 0"),
        (r"scalar f(x)", r"\nabla_x (f(x) + x^\top x) = 2 x"),
        (r"scalar f(x); let E = s f(x)", r"\frac{\partial E}{\partial s} = f(x)"),
        (r"scalar f(x); let E = s f(x)", r"\frac{d E}{d x} = 0"),
        (r"scalar f(t); let g(s) = s f(t); t depends on s", r"g'(s) = f(t)"),
        (r"scalar f(t); let g(s) = s f(t)", r"\frac{\partial g(t)}{\partial t} = f(t)"),
        (r"scalar f(t); let g(s) = s c f(t); scalar c", r"\frac{\partial g(s)}{\partial c} = s f(t)"),
        (r"scalar f(s); let g(s) = s f(s)", r"\frac{\partial g(s)}{\partial s} = f(s)"),
        (r"scalar f(x); let z = f(x) y; loss J of z", r"\frac{\partial J}{\partial x} = 0"),
        (r"scalar f(x); let h(y, x) = f(x) y", r"\frac{\partial h}{\partial y} = f(x) I"),
        (r"let \nabla L(x) = y", r"\frac{\partial}{\partial x} (\nabla L(x)^\top y) = 0"),
        (BY_Z, r"\frac{\partial}{\partial x} (\frac{\partial L}{\partial z}^\top x) = \frac{\partial L}{\partial z}"),
        (r"scalar f(s)", r"\frac{d}{ds} s f(s) = f(s)"),
        (r"scalar f(s); let g = f(s)", r"\partial_s s g = g"),
        (r"scalar f(x)", r"\nabla_x \|x\|^2 f(x) = 2 f(x) x"),
    ],
)  # fmt: skip
def test_derivatives_are_not_known(declared: str, written: str) -> None:
    """Never 0, nor anything else."""
    assert refused(declared, written)


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"scalar f(t); let g(s) = s f(t)", r"g'(s) = f(t)", r"g'(s) = 2 f(t)"),
        (r"scalar f(t); let g(s) = s^2 + f(t)", r"\frac{\partial g(s)}{\partial s} = 2 s",
         r"\frac{\partial g(s)}{\partial s} = s + f(t)"),
        (r"scalar f(x); let g(w : N) = w^\top w f(x)", r"\nabla g(y) = 2 y f(x)", r"\nabla g(y) = y f(x)"),
        (r"vector x^* : N; scalar L(x^*); let m(x) = L(x^*) + \|x - x^*\|^2", r"\nabla_x m(x) = 2 (x - x^*)",
         r"\nabla_x m(x) = 2 (x - x^*) + L(x^*) x"),
        (r"vector x^* : N; scalar L(x^*); let m(x) = L(x^*) + \|x - x^*\|^2", r"\nabla_x m(y) = 2 (y - x^*)",
         r"\nabla_x m(y) = 2 (x - x^*)"),
    ],
)  # fmt: skip
def test_a_function_depends_on_its_arguments_alone(declared: str, true: str, false: str) -> None:
    """What is a value of another function is a constant in it."""
    assert status_of(true, NAMES + declared) == "proved"
    assert status_of(false, NAMES + declared) == "refuted"


@pytest.mark.parametrize("apart", [";", ","])
def test_what_is_made_of_a_value_at_its_own_arguments_is_a_value(apart: str) -> None:
    """``\\tilde J(x; y) = J(x; y) + \\|x\\|^2`` says nothing of other x."""
    declared = NAMES + rf"scalar J(x{apart} y); let \tilde J(x{apart} y) = \|x\|^2 + J(x{apart} y)"
    assert status_of(rf"\tilde J(x{apart} y) - J(x{apart} y) = x^\top x", declared) == "proved"
    assert status_of(rf"\tilde J(x{apart} y) - J(x{apart} y) = x^\top y", declared) == "refuted"
    assert "unknown name" in refusal(lambda: read_latex(r"\tilde J(y) = 1", context_from(declared)))
    assert "only the value" in refusal(
        lambda: read_latex(rf"\nabla_x \tilde J(x{apart} y) = 2 x", context_from(declared))
    )


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (r"scalar f(z_i)", r"\sum_{i=1}^N f(z_i) = 1"),
        (r"scalar f(z_i)", r"\sum_i f(z_i) x_i = 1"),
        (r"scalar f(z_i)", r"\prod_i f(z_i) x_i = 1"),
        (r"scalar f(z_i)", r"f(z_i) = x_i"),
        (r"scalar f(z_i); einstein", r"x_i y_i = f(z_i)"),
        (r"scalar f(z_i); let c = f(z_i)", r"\sum_i c x_i = 0"),
        (r"let \nabla L(z_i) = y", r"\sum_i x_i \nabla L(z_i)^\top x = 0"),
        (r"scalar \frac{\partial L}{\partial z_j}", r"\sum_j x_j \frac{\partial L}{\partial z_j} = 0"),
    ],
)
def test_an_index_inside_of_a_name(declared: str, written: str) -> None:
    """It is no constant of a sum."""
    assert "in which the index" in refused(declared, written)


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (r"scalar f(t); let g(t) = 2 f(t)", "g(3) = 1"),
        (r"let u = 2 t; scalar f(u); let g(t) = t + f(u)", "g(3) = 3 + f(u)"),
        (r"scalar f(a); let g(a) = 2 f(a)", "g(3) = 1"),
    ],
)
def test_a_parameter_inside_of_a_name(declared: str, written: str) -> None:
    """It is no constant of a function."""
    assert refused(declared, written)


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        (r"scalar f(x_i)", "unbound index i"),
        (r"scalar f(x_k)", "the index k inside"),
        (r"scalar f(z_i); let c_i = x_i f(z_i)", "in which the index i"),
        (r"scalar f(t); let g(t : N) = f(t) t", "declared anew"),
        (r"scalar L; scalar L(x)", "L, which is declared"),
        (r"let L(z) = z^2; scalar L(x)", "L, which is a function"),
        (r"loss L of y; vector \nabla L(x) : N", "L, which is a loss"),
        (r"let z = 2 x; vector \frac{\partial L}{\partial z} : N", "a derivative by z, which is defined"),
        (r"y depends on x; vector \frac{\partial L}{\partial y} : N", "of which it is said what depends on it"),
        (r"vectors \nabla L(x), \frac{\partial L}{\partial x} : N", "which may be the same derivative"),
        (r"vectors \nabla L, \nabla L(x) : N", "which may be the same derivative"),
        (r"vectors \frac{\partial L}{\partial z} : N; scalar \frac{\partial L}{\partial z_1}", "which may be a part of it"),
        (r"vector \nabla L(x) : N; let \frac{\partial L}{\partial x} = y", "which may be the same derivative"),
        (r"scalars f'(t), \dot f(t)", "which may be the same derivative"),
        (r"scalars f'(t), f^{(1)}(t)", "which may be the same derivative"),
        (r"scalars \partial_w f, \frac{\partial f}{\partial w}", "which may be the same value"),
        (r"scalars f(x), f^2(x)", "which may be a power or the inverse of it"),
        (r"scalars f^{-1}(t), f(s)", "which may be a power or the inverse of it"),
        (r"vector f(x) : N; scalar f_1(x)", "which may be a part of it"),
        (r"scalars \frac{du}{dw}, \frac{dw}{du}", "which may be its inverse"),
        (r"scalar \frac{dw}{dw}", "by itself"),
        (r"scalars \frac{dL}{du}, \frac{du}{dw}, \frac{dL}{dw}", "which the chain rule may tie"),
        (r"scalars f(s) > 0, f(t)", "has other properties"),
        (r"matrix H(x) : N x N symmetric; matrix H(y) : N x N", "has other properties"),
        (r"matrix H(x) : N x N; matrix H(y) : N x N diagonal", "has other properties"),
        (r"let \nabla L_s(x) = y; vector \nabla L_t(x) : N", "of which one is defined"),
        (r"let \nabla L(x) = x; let \nabla L(y) = s y", "of which one is defined"),
        (r"let \nabla L(x) = x; vector \nabla L(y) : N", "of which one is defined"),
        (r"let z = x + y; let \nabla L(x) = s x; let \nabla L(z) = s x + 2 y", "of which one is defined"),
        (r"let \nabla L(x) = s x; let \nabla L(y) = s y; vector \nabla L(x + y) : N", "of which one is defined"),
        (r"let \nabla L(s x) = s x; let \nabla L(s y) = s y", "of which one is defined"),
        (r"matrix \nabla^2 L(x) : N x N", "which is symmetric"),
        (r"scalar O(t)", "more than an unknown function"),
        (r"scalar \operatorname{ReLU}(t)", "more than an unknown function"),
        (r"scalar \mathbb{E}[x]", "more than an unknown function"),
        (r"scalar f(2 a)", "what stands inside of a name"),
        (r"scalar (x + y)(t)", "a name as it is typeset"),
        (r"scalar \nabla (f + g)(x)", "a name as it is typeset"),
        (r"scalar f(x); loss J of f(x)", "a name as it is typeset"),
        (r"scalar f(t); scalar f( t )", "declared twice"),
    ],
)  # fmt: skip
def test_declarations_that_are_refused(declared: str, says: str) -> None:
    """The formula has, or could have, another meaning; each is named."""
    assert says in refused(declared)


def test_one_function_may_be_defined_at_several_points() -> None:
    """Each definition is the other one, at its own argument; a definition by itself says nothing."""
    declared = NAMES + r"let z = x - \eta y; let \nabla L(x) = 2 x + y; let \nabla L(z) = 2 z + y"
    assert status_of(r"\nabla L(z) - \nabla L(x) = -2 \eta y", declared) == "proved"
    assert status_of(r"\nabla L(z) - \nabla L(x) = 2 \eta y", declared) == "refuted"
    again = NAMES + r"vectors \nabla L(x), \nabla L(y) : N; let \nabla L(x) = \nabla L(x)"
    assert status_of(r"\nabla L(x) + \nabla L(x) = 2 \nabla L(x)", again) == "proved"
    assert status_of(r"\nabla L(x) = \nabla L(y)", again) == "refuted"
    assert "the unknown name L" in refused(r"let \nabla L(x) = \nabla L(x)")


@pytest.mark.parametrize(
    ("declared", "written", "says"),
    [
        (r"scalar f(x)", r"f(y) = 0", "the unknown name f"),
        (r"scalar f(x)", r"f'(x) = 0", "the unknown name f'"),
        (r"scalar f(x)", r"f_2(x) = 0", "the unknown name f_2"),
        (r"scalar f(x)", r"\hat f(x) = 0", r"the unknown name \hat f"),
        (r"scalar f(x)", r"s^f(x) = 0", "exponent"),
        (r"scalar f(x)", r"\nabla f(x) = 0", r"\nabla without a variable"),
        (r"scalar f(x); scalar f", r"f(x) = 0", "f, of which f(x) is declared"),
        (r"scalar \frac{dw}{ds}; scalar w", r"\frac{d (s w)}{ds} = w", "w, of which"),
        (r"scalar f(a); scalar a", r"f(a) = 0", "declared anew"),
        (BY_Z + r"; let z = 2 x", r"\frac{\partial L}{\partial z} = 0", "which is defined"),
        (BY_Z + r"; scalar z_1", r"\frac{\partial L}{\partial z_1} = 0", "two readings"),
        (BY_Z, r"\frac{\partial L}{\partial z^{(l)}} = 0", "the unknown name L"),
        (BY_Z, r"\frac{\partial L}{\partial z}(x) = 0", "evaluated there"),
        (r"vector \nabla L : N", r"\nabla L_k = 0", "may belong to L"),
        (r"vector \nabla L : N", r"\nabla L(x) = 0", "evaluated there"),
        (r"vector \nabla L(x) : N", r"\nabla L(y) = 0", r"\nabla without a variable"),
    ],
)
def test_other_formulas_are_not_the_name(declared: str, written: str, says: str) -> None:
    """What is not written so is unknown, or refused."""
    assert says in refused(declared, written)


@pytest.mark.parametrize(
    ("declared", "written"), [(r"scalars f(x), f(0)", "f(y) = 0"), (r"scalar f'(x); scalar f(x)", r"\nabla f(y) = 0")]
)
def test_the_hint_says_what_is_declared(declared: str, written: str) -> None:
    """Of the letter that has no other value."""
    with pytest.raises(InputError) as caught:
        read_latex(written, context_from(NAMES + declared))
    assert "f(x)" in caught.value.hint


@pytest.mark.parametrize(
    ("declared", "written", "as_text", "as_latex"),
    [
        (GRADIENT, r"\nabla L(\theta_{k+1}) \cdot x", "∇L(θ_{k+1}) · x", r"\nabla L(\theta_{k+1}) \cdot \vec x"),
        (r"scalar \frac{dL}{dz_j}", r"s \dfrac{d L}{d z_j}", "s (dL/dzⱼ)", r"s\,\left(\frac{dL}{dz_j}\right)"),
        (r"scalar \mathcal L(w^\star)", r"\mathcal{L}(w^\star)^2", "ℒ(w⋆)²", r"\mathcal{L}(w^{\star})^2"),
        (r"scalar \frac{dL}{dz}(a)", r"\frac{dL}{dz}(a)", "(dL/dz)(a)", r"\left(\frac{dL}{dz}\right)(a)"),
    ],
)  # fmt: skip
def test_printed_as_it_was_written(declared: str, written: str, as_text: str, as_latex: str) -> None:
    """In text and in LaTeX."""
    term = read_latex_term(written, context_from(NAMES + declared))
    assert text(term) == as_text
    assert latex(term) == as_latex


FEATURES = r"""dimensions m, n; index i, j : m; index k : n; matrices \Phi, \Psi : m x n; vectors \theta : n; y : m; scalar a
rows \phi(x^{(i)}) of \Phi; rows \boldsymbol\psi(\mathbf{x}_n) of \Psi; let K = \Phi \Phi^\top"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\sum_{i=1}^m (\theta^T \phi(x^{(i)}) - y^{(i)})^2 = \|\Phi\theta - y\|^2",
         r"\sum_{i=1}^m (\theta^T \phi(x^{(i)}) + y^{(i)})^2 = \|\Phi\theta - y\|^2"),
        (r"\phi(x^{(i)})^T \phi(x^{(j)}) = K_{ij}", r"\phi(x^{(i)})^T \phi(x^{(i)}) = K_{ij}"),
        (r"\sum_i \phi(x^{(i)}) \phi\left( x^{(i)} \right)^\top = \Phi^\top \Phi",
         r"\sum_i \phi(x^{(i)}) \phi(x^{(i)})^\top = \Psi^\top \Phi"),
        (r"\sum_i \boldsymbol{\psi}(\mathbf{x}_i) y_i = \Psi^\top y",
         r"\sum_i \boldsymbol\psi(\mathbf x_i) y_i = \Phi^\top y"),
        (r"a \phi(x^{(i)}) = \Phi^\top e_i a", r"a \phi(x^{(i)}) = \Phi^\top e_j a"),
    ],
)  # fmt: skip
def test_rows_that_are_written_as_values(true: str, false: str) -> None:
    """``rows \\phi(x^{(i)}) of \\Phi``, with any index in the place of i."""
    assert status_of(true, FEATURES) == "proved"
    assert status_of(false, FEATURES) == "refuted"


@pytest.mark.parametrize(
    ("declared", "written", "message"),
    [
        ("", r"\phi(x) = \theta", "unknown name"), ("", r"\phi(x^{(i+1)}) = \theta", "unknown name"),
        ("", r"\phi(z^{(i)}) = \theta", "unknown name"), (r"rows \chi(x) of \Phi", "", "0 indices"),
        (r"vector u : n; rows \chi(u_i) of \Phi", "", "which is declared, inside"),
        (r"vector x : n", r"\phi(x^{(i)}) = \theta", "which is declared, inside"),
        (r"let \chi(t) = t; rows \chi(x_i) of \Phi", "", "which is a function"),
        (r"rows \chi(2 x_i) of \Phi", "", "a formula inside"),
        (r"rows \nabla f(x_i) of \Phi", "", "as the name of rows"),
        (r"rows \chi(x_i, x_j) of \Phi", "", "as the name of rows"),
        (r"rows \phi(x^{(j)}) of \Psi", "", "rows with the name"),
    ],
)  # fmt: skip
def test_what_are_no_rows(declared: str, written: str, message: str) -> None:
    """Another argument; what means something already; a derivative; two indices."""
    assert message in refusal(lambda: read_latex(written, context_from(FEATURES + "\n" + declared)))
