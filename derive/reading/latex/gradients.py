r"""Derivatives in rows: ``\nabla_x f`` and ``\partial f / \partial x``.

What ``\nabla_x`` acts on is a scalar in which x occurs: the fewest factors after it that are one, and more of them only
where that says something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import AmbiguityError, InputError, NameError_, ShapeError
from derive.reading.latex.calls import Calls, is_group
from derive.reading.latex.differentials import alone
from derive.reading.latex.grammar import parse
from derive.reading.latex.readings import Candidate, Exhausted, Option, Scope, show_rough
from derive.reading.latex.syntax import Fraction_, Name, Node, Op, Partial, Row, parted
from derive.reading.syntax import Call

#: The most factors that a gradient may act on.
MAX_TAKEN = 6


class Gradients(Calls):
    """The readings of derivatives that are no fractions."""

    # --- \partial f / \partial x ------------------------------------------------------------------------------------

    def with_slash(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        r"""A row with ``\partial f / \partial x``, which is a fraction."""
        sign = items[position]
        if not isinstance(sign, Partial):
            raise TypeError(f"a {type(sign).__name__} as \\partial")
        slash = position + 1
        if slash < len(items) and not isinstance(items[slash], Op):
            slash += 2 if slash + 1 < len(items) and is_group(items[slash + 1]) else 1
        divided = slash + 2 < len(items) and isinstance(items[slash], Op) and isinstance(items[slash + 1], Partial)
        if not divided or getattr(items[slash], "sign", "") != "/":
            if sign.total:
                raise alone(self.source, sign.at)
            raise self.source.error(sign.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}")
        above = Row(sign.at, tuple(items[position:slash])) if slash > position + 1 else sign
        first: InputError | None = None
        for stop in range(slash + 3, min(len(items), slash + 1 + 2 * self.order(sign)) + 1, 2):
            below = Row(items[slash + 1].at, tuple(items[slash + 1 : stop]))
            fraction = Fraction_(sign.at, above, below)
            try:
                self.variables(fraction, scope)
            except AmbiguityError:
                raise
            except InputError as error:
                first = first or error
                continue
            return self.row([*items[:position], fraction, *items[stop:]], scope)
        raise first or self.source.error(sign.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}")

    # --- \nabla -----------------------------------------------------------------------------------------------------

    def is_nabla(self, node: Node) -> bool:
        r"""Is a node ``\nabla``, and no declared name?"""
        base, _ = parted(node)
        return isinstance(base, Name) and base.lexeme.text == r"\nabla" and not self.context.is_word(r"\nabla")

    def with_nabla(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        r"""A row with ``\nabla_x``: the column of derivatives of what follows; ``\nabla_x^2`` the second ones."""
        before, sign, rest = items[:position], items[position], items[position + 1 :]
        fraction, order = self.operator_of_nabla(sign)
        if not rest or isinstance(rest[0], Op) or self.is_nabla(rest[0]):
            raise self.source.error(sign.at, r"\nabla of nothing", "what is differentiated")
        if (loss := self.loss_of(rest[0])) is not None:
            found = self.loss_derivative(loss, fraction, scope, "mixed")
            return self.around(before, sign.at, found, rest[1:], scope)
        variable = self.variables(fraction, scope)[0]

        def gradient(count: int) -> list[Candidate]:
            found = self.row(rest[:count], scope)
            scalars = [c for c in found if not c.shape]
            if not scalars:
                shape = show_rough(found[0].shape)
                raise self.fail(rest[0].at, rf"\nabla of shape {shape}", r"\nabla is of a scalar", ShapeError)
            if not any(self.mentions(c.tree, self.named_term(variable.symbol.name)) for c in scalars):
                name = variable.symbol.name
                raise self.fail(rest[0].at, rf"\nabla by {name} of what has no {name} in it", "", NameError_)
            made = self.derivative(scalars, fraction, scope, "mixed")
            if order == 2 and any(len(c.shape) == 2 for c in made):
                what = r"\nabla^2 of a scalar by a vector"
                if self.choice("second nablas", sign.at, what) == "laplacian":
                    made = [Candidate(Call(sign.at, "trace", (c.tree,)), ()) for c in made]
            return self.around(before, sign.at, made, rest[count:], scope)

        stop = next((n for n, item in enumerate(rest) if isinstance(item, Op) or self.is_nabla(item)), len(rest))
        counts = [*range(1, min(stop, MAX_TAKEN) + 1), *([len(rest)] if stop < len(rest) else [])]
        options: list[Option] = []
        typed = 0
        for count in counts:
            if typed and not self.has(rest[typed:count], variable.symbol.name, scope):
                continue
            try:
                made = gradient(count)
            except (AmbiguityError, Exhausted):
                raise
            except InputError as error:
                options.append(("", partial(_again, error)))
                continue
            options.append((f"of {count} of the factors", partial(list, made)))
            typed = count
        return self.alternatives(sign.at, r"\nabla", options, "write parentheses around what is differentiated")

    def operator_of_nabla(self, sign: Node) -> tuple[Fraction_, int]:
        r"""``\nabla_x`` as ``\frac{\partial}{\partial x}``, and its order."""
        scripts = self.scripts(parted(sign)[1])
        if scripts.sub is None or scripts.primes:
            raise self.source.error(sign.at, r"\nabla without a variable", r"\nabla_x f")
        order = 1
        if scripts.sup is not None:
            if "".join(lexeme.text for lexeme in scripts.sup.raw) != "2":
                raise self.source.error(scripts.sup.at, r"a power of \nabla", r"\nabla_x^2 f")
            order = 2
        raw = scripts.sub.raw
        variable: Node = parse(self.source, raw, "expr", raw[-1].end)
        below = Row(sign.at, (Partial(sign.at), variable) * order)
        above = Partial(sign.at, scripts.sup.raw if scripts.sup is not None else ())
        return Fraction_(sign.at, above, below), order


def _again(error: InputError) -> list[Candidate]:
    raise error
