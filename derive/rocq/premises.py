"""What a theorem assumes, as propositions of Rocq, and the signs and rules that follow from it.

A sign that is needed, 0 ≤ x, x ≠ 0, v ≠ 0, every vₙ ≠ 0, is read off the form of a term (`Signs`): the rules are those of
`derive.kernel.assumptions`, and each answer is a proof term over DeriveExport.v.  One that cannot be read off is a premise
of the theorem, where the statement itself has the divisor or the radicand: that its terms are defined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derive.language import terms as t
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Dot, Norm, Power, Symbol, Term, is_vector
from derive.rocq.environment import kind_of, square_of_norm, stripped
from derive.rocq.leads import leading
from derive.rocq.pieces import Unreachable
from derive.rocq.terms import Writer

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


@dataclass(frozen=True)
class Relation:
    """A rewrite rule as a deep term, and the proof that it holds."""

    rule: str
    proof: str


class Premises:
    """The premises of one theorem, and what is known by them.

    Attributes:
        texts: the premises; their names are h1, h2, …
        domain: those that only say that a term is defined: kind and term.
        facts: the rules that they give.
        lines: the proofs of what follows, so far.
        known: the names of the proofs of signs.
    """

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.texts: list[str] = []
        self.domain: list[tuple[str, Term]] = []
        self.facts: list[Relation] = []
        self.lines: list[str] = []
        self.known: dict[tuple[str, Term], str] = {}
        self.signs = Signs(self.known)
        self._count = 0

    def _premise(self, text: str) -> str:
        self.texts.append(text)
        return f"h{len(self.texts)}"

    def assume(self, hypothesis: Hypothesis) -> None:
        """One premise more."""
        if isinstance(hypothesis, Equality):
            left, right = (self.writer.piece(term).text for term in hypothesis.terms)
            self._equality(hypothesis, self._premise(f"{left} = {right}"))
            return
        name = self._premise(self.condition(hypothesis))
        term = stripped(hypothesis.term)
        self.known[hypothesis.kind, term] = name
        if hypothesis.kind == "mask":
            made = self.writer.piece(term)
            self.facts.append(Relation(f"vRule (VHad {made.deep} {made.deep}) {made.deep}", name))

    def condition(self, condition: Condition) -> str:
        """A condition as a proposition; raises `Unreachable` for those of matrices."""
        made = self.writer.piece(condition.term)
        cast = "" if condition.term.shape or symbols_of(condition.term) else " :> F"
        match condition.kind:
            case "nonzero" if is_vector(condition.term.shape):
                return f"(forall i, {made:apply} i 0 != 0)"
            case "nonzero" | "not_zero":
                return f"{made.text} != 0{cast}"
            case "nonneg":
                return f"0 <= {made.text}{cast}"
            case "positive":
                return f"0 < {made.text}{cast}"
            case "mask":
                return f"hadamard {made:postfix} {made:postfix} = {made.text}"
        raise Unreachable(f"a matrix that is {condition.kind}")

    def _equality(self, hypothesis: Equality, name: str) -> None:
        """A rule from an equality, for a symbol that is alone on a side, or for its largest monomial."""
        lhs, rhs = (stripped(term) for term in hypothesis.terms)
        if free := lhs.free | rhs.free:
            raise Unreachable(f"a hypothesis about free indices {len(free)}")
        letter = {"S": "RS", "V": "RV"}.get(kind_of(lhs.shape))
        if letter is None:
            raise Unreachable("an equality of matrices as a hypothesis")
        for left, right, proof in ((lhs, rhs, name), (rhs, lhs, f"(esym {name})")):
            if isinstance(left, Symbol) and left not in symbols_of(right):
                a, b = self.writer.piece(left).deep, self.writer.piece(right).deep
                self.facts.append(Relation(f"{letter} {a} {a} {b}", proof))
                return
        match lhs:
            case Power(Norm(part), exponent) if exponent == 2 and is_vector(part.shape):
                lhs, name = Dot(part, part), f"(etrans (norm_square _) {name})"
        lead = leading(lhs, rhs)
        made, a, b = (self.writer.piece(term).deep for term in (lead, lhs, rhs))
        self.facts.append(Relation(f"{letter} {made} {a} {b}", name))

    def need(self, kind: str, term: Term, authored: bool) -> str:
        """The proof of a sign, read off, or made a premise where the statement itself needs it."""
        key = (kind, stripped(term))
        found = getattr(self.signs, kind)(term)
        if found is None:
            if not authored:
                raise Unreachable("a sign that only the certificate needs")
            self.domain.append((kind, term))
            found = self.known[key] = self._premise(self.condition(Condition(kind, term)))
        if not found.startswith("("):
            return str(found)
        name = self.name("s")
        self.lines.append(f"have {name} : {self.condition(Condition(kind, term))} by exact: {found}.")
        self.known[key] = name
        return name

    def name(self, letter: str) -> str:
        """A name for something that is proved."""
        self._count += 1
        return f"{letter}{self._count}"

    def entries(self, vector: Term, authored: bool = True) -> str:
        """The proof that no component of a vector is 0, read off, or made a premise."""
        found = self.signs.entries(vector)
        if found is None:
            if not authored:
                raise Unreachable("a sign that only the certificate needs")
            found = self.known["nonzero", stripped(vector)] = self._premise(
                self.condition(Condition("nonzero", vector))
            )
        return found
