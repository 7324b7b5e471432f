"""Queries and keys: which query sees all keys alike, and which keys can be selected."""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import *
from derive.theories.expressivity.names import BRODY, THEORY, N, a, b, eps, gain, one, w, w_1, w_2, y, z

normalised = (a - mean(a) * one) / sqrt(var(a) + eps)


THEORY.group("Queries and keys")


@THEORY.theorem("A query that sees all keys alike", f"{BRODY}, 'a query that attends to all keys equally'")
@near_miss("the gains for their inverse", dot(gain, hadamard(gain, normalised) + b), dot(gain, b))
def equal_attention() -> Chain:
    """α·(g ⊙ y(a) + b) = α·b with α = 1/g: the score is the same for every input a, where every gain is nonzero."""
    return dot(1 / gain, hadamard(gain, normalised) + b), dot(1 / gain, b)


@THEORY.theorem("The query without gains", f"{BRODY}, 'a query that attends to all keys equally'")
@near_miss("any query", dot(w, normalised), 0)
def equal_attention_plain() -> Chain:
    """1·y(a) = 0: for gains 1 the query 1 gives every key the score 1·b."""
    return dot(one, normalised), 0


support, size = vector("s", N, "mask"), vector("h", N, "nonzero")


@THEORY.theorem("The queries with zero gains", f"{BRODY}, 'a query that attends to all keys equally'")
@near_miss(
    "on the other components",
    dot(hadamard(support, w), hadamard(support, size, normalised) + b),
    dot(hadamard(support, w), b),
)
def equal_attention_zero_gains() -> Chain:
    """A query w on the components with gain 0 gives the score w·b to every input; g = s ⊙ h, s is 1 where g is not 0."""
    query = hadamard(one - support, w)
    return dot(query, hadamard(support, size, normalised) + b), dot(query, b)


SPHERE = (equal(dot(y, y), N), equal(dot(z, z), N))


@THEORY.theorem("Scores on a sphere", f"{BRODY}, 'prevents keys from being un-select-able'")
@given(*SPHERE)
@near_miss("without ½", N - norm(y - z) ** 2)
def sphere_scores() -> Chain:
    """y·z = N − ½|y − z|² for |y|² = |z|² = N: among keys on a sphere each has the highest score for its own query."""
    return dot(y, z), N - norm(y - z) ** 2 / 2


@THEORY.theorem("A key on a sphere is selected by itself", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss("without the sphere", "<", N, given=[not_zero(y - z)])
def sphere_selects() -> Statement:
    """y·z < N = y·y for |y|² = |z|² = N and y ≠ z."""
    return bound(dot(y, z), "<", N, *SPHERE, not_zero(y - z), by=norm(y - z) ** 2 / 2)


@THEORY.theorem("The query of a key, with gains", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss("without inverting the gains", dot(z, hadamard(gain, y)), dot(z, y))
def query_of_key() -> Chain:
    """w·(f − b) = z·y for f = g ⊙ y + b and the query w = z/g, where every gain is nonzero."""
    return dot(hadamard(1 / gain, z), hadamard(gain, y) + b - b), dot(z, y)


_place = basis(index("n", N))
_one_zero_gains = hadamard(one - _place, size)
_query = hadamard(one - _place, hadamard_power(size, -1), z - dot(z, _place) * one)
_centred = y - mean(y) * one


@THEORY.theorem("The query of a key, with one zero gain", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss("y of any mean", dot(z, y), dot(z, _centred))
def query_of_key_one_zero() -> Chain:
    """w·(f − b) = z·y for w = g⁺ ⊙ (z − zₙ1) and y with mean 0, where gₙ is the only zero gain; n is any place."""
    return dot(_query, hadamard(_one_zero_gains, _centred)), dot(z, _centred)


k_1, k_3 = vector("k_1", N), vector("k_3", N)
_between = (k_1 + k_3) / 2


@THEORY.theorem("A key between two others cannot be selected", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss("one of the others only", LinearImplication((less(dot(w, k_1), dot(w, _between)),), None, (Fraction(1),)))
def midpoint_not_selected() -> Statement:
    """No query w has w·k₂ > w·k₁ and w·k₂ > w·k₃ for k₂ = (k₁ + k₃)/2: without scaling there are un-select-able keys."""
    higher = (less(dot(w, k_1), dot(w, _between)), less(dot(w, k_3), dot(w, _between)))
    return LinearImplication(higher, None, (Fraction(1), Fraction(1)))


def _plane_score(factor: Fraction) -> Term:
    """The score of the key c(1, −1) in the plane."""
    return w_1 * factor - w_2 * factor


#: Inputs c(1, −1) and their keys at ε = 1.
INPUTS = (Fraction(5, 12), Fraction(3, 4), Fraction(4, 3))
KEYS = (Fraction(5, 13), Fraction(3, 5), Fraction(4, 5))


def _plane_key(factor: Fraction) -> Term:
    """The first component of LayerNorm of c(1, −1) with ε = 1."""
    first, second = as_term(factor), as_term(-factor)
    centre = (first + second) / 2
    return (first - centre) / sqrt(((first - centre) ** 2 + (second - centre) ** 2) / 2 + 1)


@THEORY.theorem("Three keys at ε = 1", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss("ε forgotten", _plane_key(INPUTS[0]), 1)
def plane_keys() -> Statement:
    """LayerNorm with ε = 1 maps c(1, −1) with c = 5/12, 3/4, 4/3 to 5/13, 3/5, 4/5 times (1, −1)."""
    return all_of(*(equation(_plane_key(c), as_term(key)) for c, key in zip(INPUTS, KEYS, strict=True)))


@THEORY.theorem("With ε > 0 there are un-select-able keys", f"{BRODY}, 'prevents keys from being un-select-able'")
@near_miss(
    "the last key instead",
    LinearImplication(
        (less(_plane_score(KEYS[0]), _plane_score(KEYS[2])), less(_plane_score(KEYS[1]), _plane_score(KEYS[2])))
    ),
)
def unselectable_key() -> Statement:
    """The key (3/5)(1, −1) never scores strictly above both (5/13)(1, −1) and (4/5)(1, −1)."""
    middle_key = _plane_score(KEYS[1])
    return LinearImplication((less(_plane_score(KEYS[0]), middle_key), less(_plane_score(KEYS[2]), middle_key)))


votes = vector("v", N, "mask")


@THEORY.theorem("Uniform weights count votes", f"{BRODY}, 'majority'")
@near_miss("the sum for the mean", dot(one, 2 * votes - one), 2 * dot(votes, one) / N - 1)
def majority() -> Chain:
    """With weights 1/N the head outputs the mean of the values; for values ±1 it is 2V/N − 1, where V is the number of +1.

    So its sign is that of V − N/2: the majority, and 0 in a tie.
    """
    return dot(one / N, 2 * votes - one), mean(2 * votes - one), 2 * dot(votes, one) / N - 1
