r"""``layout numerator``: what derivatives of and by whole arrays are transposed."""

from __future__ import annotations

import re

import pytest

from derive.errors import AmbiguityError, InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from derive.reading.latex.jacobians import LAYOUTS
from tests.reading.latex.contexts import refusal, status_of

NAMES = r"""dimension N, K; vectors x, y, a : N; vector w : K; matrix A : K x N; matrix B : N x N; matrix X : N x K; scalar t
index i, j : N; index k : K; let z = A x; loss L of z; vector r : N; r depends on t; """


def verdict(latex: str, declared: str) -> str:
    return status_of(written(latex), NAMES + declared)


def outcome(latex: str, declared: str) -> str:
    """The verdict, or "refused" for an error that names the layout."""
    try:
        return verdict(latex, declared)
    except InputError as error:
        return "refused" if re.search(r"layout of (a|the) derivative|layout of derivatives", str(error)) else str(error)


def written(latex: str) -> str:
    r"""``<y|x>`` as \frac{\partial y}{\partial x}."""
    return re.sub(r"<(.*?)(?<!\\)\|(.*?)>", r"\\frac{\\partial \1}{\\partial \2}", latex)


#: A derivative, and what it is in the mixed, the numerator and the denominator layout.
TABLE = [
    (r"<(a^\top x)|x>", ("a", r"a^\top", "a")),
    (r"<(x^\top a)|x>", ("a", r"a^\top", "a")),
    (r"<(x^\top B x)|x>", (r"(B + B^\top) x", r"x^\top (B + B^\top)", r"(B + B^\top) x")),
    (r"<(A x)|x>", ("A", "A", r"A^\top")),
    (r"<(B x)|x>", ("B", "B", r"B^\top")),
    (r"<(x^\top B)^\top|x>", (r"B^\top", r"B^\top", "B")),
    (r"<x|x>", ("I", "I", "I")),
    (r"<\|x - a\|^2|x>", ("2 (x - a)", r"2 (x - a)^\top", "2 (x - a)")),
    (r"<\operatorname{tr}(A X)|X>", (r"A^\top", "A", r"A^\top")),
    (r"<(x^\top X w)|X>", (r"x w^\top", r"w x^\top", r"x w^\top")),
    (r"<\operatorname{tr}(B^\top B)|B>", ("2 B", r"2 B^\top", "2 B")),
    (r"<(t x)|t>", ("x", "x", r"x^\top")),
    (r"<(t^2 x)|t>", ("2 t x", "2 t x", r"2 t x^\top")),
    (r"<L|x>", (r"A^\top <L|z>", "<L|z> A", r"A^\top <L|z>")),
    (r"<L|x>", (r"<z|x>^\top <L|z>", "<L|z> <z|x>", "<z|x> <L|z>")),
    (r"<L|A>", (r"<L|z> x^\top", "x <L|z>", r"<L|z> x^\top")),
    (r"<r|t>", (r"<r|t>", "<r|t>", "<r|t>")),
    (r"<L|z_k>", (r"\left(<L|z>\right)_k",) * 3),
    (r"<(a^\top x)|x_i>", ("a_i",) * 3),
    (r"<z_k|x_i>", ("A_{ki}",) * 3),
    (r"\nabla_x (a^\top x)", ("a",) * 3),
    (r"\nabla_A L", (r"(\nabla_z L) x^\top",) * 3),
]


@pytest.mark.parametrize(("derivative", "values"), TABLE)
def test_the_table(derivative: str, values: tuple[str, ...]) -> None:
    """Each value is that of its layouts, mixed is what is meant without one, and a value of another layout is not proved."""
    for layout, value in zip(LAYOUTS, values, strict=True):
        assert verdict(f"{derivative} = {value}", f"layout {layout}") == "proved"
        for other in {other for other in values if other != value and "|" not in other}:
            assert outcome(f"{derivative} = {other}", f"layout {layout}") in ("refuted", "refused")
    assert verdict(f"{derivative} = {values[0]}", "") == "proved"


@pytest.mark.parametrize(
    ("latex", "layout"),
    [
        (r"<(x^\top y)|x> = y^\top", "numerator"),
        (r"<(x^\top B x)|x> = 2 x^\top B", "numerator"),
        (r"<\operatorname{tr}(A X)|X> = A", "numerator"),
        (r"<\operatorname{tr}(B B)|B> = 2 B", "numerator"),
        (r"<(A x)|x> = A^\top", "denominator"),
        (r"<(B x)|x> = B^\top", "denominator"),
        (r"<(t x)|t> = x^\top", "denominator"),
    ],
)
def test_without_a_layout(latex: str, layout: str) -> None:
    """What fits, or holds, in another layout alone is refused, and names both."""
    with pytest.raises(AmbiguityError, match="the layout of a derivative") as caught:
        read_latex(written(latex), context_from(NAMES))
    assert caught.value.readings[0].startswith("layout mixed")
    assert caught.value.readings[1].startswith(f"layout {layout}")
    assert f"% derive: layout {layout}" in caught.value.hint


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"<(x^\top B x)|x> = 2 B x", "refuted"),
        (r"<(B x)|x> = 2 B", "refuted"),
        (r"<(B x)|x> = 2 B^\top", "refuted"),
        (r"<(x^\top x)|x> = x^\top B", "refused"),
        (r"<(A x)|x> = 2 A", "refuted"),
        (r"<(A x)|x^\top> = A", "proved"),
        (r"<(A x)^\top|x> = A^\top", "proved"),
        (r"<(a^\top x)|x^\top> = a^\top", "proved"),
    ],
)
def test_what_no_layout_makes_true(latex: str, status: str) -> None:
    """False in every layout: refuted in the mixed one, unless the sides differ by a transpose there."""
    assert outcome(latex, "") == status


@pytest.mark.parametrize(
    ("layout", "latex", "message"),
    [
        ("numerator", r"<(A x)|x^\top> = A", "written with a transpose, in the numerator layout"),
        ("numerator", r"<L|x^\top> = <L|z> A", "written with a transpose, in the numerator layout"),
        ("denominator", r"<(t x)^\top|t> = x", "written with a transpose, in the denominator layout"),
        ("denominator", r"<(t B)|t> = B", "a matrix by a scalar in the denominator layout"),
        ("numerator", r"<(x^\top y)|x> = y", "in the numerator layout of derivatives, which is declared"),
        ("", r"<L|x> = <L|z> <z|x>", "in the numerator layout of derivatives it fits"),
        ("", r"<L|x> = <z|x> <L|z>", "in the denominator layout of derivatives it fits"),
    ],
)
def test_what_names_the_layout(layout: str, latex: str, message: str) -> None:
    """Rows where there are none, and shapes that fit elsewhere."""
    assert message in refusal(lambda: read_latex(written(latex), context_from(NAMES + (layout and f"layout {layout}"))))


@pytest.mark.parametrize("clause", ["layout", "layout rows", "layout numerator mixed"])
def test_layouts_that_there_are_not(clause: str) -> None:
    """One of three words."""
    with pytest.raises(InputError, match="one of mixed, numerator, denominator"):
        context_from(clause)


ROWS = r"dimension N, K; vector x : N; matrix A : N x N; matrix B : K x N"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac{\partial (x^\top B^\top)}{\partial x} = B", "numerator"),
        (r"\frac{\partial (x^\top A)}{\partial x} = A^\top", "numerator"),
        (r"\frac{\partial (x^\top B^\top)}{\partial x} = B^\top", "proved"),
        (r"\frac{\partial (x^\top A)}{\partial x} = A", "proved"),
        (r"\frac{\partial (x^\top A)}{\partial x} = 2 A", "refuted"),
    ],
)
def test_a_row_above(latex: str, expected: str) -> None:
    """What holds where the row is read as its column is refused with that layout; where it is declared all of them are."""
    if expected == "numerator":
        with pytest.raises(AmbiguityError, match="layout numerator"):
            read_latex(latex, context_from(ROWS))
    else:
        assert status_of(latex, ROWS) == expected
    with pytest.raises(InputError, match="written with a transpose"):
        read_latex(latex, context_from(f"{ROWS}; layout numerator"))


def test_a_definition_may_be_laid_out_otherwise() -> None:
    """What a derivative defines is a column or a row: equal to the other one it is neither proved nor refuted."""
    declared = "dimension n; vectors x, a : n; let g = " + written(r"<(a^\top x)|x>")
    assert status_of("g = a", declared) == "proved"
    assert status_of("g = 2 a", declared) == "refuted"
    for latex in (r"g = a^\top", r"2 a^\top = g"):
        with pytest.raises(AmbiguityError, match="the layout of a derivative"):
            status_of(latex, declared)
    assert status_of(r"g = a^\top", declared.replace("let", "layout numerator; let")) == "proved"
    assert status_of(r"x = x^\top", declared) == "refuted"


JACOBIANS = r"""dimensions n, m; vectors x, z : n; matrix A : m x n; matrix r : 1 x n; scalar c; index i : n
let y = A x; let s = e^x; let u = e^r"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"J_x(y) = A", "proved"), (r"\mathbf J_x(y) z = A z", "proved"), (r"J_x(y)^\top A = A^\top A", "proved"),
        (r"J_x(s) = \operatorname{diag}(s)", "proved"), (r"J_x(s) = \operatorname{diag}(x)", "refuted"),
        (r"J_r(u) = \operatorname{diag}(u)", "proved"), (r"J_x(x + J_x(c x) x) = (1 + c) I", "proved"),
        (r"J_x(y) = A^\top", "refuted"),
    ],
)  # fmt: skip
def test_the_jacobian_by_its_name(latex: str, status: str) -> None:
    """J_x(y) has the rows of y; of rows as of columns."""
    assert status_of(latex, JACOBIANS) == status


@pytest.mark.parametrize(
    "latex", [r"J_s(x) = A", r"J_{x_i}(y) = A", r"J_x(x^\top x) = x", r"J_c(y) = A", r"J_z(y) = A"]
)
def test_what_is_no_jacobian(latex: str) -> None:
    assert "of what is no vector made of" in refusal(read_latex, latex, context_from(JACOBIANS))


def test_a_declared_j_is_no_jacobian() -> None:
    assert status_of("J_i (x) = x J_i", JACOBIANS + "; vector J : n") == "proved"
    assert "J_x" in refusal(read_latex, "J_x y = A", context_from(JACOBIANS))


@pytest.mark.parametrize("said", ["G = A^T", "G^T = A", "G x = A^T x", r"g g^T = \|A x + A^T x\|^2"])
def test_a_derivative_in_a_definition_may_be_the_transposed_one(said: str) -> None:
    """Wherever it stands: what holds of that alone is refused, and false in a declared layout; all else is decided."""
    names = "dimension n; vector x : n; matrix A : n x n; "
    names += written("let G = <(A x)|x>; ") + written(r"let g = <(x^\top A x)|x>")
    with pytest.raises(AmbiguityError, match="layout"):
        status_of(said, names)
    assert status_of("G x = A^T x", "layout numerator; " + names) == "refuted"
    assert [status_of(other, names) for other in ("G = -A", "G = A", "g^T g = 1")] == ["refuted", "proved", "refuted"]
