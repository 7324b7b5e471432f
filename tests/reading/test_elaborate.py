"""Trees → terms: text builds the very node that Python's operators build."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import InputError, LimitError, NameError_, OpenSize, ReadError, ShapeError
from derive.language import build
from derive.language import terms as t
from derive.reading import DEFAULT, read_declarations, read_term

N, K = t.Dimension("N"), t.Dimension("K")
a, b, g = (t.Symbol(name, (N,)) for name in "abg")
A, B = (t.Symbol(name, (N, N)) for name in "AB")
X = t.Symbol("X", (N, K))
v = t.Symbol("p", (K,))
c, eps = t.Symbol("c", ()), t.Symbol("eps", (), frozenset({"nonneg"}))
one, eye = t.Ones((N,)), t.Identity(N)
i, j, k, n = t.Index("i", N), t.Index("j", N), t.Index("k", K), t.Index("n", N)
half = Fraction(1, 2)

ENV = read_declarations(
    "dimension K; matrix X : N x K; vector p : K; index j, n : N; index k : K;"
    "let f(u : N) = u/norm(u); let h = diag(g); let shift(u : N, t) = u + t*one",
    DEFAULT,
)

AGREE = [
    # sums and products are continued on the left, grouped elsewhere
    ("a + b + g", a + b + g),
    ("(a + b) + g", (a + b) + g),
    ("a + (b + g)", a + (b + g)),
    ("a - b + g", a - b + g),
    ("a - (b - g)", a - (b - g)),
    ("A*B*A", A * B * A),
    ("(A*B)*A", (A * B) * A),
    ("A*(B*A)", A * (B * A)),
    ("A*B*a*b", A * B * a * b),
    ("c*a*b*c*g", c * a * b * c * g),
    ("(a*b)*g", (a * b) * g),
    ("a*(b*g)", a * (b * g)),
    ("A@B*a", A @ B * a),
    ("a*b.T*g", a * b.T * g),
    ("a.T*b*c", a.T * b * c),
    ("c*a/eps/N*c", c * a / eps / N * c),
    ("a/g*b", a / g * b),
    ("1/g", 1 / g),
    # signs and numbers
    ("-a*c", -a * c),
    ("-(a*c)", -(a * c)),
    ("-a^2", -(a**2)),
    ("(-a)^2", (-a) ** 2),
    ("- -a", t.Neg(t.Neg(a))),
    ("a - -b", a - -b),
    ("c*-eps", c * -eps),
    ("c - 2", c - 2),
    ("-2*a", -2 * a),
    ("-(2)", t.Neg(t.Number(Fraction(2)))),
    ("0.25*c", Fraction(1, 4) * c),
    ("1e-5 + c", Fraction(1, 100_000) + c),
    ("1/2*a", half * a),
    ("-1/2*a", -half * a),
    ("a*1/2", a * 1 / 2),
    ("2/4", t.Quotient(t.Number(Fraction(2)), t.Number(Fraction(4)))),
    ("(1)/2", t.Quotient(t.Number(Fraction(1)), t.Number(Fraction(2)))),
    ("1/2^2", t.Quotient(t.Number(Fraction(1)), t.Power(t.Number(Fraction(2)), Fraction(2)))),
    # powers
    ("c^2", c**2),
    ("c**2", c**2),
    ("c^-1", c**-1),
    ("c^(1/2)", c**half),
    ("c^(-3/2)", t.Power(c, Fraction(-3, 2))),
    ("c^0.5", c**half),
    ("g^-2", g**-2),
    ("A^2", A**2),
    ("A^-1", t.Inverse(A)),
    ("A^-2", A**-2),
    ("power(A, -1)", t.Power(A, Fraction(-1))),
    ("(a.T*a)^-1", t.Power(a.T * a, Fraction(-1))),
    ("2^-1", t.Power(t.Number(Fraction(2)), Fraction(-1))),
    # transposes and components
    ("a.T", t.Transpose(a)),
    ("A.T.T", t.Transpose(t.Transpose(A))),
    ("a[n]", a[n]),
    ("X[n, k]", X[n, k]),
    ("(A*a)[n]", (A * a)[n]),
    ("a.T[n]^2", t.Component(t.Transpose(a), (n,)) ** 2),
    # functions
    ("sqrt(c)", t.Sqrt(c)),
    ("norm(a)", build.norm(a)),
    ("dot(a, b)", build.dot(a, b)),
    ("trace(A) + tr(B)", t.Trace(A) + t.Trace(B)),
    ("diag(a)", t.Diag(a)),
    ("hadamard(a, b, g)", t.Hadamard((a, b, g))),
    ("hadamard(A, B)", t.Hadamard((A, B))),
    ("hadamard_power(A, -2)", build.hadamard_power(A, -2)),
    ("hadamard_power(a, 2)", a**2),
    ("outer(a, p)", build.outer(a, v)),
    ("mean(a) + var(a) + cos(a, b)", build.mean(a) + build.var(a) + build.cos(a, b)),
    ("det(A)", build.det(A)),
    ("inverse(A)*inv(B)", t.Inverse(A) * t.Inverse(B)),
    ("pinv(X)", t.Pinv(X)),
    ("transpose(X)", X.T),
    ("exp(a) + tanh(a) + log(a) + abs(a)", build.exp(a) + build.tanh(a) + build.log(a) + build.absolute(a)),
    ("add(a + b, g)", t.Add((a + b, g))),
    ("product(A*B, A)", t.Product((A * B, A))),
    ("zeros(N) + ones(N)", t.Zeros((N,)) + t.Ones((N,))),
    ("zeros(1, N)*identity(N)", t.Zeros((1, N)) * eye),
    ("ones(N, K)", t.Ones((N, K))),
    ("ones(3)", t.Ones((3,))),
    ("grad(A*a, a)", t.Grad(A * a, a)),
    # indices
    ("sum(i, a[i]^2)", t.Sum(i, a[i] ** 2)),
    ("sum(i, sum(j, A[i, j]*a[j])*b[i])", t.Sum(i, t.Sum(j, A[i, j] * a[j]) * b[i])),
    ("sum(k, X[n, k]*p[k])", t.Sum(k, X[n, k] * v[k])),
    ("sum(m, p[m])", t.Sum(t.Index("m", K), v[t.Index("m", K)])),
    ("sum(m:K, 1)", t.Sum(t.Index("m", K), t.Number(Fraction(1)))),
    ("sum(m:3, ones(3)[m])", t.Sum(t.Index("m", 3), t.Ones((3,))[t.Index("m", 3)])),
    ("prod(i, g[i])", t.Prod(i, g[i])),
    ("prod(i != n, c - g[i])", t.Prod(i, c - g[i], (n,))),
    ("prod(m != n, g[m]*a[n])", t.Prod(t.Index("m", N), g[t.Index("m", N)] * a[n], (n,))),
    ("prod(k != n, g[k])", t.Prod(t.Index("k", N), g[t.Index("k", N)], (n,))),
    ("prod(i != n, i != j, g[i])", t.Prod(i, g[i], (n, j))),
    (
        "sum(m, p[m]*prod(k != m, p[k]))",
        t.Sum(t.Index("m", K), v[t.Index("m", K)] * t.Prod(k, v[k], (t.Index("m", K),))),
    ),
    (
        "sum(m:3, prod(i != m, 2))",
        t.Sum(t.Index("m", 3), t.Prod(t.Index("i", 3), t.Number(Fraction(2)), (t.Index("m", 3),))),
    ),
    ("sum(i, a[i]*basis(i))", t.Sum(i, a[i] * build.basis(i))),
    ("delta(j, n)*a[j]", t.Delta(j, n) * a[j]),
    ("sum(a, a[a])", t.Sum(t.Index("a", N), a[t.Index("a", N)])),
    # definitions
    ("mean(p)", build.mean(v)),
    ("h*a", build.let("h", t.Diag(g)) * a),
]


@pytest.mark.parametrize(("text", "term"), AGREE, ids=[text for text, _ in AGREE])
def test_text_and_python_agree(text: str, term: t.Term) -> None:
    """The same expression, typed and written in Python, is one term."""
    assert read_term(text, ENV) == term


def test_functions_of_the_environment_are_called() -> None:
    """A declared function gives the node that calling its definition gives."""
    definition = ENV.names["shift"]
    assert isinstance(definition, build.Definition)
    assert read_term("shift(a, 2)", ENV) == definition(a, t.Number(Fraction(2)))
    assert read_term("f(p)", ENV).shape == (K,)


def test_names_beyond_ascii_are_read_when_declared() -> None:
    """Greek letters and indices below the line are letters; a name in backquotes may be any word."""
    env = read_declarations("dimension N; scalar μ, σ_1, ε >= 0; vector a₁, Π : N; scalar `σ²`, `given`")
    assert read_term("μ + σ_1*ε", env).shape == ()
    assert read_term("a₁ + Π", env).shape == (N,)
    assert read_term("`σ²` + `given`", env).shape == ()


REFUSED: list[tuple[str, type[InputError], list[str]]] = [
    ("a + A", ShapeError, ["1:3: a sum of shapes (N) and (N × N)", "  a + A", "    ^"]),
    ("a + b - p", ShapeError, ["1:7: a sum of shapes (N) and (K)", "  a + b - p", "        ^"]),
    ("A*X*a", ShapeError, ["1:4: a product of shapes (N × K) and (N)", "  A*X*a", "     ^"]),
    ("a*p", ShapeError, ["1:2: a Hadamard product of shapes (N) and (K)", "  a*p", "   ^"]),
    ("a@b", ShapeError, ["1:2: a product of shapes (N) and (N)", "  a@b", "   ^"]),
    ("c*(a/A)", ShapeError, ["1:5: division of shape (N) by shape (N × N)", "  c*(a/A)", "      ^"]),
    ("X^2", ShapeError, ["1:2: a power of shape (N × K)", "  X^2", "   ^"]),
    ("sqrt(a)", ShapeError, ["1:1: a square root of shape (N); it needs scalar", "  sqrt(a)", "  ^"]),
    (
        "c + det(X)",
        ShapeError,
        ["1:5: a determinant of shape (N × K); it needs a square matrix", "  c + det(X)", "      ^"],
    ),
    ("a[n, n]", ShapeError, ["1:2: 2 indices for shape (N)", "  a[n, n]", "   ^"]),
    ("p[n]", ShapeError, ["1:2: the index n over N for an axis over K", "  p[n]", "   ^"]),
    ("a^(1/2)", InputError, ["1:2: the exponent 1/2 of a term of shape (N)", "  a^(1/2)", "   ^"]),
    ("c^1000000000", LimitError, ["1:2: an exponent of 1000000000; the limit is 200", "  c^1000000000", "   ^"]),
    ("c +\n  q", NameError_, ["2:3: the unknown name 'q'", "    q", "    ^"]),
    ("norm*2", NameError_, ["1:1: the function 'norm' without arguments", "  norm*2", "  ^", "  hint: write norm(…)"]),
    (
        "n + 1",
        NameError_,
        ["1:1: the index 'n' as a term", "  n + 1", "  ^", "  hint: write x[n] for a component, basis(n)"],
    ),
    ("c(a)", NameError_, ["1:1: 'c' is not a function", "  c(a)", "  ^", "  hint: write c*(…) for a product"]),
    ("a[q]", NameError_, ["1:3: the unknown index 'q'", "  a[q]", "    ^"]),
    ("ones(M)", NameError_, ["1:6: the unknown dimension 'M'", "  ones(M)", "       ^", "  hint: known: K, N"]),
    ("ones(a)", ReadError, ["1:6: found 'a', which is no dimension, expected a dimension", "  ones(a)", "       ^"]),
    ("ones(1)", ReadError, ["1:6: found something else, expected the name of a dimension or an integer of at least 2"]),
    ("sqrt(c, c)", InputError, ["1:1: sqrt of 2 arguments", "  sqrt(c, c)", "  ^", "  hint: it takes 1"]),
    (
        "hadamard(a)",
        InputError,
        ["1:1: hadamard of 1 arguments", "  hadamard(a)", "  ^", "  hint: it takes two or more"],
    ),
    ("sum(c)", InputError, ["1:1: sum of 1 arguments", "  sum(c)", "  ^", "  hint: it takes 2"]),
    (
        "sum(m, c)",
        OpenSize,
        ["1:5: the range of the index 'm' cannot be told from its use", "  sum(m, c)", "      ^"],
    ),
    ("sum(2, c)", ReadError, ["1:5: found a term, expected the name of an index, as in sum(i, x[i])"]),
    ("sqrt(m:N)", ReadError, ["1:6: found the range of 'm', expected a term", "  sqrt(m:N)", "       ^"]),
    ("sqrt(m != n)", ReadError, ["1:6: found a condition on 'm', expected a term", "  sqrt(m != n)", "       ^"]),
    ("prod(c, m != n)", ReadError, ["1:9: found a condition on 'm', expected a term"]),
    (
        "sum(m != n, a[m])",
        InputError,
        ["1:5: a sum over all indices but one, which only a product can be", "  sum(m != n, a[m])", "      ^"],
    ),
    ("prod(m != q, a[m])", NameError_, ["1:11: the unknown index 'q'", "  prod(m != q, a[m])", "            ^"]),
    ("prod(m != n, p[m])", ShapeError, ["1:15: the index m over N for an axis over K"]),
    ("prod(n != n, a[n])", InputError, ["1:1: n left out of a product over n"]),
    ("prod(m != n, m != n, a[m])", InputError, ["1:1: n left out twice"]),
    ("prod(m != n, k != n, a[m])", InputError, ["1:1: prod of 3 arguments"]),
    ("prod(m != 0, a[m])", InputError, ["1:11: the entry at 0"]),
    (
        "prod(m = n, a[m])",
        ReadError,
        ["1:8: found '=', expected an operator, a comma, a colon or a closing parenthesis"],
    ),
    ("grad(c, c + c)", ReadError, ["1:9: found a term, expected the name of a declared symbol, as in grad(y, x)"]),
    ("power(A, c)", ReadError, ["1:10: found a term, expected a number as the exponent"]),
    ("hadamard_power(A, 0.5)", ReadError, ["1:19: found the number 1/2, expected an integer exponent"]),
    ("trace(I)*N*K", OpenSize, ["1:7: the dimension of 'I' cannot be told from what stands around it"]),
]


@pytest.mark.parametrize(("text", "kind", "lines"), REFUSED, ids=[text for text, _, _ in REFUSED])
def test_what_does_not_fit_is_refused_with_its_place(text: str, kind: type[InputError], lines: list[str]) -> None:
    """The message names line, column, the operator's place under a caret, and both shapes."""
    with pytest.raises(kind) as caught:
        read_term(text, ENV)
    assert type(caught.value) is kind
    assert str(caught.value).splitlines()[: len(lines)] == lines


def test_an_unknown_name_suggests_a_close_one() -> None:
    """A misspelt name or function is answered with the nearest one and the names there are."""
    with pytest.raises(NameError_, match=r"did you mean 'eps'\? known: A, B, C, G, I, K, N, X, a, b, c, eps, f, g, h,"):
        read_term("epss", ENV)
    with pytest.raises(NameError_, match=r"the unknown function 'meen'\n(.*\n)+  hint: did you mean 'mean'\?"):
        read_term("meen(a)", ENV)


def test_in_a_sum_the_letter_of_its_index_is_no_number() -> None:
    env = read_declarations("dimension N; vectors x, s : N; scalar t")
    with pytest.raises(NameError_, match="the index t as a term"):
        read_term("sum(t, t*x[t])", env)
    assert read_term("t*sum(t, x[t])", env).shape == ()
    assert read_term("sum(s, s[s]*x[s])", env).shape == ()
