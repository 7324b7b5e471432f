r"""What people type, with one token changed: the reader and the kernel against an evaluation of its own in numpy.

A pattern has slots, each with what LaTeX and what numpy write there; every choice for them is one formula.  Where both sides
agree at random data and sizes nothing may be refuted, where they differ nothing may be proved.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.reading.latex.contexts import status_of

NAMES = r"""dimension n, K; vectors x, y, S : n; matrix A : n x n; matrix X : n x K; vector b : K; scalar c > 0; ones n
indices i, j, k : n; narrow sums; let \mu = \frac1n \sum x; let \bar y = \frac1n \sum_{i=1} y_i; let f(z : n) = z^T A z"""

#: LaTeX and numpy of one slot.
Slot = tuple[tuple[str, str], ...]
VECTORS: Slot = (("x", "x"), ("y", "y"))
THREE: Slot = (*VECTORS, ("S", "S"))
SIGNS: Slot = (("+", "+"), ("-", "-"))
BARS: Slot = ((r"\mu", "x.mean()"), (r"\bar y", "y.mean()"))
TIMES: Slot = (("n", "n"), ("n^2", "n**2"))
#: Sides in LaTeX and in numpy, and their slots.
PATTERNS: tuple[tuple[str, str, str, str, tuple[Slot, ...]], ...] = (
    (r"\sum ({0}_i - {1})", r"\sum {0}_i - n {1}", "({0} - {1}).sum()", "{0}.sum() - n * {1}", (VECTORS, BARS)),
    (
        r"\sum (x_i - \mu)({0}_i {1} {2})", r"\sum x_i {0}_i {1} n \mu {2}",
        "((x - x.mean()) * ({0} {1} {2})).sum()", "(x * {0}).sum() {1} n * x.mean() * {2}", (VECTORS, SIGNS, BARS),
    ),
    (
        r"\sum ({0} - {1})^2", r"\sum {0}^2 {2} {3} {1}^2",
        "(({0} - {1})**2).sum()", "({0}**2).sum() {2} {3} * {1}**2", (VECTORS, BARS, SIGNS, TIMES),
    ),
    (r"\sum {0}_i \sum {1}_j", r"{2} {3} \bar y", "{0}.sum() * {1}.sum()", "{2} * {3} * y.mean()",
     (VECTORS, VECTORS, TIMES, BARS)),
    (r"\sum {0} \sum {1}", r"\sum_i \sum_j {1}_i {0}_j", "{0}.sum() * {1}.sum()", "np.outer({1}, {0}).sum()",
     (VECTORS, VECTORS)),
    (r"\sum {0} {1}", r"{1}^⊤ x", "({0} * {1}).sum()", "{1} @ x", (VECTORS, VECTORS)),
    (r"1/n \sum {0}_i^2 {1} {2}^2", r"1/n \sum ({0} - \mu)^2",
     "({0}**2).sum() / n {1} {2}**2", "(({0} - x.mean())**2).sum() / n", (VECTORS, SIGNS, BARS)),
    (r"\frac{{e^{{S[k]}}}}{{\sum e^{{{0}[i]}}}}", r"e^{{S_k}} / \sum_j e^{{{1}_j}}",
     "np.exp(S[1]) / np.exp({0}).sum()", "np.exp(S[1]) / np.exp({1}).sum()", (THREE, THREE)),
    (r"{{{0}^T y \over c}}", r"{1} \lang {0}, {2} \rang", "{0} @ y / c", "{1} * ({0} @ {2})",
     (VECTORS, (("c", "c"), (r"\frac1c", "1 / c")), VECTORS)),
    (r"{0}'A {1}", r"{1}' {2} {0}", "{0} @ A @ {1}", "{1} @ {2} @ {0}", (VECTORS, VECTORS, (("A'", "A.T"), ("A", "A")))),
    (r"b'X'{0}", r"(X b)'{1}", "b @ X.T @ {0}", "(X @ b) @ {1}", (VECTORS, VECTORS)),
    (r"11^T {0}", r"(1^T {1}) \vec 1", "np.ones((n, n)) @ {0}", "{1}.sum() * np.ones(n)", (VECTORS, VECTORS)),
    (r"{0}_i [i = j]", r"{1}_j \delta_{{ij}}", "{0}[0] * D", "{1}[J] * D", (VECTORS, VECTORS)),
    (r"\mathbf 1[i {0} j]", r"{1} \delta_i^j", "{0}", "{1} D",
     ((("=", "D"), (r"\ne", "1 - D")), (("1 -", "1 -"), ("", "")))),
    (r"\nabla f({0})", r"(A {1} A^T) {2}", "A @ {0} + A.T @ {0}", "(A {1} A.T) @ {2}", (VECTORS, SIGNS, VECTORS)),
    (r"||{0}||_2^2 {1} 1", r"\Bigg< {2}, {0} \Bigg> {1} 1", "{0} @ {0} {1} 1", "{2} @ {0} {1} 1", (VECTORS, SIGNS, VECTORS)),
    (r"\sum ({0} {1} c)", r"\sum {0} {2} n c", "({0} {1} c).sum()", "{0}.sum() {2} n * c", (VECTORS, SIGNS, SIGNS)),
    (r"\sum^n c^2", r"{0} c^2", "n * c**2", "{0} * c**2", ((*TIMES, ("", "1")),)),
    (r"\sum_{{i=1}} {0}_i {1} {2}", r"n {3} {1} {2}", "{0}.sum() {1} {2}", "n * {3} {1} {2}", (VECTORS, SIGNS, BARS, BARS)),
    (r"{{\mathbf 1}}_n^⊤ {0}", r"{1} {2}", "{0}.sum()", "{1} * {2}", (VECTORS, TIMES, BARS)),
    (r"\tr({0} {1})", r"\Tr(A {2} A)", "np.trace({0} @ {1})", "np.trace(A @ {2} @ A)",
     ((("A", "A"), ("A^⊤", "A.T")), (("A", "A"), ("A^t", "A.T")), (("", "np.eye(n)"), ("A^T", "A.T")))),
)  # fmt: skip


def cases() -> list[Any]:
    """Every formula, with what numpy computes of its sides."""
    return [
        pytest.param(
            *(text.format(*(pair[n > 1] for pair in chosen)) for n, text in enumerate(sides)), id=f"{at}-{number}"
        )
        for at, (*sides, slots) in enumerate(PATTERNS)
        for number, chosen in enumerate(product(*slots))
    ]


def agree(left: str, right: str) -> bool:
    """Are both sides equal at random data, of several sizes, with free indices i = 1, j = 1 and 2?"""
    random = np.random.default_rng(5)
    for n, other in ((2, 0), (3, 1), (4, 0)):
        x, y, S, b = (random.normal(size=size) for size in (n, n, n, 3))
        data = {"np": np, "n": n, "x": x, "y": y, "S": S, "b": b, "J": other, "D": float(other == 0)}
        data |= {"A": random.normal(size=(n, n)), "X": random.normal(size=(n, 3)), "c": abs(random.normal()) + 1}
        if not np.allclose(eval(left, data), eval(right, data)):
            return False
    return True


@pytest.mark.parametrize(("lhs", "rhs", "left", "right"), cases())
def test_numpy_and_the_verdict(lhs: str, rhs: str, left: str, right: str) -> None:
    """What is true is proved, what is false refuted."""
    assert status_of(f"{lhs} = {rhs}", NAMES) == ("proved" if agree(left, right) else "refuted")


def test_there_are_enough() -> None:
    """More than a hundred are false, and dozens true."""
    truths = [agree(*case.values[2:]) for case in cases()]
    assert truths.count(False) >= 100
    assert truths.count(True) >= 30
