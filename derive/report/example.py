"""An ellipsoid with numbers: its normal, its matrices, their eigenvalues and axes, all exact.

Source of the facts that are used: the image of the ball |v|² ≤ N, 1 · v = 0 under G has the eigenvectors of GΠG as axes, and
√(Nζ) as semi-axes, ζ its eigenvalues but one 0.  SymPy factors the polynomials; that each axis is an eigenvector is decided
here again, by exact arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import mul

from derive.authoring.note import Example
from derive.authoring.theory import Theory
from derive.errors import InputError
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.numbers import Real, Surd, surd_bounds
from derive.evaluate.point import Point, Value
from derive.interop.eigen import eigenspace, rational_eigenvalues
from derive.language.build import det, identity, norm, sqrt
from derive.language.substitution import dimensions_of, symbols_of
from derive.language.terms import Term, as_term
from derive.report.formulas import EQUALS, Formula, joined, sign, value
from derive.report.note_parts import Block, Equalities, Paragraph, Prose, Reader, Table

#: A matrix of rational numbers.
Rows = tuple[tuple[Fraction, ...], ...]
PLACES = 4
APPROXIMATELY = sign(r"\approx", "≈")


class Worked:
    """An example, worked out.

    Raises `InputError` where an eigenvalue is not rational: an example is chosen for its numbers.
    """

    def __init__(self, example: Example, theory: Theory, read: Reader) -> None:
        self.read, self.typeset = read, read.typeset
        self.normal = read.term(example.normal)
        self.matrices = [read.term(matrix) for matrix in example.matrices]
        self.variable = read.term(example.variable)
        self.sides = theory.find_theorem(example.sides).terms
        self.data = dict(example.at)
        self.at = _point([self.normal, *self.matrices, *self.sides], self.data)
        self.evaluate = Evaluation(self.at)

    def blocks(self) -> Iterator[Block]:
        """Its parts, in order."""
        yield Paragraph(self._start())
        tables = [tuple(map(_rationals, found)) for m in self.matrices if isinstance(found := self.evaluate(m), tuple)]
        roots = [_eigenvalues(table) for table in tables]
        yield Equalities(tuple(self._matrix(*each) for each in zip(self.matrices, tables, roots, strict=True)))
        yield self._axes(tables, roots[0])
        yield Paragraph(self._both_sides())

    def _start(self) -> Prose:
        gains = next(s for s in symbols_of(self.normal) if s.name in self.data)
        alpha = _rationals(self.evaluate(self.normal))
        size = self.typeset.term(norm(self.normal) ** 2) + EQUALS + value(self.evaluate(norm(self.normal) ** 2))
        return (
            self.typeset.term(gains) + EQUALS + value(self.at.values[gains]),
            ", so ",
            self.typeset.term(self.normal) + EQUALS + value(alpha),
            ", ",
            size,
            ", and the normal has the direction ",
            value(_primitive(alpha)),
            ".",
        )

    def _matrix(self, matrix: Term, table: Rows, roots: Sequence[Fraction]) -> tuple[Formula, Formula]:
        """matrix = its entries over a common denominator; its characteristic polynomial = the factored form."""
        size = math.lcm(*(entry.denominator for row in table for entry in row))
        whole = tuple(tuple(size * entry for entry in row) for row in table)
        shared = math.gcd(*(int(entry) for row in whole for entry in row)) or 1
        factor = [] if shared == size else [self.typeset.term(as_term(Fraction(shared, size)))]
        entries = value(tuple(tuple(entry / shared for entry in row) for row in whole))
        shown = joined([self.typeset.term(matrix), EQUALS, *factor, entries])
        polynomial = reduce(mul, [self.variable - root if root else self.variable for root in sorted(roots)])
        head = det(self.variable * identity(matrix.shape[0]) - matrix)
        return shown, self.typeset.term(head) + EQUALS + self.typeset.term(polynomial)

    def _axes(self, tables: Sequence[Rows], roots: Sequence[Fraction]) -> Table:
        """ζ, the eigenvalues of the other matrices, the direction, and √(Nζ) exactly and in places."""
        number = len(tables[0])
        rows: list[tuple[Prose, ...]] = []
        for root in sorted(roots, reverse=True):
            axis = _eigenvector(tables[0], root)
            others = [_quotient(table, axis) for table in tables]
            length = Evaluation(Point())(sqrt(as_term(number * root)))
            last: list[Prose] = [(value(length),), (_places(_vector(length)[0]),)] if root else [("–",), ("–",)]
            rows.append((*((value(each),) for each in others), (value(axis),), *last))
        head: list[Prose] = [("eigenvalue of ", self.typeset.term(matrix)) for matrix in self.matrices]
        return Table((*head, ("direction",), ("semi-axis",), (f"to {PLACES} places",)), tuple(rows))

    def _both_sides(self) -> Prose:
        """The sides of a theorem at the point: one value."""
        first, *others = (self.evaluate(side) for side in self.sides)
        if any(other != first for other in others):
            raise InputError("an example at which the sides of its theorem differ")
        inputs = [s for s in symbols_of(*self.sides) if s.name in self.data]
        given = [self.typeset.term(s) + EQUALS + value(self.at.values[s]) for s in inputs]
        places = ", ".join(map(_places, _vector(first)))
        return (
            "At ",
            *(piece for number, each in enumerate(given) for piece in ((", ", each) if number else (each,))),
            " both sides are ",
            joined([value(first), APPROXIMATELY, Formula(f"({places})", f"({places})")]),
            ".",
        )


def _point(terms: Sequence[Term], data: Mapping[str, object]) -> Point:
    """The point at which the symbols of these names have these data, every dimension being as large as the vectors are."""
    sizes = {len(given) for given in data.values() if isinstance(given, tuple)}
    if len(sizes) != 1:
        raise InputError(f"vectors of the lengths {sorted(sizes)} in an example", hint="give them one length")
    dims = dict.fromkeys(dimensions_of(*terms), sizes.pop())
    return Point(dims, {symbol: data[symbol.name] for symbol in symbols_of(*terms) if symbol.name in data})  # type: ignore[misc]


def _vector(found: Value) -> tuple[Real, ...]:
    return tuple(entry for entry in found if not isinstance(entry, tuple)) if isinstance(found, tuple) else (found,)


def _rationals(found: Value) -> tuple[Fraction, ...]:
    """The entries of a vector of rational numbers; raises `InputError` for any other."""
    entries = _vector(found)
    if not all(isinstance(entry, Fraction) for entry in entries):
        raise InputError("an example with entries that are not rational", hint="choose other numbers")
    return tuple(entry for entry in entries if isinstance(entry, Fraction))


def _eigenvalues(table: Rows) -> tuple[Fraction, ...]:
    """The eigenvalues of a matrix, each as often as it occurs."""
    found = rational_eigenvalues(table)
    if found is None:
        raise InputError("an example with eigenvalues that are not rational", hint="choose other gains")
    return found


def _eigenvector(table: Rows, root: Fraction) -> tuple[Fraction, ...]:
    """A vector of whole numbers in the eigenspace of a single eigenvalue."""
    space = eigenspace(table, root)
    if len(space) != 1:
        raise InputError(f"an example in which {root} is no single eigenvalue", hint="choose other gains")
    return _primitive(space[0])


def _primitive(entries: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The multiple of a vector with whole entries without a common factor, the first that is not 0 positive."""
    size = math.lcm(*(entry.denominator for entry in entries))
    shared = math.gcd(*(int(size * entry) for entry in entries)) or 1
    first = next((entry for entry in entries if entry), Fraction(1))
    return tuple(entry * size / shared * (1 if first > 0 else -1) for entry in entries)


def _quotient(table: Rows, axis: Sequence[Fraction]) -> Fraction:
    """The eigenvalue that belongs to an eigenvector, decided by exact arithmetic; raises `InputError` if it is none."""
    image = [sum((x * y for x, y in zip(row, axis, strict=True)), Fraction(0)) for row in table]
    at = next(number for number, entry in enumerate(axis) if entry)
    found = image[at] / axis[at]
    if any(entry != found * x for entry, x in zip(image, axis, strict=True)):
        raise InputError("an example whose matrices do not have the same axes", hint="they must commute")
    return found


def _places(number: Real) -> str:
    exact = surd_bounds(number, 64)[0] if isinstance(number, Surd) else number
    if not isinstance(exact, Fraction):
        raise InputError("an example with numbers that are no sums of roots", hint="choose other numbers")
    return f"{float(exact):.{PLACES}f}"
