"""The names that a statement uses: what is declared with it, and how it is said with one meaning for each name.

A file of statements declares every name once.  Two things that our own statements may have are said in another way, with
the same meaning (`plain`): a symbol with a property in one part of a statement and without it in another is declared
without it, and the property becomes a hypothesis of the first part; parameters of definitions, for which arguments are
put, lose theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from derive.certificates.notation import write_term
from derive.errors import NameError_
from derive.language import terms as t
from derive.language.hypotheses import Condition
from derive.language.substitution import check_names, subterms, symbols_of, with_children
from derive.statements.conjunction import All
from derive.statements.declaration import terms_in, with_terms
from derive.statements.statement import Statement

JSON = dict[str, Any]
_Any = TypeVar("_Any")


@dataclass
class Declarations:
    """Names with their meanings, in the order in which they first occur; a definition after those it uses."""

    dimensions: dict[str, t.Dimension] = field(default_factory=dict)
    symbols: dict[str, t.Symbol] = field(default_factory=dict)
    definitions: dict[str, t.Definition] = field(default_factory=dict)

    @classmethod
    def of(cls, terms: Iterable[t.Term], known: Declarations | None = None) -> Declarations:
        """The names in these terms, without those that are known; raises `NameError_` where a name has two meanings."""
        found = cls() if known is None else cls(dict(known.dimensions), dict(known.symbols), dict(known.definitions))
        seen: set[t.Term] = set()
        for term in terms:
            found._add(term, frozenset(), seen)
        if known is None:
            return found
        return cls(
            {name: dim for name, dim in found.dimensions.items() if name not in known.dimensions},
            {name: symbol for name, symbol in found.symbols.items() if name not in known.symbols},
            {name: made for name, made in found.definitions.items() if name not in known.definitions},
        )

    def _add(self, term: t.Term, parameters: frozenset[t.Symbol], seen: set[t.Term]) -> None:
        for part in subterms(term):
            if part in seen:
                continue
            if not parameters:
                seen.add(part)
            for dim in _dims_in(part):
                self._declare(self.dimensions, dim)
            match part:
                case t.Symbol() if part not in parameters:
                    self._declare(self.symbols, part)
                case t.Grad(_, symbol) if symbol not in parameters:
                    self._declare(self.symbols, symbol)
                case t.Defined(definition):
                    if definition.name not in self.definitions:
                        for parameter in definition.parameters:
                            self._add(parameter, frozenset({parameter}), seen)
                        self._add(definition.body, frozenset(definition.parameters), seen)
                    self._declare(self.definitions, definition)

    def _declare(self, where: dict[str, Any], meaning: t.Symbol | t.Dimension | t.Definition) -> None:
        name = meaning.name
        if isinstance(meaning, t.Dimension) and name.isdecimal():
            raise NameError_(f"a dimension with the name {name!r}", hint="in a shape it would be read as the number")
        known = [names[name] for names in (self.dimensions, self.symbols, self.definitions) if name in names]
        if any(other != meaning for other in known):
            raise NameError_(
                f"the name {name!r} is used for two things in one statement",
                hint="a certificate declares each name once",
            )
        where[name] = meaning

    # --- as JSON ---

    def to_json(self) -> JSON:
        """``dimensions``, ``symbols`` and ``definitions``."""
        return {
            "dimensions": list(self.dimensions),
            "symbols": {
                name: {"shape": write_shape(symbol.shape), "properties": sorted(symbol.properties)}
                for name, symbol in self.symbols.items()
            },
            "definitions": [
                {
                    "name": made.name,
                    "parameters": [[each.name, write_shape(each.shape)] for each in made.parameters],
                    "body": write_term(made.body),
                }
                for made in self.definitions.values()
            ],
        }


def _dims_in(term: t.Term) -> list[t.Dimension]:
    dims: list[t.Dim] = []
    match term:
        case t.Dimension():
            dims = [term]
        case t.Symbol() | t.Ones() | t.Zeros():
            dims = list(term.dims)
        case t.Identity(dim):
            dims = [dim]
    indices = [value for value in _flat(term.values) if isinstance(value, t.Index)]
    return [dim for dim in (*dims, *(index.dim for index in indices)) if isinstance(dim, t.Dimension)]


def _flat(values: Iterable[object]) -> list[object]:
    return [item for value in values for item in (value if isinstance(value, tuple) else (value,))]


def write_shape(shape: t.Shape) -> list[str]:
    """A shape as a list of names and numbers: ``["N", "3"]``."""
    return [t.show_dim(dim) for dim in shape]


# --- one meaning for each name -----------------------------------------------------------------------------------


def plain(statement: Statement) -> Statement:
    """The statement with each name declared once, and parameters without properties: the same in other words.

    Functions of numbers at arrays are unfolded there.

    A property of a symbol counts as a hypothesis of each statement that speaks of the symbol
    (`derive.language.hypotheses`); so it can as well stand among them.  Raises `NameError_` for names that are used for
    two things altogether, and in one member of a conjunction also for those of symbols that differ in properties alone.
    """
    variants: dict[str, list[t.Symbol]] = {}
    for symbol in _symbols_in(statement):
        variants.setdefault(symbol.name, []).append(symbol)
    shared: dict[t.Symbol, t.Symbol] = {}
    for several in variants.values():
        common = frozenset.intersection(*(symbol.properties for symbol in several))
        shared.update({symbol: t.Symbol(symbol.name, symbol.dims, common) for symbol in several})
    return _said_apart(statement, shared)


def _said_apart(statement: Statement, shared: Mapping[t.Symbol, t.Symbol]) -> Statement:
    if isinstance(statement, All):
        members = tuple((name, _said_apart(member, shared)) for name, member in statement.members)
        return All(members, renamed(statement.hypotheses, shared))
    symbols = _symbols_in(statement)
    check_names(*symbols)
    extra = tuple(
        Condition(word, shared[symbol])
        for symbol in symbols
        for word in sorted(symbol.properties - shared[symbol].properties)
    )
    made: Statement = renamed(statement, shared)
    if extra:
        made = replace(cast(Any, made), hypotheses=(*made.hypotheses, *extra))
    return made


def _symbols_in(value: object) -> tuple[t.Symbol, ...]:
    """The symbols of a value, those of definitions included, parameters not."""
    found: dict[t.Symbol, None] = {}

    def visit(term: t.Term, parameters: tuple[t.Symbol, ...]) -> None:
        for part in subterms(term):
            symbol = part.symbol if isinstance(part, t.Grad) else part
            if isinstance(symbol, t.Symbol) and symbol not in parameters:
                found.setdefault(symbol)
            if isinstance(part, t.Defined):
                visit(part.definition.body, part.definition.parameters)

    for term in terms_in(value):
        visit(term, ())
    return tuple(found)


def renamed(value: _Any, shared: Mapping[t.Symbol, t.Symbol]) -> _Any:
    """A value with other symbols in all of its terms, and definitions whose parameters have no properties."""
    return with_terms(value, _Renaming(shared).term)


class _Renaming:
    """Terms with other symbols; within a body the ``parameters`` are those of its definition."""

    def __init__(self, shared: Mapping[t.Symbol, t.Symbol], parameters: Collection[t.Symbol] = ()) -> None:
        self.shared = shared
        self.parameters = parameters
        self.made: dict[t.Term, t.Term] = {}

    def term(self, term: t.Term) -> t.Term:
        known = self.made.get(term)
        if known is None:
            known = self.made[term] = self._term(term)
        return known

    def _term(self, term: t.Term) -> t.Term:
        match term:
            case t.Symbol():
                return self.shared.get(term, term)
            case t.Grad(part, symbol):
                return t.Grad(self.term(part), self.shared.get(symbol, symbol))
            case t.Defined(definition) if term.entrywise or definition.body.free or self.is_of_parameters(term):
                return self.term(term.unfold())  # no such body has a place in a certificate
            case t.Defined(definition, arguments):
                arguments = tuple(map(self.term, arguments))
                return t.Defined(self._definition(definition), arguments)
        return with_children(term, tuple(map(self.term, term.children)))

    def _definition(self, definition: t.Definition) -> t.Definition:
        bare = {each: t.Symbol(each.name, each.dims) for each in definition.parameters}
        inner: Callable[[t.Term], t.Term] = _Renaming({**self.shared, **bare}, definition.parameters).term
        return t.Definition(definition.name, tuple(bare.values()), inner(definition.body))

    def is_of_parameters(self, term: t.Defined) -> bool:
        """Does the body of a name within a definition speak of what that is a function of?"""
        body, own = term.definition.body, term.definition.parameters
        return any(symbol in self.parameters and symbol not in own for symbol in symbols_of(body))
