"""Names before parentheses that could be a function, a node, a component of what is defined, or a factor: refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import not_

from derive.derivation.partials import component
from derive.errors import InputError, NameError_
from derive.language.functions import FUNCTIONS
from derive.language.substitution import substitute, symbols_of, unfold_all
from derive.language.terms import Defined, Definition, Dimension, Function, Index, Symbol, Term, is_vector
from derive.reading.held import reached
from derive.reading.latex import syntax as s
from derive.reading.latex.context import shown
from derive.reading.latex.dependence import mentions, symbols_in
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.letters import everything, stands_alone
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.names import function_named, only_mark, only_parameter
from derive.reading.latex.nodes import Apply, name_in
from derive.reading.latex.open_indices import words_of
from derive.reading.latex.readings import Reader, Reading, Rough, is_column, is_row
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.signs import BY_ENTRIES
from derive.reading.latex.spelling import UNMARKED, Key
from derive.reading.shapes import ENTRYWISE, axes_in
from derive.reading.syntax import Call, Indexed, Numeral, Raised, Transposed, Tree, Word


def whole(reader: Reader, head: s.Node, parts: Sequence[s.Node]) -> list[list[Reading]] | None:
    """The readings of what stands before parentheses and of each part in them; None where one cannot be read."""
    try:
        return [reader.read(head), *(reader.read(by_its_mark(reader, node)) for node in parts)]
    except InputError:
        return None


def said_of_each(node: s.Node) -> s.Node | None:
    r"""``\exp`` with the script ``_\odot``, which says that it is of each entry, as a function by its word; else None."""
    if not isinstance(node, s.Scripted) or not isinstance(node.base, s.Func) or node.base.name not in FUNCTIONS:
        return None
    marks = [
        script for script in node.scripts if script.sign == "_" and "".join(x.text for x in script.raw) in BY_ENTRIES
    ]
    if len(marks) != 1 or marks[0].raw[0].kind != "OP":
        return None
    base = s.Func(node.at, f"{ENTRYWISE} {node.base.name}")
    return s.rescripted(node, base, [script for script in node.scripts if script is not marks[0]])


def slope_by_word(head: s.Scripted) -> Definition | None:
    r"""``\tanh'``, the derivative of a function by its word that is defined for all numbers; None of anything else."""
    known = FUNCTIONS.get(head.base.name) if isinstance(head.base, s.Func) else None
    if known is None or known.domain or [script.sign for script in head.scripts] != ["'"]:
        return None
    u = Symbol("u", ())
    return Definition(f"{known.name}'", (u,), component(Function(known.name, u), u, (), ()))


def holds_a_name(reader: Reader, inner: s.Group) -> bool:
    """Is what parentheses hold a name, with its scripts, and nothing else, as an argument is?  A dimension is a factor."""
    base, scripts = s.parted(inner.parts[0]) if len(inner.parts) == 1 and not inner.spaced else (inner, ())
    if not isinstance(base, s.Name):
        return False
    words = reader.context.names(sorted_scripts(reader, scripts).key(base.lexeme.text), base.lexeme.mark)
    return not any(isinstance(reader.context.env.names[word], Dimension) for word in words)


def in_product(reader: Reader, base: s.Node, inner: s.Group) -> bool:
    """Does a name stand in the parentheses behind it beside something else, as in h (1 - h), which is a product?"""
    return isinstance(base, s.Name) and not holds_a_name(reader, inner) and stands_alone(base.lexeme.text, inner)


def is_times_itself(reader: Reader, definition: Definition, head: s.Node, inner: s.Group) -> bool:
    r"""Does the value of a function stand by itself in the parentheses behind it, ``\hat y (1 - \hat y)``: a product?

    Nobody takes a function of its own value so; but of what one of its arguments is in, ``f(x - t f)``, one does.
    """
    base, _ = s.parted(head)
    if inner.spaced or len(inner.parts) != 1 or not in_product(reader, base, inner):
        return False
    if (read := whole(reader, head, inner.parts)) is None or (own := name_in(read[0][0].tree)) == "":
        return False
    names, parameters = reader.context.env.names, [parameter.name for parameter in definition.parameters]
    terms = [names.get(name) for name in (*parameters, *reader.context.graph.get(definition.name, ()))]
    made = frozenset(symbols_of(*(term for term in terms if isinstance(term, Term))))
    words = {part.name for c in read[1] for part in c.tree.parts() if isinstance(part, Word)} - {own}
    inside = [names.get(word) for word in words]
    free = words.isdisjoint(parameters) and not any(isinstance(part, Apply) for c in read[1] for part in c.tree.parts())
    return free and made.isdisjoint(symbols_of(*(term for term in inside if isinstance(term, Symbol | Defined))))


def by_its_mark(reader: Reader, node: s.Node) -> s.Node:
    r"""``x`` as an argument, or below a derivative, where \vec x is declared, and no x: that one; any other as it is."""
    if not isinstance(node, s.Name) or node.lexeme.mark not in UNMARKED or reader.context.printed:
        return node
    key = Key(node.lexeme.text)
    marks = [mark for mark, _ in reader.context.keys.table.get(key, ())]
    array = len(marks) == 1 and marks[0] not in UNMARKED and reader.context.names(key, marks[0])
    return replace(node, lexeme=replace(node.lexeme, mark=marks[0])) if array else node


def arguments_of(reader: Reader, definition: Definition | None, parts: Sequence[s.Node]) -> list[list[Reading]]:
    """The arguments of a function; one that is a vector is read whole inside of a mean too, and by its mark.

    Where the function is of a number, f(x) = x², and x a vector without its mark, it may be entry by entry, or x · x.
    """
    parameters = definition.parameters if definition is not None else ()
    vectors = [n for n, parameter in enumerate(parameters) if is_column(parameter.shape)]
    parts = [by_its_mark(reader, part) if n in vectors else part for n, part in enumerate(parts)]
    found = [(reader.outside if n in vectors else reader).enclosed.read(part) for n, part in enumerate(parts)]
    for parameter, part, readings in zip(parameters, parts, found, strict=False):
        if parameter.shape or not any(reading.shape for reading in readings):
            continue
        for node in everything(part):
            if isinstance(node, s.Name) and not _is_declared(reader, node) and only_mark(reader, node.lexeme):
                problem = f"{node.lexeme.text} without its mark in a function of numbers"
                hint = "a function of numbers; write the mark, or let a letter be it"
                raise reader.fail(node.at, problem, hint, NameError_)
    return found


def _is_declared(reader: Reader, node: s.Name) -> bool:
    return bool(reader.context.names(Key(node.lexeme.text)))


def at_its_variables(reader: Reader, head: s.Node, group: s.Node) -> list[Reading]:
    r"""``\operatorname{LN}(\vec a)`` of a vector that is defined by the symbol \vec a: itself; none for anything else.

    A node of a graph before the arguments it is declared with is itself too.

    A column before a column is no product, nor is anything before several parts, so that there is no other reading.
    """
    inner, scripts = s.group_of(group)
    if scripts or not is_own_call(reader, head, inner):
        check_product(reader, head, inner, bool(scripts))
    if not all(isinstance(s.parted(node)[0], s.Name) for node in (head, *inner.parts)):
        return []
    if (read := whole(reader, head, inner.parts)) is None:
        return []
    value, *parts = read
    if at_own_arguments(value[0].tree, [found[0].tree for found in parts], reader.context.graph):
        return value if len(parts) > 1 or not inner.spaced else []
    terms = [reader.named_term(found[0].tree.name) for found in (value, *parts) if isinstance(found[0].tree, Word)]
    if len(terms) != 1 + len(parts) or not isinstance(terms[0], Defined):
        return []
    known = symbols_of(terms[0])
    if not all(isinstance(term, Symbol) and term in known for term in terms[1:]):
        return []
    if len(parts) == 1 and not (is_vector(terms[0].shape) and is_vector(terms[1].shape)):
        if holds_a_name(reader, inner) and not reader.context.printed and len(terms[0].shape) < 2:
            labels = ["itself, as it is defined of that", "a product"]
            raise reader.ambiguous(
                head.at, "a name before what it is defined of", labels, r"write \cdot for the product"
            )
        return []
    return value


def is_own_call(reader: Reader, head: s.Node, inner: s.Group) -> bool:
    """Is a node before the name of its one argument, right behind it, ``g(s)``, as it is defined?  No factor stands so."""
    read = whole(reader, head, inner.parts) if holds_a_name(reader, inner) else None
    return read is not None and at_own_arguments(read[0][0].tree, [read[1][0].tree], reader.context.graph)


def _read(reader: Reader, head: s.Node, inner: s.Group) -> tuple[Tree, Reading] | None:
    """A name and the one part of the parentheses right behind it; None of anything else, and of a product."""
    base, _ = s.parted(head)
    if not isinstance(base, s.Name) or inner.spaced or len(inner.parts) != 1 or in_product(reader, base, inner):
        return None
    found = whole(reader, head, inner.parts)
    return None if found is None else (found[0][0].tree, found[1][0])


def check_product(reader: Reader, head: s.Node, inner: s.Group, indexed: bool = False) -> None:
    """Refuse h_i(…) of a node with a component as its argument before a scalar: a product, or the function of that?

    ``indexed``: does an index stand behind the parentheses?  If the node itself stands in them beside something else it is
    a product, h_i (1 - h_i), and so is a node of whole vectors before what is more than a name.
    """
    base, scripts = s.parted(head)
    key = sorted_scripts(reader, scripts).key(base.lexeme.text) if isinstance(base, s.Name) else None
    if key in reader.context.functions and not inner.spaced and function_named(reader, head) is None:
        hint = "write it as it is defined, or define it with the arguments declared, or in the value"
        raise reader.fail(head.at, f"{shown(key)} of something else than it is defined of", hint, NameError_)
    if (found := _read(reader, head, inner)) is None:
        return
    (tree, part), graph = found, reader.context.graph
    function = function_named(reader, head)
    named = holds_a_name(reader, inner)
    if not named and function and all(parameter.shape for parameter in function[0].parameters):
        return
    arguments = len(graph.get(name_in(tree), ())) if name_in(tree) else 0
    own = at_own_arguments(tree, [part.tree], graph)
    entry = indexed and arguments > 1 and not own  # z(v)_i
    if (arguments == 1 and not part.shape) or (arguments and named and (entry or not part.shape)):
        labels = [f"the node at {'its' if own else 'another'} argument", "a product"]
        hint = r"write the node alone, or \cdot or \, for the product"
        raise reader.ambiguous(head.at, "a node before parentheses", labels, hint)


def check_functions(reader: Reader, head: s.Node, inner: s.Group) -> None:
    """Refuse (f + g)(x) of functions that are values too: both at x, or the product of their sum and x?"""
    if reader.context.printed or isinstance(s.parted(head)[0], s.Name) or not holds_a_name(reader, inner):
        return
    if (read := whole(reader, head, inner.parts)) is None:
        return
    below = list(everything(head))
    bases = [s.parted(node)[0] for node in below if isinstance(node, s.Scripted)]
    for name in below:
        found = function_named(reader, name) if isinstance(s.parted(name)[0], s.Name) and name not in bases else None
        only = only_parameter(reader, found[0]) if found else None
        if found and only is not None and only.shape in ((), read[1][0].shape) and stands_alone(found[1].core, head):
            labels = [f"{shown(found[1])} at what follows", "a product"]
            hint = r"write f(x) + g(x) for the first, \cdot or \, for the product"
            what = "a formula with a function in it before a name in parentheses"
            raise reader.ambiguous(head.at, what, labels, hint)


def check_prime(reader: Reader, head: s.Node, inner: s.Group) -> None:
    """Refuse f'(t) of a number f', or of a number t, where f' is declared: the derivative of f there, or a product?"""
    base, found = s.parted(head)
    if reader.context.printed or not isinstance(base, s.Name) or not holds_a_name(reader, inner):
        return
    key = sorted_scripts(reader, found).key(base.lexeme.text)
    read = whole(reader, head, inner.parts) if key.primes and reader.context.names(key) else None
    if read is not None and not all(found[0].shape for found in read):
        labels = ["a derivative there", "a product"]
        raise reader.ambiguous(
            head.at, f"{shown(key)} before a name in parentheses", labels, r"write \cdot for a product"
        )


def of_dependent(reader: Reader, head: s.Node, inner: s.Group) -> list[Reading]:
    """``c(D)`` of what is said to depend on D: c itself; none where it is a product, or the head depends on nothing.

    Raises `AmbiguityError` for ``c(2D)``, a value that nothing is known of, or a product; so it does for what is defined
    with c in it, and for ∂c/∂D before parentheses.
    """
    base, _ = s.parted(s.held(head) if not s.is_group(head) else head)
    if not reader.context.depends or not isinstance(base, s.Name | s.Fraction_) or reader.context.printed:
        return []
    if (found := whole(reader, head, inner.parts)) is None:
        return []
    value, *parts = found
    name, given = _dependent_in(value[0].tree), [found[0].tree for found in parts]
    wanted = _arguments(reader, name, isinstance(base, s.Name))
    if not wanted or (inner.spaced and len(parts) == 1):
        return []
    written = [tree.name for tree in given if isinstance(tree, Word)]
    term, names = reader.context.env.names.get(name), reader.context.env.names
    if written == wanted and len(parts) == len(wanted):
        if name == name_in(value[0].tree) and (isinstance(term, Symbol) or name in reader.context.graph):
            return value
        if isinstance(term, Defined) and term.shape and name not in reader.context.graph:
            return []  # that of a vector is read as itself
    if len(parts) == 1:
        shape, tree = parts[0][0].shape, given[0]
        alone = in_product(reader, base, inner)
        fits = any(_axes(shape) == len(axes_in(term.shape)) for x in wanted if isinstance(term := names.get(x), Term))
        rate = isinstance(base, s.Fraction_) and not isinstance(tree, Word | Numeral)
        if rate and not any(mentions(tree, term, names) for x in wanted if isinstance(term := names.get(x), Term)):
            return []
        if name_in(tree) not in wanted and (not fits or (not shape and alone)):  # c (1 - c)
            return []
    labels = ["its value there", "a product"]
    what = f"{name}, which depends on {', '.join(wanted)}, before parentheses"
    hint = r"write \cdot or \, for a product, and the name alone for the value"
    raise reader.ambiguous(head.at, what, labels, f"{hint} at {', '.join(wanted)}; no other is known")


def _arguments(reader: Reader, name: str, alone: bool) -> list[str]:
    """What a name is of: what it depends on, what is beside c and depends on it in its definition; of ∂c/∂D that of c."""
    context = reader.context
    if not alone:
        y, _ = context.slopes.get(name, ("", ""))
        return [x for above, x in context.depends if above == y]
    term = context.env.names.get(name)
    if not isinstance(term, Defined):
        return [x for y, x in context.depends if y == name]
    own, of = frozenset(symbol.name for symbol in symbols_of(term)), context.of_derivatives
    if name in context.graph:
        called = name in context.calls.values()
        return [x for x in context.graph[name] if not called and x in reached(own - {x}, of)]
    return sorted({x for y, x in of if y in own})


def _axes(shape: Rough) -> int:
    return sum(dim != 1 for dim in shape)


def _dependent_in(tree: Tree) -> str:
    """The name that a tree is, or is a component, a power or the transpose of; empty for anything else."""
    if isinstance(tree, Raised):
        return _dependent_in(tree.base)
    return _dependent_in(tree.operand) if isinstance(tree, Transposed) else name_in(tree)


def check_component(reader: Reader, head: s.Node, inner: s.Group) -> None:
    """Refuse h_i(2 x) of what is defined before a vector: a component of its value there, or a product?

    In what `derive` printed no factor that is a name stands in parentheses.
    """
    if reader.context.printed and isinstance(s.parted(head)[0], s.Name) and holds_a_name(reader, inner):
        raise reader.fail(head.at, "a name in parentheses that no function takes", r"write \cdot or \, for the product")
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


def entries_of(reader: Reader, c: Reading, at: int) -> Reading:
    """A row as a column, and ``a_i`` of one index as the column of all of them: what stands in ``diag(…)``."""
    if c.shape or reader.context.printed:
        return transpose_of(c, at) if is_row(c.shape) else c
    known = {name: index for name, index in reader.context.env.names.items() if isinstance(index, Index)}
    names = {word.name for word in words_of(c.tree, known)}
    if len(names) != 1 or names & reader.bound:
        return c
    word = Word(at, *names)
    entry = Call(at, "product", (c.tree, Call(at, "basis", (word,))))
    return Reading(Call(at, "sum", (word, entry)), (known[word.name].dim,))


def check_point(reader: Reader, at: int, constants: Sequence[Symbol], arguments: Sequence[list[Reading]]) -> None:
    """Refuse the derivative of a function at D, with c in its definition that depends on D: does c stay?"""
    inside = frozenset[str]().union(*(symbols_in(c.tree, reader.context.env.names) for part in arguments for c in part))
    for constant in constants:
        if found := sorted((reached(frozenset({constant.name}), reader.context.depends) - {constant.name}) & inside):
            labels = [f"{constant.name} stays", f"it varies with {found[0]}"]
            what = f"the derivative of a function at {found[0]}, with {constant.name} in its definition,"
            raise reader.ambiguous(at, what, labels, r"write \frac{\partial}{\partial x} of its value")


def not_entrywise(
    reader: Reader, function: Definition, at: int, arguments: Sequence[list[Reading]]
) -> list[list[Reading]]:
    """The arguments of a function whose name is a factor too, which it is before an array if the function is of numbers."""
    pairs = zip(function.parameters, arguments, strict=False)
    return [reader.shaped(found, at, bool if each.shape else not_, function.name) for each, found in pairs]


def is_itself(reader: Reader, definition: Definition, head: s.Node, parts: Sequence[s.Node]) -> bool:
    r"""Is it written as it was defined: J(\theta) after ``let J(\theta) = …``, where J is no other name?"""
    if not all(isinstance(s.parted(part)[0], s.Name) for part in parts):
        return False
    if (read := whole(reader, head, parts)) is None:
        return False
    names, trees = reader.context.env.names, [readings[0].tree for readings in read]
    value, *terms = (names.get(tree.name) if isinstance(tree, Word) else None for tree in trees)
    own = [term for term in terms if isinstance(term, Symbol)]
    parameters = definition.parameters[: len(own)]
    if not isinstance(value, Defined) or len(own) < len(terms):
        return False
    if [(each.name, each.dims) for each in own] != [(each.name, each.dims) for each in parameters]:
        return False
    return unfold_all(value) == substitute(unfold_all(definition.body), dict(zip(parameters, own, strict=True)))


def is_used(reader: Reader, name: str, head: s.Node) -> bool:
    """Is a function that is a node of a graph used as one: by another node, by a loss, or by its name alone here?"""
    graph = reader.context.graph
    if name not in graph:
        return False
    elsewhere = any(name in arguments for arguments in graph.values())
    base, _ = s.parted(head)
    text = base.lexeme.text if isinstance(base, s.Name) else ""
    return (
        elsewhere
        or any(y == name for each in reader.context.losses.values() for y, _ in each)
        or stands_alone(text, *reader.sides)
    )
