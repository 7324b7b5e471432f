r"""Functions in rows: ``\det A``, ``f(x)``, ``\cos\theta_{u, v}``, derivatives.

A function takes the parentheses that follow it.  Without any it takes one or more of the factors after it, and the row is
ambiguous when more than one choice is well-typed: ``\log x y``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.language.functions import FUNCTIONS
from derive.language.terms import Definition
from derive.reading.environment import FUNCTIONS_OF_VECTORS
from derive.reading.functions import ENTRYWISE
from derive.reading.latex.means import with_operator
from derive.reading.latex.readings import Option, Reader, Reading, Rough, is_column, is_square
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.syntax import Func, Name, Node, Op, Scripted, group_of, is_big, is_group, parted
from derive.reading.syntax import Call


def read_function(reader: Reader, items: Sequence[Node], position: int) -> list[Reading] | None:
    """A row with a function by its word: of the parentheses that follow, or of what follows without them."""
    return with_function(reader, items, position) if isinstance(parted(items[position])[0], Func) else None


def with_function(reader: Reader, items: Sequence[Node], position: int) -> list[Reading]:
    """A row with a function by its word at a position; the variance is one of a sample where that is declared."""
    item, before, rest = items[position], items[:position], items[position + 1 :]
    if (said := said_of_each(item)) is not None:
        return with_function(reader, [*before, said, *rest], position)
    if isinstance(item, Scripted):
        return with_power(reader, item, before, rest)
    if not isinstance(item, Func):
        raise TypeError(f"a {type(item).__name__} as a function")
    variance = reader.choice("variances", item.at, "a variance that is not declared") if item.name == "var" else ""
    if variance == "sample":
        return with_operator(reader, items, position, "sample variance", None)
    if not rest or isinstance(rest[0], Op):
        raise reader.error(item.at, f"the function {item.name} without an argument", "its argument")
    first = rest[0]
    if (
        item.name == "cos"
        and isinstance(first, Scripted)
        and isinstance(first.base, Name)
        and first.base.lexeme.text == r"\theta"
    ):
        return reader.around(before, item.at, angle(reader, first), rest[1:])
    if is_big(first):  # of the sum, which has all that follows
        return reader.around(before, item.at, by_word(reader, item.name, item.at, [reader.row(rest)]), ())
    if is_group(first):
        group, scripts = group_of(first)
        arguments = arguments_of(reader, FUNCTIONS_OF_VECTORS.get(item.name), group.parts)
        found = by_word(reader, item.name, item.at, arguments)
        return reader.around(before, item.at, found, rest[1:], scripts)
    return prefix(reader, items, position, lambda found: by_word(reader, item.name, item.at, [found]), item.name)


def with_power(reader: Reader, item: Scripted, before: Sequence[Node], rest: Sequence[Node]) -> list[Reading]:
    r"""``\tanh^2(t)``: a power ≥ 2 of the value, where parentheses hold the argument."""
    power = item.scripts[0]
    digits = "".join(lexeme.text for lexeme in power.raw)
    whole = len(item.scripts) == 1 and power.sign == "^" and digits.isdecimal() and int(digits) >= 2
    if not whole or not rest or not is_group(rest[0]) or group_of(rest[0])[1] or not isinstance(item.base, Func):
        message = "a script on a function"
        raise reader.error(power.at, message, r"a power ≥ 2 before parentheses, \tanh^2(x), or \tanh(x)^2")
    found = with_function(reader, [item.base, rest[0]], 0)
    return reader.around(before, item.at, found, rest[1:], item.scripts)


def prefix(
    reader: Reader,
    items: Sequence[Node],
    position: int,
    apply: Callable[[list[Reading]], list[Reading]],
    what: str,
    least: int = 1,
) -> list[Reading]:
    """A sign that acts on one or more of the factors after it, on so many of them at ``least``."""
    before, at, rest = items[:position], items[position].at, items[position + 1 :]
    stop = next((n for n, item in enumerate(rest) if isinstance(item, Op)), len(rest))
    options: list[Option] = []
    for count in range(least, min(stop, least + 5) + 1):

        def option(count: int = count) -> list[Reading]:
            return reader.around(before, at, apply(reader.row(rest[:count])), rest[count:])

        options.append((f"{what} of {count} of the factors", option))
    if stop < len(rest):
        whole = f"{what} of all that follows"
        options.append((whole, lambda: reader.around(before, rest[0].at, apply(reader.row(rest)), ())))
    return reader.alternatives(at, what, options, "write parentheses around the argument")


def angle(reader: Reader, node: Scripted) -> list[Reading]:
    r"""``\cos\theta_{u, v}``"""
    scripts = sorted_scripts(reader, node.scripts)
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
    if len(arguments) != (2 if name == "cos" else 1):
        raise reader.fail(at, f"{name} of {len(arguments)} arguments", f"it takes {2 if name == 'cos' else 1}")
    column = name in ("diag", "mean", "var", "cos")
    square = name in ("det", "trace") or name.startswith("matrix_")
    fits = is_square if square else is_column if column else lambda shape: True
    checked = [reader.shaped(argument, at, fits, name) for argument in arguments]

    def made(choice: list[Reading]) -> list[Reading]:
        shape: Rough = choice[0].shape
        if name in ("det", "trace", "mean", "var", "cos"):
            shape = ()
        elif name == "diag":
            shape = (shape[0], shape[0])
        return [reader.at_running(Reading(Call(at, name, tuple(c.tree for c in choice)), shape))]

    return reader.combine(at, checked, made)


def arguments_of(reader: Reader, definition: Definition | None, parts: Sequence[Node]) -> list[list[Reading]]:
    """The arguments of a function; one that is a vector is read whole inside of a mean too."""
    parameters = definition.parameters if definition is not None else ()
    vectors = [n for n, parameter in enumerate(parameters) if is_column(parameter.shape)]
    return [(reader.outside if n in vectors else reader).read(part) for n, part in enumerate(parts)]


def said_of_each(node: Node) -> Node | None:
    r"""``\exp`` with the script ``_\odot``, which says that it is of each entry, as a function by its word; else None."""
    if not isinstance(node, Scripted) or not isinstance(node.base, Func) or node.base.name not in FUNCTIONS:
        return None
    marks = [script for script in node.scripts if script.sign == "_" and [x.text for x in script.raw] == ["o"]]
    if len(marks) != 1 or marks[0].raw[0].kind != "OP":
        return None
    base, others = Func(node.at, f"{ENTRYWISE} {node.base.name}"), tuple(s for s in node.scripts if s is not marks[0])
    return Scripted(node.at, base, others) if others else base
