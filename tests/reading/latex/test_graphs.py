r"""``let \hat x_i(x_i, \mu, \sigma^2) = …``: nodes of graphs, their partial derivatives, and sums of chain rules."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

NAMES = r"dimension m; vector x : m; scalars \gamma, \beta; scalar \epsilon > 0; index i, j, k : m"
NODES = (
    r"let \hat x_i(x_i, \mu, \sigma^2) = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}",
    r"let \sigma^2(x, \mu) = \frac1m \sum_i (x_i - \mu)^2",
    r"let \mu(x) = \frac1m \sum_i x_i",
    r"let y_i(\hat x_i, \gamma, \beta) = \gamma \hat x_i + \beta",
)
BATCH = "; ".join((NAMES, *NODES, r"loss \ell of y"))
PLAIN = (
    rf"{NAMES}; "
    + r"""let \mu = \frac1m \sum_i x_i; let \sigma^2 = \frac1m \sum_i (x_i - \mu)^2
let \hat x_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}; let y_i = \gamma \hat x_i + \beta; loss \ell of y"""
)
#: The same over the features of one sample, as layer normalisation has it, in other letters and with gains of its own.
LAYER = r"""dimension D; vectors h, g, b : D; scalar \epsilon > 0; index i, j : D
let a_i(h_i, u, v) = (h_i - u) (v + \epsilon)^{-1/2}; let u(h) = \frac1D \sum_i h_i; let v(h, u) = \frac1D \sum_i (h_i - u)^2
let z_i(a_i, g_i, b_i) = g_i a_i + b_i; loss L of z"""
RMS = r"""narrow sums; dimension d; vectors x, g : d; scalar \epsilon > 0; index i, j : d
let r(x) = \sqrt{\frac1d \sum_i x_i^2 + \epsilon}; let \hat x_i(x_i, r) = \frac{x_i}{r}
let y_i(\hat x_i, g_i) = g_i \hat x_i
loss L of y"""
TWO = r"""narrow sums; dimension N, K; vector x : N; matrix W : K x N; vector w : K; index i, j : N; index k, l : K; scalar c
let a_k(W, x) = \sum_i W_{ki} x_i; let h_k(a_k) = \tanh(a_k); let s(h, x) = \sum_k h_k^2 + c \sum_i x_i^2
let z_k(h, s) = h_k s; loss L of z"""


#: A batch of samples with several features.
FEATURES = r"""dimension N, D; matrix X : N x D; vectors \gamma, \beta : D; scalar \epsilon > 0; index i, n : N
index j, k : D
let \hat X_{ij}(X_{ij}, \mu_j, \sigma_j^2) = \frac{X_{ij} - \mu_j}{\sqrt{\sigma_j^2 + \epsilon}}
let \sigma_j^2(X, \mu) = \frac1N \sum_i (X_{ij} - \mu_j)^2; let \mu_j(X) = \frac1N \sum_i X_{ij}
let Y_{ij}(\hat X_{ij}, \gamma_j, \beta_j) = \gamma_j \hat X_{ij} + \beta_j; loss L of Y"""
ARRAYS = r"""dimension n; matrix A : n x n; vectors b, x : n; index i, j, k : n; let S(A, x) = A + x x^\top
let q(x, S) = x^\top S x; let p(q, A) = q \operatorname{tr}(A); loss L of p"""


def written(latex: str) -> str:
    r"""``<y|x>`` as \frac{\partial y}{\partial x}, and ROOT as the root of batch normalisation."""
    latex = latex.replace("ROOT", r"\sqrt{\sigma^2 + \epsilon}")
    return re.sub(r"<(.*?)\|(.*?)>", r"\\frac{\\partial \1}{\\partial \2}", latex)


def verdict(latex: str, declarations: str) -> str:
    return status_of(written(latex), declarations)


#: The backward pass of batch normalisation as its paper has it, and slips in each line.
SIX = [
    (r"<\ell|\hat x_i> = <\ell|y_i> \cdot \gamma", [(r"\gamma", r"\beta"), (r"\cdot \gamma", ""), ("= ", "= - ")]),
    (
        r"<\ell|\sigma^2> = \sum_{i=1}^m <\ell|\hat x_i> \cdot (x_i - \mu) \cdot \frac{-1}{2} (\sigma^2 + \epsilon)^{-3/2}",
        [("-3/2", "-1/2"), ("-1}{2", "1}{2"), ("-1}{2", "-1}{1"),
         (r"(x_i - \mu)", "x_i"), (r"\sum_{i=1}^m", r"\frac1m \sum_i")],
    ),
    (
        r"<\ell|\mu> = \left(\sum_{i=1}^m <\ell|\hat x_i> \cdot \frac{-1}{ROOT}\right) "
        r"+ <\ell|\sigma^2> \cdot \frac{\sum_{i=1}^m -2 (x_i - \mu)}{m}",
        [("-1}{", "1}{"), (r"-2 (x_i - \mu)", r"-2 x_i"),
         ("ROOT", r"(\sigma^2 + \epsilon)"), (r"\right) +", r"\right) + 1 +")],
    ),
    (
        r"<\ell|x_i> = <\ell|\hat x_i> \cdot \frac{1}{ROOT} + <\ell|\sigma^2> \cdot \frac{2 (x_i - \mu)}{m} "
        r"+ <\ell|\mu> \cdot \frac{1}{m}",
        [
            (r"\frac{1}{m}", "1"),
            (r"+ <\ell|\sigma^2> \cdot \frac{2 (x_i - \mu)}{m}", ""),
            (r"+ <\ell|\mu> \cdot \frac{1}{m}", ""),
            (r"\frac{2 (x_i - \mu)}{m}", r"\frac{x_i - \mu}{m}"),
            (r"+ <\ell|\mu>", r"- <\ell|\mu>"),
        ],
    ),
    (r"<\ell|\gamma> = \sum_{i=1}^m <\ell|y_i> \cdot \hat x_i", [(r"\cdot \hat x_i", r"\cdot x_i"), ("= ", "= -")]),
    (r"<\ell|\beta> = \sum_{i=1}^m <\ell|y_i>", [("= ", r"= \frac1m "), (r"<\ell|y_i>", r"<\ell|\hat x_i>")]),
]  # fmt: skip


@pytest.mark.parametrize("latex", [line for line, _ in SIX])
def test_the_backward_pass_of_batch_normalisation(latex: str) -> None:
    """The six equations, with a graph and without."""
    assert verdict(latex, BATCH) == "proved"
    assert verdict(latex, PLAIN) == "proved"


@pytest.mark.parametrize(("latex", "old", "new"), [(line, old, new) for line, slips in SIX for old, new in slips])
def test_slips_in_the_backward_pass(latex: str, old: str, new: str) -> None:
    """A sign, a factor, a term, an exponent: refuted."""
    assert old in latex
    assert verdict(latex.replace(old, new), BATCH) == "refuted"


CHAIN = r"<\ell|x_i> = <\ell|\hat x_i> <\hat x_i|x_i> + <\ell|\sigma^2> <\sigma^2|x_i> + <\ell|\mu> <\mu|x_i>"


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_order_of_declarations_is_free(order: tuple[int, ...]) -> None:
    """Arguments that are nodes are declared before or after."""
    declared = "; ".join((NAMES, *(NODES[n] for n in order), r"loss \ell of y"))
    assert verdict(CHAIN, declared) == "proved"


@pytest.mark.parametrize(
    ("declared", "latex", "status"),
    [
        (BATCH, CHAIN, "proved"),
        (BATCH, CHAIN.replace(r"+ <\ell|\mu> <\mu|x_i>", ""), "refuted"),
        (BATCH, CHAIN.replace(r"+ <\ell|\sigma^2> <\sigma^2|x_i>", ""), "refuted"),
        (BATCH, CHAIN.replace(r"+ <\ell|\mu>", r"- <\ell|\mu>"), "refuted"),
        (BATCH, r"<\ell|\mu> = \left(\sum_i <\ell|\hat x_i> <\hat x_i|\mu>\right) + <\ell|\sigma^2> <\sigma^2|\mu>",
         "proved"),
        (BATCH, r"<\hat x_i|x_i> = \frac{1}{ROOT}", "proved"),
        (BATCH, r"<\hat x_i|x_j> = \frac{\delta_{ij}}{ROOT}", "proved"),
        (BATCH, r"<\hat x_i|x_j> = \frac{1}{ROOT}", "refuted"),
        (BATCH, r"<\hat x|x> = \frac{1}{ROOT} I", "proved"),
        (BATCH, r"<\hat x_i|\mu> = -\frac{1}{ROOT}", "proved"),
        (BATCH, r"<\hat x_i|\sigma^2> = -\frac{x_i - \mu}{2 (\sigma^2 + \epsilon)^{3/2}}", "proved"),
        (BATCH, r"<y_i|\hat x_i> = \gamma", "proved"),
        (BATCH, r"\frac{d \hat x_i}{d x_j} = \frac{\delta_{ij} - 1/m}{ROOT} "
                r"- \frac{(x_i - \mu)(x_j - \mu)}{m (\sigma^2 + \epsilon)^{3/2}}", "proved"),
        (BATCH, r"\frac{d \hat x_i}{d x_j} = \frac{\delta_{ij}}{ROOT}", "refuted"),
        (BATCH, r"\frac{d \ell}{d \mu} = <\ell|\mu>", "proved"),
        (BATCH, r"\nabla_x \ell = <\ell|x>", "proved"),
        (BATCH, r"<y_i^2|\hat x_j> = 2 \gamma y_i \delta_{ij}", "proved"),
        (BATCH, r"\mu(x) = \mu", "proved"),
        (BATCH, r"\mu\,(x_i - \mu) = x_i \mu - \mu^2", "proved"),
        (TWO, r"h_k (1 - h_k) = h_k - h_k^2", "proved"),
        (BATCH, r"\sigma^2(x, \mu) = \sigma^2", "proved"),
        (BATCH, r"\hat x_i(x_i, \mu, \sigma^2) = \hat x_i", "proved"),
        (BATCH, r"\mu(2 x - x) - \mu = 0", "proved"),
        (BATCH, r"\sum_i (x_i - \mu) = 0", "proved"),
        (LAYER, r"<L|a_i> = g_i <L|z_i>", "proved"),
        (LAYER, r"<L|v> = -\frac12 \sum_i <L|a_i> (h_i - u) (v + \epsilon)^{-3/2}", "proved"),
        (LAYER, r"<L|v> = \frac12 \sum_i <L|a_i> (h_i - u) (v + \epsilon)^{-3/2}", "refuted"),
        (LAYER, r"<L|u> = -(v + \epsilon)^{-1/2} \sum_i <L|a_i>", "proved"),
        (LAYER, r"<L|h_j> = <L|a_j> <a_j|h_j> + <L|v> <v|h_j> "
                r"+ <L|u> <u|h_j>", "proved"),
        (LAYER, r"<L|h_j> = \left(\sum_i <L|a_i> <a_i|h_j>\right) + <L|v> <v|h_j> "
                r"+ <L|u> \frac{1}{D}", "proved"),
        (LAYER, r"<L|h_j> = <L|a_j> <a_j|h_j> + <L|v> <v|h_j> "
                r"+ <L|u>", "refuted"),
        (LAYER, r"<L|g_i> = a_i <L|z_i>", "proved"),
        (RMS, r"<L|x_i> = <L|\hat x_i> <\hat x_i|x_i> + <L|r> <r|x_i>", "proved"),
        (RMS, r"<L|x_i> = <L|\hat x_i> <\hat x_i|x_i>", "refuted"),
        (RMS, r"<L|r> = -\frac{1}{r^2} \sum_i <L|\hat x_i> x_i", "proved"),
        (RMS, r"<L|r> = -\frac{1}{r} \sum_i <L|\hat x_i> x_i", "refuted"),
        (RMS, r"<r|x_i> = \frac{x_i}{d r}", "proved"),
        (TWO, r"<L|h_k> = s <L|z_k> + 2 h_k <L|s>", "proved"),
        (TWO, r"<L|h_k> = s <L|z_k>", "refuted"),
        (TWO, r"<L|x_i> = \left(\sum_k <L|a_k> <a_k|x_i>\right) + <L|s> <s|x_i>",
         "proved"),
        (TWO, r"<L|x_i> = \left(\sum_k <L|a_k> W_{ki}\right) + <L|s> \frac{d s}{d x_i}",
         "refuted"),
        (TWO, r"<s|x_i> = 2 c x_i", "proved"),
        (TWO, r"<z_k|h_l> = s \delta_{kl}", "proved"),
        (TWO, r"<z_k|h_l> = s \delta_{kl} + h_k h_l", "refuted"),
        (TWO, r"\frac{d z_k}{d h_l} = s \delta_{kl} + 2 h_k h_l", "proved"),
        (TWO, r"<L|W_{ki}> = <L|a_k> x_i", "proved"),
        (FEATURES, r"<L|\sigma_j^2> = -\frac12 \sum_i <L|\hat X_{ij}> (X_{ij} - \mu_j) (\sigma_j^2 + \epsilon)^{-3/2}",
         "proved"),
        (FEATURES, r"<L|X_{ij}> = <L|\hat X_{ij}> <\hat X_{ij}|X_{ij}> + <L|\sigma_j^2> <\sigma_j^2|X_{ij}> "
                   r"+ <L|\mu_j> <\mu_j|X_{ij}>", "proved"),
        (FEATURES, r"<L|X_{ij}> = <L|\hat X_{ij}> <\hat X_{ij}|X_{ij}> + <L|\mu_j> <\mu_j|X_{ij}>", "refuted"),
        (FEATURES, r"<\hat X_{ij}|\mu_k> = -\frac{1}{\sqrt{\sigma_j^2 + \epsilon}}", "refuted"),
        (ARRAYS, r"<q|x> = (S + S^\top) x", "proved"),
        (ARRAYS, r"\frac{d q}{d x} = (S + S^\top) x", "refuted"),
        (ARRAYS, r"<p|A> = q I", "proved"),
        (ARRAYS, r"<L|A> = <L|p> q I + <L|S>", "proved"),
        (ARRAYS, r"<L|A> = <L|p> q I", "refuted"),
        (ARRAYS, r"<L|x_i> = <L|q> <q|x_i> + \sum_j \sum_k <L|S_{jk}> <S_{jk}|x_i>", "proved"),
        (TWO, r"<L|c> = <L|s> \sum_i x_i^2", "proved"),
    ],
)  # fmt: skip
def test_derivatives_along_a_graph(declared: str, latex: str, status: str) -> None:
    """∂node/∂argument holds the other arguments, ∂L/∂node is its effect in every way, and d is total."""
    assert verdict(latex, declared) == status


SUMS = [
    CHAIN,
    r"<\ell|x_i> = <\ell|\hat x_i> <\hat x_i|x_i> + <\ell|\sigma^2> \frac{2 (x_i - \mu)}{m} + <\ell|\mu> \frac1m",
    r"<\ell|x_i> - <\ell|\mu> <\mu|x_i> - <\ell|\sigma^2> <\sigma^2|x_i> = <\ell|\hat x_i> <\hat x_i|x_i>",
    r"0 = -\left(<\ell|\hat x_i> <\hat x_i|x_i> + <\ell|\mu> <\mu|x_i>\right)",
    r"<\ell|x_j> = \left(\sum_i <\ell|\hat x_i> <\hat x_i|x_j>\right) + <\ell|\mu> <\mu|x_j>",
]


@pytest.mark.parametrize("latex", SUMS)
def test_sums_of_chain_rules_have_two_readings(latex: str) -> None:
    """Without a graph the ways that other summands add may be held in ∂x̂/∂x, or not."""
    with pytest.raises(AmbiguityError, match="in a sum of chain rules") as caught:
        read_latex(written(latex), context_from(PLAIN))
    assert len(caught.value.readings) == 2
    assert "held fixed" in caught.value.readings[1]


def test_sums_of_chain_rules_in_definitions() -> None:
    """What a let says is read as any other formula."""
    for latex in (
        rf"let g_j = {CHAIN.split(' = ')[1].replace('_i', '_j')}",
        rf"let c = \sum_i ({CHAIN.split(' = ')[1]})",
    ):
        with pytest.raises(AmbiguityError, match="in a sum of chain rules"):
            context_from(f"{PLAIN}; {written(latex)}")
        context_from(f"{BATCH}; {written(latex)}")


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"<\ell|x_j> = \sum_i <\ell|\hat x_i> <\hat x_i|x_j>", "proved"),
        (
            r"<\ell|x_i> = <\ell|\hat x_i> \frac{1}{ROOT} + <\ell|\sigma^2> <\sigma^2|x_i> + <\ell|\mu> <\mu|x_i>",
            "proved",
        ),
        (CHAIN.replace(r"<\hat x_i|x_i>", r"\frac{d \hat x_i}{d x_i}"), "refuted"),
        (
            r"<\hat x_i|x_j> = <\hat x_i|\mu> <\mu|x_j> + <\hat x_i|\sigma^2> <\sigma^2|x_j> + \frac{\delta_{ij}}{ROOT}",
            "proved",
        ),
        (r"<y_i|x_j> = \sum_k <y_i|\hat x_k> <\hat x_k|x_j>", "proved"),
    ],
)
def test_sums_with_one_reading(latex: str, status: str) -> None:
    """One way alone, a d, and derivatives of which both readings have one value."""
    assert verdict(latex, PLAIN) == status


@pytest.mark.parametrize(
    "latex",
    [
        r"<y_i|x_j> = 0",
        r"<y|x> = 0 I",
        r"<y_i|x_j> = \sum_k \frac{d y_i}{d \hat x_k} \frac{d \hat x_k}{d x_j}",
        r"<y_i^2|x_j> = 0",
        r"<(\hat x_i + x_i)|x_j> = 0",
        r"<(x_i \mu)|x_j> = \mu \delta_{ij}",
        r"\nabla_x y_i = \vec 0",
    ],
)
def test_by_what_is_no_argument(latex: str) -> None:
    """∂ of a node by what only its arguments are made of: 0, or what d says."""
    with pytest.raises(AmbiguityError, match="beside the nodes of a graph"):
        read_latex(written(latex), context_from(BATCH))


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        (rf"{NAMES}; let y(u, x) = u \sum_i x_i", "y = 0", "the unknown name u"),
        (rf"{NAMES}; let y(x_i, u) = u x_i", "y = 0", "the unknown name u"),
        (rf"{NAMES}; let y_i(x_i, u) = u x_i x_j q", "y = 0", "the unknown name u"),
        (rf"{NAMES}; let a(b) = b^2; let b(a) = a^2", "a = 0", "the function b as a name"),
        (rf"{NAMES}; {NODES[2]}; {NODES[1]}; let z_i(x_i, \mu) = (x_i - \mu) \sigma^2", "z = 0", "z has sigma2 in it"),
        (rf"{NAMES}; scalar t; let u(t) = t^2; let z(x) = x / u", "z = 0", "z has u in it, which is not among its"),
        (rf"{NAMES}; let u(x) = x^\top x; let v(x) = 2 x; let z(v) = v / u", "z = 0", "z has u in it, which is not"),
        (BATCH, r"\frac{\partial^2 \sigma^2}{\partial x_i \partial x_j} = 0", "beside which other arguments are held"),
        (BATCH, r"<\mu|\sigma^2> = 0", "of what has no sigma2 in it"),
    ],
)  # fmt: skip
def test_what_is_no_node(declared: str, latex: str, message: str) -> None:
    """Arguments that are never declared, and what is no argument."""
    assert message in refusal(lambda: read_latex(written(latex), context_from(declared)))


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        (r"let f(x) = \frac1m \sum_i x_i^2; vector u : m", r"f(u) = \frac1m u \cdot u"),
        (r"let f(u : m, t) = t \sum_i u_i", r"f(x, 2) = 2 \sum_i x_i"),
        (r"let f(t) = t^2; scalar t", r"f(3) + f(t) = 9 + t^2"),
        (r"let f(t) = t^2", r"f(\gamma) = \gamma^2"),
        (r"let f(t) = 3 t; vector t : m", r"f(\gamma) = 3 \gamma"),
        (r"let f(\gamma) = \gamma \beta", r"f(2) = 2 \beta"),
    ],
)
def test_functions_stay_functions(declared: str, latex: str) -> None:
    """Before parentheses a name with arguments is a function of any others."""
    assert verdict(latex, f"{NAMES}; {declared}") == "proved"


@pytest.mark.parametrize("latex", [r"h_k(x_i) = 0", r"h_k(2 a_k) = 2 h_k a_k", "h_k(c + 1) = h_k c + h_k"])
def test_a_node_before_another_argument(latex: str) -> None:
    """h_k(2 a_k) is a product, or what the node would be at another argument."""
    with pytest.raises(AmbiguityError, match="a node before parentheses"):
        read_latex(latex, context_from(TWO))


def test_a_node_declared_anew_is_none() -> None:
    """After ``forget`` nothing is left of a graph."""
    declared = rf"{BATCH}; forget; {PLAIN.replace(chr(10), '; ')}"
    with pytest.raises(AmbiguityError, match="in a sum of chain rules"):
        read_latex(written(CHAIN), context_from(declared))


def test_a_node_before_a_scalar_argument_of_its_own_is_a_product_too() -> None:
    """a_i (x_i)^2 is a_i at x_i, squared, or the product: also in the definition of a node that has both as arguments."""
    declared = "dimension N; vector x : N; index i : N; let a_i(x_i) = 2 x_i; "
    with pytest.raises(AmbiguityError, match="two readings"):
        context_from(declared + r"let p_i(a_i, x_i) = a_i (x_i)^2")
    assert status_of("p_i = 3 x_i", declared + r"let p_i(a_i, x_i) = a_i(x_i) + x_i") == "proved"
    context_from(declared + r"let p_i(a_i, x_i) = a_i x_i^2 + a_i \cdot (x_i)")


ABBREVIATED = rf"""{NAMES}; let \mu = \frac1m \sum_l x_l; let \sigma^2 = \frac1m \sum_l (x_l - \mu)^2
let \hat x_i(x) = \frac{{x_i - \mu}}{{\sqrt{{\sigma^2 + \epsilon}}}}
let y_i(\hat x_i, \gamma, \beta) = \gamma \hat x_i + \beta
loss \ell of y"""


def test_a_function_of_symbols_may_be_written_with_other_names() -> None:
    r"""``let \hat x_i(x) = …`` with the mean of x in it is a function of x: nothing is held beside it."""
    jacobian = r"\frac{\partial \hat x_i}{\partial x_j} = \frac1{\sqrt{\sigma^2 + \epsilon}}"
    true = rf"{jacobian} \left(\delta_{{ij}} - \frac1m - \frac1m \hat x_i \hat x_j\right)"
    assert status_of(true, ABBREVIATED) == "proved"
    assert status_of(true.replace(r"- \frac1m \hat x_i", r"+ \frac1m \hat x_i"), ABBREVIATED) == "refuted"
    assert status_of(rf"{jacobian} \delta_{{ij}}", ABBREVIATED) == "refuted"
    assert (
        status_of(r"\frac{\partial \ell}{\partial \hat x_i} = \frac{\partial \ell}{\partial y_i} \gamma", ABBREVIATED)
        == "proved"
    )


UNFOLDED = r"""dimension d; vectors q, w : d; index i, j : d; let \sigma(q) = \sqrt{q^\top q}; let r(q) = q / \sigma
let o(r, w) = r \odot w; loss L of o"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"<r|q> = \frac1\sigma (I - r r^\top)", r"<r|q> = \frac1\sigma (I + r r^\top)"),
        (r"<r_i|q_j> = (\delta_{ij} - r_i r_j) / \sigma", r"<r_i|q_j> = (\delta_{ij} - r_i r_j)"),
        (r"<L|q> = \frac1\sigma (I - r r^\top) <L|r>", r"<L|q> = \frac1\sigma <L|r>"),
        (r"<L|q> = <r|q>^\top <L|r>", r"<L|q> = <r|q>^\top <L|o>"),
        (r"r(2w) = w / \sqrt{w^\top w}", r"r(w) = w / \sigma"),
    ],
)
def test_a_function_with_a_node_in_it_that_is_no_argument_unfolds(true: str, false: str) -> None:
    """It is what its arguments say: a function of them alone, and a node as any other."""
    assert (verdict(true, UNFOLDED), verdict(false, UNFOLDED)) == ("proved", "refuted")


@pytest.mark.parametrize(
    ("latex", "hint"),
    [
        (r"<r|q> = \frac1\sigma I", "write it among the arguments"),
        (r"<r|\sigma> = -q / \sigma^2", "write sigma among the arguments of r"),
        (r"<L|q> = <r|q>^\top <L|r> + <L|\sigma> <\sigma|q>", "write sigma among the arguments of r"),
        (r"<o|q> = 0", "the total derivative"),
        (r"<\sigma|q>^\top <r|q> q \le c", "write it among the arguments"),
    ],
)
def test_what_is_no_argument_of_such_a_function_has_two_readings(latex: str, hint: str) -> None:
    """It stays, or varies: where this is not proved and that is, and where it is what is differentiated by."""
    with pytest.raises(AmbiguityError, match=hint):
        read_latex(written(latex), context_from(UNFOLDED + "; scalar c"))
    with pytest.raises(AmbiguityError, match="write it among the arguments"):
        context_from(UNFOLDED + written("; let J = <r|q>"))


@pytest.mark.parametrize(
    "declared",
    [
        NODES[2] + "; " + NODES[1] + r"; let z_i(x, \mu) = (x_i - \mu) \sigma^2",  # of \mu, which is made of x
        r"let \mu = \frac1m \sum_l x_l; let \hat x_i(x_i) = x_i - \mu",  # a function of x_i alone it is not
    ],
)
def test_what_varies_beside_an_argument_is_named(declared: str) -> None:
    """Of a component, and beside nodes, what is no argument is refused."""
    assert "among its arguments" in refusal(context_from, f"{NAMES}; {declared}")


def test_a_chain_rule_of_a_node_itself_is_in_doubt() -> None:
    """∂x̂/∂x = δ/r − x/r² ∂r/∂x is true of the total derivative, and false beside r: it is neither proved nor refuted."""
    direct = r"\frac{\partial \hat x_j}{\partial x_i} = \frac{\delta_{ij}}{r}"
    total = rf"{direct} - \frac{{x_j}}{{r^2}} \frac{{\partial r}}{{\partial x_i}}"
    for latex in (total, rf"{direct} - \frac{{x_i x_j}}{{d r^3}}"):
        with pytest.raises(AmbiguityError, match="the other arguments stay"):
            read_latex(latex, context_from(RMS))
    assert status_of(total.replace(r"\partial", r"\mathrm d"), context_from(RMS)) == "proved"
    assert status_of(direct, context_from(RMS)) == "proved"
    assert status_of(direct.replace("{r}", "{r^2}"), context_from(RMS)) == "refuted"


def test_a_gradient_beside_held_arguments_is_in_doubt_as_well() -> None:
    r"""∇ₓq = 4 x s is true of the total derivative: it is refused with \nabla as it is with \partial."""
    declared = r"dimension n; vector x : n; let s(x) = x^\top x; let q(x, s) = s \, x^\top x"
    for derivative in (r"\nabla_x q", r"\frac{\partial q}{\partial x}"):
        with pytest.raises(AmbiguityError, match="the other arguments stay"):
            read_latex(rf"{derivative} = 4 x s", context_from(declared))
        assert status_of(rf"{derivative} = 2 x s", declared) == "proved"
        assert status_of(rf"{derivative} = 3 x s", declared) == "refuted"


def test_a_node_as_a_function_in_a_let_is_no_second_name() -> None:
    """After ``let y(R) = c(R) R`` both y and c may stand in one formula."""
    declared = r"""dimension N; vector R : N; scalar \epsilon > 0; let c(R) = (R^\top R + \epsilon)^{-1/2}
        let y(R) = c(R) \cdot R; loss J of y"""
    whole = r"\left( \frac{\partial c}{\partial R} R^\top + c(R) I \right) \frac{\partial J}{\partial y}"
    true = rf"\frac{{\partial J}}{{\partial R}} = {whole}"
    assert status_of(true, declared) == "proved"
    assert status_of(true.replace("+ c(R)", "- c(R)"), declared) == "refuted"
    assert status_of(r"y = c \cdot R", declared) == "proved"


@pytest.mark.parametrize("latex", [r"q_i(2x) = 4 x_i^2", r"q_i(z) = z_i^2", r"f_i(x) = f_i", r"f_i(2x) = 2 f_i"])
def test_a_component_before_a_vector_is_in_doubt(latex: str) -> None:
    """A component of the value there, or a product: both can be written."""
    declared = r"""dimension N; vectors x, z : N; index i, j : N; let \mu = \frac1N \sum_i x_i
        let q_i(x) = x_i^2; let f(x) = x - \mu \vec 1"""
    message = refusal(read_latex, latex, context_from(declared))
    assert "before a vector with two readings" in message or "before a name with two readings" in message
    assert status_of("q_i(x) = x_i^2", declared) == status_of(r"f_i\,(2x) = 2 f_i x", declared) == "proved"
    assert status_of("q_i(x) = x_i", declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        (r"let a_j(z) = \frac{e^{z_j}}{\sum_k e^{z_k}}; let L(a) = -\sum_k y_k \log a_k; "
         r"assume \sum_k y_k = 1", "a_i - y_i"),
        (r"let a_j(z) = e^{z_j}; let c_j(z) = z_j^2; let L(a, c) = \sum_k a_k c_k", "a_i c_i + 2 a_i z_i"),
        (r"let a_j(z) = e^{z_j}; let c_j(a) = a_j^2; let L(c) = \sum_k c_k", "2 c_i"),
    ],
)  # fmt: skip
def test_what_reaches_a_node_in_one_way_has_one_derivative(declared: str, latex: str) -> None:
    """∂L/∂z of L(a) where a is a(z) is the chain rule: nobody means 0."""
    names = f"dimension n; vectors z, y : n; indices i, j, k : n; narrow sums; {declared}"
    assert status_of(rf"\frac{{\partial L}}{{\partial z_i}} = {latex}", names) == "proved"
    assert status_of(rf"\frac{{\partial L}}{{\partial z_i}} = {latex} + 1", names) == "refuted"


@pytest.mark.parametrize(
    "declared",
    [
        r"let m(z) = \frac1n \sum_k z_k; let a_j(z_j, m) = z_j - m; let L(a) = \sum_k a_k^2",  # a keeps m, or not
        r"let m(z) = \frac1n \sum_k z_k; let b_j(z, m) = z_j m; let L(b, m) = m + \sum_k b_k",  # m stays in b, or not
    ],
)
def test_what_reaches_a_node_in_two_ways_has_two(declared: str) -> None:
    """Beside an argument that is made of z too."""
    names = f"dimension n; vectors z, y : n; indices i, j, k : n; narrow sums; {declared}"
    with pytest.raises(AmbiguityError, match="beside the nodes of a graph"):
        status_of(r"\frac{\partial L}{\partial z_i} = 0", names)


#: What each of two declarations makes of a derivative of a formula.
STAY, VARY = (f"{BATCH}; nodes in derivatives: {choice}" for choice in ("stay", "vary"))


@pytest.mark.parametrize(
    ("latex", "stay", "vary"),
    [
        (r"<|x_j> (x_i - \mu) = \delta_{ij}", "proved", "refuted"),
        (r"<|x_j> (x_i - \mu) = \delta_{ij} - 1/m", "refuted", "proved"),
        (r"<|x_j> (x_i - \mu) = 2 \delta_{ij}", "refuted", "refuted"),
        (r"<|x_j> \left( \frac1m \sum_i (x_i - \mu)^2 \right) = \frac2m (x_j - \mu)", "proved", "proved"),
        (r"<|x_j> (x_i - \mu)^2 = 2 (x_i - \mu) (\delta_{ij} - <\mu|x_j>)", "refuted", "proved"),
        (r"<|\mu> \left( \frac{x_i - \mu}{ROOT} \right) = - \frac{1}{ROOT}", "proved", "proved"),
        (r"<|\mu> ((x_i - \mu) \sigma^2 + \mu) = 1 - \sigma^2", "proved", "proved"),
        (r"<|x_j> (\mu \sigma^2 + x_j) = 1", "proved", "refuted"),
        (r"<y_i|x_j> = 0", "proved", "refuted"),
    ],
)
def test_what_nodes_do_in_the_derivative_of_a_formula_is_a_convention(latex: str, stay: str, vary: str) -> None:
    """They stay, or vary with what it is taken by."""
    assert (verdict(latex, STAY), verdict(latex, VARY)) == (stay, vary)


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"<\hat x_i|x_j> = <|x_j> \left( \frac{x_i - \mu}{ROOT} \right) = \frac{\delta_{ij}}{ROOT}", "proved"),
        (r"<\hat x_i|x_j> = <|x_j> \left( \frac{x_i - \mu}{ROOT} \right) = \frac{2 \delta_{ij}}{ROOT}", "refuted"),
        (r"<\hat x_i|x_j> = 2 <|x_j> \left( \frac{x_i - 2 \mu}{ROOT} \right)", "refuted"),
        (r"<\hat x_i|\mu> = <|\mu> \left( \frac{x_i - \mu}{ROOT} \right) = \frac{-1}{ROOT}", "proved"),
    ],
)
def test_beside_the_derivative_of_a_node_nodes_stay(latex: str, wanted: str) -> None:
    """In a chain with ∂node/∂argument, which holds the other arguments, ∂formula/∂argument does too."""
    assert verdict(latex, BATCH) == wanted


@pytest.mark.parametrize(
    "latex",
    [
        r"<|x_j> \left( \frac{x_i - \mu}{ROOT} \right) = <\hat x_i|x_j> + <\hat x_i|\mu> <\mu|x_j>"
        r" + <\hat x_i|\sigma^2> <\sigma^2|x_j>",  # true where they vary in the formula alone
        r"<|x_i> (x_i - \mu) \le <\hat x_i|x_i>",
        r"<\hat x_i|x_j> <|\mu> (\mu \sigma^2) = 0",
    ],
)
def test_beside_the_derivative_of_a_node_it_may_be_in_doubt(latex: str) -> None:
    """Where the sides are equal in the other way alone, in what is no equation, and by another name."""
    with pytest.raises(AmbiguityError, match="derivative"):
        verdict(latex, BATCH)


#: The same with the index above.
ABOVE = r"""dimension m; vector x : m; index i, j : m; scalar \epsilon > 0; let \mu(x) = \frac1m \sum_i x^{(i)}
let \sigma^2(x, \mu) = \frac1m \sum_i (x^{(i)} - \mu)^2
let \hat x^{(i)}(x^{(i)}, \mu, \sigma^2) = \frac{x^{(i)} - \mu}{\sqrt{\sigma^2 + \epsilon}}; loss L of \hat x"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("<\\hat x^{(i)}|x^{(i)}> = \\frac{1}{ROOT}", "<\\hat x^{(i)}|x^{(i)}> = \\frac{1 - 1/m}{ROOT}"),
        ("<\\hat x^{(i)}|x^{(j)}> = \\delta_{ij} \\frac{1}{ROOT}", "<\\hat x^{(i)}|x^{(j)}> = \\frac{1}{ROOT}"),
        ("<\\hat x^{(i)}|\\mu> = -\\frac{1}{ROOT}", "<\\hat x^{(i)}|\\mu> = 0"),
        (
            r"<L|x^{(i)}> = <L|\hat x^{(i)}> <\hat x^{(i)}|x^{(i)}> + <L|\mu> <\mu|x^{(i)}>"
            r" + <L|\sigma^2> <\sigma^2|x^{(i)}>",
            r"<L|x^{(i)}> = <L|\hat x^{(i)}> <\hat x^{(i)}|x^{(i)}> + <L|\mu> <\mu|x^{(i)}>",
        ),
    ],
)
def test_an_argument_with_its_index_above(true: str, false: str) -> None:
    r"""``\hat x^{(i)}(x^{(i)}, \mu)`` is a node as ``\hat x_i(x_i, \mu)`` is."""
    assert verdict(true, ABOVE) == "proved"
    assert verdict(false, ABOVE) == "refuted"


@pytest.mark.parametrize(
    "rows", ["matrix X : m x m; rows x^{(i)} of X", "vector x : m; matrix X : m x m; rows x^{(i)} of X"]
)
def test_a_row_with_its_index_above_is_no_such_argument(rows: str) -> None:
    """Of the rows of a matrix nothing is a node."""
    declared = rf"dimension m; {rows}; vector w : m; index i : m; let z^{{(i)}}(x^{{(i)}}) = w^\top x^{{(i)}}"
    assert "the unknown name x^{( i )}" in refusal(lambda: context_from(declared))


def test_a_node_that_is_an_open_definition_is_none() -> None:
    """A product of a vector and a component has another shape than its name says: an error with its place."""
    declared = (
        r"dimension m; vector x : m; scalars \gamma, \beta; index i : m; let \mu(x) = \frac1m \sum_i x_i;"
        r"let \hat x_i(x_i, \mu) = x_i - \mu; let y_i(\hat x_i, \gamma, \beta) = \gamma \hat xx_i + \beta"
    )
    with pytest.raises(InputError, match="arguments, and what is made of them"):
        context_from(declared)


LAYER = r"""dimension d, k, r; matrices V : d x k; B : d x r; A : r x k; vector x : k
let z(A) = A x; let u(A) = 2 A x; let h(B, z, u) = V x + B (z + u); loss L of h
"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial L}{\partial B} = \frac{\partial L}{\partial h} (z + u)^\top", "proved"),
        (r"\frac{\partial L}{\partial A} = 3 B^\top \frac{\partial L}{\partial h} x^\top", "proved"),
        (r"\frac{\partial h}{\partial z} = B", "proved"),
        (r"\frac{\partial h}{\partial z} = 3 B", "refuted"),
    ],
)
def test_what_arguments_are_made_of_stands_in_a_node(latex: str, status: str) -> None:
    """It is a constant of it, x in V x + B z(A), and beside one argument the others stay."""
    assert status_of(latex, LAYER) == status


@pytest.mark.parametrize("latex", [r"\frac{\partial L}{\partial x} = 0", r"\frac{\partial h}{\partial x} = V"])
def test_no_derivative_by_what_is_no_argument(latex: str) -> None:
    """Of x the node is no function by its declaration, and varies with it by its formula."""
    assert readings_of(latex, LAYER) == ("h stays", "it varies with x, which is not among its arguments")
