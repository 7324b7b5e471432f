r"""A scalar and a vector of one letter, ``\mu`` and ``\mu_g``; functions with square brackets."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex_term
from tests.reading.latex.contexts import readings_of, refusal, status_of

GROUPS = r"dimension G, K; index g : G; index k : K; matrix X : G x K; "
OF_GROUPS = r"let \mu_g = \frac1K \sum_k X_{gk}; "
OF_ALL = r"let \mu = \frac{1}{GK} \sum_g \sum_k X_{gk}; "
VARIANCES = OF_GROUPS + r"let \sigma_g^2 = \frac1K \sum_k (X_{gk} - \mu_g)^2; let \sigma^2 = \frac1G \sum_g \sigma_g^2"


@pytest.mark.parametrize(
    ("declarations", "latex", "status"),
    [
        (OF_GROUPS + r"let \mu = \frac1G \sum_g \mu_g", r"\mu = \frac{1}{GK} \sum_g \sum_k X_{gk}", "proved"),
        (OF_GROUPS + OF_ALL, r"\sum_g \mu_g = G \mu", "proved"),
        (OF_ALL + OF_GROUPS, r"\sum_g \mu_g = G \mu", "proved"),
        (OF_ALL + OF_GROUPS, r"\sum_g \mu_g^2 = G \mu^2", "refuted"),
        (OF_ALL + OF_GROUPS, r"\sum_g (\mu_g - \mu) = 0", "proved"),
        (OF_ALL + OF_GROUPS, r"\sum_g (\mu_g - \mu)^2 = \left(\sum_g \mu_g^2\right) - G \mu^2", "proved"),
        (VARIANCES, r"\sigma^2 = \frac{1}{GK} \sum_g \sum_k (X_{gk} - \mu_g)^2", "proved"),
        (VARIANCES, r"\sigma_g^2 = \left(\frac1K \sum_k X_{gk}^2\right) - \mu_g^2", "proved"),
        (r"scalar \mu; vector \mu : G", r"\sum_g (\mu_g - \mu) = \left(\sum_g \mu_g\right) - G \mu", "proved"),
        (r"vector \mu : G; scalar \mu", r"\sum_g (\mu_g - \mu) = \left(\sum_g \mu_g\right) - G \mu", "proved"),
        (r"vector \mu : G; scalar \mu", r"\mu_g = \mu", "refuted"),
        (r"vector \bar x : K; let \bar x = \frac1K \sum_k \bar x_k", r"\sum_k (\bar x_k - \bar x) = 0", "proved"),
        (r"scalar \mu; " + OF_GROUPS, r"K \mu_g = \sum_k X_{gk}", "proved"),
    ],
)
def test_a_scalar_and_a_vector_of_one_letter(declarations: str, latex: str, status: str) -> None:
    """With an index it is a component of the vector, without one the scalar, whichever is declared first."""
    assert status_of(latex, GROUPS + declarations) == status


def test_the_vector_alone() -> None:
    """Without a scalar of its letter a vector is meant without an index too."""
    alone, beside = context_from(GROUPS + OF_GROUPS), context_from(GROUPS + OF_GROUPS + OF_ALL)
    assert len(read_latex_term(r"\mu", alone).shape) == 1
    assert read_latex_term(r"\mu", beside).shape == ()
    assert len(read_latex_term(r"\bm{\mu}", beside).shape) == 1


@pytest.mark.parametrize(
    "declarations",
    [
        OF_GROUPS + OF_GROUPS,
        OF_GROUPS + r"let \mu_k = \frac1G \sum_g X_{gk}",
        OF_GROUPS + r"vector \mu : K",
        r"vector \mu : K; " + OF_GROUPS,
        OF_ALL + r"scalar \mu",
        OF_ALL + OF_GROUPS + OF_ALL.replace("1", "2"),
        r"scalar \mu_g; " + OF_GROUPS,
        r"index \mu : K; " + OF_GROUPS,
    ],
)
def test_duplicates(declarations: str) -> None:
    """Two scalars, or two vectors, of one letter are one name declared twice."""
    with pytest.raises(InputError, match="declared twice"):
        context_from(GROUPS + declarations)


def test_a_later_text_replaces() -> None:
    """In another text a name is declared anew, whatever shape it had: the vector is gone."""
    context = context_from("scalar x", context_from("dimension N; index n : N; vector x : N"))
    assert read_latex_term("x", context).shape == ()
    with pytest.raises(InputError, match="a component of a scalar"):
        read_latex_term("x_n", context)


@pytest.mark.parametrize(
    ("declarations", "latex", "status"),
    [
        (r"scalar t; let \mathrm{Var}[t] = t^2", r"\mathrm{Var}[3] = 9", "proved"),
        (r"vector x : K; let E[x] = \frac1K \sum_k x_k; let \mathrm{Var}[x] = E[x^2] - E[x]^2",
         r"\mathrm{Var}[x] = \frac1K \sum_k (x_k - E[x])^2", "proved"),
        (r"vector x : K; let E[x] = \frac1K \sum_k x_k", r"E[x]^2 = E[x^2]", "refuted"),
        (r"vector x : K; let E[x] = \frac1K \sum_k x_k", r"E(x) = E\left[x\right]", "proved"),
    ],
)  # fmt: skip
def test_square_brackets_of_functions(declarations: str, latex: str, status: str) -> None:
    """A function may be declared and applied with square brackets."""
    assert status_of(latex, GROUPS + declarations) == status


def test_a_square_bracket_that_is_not_closed() -> None:
    """As a parenthesis."""
    with pytest.raises(InputError, match="never closed"):
        context_from(r"scalar t; let f[t) = t")


COUNTS = r"""dimension N, K; matrix r : N x K; vectors x, y : N; index n : N; index k : K; let N_k = \sum_n r_{nk}
let K_n = x_n + y_n"""


@pytest.mark.parametrize(
    ("true", "false", "settled"),
    [
        (r"\sum_{k=1}^K N_k = \sum_{n=1}^N \sum_k r_{nk}", r"\sum_{k=1}^K N_k^2 = \operatorname{tr}(I_K)", ""),
        (r"\frac1N \sum_{k=1}^K N_k = \sum_n \frac1N \sum_k r_{nk}", r"\sum_n K_n = N", "; sizes and arrays: size"),
        (r"\mathbf 1_N^\top K = \sum_n K_n", r"\mathbf 1_N^\top K = \sum_n x_n", "; sizes and arrays: array"),
        (r"\|K\|^2 = \sum_n K_n^2", r"\|K\|^2 = \sum_n K_n", "; sizes and arrays: array"),
        (r"x - \frac1N \mathbf 1_N = x - \mathbf 1_N / N", r"\|K\|^2 = \sum_n K_n^2", "; sizes and arrays: size"),
    ],
)
def test_a_size_and_an_array_of_one_letter(true: str, false: str, settled: str) -> None:
    """With an index the array is meant."""
    assert status_of(true, COUNTS + settled) == "proved"
    assert status_of(false, COUNTS + settled) == "refuted"


@pytest.mark.parametrize("latex", [r"\|K\|^2 = \sum_n K_n^2", r"x - K = x - x - y", r"\frac1N \sum_k N_k = 1"])
def test_the_letter_of_a_size_and_an_array_alone(latex: str) -> None:
    """Either may be meant."""
    assert readings_of(latex, COUNTS) == ("the size", "the whole array of that letter")
    refusal(lambda: context_from("dimension N; scalar N"))
    refusal(lambda: context_from("dimension N, K; vector N : K; matrix N : K x K"))


def test_a_vector_beside_a_function_of_its_letter() -> None:
    """Each has a name of its own; what is defined by its own letter's function is what it was."""
    declared = r"""dimension n; vectors x, y : n; index i : n; let f(z) = z^2 + 1; let \mathbf f_i = x_i + 1
let g(z) = z + 1; let g = g(3)"""
    assert status_of(r"\sum_i f(y_i) \mathbf f_i = \sum_i (y_i^2 + 1) (x_i + 1)", declared) == "proved"
    assert status_of(r"\sum_i f(y_i) \mathbf f_i = \sum_i (y_i^2 + 1) x_i", declared) == "refuted"
    assert status_of("g = 4", declared) == "proved"
    assert status_of("g = 5", declared) == "refuted"
