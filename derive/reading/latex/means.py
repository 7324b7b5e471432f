r"""Means, variances and covariances of components: ``\mathbb{E}[x y]``, ``\overline{x^2}``, of signs declared for them.

Inside of such a sign every vector stands for its component at one running index, which all of them share, so that products
and powers are those of numbers; a function that takes a vector is given the whole of it.  What comes out is (1/N) Σᵢ.  With
an index of its own, ``\mathbb{E}_i[x_i y_i]``, the inside is read as it is anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from derive.errors import AmbiguityError, InputError, LimitError, ShapeError
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Index, Term, show_dim
from derive.language.unknown import Tied
from derive.reading.latex.conventions import WORDS, declaration_of
from derive.reading.latex.limits import bound_twice
from derive.reading.latex.nodes import Statistic
from derive.reading.latex.readings import Exhausted, Option, Reader, Reading, is_column
from derive.reading.latex.scripts import index_keys, sorted_scripts
from derive.reading.latex.spelling import plain_name
from derive.reading.latex.syntax import Name, Node, Op, Row, Script, group_of, is_group, parted
from derive.reading.syntax import Call, Indexed, Numeral, Ranged, Tree, Word

#: The most signs of means in one product.
MAX_SIGNS = 12

#: The most factors that a sign without brackets may act on.
MAX_TAKEN = 6


def operator_of(reader: Reader, node: Node) -> tuple[str, Script | None] | None:
    """Which statistic a declared sign is, and the index that it names."""
    name, found = parted(node)
    if not isinstance(name, Name):
        return None
    core, mark = name.lexeme.text, name.lexeme.mark
    kind = reader.context.operators.get((core, mark))
    if kind is None and len(core) > 1 and core.isalpha() and not mark:
        kind = reader.context.operators.get((core, "rm"))
    if kind is None:
        return None
    scripts = sorted_scripts(reader, found)
    if scripts.sup is not None or scripts.primes:
        at = found[-1].at
        raise reader.error(at, f"a superscript on the {kind}", "it after the brackets")
    return kind, scripts.sub


def is_operator(reader: Reader, node: Node) -> bool:
    """Is a node a declared sign for a statistic?"""
    return operator_of(reader, node) is not None


def read_operator(reader: Reader, before: Sequence[Node], sign: Node, rest: Sequence[Node]) -> list[Reading] | None:
    """A row with a declared sign for a statistic."""
    operator = operator_of(reader, sign)
    return None if operator is None else with_operator(reader, before, sign, rest, *operator)


def with_operator(
    reader: Reader, before: Sequence[Node], sign: Node, rest: Sequence[Node], kind: str, script: Script | None
) -> list[Reading]:
    """A row with a sign for a statistic: of the brackets that follow, or of what follows without them."""
    at = sign.at
    if not rest or isinstance(rest[0], Op) or operator_of(reader, rest[0]):
        raise reader.error(at, f"a {kind} without an argument", "brackets around its argument")
    if sum(operator_of(reader, item) is not None for item in (*before, sign, *rest)) > MAX_SIGNS:
        raise reader.fail(at, f"more than {MAX_SIGNS} signs of means in a product", "group them", LimitError)
    first = rest[0]

    def of(taken: Sequence[Node], after: Sequence[Node], scripts: tuple[Script, ...] = ()) -> list[Reading]:
        return reader.around(before, at, statistic(reader, kind, at, taken, script), after, scripts)

    group, scripts = group_of(first) if is_group(first) else (None, ())
    if kind.endswith("covariance") and (group is None or len(group.parts) != 2):
        raise reader.error(first.at, "a covariance of something else", "two arguments in parentheses")
    if group is not None and (kind != "mean" or group.fence != "("):
        return of(group.parts, rest[1:], scripts)
    options: list[Option] = []
    if group is not None and scripts:
        options.append(("of the parentheses", lambda: of(group.parts, rest[1:], scripts)))
    reached = reaches(reader, kind, rest, script)
    for count in reached:
        whole = rest[0] if count == 1 else Row(first.at, tuple(rest[:count]))
        options.append((f"of {count} of the factors", partial(of, [whole], rest[count:])))
    chosen = reaching(reader, options, any(isinstance(item, Op) for item in rest[: max(reached, default=0)]))
    hint = f"write brackets around the argument, as in [x y]; or declare it: {declaration_of(WORDS)}"
    return reader.alternatives(at, f"the {kind}", chosen, hint, WORDS)


def reaching(reader: Reader, options: Sequence[Option], beyond: bool) -> Sequence[Option]:
    """Of how far a word reaches, the option that is declared; the last one goes ``beyond`` the next sign, or does not."""
    product = options[-2:-1] if beyond and len(options) > 1 else options[-1:]
    known = {"first": options[:1], "product": product, "all": options[-1:]}
    return known.get(reader.context.choice(WORDS), options)


def reaches(reader: Reader, kind: str, rest: Sequence[Node], script: Script | None) -> list[int]:
    """How many of the factors after a sign it may act on; of means that differ by constant factors alone, one."""
    stops = (n for n, item in enumerate(rest) if isinstance(item, Op) or operator_of(reader, item))
    stop = next(stops, len(rest))
    counts = list(range(1, min(stop, MAX_TAKEN) + 1))
    if stop < len(rest) and isinstance(sign := rest[stop], Op) and sign.sign != "/":
        counts.append(len(rest))
    if kind != "mean":
        return counts
    varying = [n for n in range(len(rest)) if not isinstance(rest[n], Op) and varies(reader, rest[n], script)]
    return [count for count in counts if count - 1 in varying] or counts[:1]


def varies(reader: Reader, node: Node, script: Script | None) -> bool:
    """Does a factor differ from component to component?"""
    try:
        found = statistic(reader, "mean", node.at, [node], script)
    except (AmbiguityError, Exhausted):
        raise
    except InputError:
        return True
    return any(isinstance(reading.tree, Statistic) for reading in found)


def statistic(
    reader: Reader, kind: str, at: int, arguments: Sequence[Node], script: Script | None = None
) -> list[Reading]:
    """A statistic of formulas, over the index that a script names or over a new one."""
    if len(arguments) != (2 if kind.endswith("covariance") else 1):
        raise reader.fail(at, f"a {kind} of {len(arguments)} arguments", "a covariance takes two, a mean one")
    index = Word(at, reader.fresh(arguments)) if script is None else own_index(reader, script)
    inner = inside_of_mean(reader, index) if script is None else reader.outside
    inner = inner.within(reader.bound | {index.name})
    found = [drawn_from(inner, part, kind) for part in arguments]

    for word in (part for each in found for c in each for part in c.tree.parts() if isinstance(part, Word)):
        meaning = reader.context.env.names.get(word.name)
        if isinstance(meaning, Term) and any(isinstance(part, Tied) for part in unfolded_subterms(meaning)):
            raise reader.fail(at, f"a {kind} of {word.name}, which is declared as one number, and may vary")

    def made(choice: list[Reading]) -> list[Reading]:
        trees = tuple(reading.tree for reading in choice)
        if script is not None or drawn_in(inner, at, kind, index, trees):
            return [Reading(Statistic(at, kind, index, trees), ())]
        if kind == "mean":
            return choice
        raise reader.fail(at, f"the {kind} of what has no vector in it", "name the vector of which it is one")

    return reader.combine(at, found, made)


def drawn_from(inner: Reader, part: Node, kind: str) -> list[Reading]:
    r"""What a statistic is taken of: a formula of components, or the component of what is a vector as a whole, ``X w``."""
    try:
        return inner.shaped(inner.read(part), part.at, lambda shape: not shape, f"the {kind}")
    except ShapeError:
        whole = inner.outside.read(part) if inner.running is not None else []
        lines = any(isinstance(each, Call) and each.name == "basis" for c in whole for each in c.tree.parts())
        if not whole or lines or not all(is_column(c.shape) for c in whole):  # of a row x_i nobody can tell over what
            raise
        return [inner.at_running(c) for c in whole]


def drawn_in(inner: Reader, at: int, kind: str, index: Word, trees: Sequence[Tree]) -> bool:
    """Has something a component at the running index?  Raises `ShapeError` where it runs over two dimensions."""
    parts = (part for tree in trees for part in tree.parts() if isinstance(part, Indexed))
    drawn = [part for part in parts if any(word.name == index.name for word in part.indices)]
    dims = {dim for part in drawn if (dim := inner.drawn.get(part)) is not None}
    if len(dims) > 1:
        message = f"vectors over {' and '.join(sorted(map(show_dim, dims)))} inside of one {kind}"
        hint = f"what a {kind} is taken of has one component for each value of one index"
        raise inner.fail(at, message, hint, ShapeError)
    return bool(drawn)


def sum_of_components(reader: Reader, at: int, body: Node, top: Word | Numeral | None) -> list[Reading]:
    r"""``\sum (x - \bar x)^2`` over the components of the vectors in it, as many as ``top`` says.

    What has no vector in it is summed as often as the one dimension says over which names run; of two nobody can tell.
    """
    index = Word(at, reader.fresh([body]))
    inner = inside_of_mean(reader, index).within(reader.bound | {index.name})
    names = reader.context.env.names
    sizes = {dim for meaning in names.values() if isinstance(meaning, Term) for dim in meaning.shape}
    dims = [Word(at, name) for name, one in names.items() if one in sizes]
    count = dims[0] if top is None and len(sizes) == len(dims) == 1 else top

    def made(c: Reading) -> Reading:
        drawn = drawn_in(inner, at, "sum", index, (c.tree,))
        if not drawn and count is None:
            hint = r"write the index below the sign, and where it ends, \sum_{i=1}^N"
            raise reader.fail(at, "a sum without an index of what has none", hint)
        last = top if drawn else count
        ranged = index if last is None else Ranged(at, index.name, last)
        return Reading(Call(at, "sum", (ranged, c.tree)), ())

    found = inner.shaped(inner.read(body), at, lambda shape: not shape, "a sum over components")
    return reader.mapped(found, made)


def inside_of_mean(reader: Reader, index: Word) -> Reader:
    """The reader to which vectors are their components at a running index."""
    whole = reader.outside
    found = whole.inner.get(index.name)
    if found is None:
        found = whole.anew(whole.context)
        found.running, found.whole, found.effort = index, whole, reader.effort
        whole.inner[index.name] = found
    return found


def own_index(reader: Reader, script: Script) -> Word:
    r"""The index of ``\mathbb{E}_i``."""
    keys = index_keys(reader, script.raw)
    name = plain_name(keys[0][0])
    if len(keys) != 1 or not isinstance(reader.context.env.names.get(name), Index | None):
        raise reader.error(script.at, "a subscript that is no index", r"\mathbb{E}[x] or \mathbb{E}_i[x_i]")
    if name in reader.bound:
        raise bound_twice(reader, name, script.at)
    return Word(script.at, name)
