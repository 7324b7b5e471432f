"""The null space of diag(d) + U Wᵀ, found: for d without zeros it is as large as that of a k × k matrix of scalars.

Let every dₙ ≠ 0, A = diag(d)⁻¹U and S = I + WᵀA (k × k).  M v = 0 says v = −A (Wᵀv), and then S (Wᵀv) = 0; conversely, for
S f = 0 the vector A f has M A f = U S f = 0.  With a generalised inverse S⁻ and F = I − S⁻S:

    I = (I − A S⁻ Wᵀ) diag(d)⁻¹ M + (A F)(−Wᵀ)

is the splitting that proves the null space to be spanned by the columns of A F.  S⁻ comes from elimination; whether an entry
is 0 is asked of the kernel, and whether a pivot is not, of the signs that are known.  Nothing here is trusted: the statement
that is found is decided as if an author had written it.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import Undecided
from derive.kernel.assumptions import Assumptions
from derive.kernel.decide import Equation
from derive.language.alike import join
from derive.language.build import diag, dot, hadamard, hadamard_power, identity, ones, outer
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.terms import Add, Neg, Product, Quotient, Term, Transpose, Zeros, as_term, is_vector
from derive.printing import text
from derive.search.cofactors import find_cofactors
from derive.search.low_rank import LowRank, low_rank, simplified
from derive.statements.null_space import NullSpace, Side, Splitting

#: A row of the elimination: the entries of S, then those of the unit matrix beside it.
Row = list[Term]
ZERO, ONE = as_term(0), as_term(1)


def find_null_space(matrix: Term, hypotheses: Sequence[Hypothesis] = (), side: Side = "right") -> NullSpace:
    """The null space of a square matrix diag(d) + fixed rank in symbolic size, with its certificate, still to be decided.

    Args:
        matrix: M, N × N.
        hypotheses: what is assumed of the data.
        side: that of the vectors, Mv = 0 or, on the left, vᵀM = 0.

    Raises `Undecided` when the matrix is not of that form, when a component of d may be 0, or when it is not known whether a
    scalar on which the dimension depends is 0; the message names it.
    """
    parts = low_rank(matrix if side == "right" else Transpose(matrix), hypotheses)
    return spanned(matrix, side, tuple(hypotheses), parts, _inverse(parts, hypotheses))


def spanned(matrix: Term, side: Side, hypotheses: tuple[Hypothesis, ...], parts: LowRank, inverse: Term) -> NullSpace:
    """The null space of diag(d) + U Wᵀ, where ``inverse`` is d⁻¹."""
    columns = [simplified(hadamard(inverse, u), hypotheses) for u, _ in parts.pairs]
    pivots = _pivots(parts, columns, hypotheses)
    k, covectors = len(columns), [w for _, w in parts.pairs]
    basis: list[Term] = []
    coefficients: list[Term] = []
    for free in range(k):
        if free not in pivots:
            vector = columns[free]
            for place, row in pivots.items():
                vector = vector - row[free] * columns[place]
            bare, coefficient = _without_factor(simplified(vector, hypotheses), -covectors[free])
            basis.append(bare)
            coefficients.append(simplified(coefficient, hypotheses))
    eye = identity(parts.size)
    left: Term = eye
    for place, row in pivots.items():
        combined = join(Add, [row[k + j] * covectors[j] for j in range(k)])
        left = left - outer(columns[place], simplified(combined, hypotheses))
    if inverse != ones(parts.size):
        left = diag(inverse) if left == eye else left * diag(inverse)
    return NullSpace(matrix, tuple(basis), Splitting(tuple(coefficients), left), side, hypotheses)


def _inverse(parts: LowRank, hypotheses: Sequence[Hypothesis]) -> Term:
    """d⁻¹, where no component of d can be 0."""
    d = parts.diagonal
    if d == ones(parts.size):
        return d
    if isinstance(d, Add) or not Assumptions(hypotheses).holds(Condition("nonzero", d)):
        raise Undecided(f"a component of the diagonal may be 0, and this search divides by it: {text(d)}", d)
    return simplified(hadamard_power(d, -1), hypotheses)


def _pivots(parts: LowRank, columns: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> dict[int, Row]:
    """Gauss and Jordan on [S | I]: the reduced row of each column that has a pivot."""
    k = len(parts.pairs)
    rows = [
        [simplified(dot(w, columns[j]) + (ONE if i == j else ZERO), hypotheses) for j in range(k)]
        + [ONE if i == j else ZERO for j in range(k)]
        for i, (_, w) in enumerate(parts.pairs)
    ]
    pivots: dict[int, Row] = {}
    for column in range(k):
        pivot = _pivot(rows, column, hypotheses)
        if pivot is None:
            continue
        rows.remove(pivot)
        reduced = [simplified(Quotient(entry, pivot[column]), hypotheses) for entry in pivot]
        rows = [_cleared(row, reduced, column, hypotheses) for row in rows]
        pivots = {place: _cleared(row, reduced, column, hypotheses) for place, row in pivots.items()} | {
            column: reduced
        }
    return pivots


def _pivot(rows: Sequence[Row], column: int, hypotheses: Sequence[Hypothesis]) -> Row | None:
    """A row whose entry is known not to be 0; None when all entries are 0."""
    candidates = [row for row in rows if not vanishes(row[column], hypotheses)]
    if not candidates:
        return None
    for row in candidates:
        if known_nonzero(row[column], hypotheses):
            return row
    entry = candidates[0][column]
    reason = "the null space depends on whether this is 0 (assume that it is nonzero, or equal to 0)"
    raise Undecided(f"{reason}: {text(entry)}", entry)


def vanishes(entry: Term, hypotheses: Sequence[Hypothesis]) -> bool:
    """Is a scalar, or every component of a vector, found to be 0?"""
    equation = Equation(entry, Zeros(entry.shape) if entry.shape else ZERO, hypotheses)
    return equation.holds() or (bool(equation.hypothesis_forms) and find_cofactors(equation) is not None)


def known_nonzero(entry: Term, hypotheses: Sequence[Hypothesis]) -> bool:
    """By its sign, or as what is assumed to be nonzero."""
    signs = Assumptions(hypotheses)
    assumed = signs.assumed_terms("nonzero", "positive")
    return signs.sign(entry).nonzero or any(
        Equation(entry, term, hypotheses).holds() for term in assumed if term.shape == ()
    )


def _cleared(row: Row, pivot: Row, column: int, hypotheses: Sequence[Hypothesis]) -> Row:
    factor = row[column]
    return [simplified(entry - factor * other, hypotheses) for entry, other in zip(row, pivot, strict=True)]


def _without_factor(vector: Term, coefficient: Term) -> tuple[Term, Term]:
    """t b and c as b and t c, for a scalar factor t in front: a basis vector is as simple as it can be."""
    match vector:
        case Neg(part):
            return _without_factor(part, -coefficient)
        case Product((scalar, part)) if scalar.shape == () and is_vector(part.shape):
            return part, scalar * coefficient
    return vector, coefficient
