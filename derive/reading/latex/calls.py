r"""Declared functions, and nodes of graphs, before parentheses: ``f(x)``, ``f^2(x)``, ``f x``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Definition, Dim, Dimension, Symbol, is_vector
from derive.reading.latex.context import shown
from derive.reading.latex.functions import arguments_of
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.names import function_named
from derive.reading.latex.nodes import Apply, name_in
from derive.reading.latex.occurrences import stands_alone
from derive.reading.latex.readings import Option, Reader, Reading, Rough, is_typed, show_rough
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Group, Name, Node, Script, Scripted, group_of, is_group, parted
from derive.reading.syntax import Word

#: An exponent that is a number.
_NUMBER = re.compile(r"-?\d+(/\d+)?")


def read_call(reader: Reader, items: Sequence[Node], position: int) -> list[Reading] | None:
    """A row with a declared function before parentheses, or with a node of a graph before its own arguments."""
    if position + 1 == len(items):
        return None
    head, following = items[position], items[position + 1]
    called = is_group(following)
    if called:
        check_power(reader, head, following)
        if found := function_named(reader, head):
            return with_call(reader, items, position, found)
    check_application(reader, head, following)
    if not called or not (value := at_its_variables(reader, head, following)):
        return None
    return reader.around(items[:position], head.at, value, items[position + 2 :], group_of(following)[1])


def with_call(reader: Reader, items: Sequence[Node], position: int, found: tuple[Definition, Key]) -> list[Reading]:
    """A row with a declared function before parentheses; it may also be a factor if its name is declared as one."""
    definition, key = found
    before, head, group = items[:position], items[position], items[position + 1]
    rest = items[position + 2 :]
    inner, scripts = group_of(group)

    used = is_used(reader, definition.name, head)

    def called() -> list[Reading]:
        found = applied(reader, definition, head.at, arguments_of(reader, definition, inner.parts), rename=used)
        return reader.around(before, head.at, found, rest, scripts)

    def multiplied() -> list[Reading]:
        return reader.around(before, head.at, reader.read(head), [group, *rest])

    if used and (value := at_its_variables(reader, head, group)):
        return reader.around(before, head.at, value, rest, scripts)
    try:
        reader.read(head)
        factor = len(inner.parts) == 1 and (used or definition.name not in reader.context.graph)
    except AmbiguityError:
        factor = len(inner.parts) == 1
    except InputError:
        factor = False
    if not factor or (not inner.spaced and (reader.context.printed or key in reader.context.functions)):
        return called()
    if inner.spaced:
        return multiplied()
    name = key.core + (f"^{key.sup}" if key.sup else "")
    hint = rf"write {name}\,(…) for the product; % derive: function {name} for the function"
    options: list[Option] = [(f"the function {name}", called), (f"{name} times the parentheses", multiplied)]
    return reader.alternatives(head.at, f"{name}(…)", options, hint)


def is_used(reader: Reader, name: str, head: Node) -> bool:
    """Is a function that is a node of a graph used as one: by another node, by a loss, or by its name alone here?"""
    graph = reader.context.graph
    if name not in graph:
        return False
    elsewhere = any(name in arguments for arguments in graph.values())
    base, _ = parted(head)
    text = base.lexeme.text if isinstance(base, Name) else ""
    return elsewhere or any(y == name for y, _ in reader.context.losses.values()) or stands_alone(text, *reader.sides)


def check_application(reader: Reader, head: Node, following: Node) -> None:
    """Refuse ``f x`` of a function that its author declared and that is a value too: f(x), or f times x?"""
    name, _ = parted(following)
    if reader.context.printed or not isinstance(name, Name) or name.lexeme.spaced or name.lexeme.text in ("0", "1"):
        return
    found = function_named(reader, head) or function_named(reader, without_power(head) or head)
    if found is None or found[1] not in reader.context.calls:
        return
    function = found[0]
    if not is_typed(lambda: (reader.read(head), applied(reader, function, head.at, [reader.read(following)]))):
        return
    f, x = shown(found[1]), name.lexeme.text
    labels = [f"the function {f} of what follows", f"the value of {f} as a factor"]
    raise reader.ambiguous(head.at, f"{f} before a name", labels, rf"write {f}({x}), or {f} \cdot {x} for the product")


def check_power(reader: Reader, head: Node, group: Node) -> None:
    """Refuse ``f^2(x)`` of a declared function, or node: f(x) squared, f of f(x), or the square of f before x?

    If f itself stands in the parentheses it is a product: h^2 (1 - h).
    """
    bare, inner = without_power(head), group_of(group)[0]
    if bare is None or reader.context.printed or inner.spaced or function_named(reader, head) is not None:
        return
    base, found = parted(head)
    if not isinstance(base, Name) or stands_alone(base.lexeme.text, inner):
        return
    if reader.context.names(sorted_scripts(reader, found).key(base.lexeme.text)):  # such as \sigma^2
        return
    function = function_named(reader, bare)
    if function is None:
        check_product(reader, bare, inner)
        return
    f = shown(function[1])
    labels = [
        f"the power of the value, {f}(…)^n",
        f"{f} applied n times, or its inverse",
        f"a power of {f} as a factor",
    ]
    hint = rf"write {f}(…)^2, {f}({f}(…)), or {f}^2 \cdot (…) for the product"
    raise reader.ambiguous(head.at, f"a power of {f} before parentheses", labels, hint)


def check_product(reader: Reader, head: Node, inner: Group) -> None:
    """Refuse h_i(…) of a node with a component as its argument before a scalar: a product, or the function of that?

    If the node itself stands there it is a product: h_i (1 - h_i).
    """
    base, _ = parted(head)
    if not isinstance(base, Name) or inner.spaced or len(inner.parts) != 1 or stands_alone(base.lexeme.text, inner):
        return
    try:
        tree, part = reader.read(head)[0].tree, reader.read(inner.parts[0])[0]
    except InputError:
        return
    graph = reader.context.graph
    if name_in(tree) and len(graph.get(name_in(tree), ())) == 1 and not part.shape:
        own = at_own_arguments(tree, [part.tree], graph)
        labels = [f"the node at {'its' if own else 'another'} argument", "a product"]
        hint = r"write the node alone, or \cdot or \, for the product"
        raise reader.ambiguous(head.at, "a node before parentheses", labels, hint)


def at_its_variables(reader: Reader, head: Node, group: Node) -> list[Reading]:
    r"""``\operatorname{LN}(\vec a)`` of a vector that is defined by the symbol \vec a: itself; none for anything else.

    A node of a graph before the arguments it is declared with is itself too.

    A column before a column is no product, nor is anything before several parts, so that there is no other reading.
    """
    inner, _ = group_of(group)
    check_product(reader, head, inner)
    if not all(isinstance(parted(node)[0], Name) for node in (head, *inner.parts)):
        return []
    try:
        value = reader.read(head)
        parts = [reader.read(part) for part in inner.parts]
    except InputError:
        return []
    if at_own_arguments(value[0].tree, [found[0].tree for found in parts], reader.context.graph):
        return value if len(parts) > 1 or not inner.spaced else []
    terms = [reader.named_term(found[0].tree.name) for found in (value, *parts) if isinstance(found[0].tree, Word)]
    if len(terms) != 1 + len(parts) or not isinstance(terms[0], Defined):
        return []
    if len(parts) == 1 and not (is_vector(terms[0].shape) and is_vector(terms[1].shape)):
        return []
    known = symbols_of(terms[0])
    return value if all(isinstance(term, Symbol) and term in known for term in terms[1:]) else []


def applied(
    reader: Reader, definition: Definition, at: int, arguments: Sequence[list[Reading]], rename: bool = False
) -> list[Reading]:
    """A declared function at arguments; ``rename`` where its name is that of a node beside it."""
    constants = reader.context.constants.get(definition, ())
    if rename:
        name = definition.name
        while name in reader.context.env.names:
            name += "_other"
        definition = Definition(name, definition.parameters, definition.body)
    wanted = definition.parameters[: len(definition.parameters) - len(constants)]
    if len(arguments) != len(wanted):
        raise reader.fail(at, f"{definition.name} of {len(arguments)} arguments", f"it takes {len(wanted)}")

    def made(choice: list[Reading]) -> list[Reading]:
        dims: dict[Dim, Dim | None] = {}
        for parameter, argument in zip(wanted, choice, strict=True):
            if len(parameter.shape) != len(argument.shape):
                own, takes = show_rough(argument.shape), show_rough(parameter.shape)
                message = f"{definition.name} of shape {own}; it takes {takes}"
                raise reader.fail(argument.tree.at, message, kind=ShapeError)
            for dim, given in zip(parameter.shape, argument.shape, strict=True):
                if dims.get(dim) is None:
                    dims[dim] = given
        shape: Rough = tuple(dims.get(dim, dim) if isinstance(dim, Dimension) else dim for dim in definition.body.shape)
        return [reader.at_running(Reading(Apply(at, definition, tuple(c.tree for c in choice), constants), shape))]

    return reader.combine(at, arguments, made)


def without_power(node: Node) -> Node | None:
    """A name without its exponent, a number; None of one that has none."""
    base, found = parted(node)
    kept = tuple(each for each in found if not (each.sign == "^" and _NUMBER.fullmatch(_written(each))))
    if len(kept) == len(found) or not isinstance(base, Name):
        return None
    return Scripted(node.at, base, kept) if kept else base


def _written(script: Script) -> str:
    return "".join(lexeme.text for lexeme in script.raw)
