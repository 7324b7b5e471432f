r"""± x ± y … with a ``\sum`` or ``\prod`` among the terms: where its body ends.

It ends before a sign behind which its index occurs no more: so it is read wherever it is read.  Before any other it ends, or
goes on, as the convention ``sums`` says; where nothing says it, each is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from derive.reading.latex import syntax as tex
from derive.reading.latex.bare_sums import RUNNING, binds, runs
from derive.reading.latex.braces import Signed, without_braces
from derive.reading.latex.conventions import ONE_WAY, RATES
from derive.reading.latex.letters import bound_names, everything, free_letters
from derive.reading.latex.nodes import Ended
from derive.reading.latex.otherwise import WIDER
from derive.reading.latex.rates import is_rate
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.rows import added
from derive.reading.latex.syntax import Row, Terms, is_big, items_of
from derive.reading.syntax import Call, Tree


def from_row(reader: Reader, node: Row) -> list[Reading]:
    """Factors and signs side by side, of which braces may make terms."""
    [(sign, at, first), *more] = without_braces(reader, (("", node.at, node),))
    return from_term(reader, ((sign, at, first), *more), at) if more else reader.row(items_of(first))


def from_term(reader: Reader, terms: Sequence[Signed], at: int, start: int = 0) -> list[Reading]:
    r"""± x ± y …; a ``\sum`` ends before a sign behind which its index occurs no more; any other it may go on after."""
    if len(terms) > 2000:
        raise reader.fail(at, f"a sum of {len(terms)} terms", "the limit is 2000; group them in parentheses")
    terms = _with_bodies(without_braces(reader, terms))
    bound = [_bound_in(node) for _, _, node in terms]
    free = [free_in(reader, node) if any(bound) else set[str]() for _, _, node in terms]
    check_means(reader, terms)
    for ends in (n for n in range(start, len(terms) - 1) if bound[n]):
        # An index that is bound again belongs to the sign that binds it.
        stop = next((n for n in range(ends + 1, len(terms)) if not bound[ends].isdisjoint(bound[n])), len(terms))
        having = [n for n in range(ends + 1, stop) if not bound[ends].isdisjoint(free[n])]
        if not having:
            reader.effort.relied.add(ONE_WAY["ends"])
            continue
        sign = next(filter(is_big, items_of(terms[ends][2])))
        what = rf"the body of a \{getattr(tex.parted(sign)[0], 'kind', 'sum')}"
        match reader.choice("sums", terms[ends + 1][1], what):
            case "wide":
                return widened(reader, terms, ends, having[-1], at)
            case "whole":
                return widened(reader, terms, ends, stop - 1, at)
    for number in range(len(terms) - 1):
        if end := open_rate(reader, terms[number:]):
            return _behind_rate(reader, terms, number, end, at)
    return added(reader, terms, at)


#: What is in doubt before a sign.
RATE = "a derivative with several factors behind it"


def _behind_rate(reader: Reader, terms: Sequence[Signed], number: int, end: int, at: int) -> list[Reading]:
    r"""± x ± y … with a derivative before its sign in term ``number``, and at ``end`` of it what is differentiated.

    One factor is all of it, ``\frac{d}{dt} t^2 + c``, unless sides are equal in the other way alone.
    """
    before, place, whole = terms[number]
    items = items_of(whole)
    said, several = reader.context.choice(RATES), len(items) - end > 1 and not _is_application(items[end:])
    if said or several:
        wide = reader.choice(RATES, terms[number + 1][1], RATE) == "wide"
    else:
        wide = reader.context.otherwise is WIDER
    if wide:
        inner = Row(items[end].at, tuple(items[end:]))
        rest = tex.Group(inner.at, (Terms(inner.at, (("", inner.at, inner), *terms[number + 1 :])),))
        return added(reader, (*terms[:number], (before, place, Row(whole.at, (*items[:end], rest)))), at)
    found = added(reader, terms, at)
    return found if said or several else [replace(c, tree=_ended(c.tree)) for c in found]


def _ended(tree: Tree) -> Tree:
    """A sum as one that could be meant otherwise; of one term, beside 0, it could not."""
    return Ended(tree.at, tree.name, tree.arguments) if isinstance(tree, Call) and tree.name == "add" else tree


def open_rate(reader: Reader, terms: Sequence[Signed]) -> int:
    r"""Where in the first of some terms what stands behind ``\frac{d}{dt}`` begins, if no other has a derivative; or 0.

    What stands in parentheses right behind it is all that is differentiated.
    """
    items = items_of(terms[0][2])
    end = next((n + 1 for n, item in enumerate(items) if is_rate(reader, item)), 0)
    closed = len(items) == end or tex.is_group(items[end])
    others = (part for _, _, node in terms[1:] for part in everything(node))
    derived = any(isinstance(part, tex.Partial) or is_rate(reader, part) for part in others)
    return 0 if reader.context.printed or not end or closed or derived else end


def _is_application(items: Sequence[tex.Node]) -> bool:
    """``f(x)``, ``log x``: one factor."""
    if isinstance(items[0], tex.Func):
        return True
    return len(items) == 2 and tex.is_group(items[1]) and isinstance(tex.parted(items[0])[0], tex.Name)


def check_means(reader: Reader, terms: Sequence[Signed]) -> None:
    r"""Refuse ``\mathbb E_i x_i + y_i``: does the mean end before the sign, or go on?"""
    for number, (_, _, node) in enumerate(terms[:-1]):
        items = items_of(node)
        for item, after in pairwise(items):
            base, scripts = tex.parted(item)
            named = isinstance(base, tex.Name) and any(base.lexeme.text == core for core, _ in reader.context.operators)
            if not named or not scripts or tex.is_group(after):
                continue
            names = bound_names(scripts)
            if any(
                not names.isdisjoint(free_letters(other, reader.context.operators))
                for _, _, other in terms[number + 1 :]
            ):
                labels = ["the mean ends before the sign", "the mean goes on"]
                raise reader.ambiguous(item.at, "a mean over an index", labels, r"write brackets, \mathbb E_i[x_i]")


def _bound_in(node: tex.Node) -> set[str]:
    """The names that the big signs in a term bind."""
    return set().union(*(binds(item) for item in items_of(node) if is_big(item)))


def free_in(reader: Reader, node: tex.Node) -> set[str]:
    """The names in a term that no sign in it binds, and `RUNNING` where a vector stands in it."""
    return free_letters(node, reader.context.operators) | ({RUNNING} if runs(reader.context, node) else set())


def widened(reader: Reader, terms: Sequence[Signed], start: int, stop: int, at: int) -> list[Reading]:
    """The sum in term ``start`` with the terms to ``stop`` in its body."""
    sign, place, node = terms[start]
    items = items_of(node)
    big = next(n for n, item in enumerate(items) if is_big(item))
    inner = items[big + 1 :]
    if not inner:
        raise reader.error(place, "a sign with nothing after it", "what is summed")
    first = inner[0] if len(inner) == 1 else Row(inner[0].at, tuple(inner))
    body = Terms(first.at, (("", first.at, first), *terms[start + 1 : stop + 1]))
    wide = Row(node.at, (*items[: big + 1], body))
    return from_term(reader, (*terms[:start], (sign, place, wide), *terms[stop + 1 :]), at, start + 1)


def _with_bodies(terms: Sequence[Signed]) -> list[Signed]:
    r"""The terms, a ``\sum`` with nothing after it but a sign joined with the term after that: ``\sum_i -2 x_i``."""
    made: list[Signed] = []
    for sign, at, node in terms:
        if made and is_big((items := items_of(made[-1][2]))[-1]):
            body = Terms(at, ((sign, at, node),))
            made[-1] = (*made[-1][:2], Row(items[0].at, (*items, body)))
        else:
            made.append((sign, at, node))
    return made
