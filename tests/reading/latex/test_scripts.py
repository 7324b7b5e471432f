r"""``derive.reading.latex.scripts``: indices, powers, transposes."""

from __future__ import annotations

import pytest

from derive.errors import InputError, NameError_
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import context, read, refusal, same, status_of


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"a_n", "a[n]"),
        (r"\vec a_n", "a[n]"),
        (r"A_{nm}", "A[n, m]"),
        (r"A_{n,m}", "A[n, m]"),
        (r"A_{n m}", "A[n, m]"),
        (r"X_{nk}", "X[n, k]"),
        (r"a_n^2", "a[n]^2"),
        (r"a^2_n", "a[n]^2"),
        (r"A_{nm}^2", "A[n, m]^2"),
        (r"(A \vec a)_n", "(A*a)[n]"),
        (r"(A^{-1})_{nm}", "(A^-1)[n, m]"),
        (r"X^\top_{kn}", "X.T[k, n]"),
        (r"t^2", "t^2"),
        (r"t^{-1}", "t^-1"),
        (r"t^{1/2}", "t^(1/2)"),
        (r"t^{-1/2}", "t^(-1/2)"),
        (r"t^{-\frac32}", "t^(-3/2)"),
        (r"t^{\frac{3}{2}}", "t^(3/2)"),
        (r"t^{-0.5 - 1}", "t^(-3/2)"), (r"t^{-\frac12-1}", "t^(-3/2)"), (r"t^{1-\frac{3}{2}}", "t^(-1/2)"),
        (r"t^{\frac{-1}{2}}", "t^(-1/2)"), (r"t^{2-1}", "t^1"), (r"t^{1/2 + 1 - 3}", "t^(-3/2)"), (r"A^{1-2}", "A^-1"),
        (r"\vec a^{\odot 3-1}", "hadamard_power(a, 2)"),
        (r"t^23", "t^2*3"),
        (r"(s + t)^{10}", "(s + t)^10"),
        (r"\vec a^{\odot 2}", "hadamard_power(a, 2)"),
        (r"\vec a^{-1}", "a^-1"),
        (r"A^{-1}", "A^-1"),
        (r"A^2", "A^2"),
        (r"A^{\odot 2}", "hadamard_power(A, 2)"),
        (r"A^\top", "A.T"), (r"A^T", "A.T"), (r"A^{T}", "A.T"), (r"A^\mathrm{T}", "A.T"), (r"A^{\mathsf T}", "A.T"),
        (r"A^{\sf T}", "A.T"),
        (r"A^{\rm T}", "A.T"), (r"A^{\text{T}}", "A.T"), (r"A^{\mkern-1.5mu\mathsf{T}}", "A.T"), (r"A^\mathsf{T}", "A.T"),
        (r"A^{\intercal}", "A.T"),
        (r"A^{-T}", "(A^-1).T"), (r"A^{-\top}", "(A^-1).T"),
        (r"X^+", "pinv(X)"), (r"X^{+}", "pinv(X)"),
        (r"(X^\top X)^{-1} X^\top", "(X.T*X)^-1*X.T"),
        (r"{\vec a}^\top", "a.T"),
    ],
)  # fmt: skip
def test_what_scripts_say(latex: str, plain: str) -> None:
    """Components, powers, transposes, inverses and pseudo-inverses."""
    same(latex, plain)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"a_i", "the unbound index i"),
        (r"a_{i+1}", "a shifted index"),
        (r"a_{nm}", "2 indices for shape (N)"),
        (r"A_n", "1 index for shape (N × N)"),
        (r"s_n", "a component of a scalar"),
        (r"a_k", "index k over K for an axis over N"),
        (r"t^{1/3}", "the exponent 1/3"),
        (r"t^{1/2-1/3}", "the exponent 1/6"),
        (r"t^{1--2}", "the exponent"),
        (r"t^{2-}", "the exponent"),
        (r"t^{+2}", "the exponent"),
        (r"t^{1-\mathbf 1}", "the exponent"),
        (r"t^{n-1}", "the exponent"),
        (r"t^{1-1/0}", "a division by 0"),
        (r"t^n", "the exponent 'n'"),
        (r"t^{\mathbf 1}", "the exponent '1'"),
        (r"t^{\frac10}", "a division by 0"),
        (r"t^{(s+1)}", "the exponent"),
        (r"t^{a_n}_n", "a component of a scalar"),
        (r"X^{s}", "the exponent 's'"),
        (r"a^{s}", "the exponent 's'"),
        (r"\vec a^{1/2}", "the exponent 1/2 of shape (N)"),
        (r"X^2", "a power of shape (N × K)"),
        (r"X^{-T}", "an inverse of shape (N × K)"),
        (r"t^+", "a pseudo-inverse of shape scalar"),
        (r"t^{-\top}", "an inverse of shape scalar"),
        (r"\|a\|^\top", "the transpose of shape scalar"),
        (r"2^\top", "components and digits have none"),
        (r"X_{nk} (X_{nk})^\top", "the transpose of shape scalar"),
        (r"a_n_m", "a second subscript"),
        (r"t^2^3", "a second superscript"),
        (r"t^{}", "an empty script"),
        (r"X^{} + X", "an empty script"),
        (r"a'", "% derive: transpose '"),
    ],
)
def test_what_they_do_not(latex: str, message: str) -> None:
    """The place, what was found, what was expected."""
    assert message in refusal(lambda: read(latex))


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"t^\top = t", "proved"), (r"t^\top = -t", "refuted"), (r"t^{\mathsf T} a = t a", "proved"),
        (r"(x^\top A y)^\top = y^\top A^\top x", "proved"), (r"(x^\top A y)^\top = y^\top A x", "refuted"),
        (r"(x^T A y)^T = y^T A^T x", "proved"), (r"(x^T y + t)^T = y^T x + t", "proved"),
        (r"(x \cdot y)^\top = y \cdot x", "proved"), (r"A^\top t^\top = (t A)^\top", "proved"),
    ],
)  # fmt: skip
def test_the_transpose_of_a_number(latex: str, status: str) -> None:
    """A number that a name or a product of vectors is has a transpose, which is the number."""
    assert status_of(latex, context()) == status


@pytest.mark.parametrize("latex", [
    "s^T = s", r"(1 - s a^\top a)^T = s", r"(x \cdot y)^T = y \cdot x", "(x^T A y)^t = y^T A^T x",
])  # fmt: skip
def test_a_letter_above_a_number(latex: str) -> None:
    """T could be an exponent that is not declared, but where arrays in the number have it, and no other sign."""
    message = refusal(lambda: status_of(latex, "dimension N; vectors a, x, y : N; matrix A : N x N; scalar s"))
    assert "the transpose, which is the number; or the power with an exponent that is not declared" in message


def test_an_entry_of_the_transpose_by_the_name_of_rows() -> None:
    """``x^T_{ji}`` is an entry of X^T; ``x_{ij}^T`` and an entry of a matrix with columns of that name could be others."""
    rows, columns = "matrix Z : N x K; rows z_n of Z", "matrix Z : N x K; columns z_k of Z"
    entry = r"\sum_n z^T_{kn} z_{nk} = (Z^T Z)_{kk}"
    assert status_of(entry, context(rows)) == "proved"
    assert status_of(entry.replace("z_{nk}", "z_{nk}^2"), context(rows)) == "refuted"
    assert "the transpose of shape scalar" in refusal(lambda: status_of(r"z_{nk}^T = Z_{nk}", context(rows)))
    assert "the transpose of shape scalar" in refusal(lambda: status_of(r"z^T_{nk} = Z_{nk}", context(columns)))


@pytest.mark.parametrize("latex", [r"A_{nm}^{-1}", r"A^{-1}_{nm}", r"A^2_{nm}"])
def test_an_exponent_with_indices(latex: str) -> None:
    """An entry of the inverse or the inverse of an entry: the typeset form is one, so the text must say which."""
    with pytest.raises(AmbiguityError, match=r"\(A\^\{-1\}\)_\{ij\}"):
        read(latex)


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"X'X", "X.T*X"),
        (r"a'b", "a.T*b"),
        (r"(A B)'", "(A*B).T"),
        (r"A'_{nm}", "A.T[n, m]"),
        (r"A'^{-1}", "A.T^-1"),
        (r"A^\prime", "A.T"),
        (r"\hat z' a", "z_hat.T*a"),
        (r"\mathbf{1}_N' a", "ones(N).T*a"),
        (r"q'", "`q'`"),
    ],
)
def test_a_prime_as_the_transpose(latex: str, plain: str) -> None:
    """Where that is declared, X' is the transpose of X; a name that is declared with its prime is that name."""
    same(latex, plain, "transpose '")


@pytest.mark.parametrize(
    ("latex", "message"), [("s'", "s'"), ("A''", "A''"), (r"(s + t)'", "the transpose of shape scalar")]
)
def test_a_prime_that_is_no_transpose(latex: str, message: str) -> None:
    """Scalars have none, and two primes are none."""
    assert message in refusal(lambda: read(latex, "transpose '"))


def test_a_prime_that_could_be_either() -> None:
    """A declared q' beside a declared q is two readings, of whatever shape."""
    with pytest.raises(AmbiguityError, match="the transpose of q"):
        read("q'", "transpose '; vector q : K")


LAYERS = r"""dimensions H_\ell, H_{\ell-1}; index h_\ell : H_\ell; index h_{\ell-1} : H_{\ell-1}
matrix w : H_{\ell-1} x H_\ell; vector a : H_{\ell-1}; vector z : H_\ell
let y_{h_\ell} = \sum_{h_{\ell-1}}^{H_{\ell-1}} w_{h_{\ell-1}, h_\ell} a_{h_{\ell-1}}"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"y = w^\top a", r"y = 2 w^\top a"),
        (r"y_{h_\ell} = (w^\top a)_{h_\ell}", r"a_{h_{\ell-1}} = (w z)_{h_{\ell-1}}"),
        (
            r"\sum_{h_{\ell-1}=1}^{H_{\ell-1}} a_{h_{\ell-1}} w_{h_{\ell-1} h_\ell} = y_{h_\ell}",
            r"w_{h_{\ell-1} h_\ell} = a_{h_{\ell-1}}",
        ),
        (
            r"\frac{\partial y_{h_\ell}}{\partial w_{h_{\ell-1}, h_\ell}} = a_{h_{\ell-1}}",
            r"w_{h_{\ell-1},1} = a_{h_{\ell-1}}",
        ),
    ],
)
def test_an_index_with_a_formula_in_its_script(true: str, false: str) -> None:
    """It is the index that is declared so, and no other one."""
    assert (status_of(true, LAYERS), status_of(false, LAYERS)) == ("proved", "refuted")
    assert r"index h_{\ell - 2} : N" in refusal(lambda: status_of(r"a_{h_{\ell-2}} = 0", LAYERS))


STARRED = r"""dimension N, K, T; vectors w^*, v : N; vector w_t^{(k)} : N; matrix A : N x N; matrix X : N x K; index i : N
rows x^{(i)} of X"""


@pytest.mark.parametrize(("true", "false"), [
    (r"w^{*\top} A v = v^\top A^\top w^*", r"w^{*\intercal} A v = v^\top A w^*"),
    (r"w_t^{(k)\mathsf T} v = v^\top w_t^{(k)}", r"w_t^{(k)\top} v = 2 v^\top w_t^{(k)}"),
    (r"X^\top X = \sum_i x^{(i)} x^{(i)\top}", r"X^\top X = 2 \sum_i x^{(i)} x^{(i)\top}"),
])  # fmt: skip
def test_a_transpose_behind_a_superscript_of_a_name(true: str, false: str) -> None:
    """It is of the name with what stands before it; a number before it is an exponent, and T one that is declared."""
    assert (status_of(true, STARRED), status_of(false, STARRED)) == ("proved", "refuted")
    assert r"the exponent '2 \top'" in refusal(lambda: status_of(r"v^{2\top} v = 0", STARRED))
    assert "two readings" in refusal(lambda: status_of("w^{*T} v = 0", STARRED))


@pytest.mark.parametrize(
    "exponent", [r"2 \cdot 5", r"1 \cdot 0", r"1 + 2 \cdot 5", r"-2 \cdot 5", "frac12", r"\odot 2 \cdot 5"]
)
def test_a_dot_between_numbers_of_an_exponent_is_no_point(exponent: str) -> None:
    r"""``2 \cdot 5`` is 10 and not 2.5."""
    assert "the exponent" in refusal(lambda: read(rf"p^{{{exponent}}}"))


def test_digits_side_by_side_are_one_number() -> None:
    """Also before and behind a point, as they are printed."""
    assert status_of("1 2.5 s = 12.5 s", "scalar s") == "proved"
    assert status_of("1 2.5 s = 2.5 s", "scalar s") == "refuted"
    assert status_of("2.5 1 s = 2.51 s", "scalar s") == "proved"


WORDS = r"""dimension N; vector x : N; matrix A : N x N; index i, j, k : N; scalar s
let J_{\text{LN},ij} = x_i x_j + \delta_{ij}; let a_{\mathrm{out}, k} = 2 x_k; let b_{\text{in},i} = 3 x_i"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"J_{\text{LN}} = x x^\top + I", r"J_{\text{LN}} = x x^\top"),
        (r"J_{\text{LN},ij} = J_{\text{LN},ji}", r"J_{\text{LN},ij} = x_i x_j"),
        (r"a_{\mathrm{out}, i} = 2 x_i", r"a_{\mathrm{out}} = 3 x"),
        (r"b_{\text{in}, k} = 3 x_k", r"b_{\text{in}} = 2 x"),
        # the trace of a number is that number
        (
            r"\operatorname{tr}(x^\top A x) = \operatorname{tr}(A x x^\top)",
            r"\operatorname{tr}(x^\top A x) = \operatorname{tr}(A)",
        ),
        (r"\operatorname{tr}[s]^2 A = s^2 A", r"\operatorname{tr}[s]^2 A = s A"),
    ],
)
def test_indices_behind_a_word_on_the_left(true: str, false: str) -> None:
    r"""``let J_{\text{LN},ij} = …`` defines the entries of J_LN."""
    assert (status_of(true, WORDS), status_of(false, WORDS)) == ("proved", "refuted")


@pytest.mark.parametrize("index", ["i m", "m", "i, j, k"])
def test_what_is_no_index_behind_a_word(index: str) -> None:
    """One that is not declared, or three."""
    assert "index" in refusal(lambda: context_from(rf"{WORDS}; let c_{{\text{{ab}}, {index}}} = x_i x_j x_k"))


@pytest.mark.parametrize(
    ("latex", "status"), [("x^T A x = A_{ij} x_i x_j", ""), (r"x^T x = \vec x \cdot \vec x", "proved")]
)
def test_a_vector_without_its_mark(latex: str, status: str) -> None:
    r"""x is \vec x where no x is declared; a whole side is what the text says of an x of its own."""
    declared = r"dimension N; vector \vec x : N; matrix A : N x N; index i, j : N; einstein"
    assert status_of(latex, declared) == (status or "proved")
    with pytest.raises(NameError_) as caught:
        read_latex(r"x = 2 \vec x", context_from(declared))
    assert r"let x = \vec x" in caught.value.hint
    with pytest.raises(NameError_):
        read_latex("x^T x = 1", context_from(declared.replace(r"\vec x", r"\mathcal x")))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"V_{ik}^{(2)T} = V_{ki}^{(2)}", r"V_{ik}^{(2)T} = V_{ik}^{(2)}"),
        (r"V^{(2)\top}_{ik} = V_{ki}^{(2)}", r"V^{(2)\top}_{ik} = V_{ik}^{(2)}"),
        (r"W_1^{(2)T} V^{(2)} = (V^{(2)T} W_1^{(2)})^T", r"W_1^{(2)T} = W_1^{(2)}"),
        (r"x^{(i)T}_k = X_{ik}", r"x^{(i)T}_k = X_{ki}"),
    ],
)
def test_a_transpose_behind_a_superscript_and_indices(true: str, false: str) -> None:
    """The indices are of the transpose, where they are none of the name."""
    declared = r"dimension n; matrices V^{(2)}, W_1^{(2)}, X : n x n; index i, k : n; rows x^{(i)} of X"
    assert status_of(true, declared) == "proved"
    assert status_of(false, declared) == "refuted"


SQUARES = "dimension N; vector v^2 : N; scalars \\sigma^2, \\hat s_B^2 > 0; scalars a^1, a^2, b, b^2"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\sigma^4 = (\sigma^2)^2", "proved"), (r"\sigma^4 = 2 \sigma^2", "refuted"),
        (r"\sigma^{-2} = \frac{1}{\sigma^2}", "proved"), (r"\sigma^{10} \sigma^{-6} = \sigma^4", "proved"),
        (r"\hat s_B^4 = (\hat s_B^2)^2", "proved"), (r"\hat s_B^4 = \hat s_B^2", "refuted"),
        (r"\frac{d}{d \sigma^2} \frac{1}{\sigma^2} = -\frac{1}{\sigma^4}", "proved"),
        ("b^4 = (b^2)^2", "proved"), ("b^2 = b b", "proved"), ("b^2 = b", "refuted"),  # a number, and its square
    ],
)  # fmt: skip
def test_powers_of_a_declared_square(latex: str, status: str) -> None:
    """σ⁴ is the square of the number σ² where no σ is declared."""
    assert status_of(latex, SQUARES) == status


@pytest.mark.parametrize("latex", ["a^4 = (a^2)^2", r"\sigma^3 = 1", "v^4 = v^2", r"\sigma^{4.0} = 1"])
def test_no_powers_of_a_declared_square(latex: str) -> None:
    """Of names that are counted above none is a power of another one, nor is an odd power one of the square."""
    assert "unknown name" in (said := refusal(lambda: status_of(latex, SQUARES))) or "two readings" in said


@pytest.mark.parametrize(
    ("latex", "componentwise", "dot"),
    [
        (r"r^2 = r \odot r", "proved", "refuted"), (r"r^2 = r r^\top", "refuted", "proved"),
        (r"r^3 = r r^\top r", "refuted", "proved"), (r"r^{-1} \odot r = \mathbf 1^\top", "proved", "proved"),
        (r"\frac{e^{-r}}{(1 + e^{-r})^2} = \sigma(r) \odot (1 - \sigma(r))", "proved", "refuted"),
    ],
)  # fmt: skip
def test_powers_of_a_row(latex: str, componentwise: str, dot: str) -> None:
    """They are those of its column, of which the square has two readings."""
    declared = r"dimension n; vector x : n; matrix r : 1 x n; let \sigma(t) = \frac{1}{1 + e^{-t}}"
    assert status_of(latex, f"{declared}; powers of vectors: componentwise") == componentwise
    assert status_of(latex, f"{declared}; powers of vectors: dot") == dot


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        ("r^2 = u", "a power of a vector"),
        (r"r^{1/2} = u", "the exponent 1/2"),
        (r"(x^\top)^2 = u", "a power of shape"),
        (r"(x^\top A)^2 = u", "a power of shape"),
    ],
)
def test_no_powers_of_a_row(latex: str, message: str) -> None:
    """Nor has it those that its column has not, and what is turned to a row has none."""
    assert message in refusal(
        lambda: status_of(latex, "dimension n; matrices r, u : 1 x n; vector x : n; matrix A : n x n")
    )


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"(x' A y)' = y' A' x", "proved"), (r"(x'Ay)' = x' A' y", "refuted"), (r"(\vec x \cdot \vec y)' = y' x", "proved"),
        (r"\left(x'Ax\right)' = 2 x' A x", "refuted"),
    ],
)  # fmt: skip
def test_a_prime_at_a_number_that_multiplies_arrays(latex: str, expected: str) -> None:
    """After ``transpose '`` it is the transpose, which is the number."""
    assert status_of(latex, "transpose '; dimension N; vectors x, y : N; matrix A : N x N") == expected


@pytest.mark.parametrize("declared", [r"let J_{\sigma, ij} = x_i y_j", r"let J_{Q, ij} = x_i y_j"])
def test_a_label_before_indices_on_the_left(declared: str) -> None:
    """It belongs to the name; a letter that is an index does not."""
    name = declared[4:].split(",")[0] + "}"
    more = f"dimension N; vectors x, y : N; index i, j : N; {declared}"
    assert status_of(rf"{name} = x y^\top", more) == "proved"
    assert status_of(rf"{name} = y x^\top", more) == "refuted"
    with pytest.raises(InputError):
        context_from(r"dimension N; index i, \mu : N; vector x : N; let J_{\mu, i} = x_i x_\mu; let t = J_\mu")
