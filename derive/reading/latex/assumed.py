"""Declarations of hypotheses: ``assume x > 0``, ``nonzero g``, and what a relation says as one."""

from __future__ import annotations

import re

from derive.errors import InputError
from derive.language.hypotheses import CONDITION_KINDS, Condition, Hypothesis, equal
from derive.language.terms import Number, Term, Zeros, is_vector
from derive.reading.assumptions import MIRRORED, OF_RELATION
from derive.reading.latex.clauses import Clause, split
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.lets import body_of
from derive.reading.latex.statement import read_latex

_PROPERTIES = "|".join(sorted(CONDITION_KINDS, key=len, reverse=True))
TRAILING = re.compile(rf"\s*((?:\b(?:{_PROPERTIES})\b\s*)+)$")


def assumptions_in(here: Declaring, begin: int, end: int) -> list[Hypothesis]:
    r"""``assume \vec 1 \cdot \vec v = 0, \epsilon > 0``"""
    found: list[Hypothesis] = []
    for start, stop in split(here.text, begin, end, ","):
        chain = read_latex(here.text, here.context, here.source.file, begin=start, end=stop)
        if len(chain.terms) < 2:
            raise here.error(stop, "a formula alone", r"a hypothesis such as \vec 1 \cdot \vec v = 0")
        for left, right, sign in zip(chain.terms, chain.terms[1:], chain.relations, strict=False):
            found.append(here.make(start, hypothesis_of, left, sign, right))
    return found


def declare_properties(here: Declaring, clause: Clause) -> Context:
    """``nonzero g, h``: of symbols and of lets."""
    found: list[Hypothesis] = []
    for begin, end in split(here.text, clause.begin, clause.end, ","):
        found.append(here.make(begin, Condition, clause.keyword, body_of(here, begin, end)))
    if not found:
        raise here.error(clause.begin, "nothing", f"what is {clause.keyword}")
    return here.context.assume(found)


def hypothesis_of(left: Term, sign: str, right: Term) -> Hypothesis:
    """The hypothesis that a relation says: an equation, or a sign of a term; raises `InputError` for any other."""
    if sign in ("=", ":="):
        return equal(left, right)
    if sign not in OF_RELATION or (sign == "!=" and _nought(left)):
        left, sign, right = right, MIRRORED.get(sign, sign), left
    if sign not in OF_RELATION:
        hint = r"a hypothesis is an equation, or one of x > y, x \ge y, x \ne y"
        raise InputError(f"the relation '{sign}' in a hypothesis", hint=hint)
    kind, gap = OF_RELATION[sign], left if _nought(right) else -right if _nought(left) else left - right
    return Condition("not_zero" if kind == "nonzero" and is_vector(gap.shape) else kind, gap)


def _nought(term: Term) -> bool:
    return isinstance(term, Zeros) or term == Number(0)  # type: ignore[arg-type]  # converted there
