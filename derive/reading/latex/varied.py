r"""Differentials, ``d(x^\top A x) = x^\top (A + A^\top) dx``: what changes to first order when x changes by dx.

A name varies where its differential stands in the formula, and all other names stay; with one elsewhere in the text they
could vary, too.  A differential is any array of the
shape of its name, so that nothing may be assumed of a name that varies but that what is divided by has an inverse.  Every
side must have a differential, or be what the others are: ``x^\top dx = 0`` alone would be a condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.derivation.partials import component, occurs, unused
from derive.errors import InputError
from derive.language import terms as t
from derive.language.alike import product_of, sum_over
from derive.language.substitution import symbols_of
from derive.reading.elaborate import Elaboration
from derive.reading.environment import Scope
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Context
from derive.reading.latex.conventions import ONE_WAY, VARIED, Equal
from derive.reading.latex.letters import is_d, is_upright_d
from derive.reading.latex.losses import Loss, loss_of
from derive.reading.latex.names import function_named
from derive.reading.latex.nodes import Varied
from derive.reading.latex.readings import Reader, Reading
from derive.reading.latex.signs import TRANSPOSES
from derive.reading.latex.spelling import MARKS, Key, name_at
from derive.reading.latex.tokens import Tok, tokens
from derive.reading.shapes import GuessedShape
from derive.reading.source import Source
from derive.reading.syntax import Call, Transposed, Tree, Word

#: What may be assumed of a name that varies.
_OPEN = frozenset({"invertible", "positive", "nonnegative"})
_OPENS = ("(", "[", "|")
#: The commands in a text, of which none is a d where there are no macros.
_COMMAND = re.compile(r"\\[A-Za-z]+")
_OTHERS = frozenset({r"\partial", r"\nabla", r"\int", r"\iint", r"\oint"})
_FRACTIONS = frozenset({r"\frac", r"\dfrac", r"\tfrac", "/"})


def varying(source: Source, context: Context, begin: int, end: int, before: t.Term | None = None) -> Context:
    """A context in which the names vary whose differentials stand in a formula with d before what it acts on.

    So they do in what goes on from a side ``before`` in which they vary.  Where no differential of a name stands, the only
    name varies.
    """
    fixed = context.einstein or context.depends or context.formulas or context.held
    if context.printed or context.varied or fixed or context.is_word("d", True):
        return context
    said = source.text[begin:end] if context.macros.table else _COMMAND.sub(" ", source.text[begin:end])
    if "d" not in said:
        return context
    try:
        found = in_italics(context.macros.expand(source, tokens(source, begin, end)))
    except InputError:
        return context
    of_d = [
        at
        for at, token in enumerate(found)
        if token.kind == "letter" and token.text == "d" and not _in_script(found, at)
    ]
    of_loss = any(_is_loss(context, found, at) for at in of_d)
    if not of_loss and (context.losses or any(token.text in _OTHERS for token in found)):
        return context
    if any(_below(found, at) for at in of_d):
        return context
    named = [(key, mark, meaning) for at in of_d for key, mark, meaning in _named(context, found, at)]
    defined = any(isinstance(meaning, t.Defined) for _, _, meaning in named)
    carried = (
        []
        if before is None
        else [each for each in _symbols(context) if t.Symbol(f"d{each.name}", each.dims) in symbols_of(before)]
    )
    inverted = [at for at in of_d if _inverse(context, found, at)]
    if not (defined or carried or inverted or of_loss or any(_opens(found, at + 1) for at in of_d)):
        return context
    keys: dict[t.Symbol, list[tuple[Key, str]]] = {}
    for key, mark, meaning in named:
        if isinstance(meaning, t.Symbol) and (key, mark) not in keys.setdefault(meaning, []):
            keys[meaning].append((key, mark))
    spoken = {*keys, *carried} or _spoken(context, found)
    if (
        not spoken
        or (not keys and not carried and len(spoken) > 1)
        or not all(_is_free(context, each) for each in spoken)
    ):
        return context
    pairs: dict[t.Symbol, t.Symbol] = {}
    made: dict[tuple[Key, str], t.Symbol] = {}
    for symbol in sorted(spoken, key=lambda each: each.name):
        written = keys.get(symbol, [(Key(f"∂d{symbol.name}"), "")])  # dX_{ij} beside d\mathbf{X}
        own = t.Symbol(f"d{symbol.name}", symbol.dims)
        declared = list(dict.fromkeys(context.env.names[name] for each in written for name in context.names(*each)))
        if declared and isinstance(declared[0], t.Symbol):
            own = declared[0]
        if len(declared) > 1 or own.dims != symbol.dims or own.properties:
            return context
        if declared != [own] and (declared or own.name in context.env.names):
            return context
        pairs[symbol] = own
        if not declared:
            made |= dict.fromkeys(written, own)
    return replace(context.declare(made), varied=tuple(pairs.items()))


#: An upright d, as it is typeset.
_UPRIGHT = tuple(
    tuple(each.split())
    for each in (r"\mathrm { d }", r"\mathrm d", r"\operatorname { d }", r"{ \rm d }", r"{ \mathrm { d } }", "d")
)


def in_italics(found: Sequence[Tok]) -> list[Tok]:
    """Tokens with a d in italics for an upright one, and without a space behind it, ``dx`` for ``d x``."""
    made, at = list[Tok](), 0
    while at < len(found):
        for way in _UPRIGHT:
            part = found[at : at + len(way)]
            words = len(way) > 1 or part[0].kind in ("text", "textrm", "textup", "textnormal")
            if words and tuple(token.text for token in part) == way:
                made.append(replace(part[0], kind="letter", text="d", end=part[-1].end))
                at += len(way)
                break
        else:
            made.append(found[at])
            at += 1
    for place, (one, after) in enumerate(pairwise(made)):
        if (one.kind, one.text, after.kind) == ("letter", "d", "letter"):
            made[place], made[place + 1] = replace(made[place], end=after.at), replace(after, spaced=False)
    return made


def with_inverses(source: Source, found: Sequence[Tok], context: Context) -> list[Tok]:
    """Tokens with d(X⁻¹) for ``dX^{-1}``, where X varies; raises `AmbiguityError` for any other power of a dX."""
    made = list(found)
    if not context.varied:
        return made
    for at in reversed([n for n, token in enumerate(found) if token.kind == "letter" and token.text == "d"]):
        if _in_script(found, at) or (stop := _after_name(context, found, at)) < 0:
            continue
        if (end := _inverse(context, found, at)) > 0:
            opening = replace(found[at], kind="sign", text="(", at=found[at + 1].at, end=found[at + 1].at)
            closing = replace(opening, text=")", at=found[end - 1].end, end=found[end - 1].end)
            made[at + 1 : end] = [opening, *found[at + 1 : end], closing]
        elif [token.text for token in found[stop : stop + 1]] == ["^"] and not _is_transpose(found, stop + 1):
            labels = ["the differential of the power", "the power of the differential"]
            raise source.ambiguous(found[at].at, "a power behind a differential", labels, "write d(x^2), or (dx)^2")
    return made


def _after_name(context: Context, found: Sequence[Tok], at: int) -> int:
    """The position behind the name of a symbol right behind a d; -1 where none stands there."""
    if not any(isinstance(meaning, t.Symbol) for _, _, meaning in _named(context, found, at)):
        return -1
    token = found[at + 1].text
    return at + 2 if token not in MARKS else at + (5 if found[at + 2].text == "{" else 3)


def _is_loss(context: Context, found: Sequence[Tok], at: int) -> bool:
    r"""Does the name of a loss stand right behind a d, ``dL``, ``d\mathcal{L}``?"""
    name, _ = name_at(Source(""), found, at + 1) if at + 1 < len(found) else (None, 0)
    return name is not None and Key(name.text) in context.losses


def _inverse(context: Context, found: Sequence[Tok], at: int) -> int:
    r"""The position behind ``X^{-1}`` right behind a d; 0 where that does not stand there."""
    stop = _after_name(context, found, at)
    inverse = stop > 0 and [token.text for token in found[stop : stop + 5]] == ["^", "{", "-", "1", "}"]
    return stop + 5 if inverse else 0


def _is_transpose(found: Sequence[Tok], at: int) -> bool:
    """Does a script begin with the sign of a transpose?"""
    return bool({token.text for token in found[at : at + 2]} & {*TRANSPOSES, "'"})


def _symbols(context: Context) -> list[t.Symbol]:
    return [each for each in context.env.names.values() if isinstance(each, t.Symbol)]


def _spoken(context: Context, found: Sequence[Tok]) -> set[t.Symbol]:
    """The symbols that are named in some tokens, or that what is named there is defined by."""
    names = {name for token in found for _, name in context.keys.table.get(Key(token.text), ())}
    terms = [term for name in names if isinstance(term := context.env.names[name], t.Symbol | t.Defined)]
    return set(symbols_of(*terms))


def _opens(found: Sequence[Tok], at: int) -> bool:
    """Do parentheses begin at a position?"""
    texts = [token.text for token in found[at : at + 2]]
    return bool(texts) and (texts[0] in _OPENS or (texts[0] == r"\left" and texts[-1] in _OPENS))


def _in_script(found: Sequence[Tok], at: int) -> bool:
    """Does a d begin a script?"""
    before = [token.text for token in found[max(at - 2, 0) : at]]
    return bool(before) and (before[-1] in ("_", "^") or (before[-1] == "{" and before[0] in ("_", "^")))


def _below(found: Sequence[Tok], at: int) -> bool:
    """Is a d one above or below a bar?"""
    before = [token.text for token in found[max(at - 2, 0) : at]]
    return bool(before) and (before[-1] == "/" or (before[-1] == "{" and (before[0] in _FRACTIONS or before[0] == "}")))


def _named(context: Context, found: Sequence[Tok], at: int) -> Iterator[tuple[Key, str, t.Symbol | t.Defined]]:
    """The key of dX and its mark, and what X is, for the d at a position; nothing of any other."""
    if at + 1 >= len(found):
        return
    token, mark = found[at + 1], ""
    if token.text in MARKS:
        inner = found[at + 2 : at + 5]
        braced = len(inner) == 3 and inner[0].text == "{" and inner[2].text == "}"
        mark, token = token.text, inner[1] if braced else (inner or [token])[0]
    joined = f"d{token.text}" if token.kind == "letter" and not mark else f"d {token.text}"
    entry = [each.text for each in found[at + 2 : at + 3]] == ["_"]
    names = context.names(Key(token.text), mark, entry) if token.kind in ("letter", "command") else ()
    meant = [term for name in names if isinstance(term := context.env.names[name], t.Symbol | t.Defined)]
    if len(meant) == len(names) == 1:
        yield Key(joined), mark, meant[0]


def _is_free(context: Context, symbol: t.Symbol) -> bool:
    """Is nothing assumed of a name that a small change could break?"""
    given = (each for each in context.env.hypotheses if symbol in symbols_of(*each.terms))
    return symbol.properties <= _OPEN and all(getattr(each, "kind", "") == "invertible" for each in given)


def is_head(context: Context, node: tex.Node) -> bool:
    """Is a node the d of a differential?"""
    return bool(context.varied) and isinstance(node, tex.Name) and is_d(node) and not is_upright_d(node)


def read_varied(
    reader: Reader, before: Sequence[tex.Node], head: tex.Node, after: Sequence[tex.Node]
) -> list[Reading] | None:
    """A row with d before parentheses, or before the name of what is defined."""
    if not is_head(reader.context, head) or not after:
        return None
    group, *rest = after
    if (loss := loss_of(reader, group)) is not None:
        return reader.around(before, head.at, [of_loss(reader, head.at, loss)], rest)
    base, scripts = tex.parted(group)
    called = not tex.is_group(group) and rest and tex.is_group(rest[0])
    if called:  # dh(x)
        if not isinstance(group, tex.Name) or function_named(reader, group) is None or tex.group_of(rest[0])[1]:
            raise reader.error(head.at, "d before a name and parentheses", "d(…), or the name alone")
        found, rest = reader.row((group, rest[0])), rest[1:]
    elif tex.is_group(group) and isinstance(base, tex.Group):
        if scripts or len(base.parts) != 1:
            raise reader.error(head.at, "d before parentheses with a script, or with several parts", "d(…) alone")
        found = reader.enclosed.read(base.parts[0])
    else:
        found = reader.read(group) if isinstance(base, tex.Name | tex.Bars) else []
        if not found or not (isinstance(group, tex.Bars) or all(_is_defined(reader, one.tree) for one in found)):
            return None
    varied = {symbol for symbol, _ in reader.context.varied}
    if isinstance(base, tex.Name) and not all(_inside(reader, c) & varied for c in found):
        raise reader.error(
            head.at, "a differential of a name that nothing varies", "one of a name with dX in its definition"
        )
    if any(_has_differential(c, reader) for c in found):
        raise reader.error(head.at, "a differential of what has a differential in it", "one of names")
    whole = not _is_called(reader, group) and any(_is_whole(reader, head.at, c) for c in found)
    made = reader.mapped(found, lambda c: Reading(Varied(head.at, c.tree, whole), c.shape))
    return reader.around(before, head.at, made, rest)


def of_loss(reader: Reader, at: int, loss: Loss) -> Reading:
    r"""``dL`` of a loss, the sum of the products of ∂L/∂y and dy over what it is of."""
    pairs, made = dict(reader.context.varied), list[Tree]()
    for name, slope in loss:
        y = reader.named_term(name)
        if isinstance(y, t.Symbol) and y not in pairs:
            continue  # it has no differential in the text
        dy: Tree = Word(at, pairs[y].name) if isinstance(y, t.Symbol) else Varied(at, Word(at, name))
        if t.is_row(y.shape):
            raise reader.error(at, f"a differential of a loss of {name}, a row", "a column, or a matrix")
        product = Call(at, "product", (Transposed(at, Word(at, slope)) if len(y.shape) == 2 else Word(at, slope), dy))
        scalar = Call(at, "dot", product.arguments) if t.is_vector(y.shape) else product
        made.append(Call(at, "trace", (product,)) if len(y.shape) == 2 else scalar)
    if not made:
        raise reader.error(at, "a differential of a loss of which nothing varies", "dX of what it is of")
    return Reading(made[0] if len(made) == 1 else Call(at, "add", tuple(made)), ())


def _is_whole(reader: Reader, at: int, c: Reading) -> bool:
    """Does every name in a formula, and in what is defined there, vary?  In doubt where one does elsewhere in the text."""
    others = {symbol.name for symbol in _inside(reader, c) - {symbol for symbol, _ in reader.context.varied}}
    if not others:
        return False
    if not reader.context.choice(VARIED):
        reader.effort.relied.add(ONE_WAY["differentials"])
    cores = (key.core for key, entries in reader.context.keys.table.items() for _, name in entries if name in others)
    signs = (rf"(?<![A-Za-z\\])d\}}?\s*(?:\\[A-Za-z,;!]+\s*\{{?\s*)?{re.escape(core)}(?![A-Za-z])" for core in cores)
    doubt = reader.context.choice(VARIED) or any(re.search(sign, reader.source.text) for sign in signs)
    return bool(doubt) and reader.choice(VARIED, at, "a differential of what has names in it without one") == "all"


def _inside(reader: Reader, c: Reading) -> set[t.Symbol]:
    """The symbols in a formula and in what is defined there."""
    terms = (reader.context.env.names.get(part.name) for part in c.tree.parts() if isinstance(part, Word))
    return set(symbols_of(*(term for term in terms if isinstance(term, t.Symbol | t.Defined))))


def _is_called(reader: Reader, node: tex.Node) -> bool:
    """Is a node the name of a function of which all arguments vary, so that all else is constant?"""
    base, scripts = tex.parted(node)
    if not isinstance(base, tex.Name) or (found := function_named(reader, node)) is None:
        return False
    constants = len(reader.context.constants.get(found[0], ()))
    own = found[0].parameters[: len(found[0].parameters) - constants]
    varied = {symbol.name for symbol, _ in reader.context.varied}
    return not scripts and all(parameter.name in varied for parameter in own)


def _is_defined(reader: Reader, tree: object) -> bool:
    return isinstance(tree, Word) and isinstance(reader.context.env.names.get(tree.name), t.Defined)


def _has_differential(c: Reading, reader: Reader) -> bool:
    names = {other.name for _, other in reader.context.varied}
    return any(isinstance(part, Varied) or (isinstance(part, Word) and part.name in names) for part in c.tree.parts())


def check_sides(source: Source, context: Context, at: int, nodes: Sequence[tex.Node], terms: Sequence[t.Term]) -> None:
    """Refuse a side without a differential that is not what the first one is: it may be a condition."""
    if not context.varied:
        return
    others = {other for _, other in context.varied}
    bare = [term for term in terms if others.isdisjoint(symbols_of(term))]
    if bare and len(bare) < len(terms) and not context.decide(Equal(tuple(terms), context.env.hypotheses)):
        hint = r"a condition is declared, % derive: assume …; a differential is dX of a declared X"
        raise source.fail(at, "a relation of differentials with a side that has none", hint)


def infer_varied(e: Elaboration, tree: Varied, scope: Scope) -> GuessedShape:
    return e.infer(tree.body, scope)


def build_varied(context: Context, e: Elaboration, tree: Varied, scope: Scope) -> t.Term:
    body, pairs = e.build(tree.body, scope), dict(context.varied)
    if tree.whole:
        others = sorted(symbols_of(body) - pairs.keys(), key=lambda each: each.name)
        pairs |= {each: t.Symbol(f"d{each.name}", each.dims) for each in others}
    return e.make(tree.at, differential, body, tuple(pairs.items()))


def differential(term: t.Term, pairs: Sequence[tuple[t.Symbol, t.Symbol]]) -> t.Term:
    """Σ ∂term/∂x dx over some x; raises `InputError` where there is no rule."""
    made = [_along(term, x, dx) for x, dx in pairs if occurs(x, term)]
    if not made:
        return 0 * term
    return made[0] if len(made) == 1 else t.Add(tuple(made))


def _along(term: t.Term, x: t.Symbol, dx: t.Symbol) -> t.Term:
    """What a term changes by, to first order, when x changes by dx."""
    own, axes = t.axes_of(term.shape), t.axes_of(x.shape)
    at = unused(own, (term, x, dx), tuple(sorted(term.free, key=lambda index: index.name)))
    along = unused(axes, (term, x, dx), (*at, *term.free))
    inner = product_of([component(term, x, at, along), t.Component(dx, along) if along else dx])
    whole = sum_over(along, inner) if along else inner
    if not at:
        return whole
    units = tuple(t.Basis(index) for index in at)
    return _shaped(sum_over(at, t.Product((whole, units[0] if len(units) == 1 else t.Outer(*units)))), term)


def _shaped(made: t.Term, term: t.Term) -> t.Term:
    """A column as a row, where that of which it is the differential is one."""
    return made if made.shape == term.shape else made.T
