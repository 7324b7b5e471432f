"""Names before parentheses that could be a node, or a component of what is defined, there, or a factor: refused."""

from __future__ import annotations

from derive.errors import InputError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined
from derive.reading.latex import syntax as s
from derive.reading.latex.dependence import mentions
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.letters import stands_alone
from derive.reading.latex.nodes import name_in
from derive.reading.latex.readings import Reader, Reading, is_column
from derive.reading.syntax import Indexed, Tree, Word


def _read(reader: Reader, head: s.Node, inner: s.Group) -> tuple[Tree, Reading] | None:
    """A name and the one part of the parentheses right behind it, in which it does not stand; None of anything else."""
    base, _ = s.parted(head)
    if not isinstance(base, s.Name) or inner.spaced or len(inner.parts) != 1 or stands_alone(base.lexeme.text, inner):
        return None
    try:
        return reader.read(head)[0].tree, reader.read(inner.parts[0])[0]
    except InputError:
        return None


def check_product(reader: Reader, head: s.Node, inner: s.Group) -> None:
    """Refuse h_i(…) of a node with a component as its argument before a scalar: a product, or the function of that?

    If the node itself stands there it is a product: h_i (1 - h_i).
    """
    if (found := _read(reader, head, inner)) is None:
        return
    (tree, part), graph = found, reader.context.graph
    if name_in(tree) and len(graph.get(name_in(tree), ())) == 1 and not part.shape:
        own = at_own_arguments(tree, [part.tree], graph)
        labels = [f"the node at {'its' if own else 'another'} argument", "a product"]
        hint = r"write the node alone, or \cdot or \, for the product"
        raise reader.ambiguous(head.at, "a node before parentheses", labels, hint)


def check_component(reader: Reader, head: s.Node, inner: s.Group) -> None:
    """Refuse h_i(2 x) of what is defined before a vector: a component of its value there, or a product?"""
    if reader.context.printed or (found := _read(reader, head, inner)) is None:
        return
    tree, part = found
    if is_column(part.shape) and may_be_at(reader, tree, part.tree):
        labels = ["a component of its value there", "a product"]
        hint = r"write \, for the product; a function is one of names that are not declared: let h(z : N) = …"
        raise reader.ambiguous(head.at, "a component of what is defined before a vector", labels, hint)


def may_be_at(reader: Reader, component: Tree, argument: Tree) -> bool:
    """Is it one of what is defined, and the argument a name, or made of what that is defined by?"""
    names = reader.context.env.names
    base = component.base if isinstance(component, Indexed) else None
    term = names.get(base.name) if isinstance(base, Word) else None
    if not isinstance(term, Defined):
        return False
    return isinstance(argument, Word) or any(mentions(argument, symbol, names) for symbol in symbols_of(term))
