r"""Derivatives: ∂y/∂x of terms by symbols, and of what is only said to depend on x.

``y depends on x`` makes ∂y/∂x a symbol with the axes of y and then those of x; what has y in it varies with x through it
(`derive.derivation.chains`).  By a name that is defined everything is varied that is defined by it, and all else stays
(`derive.derivation.partials`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from derive.derivation.partials import beside
from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Diag, Symbol, Term
from derive.reading.held import reached
from derive.reading.latex.conventions import NODES
from derive.reading.latex.dependence import (
    beside_dependent,
    check_made,
    in_arguments,
    mentions,
    symbols_in,
    varying,
)
from derive.reading.latex.formula_uses import terms_in, used_in
from derive.reading.latex.grammar import parse
from derive.reading.latex.graphs import check_unlisted, of_argument, variation
from derive.reading.latex.heads import by_its_mark
from derive.reading.latex.jacobians import check_row, of_entries
from derive.reading.latex.nodes import Beside, Open, Positioned, Staying, Through, Total, Unfolded, name_in, name_of
from derive.reading.latex.otherwise import HELD, STAYING, UNFOLDED, VARYING
from derive.reading.latex.readings import Reader, Reading, Rough, is_column, is_row, show_rough
from derive.reading.latex.scripts import entry_in_line
from derive.reading.latex.spelling import Lexeme
from derive.reading.latex.syntax import Fraction_, Node, Op, Partial, Row, held, items_of, parted, rescripted
from derive.reading.latex.variables import Variable, along, check_bare, laid, turned
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Indexed, Transposed, Tree, Word

#: The highest order of a derivative.
MAX_ORDER = 4


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
    if len(variables) > 1 or any(c.shape for c in above):
        check_bare(reader, variables)
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
        if variable.bare:
            return along(reader, found, variable, layout, fraction.at)
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


def by_one(reader: Reader, c: Reading, variable: Variable, at: int) -> Reading:
    """The derivative by one name, or by a component of it."""
    if variable.positions:
        return by_entry(reader, c, variable, at)
    variable = renamed(reader, variable, lambda term: mentions_name(reader, c.tree, term))
    symbol, term, indices, name = variable.symbol, variable.term, variable.indices, variable.name
    if isinstance(term, Defined) and not mentions_name(reader, c.tree, term):
        message = f"a derivative by {name}, which is defined, of what has no {name} in it"
        hint = f"write {name} by its name in the definition of what is differentiated"
        raise reader.fail(at, message, hint, NameError_)
    check_first(reader, c.tree, at)
    check_outside(reader, c.tree, term, at)
    if (known := known_jacobian(reader, c, symbol, indices, at)) is not None:
        return known
    tree: Tree = variation_of(reader, c.tree, variable, at)(at, "grad", (c.tree, symbol))
    if not indices:
        return Reading(tree, axes_in(c.shape) + variable.axes)
    if not c.shape:
        return Reading(Indexed(at, tree, indices), ())
    if is_column(axes_in(c.shape)) and len(indices) == 1:
        return Reading(Call(at, "product", (tree, Call(at, "basis", indices))), axes_in(c.shape))
    return by_component(reader, tree, c.shape, indices, at)


def by_component(reader: Reader, tree: Tree, shape: Rough, behind: tuple[Word, ...], at: int) -> Reading:
    """The vector or matrix of the components of a derivative at some indices ``behind`` its own."""
    own = fresh_indices(reader, len(axes_in(shape)), at)
    return Reading(of_entries(at, Indexed(at, tree, (*own, *behind)), own), shape)


def fresh_indices(reader: Reader, count: int, at: int) -> tuple[Word, ...]:
    """So many indices that nothing in the formula is called."""
    names = list[str]()
    while len(names) < count:
        names.append(reader.fresh(reader.sides, names))
    return tuple(Word(at, name) for name in names)


def by_entry(reader: Reader, c: Reading, variable: Variable, at: int) -> Reading:
    r"""``\frac{\partial Z}{\partial k_{11}}``: that entry of the derivative by the whole, of each component."""
    if is_row(c.shape):
        raise reader.fail(at, "a derivative of a row by an entry", "differentiate the column", ShapeError)
    own = fresh_indices(reader, len(c.shape), at)
    component = Reading(Indexed(at, c.tree, own), ()) if own else c
    whole = by_one(reader, component, replace(variable, positions=()), at)
    entry = Positioned(at, whole.tree, variable.positions)
    return Reading(of_entries(at, entry, own), c.shape) if own else Reading(entry, ())


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
    """How a derivative is meant: see `derive.reading.latex.graphs.variation`, and what depends on what."""
    context = reader.context
    total, names = variable.total or context.otherwise is HELD, context.env.names
    argument = not total and of_argument(tree, variable.term, names, context.graph)
    choose = (lambda _: "vary") if context.otherwise is VARYING else partial(reader.choice, NODES, at)
    kind = variation(tree, variable.term, total, names, context.graph, choose)
    if kind is Unfolded and not context.depends:
        return Beside if context.otherwise is UNFOLDED else Unfolded
    if argument:
        return reader.make(at, beside_dependent, kind, tree, variable.name, context.depends, context.env, context.graph)
    through = varying_in(reader, tree, variable.name, at)
    if not through:
        return kind
    if kind in (Beside, Staying) or (not total and in_arguments(tree, through, names, context.graph)):
        labels = [f"{through[0]} stays", f"{through[0]} varies with {variable.name}"]
        hint = r"write \frac{d y}{d x} for the total derivative"
        raise reader.ambiguous(at, f"a derivative by {variable.name} beside the nodes of a graph", labels, hint)
    if total or not mentions_name(reader, tree, variable.term):
        return Through
    return Total if context.otherwise is STAYING else Open


def check_open(reader: Reader, sides: Sequence[Sequence[Reading]]) -> None:
    """Refuse ∂(c D)/∂D, where c depends on D, in what is no equation: of an equation it is seen which is meant."""
    for part in (part for side in sides for reading in side for part in reading.tree.parts()):
        if isinstance(part, Open | Unfolded):
            doubt = STAYING if isinstance(part, Open) else UNFOLDED
            raise reader.ambiguous(part.at, doubt.what, [label.split(",")[0] for label in doubt.labels], doubt.hint)


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
    """Refuse ``dy/dx`` of a y in which no x occurs, and that is not said to depend on it: it is hardly meant to be 0.

    That of a number in digits is 0.
    """
    name = variable.name
    named = any(isinstance(part, Word) for part in c.tree.parts())
    if named and not varies(reader, c.tree, variable.term):
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
        check_first(reader, c.tree, at)
        if through := varying_in(reader, c.tree, variable.name, at):
            message = f"a second derivative by {variable.name} of what has {through[0]} in it, which depends on it"
            raise reader.fail(at, message, "define it with let", LimitError)
        kind = variation_of(reader, c.tree, variable, at)
        if kind in (Beside, Staying, Unfolded):
            message = f"a second derivative by {variable.name}, beside which other arguments are held"
            raise reader.fail(at, message, "only first derivatives of nodes are read")
        tree = kind(at, "grad", (tree, variable.symbol))
        shape += axes_in(variable.term.shape)
    indices = tuple(index for variable in variables for index in variable.indices)
    positions = tuple(place for variable in variables for place in variable.positions)
    if positions and len(positions) == len(shape):
        return Reading(Positioned(at, tree, positions), ())
    if positions:
        raise reader.fail(at, "a second derivative by an entry and something else", "by entries alone", ShapeError)
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
    items = items_of(held(held(fraction.below)))
    above = items_of(held(fraction.above))[0]
    order = order_of(reader, above) if isinstance(above, Partial) else 1
    signs, nodes = items[::2], items[1::2]
    if len(items) == 2 and order > 1 and isinstance(signs[0], Partial) and order_of(reader, signs[0]) == order:
        signs, nodes = (replace(signs[0], order=()),) * order, nodes * order  # \partial^2 / \partial^2 x
    if len(items) % 2 or not all(isinstance(sign, Partial) and not sign.order for sign in signs):
        raise reader.error(fraction.below.at, r"a derivative by something else", r"\partial x below the bar")
    repeated = [(node, 1) for node in nodes] if len(nodes) == order else [_repeated(node) for node in nodes]
    if (told := sum(times for _, times in repeated)) != order:
        raise reader.error(fraction.below.at, f"a derivative of order {told} below a bar", f"order {order}, as above")
    total = any(isinstance(sign, Partial) and sign.total for sign in signs)
    found = [v for node, times in repeated for v in [variable_of(reader, node, gradient)] * times]
    return [replace(variable, total=total) for variable in found]


def in_script(reader: Reader, raw: Sequence[Lexeme]) -> Node:
    node: Node = parse(reader.source, raw, "expr", raw[-1].end)
    return node


def by_variables(at: int, above: Partial, variables: Sequence[Node]) -> Fraction_:
    r"""``\frac{\partial}{\partial x \partial y}``"""
    return Fraction_(at, above, Row(at, tuple(node for each in variables for node in (Partial(at), each))))


def variable_of(reader: Reader, node: Node, gradient: bool = False) -> Variable:
    """The name in one derivative, and its indices; a ``gradient`` by a row is a row, as its variable is."""
    for reading in reader.outside.read(by_its_mark(reader, node)):
        tree = entry_in_line(reading.tree)
        indices, positions = tuple[Word, ...](), tuple[int, ...]()
        row = isinstance(tree, Transposed) and is_row(reading.shape)
        if isinstance(tree, Transposed) and row:
            tree = tree.operand
        if isinstance(tree, Indexed):
            indices, tree = tree.indices, tree.base
        if isinstance(tree, Positioned):
            positions, tree = tree.positions, tree.base
        if isinstance(tree, Word):
            term = reader.context.env.names.get(tree.name)
            if not isinstance(term, Symbol | Defined):
                raise reader.fail(node.at, f"a derivative by the dimension {tree.name}", "it is an integer", NameError_)
            whole = is_row(term.shape) and not indices and not positions
            row |= gradient and whole
            check_variable(reader, tree, term)
            return Variable(tree, term, indices, row, bare=whole and not row, positions=positions)
    raise reader.error(node.at, "a derivative by a formula", "the name of a declared symbol")


def check_variable(reader: Reader, name: Word, term: Symbol | Defined) -> None:
    """Refuse a derivative by a diagonal matrix: of which entries?"""
    if isinstance(term, Defined) and isinstance(term.unfold(), Diag):
        labels = ["by all entries of a matrix", "by those on its diagonal"]
        hint = "declare the matrix without a property, or differentiate by the vector of its diagonal"
        raise reader.ambiguous(name.at, f"a derivative by the diagonal matrix {name.name}", labels, hint)


def check_first(reader: Reader, tree: Tree, at: int) -> None:
    """Refuse the derivative of a derivative that is only declared, or that is made of one."""
    if has_slope(reader, tree):
        raise reader.fail(at, "a second derivative of what is only declared", "define it with let", LimitError)


def has_slope(reader: Reader, tree: Tree) -> bool:
    """Is a derivative in a tree that is only declared, or that is made of one?"""
    made = any(isinstance(part, Through) for part in tree.parts())
    return made or any(mentions_name(reader, tree, reader.named_term(name)) for name in reader.context.slopes)


def check_outside(reader: Reader, tree: Tree, term: Term, at: int) -> None:
    """Refuse a derivative by a defined name beside what depends on the symbols that it is made of, or that skips a node."""
    context = reader.context
    reader.make(at, check_unlisted, tree, term, context.env.names, context.graph)
    if isinstance(term, Defined):
        reader.make(at, check_made, tree, term, context.depends, context.env.names, context.graph)


def known_jacobian(reader: Reader, c: Reading, symbol: Word, indices: tuple[Word, ...], at: int) -> Reading | None:
    """The declared symbol for ∂y/∂x, where y is y itself or a component; None when nothing is declared of x."""
    own = c.tree.indices if isinstance(c.tree, Indexed) else ()
    name = reader.context.depends.get((name_in(c.tree), symbol.name))
    if name is None:
        return None
    varying_in(reader, c.tree, symbol.name, at)
    shape = reader.named_term(name).shape
    if not own and not indices:
        return Reading(Word(at, name), shape)
    rest = shape[: len(shape) - len(indices)]
    if not own and rest and axes_in(c.shape) == rest and not is_row(c.shape):
        return by_component(reader, Word(at, name), rest, indices, at)
    if not c.shape and not indices and len(own) < len(shape):
        behind = fresh_indices(reader, len(shape) - len(own), at)
        return Reading(of_entries(at, Indexed(at, Word(at, name), (*own, *behind)), behind), shape[len(own) :])
    if len(own) + len(indices) != len(shape):
        raise reader.fail(at, "some indices of a derivative", "write all indices, or none", ShapeError)
    return Reading(Indexed(at, Word(at, name), (*own, *indices)), ())


def varying_in(reader: Reader, tree: Tree, name: str, at: int) -> tuple[str, ...]:
    """The symbols in a tree that vary with another one; raises where what is said to depend on what does not tell."""
    found: tuple[str, ...] = reader.make(at, varying, tree, name, reader.context.depends, reader.context.env)
    return found


def varies(reader: Reader, tree: Tree, symbol: Term) -> bool:
    """Does a symbol, or a defined name, occur in a tree, or what depends on it?"""
    if mentions_name(reader, tree, symbol):
        return True
    depends, inside = reader.context.depends, symbols_in(tree, reader.context.env.names)
    return bool(depends) and isinstance(symbol, Symbol) and symbol.name in reached(inside, depends)


def mentions_name(reader: Reader, tree: Tree, symbol: Term) -> bool:
    """Does a symbol, or a defined name, occur in a tree, definitions unfolded?"""
    return mentions(tree, symbol, reader.context.env.names)


def has_name(reader: Reader, nodes: Sequence[Node], name: str) -> bool:
    """Is a symbol in some factors?  It may be in what cannot be read by itself, or of which nobody knows how it varies."""
    try:
        found = [c for node in nodes if not isinstance(node, Op) for c in reader.read(node)]
    except InputError:
        return True
    unknown = reader.context.formulas and any(used_in(reader.context, *terms_in(c.tree, reader.context)) for c in found)
    return bool(unknown) or any(
        varies(reader, c.tree, reader.named_term(name)) or has_slope(reader, c.tree) for c in found
    )


def _repeated(node: Node) -> tuple[Node, int]:
    """A variable without its exponent, and how often that says to differentiate by it."""
    base, scripts = parted(node)
    for script in scripts:
        if script.sign == "^" and script.text.isdecimal() and len(script.text) < 3:
            return rescripted(node, base, [other for other in scripts if other is not script]), int(script.text)
    return node, 1
