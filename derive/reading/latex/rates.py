r"""Derivatives, ``\frac{\partial y}{\partial x}``, ``\frac{d}{dx} y``, ``dy/dx``, ``\partial f / \partial x``; ``\nabla_x``.

With a declared d the bar is a quotient of products as well: where both readings are well-typed, the text is ambiguous.
What ``\nabla_x`` acts on is a scalar in which x occurs: the fewest factors after it that are one, and more of them only
where that says something else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from derive.derivation.partials import jacobian
from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.language.terms import Symbol, Term
from derive.reading.latex import derivatives, losses
from derive.reading.latex import syntax as tex
from derive.reading.latex.attempts import is_typed
from derive.reading.latex.formula_uses import check_parameters, declared_with
from derive.reading.latex.functions import applied, arguments_of, is_used, prefix
from derive.reading.latex.grammar import parse
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
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.names import derived_function, function_named, only_parameter
from derive.reading.latex.readings import Option, Reader, Reading, is_row, show_rough
from derive.reading.latex.rows import over_bar
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import Lexeme, is_of_d, plain_name
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Word

#: What a d above and below a bar says in italics where d is declared.
_READINGS = ("a derivative", "a quotient of products with the declared d")
_HINT = r"write \mathrm d for the derivative, and d \cdot y for a product"


def read_fraction(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    """A quotient, or a derivative."""
    node = with_sum(node)
    rate = None if reader.context.printed else rate_of(node)
    if rate is None:
        check_names(reader, node)
        derived = isinstance(tex.items_of(tex.held(node.above))[0], tex.Partial)
        return differentiated(reader, node) if derived else over_bar(reader, node)
    if has_upright_d(node) or not reader.context.is_word("d"):
        return differentiated(reader, rate)
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


def differentiated(reader: Reader, node: tex.Fraction_) -> list[Reading]:
    r"""``\frac{\partial y}{\partial x}``"""
    items = tex.items_of(tex.held(node.above))
    if reader.running is not None:
        return reader.mapped(reader.outside.read(node), reader.at_running)
    if tex.is_operator(node):
        raise reader.error(node.at, r"\partial of nothing", "what is differentiated after the fraction")
    if len(items) == 2 and (loss := losses.loss_of(reader, items[1])) is not None:
        return losses.loss_derivative(reader, loss, node)
    return derivatives.derivative_of(reader, reader.row(items[1:]), node)


def read_operator(
    reader: Reader, before: Sequence[tex.Node], fraction: tex.Fraction_, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    r"""A row with ``\frac{d}{d x}``, which may be a factor where d is declared."""
    if not before and not rest:
        return None
    rate = as_rate(reader, fraction)
    derivative = partial(with_derivative, reader, before, rate, rest)
    if rate is fraction or has_upright_d(fraction) or not reader.context.is_word("d"):
        return derivative()

    def factor() -> list[Reading]:
        return reader.around(before, fraction.at, over_bar(reader, fraction), rest)

    return decided(reader, fraction.at, partial(check_rate, reader, rate, rest), derivative, factor)


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
    if reader.context.printed and tex.is_group(rest[0]):
        group, scripts = tex.group_of(rest[0])
        found = derivatives.derivative_of(reader, reader.read(group), fraction)
        return reader.around(before, fraction.at, found, rest[1:], scripts)
    names = {variable.name for variable in derivatives.variables_of(reader, fraction)}
    stop = next((n for n, item in enumerate(rest) if isinstance(item, tex.Op)), len(rest))
    telling = [n for n in range(stop) if any(derivatives.has_name(reader, rest[n : n + 1], name) for name in names)]
    # Nobody writes the derivative of a factor that is constant, nor stops before a factor that varies but at brackets.
    least = 1 + (telling[0 if tex.is_group(rest[telling[0]]) else -1] if telling else 0)

    def derived(above: list[Reading]) -> list[Reading]:
        return derivatives.derivative_of(reader, above, fraction)

    return prefix(reader, before, fraction, rest, derived, "the derivative", least)


def read_partial(
    reader: Reader, before: Sequence[tex.Node], sign: tex.Partial, rest: Sequence[tex.Node]
) -> list[Reading]:
    r"""A row with ``\partial f / \partial x``, ``\partial_x f``, or ``dy/dx`` with an upright d."""
    if sign.by:
        variable: tex.Node = parse(reader.source, sign.by, "expr", sign.by[-1].end)
        below = tex.Row(sign.at, (tex.Partial(sign.at), variable))
        return reader.row((*before, tex.Fraction_(sign.at, tex.Partial(sign.at), below), *rest))
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
    raise reader.ambiguous(at, "d above and below a bar, where d is declared,", _READINGS, _HINT)


#: The most factors that a gradient may act on.
MAX_TAKEN = 6


def is_nabla(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``\nabla``, and no declared name?"""
    base, _ = tex.parted(node)
    return isinstance(base, tex.Name) and base.lexeme.text == r"\nabla" and not reader.context.is_word(r"\nabla")


def read_nabla(reader: Reader, before: Sequence[tex.Node], sign: tex.Node, rest: Sequence[tex.Node]) -> list[Reading]:
    r"""A row with ``\nabla_x``: derivatives of what follows, as a column; ``\nabla_x^2``: second ones; ``\nabla f(x)``."""
    if (found := gradient_of_function(reader, sign, rest)) is not None:
        return reader.around(before, sign.at, found, rest[2:], tex.group_of(rest[1])[1])
    head = tex.parted(rest[0])[0] if rest else sign
    hint = declared_with(reader.context, head.lexeme.text) if isinstance(head, tex.Name) else ""
    fraction, order = operator_of_nabla(reader, sign, hint)
    if not rest or isinstance(rest[0], tex.Op) or is_nabla(reader, rest[0]):
        raise reader.error(sign.at, r"\nabla of nothing", "what is differentiated")
    if (loss := losses.loss_of(reader, rest[0])) is not None:
        found = losses.loss_derivative(reader, loss, fraction, "mixed")
        return reader.around(before, sign.at, found, rest[1:])
    variable = derivatives.variables_of(reader, fraction, True)[0]

    def gradient(count: int) -> list[Reading]:
        found = reader.row(rest[:count])
        scalars = [c for c in found if not c.shape]
        if not scalars:
            shape = show_rough(found[0].shape)
            hint = rf"\nabla is of a scalar; of a vector the matrix of derivatives is J_{{{variable.name}}}(…)"
            raise reader.fail(rest[0].at, rf"\nabla of shape {shape}", hint, ShapeError)
        if not any(derivatives.varies(reader, c.tree, variable.term) for c in scalars):
            name = variable.name
            raise reader.fail(rest[0].at, rf"\nabla by {name} of what has no {name} in it", "", NameError_)
        made = derivatives.derivative_of(reader, scalars, fraction, "mixed")
        if order == 2 and any(len(c.shape) == 2 for c in made):
            what = r"\nabla^2 of a scalar by a vector"
            if reader.choice("second nablas", sign.at, what) == "laplacian":
                made = [Reading(Call(sign.at, "trace", (c.tree,)), ()) for c in made]
        return reader.around(before, sign.at, made, rest[count:])

    stop = next((n for n, item in enumerate(rest) if isinstance(item, tex.Op) or is_nabla(reader, item)), len(rest))
    counts = [*range(1, min(stop, MAX_TAKEN) + 1), *([len(rest)] if stop < len(rest) else [])]
    options: list[Option] = []
    typed = 0
    for count in counts:
        if typed and not derivatives.has_name(reader, rest[typed:count], variable.name):
            continue
        try:
            made = gradient(count)
        except (AmbiguityError, LimitError):
            raise
        except InputError as error:
            options.append(("", partial(_again, error)))
            continue
        options.append((f"of {count} of the factors", partial(list, made)))
        typed = count
    return reader.alternatives(sign.at, r"\nabla", options, "write parentheses around what is differentiated")


def gradient_of_function(reader: Reader, sign: tex.Node, rest: Sequence[tex.Node]) -> list[Reading] | None:
    r"""``\nabla f(x)`` of a declared function of one vector, whose value is a number; None for anything else.

    Of ``\nabla f(A x)`` nobody can tell what it derives by: the argument must be a name.  ``\nabla_x f(v)`` of a function of
    x is its gradient at v, where v has no x in it.  ``\nabla f(x) g(x)`` is that of the product, too.
    """
    known = function_named(reader, rest[0]) if len(rest) > 1 and tex.is_group(rest[1]) else None
    parts = tex.group_of(rest[1])[0].parts if known is not None else ()
    if known is None or len(parts) != 1:
        return None
    definition = known[0]
    variable = only_parameter(reader, definition)
    if variable is None or len(variable.shape) != 1 or is_used(reader, definition.name, rest[0]):
        return None
    named = isinstance(tex.parted(parts[0])[0], tex.Name)
    if not (is_elsewhere(reader, sign, variable, parts[0]) if isinstance(sign, tex.Scripted) else named):
        return None
    at = rest[0].at
    check_factors(reader, rest, parts[0], variable)
    reader.make(at, check_parameters, reader.context, definition.body, (variable,))
    body = reader.make(at, jacobian, definition.body, variable)
    made = derived_function(reader, definition, f"nabla_{definition.name}", body)
    return applied(reader, made, at, arguments_of(reader, made, parts))


def is_elsewhere(reader: Reader, sign: tex.Scripted, variable: Symbol, argument: tex.Node) -> bool:
    r"""Is ``\nabla_x`` by the parameter of a function, and has what the function is of here no x in it?"""
    scripts = sorted_scripts(reader, sign.scripts)
    if scripts.sub is None or scripts.sup is not None or scripts.primes:
        return False
    name, found = tex.parted(parse(reader.source, scripts.sub.raw, "expr", scripts.sub.raw[-1].end))
    if (
        not isinstance(name, tex.Name)
        or plain_name(sorted_scripts(reader, found).key(name.lexeme.text)) != variable.name
    ):
        return False
    declared = reader.context.env.names.get(variable.name)
    trees = [reading.tree for reading in reader.outside.enclosed.read(argument)]
    if not isinstance(declared, Term) or not any(derivatives.varies(reader, tree, declared) for tree in trees):
        return True
    if any(isinstance(tree, Word) and tree.name != variable.name for tree in trees):
        labels = ["its gradient there", f"the derivative of the value there, through {variable.name}"]
        hint = r"write \nabla f(w) for the first; \nabla_x \left( f(w) \right) for the other"
        raise reader.ambiguous(sign.at, rf"\nabla by {variable.name} of a function at what is made of it", labels, hint)
    return False


def is_jacobian(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``J_x``, where no J is declared?"""
    base, scripts = tex.parted(node)
    named = isinstance(base, tex.Name) and base.lexeme.text == "J" and not reader.context.printed
    return named and [script.sign for script in scripts] == ["_"] and not reader.context.is_word("J")


def read_jacobian(
    reader: Reader, before: Sequence[tex.Node], head: tex.Node, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    r"""A row with ``J_x(y)``, the matrix of ∂y_i/∂x_j of a vector y that is made of the vector x; rows as columns."""
    raw = tex.parted(head)[1][0].raw
    if not rest or not tex.is_group(rest[0]) or len(tex.group_of(rest[0])[0].parts) != 1:
        return None
    group, scripts = tex.group_of(rest[0])
    variable = derivatives.variables_of(reader, by_script(reader, head.at, raw, tex.Partial(head.at)), True)[0]
    found = reader.outside.enclosed.read(group.parts[0])
    vectors = len(variable.axes) == 1 and all(len(axes_in(c.shape)) == 1 for c in found)
    if not vectors or not all(derivatives.mentions_name(reader, c.tree, variable.term) for c in found):
        what = f"J_{variable.name} of what is no vector made of {variable.name}"
        raise reader.fail(
            head.at, what, "the Jacobian is J_x(y) of a vector y made of x; declare another J", NameError_
        )
    columns = [transpose_of(c, head.at) if is_row(c.shape) else c for c in found]
    made = reader.mapped(columns, lambda c: derivatives.by_one(reader, c, replace(variable, row=False), head.at))
    return reader.around(before, head.at, made, rest[1:], scripts)


def check_factors(reader: Reader, rest: Sequence[tex.Node], argument: tex.Node, variable: Symbol) -> None:
    r"""Refuse ``\nabla f(x) g(x)``: the gradient of f times g(x), or that of the product?"""
    point = reader.read(argument)[0].tree
    beside = list(takewhile(lambda node: not isinstance(node, tex.Op) and not is_nabla(reader, node), rest[2:]))
    names = [variable.name, *([point.name] if isinstance(point, Word) else [])]
    terms = [term for name in names if isinstance(term := reader.context.env.names.get(name), Term)]
    if tex.group_of(rest[1])[1] or not beside:
        return
    try:
        factors = [c for c in reader.row(beside) if not c.shape]
    except InputError:
        return
    if any(derivatives.varies(reader, c.tree, term) for c in factors for term in terms):
        labels = ["times what follows", "of the product"]
        raise reader.ambiguous(rest[0].at, r"\nabla of a function before a factor", labels, "add parentheses")


def operator_of_nabla(reader: Reader, sign: tex.Node, hint: str = "") -> tuple[tex.Fraction_, int]:
    r"""``\nabla_x`` as ``\frac{\partial}{\partial x}``, and its order."""
    scripts = sorted_scripts(reader, tex.parted(sign)[1])
    if scripts.sub is None or scripts.primes:
        raise reader.error(sign.at, r"\nabla without a variable", r"\nabla_x f", hint)
    order = 1
    if scripts.sup is not None:
        if scripts.sup.text != "2":
            raise reader.error(scripts.sup.at, r"a power of \nabla", r"\nabla_x^2 f")
        order = 2
    above = tex.Partial(sign.at, scripts.sup.raw if scripts.sup is not None else ())
    return by_script(reader, sign.at, scripts.sub.raw, above, order), order


def by_script(reader: Reader, at: int, raw: Sequence[Lexeme], above: tex.Partial, order: int = 1) -> tex.Fraction_:
    r"""``\frac{\partial}{\partial x}`` of the x in a script."""
    variable: tex.Node = parse(reader.source, raw, "expr", raw[-1].end)
    return tex.Fraction_(at, above, tex.Row(at, (tex.Partial(at), variable) * order))


def _again(error: InputError) -> list[Reading]:
    raise error
