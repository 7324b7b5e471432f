"""exp, log and half-integer powers of square matrices.

**Values.**  exp A = Σ Aᵏ/k! exists for every A.  For a positive definite S, that is S = Q diag(d) Qᵀ with QᵀQ = I and d > 0,
log S = Q diag(log d) Qᵀ and S^{p/2} = Q diag(d^{p/2}) Qᵀ; elsewhere they have no value (the ledger says so), so that S may
be taken for positive definite, symmetric and invertible where one of them stands.  Each value is a matrix of its own:
*G^k e^{cG}*, with a normal form G, a scalar c, and a k that is an integer, or half of one if G is positive definite
(`PowerOf`); or log G (`LogOf`).  Of them this is used:

=====================================  ================================================================================
exp 0 = I, exp diag d = diag e^d       the series, entry by entry; so for log and powers of a diag d, where d > 0
exp(c I + A) = e^c exp A               c I commutes with A
exp(B A B⁻¹) = B exp(A) B⁻¹            (B A B⁻¹)ᵏ = B Aᵏ B⁻¹; C = B⁻¹ is seen by C B = I.  For log and powers B is orthogonal
exp(Aᵀ) = exp(A)ᵀ                      (Aᵀ)ᵏ = (Aᵏ)ᵀ; of Gᵀ and G the lesser is kept.  A value of a symmetric G is symmetric
G^j e^{aG} G^k e^{bG} = G^{j+k} e^{(a+b)G}   powers and exponentials of one matrix commute, and exponents add: so
                                       e^A e^{-A} = I, (e^A)ⁿ = e^{nA}, A e^A = e^A A, S^{1/2} S^{1/2} = S
d e^{cG} = dc G e^{cG}                 for a G that does not change: term by term
det e^{cG} = e^{c tr G}                det exp A = exp tr A, by the eigenvalues; det S^{1/2} = √det S, where det S > 0
(c S)^{1/2} = √c S^{1/2}, log(c S) = log c I + log S     for c > 0: S = Q diag(d) Qᵀ; S is positive definite with c S
e^{log S} = S, e^{log(S)/2} = S^{1/2}  e^{log d} = d
log S^{-1} = −log S, log S^{1/2} = ½ log S, log e^A = A, (S^{-1})^{1/2} = S^{-1/2}     entry by entry of d; A symmetric
=====================================  ================================================================================

Exponents add where two such edges meet at a summed vertex that nothing else touches (`MatrixFunctions.met`), G itself among
them if it is one symbol, and its inverse.  Of everything else, as of e^{A+B}, nothing is known: equal arguments give equal
values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.errors import Undecided
from derive.kernel import functions
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import Assumptions
from derive.kernel.determinants import Determinants
from derive.kernel.forms import ONE, Form, FrozenForm, at_legs, freeze
from derive.kernel.graphs import EMPTY, Factor
from derive.kernel.matrices import Matrices, base_dim, identity, is_forward, is_unit, multiple_of, number_of
from derive.kernel.values import InverseOf, inverse_symbol, is_symmetric
from derive.language.terms import Symbol

#: The largest |k| for which G^k is written out.
MAX_POWER = 60

_HALF = Fraction(1, 2)
_LEGS = (0, 1)


@dataclass(frozen=True)
class PowerOf:
    """The key of G^power e^{multiple G}; ``base`` is G, with two legs."""

    base: FrozenForm
    power: Fraction
    multiple: FrozenForm


@dataclass(frozen=True)
class LogOf:
    """The key of log G."""

    base: FrozenForm


class MatrixFunctions(Determinants):
    """The matrix functions of one algebra.  A *matrix* below is a form with two legs over one dimension."""

    def __init__(self, algebra: Algebra, assumptions: Assumptions, generic: Sequence[Symbol]) -> None:
        super().__init__(algebra, assumptions, generic)
        self.matrices = Matrices(algebra)
        #: The inverses of matrices of which powers are taken.
        self.inverses: dict[FrozenForm, Form] = {}

    # --- values ---

    def exponential(self, matrix: Form, dim: int) -> Form:
        """exp of a matrix over a dimension."""
        if not matrix:
            return identity(dim)
        if (entries := self.matrices.diagonal(matrix)) is not None:
            return self.matrices.of_entries(functions.exponential(self.algebra, entries, at_legs((dim,)), self.inverse))
        if (layer := self.matrices.layer(matrix, orthogonal=False)) is not None:
            left, inner, right = layer
            return self.matrices.between(left, self.exponential(inner, dim), right)
        shift = {key: value for key, value in matrix.items() if is_unit(key[0])}
        scalar = self.algebra.rearrange({(EMPTY, monomial): value for (_, monomial), value in shift.items()}, (), ())
        if shift:
            rest = {key: value for key, value in matrix.items() if key not in shift}
            factor = functions.exponential(self.algebra, scalar, ONE, self.inverse)
            return self.algebra.times(self.exponential(rest, dim), factor)
        multiple, base = multiple_of(matrix)
        flipped = self.matrices.transposed(base)
        if freeze(flipped) < freeze(base):
            return self.matrices.transposed(self._power(flipped, Fraction(0), multiple, dim))
        return self._power(base, Fraction(0), multiple, dim)

    def root(self, matrix: Form, power: Fraction, dim: int, inverse: Callable[[], Form]) -> Form | None:
        """A half-integer power of a positive definite matrix; ``inverse`` makes the form of its inverse.

        None where it is diagonal with a reciprocal that may not be used.
        """
        if not matrix:
            return None
        if (entries := self.matrices.diagonal(matrix)) is not None:
            root = functions.root(self.algebra, entries)
            below = self.inverse(entries) if power < 0 else None
            if not root or (power < 0 and below is None):
                return None
            for _ in range(abs(power.numerator) // 2 + (power < 0)):
                root = self.algebra.pointwise(root, below or entries)
            return self.matrices.of_entries(root)
        if (layer := self.matrices.layer(matrix, orthogonal=True)) is not None:
            left, inner, right = layer
            flipped = self.matrices.transposed(left), self.matrices.transposed(right)  # B A Bᵀ has the inverse B A⁻¹ Bᵀ
            value = self.root(inner, power, dim, lambda: self.matrices.between(flipped[0], inverse(), flipped[1]))
            return None if value is None else self.matrices.between(left, value, right)
        scale, base = self.matrices.positive_scale(matrix)
        if scale != ONE:
            factor = functions.root(self.algebra, scale)
            factor = self.algebra.power(factor, abs(power.numerator))
            factor = functions.reciprocal(self.algebra, factor) if power < 0 else factor
            value = self.root(base, power, dim, lambda: self.algebra.times(inverse(), scale))
            return None if value is None else self.algebra.times(value, factor)
        match self.matrices.edge_key(base):
            case InverseOf(symbol):
                return self._power(self.matrices.edge(self.algebra.symbol(symbol), dim), -power, {}, dim)
            case PowerOf(inside, Fraction(numerator=0), multiple) if is_symmetric(self.algebra, base):
                return self._power(dict(inside), Fraction(0), self.algebra.scale(dict(multiple), power), dim)
        base = min(base, self.matrices.transposed(base), key=freeze)
        if not isinstance(self.matrices.edge_key(base), Symbol) and freeze(base) not in self.inverses:
            found = inverse()
            if self.matrices.edge_key(found) is not None:  # it is as symmetric as the matrix
                number = next(iter(found))[0][2][0][0]
                self.algebra.properties = self.algebra.properties.extended(number, ["symmetric"])
                found = self.matrices.edge(number, dim)
            self.inverses[freeze(base)] = found
        return self._power(base, power, {}, dim)

    def logarithm(self, matrix: Form, dim: int) -> Form:
        """log of a positive definite matrix."""
        if not matrix:
            raise Undecided("the logarithm of a matrix that is 0")
        if (entries := self.matrices.diagonal(matrix)) is not None:
            return self.matrices.of_entries(functions.logarithm(self.algebra, entries))
        if (layer := self.matrices.layer(matrix, orthogonal=True)) is not None:
            left, inner, right = layer
            return self.matrices.between(left, self.logarithm(inner, dim), right)
        scale, base = self.matrices.positive_scale(matrix)
        if scale != ONE:
            unit = self.algebra.times(identity(dim), functions.logarithm(self.algebra, scale))
            return self.algebra.add(self.logarithm(base, dim), unit)
        match self.matrices.edge_key(base):
            case InverseOf(symbol):
                return self.algebra.negate(self.logarithm(self.matrices.edge(self.algebra.symbol(symbol), dim), dim))
            case PowerOf(inside, power, ()) if power.denominator == 2:
                return self.algebra.scale(self.logarithm(dict(inside), dim), power)
            case PowerOf(inside, Fraction(numerator=0), multiple) if is_symmetric(self.algebra, base):
                return self.algebra.times(dict(inside), dict(multiple))
        base = min(base, self.matrices.transposed(base), key=freeze)
        number = self.algebra.symbol(LogOf(freeze(base)))
        self.algebra.properties = self.algebra.properties.extended(number, ["symmetric"])
        return self.matrices.edge(number, dim)

    # --- one edge ---

    def _power(self, base: Form, power: Fraction, multiple: Form, dim: int) -> Form:
        """base^power e^{multiple · base}"""
        match self.matrices.edge_key(base):
            case LogOf(inside) if (number := number_of(multiple)) is not None and power == 0:
                if number.denominator <= 2 and abs(number) <= MAX_POWER:  # e^{k log G} = G^k
                    return self._power(dict(inside), number, {}, dim)
            case None:  # what is no single edge does not join with its values: only less than a whole one is kept
                whole = Fraction(int(power))
                if whole:
                    own = self._power(base, power - whole, multiple, dim)
                    return self._chained(base, int(whole), own)
        if not multiple and power.denominator == 1:
            return self._chained(base, int(power), identity(dim))
        joint = self.algebra.symbol(PowerOf(freeze(base), power, freeze(multiple)))
        if power.denominator == 2 or is_symmetric(self.algebra, base):
            self.algebra.properties = self.algebra.properties.extended(joint, ["symmetric"])
        self.algebra.joining.add(joint)
        self.algebra.met = self.met
        return self.matrices.edge(joint, dim)

    def _chained(self, base: Form, count: int, last: Form) -> Form:
        """base^count · last"""
        if abs(count) > MAX_POWER:
            raise Undecided(f"a power of a matrix beyond {MAX_POWER}")
        factor = base if count > 0 else self._inverse(base) if count else {}
        for _ in range(abs(count)):
            last = self.matrices.times(factor, last)
        return last

    def _inverse(self, base: Form) -> Form:
        """The inverse of a matrix that is invertible."""
        frozen = freeze(base)
        if frozen not in self.inverses:
            key, (((dims, _, _), _), _) = self.matrices.edge_key(base), frozen[0]
            if not isinstance(key, Symbol):
                raise Undecided("the inverse of a matrix of which functions are taken")
            found = self.matrices.edge(inverse_symbol(self.algebra, self.algebra.symbol(key), key), dims[0])
            self.inverses[frozen] = found if is_forward(base) else self.matrices.transposed(found)
        return self.inverses[frozen]

    def met(self, first: Factor, second: Factor, middle: int) -> Form | None:
        """What two edges become that meet at a vertex, with a leg at either other end; None where that is not known."""
        (one, places, _), (other, places2, _) = first, second
        symmetric = self.algebra.properties.symmetric
        forward, forward2 = places[1] == middle, places2[0] == middle
        keys = [self.algebra.symbol_keys[number] for number in (one, other)]
        powers = [key for key in keys if isinstance(key, PowerOf)]
        if not powers or not (forward == forward2 or one in symmetric or other in symmetric):
            return None
        for base in dict.fromkeys(key.base for key in powers):
            here, there = (self._exponents(n, key, base) for n, key in zip((one, other), keys, strict=True))
            if here is not None and there is not None:
                multiple = self.algebra.add(here[1], there[1])
                value = self._power(dict(base), here[0] + there[0], multiple, base_dim(base))
                return value if (forward2 if one in symmetric else forward) else self.matrices.transposed(value)
        return None

    def _exponents(self, number: int, key: Hashable, base: FrozenForm) -> tuple[Fraction, Form] | None:
        """k and c of an edge that is base^k e^{c base}; None of another edge."""
        sign = 1
        match key:
            case PowerOf(own, power, multiple) if own == base:
                return power, dict(multiple)
            case InverseOf(symbol):
                number, sign = self.algebra.symbol(symbol), -1
        return (Fraction(sign), {}) if freeze(self.matrices.edge(number, base_dim(base))) == base else None

    # --- what is made of them ---

    def of_edge(self, key: Hashable) -> Form | None:
        """The determinant of a value."""
        if not isinstance(key, PowerOf):
            return None
        base, multiple = dict(key.base), dict(key.multiple)
        trace = self.algebra.rearrange(base, (0, 0), ())
        result = functions.exponential(self.algebra, self.algebra.times(trace, multiple), ONE, self.inverse)
        if key.power:
            symbol = self.matrices.edge_key(base)
            if not isinstance(symbol, Symbol):
                return None
            generator = self.determinant_of(symbol)
            whole = key.power - (_HALF if key.power.denominator == 2 else 0)
            if whole:
                result = self.algebra.times(result, self.algebra.generator(generator, int(whole)))
            if key.power.denominator == 2:
                result = self.algebra.times(result, functions.root(self.algebra, self.algebra.generator(generator)))
        return result

    def of_value(self, key: Hashable, symbol: Symbol) -> Form:
        """∂/∂symbol of a value, beside what has entries.

        Raises `Undecided` where the matrix changes otherwise than by a factor.
        """
        if not isinstance(key, PowerOf | LogOf):
            return super().of_value(key, symbol)
        base = dict(key.base)
        if self.derivative(base, symbol):
            raise Undecided(
                f"the derivative of a function of a matrix with respect to {symbol.name}, on which it depends"
            )
        if isinstance(key, LogOf):
            return {}
        inner = self.derivative(dict(key.multiple), symbol)
        if not inner:
            return {}
        there = tuple(range(2, 2 + len(symbol.shape)))
        value = self._power(base, key.power + 1, dict(key.multiple), base_dim(key.base))
        return self.algebra.contract(value, _LEGS, inner, there, (*_LEGS, *there))
