"""Laws of exp, log and half-integer powers of matrices: each with what must not follow."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import Undecided
from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.build import det, diag, entrywise, exp, grad, inverse, log, matrix_exp, matrix_log, norm, trace
from derive.language.hypotheses import Condition, positive, positive_definite
from derive.language.terms import Power, Term
from tests.words import A, B, K, N, i, j

C = b.matrix("C", N, N, "symmetric")
Q = b.matrix("Q", N, N, "orthogonal")
S, T = b.matrix("S", N, N, "positive_definite"), b.matrix("T", N, N, "positive_definite")
X = b.matrix("X", N, K)
d, u = b.vector("d", N), b.vector("u", N)
s, t, c = b.scalar("s"), b.scalar("t"), b.scalar("c", "positive")
unit = b.identity(N)


def power(base: Term, exponent: str) -> Term:
    return Power(base, F(exponent))


EQUAL: dict[str, tuple[Term, Term]] = {
    "exp 0 = I": (matrix_exp(b.zeros(N, N)), unit),
    "exp(A − A) = I": (matrix_exp(A - A), unit),
    "exp A exp(−A) = I": (matrix_exp(A) * matrix_exp(-A), unit),
    "exp(−A) exp A = I": (matrix_exp(-A) * matrix_exp(A), unit),
    "exp(Aᵀ) = exp(A)ᵀ": (matrix_exp(A.T), matrix_exp(A).T),
    "exp((AᵀB)ᵀ)": (matrix_exp(A.T * B), matrix_exp(B.T * A).T),
    "exp of a symmetric matrix is symmetric": (matrix_exp(C).T, matrix_exp(C)),
    "exp(XXᵀ) is symmetric": (matrix_exp(X * X.T).T, matrix_exp(X * X.T)),
    "e^{sA} e^{tA}": (matrix_exp(s * A) * matrix_exp(t * A), matrix_exp((s + t) * A)),
    "e^{sA} and e^{tA} commute": (matrix_exp(s * A) * matrix_exp(t * A), matrix_exp(t * A) * matrix_exp(s * A)),
    "e^{s(A+B)} e^{t(A+B)}": (matrix_exp(s * (A + B)) * matrix_exp(t * (A + B)), matrix_exp((s + t) * (A + B))),
    "e^{tA + s t B} of a common factor": (matrix_exp(t * A + t * s * B) * matrix_exp(-t * (A + s * B)), unit),
    "(e^A)³ = e^{3A}": (power(matrix_exp(A), "3"), matrix_exp(3 * A)),
    "(e^{A/2})² = e^A": (power(matrix_exp(A / 2), "2"), matrix_exp(A)),
    "(e^A)^{-1} = e^{-A}": (inverse(matrix_exp(A)), matrix_exp(-A)),
    "(e^A)^{-2} = e^{-2A}": (power(matrix_exp(A), "-2"), matrix_exp(-2 * A)),
    "(B e^A)^{-1}": (inverse(B * matrix_exp(A)), matrix_exp(-A) * inverse(B)),
    "e^{cI + A}": (matrix_exp(A + t * unit), exp(t) * matrix_exp(A)),
    "e^I = e I": (matrix_exp(unit), exp(1) * unit),
    "exp diag": (matrix_exp(diag(d)), diag(exp(d))),
    "exp of diag and I": (matrix_exp(diag(d) + t * unit), exp(t) * diag(exp(d))),
    "exp(B A B⁻¹)": (matrix_exp(B * A * inverse(B)), B * matrix_exp(A) * inverse(B)),
    "exp(t B (A + C) B⁻¹)": (matrix_exp(t * (B * (A + C) * inverse(B))), B * matrix_exp(t * (C + A)) * inverse(B)),
    "exp(B⁻¹ A B)": (matrix_exp(inverse(B) * A * B), inverse(B) * matrix_exp(A) * B),
    "exp(Q A Qᵀ)": (matrix_exp(Q * A * Q.T), Q * matrix_exp(A) * Q.T),
    "exp(Q diag(d) Qᵀ)": (matrix_exp(Q * diag(d) * Q.T), Q * diag(exp(d)) * Q.T),
    "exp of two layers": (matrix_exp(Q * B * A * inverse(B) * Q.T), Q * B * matrix_exp(A) * inverse(B) * Q.T),
    "det e^A": (det(matrix_exp(A)), exp(trace(A))),
    "det e^{A+B}": (det(matrix_exp(A + B)), exp(trace(A)) * exp(trace(B))),
    "det(diag(d) e^A diag(u))": (
        det(diag(d) * matrix_exp(A) * diag(u)),
        b.prod_(i, d[i]) * b.prod_(i, u[i]) * exp(trace(A)),
    ),
    "det(B e^A)": (det(B * matrix_exp(A)), det(B) * exp(trace(A))),
    "det e^{A−Aᵀ} = 1": (det(matrix_exp(A - A.T)), exp(t - t)),
    "d/dt e^{tA}": (grad(matrix_exp(t * A), t), A * matrix_exp(t * A)),
    "d/dt e^{tA}, on the other side": (grad(matrix_exp(t * A), t), matrix_exp(t * A) * A),
    "d/dt e^{tC}": (grad(matrix_exp(t * C), t), matrix_exp(t * C) * C),
    "d/dt e^{t²A}": (grad(matrix_exp(t**2 * A), t), 2 * t * A * matrix_exp(t**2 * A)),
    "d/dt e^{t(A+B)}": (grad(matrix_exp(t * (A + B)), t), (A + B) * matrix_exp(t * (A + B))),
    "d/dt e^{tA} B": (grad(matrix_exp(t * A) * B, t), A * matrix_exp(t * A) * B),
    "d/dt tr e^{tA}": (grad(trace(matrix_exp(t * A)), t), trace(A * matrix_exp(t * A))),
    "d/dt e^{tA} e^{-tA}": (grad(matrix_exp(t * A) * matrix_exp(-t * A), t), b.zeros(N, N)),
    "A e^A = e^A A": (A * matrix_exp(A), matrix_exp(A) * A),
    "C² e^{tC} C": (C * C * matrix_exp(t * C) * C, matrix_exp(t * C) * C * C * C),
    "A⁻¹ e^A A": (inverse(A) * matrix_exp(A) * A, matrix_exp(A)),
    "tr e^A B e^{-A}": (trace(matrix_exp(A) * B * matrix_exp(-A)), trace(B)),
    "tr e^A e^A": (trace(matrix_exp(A) * matrix_exp(A)), trace(matrix_exp(2 * A))),
    "|e^C|² = tr e^{2C}": (norm(matrix_exp(C)) ** 2, trace(matrix_exp(2 * C))),
    "an entry": (matrix_exp(A)[i, j], matrix_exp(A.T)[j, i]),
    "equal arguments": (matrix_exp(A * (B + C)), matrix_exp(A * C + A * B)),
    # powers and logarithms of a positive definite matrix
    "S^{1/2} S^{1/2} = S": (power(S, "1/2") * power(S, "1/2"), S),
    "S^{-1/2} S S^{-1/2} = I": (power(S, "-1/2") * S * power(S, "-1/2"), unit),
    "S^{1/2} S^{-1/2} = I": (power(S, "1/2") * power(S, "-1/2"), unit),
    "S^{-1/2} S^{-1/2} = S⁻¹": (power(S, "-1/2") * power(S, "-1/2"), inverse(S)),
    "S^{3/2} = S S^{1/2}": (power(S, "3/2"), S * power(S, "1/2")),
    "S^{1/2} is symmetric": (power(S, "1/2").T, power(S, "1/2")),
    "(S^{1/2})⁻¹ = S^{-1/2}": (inverse(power(S, "1/2")), power(S, "-1/2")),
    "(S⁻¹)^{1/2} = S^{-1/2}": (power(inverse(S), "1/2"), power(S, "-1/2")),
    "(S^{1/2})³ = S^{3/2}": (power(power(S, "1/2"), "3"), power(S, "3/2")),
    "(4S)^{1/2} = 2 S^{1/2}": (power(4 * S, "1/2"), 2 * power(S, "1/2")),
    "(cS)^{-1/2} = S^{-1/2}/√c": (power(c * S, "-1/2"), power(S, "-1/2") / b.sqrt(c)),
    "(QSQᵀ)^{1/2}": (power(Q * S * Q.T, "1/2"), Q * power(S, "1/2") * Q.T),
    "(QSQᵀ)^{-1/2}": (power(Q * S * Q.T, "-1/2"), Q * power(S, "-1/2") * Q.T),
    "diag^{1/2}": (power(diag(d), "1/2") * power(diag(d), "1/2"), diag(d)),
    "diag^{-1/2}": (power(diag(d), "-1/2") * power(diag(d), "-1/2"), inverse(diag(d))),
    "(XXᵀ)^{1/2}": (power(X * X.T, "1/2") * power(X * X.T, "1/2"), X * X.T),
    "(XXᵀ)^{-1/2}": (power(X * X.T, "-1/2") * power(X * X.T, "-1/2"), inverse(X * X.T)),
    "A^{1/2} A^{1/2} = A, where it has a value": (power(A, "1/2") * power(A, "1/2"), A),
    "A = Aᵀ where A^{1/2} has a value": (A * power(A, "1/2"), A.T * power(A, "1/2")),
    "|S^{1/2} u|² = uᵀSu": (norm(power(S, "1/2") * u) ** 2, u.T * S * u),
    "det(S^{1/2})² = det S": (det(power(S, "1/2")) ** 2, det(S)),
    "S = Sᵀ": (S, S.T),
    "S S⁻¹ = I": (S * inverse(S), unit),
    "e^{log S} = S": (matrix_exp(matrix_log(S)), S),
    "e^{log(S)/2} = S^{1/2}": (matrix_exp(matrix_log(S) / 2), power(S, "1/2")),
    "e^{-log S} = S⁻¹": (matrix_exp(-matrix_log(S)), inverse(S)),
    "log S⁻¹ = −log S": (matrix_log(inverse(S)), -matrix_log(S)),
    "log S^{1/2} = log(S)/2": (matrix_log(power(S, "1/2")), matrix_log(S) / 2),
    "log e^C = C": (matrix_log(matrix_exp(C)), C),
    "log I = 0": (matrix_log(unit), b.zeros(N, N)),
    "log S is symmetric": (matrix_log(S).T, matrix_log(S)),
    "log(cS) = log c I + log S": (matrix_log(c * S), log(c) * unit + matrix_log(S)),
    "log diag": (matrix_log(diag(d)), diag(log(d))),
    "log(QSQᵀ)": (matrix_log(Q * S * Q.T), Q * matrix_log(S) * Q.T),
}

OPEN: dict[str, tuple[Term, Term]] = {
    "e^{A+B} = e^A e^B": (matrix_exp(A + B), matrix_exp(A) * matrix_exp(B)),
    "e^A e^B = e^B e^A": (matrix_exp(A) * matrix_exp(B), matrix_exp(B) * matrix_exp(A)),
    "B e^A = e^A B": (B * matrix_exp(A), matrix_exp(A) * B),
    "e^{sA} e^{tA}, a sign": (matrix_exp(s * A) * matrix_exp(t * A), matrix_exp((s - t) * A)),
    "e^A e^{A} = e^A": (matrix_exp(A) * matrix_exp(A), matrix_exp(A)),
    "e^A e^{-Aᵀ} = I": (matrix_exp(A) * matrix_exp(-A.T), unit),
    "e^A is no symmetric matrix": (matrix_exp(A), matrix_exp(A).T),
    "|e^A|² = tr e^{2A}": (norm(matrix_exp(A)) ** 2, trace(matrix_exp(2 * A))),
    "exp(B A B⁻¹), the wrong way": (matrix_exp(B * A * inverse(B)), inverse(B) * matrix_exp(A) * B),
    "(B A Bᵀ + s I)⁻¹ of any B": (inverse(B * A * B.T + s * unit), B * inverse(A + s * unit) * B.T),
    "(Q A Qᵀ + A)⁻¹": (inverse(Q * A * Q.T + A), Q * inverse(A + A) * Q.T),
    "exp(B A Bᵀ) of any B": (matrix_exp(B * A * B.T), B * matrix_exp(A) * B.T),
    "exp(B A C), of no inverse": (matrix_exp(B * A * C), B * matrix_exp(A) * C),
    "exp(Q A Q), not transposed": (matrix_exp(Q * A * Q), Q * matrix_exp(A) * Q),
    "exp(B A B⁻¹ + A)": (matrix_exp(B * A * inverse(B) + A), B * matrix_exp(A) * inverse(B) * matrix_exp(A)),
    "det e^A, twice the trace": (det(matrix_exp(A)), exp(2 * trace(A))),
    "d/dt e^{tA} = e^{tA}": (grad(matrix_exp(t * A), t), matrix_exp(t * A)),
    "d/dt e^{tA} B, the wrong side": (grad(matrix_exp(t * A) * B, t), matrix_exp(t * A) * B * A),
    "by entries": (matrix_exp(A), entrywise(exp, A)),
    "exp diag, by entries": (entrywise(exp, diag(d)), diag(exp(d))),
    "e^{A ⊙ A}": (matrix_exp(b.hadamard(A, A)), b.hadamard(matrix_exp(A), matrix_exp(A))),
    "S^{1/2} = S": (power(S, "1/2"), S),
    "S^{1/2} S^{1/2} = I": (power(S, "1/2") * power(S, "1/2"), unit),
    "S^{1/2} T^{1/2} = (S T)^{1/2}": (power(S, "1/2") * power(T, "1/2"), power(S * T, "1/2")),
    "S^{1/2} T^{1/2} commute": (power(S, "1/2") * power(T, "1/2"), power(T, "1/2") * power(S, "1/2")),
    "(S + T)^{1/2}": (power(S + T, "1/2"), power(S, "1/2") + power(T, "1/2")),
    "(BSBᵀ)^{1/2}": (power(B * S * B.T, "1/2"), B * power(S, "1/2") * B.T),
    "(tS)^{1/2}, t of any sign": (power(t * S, "1/2") * power(t * S, "-1/2"), 2 * unit),
    "log(S T) = log S + log T": (matrix_log(S * T), matrix_log(S) + matrix_log(T)),
    "log e^A = A": (matrix_log(matrix_exp(A)), A),
    "log S = log S⁻¹": (matrix_log(S), matrix_log(inverse(S))),
    "S is no multiple of I": (matrix_exp(S), exp(1) * S),
}


@pytest.mark.parametrize(("left", "right"), EQUAL.values(), ids=EQUAL)
def test_laws(left: Term, right: Term) -> None:
    """Each law is decided, from either side."""
    assert Equation(left, right).holds()
    assert Equation(right, left).theorem() is not None


@pytest.mark.parametrize(("left", "right"), OPEN.values(), ids=OPEN)
def test_no_laws(left: Term, right: Term) -> None:
    """What is false, or only sometimes true, is not decided."""
    assert not Equation(left, right).holds()


CONDITIONS: dict[str, tuple[Term, list[Condition]]] = {
    "exp has a value everywhere": (matrix_exp(A), []),
    "log A": (matrix_log(A), [positive_definite(A)]),
    "A^{1/2}": (power(A, "1/2"), [positive_definite(A)]),
    "A^{-3/2}": (power(A, "-3/2"), [positive_definite(A)]),
    "of a declared one": (matrix_log(S) + power(S, "-1/2") + inverse(S), []),
    "of an inverse": (power(inverse(A), "1/2"), [positive_definite(A)]),
    "of a transpose": (matrix_log(A.T), [positive_definite(A)]),
    "of a sum of definite ones": (matrix_log(S + T) + power(S / 2 + c * T, "1/2"), []),
    "of a definite one and squares": (power(X * X.T + c * unit, "-1/2"), []),
    "of squares alone": (power(X * X.T, "1/2"), [positive_definite(X * X.T)]),
    "of a difference": (power(S - T, "1/2"), [positive_definite(S - T)]),
    "of a multiple of any sign": (matrix_log(t * S), [positive_definite(t * S)]),
    "of e^C": (matrix_log(matrix_exp(C)), []),
    "of a diagonal": (matrix_log(diag(d)), [positive(d[b.index("n", N)])]),
    "inverses of values": (inverse(matrix_exp(A)) + inverse(power(S, "1/2")), []),
}


@pytest.mark.parametrize(("term", "needed"), CONDITIONS.values(), ids=CONDITIONS)
def test_ledger(term: Term, needed: list[Condition]) -> None:
    """Where log and half-integer powers have values is said, as far as it does not follow."""
    assert list(Equation(term, term).conditions) == needed


@pytest.mark.parametrize("symbol", [A, S, d])
def test_other_derivatives_are_declined(symbol: Term) -> None:
    """A derivative by what the matrix depends on otherwise than by a factor is not known; nor by a definite matrix."""
    inside = {A: matrix_exp(A), S: power(S, "1/2"), d: matrix_exp(diag(d) * A)}[symbol]
    with pytest.raises(Undecided):
        Equation(grad(trace(inside), symbol), grad(trace(inside), symbol) * 2).holds()  # type: ignore[arg-type]


def test_no_derivative_by_a_matrix_with_a_root() -> None:
    """Where A^{1/2} stands A is symmetric, and its entries do not vary one by one."""
    with pytest.raises(Undecided):
        Equation(grad(trace(A * B), A) * power(A, "1/2"), B * power(A, "1/2")).holds()


def test_hypotheses() -> None:
    """A matrix may be positive definite by a hypothesis; symmetric and invertible come with it."""
    given = [positive_definite(A)]
    for left, right in [(power(A, "1/2") * power(A, "1/2"), A), (A.T, A), (A * inverse(A), unit)]:
        theorem = Equation(left, right, given).theorem()
        assert theorem is not None
        assert theorem.conditions == ()


def test_the_inverse_of_a_similar_matrix() -> None:
    """(B A Bᵀ + s I)⁻¹ = B (A + s I)⁻¹ Bᵀ of an orthogonal B; the way back is not."""
    for left, right in (
        (inverse(Q * A * Q.T + s * unit), Q * inverse(A + s * unit) * Q.T),
        (inverse(Q.T * (diag(d) + A) * Q + unit), Q.T * inverse(A + diag(d) + unit) * Q),
    ):
        assert Equation(left, right).holds()
        assert not Equation(left, right.T).holds()
