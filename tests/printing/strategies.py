"""Small random terms of every shape, for both printers."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from derive.language import build as b
from derive.language.maxima import max_, max_over, min_, min_over, rank
from derive.language.terms import Add, Hadamard, Neg, Number, Product, Quotient, Term, Transpose
from tests.printing.examples import A, B, N, Pi, a, eps, g, m, mu, n, one, one_hat, s, sigma2, v, x

hat = b.define("hat", v / b.norm(v), v)

SCALARS: list[Term] = [x, eps, N, mu, sigma2, *(Number(Fraction(p, q)) for p, q in ((2, 1), (-1, 1), (-1, 2)))]
VECTORS: list[Term] = [a, g, one, one_hat, s]
MATRICES: list[Term] = [A, B, Pi]


@st.composite
def terms(draw: st.DrawFn, axes: int | None = None, depth: int = 4) -> Term:
    """A term with 0, 1 or 2 axes, all over N; now and then a leaf before the depth is reached."""
    if axes is None:
        axes = draw(st.integers(0, 2))
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from((SCALARS, VECTORS, MATRICES)[axes]))

    def sub(wanted: int) -> Term:
        return draw(terms(wanted, depth - 1))

    common = {
        "add": lambda: Add((sub(axes), sub(axes), sub(axes))),
        "sub": lambda: sub(axes) - sub(axes),
        "neg": lambda: Neg(sub(axes)),
        "scale": lambda: Product((sub(0), sub(axes))),
        "over": lambda: Quotient(sub(axes), sub(0)),
        "power": lambda: sub(axes) ** draw(st.integers(-2, 12)),
        "sum": lambda: b.sum_(n, sub(axes)),
    }
    special = (
        {
            "dot": lambda: b.dot(sub(1), sub(1)),
            "norm": lambda: b.norm(sub(draw(st.integers(1, 2)))),
            "trace": lambda: b.trace(sub(2)),
            "det": lambda: b.det(sub(2)),
            "rank": lambda: rank(sub(2)),
            "maximum": lambda: max_over(m, sub(0)),
            "minimum": lambda: min_over(m, sub(0)),
            "greater": lambda: draw(st.sampled_from((max_, min_)))(sub(0), sub(0)),
            "abs": lambda: b.absolute(sub(0)),
            "sqrt": lambda: b.sqrt(sub(0)),
            "half": lambda: sub(0) ** Fraction(3, 2),
            "component": lambda: sub(1)[n],
            "entry": lambda: sub(2)[n, m],
            "prod": lambda: b.prod_(m, sub(0)),
            "other": lambda: b.prod_(m, sub(0), without=n),
            "mean": lambda: b.mean(sub(1)),
            "var": lambda: b.var(sub(1)),
            "cos": lambda: b.cos(sub(1), sub(1)),
        },
        {
            "apply": lambda: Product((sub(2), sub(1))),
            "hadamard": lambda: Hadamard((sub(1), sub(1))),
            "divide": lambda: Quotient(sub(1), sub(1)),
            "exp": lambda: b.exp(sub(1)),
            "grad": lambda: b.grad(sub(0), a),
            "hat": lambda: hat(sub(1)),
        },
        {
            "product": lambda: Product((sub(2), sub(2), sub(2))),
            "hadamard": lambda: Hadamard((sub(2), sub(2))),
            "outer": lambda: b.outer(sub(1), sub(1)),
            "diag": lambda: b.diag(sub(1)),
            "transpose": lambda: Transpose(sub(2)),
            "inverse": lambda: b.inverse(sub(2)),
            "pinv": lambda: b.pinv(sub(2)),
            "entrywise": lambda: b.hadamard_power(sub(2), draw(st.integers(-2, 12))),
            "grad": lambda: b.grad(sub(1), a),
        },
    )[axes]
    choices = {**common, **special}
    return choices[draw(st.sampled_from(sorted(choices)))]()
