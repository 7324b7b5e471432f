"""The independent verifier of certificates: one file, the standard library, nothing of `derive`.

    python -I -S verifier.py CERTIFICATE… --statements FILE

It is written from ``certificates/FORMAT.md`` alone (§ are sections of it), by another method than the kernel of
`derive`.  A false statement that it accepts is a bug of the worst kind; a true one that it rejects is a gap.

**Terms to fractions.**  A term is written out in components: an entry is a polynomial over a polynomial.  A monomial
is a product of *factors*, entries of symbols such as A[i, j], with exponents, that may be negative, and some of its
indices are bound by sums.  Sums of products with no free index left are unknowns themselves (Σₙ aₙgₙ⁻²), so that what
remains is the arithmetic of commutative polynomials with exact coefficients.  Bound indices get their numbers in one
way: the least of all ways that invariants leave open.  Two terms are equal if their difference has the numerator 0
over a common denominator.  If it has another, more is tried (`Ring.vanishes`); it is 0 if one of these is:

* what it becomes when it is multiplied by D, where there is 1/D at a free index of the statement, or at an axis: there
  D ≠ 0, as 1/D stands there.  Nothing is multiplied through at an index that is bound by a sum;
* what it becomes when √P √Q in one monomial is written √(P Q), and roots of what is equal (by all this again) are made
  one: a root stands only where its radicand is ≥ 0;
* F(i) at a free i, for a sum Σᵢ F(i): if F(i) = 0 for each i, the sum is 0.  For that sums are put together under common
  indices, N as Σᵢ 1; since Σᵢⱼ F(i, j) is half of Σᵢⱼ (F(i, j) + F(j, i)), it does not matter which of two indices is
  which.  If F(i) has 1/D(i) in it, D(i) ≠ 0 for all i, since that is so of the sum.

**Rewriting.**  Monomials are multiplied in one place, which keeps their bound indices apart (`mmul`), and exponents are
added in one place, which lets no bound index go with factors that cancel (`gather`).  Each rule is an identity wherever
what has been expanded is defined:

* Σᵢ 1 = N, Σᵢ δᵢⱼ xᵢ = xⱼ, δᵢⱼ xᵢ = δᵢⱼ xⱼ, s² = s for masks, Aᵢⱼ = Aⱼᵢ for symmetric A, and for entries that share a
  bound index Σ QᵢₖQⱼₖ = δᵢⱼ, Σ PᵢₖPₖⱼ = Pᵢⱼ, Σ Rᵢₖ(R⁻¹)ₖⱼ = δᵢⱼ;
* roots: r² = p for r = √p, entry by entry; |p| is √(p²), and p itself where p ≥ 0 is known.  Of √(P²ʰ w) comes |P|ʰ √w,
  where P ≠ 0 or w ≥ 0 is known, of √(P²ʰ⁺¹ w) comes |P|ʰ √(P w), and √(P w) is √P √w only where P > 0 is known, or P ≥ 0 and
  w ≥ 0 (see `Ring.sqrt`); powers are found among factors, sums that are factors, squares and cubes;
* 1/D for a sum D with free indices is an unknown h with hD = 1, used to get rid of the leading monomial of D beside h, and
  1/(P Q) is 1/P 1/Q;
* an unknown that stands for what is the same when its indices change places is the same itself: √(Σₛ (Xᵢₛ - Xⱼₛ)²);
* ∏ₙ P(n) is an unknown, multiplicative in P, and so is L[n], the product without the factor at n, with P(n) L[n] = ∏
  P; L[n, m] is that without two, and 0 for m = n, so that the product over all i but n and m is L[n, m] + δₙₘ L[n];
  if P has a mask s, P is s P₁ + (1 - s) P₀, and the product that of P₁ where s is 1 times that of P₀ where it is 0;
* det(diag d + F) for F of rank at most 2 (counted by the products u(i) w(j) in F) by principal minors: ∏ d + Σₙ Fₙₙ
  L[n] + ½ Σₙₘ (FₙₙFₘₘ - FₙₘFₘₙ) L[n, m];
* derivatives by the rules of calculus, of the expansion.

**Why what is accepted is true.**  Let p be a point at which the hypotheses hold and the assumed terms, those that the
statement speaks of, are defined (§3).  What is *known* at p is made of: the hypotheses; that divisors in hypotheses
and assumed terms are ≠ 0, and radicands ≥ 0; that squares are ≥ 0 and dimensions ≥ 1; and of what follows by the rules
of signs.  A term that is neither assumed nor part of a hypothesis is expanded only after `Scope.show` has shown, parts
first, that it is defined at p, by what is known without it: so no sign is used to show that the term it comes from is
defined.  What is known of an entry with a free index of the statement is known of this one entry; for a bound index,
an axis or a hypothesis with a free index, of all entries; names of indices keep the two apart.  Each expansion then
has the value of its term at p, and each part of each kind is an identity or a sign at p; that the parts imply the
statement is the lemma of §5.  A derivative is about points near p, where equality hypotheses need not hold: none is
used inside one, symbols with equations among their properties are not differentiated by, and the signs that are used
are those of continuous functions that are not 0 at p, which they keep nearby: P ≥ 0 and w ≥ 0, as they are used above,
are > 0 if the symbol occurs in them, since radicands and arguments of |·| that depend on it are not 0 (§2).

**Differences.**  What the format's prose would allow or ask for, and is different here, on purpose:

* Nothing is sampled, and that there is a point where the hypotheses hold is not checked: of contradictory hypotheses
  everything follows.  If a divisor is 0 identically the certificate is rejected, though nothing would be claimed.
* Equality hypotheses are used by cofactors, and by writing a term for a symbol, one after the other in their order and
  not in links that have a derivative by or of the symbol; not by solving for anything else.  A link with cofactors
  must hold with them.
* exp, log and tanh are unknown functions: exp > 0, and no other law; they have no derivative here.
  `pinv` is not expanded; `inverse` is for symbols and diagonal matrices; products without three factors, determinants
  of higher rank: rejected.
* Polynomials are not factored, but for what is said of powers above.  Of more than four sums over one dimension in one
  product nothing is tried but their numbering.
* A hypothesis that says that a term that is no symbol is a mask, symmetric, orthogonal or idempotent is not used.
* Sizes that are numbers are treated as any others: that ℝ² has just two entries is not used.
* Half powers count as roots where the format speaks of radicands.  That a derivative is assumed to be defined tells
  nothing (but what its parts tell); one that is to be shown needs all radicands > 0 in which the symbol occurs.
* A definition with a derivative by a symbol that an argument mentions is refused, and so is one that is used with N = K
  and in whose body there is a symbol or another definition with an N of its own: the prose can be read in two ways.
* Σᵢ xᵢ/xᵢ is N if the quotient cancels before the sum is taken; where it does so later (the sum of AᵢₙBⱼₙ⁻¹, A = B, at
  i = j), rejected.
* In `cases`, terms of one case alone are not assumed to be defined.  In a `linear implication` the sum is decided like
  any other equation, which establishes more.
* The limits are those below and of time; what is beyond them is rejected.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import permutations, product
from math import factorial, gcd, isqrt, lcm, prod
from operator import and_
from typing import Any

Mono = tuple[tuple[int, int], ...]  # (factor, exponent) in order; () is 1
Poly = dict[Mono, Any]  # to an int or Fraction, never 0
Frac = tuple[Poly, tuple[tuple[int, int], ...]]  # numerator; (denominator, exponent > 0) in order
Shape = tuple[Any, ...]
Hypothesis = tuple[Any, ...]  # condition, term; or "equal", term, term
Json = Any

MAX_BYTES, MAX_STATEMENTS_BYTES, MAX_DIGITS, MAX_NODES, MAX_NESTING = 4_000_000, 64_000_000, 4_000, 100_000, 200
MAX_TERMS, MAX_MONOMIALS, MAX_BITS, MAX_EXPONENT, SECONDS = 60_000, 400_000, 60_000, 400, 10.0
NEG, ZERO, POS = 1, 2, 4  # sets of signs are sums of these
NONNEG, NONZERO, ANY = ZERO | POS, NEG | POS, NEG | ZERO | POS
#: Kinds of factors that are defined at every index.
EVERYWHERE = frozenset({"delta", "sym", "inverse"})
UNIT: Frac = ({(): 1}, ())
NOTHING: Frac = ({}, ())


class Rejected(Exception):
    """The certificate does not establish its statement; the argument says why."""


class Exhausted(Rejected):
    """A limit of time or size: of all of a certificate, and not of one attempt at a part of it."""


class Unsupported(Rejected):
    """Something that is out of reach of this verifier."""


class Budget:
    """Bounds the time of one certificate, by a clock that is looked at now and then."""

    def __init__(self, seconds: float) -> None:
        self.end, self.count = time.monotonic() + seconds, 0

    def tick(self, steps: int = 1) -> None:
        self.count += steps
        if self.count > 2000:
            self.count = 0
            if time.monotonic() > self.end:
                raise Exhausted("it takes too long")


# --- 1. Terms ------------------------------------------------------------------------------------------------------
#
# Equal nodes are one object.  An index is (name, dimension).  The name of a free index is a string, from the files, and
# no other name is one: that of a bound index is a number above those of the binders inside, so that it can be captured by
# nothing; those that are tuples are made by the verifier (while the body of a binder is read, its index is ("#", count)).
# So what is known of an index with a string for its name is known of this one value; of others, of all.  A statement is
# meant pointwise (§3): a divisor at a free index is ≠ 0 there, and nothing is known of it at another.

# The arguments of each operation, as a pattern of i (index), n (integer), r (rational), d (dimension), t (other terms).
OPERATIONS = {
    "ones": "[nd]+", "zeros": "[nd]+", "identity": "[nd]", "basis": "i", "delta": "ii", "at": "[nrdt]i*",
    "add": "[nrdt]{2,}", "mul": "[nrdt]{2,}", "hadamard": "[nrdt]{2,}", "div": "[nrdt]{2}", "dot": "[nrdt]{2}",
    "outer": "[nrdt]{2}", "grad": "[nrdt]{2}", "pow": "[nrdt][nr]", "hpow": "[nrdt]n", "sum": "i[nrdt]", "prod": "i[nrdt]i*",
    "neg": "[nrdt]", "sqrt": "[nrdt]", "transpose": "[nrdt]", "diag": "[nrdt]", "trace": "[nrdt]", "det": "[nrdt]",
    "inverse": "[nrdt]", "pinv": "[nrdt]", "norm": "[nrdt]", "exp": "[nrdt]", "log": "[nrdt]", "abs": "[nrdt]",
    "tanh": "[nrdt]", "matrix_exp": "[nrdt]", "matrix_log": "[nrdt]",
}  # fmt: skip
TOKEN = re.compile(r"\s*(?:(-?[0-9]+(?:/[0-9]+)?)|(`(?:[^`]|``)*`)|([(),:])|([^\W\d][\w⁺⁻'′\u0302]*))")


class Node:
    """A term: operation, arguments, what else it is made of, shape, free indices."""

    __slots__ = ("args", "data", "depth", "free", "height", "op", "shape", "uid")
    depth: int
    height: int  # of the binders inside
    free: frozenset[Any]

    def __init__(self, op: str, args: tuple[Node, ...], data: Any, shape: Shape, uid: int) -> None:
        self.op, self.args, self.data, self.shape, self.uid = op, args, data, shape, uid
        self.depth = 1 + max((x.depth for x in args), default=0)
        self.height = max((x.height for x in args), default=0) + (op in ("sum", "prod"))
        self.free = frozenset().union(*(x.free for x in args))
        if op in ("at", "delta", "basis"):
            self.free |= set(data)
        elif op in ("sum", "prod"):
            self.free = self.free - {data[0]} | set(data[1:])


def axes(shape: Shape) -> Shape:
    """The dimensions that have an index; a row has one."""
    return shape[1:] if len(shape) == 2 and shape[0] == 1 else shape


def product_shape(left: Shape, right: Shape) -> Shape:
    if () in (left, right):
        return left or right
    if len(left) <= 2 and len(right) <= 2 and not len(left) == len(right) == 1:
        (rows, inner), (below, columns) = (s if len(s) == 2 else (s[0], 1) for s in (left, right))
        if inner == below:
            return (rows, columns) if columns != 1 else (rows,) if rows != 1 else ()
    raise Rejected(f"no product of shapes {left} and {right}")


class Terms:
    """Makes and reads terms; knows the dimensions, symbols and definitions of a statement and its body."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.table: dict[Any, Node] = {}
        self.read_before: dict[str, Node] = {}
        self.dimensions: set[str] = set()
        self.symbols: dict[str, tuple[Shape, tuple[str, ...]]] = {}
        self.definitions: dict[str, tuple[list[tuple[str, Shape]], str, Node]] = {}
        self.found: dict[tuple[int, int], bool] = {}  # does the one mention the other
        self.count = 0  # of binders read and of definitions used

    def make(self, op: str, *args: Node, data: Any = None) -> Node:
        """A node, its shapes checked."""
        key = (op, tuple(x.uid for x in args), data)
        if key not in self.table:
            self.budget.tick()
            shape = self.shape(op, [x.shape for x in args], data)
            if op == "grad" and args[1].op != "sym":
                raise Rejected("a derivative by what is no symbol")
            node = self.table[key] = Node(op, args, data, shape, len(self.table))
            if node.depth > 2 * MAX_NESTING or len(self.table) > MAX_NODES:
                raise Rejected("a term is nested too deeply, or is too large")
        return self.table[key]

    def shape(self, op: str, shapes: list[Shape], data: Any) -> Shape:
        first, last = (shapes[0], shapes[-1]) if shapes else ((), ())
        square = len(first) == 2 and first[0] == first[1]
        out: Shape
        match op:
            case "num" | "dim":
                good, out = True, ()
            case "sym":
                good, out = True, data[1]
            case "ones" | "zeros":
                good = 1 not in data or (op == "zeros" and len(data) == 2 and data[0] == 1 != data[1])
                out = data
            case "identity":
                good, out = data != 1, (data, data)
            case "basis":
                good, out = True, (data[0][1],)
            case "delta":
                good, out = data[0][1] == data[1][1], ()
            case "add" | "hadamard":
                good, out = all(s == first for s in shapes), first
            case "mul":
                good, out = True, first
                for other in shapes[1:]:
                    out = product_shape(out, other)
            case "div":
                good, out = last == () or (len(last) == 1 and first in ((), last)), last or first
            case "pow":
                good, out = first == () or square or (data.denominator == 1 and len(first) == 1), first
            case "sqrt" | "prod":
                good, out = first == () and (op == "sqrt" or len({d for _, d in data}) == 1), ()
            case "transpose":
                good = len(first) <= 2
                out = (
                    first[1:] if len(first) == 2 and first[0] == 1 else first[::-1] if len(first) != 1 else (1, *first)
                )
            case "diag":
                good, out = len(first) == 1, first * 2
            case "trace" | "det":
                good, out = square, ()
            case "inverse" | "matrix_exp" | "matrix_log":
                good, out = square, first
            case "pinv":
                good, out = len(first) == 2 and first[0] != 1, first[::-1]
            case "dot":
                good, out = len(first) == 1 and first == last, ()
            case "outer":
                good, out = len(first) == len(last) == 1, first + last
            case "norm":
                good, out = len(first) in (1, 2), ()
            case "at":
                good, out = tuple(d for _, d in data) == axes(first), ()
            case "grad":
                good, out = True, axes(first) + axes(last)
            case _:  # neg, hpow, sum, functions
                good, out = True, first
        if not good:
            raise Rejected(f"{op} of shapes {shapes}")
        return out

    def num(self, value: Any) -> Node:
        return self.make("num", data=Fraction(value))

    def sub(self, left: Node, right: Node) -> Node:
        return self.make("add", left, self.make("neg", right))

    def rename(self, node: Node, old: Any, new: Any) -> Node:
        """A free index by another name, which nothing inside binds."""

        def again(x: Node, args: tuple[Node, ...]) -> Node:
            data = tuple(new if i == old else i for i in x.data) if x.op in ("at", "delta", "basis", "prod") else x.data
            return self.make(x.op, *args, data=data)

        return self.mapped(node, lambda x: None if old in x.free else x, again)

    def replace(self, node: Node, old: Node, new: Node) -> Node:
        """``new``, which has no free indices, in the places of ``old``."""

        def again(x: Node, args: tuple[Node, ...]) -> Node:
            if args == x.args:
                return x
            if x.op == "grad":
                raise Unsupported("to replace something in a derivative")
            return (
                self.binder(x.op, x.data, args[0]) if x.op in ("sum", "prod") else self.make(x.op, *args, data=x.data)
            )

        return self.mapped(node, lambda x: new if x is old else None, again)

    def mapped(self, node: Node, stop: Callable[[Node], Node | None], again: Callable[..., Node]) -> Node:
        memo: dict[int, Node] = {}

        def go(x: Node) -> Node:
            if x.uid not in memo:
                found = stop(x)
                memo[x.uid] = again(x, tuple(go(y) for y in x.args)) if found is None else found
            return memo[x.uid]

        return go(node)

    def binder(self, op: str, data: tuple[Any, ...], body: Node) -> Node:
        """sum or prod; the index data[0] of the body gets its number."""
        index = (body.height + 1, data[0][1])
        if index != data[0]:
            if index in body.free or index in data[1:]:
                raise Rejected("an index is bound twice")
            body = self.rename(body, data[0], index)
        return self.make(op, body, data=(index, *data[1:]))

    def mentions(self, node: Node, other: Node) -> bool:
        if (node.uid, other.uid) not in self.found:
            self.budget.tick()
            self.found[node.uid, other.uid] = node is other or any([self.mentions(x, other) for x in node.args])
        return self.found[node.uid, other.uid]

    def sizes(self, node: Node) -> set[Any]:
        """The dimensions that a term speaks of."""
        out: set[Any] = set()
        seen: set[int] = set()
        stack = [node]
        while stack:
            x = stack.pop()
            if x.uid not in seen:
                seen.add(x.uid)
                self.budget.tick()
                stack += x.args
                out |= {*x.shape, *([x.data] if x.op == "dim" else [])}
                out |= {d for _, d in x.data} if x.op in ("at", "basis", "delta", "sum", "prod") else set()
        return out

    def term(self, text: Json) -> Node:
        if not isinstance(text, str):
            raise Rejected("a term that is no string")
        if text not in self.read_before:
            self.read_before[text] = Reader(self, text, {}, {}).whole()
        return self.read_before[text]

    def call(self, name: str, args: list[Any]) -> Node:
        """A definition used: its text is read again, with the arguments in the places of the parameters."""
        parameters, text, _ = self.definitions[name]
        self.count += 1
        if (
            len(parameters) != len(args)
            or not args
            or not all(isinstance(x, Node) for x in args)
            or self.count > 20_000
        ):
            raise Rejected(f"{name} with {len(args)} arguments")
        dims: dict[str, Any] = {}
        for (_, shape), arg in zip(parameters, args, strict=True):
            fits = len(shape) == len(arg.shape)
            for wanted, given in zip(shape, arg.shape, strict=False):
                fits = fits and given == (
                    dims.setdefault(wanted, given) if isinstance(wanted, str) and given != 1 else wanted
                )
            if not fits:
                raise Rejected(f"{name} of shape {arg.shape}")
        given = {p: a for (p, _), a in zip(parameters, args, strict=True)}
        return Reader(self, text, given, {d: size for d, size in dims.items() if d != size}).whole()


class Reader:
    """Recursive descent over the tokens of a term; nesting is bounded."""

    def __init__(self, terms: Terms, text: str, parameters: dict[str, Node], dims: dict[str, Any]) -> None:
        self.terms, self.parameters, self.dims, self.position = terms, parameters, dims, 0
        self.bound: dict[tuple[str, str], Any] = {}  # by the name and the dimension of an index, as they are written
        self.tokens: list[tuple[str, str]] = []
        start, text = 0, text.rstrip()
        while start < len(text):
            found = TOKEN.match(text, start)
            if not found:
                raise Rejected(f"cannot read {text[start : start + 20]!r}")
            number, quoted, mark, name = found.groups()
            kind = "number" if number else "quoted" if quoted else mark or "name"
            self.tokens.append((kind, number or (quoted or "")[1:-1].replace("``", "`") or mark or name or ""))
            start = found.end()
            terms.budget.tick()
        if any(not word or any(c.isspace() for c in word) for _, word in self.tokens):
            raise Rejected("a name with spaces, or an empty one")
        if len(self.tokens) > 4 * MAX_NODES:
            raise Rejected("a term is too large")
        self.tokens.append(("end", ""))

    def next(self, *kinds: str) -> str:
        kind, word = self.tokens[self.position]
        if kind not in kinds:
            raise Rejected(f"{word[:40]!r} where {' or '.join(kinds)} is expected")
        self.position += 1
        return word

    def here(self, offset: int = 0) -> str:
        return self.tokens[min(self.position + offset, len(self.tokens) - 1)][0]

    def whole(self) -> Node:
        node = self.term(0)
        self.next("end")
        return node

    def index(self, binds: bool = False) -> tuple[Any, Any]:
        """An index, with its name from the innermost binder that is written with the same name and dimension."""
        name, _, number = self.next("name", "quoted"), self.next(":"), self.here() == "number"
        word = self.next("name", "quoted", "number")
        if binds:
            self.terms.count += 1
            self.bound = {**self.bound, (name, word): ("#", self.terms.count)}
        if number and re.fullmatch(r"[2-9]|[1-9][0-9]{1,8}", word):
            return self.bound.get((name, word), name), int(word)
        if number or word not in self.terms.dimensions:
            raise Rejected(f"{word[:40]!r} is no dimension")
        return self.bound.get((name, word), name), self.dims.get(word, word)

    def term(self, depth: int) -> Node:
        terms = self.terms
        if depth > MAX_NESTING:
            raise Rejected("a term is nested too deeply")
        kind = self.here()
        word = self.next("number", "name", "quoted")
        if kind == "number":
            above, _, below = word.partition("/")
            if len(word) > MAX_DIGITS or below.strip("0") == "" != below:
                raise Rejected("a number of too many digits, or over 0")
            return terms.num(Fraction(int(above), int(below or 1)))
        if self.here() == "(":
            return self.operation(word, kind == "name" and word in OPERATIONS, depth)
        if word in self.parameters:
            return self.parameters[word]
        if word in self.dims or word in terms.dimensions:
            dim = self.dims.get(word, word)
            return terms.make("dim", data=dim) if isinstance(dim, str) else terms.num(dim)
        if word in terms.symbols:
            symbol = terms.make("sym", data=(word, terms.symbols[word][0]))
            self.fixed(symbol)
            return symbol
        if word in terms.definitions and not terms.definitions[word][0]:
            self.fixed(terms.definitions[word][2])
            return terms.definitions[word][2]
        raise Rejected(f"the name {word[:40]!r} is not declared")

    def fixed(self, node: Node, own: Iterable[Any] = ()) -> None:
        """A symbol or a definition in the body of one that is used with N = K: is the N in it K, too?  It may have none."""
        others = set(self.dims).difference(own)
        if others and others & self.terms.sizes(node):
            raise Rejected(f"{spell(node)[:40]} speaks of a dimension that is another where it is used")

    def operation(self, word: str, known: bool, depth: int) -> Node:
        terms, before, mark = self.terms, self.bound, "("
        args: list[Any] = []
        while not args or self.here() == ",":
            self.next(mark)
            mark = ","
            if known and word in ("sum", "prod") and len(args) < 2:  # the index, and the body, where alone it is bound
                args.append(self.term(depth + 1) if args else self.index(binds=True))
                self.bound = self.bound if len(args) < 2 else before
            else:
                args.append(self.index() if self.here(1) == ":" else self.term(depth + 1))
        self.next(")")
        if not known:
            if word not in terms.definitions:
                raise Rejected(f"the operation {word[:40]!r} is unknown")
            parameters, _, node = terms.definitions[word]
            self.fixed(node, (d for _, shape in parameters for d in shape))
            return terms.call(word, args)

        def letter(x: Any) -> str:
            if isinstance(x, tuple):
                return "i"
            return "d" if x.op == "dim" else "t" if x.op != "num" else "n" if x.data.denominator == 1 else "r"

        if not re.fullmatch(OPERATIONS[word], "".join(map(letter, args))):
            raise Rejected(f"{word} with other arguments than it takes")
        if word in ("ones", "zeros", "identity"):
            sizes = tuple(x.data if x.op == "dim" else int(x.data) for x in args)
            if any(isinstance(d, int) and d < 1 for d in sizes):
                raise Rejected("a dimension below 1")
            return terms.make(word, data=sizes[0] if word == "identity" else sizes)
        if word in ("pow", "hpow"):
            if abs(args[1].data) > MAX_EXPONENT or args[1].data.denominator > 2:
                raise Rejected("an exponent that is too large, or not a half")
            return terms.make(word, args[0], data=args[1].data)
        indices = tuple(x for x in args if isinstance(x, tuple))
        nodes = [x for x in args if isinstance(x, Node)]
        if word == "grad" and any(terms.mentions(x, nodes[1]) for x in self.parameters.values()):
            raise Rejected("a derivative in a definition by a symbol that its arguments mention")
        if word in ("sum", "prod"):
            return terms.binder(word, indices, nodes[0])
        return terms.make(word, *nodes, data=indices if word in ("at", "basis", "delta") else None)


# --- 2. Polynomials ------------------------------------------------------------------------------------------------
#
# A factor is an atom with indices: an entry of a symbol, δ, or an unknown that stands for something.  Indices are numbers:
# positive ones free, negative ones bound inside a monomial.  What an unknown with indices stands for is kept over the
# placeholders ("p", 0), ("p", 1), …


@dataclass(frozen=True)
class Atom:
    """delta, sym, dim, sum (closed), root, prime (its root), inv (1/D), prod, loo, ll (∏, less one, two), fun, inverse."""

    kind: str
    data: Any
    dims: tuple[Any, ...]
    key: Any


def ratio(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int) and a % b == 0:
        return a // b
    value = Fraction(a) / b
    return value.numerator if value.denominator == 1 else value


def flip(sign: int) -> int:
    return sign & ZERO | (NEG if sign & POS else 0) | (POS if sign & NEG else 0)


def multiply(a: int, b: int) -> int:
    zero = ZERO if (a & ZERO and b) or (b & ZERO and a) else 0
    return zero | (b & NONZERO if a & POS else 0) | (flip(b) & NONZERO if a & NEG else 0)


def plus(a: int, b: int) -> int:
    zero = (a & b & ZERO) or (a & POS and b & NEG) or (a & NEG and b & POS)
    return (a | b) & NONZERO | (ZERO if zero else 0)


def total(sign: int) -> int:
    """The signs of a sum of one or more numbers with these signs."""
    return ANY if sign & NONZERO == NONZERO else sign


def power_sign(sign: int, e: int) -> int:
    sign &= NONZERO if e < 0 else ANY
    return POS if e == 0 else sign if e % 2 else sign & ZERO | (POS if sign & NONZERO else 0)


class Ring:
    """Exact arithmetic; each rewriting is an identity wherever all that has been expanded is defined."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.atoms: list[Atom] = [Atom("delta", None, (), None)]
        self.atom_ids: dict[Any, int] = {}
        self.factors: list[tuple[int, tuple[int, ...]]] = []
        self.factor_ids: dict[Any, int] = {}
        self.binds: list[bool] = []  # has the factor a bound index
        self.names: list[Any] = [None]  # of free indices: name and dimension
        self.index_ids: dict[Any, int] = {}
        self.dims: list[Any] = []  # of bound indices
        self.dens: list[Poly] = []
        self.den_ids: dict[Any, int] = {}
        self.divisors: dict[int, Any] = {}
        self.props: dict[str, frozenset[str]] = {}
        self.facts: dict[Any, int] = {}
        self.fact_keys: dict[Any, list[Any]] = {}
        self.known_signs: dict[Any, int] = {}  # by the facts as they are
        self.normal_memo: dict[Mono, Poly | None] = {}
        self.product_memo: dict[tuple[Mono, Mono], Poly] = {}
        self.sum_memo: dict[Any, Poly] = {}
        self.pending: dict[int, list[Mono]] = {}
        self.alike: dict[int, list[tuple[int, ...]]] = {}
        self.split: dict[Any, list[tuple[Poly, int]]] = {}

    def index(self, name: Any, dim: Any) -> int:
        if (name, dim) not in self.index_ids:
            self.index_ids[name, dim] = len(self.names)
            self.names.append((name, dim))
        return self.index_ids[name, dim]

    def fresh(self, dim: Any) -> int:
        return self.index(("t", len(self.names)), dim)

    def bound(self, dim: Any, k: int) -> int:
        if dim not in self.dims:
            if len(self.dims) >= 60:
                raise Exhausted("too many dimensions")
            self.dims.append(dim)
        return -(k * 64 + self.dims.index(dim) + 1)

    def dim_of(self, index: int) -> Any:
        return self.names[index][1] if index > 0 else self.dims[(-index - 1) % 64]

    def atom(self, kind: str, data: Any, dims: tuple[Any, ...] = (), key: Any = None) -> int:
        key = data if key is None else key
        if (kind, key, dims) not in self.atom_ids:
            self.atom_ids[kind, key, dims] = len(self.atoms)
            self.atoms.append(Atom(kind, data, dims, key))
        return self.atom_ids[kind, key, dims]

    def factor(self, atom: int, idx: tuple[int, ...] = ()) -> int:
        """A factor; of orders of its indices that give the same value, the greatest is taken."""
        if (atom, idx) not in self.factor_ids:
            ways = self.orders(atom) if len(idx) > 1 else []
            best = max((tuple(idx[k] for k in way) for way in ways), default=idx)
            if best != idx:
                self.factor_ids[atom, idx] = self.factor(atom, best)
            else:
                self.factor_ids[atom, idx] = len(self.factors)
                self.factors.append((atom, idx))
                self.binds.append(any(i < 0 for i in idx))
        return self.factor_ids[atom, idx]

    def orders(self, atom: int) -> list[tuple[int, ...]]:
        """The orders of its indices that give an atom the same value; none are listed if there is but one.

        They are a group: δ and symmetric matrices have two; an unknown has those that leave what it stands for as it is.
        """
        if atom not in self.alike:
            found = self.atoms[atom]
            ways: list[tuple[int, ...]] = [(0, 1), (1, 0)]
            if atom and "symmetric" not in self.props_of(atom):
                ways = []
                if found.kind in ("root", "inv", "fun"):
                    body = found.data if found.kind == "inv" else found.data[0]
                    marks = [self.index(("p", k), dim) for k, dim in enumerate(found.dims)]
                    for way in permutations(range(len(marks))):
                        if all(found.dims[k] == found.dims[j] for k, j in enumerate(way)) and body == self.rename(
                            body, {marks[k]: marks[j] for k, j in enumerate(way)}
                        ):
                            ways.append(way)
                if found.kind == "ll":  # either of the two that are left out may come first
                    ways = [(*first, *range(2, len(found.dims) + 1)) for first in ((0, 1), (1, 0))]
            self.alike[atom] = ways if len(ways) > 1 else []
        return self.alike[atom]

    def kind(self, f: int) -> str:
        return self.atoms[self.factors[f][0]].kind

    def props_of(self, atom: int) -> frozenset[str]:
        found = self.atoms[atom]
        return self.props.get(found.data, frozenset()) if found.kind == "sym" else frozenset()

    def unit(self, atom: int, *idx: int) -> Poly:
        return self.normal(((self.factor(atom, idx), 1),))

    def size(self, dim: Any) -> Poly:
        return {(): dim} if isinstance(dim, int) else self.unit(self.atom("dim", dim))

    def spelt(self, m: Mono) -> list[Any]:
        return [(self.factors[f], e) for f, e in m]

    def collect(self, fs: Iterable[Any], mapping: dict[int, int] | None = None) -> Mono:
        """The monomial of factors that are spelt out, some indices replaced."""
        mapping = mapping or {}
        return self.gather((self.factor(atom, tuple(mapping.get(i, i) for i in idx)), e) for (atom, idx), e in fs)

    def gather(self, factors: Iterable[tuple[int, int]]) -> Mono:
        """The one place where exponents are added.  No bound index may go with factors that cancel: Σᵢ xᵢ/xᵢ is N, not 1."""
        out: dict[int, int] = {}
        for f, e in factors:
            out[f] = out.get(f, 0) + e
        if 0 in out.values():
            gone, left = (
                {i for f, e in out.items() if bool(e) is kept for i in self.factors[f][1] if i < 0}
                for kept in (False, True)
            )
            if gone - left:
                raise Unsupported("factors with a bound index that cancel are out of reach")
            out = {f: e for f, e in out.items() if e}
        return tuple(sorted(out.items()))

    def into(self, out: Poly, p: Poly, scale: Any = 1) -> Poly:
        """out + scale · p, in place."""
        self.budget.tick(len(p))
        for m, c in p.items():
            value = out.get(m, 0) + scale * c
            if value:
                out[m] = value
            else:
                out.pop(m, None)
        return out

    def pmul(self, p: Poly, q: Poly) -> Poly:
        if {(): 1} in (p, q):
            return p if q == {(): 1} else q
        if (
            sum(
                max((c.numerator.bit_length() + c.denominator.bit_length() for c in x.values()), default=0)
                for x in (p, q)
            )
            > MAX_BITS
        ):
            raise Exhausted("an expansion has numbers of too many digits")
        out: Poly = {}
        for m1, c1 in p.items():
            for m2, c2 in q.items():
                self.into(out, self.mmul(m1, m2), c1 * c2)
            if len(out) > MAX_TERMS:
                raise Exhausted("an expansion has too many terms")
        return out

    def ppow(self, p: Poly, n: int) -> Poly:
        out: Poly = {(): 1}
        for bit in bin(n)[2:]:
            out = self.pmul(out, out)
            out = self.pmul(out, p) if bit == "1" else out
        return out

    def mmul(self, m1: Mono, m2: Mono) -> Poly:
        """The normal form of a product: the one place where monomials are multiplied, with their bound indices apart."""
        found = self.product_memo.get((m1, m2))
        if found is None:
            found = self.multiplied(m1, m2)
            if len(self.product_memo) < MAX_MONOMIALS:
                self.product_memo[m1, m2] = found
        return found

    def multiplied(self, m1: Mono, m2: Mono) -> Poly:
        if any(self.binds[f] for f, _ in m1) and any(self.binds[f] for f, _ in m2):
            ks = [(-i - 1) // 64 for f, _ in m1 for i in self.factors[f][1] if i < 0]
            step = 64 * (max(ks) + 1)
            m2 = self.collect(((a, tuple(i - step if i < 0 else i for i in idx)), e) for (a, idx), e in self.spelt(m2))
        return self.normal(self.gather((*m1, *m2)))

    def over(self, m: Mono, drop: Iterable[tuple[int, int]]) -> Mono:
        """m over powers of some of its factors."""
        return self.gather((*m, *((f, -e) for f, e in drop)))

    def normal(self, m: Mono) -> Poly:
        """The normal form of a product of factors."""
        if m not in self.normal_memo:
            self.budget.tick(3)
            if len(self.normal_memo) > MAX_MONOMIALS:
                raise Exhausted("an expansion has too many terms")
            found = self.rewrite(m)
            if found is None and any(self.binds[f] for f, _ in m):
                found = self.close(m)
            self.normal_memo[m] = found
        found = self.normal_memo[m]
        return {m: 1} if found is None else found

    def times(self, m: Mono, drop: Iterable[tuple[int, int]], by: Poly) -> Poly:
        """m over the factors in ``drop``, times ``by``."""
        return self.pmul(self.normal(self.over(m, drop)), by)

    def rewrite(self, m: Mono) -> Poly | None:
        """One step, and then the normal form of what it leads to; None if there is none to take."""
        for f, e in m:
            atom, idx = self.factors[f]
            found = self.atoms[atom]
            if self.binds[f] and found.kind == "root" and e > 1 and not found.data[1]:  # two that have become one
                body, fresh = self.opened(self.spelt(m))
                inner = self.normal(body)
                for i in fresh:
                    inner = self.sum_over(inner, i)
                return inner
            if self.binds[f] and found.kind in ("root", "inv", "loo", "ll"):
                continue  # done while the index was free; what replaces it would have to share the bound index
            match found.kind:
                case "delta":
                    done = self.rewrite_delta(m, f, e, *idx)
                    if done is not None:
                        return done
                case "sym" if e > 1 and "mask" in self.props_of(atom):
                    return self.normal(self.over(m, [(f, e - 1)]))
                case "prime" if not 0 <= e <= 1:  # the root of a whole number
                    return self.times(m, [(f, e - e % 2)], {(): ratio(Fraction(found.data) ** (e // 2), 1)})
                case "root" if e > 1 and not found.data[1]:
                    return self.times(m, [(f, e - e % 2)], self.ppow(self.instance(found.data[0], idx), e // 2))
                case "inv" if e < 0:
                    return self.times(m, [(f, e)], self.ppow(self.instance(found.data, idx), -e))
                case "inv" | "loo" | "ll" if e > 0:
                    done = self.complement(m, f, found, idx)
                    if done is not None:
                        return done
                case "sum" if e > 0:
                    for scalars in self.pending.get(atom, ()):
                        if all(dict(m).get(x, 0) >= y for x, y in scalars):
                            body, fresh = self.opened(found.data, "inv", "loo", "ll")
                            inner = self.pmul(self.normal(body), {scalars: 1})
                            for i in fresh:
                                inner = self.sum_over(inner, i)
                            return self.times(m, [*scalars, (f, 1)], inner)
        return None

    def rewrite_delta(self, m: Mono, f: int, e: int, i: int, j: int) -> Poly | None:
        """δᵢⱼ x = δᵢⱼ x with i for j; δᵢᵢ = 1; the sum over a bound i of δᵢⱼ takes j for i."""
        if e < 0:
            raise Unsupported("a division by an entry of the identity")
        rest = tuple(x for x in m if x[0] != f)
        on = {k for x, _ in rest for k in self.factors[x][1]}
        if i < 0 and not {i, j} & on:  # Σᵢ δᵢᵢ, Σᵢⱼ δᵢⱼ (i ≥ j)
            return self.pmul(self.normal(rest), self.size(self.dim_of(i)))
        if i == j or e > 1:
            return self.normal(self.over(m, [(f, e if i == j else e - 1)]))
        old, new = (j, i) if j < 0 else (i, j)
        if old > 0:  # δ stays; so does what may be defined at i = j alone, such as a divisor
            fit = [x for x in rest if x[1] > 0 and old in self.factors[x[0]][1] and self.kind(x[0]) in EVERYWHERE]
            if not fit:
                return None
            kept = [(f, 1), *(x for x in rest if x not in fit)]
            return self.normal(self.gather([*self.collect(self.spelt(tuple(fit)), {old: new}), *kept]))
        return self.normal(self.collect(self.spelt(rest), {old: new}))

    def complement(self, m: Mono, f: int, found: Atom, idx: tuple[int, ...]) -> Poly | None:
        """h D = 1; P(n) L[n] = σₙ ∏ P; P(n) L[n, k] = σₙ (1 - δₙₖ) L[k]: where the leading monomial of D or P divides m."""
        rules: list[tuple[Poly, Callable[[], Poly]]] = []
        if found.kind == "inv":
            rules = [(self.instance(found.data, idx), lambda: {(): 1})]
        else:
            body, sigma = found.data
            variables = idx[: 1 if found.kind == "loo" else 2]
            literals = {(s, n, bit) for n in variables for s, bit in sigma}
            for x, e in m:  # σₙ L[n] = L[n], (1 - σₙ) L[n] = 0
                on = self.factors[x][1]
                for s, n, bit in literals:
                    if self.factors[x] == (s, (n,)) and e > 0:
                        return self.normal(self.over(m, [(x, e)])) if bit else {}
                    if self.kind(x) == "loo" and on[0] == n and (s, 1 - bit) in self.atoms[self.factors[x][0]].data[1]:
                        return {}
            for k, n in enumerate(variables):
                others = idx[:k] + idx[k + 1 :]

                def value(n: int = n, others: tuple[int, ...] = others) -> Poly:
                    less = self.atom("prod" if found.kind == "loo" else "loo", found.data, found.dims, found.key)
                    out = self.pmul(self.literals(sigma, n), self.unit(less, *others))
                    return out if found.kind == "loo" else self.pmul(self.but(n, others[0]), out)

                rules.append((self.instance(body, (n, *idx[len(variables) :])), value))
        for p, value_ in rules:
            lead = self.lead(p)
            rest = None if lead is None else self.without(m, lead)
            if lead is None or rest is None:
                # x⁻¹ h = x⁻¹ (1 - h (D - c))/c for D = c + …, where all but c has x in it
                if () not in p or not any(e < 0 and all(dict(y).get(x, 0) > 0 for y in p if y) for x, e in m):
                    continue
                lead, rest = (), m
            out = dict(self.times(rest, [(f, 1)], value_()))
            for y, c in p.items():
                if y != lead:
                    self.into(out, self.mmul(rest, y), -c)
            return {x: ratio(c, p[lead]) for x, c in out.items()}
        return None

    def but(self, n: int, k: int) -> Poly:
        return self.into({(): 1}, self.unit(0, n, k), -1)

    def literals(self, sigma: tuple[tuple[int, int], ...], n: int) -> Poly:
        """σₙ: the product of s[n] or 1 - s[n] for the masks s of σ."""
        out: Poly = {(): 1}
        for s, bit in sigma:
            mask = self.unit(s, n)
            out = self.pmul(out, mask if bit else self.into({(): 1}, mask, -1))
        return out

    def lead(self, p: Poly) -> Mono | None:
        """The monomial of highest degree in roots, and then in entries, with indices; None if no rule may be made of it.

        Roots first, since they make way for the rest: r² = p is of lower degree, however large p is.
        """

        def weight(m: Mono) -> Any:
            on = [(f, e) for f, e in m if self.factors[f][1]]
            named = sorted((self.factors[f][0], e) for f, e in m)
            return sum(e for f, e in on if self.kind(f) == "root"), sum(e for _, e in on), sum(e for _, e in m), named

        best = max(p, key=weight, default=())
        return best if best and all(e > 0 and self.factors[f][0] for f, e in best) else None

    def without(self, m: Mono, lead: Mono) -> Mono | None:
        """m over a monomial with positive exponents that divides it; sums in the latter must be in m as they are."""
        have = dict(m)
        if any(have.get(x, 0) < e for x, e in lead if not self.binds[x]):
            return None
        sums = [self.number(group) for bs, group in self.grouped(self.spelt(lead)) if bs]
        m = self.over(m, [x for x in lead if not self.binds[x[0]]])
        if not sums:
            return m
        out: list[Any] = []
        for bs, group in self.grouped(self.spelt(m)):
            numbered = self.number(group) if bs else None
            if numbered in sums:
                sums.remove(numbered)
            else:
                out += group
        return None if sums else self.collect(out)

    def grouped(self, fs: list[Any]) -> list[tuple[set[int], list[Any]]]:
        """Factors that are joined by bound indices."""
        groups: list[tuple[set[int], list[Any]]] = []
        for x in fs:
            bs, members = {i for i in x[0][1] if i < 0}, [x]
            for group in [g for g in groups if g[0] & bs]:
                groups.remove(group)
                bs, members = bs | group[0], members + group[1]
            groups.append((bs, members))
        return groups

    def missing(self, body: Any) -> list[Mono]:
        """Scalars that may stand before the sum of this body and would let a rule work inside it."""
        out = []
        if any(self.atoms[a].kind in ("inv", "loo", "ll") for (a, _), _ in body):
            opened, _ = self.opened(body, "inv", "loo", "ll")
            for (atom, idx), _ in self.spelt(opened):
                found = self.atoms[atom]
                if found.kind in ("inv", "loo", "ll"):
                    p = found.data if found.kind == "inv" else found.data[0]
                    ways = [idx] if found.kind != "ll" else [(idx[0], *idx[2:]), idx[1:]]
                    for lead in [self.lead(self.instance(p, way)) or () for way in ways]:
                        scalars = tuple((x, y) for x, y in lead if not self.factors[x][1])
                        if scalars and self.without(opened, tuple(x for x in lead if x not in scalars)) is not None:
                            out.append(scalars)
        return out

    def indices(self, p: Poly) -> set[int]:
        return {i for m in p for f, _ in m for i in self.factors[f][1] if i > 0}

    def rename(self, p: Poly, mapping: dict[int, int]) -> Poly:
        mapping = {a: b for a, b in mapping.items() if a != b}
        out: Poly = {}
        for m, c in p.items() if mapping else ():
            self.into(out, self.normal(self.collect(self.spelt(m), mapping)), c)
        return out if mapping else p

    # Sums.

    def sum_over(self, p: Poly, index: int) -> Poly:
        out: Poly = {}
        for m, c in p.items():
            if (m, index) not in self.sum_memo:
                self.sum_memo[m, index] = self.bind(m, index)
            self.into(out, self.sum_memo[m, index], c)
        return out

    def bind(self, m: Mono, index: int) -> Poly:
        """Σ over the index of a monomial."""
        inside = [f for f, _ in m if index in self.factors[f][1]]
        if not inside:
            return self.pmul(self.size(self.dim_of(index)), {m: 1})
        for f in inside:
            if self.factors[f][0] == 0:
                i, j = self.factors[f][1]
                rest = (x for x in self.spelt(m) if x[0] != self.factors[f])
                return self.normal(self.collect(rest, {index: j if i == index else i}))
        top = max([(-i - 1) // 64 for f, _ in m for i in self.factors[f][1] if i < 0], default=-1) + 1
        return self.normal(self.collect(self.spelt(m), {index: self.bound(self.dim_of(index), top)}))

    def opened(self, body: Iterable[Any], *kinds: str) -> tuple[Mono, list[int]]:
        """A product with bound indices, or just those on factors of such kinds, over fresh free ones."""
        body = list(body)
        on = {b for (a, x), _ in body for b in x if b < 0 and (not kinds or self.atoms[a].kind in kinds)}
        fresh = {b: self.fresh(self.dim_of(b)) for b in sorted(on)}
        return self.collect(body, fresh), list(fresh.values())

    def close(self, m: Mono) -> Poly | None:
        """Closed parts become atoms; the bound indices that are left are numbered in one way.  None if all is done."""
        fs = self.spelt(m)
        done = self.contract(fs)
        if done is not None:
            return done
        out: list[Any] = []
        opened: list[Any] = []
        for bs, members in self.grouped(fs):
            if not bs:
                out += members
            elif any(i > 0 for x in members for i in x[0][1]):
                opened += members
            else:
                body = tuple(self.number(members))
                atom = self.atom("sum", body)
                if atom not in self.pending:
                    self.pending[atom] = self.missing(body)
                out.append(((atom, ()), 1))
        again = self.collect(out + self.number(opened))
        return None if again == m else self.normal(again)

    def contract(self, fs: list[Any]) -> Poly | None:
        """Rules for entries of matrices that share a bound index b: Σ QᵢbQⱼb = δᵢⱼ, Σ PᵢbPbⱼ = Pᵢⱼ, Σ Aᵢb(A⁻¹)bⱼ = δᵢⱼ."""
        for b in sorted({i for (_, idx), _ in fs for i in idx if i < 0}):
            on = [x for x in fs for _ in range(x[1] if x[1] > 0 else 9) if b in x[0][1]]
            if len(on) != 2 or any(len(x[0][1]) != 2 or x[0][1] == (b, b) for x in on):
                continue
            ((a1, i1), _), ((a2, i2), _) = on
            p1, p2 = i1.index(b), i2.index(b)
            ends = (i1[1 - p1], i2[1 - p2])
            rest = [x for x in fs if x not in on]
            props, two = self.props_of(a1), self.props_of(a2)
            inverse = ("inverse", a2) == (self.atoms[a1].kind, self.atoms[a1].data)
            inverse = inverse or ("inverse", a1) == (self.atoms[a2].kind, self.atoms[a2].data)
            across = p1 != p2 or "symmetric" in props | two
            symmetric = "symmetric" in props
            if (a1 == a2 and "orthogonal" in props and (p1 == p2 or symmetric)) or (inverse and across):
                return self.normal(self.collect([*rest, ((0, ends), 1)]))
            if a1 == a2 and "idempotent" in props and across:
                return self.normal(self.collect([*rest, ((a1, ends if p1 == 1 else ends[::-1]), 1)]))
        return None

    def number(self, fs: list[Any]) -> list[Any]:
        """The bound indices renamed 0, 1, … of each dimension: the least of all ways, after sorting by invariants."""
        bs = {i for x in fs for i in x[0][1] if i < 0}
        colour = {b: (-b - 1) % 64 for b in bs}
        for _ in range(3 if len(bs) > 1 else 0):
            seen: dict[int, list[Any]] = {b: [] for b in bs}
            for (atom, idx), e in fs:
                free = self.orders(atom) if len(idx) > 1 else []  # then places say nothing
                for p, b in enumerate(idx):
                    if b in seen:
                        others = [(1, colour[i]) if i < 0 else (0, i) for q, i in enumerate(idx) if q != p]
                        seen[b].append((atom, e, 0 if free else p, tuple(sorted(others) if free else others)))
            keys = {b: (colour[b], sorted(seen[b])) for b in bs}
            ranks: list[Any] = sorted(keys.values())
            colour = {b: ranks.index(keys[b]) * 64 + (-b - 1) % 64 for b in bs}
        classes = [[b for b in sorted(bs) if colour[b] == c] for c in sorted(set(colour.values()))]
        if prod(factorial(len(group)) for group in classes) > 720:
            raise Exhausted("a sum over too many like indices")
        ways = []
        for choice in product(*(permutations(group) for group in classes)):
            used: dict[int, int] = {}
            mapping = {}
            for b in (b for group in choice for b in group):
                d = (-b - 1) % 64
                mapping[b] = -(used.get(d, 0) * 64 + d + 1)
                used[d] = used.get(d, 0) + 1
            self.budget.tick(len(fs))
            ways.append(sorted(self.spelt(self.collect(fs, mapping))))
        return min(ways)

    # What unknowns stand for.

    def instance(self, p: Poly, idx: tuple[int, ...]) -> Poly:
        if any(i < 0 for i in idx):
            raise Unsupported("an unknown at a bound index")
        places = {i: self.names[i][0] for i in self.indices(p)} if idx else {}
        return self.rename(p, {i: idx[n[1]] for i, n in places.items() if isinstance(n, tuple) and n[0] == "p"})

    def placed(self, p: Poly, idx: Iterable[int], mark: str = "p") -> Poly:
        return self.rename(p, {i: self.index((mark, k), self.dim_of(i)) for k, i in enumerate(idx)})

    def abstract(self, p: Poly, first: tuple[int, ...] = ()) -> tuple[Poly, tuple[int, ...], tuple[Any, ...]]:
        """p over placeholders, in the least of all ways; the indices they replace, ``first`` first; their dimensions."""
        others = sorted(self.indices(p) - set(first))
        if len(others) > 4:
            raise Exhausted("an unknown with too many indices")
        ways = ((self.placed(p, (*first, *way)), (*first, *way)) for way in permutations(others))
        body, idx = min(ways, key=lambda way: sorted(way[0].items()))
        return body, idx, tuple(self.dim_of(i) for i in idx)

    # Fractions.

    def fadd(self, f: Frac, g: Frac, scale: Any = 1) -> Frac:
        a, b = dict(f[1]), dict(g[1])
        if not g[0]:
            return f
        left, right = f[0], g[0]
        every = {d: max(a.get(d, 0), b.get(d, 0)) for d in {*a, *b}}
        for d, e in every.items():
            left = self.pmul(left, self.ppow(self.dens[d], e - a.get(d, 0)))
            right = self.pmul(right, self.ppow(self.dens[d], e - b.get(d, 0)))
        return self.reduced(self.into(dict(left), right, scale), every)

    def fmul(self, f: Frac, g: Frac) -> Frac:
        den = dict(f[1])
        for d, e in g[1]:
            den[d] = den.get(d, 0) + e
        return self.reduced(self.pmul(f[0], g[0]), den)

    def fscale(self, f: Frac, c: Any) -> Frac:
        return ({m: ratio(x * c, 1) for m, x in f[0].items()}, f[1]) if c else NOTHING

    def fpow(self, f: Frac, n: int) -> Frac:
        f, out = self.finv(f) if n < 0 else f, UNIT
        for bit in bin(abs(n))[2:]:
            out = self.fmul(out, out)
            out = self.fmul(out, f) if bit == "1" else out
        return out

    def fsum(self, f: Frac, *indices: int) -> Frac:
        above = f[0]
        for index in indices:
            above = self.sum_over(above, index)
        return self.reduced(above, dict(f[1]))

    def frename(self, f: Frac, mapping: dict[int, int]) -> Frac:
        above = self.rename(f[0], mapping)
        return (above, f[1]) if above else NOTHING

    def reduced(self, p: Poly, den: dict[int, int]) -> Frac:
        out = []
        for d, e in sorted(den.items()):
            while e and p and (quotient := self.quotient(p, d)) is not None:
                p, e = quotient, e - 1
            out += [(d, e)] if e else []
        return (p, tuple(out)) if p else NOTHING

    def quotient(self, p: Poly, d: int) -> Poly | None:
        """p over a denominator, by division in one factor, if that leaves no remainder."""
        by = self.dens[d]
        if not len(by) <= len(p) <= 2000:
            return None
        if d not in self.divisors:
            self.divisors[d] = None
            for x in sorted({x for m in by for x, _ in m if self.kind(x) not in ("root", "prime")}):
                top = max(dict(m).get(x, 0) for m in by)
                leading = [m for m in by if dict(m).get(x, 0) == top]
                if top > 0 and len(leading) == 1 and self.divisors[d] is None:
                    self.divisors[d] = x, top, leading[0]
        if self.divisors[d] is None:
            return None
        x, top, lead = self.divisors[d]
        least = {y: min(0, *(dict(m).get(y, 0) for m in p)) for y, _ in lead}
        p = dict(p)
        out: Poly = {}
        while p:
            degree = max(dict(m).get(x, 0) for m in p)
            first = {m: c for m, c in p.items() if dict(m).get(x, 0) == degree}
            if degree < top or any(dict(m).get(y, 0) - e < least[y] for m in first for y, e in lead):
                return None
            step: Poly = {}
            for m, c in first.items():
                self.into(step, self.normal(self.over(m, lead)), ratio(c, by[lead]))
            self.into(out, step)
            self.into(p, self.pmul(step, by), -1)
            if p and max(dict(m).get(x, 0) for m in p) >= degree:
                return None
        return out

    def content(self, p: Poly) -> tuple[Any, Mono, Poly]:
        """p = c · m · rest with c > 0 rational, m a monomial, rest of coprime integers and without common factor."""
        scale = ratio(gcd(*(c.numerator for c in p.values())), lcm(*(c.denominator for c in p.values())))
        powers = [{f: e for f, e in m if not self.binds[f] and self.factors[f][0]} for m in p]
        common = {f: min(q.get(f, 0) for q in powers) for f in {f for q in powers for f in q}}
        out = tuple(sorted((f, e) for f, e in common.items() if e))
        rest = {}
        for m, c in p.items():
            have = dict(m)
            for f, e in out:
                have[f] = have.get(f, 0) - e
            rest[tuple(sorted((f, e) for f, e in have.items() if e))] = ratio(c, scale)
        return scale, out, rest

    def finv(self, f: Frac) -> Frac:
        if not f[0]:
            raise Rejected("a division by what is always 0: nothing is claimed")
        c, m, p = self.content(f[0])
        out = self.fscale(UNIT, ratio(1, c))
        for x, e in m:
            out = self.fmul(out, self.factor_power(x, -e))
        for d, e in f[1]:
            out = self.fmul(out, (self.ppow(self.dens[d], e), ()))
        if list(p) == [()]:
            return self.fscale(out, p[()])  # 1 or -1
        powers = self.powers(p)
        if powers != [(p, 1)]:
            for q, e in powers:
                out = self.fmul(out, self.fpow(self.finv((q, ())), e))
            return out
        body, idx, dims = self.abstract(p)
        if body[max(body)] < 0:
            body, out = {x: -c for x, c in body.items()}, self.fscale(out, -1)
        key = frozenset(body.items())
        if idx:
            if any(self.factors[x][0] == 0 for y in p for x, _ in y):
                raise Unsupported("a division by a sum with an entry of the identity")
            return self.fmul(out, (self.unit(self.atom("inv", body, dims, key), *idx), ()))
        if key not in self.den_ids:
            self.den_ids[key] = len(self.dens)
            self.dens.append(body)
        return self.fmul(out, ({(): 1}, ((self.den_ids[key], 1),)))

    def factor_power(self, f: int, e: int) -> Frac:
        """A power of one factor; of a root, by its square."""
        atom, idx = self.factors[f]
        found = self.atoms[atom]
        if e == 0 or found.kind != "root":
            return self.normal(((f, e),) if e else ()), ()
        out = self.fpow((self.instance(found.data[0], idx), found.data[1]), e // 2)
        return self.fmul(out, ({((f, 1),): 1}, ())) if e % 2 else out

    # Signs.

    def key(self, p: Poly, general: Iterable[int]) -> Any:
        """A name of a polynomial that does not depend on how the indices in ``general`` are called.

        They become ("f", 0), ("f", 1), …, which occur nowhere else: what is different stays different.
        """
        ways = (self.placed(p, way, "f") for way in permutations(general))
        return min(tuple(sorted(way.items())) for way in ways)

    def learn(self, f: Frac, mask: int) -> None:
        """f has its sign in ``mask``: for all values of the indices of which that can be said (see part 1)."""
        if not f[0]:
            return
        c, m, p = self.content(f[0])
        below = self.sign_frac(({(): 1}, f[1]))
        exact = mask & NONZERO == mask
        for k, (x, e) in enumerate(m):
            if exact:
                self.note({((x, 1),): 1}, NONZERO)
            others = multiply(below, self.sign_mono(m[:k] + m[k + 1 :]))
            if list(p) == [()] and e % 2 and others in (POS, NEG):
                self.note({((x, 1),): 1}, mask if others == (POS if p[()] > 0 else NEG) else flip(mask))
        known = multiply(below, self.sign_mono(m)) & (NONZERO if exact else ANY)
        if known not in (POS, NEG) and not f[1]:
            self.note({x: ratio(y, c) for x, y in f[0].items()}, mask)
        if list(p) != [()]:
            mask = sum(bit for bit in (NEG, ZERO, POS) if multiply(bit, known) & mask)
            self.note(p, mask)
            powers = self.powers(p)
            for q, e in powers if powers != [(p, 1)] else ():
                self.note(q, (mask if e % 2 and len(powers) == 1 else ANY) & (ANY if mask & ZERO else NONZERO))

    def note(self, p: Poly, mask: int) -> None:
        (m, _), *more = p.items()
        if not more and len(m) == 1 and not mask & ZERO and self.kind(m[0][0]) == "root":  # then its radicand is > 0
            atom, idx = self.factors[m[0][0]]
            self.learn((self.instance(self.atoms[atom].data[0], idx), self.atoms[atom].data[1]), POS)
        general = sorted(i for i in self.indices(p) if not isinstance(self.names[i][0], str))
        for q, sign in ((p, mask), ({m: -c for m, c in p.items()}, flip(mask))):
            if len(general) <= 3:
                key = self.key(q, general)
                known = self.facts.get(key, ANY)
                if known & ~sign:
                    self.facts[key] = known & sign
                    self.known_signs.clear()

    def fact(self, p: Poly) -> int:
        name, out = frozenset(p.items()), ANY
        if name not in self.fact_keys:
            ids = sorted(self.indices(p))
            ways = range(1 << len(ids) if len(ids) <= 3 and len(p) <= 2000 else 0)
            self.fact_keys[name] = [self.key(p, [i for k, i in enumerate(ids) if bits >> k & 1]) for bits in ways]
        for key in self.fact_keys[name]:
            out &= self.facts.get(key, ANY)
        return out

    def sign_factor(self, f: int) -> int:
        if f not in self.known_signs:
            self.known_signs[f] = self.sign_of_factor(f)
        return self.known_signs[f]

    def sign_of_factor(self, f: int) -> int:
        atom, idx = self.factors[f]
        found, out = self.atoms[atom], ANY
        match found.kind:
            case "dim" | "prime":
                return POS
            case "delta":
                return NONNEG
            case "sym":
                props = self.props_of(atom)
                out = POS if "positive" in props else NONNEG if props & {"nonneg", "mask"} else ANY
                out &= NONZERO if "nonzero" in props else ANY
            case "sum":
                out = total(self.sign_mono(self.opened(found.data)[0]))
            case "root":
                inside = (self.instance(found.data[0], idx), found.data[1])
                out = NONNEG if self.sign_frac(inside) & ZERO else POS
            case "inv":
                out = self.sign_poly(self.instance(found.data, idx)) & NONZERO
            case "prod":
                inner = self.sign_poly(found.data[0])
                out = POS if inner == POS else NONNEG if not inner & NEG else ANY if inner & ZERO else NONZERO
            case "fun":
                out = POS if found.key[0] == "exp" else ANY
        return out & self.fact({((f, 1),): 1})

    def sign_mono(self, m: Mono) -> int:
        if any(self.binds[f] for f, _ in m):  # a sum
            return total(self.sign_mono(self.opened(self.spelt(m))[0]))
        out = POS
        for f, e in m:
            out = multiply(out, power_sign(self.sign_factor(f), e))
        return out

    def sign_poly(self, p: Poly) -> int:
        """The signs that p may have, as far as they are known."""
        self.budget.tick(len(p))
        name = frozenset(p.items())
        if name not in self.known_signs:
            self.known_signs[name] = self.sign_of_poly(p)
        return self.known_signs[name]

    def sign_of_poly(self, p: Poly) -> int:
        if not p:
            return ZERO
        scale, m, rest = self.content(p)
        signs = ZERO
        for x, c in rest.items():
            signs = plus(signs, self.sign_mono(x) if c > 0 else flip(self.sign_mono(x)))
        if list(rest) != [()]:
            signs &= self.fact(rest)
        if signs not in (POS, NEG) and len(rest) <= 60:
            signs &= self.shifted(rest)
        signs = multiply(self.sign_mono(m), signs)
        return signs & self.fact({x: ratio(y, scale) for x, y in p.items()}) if m else signs

    def shifted(self, p: Poly) -> int:
        """Signs that show when each dimension is written 1 + d with d ≥ 0, and this multiplied out."""
        dims = {f for m in p for f, _ in m if self.kind(f) == "dim"}
        if not dims or any(e < 0 for m in p for f, e in m if f in dims):
            return ANY
        out: Poly = {}
        for m, c in p.items():
            term: Poly = {tuple(x for x in m if x[0] not in dims): c}
            for f, e in m:
                term = self.pmul(term, self.ppow({(): 1, ((f, 1),): 1}, e)) if f in dims else term
            self.into(out, term)
        signs = ZERO
        for m, c in out.items():
            sign = multiply(
                self.sign_mono(tuple(x for x in m if x[0] not in dims)), NONNEG if dims & set(dict(m)) else POS
            )
            signs = plus(signs, sign if c > 0 else flip(sign))
        return signs

    def sign_frac(self, f: Frac) -> int:
        out = self.sign_poly(f[0])
        for d, e in f[1]:
            out = multiply(out, power_sign(self.sign_poly(self.dens[d]), -e))
        return out

    # Roots and products.

    def root_atom(self, f: Frac) -> Frac:
        body, idx, dims = self.abstract(f[0])
        return self.unit(self.atom("root", (body, f[1]), dims, (frozenset(body.items()), f[1])), *idx), ()

    def pieces(self, f: Frac) -> tuple[Any, int, list[tuple[Poly, int, int]]]:
        """f = c · (±1) · ∏ Pᵉ with c > 0: the polynomials P with their signs and exponents.  For f = 0, c = 0."""
        p, below = self.cleared(f[0])
        if not p:
            return 0, 1, []
        c, m, p = self.content(p)
        unit = 1
        out = [(q, self.sign_poly(q) & NONZERO, -e) for q, e in below + [(self.dens[d], e) for d, e in f[1]]]
        for x, e in m:  # a mask is its square
            mask = "mask" in self.props_of(self.factors[x][0])
            out.append(({((x, 1),): 1}, self.sign_factor(x), 2 * e if mask else e))
        for q, e in self.powers(p):
            if list(q) == [()]:  # 1 or -1
                unit *= q[()]
            else:
                out.append((q, self.sign_poly(q), e))
        for k, (q, sign, e) in enumerate(out):
            if not sign & POS and sign & NEG:  # -q ≥ 0
                out[k] = {x: -y for x, y in q.items()}, flip(sign), e
                unit = -unit if e % 2 else unit
        return c, unit, out

    def powers(self, p: Poly) -> list[tuple[Poly, int]]:
        """p as a product of powers, found among: the sums that are in all its monomials, and squares and cubes."""
        key = frozenset(p.items())
        if key not in self.split:
            sums = [
                Counter(tuple(self.number(g)) for bs, g in self.grouped(self.spelt(m)) if bs)
                if any(self.binds[x] for x, _ in m)
                else Counter()
                for m in p
            ]
            out: list[tuple[Poly, int]] = []
            for x, e in reduce(and_, sums).items():
                one = self.collect(x)
                out.append(({one: 1}, e))
                for _ in range(e):
                    p = self.pover(p, one)
            if p != {(): 1}:
                e, k = 1, 2
                while k < 4:
                    base = self.base(p, k)
                    p, e, k = (p, e, k + 1) if base is None else (base, e * k, k)
                out.append((p, e))
            self.split[key] = out
        return self.split[key]

    def absolute_power(self, p: Poly, sign: int, n: int) -> Frac:
        """|p|ⁿ: for p ≥ 0 it is pⁿ; else |p| = √(p²), and |p|ⁿ = pⁿ⁻¹|p| for odd n."""
        if not sign & NEG or n % 2 == 0:
            return self.fpow((p, ()), n)
        return self.fmul(self.fpow((p, ()), n - 1), self.root_atom((self.pmul(p, p), ())))

    def absolute(self, f: Frac) -> Frac:
        """|f| = c ∏ |P|ᵉ."""
        c, _, pieces = self.pieces(f)
        out = self.fscale(UNIT, c)
        for p, sign, e in pieces:
            out = self.fmul(out, self.absolute_power(p, sign, e))
        return out

    def sqrt(self, f: Frac) -> Frac:
        """√f for f = c ∏ Pᵉ ≥ 0 with c > 0; what is taken for it is defined, too.

        √(P²ʰ⁺¹ w) = |P|ʰ √(P w): if P ≠ 0, P w has the sign of P²ʰ⁺¹ w; and if P = 0 < h, this is 0 = 0.  √(P²ʰ w) =
        |P|ʰ √w if P ≠ 0; else w ≥ 0 must be known, and if it is not, P² stays inside.  √(P w) = √P √w if P > 0, or P ≥ 0
        and w ≥ 0.
        """
        c, unit, pieces = self.pieces(f)
        if not c:
            return NOTHING
        outside, inside = self.root_of_rational(Fraction(c)), self.fscale(UNIT, unit)
        even, odd = [], []
        for p, sign, e in pieces:
            half = e // 2
            if e % 2 == 0 and sign & ZERO and e > 0:
                even.append((p, sign, half))
                continue
            outside = self.fmul(outside, self.absolute_power(p, sign, half)) if half else outside
            if e % 2 and sign == POS:
                outside = self.fmul(outside, self.root_atom((p, ())))
            elif e % 2:
                odd.append((p, sign))
                inside = self.fmul(inside, (p, ()))
        if self.sign_frac(inside) & NEG:
            for p, sign, half in even:
                outside = self.fmul(outside, self.absolute_power(p, sign, half - 1)) if half > 1 else outside
                inside = self.fmul(inside, (self.pmul(p, p), ()))
            odd = []
        else:
            for p, sign, half in even:
                outside = self.fmul(outside, self.absolute_power(p, sign, half))
        if len(odd) > 1 and unit == 1 and not any(sign & NEG for _, sign in odd):
            for p, _ in odd:
                outside = self.fmul(outside, self.root_atom((p, ())))
            return outside
        return outside if inside == UNIT else self.fmul(outside, self.root_atom(inside))

    def pover(self, p: Poly, m: Mono) -> Poly:
        """p over a monomial that divides all of its own."""
        out: Poly = {}
        for x, c in p.items():
            left = self.without(x, m)
            if left is None:
                raise Unsupported("a division with a remainder")
            self.into(out, self.normal(left), c)
        return out

    def base(self, p: Poly, k: int) -> Poly | None:
        """q with qᵏ = p, if one is found: the highest powers of one factor first."""
        for x in sorted({x for m in p for x, _ in m}) if 1 < len(p) <= 300 else ():
            self.budget.tick(len(p))
            top = max(dict(m).get(x, 0) for m in p)
            lead, *more = [m for m in p if dict(m).get(x, 0) == top] if top > 0 and top % k == 0 else [(), ()]
            if more or any(e % k or self.binds[f] or self.kind(f) == "root" for f, e in lead):
                continue
            root = next((r for r in range(99, -100, -1) if r**k == p[lead]), 0)
            if not root:
                continue
            q: Poly = {tuple((f, e // k) for f, e in lead): root}
            by = [(f, e - e // k) for f, e in lead]
            rest, degree = self.into(dict(p), self.ppow(q, k), -1), top
            while rest and top - top // k <= (down := max(dict(m).get(x, 0) for m in rest)) < degree:
                degree = down
                for m, y in [y for y in rest.items() if dict(y[0]).get(x, 0) == degree]:
                    self.into(q, self.normal(self.over(m, by)), ratio(y, k * root ** (k - 1)))
                rest = self.into(dict(p), self.ppow(q, k), -1)
            if not rest and not any(e < 0 and not self.binds[f] for m in q for f, e in m):
                return q
        return None

    # Is it 0?

    def vanishes(self, f: Frac, depth: int = 0) -> bool:
        """Is f = 0: by what expansions are alone, or after more work on the numerator.

        See part "Terms to fractions" above.  Sums over indices on unknowns are opened first, and then all, since with fewer
        indices there is less to match.
        """
        p = self.cleared(self.merged(self.cleared(f[0])[0]))[0]
        p = self.with_like_roots(p, depth) if p else p
        if not p or depth > 2:
            return not p
        for kinds in (("inv", "root"), ()):
            groups = self.over_common_indices(p, *kinds)
            if groups and all(self.vanishes((q, ()), depth + 1) for q in groups):
                return True
        return False

    def radicand(self, f: int) -> Frac:
        """What stands under the root that a factor is."""
        atom, idx = self.factors[f]
        body, den = self.atoms[atom].data
        return self.instance(body, idx), den

    def cleared(self, p: Poly) -> tuple[Poly, list[tuple[Poly, int]]]:
        """q without 1/D at free indices, and powers of such D: p is q over these.  D that may be in another come last."""
        below: list[tuple[Poly, int]] = []
        while found := {x for m in p for x, _ in m if self.kind(x) == "inv" and not self.binds[x]}:
            x = max(found, key=lambda x: self.factors[x])
            atom, idx = self.factors[x]
            by, top = self.instance(self.atoms[atom].data, idx), max(dict(m).get(x, 0) for m in p)
            below.append((by, top))
            out: Poly = {}
            for m, c in p.items():
                e = dict(m).get(x, 0)
                rest = self.normal(tuple(y for y in m if y[0] != x))
                self.into(out, self.pmul(rest, self.ppow(by, top - e)), c)
            p = out
        return p, below

    def merged(self, p: Poly) -> Poly:
        """p, up to a factor ≠ 0, with the roots in each monomial as the root of one product."""
        out = NOTHING
        for m, c in p.items():
            roots = [x for x, e in m if self.kind(x) == "root" and e == 1 and not self.binds[x]]
            rest: Frac = {m: c}, ()
            if len(roots) > 1:
                inside = UNIT
                for x in roots:
                    inside = self.fmul(inside, self.radicand(x))
                rest = self.fmul(({tuple(y for y in m if y[0] not in roots): c}, ()), self.sqrt(inside))
            out = self.fadd(out, rest)
        return out[0]

    def with_like_roots(self, p: Poly, depth: int) -> Poly:
        """p with one name for roots of what is equal."""
        names: dict[int, int] = {}
        insides: list[tuple[int, Frac]] = []
        for x in sorted({x for m in p for x, _ in m if self.kind(x) == "root" and not self.binds[x]}):
            inside = self.radicand(x)
            for y, other in insides if depth < 2 else ():
                if x not in names and self.vanishes(self.fadd(inside, other, -1), depth + 1):
                    names[x] = y
            if x not in names:
                insides.append((x, inside))
        out: Poly = {}
        for m, c in p.items() if names else ():
            self.into(out, self.normal(self.gather((names.get(x, x), e) for x, e in m)), c)
        return out if names else p

    def over_common_indices(self, p: Poly, *kinds: str) -> list[Poly]:
        """What p sums, for each number of sums by itself, symmetric in the indices; p is 0 if these are.  [] without sums.

        With ``kinds``, sums over indices on no factor of such a kind stay as they are.
        """
        rows: list[tuple[Mono, list[int], Any]] = []
        for m, c in p.items():
            bodies: list[Mono] = []
            alone: list[Any] = []
            fresh: list[int] = []
            for (atom, idx), e in self.spelt(m):
                if self.atoms[atom].kind == "sum" and e > 0:
                    for _ in range(e):
                        inner, more = self.opened(self.atoms[atom].data, *kinds)
                        bodies, fresh = [*bodies, inner], fresh + more
                else:
                    alone.append(((atom, idx), e))
            inner, more = self.opened(alone, *kinds)
            whole: Poly = {(): c}
            for body in [inner, *bodies]:
                whole = self.pmul(whole, self.normal(body))
            rows += [(x, fresh + more, y) for x, y in whole.items()]
        most: dict[Any, int] = {}
        for _, fresh, _ in rows:
            for dim in {self.dim_of(i) for i in fresh}:
                most[dim] = max(most.get(dim, 0), sum(self.dim_of(i) == dim for i in fresh))
        if not most or max(most.values()) > 4:
            return []
        common = {dim: [self.fresh(dim) for _ in range(n)] for dim, n in most.items()}
        groups: dict[Any, Poly] = {}
        for m, fresh, c in rows:
            mapping: dict[int, int] = {}
            numbers = []
            for dim, indices in common.items():
                own = [i for i in fresh if self.dim_of(i) == dim]
                mapping |= dict(zip(own, indices, strict=False))
                size, less = self.factor(self.atom("dim", dim)), len(indices) - len(own)
                if isinstance(dim, int):
                    c, less = ratio(c, dim**less), 0
                elif dict(m).get(size, 0) >= less:
                    m, less = self.over(m, [(size, less)]), 0
                numbers.append(less)
            self.into(groups.setdefault(tuple(numbers), {}), self.normal(self.collect(self.spelt(m), mapping)), c)
        return [self.symmetrised(q, list(common.values())) for q in groups.values()]

    def symmetrised(self, p: Poly, groups: list[list[int]]) -> Poly:
        """The sum of p over all ways to permute the indices of each group among themselves."""
        for group in groups:
            out: Poly = {}
            for way in permutations(group):
                self.into(out, self.rename(p, dict(zip(group, way, strict=True))))
            p = out
        return p

    def root_of_rational(self, c: Fraction) -> Frac:
        out = UNIT
        for rest, sign in ((c.numerator, 1), (c.denominator, -1)):
            roots = []
            for divisor in range(2, 200):
                while rest % divisor == 0:
                    rest //= divisor
                    roots.append(divisor)
            whole = isqrt(rest)
            out = self.fscale(out, Fraction(whole) ** sign) if whole * whole == rest else out
            for number in roots + ([rest] if whole * whole != rest else []):
                out = self.fmul(out, (self.normal(((self.factor(self.atom("prime", number)), sign),)), ()))
        return out

    def parts(self, p: Poly, n: int, sigma: tuple[tuple[int, int], ...] = ()) -> list[tuple[Poly, Any, int]]:
        """P(n) as a product of powers of primitive parts, each taken where the masks in σ say, and 1 elsewhere."""
        for f in sorted({f for m in p for f, _ in m}):
            atom, idx = self.factors[f]
            if idx == (n,) and "mask" in self.props_of(atom):
                one: Poly = {}
                for m, c in p.items():
                    self.into(one, self.normal(tuple(x for x in m if x[0] != f)), c)
                zero = {m: c for m, c in p.items() if f not in dict(m)}
                return self.parts(one, n, (*sigma, (atom, 1))) + self.parts(zero, n, (*sigma, (atom, 0)))
        if not p:
            return [({}, sigma, 1)]
        c, m, rest = self.content(p)
        if rest[max(rest)] < 0:
            c, rest = -c, {x: -y for x, y in rest.items()}
        numbers = [(-1 if c < 0 else 1, 1), (abs(Fraction(c).numerator), 1), (Fraction(c).denominator, -1)]
        out: list[tuple[Poly, Any, int]] = [({(): number}, sigma, e) for number, e in numbers if number != 1]
        out += [({((f, 1),): 1}, sigma, e) for f, e in m]
        return out if rest == {(): 1} else [*out, (rest, sigma, 1)]

    def over_all(self, f: Frac, n: int, *left: int) -> Frac:
        """∏ over n, without the factors at up to two indices ``left`` (0 if the two agree)."""
        out = UNIT if len(left) < 2 else (self.but(*left), ())
        parts = [(part, 1) for part in self.parts(f[0], n)]
        parts += [(part, -e) for d, e in f[1] for part in self.parts(self.dens[d], n)]
        for (part, sigma, e), power in parts:
            body, idx, dims = self.abstract(part, (n,))
            data, key = (body, sigma), (frozenset(body.items()), sigma)
            whole = ((self.factor(self.atom("prod", data, dims, key), idx[1:]), e * power),)
            here = self.literals(sigma, left[0]) if left else {}
            values = [(self.rename(part, {n: i}), ()) for i in left]
            if not left:
                term: Frac = self.normal(whole), ()
            elif e * power < 0 or not self.sign_poly(part) & ZERO:  # ∏ over the value there
                if sigma and len(left) == 2:
                    raise Unsupported("a product without two factors is out of reach")
                inverse = UNIT
                for value in values:
                    inverse = self.fmul(inverse, self.fpow(value, -e * power))
                inverse = self.fadd(self.fmul((here, ()), inverse), (self.into({(): 1}, here, -1), ()))
                term = self.fmul(inverse, (self.normal(whole), ()))
            elif len(left) == 1:
                less = self.unit(self.atom("loo", data, dims, key), *left, *idx[1:])
                rest = self.pmul(self.into({(): 1}, here, -1), self.normal(((whole[0][0], 1),)))
                term = self.ppow(self.into(dict(less), rest), e * power), ()
            else:
                if sigma:
                    raise Unsupported("a product without two factors is out of reach")
                less = self.unit(self.atom("ll", data, dims, key), *left, *idx[1:])
                term = self.ppow(less, e * power), ()
            out = self.fmul(out, term)
        return out


# --- 3. What terms are, and what is known where --------------------------------------------------------------------

SIGNS = {"nonneg": NONNEG, "positive": POS, "nonzero": NONZERO}


class Scope(Ring):
    """Terms under given hypotheses, where the ``assumed`` terms are defined: expansions, signs, what else is defined."""

    def __init__(self, terms: Terms, hypotheses: list[Hypothesis], assumed: list[Node]) -> None:
        super().__init__(terms.budget)
        self.terms, self.hypotheses, self.assumed = terms, hypotheses, assumed
        self.memo: dict[int, Frac] = {}
        self.signs: dict[int, int] = {}
        self.shown: dict[int, Node] = {}  # known to be defined, parts before wholes
        self.equalities = [h[1:] for h in hypotheses if h[0] == "equal"]
        self.props = {name: frozenset(words) for name, (_, words) in terms.symbols.items()}
        for condition, *of in hypotheses:
            if condition != "equal" and of[0].op == "sym":
                self.props[of[0].data[0]] |= {condition}
        for name, words in self.props.items():
            if "positive_definite" in words:
                self.props[name] = words | {"symmetric", "invertible"}
        for node in [x for h in hypotheses for x in h[1:]] + assumed:
            self.assume(node)
        for condition, *of in hypotheses:
            if condition in SIGNS or condition == "not_zero":
                self.quietly(self.learn_hypothesis, condition, of[0])
        for node in list(self.shown.values()):
            for part, mask in self.conditions(node) if node.op != "grad" else ():
                self.quietly(self.learn_condition, part, mask)
        self.memo, self.signs = {}, {}

    def quietly(self, do: Callable[..., None], *args: Any) -> None:
        with suppress(Unsupported):  # to learn less is to prove less
            do(*args)

    def learn_hypothesis(self, condition: str, node: Node) -> None:
        if condition == "not_zero":
            self.learn(self.squares(node), POS)
        else:
            self.learn(self.expand(node), SIGNS[condition])

    def learn_condition(self, part: Node, mask: int) -> None:
        self.learn(self.expand(part), mask)

    # What is defined.

    def assume(self, node: Node) -> None:
        if node.uid not in self.shown:
            for x in node.args:
                self.assume(x)
            self.shown[node.uid] = node

    def conditions(self, node: Node) -> list[tuple[Node, int]]:
        """What a term needs beyond that its parts are defined: signs of terms, for all entries."""
        args, data = node.args, node.data
        match node.op:
            case "div":
                return [(args[1], NONZERO)]
            case "sqrt":
                return [(args[0], NONNEG)]
            case "log":
                return [(args[0], POS)]
            case "pow" | "hpow" if node.op == "hpow" or len(node.shape) < 2:
                if data.denominator == 2:
                    return [(args[0], NONNEG if data > 0 else POS)]
                return [(args[0], NONZERO)] if data < 0 else []
            case "grad":
                out: list[tuple[Node, int]] = []
                seen: set[int] = set()
                stack = [args[0]]
                while stack:
                    x = stack.pop()
                    if x.uid not in seen and self.terms.mentions(x, args[1]):
                        seen.add(x.uid)
                        below = x.args[0] if x.op == "pow" and x.data > 0 and x.data % 2 == 0 else x
                        # An even power of a norm or an absolute value (not of a matrix) is smooth; its inside may not be.
                        smooth = below.op in ("norm", "abs") and len(x.shape) < 2
                        stack += below.args if smooth and below is not x else x.args
                        if x.op == "sqrt" or (x.op == "pow" and x.data.denominator == 2 and x.shape == ()):
                            out.append((x.args[0], POS))
                        elif x.op in ("abs", "norm"):
                            out.append((x.args[0] if x.op == "abs" else x, NONZERO))
                return out
        return []

    def show(self, node: Node) -> None:
        """Show that a term is defined, parts first; what is used is known of hypotheses, assumed terms and its parts."""
        if node.uid in self.shown:
            return
        for x in node.args:
            self.show(x)
        if any(self.sign(part) & ~mask for part, mask in self.conditions(node)):
            raise Rejected(f"it is not shown that {spell(node)} is defined")
        if is_principal(node):
            self.definite(node.args[0])
        elif node.op == "inverse" or (node.op == "pow" and len(node.shape) == 2 and node.data < 0):
            self.invertible(node.args[0])
        self.shown[node.uid] = node

    def definite(self, node: Node) -> None:
        given = node.op == "sym" and "positive_definite" in self.props[node.data[0]]
        if not given and ("positive_definite", node) not in self.hypotheses:
            raise Rejected(f"it is not shown that {spell(node)} is positive definite")

    def invertible(self, node: Node) -> None:
        match node.op:
            case "sym" if self.props[node.data[0]] & {"invertible", "orthogonal"}:
                return
            case "diag" if not self.sign(node.args[0]) & ZERO:
                return
            case "transpose" | "inverse":
                self.invertible(node.args[0])
                return
        if ("invertible", node) not in self.hypotheses and ("orthogonal", node) not in self.hypotheses:
            raise Rejected(f"it is not shown that {spell(node)} is invertible")

    # Signs of all entries of a term that is defined.

    def sign(self, node: Node) -> int:
        if node.uid not in self.signs:
            out = self.sign_by_form(node)
            if out not in (POS, NEG, ZERO):
                with suppress(Unsupported):
                    out &= self.sign_frac(self.expand(node))
            self.signs[node.uid] = out
        return self.signs[node.uid]

    def sign_by_form(self, node: Node) -> int:
        args = node.args
        match node.op:
            case "add":
                out = ZERO
                for x in args:
                    out = plus(out, self.sign(x))
                return out
            case "neg":
                return flip(self.sign(args[0]))
            case "mul" | "hadamard" | "dot" | "outer":
                entrywise = node.op != "dot" and (node.op == "hadamard" or all(x.shape == () for x in args))
                out = POS
                for x in dict.fromkeys(args):
                    alone = entrywise or node.op == "dot"
                    for _ in range(1 if alone else args.count(x)):
                        out = multiply(out, power_sign(self.sign(x), args.count(x) if alone else 1))
                return out if entrywise else total(out)
            case "div":
                return multiply(self.sign(args[0]), self.sign(args[1]) & NONZERO)
            case "pow" | "hpow" if len(node.shape) < 2 or node.op == "hpow":
                if node.data.denominator == 2:
                    return NONNEG if node.data > 0 and self.sign(args[0]) & ZERO else POS
                return power_sign(self.sign(args[0]), int(node.data))
            case "sqrt" | "norm" | "abs":
                return NONNEG if self.sign(args[0]) & ZERO else POS
            case "exp" | "ones":
                return POS
            case "transpose" | "at":
                return self.sign(args[0])
            case "sum":
                return total(self.sign(args[0]))
        return ANY

    def tell(self, node: Node) -> None:
        """Note the signs that show in the form of a term that is defined, and of its factors: expansions may hide them."""
        if node.op in ("mul", "div", "pow", "neg") and node.shape == ():
            for x in node.args:
                self.tell(x)
        elif node.shape == () and self.sign(node) in (POS, NONNEG):
            self.learn(self.expand(node), self.sign(node))

    # Expansion, over the axes ("a", 0), ("a", 1), … of a term.

    def axis(self, k: int, shape: Shape) -> int:
        return self.index(("a", k), axes(shape)[k])

    def expand(self, node: Node) -> Frac:
        if node.uid not in self.memo:
            self.budget.tick(5)
            self.memo[node.uid] = self.expansion(node)
        return self.memo[node.uid]

    def entry(self, node: Node, *idx: int) -> Frac:
        return self.frename(self.expand(node), {self.axis(k, node.shape): i for k, i in enumerate(idx)})

    def equal(self, left: Node, right: Node) -> bool:
        return self.vanishes(self.fadd(self.expand(left), self.expand(right), -1))

    def squares(self, node: Node) -> Frac:
        """The sum of the squares of all entries, which is ≥ 0."""
        f = self.fpow(self.expand(node), 2)
        f = self.fsum(f, *(self.axis(k, node.shape) for k in range(len(axes(node.shape)))))
        self.learn(f, NONNEG)
        return f

    def expansion(self, node: Node) -> Frac:
        args, data = node.args, node.data
        ids = [self.axis(k, node.shape) for k in range(len(axes(node.shape)))]
        match node.op:
            case "num":
                return self.fscale(UNIT, ratio(data, 1))
            case "dim":
                return self.size(data), ()
            case "sym":
                return self.unit(self.atom("sym", data[0]), *ids), ()
            case "ones":
                return UNIT
            case "zeros":
                return NOTHING
            case "identity":
                return self.unit(0, *ids), ()
            case "basis" | "delta":
                return self.unit(0, *ids, *(self.index(*i) for i in data)), ()
            case "add":
                out = NOTHING
                for x in args:
                    out = self.fadd(out, self.expand(x))
                return out
            case "neg":
                return self.fscale(self.expand(args[0]), -1)
            case "hadamard":
                out = UNIT
                for x in args:
                    out = self.fmul(out, self.expand(x))
                return out
            case "mul":
                out, shape = self.expand(args[0]), args[0].shape
                for x in args[1:]:
                    out, shape = self.matmul(out, shape, self.expand(x), x.shape), product_shape(shape, x.shape)
                return out
            case "div":
                return self.fmul(self.expand(args[0]), self.finv(self.expand(args[1])))
            case "matrix_exp" | "matrix_log":
                return self.opaque(node)
            case "pow" if is_principal(node):
                return self.opaque(node)
            case "pow" if len(node.shape) == 2:
                base, out = self.expand(args[0]) if data >= 0 else self.inverse(args[0]), (self.unit(0, *ids), ())
                for _ in range(abs(int(data))):
                    out = self.matmul(out, node.shape, base, node.shape)
                return out
            case "pow" | "hpow":
                base = self.expand(args[0])
                if data.denominator == 2:
                    self.tell(args[0])
                out = self.fpow(self.sqrt(base) if data.denominator == 2 else base, data.numerator)
                if data.denominator == 1 and data % 2 == 0:
                    self.learn(out, NONNEG)
                return out
            case "sqrt":
                self.tell(args[0])
                return self.sqrt(self.expand(args[0]))
            case "abs":
                self.tell(args[0])
                return self.absolute(self.expand(args[0]))
            case "exp" | "log" | "tanh":  # unknowns, of which hardly anything is used
                f = self.expand(args[0])
                body, idx, dims = self.abstract(f[0])
                key = (node.op, frozenset(body.items()), f[1])
                return self.unit(self.atom("fun", (body, f[1]), dims, key), *idx), ()
            case "transpose":
                return self.entry(args[0], *ids[::-1])
            case "diag":
                return self.fmul(self.expand(args[0]), (self.unit(0, *ids), ()))
            case "trace":
                w = self.index(("w", 0), args[0].shape[0])
                return self.fsum(self.entry(args[0], w, w), w)
            case "det":
                return self.det(args[0])
            case "inverse":
                return self.inverse(args[0])
            case "dot":
                if args[0] is args[1]:
                    return self.squares(args[0])
                return self.fsum(self.fmul(self.expand(args[0]), self.expand(args[1])), self.axis(0, args[0].shape))
            case "outer":
                return self.fmul(self.expand(args[0]), self.entry(args[1], ids[1]))
            case "norm":
                return self.sqrt(self.squares(args[0]))
            case "at":
                return self.entry(args[0], *(self.index(*i) for i in data))
            case "sum":
                return self.fsum(self.expand(args[0]), self.index(*data[0]))
            case "prod":
                n = self.index(("w", 0), data[0][1])
                f = self.frename(self.expand(args[0]), {self.index(*data[0]): n})
                left = sorted({self.index(*i) for i in data[1:]})
                if len(left) > 2:
                    raise Unsupported("a product without three factors is out of reach")
                rest = self.over_all(f, n, *left)
                if len(left) == 2:  # where they agree, one factor is left out
                    rest = self.fadd(rest, self.fmul((self.unit(0, *left), ()), self.over_all(f, n, left[0])))
                return rest
            case "grad":
                return self.derivative(self.expand(args[0]), args[1], len(axes(args[0].shape)))
        raise Unsupported(f"{spell(node)} is out of reach")

    def opaque(self, node: Node) -> Frac:
        """A matrix of which it is known only that equal arguments give equal values."""
        (argument,) = node.args
        if argument.free:
            raise Unsupported(f"{spell(node)}, with free indices, is out of reach")
        f = self.expand(argument)
        key = (node.op, node.data, frozenset(f[0].items()), f[1])
        ids = [self.axis(k, node.shape) for k in (0, 1)]
        return self.unit(self.atom("matrix", None, node.shape, key), *ids), ()

    def matmul(self, f: Frac, left: Shape, g: Frac, right: Shape) -> Frac:
        """The product of two expansions over their axes, as `product_shape` reads it."""
        if () in (left, right):
            return self.fmul(f, g)
        a0, b0 = self.axis(0, left), self.axis(0, right)
        if len(left) == 1:  # column times row
            return self.fmul(f, self.frename(g, {b0: self.index(("a", 1), right[1])}))
        w, row = self.index(("w", 0), left[1]), left[0] == 1
        f = self.frename(f, {a0 if row else self.axis(1, left): w})
        g = self.frename(
            g, {b0: w} | ({self.axis(1, right): self.index(("a", 0), right[1])} if row and len(right) == 2 else {})
        )
        return self.fsum(self.fmul(f, g), w)

    def diagonal(self, node: Node) -> tuple[Frac, Frac]:
        """The entries as δᵢⱼ dᵢ + Fᵢⱼ: d over i, and F."""
        f, i, j = self.expand(node), self.axis(0, node.shape), self.axis(1, node.shape)
        delta, d, rest = self.factor(0, (i, j)), {}, {}  # type: int, Poly, Poly
        for m, c in f[0].items():
            if delta in dict(m):
                self.into(d, self.normal(self.collect(self.spelt(tuple(x for x in m if x[0] != delta)), {j: i})), c)
            elif any(self.factors[x][0] == 0 and {i, j} & set(self.factors[x][1]) for x, _ in m):
                raise Unsupported(f"{spell(node)}, with entries of the identity, is out of reach")
            else:
                rest[m] = c
        return self.reduced(d, dict(f[1])), self.reduced(rest, dict(f[1]))

    def inverse(self, node: Node) -> Frac:
        ids = [self.axis(k, node.shape) for k in (0, 1)]
        if node.op == "sym":
            if "orthogonal" in self.props[node.data[0]]:
                return self.entry(node, *ids[::-1])
            return self.unit(self.atom("inverse", self.atom("sym", node.data[0])), *ids), ()
        d, rest = self.diagonal(node)
        if rest[0]:
            raise Unsupported(f"the inverse of {spell(node)} is out of reach")
        return self.fmul(self.finv(d), (self.unit(0, *ids), ()))

    def det(self, node: Node) -> Frac:
        """det(diag d + F) = Σₖ 1/k! Σ det(F at n₁ … nₖ) ∏ of the other d; the minors above the rank of F are 0."""
        (d, rest), dim = self.diagonal(node), node.shape[0]
        i, j = self.axis(0, node.shape), self.axis(1, node.shape)
        if any(self.binds[x] or {i, j} <= set(self.factors[x][1]) for m in rest[0] for x, _ in m):
            raise Unsupported(f"the determinant of {spell(node)} is out of reach")
        rank = min(len({tuple(x for x in m if k in self.factors[x[0]][1]) for m in rest[0]}) for k in (i, j))
        if rank > 2:
            raise Unsupported(f"the determinant of {spell(node)} is out of reach")
        a, b = self.index(("w", 1), dim), self.index(("w", 2), dim)

        def at(x: int, y: int) -> Frac:
            return self.frename(rest, {i: x, j: y})

        out = self.over_all(d, i)
        if rank:
            out = self.fadd(out, self.fsum(self.fmul(at(a, a), self.over_all(d, i, a)), a))
        if rank == 2:
            minor = self.fadd(self.fmul(at(a, a), at(b, b)), self.fmul(at(a, b), at(b, a)), -1)
            out = self.fadd(out, self.fsum(self.fmul(minor, self.over_all(d, i, a, b)), b, a), Fraction(1, 2))
        return out

    def derivative(self, f: Frac, symbol: Node, after: int) -> Frac:
        """∂f/∂symbol, whose axes come after so many others.

        No equality hypothesis has been used in f.  What has been used of signs holds nearby, too: √(x²) = x for x ≥ 0, and
        √(x² w) = |x| √w for w ≥ 0, only where the radicand is > 0.
        """
        if self.props[symbol.data[0]] & {"mask", "symmetric", "orthogonal", "idempotent"}:
            raise Unsupported("a derivative by a symbol with equations")
        idx = [self.index(("a", after + k), dim) for k, dim in enumerate(axes(symbol.shape))]
        target = self.atom("sym", symbol.data[0])
        memo: dict[int, Frac] = {}

        def poly(p: Poly) -> Frac:
            out = NOTHING
            for m, c in p.items():
                if any(self.binds[y] for y, _ in m):
                    body, fresh = self.opened(self.spelt(m))
                    out = self.fadd(out, self.fsum(poly({body: c}), *fresh))
                    continue
                for k, (y, e) in enumerate(m):
                    inner = factor(y)
                    if inner[0]:
                        rest = self.fmul((self.normal(m[:k] + m[k + 1 :]), ()), self.factor_power(y, e - 1))
                        out = self.fadd(out, self.fmul(inner, rest), c * e)
            return out

        def whole(f: Frac) -> Frac:
            out = self.fmul(poly(f[0]), ({(): 1}, f[1]))
            for d, e in f[1]:
                inner = poly(self.dens[d])
                if inner[0]:
                    out = self.fadd(out, self.fmul(self.fmul(inner, f), ({(): 1}, ((d, 1),))), -e)
            return out

        def factor(y: int) -> Frac:
            if y not in memo:
                self.budget.tick(20)
                memo[y] = of_factor(*self.factors[y], ({((y, 1),): 1}, ()))
            return memo[y]

        def of_factor(atom: int, on: tuple[int, ...], this: Frac) -> Frac:
            found = self.atoms[atom]
            match found.kind:
                case "sym":
                    return self.normal(
                        self.collect(((0, pair), 1) for pair in zip(on, idx, strict=True))
                    ) if atom == target else {}, ()
                case "dim" | "delta" | "prime":
                    return NOTHING
                case "sum":
                    body, fresh = self.opened(found.data)
                    return self.fsum(poly({body: 1}), *fresh)
                case "inv":
                    return self.fscale(self.fmul(poly(self.instance(found.data, on)), self.fpow(this, 2)), -1)
                case "root" | "fun":
                    inside = self.instance(found.data[0], on), found.data[1]
                    f = whole(inside)
                    if f[0] and found.kind == "fun":
                        raise Unsupported("this derivative is out of reach")
                    return self.fmul(self.fmul(f, this), self.finv(self.fscale(inside, 2))) if f[0] else f
                case "prod" | "loo":  # Σₙ P′(n) ∏ without n
                    (body, sigma), n = found.data, self.fresh(found.dims[0])
                    left = on[: found.kind == "loo"]
                    here = self.literals(sigma, n)
                    p = self.pmul(here, self.instance(body, (n, *on[len(left) :])))
                    self.into(p, self.into({(): 1}, here, -1))
                    slope = poly(p)
                    if not slope[0]:
                        return slope
                    m = self.fresh(found.dims[0])
                    f = self.fsum(self.fmul(slope, self.over_all((self.rename(p, {n: m}), ()), m, *left, n)), n)
                    return self.fmul(f, (self.literals(sigma, *left), ())) if left else f
            raise Unsupported("this derivative is out of reach")

        return whole(f)


def is_principal(node: Node) -> bool:
    """Is it the logarithm or a half-integer power of a matrix, which a positive definite one has?"""
    return node.op == "matrix_log" or (node.op == "pow" and len(node.shape) == 2 and node.data.denominator == 2)


def spell(node: Node, depth: int = 0) -> str:
    """A node in the notation, cut short; for messages."""
    if node.op in ("num", "dim"):
        return str(node.data)[:20]
    if node.op == "sym":
        return str(node.data[0])
    more = (
        [f"{i[0]}:{i[1]}" if isinstance(i, tuple) else str(i) for i in node.data]
        if isinstance(node.data, tuple)
        else []
    )
    more += [str(node.data)] if isinstance(node.data, Fraction) or node.op == "identity" else []
    return f"{node.op}({', '.join([spell(x, depth + 1) for x in node.args] + more)})" if depth < 5 else "…"


# --- 4. Statements and bodies --------------------------------------------------------------------------------------

CONDITIONS = {  # and the numbers of axes of what they are about
    "nonzero": (0, 1), "nonneg": (0,), "positive": (0,), "not_zero": (1,), "mask": (1,),
    "symmetric": (2,), "orthogonal": (2,), "idempotent": (2,), "invertible": (2,), "positive_definite": (2,),
}  # fmt: skip
RELATIONS = {">=": "nonneg", ">": "positive", "<=": "nonneg", "<": "positive", "!=": "nonzero", "=": ""}
# What fields hold: t term, s scalar, m matrix, v vector, h hypothesis, S statement, w word, b boolean, x anything; a set
# of words; [y] an array of y; (y, z) an array of these two; an object.  "?" marks what may be left out.
STATEMENTS: dict[str, Any] = {
    "equation": {"terms": ["t"]},
    "bound": {"lhs": "s", "relation": {*RELATIONS}, "rhs": "s"},
    "bounds": {"terms": ["s"], "relations": [{*RELATIONS} - {"!="}]},
    "implication": {"conclusion": "h"},
    "sign": {"condition": "h"},
    "conjunction": {"members": [("w", "S")]},
    "cases": {"cases": [("h", "S")]},
    "null space": {"matrix": "m", "side": {"left", "right"}, "basis": ["t"]},
    "rank": {"matrix": "m", "value": "s"},
    "nullity": {"matrix": "m", "value": "s"},
    "pseudo-inverse": {"matrix": "m", "value": "m"},
    "eigenpair": {"matrix": "m", "vector": "v", "value": "s"},
    "eigenvalues": {"matrix": "m", "eigenvalues": [("s", "s")]},
    "eigenvalue count": {"matrix": "m", "relation": {">=", "<="}, "value": "s", "number": "s", "space": "m"},
    "image": {
        "map": {"argument": "w", "domain": ["h"], "term": "t"},
        "set": {"element": "w", "conditions": ["h"]},
    },
    "linear implication": {"conclusion?": "h"},
}
BODIES: dict[str, Any] = {
    "equation": {"links": [{"cofactors?": [("x", ["w"], "w")], "indices?": ["w"], "scale?": "s"}]},
    "bound": {"by?": "s", "scale?": "s", "squared": "b", "parts": ["x"]},
    "implication": {"form?": "t", "covector?": "v", "parts?": ["x"]},
    "sign": {},
    "null space": {"coefficients": ["t"], "left": "m", "parts": ["x"]},
    "rank": {"inverse": "m", "parts": ["x"]},
    "nullity": {"inverse": "m", "parts": ["x"]},
    "eigenpair": {"form?": "x", "covector?": "x", "parts": ["x"]},
    "eigenvalues": {"projections": ["m"], "parts": ["x"]},
    "eigenvalue count": {"projection": "m", "vector": "w", "by": "t", "parts": ["x"]},
    "image": {"preimage": "t", "lemmas": ["S"], "parts": ["x"]},
    "linear implication": {"multipliers?": "x", "constant?": "w", "parts?": ["x"]},
}
SYMBOL = {"shape": ["w"], "properties": ["w"]}
DEFINITION = {"name": "w", "parameters": [("w", ["w"])], "body": "w"}


class Checker:
    """Checks a statement with a body."""

    def __init__(self, budget: Budget) -> None:
        self.terms = Terms(budget)
        self.scopes: dict[Any, Scope] = {}
        self.own: set[str] = set()  # symbols of the body
        self.place: list[str] = []

    # Reading.

    def read(self, schema: Any, value: Json, what: str = "") -> Any:
        if isinstance(schema, list):
            if not isinstance(value, list):
                raise Rejected(f"{what}: an array expected")
            return [self.read(schema[0], x, what) for x in value]
        if isinstance(schema, tuple):
            if not isinstance(value, list) or len(value) != len(schema):
                raise Rejected(f"{what}: an array of {len(schema)} expected")
            return tuple(self.read(s, x, what) for s, x in zip(schema, value, strict=True))
        if isinstance(schema, dict):
            if not isinstance(value, dict):
                raise Rejected(f"{what}: an object expected")
            names = {name.rstrip("?"): name for name in schema}
            if not {n for n in schema if n[-1] != "?"} <= set(value) <= set(names):
                raise Rejected(f"{what}: the fields {sorted(names)} expected, {sorted(value)} found"[:300])
            return {n: self.read(schema[names[n]], x, f"{what}.{n}"[-100:]) for n, x in value.items()}
        good = schema == "x" or isinstance(
            value, bool if schema == "b" else dict if schema == "S" else list if schema == "h" else str
        )
        if not good or (isinstance(schema, set) and value not in schema):
            raise Rejected(f"{what}: something else is expected")
        if schema == "S":
            return self.statement(value)
        if schema == "h":
            return self.hypothesis(value)
        if isinstance(schema, str) and schema in "tsmv":
            node = self.terms.term(value)
            if len(axes(node.shape)) != {"t": len(axes(node.shape)), "s": 0, "m": 2, "v": 1}[schema] or (
                schema == "v" and len(node.shape) > 1
            ):
                raise Rejected(f"{what}: {spell(node)} has another shape than expected")
            return node
        return value

    def declare(self, value: dict[str, Json]) -> None:
        terms = self.terms
        for name in self.read(["w"], value.get("dimensions", []), "dimensions"):
            self.new(name)
            if name[0].isdigit():
                raise Rejected(f"a dimension with the name {name[:40]}")
            terms.dimensions.add(name)
        symbols = value.get("symbols", {})
        if not isinstance(symbols, dict):
            raise Rejected("symbols: an object expected")
        for name, symbol in symbols.items():
            self.new(name)
            symbol = self.read(SYMBOL, symbol, f"the symbol {name}")
            shape = self.shape(symbol["shape"])
            for word in symbol["properties"]:
                self.condition(word, shape)
            terms.symbols[name] = shape, tuple(symbol["properties"])
        for definition in self.read([DEFINITION], value.get("definitions", []), "definitions"):
            name = definition["name"]
            self.new(name)
            parameters = [(p, self.shape(shape)) for p, shape in definition["parameters"]]
            if len({p for p, _ in parameters}) < len(parameters) or {p for p, _ in parameters} & terms.dimensions:
                raise Rejected(f"a parameter of {name} twice, or with the name of a dimension")
            nodes = {p: terms.make("sym", data=((p, name), shape)) for p, shape in parameters}
            node = Reader(terms, definition["body"], nodes, {}).whole()
            if node.free:
                raise Rejected(f"the definition of {name} has free indices")
            terms.definitions[name] = parameters, definition["body"], node

    def new(self, name: str) -> None:
        terms = self.terms
        if (
            not name
            or any(c.isspace() for c in name)
            or name in {*terms.dimensions, *terms.symbols, *terms.definitions}
        ):
            raise Rejected(f"the name {name!r} is declared twice, or is no name"[:200])

    def shape(self, words: list[str]) -> Shape:
        out = tuple(int(w) if re.fullmatch("[1-9][0-9]{0,8}", w) else w for w in words)
        if (
            any(isinstance(d, str) and d not in self.terms.dimensions for d in out)
            or 1 in out[1:]
            or (1 in out and len(out) != 2)
        ):
            raise Rejected(f"{words} is no shape"[:200])
        return out

    def condition(self, word: Json, shape: Shape) -> None:
        square = len(shape) != 2 or shape[0] == shape[1]
        if not isinstance(word, str) or len(axes(shape)) not in CONDITIONS.get(word, ()) or not square:
            raise Rejected(f"the condition {word!r} of shape {shape}"[:200])

    def hypothesis(self, value: list[Json]) -> Hypothesis:
        """A hypothesis, or a condition that is claimed; see `general` for what a free index of the former says."""
        if len(value) not in (2, 3) or (value[0] == "equal") != (len(value) == 3):
            raise Rejected("a condition and a term, or an equality, expected")
        nodes = [self.terms.term(x) for x in value[1:]]
        if len(nodes) == 1:
            self.condition(value[0], nodes[0].shape)
        elif nodes[0].shape != nodes[1].shape:
            raise Rejected(f"an equality between shapes {nodes[0].shape} and {nodes[1].shape}")
        return value[0], *nodes

    def general(self, h: Hypothesis) -> Hypothesis:
        """A free index of a hypothesis is closed in it: it gets a name that is no string, and none of the statement."""
        nodes = list(h[1:])
        for index in sorted({i for x in nodes for i in x.free}, key=str):
            nodes = [self.terms.rename(x, index, (("u", index[0]), index[1])) for x in nodes]
        return h[0], *nodes

    def statement(self, value: dict[str, Json], top: bool = False) -> dict[str, Any]:
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in STATEMENTS:
            raise Rejected("a statement of an unknown kind")
        schema = {"kind": "w", **STATEMENTS[kind]} | ({} if kind == "conjunction" else {"hypotheses": ["h"]})
        s: dict[str, Any] = self.read(
            schema | (dict.fromkeys(("dimensions", "symbols", "definitions"), "x") if top else {}), value, kind
        )
        s["hypotheses"] = [self.general(h) for h in s.get("hypotheses", [])]
        if kind in ("implication", "sign") and (s.get("conclusion") or ("", 0))[0] not in ("", "not_zero", *SIGNS):
            raise Rejected(f"{kind}: the condition {s['conclusion'][0]}")
        if kind == "sign" and s["condition"][0] == "equal":
            raise Rejected("sign: an equality")
        if kind in ("equation", "bounds") and (len(s["terms"]) < 2 or len({x.shape for x in s["terms"]}) > 1):
            raise Rejected(f"{kind}: two terms or more, of one shape, expected")
        if kind in ("conjunction", "eigenvalues") and not s["members" if kind == "conjunction" else "eigenvalues"]:
            raise Rejected(f"{kind} of nothing")
        return s

    def speaks_of(self, s: dict[str, Any]) -> list[Node]:
        """The terms that may be assumed to be defined."""
        if s["kind"] == "cases":
            one, two = (self.speaks_of(inner) for _, inner in s["cases"])
            return [x for x in one if x in two]

        def nodes(value: Any) -> list[Node]:
            if isinstance(value, Node):
                return [value]
            return [x for y in value for x in nodes(y)] if isinstance(value, list | tuple) else []

        fields = [name.rstrip("?") for name in STATEMENTS[s["kind"]] if name not in ("members", "map", "set")]
        return [x for name in fields for x in nodes(s.get(name, []))]

    def scope(self, given: list[Hypothesis], assumed: list[Node]) -> Scope:
        key = tuple(given), frozenset(assumed)
        if key not in self.scopes:
            self.scopes[key] = Scope(self.terms, given, assumed)
        return self.scopes[key]

    # Proving.

    def top(self, statement: Json, body: Json) -> None:
        if not isinstance(statement, dict) or not isinstance(body, dict):
            raise Rejected("objects expected for statement and body")
        self.declare(statement)
        s = self.statement(statement, top=True)
        outer = set(self.terms.symbols)
        self.declare({name: body[name] for name in ("symbols", "definitions") if name in body})
        self.own = set(self.terms.symbols) - outer
        body = {name: x for name, x in body.items() if name not in ("symbols", "definitions")}
        self.prove(s, body, s["hypotheses"], self.speaks_of(s))

    def at(self, place: str, do: Callable[..., None], *args: Any) -> None:
        self.place.append(place)
        do(*args)
        self.place.pop()

    def prove(self, s: dict[str, Any], body: Json, given: list[Hypothesis], assumed: list[Node]) -> None:
        """The relation of s under what is given, where the assumed terms are defined."""
        if s["kind"] == "conjunction":
            bodies = self.parts(self.read({"parts": ["x"]}, body, "conjunction"), len(s["members"]))
            for (name, inner), part in zip(s["members"], bodies, strict=True):
                self.at(name[:40], self.prove, inner, part, inner["hypotheses"], self.speaks_of(inner))
            return
        body = self.read(BODIES.get(s["kind"], {"parts": ["x"]}), body, f"the body of {s['kind']}")
        method = getattr(self, "prove_" + re.sub(r"\W", "_", s["kind"]))
        method(self.scope(given, assumed), s, body)

    def inside(self, s: dict[str, Any], body: Json, given: list[Hypothesis], assumed: list[Node]) -> None:
        """A statement inside another; its own hypotheses must be among what is given."""
        if s["kind"] == "conjunction":
            for (_, member), part in zip(
                s["members"], self.parts(self.read({"parts": ["x"]}, body), len(s["members"])), strict=True
            ):
                self.inside(member, part, given, assumed)
            return
        own = s["hypotheses"]
        if any(h not in given for h in own):
            raise Rejected("a hypothesis inside that is not given")
        self.prove(s, body, own + [h for h in given if h not in own], assumed)

    def parts(self, body: dict[str, Any], number: int) -> list[Json]:
        found = body.get("parts", [])
        if len(found) != number:
            raise Rejected(f"{number} parts expected, {len(found)} found")
        return list(found)

    def equations(self, scope: Scope, pairs: list[tuple[str, Node, Node]], bodies: list[Json]) -> None:
        for (place, left, right), body in zip(pairs, bodies, strict=True):
            self.at(
                place, self.chain, scope, [left, right], self.read(BODIES["equation"], body, "the body of an equation")
            )

    def chain(self, scope: Scope, nodes: list[Node], body: dict[str, Any]) -> None:
        if len(body["links"]) != len(nodes) - 1:
            raise Rejected(f"{len(nodes) - 1} links expected")
        for k, link in enumerate(body["links"]):
            self.at(f"link {k}", self.link, scope, nodes[k], nodes[k + 1], link)

    def link(self, scope: Scope, left: Node, right: Node, link: dict[str, Any]) -> None:
        if left.shape != right.shape:
            raise Rejected(f"an equation between shapes {left.shape} and {right.shape}")
        scope.show(left)
        scope.show(right)
        if "cofactors" in link:
            good = scope.vanishes(self.with_cofactors(scope, left, right, link))
        elif link:
            raise Rejected("a link with a scale or indices, but without cofactors")
        else:
            good = scope.equal(left, right) or self.by_replacing(scope, left, right)
        if not good:
            raise Rejected(f"not shown: {spell(left)} = {spell(right)}"[:400])

    def by_replacing(self, scope: Scope, left: Node, right: Node) -> bool:
        """Hypotheses symbol = term used by writing the term for the symbol (not where there is a derivative)."""
        before = left, right
        for sides in scope.equalities:
            for old, new in (sides, sides[::-1]):
                if (
                    old.op == "sym"
                    and not self.terms.mentions(new, old)
                    and not new.free
                    and not self.terms.symbols[old.data[0]][1]
                ):
                    left, right = (self.terms.replace(x, old, new) for x in (left, right))
                    break
        return before != (left, right) and scope.equal(left, right)

    def names(self, words: list[str], dims: Shape) -> list[tuple[Any, Any]]:
        out: list[tuple[Any, Any]] = []
        for word in words:
            reader = Reader(self.terms, word, {}, {})
            out.append(reader.index())
            reader.next("end")
        if tuple(d for _, d in out) != dims or len(set(out)) != len(out):
            raise Rejected("cofactors: the indices do not fit the equation")
        return out

    def with_cofactors(self, scope: Scope, left: Node, right: Node, link: dict[str, Any]) -> Frac:
        """scale (l - r) - Σ Σ term (left - right side of the hypothesis)."""
        rows = self.names(link.get("indices", []), axes(left.shape))

        def inner(node: Node, *groups: list[Any]) -> tuple[Node, list[int]]:
            if node.shape != ():
                raise Rejected("cofactors: scalars expected")
            for k, index in ((k, index) for k, group in enumerate(groups) for index in group):
                node = self.terms.rename(node, index, (("c", k, index[0]), index[1]))
            scope.show(node)
            return node, [scope.index(("c", k, name), dim) for k, group in enumerate(groups) for name, dim in group]

        def difference(one: Node, two: Node, idx: list[int], closed: Iterable[Any] = ()) -> Frac:
            """At these indices, one for each axis; then, for a hypothesis, one for each index that is closed in it."""
            at, rest = idx[: len(axes(one.shape))], idx[len(axes(one.shape)) :]
            f = scope.fadd(scope.entry(one, *at), scope.entry(two, *at), -1)
            return scope.frename(f, {scope.index(*i): new for i, new in zip(closed, rest, strict=True)})

        scale, idx = inner(link.get("scale", self.terms.num(1)), rows)
        if scope.sign(scale) & ZERO:
            raise Rejected(f"it is not shown that the scale {spell(scale)} is not 0")
        out = scope.fmul(difference(left, right, idx), scope.expand(scale))
        for number, words, text in link["cofactors"]:
            if type(number) is not int or not 0 <= number < len(scope.equalities):
                raise Rejected("cofactors: there is no such hypothesis")
            one, two = scope.equalities[number]
            closed = sorted(one.free | two.free, key=lambda i: str(i[0][-1]))  # by `general`
            if any(isinstance(name, str) for name, _ in closed) or len({name for name, _ in closed}) < len(closed):
                raise Rejected("cofactors: a hypothesis with two indices of one name")
            group = self.names(words, (*axes(one.shape), *(dim for _, dim in closed)))
            if set(rows) & set(group):
                raise Rejected("cofactors: an index twice")
            node, idx = inner(self.terms.term(text), rows, group)
            idx = idx[len(rows) :]
            part = scope.fmul(difference(one, two, idx, closed), scope.expand(node))
            out = scope.fadd(out, scope.fsum(part, *idx), -1)
        return out

    def holds(self, scope: Scope, condition: str, node: Node, body: Json = None) -> None:
        """A condition that can be read off; ``body`` holds nothing."""
        self.read({}, {} if body is None else body, "the body of a sign")
        scope.show(node)
        terms, equal = self.terms, scope.equal

        match condition:
            case "not_zero":
                good = ("not_zero", node) in scope.hypotheses or not scope.sign(node) & ZERO
                good = good or scope.sign_frac(scope.squares(node)) == POS
            case "mask":
                good = equal(terms.make("hadamard", node, node), node)
            case "symmetric":
                good = equal(terms.make("transpose", node), node)
            case "idempotent":
                good = equal(terms.make("mul", node, node), node)
            case "orthogonal":
                other, unit = terms.make("transpose", node), terms.make("identity", data=node.shape[0])
                good = equal(terms.make("mul", node, other), unit) and equal(terms.make("mul", other, node), unit)
            case "invertible":
                scope.invertible(node)
                good = True
            case "positive_definite":
                scope.definite(node)
                good = True
            case _:
                good = not scope.sign(node) & ~SIGNS[condition]
        if not good:
            raise Rejected(f"not shown: {condition} {spell(node)}"[:400])

    # The kinds.

    def prove_equation(self, scope: Scope, s: Any, body: Any) -> None:
        self.chain(scope, s["terms"], body)

    def prove_bound(self, scope: Scope, s: Any, body: Any) -> None:
        """By d = p - q, or p² - q² for p ≥ 0: c d = b with b and c of known sign."""
        terms, relation, lhs, rhs = self.terms, s["relation"], s["lhs"], s["rhs"]
        scope.show(lhs)
        scope.show(rhs)
        p, q = (rhs, lhs) if relation in ("<", "<=") else (lhs, rhs)
        two = Fraction(2)
        p2, q2 = (terms.make("pow", x, data=two) if body["squared"] else x for x in (p, q))
        signs: list[tuple[str, Node]] = []
        if body["squared"] and relation != "!=":
            signs = [("nonneg", p)] + ([("nonneg", q)] if relation == "=" else [])
        last: list[tuple[str, Node]] = []
        if relation == "=":
            if "by" in body or "scale" in body:
                raise Rejected("bound: an equality by a term, or scaled")
            d, by = p2, q2
        else:
            d = p2 if q.op == "num" and q.data == 0 else terms.sub(p2, q2)
            if "scale" in body:
                signs += [("positive", body["scale"])] if relation != "!=" else []
                d = terms.make("mul", body["scale"], d)
            by = body.get("by", d)
            last = [(RELATIONS[relation], by)]
        bodies = self.parts(body, len(signs) + 1 + len(last))
        for k, (condition, node) in enumerate(signs):
            self.at(f"part {k}", self.holds, scope, condition, node, bodies[k])
        self.equations(scope, [(f"part {len(signs)}", d, by)], [bodies[len(signs)]])
        for condition, node in last:
            self.at(f"part {len(signs) + 1}", self.holds, scope, condition, node, bodies[-1])

    def bound(self, scope: Scope, lhs: Node, relation: str, rhs: Node, body: Json) -> None:
        body = self.read(BODIES["bound"], body, "the body of a bound")
        self.prove_bound(scope, {"lhs": lhs, "relation": relation, "rhs": rhs}, body)

    def prove_bounds(self, scope: Scope, s: Any, body: Any) -> None:
        nodes, relations = s["terms"], s["relations"]
        if len(relations) != len(nodes) - 1 or not (
            {*relations} <= {">=", ">", "="} or {*relations} <= {"<=", "<", "="}
        ):
            raise Rejected("bounds: relations of one way expected")
        for k, part in enumerate(self.parts(body, len(relations))):
            self.at(f"bound {k}", self.bound, scope, nodes[k], relations[k], nodes[k + 1], part)

    def prove_implication(self, scope: Scope, s: Any, body: Any) -> None:
        condition, left = s["conclusion"]
        if not {"form", "covector"} & set(body):
            self.parts(body, 0)
            self.holds(scope, condition, left)
            return
        first, second = self.parts(body, 2)
        if "covector" in body:  # c·v ≠ 0 gives v ≠ 0
            if condition != "not_zero":
                raise Rejected("implication: a covector shows that a vector is not 0")
            left, condition = self.terms.make("dot", body["covector"], left), "nonzero"
        right = body.get("form", left)
        self.equations(scope, [("the form", left, right)], [first])
        self.holds(scope, condition, right, second)

    def prove_sign(self, scope: Scope, s: Any, body: Any) -> None:
        self.holds(scope, *s["condition"])

    def prove_cases(self, scope: Scope, s: Any, body: Any) -> None:
        """p and l - r are the same but for the sign: so one of the two hypotheses holds."""
        if len(s["cases"]) != 2:
            raise Rejected("cases: two expected")
        (one, *_), (two, *_) = s["cases"]
        if one[0] == "equal":
            one, two = two, one
        condition, p = one[0], one[1]
        if (
            two[0] != "equal"
            or condition not in ("nonzero", "positive", "not_zero")
            or p.shape != two[1].shape
            or p.free
        ):
            raise Rejected("cases: a condition and an equality expected")
        if len(p.shape) != (condition == "not_zero") or two[1].free or two[2].free:
            raise Rejected("cases: a condition and an equality expected")
        bodies = self.parts(body, 4 if condition == "positive" else 3)
        sides = [self.terms.sub(*two[1:]), self.terms.sub(*two[:0:-1])]
        depth = len(self.place)
        try:
            self.equations(scope, [("the cases", p, sides[0])], bodies[:1])
        except Exhausted:
            raise
        except Rejected:
            del self.place[depth:]
            self.equations(scope, [("the cases", p, sides[1])], bodies[:1])
        if condition == "positive":
            part = self.read(BODIES["implication"], bodies[1], "the body of an implication")
            self.at("the cases", self.prove_implication, scope, {"conclusion": ("nonneg", p)}, part)
        for (hypothesis, inner), part in zip(s["cases"], bodies[-2:], strict=True):
            self.at("a case", self.inside, inner, part, [*scope.hypotheses, hypothesis], scope.assumed)

    def prove_null_space(self, scope: Scope, s: Any, body: Any) -> None:
        terms, m, basis = self.terms, s["matrix"], s["basis"]
        m = terms.make("transpose", m) if s["side"] == "left" else m
        if len(body["coefficients"]) != len(basis) or any(b.shape[:1] != m.shape[1:] for b in basis):
            raise Rejected("null space: the basis does not fit the matrix or the coefficients")
        pairs, sums = [], []
        for k, (b, c) in enumerate(zip(basis, body["coefficients"], strict=True)):
            image = terms.make("mul", m, b)
            pairs.append((f"basis {k}", image, terms.make("zeros", data=image.shape)))
            sums.append(terms.make("outer" if len(b.shape) == 1 else "mul", b, c))
        sums.append(terms.make("mul", body["left"], m))
        unit = terms.make("identity", data=m.shape[1])
        pairs.append(("the splitting", unit, terms.make("add", *sums) if basis else sums[0]))
        self.equations(scope, pairs, self.parts(body, len(pairs)))

    def prove_rank(self, scope: Scope, s: Any, body: Any) -> None:
        terms, m, x = self.terms, s["matrix"], body["inverse"]
        trace, columns = terms.make("trace", terms.make("mul", m, x)), m.shape[1]
        if s["kind"] == "nullity":
            trace = terms.sub(
                terms.num(columns) if isinstance(columns, int) else terms.make("dim", data=columns), trace
            )
        pairs = [("M X M = M", terms.make("mul", m, x, m), m), ("the trace", trace, s["value"])]
        self.equations(scope, pairs, self.parts(body, 2))

    prove_nullity = prove_rank

    def prove_pseudo_inverse(self, scope: Scope, s: Any, body: Any) -> None:
        make, m, p = self.terms.make, s["matrix"], s["value"]
        if p.shape != m.shape[::-1]:
            raise Rejected("pseudo-inverse: the shapes do not fit")
        mp, pm = make("mul", m, p), make("mul", p, m)
        pairs = [
            (make("mul", m, p, m), m),
            (make("mul", p, m, p), p),
            (make("transpose", mp), mp),
            (make("transpose", pm), pm),
        ]
        self.equations(scope, [(f"equation {k}", *pair) for k, pair in enumerate(pairs)], self.parts(body, 4))

    def prove_eigenpair(self, scope: Scope, s: Any, body: Any) -> None:
        make, m, v = self.terms.make, s["matrix"], s["vector"]
        first, second = self.parts(body, 2)
        self.equations(scope, [("M v = λ v", make("mul", m, v), make("mul", s["value"], v))], [first])
        own = {name: body[name] for name in ("form", "covector") if name in body}
        part = self.read(
            BODIES["implication"], second | own if isinstance(second, dict) else second, "the body of an implication"
        )
        self.at("v ≠ 0", self.prove_implication, scope, {"conclusion": ("not_zero", v)}, part)

    def prove_eigenvalues(self, scope: Scope, s: Any, body: Any) -> None:
        make, m, es = self.terms.make, s["matrix"], body["projections"]
        if m.shape[0] != m.shape[1] or len(es) != len(s["eigenvalues"]) or any(e.shape != m.shape for e in es):
            raise Rejected("eigenvalues: a projection for each of a square matrix expected")
        pairs = [("the sum", make("add", *es) if len(es) > 1 else es[0], make("identity", data=m.shape[0]))]
        for (value, number), e in zip(s["eigenvalues"], es, strict=True):
            pairs += [("idempotent", make("mul", e, e), e), ("eigenvectors", make("mul", m, e), make("mul", value, e))]
            pairs += [("the number", make("trace", e), number)]
        self.equations(scope, pairs, self.parts(body, len(pairs)))

    def prove_eigenvalue_count(self, scope: Scope, s: Any, body: Any) -> None:
        terms, make, m, f, e = self.terms, self.terms.make, s["matrix"], s["space"], body["projection"]
        name, shape = body["vector"], m.shape[:1]
        if m.shape[0] != m.shape[1] or {f.shape, e.shape} != {m.shape}:
            raise Rejected("eigenvalue count: square matrices of one size expected")
        v = make("sym", data=(name, shape))
        if name not in self.own or terms.symbols[name] != (shape, ()) or terms.mentions(e, v):
            raise Rejected(
                "eigenvalue count: a vector of the body, without properties, that is not in the projection expected"
            )
        pairs = [("symmetric", make("transpose", m), m)]
        if f.op != "identity":
            pairs += [("F² = F", make("mul", f, f), f), ("F M F = M F", make("mul", f, m, f), make("mul", m, f))]
            pairs += [("F E = E", make("mul", f, e), e)]
        pairs += [("E² = E", make("mul", e, e), e), ("tr E", make("trace", e), s["number"])]
        bodies = self.parts(body, len(pairs) + 1)
        self.equations(scope, pairs, bodies[:-1])
        ev = make("mul", e, v)
        form = make("mul", make("transpose", ev), m, ev)
        other = make("mul", s["value"], make("pow", make("norm", ev), data=Fraction(2)))
        if not isinstance(bodies[-1], dict) or self.read("s", bodies[-1].get("by"), "by") is not body["by"]:
            raise Rejected("eigenvalue count: the bound is by another term")
        self.at("the bound", self.bound, scope, form, s["relation"], other, bodies[-1])

    def prove_image(self, _: Scope, s: Any, body: Any) -> None:
        terms, f, preimage, given = self.terms, s["map"]["term"], body["preimage"], s["hypotheses"]
        names = s["map"]["argument"], s["set"]["element"]
        if names[0] == names[1] or not set(names) <= set(terms.symbols) - self.own:
            raise Rejected("image: argument and element are symbols of the statement")
        a, v = (terms.make("sym", data=(name, terms.symbols[name][0])) for name in names)
        domain = [(p, a) for p in terms.symbols[names[0]][1]] + [self.general(h) for h in s["map"]["domain"]]
        conditions = [(p, v) for p in terms.symbols[names[1]][1]] + [self.general(h) for h in s["set"]["conditions"]]
        lemmas = body["lemmas"]
        of_lemmas = [x for lemma in lemmas for x in self.speaks_of(lemma)]

        def found(symbol: Node, hypotheses: list[Hypothesis], *nodes: Node) -> bool:
            return any(terms.mentions(x, symbol) for x in [*(x for h in hypotheses for x in h[1:]), *nodes])

        wrong = found(a, [*given, *conditions], preimage, *of_lemmas) or found(v, [*given, *domain], f)
        if wrong or f.shape != v.shape or preimage.shape != a.shape or f.free or preimage.free:
            raise Rejected("image: argument or element stands where it may not, or the shapes do not fit")
        one, two = (self.parts(self.read({"parts": ["x"]}, x, "inclusion"), n) for x, n in zip(
            self.parts(body, 2), (len(conditions), len(lemmas) + len(domain) + 1), strict=True))  # fmt: skip
        scope = self.scope([*given, *domain], [f])
        for k, (h, part) in enumerate(zip(conditions, one, strict=True)):
            there = (h[0], *(terms.replace(x, v, f) for x in h[1:]))
            self.at(f"the image is in the set, condition {k}", self.condition_at, scope, there, part)
        known, swaps = [*given, *conditions], []
        for k, lemma in enumerate(lemmas):
            if lemma["kind"] not in ("equation", "bound") or lemma["hypotheses"]:
                raise Rejected("image: a lemma is an equation or a bound, without hypotheses")
            nodes = lemma["terms"] if lemma["kind"] == "equation" else [lemma["lhs"], lemma["rhs"]]
            if any(x.free for x in nodes):
                raise Rejected("image: a lemma without free indices expected")
            self.at(f"lemma {k}", self.prove, lemma, two.pop(0), known, [])
            relation = lemma.get("relation", "=")
            if relation == "=":
                known = known + [("equal", nodes[0], x) for x in nodes[1:]]
                swaps += [(nodes[0], x) for x in nodes[1:2]]
            else:
                p, q = nodes[::-1] if relation in ("<", "<=") else nodes
                known = [*known, (RELATIONS[relation], terms.sub(p, q))]
        for k, h in enumerate(domain):
            there = (h[0], *(terms.replace(x, a, preimage) for x in h[1:]))
            self.at(
                f"the preimage is in the domain, condition {k}",
                self.condition_at,
                self.scope(known, []),
                there,
                two.pop(0),
            )
            known = [*known, there]
        scope, result = self.scope(known, []), terms.replace(f, a, preimage)
        scope.show(result)
        for old, new in swaps:
            result = terms.replace(result, old, new)
        self.equations(scope, [("f(preimage) = v", result, v)], two)

    def condition_at(self, scope: Scope, hypothesis: Hypothesis, body: Json) -> None:
        condition, *of = hypothesis
        terms, zero = self.terms, self.terms.num(0)
        if condition == "equal" and not (isinstance(body, dict) and "squared" in body):
            self.equations(scope, [("equation", *of)], [body])
        elif condition == "equal":
            if of[0].shape != ():
                raise Rejected("a bound between terms that are no scalars")
            self.bound(scope, of[0], "=", of[1], body)
        elif condition in SIGNS and of[0].shape == ():
            relation = {"nonneg": ">=", "positive": ">", "nonzero": "!="}[condition]
            self.bound(scope, of[0], relation, zero, body)
        elif condition == "not_zero":
            self.bound(scope, terms.make("pow", terms.make("norm", of[0]), data=Fraction(2)), ">", zero, body)
        else:
            self.holds(scope, condition, of[0], body)

    def prove_linear_implication(self, scope: Scope, s: Any, body: Any) -> None:
        terms = self.terms
        declared = []
        for name, (shape, words) in sorted(terms.symbols.items()):
            if shape == () and name not in self.own:
                symbol = terms.make("sym", data=(name, ()))
                declared += [(word, symbol) for word in ("nonneg", "positive") if word in words]
        rows: list[Any] = [
            (h[0], terms.sub(h[1], h[2]) if h[0] == "equal" else h[1]) for h in [*scope.hypotheses, *declared]
        ]
        condition, *of = s.get("conclusion", ("positive", terms.num(0)))
        if any(x.shape != () for x in of) or condition not in ("equal", "nonneg", "positive"):
            raise Rejected("linear implication: a conclusion about scalars, ≥ 0, > 0 or equal, expected")
        bodies, goals = [body], [(condition, of[0])]
        if condition == "equal":
            if set(body) != {"parts"}:
                raise Rejected("linear implication: two parts expected")
            bodies, goals = self.parts(body, 2), [("nonneg", terms.sub(*of[::-1])), ("nonneg", terms.sub(*of))]
        for (word, goal), part in zip(goals, bodies, strict=True):
            part = self.read({"multipliers": [("x", "w")], "constant": "w"}, part, "linear implication")
            constant = self.rational(part["constant"])
            positive, summands = constant > 0, [terms.num(constant)]
            for number, text in part["multipliers"]:
                multiplier = self.rational(text)
                if type(number) is not int or not 0 <= number < len(rows) or rows[number][1].shape != ():
                    raise Rejected("linear implication: there is no such hypothesis")
                kind, node = rows[number]
                if kind not in ("equal", "nonneg", "positive") or (kind != "equal" and multiplier < 0) or node.free:
                    raise Rejected("linear implication: a multiplier below 0, or of another hypothesis")
                positive = positive or (kind == "positive" and multiplier > 0)
                summands.append(terms.make("mul", terms.num(multiplier), node))
            if constant < 0 or (word == "positive" and not positive):
                raise Rejected("linear implication: nothing in the sum is > 0, or the constant is < 0")
            self.equations(scope, [("the sum", terms.make("add", *summands, terms.num(0)), goal)], [{"links": [{}]}])

    def rational(self, word: str) -> Fraction:
        if len(word) > MAX_DIGITS or not re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", word):
            raise Rejected("a rational expected")
        return Fraction(word)


# --- 5. Files ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """What became of a certificate: accepted, rejected or declined; the reason is empty if it was accepted.

    An accepted one has shown the statement with this label among those that are claimed, and what that says.
    """

    verdict: str
    reason: str = ""
    label: str = ""
    says: str = ""


def words(value: Json) -> str:
    """A statement that was accepted, in its own notation, on one line."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(words, value))}]"
    if not isinstance(value, dict):
        return str(value)
    given = value.get("hypotheses", [])
    after = f", given {', '.join(map(hypothesis_words, given))}" if given else ""
    match value.get("kind"):
        case "equation":
            return " = ".join(value["terms"]) + after
        case "bound":
            return f"{value['lhs']} {value['relation']} {value['rhs']}{after}"
        case "bounds":
            first, *others = value["terms"]
            pairs = zip(value["relations"], others, strict=True)
            return " ".join([first, *(f"{relation} {other}" for relation, other in pairs)]) + after
        case "conjunction":
            return "; ".join(f"{name}: {words(member)}" for name, member in value["members"]) + after
        case "cases":
            return "; ".join(f"if {hypothesis_words(h)}: {words(case)}" for h, case in value["cases"]) + after
    own = [k for k in value if k not in ("kind", "hypotheses", "dimensions", "symbols", "definitions")]
    kind = f"{value['kind']}: " if "kind" in value else ""
    return f"{kind}{', '.join(f'{k} {words(value[k])}' for k in own)}{after}"


def hypothesis_words(value: Json) -> str:
    condition, *of = value
    return " = ".join(of) if condition == "equal" else f"{words(of[0])} {condition}"


def read_json(text: str) -> Json:
    """JSON with limits: no floats, no null, no key twice, bounded nesting and numbers."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(items)) != len(items):
            raise Rejected("a key twice in an object")
        return dict(items)

    def number(word: str) -> int:
        if len(word) > MAX_DIGITS or not word.lstrip("-").isdigit():
            raise Rejected(f"the number {word[:20]}")
        return int(word)

    depth = 0
    for mark in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        if depth > MAX_NESTING:
            raise Rejected("nested too deeply")
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_float=number, parse_constant=number, parse_int=number)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"not JSON: {error}"[:200]) from None


@lru_cache(maxsize=1)  # many certificates are checked against one text
def read_statements(text: str) -> dict[str, Json]:
    value = read_json(text)
    if (
        not isinstance(value, dict)
        or set(value) != {"schema", "statements"}
        or value["schema"] != "derive-statements/1"
    ):
        raise Rejected("not a file of statements with the schema derive-statements/1")
    if not isinstance(value["statements"], dict):
        raise Rejected("the statements are no object")
    found: dict[str, Json] = value["statements"]
    return found


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def check(text: str, statements: dict[str, Json], seconds: float = SECONDS) -> Result:
    """Check the text of a certificate."""
    checker = Checker(Budget(seconds))
    try:
        value = read_json(text)
        schema = value.get("schema") if isinstance(value, dict) else None
        if isinstance(schema, str) and re.fullmatch(r"derive-certificate/\w{1,40}", schema) and schema[-2:] != "/1":
            return Result("declined", f"the version {schema}")
        if schema != "derive-certificate/1" or set(value) != {"schema", "label", "statement", "sha256", "body"}:
            raise Rejected("not a certificate with the schema derive-certificate/1 and its five fields")
        if not isinstance(value["label"], str) or value["label"] not in statements:
            raise Rejected("there is no statement with its label")
        statement = statements[value["label"]]
        wanted = canonical(statement)
        if canonical(value["statement"]) != wanted:
            raise Rejected("its statement is not the one with its label")
        if value["sha256"] != hashlib.sha256(wanted.encode("utf-8", "surrogatepass")).hexdigest():
            raise Rejected("its sha256 is not that of its statement")
        checker.top(statement, value["body"])
    except Rejected as error:
        reason = ": ".join([*checker.place[-8:], str(error)])
        return Result("rejected", reason.replace("\n", " ")[:600])
    except Exception as error:  # whatever goes wrong, nothing is accepted
        return Result("rejected", f"it cannot be checked: {type(error).__name__}")
    says = ""
    with suppress(Exception):  # what is said of an accepted statement changes nothing
        says = words(statement).replace("\n", " ")
    return Result("accepted", "", value["label"], says)


def verify(certificate_text: str, statements_text: str, seconds: float = SECONDS) -> Result:
    """Check a certificate against statements, both as texts.  Whatever they hold, it returns a result."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        if len(certificate_text) > MAX_BYTES or len(statements_text) > MAX_STATEMENTS_BYTES:
            raise Rejected("a file is too large")
        return check(certificate_text, read_statements(statements_text), seconds)
    except Exception as error:
        return Result(
            "rejected", str(error) if isinstance(error, Rejected) else f"cannot be read: {type(error).__name__}"
        )
    finally:
        sys.setrecursionlimit(limit)


def read_file(path: str, limit: int) -> str:
    try:
        if os.path.getsize(path) > limit:
            raise Rejected("the file is too large")
        with open(path, "rb") as file:
            return file.read(limit).decode("utf-8")
    except (OSError, ValueError) as error:
        raise Rejected(f"cannot be read: {error}") from None


def main(arguments: list[str]) -> int:
    """Check files; 0: all accepted, 1: some rejected, 2: none rejected, some of another version, or there are none.

    A line for each names the statement that was accepted, whatever its file is called; labels that come again are counted.
    """
    sys.setrecursionlimit(20_000)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if arguments.count("--statements") != 1 or len(arguments) < 2 or arguments[-1] == "--statements":
        print("usage: verifier.py CERTIFICATE… --statements FILE")
        return 1
    if len(arguments) == 2:
        print("nothing to verify: no certificates")
        return 2
    at = arguments.index("--statements")
    path, paths = arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    try:
        statements = read_statements(read_file(path, MAX_STATEMENTS_BYTES))
    except Rejected as error:
        print(f"{path}: {error}")
        return 1
    counts = {"accepted": 0, "rejected": 0, "declined": 0}
    labels: Counter[str] = Counter()
    for path in paths:
        try:
            result = check(read_file(path, MAX_BYTES), statements)
        except Rejected as error:
            result = Result("rejected", str(error))
        counts[result.verdict] += 1
        told = [result.label, result.says] if result.verdict == "accepted" else [result.reason]
        print(": ".join([path, result.verdict, *filter(None, told)]))
        labels.update([result.label] * (result.verdict == "accepted"))
    for label, number in labels.items():
        if number > 1:
            print(f"{label} comes {number} times: {number} certificates of one statement")
    total = ", ".join(f"{number} {word}" for word, number in counts.items()) + f", of {len(paths)}"
    again = len(labels) < counts["accepted"]
    print(f"{total}; {len(labels)} distinct statement{'s' * (len(labels) != 1)} accepted" if again else total)
    return 1 if counts["rejected"] else 2 if counts["declined"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
