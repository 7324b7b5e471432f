"""Links by cofactors of M M⁻¹ = I and M⁻¹ M = I, as the kernel's search finds them for a fresh symbol in place of M⁻¹.

Each M⁻¹ of a statement is a symbol Y of which nothing is known but M Y = I and Y M = I.  Cofactors of these equalities, with
M⁻¹ in place of Y again, are cofactors of the rows `inverse` and `inverse-left`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.certificates.cofactors import Cofactors, cofactors_of
from derive.certificates.declarations import JSON
from derive.certificates.notation import write_index, write_term
from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import substitute, symbols_of, unfold_all, with_children
from derive.statements.declaration import with_terms


def written(found: Cofactors, change: Callable[[t.Term], t.Term] = unfold_all) -> JSON:
    """Cofactors as a link, with each term changed."""
    link: JSON = {
        "indices": [write_index(index) for index in found.indices],
        "cofactors": [
            [each.hypothesis, [write_index(index) for index in each.indices], write_term(change(each.term))]
            for each in found.cofactors
        ],
    }
    return link if found.scale is None else {**link, "scale": write_term(change(found.scale))}


def extended(lhs: t.Term, rhs: t.Term, hypotheses: Sequence[Hypothesis]) -> JSON | None:
    """A link for lhs = rhs with steps for the inverses in it; None where there are none, or no cofactors are found."""
    fresh = _Fresh({symbol.name for symbol in symbols_of(lhs, rhs, *(x for h in hypotheses for x in h.terms))})
    left, right = (fresh.replaced(unfold_all(side)) for side in (lhs, rhs))
    given = with_terms(tuple(hypotheses), lambda term: fresh.replaced(unfold_all(term)))
    if not fresh.symbols:
        return None
    found = cofactors_of(left, right, (*given, *fresh.definitions()))
    if found is None:
        return None
    inverses: dict[t.Symbol, t.Term] = {symbol: t.Inverse(matrix) for matrix, symbol in fresh.symbols.items()}
    link = written(found, lambda term: _put_back(term, inverses))
    steps = [
        [row, write_term(_put_back(matrix, inverses))]
        for matrix in fresh.symbols
        for row in ("inverse", "inverse-left")
    ]
    return {**link, "steps": steps}


def _put_back(term: t.Term, inverses: dict[t.Symbol, t.Term]) -> t.Term:
    """The term with inverses for the symbols, also of those in the matrices."""
    term = unfold_all(term)
    while any(symbol in inverses for symbol in symbols_of(term)):
        term = substitute(term, inverses)
    return term


class _Fresh:
    """Symbols for inverses, inner ones first."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.symbols: dict[t.Term, t.Symbol] = {}

    def replaced(self, term: t.Term) -> t.Term:
        """The term with symbols for the inverses in it, outside of derivatives."""
        if isinstance(term, t.Grad):
            return term
        made = with_children(term, tuple(map(self.replaced, term.children)))
        match made:
            case t.Inverse(t.Symbol() as symbol) if "invertible" in symbol.properties:
                return made
            case t.Inverse(matrix) if not matrix.free:
                return self._symbol(matrix)
            case t.Power(base, exponent) if exponent < 0 and exponent.denominator == 1 and t.is_square(base.shape):
                inverse = self.replaced(t.Inverse(base))
                return inverse if exponent == -1 else t.Power(inverse, -exponent)
        return made

    def _symbol(self, matrix: t.Term) -> t.Symbol:
        if matrix not in self.symbols:
            name = next(name for k in range(len(self.taken) + 1) if (name := f"Y{k}") not in self.taken)
            self.taken.add(name)
            words = ["symmetric"] if Equation(matrix, t.Transpose(matrix), ()).holds() else []
            self.symbols[matrix] = t.Symbol(name, matrix.shape, frozenset(words))
        return self.symbols[matrix]

    def definitions(self) -> list[Equality]:
        """M Y = I and Y M = I for each."""
        result = []
        for matrix, symbol in self.symbols.items():
            unit = t.Identity(matrix.shape[0])
            result += [Equality(t.Product((matrix, symbol)), unit), Equality(t.Product((symbol, matrix)), unit)]
        return result
