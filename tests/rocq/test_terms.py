"""Terms as MathComp text and as deep terms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.language.build import (
    basis,
    define,
    det,
    diag,
    dimension,
    dot,
    exp,
    grad,
    inverse,
    let,
    matrix,
    matrix_exp,
    norm,
    scalar,
    sum_,
    trace,
    vector,
)
from derive.language.terms import Power, Term
from derive.rocq.environment import Library, Parameters
from derive.rocq.pieces import Unreachable
from derive.rocq.terms import Writer
from tests.words import N, eye, m, n, one

a, b, c = vector("a", N), vector("b", N), scalar("c")


def _writer() -> Writer:
    return Writer(Library(), Parameters())


@pytest.mark.parametrize(
    ("term", "text", "deep"),
    [
        (a + c * b - one, "a + c *: b - one", "(VSub (VAdd (VS 0) (VScale (SP 0) (VS 1))) V1)"),
        (dot(a, b) / N, "dot a b / n%:R", "(SMul (SDot (VS 0) (VS 1)) (SP 0))"),
        (a.T * b, "(a^T *m b) 0 0", "(SEntry (RTr (VS 0)) (VS 1))"),
        ((eye - a * b.T) * a, "(1%:M - a *m b^T) *m a", "(VMul (MSub MId (MOuter (VS 0) (RTr (VS 1)))) (VS 0))"),
        (norm(a) ** 2, "norm a ^+ 2", "(SPow (SP 0) 2)"),
        (a * b / a, "hadamard (hadamard a b) (vinv a)", "(VHad (VHad (VS 0) (VS 2)) (VS 1))"),
        (a**-2, "vpow (vinv a) 2", "(VPow (VS 1) 2)"),
        (trace(diag(a) ** 2), "\\tr (diag a ^+ 2)", "(STr (MPow (MDiag (VS 0)) 2))"),
        (sum_(n, a[n] ** 2), "\\sum_i a i 0 ^+ 2", "(SSum (CPow (CI (VS 0)) 2))"),
        (
            sum_(n, sum_(m, a[n] * b[m])),
            "\\sum_i (\\sum_j a i 0 * b j 0)",
            "(SSum (CSumJ (CMul (CI (VS 0)) (CJ (VS 1)))))",
        ),
        (inverse(diag(a)), "invmx (diag a)", "(MDiag (VS 1))"),
    ],
)
def test_terms(term: Term, text: str, deep: str) -> None:
    """Operations are MathComp's; inverses and roots are parameters."""
    made = _writer().piece(term)
    assert (made.text, made.deep) == (text, deep)


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (grad(a, a), "a derivative"),
        (det(diag(a)), "a determinant"),
        (exp(c), "a function"),
        (matrix("A", N, N) * a, "a generic matrix"),
        (vector("v", dimension("K")) * a.T, "two dimensions"),
        (inverse(eye + diag(a)), "the inverse of a matrix"),
        (a / (a + b), "division by a compound vector"),
        (basis(n), "a basis vector"),
        (matrix_exp(diag(a)), "exp or log of a matrix"),
        (Power(diag(a), Fraction(-1, 2)), "a half-integer power of a matrix"),
    ],
)
def test_what_has_no_form(term: Term, why: str) -> None:
    """What the library cannot say is refused, with the reason."""
    with pytest.raises(Unreachable, match=why):
        _writer().piece(term)


def test_definitions_keep_their_names() -> None:
    """A definition is written once, with primed parameters, and used by its name; the deep term is of its body."""
    x = vector("x", N)
    hat = define("hat", x / norm(x), x)
    mu = let("mu", dot(a, one) / N)
    writer = _writer()
    assert writer.piece(hat(mu * a)).text == "hat (mu *: a)"
    assert [text for _, text in writer.library.definitions.values()] == [
        "Definition mu : F := dot a one / n%:R.",
        "Definition hat (x' : 'cV[F]_n) : 'cV[F]_n := (norm x')^-1 *: x'.",
    ]


def test_components() -> None:
    """With free indices a scalar is a component of two indices."""
    made = _writer().component(a[n] * b[m] - c, {n: ("i", "I"), m: ("j", "J")})
    assert made.text == "a i 0 * b j 0 - c"
    assert made.deep == "(CSub (CMul (CI (VS 0)) (CJ (VS 1))) (CS (SP 0)))"
