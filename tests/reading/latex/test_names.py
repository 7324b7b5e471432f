r"""``derive.reading.latex.names``: names as they are typeset, constants, and names that nobody declared."""

from __future__ import annotations

import re

import pytest

from derive.errors import InputError, NameError_
from derive.reading.decided import context_from
from derive.reading.latex import AmbiguityError, read_latex
from tests.reading.latex.contexts import context, read, same, status_of


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\mathbf a", "a"), (r"\mathbf{a}", "a"), (r"\bm{a}", "a"), (r"\boldsymbol a", "a"), (r"a", "a"),
        (r"\mathbf X", "X"),
        (r"\epsilon", "epsilon"),
        (r"\sigma^2", "sigma2"), (r"\sigma^{2}", "sigma2"),
        (r"\hat z", "z_hat"), (r"\hat{z}", "z_hat"), (r"\hat{\mathbf z}", "z_hat"), (r"\vec{\hat z}", "z_hat"),
        (r"\hat z_n", "z_hat[n]"),
        (r"q'_n", "`q'`[n]"), (r"q_n'", "`q'`[n]"), (r"q^\prime", "`q'`"),
        (r"s_x^2", "`s_x^2`"), (r"s^2_x", "`s_x^2`"), (r"s_{x}^{2}", "`s_x^2`"),
        (r"\mathrm{rate}", "rate"), (r"\text{rate}", "rate"), (r"\operatorname{rate}", "rate"), (r"rate", "rate"),
        (r"\vec 1_N", "ones(N)"), (r"\mathbf 1_K", "ones(K)"), (r"\mathbb{1}_N", "ones(N)"), (r"\bm 1_{N}", "ones(N)"),
        (r"\mathbbm{1}_N", "ones(N)"), (r"\mathds 1_K", "ones(K)"),
        (r"I_N", "identity(N)"), (r"\mathbf I_K", "identity(K)"),
        (r"\vec a + \vec 0", "a + zeros(N)"), (r"\vec a + \vec 1", "a + one"), (r"A - I", "A - I"),
        (r"\delta_{nm}", "delta(n, m)"), (r"\delta_{n,m}", "delta(n, m)"),
        (r"\vec e_n", "basis(n)"), (r"\mathbf e_n", "basis(n)"),
        (r"0_{N \times K}", "zeros(N, K)"), (r"\mathbf 1_{N \times K}", "ones(N, K)"),
        (r"e^{t}", "exp(t)"), (r"e^{-t^2 / 2}", "exp(-(t^2/2))"),
    ],
)  # fmt: skip
def test_names_and_constants(latex: str, plain: str) -> None:
    """A name is found under any of its marks; 1, 0, I, δ and e are constants where they are not declared."""
    same(latex, plain)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\zeta", r"the unknown name \zeta"),
        (r"\sigma", r"the unknown name \sigma"),
        (r"\varepsilon", r"the unknown name \varepsilon"),
        (r"z", "the unknown name z"),
        (r"e_5", "the unknown name e"),
        (r"\delta_{ij}", "the unbound index i"),
        (r"\vec \epsilon", r"the unknown name \epsilon"),
        (r"n", "the index n as a term"),
        (r"(\sigma)^2", r"the unknown name \sigma"),
        (r"X'", "X', which is not declared, with two readings"),
        (r"\vec 1", r"the dimension of \vec 1 cannot be told"),
        (r"I", "the dimension of I cannot be told"),
        (r"\foo", r"the unknown command \foo"),
        (r"\because", r"found \because, which is not read here"),
    ],
)
def test_strangers(latex: str, message: str) -> None:
    """A name that nobody declared is an error with a place, a caret and a way on; so is a size that nothing tells."""
    with pytest.raises(InputError) as caught:
        read(latex)
    text = str(caught.value)
    assert message in text
    assert re.match("1:[0-9]+: ", text)
    assert "^" in text.splitlines()[2]
    assert "hint: " in text


def test_delta_has_two_indices() -> None:
    """Or it is another δ, which must be declared."""
    with pytest.raises(InputError, match="with 3 indices"):
        read(r"\delta_{nmn}")


def test_both_names_declared() -> None:
    r"""``\sigma^2``, which a theory defines, beside a declared \sigma: the name, which is assumed to be its square."""
    same(r"\sigma^2", "sigma2", r"scalar \sigma")
    same(r"(\sigma)^2", "sigma^2", r"scalar \sigma")
    same(r"\sigma", "sigma", r"scalar \sigma")
    with pytest.raises(AmbiguityError) as caught:
        read(r"\sigma^2", r"vector \sigma : N")
    assert r"the name \sigma^2" in str(caught.value)


def test_a_name_with_a_subscript_beside_a_vector() -> None:
    """``a_n`` declared as a scalar beside the vector a: two readings."""
    with pytest.raises(AmbiguityError, match="with the index n"):
        read(r"a_n", r"scalar a_n")


def test_the_transpose_or_a_power() -> None:
    """``x^T`` where T is declared."""
    for declared in ("scalar T", "dimension T"):
        with pytest.raises(AmbiguityError, match="the transpose"):
            read(r"x^T y", declared)
        same(r"x^\top y", "x.T*y", declared)
        same(r"x^{\mathrm T} y", "x.T*y", declared)


def test_a_marked_and_an_unmarked_name() -> None:
    r"""``\vec r`` and r are two names when both are declared; components are those of the vector."""
    more = r"vector \vec r : N; scalar r >= 0"
    assert read(r"r", more).shape == ()
    assert read(r"\vec r", more) == read(r"\mathbf r", more)
    assert read(r"\vec r", more).shape == read(r"\vec a").shape
    assert read(r"r_n", more) == read(r"\vec r_n", more)
    with pytest.raises(NameError_):
        read(r"r", r"vector \vec r : N")  # only its components are written without the mark


def test_the_kinds_of_names_in_a_context() -> None:
    """What messages list."""
    assert {"a", r"\mu", r"\sigma^2", "q'", "s_x^2"} <= set(context().cores)


NUMBERED = (
    r"dimension N; vectors \mathbf v, \mathbf v_1, \lambda : N; scalars x_1, \lambda_{\min}, \mu_{\max}; vector x : N"
)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbf v_1^T \mathbf v = \mathbf v^T \mathbf v_1", "proved"),
        (r"\mathbf v_1^T \mathbf v = \mathbf v^T \mathbf v", "refuted"),
        (r"\lambda_\min^2 \mu_\max = \lambda_{\mathrm{min}} \lambda_{\min} \mu_{\text{max}}", "proved"),
        (r"\lambda_\min = \mu_\max", "refuted"),
    ],
)
def test_names_beside_a_vector_of_their_letter(latex: str, expected: str) -> None:
    """What is declared with a number, or with a word, below it is that name and no entry of the vector, also transposed."""
    assert status_of(latex, NUMBERED) == expected


@pytest.mark.parametrize(("latex", "message"), [
    (r"x_1^T x = x^T x_1", r"\^T at a number with two readings"),
    (r"\lambda_\max = 1", "the unbound index max"),
])  # fmt: skip
def test_no_entries_beside_numbered_names(latex: str, message: str) -> None:
    """The declared number x_1 has T as an exponent, or a transpose; a word that is declared in no name is no index."""
    with pytest.raises(InputError, match=message):
        read_latex(latex, context_from(NUMBERED))


UNITS = r"dimension N; vectors \mathbf x, \mathbf e_1, \vec e_i : N; scalar s; index i, j : N; vector \mathbf y : N"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"s \mathbf e_1 + \mathbf x - \mathbf x = s \mathbf e_1", "proved"),
        (r"\mathbf e_1^\top \mathbf x = x_1", "refuted"), (r"\mathbf e_1^\top \mathbf e_1 = 1", "refuted"),
        (r"\mathbf e_j^\top \mathbf x = \mathbf x_j", "proved"),
    ],
)  # fmt: skip
def test_a_declared_unit_vector_is_no_other_one(latex: str, expected: str) -> None:
    r"""``\mathbf e_1`` that is declared is that name alone; any other ``\mathbf e_i`` is a basis vector."""
    assert status_of(latex, UNITS) == expected


WEIGHTS = r"""dimension M, d; matrices \theta, X : M x d; rows \theta^{(k)} of \theta; rows x^{(i)} of X; index i, k : M
vectors w^{(t)}, g : d"""


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\theta^{(k)\top} x^{(i)} = (\theta X^\top)_{ki}", "proved"),
        (r"\theta^{(k)T} x^{(i)} = (\theta X^T)_{ik}", "refuted"),
        (r"w^{(t)^\top} g = g^\top w^{(t)}", "proved"), (r"w^{(t)^T} g = 2 g^\top w^{(t)}", "refuted"),
    ],
)  # fmt: skip
def test_a_transpose_behind_what_stands_above(latex: str, expected: str) -> None:
    r"""``\theta^{(k)\top}``, also of the rows of a matrix with their letter, and ``w^{(t)^\top}``, which TeX sets higher."""
    assert status_of(latex, WEIGHTS) == expected


@pytest.mark.parametrize(
    ("declared", "latex", "said"),
    [
        ("vector c_i : N", r"\sum_i c_i = N c_i", "c_i, in which the index i stands, where i is bound"),
        (r"vector \vec e_i : N", r"\sum_i \vec e_i = N \vec e_i", "in which the index i stands, where i is bound"),
        ("scalar p_{ji}", r"\sum_j p_{ji} = N p_{ji}", "in which the index j stands, where j is bound"),
        ("vector c^{(i)} : N", r"\sum_i c^{(i)} = N c^{(i)}", "in which the index i stands, where i is bound"),
        ("vector c_i : N; einstein", r"x_i (c_i^\top x) x_i = (c_i^\top x) x^\top x", "in which the index i stands"),
    ],
)
def test_a_name_with_an_index_that_is_bound(declared: str, latex: str, said: str) -> None:
    """It has one value, whatever the index is; outside of the sum it is itself, and x_i a component of x."""
    head = f"dimension N; index i, j : N; vector x : N; scalar x_i; {declared}"
    with pytest.raises(InputError, match=re.escape(said)):
        read_latex(latex, context_from(head))
    name = declared.split(" ", 1)[1].partition(" :")[0]
    head = head.removesuffix("; einstein")
    assert status_of(f"2 {name} = {name} + {name}", head) == "proved"
    assert status_of(r"\sum_i x_i = \mathbf 1^\top x", head) == "proved"


def test_a_size_with_an_index_is_one() -> None:
    r"""``\sqrt{d_k}`` of a dimension stays what it is where k is bound."""
    head = "dimension N, d_k; index k : N; vector x : N"
    assert status_of(r"\sum_k x_k / \sqrt{d_k} = \frac{1}{\sqrt{d_k}} \sum_k x_k", head) == "proved"


def test_a_hypothesis_of_all_indices_has_no_name_of_one() -> None:
    """It would say that all values are the same."""
    with pytest.raises(InputError, match="a hypothesis of all i, with p_i, which is one name"):
        context_from("dimension N; index i, j : N; vector x : N; scalar p_i; assume x_i = p_i")
