"""What symbols are said to depend on: ``y depends on x``, followed from one symbol to the next.

∂z/∂v of a formula z goes every way from z to v that is known: z has v in it, or y, which depends on v.  It says nothing
certain where v depends on something that z has, too: that may stay while v varies, or vary with it.

y is a differentiable function of x of which only its value and its derivative at x occur.  So these are arrays of which
nothing is known: at any x, any value y₀ and any slope s there is a function with both, y₀ + s (x - x₀).  This fails where y
would stand at another point, y(2 x), or in a function of x that is put to another point; where y satisfies an equation,
which may hold near x as well; and where a bound y ≥ 0 is attained, as the slope is 0 there.  All of these are refused.

Nor does a sum of chain rules tell by itself, ∂L/∂x = ∂L/∂x̂ ∂x̂/∂x + ∂L/∂μ ∂μ/∂x, where x̂ is made of x and of μ, and μ of x:
there ∂x̂/∂x is the derivative with μ held, which the other summand adds; by itself it would be the one in which μ varies too.
Where no graph is declared both are readings, and where they differ in value the sum is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.derivation.partials import beside, concerned, jacobian, occurs, unused
from derive.errors import AmbiguityError, InputError, LimitError
from derive.language.hypotheses import SYMMETRIC, TIES, Condition, Equality, Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Component, Defined, Symbol, Term
from derive.reading.environment import Environment
from derive.reading.held import Depends, could_vary, equated, made_by, reached
from derive.reading.latex.conventions import Decide, Equal
from derive.reading.latex.graphs import Graph, direct
from derive.reading.latex.nodes import Apply, Beside, Open, Staying, Through, Total, name_in, name_of
from derive.reading.syntax import Call, Minus, Transposed, Tree, Word

#: What names mean.
Meanings = Mapping[str, object]


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


def closes_a_circle(y: str, x: str, depends: Depends) -> bool:
    """Does x depend on y, so that y may not be said to depend on x?"""
    return y in reached(frozenset({x}), depends)


def varying(tree: Tree, on: str, depends: Depends, env: Environment) -> tuple[str, ...]:
    """The symbols in a tree that vary with another one, since they depend on it, or on what depends on it.

    Raises `AmbiguityError` where what is declared does not tell what varies, and `LimitError` where a symbol is not free.
    """
    if not depends:
        return ()
    inside = symbols_in(tree, env.names)
    found = tuple(name for name in sorted(inside - {on}) if on in reached(frozenset({name}), depends))
    for name in sorted(reached(frozenset(found), depends)):
        others = frozenset(x for y, x in depends if y == name and x != on)
        if (name, on) in depends and on in reached(others, depends):
            labels = ["by itself, what lies between being held", "in every way"]
            what = f"a derivative by {on}, on which {name} depends in two ways,"
            raise AmbiguityError(what, labels, hint="declare a graph: let z(x, y) = …")
    for name in (name for pair in depends for name in pair if not isinstance(env.names.get(name), Symbol)):
        message = (
            f"a derivative beside {name}, which was declared anew since something depends on it, or it on something"
        )
        raise LimitError(message, hint="forget, and declare what depends on what behind the names")
    above = reached(frozenset({on}), depends) - {on}
    if shared := sorted(above & reached(inside, depends, on)):
        what = f"a derivative by {on}, which depends on {shared[0]},"
        labels = [f"{shared[0]} stays, and {on} varies by itself", f"{shared[0]} varies with {on}"]
        hint = "take out that it depends, or declare what is differentiated as a function: let z(x, y) = …"
        raise AmbiguityError(what, labels, hint=hint)
    between = [name for name in reached(frozenset(found), depends) if on in reached(frozenset({name}), depends)]
    for name in sorted({*between} - {on}):
        check_free(name, on, env.names, env.hypotheses)
    for name in sorted((equated(on, env.hypotheses) - {on}) & reached(inside, depends)):
        if any(name in reached(frozenset({other}), depends) for other in inside - {name}):
            message = f"a derivative by {on}, which is equated with {name}, on which something depends"
            raise LimitError(message, hint=f"define {on} or {name} with let instead of assuming an equation")
    ways = {**depends, **made_by(env.hypotheses)}
    for name in sorted(inside - {on, *found}):
        if on in reached(frozenset({name}), ways):
            raise could_vary(name, on)
    return found


def check_made(tree: Tree, name: Defined, depends: Depends, names: Meanings, graph: Graph) -> None:
    """Refuse the derivative by a defined name beside a symbol that depends on what the name is made of: does that stay?"""
    if not depends:
        return
    made = frozenset(symbol.name for symbol in symbols_of(name))
    words = [names.get(part.name) for part in tree.parts() if isinstance(part, Word)]
    constants = [symbol for part in tree.parts() if isinstance(part, Apply) for symbol in part.constants]
    outside = {
        part.name
        for term in (*words, *constants)
        if isinstance(term, Term)
        for part in beside(name, term)
        if isinstance(part, Symbol)
    }
    for y in sorted(outside):
        if (on := sorted((reached(frozenset({y}), depends) - {y}) & made)) and not in_arguments(
            tree, [y], names, graph
        ):
            labels = [f"{y} stays", f"{y} varies, as {name_of(name)} is made of {on[0]}"]
            what = f"a derivative by {name_of(name)} beside {y}, which depends on {on[0]},"
            raise AmbiguityError(what, labels, hint=f"differentiate by {on[0]}, or hold {y} fixed")


def in_arguments(tree: Tree, through: Sequence[str], names: Meanings, graph: Graph) -> bool:
    """Has a tree a node with one of some symbols among its arguments?"""
    words = {part.name for part in tree.parts() if isinstance(part, Word)}
    nodes = {
        name_of(part) for word in words if isinstance(term := names.get(word), Term) for part in unfolded_subterms(term)
    }
    return any(name in graph[node] for node in nodes & {*graph} for name in through)


def beside_dependent(
    kind: type[Call], tree: Tree, on: str, depends: Depends, env: Environment, graph: Graph
) -> type[Call]:
    """How ∂ of a node by one of its arguments is meant, where others may depend on this: the arguments stay, too.

    Raises `AmbiguityError` where something stays, and what is no argument varies.
    """
    node = env.names.get(name_in(tree))
    own = direct(node.unfold()) if isinstance(node, Defined) else frozenset[Term]()
    symbols = {part.name for part in own if isinstance(part, Symbol) and part.name != on}
    vary = {name for name in symbols if on in reached(frozenset({name}), depends)}
    free, stay = vary - {*graph[name_in(tree)]}, bool(vary & {*graph[name_in(tree)]})
    for part in own:
        if isinstance(part, Defined) and name_of(part) != on:
            stay |= on in reached(frozenset(symbol.name for symbol in symbols_of(part)), depends)
    if (free and stay) or (vary and on not in graph[name_in(tree)]):
        names = sorted(free or vary)
        labels = [f"{names[0]} stays", f"{names[0]} varies with {on}"]
        hint = f"write {names[0]} among the arguments, or none of what depends on {on}"
        raise AmbiguityError(f"a derivative of {name_in(tree)} by {on}, with {names[0]} in it", labels, hint=hint)
    if free:
        varying(tree, on, depends, env)
        return Through
    return Beside if stay else kind


def check_free(y: str, x: str, names: Meanings, hypotheses: Sequence[Hypothesis]) -> None:
    """Refuse ∂y/∂x as a symbol of which nothing is known where y or x satisfies an equation, or y is ≥ 0.

    Where y = 0 is its least value its derivative is 0; any other value and slope are those of some function near by.
    """
    for name in (y, x):
        symbol = names.get(name)
        if not isinstance(symbol, Symbol):
            continue
        near = SYMMETRIC if name == y else frozenset()  # then its derivative is symmetric, and no more is known of it
        tied, least = bool(symbol.properties & TIES - near), name == y and "nonneg" in symbol.properties
        for hypothesis in hypotheses:
            said = name == y and symbol in symbols_of(*hypothesis.terms)
            tied |= said and isinstance(hypothesis, Equality)
            if isinstance(hypothesis, Condition):
                tied |= hypothesis.kind in TIES and (said or symbol == hypothesis.term)
                least |= said and hypothesis.kind == "nonneg"
        if tied:
            hint = "define it with let instead of declaring that it depends"
            message = f"a derivative of {y} by {x}, where {name} satisfies an equation: does it hold near by as well?"
            raise LimitError(message, hint=hint)
        if least:
            message = f"a derivative of {y} by {x}, where a bound with {y} may be attained: its slope is not free there"
            raise LimitError(message, hint="assume > in the place of ≥, or define it with let")


def check_slopes(
    terms: Iterable[Term], names: Meanings, hypotheses: Sequence[Hypothesis], slopes: Mapping[str, tuple[str, str]]
) -> None:
    """Raise `InputError` where ∂y/∂x stands in a statement of which a hypothesis ties y: see `check_free`."""
    inside = symbols_of(*terms, *(term for each in hypotheses for term in each.terms)) if slopes else ()
    for name in sorted(slopes.keys() & {symbol.name for symbol in inside}):
        if isinstance(names.get(slopes[name][0]), Symbol):  # a loss has no value
            check_free(*slopes[name], names, hypotheses)


def symmetric_slopes(terms: Iterable[Term], names: Meanings, slopes: Mapping[str, tuple[str, str]]) -> list[Equality]:
    """Of the derivatives by several numbers that stand in some terms: those of a symmetric matrix are symmetric."""
    found = []
    for symbol in sorted(symbols_of(*terms), key=name_of) if slopes else ():
        above = names.get(slopes.get(symbol.name, ("", ""))[0])
        if isinstance(above, Symbol) and above.properties & SYMMETRIC and len(symbol.shape) > 2:
            i, j, *more = unused(symbol.shape, (symbol,), ())
            found.append(Equality(Component(symbol, (i, j, *more)), Component(symbol, (j, i, *more))))
    return found


def check_constants(what: str, parameters: Iterable[Symbol], constants: Iterable[Symbol], depends: Depends) -> None:
    """Raise `InputError` where what a function has beside its parameters depends on one: at another value it is another.

    ``depends``: with what derivatives that are only declared depend on.
    """
    own = {symbol.name for symbol in parameters}
    for constant in constants:
        if found := sorted(own & reached(frozenset({constant.name}), depends)):
            message = f"{what} as a function of {found[0]}, with {constant.name} in it, which depends on {found[0]}"
            raise InputError(message, hint=f"write another letter than {found[0]}, or no argument")


def check_earlier(y: str, x: str, terms: Iterable[Term]) -> None:
    """Raise `InputError` where both names stand in what was read before y was said to depend on x."""
    for term in terms:
        if {y, x} <= {symbol.name for symbol in symbols_of(term)}:
            what = f"the definition of {name_of(term)}" if name_of(term) else "what is assumed"
            message = f"{y} depends on {x}, declared behind {what}, which was read without that"
            raise InputError(message, hint=f"declare first that {y} depends on {x}")


class _Factor(NamedTuple):
    """∂ of something, ``of`` where that is a name, by a name; ``open`` says that nothing settles which reading is meant."""

    tree: Call
    of: Term | None
    by: Defined | Symbol
    open: bool


def check_sums(
    sides: Sequence[Tree], names: Meanings, losses: Mapping[str, str], depends: Depends, decide: Decide
) -> None:
    """Raise `AmbiguityError` for a sum of chain rules whose derivatives have two readings of different values.

    ``losses``: the symbols of ∂L/∂y, and y.
    """
    for side in sides:
        for summands in _sums(side):
            parts = [_factors(summand, names, losses) for summand in summands]
            _check(parts, names, depends, decide, chained=False)
    for pair in pairwise(sides):
        parts = [_factors(summand, names, losses) for side in pair for summand in _summands(side)]
        _check(parts, names, depends, decide, chained=True)


def _check(
    summands: Sequence[Sequence[_Factor]], names: Meanings, depends: Depends, decide: Decide, chained: bool
) -> None:
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
            if not isinstance(factor.tree, Open):
                continue
            through = {
                name for name in symbols_in(factor.tree.arguments[0], names) if _reaches(name, factor.by, depends)
            }
            by = frozenset(other.by for part in elsewhere for other in part if name_of(other.by) in through)
            if by:
                raise _ambiguous(factor, by)


def _reaches(name: str, by: Term, depends: Depends) -> bool:
    return name != name_of(by) and name_of(by) in reached(frozenset({name}), depends)


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
                settled = isinstance(part, Beside | Staying) or (isinstance(part, Total) and not isinstance(part, Open))
                found.append(_Factor(part, known, by, not settled))
        if isinstance(part, Word) and isinstance(y := names.get(losses.get(part.name, "")), Defined | Symbol):
            found.append(_Factor(Total(part.at, "grad", (part, part)), None, y, False))
    return found
