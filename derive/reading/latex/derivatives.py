r"""Derivatives: ∂y/∂x of terms by symbols, ∂L/∂x of a loss, ∂y/∂x of what is only said to depend on x.

``loss L of y`` makes ∂L/∂y a symbol of the shape of y.  By anything else that y depends on, the chain rule gives
∂L/∂xⱼ = Σᵢ ∂L/∂yᵢ ∂yᵢ/∂xⱼ.  ``y depends on x`` makes ∂y/∂x a symbol with the axes of y and then those of x.
"""

from __future__ import annotations

from derive.errors import NameError_, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Symbol, Term
from derive.reading.latex.products import Products
from derive.reading.latex.readings import Candidate, Scope, axes, is_column, show_rough
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Name, Node, Partial, held, items_of
from derive.reading.syntax import Call, Indexed, Transposed, Tree, Word


class Derivatives(Products):
    """The readings of derivatives."""

    def derivative(self, above: list[Candidate], fraction: Fraction_, scope: Scope) -> list[Candidate]:
        r"""∂y/∂x, and its components for a component of x below."""
        symbol, indices = self.variable(fraction.below, scope)

        def made(c: Candidate) -> Candidate:
            at = fraction.at
            if (known := self.known_jacobian(c, symbol, indices, at)) is not None:
                return known
            shape = axes(c.shape) + axes(self.named_term(symbol.name).shape)
            tree: Tree = Call(at, "grad", (c.tree, symbol))
            if not indices:
                return Candidate(tree, shape)
            if not c.shape:
                return Candidate(Indexed(at, tree, indices), ())
            if is_column(c.shape) and len(indices) == 1:
                return Candidate(Call(at, "product", (tree, Call(at, "basis", indices))), c.shape)
            raise self.fail(
                at, f"a derivative of shape {show_rough(c.shape)} by a component", "write all indices", ShapeError
            )

        return self.mapped(above, made)

    def variable(self, below: Node, scope: Scope, of_loss: bool = False) -> tuple[Word, tuple[Word, ...]]:
        """The symbol below a derivative, and its indices; of a loss it may be a definition."""
        items = items_of(held(below))
        if len(items) != 2 or not isinstance(items[0], Partial):
            raise self.source.error(below.at, r"a derivative by something else", r"one \partial x below the bar")
        for candidate in self.read(items[1], scope):
            tree = candidate.tree
            indices: tuple[Word, ...] = ()
            if isinstance(tree, Indexed):
                indices, tree = tree.indices, tree.base
            if isinstance(tree, Word):
                if not of_loss and not isinstance(self.context.env.names.get(tree.name), Symbol):
                    hint = "declare it as a symbol of its own to differentiate by it"
                    raise self.fail(items[1].at, f"a derivative by {tree.name}, which is defined", hint, NameError_)
                return tree, indices
        raise self.source.error(items[1].at, "a derivative by a formula", "the name of a declared symbol")

    # --- what is only declared --------------------------------------------------------------------------------------

    def known_jacobian(self, c: Candidate, symbol: Word, indices: tuple[Word, ...], at: int) -> Candidate | None:
        """The declared symbol for ∂y/∂x, where y is y itself or a component; None when nothing is declared of x."""
        for symbol_of in (*(gradient for _, gradient in self.context.losses.values()), *self.context.depends.values()):
            if self.mentions(c.tree, self.named_term(symbol_of)):
                raise self.fail(at, "a second derivative of what is only declared", "define it with let")
        base, own = (c.tree.base, c.tree.indices) if isinstance(c.tree, Indexed) else (c.tree, ())
        name = self.context.depends.get((base.name, symbol.name)) if isinstance(base, Word) else None
        if name is None:
            for dependent, on in self.context.depends:
                if on == symbol.name and self.mentions(c.tree, self.named_term(dependent)):
                    hint = "write the chain rule, or define it with let instead of declaring that it depends"
                    message = f"a derivative by {on} of a formula with {dependent}, which depends on it"
                    raise self.fail(at, message, hint)
            return None
        shape = self.named_term(name).shape
        if not own and not indices:
            return Candidate(Word(at, name), shape)
        if len(own) + len(indices) != len(shape):
            raise self.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
        return Candidate(Indexed(at, Word(at, name), (*own, *indices)), ())

    def mentions(self, tree: Tree, symbol: Term) -> bool:
        """Does a symbol occur in a tree, definitions unfolded?"""
        if isinstance(tree, Word) and isinstance(term := self.context.env.names.get(tree.name), Term):
            return term == symbol or symbol in symbols_of(term)
        return any(self.mentions(child, symbol) for child in tree.below())

    def loss_of(self, node: Node) -> tuple[str, str] | None:
        """What a loss is of, and the symbol of its derivative, when a node is the name of a loss."""
        return self.context.losses.get(Key(node.lexeme.text)) if isinstance(node, Name) else None

    def loss_derivative(self, loss: tuple[str, str], fraction: Fraction_, scope: Scope) -> list[Candidate]:
        """∂L/∂y as declared, or ∂L/∂x by the chain rule."""
        y, gradient = loss
        at = fraction.at
        variable, indices = self.variable(fraction.below, scope, of_loss=True)
        above = Word(at, gradient)
        shape = self.named_term(y).shape
        if variable.name == y:
            return [Candidate(Indexed(at, above, indices), ()) if indices else Candidate(above, shape)]
        x = self.named_term(variable.name)
        declared = self.context.depends.get((y, variable.name))
        if not isinstance(x, Symbol) or (declared is None and x not in symbols_of(self.named_term(y))):
            hint = f"define {y} with let, or declare: {y} depends on {variable.name}"
            raise self.fail(at, f"a derivative by {variable.name}, on which {y} does not depend", hint, NameError_)
        jacobian: Tree = Word(at, declared) if declared else Call(at, "grad", (Word(at, y), variable))
        if len(shape) == 1 and len(x.shape) == 1:
            whole: Tree = Call(at, "product", (Transposed(at, jacobian), above))
            return [Candidate(Indexed(at, whole, indices), ()) if indices else Candidate(whole, x.shape)]
        if len(indices) != len(axes(x.shape)):
            raise self.fail(at, f"a derivative by {variable.name} as a whole", "write its indices", ShapeError)
        taken = {*scope, *self.context.env.names, *(word.name for word in indices)}
        free = [name for name in (*"ijklmn", "i'", "j'", "k'") if name not in taken]
        bound = tuple(Word(at, name) for name, _ in zip(free, axes(shape), strict=False))
        if len(bound) < len(axes(shape)):
            raise self.fail(at, "a chain rule with no name left for its index", "declare fewer names of one letter")
        parts: list[Tree] = [Indexed(at, above, bound) if bound else above]
        parts.append(Indexed(at, jacobian, (*bound, *indices)) if bound or indices else jacobian)
        tree: Tree = Call(at, "product", tuple(parts))
        for word in reversed(bound):
            tree = Call(at, "sum", (Word(at, word.name), tree))
        return [Candidate(tree, ())]
