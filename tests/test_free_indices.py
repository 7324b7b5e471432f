"""One meaning of free indices: one table of statements, put to the kernel, the evaluator, the search and the verifier.

Each of them is compared with the meaning of the format, word for word (`tests.free_indices`).
"""

from __future__ import annotations

import hashlib
import json
from itertools import product
from random import Random
from typing import Any

import pytest

from derive.certificates.certificate import certificate_of
from derive.errors import UndefinedAtPoint
from derive.evaluate.conditions import holds, holds_at
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.kernel.decide import Cofactor, Equation
from derive.language import hypotheses as given
from derive.language.build import (
    absolute,
    basis,
    delta,
    dimension,
    dot,
    hadamard,
    identity,
    index,
    prod_,
    scalar,
    sqrt,
    sum_,
    vector,
    zeros,
)
from derive.language.hypotheses import Condition, Equality, Hypothesis, conditions_of, pointwise
from derive.language.substitution import symbols_of
from derive.language.terms import Term, as_term
from derive.printing import text_condition
from derive.statements.bound import Bound, bound
from derive.statements.domain import follows
from derive.statements.eigenpair import eigenpair
from derive.statements.equation import Equations, prove_equation
from derive.statements.implication import Implication
from derive.statements.statement import Statement
from derive.verifier import canonical, verify
from tests.certificates.statement_reader import read_statement
from tests.free_indices import (
    FALSE,
    JSON,
    ORTHOGONAL,
    TRUE,
    UNREACHED,
    Data,
    Place,
    _places,
    admitted,
    equal,
    failing,
    fails_at,
    grid,
    spelled,
    spoken_of,
)

BOTH = {**TRUE, **FALSE}
N = dimension("N")
i, j, k, n = (index(name, N) for name in "ijkn")
u, v, w, t = (vector(name, N) for name in "uvwt")
c = scalar("c")


def accepted(statement: JSON, body: JSON) -> bool:
    """Does the verifier accept this body?"""
    digest = hashlib.sha256(canonical(statement).encode()).hexdigest()
    whole = {"schema": "derive-certificate/2", "label": "T", "statement": statement, "sha256": digest, "body": body}
    listed = {"schema": "derive-statements/1", "statements": {"T": statement}}
    return verify(json.dumps(whole), json.dumps(listed)).verdict == "accepted"


# --- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_the_meaning(name: str) -> None:
    """By the words of the format: what is listed as true fails at no small point, what is listed as false at one."""
    speaks, found = failing(BOTH[name])
    assert (found is None) is (name in TRUE)
    assert speaks or name in FALSE


@pytest.mark.parametrize("name", BOTH)
def test_the_kernel(name: str) -> None:
    """What is true is proved, but for what is out of reach; what is false is refuted."""
    judgement = read_statement(BOTH[name]).judge()
    assert judgement.status == ("refuted" if name in FALSE else "unsupported" if name in UNREACHED else "proved")


@pytest.mark.parametrize("name", FALSE)
def test_the_witness(name: str) -> None:
    """At the point, and the values of the indices, of a counterexample the hypotheses hold and the relation does not."""
    judgement = read_statement(FALSE[name]).decide()
    found = judgement.counterexample
    assert found is not None
    if isinstance(found, Failure):
        point, told = found.point, dict(found.values)
        place = {key: int(value) - 1 for key, value in told.items() if key in "ijkl" and not isinstance(value, tuple)}
        place |= {pair.split(" = ")[0]: int(pair.split(" = ")[1]) - 1 for pair in _told(found.says)}
    else:
        assert found.witness is not None
        point, place = found.witness.point, {key: value - 1 for key, value in found.witness.indices}
        assert all(f"{key} = {value + 1}" in str(found) for key, value in place.items())
    data = Data(point.dimensions[N], {symbol.name: value for symbol, value in point.values.items()})
    assert admitted(FALSE[name], data)
    assert fails_at(FALSE[name], data, place)


def _told(says: str) -> list[str]:
    return says.rpartition(" is false for ")[2].split(", ") if " is false for " in says else []


@pytest.mark.parametrize("name", TRUE)
def test_the_certificate(name: str) -> None:
    """The verifier accepts the certificate of all that is proved."""
    if name in UNREACHED:
        pytest.skip("not proved")
    made = certificate_of("T", read_statement(TRUE[name]))
    assert accepted(made["statement"], made["body"])


#: Cofactors of one hypothesis that a forger would try: over the index i, or j, or both, where the hypothesis is at n.
FORGED = [
    f"{factor}"
    for factor in (
        "div(delta(j, n), v[i])",
        "div(delta(j, n), v[j])",
        "div(delta(j, n), mul(v[i], v[j]))",
        "div(delta(j, n), mul(v[i], v[n]))",
        "mul(delta(j, n), pow(v[i], -1), pow(v[n], -1))",
        "div(delta(i, n), mul(v[i], v[j]))",
        "mul(delta(j, n), at(pow(v, -2), n:N))",
        "div(delta(j, n), mul(v[j], add(v[i], mul(0, v[j]))))",
    )
]


@pytest.mark.parametrize("name", FALSE)
def test_nothing_false_is_accepted(name: str) -> None:
    """No body of a false statement is accepted: the plain one, and those with forged cofactors and scales."""
    statement = FALSE[name]
    bodies: list[JSON] = [{"links": [{}]}]
    if statement["kind"] == "bound":
        bodies = [
            {},
            {"form": statement["lhs"], "parts": [{"links": [{}]}, {}]},
        ]
    elif statement["kind"] == "implication":
        bodies = [{"parts": []}, {"form": statement["conclusion"][1], "parts": [{"links": [{}]}, {"parts": []}]}]
    elif any(hypothesis[0] == "equal" for hypothesis in statement["hypotheses"]):
        axes = ["m:N"] if statement["terms"][0].startswith("mul(add(1") else []
        for factor, scale in product(FORGED, (None, "v[i]", "v[j]", "mul(v[i], v[j])")):
            link = {"indices": axes, "cofactors": [[0, ["n:N"], spelled(factor)]]}
            bodies.append({"links": [link if scale is None else {**link, "scale": spelled(scale)}]})
    assert not any(accepted(statement, body) for body in bodies)


@pytest.mark.parametrize("hypothesis", [ORTHOGONAL, ["equal", spelled("mul(u[k], v[k])"), "0"]])
def test_a_forged_divisor(hypothesis: list[str]) -> None:
    """The cofactor is accepted where its divisor stands in the statement, and rejected at another index."""
    for lhs, good in (("div(u[j], v[j])", True), ("div(u[j], v[i])", False)):
        statement = equal(lhs, "0", hypothesis)
        below = lhs[-5:-1]
        link = {"indices": [], "cofactors": [[0, ["n:N"], spelled(f"div(delta(j, n), mul({below}, v[j]))")]]}
        assert accepted(statement, {"links": [link]}) is good


def test_cofactors_of_a_closed_index() -> None:
    """A hypothesis with free indices has an index of the cofactor for each of them, which must fit and be distinct."""
    statement = equal("A[k, l]", "A[l, k]", ["equal", spelled("A[i, j]"), spelled("A[j, i]")])
    term = spelled("mul(delta(k, m), delta(l, n))")

    def link(indices: list[str], *cofactor: Any) -> JSON:
        return {"links": [{"indices": [], "cofactors": [[0, indices, *cofactor]]}]}

    assert accepted(statement, link(["m:N", "n:N"], term))
    assert not accepted(statement, link(["n:N", "m:N"], term))  # the other way round: the sign is wrong
    assert accepted(statement, link(["n:N", "m:N"], f"neg({term})"))
    for wrong in (["m:N"], [], ["m:N", "m:N"], ["m:N", "n:N", "o:N"]):
        assert not accepted(statement, link(wrong, term))


# --- the evaluator ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_the_evaluator(name: str) -> None:
    """At small points and all values of the indices the evaluator finds what the words of the format say."""
    statement = BOTH[name]
    read = read_statement(statement)
    every = list(grid(statement))
    for data in Random(name).sample(every, min(60, len(every))):
        symbols = symbols_of(*read.terms, *(term for hypothesis in read.hypotheses for term in hypothesis.terms))
        point = Point({N: data.size}, {symbol: data.values[symbol.name] for symbol in symbols})
        checks = (*read.hypotheses, *(each for symbol in symbols for each in conditions_of(symbol)))
        assert all(holds(check, point) is True for check in checks) is admitted(statement, data)
        for place in _places(data.size, *spoken_of(statement)):
            found = _fails(read, point, place)
            expected = fails_at(statement, data, place)
            assert found == ("unknown" if found == "unknown" and expected is False else expected)


def _fails(statement: Statement, point: Point, place: Place) -> bool | str | None:
    """What the evaluator says of one place; ``"unknown"`` where it has enclosures alone, and these do not differ."""
    claimed: Hypothesis
    match statement:
        case Equations((left, right)):
            claimed = Equality(left, right)
        case Bound():
            claimed = statement.hypothesis
        case Implication(conclusion):
            claimed = conclusion
    free = frozenset().union(*(term.free for term in claimed.terms))
    try:
        answer = holds_at(claimed, Evaluation(point), {each: place[each.name] + 1 for each in free})
    except UndefinedAtPoint:
        return None
    return "unknown" if answer is None else not answer


# --- random statements ------------------------------------------------------------------------------------------------

ATOMS = ["u[i]", "u[j]", "v[i]", "v[j]", "w[i]", "1", "c", "sum(i, u[i])", "dot(u, v)", "prod(i, v[i])"]
BELOW = ["v[i]", "v[j]", "w[i]", "pow(v[i], 2)", "mul(v[i], v[j])", "c"]
GIVEN = [
    ORTHOGONAL,
    *(
        [word, *map(spelled, terms)]
        for word, *terms in (
            ("equal", "mul(u[i], v[i])", "0"),
            ("equal", "mul(c, v[k])", "0"),
            ("equal", "u[j]", "w[j]"),
            ("equal", "mul(u[i], v[j])", "0"),
            ("nonzero", "v[i]"),
            ("nonneg", "u[j]"),
            ("equal", "add(u[i], neg(u[j]))", "0"),
        )
    ),
]


def random_statement(random: Random) -> JSON:
    """A difference of quotients, mostly 0 by a hypothesis or an identity."""

    def side() -> str:
        above = f"mul({random.choice(ATOMS)}, {random.choice(ATOMS)})"
        kind = random.randrange(4)
        if kind == 0:
            return above
        return f"div({above}, {random.choice(BELOW)})" if kind > 1 else f"sum(i, div({above}, {random.choice(BELOW)}))"

    left = side()
    right = random.choice(["0", "0", left.replace("i]", "j]"), side()])
    return equal(left, right, *random.sample(GIVEN, random.randrange(3)))


@pytest.mark.parametrize("number", range(150))
def test_random_statements(number: int) -> None:
    """Nothing false is proved or accepted, nothing true is refuted, and each witness holds by the words of the format."""
    statement = random_statement(Random(number))
    judgement = read_statement(statement).decide()
    _, found = failing(statement)
    if found is not None:
        assert judgement.status != "proved"
        assert not accepted(statement, {"links": [{}]})
    if judgement.status == "refuted":
        witness = judgement.counterexample.witness  # type: ignore[union-attr]
        data = Data(witness.point.dimensions[N], {s.name: value for s, value in witness.point.values.items()})
        assert admitted(statement, data)
        assert fails_at(statement, data, {key: value - 1 for key, value in witness.indices})


# --- what a user sees -------------------------------------------------------------------------------------------------


def test_the_first_counterexample() -> None:
    """The point at which a divisor at another index fails, with the values of the indices."""
    verdict = prove_equation(u[j] / v[i], 0, [given.equal(hadamard(u, v), zeros(N))])
    assert verdict.status == "refuted"
    assert str(verdict.counterexample) == "N = 2, u = (0, 1), v = (1, 0), i = 1, j = 2: left 1, right 0"


def test_the_ledger_says_where() -> None:
    """What a divisor needs is said at its index; below a sum, for all values."""
    there = pointwise(given.nonzero(v[i]))
    assert prove_equation(u[i] / v[i], u[i] / v[i]).conditions == (there,)
    assert prove_equation(sum_(i, u[i] / v[i]), sum_(i, u[i] / v[i])).conditions == (given.nonzero(v[i]),)
    both = u[i] / v[i] + sum_(i, u[i] / v[i])
    assert prove_equation(both, both).conditions == (given.nonzero(v[i]),)
    two = u[i] / v[i] + u[j] / v[j]
    assert prove_equation(two, two).conditions == (there, pointwise(given.nonzero(v[j])))
    rooted = sqrt(v[i]) * prod_(i, sqrt(w[i]))
    assert prove_equation(rooted, rooted).conditions == (pointwise(given.nonneg(v[i])), given.nonneg(w[i]))


def test_the_ledger_of_a_sum_is_not_met_by_one_index() -> None:
    """Σᵢ 1/vᵢ needs vᵢ ≠ 0 for every i, also where it is known at the index i of the statement."""
    there, total = pointwise(given.nonzero(v[i])), sum_(i, 1 / v[i])
    assert Equation(total, total, [there]).conditions == (given.nonzero(v[i]),)
    assert Equation(total + 1 / v[i], total + 1 / v[i], [there]).conditions == (given.nonzero(v[i]),)
    assert Equation(1 / v[i], 1 / v[i], [there]).conditions == ()
    assert Equation(1 / v[j], 1 / v[j], [there]).conditions == (pointwise(given.nonzero(v[j])),)
    assert Equation(total, total, [given.nonzero(v[k])]).conditions == ()


@pytest.mark.parametrize(
    ("lhs", "factor", "good"),
    [
        (u[j] / v[j], delta(j, n) / v[j] ** 2, True),
        (u[j] / v[i], delta(j, n) / (v[i] * v[j]), False),
        (u[j] / v[i], delta(j, n) / (v[i] * v[n]), False),
        (u[i] * u[j] / v[i], u[j] * delta(i, n) / v[i] ** 2, True),
        (u[i] * u[j] / v[i], u[i] * delta(j, n) / (v[i] * v[j]), False),
        (delta(i, j) * u[i] / v[j], delta(i, j) * delta(i, n) / v[j] ** 2, True),
        (u[j] + 0 * dot(u / v, v), delta(j, n) / v[j], False),  # of 0 nothing is left
        (dot(basis(j), u / v), delta(j, n) / v[j] ** 2, True),
    ],
)
def test_a_cofactor_divides_where_its_divisor_stands(lhs: Term, factor: Term, good: bool) -> None:
    """The kernel makes no theorem of an identity that divides at an index at which no authored term does."""
    equation = Equation(lhs, as_term(0), [given.equal(hadamard(u, v), zeros(N))])
    tensor = equation.normaliser.tensor(factor)
    assert tensor.labels == (*equation.difference.labels, n)
    assert (equation.theorem([Cofactor(0, tensor.form)]) is not None) is good


def test_a_condition_at_an_index_says_nothing_of_others() -> None:
    """What follows from it, and what does not; a closed one gives every index."""
    at_i, at_j = (pointwise(given.nonzero(v[each])) for each in (i, j))
    every = given.nonzero(v[k])
    assert follows(at_i, [at_i])
    assert follows(at_i, [given.nonzero(v[i])])
    assert not follows(at_j, [at_i])
    assert not follows(given.nonzero(v[i]), [at_i])
    assert not follows(given.nonzero(v), [at_i])
    assert Implication(given.nonzero(v[j]), (every,)).decide().status == "proved"
    assert Implication(given.nonzero(v[i]), (at_i,)).decide().status == "proved"
    assert Implication(given.nonzero(v[j]), (at_i,)).decide().status == "refuted"
    assert (
        Implication(given.nonzero(sum_(i, absolute(v[i]))), (pointwise(given.positive(v[i])),)).decide().status
        != "refuted"
    )
    assert bound(prod_(i, v[i]), "!=", 0, at_i).decide().status == "refuted"
    assert bound(prod_(i, v[i]), "!=", 0, every).decide().status == "proved"


def test_a_condition_has_the_index_it_is_at() -> None:
    """A condition cannot be at an index that its term has not."""
    with pytest.raises(given.InputError, match="at an index"):
        Condition("nonzero", v[i], frozenset({j}))


def test_other_kinds_are_meant_pointwise() -> None:
    """u/vᵢ is no eigenvector with the eigenvalue 2, also where some other component of v is 0."""
    some_zero = given.equal(prod_(k, v[k]), 0)
    found = eigenpair(identity(N), u / v[i], 2, hypotheses=[some_zero]).decide()
    assert found.status == "refuted"
    assert found.counterexample is not None
    assert "i = " in str(found.counterexample)


def test_conditions_are_told() -> None:
    """At an index it is a condition of that one; closed, it says for which it is meant."""
    assert text_condition(pointwise(given.nonzero(v[i]))) == "vᵢ ≠ 0"
    assert text_condition(given.nonzero(v[i])) == "vᵢ ≠ 0 for every i"
    assert text_condition(given.nonneg(u[i] + w[j])) == "uᵢ + wⱼ ≥ 0 for every i, j"
