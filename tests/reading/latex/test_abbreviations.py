r"""``let \langle u, v \rangle_M = u^\top M v``: notations that an author declares."""

from __future__ import annotations

import pytest

from derive.reading.decided import context_from
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension n, K; index i, j, l : n; index k : K; vectors x, y, z : n; matrices A, M : n x n; matrix T : n x K
scalars s, c; vector p : n; matrix S : n x n symmetric positive definite
"""


CROSS_ENTROPY = r"let \phi_i = \delta_{il}; let CE(\phi, p) = -\sum_i \phi_i \log p_i; assume p_i > 0"


@pytest.mark.parametrize(
    ("declared", "latex", "status"),
    [
        (r"let \langle u, v \rangle_M = u^\top M v", r"\langle A x, y \rangle_M = x^\top A^\top M y", "proved"),
        (r"let \langle u, v \rangle_M = u^\top M v", r"\langle A x, y \rangle_M = x^\top A M y", "refuted"),
        (r"let \langle u, v \rangle_M = u^\top M v", r"s \langle x, y + z \rangle_M^2 = s (x^\top M (y + z))^2", "proved"),
        (r"let (x, y) = x^\top y", r"(A x, y) = (x, A^\top y)", "proved"),
        (r"let (x, y) = x^\top y", r"s (x, y) = s y^\top x", "proved"),
        (r"let (x, y) = x^\top y; let f(v : n, w : n) = v^\top M w", r"f(x, y) = x^\top M y", "proved"),
        (r"let [u, v] = \sum_i u_i v_i", r"[x + y, z] = x^\top z + [y, z]", "proved"),
        (r"let \|u\|_{\mathcal{H}} = \sqrt{u^\top S u}", r"\|x - y\|_{\mathcal{H}}^2 = (x - y)^\top S (x - y)", "proved"),
        (r"let 1\{y_i = k\} = T_{ik}", r"\sum_j 1\{y_j = k\} = \sum_i T_{ik}", "proved"),
        (r"let 1\{y_i = k\} = T_{ik}", r"\sum_j 1\{y_j = k\} = \sum_i T_{jk}", "refuted"),
        (r"let P(y_i = k \mid x_i ; \theta) = T_{ik}", r"\sum_k P(y_i = k \mid x_i; \theta) = \sum_k T_{ik}", "proved"),
        (r"let q(a_i) = p_i^2", r"\sum_j q(a_j) = p^\top p", "proved"),
        (r"let q(a_i) = p_i^2", r"q(a_{j}) = p_j", "refuted"),
        (r"let P\{A\} = A (A^\top A)^{-1} A^\top; invertible A", r"P\{A\} = I", "proved"),
        (r"let \sqrt{S} = S^{1/2}", r"\sqrt{S} \sqrt{S} = S", "proved"),
        (r"let \sum_K = \sum_i e^{p_i}", r"\frac{e^{p_j}}{\sum_K} = \frac{e^{p_j}}{\sum_i e^{p_i}}", "proved"),
        (r"let \sum_K = \sum_i e^{p_i}", r"\sum_K^2 = \sum_i e^{2 p_i}", "refuted"),
        (r"let \text{net(x)} = M x", r"\text{net(x)} - M x = 0", "proved"),
        (r"let \|x\|_S = \sqrt{x^\top S x}", r"\|y\|_S^2 = y^\top S y", "proved"),  # it says again what is so
        (r"let q(x, l) = -x_l", r"q(x, j) = -x_j", "proved"),
        (r"let q(x, l) = -x_l", r"\frac{d q(x, l)}{d x_j} = -\delta_{jl}", "proved"),
        (r"let q(x, l) = -x_l", r"q(y, j) = -x_j", "refuted"),
        (r"let f_j(w) = x_j", r"\sum_j \exp\{f_j(w)\} = \sum_i e^{x_i}", "proved"),
        (r"let f_j(w) = x_j", r"f_i(w) = x_j", "refuted"),
        (r"let \text{net(x)}_i = 2 x_i", r"\text{net(x)}_j = x_j + x_j", "proved"),
        (r"vector q : n; let q(x) = q", r"q(x) + q = 2 q", "proved"),
        (r"vector q : n; let q(x) = q", r"q(x) = 2 q", "refuted"),
        (CROSS_ENTROPY, r"CE(\phi, p) = -\log p_l", "proved"),
        (CROSS_ENTROPY, r"CE = \log p_l", "refuted"),
        (r"let t = x_i; let \phi(t) = t^2", r"\phi(3) = 9", "proved"),  # a number in which an index is open is any other
    ],
)  # fmt: skip
def test_it_stands_for_its_value(declared: str, latex: str, status: str) -> None:
    """Anything may be written for a letter between brackets, any index for an index."""
    assert status_of(latex, NAMES + declared) == status


@pytest.mark.parametrize(
    ("declared", "latex", "message"),
    [
        (r"let [u, v] = \sum_i u_i v_i", r"[y_i x, x] = 0", "found i in what stands for u"),
        (r"let \langle u, v \rangle_M = u^\top M v", r"\langle x \rangle_M = 0", "found angles"),
        (r"let 1\{y_i = k\} = T_{ik}", r"\sum_i 1\{y_i = 1\} = 0", "found"),
    ],
)
def test_what_is_written_otherwise_is_none(declared: str, latex: str, message: str) -> None:
    assert message in refusal(status_of, latex, NAMES + declared)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (r"let \|x\|_S = 3", "another meaning"),
        (r"let \langle x, y \rangle = 2 x^\top y", "another meaning"),
        (r"let \langle u, v \rangle_M = u^\top M v; let \langle u, v \rangle_M = u^\top v", "declared above"),
        (r"let 1\{y_i = k\} = Q_{ik}", "unknown name Q"),
        (r"let \langle x, y \rangle_M^2 = 1", "a name as it is typeset"),
        (r"let (x, y) + s = 1", "a name as it is typeset"),
    ],
)
def test_what_is_no_abbreviation(declared: str, message: str) -> None:
    """What means something else, a power or a sum, and what has a value that cannot be read."""
    assert message in refusal(context_from, NAMES + declared)


@pytest.mark.parametrize(
    ("declared", "latex"),
    [
        ("let f = s^2; let f(s) = f", "f(3) = 9"),
        ("let f = s^2; let f(s) = f", "f(2 s) = 2 s^3"),
        ("scalar f; let f(s) = f", "f(s + s) = 2 s f"),
    ],
)
def test_a_value_that_is_written_with_its_argument(declared: str, latex: str) -> None:
    """Of f(s) = f alone it is said what it is: f at another argument is neither that nor a product."""
    assert "f at another argument" in refusal(status_of, latex, f"scalar s; {declared}")
    assert status_of("f(s) = f", f"scalar s; {declared}") == "proved"
