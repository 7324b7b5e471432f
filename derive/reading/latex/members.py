r"""``C_3`` of a definition ``C_n`` that has a dimension n below it: what is defined, of that size.

Only a definition that speaks of no symbol of that size is meant by a number: of a vector x of n components ``x_3`` is a
component.  At n = 1 what is defined is a number: its one entry.  ``a_{ij}`` is an entry of a matrix A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from derive.language import terms as t
from derive.language.substitution import dimensions_of, substitute, symbols_of, with_children
from derive.reading.latex.names import of_tree, shape_of
from derive.reading.latex.nodes import Apply
from derive.reading.latex.readings import Option, Reader, Reading
from derive.reading.latex.scripts import is_line, scripted
from derive.reading.latex.spelling import UNMARKED, Key, plain_name, written
from derive.reading.latex.syntax import WrittenName
from derive.reading.syntax import Word


def member_of_family(reader: Reader, name: WrittenName) -> list[Option]:
    """The members of definitions with the name, where the subscript is theirs with a number for a dimension."""
    if name.declared or name.scripts.primes or not name.below:
        return []
    sub = re.sub(r"(?<=\d) (?=\d)", "", written(name.below))
    found = list[Option]()
    for key, whole, dim, size in _families(reader, Key(name.core, sub)):
        made = _at_size(whole, dim, size)
        if made is not None:
            if len(made.shape) == 2 and re.fullmatch("[1-9]{2}", str(size)):
                labels = [f"{whole.definition.name} with {dim.name} = {size}", f"an entry of {whole.definition.name}"]
                hint = f"write what is defined at {dim.name} = {size}; or ({whole.definition.name})_{{ij}}"
                raise reader.ambiguous(name.at, f"the subscript {size} of a matrix", labels, hint)
            own = plain_name(Key(key.core, sub), reader.context.env.names)
            reading = Reading(Apply(name.at, t.Definition(own, (), made), ()), made.shape)
            label = f"{own}, which is {whole.definition.name} with {dim.name} = {size}"
            found.append((label, partial(scripted, reader, [reading], name.scripts.above)))
    return found


def _families(reader: Reader, written_key: Key) -> Iterator[tuple[Key, t.Defined, t.Dimension, int]]:
    """The definitions without arguments under a key that differs by a dimension where this one has a number."""
    words = written_key.sub.split()
    for key, entries in reader.context.keys.table.items():
        if (key.core, key.sup, key.primes) != (written_key.core, "", 0) or len(key.sub.split()) != len(words):
            continue
        pairs = {(old, new) for old, new in zip(key.sub.split(), words, strict=True) if old != new}
        if len(pairs) != 1 or not all(new.isdecimal() and len(new) < 4 and int(new) for _, new in pairs):
            continue
        ((old, new),) = pairs
        dims = [reader.context.env.names[word] for word in reader.context.names(Key(old))]
        for _, word in entries:
            whole = reader.context.env.names.get(word)
            if isinstance(whole, t.Defined) and not whole.arguments:
                yield from ((key, whole, dim, int(new)) for dim in dims if isinstance(dim, t.Dimension))


def _at_size(whole: t.Defined, dim: t.Dimension, size: int) -> t.Term | None:
    """What is defined, of a size; None where it says nothing of a size, or speaks of symbols that have it."""
    body = whole.definition.body
    if dim not in dimensions_of(body) or any(dim in symbol.shape for symbol in symbols_of(body)):
        return None
    if size > 1:
        return substitute(body, dims={dim: size})
    return at_one(body) if dimensions_of(body) == (dim,) else None


def at_one(term: t.Term) -> t.Term | None:
    """What the one entry is of a term whose only size is 1; None where that is not said here."""
    below = [at_one(child) for child in (term.unfold(),)] if isinstance(term, t.Defined) else map(at_one, term.children)
    parts = tuple(part for part in below if part is not None)
    match term:
        case _ if len(parts) < len(term.children):
            return None
        case t.Number():
            return term
        case t.Symbol() if not term.shape:
            return term
        case t.Ones() | t.Identity() | t.Dimension():
            return t.Number(Fraction(1))
        case t.Zeros():
            return t.Number(Fraction(0))
        case t.Defined() | t.Transpose() | t.Trace() | t.Det() | t.Diag():
            return parts[0] if parts else None
        case t.Product() | t.Hadamard() | t.Dot() | t.Outer():
            return t.Product(parts)
        case t.Add():
            return t.Add(parts)
        case t.Neg() | t.Quotient() | t.Sqrt():
            return with_children(term, parts)
        case t.Power(_, exponent) if exponent.denominator == 1:
            return t.Power(parts[0], exponent)
        case t.Inverse():
            return t.Quotient(t.Number(Fraction(1)), parts[0])
    return None


def entry_of_capital(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``a_{ij}`` of a declared matrix A, ``y_i`` of a declared column Y, where no a or y is declared.

    So is ``w_{jk}^L`` of a W^L.  ``a_{12}`` is one where the sizes of A are numbers.  ``a_{:,t}``, ``\mathbf x_{:,t}`` are
    columns of A and X.
    """
    context, raw = reader.context, name.below
    line = is_line(raw)
    letter = (line or name.mark in UNMARKED) and re.fullmatch(r"(?:\\[a-z]+ )?[a-z]", name.core)
    if (
        context.printed
        or name.declared
        or not letter
        or name.core in context.families
        or context.is_word(name.core, True)
    ):
        return []
    indices = [lexeme for lexeme in raw if lexeme.kind not in ("COMMA", "PRIME")]
    if not indices or any(lexeme.kind not in ("NAME", "DIGIT") for lexeme in indices if not line):
        return []
    places = any(lexeme.kind == "DIGIT" for lexeme in indices)
    capital, above = Key(name.core[:-1] + name.core[-1].upper()), name.scripts.key(name.core).sup
    what, options = "a line" if line else "an entry", list[Option]()
    ways = {capital: name.scripts, capital._replace(sup=above): replace(name.scripts, sup=None)}  # w_{jk}^L of W^L
    for key, scripts in ways.items() if above else [(capital, name.scripts)]:
        words = [Word(name.at, found) for found in context.names(key, name.mark, True)]
        words = [word for word in words if len(shape := shape_of(reader, word)) == len(indices) and 1 not in shape]
        if places:
            words = [word for word in words if all(isinstance(dim, int) for dim in shape_of(reader, word))]
        options += [(f"{what} of {word.name}", partial(of_tree, reader, word, scripts)) for word in words]
    return options
