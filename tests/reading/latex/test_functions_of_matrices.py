r"""Functions of square matrices, in LaTeX and in plain syntax: what has two readings is refused, what says which is read."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from derive.errors import AmbiguityError, InputError
from derive.language import build as b
from derive.language.terms import Function, MatrixFunction, Power, Term, as_term
from derive.printing import PROFILES, latex
from derive.printing.plain import plain
from derive.reading import read_declarations, read_statement, read_term
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex_term
from derive.statements.equation import prove_equation
from tests.reading.latex.contexts import context, read
from tests.words import A, B, N

X = b.matrix("X", N, b.dimension("K"))
t, x, a = b.scalar("t"), b.vector("x", N), b.vector("a", N)

MATRIX, ENTRYWISE = "functions of matrices: matrix", "functions of matrices: entrywise"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (r"\exp(A)", "exp"), (r"\exp A", "exp"), (r"\exp(t A + B)", "exp"), (r"\exp\left(A B\right)", "exp"),
        (r"\log(A)", "log"), (r"\ln(A)", "log"), (r"\log A", "log"), (r"\tanh(A)", "tanh"),
        (r"\operatorname{exp}(A)", "exp"), (r"\mathrm{ln}(A)", "log"), (r"\tanh^2(A)", "tanh"),
        (r"\exp(X X^\top)", "exp"), (r"\exp(\operatorname{diag}(a))", "exp"), (r"\exp(I_N)", "exp"),
        (r"\det \exp(A)", "exp"), (r"\exp(A) \exp(B)", "exp"), (r"\exp(\exp_\odot(A))", "exp"),
    ],
)  # fmt: skip
def test_two_readings(text: str, name: str) -> None:
    """Of each entry, or of the matrix: the error has both, the place, and how to say each."""
    with pytest.raises(AmbiguityError) as caught:
        read(text)
    error = caught.value
    assert error.what == f"{name} of a square matrix"
    assert error.readings == (f"{name} of each entry", f"the matrix function {name}, by its power series")
    assert str(error).startswith("1:")
    assert rf"\{name}_\odot(A) is of each entry" in str(error)
    assert "functions of matrices: matrix" in str(error)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("e^{A}", MatrixFunction("exp", A)),
        ("e^A", MatrixFunction("exp", A)),
        (r"\mathrm e^{A}", MatrixFunction("exp", A)),
        (r"\mathrm{e}^{t A}", MatrixFunction("exp", as_term(t) * A)),
        (r"e^{-A}", MatrixFunction("exp", -A)),
        (r"\operatorname{expm}(A)", MatrixFunction("exp", A)),
        (r"\operatorname{logm}(A)", MatrixFunction("log", A)),
        (r"\mathrm{logm}(A)", MatrixFunction("log", A)),
        (r"A^{1/2}", Power(A, F(1, 2))),
        (r"A^{-\frac{1}{2}}", Power(A, F(-1, 2))),
        (r"A^{-3/2}", Power(A, F(-3, 2))),
        (r"\exp_\odot(A)", Function("exp", A)),
        (r"\exp_{\odot}(A)", Function("exp", A)),
        (r"\exp_\odot A", Function("exp", A)),
        (r"\log_\odot(A)", Function("log", A)),
        (r"\ln_\odot(A)", Function("log", A)),
        (r"\tanh_\odot(A)", Function("tanh", A)),
        (r"\exp_\odot(x)", Function("exp", x)),
        (r"\operatorname{abs}(A)", Function("abs", A)),
        (r"\exp(x)", Function("exp", x)),
        (r"\exp(t)", Function("exp", t)),
        (r"e^{x}", Function("exp", x)),
        (r"\exp(X)", Function("exp", X)),
        (r"\tanh(X)", Function("tanh", X)),
        (r"\exp(x^\top)", Function("exp", x.T)),
    ],
)
def test_one_reading(text: str, term: Term) -> None:
    """What says which it is, and what is no square matrix: scalars, vectors, rows, N × K."""
    assert read(text) == term


@pytest.mark.parametrize(
    ("more", "text", "term"),
    [
        (MATRIX, r"\exp(A)", MatrixFunction("exp", A)),
        (MATRIX, r"\ln A", MatrixFunction("log", A)),
        (MATRIX, r"\exp_\odot(A)", Function("exp", A)),
        (MATRIX, r"\exp(X)", Function("exp", X)),
        (MATRIX, r"\tanh_\odot(A)", Function("tanh", A)),
        (ENTRYWISE, r"\exp(A)", Function("exp", A)),
        (ENTRYWISE, r"\tanh^2(A)", Power(Function("tanh", A), F(2))),
        (ENTRYWISE, r"e^{A}", MatrixFunction("exp", A)),
        ("% derive: functions of matrices: entrywise", r"\exp(A)", Function("exp", A)),
        ("% derive: function of matrices:matrix ;", r"\exp(A)", MatrixFunction("exp", A)),
        (f"{MATRIX}; {MATRIX}; forget\n% derive: dimension N; matrix A : N x N", r"\exp(A)", MatrixFunction("exp", A)),
    ],
)
def test_declared(more: str, text: str, term: Term) -> None:
    """One choice holds for a text, conventions outlive ``forget``, and what says the other one says it still."""
    assert read(text, more) == term


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("functions of matrices: both", "'both' as what functions of matrices are"),
        ("functions of matrices:", "'' as what functions of matrices are"),
        (f"{MATRIX}; {ENTRYWISE}", "functions of matrices: entrywise, after functions of matrices: matrix"),
    ],
)
def test_declared_otherwise(more: str, message: str) -> None:
    """Other words, and both, are refused, in LaTeX and in plain declarations."""
    with pytest.raises(InputError, match=message):
        context_from(more)
    with pytest.raises(InputError, match=message):
        read_declarations(more)


@pytest.mark.parametrize("text", [r"\tanh(A)", "tanh(A)"])
def test_no_such_function_of_a_matrix(text: str) -> None:
    """Of tanh of a matrix nothing is known here."""
    with pytest.raises(InputError, match="the matrix function tanh"):
        (read if "\\" in text else lambda text, more: read_term(text, context(more).env))(text, MATRIX)


@pytest.mark.parametrize(
    "text",
    [
        r"\exp_2(A)",
        r"\exp_\cdot(A)",
        r"\det_\odot(A)",
        r"\operatorname{expm}(x)",
        "X^{1/2}",
        "x^{1/2}",
        "A^{1/3}",
    ],
)
def test_refused(text: str) -> None:
    """Other scripts on functions, and functions of matrices of what is none."""
    with pytest.raises(InputError):
        read(text)


def test_square_by_a_hypothesis_only() -> None:
    """N = K under a hypothesis makes no square matrix of X: it stays entry by entry."""
    found = read_statement("matrix_exp(A)*exp(X) = matrix_exp(A)*exp(X)", context().env)
    assert found.terms[0] == MatrixFunction("exp", A) * Function("exp", X)


PLAIN = (
    "dimension N, K; matrix A, B : N x N; matrix S : N x N positive_definite; matrix X : N x K; vector x : N; scalar t"
)


@pytest.mark.parametrize("name", ["exp", "log", "tanh"])
def test_plain_two_readings(name: str) -> None:
    """The same in plain syntax."""
    with pytest.raises(AmbiguityError) as caught:
        read_term(f"2*{name}(A*B)", read_declarations(PLAIN))
    assert caught.value.readings == (f"{name} of each entry", f"the matrix function {name}, by its power series")
    assert str(caught.value).startswith("1:3:")
    assert f"entrywise({name}, A)" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("entrywise(exp, A)", Function("exp", A)),
        ("entrywise(tanh, A*B)", Function("tanh", A * B)),
        ("entrywise(log, x)", Function("log", x)),
        ("entrywise(abs, A)", Function("abs", A)),
        ("matrix_exp(t*A)", MatrixFunction("exp", t * A)),
        ("matrix_log(A)", MatrixFunction("log", A)),
        ("A^(1/2)", Power(A, F(1, 2))),
        ("A^(-3/2)", Power(A, F(-3, 2))),
        ("abs(A)", Function("abs", A)),
        ("exp(X)", Function("exp", X)),
        ("exp(x)", Function("exp", x)),
        ("tanh(t)", Function("tanh", t)),
    ],
)
def test_plain(text: str, term: Term) -> None:
    """What says which it is, and what is no square matrix."""
    env = read_declarations(PLAIN)
    assert read_term(text, env) == term
    assert read_term(plain(term), env) == term


def test_plain_declared() -> None:
    """The declaration, and names declared after it."""
    for said, node in (("matrix", MatrixFunction), ("entrywise", Function)):
        env = read_declarations(f"functions of matrices: {said}; {PLAIN}\nlet f(Y : N x N) = exp(Y); vector z : N")
        assert read_term("exp(A)", env) == node("exp", A)
        assert read_term("f(A)", env).unfold() == node("exp", A)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "entrywise(sin, A)",
        "entrywise(A, A)",
        "entrywise(exp)",
        "entrywise(1, A)",
        "matrix_exp(x)",
        "matrix_log(X)",
    ],
)
def test_plain_refused(text: str) -> None:
    """Other functions, other numbers of arguments, no square matrices."""
    with pytest.raises(InputError):
        read_term(text, read_declarations(PLAIN))


def test_python() -> None:
    """Python's functions refuse likewise, and have the words that say which."""
    for function, name in ((b.exp, "exp"), (b.log, "log"), (b.tanh, "tanh")):
        with pytest.raises(AmbiguityError, match=f"{name} of a square matrix"):
            function(A)
        assert function(x) == Function(name, x)
        assert b.entrywise(function, A) == b.entrywise(name, A) == Function(name, A)
    assert b.absolute(A) == abs(A) == b.entrywise(abs, A) == Function("abs", A)
    for wrong in ("sin", b.det, len, None):
        with pytest.raises(InputError, match="as a function of entries"):
            b.entrywise(wrong, A)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        b.matrix_exp(x)
    with pytest.raises(InputError):
        MatrixFunction("tanh", A)


TERMS: list[Term] = [
    MatrixFunction("exp", A),
    MatrixFunction("exp", t * A + B) * MatrixFunction("exp", -B).T,
    MatrixFunction("log", MatrixFunction("exp", A + A.T)),
    Function("exp", A) * Function("tanh", B) + Function("abs", A),
    b.hadamard(Function("log", A), Function("exp", A * B)),
    Power(A, F(1, 2)) * Power(A + B, F(-3, 2)),
    Power(MatrixFunction("exp", A), F(-1, 2)) * x,
    b.inverse(MatrixFunction("exp", A)),
    b.det(MatrixFunction("exp", A)) - b.exp(b.trace(A)),
    MatrixFunction("exp", b.diag(x)) * b.diag(b.exp(x)),
    MatrixFunction("exp", b.matrix("e", N, N)) * b.matrix("e", N, N),
    MatrixFunction("exp", A) * b.vector("e", N),
    Function("exp", MatrixFunction("exp", Function("exp", A))),
    b.grad(MatrixFunction("exp", t * A), t),
]


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("term", TERMS, ids=plain)
def test_what_is_printed_reads_back(term: Term, profile: str) -> None:
    """In LaTeX and in plain syntax, in every notation, whatever the names."""
    notation = PROFILES[profile]
    printed = Context(notation=notation).of_terms(term)
    assert read_latex_term(latex(term, notation), printed) == term
    assert read_term(plain(term), printed.env) == term


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"e^{t A} e^{-t A} = I_N", "proved"),
        (r"\det e^{A} = \exp(\operatorname{tr}(A))", "proved"),
        (r"\det e^{A} = \exp(2 \operatorname{tr}(A))", "refuted"),
        (r"\frac{\partial}{\partial t} (e^{t A}) = A e^{t A}", "proved"),
        (r"\frac{\partial}{\partial t} (e^{t A}) = e^{t A}", "refuted"),
        (r"e^{A + B} = e^{A} e^{B}", "refuted"),
        (r"e^{A + B} = e^{A} \odot e^{B}", "refuted"),
        (r"\exp_\odot(A + B) = \exp_\odot(A) \odot \exp_\odot(B)", "proved"),
        (r"\exp_\odot(X X^\top) = e^{X X^\top}", "refuted"),
        (r"A^{1/2} A^{1/2} = A", "proved"),
        (r"A^{1/2} A^{1/2} = 2 A", "refuted"),
        (r"\operatorname{logm}(A^{-1}) = -\operatorname{logm}(A)", "proved"),
    ],
)
def test_what_is_read_is_decided(text: str, status: str) -> None:
    """From a formula to its verdict."""
    left, right = text.split(" = ")
    assert prove_equation(read(left), read(right)).status == status
