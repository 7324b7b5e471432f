r"""Derivatives: ∂y/∂x of terms by symbols, ∂L/∂x of a loss, ∂y/∂x of what is only said to depend on x.

``loss L of y`` makes ∂L/∂y a symbol of the shape of y.  By anything else that y depends on, the chain rule gives
∂L/∂xⱼ = Σᵢ ∂L/∂yᵢ ∂yᵢ/∂xⱼ.  ``y depends on x`` makes ∂y/∂x a symbol with the axes of y and then those of x.  By a name
that is defined everything is varied that is defined by it, and all else stays (`derive.reading.latex.partials`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError, NameError_, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Symbol, Term
from derive.reading.latex.dependence import check_dependence, mentions
from derive.reading.latex.graphs import of_argument, variation
from derive.reading.latex.jacobians import check_row, is_transposed
from derive.reading.latex.nodes import Beside, Total
from derive.reading.latex.partials import beside, occurs
from derive.reading.latex.products import Products
from derive.reading.latex.readings import Candidate, Scope, axes, is_column, show_rough
from derive.reading.latex.scripts import transposed_shape
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Name, Node, Op, Partial, Scripted, held, items_of, parted
from derive.reading.syntax import Call, Indexed, Transposed, Tree, Word

#: The highest order of a derivative.
MAX_ORDER = 4


@dataclass(frozen=True)
class Variable:
    """What is differentiated by: a name or a component of it; a ``row`` when it is written as one; ``total`` after d."""

    symbol: Word
    indices: tuple[Word, ...] = ()
    row: bool = False
    total: bool = False


class Derivatives(Products):
    """The readings of derivatives."""

    def order(self, sign: Partial) -> int:
        r"""The order of ``\partial^2``."""
        if not sign.order:
            return 1
        text = "".join(lexeme.text for lexeme in sign.order if lexeme.kind not in ("LBRACE", "RBRACE"))
        if not (text.isdecimal() and 1 <= int(text[:3]) <= MAX_ORDER):
            raise self.source.error(sign.at, rf"\partial^{text[:20]}", f"an order up to {MAX_ORDER}")
        return int(text)

    def derivative(
        self, above: list[Candidate], fraction: Fraction_, scope: Scope, layout: str | None = None
    ) -> list[Candidate]:
        r"""∂y/∂x, and its components for a component of x below; ∂²y/∂x∂z; in the layout declared, if no other is given."""
        variables = self.variables(fraction, scope)
        if len(variables) > 1:
            return self.mapped(above, lambda c: self.iterated(c, variables, fraction.at))
        variable = variables[0]

        def made(c: Candidate) -> Candidate:
            row = len(c.shape) == 2 and c.shape[0] == 1 and not self.context.printed
            if row and isinstance(c.tree, Transposed):
                c = Candidate(c.tree.operand, c.shape[1:])
            if variable.total:
                self.check_total(c.tree, variable, fraction.at)
                if not self.mentions(c.tree, self.named_term(variable.symbol.name)):
                    self.check_named(c, variable, fraction.at)
            found = self.by_one(c, variable, fraction.at)
            supposed = row and self.context.supposed and self.context.layout == "numerator" and len(found.shape) == 2
            if not variable.row and (not row or supposed):  # there ∂(xᵀA)/∂x is Aᵀ
                return self.laid(found, len(c.shape), variable, layout)
            self.check_row(1 if row else len(c.shape), variable, layout)
            if row or (variable.row and not c.shape):
                if len(found.shape) > 2:
                    raise self.fail(fraction.at, "a derivative of a row by more than a vector", "write all indices")
                return Candidate(Transposed(fraction.at, found.tree), transposed_shape(found.shape))
            if variable.row and not is_column(c.shape):
                message = f"a derivative of shape {show_rough(c.shape)} by a row"
                raise self.fail(fraction.at, message, "differentiate by the column", ShapeError)
            return found

        return self.mapped(above, made)

    def laid(self, found: Candidate, above: int, variable: Variable, layout: str | None = None) -> Candidate:
        """A derivative of what has so many axes, as the layout has it."""
        at = found.tree.at
        below = 0 if variable.indices else len(axes(self.named_term(variable.symbol.name).shape))
        try:
            turned = is_transposed(self.context.layout if layout is None else layout, above, below)
        except InputError as error:
            raise self.source.placed(error, at) from None
        return Candidate(Transposed(at, found.tree), transposed_shape(found.shape)) if turned else found

    def check_row(self, above: int, variable: Variable, layout: str | None) -> None:
        """Refuse what is written with a row where the layout does not say what that is."""
        below = 0 if variable.indices else len(axes(self.named_term(variable.symbol.name).shape))
        try:
            check_row(self.context.layout if layout is None else layout, above, below)
        except InputError as error:
            raise self.source.placed(error, variable.symbol.at) from None

    def by_one(self, c: Candidate, variable: Variable, at: int) -> Candidate:
        """The derivative by one name, or by a component of it."""
        symbol, indices = variable.symbol, variable.indices
        name = self.named_term(symbol.name)
        if isinstance(name, Defined) and not self.mentions(c.tree, name):
            message = f"a derivative by {symbol.name}, which is defined, of what has no {symbol.name} in it"
            hint = f"write {symbol.name} by its name in the definition of what is differentiated"
            raise self.fail(at, message, hint, NameError_)
        graph, names = self.context.graph, self.context.env.names
        beside = not variable.total and of_argument(c.tree, name, names, graph)
        if (known := self.known_jacobian(c, symbol, indices, at, beside)) is not None:
            return known
        tree: Tree = self.variation(c.tree, variable, at)(at, "grad", (c.tree, symbol))
        if not indices:
            return Candidate(tree, axes(c.shape) + axes(self.named_term(symbol.name).shape))
        if not c.shape:
            return Candidate(Indexed(at, tree, indices), ())
        if is_column(axes(c.shape)) and len(indices) == 1:
            return Candidate(Call(at, "product", (tree, Call(at, "basis", indices))), axes(c.shape))
        message = f"a derivative of shape {show_rough(c.shape)} by a component"
        raise self.fail(at, message, "write all indices", ShapeError)

    def variation(self, tree: Tree, variable: Variable, at: int) -> type[Call]:
        """How a derivative is meant: see `derive.reading.latex.graphs.variation`."""
        names, graph = self.context.env.names, self.context.graph
        try:
            return variation(tree, self.named_term(variable.symbol.name), variable.total, names, graph)
        except InputError as error:
            raise self.source.placed(error, at) from None

    def check_total(self, tree: Tree, variable: Variable, at: int) -> None:
        """Refuse ``dy/dm`` by a defined m beside which y has what m is made of: does that stay, or vary with m?"""
        name = self.named_term(variable.symbol.name)
        if not isinstance(name, Defined) or variable.symbol.name in {*self.context.held, *self.context.graph}:
            return
        made_of = frozenset(symbols_of(name))
        words = (part.name for part in _all(tree) if isinstance(part, Word))
        terms = [term for word in words if isinstance(term := self.context.env.names.get(word), Term)]
        if any(part in made_of for term in terms for part in beside(name, term)):
            labels = [f"what {variable.symbol.name} is made of stays", "it varies too"]
            hint = r"write \partial for the derivative in which all else stays"
            raise self.ambiguous(at, f"d by {variable.symbol.name}, which is defined", labels, hint)

    def check_named(self, c: Candidate, variable: Variable, at: int) -> None:
        """Refuse ``dy/dx`` of a y in which no x occurs, and that is not said to depend on it: it is hardly meant to be 0."""
        base = c.tree.base if isinstance(c.tree, Indexed) else c.tree
        name = variable.symbol.name
        if not (isinstance(base, Word) and (base.name, name) in self.context.depends):
            hint = f"declare: y depends on {name}; or define it with let"
            raise self.fail(at, f"a derivative by {name} of what has no {name} in it", hint)

    def iterated(self, c: Candidate, variables: Sequence[Variable], at: int) -> Candidate:
        """A derivative of a scalar by one symbol after the other."""
        if c.shape:
            message = f"a second derivative of shape {show_rough(c.shape)}"
            raise self.fail(
                at, message, "a derivative of higher order is one of a scalar, such as a component", ShapeError
            )
        tree, shape = c.tree, c.shape
        for variable in variables:
            if isinstance(self.named_term(variable.symbol.name), Defined):
                message = f"a second derivative by {variable.symbol.name}, which is defined"
                raise self.fail(at, message, "declare it as a symbol of its own to differentiate by it", NameError_)
            if self.known_jacobian(c, variable.symbol, (), at) is not None:
                raise self.fail(at, "a second derivative of what is only declared", "define it with let")
            kind = self.variation(c.tree, variable, at)
            if kind is Beside:
                message = f"a second derivative by {variable.symbol.name}, beside which other arguments are held"
                raise self.fail(at, message, "only first derivatives of nodes are read")
            tree = kind(at, "grad", (tree, variable.symbol))
            shape += axes(self.named_term(variable.symbol.name).shape)
        indices = tuple(index for variable in variables for index in variable.indices)
        if len(shape) == 2 and not indices and len({variable.symbol.name for variable in variables}) > 1:
            first, last = (v.row for v in variables if self.named_term(v.symbol.name).shape)
            if first == last:
                labels = [r"the rows belong to the first symbol", "they belong to the second"]
                raise self.ambiguous(at, "a matrix of mixed derivatives", labels, r"write \partial x \partial y^\top")
            return Candidate(Transposed(at, tree), shape[::-1]) if first else Candidate(tree, shape)
        if len(indices) == len(shape):
            return Candidate(Indexed(at, tree, indices) if indices else tree, ())
        if indices:
            raise self.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
        return Candidate(tree, shape)

    def variables(self, fraction: Fraction_, scope: Scope) -> list[Variable]:
        r"""The names below a derivative.  ``\partial x^2`` is x twice at order 2."""
        items = items_of(held(fraction.below))
        above = items_of(held(fraction.above))[0]
        order = self.order(above) if isinstance(above, Partial) else 1
        signs, nodes = items[::2], items[1::2]
        if len(items) % 2 or not all(isinstance(sign, Partial) and not sign.order for sign in signs):
            raise self.source.error(fraction.below.at, r"a derivative by something else", r"\partial x below the bar")
        repeated = [(node, 1) for node in nodes] if len(nodes) == order else [_repeated(node) for node in nodes]
        if (told := sum(times for _, times in repeated)) != order:
            raise self.source.error(
                fraction.below.at, f"a derivative of order {told} below a bar", f"order {order}, as above"
            )
        total = any(isinstance(sign, Partial) and sign.total for sign in signs)
        found = [v for node, times in repeated for v in [self.variable(node, scope)] * times]
        return [replace(variable, total=total) for variable in found]

    def variable(self, node: Node, scope: Scope) -> Variable:
        """The name in one derivative, and its indices."""
        whole = self.whole if self.whole is not None else self
        for candidate in whole.read(node, scope):
            tree = candidate.tree
            indices: tuple[Word, ...] = ()
            row = isinstance(tree, Transposed) and len(candidate.shape) == 2 and candidate.shape[0] == 1
            if isinstance(tree, Transposed) and row:
                tree = tree.operand
            if isinstance(tree, Indexed):
                indices, tree = tree.indices, tree.base
            if isinstance(tree, Word):
                if not isinstance(self.context.env.names.get(tree.name), Symbol | Defined):
                    raise self.fail(
                        node.at, f"a derivative by the dimension {tree.name}", "it is an integer", NameError_
                    )
                return Variable(tree, indices, row)
        raise self.source.error(node.at, "a derivative by a formula", "the name of a declared symbol")

    # --- what is only declared --------------------------------------------------------------------------------------

    def known_jacobian(
        self, c: Candidate, symbol: Word, indices: tuple[Word, ...], at: int, beside: bool = False
    ) -> Candidate | None:
        """The declared symbol for ∂y/∂x, where y is y itself or a component; None when nothing is declared of x.

        ``beside`` other arguments of a node nothing depends on x.
        """
        for symbol_of in (*(gradient for _, gradient in self.context.losses.values()), *self.context.depends.values()):
            if self.mentions(c.tree, self.named_term(symbol_of)):
                raise self.fail(at, "a second derivative of what is only declared", "define it with let")
        if beside:
            return None
        self.check_depends(c.tree, symbol.name, at)
        base, own = (c.tree.base, c.tree.indices) if isinstance(c.tree, Indexed) else (c.tree, ())
        name = self.context.depends.get((base.name, symbol.name)) if isinstance(base, Word) else None
        if name is None:
            return None
        shape = self.named_term(name).shape
        if not own and not indices:
            return Candidate(Word(at, name), shape)
        if len(own) + len(indices) != len(shape):
            raise self.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
        return Candidate(Indexed(at, Word(at, name), (*own, *indices)), ())

    def check_depends(self, tree: Tree, name: str, at: int) -> None:
        """Refuse a derivative by a symbol that what is said to depend on what does not tell."""
        try:
            check_dependence(tree, name, self.context.depends, self.context.env)
        except InputError as error:
            raise self.source.placed(error, at) from None

    def mentions(self, tree: Tree, symbol: Term) -> bool:
        """Does a symbol, or a defined name, occur in a tree, definitions unfolded?"""
        return mentions(tree, symbol, self.context.env.names)

    def has(self, nodes: Sequence[Node], name: str, scope: Scope) -> bool:
        """Is a symbol in some factors?  In what cannot be read by itself it may be."""
        try:
            found = [c for node in nodes if not isinstance(node, Op) for c in self.read(node, scope)]
        except InputError:
            return True
        return any(self.mentions(c.tree, self.named_term(name)) for c in found)

    def loss_of(self, node: Node) -> tuple[str, str] | None:
        """What a loss is of, and the symbol of its derivative, when a node is the name of a loss."""
        return self.context.losses.get(Key(node.lexeme.text)) if isinstance(node, Name) else None

    def loss_derivative(
        self, loss: tuple[str, str], fraction: Fraction_, scope: Scope, layout: str | None = None
    ) -> list[Candidate]:
        """∂L/∂y as declared, or ∂L/∂x by the chain rule."""
        y, gradient = loss
        at = fraction.at
        (target, *more) = self.variables(fraction, scope)
        if more:
            raise self.fail(at, "a second derivative of what is only declared", "define it with let")
        if target.total and target.symbol.name != y:
            self.check_total(Word(at, y), target, at)
        found = self.by_chain_rule(y, gradient, target, at, scope)
        if not target.row:
            return [self.laid(found, 0, target, layout)]
        self.check_row(0, target, layout)
        return [Candidate(Transposed(at, found.tree), transposed_shape(found.shape))]

    def by_chain_rule(self, y: str, gradient: str, target: Variable, at: int, scope: Scope) -> Candidate:
        """∂L/∂x by one variable, of a loss of y."""
        variable, indices = target.symbol, target.indices
        above = Word(at, gradient)
        shape = self.named_term(y).shape
        if variable.name == y:
            return Candidate(Indexed(at, above, indices), ()) if indices else Candidate(above, shape)
        x = self.named_term(variable.name)
        if y in self.context.held:
            message = f"a derivative by {variable.name} of a loss of {y}, which is held fixed"
            raise self.fail(at, message, f"it would be 0; hold what {y} is made of")
        self.check_depends(Word(at, y), variable.name, at)
        declared = self.context.depends.get((y, variable.name))
        if declared is None and not occurs(x, self.named_term(y)):
            hint = f"define {y} with let, or declare: {y} depends on {variable.name}"
            if isinstance(x, Defined):
                hint = f"write {variable.name} by its name in the definition of {y}"
            raise self.fail(at, f"a derivative by {variable.name}, on which {y} does not depend", hint, NameError_)
        jacobian: Tree = Word(at, declared) if declared else Total(at, "grad", (Word(at, y), variable))
        if len(shape) == 1 and len(x.shape) == 1 and isinstance(x, Symbol):
            whole: Tree = Call(at, "product", (Transposed(at, jacobian), above))
            return Candidate(Indexed(at, whole, indices), ()) if indices else Candidate(whole, x.shape)
        wanted = axes(x.shape)
        names = list[str]()
        while len(names) < len(wanted) + len(axes(shape)):
            names.append(self.fresh(scope, self.sides, names))
        own = indices or tuple(Word(at, name) for name in names[: len(wanted)])
        if len(own) != len(wanted) or len(own) > 2:
            raise self.fail(
                at, f"a derivative by {variable.name} with {len(own)} indices", "write them all", ShapeError
            )
        bound = tuple(Word(at, name) for name in names[len(wanted) :])
        parts: list[Tree] = [Indexed(at, above, bound) if bound else above]
        parts.append(Indexed(at, jacobian, (*bound, *own)) if bound or own else jacobian)
        tree = _summed(at, bound, Call(at, "product", tuple(parts)))
        if indices or not own:
            return Candidate(tree, ())
        bases = tuple(Call(at, "basis", (index,)) for index in own)
        unit = bases[0] if len(bases) == 1 else Call(at, "outer", bases)
        return Candidate(_summed(at, own, Call(at, "product", (tree, unit))), x.shape)


def _all(tree: Tree) -> Iterator[Tree]:
    yield tree
    for part in tree.below():
        yield from _all(part)


def _summed(at: int, indices: Sequence[Word], tree: Tree) -> Tree:
    for word in reversed(indices):
        tree = Call(at, "sum", (Word(at, word.name), tree))
    return tree


def _repeated(node: Node) -> tuple[Node, int]:
    """A variable without its exponent, and how often that says to differentiate by it."""
    base, scripts = parted(node)
    for script in scripts:
        text = "".join(lexeme.text for lexeme in script.raw)
        if script.sign == "^" and text.isdecimal() and len(text) < 3:
            rest = tuple(other for other in scripts if other is not script)
            return (Scripted(node.at, base, rest) if rest else base), int(text)
    return node, 1
