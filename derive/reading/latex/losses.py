"""Derivatives of a loss, ``loss L of y``: ∂L/∂y is a symbol of the axes of y, and ∂L/∂xⱼ = Σᵢ ∂L/∂yᵢ ∂yᵢ/∂xⱼ."""

from __future__ import annotations

from derive.derivation.partials import occurs
from derive.errors import LimitError, NameError_, ShapeError
from derive.language.hypotheses import tie_of
from derive.language.terms import Defined, Symbol
from derive.reading.latex.braces import unbraced
from derive.reading.latex.derivatives import (
    check_first,
    check_outside,
    check_total,
    renamed,
    variables_of,
    varies,
    varying_in,
)
from derive.reading.latex.jacobians import check_row, of_entries, summed
from derive.reading.latex.nodes import Positioned, Through, Total
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Name, Node
from derive.reading.latex.variables import Variable, along, laid, turned
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Indexed, Plus, Transposed, Tree, Word

#: What a loss is of, and the symbol of its derivative, for each name that it is of.
Loss = tuple[tuple[str, str], ...]


def loss_of(reader: Reader, node: Node) -> Loss | None:
    """The loss that a node is the name of."""
    name = unbraced(node)
    return reader.context.losses.get(Key(name.lexeme.text)) if isinstance(name, Name) else None


def loss_derivative(reader: Reader, loss: Loss, fraction: Fraction_, layout: str | None = None) -> list[Reading]:
    """∂L/∂y as declared, or ∂L/∂x by the chain rule."""
    at = fraction.at
    (target, *more) = variables_of(reader, fraction, layout is not None)
    if more:
        raise reader.fail(at, "a second derivative of what is only declared", "define it with let")
    target = renamed(reader, target, lambda term: any(occurs(term, reader.named_term(y)) for y, _ in loss))
    for y, _ in loss:
        if target.total and target.name != y:
            check_total(reader, Word(at, y), target, at)
    found = by_all(reader, loss, target, at)
    layout = reader.context.layout if layout is None else layout
    if target.positions:
        return [Reading(Positioned(at, found.tree, target.positions), ())]
    if target.bare:
        return [along(reader, found, target, layout, at)]
    if not target.row:
        return [laid(reader, found, 0, target, layout)]
    reader.make(target.symbol.at, check_row, layout, 0, len(target.axes))
    return [turned(reader, found, target, at)]


def by_all(reader: Reader, loss: Loss, target: Variable, at: int) -> Reading:
    """∂L/∂x by one variable, of a loss of one name, or of several, none of which varies with another."""
    terms = {y: reader.named_term(y) for y, _ in loss}
    for one, term in terms.items():
        for other in terms.keys() - {one}:
            if varies(reader, Word(at, other), term):
                raise reader.fail(
                    at, f"a loss of {one} and of {other}, which varies with it", "declare it of one of them"
                )
    variable = target.symbol
    own = [(y, g) for y, g in loss if y == variable.name]
    own = own or [(y, g) for y, g in loss if varies(reader, Word(at, y), reader.named_term(variable.name))]
    first, *more = [by_chain_rule(reader, y, gradient, target, at) for y, gradient in own or loss[:1]]
    if not more:
        return first
    return Reading(Plus(at, first.tree, tuple(("+", at, each.tree) for each in more)), first.shape)


def by_chain_rule(reader: Reader, y: str, gradient: str, target: Variable, at: int) -> Reading:
    """∂L/∂x by one variable, of a loss of y."""
    variable, indices = target.symbol, target.indices
    above = Word(at, gradient)
    shape = axes_in(reader.named_term(y).shape)
    if variable.name == y:
        return Reading(Indexed(at, above, indices), ()) if indices else Reading(above, shape)
    x = reader.named_term(variable.name)
    if y in reader.context.held:
        message = f"a derivative by {variable.name} of a loss of {y}, which is held fixed"
        raise reader.fail(at, message, f"it would be 0; hold what {y} is made of")
    check_first(reader, Word(at, y), at)
    check_outside(reader, Word(at, y), x, at)
    if tie := tie_of(reader.named_term(y), reader.context.env.hypotheses):
        message = (
            f"a derivative of a loss through the {tie.replace('_', ' ')} {y}, whose components are not independent"
        )
        raise reader.fail(at, message, "define the loss, or declare what it is of without that property", LimitError)
    through = varying_in(reader, Word(at, y), variable.name, at)
    declared = reader.context.depends.get((y, variable.name))
    if not through and not occurs(x, reader.named_term(y)):
        hint = f"define {y} with let, or declare: {y} depends on {variable.name}"
        if isinstance(x, Defined):
            hint = f"write {variable.name} by its name in the definition of {y}"
        raise reader.fail(at, f"a derivative by {variable.name}, on which {y} does not depend", hint, NameError_)
    kind = Through if through else Total
    jacobian: Tree = Word(at, declared) if declared else kind(at, "grad", (Word(at, y), variable))
    wanted = axes_in(x.shape)
    if len(shape) == 1 and len(wanted) == 1 and isinstance(x, Symbol):
        whole: Tree = Call(at, "product", (Transposed(at, jacobian), above))
        return Reading(Indexed(at, whole, indices), ()) if indices else Reading(whole, wanted)
    names = list[str]()
    while len(names) < len(wanted) + len(shape):
        names.append(reader.fresh(reader.sides, names))
    own = indices or tuple(Word(at, name) for name in names[: len(wanted)])
    if len(own) != len(wanted) or len(own) > 2:
        raise reader.fail(at, f"a derivative by {variable.name} with {len(own)} indices", "write them all", ShapeError)
    bound = tuple(Word(at, name) for name in names[len(wanted) :])
    parts: list[Tree] = [Indexed(at, above, bound) if bound else above]
    parts.append(Indexed(at, jacobian, (*bound, *own)) if bound or own else jacobian)
    tree = summed(at, bound, Call(at, "product", tuple(parts)))
    if indices or not own:
        return Reading(tree, ())
    return Reading(of_entries(at, tree, own), wanted)
