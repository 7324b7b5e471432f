"""Mutations: small changes that make another statement of a statement, false as a rule, and always well-typed.

`LOCAL` changes one sub-term at one place, `GLOBAL` the statement as a whole.  Both are tables from the mutation's name to
what it makes; a table's function may offer several mutants, or none where it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from derive.errors import DeriveError
from derive.language.hypotheses import Condition, Equality
from derive.language.substitution import at, dimensions_of, replace_at, subterms, symbols_of, unfolded_subterms
from derive.language.terms import (
    Add,
    Component,
    Defined,
    Definition,
    Delta,
    Det,
    Diag,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
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
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    is_matrix,
    is_square,
    is_vector,
)
from derive.statements.statement import Statement
from tests.attacks.places import Place, everywhere, get, places, put, rebuilt, terms_of
from tests.strategies import positions

ONE, TWO = Number(Fraction(1)), Number(Fraction(2))


@dataclass(frozen=True)
class Vocabulary:
    """What occurs in a statement, and so may stand in the place of something else of the same shape."""

    symbols: tuple[Symbol, ...]
    dimensions: tuple[Dimension, ...]
    indices: tuple[Index, ...]
    parts: tuple[Term, ...]

    @classmethod
    def of(cls, statement: Any) -> Vocabulary:
        """The vocabulary of a statement."""
        terms = [term for _, term in terms_of(statement)]
        parts = tuple(dict.fromkeys(part for term in terms for part in subterms(term)))
        indices = dict.fromkeys(index for part in parts for index in sorted(part.free, key=lambda i: i.name))
        return cls(symbols_of(*terms), dimensions_of(*terms), tuple(indices), parts)


def _without_one(items: tuple[Term, ...]) -> Iterator[tuple[Term, ...]]:
    yield from ((*items[:k], *items[k + 1 :]) for k in range(len(items)))


def _joined(kind: Callable[[tuple[Term, ...]], Term], items: tuple[Term, ...]) -> Term:
    return kind(items) if len(items) > 1 else items[0]


# --- mutations of one sub-term ----------------------------------------------------------------------------------


def sign(term: Term, _: Vocabulary) -> Iterator[Term]:
    """x for −x, −x for x; in a sum, + for −."""
    match term:
        case Neg(inner):
            yield inner
        case Add(items):
            opposite = [item.term if isinstance(item, Neg) else Neg(item) for item in items]
            yield from (Add((*items[:k], new, *items[k + 1 :])) for k, new in enumerate(opposite))
        case Product() | Quotient() | Symbol() | Power() | Sum() | Number():
            yield Neg(term)


def factor(term: Term, words: Vocabulary) -> Iterator[Term]:
    """N x, x / N, 2 x, x / 2."""
    if len(term.shape) <= 2 and not isinstance(term, Number | Dimension):
        yield from (Product((dim, term)) for dim in words.dimensions)
        yield from (Quotient(term, dim) for dim in words.dimensions)
        yield from (Product((TWO, term)), Quotient(term, TWO))


def divisor(term: Term, _: Vocabulary) -> Iterator[Term]:
    """x for x / d, x d for x / d, d / x for x / d; d for d⁻¹."""
    match term:
        case Quotient(above, below):
            yield above
            if below.shape == ():
                yield Product((below, above))
            if above.shape == below.shape:
                yield Quotient(below, above)


def exponent(term: Term, _: Vocabulary) -> Iterator[Term]:
    """One more or less, the opposite, half of it; x for xⁿ and x² for x."""
    match term:
        case Power(base, power):
            yield base
            steps = (power + 1, power - 1, -power, *((power / 2, power * 2) if base.shape == () else ()))
            yield from (Power(base, new) for new in steps if new.denominator <= (2 if base.shape == () else 1))
        case HadamardPower(base, power):
            yield from (HadamardPower(base, new) for new in (power + 1, power - 1, -power))
        case Symbol() | Norm() | Dot() if term.shape == () or is_vector(term.shape):
            yield Power(term, Fraction(2))


def transposed(term: Term, _: Vocabulary) -> Iterator[Term]:
    """A for Aᵀ, Aᵀ for A, v uᵀ for u vᵀ."""
    match term:
        case Transpose(inner):
            yield inner
        case Outer(left, right):
            yield Outer(right, left)
            yield Outer(left, left)
            yield Outer(right, right)
    if is_square(term.shape):
        yield Transpose(term)


def size(term: Term, words: Vocabulary) -> Iterator[Term]:
    """N − 1, N + 1, K, √N for N."""
    if isinstance(term, Dimension):
        yield from (Add((term, Neg(ONE))), Add((term, ONE)), Sqrt(term))
        yield from (dim for dim in words.dimensions if dim != term)


def root(term: Term, _: Vocabulary) -> Iterator[Term]:
    """x for √x, √x for x, v · v for |v|, √a + √b for √(a + b), |x| and x."""
    match term:
        case Sqrt(inner):
            yield inner
            if isinstance(inner, Add):
                yield Add(tuple(map(Sqrt, inner.terms)))
            if isinstance(inner, Power) and inner.exponent == 2:
                yield inner.base
        case Norm(inner) if is_vector(inner.shape):
            yield Dot(inner, inner)
        case Function("abs", inner):
            yield inner
        case Add() | Dot() | Product() if term.shape == ():
            yield Sqrt(term)
        case Symbol() if term.shape == ():
            yield from (Sqrt(term), Function("abs", term))


def index(term: Term, words: Vocabulary) -> Iterator[Term]:
    """Indices swapped, or replaced by another one over the same dimension."""
    match term:
        case Component(base, chosen):
            swapped = [chosen[::-1]]
            swapped += [
                (*chosen[:k], other, *chosen[k + 1 :])
                for k, old in enumerate(chosen)
                for other in words.indices
                if other.dim == old.dim and other != old
            ]
            for new in swapped:
                if new != chosen and [i.dim for i in new] == [i.dim for i in chosen]:
                    yield Component(base, new)
        case Delta(left, right):
            yield ONE
            yield from (Delta(left, other) for other in words.indices if other.dim == left.dim and other != right)
        case Prod(bound, body, without):
            if without:
                yield Prod(bound, body, without[1:])
            yield Sum(bound, body)
        case Sum(bound, body) if body.shape == ():
            yield Prod(bound, body)


def order(term: Term, _: Vocabulary) -> Iterator[Term]:
    """Two factors of a product swapped."""
    if isinstance(term, Product):
        for k in range(len(term.factors) - 1):
            left, right = term.factors[k : k + 2]
            if left.shape != () and right.shape != ():
                yield Product((*term.factors[:k], right, left, *term.factors[k + 2 :]))


def bracket(term: Term, _: Vocabulary) -> Iterator[Term]:
    """a + b / d for (a + b) / d, a + c b for c (a + b), a² + b² for (a + b)², c |v| for |c v|, and the like."""
    match term:
        case Quotient(Add(items), below) if items[0].shape == term.shape:
            yield Add((*items[:-1], Quotient(items[-1], below)))
        case Product((*before, Add(items))) if before and items[0].shape == term.shape:
            yield Add((*items[:-1], Product((*before, items[-1]))))
        case Product((Add(items), *after)) if items[0].shape == term.shape:
            yield Add((*items[:-1], Product((items[-1], *after))))
        case Power(Add(items), power) if not is_square(term.shape):
            yield Add(tuple(Power(item, power) for item in items))
        case Norm(Product((scalar, rest))) if scalar.shape == ():
            yield Product((scalar, Norm(rest)))
        case Norm(Add(items)):
            yield Add(tuple(map(Norm, items)))
        case Inverse(Product((first, second))) if is_square(first.shape) and is_square(second.shape):
            yield Product((Inverse(first), Inverse(second)))
        case Add((first, Quotient(above, below))) if first.shape == above.shape:
            yield Quotient(Add((first, above)), below)


def operation(term: Term, _: Vocabulary) -> Iterator[Term]:
    """Another operation on the same arguments: · for outer, ⊙ for a matrix product, det for tr, …"""
    match term:
        case Dot(left, right):
            yield from (Outer(left, right), Product((Norm(left), Norm(right))), Dot(left, left))
        case Outer(left, right):
            yield from (Dot(left, right), Diag(Hadamard((left, right))), Add((Diag(left), Diag(right))))
        case Product((left, right)) if left.shape == right.shape and is_square(left.shape):
            yield from (Hadamard((left, right)), Add((left, right)))
        case Hadamard((left, right)):
            yield Add((left, right))
            if is_square(term.shape):
                yield Product((left, right))
        case Diag(vector):
            yield from (Outer(vector, Ones(vector.shape)), Outer(vector, vector))
        case Trace(matrix):
            yield from (Det(matrix), Trace(Product((matrix, matrix))))
        case Det(matrix):
            yield from (Trace(matrix), Det(Transpose(matrix)))
        case Inverse(matrix):
            yield from (matrix, Transpose(matrix))
        case Pinv(matrix):
            yield from (Transpose(matrix), *((Inverse(matrix),) if is_square(matrix.shape) else ()))
        case Function(name, inner):
            yield from (Function(other, inner) for other in ("exp", "abs", "tanh") if other != name)
        case Norm(inner) if is_vector(inner.shape):
            yield Dot(inner, Ones(inner.shape))
        case Grad(inner, _) if len(term.shape) == 2 and is_square(term.shape):
            yield Transpose(term)


def constant(term: Term, _: Vocabulary) -> Iterator[Term]:
    """Another number; 1 for 0, J / N for I, 0 for 1."""
    match term:
        case Number(value):
            yield from (Number(value + 1), Number(value - 1), Number(-value), Number(2 * value))
            if value:
                yield Number(1 / value)
        case Ones(dims):
            yield Zeros(dims)
        case Zeros(dims) if len(dims) == 1 or is_matrix(dims):
            yield Ones(dims)
        case Identity(dim):
            yield Outer(Ones((dim,)), Ones((dim,)))
            if isinstance(dim, Dimension):
                yield Quotient(Outer(Ones((dim,)), Ones((dim,))), dim)


def symbol(term: Term, words: Vocabulary) -> Iterator[Term]:
    """Another symbol of the same shape."""
    if isinstance(term, Symbol | Ones):
        yield from (other for other in words.symbols if other.shape == term.shape and other != term)
        if isinstance(term, Symbol) and len(term.shape) == 1:
            yield Ones(term.shape)


def dropped(term: Term, _: Vocabulary) -> Iterator[Term]:
    """One summand, or one factor, left out."""
    match term:
        case Add(items):
            yield from (_joined(Add, rest) for rest in _without_one(items))
        case Product(items):
            for rest in _without_one(items):
                yield from _tried(_joined, Product, rest)
        case Hadamard(items):
            yield from (_joined(Hadamard, rest) for rest in _without_one(items))


def doubled(term: Term, _: Vocabulary) -> Iterator[Term]:
    """One summand, or one factor, twice."""
    match term:
        case Add(items):
            yield from (Add((*items, item)) for item in items)
        case Product(items):
            yield from (Product((item, *items)) for item in items if item.shape == () or is_square(item.shape))
        case Hadamard(items):
            yield from (Hadamard((*items, item)) for item in items)


def subterm(term: Term, words: Vocabulary) -> Iterator[Term]:
    """Another term of the same statement and shape."""
    yield from (other for other in words.parts if other.shape == term.shape and other != term)


def variable(term: Term, words: Vocabulary) -> Iterator[Term]:
    """A derivative with respect to another symbol, or of another term."""
    if isinstance(term, Grad):
        yield from (
            Grad(term.term, other)
            for other in words.symbols
            if other.shape == term.symbol.shape and other != term.symbol
        )


LocalMutation = Callable[[Term, Vocabulary], Iterator[Term]]
LOCAL: dict[str, LocalMutation] = {
    "sign": sign,
    "factor": factor,
    "divisor": divisor,
    "exponent": exponent,
    "transpose": transposed,
    "size": size,
    "root": root,
    "index": index,
    "order of factors": order,
    "brackets": bracket,
    "operation": operation,
    "constant": constant,
    "symbol": symbol,
    "dropped": dropped,
    "doubled": doubled,
    "another sub-term": subterm,
    "variable": variable,
}


#: Fields that hold a bound symbol, which no other term can stand for.
_BOUND = frozenset({"argument", "element", "variable", "z"})


def locally(statement: Any, mutation: LocalMutation, random: Random) -> Any | None:
    """The statement with one sub-term mutated; None when the mutation applies nowhere, or no mutant fits there."""
    words = Vocabulary.of(statement)
    found = [(place, term) for place, term in terms_of(statement) if not place or place[-1] not in _BOUND]
    for place, term in random.sample(found, len(found)):
        if random.random() < 0.3:
            term = _unfolded_once(term, random)
        made = (m for new in _changed(term, mutation, words, random) for m in _tried(put, statement, place, new))
        found_here = next((m for m in made if m != statement), None)
        if found_here is not None:
            return found_here
    return None


def _changed(term: Term, mutation: LocalMutation, words: Vocabulary, random: Random) -> Iterator[Term]:
    """The term with one sub-term mutated: up to three mutants of each place, where they fit, places in any order."""
    spots = [spot for spot in positions(term) if not _is_variable(term, spot)]
    for spot in random.sample(spots, len(spots)):
        old = at(term, spot)
        try:
            offered = [new for new in mutation(old, words) if new != old]
        except DeriveError:
            continue
        for new in random.sample(offered, min(len(offered), 3)):
            yield from _tried(replace_at, term, spot, new)


def _is_variable(term: Term, spot: tuple[int, ...]) -> bool:
    """Is it the symbol of a derivative?"""
    return bool(spot) and isinstance(at(term, spot[:-1]), Grad) and spot[-1] == 1


def _unfolded_once(term: Term, random: Random) -> Term:
    """The term with one definition unfolded at one place, so that its body can be mutated there alone."""
    spots = [spot for spot in positions(term) if isinstance(at(term, spot), Defined)]
    if not spots:
        return term
    spot = random.choice(spots)
    name = at(term, spot)
    return replace_at(term, spot, name.unfold()) if isinstance(name, Defined) else term


# --- mutations of the whole ------------------------------------------------------------------------------------

#: Fields of statements that hold hypotheses.
_HYPOTHESES = frozenset({"hypotheses", "domain", "conditions"})
_WEAKER = {"nonzero": ("not_zero",), "positive": ("nonneg", "nonzero"), "orthogonal": ("invertible",), "mask": ()}
_OTHER_RELATION = {
    ">=": (">", "<=", "="),
    ">": (">=", "<", "!="),
    "<=": ("<", ">="),
    "<": ("<=", ">"),
    "!=": (">", "="),
}


def hypothesis_dropped(statement: Any, _: Random) -> Iterator[Any]:
    """One hypothesis less."""
    for place, given in places(statement):
        if place and place[-1] in _HYPOTHESES and isinstance(given, tuple):
            yield from (put(statement, place, (*given[:k], *given[k + 1 :])) for k in range(len(given)))


def hypothesis_weakened(statement: Any, _: Random) -> Iterator[Any]:
    """p ≥ 0 for p > 0, some component for every component, …"""
    for place, found in places(statement):
        if isinstance(found, Condition):
            for kind in _WEAKER.get(found.kind, ()):
                yield from _tried(_put_made, statement, place, Condition, kind, found.term)


def hypothesis_turned(statement: Any, _: Random) -> Iterator[Any]:
    """An equality with the other sign."""
    for place, found in places(statement):
        if isinstance(found, Equality):
            yield from _tried(put, statement, place, Equality(Neg(found.lhs), found.rhs))


def property_dropped(statement: Any, _: Random) -> Iterator[Any]:
    """A symbol that is declared with one property less."""
    for old in Vocabulary.of(statement).symbols:
        for word in sorted(old.properties):
            new = Symbol(old.name, old.dims, old.properties - {word})
            yield from _tried(everywhere, statement, _renaming({old: new}))


def definition_changed(statement: Any, random: Random) -> Iterator[Any]:
    """Another body of a definition, wherever it is used."""
    terms = [term for _, term in terms_of(statement)]
    used = dict.fromkeys(p.definition for t in terms for p in unfolded_subterms(t) if isinstance(p, Defined))
    for old in random.sample(list(used), min(len(used), 2)):
        mutation = random.choice(list(LOCAL.values()))
        body = locally(Body(old.body), mutation, random)
        if body is not None and body.term.shape == old.body.shape and not body.term.free:
            yield from _tried(everywhere, statement, _redefinition(old, body.term))


@dataclass(frozen=True)
class Body:
    """A term by itself, in the place of a statement."""

    term: Term


def _redefinition(old: Definition, body: Term) -> Callable[[Term], Term]:
    def change(part: Term) -> Term:
        if isinstance(part, Defined) and part.definition.name == old.name:
            return Defined(Definition(old.name, part.definition.parameters, body), part.arguments)
        return part

    return change


def relation_changed(statement: Any, _: Random) -> Iterator[Any]:
    """> for ≥, ≥ for ≤, = for ≠; left for right."""
    for place, found in places(statement):
        if place and place[-1] == "relation":
            for new in _OTHER_RELATION.get(found, ()):
                yield from _tried(put, statement, place, new)
        if place and place[-1] == "side" and found in ("left", "right"):
            yield from _tried(put, statement, place, "left" if found == "right" else "right")
        if place and place[-1] == "squared":
            yield from _tried(put, statement, place, not found)


def one_less(statement: Any, _: Random) -> Iterator[Any]:
    """A null space with one vector less, a spectrum with one eigenvalue less, a set with one condition less."""
    for place, found in places(statement):
        if place and place[-1] in ("basis", "eigenvalues") and isinstance(found, tuple) and found:
            for k in range(len(found)):
                yield from _tried(_shortened, statement, place, found, k)


def _shortened(statement: Any, place: Place, found: tuple[Any, ...], k: int) -> Any:
    inner = get(statement, place[:-1])
    changes: dict[str, Any] = {str(place[-1]): (*found[:k], *found[k + 1 :])}
    if hasattr(inner, "splitting"):
        kept = inner.splitting.coefficients
        changes["splitting"] = replace(inner.splitting, coefficients=(*kept[:k], *kept[k + 1 :]))
    return put(statement, place[:-1], replace(inner, **changes))


def symbols_swapped(statement: Any, _: Random) -> Iterator[Any]:
    """Two symbols of one shape swapped in one term, and not in the others."""
    open_terms = [
        (place, term)
        for place, term in terms_of(statement)
        if not any(isinstance(part, Defined) for part in subterms(term))
    ]
    for first, second in permutations(Vocabulary.of(statement).symbols, 2):
        if first.shape == second.shape and first.name < second.name:
            swap: dict[Term, Term] = {first: second, second: first}
            for place, term in open_terms:
                if {first, second} & set(symbols_of(term)):
                    yield from _tried(_put_made, statement, place, rebuilt, term, _renaming(swap))


def _tried(make: Callable[..., Any], *arguments: Any) -> Iterator[Any]:
    """What is made, where it can be: shapes, names and limits allowing."""
    try:
        made = make(*arguments)
    except DeriveError:
        return
    yield made


def _put_made(statement: Any, place: Place, make: Callable[..., Any], *arguments: Any) -> Any:
    return put(statement, place, make(*arguments))


def _renaming(names: dict[Term, Term]) -> Callable[[Term], Term]:
    return lambda part: names.get(part, part)


GlobalMutation = Callable[[Any, Random], Iterator[Any]]
GLOBAL: dict[str, GlobalMutation] = {
    "hypothesis dropped": hypothesis_dropped,
    "hypothesis weakened": hypothesis_weakened,
    "hypothesis turned": hypothesis_turned,
    "property dropped": property_dropped,
    "definition changed": definition_changed,
    "relation or side": relation_changed,
    "one vector less": one_less,
    "symbols swapped": symbols_swapped,
}

NAMES = (*LOCAL, *GLOBAL)


def mutant(statement: Statement, name: str, random: Random) -> Any | None:
    """The statement after the mutation of this name; None where it applies nowhere."""
    if name in LOCAL:
        return locally(statement, LOCAL[name], random)
    found = [new for new in GLOBAL[name](statement, random) if new != statement]
    return random.choice(found) if found else None


def mutated(term: Term, random: Random) -> Term:
    """The term after one local mutation, whichever comes up first; itself when none applies."""
    for name in random.sample(list(LOCAL), len(LOCAL)):
        found = locally(Body(term), LOCAL[name], random)
        if found is not None and found.term.shape == term.shape and found.term.free <= term.free:
            changed: Term = found.term
            return changed
    return term
