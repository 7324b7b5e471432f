r"""``derive.reading.latex.declarations``: names as they are typeset, lets, hypotheses, theories and theorems."""

from __future__ import annotations

import pytest

from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.language.hypotheses import Condition, Equality
from derive.language.substitution import dimensions_of
from derive.language.terms import Dimension, Index, Symbol
from derive.reading import read_term
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, Context, read_latex, read_latex_term
from tests.reading.latex.contexts import refusal, status_of

N, K = Dimension("N"), Dimension("K")


@pytest.mark.parametrize("text", ["vectors y, x > 0 : N", r"vector y : N, x \ge 0 : N"])
def test_a_bound_on_a_vector_is_one_of_each_component(text: str) -> None:
    """It is said of the name right before it, as of scalars."""
    context = context_from(f"dimension N; {text}; index i : N")
    assert read_latex(r"x_i \ge 0", context).statement.decide().status == "proved"
    assert read_latex(r"y_i \ge 0", context).statement.decide().status == "refuted"
    for formula in (
        r"|X_i| = X_i",
        r"\|X\|_1 = \sum_i X_i",
        r"\|X\|_\infty = \max_i X_i",
        r"|\sum_i X_i| = \sum_i X_i",
    ):
        assert status_of(formula.replace("X", "x"), context) == "proved", formula
        assert status_of(formula.replace("X", "y"), context) == "refuted", formula


@pytest.mark.parametrize("text", ["matrix A > 0 : N x N", "vector x != 0 : N", "vector x > 1 : N", "index i > 0 : N"])
def test_a_bound_that_could_say_two_things(text: str) -> None:
    """Of a matrix it could be definiteness, of a vector ≠ 0 could be said of each component."""
    assert "a name as it is typeset" in refusal(lambda: context_from(f"dimension N; {text}"))


@pytest.mark.parametrize(
    ("text", "name", "symbol"),
    [
        (r"vector \vec a : N", "a", Symbol("a", (N,))),
        (r"vectors \mathbf{x}, y : N nonzero", "x", Symbol("x", (N,), frozenset({"nonzero"}))),
        (r"vector \hat x : N", "x_hat", Symbol("x_hat", (N,))),
        (r"vector v : 3", "v", Symbol("v", (3,))),
        (r"matrix X : N x K", "X", Symbol("X", (N, K))),
        (r"matrix X : N \times K", "X", Symbol("X", (N, K))),
        (r"matrices A, \Sigma_{xy} : N by N symmetric invertible", "Sigma_xy",
         Symbol("Sigma_xy", (N, N), frozenset({"symmetric", "invertible"}))),
        (r"scalar \epsilon >= 0, t", "epsilon", Symbol("epsilon", (), frozenset({"nonneg"}))),
        (r"scalar \epsilon \ge 0", "epsilon", Symbol("epsilon", (), frozenset({"nonneg"}))),
        (r"scalar s_x^2 > 0", "s_x^2", Symbol("s_x^2", (), frozenset({"positive"}))),
        (r"scalars c != 0, d", "c", Symbol("c", (), frozenset({"nonzero"}))),
        (r"scalar c nonzero", "c", Symbol("c", (), frozenset({"nonzero"}))),
        (r"scalar \sigma^2", "sigma2", Symbol("sigma2", ())),
        (r"scalar eps", "epsilon", Symbol("epsilon", ())),
        (r"index i : N", "i", Index("i", N)),
    ],
)  # fmt: skip
def test_symbols(text: str, name: str, symbol: object) -> None:
    """A name has the plain name that prints as it was typeset."""
    context = context_from("dimension N, K\n" + text)
    assert context.env.names[name] == symbol


def test_lets() -> None:
    """By a formula, by components, of a function."""
    context = context_from(r"""
        % derive: dimension N, K; matrix X : N x K; vectors a, b : N
        % derive: let \mu = \vec a \cdot \vec 1 / N
        % derive: let \bar X_k = \frac{1}{N} \sum_{i=1}^N X_{ik}
        % derive: index i, j : N; let C_{ij} = \delta_{ij} - \frac1N
        % derive: let a_0 = 2 \mu
        % derive: let \overline{a^2} = \frac1N \sum_i a_i^2
        % derive: let f(x : N, t) = t \vec x / \|\vec x\|
        % derive: let g(a) = \vec a \cdot \vec a; index l : K; let m_l = 2 \bar X_l
    """)
    assert {name: context.env.names[name].shape for name in ("mu", "X_bar", "C", "a_0")} == {
        "mu": (), "X_bar": (K,), "C": (N, N), "a_0": (),
    }  # fmt: skip
    for latex in (
        r"\bar X = \frac1N X^\top \vec 1",
        r"C \vec a = \vec a - \mu \vec 1",
        r"a_0 = \mu + \mu",
        r"f(2 \vec a, \mu) = f(\vec a, \mu)",
        r"g(\vec a + \vec b) = g(\vec a) + 2 \vec a \cdot \vec b + g(\vec b)",
        r"m_l = \bar X_l + \bar X_l",
        r"\overline{a^2} - \mu^2 = \frac1N \|\vec a - \mu \vec 1\|^2",
    ):
        assert status_of(latex, context) == "proved", latex


def test_hypotheses() -> None:
    """``assume``, properties before and after, of symbols, lets and formulas; a hypothesis alone."""
    context = context_from(r"""dimension N; vectors a, v, g : N; matrices A, B : N x N; scalar s
        assume \vec 1 \cdot \vec v = 0, s > 0, 0 \le s, \vec a \ne 0
        nonzero g; A invertible; symmetric A, B; s \ne 0; let D = A A^\top; positive s; invertible D
    """)
    kinds = [h.kind if isinstance(h, Condition) else "equal" for h in context.env.hypotheses]
    assert kinds == ["equal", "positive", "nonneg", "not_zero", "nonzero", "invertible", "symmetric", "symmetric", "nonzero",
                     "positive", "invertible"]  # fmt: skip
    assert isinstance(context.env.hypotheses[0], Equality)
    assert status_of(r"A^{-1} A \vec a = \vec a", context) == "proved"


def test_theories_and_theorems() -> None:
    """``use`` brings names, definitions and functions; ``theorem`` every name as the theorem has it."""
    context = context_from("use layernorm")
    for latex in (
        r"\vec a \cdot \vec 1 = N \mu",
        r"\sigma^2 = \frac{|\Pi \vec a|^2}{N}",
        r"\hat 1 = \frac{\vec 1}{\sqrt N}",
        r"\mu \vec 1 = \mu(\vec a) \vec 1",
        r"\Pi \vec v = \vec v - \mu(\vec v) \vec 1",
        r"LN = \sqrt{N} \operatorname{diag}(\vec g) \frac{\Pi \vec a}{\sqrt{\|\Pi \vec a\|^2 + N\epsilon}} + \vec b",
    ):
        assert status_of(latex, context) == "proved", latex
    theorem = context_from("theorem layernorm.charpoly_zero_gains")
    assert read_latex_term(r"\det(t I - M_Z)", theorem).shape == ()
    with pytest.raises(InputError):
        read_latex_term(r"M_Z", context)


def test_a_theory_s_name_declared_anew() -> None:
    """What is defined by it follows."""
    context = context_from(r"use layernorm; vector a : N nonzero")
    assert "nonzero" in context.env.names["a"].properties
    assert status_of(r"\mu = \frac1N \sum_i a_i", context) == "proved"


def test_clauses_without_a_keyword_in_comments() -> None:
    """After ``% derive:`` they are read as they are alone: hypotheses, properties, what depends on what, macros."""
    context = context_from(r"""
        % derive: dimension N; vectors a, v : N; scalars s, t
        % derive: s > 0
        % derive: v nonzero
        % derive: \newcommand{\twice}[1]{2 #1}
        % derive: t depends on s
    """)
    assert [h.kind for h in context.env.hypotheses if isinstance(h, Condition)] == ["positive", "nonzero"]
    assert status_of(r"\twice{\vec a} = \vec a + \vec a", context) == "proved"


def test_names_with_dots() -> None:
    r"""``\bar y_{i\cdot}``, ``\bar y_{\cdot j}`` and ``\bar y_{\cdot\cdot}`` are three; ``\bar y_i`` and ``\bar y`` two."""
    dotted = context_from(r"""dimension a, b; matrix y : a x b; index i : a; index j : b
        let \bar y_{i\cdot} = \frac1b \sum_j y_{ij}; let \bar y_{\cdot j} = \frac1a \sum_i y_{ij}
        let \bar y_{\cdot\cdot} = \frac{1}{ab} \sum_{i,j} y_{ij}; let y_{..} = a b \bar y_{\cdot\cdot}""")
    plain = context_from(r"""dimension a, b; matrix y : a x b; index i : a; index j : b
        let \bar y_i = \frac1b \sum_j y_{ij}; let \bar y = \frac{1}{ab} \sum_{i,j} y_{ij}""")
    for latex, context in (
        (
            r"\frac1a \sum_i \bar y_{i\cdot} = \frac1b \sum_j \bar y_{\cdot j} = \bar y_{\cdot\cdot} = \frac{y_{..}}{ab}",
            dotted,
        ),
        (r"\sum_{i,j} (\bar y_{i\cdot} - \bar y_{\cdot\cdot})(\bar y_{\cdot j} - \bar y_{\cdot\cdot}) = 0", dotted),
        (r"\sum_j (y_{ij} - \bar y_i) = \sum_i (\bar y_i - \bar y) = 0", plain),
    ):
        assert status_of(latex, context) == "proved", latex
    with pytest.raises(InputError, match="the unknown name"):
        read_latex_term(r"\bar y_{i.}", dotted)
    assert read_latex_term(r"\bar y", plain).shape == ()


def test_rows_and_columns() -> None:
    """A letter for the rows, or the columns, of a matrix: one index is a vector, two are a component."""
    context = context_from(r"""dimension N, K; matrix X : N x K; vector \beta : K; vector y : N; index i, j : N; index k : K
        rows x_i of X; columns \mathbf u_k of X""")
    for latex in (
        r"X^\top X = \sum_i x_i x_i^\top",
        r"\|y - X \beta\|^2 = \sum_i (y_i - x_i^\top \beta)^2",
        r"X X^\top = \sum_k \mathbf u_k \mathbf u_k^\top",
        r"x_{ik} = X_{ik} = \mathbf u_{ki} = u_{ki}",
        r"x_i \cdot x_j = (X X^\top)_{ij}",
    ):
        assert status_of(latex, context) == "proved", latex
    for latex, message in ((r"x", "the unknown name x"), (r"x_{ijk}", "a row of X with 3 indices"), (r"u_k", "u_k")):
        assert message in refusal(read_latex_term, latex, context)
    with pytest.raises(InputError, match="a row of X inside of a mean"):
        read_latex_term(r"\mathbb{E}[x_i]", context_from(r"mean \mathbb{E}", context))
    both = context_from("vector x : N", context)
    with pytest.raises(AmbiguityError):
        read_latex("x_i = x_i", both)


def test_broadcast() -> None:
    """A scalar in a sum with a vector is added to each component, where nothing else is well-typed or it is declared."""
    plain = "dimension N; vector x : N; scalar c; let \\mu = \\frac1N \\sum_i x_i"
    latex = r"x - \mu + c = x - \mu \mathbf 1 + c \mathbf 1"
    assert status_of(latex, plain + "; broadcast") == "proved"
    assert read_latex(r"c = x", context_from(plain + "; broadcast")).terms[0].shape == ()
    assert status_of(latex, plain) == "proved"
    assert status_of(r"x - \mu = x + \mu \mathbf 1", plain) == "refuted"
    assert status_of(r"(x^\top - c) x = x^\top x - c \mathbf 1^\top x", plain) == "proved"
    assert status_of(r"(x^\top - c) x = x^\top x - c", plain) == "refuted"
    with pytest.raises(ShapeError, match="a sum of shapes"):
        read_latex("A + c = A", context_from(plain + "; matrix A : N x N"))


def test_broadcast_by_entries() -> None:
    r"""``c \odot x`` of a scalar is c x where it is declared; beside a square matrix, and by another sign, it is refused."""
    declared = "dimension N, K; vectors x, y : N; scalar c; matrix A : N x N; matrix X : N x K; matrix r : 1 x N"
    for latex in (r"c \odot x = c x", r"x \odot c \odot y = c (x \odot y)", r"X \odot c = c X", r"r \odot c = c r"):
        assert status_of(latex, declared + "; broadcast") == "proved"
        with pytest.raises(ShapeError, match="a product"):
            read_latex(latex, context_from(declared))
    assert status_of(r"c \odot x = c \mathbf 1", declared + "; broadcast; ones N") == "refuted"
    for latex in (r"A \odot c = c A", r"A \odot c = c I \odot A", r"c \circ x = c x"):
        with pytest.raises(ShapeError):
            read_latex(latex, context_from(declared + "; broadcast"))


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x - \frac1N \sum_i x_i = x - \mu \mathbf 1", "proved"),
        (r"x - (\sum_{i=1}^N x_i)/N = x - \mu \mathbf 1", "proved"),
        (r"x - \frac1N \sum_i x_i + y = x + y - \mu", "proved"),
        (r"x + \frac1N \sum_i x_i = x - \mu \mathbf 1", "refuted"),
        (r"\mathbf 1^\top (x - \sum_i y_i) = N \mu - \sum_i y_i", "refuted"),
        (r"(x - \max(x))_i = x_i - \max_j x_j", "proved"),
        (r"(x - \max(x))_i = x_i - \max_j y_j", "refuted"),
        (r"(x + \min_j y_j)_i = x_i - \max(-y)", "proved"),
        (r"x - c \max(x) = x", "refuted"),
        (r"s(x - \max(x)) = s(x)", "proved"),
        (r"s(2 x - \max(x)) = s(x)", "refuted"),
        (r"\mathbf 1^\top (x - \operatorname{mean}(x)) = 0", "proved"),
    ],
)
def test_numbers_written_out_are_added_to_each_component(latex: str, status: str) -> None:
    """A sum or maximum over an index is a number by how it is written; so are max(x) and mean(x) of a vector."""
    declared = r"""dimension N; vectors x, y : N; scalar c; index i, j : N; let \mu = \frac1N \sum_i x_i
    let s(x)_i = \exp(x_i) / \sum_j \exp(x_j)"""
    assert status_of(latex, declared) == status


def test_products_of_vectors_are_not() -> None:
    """There a vector may have been left out: x - (x · y) y, x - 1 1ᵀx/N."""
    for latex in (
        r"x - \max(x \cdot y, 1) = x",
        r"x - \max(x) \|x\| = x",
        r"x - x \cdot y = x",
        r"x - \frac1N x^\top y = x",
        r"x - \|x\| = x",
        r"x - \mathbf 1^\top x / N = x",
    ):
        with pytest.raises(InputError, match="a sum of shapes"):
            read_latex(latex, context_from("dimension N; vectors x, y : N; scalar c; index i : N"))


def test_forget() -> None:
    """Nothing is declared after it but macros, and every name may be declared anew."""
    context = context_from(r"dimension N; vector a : N; \newcommand{\va}{a}; assume a = 0; forget; scalar a")
    assert context.cores == ("a",)
    assert not context.env.hypotheses
    assert read_latex_term(r"\va^2", context).shape == ()
    with pytest.raises(InputError, match="nothing after 'forget'"):
        context_from("scalar a; forget a")


def test_conventions_said_again() -> None:
    """A sign for a mean stays beyond ``forget``, and may be declared again; as something else it may not."""
    said = r"mean \text{mean}, \mathbb{E}, \overline"
    context = context_from(rf"{said}; {said}; forget; {said}; broadcast; einstein; forget; einstein off; broadcast off")
    assert set(context.operators.values()) == {"mean"}
    assert not context.einstein
    assert not context.broadcast
    with pytest.raises(InputError, match="declared twice"):
        context_from(rf"{said}; variance \mathbb{{E}}")


@pytest.mark.parametrize(
    ("text", "kind", "plain"),
    [
        ("scalar s > 1", "positive", "s - 1"),
        ("scalar s <= 0", "nonneg", "-s"),
        ("scalars s, t; assume s < t", "positive", "t - s"),
        ("scalars s, t; assume s \\ne t", "nonzero", "s - t"),
        ("scalar s; assume 0 > s", "positive", "-s"),
        ("dimension N; vectors a, b : N; assume a \\ne b", "not_zero", "a - b"),
    ],
)
def test_bounds_as_hypotheses(text: str, kind: str, plain: str) -> None:
    """A bound is the sign of a difference."""
    context = context_from(text)
    assert context.env.hypotheses == (Condition(kind, read_term(plain, context.env)),)


def test_functions_speak_of_constants() -> None:
    """What is no parameter stays what it is, at any size of the argument."""
    context = context_from(r"dimension N; vectors a, g : N; scalar \epsilon; let f(x : N) = g \odot x + \epsilon x")
    assert status_of(r"f(a + g) = f(a) + f(g) = g \odot a + g \odot g + \epsilon(a + g)", context) == "proved"
    assert status_of(r"f(2a) = f(a)", context) == "refuted"


def test_ones_of_one_dimension() -> None:
    """Where two are declared, and nothing else tells."""
    with pytest.raises(InputError, match="cannot be told"):
        read_latex_term(r"\vec 1^\top \vec 1", context_from("dimension N, K"))
    term = read_latex_term(r"\vec 1^\top \vec 1", context_from("dimension N, K; ones K"))
    assert [dim.name for dim in dimensions_of(term)] == ["K"]


@pytest.mark.parametrize("directive", ["expect refuted", "skip", "label eq:six", "off", "on"])
def test_directives(directive: str) -> None:
    """What concerns a relation of a paper is no declaration."""
    with pytest.raises(InputError, match="expected a declaration"):
        context_from(f"scalar s; {directive}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dimension K; vector a : N", "1:25: the unknown dimension N"),
        ("dimension N; vector a", "a colon and a dimension"),
        ("dimension N; vector a : N x N", "found 2 dimensions"),
        ("dimension N; matrix A : N", "found 1 dimension"),
        ("scalar s, s", "the name s is declared twice"),
        (r"dimension N; vector a : N; vector a : N", "the name a is declared twice"),
        (r"dimension N; vector a : N; matrix a : N x N", "the name a is declared twice"),
        (r"dimension N; vector a : N; index a : N", "the name a is declared twice"),
        (r"dimension N; index a : N; vector a : N", "the name a is declared twice"),
        (r"scalar a; dimension N; loss a of a", "the name a is declared twice"),
        ("scalar 3", "found '3'"),
        (r"scalar \frac12", "a name as it is typeset"),
        ("scalar", "found nothing"),
        ("dimension N; vector a : N symmetric", "property 'symmetric'"),
        ("dimension N; index i : N nonzero", "1:26: found the property 'nonzero'"),
        ("let x", "'=' and a formula"),
        ("let x = ", "found nothing"),
        ("let x = y", "the unknown name y"),
        ("dimension N; vector a : N; let x = a_i", "the unbound index i"),
        ("dimension N; vector a : N; index n, m : N; let x = a_n a_m", "the unbound index m, n"),
        ("dimension N; vector a : N; let x_i = a_j", "the unbound index j"),
        ("scalar s; assume s", "a formula alone"),
        ("scalar s; invertible s", "the condition 'invertible'"),
        ("use layernrom", "there is no theory"),
        ("theorem layernorm.nothing", "no theorem has the label"),
        ("narrow roads", "narrow sums"),
        ("fnord s", "found 'fnord', expected a declaration"),
        ("einstein on", "nothing after 'einstein'"),
        ("broadcast x", "nothing after 'broadcast'"),
        ("transpose Q", "found 'transpose Q'"),
        ("mean", "a sign, as in mean"),
        (r"mean \mathbb{E}_x", "a sign without scripts"),
        (r"scalar E; mean E", "the name E is declared twice"),
        (r"mean E; scalar E", "the name E is declared twice"),
        (r"variance \overline", "for a variance"),
        ("dimension N; vector a : N; rows x of a", "rows of a of shape (N)"),
        ("dimension N; matrix A : N x N; rows x_i", "'of' and a matrix"),
        ("dimension N; matrix A : N x N; rows x of A; columns x of A", "columns with the name x"),
        ("scalar ж", "CYRILLIC"),
    ],
)
def test_what_is_no_declaration(text: str, message: str) -> None:
    """The place, what was found and what was expected."""
    with pytest.raises(InputError) as caught:
        context_from(text, file="")
    assert message in str(caught.value)
    assert ("1:" in str(caught.value)) or isinstance(caught.value, LimitError)


def test_names_of_a_file() -> None:
    """Places name the file."""
    with pytest.raises(NameError_, match=r"paper\.tex:2:8: the name s is declared twice"):
        context_from("scalar s\nscalar s", Context(), "paper.tex")


def test_a_size_with_a_bound() -> None:
    """It is a hypothesis of what is declared."""
    declared = context_from(r"dimension N >= 3, K \ge 2, M; scalar s")
    assert declared.env.hypotheses == context_from(r"dimension N, K; assume N >= 3, K \ge 2").env.hypotheses
    assert len(declared.env.hypotheses) == 2
    refusal(lambda: context_from("dimension 3 <= N"))
