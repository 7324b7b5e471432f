r"""Sums of chain rules: ∂L/∂x = ∂L/∂x̂ ∂x̂/∂x + ∂L/∂μ ∂μ/∂x, where x̂ is made of x and of μ, and μ of x.

In such a sum ∂x̂/∂x is the derivative with μ held, which the other summand adds; by itself it would be the one in which μ
varies too.  Where no graph is declared both are readings, and where they differ in value the sum is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.derivation.partials import concerned, jacobian, occurs
from derive.errors import AmbiguityError, InputError
from derive.language.terms import Defined, Symbol, Term
from derive.reading.latex.conventions import Decide, Equal
from derive.reading.latex.nodes import Beside, Total, name_in, name_of
from derive.reading.syntax import Call, Minus, Transposed, Tree, Word

Meanings = Mapping[str, object]


class _Factor(NamedTuple):
    """∂ of something, ``of`` where that is a name, by a name; ``open`` says that nothing settles which reading is meant."""

    tree: Call
    of: Term | None
    by: Defined | Symbol
    open: bool


def check_sums(sides: Sequence[Tree], names: Meanings, losses: Mapping[str, str], decide: Decide) -> None:
    """Raise `AmbiguityError` for a sum of chain rules whose derivatives have two readings of different values.

    ``losses``: the symbols of ∂L/∂y, and y.
    """
    for side in sides:
        for summands in _sums(side):
            _check([_factors(summand, names, losses) for summand in summands], names, decide, chained=False)
    for pair in pairwise(sides):
        parts = [_factors(summand, names, losses) for side in pair for summand in _summands(side)]
        _check(parts, names, decide, chained=True)


def _check(summands: Sequence[Sequence[_Factor]], names: Meanings, decide: Decide, chained: bool) -> None:
    """Look for ∂n/∂b in one summand and a derivative by what n is made of, and b makes, in another.

    Where they are ``chained`` both have to be parts of chain rules, ∂P/∂n ∂n/∂b and ∂P/∂m ∂m/∂b.
    """
    for number, summand in enumerate(summands):
        for factor in summand:
            if not factor.open or (chained and not any(other.by == factor.of for other in summand)):
                continue
            elsewhere = [part for n, part in enumerate(summands) if n != number]
            held = frozenset(
                other.by
                for part in elsewhere
                for other in part
                if other.by not in (factor.by, factor.of)
                and isinstance(other.by, Defined)
                and occurs(factor.by, other.by)
                and _has(factor.tree.arguments[0], other.by, names)
                and (not chained or any(next_.of == other.by and next_.by == factor.by for next_ in part))
            )
            if held and not _agree(factor, held, decide):
                raise _ambiguous(factor, held)


def _agree(factor: _Factor, held: frozenset[Term], decide: Decide) -> bool:
    """Have both readings one value?"""
    if factor.of is None or not concerned(factor.of, factor.by, held):
        return False
    try:
        total, partial = jacobian(factor.of, factor.by), jacobian(factor.of, factor.by, held)
    except InputError:
        return False
    return decide(Equal((total, partial)))


def _ambiguous(factor: _Factor, held: frozenset[Term]) -> AmbiguityError:
    by = name_of(factor.by)
    of = name_of(factor.of) if factor.of is not None else "the formula"
    others = ", ".join(sorted(map(name_of, held)))
    labels = [f"{of} as a function of {by} alone, {others} varying with it", f"with {others} held fixed"]
    hint = f"declare a graph, let {of}({by}, {others}) = …, or write d for the total derivative"
    return AmbiguityError(f"∂{of}/∂{by} in a sum of chain rules", labels, hint=hint)


def _has(tree: Tree, name: Term, names: Meanings) -> bool:
    terms = (names.get(part.name) for part in tree.parts() if isinstance(part, Word))
    return any(isinstance(term, Term) and occurs(name, term) for term in terms)


def _sums(tree: Tree) -> Iterator[list[Tree]]:
    for part in tree.parts():
        if isinstance(part, Call) and part.name == "add":
            yield list(_summands(part))


def _summands(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, Call) and tree.name == "add":
        for part in tree.arguments:
            yield from _summands(part)
    elif isinstance(tree, Minus | Transposed):
        yield from _summands(tree.operand)
    else:
        yield tree


def _factors(tree: Tree, names: Meanings, losses: Mapping[str, str]) -> list[_Factor]:
    """Every derivative in a summand."""
    found: list[_Factor] = []
    for part in tree.parts():
        if isinstance(part, Call) and part.name == "grad":
            above, below = part.arguments
            of, by = names.get(name_in(above)), names.get(below.name) if isinstance(below, Word) else None
            if isinstance(by, Defined | Symbol):
                known = of if isinstance(of, Term) else None
                found.append(_Factor(part, known, by, not isinstance(part, Total | Beside)))
        if isinstance(part, Word) and isinstance(y := names.get(losses.get(part.name, "")), Defined | Symbol):
            found.append(_Factor(Total(part.at, "grad", (part, part)), None, y, False))
    return found
