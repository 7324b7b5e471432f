"""What a scope of the verifier claims inside (FORMAT.md, 15.1), put to the test as numbers.

    python -m tests.verifier.inside --seed 1 --count 1000

A scope is begun with random hypotheses and a random term that is defined; then other terms are expanded in it.  At points at
which the hypotheses hold and the term is defined, every polynomial must be the entry of its term by the values of §5, every
fact and sign must be true, an atom that is invertible ≠ 0, and what is reduced to 0 must be 0.  So a false claim is found
also where no statement is known that it makes accepted.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import product

import numpy as np

from derive import verifier
from tests.verifier.evaluator import Point, Reader, Term, Undefined
from tests.verifier.hunt import KNOWN, Author, Statement, verdicts

#: What is known in a scope, made of a random term.
DEFINED = (*KNOWN, "{}", "mul({},at(v,n:N))", "div(1,at(v,n:N))", "log(at(v,n:N))", "sqrt(at(A,n:N,m:N))")
CLOSE, CLOSE_WITH_GRADIENTS, LARGE = 1e-6, 1e-3, 1e6


class Numbers:
    """Polynomials of a scope as numbers, at a point; ``at`` gives the values of its free indices."""

    def __init__(self, scope: verifier.Scope, point: Point) -> None:
        self.scope, self.point = scope, point

    def size(self, index: int) -> int:
        return self.point.size(str(self.scope.size(index)))

    def polynomial(self, p: verifier.Poly, at: dict[int, int]) -> float:
        return sum((float(c) * self.monomial(mono, at) for mono, c in p.items()), 0.0)

    def monomial(self, mono: verifier.Mono, at: dict[int, int]) -> float:
        bound = sorted(verifier.bound_in(mono))
        total = 0.0
        for choice in product(*(range(self.size(i)) for i in bound)):
            values = at | dict(zip(bound, choice, strict=True))
            summand = 1.0
            for atom, places, exponent in mono:
                summand *= self.factor(atom, tuple(values[i] for i in places)) ** exponent
            total += summand
        return total

    def factor(self, number: int, at: tuple[int, ...]) -> float:
        """The value of an atom at these indices (§6.3)."""
        atom, point = self.scope.atoms[number], self.point
        match atom.kind:
            case "symbol" if atom.name not in point.data:
                raise Undefined("no term mentions it")
            case "symbol":
                return float(np.asarray(point.data[atom.name])[at])
            case "dim":
                return float(point.size(atom.name))
            case "delta":
                return float(at[0] == at[1])
            case "sum":
                return self.monomial(atom.name, {})
        left = len(at) - len(atom.others)
        others = dict(zip(atom.others, at[left:], strict=True))
        entries = np.zeros([self.size(i) for i in atom.own])
        for own in np.ndindex(entries.shape):
            entries[own] = self.polynomial(dict(atom.name), others | dict(zip(atom.own, own, strict=True)))
        entries = np.where(np.abs(entries - np.round(entries)) < 1e-11, np.round(entries), entries)
        if np.any(np.abs(entries) > LARGE):
            raise Undefined("too large")
        if atom.kind.startswith("prod"):
            return float(np.prod([x for n, x in enumerate(entries) if n not in at[:left]]))
        if atom.kind == "max_over":
            return float(np.max(entries))
        op, beside = {"recip": ("pow", -1), "root+": ("pow", "1/2"), "root-": ("pow", "-1/2")}.get(
            atom.kind, (atom.kind, 0)
        )
        sizes = tuple(map(str, entries.shape))
        argument = Term("symbol", (), ("an argument",), sizes)
        here = Point(point.sizes, {("an argument",): entries}, {}, total=True)
        shape = () if op in ("det", "rank") else sizes[::-1]
        value = here.value(Term(op, (argument,), verifier.Fraction(beside), shape))
        return float(value[at[:left]])


def may_be(x: float, sign: int, close: float) -> bool:
    """May a number have a sign of this set?  One that is near to 0 may have any."""
    return abs(x) < close or bool(sign & (verifier.POSITIVE if x > 0 else verifier.NEGATIVE))


class Inside:
    """A scope, terms that were expanded in it, and what it claims of them at a point that is false."""

    def __init__(self, author: Author) -> None:
        rng = author.rng
        known = rng.choice(DEFINED).format(author.term("", rng.choice([0, 1, 2])))
        self.statement: Statement = author.declared() | {"kind": "equation", "terms": [known, known]}
        if rng.random() < 0.4:
            condition = [rng.choice(["nonzero", "nonneg", "positive"]), author.term("", rng.choice([1, 2]))]
            self.statement["hypotheses"] = [*self.statement["hypotheses"], condition]
        declared = {key: self.statement[key] for key in ("dimensions", "symbols", "definitions")}
        checker = verifier.Checker(20.0)
        checker.language.declare(declared)
        found = checker.read({key: value for key, value in self.statement.items() if key not in declared})
        self.scope = verifier.Scope(checker.language, found.hypotheses, found.speaks_of)
        self.terms: dict[str, verifier.Node] = {}
        for _ in range(6):
            text = author.term(rng.choice(["", "", "", "N", "NN"]), rng.choice([1, 2, 2]))
            try:
                node = checker.language.term(text)
                self.scope.read_sign(node)
                self.scope.reduced(self.scope.expand(node))
            except verifier.Rejected:
                continue
            self.terms[text] = node
        self.reader = Reader().declare(self.statement)

    def false_at(self, point: Point, rng: random.Random) -> str:
        """The first claim that is false at a point, or nothing."""
        scope, numbers = self.scope, Numbers(self.scope, point)
        point.total = True
        named: dict[int, int] = {}
        for i, (kind, name, size) in enumerate(scope.indices):
            if kind == "named":
                named[i] = point.indices.setdefault((name, str(size)), rng.randrange(numbers.size(i)))
        for text, node in self.terms.items():
            try:
                found = self.false_of(text, node, numbers, named)
            except Undefined:
                continue
            if found:
                return f"{found} {text}"
        for key, sign in scope.facts.items():
            general = [i for i in verifier.indices_of(dict(key)) if scope.general(i)]
            for at in product(*(range(numbers.size(i)) for i in general)):
                try:
                    x = numbers.polynomial(dict(key), named | dict(zip(general, at, strict=True)))
                except Undefined:
                    continue
                if abs(x) < LARGE and not may_be(x, sign, CLOSE):
                    return f"fact {key} {at} {x} {sign}"
        if scope.delta_atom in scope.invertible:
            return "invertible δ, of all dimensions"
        for atom in scope.invertible:
            for at in product(*(range(point.size(str(size))) for size in scope.atoms[atom].sizes)):
                try:
                    if abs(numbers.factor(atom, at)) < 1e-12 and scope.atoms[atom].kind != "exp":
                        return f"invertible {scope.atoms[atom]} {at}"
                except Undefined:
                    continue
        return ""

    def false_of(self, text: str, node: verifier.Node, numbers: Numbers, named: dict[int, int]) -> str:
        """What is false of a term: an entry, its sign, or what it is reduced to."""
        scope, close = self.scope, CLOSE_WITH_GRADIENTS if "grad" in text else CLOSE
        values = np.asarray(numbers.point.value(self.reader.term(text)))
        if np.any(np.abs(values) > LARGE):
            raise Undefined("too large")
        p, axis, sign = scope.expand(node), scope.axes_of(node), scope.read_sign(node)
        q, multiplier = scope.reduced(p)
        for at in np.ndindex(values.shape):
            here, x = named | dict(zip(axis, at, strict=True)), float(values[at])
            if abs(numbers.polynomial(p, here) - x) > close * max(1.0, abs(x)):
                return f"expansion {at} {x}"
            if not may_be(x, sign & scope.sign(p), close):
                return f"sign {at} {x}"
            y = numbers.polynomial(q, here)
            if abs(x) > close and (not q or (abs(y) > CLOSE and not may_be(x * y, multiplier, 0))):
                return f"reduction {at} {x} {y}"
        return ""


def looked_inside(seed: int, number: int) -> Counter[str]:
    """How many scopes were rejected, had no points, are true, FALSE."""
    counts: Counter[str] = Counter()
    for n in range(number):
        author = Author(random.Random(f"{seed} {n}"))
        try:
            inside = Inside(author)
        except verifier.Rejected:
            counts["rejected"] += 1
            continue
        said = inside.statement | {"said": [*inside.terms]}
        points = list(verdicts(said, n, wanted=6))
        found = next(filter(None, (inside.false_at(point, author.rng) for _, point in points)), "")
        if found:
            print("FALSE", found, inside.statement["hypotheses"], inside.statement["terms"], flush=True)
        counts["FALSE" if found else "true" if points else "vacuous"] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    asked = parser.parse_args()
    print(dict(looked_inside(asked.seed, asked.count)))


if __name__ == "__main__":
    main()
