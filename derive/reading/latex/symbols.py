"""Declarations of symbols, ``dimension N``, ``vectors a, g : N nonzero``, ``scalar s > 0``, of hypotheses, ``assume x > 0``,
and of derivatives that no formula gives: ``loss L of y``, ``y depends on x``; and ``hold m fixed``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from derive.errors import InputError, NameError_, ShapeError
from derive.language.build import dot, let, trace
from derive.language.hypotheses import SYMMETRIC, Condition, Hypothesis, equal
from derive.language.terms import (
    Component,
    Defined,
    Diag,
    Dim,
    Index,
    Number,
    Shape,
    Symbol,
    Term,
    Zeros,
    as_term,
    axes_of,
    is_vector,
    show_shape,
)
from derive.reading.declarations import MIRRORED, OF_RELATION
from derive.reading.environment import Meaning
from derive.reading.latex import declared_sizes
from derive.reading.latex.abbreviations import with_spelling
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import OF_SHAPE, REALS, Clause, Declaring, opening, split
from derive.reading.latex.dependence import check_earlier, closes_a_circle
from derive.reading.latex.formula_names import check_second, opaque
from derive.reading.latex.formula_uses import check_assumed
from derive.reading.latex.glyphs import TYPED_SIGNS
from derive.reading.latex.lets import body_of, with_square
from derive.reading.latex.properties import DIAGONAL, FULL_RANK, TRAILING, UNIT, properties_in
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import Key, Lexeme, plain_name
from derive.reading.latex.statement import LatexChain, read_latex

#: Between two indices.
_BETWEEN = re.compile(r"\\(?:neq?|not\s*=|leq?|geq?|lt|gt)(?![A-Za-z])|[≠≤≥=<>]")
_SIMPLE = re.compile(r"\s*(?:[A-Za-z]|\\[a-z]+)'?\s*")


def assumptions_in(here: Declaring, begin: int, end: int) -> list[Hypothesis]:
    r"""``assume \vec 1 \cdot \vec v = 0, \epsilon > 0``"""
    found: list[Hypothesis] = []
    for start, stop in split(here.text, begin, end, ","):
        check_values(here, start, stop)
        chain = read_latex(here.text, here.context, here.source.file, begin=start, end=stop)
        if len(chain.terms) < 2:
            raise here.error(stop, "a formula alone", r"a hypothesis such as \vec 1 \cdot \vec v = 0")
        found += here.make(start, assumed_by, here.context, chain)
    return found


def check_values(here: Declaring, begin: int, end: int) -> None:
    r"""Raise for ``i \neq k`` of indices, which says where a relation holds, and nothing of values."""
    sign = _BETWEEN.search(here.text, begin, end)
    sides = [(begin, sign.start()), (sign.end(), end)] if sign else []
    if sides and all(_SIMPLE.fullmatch(here.text[a:b]) and here.context.index(here.name(a, b)[0]) for a, b in sides):
        hint = rf"write it behind the relation that holds there: \quad ({here.text[begin:end].strip()})"
        raise here.fail(begin, f"a condition on indices, {here.text[begin:end].strip()}", hint, NameError_)


def declare_properties(here: Declaring, clause: Clause) -> Context:
    """``nonzero g, h``: of symbols and of lets."""
    found: list[Hypothesis] = []
    for begin, end in split(here.text, clause.begin, clause.end, ","):
        found.append(here.make(begin, Condition, clause.keyword, body_of(here, begin, end)))
    if not found:
        raise here.error(clause.begin, "nothing", f"what is {clause.keyword}")
    return here.context.assume(found)


def assumed_by(context: Context, chain: LatexChain) -> list[Hypothesis]:
    """What the relations of a chain say as hypotheses; raises `InputError` for one that says none."""
    pairs = zip(pairwise(chain.terms), chain.relations, strict=True)
    return [assumed_of(context, left, sign, right) for (left, right), sign in pairs]


def assumed_of(context: Context, left: Term, sign: str, right: Term) -> Hypothesis:
    """The hypothesis that a relation says, for all its free indices; raises `InputError` for one that it does not show."""
    check_assumed(context, (left, right))
    return hypothesis_of(left, sign, right)


def hypothesis_of(left: Term, sign: str, right: Term) -> Hypothesis:
    """The hypothesis that a relation says: an equation, or a sign of a term; raises `InputError` for any other."""
    if sign in ("=", ":="):
        return equal(left, right)
    if sign not in OF_RELATION or (sign == "!=" and _nought(left)):
        left, sign, right = right, MIRRORED.get(sign, sign), left
    if sign not in OF_RELATION:
        hint = r"a hypothesis is an equation, or one of x > y, x \ge y, x \ne y"
        raise InputError(f"the relation '{sign}' in a hypothesis", hint=hint)
    kind, gap = OF_RELATION[sign], left if _nought(right) else -right if _nought(left) else left - right
    return Condition("not_zero" if kind == "nonzero" and is_vector(gap.shape) else kind, gap)


def _nought(term: Term) -> bool:
    return isinstance(term, Zeros) or term == Number(0)  # type: ignore[arg-type]  # converted there


_BOUND = re.compile(
    r"\s*(>=|<=|!=|>|<|=|[≥≤≠]|\\geq?(?![A-Za-z])|\\neq?(?![A-Za-z])|\\leq?(?![A-Za-z])|\\gt|\\lt)\s*((?:[^\s()]|\([^\s()]*\))+)\s*$"
)


#: The signs of bounds.
_SIGNS = RELATIONS | {typed: RELATIONS[sign] for typed, sign in TYPED_SIGNS.items() if sign in RELATIONS}
#: A number in a set: the reals, or an interval; and between two bounds.
_IN = re.compile(r"(.*?)(?:\\in(?![A-Za-z])|∈|\sin\s|:(?!=))\s*(\S.*)", re.DOTALL)
_REALS = re.compile(REALS)
_INTERVAL = re.compile(r"([(\[])([^,]*),([^,]*)([)\]])\s*")
_BOUNDED = re.compile(r"[^<>≤≥\\]*(?:<=?|≤|\\leq?(?![A-Za-z]))(.*?)(?:<=?|≤|\\leq?(?![A-Za-z])).*", re.DOTALL)
#: The range of an index, ``1..n``, ``\\{1, \\dots, n\\}``, ``[n]``.
_RANGE = re.compile(r"\s*(?:\\?\{|\[)?\s*(?:1\s*(?:,|\.|:|…|\\[lc]?dots|\s)+)?([^\s,.:{}\[\]]+?)\s*(?:\\?\}|\])\s*"
                    r"|\s*1\s*(?:,|\.|:|…|\\[lc]?dots|\s)+([^\s,.:{}\[\]]+)\s*")  # fmt: skip
_DOTS = re.compile(r"\s*(?:\.\.\.|…|\\[lc]?dots)\s*\Z")
_OF_INDEX = re.compile(rf"{OF_SHAPE.pattern}|=")


#: What a property of a diagonal matrix says of its entries.
_OF_ENTRIES = {"invertible": "nonzero", "idempotent": "mask"}


class _Group(NamedTuple):
    """Names that are declared with one shape, ``a, g : N nonzero``: where they stand, where the shape does, its words."""

    names: tuple[tuple[int, int], ...]
    begin: int
    end: int
    words: tuple[str, ...]


def _groups(here: Declaring, clause: Clause) -> list[_Group]:
    """The groups of ``a, g : N nonzero, b : K``; raises `ReadError` for names without a shape."""
    text, found = here.text, list[_Group]()
    names: list[tuple[int, int]] = []
    of_index = clause.keyword == "index"
    for begin, end in _listed(text, clause) if of_index else split(text, clause.begin, clause.end, ","):
        sign = (_OF_INDEX if of_index else OF_SHAPE).search(text, begin, end)
        ranked = FULL_RANK.search(text, sign.end(), end) if sign and clause.keyword == "matrix" else None
        stop = ranked.start() if ranked else end
        trailing = TRAILING.search(text, sign.end() if sign else begin, stop)
        words, stop = (tuple(properties_in(trailing[1])), trailing.start()) if trailing else ((), stop)
        words = (*words, f"full {ranked[1]} rank") if ranked else words
        if sign is not None:
            found.append(_Group((*names, (begin, sign.start())), sign.end(), stop, (*clause.words, *words)))
            names = []
        elif found and not names and not text[begin:stop].strip():
            found[-1] = found[-1]._replace(words=(*found[-1].words, *words))
        else:
            names.append((begin, end))
        if words and clause.keyword == "index":
            raise here.error(trailing.start(1) if trailing else end, f"the property {words[0]!r}", "the end")
    if names or not found:
        raise here.error(clause.end, "the end", f"a colon and a dimension, as in {clause.keyword} … : N")
    return found


def _listed(text: str, clause: Clause) -> list[tuple[int, int]]:
    r"""The parts between commas, but those in a range, ``i = 1, \dots, n``."""
    made = list[tuple[int, int]]()
    for begin, end in split(text, clause.begin, clause.end, ","):
        shape = _OF_INDEX.search(text, *made[-1]) if made else None
        before = text[shape.end() : made[-1][1]].strip() if shape else ""
        if before in ("1", "2") or before.endswith(("...", "…", "dots")) or (shape and _DOTS.match(text, begin, end)):
            made[-1] = (made[-1][0], end)
        else:
            made.append((begin, end))
    return made


def _shape(here: Declaring, group: _Group, keyword: str) -> tuple[Dim | None, ...]:
    """The dimensions of what is declared by a word; None for a 1, of a row, a column or a number."""
    if keyword == "index" and (range_ := _RANGE.fullmatch(here.text, group.begin, group.end)):
        return (declared_sizes.dim(here, *range_.span(1 if range_[1] else 2)),)
    dims = declared_sizes.dims(here, group.begin, group.end)
    if set(dims) == {None}:
        return dims
    wanted = 2 if keyword == "matrix" else 1
    if keyword == "vector" and len(dims) == 2 and None in dims:  # N x 1, and 1 x N
        return dims if dims[0] is None else dims[:1]
    if "row" in group.words and len(dims) == 1:
        return (None, *dims)
    if len(dims) != wanted:
        found = f"{len(dims)} dimension{'s' if len(dims) > 1 else ''}"
        expected = "two, as in N x K" if wanted == 2 else "one, or 'matrix' for N x 1 and 1 x N"
        raise here.error(group.begin, found, expected)
    return dims


def declare_symbols(here: Declaring, clause: Clause) -> Context:
    r"""``dimension N, K >= 3``, ``vectors a, g : N nonzero, b : K``, ``matrix X \in \R^{N \times K}``, ``index i : N``."""
    if clause.keyword == "dimension":
        parts = list(split(here.text, clause.begin, clause.end, ","))
        bounds = [(part, bound) for part in parts if (bound := _BOUND.search(here.text, *part))]
        ends = {part: bound.start() for part, bound in bounds}
        for part in parts:
            declared_sizes.declare_size(here, part[0], ends.get(part, part[1]))
        for part, _ in bounds:
            here.context = here.context.assume(assumptions_in(here, *part))
        if not here.text[clause.begin : clause.end].replace(",", "").strip():
            raise here.error(clause.begin, "nothing", "a name")
        return here.context
    for group in _groups(here, clause):
        dims = _shape(here, group, clause.keyword)
        for part in group.names:
            if not here.text[slice(*part)].strip():
                raise here.error(part[0], "nothing", "a name")
            if set(dims) == {None}:  # vector b : 1
                here.context = replace(here.context, has_one=True)
                here.context = declare_scalars(here, Clause("scalar", clause.at, *part, group.words))
                continue
            bound = _BOUND.search(here.text, *part) if clause.keyword == "vector" else None
            sign = _SIGNS.get(bound[1], bound[1]) if bound and bound[2] == "0" else ""
            name = (part[0], bound.start()) if bound and sign in (">", ">=") else part
            here.context = _declared(here, clause, name, dims, group.words)
            if name != part:
                here.context = here.context.assume([_of_each(here, name, sign)])
    return here.context


def _of_each(here: Declaring, name: tuple[int, int], sign: str) -> Hypothesis:
    """What ``vector x > 0 : N`` says: x_i > 0 for every i."""
    _, vector = Declaring(here.source, here.context, here.declared).term_named(*name)
    (dim,) = axes_of(vector.shape)
    return hypothesis_of(Component(vector, (Index("i", dim),)), sign, as_term(0))


def _declared(
    here: Declaring, clause: Clause, part: tuple[int, int], dims: tuple[Dim | None, ...], words: tuple[str, ...]
) -> Context:
    """With one name of a shape; a matrix of one row, or a diagonal one, is made of the vector of its entries."""
    if ranks := [word for word in words if word.startswith("full")]:
        here.context = _declared(here, clause, part, dims, tuple(word for word in words if word not in ranks))
        _, matrix = Declaring(here.source, here.context, here.declared).term_named(*part)
        grams = (matrix.T @ matrix if word == "full column rank" else matrix @ matrix.T for word in ranks)
        return here.context.assume([here.make(part[0], Condition, "invertible", gram) for gram in grams])
    rank = 1 if dims[-1] is None else len(dims)  # a matrix of one column is a vector
    if extra := {UNIT, "row"} & {*words}:
        here.context = _declared(here, clause, part, dims, tuple(word for word in words if word not in extra))
        _, vector = Declaring(here.source, here.context, here.declared).term_named(*part)
        length = vector @ vector.T if vector.shape[0] == 1 else dot(vector, vector)
        return here.context.assume([here.make(part[0], equal, length, as_term(1))] if UNIT in extra else [])
    if rank == 2 and dims[0] is not None and "nonzero" in words:  # X ≠ 0
        here.context = _declared(here, clause, part, dims, tuple(word for word in words if word != "nonzero"))
        _, matrix = Declaring(here.source, here.context, here.declared).term_named(*part)
        return here.context.assume([here.make(part[0], Condition, "nonzero", trace(matrix.T @ matrix))])
    of = dict.fromkeys(words)
    kind = rank, frozenset((*of, *(["row"] if dims[0] is None else [])))
    key, mark, at = here.name(*part) if clause.keyword == "index" else here.new_name(*part, kind)
    formula = here.context.formulas.get(key.core)
    sizes = tuple(dim for dim in dims if dim is not None)
    if clause.keyword == "index":
        here.once(key, mark, at)
        return here.make(
            clause.at, here.context.declare, {(key, mark): here.make(at, Index, plain_name(key), sizes[0])}
        )
    here.once(key, mark, at, (rank,), (1, 2))
    name = here.internal(key, mark, rank)
    if dims[0] is not None and DIAGONAL not in of:
        meaning: Meaning = opaque(here.context, key, here.make(at, Symbol, name, sizes, frozenset(of)))
        if formula is not None:
            here.make(at, check_second, formula, sizes, of)
        return here.make(clause.at, here.context.declare, {(key, mark): meaning})
    if DIAGONAL in of and (rank == 1 or sizes[0] != sizes[1]):
        raise here.fail(at, f"a diagonal matrix of shape {show_shape(sizes)}", "write N x N", ShapeError)
    diagonal = dims[0] is not None
    own = frozenset(_OF_ENTRIES[word] for word in of if diagonal and word in _OF_ENTRIES)
    word = "diagonal" if diagonal else "row"
    own_name = f"{name}_{word}" if formula is None else f"{name}_{{{word}}}"
    entries = opaque(here.context, key, symbol_of(here, own_name, sizes[:1], own))
    here.context = here.context.declare({(Key(f"∂{name}"), ""): entries})
    whole = here.make(at, let, name, Diag(entries) if diagonal else entries.T)
    context = here.make(clause.at, here.context.declare, {(key, mark): whole})
    said = (word for word in of if not diagonal or word not in (DIAGONAL, "symmetric", *_OF_ENTRIES))
    return context.assume([here.make(at, Condition, word, whole) for word in said])


def declare_scalars(here: Declaring, clause: Clause) -> Context:
    r"""``scalar \epsilon >= 0, s > 0, t, d > 2, c nonzero``"""
    bounds: list[tuple[int, int]] = []
    intervals: list[tuple[tuple[int, int], re.Match[str]]] = []
    text = here.text
    for begin, end in split(text, clause.begin, clause.end, ","):
        words = set(clause.words)
        if trailing := TRAILING.search(text, begin, end):
            words, end = words | set(properties_in(trailing[1])), trailing.start()
        if between := _BOUNDED.fullmatch(text, begin, end):
            bounds.append((begin, end))
            begin, end = between.span(1)
        elif bound := _BOUND.search(text, begin, end):
            sign = _SIGNS.get(bound[1], bound[1])
            if bound[2] == "0" and sign in OF_RELATION:
                words.add(OF_RELATION[sign])
            else:
                bounds.append((begin, end))
            end = bound.start()
        elif lies := _IN.fullmatch(text, begin, end):
            within = _INTERVAL.fullmatch(text, *lies.span(2))
            if within is None and not _REALS.fullmatch(text, *lies.span(2)):
                raise here.error(
                    lies.start(2), f"'{lies[2].strip()[:40]}'", r"an interval, or \mathbb R", "a number has no shape"
                )
            begin, end = lies.span(1)
            intervals += [((begin, end), within)] if within else []
        key, mark, at = here.new_name(begin, end, (0, frozenset(words)))
        here.once(key, mark, at, (0,))
        symbol = here.make(at, Symbol, here.internal(key, mark, 0), (), frozenset(words))
        meaning = opaque(here.context, key, symbol)
        here.context = here.make(clause.at, here.context.declare, {(key, mark): meaning})
        here.context = with_square(here.context, key, mark)
        if key.core.startswith(r"\cos "):
            here.context = here.context.assume([Condition("nonneg", 1 - symbol**2)])
    if not text[clause.begin : clause.end].replace(",", "").strip():
        raise here.error(clause.begin, "nothing", "a name")
    context = here.context
    inside = Declaring(here.source, context, here.declared)
    said = [found for begin, end in bounds for found in assumptions_in(inside, begin, end)]
    return context.assume([*said, *(each for part, within in intervals for each in _lies(inside, part, within))])


def _lies(here: Declaring, name: tuple[int, int], within: re.Match[str]) -> Iterator[Hypothesis]:
    """What an interval says of a number; of an end at infinity nothing."""
    _, number = here.term_named(*name)
    for group, bracket, sign in ((2, within[1], ">"), (3, within[4], "<")):
        if "infty" not in within[group] and "∞" not in within[group]:
            end = body_of(here, *within.span(group))
            yield here.make(name[0], hypothesis_of, number, sign if bracket in "()" else f"{sign}=", end)


def declare_loss(here: Declaring, clause: Clause) -> Context:
    """``loss L of y``, ``loss L of Q, K``, ``loss L(f(x), y) of z``: ∂L/∂y is a symbol."""
    found = re.search(r"\sof\s", here.text[clause.begin : clause.end])
    if found is None:
        raise here.error(clause.end, "the end", "'of' and a name, as in loss L of y")
    end = clause.begin + found.start()
    bracket = opening(here.text, clause.begin, end)
    key, mark, at = here.name(clause.begin, end if bracket < 0 else bracket)
    here.once(key, mark, at)
    if bracket >= 0:
        here.context = with_arguments(here, key, mark, clause.begin, end)
    letter, pairs = re.sub(r"\\math[a-z]+|[^A-Za-z]", "", key.core) or "L", list[tuple[str, str]]()
    for part in split(here.text, clause.begin + found.end(), clause.end, ","):
        y, meaning = here.term_named(*part)
        symbol = symbol_of(here, f"{letter}_{y}", axes_of(meaning.shape))
        context = here.context.declare({(Key(f"∂{key.core}/∂{y}"), ""): symbol})
        here.context = replace(context, slopes={**context.slopes, symbol.name: (key.core, y)})
        pairs.append((y, symbol.name))
    context = replace(here.context, losses={**here.context.losses, key: tuple(pairs)})
    return here.no_loss_and_function(context, key, at)


def with_arguments(here: Declaring, key: Key, mark: str, begin: int, end: int) -> Context:
    r"""With ``J(W, b; x, y)`` as another spelling of the loss J."""
    if key != Key(key.core):
        raise here.fail(begin, f"the loss {shown(key)} with scripts and arguments", "use a letter", NameError_)
    return with_spelling(here.context, here.items(begin, end), Lexeme("NAME", key.core, begin, mark=mark))


def symbol_of(here: Declaring, name: str, shape: Shape, properties: frozenset[str] = frozenset()) -> Symbol:
    """A symbol that the text has no name for, of a name that is not taken."""
    while name in here.context.env.names:
        name += "_other"
    return Symbol(name, shape, properties)


def declare_dependence(here: Declaring, begin: int, end: int, start: int, stop: int) -> Context:
    """``y depends on x, z``: ∂y/∂x and ∂y/∂z are symbols; a y that is not declared is a number, if what it depends on is."""
    parts = list(split(here.text, start, stop, ","))
    key, mark, at = here.name(begin, end)
    if not here.context.names(key, mark) and not any(
        each.shape for _, each in map(here.term_named, *zip(*parts, strict=True))
    ):
        here.context = declare_scalars(here, Clause("scalar", at, begin, end))
    for part in parts:
        here.context = _depending(here, begin, end, *part)
    return here.context


def _depending(here: Declaring, begin: int, end: int, start: int, stop: int) -> Context:
    (y, above), (x, below) = here.term_named(begin, end), here.term_named(start, stop)
    for name, term in ((y, above), (x, below)):
        if not isinstance(term, Symbol):
            message = f"{name}, which is defined: what it depends on is known"
            raise here.fail(begin, message, "declare it as a symbol instead")
    if closes_a_circle(y, x, here.context.depends):
        raise here.fail(begin, f"{y} depends on {x}, which is said to depend on {y}", "declare one of the two")
    here.make(begin, check_earlier, y, x, _read_before(here.context))
    symmetric = isinstance(above, Symbol) and above.properties & SYMMETRIC and not below.shape
    own = frozenset({"symmetric"} if symmetric else ())
    symbol = symbol_of(here, f"{y}_{x}", axes_of(above.shape) + axes_of(below.shape), own)
    context = here.context.declare({(Key(f"∂{y}/∂{x}"), ""): symbol})
    depends, slopes = {**context.depends, (y, x): symbol.name}, {**context.slopes, symbol.name: (y, x)}
    return replace(context, depends=depends, slopes=slopes)


def _read_before(context: Context) -> Iterator[Term]:
    """What definitions, functions and hypotheses say."""
    names = [name for name in context.env.names if name not in context.origins]
    yield from (term for name in names if isinstance(term := context.env.names[name], Defined))
    yield from (definition.body for definition in context.constants)
    yield from (term for hypothesis in context.env.hypotheses for term in hypothesis.terms)


def declare_held(here: Declaring, clause: Clause) -> Context:
    """``hold m, s fixed``: they keep their values, their derivatives are 0; an index is not summed over."""
    text, context = here.text[clause.begin : clause.end], here.context
    match = re.fullmatch(r"(.*)\sfixed\s*", text, re.DOTALL)
    if match is None:
        raise here.error(clause.begin, f"'hold{text[:20]}'", "hold m fixed, or hold m, s fixed")
    for part in split(here.text, clause.begin, clause.begin + match.end(1), ","):
        if (index := context.index(here.name(*part)[0])) is not None:
            context = replace(context, fixed=context.fixed | {index})
            continue
        name, meaning = here.term_named(*part)
        if isinstance(meaning, Symbol):
            context = replace(context, depends={pair: of for pair, of in context.depends.items() if pair[0] != name})
        else:
            context = replace(context, held=context.held | {name})
    return context
