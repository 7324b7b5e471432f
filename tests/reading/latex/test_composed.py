r"""Names of several signs where they stand: ``\bm{X\beta}``, ``\mathbf{d\bar y}``, ``\partial y``, ``{y}^{(i)}``."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

BOLD = r"""dimension n, p; matrix \bm{X} : n x p; vectors \bm \beta, \bm w : p; vector \bm y : n; index i : n; index j : p
matrices \mathbf A, \mathbf B : n x n; scalar \mathrm{MSE}; rows \bm{x}^{(i)} of \bm X; ones n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\bm{X\beta} = \bm X \bm \beta", r"\bm{X\beta} = \bm X \bm w"),
        (r"\|\bm{y - X\beta}\|^2 = \|\bm X \bm \beta - \bm y\|^2", r"\|\bm{y - X\beta}\|^2 = \|\bm y - \bm X \bm w\|^2"),
        (r"\bm{X^\top (X\beta - y)} = \bm X^\top \bm{X\beta} - \bm{X^\top y}",
         r"\bm{X^\top (X\beta - y)} = \bm{X^\top X\beta}"),
        (r"\mathbf{A^\top A} = \mathbf A^\top \mathbf A", r"\mathbf{A^\top A} = \mathbf A \mathbf A^\top"),
        (r"\boldsymbol{A B^\top} = \mathbf A \mathbf B^\top", r"\boldsymbol{A B^\top} = (\mathbf{AB})^\top"),
        (r"\mathbf{A B y} = \mathbf A \mathbf{B y}", r"\mathbf{A B y} = \mathbf{B A y}"),
        (r"\bm{1^\top y} = \sum_i \bm{y}_i", r"\bm{1^\top y} = 2 \sum_i \bm{y}_i"),
        (r"\bm{\sum_i y_i} = \bm 1^\top \bm y", r"\bm{\sum_i y_i} = 2 \bm 1^\top \bm y"),
        (r"\bm{2\beta} = \bm\beta + \bm\beta", r"\bm{2\beta} = \bm\beta"),
        (r"\mathbf{(y - X\beta)^T (y - X\beta)} = \|\bm y - \bm X \bm \beta\|^2",
         r"\mathbf{(y - X\beta)^T (y - X\beta)} = \|\bm y + \bm X \bm \beta\|^2"),
        (r"\mathbf{\frac{1}{2} \left( y^\top y \right)} = \frac12 \|\bm y\|^2",
         r"\mathbf{\frac{1}{2} \left( y^\top y \right)} = \|\bm y\|^2"),
        (r"\tfrac12 \mathbf{AB} \cdot 2 = \mathbf A \mathbf B", r"\tfrac12 \mathbf{AB} \cdot 2 = \mathbf B \mathbf A"),
        (r"(\bm{X\beta})_i = \sum_j \bm X_{ij} \bm \beta_j", r"(\bm{X\beta})_i = \sum_j \bm X_{ij} \bm w_j"),
        (r"\sum_i {y}^{(i)} = \bm 1^\top \bm y", r"\sum_i {y}^{(i)} = 2 \cdot \bm 1^\top \bm y"),
        (r"\sum_i ({y}^{(i)} - {\bm{x}^{(i)}}^\top \bm\beta)^2 = \|\bm{X\beta - y}\|^2",
         r"\sum_i ({y}_i - {\bm{x}^{(i)}}^\top \bm w)^2 = \|\bm{X\beta - y}\|^2"),
    ],
)  # fmt: skip
def test_a_mark_is_around_each(true: str, false: str) -> None:
    """``\\bm{X\\beta}`` is printed as ``\\bm{X}\\bm{\\beta}``; a component of a bold vector may be written in italics."""
    assert status_of(true, BOLD) == "proved"
    assert status_of(false, BOLD) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\mathbf{AB}^\top = \mathbf B", "a script of a product in braces"),
        (r"2 \bm{y - X\beta} = \bm y", "a sum in braces"), (r"\vec{X\beta} = \bm y", "around more than a name"),
        (r"\bm{X\gamma} = 0", r"the unknown name \gamma"), (r"\overrightarrow{AB} = 0", "the unknown name AB"),
        (r"\bm{X_} = 0", "around more than a name"),
    ],
)  # fmt: skip
def test_what_a_mark_is_not_around(latex: str, message: str) -> None:
    """What braces would group otherwise than it is printed; an arrow over several things, numbers, signs of sums."""
    assert message in refusal(lambda: read_latex(latex, context_from(BOLD)))


ACCENTED = r"""dimension n; vectors x, \hat x, y, \bar y, x_1, \hat z, v, v_1, \hat v_1, \hat v, y^*, \hat y^* : n
index i, k : n; vector \hat r : n; scalars c, s, \hat s, \hat\sigma^2; matrix X : n x n; rows r_i of X;
vectors \hat{\mathbf l}^2, \hat{\mathbf l}^3 : n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\hat{x_k} = \hat x_k", r"\hat{x_k} = x_k"),
        (r"\hat{x_k}^2 + \bar{y_k} = \hat x_k \hat x_k + \bar y_k", r"\hat{x_k}^2 = 2 \hat x_k"),
        (r"\frac{\partial \hat{x_k}}{\partial \hat{x_i}} = \delta_{ik}",
         r"\frac{\partial \hat{x_k}}{\partial \hat{x_i}} = 1"),
        (r"\hat{\sigma^2} = \hat\sigma^2", r"\hat{\sigma^2} = s"), (r"\hat{y^*} = \hat y^*", r"\hat{y^*} = y^*"),
        (r"\hat{z_1} = \hat z_1", r"\hat{z_1} = \hat z_i"), (r"\hat{v_1} = \hat v_1", r"\hat{v_1} = \hat v"),
        (r"\mathbf{\hat{l^2}} = \hat{\mathbf{l}}^2", r"\mathbf{\hat{l^2}} = \hat{\mathbf{l}}^3"),
        (r"e^{-\hat{l^2_k}} \hat{\mathbf{l^3_k}} = e^{-\hat{\mathbf l}^2_k} \hat{\mathbf l}^3_k",
         r"\hat{l^2_k}^2 = \hat{\mathbf l}^2_k"),
    ],
)  # fmt: skip
def test_an_accent_over_a_name_with_its_scripts(true: str, false: str) -> None:
    """It is that of the name, with these scripts."""
    assert status_of(true, ACCENTED) == "proved"
    assert status_of(false, ACCENTED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "declared"),
    [
        (r"\hat{x_1} = \hat x", ACCENTED), (r"\hat{r_i} = \hat r", ACCENTED), (r"\hat{s^2} = \hat s^2", ACCENTED),
        (r"\hat{x'} = \hat x", ACCENTED), (r"\hat{x + y} = 0", ACCENTED), (r"\hat{c_k} = 0", ACCENTED),
        (r"\hat{\mathbf r_i} = \hat r", ACCENTED),
        (r"\bar{y_k} = \bar y_k", ACCENTED + r"; mean \bar"),
    ],
)  # fmt: skip
def test_what_an_accent_may_say_of(latex: str, declared: str) -> None:
    """A name of its own, the row of a matrix, a power, a mean: the name with the accent says nothing of these."""
    refusal(lambda: read_latex(latex, context_from(declared)))


@pytest.mark.parametrize("written", [r"\hat{\bm x_i}", r"\bm{\hat{x_i}}", r"\hat{\mathbf{x}_i}", r"\hat{\mathbf{x_i}}"])
def test_an_accent_over_a_marked_row(written: str) -> None:
    """Also where the accented name is that of rows, with a mark of theirs inside or around."""
    declared = r"dimension n, d; matrix X : n x d; index i : n; rows \hat{\bm x}_i of X"
    assert status_of(rf"{written}^\top {written} = (X X^\top)_{{ii}}", declared) == "proved"
    assert status_of(rf"{written} = 2 \hat{{\bm x}}_i", declared) == "refuted"
    above = r"dimension n, d; matrix X : n x d; index i : n; index k : d; rows \hat x^{(i)} of X"
    assert status_of(r"\hat{x^{(i)}_k} = X_{ik}", above) == "proved"


def test_a_declared_name_of_several_letters_wins() -> None:
    """It is what its author says; without that it is its letters, each with the mark."""
    declared = r"dimension n; vectors \mathbf{d\bar{y}}, \mathbf{dx}, \mathbf{\Delta x}, \mathbf{x} : n"
    declared += r"; index i : n; scalar \mathrm{MSE}"
    assert status_of(r"\mathbf{d\bar y}^\top \mathbf{d\bar{y}} = \sum_i \mathbf{d\bar{y}_i}^2", declared) == "proved"
    assert status_of(r"\mathbf{dx_i} + \mathbf{d\bar y}_i = (\mathbf{dx + d\bar y})_i", declared) == "proved"
    assert status_of(r"\bm{\Delta x - x} = \mathbf{\Delta x} - \bm x", declared) == "proved"
    assert status_of(r"\mathbf{dx} = \mathbf{d\bar y}", declared) == "refuted"
    assert status_of(r"\mathrm{MSE} = 2 \cdot \mathrm{MSE}", declared) == "refuted"
    assert (
        status_of(
            r"\mathbf{d\bar y} = \mathbf d \mathbf{\bar y}",
            r"dimension n; matrix \mathbf d : n x n; vector \mathbf{\bar y} : n",
        )
        == "proved"
    )


@pytest.mark.parametrize("latex", [r"\sum_{i=1}^d \bar y_i = s", r"\sum_{i=1}^dy_i = t"])
def test_a_script_takes_one_sign(latex: str) -> None:
    """The d above a sum is its limit, also where ``d\\bar y`` and ``dy`` are names."""
    declared = r"""dimension d; vectors y, \bar y, d\bar y, dy : d; index i : d
    let s = \sum_i {\bar y}_i; let t = \sum_i {y}_i"""
    assert status_of(latex, declared) == "proved"
    assert status_of(latex.replace("=", "= 2", 2).replace("i= 2", "i="), declared) == "refuted"


PARTIALS = r"""dimension n; vectors x, w : n; index i, j : n; scalar c > 0; let y_i = c x_i w_i; loss o of y
let \partial y = \frac{\partial o}{\partial y}; let \partial x = \frac{\partial o}{\partial x}
let \partial w_i = \partial y_i \frac{\partial y_i}{\partial w_i}; vectors \mathbf v, \partial \hat{\mathbf v} : n"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\partial x = c\, w \odot \partial y", r"\partial x = c\, x \odot \partial y"),
        (r"\partial x_i = c w_i \partial y_i", r"\partial x_i = c w_i \partial x_i"),
        (r"\partial w = c x \odot \partial y", r"\partial w = x \odot \partial y"),
        (r"\frac{\partial y_i}{\partial x_i} = c w_i", r"\frac{\partial y_i}{\partial x_i} = c x_i"),
        (r"\frac{\partial o}{\partial x_i} = \partial x_i", r"\frac{\partial o}{\partial x_i} = 2 \partial x_i"),
        (r"\frac{\partial{o}}{\partial{w}} = \partial w", r"\frac{\partial{o}}{\partial{w}} = \partial x"),
        (r"\frac{\partial y_i}{c} = \frac1c \partial y_i", r"\frac{\partial y_i}{c} = c \partial y_i"),
        (r"\sum_i \partial y_i x_i = \langle \partial y, x \rangle",
         r"\sum_i \partial y_i x_i = \langle \partial y, w \rangle"),
        (r"\frac{\partial^2 (x_i^2)}{\partial x_i \partial x_i} = 2", r"\frac{\partial^2 (x_i^2)}{\partial x_i^2} = 1"),
        (r"\frac{\partial x_i \cdot c}{c} = \partial x_i", r"\frac{\partial x_i \cdot c}{c} = \partial y_i"),
        (r"\partial_{x_i} (c x_i) = c", r"\partial_{x_i} (c x_i) = x_i"),
        (r"2 \partial \hat{\mathbf v}_i = \partial \hat{\mathbf v}_i \cdot 2", r"\partial \hat{\mathbf v} = \mathbf v"),
        (r"(\partial y_i)/(2) = \frac12 \partial y_i", r"(\partial y_i)/(2) = \partial y_i"),
    ],
)  # fmt: skip
def test_names_with_a_partial(true: str, false: str) -> None:
    """Declared so, ``\\partial y`` is a name but where a derivative is written as a fraction."""
    assert status_of(true, PARTIALS) == "proved"
    assert status_of(false, PARTIALS) == "refuted"


@pytest.mark.parametrize(
    "latex", [r"\partial y_i / \partial x_i = c", r"2 \partial o / \partial x_i = c", r"a + \partial y / dz = c"]
)
def test_a_slash_between_them_is_refused(latex: str) -> None:
    """A derivative, or a quotient of names."""
    with pytest.raises(InputError, match="a derivative, or a quotient"):
        read_latex(latex, context_from(PARTIALS + "; scalar a"))


def test_a_partial_that_is_no_name() -> None:
    """It has to be declared; the hint says how."""
    message = refusal(lambda: read_latex(r"\partial z = c", context_from(PARTIALS)))
    assert r"\partial outside of a fraction" in message
    assert r"let \partial y" in message


def test_functions_whose_names_print_alike() -> None:
    """``R_{emp}`` and ``R_{\\text{emp}}`` are two functions."""
    declared = r"""dimension n; vector x : n; let \mathcal{R}_{emp}(x) = x^\top x
    let \mathcal{R}_{\text{emp}}(x) = 2 \mathcal{R}_{emp}(x)"""
    assert status_of(r"\mathcal{R}_{\text{emp}}(x) = 2 x^\top x", declared) == "proved"
    assert status_of(r"\mathcal{R}_{emp}(x) = 2 x^\top x", declared) == "refuted"


ROWS = r"""dimension M, D; matrix X : M x D; index m : M; rows x_m of X; matrix B : D x D; vectors y, \hat y : M
let \tilde{x_m} = B x_m"""


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\tilde{x_m} = B x_m", "proved"), (r"\tilde{x_m} = \tilde{x}_m", "proved"), (r"\tilde{x_m} = x_m", "refuted"),
        (r"\sum_m \|\tilde{x_m}\|^2 = \|X B^\top\|_F^2", "proved"), (r"y_m - \hat{y_m} = (y - \hat y)_m", "proved"),
        (r"\sum_m \hat{y_m} = \sum_m y_m", "refuted"),
    ],
)  # fmt: skip
def test_an_accent_over_a_row_is_that_of_the_rows(latex: str, expected: str) -> None:
    r"""``\tilde{x_m}`` is the row of what is declared as ``\tilde x``, also beside the rows ``x_m``."""
    assert status_of(latex, ROWS) == expected
