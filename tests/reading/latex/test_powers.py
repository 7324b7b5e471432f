r"""``p^y`` of numbers p and y is e^{y log p}, where p > 0."""

import pytest

from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = "dimension N; scalars p, y, z; vectors q, w : N; matrix A : N x N; index i, k : N; scalar c > 0"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\log(p^y) = y \log p", r"\log(p^y) = p \log y"),
        (r"p^y p^z = p^{y + z}", "p^y p^z = p^{y z}"),
        (r"(p^y)^z = p^{y z}", "(p^y)^z = p^{y + z}"),
        (r"\frac{d}{dp} p^y = y p^{y - 1}", r"\frac{d}{dp} p^y = y p^{y + 1}"),
        (r"\frac{d}{dy} p^y = p^y \log p", r"\frac{d}{dy} p^y = y p^{y - 1}"),
        (r"\prod_i q_i^{w_i} = e^{\sum_i w_i \log q_i}", r"\prod_i q_i^{w_i} = e^{\sum_i q_i \log w_i}"),
        (r"\log \prod_i p^{w_i} = \sum_i w_i \log p", r"\log \prod_i p^{w_i} = N \log p"),
        (r"\sum_i p^{q_i} = \sum_k p^{q_k}", r"\sum_i p^{q_i} = N p"),
        (r"c^N = c^{N - 1} c", "c^N = c^{N - 1}"),
        (r"2^N 2 = 2^{N + 1}", "2^N = 4"),
        (r"\frac{1}{p^y} = p^{-y}", r"\frac{1}{p^y} = -p^y"),
        (r"\|q\|^y = e^{y \log \|q\|}", r"\|q\|^y = e^{y \|q\|}"),
    ],
)
def test_powers_of_numbers(true: str, false: str) -> None:
    """In a sum or a product over an index in the exponent alone, too."""
    assert status_of(true, DECLARED) == "proved"
    assert status_of(false, DECLARED) == "refuted"


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        ("A^y = A", "the exponent 'y'"),
        ("q^y = q", "the exponent 'y'"),
        ("p^q = 1", "the exponent 'q'"),
        ("p^i = 1", "the exponent 'i'"),
        (r"p^{(y)} = 1", "the exponent '( y )'"),
        (r"p^{\sum_i w_i} = 1", "the exponent"),
        ("p^N = 1", "the exponent 'N'"),
        ("(-1)^N = 1", "the exponent 'N'"),
        ("p^r = 1", "the exponent 'r'"),
    ],
)
def test_other_exponents(latex: str, message: str) -> None:
    """Of arrays, of what is no number, in parentheses, where it says which p is meant, and with a sum."""
    assert message in refusal(lambda: read_latex(latex, context_from(DECLARED)))


def test_a_formula_above_a_declared_e() -> None:
    """It could be the exponential, or a power of e."""
    assert "two readings" in refusal(lambda: read_latex("e^y = 1", context_from("scalars e, y")))
    assert status_of("e^2 = e e", "scalars e, y") == "proved"
    assert status_of(r"0^y = 0", "scalar y") == "unsupported"


SUMS = "dimension n, K; matrix X : n x n; vectors b, y : n; vector z : K; index i : n; index k : K; let e = y - X b"


@pytest.mark.parametrize("latex", [r"\sum_{i=1}^n (y - X b)^2 = e^\top e", r"\sum_i y^2 = n \|y\|^2"])
def test_a_power_of_a_vector_in_a_sum_over_its_components(latex: str) -> None:
    """It is that of each component, or it was meant as it is written."""
    message = "a power of a vector in a sum, without its index, with two readings"
    assert message in refusal(read_latex, latex, context_from(SUMS))
    assert message in refusal(read_latex, latex, context_from(f"{SUMS}; powers of vectors: dot"))


def test_a_power_of_a_vector_in_another_sum() -> None:
    declared = f"{SUMS}; powers of vectors: componentwise"
    assert status_of(r"\sum_k z_k y^2 = y^2 \sum_k z_k", declared) == "proved"
    assert status_of(r"\sum_k z_k y^2 = y \sum_k z_k", declared) == "refuted"
