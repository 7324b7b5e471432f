"""Matching of rules: modulo the order of sums, the bracketing of products, and the place of scalar factors.

Two terms are the *same line* (`derive.language.alike`) when they differ in nothing else.  `matches` binds a rule's
variables, `rewrites` performs a rule wherever its left side matches.  A rule connects two lines
(`derive.derivation.connecting`) when they are the same except at some places, and at each of these the rule's left side,
instantiated, is what stood before and its right side what stands after.

An instance is made by substitution, so that no index is captured and nothing is put into a derivative that depends on its
symbol; and it is one only where the rule's hypotheses, instantiated, and the properties of what its variables stand for are
established (`derive.derivation.established`).

None of this is trusted: the kernel decides every pair of lines besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

from derive.derivation.established import Established
from derive.errors import InputError
from derive.language import terms as t
from derive.language.alike import flat, has_terms, join, open_factors, same, split_factors, try_product
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.places import places_in
from derive.language.substitution import replace_at, substitute, symbols_of, with_children

#: Summands or Hadamard factors that are tried in every order.
MAX_PERMUTED = 5


@dataclass(frozen=True)
class Pattern:
    """lhs → rhs under hypotheses; the symbols in ``variables`` stand for any term of their shape with their properties."""

    lhs: t.Term
    rhs: t.Term
    variables: frozenset[t.Symbol] = frozenset()
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class Binding:
    """What variables and dimensions stand for."""

    symbols: dict[t.Symbol, t.Term] = field(default_factory=dict)
    dims: dict[t.Dimension, t.Dim] = field(default_factory=dict)
    indices: dict[t.Index, t.Index] = field(default_factory=dict)

    def apply(self, term: t.Term) -> t.Term:
        """The term with variables, dimensions and indices replaced, summed indices by the names they bind."""
        made = substitute(term, self.symbols, self.dims, self.indices)
        names = {i.name: other.name for i, other in self.indices.items() if not isinstance(other, t.Place)}
        return _rename_bound(made, names) if names else made

    def hypothesis(self, given: Hypothesis) -> Hypothesis:
        """A hypothesis with variables and dimensions replaced; its free indices, of which it then says all, stay apart."""
        taken = {index.name for value in self.symbols.values() for index in value.free}
        apart: dict[t.Index, t.Index] = {}
        free = frozenset().union(*(term.free for term in given.terms))
        for index in free - places_in(free):
            name = index.name
            while name in taken:
                name += "'"
            taken.add(name)
            dim = self.dims.get(index.dim, index.dim) if isinstance(index.dim, t.Dimension) else index.dim
            apart[index] = t.Index(name, dim)
        made = [substitute(term, self.symbols, self.dims, apart) for term in given.terms]
        return Condition(given.kind, made[0]) if isinstance(given, Condition) else Equality(made[0], made[1])


def _rename_bound(term: t.Term, names: dict[str, str]) -> t.Term:
    """The term with its summed indices renamed, where that captures nothing."""
    made = with_children(term, tuple(_rename_bound(child, names) for child in term.children))
    if isinstance(made, t.Binder) and made.index.name in names:
        new = t.Index(names[made.index.name], made.index.dim)
        if new not in made.body.free | made.free:
            return replace(made, index=new, body=substitute(made.body, indices={made.index: new}))
    return made


# --- matching -----------------------------------------------------------------------------------------------------


def matches(
    pattern: t.Term, term: t.Term, variables: frozenset[t.Symbol], binding: Binding, holds: Established
) -> Iterator[Binding]:
    """Every way to bind variables so that the pattern becomes the term."""
    return _Matcher(variables, holds).match(pattern, term, binding)


@dataclass(frozen=True)
class _Matcher:
    """Matching with these variables, where that is established."""

    variables: frozenset[t.Symbol]
    holds: Established

    def match(self, pattern: t.Term, term: t.Term, binding: Binding) -> Iterator[Binding]:
        """Every way to bind variables so that the pattern becomes the term."""
        if isinstance(pattern, t.Symbol) and pattern in self.variables:
            yield from self._bound(pattern, term, binding)
            return
        if not self.variables & set(symbols_of(pattern)) and not _pattern_dims(pattern, self.variables):
            if same(pattern, term):
                yield binding
            return
        match pattern:
            case t.Add() | t.Hadamard():
                for parts in dict.fromkeys((term.children, tuple(flat(term)))):
                    yield from self._unordered(flat(pattern), parts, pattern, term, binding)
            case t.Product():
                yield from self._product(pattern, term, binding)
            case t.Ones() | t.Zeros() | t.Identity() | t.Dimension():
                mine, theirs = ((each,) if isinstance(each, t.Dimension) else each.shape for each in (pattern, term))
                if type(term) is type(pattern) and (bound := _bind_shape(mine, theirs, binding)) is not None:
                    yield bound
            case _:
                yield from self._node(pattern, term, binding)

    def _node(self, pattern: t.Term, term: t.Term, binding: Binding) -> Iterator[Binding]:
        if type(pattern) is not type(term) or len(pattern.children) != len(term.children):
            return
        for mine, theirs in zip(pattern.values, term.values, strict=True):
            if isinstance(mine, t.Index) or (isinstance(mine, tuple) and mine and isinstance(mine[0], t.Index)):
                bound = _bind_indices(mine, theirs, binding)
                if bound is None:
                    return
                binding = bound
            elif not has_terms(mine) and not has_terms(theirs) and mine != theirs:
                return
        yield from self._all(pattern.children, term.children, binding)

    def _all(self, wanted: Sequence[t.Term], given: Sequence[t.Term], binding: Binding) -> list[Binding]:
        """Every way to match terms one by one."""
        bindings = [binding]
        for mine, theirs in zip(wanted, given, strict=True):
            bindings = [b for known in bindings for b in self.match(mine, theirs, known)]
        return bindings

    def _bound(self, variable: t.Symbol, term: t.Term, binding: Binding) -> Iterator[Binding]:
        if variable in binding.symbols:
            if same(binding.symbols[variable], term):
                yield binding
            return
        bound = _bind_shape(variable.shape, term.shape, binding)
        if bound is not None and all(self.holds(Condition(word, term)) for word in variable.properties):
            yield Binding({**bound.symbols, variable: term}, bound.dims, bound.indices)

    def _unordered(
        self, wanted: Sequence[t.Term], given: Sequence[t.Term], pattern: t.Term, term: t.Term, binding: Binding
    ) -> Iterator[Binding]:
        """Summands or Hadamard factors in any order; where there are more of them, one variable takes several."""
        if not isinstance(term, t.Add | t.Hadamard) or type(pattern) is not type(term) or len(given) > MAX_PERMUTED:
            return
        if len(wanted) < len(given) and any(part in self.variables for part in wanted):
            for chosen in combinations(range(len(given)), len(given) - len(wanted) + 1):
                group = join(type(term), [given[i] for i in chosen])
                rest = [part for i, part in enumerate(given) if i not in chosen]
                yield from self._unordered(wanted, [group, *rest], pattern, term, binding)
        if len(wanted) != len(given):
            return
        for order in permutations(given):
            yield from self._all(wanted, order, binding)

    def _product(self, pattern: t.Term, term: t.Term, binding: Binding) -> Iterator[Binding]:
        """Scalars in any order; of the other factors, a variable may take a run of several."""
        wanted_scalars, wanted = split_factors(pattern)
        scalars, others = split_factors(term)
        if not wanted and len(wanted_scalars) == 1:  # a scalar product of vectors: uᵀv is matched by such a one alone
            if not others and len(scalars) == 1 and isinstance(scalars[0], t.Product):
                yield from self._run(open_factors(pattern), open_factors(term), binding)
            return
        if len(scalars) > MAX_PERMUTED or bool(wanted) != bool(others):
            return
        for bound in self._run(wanted, others, binding):
            if len(wanted_scalars) == len(scalars):
                for order in permutations(scalars):
                    yield from self._all(wanted_scalars, order, bound)
            elif len(wanted_scalars) == 1 and len(scalars) > 1:
                yield from self.match(wanted_scalars[0], t.Product(tuple(scalars)), bound)

    def _run(self, wanted: Sequence[t.Term], given: Sequence[t.Term], binding: Binding) -> Iterator[Binding]:
        if not wanted:
            if not given:
                yield binding
            return
        longest = len(given) - len(wanted) + 1 if wanted[0] in self.variables else 1
        for length in range(1, min(longest, len(given)) + 1):
            run = try_product(given[:length])
            if run is not None:
                for bound in self.match(wanted[0], run, binding):
                    yield from self._run(wanted[1:], given[length:], bound)


def _pattern_dims(pattern: t.Term, variables: frozenset[t.Symbol]) -> bool:
    """Has the pattern dimensions that the variables leave open?"""
    open_dims = {dim for symbol in variables for dim in symbol.shape if isinstance(dim, t.Dimension)}
    return any(isinstance(d, t.Dimension) and d in open_dims for d in (*pattern.shape, pattern)) or any(
        _pattern_dims(child, variables) for child in pattern.children
    )


def _bind_shape(pattern: t.Shape, shape: t.Shape, binding: Binding) -> Binding | None:
    if len(pattern) != len(shape) or [d == 1 for d in pattern] != [d == 1 for d in shape]:
        return None
    dims = dict(binding.dims)
    for dim, value in zip(pattern, shape, strict=True):
        if (dims.setdefault(dim, value) if isinstance(dim, t.Dimension) else dim) != value:
            return None
    return Binding(binding.symbols, dims, binding.indices)


def _bind_indices(pattern: Any, given: Any, binding: Binding) -> Binding | None:
    """Bind an index, or a tuple of them, to those of the term."""
    pattern, given = (each if isinstance(each, tuple) else (each,) for each in (pattern, given))
    if len(pattern) != len(given):
        return None
    bound: Binding | None = binding
    for mine, theirs in zip(pattern, given, strict=True):
        bound = _bind_shape((mine.dim,), (theirs.dim,), binding)
        if isinstance(mine, t.Place):  # a hypothesis may be about it
            if bound is None or not isinstance(theirs, t.Place) or mine.number != theirs.number:
                return None
            binding = bound
            continue
        if bound is None or bound.indices.get(mine, theirs) != theirs:
            return None
        bound = binding = Binding(bound.symbols, bound.dims, {**bound.indices, mine: theirs})
    return bound


# --- instances -----------------------------------------------------------------------------------------------------


def instance(rule: Pattern, binding: Binding, holds: Established) -> tuple[t.Term, t.Term] | None:
    """Both sides of the instance of a rule that a binding makes; None when it makes none.

    It makes none when a variable stands for nothing, when a term cannot be put for a variable, and when a hypothesis of the
    rule is not established of what the variables stand for.
    """
    if not rule.variables & set(symbols_of(rule.lhs, rule.rhs)) <= set(binding.symbols):
        return None
    try:
        sides = binding.apply(rule.lhs), binding.apply(rule.rhs)
        hypotheses = [binding.hypothesis(given) for given in rule.hypotheses]
    except InputError:
        return None
    return sides if all(map(holds, hypotheses)) else None


def _performed(rule: Pattern, term: t.Term, holds: Established) -> Iterator[t.Term]:
    """What an instance of the rule with this left side has on the right."""
    for binding in matches(rule.lhs, term, rule.variables, Binding(), holds):
        sides = instance(rule, binding, holds)
        if sides is not None and same(sides[0], term):
            yield sides[1]


# --- performing -----------------------------------------------------------------------------------------------------


def rewrites(rule: Pattern, term: t.Term, holds: Established) -> Iterator[t.Term]:
    """Every line that one use of the rule makes of a term; outermost places first, from the left."""
    yield from _rewrites_here(rule, term, holds)
    if isinstance(term, t.Defined):
        return
    if isinstance(term, t.Grad):
        for changed in rewrites(rule, term.term, holds.inside(term.symbol)):
            yield t.Grad(changed, term.symbol)
        return
    for place, child in enumerate(term.children):
        for changed in rewrites(rule, child, holds):
            yield replace_at(term, (place,), changed)


def _rewrites_here(rule: Pattern, term: t.Term, holds: Established) -> Iterator[t.Term]:
    yield from _performed(rule, term, holds)
    if isinstance(term, t.Product):
        scalars, others = split_factors(term)
        for start in range(len(others)):
            for stop in range(start + 1, len(others) + 1):
                if (start, stop) == (0, len(others)) and not scalars:
                    continue
                window = try_product(others[start:stop])
                if window is None or window == term:
                    continue
                for made in _performed(rule, window, holds):
                    changed = try_product([*scalars, *others[:start], made, *others[stop:]])
                    if changed is not None:
                        yield changed
    if isinstance(term, t.Add | t.Hadamard) and isinstance(rule.lhs, type(term)):
        parts = flat(term)
        count = len(flat(rule.lhs))
        for chosen in combinations(range(len(parts)), count):
            if count == len(parts):
                break
            window = join(type(term), [parts[i] for i in chosen])
            for made in _performed(rule, window, holds):
                rest = [part for i, part in enumerate(parts) if i not in chosen]
                rest.insert(chosen[0], made)
                yield join(type(term), rest)
