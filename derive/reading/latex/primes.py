r"""Primes for derivatives: at brackets, ``\left( \frac{1}{1 + e^{-z}} \right)'``, by the only number that stands in them.

``f'(x)`` of a function of one vector, whose value is a number, is ∂f(x)/∂x.  A prime is a transpose where that is
declared, and a prime behind a function, ``f(2x)'``, has two readings: none of these is read here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from derive.errors import NameError_
from derive.language.terms import Defined, Symbol
from derive.reading.latex import derivatives
from derive.reading.latex import syntax as tex
from derive.reading.latex.conventions import ONE_WAY
from derive.reading.latex.dependence import symbols_in
from derive.reading.latex.letters import everything, stands_alone
from derive.reading.latex.nablas import symbol_in
from derive.reading.latex.names import function_named
from derive.reading.latex.readings import Built, Reader, Reading
from derive.reading.latex.scripts import scripted, sorted_scripts
from derive.reading.latex.spelling import Key
from derive.reading.syntax import Indexed, Word


def is_primed(reader: Reader, node: tex.Node) -> bool:
    """Is a node brackets with more than a name in them, and a prime on them that is no transpose?"""
    base, scripts = tex.parted(node)
    if not isinstance(base, tex.Group) or not base.visible or len(base.parts) != 1:
        return False
    settled = reader.context.transposes or reader.context.printed or isinstance(base.parts[0], tex.Name)
    return not settled and [each.sign for each in scripts] == ["'"]


def read_primed(reader: Reader, before: Sequence[tex.Node], node: tex.Node, rest: Sequence[tex.Node]) -> list[Reading]:
    """A row with primed brackets; raises before other brackets, (f g)'(x), and where what they hold is no number."""
    (group, scripts), at = tex.group_of(node), node.at
    found = reader.enclosed.read(group.parts[0])
    if any(c.shape or isinstance(c.tree, Word | Indexed) for c in found):
        return scripted(reader, found, sorted_scripts(reader, scripts))
    if rest and tex.is_group(rest[0]):
        expected = r"\left. \frac{d}{d x} … \right|_{x=2} for the derivative there, \cdot for a product"
        raise reader.error(at, "primed brackets before others", expected)
    names, trees = reader.context.env.names, [c.tree for c in found]
    words = {part.name for tree in trees for part in tree.parts() if isinstance(part, Word)}
    terms = {word: term for word in words if isinstance(term := names.get(word), Symbol | Defined)}
    within = frozenset[str]().union(*(symbols_in(tree, names) for tree in trees))
    variable = names.get(min(within)) if len(within) == 1 else None
    written = variable in terms.values() or is_argument(reader, group, within)
    defined = {word for word, term in terms.items() if isinstance(term, Defined)}
    number = isinstance(variable, Symbol) and not variable.shape and written and defined <= called(reader, group)
    if not number or not isinstance(variable, Symbol) or reader.context.depends:
        hint = r"write what it is taken by, \frac{d}{d x} \left( … \right)"
        raise reader.fail(at, "a prime at brackets in which not one number alone stands", hint, NameError_)
    reader.effort.relied.add(ONE_WAY["prime"])
    by = Built(at, (Reading(Word(at, variable.name), ()),))
    made = derivatives.derivative_of(reader, found, derivatives.by_variables(at, tex.Partial(at), [by]))
    return reader.around(before, at, made, rest)


def called(reader: Reader, group: tex.Group) -> set[str]:
    """The names of functions that stand before their arguments, everywhere in brackets: f(x)."""
    heads = [node for node in everything(group) if isinstance(node, tex.Name)]
    found = [(function_named(reader, head), stands_alone(head.lexeme.text, group)) for head in heads]
    return {known[0].name for known, alone in found if known is not None and not alone}


def is_argument(reader: Reader, group: tex.Group, symbols: Collection[str]) -> bool:
    """Is one of some symbols written in brackets?"""
    keys = [Key(node.lexeme.text) for node in everything(group) if isinstance(node, tex.Name)]
    return any(name in symbols for key in keys for name in reader.context.names(key))


def read_slope(
    reader: Reader, before: Sequence[tex.Node], head: tex.Node, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    """A row with ``f'(x)`` of a function of one vector at a symbol x: ∂f(x)/∂x in the layout of the text; None of others."""
    name, scripts = tex.parted(head)
    if not isinstance(name, tex.Name) or not rest or reader.context.transposes or reader.context.printed:
        return None
    key = sorted_scripts(reader, scripts).key(name.lexeme.text) if scripts else Key("")
    if key.primes != 1 or reader.context.function(key) is not None or reader.context.names(key, name.lexeme.mark):
        return None
    of = tex.rescripted(head, name, [each for each in scripts if each.sign != "'"])
    point, known, at = symbol_in(reader, (of, rest[0])), function_named(reader, of), head.at
    if point is None or known is None or known[0].body.shape:
        return None
    group, own = tex.group_of(rest[0])
    value = reader.row((of, group))
    made = derivatives.derivative_of(reader, value, derivatives.by_variables(at, tex.Partial(at), [point]))
    return reader.around(before, at, made, rest[1:], own)
