r"""Differentials beside a size d: ``dy = 2x\,dx``, ``\frac{dy}{g} = \frac{dx}{c}``, of which each term has one.

Of products with a size d on every side nobody writes it; and what holds of them says nothing about differentials, nor does
the other way round: y = 2x² gives d y = 2x d x, and dy = 4x dx.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.terms import Defined, Symbol
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Context
from derive.reading.latex.letters import everything, is_d, is_upright_d, rate_of
from derive.reading.source import Source

#: What a d before a name says on both sides, where d is a size.
_READINGS = ("differentials, which are not in the language", "products with the size d")


def check_differentials(source: Source, context: Context, sides: Sequence[tex.Node]) -> None:
    """Raise `AmbiguityError` for a relation of which each side is one of differentials, or 0, and d is a size."""
    if context.printed or len(sides) < 2 or not context.is_size_d:
        return
    forms = [side for side in sides if _is_form(context, side)]
    if forms and all(side in forms or _is_zero(side) for side in sides):
        hint = r"write d \cdot y for the product, \frac{dy}{dx} for the derivative; or declare dy as a name of its own"
        raise source.ambiguous(forms[0].at, "a relation of terms with d, each before a name,", _READINGS, hint)


def _is_zero(node: tex.Node) -> bool:
    items = tex.items_of(node)
    return len(items) == 1 and isinstance(items[0], tex.Num) and items[0].text == "0"


def _is_form(context: Context, node: tex.Node) -> bool:
    """Has each term of a side a d before a name of something that varies?"""
    if isinstance(node, tex.Terms):
        return all(_is_form(context, term) for _, _, term in node.terms)
    items = tex.items_of(node)
    slash = next((n for n, item in enumerate(items) if isinstance(item, tex.Op) and item.sign == "/"), len(items))
    if any(map(is_d, items[slash:])):
        return False
    for at, item in enumerate(items[:slash]):
        before = tex.parted(items[at - 1])[0] if at else None
        if isinstance(item, tex.Fraction_) and rate_of(item) is None and _is_form(context, tex.held(item.above)):
            return True
        grouped = isinstance(item, tex.Group) and len(item.parts) == 1 and not isinstance(before, tex.Func | tex.Name)
        if grouped and _is_form(context, tex.held(item)):
            return True
        alone = (
            isinstance(item, tex.Name) and is_d(item) and not is_upright_d(item) and not isinstance(before, tex.Func)
        )
        if alone and at + 1 < slash and _varies(context, items[at + 1]):
            return True
    return False


def _varies(context: Context, node: tex.Node) -> bool:
    """Has a factor the name of something in it that is no size?"""
    cores = {one.lexeme.text for one in everything(node) if isinstance(one, tex.Name)}
    entries = (entry for key, own in context.keys.table.items() if key.core in cores for entry in own)
    return any(isinstance(context.env.names.get(name), Symbol | Defined) for _, name in entries)
