"""Functions of matrices in certificates: the format has them as values of which nothing is known but what they are of.

So an equation has a certificate if it holds with a matrix of its own for each of these values, whatever that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from derive.certificates.cofactors import Cofactors, cofactors_of
from derive.errors import Undecided
from derive.kernel.decide import Equation
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import substitute, unfold_all, unfolded_subterms, with_children
from derive.language.terms import Grad, MatrixFunction, Power, Symbol, Term, is_square
from derive.search.cofactors import find_cofactors
from derive.statements.declaration import with_terms


def is_function_of_matrix(term: Term) -> bool:
    """Is it exp, log or a half-integer power of a square matrix?"""
    match term:
        case MatrixFunction():
            return True
        case Power(base, Fraction(denominator=2)):
            return is_square(base.shape)
    return False


@dataclass(frozen=True)
class Opaque:
    """An equation with a symbol for each value of a function of a matrix, one for those that are written alike."""

    lhs: Term
    rhs: Term
    hypotheses: tuple[Hypothesis, ...]
    values: dict[Term, Symbol]

    def holds(self) -> bool:
        """Is it proved?  Then the equation rests on no law of functions of matrices."""
        try:
            equation = Equation(self.lhs, self.rhs, self.hypotheses)
            return equation.holds() or (bool(equation.hypothesis_forms) and find_cofactors(equation) is not None)
        except Undecided:
            return False

    def cofactors(self) -> Cofactors | None:
        """Those of the equation, with the values in the places of their symbols; None where none are needed or known."""
        found = cofactors_of(self.lhs, self.rhs, self.hypotheses)
        if found is None:
            return None
        for value, symbol in self.values.items():
            found = with_terms(found, partial(substitute, symbols={symbol: value}))
        return found


def opaque(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...]) -> Opaque | None:
    """The equation with its functions of matrices as symbols; None where it has none."""
    terms = [lhs, rhs, *(term for hypothesis in hypotheses for term in hypothesis.terms)]
    if not any(is_function_of_matrix(part) for term in terms for part in unfolded_subterms(term)):
        return None
    values: dict[Term, Symbol] = {}
    left, right = _replaced(unfold_all(lhs), values), _replaced(unfold_all(rhs), values)
    given = with_terms(hypotheses, lambda term: _replaced(unfold_all(term), values))
    return Opaque(left, right, given, values)


def _replaced(term: Term, values: dict[Term, Symbol]) -> Term:
    """The term with a symbol for each value, one for those alike; a derivative stays, with what is in it."""
    if isinstance(term, Grad):
        return term
    if is_function_of_matrix(term) and not term.free:  # outermost first: nothing inside it is replaced
        return values.setdefault(term, Symbol(f"value·{len(values) + 1}", term.shape))
    return with_children(term, tuple(_replaced(child, values) for child in term.children))
