"""exp, log and square roots of matrices of numbers.

**exp.**  Exact of a diagonal matrix whose entries have an exact exp, and of a nilpotent one (its series ends).  Else each
entry is enclosed: with q = ‖A‖ / 2ˢ ≤ 1/256, in the norm of row sums, exp(A/2ˢ) is the series up to the power m, and what is
left out is in each entry at most Σ_{k>m} qᵏ/k! ≤ 2 q^{m+1}/(m+1)!; s squarings, outward rounded, give exp A.

**Derivatives.**  exp of V + Σⱼ Pⱼ εⱼ has in direction j the upper right block of exp of ((V, Pⱼ), (0, V)): the powers of
that matrix have the derivatives of Vᵏ along Pⱼ there (Van Loan 1978).

**log and roots** have values at symmetric matrices with leading minors > 0 (Sylvester) alone.  Of a diagonal they are taken
entry by entry; of a 2 × 2 matrix S, with t = tr S and d = det S, √S = (S + √d I)/√(t + 2√d) by Cayley and Hamilton, and
log S = a S + b I with the line through (λ, log λ) at both eigenvalues.  Others are not computed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive.errors import UndefinedAtPoint
from derive.evaluate import arrays, duals, elementary, numbers, rationals
from derive.evaluate.arrays import Array, Matrix
from derive.evaluate.duals import Dual, Entry
from derive.evaluate.numbers import ONE, ZERO, Enclosure, enclose

#: ‖A‖ / 2ˢ is at most 2^-_SMALL.
_SMALL = 8
#: Norms beyond this are not evaluated.
_MAX_NORM = elementary.MAX_EXP_ARGUMENT


def exp(matrix: Matrix) -> Matrix:
    """Σₖ Aᵏ/k!"""
    level = max((entry.level for entry in arrays.entries(matrix) if isinstance(entry, Dual)), default=0)
    if level:
        return _exp_of_duals(matrix, level)
    if is_diagonal(matrix):
        return _on_diagonal(duals.exp, matrix)
    exact = all(isinstance(entry, int | Fraction) for entry in arrays.entries(matrix))
    series = _ending_series(matrix) if exact else None
    return _enclosed(matrix) if series is None else series


def log(matrix: Matrix) -> Matrix:
    """The logarithm of a positive definite matrix; raises `UndefinedAtPoint` of another, and where it is not computed."""
    _check(matrix)
    if is_diagonal(matrix):
        return _on_diagonal(duals.log, matrix)
    _check_size(matrix)
    trace, determinant = matrix[0][0] + matrix[1][1], arrays.determinant(matrix)
    apart = duals.sqrt(trace * trace - 4 * determinant)  # not 0: the matrix is no multiple of I
    high, low = (trace + apart) * Fraction(1, 2), (trace - apart) * Fraction(1, 2)
    slope = (duals.log(high) - duals.log(low)) * duals.reciprocal(apart)
    return _line(matrix, slope, duals.log(high) - slope * high)


def sqrt(matrix: Matrix) -> Matrix:
    """The positive definite root of a positive definite matrix; raises as `log` does."""
    _check(matrix)
    if is_diagonal(matrix):
        return _on_diagonal(duals.sqrt, matrix)
    _check_size(matrix)
    root = duals.sqrt(arrays.determinant(matrix))
    scale = duals.reciprocal(duals.sqrt(matrix[0][0] + matrix[1][1] + 2 * root))
    return _line(matrix, scale, scale * root)


def is_positive_definite(matrix: Array) -> bool | None:
    """Is a matrix, without duals, symmetric with leading minors > 0?  None where that is not certain."""
    size = len(matrix)
    if rationals.are_rational(matrix):
        return matrix == arrays.transpose(matrix) and rationals.has_positive_minors(matrix)
    answers = [numbers.equal(matrix[i][j], matrix[j][i]) for i in range(size) for j in range(i)]
    for count in range(1, size + 1):
        minor = duals.real_part(arrays.determinant(tuple(tuple(row[:count]) for row in matrix[:count])))
        sign = numbers.sign(minor)
        answers.append(None if sign is None and numbers.is_nonneg(minor) is not False else sign == 1)
    return False if False in answers else None if None in answers else True


def is_diagonal(matrix: Matrix) -> bool:
    """Are all entries beside the diagonal 0, exactly?"""
    beside = [entry for i, row in enumerate(matrix) for j, entry in enumerate(row) if i != j]
    return all(isinstance(entry, int | Fraction) and entry == ZERO for entry in beside)


def _check(matrix: Matrix) -> None:
    if any(isinstance(entry, Dual) for entry in arrays.entries(matrix)):
        raise UndefinedAtPoint("the derivative of a logarithm or root of a matrix, which is not computed")
    if not is_positive_definite(matrix):
        raise UndefinedAtPoint("a logarithm or half-integer power of a matrix that is not certainly positive definite")


def _check_size(matrix: Matrix) -> None:
    if len(matrix) > 2:
        raise UndefinedAtPoint("a logarithm or half-integer power of a matrix beyond 2 × 2 that is not diagonal")


def _line(matrix: Matrix, slope: Entry, shift: Entry) -> Matrix:
    return _filled(len(matrix), lambda i, j: slope * matrix[i][j] + (shift if i == j else ZERO))


def _on_diagonal(function: Callable[[Entry], Entry], matrix: Matrix) -> Matrix:
    return _filled(len(matrix), lambda i, j: function(matrix[i][i]) if i == j else ZERO)


def _filled(size: int, entry: Callable[[int, int], Entry]) -> Matrix:
    return tuple(tuple(entry(i, j) for j in range(size)) for i in range(size))


def _exp_of_duals(matrix: Matrix, level: int) -> Matrix:
    def value(entry: Entry) -> Entry:
        return entry.value if isinstance(entry, Dual) and entry.level == level else entry

    size = len(matrix)
    plain: Array = arrays.apply(value, matrix)
    inside = exp(plain)
    directions = {j for e in arrays.entries(matrix) if isinstance(e, Dual) and e.level == level for j in e.parts}
    slopes = {}
    for direction in sorted(directions):
        part = arrays.apply(lambda entry, j=direction: duals.derivative(entry, j, level), matrix)
        above = tuple((*plain[i], *part[i]) for i in range(size))
        below = tuple((*(ZERO for _ in range(size)), *plain[i]) for i in range(size))
        slopes[direction] = exp((*above, *below))

    def entry(i: int, j: int) -> Entry:
        return Dual(level, inside[i][j], {direction: whole[i][size + j] for direction, whole in slopes.items()})

    return _filled(size, entry)


def _ending_series(matrix: Matrix) -> Matrix | None:
    """exp of a matrix of which a power is 0; None of another."""
    total, term = arrays.identity(len(matrix)), arrays.identity(len(matrix))
    for count in range(1, len(matrix) + 1):
        term = arrays.apply(lambda x, k=count: x * Fraction(1, k), arrays.times(term, matrix))
        if not any(arrays.entries(term)):
            return total
        total = arrays.apply(lambda x, y: x + y, total, term)
    return None


def _enclosed(matrix: Matrix) -> Matrix:
    bounds = [[enclose(duals.real_part(x)) for x in row] for row in matrix]
    norm = max(sum((max(abs(x.lo), abs(x.hi)) for x in row), ZERO) for row in bounds)
    if norm > _MAX_NORM:
        raise UndefinedAtPoint(f"exp of a matrix of norm beyond {_MAX_NORM}, too large to be enclosed")
    halvings = max(0, norm.numerator.bit_length() - norm.denominator.bit_length() + 1 + _SMALL)
    small = Fraction(1, 1 << halvings)
    scaled: Matrix = tuple(tuple(x * small for x in row) for row in bounds)
    total: Matrix = arrays.identity(len(matrix))
    term = total
    left, count = 2 * ONE, 0
    while left > Fraction(1, 1 << (numbers.PRECISION + 16)):
        count += 1
        left = numbers.round_outward(left * norm * small / count, up=True)
        term = arrays.apply(lambda x, k=count: x * Fraction(1, k), arrays.times(term, scaled))
        total = arrays.apply(lambda x, y: x + y, total, term)
    # ``left`` is at least 2 q^m/m!, more than 2 q^{m+1}/(m+1)!
    result: Matrix = arrays.apply(lambda x: x + Enclosure(-left, left), total)
    for _ in range(halvings):
        result = arrays.times(result, result)
    return result
