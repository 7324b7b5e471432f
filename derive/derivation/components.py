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
from derive.derivation.readback import NAMES, free_names, read_back
from derive.errors import DerivationError, InputError, Undecided
from derive.kernel.decide import Equation
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import dimensions_of, substitute, subterms, unfolded_subterms, with_children
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Defined,
    Delta,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Neg,
    Norm,
    Number,
    Ones,
    Outer,
    Power,
    Prod,
    Product,
    Quotient,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    axes_of,
    is_matrix,
    is_row,
    is_square,
    is_vector,
)
from derive.statements.equation import prove_equation


@dataclass(frozen=True)
class FineLine:
    """One line of an expansion: the term, and how it comes from the line before (empty for the first)."""

    term: Term
    justification: str = ""


def fine(step: Step, hypotheses: Sequence[Hypothesis] = ()) -> tuple[FineLine, ...]:
    """The changes of a step in index notation; raises `DerivationError` if the kernel does not accept a line."""
    lines: list[FineLine] = []
    for change in dict.fromkeys(step.changes):
        name = step.line.rules[change.rule].name if step.line.rules else step.line.justification
        lines += _expansion(change.before, change.after, name, hypotheses)
    return tuple(lines)


def _expansion(before: Term, after: Term, rule: str, hypotheses: Sequence[Hypothesis]) -> list[FineLine]:
    indices = free_names((*range(len(axes_of(before.shape))), *_by_name(before.free | after.free)), before)
    legs = indices[: len(axes_of(before.shape))]
    kept = _scalar_names(before) & _scalar_names(after)
    lines = [
        FineLine(Component(before, tuple(legs)) if legs else before, f"the part that changes by: {rule}"),
        FineLine(in_components(before, legs, kept), "in components"),
    ]
    normal = _contracted(before, after, kept, indices, hypotheses)
    if normal is not None:
        lines.append(FineLine(normal, "sums contracted, terms collected"))
    lines.append(FineLine(in_components(after, legs, kept), "the same for the part after"))
    lines.append(FineLine(Component(after, tuple(legs)) if legs else after, "written without components"))
    distinct = lines[:1] + [line for last, line in pairwise(lines) if line.term != last.term]
    for number, (left, right) in enumerate(pairwise(distinct), start=2):
        verdict = prove_equation(left.term, right.term, hypotheses)
        if verdict.theorem is None:
            raise DerivationError(number, right.justification, str(verdict))
    return distinct


def _scalar_names(term: Term) -> set[Defined]:
    """The scalars without arguments that a part speaks of by name; what both parts name stays folded."""
    return {p for p in subterms(term) if isinstance(p, Defined) and p.shape == () and not p.arguments and p != term}


def _by_name(indices: frozenset[Index]) -> list[Index]:
    return sorted(indices, key=lambda index: index.name)


def _contracted(
    before: Term, after: Term, kept: set[Defined], indices: Sequence[Index], hypotheses: Sequence[Hypothesis]
) -> Term | None:
    """The normal form of a part as a term, names kept as parameters; None where it holds an opaque value."""
    parameters = {name: Symbol(name.definition.name, ()) for name in kept}
    try:
        equation = Equation(_with(before, parameters), _with(after, parameters), hypotheses)
        tensor = equation.normaliser.tensor(equation.lhs)
        legs = [indices[label] if isinstance(label, int) else label for label in tensor.labels]
        term = read_back(equation.normaliser.algebra, tensor.form, legs)
    except (Undecided, InputError):
        return None
    return substitute(term, {symbol: name for name, symbol in parameters.items()})


def _with(term: Term, parameters: dict[Defined, Symbol]) -> Term:
    if isinstance(term, Defined) and term in parameters:
        return parameters[term]
    if isinstance(term, Grad):
        return term  # a parameter has no derivative, what it stands for has one
    return with_children(term, tuple(_with(child, parameters) for child in term.children))


def in_components(term: Term, indices: Sequence[Index], kept: Collection[Defined] = ()) -> Term:
    """The component of a term at one index for each axis, as a term over components of symbols.

    Definitions are unfolded, but for those in ``kept``.

    >>> from derive.language.build import dimension, index, matrix, vector
    >>> from derive.printing import text
    >>> N = dimension("N")
    >>> print(text(in_components(matrix("A", N, N) * vector("v", N), [index("n", N)])))
    Σₘ Aₙₘ vₘ
    """
    taken = {index.name for part in unfolded_subterms(term) for index in part.free} | {i.name for i in indices}
    taken |= {part.index.name for part in unfolded_subterms(term) if isinstance(part, Sum | Prod)}
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

    def __init__(self, letters: Iterator[str], kept: Collection[Defined]) -> None:
        self.letters = letters
        self.kept = kept

    def new(self, dim: Dim) -> Index:
        return Index(next(self.letters), dim)

    def of(self, term: Term, at: tuple[Index, ...]) -> Term:
        """The component of ``term`` at these indices."""
        match term:
            case Number() | Dimension():
                return term
            case Symbol():
                return Component(term, at) if at else term
            case Defined():
                return term if term in self.kept else self.of(term.unfold(), at)
            case Ones():
                return Number(Fraction(1))
            case Zeros():
                return Number(Fraction(0))
            case Identity():
                return Delta(*at)
            case Basis(index):
                return Delta(at[0], index)
            case Delta():
                return term
            case Add(terms):
                return Add(tuple(self.of(part, at) for part in terms))
            case Neg(part):
                return Neg(self.of(part, at))
            case Hadamard(factors):
                return product_of([self.of(factor, at) for factor in factors])
            case Product(factors):
                return self._matrix_product(list(factors), at)
            case Quotient(above, below):
                return Quotient(self.of(above, at if above.shape else ()), self.of(below, at if below.shape else ()))
            case Power(Norm(part), Fraction(numerator=2, denominator=1)):
                return self._square_sum(part)
            case Power(base, exponent) if not is_square(base.shape):
                return Power(self.of(base, at), exponent)
            case Power(base, exponent) if exponent > 1 and exponent.denominator == 1:
                return self._matrix_product([base] * int(exponent), at)
            case HadamardPower(base, exponent):
                return Power(self.of(base, at), Fraction(exponent))
            case Sqrt(radicand):
                return Sqrt(self.of(radicand, ()))
            case Function(name, argument):
                return Function(name, self.of(argument, at))
            case Transpose(part):
                return self.of(part, at[::-1] if is_matrix(part.shape) else at)
            case Diag(vector):
                return product_of([Delta(*at), self.of(vector, at[:1])])
            case Trace(matrix):
                index = self.new(matrix.shape[0])
                return Sum(index, self.of(matrix, (index, index)))
            case Dot(left, right):
                index = self.new(left.shape[0])
                return Sum(index, product_of([self.of(left, (index,)), self.of(right, (index,))]))
            case Outer(left, right):
                return product_of([self.of(left, at[:1]), self.of(right, at[1:])])
            case Norm(part):
                return Sqrt(self._square_sum(part))
            case Component(base, indices):
                return self.of(base, indices)
            case Sum(index, body):
                return Sum(index, self.of(body, at))
            case Prod(index, body, without):
                return Prod(index, self.of(body, at), without)
        return Component(term, at) if at else term

    def _square_sum(self, part: Term) -> Term:
        """|part|² as a sum of squares."""
        indices = tuple(self.new(dim) for dim in axes_of(part.shape))
        body: Term = Power(self.of(part, indices), Fraction(2))
        for index in reversed(indices):
            body = Sum(index, body)
        return body

    def _matrix_product(self, factors: list[Term], at: tuple[Index, ...]) -> Term:
        """Scalars first; then the chain of matrices, with a summed index between neighbours."""
        scalars = [self.of(factor, ()) for factor in factors if factor.shape == ()]
        matrices = [factor for factor in factors if factor.shape != ()]
        if not matrices:
            return product_of(scalars)
        summed: list[Index] = []
        parts: list[Term] = []
        seats = list(at)
        left: Index | None = None
        for place, factor in enumerate(matrices):
            last = place == len(matrices) - 1
            rows = () if is_row(factor.shape) else ((left,) if left is not None else (seats.pop(0),))
            if is_vector(factor.shape):
                parts.append(self.of(factor, rows))
                left = None
                continue
            right = seats.pop(0) if last else self.new(axes_of(factor.shape)[-1])
            if not last:
                summed.append(right)
            parts.append(self.of(factor, (*rows, right)))
            left = right
        body = product_of(parts)
        for index in reversed(summed):
            body = Sum(index, body)
        return product_of([*scalars, body])


def product_of(factors: Sequence[Term]) -> Term:
    """The product of numbers; nested products opened, factors 1 left out."""
    opened = [inner for f in factors for inner in (f.factors if isinstance(f, Product) and f.shape == () else (f,))]
    telling = [factor for factor in opened if factor != Number(Fraction(1))] or [Number(Fraction(1))]
    return telling[0] if len(telling) == 1 else Product(tuple(telling))
