r"""``derive.reading.latex.conventions`` and ``settling``: notations that a field reads in two ways."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.errors import InputError
from derive.reading import read_statement
from derive.reading.decided import context_from
from derive.reading.declarations import read_declarations
from derive.reading.latex import AmbiguityError, Context, read_latex
from derive.reading.latex.conventions import CONVENTIONS
from derive.statements.equation import prove_chain
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension N, K; vectors x, y, \vec a : N; matrices A, B : N x N; matrix X : N x K; matrix Z : K x N
scalar t, c; index i : N; let \bar x = \frac1N \sum_j x_j"""


def context(more: str = "") -> Context:
    return context_from(more, context_from(DECLARED))


def status(latex: str, more: str = "") -> str:
    return status_of(latex, context(more))


def ambiguous(latex: str, more: str = "") -> AmbiguityError:
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context(more))
    return caught.value


POWERS = [
    r"\vec a^2 = \vec a \cdot \vec a",
    r"\vec a^2 = \vec a \odot \vec a",
    r"\mathbf x^2 = |x|^2",
    r"x^2 = x \odot x",
    r"x^4 = (x \cdot x)^2",
    r"x^3 = x \odot x \odot x",
    r"x^{-2} = 1",
    r"x^0 = 1",
    r"(x + y)^2 = c",
    r"2 x^2 = c",
    r"x^\top x^2 = c",
    r"\frac{x^2}{c} = x",
    r"c = x^2 - y^2",
    r"(A x)^2 = x^\top A^\top A x",
    r"x^{2} = 0",
    r"\mathbf 1_N^2 = c",
]


@pytest.mark.parametrize("latex", POWERS)
def test_powers_of_vectors(latex: str) -> None:
    """A power of a vector is componentwise or a scalar product, whatever the other side is; the error names both."""
    found = ambiguous(latex)
    assert [reading.partition(",")[0] for reading in found.readings] == ["componentwise", "a scalar product"]
    assert "powers of vectors: componentwise|dot" in found.hint


@pytest.mark.parametrize(
    ("latex", "componentwise", "dot"),
    [
        (r"\vec a^2 = \vec a \cdot \vec a", "refuted", "proved"),
        (r"\vec a^2 = \vec a \odot \vec a", "proved", "refuted"),
        (r"x^4 = (x \cdot x)^2", "refuted", "proved"),
        (r"x^3 = x \odot x \odot x", "proved", "refuted"),
        (r"x^3 = |x|^2 x", "refuted", "proved"),
        (r"c\, x^5 = c\, (x \cdot x)^2 x", "refuted", "proved"),
        (r"x^{-1} = \mathbf 1 / x", "proved", "proved"),
        (r"\frac{x^2}{c} = \frac{x \cdot x}{c}", "refuted", "proved"),
        (r"x^{\odot 2} = x \odot x", "proved", "proved"),
        (r"x_i^2 = x_i x_i", "proved", "proved"),
        (r"(A x)^2 = x^\top A^\top A x", "refuted", "proved"),
    ],
)
def test_powers_of_vectors_as_declared(latex: str, componentwise: str, dot: str) -> None:
    assert status(latex, "powers of vectors: componentwise") == componentwise
    assert status(latex, "powers of vectors: dot") == dot


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"x^2 + 1 = x \cdot x + 1", "proved"),
        (r"x^2 + 1 = x \cdot x - 1", "refuted"),
        (r"x^2 + y = x \odot x + y", "proved"),
        (r"\sqrt{x^2} = |x|", "proved"),
        (r"\operatorname{diag}(x^2) = \operatorname{diag}(x) \operatorname{diag}(x)", "proved"),
        (r"\sum_j x_j^2 = x \cdot x", "proved"),
        (r"x^{\odot 2} \cdot y = \sum_j x_j^2 y_j", "proved"),
        (r"A^2 = A A", "proved"),
        (r"(x^2)_i = x_i^2", "proved"),
        (r"\sqrt{x^2} = \sqrt{x^2} + x^2 - x^2", "proved"),
    ],
)
def test_a_power_that_is_well_typed_in_one_way(latex: str, expected: str) -> None:
    """What is ill-typed within a side does not count."""
    assert status(latex) == expected


def test_one_choice_for_a_whole_formula() -> None:
    """Each power alone is well-typed in one way; together they are not."""
    with pytest.raises(InputError, match="shape"):
        read_latex(r"x^2 + 1 = y + x^2", context())
    assert status(r"x^2 + 1 + y^2 = x \cdot x + y \cdot y + 1") == "proved"


def test_definitions() -> None:
    """The body of a definition is read likewise."""
    with pytest.raises(AmbiguityError):
        context("let q = x^2")
    assert status(r"q = x \cdot x + 1", "let q = x^2 + 1") == "proved"
    assert status(r"q = x \cdot x", "powers of vectors: dot; let q = x^2") == "proved"
    assert status(r"\sum_j q_j = x \cdot x", "powers of vectors: componentwise; let q = x^2") == "proved"


def test_a_theory_in_use() -> None:
    """A theory writes powers of vectors by components, and variances of populations; a declaration comes before it."""
    used = context_from("use layernorm")
    assert status_of(r"\vec \alpha^2 = \vec \alpha \odot \vec \alpha", used) == "proved"
    assert status_of(r"\operatorname{Var}(\vec a) = \sigma^2", used) == "proved"
    assert status_of(r"\vec a^2 = \vec a \cdot \vec a", "powers of vectors: dot; use layernorm") == "proved"
    assert ambiguous(r"x^2 = c", "use layernorm; forget; dimension N; vector x : N; scalar c").readings


@pytest.mark.parametrize(
    "latex",
    [
        r"2\tfrac12 = 1",
        r"2\frac{1}{2} t = t",
        r"1\,\frac13 = 2",
        r"t\, 2\tfrac12 = t",
        r"\frac{2\tfrac12}{5} = c",
        r"{2}\tfrac12 = 1",
        r"2{\tfrac12} = 1",
        r"-2\tfrac12 = c",
        r"\sum_j 2\tfrac12 x_j = c",
        r"2\tfrac12^2 = c",
        r"c + 12\dfrac{3}{4} = c",
        r"2\ \frac{10}{11} = c",
    ],
)
def test_a_number_before_a_fraction(latex: str) -> None:
    """``2\\tfrac12`` is a mixed number or a product."""
    assert len(ambiguous(latex).readings) == 2
    assert "numbers before fractions: product|mixed" in ambiguous(latex).hint


@pytest.mark.parametrize(
    ("latex", "product", "mixed"),
    [
        (r"2\tfrac12 = 1", "proved", "refuted"),
        (r"2\tfrac12 = \tfrac52", "refuted", "proved"),
        (r"2\tfrac12 t = \tfrac52 t", "refuted", "proved"),
        (r"-1\frac13 = -\frac43", "refuted", "proved"),
        (r"2\tfrac12^2 = \tfrac{25}{4}", "refuted", "proved"),
    ],
)
def test_a_number_before_a_fraction_as_declared(latex: str, product: str, mixed: str) -> None:
    assert status(latex, "numbers before fractions: product") == product
    assert status(latex, "numbers before fractions: mixed") == mixed


@pytest.mark.parametrize(
    "latex",
    [
        r"2\tfrac{t}{2} = t",
        r"2\tfrac32 = 3",
        r"2 \cdot \tfrac12 = 1",
        r"(2)\tfrac12 = 1",
        r"2(\tfrac12) = 1",
        r"2^2\tfrac12 = 2",
        r"2 t \tfrac12 = t",
        r"\tfrac12 2 t = t",
        r"2 \frac{1}{N} = \frac{2}{N}",
        r"2\tfrac22 = 2",
    ],
)
def test_a_product_with_a_fraction(latex: str) -> None:
    """With a letter, a sign or brackets, or a fraction that is not proper, there is no mixed number."""
    assert status(latex) == "proved"


@pytest.mark.parametrize(
    "latex",
    [
        r"A \cdot B = A B",
        r"A \cdot B = c",
        r"A^\top \cdot B = c",
        r"A \cdot I = A",
        r"c A \cdot B = c A B",
        r"A \cdot B \cdot x = A B x",
    ],
)
def test_dots_of_matrices(latex: str) -> None:
    """``A \\cdot B`` is the matrix product or the sum of the products of entries."""
    found = ambiguous(latex)
    assert found.readings[0] == "the matrix product, A B"
    assert "dots of matrices: product|frobenius" in found.hint


@pytest.mark.parametrize(
    ("latex", "product", "frobenius"),
    [
        (r"A \cdot B = A B", "proved", "refuted"),
        (r"A \cdot B = B A", "refuted", "refuted"),
        (r"A \cdot B = \sum_i \sum_j A_{ij} B_{ij}", "refuted", "proved"),
        (r"A \cdot A = \|A\|_F^2", "refuted", "proved"),
        (r"A \cdot x = A x", "proved", "proved"),
    ],
)
def test_dots_of_matrices_as_declared(latex: str, product: str, frobenius: str) -> None:
    latex = latex.replace(r"\sum_i \sum_j A_{ij} B_{ij}", r"\sum_{m} \sum_{k} A_{mk} B_{mk}")
    assert status(latex, "dots of matrices: product") == product
    assert status(latex, "dots of matrices: frobenius") == frobenius


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"A \cdot x = A x", "proved"),
        (r"A \cdot B x = A B x", "proved"),
        (r"X \cdot Z = X Z", "proved"),
        (r"\operatorname{tr}(A \cdot B) = \operatorname{tr}(B A)", "proved"),
        (r"x^\top \cdot A = x^\top A", "proved"),
        (r"t \cdot A = t A", "proved"),
    ],
)
def test_dots_with_one_meaning(latex: str, expected: str) -> None:
    assert status(latex) == expected


@pytest.mark.parametrize(
    ("latex", "product", "entries"),
    [
        (r"A \circ B = A B", "proved", "refuted"),
        (r"A \circ B = B \circ A", "refuted", "proved"),
        (r"A \circ B = A \odot B", "refuted", "proved"),
        (r"x^\top (A \circ B) y = x^\top A B y", "proved", "refuted"),
        (r"x^\top A \circ B y = x^\top A B y", "proved", "refuted"),
        (r"A^{\circ 2} = A A", "proved", "refuted"),
        (r"A^{\circ 2} = A \circ A", "proved", "proved"),
        (r"x \circ y = x \odot y", "proved", "proved"),
        (r"x \circ y = x + y", "refuted", "refuted"),
        (r"X \circ X = X \odot X", "proved", "proved"),
        (r"X \circ Z = X Z", "proved", None),
    ],
)
def test_circles_of_matrices(latex: str, product: str, entries: str | None) -> None:
    """A circle between square matrices is their product, or that by entries; what has one shape alone is the second."""
    assert status(latex, "circles of matrices: product") == product
    if entries is None:
        assert refusal(lambda: status(latex, "circles of matrices: entries"))
    else:
        assert status(latex, "circles of matrices: entries") == entries
    if "A" in latex:
        assert "circles of matrices: product|entries" in ambiguous(latex).hint
    else:
        assert status(latex) == product


def test_a_circle_between_products() -> None:
    """The matrix product is the same from either side, that by entries is not."""
    assert status(r"A B \circ A B = A B A B", "circles of matrices: product") == "proved"
    with pytest.raises(AmbiguityError):
        read_latex(r"A B \circ A B = A B A B", context("circles of matrices: entries"))


@pytest.mark.parametrize("latex", [r"A \circ B \odot A = A", r"A \odot B \circ A = A"])
def test_a_circle_beside_a_product_by_entries(latex: str) -> None:
    """Neither goes before the other where they are not the same."""
    with pytest.raises(AmbiguityError, match="in one row"):
        read_latex(latex, context("circles of matrices: product"))
    read_latex(latex, context("circles of matrices: entries"))


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{Var}(x) = c",
        r"\mathrm{Var}[x] = c",
        r"\text{Var}(x) = c",
        r"\operatorname{var}(x) = c",
        r"\operatorname{Var} x = c",
        r"\operatorname{Var}^2(x) = c",
        r"\operatorname{Cov}(x, y) = c",
        r"\mathrm{Cov}[x, y] = c",
        r"s^2 = c",
        r"s_x^2 = c",
        r"\sqrt{s^2} = c",
    ],
)
def test_variances(latex: str) -> None:
    """A variance that nobody declared is one of a population or of a sample."""
    found = ambiguous(latex)
    assert [reading.split(",")[0].split()[-1] for reading in found.readings] == ["population", "sample"]
    assert "% derive: " in found.hint


SAMPLE = r"sample variance \operatorname{Var}; sample covariance \operatorname{Cov}"
POPULATION = r"variance \operatorname{Var}; covariance \operatorname{Cov}"
SUM = r"\sum_i (x_i - \bar x)^2"


@pytest.mark.parametrize(
    ("latex", "population", "sample"),
    [
        (rf"\operatorname{{Var}}(x) = \frac1N {SUM}", "proved", "refuted"),
        (rf"\operatorname{{Var}}(x) = \frac{{1}}{{N - 1}} {SUM}", "refuted", "proved"),
        (rf"\operatorname{{Var}}[x] = \frac{{1}}{{N + 1}} {SUM}", "refuted", "refuted"),
        (r"\operatorname{Cov}(x, x) = \operatorname{Var}(x)", "proved", "proved"),
        (r"\operatorname{Cov}(x, y) = \frac{1}{N - 1} \sum_i (x_i - \bar x) y_i", "refuted", "proved"),
    ],
)
def test_variances_as_declared(latex: str, population: str, sample: str) -> None:
    latex = latex.replace("_i", "_m")
    assert status(latex, POPULATION) == population
    assert status(latex, SAMPLE) == sample
    if "Cov" not in latex:
        assert status(latex, "variances: population") == population
        assert status(latex, "variances: sample") == sample


def test_a_declared_s() -> None:
    """A declared name is what it is declared as."""
    assert status("s^2 = s s", "scalar s") == "proved"
    assert status("s^2 = c", "let s^2 = c") == "proved"
    assert status("s_x^2 = 2 c", "let s_x^2 = 2 c") == "proved"
    with pytest.raises(AmbiguityError):
        read_latex("s^2 = c", context("vector s' : N"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("powers of vectors: cubes", "powers of vectors: componentwise|dot"),
        ("powers of matrices: dot", "dots of matrices: product|frobenius"),
        ("sample x", "sample variance, or sample covariance"),
        ("numbers", "numbers before fractions: product|mixed"),
    ],
)
def test_declarations_that_say_nothing(text: str, message: str) -> None:
    assert message in refusal(lambda: context(text))


def test_the_table() -> None:
    """What printed text has is one of the choices, and the first words of declarations differ."""
    assert all(found.printed in found.choices and len(found.choices) in (2, 3) for found in CONVENTIONS.values())
    assert len({name.split()[0] for name in CONVENTIONS}) == len(CONVENTIONS)


def _plain(text: str) -> str:
    env = read_declarations("dimension N; vectors a, b : N")
    chain: Any = read_statement(text, env)
    return prove_chain(chain.terms, chain.hypotheses).status


def test_plain_syntax_and_python_keep_their_meaning() -> None:
    """In plain syntax and in Python the power of a vector is componentwise, and var has 1/N."""
    assert _plain("a^2 = a*a") == "proved"
    assert _plain("a^2 = dot(a, a)") == "refuted"
    assert _plain("var(a) = dot(a, a)/N - mean(a)^2") == "proved"
    N = derive.dimension("N")
    a = derive.vector("a", N)
    assert derive.prove(a**2, a * a).status == "proved"
    assert derive.prove(derive.var(a), derive.dot(a, a) / N - derive.mean(a) ** 2).status == "proved"


@pytest.mark.parametrize(
    ("latex", "both", "first"),
    [
        (r"\sum_{i \ne j} A_{ij} = \sum_{i \ne j} A_{ji}", "proved", "refuted"),
        (r"\sum_{i \ne j} A_{ij} x_i = \sum_{i \ne j} x_i A_{ij}", "proved", "proved"),
        (r"\sum_{i \ne j} A_{ij} x_i x_j = x^\top A x - \sum_i A_{ii} x_i^2", "proved", ""),
        (r"\sum_{i < j} x_i x_j = \tfrac12 \sum_{i \ne j} x_i x_j", "proved", ""),
        (r"\sum_{i < j} x_i x_j = \sum_{i \ne j} x_i x_j", "refuted", ""),
        (r"(N \bar x)^2 = x^\top x + 2 \sum_{i \ne j} x_i x_j", "refuted", ""),
        (r"\sum_{i \ne j} 0 x_i = 0", "proved", "proved"),
        (r"\sum_{i \ne j} A_{ij} = 1", "refuted", "refuted"),
    ],
)
def test_inequalities_of_two_declared_indices(latex: str, both: str, first: str) -> None:
    """Over both, or over the first for each value of the other; that is none where the other stands on one side alone."""
    given = "index j : N; inequalities below signs: "
    assert status(latex, given + "both") == both
    if first:
        assert status(latex, given + "first") == first
    else:
        assert "on one side alone" in refusal(lambda: read_latex(latex, context(given + "first")))
    assert ambiguous(latex, "index j : N").convention == "inequalities below signs"
