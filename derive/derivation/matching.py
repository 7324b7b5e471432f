"""Matching of rules: modulo the order of sums, the bracketing of products, and the place of scalar factors.

Two terms are the *same line* (`same`) when they differ in nothing else.  A rule connects two lines (`connects`) when they
are the same except at some places, and at each of these the rule's left side, instantiated, is what stood before and its
right side what stands after.  `rewrites` performs a rule wherever its left side matches.

None of this is trusted: the kernel decides every pair of lines besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations, permutations
from typing import Any

from derive.errors import InputError
from derive.language.hypotheses import Condition
from derive.language.substitution import replace_at, substitute, symbols_of, with_children
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Defined,
    Delta,
    Dim,
    Dimension,
    Hadamard,
    Identity,
    Index,
    Ones,
    Prod,
    Product,
    Shape,
    Sum,
    Symbol,
    Term,
    Zeros,
    product_shape,
)

#: Summands or Hadamard factors that are tried in every order.
MAX_PERMUTED = 5


@dataclass(frozen=True)
class Pattern:
    """lhs → rhs, where the symbols in ``variables`` stand for any term of their shape with their properties."""

    lhs: Term
    rhs: Term
    variables: frozenset[Symbol] = frozenset()


@dataclass(frozen=True)
class Binding:
    """What variables and dimensions stand for."""

    symbols: dict[Symbol, Term] = field(default_factory=dict)
    dims: dict[Dimension, Dim] = field(default_factory=dict)
    indices: dict[Index, Index] = field(default_factory=dict)

    def apply(self, term: Term) -> Term:
        """The term with variables, dimensions and indices replaced, summed indices by the names they bind."""
        made = substitute(term, self.symbols, self.dims, self.indices)
        names = {index.name: other.name for index, other in self.indices.items()}
        return _rename_bound(made, names) if names else made


Holds = Callable[[Condition], bool]


def _rename_bound(term: Term, names: dict[str, str]) -> Term:
    """The term with its summed indices renamed, where that captures nothing."""
    made = with_children(term, tuple(_rename_bound(child, names) for child in term.children))
    if isinstance(made, Sum | Prod) and made.index.name in names:
        new = Index(names[made.index.name], made.index.dim)
        if new not in made.body.free:
            return type(made)(new, substitute(made.body, indices={made.index: new}))
    return made


def same(left: Term, right: Term) -> bool:
    """Equal up to the order of summands and Hadamard factors, bracketing, and the place of scalar factors."""
    return left == right or _key(left) == _key(right)


def _key(term: Term, bound: tuple[Index, ...] = ()) -> tuple[Any, ...]:
    """A key that is equal for terms that are the same line; summed indices count by their depth, not their names."""

    def seat(index: Index) -> object:
        return bound[::-1].index(index) if index in bound else index

    match term:
        case Add() | Hadamard():
            return type(term).__name__, *sorted((_key(part, bound) for part in flat(term)), key=repr)
        case Product():
            scalars, others = split_factors(term)
            if not others and len(scalars) == 1:
                return "Product", "·", *(_key(factor, bound) for factor in open_factors(term))
            return (
                "Product",
                *sorted((_key(s, bound) for s in scalars), key=repr),
                "·",
                *(_key(o, bound) for o in others),
            )
        case Sum(index, body) | Prod(index, body):
            return type(term).__name__, index.dim, _key(body, (*bound, index))
        case Component(base, indices):
            return "Component", _key(base, bound), *map(seat, indices)
        case Delta(left, right):
            return "Delta", *sorted((seat(left), seat(right)), key=repr)
        case Basis(index):
            return "Basis", seat(index)
    if not term.children:
        return type(term).__name__, term
    own = tuple(v for f in fields(term) if not _has_terms(v := getattr(term, f.name)))  # type: ignore[arg-type]
    return type(term).__name__, own, *(_key(child, bound) for child in term.children)


def _has_terms(value: object) -> bool:
    return isinstance(value, Term) or (isinstance(value, tuple) and bool(value) and isinstance(value[0], Term))


def flat(term: Term) -> list[Term]:
    """The summands, or Hadamard factors, with nested ones opened."""
    if not isinstance(term, Add | Hadamard):
        return [term]
    parts = term.terms if isinstance(term, Add) else term.factors
    return [inner for part in parts for inner in (flat(part) if type(part) is type(term) else [part])]


def open_factors(term: Term) -> list[Term]:
    """The factors of a product, nested ones opened; a nested scalar made of vectors (uᵀv) stays one factor."""
    if not isinstance(term, Product):
        return [term]
    opened: list[Term] = []
    for factor in term.factors:
        whole = factor.shape == () and any(inner.shape != () for inner in factor.children)
        opened += [factor] if whole else open_factors(factor)
    return opened


def split_factors(term: Term) -> tuple[list[Term], list[Term]]:
    """The scalar factors, and the others in their order; of a scalar product of vectors, each uᵀ…v is one scalar."""
    factors = open_factors(term)
    scalars = [factor for factor in factors if factor.shape == ()]
    others = [factor for factor in factors if factor.shape != ()]
    if others and term.shape == ():
        return scalars + _scalar_groups(others), []
    return scalars, others


def _scalar_groups(factors: Sequence[Term]) -> list[Term]:
    """Split uᵀ A v wᵀ x … into its scalar products."""
    groups: list[Term] = []
    current: list[Term] = []
    shape: Shape = ()
    for factor in factors:
        shape = factor.shape if not current else product_shape(shape, factor.shape)
        current.append(factor)
        if shape == ():
            groups.append(join_product(current))
            current = []
    return groups if not current else [join_product(list(factors))]


def join_product(factors: Sequence[Term]) -> Term:
    """The product of one or more factors."""
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _join(kind: type[Add | Hadamard], parts: Sequence[Term]) -> Term:
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


# --- matching -----------------------------------------------------------------------------------------------------


def matches(
    pattern: Term, term: Term, variables: frozenset[Symbol], binding: Binding, holds: Holds
) -> Iterator[Binding]:
    """Every way to bind variables so that the pattern becomes the term."""
    if isinstance(pattern, Symbol) and pattern in variables:
        yield from _bind(pattern, term, binding, holds)
        return
    if not variables & set(symbols_of(pattern)) and not _pattern_dims(pattern, variables):
        if same(pattern, term):
            yield binding
        return
    match pattern:
        case Add() | Hadamard():
            for parts in dict.fromkeys((term.children, tuple(flat(term)))):
                yield from _match_unordered(flat(pattern), parts, pattern, term, variables, binding, holds)
        case Product():
            yield from _match_product(pattern, term, variables, binding, holds)
        case Ones(dims) | Zeros(dims):
            if type(term) is type(pattern) and (bound := _bind_shape(dims, term.shape, binding)) is not None:
                yield bound
        case Identity():
            if isinstance(term, Identity) and (bound := _bind_shape((pattern.dim,), (term.dim,), binding)) is not None:
                yield bound
        case Dimension():
            if isinstance(term, Dimension) and (bound := _bind_shape((pattern,), (term,), binding)) is not None:
                yield bound
        case _:
            yield from _match_node(pattern, term, variables, binding, holds)


def _pattern_dims(pattern: Term, variables: frozenset[Symbol]) -> bool:
    """Has the pattern dimensions that the variables leave open?"""
    open_dims = {dim for symbol in variables for dim in symbol.shape if isinstance(dim, Dimension)}
    return any(isinstance(d, Dimension) and d in open_dims for d in (*pattern.shape, pattern)) or any(
        _pattern_dims(child, variables) for child in pattern.children
    )


def _match_node(
    pattern: Term, term: Term, variables: frozenset[Symbol], binding: Binding, holds: Holds
) -> Iterator[Binding]:
    if type(pattern) is not type(term) or len(pattern.children) != len(term.children):
        return
    for spec in fields(pattern):  # type: ignore[arg-type]
        mine, theirs = getattr(pattern, spec.name), getattr(term, spec.name)
        if isinstance(mine, Index) or (isinstance(mine, tuple) and mine and isinstance(mine[0], Index)):
            bound = _bind_indices(mine, theirs, binding)
            if bound is None:
                return
            binding = bound
        elif not _has_terms(mine) and not _has_terms(theirs) and mine != theirs:
            return
    bindings = [binding]
    for mine, theirs in zip(pattern.children, term.children, strict=True):
        bindings = [b for known in bindings for b in matches(mine, theirs, variables, known, holds)]
    yield from bindings


def _bind(variable: Symbol, term: Term, binding: Binding, holds: Holds) -> Iterator[Binding]:
    if variable in binding.symbols:
        if same(binding.symbols[variable], term):
            yield binding
        return
    bound = _bind_shape(variable.shape, term.shape, binding)
    if bound is not None and all(holds(Condition(word, term)) for word in variable.properties):
        yield Binding({**bound.symbols, variable: term}, bound.dims, bound.indices)


def _bind_shape(pattern: Shape, shape: Shape, binding: Binding) -> Binding | None:
    if len(pattern) != len(shape) or [d == 1 for d in pattern] != [d == 1 for d in shape]:
        return None
    dims = dict(binding.dims)
    for dim, value in zip(pattern, shape, strict=True):
        if (dims.setdefault(dim, value) if isinstance(dim, Dimension) else dim) != value:
            return None
    return Binding(binding.symbols, dims, binding.indices)


def _bind_indices(pattern: Any, given: Any, binding: Binding) -> Binding | None:
    """Bind an index, or a tuple of them, to those of the term."""
    pairs = zip(pattern, given, strict=True) if isinstance(pattern, tuple) else [(pattern, given)]
    bound: Binding | None = binding
    for mine, theirs in pairs:
        bound = _bind_shape((mine.dim,), (theirs.dim,), binding)
        if bound is None or bound.indices.get(mine, theirs) != theirs:
            return None
        bound = binding = Binding(bound.symbols, bound.dims, {**bound.indices, mine: theirs})
    return bound


def _match_unordered(
    wanted: Sequence[Term],
    given: Sequence[Term],
    pattern: Term,
    term: Term,
    variables: frozenset[Symbol],
    binding: Binding,
    holds: Holds,
) -> Iterator[Binding]:
    """Summands or Hadamard factors in any order; where there are more of them, one variable takes several."""
    if not isinstance(term, Add | Hadamard) or type(pattern) is not type(term) or len(given) > MAX_PERMUTED:
        return
    if len(wanted) < len(given) and any(part in variables for part in wanted):
        for chosen in combinations(range(len(given)), len(given) - len(wanted) + 1):
            group = _join(type(term), [given[i] for i in chosen])
            rest = [part for i, part in enumerate(given) if i not in chosen]
            yield from _match_unordered(wanted, [group, *rest], pattern, term, variables, binding, holds)
    if len(wanted) != len(given):
        return
    for order in permutations(given):
        bindings = [binding]
        for mine, theirs in zip(wanted, order, strict=True):
            bindings = [b for known in bindings for b in matches(mine, theirs, variables, known, holds)]
        yield from bindings


def _match_product(
    pattern: Term, term: Term, variables: frozenset[Symbol], binding: Binding, holds: Holds
) -> Iterator[Binding]:
    """Scalars in any order; of the other factors, a variable may take a run of several."""
    wanted_scalars, wanted = split_factors(pattern)
    scalars, others = split_factors(term)
    if not wanted and not others and len(wanted_scalars) == len(scalars) == 1 and isinstance(scalars[0], Product):
        yield from _match_run(open_factors(pattern), open_factors(term), variables, binding, holds)
        return
    if len(scalars) > MAX_PERMUTED or bool(wanted) != bool(others):
        return
    for bound in _match_run(wanted, others, variables, binding, holds):
        if len(wanted_scalars) == len(scalars):
            for order in permutations(scalars):
                bindings = [bound]
                for mine, theirs in zip(wanted_scalars, order, strict=True):
                    bindings = [b for known in bindings for b in matches(mine, theirs, variables, known, holds)]
                yield from bindings
        elif len(wanted_scalars) == 1 and len(scalars) > 1:
            yield from matches(wanted_scalars[0], Product(tuple(scalars)), variables, bound, holds)


def _match_run(
    wanted: Sequence[Term], given: Sequence[Term], variables: frozenset[Symbol], binding: Binding, holds: Holds
) -> Iterator[Binding]:
    if not wanted:
        if not given:
            yield binding
        return
    longest = len(given) - len(wanted) + 1 if wanted[0] in variables else 1
    for length in range(1, min(longest, len(given)) + 1):
        run = _try_product(given[:length])
        if run is not None:
            for bound in matches(wanted[0], run, variables, binding, holds):
                yield from _match_run(wanted[1:], given[length:], variables, bound, holds)


def _try_product(factors: Sequence[Term]) -> Term | None:
    try:
        return join_product(factors)
    except InputError:
        return None


# --- connecting two lines -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One place at which two lines differ, and the rule instance that explains it."""

    before: Term
    after: Term
    rule: int


def connects(rules: Sequence[Pattern], before: Term, after: Term, holds: Holds) -> tuple[Change, ...] | None:
    """The changes that turn one line into the next, each by one of the rules; None when the rules do not."""
    if same(before, after):
        return ()
    for number, rule in enumerate(rules):
        if _is_instance(rule, before, after, holds):
            return (Change(before, after, number),)
    inner = _peel(before, after)
    if inner is None:
        return None
    changes: list[Change] = []
    for left, right in inner:
        found = connects(rules, left, right, holds)
        if found is None:
            return None
        changes += found
    return tuple(changes)


def _is_instance(rule: Pattern, before: Term, after: Term, holds: Holds) -> bool:
    if before.shape != after.shape:
        return False
    for binding in matches(rule.lhs, before, rule.variables, Binding(), holds):
        if any(True for _ in matches(binding.apply(rule.rhs), after, frozenset(), binding, holds)):
            return True
        missing = rule.variables - set(binding.symbols)
        if missing and any(True for _ in matches(rule.rhs, after, rule.variables, binding, holds)):
            return True
    return False


def _peel(before: Term, after: Term) -> list[tuple[Term, Term]] | None:
    """What is left of two terms when what they share outside is taken away: pairs that must be connected."""
    if isinstance(before, Product) or isinstance(after, Product):
        pair = _peel_product(before, after)
        if pair is not None:
            return [pair]
    for kind in (Add, Hadamard):
        if isinstance(before, kind) or isinstance(after, kind):
            pairs = _peel_unordered(kind, before, after)
            if pairs is not None:
                return pairs
    if type(before) is not type(after) or len(before.children) != len(after.children):
        return None
    if isinstance(before, Defined) and not before.children:
        return None
    for spec in fields(before):  # type: ignore[arg-type]
        mine, theirs = getattr(before, spec.name), getattr(after, spec.name)
        if not _has_terms(mine) and not isinstance(mine, Index) and mine != theirs:
            return None
    pairs = list(zip(before.children, after.children, strict=True))
    return pairs if pairs and any(not same(x, y) for x, y in pairs) else None


def _peel_product(before: Term, after: Term) -> tuple[Term, Term] | None:
    """Take common scalars, and common factors from both ends, off two products."""
    scalars, others = split_factors(before)
    scalars2, others2 = split_factors(after)
    if not others and not others2 and len(scalars) == len(scalars2) == 1:  # two scalar products of vectors
        scalars, others, scalars2, others2 = [], open_factors(before), [], open_factors(after)
    start = 0
    while start < min(len(others), len(others2)) and same(others[start], others2[start]):
        start += 1
    stop = 0
    while stop < min(len(others), len(others2)) - start and same(others[-1 - stop], others2[-1 - stop]):
        stop += 1
    middle, middle2 = others[start : len(others) - stop], others2[start : len(others2) - stop]
    if (not middle or not middle2) and middle != middle2:  # keep one neighbour, so that both sides are terms
        if start:
            middle, middle2 = others[start - 1 : len(others) - stop], others2[start - 1 : len(others2) - stop]
        elif stop:
            middle, middle2 = others[start : len(others) - stop + 1], others2[start : len(others2) - stop + 1]
    rest, rest2 = _without_common(scalars, scalars2)
    left, right = [*rest, *middle], [*rest2, *middle2]
    if not left or not right:
        return None
    one, two = _try_product(left), _try_product(right)
    if one is None or two is None or one.shape != two.shape or (one == before and two == after):
        return None
    return one, two


def _peel_unordered(kind: type[Add | Hadamard], before: Term, after: Term) -> list[tuple[Term, Term]] | None:
    """Take common summands (or Hadamard factors) off; pair those that remain when there are equally many."""
    parts = flat(before) if isinstance(before, kind) else [before]
    parts2 = flat(after) if isinstance(after, kind) else [after]
    left, right = _without_common(parts, parts2)
    if not left or not right:
        return None
    if len(left) < len(parts):
        return [(_join(kind, left), _join(kind, right))]
    return list(zip(left, right, strict=True)) if len(left) == len(right) else None


def _without_common(left: Sequence[Term], right: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    rest, rest2 = [], list(right)
    for part in left:
        twin = next((i for i, other in enumerate(rest2) if same(part, other)), None)
        if twin is None:
            rest.append(part)
        else:
            del rest2[twin]
    return rest, rest2


# --- performing -----------------------------------------------------------------------------------------------------


def rewrites(rule: Pattern, term: Term, holds: Holds) -> Iterator[Term]:
    """Every line that one use of the rule makes of a term; outermost places first, from the left."""
    yield from _rewrites_here(rule, term, holds)
    for place, child in enumerate(term.children):
        if isinstance(term, Defined):
            return
        for changed in rewrites(rule, child, holds):
            yield replace_at(term, (place,), changed)


def _rewrites_here(rule: Pattern, term: Term, holds: Holds) -> Iterator[Term]:
    for binding in matches(rule.lhs, term, rule.variables, Binding(), holds):
        if rule.variables & set(symbols_of(rule.rhs)) <= set(binding.symbols):
            yield binding.apply(rule.rhs)
    if isinstance(term, Product):
        scalars, others = split_factors(term)
        for start in range(len(others)):
            for stop in range(start + 1, len(others) + 1):
                if (start, stop) == (0, len(others)) and not scalars:
                    continue
                window = _try_product(others[start:stop])
                if window is None or window == term:
                    continue
                for binding in matches(rule.lhs, window, rule.variables, Binding(), holds):
                    changed = _try_product([*scalars, *others[:start], binding.apply(rule.rhs), *others[stop:]])
                    if changed is not None:
                        yield changed
    if isinstance(term, Add | Hadamard) and isinstance(rule.lhs, type(term)):
        parts = flat(term)
        count = len(flat(rule.lhs))
        for chosen in combinations(range(len(parts)), count):
            if count == len(parts):
                break
            window = _join(type(term), [parts[i] for i in chosen])
            for binding in matches(rule.lhs, window, rule.variables, Binding(), holds):
                rest = [part for i, part in enumerate(parts) if i not in chosen]
                rest.insert(chosen[0], binding.apply(rule.rhs))
                yield _join(type(term), rest)
