r"""Derivatives: ∂y/∂x of terms by symbols, ∂L/∂x of a loss, ∂y/∂x of what is only said to depend on x.

``loss L of y`` makes ∂L/∂y a symbol of the shape of y.  By anything else that y depends on, the chain rule gives
∂L/∂xⱼ = Σᵢ ∂L/∂yᵢ ∂yᵢ/∂xⱼ.  ``y depends on x`` makes ∂y/∂x a symbol with the axes of y and then those of x.  By a name
that is defined everything is varied that is defined by it, and all else stays (`derive.derivation.partials`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from derive.derivation.partials import beside, occurs
from derive.errors import InputError, NameError_, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Diag, Symbol, Term
from derive.reading.latex.conventions import GRADIENTS, HELD
from derive.reading.latex.dependence import check_dependence, mentions
from derive.reading.latex.graphs import of_argument, variation
from derive.reading.latex.jacobians import check_row, is_transposed
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.nodes import Beside, RowGradient, Total, name_in, name_of
from derive.reading.latex.readings import Reader, Reading, Rough, is_column, is_row, show_rough
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Name, Node, Op, Partial, held, items_of, parted, rescripted
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Indexed, Transposed, Tree, Word

#: The highest order of a derivative.
MAX_ORDER = 4


@dataclass(frozen=True)
class Variable:
    """What is differentiated by: a name or a component of it; a ``row`` when it is written as one; ``total`` after d."""

    symbol: Word
    term: Symbol | Defined
    indices: tuple[Word, ...] = ()
    row: bool = False
    total: bool = False

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def axes(self) -> Rough:
        """The dimensions that a derivative by it has an index for."""
        return () if self.indices else axes_in(self.term.shape)


def order_of(reader: Reader, sign: Partial) -> int:
    r"""The order of ``\partial^2``."""
    if not sign.order:
        return 1
    text = "".join(lexeme.text for lexeme in sign.order if lexeme.kind not in ("LBRACE", "RBRACE"))
    if not (text.isdecimal() and 1 <= int(text[:3]) <= MAX_ORDER):
        raise reader.error(sign.at, rf"\partial^{text[:20]}", f"an order up to {MAX_ORDER}")
    return int(text)


def derivative_of(
    reader: Reader, above: list[Reading], fraction: Fraction_, layout: str | None = None
) -> list[Reading]:
    r"""∂y/∂x, and its components for a component of x below; ∂²y/∂x∂z; in the layout declared, if no other is given."""
    variables = variables_of(reader, fraction, layout is not None)
    if len(variables) > 1:
        return reader.mapped(above, lambda c: iterated(reader, c, variables, fraction.at))
    variable = variables[0]
    layout = reader.context.layout if layout is None else layout

    def made(c: Reading) -> Reading:
        row = is_row(c.shape) and not reader.context.printed
        if row and isinstance(c.tree, Transposed):
            c = Reading(c.tree.operand, c.shape[1:])
        if variable.total:
            check_total(reader, c.tree, variable, fraction.at)
            if not mentions_name(reader, c.tree, variable.term):
                check_named(reader, c, variable, fraction.at)
        found = by_one(reader, c, variable, fraction.at)
        supposed = row and reader.context.supposed and reader.context.layout == "numerator" and len(found.shape) == 2
        if not variable.row and (not row or supposed):  # there ∂(xᵀA)/∂x is Aᵀ
            return laid(reader, found, len(c.shape), variable, layout)
        reader.make(variable.symbol.at, check_row, layout, 1 if row else len(c.shape), len(variable.axes))
        if row or (variable.row and not c.shape):
            if len(found.shape) > 2:
                raise reader.fail(fraction.at, "a derivative of a row by more than a vector", "write all indices")
            return turned(reader, found, variable, fraction.at)
        if variable.row and not is_column(c.shape):
            message = f"a derivative of shape {show_rough(c.shape)} by a row"
            raise reader.fail(fraction.at, message, "differentiate by the column", ShapeError)
        return found

    return reader.mapped(above, made)


def turned(reader: Reader, found: Reading, variable: Variable, at: int) -> Reading:
    """A derivative by a row as a row; the gradient by what is declared as one could be a column."""
    if not is_row(variable.term.shape):
        return transpose_of(found, at)
    return found if reader.context.otherwise is GRADIENTS else Reading(RowGradient(at, found.tree), (1, *found.shape))


def laid(reader: Reader, found: Reading, above: int, variable: Variable, layout: str) -> Reading:
    """A derivative of what has so many axes, as the layout has it."""
    turned = reader.make(found.tree.at, is_transposed, layout, above, len(variable.axes))
    return transpose_of(found, found.tree.at) if turned else found


def by_one(reader: Reader, c: Reading, variable: Variable, at: int) -> Reading:
    """The derivative by one name, or by a component of it."""
    variable = renamed(reader, variable, lambda term: mentions_name(reader, c.tree, term))
    symbol, term, indices, name = variable.symbol, variable.term, variable.indices, variable.name
    if isinstance(term, Defined) and not mentions_name(reader, c.tree, term):
        message = f"a derivative by {name}, which is defined, of what has no {name} in it"
        hint = f"write {name} by its name in the definition of what is differentiated"
        raise reader.fail(at, message, hint, NameError_)
    total, names = variable.total or reader.context.otherwise is HELD, reader.context.env.names
    beside = not total and of_argument(c.tree, term, names, reader.context.graph)
    if (known := known_jacobian(reader, c, symbol, indices, at, beside)) is not None:
        return known
    tree: Tree = variation_of(reader, c.tree, variable, at)(at, "grad", (c.tree, symbol))
    if not indices:
        return Reading(tree, axes_in(c.shape) + variable.axes)
    if not c.shape:
        return Reading(Indexed(at, tree, indices), ())
    if is_column(axes_in(c.shape)) and len(indices) == 1:
        return Reading(Call(at, "product", (tree, Call(at, "basis", indices))), axes_in(c.shape))
    message = f"a derivative of shape {show_rough(c.shape)} by a component"
    raise reader.fail(at, message, "write all indices", ShapeError)


def renamed(reader: Reader, variable: Variable, occurring: Callable[[Term], bool]) -> Variable:
    """The variable by the name that it has in what is differentiated: X after ``let x = X`` where no x stands there."""
    term = variable.term
    while isinstance(term, Defined) and not term.arguments and not occurring(term):
        body, name = term.unfold(), name_of(term.unfold())
        fixed = variable.name in {*reader.context.held, *reader.context.graph}
        if fixed or not isinstance(body, Symbol | Defined) or reader.context.env.names.get(name) != body:
            break
        term, variable = body, replace(variable, symbol=Word(variable.symbol.at, name), term=body)
    return variable


def variation_of(reader: Reader, tree: Tree, variable: Variable, at: int) -> type[Call]:
    """How a derivative is meant: see `derive.reading.latex.graphs.variation`."""
    context = reader.context
    total = variable.total or context.otherwise is HELD
    return reader.make(at, variation, tree, variable.term, total, context.env.names, context.graph)


def check_total(reader: Reader, tree: Tree, variable: Variable, at: int) -> None:
    """Refuse ``dy/dm`` by a defined m beside which y has what m is made of: does that stay, or vary with m?"""
    name = variable.term
    if not isinstance(name, Defined) or variable.name in {*reader.context.held, *reader.context.graph}:
        return
    made_of = frozenset(symbols_of(name))
    words = (part.name for part in tree.parts() if isinstance(part, Word))
    terms = [term for word in words if isinstance(term := reader.context.env.names.get(word), Term)]
    if any(part in made_of for term in terms for part in beside(name, term)):
        labels = [f"what {variable.name} is made of stays", "it varies too"]
        hint = r"write \partial for the derivative in which all else stays"
        raise reader.ambiguous(at, f"d by {variable.name}, which is defined", labels, hint)


def check_named(reader: Reader, c: Reading, variable: Variable, at: int) -> None:
    """Refuse ``dy/dx`` of a y in which no x occurs, and that is not said to depend on it: it is hardly meant to be 0."""
    name = variable.name
    if (name_in(c.tree), name) not in reader.context.depends:
        hint = f"declare: y depends on {name}; or define it with let"
        raise reader.fail(at, f"a derivative by {name} of what has no {name} in it", hint)


def iterated(reader: Reader, c: Reading, variables: Sequence[Variable], at: int) -> Reading:
    """A derivative of a scalar by one symbol after the other."""
    if c.shape:
        message = f"a second derivative of shape {show_rough(c.shape)}"
        hint = "a derivative of higher order is one of a scalar, such as a component"
        raise reader.fail(at, message, hint, ShapeError)
    tree, shape = c.tree, c.shape
    for variable in variables:
        if isinstance(variable.term, Defined):
            message = f"a second derivative by {variable.name}, which is defined"
            raise reader.fail(at, message, "declare it as a symbol of its own to differentiate by it", NameError_)
        if known_jacobian(reader, c, variable.symbol, (), at) is not None:
            raise reader.fail(at, "a second derivative of what is only declared", "define it with let")
        kind = variation_of(reader, c.tree, variable, at)
        if kind is Beside:
            message = f"a second derivative by {variable.name}, beside which other arguments are held"
            raise reader.fail(at, message, "only first derivatives of nodes are read")
        tree = kind(at, "grad", (tree, variable.symbol))
        shape += axes_in(variable.term.shape)
    indices = tuple(index for variable in variables for index in variable.indices)
    if len(shape) == 2 and not indices and len({variable.name for variable in variables}) > 1:
        first, last = (v.row for v in variables if v.term.shape)
        if first == last:
            labels = [r"the rows belong to the first symbol", "they belong to the second"]
            raise reader.ambiguous(at, "a matrix of mixed derivatives", labels, r"write \partial x \partial y^\top")
        return Reading(Transposed(at, tree), shape[::-1]) if first else Reading(tree, shape)
    if len(indices) == len(shape):
        return Reading(Indexed(at, tree, indices) if indices else tree, ())
    if indices:
        raise reader.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
    return Reading(tree, shape)


def variables_of(reader: Reader, fraction: Fraction_, gradient: bool = False) -> list[Variable]:
    r"""The names below a derivative.  ``\partial x^2`` is x twice at order 2."""
    items = items_of(held(fraction.below))
    above = items_of(held(fraction.above))[0]
    order = order_of(reader, above) if isinstance(above, Partial) else 1
    signs, nodes = items[::2], items[1::2]
    if len(items) % 2 or not all(isinstance(sign, Partial) and not sign.order for sign in signs):
        raise reader.error(fraction.below.at, r"a derivative by something else", r"\partial x below the bar")
    repeated = [(node, 1) for node in nodes] if len(nodes) == order else [_repeated(node) for node in nodes]
    if (told := sum(times for _, times in repeated)) != order:
        raise reader.error(fraction.below.at, f"a derivative of order {told} below a bar", f"order {order}, as above")
    total = any(isinstance(sign, Partial) and sign.total for sign in signs)
    found = [v for node, times in repeated for v in [variable_of(reader, node, gradient)] * times]
    return [replace(variable, total=total) for variable in found]


def variable_of(reader: Reader, node: Node, gradient: bool = False) -> Variable:
    """The name in one derivative, and its indices; a ``gradient`` by a row is a row, as its variable is."""
    for reading in reader.outside.read(node):
        tree = reading.tree
        indices: tuple[Word, ...] = ()
        row = isinstance(tree, Transposed) and is_row(reading.shape)
        if isinstance(tree, Transposed) and row:
            tree = tree.operand
        if isinstance(tree, Indexed):
            indices, tree = tree.indices, tree.base
        if isinstance(tree, Word):
            term = reader.context.env.names.get(tree.name)
            if not isinstance(term, Symbol | Defined):
                raise reader.fail(node.at, f"a derivative by the dimension {tree.name}", "it is an integer", NameError_)
            row |= gradient and is_row(term.shape) and not indices
            check_variable(reader, tree, term, indices, row)
            return Variable(tree, term, indices, row)
    raise reader.error(node.at, "a derivative by a formula", "the name of a declared symbol")


def check_variable(reader: Reader, name: Word, term: Symbol | Defined, indices: Sequence[Word], row: bool) -> None:
    """Refuse a derivative by a whole row, and by a diagonal matrix: of which entries, and how do they stand?"""
    if is_row(term.shape) and not indices and not row:
        labels = ["a column", "a row"]
        raise reader.ambiguous(name.at, f"a derivative by the row {name.name}", labels, "write its index")
    if isinstance(term, Defined) and isinstance(term.unfold(), Diag):
        labels = ["by all entries of a matrix", "by those on its diagonal"]
        hint = "declare the matrix without a property, or differentiate by the vector of its diagonal"
        raise reader.ambiguous(name.at, f"a derivative by the diagonal matrix {name.name}", labels, hint)


def known_jacobian(
    reader: Reader, c: Reading, symbol: Word, indices: tuple[Word, ...], at: int, beside: bool = False
) -> Reading | None:
    """The declared symbol for ∂y/∂x, where y is y itself or a component; None when nothing is declared of x.

    ``beside`` other arguments of a node nothing depends on x.
    """
    for symbol_of in (*(gradient for _, gradient in reader.context.losses.values()), *reader.context.depends.values()):
        if mentions_name(reader, c.tree, reader.named_term(symbol_of)):
            raise reader.fail(at, "a second derivative of what is only declared", "define it with let")
    if beside:
        return None
    check_depends(reader, c.tree, symbol.name, at)
    own = c.tree.indices if isinstance(c.tree, Indexed) else ()
    name = reader.context.depends.get((name_in(c.tree), symbol.name))
    if name is None:
        return None
    shape = reader.named_term(name).shape
    if not own and not indices:
        return Reading(Word(at, name), shape)
    if len(own) + len(indices) != len(shape):
        raise reader.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
    return Reading(Indexed(at, Word(at, name), (*own, *indices)), ())


def check_depends(reader: Reader, tree: Tree, name: str, at: int) -> None:
    """Refuse a derivative by a symbol that what is said to depend on what does not tell."""
    reader.make(at, check_dependence, tree, name, reader.context.depends, reader.context.env)


def mentions_name(reader: Reader, tree: Tree, symbol: Term) -> bool:
    """Does a symbol, or a defined name, occur in a tree, definitions unfolded?"""
    return mentions(tree, symbol, reader.context.env.names)


def has_name(reader: Reader, nodes: Sequence[Node], name: str) -> bool:
    """Is a symbol in some factors?  In what cannot be read by itself it may be."""
    try:
        found = [c for node in nodes if not isinstance(node, Op) for c in reader.read(node)]
    except InputError:
        return True
    return any(mentions_name(reader, c.tree, reader.named_term(name)) for c in found)


def loss_of(reader: Reader, node: Node) -> tuple[str, str] | None:
    """What a loss is of, and the symbol of its derivative, when a node is the name of a loss."""
    return reader.context.losses.get(Key(node.lexeme.text)) if isinstance(node, Name) else None


def loss_derivative(
    reader: Reader, loss: tuple[str, str], fraction: Fraction_, layout: str | None = None
) -> list[Reading]:
    """∂L/∂y as declared, or ∂L/∂x by the chain rule."""
    y, gradient = loss
    at = fraction.at
    (target, *more) = variables_of(reader, fraction, layout is not None)
    if more:
        raise reader.fail(at, "a second derivative of what is only declared", "define it with let")
    target = renamed(reader, target, lambda term: occurs(term, reader.named_term(y)))
    if target.total and target.name != y:
        check_total(reader, Word(at, y), target, at)
    found = by_chain_rule(reader, y, gradient, target, at)
    layout = reader.context.layout if layout is None else layout
    if not target.row:
        return [laid(reader, found, 0, target, layout)]
    reader.make(target.symbol.at, check_row, layout, 0, len(target.axes))
    return [turned(reader, found, target, at)]


def by_chain_rule(reader: Reader, y: str, gradient: str, target: Variable, at: int) -> Reading:
    """∂L/∂x by one variable, of a loss of y."""
    variable, indices = target.symbol, target.indices
    above = Word(at, gradient)
    shape = reader.named_term(y).shape
    if variable.name == y:
        return Reading(Indexed(at, above, indices), ()) if indices else Reading(above, shape)
    x = reader.named_term(variable.name)
    if y in reader.context.held:
        message = f"a derivative by {variable.name} of a loss of {y}, which is held fixed"
        raise reader.fail(at, message, f"it would be 0; hold what {y} is made of")
    check_depends(reader, Word(at, y), variable.name, at)
    declared = reader.context.depends.get((y, variable.name))
    if declared is None and not occurs(x, reader.named_term(y)):
        hint = f"define {y} with let, or declare: {y} depends on {variable.name}"
        if isinstance(x, Defined):
            hint = f"write {variable.name} by its name in the definition of {y}"
        raise reader.fail(at, f"a derivative by {variable.name}, on which {y} does not depend", hint, NameError_)
    jacobian: Tree = Word(at, declared) if declared else Total(at, "grad", (Word(at, y), variable))
    if len(shape) == 1 and len(x.shape) == 1 and isinstance(x, Symbol):
        whole: Tree = Call(at, "product", (Transposed(at, jacobian), above))
        return Reading(Indexed(at, whole, indices), ()) if indices else Reading(whole, x.shape)
    wanted = axes_in(x.shape)
    names = list[str]()
    while len(names) < len(wanted) + len(axes_in(shape)):
        names.append(reader.fresh(reader.sides, names))
    own = indices or tuple(Word(at, name) for name in names[: len(wanted)])
    if len(own) != len(wanted) or len(own) > 2:
        raise reader.fail(at, f"a derivative by {variable.name} with {len(own)} indices", "write them all", ShapeError)
    bound = tuple(Word(at, name) for name in names[len(wanted) :])
    parts: list[Tree] = [Indexed(at, above, bound) if bound else above]
    parts.append(Indexed(at, jacobian, (*bound, *own)) if bound or own else jacobian)
    tree = _summed(at, bound, Call(at, "product", tuple(parts)))
    if indices or not own:
        return Reading(tree, ())
    bases = tuple(Call(at, "basis", (index,)) for index in own)
    unit = bases[0] if len(bases) == 1 else Call(at, "outer", bases)
    return Reading(_summed(at, own, Call(at, "product", (tree, unit))), x.shape)


def _summed(at: int, indices: Sequence[Word], tree: Tree) -> Tree:
    for word in reversed(indices):
        tree = Call(at, "sum", (Word(at, word.name), tree))
    return tree


def _repeated(node: Node) -> tuple[Node, int]:
    """A variable without its exponent, and how often that says to differentiate by it."""
    base, scripts = parted(node)
    for script in scripts:
        if script.sign == "^" and script.text.isdecimal() and len(script.text) < 3:
            return rescripted(node, base, [other for other in scripts if other is not script]), int(script.text)
    return node, 1
