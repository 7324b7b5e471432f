"""Walking and rebuilding terms: sub-terms, symbols, substitution without capture, unfolding of definitions.

What is asked of one term again and again is remembered for the last terms asked for: a term never changes, and equal
terms have equal parts, so nobody can tell a remembered answer from a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import TypeVar

from derive.errors import AmbiguityError, InputError, NameError_, ShapeError
from derive.language import terms as t

Position = tuple[int, ...]
Sized = TypeVar("Sized", bound="Sequence[object]")

#: Terms whose parts are remembered.
REMEMBERED = 4_096


def subterms(term: t.Term) -> Iterator[t.Term]:
    """All sub-terms as authored, children before parents; definitions stay folded."""
    found: list[t.Term] = []  # parents before children, the last child first
    stack = [term]
    while stack:
        found.append(stack.pop())
        stack.extend(found[-1].children)
    return reversed(found)


@lru_cache(maxsize=REMEMBERED)
def unfolded_subterms(term: t.Term) -> tuple[t.Term, ...]:
    """Every distinct sub-term once, with those of the definitions used, children before parents."""
    found: list[t.Term] = []
    seen: set[t.Term] = set()
    stack = [(term, False)]
    while stack:
        part, done = stack.pop()
        if done:
            found.append(part)
        elif part not in seen:
            seen.add(part)
            stack.append((part, True))
            below = (*part.children, part.unfold()) if isinstance(part, t.Defined) else part.children
            stack.extend((child, False) for child in reversed(below))
    return tuple(found)


def symbols_of(*terms: t.Term) -> tuple[t.Symbol, ...]:
    """The symbols, in order of first appearance; definitions unfolded."""
    return tuple(dict.fromkeys(symbol for term in terms for symbol in _symbols(term)))


@lru_cache(maxsize=REMEMBERED)
def _symbols(term: t.Term) -> tuple[t.Symbol, ...]:
    return tuple(part for part in unfolded_subterms(term) if isinstance(part, t.Symbol))


def dimensions_of(*terms: t.Term) -> tuple[t.Dimension, ...]:
    """The symbolic dimensions, in order of first appearance; definitions unfolded."""
    return tuple(dict.fromkeys(dim for term in terms for dim in _dimensions(term)))


@lru_cache(maxsize=REMEMBERED)
def _dimensions(term: t.Term) -> tuple[t.Dimension, ...]:
    found: dict[t.Dimension, None] = {}
    for part in unfolded_subterms(term):
        dims: t.Shape = (part,) if isinstance(part, t.Dimension) else part.shape
        if isinstance(part, t.Binder):
            dims = (*dims, part.index.dim)
        for dim in (*dims, *(index.dim for index in sorted(part.free, key=lambda index: index.name))):
            if isinstance(dim, t.Dimension):
                found.setdefault(dim)
    return tuple(found)


def check_names(*terms: t.Term) -> None:
    """One name, one meaning: raises `NameError_` when a name is declared twice in different ways."""
    found: dict[str, t.Symbol | t.Dimension | t.Definition] = {}
    for meaning in dict.fromkeys(meaning for term in terms for meaning in meanings(term)):
        known = found.setdefault(meaning.name, meaning)
        if known != meaning:
            raise NameError_(
                f"the name {meaning.name!r} is used for two things: {_say(known)} and {_say(meaning)}",
                hint="rename one of them",
            )


@lru_cache(maxsize=REMEMBERED)
def meanings(term: t.Term) -> tuple[t.Symbol | t.Dimension | t.Definition, ...]:
    """What the names in a term stand for, in order of first appearance."""
    return tuple(dict.fromkeys(meaning for part in unfolded_subterms(term) if (meaning := _meaning(part)) is not None))


def _meaning(part: t.Term) -> t.Symbol | t.Dimension | t.Definition | None:
    """What the name stands for that a node has of its own: of a derivative of an unknown function that function."""
    if isinstance(part, t.Symbol | t.Dimension):
        return part
    if isinstance(part, t.Defined):
        return part.definition
    function = t.unknown_function_of(part)
    return None if function is None else function.base


def _say(meaning: t.Symbol | t.Dimension | t.Definition) -> str:
    match meaning:
        case t.Symbol():
            words = "".join(f" {word}" for word in sorted(meaning.properties))
            return f"a{words} symbol of shape {t.show_shape(meaning.shape)}"
        case t.Dimension():
            return "a dimension"
        case t.UnknownFunction():
            return "an unknown function"
    return f"a definition of shape {t.show_shape(meaning.body.shape)}"


def at(term: t.Term, position: Position) -> t.Term:
    """The sub-term at a position (a path of child numbers)."""
    for step in position:
        term = term.children[step]
    return term


def replace_at(term: t.Term, position: Position, new: t.Term) -> t.Term:
    """The term with its sub-term at a position replaced."""
    if not position:
        return new
    children = list(term.children)
    children[position[0]] = replace_at(children[position[0]], position[1:], new)
    return with_children(term, tuple(children))


def with_children(term: t.Term, children: tuple[t.Term, ...]) -> t.Term:
    """The same node over other children, shapes checked anew."""
    if children == term.children:
        return term
    remaining = iter(children)
    values = []
    for value in term.values:
        if isinstance(value, t.Term):
            value = next(remaining)
        elif isinstance(value, tuple) and value and isinstance(value[0], t.Term):
            value = tuple(next(remaining) for _ in value)
        values.append(value)
    return type(term)(*values)


def substitute(
    term: t.Term,
    symbols: Mapping[t.Symbol, t.Term] | None = None,
    dims: Mapping[t.Dimension, t.Dim] | None = None,
    indices: Mapping[t.Index, t.Index] | None = None,
) -> t.Term:
    """Replace symbols by terms, dimensions by dimensions and free indices by indices in a term, all at once.

    Args:
        term: in which.
        symbols, dims, indices: what is replaced, by what; terms have the shapes of their symbols.

    Bound indices are renamed where a replacement would be captured.  A definition without parameters whose body
    is affected is unfolded: its name would no longer say what it stands for.
    """
    for symbol, value in (symbols or {}).items():
        wanted = tuple(_dim(dim, dims or {}) for dim in symbol.shape)
        if value.shape != wanted:
            raise ShapeError(f"{t.show_shape(value.shape)} put for {symbol.name!r} of shape {t.show_shape(wanted)}")
    changed = {symbol: value for symbol, value in (symbols or {}).items() if value != symbol}
    sizes = {dim: value for dim, value in (dims or {}).items() if value != dim}
    if not (changed or sizes or indices):
        return term
    return _Substitution(changed, sizes).apply(term, dict(indices or {}))


def _dim(dim: t.Dim, dims: Mapping[t.Dimension, t.Dim]) -> t.Dim:
    return dims.get(dim, dim) if isinstance(dim, t.Dimension) else dim


class _Substitution:
    """One simultaneous substitution; ``apply`` carries the renaming of the indices in scope."""

    def __init__(self, symbols: dict[t.Symbol, t.Term], dims: dict[t.Dimension, t.Dim]) -> None:
        self.symbols = symbols
        self.dims = dims
        self.incoming = frozenset().union(*(value.free for value in symbols.values()))

    def shape(self, shape: t.Shape) -> t.Shape:
        return tuple(_dim(dim, self.dims) for dim in shape)

    def index(self, index: t.Index, indices: dict[t.Index, t.Index]) -> t.Index:
        dim = _dim(index.dim, self.dims)
        return indices.get(index) or (
            t.place(dim, index.number) if isinstance(index, t.Place) else t.Index(index.name, dim)
        )

    def concerns(self, body: t.Term, indices: dict[t.Index, t.Index]) -> bool:
        """Is there anything in a body that is replaced?  Bound indices, which may have to be renamed, do not count."""
        replaced = any(symbol in self.symbols for symbol in _symbols(body))
        return replaced or any(dim in self.dims for dim in _dimensions(body)) or any(i in indices for i in body.free)

    def apply(self, term: t.Term, indices: dict[t.Index, t.Index]) -> t.Term:
        match term:
            case t.Symbol():
                if term in self.symbols:
                    return self.symbols[term]
                return replace(term, dims=self.shape(term.dims)) if self.dims else term
            case t.Dimension():
                dim = _dim(term, self.dims)
                return dim if isinstance(dim, t.Dimension) else t.as_term(dim)
            case t.Ones() | t.Zeros():
                return replace(term, dims=self.shape(term.dims)) if self.dims else term
            case t.Identity():
                return t.Identity(_dim(term.dim, self.dims))
            case t.Basis():
                return t.Basis(self.index(term.index, indices))
            case t.Delta():
                return t.Delta(self.index(term.left, indices), self.index(term.right, indices))
            case t.Component():
                return t.Component(self.apply(term.base, indices), tuple(self.index(i, indices) for i in term.indices))
            case t.Binder():
                bound = t.Index(term.index.name, _dim(term.index.dim, self.dims))
                free = (self.index(index, indices) for index in term.free)  # what stays free in the body
                taken = self.incoming | frozenset(indices.values()) | frozenset(free)
                while bound in taken:
                    bound = t.Index(bound.name + "'", bound.dim)
                body = self.apply(term.body, {**indices, term.index: bound})
                if isinstance(term, t.Prod):
                    without = dict.fromkeys(self.index(index, indices) for index in term.without)
                    return t.Prod(bound, body, tuple(without))
                return type(term)(bound, body)
            case t.Grad():
                symbol = self.apply(term.symbol, indices)
                if not isinstance(symbol, t.Symbol):
                    raise InputError(f"a term put for {term.symbol.name!r}, with respect to which is derived")
                inner = {k: v for k, v in self.symbols.items() if k != term.symbol}
                if len(inner) != len(self.symbols) or any(term.symbol in symbols_of(v) for v in inner.values()):
                    raise InputError(f"a substitution into ∂/∂{term.symbol.name} of a term that depends on it")
                return t.Grad(self.apply(term.term, indices), symbol)
            case t.Defined() if not term.arguments and not self.concerns(term.definition.body, indices):
                return term
            case t.Defined() if not term.arguments:
                body = self.apply(term.definition.body, indices)
                return term if body == term.definition.body else body
        return with_children(term, tuple(self.apply(child, indices) for child in term.children))


def instantiate(definition: t.Definition, arguments: tuple[t.Term, ...]) -> t.Term:
    """The body of a definition at arguments; the parameters' dimensions follow from the arguments' shapes.

    A function of numbers whose value is a number is taken of arrays entry by entry.
    """
    if over := entrywise_over(definition, [argument.shape for argument in arguments]):
        return _entry_by_entry(definition, arguments, over)
    dims: dict[t.Dimension, t.Dim] = {}
    for parameter, argument in zip(definition.parameters, arguments, strict=True):
        match_shape(parameter.shape, argument.shape, dims, definition.name)
    return substitute(definition.body, dict(zip(definition.parameters, arguments, strict=True)), dims)


def entrywise_over(definition: t.Definition, shapes: Sequence[Sized | None]) -> Sized | None:
    """The shape of arrays, at which a function of numbers is taken entry by entry; None where it is none, or at none."""
    pairs = zip(definition.parameters, shapes, strict=True)
    over = next((shape for parameter, shape in pairs if not parameter.shape and shape), None)
    return None if definition.body.shape else over


def entrywise_root(taken: Collection[str] = ()) -> t.Definition:
    """√u of a number u, which √y of a vector y takes of each entry, by a name that is not taken."""
    u = t.Symbol("u", ())
    name = next("root" + "_other" * n for n in count() if "root" + "_other" * n not in taken)
    return t.Definition(name, (u,), t.Power(u, Fraction(1, 2)))


def is_entrywise_root(definition: t.Definition) -> bool:
    """Is it the one that √y of a vector y is read as, by any of its names?  It is printed as a root, not by its name."""
    name = definition.name
    named = name.removesuffix("_other" * name.count("_other")) == "root"
    return named and definition == replace(entrywise_root(), name=name)


def _entry_by_entry(definition: t.Definition, arguments: tuple[t.Term, ...], over: t.Shape) -> t.Term:
    """Σᵢ f(xᵢ) eᵢ, and of a matrix Σᵢⱼ f(Aᵢⱼ) eᵢ eⱼᵀ; of a square one this could be meant, or a function of the matrix."""
    if t.is_square(over):
        readings = ("of each entry", "the function of the matrix")
        hint = "write f of its entries, or products for the function of the matrix"
        raise AmbiguityError(f"{definition.name!r}, a function of numbers, of a square matrix", readings, hint=hint)
    taken = {index.name for argument in arguments for index in argument.free}
    marks = next("'" * n for n in count() if taken.isdisjoint(("i" + "'" * n, "j" + "'" * n)))
    indices = tuple(t.Index(letter + marks, dim) for letter, dim in zip("ij", t.axes_of(over), strict=False))
    entries: list[t.Term] = []
    for parameter, argument in zip(definition.parameters, arguments, strict=True):
        each = not parameter.shape and argument.shape
        if each and argument.shape != over:
            raise ShapeError(f"arguments of two shapes for {definition.name!r}, which is taken entry by entry")
        entries.append(t.Component(argument, indices) if each else argument)
    bases = [t.Basis(index) for index in indices]
    whole = t.Outer(*bases) if len(bases) == 2 else t.Transpose(bases[0]) if t.is_row(over) else bases[0]
    made: t.Term = t.Product((t.Defined(definition, tuple(entries)), whole))
    for index in reversed(indices):
        made = t.Sum(index, made)
    return made


def match_shape(pattern: t.Shape, shape: t.Shape, dims: dict[t.Dimension, t.Dim], name: str) -> None:
    """Extend ``dims`` so that ``pattern`` becomes ``shape``; raises `ShapeError` when nothing does."""
    if (len(pattern) == len(shape) and t.axes_of(pattern) and (pattern[0] == 1) == (shape[0] == 1)) or pattern == shape:
        for dim, value in zip(pattern, shape, strict=True):
            known = dims.setdefault(dim, value) if isinstance(dim, t.Dimension) else dim
            if known != value:
                break
        else:
            return
    raise ShapeError(f"an argument of shape {t.show_shape(shape)} for {name!r}, which takes {t.show_shape(pattern)}")


@lru_cache(maxsize=REMEMBERED)
def unfold_all(term: t.Term) -> t.Term:
    """The term with every definition unfolded; raises `LimitError` when that is beyond the size of a term."""
    parts = unfolded_subterms(term)
    if not any(isinstance(part, t.Defined) for part in parts):
        return term
    made: dict[t.Term, t.Term] = {}
    for part in parts:
        if isinstance(part, t.Defined):
            made[part] = made[part.unfold()]
        else:
            made[part] = with_children(part, tuple(made[child] for child in part.children))
    return made[term]


t.Defined.unfolder = staticmethod(instantiate)
