"""Declarations: each clause declares what its Python word declares; what is wrong is named with its place."""

from __future__ import annotations

import pytest

from derive.errors import InputError, NameError_, ReadError, ShapeError
from derive.language.build import define, function, index, let, matrix, mean, scalar, vector
from derive.language.hypotheses import Condition, equal
from derive.language.terms import Definition, Dimension, Ones, Term
from derive.reading import DEFAULT, Environment, read_declarations, read_term
from tests.words import a, u

N, K = Dimension("N"), Dimension("K")

VALID = [
    ("dimension N", "N", N),
    ("dimensions N, K", "K", K),
    ("dimension N; vector a : N", "a", a),
    ("dimension N; vectors a, u : N", "u", u),
    ("dimension N; vector g : N nonzero", "g", vector("g", N, "nonzero")),
    ("dimension N; vector m : N mask not_zero", "m", vector("m", N, "mask", "not_zero")),
    ("dimension N, K; matrix X : N x K", "X", matrix("X", N, K)),
    ("dimension N, K; matrices X, Y : N×K", "Y", matrix("Y", N, K)),
    ("dimension N; matrix A : N by 3", "A", matrix("A", N, 3)),
    ("matrix A : 3x4", "A", matrix("A", 3, 4)),
    ("dimension N; matrix A : N x N symmetric invertible", "A", matrix("A", N, N, "symmetric", "invertible")),
    ("scalar t", "t", scalar("t")),
    ("scalars s > 0, t", "s", scalar("s", "positive")),
    ("scalar eps >= 0, t", "eps", scalar("eps", "nonneg")),
    ("scalar t, c != 0", "c", scalar("c", "nonzero")),
    ("scalar t positive nonzero, s", "t", scalar("t", "positive", "nonzero")),
    ("scalar t >= 0 != 0", "t", scalar("t", "nonneg", "nonzero")),
    ("dimension N; index i, j : N", "j", index("j", N)),
    ("dimension N; vector a : N; let mu = mean(a)", "mu", let("mu", mean(a))),
    ("dimension N; let f(u : N, t) = t*u", "f", define("f", scalar("t") * u, u, scalar("t"))),
    ("dimension N, K; let q(X : N x K) = X.T*X", "q", None),
    ("# words only\ndimension N # and more\n\n;;vector a : N;", "a", a),
    ("scalar `a;b#c`", "a;b#c", scalar("a;b#c")),
]


@pytest.mark.parametrize(("text", "name", "meaning"), VALID, ids=[row[0] for row in VALID])
def test_a_clause_declares_what_its_python_word_does(text: str, name: str, meaning: object) -> None:
    """The environment has the name with that very meaning."""
    found = read_declarations(text).names[name]
    if meaning is None:
        assert isinstance(found, Definition)
        assert found.parameters == (matrix("X", N, K),)
    else:
        assert found == meaning


def test_hypotheses_stand_in_clauses_of_their_own() -> None:
    """assume …, and property clauses in both orders, over lists too."""
    text = (
        "dimension N; vectors a, u, g : N; matrix A : N x N; scalar c\n"
        "assume one.T*a = 0, c > 0; nonzero g, u; not_zero a - u; A symmetric invertible; a = 0; u != 0"
    )
    env = read_declarations(text)
    g, A, c = vector("g", N), matrix("A", N, N), scalar("c")
    assert env.hypotheses == (
        equal(Ones((N,)).T * a, 0),
        Condition("positive", c),
        Condition("nonzero", g),
        Condition("nonzero", u),
        Condition("not_zero", a - u),
        Condition("symmetric", A),
        Condition("invertible", A),
        equal(a, 0),
        Condition("not_zero", u),
    )


def test_the_first_dimension_is_the_default_one() -> None:
    """one and I are over the first declared dimension when there was none before."""
    assert read_declarations("dimension d").default == Dimension("d")
    assert read_declarations("dimension d", DEFAULT).default == N


def test_an_empty_text_declares_nothing() -> None:
    """Blank text and comments leave the environment as it is."""
    assert read_declarations("  \n") == Environment()
    assert read_declarations("# nothing", DEFAULT) is DEFAULT


KINDS = "a declaration (dimension, scalar, vector, matrix, index, function, let, assume)"

INVALID: list[tuple[str, type[InputError], list[str]]] = [
    ("vector v", ReadError, ["1:9: found the end, expected a comma or a colon", "  vector v", "          ^"]),
    (
        "vector v : M",
        NameError_,
        [
            "1:12: the unknown dimension 'M'",
            "  vector v : M",
            "             ^",
            "  hint: declare it first; no dimension is declared",
        ],
    ),
    (
        "vector v : 1",
        ReadError,
        ["1:12: found something else, expected the name of a dimension or an integer of at least 2"],
    ),
    ("dimension N; vector v N", ReadError, ["1:23: found 'N', expected a comma or a colon"]),
    ("dimension N; matrix A : N", ReadError, ["1:26: found the end, expected an x between two dimensions"]),
    ("dimension N; matrix A : N; vector v : N", ReadError, ["1:26: found ';', expected an x between two dimensions"]),
    ("dimension N; vector v : N x N", ReadError, ["1:27: found 'x', expected a property such as nonzero or the end"]),
    ("dimension N; vector v : N symmetric", InputError, ["1:21: property 'symmetric' of the symbol 'v' of shape (N)"]),
    (
        "dimension N; matrix A : N x 3 symmetric",
        ShapeError,
        ["1:21: symmetric matrix 'A' of shape (N × 3), not square"],
    ),
    ("dimension N; vector v : N; scalar v", NameError_, ["1:35: the name 'v' is declared twice"]),
    ("dimension N; vector v, v : N", NameError_, ["1:24: the name 'v' is declared twice"]),
    ("dimension N\nindex i : N nonzero", ReadError, ["2:13: found the property 'nonzero', expected the end"]),
    ("scalar t > 1", InputError, ["1:10: the relation '>' in a hypothesis", "  scalar t > 1", "           ^"]),
    ("scalar t = 0", InputError, ["1:10: the relation '=' in a hypothesis"]),
    ("scalar 2", ReadError, ["1:8: found '2', expected a name"]),
    ("let m = ", ReadError, ["1:8: found the end, expected a name, a number or an opening parenthesis"]),
    ("let m < 2", ReadError, ["1:7: found '<', expected '='"]),
    ("let norm(c) = c", NameError_, ["1:5: 'norm' is a function of plain syntax"]),
    ("scalar t; let f(u) = u + t", NameError_, ["1:15: the definition of 'f' uses t, which is no parameter"]),
    ("let f(u, u) = u", InputError, ["1:5: two parameters of one name"]),
    (
        "dimension N; index i : N; vector v : N; let m = v[i]",
        InputError,
        ["1:45: the definition of 'm' has free indices"],
    ),
    (
        "dimension N; scalar t; vector v : N; assume t > 0, v > 0",
        ShapeError,
        ["1:54: the condition 'positive' of shape (N)"],
    ),
    (
        "scalar t; t",
        ReadError,
        ["1:11: found a term alone, expected a hypothesis such as g nonzero, eps > 0 or one.T*v = 0"],
    ),
    ("scalar t; assume t < 0", InputError, ["1:20: the relation '<' in a hypothesis"]),
    ("scalar t; assume", ReadError, None),
    ("= 3", ReadError, [f"1:1: found '=', expected {KINDS}", "  = 3", "  ^"]),
    ("dimension N; let N = 3", NameError_, ["1:18: the name 'N' is declared twice"]),
]


@pytest.mark.parametrize(("text", "kind", "lines"), INVALID, ids=[row[0] for row in INVALID])
def test_what_is_wrong_is_named_with_its_place(text: str, kind: type[InputError], lines: list[str] | None) -> None:
    """The kind of error, its place, what was found and expected."""
    with pytest.raises(kind) as caught:
        read_declarations(text)
    assert type(caught.value) is kind
    if lines is not None:
        assert str(caught.value).split("\n")[: len(lines)] == lines


def test_a_dimension_stays_a_dimension() -> None:
    """A declared dimension cannot become a vector in a later text."""
    with pytest.raises(NameError_, match="1:8: the name 'N' is a dimension here"):
        read_declarations("scalar N", DEFAULT)


def test_lets_see_the_clauses_before_them() -> None:
    """Definitions build on one another, and are shown by their names."""
    env = read_declarations("let m = mean(a); let centred = a - m*one", DEFAULT)
    m = let("m", mean(a))
    assert isinstance(m, Term)
    assert read_term("centred", env) == let("centred", a - m * Ones((N,)))


@pytest.mark.parametrize("declared", ["function f", "functions g, f", "function f(t)", "function f(t), g; scalar t"])
def test_unknown_functions(declared: str) -> None:
    """``function f`` is a function of which nothing is known; primes are its derivatives."""
    env = read_declarations(f"scalar x; dimension N; vector v : N; {declared}")
    f, x = function("f"), scalar("x")
    assert env.names["f"] == f
    assert read_term("f(x) + f'(x)*f''(2*x)", env) == f(x) + f.derivative(x) * f.derived(2)(2 * x)
    assert read_term("f'(v)", env) == f.derivative(vector("v", Dimension("N")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f", "the function 'f' without arguments"),
        ("f' + x", "write A.T for the transpose"),
        ("f(x, x)", "of 2 arguments"),
        ("x'(x)", "unknown function"),
        ("x(x)", "'x' is not a function"),
        ("f'''''''''''''(x)", "order 13"),
    ],
)
def test_misused_functions(text: str, message: str) -> None:
    """A function is no term, and a prime is that of one."""
    with pytest.raises(InputError) as caught:
        read_term(text, read_declarations("scalar x; function f"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "declared", ["function exp", "function f'", "function f(x, y)", "function f; scalar f", "function"]
)
def test_no_functions(declared: str) -> None:
    """A function of the language, a derivative, one of two things, and a name that is declared twice are refused."""
    with pytest.raises(InputError):
        read_declarations(declared)
