"""Functions of matrices in certificates: the format has them as values of which nothing is known but what they are of.

So an equation has a certificate if it holds with a matrix of its own for each of these values, whatever that is.
"""

from __future__ import annotations

from fractions import Fraction

from derive.errors import Undecided
from derive.kernel.decide import Equation
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import unfold_all, unfolded_subterms, with_children
from derive.language.terms import Grad, MatrixFunction, Power, Symbol, Term, is_square
from derive.statements.cofactors import find_cofactors


def is_function_of_matrix(term: Term) -> bool:
    """Is it exp, log or a half-integer power of a square matrix?"""
    match term:
        case MatrixFunction():
            return True
        case Power(base, Fraction(denominator=2)):
            return is_square(base.shape)
    return False


def rests_on_functions(lhs: Term, rhs: Term, hypotheses: tuple[Hypothesis, ...]) -> bool:
    """Does an equation, which is proved, rest on more of functions of matrices than that equal ones are equal?

    Equal is here what is written alike; where that is less than the normal forms show, the answer is yes as well.
    """
    terms = [lhs, rhs, *(term for hypothesis in hypotheses for term in hypothesis.terms)]
    if not any(is_function_of_matrix(part) for term in terms for part in unfolded_subterms(term)):
        return False
    values: dict[Term, Symbol] = {}
    left, right = _replaced(unfold_all(lhs), values), _replaced(unfold_all(rhs), values)
    given: list[Hypothesis] = []
    for hypothesis in hypotheses:
        made = [_replaced(unfold_all(term), values) for term in hypothesis.terms]
        given.append(Equality(*made) if isinstance(hypothesis, Equality) else Condition(hypothesis.kind, *made))
    try:
        equation = Equation(left, right, given)
        return not equation.holds() and (not equation.hypothesis_forms or find_cofactors(equation) is None)
    except Undecided:
        return True


def _replaced(term: Term, values: dict[Term, Symbol]) -> Term:
    """The term with a symbol for each value, one for those alike; a derivative stays, with what is in it."""
    if isinstance(term, Grad):
        return term
    if is_function_of_matrix(term) and not term.free:
        return values.setdefault(term, Symbol(f"value·{len(values) + 1}", term.shape))
    return with_children(term, tuple(_replaced(child, values) for child in term.children))
