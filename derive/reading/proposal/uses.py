r"""Names in formulas before anything is declared: which scripts are indices, which are operations, which are of the name.

What binds an index, what a sum runs to, and what is called is found first, in all formulas together (`known_of`);
then every name with its scripts is a `Use`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from derive.errors import InputError
from derive.reading.latex import syntax as tex
from derive.reading.latex.grammar import parse
from derive.reading.latex.letters import has_upright_d, is_d, is_upright_d, parts, rate_of
from derive.reading.latex.signs import BY_ENTRIES
from derive.reading.latex.spelling import UNMARKED, Key, Lexeme, is_differential, written
from derive.reading.source import Source

#: What may stand in a script that is part of a name.
_IN_NAMES = ("NAME", "DIGIT", "COMMA", "OPEN", "CLOSE", "SYMBOL", "LBRACE", "RBRACE")
_TRANSPOSES = frozenset({r"\top", r"\intercal", "T"})
#: Letters of indices that no sum binds, and of functions.
_FREE = frozenset("abcdghijklmnopqrst")
_CALLED = frozenset({"f", "g", "h", "F", "G", "H", r"\phi", r"\psi", r"\varphi", r"\sigma", r"\rho", r"\Phi", r"\mu"})


class Unclear(Exception):
    """A construct that is not understood.  A signal, never seen by users."""


class Title(NamedTuple):
    """A name as it is declared: its key without indices and operations, and whether it is marked as a vector or matrix."""

    key: Key
    marked: bool = False


@dataclass(frozen=True)
class Use:
    """A name where it stands: ``spelled`` without its ``indices`` and without what is done to it, which is ``sup``."""

    title: Title
    mark: str
    spelled: str
    indices: tuple[str, ...] = ()
    sup: str = ""


@dataclass
class Known:
    """What formulas tell before shapes: letters of indices, sizes as typeset, functions, names with a definition.

    ``transposing``: is a prime a transpose?  ``differential``: is a d in italics a differential?  ``rows``: names of rows,
    x_i, with that of their matrix, X.
    """

    indices: set[str] = field(default_factory=set)
    sizes: dict[Key, str] = field(default_factory=dict)
    functions: set[Key] = field(default_factory=set)
    defined: set[Key] = field(default_factory=set)
    transposing: bool = False
    differential: bool = False
    rows: dict[Title, Title] = field(default_factory=dict)


def walk(node: tex.Node) -> Iterator[tex.Node]:
    """A node and all below it, in order; a name with its scripts is one node, and an exponent of e is below it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if not is_name(node):
            waiting.extend(reversed(list(parts(node))))
        elif core_of(node) == "e" and (exponent := _exponent(node)) is not None:
            waiting.append(exponent)


def is_name(node: tex.Node) -> bool:
    return isinstance(tex.parted(node)[0], tex.Name)


def core_of(node: tex.Node) -> str:
    """The core of the name that a node is; empty for another node."""
    base, _ = tex.parted(node)
    return base.lexeme.text if isinstance(base, tex.Name) else ""


def _exponent(node: tex.Node) -> tex.Node | None:
    """What e is raised to."""
    if constant_of(node, Known()) != "exp":
        return None
    _, raw, _ = scripts_of(node)
    try:
        found: tex.Node = parse(Source(""), raw, "expr", 0)
    except InputError:
        return None
    return found


def scripts_of(node: tex.Node) -> tuple[Sequence[Lexeme], Sequence[Lexeme], int]:
    """What stands below and above a node, and the number of its primes; raises `Unclear` for two of a kind."""
    sub: Sequence[Lexeme] = ()
    sup: Sequence[Lexeme] = ()
    primes = 0
    for script in tex.parted(node)[1]:
        if script.sign == "'" or all(lexeme.text == r"\prime" for lexeme in script.raw):
            primes += len(script.raw) or 1
        elif (script.sign == "_" and sub) or (script.sign == "^" and sup):
            raise Unclear("two scripts of a kind")
        elif script.sign == "_":
            sub = script.raw
        else:
            sup = script.raw
    return sub, sup, primes


def key_of(node: tex.Node) -> Key:
    """The key of a name with all its scripts, as of a function."""
    sub, sup, primes = scripts_of(node)
    return Key(core_of(node), written(sub), written(sup), primes)


def split_indices(raw: Sequence[Lexeme], indices: Iterable[str]) -> tuple[Sequence[Lexeme], tuple[str, ...]]:
    """A subscript without the indices at its end, and those."""
    end, found = len(raw), list[str]()
    while end and raw[end - 1].kind == "NAME" and raw[end - 1].mark in UNMARKED and raw[end - 1].text in indices:
        found.insert(0, raw[end - 1].text)
        end -= 1
        while end and raw[end - 1].kind == "COMMA":
            end -= 1
    return raw[:end], tuple(found)


def operation_of(raw: Sequence[Lexeme], of_matrix: bool = True) -> str:
    """What a superscript does: ``T``, ``-T``, ``+``, ``o``, a number; empty when it is none of these."""
    text = "".join(x.text for x in raw if x.kind not in ("LBRACE", "RBRACE"))
    if text.removeprefix("-") in _TRANSPOSES:
        return "-T" if text[0] == "-" else "T"
    if text == r"\dagger" or (text == "+" and of_matrix):
        return "+"
    if raw and raw[0].kind == "OP" and raw[0].text in BY_ENTRIES:
        return "o"
    number = text.removeprefix("-").removeprefix("frac").replace("/", "")
    return text if number.isdigit() else ""


def done(sup: Sequence[Lexeme], primes: int, known: Known, of_matrix: bool = True) -> tuple[str, int]:
    """What a superscript and primes do, as `operation_of` says it, and the primes that do nothing."""
    operation = operation_of(sup, of_matrix)
    if known.transposing and primes == 1 and (not sup or operation == "-1"):
        return "-T" if sup else "T", 0
    return operation, primes


def is_capital(core: str) -> bool:
    r"""Is the letter of a core a capital, such as X, \Sigma, \hat Y?"""
    letter = core.split()[-1].rstrip("}").split("{")[-1].lstrip("\\")
    return letter[:1].isupper()


def constant_of(node: tex.Node, known: Known) -> str:
    """What a name is without being declared; empty where it is nothing.

    ``one``, ``zero``, ``I``, ``delta``, ``basis``, ``exp``, ``nabla``, or ``differential``.
    """
    base, _ = tex.parted(node)
    if not isinstance(base, tex.Name):
        return ""
    core, marked = base.lexeme.text, base.lexeme.mark not in UNMARKED
    if is_differential(base.lexeme) or (known.differential and is_d(node)):
        return "differential"
    try:
        sub, sup, _ = scripts_of(node)
    except Unclear:
        return ""
    indices = split_indices(sub, known.indices)[1]
    if core == r"\nabla" and not sub:
        return "nabla"
    if core in ("0", "1"):
        return "zero" if core == "0" else "one"
    if core == "I" and Key("I") not in known.defined:
        return "I"
    if core == r"\delta" and len(indices) == 2:
        return "delta"
    if core == "e" and marked and len(indices) == len(sub) == 1:
        return "basis"
    if core == "e" and not marked and sup and not sub and not operation_of(sup) and Key("e") not in known.defined:
        return "exp"
    return ""


def use_of(node: tex.Node, known: Known) -> Use:
    """The use that a name with its scripts is; raises `Unclear` for scripts that are neither name nor operation."""
    base, _ = tex.parted(node)
    if not isinstance(base, tex.Name):
        raise TypeError(f"a {type(base).__name__} as a name")
    core, mark = base.lexeme.text, base.lexeme.mark
    if mark == r"\mathbb":
        raise Unclear(rf"\mathbb {core}")
    sub, sup, primes = scripts_of(node)
    own, indices = split_indices(sub, known.indices)
    operation, primes = done(sup, primes, known, is_capital(core) or mark not in UNMARKED)
    named = () if operation else sup
    both = (*own, *named)
    kinds = [x.kind for x in both]
    if any(x.text in known.indices and x.mark in UNMARKED for x in both):
        raise Unclear("an index that is a part of a script only")
    if any(x.kind not in _IN_NAMES and x.text != "*" for x in both) or kinds.count("OPEN") != kinds.count("CLOSE"):
        raise Unclear("a script that is no name")
    if len(named) == 1 and named[0].kind == "NAME" and not named[0].mark:
        raise Unclear(f"the exponent {named[0].text}")
    key = Key(core, written(own), written(named), primes)
    letter = _marked(mark, core) if mark not in UNMARKED else rf"\mathrm{{{core}}}" if mark and len(core) > 1 else core
    below, above = (f"{sign}{braced(_typeset(raw))}" if raw else "" for sign, raw in (("_", own), ("^", named)))
    return Use(Title(key, mark not in UNMARKED), mark, letter + "'" * primes + below + above, indices, operation)


def _marked(mark: str, core: str) -> str:
    """A core with the mark of a vector, accents outside."""
    *accents, letter = core.split(" ") if "{" not in core else [core]
    text = f"{mark} {letter}" if len(letter) == 1 or letter[0] == "\\" else f"{mark}{{{letter}}}"
    for accent in reversed(accents):
        text = f"{accent}{{{text}}}"
    return text


def braced(text: str) -> str:
    """A script, in braces if it is longer than a letter."""
    return text if len(text) == 1 else f"{{{text}}}"


def _typeset(raw: Sequence[Lexeme]) -> str:
    """Lexemes of a script, so that they are read as the same again."""
    made = ""
    for x in raw:
        text = x.text if not x.mark else rf"\mathrm{{{x.text}}}" if x.mark == "rm" else _marked(x.mark, x.text)
        made += (" " if made[-1:].isalpha() and "\\" in made and text[0].isalpha() else "") + text
    return made


def bound_by(sign: tex.Node) -> tuple[list[str], Sequence[Lexeme]]:
    """The letters that a big sign binds, and the relation below it with what stands after that."""
    try:
        sub, _, _ = scripts_of(sign)
    except Unclear:
        return [], ()
    cut = next((n for n, x in enumerate(sub) if x.kind == "REL"), len(sub))
    return [x.text for x in sub[:cut] if x.kind == "NAME" and x.mark in UNMARKED], sub[cut:]


def known_of(nodes: Sequence[tex.Node], lefts: Sequence[tex.Node], sizes: dict[Key, str]) -> Known:
    """What formulas tell together; ``lefts`` stand alone left of a first =, ``sizes`` are known already."""
    known = Known(sizes=dict(sizes))
    bound, below, dimensions = set[str](), list[tuple[str, Sequence[Lexeme]]](), list[str]()
    bare, called, once = set[str](), dict[Key, int](), dict[Key, int]()
    for node in (part for whole in nodes for part in walk(whole)):
        try:
            if isinstance(tex.parted(node)[0], tex.BigSign):
                letters, rest = bound_by(node)
                bound.update(letters, [x.text for x in rest if rest[0].text == "!=" and x.kind == "NAME"])
                above = scripts_of(node)[1]
                if len(above) == 1 and above[0].kind == "NAME" and above[0].mark in UNMARKED:
                    known.sizes.setdefault(Key(above[0].text), above[0].text)
            elif is_name(node):
                sub, _, _ = scripts_of(node)
                bare |= {core_of(node)}
                once[key_of(node)] = once.get(key_of(node), 0) + 1
                below.append((core_of(node), sub))
                sized = len(sub) == 1 and sub[0].kind == "NAME" and sub[0].mark in UNMARKED
                if sized and constant_of(node, known) in ("one", "zero", "I"):
                    dimensions.append(sub[0].text)
            elif isinstance(node, tex.Row):
                for item, group in pairwise(node.items):
                    if is_name(item) and tex.is_group(group):
                        called[key_of(item)] = called.get(key_of(item), 0) + 1
                        if _is_word(item) or len(arguments_of(group)) > 1:
                            known.functions.add(key_of(item))
        except Unclear:
            continue
    known.sizes |= {Key(text): text for text in dimensions if text not in bound and Key(text) not in known.sizes}
    summed = {core for core, sub in below if split_indices(sub, bound)[1]}
    for letter in sorted(_FREE - bare - bound - {key.core for key in known.sizes}):
        cores = {core for core, sub in below if letter in split_indices(sub, _FREE | bound)[1]}
        if len(cores) > 1 or cores & summed:
            known.indices.add(letter)
    known.indices |= bound
    for left in lefts:
        if is_name(left):
            known.defined.add(Key(core_of(left)))
        elif (head := head_of(left)) is not None:
            known.functions.add(head)
    known.functions |= {key for key, count in called.items() if key.core in _CALLED and count == once.get(key)}
    known.transposing = _is_transposing(once.keys(), called.keys() | set(_keys(lefts)))
    known.differential = Key("d") not in known.sizes and _is_differential(
        [part for node in nodes for part in walk(node)]
    )
    return known


def _keys(nodes: Iterable[tex.Node]) -> Iterator[Key]:
    """The keys of the nodes that are names, and understood."""
    for node in filter(is_name, nodes):
        try:
            yield key_of(node)
        except Unclear:
            continue


def _is_transposing(keys: Set[Key], others: Set[Key]) -> bool:
    """Is each name with a prime met without it too, one of them a capital, and none called or defined, as ``others`` are?"""
    primed = {key for key in keys if key.primes}
    plain = all(key.primes == 1 and key._replace(primes=0) in keys for key in primed)
    return plain and any(is_capital(key.core) for key in primed) and not primed & others


def _is_differential(parts: Sequence[tex.Node]) -> bool:
    """Are there derivatives, and does every d stand before a name or parentheses, or alone over another d?"""
    beside = [pair for part in parts if isinstance(part, tex.Row) for pair in pairwise(part.items)]
    alone = [tex.held(part.above) for part in parts if isinstance(part, tex.Fraction_) and rate_of(part) is not None]
    found = [*alone, *(one for one, other in beside if is_name(other) or tex.is_group(other))]
    if not alone and not any(isinstance(part, tex.Partial) for part in parts):
        return False
    return 0 < sum(map(_is_italic_d, found)) == sum(map(_is_italic_d, filter(is_name, parts)))


def _is_italic_d(node: tex.Node) -> bool:
    return is_d(node) and not is_upright_d(node)


def _is_word(node: tex.Node) -> bool:
    base, _ = tex.parted(node)
    return isinstance(base, tex.Name) and base.lexeme.mark == "rm"


def arguments_of(node: tex.Node) -> tuple[tex.Node, ...]:
    """What stands in the parentheses of a call."""
    base, _ = tex.parted(node)
    return base.parts if isinstance(base, tex.Group) else ()


def head_of(node: tex.Node) -> Key | None:
    """The key of the function in ``f(x, …)``, of names alone; None for another node."""
    if not isinstance(node, tex.Row) or len(node.items) != 2:
        return None
    head, group = node.items
    plain = isinstance(group, tex.Group) and group.visible and all(isinstance(part, tex.Name) for part in group.parts)
    try:
        return key_of(head) if plain and is_name(head) else None
    except Unclear:
        return None


def uses_in(node: tex.Node, known: Known) -> Iterator[tuple[tex.Node, Use | str]]:
    """The names in a node: each with its use, or with why it is not understood; constants and functions are none."""
    heads: set[tex.Node] = set()
    for part in walk(node):
        if isinstance(part, tex.Row):
            heads |= {item for at, item in enumerate(part.items) if is_call(part.items, at, known)}
            heads |= {item for before, item in pairwise(part.items) if before_angle(before, item)}
        if not is_name(part) or part in heads:
            continue
        try:
            if not constant_of(part, known):
                yield part, use_of(part, known)
        except Unclear as error:
            yield part, str(error)


def is_call(items: Sequence[tex.Node], at: int, known: Known) -> bool:
    """Does a function with its parentheses stand at a position of a row?"""
    if at + 1 >= len(items) or not is_name(items[at]) or not tex.is_group(items[at + 1]):
        return False
    try:
        return key_of(items[at]) in known.functions
    except Unclear:
        return False


def upright(fraction: tex.Fraction_, known: Known) -> tex.Fraction_:
    r"""A fraction with a differential above and below as one of ``\partial``; any other itself."""
    rate = rate_of(fraction)
    return rate if rate is not None and (has_upright_d(fraction) or known.differential) else fraction


def before_angle(before: tex.Node, node: tex.Node) -> bool:
    r"""Is a node the angle of ``\cos\theta_{u, v}``?"""
    return isinstance(before, tex.Func) and before.name == "cos" and core_of(node) == r"\theta"
