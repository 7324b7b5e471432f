"""Term → plain syntax, which reads back to the same term.

Plain syntax is what is typed on a command line: ``norm(Pi*a)^2 = N*var(a)``.  `plain` writes a term so that
`derive.reading.read_term`, in an environment of the term's own names, gives back an equal term: parentheses stand where
the author grouped, and every all-ones and identity carries its dimension (``ones(N)``) unless ``dim`` names the one
dimension for which ``one`` and ``I`` may stand.  Four nodes have no operator that builds them and are written as
functions: ``add``, ``product`` (a sum or product whose first part is itself one), ``power(A, -1)`` and
``hadamard_power``.

What this module writes bare, the reader must read bare: the pattern of names and the reserved words are stated here once,
and the reader imports them.
"""

from __future__ import annotations

import re
from fractions import Fraction

from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.hypotheses import CONDITION_KINDS
from derive.language.operations import operation_of
from derive.language.order import Order
from derive.language.substitution import symbols_of

#: A name that needs no quotes: letters, digits and underscores, but no raised digits and no raised T.
BARE_NAME = r"(?![0-9⁰¹²³⁴-⁹ᵀ])(?:(?![⁰¹²³⁴-⁹ᵀ])\w)+"

#: Any other name stands between backquotes; a backquote inside it is doubled.
QUOTED_NAME = r"`(?:[^`\s]|``)+`"

#: Words that are read as themselves somewhere, and so are quoted when they are names.
RESERVED = frozenset({"given", *CONDITION_KINDS})

#: How tightly a piece of text binds.
SUM, PRODUCT, UNARY, POWER, ATOM = range(5)


def plain(term: t.Term, dim: t.Dim | None = None) -> str:
    """The term in plain syntax; ``one`` and ``I`` are written for the dimension ``dim`` only.

    A sum over an index reads back only if no free index of another dimension has its name, and no number in it.

    >>> from derive.language.build import dimension, dot, ones, vector
    >>> N = dimension("N")
    >>> a = vector("a", N)
    >>> plain(a - dot(a, ones(N)) / N * ones(N))
    'a - dot(a, ones(N))/N*ones(N)'
    """
    if any(symbol.name in ("one", "I") for symbol in symbols_of(term)):
        dim = None
    return _Plain(dim).text(term, SUM)


def plain_name(name: str) -> str:
    """A name as it is written: bare, or between backquotes."""
    if re.fullmatch(BARE_NAME, name) and name not in RESERVED:
        return name
    return "`" + name.replace("`", "``") + "`"


def _dim(dim: t.Dim) -> str:
    return plain_name(dim.name) if isinstance(dim, t.Dimension) else str(dim)


def _index(index: t.Index) -> str:
    """The name of an index, or ``1``, ``N``, ``N-1`` for a place."""
    if isinstance(index, t.Place):
        return str(index.number) if index.number > 0 else f"{_dim(index.dim)}{index.number or ''}"
    return plain_name(index.name)


def _bound(index: t.Index) -> str:
    return f"{plain_name(index.name)}:{_dim(index.dim)}"


def _is_minimum(term: t.Neg) -> bool:
    """Is it minᵢ x, which is −maxᵢ(−x)?"""
    return isinstance(term.term, t.Max) and isinstance(term.term.body, t.Neg)


def _exponent(exponent: Fraction) -> str:
    return str(exponent) if exponent.denominator == 1 else f"({exponent})"


class _Plain:
    """One printing; ``dim`` is what ``one`` and ``I`` stand for."""

    def __init__(self, dim: t.Dim | None) -> None:
        self.dim = dim

    def text(self, term: t.Term, least: int) -> str:
        """The term, in parentheses if it binds less tightly than ``least``."""
        text, binds = self.piece(term)
        return text if binds >= least else f"({text})"

    def call(self, name: str, *arguments: t.Term) -> tuple[str, int]:
        return f"{name}({', '.join(self.text(argument, SUM) for argument in arguments)})", ATOM

    def shaped(self, name: str, dims: t.Shape) -> tuple[str, int]:
        return f"{name}({', '.join(_dim(dim) for dim in dims)})", ATOM

    def piece(self, term: t.Term) -> tuple[str, int]:
        """The text of a term and how tightly it binds."""
        match term:
            case t.Symbol() | t.Dimension():
                return plain_name(term.name), ATOM
            case t.Number(value):
                if value.denominator != 1:
                    return str(value), PRODUCT
                return str(value), ATOM if value >= 0 else UNARY
            case t.Ones(dims):
                return ("one", ATOM) if dims == (self.dim,) else self.shaped("ones", dims)
            case t.Zeros(dims):
                return self.shaped("zeros", dims)
            case t.Identity(dim):
                return ("I", ATOM) if dim == self.dim else self.shaped("identity", (dim,))
            case t.Basis(index):
                return f"basis({_index(index)})", ATOM
            case t.Delta(left, right):
                return f"delta({_index(left)}, {_index(right)})", ATOM
            case t.Defined(definition, ()):
                return plain_name(definition.name), ATOM
            case t.Defined(definition, arguments):
                return self.call(plain_name(definition.name), *arguments)
            case t.Add(terms):
                if not isinstance(terms[0], t.Add):
                    return self.sum(terms)
            case t.Neg(t.Max(index, t.Neg(body))):
                return f"min_over({_bound(index)}, {self.text(body, SUM)})", ATOM
            case t.Neg(inner):
                # -2 is a number; −(2) is the negative of one.
                grouped = isinstance(inner, t.Number | t.Neg)
                return f"-({self.text(inner, SUM)})" if grouped else f"-{self.text(inner, POWER)}", UNARY
            case t.Product(factors):
                if not isinstance(factors[0], t.Product):
                    return self.chain(factors), PRODUCT
            case t.Hadamard(factors):
                if t.is_vector(term.shape) and not isinstance(factors[0], t.Hadamard):
                    return self.chain(factors), PRODUCT
            case t.Quotient(above, below):
                return self.quotient(above, below), PRODUCT
            case t.Power(base, exponent):
                if exponent == -1 and len(base.shape) == 2:
                    return f"power({self.text(base, SUM)}, -1)", ATOM
                return f"{self.text(base, ATOM)}^{_exponent(exponent)}", POWER
            case t.HadamardPower(base, exponent):
                return f"hadamard_power({self.text(base, SUM)}, {exponent})", ATOM
            case t.Inverse(matrix):
                return f"{self.text(matrix, ATOM)}^-1", POWER
            case t.Transpose(inner):
                # 2.T would be read as a decimal by people, if not by us.
                grouped = isinstance(inner, t.Number)
                return f"({self.text(inner, SUM)}).T" if grouped else f"{self.text(inner, ATOM)}.T", ATOM
            case t.Component(Order(), (left, right)):
                return f"order({_index(left)}, {_index(right)})", ATOM
            case t.Component(base, indices):
                return f"{self.text(base, ATOM)}[{', '.join(map(_index, indices))}]", ATOM
            case t.Written():  # plain syntax reads none; said as Unicode text says it
                rows = (", ".join(self.text(entry, SUM) for entry in row) for row in term.rows)
                return f"[{'; '.join(rows)}]", ATOM
            case t.Entry(base, positions):
                return f"{self.text(base, ATOM)}[{', '.join(map(str, positions))}]", ATOM
            case t.Sum(index, body):
                return f"sum({_bound(index)}, {self.text(body, SUM)})", ATOM
            case t.Max(index, body):
                return f"max_over({_bound(index)}, {self.text(body, SUM)})", ATOM
            case t.Prod(index, body, without):
                name = plain_name(index.name)
                unequal = ", ".join(f"{name} != {_index(other)}" for other in without)
                return f"prod({unequal or _bound(index)}, {self.text(body, SUM)})", ATOM
            case t.Function() if (function := t.unknown_function_of(term)) is not None:
                return self.call(plain_name(function.base.name) + "'" * function.order, *term.children)
            case t.Function(name, argument) if FUNCTIONS[name].twofold and t.is_square(term.shape):
                return f"entrywise({name}, {self.text(argument, SUM)})", ATOM
        return self.call(operation_of(term).plain[0], *term.children)

    def sum(self, terms: tuple[t.Term, ...]) -> tuple[str, int]:
        parts = [self.text(terms[0], PRODUCT)]
        for term in terms[1:]:
            if isinstance(term, t.Neg) and not _is_minimum(term):
                parts.append(f" - {self.subtrahend(term.term)}")
            else:
                text = self.text(term, PRODUCT)
                parts.append(f" + ({text})" if text.startswith("-") else f" + {text}")
        return "".join(parts), SUM

    def subtrahend(self, term: t.Term) -> str:
        text = self.text(term, PRODUCT)
        return f"({text})" if text.startswith("-") else text

    def chain(self, factors: tuple[t.Term, ...]) -> str:
        # The first factor may be a product of the other kind or a quotient: both are read from the left.
        return "*".join([self.text(factors[0], PRODUCT), *(self.text(factor, POWER) for factor in factors[1:])])

    def quotient(self, above: t.Term, below: t.Term) -> str:
        numerator = self.text(above, PRODUCT)
        if isinstance(above, t.Number) and above.value.denominator == 1 and isinstance(below, t.Number):
            numerator = f"({numerator})"  # 1/2 is one number; (1)/2 is a quotient of two
        return f"{numerator}/{self.text(below, POWER)}"
