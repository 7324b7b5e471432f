"""A line of a derivation that is written in SymPy, as the term that it is.

A name that the lines before already have stands for what it is there: ``Symbol("mu")`` for the μ of line 1.  What else a
name stands for is given: a term, or a SymPy expression that defines it.  Names are real: a derivation is about real numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from derive.interop import is_sympy
from derive.interop.complexes import must_be_real
from derive.interop.from_sympy import read_together
from derive.language import terms as t
from derive.language.build import let
from derive.language.substitution import unfolded_subterms

Names = dict[Any, t.Term | t.Index | int]


def read_line(expr: Any, symbols: Mapping[Any, Any] | None = None, before: Iterable[t.Term] = ()) -> t.Term:
    """The term of a SymPy expression.

    Args:
        expr: the expression.
        symbols: what SymPy symbols (or their names) stand for: a term of the same shape, or a SymPy expression that defines
            the name, which may use the names before it.
        before: terms whose names are known.

    Raises `InputError` for what cannot be read, and for a complex scalar.
    """
    names: Names = known_names(before)
    for key, value in (symbols or {}).items():
        name = key if isinstance(key, str) else str(key.name)
        names[name] = let(name, _read(value, names)) if is_sympy(value) else value
    return _read(expr, names)


def _read(expr: Any, names: Names) -> t.Term:
    read = read_together((expr,), names)
    if read.complex:
        raise must_be_real("in a derivation", read.complex)
    return read.terms[0]


def known_names(terms: Iterable[t.Term]) -> Names:
    """What each name in terms stands for; a name of two things is left out."""
    found: dict[str, set[t.Term | t.Index]] = {}
    for term in terms:
        for part in unfolded_subterms(term):
            for named in _named(part):
                found.setdefault(named[0], set()).add(named[1])
    return {name: next(iter(each)) for name, each in found.items() if len(each) == 1}


def _named(term: t.Term) -> Iterable[tuple[str, t.Term | t.Index]]:
    dims = tuple((dim.name, dim) for dim in term.shape if isinstance(dim, t.Dimension))
    match term:
        case t.Symbol() | t.Dimension():
            return (*dims, (term.name, term))
        case t.Defined() if not term.arguments:
            return (*dims, (term.definition.name, term))
        case t.Component() | t.Delta() | t.Basis():
            return (*dims, *((index.name, index) for index in term.free))
    return dims
