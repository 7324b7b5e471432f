"""What symbols are said to depend on: ``y depends on x``, followed from one symbol to the next.

∂z/∂v of a formula z says something where every way from z to v is known: z has v in it, or is itself said to depend on v.
It says nothing certain where z has a symbol that depends on v on its way, or where v depends on something that z has, too:
that may stay while v varies, or vary with it.

Nor does a sum of chain rules tell by itself, ∂L/∂x = ∂L/∂x̂ ∂x̂/∂x + ∂L/∂μ ∂μ/∂x, where x̂ is made of x and of μ, and μ of x:
there ∂x̂/∂x is the derivative with μ held, which the other summand adds; by itself it would be the one in which μ varies too.
Where no graph is declared both are readings, and where they differ in value the sum is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.derivation.partials import concerned, jacobian, occurs
from derive.errors import AmbiguityError, InputError
from derive.language.hypotheses import TIES, Condition, Equality
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Defined, Symbol, Term
from derive.reading.environment import Environment
from derive.reading.latex.conventions import Decide, Equal
from derive.reading.latex.nodes import Apply, Beside, Total, name_in, name_of
from derive.reading.syntax import Call, Minus, Transposed, Tree, Word

#: (y, x) and the symbol of ∂y/∂x.
Depends = Mapping[tuple[str, str], str]


def mentions(tree: Tree, symbol: Term, names: Mapping[str, object]) -> bool:
    """Does a symbol, or a defined name, occur in a tree, definitions and functions unfolded?"""
    if isinstance(tree, Word) and isinstance(term := names.get(tree.name), Term):
        return symbol in unfolded_subterms(term)
    if isinstance(tree, Apply):
        inside = (tree.definition.body, *tree.constants)
        if symbol not in tree.definition.parameters and any(symbol in unfolded_subterms(term) for term in inside):
            return True
        if any(symbol in unfolded_subterms(constant) for constant in tree.constants):
            return True
    return any(mentions(child, symbol, names) for child in tree.below())


def symbols_in(tree: Tree, names: Mapping[str, object]) -> frozenset[str]:
    """The names of the symbols in a tree, definitions unfolded."""
    if isinstance(tree, Word):
        term = names.get(tree.name)
        return frozenset(symbol.name for symbol in symbols_of(term)) if isinstance(term, Term) else frozenset()
    own = frozenset[str]()
    if isinstance(tree, Apply):
        own = frozenset(symbol.name for symbol in symbols_of(*tree.constants))
    return own.union(*(symbols_in(child, names) for child in tree.below()))


def reached(names: frozenset[str], depends: Depends, but: str = "") -> frozenset[str]:
    """Some symbols, and all that they depend on; without one of them, and what depends on nothing but that."""
    found, ahead = set[str](), [name for name in names if name != but]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [on for above, on in depends if above == name and on != but]
    return frozenset(found)


def closes_a_circle(y: str, x: str, depends: Depends) -> bool:
    """Does x depend on y, so that y may not be said to depend on x?"""
    return y in reached(frozenset({x}), depends)


def check_dependence(tree: Tree, on: str, depends: Depends, env: Environment) -> None:
    """Refuse the derivative of a tree by a symbol where what is declared does not tell it.

    Raises `AmbiguityError`, or `InputError` where it takes a chain rule that the text has to write.
    """
    if not depends:
        return
    inside, name = symbols_in(tree, env.names), name_in(tree)
    direct = name if (name, on) in depends else ""
    for name in sorted(inside - {on, direct}):
        if on in reached(frozenset({name}), depends):
            hint = "write the chain rule, or define it with let instead of declaring that it depends"
            raise InputError(f"a derivative by {on} of a formula with {name}, which depends on it", hint=hint)
    if direct:
        others = frozenset(x for y, x in depends if y == direct and x != on)
        if on in reached(others, depends):
            labels = ["by itself, what lies between being held", "in every way"]
            what = f"a derivative by {on}, on which {direct} depends in two ways,"
            raise AmbiguityError(what, labels, hint="declare a graph: let z(x, y) = …")
        _check_free(direct, on, env)
    above = reached(frozenset({on}), depends) - {on}
    if shared := sorted(above & reached(inside, depends, on)):
        what = f"a derivative by {on}, which depends on {shared[0]},"
        labels = [f"{shared[0]} stays, and {on} varies by itself", f"{shared[0]} varies with {on}"]
        hint = "take out that it depends, or declare what is differentiated as a function: let z(x, y) = …"
        raise AmbiguityError(what, labels, hint=hint)


def _check_free(y: str, x: str, env: Environment) -> None:
    """Refuse ∂y/∂x as a symbol of which nothing is known where y or x satisfies an equation."""
    for name in (y, x):
        symbol = env.names.get(name)
        if not isinstance(symbol, Symbol):
            continue
        tied = bool(symbol.properties & TIES)
        for hypothesis in env.hypotheses:
            said = isinstance(hypothesis, Equality) and symbol in symbols_of(*hypothesis.terms)
            tied |= said and name == y
            tied |= isinstance(hypothesis, Condition) and hypothesis.kind in TIES and symbol == hypothesis.term
        if tied:
            hint = "define it with let instead of declaring that it depends"
            message = f"a derivative of {y} by {x}, where {name} satisfies an equation: does it hold near by as well?"
            raise InputError(message, hint=hint)


Meanings = Mapping[str, object]


class _Factor(NamedTuple):
    """∂ of something, ``of`` where that is a name, by a name; ``open`` says that nothing settles which reading is meant."""

    tree: Call
    of: Term | None
    by: Defined | Symbol
    open: bool


def check_sums(sides: Sequence[Tree], names: Meanings, losses: Mapping[str, str], decide: Decide) -> None:
    """Raise `AmbiguityError` for a sum of chain rules whose derivatives have two readings of different values.

    ``losses``: the symbols of ∂L/∂y, and y.
    """
    for side in sides:
        for summands in _sums(side):
            _check([_factors(summand, names, losses) for summand in summands], names, decide, chained=False)
    for pair in pairwise(sides):
        parts = [_factors(summand, names, losses) for side in pair for summand in _summands(side)]
        _check(parts, names, decide, chained=True)


def _check(summands: Sequence[Sequence[_Factor]], names: Meanings, decide: Decide, chained: bool) -> None:
    """Look for ∂n/∂b in one summand and a derivative by what n is made of, and b makes, in another.

    Where they are ``chained`` both have to be parts of chain rules, ∂P/∂n ∂n/∂b and ∂P/∂m ∂m/∂b.
    """
    for number, summand in enumerate(summands):
        for factor in summand:
            if not factor.open or (chained and not any(other.by == factor.of for other in summand)):
                continue
            elsewhere = [part for n, part in enumerate(summands) if n != number]
            held = frozenset(
                other.by
                for part in elsewhere
                for other in part
                if other.by not in (factor.by, factor.of)
                and isinstance(other.by, Defined)
                and occurs(factor.by, other.by)
                and _has(factor.tree.arguments[0], other.by, names)
                and (not chained or any(next_.of == other.by and next_.by == factor.by for next_ in part))
            )
            if held and not _agree(factor, held, decide):
                raise _ambiguous(factor, held)


def _agree(factor: _Factor, held: frozenset[Term], decide: Decide) -> bool:
    """Have both readings one value?"""
    if factor.of is None or not concerned(factor.of, factor.by, held):
        return False
    try:
        total, partial = jacobian(factor.of, factor.by), jacobian(factor.of, factor.by, held)
    except InputError:
        return False
    return decide(Equal((total, partial)))


def _ambiguous(factor: _Factor, held: frozenset[Term]) -> AmbiguityError:
    by = name_of(factor.by)
    of = name_of(factor.of) if factor.of is not None else "the formula"
    others = ", ".join(sorted(map(name_of, held)))
    labels = [f"{of} as a function of {by} alone, {others} varying with it", f"with {others} held fixed"]
    hint = f"declare a graph, let {of}({by}, {others}) = …, or write d for the total derivative"
    return AmbiguityError(f"∂{of}/∂{by} in a sum of chain rules", labels, hint=hint)


def _has(tree: Tree, name: Term, names: Meanings) -> bool:
    terms = (names.get(part.name) for part in tree.parts() if isinstance(part, Word))
    return any(isinstance(term, Term) and occurs(name, term) for term in terms)


def _sums(tree: Tree) -> Iterator[list[Tree]]:
    for part in tree.parts():
        if isinstance(part, Call) and part.name == "add":
            yield list(_summands(part))


def _summands(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, Call) and tree.name == "add":
        for part in tree.arguments:
            yield from _summands(part)
    elif isinstance(tree, Minus | Transposed):
        yield from _summands(tree.operand)
    else:
        yield tree


def _factors(tree: Tree, names: Meanings, losses: Mapping[str, str]) -> list[_Factor]:
    """Every derivative in a summand."""
    found: list[_Factor] = []
    for part in tree.parts():
        if isinstance(part, Call) and part.name == "grad":
            above, below = part.arguments
            of, by = names.get(name_in(above)), names.get(below.name) if isinstance(below, Word) else None
            if isinstance(by, Defined | Symbol):
                known = of if isinstance(of, Term) else None
                found.append(_Factor(part, known, by, not isinstance(part, Total | Beside)))
        if isinstance(part, Word) and isinstance(y := names.get(losses.get(part.name, "")), Defined | Symbol):
            found.append(_Factor(Total(part.at, "grad", (part, part)), None, y, False))
    return found
