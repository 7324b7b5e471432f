r"""What is said of free indices beside a relation: "i = j", "for i ≠ j", "(i = 1, …, N)", "∀ i".

What stands behind a relation and is about indices alone is no claim: it says where the relation holds.  i = j puts the one
for the other; for i ≠ j it is claimed wherever they differ; a range that is the declared one says nothing new.  Anything
else is refused, and the relation is not decided without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.language.hypotheses import Hypothesis
from derive.language.node import show_dim
from derive.language.substitution import substitute
from derive.language.terms import Delta, Dim, Dimension, Index, Place, Product, Term, as_term
from derive.reading.latex import Context, Macros
from derive.reading.latex.open_indices import may_be_index
from derive.reading.latex.signs import RELATIONS
from derive.reading.latex.spelling import Key, plain_name
from derive.reading.paper.units import BLANK, Unit, rows_of, units
from derive.reading.source import Source

#: What a token could name: "index" or "dimension" of one that is declared, "letter" where nobody declared it, or "".
Named = Callable[[str], str]

_NAME = r"(?:\\(?!forall )[A-Za-z]+|[A-Za-z])(?: ')*"
_NAMES = rf"(?P<names>{_NAME}(?: , {_NAME})*)"
_TO = rf"1 ,(?: 2 ,(?: 3 ,)?)? \\[lc]?dots , (?P<to>{_NAME}|\d+)"
#: All values of some indices.
_RANGE = re.compile(
    rf"(?P<all>\\forall )?{_NAMES} (?:= {_TO}|\\in \\\{{ {_TO.replace('to', 'top')} \\\}}|\\in \[ (?P<upto>{_NAME}|\d+) \])"
    rf"|\\forall {_NAMES.replace('names', 'every')}"
)
#: Other ways to write it, ``i = 1 \cdots n``, ``i \in 1..n``, ``i = \{1, …, n\}``, ``i \in [1, n]``, ``i = 0, …, n - 1``.
_END = rf"{_NAME}|\d+"
_TYPED = re.compile(
    rf"(?:=|\\in) (?:\\\{{ |\[ )?1 (?:, (?:2 , (?:3 , )?)?)?(?:\\[lc]?dots|:|\. \.)(?: ,)? (?P<to>{_END})(?: (?:\\\}}|\]))?"
    rf"|\\in \[ 1 , (?P<top>{_END}) \]|= 0 ,(?: 1 ,)? \\[lc]?dots , (?P<next>{_NAME}) - 1"
)
#: As bounds, ``1 \le i \le n``.
_BETWEEN = re.compile(rf"1 \\le(?:q|qslant)? (?P<names>{_NAME}(?: , {_NAME})*) \\le(?:q|qslant)? (?P<to>{_END})")
#: All steps of what is counted without an end.
_STEPS = re.compile(rf"(?:\\forall )?{_NAMES} = (?:0 , 1|0|1)(?: , 2)?(?: , 3)? , \\[lc]?dots(?! ,)")
_SIGN = re.compile(r"(?:\\not )?(?:=|<|>|\\(?:ne|neq|le|leq|leqslant|ge|geq|geqslant|lt|gt|in|notin))(?![A-Za-z])")
_DIFFER = re.compile(rf"\\forall (?={_NAME} (?:\\not =|\\neq?|=) {_NAME}(?![^,.]))")
_ATOM = re.compile(rf"(?:{_NAME}|\d+)")
_WORDS = re.compile(r"\(?\s*(?:,\s*)?(?:for|if|when|whenever|where|with)?\s*(?:(?:all|every|each|any)\s*)?\Z")
_ALL = re.compile(r".*(?:all|every|each|any)\s*\Z")
_SHOWN = {"=": "=", "!=": "≠", "<": "<", ">": ">", "<=": "≤", ">=": "≥"}
#: The end of a range that has none.
ENDLESS = "∞"
#: The most units of a condition.
LONGEST = 40


@dataclass(frozen=True)
class Behind:
    """One condition: ``names sign`` what it is about.

    ``sign`` is "=" or "!=" of two names, "all" of a range up to ``to`` ("" for all values there are), or "" of anything
    else, such as i < j; ``said`` is how it is printed.  ``to`` is `ENDLESS` for all steps of what is counted, k = 0, 1, ….
    """

    at: int
    said: str
    sign: str
    names: tuple[str, ...] = ()
    to: str = ""


@dataclass(frozen=True)
class Under:
    """The conditions of a relation: pairs of indices that differ in it, and all of them in words.

    ``narrows``: one of them is more than the range that is declared.  It is said for ``every`` value of some names, and
    under the hypotheses that the paper gives beside it, ``given``.
    """

    apart: tuple[tuple[Index, Index], ...] = ()
    said: tuple[str, ...] = ()
    narrows: bool = False
    every: frozenset[str] = frozenset()
    given: tuple[Hypothesis, ...] = ()

    @property
    def factor(self) -> Term | None:
        """What is 1 where the indices differ, and 0 where two of them do not; None where nothing is said."""
        factors = tuple(as_term(1) - Delta(*pair) for pair in self.apart)
        return None if not factors else factors[0] if len(factors) == 1 else Product(factors)


#: No condition.
EVERYWHERE = Under()


def beside(cell: Sequence[Unit], at: int, named: Named) -> tuple[tuple[Behind, ...], int] | None:
    """The conditions that begin at a unit of a row, and the position after them; None where anything else begins there."""
    start, words = at, ""
    while at < len(cell) and (cell[at].kind in ("comma", "words", "layout", "mark") or cell[at].text == ","):
        if cell[at].kind == "words":
            words += f"{cell[at].words} "
        at += 1
    lead = words.strip()
    if not _WORDS.match(lead):
        return None
    stop = at
    while stop < len(cell) and stop < at + LONGEST and cell[stop].kind != "arrow":
        if stop > at and cell[stop].apart and not cell[stop].inside:
            break
        stop += 1
    found = [unit for unit in cell[at:stop] if unit.kind not in ("mark", "layout")]
    said = " ".join(unit.words if unit.kind == "words" else unit.text for unit in found)
    said = re.sub(r"(?:\s*[.,;])+\Z", "", said).strip()
    if said.startswith("( ") and said.endswith(" )"):
        said = said[2:-2]
        if inner := re.match(r"(?:for|if|when|where|with)?\s*(?:(?:all|every|each|any)\s+)?", said):
            lead, said = lead + inner[0], said[inner.end() :]
    elif lead.startswith("(") and said.endswith(")"):
        said = said[:-1].strip()
    made = conditions(cell[start].at, said, bool(_ALL.match(lead)), named) if said else None
    return (made, stop) if made else None


def conditions(at: int, said: str, every: bool, named: Named) -> tuple[Behind, ...] | None:
    """The conditions in a text of units with blanks between them; None of any other text."""
    made: list[Behind] = []
    rest = _TYPED.sub(lambda found: rf"= 1 , \dots , {found['to'] or found['top'] or found['next']}", said)
    rest = _BETWEEN.sub(lambda found: rf"{found['names']} = 1 , \dots , {found['to']}", rest)
    while rest:
        if made:
            joint = re.match(r"\s*(?:,|and|, and)\s+|\s+(?=\\forall )", rest)
            if joint is None:
                return None
            rest = rest[joint.end() :]
        if differ := _DIFFER.match(rest):
            rest = rest[differ.end() :]
        if (found := _STEPS.match(rest)) and all(map(named, names := _listed(found["names"]))):
            made.append(Behind(at, f"all {', '.join(map(_plain, names))}", "all", names, ENDLESS))
            rest = rest[found.end() :]
            continue
        if found := _RANGE.match(rest):
            names = _listed(found["names"] or found["every"])
            to = found["to"] or found["top"] or found["upto"] or ""
            if to and not (all(map(named, names)) and named(_spelled(to))):
                return None
            listed = ", ".join(map(_plain, names))
            shown = f"{listed} = 1, …, {_plain(to)}" if to else f"all {listed}"
            made.append(Behind(at, shown, "all", names, to))
            rest = rest[found.end() :]
            continue
        found = _ATOM.match(rest)
        if found is None:
            return None
        atoms, signs, rest = [_spelled(found[0])], [], rest[found.end() :]
        while sign := re.match(rf"\s({_SIGN.pattern})\s", rest):
            atom = _ATOM.match(rest, sign.end())
            if atom is None:
                return None
            signs.append(sign[1])
            atoms.append(_spelled(atom[0]))
            rest = rest[atom.end() :]
        while not signs and every and (more := re.match(rf" , ({_NAME})(?! (?:{_SIGN.pattern}))", rest)):
            atoms.append(_spelled(more[1]))
            rest = rest[more.end() :]
        if not signs and not every:
            return None
        if signs and not (all(map(named, atoms)) and any(named(atom) in ("index", "letter") for atom in atoms)):
            return None
        if not signs:
            made.append(Behind(at, f"all {', '.join(map(_plain, atoms))}", "all", tuple(atoms)))
            continue
        meant = [_meant(sign) for sign in signs]
        shown = _plain(atoms[0]) + "".join(
            f" {_SHOWN.get(m, m)} {_plain(a)}" for m, a in zip(meant, atoms[1:], strict=True)
        )
        plain = len(set(meant)) == 1 and meant[0] in ("=", "!=") and not any(atom.isdecimal() for atom in atoms)
        if plain and (len(atoms) == 2 or meant[0] == "="):
            made.append(Behind(at, shown, meant[0], tuple(atoms)))
        else:
            made.append(Behind(at, shown, "", tuple(atoms)))
    return tuple(made)


def _listed(names: str) -> tuple[str, ...]:
    return tuple(map(_spelled, names.split(" , ")))


def _meant(sign: str) -> str:
    if sign.startswith(r"\not "):
        return "!=" if sign == r"\not =" else sign.replace(" ", "")
    return RELATIONS.get(sign, sign)


def _spelled(name: str) -> str:
    return name.replace(" ", "")


def _plain(name: str) -> str:
    """A name as it is printed."""
    letter = name.rstrip("'")
    return name if letter.isdecimal() else plain_name(_key(name))


def _key(name: str) -> Key:
    letter = name.rstrip("'")
    return Key(letter, primes=len(name) - len(letter))


def named_in(context: Context) -> Named:
    """What tokens could name in a context."""

    def named(name: str) -> str:
        key = _key(name)
        if context.index(key) is not None:
            return "index"
        if _dimension(context, name) is not None:
            return "dimension"
        known = context.keys.table.get(key) or key in context.calls
        return "letter" if may_be_index(name) and not known else ""

    return named


def _dimension(context: Context, name: str) -> Dim | None:
    """The dimension, or number, of this name."""
    if name.isdecimal():
        return int(name)
    meanings = (context.env.names.get(entry) for _, entry in context.keys.table.get(_key(name), ()))
    return next((meaning for meaning in meanings if isinstance(meaning, Dimension)), None)


class Conditioned:
    """Conditions being applied to the sides of one relation, read in a context."""

    def __init__(self, source: Source, context: Context, said: Sequence[Behind]) -> None:
        self.source, self.context, self.said = source, context, said

    def index(self, name: str, free: Mapping[str, Index]) -> Index | None:
        """The index of a name: a free one of the relation, or a declared one."""
        known = self.context.index(_key(name))
        plain = known if known is not None else plain_name(_key(name))
        meaning = self.context.env.names.get(plain)
        return free.get(plain) or (meaning if isinstance(meaning, Index) else None)

    def concerning(self, *sides: Term) -> tuple[Behind, ...]:
        """Those that could be of a relation with these sides: with no index that is not free in it, but in i = j = k."""
        free = _free(*sides)
        made = []
        for one in self.said:
            names = tuple(name for name in one.names if self.index(name, free) in free.values())
            others = [name for name in one.names if name not in names and not _dimension(self.context, name)]
            if one.sign == "=" and others and len(names) > 1:
                made.append(replace(one, names=names, said=" = ".join(map(_plain, names))))
            elif not others:
                made.append(one)
        return tuple(made)

    def of(self, *sides: Term, dims: Sequence[Dim] = ()) -> tuple[tuple[Term, ...], Under]:
        """Sides under the conditions, and what these say; raises `InputError` for one that cannot be read.

        ``dims`` are those over which an index that is no longer there may run: those of what is defined.
        """
        under = EVERYWHERE
        for one in self.said:
            free = _free(*sides)
            found = [self.index(name, free) for name in one.names]
            if one.sign == "all":
                self.range(one, found, dims)
                if self.context.einstein and any(i is not None and i not in free.values() for i in found):
                    raise self.refused(one, "free indices of the relation; under einstein these are summed in it")
            elif not one.sign:
                raise self.refused(one, "i = j, i ≠ j, or the range that is declared")
            else:
                pair = [index for index in found if index is not None and index in free.values()]
                if len(pair) < len(one.names) or len(set(pair)) < len(pair):
                    raise self.refused(one, "a condition on two free indices of the relation")
                if len({index.dim for index in pair}) > 1:
                    raise self.refused(one, "indices that run over the same")
                if one.sign == "!=":
                    under = replace(under, apart=(*under.apart, (pair[0], pair[1])))
                else:
                    put = {index: pair[0] for index in pair[1:]}
                    sides = tuple(substitute(side, indices=put) for side in sides)
                    apart = tuple((put.get(a, a), put.get(b, b)) for a, b in under.apart)
                    if any(a == b for a, b in apart):
                        raise self.refused(one, "conditions under which something is said")
                    under = replace(under, apart=apart)
            every = under.every.union(one.names if one.sign == "all" else ())
            under = Under(under.apart, (*under.said, one.said), under.narrows or one.sign != "all", every)
        return sides, under

    def range(self, one: Behind, found: Sequence[Index | None], dims: Sequence[Dim]) -> None:
        """Raise `InputError` for a range that is not the one that its indices have."""
        to = _dimension(self.context, one.to)
        if one.to == ENDLESS:
            if any(index is not None for index in found):
                raise self.refused(one, "the range that is declared, which has an end")
            return
        if one.to and to is None:
            raise self.refused(one, "the dimension that its index runs over")
        for name, index in zip(one.names, found, strict=True):
            if index is None and not one.to:
                continue
            if index is None and to not in dims:
                raise self.refused(one, f"a free index {_plain(name)} of the relation")
            if index is not None and one.to and index.dim != to:
                raise self.refused(one, f"{_plain(name)} = 1, …, {show_dim(index.dim)}, which is what it runs over")

    def refused(self, one: Behind, expected: str) -> InputError:
        """The error of a condition that is not read."""
        return self.source.error(one.at, f"the condition {one.said}", expected, "nothing is decided without it")


def _free(*sides: Term) -> dict[str, Index]:
    """The free indices of some sides by their names, but places."""
    return {index.name: index for side in sides for index in side.free if not isinstance(index, Place)}


@dataclass(frozen=True)
class CaseRow:
    """One line of ``cases``: the range of its value, and its conditions."""

    begin: int
    end: int
    beside: tuple[Behind, ...]


_CASES = re.compile(r"\\begin\s*\{[dr]?cases\*?\}")
_OTHERWISE = re.compile(r"(?:otherwise|else|elsewhere)[.,;]?", re.IGNORECASE)
_OPPOSITE = {"=": "!=", "!=": "="}


def cases_in(source: Source, begin: int, end: int, macros: Macros, named: Named) -> tuple[CaseRow, CaseRow] | None:
    r"""The two cases of a side that is ``cases`` of i = j and i ≠ j, and nothing else; None for any other side."""
    opening = _CASES.match(source.text, begin, end)
    outer = units(source, begin, end, macros)
    if opening is None or len([unit for unit in outer if unit.kind != "comma" and unit.text != "."]) != 1:
        return None
    inside = units(source, opening.end(), source.text.rindex("\\end", begin, outer[0].end), macros)
    made = [_case(row, named) for row in rows_of(inside)]
    found = [case for case in made if case is not None]
    if not len(made) == len(found) == 2 or not found[0].beside:
        return None
    first, second = found
    [one] = first.beside
    if not second.beside:
        words = "≠" if one.sign == "=" else "="
        said = f"{one.said.split()[0]} {words} {one.said.split()[-1]}"
        second = replace(second, beside=(replace(one, at=second.end, said=said, sign=_OPPOSITE[one.sign]),))
    [other] = second.beside
    complete = {one.sign, other.sign} == {"=", "!="} and set(one.names) == set(other.names) and len(one.names) == 2
    return (first, second) if complete else None


def _case(row: Sequence[Unit], named: Named) -> CaseRow | None:
    """A row as a case; "otherwise" has no condition of its own."""
    for at in range(1, len(row)):
        if row[at].inside or not (row[at].kind in ("mark", "comma", "words") or row[at].apart):
            continue
        found = beside(row, at, named)
        rest = [unit for unit in row[at:] if unit.kind not in BLANK]
        otherwise = len(rest) == 1 and rest[0].matches(_OTHERWISE)
        if otherwise or (found and found[1] == len(row) and len(found[0]) == 1 and found[0][0].sign in _OPPOSITE):
            value = [unit for unit in row[:at] if unit.kind not in BLANK]
            return CaseRow(value[0].at, value[-1].end, found[0] if found and not otherwise else ()) if value else None
    return None
