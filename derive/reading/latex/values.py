r"""``\left. f(t) \right|_{t=0}``: the value of what stands there at a point, derivatives taken before.

So is ``\left. \frac{\partial f}{\partial x} \right|_v``, at x = v.
"""

from __future__ import annotations

from derive.derivation.partials import jacobian
from derive.errors import NameError_, ShapeError
from derive.language import terms as t
from derive.language.substitution import substitute, symbols_of, with_children
from derive.reading.elaborate import Elaboration
from derive.reading.environment import Scope
from derive.reading.latex import syntax as tex
from derive.reading.latex.derivatives import mentions_name
from derive.reading.latex.letters import rate_of
from derive.reading.latex.nodes import Valued
from derive.reading.latex.readings import Reader, Reading
from derive.reading.shapes import GuessedShape, unify_shapes
from derive.reading.syntax import Word

_HINT = r"write \left. … \right|_{t = 0} of a declared symbol t of which nothing is assumed"
#: How the variable of a value is said.
_VALUE = r"write \right|_{x = v}; what is held stays as it is: \frac{\partial f}{\partial x}"


def is_valued(node: tex.Node) -> bool:
    r"""Is a node what ``\left.`` opens?"""
    return isinstance(node, tex.Group) and node.visible and node.fence == "."


def read_value(reader: Reader, node: tex.Group, scripts: tex.Scripts) -> list[Reading]:
    """What stands in the fence, at the value that is below it; raises `ReadError` for anything else there."""
    raw = scripts.sub.raw if scripts.sub is not None else ()
    cuts = [n for n, lexeme in enumerate(raw) if lexeme.kind == "REL"]
    below = below_bar(node) if raw and not cuts else None
    told = below is not None or (len(cuts) == 1 and raw[cuts[0]].text == "=")
    if not told or scripts.sup is not None or scripts.primes or len(node.parts) != 1:
        raise reader.error(node.at, r"\left. without a value at its end", "a symbol and its value", _HINT)
    context, at = reader.context, node.at
    names = [c.tree for c in (reader.inside(raw[: cuts[0]]) if below is None else reader.read(below))]
    symbol = names[0] if len(names) == 1 else None
    term = context.env.names.get(symbol.name) if isinstance(symbol, Word) else None
    if not isinstance(symbol, Word) or not isinstance(term, t.Symbol):
        raise reader.error(at, "a value of what is no symbol", "the name of a declared symbol", _HINT)
    if term.properties or any(term in symbols_of(*each.terms) for each in context.env.hypotheses):
        raise reader.fail(at, f"a value of {symbol.name}, of which something is assumed", _HINT)
    if context.held or context.depends or context.losses or context.formulas or context.einstein:
        raise reader.fail(
            at, "a value beside derivatives that are declared, names that are held or summed indices", _HINT
        )
    body = reader.enclosed.read(node.parts[0])
    if not any(mentions_name(reader, c.tree, term) for c in body):
        hint = f"what depends on it is a function: let f({symbol.name}) = …"
        raise reader.fail(at, f"a value at {symbol.name} of what has no {symbol.name} in it", hint, NameError_)
    parts = [body, reader.inside(raw if below is not None else raw[cuts[0] + 1 :])]
    if below is not None and any(
        mentions_name(reader, c.tree, own) for c in body for own in words_in(reader, parts[1])
    ):
        labels = ["the derivative at that value", "the derivative where that is held"]
        raise reader.ambiguous(at, r"what is below the bar of \left. … \right|, and in the formula,", labels, _VALUE)
    return reader.combine(at, parts, lambda c: [Reading(Valued(at, c[0].tree, symbol, c[1].tree), c[0].shape)])


def words_in(reader: Reader, values: list[Reading]) -> list[t.Term]:
    """The names that values are, each by itself."""
    names = (c.tree.name for c in values if isinstance(c.tree, Word))
    return [term for name in names if isinstance(term := reader.context.env.names.get(name), t.Symbol | t.Defined)]


def below_bar(node: tex.Group) -> tex.Node | None:
    r"""What the one derivative is by that stands in the fence, x of ``\left. \frac{\partial f}{\partial x} \right|_v``."""
    items = tex.items_of(tex.held(node.parts[0])) if len(node.parts) == 1 else ()
    fraction = items[0] if items else None
    rate = (rate_of(fraction) or fraction) if isinstance(fraction, tex.Fraction_) else None
    rate = None if rate is not None and len(items) > 1 and not tex.is_operator(rate) else rate
    below = tex.items_of(tex.held(rate.below)) if rate is not None else ()
    above = tex.items_of(tex.held(rate.above)) if rate is not None else ()
    signs = [each for each in (*above[:1], *below[:1]) if isinstance(each, tex.Partial) and not each.order]
    return below[1] if len(below) == 2 and len(signs) == 2 else None


def infer_value(e: Elaboration, tree: Valued, scope: Scope) -> GuessedShape:
    wanted, found = e.infer(tree.symbol, scope), e.infer(tree.value, scope)
    if unify_shapes(wanted, found) is None:
        raise e.source.fail(tree.at, f"a value of another shape for {tree.symbol.name}", kind=ShapeError)
    return e.infer(tree.body, scope)


def build_value(e: Elaboration, tree: Valued, scope: Scope) -> t.Term:
    body, symbol, value = (e.build(part, scope) for part in (tree.body, tree.symbol, tree.value))
    if not isinstance(symbol, t.Symbol):
        raise TypeError("a value of what is no symbol")
    return e.make(tree.at, _at, body, symbol, value)


def _at(body: t.Term, symbol: t.Symbol, value: t.Term) -> t.Term:
    return substitute(_without_derivatives(body), {symbol: value})


def _without_derivatives(term: t.Term) -> t.Term:
    """A term with its derivatives written out, so that a value may be put into them."""
    made = with_children(term, tuple(_without_derivatives(child) for child in term.children))
    return jacobian(made.term, made.symbol) if isinstance(made, t.Grad) else made
