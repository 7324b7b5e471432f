"""Images of maps: both inclusions, what a wrong preimage cannot do, and points that refute."""

from __future__ import annotations

import pytest

from derive.errors import InputError, NameError_, ShapeError
from derive.language.build import dot, mean, norm, scalar, sqrt, var, vector
from derive.language.hypotheses import Hypothesis, equal, nonneg, nonzero, not_zero, positive
from derive.language.substitution import substitute
from derive.language.terms import Term, as_term
from derive.statements.bound import bound
from derive.statements.image import Covered, Image, Map, Set, Subset
from derive.statements.statement import Statement
from tests.words import N, Pi, a, one, v

eps = scalar("eps", "positive")
x, z, c = scalar("x"), scalar("z"), scalar("c")

PLANE = equal(dot(one, v), 0)
BALL = positive(N - norm(v) ** 2)
SPHERE = equal(norm(v) ** 2, N)
GAP = N * eps / (var(a) + eps)
LN = Map((a - mean(a) * one) / sqrt(var(a) + eps), a)
LN0 = Map((a - mean(a) * one) / sqrt(var(a)), a)
LN0_SAID = Map((a - mean(a) * one) / sqrt(var(a)), a, (not_zero(Pi * a),))
RADIUS = sqrt(N * eps / (N - norm(v) ** 2))


def at(term: Term, value: Term) -> Term:
    """The term at a preimage."""
    return substitute(term, {a: value})


ROOT = bound(at(sqrt(var(a) + eps), RADIUS * v), "=", RADIUS, squared=True)
UNIT = bound(at(sqrt(var(a)), v), "=", 1, squared=True)
OPEN_DISC = Set(v, (PLANE, BALL), ((BALL, GAP),))
HALF_LINE = Set(z, (nonneg(z),), ((nonneg(z), x**2),))

TRUE: dict[str, Statement] = {
    "the open disc, ε > 0": Image(LN, OPEN_DISC, RADIUS * v, lemmas=(ROOT,)),
    "the sphere, ε = 0": Image(LN0, Set(v, (PLANE, SPHERE)), v, lemmas=(UNIT,)),
    "the sphere, with the domain said": Image(
        LN0_SAID, Set(v, (PLANE, SPHERE)), v, lemmas=(UNIT,), by=((not_zero(Pi * a), as_term(N)),)
    ),
    "the image of Π": Image(Map(Pi * a, a), Set(v, (PLANE,)), v),
    "squares": Image(Map(x**2, x), HALF_LINE, sqrt(z)),
    "squares of what is positive": Image(
        Map(x**2, x, (positive(x),)), Set(z, (positive(z),), ((positive(z), x**2),)), sqrt(z)
    ),
    "a half line": Image(Map(x + c, x, (nonneg(x),)), Set(z, (nonneg(z - c),), ((nonneg(z - c), as_term(x)),)), z - c),
    "one inclusion": Subset(LN, Set(v, (PLANE,))),
    "the other one": Covered(Map(x**2, x), Set(z, (positive(z),)), sqrt(z)),
}

FALSE: dict[str, Statement] = {
    "the sphere, ε > 0": Image(LN, Set(v, (PLANE, SPHERE)), RADIUS * v, lemmas=(ROOT,)),
    "a smaller disc": Image(
        LN, Set(v, (PLANE, positive(N - 1 - norm(v) ** 2)), ((positive(N - 1 - norm(v) ** 2), GAP),)), RADIUS * v
    ),
    "the open disc, ε = 0": Subset(LN0, Set(v, (PLANE, BALL))),
    "another plane": Subset(LN, Set(v, (equal(dot(one, v), 1),))),
    "squares are not all positive": Image(Map(x**2, x), Set(z, (positive(z),), ((positive(z), x**2),)), sqrt(z)),
    "nonzero components": Subset(
        Map(Pi * a, a), Set(vector("v", N, "nonzero"), (equal(dot(one, vector("v", N, "nonzero")), 0),))
    ),
}

CLOSED = nonneg(N - norm(v) ** 2)
FALSE["the closed disc, ε > 0"] = Image(
    LN, Set(v, (PLANE, CLOSED), ((CLOSED, GAP),)), RADIUS * v, lemmas=(ROOT,), invariant=OPEN_DISC
)
FALSE["every number is a square"] = Covered(Map(x**2, x), Set(z, (equal(z, z),)), sqrt(z), invariant=HALF_LINE)

OPEN: dict[str, tuple[Statement, str]] = {
    "too large a set": (
        Image(LN, Set(v, (PLANE, nonneg(N - norm(v) ** 2)), ((nonneg(N - norm(v) ** 2), GAP),)), RADIUS * v),
        "every point of the set is an image",
    ),
    "a wrong preimage": (Image(LN, OPEN_DISC, v), "every point of the set is an image"),
    "a preimage outside the domain": (
        Image(Map(x**2, x, (positive(x),)), HALF_LINE, -sqrt(z)),
        "every point of the set is an image",
    ),
    "a preimage outside the domain, on its own": (
        Covered(Map(x**2, x, (positive(x),)), Set(z, (positive(z),)), -sqrt(z)),
        "the preimage is in the domain",
    ),
    "a preimage that is not defined everywhere": (
        Covered(Map(x**2, x), Set(z, (nonneg(z + 1),)), sqrt(z)),
        "does not say",
    ),
    "a declared property of the argument": (
        Covered(Map(scalar("x", "positive") ** 2, scalar("x", "positive")), Set(z, (nonneg(z),)), sqrt(z)),
        "the preimage is in the domain",
    ),
    "too small a set for its certificate": (
        Subset(Map(x**2, x), Set(z, (nonneg(z),), ((nonneg(z), x**4),))),
        "every image satisfies it",
    ),
    "an invariant that does not hold": (
        Covered(Map(x**2, x), HALF_LINE, z, invariant=Set(z, (positive(z - 1),), ((positive(z - 1), x**2),))),
        "it is a preimage",
    ),
    "an invariant that shows nothing": (Covered(Map(x**2, x), HALF_LINE, z, invariant=HALF_LINE), "it is a preimage"),
    "an empty domain": (Subset(Map(x, x, (positive(x), positive(-x))), Set(z, (equal(z, 5),))), "vacuous"),
}


@pytest.mark.parametrize("name", TRUE)
def test_images_are_proved(name: str) -> None:
    """Each condition holds of every image, and every point has the preimage given."""
    judgement = TRUE[name].decide()
    assert judgement.status == "proved", judgement.explain()


@pytest.mark.parametrize("name", FALSE)
def test_false_images_are_refuted(name: str) -> None:
    """By a point of the domain whose image misses a condition, or a point of the set that misses what every image has."""
    judgement = FALSE[name].decide()
    assert judgement.status == "refuted", judgement.explain()
    assert judgement.counterexample is not None


@pytest.mark.parametrize("name", OPEN)
def test_nothing_is_proved_by_a_wrong_certificate(name: str) -> None:
    """A wrong preimage neither proves nor refutes; the part that is missing is named."""
    statement, missing = OPEN[name]
    judgement = statement.decide()
    assert judgement.status == "unsupported", judgement.explain()
    assert missing in judgement.reason


@pytest.mark.parametrize(
    "hypotheses", [(not_zero(a),), (not_zero(v),), (equal(dot(a, v), 0),)], ids=["argument", "element", "both"]
)
def test_bound_symbols_are_not_spoken_of_outside(hypotheses: tuple[Hypothesis, ...]) -> None:
    """The argument and the element are bound: a hypothesis about them would narrow the statement in silence."""
    with pytest.raises(InputError):
        Image(LN, OPEN_DISC, RADIUS * v, hypotheses)


def test_misuse_is_refused() -> None:
    """Preimages and lemmas that use the argument, other shapes, stray certificates, sets of everything."""
    with pytest.raises(InputError):
        Covered(LN, OPEN_DISC, a)
    with pytest.raises(InputError):
        Covered(LN, OPEN_DISC, v, lemmas=(bound(norm(a), ">=", 0),))
    with pytest.raises(ShapeError):
        Covered(LN, OPEN_DISC, as_term(x))
    with pytest.raises(ShapeError):
        Subset(LN, HALF_LINE)
    with pytest.raises(InputError):
        Subset(Map(z, z), HALF_LINE)
    with pytest.raises(InputError):
        Covered(Map(x, x), HALF_LINE, z, invariant=Set(c, (nonneg(c),)))
    with pytest.raises(InputError):
        Set(z, ())
    with pytest.raises(InputError):
        Set(z, (nonneg(z),), ((nonzero(z), as_term(1)),))


def test_the_sentence_is_the_set() -> None:
    """Sets print as people write them."""
    assert str(TRUE["squares"]) == "{x² | x ∈ ℝ} = {z | z ≥ 0}"
    assert str(TRUE["the other one"]) == "{z | z > 0} ⊆ {x² | x ∈ ℝ}"


def test_one_name_has_one_meaning() -> None:
    """A parameter that prints like the element or the argument would make a statement that nobody reads as it is."""
    with pytest.raises(NameError_):
        Subset(Map(x, x), Set(z, (equal(z, scalar("z", "positive")),)))
    with pytest.raises(NameError_):
        Covered(Map(x, x), Set(z, (nonneg(z),)), scalar("z", "positive"))


def test_terms_without_a_domain_are_declined() -> None:
    """1 / (x − x) is defined nowhere."""
    assert Subset(Map(1 / (x - x), x), HALF_LINE).decide().status == "unsupported"
    assert Covered(Map(x, x), Set(z, (nonneg(1 / (z - z)),)), z).decide().status == "unsupported"
