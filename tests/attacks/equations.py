"""Differential fuzzing: random equations, put to the kernel, the verifier, exact evaluation and floating point.

An equation is *true* by construction (a term, and what identities make of it), *near* (then a mutation), *spoiled* (the two
sides differ, but not where some factor vanishes) or *unrelated*; half of them have hypotheses, which may be equalities, and
may have been used to rewrite one side.  No two of these may contradict one another:

* the kernel proves it, or the verifier accepts its certificate: no point may refute it;
* it is true by construction: no witness may be found;
* a witness refutes it: the second evaluator must find the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from random import Random

from derive.errors import DeriveError
from derive.evaluate.witness import Witness, find_witness
from derive.language import build as b
from derive.language.hypotheses import Condition, Equality, Hypothesis, equal
from derive.language.substitution import at, replace_at, symbols_of
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Delta,
    Det,
    Diag,
    Dim,
    Dot,
    Function,
    Grad,
    Hadamard,
    Identity,
    Index,
    Inverse,
    Norm,
    Ones,
    Outer,
    Power,
    Prod,
    Product,
    Quotient,
    Shape,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Transpose,
    Zeros,
    as_term,
    is_square,
    is_vector,
)
from derive.statements.equation import Equations
from tests import strategies
from tests.attacks import truth
from tests.attacks.floats import agrees
from tests.attacks.mutations import mutated
from tests.attacks.statements import asked, kernel, show
from tests.attacks.tally import Tally
from tests.attacks.verifying import accepts
from tests.strategies import SHAPES, Env, Grammar, b_substitute, positions, true_variants

TRIES = 24
#: Theorem operations of a search for a witness.
BUDGET = 25_000


class World(Grammar):
    """A few symbols, so that coincidences are frequent; determinants and products that leave one factor out besides."""

    def __init__(self, random: Random) -> None:
        super().__init__(True)
        for shape, known in self.symbols.items():
            plain = [s for s in known if not s.properties] or known
            kept = {random.choice(plain), *random.sample(known, min(len(known), random.choice((1, 2))))}
            kept |= {s for s in known if "nonzero" in s.properties and len(shape) == 1}  # negative powers need one
            self.symbols[shape] = [s for s in known if s in kept]

    def determinant(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        """det(diag d + u wᵀ), det(c I + A B), det of anything."""
        dim = random.choice((strategies.N, strategies.N, strategies.K))
        u, w, d = (self.term(random, (dim,), random.choice((0, 0, 1)), env) for _ in range(3))
        low = random.choice((b.diag(d) + Outer(u, w), b.diag(d) - Outer(u, u), b.identity(dim) + Outer(u, w)))
        a, c = (self.term(random, (dim, dim), 0, env) for _ in range(2))
        ring = random.choice(self.symbols[()]) * b.identity(dim) + Product((a, c))
        return Det(random.choice((low, low, ring, self.term(random, (dim, dim), min(depth, 2), env))))

    def leaving_out(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        """Σᵢ xᵢ ∏_{j≠i} yⱼ."""
        dim = random.choice((strategies.N, strategies.K))
        i, j = Index("i", dim), Index("j", dim)
        inner = (k for k in env if k not in (i, j))
        x = self.term(random, (), min(depth, 1), (*inner, i))
        y = self.term(random, (), min(depth, 1), (j,))
        return Sum(i, Product((x, Prod(j, y, (i,)))))

    def gradient(self, random: Random, depth: int, env: Env, shape: Shape) -> Term:
        """With respect to a symbol that occurs, where there is one."""
        made = super().gradient(random, depth, env, shape)
        if isinstance(made, Grad):
            known = [s for s in symbols_of(made.term) if s.shape == made.symbol.shape]
            return Grad(made.term, random.choice(known)) if known else made
        return made

    def leaf(self, random: Random, shape: Shape, env: Env) -> Term:
        """As in the grammar; a zero only rarely, since much is true of it."""
        found = super().leaf(random, shape, env)
        return super().leaf(random, shape, env) if isinstance(found, Zeros) or found == as_term(0) else found

    def theme(self, random: Random, shape: Shape, depth: int) -> Term:
        """A term of which the outermost operation is often one of those that are hard."""
        makers = (World.determinant, World.leaving_out, World.gradient, World.root, World.norm, World.quadratic)
        if shape == () and random.random() < 0.6:
            return random.choice(makers)(self, random, depth - 1, (), ())
        return self.term(random, shape, depth)

    @property
    def scalars(self) -> list[Callable[..., Term]]:
        return [*super().scalars, World.determinant, World.determinant, World.leaving_out]


# --- identities ------------------------------------------------------------------------------------------------


def _fresh(random: Random, dim: Dim) -> Index:
    return Index(f"x{random.randrange(10**6)}", dim)


def _determinant(term: Term, random: Random) -> Iterator[Term]:
    """The determinant lemma; det Mᵀ = det M; det diag(d) = ∏ d; det(c I + A B) = det(c I + B A)."""
    match term:
        case Det(Add((Diag(d), Outer(u, w)))):
            i, j = _fresh(random, d.shape[0]), _fresh(random, d.shape[0])
            yield Prod(i, d[i]) + Sum(i, u[i] * w[i] * Prod(j, d[j], (i,)))
            yield Prod(i, d[i]) * (1 + b.dot(u, w / d))
        case Det(Diag(d)):
            i = _fresh(random, d.shape[0])
            yield Prod(i, d[i])
        case Det(Add((Product((c, Identity() as eye)), Product((a, m))))) if c.shape == () and a.shape == m.shape:
            yield Det(Add((Product((c, eye)), Product((m, a)))))
    if isinstance(term, Det):
        yield Det(Transpose(term.matrix))


def _product(term: Term, random: Random) -> Iterator[Term]:
    """∏ x y = ∏ x ∏ y; ∏_{j≠i} x = ∏ x / xᵢ; a mask of factors for the one left out."""
    match term:
        case Prod(i, Product((left, right)), without):
            yield Prod(i, left, without) * Prod(i, right, without)
        case Prod(i, Power(base, exponent), without) if exponent.denominator == 1:
            yield Power(Prod(i, base, without), exponent)
        case Prod(i, body, (other, *left)):
            there = b_substitute(body, i, other)
            apart: Term = prod((1 - Delta(other, one) for one in left), start=as_term(1))
            yield Prod(i, body, tuple(left)) * (1 - apart + apart / there)
            yield Prod(i, Delta(i, other) + (1 - Delta(i, other)) * body, tuple(left))


def _derivative(term: Term, random: Random) -> Iterator[Term]:
    """Product and quotient rule; the gradients of v · v and |v|; that of a product over an index."""
    match term:
        case Grad(Product((left, right)), x) if left.shape == right.shape == ():
            yield left * Grad(right, x) + right * Grad(left, x)
        case Grad(Quotient(above, below), x) if above.shape == below.shape == ():
            yield (below * Grad(above, x) - above * Grad(below, x)) / below**2
        case Grad(Dot(left, right), x) if left == right == x:
            yield 2 * x
        case Grad(Norm(v), x) if v == x and is_vector(x.shape):
            yield x / Norm(x)
        case Grad(Prod(i, body, ()), x) if len(x.shape) < 2:
            j = _fresh(random, i.dim)
            yield Sum(j, Prod(i, body, (j,)) * Grad(b_substitute(body, i, j), x))


def _root(term: Term, random: Random) -> Iterator[Term]:
    """√(x²) = |x|, |x|² = x², |v|² = v · v, √(p x) = √p √x for p > 0, |c v| = |c| |v|, √x √x = x."""
    match term:
        case Sqrt(Power(base, exponent)) if exponent == 2:
            yield Function("abs", base)
        case Sqrt(Product((Symbol() as p, rest))) if "positive" in p.properties and rest.shape == ():
            yield Sqrt(p) * Sqrt(rest)
        case Power(Norm(v), exponent) if exponent == 2 and is_vector(v.shape):
            yield Dot(v, v)
        case Power(Function("abs", x), exponent) if exponent == 2 and x.shape == ():
            yield x**2
        case Power(Sqrt(x), exponent) if exponent == 2:
            yield x
        case Norm(Product((c, v))) if c.shape == ():
            yield Function("abs", c) * Norm(v)
        case Dot(left, right) if left == right:
            yield Norm(left) ** 2


def _declared(term: Term, random: Random) -> Iterator[Term]:
    """m ⊙ m = m, Sᵀ = S, P² = P, QᵀQ = I, R⁻¹R = I, and g⁻¹ ⊙ g = 1."""
    match term:
        case Symbol(_, (dim,), words):
            if "mask" in words:
                yield from (Hadamard((term, term)), Power(term, Fraction(3)))
        case Symbol(_, (dim, _), words) if is_square(term.shape):
            if "symmetric" in words:
                yield Transpose(term)
            if "idempotent" in words:
                yield Product((term, term))
            if "orthogonal" in words:
                yield Inverse(Transpose(term))
            if "invertible" in words:
                yield Inverse(Inverse(term))
        case Ones((dim,)):
            g = next(s for s in strategies.WIDE.symbols[(dim,)] if "nonzero" in s.properties)
            yield from (g / g, Hadamard((Power(g, Fraction(-1)), g)))
        case Identity(dim) if dim == strategies.N:
            known = strategies.WIDE.symbols[(dim, dim)]
            q = random.choice([s for s in known if s.properties & {"orthogonal"}])
            r = random.choice([s for s in known if s.properties & {"invertible"}])
            yield from (Product((Transpose(q), q)), Product((r, Inverse(r))))


def _components(term: Term, random: Random) -> Iterator[Term]:
    """v = Σᵢ vᵢ eᵢ; Σᵢ xᵢ δᵢⱼ = xⱼ; two sums interchanged; A = Σ aᵢⱼ eᵢ eⱼᵀ."""
    match term:
        case Component(base, (j,)) if is_vector(base.shape):
            i = _fresh(random, j.dim)
            yield Sum(i, Component(base, (i,)) * Delta(i, j))
        case Sum(i, Sum(j, body)):
            yield Sum(j, Sum(i, body))
        case Sum(i, Add((first, *rest))):
            yield Add((Sum(i, first), *(Sum(i, other) for other in rest)))
    if is_vector(term.shape) and not isinstance(term, Basis):
        i = _fresh(random, term.shape[0])
        yield Sum(i, Component(term, (i,)) * Basis(i))


Rule = Callable[[Term, Random], Iterable[Term]]
IDENTITIES: dict[str, Rule] = {
    "determinants": _determinant,
    "products over an index": _product,
    "derivatives": _derivative,
    "roots and norms": _root,
    "declared properties": _declared,
    "components": _components,
    "order, brackets, traces": true_variants,  # and transposes, and index forms
}
#: Identities that apply nearly everywhere.
COMMON = frozenset({"declared properties", "components", "order, brackets, traces"})


def rewrite(term: Term, random: Random, times: int) -> tuple[Term, list[str]]:
    """The term after so many identities, with their names; those that apply to few terms are preferred."""
    used: list[str] = []
    for _ in range(times):
        offers = _offers(term, random)
        rare = [name for name in offers if name not in COMMON]
        if offers:
            name = random.choice(rare if rare and random.random() < 0.7 else list(offers))
            term = random.choice(offers[name])
            used.append(name)
    return term, used


def _offers(term: Term, random: Random) -> dict[str, list[Term]]:
    """What each identity makes of the term at some place; common ones are tried at a few places only."""
    spots = [spot for spot in positions(term) if not _tied(term, spot)]
    few = random.sample(spots, min(len(spots), 4))
    offers: dict[str, list[Term]] = {}
    for name, identity in IDENTITIES.items():
        tried = few if name in COMMON else spots
        made = [new for spot in tried for new in _rewritten(term, spot, identity, random)]
        if made:
            offers[name] = made
    return offers


def _rewritten(term: Term, spot: tuple[int, ...], identity: Rule, random: Random) -> Iterator[Term]:
    """The term with what an identity makes of the sub-term at one place, as far as that fits."""
    old = at(term, spot)
    try:
        for new in identity(old, random):
            if new != old:
                yield replace_at(term, spot, new)
    except (DeriveError, IndexError):  # it does not fit there, or is too large
        return


def _tied(term: Term, spot: tuple[int, ...]) -> bool:
    """Is it the variable of a derivative, or inside of a derivative that an identity would make undefined elsewhere?"""
    return any(isinstance(at(term, spot[:k]), Grad) for k in range(len(spot)))


# --- hypotheses, and what spoils an equation --------------------------------------------------------------------

_OF_SHAPE = {
    0: ("nonzero", "nonneg", "positive"),
    1: ("nonzero", "not_zero", "mask"),
    2: ("symmetric", "orthogonal", "idempotent", "invertible"),
}


def hypothesis(world: World, random: Random, lhs: Term, rhs: Term) -> Hypothesis | None:
    """A property of a symbol or of a sub-term; a symbol equal to a term; a scalar equal to 0 or 1."""
    closed = [t for side in (lhs, rhs) for t in (at(side, p) for p in positions(side)) if not t.free]
    symbols = symbols_of(lhs, rhs)
    kind = random.randrange(4)
    if kind == 0 and symbols:
        symbol = random.choice(symbols)
        return Condition(random.choice(_OF_SHAPE[len(symbol.shape)]), symbol)
    if kind == 1:
        term = random.choice(closed)
        return Condition(random.choice(_OF_SHAPE[len(term.shape)]), term)
    if kind == 2 and symbols:
        symbol = random.choice(symbols)
        return equal(symbol, world.term(random, symbol.shape, random.choice((0, 1))))
    scalars = [term for term in closed if term.shape == () and symbols_of(term)]
    return equal(random.choice(scalars), random.choice((0, 0, 1))) if scalars else None


def hypotheses(world: World, random: Random, lhs: Term, rhs: Term) -> tuple[Hypothesis, ...]:
    """One or two."""
    found: list[Hypothesis] = []
    for _ in range(random.choice((1, 1, 2))):
        try:
            made = hypothesis(world, random, lhs, rhs)
        except DeriveError:  # of another shape
            continue
        found += [] if made is None else [made]
    return tuple(found)


def consequence(world: World, random: Random, lhs: Term) -> tuple[Term, tuple[Hypothesis, ...]]:
    """The term with a sub-term replaced by what a hypothesis says it equals: true under that hypothesis."""
    spots = [p for p in positions(lhs) if not at(lhs, p).free and not _tied(lhs, p) and at(lhs, p).shape in SHAPES]
    spots = [p for p in spots if symbols_of(at(lhs, p))]
    if not spots:
        return lhs, ()
    old = at(lhs, random.choice(spots))
    new = random.choice((as_term(0) if old.shape == () else b.zeros(*old.shape), world.term(random, old.shape, 1)))
    rhs = lhs
    for spot in sorted((p for p in positions(lhs) if at(lhs, p) == old and not _tied(lhs, p)), reverse=True):
        rhs = replace_at(rhs, spot, new)
    return rhs, (Equality(old, new),)


def spoiler(world: World, random: Random) -> Term:
    """A scalar that is 0 at some data and not at others: a factor with it hides that something is false."""
    dim = random.choice((strategies.N, strategies.K))
    i, j = Index("i", dim), Index("j", dim)
    v, m = world.term(random, (dim,), 1), b.vector("m", strategies.N, "mask")
    n = Index("i", strategies.N)
    return random.choice(
        (
            dim - 1,
            (dim - 1) * (dim - 2),
            Prod(i, v[i]),
            Dot(v, v),
            Det(Outer(v, v)),
            Sum(i, v[i] * Prod(j, v[j], (i,))),
            Prod(n, m[n]),
            Prod(n, 1 - m[n]),
            1 - Prod(n, m[n]),
            world.leaf(random, (), ()) - 1,
        )
    )


# --- the cases -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """An equation, how it was made, and whether it must be true."""

    kind: str
    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...]
    identities: tuple[str, ...] = ()

    @property
    def true(self) -> bool:
        """By construction."""
        return self.kind in ("true", "consequence")

    @property
    def statement(self) -> Equations:
        """The equation as a statement."""
        return Equations((self.lhs, self.rhs), self.hypotheses)


KINDS = ("true", "true", "consequence", "near", "near", "near", "spoiled", "spoiled", "unrelated")


def one_case(seed: str) -> Case | None:
    """The equation of a seed; None when none came of it."""
    random = Random(seed)
    world = World(random)
    shape, depth = random.choice(((), (), (), *SHAPES[1:])), random.choice((2, 3, 3, 4))
    kind = random.choice(KINDS)
    try:
        lhs = world.theme(random, shape, depth)
        given: tuple[Hypothesis, ...] = ()
        if kind == "consequence":
            rhs, given = consequence(world, random, lhs)
            rhs, used = rewrite(rhs, random, random.choice((0, 1)))
        elif kind == "unrelated":
            rhs, used = world.term(random, shape, depth), []
        else:
            rhs, used = rewrite(lhs, random, random.choice((1, 2, 3)))
            if kind == "near":
                rhs, used = mutated(rhs, random), []
            elif kind == "spoiled":
                factor = spoiler(world, random)
                other = Product((factor, mutated(rhs, random)))
                lhs, rhs = random.choice(((lhs, Add((rhs, Product((factor, lhs))))), (Product((factor, lhs)), other)))
                used = []
        if random.random() < 0.5:
            given += hypotheses(world, random, lhs, rhs)
    except (DeriveError, IndexError):
        return None
    if lhs.shape != rhs.shape or lhs == rhs or lhs.size + rhs.size > 160:
        return None
    return Case(kind, lhs, rhs, given, tuple(used))


def attack(seeds: Sequence[str]) -> Tally:
    """Put the equations of these seeds to everybody, and compare."""
    tally = Tally("random equations")
    for seed in seeds:
        case = one_case(seed)
        if case is None:
            tally.count("(none)", "no equation")
            continue
        row = f"{case.kind}{', given' if case.hypotheses else ''}"
        with asked(tally, row, seed, case.statement):
            _compare(tally, row, seed, case)
    return tally


def _compare(tally: Tally, row: str, seed: str, case: Case) -> None:
    tally.count(row, "cases")
    proved = kernel(case.statement)
    accepted = accepts(case.statement) if proved or not case.true else None
    if accepted is not None:
        tally.count(row, "accepted" if accepted else "rejected")
    for name in case.identities:
        tally.count(f"identity: {name}", "used, proved" if proved else "used, not proved")
    if proved or accepted:
        tally.count(row, "proved", int(proved))
        held, wrong = truth.falsified(case.statement, Random(f"{seed} points"), TRIES, 5)
        tally.count(row, "points", held)
        tally.count(row, "wrong" if wrong else "true at all points" if held else "no point")
        if wrong:
            who = " and ".join(["proved"] * proved + ["accepted"] * bool(accepted))
            tally.report(seed, f"{show(case.statement)} is {who}, and {wrong}")
        return
    witness = find_witness(case.lhs, case.rhs, case.hypotheses, budget=BUDGET)
    if witness is None:
        tally.count(row, "open")
        return
    tally.count(row, "refuted")
    if case.true:
        tally.report(seed, f"{show(case.statement)} is true by construction, and refuted at {witness.point}")
    _second_opinion(tally, row, seed, case, witness)


def _second_opinion(tally: Tally, row: str, seed: str, case: Case, witness: Witness) -> None:
    """Does the other evaluator find both values of the witness?"""
    here = dict(witness.indices)
    for side, value in ((case.lhs, witness.lhs), (case.rhs, witness.rhs)):
        place = {index: here[index.name] for index in side.free}
        found = agrees(side, witness.point, place, value)
        if found is False:
            tally.report(
                seed, f"the second evaluator finds another value of {show(Equations((side, side)))} at {witness.point}"
            )
        tally.count(row, {True: "confirmed side", False: "contradicted side", None: "side without floats"}[found])


def proved_of_true(seeds: Sequence[str]) -> tuple[int, int]:
    """Of the equations that are true by identities alone: how many the kernel proves, and how many there are."""
    cases = [case for case in map(one_case, seeds) if case is not None and case.kind == "true" and not case.hypotheses]
    return sum(kernel(case.statement) for case in cases), len(cases)
