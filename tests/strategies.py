"""Random terms, points and pairs of terms: the one home of random data.

Everything is drawn from a `random.Random`, so that the same code serves hypothesis (`st.randoms`) and a plain seeded loop.

* `Grammar` draws a well-typed term of a given shape: ``POLYNOMIAL`` the fragment in which every equation is decided,
  ``WIDE`` with roots, quotients, norms, functions, inverses, declared properties and derivatives besides.
* `rewrite` applies true identities at random positions, `perturb` plausible false ones.
* `random_point` draws exact data with the declared properties, zeros and negative numbers included.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from derive.errors import DeriveError
from derive.evaluate.candidates import random_value
from derive.evaluate.conditions import index_values
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import differ
from derive.evaluate.point import Point
from derive.language import build as b
from derive.language.maxima import max_, min_
from derive.language.substitution import at, dimensions_of, replace_at, symbols_of
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Delta,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
    Max,
    Neg,
    Norm,
    Number,
    Ones,
    Outer,
    Pinv,
    Power,
    Prod,
    Product,
    Quotient,
    Rank,
    Shape,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    axes_of,
    is_matrix,
    is_square,
    is_vector,
)
from tests.words import K, N

SHAPES: tuple[Shape, ...] = ((), (N,), (K,), (N, K), (K, N), (N, N), (K, K))

_PLAIN = (
    *(b.scalar(name) for name in "st"),
    *(b.vector(name, N) for name in "ab"),
    b.vector("g", N, "nonzero"),
    *(b.vector(name, K) for name in "uw"),
    b.vector("h", K, "nonzero"),
    *(b.matrix(name, N, K) for name in "XY"),
    *(b.matrix(name, K, N) for name in "VW"),
    *(b.matrix(name, N, N) for name in "AB"),
    *(b.matrix(name, K, K) for name in "CD"),
)
_DECLARED = (
    b.scalar("p", "positive"),
    b.scalar("q", "nonneg"),
    b.scalar("z", "nonzero"),
    b.vector("m", N, "mask"),
    b.vector("f", N, "not_zero"),
    b.matrix("S", N, N, "symmetric"),
    b.matrix("Q", N, N, "orthogonal"),
    b.matrix("P", N, N, "idempotent"),
    b.matrix("E", N, N, "idempotent", "symmetric"),
    b.matrix("R", N, N, "invertible"),
    b.matrix("T", N, N, "invertible", "symmetric"),
    b.matrix("H", N, N, "orthogonal", "symmetric"),
)

Env = tuple[Index, ...]
Maker = Callable[[Random, int, Env], Term]


class Grammar:
    """Draws terms: ``term(random, shape, depth, env)`` with the free indices of ``env`` allowed."""

    def __init__(self, wide: bool) -> None:
        self.wide = wide
        symbols = (*_PLAIN, *_DECLARED) if wide else _PLAIN
        self.symbols = {shape: [s for s in symbols if s.shape == shape] for shape in SHAPES}

    def term(self, random: Random, shape: Shape = (), depth: int = 3, env: Env = ()) -> Term:
        """A term of the shape, at most about so deep."""
        if depth <= 0 or random.random() < 0.15:
            return self.leaf(random, shape, env)
        make = random.choice(self.scalars if shape == () else self.vectors if len(shape) == 1 else self.matrices)
        try:
            return make(self, random, depth - 1, env, shape)
        except DeriveError:  # a limit, or a shape that this production does not make
            return self.leaf(random, shape, env)

    def leaf(self, random: Random, shape: Shape, env: Env) -> Term:
        """A symbol, a constant, or a component."""
        found: list[Term] = [*self.symbols[shape]]
        if shape == ():
            found += [Number(Fraction(random.choice((-2, -1, 0, 1, 2, 3)))), Number(Fraction(1, 2)), N, K]
            found += [Component(v, (i,)) for i in env for v in self.symbols[i.dim,]]
            found += [Component(v, (i, j)) for i in env for j in env for v in self.symbols[i.dim, j.dim][:2]]
            found += [Delta(i, j) for i in env for j in env if i.dim == j.dim]
        elif len(shape) == 1:
            found += [Ones(shape), Ones(shape), *(Basis(i) for i in env if (i.dim,) == shape)]
        else:
            found += [Ones(shape), Zeros(shape)]
            if shape[0] == shape[1]:
                found += [Identity(shape[0])] * 2
        return random.choice(found)

    # Productions: (self, random, depth, env, shape) → term.  Tables at the end.
    def add(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Add(tuple(self.term(random, shape, depth, env) for _ in range(random.choice((2, 2, 3)))))

    def neg(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Neg(self.term(random, shape, depth, env))

    def scaled(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        factors = [self.term(random, (), depth, env), self.term(random, shape, depth, env)]
        if shape != ():
            random.shuffle(factors)
        return Product(tuple(factors))

    def hadamard(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Hadamard(tuple(self.term(random, shape, depth, env) for _ in range(2)))

    def power(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        exponent = random.choice((0, 1, 2, 2, 3))
        base = self.term(random, shape, min(depth, 1), env)
        if len(shape) == 1 and random.random() < 0.4:
            base = next(s for s in self.symbols[shape] if "nonzero" in s.properties)
            exponent = random.choice((-2, -1))
        if len(shape) == 2 and (shape[0] != shape[1] or random.random() < 0.5):
            return HadamardPower(base, exponent)
        return Power(base, Fraction(exponent))

    def summed(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        index = Index(random.choice("ij"), random.choice((N, K)))
        inner = (*(i for i in env if i != index), index)
        return Sum(index, self.term(random, shape, depth, inner))

    def dot(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        dim = random.choice((N, K))
        left, right = (self.term(random, (dim,), depth, env) for _ in range(2))
        return random.choice((Dot(left, right), Product((Transpose(left), right))))

    def quadratic(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        rows, columns = random.choice((N, K)), random.choice((N, K))
        left, right = self.term(random, (rows,), depth - 1, env), self.term(random, (columns,), depth - 1, env)
        return Product((Transpose(left), self.term(random, (rows, columns), depth, env), right))

    def trace(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        dim = random.choice((N, K))
        return Trace(self.term(random, (dim, dim), depth, env))

    def statistic(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return random.choice((b.mean, b.var))(self.term(random, (random.choice((N, K)),), min(depth, 1), env))

    def apply(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        inner = random.choice((N, K))
        left = self.term(random, (shape[0], inner), depth, env)
        return Product((left, self.term(random, (inner, *shape[1:]), depth, env)))

    def diagonal(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        if shape[0] != shape[1]:
            return self.outer(random, depth, env, shape)
        return Diag(self.term(random, shape[:1], depth, env))

    def outer(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        left, right = self.term(random, shape[:1], depth, env), self.term(random, shape[1:], depth, env)
        return random.choice((Outer(left, right), Product((left, Transpose(right)))))

    def transpose(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        if len(shape) == 1:
            rows = random.choice((N, K))
            row = Product(
                (Transpose(self.term(random, (rows,), depth, env)), self.term(random, (rows, *shape), depth, env))
            )
            return Transpose(row)
        return Transpose(self.term(random, shape[::-1], depth, env))

    # The wide language.
    def root(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        inside = self.term(random, (), depth, env)
        if random.random() < 0.5:
            inside = random.choice(
                (Power(inside, Fraction(2)), Product((inside, Power(self.leaf(random, (), env), Fraction(2)))))
            )
        return random.choice((Sqrt(inside), Power(inside, Fraction(random.choice((1, 3, -1)), 2))))

    def norm(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Norm(self.term(random, random.choice(SHAPES[1:]), depth, env))

    def quotient(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        below = shape if len(shape) == 1 and random.random() < 0.4 else ()
        return Quotient(self.term(random, shape, depth, env), self.term(random, below, depth, env))

    def negative_power(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        base = self.term(random, shape, depth, env)
        if len(shape) == 2 and (shape[0] != shape[1] or random.random() < 0.3):
            return HadamardPower(base, -1)
        return Power(base, Fraction(random.choice((-1, -1, -2, -3))))

    def function(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Function(random.choice(("abs", "abs", "abs", "exp")), self.term(random, shape, depth, env))

    def product_over(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        index = Index(random.choice("ij"), random.choice((N, K)))
        body = self.term(random, (), min(depth, 1), (*(i for i in env if i != index), index))
        others = [i for i in env if i != index and i.dim == index.dim]
        return Prod(index, body, tuple(random.sample(others, random.randint(0, min(len(others), 2)))))

    def maximum(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        index = Index(random.choice("ij"), random.choice((N, K)))
        return Max(index, self.term(random, (), depth, (*(i for i in env if i != index), index)))

    def greater(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return random.choice((max_, min_))(self.term(random, (), depth, env), self.term(random, (), depth, env))

    def rank(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        return Rank(self.term(random, random.choice(SHAPES[3:]), depth, env))

    def inverse(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        if shape[0] != shape[1]:
            return Pinv(self.term(random, shape[::-1], depth, env))
        return Inverse(self.term(random, shape, depth, env))

    def gradient(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        cut = random.randrange(len(shape) + 1)
        value = self.term(random, shape[:cut], depth, env)
        return Grad(value, random.choice([s for s in _PLAIN if s.shape == shape[cut:]]))

    def entry(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        if not env:
            return self.dot(random, depth, env, shape)
        chosen = tuple(random.choice(env) for _ in range(random.choice((1, 2))))
        return Component(self.term(random, tuple(i.dim for i in chosen), depth, env), chosen)

    @property
    def scalars(self) -> list[Callable[..., Term]]:
        kind = Grammar
        common = [kind.add, kind.neg, kind.scaled, kind.power, kind.summed, kind.summed, kind.dot, kind.quadratic]
        common += [kind.trace, kind.statistic, kind.entry, kind.entry]
        wide = [kind.root, kind.root, kind.norm, kind.quotient, kind.quotient, kind.negative_power, kind.function]
        return common + (
            [*wide, kind.product_over, kind.maximum, kind.greater, kind.rank, kind.gradient] if self.wide else []
        )

    @property
    def vectors(self) -> list[Callable[..., Term]]:
        kind = Grammar
        common = [kind.add, kind.neg, kind.scaled, kind.hadamard, kind.power, kind.summed, kind.apply, kind.transpose]
        return common + ([kind.quotient, kind.negative_power, kind.function, kind.gradient] if self.wide else [])

    @property
    def matrices(self) -> list[Callable[..., Term]]:
        kind = Grammar
        common = [kind.add, kind.neg, kind.scaled, kind.hadamard, kind.power, kind.summed, kind.apply, kind.apply]
        common += [kind.diagonal, kind.outer, kind.transpose]
        wide = [kind.quotient, kind.negative_power, kind.inverse, kind.inverse, kind.gradient]
        return common + (wide if self.wide else [])


POLYNOMIAL, WIDE = Grammar(False), Grammar(True)


# --- rewriting --------------------------------------------------------------------------------------------------


def positions(term: Term, here: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All positions of sub-terms."""
    yield here
    for number, child in enumerate(term.children):
        yield from positions(child, (*here, number))


def _fresh(random: Random, dim: Dim) -> Index:
    return Index(f"n{random.randrange(10**9)}", dim)


def true_variants(term: Term, random: Random) -> list[Term]:
    """Terms that are equal to this one wherever it is defined, for all sizes."""
    one = Number(Fraction(1))
    found: list[Term] = [Neg(Neg(term)), Product((one, term))]
    if len(term.shape) < 2 or is_matrix(term.shape):
        found.append(Transpose(Transpose(term)))
    if is_vector(term.shape):
        found += [Product((Identity(term.shape[0]), term)), Hadamard((Ones(term.shape), term))]
    match term:
        case Add(terms):
            found += [Add(tuple(random.sample(terms, len(terms)))), Add((terms[-1], _sum_of(terms[:-1])))]
        case Product(factors):
            for place, factor in enumerate(factors):
                if isinstance(factor, Add):
                    parts = (Product((*factors[:place], part, *factors[place + 1 :])) for part in factor.terms)
                    found.append(Add(tuple(parts)))
            if all(factor.shape == () or is_square(factor.shape) for factor in factors):
                scalars = [f for f in factors if f.shape == ()]
                found.append(Product((*scalars[::-1], *(f for f in factors if f.shape != ()))))
            if len(factors) == 2 and all(is_matrix(f.shape) for f in factors):
                found.append(Transpose(Product((Transpose(factors[1]), Transpose(factors[0])))))
            if len(factors) == 2 and is_matrix(factors[0].shape) and is_vector(factors[1].shape):
                i = _fresh(random, factors[1].shape[0])
                e = Basis(i)
                found.append(Sum(i, Product((Component(factors[1], (i,)), Product((factors[0], e))))))
        case Hadamard(factors):
            found.append(Hadamard(factors[::-1]))
            if is_vector(term.shape):
                found.append(Product((Diag(factors[0]), factors[1])))
        case Dot(left, right):
            i = _fresh(random, left.shape[0])
            found += [Dot(right, left), Trace(Outer(left, right)), Product((Transpose(right), left))]
            found.append(Sum(i, Product((Component(left, (i,)), Component(right, (i,))))))
        case Trace(matrix):
            i = _fresh(random, matrix.shape[0])
            found += [Trace(Transpose(matrix)), Sum(i, Component(matrix, (i, i)))]
            if isinstance(matrix, Product) and len(matrix.factors) == 2 and is_matrix(matrix.factors[0].shape):
                found.append(Trace(Product(matrix.factors[::-1])))
        case Outer(left, right):
            found.append(Transpose(Outer(right, left)))
        case Power(base, exponent) if exponent == 2:
            found.append(Hadamard((base, base)) if is_vector(base.shape) else Product((base, base)))
        case Norm(vector) if is_vector(vector.shape):
            found.append(Sqrt(Dot(vector, vector)))
        case Sqrt(radicand):
            found.append(Power(radicand, Fraction(1, 2)))
        case Quotient(numerator, denominator) if denominator.shape == ():
            found.append(Product((Power(denominator, Fraction(-1)), numerator)))
        case Function("abs", argument) if argument.shape == ():
            found.append(Sqrt(Power(argument, Fraction(2))))
        case Grad(Add(terms), symbol):
            found.append(Add(tuple(Grad(part, symbol) for part in terms)))
        case Inverse(Product((first, second))) if is_square(first.shape) and is_square(second.shape):
            found.append(Product((Inverse(second), Inverse(first))))
        case Sum(index, body):
            other = _fresh(random, index.dim)
            found.append(Sum(other, b_substitute(body, index, other)))
    return found


def _sum_of(terms: tuple[Term, ...]) -> Term:
    return terms[0] if len(terms) == 1 else Add(terms)


def b_substitute(body: Term, index: Index, other: Index) -> Term:
    """The body with one free index renamed."""
    from derive.language.substitution import substitute

    return substitute(body, indices={index: other})


def false_variants(term: Term, random: Random) -> list[Term]:
    """Terms that look like this one and are another one, as a rule."""
    found: list[Term] = [Neg(term), Product((random.choice((N, K)), term)), Zeros(term.shape) if term.shape else N]
    if is_square(term.shape):
        found += [Transpose(term), Identity(term.shape[0])]
    match term:
        case Add(terms):
            found.append(_sum_of(terms[1:]))
        case Product((left, right)):
            if is_square(left.shape) and left.shape == right.shape:
                found += [Product((right, left)), Hadamard((left, right))]
        case Power(base, exponent):
            found += [Power(base, exponent + 1), Power(base, exponent - 1), base]
        case Sqrt(Power(base, _)) | Power(Power(base, _), Fraction(denominator=2)) | Function("abs", base):
            found += [base, base]
        case Sqrt(Product((left, right))):
            found += [Product((Sqrt(left), Sqrt(right)))] * 3
        case Norm(Product((left, right))) if left.shape == ():
            found += [Product((left, Norm(right)))] * 3
        case Component(base, indices):
            found.append(Component(base, indices[::-1])) if base.shape[0] == base.shape[-1] else None
        case Quotient(numerator, _):
            found.append(numerator)
        case Prod(index, body, (_, *left)):
            found.append(Prod(index, body, tuple(left)))
        case Symbol() if term.shape in SHAPES:
            found += random.sample(WIDE.symbols[term.shape], 1)
        case Hadamard((left, right)) if left == right:
            found += [left] * 3
    return found


def _variant(term: Term, random: Random, variants: Callable[[Term, Random], list[Term]]) -> Term:
    places = [
        place
        for place in positions(term)
        if not any(isinstance(at(term, place[:k]), Grad) and place[k] == 1 for k in range(len(place)))
    ]
    place = random.choice(places)
    try:
        return replace_at(term, place, random.choice(variants(at(term, place), random)))
    except DeriveError:  # shapes or limits: this variant does not fit there
        return term


def rewrite(term: Term, random: Random, times: int = 3) -> Term:
    """The term after some true rewritings."""
    for _ in range(times):
        term = _variant(term, random, true_variants)
    return term


def perturb(term: Term, random: Random) -> Term:
    """The term after one rewriting that is false, as a rule."""
    return _variant(term, random, false_variants)


# --- data -------------------------------------------------------------------------------------------------------


def random_point(random: Random, *terms: Term, largest: int = 4) -> Point:
    """Sizes up to ``largest`` and data with the declared properties: small integers, some fractions, often zeros."""
    sizes = {dim: random.randint(1, largest) for dim in dict.fromkeys((N, K, *dimensions_of(*terms)))}
    values = {}
    for symbol in symbols_of(*terms):
        shape = tuple(sizes[d] if isinstance(d, Dimension) else d for d in axes_of(symbol.shape))
        reach = random.choice((0, 1, 1, 2, 3))
        values[symbol] = random_value(
            shape, symbol.properties, random, max(reach, 1) if symbol.properties else reach, random.choice((1, 1, 2))
        )
    return Point(sizes, values)


def differ_at(lhs: Term, rhs: Term, point: Point, effort: int = 200_000) -> bool | None:
    """Do the sides certainly differ for some values of their free indices?  None where a side has no value."""
    evaluation = Evaluation(point, Effort(effort))
    try:
        for place in index_values(point, lhs, rhs):
            left, right = (evaluation(side, {i: n for i, n in place.items() if i in side.free}) for side in (lhs, rhs))
            if any(differ(x, y) for x, y in zip(_flat(left), _flat(right), strict=True)):
                return True
    except DeriveError:
        return None
    return False


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


# --- strategies -------------------------------------------------------------------------------------------------

shapes = st.sampled_from(SHAPES)


@st.composite
def terms(draw: st.DrawFn, grammar: Grammar = POLYNOMIAL, depth: int = 3) -> Term:
    """A closed term."""
    return grammar.term(draw(st.randoms(use_true_random=False)), draw(shapes), depth)


@st.composite
def true_equations(draw: st.DrawFn, grammar: Grammar = POLYNOMIAL, depth: int = 3) -> tuple[Term, Term]:
    """A term and what true identities make of it."""
    random = draw(st.randoms(use_true_random=False))
    term = grammar.term(random, draw(shapes), depth)
    return term, rewrite(term, random)


@st.composite
def near_misses(draw: st.DrawFn, grammar: Grammar = POLYNOMIAL, depth: int = 3) -> tuple[Term, Term]:
    """A term and what one false identity makes of it (sometimes the two are equal all the same)."""
    random = draw(st.randoms(use_true_random=False))
    term = grammar.term(random, draw(shapes), depth)
    return term, rewrite(perturb(term, random), random, 1)


#: Examples of each property; ``DERIVE_EXAMPLES=100000 pytest tests/kernel tests/statements`` is the long run.
few = settings(
    max_examples=int(os.environ.get("DERIVE_EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
