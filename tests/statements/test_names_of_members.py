"""In a conjunction one name has one meaning, or the parts say whose it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from derive.authoring.theory import Theorem
from derive.cli.words import given_of
from derive.language.build import dimension, dot, let, norm, scalar, sqrt, vector
from derive.language.hypotheses import equal, nonneg
from derive.language.substitution import meanings
from derive.printing import text_hypothesis
from derive.statements.conjunction import All, all_of
from derive.statements.equation import equation
from derive.statements.statement import Statement
from derive.theories.registry import THEORIES, load_theory

N = dimension("N")
c, positive_c = scalar("c"), scalar("c", "positive")
v, short_v = vector("v", N), vector("v", 2)
ANY = equation(c + c, 2 * c)
POSITIVE = equation(sqrt(positive_c**2), positive_c)


def words(whole: All, member: Statement) -> list[str]:
    """What the whole says of a member's names."""
    return [word if isinstance(word, str) else text_hypothesis(word) for word in whole.whose(member)]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        pytest.param([ANY, ANY], [[], []], id="one meaning"),
        pytest.param([POSITIVE, POSITIVE], [[], []], id="one meaning, with a property"),
        pytest.param([ANY, POSITIVE], [[], ["c > 0"]], id="a property in one of them"),
        pytest.param([POSITIVE, all_of(ANY, POSITIVE)], [["c > 0"], []], id="in a conjunction inside"),
        pytest.param(
            [equation(dot(v, v), norm(v) ** 2), equation(dot(short_v, short_v), norm(short_v) ** 2)],
            [["v of shape (N)"], ["v of shape (2)"]],
            id="two shapes",
        ),
        pytest.param(
            [equation(let("m", c + c), 2 * c), equation(let("m", c * c), c**2)],
            [["m := c + c"], ["m := cc"]],
            id="two definitions",
        ),
        pytest.param(
            [equation(let("m", c + c), 2 * c), equation(let("m", positive_c + positive_c), 2 * positive_c)],
            [[], ["c > 0"]],
            id="one definition of two symbols",
        ),
        pytest.param(
            [equation(scalar("N") + 0, scalar("N")), equation(N + 0, N)],
            [["N of shape scalar"], ["N a dimension"]],
            id="a size",
        ),
        pytest.param([equation(c, 0, equal(c, 0)), equation(sqrt(c) ** 2, c, nonneg(c))], [[], []], id="hypotheses"),
    ],
)
def test_parts_say_whose_a_name_is(members: list[Statement], said: list[list[str]]) -> None:
    """Only of names that stand for several things, and with each member what they stand for there."""
    whole = all_of(*members)
    assert [words(whole, member) for member in members] == said
    shown = str(whole.decide())
    for row in (", ".join(each) for each in said if each):
        assert f", given {row}" in shown
    apart = [word for each in said for word in each]
    assert not set(apart) & set(given_of(whole))


def test_what_all_members_mean_is_given_for_the_whole() -> None:
    """As long as the name is the same symbol everywhere."""
    assert given_of(all_of(POSITIVE, POSITIVE)) == ["c > 0"]
    assert given_of(all_of(POSITIVE, ANY)) == []


def _conjunctions() -> Iterator[Theorem]:
    for name in THEORIES:
        for theorem in load_theory(name).theorems:
            if not theorem.statement.equated and isinstance(theorem.statement, All):
                yield theorem


def test_no_conjunction_of_a_theory_gives_a_property_of_one_member_to_all() -> None:
    """What is given for the whole holds of that name in every member that has it."""
    seen = []
    for theorem in _conjunctions():
        whole = theorem.statement
        assert isinstance(whole, All)
        if not whole.told_apart:
            continue
        seen.append(theorem.label)
        for name, several in whole.told_apart.items():
            for _, member in whole.members:
                here = [m for term in member.terms for m in meanings(term) if m.name == name]
                if any(getattr(one, "properties", ()) for one in here):
                    assert words(whole, member)
            declared = {w for one in several for w in getattr(one, "properties", ())}
            assert not declared or not any(f"{name}" in word and "≠ 0 for every" in word for word in given_of(whole))
    assert seen == [
        "layernorm.eigenvalue_product",
        "layernorm.volume",
        "layernorm.semi_axes",
        "layernorm.repeated_sizes",
    ]
