"""Signs and definedness as proof terms: 0 ≤ x, x ≠ 0, v ≠ 0, every vₙ ≠ 0, read off the form of a term.

The rules are those of `derive.kernel.assumptions`; here each answer is a proof term over DeriveExport.v, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from derive.language import terms as t
from derive.rocq.environment import square_of_norm, stripped

#: (kind of condition, unfolded term) → the name of its proof.
Known = Mapping[tuple[str, t.Term], str]


class Signs:
    """Proof terms from the premises of one theorem."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def nonneg(self, term: t.Term) -> str | None:
        """A proof of 0 ≤ x, or None."""
        term = stripped(term)
        if (given := self.known.get(("nonneg", term))) is not None:
            return given
        if (given := self.known.get(("positive", term))) is not None:
            return f"(pos_ge0 {given})"
        match term:
            case t.Number(value) if value >= 0:
                return _number_ge0(value)
            case t.Dimension():
                return "(nat_ge0 F n)"
            case t.Add((t.Dimension(), t.Neg(t.Number(value)))) if value == 1:
                return "(succ_sub1_ge0 F m)"
            case t.Add(terms) if not any(isinstance(part, t.Neg) for part in terms):
                return _fold("addr_ge0", [self.nonneg(part) for part in terms])
            case t.Product((left, right)) if t.is_row(left.shape) and t.Transpose(right) == left:
                return f"(row_self_ge0 {_HOLE})"
            case t.Product(factors) | t.Hadamard(factors) if all(factor.shape == () for factor in factors):
                if len(factors) == 2 and factors[0] == factors[1]:
                    return f"(mul_self_ge0 {_HOLE})"
                return _fold("mulr_ge0", [self.nonneg(part) for part in factors])
            case t.Quotient(above, below) if below.shape == ():
                return _fold("divr_ge0", [self.nonneg(above), self.nonneg(below)])
            case t.Power(base, exponent) if exponent.denominator == 2:
                return self._raised(f"(root_ge0 {_HOLE})", exponent.numerator, "exprn_ge0")
            case t.Power(base, exponent):
                if exponent > 1 and exponent.numerator % 2 == 0:
                    return f"(@even_ge0 F {exponent} _ isT)"
                return self._raised(self.nonneg(base), exponent.numerator, "exprn_ge0")
            case t.Sqrt() | t.Norm():
                return f"(root_ge0 {_HOLE})"
            case t.Dot(left, right) if left == right:
                return f"(dot_self_ge0 {_HOLE})"
            case t.Sum(_, body):
                inner = self.nonneg(body)
                return None if inner is None else f"(all_ge0 (fun i => {inner}))"
        return None

    def nonzero(self, term: t.Term) -> str | None:
        """A proof of x ≠ 0, or None."""
        term = stripped(term)
        if (given := self.known.get(("nonzero", term))) is not None:
            return given
        if (given := self.known.get(("positive", term))) is not None:
            return f"(pos_neq0 {given})"
        if (given := self.known.get(("nonzero", t.Sqrt(term))) if term.shape == () else None) is not None:
            return f"(radicand_neq0 {given})"
        match term:
            case t.Number(value) if value != 0:
                return _number_neq0(value)
            case t.Dimension():
                return "(succ_neq0 F m)"
            case t.Add(terms) if not any(isinstance(part, t.Neg) for part in terms):
                return self._sum_nonzero(terms)
            case t.Product((left, right)) if t.is_row(left.shape) and t.Transpose(right) == left:
                return _apply("row_self_neq0", self.not_zero(right))
            case t.Product(factors) | t.Hadamard(factors) if all(factor.shape == () for factor in factors):
                return _fold("mulf_neq0", [self.nonzero(part) for part in factors])
            case t.Quotient(above, below) if below.shape == ():
                return _fold("mulf_neq0", [self.nonzero(above), _apply("invr_neq0", self.nonzero(below))])
            case t.Power(base, exponent) if exponent.denominator == 2:
                return self._raised(self.nonzero(t.Sqrt(base)), exponent.numerator, "expf_neq0")
            case t.Power(base, exponent):
                return self._raised(self.nonzero(base), exponent.numerator, "expf_neq0")
            case t.Sqrt(radicand):
                return _fold("root_neq0", [self.nonneg(radicand), self.nonzero(radicand)])
            case t.Norm(part):
                square = square_of_norm(part)
                return _fold("root_neq0", [self.nonneg(square), self.nonzero(square)])
            case t.Dot(left, right) if left == right:
                return _apply("dot_self_neq0", self.not_zero(left))
        return None

    def not_zero(self, term: t.Term) -> str | None:
        """A proof of v ≠ 0, or None."""
        term = stripped(term)
        if (given := self.known.get(("not_zero", term))) is not None:
            return given
        return _apply("entries_not_zero", self.entries(term)) if t.is_vector(term.shape) else None

    def entries(self, term: t.Term) -> str | None:
        """A proof that every component is ≠ 0, or None."""
        term = stripped(term)
        if (given := self.known.get(("nonzero", term))) is not None:
            return given
        one = t.Number(Fraction(1))
        match term:
            case t.Symbol():
                return None
            case t.Ones() if t.is_vector(term.shape):
                return "(@ones_entries F _)"
            case t.Quotient(above, below) if t.is_vector(below.shape) and above == one:
                return _apply("vinv_entries", self.entries(below))
            case t.Power(base, exponent) | t.HadamardPower(base, exponent) if t.is_vector(base.shape):
                inner = self.entries(base)
                if exponent < 0:
                    inner = _apply("vinv_entries", inner)
                return inner if abs(exponent) == 1 else _apply(f"@vpow_entries F _ _ {abs(exponent)}", inner)
            case t.Product((scalar, vector)) if scalar.shape == () and t.is_vector(vector.shape):
                return _fold("scale_entries", [self.nonzero(scalar), self.entries(vector)])
            case t.Hadamard((left, right)) if t.is_vector(term.shape):
                return _fold("hadamard_entries", [self.entries(left), self.entries(right)])
        return None

    def _sum_nonzero(self, terms: tuple[t.Term, ...]) -> str | None:
        signs = [self.nonneg(part) for part in terms]
        zeros = [self.nonzero(part) for part in terms]
        if None in signs or all(zero is None for zero in zeros):
            return None
        sign, zero = signs[0], zeros[0]
        for other_sign, other_zero in zip(signs[1:], zeros[1:], strict=True):
            if zero is not None:
                zero = f"(add_neq0_l {sign} {other_sign} {zero})"
            elif other_zero is not None:
                zero = f"(add_neq0_r {sign} {other_sign} {other_zero})"
            sign = f"(addr_ge0 {sign} {other_sign})"
        return zero

    def _raised(self, proof: str | None, exponent: int, lemma: str) -> str | None:
        if proof is None or exponent == 1:
            return proof
        if exponent < 0:
            inverse = "invr_neq0" if lemma == "expf_neq0" else "inv_ge0"
            proof = f"({inverse} {proof})"
        return proof if abs(exponent) == 1 else f"({lemma} {abs(exponent)} {proof})"


_HOLE = "_"


def _fold(lemma: str, proofs: list[str | None]) -> str | None:
    """One proof of a left-associated combination."""
    made = proofs[0]
    for proof in proofs[1:]:
        if made is None or proof is None:
            return None
        made = f"({lemma} {made} {proof})"
    return made


def _apply(lemma: str, proof: str | None) -> str | None:
    return None if proof is None else f"({lemma} {proof})"


def _number_ge0(value: Fraction) -> str:
    if value.denominator != 1:
        return f"(divr_ge0 {_number_ge0(Fraction(value.numerator))} (nat_ge0 F {value.denominator}))"
    return "(lexx 0)" if value == 0 else "ler01" if value == 1 else f"(nat_ge0 F {value})"


def _number_neq0(value: Fraction) -> str | None:
    if value < 0:
        return None
    if value.denominator != 1:
        above = _number_neq0(Fraction(value.numerator))
        return f"(mulf_neq0 {above} (invr_neq0 (succ_neq0 F {value.denominator - 1})))"
    return "(oner_neq0 F)" if value == 1 else f"(succ_neq0 F {value.numerator - 1})"
