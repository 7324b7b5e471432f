r"""Maxima, minima, ‖·‖_∞ and ranks from each door; and random relations with them, by an evaluator of its own in NumPy.

    python -m tests.reading.latex.test_extremes --seed 1 --count 3000

What is proved must hold at random data, and what is refuted must fail at the data that the counterexample gives.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import sympy

import derive
from derive.cli.prove import read_latex as in_each_reading
from derive.errors import InputError
from derive.evaluate.search import Failure
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from derive.reading.statement import read_statement
from tests.reading.latex.contexts import refusal
from tests.words import N

DECLARED = r"""dimension N, K; vectors x, y : N; scalars a, b, c; index i, j : N; index k : K
matrix A : N \times K; matrix B : N \times N"""
CONTEXT = context_from(DECLARED)


def status_of(text: str) -> str:
    return read_latex(text, CONTEXT).statement.decide().status


TRUE = [
    r"\max_i x_i - \max_j x_j = 0",
    r"\max_i (2 x_i + c) = c + 2 \max_{1 \le j \le N} x_j",
    r"\min_i x_i = -\max_i (-x_i)",
    r"\max_i x_i + a = a + \max_j x_j",
    r"\max(x) = \max_{i=1}^N x_i",
    r"\max(A) = \max_{i,k} A_{ik}",
    r"\max_i \max_k (A_{ik} + x_i) = \max_j (x_j + \max_k A_{jk})",
    r"\max_i c = c",
    r"\|x\|_\infty = \max_i |x_i|",
    r"\|y - x\|_\infty = \|x - y\|_\infty",
    r"\|x\|_\infty \ge 0",
    r"\|x\|_1 = \sum_i |x_i|",
    r"\frac{e^{x_i - \max_j x_j}}{\sum_j e^{x_j - \max_i x_i}} = \frac{e^{x_i}}{\sum_j e^{x_j}}",
    r"\max(a, b) + \min(a, b) = a + b",
    r"\max\{a, b\} = \max(b, a)",
    r"\max(a, b) \min(a, b) = a b",
    r"\max(a, b) \ge a",
    r"\max(a, -a) = |a|",
    r"\max(0, a) - \max(0, -a) = a",
    r"\max(a + c, b + c) = \max(a, b) + c",
    r"\operatorname{rank}(A^\top) = \operatorname{rank} A",
    r"\operatorname{rank}(A A^\top) \ge 0",
    r"\operatorname{rank}(I_N - \frac1N \mathbf 1_N \mathbf 1_N^\top) = N - 1",
    r"\operatorname{rank}(0_{N \times K}) = 0",
    r"\operatorname{rank}(-I_N) = \operatorname{tr}(I_N)",
    r"\operatorname{rank}(B + B^\top) = \operatorname{rank}(B^\top + B)",
]
FALSE = [
    r"\max_i x_i = \min_i x_i",
    r"\max_i (-x_i) = -\max_i x_i",
    r"\max_i (x_i + y_i) = \max_i x_i + \max_i y_i",
    r"\max_i c x_i = c \max_i x_i",
    r"\max_i x_i^2 = (\max_i x_i)^2",
    r"\max_k A_{ik} = x_i",
    r"\|x\|_\infty = \|x\|_2",
    r"\|x\|_1 \le \|x\|_\infty",
    r"\|x\|_1 = \|x\|_2",
    r"\|x\|_\infty > 0",
    r"\max(a, b) = a",
    r"\max(a, b, c) = \max(a, b)",
    r"\max(2 a, b) = 2 \max(a, b)",
    r"\max_i x_i \ge 0",
    r"\operatorname{rank}(A) = K",
    r"\operatorname{rank}(I_N - \frac1N \mathbf 1_N \mathbf 1_N^\top) = N",
    r"\operatorname{rank}(2 I_N) = \operatorname{tr}(2 I_N)",
    r"\operatorname{rank}(B) = \operatorname{tr}(B)",
    r"\operatorname{rank}(A) \ge 1",
    r"\operatorname{rank}(x y^\top) = 1",
    r"\operatorname{rank}(2 B) = 2 \operatorname{rank}(B)",
    r"\operatorname{rank}(B B^\top) = \operatorname{tr}(B)",
    r"\frac{\partial}{\partial x} \max_i x_i = \mathbf 1",
]
#: Neither is known to the program.
OPEN = [
    r"\max_i x_i \ge x_j",
    r"\|x\|_\infty \le \|x\|_2",
    r"\operatorname{rank}(A A^\top) = \operatorname{rank}(A)",
    r"\frac{\partial}{\partial a} \max_i (a + x_i) = 1",
    r"\frac{\partial}{\partial c} \max_i (e^c x_i) = \max_i (e^c x_i)",
]
REFUSED = [
    (r"\|A\|_\infty = c", "the greatest sum of the sizes in a row; or the greatest size of an entry"),
    (r"\max_x x_i = c", "a maximum over x, which is no index: it is not in the language"),
    (r"\min_{j, j \ne i} x_j = c", "a minimum over all values of an index but some"),
    (r"\max_i x = c", "a maximum over an index of shape (N)"),
    (r"\max(a, x) = c", "a maximum of shape (N) beside other numbers"),
    (r"\max(a) = c", "a maximum of one number"),
    (r"\max_{i<j} x_i = c", "a maximum over all values of an index but some"),
    (r"\operatorname{rank}(x) = 1", "rank of shape (N)"),
    (r"\inf_i x_i = c", "an infimum, which is not in the language"),
    (r"\argmax_i x_i = c", "the place of a maximum, which is not in the language"),
    (r"\lim_{i} x_i = c", "a limit, which is not in the language"),
]


@pytest.mark.parametrize("text", TRUE)
def test_true(text: str) -> None:
    """Proved; the separate verifier accepts the certificate, and what is printed reads back."""
    verdict = read_latex(text, CONTEXT).statement.decide()
    assert verdict.status == "proved"
    assert verdict.backing is not None
    assert verdict.backing.by == "verifier", verdict.backing.why_not


@pytest.mark.parametrize("text", FALSE)
def test_false(text: str) -> None:
    """Refuted in each reading."""
    assert status_of(text) == "refuted"


@pytest.mark.parametrize("text", OPEN)
def test_open(text: str) -> None:
    """Neither proved nor refuted."""
    assert status_of(text) == "unsupported"


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text for text, _ in REFUSED])
def test_refused_by_name(text: str, message: str) -> None:
    """An error that says what it is."""
    assert message in refusal(lambda: read_latex(text, CONTEXT))


def test_where_the_body_ends() -> None:
    r"""\max_i x_i c is read as of a product: c may be in the body or not, and not the same for c < 0."""
    with pytest.raises(InputError, match="products"):
        status_of(r"\max_i x_i c = c \max_i x_i")
    readings = in_each_reading(r"\max_i x_i + y_i = \max_i x_i + \max_i y_i", None, [("--declare", DECLARED)])
    assert [known.chain.statement.decide().status for known in readings] == ["refuted", "refuted"]
    narrow = context_from(f"{DECLARED}\nproducts: narrow")
    assert read_latex(r"\max_i x_i c = c \max_i x_i", narrow).statement.decide().status == "proved"


def test_other_doors() -> None:
    """Plain syntax, Python and SymPy give the same."""
    env = CONTEXT.env
    for text, status in {
        "max_over(i:N, x[i] + c) = c + max(x)": "proved",
        "min(x) = -max_over(j:N, -x[j])": "proved",
        "max(a, b) + min(a, b) = a + b": "proved",
        "rank(A.T) - rank(A) = 0": "proved",
        "max(a, b, c) = a": "refuted",
        "min_over(i:N, x[i]) = max(x)": "refuted",
        "rank(A) = 1": "refuted",
    }.items():
        assert read_statement(text, env).statement.decide().status == status
    x, a, b = derive.vector("x", N), derive.scalar("a"), derive.scalar("b")
    i = derive.index("i", N)
    assert derive.prove(derive.max_(x), derive.max_over(i, x[i])).status == "proved"
    assert derive.prove(derive.min_(x), derive.min_over(i, x[i])).status == "proved"
    assert derive.prove(derive.max_(a, b), derive.max_(b, a)).status == "proved"
    assert derive.prove(derive.rank(derive.outer(x, x)), 1).status == "refuted"
    s, t = sympy.symbols("s t", real=True)
    assert derive.prove(sympy.Eq(sympy.Max(s, t) + sympy.Min(s, t), s + t)).status == "proved"
    assert derive.prove(sympy.Eq(sympy.Max(s, t), s)).status == "refuted"


# --- random relations -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    """LaTeX, and what it is worth: of the data and the values of indices."""

    text: str
    value: Callable[[dict[str, Any], dict[str, int]], float]


class Author:
    """Formulas in brackets, so that nobody has to ask where a body ends."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0

    def scalar(self, depth: int, bound: tuple[str, ...] = ()) -> Made:
        leaves = [lambda: self.named(bound)] * 3 + [lambda: self.number()]
        kinds = [
            self.sum,
            self.sum,
            self.product,
            self.two,
            self.two,
            self.over,
            self.over,
            self.over,
            self.norm,
            self.rank,
        ]
        kinds += [self.size, self.total]
        return (self.rng.choice(leaves) if depth <= 0 else lambda: self.rng.choice(kinds)(depth, bound))()

    def number(self) -> Made:
        n = self.rng.choice((-2, -1, 0, 1, 2, 3))
        return Made(f"({n})", lambda data, at: n)

    def named(self, bound: tuple[str, ...]) -> Made:
        if bound and self.rng.random() < 0.8:
            name, index = self.rng.choice("xy"), self.rng.choice(bound)
            return Made(f"{name}_{{{index}}}", lambda data, at: data[name][at[index]])
        name = self.rng.choice("abc")
        return Made(name, lambda data, at: data[name])

    def pair(self, depth: int, bound: tuple[str, ...]) -> tuple[Made, Made]:
        return self.scalar(depth - 1, bound), self.scalar(depth - 1 - self.rng.randrange(2), bound)

    def sum(self, depth: int, bound: tuple[str, ...]) -> Made:
        (p, q), sign = self.pair(depth, bound), self.rng.choice((1, -1))
        return Made(
            f"({p.text} {'+' if sign > 0 else '-'} {q.text})",
            lambda data, at: p.value(data, at) + sign * q.value(data, at),
        )

    def product(self, depth: int, bound: tuple[str, ...]) -> Made:
        p, q = self.pair(depth, bound)
        return Made(rf"(({p.text}) \cdot ({q.text}))", lambda data, at: p.value(data, at) * q.value(data, at))

    def two(self, depth: int, bound: tuple[str, ...]) -> Made:
        (p, q), word = self.pair(depth, bound), self.rng.choice(("max", "min"))
        of = max if word == "max" else min
        return Made(rf"\{word}({p.text}, {q.text})", lambda data, at: of(p.value(data, at), q.value(data, at)))

    def over(self, depth: int, bound: tuple[str, ...]) -> Made:
        self.count += 1
        index, word = f"n_{{{self.count}}}", self.rng.choice(("max", "min"))
        body = self.scalar(depth - 1, (*bound, index))
        of = max if word == "max" else min
        return Made(
            rf"\left(\{word}_{{{index}=1}}^N \left({body.text}\right)\right)",
            lambda data, at: of(body.value(data, {**at, index: n}) for n in range(len(data["x"]))),
        )

    def total(self, depth: int, bound: tuple[str, ...]) -> Made:
        self.count += 1
        index = f"n_{{{self.count}}}"
        body = self.scalar(depth - 1, (*bound, index))
        return Made(
            rf"\left(\sum_{{{index}=1}}^N \left({body.text}\right)\right)",
            lambda data, at: sum(body.value(data, {**at, index: n}) for n in range(len(data["x"]))),
        )

    def norm(self, depth: int, bound: tuple[str, ...]) -> Made:
        name, kind = self.rng.choice("xy"), self.rng.choice((r"\infty", "1", "2"))
        order = {r"\infty": np.inf, "1": 1, "2": 2}[kind]
        return Made(rf"\|{name}\|_{kind}", lambda data, at: float(np.linalg.norm(data[name], order)))

    def rank(self, depth: int, bound: tuple[str, ...]) -> Made:
        text, of = self.rng.choice(MATRICES)
        return Made(rf"\operatorname{{rank}}({text})", lambda data, at: float(np.linalg.matrix_rank(of(data))))

    def size(self, depth: int, bound: tuple[str, ...]) -> Made:
        p = self.scalar(depth - 1, bound)
        return Made(rf"\left|({p.text})\right|", lambda data, at: abs(p.value(data, at)))

    def alike(self, made: Made) -> Made:
        """Something equal, or nearly so."""
        p, c, kind = made, self.scalar(0), self.rng.randrange(6)
        match kind:
            case 0:
                return Made(f"({p.text} + {c.text} - {c.text})", p.value)
            case 1:
                return Made(rf"\max({p.text}, {p.text})", p.value)
            case 2:
                return Made(rf"\left(\max_{{n_9=1}}^N ({p.text})\right)", p.value)
            case 3:
                return Made(rf"(-\min(-{p.text}, -{p.text}))", p.value)
            case 4:
                text = p.text.replace(r"\max", r"\min", 1)
                return Made(text, p.value) if text == p.text else self.scalar(2)
        return self.scalar(2)


MATRICES: tuple[tuple[str, Callable[[dict[str, Any]], Any]], ...] = (
    ("A", lambda data: data["A"]), (r"A^\top", lambda data: data["A"].T), ("B", lambda data: data["B"]),
    (r"B + B^\top", lambda data: data["B"] + data["B"].T), (r"x y^\top", lambda data: np.outer(data["x"], data["y"])),
    (r"A A^\top", lambda data: data["A"] @ data["A"].T), (r"c B", lambda data: data["c"] * data["B"]),
)  # fmt: skip


def some_data(rng: random.Random) -> dict[str, Any]:
    n, k = rng.randint(1, 4), rng.randint(1, 3)

    def numbers(*shape: int) -> Any:
        return np.array([rng.choice((-3, -2, -1, 0, 1, 2, 3)) for _ in range(int(np.prod(shape)))], float).reshape(
            shape
        )

    return {"x": numbers(n), "y": numbers(n), "A": numbers(n, k), "B": numbers(n, n)} | {
        s: float(numbers(1)[0]) for s in "abc"
    }


def at_counterexample(verdict: Any) -> dict[str, Any]:
    """The data of a counterexample; what it does not give matters for nothing but the number of entries."""
    found = verdict.counterexample
    point = found.point if isinstance(found, Failure) else found.witness.point
    n = point.dimensions.get(N, 1)
    return {"x": np.zeros(n), "y": np.zeros(n)} | {each.name: as_floats(value) for each, value in point.values.items()}


def as_floats(value: Any) -> Any:
    return np.array(value, dtype=float) if isinstance(value, tuple) else float(value)


def hunted(seed: int, count: int) -> Counter[str]:
    """What was said of random relations; holes under ``false``."""
    found: Counter[str] = Counter()
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        author = Author(rng)
        left = author.scalar(rng.choice((1, 2, 2, 3)))
        right = author.alike(left) if rng.random() < 0.7 else author.scalar(1)
        sign, holds = rng.choice((("=", np.isclose), ("=", np.isclose), (r"\ge", lambda p, q: p >= q - 1e-9)))
        text = f"{left.text} {sign} {right.text}"
        verdict = read_latex(text, CONTEXT).statement.decide()
        said = verdict.status
        if said == "proved":
            points = [some_data(rng) for _ in range(60)]
            if not all(holds(left.value(data, {}), right.value(data, {})) for data in points):
                said = f"false: {text} is proved"
        elif said == "refuted":
            left_value, right_value = (made.value(at_counterexample(verdict), {}) for made in (left, right))
            if holds(left_value, right_value) and not (sign != "=" and left_value < right_value):
                said = f"false: {text} is refuted"
        found[said] += 1
    return found


def test_random_relations() -> None:
    """Nothing false is proved, nothing true refuted; and enough of both is decided."""
    found = hunted(1, 250)
    assert not [said for said in found if said.startswith("false")]
    assert found["proved"] > 40
    assert found["refuted"] > 80


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3000)
    asked = parser.parse_args()
    print(dict(hunted(asked.seed, asked.count)))


if __name__ == "__main__":
    main()
