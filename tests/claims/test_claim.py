"""Claims: what is computed of one, when it is as expected, and how the catalogue is put together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive.authoring.vocabulary import all_of, bound, equation, vector
from derive.claims import SOURCES, all_claims, claims_of, in_order
from derive.claims.claim import Claim, Claims, check_claim, members_of
from derive.claims.classes import class_of, excluded_is_null, rule
from derive.claims.vocabulary import Added, Reading, Undefined, note, quoted, read, theorem, undecided, unless, without
from derive.errors import InputError, NameError_
from derive.language.build import absolute, dot, norm, sqrt, zeros
from derive.language.hypotheses import equal, nonneg, nonzero, not_zero, positive
from derive.language.terms import as_term
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.maps import y
from derive.theories.layernorm.names import N, Pi, a, eps, g, one, v, w

#: DESIGN §9, and what the catalogue says besides.
FIELDS = {"id", "source", "place", "kind", "verdict", "conditions", "witness", "theorem", "note"}

TRUE = equation(Pi * Pi, Pi)
FALSE = equation(Pi * one, one)
FALSE_OF_A = equation(Pi * a, a)
#: A scalar set equal to a vector.
UNTYPED = equation(dot(a, one), zeros(N))
#: True, and beyond every rule: no counterexample, no proof.
OPEN = bound(norm(v + w), "<=", norm(v) + norm(w))
#: What the source itself gives.
MORE = quoted("more", "and more")


def claim(kind: str, statement: object, **more: object) -> Claim:
    """A claim with this statement."""
    return Claim("R-1", "here", kind, "so it is", lambda: statement, **more)  # type: ignore[arg-type]


def test_the_verdict_of_each_kind() -> None:
    """A kind is expected, the verdict computed: they agree, or the claim is unexpected."""
    for kind in ("TRUE", "DEF"):
        assert check_claim(claim(kind, TRUE)).as_expected
        assert not check_claim(claim(kind, FALSE)).as_expected
    for kind, right, wrong in (("FALSE", FALSE, UNTYPED), ("ILL-TYPED", UNTYPED, FALSE)):
        assert check_claim(claim(kind, right, corrected=lambda: [TRUE])).as_expected
        assert not check_claim(claim(kind, wrong, corrected=lambda: [TRUE])).as_expected
        assert not check_claim(claim(kind, TRUE, corrected=lambda: [TRUE])).as_expected
        assert not check_claim(claim(kind, right, corrected=list)).as_expected
    assert check_claim(claim("ILL-TYPED", all_of(TRUE, UNTYPED), corrected=lambda: [TRUE])).as_expected


def test_unsupported_is_never_as_expected() -> None:
    """What was neither proved nor refuted is unexpected whatever its kind, and says why."""
    found = check_claim(claim("TRUE", OPEN))
    assert (found.verdict, found.as_expected) == ("unsupported", False)
    assert found.to_json()["reason"]
    assert not check_claim(claim("FALSE", OPEN, corrected=lambda: [TRUE])).as_expected


@pytest.mark.parametrize(
    ("stated", "mended", "added", "expected"),
    [
        ("proved", None, True, "TRUE"),
        ("ill-typed", None, True, "ILL-TYPED"),
        ("refuted", "proved", True, "TRUE-IF"),
        ("undefined", "proved", True, "TRUE-IF"),
        ("reading", "proved", True, "TRUE-IF"),
        ("refuted", "proved", False, "FALSE"),
        ("refuted", "refuted", True, "FALSE"),
        ("refuted", "unsupported", True, "FALSE"),
        ("refuted", None, True, "FALSE"),
        ("undefined", "unsupported", True, "UNSUPPORTED"),
        ("reading", None, True, "UNSUPPORTED"),
        ("unsupported", "proved", True, "UNSUPPORTED"),
    ],
)
def test_the_rule(stated: str, mended: str | None, added: bool, expected: str) -> None:
    """The class is a function of what was decided; the rule that is printed speaks of every class."""
    assert class_of("sentence", stated, mended, added) == expected  # type: ignore[arg-type]
    assert class_of("words", stated, mended, added) == "NOT-MATH"  # type: ignore[arg-type]
    assert expected in dict(rule()[1])


def test_definitions_are_not_sentences() -> None:
    """A definition is well-posed or not; it is never true."""
    assert [class_of("definition", found, None, True) for found in ("proved", "refuted", "unsupported")] == [
        "DEF",
        "FALSE",
        "UNSUPPORTED",
    ]
    assert check_claim(claim("DEF", TRUE)).verdict == "well-posed"


def test_hypotheses_that_leave_out_a_null_set() -> None:
    """≠ of what is not always 0, > of what is never negative; no equation, no half space, no contradiction."""
    mask = vector("s", N, "mask")
    for exceptional in (nonzero(g), not_zero(Pi * a), positive(eps), positive(N - 1), positive(norm(v) ** 2 + eps)):
        assert excluded_is_null(exceptional)
    for other in (
        equal(eps, 0),
        equal(dot(one, a), 0),
        positive(dot(one, a)),
        positive(3 - as_term(N)),
        nonneg(eps),
        not_zero(Pi * one),
        not_zero(one - mask),
        nonzero(dot(one, v) - absolute(dot(one, v))),
    ):
        assert not excluded_is_null(other)


def test_a_false_claim_is_not_mended_by_an_equation() -> None:
    """What may not be added leaves it false; with the same statements and what may be, it is true under hypotheses."""
    kept = equation(Pi * a, a, equal(dot(one, a), 0))
    by_equation = unless("mean 0", equal(dot(one, a), 0))
    assert check_claim(claim("FALSE", FALSE_OF_A, added=(by_equation,), corrected=lambda: [kept])).as_expected
    found = check_claim(claim("FALSE", FALSE_OF_A, added=(MORE,), corrected=lambda: [kept]))
    assert (found.kind, found.as_expected) == ("TRUE-IF", False)
    wrong = check_claim(claim("TRUE-IF", kept, added=(by_equation,), without=lambda: FALSE_OF_A))
    assert (wrong.kind, wrong.as_expected) == ("FALSE", False)


def test_one_ground_for_each_hypothesis() -> None:
    """Formulas, words of the source, or a word that it leaves open: just one."""
    for grounds in ({}, {"quoted": "so", "word": "such"}, {"quoted": "so", "hypotheses": (positive(eps),)}):
        with pytest.raises(InputError, match="without one ground"):
            Added("more", **grounds)
    assert [
        each.ground.split(":")[0]
        for each in (MORE, read("it", "that"), unless("N ≥ 2", positive(N - 1)), unless("ε", equal(eps, 0)))
    ] == [
        "the source gives it",
        "the source leaves open what “that” means",
        "it leaves out single sizes",
        "it leaves out more than a null set",
    ]


def test_a_correction_must_be_proved() -> None:
    """A false claim beside which something unproved stands is unexpected."""
    for wrong in (FALSE, OPEN):
        found = check_claim(claim("FALSE", FALSE, corrected=lambda wrong=wrong: [TRUE, wrong]))
        assert found.verdict == "refuted"
        assert not found.as_expected


def test_what_is_added_must_be_needed() -> None:
    """A TRUE-IF whose statement without the hypotheses is not refuted, or not undefined, is unexpected."""
    strict = bound(norm(y) ** 2, "<", N, positive(eps), by=N * eps / (norm(Pi * a) ** 2 / N + eps))
    needed = check_claim(claim("TRUE-IF", strict, added=(MORE,), without=lambda: bound(norm(y) ** 2, "<", N)))
    assert needed.as_expected
    assert needed.without is not None
    assert needed.without[0] == "refuted"
    assert needed.witness is not None
    for statement in (TRUE, OPEN):
        found = check_claim(claim("TRUE-IF", strict, added=(MORE,), without=lambda statement=statement: statement))
        assert found.without is not None
        assert found.without[0] == "open"
        assert not found.as_expected
    nowhere = check_claim(
        claim("TRUE-IF", TRUE, added=(MORE,), without=lambda: Undefined(undefined_somewhere(norm(v))))
    )
    assert not nowhere.as_expected


def test_undefined_and_readings() -> None:
    """Without its hypotheses a claim may speak of what is not defined; or a word of it had to be read."""
    unit = equation(norm(v / norm(v)), 1, not_zero(v))
    found = check_claim(
        claim("TRUE-IF", unit, added=(MORE,), without=lambda: Undefined(undefined_somewhere(v / norm(v))))
    )
    assert found.as_expected
    assert found.to_json()["without_hypotheses"] == "undefined"
    assert (
        check_claim(claim("TRUE-IF", unit, added=(MORE,), without=lambda: Reading("unit"))).to_json()[
            "without_hypotheses"
        ]
        == "reading"
    )


def test_ill_typed() -> None:
    """An equation between a number and a vector is refuted, with the two shapes."""
    found = check_claim(claim("ILL-TYPED", equation(dot(a, one), zeros(N)), corrected=lambda: [TRUE]))
    assert found.as_expected
    assert found.to_json()["witness"]


def test_what_is_not_mathematical_has_no_verdict() -> None:
    """No statement, the verdict ``none``, and that is as expected."""
    claims = Claims()
    claims.words("R-2", "here", "it is crucial")
    found = check_claim(claims[0])
    assert (found.verdict, found.as_expected) == ("none", True)
    assert found.to_json()["verdict"] == "none"
    assert found.conditions == ()


def test_conditions_of_a_conjunction_are_told_apart() -> None:
    """First what all members rest on; then what single ones do, by name, so that nobody reads them as held together."""
    known = not_zero(Pi * a)
    both = all_of(
        at_eps_0=equation(norm(Pi * a / norm(Pi * a)), 1, known),
        inner=all_of(above=equation(Pi * a / sqrt(eps), Pi * Pi * a / sqrt(eps), known, positive(eps))),
    )
    found = check_claim(claim("TRUE", both))
    assert found.conditions == ("Πa ≠ 0", "inner, above: ε > 0")
    assert found.judgement is not None
    assert [name for name, _ in members_of(found.judgement)] == ["at eps 0", "inner, above"]
    assert check_claim(claim("TRUE", all_of(TRUE, FALSE))).conditions == ()


def test_json_has_the_fields_of_the_schema() -> None:
    """Every field that is promised, for every kind."""
    for made in (
        claim("TRUE", TRUE),
        claim("FALSE", FALSE, corrected=lambda: [TRUE]),
        Claim("R-3", "here", "NOT-MATH", "it is crucial"),
    ):
        found = check_claim(made).to_json()
        assert set(found) >= FIELDS
        assert found["source"] == "R"
        assert "seconds" not in found


def test_a_theorem_of_a_theory() -> None:
    """A claim may be a theorem as it stands, an equation or another; a label that is none is refused."""
    claims = Claims()
    claims.theorem("R-4", "here", "Π² = Π", "layernorm.projector_idempotent")
    claims.theorem("R-5", "here", "rank Π = N − 1", "layernorm.projector_rank")
    assert all(check_claim(made).as_expected for made in claims)
    with pytest.raises(NameError_, match="labels: derive list layernorm"):
        theorem("layernorm.no_such")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"make": None}, "a statement is what tells"),
        ({"kind": "NOT-MATH"}, "a statement is what tells"),
        ({"kind": "TRUE-IF"}, "says what it is without"),
        ({"without": lambda: TRUE}, "says what it is without"),
        ({"kind": "FALSE"}, "nothing stands in the place"),
        ({"kind": "ILL-TYPED"}, "nothing stands in the place"),
        ({"kind": "UNSUPPORTED"}, "what deciding it would need"),
        ({"id": "R59"}, "the id 'R59'"),
        ({"id": "R-x"}, "the id 'R-x'"),
    ],
)
def test_claims_that_say_too_little(change: dict[str, object], message: str) -> None:
    """What a kind needs must be there when the claim is made."""
    with pytest.raises(InputError, match=message):
        replace(claim("TRUE", TRUE), **change)  # type: ignore[arg-type]


def test_a_claim_is_said_by_its_docstring() -> None:
    """The function that makes the statement says the claim; without a docstring it is refused."""
    claims = Claims()

    @claims.claim("R-6", "Eq. (1)", "TRUE")
    @note("remark")
    def idempotent() -> object:
        """Π² = Π."""
        return TRUE

    assert (claims[0].says, claims[0].place, claims[0].note) == ("Π² = Π.", "Eq. (1)", "remark")
    with pytest.raises(InputError, match="no docstring"):
        claims.claim("R-7", "here", "TRUE")(lambda: TRUE)


def test_what_is_said_below_a_claim() -> None:
    """Decorators below the place are its attributes; hypotheses are added in the order in which they stand."""
    claims = Claims()
    other = read("it", "that")

    @claims.claim("R-8", "here", "TRUE-IF", theorem="layernorm.projector_idempotent")
    @MORE
    @other
    @without(lambda: Reading("so"))
    @undecided("how much")
    @note("remark")
    def kept() -> object:
        """Π keeps a."""
        return TRUE

    made = claims[0]
    assert made is kept
    assert made.added == (MORE, other)
    assert made.without is not None
    assert made.without() == Reading("so")
    assert (made.undecided, made.note, made.theorem) == ("how much", "remark", "layernorm.projector_idempotent")
    with pytest.raises(InputError, match="above the place of a claim"):
        note("too late")(made)  # type: ignore[arg-type]  # the mistake under test


def test_order_of_the_catalogue() -> None:
    """By source, then by number as a number; an id twice, or of no source, is refused."""
    made = [replace(claim("TRUE", TRUE), id=name) for name in ("B-1", "R-10", "R-9", "J-2", "N-3")]
    assert [each.id for each in in_order(made)] == ["R-9", "R-10", "N-3", "B-1", "J-2"]
    with pytest.raises(InputError, match="two claims have the id R-9"):
        in_order([*made, made[2]])
    with pytest.raises(InputError, match="X-1 is of no source"):
        in_order([replace(made[0], id="X-1")])


def test_the_catalogue() -> None:
    """Every source has claims, every claim says something and stands somewhere, and the letters select."""
    found = all_claims()
    assert {each.source for each in found} == set(SOURCES)
    assert all(each.says and each.place for each in found)
    assert len({each.id for each in found}) == len(found)
    assert sum((claims_of(letter) for letter in SOURCES), ()) == found == claims_of()
    with pytest.raises(NameError_, match="sources: R, N, B, J"):
        claims_of("X")


def test_a_theorem_behind_a_claim_exists() -> None:
    """A label that no theorem has is an error, not an ornament."""
    with pytest.raises(NameError_):
        check_claim(claim("TRUE", TRUE, theorem="layernorm.nothing"))


def test_added_hypotheses_are_said() -> None:
    """A TRUE-IF says in words what was added, and nothing else does."""
    with pytest.raises(InputError, match="were added"):
        claim("TRUE-IF", TRUE, without=lambda: FALSE)
    with pytest.raises(InputError, match="were added"):
        claim("TRUE", TRUE, added=(MORE,))
