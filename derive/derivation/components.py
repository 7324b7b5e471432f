"""A line expanded down to index notation.

For each place at which a line changes something: the part before, in components, with sums contracted; and from there back
up to the part after.  Every two neighbours are decided by the kernel, so the expansion is a derivation like any other.

Components are taken by the definitions of the operations: (A B)ₙₘ = Σₖ Aₙₖ Bₖₘ, (u ⊙ v)ₙ = uₙ vₙ, diag(u)ₙₘ = δₙₘ uₙ, …
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise

from derive.derivation.derivation import Step
from derive.errors import DerivationError, InputError, Undecided
from derive.kernel.decide import Equation
from derive.language import terms as t
from derive.language.alike import opened, product_of, sum_over
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import dimensions_of, substitute, subterms, unfolded_subterms, with_children
from derive.search.readback import NAMES, free_names, read_back
from derive.statements.equation import prove_equation


@dataclass(frozen=True)
class FineLine:
    """One line of an expansion: the term, and how it comes from the line before (empty for the first)."""

    term: t.Term
    justification: str = ""


def fine(step: Step, hypotheses: Sequence[Hypothesis] = ()) -> tuple[FineLine, ...]:
    """The changes of a step in index notation; raises `DerivationError` if the kernel does not accept a line."""
    lines: list[FineLine] = []
    for change in dict.fromkeys(step.changes):
        name = step.line.rules[change.rule].name if step.line.rules else step.line.justification
        lines += _expansion(change.before, change.after, name, hypotheses)
    return tuple(lines)


def _expansion(before: t.Term, after: t.Term, rule: str, hypotheses: Sequence[Hypothesis]) -> list[FineLine]:
    indices = free_names((*range(len(t.axes_of(before.shape))), *_by_name(before.free | after.free)), before)
    legs = indices[: len(t.axes_of(before.shape))]
    kept = _scalar_names(before) & _scalar_names(after)
    lines = [
        FineLine(t.Component(before, tuple(legs)) if legs else before, f"the part that changes by: {rule}"),
        FineLine(in_components(before, legs, kept), "in components"),
    ]
    normal = _contracted(before, after, kept, indices, hypotheses)
    if normal is not None:
        lines.append(FineLine(normal, "sums contracted, terms collected"))
    lines.append(FineLine(in_components(after, legs, kept), "the same for the part after"))
    lines.append(FineLine(t.Component(after, tuple(legs)) if legs else after, "written without components"))
    distinct = lines[:1] + [line for last, line in pairwise(lines) if line.term != last.term]
    for number, (left, right) in enumerate(pairwise(distinct), start=2):
        verdict = prove_equation(left.term, right.term, hypotheses)
        if verdict.theorem is None:
            raise DerivationError(number, right.justification, str(verdict))
    return distinct


def _scalar_names(term: t.Term) -> set[t.Defined]:
    """The scalars without arguments that a part speaks of by name; what both parts name stays folded."""
    return {p for p in subterms(term) if isinstance(p, t.Defined) and p.shape == () and not p.arguments and p != term}


def _by_name(indices: frozenset[t.Index]) -> list[t.Index]:
    return sorted(indices, key=lambda index: index.name)


def _contracted(
    before: t.Term, after: t.Term, kept: set[t.Defined], indices: Sequence[t.Index], hypotheses: Sequence[Hypothesis]
) -> t.Term | None:
    """The normal form of a part as a term, names kept as parameters; None where it holds an opaque value."""
    parameters = {name: t.Symbol(name.definition.name, ()) for name in kept}
    try:
        equation = Equation(_with(before, parameters), _with(after, parameters), hypotheses)
        tensor = equation.normaliser.tensor(equation.lhs)
        legs = [indices[label] if isinstance(label, int) else label for label in tensor.labels]
        term = read_back(equation.normaliser.algebra, tensor.form, legs)
    except (Undecided, InputError):
        return None
    return substitute(term, {symbol: name for name, symbol in parameters.items()})


def _with(term: t.Term, parameters: dict[t.Defined, t.Symbol]) -> t.Term:
    if isinstance(term, t.Defined) and term in parameters:
        return parameters[term]
    if isinstance(term, t.Grad):
        return term  # a parameter has no derivative, what it stands for has one
    return with_children(term, tuple(_with(child, parameters) for child in term.children))


def in_components(term: t.Term, indices: Sequence[t.Index], kept: Collection[t.Defined] = ()) -> t.Term:
    """The component of a term at one index for each axis, as a term over components of symbols.

    Definitions are unfolded, but for those in ``kept``.

    >>> from derive.language.build import dimension, index, matrix, vector
    >>> from derive.printing import text
    >>> N = dimension("N")
    >>> print(text(in_components(matrix("A", N, N) * vector("v", N), [index("n", N)])))
    Σₘ Aₙₘ vₘ
    """
    taken = {index.name for part in unfolded_subterms(term) for index in part.free} | {i.name for i in indices}
    taken |= {part.index.name for part in unfolded_subterms(term) if isinstance(part, t.Binder)}
    taken |= {dim.name for dim in dimensions_of(term)}
    letters = chain((name for name in NAMES if name not in taken), _more(taken))
    return _Components(letters, kept).of(term, tuple(indices))


def _more(taken: set[str]) -> Iterator[str]:
    number = 1
    while True:
        if f"i_{number}" not in taken:
            yield f"i_{number}"
        number += 1


class _Components:
    """One expansion; every summed index gets a new letter."""

    def __init__(self, letters: Iterator[str], kept: Collection[t.Defined]) -> None:
        self.letters = letters
        self.kept = kept

    def new(self, dim: t.Dim) -> t.Index:
        return t.Index(next(self.letters), dim)

    def of(self, term: t.Term, at: tuple[t.Index, ...]) -> t.Term:
        """The component of ``term`` at these indices."""
        match term:
            case t.Number() | t.Dimension():
                return term
            case t.Symbol():
                return t.Component(term, at) if at else term
            case t.Defined():
                return term if term in self.kept else self.of(term.unfold(), at)
            case t.Ones():
                return t.Number(Fraction(1))
            case t.Zeros():
                return t.Number(Fraction(0))
            case t.Identity():
                return t.Delta(*at)
            case t.Basis(index):
                return t.Delta(at[0], index)
            case t.Delta():
                return term
            case t.Add(terms):
                return t.Add(tuple(self.of(part, at) for part in terms))
            case t.Neg(part):
                return t.Neg(self.of(part, at))
            case t.Contraction():
                return self._contraction(term, at)
            case t.Product(factors):
                return self._matrix_product(list(factors), at)
            case t.Quotient(above, below):
                return t.Quotient(self.of(above, at if above.shape else ()), self.of(below, at if below.shape else ()))
            case t.Power(t.Norm(part), Fraction(numerator=2, denominator=1)):
                return self._square_sum(part)
            case t.Power(base, exponent) if not t.is_square(base.shape):
                return t.Power(self.of(base, at), exponent)
            case t.Power(base, exponent) if exponent > 1 and exponent.denominator == 1:
                return self._matrix_product([base] * int(exponent), at)
            case t.HadamardPower(base, exponent):
                return t.Power(self.of(base, at), Fraction(exponent))
            case t.Sqrt(radicand):
                return t.Sqrt(self.of(radicand, ()))
            case t.Function(name, argument):
                return t.Function(name, self.of(argument, at))
            case t.Norm(part):
                return t.Sqrt(self._square_sum(part))
            case t.Component(base, indices):
                return self.of(base, indices)
            case t.Sum(index, body):
                return t.Sum(index, self.of(body, at))
            case t.Prod(index, body, without):
                return t.Prod(index, self.of(body, at), without)
            case t.Max(index, body):
                return t.Max(index, self.of(body, at))
        return t.Component(term, at) if at else term

    def _contraction(self, term: t.Contraction, at: tuple[t.Index, ...]) -> t.Term:
        """A component of what is contracted, with its sums."""
        summed, deltas, entries = opened(term.indices, term.children, at, self.new)
        return sum_over(summed, product_of([*deltas, *(self.of(*entry) for entry in entries)]))

    def _square_sum(self, part: t.Term) -> t.Term:
        """|part|² as a sum of squares."""
        indices = tuple(self.new(dim) for dim in t.axes_of(part.shape))
        return sum_over(indices, t.Power(self.of(part, indices), Fraction(2)))

    def _matrix_product(self, factors: list[t.Term], at: tuple[t.Index, ...]) -> t.Term:
        """Scalars first; then the chain of matrices, with a summed index between neighbours."""
        scalars = [self.of(factor, ()) for factor in factors if factor.shape == ()]
        matrices = [factor for factor in factors if factor.shape != ()]
        if not matrices:
            return product_of(scalars)
        summed: list[t.Index] = []
        parts: list[t.Term] = []
        seats = list(at)
        left: t.Index | None = None
        for place, factor in enumerate(matrices):
            last = place == len(matrices) - 1
            rows = () if t.is_row(factor.shape) else ((left,) if left is not None else (seats.pop(0),))
            if t.is_vector(factor.shape):
                parts.append(self.of(factor, rows))
                left = None
                continue
            right = seats.pop(0) if last else self.new(t.axes_of(factor.shape)[-1])
            if not last:
                summed.append(right)
            parts.append(self.of(factor, (*rows, right)))
            left = right
        return product_of([*scalars, sum_over(summed, product_of(parts))])
