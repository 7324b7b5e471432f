"""Links that the logger finds: for true equations of each kind there is one, and it shows none of their false neighbours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derive import verifier
from derive.authoring.theory import judged
from derive.certificates.certificate import certificate_of
from derive.certificates.completing import completed
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import PRODUCTS
from derive.certificates.links.known import Link
from derive.certificates.links.values import Values
from derive.certificates.links.writing import PolynomialWriter
from derive.certificates.statements import write_statement
from derive.language.build import (
    absolute,
    basis,
    det,
    diag,
    dimension,
    dot,
    exp,
    identity,
    index,
    inverse,
    log,
    matrix,
    mean,
    norm,
    ones,
    prod_,
    scalar,
    sqrt,
    sum_,
    transpose,
    var,
    vector,
    zeros,
)
from derive.language.hypotheses import Equality, Hypothesis, nonneg, positive
from derive.language.maxima import max_over
from derive.language.terms import Component, Term, as_term
from derive.statements.equation import equation
from derive.theories.registry import THEORIES, find_theorem, load_theory
from tests.verifier.asked import answer

CERTIFICATES = Path(__file__).parents[2] / "output" / "certificates"

N, K = dimension("N"), dimension("K")
i, j = index("i", N), index("j", N)
v, w, g = vector("v", N), vector("w", N), vector("g", N)
h, s = vector("h", N, "nonzero"), vector("s", N, "mask")
X = matrix("X", K, N)
x, y, z = scalar("x"), scalar("y"), scalar("z")
p, t = scalar("p", "positive"), scalar("t", "positive")
eps = scalar("eps", "positive")
A, B = matrix("A", N, N, "invertible"), matrix("B", N, N)
P, Q = matrix("P", N, N, "idempotent"), matrix("Q", N, N, "orthogonal")
one = ones(N)
CENTRED = identity(N) - (one * transpose(one)) / N
k, u, f = index("k", K), vector("u", K), vector("f", K, "nonzero")
fk = Component(f, (k,))
vi = Component(v, (i,))
hi, si = Component(h, (i,)), Component(s, (i,))

Row = tuple[str, Term, Term, Term, tuple[Hypothesis, ...]]

#: What it is about, left, right, a right side that is false, hypotheses.
TABLE: list[Row] = [
    ("nothing to say", dot(v, w) + 0 * x, dot(w, v), dot(v, v), ()),
    ("a quotient under a root", sqrt(p / t), sqrt(p) / sqrt(t), sqrt(p) / t, ()),
    ("a square under a root", sqrt(x**2 * p), absolute(x) * sqrt(p), x * sqrt(p), ()),
    ("two roots of one number", sqrt(as_term(8) * p), 2 * sqrt(2 * p), 2 * sqrt(p), ()),
    (
        "statistics",
        sqrt(N) * (v / sqrt(dot(v, v) + N * eps)),
        v / sqrt(dot(v, v) / N + eps),
        v / sqrt(dot(v, v) + eps),
        (),
    ),
    ("a variance", norm(v - mean(v) * one), sqrt(N) * sqrt(var(v)), sqrt(var(v)), ()),
    ("the length of a rotated vector", norm(Q * v), norm(v), norm(B * v), ()),
    ("a sum in an exponent", exp(x + y), exp(x) * exp(y), exp(x) + exp(y), ()),
    ("a multiple in an exponent", exp(-2 * x) * exp(x) ** 2, as_term(1), exp(x), ()),
    ("a root of an exponential", sqrt(exp(x)), exp(x / 2), exp(x), ()),
    ("a logarithm in an exponent", exp(2 * log(p)), p**2, 2 * p, ()),
    ("a product in a logarithm", log(p * t), log(p) + log(t), log(p) * log(t), ()),
    ("powers in a logarithm", log(sqrt(p / t**3)), log(p) / 2 - 3 * log(t) / 2, log(p) - 3 * log(t), ()),
    (
        "numbers in a logarithm",
        log(as_term(12)),
        2 * log(as_term(2)) + log(as_term(3)),
        log(as_term(2)) + log(as_term(3)),
        (),
    ),
    ("softmax", exp(x) / (exp(x) + exp(y)), 1 / (1 + exp(y - x)), 1 / (1 + exp(x - y)), ()),
    (
        "exponentials in sums",
        sum_(i, exp(vi + x)),
        exp(x) * sum_(j, exp(Component(v, (j,)))),
        exp(x) + sum_(i, exp(vi)),
        (),
    ),
    (
        "a square of sums that is divided by",
        sum_(k, Component(u, (k,)) / sum_(i, exp(Component(X, (k, i)))) ** 2),
        sum_(k, Component(u, (k,)) / sum_(i, exp(Component(X, (k, i)))) / sum_(j, exp(Component(X, (k, j))))),
        sum_(k, Component(u, (k,)) / sum_(i, exp(2 * Component(X, (k, i))))),
        (),
    ),
    (
        "a product of sums that is divided by",
        sum_(k, fk / (fk * sum_(i, exp(Component(X, (k, i)))) * sum_(j, exp(-Component(X, (k, j)))))),
        sum_(k, 1 / sum_(i, exp(-Component(X, (k, i)))) / sum_(j, exp(Component(X, (k, j))))),
        sum_(k, 1 / sum_(i, exp(-Component(X, (k, i)))) / sum_(j, exp(-Component(X, (k, j))))),
        (),
    ),
    ("the product of exponentials", log(prod_(i, exp(vi))), dot(v, one), norm(v), ()),
    ("a path of rotations", transpose(Q) * (Q * v), v, Q * v, ()),
    ("a path of projections", P * (B * (P * (P * v))), P * (B * (P * v)), B * (P * v), ()),
    ("a path of inverses", inverse(A) * (A * v), v, A * v, ()),
    ("an inverse of a product", inverse(A * transpose(A)) * (A * v), inverse(transpose(A)) * v, A * v, ()),
    ("a negative number", absolute(x) * absolute(y), -x * absolute(y), x * absolute(y), (nonneg(-x),)),
    (
        "maxima of equal entries",
        max_over(i, x - absolute(vi)),
        x + max_over(j, -v[j]),
        max_over(i, vi),
        (positive(vi),),
    ),
    (
        "an inverse of a rotated diagonal",
        inverse(Q * diag(v) * transpose(Q) + p * identity(N)),
        Q * inverse(diag(v) + p * identity(N)) * transpose(Q),
        transpose(Q) * inverse(diag(v) + p * identity(N)) * Q,
        (),
    ),
    (
        "an inverse of a matrix rotated back",
        inverse(transpose(Q) * B * Q + x * identity(N)) * transpose(Q),
        transpose(Q) * inverse(B + x * identity(N)),
        inverse(B + x * identity(N)) * transpose(Q),
        (),
    ),
    ("reciprocals in a sum", sum_(i, hi * (1 / hi)), as_term(N), sum_(i, hi), ()),
    ("one column", det(identity(N) - (v * transpose(w)) / N), 1 - dot(v, w) / N, 1 + dot(v, w) / N, ()),
    (
        "a column beside a diagonal",
        det(z * identity(N) - diag(g) ** 2 + (g * transpose(g)) / N),
        prod_(i, z - Component(g, (i,)) ** 2)
        + sum_(i, Component(g, (i,)) ** 2 * prod_(j, z - Component(g, (j,)) ** 2, without=i)) / N,
        prod_(i, z - Component(g, (i,)) ** 2),
        (),
    ),
    ("a product of matrices", det(A * B * A), det(A) ** 2 * det(B), det(A) * det(B), ()),
    ("a symbol that equals a term", sqrt(dot(v, v)), sqrt(N), as_term(N), (Equality(v, one),)),
    ("a sum of squares that vanishes", v, zeros(N), one, (Equality(norm(v) ** 2, as_term(0)),)),
    ("a number under a root by a hypothesis", v / sqrt(dot(v, v) / N), v, 2 * v, (Equality(dot(v, v), as_term(N)),)),
    ("a rotation that keeps a vector", transpose(Q) * one, one, Q * v, (Equality(Q * one, one),)),
    (
        "a product rotated in a determinant",
        det(z * identity(N) - P * (B * P)),
        det(z * identity(N) - B * P),
        det(z * identity(N) - P),
        (),
    ),
    (
        "entries that may be 0 are taken to be generic",
        det(N * (CENTRED * diag(g) ** 2 * CENTRED) + (one * transpose(one)) / N),
        prod_(i, as_term(N)) * sum_(i, prod_(j, Component(g, (j,)) ** 2, without=i)) / N**2,
        prod_(i, as_term(N)) * prod_(j, Component(g, (j,)) ** 2),
        (),
    ),
    (
        "an inverse of a product, with factors that are square together",
        inverse(transpose(B) * transpose(X) * X * B) * v,
        inverse(B) * (inverse(transpose(X) * X) * (inverse(transpose(B)) * v)),
        inverse(B) * (inverse(transpose(X) * X) * (inverse(B) * v)),
        (),
    ),
    (
        "an inverse pushed through a product",
        inverse(transpose(X) * X + p * identity(N)) * transpose(X),
        transpose(X) * inverse(X * transpose(X) + p * identity(K)),
        transpose(X) * inverse(X * transpose(X) + t * identity(K)),
        (),
    ),
    (
        "an inverse with a column beside",
        inverse(A - v * transpose(w)) * v,
        inverse(A) * v / (1 - dot(w, inverse(A) * v)),
        inverse(A) * v / (1 + dot(w, inverse(A) * v)),
        (),
    ),
    (
        "a total that is 0",
        dot(one, v) + 0 * p,
        as_term(0),
        p,
        (Equality(CENTRED * (diag(g) ** 2 * (CENTRED * v)), p * v),),
    ),
    (
        "a mask beside products",
        det(diag(s * h) * CENTRED * diag(s * h) + diag(one - s)),
        (N - dot(s, one)) / N * prod_(i, si * hi**2 + 1 - si),
        prod_(i, si * hi**2 + 1 - si),
        (),
    ),
    (
        "a radicand in sums",
        sum_(i, 1 / sqrt(vi**2 + p)),
        sum_(i, (vi**2 + p) / sqrt(vi**2 + p) ** 3),
        sum_(i, 1 / (vi**2 + p)),
        (),
    ),
    ("a component", dot(basis(i), v) + 0 * x, vi, 2 * vi, ()),
]
NAMES = [row[0] for row in TABLE]


def statement_of(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...] = ()) -> JSON:
    return write_statement(equation(lhs, rhs, *hypotheses))


def found(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...] = ()) -> JSON | None:
    """The link of an equation."""
    link = Link(lhs, rhs, hypotheses)
    return dict(link) if completed(statement_of(lhs, rhs, hypotheses), {"links": [link]}) else None


@pytest.mark.parametrize("row", TABLE, ids=NAMES)
def test_true_equations_have_a_link(row: Row) -> None:
    _, lhs, rhs, _, hypotheses = row
    link = found(lhs, rhs, hypotheses)
    assert answer(statement_of(lhs, rhs, hypotheses), {"links": [link]}).verdict == "accepted"


@pytest.mark.parametrize("row", TABLE, ids=NAMES)
def test_false_neighbours_have_none(row: Row) -> None:
    _, lhs, rhs, wrong, hypotheses = row
    assert found(lhs, wrong, hypotheses) is None
    link = found(lhs, rhs, hypotheses)
    assert answer(statement_of(lhs, wrong, hypotheses), {"links": [link]}).verdict == "rejected"


def test_what_needs_no_link_has_an_empty_one() -> None:
    assert found(dot(v, w), dot(w, v)) == {}


def test_steps_that_are_not_needed_are_left_out() -> None:
    link = found(sqrt(p / t) + sqrt(x**2 + 1), sqrt(p) / sqrt(t) + sqrt(x**2 + 1))
    assert link is not None
    assert [step[0] for step in link["steps"]] == ["root"]


def test_nested_roots_cost_no_more_than_a_search_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each root is looked into once, though it stands twice in the next; and texts, which double, are counted as work."""
    arguments, texts = counted(monkeypatch, Values, "argument"), counted(monkeypatch, PolynomialWriter, "mono")
    numbers = []
    for depth in (10, 20):
        arguments.clear()
        texts.clear()
        nested: Term = x
        for _ in range(depth):
            nested = sqrt(nested**2) + 1
        found(sqrt(nested**2 * 4), 2 * absolute(nested))
        numbers.append(len(arguments))
        assert len(texts) <= 5 * PRODUCTS  # no more than the searches for one equation may take together
    assert numbers[1] <= 2 * numbers[0]


def counted(monkeypatch: pytest.MonkeyPatch, cls: type, name: str) -> list[int]:
    """A list that grows by one with each call of a method."""
    calls: list[int] = []
    method = getattr(cls, name)

    def counting(*arguments: object) -> object:
        calls.append(1)
        return method(*arguments)

    monkeypatch.setattr(cls, name, counting)
    return calls


def test_a_generic_symbol_is_named_first() -> None:
    _, lhs, rhs, _, _ = next(row for row in TABLE if "generic" in row[0])
    link = found(lhs, rhs)
    assert link is not None
    assert link["steps"][0] == ["generic", "g"]


def test_the_kernel_is_asked_only_where_the_verifier_needs_to_be_told() -> None:
    """Its cofactors are looked for where the empty link is rejected."""
    asked: list[int] = []

    class Asking(Link):
        def known(self) -> JSON | None:
            asked.append(1)
            return super().known()

    link = Asking(dot(v, w), dot(w, v))
    assert completed(statement_of(dot(v, w), dot(w, v)), {"links": [link]})
    assert not asked
    assert not completed(statement_of(dot(v, w), dot(v, v)), {"links": [link]})
    assert asked == [1]


#: Certificates of kinds whose parts need links in scopes of their own.
PARTS = (
    "rmsnorm.image_sphere",
    "rmsnorm.rank_at_zero",
    "rmsnorm.jacobian_contracts",
    "layernorm.two_sizes",
    "layernorm.interlacing_above",
)


def unlinked(value: JSON) -> JSON:
    """A body without what its links and conditions say."""
    if isinstance(value, list):
        return [unlinked(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: [{} for _ in each] if key == "links" else unlinked(each) for key, each in value.items() if key != "steps"
    }


def written(name: str) -> JSON:
    """A certificate of the theories."""
    return json.loads((CERTIFICATES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PARTS)
def test_links_are_found_for_the_parts_of_every_kind(name: str) -> None:
    certificate = written(name)
    statement, body = certificate["statement"], unlinked(certificate["body"])
    statements = json.dumps({"schema": "derive-statements/1", "statements": {name: statement}})
    assert verifier.verify(json.dumps({**certificate, "body": body}), statements).verdict == "rejected"
    assert completed(statement, body)
    assert verifier.verify(json.dumps({**certificate, "body": body}), statements).verdict == "accepted"


def test_no_links_are_found_for_a_statement_that_is_false() -> None:
    certificate = written("rmsnorm.rank_at_zero")
    false = {**certificate["statement"], "value": "N"}
    assert completed(certificate["statement"], unlinked(certificate["body"]))
    assert not completed(false, unlinked(certificate["body"]))


#: Theorems in whose certificates lines stand: derivations are made when they are asked for, and not to list them.
DERIVED = sorted(path.stem for path in CERTIFICATES.glob("*.json") if '"through"' in path.read_text("utf-8"))


def test_all_derivations_are_there() -> None:
    """Of all theories, and no other theorem."""
    assert (
        sorted(each.label for name in THEORIES for each in load_theory(name) if each.derivation is not None) == DERIVED
    )


@pytest.mark.parametrize("label", DERIVED)
def test_derivations_are_certified_line_by_line(label: str) -> None:
    """Their lines stand in the body; one that does not follow is found."""
    theorem = find_theorem(label)
    made = certificate_of(theorem.label, judged(theorem))
    statement, body = made["statement"], made["body"]
    assert theorem.derivation is not None
    assert len(body["through"][0]) == len(theorem.derivation.lines) - 2
    wrong = "add({}, 1)" if theorem.terms[0].shape == () else "mul(2, {})"
    for number, line in enumerate(body["through"][0]):
        body["through"][0][number] = wrong.format(line)
        assert answer(statement, body).verdict == "rejected"
        body["through"][0][number] = line
