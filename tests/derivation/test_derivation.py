"""Derivations: every accepted line is true and follows by its rule; the first wrong line is reported with evidence."""

from __future__ import annotations

import pytest

from derive.authoring.theory import Theorem
from derive.derivation.components import fine
from derive.derivation.derivation import Derivation, Line, definition, in_words, rule
from derive.errors import DerivationError, InputError
from derive.language.build import diag, dot, identity, let, norm, scalar, sqrt, sum_, vector
from derive.language.build import index as index_
from derive.language.hypotheses import equal, nonneg, positive
from derive.statements.equation import prove_equation
from derive.theories import algebra
from derive.theories.registry import THEORIES, load_theory
from tests.words import N, one

a, b, g, u, v = (vector(name, N) for name in "abguv")
p, q, x = scalar("p"), scalar("q"), scalar("x")
DERIVED = [entry for name in THEORIES for entry in load_theory(name) if entry.derivation is not None]


def wrong_lines(entry: Theorem) -> list[tuple[int, Derivation]]:
    """The derivation with one line replaced by its negative plus itself doubled or negated, at every place."""
    assert entry.derivation is not None
    lines = entry.derivation.lines
    return [
        (
            k + 1,
            Derivation(
                (*lines[:k], Line(-lines[k].term, lines[k].rules), *lines[k + 1 :]), entry.derivation.hypotheses
            ),
        )
        for k in range(1, len(lines))
        if prove_equation(lines[k].term, -lines[k].term).status == "refuted"
    ]


@pytest.mark.parametrize("entry", DERIVED, ids=lambda entry: entry.label)
def test_a_wrong_line_is_reported_where_it_stands(entry: Theorem) -> None:
    """Number, rule, both sides, first difference and witness of the first wrong line."""
    for number, derivation in wrong_lines(entry):
        with pytest.raises(DerivationError) as caught:
            derivation.checked()
        assert caught.value.number == number
        assert caught.value.rule == derivation.lines[number - 1].justification
        for part in ("expected ", "found ", "first difference of the normal forms: ", "witness: "):
            assert part in caught.value.report


@pytest.mark.parametrize("entry", DERIVED, ids=lambda entry: entry.label)
def test_every_line_expands_to_index_notation(entry: Theorem) -> None:
    """The expansion of a line begins and ends with the part that changes, and each of its lines is proved."""
    assert entry.derivation is not None
    for step in entry.derivation.checked().steps:
        lines = fine(step, entry.hypotheses)
        assert len(lines) >= 2
        assert all(line.justification for line in lines)


def test_a_true_line_by_another_rule_is_rejected() -> None:
    """Being true is not enough: the named rule must be what connects two lines."""
    derivation = Derivation.start(u * v).by(algebra.COMMON_DENOMINATOR, to=diag(u) * v)
    with pytest.raises(DerivationError, match="is true, but not by this rule"):
        derivation.checked()


def test_the_same_line_again_is_rejected() -> None:
    """A step that changes nothing is no step."""
    derivation = Derivation.start(u + v).by(algebra.HADAMARD_AS_DIAGONAL, to=v + u)
    with pytest.raises(DerivationError, match="the line before again"):
        derivation.checked()


def test_a_rule_that_does_not_apply_says_so() -> None:
    """`by` without a line performs the rule, or raises."""
    with pytest.raises(DerivationError, match="does not apply"):
        Derivation.start(u + v).by(algebra.HADAMARD_AS_DIAGONAL)


def test_several_rules_need_their_line() -> None:
    """Two rules at once are not performed blindly."""
    with pytest.raises(InputError, match="several rules"):
        Derivation.start(u + v).by(algebra.HADAMARD_AS_DIAGONAL, algebra.RANK_ONE)


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (sqrt(x**2), x),
        (sqrt(p / q), sqrt(p) / sqrt(q) + 1),
        (u * v, u),
        (N - 1, N),
    ],
)
def test_a_false_rule_cannot_be_used(lhs: object, rhs: object) -> None:
    """A rule is a theorem or there is no line by it."""
    with pytest.raises(InputError, match="not a theorem"):
        _ = rule("a false rule", lhs, rhs).pattern  # type: ignore[arg-type]


def test_a_rule_with_a_positive_variable_needs_a_positive_term() -> None:
    """√(p / t) = √p / √t is used for N and for declared parameters, not for any q."""
    assert Derivation.start(sqrt(p / N)).by(algebra.ROOT_OF_QUOTIENT).checked().theorem.rhs == sqrt(p) / sqrt(N)
    with pytest.raises(DerivationError, match="does not apply"):
        Derivation.start(sqrt(p / q)).by(algebra.ROOT_OF_QUOTIENT)
    given = Derivation.start(sqrt(p / q), [positive(q)]).by(algebra.ROOT_OF_QUOTIENT)
    assert given.checked().verdict.status == "proved"


def test_hypotheses_are_used_and_kept() -> None:
    """A line may need the hypotheses, and the theorem carries them."""
    hypothesis = equal(a, x * one)
    centred = rule("a centred vector vanishes", a - dot(a, one) / N * one, 0, (), hypotheses=[hypothesis])
    checked = Derivation.start(a - dot(a, one) / N * one, [hypothesis]).by(centred).checked()
    assert checked.theorem.hypotheses == (hypothesis,)
    with pytest.raises(DerivationError, match=r"does not apply .*proved under a = x 1"):
        Derivation.start(a - dot(a, one) / N * one).by(centred)
    with pytest.raises(DerivationError, match="witness"):
        Derivation.start(a - dot(a, one) / N * one).by(centred, to=0 * one).checked()


def test_definitions_fold_and_unfold() -> None:
    """A definition is a rule in both directions."""
    mu = let("mu", dot(a, one) / N)
    unfold = definition(mu)
    there = Derivation.start(mu * one).by(unfold)
    assert there.lines[1].term == dot(a, one) / N * one
    assert there.by(unfold.reversed()).lines[2].term == mu * one


@pytest.mark.parametrize(
    ("start", "law", "end"),
    [
        (g * (u * v), algebra.HADAMARD_AS_DIAGONAL, diag(g) * (u * v)),
        (a + b - dot(a + b, u) * u, algebra.RANK_ONE, (identity(N) - u * u.T) * (a + b)),
        (norm(a) ** 2 / N + p, algebra.COMMON_DENOMINATOR, (norm(a) ** 2 + N * p) / N),
        (p * (x / N) * 2, algebra.TIMES_QUOTIENT, None),
    ],
)
def test_rules_apply_modulo_order_and_to_compound_terms(start, law, end) -> None:  # type: ignore[no-untyped-def]
    """Variables stand for whole terms; where the shapes of the factors do not match, nothing is applied."""
    if end is None:
        with pytest.raises(DerivationError):
            Derivation.start(start).by(law)
    else:
        assert Derivation.start(start).by(law).lines[1].term == end


def test_index_rules_keep_the_readers_letter() -> None:
    """A rule stated with i is performed with the letter of the line."""
    k = index_("k", N)
    after = Derivation.start(sum_(k, u[k] - p)).by(algebra.SUM_DIFFERENCE).lines[1].term
    assert after == sum_(k, u[k]) - N * p


def test_what_is_no_rule_and_no_hypothesis_is_refused() -> None:
    """An `InputError`; one hypothesis needs no list."""
    c = scalar("c")
    with pytest.raises(InputError, match="as a rule"):
        Derivation.start(c).by("x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="as hypotheses"):
        Derivation.start(c, ["c > 0"])  # type: ignore[list-item]
    assert Derivation.start(c, nonneg(c)).hypotheses == (nonneg(c),)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["ΠΠ = Π", "u ⊙ v", "mean(a) = μ", "N ≥ 1 for all", "", "Eq. (1)", "a -> b for all"])
def test_a_rule_is_named_in_words(name: str) -> None:
    """A name that is an equation would repeat the line that it justifies; the message has a way on."""
    with pytest.raises(InputError, match=r"without a name in words\n.*common denominator"):
        rule(name, u + v, v + u)
    assert rule("die Summe ist kommutativ", u + v, v + u).kind == "lemma"


def test_a_rule_has_a_kind() -> None:
    """Kept when it is turned round; unfolding a name is a definition, whatever else is no kind."""
    folded = let("m", u + v)
    assert definition(folded).kind == definition(folded).reversed().kind == "definition"
    assert rule("sums commute", u + v, v + u, kind="algebra").reversed().kind == "algebra"
    with pytest.raises(InputError, match="the kind 'magic'"):
        rule("sums commute", u + v, v + u, kind="magic")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", THEORIES)
def test_reasons_are_words(name: str) -> None:
    """The rules of every theory are named; what a note adds may be a formula."""
    for entry in load_theory(name):
        for line in entry.derivation.lines[1:] if entry.derivation is not None else ():
            assert all(in_words(each.name) for each in line.rules)
