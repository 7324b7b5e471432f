r"""What definitions are made of: a formula, or the components that an index on the left runs over.

``let \bar X_k = \frac1N \sum_i X_{ik}`` is the vector Σₖ bodyₖ eₖ.
"""

from __future__ import annotations

from dataclasses import replace

from derive.errors import InputError, NameError_
from derive.language.build import let
from derive.language.terms import Defined, Symbol, Term
from derive.reading.latex.clauses import split
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.einstein import contracted
from derive.reading.latex.elaborate import Elaborator
from derive.reading.latex.grammar import parse
from derive.reading.latex.graphs import Span, check_arguments
from derive.reading.latex.settling import settled
from derive.reading.latex.spelling import Key, dotted, is_dot, written
from derive.reading.latex.statement import arranged, check_chain_rules, decided, guarded
from derive.reading.latex.syntax import Name, Node, Scripted
from derive.reading.latex.typed import Typed
from derive.reading.syntax import Call, Tree, Word


class Bodies(Declaring):
    """The formulas of definitions."""

    #: The name that was defined last, and what a node has added to the names of the text.
    latest: str = ""
    added: frozenset[tuple[Key, bool]] = frozenset()

    def defined(self, key: Key, mark: str, at: int, body: Term) -> Context:
        r"""With a definition; ``\bar y`` beside ``\bar y_i``, which has another number of axes, is another name."""
        rank = len(body.shape)
        self.once(key, mark, at, (rank,))
        name = self.latest = self.internal(key, mark, rank)
        return self.make(at, self.context.declare, {(key, mark): self.make(at, let, name, body)})

    def node(self, span: Span) -> Context:
        """A definition with arguments as that of a node of a graph; raises `InputError` where it is none."""
        arguments = [self.argument(*part) for part in split(self.source.text, span.bracket + 1, span.closing, ",")]
        names = tuple(name for name, _ in arguments)
        outside, before = self.context, set(self.declared)
        # Its arguments are nodes that are used, in its own definition already.
        self.context = replace(outside, graph={**outside.graph, "": names})
        try:
            context = self.let_be(span.begin, span.bracket, span.start, span.end)
            name = self.latest
            node = context.env.names[name]
            if not isinstance(node, Defined) or not arguments:
                raise self.source.error(span.bracket, "a definition", "arguments, and what is made of them")
            terms = [term for _, term in arguments]
            self.make(span.begin, check_arguments, node, terms, outside.graph)
        except InputError:
            self.declared.clear()
            self.declared.update(before)
            raise
        finally:
            self.context = outside
        self.added = frozenset(self.declared - before)
        return replace(context, graph={**outside.graph, name: names})

    def argument(self, begin: int, end: int) -> tuple[str, Term]:
        """The declared name that an argument is, or is a component of."""
        key, mark, at = self.name(begin, end)
        found = self.context.names(key, mark)
        if not found and self.left_indices(begin, end):
            found = self.context.names(Key(key.core, dotted(key.sub), key.sup, key.primes), mark, component=True)
        term = self.context.env.names[found[0]] if len(found) == 1 else None
        if not isinstance(term, Symbol | Defined):
            raise self.source.placed(NameError_(f"the unknown name {shown(key)}", hint="declare it first"), at)
        return found[0], term

    def formula(self, begin: int, end: int) -> Node:
        """The tree of a formula, bare bars paired in the usual way."""
        node: Node = parse(self.source, arranged(self.source, self.context, begin, end)[0], "expr", end)
        return node

    def let_be(self, begin: int, stop: int, start: int, end: int) -> Context:
        """What stands up to ``stop`` be the formula from ``start`` on."""
        raise NotImplementedError

    def left_indices(self, begin: int, end: int) -> list[Key]:
        """The subscript on the left of a let, if it could be one or two indices."""
        node = self.formula(begin, end)
        if not isinstance(node, Scripted) or not isinstance(node.base, Name):
            return []
        elaborator = Elaborator(self.source, self.context)
        sub = elaborator.scripts(node.scripts).sub
        try:
            raw = [lexeme for lexeme in sub.raw if not is_dot(written([lexeme]))] if sub else []
            keys = [key for key, _ in elaborator.index_keys(raw)]
        except InputError:
            return []
        return keys if len(keys) <= 2 and all(len(key.core) == 1 for key in keys) else []

    def body(self, begin: int, end: int, indices: tuple[Word, ...] = ()) -> Term:
        """The term of a formula; with indices the vector or matrix of which it is a component."""
        if not self.source.text[begin:end].strip():
            raise self.source.error(begin, "nothing", "a formula")

        def made() -> Term:
            node = self.formula(begin, end)
            scope = frozenset(word.name for word in indices)
            elaborator, (found,) = settled(
                self.context,
                lambda context: Elaborator(self.source, context, [node]),
                lambda reader: [reader.read(node, scope)],
            )
            self.context = replace(self.context, choices=elaborator.context.choices)  # one choice for all that follows
            if not indices:
                return decided(self.source, self.context, elaborator, [found])[0]
            (component,) = elaborator.shaped(found, node.at, lambda shape: not shape, "a component")
            at, part = node.at, component.tree
            if self.context.einstein:
                (part,) = contracted(elaborator, [part], frozenset(word.name for word in indices))
            check_chain_rules(self.source, self.context, [part])
            bases = tuple(Call(at, "basis", (word,)) for word in indices)
            whole = bases[0] if len(bases) == 1 else Call(at, "outer", bases)
            tree: Tree = Call(at, "product", (part, whole))
            for word in reversed(indices):
                tree = Call(at, "sum", (Word(word.at, word.name), tree))
            return Typed(self.source, self.context).terms(tree)[0]

        term: Term = guarded(self.source, made)
        if term.free:
            names = ", ".join(sorted(index.name for index in term.free))
            raise self.source.placed(
                NameError_(f"the unbound index {names} in a definition", hint="bind it by a sum"), begin
            )
        return term
