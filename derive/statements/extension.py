"""Fresh symbols for what the kernel does not look into, or may not divide by.

**Lemma.**  Let a statement lhs = rhs under hypotheses H be given, and let lhs′ = rhs′ be a theorem under H′ and the
definitions of fresh symbols, where

* A, invertible, is defined by A = M for a matrix M without free indices, and A⁻¹ stands in lhs′, rhs′ and H′ where M⁻¹
  stands in lhs, rhs and H, derivatives apart (A is declared symmetric only if Mᵀ = M is a theorem under H);
* t is defined by t = 1/u, component by component, for a u without free indices that is nonzero by H.

Then lhs = rhs under H.  For take data at which H holds and every sub-term of lhs and rhs is defined.  A matrix M of which
the inverse stands in them is invertible; so A = M and t = 1/u are values with the declared properties.  With them every
sub-term of lhs′, rhs′ and H′ has the value of that from which it comes, so that H′ holds and lhs′ = rhs′ speaks of these
data.  Before that, (M₁ M₂)⁻¹ may be written M₂⁻¹ M₁⁻¹ if both are square: where M₁ M₂ is invertible, so are they; and
(s M)⁻¹, (Mᵀ)⁻¹, (−M)⁻¹, (Mᵏ)⁻¹ likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.alike import join_product
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import dimensions_of, symbols_of, unfold_all, unfolded_subterms, with_children
from derive.statements.declaration import with_terms


class Extension:
    """A statement with fresh symbols in place of inverses."""

    def __init__(self, lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis]) -> None:
        self.lhs, self.rhs, self.hypotheses = lhs, rhs, tuple(hypotheses)
        self.taken = set(_names((lhs, rhs, *(term for hypothesis in hypotheses for term in hypothesis.terms))))
        #: The symbol that stands for a matrix.
        self.matrices: dict[t.Term, t.Symbol] = {}
        left, right = (self.replaced(unfold_all(side)) for side in (lhs, rhs))
        under = with_terms(self.hypotheses, lambda term: self.replaced(unfold_all(term)))
        if self.matrices:
            definitions = tuple(Equality(symbol, matrix) for matrix, symbol in self.matrices.items())
            self.lhs, self.rhs, self.hypotheses = left, right, (*under, *definitions)

    def equation(self, nonzero: Sequence[t.Term] = ()) -> Equation:
        """The statement with fresh symbols, and with symbols for the reciprocals of terms that are known not to be 0.

        What says t = 1/u comes last among the hypotheses, and is there for what it divides by.
        """
        reciprocals = [self._reciprocal(term) for term in nonzero]
        return Equation(self.lhs, self.rhs, (*self.hypotheses, *reciprocals))

    def replaced(self, term: t.Term) -> t.Term:
        """The term with A⁻¹ in place of every M⁻¹ that the kernel does not look into."""
        if isinstance(term, t.Grad):
            return term
        made = with_children(term, tuple(map(self.replaced, term.children)))
        match made:
            case t.Inverse(matrix):
                return self.inverse(matrix)
            case t.Power(base, exponent) if exponent < 0 and exponent.denominator == 1 and t.is_square(base.shape):
                inverse = self.inverse(base)
                return inverse if exponent == -1 else t.Power(inverse, -exponent)
        return made

    def inverse(self, matrix: t.Term) -> t.Term:
        """M⁻¹, with fresh symbols for the parts that the kernel does not invert."""
        match matrix:
            case t.Transpose(part):
                return t.Transpose(self.inverse(part))
            case t.Neg(part):
                return t.Neg(self.inverse(part))
            case t.Power(base, exponent) if exponent > 0 and exponent.denominator == 1:
                return t.Power(self.inverse(base), exponent)
            case t.Quotient(above, below):
                return t.Product((below, self.inverse(above)))
            case t.Product(factors) if len(blocks := _square_blocks(factors)) > 1:
                return t.Product(tuple(map(self._inverted, reversed(blocks))))
        if matrix.free or not self._opaque(matrix):
            return t.Inverse(matrix)
        if matrix not in self.matrices:
            words = ["invertible", *(["symmetric"] if self._symmetric(matrix) else [])]
            self.matrices[matrix] = t.Symbol(self._fresh("M"), matrix.shape, frozenset(words))
        return t.Inverse(self.matrices[matrix])

    def _inverted(self, block: t.Term) -> t.Term:
        return self.inverse(block) if block.shape else t.Quotient(t.Number(Fraction(1)), block)

    def _opaque(self, matrix: t.Term) -> bool:
        conditions = [hypothesis for hypothesis in self.hypotheses if isinstance(hypothesis, Condition)]
        return bool(Equation(t.Inverse(matrix), t.Inverse(matrix), conditions).opaque)

    def _symmetric(self, matrix: t.Term) -> bool:
        return Equation(matrix, t.Transpose(matrix), self.hypotheses).holds()

    def _reciprocal(self, term: t.Term) -> Equality:
        symbol = t.Symbol(self._fresh("t"), term.shape, frozenset({"nonzero"}))
        return Equality(symbol, t.Quotient(t.Number(Fraction(1)), term))

    def _fresh(self, letter: str) -> str:
        name, number = letter, 0
        while name in self.taken:
            number += 1
            name = f"{letter}{number}"
        self.taken.add(name)
        return name


def _square_blocks(factors: Sequence[t.Term]) -> list[t.Term]:
    """The shortest scalars and square matrices in a row whose product this is."""
    blocks: list[t.Term] = []
    open_: list[t.Term] = []
    for factor in factors:
        open_.append(factor)
        block = join_product(open_)
        if block.shape == () or t.is_square(block.shape):
            blocks.append(block)
            open_ = []
    return blocks if not open_ else []


def _names(terms: Sequence[t.Term]) -> Iterator[str]:
    """The names in use: of symbols, dimensions and definitions."""
    yield from (symbol.name for symbol in symbols_of(*terms))
    yield from (dim.name for dim in dimensions_of(*terms))
    for term in terms:
        yield from (part.definition.name for part in unfolded_subterms(term) if isinstance(part, t.Defined))
