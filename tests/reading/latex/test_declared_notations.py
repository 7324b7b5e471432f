r"""Notations that are declared as people write them: signs with a word below, arguments, constants of any size, entries."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, refusal, status_of

VECTORS = "dimension N, M; vectors x, y : N; vector w : M; index i, j : N; matrix X : N x M; matrix A, B : N x N"
NETWORK = (
    "dimension n, m; matrix W : m x n; vector a : n; vector b : m; index i : m; index j : n; let z(W, a, b) = W a + b"
)


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (f"{VECTORS}; transpose H", "(A B)^H x = B^{H} A^{\\mathsf H} x", "(A B)^H x = A^H B^H x"),
        (f"{VECTORS}; transpose ^H", "x^H y = y^H x", "x^H y = x^H x"),
        (
            rf"{VECTORS}; mean \mathbf{{E}}_{{sample}}; variance \operatorname{{Var}}_{{data}}",
            r"\operatorname{Var}_{data}(x) = \mathbf{E}_{sample}[x^2] - \mathbf{E}_{sample}[x]^2",
            r"\mathbf{E}_{sample}[x] = \sum_i x_i",
        ),
        (
            rf"{NETWORK}; loss J(W, b; a, y) of z",
            r"\frac{\partial}{\partial W_{ij}} J(W,b; a,y) = \frac{\partial J}{\partial z_i} a_j",
            r"\frac{\partial J(W, b; a, y)}{\partial b_i} = 2 \frac{\partial J}{\partial z_i}",
        ),
        (
            rf"{NETWORK}; loss \mathcal{{L}}(f(x), y) of z; let \mathcal{{L}} = \mathcal{{L}}(f(x), y)",
            r"\frac{\partial}{\partial b_i} \mathcal{L} = \frac{\partial \mathcal{L}(f(x), y)}{\partial z_i}",
            r"\frac{\partial}{\partial b_i} \mathcal{L} = 0",
        ),
        (
            rf"{VECTORS}; let p(1|x, y) = \frac{{1}}{{1 + e^{{-x^\top y}}}}; let p(0|x, y) = 1 - p(1|x, y)",
            r"\frac{p(1|x,~y)}{p(0|x, y)} = e^{x^\top y}",
            r"p(1|x, y) = p(0|x, y)",
        ),
        (
            rf"{VECTORS}; let \mathbf{{E}} = I",
            r"X^\top (x + \mathbf{E} x) = 2 X^\top \mathbf{E} x",
            r"\mathbf{E} w = 2 w",
        ),
        (rf"{VECTORS}; let n = N - 1", r"\sum_{k=0}^n x_k y_k = x^\top y", r"\sum_{k=0}^{n} x_k y_k = 2 x^\top y"),
        (rf"{VECTORS}; let n = N - 2", r"\sum_{k=1}^{n} 1 = n", r"\sum_{k=1}^{n} x_k = \sum_k x_k"),
        (rf"{VECTORS}; let M2_x = \sum_i x_i^2", r"N M2_x = N x^\top x", r"M2_x = 2 M2_x"),
        (
            rf"{VECTORS}; let \mu = \frac1N \sum_i x_i; let \mu' = \frac{{d \mu}}{{d x_j}}",
            r"\sum_i (x_i - \mu)(\delta_{ij} - \mu') = x_j - \mu",
            r"\mu' = x_j",
        ),
        (
            rf"{VECTORS}; vector t : M; y depends on t; index k : M; let y'_i = \frac{{\partial y_i}}{{\partial t_k}}",
            r"\frac{\partial}{\partial t_k} (y_i x_j) = y'_i x_j",
            r"y'_i = y'_j",
        ),
        (
            rf"{VECTORS}; let \sigma(t) = \frac{{1}}{{1 + e^{{-t}}}}; let h_w(v) = \sigma(w^\top v); rows x^{{(i)}} of X",
            r"h_w(x^{(i)}) = \frac{1}{1 + e^{-w^\top x^{(i)}}}",
            r"h_w(x^{(i)}) = \frac{1}{1 + e^{w^\top x^{(i)}}}",
        ),
        (
            rf"{VECTORS}; index k : M; rows X(\mathbf{{u}}_i) of X; let \phi_k(\mathbf{{u}}_i) = X_{{ik}}",
            r"w^\top X(\mathbf{u}_i) = \sum_k w_k \phi_k(\mathbf{u}_i)",
            r"w^\top X(\mathbf{u}_i) = \phi_k(\mathbf{u}_i)",
        ),
        (
            rf"{VECTORS}; let \mathbf{{C}}_{{ij}} = A_{{ij}}; rows A_i of \mathbf{{C}}",
            "A_{ij} = \\mathbf{C}_{ij}",
            "A_i = x",
        ),
        (
            f"{VECTORS}; vectors x_k : N; scalars f(x), f(x_k), f(x^{{k+1}}); assume f(x_k) - f(x^{{k + 1}}) = f(x)",
            "f(x^{k+1}) = f(x_k) - f(x)",
            "f(x^{k+1}) = f(x_k)",
        ),
        (
            "dimension n_L, n_{L-1}; matrix W^L : n_L x n_{L-1}; vector a : n_{L-1}; index j : n_L; index k : n_{L-1}",
            "(W^L a)_j = \\sum_k w_{jk}^L a_k",
            "(W^L a)_j = \\sum_k w^L_{jk}",
        ),
    ],
)
def test_they_are_read(declared: str, true: str, false: str) -> None:
    """With something else they are false."""
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


def test_what_could_be_two_things() -> None:
    """An entry of X², or the square of one; the transpose, or a size as an exponent."""
    assert "an entry of X^2" in readings_of("x_{ij}^2 = 0", "dimension N; index i, j : N; matrices X, X^2 : N x N")[1]
    assert readings_of("x^T x = 0", "dimension N, T; vector x : N")[0] == "the transpose"
    declared = "dimension N; vector x, y : N; matrix T : N x N"
    assert [status_of(f"(T x)^T y = x^T {T} y", declared) for T in ("T", "T^T")] == ["refuted", "proved"]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (r"mean \mathbb{E}_i", "a sign without scripts, or with a word below it"),
        ("transpose U", "transpose ', transpose \\*, transpose H"),
        ("dimension n; vector z : n; loss L_1(z) of z", "the loss L_1 with scripts and arguments"),
    ],
)
def test_what_is_no_declaration(declared: str, message: str) -> None:
    assert message.replace("\\", "") in refusal(context_from, declared)


def test_an_index_of_the_text_is_not_bound() -> None:
    """The j of μ' is that of the text."""
    declared = rf"{VECTORS}; let \mu' = \frac{{d}}{{d x_j}} \sum_i x_i^2"
    assert "where j is bound" in refusal(read_latex, r"\sum_j \mu' = 0", context_from(declared))


@pytest.mark.parametrize("latex", ["L 2 = 2 L", r"2 L = L 2"])
def test_a_space_in_a_name_with_digits_has_two_readings(latex: str) -> None:
    """Where the letters are a name as well: ``L 2`` prints as ``L2`` does."""
    assert "the name L2 or a product" in refusal(status_of, latex, "scalars a, L; let L2 = a^2")


@pytest.mark.parametrize(
    ("declared", "true", "false"),
    [
        (r"let \mathcal{L}_{\text{NLL}} = \sum_i y_i w_i^2; let \mathcal{L}_{\text{NLL}}(w) = \mathcal{L}_{\text{NLL}}",
         r"\nabla_w \mathcal{L}_{\text{NLL}}(w) = 2 y \odot w", r"\nabla_w \mathcal{L}_{\text{NLL}}(w) = y \odot w"),
        (r"let \ell_i = y_i w_i^2; let \ell_i(w) = \ell_i",
         r"\sum_j \ell_j(w) = y^\top (w \odot w)", r"\sum_j \ell_j(w) = y^\top w"),
    ],
)  # fmt: skip
def test_a_value_that_is_written_with_its_argument(declared: str, true: str, false: str) -> None:
    """``let f(x) = f`` of any declared name, and of its components; of other arguments it says nothing."""
    names = f"dimension n; vectors y, w, v : n; index i, j : n; {declared}"
    assert status_of(true, names) == "proved"
    assert status_of(false, names) == "refuted"
    with pytest.raises(InputError):
        status_of(true.replace("(w)", "(v)"), names)


@pytest.mark.parametrize("conditional", [r"P(y_i \mid x_i)", r"P(y_i | x_i; w)", r"P(y_i \mid x_i, w)"])
def test_the_probability_of_what_is_observed(conditional: str) -> None:
    """It is a notation for its value, at any index."""
    names = r"dimension n, p; vector w : p; matrix X : n x p; vector y : n; index i, j : n; rows x_i of X"
    names += rf"; let q_i = \exp(w^\top x_i); let {conditional} = q_i^2 y_i"
    assert status_of(rf"\sum_i {conditional} = \sum_i y_i q_i^2", names) == "proved"
    assert status_of(rf"\sum_j {conditional.replace('_i', '_j')} = \sum_i y_i q_i", names) == "refuted"
