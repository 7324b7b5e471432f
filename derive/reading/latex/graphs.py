r"""Graphs of computation: ``let \hat x_i(x_i, \mu, \sigma^2) = …`` declares a node with its arguments.

A node is defined as any other name; what its arguments add is the meaning of ∂node/∂argument, in which the other arguments
stay although they may be made of this one.  ∂L/∂node of a loss is in every graph the effect of the node through all that
has it by its name, and d/d is total.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from derive.derivation.partials import occurs
from derive.errors import AmbiguityError, InputError
from derive.language.substitution import symbols_of, unfolded_subterms, with_children
from derive.language.terms import Component, Defined, Symbol, Term
from derive.reading.latex.nodes import Apply, Beside, Staying, Total, Unfolded, name_in, name_of
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Tree, Word

#: The nodes, by name, with the names of their arguments.
Graph = Mapping[str, tuple[str, ...]]


class Span(NamedTuple):
    """Where ``f(x, y) = …`` stands: its name, the brackets of its arguments, and its formula."""

    begin: int
    bracket: int
    closing: int
    stop: int
    start: int
    end: int


@dataclass(frozen=True)
class Waiting:
    """A definition with arguments that is no node, yet: some argument is not declared, or ``why`` says what else.

    ``error``: why it is no function of its arguments either.
    """

    source: Source
    span: Span
    name: str
    why: str
    error: InputError | None = None


def direct(term: Term) -> frozenset[Term]:
    """The symbols and defined names that a term has in it, those inside of definitions left out."""
    found, seen, stack = set[Term](), {term}, [term]
    while stack:
        part = stack.pop()
        if isinstance(part, Symbol) or (isinstance(part, Defined) and not part.arguments):
            found.add(part)
            continue
        below = (part.unfold(),) if isinstance(part, Defined) else part.children
        stack.extend(child for child in below if child not in seen)
        seen.update(below)
    return frozenset(found)


def at_own_arguments(head: Tree, arguments: Sequence[Tree], graph: Graph) -> bool:
    """Is a node written with the arguments that it is declared with, components at its own indices?"""
    own = frozenset(word.name for word in head.indices) if isinstance(head, Indexed) else frozenset[str]()
    indices = {word.name for tree in arguments if isinstance(tree, Indexed) for word in tree.indices}
    words = tuple(name for tree in arguments if (name := name_in(tree)))
    node = name_in(head)
    return bool(node) and graph.get(node) == words and indices <= own


def held_beside(node: Defined, name: Term) -> frozenset[Term]:
    """The defined names in the definition of a node that stay where one argument varies."""
    return frozenset(part for part in direct(node.unfold()) if isinstance(part, Defined) and part != name)


def nodes_beside(term: Term, name: Term, graph: Collection[str]) -> frozenset[Term]:
    """The nodes that a formula is written in, or of which a node is made, but a name."""
    found, seen, stack = set[Term](), set[Term](), [term]
    base = term.base if isinstance(term, Component) else term
    if isinstance(base, Defined) and name_of(base) in graph:
        stack = [base.unfold()]
    while stack:
        for part in direct(stack.pop()) - seen - {name}:
            seen.add(part)
            if isinstance(part, Defined) and name_of(part) in graph:
                found.add(part)
            elif isinstance(part, Defined):
                stack.append(part.unfold())
    return frozenset(found)


def is_abbreviated(node: Defined, arguments: Sequence[Term], graph: Collection[str]) -> bool:
    """Are the arguments symbols of which every other name in the definition of a node is made, and none of these a node?

    Then they say what it is a function of, as ``\\hat x(x)`` does where \\mu is the mean of x, and no other is held.
    """
    others = direct(node.unfold()) - frozenset(arguments)
    own = all(isinstance(term, Symbol) for term in arguments)
    return own and not any(isinstance(part, Defined) and name_of(part) in graph for part in others)


def check_arguments(node: Defined, arguments: Sequence[Term], graph: Collection[str]) -> None:
    """Raise `InputError` where a node has something in it that varies with its arguments, and is none of them."""
    made = frozenset(symbols_of(*arguments))
    for part in sorted(direct(node.unfold()) - frozenset(arguments), key=name_of):
        if isinstance(part, Defined) and (name_of(part) in graph or made & frozenset(symbols_of(part))):
            name = name_of(part)
            message = f"{node.definition.name} has {name} in it, which is not among its arguments"
            raise InputError(message, hint=f"write {name} among the arguments, or nothing but the name before '='")


def is_unfolded(node: Defined, arguments: Sequence[Term], names: Mapping[str, object], graph: Graph) -> bool:
    """Is a node the function of its arguments alone that its definition unfolds to: are these all that it is made of?

    Every node in it is made of them, none of them of another one, and they are all that varies in it.
    """
    made = frozenset(symbols_of(*arguments))

    def unfolds(part: Term) -> bool:
        if part in arguments or not isinstance(part, Defined):
            return part in arguments or part not in made
        own = [names.get(name) for name in graph.get(name_of(part), ())]
        return all(
            isinstance(term, Defined | Symbol) and (term in arguments or (isinstance(term, Defined) and unfolds(term)))
            for term in own
        ) and all(map(unfolds, direct(part.unfold())))

    apart = not any(occurs(one, other) for one in arguments for other in arguments if one != other)
    return bool(arguments) and apart and all(map(unfolds, direct(node.unfold())))


def unlisted(node: Defined, names: Mapping[str, object], graph: Graph) -> frozenset[Term]:
    """The names in the definition of a node that vary with its arguments, or these with them, and are none of them."""
    arguments = [term for name in graph[name_of(node)] if isinstance(term := names.get(name), Term)]
    inside = frozenset(symbols_of(*(term for term in arguments if isinstance(term, Defined))))
    parts = direct(node.unfold()) - frozenset(arguments)
    return frozenset(
        part
        for part in parts
        if part in inside or (isinstance(part, Defined) and any(occurs(one, part) for one in arguments))
    )


def check_unlisted(tree: Tree, name: Term, names: Mapping[str, object], graph: Graph) -> None:
    """Raise `AmbiguityError` for a derivative by a name that is in a node, and not among its arguments."""
    words = {part.name for part in tree.parts() if isinstance(part, Word)}
    terms = {part for word in words if isinstance(term := names.get(word), Term) for part in unfolded_subterms(term)}
    for node in sorted((part for part in terms if isinstance(part, Defined) and name_of(part) in graph), key=name_of):
        if node != name and name in unlisted(node, names, graph):
            labels = [f"{name_of(node)} stays", f"it varies with {name_of(name)}, which is not among its arguments"]
            hint = f"write {name_of(name)} among the arguments of {name_of(node)}"
            raise AmbiguityError(f"a derivative by {name_of(name)}", labels, hint=hint)


def of_argument(tree: Tree, name: Term, names: Mapping[str, object], graph: Graph) -> bool:
    """Is a tree a node, or a component of it, in the definition of which a name stands?"""
    node = names.get(name_in(tree)) if name_in(tree) in graph else None
    return isinstance(node, Defined) and node != name and name in direct(node.unfold())


def variation(
    tree: Tree, name: Term, total: bool, names: Mapping[str, object], graph: Graph, choose: Callable[[str], str]
) -> type[Call]:
    """How a derivative by a name is meant: `Total`, `Beside` the other arguments of a node, or where both are one, a `Call`.

    ``choose`` says what nodes do in ∂ of a formula, and of a node by what is no argument of it.
    """
    if total:
        return Total
    if not graph:
        return Call
    node = names.get(name_in(tree)) if name_in(tree) in graph else None
    if isinstance(node, Defined):
        if node == name or not occurs(name, node):
            return Total
        made = any(isinstance(part, Defined) for part in unlisted(node, names, graph))
        if made and name_of(name) in graph[name_of(node)]:
            return Unfolded
        if _settled(node, name):
            return Total
        if name in direct(node.unfold()):
            return Beside
    else:
        leaves = frozenset(_leaves(tree, names, graph))
        nodes = sorted((part for part in leaves if isinstance(part, Defined) and name_of(part) in graph), key=name_of)
        over = [part for part in nodes if part != name and occurs(name, part)]
        beside = [part for part in over if name in leaves or not _settled(part, name)]
        if not beside:
            return Call
    return Staying if choose(f"a derivative by {name_of(name)} beside the nodes of a graph") == "stay" else Total


def held_together(sides: Iterable[Tree]) -> bool:
    """Do sides take each derivative of a formula by a name by which they take that of a node beside its other arguments?"""
    found = [
        (type(part), name_in(part.arguments[1]))
        for side in sides
        for part in side.parts()
        if isinstance(part, Call) and part.name == "grad"
    ]
    return {name for kind, name in found if kind is Staying} <= {name for kind, name in found if kind is Beside}


def _settled(node: Defined, name: Term) -> bool:
    """Is a derivative of a node by a name one, whatever is held: does the name reach the node in one way alone?

    It is an argument of which no other one is made, or none, and made of it are arguments that it reaches in one way: then
    the chain rule is meant, ∂L/∂z of L(a) where a is a(z).
    """
    made = [part for part in held_beside(node, name) if occurs(name, part)]
    if name in direct(node.unfold()):
        return not made
    apart = not any(occurs(part, other) for part in made for other in made if part != other)
    return apart and all(isinstance(part, Defined) and _settled(part, name) for part in made)


def _leaves(tree: Tree, names: Mapping[str, object], graph: Graph) -> Iterator[Term]:
    """The symbols and nodes that a formula is written in, the definitions of names that are no nodes unfolded.

    Arguments of a function count where it has them beside its nodes, and not in these alone.
    """
    terms: list[Term] = []
    below = [*tree.below()]
    if isinstance(tree, Word) and isinstance(term := names.get(tree.name), Term):
        terms.append(term)
    if isinstance(tree, Apply):
        inside, own = direct(tree.definition.body), dict(zip(tree.arguments, tree.definition.parameters, strict=False))
        terms += [part for part in inside if part not in tree.definition.parameters]
        terms += tree.constants
        below = [part for part in below if own.get(part) is None or own[part] in inside]
    while terms:
        for part in direct(terms.pop()):
            yield part
            if isinstance(part, Defined) and name_of(part) not in graph:
                terms.append(part.unfold())
    for child in below:
        yield from _leaves(child, names, graph)


def uncalled(term: Term, graph: Graph) -> Term:
    """A term with what it is for c(R), a node of a graph as a function: the node itself has that name in other terms."""
    if term.children:
        term = with_children(term, tuple(uncalled(child, graph) for child in term.children))
    if isinstance(term, Defined) and term.arguments and term.definition.name in graph:
        return uncalled(term.unfold(), graph)
    return term
