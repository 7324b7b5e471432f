"""For which sizes a statement is proved: the smallest of each dimension, and what else is assumed of sizes.

What is proved *given N = 3* is proved for N = 3, and not for all N ≥ 3.  So every hypothesis that speaks of sizes alone, and
every condition of the ledger that does, is part of the scope, unless it holds at all sizes from the smallest ones on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor, prod

from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import dimensions_of, symbols_of, unfold_all
from derive.language.terms import Add, Dimension, Neg, Number, Power, Product, Quotient, Term, as_term
from derive.printing import Sentence, Sign, sentence_text
from derive.printing.sentences import COMMA

#: A polynomial in sizes: from the exponents of the dimensions, by name, to coefficients.
_Polynomial = dict[frozenset[tuple[str, int]], Fraction]

_LEAST, _GREATEST = Sign(r"\geq", "≥"), Sign(r"\leq", "≤")
_EQUALS, _NOT = Sign("=", "="), Sign(r"\neq", "≠")


@dataclass(frozen=True)
class Scope:
    """``least``: the smallest size of each dimension that is not fixed; ``also``: what else is assumed of the sizes.

    >>> N = Dimension("N")
    >>> print(scope_of({"N": 3}, [Equality(N, as_term(3))]))
    N = 3
    >>> print(scope_of({"N": 2}, [Condition("positive", N - 1)]))
    all N ≥ 2
    >>> print(scope_of({"N": 1}, [Condition("nonneg", 3 - N)]))
    all N ≥ 1 with N ≤ 3
    """

    least: tuple[tuple[str, int], ...] = ()
    also: tuple[Sentence, ...] = ()

    def sentence(self) -> Sentence:
        """``all N ≥ 2, K ≥ 1``, ``N = 3``, ``all K ≥ 1 with N = 2K``; ``all data`` where there are no dimensions."""
        sizes = _listed([(Dimension(name), _LEAST, as_term(size)) for name, size in self.least])
        others = _listed(self.also)
        if sizes and others:
            return ("all", *sizes, "with", *others)
        return others or (("all", *sizes) if sizes else ("all data",))

    def __str__(self) -> str:
        return sentence_text(self.sentence())


def _listed(parts: Sequence[Sentence]) -> Sentence:
    return tuple(piece for number, part in enumerate(parts) for piece in ((COMMA, *part) if number else part))


def scope_of(least: Mapping[str, int], assumed: Iterable[Hypothesis] = ()) -> Scope:
    """The scope with these smallest sizes, of what is proved under hypotheses and conditions."""
    smallest, fixed = dict(least), set[str]()
    also: dict[Sentence, None] = {}
    # Those that say no more than a smallest size come first: with it others may hold at all sizes.
    for hypothesis in sorted(filter(_of_sizes, assumed), key=lambda each: _least_of(each) is None):
        if (found := _least_of(hypothesis)) is not None:
            name, size = found
            smallest[name] = max(smallest.get(name, 1), size)
            continue
        said = _solved(hypothesis, smallest)
        if said is None:
            also[(hypothesis,)] = None
        elif said:
            also[said] = None
            dimension, sign, _ = said
            fixed |= {dimension.name} if isinstance(dimension, Dimension) and sign == _EQUALS else set()
    return Scope(tuple((name, size) for name, size in smallest.items() if name not in fixed), tuple(also))


def _of_sizes(hypothesis: Hypothesis) -> bool:
    """Does it speak of sizes, and of nothing else?"""
    return bool(dimensions_of(*hypothesis.terms)) and not symbols_of(*hypothesis.terms)


def _least_of(hypothesis: Hypothesis) -> tuple[str, int] | None:
    """The dimension that has a smallest size by it, and that size, where it says no more: N − 1 > 0, 2 N ≥ 5."""
    if isinstance(hypothesis, Condition) and hypothesis.kind in ("nonneg", "positive"):
        found = _root(hypothesis.term)
        if found is not None and found[1] > 0:
            name, _, root = found
            return name, max(floor(root) + 1 if hypothesis.kind == "positive" else ceil(root), 1)
    return None


def _solved(hypothesis: Hypothesis, least: Mapping[str, int]) -> Sentence | None:
    """What it says of one dimension, solved for it; nothing where it holds from the smallest sizes on; None for others."""
    match hypothesis:
        case Equality(lhs, rhs) if lhs.shape == ():
            kind, term = "equal", lhs - rhs
        case Condition(("nonneg" | "positive" | "nonzero") as kind, term) if term.shape == ():
            pass
        case _:
            return None
    polynomial = _polynomial(unfold_all(term))
    if polynomial is not None and kind != "equal" and _holds_from(polynomial, least, kind != "nonneg"):
        return ()
    found = _root(term)
    if found is None:
        return None
    name, _, root = found
    dimension = Dimension(name)
    if kind == "equal":
        return (dimension, _EQUALS, as_term(root))
    if kind == "nonzero":
        return (dimension, _NOT, as_term(root)) if root.denominator == 1 and root >= least.get(name, 1) else ()
    return (dimension, _GREATEST, as_term(floor(root) - (kind == "positive" and root.denominator == 1)))


def _root(term: Term) -> tuple[str, Fraction, Fraction] | None:
    """Of a N + b, with a ≠ 0: the name of N, a, and −b/a; None of other terms."""
    polynomial = _polynomial(unfold_all(term)) if term.shape == () else None
    names = {name for monomial in polynomial or () for name, _ in monomial}
    if polynomial is None or len(names) != 1:
        return None
    (name,) = names
    slope = polynomial.get(frozenset({(name, 1)}), Fraction(0))
    if not slope or len(polynomial) > 2 or (len(polynomial) == 2 and frozenset() not in polynomial):
        return None
    return name, slope, -polynomial.get(frozenset(), Fraction(0)) / slope


def _holds_from(polynomial: _Polynomial, least: Mapping[str, int], strict: bool) -> bool:
    """Is it ≥ 0, or > 0, at all sizes from the smallest on?  Yes, if it has no negative coefficient, counted from there."""
    shifted: _Polynomial = defaultdict(Fraction)
    for monomial, value in polynomial.items():
        for powers in product(*(range(power + 1) for _, power in monomial)):
            pairs = list(zip(monomial, powers, strict=True))
            factor = prod(comb(power, k) * least.get(name, 1) ** (power - k) for (name, power), k in pairs)
            shifted[frozenset((name, k) for (name, _), k in pairs if k)] += value * factor
    return min(shifted.values()) >= 0 and (not strict or shifted[frozenset()] > 0)


def _polynomial(term: Term) -> _Polynomial | None:
    """A term as a polynomial in sizes; None where it is none."""
    match term:
        case Number(value):
            return {frozenset(): value} if value else {}
        case Dimension(name):
            return {frozenset({(name, 1)}): Fraction(1)}
        case Add(terms):
            return _total(map(_polynomial, terms))
        case Neg(part):
            return _multiplied(_polynomial(part), {frozenset(): Fraction(-1)})
        case Quotient(above, Number(value)) if value:
            return _multiplied(_polynomial(above), {frozenset(): 1 / value})
        case Product(factors):
            made: _Polynomial | None = {frozenset(): Fraction(1)}
            for factor in factors:
                made = _multiplied(made, _polynomial(factor))
            return made
        case Power(base, Fraction(denominator=1, numerator=power)) if 0 <= power <= _MAX_POWER:
            return _polynomial(Product((Number(Fraction(1)), Number(Fraction(1)), *(base,) * power)))
    return None


_MAX_POWER = 8


def _total(parts: Iterable[_Polynomial | None]) -> _Polynomial | None:
    total: _Polynomial = defaultdict(Fraction)
    for part in parts:
        if part is None:
            return None
        for monomial, value in part.items():
            total[monomial] += value
    return {monomial: value for monomial, value in total.items() if value}


def _multiplied(one: _Polynomial | None, other: _Polynomial | None) -> _Polynomial | None:
    if one is None or other is None:
        return None
    return _total({_joined(m, n): a * b} for m, a in one.items() for n, b in other.items())


def _joined(one: frozenset[tuple[str, int]], other: frozenset[tuple[str, int]]) -> frozenset[tuple[str, int]]:
    powers: dict[str, int] = defaultdict(int)
    for name, power in (*one, *other):
        powers[name] += power
    return frozenset(powers.items())
