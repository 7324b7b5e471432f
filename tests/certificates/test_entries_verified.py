"""Roots, absolute values and reciprocals entry by entry, as the verifier sees them: what it accepts, and near misses."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.statements.equation import equations
from derive.verifier import verify
from tests.attacks.verifying import claimed
from tests.kernel.test_entries import INVALID, VALID
from tests.test_verifier import ACCEPTED, result


@pytest.mark.parametrize("name", VALID)
def test_valid(name: str) -> None:
    """What the prover knows of entries is accepted."""
    found = derive.prove(*VALID[name]) if len(VALID[name]) == 2 else derive.chain(*VALID[name])
    assert (found.status, found.not_certified) == ("proved", "")


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name: str) -> None:
    """What a careless rule would say is rejected, and not for want of time."""
    found = verify(*claimed(equations(list(INVALID[name]))))
    assert found.verdict == "rejected"
    assert "too long" not in found.reason
    assert "cannot be checked" not in found.reason


SYMBOLS: dict[str, Any] = {
    "x": ["N"], "y": ["N"], "g": ["N", "nonzero"], "m": ["N", "mask"], "X": ["N M"], "A": ["N N"], "T": ["N N", "symmetric"],
    "U": ["N N", "symmetric"], "z": [""], "w": [""], "p": ["", "positive"], "q": ["", "positive"], "n": ["", "nonneg"],
    "o": ["", "nonzero"],
}  # fmt: skip
x, y, m = ("at(x, c:N)", "at(y, c:N)", "at(m, c:N)")
xd, yd = ("at(x, d:N)", "at(y, d:N)")
ROW = "sum(s:M, pow(at(X, c:N, s:M), 2))"
GAP = "sum(s:M, pow(add(at(X, c:N, s:M), neg(at(X, d:N, s:M))), 2))"
PLUS = f"add({x}, p)"
RR = "sum(k:N, mul(sqrt(mul(at(T, c:N, k:N), at(U, c:N, k:N))), sqrt(mul(at(T, k:N, d:N), at(U, k:N, d:N)))))"
R = "sum(i:N, sum(j:N, mul(sqrt(mul(at(T, i:N, j:N), at(U, i:N, j:N))), outer(basis(i:N), basis(j:N)))))"


def over(body: str, *indices: str) -> str:
    """The sum over indices that run to N."""
    for index in reversed(indices):
        body = f"sum({index}:N, {body})"
    return body


def root(*factors: str) -> str:
    return f"sqrt(mul({', '.join(factors)}))" if len(factors) > 1 else f"sqrt({factors[0]})"


def power(base: str, exponent: object) -> str:
    return f"pow({base}, {exponent})"


def abs_(term: str) -> str:
    return f"abs({term})"


def mul(*terms: str) -> str:
    return f"mul({', '.join(terms)})"


def inverse(term: str) -> str:
    return f"div(1, {term})"


def state(kind: str, given: Any = (), **fields: Any) -> dict[str, Any]:
    """A statement over the symbols above."""
    symbols = {name: {"shape": words[0].split(), "properties": words[1:]} for name, words in SYMBOLS.items()}
    return {
        "kind": kind, "dimensions": ["N", "M"], "symbols": symbols, "definitions": [], "hypotheses": list(given), **fields
    }  # fmt: skip


def equal(left: str, right: str, *given: Any, searched: bool = False) -> str:
    return result(state("equation", given, terms=[left, right]), {"links": [{}]}, searched=searched)


def sign(condition: str, term: str, *given: Any, searched: bool = False) -> str:
    return result(state("sign", given, condition=[condition, term]), {}, searched=searched)


#: The step, two terms, hypotheses, and whether they are equal.
STEPS: list[tuple[str, str, str, list[Any], bool]] = [
    # |P| comes out of √(P² w) where w ≥ 0 is known, or P ≠ 0.
    ("w ≥ 0 by another root", root(power(x, 2), y), mul(abs_(x), root(y)), [], True),
    ("P ≠ 0", root(power("at(g, c:N)", 2), y), mul(abs_("at(g, c:N)"), root(y)), [], True),
    ("without the |·|", root(power("at(g, c:N)", 2), y), mul("at(g, c:N)", root(y)), [], False),
    ("the |·| of another entry", root(power(x, 2), y), mul(abs_(xd), root(y)), [], False),
    ("odd powers", root(power(x, 3), y), mul(abs_(x), root(x, y)), [], True),
    ("odd powers without the |·|", root(power(x, 3), y), mul(x, root(x, y)), [], False),
    ("odd powers alone", root(power(x, 3)), mul(x, root(x)), [], True),
    ("fourth powers", root(power(x, 4), y), mul(power(x, 2), root(y)), [], True),
    ("sixth powers", root(power(x, 6)), power(x, 3), [], False),
    ("negative powers", root(power(x, -3), y), mul(power(x, -2), root(x, y)), [], True),
    ("negative powers by half", root(power(x, -3), y), mul(power(x, -1), root(x, y)), [], False),
    ("a square of a sum", root(power(PLUS, 2), ROW), mul(abs_(PLUS), root(ROW)), [], True),
    ("a square of a sum, unsigned", root(power(PLUS, 2)), PLUS, [], False),
    ("a square of a sum, signed", root(power(PLUS, 2)), PLUS, [["nonneg", PLUS]], True),
    ("signed elsewhere", root(power(PLUS, 2)), PLUS, [["nonneg", f"add({xd}, p)"]], True),
    ("signed by one name", mul(root(xd), root(power(x, 2))), mul(root(xd), x), [], False),
    ("a square multiplied out", f"sqrt(add(pow({x}, 2), mul(2, {x}, {y}), pow({y}, 2)))", abs_(f"add({x}, {y})"), [], True),
    ("no square", f"sqrt(add(pow({x}, 2), mul(3, {x}, {y}), pow({y}, 2)))", abs_(f"add({x}, {y})"), [], False),
    ("a cube", root(power(PLUS, 3)), mul(PLUS, root(PLUS)), [], True),
    ("a cube of a difference", root(power(f"add({x}, neg({y}))", 3)),
     mul(f"add({y}, neg({x}))", root(f"add({x}, neg({y}))")), [], False),
    ("a power of a sum over s", root(power(ROW, 2)), ROW, [], True),
    ("a power of a sum of any sign", root(power("sum(s:M, at(X, c:N, s:M))", 2)), "sum(s:M, at(X, c:N, s:M))", [], False),
    ("a mask", root(m), m, [], True),
    ("a mask beside what may be negative", root(m, f"add({x}, 1)"), mul(m, root("add(1, 1)")), [], False),
    # √(P Q) = √P √Q.
    ("two roots", mul(root(x), root(y)), root(x, y), [], True),
    ("two roots of two entries", mul(root(x), root(yd)), root(x, y), [], False),
    ("roots of −x and −y", root(x, y), mul(root(f"neg({x})"), root(f"neg({y})")), [], True),
    ("roots of −x and −y, with a sign", root(x, y), f"neg({mul(root(f'neg({x})'), root(f'neg({y})'))})", [], False),
    ("roots of |x| and |y|", mul(root(abs_(x)), root(abs_(y))), root(abs_(mul(x, y))), [], True),
    ("roots of |x| and y", mul(root(abs_(x)), root(abs_(y))), root(mul(power(x, 2), power(y, 2))), [], False),
    # |·|.
    ("|x| |x|", mul(abs_(x), abs_(x)), power(x, 2), [], True),
    ("|x|³", power(abs_(x), 3), power(x, 3), [], False),
    ("|x| for x ≥ 0", abs_(x), x, [["nonneg", x]], True),
    ("|x| for x ≤ 0", abs_(x), f"neg({x})", [["nonneg", f"neg({x})"]], True),
    ("|x| for x ≤ 0, the other way", abs_(x), x, [["nonneg", f"neg({x})"]], False),
    ("|x| for x ≠ 0", abs_(x), x, [["nonzero", x]], False),
    ("|z x| = z |x|", abs_(mul("z", x)), mul("z", abs_(x)), [], False),
    ("|n x| = n |x|", abs_(mul("n", x)), mul("n", abs_(x)), [], True),
    ("|x/g|", abs_(f"div({x}, at(g, c:N))"), f"div({abs_(x)}, {abs_('at(g, c:N)')})", [], True),
    ("|x/g| without one", abs_(f"div({x}, at(g, c:N))"), f"div({abs_(x)}, at(g, c:N))", [], False),
    ("|x − y| = |y − x|", abs_(f"add({x}, neg({y}))"), abs_(f"add({y}, neg({x}))"), [], True),
    ("|x − y| = |x + y|", abs_(f"add({x}, neg({y}))"), abs_(f"add({x}, {y})"), [], False),
    # Reciprocals at free indices, multiplied through.
    ("partial fractions", inverse(mul(x, PLUS)), f"div(add({inverse(x)}, neg({inverse(PLUS)})), p)", [], True),
    ("partial fractions with +", inverse(mul(x, PLUS)), f"div(add({inverse(x)}, {inverse(PLUS)}), p)", [], False),
    ("two reciprocals", mul(inverse(PLUS), inverse(f"add({y}, p)")), inverse(mul(PLUS, f"add({y}, p)")), [], True),
    ("of two entries", mul(inverse(PLUS), inverse(f"add({xd}, p)")), inverse(power(PLUS, 2)), [], False),
    ("a conjugate", inverse(f"add(1, {root(x)})"), f"div(add(1, neg({root(x)})), add(1, neg({x})))", [], True),
    ("a conjugate with +", inverse(f"add(1, {root(x)})"), f"div(add(1, {root(x)}), add(1, neg({x})))", [], False),
    ("a root of a quotient", root(f"add(1, neg(div(p, add({ROW}, p))))"),
     f"div({root(ROW)}, {root(f'add({ROW}, p)')})", [], True),
    ("a root of another quotient", root(f"add(1, neg(div(q, add({ROW}, p))))"),
     f"div({root(ROW)}, {root(f'add({ROW}, p)')})", [], False),
    ("a root of a quotient by what may be < 0", root(f"div({x}, {y})"), f"div({root(x, y)}, {abs_(y)})", [], True),
    ("a root of a quotient, unsigned", root(f"div({x}, {y})"), f"div({root(x, y)}, {y})", [], False),
    ("a root of what is 0", root(f"add(1, neg(div({PLUS}, add(p, {x}))))"), "0", [["nonzero", PLUS]], True),
    # Sums: F(i) = 0 for each i.
    ("summed", over(f"div({PLUS}, {mul(PLUS, PLUS)})", "c"), over(inverse(PLUS), "c"), [], True),
    ("a sum of reciprocals", over(inverse(PLUS), "c"), inverse(over(PLUS, "c")), [], False),
    ("N is a sum", over(f"div({ROW}, add({ROW}, q))", "c"),
     f"add(N, neg(mul(q, {over(inverse(f'add({ROW}, q)'), 'c')})))", [], True),
    ("1 is not N", over(f"div({ROW}, add({ROW}, q))", "c"),
     f"add(1, neg(mul(q, {over(inverse(f'add({ROW}, q)'), 'c')})))", [], False),
    ("roots in a sum", over(mul(root(x), root(y)), "c"), over(root(x, y), "c"), [], True),
    ("a sum of roots twice", mul(over(root(x), "c"), over(root(y), "c")), over(root(x, y), "c"), [], False),
    ("a sum of roots squared", power(over(root(x), "c"), 2), over(over(mul(root(x), root(xd)), "d"), "c"), [], True),
    ("a sum of roots of one entry", power(over(root(x), "c"), 2), over(x, "c"), [], False),
    ("multiplied through in a sum", over(f"div({x}, {PLUS})", "c"), f"div({over(x, 'c')}, {over(PLUS, 'c')})", [], False),
    # Indices that change places.
    ("a symmetric root", over(mul(x, yd, root(GAP)), "c", "d"), over(mul(y, xd, root(GAP)), "c", "d"), [], True),
    ("a symmetric |·|", over(mul(x, yd, abs_(f"add({x}, neg({xd}))")), "c", "d"),
     over(mul(y, xd, abs_(f"add({x}, neg({xd}))")), "c", "d"), [], True),
    ("no symmetry of a reciprocal", over(mul(x, yd, inverse(f"add({x}, neg({xd}), p)")), "c", "d"),
     over(mul(y, xd, inverse(f"add({x}, neg({xd}), p)")), "c", "d"), [], False),
    ("the indices of a reciprocal changed", over(mul(x, yd, inverse(f"add({x}, neg({xd}), p)")), "c", "d"),
     over(mul(y, xd, inverse(f"add({xd}, neg({x}), p)")), "c", "d"), [], True),
    ("another number of sums", over(mul(x, root(GAP)), "c", "d"), mul("N", over(mul(x, root(GAP)), "c")), [], False),
    ("a symmetric product", over(over(mul(x, xd, root(f"mul({x}, {yd})")), "c"), "d"),
     over(over(mul(x, xd, root(f"mul({xd}, {y})")), "c"), "d"), [], True),
    ("no symmetry", over(mul(x, yd, root(f"add(1, pow(add({x}, mul(2, {xd})), 2))")), "c", "d"),
     over(mul(y, xd, root(f"add(1, pow(add({x}, mul(2, {xd})), 2))")), "c", "d"), [], False),
    ("symmetric at free indices", root(GAP),
     root(GAP.replace("c:", "e:").replace("d:", "c:").replace("e:", "d:")), [], True),
    ("another pair", root(GAP), root(GAP.replace("d:", "e:")), [], False),
    ("tr(RR) = tr(TU)", f"trace(mul({R}, {R}))", "trace(mul(T, U))", [], True),
    ("RR = TU", f"mul({R}, {R})", "mul(T, U)", [], False),
    ("an entry of RR", RR, "sum(k:N, mul(at(T, c:N, k:N), at(U, k:N, d:N)))", [], False),
    ("tr(RRR) = tr(TUT)", f"trace(mul({R}, {R}, {R}))", "trace(mul(T, U, T))", [], False),
    ("det(I + RR)", f"det(add(identity(N), mul({R}, {R})))", "det(add(identity(N), mul(T, U)))", [], False),
    # Derivatives.
    ("∂|z x|", f"grad({abs_(mul('z', x))}, z)", f"div(mul(z, pow({x}, 2)), {abs_(mul('z', x))})", [], True),
    ("∂|z x| without |x|", f"grad({abs_(mul('z', x))}, z)", f"div(mul(z, {x}), abs(z))", [], False),
    ("∂√(z² x)", f"grad({root('pow(z, 2)', x)}, z)", f"div(mul(z, {root(x)}), abs(z))", [], True),
    ("∂√(z² x) with the sign lost", f"grad({root('pow(z, 2)', x)}, z)", root(x), [], False),
    ("∂(1/|z|)", f"grad({inverse('abs(z)')}, z)", "neg(div(z, pow(abs(z), 3)))", [], True),
    ("∂(1/|z|) with another sign", f"grad({inverse('abs(z)')}, z)", "div(z, pow(abs(z), 3))", [], False),
    ("∂|z| where z ≥ 0", "grad(abs(z), z)", "1", [["nonneg", "z"]], True),
    ("∂|z| where z ≠ 0", "grad(abs(z), z)", "1", [["nonzero", "z"]], False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "left", "right", "given", "good"), STEPS, ids=[step[0] for step in STEPS])
def test_steps(name: str, left: str, right: str, given: list[Any], good: bool) -> None:
    """Each new step beside what would be one step further."""
    assert equal(left, right, *given, searched=good) == ACCEPTED[good]


SIGNS: list[tuple[str, str, list[Any], bool]] = [
    ("nonneg", ROW, [], True),
    ("positive", ROW, [], False),
    ("nonneg", "sum(s:M, at(X, c:N, s:M))", [], False),
    ("nonneg", "sum(s:M, at(X, c:N, s:M))", [["nonneg", "at(X, d:N, s:M)"]], True),
    ("nonneg", f"sum(s:M, mul({x}, pow(at(X, c:N, s:M), 2)))", [], False),
    ("nonneg", f"sum(s:M, mul({x}, pow(at(X, c:N, s:M), 2)))", [["nonneg", x]], True),
    ("nonneg", "sum(s:M, mul(at(X, c:N, s:M), at(X, d:N, s:M)))", [], False),
    ("nonneg", x, [["nonneg", power(x, 3)]], True),
    ("nonneg", x, [["nonneg", power(x, 2)]], False),
    ("nonneg", PLUS, [["nonneg", power(PLUS, 3)]], False),  # true: powers of sums are not looked into
    ("nonneg", PLUS, [["nonneg", power(PLUS, 2)]], False),
    ("nonzero", PLUS, [["positive", power(PLUS, 2)]], False),  # true as well
    ("positive", PLUS, [["positive", power(PLUS, 2)]], False),
    ("nonzero", x, [["positive", abs_(x)]], True),
    ("positive", x, [["positive", abs_(x)]], False),
    ("nonneg", x, [["nonneg", mul(x, abs_(x))]], False),
    ("nonneg", x, [["nonneg", mul(x, abs_("at(g, c:N)"))]], True),
    ("nonneg", x, [["nonneg", root(mul(power("z", 2), x))]], False),
    ("nonneg", mul("w", root("w")), [["nonneg", root(mul(power("z", 2), "w"))]], True),
    ("nonneg", "w", [["positive", root(mul(power("z", 2), "w"))]], True),
    ("nonneg", "w", [["nonneg", root(mul(power("o", 2), "w"))]], True),
    ("positive", inverse(abs_(x)), [], True),
    ("positive", abs_(x), [], False),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "term", "given", "good"), SIGNS)
def test_signs(condition: str, term: str, given: list[Any], good: bool) -> None:
    """What roots and |·| teach of signs, and what they do not."""
    assert sign(condition, term, *given, searched=good) == ACCEPTED[good]


def test_a_root_has_a_value_wherever_it_stands() -> None:
    """√(z² w) = |z| √w for all w, since √x is 0 for x < 0: what a body speaks of need not be defined."""
    terms = [mul(root("pow(z, 2)", "w"), "n"), mul(root("pow(z, 2)", "w"), "q")]
    of = state("equation", [["equal", "mul(abs(z), n)", "mul(abs(z), q)"], ["nonneg", "w"]], terms=terms)
    steps = [["root", root("pow(z, 2)", "w"), mul("abs(z)", root("w"))]]
    link = {"steps": steps, "indices": [], "cofactors": [[0, [], root("w")]]}
    assert result(of, {"links": [link]}) == "accepted"
    assert result(of | {"hypotheses": [["nonneg", "w"]]}, {"links": [link]}) == "rejected"


def test_a_cofactor_may_not_divide_by_what_may_be_0() -> None:
    """From (x + p 1) z = 0 it does not follow that z = 0, though (x_c + p) (1/(x_c + p)) = 1."""
    given = [["equal", "mul(add(x, mul(p, ones(N))), z)", "zeros(N)"]]
    link = {"links": [{"indices": [], "cofactors": [[0, ["c:N"], inverse(f"mul(N, {PLUS})")]]}]}
    assert result(state("equation", given, terms=["z", "0"]), link) == "rejected"
    known = [*given, ["positive", PLUS]]
    steps = [["reciprocal", PLUS.replace("c:N", "_c:N")]]
    own = [[0, ["c:N"], inverse(f"mul(N, {PLUS})")], [1, ["c:N"], "mul(-1, div(1, N), z)"]]
    link = {"steps": steps, "indices": [], "cofactors": own}
    assert result(state("equation", known, terms=["z", "0"]), {"links": [link]}) == "accepted"


@pytest.mark.parametrize(
    ("by", "given", "good"),
    [
        ("pow(sqrt(w), 2)", [["nonzero", "abs(w)"]], False),
        ("mul(abs(w), div(w, abs(w)))", [["nonzero", "w"]], False),
        ("sqrt(pow(w, 2))", [], False),
        ("sqrt(pow(w, 2))", [["nonneg", "w"]], True),
        ("div(pow(sqrt(mul(pow(z, 2), w)), 2), pow(z, 2))", [["nonneg", "mul(pow(z, 2), w)"]], False),
        ("div(pow(sqrt(mul(pow(o, 2), w)), 2), pow(o, 2))", [["nonneg", "mul(pow(o, 2), w)"]], True),
        ("div(1, div(1, abs(w)))", [["nonzero", "w"]], False),
    ],
)
def test_no_sign_rests_on_itself(by: str, given: list[Any], good: bool) -> None:
    """w ≥ 0 by a term that is defined, or equal to w, for w ≥ 0 alone."""
    of = state("bound", given, lhs="w", relation=">=", rhs="0")
    assert result(of, {"form": by, "parts": [{"links": [{}]}, {}]}, searched=good) == ACCEPTED[good]
