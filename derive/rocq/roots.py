"""Which square roots are a product of others: √(|Πa|² + Nε) = √N · √(σ² + ε).

The kernel writes every root as a product of powers of independent factors.  So each root is a vector of half-integer
exponents, and a root depends on others when its vector is an integer combination of theirs, up to integer powers of N.  What
comes out is a guess, as good as any: the generated file proves each by squaring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from derive.errors import DeriveError
from derive.kernel.algebra import Algebra
from derive.kernel.decide import Equation
from derive.kernel.forms import DimensionGenerator, FrozenForm, ParameterGenerator, ReciprocalOf, RootOf
from derive.language.alike import join_product
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import substitute, symbols_of, unfold_all
from derive.language.terms import Add, Dimension, Number, Power, Quotient, Sqrt, Symbol, Term

#: A factor → its exponent in a root.
Exponents = dict[object, Fraction]
_REACH = (0, 1, -1)


@dataclass(frozen=True)
class Dependence:
    """√p of number ``root`` is equal to ``value``, a product of others."""

    root: int
    value: Term


def dependences(radicands: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> list[Dependence]:
    """The roots that are products of others before them, or after; each at most once and never in a circle."""
    equal = _replacements(hypotheses)
    radicands_ = [substitute(radicand, equal) for radicand in radicands]
    together = _together(radicands_, hypotheses)
    if together is None:
        return []
    vectors = [_exponents(together, radicand) for radicand in radicands_]
    gone: set[int] = set()
    found: list[Dependence] = []
    for number, vector in enumerate(vectors):
        others = [i for i in range(len(radicands)) if i < number and i not in gone and vectors[i] is not None]
        value = (
            _same(number, radicands, others, hypotheses)
            if vector is None
            else _value(number, vectors, others, radicands)
        )
        if value is not None:
            gone.add(number)
            found.append(Dependence(number, value))
    return found


def _replacements(hypotheses: Sequence[Hypothesis]) -> dict[Symbol, Term]:
    """The symbols that are assumed equal to a term."""
    found: dict[Symbol, Term] = {}
    for hypothesis in hypotheses:
        if isinstance(hypothesis, Equality):
            for symbol, term in ((hypothesis.lhs, hypothesis.rhs), (hypothesis.rhs, hypothesis.lhs)):
                if isinstance(symbol, Symbol) and symbol not in symbols_of(term) and symbol not in found:
                    found[symbol] = unfold_all(term)
                    break
    return found


def _same(
    number: int, radicands: Sequence[Term], others: Sequence[int], hypotheses: Sequence[Hypothesis]
) -> Term | None:
    """Where the kernel's form is a sum: is the radicand 1, or another one?"""
    one = Number(Fraction(1))
    for value, radicand in [(one, one), *((Sqrt(radicands[i]), radicands[i]) for i in others)]:
        if _holds(radicands[number], radicand, hypotheses):
            return value
    return None


def _holds(lhs: Term, rhs: Term, hypotheses: Sequence[Hypothesis]) -> bool:
    try:
        return Equation(lhs, rhs, hypotheses).holds()
    except DeriveError:
        return False


def _together(radicands: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> Equation | None:
    """One equation with all the roots, so that their factors have common numbers."""
    roots: list[Term] = [Sqrt(radicand) for radicand in radicands]
    try:
        return Equation(Add((*roots, Number(Fraction(1)))), Number(Fraction(0)), hypotheses)
    except DeriveError:
        return None


def _exponents(together: Equation, radicand: Term) -> Exponents | None:
    """The exponents of the factors of √p; None when it is not a product."""
    try:
        form = together.normaliser.tensor(Sqrt(radicand)).form
    except DeriveError:
        return None
    if len(form) != 1:
        return None
    (((_, _, factors), monomial), coefficient) = next(iter(form.items()))
    if factors or coefficient < 0:
        return None
    powers: Exponents = {"number": Fraction(coefficient)}
    for place, exponent in monomial:
        generator = together.normaliser.algebra.generators[place]
        match generator:
            case DimensionGenerator(Dimension() as dim):
                _add(powers, dim, Fraction(exponent))
            case ParameterGenerator(Symbol() as symbol):
                _add(powers, symbol, Fraction(exponent))
            case ParameterGenerator(ReciprocalOf(divisor)):
                _add(powers, divisor, Fraction(-exponent))
            case ParameterGenerator(RootOf(inside)):
                alone = _single(together.normaliser.algebra, inside)
                _add(powers, inside if alone is None else alone, Fraction(exponent, 2))
            case _:
                _add(powers, generator, Fraction(exponent))
    return powers


def _single(algebra: Algebra, inside: FrozenForm) -> Term | None:
    """The dimension or symbol that stands alone under a root."""
    ((_, monomial), value) = inside[0]
    if len(inside) > 1 or value != 1 or len(monomial) != 1 or monomial[0][1] != 1:
        return None
    match algebra.generators[monomial[0][0]]:
        case DimensionGenerator(Dimension() as dim):
            return dim
        case ParameterGenerator(Symbol() as symbol):
            return symbol
    return None


def _add(powers: Exponents, key: object, exponent: Fraction) -> None:
    powers[key] = powers.get(key, Fraction(0)) + exponent
    if not powers[key]:
        del powers[key]


def _value(
    number: int, vectors: Sequence[Exponents | None], others: Sequence[int], radicands: Sequence[Term]
) -> Term | None:
    """The product of others that has the same exponents, up to whole powers of dimensions and symbols."""
    wanted = vectors[number]
    parts = [vectors[i] or {} for i in others]
    for choice in _choices(len(others)):
        rest = dict(wanted or {})
        coefficient = rest.pop("number", Fraction(1))
        for exponent, vector in zip(choice, parts, strict=True):
            for key, power in vector.items():
                if key == "number":
                    coefficient /= power**exponent
                else:
                    _add(rest, key, -power * exponent)
        if all(isinstance(key, Dimension | Symbol) and power.denominator == 1 for key, power in rest.items()):
            return _written(coefficient, rest, [(radicands[i], e) for i, e in zip(others, choice, strict=True) if e])
    return None


def _choices(count: int) -> Iterator[tuple[int, ...]]:
    """Exponents for so many roots, the simple ones first."""
    made = product(_REACH, repeat=min(count, 5))
    padded = ((0,) * (count - min(count, 5)) + choice for choice in made)
    return iter(sorted(padded, key=lambda choice: (sum(map(abs, choice)), sum(e < 0 for e in choice))))


def _written(coefficient: Fraction, powers: Exponents, roots: Sequence[tuple[Term, int]]) -> Term:
    above: list[Term] = []
    below: list[Term] = []
    if coefficient.numerator != 1:
        above.append(Number(Fraction(coefficient.numerator)))
    if coefficient.denominator != 1:
        below.append(Number(Fraction(coefficient.denominator)))
    for key, power in powers.items():
        if isinstance(key, Term):
            (above if power > 0 else below).append(key if abs(power) == 1 else Power(key, abs(power)))
    for radicand, exponent in roots:
        (above if exponent > 0 else below).append(Sqrt(radicand))
    term = join_product(above) if above else Number(Fraction(1))
    for divisor in below:
        term = Quotient(term, divisor)
    return term
