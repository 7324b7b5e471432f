r"""Rows of factors and signs → readings; ``\sum`` and ``\prod``, whose body is what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import InputError, NameError_
from derive.reading.latex.calls import group_of, is_big, is_group, is_operator
from derive.reading.latex.differentials import (
    as_operator,
    decided,
    has_upright_d,
    is_upright_d,
    rate_of,
    slash_after,
    with_slash,
)
from derive.reading.latex.nodes import Restricted
from derive.reading.latex.occurrences import letters
from derive.reading.latex.products import unbraced, unprinted
from derive.reading.latex.ranges import Ranges
from derive.reading.latex.readings import (
    Candidate,
    Option,
    Scope,
)
from derive.reading.latex.syntax import (
    BigSign,
    Fraction_,
    Func,
    Node,
    Op,
    Partial,
    Row,
    Scripted,
    held,
    items_of,
    parted,
)
from derive.reading.syntax import Call

#: The most places at which the body of a product over an index may end.
MAX_CUTS = 6


class Rows(Ranges):
    """The readings of rows."""

    def row(self, items: Sequence[Node], scope: Scope) -> list[Candidate]:
        """The readings of factors and signs side by side."""
        if not self.context.printed:
            items = [as_operator(item) if is_upright_d(item) else item for item in items]
        first = items[0]
        plain = not isinstance(first, Op | Partial | Func | BigSign) and not is_big(first)
        if len(items) == 1 and plain and not self.operator_of(first) and not self.is_nabla(first):
            return self.read(first, scope)
        self.check_braces(items)
        for position, item in enumerate(items):
            if is_big(item):
                of_it = position > 0 and isinstance(parted(items[position - 1])[0], Func)
                return (
                    self.with_function(items, position - 1, scope) if of_it else self.with_big(items, position, scope)
                )
        for position, item in enumerate(items):
            if operator := self.operator_of(item):
                return self.with_operator(items, position, *operator, scope)
            if isinstance(parted(item)[0], Func):
                return self.with_function(items, position, scope)
            if isinstance(item, Partial):
                slash = slash_after(items, position) if item.total else 0
                return self.with_slash(with_slash(items, position, slash) if slash else items, position, scope)
            if not self.context.printed and (slash := slash_after(items, position)):
                return self.with_d(items, position, slash, scope)
            if self.is_nabla(item):
                return self.with_nabla(items, position, scope)
            if isinstance(item, Fraction_) and is_operator(rate := self.rate(item)):
                return self.with_rate(items, position, rate, scope)
            called = position + 1 < len(items) and is_group(items[position + 1])
            if called:
                self.check_power(item, items[position + 1], scope)
            if called and (found := self.function_named(item)):
                return self.with_call(items, position, found, scope)
            if position + 1 < len(items):
                self.check_application(item, items[position + 1], scope)
            if called and (value := self.at_its_variables(item, items[position + 1], scope)):
                _, scripts = group_of(items[position + 1])
                return self.around(items[:position], item.at, value, items[position + 2 :], scope, scripts)
        return self.folded(items, scope)

    def check_braces(self, items: Sequence[Node]) -> None:
        """Refuse braces, which are not printed, where they group in another way than what is printed."""
        for position, item in enumerate(items):
            if not unprinted(item, Row) or len(items) == 1:
                continue
            inner = items_of(unbraced(item))
            others = [x for n, x in enumerate(items) if n != position and not (n < position and is_big(x))]
            dotted = [x for x in others if isinstance(x, Op) and x.sign == "."]
            if unprinted(item) or any(self.is_grouping(x) for x in (*inner, *others) if x not in dotted):
                raise self.brace_sum(item)

    def is_grouping(self, node: Node) -> bool:
        """Is an item of a row a sign between factors, or something that acts on what follows it?"""
        base, _ = parted(node)
        rate = isinstance(node, Fraction_) and is_operator(self.rate(node))
        return (
            isinstance(base, Op | Func | Partial | BigSign)
            or rate
            or bool(self.operator_of(node))
            or self.is_nabla(node)
        )

    # --- d as an operator -------------------------------------------------------------------------------------------

    def rate(self, fraction: Fraction_) -> Fraction_:
        r"""A fraction with ``\partial`` for d above and below the bar; any other itself."""
        return fraction if self.context.printed else rate_of(fraction) or fraction

    def with_rate(self, items: Sequence[Node], position: int, rate: Fraction_, scope: Scope) -> list[Candidate]:
        r"""A row with ``\frac{d}{d x}``, which may be a factor where d is declared."""
        fraction, before, rest = items[position], items[:position], items[position + 1 :]
        if not isinstance(fraction, Fraction_):
            raise TypeError(f"a {type(fraction).__name__} as a fraction")
        derivative = partial(self.with_derivative, [*before, rate, *rest], position, scope)
        if rate is fraction or has_upright_d(fraction) or not self.context.is_word("d"):
            return derivative()

        def factor() -> list[Candidate]:
            return self.around(before, fraction.at, self.over_bar(fraction, scope), rest, scope)

        return decided(self, fraction.at, partial(self.check_rate, rate, rest, scope), derivative, factor)

    def with_d(self, items: Sequence[Node], position: int, slash: int, scope: Scope) -> list[Candidate]:
        """A row with ``d y / d x`` in italics, which may be a product where d is declared."""
        first, rest = items[position], items[slash + 3 :]
        made = with_slash(items, position, slash)
        derivative = partial(self.with_slash, made, position, scope)
        if not self.context.is_word("d"):
            return derivative()
        below = Row(made[slash + 1].at, tuple(made[slash + 1 : slash + 3]))
        rate = Fraction_(first.at, Row(first.at, tuple(made[position:slash])), below)

        def product() -> list[Candidate]:
            return self.around(items[:position], first.at, self.read(first, scope), items[position + 1 :], scope)

        return decided(self, first.at, partial(self.check_rate, rate, rest, scope), derivative, product)

    def check_rate(self, rate: Fraction_, rest: Sequence[Node], scope: Scope) -> None:
        """Raises `InputError` where a derivative is not well-typed: by no name, or of nothing."""
        self.variables(rate, scope)
        above = items_of(held(rate.above))[1:]
        if not above and (not rest or isinstance(rest[0], Op)):
            raise self.source.error(rate.at, r"\partial of nothing", "what is differentiated")
        if above and self.loss_of(above[0]) is None:
            self.row(above, scope)

    # --- sums and products over an index --------------------------------------------------------------------------

    def with_big(self, items: Sequence[Node], position: int, scope: Scope) -> list[Candidate]:
        r"""A row with a ``\sum`` or ``\prod``, whose body is what follows."""
        sign, before, body = items[position], items[:position], items[position + 1 :]
        if not isinstance(sign, Scripted) or not isinstance(sign.base, BigSign):
            raise self.source.error(sign.at, "a sign without an index", r"an index below it, as in \sum_{i=1}^N")
        if not body:
            raise self.source.error(sign.at, "a sign with nothing after it", "what is summed")
        kind, at = sign.base.kind, sign.at
        if before and isinstance(before[-1], Op) and before[-1].sign == "/" and len(body) > 1:
            raise self.ambiguous(
                before[-1].at, "a slash before a sum", ["all of it below", "some of it below"], "add parentheses"
            )
        bound = self.ranges(sign, scope)
        indices = bound.indices
        for n, index in enumerate(indices):
            if index.name in scope or index.name in [other.name for other in indices[:n]]:
                raise self.fail(index.at, f"the index {index.name} bound twice", "rename one of them", NameError_)
        for left, right in bound.apart:
            if right.name in bound.names and left.name not in bound.names and right.name not in letters(*body):
                labels = [
                    f"a {kind} over {left.name}, which is free elsewhere",
                    f"over {right.name}, which nothing here has",
                ]
                raise self.ambiguous(right.at, "an inequality below a sign", labels, "rename one of the indices")
        if kind == "prod" and bound.apart and len(indices) > 1:
            raise self.fail(at, "a product over pairs of indices", r"\prod_{j \ne i} leaves out values of one index")
        inner = scope | bound.names

        def over(part: Sequence[Node]) -> list[Candidate]:
            found = self.row(part, inner)
            if kind == "prod":
                found = self.shaped(found, at, lambda shape: not shape, "a product over an index")
            if bound.apart:
                whole = (Restricted(at, kind, indices, bound.apart, c.tree, bound.ordered) for c in found)
                return [Candidate(tree, c.shape) for tree, c in zip(whole, found, strict=True)]
            for index in reversed(indices):
                found = [Candidate(Call(at, kind, (index, c.tree)), c.shape) for c in found]
            return found

        def closed(cut: int) -> list[Candidate]:
            return self.around(before, at, over(body[:cut]), body[cut:], scope)

        again = self.bound_again(body, bound.names, inner)
        if again is not None:  # Σᵢ aᵢ Σᵢ bᵢ: an index that is bound again ends the body
            return closed(again)
        if kind == "sum" or self.context.printed:
            return closed(len(body))
        # What follows a cut that leaves out more leaves out the last factor too: the shortest rests tell.
        cuts = [n for n in range(len(body) - 1, 0, -1) if not isinstance(body[n - 1], Op)][:MAX_CUTS]
        options: list[Option] = [("all of it in the product", partial(closed, len(body)))]
        options += [(f"{cut} of {len(body)} factors in it", partial(closed, cut)) for cut in cuts]
        return self.alternatives(
            at, r"the body of a \prod", options, r"write \left(\prod_i x_i\right) y or \prod_i (x_i y)"
        )

    def bound_again(self, body: Sequence[Node], names: frozenset[str], scope: Scope) -> int | None:
        """Where the factors before a further sign end that binds one of these indices anew; None without one."""
        for position, item in enumerate(body):
            if not isinstance(item, Scripted) or not is_big(item):
                continue
            try:
                known = names & self.ranges(item, scope).names
            except InputError:
                continue
            if known:
                end = position - 1 if position and isinstance(body[position - 1], Op) else position
                return end or None
        return None
