"""Trees that LaTeX gives → terms: the inference of dimensions, as plain syntax does it, for the nodes that LaTeX adds."""

from __future__ import annotations

from derive.derivation.partials import component, concerned, jacobian, occurs, written_out
from derive.errors import ShapeError
from derive.language import terms as t
from derive.reading.dims import GuessedShape, Unknown, find, take_own, unify
from derive.reading.elaborate import Elaboration, FurtherNodes
from derive.reading.latex.context import Context
from derive.reading.latex.graphs import held_beside
from derive.reading.latex.nodes import Apply, Beside, Constant, Restricted, Statistic, Total
from derive.reading.latex.restricted import Asking, ordered, statistic, summed
from derive.reading.names import Scope
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Ranged, Tree, Word


class Typed:
    """The terms of trees that LaTeX gives, in one context: plain syntax, and the kinds of nodes that are added to it."""

    def __init__(self, source: Source, context: Context) -> None:
        self.context = context
        further = FurtherNodes(
            {
                Constant: self.infer_constant,
                Apply: self.infer_application,
                Restricted: self.infer_restricted,
                Statistic: self.infer_statistic,
            },
            {
                Constant: self.build_constant,
                Apply: self.build_application,
                Restricted: self.build_restricted,
                Statistic: self.build_statistic,
                Indexed: self.build_component,
                **dict.fromkeys((Call, Total, Beside), self.build_derivative),
            },
            _said,
        )
        self.elaboration = Elaboration(source, context.env, further)

    def terms(self, *sides: Tree) -> tuple[t.Term, ...]:
        """The terms of the sides of a relation, or of one tree."""
        self.elaboration.relate(*sides)
        self.settle(self.elaboration)
        return tuple(map(self.elaboration.term, sides))

    # --- constants --------------------------------------------------------------------------------------------------

    def infer_constant(self, e: Elaboration, tree: Constant, scope: Scope) -> GuessedShape:
        unknown = e.ask(tree, {"ones": r"\vec 1", "identity": "I"}.get(tree.kind, r"\vec 0"))
        if tree.kind == "identity":
            return unknown, unknown
        return (1, unknown) if tree.kind == "zero row" else (unknown,)

    def build_constant(self, e: Elaboration, tree: Constant, scope: Scope) -> t.Term:
        dim = e.answer(tree)
        match tree.kind:
            case "identity":
                return t.Identity(dim)
            case "ones":
                return t.Ones((dim,))
        return t.Zeros((1, dim) if tree.kind == "zero row" else (dim,))

    # --- functions of the context -----------------------------------------------------------------------------------

    def infer_application(self, e: Elaboration, tree: Apply, scope: Scope) -> GuessedShape:
        shapes: list[GuessedShape] = [e.infer(argument, scope) for argument in tree.arguments]
        return e.infer_definition(tree.definition, [*shapes, *(symbol.shape for symbol in tree.constants)])

    def build_application(self, e: Elaboration, tree: Apply, scope: Scope) -> t.Term:
        arguments = (e.build(argument, scope) for argument in tree.arguments)
        return e.make(tree.at, tree.definition, *arguments, *tree.constants)

    # --- statistics, and sums that leave something out --------------------------------------------------------------

    def infer_statistic(self, e: Elaboration, tree: Statistic, scope: Scope) -> GuessedShape:
        inner = _bound(e, (tree.index,), scope)
        for argument in tree.arguments:
            e.infer(argument, inner)
        return ()

    def build_statistic(self, e: Elaboration, tree: Statistic, scope: Scope) -> t.Term:
        inner = _bound(e, (tree.index,), scope)
        parts = [e.build(argument, inner) for argument in tree.arguments]
        return e.make(tree.at, statistic, tree.kind, e.index(tree.index, inner), parts)

    def infer_restricted(self, e: Elaboration, tree: Restricted, scope: Scope) -> GuessedShape:
        inner = _bound(e, tree.indices, scope)
        for left, right in tree.apart:
            unify(e.names.range_of(left, inner)[1], e.names.range_of(right, inner)[1])
        return e.infer(tree.body, inner)

    def build_restricted(self, e: Elaboration, tree: Restricted, scope: Scope) -> t.Term:
        """The whole sum less what is left out; a product has a node of its own."""
        inner = _bound(e, tree.indices, scope)
        indices = [e.index(Word(index.at, index.name), inner) for index in tree.indices]
        apart = [(e.index(left, inner), e.index(right, inner)) for left, right in tree.apart]
        for (left, right), (word, _) in zip(apart, tree.apart, strict=True):
            if left.dim != right.dim:
                ranges = " and ".join(f"{index.name} over {t.show_dim(index.dim)}" for index in (left, right))
                raise e.source.fail(word.at, f"the indices {ranges} in one inequality", kind=ShapeError)
        body = e.build(tree.body, inner)
        if tree.kind == "prod":
            (index,) = indices
            left_out = dict.fromkeys(other if one == index else one for one, other in apart)
            return e.make(tree.at, t.Prod, index, body, tuple(left_out))
        closed = tuple(h for h in e.env.hypotheses if not any(term.free for term in h.terms))
        given = Asking(closed, self.context.decide)
        if tree.ordered:
            ((one, other),) = apart
            return e.make(tree.at, ordered, one, other, body, given)
        return e.make(tree.at, summed, indices, apart, body, given)

    # --- derivatives ------------------------------------------------------------------------------------------------

    def build_derivative(self, e: Elaboration, tree: Call, scope: Scope) -> t.Term | None:
        written = tree.name == "grad" and self.is_written_out(e, tree, scope)
        return self.by_name(e, tree, scope) if written else None

    def build_component(self, e: Elaboration, tree: Indexed, scope: Scope) -> t.Term | None:
        grad = tree.base
        if not isinstance(grad, Call) or grad.name != "grad" or not self.is_written_out(e, grad, scope):
            return None
        return self.by_name(e, grad, scope, tuple(e.index(word, scope) for word in tree.indices))

    def is_written_out(self, e: Elaboration, tree: Call, scope: Scope) -> bool:
        """Is a derivative one by a defined name, or beside names that are held, so that no node of terms says it?"""
        above, below = tree.arguments
        name = e.env.names.get(below.name) if isinstance(below, Word) else None
        if isinstance(name, t.Symbol) and self.context.held_terms and not isinstance(tree, Beside):
            return concerned(e.build(above, scope), name, self.context.held_terms)
        return isinstance(name, t.Defined) or isinstance(tree, Beside)

    def by_name(self, e: Elaboration, tree: Call, scope: Scope, indices: tuple[t.Index, ...] | None = None) -> t.Term:
        """The derivative by a name, or a component of it, where that is defined or others are held."""
        at, held = tree.at, self.context.held_terms
        term, name = (e.build(argument, scope) for argument in tree.arguments)
        if not isinstance(name, t.Defined | t.Symbol) or not (isinstance(name, t.Symbol) or occurs(name, term)):
            message = "a derivative by a defined name of what does not have it by that name"
            raise e.source.fail(at, message, "write it by its name")
        node = term.base if isinstance(term, t.Component) else term
        if isinstance(tree, Beside) and isinstance(node, t.Defined):
            held |= held_beside(node, name)
        elif isinstance(name, t.Defined) and name.definition.name not in self.context.graph and written_out(name, term):
            word = name.definition.name
            said = "whose definition stands there written out as well: does it vary there too?"
            raise e.source.fail(at, f"a derivative by {word}, {said}", f"write {word} by its name everywhere")
        if indices is None:
            return e.make(at, jacobian, term, name, held)
        rows = len(t.axes_of(term.shape))
        return e.make(at, component, term, name, indices[:rows], indices[rows:], held)

    # --- dimensions -------------------------------------------------------------------------------------------------

    def settle(self, e: Elaboration) -> None:
        r"""End the inference.  A ``\vec 1``, ``\vec 0`` or ``I`` that nothing around it sizes is an error.

        Unless there is one dimension only, or the page that `derive` printed has ones and identities of one size only.
        """
        take_own(e.unknowns)
        dims: tuple[t.Dim, ...] = e.env.dimensions if self.context.size is None else (self.context.size,)
        for unknown in e.unknowns:
            last = find(unknown)
            if not isinstance(last, Unknown):
                continue
            if not unknown.index and len(dims) == 1:
                last.link = dims[0]
                continue
            word, default = unknown.word, e.env.default.name
            sizes = " or ".join(f"{word}_{t.show_dim(dim)}" for dim in dims) or f"{word}_N"
            hint = rf"write \sum_{{{word}=1}}^{default}" if unknown.index else f"write {sizes}"
            what = "range of the index" if unknown.index else "dimension of"
            raise e.source.fail(unknown.at, f"the {what} {word} cannot be told from what stands around it", hint)
        e.settle()


def _bound(e: Elaboration, indices: tuple[Word | Ranged, ...], scope: Scope) -> Scope:
    """The scope with more indices."""
    return {**scope, **dict(e.bind(index, scope) for index in indices)}


def _said(name: str) -> str:
    """How LaTeX writes a function of a square matrix so that it says which it is."""
    ways = {"exp": "e^{A}", "log": r"\operatorname{logm}(A)"}
    other = f", {ways[name]} of the matrix" if name in ways else "; no other is known here"
    return rf"\{name}_\odot(A) is of each entry{other}"
