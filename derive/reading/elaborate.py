"""Tree → term: names are looked up, dimensions inferred, and the nodes built that Python's operators would build.

Two walks.  `Elaboration.infer` finds the shape of every part with unknown dimensions where the text leaves them open, and
unifies; `Elaboration.build` then makes the terms, whose own checks of shapes are the only ones: an error they raise is given
the place of the operator or function at which it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from derive.errors import NameError_
from derive.language import terms as t
from derive.language.build import hadamard_power, hint_of_function, readings_of_function
from derive.language.functions import FUNCTIONS, MATRIX_FUNCTIONS
from derive.language.order import ordered
from derive.language.substitution import entrywise_over, substitute
from derive.language.terms import Term
from derive.reading import shapes as sh
from derive.reading import syntax as s
from derive.reading.environment import Environment, Names, Scope, check_size, is_generic, measure
from derive.reading.source import Source
from derive.reading.syntax import Tree


@dataclass(frozen=True)
class FurtherNodes:
    """What another syntax adds to plain syntax: the shapes and the terms of further kinds of nodes.

    Each is given the `derive.reading.elaborate.Elaboration`, the node and the indices that are bound; a term is None for a
    node that is read as plain syntax has it.  ``said``: how a function of a square matrix is written so that it says which.
    """

    infer: Mapping[type[Tree], Callable[[Any, Any, Scope], sh.GuessedShape]] = field(default_factory=dict)
    build: Mapping[type[Tree], Callable[[Any, Any, Scope], Term | None]] = field(default_factory=dict)
    said: Callable[[str], str] = hint_of_function


class Elaboration:
    """One statement being read: everything that shares one inference of dimensions."""

    def __init__(self, source: Source, env: Environment, further: FurtherNodes | None = None) -> None:
        self.source, self.env, self.further = source, env, further or FurtherNodes()
        self.names, self.make = Names(source, env), source.make
        self.unknowns: list[sh.Unknown] = []
        self.asked: dict[s.Tree, sh.Unknown] = {}
        self.mentioned: set[t.Dimension] = set()

    def terms(self, *sides: s.Tree) -> tuple[t.Term, ...]:
        """The terms of trees that stand alone."""
        for side in sides:
            self.infer(side)
        self.settle()
        return tuple(self.term(side) for side in sides)

    def relate(self, *sides: s.Tree, scope: Scope | None = None, beside: t.Shape = ()) -> None:
        """Infer the sides of a relation, which should have one shape, and that ``beside``; a bare 0 has any."""
        shapes: list[sh.GuessedShape] = [beside] if beside else []
        shapes += [self.infer(side, scope) for side in sides if not (isinstance(side, s.Numeral) and side.value == 0)]
        for shape in shapes[1:]:
            sh.unify_shapes(shapes[0], shape)

    def settle(self) -> None:
        """End the inference: every unknown dimension is decided."""
        sh.settle(self.unknowns, self.mentioned, self.env.dimensions, self.env.default, self.source)

    def term(self, tree: s.Tree, scope: Scope | None = None) -> t.Term:
        """The term of a tree whose dimensions are settled."""
        return self.make(tree.at, check_size, self.build(tree, scope or {}))

    def ask(self, tree: s.Tree, word: str, own: t.Dim | None = None, index: bool = False) -> sh.Unknown:
        """A new unknown dimension, remembered with the tree that asked for it."""
        unknown = sh.Unknown(word, tree.at, own, index)
        self.unknowns.append(unknown)
        self.asked[tree] = unknown
        return unknown

    def answer(self, tree: s.Tree) -> t.Dim:
        """The dimension found for a tree that asked."""
        dim = sh.find(self.asked[tree])
        if isinstance(dim, sh.Unknown):
            raise TypeError(f"the dimension of {dim.word} was not settled")
        return dim

    def index(self, tree: s.Tree, scope: Scope) -> t.Index:
        """The index that a tree names, settled."""
        name, dim = self.range_of(tree, scope)
        found = sh.find(dim)
        if isinstance(found, sh.Unknown):
            raise TypeError(f"the range of {found.word} was not settled")
        if (place := self.names.place(tree, scope)) is not None:
            return self.make(tree.at, t.place, found, place.number)
        return self.make(tree.at, t.Index, name, found)

    def range_of(self, tree: s.Tree, scope: Scope) -> tuple[str, sh.Guess]:
        """The name of an index that is used, and what it runs over; of a place, what it is one of."""
        place = self.names.place(tree, scope)
        if place is None:
            return self.names.range_of(tree, scope)
        if place.dim is not None:
            return place.name, self.names.dim(place.dim)
        return place.name, self.asked.get(tree) or self.ask(tree, place.name, index=True)

    # --- first walk: shapes -------------------------------------------------------------------------------------

    def infer(self, tree: s.Tree, scope: Scope | None = None) -> sh.GuessedShape:
        """The shape of a tree; None where its parts do not fit."""
        scope = scope or {}
        if (own := self.further.infer.get(type(tree))) is not None:
            return own(self, tree, scope)
        match tree:
            case s.Numeral():
                return ()
            case s.Word(name=name):
                if name in scope:
                    hint = "an index has no value; rename it where something else is meant"
                    raise self.source.fail(tree.at, f"the index {name} as a term", hint, NameError_)
                return self.infer_word(tree)
            case s.Minus(operand=operand):
                return self.infer(operand, scope)
            case s.Plus():
                return reduce(sh.unify_shapes, [self.infer(part, scope) for part in tree.below()])
            case s.Times(first=first, rest=rest):
                shape = self.infer(first, scope)
                for sign, _, operand in rest:
                    shape = _chained(sign, shape, self.infer(operand, scope))
                return shape
            case s.Raised(base=base):
                shape = self.infer(base, scope)
                if shape is not None and len(shape) == 2:
                    sh.unify(shape[0], shape[1])
                return shape
            case s.Transposed(operand=operand):
                return sh.transposed([self.infer(operand, scope)])
            case s.Indexed(base=base, indices=indices):
                shape = self.infer_word(base) if isinstance(base, s.Word) else self.infer(base, scope)
                ranges = [self.range_of(index, scope)[1] for index in indices]
                sh.unify_shapes(shape and sh.axes_in(shape), tuple(ranges))
                return ()
            case s.Call():
                return self.infer_call(tree, scope)
        raise TypeError(f"a {type(tree).__name__} in a term")

    def infer_word(self, tree: s.Word) -> sh.GuessedShape:
        if tree.name not in self.env.names and tree.name in ("one", "I"):
            unknown = self.ask(tree, tree.name)
            return (unknown,) if tree.name == "one" else (unknown, unknown)
        meaning = self.names.lookup(tree.name, tree.at)
        if not isinstance(meaning, t.Term):
            raise TypeError(f"{tree.name} has no shape")
        if is_generic(meaning, self.env.default):
            unknown = self.ask(tree, tree.name, own=self.env.default)
            return tuple(unknown if dim == self.env.default else dim for dim in meaning.shape)
        self.mentioned |= measure(meaning).dims
        return meaning.shape

    def infer_call(self, tree: s.Call, scope: Scope) -> sh.GuessedShape:
        definition, arguments = self.names.definition(tree), tree.arguments
        if definition is not None:
            return self.infer_definition(definition, [self.infer(argument, scope) for argument in arguments])
        match tree.name:
            case name if name in sh.BINDERS:
                name, dim = self.bind(arguments[0], scope)
                if isinstance(arguments[0], s.Apart) and tree.name != "prod":
                    what = f"{sh.BINDERS[tree.name][1]} over all indices but one, which only a product can be"
                    hint = "subtract the term at that index from sum(i, x[i])" if tree.name == "sum" else ""
                    raise self.source.fail(arguments[0].at, what, hint)
                return self.infer(arguments[1], {**scope, name: dim})
            case "delta" | sh.ORDER:
                sh.unify(self.range_of(arguments[0], scope)[1], self.range_of(arguments[1], scope)[1])
                return ()
            case "basis":
                return (self.range_of(arguments[0], scope)[1],)
            case "zeros" | "ones" | "identity":
                dims = tuple(self.names.dim(argument, mark=tree.name == "zeros") for argument in arguments)
                self.mentioned |= {dim for dim in dims if isinstance(dim, t.Dimension)}
                return dims * 2 if tree.name == "identity" else dims
            case "grad":
                above, below = self.infer(arguments[0], scope), self.infer(arguments[1], scope)
                return None if above is None or below is None else sh.axes_in(above) + sh.axes_in(below)
            case "power" | "hadamard_power":
                shape = self.infer(arguments[0], scope)
                self.names.number(arguments[1])
                return shape
            case _ if tree.name == sh.ENTRYWISE:
                return self.infer(arguments[1], scope)
        return sh.TABLE[tree.name].shape([self.infer(argument, scope) for argument in arguments])

    def infer_definition(self, definition: t.Definition, shapes: list[sh.GuessedShape]) -> sh.GuessedShape:
        """The dimensions in the parameters' shapes stand for any; the body's shape follows, or that of arrays by entries."""
        if over := entrywise_over(definition, shapes):
            return over
        fresh: dict[t.Dim, sh.Guess] = {}
        for parameter, shape in zip(definition.parameters, shapes, strict=True):
            for dim in parameter.shape:
                if isinstance(dim, t.Dimension):
                    fresh.setdefault(dim, sh.Unknown(dim.name, 0))
            sh.unify_shapes(tuple(fresh.get(dim, dim) for dim in parameter.shape), shape)
        return tuple(fresh.get(dim, dim) for dim in definition.body.shape)

    def bind(self, first: s.Tree, scope: Scope) -> tuple[str, sh.Guess]:
        """The index that a sum binds: with its range, that of the index left out, declared, or to be inferred."""
        if isinstance(first, s.Apart):
            dims = [self.range_of(other, scope)[1] for other in first.others]
            for dim in dims[1:]:
                sh.unify(dims[0], dim)
            return first.name, dims[0]
        if isinstance(first, s.Ranged):
            dim = self.names.dim(first.dim)
            self.mentioned |= {dim} if isinstance(dim, t.Dimension) else set()
            return first.name, dim
        if not isinstance(first, s.Word):
            raise self.source.error(first.at, "a term", "the name of an index, as in sum(i, x[i])")
        meaning = self.env.names.get(first.name)
        if isinstance(meaning, t.Index):
            return meaning.name, meaning.dim
        return first.name, self.asked.get(first) or self.ask(first, first.name, index=True)

    # --- second walk: terms -------------------------------------------------------------------------------------

    def build(self, tree: s.Tree, scope: Scope) -> t.Term:
        own = self.further.build.get(type(tree))
        if own is not None and (term := own(self, tree, scope)) is not None:
            return term
        match tree:
            case s.Numeral(value=value):
                return self.make(tree.at, t.Number, value)
            case s.Word():
                return self.build_word(tree)
            case s.Minus(operand=operand):
                return self.make(tree.at, t.Neg, self.build(operand, scope))
            case s.Plus():
                return self.build_plus(tree, scope)
            case s.Times():
                return self.build_times(tree, scope)
            case s.Raised(base=base, exponent=exponent):
                term = self.build(base, scope)
                if exponent == -1 and t.is_square(term.shape):
                    return self.make(tree.at, t.Inverse, term)
                return self.make(tree.at, t.Power, term, exponent)
            case s.Transposed(operand=operand):
                return self.make(tree.at, t.Transpose, self.build(operand, scope))
            case s.Indexed(base=base, indices=indices):
                names = tuple(self.index(index, scope) for index in indices)
                return self.make(tree.at, t.Component, self.build(base, scope), names)
            case s.Call():
                return self.build_call(tree, scope)
        raise TypeError(f"a {type(tree).__name__} in a term")

    def build_word(self, tree: s.Word) -> t.Term:
        if tree.name not in self.env.names and tree.name in ("one", "I"):
            dim = self.answer(tree)
            return t.Ones((dim,)) if tree.name == "one" else t.Identity(dim)
        meaning = self.names.lookup(tree.name, tree.at)
        if tree in self.asked and isinstance(meaning, t.Defined):
            dim = self.answer(tree)
            if isinstance(dim, int):
                message = (
                    f"{tree.name}, which is defined for every {self.env.default.name}, beside a size that is {dim}"
                )
                raise self.source.fail(tree.at, message, "define it for that size with let")
            if dim != self.env.default:
                body = self.make(tree.at, substitute, meaning.definition.body, None, {self.env.default: dim})
                return t.Definition(meaning.definition.name, (), body)()
        if not isinstance(meaning, t.Term):
            raise TypeError(f"{tree.name} is no term")
        return meaning

    def build_plus(self, tree: s.Plus, scope: Scope) -> t.Term:
        """All terms at once: building sum by sum would take the square of their number."""
        first = self.build(tree.first, scope)
        terms = [*first.terms] if isinstance(first, t.Add) else [first]
        for sign, at, operand in tree.rest:
            term = self.build(operand, scope)
            if term.shape != first.shape:
                return self.make(at, t.Add, (first, term))  # raises, naming both shapes
            terms.append(t.Neg(term) if sign == "-" else term)
        return self.make(tree.at, t.Add, tuple(terms))

    def build_times(self, tree: s.Times, scope: Scope) -> t.Term:
        """Factors of one kind of product are gathered and built at once; another kind or a quotient closes them."""
        first = self.build(tree.first, scope)
        gathered: list[t.Term] = [first]
        kind: type[t.Product | t.Hadamard] | None = None
        if isinstance(first, t.Product | t.Hadamard):
            gathered, kind = [*first.factors], type(first)
        shape = first.shape

        def closed() -> t.Term:
            return gathered[0] if kind is None else self.make(tree.at, kind, tuple(gathered))

        for sign, at, operand in tree.rest:
            factor = self.build(operand, scope)
            if sign == "/":
                term = self.make(at, t.Quotient, closed(), factor)
                gathered, kind, shape = [term], None, term.shape
                continue
            wanted: type[t.Product | t.Hadamard] = t.Product
            if sign == "*" and t.is_vector(shape) and t.is_vector(factor.shape):
                wanted = t.Hadamard
                if shape != factor.shape:
                    return self.make(at, t.Hadamard, (closed(), factor))  # raises, naming both shapes
            else:
                shape = self.make(at, t.product_shape, shape, factor.shape)
            if kind in (None, wanted):
                gathered.append(factor)
            else:
                gathered = [closed(), factor]
            kind = wanted
        return closed()

    def build_call(self, tree: s.Call, scope: Scope) -> t.Term:
        definition, arguments = self.names.definition(tree), tree.arguments
        if definition is not None:
            return self.make(tree.at, definition, *(self.build(argument, scope) for argument in arguments))
        match tree.name:
            case name if name in sh.BINDERS:
                first = arguments[0]
                name, dim = self.bind(first, scope)
                index = self.index(s.Word(first.at, name), {name: dim})
                body = self.build(arguments[1], {**scope, name: dim})
                if isinstance(first, s.Apart):
                    return self.make(tree.at, t.Prod, index, body, tuple(self.index(n, scope) for n in first.others))
                return self.make(tree.at, sh.BINDERS[tree.name][0], index, body)
            case "delta" | sh.ORDER:
                node = t.Delta if tree.name == "delta" else ordered
                return self.make(tree.at, node, self.index(arguments[0], scope), self.index(arguments[1], scope))
            case "basis":
                return t.Basis(self.index(arguments[0], scope))
            case "zeros" | "ones" | "identity":
                dims = tuple(self.names.dim(argument, mark=tree.name == "zeros") for argument in arguments)
                kind = {"zeros": t.Zeros, "ones": t.Ones}.get(tree.name)
                return t.Identity(dims[0]) if kind is None else kind(dims)
            case "grad":
                above, below = (self.build(argument, scope) for argument in arguments)
                if not isinstance(below, t.Symbol):
                    expected = "the name of a declared symbol, as in grad(y, x)"
                    raise self.source.error(arguments[1].at, "a term", expected)
                return self.make(tree.at, t.Grad, above, below)
            case "power":
                return self.make(tree.at, t.Power, self.build(arguments[0], scope), self.names.number(arguments[1]))
            case "hadamard_power":
                exponent = self.names.number(arguments[1])
                if exponent.denominator != 1:
                    raise self.source.error(arguments[1].at, f"the number {exponent}", "an integer exponent")
                return self.make(tree.at, hadamard_power, self.build(arguments[0], scope), int(exponent))
            case _ if tree.name == sh.ENTRYWISE:
                name = arguments[0].name if isinstance(arguments[0], s.Word) else ""
                if name not in FUNCTIONS:
                    found = f"'{name}'" if name else "a term"
                    raise self.source.error(arguments[0].at, found, f"the name of a function: {', '.join(FUNCTIONS)}")
                return self.make(tree.at, t.Function, name, self.build(arguments[1], scope))
        if tree.name in FUNCTIONS and FUNCTIONS[tree.name].twofold:
            return self.function(tree, self.build(arguments[0], scope))
        return self.make(tree.at, sh.TABLE[tree.name].build, *(self.build(argument, scope) for argument in arguments))

    def function(self, tree: s.Call, argument: t.Term) -> t.Term:
        """A function: entry by entry, but of a square matrix as it is declared; raises where it is not."""
        said = self.env.of_matrices
        if not t.is_square(argument.shape) or said == "entrywise":
            return self.make(tree.at, t.Function, tree.name, argument)
        if said == "matrix":
            if tree.name not in MATRIX_FUNCTIONS:
                hint = f"known are {' and '.join(MATRIX_FUNCTIONS)} of a matrix; {self.further.said(tree.name)}"
                raise self.source.fail(tree.at, f"the matrix function {tree.name}", hint)
            return self.make(tree.at, t.MatrixFunction, tree.name, argument)
        what = f"{tree.name} of a square matrix"
        hint = f"{self.further.said(tree.name)}; or declare functions of matrices: matrix, or: entrywise"
        raise self.source.ambiguous(tree.at, what, readings_of_function(tree.name), hint, "functions of matrices")


def _chained(sign: str, left: sh.GuessedShape, right: sh.GuessedShape) -> sh.GuessedShape:
    """The shape of left * right, left @ right or left / right."""
    columns = left is not None and right is not None and len(right) == 1
    if sign == "/":
        if right == ():
            return left
        return None if not columns else right if left == () else sh.unify_shapes(left, right)
    if sign == "*" and columns and left is not None and len(left) == 1:
        return sh.unify_shapes(left, right)
    return sh.product(left, right)
