r"""``\sum x_i`` without an index below: it is over the one index that its body has and that nothing else binds.

``\sum (x - \bar x)^2``, with no index at all, is over the components of the vectors in it, as a mean is
(`derive.reading.latex.means`).  A body ends before a further sign without an index, ``\sum x_i \sum y_i``.  Of two
indices that nothing binds nobody can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from derive.language.terms import Term
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Context
from derive.reading.latex.exponentials import with_exponentials
from derive.reading.latex.letters import below, bound_names, everything, free_names
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.latex.syntax import BigSign, Name, Node, Row, Script, Scripted, Terms, is_big, items_of, parted
from derive.reading.source import Source

#: What a sign over the components of vectors binds.
RUNNING = r"\sum"

_HINT = r"write the index below the sign, \sum_i"


def is_bare(node: Node) -> bool:
    """Is a node a big sign with no index below?"""
    base, scripts = parted(node)
    return isinstance(base, BigSign) and all(script.sign == "^" for script in scripts)


def _kind(sign: Node) -> str:
    """The kind of a big sign without scripts."""
    return sign.kind if isinstance(sign, BigSign) else ""


def binds(node: Node) -> set[str]:
    """The names that a big sign binds; `RUNNING` without an index."""
    return {RUNNING} if is_bare(node) else bound_names(parted(node)[1])


def runs(context: Context, node: Node) -> bool:
    """Does the name of a vector stand in a node?"""
    names = (one.lexeme for one in everything(node) if isinstance(one, Name))
    meant = (context.env.names.get(word) for x in names for word in context.names(Key(x.text), x.mark))
    return any(isinstance(term, Term) and len(term.shape) == 1 for term in meant)


def is_added(sign: Node) -> bool:
    """Has a big sign an index below that it was not written with?"""
    return any(script.sign == "_" and script.at == sign.at for script in parted(sign)[1])


def mixes(context: Context, body: Sequence[Node]) -> bool:
    """Have components and a vector that stands there as a whole the same size in a body?"""
    apart, whole = set[object](), set[object]()
    inner: set[int] = set()
    for node in (one for part in body for one in everything(part)):
        base, scripts = parted(node)
        if isinstance(base, Name) and id(base) not in inner:
            inner.add(id(base))
            meant = (context.env.names.get(word) for word in context.names(Key(base.lexeme.text), base.lexeme.mark))
            sizes = {term.shape[0] for term in meant if isinstance(term, Term) and len(term.shape) == 1}
            (apart if any(script.sign == "_" for script in scripts) else whole).update(sizes)
    return not apart.isdisjoint(whole)


def with_indices(source: Source, context: Context, node: Node, bound: frozenset[str] = frozenset()) -> Node:
    """A tree in which each sign without an index has the one of its body below it; raises `AmbiguityError` for two."""
    node = with_exponentials(source, context, node)
    if any(isinstance(one, BigSign) for one in everything(node)):
        return _Indexing(source, context).of(node, bound)
    return node


class _Indexing:
    def __init__(self, source: Source, context: Context) -> None:
        self.source, self.context = source, context

    def of(self, node: Node, bound: frozenset[str]) -> Node:
        """A node with its parts and its own signs done, where some indices are bound."""
        if isinstance(node, Row):
            return replace(node, items=self.row(node.items, bound))
        if isinstance(node, Terms):
            return self.terms(node, bound)
        return replace(node, **{field.name: self.field(getattr(node, field.name), bound) for field in fields(node)})

    def field(self, value: Any, bound: frozenset[str]) -> Any:
        if isinstance(value, Node):
            return self.of(value, bound)
        return tuple(self.field(one, bound) for one in value) if isinstance(value, tuple) else value

    def terms(self, node: Terms, bound: frozenset[str]) -> Node:
        r"""± x ± y …; the body of a ``\sum`` right before a sign is the term after it."""
        made = [(sign, at, self.of(term, bound)) for sign, at, term in node.terms]
        for number, (sign, at, term) in enumerate(made[:-1]):
            *rest, last = items_of(term)
            if is_bare(last) and (indexed := self.indexed(last, items_of(made[number + 1][2]), bound)) is not last:
                made[number] = sign, at, Row(term.at, (*rest, indexed)) if rest else indexed
        for number, (_, _, term) in enumerate(made):
            self.check_reach(term, [after for _, _, after in made[number + 1 :]], bound)
        return replace(node, terms=tuple(made))

    def check_reach(self, term: Node, after: Sequence[Node], bound: frozenset[str]) -> None:
        r"""Refuse ``\sum c + x_i``: a sum of what has neither an index nor a vector before a term that has an index."""
        items = items_of(term)
        start = next((n for n in range(len(items) - 1, -1, -1) if is_bare(items[n])), len(items))
        if start < len(items) and not any(runs(self.context, item) for item in items[start:]):
            found = (name for node in after for name in self.indices(node) if name not in bound)
            if name := next(found, ""):
                labels = ["ends before the sign", f"is over {name}"]
                raise self.source.ambiguous(items[start].at, "a sum without an index of what has none", labels, _HINT)

    def row(self, items: Sequence[Node], bound: frozenset[str]) -> tuple[Node, ...]:
        made: list[Node] = []
        for at, item in enumerate(items):
            if is_bare(item) and (own := self.in_run(items, at, bound)) is not None:
                base, scripts = parted(item)
                made.append(Scripted(item.at, base, (Script("_", item.at, (own,)), *scripts)))
                continue
            if is_bare(item):
                stop = next((n for n in range(at + 1, len(items)) if is_bare(items[n])), len(items))
                body = [self.of(one, bound) for one in items[at + 1 : stop]]
                made.append(self.indexed(item, body, bound))
                continue
            made.append(self.of(item, bound))
            if is_big(item):
                bound |= bound_names(parted(item)[1])
        return tuple(made)

    def in_run(self, items: Sequence[Node], at: int, bound: frozenset[str]) -> Lexeme | None:
        r"""The index of one of several ``\sum`` side by side, ``\sum \sum A_{ij}``, before as many indices; else None."""
        first = next(n for n in range(at, -2, -1) if n < 0 or not is_bare(items[n])) + 1
        stop = next((n for n in range(at, len(items)) if not is_bare(items[n])), len(items))
        body = items[stop : next((n for n in range(stop, len(items)) if is_bare(items[n])), len(items))]
        if stop - first < 2 or not body or any(_kind(sign) != "sum" for sign in items[first:stop]):
            return None
        found = [x for name, x in self.indices(Row(items[at].at, tuple(body))).items() if name not in bound]
        return found[at - first] if len(found) == stop - first else None

    def indexed(self, sign: Node, body: Sequence[Node], bound: frozenset[str]) -> Node:
        """A sign with the one index of its body below it; itself where that has none."""
        found = self.indices(Row(sign.at, tuple(body))) if body else {}
        found = {name: x for name, x in found.items() if name not in bound} or found
        if len(found) > 1:
            labels = [f"over {name}" for name in found]
            raise self.source.ambiguous(sign.at, "a sign without an index before two of them", labels, _HINT)
        base, scripts = parted(sign)
        own = [Script("_", sign.at, (index,)) for index in found.values()]
        return Scripted(sign.at, base, (*own, *scripts)) if own else sign

    def indices(self, body: Node) -> dict[str, Lexeme]:
        """The indices in the subscripts of a body that it does not bind, each as it is written."""
        free = free_names(body, None, self.context.operators)
        found: dict[str, Lexeme] = {}
        named: list[Lexeme] = []
        for node in everything(body):
            base, scripts = parted(node)
            for script in scripts if not isinstance(base, BigSign) else ():
                inside = script.raw if script.sign == "_" else below(script)
                raw = [x for x in inside if x.kind == "NAME" and x.text in free and self.may_be(x)]
                if script.sign == "_" and isinstance(base, Name) and self.is_name(base.lexeme, script):
                    named += raw
                else:
                    found |= {x.text: x for x in raw}
        if named and not found:
            labels = [f"over {named[0].text}", "over something else, with the name as it is declared"]
            what = "a sign without an index before a name with a subscript"
            raise self.source.ambiguous(named[0].at, what, labels, _HINT)
        return found

    def is_name(self, core: Lexeme, script: Script) -> bool:
        """Is a name declared with the subscript that it has?"""
        return bool(self.context.names(tex.Scripts(script).key(core.text), core.mark))

    def may_be(self, lexeme: Lexeme) -> bool:
        """May a letter in a subscript be an index: is it declared as one that may vary, or as nothing?"""
        key = Key(lexeme.text)
        declared = self.context.index(key)
        return declared not in self.context.fixed if declared else not self.context.is_word(lexeme.text)
