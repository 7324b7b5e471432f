"""Trees that LaTeX gives → terms: the inference of dimensions, as plain syntax does it, for the nodes that LaTeX adds."""

from __future__ import annotations

from derive.errors import InputError, ShapeError
from derive.language.terms import (
    Component,
    Defined,
    Dim,
    Identity,
    Index,
    Ones,
    Prod,
    Symbol,
    Term,
    Zeros,
    axes_of,
    show_dim,
)
from derive.reading.dims import GuessedShape, Unknown, find, take_own, unify
from derive.reading.elaborate import Reading
from derive.reading.latex.context import Context
from derive.reading.latex.graphs import held_beside
from derive.reading.latex.nodes import Apply, Beside, Constant, Restricted, Statistic
from derive.reading.latex.partials import component, concerned, jacobian, occurs, written_out
from derive.reading.latex.restricted import ordered, statistic, summed
from derive.reading.names import Scope
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Ranged, Tree, Word


class Typed(Reading):
    """The inference of dimensions, and the building of terms, for trees that LaTeX gives."""

    def __init__(self, source: Source, context: Context) -> None:
        super().__init__(source, context.env)
        self.size, self.held, self.graph = context.size, context.held_terms, context.graph

    def infer(self, tree: Tree, scope: Scope | None = None) -> GuessedShape:
        match tree:
            case Constant(kind=kind):
                unknown = self.ask(tree, {"ones": r"\vec 1", "identity": "I"}.get(kind, r"\vec 0"))
                return (unknown, unknown) if kind == "identity" else (1, unknown) if kind == "zero row" else (unknown,)
            case Apply(definition=definition, arguments=arguments, constants=constants):
                shapes: list[GuessedShape] = [self.infer(argument, scope) for argument in arguments]
                return self.infer_definition(definition, [*shapes, *(symbol.shape for symbol in constants)])
            case Restricted():
                inner = self.bound(tree.indices, scope or {})
                for left, right in tree.apart:
                    unify(self.range_of(left, inner)[1], self.range_of(right, inner)[1])
                return self.infer(tree.body, inner)
            case Statistic(index=index, arguments=arguments):
                inner = self.bound((index,), scope or {})
                for argument in arguments:
                    self.infer(argument, inner)
                return ()
        return super().infer(tree, scope)

    def bound(self, indices: tuple[Word | Ranged, ...], scope: Scope) -> Scope:
        """The scope with more indices."""
        return {**scope, **dict(self.bind(index, scope) for index in indices)}

    def build(self, tree: Tree, scope: Scope) -> Term:
        match tree:
            case Call(name="grad") if self.is_written_out(tree, scope):
                return self.by_name(tree, scope)
            case Indexed(base=Call(name="grad") as grad, indices=words) if self.is_written_out(grad, scope):
                return self.by_name(grad, scope, tuple(self.index(word, scope) for word in words))
            case Constant(kind=kind):
                dim = self.answer(tree)
                match kind:
                    case "identity":
                        return Identity(dim)
                    case "ones":
                        return Ones((dim,))
                return Zeros((1, dim) if kind == "zero row" else (dim,))
            case Apply(definition=definition, arguments=arguments, constants=constants):
                return self.make(tree.at, definition, *(self.build(a, scope) for a in arguments), *constants)
            case Restricted():
                return self.build_restricted(tree, scope)
            case Statistic(kind=kind, index=index, arguments=arguments):
                inner = self.bound((index,), scope)
                parts = [self.build(argument, inner) for argument in arguments]
                return self.make(tree.at, statistic, kind, self.index(index, inner), parts)
        return super().build(tree, scope)

    def said(self, name: str) -> str:
        ways = {"exp": "e^{A}", "log": r"\operatorname{logm}(A)"}
        other = f", {ways[name]} of the matrix" if name in ways else "; no other is known here"
        return rf"\{name}_\odot(A) is of each entry{other}"

    def is_written_out(self, tree: Call, scope: Scope) -> bool:
        """Is a derivative one by a defined name, or beside names that are held, so that no node of terms says it?"""
        above, below = tree.arguments
        name = self.env.names.get(below.name) if isinstance(below, Word) else None
        if isinstance(name, Symbol) and self.held and not isinstance(tree, Beside):
            return concerned(self.build(above, scope), name, self.held)
        return isinstance(name, Defined) or isinstance(tree, Beside)

    def by_name(self, tree: Call, scope: Scope, indices: tuple[Index, ...] | None = None) -> Term:
        """The derivative by a name, or a component of it, where that is defined or others are held."""
        at, held = tree.at, self.held
        term, name = (self.build(argument, scope) for argument in tree.arguments)
        if not isinstance(name, Defined | Symbol) or not (isinstance(name, Symbol) or occurs(name, term)):
            message = "a derivative by a defined name of what does not have it by that name"
            raise self.source.placed(InputError(message, hint="write it by its name"), at)
        node = term.base if isinstance(term, Component) else term
        if isinstance(tree, Beside) and isinstance(node, Defined):
            held |= held_beside(node, name)
        elif isinstance(name, Defined) and name.definition.name not in self.graph and written_out(name, term):
            word = name.definition.name
            message = (
                f"a derivative by {word}, whose definition stands there written out as well: does it vary there too?"
            )
            raise self.source.placed(InputError(message, hint=f"write {word} by its name everywhere"), at)
        if indices is None:
            return self.make(at, jacobian, term, name, held)
        rows = len(axes_of(term.shape))
        return self.make(at, component, term, name, indices[:rows], indices[rows:], held)

    def build_restricted(self, tree: Restricted, scope: Scope) -> Term:
        """The whole sum less what is left out; a product has a node of its own."""
        inner = self.bound(tree.indices, scope)
        indices = [self.index(Word(index.at, index.name), inner) for index in tree.indices]
        apart = [(self.index(left, inner), self.index(right, inner)) for left, right in tree.apart]
        for (left, right), (word, _) in zip(apart, tree.apart, strict=True):
            if left.dim != right.dim:
                message = (
                    f"the indices {left.name} over {show_dim(left.dim)} and {right.name} over {show_dim(right.dim)}"
                )
                raise self.source.placed(ShapeError(f"{message} in one inequality"), word.at)
        body = self.build(tree.body, inner)
        if tree.kind == "prod":
            (index,) = indices
            left_out = dict.fromkeys(other if one == index else one for one, other in apart)
            return self.make(tree.at, Prod, index, body, tuple(left_out))
        closed = [h for h in self.env.hypotheses if not any(term.free for term in h.terms)]
        if tree.ordered:
            ((one, other),) = apart
            return self.make(tree.at, ordered, one, other, body, closed)
        return self.make(tree.at, summed, indices, apart, body, closed)

    def settle(self) -> None:
        r"""End the inference.  A ``\vec 1``, ``\vec 0`` or ``I`` that nothing around it sizes is an error.

        Unless there is one dimension only, or the page that `derive` printed has ones and identities of one size only.
        """
        take_own(self.unknowns)
        dims: tuple[Dim, ...] = self.env.dimensions if self.size is None else (self.size,)
        for unknown in self.unknowns:
            last = find(unknown)
            if not isinstance(last, Unknown):
                continue
            if not unknown.index and len(dims) == 1:
                last.link = dims[0]
                continue
            word, default = unknown.word, self.env.default.name
            sizes = " or ".join(f"{word}_{show_dim(dim)}" for dim in dims) or f"{word}_N"
            hint = rf"write \sum_{{{word}=1}}^{default}" if unknown.index else f"write {sizes}"
            what = "range of the index" if unknown.index else "dimension of"
            message = f"the {what} {word} cannot be told from what stands around it"
            raise self.source.placed(InputError(message, hint=hint), unknown.at)
        super().settle()
