r"""``\nabla_x f``.

What ``\nabla_x`` acts on is a scalar in which x occurs: the fewest factors after it that are one, and more of them only
where that says something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import AmbiguityError, InputError, NameError_, ShapeError
from derive.reading.latex.derivatives import (
    derivative_of,
    has_name,
    loss_derivative,
    loss_of,
    mentions_name,
    variables_of,
)
from derive.reading.latex.grammar import parse
from derive.reading.latex.readings import Exhausted, Option, Reader, Reading, show_rough
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.syntax import Fraction_, Name, Node, Op, Partial, Row, parted
from derive.reading.syntax import Call

#: The most factors that a gradient may act on.
MAX_TAKEN = 6


def is_nabla(reader: Reader, node: Node) -> bool:
    r"""Is a node ``\nabla``, and no declared name?"""
    base, _ = parted(node)
    return isinstance(base, Name) and base.lexeme.text == r"\nabla" and not reader.context.is_word(r"\nabla")


def read_nabla(reader: Reader, items: Sequence[Node], position: int) -> list[Reading] | None:
    r"""A row with ``\nabla_x``: derivatives of what follows, as a column; ``\nabla_x^2``: second ones."""
    before, sign, rest = items[:position], items[position], items[position + 1 :]
    if not is_nabla(reader, sign):
        return None
    fraction, order = operator_of_nabla(reader, sign)
    if not rest or isinstance(rest[0], Op) or is_nabla(reader, rest[0]):
        raise reader.error(sign.at, r"\nabla of nothing", "what is differentiated")
    if (loss := loss_of(reader, rest[0])) is not None:
        found = loss_derivative(reader, loss, fraction, "mixed")
        return reader.around(before, sign.at, found, rest[1:])
    variable = variables_of(reader, fraction)[0]

    def gradient(count: int) -> list[Reading]:
        found = reader.row(rest[:count])
        scalars = [c for c in found if not c.shape]
        if not scalars:
            shape = show_rough(found[0].shape)
            raise reader.fail(rest[0].at, rf"\nabla of shape {shape}", r"\nabla is of a scalar", ShapeError)
        if not any(mentions_name(reader, c.tree, variable.term) for c in scalars):
            name = variable.name
            raise reader.fail(rest[0].at, rf"\nabla by {name} of what has no {name} in it", "", NameError_)
        made = derivative_of(reader, scalars, fraction, "mixed")
        if order == 2 and any(len(c.shape) == 2 for c in made):
            what = r"\nabla^2 of a scalar by a vector"
            if reader.choice("second nablas", sign.at, what) == "laplacian":
                made = [Reading(Call(sign.at, "trace", (c.tree,)), ()) for c in made]
        return reader.around(before, sign.at, made, rest[count:])

    stop = next((n for n, item in enumerate(rest) if isinstance(item, Op) or is_nabla(reader, item)), len(rest))
    counts = [*range(1, min(stop, MAX_TAKEN) + 1), *([len(rest)] if stop < len(rest) else [])]
    options: list[Option] = []
    typed = 0
    for count in counts:
        if typed and not has_name(reader, rest[typed:count], variable.name):
            continue
        try:
            made = gradient(count)
        except (AmbiguityError, Exhausted):
            raise
        except InputError as error:
            options.append(("", partial(_again, error)))
            continue
        options.append((f"of {count} of the factors", partial(list, made)))
        typed = count
    return reader.alternatives(sign.at, r"\nabla", options, "write parentheses around what is differentiated")


def operator_of_nabla(reader: Reader, sign: Node) -> tuple[Fraction_, int]:
    r"""``\nabla_x`` as ``\frac{\partial}{\partial x}``, and its order."""
    scripts = sorted_scripts(reader, parted(sign)[1])
    if scripts.sub is None or scripts.primes:
        raise reader.error(sign.at, r"\nabla without a variable", r"\nabla_x f")
    order = 1
    if scripts.sup is not None:
        if "".join(lexeme.text for lexeme in scripts.sup.raw) != "2":
            raise reader.error(scripts.sup.at, r"a power of \nabla", r"\nabla_x^2 f")
        order = 2
    raw = scripts.sub.raw
    variable: Node = parse(reader.source, raw, "expr", raw[-1].end)
    below = Row(sign.at, (Partial(sign.at), variable) * order)
    above = Partial(sign.at, scripts.sup.raw if scripts.sup is not None else ())
    return Fraction_(sign.at, above, below), order


def _again(error: InputError) -> list[Reading]:
    raise error
