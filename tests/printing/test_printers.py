"""Both printers: what each node looks like, what must not look alike, and that nothing makes them fail."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings

import derive.language.terms as language
from derive.language.build import (
    absolute,
    basis,
    cos,
    define,
    dimension,
    dot,
    hadamard_power,
    identity,
    index,
    inverse,
    matrix,
    mean,
    norm,
    ones,
    prod_,
    scalar,
    sqrt,
    sum_,
    vector,
)
from derive.language.substitution import subterms
from derive.language.terms import MAX_DEPTH, Add, Binder, Dot, Hadamard, Neg, Product, Quotient, Sum, Term
from derive.printing import BOLD, PLAIN, Notation, latex, text
from tests.printing.examples import (
    EXAMPLES,
    LAYERNORM,
    A,
    B,
    K,
    N,
    a,
    b,
    c,
    eps,
    g,
    half,
    m,
    mu,
    n,
    one,
    one_hat,
    s,
    u,
    v,
    x,
    y,
)
from tests.printing.strategies import terms


@pytest.mark.parametrize(("term", "shown", "_"), EXAMPLES, ids=[shown for _, shown, _ in EXAMPLES])
def test_text(term: Term, shown: str, _: str) -> None:
    """Each node has its spelling in text."""
    assert text(term) == shown


@pytest.mark.parametrize(("term", "_", "shown"), EXAMPLES, ids=[shown for _, shown, _ in EXAMPLES])
def test_latex(term: Term, _: str, shown: str) -> None:
    """Each node has its spelling in LaTeX."""
    assert latex(term) == shown


def test_every_node_has_an_example() -> None:
    """The table of examples leaves out no node of the language."""
    nodes = {
        cls
        for cls in vars(language).values()
        if dataclasses.is_dataclass(cls) and issubclass(cls, Term) and cls is not Binder
    }
    assert nodes == {type(part) for term, _, _ in EXAMPLES for part in subterms(term)}


DIFFERENT: list[tuple[Term, Term]] = [
    (a - (b + u), a - b + u),
    (a + (b + u), a + b + u),
    (Add((Add((a, b)), u)), a + b + u),
    (Neg(a) + b, Neg(a + b)),
    (Neg(Neg(x)), x),
    (Product((A, Product((B, v)))), Product((A, B, v))),
    (Product((Product((A, B)), v)), Product((A, B, v))),
    (Product((Neg(x), y)), Neg(x * y)),
    (Product((x, Neg(y))), x - y),
    (x * (y + c), x * y + c),
    (Quotient(Neg(x), y), Neg(x / y)),
    (x / (y * c), x / y * c),
    (x / y / c, x / (y / c)),
    (Product((A, Quotient(u, v))), Quotient(Product((A, u)), v)),
    (Hadamard((Product((A, a)), b)), Product((A, Hadamard((a, b))))),
    (Product((A, dot(u, v))), Dot(A * u, v)),
    (2 * dot(u, v), dot(2 * u, v)),
    (Neg(x) ** 2, Neg(x**2)),
    ((x * y) ** 2, x * y**2),
    ((x / y) ** 2, x / y**2),
    ((x**2) ** 3, x**6),
    (sqrt(x * y), sqrt(x) * y),
    (sqrt(x) ** 2, sqrt(x**2)),
    (sqrt(x + y), sqrt(x) + y),
    (sum_(n, a[n]) * x, sum_(n, a[n] * x)),
    (prod_(m, a[m]), prod_(m, a[m], without=n)),
    (prod_(m, a[m], without=n), prod_(m, a[m], without=index("k", N))),
    (sum_(n, a[n]) / N, sum_(n, a[n] / N)),
    (sum_(n, a[n]) + x, sum_(n, a[n] + x)),
    (dot(Sum(n, a[n] * u), v), Sum(n, a[n] * dot(u, v))),
    (Product((sum_(n, a[n]), sum_(n, b[n]))), sum_(n, a[n] * sum_(n, b[n]))),
    (cos(u, v) * x, cos(u, v * x)),
    ((A * B).T, A * B.T),
    ((a**2)[n], a[n] ** 2),
    (norm(u) * x * norm(v), norm(Product((norm(x * v), u)))),
    (norm(v), absolute(v)),
    (hadamard_power(A, 2), A**2),
    (inverse(A) ** 2, inverse(A**2)),
    (mean(a + b), mu * (a + b)),
    (norm(A * b), norm(A) * b),
    (x**half, x / 2),
    # names that would look like something else beside it
    (scalar("sigma2") + scalar("sigma"), scalar("sigma") ** 2 + scalar("sigma")),
    (scalar("a_n") + a[n], a[n] + a[n]),
    (scalar("v1") + scalar("v_1"), scalar("v1") + scalar("v1")),
    (matrix("I", N, N) + identity(N), identity(N) + identity(N)),
    (vector("e", N)[n] + basis(n)[n], basis(n)[n] + basis(n)[n]),
    (define("mu", dot(v, v), v)(a) + mean(a), mean(a) + mean(a)),
    (dot(one, one) + dot(ones(K), ones(K)), dot(one, one) + dot(one, one)),
    (scalar("ab") + scalar("a") * scalar("b"), scalar("ab") + scalar("ab")),
]


@pytest.mark.parametrize("printer", [text, latex])
@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=[text(left) for left, _ in DIFFERENT])
def test_different_terms_look_different(left: Term, right: Term, printer: object) -> None:
    """Grouping and names survive printing: near misses do not print alike."""
    assert left != right
    assert callable(printer)
    assert printer(left) != printer(right)


def test_beside_keeps_names_apart_on_a_page() -> None:
    """A name is spelled out when its spelling means something else on the page, and only then."""
    variance, deviation = scalar("sigma2"), scalar("sigma")
    assert (text(variance), latex(variance)) == ("σ²", r"\sigma^2")
    assert text(variance, beside=[x]) == "σ²"
    assert text(variance, beside=[deviation]) == "sigma2"
    assert text(variance, beside=[deviation**2]) == "sigma2"
    assert latex(variance, beside=[deviation**2]) == r"\mathrm{sigma2}"


PROFILES: list[tuple[Term, Notation, str]] = [
    (LAYERNORM, BOLD, r"\mathbf g \odot \frac{\mathbf a - \mu \mathbf 1}{\sqrt{\sigma^2 + \epsilon}} + \mathbf b"),
    (LAYERNORM, PLAIN, r"g \odot \frac{a - \mu \mathbf 1}{\sqrt{\sigma^2 + \epsilon}} + b"),
    (vector("alpha", N), BOLD, r"\boldsymbol \alpha"),
    (one_hat, BOLD, r"\hat{\mathbf{1}}"),
    (vector("rate", N), BOLD, r"\mathbf{rate}"),
    (vector("rate", N), PLAIN, r"\mathrm{rate}"),
    (a[n], BOLD, "a_n"),
    (norm(a), Notation(norm_left=r"\lVert", norm_right=r"\rVert"), r"\lVert \vec a \rVert"),
    (
        norm(a / 2),
        Notation(norm_left=r"\lVert", norm_right=r"\rVert"),
        r"\left\lVert\frac{\vec a}{2}\right\rVert",
    ),
    (a * b, Notation(hadamard=r"\circ"), r"\vec a \circ \vec b"),
    (A.T, Notation(transpose=r"\mathsf{T}"), r"A^{\mathsf{T}}"),
    (eps * x, Notation(names={"eps": r"\varepsilon"}), r"\varepsilon x"),
    (eps**2, Notation(names={"eps": "e^2"}), "(e^2)^2"),
    (mean(a), Notation(names={"mean": "m"}), r"m(\vec a)"),
    (3 * s, BOLD, r"3 \mathbf s"),
]


@pytest.mark.parametrize(("term", "notation", "shown"), PROFILES, ids=[shown for _, _, shown in PROFILES])
def test_profiles(term: Term, notation: Notation, shown: str) -> None:
    """A profile changes spellings, and nothing else."""
    assert latex(term, notation) == shown


def balanced(shown: str) -> bool:
    """Every brace and parenthesis closes the last one that is open."""
    open_: list[str] = []
    for char in shown:
        if char in "({[":
            open_.append(char)
        elif char in ")}]" and (not open_ or open_.pop() + char not in ("()", "{}", "[]")):
            return False
    return not open_


@settings(max_examples=150, deadline=None)
@given(terms())
def test_any_term_prints(term: Term) -> None:
    """Printing never fails, and what is printed is balanced."""
    for shown in (text(term), latex(term), latex(term, BOLD)):
        assert shown
        assert balanced(shown)
        assert shown.count(r"\left") == shown.count(r"\right")


@settings(max_examples=150, deadline=None)
@given(terms(axes=0, depth=3), terms(axes=0, depth=3))
def test_grouping_is_seen(left: Term, right: Term) -> None:
    """(p + q) r, p + q r and p (q + r) are told apart, whatever p and q are."""
    grouped = Product((Add((left, right)), x))
    for printer in (text, latex):
        assert (
            len({printer(grouped), printer(Add((left, Product((right, x))))), printer(Product((left, right + x)))}) == 3
        )


def test_deep_terms_print() -> None:
    """The deepest term that the language allows prints without exhausting the stack."""
    term: Term = x
    while term.depth < MAX_DEPTH - 1:
        term = (term + y) * x
    assert text(term).count("(") == latex(term).count("(")
    assert text(term).count("y") > MAX_DEPTH // 3


def test_indices_of_other_dimensions() -> None:
    """The limit of a sum is the dimension of its index."""
    k, three = index("k", K), index("k", 3)
    assert latex(sum_(k, ones(K)[k])) == r"\sum_{k=1}^{K} \vec 1_k"
    assert latex(sum_(three, ones(3)[three])) == r"\sum_{k=1}^{3} \vec 1_k"
    assert latex(sum_(index("i", dimension("d_in")), g[n])) == r"\sum_{i=1}^{d_{in}} g_n"
