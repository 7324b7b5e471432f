"""Declarations of symbols, ``dimension N``, ``vectors a, g : N nonzero``, ``scalar s > 0``, of hypotheses, ``assume x > 0``,
and of derivatives that no formula gives: ``loss L of y``, ``y depends on x``; and ``hold m fixed``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derive.errors import InputError
from derive.language.hypotheses import CONDITION_KINDS, Condition, Hypothesis, equal
from derive.language.terms import Dim, Dimension, Index, Number, Shape, Symbol, Term, Zeros, axes_of, is_vector
from derive.reading.declarations import MIRRORED, OF_RELATION
from derive.reading.environment import Meaning
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Clause, Declaring, find, split
from derive.reading.latex.dependence import closes_a_circle
from derive.reading.latex.lets import body_of
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import Key, plain_name
from derive.reading.latex.statement import read_latex

_PROPERTIES = "|".join(sorted(CONDITION_KINDS, key=len, reverse=True))
TRAILING = re.compile(rf"\s*((?:\b(?:{_PROPERTIES})\b\s*)+)$")


def assumptions_in(here: Declaring, begin: int, end: int) -> list[Hypothesis]:
    r"""``assume \vec 1 \cdot \vec v = 0, \epsilon > 0``"""
    found: list[Hypothesis] = []
    for start, stop in split(here.text, begin, end, ","):
        chain = read_latex(here.text, here.context, here.source.file, begin=start, end=stop)
        if len(chain.terms) < 2:
            raise here.error(stop, "a formula alone", r"a hypothesis such as \vec 1 \cdot \vec v = 0")
        for left, right, sign in zip(chain.terms, chain.terms[1:], chain.relations, strict=False):
            found.append(here.make(start, hypothesis_of, left, sign, right))
    return found


def declare_properties(here: Declaring, clause: Clause) -> Context:
    """``nonzero g, h``: of symbols and of lets."""
    found: list[Hypothesis] = []
    for begin, end in split(here.text, clause.begin, clause.end, ","):
        found.append(here.make(begin, Condition, clause.keyword, body_of(here, begin, end)))
    if not found:
        raise here.error(clause.begin, "nothing", f"what is {clause.keyword}")
    return here.context.assume(found)


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
    r"\s*(>=|<=|!=|>|<|=|\\geq?(?![A-Za-z])|\\neq?(?![A-Za-z])|\\leq?(?![A-Za-z])|\\gt|\\lt)\s*(\S+)\s*$"
)
_CROSSING = re.compile(r"\s(?:x|by|×)\s|\\times")


def declare_symbols(here: Declaring, clause: Clause) -> Context:
    """``dimension N, K``, ``vectors a, g : N nonzero``, ``matrix X : N x K``, ``index i : N``."""
    text, begin, end = here.text, clause.begin, clause.end
    colon = find(text, begin, end, ":")
    words: list[str] = []
    dims: tuple[Dim, ...] = ()
    stop = end
    if clause.keyword != "dimension":
        if colon < 0:
            raise here.error(end, "the end", f"a colon and a dimension, as in {clause.keyword} … : N")
        stop = colon
        if trailing := TRAILING.search(text, colon + 1, end):
            words, end = trailing[1].split(), trailing.start()
            if clause.keyword == "index":
                raise here.error(trailing.start(1), f"the property {words[0]!r}", "the end")
        cuts = [edge for match in _CROSSING.finditer(text, colon + 1, end) for edge in match.span()]
        edges = [colon + 1, *cuts, end]
        dims = tuple(here.dim(edges[n], edges[n + 1]) for n in range(0, len(edges), 2))
        wanted = 2 if clause.keyword == "matrix" else 1
        if len(dims) != wanted:
            found = f"{len(dims)} dimension{'s' if len(dims) > 1 else ''}"
            raise here.error(colon + 1, found, "two, as in N x K" if wanted == 2 else "one")
    for part in split(text, begin, stop, ","):
        key, mark, at = here.name(*part)
        meaning: Meaning
        if clause.keyword in ("vector", "matrix"):
            here.once(key, mark, at, (len(dims),), (1, 2))
            meaning = here.make(at, Symbol, here.internal(key, mark, len(dims)), dims, frozenset(words))
        else:
            here.once(key, mark, at)
            if clause.keyword == "dimension":
                meaning = here.make(at, Dimension, here.context.internal(key, mark))
            else:
                meaning = here.make(at, Index, plain_name(key), dims[0])
        here.context = here.make(clause.at, here.context.declare, {(key, mark): meaning})
    if not text[begin:stop].replace(",", "").strip():
        raise here.error(clause.begin, "nothing", "a name")
    return here.context


def declare_scalars(here: Declaring, clause: Clause) -> Context:
    r"""``scalar \epsilon >= 0, s > 0, t, d > 2, c nonzero``"""
    bounds: list[tuple[int, int]] = []
    text = here.text
    for begin, end in split(text, clause.begin, clause.end, ","):
        words: set[str] = set()
        if trailing := TRAILING.search(text, begin, end):
            words, end = set(trailing[1].split()), trailing.start()
        if bound := _BOUND.search(text, begin, end):
            sign = RELATIONS.get(bound[1], bound[1])
            if bound[2] == "0" and sign in OF_RELATION:
                words.add(OF_RELATION[sign])
            else:
                bounds.append((begin, end))
            end = bound.start()
        key, mark, at = here.name(begin, end)
        here.once(key, mark, at, (0,))
        meaning = here.make(at, Symbol, here.internal(key, mark, 0), (), frozenset(words))
        here.context = here.make(clause.at, here.context.declare, {(key, mark): meaning})
    if not text[clause.begin : clause.end].replace(",", "").strip():
        raise here.error(clause.begin, "nothing", "a name")
    context = here.context
    inside = Declaring(here.source, context, here.declared)
    return context.assume([found for begin, end in bounds for found in assumptions_in(inside, begin, end)])


def declare_loss(here: Declaring, clause: Clause) -> Context:
    """``loss L of y``: ∂L/∂y is a symbol."""
    found = re.search(r"\sof\s", here.text[clause.begin : clause.end])
    if found is None:
        raise here.error(clause.end, "the end", "'of' and a name, as in loss L of y")
    key, mark, at = here.name(clause.begin, clause.begin + found.start())
    here.once(key, mark, at)
    y, meaning = here.term_named(clause.begin + found.end(), clause.end)
    letter = re.sub(r"\\math[a-z]+|[^A-Za-z]", "", key.core) or "L"
    symbol = symbol_of_derivative(here, f"{letter}_{y}", meaning.shape)
    context = here.context.declare({(Key(f"∂{key.core}/∂{y}"), ""): symbol})
    return replace(context, losses={**context.losses, key: (y, symbol.name)})


def symbol_of_derivative(here: Declaring, name: str, shape: Shape) -> Symbol:
    """A symbol for a derivative, of a name that is not taken."""
    while name in here.context.env.names:
        name += "_derivative"
    return Symbol(name, shape)


def declare_dependence(here: Declaring, begin: int, end: int, start: int, stop: int) -> Context:
    """``y depends on x``: ∂y/∂x is a symbol."""
    (y, above), (x, below) = here.term_named(begin, end), here.term_named(start, stop)
    for name, term in ((y, above), (x, below)):
        if not isinstance(term, Symbol):
            message = f"{name}, which is defined: what it depends on is known"
            raise here.fail(begin, message, "declare it as a symbol instead")
    if closes_a_circle(y, x, here.context.depends):
        raise here.fail(begin, f"{y} depends on {x}, which is said to depend on {y}", "declare one of the two")
    symbol = symbol_of_derivative(here, f"{y}_{x}", axes_of(above.shape) + axes_of(below.shape))
    context = here.context.declare({(Key(f"∂{y}/∂{x}"), ""): symbol})
    return replace(context, depends={**context.depends, (y, x): symbol.name})


def declare_held(here: Declaring, clause: Clause) -> Context:
    """``hold m fixed``: m keeps its value, and from here on its derivative is 0."""
    text = here.text[clause.begin : clause.end]
    match = re.fullmatch(r"(.*)\sfixed\s*", text, re.DOTALL)
    if match is None:
        raise here.error(clause.begin, f"'hold{text[:20]}'", "hold m fixed")
    key, _, _ = here.name(clause.begin, clause.begin + match.end(1))
    if (index := here.context.index(key)) is not None:
        return replace(here.context, fixed=here.context.fixed | {index})
    name, meaning = here.term_named(clause.begin, clause.begin + match.end(1))
    if isinstance(meaning, Symbol):
        depends = {pair: symbol for pair, symbol in here.context.depends.items() if pair[0] != name}
        return replace(here.context, depends=depends)
    return replace(here.context, held=here.context.held | {name})
