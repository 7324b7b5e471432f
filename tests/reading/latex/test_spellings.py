"""Names and transposes as people spell them: Δμ, σ in Unicode, \bm{v_j}, e_i, ^t, ^*, a prime that is declared below."""

from __future__ import annotations

import pytest

from derive import printing
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

SAMPLES = r"dimension N, d; matrix X : N x d; rows x^{(i)} of X; vector w : d; index i, n : N; index j : d"
BARE = r"dimension N, d; matrix X : N x d; index i, n : N; index j : d; rows x^i of X; vector w : d; let h(x : d) = w^\top x"
VECTORS = r"dimension N; vectors x, y : N; matrix A : N x N; index i, j : N; scalar s"


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"scalars \Delta\mu, \mu", r"\Delta\mu^2 = \Delta\mu \cdot \Delta\mu", r"\Delta\mu = \mu"),
        (r"scalars \Delta, \mu", r"\Delta\mu = \mu\Delta", r"\Delta\mu^2 = (\Delta\mu)^2"),
        (r"scalars \delta\theta, \theta", r"\theta + \delta\theta - \theta = \delta \theta", r"\delta\theta = \theta"),
        (
            r"dimension N; vector x : N; let \sigma(t) = e^t; let J\sigma(x) = \operatorname{diag}(\sigma(x))",
            r"J\sigma(x) x = \sigma(x) \odot x",
            r"J\sigma(x) x = \sigma(x)",
        ),
        (r"scalars J, \mu; let H\mu = 3 J", r"J\mu = \mu J", r"H\mu = 2 J"),
        ("scalars σ, μ > 0", "(σ + µ)^2 = \\sigma^2 + 2σ\\mu + μ^2", "(σ + μ)^2 = σ^2 + μ^2"),
        ("scalars ε > 0, \\pi > 0", r"ε + π = π + \epsilon", r"ε = \epsilon π"),
        (
            r"scalars \text{NLL}, \mathcal{L}",
            r"\text{NLL} + \mathcal{L} = \mathcal L + \mathrm{NLL}",
            r"\text{NLL} = 1",
        ),
        (r"scalar \delta_{h_{L+1}}", r"\delta_{h_{L+1}} \ge \delta_{h_{L+1}}", r"\delta_{h_{L+1}} > 0"),
        (
            r"dimension N; vector \bm v : N; index i : N",
            r"\sum_i \bm{v_i}^2 = \|\bm v\|^2",
            r"\sum_i \bm{v_i} = \|\bm v\|^2",
        ),
        (
            r"dimension H_\ell; vector x : H_\ell",
            r"\sum_{i=1}^{H_\ell} x_i = 1_{H_\ell}^\top x",
            r"1^\top_{H_\ell} x = 1",
        ),
        (SAMPLES, r"x^{(i)}_j = X_{ij}", r"x^{(i)}_j = X_{ij}^2"),
        (SAMPLES, r"\sum_{i=1}^N (w^\top x^{(i)})^2 = \|X w\|^2", r"\sum_{i=1}^N (w^\top x^{(i)})^2 = \|w\|^2"),
        (SAMPLES, r"\sum_i x_j^{(i)} x^{(i)} = X^\top X e_j", r"\sum_i x_j^{(i)} x^{(i)} = X^\top \vec 1"),
        (BARE, r"x^i_j = X_{ij}", r"x^i_j = X_{ij}^2"),
        (BARE, r"\sum_{n=1}^N h(x^n) = \vec 1^\top X w", r"\sum_{n=1}^N h(x^n) = h(w)"),
        (VECTORS, r"x^t A x = (A^t x)^t x", r"x^t A y = y^t A x"),
        (VECTORS + r"; transpose *", r"(A x)^* y = x^{*} A^* y", r"(A x)^* y = x^* A y"),
        (r"dimension N; vector x : N; let q = x'x; transpose '", r"q = \|x\|^2", r"q = 1"),
        (VECTORS, r"x = \sum_i x_i e_i", r"x = \sum_i x_i e_j"),
        (VECTORS, r"e_i^\top A e_j = A_{ij}", r"e_i^\top A e_j = A_{ji}"),
        (VECTORS, r"\grad_x (x^\top y) = \nabla_x (x^\top y) = y", r"\gradient_x (x^\top y) = x"),
        (
            r"dimension N; vectors X^{(1)}, P^{(k)}, \grad \phi(X^{(1)}) : N; let \sigma^2 = \|P^{(k)}\|^2",
            r"{X}^{(1)} - {P}^{(k)} + \nabla \phi \left({X}^{(1)}\right) = X^{(1)} - P^{(k)} + \grad \phi(X^{(1)})",
            r"{X}^{(1)} = {P}^{(k)}",
        ),
        (r"dimension N; vectors p : N; let \sigma^2 = \|p\|^2", r"{\sigma}^2 = p^\top p", r"{\sigma}^2 = p^\top p + 1"),
        (VECTORS, r"\underset{i}{\sum} x_i y_i = x^\top y", r"\underset{i}{\sum} x_i y_i = 2 x^\top y"),
        (
            VECTORS,
            r"\underset{i=1}{\overset{N}{\sum}} x_i y_i = \overset{N}{\underset{i=1}{\textstyle\sum}} y_i x_i",
            r"\underset{i=1}{\overset{N}{\sum}} x_i y_i = x^\top x",
        ),
        (VECTORS, r"\sum_{i \ne j} -x_i y_i = x_j y_j - x^\top y", r"\sum_{i \ne j} -x_i y_i = x_j - x^\top y"),
        (VECTORS, r"\sum_i -x_i y_i + s = s - x^\top y", r"\sum_i -x_i y_i + s = N s - x^\top y"),
        (VECTORS, "A + 0 = A", "A - 0 = 2 A"),
        (VECTORS, r"x^\top \times A \times y = x^\top A y", r"A \times x = A y"),
        (
            VECTORS,
            r"\left. \frac{\partial x^\top A x}{\partial x} \right|_y = A y + A^\top y",
            r"\left. \frac{d}{ds} s^2 \right|_3 = 9",
        ),
        ("dimension d; scalars p > 0, q > 0", "(2p)^{d/2} q^{d/2} = 2^{d/2} (p q)^{d/2}", "(2p)^d = 2 p^d"),
    ],
)
def test_they_are_read(declared: str, true: str, false: str) -> None:
    """With one token changed they are false."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        (r"scalars \Delta\mu, \Delta, \mu", r"\Delta\mu = 0", "which is a name or a product"),
        (r"scalars J\sigma, J, \sigma", r"J\sigma = 0", "which is a name or a product"),
        (BARE, "x^2 = w", "the unknown name x^2"),
        (BARE, "x^{(i)} = w", "the unknown name x^{( i )}"),
        ("dimension N; matrix X : N x N; rows x^i of X", "X = 0", "declare the index first: index i : N"),
        ("dimension N; matrix X : N x N; index t : N; rows x^t of X", "X = 0", "rows with the name x^t"),
        (SAMPLES + r"; let a = x^{(i)} + x^{(n)}", "a = 0", "write it on the left: let a_i = …"),
        (VECTORS + "; let z = s x", r"(\nabla_x z)^\top = s I", "nablas of vectors: jacobian|gradients"),
        (r"scalar \mu", r"\Delta\mu = 0", r"the unknown name \Delta"),
        (VECTORS + "; scalar t", r"A^t = A", "^t with two readings"),
        (VECTORS, r"x_t = (A^t y)_t", "^t with two readings"),
        (VECTORS, r"\vec{x y}_i = s", "unknown name xy"),
        (VECTORS, r"\vec{A^\top x} = y", "around more than a name"),
        (VECTORS, r"\mathbf{A^}\top x = s", "around more than a name"),
        (VECTORS, r"\mathbf{I_}N x = s", "around more than a name"),
        (VECTORS, r"\sum_t (A^t x)_t = s", "^t with two readings"),
        (SAMPLES, r"x^{(0)} = 0", "the entry 0"),
        (SAMPLES, r"x^2 = 0", "the unknown name x^2"),
        (VECTORS, r"s^t = s", r"^t at a number with two readings"),
        (VECTORS, r"x^* A x = s", "the transpose is ^\\top, or ^* after"),
        (VECTORS, r"\tr(A') = s", "A', which is not declared, with two readings"),
        (VECTORS, r"e_i = x_i - y_i", "the unknown name e"),
        (VECTORS, r"e_i^2 = 1", "a power of a vector with two readings"),
        (VECTORS + "; scalar e", r"e_i = x", "a component of a scalar"),
    ],
)
def test_what_they_do_not_say(declared: str, latex: str, message: str) -> None:
    """Two readings, a residual that nobody declared, a number that is not in the language."""
    assert message in refusal(lambda: read_latex(latex, context_from(declared)))


def test_grad_that_is_a_macro() -> None:
    r"""A command that a text defines is what it says, and none of LaTeX."""
    assert status_of(r"\grad{s} = s^2", VECTORS + r"; \newcommand{\grad}[1]{#1^2}") == "proved"


PRIMED = r"""dimension N, K; matrices Z, w' : N x K; index i : N; index j, k : K; rows \mathbf z_i of Z
let \mu^{\prime (i)} = \frac1K \sum_k Z_{ik}; vector b : K"""


@pytest.mark.parametrize("name", [r"\mu^{\prime (i)}", r"\mu'^{(i)}", r"\mu^{(i)\prime}", r"\mu^{\prime\,(i)}"])
def test_a_prime_beside_an_index_above(name: str) -> None:
    """It is that of the name, on either side of the index, in a definition and where it is used."""
    assert status_of(rf"K {name} = \sum_k Z_{{ik}}", PRIMED) == "proved"
    assert status_of(rf"{name} = \sum_k Z_{{ik}}", PRIMED) == "refuted"
    declared = PRIMED.replace(r"\mu^{\prime (i)}", name)
    assert status_of(r"K \mu'^{(i)} = \sum_k Z_{ik}", declared) == "proved"
    assert status_of(r"w_{ij}^{\prime 2} = (w'_{ij})^2", PRIMED) == "proved"


@pytest.mark.parametrize("said", [r"; matrix Y : N x K; rows \mathbf z_i^\prime of Y; assume Y_{ij} = Z_{ij} + b_j",
                                  r"; let \mathbf z_i' = \mathbf z_i + b"])  # fmt: skip
def test_rows_with_a_prime(said: str) -> None:
    """They are others than those without, where a prime is no transpose; where it is one, that is no name of rows."""
    assert status_of(r"\mathbf z'_i - \mathbf z_i = b", PRIMED + said) == "proved"
    assert status_of(r"z_{ij}^\prime = Z_{ij} + b_j", PRIMED + said) == "proved"
    assert status_of(r"\mathbf z_i^\prime = \mathbf z_i", PRIMED + said) == "refuted"
    refusal(lambda: context_from(PRIMED.replace("let", "transpose '; let") + said))
    assert (
        status_of(r"\mathbf z_i' \mathbf z_i = \sum_k Z_{ik}^2", PRIMED.replace("w'", "w") + "; transpose '")
        == "proved"
    )
    above = PRIMED + "; matrix Y : N x K; rows z'^{(i)} of Y"
    assert status_of(r"z^{\prime (i)}_k = Y_{ik}", above) == "proved"


BOLD = r"dimension n, p; matrix \textbf{X} : n x p; vector \textbf{u} : p; index i : n; rows \textbf{x}_i of \textbf{X}"


def test_a_letter_in_bold_text() -> None:
    r"""``\textbf{x}_i`` is ``\mathbf{x}_i``, in formulas and declarations; so is the identity, and e^s in upright text."""
    for bold in (r"\textbf{x}", r"\mathbf x", r"\bm{x}"):
        assert status_of(rf"\sum_i ({bold}_i^T\textbf{{u}})^2 = \|\textbf{{X}} \textbf{{u}}\|^2", BOLD) == "proved"
        assert status_of(rf"\sum_i {bold}_i^T\textbf{{u}} = \|\textbf{{X}} \textbf{{u}}\|^2", BOLD) == "refuted"
    for latex in (
        r"A^{-1} A = \textbf{I}",
        r"A\,\textbf{I} = A",
        r"\textbf{I}_N x = x",
        r"\text{e}^s \text{e}^{-s} = 1",
    ):
        assert status_of(latex, VECTORS) == "proved"
    assert status_of(r"A = \textbf{I}", VECTORS) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"s = s\,\textbf{u}", "the unknown name u"),  # no remark: it is a factor
        (r"s = s\ \text{m}", "the unknown name m"),
        (r"s = s \textbf{u}^2", "the unknown name u"),
        (r"x^\top \textbf{z}_i = s", "the unknown name z"),
        (r"s = s\textbf{if}", "the words 'if'"),
        (r"s = s \text{ a } s", "the words 'a'"),
        (r"s = s \quad \textbf{a} \quad s", "the words 'a'"),
    ],
)
def test_letters_that_nobody_declared(latex: str, message: str) -> None:
    """They are no words that could be left out, and words are no letters."""
    assert message in refusal(lambda: read_latex(latex, context_from(VECTORS)))
    assert status_of(r"s = s \quad \textbf{a}", VECTORS) == "proved"  # a label


GIVEN = r"""dimension p, n; matrices C_{\theta\mid D}, C : p x p; vectors \mu_{\theta|D}, \hat x_{k|k-1}, \hat x_{k|k}, x : p
vector a : n; index i, j : n
scalars C_{\theta D}, p_{j|i}; let \Sigma_{1|2} = C C^\top; let f_{1|2}(t) = t^2; mean \mathbb E"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"C_{\theta \vert D} \mu_{\theta\,|\,D} = C_{\theta|D} \mu_{\theta \mid D}",
            r"C_{\theta|D} \mu_{\theta|D} = \mu_{\theta|D}",
        ),
        (r"C_{\theta|D}^{-1} C_{\theta|D} = I", r"C_{\theta|D}^\top = C_{\theta|D}"),
        (r"\Sigma_{1|2} = C C^\top", r"\Sigma_{1|2} = C^\top C"),
        (r"f_{1\mid 2}(p_{j|i}) = p_{j|i}^2", r"f_{1\mid 2}(p_{j|i}) = p_{j|i}"),
        (r"\hat x_{k \mid k - 1} = \hat{x}_{k|k-1}", r"\hat x_{k|k} = \hat x_{k|k-1}"),
        (r"C_{\theta D} C = C C_{\theta D}", r"C_{\theta|D} = C_{\theta D} I"),
        (r"|a_{i}||a_{j}| = |a_i a_j|", r"a_{i}|a_{j}| = |a_i| a_j"),
    ],
)
def test_a_bar_in_a_subscript(true: str, false: str) -> None:
    """It belongs to the name, however it is written and spaced; bars with a partner are bars."""
    assert status_of(true, GIVEN) == "proved"
    assert status_of(false, GIVEN) == "refuted"


@pytest.mark.parametrize("name", [r"C_{\theta|D}", r"\hat{x}_{k|k-1}", r"\Sigma_{1|2}", r"\mu_{\theta|D}"])
def test_a_bar_in_a_subscript_is_printed(name: str) -> None:
    """A name with one is printed as it was written, and read as it is printed."""
    term = read_latex_term(name, context_from(GIVEN))
    assert printing.latex(term) == name
    assert read_latex_term(name, Context().of_terms(term)) == term


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"C_{D|\theta} = C", "'|' in a subscript"),
        (r"C_{i|j} = C_{ij}", "'|' in a subscript"),
        (r"a_{i|j} = a_i", "'|' in a subscript"),
        (r"\sum_{i|j} a_i = a_j", "'|' in a subscript"),
        (r"\mathbb E_{i|j}[a_i] = \frac1n \sum_i a_i", "'|' in a subscript"),
        (r"\mathbf 1_{i|j} = \delta_{ij}", "'|' in a subscript"),
        (r"\mu_{D|\theta} = x", r"the unknown name \mu_{D | \theta}"),
        (r"\sum_j p_{j|i} = n p_{j|i}", "with j in it, which a sign binds"),
    ],
)
def test_a_bar_that_is_of_no_name(latex: str, message: str) -> None:
    """Names with a bar in the subscript are those that are declared: none is cut into indices, or is one for each index."""
    assert message in refusal(lambda: read_latex(latex, context_from(GIVEN)))


@pytest.mark.parametrize(
    "said", [r"s\,\textbf{2}", r"s\,\text{2}", r"s\ \text{2}", r"s \text{ 2.5 }", r"s~\textrm{3}", r"s\,\text{scale}"]
)
def test_a_number_or_a_word_behind_a_factor_is_no_remark(said: str) -> None:
    """It is printed as a factor; set apart by a wide space, or in parentheses, it is a remark."""
    refusal(lambda: read_latex(f"s = {said}", context_from("scalar s")))
    assert status_of(r"s = s \qquad \text{2.5}", "scalar s") == "proved"
    assert status_of(r"s = s \; \text{(trivially)}", "scalar s") == "proved"
