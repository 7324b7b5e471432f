"""What symbols are said to depend on: ``y depends on x``, followed from one symbol to the next.

∂z/∂v of a formula z says something where every way from z to v is known: z has v in it, or is itself said to depend on v.
It says nothing certain where z has a symbol that depends on v on its way, or where v depends on something that z has, too:
that may stay while v varies, or vary with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from derive.errors import AmbiguityError, InputError
from derive.language.hypotheses import TIES, Condition, Equality
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Symbol, Term
from derive.reading.environment import Environment
from derive.reading.latex.nodes import Apply, name_in
from derive.reading.syntax import Tree, Word

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
