"""Polynomials of the verifier as terms in notation, so that expanding the term gives the polynomial again.

An index that stands free in the polynomial is called as the caller says, a named one by its name, and any
other `i1`, `i2`, ….
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from derive import verifier
from derive.certificates.links.asking import size_text
from derive.certificates.notation import write_name

Poly = verifier.Poly
#: An atom, its indices, an exponent.
Factor = tuple[int, tuple[int, ...], int]
#: The exponents of roots of matrices.
ROOTS = {"root+": "1/2", "root-": "-1/2"}


def value(kind: str, text: str) -> str:
    """A function of a matrix, or its determinant, in notation."""
    return f"pow({text}, {ROOTS[kind]})" if kind in ROOTS else f"{kind}({text})"


class PolynomialWriter:
    """Writes polynomials of one scope.

    Args:
        names: what free indices are called, with their sizes: ``_i:N``.
    """

    def __init__(self, scope: verifier.Scope, names: Mapping[int, str] | None = None) -> None:
        self.scope = scope
        self.names = dict(names or {})

    def index(self, number: int) -> str:
        """An index in notation."""
        kind, name, size = self.scope.indices[number]
        if number in self.names:
            return self.names[number]
        text = name if isinstance(name, str) and (kind == "named" or name.startswith("_")) else f"i{len(self.names)}"
        return self.names.setdefault(number, f"{write_name(text)}:{size_text(size)}")

    def poly(self, p: Poly) -> str:
        """A polynomial."""
        parts = [self.mono(mono, Fraction(c)) for mono, c in sorted(p.items())]
        return "0" if not parts else parts[0] if len(parts) == 1 else f"add({', '.join(parts)})"

    def mono(self, mono: verifier.Mono, c: Fraction) -> str:
        """A coefficient times a monomial, summed over its bound indices; it is work, as texts of nested values grow fast."""
        self.scope.budget.spend(products=1)
        if not mono:
            return str(c)
        opened, bound = self.scope.opened(mono)
        inside = product(self.factor(*each) for each in opened)
        for index in bound:
            inside = f"sum({self.index(index)}, {inside})"
        return inside if c == 1 else f"neg({inside})" if c == -1 else f"mul({c}, {inside})"

    def factor(self, number: int, at: tuple[int, ...], exponent: int) -> str:
        """A power of a factor."""
        atom = self.scope.atoms[number]
        if atom.kind == "recip":
            return power(f"div(1, {self.poly(self.scope.argument(number, at))})", exponent)
        text = self.base(number, at)
        return f"div(1, {text})" if exponent == -1 else power(text, exponent)

    def base(self, number: int, at: tuple[int, ...]) -> str:
        """A factor."""
        scope, atom = self.scope, self.scope.atoms[number]
        match atom.kind:
            case "dim":
                return size_text(atom.name)
            case "symbol":
                name = write_name(atom.name)
                return f"at({name}, {', '.join(map(self.index, at))})" if at else name
            case "delta":
                return f"delta({', '.join(map(self.index, at))})"
            case "sum":
                return self.mono(atom.name, Fraction(1))
            case "sqrt" | "exp" | "log" | "tanh":
                return f"{atom.kind}({self.poly(scope.argument(number, at))})"
        own = [scope.fresh(scope.size(i)) for i in atom.own]
        if atom.kind == "max_over":
            return self.maximum(scope.argument(number, at, own), own[0])
        inside = self.poly(scope.argument(number, at, own))
        first = at[: len(at) - len(atom.others)]
        words = [self.index(i) for i in own]
        if atom.kind.startswith("prod"):
            return f"prod({', '.join([words[0], inside, *map(self.index, first)])})"
        row, column = words
        matrix = f"sum({row}, sum({column}, mul({inside}, outer(basis({row}), basis({column})))))"
        if atom.kind in ("det", "rank"):
            return value(atom.kind, matrix)
        if atom.kind == "pinv":
            matrix = f"transpose({matrix})"
        return f"at({value(atom.kind, matrix)}, {', '.join(map(self.index, first))})"

    def maximum(self, p: Poly, index: int) -> str:
        """The greatest of the values of p over an index."""
        return f"max_over({self.index(index)}, {self.poly(p)})"

    def vector(self, p: Poly, index: int) -> str:
        """The vector of which p is the entry at this index."""
        word = self.index(index)
        return (
            f"sum({word}, mul({self.poly(p)}, basis({word})))" if p else f"zeros({size_text(self.scope.size(index))})"
        )


def power(text: str, exponent: int) -> str:
    """A power of a scalar."""
    return text if exponent == 1 else f"pow({text}, {exponent})"


def product(parts: Iterable[str]) -> str:
    """A product of scalars."""
    found = [each for each in parts if each != "1"]
    return "1" if not found else found[0] if len(found) == 1 else f"mul({', '.join(found)})"
