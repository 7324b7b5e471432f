"""Names before parentheses that could be a node, or a component of what is defined, there, or a factor: refused."""

from __future__ import annotations

from derive.errors import InputError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Term
from derive.reading.latex import syntax as s
from derive.reading.latex.dependence import mentions, reached
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.letters import stands_alone
from derive.reading.latex.nodes import name_in
from derive.reading.latex.readings import Reader, Reading, is_column, same_shape
from derive.reading.shapes import axes_in
from derive.reading.syntax import Indexed, Raised, Transposed, Tree, Word


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


def of_dependent(reader: Reader, head: s.Node, inner: s.Group) -> list[Reading]:
    """``c(D)`` of what is said to depend on D: c itself; none where it is a product, or the head depends on nothing.

    Raises `AmbiguityError` for ``c(2D)``: a value that nothing is known of, or a product?
    """
    base, _ = s.parted(head)
    if not isinstance(base, s.Name):
        return []
    try:
        value = reader.read(head)
        parts = [reader.read(part) for part in inner.parts]
    except InputError:
        return []
    names, depends = reader.context.env.names, reader.context.depends
    name = _dependent_in(value[0].tree)
    wanted = [x for y, x in depends if y == name]
    plain = name == name_in(value[0].tree)
    if name in reader.context.graph and name_in(value[0].tree) not in reader.context.calls.values():
        term = names.get(name)
        own = {symbol.name for symbol in symbols_of(term)} if isinstance(term, Defined) else set[str]()
        of = reader.context.of_derivatives
        wanted = [x for x in reader.context.graph[name] if any(x in reached(frozenset({y}), of) for y in own - {x})]
    if not wanted or (inner.spaced and len(parts) == 1):
        return []
    given = [found[0].tree.name for found in parts if isinstance(found[0].tree, Word)]
    if plain and given == wanted and len(parts) == len(wanted):
        return value
    shapes = [axes_in(term.shape) for x in wanted if isinstance(term := names.get(x), Term)]
    if len(parts) == 1 and not parts[0][0].shape and stands_alone(base.lexeme.text, inner):  # c (1 - c)
        return []
    if len(parts) == 1 and not any(same_shape(parts[0][0].shape, shape) is not None for shape in shapes):
        return []
    labels = ["its value there", "a product"]
    hint = rf"write {name} for its value at {', '.join(wanted)}, and \cdot or \, for a product; no other value is known"
    raise reader.ambiguous(head.at, f"{name}, which depends on {', '.join(wanted)}, before parentheses", labels, hint)


def _dependent_in(tree: Tree) -> str:
    """The name that a tree is, or is a component, a power or the transpose of; empty for anything else."""
    if isinstance(tree, Raised):
        return _dependent_in(tree.base)
    return _dependent_in(tree.operand) if isinstance(tree, Transposed) else name_in(tree)


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
