r"""``\sum`` and ``\prod`` over an index, whose body is what follows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import InputError, NameError_
from derive.reading.latex.functions import with_function
from derive.reading.latex.nodes import Restricted
from derive.reading.latex.occurrences import letters
from derive.reading.latex.ranges import range_of_sign
from derive.reading.latex.readings import Option, Reader, Reading
from derive.reading.latex.syntax import BigSign, Func, Node, Op, Scripted, is_big, parted
from derive.reading.syntax import Call

#: The most places at which the body of a product over an index may end.
MAX_CUTS = 6


def read_big(reader: Reader, items: Sequence[Node], position: int) -> list[Reading] | None:
    r"""A row with a ``\sum`` or ``\prod``; one behind a function is in its argument."""
    if not is_big(items[position]):
        return None
    if position and isinstance(parted(items[position - 1])[0], Func):
        return with_function(reader, items, position - 1)
    return with_big(reader, items, position)


def with_big(reader: Reader, items: Sequence[Node], position: int) -> list[Reading]:
    r"""A row with a ``\sum`` or ``\prod``, whose body is what follows."""
    sign, before, body = items[position], items[:position], items[position + 1 :]
    if not isinstance(sign, Scripted) or not isinstance(sign.base, BigSign):
        raise reader.error(sign.at, "a sign without an index", r"an index below it, as in \sum_{i=1}^N")
    if not body:
        raise reader.error(sign.at, "a sign with nothing after it", "what is summed")
    kind, at = sign.base.kind, sign.at
    if before and isinstance(before[-1], Op) and before[-1].sign == "/" and len(body) > 1:
        raise reader.ambiguous(
            before[-1].at, "a slash before a sum", ["all of it below", "some of it below"], "add parentheses"
        )
    bound = range_of_sign(reader, sign)
    indices = bound.indices
    for n, index in enumerate(indices):
        if index.name in reader.bound or index.name in [other.name for other in indices[:n]]:
            raise reader.fail(index.at, f"the index {index.name} bound twice", "rename one of them", NameError_)
    for left, right in bound.apart:
        if right.name in bound.names and left.name not in bound.names and right.name not in letters(*body):
            labels = [
                f"a {kind} over {left.name}, which is free elsewhere",
                f"over {right.name}, which nothing here has",
            ]
            raise reader.ambiguous(right.at, "an inequality below a sign", labels, "rename one of the indices")
    if kind == "prod" and bound.apart and len(indices) > 1:
        raise reader.fail(at, "a product over pairs of indices", r"\prod_{j \ne i} leaves out values of one index")
    inner = reader.within(reader.bound | bound.names)

    def over(part: Sequence[Node]) -> list[Reading]:
        found = inner.row(part)
        if kind == "prod":
            found = reader.shaped(found, at, lambda shape: not shape, "a product over an index")
        if bound.apart:
            whole = (Restricted(at, kind, indices, bound.apart, c.tree, bound.ordered) for c in found)
            return [Reading(tree, c.shape) for tree, c in zip(whole, found, strict=True)]
        for index in reversed(indices):
            found = [Reading(Call(at, kind, (index, c.tree)), c.shape) for c in found]
        return found

    def closed(cut: int) -> list[Reading]:
        return reader.around(before, at, over(body[:cut]), body[cut:])

    again = bound_again(inner, body, bound.names)
    if again is not None:  # Σᵢ aᵢ Σᵢ bᵢ: an index that is bound again ends the body
        return closed(again)
    if kind == "sum" or reader.context.printed:
        return closed(len(body))
    # What follows a cut that leaves out more leaves out the last factor too: the shortest rests tell.
    cuts = [n for n in range(len(body) - 1, 0, -1) if not isinstance(body[n - 1], Op)][:MAX_CUTS]
    options: list[Option] = [("all of it in the product", partial(closed, len(body)))]
    options += [(f"{cut} of {len(body)} factors in it", partial(closed, cut)) for cut in cuts]
    return reader.alternatives(
        at, r"the body of a \prod", options, r"write \left(\prod_i x_i\right) y or \prod_i (x_i y)"
    )


def bound_again(reader: Reader, body: Sequence[Node], names: frozenset[str]) -> int | None:
    """Where the factors before a further sign end that binds one of these indices anew; None without one."""
    for position, item in enumerate(body):
        if not isinstance(item, Scripted) or not is_big(item):
            continue
        try:
            known = names & range_of_sign(reader, item).names
        except InputError:
            continue
        if known:
            end = position - 1 if position and isinstance(body[position - 1], Op) else position
            return end or None
    return None
