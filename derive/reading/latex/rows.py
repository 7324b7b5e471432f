r"""Rows of factors and signs → readings; ``\sum`` and ``\prod``, whose body is what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from derive.errors import InputError, NameError_
from derive.reading.latex.calls import Calls, is_big, is_group, is_operator
from derive.reading.latex.readings import (
    Candidate,
    Option,
    Scope,
)
from derive.reading.latex.spelling import plain_name
from derive.reading.latex.syntax import BigSign, Fraction_, Func, Node, Op, Partial, Script, Scripted, parted
from derive.reading.syntax import Apart, Call, Numeral, Ranged, Word

#: The most places at which the body of a product over an index may end.
MAX_CUTS = 6


class Rows(Calls):
    """The readings of rows."""

    def row(self, items: Sequence[Node], scope: Scope) -> list[Candidate]:
        """The readings of factors and signs side by side."""
        if len(items) == 1 and not isinstance(items[0], Op | Partial | Func | BigSign) and not is_big(items[0]):
            return self.read(items[0], scope)
        for position, item in enumerate(items):
            if is_big(item):
                return self.with_big(items, position, scope)
        for position, item in enumerate(items):
            if isinstance(parted(item)[0], Func):
                return self.with_function(items, position, scope)
            if isinstance(item, Partial):
                raise self.source.error(item.at, r"\partial outside of a fraction", r"\frac{\partial y}{\partial x}")
            if isinstance(item, Fraction_) and is_operator(item):
                return self.with_derivative(items, position, scope)
            called = position + 1 < len(items) and is_group(items[position + 1])
            if called and (found := self.function_named(item)):
                return self.with_call(items, position, found, scope)
        return self.folded(items, scope)

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
        indices = self.ranges(sign, scope)
        for n, index in enumerate(indices):
            if index.name in scope or index.name in [other.name for other in indices[:n]]:
                raise self.fail(index.at, f"the index {index.name} bound twice", "rename one of them", NameError_)
        inner = scope | {index.name for index in indices}

        def over(part: Sequence[Node]) -> list[Candidate]:
            found = self.row(part, inner)
            if kind == "prod":
                found = self.shaped(found, at, lambda shape: not shape, "a product over an index")
            for index in reversed(indices):
                found = [Candidate(Call(at, kind, (index, c.tree)), c.shape) for c in found]
            return found

        def closed(cut: int) -> list[Candidate]:
            return self.around(before, at, over(body[:cut]), body[cut:], scope)

        again = self.bound_again(body, {index.name for index in indices}, inner)
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

    def bound_again(self, body: Sequence[Node], names: set[str], scope: Scope) -> int | None:
        """Where the factors before a further sign end that binds one of these indices anew; None without one."""
        for position, item in enumerate(body):
            if not isinstance(item, Scripted) or not is_big(item):
                continue
            try:
                known = names & {index.name for index in self.ranges(item, scope)}
            except InputError:
                continue
            if known:
                end = position - 1 if position and isinstance(body[position - 1], Op) else position
                return end or None
        return None

    def ranges(self, sign: Scripted, scope: Scope) -> list[Word | Ranged | Apart]:
        r"""The indices of ``\sum_{i=1}^N``, ``\sum_i``, ``\sum_{i,j}``, ``\prod_{m \ne n}``."""
        scripts = self.scripts(sign.scripts)
        if scripts.sub is None:
            raise self.source.error(sign.at, "a sign without an index", r"an index below it, as in \sum_{i=1}^N")
        raw = scripts.sub.raw
        relation = next((n for n, lexeme in enumerate(raw) if lexeme.kind == "REL"), None)
        if relation is None:
            if scripts.sup is not None:
                raise self.source.error(scripts.sup.at, "an upper limit without a lower one", r"\sum_{i=1}^N")
            return [Word(at, plain_name(key)) for key, at in self.index_keys(raw)]
        keys, right = self.index_keys(raw[:relation]), raw[relation + 1 :]
        if not keys or not right:
            raise self.source.error(raw[relation].at, "a relation without two sides", r"i=1 or i \ne j")
        if raw[relation].text == "!=" and scripts.sup is None and len(keys) == 1:
            if isinstance(sign.base, BigSign) and sign.base.kind == "sum":
                hint = "subtract the term at that index from the whole sum"
                raise self.fail(keys[0][1], "a sum over all indices but one, which only a product can be", hint)
            (other,) = self.indices(right, scope)
            return [Apart(keys[0][1], plain_name(keys[0][0]), other)]
        if raw[relation].text != "=" or scripts.sup is None:
            raise self.source.error(raw[relation].at, f"the range {raw[relation].text}", r"\sum_{i=1}^N, or \sum_i")
        if "".join(lexeme.text for lexeme in right) != "1":
            raise self.source.error(right[0].at, f"a sum from {right[0].text[:20]}", "a sum from 1 to a dimension")
        dim = self.limit(scripts.sup)
        return [Ranged(at, plain_name(key), dim) for key, at in keys]

    def limit(self, script: Script) -> Word | Numeral:
        """The dimension that a sum runs to."""
        if found := self.dimension(script.raw):
            return found
        text = "".join(lexeme.text for lexeme in script.raw if lexeme.kind in ("DIGIT", "NUMBER"))
        if text.isdigit() and text == "".join(x.text for x in script.raw) and len(text) < 9 and int(text) >= 2:
            return Numeral(script.at, Fraction(int(text)))
        hint = f"declare it: % derive: dimension {script.raw[0].text[:20]}"
        raise self.source.error(
            script.at, "an upper limit that is no dimension", "a dimension or an integer of at least 2", hint
        )
