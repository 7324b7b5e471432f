r"""Functions in rows: ``\det A``, ``f(x)``, ``\cos\theta_{u, v}``, derivatives.

A function takes the parentheses that follow it.  Without any it takes one or more of the factors after it, and the row is
ambiguous when more than one choice is well-typed: ``\log x y``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.functions import FUNCTIONS
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Definition, Dim, Dimension, Symbol, is_vector
from derive.reading.environment import FUNCTIONS_OF_VECTORS
from derive.reading.functions import ENTRYWISE
from derive.reading.latex.context import shown
from derive.reading.latex.derivatives import Derivatives
from derive.reading.latex.graphs import at_own_arguments
from derive.reading.latex.nodes import Apply
from derive.reading.latex.occurrences import stands_alone
from derive.reading.latex.readings import (
    Built,
    Candidate,
    Option,
    Rough,
    Scope,
    is_column,
    is_square,
    show_rough,
)
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import (
    BigSign,
    Fraction_,
    Func,
    Group,
    Name,
    Node,
    Op,
    Partial,
    Script,
    Scripted,
    held,
    items_of,
    parted,
)
from derive.reading.syntax import Call, Indexed, Word


class Calls(Derivatives):
    """The readings of rows with functions."""

    def with_function(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        """A row with a function by its word: of the parentheses that follow, or of what follows without them."""
        item, before, rest = items[position], items[:position], items[position + 1 :]
        if (said := said_of_each(item)) is not None:
            return self.with_function([*before, said, *rest], position, scope)
        if isinstance(item, Scripted):
            return self.with_power(item, before, rest, scope)
        if not isinstance(item, Func):
            raise TypeError(f"a {type(item).__name__} as a function")
        if not rest or isinstance(rest[0], Op):
            raise self.source.error(item.at, f"the function {item.name} without an argument", "its argument")
        first = rest[0]
        if (
            item.name == "cos"
            and isinstance(first, Scripted)
            and isinstance(first.base, Name)
            and first.base.lexeme.text == r"\theta"
        ):
            return self.around(before, item.at, self.angle(first, scope), rest[1:], scope)
        if is_big(first):  # of the sum, which has all that follows
            return self.around(before, item.at, self.call(item.name, item.at, [self.row(rest, scope)]), (), scope)
        if is_group(first):
            group, scripts = group_of(first)
            arguments = self.arguments(FUNCTIONS_OF_VECTORS.get(item.name), group.parts, scope)
            found = self.call(item.name, item.at, arguments)
            return self.around(before, item.at, found, rest[1:], scope, scripts)
        return self.prefix(items, position, lambda found: self.call(item.name, item.at, [found]), item.name, scope)

    def with_power(self, item: Scripted, before: Sequence[Node], rest: Sequence[Node], scope: Scope) -> list[Candidate]:
        r"""``\tanh^2(t)``: a power ≥ 2 of the value, where parentheses hold the argument."""
        power = item.scripts[0]
        digits = "".join(lexeme.text for lexeme in power.raw)
        whole = len(item.scripts) == 1 and power.sign == "^" and digits.isdecimal() and int(digits) >= 2
        if not whole or not rest or not is_group(rest[0]) or group_of(rest[0])[1] or not isinstance(item.base, Func):
            message = "a script on a function"
            raise self.source.error(power.at, message, r"a power ≥ 2 before parentheses, \tanh^2(x), or \tanh(x)^2")
        found = self.with_function([item.base, rest[0]], 0, scope)
        return self.around(before, item.at, found, rest[1:], scope, item.scripts)

    def around(
        self,
        before: Sequence[Node],
        at: int,
        found: list[Candidate],
        after: Sequence[Node],
        scope: Scope,
        scripts: tuple[Script, ...] = (),
    ) -> list[Candidate]:
        """A row of which a part has been read, with the scripts on that part."""
        part = Built(at, tuple(found))
        return self.row([*before, Scripted(at, part, scripts) if scripts else part, *after], scope)

    def prefix(
        self,
        items: Sequence[Node],
        position: int,
        apply: Callable[[list[Candidate]], list[Candidate]],
        what: str,
        scope: Scope,
        least: int = 1,
    ) -> list[Candidate]:
        """A sign that acts on one or more of the factors after it, on so many of them at ``least``."""
        before, at, rest = items[:position], items[position].at, items[position + 1 :]
        stop = next((n for n, item in enumerate(rest) if isinstance(item, Op)), len(rest))
        options: list[Option] = []
        for count in range(least, min(stop, least + 5) + 1):

            def option(count: int = count) -> list[Candidate]:
                return self.around(before, at, apply(self.row(rest[:count], scope)), rest[count:], scope)

            options.append((f"{what} of {count} of the factors", option))
        if stop < len(rest):
            whole = f"{what} of all that follows"
            options.append((whole, lambda: self.around(before, rest[0].at, apply(self.row(rest, scope)), (), scope)))
        return self.alternatives(at, what, options, "write parentheses around the argument")

    def angle(self, node: Scripted, scope: Scope) -> list[Candidate]:
        r"""``\cos\theta_{u, v}``"""
        scripts = self.scripts(node.scripts)
        script = scripts.sub
        if scripts.sup is not None or scripts.primes:
            raise self.source.error(node.at, "a script on an angle", r"parentheses: (\cos\theta_{u, v})^2")
        raw = script.raw if script else ()
        comma = next((n for n, lexeme in enumerate(raw) if lexeme.kind == "COMMA"), None)
        if comma is None:
            raise self.source.error(node.at, "an angle without two vectors", r"\cos\theta_{u, v}")
        return self.call("cos", node.at, [self.inside(raw[:comma], scope), self.inside(raw[comma + 1 :], scope)])

    def call(self, name: str, at: int, arguments: Sequence[list[Candidate]]) -> list[Candidate]:
        """A function by its word at arguments."""
        if len(arguments) != (2 if name == "cos" else 1):
            raise self.fail(at, f"{name} of {len(arguments)} arguments", f"it takes {2 if name == 'cos' else 1}")
        column = name in ("diag", "mean", "var", "cos")
        square = name in ("det", "trace") or name.startswith("matrix_")
        fits = is_square if square else is_column if column else lambda shape: True
        checked = [self.shaped(argument, at, fits, name) for argument in arguments]

        def made(choice: list[Candidate]) -> list[Candidate]:
            shape: Rough = choice[0].shape
            if name in ("det", "trace", "mean", "var", "cos"):
                shape = ()
            elif name == "diag":
                shape = (shape[0], shape[0])
            return [self.at_running(Candidate(Call(at, name, tuple(c.tree for c in choice)), shape))]

        return self.combine(at, checked, made)

    def arguments(self, definition: Definition | None, parts: Sequence[Node], scope: Scope) -> list[list[Candidate]]:
        """The arguments of a function; one that is a vector is read whole inside of a mean too."""
        parameters = definition.parameters if definition is not None else ()
        vectors = [n for n, parameter in enumerate(parameters) if is_column(parameter.shape)]
        whole = self.whole if self.whole is not None else self
        return [(whole if n in vectors else self).read(part, scope) for n, part in enumerate(parts)]

    def with_call(
        self, items: Sequence[Node], position: int, found: tuple[Definition, Key], scope: Scope
    ) -> list[Candidate]:
        """A row with a declared function before parentheses; it may also be a factor if its name is declared as one."""
        definition, key = found
        before, head, group = items[:position], items[position], items[position + 1]
        rest = items[position + 2 :]
        inner, scripts = group_of(group)

        used = self.is_used(definition.name, head)

        def called() -> list[Candidate]:
            found = self.applied(definition, head.at, self.arguments(definition, inner.parts, scope), rename=used)
            return self.around(before, head.at, found, rest, scope, scripts)

        def multiplied() -> list[Candidate]:
            return self.around(before, head.at, self.read(head, scope), [group, *rest], scope)

        if used and (value := self.at_its_variables(head, group, scope)):
            return self.around(before, head.at, value, rest, scope, scripts)
        try:
            self.read(head, scope)
            factor = len(inner.parts) == 1 and (used or definition.name not in self.context.graph)
        except AmbiguityError:
            factor = len(inner.parts) == 1
        except InputError:
            factor = False
        if not factor or (not inner.spaced and (self.context.printed or key in self.context.functions)):
            return called()
        if inner.spaced:
            return multiplied()
        name = key.core + (f"^{key.sup}" if key.sup else "")
        hint = rf"write {name}\,(…) for the product; % derive: function {name} for the function"
        options: list[Option] = [(f"the function {name}", called), (f"{name} times the parentheses", multiplied)]
        return self.alternatives(head.at, f"{name}(…)", options, hint)

    def is_used(self, name: str, head: Node) -> bool:
        """Is a function that is a node of a graph used as one: by another node, by a loss, or by its name alone here?"""
        graph = self.context.graph
        if name not in graph:
            return False
        elsewhere = any(name in arguments for arguments in graph.values())
        base, _ = parted(head)
        text = base.lexeme.text if isinstance(base, Name) else ""
        return elsewhere or any(y == name for y, _ in self.context.losses.values()) or stands_alone(text, *self.sides)

    def check_application(self, head: Node, following: Node, scope: Scope) -> None:
        """Refuse ``f x`` of a function that its author declared and that is a value too: f(x), or f times x?"""
        name, _ = parted(following)
        if self.context.printed or not isinstance(name, Name) or name.lexeme.spaced or name.lexeme.text in ("0", "1"):
            return
        found = self.function_named(head) or self.function_named(without_power(head) or head)
        if found is None or found[1] not in self.context.calls:
            return
        try:
            self.read(head, scope)
            self.applied(found[0], head.at, [self.read(following, scope)])
        except AmbiguityError:
            pass  # there are even more readings
        except InputError:
            return
        f, x = shown(found[1]), name.lexeme.text
        labels = [f"the function {f} of what follows", f"the value of {f} as a factor"]
        hint = rf"write {f}({x}), or {f} \cdot {x} for the product"
        raise self.ambiguous(head.at, f"{f} before a name", labels, hint)

    def check_power(self, head: Node, group: Node, scope: Scope) -> None:
        """Refuse ``f^2(x)`` of a declared function, or node: f(x) squared, f of f(x), or the square of f before x?

        If f itself stands in the parentheses it is a product: h^2 (1 - h).
        """
        bare, inner = without_power(head), group_of(group)[0]
        if bare is None or self.context.printed or inner.spaced or self.function_named(head) is not None:
            return
        base, found = parted(head)
        if not isinstance(base, Name) or stands_alone(base.lexeme.text, inner):
            return
        if self.context.names(self.full_key(base.lexeme.text, self.scripts(found))):  # such as \sigma^2
            return
        function = self.function_named(bare)
        if function is None:
            self.check_product(bare, inner, scope)
            return
        f = shown(function[1])
        labels = [
            f"the power of the value, {f}(…)^n",
            f"{f} applied n times, or its inverse",
            f"a power of {f} as a factor",
        ]
        hint = rf"write {f}(…)^2, {f}({f}(…)), or {f}^2 \cdot (…) for the product"
        raise self.ambiguous(head.at, f"a power of {f} before parentheses", labels, hint)

    def check_product(self, head: Node, inner: Group, scope: Scope) -> None:
        """Refuse h_i(…) of a node with a component as its argument before a scalar: a product, or the function of that?

        If the node itself stands there it is a product: h_i (1 - h_i).
        """
        base, _ = parted(head)
        if not isinstance(base, Name) or inner.spaced or len(inner.parts) != 1 or stands_alone(base.lexeme.text, inner):
            return
        try:
            tree, part = self.read(head, scope)[0].tree, self.read(inner.parts[0], scope)[0]
        except InputError:
            return
        graph, node = self.context.graph, tree.base if isinstance(tree, Indexed) else tree
        single = isinstance(node, Word) and len(graph.get(node.name, ())) == 1
        if single and not part.shape:
            own = at_own_arguments(tree, [part.tree], graph)
            labels = [f"the node at {'its' if own else 'another'} argument", "a product"]
            hint = r"write the node alone, or \cdot or \, for the product"
            raise self.ambiguous(head.at, "a node before parentheses", labels, hint)

    def at_its_variables(self, head: Node, group: Node, scope: Scope) -> list[Candidate]:
        r"""``\operatorname{LN}(\vec a)`` of a vector that is defined by the symbol \vec a: itself; none for anything else.

        A node of a graph before the arguments it is declared with is itself too.

        A column before a column is no product, nor is anything before several parts, so that there is no other reading.
        """
        inner, _ = group_of(group)
        self.check_product(head, inner, scope)
        if not all(isinstance(parted(node)[0], Name) for node in (head, *inner.parts)):
            return []
        try:
            value = self.read(head, scope)
            parts = [self.read(part, scope) for part in inner.parts]
        except InputError:
            return []
        if at_own_arguments(value[0].tree, [found[0].tree for found in parts], self.context.graph):
            return value if len(parts) > 1 or not inner.spaced else []
        terms = [self.named_term(found[0].tree.name) for found in (value, *parts) if isinstance(found[0].tree, Word)]
        if len(terms) != 1 + len(parts) or not isinstance(terms[0], Defined):
            return []
        if len(parts) == 1 and not (is_vector(terms[0].shape) and is_vector(terms[1].shape)):
            return []
        known = symbols_of(terms[0])
        return value if all(isinstance(term, Symbol) and term in known for term in terms[1:]) else []

    def applied(
        self, definition: Definition, at: int, arguments: Sequence[list[Candidate]], rename: bool = False
    ) -> list[Candidate]:
        """A declared function at arguments; ``rename`` where its name is that of a node beside it."""
        constants = self.context.constants.get(definition, ())
        if rename:
            name = definition.name
            while name in self.context.env.names:
                name += "_other"
            definition = Definition(name, definition.parameters, definition.body)
        wanted = definition.parameters[: len(definition.parameters) - len(constants)]
        if len(arguments) != len(wanted):
            raise self.fail(at, f"{definition.name} of {len(arguments)} arguments", f"it takes {len(wanted)}")

        def made(choice: list[Candidate]) -> list[Candidate]:
            dims: dict[Dim, Dim | None] = {}
            for parameter, argument in zip(wanted, choice, strict=True):
                if len(parameter.shape) != len(argument.shape):
                    own, takes = show_rough(argument.shape), show_rough(parameter.shape)
                    message = f"{definition.name} of shape {own}; it takes {takes}"
                    raise self.fail(argument.tree.at, message, kind=ShapeError)
                for dim, given in zip(parameter.shape, argument.shape, strict=True):
                    if dims.get(dim) is None:
                        dims[dim] = given
            shape: Rough = tuple(
                dims.get(dim, dim) if isinstance(dim, Dimension) else dim for dim in definition.body.shape
            )
            return [self.at_running(Candidate(Apply(at, definition, tuple(c.tree for c in choice), constants), shape))]

        return self.combine(at, arguments, made)

    def with_derivative(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        r"""A row with ``\frac{\partial}{\partial x}`` before what it acts on."""
        fraction, rest = items[position], items[position + 1 :]
        if not isinstance(fraction, Fraction_):
            raise TypeError("a derivative that is no fraction")
        if not rest or isinstance(rest[0], Op):
            raise self.source.error(fraction.at, r"\partial of nothing", "what is differentiated")
        if self.context.printed and is_group(rest[0]):
            group, scripts = group_of(rest[0])
            found = self.derivative(self.read(group, scope), fraction, scope)
            return self.around(items[:position], fraction.at, found, rest[1:], scope, scripts)
        names = {variable.symbol.name for variable in self.variables(fraction, scope)}
        stop = next((n for n, item in enumerate(rest) if isinstance(item, Op)), len(rest))
        telling = (n for n in range(stop) if any(self.has(rest[n : n + 1], name, scope) for name in names))
        least = next(telling, 0) + 1  # nobody writes the derivative of a factor that is constant
        return self.prefix(
            items, position, lambda c: self.derivative(c, fraction, scope), "the derivative", scope, least
        )


def without_power(node: Node) -> Node | None:
    """A name without its exponent, a number; None of one that has none."""
    base, found = parted(node)
    kept = tuple(each for each in found if not (each.sign == "^" and _NUMBER.fullmatch(_written(each))))
    if len(kept) == len(found) or not isinstance(base, Name):
        return None
    return Scripted(node.at, base, kept) if kept else base


#: An exponent that is a number.
_NUMBER = re.compile(r"-?\d+(/\d+)?")


def _written(script: Script) -> str:
    return "".join(lexeme.text for lexeme in script.raw)


def said_of_each(node: Node) -> Node | None:
    r"""``\exp`` with the script ``_\odot``, which says that it is of each entry, as a function by its word; else None."""
    if not isinstance(node, Scripted) or not isinstance(node.base, Func) or node.base.name not in FUNCTIONS:
        return None
    marks = [script for script in node.scripts if script.sign == "_" and [x.text for x in script.raw] == ["o"]]
    if len(marks) != 1 or marks[0].raw[0].kind != "OP":
        return None
    base, others = Func(node.at, f"{ENTRYWISE} {node.base.name}"), tuple(s for s in node.scripts if s is not marks[0])
    return Scripted(node.at, base, others) if others else base


def is_big(node: Node) -> bool:
    r"""Is a node ``\sum`` or ``\prod``, with its scripts?"""
    return isinstance(parted(node)[0], BigSign)


def is_group(node: Node) -> bool:
    """Is a node parentheses, with scripts or without?"""
    base, _ = parted(node)
    return isinstance(base, Group) and base.visible


def group_of(node: Node) -> tuple[Group, tuple[Script, ...]]:
    """The parentheses of a node for which `is_group` holds, and the scripts on them."""
    base, scripts = parted(node)
    if not isinstance(base, Group):
        raise TypeError(f"a {type(base).__name__} where parentheses were seen")
    return base, scripts


def is_operator(node: Fraction_) -> bool:
    r"""Is a fraction ``\frac{\partial}{\partial x}``?"""
    items = items_of(held(node.above))
    return len(items) == 1 and isinstance(items[0], Partial)
