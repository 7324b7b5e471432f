r"""What has two readings is refused whatever the other side is: functions without brackets, braces, marks, bare ones."""

from __future__ import annotations

import pytest

from derive.errors import AmbiguityError, InputError, NameError_
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex, read_latex_term
from derive.statements.equation import prove_equation
from tests.reading.latex.contexts import status_of

DECLARED = r"""dimension N, K; vectors x, y, v : N; matrices A, B : N x N; matrix X : N x K; scalars c, s > 0, t > 0
index i, j : N; index k : K"""


def context(more: str = "") -> Context:
    return context_from(more, context_from(DECLARED))


def status(latex: str, more: str = "") -> str:
    return status_of(latex, context(more))


def refused(latex: str, more: str = "") -> AmbiguityError:
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context(more))
    assert len(caught.value.readings) > 1
    return caught.value


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{tr} A B = \operatorname{tr}(A) B",
        r"\operatorname{tr} A B = \operatorname{tr}(BA)",
        r"\operatorname{tr} A B = 0",
        r"\det A B = \det(A) B",
        r"\det A B = \det(A) \det(B)",
        r"c = \det A B",
        r"A = A = c\, \operatorname{tr} A B",
    ],
)
def test_the_other_side_chooses_nothing(latex: str) -> None:
    """A matrix or a number: the shape of another side does not settle a reading."""
    assert "the other side does not choose" in refused(latex).hint


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\operatorname{tr} A x = \operatorname{tr}(A) x", "proved"),
        (r"\operatorname{tr} A B + c = c + \operatorname{tr}(B A)", "proved"),
        (r"\operatorname{tr} A B + A = A + \operatorname{tr}(A) B", "proved"),
        (r"\operatorname{tr} A B + A = A + \operatorname{tr}(B) A", "refuted"),
        (r"\operatorname{diag} x y = x \odot y", "proved"),
    ],
)
def test_the_same_side_chooses(latex: str, expected: str) -> None:
    """What is ill-typed within a side does not count."""
    assert status(latex) == expected


SQUARE = r"\nabla_x^2 (x^\top x)"


@pytest.mark.parametrize(
    ("latex", "hessian", "laplacian"),
    [
        (rf"{SQUARE} = 2I_N", "proved", "refuted"),
        (rf"{SQUARE} = 2N", "refuted", "proved"),
        (r"\nabla^2_x (x^\top A x) = A + A^\top", "proved", "refuted"),
        (r"\nabla^2_x (x^\top A x) = 2 \operatorname{tr}(A)", "refuted", "proved"),
        (rf"({SQUARE}) y = 2 y", "proved", "refuted"),
    ],
)
def test_second_nablas(latex: str, hessian: str, laplacian: str) -> None:
    r"""``\nabla^2`` is the matrix or the sum of second derivatives."""
    found = refused(latex)
    assert "second nablas: hessian|laplacian" in found.hint
    assert status(latex, "second nablas: hessian") == hessian
    assert status(latex, "second nablas: laplacian") == laplacian


def test_daggers() -> None:
    r"""``A^\dagger`` is the pseudo-inverse or the adjoint; ``A^+`` is the pseudo-inverse."""
    assert "daggers: pseudo-inverse|adjoint" in refused(r"A^\dagger = A^\top").hint
    assert status(r"A^\dagger = A^\top", "daggers: adjoint") == "proved"
    assert status(r"A^\dagger = A^\top", "daggers: pseudo-inverse") == "refuted"
    assert status(r"X^\dagger = X^+", "daggers: pseudo-inverse") == "proved"
    assert status(r"x^\dagger y = x \cdot y", "daggers: adjoint") == "proved"
    with pytest.raises(InputError, match="pseudo-inverse of shape"):
        read_latex(r"x^\dagger y = c", context())


@pytest.mark.parametrize(
    "latex", ["c + 1e-5 = c", "1e3 c = 1000 c", "2e-1 = 2e - 1", "1.5e2 = 150", r"\frac{2e+1}{c} = c"]
)
def test_numbers_with_a_declared_e(latex: str) -> None:
    """A number in scientific notation, or a product with e."""
    assert refused(latex, "scalar e").readings[0].startswith("a number in scientific notation")
    with pytest.raises(NameError_, match="unknown name e"):
        read_latex(latex, context())


@pytest.mark.parametrize(
    "latex", ["2 e - 1 = 2 e - 1", "2e = e + e", "2e^2 = 2 e e", "2e - t = 2e - t", r"2e \cdot 5 = 10 e"]
)
def test_an_e_that_is_a_factor(latex: str) -> None:
    assert status(latex, "scalar e") == "proved"


@pytest.mark.parametrize(
    "latex",
    [
        r"\log{s + t} = c",
        r"\operatorname{tr}{A B} = c",
        r"c - {s + t} = c - s + t",
        r"\frac{\partial}{\partial t}{t + s} = c",
        r"2 {s + t} = c",
        r"{s + t} c = c",
        r"2 {-s + t} = c",
    ],
)
def test_braces_that_are_not_printed(latex: str) -> None:
    """As the braces group it, or as it is printed."""
    said = [said.partition(", at")[0] for said in refused(latex).readings]
    assert said == ["as the braces group it", "as it is printed, without them"]


@pytest.mark.parametrize(
    "latex", [r"\log{s t} = c", r"1/{s t} = c", r"{c/s} t = c", r"\sum_i {x_i + y_i} = c", r"A \odot {B A} = A"]
)
def test_braces_beside_another_doubt(latex: str) -> None:
    """As it is printed there are two more readings."""
    assert refused(latex).readings


@pytest.mark.parametrize("latex", ["f{s + t} = (s + t)^2", "f{s + t} = f s + t", "f^2{s + t} = c", "f'{s + t} = c"])
def test_braces_behind_a_function(latex: str) -> None:
    """It could be that of the sum, too."""
    error = refused(latex, "let f(c) = c^2")
    assert not error.convention
    with pytest.raises(AmbiguityError):
        read_latex(latex, context("let f(c) = c^2; braces: grouped"))


@pytest.mark.parametrize(
    ("latex", "grouped", "printed"),
    [
        ("c - {s + t} = c - s - t", "proved", "refuted"),
        ("c - {s + t} = c - s + t", "refuted", "proved"),
        (r"c - \underbrace{s - t}_{u} = c - s - t", "refuted", "proved"),
        ("2 {s + t} c = 2 s + t c", "refuted", "proved"),
        ("c - 2 {s + t} c = c - 2 s + t c", "refuted", "proved"),
        ("c - 2 {s + t} c = c - 2 s - 2 t c", "refuted", "refuted"),
        (r"c - 2 {s + t} c = c - 2 s c - 2 t c", "proved", "refuted"),
        (r"\sum_i {x_i + c} = \sum_i x_i + c", "refuted", "proved"),
        (r"\sum_i {x_i + c} = \sum_i (x_i + c)", "proved", "refuted"),
        (r"{s \cdot t} c = s \cdot t c", "proved", "proved"),
    ],
)
def test_braces_in_each_reading(latex: str, grouped: str, printed: str) -> None:
    """A declaration says which; without one, each is decided, each by itself."""
    for choice, wanted in (("grouped", grouped), ("printed", printed)):
        assert status(latex, f"scalars c, s, t; vector x : N; braces: {choice}") == wanted


@pytest.mark.parametrize("latex", [r"{AB}^\top = A B^\top", r"{{AB}}^{-1} = A", r"{st}^2 = c"])
def test_scripts_behind_braces(latex: str) -> None:
    """Of all that they hold, or of the last factor."""
    assert [said.split(",")[0] for said in refused(latex).readings] == [
        "of all that the braces hold",
        "of the last factor",
    ]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            r"\sum_i {\color{red} - x_i} {\color{blue} y_i} = -x \cdot y",
            r"\sum_i {\color{red} - x_i} {\color{blue} y_i} = x \cdot y",
        ),
        (r"{-s} t = -s t", r"{-s} t = s t"),
        (r"{+s} \frac1t = \frac{s}{t}", r"{+s} \frac1t = s t"),
    ],
)
def test_a_sign_in_braces(true: str, false: str) -> None:
    """One product with its sign, before which nothing stands but a sum, is the same however the braces group it."""
    assert status(true) == "proved"
    assert status(false) == "refuted"


@pytest.mark.parametrize(
    "latex", ["c {-s} = -c s", "{-s + t} c = c", r"{-\sum_i x_i} y_i = c", "c - {-s} = c + s", "{-s}^2 = c"]
)
def test_a_sign_in_braces_with_two_readings(latex: str) -> None:
    """It could be a difference, or act on what follows."""
    assert refused(latex).readings == ("as the braces group it", "as it is printed, without them")


@pytest.mark.parametrize(
    "latex",
    [
        r"{A}^\top = A^\top",
        r"{(AB)}^\top = B^\top A^\top",
        r"{AB} x = A B x",
        r"\log{t} = \log(t)",
        r"c + {s + t} = c + s + t",
        r"\sum_i {x_i y_i} = x^\top y",
        r"{c}{t} = t c",
        r"\sqrt{s t}^2 = s t",
    ],
)
def test_braces_that_group_nothing_else(latex: str) -> None:
    assert status(latex) == "proved"


FUNCTION = "scalar u; let f(u) = u^2 + 1"


def test_a_function_before_a_name() -> None:
    """f(x), or the value of f times x; a sign, a space or the other order says which."""
    for latex in ("f u = u^3 + u", "f t = c", "2 f u^2 = c", r"\frac{f u}{u} = c"):
        assert refused(latex, FUNCTION).readings[0] == "the function of what follows"
    for latex in (r"f \cdot u = u^3 + u", r"f\,u = u^3 + u", "u f = u^3 + u", "f(u) = u^2 + 1", r"f x = x f"):
        assert status(latex, FUNCTION) == "proved"


MARKS = r"vector z, \mathbf z : N; scalar \mathrm z"


def test_names_that_differ_by_their_marks() -> None:
    """Each is meant by its own mark; those that look alike are one."""
    for latex in (r"\mathsf z = z", r"\text{z} = z", r"\mathtt z = z", r"\textsf{z} = \mathbf z"):
        with pytest.raises(NameError_, match="unknown name z"):
            read_latex(latex, context(MARKS))
    for latex in (r"z = \mathbf z", r"\mathbf z_i = z_i", r"\mathrm z = \mathrm z + 1"):
        assert status(latex, MARKS) == "refuted"
    for latex in (r"\bm z = \mathbf z", r"\textbf{z} = \mathbf z", r"\mathit z = z", r"\textrm{z} = \mathrm z"):
        assert status(latex, MARKS) == "proved"
    assert status(r"\mathsf x = x") == "proved"  # the only one of this letter


@pytest.mark.parametrize(
    ("latex", "reading"),
    [
        (r"A^{-1} A = 1", "the identity, I"),
        (r"A^0 = 1", "the identity, I"),
        (r"1 = A", "the identity, I"),
        (r"A 1 = A", r"the vector of ones, \vec 1"),
        (r"x^\top 1 = c", r"the vector of ones, \vec 1"),
    ],
)
def test_bare_ones(latex: str, reading: str) -> None:
    """The number, the identity or the vector of ones."""
    assert refused(latex).readings == ("the number 1", reading)


@pytest.mark.parametrize(
    "latex", [r"A x_i = x_i A", r"AB_{ij} = (AB)_{ij}", r"A X_{ik} = X_{ik} A", r"\sum_i A x_i = A"]
)
def test_a_matrix_before_a_component(latex: str) -> None:
    """A component of the product, or the matrix times a number."""
    assert refused(latex).readings[0] == "the component of the product of both"


@pytest.mark.parametrize(
    "latex",
    [
        r"A^0 = I",
        r"A \vec 1 = A \mathbf 1",
        r"1 A = A",
        r"c 1 = c",
        r"x_i A = x_i A",
        r"(A x)_i = \sum_j A_{ij} x_j",
        r"A_{ij} x_j = x_j A_{ij}",
        r"c x_i = x_i c",
    ],
)
def test_ones_and_components_with_one_reading(latex: str) -> None:
    assert status(latex) == "proved"


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        (r"f^2(x)", None),
        (r"f^{-1}(x)", None),
        (r"f^2(y)", None),
        (r"f^2 x", None),
        (r"f^2 (1 - f)", r"-(x^2 + 1)^2 x^2"),
        (r"f^2 \cdot (x)", r"(x^2 + 1)^2 x"),
        (r"f(x)^2", r"(x^2 + 1)^2"),
        (r"(f(x))^2", r"(x^2 + 1)^2"),
    ],
)
def test_a_power_of_a_function_before_its_argument(formula: str, says: str | None) -> None:
    """f²(x) is the square of f(x), f of f(x), or f² times x: never the one that happens to fit."""
    context = context_from("scalar x, y; let f(x) = x^2 + 1")
    if says is None:
        with pytest.raises(AmbiguityError) as caught:
            read_latex_term(formula, context)
        assert len(caught.value.readings) > 1
    else:
        assert prove_equation(read_latex_term(formula, context), read_latex_term(says, context)).status == "proved"


def test_a_power_of_a_node_before_its_argument() -> None:
    """Of a component alike."""
    context = context_from("dimension N; vector x : N; index i : N; let h_i(x_i) = 2 x_i")
    with pytest.raises(AmbiguityError):
        read_latex_term(r"h_i^2(x_i)", context)
