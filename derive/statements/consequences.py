"""Equations that follow from a theorem of the kernel, where they are none themselves.

**Lemmas.**  lhs = rhs follows under hypotheses

* from the same with a term for a symbol, where a hypothesis says symbol = term and the symbol is not in the term: there the
  symbol has that value, and the term has the properties that the symbol is declared to have;
* from the same with one side of a hypothesis, an equation, in place of the other, which is no symbol and has no free index,
  wherever that stands outside of derivatives: there they have one value;
* from the same with e^{A+B} for e^A e^B, side by side in a product, where A B = B A is proved under the same hypotheses
  (both are the sum of Aʲ Bᵏ/(j! k!), which converges absolutely);
* from an extension by fresh symbols, for what the kernel does not look into, or may not divide by (below);
* from lhs² = rhs², where both sides are ≥ 0 by the way they are written;
* from the equation in which some sub-terms are replaced by others that they are proved to be equal to, under the same
  hypotheses.  The sub-terms are roots, norms, values of functions, determinants, inverses and pseudo-inverses without free
  indices, outside of derivatives, and what replaces them stands in the equation as well, or is made of what stands there and
  in hypotheses: so everything is defined where lhs and rhs are and the hypotheses hold, and has the same value.  Two roots
  are equal if their radicands are, other values if their arguments are.

**Extensions.**  Let a statement lhs = rhs under hypotheses H be given, and let lhs′ = rhs′ be a theorem under H′ and the
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
from functools import partial
from itertools import combinations, pairwise

from derive.errors import InputError, Undecided
from derive.evaluate.witness import SEARCH_EFFORT, find_witness
from derive.kernel.assumptions import assumptions_of
from derive.kernel.decide import Equation, Theorem
from derive.language import terms as t
from derive.language.alike import join_product
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import (
    dimensions_of,
    substitute,
    symbols_of,
    unfold_all,
    unfolded_subterms,
    with_children,
)
from derive.printing import text
from derive.search.cofactors import find_cofactors
from derive.search.contexts import divided_by, known_nonzero
from derive.search.products import exchanged
from derive.statements.declaration import with_terms


class Extension:
    """A statement with fresh symbols in place of inverses: of those the kernel does not look into, or of ``every`` sum."""

    def __init__(self, lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis], every: bool = False) -> None:
        self.lhs, self.rhs, self.hypotheses, self.every = lhs, rhs, tuple(hypotheses), every
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
        """The term with A⁻¹ in place of every such M⁻¹."""
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
        """M⁻¹, with fresh symbols for such parts."""
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
        if matrix.free or not (self._opaque(matrix) or (self.every and isinstance(matrix, t.Add))):
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


#: Pairs of values that are tried to be shown equal.
MAX_PAIRS = 12
#: Entry operations of a look for a point at which an equation fails.
LOOK = SEARCH_EFFORT // 20

Given = tuple[Hypothesis, ...]


def consequence(equation: Equation) -> Theorem | None:
    """A theorem from which an equation follows that the kernel does not decide by itself; None when none is found."""
    lhs, rhs, given = equation.lhs, equation.rhs, equation.hypotheses
    several = _joinable(equation)
    open_ = equation.hypothesis_forms or _inverses(equation) or several or _pairs(unfold_all(lhs), unfold_all(rhs))
    if not open_ or _fails(lhs, rhs, given):
        return None
    try:
        if several:
            lhs, rhs = (_with_sums(unfold_all(side), given) for side in (lhs, rhs))
        for each in dict.fromkeys([(lhs, rhs, given), _with_values(lhs, rhs, given), _with_sides(lhs, rhs, given)]):
            found = _theorem(*each) or _squared(*each) or _with_equals(*each)
            if found is not None:
                return found
    except InputError:  # a limit, or what is assumed contradicts itself of a fresh symbol
        return None
    return None


def _with_values(lhs: t.Term, rhs: t.Term, given: Given) -> tuple[t.Term, t.Term, Given]:
    """The statement with terms for the symbols with properties that hypotheses give; the others the kernel replaces."""
    for number, hypothesis in enumerate(given):
        for symbol, term in (hypothesis.terms, hypothesis.terms[::-1]) if isinstance(hypothesis, Equality) else ():
            if not isinstance(symbol, t.Symbol) or not symbol.properties or term.free or symbol in symbols_of(term):
                continue
            try:
                value = {symbol: term}
                left, right = substitute(lhs, value), substitute(rhs, value)
                others = with_terms((*given[:number], *given[number + 1 :]), partial(substitute, symbols=value))
            except InputError:  # a derivative by the symbol
                continue
            kinds = tuple(Condition(kind, term) for kind in sorted(symbol.properties))
            return _with_values(left, right, (*others, *kinds))
    return lhs, rhs, given


def _with_sides(lhs: t.Term, rhs: t.Term, given: Given) -> tuple[t.Term, t.Term, Given]:
    """The statement with the right sides of hypotheses for the left ones that stand in it, which are no symbols."""
    equal: dict[t.Term, t.Term] = {}
    for hypothesis in given:
        if isinstance(hypothesis, Equality):
            side, other = map(unfold_all, hypothesis.terms)
            if not (isinstance(side, t.Symbol) or side.free or other.free or side in unfolded_subterms(other)):
                equal[side] = other
    sides = unfold_all(lhs), unfold_all(rhs)
    left, right = (_replaced(side, equal) for side in sides)
    return (left, right, given) if (left, right) != sides else (lhs, rhs, given)


def _fails(lhs: t.Term, rhs: t.Term, given: Given) -> bool:
    """Is there a point at which it fails, and which is soon found?  Then no theorem need be looked for."""
    return find_witness(lhs, rhs, given, budget=LOOK) is not None


def _inverses(equation: Equation) -> bool:
    """Is there an inverse that the kernel does not look into?"""
    return any(isinstance(term, t.Inverse) for term in equation.opaque)


def _joinable(equation: Equation) -> bool:
    """Do exponentials of matrices stand side by side?"""
    sides = (part for side in (equation.lhs, equation.rhs) for part in unfolded_subterms(side))
    return any(isinstance(p, t.Product) and any(_exponents(*pair) for pair in pairwise(p.factors)) for p in sides)


def _exponents(one: t.Term, other: t.Term) -> tuple[t.Term, t.Term] | None:
    """A and B of e^A and e^B."""
    match one, other:
        case t.MatrixFunction("exp", left), t.MatrixFunction("exp", right):
            return left, right
    return None


def _with_sums(term: t.Term, given: Given) -> t.Term:
    """The term with e^{A+B} for e^A e^B wherever A and B commute, outside of derivatives."""
    if isinstance(term, t.Grad):
        return term
    term = with_children(term, tuple(_with_sums(child, given) for child in term.children))
    if not isinstance(term, t.Product):
        return term
    factors: list[t.Term] = []
    for factor in term.factors:
        pair = _exponents(factors[-1], factor) if factors else None
        if pair is not None and not factor.free | factors[-1].free and _commute(*pair, given):
            factors[-1] = t.MatrixFunction("exp", t.Add(pair))
        else:
            factors.append(factor)
    return join_product(factors)


def _commute(one: t.Term, other: t.Term, given: Given) -> bool:
    """Is A B = B A proved?"""
    theorem = _theorem(t.Product((one, other)), t.Product((other, one)), given)
    return theorem is not None and not theorem.conditions


def _theorem(lhs: t.Term, rhs: t.Term, given: Given) -> Theorem | None:
    """By the kernel, with cofactors, in an extension where there is need of one."""
    tried: list[t.Term] | None = None
    for every in (False, True):
        try:
            extension = Extension(lhs, rhs, given, every)
            theorem = _extended(extension) if [*extension.matrices] != tried else None
            tried = [*extension.matrices]
        except Undecided:
            continue
        if theorem is not None:
            return theorem
    return None


def _extended(extension: Extension) -> Theorem | None:
    """By the kernel, with cofactors."""
    equation = extension.equation()
    theorem = equation.theorem()
    if theorem is not None or not equation.hypothesis_forms:
        return theorem
    found = find_cofactors(equation)
    if found is None:
        return None
    theorem = equation.theorem(found)
    divided = divided_by(equation, found)
    used = [term for term, units in known_nonzero(equation).items() if units & divided]
    if theorem is not None or not used:
        return theorem
    equation = extension.equation(used)  # they divide by more than the authored terms, or at other indices
    found = find_cofactors(equation, len(equation.hypothesis_forms) - len(used))
    return None if found is None else equation.theorem(found)


def _squared(lhs: t.Term, rhs: t.Term, given: Given) -> Theorem | None:
    """By the squares, where roots are in the way and both sides are ≥ 0."""
    sign = assumptions_of(given).sign
    values = (*_values(unfold_all(lhs)), *_values(unfold_all(rhs)))
    roots = [value for value in values if _radicand(value) is not None]
    if lhs.shape != () or not roots or not (sign(lhs).nonneg and sign(rhs).nonneg):
        return None
    return _theorem(t.Power(lhs, Fraction(2)), t.Power(rhs, Fraction(2)), given)


def _with_equals(lhs: t.Term, rhs: t.Term, given: Given) -> Theorem | None:
    """With values replaced by equal ones, the larger by the smaller."""
    left, right = unfold_all(lhs), unfold_all(rhs)
    replaced: dict[t.Term, t.Term] = {}
    for simple, value in [*_pairs(left, right), *_with_products(left, right, given)]:
        if value in replaced or simple in replaced:
            continue
        made, other = (_replaced(term, replaced, whole=False) for term in (value, simple))
        if _equal(made, other, given):
            replaced[value] = other
    if not replaced:
        return None
    return _theorem(_replaced(left, replaced), _replaced(right, replaced), given)


def _pairs(left: t.Term, right: t.Term) -> list[tuple[t.Term, t.Term]]:
    """Values that may be equal, the smaller one first."""
    values = sorted({*_values(left), *_values(right)}, key=lambda term: (term.size, text(term)))
    return [pair for pair in combinations(values, 2) if _alike(*pair)][:MAX_PAIRS]


def _with_products(left: t.Term, right: t.Term, given: Given) -> list[tuple[t.Term, t.Term]]:
    """Inverses and determinants with products exchanged in their arguments, by hypotheses; then as they stand."""
    values = dict.fromkeys(v for v in (*_values(left), *_values(right)) if isinstance(v, t.Inverse | t.Det))
    pairs = [(with_children(value, (exchanged(value.children[0], given),)), value) for value in values]
    return [(made, value) for made, value in pairs if made != value]


def _replaced(term: t.Term, replaced: dict[t.Term, t.Term], whole: bool = True) -> t.Term:
    """The term with values replaced, outside of derivatives; with ``whole`` it may be one of them itself."""
    if isinstance(term, t.Grad):
        return term
    if whole and term in replaced:
        return replaced[term]
    return with_children(term, tuple(_replaced(child, replaced) for child in term.children))


def _values(term: t.Term) -> Iterator[t.Term]:
    """The roots, norms, values of functions, determinants and (pseudo-)inverses in a term, as the lemma has it."""
    if isinstance(term, t.Grad):
        return
    for child in term.children:
        yield from _values(child)
    if not term.free and (
        _radicand(term) is not None or isinstance(term, t.Function | t.MatrixFunction | t.Det | t.Inverse | t.Pinv)
    ):
        yield term


def _radicand(term: t.Term) -> t.Term | None:
    """What a value is the root of."""
    match term:
        case t.Sqrt(radicand) | t.Power(radicand, Fraction(numerator=1, denominator=2)):
            return radicand
        case t.Norm(part) if t.is_vector(part.shape):
            return t.Dot(part, part)
        case t.Norm(part) if t.is_row(part.shape):
            return t.Product((part, t.Transpose(part)))
        case t.Norm(part):
            return t.Trace(t.Product((part, t.Transpose(part))))
    return None


def _alike(one: t.Term, other: t.Term) -> bool:
    """May two values be shown equal?"""
    if _radicand(one) is not None and _radicand(other) is not None:
        return one.shape == other.shape
    same = type(one) is type(other) and one.children[0].shape == other.children[0].shape
    return same and (not isinstance(one, t.Function | t.MatrixFunction) or one.values[0] == other.values[0])


def _equal(one: t.Term, other: t.Term, given: Given) -> bool:
    """Are two values proved to be equal, though the kernel does not see it by itself?"""
    left, right = _radicand(one), _radicand(other)
    if left is None or right is None:
        (left,), (right,) = one.children, other.children
    try:
        if Equation(one, other, given).holds():
            return False
    except Undecided:
        return False
    return not _fails(left, right, given) and _theorem(left, right, given) is not None
