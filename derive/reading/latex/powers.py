r"""A power of a function before its arguments, ``D^2(x, y)``: that of its value, or refused."""

from __future__ import annotations

import re

from derive.language.terms import Definition
from derive.reading.latex import syntax as s
from derive.reading.latex.attempts import is_typed
from derive.reading.latex.context import shown
from derive.reading.latex.heads import check_product, in_product, is_itself
from derive.reading.latex.names import function_named
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.signs import TRANSPOSES

#: An exponent that is a number.
_NUMBER = re.compile(r"-?\d+(/\d+)?")


def check_power(reader: Reader, head: s.Node, group: s.Node) -> None:
    r"""Refuse ``f^2(x)``, ``f^\top(x)`` of a declared function, or node: f(x) squared, f of f(x), or f² before x?

    If f itself stands in the parentheses beside something else it is a product: h^2 (1 - h).
    """
    (base, found), inner = s.parted(head), s.group_of(group)[0]
    raised = [script for script in found if script.sign == "^"]
    if not raised or inner.spaced or function_named(reader, head) is not None:
        return
    if not isinstance(base, s.Name) or in_product(reader, base, inner):
        return
    if reader.context.names(sorted_scripts(reader, found).key(base.lexeme.text)):  # such as \sigma^2
        return
    bare, power = s.rescripted(head, base, [script for script in found if script.sign != "^"]), without_power(head)
    if (function := function_named(reader, bare)) is None:
        check_component(reader, head, base, inner)
        if power is not None:
            check_product(reader, power, inner)
        return
    own = not reader.context.printed and reader.context.names(function[1])
    if own and function[1] in reader.context.built_in:
        return  # an own name goes before the mean of a vector, \mu(x)
    if not reader.context.printed and _is_beyond(reader, function[0], inner):
        return  # it takes no such argument
    f = shown(function[1])
    labels = [
        f"the power of the value, {f}(…)^n",
        f"{f} applied n times, or its inverse",
        f"a power of {f} as a factor",
    ]
    hint = rf"write {f}(…)^2, {f}({f}(…)), or {f}^2 \cdot (…) for the product"
    if power is None:
        labels = [f"the value, {f}(…){raised[0].sign}{raised[0].text}", f"{f} as a factor"]
        hint = rf"write {f}(…)^{raised[0].text}, or {f}^{raised[0].text} \, (…) for the product"
    raise reader.ambiguous(head.at, f"a power of {f} before parentheses", labels, hint)


def check_component(reader: Reader, head: s.Node, base: s.Name, inner: s.Group) -> None:
    r"""Refuse ``f_i^2(x)`` and ``R^\top_{ij}(t)`` of a declared function: of the component of the value, or a factor?"""
    function = function_named(reader, s.rescripted(head, base, []))
    below = any(script.sign == "_" for script in s.parted(head)[1])
    if function is None or not below or _is_beyond(reader, function[0], inner):
        return
    f = shown(function[1])
    labels = [f"that of a component of {f}(…)", f"a factor beside {f}"]
    raise reader.ambiguous(head.at, f"a power of a component of {f} before parentheses", labels, f"write {f}(…)_i^2")


def _is_beyond(reader: Reader, definition: Definition, inner: s.Group) -> bool:
    """Are parts in parentheses no arguments of a function, by their number, or as an array where it takes others?"""
    own = [each for each in definition.parameters if each not in reader.context.constants.get(definition, ())]
    if len(inner.parts) != len(own):
        return True
    found: list[list[Reading]] = []
    if len(own) != 1 or not own[0].shape or not is_typed(lambda: found.append(reader.enclosed.read(inner.parts[0]))):
        return False
    return bool(found) and not any(len(c.shape) == len(own[0].shape) for c in found[0])


def without_power(node: s.Node) -> s.Node | None:
    """A name without its exponent, a number; None of one that has none."""
    base, found = s.parted(node)
    kept = [each for each in found if not (each.sign == "^" and _NUMBER.fullmatch(each.text))]
    return None if len(kept) == len(found) or not isinstance(base, s.Name) else s.rescripted(node, base, kept)


def with_power_behind(reader: Reader, head: s.Node, group: s.Node) -> tuple[s.Node, s.Node]:
    r"""``D(x, y)^2`` for ``D^2(x, y)`` of a function of several things, or of an array, whose value is a number.

    It is not taken twice, as its value is no argument of it, and no factor has the name of a function alone.  Before the
    parameters of its definition it is no factor either: there ``V^{-1}(\theta)`` is V(θ)⁻¹ where V(θ) is not of the shape of
    θ, and ``J^\top(x)`` is J(x)ᵀ.  Anything else stays as it is.
    """
    base, found = s.parted(head)
    inner, behind = s.group_of(group)
    powers = [script for script in found if script.sign == "^"]
    if len(powers) != 1 or behind or inner.spaced or not isinstance(base, s.Name):
        return head, group
    bare = s.rescripted(head, base, [script for script in found if script.sign != "^"])
    function = function_named(reader, bare)
    own = function is None or function_named(reader, head) or function[1] in reader.context.built_in
    if own or reader.context.names(sorted_scripts(reader, found).key(base.lexeme.text)) or function is None:
        return head, group
    definition, raised = function[0], powers[0].text
    first, several = definition.parameters[0], len(inner.parts) > 1
    once = several or bool(first.shape) or bool(definition.body.shape)
    if is_itself(reader, definition, bare, inner.parts):
        fits = raised in TRANSPOSES or (_NUMBER.fullmatch(raised) and once and definition.body.shape != first.shape)
    else:
        fits = raised.isdecimal() and not definition.body.shape and (several or bool(first.shape))
        fits = fits and (several or not is_typed(lambda: reader.read(bare)))
    return (bare, s.rescripted(group, inner, powers)) if fits else (head, group)
