r"""Trees that LaTeX gives → terms: the inference of dimensions, as plain syntax does it, for the nodes that LaTeX adds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, count

from derive.derivation.chains import along
from derive.derivation.partials import component, concerned, jacobian, occurs, without_rule, written_out
from derive.errors import InputError, LimitError, OpenSize, ShapeError
from derive.language import terms as t
from derive.language.hypotheses import tie_of
from derive.language.places import places_in
from derive.language.substitution import dimensions_of, substitute, unfolded_subterms
from derive.language.unknown import Pi
from derive.reading.elaborate import Elaboration, FurtherNodes
from derive.reading.environment import Scope
from derive.reading.latex.context import Context
from derive.reading.latex.formula_uses import check_derivative, check_tied
from derive.reading.latex.graphs import held_beside, nodes_beside
from derive.reading.latex.left_out import Asking, number, ordered, spoken_of, summed, weighted
from derive.reading.latex.nodes import (
    Apply,
    AtIndices,
    Beside,
    Constant,
    Ended,
    Matrix,
    NumberPi,
    Open,
    Positioned,
    Restricted,
    Statistic,
    Staying,
    Through,
    Total,
    Undeclared,
    Unfolded,
    Valued,
    Varied,
    name_of,
)
from derive.reading.latex.open_indices import words_of
from derive.reading.latex.values import build_value, infer_value
from derive.reading.latex.varied import build_varied, infer_varied
from derive.reading.shapes import GuessedShape, Unknown, find, only_unknown, take_own, unify, unify_shapes
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Ranged, Tree, Word


def statistic(kind: str, index: t.Index, arguments: Sequence[t.Term]) -> t.Term:
    """The mean of a term over an index, its variance, or the covariance of two; those of a sample with 1/(N - 1)."""
    if kind == "mean":
        return mean_over(index, arguments[0])
    first, last = (_less_mean(index, argument) for argument in (arguments[0], arguments[-1]))
    body = t.Product((first, last)) if kind.endswith("covariance") else t.Power(first, Fraction(2))
    return _sample_mean(index, body) if kind.startswith("sample") else mean_over(index, body)


def mean_over(index: t.Index, body: t.Term) -> t.Term:
    """(1/N) Σᵢ body"""
    dim = index.dim
    share = t.Quotient(number(1), dim) if isinstance(dim, t.Dimension) else number(Fraction(1, dim))
    return t.Product((share, t.Sum(index, body)))


def _sample_mean(index: t.Index, body: t.Term) -> t.Term:
    """(1/(N - 1)) Σᵢ body"""
    dim = index.dim
    fewer = t.Add((dim, t.Neg(number(1)))) if isinstance(dim, t.Dimension) else number(dim - 1)
    return t.Product((t.Quotient(number(1), fewer), t.Sum(index, body)))


def _less_mean(index: t.Index, body: t.Term) -> t.Term:
    taken = {i.name for part in unfolded_subterms(body) for i in part.free}
    name = index.name + "'"
    while name in taken:
        name += "'"
    other = t.Index(name, index.dim)
    return t.Add((body, t.Neg(mean_over(other, substitute(body, indices={index: other})))))


class Typed:
    """The terms of trees that LaTeX gives, in one context: plain syntax, and the kinds of nodes that are added to it."""

    def __init__(self, source: Source, context: Context) -> None:
        self.context = context
        further = FurtherNodes(
            {
                Constant: self.infer_constant,
                **dict.fromkeys((Apply, AtIndices), self.infer_application),
                Restricted: self.infer_restricted,
                Statistic: self.infer_statistic,
                Undeclared: self.infer_undeclared,
                NumberPi: lambda e, tree, scope: (),
                Matrix: self.infer_matrix,
                Positioned: self.infer_entry,
                Valued: infer_value,
                Varied: infer_varied,
            },
            {
                Constant: self.build_constant,
                **dict.fromkeys((Apply, AtIndices), self.build_application),
                Restricted: self.build_restricted,
                Statistic: self.build_statistic,
                NumberPi: lambda e, tree, scope: Pi("pi", (), frozenset({"positive"})),
                Indexed: self.build_component,
                Matrix: lambda e, tree, scope: e.make(tree.at, t.Written, tree.dims, _each(e, tree.entries, scope)),
                Positioned: lambda e, tree, scope: e.make(tree.at, t.Entry, e.build(tree.base, scope), tree.positions),
                **dict.fromkeys((Call, Ended, Total, Unfolded, Beside, Staying), self.build_derivative),
                **dict.fromkeys((Through, Open), self.through),
                Valued: build_value,
                Varied: partial(build_varied, context),
            },
            _said,
        )
        self.elaboration = Elaboration(source, context.env, further)

    def terms(self, *sides: Tree, known: Scope | None = None, beside: t.Shape = ()) -> tuple[t.Term, ...]:
        """The terms of the sides of a relation, or of one tree; ``known``: what some of its open indices run over.

        ``beside``: the shape of another side.
        """
        scope = dict(known or {})
        for word in (word for side in sides for word in words_of(side, self.context.open)):
            if word.name not in scope:
                scope[word.name] = self.elaboration.ask(word, word.name, index=True)
        self.elaboration.relate(*sides, scope=scope, beside=beside)
        e = self.elaboration
        asked = len(sides) > 1 and len(e.env.dimensions) > 1 and not self.context.printed and self.context.size is None
        fresh = (self.fresh(),) if asked and only_unknown(e.unknowns) is not None else ()
        unsized = self.settle(e, fresh)
        made = tuple(e.term(side, scope) for side in sides)
        if unsized is not None and (self.numbers(made) or (fresh and dimensions_of(*made) != fresh)):
            raise self.unsized(e, unsized, self.numbers(made))
        return made

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

    def infer_matrix(self, e: Elaboration, tree: Matrix, scope: Scope) -> GuessedShape:
        for entry in tree.entries:
            e.infer(entry, scope)
        return tree.dims

    def infer_entry(self, e: Elaboration, tree: Positioned, scope: Scope) -> GuessedShape:
        e.infer(tree.base, scope)
        return ()

    def infer_undeclared(self, e: Elaboration, tree: Undeclared, scope: Scope) -> GuessedShape:
        hint = "declare the name with its prime, or write \\top for the transpose: transpose '"
        raise e.source.fail(tree.at, f"the name {tree.name}, which is not declared", hint)

    # --- functions of the context -----------------------------------------------------------------------------------

    def infer_application(self, e: Elaboration, tree: Apply, scope: Scope) -> GuessedShape:
        shapes: list[GuessedShape] = [e.infer(argument, scope) for argument in tree.arguments]
        for parameter, shape in (
            zip(tree.definition.parameters, shapes, strict=False) if isinstance(tree, AtIndices) else ()
        ):
            unify_shapes(parameter.shape, shape)
        return e.infer_definition(tree.definition, [*shapes, *(symbol.shape for symbol in tree.constants)])

    def build_application(self, e: Elaboration, tree: Apply, scope: Scope) -> t.Term:
        return e.make(tree.at, tree.definition, *_each(e, tree.arguments, scope), *tree.constants)

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
            unify(e.range_of(left, inner)[1], e.range_of(right, inner)[1])
        for weight in tree.weight:
            e.infer(weight, inner)
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
        for weight in tree.weight:
            body = e.make(tree.at, weighted, e.build(weight, inner), body, indices, given)
        if tree.ordered:
            ((one, other),) = apart
            return e.make(tree.at, ordered, one, other, body, given)
        return spoken_of(places_in(other for _, other in apart), e.make(tree.at, summed, indices, apart, body, given))

    # --- derivatives ------------------------------------------------------------------------------------------------

    def build_derivative(self, e: Elaboration, tree: Call, scope: Scope) -> t.Term | None:
        if tree.name != "grad":
            return None
        self.check_known(e, tree, scope)
        above, below = tree.arguments
        if isinstance(name := self.differentiated_by(e, tree), t.Symbol):
            term = e.build(above, scope)  # once, however deep derivatives stand in each other
            if self.is_node(term, name):
                return e.make(tree.at, t.Grad, term, e.build(below, scope))
            return self.by_name(e, tree, scope)
        return self.by_name(e, tree, scope) if self.is_written_out(e, tree, scope) else None

    def build_component(self, e: Elaboration, tree: Indexed, scope: Scope) -> t.Term | None:
        grad = tree.base
        if isinstance(grad, Through):
            return self.through(e, grad, scope, tuple(e.index(word, scope) for word in tree.indices))
        if not isinstance(grad, Call) or grad.name != "grad" or not self.is_written_out(e, grad, scope):
            return None
        self.check_known(e, grad, scope)
        return self.by_name(e, grad, scope, tuple(e.index(word, scope) for word in tree.indices))

    def check_known(self, e: Elaboration, tree: Call, scope: Scope) -> None:
        """Refuse the derivative of a value of an unknown function."""
        if self.context.formulas or any(each.tied for each in self.context.abbreviations):
            term, name = (e.build(argument, scope) for argument in tree.arguments)
            e.make(tree.at, check_derivative, self.context, term, name)

    def is_written_out(self, e: Elaboration, tree: Call, scope: Scope) -> bool:
        """Is a derivative one by a defined name, beside names that are held, or of an inverse: none that a node says?"""
        name = self.differentiated_by(e, tree)
        if isinstance(name, t.Symbol):
            return not self.is_node(e.build(tree.arguments[0], scope), name)
        return isinstance(name, t.Defined) or isinstance(tree, Beside | Staying)

    def differentiated_by(self, e: Elaboration, tree: Call) -> object:
        """What a derivative is by; None of what is no name, and beside names that are held."""
        below = tree.arguments[1]
        return (
            e.env.names.get(below.name) if isinstance(below, Word) and not isinstance(tree, Beside | Staying) else None
        )

    def is_node(self, term: t.Term, name: t.Symbol) -> bool:
        """Does a node of terms say the derivative by a symbol?"""
        held = self.context.held_terms
        return not concerned(term, name, held) and not without_rule(term, name, held)

    def by_name(self, e: Elaboration, tree: Call, scope: Scope, indices: tuple[t.Index, ...] | None = None) -> t.Term:
        """The derivative by a name, or a component of it, where that is defined or others are held."""
        at, held = tree.at, self.context.held_terms
        term, name = (e.build(argument, scope) for argument in tree.arguments)
        if not isinstance(name, t.Defined | t.Symbol) or not (isinstance(name, t.Symbol) or occurs(name, term)):
            message = "a derivative by a defined name of what does not have it by that name"
            raise e.source.fail(at, message, "write it by its name")
        if tie := tie_of(name, e.env.hypotheses):
            message = (
                f"a derivative by the {tie.replace('_', ' ')} {name_of(name)}, whose components are not independent"
            )
            raise e.source.fail(at, message, "write it by a number that it depends on", LimitError)
        node = term.base if isinstance(term, t.Component) else term
        if isinstance(tree, Staying):
            held |= nodes_beside(term, name, self.context.graph)
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

    def through(self, e: Elaboration, tree: Call, scope: Scope, indices: tuple[t.Index, ...] | None = None) -> t.Term:
        """The derivative by a symbol on which others depend, or a component of it: the chain rule through all of these."""
        term, name = (e.build(argument, scope) for argument in tree.arguments)
        if not isinstance(name, t.Symbol):
            raise TypeError("a derivative through what depends on no symbol")
        e.make(tree.at, check_tied, term)
        names, held = e.env.names, self.context.held_terms
        slopes = {(names[y], names[x]): names[slope] for (y, x), slope in self.context.depends.items()}
        return e.make(tree.at, along, term, name, slopes, held, indices)

    # --- dimensions -------------------------------------------------------------------------------------------------

    def settle(self, e: Elaboration, fresh: tuple[t.Dim, ...]) -> Unknown | None:
        r"""End the inference.  A ``\vec 1``, ``\vec 0`` or ``I`` that nothing around it sizes is an error.

        Unless it is of any, ``fresh``, or there is one dimension: the first is returned, unless the text says one.
        """
        take_own(e.unknowns)
        dims: tuple[t.Dim, ...] = fresh or (e.env.dimensions if self.context.size is None else (self.context.size,))
        first: Unknown | None = None
        for unknown in e.unknowns:
            if not isinstance(last := find(unknown), Unknown):
                continue
            if unknown.index or len(dims) != 1 or (self.context.has_one and not fresh):
                raise self.unsized(e, unknown)
            last.link, first = dims[0], first or unknown
        e.settle()
        return first if self.context.size is None and not self.context.printed else None

    def numbers(self, made: Sequence[t.Term]) -> list[int]:
        """The sizes that are numbers, of what is declared and in terms: what nothing sizes could have one of them."""
        terms = (*made, *(meaning for meaning in self.context.env.names.values() if isinstance(meaning, t.Term)))
        parts = (part for term in terms for part in unfolded_subterms(term))
        return sorted({dim for part in parts for dim in t.axes_of(part.shape) if isinstance(dim, int)})

    def unsized(self, e: Elaboration, unknown: Unknown, numbers: Sequence[int] = ()) -> InputError:
        """What stays without a size, or an index without a range."""
        word, default = unknown.word, e.env.default.name
        dims: tuple[t.Dim, ...] = e.env.dimensions if self.context.size is None else (self.context.size,)
        sizes = " or ".join(f"{word}_{t.show_dim(dim)}" for dim in (*dims, *numbers)) or f"{word}_N"
        hint = rf"write \sum_{{{word}=1}}^{default}" if unknown.index else f"write {sizes}"
        what = "range of the index" if unknown.index else "dimension of"
        return e.source.fail(unknown.at, f"the {what} {word} cannot be told from what stands around it", hint, OpenSize)

    def fresh(self) -> t.Dimension:
        """A dimension of a name that nothing has."""
        names = chain("nmdkNMDK", (f"n_{number}" for number in count()))
        return next(t.Dimension(name) for name in names if name not in self.context.env.names)


def _each(e: Elaboration, trees: tuple[Tree, ...], scope: Scope) -> tuple[t.Term, ...]:
    return tuple(e.build(tree, scope) for tree in trees)


def _bound(e: Elaboration, indices: tuple[Word | Ranged, ...], scope: Scope) -> Scope:
    """The scope with more indices."""
    return {**scope, **dict(e.bind(index, scope) for index in indices)}


def _said(name: str) -> str:
    """How LaTeX writes a function of a square matrix so that it says which it is."""
    ways = {"exp": "e^{A}", "log": r"\operatorname{logm}(A)"}
    other = f", {ways[name]} of the matrix" if name in ways else "; no other is known here"
    return rf"\{name}_\odot(A) is of each entry{other}"
