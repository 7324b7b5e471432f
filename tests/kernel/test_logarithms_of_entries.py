"""Logarithms of entries and of products over an index: what is > 0 comes out of sums and of what they divide by."""

from __future__ import annotations

import pytest

from tests.reading.latex.contexts import status_of

LOGISTIC = r"""dimension n; vectors y, z, q : n; vector r > 0 : n; index i : n; scalar s
let \sigma(t) = \frac{1}{1 + e^{-t}}; let p_i = \sigma(z_i)"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\log(1 - p_i) = -z_i - \log(1 + e^{-z_i})", r"\log(1 - p_i) = z_i - \log(1 + e^{-z_i})"),
        (r"\log \frac{p_i}{1 - p_i} = z_i", r"\log \frac{1 - p_i}{p_i} = z_i"),
        (r"\log(p_i^{y_i} (1 - p_i)^{1 - y_i}) = y_i \log p_i + (1 - y_i) \log(1 - p_i)",
         r"\log(p_i^{y_i} (1 - p_i)^{1 - y_i}) = y_i \log p_i + (1 + y_i) \log(1 - p_i)"),
        (r"\log \prod_{i=1}^n p_i^{y_i} (1 - p_i)^{1 - y_i} = \sum_i (y_i \log p_i + (1 - y_i) \log(1 - p_i))",
         r"\log \prod_{i=1}^n p_i^{y_i} (1 - p_i)^{1 - y_i} = \sum_i (y_i \log p_i + y_i \log(1 - p_i))"),
        (r"\log \prod_i (1 - p_i) = \sum_i \log(1 - p_i)", r"\log \prod_i (1 - p_i) = \sum_i \log p_i"),
        (r"\log(r_i^{y_i} (1 + r_i)^{1 - y_i}) = y_i \log r_i + (1 - y_i) \log(1 + r_i)",
         r"\log(r_i^{y_i} (1 + r_i)^{1 - y_i}) = y_i \log(1 + r_i) + (1 - y_i) \log r_i"),
        (r"\log(1 - q_i^2/(1 + q_i^2)) = -\log(1 + q_i^2)", r"\log(1 - q_i^2/(1 + q_i^2)) = \log(1 + q_i^2)"),
        (r"\log(r_i q_i^2 + r_i) = \log r_i + \log(1 + q_i^2)", r"\log(r_i q_i^2 + r_i) = 2 \log r_i + \log(1 + q_i^2)"),
    ],
)  # fmt: skip
def test_what_is_positive_comes_out(true: str, false: str) -> None:
    """log(x y) = log x + log y, for x > 0 in every term, below a bar, and at every index of a product."""
    assert status_of(true, LOGISTIC) == "proved"
    assert status_of(false, LOGISTIC) == "refuted"


@pytest.mark.parametrize("latex", [
    r"\log(q_i / (q_i - 1)) = \log q_i - \log(q_i - 1)", r"\log(2 / (2 - q_i)) = \log 2 - \log(2 - q_i)",
    r"\log(q_i z_i + q_i) = \log q_i + \log(1 + z_i)", r"\log \prod_i q_i = \sum_i \log q_i",
])  # fmt: skip
def test_what_may_be_negative_does_not(latex: str) -> None:
    """Of what may be negative the law is not used, though both sides agree where they are defined."""
    assert status_of(latex, LOGISTIC) == "unsupported"
