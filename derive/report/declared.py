r"""The names of terms as declarations of a document, read as they are written: ``vector \vec a : N``, ``let \mu = …``.

A declaration is written where a reader does not know its name yet, or knows it by another meaning; then all is forgotten
before.  What was declared is what the reader makes of it: the same but for the spelling of its name in plain syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from derive.errors import InputError, NameError_
from derive.language.order import Order
from derive.language.places import places_in
from derive.language.substitution import subterms, unfolded_subterms
from derive.language.terms import Binder, Defined, Definition, Dimension, Identity, Index, Ones, Symbol, Term
from derive.reading.environment import FUNCTIONS_OF_VECTORS
from derive.reading.latex import Context
from derive.reading.latex.declarations import declare
from derive.reading.latex.declaring import TYPES, clauses
from derive.reading.latex.spelling import Key, key_of_text
from derive.reading.source import Source
from derive.report.formulas import Typeset

#: Declarations that stand beside others in a line.
_SHORT = ("dimension ", "vector ", "matrix ", "scalar ", "index ", "ones ")

#: What is declared by itself.
Name = Dimension | Index | Symbol | Defined | Definition


class Declared:
    """What a reader knows of the declarations up to here."""

    def __init__(self, context: Context) -> None:
        self.context, self.declared = context, set[tuple[Key, bool]]()
        self.base: tuple[str, ...] | None = None
        self.known: dict[Name, object] = {}
        self.size: object = None

    def state(self) -> tuple[object, ...]:
        """What `reset` goes back to."""
        return self.context, set(self.declared), self.base, dict(self.known), self.size

    def reset(self, state: tuple[Any, ...]) -> None:
        self.context, self.declared, self.base, self.known, self.size = state

    def lines(self, terms: Sequence[Term], typeset: Typeset, base: tuple[str, ...], apart: bool) -> list[str]:
        """The declarations that terms need here, on top of those of a base; ``apart`` from all that was declared before.

        Raises `InputError` where they cannot be declared together.
        """
        before = self.state()
        if base == self.base and not apart:
            try:
                return self.further(terms, typeset)
            except InputError:
                self.reset(before)
        made = [*([] if self.base is None else ["forget"]), *base]
        for line in made:
            self.read(line)
        self.base, self.known, self.size = base, {}, None
        return [*made, *self.further(terms, typeset)]

    def further(self, terms: Sequence[Term], typeset: Typeset) -> list[str]:
        """The declarations beside those that stand there; raises `InputError` for what is there otherwise."""
        made: list[str] = []
        for name in names_in(terms):
            if self.is_known(name):
                continue
            line = written(name, typeset)
            self.read(line)
            made.append(line)
            self.known[name] = self.meaning(name, typeset)
        sizes = {
            part.shape[0] for term in terms for part in unfolded_subterms(term) if isinstance(part, Ones | Identity)
        }
        size = next(iter(sizes)) if len(sizes) == 1 else None
        if size is not None and size != self.size:
            line = f"ones {typeset.term(size).latex if isinstance(size, Dimension) else size}"
            self.read(line)
            made.append(line)
            self.size = size
        return made

    def is_known(self, name: Name) -> bool:
        """Does a name mean here what it is to mean?"""
        env = self.context.env.names
        if isinstance(name, Definition):
            own = self.known.get(name, name)
            return own == FUNCTIONS_OF_VECTORS.get(name.name) or own in self.context.definitions.values()
        if name in self.known:
            return self.known[name] in env.values()
        own_name = name.definition.name if isinstance(name, Defined) else name.name
        return env.get(own_name) == name

    def meaning(self, name: Name, typeset: Typeset) -> object:
        """What a reader makes of the name that was declared last."""
        head = typeset.term(name).latex if isinstance(name, Term) else name.name
        found = key_of_text(head)
        if isinstance(name, Definition) or found is None:
            return next(reversed(tuple(self.context.definitions.values())), None)
        for own in (*self.context.names(*found), self.context.index(found[0]) or ""):
            if own in self.context.env.names:
                return self.context.env.names[own]
        return None

    def read(self, line: str) -> None:
        """Have a line declare what it says."""
        if line == "printed":
            self.context = replace(self.context, printed=True)
            return
        source = Source(line)
        for clause in clauses(line):
            self.context = declare(source, clause, self.context, self.declared)


def together(lines: Iterable[str]) -> list[str]:
    """Declarations of symbols that follow one another, as one line.

    >>> together(["use layernorm", "dimension N", "scalar p", "let q = p"])
    ['use layernorm', 'dimension N; scalar p', 'let q = p']
    """
    made: list[str] = []
    for line in lines:
        if made and all(each.startswith(_SHORT) for each in (made[-1], line)):
            made[-1] += f"; {line}"
        else:
            made.append(line)
    return made


def names_in(terms: Iterable[Term]) -> Iterator[Name]:
    """The names in terms, each once, those that another one speaks of before it.

    Raises `NameError_` for a name with two meanings.
    """
    seen: dict[Name, None] = {}
    for term in terms:
        _collect(term, frozenset(), seen)
    free = {index for term in terms for index in term.free}
    for index in sorted(free - places_in(free), key=lambda index: index.name):
        seen.setdefault(index)
    by_name: dict[str, Name] = {}
    for each in seen:
        own = each.definition.name if isinstance(each, Defined) else each.name
        if by_name.setdefault(own, each) != each:
            raise NameError_(f"the name {own!r} with two meanings", hint="rename one of them")
    yield from seen


def _collect(term: Term, bound: frozenset[Symbol], seen: dict[Name, None]) -> None:
    """Note the names in a term, but for the parameters of a definition that it stands in."""
    for part in subterms(term):
        indices = [*part.free, *([part.index] if isinstance(part, Binder) else [])]
        for dim in (*part.shape, *(index.dim for index in indices)):
            if isinstance(dim, Dimension):
                seen.setdefault(dim)
        match part:
            case Symbol() if part in bound or isinstance(part, Order):
                continue
            case Dimension() | Symbol():
                seen.setdefault(part)
            case Defined(definition, arguments):
                name = definition if arguments else Defined(definition, ())
                if name not in seen and FUNCTIONS_OF_VECTORS.get(definition.name) != definition:
                    _collect(definition.body, bound | set(definition.parameters), seen)
                    seen.setdefault(name)


def written(name: Name, typeset: Typeset) -> str:
    """The declaration of a name as it is typeset."""
    match name:
        case Dimension():
            return f"dimension {typeset.term(name).latex}"
        case Index(own, dim):
            return f"index {own} : {_dim(dim, typeset)}"
        case Symbol(_, dims, properties):
            words = "".join(f" {word}" for word in sorted(properties))
            if len(dims) > 2 or (dims and dims[0] == 1):
                raise InputError(f"the symbol {name.name}, which has no declaration in LaTeX")
            sizes = " x ".join(_dim(dim, typeset) for dim in dims)
            kind = TYPES[len(dims)]
            return f"{kind} {typeset.term(name).latex}{f' : {sizes}' if dims else ''}{words}"
        case Defined():
            return f"let {typeset.term(name).latex} = {typeset.term(name.unfold()).latex}"
        case Definition():
            head = Defined(name, name.parameters)
            page = typeset.on_page([head, head.unfold()])
            return f"let {_with_shapes(name, page)} = {page.term(head.unfold()).latex}"
    raise TypeError(f"a {type(name).__name__} as a name")


def _with_shapes(name: Definition, typeset: Typeset) -> str:
    """The head of a function, its parameters with their dimensions."""
    head = typeset.term(Defined(name, name.parameters)).latex
    for each in name.parameters:
        if len(each.dims) > 1:
            raise InputError(f"the function {name.name} of a matrix, which has no declaration in LaTeX")
        own = typeset.term(each).latex
        if each.dims:
            found = re.search(rf"(?<=[(\s]){re.escape(own)}(?=[,)])", head)
            if found is None:
                raise InputError(f"the function {name.name}, which is not printed with its arguments in brackets")
            head = f"{head[: found.end()]} : {_dim(each.dims[0], typeset)}{head[found.end() :]}"
    return head


def _dim(dim: object, typeset: Typeset) -> str:
    return typeset.term(dim).latex if isinstance(dim, Dimension) else str(dim)
