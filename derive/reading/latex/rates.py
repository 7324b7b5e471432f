r"""Derivatives, ``\frac{\partial y}{\partial x}``, ``\frac{d}{dx} y``, ``dy/dx``, ``\partial f / \partial x``.

With a declared d the bar is a quotient of products as well: where both readings are well-typed, the text is ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from derive.errors import AmbiguityError, InputError
from derive.reading.latex import derivatives, lines, losses
from derive.reading.latex import syntax as tex
from derive.reading.latex.attempts import is_typed
from derive.reading.latex.conventions import WORDS
from derive.reading.latex.functions import prefix
from derive.reading.latex.heads import holds_a_name, of_dependent
from derive.reading.latex.letters import (
    OF_D,
    alone,
    as_operator,
    has_upright_d,
    is_d,
    rate_of,
    slash_after,
    with_slash,
    with_sum,
)
from derive.reading.latex.names import function_named
from derive.reading.latex.readings import Reader, Reading, is_row
from derive.reading.latex.rows import over_bar
from derive.reading.latex.spelling import Key, is_of_d

#: What a d above and below a bar says in italics where d is declared.
_READINGS = ("a derivative", "a quotient of products with the declared d")
_HINT = r"write \mathrm d for the derivative, and d \cdot y for a product"


def read_fraction(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    """A quotient, or a derivative."""
    node = with_d(reader, with_sum(node))
    rate = None if reader.context.printed else rate_of(node)
    if rate is None:
        check_names(reader, node)
        derived = isinstance(tex.items_of(tex.held(node.above))[0], tex.Partial)
        return differentiated(reader, node) if derived else over_bar(reader, node)
    if has_upright_d(node) or not is_factor_d(reader):
        return differentiated(reader, rate)
    if tex.is_operator(rate) and is_of_size(reader, rate):
        raise of_both(reader, node.at)
    return decided(
        reader, node.at, partial(check_rate, reader, rate, ()),
        partial(differentiated, reader, rate), partial(over_bar, reader, node),
    )  # fmt: skip


def check_names(reader: Reader, node: tex.Fraction_) -> None:
    r"""Refuse ``\frac{dL}{dx}`` where one of dL and dx is a declared name: a derivative, or a quotient of names?"""
    parts = [tex.items_of(tex.held(part))[0] for part in (node.above, node.below)]
    names = [isinstance(name := tex.parted(part)[0], tex.Name) and is_of_d(name.lexeme) for part in parts]
    if any(names) and all(name or is_d(part) for name, part in zip(names, parts, strict=True)):
        labels = ["a derivative", "the quotient of names with d"]
        raise reader.ambiguous(node.at, "a fraction of names with d", labels, OF_D)


def with_d(reader: Reader, node: tex.Fraction_) -> tex.Fraction_:
    r"""``\frac{dL}{dx}`` of one declared name dx, and no d: the derivative, as no dL is a name, nor d a number."""
    above, below = (tex.items_of(tex.held(part)) for part in (node.above, node.below))
    names = [_named_with_d(part[0]) for part in (above, below)]
    if reader.context.printed or reader.context.is_word("d") or all(names) or not any(names):
        return node
    if names[0] is None and not (len(above) == 2 and is_d(above[0])):
        return node
    if names[1] is None and not (len(below) == 2 and is_d(below[0])):
        return node
    made = [
        tex.Row(part[0].at, (*(name or part[:1]), *part[1:])) for name, part in zip(names, (above, below), strict=True)
    ]
    return replace(node, above=made[0], below=made[1])


def _named_with_d(node: tex.Node) -> tuple[tex.Node, ...] | None:
    """The d that a name begins with, and the rest of it; None of any other node."""
    base, scripts = tex.parted(node)
    if not isinstance(base, tex.Name) or not is_of_d(base.lexeme) or not base.lexeme.text.startswith("d"):
        return None
    rest = replace(base.lexeme, text=base.lexeme.text[1:].strip(), at=base.lexeme.at + 1)
    return tex.Name(node.at, replace(base.lexeme, text="d")), tex.rescripted(node, tex.Name(rest.at, rest), scripts)


def differentiated(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    r"""``\frac{\partial y}{\partial x}``"""
    items = tex.items_of(tex.held(node.above))
    if reader.running is not None:
        return reader.mapped(reader.outside.read(node), reader.at_running)
    if tex.is_operator(node):
        raise reader.error(node.at, r"\partial of nothing", "what is differentiated after the fraction")
    if (line := lines.below_bar(reader, node)) is not None:
        return lines.derivative(reader, differentiated(reader, line.whole), line)
    if len(items) == 2 and (loss := losses.loss_of(reader, items[1])) is not None:
        return losses.loss_derivative(reader, loss, node)
    return derivatives.derivative_of(reader, reader.row(items[1:]), node)


def read_operator(
    reader: Reader, before: Sequence[tex.Node], fraction: tex.Fraction_, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    r"""A row with ``\frac{d}{d x}``, which may be a factor where d is declared; of a component x_j it is none."""
    if not before and not rest:
        return None
    rate = as_rate(reader, fraction)
    derivative = partial(with_derivative, reader, before, rate, rest)
    if rate is fraction or has_upright_d(fraction) or not is_factor_d(reader):
        return derivative()

    def factor() -> list[Reading]:
        return reader.around(before, fraction.at, over_bar(reader, fraction), rest)

    typed = partial(check_rate, reader, rate, rest)
    indexed = tex.parted(tex.items_of(tex.held(rate.below))[-1])[1]
    if indexed and is_of_size(reader, rate):
        if is_typed(typed):  # nobody divides by a size and a component
            return derivative()
        raise of_both(reader, fraction.at)
    return decided(reader, fraction.at, typed, derivative, factor)


def check_point(reader: Reader, before: Sequence[tex.Node], head: tex.Node, rest: Sequence[tex.Node]) -> None:
    r"""Refuse ``\frac{df}{dt}(3)``: the derivative at 3, or a product?  Before a sum in parentheses it is a product."""
    inner = tex.group_of(rest[0])[0] if rest and tex.is_group(rest[0]) and not reader.context.printed else None
    if inner is None or inner.spaced or len(inner.parts) != 1:
        return
    alone = holds_a_name(reader, inner) or isinstance(inner.parts[0], tex.Num)
    if alone and is_derivative(reader, head) and not of_dependent(reader, head, inner):
        labels = ["its value there", "a product"]
        hint = r"write \cdot for the product, \left. … \right|_{x = …} for the value"
        raise reader.ambiguous(head.at, "a derivative before a name or number in parentheses", labels, hint)


def is_derivative(reader: Reader, node: tex.Node) -> bool:
    """Is it a derivative of something, in parentheses or not, with scripts or without?"""
    base, _ = tex.parted(node)
    if isinstance(base, tex.Group) and len(base.parts) == 1:
        return is_derivative(reader, base.parts[0])
    if not isinstance(base, tex.Fraction_) or is_rate(reader, base):
        return False
    return isinstance(tex.items_of(tex.held(base.above))[0], tex.Partial) or rate_of(base) is not None


def read_d(
    reader: Reader, before: Sequence[tex.Node], first: tex.Node, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    """A row with ``d y / d x`` in italics, which may be a product where d is declared."""
    slash = None if reader.context.printed else slash_after(first, rest)
    if slash is None:
        return None
    sign, made = as_operator(first), with_slash(rest, slash)
    derivative = partial(with_partial, reader, before, sign, made)
    if not reader.context.is_word("d"):
        return derivative()
    below = tex.Row(made[slash + 1].at, tuple(made[slash + 1 : slash + 3]))
    rate = tex.Fraction_(first.at, tex.Row(first.at, (sign, *made[:slash])), below)

    def product() -> list[Reading]:
        return reader.around(before, first.at, reader.read(first), rest)

    return decided(reader, first.at, partial(check_rate, reader, rate, rest[slash + 3 :]), derivative, product)


def check_rate(reader: Reader, rate: tex.Fraction_, rest: Sequence[tex.Node]) -> None:
    """Raises `InputError` where a derivative is not well-typed: by no name, or of nothing."""
    derivatives.variables_of(reader, rate)
    above = tex.items_of(tex.held(rate.above))[1:]
    if not above and (not rest or isinstance(rest[0], tex.Op)):
        raise reader.error(rate.at, r"\partial of nothing", "what is differentiated")
    if above and losses.loss_of(reader, above[0]) is None:
        reader.row(above)


def is_rate(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``\frac{\partial}{\partial x}``, or with d?"""
    return isinstance(node, tex.Fraction_) and tex.is_operator(as_rate(reader, node))


def as_rate(reader: Reader, fraction: tex.Fraction_) -> tex.Fraction_:
    r"""A fraction with ``\partial`` for d above and below the bar; any other itself."""
    return fraction if reader.context.printed else rate_of(fraction) or fraction


def with_derivative(
    reader: Reader, before: Sequence[tex.Node], fraction: tex.Fraction_, rest: Sequence[tex.Node]
) -> list[Reading]:
    r"""A row with ``\frac{\partial}{\partial x}`` before what it acts on."""
    if not rest or isinstance(rest[0], tex.Op):
        raise reader.error(fraction.at, r"\partial of nothing", "what is differentiated")
    ends = len(rest) == 1 or isinstance(rest[1], tex.Op)
    if ends and losses.loss_of(reader, rest[0]) is not None:  # a loss has no value
        above = tex.Row(fraction.at, (*tex.items_of(tex.held(fraction.above)), rest[0]))
        found = differentiated(reader, replace(fraction, above=above))
        return reader.around(before, fraction.at, found, rest[1:])
    if reader.context.printed and tex.is_group(rest[0]):
        group, scripts = tex.group_of(rest[0])
        found = derivatives.derivative_of(reader, reader.read(group), fraction)
        return reader.around(before, fraction.at, found, rest[1:], scripts)
    names = {variable.name for variable in derivatives.variables_of(reader, fraction)}
    called = len(rest) > 1 and tex.is_group(rest[1]) and function_named(reader, rest[0]) is not None
    if called and not any(derivatives.has_name(reader, [tex.Row(rest[0].at, tuple(rest[:2]))], name) for name in names):
        labels = ["that of the function, there", "that of its value there, which is 0"]
        hint = r"write f'(3), or \left. … \right|_{t = 3}"
        raise reader.ambiguous(fraction.at, "a derivative of a function at something else", labels, hint)
    stop = next((n for n, item in enumerate(rest) if isinstance(item, tex.Op)), len(rest))
    telling = [n for n in range(stop) if any(derivatives.has_name(reader, rest[n : n + 1], name) for name in names)]
    # Nobody writes the derivative of a factor that is constant, nor stops before a factor that varies but at brackets,
    # also those of the argument of a function, \frac{d}{dt} f(t) g(t) + f(t) \frac{d}{dt} g(t).
    least = 1 + (telling[0 if called or tex.is_group(rest[telling[0]]) else -1] if telling else 0)
    least += least == 1 and called
    if telling and least <= telling[-1] and all(is_row(each.shape) for each in reader.row(rest[:least])):
        least = 1 + telling[-1]  # \frac{\partial}{\partial w} (y - X w)^\top (y - X w)

    def derived(above: list[Reading]) -> list[Reading]:
        return derivatives.derivative_of(reader, above, fraction)

    one = sum(isinstance(item, tex.Op) for item in rest) == 1 and not tex.is_group(rest[0])
    beyond = any(derivatives.has_name(reader, rest[stop:], name) for name in names)
    if one and beyond and not telling and not reader.context.choice(WORDS):
        return reader.around(before, rest[0].at, derived(reader.row(rest)), ())
    return prefix(reader, before, fraction, rest, derived, "the derivative", least)


def read_partial(
    reader: Reader, before: Sequence[tex.Node], sign: tex.Partial, rest: Sequence[tex.Node]
) -> list[Reading]:
    r"""A row with ``\partial f / \partial x``, ``\partial_x f``, or ``dy/dx`` with an upright d."""
    if sign.by:
        variable = derivatives.in_script(reader, sign.by)
        return reader.row((*before, derivatives.by_variables(sign.at, tex.Partial(sign.at), [variable]), *rest))
    slash = slash_after(sign, rest) if sign.total else None
    return with_partial(reader, before, sign, rest if slash is None else with_slash(rest, slash))


def with_partial(reader: Reader, before: Sequence[tex.Node], sign: tex.Node, rest: Sequence[tex.Node]) -> list[Reading]:
    r"""A row with ``\partial f / \partial x``, which is a fraction."""
    if not isinstance(sign, tex.Partial):
        raise TypeError(f"a {type(sign).__name__} as \\partial")
    slash = 0
    if rest and not isinstance(rest[0], tex.Op):
        slash = 2 if len(rest) > 1 and tex.is_group(rest[1]) else 1
    divided = slash + 2 < len(rest) and isinstance(rest[slash], tex.Op) and isinstance(rest[slash + 1], tex.Partial)
    if not divided or getattr(rest[slash], "sign", "") != "/":
        raise alone(reader.source, sign.at) if sign.total else outside_of_a_fraction(reader, sign)
    above = tex.Row(sign.at, (sign, *rest[:slash])) if slash else sign
    first: InputError | None = None
    for stop in range(slash + 3, min(len(rest), slash + 1 + 2 * derivatives.order_of(reader, sign)) + 1, 2):
        below = tex.Row(rest[slash + 1].at, tuple(rest[slash + 1 : stop]))
        fraction = tex.Fraction_(sign.at, above, below)
        try:
            derivatives.variables_of(reader, fraction)
        except AmbiguityError:
            raise
        except InputError as error:
            first = first or error
            continue
        return reader.row([*before, fraction, *rest[stop:]])
    raise first or outside_of_a_fraction(reader, sign)


def outside_of_a_fraction(reader: Reader, sign: tex.Node) -> InputError:
    hint = r"a name with a ∂ is declared as it is written: % derive: let \partial y = \frac{\partial L}{\partial y}"
    return reader.error(sign.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}", hint)


def decided(
    reader: Reader,
    at: int,
    typed: Callable[[], object],
    derivative: Callable[[], list[Reading]],
    product: Callable[[], list[Reading]],
) -> list[Reading]:
    """A derivative or a quotient with a declared d, whichever alone is well-typed; raises `AmbiguityError` for both.

    ``typed`` raises where the derivative is not well-typed; one of what does not depend on its variable is.
    """
    if not is_typed(typed):
        return product()
    if not is_typed(product):
        return derivative()
    raise of_both(reader, at)


def is_factor_d(reader: Reader) -> bool:
    """Is a d declared that may stand as a factor above and below a bar?  By an array nobody divides."""
    names = reader.context.names(Key("d"), "", component=True)
    arrays = [bool(getattr(reader.context.env.names[name], "shape", ())) for name in names]
    return reader.context.is_word("d") and not (arrays and all(arrays))


def is_of_size(reader: Reader, rate: tex.Fraction_) -> bool:
    """Is d a size, and a derivative by what stands below the bar well-typed?"""
    return reader.context.is_size_d and is_typed(partial(derivatives.variables_of, reader, rate))


def of_both(reader: Reader, at: int) -> InputError:
    """The error for what could be a derivative, or a quotient with a declared d."""
    return reader.ambiguous(at, "d above and below a bar, where d is declared,", _READINGS, _HINT)
