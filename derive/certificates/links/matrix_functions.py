"""Laws of functions of matrices, and of inverses and determinants of products, offered where they are needed.

For each value f(G) in a polynomial a row of the table is looked for by what G is:

    0, diag d                             entry by entry
    B H B⁻¹, Q H Qᵀ with Q orthogonal     f(H) between the ends
    z I + H, z H                          a shift or a scale taken out
    another value, e^H, H^{±1/2}, H⁻¹     two functions become one
    a product                             of inverses and determinants: factor by factor

and rows for pairs of values of one matrix that stand beside each other: e^{xG} e^{yG} = e^{(x+y)G}, G^{1/2} G^{−1/2} = I,
G e^{xG} = e^{xG} G.  Each row is a relation by which the equation is rewritten, and gives rise to further values, until
there are no new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import size_text
from derive.certificates.links.determinants import split
from derive.certificates.links.exchanging import either_way, exchanged, turned
from derive.certificates.links.matrices import KINDS, OPPOSITE, End, Matrix, MatrixAtoms
from derive.certificates.links.rewriting import Vanishing, relation, rewrite, rewritten, tidy
from derive.certificates.links.values import Values
from derive.certificates.links.writing import ROOTS, Poly, PolynomialWriter, value

#: Rounds of rewriting and of looking at what it gave.
MAX_ROUNDS = 12
#: Rows for a function of a value of another one, and those of them that take the exponent.
COMPOSED = {
    ("inverse", "inverse"): "inverse-inverse",
    ("root", "inverse"): "matrix-root-of-inverse",
    ("root", "matrix_exp"): "matrix-exp-power",
    ("matrix_log", "matrix_exp"): "matrix-log-exp",
    ("matrix_log", "inverse"): "matrix-log-power",
    ("matrix_log", "root"): "matrix-log-power",
    ("det", "matrix_exp"): "matrix-exp-determinant",
    ("det", "inverse"): "determinant-inverse",
}
WITH_NUMBER = ("matrix-root-of-inverse", "matrix-exp-power", "matrix-log-power")
#: Rows for a multiple z H, which take the exponent where there is one.
SCALED = {
    "inverse": "inverse-scale",
    "det": "determinant-scale",
    "matrix_log": "matrix-log-scale",
    "root+": "matrix-root-scale",
    "root-": "matrix-root-scale",
}
#: Rows for a determinant of a diagonal and so many columns beside it.
COLUMNS = (("determinant",), ("determinant",), ("determinant-2", "determinant-two"), ("determinant-3",))


class Laws:
    """The rows for the values in some polynomials, each offered once.

    Args:
        values: where steps are taken.
        terms: those of the equation.
    """

    def __init__(self, values: Values, terms: Sequence[verifier.Node]) -> None:
        self.values, self.scope, self.language = values, values.scope, values.scope.language
        self.relations: list[Vanishing] = []
        #: Those by which no argument is rewritten: a matrix with a root is its square.
        self.squares: list[Vanishing] = []
        #: G e^{xG} = e^{xG} G and Aᵀ = A, from either side.
        self.exchanges: list[Vanishing] = []
        self.seen: set[object] = set()
        self.matrices = MatrixAtoms(self.scope, terms)

    def offer(self, *polys: Poly) -> bool:
        """Take rows for what is in these polynomials; is there a new one?"""
        before = len(self.values.steps)
        for p in polys:
            for number in list(self._atoms(p)):
                if number not in self.seen:
                    self.seen.add(number)
                    self._of_atom(number)
            for pair in list(self._pairs(p)):
                if pair not in self.seen:
                    self.seen.add(pair)
                    self._of_pair(*pair)
        return len(self.values.steps) > before

    def rewritten(self, gap: Poly) -> Poly:
        """What is left of a polynomial; the cofactors are with the relations."""
        scope, values = self.scope, self.values
        given = list(values.relations)
        for _ in range(MAX_ROUNDS):
            gap = scope.substituted(gap)
            more = self.offer(gap)
            values.relations = [*given, *self.relations]
            values.all_of(gap)
            relations = self.all_relations(given)
            for each in relations:
                each.put(scope, tidy(scope, scope.substituted(each.poly)))
            gap = self._reduced(tidy(scope, scope.substituted(gap)), relations)
            if not gap or not more:
                break
        values.relations = [*self.all_relations(given), *self.exchanges]
        return gap

    def _reduced(self, p: Poly, relations: Sequence[Vanishing]) -> Poly:
        """Exchange and rewrite while that changes anything."""
        for _ in range(MAX_ROUNDS):
            before = p
            p = rewrite(self.scope, exchanged(self.scope, p, self.exchanges, relations), relations)
            if p == before:
                break
        return p

    def all_relations(self, given: list[Vanishing]) -> list[Vanishing]:
        return [*given, *self.relations, *self.squares]

    # --- what there is

    def _atoms(self, p: Poly) -> Iterator[int]:
        """The values that have laws, inner ones first."""
        for mono in p:
            for number, _, _ in mono:
                atom = self.scope.atoms[number]
                if atom.kind == "sum":
                    yield from self._atoms({atom.name: 1})
                elif atom.kind in KINDS and not atom.others:
                    yield from self._atoms(dict(atom.name))
                    yield number

    def _pairs(self, p: Poly) -> Iterator[tuple[int, int]]:
        """Values and matrices that meet at a bound index."""
        for mono in p:
            factors, bound = self.scope.opened(mono)
            for number, _, _ in factors:
                if self.scope.atoms[number].kind == "sum":
                    yield from self._pairs({self.scope.atoms[number].name: 1})
            for index in bound:
                here = [f for f in factors if index in f[1] and len(f[1]) == 2]
                for first in here:
                    for second in here:
                        if self.scope.atoms[first[0]].kind in ("matrix_exp", "root+"):
                            yield first[0], second[0]

    # --- steps

    def _take(self, *step: object, left: bool = True) -> bool:
        """Take a step; its equality becomes a relation, used from the left to the right or as it is."""
        number = len(self.scope.equalities)
        if list(step) in self.values.steps:
            return True
        if not self.values.take(*step):
            return False
        found = relation(self.scope, number, left=left)
        if found is not None:
            self.relations.append(found)
        return True

    def _link(self, one: Poly, other: Poly, ends: tuple[int, int], relations: Sequence[Vanishing]) -> JSON | None:
        """A link for the equality of two matrices, at these ends, by relations that were taken."""
        words = {index: f"x{n}:{size_text(self.scope.size(index))}" for n, index in enumerate(ends)}
        rest, made = rewritten(self.scope, verifier.add(one, other, -1), relations, words)
        return {"indices": list(words.values()), "cofactors": made} if made and not rest else None

    def _known(self) -> list[Vanishing]:
        """Relations by which arguments may be rewritten."""
        return [each for each in (*self.values.relations, *self.relations) if each.lead]

    # --- laws

    def _of_atom(self, number: int) -> None:
        kind, matrix = self.scope.atoms[number].kind, self.matrices.argument(number)
        if self._simplified(kind, matrix) or self._plain(kind, matrix):
            return
        if kind != "det" and self._between(number, kind, matrix):
            return
        if self._composed(kind, matrix) or self._scaled(kind, matrix):
            return
        if kind == "inverse":
            text = self.matrices.inside(number)
            if not self._split(kind, matrix):
                for row in ("inverse", "inverse-left"):
                    self._take(row, text, left=False)
        elif kind == "det":
            self._split(kind, matrix)
        elif kind in ROOTS:
            self._roots(number)

    def _simplified(self, kind: str, matrix: Matrix) -> bool:
        """f(G) = f(H), where G is H by what is known."""
        ends = matrix.i, matrix.j
        simple, _ = rewritten(self.scope, matrix.entries, self._known(), {})
        if simple == matrix.entries:
            return False
        link = self._link(matrix.entries, simple, ends, self._known())
        words = (value(kind, self.matrices.text(Matrix(entries, *ends))) for entries in (matrix.entries, simple))
        return link is not None and self._take("same", *words, link)

    def _plain(self, kind: str, matrix: Matrix) -> bool:
        """Rows for 0, diagonals, and a shift by z I."""
        i, j = matrix.i, matrix.j
        if not matrix.entries and kind == "det":
            return self._determinant_of_zero(self.matrices.size(matrix))
        if not matrix.entries:
            return kind == "matrix_exp" and self._take("matrix-exp-zero", f"identity({self.matrices.size(matrix)})")
        found = split(self.scope, matrix.entries, i, j)
        diagonal, columns = found if found is not None else (self.matrices.units(matrix), None)
        if columns == [] and kind != "inverse":
            word = PolynomialWriter(self.scope).vector(diagonal, i)
            match kind:
                case "matrix_exp" | "matrix_log":
                    return self._take(f"{kind.replace('_', '-')}-diagonal", word)
                case "root+" | "root-":
                    return self._take("matrix-root-diagonal", word, ROOTS[kind])
        if kind == "det" and columns is not None and len(columns) < len(COLUMNS) and (diagonal or len(columns) > 1):
            words = [PolynomialWriter(self.scope).vector(diagonal, i)]
            for u, w in columns or [({}, {})]:
                words += [PolynomialWriter(self.scope).vector(u, i), PolynomialWriter(self.scope).vector(w, j)]
            return any(self._take(row, *words) for row in COLUMNS[len(columns)])
        units = self.matrices.units(matrix)
        rest = verifier.add(matrix.entries, self.scope.times(units, self.scope.delta(i, j)), -1)
        if kind == "matrix_exp" and units and rest:
            return self._take("matrix-exp-shift", self.values.text(units), self.matrices.text(Matrix(rest, i, j)))
        return False

    def _between(self, number: int, kind: str, matrix: Matrix) -> bool:
        """f(B H B⁻¹) = B f(H) B⁻¹, of exp; and of any f with an orthogonal B."""
        first, last = self.matrices.end(matrix, matrix.i), self.matrices.end(matrix, matrix.j)
        if first is None or last is None:
            return False
        inner = self.matrices.without_ends(matrix)
        if inner is None:
            return False
        h, word = self.matrices.text(inner), self.matrices.word(first)
        rows: dict[str, list[tuple[str, ...]]] = {
            "matrix_exp": [("matrix-exp-rotated", h, word), ("matrix-exp-similar", h, word)],
            "matrix_log": [("matrix-log-rotated", h, word)],
            "root+": [("matrix-root-rotated", h, word, "1/2")],
            "root-": [("matrix-root-rotated", h, word, "-1/2")],
        }
        transposed = f"transpose({word})"
        for row in rows.get(kind, ()):
            back = f"inverse({word})" if row[0] == "matrix-exp-similar" else transposed
            if self._is_value(number, kind, f"mul({word}, {h}, {back})"):
                return self._take(*row)
        atom = self.scope.atoms[first.atom]
        if kind == "matrix_exp" and atom.kind == "inverse":  # B⁻¹ H B, as B⁻¹ H (B⁻¹)⁻¹
            base = self.matrices.argument(first.atom)
            self._take("inverse-inverse", self.matrices.text(base))
            between = f"mul({word}, {h}, inverse({word}))"
            entries = self.scope.at(self.language.term(between), (matrix.i, matrix.j))
            link = self._link(matrix.entries, entries, (matrix.i, matrix.j), self.relations)
            if link is not None:
                self._take("same", f"matrix_exp({self.matrices.text(matrix)})", f"matrix_exp({between})", link)
                return self._take("matrix-exp-similar", h, word)
        return False

    def _is_value(self, number: int, kind: str, text: str) -> bool:
        """Is f of this matrix the atom?"""
        expanded = self.scope.expand(self.language.term(value(kind, text)))
        return [mono[0][0] for mono in expanded] == [number]

    def _composed(self, kind: str, matrix: Matrix) -> bool:
        """Rows for a function of a symbol, or of one value of another one."""
        end = self.matrices.end(matrix, matrix.i) if self.matrices.is_factor(matrix) else None
        if end is None:
            return kind == "matrix_exp" and self._exp_of_log(matrix)
        inside = self.scope.atoms[end.atom]
        if inside.kind == "symbol":
            word = self.matrices.word(End(end.atom, False))
            if kind == "det":
                return self._take("determinant-orthogonal", word)
            return kind == "inverse" and self._inverse(word, f"transpose({word})", "orthogonal-rows", word)
        if inside.kind not in KINDS or inside.others:
            return False
        g = self.matrices.inside(end.atom)
        if kind == "inverse" and inside.kind == "matrix_exp":
            return self._inverse(f"matrix_exp({g})", f"matrix_exp(neg({g}))", "matrix-exp-inverse", g)
        if kind == "inverse" and inside.kind in ROOTS:
            return self._inverse(value(inside.kind, g), value(OPPOSITE[inside.kind], g), "matrix-root-unit", g)
        if kind == "det" and inside.kind == "root+":
            return self._determinant_of_root(g)
        if kind == "det" and inside.kind == "inverse" and self._take("determinant-unit", g, left=False):
            return True
        if kind == "matrix_exp" and inside.kind == "matrix_log":
            return self._exp_of_log(matrix)
        row = COMPOSED.get((kind.rstrip("+-"), inside.kind.rstrip("+-")))
        if row is None:
            return False
        number = ROOTS.get(kind) or ROOTS.get(inside.kind) or "-1"
        return self._take(row, g, number) if row in WITH_NUMBER else self._take(row, g)

    def _exp_of_log(self, matrix: Matrix) -> bool:
        """e^{k log S} = Sᵏ"""
        if len(matrix.entries) != 1:
            return False
        ((mono, c),) = matrix.entries.items()
        if len(mono) != 1 or self.scope.atoms[mono[0][0]].kind != "matrix_log" or mono[0][2] != 1:
            return False
        return self._take("matrix-exp-log", self.matrices.text(self.matrices.argument(mono[0][0])), str(c))

    def _inverse(self, word: str, other: str, *row: str) -> bool:
        """A⁻¹ = X, from a row that says A X = I, or X A = I for symmetric ones."""
        size = size_text(self.language.term(word).shape[0])
        number = len(self.scope.equalities)
        ends = [f"x{n}:{size}" for n in range(2)], [f"q{n}:{size}" for n in range(2)]
        for order in (0, 1):
            cofactor = f"mul(delta(x0:{size}, q{order}:{size}), delta(x1:{size}, q{1 - order}:{size}))"
            link = {"steps": [list(row)], "indices": ends[0], "cofactors": [[number, ends[1], cofactor]]}
            if self._take("invertible", word, other, link):
                return True
        return False

    def _determinant_of_zero(self, size: str) -> bool:
        """det 0 = ∏ 0 = 0, by 0 ∏_{m≠n} 0 = ∏ 0."""
        zeros = f"zeros({size})"
        self._take("determinant", zeros, zeros, zeros)
        number = len(self.scope.equalities)
        self.values.take("all-but-one", zeros)
        link = {"indices": [], "cofactors": [[number, [f"n:{size}"], f"div(-1, {size})"]]}
        return self._take("equal", f"prod(i:{size}, 0)", "0", link)

    def _determinant_of_root(self, g: str) -> bool:
        """(det S^{1/2})² = det S, by S^{1/2} S^{1/2} = S."""
        size = size_text(self.language.term(g).shape[0])
        root = f"pow({g}, 1/2)"
        rows, own = ([f"{letter}{n}:{size}" for n in range(2)] for letter in "xq")
        cofactor = f"mul(delta({rows[0]}, {own[0]}), delta({rows[1]}, {own[1]}))"
        number = len(self.scope.equalities)
        link = {"steps": [["matrix-root-square", g]], "indices": rows, "cofactors": [[number, own, cofactor]]}
        self._take("same", f"det(mul({root}, {root}))", f"det({g})", link, left=False)
        return self._take("determinant-product", root, root)

    def _scaled(self, kind: str, matrix: Matrix) -> bool:
        """Rows for a multiple z H."""
        scale, rest = self.matrices.multiple(matrix)
        if scale == verifier.constant(1) or kind == "matrix_exp":
            return False
        words = (self.values.text(scale), self.matrices.text(rest), *([ROOTS[kind]] if kind in ROOTS else []))
        return self._take(SCALED[kind], *words)

    def _split(self, kind: str, matrix: Matrix) -> bool:
        """(AB)⁻¹ = B⁻¹A⁻¹, det AB = det A det B, the first factor from the others; diagonals first."""
        row = "inverse-product" if kind == "inverse" else "determinant-product"
        number, mono, inside = self.scope.content(matrix.entries)
        for index in (matrix.i, matrix.j):
            scaling = [f for f in mono if f[1] == (index,)]
            if scaling:
                diagonal = self.scope.multiplied(self.scope.factor(*f) for f in scaling)
                kept = [self.scope.factor(*f) for f in mono if f not in scaling]
                rest = self.scope.multiplied([{(): number}, *kept, inside])
                word = f"diag({PolynomialWriter(self.scope).vector(diagonal, index)})"
                words = word, self.matrices.text(Matrix(rest, matrix.i, matrix.j))
                return self._take(row, *(words if index == matrix.i else words[::-1]))
        first = self.matrices.end(matrix, matrix.i)
        others = None if first is None else self.matrices.without_first(matrix)
        if first is None or others is None:
            return False
        return self._take(row, self.matrices.word(first), self.matrices.text(others))

    def _roots(self, number: int) -> None:
        """S = S^{1/2} S^{1/2}, S⁻¹ = S^{−1/2} S^{−1/2} and S^{1/2} S^{−1/2} = I."""
        g = self.matrices.inside(number)
        for row in ("matrix-root-square", "matrix-root-reciprocal"):
            equality = len(self.scope.equalities)
            if self.values.take(row, g):
                self.squares.append(turned(self.scope, equality))
        self._take("matrix-root-unit", g)
        equality = len(self.scope.equalities)
        if self.scope.expand(self.language.term(f"add({g}, neg(transpose({g})))")) and self.values.take("symmetric", g):
            self.exchanges += either_way(self.scope, equality)

    def _of_pair(self, first: int, second: int) -> None:
        """Rows for e^{xG} beside e^{yG} or G."""
        if self.scope.atoms[first].kind != "matrix_exp" or self.scope.atoms[first].others:
            return
        x, base = self.matrices.multiple(self.matrices.argument(first))
        if self.scope.atoms[second].kind == "matrix_exp" and not self.scope.atoms[second].others:
            y, other = self.matrices.multiple(self.matrices.argument(second))
            names = {other.i: base.i, other.j: base.j}
            if self.scope.renamed(other.entries, names) == base.entries:
                self._take("matrix-exp-multiples", self.values.text(x), self.values.text(y), self.matrices.text(base))
            else:
                self._commuting(self.matrices.inside(first), self.matrices.inside(second))
        elif {a for mono in base.entries for a, _, _ in mono} == {second} and self.matrices.is_factor(base):
            number = len(self.scope.equalities)
            if self.values.take("matrix-exp-commutes", self.values.text(x), self.matrices.text(base)):
                self.exchanges += either_way(self.scope, number)

    def _commuting(self, one: str, other: str) -> None:
        """e^A e^B = e^{A+B}, where A B = B A by what is known."""
        left, right = (self.language.term(f"mul({', '.join(pair)})") for pair in ((one, other), (other, one)))
        if left.shape != right.shape:
            return
        i, j = (self.scope.fresh(size) for size in left.shape)
        one_way, other_way = (self.scope.at(side, (i, j)) for side in (left, right))
        link = {} if one_way == other_way else self._link(one_way, other_way, (i, j), self._known())
        number = len(self.scope.equalities)
        if link is not None and self.values.take("commuting", one, other, link):
            self.relations.append(turned(self.scope, number))
