"""Theorems cannot be forged; hypotheses are used by replacement and by cofactors, and in no other way."""

from __future__ import annotations

import copy
import pickle

import pytest

from derive.errors import DeriveError, InputError, NameError_
from derive.kernel import decide
from derive.kernel.decide import Cofactor, Equation, Theorem
from derive.kernel.forms import constant
from derive.language import build as b
from derive.language.hypotheses import equal, positive
from derive.language.terms import as_term
from derive.statements.equation import prove_equation

N = b.dimension("N")
x, y, z = (b.scalar(name) for name in "xyz")
v, w = b.vector("v", N), b.vector("w", N)
A = b.matrix("A", N, N)


@pytest.fixture
def theorem():
    """x + y = y + x."""
    return Equation(x + y, y + x).theorem()


FORGERIES = {
    "construct": lambda t: Theorem(object(), x, y, (), ()),
    "construct without a seal": lambda t: Theorem(None, x, y, (), ()),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "pickle, old protocol": lambda t: pickle.dumps(t, protocol=0),
    "setattr": lambda t: setattr(t, "_rhs", x),
    "setattr of a property": lambda t: setattr(t, "rhs", x),
    "delattr": lambda t: delattr(t, "_rhs"),
    "subclass": lambda t: type("Forged", (Theorem,), {}),
}


@pytest.mark.parametrize("way", FORGERIES)
def test_theorems_cannot_be_forged(theorem, way):
    """Every way but proving fails, and leaves the theorem as it was."""
    with pytest.raises(DeriveError):
        FORGERIES[way](theorem)
    assert (theorem.lhs, theorem.rhs) == (x + y, y + x)


def test_a_theorem_has_no_dictionary(theorem):
    """Nothing can be hung on it, and an unmade one says nothing."""
    assert not hasattr(theorem, "__dict__")
    with pytest.raises(AttributeError):
        _ = object.__new__(Theorem).lhs


def test_a_false_equation_has_no_theorem():
    """Nor do cofactors that do not multiply out make one."""
    equation = Equation(x, y, [equal(x * z, y * z)])
    assert equation.theorem() is None
    assert equation.theorem([Cofactor(0, constant(1))]) is None
    assert Equation(x * z, y * z, [equal(x * z, y * z)]).theorem([Cofactor(0, constant(1))]) is not None


def test_a_cofactor_must_not_divide():
    """x · y = 0 ⊢ y = 0 is false (x = 0), although y = (1/x) · (x y): a cofactor has no new divisor."""
    equation = Equation(y, x - x, [equal(x * y, 0)])
    inverse = equation.normaliser.tensor(1 / x).form
    sum_inverse = equation.normaliser.tensor(1 / (x + 1)).form
    assert equation.theorem([Cofactor(0, inverse)]) is None
    other = Equation(y, x - x, [equal((x + 1) * y, 0)])
    assert other.theorem([Cofactor(0, other.normaliser.tensor(1 / (x + 1)).form)]) is None
    assert sum_inverse


def test_the_seal_is_made_once():
    """The only object that opens the constructor is private to the module, and no value equals it."""
    assert object() != decide._SEAL
    with pytest.raises(DeriveError, match="by proving it"):
        Theorem(decide.Theorem, x, y, (), ())


def test_names_mean_one_thing():
    """x positive and x real are two symbols of one name."""
    with pytest.raises(NameError_, match="'x'"):
        Equation(x, b.scalar("x", "positive"))
    with pytest.raises(NameError_, match="'x'"):
        Equation(y, y, [equal(y, b.scalar("x", "nonneg")), positive(x)])


def test_shapes_must_agree():
    """An equation between a vector and a matrix is no equation."""
    with pytest.raises(InputError, match="shapes"):
        Equation(v, A)


REPLACEMENTS = {
    "x = y": (x + z, y + z, [equal(x, y)]),
    "in either direction": (x + z, y + z, [equal(y, x)]),
    "a chain": (x, z, [equal(x, y), equal(y, z)]),
    "a chain in the other order": (x, z, [equal(y, z), equal(x, y)]),
    "a circle": (x, y, [equal(x, y), equal(y, x)]),
    "a vector": (b.dot(v, v), 4 * b.dot(w, w), [equal(v, 2 * w)]),
    "with a sum inside": (b.dot(v, w), b.dot(w, w) * b.dot(w, b.ones(N)), [equal(v, b.dot(w, w) * b.ones(N))]),
    "a term that is no symbol": (b.dot(v, v) * x, x, [equal(b.dot(v, v), 1)]),
    "a matrix": (A @ A, 4 * b.identity(N), [equal(A, 2 * b.identity(N))]),
    "a square": (x, as_term(0), [equal(x**2, 0)]),
    "a quotient": (x, as_term(0), [equal(x / y, 0)]),
}


@pytest.mark.parametrize("name", REPLACEMENTS)
def test_equalities_are_used(name):
    """Proved with the hypotheses, refuted without."""
    lhs, rhs, hypotheses = REPLACEMENTS[name]
    assert prove_equation(lhs, rhs, hypotheses).status == "proved"
    assert prove_equation(lhs, rhs).status == "refuted"


def test_a_hypothesis_at_a_point_is_not_one_of_functions():
    """s = t says nothing of ∂(s t)/∂t before both are equal: it is t = s, not 2 t."""
    s, t = b.scalar("s"), b.scalar("t")
    try:
        assert prove_equation(b.grad(s * t, t), 2 * t, [equal(s, t)]).status == "refuted"
    except InputError as error:
        assert "∂/∂t" in str(error)  # noqa: PT017 (either answer is sound)


def test_free_indices_mean_all_values():
    """vᵢ = wᵢ for all i gives v = w; vᵢ = vⱼ is false."""
    i, j = b.index("i", N), b.index("j", N)
    assert prove_equation(v[i], v[j]).status == "refuted"
    assert prove_equation(b.dot(v, v), b.dot(w, w), [equal(v[i], w[i])]).status != "refuted"
    assert prove_equation(v[j] * 2, w[j] * 2, [equal(v[i], w[i])]).status == "proved"
