"""Derivations that are found: the theories' own, a line without its rule, and what is said where there is none."""

from __future__ import annotations

import re

import pytest

import derive
from derive.derivation.condensing import condensed
from derive.derivation.derivation import Derivation, rule
from derive.derivation.finding import seek
from derive.derivation.moves import Moves, definitions_in, ways_of
from derive.derivation.searching import Search
from derive.errors import DerivationError, InputError
from derive.language.build import dot, let, norm, scalar, sqrt
from derive.language.hypotheses import nonneg
from derive.language.substitution import subterms
from derive.language.terms import Defined
from derive.pool import named_rules, pool_for
from derive.theories.algebra import RULES as ALGEBRA
from derive.theories.layernorm.maps import EQ1, EQ6
from derive.theories.layernorm.names import N, Pi, a, b, mu, one
from derive.theories.registry import THEORIES, find_theorem, load_theory
from tests.derivation.found import labels, row
from tests.words import u, v

p, q, r = (scalar(name) for name in "pqr")
t = scalar("t", "positive")

#: Theorems whose derivation is found within a second or two; `python -m tests.derivation.found` has all of them.
FAST = (
    "layernorm.centring", "layernorm.centred_orthogonal", "layernorm.components_sum_to_zero", "layernorm.variance_norm",
    "layernorm.eq4_form", "layernorm.eq6", "layernorm.shortest_preimage", "layernorm.charpoly_gram",
    "layernorm.charpoly_centred_gram", "layernorm.charpoly_inverse", "rmsnorm.geometric_form", "groupnorm.centring",
    "batchnorm.centring", "batchnorm.geometric_form", "folding.layernorm_folded",
)  # fmt: skip


@pytest.mark.parametrize("label", FAST)
def test_a_derivation_of_a_theory_is_found_anew(label: str) -> None:
    """Between the sides of the theorem alone, with at most two lines more than its author has; never by itself."""
    found = row(label)
    assert label in labels()
    assert found.lines is not None
    assert found.lines <= found.authored + 2
    checked = found.sought.derivation
    assert checked is not None
    assert checked.theorem == find_theorem(label).derivation.checked().theorem  # type: ignore[union-attr]
    used = {each for line in checked.lines for each in line.rules}
    assert not any(each.source == label for each in used)


def test_the_work_is_the_same_in_every_run() -> None:
    """It is counted, not timed."""
    assert row("layernorm.variance_norm").sought.work == row("layernorm.variance_norm").sought.work


@pytest.mark.parametrize("name", THEORIES)
def test_what_is_to_be_derived_is_no_rule(name: str) -> None:
    """A theorem's own equation, and a rule that says the same in other words, are left out; the others stay."""
    for theorem in load_theory(name).stated:
        if len(theorem.statement.equated) == 2:
            pool = pool_for(*theorem.statement.equated, name)
            assert theorem.label not in {each.source for each in pool.theorems}
            assert set(ALGEBRA) - set(pool.rules) <= {each for each in ALGEBRA if each.lhs in theorem.statement.equated}
    said = {each.name for each in pool_for(a - mu * one, Pi * a, "layernorm").rules}
    assert "centring is a projection" not in said
    assert "definition of μ" in said


def test_names_of_rules_are_unique_and_lead_to_their_rules() -> None:
    """Where several rules have one name, the later ones are numbered."""
    for name in ("", *THEORIES):
        for key, each in named_rules(name).items():
            assert key.startswith(each.name)


# --- find -----------------------------------------------------------------------------------------------------------


def test_rules_of_the_caller_are_used_in_both_directions() -> None:
    """A rule that is given leads on, and comes back."""
    twice = rule("a term and itself", 2 * u, u + u)
    assert [line.term for line in derive.find(2 * v, v + v, [twice]).lines] == [2 * v, v + v]
    back = derive.find(v + v, 2 * v, [twice])
    assert [line.term for line in back.checked().lines] == [v + v, 2 * v]


def test_definitions_in_the_sides_are_rules_without_being_given() -> None:
    """They are folded and unfolded."""
    m = let("m", dot(u, u) / N)
    found = derive.find(m * p, norm(u) ** 2 / N * p)
    assert [line.justification for line in found.lines[1:]] == ["definition of m", "squared norm as an inner product"]


def test_one_line_where_the_sides_are_the_same_line() -> None:
    """Up to the order of summands there is nothing to derive."""
    assert len(derive.find(u + v, v + u).lines) == 1


def test_sides_that_are_not_equal_have_a_counterexample() -> None:
    """Nothing is looked for."""
    sought = seek(EQ1, EQ6 + b, pool_for(EQ1, EQ6 + b, "layernorm").rules)
    assert (sought.verdict.status, sought.work, sought.derivation) == ("refuted", 0, None)
    with pytest.raises(DerivationError, match="does not follow") as raised:
        _ = sought.found
    assert "witness: N = 1" in str(raised.value)


def test_where_there_are_no_lines_it_is_said_what_was_tried() -> None:
    """That the rules lead no further, or that the limit was reached, and the nearest line."""
    with pytest.raises(DerivationError, match="the sides are equal, but no lines between them were found") as raised:
        derive.find((p + q) ** 2, p**2 + 2 * p * q + q**2)
    assert "they lead no further" in str(raised.value)
    with pytest.raises(DerivationError, match="the limit of 20,000 steps of work was reached") as raised:
        derive.find(EQ1, EQ6, theory="layernorm", limit=20_000)
    assert re.search(r"\n  line 2   .+ \[.+\], so far", str(raised.value))


def test_a_rule_that_is_no_theorem_is_refused() -> None:
    """Also where the search would not need it."""
    with pytest.raises(InputError, match="is not a theorem by itself"):
        derive.find(2 * v, v + v, [rule("twice a vector", u, 2 * u)])
    with pytest.raises(InputError, match="there is no theory 'layernrom'"):
        derive.find(2 * v, v + v, theory="layernrom")


def test_a_rule_is_used_only_where_its_hypotheses_are_established() -> None:
    """√(q²) = q needs q ≥ 0, given or declared."""
    root = rule("root of a square", sqrt(p**2), p, hypotheses=[nonneg(p)])
    assert len(derive.find(sqrt(q**2), q, [root], [nonneg(q)]).checked().lines) == 2
    assert len(derive.find(sqrt(t**2) + q, t + q, [root]).checked().lines) == 2
    with pytest.raises(DerivationError, match="witness"):
        derive.find(sqrt(q**2), q, [root])


def test_rules_that_grow_without_end_are_bounded() -> None:
    """A rule that fits its own result ends by the limit, or by the size of lines."""
    grow = rule("a term and nothing", p + q, p + q + 0 * q)
    with pytest.raises(DerivationError, match="no lines between them were found"):
        derive.find(r + t, r + t + (t - t), [grow], limit=20_000)


def test_the_search_for_no_more_lines_than_allowed() -> None:
    """With ``longest`` a chain that needs more lines is not found."""
    ways = ways_of((*ALGEBRA, *definitions_in((EQ1,))), (EQ1,))
    left, right = sqrt(p / t + q), sqrt(p + t * q) / sqrt(t)
    assert len(Search(left, right, Moves(ways, ()), longest=2).run() or ()) == 2
    assert Search(left, right, Moves(ways, ()), longest=1).run() is None


def test_rules_whose_names_mean_something_else_are_left_out() -> None:
    """A rule about another Π is none for this one."""
    other = rule("another matrix", let("Pi", mu * one * one.T) * a, mu * one * dot(one, a), ())
    assert ways_of([other], [Pi * a]) == ()
    assert len(ways_of([other], [a])) == 2
    assert any(isinstance(part, Defined) for part in subterms(other.lhs))


# --- to -------------------------------------------------------------------------------------------------------------


def test_a_line_alone_finds_its_rule() -> None:
    """The rule stands beside it; it is one that could have been written."""
    found = Derivation.start(sqrt(p / t)).to(sqrt(p) / sqrt(t))
    assert found.lines[1].justification == "root of a quotient"
    assert found.checked().lines == found.lines


def test_what_was_found_can_be_pinned() -> None:
    """By the names of rules, in their direction; a rule without one is said."""
    twice = rule("a term and itself", 2 * u, u + u)
    m = let("m", dot(u, u) / N)
    found = Derivation.start(sqrt(p / t) * (m * v)).to(sqrt(p) / sqrt(t) * (m * v)).to(sqrt(p / t) * (m * v))
    assert found.to(sqrt(p / t) * (dot(u, u) / N * v)).pinned(derive.rules()).splitlines() == [
        ".by(rules['root of a quotient'], to=…)",
        ".by(rules['root of a quotient'].reversed(), to=…)",
        ".by(<definition of m>, to=…)",
    ]
    assert Derivation.start(v + v).to(2 * v, twice).pinned({"twice": twice}) == ".by(rules['twice'].reversed(), to=…)"


def test_a_line_alone_that_changed_at_two_places() -> None:
    """One line by two rules."""
    found = Derivation.start(sqrt(p / t) + dot(u, u)).to(sqrt(p) / sqrt(t) + norm(u) ** 2)
    assert len(found.lines) == 2
    assert {each.name for each in found.lines[1].rules} == {"root of a quotient", "squared norm as an inner product"}


def test_a_line_alone_by_rearrangements_is_one_line_when_condensed() -> None:
    """Each of them is a line that was checked."""
    found = Derivation.start(sqrt(p / t + q)).to(sqrt(p + t * q) / sqrt(t), note="cleared")
    assert len(found.lines) == 3
    assert [line.last for line in condensed(found.checked())] == [3]
    assert found.lines[-1].justification == "cleared"


def test_a_line_alone_uses_the_rules_of_the_lines_before_and_those_given() -> None:
    """And definitions, unfolded and folded."""
    m = let("m", dot(u, u) / N)
    twice = rule("a term and itself", 2 * u, u + u)
    found = Derivation.start(m * (2 * v)).to(dot(u, u) / N * (2 * v)).to(m * (2 * v)).to(m * (v + v), twice)
    assert [line.justification for line in found.checked().lines[1:]] == [
        "definition of m", "definition of m", "a term and itself",
    ]  # fmt: skip


def test_a_line_alone_that_is_false_or_by_no_rule() -> None:
    """It is said which."""
    with pytest.raises(DerivationError, match=r"line 2 .*does not follow") as raised:
        Derivation.start(p).to(q)
    assert "witness" in str(raised.value)
    with pytest.raises(DerivationError, match="is true, but no rule was found that leads to it") as raised:
        Derivation.start((p + q) ** 2).to(p**2 + 2 * p * q + q**2)
    assert "give the rule: .by(rule, to=…)" in str(raised.value)
    with pytest.raises(DerivationError, match="is the line before again"):
        Derivation.start(u + v).to(v + u)
    with pytest.raises(InputError, match="5 as a rule"):
        Derivation.start(u + v).to(v, 5)  # type: ignore[arg-type]  # it is refused
    with pytest.raises(InputError, match="is not a theorem by itself"):
        Derivation.start(v + v).to(2 * v, rule("twice a vector", u, 2 * u))
