r"""What definitions are made of: a formula, or the components that an index on the left runs over.

``let \bar X_k = \frac1N \sum_i X_{ik}`` is the vector Σₖ bodyₖ eₖ.
"""

from __future__ import annotations

from derive.errors import InputError, NameError_
from derive.language.build import let
from derive.language.terms import Term
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.latex.einstein import contracted
from derive.reading.latex.elaborate import Elaborator
from derive.reading.latex.grammar import parse
from derive.reading.latex.settling import settled
from derive.reading.latex.spelling import Key, is_dot, written
from derive.reading.latex.statement import arranged, decided, guarded
from derive.reading.latex.syntax import Name, Node, Scripted
from derive.reading.latex.typed import Typed
from derive.reading.syntax import Call, Tree, Word


class Bodies(Declaring):
    """The formulas of definitions."""

    def defined(self, key: Key, mark: str, at: int, body: Term) -> Context:
        r"""With a definition; ``\bar y`` beside ``\bar y_i``, which has another number of axes, is another name."""
        rank = len(body.shape)
        self.once(key, mark, at, (rank,))
        name = self.internal(key, mark, rank)
        return self.make(at, self.context.declare, {(key, mark): self.make(at, let, name, body)})

    def formula(self, begin: int, end: int) -> Node:
        """The tree of a formula, bare bars paired in the usual way."""
        node: Node = parse(self.source, arranged(self.source, self.context, begin, end)[0], "expr", end)
        return node

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
            if not indices:
                return decided(self.source, self.context, elaborator, [found])[0]
            (component,) = elaborator.shaped(found, node.at, lambda shape: not shape, "a component")
            at, part = node.at, component.tree
            if self.context.einstein:
                (part,) = contracted(elaborator, [part], frozenset(word.name for word in indices))
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
