"""What is asked in SymPy: an equation or a relation, with hypotheses, as terms.

``Eq``, ``<``, ``≤``, ``>``, ``≥`` and ``Ne`` are read; both sides and all hypotheses that are SymPy's are read together, so
that N is the same N.  A relation that SymPy has decided by itself never arrives here (``Eq(x, x)`` is ``True``), and a
``True`` may as well come from ``==``, or from ``Ne(x, 0)`` of a matrix, which compares shapes: it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanAtom

from derive.errors import InputError
from derive.interop.complexes import check_hypotheses, check_rational, divisors, must_be_real
from derive.interop.declarations import Assumed, show
from derive.interop.from_sympy import read_together
from derive.language import hypotheses as h
from derive.language import terms as t
from derive.language.substitution import symbols_of

#: SymPy's classes of relations, as the relations of `derive.statements.bound`.
RELATIONS: dict[type, str] = {
    sympy.Equality: "=",
    sympy.Unequality: "!=",
    sympy.StrictLessThan: "<",
    sympy.LessThan: "<=",
    sympy.StrictGreaterThan: ">",
    sympy.GreaterThan: ">=",
}


@dataclass(frozen=True)
class Question:
    """lhs = rhs, or another relation, under hypotheses.

    ``conditions`` is what must hold besides where symbols are complex; ``assumed`` is what no term says; ``notes`` say what
    SymPy's symbols were read as.
    """

    lhs: Any
    relation: str
    rhs: Any
    hypotheses: tuple[Any, ...]
    conditions: tuple[h.Condition, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    notes: tuple[str, ...] = ()


def question(sides: Sequence[Any], hypotheses: Sequence[Any], real: bool = False) -> Question:
    """What is asked of two sides, or of one relation.

    Sides and hypotheses that are not SymPy's are left as they are.  Raises `InputError` for what cannot be read, and for a
    complex scalar where it makes a difference.
    """
    relation = "="
    if len(sides) == 1:
        relation, *sides = _relation(sides[0], "the statement")
    given = [_relation(each, "the hypothesis") if isinstance(each, sympy.Basic | bool) else None for each in hypotheses]
    exprs = [*sides, *(side for each in given if each is not None for side in each[1:])]
    read = read_together([expr for expr in exprs if not isinstance(expr, t.Term)], real=real)
    terms = iter(read.terms)
    made: list[Any] = [expr if isinstance(expr, t.Term) else next(terms) for expr in exprs]
    lhs, rhs = made[:2]
    assumed = iter(zip(made[2::2], made[3::2], strict=True))
    assumptions = [
        other if each is None else _hypothesis(each[0], *next(assumed))
        for each, other in zip(given, hypotheses, strict=True)
    ]
    if relation != "=" and (found := read.complex & set(symbols_of(lhs, rhs))):
        raise must_be_real(f"in a relation {relation}", found)
    check_rational((lhs, rhs), read.complex)
    known = [each for each in assumptions if isinstance(each, h.Condition | h.Equality)]
    check_hypotheses(known, read.complex)
    extra = tuple(each for each in divisors((lhs, rhs), read.complex) if each not in known)
    what = "symbols" if real else "matrix symbols"
    said = (what, read.real), ("functions", read.functions)
    notes = tuple(f"read as: real {kind} {', '.join(names)}" for kind, names in said if names)
    return Question(lhs, relation, rhs, tuple(assumptions), extra, read.assumed, notes)


def equality(lhs: Any, rhs: Any, real: bool = False) -> h.Equality:
    """The hypothesis lhs = rhs, of which a side at least is SymPy's."""
    read = read_together([side for side in (lhs, rhs) if not isinstance(side, t.Term)], real=real)
    terms = iter(read.terms)
    left, right = (side if isinstance(side, t.Term) else next(terms) for side in (lhs, rhs))
    found = h.equal(left, right)
    check_hypotheses([found], read.complex)
    return found


def condition(make: Callable[[t.Term], h.Condition], expr: Any, real: bool = False) -> h.Condition:
    """A condition of a SymPy expression."""
    read = read_together((expr,), real=real)
    found = make(read.terms[0])
    check_hypotheses([found], read.complex)
    return found


def _relation(expr: Any, what: str) -> tuple[str, Any, Any]:
    """The relation and the sides of a SymPy relation."""
    if isinstance(expr, BooleanAtom | bool):
        raise InputError(
            f"{what} {expr}, which was decided before it came here",
            hint="give both sides: derive.prove(lhs, rhs), derive.equal(lhs, rhs), derive.not_zero(x); "
            "== compares expressions, and SymPy evaluates Eq(x, x)",
        )
    found = RELATIONS.get(type(expr))
    if found is not None:
        return found, expr.lhs, expr.rhs
    if isinstance(expr, Boolean | Relational) and not isinstance(expr, sympy.Symbol):  # a symbol may be a Boolean
        raise InputError(
            f"{what} {show(expr)} of the SymPy class {type(expr).__name__}", hint="give one relation at a time"
        )
    raise InputError(
        f"{what} {show(expr)} of the SymPy class {type(expr).__name__}, which is no relation",
        hint="derive.prove(lhs, rhs), or derive.prove(Eq(lhs, rhs)); a hypothesis is Eq(x, y), x > 0 or derive.positive(x)",
    )


def _hypothesis(relation: str, lhs: t.Term, rhs: t.Term) -> h.Hypothesis:
    """A relation as a hypothesis."""
    if relation == "=":
        return h.equal(lhs, rhs)
    if relation in ("<", "<="):
        lhs, rhs = rhs, lhs
    gap = t.Neg(rhs) if _is_zero(lhs) else lhs if _is_zero(rhs) else t.Add((lhs, t.Neg(rhs)))
    if relation == "!=":
        return h.not_zero(gap) if t.is_vector(gap.shape) else h.nonzero(gap)
    return h.positive(gap) if relation in ("<", ">") else h.nonneg(gap)


def _is_zero(term: t.Term) -> bool:
    return isinstance(term, t.Zeros) or term == t.Number(Fraction(0))
