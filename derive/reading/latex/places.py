r"""Places in subscripts: ``x_1``, ``x_{N-1}``, ``A_{1N}``.

Components are counted from 1, or from 0 where the formula has a ``\sum_{i=0}``, or an entry 0 of an array of p + 1; where
only another one of the text has, that is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from derive.errors import LimitError, NameError_
from derive.language.places import MAX_PLACE
from derive.language.terms import Add, Defined, Dim, Dimension, Neg, Number, Term
from derive.reading.latex.conventions import ONE_WAY
from derive.reading.latex.letters import closing, everything, pieces
from derive.reading.latex.readings import Reader
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.latex.syntax import Name, Node, Scripted, is_big, parted
from derive.reading.shapes import axes_in
from derive.reading.syntax import At, Numeral, Word

#: A sign whose index starts at 0, and does not go on for ever.
_FROM_0 = re.compile(
    r"(?:\\sum|\\prod|∑|∏)\s*(?:\\limits\s*)?_\s*\{[^{}=]*=\s*0\s*(?:,[^{}]*)?\}(?!\s*\^\s*\{?\s*(?:\\infty|∞))"
)


#: The most signs of one subscript.
MAX_SCRIPT = 200


def counted_from(reader: Reader, at: int, dim: str = "") -> int:
    """What the first component is called in this formula, 1 or 0; raises where only the text around it counts from 0.

    Over a dimension of n + 1 that is given, an entry 0 says so as well.
    """
    if dim in has_entry_0(reader):
        return counts(reader, at, 0, Word(at, dim))
    own = any(_starts_at_0(node) for side in reader.sides for node in everything(side))
    if not own and (_has_sum_from_0(reader.source.text) or ONE_WAY["nought"] in reader.context.relied):
        message = "a place in a text that elsewhere sums from 0"
        raise reader.error(at, message, "components that are counted in one way", "count from 1 in all of it")
    first = counts(reader, at, 0 if own else 1)
    if first:
        reader.effort.relied.add(ONE_WAY["first"])
    return first


@lru_cache(8)
def _has_sum_from_0(text: str) -> bool:
    return _FROM_0.search(text) is not None


def has_entry_0(reader: Reader) -> frozenset[str]:
    r"""The dimensions of n + 1 of which an array has an entry 0 in the formula, ``\beta_0``, where that is no name."""
    found: set[str] = set()
    if not reader.context.wider:
        return frozenset()
    for node in (node for side in reader.sides for node in everything(side)):
        name, scripts = parted(node)
        below = [script for script in scripts if script.sign == "_"]
        if len(below) != 1 or not isinstance(name, Name):
            continue
        core, mark = name.lexeme.text, name.lexeme.mark
        if reader.context.names(Key(core, below[0].text), mark):
            continue
        words = reader.context.names(Key(core), mark, True)
        family = reader.context.families.get(core)
        arrays = [reader.context.env.names.get(word) for word in (*words, *([family.matrix] if family else []))]
        places = pieces(below[0].raw)
        places = [[lexeme] for lexeme in places[0]] if len(places) == 1 else places
        for array in arrays:
            axes = axes_in(array.shape) if isinstance(array, Term) else ()
            if len(axes) == len(places):
                found |= {
                    dim.name
                    for dim, place in zip(axes, places, strict=True)
                    if isinstance(dim, Dimension) and [each.text for each in place] == ["0"]
                }
    found &= reader.context.wider
    _check_apart(reader, found)
    return frozenset(found)


def _check_apart(reader: Reader, dims: Set[str]) -> None:
    """Raise `NameError_` where x_0 is declared as a name beside an x over one of some dimensions that count from 0."""
    for key in reader.context.keys.table if dims else ():
        words = reader.context.names(Key(key.core), "", True) if key.sub == "0" else ()
        arrays = [meaning for word in words if isinstance(meaning := reader.context.env.names.get(word), Term)]
        if any(isinstance(dim, Dimension) and dim.name in dims for array in arrays for dim in array.shape):
            what = f"the name {key.core}_0, which is declared beside {key.core}, of which it could be the entry 0"
            raise reader.fail(
                reader.sides[0].at, what, f"an entry has its value by a condition: assume {key.core}_0 = 1", NameError_
            )


def _starts_at_0(node: Node) -> bool:
    """Is a node a sign whose index starts at 0?"""
    scripts = node.scripts if isinstance(node, Scripted) and is_big(node) else ()
    parts = (part for script in scripts if script.sign == "_" for part in pieces(script.raw))
    return any([lexeme.text for lexeme in part[-2:]] == ["=", "0"] for part in parts)


def counts(reader: Reader, at: int, first: int, dim: Word | Numeral | None = None) -> int:
    """Note what the first component is called, 1 or 0, in a sum over a dimension; raises where a formula says both.

    Over one of another name components may be counted in another way.
    """
    own = dim.name if isinstance(dim, Word) else ""
    reader.effort.starts.add((own, first))
    if first == 0:
        reader.effort.relied.add(ONE_WAY["nought"])
    if any(start != first and (not own or other in (own, "")) for other, start in reader.effort.starts):
        raise reader.error(at, "sums from 0 and from 1 in one formula", "components that are counted in one way")
    if first == 0 and ONE_WAY["first"] in reader.context.relied:
        message = "a sum from 0 in a text that elsewhere counts components from 1"
        raise reader.error(at, message, "components that are counted in one way", "count from 1 in all of it")
    return first


def check_counts_to(reader: Reader, at: int, lexeme: Lexeme, dim: Word | Numeral) -> None:
    """Raise for the n of n + 1 components where nothing in the text counts them from 1: it is the last from 0.

    An entry ``x_{n+1}``, and a sum from 1 to n + 1, or to its name, say so.
    """
    own = size_of(reader, lexeme)
    size, less = (own[0].name, own[1]) if own else ("", 0)
    if less <= 0 or size not in reader.context.wider or not (isinstance(dim, Word) and dim.name == size):
        return
    letter = lexeme.text
    last = rf"{re.escape(letter)}\s*\+\s*{less}"
    named = re.escape(size) + r"(?![A-Za-z])" if size[:1].isalpha() else last
    end = rf"(?:\{{\s*(?:{last}|{named})\s*\}}|{named})"
    entry = rf"(?:(?<![A-Za-z\\])[a-z]|\\[a-z]+|(?<![I1R])[}}\])])\s*_\s*{end}"
    whole = rf"\\(?:sum|prod)\s*(?:\\limits\s*)?_\s*\{{[^{{}}=]*=\s*1\s*\}}\s*\^\s*{end}"
    if re.search(f"{entry}|{whole}", reader.source.text) is None:
        hint = f"say where counting ends: x_{{{letter}+{less}}} of components from 1, \\sum_{{j=0}}^{letter} of those from 0"
        found = f"{letter} of {letter} + {less} components, which may count from 0 or from 1"
        raise reader.error(at, found, "components that are counted in one way", hint)


def check_unnumbered(reader: Reader, base: Word, at: int) -> None:
    """Raises where names such as x_1 are declared beside x: then x_1 is that name, and x_2 no entry of x."""
    table = reader.context.keys.table
    cores = {key.core for key, entries in table.items() if any(name == base.name for _, name in entries)}
    own = next(
        (name for key, entries in table.items() if key.core in cores and key.sub[:1].isdigit() for _, name in entries),
        None,
    )
    if own is not None:
        message = f"an entry of {base.name} at a place, where the name {own} is declared"
        raise reader.fail(at, message, f"rename {own}")


def indices_in(
    reader: Reader, raw: Sequence[Lexeme], axes: int, dims: Sequence[Dim | None] = ()
) -> list[At | list[Lexeme]]:
    """The places in a subscript, and between them what is none, in order; ``A_{12}`` of two axes has two.

    Where the axes have known ``dims`` components may be counted in each in its own way.
    """
    if colon := next((lexeme for lexeme in raw if lexeme.kind == "COLON"), None):
        hint = r"A_{1:n}, of the entries from one to another, is not in the language"
        raise reader.error(colon.at, "a colon in a subscript", "a comma between indices", hint)
    if len(raw) > MAX_SCRIPT:
        raise reader.fail(raw[0].at, f"a subscript of {len(raw)} signs; the limit is {MAX_SCRIPT}", "", LimitError)
    parts = pieces(raw)
    found: list[At | list[Lexeme]] = []
    for part in parts:
        cut, end = 0, -1
        while cut < len(part):
            if part[cut].kind == "SUB" and cut > end:
                end = closing(part, cut + 1)  # of the script of an index, j_1
            size = 0 if cut <= end else _length(reader, part, cut, whole=len(parts) > 1 or axes < 2)
            if size:
                before = sum(1 if isinstance(each, At) else len(each) for each in found)
                dim = dims[before] if before < len(dims) else None
                found.append(_place(reader, part[cut : cut + size], dim.name if isinstance(dim, Dimension) else ""))
            elif found and isinstance(last := found[-1], list) and cut:
                last.append(part[cut])
            else:
                found.append([part[cut]])
            cut += size or 1
    return found


def one_place(reader: Reader, raw: Sequence[Lexeme]) -> At | None:
    """The place that lexemes are, if they are one and nothing else."""
    match indices_in(reader, raw, 1):
        case [At() as place]:
            return place
    return None


def _length(reader: Reader, part: Sequence[Lexeme], cut: int, whole: bool) -> int:
    """How many lexemes from a cut on are a place: 12, N, N-1; none of another."""
    if part[cut].kind == "DIGIT":
        return digits(part, cut) if whole else 1
    if size_of(reader, part[cut]) is None:
        return 0
    signed = cut + 1 < len(part) and part[cut + 1].text in ("-", "+")
    return 2 + digits(part, cut + 2) if signed else 1


def size_of(reader: Reader, lexeme: Lexeme) -> tuple[Word, int] | None:
    """The dimension N and the k of a letter that names N, or what is defined as N - k."""
    names = reader.context.names(Key(lexeme.text), lexeme.mark) if lexeme.kind == "NAME" else ()
    return size_named(reader, lexeme.at, [name for name in names if name not in reader.bound])


def size_named(reader: Reader, at: int, names: Sequence[str]) -> tuple[Word, int] | None:
    """The dimension N and the k of the first of some names that is one, or is defined as N - k."""
    found = (size for name in names if (size := less_than_dimension(reader.context.env.names[name])))
    return next(((Word(at, dim.name), less) for dim, less in found), None)


def less_than_dimension(meaning: object) -> tuple[Dimension, int] | None:
    """N and k of N, or of what is defined as N - k or N + 1, which is N less -1; None of any other."""
    match meaning.definition.body if isinstance(meaning, Defined) and not meaning.arguments else meaning:
        case Dimension() as dim:
            return dim, 0
        case Add((Dimension() as dim, Neg(Number(value)))) if value.denominator == 1 and value > 0:
            return dim, int(value)
        case Add((Dimension() as dim, Number(value))) if value.denominator == 1 and value > 0:
            return dim, -int(value)
    return None


def digits(part: Sequence[Lexeme], cut: int) -> int:
    """How many digits there are from a cut on."""
    end = cut
    while end < len(part) and part[end].kind == "DIGIT":
        end += 1
    return end - cut


def _place(reader: Reader, part: Sequence[Lexeme], over: str = "") -> At:
    at, said = part[0].at, "".join(lexeme.text for lexeme in part)
    first = counted_from(reader, at, over)
    if len(part) > 9:
        raise reader.fail(at, f"the entry {said[:20]}", f"a place of at most {MAX_PLACE}")
    if part[0].kind == "DIGIT":
        number = int(said) + 1 - first
        if number < 1:
            hint = r"entries count from 1, or from 0 where a sum does: \sum_{i=0}^{N-1}"
            raise reader.fail(at, f"the entry {said[:20]}", hint)
        return At(at, said, number)
    dim, less = size_of(reader, part[0]) or (None, 0)
    shift = (int(said[len(part[0].text) + 1 :] or 0) if len(part) > 1 else 0) * (-1 if "-" in said else 1)
    if dim is not None and first:
        check_counts_to(reader, at, part[0], dim)
    beyond = shift - less + 1 - first
    if beyond > 0 or not said[-1].isalnum():
        ahead = less - 1 + first
        last = f"{part[0].text}{f'{ahead:+}' if ahead else ''}"
        hint = f"the last of components that count from {first} is {last}"
        raise reader.fail(at, f"the entry {said[:20]}", hint)
    return At(at, said, beyond, dim)
