r"""What "where" says of names that are declared, ``y = u^\\top x, \\text{where } u = 2 x``: a premise, or a claim."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import InputError
from derive.language.hypotheses import Equality
from derive.language.terms import Component, Symbol, Term
from derive.reading.latex import Context
from derive.reading.paper.claims import Relation


def doubt(links: Sequence[Relation], context: Context, proved: bool) -> InputError | None:
    """Why it is not known what a chain behind "where" says; None of the value of its left side, and of what is proved."""
    link = links[0]
    said, sign = link.lhs, link.sign
    if proved or (sign == "=" and any(isinstance(h, Equality) and said in (h.lhs, h.rhs) for h in link.hypotheses)):
        return None
    base = said.base if isinstance(said, Component) else said
    values = (value for value in context.env.names.values() if isinstance(value, Term))
    if sign == "=" and any(value in (said, base) for value in values if not isinstance(value, Symbol)):
        return None
    name = "what 'where' says of declared names"
    readings = ("it is a premise of what stands beside it", "it is claimed of all values of the names")
    hint = r"% derive: assume … above it for a premise; for a claim write \text{and}"
    if sign == "=" and isinstance(base, Symbol):
        name = "what 'where' says of a declared name"
        readings = ("it is the value of the name in what stands before", "it is claimed of every value of the name")
        hint = r"% derive: let … = … above, instead of its declaration; for a claim write \text{and}"
    return link.source.ambiguous(link.at, name, readings, hint)
