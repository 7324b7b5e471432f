"""Declarations of derivatives that no formula gives: ``loss L of y``, ``y depends on x``; and ``hold m fixed``."""

from __future__ import annotations

import re
from dataclasses import replace

from derive.language.terms import Shape, Symbol, axes_of
from derive.reading.latex.clauses import Clause
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.dependence import closes_a_circle
from derive.reading.latex.spelling import Key


def declare_loss(here: Declaring, clause: Clause) -> Context:
    """``loss L of y``: ∂L/∂y is a symbol."""
    found = re.search(r"\sof\s", here.text[clause.begin : clause.end])
    if found is None:
        raise here.error(clause.end, "the end", "'of' and a name, as in loss L of y")
    key, mark, at = here.name(clause.begin, clause.begin + found.start())
    here.once(key, mark, at)
    y, meaning = here.term_named(clause.begin + found.end(), clause.end)
    letter = re.sub(r"\\math[a-z]+|[^A-Za-z]", "", key.core) or "L"
    symbol = symbol_of_derivative(here, f"{letter}_{y}", meaning.shape)
    context = here.context.declare({(Key(f"∂{key.core}/∂{y}"), ""): symbol})
    return replace(context, losses={**context.losses, key: (y, symbol.name)})


def symbol_of_derivative(here: Declaring, name: str, shape: Shape) -> Symbol:
    """A symbol for a derivative, of a name that is not taken."""
    while name in here.context.env.names:
        name += "_derivative"
    return Symbol(name, shape)


def declare_dependence(here: Declaring, begin: int, end: int, start: int, stop: int) -> Context:
    """``y depends on x``: ∂y/∂x is a symbol."""
    (y, above), (x, below) = here.term_named(begin, end), here.term_named(start, stop)
    for name, term in ((y, above), (x, below)):
        if not isinstance(term, Symbol):
            message = f"{name}, which is defined: what it depends on is known"
            raise here.fail(begin, message, "declare it as a symbol instead")
    if closes_a_circle(y, x, here.context.depends):
        raise here.fail(begin, f"{y} depends on {x}, which is said to depend on {y}", "declare one of the two")
    symbol = symbol_of_derivative(here, f"{y}_{x}", axes_of(above.shape) + axes_of(below.shape))
    context = here.context.declare({(Key(f"∂{y}/∂{x}"), ""): symbol})
    return replace(context, depends={**context.depends, (y, x): symbol.name})


def declare_held(here: Declaring, clause: Clause) -> Context:
    """``hold m fixed``: m keeps its value, and from here on its derivative is 0."""
    text = here.text[clause.begin : clause.end]
    match = re.fullmatch(r"(.*)\sfixed\s*", text, re.DOTALL)
    if match is None:
        raise here.error(clause.begin, f"'hold{text[:20]}'", "hold m fixed")
    key, _, _ = here.name(clause.begin, clause.begin + match.end(1))
    if (index := here.context.index(key)) is not None:
        return replace(here.context, fixed=here.context.fixed | {index})
    name, meaning = here.term_named(clause.begin, clause.begin + match.end(1))
    if isinstance(meaning, Symbol):
        depends = {pair: symbol for pair, symbol in here.context.depends.items() if pair[0] != name}
        return replace(here.context, depends=depends)
    return replace(here.context, held=here.context.held | {name})
