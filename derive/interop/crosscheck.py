"""SymPy's own opinion of an equation at N = 1, 2, 3, 4: evidence beside a proof, never one.

Both sides are written out by components, and SymPy decides whether the difference vanishes.

* *True*: the difference has an empty normal form (`derive.interop.field`).
* *False*: at some point with rational data, at which both sides are defined and the hypotheses hold, the difference is
  not zero (SymPy's evaluation to 30 digits).
* *None*: neither; the reason says why: ``undefined`` (a divisor is identically zero at this size), ``undecided``,
  ``too large``, or ``not written out`` with the node that has no components.

Hypotheses that are linear in some component are used by solving for it; properties of symbols become assumptions of
SymPy's symbols; other hypotheses only restrict the points at which *False* may be found, and where that is not possible
the answer is None.

**Line by line.**  Two lines of a derivation differ in a few places.  Where SymPy finds the old and the new sub-term of every
such place equal, and both lines have values at that size, the lines are equal.  Where it does not, what is around that place
is compared, up to the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import sympy

from derive.errors import InputError, LimitError, ShapeError, UndefinedAtPoint
from derive.interop.agreement import Agreement, LineConfirmation
from derive.interop.explicit import Sizes, explicit_with_domain, in_field, to_explicit
from derive.interop.field import Field
from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis, same_shape_zero
from derive.language.substitution import dimensions_of, substitute, symbols_of, with_children

#: How many points are tried for *False*.
POINTS = 8

#: The sign conditions of a property, as tests of a number.
SIGNS: dict[str, Callable[[Any], bool]] = {
    "positive": lambda value: bool(value > 0),
    "nonneg": lambda value: bool(value >= 0),
    "nonzero": lambda value: bool(value != 0),
}

#: Properties that restrict the admissible points in a way that random data do not meet.
SPECIAL = frozenset({"mask", "orthogonal", "idempotent", "positive_definite"})


def examine(
    lhs: t.Term,
    rhs: t.Term,
    n: Sizes,
    hypotheses: Iterable[Hypothesis] = (),
    field: Field | None = None,
    refute: bool = True,
) -> Agreement:
    """Whether SymPy finds lhs = rhs at the size ``n`` of every symbolic dimension, or at the sizes of a mapping.

    Questions about terms that have much in common share a ``field``; without ``refute`` no answer is False.

    >>> from derive.language.build import dimension, dot, norm, vector
    >>> a = vector("a", dimension("N"))
    >>> examine(dot(a, a), norm(a) ** 2, 2).result, examine(dot(a, a), norm(a), 2).result
    (True, False)
    """
    lhs, rhs = same_shape_zero(lhs, rhs)
    if lhs.shape != rhs.shape:
        raise ShapeError(f"an equation between shapes {t.show_shape(lhs.shape)} and {t.show_shape(rhs.shape)}")
    size = n if isinstance(n, int) else None
    try:
        result = _decide(_Equation(lhs, rhs, n, tuple(hypotheses)), field or Field(), refute)
    except UndefinedAtPoint as error:
        return Agreement(size, None, f"undefined: {error}")
    except LimitError as error:
        return Agreement(size, None, f"too large: {error.message}")
    except InputError as error:
        return Agreement(size, None, f"not written out: {error.message}")
    except (sympy.PolynomialError, NotImplementedError, RecursionError) as error:
        return Agreement(size, None, f"undecided: {type(error).__name__} in SymPy")
    return Agreement(size, result, "" if result is not None else "undecided")


class _Equation:
    """An equation at a size, with its hypotheses; each symbol is written out once, and a clash of names is seen."""

    def __init__(self, lhs: t.Term, rhs: t.Term, n: Sizes, hypotheses: tuple[Hypothesis, ...]) -> None:
        lhs, rhs, hypotheses = _with_properties(lhs, rhs, hypotheses)
        self.difference = t.Add((lhs, t.Neg(rhs)))
        self.equalities = [t.Add((h.lhs, t.Neg(h.rhs))) for h in hypotheses if isinstance(h, Equality)]
        self.conditions = [h for h in hypotheses if isinstance(h, Condition)]
        self.symbols = symbols_of(self.difference, *self.equalities)
        terms = [self.difference, *self.equalities, *(h.term for h in self.conditions)]
        self.sizes = n if isinstance(n, Mapping) else dict.fromkeys(dimensions_of(*terms), n)

    def scalars(self, term: t.Term) -> list[Any]:
        return _scalars(to_explicit(term, self.sizes))


def _decide(equation: _Equation, field: Field, refute: bool) -> bool | None:
    solved, unsolved = _solve([entry for term in equation.equalities for entry in equation.scalars(term)])
    too_large: LimitError | None = None
    try:
        if _vanish(equation, field, solved):
            return True
    except LimitError as error:  # a point may still refute it
        too_large = error
    special = any(symbol.properties & SPECIAL for symbol in equation.symbols)
    if refute and not unsolved and not special and _denied(equation, solved):
        return False
    if too_large is not None:
        raise too_large
    return None


def _vanish(equation: _Equation, field: Field, solved: dict[Any, Any]) -> bool:
    """Whether all components of the difference are zero in the field."""
    field.done = 0
    if not solved:
        return all(map(field.vanishes, in_field(equation.difference, equation.sizes, field)))
    known: dict[Any, Any] = {}
    differences = (entry.subs(solved) for entry in equation.scalars(equation.difference))
    return all(field.vanishes(field.of(entry, known)) for entry in differences)


def _denied(equation: _Equation, solved: dict[Any, Any]) -> bool:
    """Whether some admissible point makes the difference certainly nonzero."""
    difference, domain = explicit_with_domain(equation.difference, equation.sizes)
    invertible = [t.Det(symbol) for symbol in equation.symbols if "invertible" in symbol.properties]
    stated: list[tuple[str, t.Term]] = [("nonzero", det) for det in invertible]
    stated += [(h.kind, h.term) for h in equation.conditions]
    conditions = [*domain, *((kind, e) for kind, term in stated for e in equation.scalars(term))]
    return _refuted(
        [entry.subs(solved) for entry in _scalars(difference)],
        [(kind, entry.subs(solved)) for kind, entry in conditions],
    )


def _with_properties(
    lhs: t.Term, rhs: t.Term, hypotheses: tuple[Hypothesis, ...]
) -> tuple[t.Term, t.Term, tuple[Hypothesis, ...]]:
    """Conditions on symbols become properties of these symbols, everywhere."""
    words: dict[t.Symbol, frozenset[str]] = {}
    for hypothesis in hypotheses:
        if isinstance(hypothesis, Condition) and isinstance(hypothesis.term, t.Symbol):
            symbol = hypothesis.term
            words[symbol] = words.get(symbol, symbol.properties) | {hypothesis.kind}
    change: dict[t.Symbol, t.Term] = {s: replace(s, properties=found) for s, found in words.items()}
    others = [h for h in hypotheses if not (isinstance(h, Condition) and isinstance(h.term, t.Symbol))]
    try:
        moved = tuple(
            replace(h, term=substitute(h.term, change))
            if isinstance(h, Condition)
            else Equality(substitute(h.lhs, change), substitute(h.rhs, change))
            for h in others
        )
        return substitute(lhs, change), substitute(rhs, change), moved
    except InputError:  # a derivative with respect to such a symbol: go on without its properties
        return lhs, rhs, hypotheses


def _scalars(value: Any) -> list[Any]:
    if isinstance(value, sympy.NDimArray):
        return list(sympy.flatten(value.tolist()))
    return list(value) if isinstance(value, sympy.MatrixBase) else [value]


def _solve(equations: list[Any]) -> tuple[dict[Any, Any], list[Any]]:
    """Components that equations determine (those linear in one, with a rational coefficient), and the others."""
    solved: dict[Any, Any] = {}
    unsolved: list[Any] = []
    for equation in equations:
        left = sympy.expand(equation.subs(solved))
        if left == 0:
            continue
        for symbol in sorted(left.free_symbols, key=lambda s: s.sort_key(), reverse=True):
            slope = sympy.diff(left, symbol)
            # a sign of the symbol would become a condition on the others
            if slope.is_Rational and slope != 0 and symbol.is_nonzero is None and symbol.is_nonnegative is None:
                value = sympy.expand(symbol - left / slope)
                solved = {known: sympy.expand(other.subs(symbol, value)) for known, other in solved.items()}
                solved[symbol] = value
                break
        else:
            unsolved.append(left)
    return solved, unsolved


def _refuted(differences: list[Any], conditions: list[tuple[str, Any]]) -> bool:
    """Whether some admissible point makes a difference certainly nonzero."""
    symbols = sorted(
        set().union(*(d.free_symbols for d in differences), *(c.free_symbols for _, c in conditions)), key=str
    )
    for point in _points(symbols):  # which remembers the value of every sub-expression
        values = [_value(difference, point) for difference in differences]
        if any(value is None for value in values) or not _admissible(conditions, point):
            continue
        if any(abs(value) > sympy.Rational(1, 10**15) for value in values):
            return True
    return False


def _points(symbols: list[Any]) -> Iterator[dict[Any, Any]]:
    """Distinct small fractions; their signs follow the assumptions, and vary where there are none."""
    for attempt in range(POINTS):
        point: dict[Any, Any] = {}
        for number, symbol in enumerate(symbols):
            size = sympy.Rational(2 + (7 * number + 5 * attempt) % 11, 1 + (3 * number + attempt) % 4)
            flipped = symbol.is_nonnegative is None and (number + attempt) % 2
            point[symbol] = -size if flipped else size
        yield point


def _value(expr: Any, point: dict[Any, Any]) -> Any:
    value = sympy.N(_at(expr, point), 30)
    return value if value.is_Number and value.is_finite else None


def _at(expr: Any, point: dict[Any, Any]) -> Any:
    """``expr.xreplace(point)``, where what occurs often is replaced once: ``point`` is told its value."""
    if expr not in point:
        arguments = [_at(argument, point) for argument in expr.args]
        point[expr] = expr.func(*arguments) if arguments else expr
    return point[expr]


def _admissible(conditions: list[tuple[str, Any]], point: dict[Any, Any]) -> bool:
    for kind, expr in conditions:
        value = _value(expr, point)
        if value is None or (kind in SIGNS and not SIGNS[kind](value)):
            return False
    return all(kind in SIGNS or kind == "not_zero" for kind, _ in conditions)


def confirm_lines(
    lines: Sequence[t.Term], hypotheses: Iterable[Hypothesis] = (), sizes: Iterable[int] = (1, 2, 3, 4)
) -> tuple[LineConfirmation, ...]:
    """Each line after the first against the line before it, every dimension having the size.

    >>> from derive.language.build import dimension, dot, norm, vector
    >>> a = vector("a", dimension("N"))
    >>> [line.confirmed for line in confirm_lines([dot(a, a) + 1, norm(a) ** 2 + 1, norm(a) + 1])]
    [(1, 2, 3, 4), ()]
    """
    given = tuple(hypotheses)
    at_sizes = [_AtSize(size, given) for size in sizes]
    return tuple(
        LineConfirmation(number, tuple(at.answer(before, after) for at in at_sizes))
        for number, (before, after) in enumerate(pairwise(lines), start=2)
    )


class _AtSize:
    """SymPy's answers at one size; what was asked is remembered, since lines have much in common."""

    def __init__(self, size: int, given: tuple[Hypothesis, ...]) -> None:
        self.size = size
        self.given = given
        self.field = Field()
        self.asked: dict[tuple[t.Term, t.Term], bool] = {}
        self.valued: dict[t.Term, bool] = {}

    def answer(self, before: t.Term, after: t.Term) -> Agreement:
        """Whether the lines are equal; the reason for None is that of the whole lines."""
        if (
            before.shape == after.shape
            and self.has_value(before)
            and self.has_value(after)
            and self.equal(before, after)
        ):
            return Agreement(self.size, True)
        return examine(before, after, self.size, self.given, self.field)

    def equal(self, before: t.Term, after: t.Term) -> bool:
        """Whether SymPy finds two sub-terms equal: in the places where they differ, or as they are."""
        if before == after:
            return True
        pairs = list(zip(before.children, after.children, strict=False))
        alike = (
            type(before) is type(after)
            and len(before.children) == len(after.children)
            and not any(old.shape != new.shape or old.free or new.free for old, new in pairs)
            and with_children(before, after.children) == after
        )
        if alike and all(self.equal(old, new) for old, new in pairs):
            return True
        if (before, after) not in self.asked:
            answer = examine(before, after, self.size, self.given, self.field, refute=False)
            self.asked[before, after] = answer.result is True
        return self.asked[before, after]

    def has_value(self, line: t.Term) -> bool:
        """Whether SymPy writes out a line at this size without dividing by zero."""
        if line not in self.valued:
            self.field.done = 0
            try:
                in_field(line, self.size, self.field)
                self.valued[line] = True
            except (InputError, LimitError, UndefinedAtPoint):
                self.valued[line] = False
        return self.valued[line]
