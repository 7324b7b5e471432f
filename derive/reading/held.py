"""What a derivative holds fixed, where an assumed equation may say that it varies.

∂/∂x of a term is taken with every other symbol held. Where a hypothesis says μ = Σₖ xₖ / N, a reader of ∂(xⱼ − μ)/∂xᵢ
means that μ varies with x, or that it stays: nothing says which, from whatever text or program the two come.

So it is with f(x) = x² of an unknown function f: it is assumed at this x, and who writes f′(x) may mean it near by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from derive.errors import AmbiguityError
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import substitute, symbols_of, unfolded_subterms
from derive.language.terms import Component, Defined, Grad, Index, Symbol, Term, axes_of, unknown_function_of
from derive.language.unknown import Tied, names_of

#: (y, x) and the symbol of ∂y/∂x.
Depends = Mapping[tuple[str, str], str]
#: An unknown function where it is used: its name, how often it is derived, and the symbols in its argument.
Used = tuple[str, int, frozenset[Symbol]]

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
    terms = tuple(terms)
    check_near(terms, hypotheses)
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
            inside = _said_in(*each.terms).difference(symbol.name for symbol in every)  # of values of functions
            made |= {(y.name, name): "" for name in inside}
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


def check_near(terms: Sequence[Term], hypotheses: Sequence[Hypothesis]) -> None:
    """Raise `AmbiguityError` where f(x) = x² is assumed of an unknown function f at x, and may be meant of it everywhere.

    It may where f stands there with a higher derivative than is assumed, or with as high a one at what has nothing of x.
    What f is at one point, f(r) = 0, ties it there alone; f(x) > 0 holds near by as well, but not f(x) ≥ 0.
    """
    known = [used for each in hypotheses for used in _used(each.terms)]
    tied = [
        used for each in hypotheses if isinstance(each, Equality) and not _is_value(each) for used in _used(each.terms)
    ]
    near = [*tied, *(used for each in hypotheses if _is_nonneg(each) for used in _used(each.terms))]
    if not near:
        return
    assumed = {at for each in hypotheses for at in _arguments(each.terms)}
    for name, argument in _arguments(terms):
        if (name, argument) not in assumed and any(own == name for own, _, _ in near):
            raise could_be_near(name, name)

    def orders(among: Sequence[Used], name: str, inside: frozenset[Symbol]) -> list[int]:
        return [order for own, order, of in among if own == name and not of.isdisjoint(inside)]

    for name, order, inside in _used(terms):
        if order <= max(orders(known, name, inside), default=-1):
            continue
        elsewhere = [assumed for own, assumed, of in tied if own == name and of]
        if orders(near, name, inside) or (elsewhere and order >= max(elsewhere)):
            raise could_be_near(name, name + "'" * order)


def could_be_near(name: str, here: str) -> AmbiguityError:
    """What is wrong with an unknown function, or a derivative of it, where it may be what is assumed of it elsewhere."""
    what = f"{here} where nothing is assumed of it, beside what is assumed of {name},"
    readings = ["it is assumed there alone", f"it holds of {name} everywhere"]
    return AmbiguityError(what, readings, hint=f"define {name} with let, or assume what {here} is here as well")


def _is_nonneg(hypothesis: Hypothesis) -> bool:
    return isinstance(hypothesis, Condition) and hypothesis.kind == "nonneg"


def _is_value(equality: Equality) -> bool:
    """Does it say what an unknown function is at one point, of which the other side has nothing?"""
    sides = (equality.lhs, equality.rhs), (equality.rhs, equality.lhs)
    return any(
        unknown_function_of(side) is not None and frozenset(symbols_of(side)).isdisjoint(symbols_of(other))
        for side, other in sides
    )


def _arguments(terms: Iterable[Term]) -> set[tuple[str, Term]]:
    """The unknown functions in terms, by their names, and what they are taken at, whatever its indices are called."""
    found = set[tuple[str, Term]]()
    for part in (part for term in terms for part in unfolded_subterms(term)):
        if (function := unknown_function_of(part)) is not None:
            (argument,) = part.children
            if argument.shape:  # of each entry
                argument = Component(argument, tuple(Index("i", dim) for dim in axes_of(argument.shape)))
            named = {index: Index("i", index.dim) for index in argument.free}
            found.add((function.base.name, substitute(argument, indices=named)))
    return found


def _used(terms: Iterable[Term]) -> list[Used]:
    """The unknown functions in terms, how often they are derived there, and the symbols that they are of."""
    found = dict[Used, None]()
    stack, seen = [(term, frozenset[Grad]()) for term in terms], set[tuple[Term, frozenset[Grad]]]()
    while stack:
        part, around = stack.pop()
        if (part, around) in seen:
            continue
        seen.add((part, around))
        if (function := unknown_function_of(part)) is not None:
            inside = frozenset(symbols_of(*part.children))
            order = function.order + sum(derivative.symbol in inside for derivative in around)
            found[function.base.name, order, inside] = None
        around = around | {part} if isinstance(part, Grad) else around
        below = (*part.children, part.unfold()) if isinstance(part, Defined) else part.children
        stack += [(child, around) for child in below]
    return list(found)
