"""What a derivative holds fixed, where an assumed equation may say that it varies.

∂/∂x of a term is taken with every other symbol held. Where a hypothesis says μ = Σₖ xₖ / N, a reader of ∂(xⱼ − μ)/∂xᵢ
means that μ varies with x, or that it stays: nothing says which, from whatever text or program the two come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from derive.errors import AmbiguityError
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Component, Grad, Symbol, Term
from derive.language.unknown import Tied, names_of

#: (y, x) and the symbol of ∂y/∂x.
Depends = Mapping[tuple[str, str], str]

#: What may be tied by what is not said is made of.
_ANYTHING = "*"


def reached(names: frozenset[str], depends: Depends, but: str = "") -> frozenset[str]:
    """Some symbols, and all that they depend on; without one of them, and what depends on nothing but that."""
    found, ahead = set[str](), [name for name in names if name != but]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [on for above, on in depends if above == name and on != but]
    return frozenset(found)


def check_held(terms: Iterable[Term], hypotheses: Sequence[Hypothesis]) -> None:
    """Raise `AmbiguityError` for ∂/∂x of what has y in it where a hypothesis ties y to x: y stays, or varies with x.

    It does where it says what y is, or is one of numbers; any other equation with both, such as A x = b or A x = c x, may
    say what x is, and A, b and c stay: but not below ∂/∂x of what has no x in it, which would be 0.
    """
    if not any(isinstance(each, Equality) for each in hypotheses):
        return
    made = made_by(hypotheses)
    for part in dict.fromkeys(part for term in terms for part in unfolded_subterms(term)):
        if isinstance(part, Grad):
            x = part.symbol.name
            names = {symbol.name for symbol in symbols_of(part.term)}
            linked = equated(x, hypotheses) if x not in names else frozenset[str]()
            for y in sorted(names - {x}):
                if y in linked or not reached(frozenset({y}), made).isdisjoint((x, _ANYTHING)):
                    raise could_vary(y, x)


def made_by(hypotheses: Sequence[Hypothesis]) -> Depends:
    """What equations say that y depends on: y = f(x), y_i = f(x)_i, f(x) = N y; but not A x = b of b.

    Of numbers, s + t = 1 says it of both, but s = f(t) of s alone; and an equation with it of the cosine of an angle.
    """
    made = dict[tuple[str, str], str]()
    for each in hypotheses:
        if not isinstance(each, Equality):
            continue
        every = symbols_of(*each.terms)
        for named, other, left in ((each.lhs, each.rhs, True), (each.rhs, each.lhs, False)):
            own, of = symbols_of(named), _said_in(other)
            alone = left or not isinstance(named, Symbol | Component) or not named.shape
            if len(own) == 1 and own[0].name not in of and alone:
                made |= {(own[0].name, x): "" for x in of}
        bare = isinstance(each.lhs, Symbol) or isinstance(each.rhs, Symbol)
        numbers = not bare and not any(symbol.shape for symbol in every)
        for y in every:
            if numbers or y.name.startswith("\\cos"):
                made |= {(y.name, symbol.name): "" for symbol in every if symbol != y}
            if said := _said_in(*each.terms).difference(
                symbol.name for symbol in every
            ):  # inside of values of functions
                made |= {(y.name, name): "" for name in said if name != y.name}
    return made


def _said_in(*terms: Term) -> frozenset[str]:
    """The symbols of terms, and of the arguments of values of unknown functions in them; what may be tied, to anything."""
    tied = (_ANYTHING,) if any(isinstance(symbol, Tied) for symbol in symbols_of(*terms)) else ()
    return frozenset(symbol.name for symbol in names_of(*terms)).union(tied)


def could_vary(y: str, x: str) -> AmbiguityError:
    message = f"a derivative by {x} of what has {y} in it, of which an equation is assumed"
    return AmbiguityError(message, [f"{y} stays", f"{y} varies with {x}"], hint=f"define {y} with let, and it varies")


def equated(name: str, hypotheses: Sequence[Hypothesis]) -> frozenset[str]:
    """A symbol, and all that hypotheses which are equations connect it with."""
    groups = [_said_in(*each.terms) for each in hypotheses if isinstance(each, Equality)]
    found = {name}
    while grown := [group for group in groups if group & found and not group <= found]:
        found.update(*grown)
    return frozenset(found)
