"""Attempts to have something false proved, or something true refuted, that must go on failing.

Each looks for a hypothesis that a closing lemma forgot: a size of 1, an empty product, a divisor that may be 0, a root
that is not real, data of which a certificate assumes more than the statement.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from derive.errors import DeriveError, InputError
from derive.evaluate.point import Point
from derive.kernel.decide import Equation
from derive.language import build as b
from derive.language.hypotheses import Condition, equal, nonneg, nonzero, positive
from derive.language.terms import Term, as_term
from derive.statements.at_point import at_point
from derive.statements.bound import bound
from derive.statements.cases import cases
from derive.statements.eigenpair import eigenpair
from derive.statements.eigenvalues import eigenvalues_are
from derive.statements.equation import equation
from derive.statements.image import Exists, Image, Map, Set
from derive.statements.implication import implies
from derive.statements.limit import limit
from derive.statements.linear_order import LinearImplication, at_most, less
from derive.statements.merging import APART, Fold
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.point_cases import Fact, PointCases, attribute
from derive.statements.point_program import position
from derive.statements.rank import rank_is
from derive.statements.statement import Statement
from tests.strategies import differ_at, perturb, random_point
from tests.words import A, B, N, eye, m, n, one, u, v, x

s, t, y, z = (b.scalar(name) for name in "styz")
h, k = b.vector("h", N, "nonzero"), b.vector("k", N, "mask")
Q, S = b.matrix("Q", N, N, "orthogonal"), b.matrix("S", N, N, "symmetric")
mean_free = eye - b.outer(one, one) / N
p_k, p_l = attribute("p", "k"), attribute("p", "l")

NOT_PROVED: dict[str, Statement] = {
    "an empty product is 1": equation(b.prod_(n, as_term(0), without=m), 0),
    "a product without one factor, of factors that are 0": equation(b.prod_(n, y, without=m), 0, equal(y, 0)),
    "det of rank 1 at N = 1": equation(b.det(b.outer(x, x)), 0),
    "a ring read in another order": equation(b.det(eye + A * B * S), b.det(eye + B * A * S)),
    "a ring with one transpose": equation(b.det(eye + A * B), b.det(eye + A * b.transpose(B))),
    "det of I − u vᵀ with the other sign": equation(b.det(eye - b.outer(u, v)), 1 + b.dot(u, v)),
    "cancelled mask": equation(b.prod_(n, k[n]) * b.sum_(n, k[n]), b.prod_(n, k[n])),
    "a resolvent that is off by a product": equation(b.prod_(n, x[n], without=m), b.prod_(n, x[n])),
    "root of a square": equation(b.sqrt(y**2), y),
    "sign by a root of the other sign": bound(y, ">=", 0, by=b.sqrt(y**2)),
    "sign by a root": bound(y, ">=", 0, by=b.sqrt(y) ** 2),
    "sign by a quotient": bound(y**2, ">", 0, by=y**3 / y),
    "squares compared without a sign": bound(y, "<=", s, by=s**2 - y**2, squared=True),
    "equal squares without a sign": bound(y, "=", b.absolute(y), squared=True),
    "a factor that is 0": bound(y, ">", s, by=as_term(0), scale=0),
    "a factor that is negative": bound(y, ">=", s, by=(s - y) ** 2, scale=y - s),
    "N - 1 at N = 1": implies([], positive(N - 1)),
    "a form that needs more": implies([], nonzero(y), form=y**2 / y),
    "a covector that divides by what it shows": eigenpair(A, v, 0, hypotheses=[equal(A, 0)], covector=v / b.dot(v, v)),
    "limit from the side where the root is not": limit(b.sqrt(y), y, 0, side="-"),
    "limit through a pole": limit(s / y, y, s, equal_to=s),
    "limit of a root that leaves its domain": limit(b.sqrt(s * y), y, 0),
    "limit of |y| / y from the left": limit(b.absolute(y) / y, y, 1, side="-", equal_to=1),
    "limit where the closed form needs s": limit(t + 0 * y, y, t, equal_to=t * s / s),
    "an inverse that need not exist": rank_is(A, N, inverse=b.inverse(A)),
    "a splitting that divides by 0": null_space_is(
        b.outer(v, v), (), splitting=Splitting((), b.outer(v, v) / b.dot(v, v) ** 2)
    ),
    "a null space without 1": null_space_is(mean_free, (), splitting=Splitting((), mean_free)),
    "projections that do not add up at N = 1": eigenvalues_are(
        mean_free, (1, N - 1, mean_free), (0, 2, b.outer(one, one) / N)
    ),
    "a witness that divides": Exists(Set(z, (equal(z * y, 1),)), 1 / y),
    "a map defined off a point": Image(Map(z + t / s - t / s, z), Set(y, (equal(y, y),)), y),
    "a set beyond the image": Image(Map(z**2, z), Set(y, (equal(y, y),)), b.sqrt(y)),
    "a preimage outside the domain": Image(Map(z, z, (positive(z),)), Set(y, (nonneg(y),)), y),
    "one case too narrow": cases((nonzero(y), equation(y / y, 1)), (equal(y, 0), equation(y / y, 1))),
    "cases that leave out the negative numbers": cases(
        (positive(y), equation(b.sqrt(y**2), y)), (equal(y, 0), equation(y, 0))
    ),
    "not strict": LinearImplication((at_most(s, t), at_most(t, y)), less(s, y)),
    "a negative multiplier": LinearImplication((at_most(s, t),), at_most(t, s), (Fraction(-1),)),
    "two points are one": PointCases((), Fact((less(p_k, p_l), less(p_l, p_k)), ("k", "l"))),
    "a claim at another point": at_point(Point({N: 1}, {}), positive(N - 1)),
}


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_false_statement_is_not_proved(name: str) -> None:
    """No certificate, size or side condition makes it so."""
    assert NOT_PROVED[name].decide().status != "proved"


TRUE: dict[str, Statement] = {
    "an empty product": equation(b.prod_(n, h[n], without=m) * h[m], b.prod_(n, h[n])),
    "a determinant where entries are 0": equation(
        b.det(b.diag(x) + b.outer(u, v)),
        b.prod_(n, x[n]) + b.sum_(m, u[m] * v[m] * b.prod_(n, x[n], without=m)),
    ),
    "a resolvent where entries are 0": equation(b.det(y * eye + b.outer(u, u)) * y, b.prod_(n, y) * (y + b.dot(u, u))),
    "a determinant with y = 0": equation(
        b.det(y * eye + b.outer(u, u)) * y, b.prod_(n, y) * (y + b.dot(u, u)), equal(y, 0)
    ),
    "an orthogonal ring": equation(b.det(t * eye + Q * S * b.transpose(Q)), b.det(t * eye + S)),
    "a masked product": equation(b.prod_(n, 1 - k[n] + k[n] * x[n]), b.prod_(n, 1 + k[n] * (x[n] - 1))),
    "two cases": cases((nonzero(y), equation(y / y, 1)), (equal(y, 0), equation(y, 0))),
    "rank at N = 1": rank_is(mean_free, N - 1, inverse=mean_free),
    "eigenvalues at N = 1": eigenvalues_are(mean_free, (1, N - 1, mean_free), (0, 1, b.outer(one, one) / N)),
    "one point": PointCases((), Fact((less(p_k, p_l), less(p_l, p_k), equal(p_k, p_l)), ("k", "l"))),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_proved(name: str) -> None:
    """Nor does a size of 1 or an entry 0 refute it."""
    assert TRUE[name].decide().status == "proved"


# --- random determinants and products ---------------------------------------------------------------------------


def _scalar(random: Random) -> Term:
    found: list[Term] = [s, t, N, as_term(random.randint(-2, 3)), t - s, s * t, b.dot(x, x), b.dot(k, one)]
    return random.choice(found)


def _entries(random: Random, depth: int = 2) -> Term:
    leaves: list[Term] = [x, v, h, k, one, one - k, 1 / h, b.hadamard(k, 1 / h)]
    makers: list[Callable[[], Term]] = [
        lambda: random.choice(leaves),
        lambda: _entries(random, depth - 1) + _entries(random, depth - 1),
        lambda: _scalar(random) * _entries(random, depth - 1),
        lambda: _scalar(random) * one - _entries(random, depth - 1),
        lambda: b.hadamard(_entries(random, depth - 1), _entries(random, depth - 1)),
    ]
    return random.choice(makers[: 1 if depth == 0 else None])()


def _determinants(random: Random) -> tuple[Term, Term]:
    d, u_, w_, c = _entries(random), _entries(random, 1), _entries(random, 1), _scalar(random)
    others = b.sum_(m, u_[m] * w_[m] * b.prod_(n, d[n], without=m))
    return b.det(b.diag(d) + c * b.outer(u_, w_)), b.prod_(n, d[n]) + c * others


def _products(random: Random) -> tuple[Term, Term]:
    d, e = _entries(random), _entries(random)
    return b.prod_(n, d[n] / e[n]) * b.prod_(n, e[n]), b.prod_(n, d[n])


def _rings(random: Random) -> tuple[Term, Term]:
    factors = random.choices([A, B, Q, S, b.transpose(A), b.diag(h), b.inverse(b.diag(h)), b.diag(k)], k=3)
    first, second, third = factors if random.random() < 0.5 else random.sample(factors, 3)
    c = random.choice([t, as_term(1), as_term(0)])
    return b.det(c * eye + factors[0] * factors[1] * factors[2]), b.det(c * eye + second * third * first)


@pytest.mark.parametrize("pair", [_determinants, _products, _rings])
def test_equal_normal_forms_have_equal_values(pair: Callable[[Random], tuple[Term, Term]]) -> None:
    """Whatever the kernel equates has equal values at random small data, zeros included."""
    random = Random(7)
    equated = 0
    for _ in range(200):
        try:
            left, right = pair(random)
            if random.random() < 0.4:
                right = perturb(right, random)
            if not Equation(left, right).holds():
                continue
        except DeriveError:  # the kernel declines, or the perturbed term has no shape
            continue
        equated += 1
        assert not any(differ_at(left, right, random_point(random, left, right, largest=3)) for _ in range(3))
    assert equated > 10


_J = b.ones(N, N)
_ENTRY = (_J**0)[n, m]
NOT_NONZERO: dict[str, Statement] = {
    "entries of a power of a matrix": bound(b.prod_(n, b.prod_(m, _ENTRY**2)), ">", 0),
    "their product": bound(b.prod_(n, b.prod_(m, _ENTRY)), "!=", 0),
    "the same as an implication": implies([], nonzero(b.prod_(n, b.prod_(m, _ENTRY)))),
    "entries of an inverse": implies([], nonzero((b.entrywise("exp", A) ** -1)[n, m])),
}


@pytest.mark.parametrize("name", NOT_NONZERO)
def test_a_power_of_a_matrix_may_have_zero_entries(name: str) -> None:
    """J has no zero entry, J⁰ = I has; a power of a vector is taken component by component, one of a matrix is not."""
    assert NOT_NONZERO[name].decide().status != "proved"


def test_the_ledger_of_an_entry_of_an_inverse() -> None:
    """e/e = 1 needs e ≠ 0, also of an entry of (exp A)⁻¹."""
    entry = (b.entrywise("exp", A) ** -1)[n, m]
    assert [condition.kind for condition in Equation(entry / entry, as_term(1)).conditions] == ["invertible", "nonzero"]


CIRCLES = {
    "1/(1/√s²) is s, and says s > 0 only where it is defined": bound(s, ">", 0, by=1 / (1 / b.sqrt(s) ** 2)),
    "the same of a difference": implies([], positive(s - t), form=1 / (1 / b.sqrt(s - t) ** 2)),
    "the derivative of a norm of a matrix is nowhere at 0": Image(
        Map(z + b.trace(b.grad(b.norm(A), A)) - b.trace(b.grad(b.norm(A), A)), z), Set(y, (equal(y, y),)), y
    ),
}


@pytest.mark.parametrize("name", CIRCLES)
def test_a_sign_does_not_discharge_its_own_condition(name: str) -> None:
    """What a certificate shows only where it is defined is not shown elsewhere."""
    assert CIRCLES[name].decide().status != "proved"


@pytest.mark.parametrize(
    ("lhs", "rhs", "kind"),
    [(1 / (1 / b.scalar("q", "nonneg")), b.scalar("q", "nonneg"), "nonzero"), (b.sqrt(s) ** 2, s, "nonneg")],
)
def test_the_ledger_keeps_what_its_terms_need(lhs: Term, rhs: Term, kind: str) -> None:
    """1/(1/q) needs q ≠ 0, (√s)² needs s ≥ 0, although the normal forms are q and s."""
    assert [condition.kind for condition in Equation(lhs, rhs).conditions] == [kind]


def test_what_a_fold_may_depend_on() -> None:
    """κ has no position but p_i and p_j; r has p_x besides: a fold that looks elsewhere merges other points."""
    at, i, j, point = position("x"), position("i"), position("j"), position("k")
    radicand = (at - (i + j) / 2) ** 2 + 1
    for numerator, root in ((at**2 + 1, radicand), (at**0, radicand + (at - point) ** 2)):
        with pytest.raises(InputError, match="positions in a fold"):
            Fold(numerator, root, Fraction(1), (APART,))


def test_facts_of_points_are_said_and_not_declared() -> None:
    """A declared sign of an attribute would be lost in the search for a counterexample."""
    with pytest.raises(InputError, match="say them as facts"):
        Fact((positive(b.scalar("p_k", "positive")),), ("k",))


_AWAY = nonzero(b.absolute(s))
LEDGERS: dict[str, tuple[Term, tuple[Condition, ...], list[str]]] = {
    "√s under |s| ≠ 0": (b.sqrt(s), (_AWAY,), ["nonneg"]),
    "1/√s under |s| ≠ 0": (1 / b.sqrt(s), (_AWAY,), ["positive"]),
    "√s beside log |s|": (b.log(b.absolute(s)) + b.sqrt(s), (), ["positive", "nonneg"]),
    "√s before log |s|": (b.sqrt(s) + b.log(b.absolute(s)), (), ["nonneg", "positive"]),
    "roots of quotients and of their parts": (
        b.sqrt(s / t) + b.sqrt(t / s) + b.sqrt(s) + b.sqrt(t),
        (),
        ["nonzero", "nonneg", "nonzero", "nonneg", "nonneg", "nonneg"],
    ),
}


@pytest.mark.parametrize("name", LEDGERS)
def test_a_condition_is_not_discharged_by_what_rests_on_it(name: str) -> None:
    """|s| is s only where s ≥ 0, which is what √s needs: such a normal form may not compare conditions."""
    term, given, kinds = LEDGERS[name]
    assert [condition.kind for condition in Equation(term, term, given).conditions] == kinds


def test_no_sign_from_an_absolute_value() -> None:
    """s ≥ 0 does not follow from |s| ≠ 0; √s √s shows it where s > 0 is given."""
    square = b.sqrt(s) * b.sqrt(s)
    assert implies([_AWAY], nonneg(s), form=square).decide().status == "refuted"
    assert bound(s, ">=", 0, _AWAY, by=square).decide().status == "refuted"
    assert bound(s, ">=", 0, positive(s), by=square).decide().status == "proved"
