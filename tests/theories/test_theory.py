"""Theories: two sorts of theorems with labels, checked with what must fail beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive.authoring.theory import Theorem, Theory, check_theorem
from derive.authoring.vocabulary import Chain, Convention, NearMiss, given, near_miss
from derive.derivation.derivation import Derivation, rule
from derive.errors import InputError, NameError_
from derive.language.build import dot, let, norm, scalar, sqrt
from derive.language.hypotheses import equal, nonneg, not_zero
from derive.statements.bound import bound
from derive.statements.equation import equation, equations
from derive.statements.statement import Statement
from tests.structures import NULLITY, null_line_of_projector, structured_theory
from tests.words import N, eye, n, one, u, v

THEORY = structured_theory()


def empty() -> Theory:
    return Theory("mine", "Mine", "Words.", ("me",))


@pytest.mark.parametrize(
    "structure", [each for each in THEORY.theorems if not each.statement.equated], ids=lambda structure: structure.label
)
def test_statements_are_checked_with_their_near_misses(structure: Theorem) -> None:
    """Proved, and every near miss refuted."""
    checked = check_theorem(structure)
    assert checked.status == "proved"
    assert checked.as_expected
    assert len(checked.near_misses) == len(structure.near_misses)


@pytest.mark.parametrize(
    ("statement", "miss"),
    [
        (null_line_of_projector(u), None),
        (NULLITY, NULLITY),
        (equation(u, v), null_line_of_projector(u)),
    ],
)
def test_statements_that_are_not_as_expected(statement: Statement, miss: Statement | None) -> None:
    """A statement that is not proved, or a near miss that is not refuted."""
    near = (NearMiss("wrong", miss),) if miss is not None else ()
    assert not check_theorem(Theorem("mine.s", "s", statement, near_misses=near)).as_expected


def test_theorems_have_labels() -> None:
    """By label and by name; the equations come first."""
    assert THEORY.find_theorem("nullity") is THEORY.find_theorem("structured.nullity")
    assert THEORY.find_theorem("idempotent").label == "structured.idempotent"
    first = [bool(theorem.statement.equated) for theorem in THEORY.theorems]
    assert first == sorted(first, reverse=True)
    assert set(first) == {True, False}
    assert list(THEORY) == list(THEORY.theorems)
    with pytest.raises(NameError_, match="derive list structured"):
        THEORY.find_theorem("nothing")


def test_one_label_for_one_theorem() -> None:
    """Two theorems of one name, of whatever sort, are refused."""
    made = empty()

    def twice() -> tuple[object, ...]:
        """u = u."""
        return u, u

    def again() -> Statement:
        """As above."""
        return NULLITY

    again.__name__ = "twice"
    made.theorem("one", "me")(twice)
    with pytest.raises(InputError, match=r"two theorems of mine have the label mine\.twice"):
        made.theorem("two", "me")(again)


def test_names_are_declared_by_themselves() -> None:
    """Symbols, dimensions, indices and definitions by their own names; what has none is refused."""
    made = empty()
    mean = let("mean", dot(one, u) / N)
    made.declare(N, n, u, mean, one, eye)
    assert made.names == {"N": N, "n": n, "u": u, "mean": mean, "one": one, "I": eye}
    with pytest.raises(InputError, match="has no name of its own"):
        made.declare(u + v)


def test_a_theorem_is_stated() -> None:
    """Without a docstring there is no theorem, of either sort."""
    made = empty()
    with pytest.raises(InputError, match="no docstring"):
        made.theorem("t", "me")(lambda: (u, u))
    with pytest.raises(InputError, match="no docstring"):
        made.theorem("t", "me")(lambda: NULLITY)


def test_theorems_are_checked_whole() -> None:
    """The chain, the derivation, near misses and conventions: each of them can be what is not as expected."""
    good = Theorem("mine.e", "e", equations((u + u, 2 * u)), near_misses=(near_miss("wrong", u, v),))
    assert check_theorem(good).as_expected
    assert (check_theorem(good).status, check_theorem(good).scope) == ("proved", "all N ≥ 1")
    assert not check_theorem(replace(good, claim=equation(u, v))).as_expected
    assert not check_theorem(replace(good, near_misses=(NearMiss("none", equation(u, u)),))).as_expected
    vain = Convention("0/0", equation(v / norm(0 * v), v))
    assert check_theorem(replace(good, conventions=(vain,))).as_expected
    assert not check_theorem(replace(good, conventions=(Convention("true", equation(u, u)),))).as_expected


def test_a_derivation_that_fails_is_no_proof() -> None:
    """A true equation whose lines do not follow is unsupported, with the line."""
    twice = rule("twice a vector", u + u, 2 * u, (u,))
    entry = Theorem(
        "mine.e", "e", equations((u + u + v, v + 2 * u)), proof=Derivation.start(u + u + v).by(twice, to=v + 2 * u)
    )
    assert check_theorem(entry).as_expected
    commuted = rule("components commute", u * v, v * u, (u, v))
    failing = replace(entry, proof=Derivation.start(u + u + v).by(commuted, to=v + 2 * u))
    checked = check_theorem(failing)
    assert checked.verdict.status == "proved"
    assert checked.status == "unsupported"
    assert checked.failure is not None
    assert checked.failure.number == 2


def test_a_bare_zero_of_a_near_miss() -> None:
    """Takes the shape of the other side."""
    assert near_miss("not zero", u, 0).statement.terms[1].shape == u.shape


def test_what_stands_below_a_title() -> None:
    """A near miss has the first side of its theorem and assumes what it does, unless it says otherwise; in order."""
    made = empty()

    @made.theorem("one")
    @given(equal(v, u))
    @given(not_zero(u))
    @near_miss("twice", 2 * v)
    @near_miss("another side", 2 * u, v)
    @near_miss("no hypotheses", v, given=())
    @near_miss("a statement", NULLITY)
    @Convention("0/0", equation(v / norm(0 * v), v))
    def one() -> Chain:
        """u = v = u."""
        return u, v, u

    given_here = (equal(v, u), not_zero(u))
    assert (one.source, one.hypotheses) == ("derived here", given_here)
    assert [(miss.wrong, miss.statement) for miss in one.near_misses] == [
        ("twice", equation(u, 2 * v, *given_here)),
        ("another side", equation(2 * u, v, *given_here)),
        ("no hypotheses", equation(u, v)),
        ("a statement", NULLITY),
    ]
    assert [each.note for each in one.conventions] == ["0/0"]


def test_near_misses_of_a_bound() -> None:
    """Have its first side and its hypotheses, with a relation of their own."""
    made = empty()

    @made.theorem("at most")
    @near_miss("strictly", "<", norm(u) ** 2)
    @near_miss("everywhere", "<=", 1, given=())
    @near_miss("an equation", norm(v), norm(u))
    def at_most() -> Statement:
        """|v|² ≤ |u|² where v = u."""
        return bound(norm(v) ** 2, "<=", norm(u) ** 2, equal(v, u))

    assert [miss.statement for miss in at_most.near_misses] == [
        bound(norm(v) ** 2, "<", norm(u) ** 2, equal(v, u)),
        bound(norm(v) ** 2, "<=", 1),
        equation(norm(v), norm(u), equal(v, u)),
    ]


def test_what_cannot_stand_below_a_title() -> None:
    """Sides that the theorem lacks, hypotheses beside a statement; and nothing stands above the title."""
    made = empty()

    @made.theorem("one")
    @near_miss("a side", u)
    def one() -> Statement:
        """The null space of Π has dimension 1."""
        return NULLITY

    for alone in (one.near_misses[0], near_miss("a side", u), near_miss("a side", "<", norm(u))):
        with pytest.raises(InputError, match="one side of the near miss 'a side'"):
            _ = alone.statement
    for said in ((NULLITY, u), ("<", NULLITY), ("<",), ()):
        with pytest.raises(InputError, match="the near miss 'two'"):
            near_miss("two", *said)
    with pytest.raises(InputError, match="the near miss 'two'"):
        near_miss("two", NULLITY, given=[not_zero(u)])
    for above in (near_miss("late", u), given(not_zero(u)), Convention("late", NULLITY)):
        with pytest.raises(InputError, match="a decorator above the title of a theorem"):
            above(one)  # type: ignore[arg-type]


def test_a_derivation_assumes_what_its_theorem_does() -> None:
    """What it assumes at its start is the theorem's, too; beside a claim that assumes less it does not stand."""
    p, q = scalar("p"), scalar("q")
    root = rule("root of a square", sqrt(p**2), p, hypotheses=[nonneg(p)])
    made = empty()

    @made.theorem("the root of a square")
    def returned() -> Derivation:
        """√(q²) = q for q ≥ 0."""
        return Derivation.start(sqrt(q**2), [nonneg(q)]).by(root)

    @made.theorem("the root of any square", claim=(sqrt(q**2), q))
    def claimed() -> Derivation:
        """√(q²) = q, without a word of q ≥ 0."""
        return Derivation.start(sqrt(q**2), [nonneg(q)]).by(root)

    checked = check_theorem(returned)
    assert (checked.status, checked.theorem.hypotheses) == ("proved", (nonneg(q),))
    wrong = check_theorem(claimed)
    assert wrong.status == "refuted"
    assert wrong.failure is not None
    assert "it assumes q ≥ 0, which the theorem does not" in wrong.failure.report
