r"""``\sum`` and ``\prod`` over indices, whose body is what follows them.

Below them may stand ``i=1``, ``i,j``, ``j \ne i``, ``j=1, j \ne i``, ``i<j``.  An inequality binds one index or two: in
``\sum_{j \ne i}`` an index that is bound around it, or that the formula uses freely elsewhere, is taken as it is, and the
other one is bound.  Two indices that nothing else speaks of are both bound; of an index that is declared, and that the
formula uses nowhere else, nobody can tell: that is ambiguous, and it is below ``i, j \ne i`` too, where j comes first as
what is new does.  Below ``i<j``, over what is symmetric in both, it is bound: a sum up to an index is not in the language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.errors import InputError, LimitError, NameError_
from derive.reading.latex.bare_sums import is_added, is_bare, mixes
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.extremes import SAID, check_indices
from derive.reading.latex.functions import read_function
from derive.reading.latex.indicators import related
from derive.reading.latex.letters import bound_names, free_letters, free_names, holds, letters, letters_behind, pieces
from derive.reading.latex.limits import (
    between,
    bound_twice,
    is_left_out,
    limit_at_index,
    limits,
    lower_limit,
    membership,
    upper_limit,
)
from derive.reading.latex.means import sum_of_components
from derive.reading.latex.nodes import Restricted
from derive.reading.latex.places import counts, one_place
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.scripts import bound_name, index_keys, sorted_scripts, unbound
from derive.reading.latex.sizes import dimension_in
from derive.reading.latex.slashes import closed as closed_before
from derive.reading.latex.spelling import Key, Lexeme, plain_name
from derive.reading.latex.syntax import BigSign, Func, Group, Node, Op, Row, Script, Scripted, is_big, parted
from derive.reading.syntax import At, Call, Numeral, Ranged, Tree, Word


def read_big(reader: Reader, before: Sequence[Node], sign: Node, body: Sequence[Node]) -> list[Reading]:
    r"""A row with a ``\sum`` or ``\prod``, whose body is what follows; one behind a function is in its argument."""
    if before and isinstance(parted(before[-1])[0], Func):
        return read_function(reader, before[:-1], before[-1], [sign, *body])
    if not body:
        raise reader.error(sign.at, "a sign with nothing after it", "what is summed")
    before = closed_before(reader, before)
    if is_bare(sign):
        return running(reader, before, sign, body)
    if not isinstance(sign, Scripted) or not isinstance(sign.base, BigSign):
        raise TypeError(f"a {type(sign).__name__} as a sum")
    kind, at = sign.base.kind, sign.at
    if before and isinstance(before[-1], Op) and before[-1].sign == "/" and reach(reader, sign, body) < len(body):
        labels = ["all of it below", "some of it below"]
        raise reader.ambiguous(before[-1].at, "a slash before a sum", labels, "add parentheses")
    bound = range_of_sign(reader, sign)
    indices = bound.indices
    if kind in SAID:
        check_indices(reader, kind, indices)
    twice = {index.name for n, index in enumerate(indices) if index.name in [other.name for other in indices[:n]]}
    anew = {index.name for index in indices if index.name in reader.bound}
    unequal = bool(bound.weight) or not all(isinstance(right, At) for _, right in bound.apart)
    for index in indices:
        if index.name in twice or index.name in anew - (frozenset() if unequal else reader.closed):
            raise bound_twice(reader, index.name, index.at)
    # What is bound anew in brackets is another index, and has a name of its own.
    own = {name: reader.fresh((*reader.sides, *body), (name,)) for name in anew}
    indices = tuple(replace(index, name=own.get(index.name, index.name)) for index in indices)
    apart = tuple((replace(left, name=own.get(left.name, left.name)), right) for left, right in bound.apart)
    for left, right in apart:
        if right.name in bound.names and left.name not in bound.names and right.name not in letters(*body):
            labels = [
                f"a {kind} over {left.name}, which is free elsewhere",
                f"over {right.name}, which nothing here has",
            ]
            raise reader.ambiguous(right.at, "an inequality below a sign", labels, "rename one of the indices")
    if kind in SAID and (bound.apart or bound.weight):
        raise reader.fail(at, f"{SAID[kind]} over all values of an index but some", "it is not in the language")
    if kind == "prod" and bound.weight:
        raise reader.fail(at, "a product up to an index", r"only a \sum is read up to an index")
    if kind == "prod" and apart and len(indices) > 1:
        raise reader.fail(at, "a product over pairs of indices", r"\prod_{j \ne i} leaves out values of one index")
    names = frozenset(index.name for index in indices)
    inner = reader.within(reader.bound | names, reader.closed - bound.names - names, {n: n for n in bound.names} | own)

    def over(part: Sequence[Node]) -> list[Reading]:
        found = inner.row(part)
        if (
            reader.running is not None
            and names.isdisjoint(letters(*part))
            and any(c.shape for c in inner.outside.row(part))
        ):
            labels = ["of each component", f"over the components of a vector, by {indices[0].name}"]
            hint = r"write the mean as a sum, \frac1N \sum_i, with the index on what has it"
            raise reader.ambiguous(at, "a sign in a mean, over an index that nothing behind it has,", labels, hint)
        if is_added(sign) and any(len(c.shape) == 1 for c in found) and mixes(reader.context, part):
            labels = [f"over {indices[0].name}, of vectors", "over the components of the vectors in it too"]
            raise reader.ambiguous(at, "a sum without an index of components and vectors", labels, r"write \sum_i")
        if kind != "sum":
            what = f"{SAID.get(kind, 'a product')} over an index"
            found = reader.shaped(found, at, lambda shape: not shape, what)
        if apart or bound.weight:
            whole = (Restricted(at, kind, indices, apart, c.tree, bound.ordered, bound.weight) for c in found)
            return [Reading(tree, c.shape) for tree, c in zip(whole, found, strict=True)]
        for index in reversed(indices):
            name = f"{kind}_over" if kind in SAID else kind
            found = [Reading(Call(at, name, (index, c.tree)), c.shape) for c in found]
        return found

    def closed(cut: int) -> list[Reading]:
        return reader.around(before, at, over(body[:cut]), body[cut:])

    again = bound_again(inner, body, bound.names)
    if again is not None:  # Σᵢ aᵢ Σᵢ bᵢ: an index that is bound again ends the body
        return closed(again)
    cut = reach(reader, sign, body)
    doubtful = kind == "sum" and cut > 1 and is_closed(reader, sign, body[0], bound.names)
    what = r"the body of a \sum over an index that is free elsewhere"
    if doubtful and reader.choice("parentheses behind sums", at, what) == "closed":
        return closed(1)
    whole = kind == "sum" or cut == len(body) or reader.choice("products", at, rf"the body of a \{kind}") == "whole"
    return closed(len(body) if whole else cut)


def is_closed(reader: Reader, sign: Node, first: Node, names: frozenset[str]) -> bool:
    """Do parentheses stand right behind a sum over an index that the formula uses freely elsewhere?"""
    group = parted(first)[0]
    if reader.context.printed or not isinstance(group, Group) or not group.visible:
        return False
    free = (free_names(side, sign, reader.context.operators) for side in reader.sides)
    return not names.isdisjoint(set(reader.elsewhere).union(*free))


def running(reader: Reader, before: Sequence[Node], sign: Node, body: Sequence[Node]) -> list[Reading]:
    r"""``\sum (x - \bar x)^2``, over the components of the vectors in it, up to a further sign without an index."""
    base, scripts = parted(sign)
    stop = next((n for n in range(len(body)) if is_bare(body[n])), len(body))
    stop -= 0 < stop < len(body) and isinstance(body[stop - 1], Op)
    if not isinstance(base, BigSign) or base.kind != "sum" or not stop:
        raise reader.error(sign.at, "a sign without an index", r"an index below it, as in \sum_{i=1}^N")
    if before and isinstance(before[-1], Op) and before[-1].sign == "/" and stop > 1:
        labels = ["all of it below", "some of it below"]
        raise reader.ambiguous(before[-1].at, "a slash before a sum", labels, "add parentheses")
    top = upper_limit(reader, scripts[0])[0] if scripts else None
    found = sum_of_components(reader, sign.at, Row(body[0].at, tuple(body[:stop])), top)
    return reader.around(before, sign.at, found, body[stop:])


def reach(reader: Reader, sign: Scripted, body: Sequence[Node]) -> int:
    """How many of the factors and signs behind a big sign there are up to the last one that has its index."""
    names = bound_names(sign.scripts)
    having = (
        n for n in range(len(body), 1, -1) if not names.isdisjoint(free_letters(body[n - 1], reader.context.operators))
    )
    return next(having, 1)


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


Placed = tuple[Key, int]
#: The dimension up to which a sign goes, and the places that it leaves out; None without an upper limit.
Top = tuple[Word | Numeral | None, Sequence[At]]

#: The most inequalities below one sign: each may double the terms.
MAX_PAIRS = 12


@dataclass(frozen=True)
class Range:
    """The indices that a sign binds, the pairs of which must differ, and whether the one pair must increase instead."""

    indices: tuple[Word | Ranged, ...]
    apart: tuple[tuple[Word, Word], ...] = ()
    ordered: bool = False
    weight: tuple[Tree, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(index.name for index in self.indices)


def range_of_sign(reader: Reader, sign: Scripted) -> Range:
    scripts = sorted_scripts(reader, sign.scripts)
    if scripts.primes:
        raise reader.error(sign.at, "a prime on a sum or product", r"\sum_{j \ne i} for one that leaves out a value")
    if scripts.sub is None:
        raise reader.error(sign.at, "a sign without an index", r"an index below it, as in \sum_{i=1}^N")
    raw, top = membership(reader, scripts.sub.raw)
    if top is not None and scripts.sup is not None:
        raise reader.error(scripts.sup.at, "an upper limit beside a set", "one of them")
    top = top or scripts.sup
    if top is not None and (cut := limit_at_index(reader, raw, top)) is not None:
        return up_to(reader, *cut)
    colon = next((n for n, lexeme in enumerate(raw) if lexeme.kind == "COLON"), None)
    if colon is not None and not (colon and any(lexeme.kind == "REL" for lexeme in raw[colon:])):
        raise reader.error(raw[colon].at, "a colon without a condition behind it", r"\sum_{j : j \ne i}, or i,j")
    low = lower_limit(reader, raw)
    dim, left_out = (None, ()) if top is None else limits(reader, sign.at, low, top)
    bound: list[Placed] = []
    bare: list[Placed] = []
    unequal: list[tuple[Placed, Placed]] = []
    placed: list[tuple[Placed, At]] = []
    started = False
    for piece in pieces(raw):
        cuts = [n for n, lexeme in enumerate(piece) if lexeme.kind == "REL"]
        signs = [piece[cut].text for cut in cuts]
        edges = [-1, *cuts, len(piece)]
        sides = [piece[start + 1 : stop] for start, stop in pairwise(edges)]
        if not signs:
            for key, at in index_keys(reader, piece):
                if any(key == other for (other, _), _ in (*placed, *unequal)):
                    raise bound_twice(reader, shown(key), at)
                if unequal and is_left_out(reader, key, at):
                    unequal.append((unequal[-1][0], (key, at)))
                else:
                    bare.append((key, at))
            continue
        if not all(sides):
            raise reader.error(piece[cuts[0]].at, "a relation without two sides", r"i=1 or i \ne j")
        if signs == ["="] and (dim is not None or len(cuts) == len(pieces(raw)) == 1):
            if dim is None and low != 1:
                raise reader.error(sides[1][0].at, f"a sum from {low}", "an upper limit", r"\sum_{i=2}^N")
            bound += [*bare, *index_keys(reader, sides[0])]
            bare, started = [], True
        elif signs == ["!="] and (place := one_place(reader, sides[1])) is not None:
            placed.append((one_index(reader, sides[0]), place))
        elif signs == ["!="]:
            unequal.append((one_index(reader, sides[0]), one_index(reader, sides[1])))
        elif dim is None and len(pieces(raw)) == 1 and (found := between(reader, sign.at, sides, signs)) is not None:
            index, (dim, left_out) = found
            bound.append(one_index(reader, index))
        elif set(signs) <= {"<", "<=", ">", ">="} and len(pieces(raw)) == 1:
            return increasing(reader, sign, sides, signs, (dim, left_out))
        else:
            raise reader.error(piece[cuts[0]].at, f"the range {signs[0]}", r"\sum_{i=1}^N, \sum_i or \sum_{j \ne i}")
    if started and bare:
        raise reader.error(bare[0][1], f"the index {shown(bare[0][0])} without a range", "i,j=1")
    bound += bare
    if len(unequal) > MAX_PAIRS:
        raise reader.fail(sign.at, f"more than {MAX_PAIRS} inequalities below a sign", "sum in steps", LimitError)
    for left, right in unequal:
        bound += newly_bound(reader, sign, left, right, bound)
    known = dict(bound)
    bound += [(key, at) for key, at in {key: at for (key, at), _ in placed}.items() if key not in known]
    words: list[tuple[Word, Word]] = [(Word(at, plain_name(key)), place) for (key, at), place in placed]
    words += [(Word(at, plain_name(key)), place) for key, at in bound for place in left_out]
    words += [(index_word(reader, left, bound), index_word(reader, right, bound)) for left, right in unequal]
    return Range(tuple(index_tree(reader, key, at, dim) for key, at in bound), tuple(words))


def one_index(reader: Reader, raw: Sequence[Lexeme]) -> Placed:
    """The one index on a side of an inequality."""
    keys = index_keys(reader, raw)
    if len(keys) != 1:
        raise reader.error(raw[0].at, f"{len(keys)} names in an inequality", "one index on each side")
    return keys[0]


def index_tree(reader: Reader, key: Key, at: int, dim: Word | Numeral | None) -> Word | Ranged:
    name = bound_name(reader, key, at)
    return Word(at, name) if dim is None else Ranged(at, name, dim)


def index_word(reader: Reader, placed: Placed, bound: Sequence[Placed]) -> Word:
    """An index in an inequality: one that is bound here or around, or declared."""
    key, at = placed
    if any(key == other for other, _ in bound):
        return Word(at, plain_name(key))
    if plain_name(key) in reader.bound:
        return Word(at, reader.renamed.get(plain_name(key), plain_name(key)))
    declared = reader.context.index(key)
    if declared is None:
        raise unbound(reader, key, at)
    return Word(at, declared)


def newly_bound(reader: Reader, sign: Scripted, left: Placed, right: Placed, bound: Sequence[Placed]) -> list[Placed]:
    """The indices of an inequality that it binds itself, beside those that its sign has ``bound``."""
    if left[0] == right[0]:
        raise reader.error(right[1], f"the index {shown(right[0])} unequal to itself", "two indices")
    here = {key for key, _ in bound}
    if left[0] in here:
        return []
    if right[0] in here:
        fixed = plain_name(left[0]) in reader.bound or used_freely(reader, sign, [left])
        if not fixed and reader.context.index(left[0]) is not None:
            return [left] if of_both(reader, sign, right, left) else []
        return []
    unknown = [placed for placed in (left, right) if plain_name(placed[0]) not in reader.bound]
    if not unknown:
        raise bound_twice(reader, shown(left[0]), left[1])
    free = used_freely(reader, sign, unknown)
    if len(unknown) == 1 and not free:
        return spoken_of(reader, sign, unknown)
    if len(free) == len(unknown):
        message = f"the indices {shown(left[0])} and {shown(right[0])}, which both are free in the formula"
        raise reader.fail(left[1], message, "rename the one that the sign binds", NameError_)
    if free:
        return spoken_of(reader, sign, [placed for placed in unknown if placed not in free])
    if all(reader.context.index(key) is None for key, _ in unknown):
        return spoken_of(reader, sign, unknown)
    if _kind(sign) == "prod":
        behind = letters_behind(reader.sides, sign)
        if plain_name(left[0]) in behind and plain_name(right[0]) not in behind:
            return [left]  # of the entries with one index, all but one
    return unknown if of_both(reader, sign, left, right) else [left]


def spoken_of(reader: Reader, sign: Scripted, indices: list[Placed]) -> list[Placed]:
    r"""The indices; raises for one that is not declared, and that nothing behind the sign has: ``\sum_{k < M} x_k``."""
    behind = letters_behind(reader.sides, sign) if any(holds(side, sign) for side in reader.sides) else None
    for key, at in indices:
        if behind is not None and plain_name(key) not in behind and reader.context.index(key) is None:
            message = f"an inequality of {shown(key)}, which nothing behind it has"
            raise reader.fail(at, message, f"declare it: % derive: index {shown(key)} : N", NameError_)
    return indices


def used_freely(reader: Reader, sign: Scripted, indices: Sequence[Placed]) -> list[Placed]:
    """Those of some indices that are declared, and that the formula uses outside of a sign and of what follows it."""
    used = set(reader.elsewhere)
    if any(holds(side, sign) for side in reader.sides):
        free = (free_names(side, sign, reader.context.operators, everywhere=True) for side in reader.sides)
        used = used.union(*free)  # y^{(k)} too
    return [placed for placed in indices if reader.context.index(placed[0]) and plain_name(placed[0]) in used]


def of_both(reader: Reader, sign: Scripted, left: Placed, right: Placed) -> bool:
    """Is an inequality between indices, of which nothing says whether they are bound, one of both, or of the first alone?"""
    what, convention = "an inequality below a sign", "inequalities below signs"
    if _kind(sign) == "prod":
        known = CONVENTIONS[convention]
        raise reader.ambiguous(left[1], what, list(known.choices.values()), known.hint)
    both = reader.choice(convention, left[1], what) == "both"
    if not both and (name := reader.context.index(right[0])) is not None:
        reader.effort.kept.add(name)
    return both


def increasing(
    reader: Reader, sign: Scripted, sides: Sequence[Sequence[Lexeme]], signs: Sequence[str], to: Top
) -> Range:
    r"""``i<j``, ``j>i`` and ``1 \le i < j \le N``: both are bound, and used nowhere else."""
    sides, signs, (dim, left_out) = list(sides), list(signs), to
    ranged = len(sides) == 4 and signs[0] == signs[-1] == "<=" and "".join(x.text for x in sides[0]) == "1"
    if ranged and dim is not None:
        raise reader.error(sides[-1][0].at, "two upper limits", "one of them")
    if ranged:
        counts(reader, sides[0][0].at, 1)
        dim, _ = upper_limit(reader, Script("^", sides[-1][0].at, tuple(sides[-1])))
        sides, signs = sides[1:-1], signs[1:-1]
    if len(sides) != 2 or any(dimension_in(reader, side) for side in sides):
        raise reader.error(sides[0][0].at, f"the range {signs[0]}", r"i<j, 1 \le i < j \le N, or 1 \le i < N")
    left, right = (one_index(reader, side) for side in sides)
    if _kind(sign) == "prod" or left[0] == right[0]:
        raise reader.fail(left[1], f"the range {signs[0]}", r"a \sum over i < j, or \prod_{j \ne i}")
    fixed = [placed for placed in (left, right) if plain_name(placed[0]) in reader.bound]
    fixed += [] if ranged else [x for x in used_freely(reader, sign, [left, right]) if x not in fixed]
    if len(fixed) > 1:
        raise reader.fail(left[1], "an inequality of two indices that are bound elsewhere", "rename one of them")
    if fixed:
        (index,) = (placed for placed in (left, right) if placed not in fixed)
        return up_to(reader, index, signs[0] if index is left else _TURNED[signs[0]], fixed[0], dim, left_out)
    if not ranged:
        spoken_of(reader, sign, [left, right])
    if left_out:
        raise reader.error(left[1], "two indices up to less than a dimension", r"\sum_{i<j}, \sum_{i<j}^N")
    if signs[0] not in "<>":
        raise reader.fail(
            left[1], f"the range {signs[0]}", r"\sum_{j=1}^i for each i, \sum_i \sum_{j=1}^i for all of them"
        )
    if signs[0] == ">":
        left, right = right, left
    one, other = (index_tree(reader, key, at, dim) for key, at in (left, right))
    return Range((one, other), ((Word(one.at, one.name), Word(other.at, other.name)),), ordered=True)


_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def up_to(
    reader: Reader, index: Placed, sign: str, other: Placed, dim: Word | Numeral | None, out: Sequence[At]
) -> Range:
    r"""``\sum_{j \le i}`` over j: a sum over all, of what is weighted by 1 where it is so, and by 0 elsewhere."""
    key, at = index
    if key == other[0]:
        raise reader.error(at, f"a range of {shown(key)} by {shown(key)} itself", "a dimension, or another index")
    weight = related(at, Word(at, plain_name(key)), sign, index_word(reader, other, ()))
    apart = tuple((Word(at, plain_name(key)), place) for place in out)
    return Range((index_tree(reader, key, at, dim),), apart, weight=(weight,))


def _kind(sign: Scripted) -> str:
    return sign.base.kind if isinstance(sign.base, BigSign) else ""
