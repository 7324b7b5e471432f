"""The judge: it finds a point at which a false statement fails, for every kind it knows, and none for a true one."""

from __future__ import annotations

from random import Random

import pytest

from derive.language import build as b
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.language.terms import Term, as_term
from derive.statements.bound import bound, bounds
from derive.statements.cases import cases
from derive.statements.conjunction import All
from derive.statements.eigenpair import eigenpair
from derive.statements.eigenvalue_count import eigenvalue_count
from derive.statements.eigenvalues import eigenvalues_are
from derive.statements.equation import equation
from derive.statements.image import Image, Map, Set
from derive.statements.implication import implies
from derive.statements.linear_order import LinearImplication
from derive.statements.null_space import null_space_is
from derive.statements.pseudo_inverse import pseudo_inverse_is
from derive.statements.rank import nullity, rank_is
from derive.statements.statement import Statement
from tests.attacks import truth
from tests.attacks.floats import agrees
from tests.strategies import WIDE, random_point
from tests.words import N, a, eye, one, v

y, z = b.scalar("y"), b.scalar("z")
centred = eye - b.outer(one, one) / N
mean = b.outer(one, one) / N


def image(radius: Term) -> Statement:
    """{a ↦ a / |a|} = {v : |v|² = radius}."""
    unit = Map(a / b.norm(a), a, (not_zero(a),))
    return Image(unit, Set(v, (equal(b.dot(v, v), radius),)), v)


#: True and false statements of each kind.
PAIRS: dict[str, tuple[Statement, Statement]] = {
    "equation": (equation(centred * centred, centred), equation(centred * centred, eye)),
    "bound": (bound(y**2, ">=", 0), bound(y**2, ">", 0)),
    "bounds": (bounds(0, "<=", y**2, "<", y**2 + 1), bounds(0, "<=", y**2, "<", y + 1)),
    "implication": (implies([positive(y)], nonzero(y)), implies([nonneg(y)], nonzero(y))),
    "conjunction": (All((("x", equation(y, y)),)), All((("x", equation(y, y)), ("z", equation(y, z))))),
    "cases": (
        cases((nonzero(y), equation(y / y, 1)), (equal(y, 0), equation(y, 0))),
        cases((nonzero(y), equation(y / y, 1)), (equal(y, 0), equation(y, 1))),
    ),
    "null space": (null_space_is(centred, one), null_space_is(centred, 2 * a)),
    "null space, one missing": (null_space_is(mean, centred), null_space_is(mean, ())),
    "rank": (rank_is(centred, N - 1, inverse=centred), rank_is(centred, N, inverse=centred)),
    "nullity": (nullity(centred, 1, inverse=centred), nullity(centred, 0, inverse=centred)),
    "pseudo-inverse": (pseudo_inverse_is(centred, centred), pseudo_inverse_is(centred, eye)),
    "eigenpair": (eigenpair(centred, one, 0), eigenpair(centred, one, 1)),
    "eigenvalues": (
        eigenvalues_are(centred, (0, 1, mean), (1, N - 1, centred)),
        eigenvalues_are(centred, (0, 2, mean), (1, N - 2, centred)),
    ),
    "eigenvalue count": (
        eigenvalue_count(centred, ">=", 1, N - 1, projection=centred, vector=v, by=0),
        eigenvalue_count(centred, ">=", 1, N, projection=centred, vector=v, by=0),
    ),
    "linear implication": (
        LinearImplication((positive(y),), nonneg(y + 1)),
        LinearImplication((positive(y),), nonneg(y - 1)),
    ),
    "image": (image(as_term(1)), image(b.dot(one, one))),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_true_and_false_of_each_kind(kind: str) -> None:
    """A true statement holds at the points that were drawn, of a false one a point is found at which it fails."""
    true, false = PAIRS[kind]
    held, wrong = truth.falsified(true, Random("true"), 30)
    assert held
    assert not wrong
    assert truth.falsified(false, Random("false"), 60)[1]


@pytest.mark.parametrize("seed", range(40))
def test_the_two_evaluators_agree(seed: int) -> None:
    """Exact and floating point, on the wide language."""
    random = Random(f"floats {seed}")
    term = WIDE.term(random, random.choice(((), (N,), (N, N))), 3)
    point = random_point(random, term, largest=3)
    probe = truth.Probe(
        (term,), (), lambda e, values: "" if agrees(term, point, {}, values[0]) is not False else "differ"
    )
    assert probe.at(point) in ("", None)
