"""Matrices as polynomials of the verifier at a row and a column, how they are written, and how they are taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive import verifier
from derive.certificates.links.asking import nodes, size_text, text_of
from derive.certificates.links.writing import Poly, PolynomialWriter, value
from derive.certificates.notation import write_name

#: Atoms that are looked at.
KINDS = ("matrix_exp", "matrix_log", "root+", "root-", "inverse", "det")
#: Terms that expand to them.
OPERATIONS = ("matrix_exp", "matrix_log", "inverse", "det")
#: The kinds of the reciprocals of roots.
OPPOSITE = {"root+": "root-", "root-": "root+"}


def are_in(*terms: verifier.Node) -> bool:
    """Is there anything here of which this module knows laws?"""
    return any(
        node.op in OPERATIONS or (node.op == "pow" and len(node.shape) == 2 and node.extra != int(node.extra))
        for node in nodes(*terms)
    )


@dataclass(frozen=True)
class Matrix:
    """A matrix by its entries: a polynomial at a row i and a column j."""

    entries: Poly
    i: int
    j: int


@dataclass(frozen=True)
class End:
    """A factor at the row or the column of a product: a matrix X or Xᵀ, at the row (or the column) and at an inner index."""

    atom: int
    turned: bool


class MatrixAtoms:
    """The matrices of which the atoms of one scope are values.

    Args:
        terms: those in which they stand as they are written.
    """

    def __init__(self, scope: verifier.Scope, terms: Sequence[verifier.Node]) -> None:
        self.scope = scope
        #: The matrices in the terms, as they are written, by the values of them: what is known of them is known as written.
        self.written: dict[int, str] = {}
        for node in nodes(*terms):
            if are_in(node) and not node.free and len(entries := self.scope.expand(node)) == 1:
                for a, _, e in next(iter(entries)):
                    if e == 1 and self.scope.atoms[a].kind in KINDS:
                        self.written.setdefault(a, text_of(node.args[0]))

    def argument(self, number: int) -> Matrix:
        """The matrix of which an atom is a value."""
        i, j = (self.scope.fresh(self.scope.size(own)) for own in self.scope.atoms[number].own)
        return Matrix(self.scope.argument(number, (), (i, j)), i, j)

    def inside(self, number: int) -> str:
        """The matrix of which an atom is a value, or its transpose, as it is written."""
        return self.written.get(number) or self.text(self.argument(number))

    def text(self, matrix: Matrix) -> str:
        """A matrix in notation."""
        end = self.end(matrix, matrix.i)
        if end is not None and self.is_factor(matrix):
            return self.word(end)
        if not matrix.entries:
            return f"zeros({self.size(matrix)}, {self.size(matrix)})"
        writer = PolynomialWriter(self.scope)
        row, column = writer.index(matrix.i), writer.index(matrix.j)
        entries = writer.poly(matrix.entries)
        return f"sum({row}, sum({column}, mul({entries}, outer(basis({row}), basis({column})))))"

    def is_factor(self, matrix: Matrix) -> bool:
        """Is it one factor?"""
        if len(matrix.entries) != 1:
            return False
        ((mono, c),) = matrix.entries.items()
        return c == 1 and len(mono) == 1 and mono[0][2] == 1 and sorted(mono[0][1]) == sorted((matrix.i, matrix.j))

    def size(self, matrix: Matrix) -> str:
        """The number of rows, in notation."""
        return size_text(self.scope.size(matrix.i))

    def word(self, end: End) -> str:
        """The matrix at an end, in notation."""
        atom = self.scope.atoms[end.atom]
        symbol = atom.kind == "symbol"
        word = write_name(atom.name) if symbol else value(atom.kind, self.text(self.argument(end.atom)))
        return f"transpose({word})" if end.turned else word

    def units(self, matrix: Matrix) -> Poly:
        """z of a matrix z I + H."""
        ((delta, _),) = self.scope.delta(matrix.i, matrix.j).items()
        found: Poly = {}
        for mono, c in matrix.entries.items():
            rest = tuple(f for f in mono if f != delta[0])
            if delta[0] in mono and not any({matrix.i, matrix.j} & set(at) for _, at, _ in rest):
                found[rest] = c
        return found

    def end(self, matrix: Matrix, index: int) -> End | None:
        """The factor at the row or column of each monomial, if it is the same."""
        ends = set()
        for mono in matrix.entries:
            factors, _ = self.scope.opened(mono)
            here = [(a, at, e) for a, at, e in factors if index in at]
            if len(here) != 1 or len(here[0][1]) != 2 or here[0][2] != 1:
                return None
            ((a, at, _),) = here
            if self.scope.atoms[a].kind == "delta":
                return None
            ends.add(End(a, (at[0] == index) != (index == matrix.i)))
        return ends.pop() if len(ends) == 1 else None

    def without_ends(self, matrix: Matrix) -> Matrix | None:
        """H of B H C."""
        result: Poly = {}
        for mono, c in matrix.entries.items():
            factors, bound = self.scope.opened(mono)
            here, there = (next(f for f in factors if index in f[1]) for index in (matrix.i, matrix.j))
            if here is there:
                return None
            near, far = (
                next((x for x in f[1] if x != index), index) for f, index in ((here, matrix.i), (there, matrix.j))
            )
            if not {near, far} <= set(bound) or self.scope.size(near) != self.scope.size(matrix.i):
                return None
            inside = self.scope.delta(matrix.i, matrix.j) if near == far else verifier.constant(1)
            for a, at, e in [f for f in factors if f is not here and f is not there]:
                inside = self.scope.times(inside, self.scope.factor(a, at, e))
            inside = self.scope.renamed(inside, {far: matrix.j, near: matrix.i})
            inside = self.scope.summed(inside, [x for x in bound if x not in (near, far)])
            result = verifier.add(result, inside, c)
        return Matrix(result, matrix.i, matrix.j)

    def without_first(self, matrix: Matrix) -> Matrix | None:
        """H of B H, both square, where each monomial has the factor B at its row."""
        result: Poly = {}
        for mono, c in matrix.entries.items():
            factors, bound = self.scope.opened(mono)
            here = next(f for f in factors if matrix.i in f[1])
            near = next((x for x in here[1] if x != matrix.i), matrix.i)
            if near not in bound or self.scope.size(near) != self.scope.size(matrix.i):
                return None
            inside = verifier.constant(1)
            for a, at, e in [f for f in factors if f is not here]:
                inside = self.scope.times(inside, self.scope.factor(a, at, e))
            inside = self.scope.renamed(inside, {near: matrix.i})
            result = verifier.add(result, self.scope.summed(inside, [x for x in bound if x != near]), c)
        return Matrix(result, matrix.i, matrix.j)

    def multiple(self, matrix: Matrix) -> tuple[Poly, Matrix]:
        """z and H of z H, with nothing more to be taken out of H."""
        if not matrix.entries:
            return verifier.constant(1), matrix
        c, mono, rest = self.scope.content(matrix.entries)
        inside = [f for f in mono if {matrix.i, matrix.j} & set(f[1])]
        scale: Poly = {tuple(f for f in mono if f not in inside): c}
        for a, at, e in inside:
            rest = self.scope.times(rest, self.scope.factor(a, at, e))
        if rest[max(rest)] < 0:
            rest, scale = verifier.scale(rest, -1), verifier.scale(scale, -1)
        return scale, Matrix(rest, matrix.i, matrix.j)
