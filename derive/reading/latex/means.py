r"""Means, variances and covariances of components: ``\mathbb{E}[x y]``, ``\overline{x^2}``, of signs declared for them.

Inside of such a sign every vector stands for its component at one running index, which all of them share, so that products
and powers are those of numbers; a function that takes a vector is given the whole of it.  What comes out is (1/N) Σᵢ.  With
an index of its own, ``\mathbb{E}_i[x_i y_i]``, the inside is read as it is anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.language.terms import Index, show_dim
from derive.reading.latex.calls import group_of, is_group
from derive.reading.latex.gradients import Gradients
from derive.reading.latex.nodes import Statistic
from derive.reading.latex.readings import Candidate, Exhausted, Option, Readings, Scope
from derive.reading.latex.spelling import plain_name
from derive.reading.latex.syntax import Func, Name, Node, Op, Row, Script, parted
from derive.reading.syntax import Indexed, Tree, Word

#: The most signs of means in one product.
MAX_SIGNS = 12

#: The most factors that a sign without brackets may act on.
MAX_TAKEN = 6


class Means(Gradients):
    """The readings of signs for means."""

    def operator_of(self, node: Node) -> tuple[str, Script | None] | None:
        """Which statistic a declared sign is, and the index that it names."""
        name, found = parted(node)
        if not isinstance(name, Name):
            return None
        core, mark = name.lexeme.text, name.lexeme.mark
        kind = self.context.operators.get((core, mark))
        if kind is None and len(core) > 1 and core.isalpha() and not mark:
            kind = self.context.operators.get((core, "rm"))
        if kind is None:
            return None
        scripts = self.scripts(found)
        if scripts.sup is not None or scripts.primes:
            at = found[-1].at
            raise self.source.error(at, f"a superscript on the {kind}", "it after the brackets")
        return kind, scripts.sub

    def with_function(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        """A row with a function by its word, which may be a variance that is not declared."""
        item = items[position]
        variance = isinstance(item, Func) and item.name == "var"
        if variance and self.choice("variances", item.at, "a variance that is not declared") == "sample":
            return self.with_operator(items, position, "sample variance", None, scope)
        return super().with_function(items, position, scope)

    def with_operator(
        self, items: Sequence[Node], position: int, kind: str, script: Script | None, scope: Scope
    ) -> list[Candidate]:
        """A row with a sign for a statistic: of the brackets that follow, or of what follows without them."""
        before, at, rest = items[:position], items[position].at, items[position + 1 :]
        if not rest or isinstance(rest[0], Op) or self.operator_of(rest[0]):
            raise self.source.error(at, f"a {kind} without an argument", "brackets around its argument")
        if sum(self.operator_of(item) is not None for item in items) > MAX_SIGNS:
            raise self.fail(at, f"more than {MAX_SIGNS} signs of means in a product", "group them", LimitError)
        first = rest[0]

        def of(taken: Sequence[Node], after: Sequence[Node], scripts: tuple[Script, ...] = ()) -> list[Candidate]:
            return self.around(before, at, self.statistic(kind, at, taken, scope, script), after, scope, scripts)

        group, scripts = group_of(first) if is_group(first) else (None, ())
        if kind.endswith("covariance") and (group is None or len(group.parts) != 2):
            raise self.source.error(first.at, "a covariance of something else", "two arguments in parentheses")
        if group is not None and (kind != "mean" or group.fence != "("):
            return of(group.parts, rest[1:], scripts)
        options: list[Option] = []
        if group is not None and scripts:
            options.append(("of the parentheses", lambda: of(group.parts, rest[1:], scripts)))
        for count in self.reaches(kind, rest, scope, script):
            whole = rest[0] if count == 1 else Row(first.at, tuple(rest[:count]))
            options.append((f"of {count} of the factors", partial(of, [whole], rest[count:])))
        return self.alternatives(at, f"the {kind}", options, "write brackets around the argument, as in [x y]")

    def reaches(self, kind: str, rest: Sequence[Node], scope: Scope, script: Script | None) -> list[int]:
        """How many of the factors after a sign it may act on; of means that differ by constant factors alone, one."""
        stops = (n for n, item in enumerate(rest) if isinstance(item, Op) or self.operator_of(item))
        stop = next(stops, len(rest))
        counts = list(range(1, min(stop, MAX_TAKEN) + 1))
        if stop < len(rest) and isinstance(sign := rest[stop], Op) and sign.sign != "/":
            counts.append(len(rest))
        if kind != "mean":
            return counts
        varying = [n for n in range(len(rest)) if not isinstance(rest[n], Op) and self.varies(rest[n], scope, script)]
        return [count for count in counts if count - 1 in varying] or counts[:1]

    def varies(self, node: Node, scope: Scope, script: Script | None) -> bool:
        """Does a factor differ from component to component?"""
        try:
            found = self.statistic("mean", node.at, [node], scope, script)
        except (AmbiguityError, Exhausted):
            raise
        except InputError:
            return True
        return any(isinstance(candidate.tree, Statistic) for candidate in found)

    def statistic(
        self, kind: str, at: int, arguments: Sequence[Node], scope: Scope, script: Script | None = None
    ) -> list[Candidate]:
        """A statistic of formulas, over the index that a script names or over a new one."""
        if len(arguments) != (2 if kind.endswith("covariance") else 1):
            raise self.fail(at, f"a {kind} of {len(arguments)} arguments", "a covariance takes two, a mean one")
        whole = self.whole if self.whole is not None else self
        if script is not None:
            index, reader = self.own_index(script, scope), whole
        else:
            index = Word(at, self.fresh(scope, arguments))
            reader = self.inside_of_mean(index.name, at, whole)
        inner = scope | {index.name}
        found = [
            self.shaped(reader.read(argument, inner), argument.at, lambda shape: not shape, f"the {kind}")
            for argument in arguments
        ]

        def made(choice: list[Candidate]) -> list[Candidate]:
            trees = tuple(candidate.tree for candidate in choice)
            drawn = [part for tree in trees for part in _at_index(tree, index.name)]
            dims = {dim for part in drawn if (dim := reader.drawn.get(part)) is not None}
            if len(dims) > 1:
                message = f"vectors over {' and '.join(sorted(map(show_dim, dims)))} inside of one {kind}"
                hint = "what a mean is taken of has one component for each value of one index"
                raise self.fail(at, message, hint, ShapeError)
            if script is not None or drawn:
                return [Candidate(Statistic(at, kind, index, trees), ())]
            if kind == "mean":
                return choice
            raise self.fail(at, f"the {kind} of what has no vector in it", "name the vector of which it is one")

        return self.combine(at, found, made)

    def inside_of_mean(self, name: str, at: int, whole: Readings) -> Readings:
        """The reader to which vectors are their components at a running index."""
        reader = whole.inner.get(name)
        if reader is None:
            reader = whole.inner[name] = type(self)(self.source, self.context, self.sides, self.elsewhere)
            reader.running, reader.whole, reader.effort = Word(at, name), whole, self.effort
        return reader

    def own_index(self, script: Script, scope: Scope) -> Word:
        r"""The index of ``\mathbb{E}_i``."""
        keys = self.index_keys(script.raw)
        name = plain_name(keys[0][0])
        if len(keys) != 1 or not isinstance(self.context.env.names.get(name), Index | None):
            raise self.source.error(script.at, "a subscript that is no index", r"\mathbb{E}[x] or \mathbb{E}_i[x_i]")
        if name in scope:
            raise self.fail(script.at, f"the index {name} bound twice", "rename one of them", NameError_)
        return Word(script.at, name)


def _at_index(tree: Tree, name: str) -> list[Tree]:
    """The components in a tree that have an index of this name."""
    found: list[Tree] = []
    stack = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, Indexed) and any(index.name == name for index in part.indices):
            found.append(part)
        stack.extend(part.below())
    return found
