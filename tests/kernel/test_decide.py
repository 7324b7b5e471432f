"""Theorems cannot be forged; hypotheses are used by replacement and by cofactors, and in no other way."""

from __future__ import annotations

import copy
import pickle

import pytest

from derive.errors import DeriveError, InputError, NameError_
from derive.kernel import decide
from derive.kernel.assumptions import assumptions_of
from derive.kernel.decide import Cofactor, Equation, Theorem
from derive.kernel.domain import needs
from derive.kernel.forms import constant
from derive.kernel.graphs import joined
from derive.language import build as b
from derive.language.hypotheses import equal, nonneg, nonzero, positive
from derive.language.substitution import unfold_all, unfolded_subterms
from derive.language.terms import as_term
from derive.statements.equation import prove_equation
from tests.words import A, N, v, w

x, y, z = (b.scalar(name) for name in "xyz")


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
    "setattr": lambda t: setattr(t, "rhs", x),
    "setattr of another name": lambda t: setattr(t, "note", x),
    "delattr": lambda t: delattr(t, "rhs"),
    "subclass": lambda t: type("Forged", (Theorem,), {}),
}


@pytest.mark.parametrize("way", FORGERIES)
def test_theorems_cannot_be_forged(theorem, way):
    """Every way but proving fails, and leaves the theorem as it was."""
    with pytest.raises((DeriveError, AttributeError, TypeError)):
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


def _answer(lhs, rhs, hypotheses):
    equation = Equation(lhs, rhs, hypotheses)
    generators = equation.normaliser.algebra.generators
    return equation.conditions, equation.difference, equation.holds(), equation.opaque, generators


#: The same terms under hypotheses of which each gives another answer.
ASKED = [
    (lhs, rhs, hypotheses)
    for lhs, rhs in (
        (b.sqrt(x * x * y), x * b.sqrt(y)),
        (1 / b.sqrt(x + y), b.sqrt(x + y) / (x + y)),
        (b.sqrt((b.norm(v) ** 2 + x) * y), b.sqrt(b.norm(v) ** 2 + x) * b.sqrt(y)),
        (b.sqrt(b.exp(x) / y), b.sqrt(b.exp(x)) / b.sqrt(y)),
        (b.ones(N) / (v + w), b.ones(N) / (w + v)),
    )
    for hypotheses in ((), (nonneg(x),), (positive(x), positive(y)), (equal(x, z),), (nonzero(v + w),))
]


def test_what_was_asked_before_changes_no_answer():
    """Remembered signs, ledgers and graphs are functions of what is asked: forwards, backwards and anew say the same."""
    forgetting = (decide._ledger, assumptions_of, joined, needs, unfolded_subterms, unfold_all)
    forwards = [_answer(*asked) for asked in ASKED]
    backwards = [_answer(*asked) for asked in reversed(ASKED)]
    anew = []
    for asked in ASKED:
        for remembering in forgetting:
            remembering.cache_clear()
        anew.append(_answer(*asked))
    assert forwards == backwards[::-1] == anew
    assert len({(conditions, holds) for conditions, _, holds, _, _ in anew}) > len(ASKED) // 3


def test_the_ledger_uses_no_sign_that_holds_only_where_its_term_is_defined():
    """√x ≥ 0 is known only where x ≥ 0: asked after an equation that used it, the ledger still says so."""
    assert Equation(b.sqrt(b.sqrt(x)), b.sqrt(b.sqrt(x))).holds()
    assert nonneg(x) in Equation(b.sqrt(b.sqrt(x) + x), b.sqrt(x + b.sqrt(x))).conditions
    assert Equation(b.sqrt(x), b.sqrt(x), (nonneg(x),)).conditions == ()
    assert Equation(b.sqrt(x), b.sqrt(x)).conditions == (nonneg(x),)
