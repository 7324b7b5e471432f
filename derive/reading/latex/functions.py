r"""Functions in rows, by their words or declared: ``\det A``, ``\cos\theta_{u, v}``, ``f(x)``, ``f^2(x)``, ``f x``.

A function by its word takes the parentheses that follow it.  Without any it takes one or more of the factors after it, and
the row is ambiguous when more than one choice is well-typed: ``\log x y``.  A declared function, or a node of a graph, takes
parentheses; its name may be a factor too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.substitution import entrywise_over
from derive.language.terms import Definition, Dim, Dimension, Sum, Symbol, Transpose, UnknownFunction, is_vector
from derive.reading.environment import FUNCTIONS_OF_VECTORS
from derive.reading.latex import syntax as s
from derive.reading.latex.attempts import is_typed
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import APPLICATIONS, ONE_WAY, WORDS, settled_with
from derive.reading.latex.extremes import SAID, of_numbers
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.heads import (
    arguments_of,
    at_its_variables,
    check_component,
    check_functions,
    check_point,
    check_prime,
    entries_of,
    holds_a_name,
    is_itself,
    is_times_itself,
    is_used,
    not_entrywise,
    of_dependent,
    said_of_each,
    slope_by_word,
)
from derive.reading.latex.letters import everything
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.means import reaching, with_operator
from derive.reading.latex.names import function_named, function_with_index
from derive.reading.latex.nodes import Apply
from derive.reading.latex.powers import check_power, with_power_behind, without_power
from derive.reading.latex.readings import (
    Option,
    Reader,
    Reading,
    Rough,
    is_column,
    is_matrix,
    is_row,
    is_square,
    same_shape,
    show_rough,
)
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import Key
from derive.reading.syntax import Call, Tree, Word


def read_function(reader: Reader, before: Sequence[s.Node], item: s.Node, rest: Sequence[s.Node]) -> list[Reading]:
    """A row with a function by its word: of the parentheses that follow, or of what follows without them.

    The variance is one of a sample where that is declared.
    """
    if (said := said_of_each(item)) is not None:
        return read_function(reader, before, said, rest)
    if isinstance(item, s.Scripted):
        return with_power(reader, item, before, rest)
    if not isinstance(item, s.Func):
        raise TypeError(f"a {type(item).__name__} as a function")
    variance = reader.choice("variances", item.at, "a variance that is not declared") if item.name == "var" else ""
    if variance == "sample":
        return with_operator(reader, before, item, rest, "sample variance", None)
    if not rest or isinstance(rest[0], s.Op):
        raise reader.error(item.at, f"the function {item.name} without an argument", "its argument")
    first = s.of_log(rest[0]) if item.name == "log" else rest[0]
    rest = [first, *rest[1:]]
    base, _ = s.parted(first)
    if item.name == "cos" and base is not first and isinstance(base, s.Name) and base.lexeme.text == r"\theta":
        return reader.around(before, item.at, angle(reader, first), rest[1:])
    if s.is_big(first):  # of the sum, which has all that follows
        return reader.around(before, item.at, by_word(reader, item.name, item.at, [reader.row(rest)]), ())
    if s.is_group(first):
        group, scripts = s.group_of(first)
        if item.name == "log" and any(script.sign == "^" for script in scripts) and not reader.context.printed:
            labels = ["the logarithm of the power", "the power of the logarithm"]
            hint = r"write \log \left( x^2 \right), or (\log x)^2"
            raise reader.ambiguous(item.at, "a power behind what a logarithm is of", labels, hint)
        listed = item.name == "diag" and len(group.parts) > 1
        parts = [group] if listed else group.parts
        arguments = arguments_of(reader, FUNCTIONS_OF_VECTORS.get(item.name), parts)
        dotted = any(isinstance(node, s.Op) for node in everything(group))  # of A \cdot B it is that of the product
        if item.name == "trace" and len(arguments) == 1 and not (dotted or any(c.shape for c in arguments[0])):
            return reader.around(before, item.at, arguments[0], rest[1:], scripts)  # of a number it is that number
        found = by_word(reader, item.name, item.at, arguments)
        return reader.around(before, item.at, found, rest[1:], scripts)
    return prefix(reader, before, item, rest, lambda found: by_word(reader, item.name, item.at, [found]), item.name)


def with_power(reader: Reader, item: s.Scripted, before: Sequence[s.Node], rest: Sequence[s.Node]) -> list[Reading]:
    r"""``\tanh^2(t)``, ``\tanh'(t)``: a power ≥ 2 of the value, or the slope, where parentheses hold the argument."""
    power = item.scripts[0]
    if rest and s.is_group(rest[0]) and (slope := slope_by_word(item)) is not None:
        group, scripts = s.group_of(rest[0])
        value = applied(reader, slope, item.at, arguments_of(reader, slope, group.parts))
        return reader.around(before, item.at, value, rest[1:], scripts)
    whole = len(item.scripts) == 1 and power.sign == "^" and power.text.isdecimal() and int(power.text) >= 2
    if not whole or not rest or not s.is_group(rest[0]) or s.group_of(rest[0])[1] or not isinstance(item.base, s.Func):
        expected = r"a power ≥ 2 before parentheses, \tanh^2(x), or \tanh(x)^2"
        raise reader.error(power.at, "a script on a function", expected)
    found = read_function(reader, (), item.base, rest[:1])
    return reader.around(before, item.at, found, rest[1:], item.scripts)


def prefix(
    reader: Reader,
    before: Sequence[s.Node],
    sign: s.Node,
    rest: Sequence[s.Node],
    apply: Callable[[list[Reading]], list[Reading]],
    what: str,
    least: int = 1,
) -> list[Reading]:
    """A sign that acts on one or more of the factors after it, on so many of them at ``least``."""
    stop = next((n for n, item in enumerate(rest) if isinstance(item, s.Op)), len(rest))
    options: list[Option] = []
    for count in range(least, min(stop, least + 5) + 1):
        if count < stop and is_call(reader, rest[count - 1], rest[count]):
            continue  # the parentheses are those of the argument, and no factor

        def option(count: int = count) -> list[Reading]:
            return reader.around(before, sign.at, apply(reader.row(rest[:count])), rest[count:])

        options.append((f"{what} of {count} of the factors", option))
    if stop < len(rest):
        whole = f"{what} of all that follows"
        options.append((whole, lambda: reader.around(before, rest[0].at, apply(reader.row(rest)), ())))
    chosen = reaching(reader, options, stop < len(rest))
    return reader.alternatives(sign.at, what, chosen, settled_with(WORDS), WORDS)


def angle(reader: Reader, node: s.Node) -> list[Reading]:
    r"""``\cos\theta_{u, v}``"""
    scripts = sorted_scripts(reader, s.parted(node)[1])
    script = scripts.sub
    if scripts.sup is not None or scripts.primes:
        raise reader.error(node.at, "a script on an angle", r"parentheses: (\cos\theta_{u, v})^2")
    raw = script.raw if script else ()
    comma = next((n for n, lexeme in enumerate(raw) if lexeme.kind == "COMMA"), None)
    if comma is None:
        raise reader.error(node.at, "an angle without two vectors", r"\cos\theta_{u, v}")
    return by_word(reader, "cos", node.at, [reader.inside(raw[:comma]), reader.inside(raw[comma + 1 :])])


def by_word(reader: Reader, name: str, at: int, arguments: Sequence[list[Reading]]) -> list[Reading]:
    """A function by its word at arguments."""
    if name in SAID:
        return of_numbers(reader, name, at, arguments)
    if name == "cos" and len(arguments) == 1:
        hint = r"of two vectors it is \cos\theta_{u, v}, or \cos(u, v); of one number nothing is known here"
        raise reader.fail(at, "the cosine of one angle, which is not in the language", hint)
    if len(arguments) != (2 if name == "cos" else 1):
        raise reader.fail(at, f"{name} of {len(arguments)} arguments", f"it takes {2 if name == 'cos' else 1}")
    if name == "diag":
        arguments = [[entries_of(reader, c, at) for c in found] for found in arguments]
    column = name in ("diag", "mean", "var", "cos")
    square = name in ("det", "trace") or name.startswith("matrix_")
    fits = is_square if square else is_column if column else is_matrix if name == "rank" else lambda shape: True
    checked = [reader.shaped(argument, at, fits, name) for argument in arguments]

    def made(choice: list[Reading]) -> list[Reading]:
        shape: Rough = choice[0].shape
        if name in ("det", "trace", "rank", "mean", "var", "cos"):
            shape = ()
        elif name == "diag":
            shape = (shape[0], shape[0])
        return [reader.at_running(Reading(Call(at, name, tuple(c.tree for c in choice)), shape))]

    return reader.combine(at, checked, made)


def read_call(reader: Reader, before: Sequence[s.Node], head: s.Node, after: Sequence[s.Node]) -> list[Reading] | None:
    """A row with a declared function before parentheses, or with a node of a graph before its own arguments."""
    if not after:
        return None
    group, *rest = after
    called = s.is_group(group)
    if called:
        head, group = with_power_behind(reader, head, group)
        check_power(reader, head, group)
        check_prime(reader, head, s.group_of(group)[0])
        if value := of_dependent(reader, head, s.group_of(group)[0]):
            return reader.around(before, head.at, value, rest, s.group_of(group)[1])
        if found := function_named(reader, head):
            return with_call(reader, before, head, group, rest, found)
        if value := at_its_variables(reader, head, group):
            return reader.around(before, head.at, value, rest, s.group_of(group)[1])
        if made := of_component(reader, before, head, group, rest):
            return made
        check_component(reader, head, s.group_of(group)[0])
        check_functions(reader, head, s.group_of(group)[0])
    called_itself = rest and s.is_group(rest[0]) and function_named(reader, group)  # f f(x) is not f(f) x
    if not called_itself and (value := of_what_follows(reader, head, group)):
        return reader.around(before, head.at, value, rest)
    return None


def is_call(reader: Reader, head: s.Node, group: s.Node) -> bool:
    r"""Is a name right before parentheses one value with them, and no factor, ``\sigma_i(z)`` in ``\log\sigma_i(z)``?"""
    if not s.is_group(group) or s.group_of(group)[0].spaced or reader.context.choice(APPLICATIONS) == "product":
        return False
    try:
        return isinstance(s.parted(head)[0], s.Name) and read_call(reader, (), head, (group,)) is not None
    except InputError:
        return False


def of_component(
    reader: Reader, before: Sequence[s.Node], head: s.Node, group: s.Node, rest: Sequence[s.Node]
) -> list[Reading]:
    r"""``\sigma_i(z)``, a component of the value of a function; none where \sigma_i is a name, or \sigma no function."""
    inner, own = s.group_of(group)
    found = None if inner.spaced else function_with_index(reader, head)
    if found is None or not found[0].body.shape:
        return []
    (definition, sub), node = found, found[0].name in reader.context.graph
    takes_vectors = all(parameter.shape for parameter in definition.parameters[: len(inner.parts)])
    named = is_typed(lambda: reader.read(head)) and not (node and takes_vectors)
    arguments = [] if named else arguments_of(reader, definition, inner.parts)
    if named or (node and any(not c.shape for argument in arguments for c in argument)):
        if holds_a_name(reader, inner):
            labels = ["a component of its value there", "a product"]
            raise reader.ambiguous(
                head.at, "a function with an index before a name", labels, r"write \cdot for the product"
            )
        return []  # a product with a number
    value = applied(reader, definition, head.at, arguments, rename=node)
    return reader.around(before, head.at, value, rest, (sub, *own))


def with_call(
    reader: Reader,
    before: Sequence[s.Node],
    head: s.Node,
    group: s.Node,
    rest: Sequence[s.Node],
    found: tuple[Definition, Key],
) -> list[Reading]:
    """A row with a declared function before parentheses; it may also be a factor if its name is declared as one.

    ``s(x)_i`` of one that is declared so, by components, is a component of the value, where s is no node.
    """
    definition, key = found
    inner, scripts = s.group_of(group)
    used = is_used(reader, definition.name, head)

    alone = holds_a_name(reader, inner)

    def called(entrywise: bool = True) -> list[Reading]:
        arguments = arguments_of(reader, definition, inner.parts)
        arguments = arguments if entrywise else not_entrywise(reader, definition, head.at, arguments)
        found = applied(reader, definition, head.at, arguments, rename=used)
        return reader.around(before, head.at, found, rest, scripts)

    def multiplied() -> list[Reading]:
        return reader.around(before, head.at, reader.read(head), [group, *rest])

    if used and (value := at_its_variables(reader, head, group)):
        return reader.around(before, head.at, value, rest, scripts)
    body = definition.body.children[0] if isinstance(definition.body, Transpose) else definition.body
    indexed = isinstance(body, Sum) and not inner.spaced and any(script.sign == "_" for script in scripts)
    if indexed and body.shape and definition.name not in reader.context.graph and key in reader.context.calls:
        return called()
    try:
        bare = reader.read(head)[0].tree
        valued = isinstance(bare, Apply) and bare.definition == definition  # see `at_its_parameters`
        factor = not valued and len(inner.parts) == 1 and (used or definition.name not in reader.context.graph)
    except AmbiguityError:
        factor = len(inner.parts) == 1
    except InputError:
        factor = False
    chosen = "" if reader.context.printed else reader.context.choice(APPLICATIONS)
    node = definition.name in reader.context.graph and isinstance(s.held(inner), s.Terms)
    said = reader.context.printed or key in reader.context.functions
    itself = factor and not said and is_times_itself(reader, definition, head, inner)
    if (chosen == "product" and node) or (itself and is_typed(multiplied)):
        return multiplied()
    if not factor or (not inner.spaced and (reader.context.printed or key in reader.context.functions)):
        try:
            return called(entrywise=not inner.spaced)
        except ShapeError:
            if node and not reader.context.printed and is_typed(multiplied):
                reader.choice(APPLICATIONS, head.at, f"{shown(key)} before parentheses")
            raise
    if inner.spaced:
        return multiplied()
    if is_itself(reader, definition, head, inner.parts):
        return called()
    if alone and not is_typed(called):
        return called()  # refused, as f(x_2) is where f is no factor
    if chosen:
        return called() if chosen == "function" else multiplied()
    name = key.core + (f"^{key.sup}" if key.sup else "")
    hint = rf"write {name}\,(…) for the product; % derive: function {name} for the function"
    options: list[Option] = [
        (f"the function {name}", called),
        (f"{name} times the parentheses", multiplied),
    ]
    either = reader.alternatives(head.at, f"{name}(…)", options, hint, APPLICATIONS)
    own = reader.read(head)[0].tree
    declared = isinstance(own, Word) and isinstance(reader.context.env.names.get(own.name), Symbol)
    if not alone or declared:
        return either
    # A product of another shape is none that what stands around could choose.
    return [replace(c, label="", convention="") for c in either if c.label == options[0][0]] or either


def at_its_parameters(reader: Reader, name: s.WrittenName) -> list[Option]:
    r"""``H`` after ``let H(X : n x r) = …``, a declared X of that shape: its value there, where H is no other name."""
    key = name.scripts.key(name.core)
    definition = None if name.declared or reader.context.printed else reader.context.function(key)
    definition = None if isinstance(definition, UnknownFunction) else definition  # which has no parameter of its own
    waits = any(each.name == shown(key) for each in reader.context.waiting)  # it could be a node, with what it lacks
    if definition is None or waits or key in reader.context.built_in or definition.name in reader.context.graph:
        return []
    constants = reader.context.constants.get(definition, ())
    own = definition.parameters[: len(definition.parameters) - len(constants)]
    terms = [reader.context.env.names.get(parameter.name) for parameter in own]
    fits = all(isinstance(x, Symbol) and x.shape == parameter.shape for x, parameter in zip(terms, own, strict=True))
    arguments = [[Reading(Word(name.at, parameter.name), parameter.shape)] for parameter in own]
    return [("its value", lambda: applied(reader, definition, name.at, arguments))] if own and fits else []


def of_what_follows(reader: Reader, head: s.Node, following: s.Node) -> list[Reading]:
    """``f x`` of a function that its author declared and that is a value too, where that is f(x); none of f times x."""
    name, _ = s.parted(following)
    if reader.context.printed or not isinstance(name, s.Name) or name.lexeme.spaced or name.lexeme.text in ("0", "1"):
        return []
    found = function_named(reader, head) or function_named(reader, without_power(head) or head)
    if found is None or found[1] not in reader.context.calls:
        return []
    function = found[0]

    def value() -> list[Reading]:
        own, argument = reader.read(head), reader.read(following)
        if at_own_arguments(own[0].tree, [argument[0].tree], reader.context.graph):
            return own
        arguments = not_entrywise(reader, function, head.at, [argument])
        return applied(reader, function, head.at, arguments, rename=function.name in reader.context.graph)

    if not is_typed(value):
        return []
    return value() if reader.choice(APPLICATIONS, head.at, f"{shown(found[1])} before a name") == "function" else []


def applied(
    reader: Reader, definition: Definition, at: int, arguments: Sequence[list[Reading]], rename: bool = False
) -> list[Reading]:
    """A declared function at arguments; ``rename`` where its name is that of a node beside it."""
    constants = reader.context.constants.get(definition, reader.derived.get(definition, ()))
    rows = () if reader.context.printed else reader.context.rows.get(definition, ())
    said = name = definition.name
    if rename:
        while name in reader.context.env.names:
            name += "_other"
        definition = Definition(name, definition.parameters, definition.body)
    wanted = definition.parameters[: len(definition.parameters) - len(constants)]
    if definition in reader.derived:
        check_point(reader, at, constants, arguments)
    if len(arguments) != len(wanted):
        raise reader.fail(at, f"{said} of {len(arguments)} arguments", f"it takes {len(wanted)}")

    def unfit(argument: Reading, takes: Rough, hint: str = "") -> InputError:
        message = f"{said} of shape {show_rough(argument.shape)}; it takes {show_rough(takes)}"
        return reader.fail(argument.tree.at, message, hint, ShapeError)

    def made(choice: list[Reading]) -> list[Reading]:
        dims: dict[Dim, Dim | None] = {}
        trees: list[Tree] = []
        turned = len(wanted) == 1 and not rows and is_row(choice[0].shape) and is_by_components(definition)
        choice = [transpose_of(choice[0], at)] if turned else choice  # of a row the value is a row
        over = entrywise_over(definition, [*(c.shape for c in choice), *(symbol.shape for symbol in constants)])
        for parameter, argument in zip(wanted, choice, strict=True):
            of_row = parameter in rows
            takes: Rough = (1, *parameter.shape) if of_row else parameter.shape
            each = over and not takes and same_shape(argument.shape, over)
            if not each and (len(takes) != len(argument.shape) or (of_row and argument.shape[0] != 1)):
                size = show_rough(argument.shape).strip("()")
                hint = f"what is not declared is a number; say its shape: let f({parameter.name} : {size}) = …"
                unsaid = not takes and is_column(argument.shape)
                raise unfit(argument, takes, hint if unsaid else "")
            column = transpose_of(argument, argument.tree.at) if of_row else argument
            trees.append(column.tree)
            for dim, given in zip(parameter.shape, () if each else column.shape, strict=True):
                known = dims.get(dim)
                if known is not None and given is not None and known != given:
                    raise unfit(argument, takes)
                dims[dim] = given if known is None else known
        if over and definition in reader.context.of_numbers:
            hint = f"say the shape of its parameter: let f({wanted[0].name} : N) = …; or {wanted[0].name}_i, entry by entry"
            raise reader.ambiguous(at, f"{said} of a vector", ["of each entry", "of the whole vector"], hint)
        if over and not isinstance(definition, UnknownFunction):  # which is declared so
            reader.effort.relied.add(ONE_WAY["entrywise"])
        shape: Rough = over or tuple(dims.get(d, d) if isinstance(d, Dimension) else d for d in definition.body.shape)
        value = Reading(Apply(at, definition, tuple(trees), constants), shape)
        return [reader.at_running(transpose_of(value, at) if turned else value)]

    return reader.combine(at, arguments, made)


def is_by_components(definition: Definition) -> bool:
    """Is a function of one vector defined by the components of its value, ``let s(z)_i = …``?"""
    of = definition.parameters[:1]
    return is_vector(definition.body.shape) and isinstance(definition.body, Sum) and all(is_vector(z.shape) for z in of)
