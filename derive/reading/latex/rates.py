r"""Derivatives: ``\frac{\partial y}{\partial x}``, ``\frac{d}{dx} y``, ``dy/dx``, ``\partial f / \partial x``.

With a declared d the bar is a quotient of products as well: where both readings are well-typed, the text is ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from derive.errors import AmbiguityError, InputError
from derive.reading.latex import syntax as tex
from derive.reading.latex.derivatives import derivative_of, has_name, loss_derivative, loss_of, order_of, variables_of
from derive.reading.latex.differentials import alone, has_upright_d, rate_of, slash_after, with_slash
from derive.reading.latex.functions import prefix
from derive.reading.latex.products import over_bar
from derive.reading.latex.readings import Reader, Reading, is_typed

#: What a d above and below a bar says in italics where d is declared.
_READINGS = ("a derivative", "a quotient of products with the declared d")
_HINT = r"write \mathrm d for the derivative, and d \cdot y for a product"


def read_fraction(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    """A quotient, or a derivative."""
    rate = None if reader.context.printed else rate_of(node)
    if rate is None:
        return (
            differentiated(reader, node)
            if isinstance(tex.items_of(tex.held(node.above))[0], tex.Partial)
            else over_bar(reader, node)
        )
    if has_upright_d(node) or not reader.context.is_word("d"):
        return differentiated(reader, rate)
    return decided(
        reader, node.at, partial(check_rate, reader, rate, ()),
        partial(differentiated, reader, rate), partial(over_bar, reader, node),
    )  # fmt: skip


def differentiated(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    r"""``\frac{\partial y}{\partial x}``"""
    items = tex.items_of(tex.held(node.above))
    if reader.running is not None:
        return reader.mapped(reader.outside.read(node), reader.at_running)
    if tex.is_operator(node):
        raise reader.error(node.at, r"\partial of nothing", "what is differentiated after the fraction")
    if len(items) == 2 and (loss := loss_of(reader, items[1])) is not None:
        return loss_derivative(reader, loss, node)
    return derivative_of(reader, reader.row(items[1:]), node)


def read_operator(reader: Reader, items: Sequence[tex.Node], position: int) -> list[Reading] | None:
    r"""A row with ``\frac{d}{d x}``, which may be a factor where d is declared."""
    fraction, before, rest = items[position], items[:position], items[position + 1 :]
    if (
        len(items) == 1
        or not isinstance(fraction, tex.Fraction_)
        or not tex.is_operator(rate := as_rate(reader, fraction))
    ):
        return None
    derivative = partial(with_derivative, reader, [*before, rate, *rest], position)
    if rate is fraction or has_upright_d(fraction) or not reader.context.is_word("d"):
        return derivative()

    def factor() -> list[Reading]:
        return reader.around(before, fraction.at, over_bar(reader, fraction), rest)

    return decided(reader, fraction.at, partial(check_rate, reader, rate, rest), derivative, factor)


def read_d(reader: Reader, items: Sequence[tex.Node], position: int) -> list[Reading] | None:
    """A row with ``d y / d x`` in italics, which may be a product where d is declared."""
    slash = 0 if reader.context.printed else slash_after(items, position)
    if not slash:
        return None
    first, rest = items[position], items[slash + 3 :]
    made = with_slash(items, position, slash)
    derivative = partial(with_partial, reader, made, position)
    if not reader.context.is_word("d"):
        return derivative()
    below = tex.Row(made[slash + 1].at, tuple(made[slash + 1 : slash + 3]))
    rate = tex.Fraction_(first.at, tex.Row(first.at, tuple(made[position:slash])), below)

    def product() -> list[Reading]:
        return reader.around(items[:position], first.at, reader.read(first), items[position + 1 :])

    return decided(reader, first.at, partial(check_rate, reader, rate, rest), derivative, product)


def check_rate(reader: Reader, rate: tex.Fraction_, rest: Sequence[tex.Node]) -> None:
    """Raises `InputError` where a derivative is not well-typed: by no name, or of nothing."""
    variables_of(reader, rate)
    above = tex.items_of(tex.held(rate.above))[1:]
    if not above and (not rest or isinstance(rest[0], tex.Op)):
        raise reader.error(rate.at, r"\partial of nothing", "what is differentiated")
    if above and loss_of(reader, above[0]) is None:
        reader.row(above)


def is_rate(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``\frac{\partial}{\partial x}``, or with d?"""
    return isinstance(node, tex.Fraction_) and tex.is_operator(as_rate(reader, node))


def as_rate(reader: Reader, fraction: tex.Fraction_) -> tex.Fraction_:
    r"""A fraction with ``\partial`` for d above and below the bar; any other itself."""
    return fraction if reader.context.printed else rate_of(fraction) or fraction


def with_derivative(reader: Reader, items: Sequence[tex.Node], position: int) -> list[Reading]:
    r"""A row with ``\frac{\partial}{\partial x}`` before what it acts on."""
    fraction, rest = items[position], items[position + 1 :]
    if not isinstance(fraction, tex.Fraction_):
        raise TypeError("a derivative that is no fraction")
    if not rest or isinstance(rest[0], tex.Op):
        raise reader.error(fraction.at, r"\partial of nothing", "what is differentiated")
    if reader.context.printed and tex.is_group(rest[0]):
        group, scripts = tex.group_of(rest[0])
        found = derivative_of(reader, reader.read(group), fraction)
        return reader.around(items[:position], fraction.at, found, rest[1:], scripts)
    names = {variable.name for variable in variables_of(reader, fraction)}
    stop = next((n for n, item in enumerate(rest) if isinstance(item, tex.Op)), len(rest))
    telling = (n for n in range(stop) if any(has_name(reader, rest[n : n + 1], name) for name in names))
    least = next(telling, 0) + 1  # nobody writes the derivative of a factor that is constant
    return prefix(reader, items, position, lambda c: derivative_of(reader, c, fraction), "the derivative", least)


def read_partial(reader: Reader, items: Sequence[tex.Node], position: int) -> list[Reading] | None:
    r"""A row with ``\partial f / \partial x``, or ``dy/dx`` with an upright d."""
    sign = items[position]
    if not isinstance(sign, tex.Partial):
        return None
    slash = slash_after(items, position) if sign.total else 0
    return with_partial(reader, with_slash(items, position, slash) if slash else items, position)


def with_partial(reader: Reader, items: Sequence[tex.Node], position: int) -> list[Reading]:
    r"""A row with ``\partial f / \partial x``, which is a fraction."""
    sign = items[position]
    if not isinstance(sign, tex.Partial):
        raise TypeError(f"a {type(sign).__name__} as \\partial")
    slash = position + 1
    if slash < len(items) and not isinstance(items[slash], tex.Op):
        slash += 2 if slash + 1 < len(items) and tex.is_group(items[slash + 1]) else 1
    divided = slash + 2 < len(items) and isinstance(items[slash], tex.Op) and isinstance(items[slash + 1], tex.Partial)
    if not divided or getattr(items[slash], "sign", "") != "/":
        if sign.total:
            raise alone(reader.source, sign.at)
        raise reader.error(sign.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}")
    above = tex.Row(sign.at, tuple(items[position:slash])) if slash > position + 1 else sign
    first: InputError | None = None
    for stop in range(slash + 3, min(len(items), slash + 1 + 2 * order_of(reader, sign)) + 1, 2):
        below = tex.Row(items[slash + 1].at, tuple(items[slash + 1 : stop]))
        fraction = tex.Fraction_(sign.at, above, below)
        try:
            variables_of(reader, fraction)
        except AmbiguityError:
            raise
        except InputError as error:
            first = first or error
            continue
        return reader.row([*items[:position], fraction, *items[stop:]])
    raise first or reader.error(sign.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}")


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
    raise reader.ambiguous(at, "d above and below a bar, where d is declared,", _READINGS, _HINT)
