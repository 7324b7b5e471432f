"""Existence by a witness: right ones, wrong ones, and witnesses that exist for some data only."""

from __future__ import annotations

import pytest

from derive.errors import InputError, NameError_, ShapeError
from derive.language.build import dot, hadamard, norm, scalar, sqrt, vector, zeros
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.language.terms import as_term
from derive.statements.bound import bound
from derive.statements.image import Exists, Set
from tests.words import N, g, one, u, v

x, z = scalar("x"), scalar("z")
alpha = 1 / g

UP = Set(v, (equal(dot(v, g), N), not_zero(v)), ((not_zero(v), norm(alpha) ** 2),))
ROOT = Set(z, (equal(z**2, x), nonneg(z)))

TRUE = {
    "a dual vector": Exists(UP, alpha),
    "a root": Exists(ROOT, sqrt(x), (nonneg(x),)),
    "a bound": Exists(Set(z, (positive(z - x),), ((positive(z - x), as_term(1)),)), x + 1),
    "declared": Exists(Set(vector("k", N, "nonzero"), (equal(hadamard(vector("k", N, "nonzero"), g), one),)), alpha),
    "where the claim is defined": Exists(Set(z, (equal(z * x, 1 / x),)), 1 / x**2),
    "with a lemma": Exists(
        Set(z, (equal(z**2 - z * x, 0), nonneg(z))),
        sqrt(x**2),
        (nonneg(x),),
        (bound(sqrt(x**2), "=", x, squared=True),),
    ),
}

OPEN = {
    "another vector": (Exists(UP, g), "satisfies"),
    "zero is excluded": (Exists(Set(v, (equal(dot(v, u), 0), not_zero(v))), zeros(N)), "satisfies"),
    "a root of anything": (Exists(ROOT, sqrt(x)), "x ≥ 0"),
    "some data only": (Exists(Set(z, (equal(z * x, 1),)), 1 / x), "what the statement does not say"),
    "a declared property": (Exists(Set(scalar("q", "positive"), (equal(scalar("q", "positive"), x),)), x), "satisfies"),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_witness_proves_existence(name: str) -> None:
    """All its conditions hold, for all data at which the claim is defined."""
    judgement = TRUE[name].decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", OPEN)
def test_a_wrong_witness_proves_and_refutes_nothing(name: str) -> None:
    """Another one might do."""
    statement, missing = OPEN[name]
    judgement = statement.decide()
    assert judgement.status == "unsupported", judgement.explain()
    assert missing in judgement.reason


def test_misuse_is_refused() -> None:
    """The element is bound; a witness has its shape."""
    with pytest.raises(ShapeError):
        Exists(UP, x)
    with pytest.raises(InputError):
        Exists(UP, v)
    with pytest.raises(InputError):
        Exists(UP, alpha, (not_zero(v),))
    with pytest.raises(InputError):
        Exists(UP, alpha, lemmas=(bound(norm(v), ">=", 0),))


def test_the_sentence_names_the_witness() -> None:
    """There is v with …, namely v = ….

    The conditions are those authored.
    """
    assert str(TRUE["a root"]) == "there is z with z² = x, z ≥ 0, namely z = √x"


def test_nothing_exists_under_a_contradiction() -> None:
    """Not even a vector of nonzero components, which would be manifest."""
    k, pair = vector("k", 2, "nonzero"), vector("pair", 2, "nonzero")
    statement = Exists(Set(k, (nonzero(k),)), pair, (equal(x, x + 1),))
    assert "vacuous" in statement.decide().reason


def test_one_name_has_one_meaning() -> None:
    """The element is not another symbol of its name."""
    with pytest.raises(NameError_):
        Exists(Set(z, (nonneg(z),)), scalar("z", "positive"))
