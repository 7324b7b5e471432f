"""Scalars that may be complex: where an equation proved of real numbers holds of complex ones too.

A SymPy ``Symbol`` without assumptions is a complex number, and terms are real.  Let both sides be built of complex scalars z
and of anything that does not contain them by sums, products, quotients, integer powers, components, transposes, traces,
determinants, inverses and exp alone.  For fixed real data each side is then a meromorphic function of every z, and two of
these that agree at all real z at which they are defined agree wherever they are (the identity theorem, one z after another).
So an equation without hypotheses on z that holds of real z holds of complex z.

Nothing else is let through: |z|² = z² and √(z²) = |z| hold of real z only, and so do signs.  And real numbers may hide
where a side is defined, since z² + 1 is never 0 among them: such divisors are conditions of their own (`divisors`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derive.errors import InputError
from derive.language import terms as t
from derive.language.hypotheses import Condition, Hypothesis
from derive.language.substitution import symbols_of

#: What a complex scalar may stand in; powers and functions are looked at by themselves.
_RATIONAL = (
    t.Number, t.Dimension, t.Symbol, t.Ones, t.Zeros, t.Identity, t.Basis, t.Delta,
    t.Add, t.Neg, t.Product, t.Hadamard, t.Quotient, t.HadamardPower, t.Transpose, t.Diag, t.Trace, t.Dot, t.Outer,
    t.Inverse, t.Det, t.Component, t.Sum, t.Prod,
)  # fmt: skip

#: Hypotheses that say of complex numbers what they say of real ones, and from which no sign follows that is used.
_HARMLESS = frozenset({"nonzero", "invertible"})


def real_only(term: t.Term, complex_: frozenset[t.Symbol]) -> t.Term | None:
    """The first sub-term of which an equation of real numbers says nothing about complex ones; None without any."""
    if not complex_ & set(symbols_of(term)):
        return None
    match term:
        case t.Defined():
            return real_only(term.unfold(), complex_)
        case t.Power() if term.exponent.denominator == 1:
            pass
        case t.HadamardPower() if term.exponent < 0:  # no condition says that no entry of a matrix is 0
            return term
        case t.Function() | t.MatrixFunction() if term.name == "exp":
            pass
        case _ if not isinstance(term, _RATIONAL):
            return term
    return next((found for child in term.children if (found := real_only(child, complex_)) is not None), None)


def check_rational(terms: Iterable[t.Term], complex_: frozenset[t.Symbol]) -> None:
    """Raises `InputError` for a term in which a complex scalar stands where it would have to be real."""
    for term in terms:
        found = real_only(term, complex_)
        if found is not None:
            raise must_be_real(_place(found), complex_ & set(symbols_of(found)))


def check_hypotheses(hypotheses: Iterable[Hypothesis], complex_: frozenset[t.Symbol]) -> None:
    """Raises `InputError` for a hypothesis that says less of a complex scalar than of a real one."""
    for hypothesis in hypotheses:
        found = complex_ & set(symbols_of(*hypothesis.terms))
        if found and not (isinstance(hypothesis, Condition) and hypothesis.kind in _HARMLESS):
            raise must_be_real("in a hypothesis", found)
        check_rational(hypothesis.terms, complex_)


def _place(term: t.Term) -> str:
    match term:
        case t.Sqrt() | t.Power():
            return "below a root"
        case t.Function() if (unknown := t.unknown_function_of(term)) is not None:
            return f"under the unknown function {unknown.name}"
        case t.Function():
            return f"under the function {term.name}"
        case t.Norm():
            return "in a norm"
    return f"in a {type(term).__name__}"


def must_be_real(where: str, symbols: Iterable[t.Symbol]) -> InputError:
    """The refusal of complex scalars, with two ways on."""
    names = sorted(symbol.name for symbol in symbols)
    one = len(names) == 1
    return InputError(
        f"the SymPy symbol{'' if one else 's'} {', '.join(names)} {where} {'is' if one else 'are'} complex: "
        "no real assumption is declared",
        hint=f"declare it so, Symbol({names[0]!r}, real=True), or all symbols: derive.prove(…, real=True)",
    )


def divisors(terms: Iterable[t.Term], complex_: frozenset[t.Symbol]) -> tuple[Condition, ...]:
    """What must not be 0, or must be invertible, and could be for complex scalars only; symbols alone are not repeated."""
    found: dict[Condition, None] = {}
    for term in terms:
        for divisor in _divisors(term):
            if complex_ & set(symbols_of(divisor)):
                for factor in _factors(divisor):
                    if not isinstance(factor, t.Symbol) and complex_ & set(symbols_of(factor)):
                        found[_defined(factor)] = None
    return tuple(found)


def _defined(divisor: t.Term) -> Condition:
    if len(divisor.shape) < 2:
        return Condition("nonzero", divisor)
    if t.is_square(divisor.shape):
        return Condition("invertible", divisor)
    raise InputError(f"a divisor of shape {t.show_shape(divisor.shape)}", hint="divide by a scalar or a vector")


def _divisors(term: t.Term) -> Iterator[t.Term]:
    match term:
        case t.Quotient():
            yield term.denominator
        case t.Power() if term.exponent < 0:
            yield term.base
        case t.Inverse():
            yield term.matrix
    for child in (term.unfold(),) if isinstance(term, t.Defined) else term.children:
        yield from _divisors(child)


def _factors(divisor: t.Term) -> Iterator[t.Term]:
    """The factors of a scalar divisor: it vanishes where one of them does."""
    match divisor:
        case t.Product() if all(factor.shape == () for factor in divisor.factors):
            for factor in divisor.factors:
                yield from _factors(factor)
        case t.Neg():
            yield from _factors(divisor.term)
        case t.Power() if divisor.shape == () and divisor.exponent > 0:
            yield from _factors(divisor.base)
        case _:
            yield divisor
